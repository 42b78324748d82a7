//! The command line, and the exit status of everything that can go wrong before a command runs.

use std::ffi::OsStr;
use std::io::IsTerminal;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ArgAction, Args, CommandFactory as _, Parser, Subcommand};
use tracing_subscriber::EnvFilter;

use crate::commands::{
    annotate, batch, check, compare, completions, config, core_trace, disasm, events, man, merge,
    monitors, pfmon, profileme, report, run,
};
use crate::{console, interrupt, status};

/// Cycle-level simulator of Intel Itanium processors with their performance monitoring unit.
#[derive(Parser)]
#[command(
    name = "epicycle",
    version,
    max_term_width = 100,
    after_help = "The monitor's own command, with its own options: epicycle pfmon --help"
)]
struct Command {
    #[command(flatten)]
    logging: Logging,
    #[command(subcommand)]
    action: Action,
}

#[derive(Args)]
struct Logging {
    /// Log what the simulator does on stderr: when runs begin and end; twice: signals and switches of threads; three times:
    /// system calls. RUST_LOG chooses finer.
    #[arg(short, long, action = ArgAction::Count, global = true)]
    verbose: u8,
}

#[derive(Subcommand)]
enum Action {
    Run(run::Arguments),
    Batch(batch::Arguments),
    Merge(merge::Arguments),
    Report(report::Arguments),
    Compare(compare::Arguments),
    Check(check::Arguments),
    Config(config::Arguments),
    Events(events::Arguments),
    Disasm(disasm::Arguments),
    Annotate(annotate::Arguments),
    Monitors(monitors::Arguments),
    CoreTrace(core_trace::Arguments),
    /// One run of a batch, in a process of its own: started by `batch`, not by hand.
    #[command(name = batch::WORKER, hide = true)]
    Worker,
    #[command(name = "profileme")]
    ProfileMe(profileme::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// Reads the command line and carries it out.
pub(crate) fn main() -> ExitCode {
    if let Err(error) = interrupt::survive_file_size_limit() {
        console::complain(&console::message(&error));
    }
    // pfmon has option syntax of its own.
    if let Some(arguments) = pfmon::arguments(std::env::args_os()) {
        return ExitCode::from(pfmon::main(arguments));
    }
    let command = match Command::try_parse() {
        Ok(command) => command,
        Err(error) => return ExitCode::from(refuse(&error)),
    };
    command.logging.start();
    let outcome = match command.action {
        Action::Run(arguments) => run::main(arguments),
        Action::Batch(arguments) => batch::main(arguments, command.logging.verbose),
        Action::Merge(arguments) => merge::main(&arguments),
        Action::Report(arguments) => report::main(&arguments),
        Action::Compare(arguments) => compare::main(&arguments),
        Action::Check(arguments) => check::main(&arguments),
        Action::Config(arguments) => config::main(arguments),
        Action::Events(arguments) => events::main(&arguments),
        Action::Disasm(arguments) => disasm::main(&arguments),
        Action::Annotate(arguments) => annotate::main(arguments),
        Action::Monitors(arguments) => monitors::main(arguments),
        Action::CoreTrace(arguments) => core_trace::main(arguments),
        Action::Worker => batch::work(),
        Action::ProfileMe(arguments) => profileme::main(arguments),
        Action::Completions(arguments) => completions::main(&arguments, &mut Command::command()),
        Action::Man(arguments) => man::main(&arguments, Command::command()),
    };
    ExitCode::from(outcome.unwrap_or_else(|error| {
        if console::is_closed_pipe(&error) {
            return status::DONE;
        }
        console::complain(&console::message(&error));
        status::USAGE
    }))
}

/// Prints clap's message: help to stdout, which is no error; the rest to stderr.
fn refuse(error: &clap::Error) -> u8 {
    // A message that cannot be printed is lost: there is no other stream for it.
    let _ = error.print();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => status::DONE,
        _ if first_argument_is_run() => status::SIMULATOR,
        _ => status::USAGE,
    }
}

fn first_argument_is_run() -> bool {
    std::env::args_os()
        .skip(1)
        .find(|argument| {
            let argument = argument.to_string_lossy();
            !argument.starts_with("-v") && argument != "--verbose"
        })
        .as_deref()
        == Some(OsStr::new("run"))
}

impl Logging {
    fn start(&self) {
        let level = match self.verbose {
            0 => "off",
            1 => "info",
            2 => "debug",
            _ => "trace",
        };
        let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
        tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_writer(std::io::stderr)
            .with_ansi(std::io::stderr().is_terminal())
            .init();
    }
}
