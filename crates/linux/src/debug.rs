//! Support for a debugger of the first process: where its threads pause, and which of its signals it takes.
//!
//! A run that is held up goes on exactly as one that was not: instructions are accounted for when the machine hands
//! their block over, not at the pause.

use crate::kernel::Kernel;
use crate::process::{State, Tid};
use crate::run::Listener;
use crate::signal::{Action, Detail, Info, SIGKILL, code};
use machine::{AddressSpace, Cpu, Machine, PauseCause, Stop};
use std::collections::{BTreeMap, VecDeque};

/// A run that was held up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Pause {
    /// The thread that was executing.
    pub thread: Tid,
    /// Why.
    pub why: PauseWhy,
}

/// Why a run was held up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PauseWhy {
    /// The machine held it up.
    Machine(PauseCause),
    /// The thread that was to execute one instruction has executed it, or has ended.
    Stepped,
    /// The thread is about to take this signal.
    Signal(u32),
}

/// What a thread does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadState {
    /// Its number.
    pub tid: Tid,
    /// Its name, as `prctl` sets it.
    pub name: String,
    /// The system call that it waits in.
    pub waits: Option<&'static str>,
}

/// A thread that was held up in the middle of its turn.
#[derive(Copy, Clone)]
pub(crate) struct HeldTurn {
    tid: Tid,
    /// Instructions that the machine had retired before those that are not accounted for.
    pub before: u64,
    /// Instructions retired by the machine at which the turn ends.
    pub turn_end: u64,
    /// The same, or those at which the run is at its limit before.
    pub end: u64,
}

/// A single step of a thread.
#[derive(Copy, Clone)]
struct Step {
    tid: Tid,
    done: bool,
}

/// The requests of the debugger, and the state of the pause.
#[derive(Default)]
pub(crate) struct Debug {
    /// Whether it has not detached.
    attached: bool,
    /// Pause before the instruction that follows so many of all threads.
    at: Option<u64>,
    step: Option<Step>,
    /// Whether a pause at an instruction count is the end of a step.
    stepping: bool,
    held: Option<HeldTurn>,
    /// For each thread, instructions that the machine had retired before the thread's last one.
    last: BTreeMap<Tid, u64>,
    /// A signal that its thread is about to take.
    signal: Option<(Tid, Info)>,
    /// A signal that the debugger has let through to its thread.
    released: Option<(Tid, Info)>,
    /// Whether the signal that a thread is taking was let through.
    passing: bool,
    /// The decisions about signals so far (`None`: suppressed), and those of an earlier run that are still to be
    /// repeated.
    decided: VecDeque<Option<u32>>,
    again: VecDeque<Option<u32>>,
}

impl Debug {
    /// Takes the held turn, which goes on.
    pub(crate) fn take_held(&mut self) -> Option<HeldTurn> {
        self.held.take()
    }

    pub(crate) fn hold(&mut self, tid: Tid, before: u64, (turn_end, end): (u64, u64)) {
        self.held = Some(HeldTurn {
            tid,
            before,
            turn_end,
            end,
        });
    }

    /// Notes that a thread has executed the instructions of the machine from number `from` to `to`.
    pub(crate) fn ran(&mut self, tid: Tid, from: u64, to: u64) {
        if from < to {
            self.last.insert(tid, to - 1);
        }
    }

    /// Notes that a thread has come to the end of a turn or entered the kernel.
    pub(crate) fn completed(&mut self, tid: Tid) {
        if let Some(step) = &mut self.step
            && step.tid == tid
        {
            step.done = true;
        }
    }

    fn decide(&mut self, (tid, info): (Tid, Info), signal: Option<u32>) {
        self.decided.push_back(signal);
        self.released = match signal {
            None => None,
            Some(number) if number == info.signal => Some((tid, info)),
            Some(number) => Some((tid, Info::new(number, code::USER, Detail::None))),
        };
    }
}

impl Kernel {
    /// Attaches a debugger to the first process. `decided`: the decisions about signals of an earlier run of the same
    /// program ([`Self::decided_signals`]), which are repeated.
    pub fn attach_debugger(&mut self, decided: &[Option<u32>]) {
        self.debug = Some(Box::new(Debug {
            attached: true,
            again: decided.iter().copied().collect(),
            ..Debug::default()
        }));
    }

    /// Detaches the debugger.
    pub fn detach_debugger(&mut self, machine: &mut Machine) {
        machine.never_pause();
        self.decide_signal(None, true);
        if let Some(debug) = &mut self.debug {
            debug.attached = false;
        }
    }

    /// Accounts for the instructions of the thread that was held up, for a run that does not go on.
    pub fn abandon<R: Listener>(&mut self, machine: &mut Machine, recorder: &mut R) {
        let Some(held) = self.debug.as_mut().and_then(|debug| debug.held.take()) else {
            return;
        };
        if let Some(thread) = self.threads.get_mut(&held.tid) {
            machine.give_up(&mut thread.cpu, recorder);
        }
        self.account(held.tid, machine.retired() - held.before, recorder);
    }

    /// Pauses after the next instruction of a thread, and before the instruction that follows so many (`at`) of all
    /// threads.
    pub fn pause_after(&mut self, thread: Option<Tid>, at: Option<u64>) {
        if let Some(debug) = &mut self.debug {
            debug.step = thread.map(|tid| Step { tid, done: false });
            debug.at = at;
        }
    }

    /// Decides about the signal at which the run was held up: the thread takes `signal`, or none. `as_is`: it takes the
    /// pending one, whatever `signal` is.
    pub fn decide_signal(&mut self, signal: Option<u32>, as_is: bool) {
        if let Some(debug) = &mut self.debug
            && let Some(held) = debug.signal.take()
        {
            let signal = if as_is { Some(held.1.signal) } else { signal };
            debug.decide(held, signal);
        }
    }

    /// Asks about every signal from here on, whatever an earlier run decided.
    pub fn decide_anew(&mut self) {
        if let Some(debug) = &mut self.debug {
            debug.again.clear();
        }
    }

    /// The decisions about signals so far.
    pub fn decided_signals(&self) -> Vec<Option<u32>> {
        let debug = self.debug.as_ref();
        debug.map_or_else(Vec::new, |debug| debug.decided.iter().copied().collect())
    }

    /// Instructions that the machine had retired before the last one of a thread.
    pub fn last_of(&self, thread: Tid) -> Option<u64> {
        self.debug.as_ref()?.last.get(&thread).copied()
    }

    /// The threads of the first process.
    pub fn threads(&self) -> Vec<ThreadState> {
        let of_first = self.threads.values().filter(|t| t.pid == self.first);
        let state = |thread: &crate::process::Thread| ThreadState {
            tid: thread.tid,
            name: String::from_utf8_lossy(&thread.name).into_owned(),
            waits: match thread.state {
                State::Ready => None,
                State::Waiting(_) => Some(crate::calls::name(thread.call.0)),
            },
        };
        of_first.map(state).collect()
    }

    /// The thread that executes, or executed last.
    pub fn current_thread(&self) -> Tid {
        self.current
    }

    /// The context of a thread.
    pub fn context(&self, thread: Tid) -> Option<&Cpu> {
        self.threads.get(&thread).map(|thread| &*thread.cpu)
    }

    /// The context of a thread, to change it.
    pub fn context_mut(&mut self, thread: Tid) -> Option<&mut Cpu> {
        self.threads.get_mut(&thread).map(|thread| &mut *thread.cpu)
    }

    /// The memory of the first process.
    pub fn memory_of_first(&mut self) -> Option<&mut AddressSpace> {
        let memory = self.processes.get(&self.first)?.memory;
        self.memories
            .get_mut(memory)
            .map(|memory| &mut memory.space)
    }

    /// The auxiliary vector of the first process.
    pub fn auxiliary(&self) -> Option<&[u8]> {
        let process = self.processes.get(&self.first)?;
        Some(&process.program.auxiliary)
    }

    /// Instructions of the held thread that are not accounted for.
    pub(crate) fn unaccounted(&self, machine: &Machine) -> u64 {
        let held = self.debug.as_ref().and_then(|debug| debug.held);
        held.map_or(0, |held| machine.retired() - held.before)
    }

    /// The thread whose turn was held up.
    pub(crate) fn held_thread(&self) -> Option<Tid> {
        Some(self.debug.as_ref()?.held?.tid)
    }

    /// Sets where the machine pauses while a thread executes. Returns a stop if the thread has to pause before it
    /// executes anything.
    pub(crate) fn prepare_pauses(&mut self, tid: Tid, machine: &mut Machine) -> Option<Stop> {
        let space = self.memory_of_first().map(|space| space.id());
        let ours = self.pid(tid) == self.first;
        let gone = |step: &Step| !self.threads.contains_key(&step.tid);
        let debug = self.debug.as_mut().filter(|debug| debug.attached)?;
        debug.stepping = true;
        if debug.held.is_none() && debug.step.take_if(|step| gone(step)).is_some() {
            return Some(Stop::Paused(PauseCause::Count));
        }
        let step = debug.step.filter(|step| step.tid == tid);
        if let Some(step) = step
            && step.done
            && debug.held.is_none()
        {
            debug.step = None;
            return Some(Stop::Paused(PauseCause::Count));
        }
        let mut at = debug.at;
        debug.stepping = step.is_some();
        if step.is_some() {
            let next = machine.retired() + 1;
            at = Some(at.map_or(next, |at| at.min(next)));
        }
        machine.pause_at_count(space.filter(|_| ours), at);
        None
    }

    /// Whether a signal has to wait for the debugger's decision. The debugger is told of the signals of the first
    /// process that have an effect and can be caught.
    pub(crate) fn hold_signal(&mut self, tid: Tid, info: &Info) -> bool {
        if self
            .debug
            .as_mut()
            .is_some_and(|debug| std::mem::take(&mut debug.passing))
        {
            return false;
        }
        let pid = self.pid(tid);
        let ignored = self.action(pid, info.signal).handler == Action::IGNORE;
        let ours = pid == self.first && info.signal != SIGKILL && !ignored;
        let attached = self.debug.as_mut().filter(|debug| debug.attached);
        let Some(debug) = attached.filter(|_| ours) else {
            return false;
        };
        let held = (tid, *info);
        match debug.again.pop_front() {
            Some(decided) => debug.decide(held, decided),
            None => debug.signal = Some(held),
        }
        true
    }

    /// Takes the signal that the debugger lets through to a thread.
    pub(crate) fn released_signal(&mut self, tid: Tid) -> Option<Info> {
        let debug = self.debug.as_mut()?;
        let (_, info) = debug.released.take_if(|(thread, _)| *thread == tid)?;
        debug.passing = true;
        Some(info)
    }

    /// The pause that a stop of a thread by the machine stands for.
    pub(crate) fn paused(&self, thread: Tid, cause: PauseCause) -> Pause {
        let stepping = self.debug.as_ref().is_some_and(|debug| debug.stepping);
        let why = match cause {
            PauseCause::Count if stepping => PauseWhy::Stepped,
            cause => PauseWhy::Machine(cause),
        };
        Pause { thread, why }
    }

    /// The pause for a signal that a thread is about to take.
    pub(crate) fn held_signal(&self, tid: Tid) -> Option<Pause> {
        let (thread, info) = self.debug.as_ref()?.signal.as_ref()?;
        (*thread == tid).then_some(Pause {
            thread: tid,
            why: PauseWhy::Signal(info.signal),
        })
    }
}
