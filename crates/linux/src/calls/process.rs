//! Identities, and the end of threads and processes.

use super::signals::INIT;
use super::{Args, Flow, OK, SysResult, value};
use crate::abi::consts::{futex, wait};
use crate::abi::errno::Errno;
use crate::kernel::Kernel;
use crate::locks::Owner;
use crate::process::{Ending, GID, OUTER_SESSION, Pid, Process, State, Tid, UID, WaitFor};
use crate::run::OsEvent;
use crate::sched::Channel;
use crate::signal::{Action, Detail, Info, SIGCHLD, SIGCONT, SIGHUP, action_flags, code};
use std::collections::BTreeSet;

impl Kernel {
    /// Ends a thread: clears its `clear_tid` word and wakes a waiter there, and releases the robust locks that it holds.
    pub(crate) fn end_thread(&mut self, tid: Tid) {
        self.leave_futex(tid);
        self.locks.waits.remove(&tid);
        self.release_robust(tid);
        let clear = self.threads.get(&tid).map_or(0, |t| t.clear_tid);
        // A word that cannot be written is ignored: the thread is ending.
        if clear != 0
            && self.write_u32(tid, clear, 0).is_ok()
            && let Ok(word) = self.word(tid, clear, false)
        {
            self.wake_futex(&word, 1, u32::MAX);
        }
        let Some(thread) = self.threads.remove(&tid) else {
            return;
        };
        let task = self.task(&thread);
        self.untold.push(OsEvent::Ended { task });
        self.settle(tid);
        if let Some(process) = self.processes.get_mut(&thread.pid) {
            process.threads.retain(|&t| t != tid);
        }
        self.event_pending = true;
    }

    /// Marks the locks of the robust list as those of a dead owner, and wakes a waiter of each.
    pub(crate) fn release_robust(&mut self, tid: Tid) {
        let Some(head) = self
            .threads
            .get(&tid)
            .map(|t| t.robust_list)
            .filter(|&l| l != 0)
        else {
            return;
        };
        let Ok([mut entry, offset, pending]) = self.robust_head(tid, head) else {
            return;
        };
        // The kernel's own bound on a list that may be a loop.
        for _ in 0..2048 {
            if entry & !1 == head {
                break;
            }
            // The lock may be given away with its entry.
            let next = self.read_u64(tid, entry & !1);
            let is_pending = entry & !1 == pending & !1;
            if !is_pending && self.mark_dead(tid, entry, offset, false).is_err() {
                return;
            }
            let Ok(next) = next else { break };
            entry = next;
        }
        // A lock that was being taken or given up; there is nothing to do where it cannot be read.
        if pending & !1 != 0 {
            let _ = self.mark_dead(tid, pending, offset, true);
        }
    }

    /// The first entry of a robust list, the distance from an entry to its lock, and the entry that is being added or removed.
    fn robust_head(&mut self, tid: Tid, head: u64) -> Result<[u64; 3], Errno> {
        Ok([
            self.read_u64(tid, head)?,
            self.read_u64(tid, head.wrapping_add(8))?,
            self.read_u64(tid, head.wrapping_add(16))?,
        ])
    }

    /// Marks the lock of an entry of a robust list, whose lowest bit says that it is one with inheritance of priority, as that of a dead owner if
    /// the thread owns it, and wakes a waiter. `pending`: its owner may have given it up already, and then a waiter is woken, too.
    fn mark_dead(&mut self, tid: Tid, entry: u64, offset: u64, pending: bool) -> Result<(), Errno> {
        let inherits = entry & 1 != 0;
        let lock = (entry & !1).wrapping_add(offset);
        if !lock.is_multiple_of(4) {
            return Err(Errno::EFAULT);
        }
        let value = self.read_u32(tid, lock)?;
        let wakes = if value & futex::TID == tid {
            let left = value & futex::WAITERS | futex::OWNER_DIED;
            self.write_u32(tid, lock, left)?;
            value & futex::WAITERS != 0 || inherits
        } else {
            pending && !inherits && value & futex::TID == 0
        };
        if wakes && let Ok(word) = self.word(tid, lock, false) {
            self.wake_futex(&word, 1, u32::MAX);
        }
        Ok(())
    }

    /// Ends a process with all its threads.
    pub(crate) fn end_process(&mut self, pid: Pid, ending: Ending) {
        let Some(process) = self.processes.get_mut(&pid) else {
            return;
        };
        if process.ended.is_some() {
            return;
        }
        let ending = *process.ending.get_or_insert(ending);
        for tid in process.threads.clone() {
            self.end_thread(tid);
        }
        self.finish_process(pid, ending);
    }

    /// Frees what a process held, once its last thread is gone, and tells the parent.
    fn finish_process(&mut self, pid: Pid, ending: Ending) {
        let Some(process) = self.processes.get_mut(&pid) else {
            return;
        };
        process.ended = Some(ending);
        self.living -= 1;
        self.alarms.set(pid, None);
        let (memory, table, parent) = (process.memory, process.descriptors, process.parent);
        let (directories, actions, vfork) = (
            process.directories,
            process.actions,
            process.vfork_parent.take(),
        );
        self.release_memory(pid, memory);
        let owner = Owner::Table(table);
        if let Some(table) = self.tables.release(table) {
            self.release_locks(owner);
            for (_, descriptor) in table.iter() {
                self.close_file(descriptor.file);
            }
        }
        self.directories.release(directories);
        self.end_vfork(vfork);
        if let Some(process) = self.processes.get(&pid) {
            let summary = self.summary(process);
            self.summaries.push(summary);
        }
        if pid == self.first {
            self.first_ending = Some(ending);
        }
        let orphans: Vec<Pid> = self
            .children
            .range((pid, 0)..=(pid, Pid::MAX))
            .map(|&(_, child)| child)
            .collect();
        // A group is orphaned with the last of its members that the process has led.
        let mut led = Vec::new();
        for &orphan in orphans.iter().rev() {
            let process = self.processes.get(&orphan);
            if let Some(process) = process.filter(|it| self.is_led_by(it, pid)) {
                led.push(process.group);
            }
        }
        let mut known = BTreeSet::new();
        led.retain(|&group| known.insert(group));
        for &orphan in &orphans {
            self.children.remove(&(pid, orphan));
            self.children.insert((1, orphan));
            let Some(process) = self.processes.get_mut(&orphan) else {
                continue;
            };
            process.parent = 1;
            process.exit_signal = SIGCHLD;
            let signal = process.death_signal;
            if signal != 0 {
                self.send_process(orphan, Info::sent(signal, code::USER, pid));
            }
        }
        for group in led.into_iter().rev() {
            self.hang_up_stopped(group, None);
        }
        for orphan in orphans {
            self.reap_unless_awaited(orphan);
        }
        let own = self.processes.get(&pid);
        if let Some(own) = own.filter(|own| self.is_led_by(own, own.parent)) {
            self.hang_up_stopped(own.group, Some(pid));
        }
        let (code, status) = match ending {
            Ending::Exit(status) => (wait::CLD_EXITED, i32::from(status)),
            Ending::Signal { number, core: true } => (wait::CLD_DUMPED, number as i32),
            Ending::Signal {
                number,
                core: false,
            } => (wait::CLD_KILLED, number as i32),
        };
        let alive = self
            .processes
            .get(&parent)
            .is_some_and(|p| p.ended.is_none());
        if alive {
            self.tell_parent(pid, code, status);
        }
        self.actions.release(actions);
        self.reap_unless_awaited(pid);
        self.event_pending = true;
    }

    /// Whether a process group is orphaned, leaving out one of its processes: each parent is in the group itself or in
    /// another session. The shell that has started the first process is a parent in another group of its session.
    pub(crate) fn is_orphaned(&self, group: Pid, without: Option<Pid>) -> bool {
        let members = self.members(group);
        let mut members = members.filter(|it| it.ended.is_none() && Some(it.pid) != without);
        !members.any(|member| self.is_led_by(member, member.parent))
    }

    /// Whether a parent of a process is in another group of its session.
    fn is_led_by(&self, process: &Process, parent: Pid) -> bool {
        match self.processes.get(&parent) {
            Some(parent) => parent.group != process.group && parent.session == process.session,
            None => process.pid == self.first && process.session == OUTER_SESSION,
        }
    }

    /// Sends SIGHUP and SIGCONT to a process group that has lost the parent of a member, or a member (`without`), if the group has a
    /// stopped process and is orphaned by that.
    fn hang_up_stopped(&mut self, group: Pid, without: Option<Pid>) {
        if !self.is_orphaned(group, without) {
            return;
        }
        let members = self.members(group);
        let members: Vec<(Pid, bool)> = members.map(|it| (it.pid, it.stopped)).collect();
        if members.iter().any(|&(_, stopped)| stopped) {
            for signal in [SIGHUP, SIGCONT] {
                for &(member, _) in &members {
                    self.send_process(member, Info::new(signal, code::KERNEL, Detail::None));
                }
            }
        }
    }

    /// Removes an ended process for which no parent will wait, because the parent has ended or ignores its children.
    fn reap_unless_awaited(&mut self, pid: Pid) {
        let Some(process) = self.processes.get(&pid).filter(|p| p.ended.is_some()) else {
            return;
        };
        let above = process.parent;
        let parent = self.processes.get(&above).filter(|p| p.ended.is_none());
        let waits = parent.is_some_and(|parent| {
            let action = self
                .actions
                .get(parent.actions)
                .map_or(Action::default(), |a| a[SIGCHLD as usize]);
            action.handler != Action::IGNORE && action.flags & action_flags::NOCLDWAIT == 0
        });
        if !waits {
            self.remove_process(pid);
            self.children.remove(&(above, pid));
            self.schedule.notify(Channel::Children(above));
        }
    }

    /// Lets a parent that waits in `vfork` go on.
    pub(crate) fn end_vfork(&mut self, parent: Option<Tid>) {
        let Some(thread) = parent.and_then(|tid| self.threads.get_mut(&tid)) else {
            return;
        };
        if matches!(thread.waiting().map(|w| w.what), Some(WaitFor::Child(_))) {
            thread.state = State::Ready;
            if let Some(tid) = parent {
                self.settle(tid);
            }
        }
    }
}

pub(crate) fn exit(k: &mut Kernel, tid: Tid, [status, ..]: Args) -> SysResult {
    let pid = k.pid(tid);
    k.end_thread(tid);
    if k.processes.get(&pid).is_some_and(|p| p.threads.is_empty()) {
        let ending = k
            .processes
            .get(&pid)
            .and_then(|p| p.ending)
            .unwrap_or(Ending::Exit(status as u8));
        k.finish_process(pid, ending);
    }
    Ok(Flow::Done)
}

pub(crate) fn exit_group(k: &mut Kernel, tid: Tid, [status, ..]: Args) -> SysResult {
    let pid = k.pid(tid);
    k.end_process(pid, Ending::Exit(status as u8));
    Ok(Flow::Done)
}

pub(crate) fn getpid(k: &mut Kernel, tid: Tid, _: Args) -> SysResult {
    value(k.pid(tid))
}

pub(crate) fn getppid(k: &mut Kernel, tid: Tid, _: Args) -> SysResult {
    value(k.process(tid)?.parent)
}

pub(crate) fn gettid(_: &mut Kernel, tid: Tid, _: Args) -> SysResult {
    value(tid)
}

pub(crate) fn getuid(_: &mut Kernel, _: Tid, _: Args) -> SysResult {
    value(UID)
}

pub(crate) fn geteuid(_: &mut Kernel, _: Tid, _: Args) -> SysResult {
    value(UID)
}

pub(crate) fn getgid(_: &mut Kernel, _: Tid, _: Args) -> SysResult {
    value(GID)
}

pub(crate) fn getegid(_: &mut Kernel, _: Tid, _: Args) -> SysResult {
    value(GID)
}

/// Identities never change; taking the one that a process has already works.
pub(crate) fn setid(_: &mut Kernel, _: Tid, [id, ..]: Args) -> SysResult {
    if id as u32 == UID {
        OK
    } else {
        Err(Errno::EPERM)
    }
}

pub(crate) fn setids(_: &mut Kernel, _: Tid, args: Args) -> SysResult {
    let keeps = |id: u64| id as i32 == -1 || id as u32 == UID;
    // Calls with two arguments leave whatever was in the third register.
    if keeps(args[0]) && keeps(args[1]) {
        OK
    } else {
        Err(Errno::EPERM)
    }
}

pub(crate) fn setfsuid(_: &mut Kernel, _: Tid, _: Args) -> SysResult {
    value(UID)
}

pub(crate) fn getresids(k: &mut Kernel, tid: Tid, [real, effective, saved, ..]: Args) -> SysResult {
    for address in [real, effective, saved] {
        k.write_u32(tid, address, UID)?;
    }
    OK
}

pub(crate) fn getgroups(k: &mut Kernel, tid: Tid, [size, list, ..]: Args) -> SysResult {
    if size != 0 {
        k.write_u32(tid, list, GID)?;
    }
    value(1_u64)
}

pub(crate) fn setgroups(_: &mut Kernel, _: Tid, _: Args) -> SysResult {
    Err(Errno::EPERM)
}

fn target(k: &Kernel, tid: Tid, pid: u64) -> Result<Pid, Errno> {
    let pid = if pid as u32 == 0 {
        k.pid(tid)
    } else {
        pid as u32
    };
    if k.processes.contains_key(&pid) {
        Ok(pid)
    } else {
        Err(Errno::ESRCH)
    }
}

/// Process 1 leads a group and a session of its own.
pub(crate) fn getpgid(k: &mut Kernel, tid: Tid, [pid, ..]: Args) -> SysResult {
    if pid as u32 == INIT {
        return value(INIT);
    }
    let pid = target(k, tid, pid)?;
    value(k.processes.get(&pid).ok_or(Errno::ESRCH)?.group)
}

pub(crate) fn getsid(k: &mut Kernel, tid: Tid, [pid, ..]: Args) -> SysResult {
    if pid as u32 == INIT {
        return value(INIT);
    }
    let pid = target(k, tid, pid)?;
    value(k.processes.get(&pid).ok_or(Errno::ESRCH)?.session)
}

pub(crate) fn setpgid(k: &mut Kernel, tid: Tid, [pid, group, ..]: Args) -> SysResult {
    let own = k.pid(tid);
    let pid = if pid as u32 == 0 { own } else { pid as u32 };
    let group = if group as u32 == 0 { pid } else { group as u32 };
    if (group as i32) < 0 {
        return Err(Errno::EINVAL);
    }
    let session = k.process(tid)?.session;
    let process = k.processes.get(&pid).ok_or(Errno::ESRCH)?;
    let parent = process.parent;
    if parent == own {
        if process.session != session {
            return Err(Errno::EPERM);
        }
        if process.executed {
            return Err(Errno::EACCES);
        }
    } else if pid != own {
        return Err(Errno::ESRCH);
    }
    let exists = group == pid || k.members(group).any(|it| it.session == session);
    if process.session == pid || !exists {
        return Err(Errno::EPERM);
    }
    k.set_group(pid, group);
    k.schedule.notify(Channel::Children(parent));
    OK
}

pub(crate) fn setsid(k: &mut Kernel, tid: Tid, _: Args) -> SysResult {
    let pid = k.pid(tid);
    if k.members(pid).next().is_some() {
        return Err(Errno::EPERM);
    }
    k.set_group(pid, pid);
    k.process(tid)?.session = pid;
    value(pid)
}

pub(crate) fn sched_yield(k: &mut Kernel, _: Tid, _: Args) -> SysResult {
    k.quantum_left = 0;
    OK
}

pub(crate) fn set_tid_address(k: &mut Kernel, tid: Tid, [address, ..]: Args) -> SysResult {
    k.thread(tid)?.clear_tid = address;
    value(tid)
}

pub(crate) fn set_robust_list(k: &mut Kernel, tid: Tid, [head, length, ..]: Args) -> SysResult {
    if length != 24 {
        return Err(Errno::EINVAL);
    }
    k.thread(tid)?.robust_list = head;
    OK
}

pub(crate) fn get_robust_list(k: &mut Kernel, tid: Tid, [of, head, length, ..]: Args) -> SysResult {
    let of = if of as u32 == 0 { tid } else { of as u32 };
    let list = k.threads.get(&of).ok_or(Errno::ESRCH)?.robust_list;
    k.write_u64(tid, length, 24)?;
    k.write_u64(tid, head, list)?;
    OK
}
