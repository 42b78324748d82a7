//! The process and its threads.

use checkpoint::{Damage, Grows, Source, State};
use machine::Machine;

use crate::clock::Clock;
use crate::kernel::Kernel;
use crate::process::{Process, State as Standing, Thread, Timer, WaitFor, Waiting};
use crate::random::Random;
use crate::signal::{Action, AltStack, Detail, Info, Queue, SignalSet};

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
checkpoint::state!(AltStack { base, size });
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
    done
});

impl Default for Waiting {
    fn default() -> Self {
        Self {
            what: WaitFor::Call,
            deadline: None,
            woken: false,
            done: 0,
        }
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
            } => (4, [address, immediate.into(), isr, 0]),
            Detail::Memory => (5, [0; 4]),
            Detail::Raw(words) => (6, words),
        };
        words.save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let mut words = (0_u8, [0_u64; 4]);
        words.load(from)?;
        let (kind, [a, b, c, _]) = words;
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
                isr: c,
            },
            5 => Detail::Memory,
            6 => Detail::Raw(words.1),
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
        self.set_parts(parts);
        Ok(())
    }
}

impl State for Random {
    fn save(&self, out: &mut Vec<u8>) {
        self.0.save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.0.load(from)
    }
}

pub(super) fn save(process: &Process, out: &mut Vec<u8>) {
    process.pending.save(out);
    process.timers.save(out);
    process.posix_timers.save_all(out);
    process.limits.save(out);
    (process.parent, process.group, process.session).save(out);
    (process.stopped, process.dumpable, process.keep_capabilities).save(out);
    (process.retired, process.ticks, process.children_ticks).save(out);
    (process.unaligned, process.death_signal, process.exit_signal).save(out);
}

/// Everything of a thread but its context.
fn save_thread(thread: &Thread, out: &mut Vec<u8>) {
    thread.tid.save(out);
    thread.cpu.save(out);
    thread.waiting().cloned().save(out);
    (thread.call.0, thread.call.1).save(out);
    thread.site.save(out);
    (thread.blocked, thread.saved_mask).save(out);
    thread.pending.save(out);
    thread.altstack.save(out);
    (thread.clear_tid, thread.robust_list, thread.ticks).save(out);
    thread.name.save_all(out);
}

impl Kernel {
    pub(super) fn save_threads(&self, out: &mut Vec<u8>) {
        // In the order of their creation.
        let order = self.processes.values().next().map(|it| it.threads.clone());
        let threads: Vec<&Thread> = order
            .iter()
            .flatten()
            .filter_map(|tid| self.threads.get(tid))
            .collect();
        (threads.len() as u64).save(out);
        threads
            .into_iter()
            .for_each(|thread| save_thread(thread, out));
    }

    pub(super) fn load_process(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let Some(process) = self.processes.values_mut().next() else {
            return Err(Damage::new("no process to go on with"));
        };
        process.pending.load(from)?;
        process.timers.load(from)?;
        process.posix_timers.load_all(from)?;
        process.limits.load(from)?;
        process.parent.load(from)?;
        process.group.load(from)?;
        process.session.load(from)?;
        process.stopped.load(from)?;
        process.dumpable.load(from)?;
        process.keep_capabilities.load(from)?;
        process.retired.load(from)?;
        process.ticks.load(from)?;
        process.children_ticks.load(from)?;
        process.unaligned.load(from)?;
        process.death_signal.load(from)?;
        process.exit_signal.load(from)
    }

    pub(super) fn load_threads(
        &mut self,
        machine: &Machine,
        from: &mut Source<'_>,
    ) -> Result<(), Damage> {
        let Some(process) = self.processes.values_mut().next() else {
            return Err(Damage::new("no process to go on with"));
        };
        let pid = process.pid;
        let count = from.count()?;
        if count == 0 {
            return Err(Damage::new("no thread"));
        }
        for tid in std::mem::take(&mut process.threads) {
            self.threads.remove(&tid);
            self.schedule.place(tid, None);
        }
        for _ in 0..count {
            let mut thread = Thread {
                tid: 0,
                pid,
                cpu: Box::new(machine.cpu()),
                state: Standing::Ready,
                call: (0, [0; 8]),
                site: (0, 0),
                blocked: SignalSet::default(),
                saved_mask: None,
                pending: Queue::new(&self.frames),
                altstack: AltStack::NONE,
                clear_tid: 0,
                robust_list: 0,
                waits_at: None,
                ticks: 0,
                // It is told by the crash that it leads to, before another instruction executes.
                last_fault: None,
                name: Vec::new(),
                _charge: Thread::charge(&self.frames)
                    .map_err(|machine::NoMemory| Damage::new("no memory is left for a thread"))?,
            };
            thread.tid.load(from)?;
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
            thread.name.load_all(from)?;
            let tid = thread.tid;
            process.threads.push(tid);
            if self.threads.insert(tid, thread).is_some() {
                return Err(Damage::new(format!("two threads with the number {tid}")));
            }
        }
        Ok(())
    }
}
