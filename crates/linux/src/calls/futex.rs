//! Futexes: waiting for and waking at words of memory.

use super::{Args, Flow, OK, SysResult, value};
use crate::abi::consts::{PAGE, futex as op};
use crate::abi::errno::Errno;
use crate::kernel::Kernel;
use crate::memory::TASK_SIZE;
use crate::process::{Tid, Word};

impl Kernel {
    /// The word at an address of a thread's memory, which has to be readable unless the word is named with `FUTEX_PRIVATE_FLAG`. Such an
    /// address has to be one of a program.
    pub(crate) fn word(&mut self, tid: Tid, address: u64, flagged: bool) -> Result<Word, Errno> {
        let id = self.memory_id(tid)?;
        if flagged {
            if address > TASK_SIZE - 4 {
                return Err(Errno::EFAULT);
            }
            return Ok(Word::Flagged(id, address));
        }
        self.read_u32(tid, address)?;
        Ok(match self.memory(tid)?.space.shared_page(address) {
            Some(page) => Word::Shared(page, address % PAGE),
            None => Word::Own(id, address),
        })
    }

    /// Wakes up to `count` threads that wait at a word with any bit of `bits`.
    pub(crate) fn wake_futex(&mut self, word: &Word, count: u64, bits: u32) -> u64 {
        let Some(queue) = self.futexes.get_mut(word) else {
            return 0;
        };
        let mut woken = Vec::new();
        queue.retain(|&(tid, mask)| {
            let wake = (woken.len() as u64) < count && mask & bits != 0;
            if wake {
                woken.push(tid);
            }
            !wake
        });
        if queue.is_empty() {
            self.futexes.remove(word);
        }
        for tid in &woken {
            if let Some(waiting) = self.threads.get_mut(tid).and_then(|t| t.waiting_mut()) {
                waiting.woken = true;
            }
            if let Some(thread) = self.threads.get_mut(tid) {
                thread.waits_at = None;
            }
            self.schedule.wake(*tid);
        }
        self.event_pending |= !woken.is_empty();
        woken.len() as u64
    }

    /// Removes a thread from the queue of the word at which it waits, if it is in one.
    pub(crate) fn leave_futex(&mut self, tid: Tid) {
        let Some(word) = self.threads.get_mut(&tid).and_then(|t| t.waits_at.take()) else {
            return;
        };
        if let Some(queue) = self.futexes.get_mut(&word) {
            queue.retain(|&(waiter, _)| waiter != tid);
            if queue.is_empty() {
                self.futexes.remove(&word);
            }
        }
    }

    fn requeue(&mut self, from: &Word, to: &Word, count: u64) -> u64 {
        let Some(queue) = self.futexes.get_mut(from) else {
            return 0;
        };
        let moved: Vec<_> = queue
            .drain(
                ..queue
                    .len()
                    .min(usize::try_from(count).unwrap_or(usize::MAX)),
            )
            .collect();
        if queue.is_empty() {
            self.futexes.remove(from);
        }
        let number = moved.len() as u64;
        for &(tid, bits) in &moved {
            self.enter_futex(tid, to, bits);
        }
        number
    }

    /// Makes a thread the last in the queue of a word.
    pub(crate) fn enter_futex(&mut self, tid: Tid, word: &Word, bits: u32) {
        if let Some(thread) = self.threads.get_mut(&tid) {
            thread.waits_at = Some(word.clone());
            let queue = self.futexes.entry(word.clone()).or_default();
            queue.push((tid, bits));
        }
    }

    fn wait_futex(
        &mut self,
        tid: Tid,
        (address, flagged): (u64, bool),
        expected: u32,
        deadline: Option<u64>,
        bits: u32,
    ) -> SysResult {
        let mut deadline = deadline;
        let now = self.clock.now();
        let thread = self.thread(tid)?;
        if let Some(waiting) = thread.waiting() {
            if waiting.woken {
                return OK;
            }
            deadline = waiting.deadline;
            if thread.waits_at.is_some() {
                if deadline.is_none_or(|deadline| deadline > now) {
                    return Ok(Flow::Block(None));
                }
                self.leave_futex(tid);
                return Err(Errno::ETIMEDOUT);
            }
            // A signal without a handler has taken it out of the queue: it begins again, with the same deadline.
        }
        if bits == 0 {
            return Err(Errno::EINVAL);
        }
        let word = self.word(tid, address, flagged)?;
        if self.read_u32(tid, address)? != expected {
            return Err(Errno::EAGAIN);
        }
        if deadline.is_some_and(|deadline| deadline <= now) {
            return Err(Errno::ETIMEDOUT);
        }
        self.enter_futex(tid, &word, bits);
        Ok(Flow::Block(deadline))
    }

    /// Takes a priority-inheriting lock; all threads have one priority, so there is nothing to inherit.
    fn lock_pi(
        &mut self,
        tid: Tid,
        (address, flagged): (u64, bool),
        deadline: Option<u64>,
        only_try: bool,
    ) -> SysResult {
        let now = self.clock.now();
        let thread = self.thread(tid)?;
        let queued = thread.waits_at.is_some();
        if let Some(waiting) = thread.waiting_mut()
            && !std::mem::take(&mut waiting.woken)
            && queued
        {
            if waiting.deadline.is_none_or(|deadline| deadline > now) {
                return Ok(Flow::Block(None));
            }
            self.leave_futex(tid);
            return Err(Errno::ETIMEDOUT);
        }
        let word = self.word(tid, address, flagged)?;
        let value = self.read_u32(tid, address)?;
        // The word has to be one that can be written, whoever has the lock.
        self.write_u32(tid, address, value)?;
        let owner = value & op::TID;
        if owner == tid {
            return Err(Errno::EDEADLK);
        }
        if owner == 0 {
            self.leave_futex(tid);
            let others = self.futexes.contains_key(&word);
            let kept = value & op::OWNER_DIED | if others { op::WAITERS } else { 0 };
            self.write_u32(tid, address, tid | kept)?;
            return OK;
        }
        // As on Linux, also if the lock is only tried, or its owner is gone.
        self.write_u32(tid, address, value | op::WAITERS)?;
        if only_try {
            return Err(Errno::EAGAIN);
        }
        if !self.threads.contains_key(&owner) {
            return Err(Errno::ESRCH);
        }
        self.enter_futex(tid, &word, u32::MAX);
        Ok(Flow::Block(deadline))
    }

    fn unlock_pi(&mut self, tid: Tid, (address, flagged): (u64, bool)) -> SysResult {
        let word = self.word(tid, address, flagged)?;
        if self.read_u32(tid, address)? & op::TID != tid {
            return Err(Errno::EPERM);
        }
        let waiters = self.futexes.contains_key(&word);
        self.write_u32(tid, address, if waiters { op::WAITERS } else { 0 })?;
        self.wake_futex(&word, 1, u32::MAX);
        OK
    }

    /// The time argument of a wait: relative for `FUTEX_WAIT`, absolute for the others.
    fn futex_deadline(
        &mut self,
        tid: Tid,
        address: u64,
        absolute: bool,
        realtime: bool,
    ) -> Result<Option<u64>, Errno> {
        if address == 0 || self.thread(tid)?.waiting().is_some() {
            return Ok(None);
        }
        let time = self.read_time(tid, address)?;
        let now = self.clock.now();
        let offset = if realtime {
            self.clock.realtime() - now
        } else {
            0
        };
        Ok(Some(if absolute {
            time.saturating_sub(offset)
        } else {
            now.saturating_add(time)
        }))
    }
}

/// Whether the arguments of a call ask for a priority-inheriting lock.
pub(super) fn is_lock([_, command, ..]: Args) -> bool {
    matches!(command & op::COMMAND, op::LOCK_PI | op::LOCK_PI2)
}

/// Whether the arguments of a call ask for a wait with a limit of time.
pub(super) fn has_timeout([_, command, _, time, ..]: Args) -> bool {
    matches!(command & op::COMMAND, op::WAIT | op::WAIT_BITSET) && time != 0
}

/// `FUTEX_WAKE_OP`: the operation and comparison that its last argument encodes. The operation takes place also if there is no such comparison
/// (`None`).
fn wake_op(old: u32, code: u32) -> Result<(u32, Option<bool>), Errno> {
    let sign_extend = |field: u32| ((field << 20) as i32 >> 20) as u32;
    let (mut argument, limit) = (sign_extend(code >> 12 & 0xfff), sign_extend(code & 0xfff));
    if code >> 28 & 8 != 0 {
        argument = 1 << (argument & 31);
    }
    let new = match code >> 28 & 7 {
        0 => argument,
        1 => old.wrapping_add(argument),
        2 => old | argument,
        3 => old & !argument,
        4 => old ^ argument,
        _ => return Err(Errno::ENOSYS),
    };
    let (old, limit) = (old as i32, limit as i32);
    let holds = match code >> 24 & 0xf {
        0 => Some(old == limit),
        1 => Some(old != limit),
        2 => Some(old < limit),
        3 => Some(old <= limit),
        4 => Some(old > limit),
        5 => Some(old >= limit),
        _ => None,
    };
    Ok((new, holds))
}

pub(crate) fn futex(
    k: &mut Kernel,
    tid: Tid,
    [address, command, number, time, second, last, ..]: Args,
) -> SysResult {
    let realtime = command & op::REALTIME != 0;
    let command = command as u32 as u64;
    let timed = matches!(command & op::COMMAND, op::WAIT_BITSET | op::LOCK_PI2);
    let refused = realtime && !timed;
    if refused || !op::KNOWN.contains(&(command & op::COMMAND)) {
        return Err(Errno::ENOSYS);
    }
    if address % 4 != 0 {
        return Err(Errno::EINVAL);
    }
    let flagged = command & op::PRIVATE != 0;
    let named = (address, flagged);
    let count = u64::from((number as i32).max(0) as u32);
    let second_count = u64::from((time as i32).max(0) as u32);
    // As on Linux, calls that only wake look at the count after they have woken a thread.
    let [most, second_most] = [count, second_count].map(|count| count.max(1));
    match command & op::COMMAND {
        op::WAIT => {
            let deadline = k.futex_deadline(tid, time, false, false)?;
            k.wait_futex(tid, named, number as u32, deadline, u32::MAX)
        }
        op::WAIT_BITSET => {
            let deadline = k.futex_deadline(tid, time, true, realtime)?;
            k.wait_futex(tid, named, number as u32, deadline, last as u32)
        }
        op::WAKE => {
            let word = k.word(tid, address, flagged)?;
            value(k.wake_futex(&word, most, u32::MAX))
        }
        op::WAKE_BITSET if last as u32 == 0 => Err(Errno::EINVAL),
        op::WAKE_BITSET => {
            let word = k.word(tid, address, flagged)?;
            value(k.wake_futex(&word, most, last as u32))
        }
        op::REQUEUE | op::CMP_REQUEUE if (number as i32) < 0 || (time as i32) < 0 => {
            Err(Errno::EINVAL)
        }
        command @ (op::REQUEUE | op::CMP_REQUEUE) => {
            let [from, to] = [address, second].map(|at| k.word(tid, at, flagged));
            let (from, to) = (from?, to?);
            if command == op::CMP_REQUEUE && k.read_u32(tid, address)? != last as u32 {
                return Err(Errno::EAGAIN);
            }
            let woken = k.wake_futex(&from, count, u32::MAX);
            let moved = k.requeue(&from, &to, second_count);
            value(woken + moved)
        }
        op::WAKE_OP => {
            let [from, to] = [address, second].map(|at| k.word(tid, at, flagged));
            let (from, to) = (from?, to?);
            let old = k.read_u32(tid, second)?;
            let (new, holds) = wake_op(old, last as u32)?;
            k.write_u32(tid, second, new)?;
            let holds = holds.ok_or(Errno::ENOSYS)?;
            let mut woken = k.wake_futex(&from, most, u32::MAX);
            if holds {
                woken += k.wake_futex(&to, second_most, u32::MAX);
            }
            value(woken)
        }
        op::LOCK_PI => {
            let deadline = k.futex_deadline(tid, time, true, true)?;
            k.lock_pi(tid, named, deadline, false)
        }
        op::LOCK_PI2 => {
            let deadline = k.futex_deadline(tid, time, true, realtime)?;
            k.lock_pi(tid, named, deadline, false)
        }
        op::TRYLOCK_PI => k.lock_pi(tid, named, None, true),
        op::UNLOCK_PI => k.unlock_pi(tid, named),
        _ => Err(Errno::ENOSYS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operation_of_wake_op_is_decoded_as_the_header_encodes_it() {
        // FUTEX_OP(FUTEX_OP_SET, 0, FUTEX_OP_CMP_GT, 1), which condition variables use.
        assert_eq!(wake_op(2, 4 << 24 | 1), Ok((0, Some(true))));
        assert_eq!(wake_op(1, 4 << 24 | 1), Ok((0, Some(false))));
        assert_eq!(wake_op(5, 1 << 28 | 0xfff << 12), Ok((4, Some(false))));
        assert_eq!(wake_op(0, 7 << 28), Err(Errno::ENOSYS));
        assert_eq!(wake_op(5, 1 << 28 | 9 << 24 | 1 << 12), Ok((6, None)));
    }
}
