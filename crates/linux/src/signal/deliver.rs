//! Sending signals and taking them.

use super::frame::{self, Delivery};
use super::{
    Action, AltStack, Detail, Effect, Info, SIGCHLD, SIGCONT, SIGKILL, SIGSEGV, SIGSTOP, SignalSet,
    action_flags, code, default_effect,
};
use crate::abi::consts::{PAGE, rlimit, wait};
use crate::abi::errno::Errno;
use crate::calls::epoll::Change;
use crate::clock::NANOSECONDS;
use crate::crash::Crash;
use crate::kernel::Kernel;
use crate::process::{Ending, Pid, Process, Report, State, Tid, WaitFor};
use crate::sched::Channel;

impl Kernel {
    pub(crate) fn action(&self, pid: Pid, signal: u32) -> Action {
        let actions = self
            .processes
            .get(&pid)
            .and_then(|p| self.actions.get(p.actions));
        actions
            .and_then(|a| a.get(signal as usize).copied())
            .unwrap_or_default()
    }

    /// Whether a process ignores a signal, by its action or by default.
    fn ignored(&self, pid: Pid, signal: u32) -> bool {
        match self.action(pid, signal).handler {
            Action::IGNORE => true,
            Action::DEFAULT => matches!(default_effect(signal), Effect::Ignore | Effect::Continue),
            _ => false,
        }
    }

    /// Whether a signal to a process (`thread` 0) or to a thread would be dropped without effect.
    pub(crate) fn drops(&self, pid: Pid, thread: Tid, signal: u32) -> bool {
        let Some(process) = self.processes.get(&pid) else {
            return true;
        };
        let holds = |tid: &Tid| self.threads.get(tid).is_some_and(|t| t.blocked.has(signal));
        let held = if thread == 0 {
            process.threads.iter().any(holds)
        } else {
            holds(&thread)
        };
        // SIGCONT continues a stopped process even if it is ignored.
        let continues = signal == SIGCONT && process.stopped;
        self.ignored(pid, signal) && !held && !continues
    }

    /// The effects that sending a signal has on its process, whichever thread takes it later.
    fn note_sent(&mut self, pid: Pid, signal: u32) {
        self.event_pending = true;
        let effect = default_effect(signal);
        let tids = match effect {
            Effect::Continue | Effect::Stop => self.processes.get(&pid).map(|p| p.threads.clone()),
            _ => None,
        };
        let tids = tids.unwrap_or_default();
        let Some(process) = self.processes.get_mut(&pid) else {
            return;
        };
        let clear: &[u32] = match effect {
            Effect::Continue => &[19, 20, 21, 22],
            Effect::Stop => &[SIGCONT],
            _ => &[],
        };
        for &other in clear {
            process.pending.discard(other);
            for tid in &tids {
                if let Some(thread) = self.threads.get_mut(tid) {
                    thread.pending.discard(other);
                }
            }
        }
        if (signal == SIGCONT || signal == SIGKILL) && process.stopped {
            process.stopped = false;
            self.settle_process(pid);
            if signal == SIGCONT
                && let Some(process) = self.processes.get_mut(&pid)
            {
                process.report = Some(Report::Continued);
                self.tell_parent(pid, wait::CLD_CONTINUED, SIGCONT as i32);
            }
        }
    }

    /// Whether a process is going to end as soon as one of its threads has its turn.
    pub(crate) fn is_ending(&self, pid: Pid) -> bool {
        let process = self.processes.get(&pid);
        process.is_some_and(|process| process.ending.is_some())
    }

    /// Settles how a process ends, if a signal that is being sent to it, or to one of its threads, decides that: the signal ends processes
    /// without a core dump, its action is the default, and a thread would take it at once. Later signals change nothing then
    /// (`complete_signal` of Linux). Signals of a process with a debugger wait for their turn.
    fn settles_end(&mut self, pid: Pid, thread: Option<Tid>, signal: u32) -> bool {
        let fatal = self.action(pid, signal).handler == Action::DEFAULT
            && default_effect(signal) == Effect::Terminate;
        let Some(process) = self.processes.get(&pid).filter(|_| fatal) else {
            return false;
        };
        let takes = |tid: Tid| {
            let Some(thread) = self.threads.get(&tid) else {
                return false;
            };
            let runs = tid == self.current && self.schedule.is_ready(tid);
            let free = runs || self.takeable(tid).0 == 0;
            let takes = free && !process.stopped || signal == SIGKILL;
            takes && !thread.blocked.blockable().has(signal)
        };
        let taken = match thread {
            Some(tid) => takes(tid),
            None => process.threads.iter().any(|&tid| takes(tid)),
        };
        if !taken || self.debug.is_some() {
            return false;
        }
        if let Some(process) = self.processes.get_mut(&pid) {
            process.ending = Some(Ending::Signal {
                number: signal,
                core: false,
            });
            for &tid in &process.threads {
                self.schedule.wake(tid);
            }
        }
        true
    }

    /// Whether as many signals are pending as `RLIMIT_SIGPENDING` of a process allows for all processes of the user together, POSIX timers
    /// counted as signals.
    pub(crate) fn has_all_signals(&self, pid: Pid) -> bool {
        let process = self.processes.get(&pid);
        let limit = process.map_or(0, |process| process.limits[rlimit::SIGPENDING].0);
        // The bound of a queue is as high as the limit at the start.
        if limit >= super::PENDING_LIMIT as u64 {
            return false;
        }
        let of_process = |process: &Process| {
            let timers = process.posix_timers.iter().filter(|timer| timer.used);
            process.pending.entries().len() + timers.count()
        };
        let shared: usize = self.processes.values().map(of_process).sum();
        let threads = self.threads.values();
        let own: usize = threads.map(|it| it.pending.entries().len()).sum();
        (shared + own) as u64 >= limit
    }

    /// Sends a signal to a process as a whole.
    pub(crate) fn send_process(&mut self, pid: Pid, info: Info) {
        if self.is_ending(pid) {
            return;
        }
        self.note_sent(pid, info.signal);
        if self.settles_end(pid, None, info.signal) {
            return;
        }
        let blocked_somewhere = |k: &Kernel| {
            let threads = k
                .processes
                .get(&pid)
                .map(|p| p.threads.as_slice())
                .unwrap_or_default();
            threads
                .iter()
                .filter_map(|t| k.threads.get(t))
                .any(|t| t.blocked.has(info.signal))
        };
        if self.ignored(pid, info.signal) && !blocked_somewhere(self) {
            return;
        }
        if let Some(process) = self.processes.get_mut(&pid).filter(|p| p.ended.is_none()) {
            process.pending.push(info);
            for &tid in &process.threads {
                self.schedule.wake(tid);
            }
            self.note_change(Channel::Signals(pid), Change::Filled);
        }
    }

    /// Sends a signal to one thread.
    pub(crate) fn send_thread(&mut self, tid: Tid, info: Info) {
        let pid = self.pid(tid);
        if self.is_ending(pid) {
            return;
        }
        self.note_sent(pid, info.signal);
        if self.settles_end(pid, Some(tid), info.signal) {
            return;
        }
        let ignored = self.ignored(pid, info.signal);
        if let Some(thread) = self.threads.get_mut(&tid)
            && (!ignored || thread.blocked.has(info.signal))
        {
            thread.pending.push(info);
            self.schedule.wake(tid);
            self.note_change(Channel::Signals(pid), Change::Filled);
        }
    }

    /// Raises a signal that the thread cannot defer: if it is blocked or ignored, the default action is taken.
    pub(crate) fn force(&mut self, tid: Tid, info: Info) {
        let pid = self.pid(tid);
        let blocked = self
            .threads
            .get(&tid)
            .is_some_and(|t| t.blocked.has(info.signal));
        if (blocked || self.action(pid, info.signal).handler == Action::IGNORE)
            && let Ok(actions) = self.actions(tid)
        {
            actions[info.signal as usize].handler = Action::DEFAULT;
        }
        if let Some(thread) = self.threads.get_mut(&tid) {
            thread.blocked.remove(info.signal);
            thread.pending.push(info);
        }
    }

    /// Tells the parent of a change in a child.
    pub(crate) fn tell_parent(&mut self, pid: Pid, code: i32, status: i32) {
        let Some(process) = self.processes.get(&pid) else {
            return;
        };
        let (parent, signal) = (process.parent, process.exit_signal);
        let ticks = self.clock.duration(process.ticks) / (NANOSECONDS / crate::load::TICKS);
        let stopping = matches!(code, wait::CLD_STOPPED | wait::CLD_CONTINUED);
        let signal = if stopping { SIGCHLD } else { signal };
        if stopping && self.action(parent, SIGCHLD).flags & action_flags::NOCLDSTOP != 0 {
            self.schedule.notify(Channel::Children(parent));
            return;
        }
        if signal != 0 {
            self.send_process(
                parent,
                Info::new(signal, code, Detail::Child { pid, status, ticks }),
            );
        }
        self.schedule.notify(Channel::Children(parent));
        self.event_pending = true;
    }

    /// The signals that a thread could take now. One that was sent to the process is taken by the first of its
    /// threads, in the order of their creation, that does not block it and does not wait in `vfork`.
    fn takeable(&self, tid: Tid) -> SignalSet {
        let Some(thread) = self.threads.get(&tid) else {
            return SignalSet::default();
        };
        let admitted = !thread.blocked.blockable().0;
        let process = self.processes.get(&thread.pid);
        let mut shared = process.map_or(0, |p| p.pending.set().0) & admitted;
        if let Some(process) = process.filter(|_| shared != 0) {
            let earlier = process.threads.iter().take_while(|&&other| other != tid);
            for other in earlier.filter_map(|other| self.threads.get(other)) {
                if shared == 0 {
                    break;
                }
                let forks = matches!(other.waiting().map(|w| w.what), Some(WaitFor::Child(_)));
                if !forks {
                    shared &= other.blocked.blockable().0;
                }
            }
        }
        SignalSet(thread.pending.set().0 & admitted | shared)
    }

    /// Whether a waiting thread has to leave its system call for a signal.
    pub(crate) fn interrupted(&self, tid: Tid) -> bool {
        let pid = self.pid(tid);
        let takeable = self.takeable(tid);
        let takes = (1..=super::LAST).any(|s| takeable.has(s) && !self.ignored(pid, s));
        takes || self.is_ending(pid)
    }

    /// Takes the pending signals of a thread that is about to run. False if it does not run, because it has ended or
    /// stopped.
    pub(crate) fn take_signals(&mut self, tid: Tid) -> bool {
        loop {
            let pid = self.pid(tid);
            let ending = self.processes.get(&pid).and_then(|p| p.ending);
            if let Some(ending) = ending {
                self.end_call(tid, &Action::default());
                self.end_process(pid, ending);
                return false;
            }
            let Some(info) = self.next_signal(tid, pid) else {
                break;
            };
            if self.hold_signal(tid, &info) {
                return false;
            }
            let action = self.action(pid, info.signal);
            match action.handler {
                Action::IGNORE => {}
                Action::DEFAULT => match default_effect(info.signal) {
                    Effect::Ignore | Effect::Continue => {}
                    Effect::Stop if info.signal != SIGSTOP && self.in_orphaned_group(pid) => {}
                    Effect::Stop => {
                        self.stop_process(pid, info.signal);
                        return false;
                    }
                    effect => {
                        self.end_call(tid, &action);
                        self.die(tid, info, effect == Effect::Core);
                        return false;
                    }
                },
                _ => {
                    let restarts = self.end_call(tid, &action);
                    let behind = self.threads.get(&tid).is_some_and(|t| t.is_behind_call());
                    // A fault is one of the next instruction.
                    let fault = matches!(info.detail, Detail::Fault { .. });
                    let in_call = restarts || behind && !fault;
                    if let Some(strace) = &mut self.strace {
                        strace.signal(tid, &info);
                    }
                    self.signalled = Some(info.signal);
                    if !self.call_handler(tid, info, action, in_call) {
                        return false;
                    }
                }
            }
        }
        self.resume_call(tid)
    }

    /// Takes the next signal of a thread: one that a debugger lets through, or a pending one.
    fn next_signal(&mut self, tid: Tid, pid: Pid) -> Option<Info> {
        if let Some(info) = self.released_signal(tid) {
            return Some(info);
        }
        let takeable = self.takeable(tid);
        if takeable.0 == 0 {
            return None;
        }
        self.take_pending(tid, pid, takeable)
    }

    /// Takes the first of a set of signals that is pending for a thread, or else for its process.
    pub(crate) fn take_pending(&mut self, tid: Tid, pid: Pid, wanted: SignalSet) -> Option<Info> {
        let thread = self.threads.get_mut(&tid);
        let own = thread.and_then(|thread| thread.pending.take(wanted));
        let process = self.processes.get_mut(&pid);
        let info = own.or_else(|| process.and_then(|process| process.pending.take(wanted)))?;
        self.note_taken(tid, &info);
        Some(info)
    }

    /// Whether the process is in an orphaned group, which stop signals of a terminal do not stop.
    fn in_orphaned_group(&self, pid: Pid) -> bool {
        let group = self.processes.get(&pid).map(|process| process.group);
        group.is_some_and(|group| self.is_orphaned(group, None))
    }

    fn stop_process(&mut self, pid: Pid, signal: u32) {
        if let Some(process) = self.processes.get_mut(&pid) {
            process.stopped = true;
            process.report = Some(Report::Stopped(signal));
        }
        // Every thread leaves its call, and goes on with it when the process is continued.
        let threads = self.processes.get(&pid).map(|p| p.threads.clone());
        for tid in threads.unwrap_or_default() {
            let waiting = self.threads.get(&tid).and_then(|t| t.waiting());
            if waiting.is_some_and(|w| w.what == WaitFor::Call) {
                self.interrupt(tid);
            }
        }
        self.settle_process(pid);
        self.tell_parent(pid, wait::CLD_STOPPED, signal as i32);
    }

    /// Has the thread continue in the handler of a signal. If the frame cannot be stored, the thread gets `SIGSEGV`
    /// instead; false if that was the signal, which has ended the process. `in_call`: the signal is taken at the end of a system
    /// call.
    fn call_handler(&mut self, tid: Tid, info: Info, action: Action, in_call: bool) -> bool {
        let Ok(memory) = self.memory_id(tid) else {
            return false;
        };
        let (Some(thread), Some(memory)) =
            (self.threads.get_mut(&tid), self.memories.get_mut(memory))
        else {
            return false;
        };
        // The frame restores the mask from before the call; the handler runs with that of the call.
        let mask = thread.saved_mask.unwrap_or(thread.blocked);
        let delivery = Delivery {
            info,
            handler: action.handler,
            mask,
            altstack: thread.altstack,
            on_altstack: action.flags & action_flags::ONSTACK != 0,
            in_call,
        };
        let before = thread.cpu.clone();
        if frame::push(&mut thread.cpu, &mut memory.space, &delivery).is_err() {
            // The report shows the context before the attempt.
            thread.cpu = before;
            let fault = Info::new(SIGSEGV, code::KERNEL, Detail::None);
            if info.signal == SIGSEGV {
                self.die(tid, fault, true);
                return false;
            }
            self.force(tid, fault);
            return true;
        }
        if thread.altstack.disarms {
            thread.altstack = AltStack::NONE;
        }
        let admitted = !thread.blocked.0;
        thread.saved_mask = None;
        thread.blocked = SignalSet(thread.blocked.0 | action.mask.0).blockable();
        if action.flags & action_flags::NODEFER == 0 {
            thread.blocked.add(info.signal);
        }
        let newly_blocked = thread.blocked.0 & admitted;
        if action.flags & action_flags::RESETHAND != 0
            && let Ok(actions) = self.actions(tid)
        {
            actions[info.signal as usize].handler = Action::DEFAULT;
        }
        // A signal of the process that this thread blocks now is taken by another one.
        let process = self.processes.get(&self.pid(tid));
        if let Some(process) = process.filter(|p| p.pending.set().0 & newly_blocked != 0) {
            for &other in &process.threads {
                self.schedule.wake(other);
            }
            self.event_pending = true;
        }
        true
    }

    /// Kills a process that needs more memory than there is, as Linux does.
    pub(crate) fn kill_for_memory(&mut self, tid: Tid) {
        self.die(tid, Info::new(SIGKILL, code::KERNEL, Detail::Memory), false);
    }

    /// Ends the process of a thread by a signal. `core`: the signal is one that dumps core.
    fn die(&mut self, tid: Tid, info: Info, core: bool) {
        let pid = self.pid(tid);
        // The outcome of a run is that of its first process.
        if pid == self.first && (core || matches!(info.detail, Detail::Memory)) {
            self.crash = Crash::capture(self, tid, &info).map(Box::new);
        }
        // As on Linux, a limit of less than a page lets no core dump be written.
        let limit = self.processes.get(&pid).map(|p| p.limits[rlimit::CORE].0);
        let core = core && limit.is_some_and(|limit| limit >= PAGE);
        self.end_process(
            pid,
            Ending::Signal {
                number: info.signal,
                core,
            },
        );
    }

    /// `rt_sigreturn`.
    pub(crate) fn return_from_signal(&mut self, tid: Tid) -> Result<(), Errno> {
        let memory = self.memory_id(tid)?;
        let (Some(thread), Some(memory)) =
            (self.threads.get_mut(&tid), self.memories.get_mut(memory))
        else {
            return Err(Errno::ESRCH);
        };
        match frame::pop(&mut thread.cpu, &mut memory.space) {
            Some(returned) => {
                thread.blocked = returned.mask;
                if returned.altstack.size == 0 || returned.altstack.size >= AltStack::MINIMUM {
                    thread.altstack = returned.altstack;
                }
                thread.state = State::Ready;
                self.settle(tid);
            }
            None => self.force(tid, Info::new(SIGSEGV, code::KERNEL, Detail::None)),
        }
        Ok(())
    }
}
