//! The command line, and the exit status of everything that can go wrong before a command runs.

use std::env::VarError;
use std::ffi::OsString;
use std::io::{IsTerminal, Write as _};
use std::process::ExitCode;

use clap::builder::Resettable;
use clap::error::ErrorKind;
use clap::{
    ArgAction, ArgMatches, Args, CommandFactory as _, FromArgMatches, Id, Parser, Subcommand,
};
use tracing_subscriber::EnvFilter;

use crate::commands::{
    annotate, batch, boot, check, compare, completions, config, core_trace, disasm, events, man,
    merge, monitors, pfmon, pipeline, profileme, report, run, schedule, simpoints, store,
};
use crate::options::asks_for_log;
use crate::{console, interrupt, limits, status};

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
    Run(Box<Deferred<run::Arguments>>),
    Boot(Deferred<boot::Arguments>),
    Batch(Deferred<batch::Arguments>),
    Merge(Deferred<merge::Arguments>),
    Report(Deferred<report::Arguments>),
    Compare(Deferred<compare::Arguments>),
    Check(Deferred<check::Arguments>),
    Config(Deferred<config::Arguments>),
    Events(Deferred<events::Arguments>),
    Disasm(Deferred<disasm::Arguments>),
    Annotate(Deferred<annotate::Arguments>),
    Schedule(Deferred<schedule::Arguments>),
    Simpoints(Deferred<simpoints::Arguments>),
    Pipeline(Deferred<pipeline::Arguments>),
    Monitors(Deferred<monitors::Arguments>),
    CoreTrace(Deferred<core_trace::Arguments>),
    /// One run of a batch, in a process of its own: started by `batch`, not by hand.
    #[command(name = batch::WORKER, hide = true)]
    Worker,
    #[command(name = "profileme")]
    ProfileMe(Deferred<profileme::Arguments>),
    Store(Deferred<store::Arguments>),
    Completions(Deferred<completions::Arguments>),
    Man(Deferred<man::Arguments>),
}

/// Commands that are about all commands.
const ABOUT_ALL: [&str; 3] = ["help", "completions", "man"];

/// The options of a command, which are put together when the command is called or one that is about all.
struct Deferred<A>(A);

impl<A: Args> Args for Deferred<A> {
    fn augment_args(command: clap::Command) -> clap::Command {
        let name = first_argument().filter(|name| !name.as_encoded_bytes().starts_with(b"-"));
        if name.is_some_and(|name| ABOUT_ALL.iter().all(|all| name != *all)) {
            command.defer(A::augment_args)
        } else {
            A::augment_args(command)
        }
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        A::augment_args_for_update(command)
    }
}

impl<A: FromArgMatches> FromArgMatches for Deferred<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        A::from_arg_matches(matches).map(Deferred)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

/// Reads the command line and carries it out.
pub(crate) fn main() -> ExitCode {
    if let Err(error) = interrupt::survive_file_size_limit() {
        console::complain(&console::message(&error));
    }
    limits::raise_descriptors();
    // pfmon has option syntax of its own.
    let monitor = pfmon::arguments(std::env::args_os());
    // A worker is ended by its batch.
    let is_worker = monitor.is_none() && first_argument().is_some_and(|it| it == batch::WORKER);
    if !is_worker && let Err(error) = interrupt::end_at_once() {
        console::complain(&console::message(&error));
        return ExitCode::from(match monitor {
            Some(_) => status::FINDINGS,
            None => refused(),
        });
    }
    if let Some(arguments) = monitor {
        return ExitCode::from(pfmon::main(arguments));
    }
    let command = match parse() {
        Ok(command) => command,
        Err(error) => return ExitCode::from(refuse(&error)),
    };
    // A worker's batch has warned already.
    command.logging.start(!is_worker);
    let outcome = match command.action {
        Action::Run(arguments) => run::main(arguments.0),
        Action::Boot(Deferred(arguments)) => boot::main(arguments),
        Action::Batch(Deferred(arguments)) => batch::main(arguments, command.logging.verbose),
        Action::Merge(Deferred(arguments)) => merge::main(&arguments),
        Action::Report(Deferred(arguments)) => report::main(&arguments),
        Action::Compare(Deferred(arguments)) => compare::main(&arguments),
        Action::Check(Deferred(arguments)) => check::main(&arguments),
        Action::Config(Deferred(arguments)) => config::main(arguments),
        Action::Events(Deferred(arguments)) => events::main(&arguments),
        Action::Disasm(Deferred(arguments)) => disasm::main(&arguments),
        Action::Annotate(Deferred(arguments)) => annotate::main(arguments),
        Action::Schedule(Deferred(arguments)) => schedule::main(&arguments),
        Action::Simpoints(Deferred(arguments)) => simpoints::main(&arguments),
        Action::Pipeline(Deferred(arguments)) => pipeline::main(arguments),
        Action::Monitors(Deferred(arguments)) => monitors::main(arguments),
        Action::CoreTrace(Deferred(arguments)) => core_trace::main(arguments),
        Action::Store(Deferred(arguments)) => store::main(&arguments),
        Action::Worker => batch::work(),
        Action::ProfileMe(Deferred(arguments)) => profileme::main(arguments),
        Action::Completions(Deferred(arguments)) => {
            completions::main(&arguments, &mut with_pfmon())
        }
        Action::Man(Deferred(arguments)) => man::main(&arguments, with_pfmon()),
    };
    ExitCode::from(outcome.unwrap_or_else(|error| {
        if console::is_closed_pipe(&error) {
            return status::DONE;
        }
        console::complain(&console::message(&error));
        status::USAGE
    }))
}

/// Parses the command line.
///
/// clap does not ask for what an option requires if that conflicts with another option that is given. The line is therefore parsed a second
/// time, by the same command without conflicts.
fn parse() -> Result<Command, clap::Error> {
    let mut all = Command::command();
    let mut matches = all.try_get_matches_from_mut(std::env::args_os())?;
    without_conflicts(all).try_get_matches_from(std::env::args_os())?;
    Command::from_arg_matches_mut(&mut matches)
        .map_err(|error| error.format(&mut Command::command()))
}

/// The same command, in which all options may stand beside each other.
fn without_conflicts(command: clap::Command) -> clap::Command {
    let groups = command.get_groups().map(|group| group.get_id().clone());
    let groups: Vec<Id> = groups.collect();
    groups
        .into_iter()
        .fold(command, |command, group| {
            command.mut_group(group, |group| group.multiple(true))
        })
        .mut_args(|argument| argument.conflicts_with(Resettable::Reset))
        .mut_subcommands(without_conflicts)
}

/// All commands, pfmon among them, for what is about all.
fn with_pfmon() -> clap::Command {
    Command::command().subcommand(pfmon::listed())
}

/// Prints clap's message: help to stdout, which is no error; the rest to stderr.
fn refuse(error: &clap::Error) -> u8 {
    if let Some(usage) = without_program(error) {
        console::complain(&format!(
            "no program was given: name one behind the options\n\n{usage}\n\nFor all options, try --help."
        ));
        return status::USAGE;
    }
    if let Some(argument) = not_text(error) {
        console::complain(&format!(
            "argument {argument:?} is not UTF-8, and the path of a program, what follows it, and values other than those of files are text; give a path or value that is UTF-8, such as the path of a link"
        ));
        return refused();
    }
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    if let ErrorKind::DisplayHelp | ErrorKind::DisplayVersion = error.kind() {
        match console::unless_closed(printed) {
            Ok(()) => return status::DONE,
            Err(error) => {
                console::complain(&format!("cannot write to the standard output: {error}"));
            }
        }
    }
    // Any other message that cannot be printed is lost: there is no other stream for it.
    refused()
}

/// The status of a command line that is refused.
fn refused() -> u8 {
    match first_argument() {
        Some(name) if name == "run" => status::SIMULATOR,
        _ => status::USAGE,
    }
}

/// The argument that is not UTF-8 and had to be, if that is the error: clap does not name it. Others may be paths that need not be text, so the
/// one is looked for without which there is another error or none.
fn not_text(error: &clap::Error) -> Option<OsString> {
    let is_it = |error: &clap::Error| error.kind() == ErrorKind::InvalidUtf8;
    if !is_it(error) {
        return None;
    }
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    for place in 0..arguments.len() {
        if arguments[place].to_str().is_some() {
            continue;
        }
        let text = arguments[place].to_string_lossy().into_owned();
        let argument = std::mem::replace(&mut arguments[place], text.into());
        let parsed = Command::try_parse_from(&arguments);
        if parsed.err().is_none_or(|error| !is_it(&error)) {
            return Some(argument);
        }
    }
    None
}

/// How a command is called that takes a program and was called without one, if that is the error: a program is one of the command's
/// subcommands to clap, which shows its whole help instead.
fn without_program(error: &clap::Error) -> Option<String> {
    match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {}
        _ => return None,
    }
    let name = first_argument()?;
    let mut all = Command::command();
    let called = all.find_subcommand_mut(name)?;
    called.build();
    called
        .is_allow_external_subcommands_set()
        .then(|| called.render_usage().to_string())
}

/// The first argument that does not ask for a log.
fn first_argument() -> Option<OsString> {
    let mut arguments = std::env::args_os().skip(1);
    arguments.find(|argument| !asks_for_log(argument))
}

/// The variable that chooses what is logged.
const LOG: &str = "RUST_LOG";

impl Logging {
    fn start(&self, warns: bool) {
        let level = match self.verbose {
            0 => "off",
            1 => "info",
            2 => "debug",
            _ => "trace",
        };
        let filter = chosen_log().unwrap_or_else(|reason| {
            if warns {
                console::complain(&format!(
                    "{LOG} has no effect: {reason}; write it as a level (error, warn, info, debug, trace, off) or as PART=LEVEL, such as linux=trace, separated by commas, or unset it"
                ));
            }
            None
        });
        tracing_subscriber::fmt()
            .with_env_filter(filter.unwrap_or_else(|| EnvFilter::new(level)))
            .with_writer(std::io::stderr)
            .with_ansi(std::io::stderr().is_terminal())
            .init();
    }
}

/// What the environment chooses to log, if it does.
///
/// # Errors
/// Why it cannot be understood.
fn chosen_log() -> Result<Option<EnvFilter>, String> {
    match std::env::var(LOG) {
        Ok(text) => match EnvFilter::try_new(&text) {
            Ok(filter) => Ok(Some(filter)),
            Err(error) => Err(format!("{text:?}: {error}")),
        },
        Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(text)) => Err(format!("{text:?} is not UTF-8")),
    }
}
