//! The target of `gdbstub`: each request of gdb as an operation of the run.

use crate::monitor;
use crate::registers::{self, File, Ia64, Number};
use crate::signals;
use gdbstub::common::{Signal, Tid};
use gdbstub::stub::{BaseStopReason, MultiThreadStopReason};
use gdbstub::target::ext::auxv::{Auxv, AuxvOps};
use gdbstub::target::ext::base::BaseOps;
use gdbstub::target::ext::base::multithread::{
    MultiThreadBase, MultiThreadResume, MultiThreadResumeOps, MultiThreadSchedulerLocking,
    MultiThreadSchedulerLockingOps, MultiThreadSingleStep, MultiThreadSingleStepOps,
};
use gdbstub::target::ext::base::reverse_exec::{
    ReplayLogPosition, ReverseCont, ReverseContOps, ReverseStep, ReverseStepOps,
};
use gdbstub::target::ext::base::single_register_access::{
    SingleRegisterAccess, SingleRegisterAccessOps,
};
use gdbstub::target::ext::breakpoints::{
    Breakpoints, BreakpointsOps, HwBreakpoint, HwBreakpointOps, HwWatchpoint, HwWatchpointOps,
    SwBreakpoint, SwBreakpointOps, WatchKind,
};
use gdbstub::target::ext::monitor_cmd::{ConsoleOutput, MonitorCmd, MonitorCmdOps};
use gdbstub::target::ext::thread_extra_info::{ThreadExtraInfo, ThreadExtraInfoOps};
use gdbstub::target::{Target, TargetError, TargetResult};
use sim::{Debuggee, Resume, Stopped, Watch};
use std::collections::BTreeSet;

/// Why a request of gdb ends the session.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refused {
    /// The run cannot go on.
    #[error(transparent)]
    Run(#[from] sim::Error),
}

/// The direction in which the run resumes.
#[derive(Copy, Clone, Debug, Default)]
enum Way {
    #[default]
    Forward,
    /// Backwards: by one instruction of this thread; `None`: until something stops it.
    Back(Option<u32>),
}

/// A run under gdb.
pub(crate) struct Debugger<'a> {
    pub run: &'a mut dyn Debuggee,
    /// Addresses of breakpoints: of a bundle, with the slot in the low bits.
    breakpoints: BTreeSet<u64>,
    watches: Vec<Watch>,
    way: Way,
    resume: Resume,
    /// What gdb is to show its user before the next stop.
    message: Option<String>,
}

type StopReason = MultiThreadStopReason<u64>;

/// A thread as gdb numbers it. Linux numbers threads from 1 on.
fn tid(thread: u32) -> Tid {
    Tid::new(thread as usize).unwrap_or(Tid::MIN)
}

fn thread(tid: Tid) -> u32 {
    u32::try_from(tid.get()).unwrap_or(u32::MAX)
}

impl<'a> Debugger<'a> {
    pub(crate) fn new(run: &'a mut dyn Debuggee) -> Self {
        Self {
            run,
            breakpoints: BTreeSet::new(),
            watches: Vec::new(),
            way: Way::Forward,
            resume: Resume::default(),
            message: None,
        }
    }

    pub(crate) fn current(&self) -> Tid {
        tid(self.run.current())
    }

    /// Goes on for a while; the reason when something has stopped the run.
    pub(crate) fn advance(&mut self) -> Result<Option<StopReason>, Refused> {
        let stopped = match self.way {
            Way::Forward => self.run.resume(self.resume)?,
            Way::Back(step) => match self.run.obstacle() {
                None => self.run.back(step)?,
                Some(why) => {
                    self.message = Some(format!("Cannot go back: {why}.\n"));
                    Stopped::Start
                }
            },
        };
        let trap = |thread| BaseStopReason::SignalWithThread {
            tid: tid(thread),
            signal: Signal::SIGTRAP,
        };
        Ok(Some(match stopped {
            Stopped::Turn => return Ok(None),
            Stopped::Stepped(thread) => trap(thread),
            Stopped::Place(thread) => BaseStopReason::SwBreak(tid(thread)),
            Stopped::Watched { thread, watch } => BaseStopReason::Watch {
                tid: tid(thread),
                kind: match (watch.read, watch.write) {
                    (true, true) => WatchKind::ReadWrite,
                    (true, false) => WatchKind::Read,
                    (false, _) => WatchKind::Write,
                },
                addr: watch.start,
            },
            Stopped::Signal { thread, number } => BaseStopReason::SignalWithThread {
                tid: tid(thread),
                signal: signals::to_gdb(number),
            },
            Stopped::Start => BaseStopReason::ReplayLog {
                tid: Some(self.current()),
                pos: ReplayLogPosition::Begin,
            },
            Stopped::Exited(status) => BaseStopReason::Exited(status),
            Stopped::Killed(number) => BaseStopReason::Terminated(signals::to_gdb(number)),
            Stopped::Over => BaseStopReason::Terminated(Signal::SIGKILL),
        }))
    }

    /// What gdb is to show its user before the stop that [`Self::advance`] has returned.
    pub(crate) fn take_message(&mut self) -> Option<String> {
        self.message.take()
    }

    fn cycles(&mut self) -> u64 {
        let position = self.run.position();
        position.cycles.unwrap_or(position.instructions)
    }

    fn change_breakpoint(&mut self, address: u64, set: bool) -> bool {
        if address & 15 > 2 {
            return false;
        }
        let changed = match set {
            true => self.breakpoints.insert(address),
            false => self.breakpoints.remove(&address),
        };
        self.run.stop_at(&self.breakpoints, &self.watches);
        changed || set
    }
}

impl Target for Debugger<'_> {
    type Arch = Ia64;
    type Error = Refused;

    fn base_ops(&mut self) -> BaseOps<'_, Self::Arch, Self::Error> {
        BaseOps::MultiThread(self)
    }

    fn support_breakpoints(&mut self) -> Option<BreakpointsOps<'_, Self>> {
        Some(self)
    }

    fn support_monitor_cmd(&mut self) -> Option<MonitorCmdOps<'_, Self>> {
        Some(self)
    }

    fn support_auxv(&mut self) -> Option<AuxvOps<'_, Self>> {
        Some(self)
    }
}

impl MultiThreadBase for Debugger<'_> {
    fn read_registers(&mut self, file: &mut File, tid: Tid) -> TargetResult<(), Self> {
        let cycles = self.cycles();
        let cpu = self.run.cpu(thread(tid)).ok_or(TargetError::NonFatal)?;
        *file = File::of(cpu, cycles);
        Ok(())
    }

    fn write_registers(&mut self, file: &File, tid: Tid) -> TargetResult<(), Self> {
        let cycles = self.cycles();
        self.run.change(thread(tid), &mut |cpu| {
            for (number, value) in file.0.iter().enumerate() {
                let number = Number(number);
                if registers::read(cpu, number, cycles) != *value
                    && let Some(value) = value
                {
                    // What cannot be set stays as it is.
                    registers::write(cpu, number, value);
                }
            }
        });
        Ok(())
    }

    fn support_single_register_access(&mut self) -> Option<SingleRegisterAccessOps<'_, Tid, Self>> {
        Some(self)
    }

    fn read_addrs(&mut self, start: u64, data: &mut [u8], _: Tid) -> TargetResult<usize, Self> {
        match self.run.read(start, data) {
            0 if !data.is_empty() => Err(TargetError::NonFatal),
            count => Ok(count),
        }
    }

    fn write_addrs(&mut self, start: u64, data: &[u8], _: Tid) -> TargetResult<(), Self> {
        match self.run.write(start, data) {
            true => Ok(()),
            false => Err(TargetError::NonFatal),
        }
    }

    fn list_active_threads(&mut self, active: &mut dyn FnMut(Tid)) -> Result<(), Refused> {
        let current = self.run.current();
        let mut threads: Vec<u32> = self.run.threads().iter().map(|thread| thread.tid).collect();
        // gdb takes the first as the one that it looks at.
        threads.sort_by_key(|&thread| (thread != current, thread));
        threads.into_iter().map(tid).for_each(active);
        Ok(())
    }

    fn support_resume(&mut self) -> Option<MultiThreadResumeOps<'_, Self>> {
        Some(self)
    }

    fn support_thread_extra_info(&mut self) -> Option<ThreadExtraInfoOps<'_, Self>> {
        Some(self)
    }
}

impl SingleRegisterAccess<Tid> for Debugger<'_> {
    fn read_register(
        &mut self,
        tid: Tid,
        number: Number,
        buffer: &mut [u8],
    ) -> TargetResult<usize, Self> {
        let cycles = self.cycles();
        let cpu = self.run.cpu(thread(tid)).ok_or(TargetError::NonFatal)?;
        // No bytes in the answer: the register is not available.
        let Some(value) = registers::read(cpu, number, cycles) else {
            return Ok(0);
        };
        let size = number.size().min(buffer.len());
        buffer[..size].copy_from_slice(&value[..size]);
        Ok(size)
    }

    fn write_register(&mut self, tid: Tid, number: Number, value: &[u8]) -> TargetResult<(), Self> {
        let mut done = false;
        self.run.change(thread(tid), &mut |cpu| {
            done = registers::write(cpu, number, value);
        });
        if done {
            Ok(())
        } else {
            Err(TargetError::NonFatal)
        }
    }
}

impl MultiThreadResume for Debugger<'_> {
    fn resume(&mut self) -> Result<(), Refused> {
        self.way = Way::Forward;
        self.run.stop_at(&self.breakpoints, &self.watches);
        Ok(())
    }

    fn clear_resume_actions(&mut self) -> Result<(), Refused> {
        self.resume = Resume::default();
        Ok(())
    }

    fn set_resume_action_continue(
        &mut self,
        _: Tid,
        signal: Option<Signal>,
    ) -> Result<(), Refused> {
        self.resume.signal = signal.and_then(signals::to_linux).or(self.resume.signal);
        Ok(())
    }

    fn support_single_step(&mut self) -> Option<MultiThreadSingleStepOps<'_, Self>> {
        Some(self)
    }

    fn support_reverse_step(&mut self) -> Option<ReverseStepOps<'_, Tid, Self>> {
        Some(self)
    }

    fn support_reverse_cont(&mut self) -> Option<ReverseContOps<'_, Tid, Self>> {
        Some(self)
    }

    fn support_scheduler_locking(&mut self) -> Option<MultiThreadSchedulerLockingOps<'_, Self>> {
        Some(self)
    }
}

impl MultiThreadSchedulerLocking for Debugger<'_> {
    /// Ignored: the order in which threads take turns is part of what a run computes, and the debugger does not change it.
    fn set_resume_action_scheduler_lock(&mut self) -> Result<(), Refused> {
        Ok(())
    }
}

impl MultiThreadSingleStep for Debugger<'_> {
    fn set_resume_action_step(&mut self, tid: Tid, signal: Option<Signal>) -> Result<(), Refused> {
        self.resume.step = Some(thread(tid));
        self.set_resume_action_continue(tid, signal)
    }
}

impl ReverseStep<Tid> for Debugger<'_> {
    fn reverse_step(&mut self, tid: Tid) -> Result<(), Refused> {
        self.way = Way::Back(Some(thread(tid)));
        Ok(())
    }
}

impl ReverseCont<Tid> for Debugger<'_> {
    fn reverse_cont(&mut self) -> Result<(), Refused> {
        self.way = Way::Back(None);
        self.run.stop_at(&self.breakpoints, &self.watches);
        Ok(())
    }
}

impl Breakpoints for Debugger<'_> {
    fn support_sw_breakpoint(&mut self) -> Option<SwBreakpointOps<'_, Self>> {
        Some(self)
    }

    fn support_hw_breakpoint(&mut self) -> Option<HwBreakpointOps<'_, Self>> {
        Some(self)
    }

    fn support_hw_watchpoint(&mut self) -> Option<HwWatchpointOps<'_, Self>> {
        Some(self)
    }
}

impl SwBreakpoint for Debugger<'_> {
    fn add_sw_breakpoint(&mut self, address: u64, _: usize) -> TargetResult<bool, Self> {
        Ok(self.change_breakpoint(address, true))
    }

    fn remove_sw_breakpoint(&mut self, address: u64, _: usize) -> TargetResult<bool, Self> {
        Ok(self.change_breakpoint(address, false))
    }
}

impl HwBreakpoint for Debugger<'_> {
    fn add_hw_breakpoint(&mut self, address: u64, _: usize) -> TargetResult<bool, Self> {
        Ok(self.change_breakpoint(address, true))
    }

    fn remove_hw_breakpoint(&mut self, address: u64, _: usize) -> TargetResult<bool, Self> {
        Ok(self.change_breakpoint(address, false))
    }
}

/// Memory that gdb watches.
fn watch(start: u64, bytes: u64, kind: WatchKind) -> Watch {
    Watch {
        start,
        bytes,
        read: matches!(kind, WatchKind::Read | WatchKind::ReadWrite),
        write: matches!(kind, WatchKind::Write | WatchKind::ReadWrite),
    }
}

/// Watched places at once.
const WATCHES: usize = 1024;

impl HwWatchpoint for Debugger<'_> {
    fn add_hw_watchpoint(
        &mut self,
        address: u64,
        bytes: u64,
        kind: WatchKind,
    ) -> TargetResult<bool, Self> {
        if self.watches.len() == WATCHES {
            return Ok(false);
        }
        self.watches.push(watch(address, bytes, kind));
        self.run.stop_at(&self.breakpoints, &self.watches);
        Ok(true)
    }

    fn remove_hw_watchpoint(
        &mut self,
        address: u64,
        bytes: u64,
        kind: WatchKind,
    ) -> TargetResult<bool, Self> {
        let gone = watch(address, bytes, kind);
        let found = self.watches.iter().position(|watch| *watch == gone);
        if let Some(at) = found {
            self.watches.remove(at);
            self.run.stop_at(&self.breakpoints, &self.watches);
        }
        Ok(found.is_some())
    }
}

impl MonitorCmd for Debugger<'_> {
    fn handle_monitor_cmd(
        &mut self,
        command: &[u8],
        mut out: ConsoleOutput<'_>,
    ) -> Result<(), Refused> {
        let text = monitor::answer(self.run, &String::from_utf8_lossy(command));
        out.write_raw(text.as_bytes());
        Ok(())
    }
}

impl ThreadExtraInfo for Debugger<'_> {
    fn thread_extra_info(&self, tid: Tid, buffer: &mut [u8]) -> Result<usize, Refused> {
        let threads = self.run.threads();
        let found = threads.iter().find(|state| state.tid == thread(tid));
        let text = found.map_or_else(String::new, |state| match state.waits {
            Some(call) => format!("{} waits in {call}", state.name),
            None => state.name.clone(),
        });
        let count = text.len().min(buffer.len());
        buffer[..count].copy_from_slice(&text.as_bytes()[..count]);
        Ok(count)
    }
}

impl Auxv for Debugger<'_> {
    fn get_auxv(&self, offset: u64, length: usize, buffer: &mut [u8]) -> TargetResult<usize, Self> {
        let from = usize::try_from(offset).unwrap_or(usize::MAX);
        let rest = self.run.auxiliary().get(from..).unwrap_or_default();
        let count = rest.len().min(length).min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}
