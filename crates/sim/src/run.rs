//! One run from request to report: [`Session`] holds the functional core and the personality, and runs them with the recorder that the
//! request needs (functional, timed, with listeners, with the trace beside it, on two threads).

use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use events::{Off, Probe, Summing, Task};
use linux::{Kernel, Listener, Outcome, Streams};
use machine::{Machine, Silent};
use report::{Limit, Report};
use sha2::{Digest, Sha256};
use uarch::Timing;

use crate::ahead::Ahead;
use crate::asks::Ask;
use crate::checkpoint::{self, Keeps, Resumed, Taking};
use crate::groups::GroupCheck;
use crate::handover::Handover;
use crate::intervals::IntervalCounter;
use crate::listeners::{self, Listeners, listeners};
use crate::observed::{Beside, Observed};
use crate::options::{alat, linux_options, options};
use crate::recorder::Timed;
use crate::region::{Measured, Region, Snapshot};
use crate::request::{Ready, Stop};
use crate::retire_log::RetireLog;
use crate::summary::{self, End, Times};
use crate::trace::Trace;
use crate::vectors::BlockVectors;
use crate::watch::Watch;
use crate::watchdog::{Finding, Watchdog};
use crate::{Error, Mode, Profile, Request};

/// Instructions that a functional run executes between two looks whether the caller has asked it to stop.
pub(crate) const SLICE: u64 = 4_000_000;

/// Runs a program to its end, its limit or the caller's cancellation.
///
/// The report is the same for the same program, configuration and version, whatever the host. A guest that a signal
/// kills, or that reaches the limit, has a report too.
///
/// # Errors
/// [`Error`]: the program does not load, the trace cannot be written, or the caller cancelled.
pub fn run(request: Request) -> Result<Report, Error> {
    run_with(request, Vec::new())
}

/// Runs a program as [`run`] does, with more listeners to the cycle model: monitoring units with their handlers
/// ([`events::Monitor`]), profiles. They change nothing; the report is that of [`run`]. None at all cost nothing.
///
/// # Errors
/// As [`run`]; [`Error::Untimed`] when listeners are given to a functional run.
pub fn run_with(request: Request, beside: Vec<&mut dyn Probe>) -> Result<Report, Error> {
    run_beside(request, beside, None, Window::Open)
}

/// Runs a program as [`run_with`] does, with listeners that need records of a part of the run only: of the cycles or instructions that their
/// [`events::Attention`] names, or of the region of interest. Outside of it the run goes on without listeners, which is faster. When the
/// part begins they are told the code, the task, the status and the region first; other records that are always delivered are lost to them.
/// A bound of valid syllables is taken as one of instructions.
///
/// # Errors
/// As [`run_with`].
pub fn run_windowed(request: Request, beside: Vec<&mut dyn Probe>) -> Result<Report, Error> {
    run_beside(request, beside, None, Window::Part)
}

/// When the listeners of a run are attached to the model.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Window {
    /// All the time.
    Open,
    /// Only where they need records ([`run_windowed`]).
    Part,
}

/// Runs a program as [`run`] does and records in `profile` where its cycles go, with `paths` also by call path.
///
/// # Errors
/// As [`run_with`].
pub fn profile(request: Request, profile: &mut Profile, paths: bool) -> Result<Report, Error> {
    let functions = paths.then(|| profile.pieces().to_vec());
    let watched = [Ask::GroupCheck, Ask::BlockVectors, Ask::Watchdog];
    let alone =
        request.asks_one_of(&Ask::LISTENERS).is_none() && request.asks_one_of(&watched).is_none();
    match alone && request.mode == Mode::Timed {
        true => profile_alone(request, profile, functions),
        false => run_beside(request, vec![profile], functions, Window::Open),
    }
}

/// Runs a program with the listeners of the request and those `beside` them. `calls`: addresses at which functions begin and end, if calls
/// are followed.
fn run_beside(
    mut request: Request,
    beside: Vec<&mut dyn Probe>,
    calls: Option<Vec<u64>>,
    window: Window,
) -> Result<Report, Error> {
    let mut session = Session::start(&mut request)?;
    let untimed = request.asks_one_of(&Ask::TIMED);
    let nothing_else = beside.is_empty() && request.asks_one_of(&Ask::LISTENERS).is_none();
    let first = (session.resumed.as_ref()).map_or(0, |resumed| resumed.instructions);
    let trace = request.trace.take();
    let trace = trace.map(|out| {
        let options = std::mem::take(&mut request.trace_options);
        let timed = request.mode == Mode::Timed;
        Trace::new(out, options, first, request.region.is_some(), timed)
    });
    let trace = trace.transpose()?;
    let beside_it = Beside {
        trace: trace.clone(),
        groups: request.group_check.take().map(GroupCheck::new),
        vectors: request.vectors.take().map(BlockVectors::new),
    };
    let region = session.region(&request)?;
    let mut watchdog = Watchdog::of(&request, first).filter(|_| request.mode == Mode::Timed);
    let beside = beside.into_iter().map(|it| it as &mut dyn Probe);
    let mut beside: Vec<_> = beside.collect();
    let watched = watchdog.is_some();
    let mut alone = watchdog.as_mut();
    if !nothing_else {
        beside.extend(alone.take().map(|it| it as &mut dyn Probe));
    }
    let mut registers = None;
    let (ending, times) = if request.mode == Mode::Functional {
        if let Some(ask) = untimed {
            return Err(Error::Untimed(ask.to_string()));
        }
        if !beside.is_empty() {
            return Err(Error::Untimed("what listens to the cycle model".to_owned()));
        }
        let ending = if beside_it.is_empty() {
            session.go_and_keep(&request, &mut Silent)?
        } else {
            session
                .go_observed(&request, Observed::new(Silent, beside_it))?
                .0
        };
        (ending, None)
    } else if let Some(watchdog) = alone {
        session.go_with(&mut request, watchdog, region, beside_it)?
    } else if let Some(mut listeners) = listeners(&mut request, trace.clone(), &mut beside)? {
        let may_leave = !watched && listeners::may_leave(&listeners);
        let mut recorder = timed(&mut request, &mut listeners, &session, region);
        if let Some(functions) = calls {
            recorder.follow_calls(functions, session.task());
        }
        recorder.secure_monitors(!request.config.machine.os.user_monitor);
        session.warm(&request, &mut recorder)?;
        let ended = match window {
            Window::Part if may_leave => {
                let handover = Handover::new(recorder);
                let ended = session.go_beside(&request, handover, beside_it);
                ended.and_then(|(ending, handover)| Ok((ending, handover.finish()?)))
            }
            _ => session.go_beside(&request, recorder, beside_it),
        };
        let ended = ended.and_then(|(ending, mut recorder)| {
            let times = times(&mut recorder)?;
            Ok((ending, Some(times)))
        });
        // A retire log that cannot be written cancels the run: its error, not `Error::Cancelled`, is the one to return.
        let log = listeners.1.as_mut();
        log.map_or(Ok(()), RetireLog::finish)
            .map_err(Error::Trace)?;
        let ended = ended?;
        if let (Some(monitor), (_, Some((end, _)))) = (&mut listeners.0, &ended) {
            monitor.finish(end.totals.cycles);
            registers = Some(listeners::registers(&monitor.unit));
        }
        ended
    } else {
        session.go_with(&mut request, Off, region, beside_it)?
    };
    let mut report = session.report(&request, &ending, times)?;
    report.monitor = registers;
    if let (Some(watchdog), Some(limit)) = (watchdog, report.outcome.limit) {
        report.outcome.fault = session.at_limit(watchdog.finish(limit), limit);
    }
    Ok(report)
}

/// Runs a program with `probe` listening to the cycle model: a performance monitor, a profile, a pipeline view. The
/// listener changes nothing; the report is that of [`run`]. (It is a trait object, so that the model is compiled here and not in each crate that
/// listens.)
///
/// # Errors
/// As [`run`].
pub fn observe(mut request: Request, probe: &mut dyn Probe) -> Result<Report, Error> {
    let mut session = Session::start(&mut request)?;
    let region = session.region(&request)?;
    let mut alone = vec![probe];
    let mut listeners: Listeners = (None, None, None, &mut alone);
    let mut recorder = timed(&mut request, &mut listeners, &session, region);
    session.warm(&request, &mut recorder)?;
    let ending = session.go_and_keep(&request, &mut recorder)?;
    let times = times(&mut recorder)?;
    session.report(&request, &ending, Some(times))
}

/// A run with a profile as the only listener; `calls`: addresses at which functions begin and end, if calls are followed.
fn profile_alone(
    mut request: Request,
    profile: &mut Profile,
    calls: Option<Vec<u64>>,
) -> Result<Report, Error> {
    let mut session = Session::start(&mut request)?;
    let region = session.region(&request)?;
    let mut recorder = timed(&mut request, Summing(profile), &session, region);
    recorder.timing.begin();
    if let Some(functions) = calls {
        recorder.follow_calls(functions, session.task());
    }
    session.warm(&request, &mut recorder)?;
    let (ending, mut recorder) = session.go_ahead(&request, recorder)?;
    let times = times(&mut recorder)?;
    session.report(&request, &ending, Some(times))
}

/// Loads the program, so that an error that keeps a run from starting shows before anything else is done for it. Nothing is executed. The
/// run of this request continues with what is loaded: only streams, listeners, limits, checkpoints and the mode may still be changed.
///
/// # Errors
/// Those of [`run`] that occur before the first instruction.
pub fn load(request: &mut Request) -> Result<(), Error> {
    let ready = ready(request)?;
    if let Some(bounds) = &request.region {
        Region::new(bounds, &ready.kernel.symbols())?;
    }
    request.ready = Some(Box::new(ready));
    Ok(())
}

fn ready(request: &Request) -> Result<Ready, Error> {
    if let Some(restore) = &request.restore {
        restore.finds_folders(request)?;
    }
    let mode = request.mode;
    let mut options = options(&request.config.machine, mode);
    if request.leads_timed {
        (options.alat_entries, options.alat_ways) = alat(&request.config.machine, Mode::Timed);
    }
    let machine = Machine::new(options);
    let kernel = Kernel::load(linux_options(request, Streams::default()), &machine)?;
    Ok(Ready {
        machine,
        kernel,
        mode,
    })
}

/// The recorder of a timed run of `session`, with a cold model to which `probe` listens.
pub(crate) fn timed<P: Probe>(
    request: &mut Request,
    probe: P,
    session: &Session,
    region: Option<Region>,
) -> Timed<P> {
    let machine = &request.config.machine;
    let mut timing = Timing::new(machine, probe);
    if request.in_full {
        timing = timing.with_replay(0);
    }
    timing.task(session.task());
    let (watch, family) = (session.watch.clone(), machine.processor.family);
    let intervals = request.intervals.take();
    let control = &request.control;
    let intervals = intervals.map(|asked| IntervalCounter::new(asked, family, Arc::clone(control)));
    let machine = &request.config.machine;
    let process = session.task().process_serial;
    Timed::new(timing, machine, process, region, watch, intervals)
}

/// What the cycle model adds to a report, and the region that it is about.
pub(crate) type Timings = (Snapshot, Option<Measured>);

/// Ends a timed run, checks its identities and measures its region.
pub(crate) fn times<P: Probe>(recorder: &mut Timed<P>) -> Result<Timings, Error> {
    let end = recorder.finish().map_err(Error::Trace)?;
    tracing::debug!(blocks = recorder.timing.replays(), "replayed");
    end.totals
        .identities()
        .map_err(|violation| Error::Identity(violation.to_string()))?;
    let measured = recorder
        .take_region()
        .map(|region| region.measure(end.clone()));
    Ok((end, measured))
}

/// Functional core and personality of one run.
pub(crate) struct Session {
    pub machine: Machine,
    pub kernel: Kernel,
    pub watch: Watch,
    /// SHA-256 of the program's file, taken before the program can change it.
    pub(crate) sha256: Option<String>,
    /// Checkpoints that are still to be made.
    pub(crate) taking: Option<Taking>,
    /// Of a run that goes on from a checkpoint.
    resumed: Option<Resumed>,
}

impl Session {
    pub(crate) fn start(request: &mut Request) -> Result<Self, Error> {
        let input = checkpoint::begin(request)?;
        let mut streams = Streams::default();
        std::mem::swap(&mut streams.input, &mut request.stdin);
        std::mem::swap(&mut streams.output, &mut request.stdout);
        std::mem::swap(&mut streams.error, &mut request.stderr);
        streams.terminals = request.terminals;
        let loaded = request.ready.take();
        let Ready {
            mut machine,
            mut kernel,
            ..
        } = match loaded.filter(|ready| ready.mode == request.mode) {
            Some(loaded) => *loaded,
            None => ready(request)?,
        };
        kernel.connect(streams, request.strace.take());
        if let Some(idle) = request.idle_code {
            machine.give_up_code_at(idle);
        }
        tracing::info!(
            program = %request.program.display(),
            config = request.config.name,
            mode = ?request.mode,
            "run begins"
        );
        let named = request.identify || request.checkpoints.is_some() || request.restore.is_some();
        let program = named.then(|| kernel.open_program());
        let sha256 = program.and_then(|file| file.and_then(digest).ok());
        let restore = request.restore.as_ref();
        let resumed =
            restore.map(|it| it.resume(request, sha256.as_ref(), &mut kernel, &mut machine));
        let resumed = resumed.transpose()?;
        let asked = request.checkpoints.take();
        let taking =
            asked.map(|asked| Taking::new(asked, machine.retired(), &kernel.symbols(), input));
        let taking = taking.transpose()?;
        Ok(Self {
            taking,
            resumed,
            machine,
            kernel,
            watch: Watch::new(request),
            sha256,
        })
    }

    /// In a run that goes on from a checkpoint: loads the state of the cycle model, if the checkpoint has it.
    fn warm<P: Probe>(&self, request: &Request, recorder: &mut Timed<P>) -> Result<(), Error> {
        match (&request.restore, &self.resumed) {
            (Some(restore), Some(resumed)) => {
                restore.warm(resumed, recorder)?;
                recorder.begin_intervals();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The thread that executes first; in a run that goes on from a checkpoint, the one that executed last.
    fn task(&self) -> Task {
        let (first, last) = self.kernel.tasks();
        last.unwrap_or(first)
    }

    /// The region of interest of a request.
    pub(crate) fn region(&self, request: &Request) -> Result<Option<Region>, Error> {
        let Some(bounds) = &request.region else {
            return Ok(None);
        };
        if request.mode == Mode::Functional {
            return Err(Error::Untimed(Ask::Region.to_string()));
        }
        Region::new(bounds, &self.kernel.symbols()).map(Some)
    }

    /// The report of a run that has ended.
    pub(crate) fn report(
        &self,
        request: &Request,
        ending: &End,
        times: Option<Timings>,
    ) -> Result<Report, Error> {
        let mut retired = self.machine.retired();
        request.control.progress(retired);
        let is_cold = self.resumed.as_ref().is_some_and(|it| !it.warm);
        let (times, region) = match times {
            None => (None, None),
            Some((end, None)) => {
                if is_cold {
                    retired = end.totals.instructions;
                }
                (Some(end), None)
            }
            Some((_, Some(measured))) => {
                let counted = measured.counted.clone();
                retired = counted.totals.instructions;
                (Some(counted), Some(measured))
            }
        };
        let shares = times.as_ref().map(|times| times.shares.clone());
        let times = times.map(|times| Times {
            totals: times.totals,
            processes: times
                .shares
                .iter()
                .map(|(&process, share)| (process, share.cycles))
                .collect(),
        });
        let sha256 = self.sha256.clone();
        request.control.set_unseen(self.kernel.unseen_files());
        if let Some(found) = self.kernel.dependencies() {
            request.control.set_dependencies(found);
        }
        let mut report = summary::report(request, sha256, &self.kernel, retired, ending, times);
        if let (Some(bounds), Some(region), Some(shares)) = (&request.region, region, shares) {
            for (process, serial) in report.processes.iter_mut().zip(self.serials()) {
                let share = shares.get(&serial).copied().unwrap_or_default();
                process.instructions = share.instructions;
            }
            region.describe(bounds, &mut report);
        }
        if let Some(resumed) = &self.resumed {
            resumed.describe(request, self.serials(), &mut report);
        }
        report
            .identities()
            .map_err(|violation| Error::Identity(violation.to_string()))?;
        tracing::info!(
            outcome = ?report.outcome.kind,
            instructions = report.instructions,
            cycles = report.cycles,
            "run ends"
        );
        Ok(report)
    }

    /// Serial numbers of the processes, in the order of the report.
    fn serials(&self) -> impl Iterator<Item = u64> {
        let processes = self.kernel.processes().into_iter();
        processes.map(|process| process.serial)
    }

    /// The state of the guest and of the pipeline when a limit ended the run.
    fn at_limit(&mut self, finding: Option<Finding>, limit: Limit) -> Option<report::Fault> {
        let places = finding.iter().flat_map(Finding::places).collect::<Vec<_>>();
        let (state, places) = self
            .kernel
            .state(&self.machine, limit.to_string(), &places)?;
        let mut fault = summary::fault(&state);
        fault.pipeline = finding.map(|finding| Box::new(summary::pipeline(finding, &places)));
        Some(fault)
    }

    /// Runs to the end, so that the caller sees progress and can stop the run. A functional run executes in slices. In a timed run the
    /// recorder looks between blocks: a slice that ended inside a block would be timed like an interruption there.
    pub(crate) fn go<R: Listener>(
        &mut self,
        request: &Request,
        recorder: &mut R,
    ) -> Result<End, Error> {
        loop {
            let slice = self.slice(request);
            let outcome = self.kernel.run(&mut self.machine, recorder, Some(slice));
            if let Some(end) = self.behind_slice(outcome, request)? {
                return Ok(end);
            }
        }
    }

    /// Instructions that are left up to the limit of the request.
    fn left(&self, request: &Request) -> u64 {
        let limit = request.max_instructions;
        limit.map_or(u64::MAX, |limit| {
            limit.saturating_sub(self.machine.retired())
        })
    }

    /// Instructions of the next slice.
    pub(crate) fn slice(&self, request: &Request) -> u64 {
        match request.mode {
            Mode::Functional => self.left(request).min(SLICE),
            Mode::Timed => self.left(request),
        }
    }

    /// How the run ended, from the outcome of a slice; `None`: it goes on.
    pub(crate) fn behind_slice(
        &self,
        outcome: Outcome,
        request: &Request,
    ) -> Result<Option<End>, Error> {
        let stop = match outcome {
            Outcome::Limit if self.left(request) > 0 => {
                self.watch.look(self.machine.retired(), None)
            }
            Outcome::Stopped => match self.watch.stopped() {
                Some(stop) => Some(stop),
                None => return Ok(Some(End::Guest(Outcome::Stopped))),
            },
            outcome => return Ok(Some(End::Guest(outcome))),
        };
        match stop {
            None => Ok(None),
            Some(Stop::Cancelled) => Err(Error::Cancelled),
            Some(Stop::Interrupted) => Ok(Some(End::Interrupted)),
            Some(Stop::Limit(limit)) => Ok(Some(End::Limit(limit))),
        }
    }

    /// Runs to the end on two threads, if the request allows it and neither a limit of cycles, nor a watchdog, nor a checkpoint needs the cycle
    /// model to be up to date with execution.
    fn go_ahead<P: Probe + Send>(
        &mut self,
        request: &Request,
        mut recorder: Timed<P>,
    ) -> Result<(End, Timed<P>), Error> {
        let limited = request.max_cycles.is_some() || request.watchdog.is_some();
        let together = limited || self.taking.is_some();
        if together || !request.second_thread {
            return Ok((self.go_and_keep(request, &mut recorder)?, recorder));
        }
        thread::scope(
            |scope| match Ahead::begin(scope, recorder, self.watch.clone()) {
                Ok(mut ahead) => {
                    let end = self.go(request, &mut ahead)?;
                    let asks = ahead.asks_too_often();
                    let mut recorder = ahead.finish()?;
                    let end = match end {
                        End::Guest(Outcome::Stopped) if asks => self.go(request, &mut recorder)?,
                        end => end,
                    };
                    Ok((end, recorder))
                }
                Err(mut recorder) => Ok((self.go(request, &mut *recorder)?, *recorder)),
            },
        )
    }

    /// Runs to the end with one listener or none ([`Off`]), and with what is written beside the run.
    fn go_with<P: Probe + Send>(
        &mut self,
        request: &mut Request,
        probe: P,
        region: Option<Region>,
        beside: Beside,
    ) -> Result<(End, Option<Timings>), Error> {
        let mut recorder = timed(request, probe, self, region);
        if P::is_armed() {
            recorder.secure_monitors(!request.config.machine.os.user_monitor);
        }
        self.warm(request, &mut recorder)?;
        let (ending, mut recorder) = match beside.is_empty() {
            true => self.go_ahead(request, recorder)?,
            false => self.go_beside(request, recorder, beside)?,
        };
        let times = times(&mut recorder)?;
        Ok((ending, Some(times)))
    }

    /// Runs to the end with what is written beside the run. If that is nothing, the functional core can take its fast way.
    fn go_beside<R: Keeps>(
        &mut self,
        request: &Request,
        mut recorder: R,
        beside: Beside,
    ) -> Result<(End, R), Error> {
        if beside.is_empty() {
            return Ok((self.go_and_keep(request, &mut recorder)?, recorder));
        }
        let observed = self.go_observed(request, Observed::new(recorder, beside))?;
        Ok((observed.0, observed.1.inner))
    }

    /// The same where something is written beside the run: it is finished even if the run fails.
    fn go_observed<R: Keeps>(
        &mut self,
        request: &Request,
        mut recorder: Observed<R>,
    ) -> Result<(End, Observed<R>), Error> {
        let ending = self.go_and_keep(request, &mut recorder);
        recorder.finish().map_err(Error::Trace)?;
        Ok((ending?, recorder))
    }
}

/// SHA-256 of a regular file, in hexadecimal, as reports name programs.
///
/// # Errors
/// The file cannot be read, or is not a regular file: a pipe would wait for a writer that never comes, and a device may never end.
pub fn checksum(path: &Path) -> std::io::Result<String> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("not a regular file"));
    }
    digest(std::fs::File::open(path)?)
}

pub(crate) fn digest(mut file: impl Read) -> std::io::Result<String> {
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            n => digest.update(&buffer[..n]),
        }
    }
    Ok(::checkpoint::hexadecimal(&digest.finalize()))
}
