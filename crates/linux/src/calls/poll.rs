//! Waiting for several files at once.

use super::epoll::Reporting;
use super::{Args, Flow, SysResult, value};
use crate::abi::consts::{poll as bits, rlimit};
use crate::abi::errno::Errno;
use crate::abi::layout::{u32_at, u64_at};
use crate::clock::NANOSECONDS;
use crate::fs::file::Object;
use crate::fs::pipe::ATOMIC;
use crate::kernel::Kernel;
use crate::pool::Id;
use crate::process::Tid;
use crate::signal::SignalSet;

const READ: u16 = bits::IN | bits::RDNORM;
const WRITE: u16 = bits::OUT | bits::WRNORM;

impl Kernel {
    /// The events that a descriptor is ready for. `reporting`: what this query has determined about epoll instances so
    /// far.
    fn readiness_of(&mut self, tid: Tid, fd: i32, reporting: &mut Reporting) -> u16 {
        match self.file_id(tid, fd as u64) {
            Ok(id) => self.readiness(id, reporting),
            Err(_) => bits::NVAL,
        }
    }

    /// The events that an open file is ready for.
    pub(super) fn readiness(&mut self, id: Id, reporting: &mut Reporting) -> u16 {
        let Some(file) = self.open_files.get(id) else {
            return bits::NVAL;
        };
        let input = |pipe| match self.pipes.get(pipe) {
            Some(p) if !p.is_empty() => READ | if p.has_ended() { bits::HUP } else { 0 },
            Some(p) if !p.has_ended() => 0,
            _ => bits::HUP,
        };
        let packets = file.writes_packets();
        let output = |pipe| match self.pipes.get(pipe) {
            Some(p) if p.readers == 0 => WRITE | bits::ERR,
            Some(p) if p.room_for(packets) >= ATOMIC => WRITE,
            _ => 0,
        };
        match &file.object {
            Object::PipeReader(pipe) => input(*pipe),
            Object::PipeWriter(pipe) => output(*pipe),
            Object::Pair { input, output } => self.socket_readiness(*input, *output),
            Object::Timer { next, .. } => {
                if *next != 0 && *next <= self.clock.now() {
                    READ
                } else {
                    0
                }
            }
            Object::Epoll(watches) => {
                let any = match reporting.known.get(&id) {
                    Some(&known) => known,
                    None => {
                        let watches: Vec<_> =
                            watches.iter().map(|(&(_, file), &w)| (file, w)).collect();
                        let mut watches = watches.iter();
                        let any = watches.any(|(file, w)| self.reports(*file, w, reporting));
                        reporting.known.insert(id, any);
                        any
                    }
                };
                if any { READ } else { 0 }
            }
            &Object::Signals { wanted, .. } if self.is_pending(reporting.caller, wanted) => {
                bits::IN
            }
            Object::Signals { .. } => 0,
            Object::Event { count, .. } => {
                (if *count > 0 { READ } else { 0 }) | if *count < u64::MAX - 1 { WRITE } else { 0 }
            }
            _ => (if file.readable() { READ } else { 0 }) | if file.writable() { WRITE } else { 0 },
        }
    }

    /// The events that a socket of a pair is ready for (`unix_poll`, `unix_dgram_poll`).
    fn socket_readiness(&self, input: Id, output: Id) -> u16 {
        let (Some(input), Some(output)) = (self.pipes.get(input), self.pipes.get(output)) else {
            return bits::NVAL;
        };
        let (ended, sends) = (input.ending.reading, !output.ending.writing);
        let mut found = 0;
        for (holds, events) in [
            (!input.is_empty() || ended, READ),
            (ended, bits::RDHUP),
            (ended && !sends, bits::HUP),
            (input.ending.error.is_some(), bits::ERR),
            (output.room() >= ATOMIC, WRITE),
        ] {
            found |= if holds { events } else { 0 };
        }
        found
    }

    /// The deadline of a call, from a relative time; `None`: the call waits for ever.
    pub(super) fn poll_deadline(&self, time: Option<u64>) -> Option<u64> {
        time.map(|t| self.clock.now().saturating_add(t))
    }

    /// The deadline of a call that may have begun to wait.
    fn deadline_of(&mut self, tid: Tid, time: Option<u64>) -> Result<Option<u64>, Errno> {
        let begun = self.thread(tid)?.waiting().and_then(|w| w.deadline);
        Ok(begun.or(self.poll_deadline(time)))
    }

    /// Stores the time that is left when a call ends that has a limit of time at an address.
    fn store_time_left(
        &mut self,
        tid: Tid,
        result: &SysResult,
        address: u64,
        deadline: Option<u64>,
        unit: u64,
    ) {
        if !matches!(result, Ok(Flow::Block(_))) && deadline.is_some() {
            self.store_left(tid, address, deadline, unit);
        }
    }

    pub(super) fn timed_out(&mut self, tid: Tid, deadline: Option<u64>) -> Result<bool, Errno> {
        let deadline = self.thread(tid)?.waiting().map_or(deadline, |w| w.deadline);
        Ok(deadline.is_some_and(|d| d <= self.clock.now()))
    }

    fn poll_files(&mut self, tid: Tid, list: u64, count: u64, time: Option<u64>) -> SysResult {
        let count = u64::from(count as u32);
        if count > self.process(tid)?.limits[rlimit::NOFILE].0 {
            return Err(Errno::EINVAL);
        }
        let deadline = self.poll_deadline(time);
        let entries = self.read(tid, list, count * 8)?;
        let mut reporting = Reporting::to(tid);
        let mut ready = 0;
        for (i, entry) in entries.chunks_exact(8).enumerate() {
            let fd = u32_at(entry, 0) as i32;
            let wanted = u32_at(entry, 4) as u16 | bits::ERR | bits::HUP | bits::NVAL;
            let found = if fd < 0 {
                0
            } else {
                self.readiness_of(tid, fd, &mut reporting) & wanted
            };
            ready += u64::from(found != 0);
            self.write(tid, list + i as u64 * 8 + 6, &found.to_le_bytes())?;
        }
        // A signal that the call has admitted is taken even if the call has no time to wait.
        if ready > 0 || self.timed_out(tid, deadline)? && !self.interrupted(tid) {
            value(ready)
        } else {
            Ok(Flow::Block(deadline))
        }
    }

    fn select_files(
        &mut self,
        tid: Tid,
        count: u64,
        sets: [u64; 3],
        time: Option<u64>,
    ) -> SysResult {
        const WANTED: [u16; 3] = [
            bits::IN | bits::HUP | bits::ERR,
            bits::OUT | bits::ERR,
            bits::PRI,
        ];
        let count = u64::try_from(count as i32).map_err(|_| Errno::EINVAL)?;
        let count = count.min(self.table(tid)?.capacity() as u64);
        let deadline = self.poll_deadline(time);
        let size = count.div_ceil(64) * 8;
        let mut results = Vec::new();
        let mut reporting = Reporting::to(tid);
        let mut ready = 0;
        for (address, wanted) in sets.into_iter().zip(WANTED) {
            if address == 0 {
                continue;
            }
            let mut set = self.read(tid, address, size)?;
            // Behind the numbers that are asked for, the last word comes back empty.
            for fd in count as usize..8 * set.len() {
                set[fd / 8] &= !(1 << (fd % 8));
            }
            for fd in 0..count as usize {
                let mask = 1 << (fd % 8);
                if set[fd / 8] & mask == 0 {
                    continue;
                }
                let found = self.readiness_of(tid, fd as i32, &mut reporting);
                if found & bits::NVAL != 0 {
                    return Err(Errno::EBADF);
                }
                if found & wanted == 0 {
                    set[fd / 8] &= !mask;
                } else {
                    ready += 1;
                }
            }
            results.push((address, set));
        }
        if ready == 0 && (!self.timed_out(tid, deadline)? || self.interrupted(tid)) {
            return Ok(Flow::Block(deadline));
        }
        for (address, set) in results {
            self.write(tid, address, &set)?;
        }
        value(ready)
    }

    /// Replaces the signal mask for the duration of a call. Later tries of the same call leave it.
    pub(crate) fn borrow_mask(&mut self, tid: Tid, mask: Option<SignalSet>) -> Result<(), Errno> {
        let thread = self.thread(tid)?;
        if let (Some(mask), None) = (mask, thread.saved_mask) {
            thread.saved_mask = Some(thread.blocked);
            thread.blocked = mask.blockable();
        }
        Ok(())
    }

    fn time_argument(&mut self, tid: Tid, address: u64) -> Result<Option<u64>, Errno> {
        if address == 0 {
            Ok(None)
        } else {
            self.read_time(tid, address).map(Some)
        }
    }
}

pub(crate) fn poll(k: &mut Kernel, tid: Tid, [list, count, milliseconds, ..]: Args) -> SysResult {
    let time = u64::try_from(milliseconds as i32)
        .ok()
        .map(|ms| ms * 1_000_000);
    k.poll_files(tid, list, count, time)
}

pub(crate) fn ppoll(k: &mut Kernel, tid: Tid, [list, count, address, mask, ..]: Args) -> SysResult {
    let time = k.time_argument(tid, address)?;
    if mask != 0 {
        let mask = SignalSet(k.read_u64(tid, mask)?);
        k.borrow_mask(tid, Some(mask))?;
    }
    let deadline = k.deadline_of(tid, time)?;
    let result = k.poll_files(tid, list, count, time);
    k.store_time_left(tid, &result, address, deadline, 1);
    result
}

pub(crate) fn select(
    k: &mut Kernel,
    tid: Tid,
    [count, read, write, except, time, ..]: Args,
) -> SysResult {
    let limit = if time == 0 {
        None
    } else {
        let bytes = k.read(tid, time, 16)?;
        let (seconds, microseconds) = (u64_at(&bytes, 0), u64_at(&bytes, 8));
        if seconds > i64::MAX as u64 || microseconds > i64::MAX as u64 {
            return Err(Errno::EINVAL);
        }
        Some(
            seconds
                .saturating_mul(NANOSECONDS)
                .saturating_add(microseconds.saturating_mul(1000)),
        )
    };
    let deadline = k.deadline_of(tid, limit)?;
    let result = k.select_files(tid, count, [read, write, except], limit);
    k.store_time_left(tid, &result, time, deadline, 1000);
    result
}

pub(crate) fn pselect6(
    k: &mut Kernel,
    tid: Tid,
    [count, read, write, except, address, mask, ..]: Args,
) -> SysResult {
    let time = k.time_argument(tid, address)?;
    if mask != 0 {
        let set = k.read_u64(tid, mask)?;
        if set != 0 {
            let set = SignalSet(k.read_u64(tid, set)?);
            k.borrow_mask(tid, Some(set))?;
        }
    }
    let deadline = k.deadline_of(tid, time)?;
    let result = k.select_files(tid, count, [read, write, except], time);
    k.store_time_left(tid, &result, address, deadline, 1);
    result
}
