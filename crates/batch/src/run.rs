//! The pool of workers and the collector.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, Sender};
use report::{FileError, Inputs, MissingRun, RunSummary, Summary};

use crate::expand::expand;
use crate::options::Options;
use crate::output::{Existing, Output, Planned};
use crate::work::{self, Finished, Run, Task};
use crate::{BatchError, Plan, Simulate, Workload};

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
