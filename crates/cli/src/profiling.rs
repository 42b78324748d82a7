//! Runs that are recorded, for the commands that show where time goes.

use std::path::Path;

use anyhow::{Context as _, Result};
use profile::{Depth, ProfileFile, RecordError};
use report::Report;
use sim::Request;

use crate::program;

/// Runs a program and records where its cycles go.
pub(crate) fn record(request: Request, depth: Depth) -> Result<(Report, ProfileFile)> {
    profile::record(request, depth).map_err(|error| match error {
        // What it says decides the status.
        RecordError::Run(error) => error.into(),
        error => error.into(),
    })
}

/// Prints what the program of a request lacks of that which a profile shows: symbols or lines.
pub(crate) fn say_what_is_missing(request: &Request) -> Result<()> {
    let data = program::read(request)?;
    program::open_to_run(&request.program, &data)?;
    Ok(())
}

/// Whether the structure of a program that can run can be read: its sections and symbols may be damaged.
pub(crate) fn is_legible(request: &Request) -> bool {
    let data = program::read(request);
    data.is_ok_and(|data| elf::File::parse(&data).is_ok())
}

/// The profile in a file, if it is one.
pub(crate) fn read(path: &Path) -> Result<Option<ProfileFile>> {
    if !profile::is_profile(path) {
        return Ok(None);
    }
    Ok(Some(profile::read(path).context("the profile")?))
}
