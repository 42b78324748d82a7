//! Processes and their threads.

use checkpoint::{Damage, Grows, Source, State};
use machine::{Frames, Machine, NoMemory};

use super::programs::Programs;
use crate::abi::consts::rlimit;
use crate::calls::clone::PID_LIMIT;
use crate::calls::system::is_policy;
use crate::clock::Clock;
use crate::kernel::Kernel;
use crate::pool::Id;
use crate::process::{
    Ending, MemoryUsage, Pid, Process, Report, State as Standing, THREAD_LIMIT, Thread, Tid, Timer,
    WaitFor, Waiting,
};
use crate::random::Random;
use crate::signal::{Action, AltStack, Detail, Info, LAST, Queue, SignalSet};
use splitmix::SplitMix64;

impl State for SignalSet {
    fn save(&self, out: &mut Vec<u8>) {
        self.0.save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.0.load(from)
    }
}

checkpoint::state!(Action {
    handler,
    flags,
    mask
});
checkpoint::state!(AltStack {
    base,
    size,
    disarms
});
checkpoint::state!(Timer {
    next,
    interval,
    signal,
    value,
    overrun,
    clock,
    thread,
    used
});
checkpoint::state!(Info {
    signal,
    code,
    detail
});
checkpoint::state!(Waiting {
    what,
    deadline,
    woken,
    done,
    messages,
    until,
    interrupted
});

impl Default for Waiting {
    fn default() -> Self {
        Self::new(WaitFor::Call, None)
    }
}

impl State for WaitFor {
    fn save(&self, out: &mut Vec<u8>) {
        let child = match *self {
            WaitFor::Call => None,
            WaitFor::Child(pid) => Some(pid),
        };
        child.save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let mut child = None;
        child.load(from)?;
        *self = child.map_or(WaitFor::Call, WaitFor::Child);
        Ok(())
    }
}

impl State for Detail {
    fn save(&self, out: &mut Vec<u8>) {
        let words: (u8, [u64; 4]) = match *self {
            Detail::None => (0, [0; 4]),
            Detail::Sender { pid, value } => (1, [pid.into(), value, 0, 0]),
            Detail::Child { pid, status, ticks } => (2, [pid.into(), status as u64, ticks, 0]),
            Detail::Timer { id, overrun, value } => (3, [id.into(), overrun.into(), value, 0]),
            Detail::Fault {
                address,
                immediate,
                isr,
            } => {
                let (valid, isr) = (isr.is_some().into(), isr.unwrap_or(0));
                (4, [address, immediate.into(), isr, valid])
            }
            Detail::Memory => (5, [0; 4]),
            Detail::Raw { words, .. } => (6, words),
        };
        words.save(out);
        if let Detail::Raw { error, .. } = self {
            error.save(out);
        }
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let mut words = (0_u8, [0_u64; 4]);
        words.load(from)?;
        let (kind, [a, b, c, d]) = words;
        *self = match kind {
            0 => Detail::None,
            1 => Detail::Sender {
                pid: a as u32,
                value: b,
            },
            2 => Detail::Child {
                pid: a as u32,
                status: b as i32,
                ticks: c,
            },
            3 => Detail::Timer {
                id: a as u32,
                overrun: b as u32,
                value: c,
            },
            4 => Detail::Fault {
                address: a,
                immediate: b as u32,
                isr: (d != 0).then_some(c),
            },
            5 => Detail::Memory,
            6 => {
                let mut error = 0_i32;
                error.load(from)?;
                Detail::Raw {
                    error,
                    words: words.1,
                }
            }
            _ => return Err(Damage::new(format!("a signal of kind {kind}"))),
        };
        Ok(())
    }
}

impl State for Queue {
    fn save(&self, out: &mut Vec<u8>) {
        self.entries().to_vec().save_all(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let mut entries = Vec::<Info>::new();
        entries.load_all(from)?;
        entries.into_iter().for_each(|info| self.push(info));
        Ok(())
    }
}

impl State for Clock {
    fn save(&self, out: &mut Vec<u8>) {
        self.parts().save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let mut parts = ([0; 3], false);
        parts.load(from)?;
        let [retired, ticks, _] = parts.0;
        is_possible(retired, "instructions")?;
        is_possible(ticks, "ticks of the clock")?;
        self.set_parts(parts);
        Ok(())
    }
}

impl State for Random {
    fn save(&self, out: &mut Vec<u8>) {
        self.0.state().save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let mut state = 0_u64;
        state.load(from)?;
        self.0 = SplitMix64::new(state);
        Ok(())
    }
}

/// How a process has ended, in numbers.
#[derive(Default)]
pub(super) struct SavedEnding(pub(super) Option<Ending>);

impl State for SavedEnding {
    fn save(&self, out: &mut Vec<u8>) {
        let words = self.0.map(|ending| match ending {
            Ending::Exit(status) => (0_u8, u32::from(status), false),
            Ending::Signal { number, core } => (1, number, core),
        });
        words.save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let mut words = None::<(u8, u32, bool)>;
        words.load(from)?;
        self.0 = match words {
            None => None,
            Some((0, status, _)) => Some(Ending::Exit(status as u8)),
            Some((1, number, core)) => Some(Ending::Signal { number, core }),
            Some((kind, ..)) => return Err(Damage::new(format!("ending {kind}"))),
        };
        Ok(())
    }
}

/// A process as it is saved; its signals are separate. The numbers of objects of an ended process have no meaning and
/// are kept as they are.
#[derive(Default)]
struct Saved {
    pid: Pid,
    serial: u64,
    parent: Pid,
    group: Pid,
    session: Pid,
    executed: bool,
    program: u32,
    memory: u32,
    descriptors: u32,
    directories: u32,
    actions: u32,
    timers: [Timer; 3],
    limits: [(u64, u64); rlimit::COUNT],
    ended: SavedEnding,
    ending: SavedEnding,
    /// 1 and the signal: stopped; 2: continued.
    report: Option<(u8, u32)>,
    stopped: bool,
    exit_signal: u32,
    vfork_parent: Option<Tid>,
    retired: u64,
    ticks: u64,
    children_ticks: u64,
    /// Faults and most pages of earlier programs; then those of children.
    usage: [u64; 4],
    unaligned: u64,
    dumpable: bool,
    keep_capabilities: bool,
    death_signal: u32,
    no_new_privileges: bool,
    posix_timers: Vec<Timer>,
}

checkpoint::state!(Saved {
    pid,
    serial,
    parent,
    group,
    session,
    executed,
    program,
    memory,
    descriptors,
    directories,
    actions,
    timers,
    limits,
    ended,
    ending,
    report,
    stopped,
    exit_signal,
    vfork_parent,
    retired,
    ticks,
    children_ticks,
    usage,
    unaligned,
    dumpable,
    keep_capabilities,
    death_signal,
    no_new_privileges
} grows { posix_timers });

impl Saved {
    fn of(process: &Process, programs: &Programs) -> Saved {
        Saved {
            pid: process.pid,
            serial: process.serial,
            parent: process.parent,
            group: process.group,
            session: process.session,
            executed: process.executed,
            program: programs.place(&process.program),
            memory: process.memory.place(),
            descriptors: process.descriptors.place(),
            directories: process.directories.place(),
            actions: process.actions.place(),
            timers: process.timers,
            limits: process.limits,
            ended: SavedEnding(process.ended),
            ending: SavedEnding(process.ending),
            report: process.report.map(|report| match report {
                Report::Stopped(signal) => (1, signal),
                Report::Continued => (2, 0),
            }),
            stopped: process.stopped,
            exit_signal: process.exit_signal,
            vfork_parent: process.vfork_parent,
            retired: process.retired,
            ticks: process.ticks,
            children_ticks: process.children_ticks,
            usage: [
                process.earlier_usage.faults,
                process.earlier_usage.most_pages,
                process.children_usage.faults,
                process.children_usage.most_pages,
            ],
            unaligned: process.unaligned,
            dumpable: process.dumpable,
            keep_capabilities: process.keep_capabilities,
            death_signal: process.death_signal,
            no_new_privileges: process.no_new_privileges,
            posix_timers: process.posix_timers.clone(),
        }
    }

    /// The process, without threads.
    fn again(self, programs: &Programs, frames: &Frames) -> Result<Process, Damage> {
        let no_memory = |NoMemory| Damage::new("no memory is left for a process");
        let numbers = [self.pid, self.parent];
        if numbers.contains(&0)
            || numbers.iter().any(|&it| it >= PID_LIMIT)
            || self.pid == self.parent
        {
            let (pid, parent) = (self.pid, self.parent);
            return Err(Damage::new(format!("process {pid} as a child of {parent}")));
        }
        if self.death_signal > LAST {
            let signal = self.death_signal;
            return Err(Damage::new(format!(
                "{signal} as the signal at the end of a parent"
            )));
        }
        Ok(Process {
            pid: self.pid,
            serial: self.serial,
            parent: self.parent,
            group: self.group,
            session: self.session,
            executed: self.executed,
            memory: Id::at(self.memory),
            descriptors: Id::at(self.descriptors),
            directories: Id::at(self.directories),
            actions: Id::at(self.actions),
            pending: Queue::new(frames),
            threads: Vec::new(),
            timers: self.timers,
            posix_timers: self.posix_timers,
            limits: self.limits,
            ended: self.ended.0,
            ending: self.ending.0,
            report: match self.report {
                None => None,
                Some((1, signal)) => Some(Report::Stopped(signal)),
                Some((2, _)) => Some(Report::Continued),
                Some((kind, _)) => return Err(Damage::new(format!("a change of kind {kind}"))),
            },
            stopped: self.stopped,
            exit_signal: self.exit_signal,
            vfork_parent: self.vfork_parent,
            program: programs.at(self.program)?,
            retired: self.retired,
            ticks: self.ticks,
            children_ticks: self.children_ticks,
            earlier_usage: MemoryUsage {
                faults: self.usage[0],
                most_pages: self.usage[1],
            },
            children_usage: MemoryUsage {
                faults: self.usage[2],
                most_pages: self.usage[3],
            },
            unaligned: self.unaligned,
            dumpable: self.dumpable,
            keep_capabilities: self.keep_capabilities,
            death_signal: self.death_signal,
            no_new_privileges: self.no_new_privileges,
            _charge: Process::charge(frames).map_err(no_memory)?,
        })
    }
}

/// Saves a thread.
fn save_thread(thread: &Thread, out: &mut Vec<u8>) {
    (thread.tid, thread.pid, thread.serial).save(out);
    thread.cpu.save(out);
    thread.waiting().cloned().save(out);
    (thread.call.0, thread.call.1).save(out);
    thread.site.save(out);
    (thread.blocked, thread.saved_mask).save(out);
    thread.pending.save(out);
    thread.altstack.save(out);
    (thread.clear_tid, thread.robust_list, thread.ticks).save(out);
    (thread.nice, thread.policy).save(out);
    thread.name.save_all(out);
}

impl Kernel {
    pub(super) fn save_processes(&self, programs: &Programs, out: &mut Vec<u8>) {
        (self.processes.len() as u64).save(out);
        for process in self.processes.values() {
            Saved::of(process, programs).save(out);
            process.pending.save(out);
        }
    }

    pub(super) fn save_threads(&self, out: &mut Vec<u8>) {
        // In the order of their creation within each process.
        let order = self.processes.values().flat_map(|it| &it.threads);
        let threads: Vec<&Thread> = order.filter_map(|tid| self.threads.get(tid)).collect();
        (threads.len() as u64).save(out);
        threads
            .into_iter()
            .for_each(|thread| save_thread(thread, out));
    }

    /// Replaces the processes, which have no threads then.
    pub(super) fn load_processes(
        &mut self,
        programs: &Programs,
        from: &mut Source<'_>,
    ) -> Result<(), Damage> {
        for tid in std::mem::take(&mut self.threads).into_keys() {
            self.schedule.place(tid, None);
        }
        self.processes.clear();
        self.children.clear();
        self.groups.clear();
        for _ in 0..at_most(THREAD_LIMIT, "processes", from)? {
            let mut saved = Saved::default();
            saved.load(from)?;
            for ticks in [saved.ticks, saved.children_ticks] {
                is_possible(ticks, "ticks of a process")?;
            }
            let mut process = saved.again(programs, &self.frames)?;
            process.pending.load(from)?;
            let (pid, parent) = (process.pid, process.parent);
            // The first process has no parent that waits for it.
            if pid != self.first {
                self.children.insert((parent, pid));
            }
            if !self.add_process(process) {
                return Err(Damage::new(format!("two processes with the number {pid}")));
            }
        }
        self.living = self.living().count();
        Ok(())
    }

    /// Processes that have not ended.
    pub(super) fn living(&self) -> impl Iterator<Item = &Process> {
        self.processes.values().filter(|it| it.ended.is_none())
    }

    pub(super) fn load_threads(
        &mut self,
        machine: &Machine,
        from: &mut Source<'_>,
    ) -> Result<(), Damage> {
        for _ in 0..at_most(THREAD_LIMIT, "threads", from)? {
            let thread = self.load_thread(machine, from)?;
            let (tid, pid) = (thread.tid, thread.pid);
            let of_another = tid != pid && self.processes.contains_key(&tid);
            let process = self.processes.get_mut(&pid);
            let process = process.filter(|it| it.ended.is_none() && !of_another);
            let (Some(process), 1..PID_LIMIT) = (process, tid) else {
                return Err(Damage::new(format!("thread {tid} of process {pid}")));
            };
            process.threads.push(tid);
            if self.threads.insert(tid, thread).is_some() {
                return Err(Damage::new(format!("two threads with the number {tid}")));
            }
        }
        match self.living().find(|process| process.threads.is_empty()) {
            None if self.living > 0 => Ok(()),
            None => Err(Damage::new("no thread")),
            Some(process) => {
                let pid = process.pid;
                Err(Damage::new(format!("process {pid} has no thread")))
            }
        }
    }

    fn load_thread(&self, machine: &Machine, from: &mut Source<'_>) -> Result<Thread, Damage> {
        // Its last fault is not saved: it only matters for a crash before the thread executes another instruction.
        let thread = Thread::new(0, 0, Box::new(machine.cpu()), &self.frames);
        let mut thread =
            thread.map_err(|NoMemory| Damage::new("no memory is left for a thread"))?;
        thread.tid.load(from)?;
        thread.pid.load(from)?;
        thread.serial.load(from)?;
        let mut waiting = None::<Waiting>;
        thread
            .cpu
            .load(from)
            .map_err(|damage| damage.within("registers"))?;
        waiting.load(from)?;
        thread.state = waiting.map_or(Standing::Ready, Standing::Waiting);
        thread.call.load(from)?;
        thread.site.load(from)?;
        thread.blocked.load(from)?;
        thread.saved_mask.load(from)?;
        thread.pending.load(from)?;
        thread.altstack.load(from)?;
        thread.clear_tid.load(from)?;
        thread.robust_list.load(from)?;
        thread.ticks.load(from)?;
        is_possible(thread.ticks, "ticks of a thread")?;
        thread.nice.load(from)?;
        thread.policy.load(from)?;
        if !is_policy(thread.policy) {
            let damage = format!("{:#x} as the policy of a thread", thread.policy);
            return Err(Damage::new(damage));
        }
        thread.name.load_all(from)?;
        Ok(thread)
    }
}

/// More instructions or ticks than a run reaches. Sums with this do not overflow.
const MOST: u64 = 1 << 62;

/// Refuses a count that no run reaches.
fn is_possible(count: u64, what: &str) -> Result<(), Damage> {
    match count <= MOST {
        true => Ok(()),
        false => Err(Damage::new(format!("{count} {what}"))),
    }
}

/// The number of entries of a list that has so many at most.
fn at_most(most: usize, what: &str, from: &mut Source<'_>) -> Result<usize, Damage> {
    match from.count()? {
        count if count <= most => Ok(count),
        count => Err(Damage::new(format!(
            "{count} {what}, more than there can be"
        ))),
    }
}
