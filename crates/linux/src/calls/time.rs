//! Clocks and sleeping, on the personality's clock.

use super::{Args, Flow, OK, SysResult, value};
use crate::abi::errno::Errno;
use crate::abi::layout;
use crate::clock::NANOSECONDS;
use crate::kernel::Kernel;
use crate::process::Tid;

/// `linux/time.h`.
pub(crate) mod clock {
    pub(crate) const REALTIME: u64 = 0;
    pub(crate) const PROCESS: u64 = 2;
    pub(crate) const THREAD: u64 = 3;
    pub(crate) const TAI: u64 = 11;
    /// Of a dynamic clock (a negative number): it is that of a thread, not of a process.
    pub(crate) const OF_THREAD: u64 = 4;

    /// Whether a clock tells the time, but neither lets sleep nor has timers: `CLOCK_MONOTONIC_RAW` and the coarse ones.
    pub(crate) fn only_tells(id: u64) -> bool {
        (4..=6).contains(&id)
    }

    /// The process or thread of a dynamic clock, whose number is inverted above three bits of kind; 0: the caller's own.
    pub(crate) fn owner(dynamic: u64) -> u32 {
        !(dynamic as i64 >> 3) as u32
    }
}

impl Kernel {
    /// A `struct timespec` as nanoseconds.
    pub(crate) fn read_time(&mut self, tid: Tid, address: u64) -> Result<u64, Errno> {
        let (seconds, fraction) = (
            self.read_u64(tid, address)?,
            self.read_u64(tid, address + 8)?,
        );
        if seconds > i64::MAX as u64 || fraction >= NANOSECONDS {
            return Err(Errno::EINVAL);
        }
        Ok(seconds.saturating_mul(NANOSECONDS).saturating_add(fraction))
    }

    /// Reads a clock in nanoseconds.
    pub(crate) fn read_clock(&mut self, tid: Tid, id: u64) -> Result<u64, Errno> {
        let now = self.clock.now();
        match id as i32 as i64 as u64 {
            clock::REALTIME | 5 | 8 | clock::TAI => Ok(self.clock.realtime()),
            1 | 4 | 6 | 7 | 9 => Ok(now),
            clock::PROCESS => self.process_time(self.pid(tid)),
            clock::THREAD => {
                let ticks = self.thread(tid)?.ticks;
                Ok(self.clock.duration(ticks))
            }
            dynamic if (dynamic as i64) < 0 => {
                let of_thread = dynamic & clock::OF_THREAD != 0;
                let target = clock::owner(dynamic);
                let target = if target == 0 { tid } else { target };
                if of_thread {
                    let ticks = self.threads.get(&target).ok_or(Errno::EINVAL)?.ticks;
                    Ok(self.clock.duration(ticks))
                } else {
                    let pid = if target == tid { self.pid(tid) } else { target };
                    self.process_time(pid).map_err(|_| Errno::EINVAL)
                }
            }
            _ => Err(Errno::EINVAL),
        }
    }

    /// Time that a process has executed.
    pub(crate) fn process_time(&self, pid: u32) -> Result<u64, Errno> {
        let process = self.processes.get(&pid).ok_or(Errno::ESRCH)?;
        Ok(self.clock.duration(process.ticks))
    }

    /// Stores the time that is left until a deadline: seconds, and the rest in units of so many nanoseconds. The result of a
    /// call is the same whether or not this can be stored.
    pub(super) fn store_left(&mut self, tid: Tid, address: u64, deadline: Option<u64>, unit: u64) {
        let left = deadline.map_or(0, |d| d.saturating_sub(self.clock.now()));
        let (seconds, rest) = (left / NANOSECONDS, left % NANOSECONDS / unit);
        let _ = self.write_if(tid, address, &layout::time(seconds, rest));
    }

    /// Sleeps until a deadline, which is computed once, at the first try of the call.
    fn sleep(
        &mut self,
        tid: Tid,
        deadline: impl FnOnce(&mut Kernel) -> Result<u64, Errno>,
    ) -> SysResult {
        let begun = self.thread(tid)?.waiting().and_then(|w| w.deadline);
        let deadline = match begun {
            Some(deadline) => deadline,
            None => deadline(self)?,
        };
        if deadline <= self.clock.now() {
            OK
        } else {
            Ok(Flow::Block(Some(deadline)))
        }
    }
}

/// Stores the remaining time for the caller of a relative sleep, or of a wait for files, that a signal ends.
pub(crate) fn store_remaining(k: &mut Kernel, tid: Tid) {
    let Some(thread) = k.threads.get(&tid) else {
        return;
    };
    let (number, args) = thread.call;
    let address = match super::name(number) {
        "nanosleep" => args[1],
        "clock_nanosleep" if args[1] & 1 == 0 => args[3],
        "select" | "pselect6" => args[4],
        "ppoll" => args[2],
        _ => return,
    };
    let unit = if super::name(number) == "select" {
        1000
    } else {
        1
    };
    let deadline = thread.waiting().and_then(|w| w.deadline);
    k.store_left(tid, address, deadline, unit);
}

pub(crate) fn gettimeofday(k: &mut Kernel, tid: Tid, [time, zone, ..]: Args) -> SysResult {
    let now = k.clock.realtime();
    k.write_if(
        tid,
        time,
        &layout::time(now / NANOSECONDS, now % NANOSECONDS / 1000),
    )?;
    k.write_if(tid, zone, &[0; 8])?;
    OK
}

pub(crate) fn clock_gettime(k: &mut Kernel, tid: Tid, [id, time, ..]: Args) -> SysResult {
    let now = k.read_clock(tid, id)?;
    k.write(
        tid,
        time,
        &layout::time(now / NANOSECONDS, now % NANOSECONDS),
    )?;
    OK
}

pub(crate) fn clock_getres(k: &mut Kernel, tid: Tid, [id, time, ..]: Args) -> SysResult {
    k.read_clock(tid, id)?;
    k.write_if(tid, time, &layout::time(0, 1))?;
    OK
}

pub(crate) fn nanosleep(k: &mut Kernel, tid: Tid, [time, ..]: Args) -> SysResult {
    k.sleep(tid, |k| {
        let length = k.read_time(tid, time)?;
        Ok(k.clock.now().saturating_add(length))
    })
}

pub(crate) fn clock_nanosleep(k: &mut Kernel, tid: Tid, [id, flags, time, ..]: Args) -> SysResult {
    const ABSOLUTE: u64 = 1;
    match id as i32 as i64 as u64 {
        clock::THREAD => return Err(Errno::EINVAL),
        id if clock::only_tells(id) => return Err(Errno::EOPNOTSUPP),
        _ => {}
    }
    k.sleep(tid, |k| {
        let length = k.read_time(tid, time)?;
        let (now, clock) = (k.clock.now(), k.read_clock(tid, id)?);
        let length = match flags & ABSOLUTE {
            0 => length,
            _ => length.saturating_sub(clock),
        };
        Ok(now.saturating_add(length))
    })
}

pub(crate) fn times(k: &mut Kernel, tid: Tid, [buffer, ..]: Args) -> SysResult {
    let tick = NANOSECONDS / crate::load::TICKS;
    let own = k.process_time(k.pid(tid))? / tick;
    let children = k.process(tid)?.children_ticks;
    let children = k.clock.duration(children) / tick;
    let image = layout::Image::new()
        .u64(own)
        .u64(0)
        .u64(children)
        .u64(0)
        .done();
    k.write_if(tid, buffer, &image)?;
    value(k.clock.now() / tick)
}
