//! `epicycle profileme`: instruction sampling, and what the samples say beside what is true.

mod executed;
mod lines;
mod tables;

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use events::{Monitor, Probe};
use profile::Functions;
use profileme::{MAX_PERIOD, Mode, Periods, Pipe, ProfileMe, Sample, Sampler};
use report::{Report, SampleHeader, SampleLine};
use sim::Request;

use crate::interrupt::Interrupt;
use crate::options::{Guest, Machine, Program, count, small};
use crate::output::{Output, Outputs};
use crate::{console, program, streams};
use executed::Executed;
use tables::{Exact, Places};

/// Run a program with an instruction sampling unit after the ProfileMe of the Alpha 21264, and print what its samples say.
///
/// Each N-th valid fetched syllable is followed through the pipe. Tables after DCPI's dcpiprof and dcpilist: estimate,
/// standard error, and in brackets the exact figure. Options end at the first argument that is not one; the rest is the
/// guest's. Its streams are passed through and the tables follow on stdout. docs/profileme.md says what is sampled.
#[derive(Args)]
#[command(
    override_usage = "epicycle profileme [OPTIONS] PROGRAM [ARGS]...",
    subcommand_value_name = "PROGRAM",
    subcommand_help_heading = "Program",
    disable_help_subcommand = true
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    machine: Machine,
    /// Write a line of JSON for how samples were taken and one for each sample; the form is
    /// crates/report/schema/profileme.schema.json.
    #[arg(long, value_name = "FILE")]
    samples: Option<PathBuf>,
    /// What a row of the table is about.
    #[arg(long, value_enum, default_value_t = By::Function)]
    by: By,
    /// Print so many rows, those with most samples; of instructions and groups all of the functions with most samples.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = small::<usize>)]
    top: usize,
    /// Print all exact figures beside the estimates, not only how often syllables retired: every syllable is followed, which
    /// takes ten times as long.
    #[arg(long)]
    exact: bool,
    /// Write the tables to this file; `-`: stdout.
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// Write the report, JSON, to this file.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    sampling: Sampling,
    #[command(flatten)]
    guest: Guest,
    #[command(subcommand)]
    command: Program,
}

/// How samples are taken.
#[derive(Args)]
#[command(next_help_heading = "Sampling")]
struct Sampling {
    /// Valid fetched syllables from one selection to the next, 1 to 1048576.
    #[arg(long, value_name = "N", default_value = "2000", allow_negative_numbers = true, value_parser = period)]
    period: u64,
    /// Spread the periods evenly from half to one and a half of that.
    #[arg(long)]
    jitter: bool,
    /// Begin the random numbers of --jitter and --pairs with this.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = count)]
    seed: u64,
    /// What the two counters count while the syllable is in flight: pm cycles and retire delay; pm0 retired instructions and
    /// cycles; pm2 retired instructions and requests that missed L2; pm3 cycles and replays.
    #[arg(long, value_enum, default_value_t = ModeName::Pm)]
    mode: ModeName,
    /// Follow a second syllable 1 to W behind each selected one, for the concurrency of instructions.
    #[arg(
        long,
        value_name = "W",
        value_parser = pairs,
        conflicts_with = "continuous"
    )]
    pairs: Option<u64>,
    /// Let the counter of syllables run on while a syllable is in flight; several are then followed at once.
    #[arg(long)]
    continuous: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum ModeName {
    Pm,
    Pm0,
    Pm2,
    Pm3,
}

impl From<ModeName> for Mode {
    fn from(name: ModeName) -> Mode {
        match name {
            ModeName::Pm => Mode::Pm,
            ModeName::Pm0 => Mode::Pm0,
            ModeName::Pm2 => Mode::Pm2,
            ModeName::Pm3 => Mode::Pm3,
        }
    }
}

/// What a row of the table is about.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum By {
    Function,
    Instruction,
    Group,
}

fn period(text: &str) -> Result<u64, String> {
    match count(text) {
        Ok(period @ 1..=MAX_PERIOD) => Ok(period),
        Ok(_) => Err(format!("the counter has 20 bits; write 1 to {MAX_PERIOD}")),
        Err(error) => Err(error.to_string()),
    }
}

/// Longest distance of the two of a pair.
const MAX_PAIRS: u64 = 1000;

fn pairs(text: &str) -> Result<u64, String> {
    match count(text) {
        Ok(distance @ 1..=MAX_PAIRS) => Ok(distance),
        Ok(_) => Err(format!("write 1 to {MAX_PAIRS} syllables")),
        Err(error) => Err(error.to_string()),
    }
}

/// Runs and prints; a program that cannot run is a failed run.
pub(crate) fn main(arguments: Arguments) -> Result<u8> {
    profile(arguments).or_else(program::failed)
}

fn profile(arguments: Arguments) -> Result<u8> {
    let quiet = arguments.guest.quiet;
    let mut request = program::request(
        Arc::new((arguments.machine).load_beside("PROGRAM", arguments.command.path())?),
        arguments.command,
        arguments.guest,
    )?;
    let path = request.program.clone();
    let data = program::read(&request)?;
    let program = program::open_to_run(&path, &data)?;

    let mut outputs = Outputs::of(&request);
    let samples = arguments.samples.as_deref();
    let samples = samples.map(|path| outputs.open("file of samples", path));
    let samples = samples.transpose()?;
    let mut out = outputs.open("table", &arguments.out)?;
    let report_path = arguments.report.as_deref();
    let mut report_file = report_path
        .map(|path| outputs.open("report", path))
        .transpose()?;
    request.identify = report_file.is_some();
    let control = Arc::clone(&request.control);
    let interrupt = Interrupt::listen(move || control.interrupt())?;
    streams::pass(&mut request, &interrupt);
    if samples.as_ref().is_some_and(Output::is_standard_output) {
        streams::divert_output(&mut request, &interrupt);
    }

    let sampling = &arguments.sampling;
    let mode = Mode::from(sampling.mode);
    let mut lines = samples
        .as_ref()
        .map(|file| Lines::new(file.writer(), &request));
    if let Some(lines) = &mut lines {
        lines.write(&SampleLine::Header(header(sampling, &request)));
    }
    let pairs = sampling.pairs.is_some();
    let mut sampled = Places::new(arguments.by, mode, pairs);
    let mut exact = match arguments.exact {
        true => Exact::Followed(Box::new(Places::new(arguments.by, mode, pairs))),
        false => Exact::Counted(Executed::default()),
    };
    let (mut report, unit) = sample(request, sampling, lines.as_mut(), &mut sampled, &mut exact)?;
    // What cannot be written is said when everything else is.
    if let (Some(file), Some(lines)) = (&samples, lines) {
        file.ended(lines.finish());
    }
    program::name_cause(&mut report, &outputs, &interrupt);
    let table = tables::Tables {
        sampled: &sampled,
        exact: &exact,
        unit: &unit,
        functions: &Functions::of(&program),
        symbols: &program::symbols(&program),
        top: arguments.top,
        pairs: sampling.pairs.unwrap_or(0),
    };
    let _ = out.write_text(&table.text(&report)?);
    if let Some(file) = &mut report_file {
        let _ = file.write_text(&report::to_json(&report));
    }
    outputs.commit()?;
    if let Err(violation) = report.identities() {
        bail!("the report contradicts itself ({violation}); this is a bug in the simulator");
    }
    if !quiet {
        console::inform(&report::text_summary(&report));
    }
    Ok(program::ended(&report, &interrupt))
}

/// Runs with the unit and a listener for the exact figures.
fn sample(
    request: Request,
    sampling: &Sampling,
    mut lines: Option<&mut Lines>,
    sampled: &mut Places,
    exact: &mut Exact,
) -> Result<(Report, ProfileMe)> {
    let mode = Mode::from(sampling.mode);
    let pipe = program::pipe(&request.config.machine);
    let periods = Periods::new(sampling.period, sampling.jitter, sampling.seed);
    let mut unit = ProfileMe::new(pipe).with_periods_from(periods.least());
    if request.region.is_some() {
        unit = unit.awaiting_region();
    }
    if sampling.continuous {
        unit = unit.continuous(periods.clone());
    }
    let mut sampler = Sampler::new(
        periods,
        mode,
        sampling.pairs.unwrap_or(0),
        |sample: &Sample| {
            if let Some(lines) = &mut lines {
                lines.write(&SampleLine::Sample(Box::new(lines::line(sample, &pipe))));
            }
            sampled.add(sample);
        },
    );
    sampler.start(&mut unit);
    let mut monitor = Monitor::<ProfileMe, _>::new(unit, sampler);
    let (executed, places) = match exact {
        Exact::Counted(executed) => (Some(executed), None),
        Exact::Followed(places) => (None, Some(places)),
    };
    let mut every = places.map(|places| every(&request, pipe, mode, places));
    let mut counted;
    let mut listeners: Vec<&mut dyn Probe> = Vec::new();
    match executed {
        Some(executed) => {
            // One listener, so that records are handed over once.
            counted = (&mut monitor, executed);
            listeners.push(&mut counted);
        }
        None => listeners.push(&mut monitor),
    }
    if let Some(every) = &mut every {
        listeners.push(every);
    }
    let report = sim::run_with(request, listeners)?;
    let cycles = report.cycles.unwrap_or_default();
    monitor.finish(cycles);
    monitor.handler.finish(&mut monitor.unit);
    if let Some(every) = &mut every {
        every.finish(cycles);
        every.handler.finish(&mut every.unit);
    }
    Ok((report, monitor.unit))
}

/// A second unit that follows every syllable.
fn every<'a>(
    request: &Request,
    pipe: Pipe,
    mode: Mode,
    places: &'a mut Places,
) -> Monitor<ProfileMe, Sampler<impl FnMut(&Sample) + 'a>> {
    let periods = Periods::new(1, false, 0);
    let mut unit = ProfileMe::new(pipe).continuous(periods.clone());
    if request.region.is_some() {
        unit = unit.awaiting_region();
    }
    let mut sampler = Sampler::new(periods, mode, 0, move |sample: &Sample| places.add(sample));
    sampler.start(&mut unit);
    Monitor::new(unit, sampler)
}

fn header(sampling: &Sampling, request: &Request) -> SampleHeader {
    let name = request.program.file_name().unwrap_or_default();
    SampleHeader {
        schema_version: report::SCHEMA_VERSION,
        workload: name.to_string_lossy().into_owned(),
        config: request.config.name.clone(),
        period: sampling.period,
        jitter: sampling.jitter,
        mode: Mode::from(sampling.mode).name().to_owned(),
        seed: sampling.seed,
        pairs: sampling.pairs.unwrap_or(0),
        continuous: sampling.continuous,
    }
}

/// The file of samples. One that cannot be written ends the run.
struct Lines {
    file: Box<dyn std::io::Write + Send>,
    control: Arc<sim::Control>,
    error: Option<anyhow::Error>,
}

impl Lines {
    fn new(file: Box<dyn std::io::Write + Send>, request: &Request) -> Self {
        Self {
            file,
            control: Arc::clone(&request.control),
            error: None,
        }
    }

    fn write(&mut self, line: &SampleLine) {
        if self.error.is_some() {
            return;
        }
        let written = serde_json::to_writer(&mut self.file, line).map_err(anyhow::Error::from);
        let written = written.and_then(|()| Ok(self.file.write_all(b"\n")?));
        if let Err(error) = written {
            self.error = Some(error);
            self.control.interrupt();
        }
    }

    fn finish(mut self) -> Result<()> {
        let written = match self.error {
            Some(error) => Err(error),
            None => self.file.flush().map_err(anyhow::Error::from),
        };
        written.map_err(|error| anyhow::anyhow!("cannot write {error}"))
    }
}
