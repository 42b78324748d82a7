//! What a request asks for besides the execution of a program and its report. Each way of running (functional, sampled, shared, under a
//! debugger) refuses a request by the asks that it does not support.

use std::fmt;

use crate::Request;

/// Something that a request asks for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    Trace,
    RetireLog,
    /// Registers of the monitor are set before the run.
    Registers,
    /// The program may use the monitor (`os.user_monitor`).
    UserMonitor,
    Intervals,
    BlockVectors,
    GroupCheck,
    Region,
    CycleLimit,
    TimeLimit,
    Watchdog,
    Checkpoints,
    Restore,
    Strace,
    /// Every execution is timed in full.
    InFull,
}

impl Ask {
    /// Asks that need a listener to the cycle model. A watchdog does, too, but is not among them.
    pub(crate) const LISTENERS: [Self; 4] = [
        Self::Trace,
        Self::RetireLog,
        Self::Registers,
        Self::UserMonitor,
    ];
    /// Asks that need the cycle model. A trace may; it reports itself when it does.
    pub(crate) const TIMED: [Self; 7] = [
        Self::Region,
        Self::RetireLog,
        Self::Registers,
        Self::Intervals,
        Self::CycleLimit,
        Self::Watchdog,
        Self::InFull,
    ];
}

/// The words by which an error names it.
impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Trace => "an execution trace",
            Self::RetireLog => "a retire log",
            Self::Registers => "a register of the monitor",
            Self::UserMonitor => "a program that uses the monitor",
            Self::Intervals => "a count by parts of the run",
            Self::BlockVectors => "a file of block vectors",
            Self::GroupCheck => "a check of groups",
            Self::Region => "a region of interest",
            Self::CycleLimit => "a limit of cycles",
            Self::TimeLimit => "a limit of time",
            Self::Watchdog => "a watchdog",
            Self::Checkpoints => "a checkpoint to make",
            Self::Restore => "a checkpoint to go on from",
            Self::Strace => "a log of system calls",
            Self::InFull => "timing without replay",
        })
    }
}

impl Request {
    /// All that it asks for.
    pub(crate) fn asks(&self) -> impl Iterator<Item = Ask> {
        // Without `..`: a new field of a request does not compile until it has its place here.
        let Self {
            config,
            program: _,
            image: _,
            argv0: _,
            args: _,
            env: _,
            files: _,
            stdin: _,
            stdout: _,
            stderr: _,
            terminals: _,
            mode: _,
            max_instructions: _,
            max_cycles,
            timeout,
            watchdog,
            region,
            pmcs,
            pmds,
            retire_log,
            intervals,
            vectors,
            trace,
            trace_options: _,
            group_check,
            checkpoints,
            restore,
            strace,
            second_thread: _,
            in_full,
            idle_code: _,
            identify: _,
            control: _,
            leads_timed: _,
            ready: _,
        } = self;
        let all = [
            (trace.is_some(), Ask::Trace),
            (retire_log.is_some(), Ask::RetireLog),
            (!pmcs.is_empty() || !pmds.is_empty(), Ask::Registers),
            (config.machine.os.user_monitor, Ask::UserMonitor),
            (intervals.is_some(), Ask::Intervals),
            (vectors.is_some(), Ask::BlockVectors),
            (group_check.is_some(), Ask::GroupCheck),
            (region.is_some(), Ask::Region),
            (max_cycles.is_some(), Ask::CycleLimit),
            (timeout.is_some(), Ask::TimeLimit),
            (watchdog.is_some(), Ask::Watchdog),
            (checkpoints.is_some(), Ask::Checkpoints),
            (restore.is_some(), Ask::Restore),
            (strace.is_some(), Ask::Strace),
            (*in_full, Ask::InFull),
        ];
        all.into_iter()
            .filter_map(|(asked, ask)| asked.then_some(ask))
    }

    /// The first of `these` that it asks for.
    pub(crate) fn asks_one_of(&self, these: &[Ask]) -> Option<Ask> {
        self.asks().find(|ask| these.contains(ask))
    }
}
