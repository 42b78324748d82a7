//! Options that several commands share. This file knows no command.

use std::ffi::{OsStr, OsString};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, FromArgMatches, Subcommand};
use sim::{Files, Request};

/// Names of the options that the command line gives. It takes no option itself, and stands before the fields that do: these take their
/// values away.
pub(crate) struct Given(Vec<String>);

impl Given {
    /// The first option of a group that is given, as `--max-cycles`, but for one.
    pub(crate) fn first_of<A: Args>(&self, except: &str) -> Option<String> {
        let group = A::augment_args(clap::Command::new("group"));
        let mut options = group.get_arguments().filter_map(clap::Arg::get_long);
        let found = options
            .find(|&option| option != except && self.0.iter().any(|given| given == option))?;
        Some(format!("--{found}"))
    }
}

impl Args for Given {
    fn augment_args(command: clap::Command) -> clap::Command {
        command
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        command
    }
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given =
            |id: &&clap::Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
        let options = matches.ids().filter(given);
        Ok(Self(
            options.map(|id| id.as_str().replace('_', "-")).collect(),
        ))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The machine of a run.
#[derive(Args)]
pub(crate) struct Machine {
    /// Name of a shipped config, or path of a TOML file.
    #[arg(long, short, value_name = "CONFIG", default_value = "itanium")]
    pub config: OsString,
    /// Change one value of the config; may be given several times.
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
}

impl Machine {
    /// Loads it.
    pub(crate) fn load(&self) -> Result<::config::Loaded> {
        Ok(::config::load(&self.config, &self.set)?)
    }

    /// Refuses `--set 'os.clock="cycles"'` for a run of which parts are timed: its clock counts instructions.
    pub(crate) fn refuse_clock_of_cycles(&self, machine: &::config::Loaded) -> Result<()> {
        let is_clock = |set: &String| {
            let path = set.split('=').next();
            path.is_some_and(|path| path.trim() == "os.clock")
        };
        if machine.machine.os.clock == ::config::model::Clock::Cycles
            && self.set.iter().any(is_clock)
        {
            anyhow::bail!(
                "--set os.clock: the clock of a run with --sample or --simpoints counts instructions, because most of its cycles are not known; leave it out, or run the program in full"
            );
        }
        Ok(())
    }

    /// [`Self::load`] for a command that reads another file, called `what`, too.
    ///
    /// # Errors
    /// As there, and if both are standard input.
    pub(crate) fn load_beside(&self, what: &str, file: &Path) -> Result<::config::Loaded> {
        once([("--config", Path::new(&self.config)), (what, file)])?;
        self.load()
    }
}

/// Refuses a command line on which two of the files that are read are standard input; each with the option or argument that names it.
pub(crate) fn once<'p>(named: impl IntoIterator<Item = (&'p str, &'p Path)>) -> Result<()> {
    let mut named = named.into_iter();
    let mut input = || named.find(|(_, path)| files::is_standard_input(path));
    if let (Some((first, _)), Some((second, _))) = (input(), input()) {
        anyhow::bail!(
            "{first} and {second} are both -: the standard input can be read once; give a file for one of them"
        );
    }
    Ok(())
}

/// Everything about the guest that is the same for every command that runs one program.
// The heading of a group holds in `--help` for what follows the group, too: options without a heading stand before all groups that have
// one, here and in the commands.
#[derive(Args)]
#[command(next_help_heading = None)]
pub(crate) struct Guest {
    #[command(flatten)]
    limits: Limits,
    /// Add a variable to the guest's fixed environment; may be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = variable)]
    env: Vec<(String, String)>,
    /// The program's name as it sees it itself: argv[0] and AT_EXECFN.
    #[arg(long, value_name = "NAME")]
    argv0: Option<String>,
    /// Print no summary.
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub(crate) region: Region,
    #[command(flatten)]
    files: FileOptions,
}

impl Guest {
    /// Writes what the options say into a request.
    pub(crate) fn apply(self, request: &mut Request) {
        request.max_instructions = self.limits.max_instructions;
        request.max_cycles = self.limits.max_cycles;
        request.region = self.region.bounds();
        request.env = self.env;
        request.argv0 = self.argv0;
        request.files = self.files.view();
    }
}

/// Where a run ends before its program does.
#[derive(Args)]
pub(crate) struct Limits {
    /// Stop after so many instructions; the outcome is then `limit` and the status 0.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub max_instructions: Option<u64>,
    /// Stop when this many cycles have passed, at the end of a block of instructions; the outcome is then `limit` and the
    /// status 0.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub max_cycles: Option<u64>,
}

/// A number of things: `1000000`, `1_000_000`, `1M`.
pub(crate) fn count(text: &str) -> Result<u64, config::number::Error> {
    config::number::count(text)
}

/// What parses a number of things that has to lie in a range, as the error says.
pub(crate) fn within(
    range: RangeInclusive<u64>,
    said: &'static str,
) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    move |text| match count(text) {
        Ok(number) if range.contains(&number) => Ok(number),
        Ok(_) => Err(said.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// The same for an option that holds less than 64 bits.
///
/// # Errors
/// It is not a number, or is too large for the option.
pub(crate) fn small<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let number = count(text).map_err(|error| error.to_string())?;
    T::try_from(number).map_err(|_| format!("{number} is too large"))
}

/// What parses how many instructions lie between two places of which many are written down.
pub(crate) fn spacing() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    within(1_000..=u64::MAX, "at least 1000 instructions")
}

/// A number of bytes, as `48K`.
pub(crate) fn bytes(text: &str) -> Result<u64, config::number::Error> {
    config::number::bytes(text)
}

/// The part of the run that the report is about.
#[derive(Args)]
#[command(next_help_heading = "Region of interest")]
pub(crate) struct Region {
    /// Count from here on: before the first instruction of a symbol or of the bundle at 0xADDRESS, or after a number of
    /// instructions. What comes before warms caches, TLBs and predictors.
    #[arg(long, value_name = "PLACE")]
    pub roi_start: Option<String>,
    /// Count up to here; the program runs on to its end.
    #[arg(long, value_name = "PLACE")]
    pub roi_stop: Option<String>,
}

impl Region {
    /// The bounds, if one was given.
    pub(crate) fn bounds(self) -> Option<sim::Bounds> {
        (self.roi_start.is_some() || self.roi_stop.is_some()).then_some(sim::Bounds {
            start: self.roi_start,
            stop: self.roi_stop,
        })
    }
}

/// Which files of the host the guest reaches.
#[derive(Args)]
#[command(next_help_heading = "Files of the guest")]
pub(crate) struct FileOptions {
    /// Let the guest see this folder as `/`; without it, it sees the host's files under their own names.
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Start in this folder, where PROGRAM is looked for too: one of the host, which the guest knows as /work, or with --root the
    /// guest's path.
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<String>,
    /// Let the guest create and change files in the folder of --root; without --root it may change the host's files anyway.
    #[arg(long)]
    pub writable: bool,
    /// Find the dynamic linker and shared libraries in this folder.
    #[arg(long, value_name = "DIR")]
    pub sysroot: Option<PathBuf>,
}

impl FileOptions {
    /// The guest's view of the host's files.
    pub(crate) fn view(self) -> Files {
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

/// A variable of the environment.
pub(crate) fn variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write it as NAME=value".into()),
    }
}

/// Parses the name of a folder that is written: no stream is one.
pub(crate) fn folder_to_write() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.as_os_str() == "-" {
        true => Err("a folder is written, and - is the standard output; name a folder (./- is one of that name)"),
        false => Ok(path),
    })
}

/// Whether an argument asks for a log.
pub(crate) fn asks_for_log(argument: &OsStr) -> bool {
    argument == "--verbose" || argument.as_encoded_bytes().starts_with(b"-v")
}

/// A guest program and its arguments, taken as they are.
#[derive(Clone, Subcommand)]
pub(crate) enum Program {
    /// The name and what follows it.
    #[command(external_subcommand)]
    Command(Vec<OsString>),
}

impl Program {
    /// The program's path; empty when there is none.
    pub(crate) fn path(&self) -> &Path {
        let Program::Command(command) = self;
        command.first().map_or(Path::new(""), Path::new)
    }

    /// The program's path, and its arguments.
    pub(crate) fn split(self) -> Result<(PathBuf, Vec<String>)> {
        let Program::Command(command) = self;
        let mut command = command.into_iter();
        let program = command.next().context("no program was given")?;
        let arguments = command.map(text).collect::<Result<_>>()?;
        Ok((program.into(), arguments))
    }
}

/// An argument as text.
pub(crate) fn text(argument: OsString) -> Result<String> {
    argument
        .into_string()
        .map_err(|argument| anyhow::anyhow!("argument {argument:?} is not UTF-8"))
}

/// Form of printed tables.
#[derive(Args)]
pub(crate) struct Tables {
    /// Print tables as Markdown.
    #[arg(long)]
    pub(crate) markdown: bool,
}

impl Tables {
    /// The style that was asked for.
    pub(crate) fn style(&self) -> ::report::Style {
        if self.markdown {
            ::report::Style::Markdown
        } else {
            ::report::Style::Plain
        }
    }
}

/// Which runs of results a command is about.
#[derive(Args)]
pub(crate) struct RunNames {
    /// Only these workloads, such as sort or 's*'; may be given several times.
    #[arg(long, short, value_name = "NAME")]
    workload: Vec<::report::Pattern>,
    /// Only these configs, such as itanium or 'itanium2*'; may be given several times.
    #[arg(long, short, value_name = "NAME")]
    config: Vec<::report::Pattern>,
}

impl RunNames {
    /// The first of the two options that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let given = [("--workload", &self.workload), ("--config", &self.config)];
        let mut given = given.into_iter();
        given.find_map(|(option, names)| (!names.is_empty()).then_some(option))
    }

    /// Whether a run was asked for; `nops` also means `nops+size=100`.
    pub(crate) fn fit(&self, workload: &str, config: &str) -> bool {
        let fits = |patterns: &[::report::Pattern], name: &str| {
            patterns.is_empty() || patterns.iter().any(|one| one.fits_with_settings(name))
        };
        fits(&self.workload, workload) && fits(&self.config, config)
    }

    /// The runs that were asked for.
    ///
    /// # Errors
    /// None is left.
    pub(crate) fn runs(&self, runs: Vec<::report::Run>) -> Result<Vec<::report::Run>> {
        self.choose(runs, |run| (&run.workload, &run.config))
    }

    /// Of what stands for runs that which was asked for.
    ///
    /// # Errors
    /// None is left.
    pub(crate) fn choose<T>(
        &self,
        mut runs: Vec<T>,
        names: impl Fn(&T) -> (&String, &String),
    ) -> Result<Vec<T>> {
        let label = |run: &T| {
            let (workload, config) = names(run);
            format!("{workload}/{config}")
        };
        let all: Vec<String> = runs.iter().map(label).collect();
        runs.retain(|run| {
            let (workload, config) = names(run);
            self.fit(workload, config)
        });
        if runs.is_empty() && !all.is_empty() {
            anyhow::bail!("no run is of these names; there are {}", all.join(", "));
        }
        Ok(runs)
    }

    /// An error for the first name that no run of all results has, whether there or missing: it chooses nothing.
    pub(crate) fn refuse_unknown(&self, known: &KnownNames) -> Result<()> {
        for (what, asked, known) in [
            ("workload", &self.workload, &known.workloads),
            ("config", &self.config, &known.configs),
        ] {
            let fits = |one: &&::report::Pattern| known.iter().any(|it| one.fits_with_settings(it));
            let mut unknown = asked.iter().filter(|one| !known.is_empty() && !fits(one));
            if let Some(unknown) = unknown.next() {
                anyhow::bail!(
                    "no run has the {what} \"{unknown}\"; there are {}",
                    known.join(", ")
                );
            }
        }
        Ok(())
    }
}

/// The names of workloads and configs in results, each once, in the order of the plans.
#[derive(Default)]
pub(crate) struct KnownNames {
    workloads: Vec<String>,
    configs: Vec<String>,
}

impl KnownNames {
    /// The runs of results, and those that they lack.
    pub(crate) fn add(&mut self, results: &::report::Results) {
        for run in &results.runs {
            self.add_run(&run.workload, &run.config);
        }
        if let Some(summary) = &results.summary {
            self.add_summary(summary);
        }
    }

    /// The same of a summary.
    pub(crate) fn add_summary(&mut self, summary: &::report::Summary) {
        for run in &summary.runs {
            self.add_run(&run.workload, &run.config);
        }
        for run in &summary.missing {
            self.add_run(&run.workload, &run.config);
        }
    }

    fn add_run(&mut self, workload: &str, config: &str) {
        for (known, name) in [(&mut self.workloads, workload), (&mut self.configs, config)] {
            if !known.iter().any(|it| it == name) {
                known.push(name.to_owned());
            }
        }
    }
}
