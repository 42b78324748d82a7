//! One run of a batch, as the caller's simulator gets it.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use config::Loaded;
use report::Report;

/// What a running simulation shares with its caller.
#[derive(Debug, Default)]
pub struct Control {
    /// Set by the caller: stop soon, without a report.
    pub cancelled: AtomicBool,
    /// Instructions retired so far; stored by the simulation now and then.
    pub instructions: AtomicU64,
}

impl Control {
    /// Asks the simulation to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked the simulation to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// Everything that one run needs.
pub struct Job {
    /// The machine.
    pub config: Arc<Loaded>,
    /// The program as the guest sees it, relative to `directory`.
    pub program: PathBuf,
    /// Arguments after the program's name.
    pub args: Vec<String>,
    /// Environment in addition to the fixed one.
    pub env: Vec<(String, String)>,
    /// Folder that relative paths of the guest start from.
    pub directory: PathBuf,
    /// The guest's standard input.
    pub stdin: Box<dyn Read + Send>,
    /// The guest's standard output.
    pub stdout: Box<dyn Write + Send>,
    /// The guest's standard error.
    pub stderr: Box<dyn Write + Send>,
    /// Without the cycle model.
    pub functional: bool,
    /// Stop after this many instructions.
    pub max_instructions: Option<u64>,
    /// Shared with the collector.
    pub control: Arc<Control>,
}

/// Why a simulation left no report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// [`Control::cancelled`] was seen.
    Cancelled,
    /// The program cannot be run, or the simulator could not go on; the reason, without paths of this host.
    Failed(String),
}

/// A simulator, called from several threads at once.
pub trait Simulate: Sync {
    /// Runs one job to its end.
    ///
    /// # Errors
    /// [`Failure`] when there is no report. A guest that crashes or is stopped by its limit does have one.
    fn simulate(&self, job: Job) -> Result<Report, Failure>;
}

impl<F: Fn(Job) -> Result<Report, Failure> + Sync> Simulate for F {
    fn simulate(&self, job: Job) -> Result<Report, Failure> {
        self(job)
    }
}

/// What a guest wrote, up to a limit; the rest is counted, not kept.
#[derive(Debug, Clone)]
pub(crate) struct Captured {
    inner: Arc<Mutex<Kept>>,
    limit: usize,
}

#[derive(Debug, Default)]
struct Kept {
    bytes: Vec<u8>,
    dropped: u64,
}

impl Captured {
    pub fn new(limit: usize) -> Self {
        Self {
            inner: Arc::default(),
            limit,
        }
    }

    /// The bytes kept, and how many more there were.
    pub fn take(&self) -> (Vec<u8>, u64) {
        let mut kept = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        (std::mem::take(&mut kept.bytes), kept.dropped)
    }
}

impl Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let room = self.limit.saturating_sub(kept.bytes.len()).min(bytes.len());
        kept.bytes.extend_from_slice(&bytes[..room]);
        kept.dropped += (bytes.len() - room) as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
