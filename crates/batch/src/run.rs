//! Runs a batch: a pool of workers simulates the runs, and the collector, on the calling thread, writes what they end with.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, Sender};
use indexmap::IndexMap;
use report::{FileError, Inputs, MissingRun, OutcomeKind, RunSummary, Summary};

use crate::expand::expand;
use crate::job::Finished;
use crate::options::Options;
use crate::output::{Existing, Output, Planned};
use crate::schedule::{self, Queue, Unit};
use crate::store::Times;
use crate::stored::{LookupMessage, Stored};
use crate::unseen::unseen;
use crate::work::{self, Run, Task};
use crate::{BatchError, Plan, Simulate, Workload, scratch};

/// The result of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The summary, as written.
    pub summary: Summary,
    /// Whether it was interrupted before every run had ended.
    pub interrupted: bool,
    /// How many runs have ended in this batch, those from the store included; the summary may have more, kept from an earlier batch.
    pub ended: usize,
}

impl Batch {
    /// Runs that failed.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.summary.failed()
    }
}

/// Is told the progress of a batch. Called from one thread only; runs are named by their index in the batch.
pub trait Observer {
    /// The batch begins: number of its runs, of those with a result from an earlier batch, and of those with a result in the
    /// store.
    fn begins(&mut self, _runs: usize, _kept: usize, _stored: usize) {}
    /// A message for the user that concerns no result, such as why one is not kept in the store.
    fn noted(&mut self, _text: &str) {}
    /// A run begins.
    fn started(&mut self, _run: usize, _workload: &str, _config: &str) {}
    /// A run has retired so many instructions; called a few times each second.
    fn advanced(&mut self, _run: usize, _instructions: u64) {}
    /// The runs that are executing: called every [`Options::remind`].
    fn reminded(&mut self, _running: &[Running<'_>]) {}
    /// A run has ended and its report is written.
    fn finished(&mut self, _run: usize, _summary: &RunSummary) {}
}

/// A run that is executing.
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

/// A message from a worker to the collector. Runs are named by their index in the batch.
enum Message {
    Started(usize),
    Noted(String),
    /// With the milliseconds that the run took.
    Finished(usize, Box<Finished>, u64),
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
    let prepared = Prepared::new(plan, options)?;
    let runs = &prepared.runs[..];
    let scratch = runs.iter().filter_map(|run| run.task.scratch());
    let _made = scratch::prepare(options, scratch)?;
    let output = Output::open(
        &options.out,
        prepared.planned,
        prepared.elsewhere,
        options.existing,
    )?;
    let mut wanted: Vec<usize> = (0..runs.len())
        .filter(|&place| options.existing != Existing::Resume || output.lines[place].is_none())
        .collect();
    let profiled = wanted.iter().map(|&place| &runs[place].task.workload);
    let profiled = profiled.filter(|workload| workload.profile && !options.functional);
    let programs: BTreeSet<PathBuf> = profiled
        .map(|workload| workload.host_program(&plan.directory))
        .collect();
    for missing in programs.iter().filter_map(|path| profile::missing_in(path)) {
        observer.noted(&missing);
    }
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
    let stored = options.store.as_deref().map(|store| {
        let inputs = output.inputs();
        Stored::new(store, runs.iter().zip(inputs))
    });
    let kept = runs.len() - wanted.len();
    let mut collector = Collector {
        output,
        ended: 0,
        error: None,
    };
    if let Some(stored) = &stored {
        /// Results from the store that are written together.
        const AT_ONCE: usize = 128;
        let (mut left, mut found) = (Vec::new(), Vec::new());
        stored.look(&pool, runs, &wanted, interrupt, |message| match message {
            LookupMessage::Say(text) => observer.noted(&text),
            LookupMessage::Unknown(place) => left.push(place),
            LookupMessage::Found(place, finished) => {
                found.push((place, *finished));
                if found.len() == AT_ONCE && !collector.collect_all(std::mem::take(&mut found)) {
                    interrupt.store(true, Ordering::Relaxed);
                }
            }
        });
        if !collector.collect_all(found) {
            interrupt.store(true, Ordering::Relaxed);
        }
        left.sort_unstable();
        wanted = left;
    }
    let from_store = collector.ended;
    observer.begins(runs.len(), kept, from_store);
    let context = Context {
        runs,
        options,
        stored: stored.as_ref(),
        interrupt,
    };
    let mut times = options.store.as_deref().map(Times::read);
    let queue = queue(
        &context,
        &wanted,
        times.as_ref(),
        pool.current_num_threads(),
    );
    simulate(
        &pool,
        &context,
        &queue,
        simulator,
        observer,
        &mut collector,
        &mut times,
    );
    if let (Some(times), Some(store)) = (times, &options.store)
        && let Err(error) = times.write(store)
    {
        observer.noted(&format!("store: how long runs took is not kept: {error}"));
    }
    let (ended, error) = (collector.ended, collector.error);
    // Also if a report could not be written: there may be room for the summary, which names the reports that are there.
    let written = collector.output.finish();
    if let Some(error) = error {
        return Err(error.into());
    }
    Ok(Batch {
        summary: written?,
        interrupted: ended < wanted.len() + from_store,
        ended,
    })
}

/// The runs of a plan under its options.
struct Prepared {
    /// The runs of this batch, to be simulated.
    runs: Vec<Run>,
    /// The same runs, for the folder of results.
    planned: Vec<Planned>,
    /// The runs of other shards.
    elsewhere: Vec<MissingRun>,
}

impl Prepared {
    fn new(plan: &Plan, options: &Options) -> Result<Self, BatchError> {
        let all = expand(plan, options)?;
        let mut runs = Vec::new();
        let (mut planned, mut elsewhere) = (Vec::new(), Vec::new());
        let unseen = unseen(plan, options);
        let mut last: Option<(&Workload, Inputs)> = None;
        for run in &all {
            let (workload, config) = (run.workload, &run.config);
            let needed = config.machine.os.memory_bytes;
            if let Some(most) = options.max_memory.filter(|&most| most < needed) {
                return Err(BatchError::Memory {
                    name: config.name.clone(),
                    needed: needed >> 20,
                    most: most >> 20,
                });
            }
            if !run.ours {
                elsewhere.push(MissingRun {
                    index: run.index,
                    workload: workload.name.clone(),
                    config: config.name.clone(),
                });
                continue;
            }
            // All runs of a workload are in succession, and have the same inputs.
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
                beside: work::beside(workload),
            });
            runs.push(Run {
                task: Task::new(workload, config, plan, options, &unseen),
                control: Arc::default(),
            });
        }
        Ok(Self {
            runs,
            planned,
            elsewhere,
        })
    }
}

/// What the runs of a batch share.
struct Context<'a> {
    runs: &'a [Run],
    options: &'a Options,
    stored: Option<&'a Stored<'a>>,
    interrupt: &'a AtomicBool,
}

/// The queue of the `wanted` runs, in units of those that share an execution.
fn queue(context: &Context<'_>, wanted: &[usize], times: Option<&Times>, workers: usize) -> Queue {
    let task = |place: usize| &context.runs[place].task;
    // Runs of a workload that can share an execution, in the order of the plan.
    let mut alike: IndexMap<(&str, String), Vec<usize>> = IndexMap::new();
    for &place in wanted {
        let key = context.options.share.then(|| task(place).shared_key());
        let key = key.flatten().unwrap_or_else(|| format!("{place} alone"));
        let workload = task(place).workload.name.as_str();
        alike.entry((workload, key)).or_default().push(place);
    }
    let mut units: Vec<Unit> = alike
        .into_values()
        .flat_map(|places| schedule::divide(&places, wanted.len(), workers))
        .map(|places| {
            let time = |&place: &usize| times?.of(&task(place).timed_as());
            Unit {
                memory: task(places[0]).config.machine.os.memory_bytes,
                time: places.iter().map(time).sum(),
                places,
            }
        })
        .collect();
    if times.is_some() {
        schedule::order(&mut units);
    }
    Queue::new(units, context.options.max_memory.unwrap_or(u64::MAX))
}

/// Simulates the runs of a queue on the threads of a pool, and collects their results on this thread.
fn simulate(
    pool: &rayon::ThreadPool,
    context: &Context<'_>,
    queue: &Queue,
    simulator: &impl Simulate,
    observer: &mut impl Observer,
    collector: &mut Collector,
    times: &mut Option<Times>,
) {
    let (runs, interrupt) = (context.runs, context.interrupt);
    let (sender, receiver) = crossbeam_channel::unbounded();
    pool.in_place_scope_fifo(|scope| {
        for _ in 0..pool.current_num_threads() {
            let sender = sender.clone();
            scope.spawn_fifo(move |_| {
                while let Some(unit) = queue.take(interrupt) {
                    work(&unit.places, context, simulator, &sender);
                    queue.done(&unit);
                }
            });
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
                Ok(Message::Noted(text)) => observer.noted(&text),
                Ok(Message::Cancelled(place)) => active.retain(|&(other, _)| other != place),
                Ok(Message::Finished(place, finished, milliseconds)) => {
                    if let Some(times) = times {
                        times.note(runs[place].task.timed_as(), milliseconds);
                    }
                    active.retain(|&(other, _)| other != place);
                    if let Some(line) = collector.collect(place, *finished) {
                        observer.finished(place, line);
                    } else {
                        // The report cannot be written: stop as after an interrupt; `run` returns the error.
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
            if reminded.elapsed() >= context.options.remind && !active.is_empty() {
                reminded = Instant::now();
                observer.reminded(&running(runs, &active));
            }
            if interrupt.load(Ordering::Relaxed) {
                runs.iter().for_each(|run| run.control.cancel());
            }
        }
    });
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

/// Writes the results that workers send.
struct Collector {
    output: Output,
    /// Runs that have ended in this batch.
    ended: usize,
    error: Option<FileError>,
}

impl Collector {
    /// Writes the files of runs at once; `false` when that failed.
    fn collect_all(&mut self, ended: Vec<(usize, Finished)>) -> bool {
        let count = ended.len();
        match self.output.write_runs(ended) {
            Ok(()) => self.ended += count,
            Err(error) => drop(self.error.get_or_insert(error)),
        }
        self.error.is_none()
    }

    /// Writes the files of a run; `None` when that failed.
    fn collect(&mut self, place: usize, finished: Finished) -> Option<&RunSummary> {
        match self.output.write_run(place, finished) {
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

/// Carries out a unit: runs that can share an execution. Those for which that gives no result are then run alone.
fn work(
    places: &[usize],
    context: &Context<'_>,
    simulator: &impl Simulate,
    sender: &Sender<Message>,
) {
    for &place in places {
        let started = if context.interrupt.load(Ordering::Relaxed) {
            Message::Cancelled(place)
        } else {
            Message::Started(place)
        };
        // The collector outlives the workers.
        let _ = sender.send(started);
    }
    let mut alone = places;
    if let [first, others @ ..] = places
        && !others.is_empty()
    {
        let run = &context.runs[*first];
        let configs = others.iter().map(|&place| &context.runs[place].task.config);
        let shared = Run {
            task: run.task.with(configs.cloned()),
            control: Arc::clone(&run.control),
        };
        let began = Instant::now();
        let ended = carry_out(&shared, context, simulator).unwrap_or_default();
        // A shared execution may fail where single ones do not: after an error all runs are run alone.
        let failed = |finished: &Finished| finished.report.outcome.kind == OutcomeKind::Error;
        if !ended.first().is_none_or(failed) {
            let all = places.len() == ended.len();
            alone = &places[ended.len()..];
            debug_assert!(all || ended.len() == 1);
            let each = milliseconds(began) / ended.len() as u64;
            for (&place, finished) in places.iter().zip(ended) {
                if let (true, Some(found)) = (place != *first, work::dependencies(&run.control)) {
                    context.runs[place].control.set_dependencies(found);
                }
                end(place, context, finished, each, sender);
            }
        }
    }
    for &place in alone {
        let began = Instant::now();
        let run = &context.runs[place];
        match carry_out(run, context, simulator).and_then(|mut ended| ended.pop()) {
            Some(finished) => end(place, context, finished, milliseconds(began), sender),
            None => drop(sender.send(Message::Cancelled(place))),
        }
    }
}

fn milliseconds(began: Instant) -> u64 {
    u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// Simulates one task, in this process or in a worker process; `None`: it was cancelled.
fn carry_out(run: &Run, context: &Context<'_>, simulator: &impl Simulate) -> Option<Vec<Finished>> {
    if context.interrupt.load(Ordering::Relaxed) {
        return None;
    }
    match &context.options.isolate {
        Some(worker) => worker.simulate(run, context.interrupt),
        None => work::simulate(&run.task, &run.control, simulator),
    }
}

/// Puts the result of a run into the store and sends it to the collector.
fn end(
    place: usize,
    context: &Context<'_>,
    finished: Finished,
    milliseconds: u64,
    sender: &Sender<Message>,
) {
    let run = &context.runs[place];
    tracing::info!(
        workload = run.task.workload.name,
        config = run.task.config.name,
        instructions = finished.report.instructions,
        milliseconds,
        "run ended"
    );
    if let Some(Err(word)) = context.stored.map(|it| it.keep(place, run, &finished)) {
        let _ = sender.send(Message::Noted(word));
    }
    let _ = sender.send(Message::Finished(place, Box::new(finished), milliseconds));
}
