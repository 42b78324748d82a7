//! New processes and threads.

use super::{Args, Flow, SysResult, value};
use crate::abi::consts::{clone as flag, rlimit};
use crate::abi::errno::Errno;
use crate::kernel::Kernel;
use crate::process::{
    MemoryUsage, Pid, Process, State, THREAD_LIMIT, Thread, Tid, WaitFor, Waiting,
};
use crate::run::OsEvent;
use crate::signal::{AltStack, Queue};
use events::Task;
use isa::Ar;

/// Limit of process and thread numbers: all are lower.
pub(crate) const PID_LIMIT: Pid = 32768;
/// The number that follows the highest one; lower numbers are not given again.
pub(crate) const FIRST_AGAIN: Pid = 300;

struct Request {
    flags: u64,
    /// Backing store base and memory stack pointer of the child; `None`: those of the parent.
    stack: Option<(u64, u64)>,
    parent_tid: u64,
    child_tid: u64,
    tls: u64,
}

/// The number that is tried after another one.
fn number_after(pid: Pid) -> Pid {
    if pid + 1 >= PID_LIMIT {
        FIRST_AGAIN
    } else {
        pid + 1
    }
}

/// The first number from `next` on that is not taken, if there is one.
fn free_number(next: Pid, taken: impl Fn(Pid) -> bool) -> Option<Pid> {
    let numbers = std::iter::successors(Some(next), |&pid| Some(number_after(pid)));
    let all = (PID_LIMIT - FIRST_AGAIN) as usize;
    numbers.take(all).find(|&pid| !taken(pid))
}

impl Kernel {
    /// Refuses a further thread or process beyond `RLIMIT_NPROC`. All threads are the user's, and so are processes that nothing has
    /// waited for yet.
    fn check_count(&mut self, tid: Tid) -> Result<(), Errno> {
        let (limit, _) = self.process(tid)?.limits[rlimit::NPROC];
        let ended = self.processes.len() - self.living;
        let count = self.threads.len() + ended;
        if count as u64 >= limit {
            Err(Errno::EAGAIN)
        } else {
            Ok(())
        }
    }

    fn fresh_pid(&mut self) -> Result<Pid, Errno> {
        if self.threads.len().max(self.processes.len()) >= THREAD_LIMIT {
            return Err(Errno::EAGAIN);
        }
        // What ends the run, the debugger and checkpoints know the first process by its number, also when it has ended.
        let taken = |pid| {
            pid == self.first
                || self.threads.contains_key(&pid)
                || self.processes.contains_key(&pid)
        };
        let pid = free_number(self.next_pid, taken).ok_or(Errno::EAGAIN)?;
        self.next_pid = number_after(pid);
        Ok(pid)
    }

    fn make_clone(&mut self, tid: Tid, request: Request) -> SysResult {
        let Request {
            flags,
            stack,
            parent_tid,
            child_tid,
            tls,
        } = request;
        let thread = flags & flag::THREAD != 0;
        if flags & flag::NEW_SPACES != 0 {
            // There are no namespaces (docs/personality.md); a mount namespace and shared folders exclude each other.
            let both = flags & flag::FS != 0 && flags & flag::NEW_MOUNTS != 0;
            return Err(if both { Errno::EINVAL } else { Errno::EPERM });
        }
        if (thread && flags & flag::SIGHAND == 0)
            || (flags & flag::SIGHAND != 0 && flags & flag::VM == 0)
        {
            return Err(Errno::EINVAL);
        }
        self.check_count(tid)?;
        let child = self.fresh_pid()?;
        let pid = self.pid(tid);
        let parent = self.thread(tid)?;
        let mut cpu = parent.cpu.clone();
        cpu.alat_mut().invalidate_all();
        let (blocked, altstack, name) = (parent.blocked, parent.altstack, parent.name.clone());
        let (policy, nice) = super::system::inherited(parent.policy, parent.nice);
        if let Some((base, sp)) = stack {
            // The child keeps the registers of its frame, but begins with nothing below it.
            let cfm = cpu.cfm();
            let frame: Vec<(u64, bool)> = (0..cfm.sof).map(|r| cpu.gr(32 + r)).collect();
            cpu.start_register_stack(base, 0, 0);
            cpu.set_cfm(cfm);
            for (r, &(value, nat)) in (32..).zip(&frame) {
                cpu.set_gr(r, value, nat);
            }
            cpu.set_gr(12, sp, false);
            cpu.set_ar(Ar::RNAT, 0);
        }
        if flags & flag::SETTLS != 0 {
            cpu.set_gr(13, tls, false);
        }
        cpu.set_gr(8, 0, false);
        cpu.set_gr(10, 0, false);
        let own = if thread { pid } else { child };
        let new = Thread {
            blocked,
            altstack: if flags & flag::VM != 0 && flags & flag::VFORK == 0 {
                AltStack::NONE
            } else {
                altstack
            },
            clear_tid: if flags & flag::CHILD_CLEARTID != 0 {
                child_tid
            } else {
                0
            },
            nice,
            policy,
            name,
            serial: self.made,
            ..Thread::new(child, own, cpu, &self.frames)?
        };
        if thread {
            self.process(tid)?.threads.push(child);
        } else {
            let process = self.fork_process(tid, child, flags)?;
            let serial = process.serial;
            self.children.insert((process.parent, child));
            self.add_process(process);
            self.living += 1;
            self.untold.push(OsEvent::Forked {
                task: Task {
                    process: child,
                    thread: child,
                    process_serial: serial,
                    thread_serial: serial,
                },
            });
        }
        self.made += 1;
        self.threads.insert(child, new);
        self.settle(child);
        if flags & flag::PARENT_SETTID != 0 {
            // As on Linux, a failure of this write is ignored.
            let _ = self.write_u32(tid, parent_tid, child);
        }
        if flags & flag::CHILD_SETTID != 0 {
            let _ = self.write_u32(child, child_tid, child);
        }
        if flags & flag::VFORK != 0 && !thread {
            if let Some(process) = self.processes.get_mut(&child) {
                process.vfork_parent = Some(tid);
            }
            let parent = self.thread(tid)?;
            parent.cpu.set_gr(8, child.into(), false);
            parent.cpu.set_gr(10, 0, false);
            parent.state = State::Waiting(Waiting::new(WaitFor::Child(child), None));
            return Ok(Flow::Done);
        }
        value(child)
    }

    fn fork_process(&mut self, tid: Tid, child: Pid, flags: u64) -> Result<Process, Errno> {
        let charge = Process::charge(&self.frames)?;
        let pending = Queue::new(&self.frames);
        let made = self.made;
        let parent = self.process(tid)?;
        let (memory, descriptors) = (parent.memory, parent.descriptors);
        let (directories, actions) = (parent.directories, parent.actions);
        let mut process = Process {
            pid: child,
            serial: made,
            parent: if flags & flag::PARENT != 0 {
                parent.parent
            } else {
                parent.pid
            },
            group: parent.group,
            session: parent.session,
            executed: false,
            memory,
            descriptors,
            directories,
            actions,
            pending,
            threads: vec![child],
            timers: Default::default(),
            posix_timers: Vec::new(),
            limits: parent.limits,
            ended: None,
            ending: None,
            report: None,
            stopped: false,
            exit_signal: (flags & flag::SIGNAL) as u32,
            vfork_parent: None,
            program: parent.program.clone(),
            retired: 0,
            ticks: 0,
            children_ticks: 0,
            earlier_usage: MemoryUsage::default(),
            children_usage: MemoryUsage::default(),
            unaligned: parent.unaligned,
            dumpable: parent.dumpable,
            keep_capabilities: parent.keep_capabilities,
            death_signal: 0,
            no_new_privileges: parent.no_new_privileges,
            _charge: charge,
        };
        // Steps that can fail come first, so that nothing has been shared when one fails.
        let copy = if flags & flag::VM != 0 {
            None
        } else {
            Some(self.memories.get_mut(memory).ok_or(Errno::ESRCH)?.fork()?)
        };
        let table = if flags & flag::FILES != 0 {
            None
        } else {
            let table = self.tables.get(descriptors).ok_or(Errno::ESRCH)?;
            Some(table.fork(&self.frames)?)
        };
        process.memory = match copy {
            None => self.memories.share(memory),
            Some(copy) => self.memories.insert(copy),
        };
        process.descriptors = match table {
            None => self.tables.share(descriptors),
            Some(table) => {
                for (_, descriptor) in table.iter() {
                    self.open_files.share(descriptor.file);
                }
                self.tables.insert(table)
            }
        };
        process.directories = if flags & flag::FS != 0 {
            self.directories.share(directories)
        } else {
            let copy = self
                .directories
                .get(directories)
                .ok_or(Errno::ESRCH)?
                .clone();
            self.directories.insert(copy)
        };
        process.actions = if flags & flag::SIGHAND != 0 {
            self.actions.share(actions)
        } else {
            let copy = *self.actions.get(actions).ok_or(Errno::ESRCH)?;
            self.actions.insert(copy)
        };
        Ok(process)
    }
}

/// `clone(flags, sp, parent_tid, child_tid, tls)`: the memory stack from the pointer down, the backing store from there up.
pub(crate) fn clone(
    k: &mut Kernel,
    tid: Tid,
    [flags, sp, parent_tid, child_tid, tls, ..]: Args,
) -> SysResult {
    let stack = match sp {
        0 => None,
        sp => Some((sp & !7, sp)),
    };
    k.make_clone(
        tid,
        Request {
            flags,
            stack,
            parent_tid,
            child_tid,
            tls,
        },
    )
}

/// `clone2(flags, base, size, parent_tid, child_tid, tls)`: backing store from the base up, memory stack from the other end down.
pub(crate) fn clone2(
    k: &mut Kernel,
    tid: Tid,
    [flags, base, size, parent_tid, child_tid, tls, ..]: Args,
) -> SysResult {
    let stack = if base == 0 {
        None
    } else {
        Some((base, base.wrapping_add(size).wrapping_sub(16) & !15))
    };
    k.make_clone(
        tid,
        Request {
            flags,
            stack,
            parent_tid,
            child_tid,
            tls,
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_threads_and_ended_processes_have_all_numbers_there_is_none() {
        assert_eq!(free_number(1001, |pid| pid < 1003), Some(1003));
        assert_eq!(free_number(32_766, |pid| pid > 32_000), Some(FIRST_AGAIN));
        assert_eq!(free_number(1001, |pid| pid != 1000), Some(1000));
        assert_eq!(free_number(1001, |_| true), None);
    }
}
