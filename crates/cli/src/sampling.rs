//! The options of sampled runs and of frequency vectors.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::{Context, Result, bail};
use batch::Shard;
use clap::{ArgGroup, Args};
use report::Report;
use sim::{Apart, Mode, Request, Sampling, SimPoint, SimPoints, Vectors};

use tempfile::TempDir;

use crate::options::{count, spacing, within};
use crate::output::Outputs;

/// The defaults of [`Sampling`] as the options are written.
static ERROR: LazyLock<String> =
    LazyLock::new(|| format!("{}%", Sampling::default().error * 100.0));
static CONFIDENCE: LazyLock<String> =
    LazyLock::new(|| (Sampling::default().confidence * 100.0).to_string());

/// What of a run is timed when not all of it is.
#[derive(Args)]
#[command(next_help_heading = "Sampling")]
#[group(skip)]
#[command(group = ArgGroup::new("apart").args(["threads", "shard"]).multiple(true))]
pub(crate) struct SamplingOptions {
    /// Time small units of the program only, spread evenly over all of it, and estimate every number with its interval: caches, TLBs
    /// and predictors are warmed with the rest at functional speed. The program's clock counts instructions.
    #[arg(
        long,
        group = "parts",
        conflicts_with_all = ["functional", "roi_start", "roi_stop", "max_cycles", "profile", "trace", "check_groups", "retire_log",
            "interval", "interval_cycles", "pipeview", "user_monitor", "pmc", "pmd", "gdb"]
    )]
    pub(crate) sample: bool,
    /// Go on with as many units as bring the half-width of the interval of cycles per instruction to this part of the estimate, such
    /// as 1% or 0.01.
    #[arg(long, value_name = "PART", value_parser = part, default_value = ERROR.as_str(), requires = "sample", conflicts_with = "simpoints")]
    error: f64,
    /// How often an interval holds the true value, in per cent.
    #[arg(long, value_name = "PERCENT", value_parser = confidence, default_value = CONFIDENCE.as_str(), requires = "sample", conflicts_with = "simpoints")]
    confidence: f64,
    /// Instructions of a unit.
    #[arg(long, value_name = "N", value_parser = unit(), default_value_t = Sampling::default().unit, requires = "sample", conflicts_with = "simpoints")]
    unit: u64,
    /// Instructions that are timed before each unit or chosen interval and not measured.
    #[arg(long, value_name = "N", value_parser = unit(), default_value_t = Sampling::default().warm_up)]
    warm_up: u64,
    /// What happens between units.
    #[arg(long, value_name = "HOW", default_value = "functional", value_parser = ["functional"], requires = "sample", conflicts_with = "simpoints")]
    warm: String,
    /// Time only the intervals that this file names, in SimPoint's form (`epicycle simpoints`), and weigh what is counted in them; what
    /// lies between warms as with --sample. SimPoint says nothing of the error.
    #[arg(
        long,
        value_name = "FILE",
        requires = "weights",
        groups = ["parts", "of_intervals"],
        conflicts_with_all = ["sample", "functional", "roi_start", "roi_stop", "max_cycles", "profile", "trace", "check_groups",
            "retire_log", "interval", "interval_cycles", "pipeview", "user_monitor", "pmc", "pmd", "gdb", "bbv"]
    )]
    simpoints: Option<PathBuf>,
    /// Threads of the host. With 2 one executes what the other times: the report is that of one thread, which is the default. With
    /// --simpoints these intervals, or with --sample stretches of the program, are timed apart from each other, N at once: the program
    /// executes functionally and leaves checkpoints (in --checkpoint-dir, if that is given). The numbers are the same with any N.
    #[arg(long, value_name = "N", value_parser = within(1..=1024, "between 1 and 1024"))]
    threads: Option<u64>,
    /// Instructions that warm caches, TLBs and predictors before each interval or stretch that is timed apart; a stretch is 4 times as
    /// long.
    #[arg(long, value_name = "N", value_parser = count, default_value = "10M", requires_all = ["apart", "parts"])]
    warming: u64,
    /// Time only the stretches of part K of N of a sampled run, and write what was measured to the report: `epicycle merge` gives the
    /// estimates of all parts. Each part executes the whole program functionally; stretches are dealt out in turn.
    #[arg(long, value_name = "K/N", requires_all = ["sample", "report"], conflicts_with = "simpoints")]
    shard: Option<Shard>,
    /// Instructions from one unit to the next of those that are timed apart; without it, as many units as --error needs, and in a shard
    /// some thousand where the program is long enough.
    #[arg(long, value_name = "N", value_parser = count, requires_all = ["apart", "sample"], conflicts_with = "simpoints")]
    period: Option<u64>,
    /// The weights of these intervals.
    #[arg(long, value_name = "FILE", requires = "simpoints")]
    weights: Option<PathBuf>,
    /// Write which blocks execute in each interval, in SimPoint's form: a line `T:block:count …` for each; compressed when the name ends in
    /// .zst. Nothing of it depends on time: with --functional it is the same, sooner, unless data speculation fails in one ALAT and not in
    /// the other (`alat.functional_entries`).
    #[arg(long, value_name = "FILE", group = "of_intervals", conflicts_with_all = ["sample", "gdb", "pipeview"])]
    bbv: Option<PathBuf>,
    /// Instructions of an interval of --bbv and --simpoints, but for the rest of the block that it ends with.
    #[arg(long, value_name = "N", value_parser = spacing(), default_value = "10M", requires = "of_intervals")]
    bbv_interval: u64,
}

/// Parts of a run.
#[derive(Clone)]
pub(crate) enum Parts {
    Units(Sampling),
    Intervals(SimPoints),
}

/// How parts of a run are timed.
pub(crate) enum Chosen {
    InTurn(Parts),
    Apart {
        parts: Parts,
        apart: Apart,
        /// Removed with the checkpoints in it.
        _folder: Option<TempDir>,
    },
}

impl Chosen {
    /// Runs a program so.
    pub(crate) fn run(&self, request: Request) -> Result<Report, sim::Error> {
        match self {
            Chosen::InTurn(Parts::Units(sampling)) => sim::sample(request, sampling),
            Chosen::InTurn(Parts::Intervals(points)) => sim::simpoints(request, points),
            Chosen::Apart { parts, apart, .. } => match parts {
                Parts::Units(sampling) if apart.shard.is_some() => {
                    sim::sample_shard(request, sampling, apart)
                }
                Parts::Units(sampling) => sim::sample_apart(request, sampling, apart),
                Parts::Intervals(points) => sim::simpoints_apart(request, points, apart),
            },
        }
    }
}

impl SamplingOptions {
    /// Whether intervals are timed apart.
    pub(crate) fn is_apart(&self) -> bool {
        self.shard.is_some() || self.threads.is_some() && (self.sample || self.simpoints.is_some())
    }

    /// Whether a second thread times what the first one executes, in a run of its own.
    pub(crate) fn second_thread(&self, mode: Mode) -> Result<bool> {
        match self.threads {
            None | Some(1) => Ok(false),
            Some(_) if mode == Mode::Functional => bail!(
                "--threads: a second thread times what the first one executes, and a --functional run is not timed; leave one of the two out"
            ),
            Some(2) => Ok(true),
            Some(_) => bail!(
                "one run has work for 2 threads, one that executes and one that times; more are for --sample and --simpoints"
            ),
        }
    }

    /// What was asked for, if anything was; `folder`: of checkpoints.
    pub(crate) fn chosen(&self, folder: Option<&Path>) -> Result<Option<Chosen>> {
        let parts = match (&self.simpoints, &self.weights) {
            (Some(simpoints), Some(weights)) => {
                Parts::Intervals(self.intervals(simpoints, weights)?)
            }
            _ if self.sample => Parts::Units(Sampling {
                error: self.error,
                confidence: self.confidence,
                unit: self.unit,
                warm_up: self.warm_up,
            }),
            _ => return Ok(None),
        };
        let threads = match (self.threads, self.shard) {
            (None, None) => return Ok(Some(Chosen::InTurn(parts))),
            (threads, _) => threads.unwrap_or(1),
        };
        let temporary = match folder {
            Some(_) => None,
            None => Some(tempfile::tempdir().context("cannot make a folder for checkpoints; give one with --checkpoint-dir, or another TMPDIR")?),
        };
        let folder = folder.or(temporary.as_ref().map(TempDir::path));
        let apart = Apart {
            folder: folder.unwrap_or(Path::new(".")).to_owned(),
            temporary: temporary.is_some(),
            threads: usize::try_from(threads).unwrap_or(usize::MAX),
            warming: self.warming,
            period: self.period,
            shard: self
                .shard
                .map(|shard| (shard.index as u64, shard.count as u64)),
        };
        Ok(Some(Chosen::Apart {
            parts,
            apart,
            _folder: temporary,
        }))
    }

    /// Keeps the files that the run reads from being written.
    pub(crate) fn keep(&self, outputs: &mut Outputs) {
        for path in [&self.simpoints, &self.weights].into_iter().flatten() {
            outputs.keep("the chosen intervals are read from it", path);
        }
    }

    fn intervals(&self, simpoints: &Path, weights: &Path) -> Result<SimPoints> {
        let read = |path: &Path| {
            let text = files::read_text(path, files::DOCUMENT);
            text.with_context(|| format!("cannot read {}", path.display()))
        };
        let points = phases::read_points(&read(simpoints)?, &read(weights)?)
            .with_context(|| format!("{} with {}", simpoints.display(), weights.display()))?;
        let points = points.into_iter().map(|point| SimPoint {
            interval: point.interval,
            weight: point.weight,
        });
        Ok(SimPoints {
            points: points.collect(),
            length: self.bbv_interval,
            warm_up: self.warm_up,
        })
    }

    /// The frequency vectors, if they are asked for.
    pub(crate) fn vectors(&self, outputs: &mut Outputs) -> Result<Option<Vectors>> {
        let Some(path) = &self.bbv else {
            return Ok(None);
        };
        let out = outputs.open("frequency vectors", path)?.writer_of(path);
        Ok(Some(Vectors {
            length: self.bbv_interval,
            out,
        }))
    }
}

/// `1%` or `0.01`.
fn part(text: &str) -> Result<f64, String> {
    let (digits, scale) = match text.strip_suffix('%') {
        Some(digits) => (digits, 0.01),
        None => (text, 1.0),
    };
    let part = digits.trim().parse::<f64>().map(|number| number * scale);
    part.ok()
        .filter(|part| (1e-5..=1.0).contains(part))
        .ok_or_else(|| "write it as 1% or 0.01; between 0.001% and 100%".to_owned())
}

/// `99.7` or `99.7%`, as a part of 1.
fn confidence(text: &str) -> Result<f64, String> {
    let digits = text.strip_suffix('%').unwrap_or(text);
    let percent = digits.trim().parse::<f64>().ok();
    percent
        .filter(|percent| (50.0..=99.999).contains(percent))
        .map(|percent| percent / 100.0)
        .ok_or_else(|| "write it in per cent, such as 95 or 99.7; between 50 and 99.999".to_owned())
}

/// What parses how long a unit is.
fn unit() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    const { assert!(Sampling::LONGEST == 10_000_000) };
    within(100..=Sampling::LONGEST, "between 100 and 10M instructions")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_and_confidences_are_parts_of_one() {
        assert_eq!(part("1%"), Ok(0.01));
        assert_eq!(part("0.02"), Ok(0.02));
        assert!(part("0").is_err() && part("x%").is_err() && part("200%").is_err());
        assert_eq!(confidence("95"), Ok(0.95));
        assert!(confidence("100").is_err() && confidence("0.997").is_err());
        assert!(unit()("99").is_err() && unit()("1K") == Ok(1_000));
        let default = Sampling::default();
        assert_eq!((ERROR.as_str(), CONFIDENCE.as_str()), ("1%", "99.7"));
        assert_eq!(part(&ERROR), Ok(default.error));
        assert_eq!(confidence(&CONFIDENCE), Ok(default.confidence));
    }
}
