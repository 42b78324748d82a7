//! Runs that are recorded, for the commands that show where time goes.

use std::path::Path;

use anyhow::{Context as _, Result};
use profile::{Depth, Functions, ProfileFile};
use report::Report;
use sim::{Profile, Request};

use crate::program;

/// Runs a program and records where its cycles go.
pub(crate) fn record(request: Request, depth: Depth) -> Result<(Report, ProfileFile)> {
    let path = request.program.clone();
    let data = program::read(&request)?;
    let file = program::open(&path, &data)?;
    let functions = Functions::of(&file);
    let symbols = program::symbols(&file);
    let frequency = request.config.machine.frequency_hz;
    let mut listener = Profile::of_pieces(functions.boundaries());
    let report = sim::profile(request, &mut listener, depth == Depth::Full)?;
    let program = profile::Program {
        file: &file,
        functions: &functions,
        symbols: &symbols,
    };
    let profile = profile::build(&report, frequency, listener.finish(), &program, depth)?;
    Ok((report, profile))
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
