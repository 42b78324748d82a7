//! The interface between a batch and a simulator ([`Simulate`]), and the result of a run.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use config::Loaded;
use profile::{Depth, RecordError};
use report::Report;
use sim::Request;

/// A simulator, called from several threads at once.
pub trait Simulate: Sync {
    /// Runs one program to its end.
    ///
    /// # Errors
    /// [`sim::Error`] if there is no report. A run whose guest crashes or reaches a limit has a report.
    fn simulate(&self, request: Request) -> Result<Report, sim::Error>;

    /// As [`Self::simulate`]; also returns the profile of the run as the bytes of its file (by default, none).
    ///
    /// # Errors
    /// As [`Self::simulate`], and the program's structure cannot be read.
    fn simulate_profiled(&self, request: Request) -> Result<(Report, Vec<u8>), RecordError> {
        Ok((self.simulate(request)?, Vec::new()))
    }

    /// As [`Self::simulate`]; also returns the reports of further machines that can share the execution ([`sim::functional_key`]), either of all
    /// in order or none.
    ///
    /// # Errors
    /// As [`Self::simulate`].
    fn simulate_shared(
        &self,
        request: Request,
        _others: &[Arc<Loaded>],
    ) -> Result<(Report, Vec<Report>), sim::Error> {
        Ok((self.simulate(request)?, Vec::new()))
    }
}

/// The simulator itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Simulator;

impl Simulate for Simulator {
    fn simulate(&self, request: Request) -> Result<Report, sim::Error> {
        sim::run(request)
    }

    fn simulate_profiled(&self, request: Request) -> Result<(Report, Vec<u8>), RecordError> {
        let (report, profile) = profile::record(request, Depth::Full)?;
        Ok((report, profile::to_json(&profile).into_bytes()))
    }

    fn simulate_shared(
        &self,
        request: Request,
        others: &[Arc<Loaded>],
    ) -> Result<(Report, Vec<Report>), sim::Error> {
        sim::run_shared(request, others)
    }
}

impl<F: Fn(Request) -> Result<Report, sim::Error> + Sync> Simulate for F {
    fn simulate(&self, request: Request) -> Result<Report, sim::Error> {
        self(request)
    }
}

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Finished {
    pub report: Report,
    /// Why it did not end as the plan expects; `None`: it did.
    pub failure: Option<String>,
    pub beside: Beside,
}

/// Extensions of the files that a run writes beside its report: the output of the guest if the run failed, the profile, the counts by
/// interval.
pub(crate) const BESIDE: [&str; 4] = ["stdout", "stderr", PROFILE, report::INTERVALS];
/// The extension of a profile.
pub(crate) const PROFILE: &str = "profile";

/// Most bytes of one of these files.
pub(crate) fn most_beside(suffix: &str) -> u64 {
    match suffix {
        PROFILE => files::PROFILE,
        _ => files::DATA,
    }
}

/// Most bytes of a result: a report, and the files beside it.
pub(crate) const MOST: u64 =
    files::REPORT + (BESIDE.len() as u64 - 1) * files::DATA + files::PROFILE;

/// The contents of these files, in the order of [`BESIDE`]; an empty one is not written.
pub(crate) type Beside = [Vec<u8>; BESIDE.len()];

/// A stream that keeps the bytes written up to a limit and counts the others. Clones share it.
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
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            inner: Arc::default(),
            limit,
        }
    }

    /// Keeps a line, which is never cut.
    ///
    /// # Errors
    /// There is no room for it.
    pub(crate) fn line(&mut self, line: &[u8]) -> io::Result<()> {
        let mut kept = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        if line.len() >= self.limit.saturating_sub(kept.bytes.len()) {
            return Err(io::Error::other(
                "there are too many parts; give a larger interval",
            ));
        }
        kept.bytes.extend_from_slice(line);
        kept.bytes.push(b'\n');
        Ok(())
    }

    /// The bytes kept, and how many more there were.
    pub(crate) fn take(&self) -> (Vec<u8>, u64) {
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
