//! The scheduler: which thread runs, for how long, and what its stops mean.
//!
//! There is one processor. Threads take turns in the order of their numbers; a turn ends after a fixed number of
//! instructions or when the thread has to wait. When all threads wait, the clock advances at once to the next deadline
//! or timer.

use crate::abi::errno::Errno;
use crate::calls::{self, Flow};
use crate::crash::{Crash, Place};
use crate::debug::{Debug, Pause};
use crate::kernel::Kernel;
use crate::memory::Memory;
use crate::process::{Ending, State, Tid, WaitFor, Waiting};
use crate::signal::{Action, SIGBUS, SIGSEGV, code, fault};
use events::Task;
use isa::Template;
use machine::{Machine, Recorder, Silent, Stop, Unaligned, Vector};
use std::ops::Bound;
use std::path::PathBuf;

/// An event of the operating system, for the listener that keeps time.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum OsEvent {
    /// A system call was made.
    SystemCall {
        /// Number as in `r15`.
        number: u64,
    },
    /// Another thread runs from now on; the ALAT is invalid and the register stack of the old one stored.
    Switch {
        /// The thread.
        task: Task,
        /// Doublewords that the register stack engine stored for the old thread.
        stored: u64,
    },
    /// A signal handler is entered.
    Signal {
        /// Signal number.
        number: u32,
    },
    /// The system call of the thread that runs has made a process, which goes on from there.
    Forked {
        /// The only thread of the new process.
        task: Task,
    },
    /// A thread that is not the first of its process has executed a program (`execve`): it is its process's only thread
    /// afterwards, and has the numbers of the process's first thread.
    Renumbered {
        /// The thread.
        task: Task,
        /// What it was before.
        before: Task,
    },
    /// A thread has ended.
    Ended {
        /// The thread.
        task: Task,
    },
}

/// A recorder that also hears what the operating system does.
pub trait Listener: Recorder {
    /// Something happened between two instructions.
    fn os(&mut self, event: OsEvent) {
        let _ = event;
    }

    /// Since its last block the program may have learnt the time from the system.
    fn time_read(&mut self) {}

    /// Cycles of the run so far, where the personality's clock counts them; `None`: it counts instructions.
    fn cycles(&mut self) -> Option<u64> {
        None
    }
}

impl Listener for Silent {}

/// Why a run ended.
#[derive(Debug)]
pub enum Outcome {
    /// The program exited.
    Exit {
        /// Low eight bits of its status.
        status: u8,
    },
    /// A signal ended the program.
    Signal {
        /// Signal number.
        number: u32,
        /// The state at the signal, for those that leave a core dump.
        crash: Option<Box<Crash>>,
    },
    /// The limit of instructions was reached.
    Limit,
    /// The recorder asked to stop, or a stream was interrupted: the call that waits for it is tried again when the run goes on.
    Stopped,
    /// The run was held up for a debugger; the next call goes on.
    Paused(Pause),
    /// Every thread waits for another, for good.
    Deadlock {
        /// What each thread waits in: number and name of the system call.
        waiting: Vec<(Tid, &'static str)>,
    },
    /// The host had no memory for what the machine has.
    HostMemory {
        /// Bytes of the machine's memory that were in use.
        used: u64,
        /// Bytes that the machine has.
        limit: u64,
    },
    /// The host had no room for what the run wrote to its scratch folder.
    HostDisk {
        /// Folder of the host in which it was written.
        folder: PathBuf,
        /// Bytes that the run may write.
        limit: u64,
    },
}

/// Timer expiries in a row without any thread running, after which the run counts as a deadlock.
const IDLE_LIMIT: u32 = 1_000_000;

/// With a clock in cycles: an event is approached in parts, each of as many instructions as would fit if each took this
/// many cycles. What is slower than that passes the event only by as much as the last and shortest part.
const PACE: u64 = 4;
/// Instructions of the shortest part.
const SHORTEST_APPROACH: u64 = 16;

impl Kernel {
    /// Runs until the last process has ended, or `limit` instructions of all threads have been executed. The outcome is that of the first process.
    pub fn run<R: Listener>(
        &mut self,
        machine: &mut Machine,
        recorder: &mut R,
        limit: Option<u64>,
    ) -> Outcome {
        let started = self.clock.retired() + self.unaccounted(machine);
        let end = limit.map(|limit| started.saturating_add(limit));
        let mut idle = 0_u32;
        let mut searched = false;
        let outcome = loop {
            // Lack of memory on the host may have ended the program.
            if let Some(used) = self.frames.host_refused() {
                break Outcome::HostMemory {
                    used,
                    limit: self.memory_bytes,
                };
            }
            if let Some(folder) = self.files.without_room() {
                break Outcome::HostDisk {
                    folder,
                    limit: self.files.disk.limit(),
                };
            }
            if self.living == 0 {
                break self.ended();
            }
            if std::mem::take(&mut self.interrupted) {
                self.event_pending = true;
                break Outcome::Stopped;
            }
            if let Some(tid) = self.held_thread() {
                let Some(stop) = self.execute(tid, machine, recorder, (0, 0)) else {
                    continue;
                };
                match self.conclude_stop(tid, stop, recorder) {
                    Some(outcome) => break outcome,
                    None => continue,
                }
            }
            // A turn that the recorder has interrupted is resumed before anything else, as if it had not been
            // interrupted.
            if let Some((tid, rest)) = self.interrupted_turn.take() {
                let left = end.map_or(u64::MAX, |end| end.saturating_sub(self.clock.retired()));
                let Some(stop) = self.execute(tid, machine, recorder, (rest, left)) else {
                    continue;
                };
                match self.conclude_stop(tid, stop, recorder) {
                    Some(outcome) => break outcome,
                    None => continue,
                }
            }
            self.expire_timers();
            self.retry_waiting();
            let Some(tid) = self.pick() else {
                if self.event_pending {
                    continue;
                }
                idle += 1;
                match self.next_event(true).filter(|_| idle < IDLE_LIMIT) {
                    Some(time) => {
                        searched = false;
                        self.clock.sleep_until(time);
                    }
                    None if self.first_ending.is_some() => break self.ended(),
                    // No channel has had an event. All waiting threads try once more before this counts as a deadlock.
                    None if !searched => {
                        searched = true;
                        self.schedule.notify_all();
                        self.event_pending = true;
                    }
                    None => break self.deadlock(),
                }
                continue;
            };
            self.switch_to(tid, recorder);
            let runs = self.take_signals(tid);
            if let Some(number) = self.signalled.take() {
                tracing::debug!(tid, number, "signal handler entered");
                recorder.os(OsEvent::Signal { number });
            }
            if let Some(pause) = self.held_signal(tid) {
                break Outcome::Paused(pause);
            }
            if !runs {
                if let Some(crash) = &mut self.crash {
                    crash.retrace(machine);
                }
                continue;
            }
            let left = end.map_or(u64::MAX, |end| end.saturating_sub(self.clock.retired()));
            if left == 0 {
                break Outcome::Limit;
            }
            let counts_cycles = recorder.cycles().is_some();
            let until_event = match self.next_event(false) {
                Some(time) if counts_cycles => {
                    (self.clock.ticks_until(time) / PACE).max(SHORTEST_APPROACH)
                }
                Some(time) => self.clock.ticks_until(time),
                None => u64::MAX,
            };
            // A single thread needs no turns, and is not interrupted where one would end.
            let turn = if self.threads.len() > 1 {
                self.quantum_left
            } else {
                u64::MAX
            };
            let bounds = (turn.min(until_event), left);
            let Some(stop) = self.execute(tid, machine, recorder, bounds) else {
                continue;
            };
            idle = 0;
            searched = false;
            if let Some(outcome) = self.conclude_stop(tid, stop, recorder) {
                break outcome;
            }
        };
        self.sync_mappings();
        self.flush_streams();
        outcome
    }

    /// The state of the thread that ran last, for a run that was ended from outside, and the names of the bundles and
    /// slots in `places`; `None`: the thread has ended.
    pub fn state(
        &mut self,
        machine: &Machine,
        reason: String,
        places: &[(u64, u8)],
    ) -> Option<(Box<Crash>, Vec<Place>)> {
        let (mut state, places) = Crash::without_signal(self, self.current, reason, places)?;
        state.retrace(machine);
        Some((Box::new(state), places))
    }

    /// Acts on the reason for which a thread stopped. Returns the outcome if it ends the run.
    fn conclude_stop<R: Listener>(
        &mut self,
        tid: Tid,
        stop: Stop,
        recorder: &mut R,
    ) -> Option<Outcome> {
        match stop {
            Stop::Budget => {}
            Stop::Break {
                imm: calls::BREAK,
                ip,
                slot,
            } => self.system_call(tid, (ip, slot), recorder),
            Stop::Break { imm, ip, slot } => self.bad_break(tid, imm, ip, slot),
            Stop::Fault(f) => self.fault(tid, &f),
            Stop::Recorder => return Some(Outcome::Stopped),
            Stop::Paused(cause) => {
                return Some(Outcome::Paused(self.paused(tid, cause)));
            }
        }
        None
    }

    /// Executes a thread for at most `turn` instructions, those of its turn, and at most `left`, those of the run. A turn that the recorder
    /// interrupts is [resumed](Self::interrupted_turn) for the rest of `turn`: another run may have another limit.
    fn execute<R: Listener>(
        &mut self,
        tid: Tid,
        machine: &mut Machine,
        recorder: &mut R,
        (turn, left): (u64, u64),
    ) -> Option<Stop> {
        let process = self.process(tid).ok()?;
        let unaligned = if process.unaligned & 2 != 0 {
            Unaligned::Fault
        } else {
            Unaligned::Complete
        };
        let memory = process.memory;
        if self.debug.is_some()
            && let Some(stop) = self.prepare_pauses(tid, machine)
        {
            return Some(stop);
        }
        let (thread, memory) = (self.threads.get_mut(&tid)?, self.memories.get_mut(memory)?);
        machine.options_mut().unaligned = unaligned;
        if self.clock.take_read() {
            recorder.time_read();
        }
        let (before, turn, budget) = match self.debug.as_deref_mut().and_then(Debug::take_held) {
            Some(held) => {
                let [turn, rest] = [held.turn_end, held.end].map(|end| end - machine.retired());
                (held.before, turn, rest)
            }
            None => (machine.retired(), turn, turn.min(left)),
        };
        let start = machine.retired();
        let end = start.saturating_add(budget);
        let turn_end = start.saturating_add(turn);
        let stop = machine.run(&mut thread.cpu, &mut memory.space, recorder, budget);
        if let Some(debug) = &mut self.debug {
            debug.ran(tid, start, machine.retired());
            if let Stop::Paused(_) = stop {
                // The instructions are accounted for when the block around the pause is complete.
                debug.hold(tid, before, (turn_end, end));
                return Some(stop);
            }
            debug.completed(tid);
        }
        self.account(tid, machine.retired() - before, recorder);
        if stop == Stop::Recorder {
            self.interrupted_turn = Some((tid, turn_end - machine.retired()));
        }
        Some(stop)
    }

    /// Accounts for what a thread has executed.
    pub(crate) fn account<R: Listener>(&mut self, tid: Tid, used: u64, recorder: &mut R) {
        let ticks = self.clock.execute(used, recorder.cycles());
        if let Some(thread) = self.threads.get_mut(&tid) {
            thread.ticks += ticks;
            if let Some(process) = self.processes.get_mut(&thread.pid) {
                process.retired += used;
                process.ticks += ticks;
            }
        }
        // Turns that a single thread has passed without interruption are counted, so that turns end at the same places.
        self.quantum_left = match self.quantum_left.checked_sub(used) {
            Some(left) => left,
            None => self.quantum - (used - self.quantum_left) % self.quantum,
        };
    }

    fn ended(&mut self) -> Outcome {
        match self.first_ending {
            Some(Ending::Exit(status)) => Outcome::Exit { status },
            Some(Ending::Signal { number, .. }) => Outcome::Signal {
                number,
                crash: self.crash.take(),
            },
            None => Outcome::Exit { status: 0 },
        }
    }

    fn deadlock(&self) -> Outcome {
        let waiting = self
            .threads
            .values()
            .map(|t| (t.tid, calls::name(t.call.0)))
            .collect();
        Outcome::Deadlock { waiting }
    }

    pub(crate) fn flush_streams(&mut self) {
        use std::io::Write;
        // Write errors have been reported to the guest when they happened.
        let _ = self.streams.output.flush();
        let _ = self.streams.error.flush();
    }

    /// The thread to run next: the current one while its time lasts, else the next in turn.
    fn pick(&mut self) -> Option<Tid> {
        if self.quantum_left > 0 && self.schedule.is_ready(self.current) {
            return Some(self.current);
        }
        let tid = self.schedule.next_ready(self.current)?;
        self.quantum_left = self.quantum;
        Some(tid)
    }

    fn switch_to<R: Listener>(&mut self, tid: Tid, recorder: &mut R) {
        if tid == self.current {
            return;
        }
        self.report_events(recorder);
        let old = std::mem::replace(&mut self.current, tid);
        let mut stored = 0;
        if let (Ok(memory), Some(thread)) = (self.memory_id(old), self.threads.get_mut(&old)) {
            if let Some(memory) = self.memories.get_mut(memory) {
                let before = thread.cpu.ar(isa::Ar::BSPSTORE).unwrap_or(0);
                // What cannot be stored stays in the context, and faults when the thread needs the room.
                let _ = thread.cpu.flush_register_stack(&mut memory.space);
                stored = thread
                    .cpu
                    .ar(isa::Ar::BSPSTORE)
                    .unwrap_or(0)
                    .wrapping_sub(before)
                    / 8;
            }
            thread.cpu.drop_clean_registers();
            thread.cpu.alat_mut().invalidate_all();
        }
        if let Some(thread) = self.threads.get_mut(&tid) {
            thread.cpu.alat_mut().invalidate_all();
        }
        let Some(thread) = self.threads.get(&tid) else {
            return;
        };
        let task = self.task(thread);
        tracing::debug!(process = task.process, tid, stored, "thread switched to");
        recorder.os(OsEvent::Switch { task, stored });
    }

    pub(crate) fn system_call<R: Listener>(&mut self, tid: Tid, site: (u64, u8), recorder: &mut R) {
        let Some(thread) = self.threads.get_mut(&tid) else {
            return;
        };
        let number = thread.cpu.gr(15).0;
        let args = std::array::from_fn(|n| thread.cpu.output(n as u8).0);
        thread.call = (number, args);
        thread.site = site;
        self.calls += 1;
        tracing::trace!(tid, number, "system call");
        recorder.os(OsEvent::SystemCall { number });
        if let Some(mut strace) = self.strace.take() {
            strace.enter(self, tid, number, &args);
            self.strace = Some(strace);
        }
        let result = calls::dispatch(self, tid, number, args);
        self.conclude(tid, result);
        self.tally(tid);
        self.report_events(recorder);
    }

    /// Reports to the recorder processes that were made, and threads that have ended or been renumbered.
    fn report_events<R: Listener>(&mut self, recorder: &mut R) {
        for event in self.untold.drain(..) {
            recorder.os(event);
        }
    }

    /// Stores the result of a system call, or makes the thread wait.
    fn conclude(&mut self, tid: Tid, result: Result<Flow, Errno>) {
        self.store_result(tid, result);
        self.settle(tid);
    }

    fn store_result(&mut self, tid: Tid, result: Result<Flow, Errno>) {
        self.event_pending = true;
        if let Ok(Flow::Block(deadline)) = result {
            if let Some(thread) = self.threads.get_mut(&tid)
                && let State::Ready = thread.state
            {
                thread.state = State::Waiting(Waiting::new(WaitFor::Call, deadline));
            }
            return;
        }
        if let Some(strace) = &mut self.strace {
            strace.leave(tid, &result);
        }
        let Some(thread) = self.threads.get_mut(&tid) else {
            return;
        };
        let (value, failed) = match result {
            Ok(Flow::Value(value)) => (value, 0),
            Ok(Flow::Pair(first, second)) => {
                thread.cpu.set_gr(9, second, false);
                (first, 0)
            }
            Ok(Flow::Done | Flow::Block(_)) => return,
            Err(errno) => (errno.0.into(), u64::MAX),
        };
        thread.state = State::Ready;
        if let Some(mask) = thread.saved_mask.take() {
            thread.blocked = mask;
        }
        thread.cpu.set_gr(8, value, false);
        thread.cpu.set_gr(10, failed, false);
    }

    /// Tries calls of waiting threads again, and ends those that a signal interrupts. After an event these are the
    /// calls of threads that are due, otherwise those whose deadline has passed.
    pub(crate) fn retry_waiting(&mut self) {
        let now = self.clock.passed();
        if std::mem::take(&mut self.event_pending) {
            self.schedule.begin_round(now);
            // An effect of a retry is seen by later threads in this round, and by earlier ones in the next.
            let mut from = 0;
            while let Some(tid) = self.schedule.take_due(from) {
                self.retry(tid);
                from = tid + 1;
            }
        } else {
            for tid in self.schedule.late(now) {
                self.retry(tid);
            }
        }
    }

    fn retry(&mut self, tid: Tid) {
        let Some(thread) = self.threads.get(&tid) else {
            return;
        };
        let ((number, args), Some(waiting)) = (thread.call, thread.waiting()) else {
            return;
        };
        if self.is_ending(thread.pid) && !waiting.interrupted {
            return self.interrupt(tid);
        }
        if waiting.what != WaitFor::Call
            || waiting.interrupted
            || self.processes.get(&thread.pid).is_none_or(|p| p.stopped)
        {
            return;
        }
        match calls::dispatch(self, tid, number, args) {
            Ok(Flow::Block(_)) if self.interrupted(tid) => self.interrupt(tid),
            result @ (Ok(Flow::Value(_) | Flow::Pair(..) | Flow::Done) | Err(_)) => {
                self.conclude(tid, result);
            }
            // Its descriptors may refer to other files than at the last try.
            Ok(Flow::Block(_)) => self.settle(tid),
        }
        self.tally(tid);
    }

    /// Has a thread that waits in a call take signals at its next turn.
    pub(crate) fn interrupt(&mut self, tid: Tid) {
        self.leave_futex(tid);
        self.locks.waits.remove(&tid);
        if let Some(waiting) = self.threads.get_mut(&tid).and_then(|t| t.waiting_mut()) {
            waiting.interrupted = true;
        }
        self.settle(tid);
    }

    /// Ends the interrupted call of a thread before a signal with `action` takes effect. The mask that the call has
    /// borrowed stays for the handler. True if the thread makes the call again when it goes on.
    pub(crate) fn end_call(&mut self, tid: Tid, action: &Action) -> bool {
        let Some(thread) = self.threads.get_mut(&tid).filter(|t| t.interrupted()) else {
            return false;
        };
        let (done, begun) = thread
            .waiting()
            .map_or((0, false), |w| (w.done, w.has_begun()));
        if begun {
            let result = calls::partial_result(self, tid, done);
            self.conclude(tid, result);
        } else if calls::restarts(thread.call, action) {
            thread.state = State::Ready;
            thread.cpu.set_ip_slot(thread.site.0, thread.site.1);
            self.settle(tid);
            if let Some(strace) = &mut self.strace {
                strace.leave(tid, &Err(Errno::ERESTART));
            }
            return true;
        } else {
            let mask = thread.saved_mask.take();
            let result = calls::interrupted_result(self, tid);
            self.conclude(tid, result);
            if let Some(thread) = self.threads.get_mut(&tid) {
                thread.saved_mask = mask;
            }
        }
        false
    }

    /// Has the interrupted call of a thread go on when there was no signal with a handler; its deadline is the same.
    /// False if the thread waits again.
    pub(crate) fn resume_call(&mut self, tid: Tid) -> bool {
        let Some(thread) = self.threads.get_mut(&tid) else {
            return false;
        };
        let number = thread.call.0;
        let Some(waiting) = thread.waiting_mut().filter(|w| w.interrupted) else {
            return true;
        };
        waiting.interrupted = false;
        let (done, begun) = (waiting.done, waiting.has_begun());
        if begun {
            let result = calls::partial_result(self, tid, done);
            self.conclude(tid, result);
        } else if calls::ends_at_signals(number) {
            self.conclude(tid, Err(Errno::EINTR));
        } else {
            self.event_pending = true;
            self.settle(tid);
            return false;
        }
        true
    }

    /// The time of the next deadline or timer expiry. When nothing can run (`idle`), expiries that no thread would
    /// notice are left out: they are counted once the clock has passed them.
    fn next_event(&mut self, idle: bool) -> Option<u64> {
        let later = (Bound::Excluded(self.clock.passed()), Bound::Unbounded);
        let file_timer = self.file_timers.within(later).next().map(|(time, _)| time);
        let events = [self.schedule.deadline(), self.next_alarm(idle), file_timer];
        events.into_iter().flatten().min()
    }

    fn bad_break(&mut self, tid: Tid, imm: u64, ip: u64, slot: u8) {
        // A break is a fault: the context goes back to it.
        if let Some(thread) = self.threads.get_mut(&tid) {
            thread.cpu.set_ip_slot(ip, slot);
        }
        let f = machine::Fault {
            vector: Vector::Break,
            isr: u64::from(slot) << machine::isr::EI,
            ip,
            slot,
            address: 0,
            immediate: imm,
        };
        self.fault(tid, &f);
    }

    /// A fault with the slot that names its instruction to the program, which is also the slot at which the thread goes on.
    fn shown(&mut self, tid: Tid, f: &machine::Fault) -> machine::Fault {
        let mut first = [0];
        // Without the bundle the template is one that shows each slot as it is.
        let _ = self.memory(tid).map(|it| it.space.peek(f.ip, &mut first));
        let slot = Template::new(first[0]).shown_slot(f.slot);
        if slot == f.slot {
            return *f;
        }
        if let Some(thread) = self.threads.get_mut(&tid)
            && (thread.cpu.ip(), thread.cpu.slot()) == (f.ip, f.slot)
        {
            thread.cpu.set_ip_slot(f.ip, slot);
        }
        let field = |slot| u64::from(slot) << machine::isr::EI;
        machine::Fault {
            isr: f.isr & !field(f.slot) | field(slot),
            slot,
            ..*f
        }
    }

    fn fault(&mut self, tid: Tid, f: &machine::Fault) {
        let f = &self.shown(tid, f);
        let mapped = self.memory(tid).is_ok_and(|m| m.area(f.address).is_some());
        if let Some(thread) = self.threads.get_mut(&tid) {
            thread.last_fault = Some(*f);
        }
        if mapped && f.vector == Vector::PageNotPresent {
            return self.kill_for_memory(tid);
        }
        let mut info = fault::signal_of(f, mapped);
        let behind = |memory: &Memory| memory.is_behind_end(f.address, f.isr);
        if info.signal == SIGSEGV && self.memory(tid).is_ok_and(|memory| behind(memory)) {
            (info.signal, info.code) = (SIGBUS, code::BUS_ADRERR);
        }
        self.force(tid, info);
    }
}
