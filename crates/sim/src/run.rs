//! One run from request to report.

use std::io::Read;
use std::path::Path;

use config::model;
use events::{Off, Probe};
use linux::{Kernel, Listener, Outcome, Streams};
use machine::{IsaLevel, Machine, Silent, Unaligned};
use report::Report;
use sha2::{Digest, Sha256};
use uarch::Timing;

use crate::groups::GroupCheck;
use crate::recorder::{Observed, Timed};
use crate::summary::{self, Times};
use crate::trace::Trace;
use crate::{Error, Mode, Request};

/// Instructions between two looks at the caller's wishes.
const SLICE: u64 = 4_000_000;

/// Runs a program to its end, its limit or the caller's cancellation.
///
/// The report is the same for the same program, configuration and version, whatever the host. A guest that a signal
/// kills, or that reaches the limit, has a report too.
///
/// # Errors
/// [`Error`]: the program does not load, the trace cannot be written, or the caller cancelled.
pub fn run(mut request: Request) -> Result<Report, Error> {
    let sha256 = checksum(&request);
    let mut session = Session::start(&mut request)?;
    let trace = request.trace.take().map(Trace::new);
    let groups = request.group_check.take().map(GroupCheck::new);
    let observed = trace.is_some() || groups.is_some();
    let (ending, times) = match (request.mode, trace) {
        (Mode::Functional, None) if !observed => (session.go(&request, &mut Silent)?, None),
        (Mode::Functional, trace) => {
            let recorder = Observed::new(Silent, trace, groups);
            (session.go_observed(&request, recorder)?.0, None)
        }
        (Mode::Timed, None) if !observed => {
            let mut recorder = timed(&request, Off, session.first());
            let ending = session.go(&request, &mut recorder)?;
            (ending, Some(times(&mut recorder)?))
        }
        (Mode::Timed, None) => {
            let recorder = timed(&request, Off, session.first());
            let recorder = Observed::new(recorder, None, groups);
            let (ending, mut recorder) = session.go_observed(&request, recorder)?;
            (ending, Some(times(&mut recorder.inner)?))
        }
        (Mode::Timed, Some(trace)) => {
            let recorder = timed(&request, trace.clone(), session.first());
            let recorder = Observed::new(recorder, Some(trace), groups);
            let (ending, mut recorder) = session.go_observed(&request, recorder)?;
            (ending, Some(times(&mut recorder.inner)?))
        }
    };
    let retired = session.machine.retired();
    request.control.progress(retired);
    let report = summary::report(&request, sha256, &session.kernel, retired, &ending, times);
    report
        .identities()
        .map_err(|violation| Error::Identity(violation.to_string()))?;
    Ok(report)
}

/// Runs a program with `probe` listening to the cycle model: a performance monitor, a profile, a pipeline view. The
/// listener changes nothing; the report is that of [`run`].
///
/// # Errors
/// As [`run`].
pub fn observe<P: Probe>(mut request: Request, probe: &mut P) -> Result<Report, Error> {
    let sha256 = checksum(&request);
    let mut session = Session::start(&mut request)?;
    let mut recorder = timed(&request, probe, session.first());
    let ending = session.go(&request, &mut recorder)?;
    let times = times(&mut recorder)?;
    let retired = session.machine.retired();
    request.control.progress(retired);
    let report = summary::report(
        &request,
        sha256,
        &session.kernel,
        retired,
        &ending,
        Some(times),
    );
    report
        .identities()
        .map_err(|violation| Error::Identity(violation.to_string()))?;
    Ok(report)
}

/// Whether a run could start: the program is there and loads. Nothing is executed.
///
/// # Errors
/// As [`run`], for what shows before the first instruction.
pub fn check(request: &Request) -> Result<(), Error> {
    let machine = Machine::new(options(&request.config.machine, request.mode));
    Kernel::load(linux_options(request, no_streams()), &machine)?;
    Ok(())
}

fn no_streams() -> Streams {
    Streams {
        input: Box::new(std::io::empty()),
        output: Box::new(std::io::sink()),
        error: Box::new(std::io::sink()),
        terminals: [false; 3],
    }
}

fn timed<P: Probe>(request: &Request, probe: P, first: u32) -> Timed<P> {
    let machine = &request.config.machine;
    Timed::new(Timing::new(machine, probe), &machine.os, first)
}

fn times<P: Probe>(recorder: &mut Timed<P>) -> Result<Times, Error> {
    let outcome = recorder.timing.finish();
    outcome
        .identities()
        .map_err(|violation| Error::Identity(violation.to_string()))?;
    let processes = recorder.process_cycles(outcome.cycles).clone();
    Ok(Times { outcome, processes })
}

/// Functional core and personality of one run.
struct Session {
    machine: Machine,
    kernel: Kernel,
}

impl Session {
    fn start(request: &mut Request) -> Result<Self, Error> {
        let machine = Machine::new(options(&request.config.machine, request.mode));
        let mut streams = no_streams();
        std::mem::swap(&mut streams.input, &mut request.stdin);
        std::mem::swap(&mut streams.output, &mut request.stdout);
        std::mem::swap(&mut streams.error, &mut request.stderr);
        streams.terminals = request.terminals;
        let mut options = linux_options(request, streams);
        options.strace = request.strace.take();
        let kernel = Kernel::load(options, &machine)?;
        Ok(Self { machine, kernel })
    }

    /// Number of the first process.
    fn first(&self) -> u32 {
        self.kernel.processes().first().map_or(0, |first| first.pid)
    }

    /// Runs in slices, so that the caller can follow and cancel. Slices change nothing: threads keep their turns.
    fn go<R: Listener>(&mut self, request: &Request, recorder: &mut R) -> Result<Outcome, Error> {
        loop {
            let retired = self.machine.retired();
            let left = request
                .max_instructions
                .map_or(u64::MAX, |limit| limit.saturating_sub(retired));
            let slice = left.min(SLICE);
            match self.kernel.run(&mut self.machine, recorder, Some(slice)) {
                Outcome::Limit if slice < left => {}
                outcome => return Ok(outcome),
            }
            request.control.progress(self.machine.retired());
            if request.control.is_cancelled() {
                return Err(Error::Cancelled);
            }
        }
    }

    /// The same with something written beside it, which is finished whatever the end.
    fn go_observed<R: Listener>(
        &mut self,
        request: &Request,
        mut recorder: Observed<R>,
    ) -> Result<(Outcome, Observed<R>), Error> {
        let ending = self.go(request, &mut recorder);
        recorder.finish().map_err(Error::Trace)?;
        Ok((ending?, recorder))
    }
}

/// The functional part of a machine description. A functional run has the ALAT of the instruction vectors.
fn options(machine: &model::Machine, mode: Mode) -> machine::Options {
    let defaults = machine::Options::default();
    let processor = &machine.processor;
    let family = match processor.family {
        model::Family::Itanium => isa::Processor::Itanium,
        model::Family::Itanium2 => isa::Processor::Itanium2,
    };
    let mut vendor = [0; 16];
    for (to, from) in vendor.iter_mut().zip(processor.vendor.bytes()) {
        *to = from;
    }
    let half = |n: usize| std::array::from_fn(|i| vendor[n * 8 + i]);
    let version = u64::from(processor.cpuid_family) << 24
        | u64::from(processor.cpuid_model) << 16
        | u64::from(processor.cpuid_revision) << 8
        // Number of the last register.
        | 4;
    let (alat_entries, alat_ways) = match mode {
        Mode::Functional => (defaults.alat_entries, defaults.alat_ways),
        Mode::Timed => (machine.alat.entries as usize, machine.alat.ways as usize),
    };
    machine::Options {
        isa: match processor.isa {
            model::InstructionSet::Full => IsaLevel::Full,
            model::InstructionSet::AsBuilt => IsaLevel::AsBuilt(family),
        },
        alat_entries,
        alat_ways,
        unaligned: Unaligned::Complete,
        // A functional run has no monitor, so there is nothing to keep from the program.
        secure_monitors: mode == Mode::Timed && !machine.os.user_monitor,
        user_monitors: mode == Mode::Timed && machine.os.user_monitor,
        cpuid: [
            u64::from_le_bytes(half(0)),
            u64::from_le_bytes(half(1)),
            0,
            version,
            processor.cpuid_features,
        ],
    }
}

fn linux_options(request: &Request, streams: Streams) -> linux::Options {
    let machine = &request.config.machine;
    let mut environment: Vec<(String, String)> = linux::DEFAULT_ENVIRONMENT
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    for (name, value) in &request.env {
        match environment.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => old.clone_from(value),
            None => environment.push((name.clone(), value.clone())),
        }
    }
    let program = request.program.as_os_str().as_encoded_bytes().to_vec();
    let arguments = std::iter::once(program.clone())
        .chain(request.args.iter().map(|text| text.clone().into_bytes()))
        .collect();
    linux::Options {
        program: request.files.host_program(&request.program),
        arguments,
        environment: environment
            .into_iter()
            .map(|(name, value)| format!("{name}={value}").into_bytes())
            .collect(),
        name: Some(program),
        files: request.files.view(),
        streams,
        frequency_hz: machine.frequency_hz,
        quantum: machine.os.quantum_instructions,
        strace: None,
    }
}

/// SHA-256 of the program's file, in hexadecimal.
fn checksum(request: &Request) -> Option<String> {
    hash(&request.files.host_program(&request.program)).ok()
}

fn hash(path: &Path) -> std::io::Result<String> {
    let mut file = std::fs::File::open(path)?;
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            n => digest.update(&buffer[..n]),
        }
    }
    Ok(digest
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}
