//! The pool of workers and the collector.

use std::any::Any;
use std::io::Cursor;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use config::Loaded;
use crossbeam_channel::{RecvTimeoutError, Sender};
use report::{
    FileError, OutcomeKind, Report, RunState, RunSummary, SCHEMA_VERSION, Simulator, Summary,
};
use sim::{Control, Mode, Request};

use crate::job::Captured;
use crate::output::Output;
use crate::plan::is_file_name;
use crate::{OutputError, Plan, Simulate, Workload};

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
    /// Runs at once; 0: as many as the host has processors.
    pub jobs: usize,
    /// Only a part of the plan.
    pub shard: Option<Shard>,
    /// Overrides for every config, `path=value`.
    pub overrides: Vec<String>,
    /// Without the cycle model.
    pub functional: bool,
    /// Stop each run after this many instructions; a run that is stopped counts as well ended, its output as unchecked.
    pub max_instructions: Option<u64>,
}

/// How a batch went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The summary, as written.
    pub summary: Summary,
    /// Whether it was interrupted before every run had ended.
    pub interrupted: bool,
}

impl Batch {
    /// Runs that failed.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.summary
            .runs
            .iter()
            .filter(|run| run.state == RunState::Failed)
            .count()
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
    #[error("config name \"{name}\" cannot be the name of a report; use letters and digits")]
    ConfigName {
        /// The name.
        name: String,
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

/// Whoever shows the progress of a batch. Called from one thread only.
pub trait Observer {
    /// The batch begins: how many runs there are.
    fn begins(&mut self, _runs: usize) {}
    /// A run begins.
    fn started(&mut self, _run: usize, _workload: &str, _config: &str) {}
    /// A run has retired so many instructions; called a few times each second.
    fn advanced(&mut self, _run: usize, _instructions: u64) {}
    /// A run has ended and its report is written.
    fn finished(&mut self, _run: usize, _summary: &RunSummary) {}
}

/// Shows nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {}

/// One run of the plan.
struct Run<'a> {
    /// Place in the plan.
    index: usize,
    workload: &'a Workload,
    config: Arc<Loaded>,
    control: Arc<Control>,
}

enum Message {
    Started(usize),
    Finished(usize, Box<Finished>),
    Cancelled(usize),
}

struct Finished {
    report: Report,
    failure: Option<String>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
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
    let configs = load_configs(plan, options)?;
    let planned = plan.workloads.len() * configs.len();
    let mut runs = Vec::new();
    for (index, (workload, config)) in plan
        .workloads
        .iter()
        .flat_map(|workload| configs.iter().map(move |config| (workload, config)))
        .enumerate()
    {
        if options
            .shard
            .is_none_or(|shard| index % shard.count == shard.index - 1)
        {
            runs.push(Run {
                index,
                workload,
                config: config.clone(),
                control: Arc::default(),
            });
        }
    }
    let output = Output::prepare(
        &options.out,
        runs.iter().map(|run| run.workload.name.as_str()),
    )?;
    // More threads than runs have nothing to do, and the host may not be able to start them.
    let threads = match options.jobs {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        jobs => jobs,
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.min(runs.len()).max(1))
        .thread_name(|index| format!("run-{index}"))
        .build()
        .map_err(|error| BatchError::Threads {
            jobs: options.jobs,
            message: error.to_string(),
        })?;

    observer.begins(runs.len());
    let (sender, receiver) = crossbeam_channel::unbounded();
    let mut collector = Collector {
        output: &output,
        runs: &runs,
        lines: vec![None; runs.len()],
        error: None,
    };
    pool.in_place_scope_fifo(|scope| {
        for (place, run) in runs.iter().enumerate() {
            let sender = sender.clone();
            scope.spawn_fifo(move |_| {
                work(place, run, plan, options, simulator, interrupt, &sender)
            });
        }
        drop(sender);
        let mut active: Vec<usize> = Vec::new();
        loop {
            match receiver.recv_timeout(Duration::from_millis(100)) {
                Ok(Message::Started(place)) => {
                    active.push(place);
                    observer.started(place, &runs[place].workload.name, &runs[place].config.name);
                }
                Ok(Message::Cancelled(place)) => active.retain(|&other| other != place),
                Ok(Message::Finished(place, finished)) => {
                    active.retain(|&other| other != place);
                    if let Some(line) = collector.collect(place, &finished) {
                        observer.finished(place, line);
                    } else {
                        // Nothing can be written any more: stop as after an interrupt, then report why.
                        interrupt.store(true, Ordering::Relaxed);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    for &place in &active {
                        observer.advanced(place, runs[place].control.instructions());
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if interrupt.load(Ordering::Relaxed) {
                runs.iter().for_each(|run| run.control.cancel());
            }
        }
    });
    if let Some(error) = collector.error {
        return Err(error.into());
    }
    let expected = runs.len();
    let summary = Summary {
        schema_version: SCHEMA_VERSION,
        simulator: Simulator::this(),
        planned: planned as u64,
        runs: collector.lines.into_iter().flatten().collect(),
    };
    output.write_summary(&summary)?;
    let interrupted = summary.runs.len() < expected;
    Ok(Batch {
        summary,
        interrupted,
    })
}

/// Writes what workers send.
struct Collector<'a> {
    output: &'a Output,
    runs: &'a [Run<'a>],
    lines: Vec<Option<RunSummary>>,
    error: Option<FileError>,
}

impl Collector<'_> {
    /// Writes the files of a run; `None` when that failed.
    fn collect(&mut self, place: usize, finished: &Finished) -> Option<&RunSummary> {
        let run = &self.runs[place];
        let name = Output::report_name(&run.workload.name, &run.config.name);
        let written = self
            .output
            .write_report(&name, &finished.report)
            .and_then(|()| {
                self.output
                    .write_stream(&name, "stdout", &finished.stdout)?;
                self.output.write_stream(&name, "stderr", &finished.stderr)
            });
        if let Err(error) = written {
            self.error.get_or_insert(error);
            return None;
        }
        let line = RunSummary::of(
            run.index as u64,
            &run.workload.name,
            &finished.report,
            finished.failure.clone(),
            name,
        );
        Some(self.lines[place].insert(line))
    }
}

fn load_configs(plan: &Plan, options: &Options) -> Result<Vec<Arc<Loaded>>, BatchError> {
    let mut configs: Vec<Arc<Loaded>> = Vec::new();
    for name in &plan.configs {
        let mut loaded = config::load(&plan.config_path(name), &options.overrides)
            .map_err(|error| BatchError::Config(Box::new(error)))?;
        // Overrides are the same for all runs and visible in the effective config; file names stay short without them.
        loaded.name.clone_from(&loaded.short_name);
        if !is_file_name(&loaded.name) {
            return Err(BatchError::ConfigName { name: loaded.name });
        }
        if configs.iter().any(|other| other.name == loaded.name) {
            return Err(BatchError::ConfigTwice { name: loaded.name });
        }
        configs.push(Arc::new(loaded));
    }
    Ok(configs)
}

fn work(
    place: usize,
    run: &Run<'_>,
    plan: &Plan,
    options: &Options,
    simulator: &impl Simulate,
    interrupt: &AtomicBool,
    sender: &Sender<Message>,
) {
    // The collector outlives the workers, so that sending cannot fail.
    let tell = |message| drop(sender.send(message));
    if interrupt.load(Ordering::Relaxed) {
        return tell(Message::Cancelled(place));
    }
    tell(Message::Started(place));
    let began = std::time::Instant::now();
    match simulate(run, plan, options, simulator) {
        None => tell(Message::Cancelled(place)),
        Some(finished) => {
            tracing::info!(
                workload = run.workload.name,
                config = run.config.name,
                instructions = finished.report.instructions,
                milliseconds = began.elapsed().as_millis(),
                "run ended"
            );
            tell(Message::Finished(place, Box::new(finished)));
        }
    }
}

/// One run; `None` when it was cancelled.
fn simulate(
    run: &Run<'_>,
    plan: &Plan,
    options: &Options,
    simulator: &impl Simulate,
) -> Option<Finished> {
    let workload = run.workload;
    let failed = |message: String| {
        Some(Finished {
            report: Report::failed(
                machine(&run.config),
                identity(workload, &plan.directory),
                &message,
            ),
            failure: Some(message),
            stdout: Vec::new(),
            stderr: Vec::new(),
        })
    };
    let read = |what: &str, file: &Option<String>| match file {
        None => Ok(None),
        Some(file) => files::read(&plan.directory.join(file), files::DATA)
            .map(Some)
            .map_err(|error| format!("cannot read {what} {file}: {error}")),
    };
    let (stdin, expected) = match (
        read("stdin", &workload.stdin),
        read("expect", &workload.expect),
    ) {
        (Ok(stdin), Ok(expected)) => (stdin.unwrap_or_default(), expected),
        (Err(message), _) | (_, Err(message)) => return failed(message),
    };
    // A guest that writes without end must not fill the host's memory.
    let stdout = Captured::new(expected.as_ref().map_or(0, Vec::len) + (1 << 20));
    let stderr = Captured::new(1 << 20);
    let mut request = Request::new(run.config.clone(), &workload.path);
    request.files.directory.clone_from(&plan.directory);
    request.args.clone_from(&workload.args);
    request.env.clone_from(&workload.env);
    request.stdin = Box::new(Cursor::new(stdin));
    request.stdout = Box::new(stdout.clone());
    request.stderr = Box::new(stderr.clone());
    request.mode = if options.functional {
        Mode::Functional
    } else {
        Mode::Timed
    };
    request.max_instructions = options.max_instructions;
    if workload.roi_start.is_some() || workload.roi_stop.is_some() {
        request.region = Some(sim::Bounds {
            start: workload.roi_start.clone(),
            stop: workload.roi_stop.clone(),
        });
    }
    request.control = run.control.clone();
    // A bug that one program finds must not cost the others their results.
    let result = panic::catch_unwind(AssertUnwindSafe(|| simulator.simulate(request)));
    let report = match result
        .unwrap_or_else(|cause| Err(sim::Error::Identity(panic_text(cause.as_ref()))))
    {
        Ok(report) => report,
        Err(sim::Error::Cancelled) => return None,
        Err(error) => {
            // The folder of the plan is the host's business.
            let host = plan.directory.join(&workload.path).display().to_string();
            return failed(error.to_string().replace(&host, &workload.path));
        }
    };
    let (out, more) = stdout.take();
    let (err, _) = stderr.take();
    match verdict(workload, &report, expected.as_deref(), &out, more) {
        None => Some(Finished {
            report,
            failure: None,
            stdout: Vec::new(),
            stderr: Vec::new(),
        }),
        Some(failure) => Some(Finished {
            report,
            failure: Some(failure),
            stdout: out,
            stderr: err,
        }),
    }
}

/// What a panic said.
fn panic_text(cause: &(dyn Any + Send)) -> String {
    let text = cause
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| cause.downcast_ref::<String>().map(String::as_str));
    format!(
        "the simulator panicked: {}",
        text.unwrap_or("without a message")
    )
}

fn machine(config: &Loaded) -> report::Config {
    report::Config {
        name: config.name.clone(),
        hash: config.hash.clone(),
        effective: config.effective.clone(),
    }
}

fn identity(workload: &Workload, directory: &Path) -> report::Workload {
    let name = Path::new(&workload.path)
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let sha256 = sim::checksum(&directory.join(&workload.path)).ok();
    report::Workload {
        name,
        sha256,
        args: workload.args.clone(),
    }
}

/// Why a run that has a report did not go as the plan expects.
fn verdict(
    workload: &Workload,
    report: &Report,
    expected: Option<&[u8]>,
    out: &[u8],
    more: u64,
) -> Option<String> {
    if let Err(violation) = report.identities() {
        return Some(format!("the report contradicts itself: {violation}"));
    }
    let outcome = &report.outcome;
    match outcome.kind {
        OutcomeKind::Limit => return None,
        OutcomeKind::Interrupted => return Some("interrupted".into()),
        OutcomeKind::Error => {
            return Some(
                outcome
                    .message
                    .clone()
                    .unwrap_or_else(|| "simulator error".into()),
            );
        }
        OutcomeKind::Signal => {
            let place = outcome.fault.as_ref().map_or_else(String::new, |fault| {
                let symbol = fault
                    .symbol
                    .as_ref()
                    .map_or_else(String::new, |symbol| format!(" <{symbol}>"));
                format!(": {} at {}{symbol}", fault.reason, fault.ip)
            });
            return Some(format!(
                "killed by signal {}{place}",
                outcome.signal.unwrap_or(0)
            ));
        }
        OutcomeKind::Exit => {}
    }
    let status = outcome.status.unwrap_or(0);
    if status != workload.status {
        return Some(format!(
            "exit status {status}, expected {}",
            workload.status
        ));
    }
    let expected = expected?;
    if out == expected && more == 0 {
        return None;
    }
    let same = out
        .iter()
        .zip(expected)
        .take_while(|(left, right)| left == right)
        .count();
    let line = 1 + expected[..same]
        .iter()
        .filter(|&&byte| byte == b'\n')
        .count();
    Some(format!(
        "output differs from {} in line {line} (byte {same}); {} bytes, expected {}",
        workload.expect.as_deref().unwrap_or("the expected one"),
        out.len() as u64 + more,
        expected.len()
    ))
}
