//! `epicycle run`: one program on one machine.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use sim::{Control, Files, Mode, Request};

use crate::arguments::{Machine, Program, status};
use crate::console;
use crate::output::{self, Named, ReportFile};

/// Run a program and report what it computed, how long it took, and why.
///
/// Options end at the first argument that is not one; the rest is the guest's. Its standard streams and its exit status
/// are passed through, 128 + n when signal n ended it. 125: the simulator failed; 126: the file cannot be executed; 127:
/// it was not found.
#[derive(Args)]
#[command(
    override_usage = "epicycle run [OPTIONS] PROGRAM [ARGS]...",
    subcommand_value_name = "PROGRAM",
    subcommand_help_heading = "Program",
    disable_help_subcommand = true
)]
pub struct Arguments {
    #[command(flatten)]
    machine: Machine,
    /// Execute without the cycle model; much faster, and the report has no time in it.
    #[arg(long)]
    functional: bool,
    /// Stop after so many instructions; the outcome is then `limit` and the status 0.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    max_instructions: Option<u64>,
    /// Write the report, JSON, to this file.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write a line for each instruction: cycle, address and slot, text, registers written, memory address.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Report to stderr each dependency violation inside an executed instruction group, with the real predicates.
    #[arg(long)]
    check_groups: bool,
    /// Write a line for each instruction, memory reference, branch, miss and stall, from which the events can be counted
    /// again (tools/recount).
    #[arg(long, value_name = "FILE")]
    retire_log: Option<PathBuf>,
    #[command(flatten)]
    region: Region,
    #[command(flatten)]
    monitor: Monitor,
    /// Write a line for each system call to stderr.
    #[arg(long)]
    strace: bool,
    /// Add a variable to the guest's fixed environment; may be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = variable)]
    env: Vec<(String, String)>,
    #[command(flatten)]
    files: FileOptions,
    /// Print no summary.
    #[arg(long, short)]
    quiet: bool,
    #[command(subcommand)]
    command: Program,
}

/// The part of the run that the report is about.
#[derive(Args)]
#[command(next_help_heading = "Region of interest")]
struct Region {
    /// Count from here on: before the first instruction of a symbol or of the bundle at 0xADDRESS, or after a number of
    /// instructions. What comes before warms caches, TLBs and predictors.
    #[arg(long, value_name = "PLACE", conflicts_with = "functional")]
    roi_start: Option<String>,
    /// Count up to here; the program runs on to its end.
    #[arg(long, value_name = "PLACE", conflicts_with = "functional")]
    roi_stop: Option<String>,
}

impl Region {
    fn bounds(self) -> Option<sim::Bounds> {
        (self.roi_start.is_some() || self.roi_stop.is_some()).then_some(sim::Bounds {
            start: self.roi_start,
            stop: self.roi_stop,
        })
    }
}

/// The monitor as the guest finds it.
#[derive(Args)]
#[command(next_help_heading = "Performance monitor")]
struct Monitor {
    /// Let the guest read the monitor's data registers and start and stop user monitors: psr.sp = 0, psr.up = 1
    /// (config: os.user_monitor).
    #[arg(long)]
    user_monitor: bool,
    /// Program a control register before the start; may be given several times. Numbers are decimal, or hexadecimal
    /// with 0x.
    #[arg(long, value_name = "N=VALUE", value_parser = register, conflicts_with = "functional")]
    pmc: Vec<(usize, u64)>,
}

fn register(text: &str) -> Result<(usize, u64), String> {
    let number = |text: &str| match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    };
    text.split_once('=')
        .and_then(|(index, value)| Some((index.parse().ok()?, number(value)?)))
        .ok_or_else(|| "write it as N=VALUE, such as 4=0x804".into())
}

/// Which files of the host the guest reaches.
#[derive(Args)]
#[command(next_help_heading = "Files of the guest")]
struct FileOptions {
    /// Let the guest see this folder as `/`; without it, it sees the host's files under their own names.
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Start in this folder, where PROGRAM is looked for too: one of the host, which the guest knows as /work, or with --root the
    /// guest's path.
    #[arg(long, value_name = "DIR")]
    cwd: Option<String>,
    /// Let the guest create and change files.
    #[arg(long)]
    writable: bool,
    /// Find the dynamic linker and shared libraries in this folder.
    #[arg(long, value_name = "DIR")]
    sysroot: Option<PathBuf>,
}

impl FileOptions {
    fn view(self) -> Files {
        let (directory, working_directory) = match (&self.root, self.cwd) {
            (None, Some(cwd)) => (PathBuf::from(cwd), None),
            (_, cwd) => (PathBuf::new(), cwd),
        };
        Files {
            directory,
            root: self.root,
            working_directory,
            writable: self.writable,
            sysroot: self.sysroot,
            private: None,
        }
    }
}

fn variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write it as NAME=value".into()),
    }
}

/// Runs the program; the status is the guest's, or the simulator's own.
pub fn main(arguments: Arguments) -> Result<u8> {
    let outcome = run(arguments);
    Ok(outcome.unwrap_or_else(|error| {
        console::complain(&console::message(&error));
        error
            .downcast_ref::<sim::Error>()
            .map_or(status::SIMULATOR, sim::Error::status)
    }))
}

fn run(arguments: Arguments) -> Result<u8> {
    let (program, guest_arguments) = arguments.command.split()?;
    let mut machine = arguments.machine;
    if arguments.monitor.user_monitor {
        machine.set.push("os.user_monitor=true".to_owned());
    }
    let config = Arc::new(machine.load()?);

    let mut request = Request::new(config, program);
    request.args = guest_arguments;
    request.env = arguments.env;
    request.mode = if arguments.functional {
        Mode::Functional
    } else {
        Mode::Timed
    };
    request.files = arguments.files.view();
    request.max_instructions = arguments.max_instructions;
    request.region = arguments.region.bounds();
    request.pmcs = arguments.monitor.pmc;
    sim::check(&request)?;

    // What cannot be written is said now, not after an hour.
    let report = arguments
        .report
        .as_deref()
        .map(ReportFile::open)
        .transpose()?;
    listen(
        &request.control,
        report.as_ref().and_then(ReportFile::partial),
    )?;
    if let Some(path) = &arguments.trace {
        request.trace = Some(output::log("trace", path)?);
    }
    if let Some(path) = &arguments.retire_log {
        request.retire_log = Some(output::log("retire log", path)?);
    }
    if arguments.check_groups {
        request.group_check = Some(Box::new(Named::new("standard error", io::stderr())));
    }
    if arguments.strace {
        request.strace = Some(Box::new(io::stderr()));
    }
    pass_streams(&mut request);

    let result = sim::run(request)?;
    if !arguments.quiet {
        console::inform(&::report::text_summary(&result));
    }
    if let Some(file) = report {
        file.write(&::report::to_json(&result))?;
    }
    if let Err(violation) = result.identities() {
        bail!("the report contradicts itself ({violation}); this is a bug in the simulator");
    }
    if let Some(message) = &result.outcome.message {
        console::complain(message);
    }
    Ok(result.outcome.process_status())
}

/// How long a run that was interrupted has to end in order. A guest that waits for input never would.
const GRACE: Duration = Duration::from_secs(1);

/// On ^C the run stops without a report; what it wrote until then is kept, but for the report's place.
fn listen(control: &Arc<Control>, partial: Option<&Path>) -> Result<()> {
    let control = Arc::clone(control);
    let partial = partial.map(Path::to_owned);
    ctrlc::set_handler(move || {
        control.cancel();
        std::thread::sleep(GRACE);
        if let Some(partial) = &partial {
            let _ = fs::remove_file(partial);
        }
        std::process::exit(i32::from(status::INTERRUPTED));
    })
    .context("cannot listen for ^C")
}

/// Gives the guest the host's standard streams: themselves, without a buffer in between, because another process may
/// share them.
pub(super) fn pass_streams(request: &mut Request) {
    request.terminals = [
        io::stdin().is_terminal(),
        io::stdout().is_terminal(),
        io::stderr().is_terminal(),
    ];
    request.stdin = input();
    request.stdout = stream(io::stdout());
    request.stderr = stream(io::stderr());
}

/// The host's standard input as a file of its own; empty when it is closed.
fn input() -> Box<dyn Read + Send> {
    match io::stdin().as_fd().try_clone_to_owned() {
        Ok(descriptor) => Box::new(File::from(descriptor)),
        Err(_) => Box::new(io::empty()),
    }
}

/// A standard output as a file of its own; nothing is kept when it is closed.
fn stream(stream: impl AsFd) -> Box<dyn Write + Send> {
    match stream.as_fd().try_clone_to_owned() {
        Ok(descriptor) => Box::new(File::from(descriptor)),
        Err(_) => Box::new(io::sink()),
    }
}
