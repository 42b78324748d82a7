//! A program's file, given by name or on standard input, and its symbols as objdump chooses among them.

use std::fs::File as HostFile;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use elf::File;
use isa::disasm::SymbolTable;
use report::{OutcomeKind, Report};
use rustix::fs::{MemfdFlags, memfd_create};
use sim::Request;

use crate::interrupt::Interrupt;
use crate::options::{Guest, Program};
use crate::output::Outputs;
use crate::{console, status, streams};

/// Reads the structure of an IA-64 file whose code is looked at by its sections.
pub(crate) fn open<'a>(path: &Path, data: &'a [u8]) -> Result<File<'a>> {
    let file = File::of_program(data).with_context(|| path.display().to_string())?;
    match file.sections_damaged() {
        None => Ok(file),
        Some(error) => bail!(
            "{}: {error}; the code is found by the sections (`epicycle run` needs none of them)",
            path.display()
        ),
    }
}

/// Reads the structure of a program that is to run; a message names what is missing of it.
pub(crate) fn open_to_run<'a>(path: &Path, data: &'a [u8]) -> Result<File<'a>> {
    let file = File::of_program(data).with_context(|| path.display().to_string())?;
    if let Some(missing) = profile::missing(&file, path) {
        console::complain(&missing);
    }
    Ok(file)
}

/// What a command asks to run on a machine: loaded, so that it can run.
pub(crate) fn request(
    machine: Arc<config::Loaded>,
    command: Program,
    guest: Guest,
) -> Result<Request> {
    let (path, arguments) = command.split()?;
    let mut request = Request::new(machine, path);
    request.args = arguments;
    guest.apply(&mut request);
    load(&mut request)?;
    Ok(request)
}

/// The bytes of the program of a request that can run.
pub(crate) fn read(request: &Request) -> Result<Vec<u8>> {
    let file = request.host_program();
    files::read(&file, files::DATA).with_context(|| format!("cannot read {}", file.display()))
}

/// The end of a command that failed: a program that cannot run is a failed run.
pub(crate) fn failed(error: anyhow::Error) -> Result<u8> {
    match error.downcast_ref() {
        Some(sim::Error::Load(_)) => {
            console::complain(&console::message(&error));
            Ok(status::FAILED)
        }
        _ => Err(error),
    }
}

/// Loads a program for its run, after [`take_input`]: finds out whether it can run.
pub(crate) fn load(request: &mut Request) -> Result<()> {
    take_input(request)?;
    match request.image {
        Some(_) => sim::load(request).context("the program from standard input"),
        None => Ok(sim::load(request)?),
    }
}

/// Takes the program from standard input when its name is `-`. The guest's own input is then at its end.
pub(crate) fn take_input(request: &mut Request) -> Result<()> {
    if !files::is_standard_input(&request.program) {
        return Ok(());
    }
    let take = || -> std::io::Result<HostFile> {
        let bytes = files::read(&request.program, files::DATA)?;
        let mut image = HostFile::from(memfd_create("program", MemfdFlags::CLOEXEC)?);
        image.write_all(&bytes)?;
        Ok(image)
    };
    let image = take().context("cannot take the program from standard input")?;
    request.image = Some(Arc::new(image));
    Ok(())
}

/// The symbols that may name an address.
pub(crate) fn symbols(file: &File<'_>) -> SymbolTable {
    symbols_in(file, None)
}

/// The symbols that may name an address of a section: in an object file, where all sections begin at 0, its own.
pub(crate) fn symbols_in(file: &File<'_>, section: Option<usize>) -> SymbolTable {
    profile::symbols(file, section)
}

/// Names in the report of a run why it was stopped early when that was an output that could not be written, and no signal.
pub(crate) fn name_cause(report: &mut Report, outputs: &Outputs, interrupt: &Interrupt) {
    let outcome = &mut report.outcome;
    if outcome.kind == OutcomeKind::Interrupted
        && interrupt.status().is_none()
        && outputs.failed().is_err()
    {
        outcome.message = Some("an output could not be written".into());
    }
}

/// The status of a command that ran a program beside its proper work. What ended the program early is said, with the summary
/// of the run.
pub(crate) fn status(report: &Report, quiet: bool, interrupt: &Interrupt) -> u8 {
    let status = ended(report, interrupt);
    match status {
        _ if quiet => {}
        status::DONE if report.outcome.kind == OutcomeKind::Signal => {
            console::inform(&report::end_text(report));
        }
        status::DONE => {}
        _ => console::inform(&report::text_summary(report)),
    }
    status
}

/// The same without the summary.
pub(crate) fn ended(report: &Report, interrupt: &Interrupt) -> u8 {
    if let Some(message) = &report.outcome.message {
        console::complain(message);
    }
    match report.outcome.kind {
        OutcomeKind::Exit | OutcomeKind::Limit => status::DONE,
        OutcomeKind::Interrupted => interrupt.status().unwrap_or(status::INTERRUPTED),
        OutcomeKind::Signal if has_lost_its_reader(report) => status::DONE,
        OutcomeKind::Signal | OutcomeKind::Error => status::FAILED,
    }
}

/// Number of SIGPIPE.
const SIGPIPE: u8 = 13;

/// Whether the program was ended because the reader of its output has closed the pipe, which is no failure of the command.
fn has_lost_its_reader(report: &Report) -> bool {
    report.outcome.signal == Some(SIGPIPE) && streams::reader_is_gone()
}

/// The pipe of a processor, as a ProfileMe unit sees it.
pub(crate) fn pipe(machine: &config::Machine) -> profileme::Pipe {
    profileme::Pipe::new(
        machine.processor.family,
        machine.frontend.depth.into(),
        machine.frontend.buffer_bundles.into(),
    )
}
