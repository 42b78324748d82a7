//! `epicycle monitors`: which sampling monitor tells the truth about a program's time.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};
use clap::Args;
use config::model::FreezeAt;
use events::Probe;
use profile::Functions;
use report::{Accused, MonitorError, SampledMonitor, Style};
use samplers::{Bench, Place, Sampler, Setup};
use sim::{Bundle, Line, Profile};

use crate::interrupt::Interrupt;
use crate::options::{Guest, Machine, Program, count, small};
use crate::output::Outputs;
use crate::{program, streams};

/// Run a program once with every kind of sampling monitor listening, and print how far the profile of each is from the true one.
///
/// The truth is that of annotate: each cycle belongs to the first instruction of the issue group that issues in it or waits. The
/// error is the total variation distance: the share of the time that is booked at the wrong place. docs/monitor-truth.md defines
/// each sampler. Options end at the first argument that is not one; the rest is the guest's. Its streams are passed through and the
/// tables follow on stdout; where they are JSON, the guest's stdout goes to stderr.
#[derive(Args)]
#[command(
    override_usage = "epicycle monitors [OPTIONS] PROGRAM [ARGS]...",
    subcommand_value_name = "PROGRAM",
    subcommand_help_heading = "Program",
    disable_help_subcommand = true
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    machine: Machine,
    /// Write the report of the run, JSON, to this file; the samplers change nothing in it.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write the errors as a plot, SVG, to this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write JSON instead of tables, to FILE when one is given; the form is crates/report/schema/monitors.schema.json.
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "-"
    )]
    json: Option<PathBuf>,
    /// Write the table of errors alone, in GitHub's Markdown.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    #[command(flatten)]
    sampling: Sampling,
    #[command(flatten)]
    guest: Guest,
    #[command(subcommand)]
    command: Program,
}

/// When the samplers fire.
#[derive(Args)]
#[command(next_help_heading = "Sampling")]
struct Sampling {
    /// Take one sample in N events of each sampler's own kind; may be given several times, and every sampler runs once for each.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = period)]
    period: Vec<u64>,
    /// Sample cycles with an interrupt N cycles late, too; may be given several times.
    #[arg(long, value_name = "N", default_values_t = [4, 16], value_parser = small::<u32>)]
    skid: Vec<u32>,
    /// Seed of the places of the samples in their periods.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = count)]
    seed: u64,
    /// Sample at the end of each period instead: a loop in step with the period is then sampled at one place.
    #[arg(long, conflicts_with = "seed")]
    fixed: bool,
}

fn period(text: &str) -> Result<u64, String> {
    let period = count(text).map_err(|error| error.to_string())?;
    match (1..=Setup::LONGEST).contains(&period) {
        true => Ok(period),
        false => Err(format!("a period is 1 to {}", Setup::LONGEST)),
    }
}

/// Runs and compares; a program that cannot run is a failed run.
pub(crate) fn main(arguments: Arguments) -> Result<u8> {
    monitors(arguments).or_else(program::failed)
}

fn monitors(arguments: Arguments) -> Result<u8> {
    let config = arguments
        .machine
        .load_beside("PROGRAM", arguments.command.path())?;
    let config = Arc::new(config);
    let quiet = arguments.guest.quiet;
    let mut request = program::request(Arc::clone(&config), arguments.command, arguments.guest)?;
    let path = request.program.clone();
    let data = program::read(&request)?;
    let functions = Functions::of(&program::open_to_run(&path, &data)?);

    let mut outputs = Outputs::of(&request);
    let place = arguments.json.as_deref().unwrap_or(Path::new("-"));
    let mut out = outputs.open("comparison", place)?;
    let mut open = |what, path: &Option<PathBuf>| {
        let path = path.as_deref();
        path.map(|path| outputs.open(what, path)).transpose()
    };
    let mut report_file = open("report", &arguments.report)?;
    let mut plot = open("plot", &arguments.svg)?;
    let control = Arc::clone(&request.control);
    let interrupt = Interrupt::listen(move || control.interrupt())?;
    streams::pass(&mut request, &interrupt);
    if arguments.json.is_some() && out.is_standard_output() {
        streams::divert_output(&mut request, &interrupt);
    }

    let mut bench = Bench::new(&setup(&arguments.sampling, &config));
    let mut profile = Profile::new();
    let listeners = std::iter::once(&mut profile as &mut dyn Probe).chain(bench.listeners());
    let report = sim::run_with(request, listeners.collect())?;
    let recording = profile.finish();
    let truth = Truth::new(&recording.bundles);
    let sum: u64 = truth.cycles.values().sum();
    let cycles = report.cycles.unwrap_or_default();
    if sum != cycles {
        bail!(
            "{sum} cycles of instructions are not the {cycles} of the run; this is a bug in the simulator"
        );
    }
    let results: Vec<SampledMonitor> = bench
        .finish()
        .iter()
        .map(|sampler| truth.judge(sampler, &functions))
        .collect();
    let text = match (&arguments.json, arguments.markdown) {
        (Some(_), _) => report::to_json(&results),
        (None, true) => report::monitors_table(&results, Style::Markdown),
        (None, false) => report::monitors_table(&results, Style::Plain),
    };
    // What cannot be written is said when everything else is.
    let _ = out.write_text(&text);
    if let Some(file) = &mut report_file {
        let _ = file.write_text(&report::to_json(&report));
    }
    if let Some(file) = &mut plot {
        let title = format!(
            "Share of the time booked at the wrong place: {} on {}",
            report.workload.name, report.config.name
        );
        let _ = file.write_text(&report::monitors_plot(&title, &results));
    }
    outputs.commit()?;
    Ok(program::status(&report, quiet, &interrupt))
}

/// The samplers that the options ask for on a machine.
fn setup(sampling: &Sampling, config: &config::Loaded) -> Setup {
    let machine = &config.machine;
    Setup {
        family: machine.processor.family,
        options: pmu::Options {
            freeze_at_delivery: machine.pmu.freeze_at == FreezeAt::Delivery,
            single_entry: !machine.pmu.branch_trace_pairs,
            any_misprediction: machine.pmu.any_misprediction,
            ..pmu::Options::default()
        },
        pipe: program::pipe(machine),
        periods: sampling.period.clone(),
        skids: sampling.skid.iter().map(|&skid| skid.into()).collect(),
        seed: (!sampling.fixed).then_some(sampling.seed),
    }
}

/// The most wrongly accused instructions that are named.
const NAMED: usize = 10;

/// The exact cycles of each instruction, as annotate has them.
struct Truth {
    cycles: BTreeMap<Place, u64>,
    /// Bundles of which the second slot is the first half of an instruction.
    long: BTreeMap<u64, bool>,
}

impl Truth {
    /// By address alone: a sampler cannot tell what else stood there at another time.
    fn new(bundles: &BTreeMap<(u64, u128), Bundle>) -> Self {
        let mut truth = Self {
            cycles: BTreeMap::new(),
            long: BTreeMap::new(),
        };
        for (&(ip, raw), bundle) in bundles {
            truth.long.insert(ip, isa::decode(raw).template.is_mlx());
            for (slot, cycles) in (0..).zip(bundle.slots.iter().map(Line::all_cycles)) {
                if cycles > 0 {
                    *truth.cycles.entry(Place { ip, slot }).or_default() += cycles;
                }
            }
        }
        truth
    }

    fn judge(&self, sampler: &Sampler, functions: &Functions) -> SampledMonitor {
        let tally = sampler.tally();
        // An instruction of two slots stands at the second of them.
        let accused = by(tally.accused(), |place| match self.long.get(&place.ip) {
            Some(true) if place.slot == 1 => Place { slot: 2, ..place },
            _ => place,
        });
        let bundle = |place: Place| place.ip;
        let function = |place: Place| functions.find(place.ip).map(|it| it.address);
        let error = MonitorError {
            instruction: rounded(samplers::error(&self.cycles, &accused)),
            bundle: rounded(samplers::error(
                &by(&self.cycles, bundle),
                &by(&accused, bundle),
            )),
            function: rounded(samplers::error(
                &by(&self.cycles, function),
                &by(&accused, function),
            )),
        };
        SampledMonitor {
            name: sampler.name.clone(),
            period: sampler.period,
            unit: sampler.unit.to_owned(),
            samples: tally.samples(),
            interrupts: tally.interrupts(),
            error,
            wrongly_accused: self.worst(&accused, functions),
        }
    }

    fn worst(&self, accused: &BTreeMap<Place, u64>, functions: &Functions) -> Vec<Accused> {
        let mut wrong: Vec<_> = samplers::excess(&self.cycles, accused)
            .filter(|&(_, excess)| excess > 0)
            .collect();
        wrong.sort_by_key(|&(place, excess)| (Reverse(excess), place));
        wrong.truncate(NAMED);
        let share = |weights: &BTreeMap<Place, u64>, place| {
            let sum: u64 = weights.values().sum();
            rounded(weights.get(place).copied().unwrap_or(0) as f64 / sum as f64)
        };
        wrong
            .into_iter()
            .map(|(place, _)| Accused {
                address: format!("{:#x}", place.ip),
                slot: place.slot,
                function: functions.name(place.ip),
                truth: share(&self.cycles, place),
                accused: share(accused, place),
            })
            .collect()
    }
}

/// Weights summed by what the places belong to.
fn by<K: Ord>(weights: &BTreeMap<Place, u64>, key: impl Fn(Place) -> K) -> BTreeMap<K, u64> {
    let mut sums = BTreeMap::new();
    for (&place, &weight) in weights {
        *sums.entry(key(place)).or_default() += weight;
    }
    sums
}

/// A share with six decimals.
fn rounded(share: f64) -> f64 {
    (share * 1e6).round() / 1e6
}
