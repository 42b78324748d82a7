//! The pool of workers and the collector.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, Sender};
use report::{FileError, Inputs, MissingRun, RunSummary, Summary};

use crate::expand::expand;
use crate::output::{Existing, Output, Planned};
use crate::plan::Expected;
use crate::work::{self, Finished, Run, Task};
use crate::{OutputError, Plan, Simulate, Worker, Workload};

/// A part of a plan: run `index` of `count`, from 1. Runs are dealt out in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 1.
    pub index: usize,
    /// How many parts.
    pub count: usize,
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text
            .split_once('/')
            .and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match parts {
            Some((index, count)) if 1 <= index && index <= count => Ok(Self { index, count }),
            _ => Err(format!("\"{text}\" is not i/n with i from 1 to n")),
        }
    }
}

/// How to run a plan.
#[derive(Debug, Clone)]
pub struct Options {
    /// Folder of the results.
    pub out: PathBuf,
    /// What to do with results that are there already.
    pub existing: Existing,
    /// Runs at once; 0: as many as the host has processors.
    pub jobs: usize,
    /// Only a part of the plan.
    pub shard: Option<Shard>,
    /// Overrides for every config, `path=value`.
    pub overrides: Vec<String>,
    /// More runs than this are refused.
    pub max_runs: usize,
    /// Without the cycle model.
    pub functional: bool,
    /// Limits of every run besides those of the plan: the lower one holds.
    pub limits: Limits,
    /// How every run is expected to end, whatever the plan says.
    pub outcome: Option<Expected>,
    /// Folder that keeps what the guests write, in a folder for each run; without it that is lost.
    pub keep_scratch: Option<PathBuf>,
    /// How often the observer hears what still runs.
    pub remind: Duration,
    /// Each run in a process of its own; without it, all in this one.
    pub isolate: Option<Worker>,
}

/// Where a run ends before its program does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// After so many instructions.
    pub instructions: Option<u64>,
    /// When so many cycles have passed.
    pub cycles: Option<u64>,
    /// When it has taken so much of the host's time.
    pub timeout: Option<Duration>,
}

/// How many runs a batch may have unless more are allowed: a slip in a sweep must not fill the disk.
pub const MAX_RUNS: usize = 10_000;

impl Default for Options {
    fn default() -> Self {
        Self {
            out: PathBuf::new(),
            existing: Existing::default(),
            jobs: 0,
            shard: None,
            overrides: Vec::new(),
            max_runs: MAX_RUNS,
            functional: false,
            limits: Limits::default(),
            outcome: None,
            keep_scratch: None,
            remind: Duration::from_secs(30),
            isolate: None,
        }
    }
}

impl Options {
    /// The limits of a workload: the plan's and those of all runs.
    pub(crate) fn limits(&self, workload: &Workload) -> Limits {
        fn lower<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            one.into_iter().chain(other).min()
        }
        Limits {
            instructions: lower(self.limits.instructions, workload.max_instructions),
            cycles: lower(self.limits.cycles, workload.max_cycles),
            timeout: lower(self.limits.timeout, workload.timeout),
        }
    }
}

/// How a batch went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The summary, as written.
    pub summary: Summary,
    /// Whether it was interrupted before every run had ended.
    pub interrupted: bool,
    /// How many runs have ended in it; the summary may have more that are not repeated.
    pub ended: usize,
}

impl Batch {
    /// Runs that failed.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.summary.failed()
    }
}

/// A batch that could not be run.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// A config of the plan is wrong.
    #[error(transparent)]
    Config(Box<config::Error>),
    /// Two configs would write the same report.
    #[error(
        "the plan names two configs \"{name}\", whose reports would be one file; take one out, or rename its file"
    )]
    ConfigTwice {
        /// The name.
        name: String,
    },
    /// No file can be named after a config.
    #[error(
        "config name \"{name}\" cannot be the name of a report; use letters and digits, and fewer overrides at once"
    )]
    ConfigName {
        /// The name.
        name: String,
    },
    /// A pattern of configs fits none.
    #[error("no config fits \"{pattern}\"; there are {known}")]
    NoConfig {
        /// The pattern.
        pattern: String,
        /// Names of the shipped configs; for a pattern of paths, where it was looked for.
        known: String,
    },
    /// An option and the sweep of the plan set the same key.
    #[error("--set {set}: the plan's sweep gives this key its values; take one out")]
    Swept {
        /// The option.
        set: String,
    },
    /// There are more runs than allowed.
    #[error(
        "the plan has {runs} runs, and at most {limit} are allowed; take values or workloads out, or give --max-runs"
    )]
    TooMany {
        /// How many, as text: there may be more than a number holds.
        runs: String,
        /// The limit.
        limit: usize,
    },
    /// The folder of results does not take files.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A report could not be written after its run.
    #[error(transparent)]
    Write(#[from] FileError),
    /// The pool could not be made.
    #[error("cannot start {jobs} worker threads: {message}; give fewer with --jobs")]
    Threads {
        /// Threads asked for.
        jobs: usize,
        /// The reason.
        message: String,
    },
}

/// What hears of the progress of a batch. Called from one thread only.
pub trait Observer {
    /// The batch begins: how many runs there are, and how many of them are not repeated.
    fn begins(&mut self, _runs: usize, _kept: usize) {}
    /// A run begins.
    fn started(&mut self, _run: usize, _workload: &str, _config: &str) {}
    /// A run has retired so many instructions; called a few times each second.
    fn advanced(&mut self, _run: usize, _instructions: u64) {}
    /// Time for a word on the runs that go on: called every [`Options::remind`].
    fn reminded(&mut self, _running: &[Running<'_>]) {}
    /// A run has ended and its report is written.
    fn finished(&mut self, _run: usize, _summary: &RunSummary) {}
}

/// A run that goes on.
#[derive(Debug, Clone, Copy)]
pub struct Running<'a> {
    /// Name of its workload.
    pub workload: &'a str,
    /// Name of its config.
    pub config: &'a str,
    /// Instructions retired so far.
    pub instructions: u64,
    /// Time of the host since its start.
    pub elapsed: Duration,
}

/// Shows nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {}

enum Message {
    Started(usize),
    Finished(usize, Box<Finished>),
    Cancelled(usize),
}

/// Runs a plan: writes a report for each run as it ends, and the summary at the end. `interrupt` may be set at any time:
/// no further run starts, running ones are cancelled, and what has ended is kept.
///
/// # Errors
/// [`BatchError`]; all but [`BatchError::Write`] come before the first run starts.
pub fn run(
    plan: &Plan,
    options: &Options,
    simulator: &impl Simulate,
    observer: &mut impl Observer,
    interrupt: &AtomicBool,
) -> Result<Batch, BatchError> {
    let all = expand(plan, options)?;
    let mut runs = Vec::new();
    let (mut planned, mut elsewhere) = (Vec::new(), Vec::new());
    let mut last: Option<(&Workload, Inputs)> = None;
    for run in &all {
        let (workload, config) = (run.workload, &run.config);
        if !run.ours {
            elsewhere.push(MissingRun {
                index: run.index,
                workload: workload.name.clone(),
                config: config.name.clone(),
            });
            continue;
        }
        // The runs of a workload follow each other.
        let inputs = match &last {
            Some((before, inputs)) if std::ptr::eq(*before, workload) => inputs.clone(),
            _ => work::inputs(workload, plan, options),
        };
        last = Some((workload, inputs.clone()));
        planned.push(Planned {
            index: run.index,
            workload: workload.name.clone(),
            config: config.name.clone(),
            config_hash: config.hash.clone(),
            inputs: Some(inputs),
        });
        runs.push(Run {
            task: Task::new(workload, config, plan, options),
            control: Arc::default(),
        });
    }
    let output = Output::open(&options.out, planned, elsewhere, options.existing)?;
    let wanted: Vec<usize> = (0..runs.len())
        .filter(|&place| options.existing != Existing::Resume || output.lines[place].is_none())
        .collect();
    // More threads than runs have nothing to do, and the host may not be able to start them.
    let threads = match options.jobs {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        jobs => jobs,
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.min(wanted.len()).max(1))
        .thread_name(|index| format!("run-{index}"))
        .build()
        .map_err(|error| BatchError::Threads {
            jobs: options.jobs,
            message: error.to_string(),
        })?;

    observer.begins(runs.len(), runs.len() - wanted.len());
    let (sender, receiver) = crossbeam_channel::unbounded();
    let mut collector = Collector {
        output,
        ended: 0,
        error: None,
    };
    pool.in_place_scope_fifo(|scope| {
        for &place in &wanted {
            let (sender, run) = (sender.clone(), &runs[place]);
            scope.spawn_fifo(move |_| work(place, run, options, simulator, interrupt, &sender));
        }
        drop(sender);
        let mut active: Vec<(usize, Instant)> = Vec::new();
        let mut reminded = Instant::now();
        loop {
            match receiver.recv_timeout(Duration::from_millis(100)) {
                Ok(Message::Started(place)) => {
                    active.push((place, Instant::now()));
                    observer.started(
                        place,
                        &runs[place].task.workload.name,
                        &runs[place].task.config.name,
                    );
                }
                Ok(Message::Cancelled(place)) => active.retain(|&(other, _)| other != place),
                Ok(Message::Finished(place, finished)) => {
                    active.retain(|&(other, _)| other != place);
                    if let Some(line) = collector.collect(place, *finished) {
                        observer.finished(place, line);
                    } else {
                        // Nothing can be written any more: stop as after an interrupt, then report why.
                        interrupt.store(true, Ordering::Relaxed);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    for &(place, _) in &active {
                        observer.advanced(place, runs[place].control.instructions());
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if reminded.elapsed() >= options.remind && !active.is_empty() {
                reminded = Instant::now();
                observer.reminded(&running(&runs, &active));
            }
            if interrupt.load(Ordering::Relaxed) {
                runs.iter().for_each(|run| run.control.cancel());
            }
        }
    });
    let (ended, error) = (collector.ended, collector.error);
    // Also when a report could not be written: the summary may be small enough, and names what is there.
    let written = collector.output.finish();
    if let Some(error) = error {
        return Err(error.into());
    }
    Ok(Batch {
        summary: written?,
        interrupted: ended < wanted.len(),
        ended,
    })
}

fn running<'a>(runs: &'a [Run], active: &[(usize, Instant)]) -> Vec<Running<'a>> {
    active
        .iter()
        .map(|&(place, began)| Running {
            workload: &runs[place].task.workload.name,
            config: &runs[place].task.config.name,
            instructions: runs[place].control.instructions(),
            elapsed: began.elapsed(),
        })
        .collect()
}

/// Writes what workers send.
struct Collector {
    output: Output,
    /// Runs that have ended in this batch.
    ended: usize,
    error: Option<FileError>,
}

impl Collector {
    /// Writes the files of a run; `None` when that failed.
    fn collect(&mut self, place: usize, finished: Finished) -> Option<&RunSummary> {
        let streams = [&finished.stdout[..], &finished.stderr[..]];
        match self
            .output
            .write_run(place, &finished.report, finished.failure, streams)
        {
            Ok(line) => {
                self.ended += 1;
                Some(line)
            }
            Err(error) => {
                self.error.get_or_insert(error);
                None
            }
        }
    }
}

fn work(
    place: usize,
    run: &Run,
    options: &Options,
    simulator: &impl Simulate,
    interrupt: &AtomicBool,
    sender: &Sender<Message>,
) {
    // The collector outlives the workers.
    let tell = |message| drop(sender.send(message));
    if interrupt.load(Ordering::Relaxed) {
        return tell(Message::Cancelled(place));
    }
    tell(Message::Started(place));
    let began = Instant::now();
    let finished = match &options.isolate {
        Some(worker) => worker.simulate(run, interrupt),
        None => work::simulate(&run.task, &run.control, simulator),
    };
    match finished {
        None => tell(Message::Cancelled(place)),
        Some(finished) => {
            tracing::info!(
                workload = run.task.workload.name,
                config = run.task.config.name,
                instructions = finished.report.instructions,
                milliseconds = began.elapsed().as_millis(),
                "run ended"
            );
            tell(Message::Finished(place, Box::new(finished)));
        }
    }
}
