//! The options of a batch: which part of the plan, folder of results, limits, processes.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::output::Existing;
use crate::store::Store;
use crate::workload::{Expected, Workload};

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
    /// Folder in which the files that the guests write are kept, in a folder for each run; `None`: they are removed with the run.
    pub keep_scratch: Option<PathBuf>,
    /// What the caller writes besides the results, wherever it lies: hidden from the guests, as the folder of results is.
    pub unseen: Vec<PathBuf>,
    /// Time between two calls of [`Observer::reminded`](crate::Observer::reminded).
    pub remind: Duration,
    /// How to start a process for each run; `None`: all runs are in this process.
    pub isolate: Option<Worker>,
    /// Whether runs of one workload on machines with equal functional keys ([`sim::functional_key`]) are executed once and timed together.
    pub share: bool,
    /// Bytes that the guests of all runs that execute at the same time may take together (`os.memory_bytes` of each); `None`: any number.
    pub max_memory: Option<u64>,
    /// The store in which results are looked for before they are simulated, and kept afterwards.
    pub store: Option<Arc<Store>>,
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

/// Default of [`Options::max_runs`]: a mistake in a sweep must not fill the disk.
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
            unseen: Vec::new(),
            remind: Duration::from_secs(30),
            isolate: None,
            share: true,
            max_memory: None,
            store: None,
        }
    }
}

impl Options {
    /// The limits of a workload: of the plan's and those for all runs, the lower ones.
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

/// How worker processes are started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worker {
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<OsString>,
}

impl Worker {
    /// Starts the program of this process with other arguments, with which it has to call [`serve`](crate::serve()).
    ///
    /// # Errors
    /// The host does not say which program that is.
    pub fn this_program(
        arguments: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> io::Result<Self> {
        // This stays the running program even if its file is replaced or removed during the batch.
        let own = Path::new("/proc/self/exe");
        let program = match own.exists() {
            true => own.to_owned(),
            false => std::env::current_exe()?,
        };
        Ok(Self::new(program, arguments))
    }

    /// Starts any program, which has to call [`serve`](crate::serve()).
    pub fn new(
        program: impl Into<PathBuf>,
        arguments: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.into_iter().map(Into::into).collect(),
        }
    }
}
