//! `epicycle annotate`: where a program's time goes, instruction by instruction.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};
use clap::{Arg, ArgAction, Args, FromArgMatches as _};
use profile::{Depth, ProfileFile, Sources};

use crate::interrupt::Interrupt;
use crate::options::{Given, Guest, Machine, Program, small};
use crate::output::{Output, Outputs};
use crate::{console, profiling, program, status, streams};

/// Run a program, or read a profile (`run --profile`), and print its hottest functions with the cycles and misses of each
/// instruction.
///
/// An issue group's cycles, the waiting before it included, stand at its first instruction; over the whole program they
/// sum to the cycles of the run, or of its region of interest. Options end at the first argument that is not one; the rest is
/// the guest's. Its streams are passed through and the listing follows on stdout; where that is JSON, the guest's stdout goes to
/// stderr.
#[derive(Args)]
#[command(
    override_usage = "epicycle annotate [OPTIONS] PROGRAM|PROFILE [ARGS]...",
    subcommand_value_name = "PROGRAM",
    subcommand_help_heading = "Program",
    disable_help_subcommand = true
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    machine: Machine,
    #[command(flatten)]
    listing: Listing,
    #[command(flatten)]
    guest: Guest,
    #[command(subcommand)]
    command: Program,
}

/// What is listed, and where to.
#[derive(Args)]
struct Listing {
    /// Show this function; may be given several times. Without it, the hottest ones.
    #[arg(long, value_name = "NAME", conflicts_with = "top")]
    symbol: Vec<String>,
    /// Show so many functions.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = small::<usize>)]
    top: usize,
    /// Show the lines of the source between the instructions, for programs with line tables (-g).
    #[arg(long)]
    source: bool,
    /// Look for source files here too, by the ends of their names; may be given several times.
    #[arg(long, value_name = "DIR", requires = "source")]
    source_path: Vec<PathBuf>,
    /// Write one JSON object for each executed instruction of the whole program instead, to FILE when one is given; the form is
    /// crates/report/schema/annotate.schema.json.
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "-",
        conflicts_with_all = ["symbol", "top", "source"]
    )]
    json: Option<PathBuf>,
    /// Write the listing to this file; `-`: stdout.
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
}

/// Runs and lists; a program that cannot run is a failed run.
pub(crate) fn main(arguments: Arguments) -> Result<u8> {
    annotate(arguments).or_else(program::failed)
}

fn annotate(arguments: Arguments) -> Result<u8> {
    let (path, guest_arguments) = arguments.command.clone().split()?;
    if let Some(profile) = profiling::read(&path)? {
        let arguments = match guest_arguments.is_empty() {
            true => arguments,
            false => options_behind(&path, guest_arguments.len())?,
        };
        let given = &arguments.given;
        let of_a_run = given
            .first_of::<Machine>("")
            .or_else(|| given.first_of::<Guest>("quiet"));
        if let Some(option) = of_a_run {
            bail!(
                "{}: a profile, of a run that has been; {option} is about running a program: leave it out",
                path.display()
            );
        }
        let listing = arguments.listing;
        let mut outputs = Outputs::reading("it is the profile", &path);
        let mut out = listing.open(&mut outputs)?;
        out.write_text(&listing.text(&profile, &path, true)?)?;
        outputs.commit()?;
        return Ok(status::DONE);
    }
    let listing = arguments.listing;
    let quiet = arguments.guest.quiet;
    let mut request = program::request(
        Arc::new((arguments.machine).load_beside("PROGRAM", arguments.command.path())?),
        arguments.command,
        arguments.guest,
    )?;
    let data = program::read(&request)?;
    let file = program::open_to_run(&path, &data)?;
    let has_sections = file.sections_damaged().is_none();
    for name in &listing.symbol {
        let is_it = |symbol: &str| symbol == name || profile::readable(symbol) == *name;
        if !file.symbols().any(|symbol| is_it(&symbol.name)) {
            bail!("{}: has no symbol {name}", path.display());
        }
    }
    let mut outputs = Outputs::of(&request);
    let mut out = listing.open(&mut outputs)?;
    let control = Arc::clone(&request.control);
    let interrupt = Interrupt::listen(move || control.interrupt())?;
    streams::pass(&mut request, &interrupt);
    if listing.json.is_some() && out.is_standard_output() {
        streams::divert_output(&mut request, &interrupt);
    }
    let (report, profile) = profiling::record(request, Depth::Full)?;
    out.write_text(&listing.text(&profile, &path, has_sections)?)?;
    outputs.commit()?;
    Ok(program::status(&report, quiet, &interrupt))
}

/// The options of a command line on which some words follow a profile: a profile has no arguments, so these are options, too.
fn options_behind(path: &Path, behind: usize) -> Result<Arguments> {
    const NAME: &str = "annotate";
    let words = std::env::args_os().skip_while(|word| word != NAME);
    let mut words: Vec<_> = words.collect();
    let place = words.len().saturating_sub(behind + 1);
    let profile = words.remove(place);
    words.push(profile);
    // The option of all commands has been obeyed.
    let verbose = Arg::new("verbose").short('v').long("verbose");
    let verbose = verbose.action(ArgAction::Count);
    let command = Arguments::augment_args(clap::Command::new(NAME).arg(verbose));
    let matches = command.try_get_matches_from(words)?;
    let arguments = Arguments::from_arg_matches(&matches)?;
    let (_, rest) = arguments.command.clone().split()?;
    if !rest.is_empty() {
        bail!(
            "{}: a profile takes no arguments, but options",
            path.display()
        );
    }
    Ok(arguments)
}

impl Listing {
    fn open(&self, outputs: &mut Outputs) -> Result<Output> {
        let standard = Path::new("-");
        let place = match &self.json {
            Some(file) if file != standard && self.out != standard => {
                bail!(
                    "the listing is either in the file of --json or in that of --out; give one of them"
                )
            }
            Some(file) if file != standard => file,
            _ => &self.out,
        };
        outputs.open("listing", place)
    }

    /// `has_sections`: false if the program's sections are damaged; the message about that has been printed.
    fn text(&self, profile: &ProfileFile, path: &Path, has_sections: bool) -> Result<String> {
        if self.json.is_some() {
            let mut text = String::new();
            for line in profile::annotations(profile) {
                text.push_str(&serde_json::to_string(&line)?);
                text.push('\n');
            }
            return Ok(text);
        }
        let mut sources = Sources::in_folders(self.source_path.clone());
        let asked = self.source.then_some(&mut sources);
        match profile::listing(profile, &self.symbol, self.top, asked) {
            Ok(listing) => {
                if self.source && has_sections {
                    self.say_what_is_missing(&sources, path);
                }
                Ok(profile::overview(profile) + &listing)
            }
            Err(name) => bail!("{}: nothing of {name} was executed", path.display()),
        }
    }

    /// Says which lines of the source the listing lacks, and how they are had.
    fn say_what_is_missing(&self, sources: &Sources, path: &Path) {
        if !sources.were_asked_for() {
            console::complain(&format!(
                "{}: the listed functions have no line tables: --source shows nothing; build the program with -g",
                path.display()
            ));
            return;
        }
        let missing: Vec<&str> = sources.missing().collect();
        let Some(first) = missing.first() else {
            return;
        };
        let others = match missing.len() {
            1 => String::new(),
            count => format!(" and {} other source files", count - 1),
        };
        let folders: Vec<_> = self.source_path.iter().map(|it| it.display()).collect();
        let folders = folders.iter().fold(String::new(), |list, folder| {
            format!("{list}, nor the end of its name under {folder}")
        });
        console::complain(&format!(
            "no source file {first}{others}: not there by the name in the line table, from the current folder if it is relative{folders}; give the \
             folder that holds the sources with --source-path DIR"
        ));
    }
}
