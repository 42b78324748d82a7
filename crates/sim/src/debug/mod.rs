//! A run of a program under a debugger. It counts what it counts without one.
//!
//! Going back is done by repetition: a run is the same every time, so that an earlier moment is reached again from the start.

mod renew;

use std::collections::BTreeSet;

use events::Off;
use linux::{Outcome, Pause, PauseWhy, ThreadState};
use machine::{Cpu, PauseCause, Silent, Watch};
use report::Report;

use crate::asks::Ask;
use crate::listeners::{self, listeners};
use crate::request::Stop;
use crate::run::{Session, timed};
use crate::summary::End;
use crate::tape::Tape;
use crate::{Error, Mode, Request};

use renew::Renew;

/// Instructions after which a run returns to its debugger, which may have a command of the user.
const TURN: u64 = 1 << 20;
/// Most changes by the debugger that are kept for a repetition.
const CHANGES: usize = 1 << 16;

/// How a run goes on.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Resume {
    /// The run stops when this thread has executed one instruction.
    pub step: Option<u32>,
    /// The signal, by Linux's number, that a thread takes which [`Stopped::Signal`] stopped; `None`: it takes none.
    pub signal: Option<u32>,
}

/// Why a run has returned to its debugger.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// A thread has executed its instruction.
    Stepped(u32),
    /// A thread is at one of the places.
    Place(u32),
    /// A thread has referred to watched memory.
    Watched {
        /// The thread.
        thread: u32,
        /// What is watched.
        watch: Watch,
    },
    /// A thread is about to take a signal (Linux's number).
    Signal {
        /// The thread.
        thread: u32,
        /// The signal.
        number: u32,
    },
    /// A run that went back is at its first instruction.
    Start,
    /// Nothing has happened: the debugger may resume the run at once.
    Turn,
    /// The run has ended, by `exit` with a status.
    Exited(u8),
    /// The run has ended, by a signal.
    Killed(u32),
    /// The run has ended otherwise: its report says how.
    Over,
}

/// How far a run is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Instructions of all threads.
    pub instructions: u64,
    /// Cycles of the blocks that are complete; `None`: a functional run.
    pub cycles: Option<u64>,
}

/// A run as a debugger sees it: the first process, with its threads.
pub trait Debuggee {
    /// Executes up to the next stop, which comes after a bounded number of instructions ([`Stopped::Turn`]).
    ///
    /// # Errors
    /// The run cannot go on.
    fn resume(&mut self, how: Resume) -> Result<Stopped, Error>;

    /// Goes back by one instruction of thread `step`; without one, to the last moment at which a place or watched memory would have stopped
    /// the run.
    ///
    /// # Errors
    /// The run cannot be repeated.
    fn back(&mut self, step: Option<u32>) -> Result<Stopped, Error>;

    /// Why the run cannot be repeated to go back, in words: its program has changed files of the host, or its input or what its debugger
    /// has changed is more than is kept. `None`: it can.
    fn obstacle(&self) -> Option<String>;

    /// Sets where the run stops: before instructions (bundle address with the slot in its low bits), and at references to watched memory.
    /// Replaces what was set before.
    fn stop_at(&mut self, places: &BTreeSet<u64>, watches: &[Watch]);

    /// Lets the run go on to its end.
    ///
    /// # Errors
    /// The run cannot go on.
    fn release(&mut self) -> Result<(), Error>;

    /// Ends the run: its outcome is `interrupted`.
    fn kill(&mut self);

    /// Its threads.
    fn threads(&self) -> Vec<ThreadState>;

    /// The thread that executes or executed last.
    fn current(&self) -> u32;

    /// The registers of a thread.
    fn cpu(&self, thread: u32) -> Option<&Cpu>;

    /// Changes the registers of a thread.
    fn change(&mut self, thread: u32, change: &mut dyn FnMut(&mut Cpu));

    /// Reads memory as it would be with all register stacks stored; returns how many bytes could be read.
    fn read(&mut self, address: u64, into: &mut [u8]) -> usize;

    /// Writes memory, or the register file where it holds a register stack. False when it is not mapped.
    fn write(&mut self, address: u64, bytes: &[u8]) -> bool;

    /// The auxiliary vector.
    fn auxiliary(&self) -> &[u8];

    /// How far the run is.
    fn position(&mut self) -> Position;

    /// The answer to a command (`monitor`) that only this kind of run has; `None`: it has no such command.
    fn ask(&mut self, _command: &str) -> Option<String> {
        None
    }
}

/// A change that the debugger made in a run.
enum Change {
    /// Bytes that were written at an address.
    Memory(u64, Vec<u8>),
    /// All registers of a thread after the change.
    Registers(u32, Box<Cpu>),
}

/// A run under a debugger.
struct Debugged<'a, R> {
    session: Session,
    recorder: Option<R>,
    request: &'a mut Request,
    tape: Tape,
    places: BTreeSet<u64>,
    watches: Vec<Watch>,
    /// Changes with the number of instructions behind which they were made, ascending.
    changes: Vec<(u64, Change)>,
    ending: Option<End>,
}

/// Runs a program as [`run`](crate::run()) does, under a debugger: `drive` controls the run; when it returns the run ends there. The
/// report is that of a run without a debugger, unless the debugger has changed something.
///
/// # Errors
/// As [`run`](crate::run()), and those of `drive`. [`Error::Undebuggable`]: the request asks for something that a run under a debugger does
/// not support.
pub fn debug(
    mut request: Request,
    drive: &mut dyn FnMut(&mut dyn Debuggee) -> Result<(), Error>,
) -> Result<Report, Error> {
    let unfit = [
        Ask::Trace,
        Ask::RetireLog,
        Ask::Intervals,
        Ask::BlockVectors,
        Ask::GroupCheck,
        Ask::Watchdog,
        Ask::Checkpoints,
        Ask::Restore,
        Ask::Strace,
    ];
    if let Some(ask) = request.asks_one_of(&unfit) {
        return Err(Error::Undebuggable(ask.to_string()));
    }
    let tape = Tape::new(&mut request);
    tape.rewind(&mut request);
    let mut session = Session::start(&mut request)?;
    session.kernel.attach_debugger(&[]);
    let region = session.region(&request)?;
    if request.mode == Mode::Functional {
        if let Some(ask) = request.asks_one_of(&Ask::TIMED) {
            return Err(Error::Untimed(ask.to_string()));
        }
        return Debugged::new(session, Silent, &mut request, tape).drive(drive, |_| None);
    }
    let mut beside = Vec::new();
    if let Some(mut listeners) = listeners(&mut request, None, &mut beside)? {
        let mut recorder = timed(&mut request, &mut listeners, &session, region);
        recorder.secure_monitors(!request.config.machine.os.user_monitor);
        let debugged = Debugged::new(session, recorder, &mut request, tape);
        return debugged.drive(drive, |recorder| {
            let cycles = recorder.timing.cycles();
            let listeners = recorder.timing.probe();
            listeners.0.as_mut().map(|monitor| {
                monitor.finish(cycles);
                listeners::registers(&monitor.unit)
            })
        });
    }
    let recorder = timed(&mut request, Off, &session, region);
    Debugged::new(session, recorder, &mut request, tape).drive(drive, |_| None)
}

type Registers = std::collections::BTreeMap<String, String>;

impl<'a, R: Renew> Debugged<'a, R> {
    fn new(session: Session, recorder: R, request: &'a mut Request, tape: Tape) -> Self {
        Self {
            session,
            recorder: Some(recorder),
            request,
            tape,
            places: BTreeSet::new(),
            watches: Vec::new(),
            changes: Vec::new(),
            ending: None,
        }
    }

    fn drive(
        mut self,
        drive: &mut dyn FnMut(&mut dyn Debuggee) -> Result<(), Error>,
        registers: impl FnOnce(&mut R) -> Option<Registers>,
    ) -> Result<Report, Error> {
        drive(&mut self)?;
        self.session
            .kernel
            .detach_debugger(&mut self.session.machine);
        let ending = self.ending.take().unwrap_or(End::Interrupted);
        let Some(mut recorder) = self.recorder.take() else {
            return Err(Error::Cancelled);
        };
        let session = &mut self.session;
        session.kernel.abandon(&mut session.machine, &mut recorder);
        let timings = recorder.timings()?;
        let monitor = registers(&mut recorder);
        let mut report = self.session.report(self.request, &ending, timings)?;
        report.monitor = monitor;
        Ok(report)
    }

    /// Executes until something stops the run: thread `step` has executed an instruction, or the run has come to `at` instructions.
    fn go(&mut self, step: Option<u32>, at: Option<u64>) -> Result<Stopped, Error> {
        let Some(recorder) = &mut self.recorder else {
            return Ok(Stopped::Over);
        };
        let session = &mut self.session;
        session.kernel.pause_after(step, at);
        let retired = session.machine.retired();
        let left = self.request.max_instructions;
        let left = left.map(|limit| limit.saturating_sub(retired));
        let outcome = session.kernel.run(&mut session.machine, recorder, left);
        let (stopped, end) = match outcome {
            Outcome::Paused(Pause { thread, why }) => {
                return Ok(match why {
                    PauseWhy::Signal(number) => Stopped::Signal { thread, number },
                    PauseWhy::Machine(PauseCause::Place) => Stopped::Place(thread),
                    PauseWhy::Machine(PauseCause::Watch(watch)) => {
                        Stopped::Watched { thread, watch }
                    }
                    PauseWhy::Machine(PauseCause::Count) => Stopped::Turn,
                    PauseWhy::Stepped => Stopped::Stepped(thread),
                });
            }
            Outcome::Exit { status } => (Stopped::Exited(status), End::Guest(outcome)),
            Outcome::Signal { number, .. } => (Stopped::Killed(number), End::Guest(outcome)),
            Outcome::Stopped => match session.watch.stopped() {
                Some(Stop::Cancelled) => return Err(Error::Cancelled),
                Some(Stop::Interrupted) => (Stopped::Over, End::Interrupted),
                Some(Stop::Limit(limit)) => (Stopped::Over, End::Limit(limit)),
                None => (Stopped::Over, End::Guest(outcome)),
            },
            outcome => (Stopped::Over, End::Guest(outcome)),
        };
        self.ending = Some(end);
        Ok(stopped)
    }

    fn retired(&self) -> u64 {
        self.session.machine.retired()
    }

    /// Begins the run anew, with the signals that were decided so far.
    fn restart(&mut self) -> Result<(), Error> {
        if let Some(why) = self.obstacle() {
            return Err(Error::Unrepeatable(why));
        }
        let decided = self.session.kernel.decided_signals();
        self.tape.rewind(self.request);
        let mut session = Session::start(self.request)?;
        session.kernel.attach_debugger(&decided);
        if let Some(recorder) = self.recorder.take() {
            self.recorder = Some(recorder.renew(&session, self.request)?);
        }
        self.session = session;
        self.ending = None;
        Ok(())
    }

    /// Executes up to `target` instructions of the run, past every signal, and makes the changes again that were made on the way. `met` is
    /// called with each stop before that and its number of instructions.
    fn go_to(&mut self, target: u64, mut met: impl FnMut(u64, Stopped)) -> Result<(), Error> {
        let mut changes = std::mem::take(&mut self.changes);
        changes.retain(|(at, _)| *at <= target);
        let mut next = 0;
        loop {
            let now = self.retired();
            while let Some((_, change)) = changes.get(next).filter(|(at, _)| *at <= now) {
                self.apply(change);
                next += 1;
            }
            if now >= target {
                break;
            }
            let stage = changes.get(next).map_or(target, |(at, _)| *at);
            match self.go(None, Some(stage))? {
                Stopped::Turn => {}
                Stopped::Signal { .. } => self.session.kernel.decide_signal(None, true),
                stopped if self.ending.is_none() => met(self.retired(), stopped),
                _ => break,
            }
        }
        self.changes = changes;
        self.session.kernel.decide_anew();
        Ok(())
    }

    fn apply(&mut self, change: &Change) {
        match change {
            Change::Memory(address, bytes) => {
                self.store(*address, bytes);
            }
            Change::Registers(thread, cpu) => {
                if let Some(context) = self.session.kernel.context_mut(*thread) {
                    context.clone_from(cpu);
                }
            }
        }
    }

    /// Keeps a change for a repetition. One more than [`CHANGES`] is kept, by which [`Debuggee::obstacle`] sees that there were too many.
    fn note(&mut self, retired: u64, change: Change) {
        if self.changes.len() <= CHANGES {
            self.changes.push((retired, change));
        }
    }

    /// Makes the machine stop at the places and watches, or at none.
    fn arm(&mut self, stops: bool) {
        let (none, machine) = (BTreeSet::new(), &mut self.session.machine);
        match stops {
            true => machine.pause_at_places(&self.places, &self.watches),
            false => machine.pause_at_places(&none, &[]),
        }
    }

    /// Writes memory doubleword by doubleword: into the registers of the thread that holds one of its backing store, or into memory. Returns how
    /// many bytes were written; the next one cannot be.
    fn store(&mut self, address: u64, bytes: &[u8]) -> usize {
        let kernel = &mut self.session.kernel;
        let mut rest = bytes;
        let mut at = address;
        while !rest.is_empty() {
            let word = at & !7;
            let within = (at - word) as usize;
            let count = rest.len().min(8 - within);
            let threads: Vec<u32> = kernel.threads().iter().map(|thread| thread.tid).collect();
            let holder = threads.into_iter().find_map(|tid| {
                let value = kernel.context(tid)?.backed(word)?;
                Some((tid, value))
            });
            let done = match holder {
                Some((tid, value)) => {
                    let mut whole = value.to_le_bytes();
                    whole[within..within + count].copy_from_slice(&rest[..count]);
                    let value = u64::from_le_bytes(whole);
                    let cpu = kernel.context_mut(tid);
                    cpu.is_some_and(|cpu| cpu.set_backed(word, value))
                }
                None => kernel
                    .memory_of_first()
                    .is_some_and(|memory| memory.poke(at, &rest[..count]).is_ok()),
            };
            if !done {
                break;
            }
            at = at.wrapping_add(count as u64);
            rest = &rest[count..];
        }
        bytes.len() - rest.len()
    }
}

impl<R: Renew> Debuggee for Debugged<'_, R> {
    fn resume(&mut self, how: Resume) -> Result<Stopped, Error> {
        if self.ending.is_some() {
            return Ok(Stopped::Over);
        }
        self.session.kernel.decide_signal(how.signal, false);
        self.arm(true);
        let turn = self.retired().saturating_add(TURN);
        let stopped = self.go(how.step, Some(turn))?;
        if stopped == Stopped::Turn
            && let Some(stop) = self.session.watch.look(self.retired(), None)
        {
            return match stop {
                Stop::Cancelled => Err(Error::Cancelled),
                Stop::Interrupted => {
                    self.kill();
                    Ok(Stopped::Over)
                }
                Stop::Limit(limit) => {
                    self.ending = Some(End::Limit(limit));
                    Ok(Stopped::Over)
                }
            };
        }
        Ok(stopped)
    }

    fn back(&mut self, step: Option<u32>) -> Result<Stopped, Error> {
        let now = self.retired();
        if let Some(thread) = step {
            let Some(target) = self.session.kernel.last_of(thread) else {
                return Ok(Stopped::Start);
            };
            self.restart()?;
            self.arm(false);
            self.go_to(target, |_, _| ())?;
            return Ok(match target {
                0 => Stopped::Start,
                _ => Stopped::Stepped(thread),
            });
        }
        self.restart()?;
        self.arm(true);
        let mut last = None;
        self.go_to(now, |at, stopped| match stopped {
            // It stopped behind the reference: the moment to go back to is before it.
            Stopped::Watched { .. } => last = Some((at - 1, stopped)),
            _ if at < now => last = Some((at, stopped)),
            _ => {}
        })?;
        self.restart()?;
        self.arm(false);
        let (target, stopped) = last.unwrap_or((0, Stopped::Start));
        self.go_to(target, |_, _| ())?;
        Ok(stopped)
    }

    fn obstacle(&self) -> Option<String> {
        if let Some(file) = self.session.kernel.changed_file() {
            return Some(format!(
                "the program has changed files of the host ({file}), which a repetition would change again"
            ));
        }
        if !self.tape.is_complete() {
            return Some("the program has read more standard input than is kept".to_owned());
        }
        (self.changes.len() > CHANGES)
            .then(|| format!("the debugger has made more than {CHANGES} changes"))
    }

    fn stop_at(&mut self, places: &BTreeSet<u64>, watches: &[Watch]) {
        self.places.clone_from(places);
        self.watches = watches.to_vec();
    }

    fn release(&mut self) -> Result<(), Error> {
        if self.ending.is_some() {
            return Ok(());
        }
        self.session
            .kernel
            .detach_debugger(&mut self.session.machine);
        let Some(recorder) = &mut self.recorder else {
            return Ok(());
        };
        self.ending = Some(self.session.go(self.request, recorder)?);
        Ok(())
    }

    fn kill(&mut self) {
        self.ending.get_or_insert(End::Interrupted);
    }

    fn threads(&self) -> Vec<ThreadState> {
        self.session.kernel.threads()
    }

    fn current(&self) -> u32 {
        self.session.kernel.current_thread()
    }

    fn cpu(&self, thread: u32) -> Option<&Cpu> {
        self.session.kernel.context(thread)
    }

    fn change(&mut self, thread: u32, change: &mut dyn FnMut(&mut Cpu)) {
        let retired = self.retired();
        if let Some(cpu) = self.session.kernel.context_mut(thread) {
            change(cpu);
            let after = Box::new(cpu.clone());
            let same = |(at, change): &mut (u64, Change)| {
                *at == retired && matches!(change, Change::Registers(of, _) if *of == thread)
            };
            self.changes.pop_if(same);
            self.note(retired, Change::Registers(thread, after));
        }
    }

    fn read(&mut self, address: u64, into: &mut [u8]) -> usize {
        let kernel = &mut self.session.kernel;
        let Some(memory) = kernel.memory_of_first() else {
            return 0;
        };
        let mut count = 0;
        // A page is mapped as a whole or not at all.
        while count < into.len() {
            let at = address.wrapping_add(count as u64);
            let room = (machine::PAGE_SIZE - (at & machine::PAGE_MASK)) as usize;
            let end = into.len().min(count + room);
            if !memory.peek(at, &mut into[count..end]) {
                break;
            }
            count = end;
        }
        let into = &mut into[..count];
        let end = address.saturating_add(count as u64);
        for thread in kernel.threads() {
            let Some(cpu) = kernel.context(thread.tid) else {
                continue;
            };
            let held =
                cpu.ar(isa::Ar::BSPSTORE).unwrap_or(0).max(address & !7)..cpu.frame_end().min(end);
            for word in held.step_by(8) {
                let bytes = cpu.backed(word).unwrap_or(0).to_le_bytes();
                for (at, byte) in (word..).zip(bytes) {
                    if let Some(to) = at.checked_sub(address)
                        && let Some(to) = into.get_mut(to as usize)
                    {
                        *to = byte;
                    }
                }
            }
        }
        count
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        let retired = self.retired();
        let written = self.store(address, bytes);
        if written > 0 {
            self.note(retired, Change::Memory(address, bytes[..written].to_vec()));
        }
        written == bytes.len()
    }

    fn auxiliary(&self) -> &[u8] {
        self.session.kernel.auxiliary().unwrap_or_default()
    }

    fn position(&mut self) -> Position {
        Position {
            instructions: self.retired(),
            cycles: self.recorder.as_mut().and_then(Renew::time),
        }
    }
}
