//! Interval timers, alarms and POSIX timers.

use super::epoll::Change;
use super::time::clock;
use super::{Args, OK, SysResult, value};
use crate::abi::consts::rlimit;
use crate::abi::errno::Errno;
use crate::abi::layout::{Image, u32_at, u64_at};
use crate::clock::NANOSECONDS;
use crate::fs::file::{Object, OpenFile};
use crate::kernel::Kernel;
use crate::process::{Pid, Process, Thread, Tid, Timer};
use crate::sched::Channel;
use crate::signal::{Detail, Info, SIGALRM, SIGKILL, SIGXCPU, code};
use std::collections::BTreeMap;
use std::ops::Bound;

/// Signals of `ITIMER_REAL`, `ITIMER_VIRTUAL`, `ITIMER_PROF`.
const SIGNALS: [u32; 3] = [SIGALRM, 26, 27];
/// POSIX timers of a process.
const TIMER_LIMIT: usize = 256;

/// Advances a timer, given by its next expiry (0: disarmed) and interval, to the time `now`. Returns how often it
/// expired.
pub(crate) fn expiries(next: &mut u64, interval: u64, now: u64) -> u64 {
    if *next == 0 || *next > now {
        return 0;
    }
    if interval == 0 {
        *next = 0;
        return 1;
    }
    let times = (now - *next) / interval + 1;
    *next = next.saturating_add(interval.saturating_mul(times));
    times
}

/// What passes on the clock of a timer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Passing {
    /// The common clock.
    Time,
    /// The time that the process of the timer executes.
    Process,
    /// The time that one of its threads executes.
    Thread(Tid),
}

/// The clock of the execution time of a thread, as a timer has it: whichever thread sets the timer, the clock is the same.
fn thread_clock(thread: Tid) -> u64 {
    const EXECUTION: u64 = 2;
    ((!i64::from(thread)) << 3) as u64 | clock::OF_THREAD | EXECUTION
}

impl Timer {
    fn passing(&self) -> Passing {
        match self.clock {
            clock::PROCESS => Passing::Process,
            dynamic if (dynamic as i64) < 0 => Passing::Thread(clock::owner(dynamic)),
            _ => Passing::Time,
        }
    }

    /// Whether it counts the time that its process or a thread executes, not the common clock.
    fn executes(&self) -> bool {
        self.passing() != Passing::Time
    }

    /// Sets its next expiry (0: disarmed) and its interval, which a disarmed POSIX timer does not keep.
    fn set(&mut self, next: u64, interval: u64) {
        self.next = next;
        self.interval = if next == 0 { 0 } else { interval };
    }

    fn expire(&mut self, now: u64) -> u64 {
        expiries(&mut self.next, self.interval, now)
    }
}

impl Process {
    /// Whether its time is limited (`RLIMIT_CPU`) and it has not been killed.
    fn is_limited(&self) -> bool {
        let (soft, _) = self.limits[rlimit::CPU];
        soft != rlimit::INFINITY && self.ended.is_none() && !self.pending.set().has(SIGKILL)
    }

    /// The execution time, in nanoseconds, at which the next limit is reached that has not been at time `own`.
    fn next_time_limit(&self, own: u64) -> Option<u64> {
        let (soft, hard) = self.limits[rlimit::CPU];
        let limits = [soft, hard].map(|limit| limit.saturating_mul(NANOSECONDS));
        let first = limits.into_iter().filter(|&limit| limit > own).min();
        first.filter(|_| self.is_limited())
    }
}

impl Kernel {
    /// Updates the agenda of alarms for a process, after any change to its timers.
    pub(crate) fn rearm(&mut self, pid: Pid) {
        let timers = self.processes.get(&pid).map(Process::running_timers);
        let common = timers.into_iter().flatten().filter(|t| !t.executes());
        let first = common.map(|t| t.next).min();
        self.alarms.set(pid, first);
    }

    /// When the next timer of any process expires. `noticed`: only timers whose signal would have an effect on a thread
    /// count.
    pub(crate) fn next_alarm(&self, noticed: bool) -> Option<u64> {
        // Execution time passes only for the process that runs.
        let current = self.threads.get(&self.current);
        let runs = current.filter(|_| self.schedule.is_ready(self.current));
        let process = runs.and_then(|thread| self.processes.get(&thread.pid));
        let mut first = process.and_then(|process| self.next_timer(process, true, noticed));
        if !noticed {
            return first.into_iter().chain(self.alarms.first()).min();
        }
        for (time, pid) in self.alarms.within(..) {
            if first.is_some_and(|first| first <= time) {
                break;
            }
            let process = self.processes.get(&pid);
            let next = process.and_then(|process| self.next_timer(process, false, noticed));
            first = first.into_iter().chain(next).min();
        }
        first
    }

    /// When the next timer of a process expires: of those that count its execution time (`executing`), or of the others.
    fn next_timer(&self, process: &Process, executing: bool, noticed: bool) -> Option<u64> {
        let now = self.clock.passed();
        let own = self.clock.nanoseconds(process.ticks);
        let limit = if executing {
            process.next_time_limit(own)
        } else {
            None
        };
        let limit = limit.map(|limit| now.saturating_add(limit.saturating_sub(own).max(1)));
        let interval = (process.timers.iter().zip(SIGNALS)).map(|(t, signal)| (t, signal, None));
        let posix = process.posix_timers.iter().enumerate();
        let posix = posix.map(|(i, t)| (t, t.signal, Some(i as u32)));
        let running = interval.chain(posix).filter(|(t, ..)| t.next != 0);
        running
            .filter(|&(t, signal, id)| !noticed || self.notices(process, t.thread, signal, id))
            .filter_map(|(t, ..)| match t.passing() {
                Passing::Time => (!executing).then_some(t.next),
                Passing::Thread(thread) if thread != self.current => None,
                _ if !executing => None,
                _ => {
                    let own = self.executed(process, t)?;
                    Some(now.saturating_add(t.next.saturating_sub(own).max(1)))
                }
            })
            .chain(limit)
            .min()
    }

    /// The time that has passed on the clock of a timer that counts execution time; `None`: its thread has ended.
    fn executed(&self, process: &Process, timer: &Timer) -> Option<u64> {
        let ticks = match timer.passing() {
            Passing::Thread(thread) => self.threads.get(&thread)?.ticks,
            _ => process.ticks,
        };
        Some(self.clock.nanoseconds(ticks))
    }

    /// The time that has passed on the clock of a timer of a thread's process. That of a thread that has ended stands still
    /// at 0.
    fn timer_now(&mut self, tid: Tid, timer: &Timer) -> Result<u64, Errno> {
        let now = self.clock.now();
        if !timer.executes() {
            return Ok(now);
        }
        let process = self.processes.get(&self.pid(tid)).ok_or(Errno::ESRCH)?;
        Ok(self.executed(process, timer).unwrap_or(0))
    }

    /// The clock of a timer that a thread makes, from the number that it gives.
    fn timer_clock(&mut self, tid: Tid, id: u64) -> Result<u64, Errno> {
        self.read_clock(tid, id)?;
        let id = id as i32 as i64 as u64;
        if id == clock::PROCESS || id == clock::THREAD {
            return Ok(match id {
                clock::THREAD => thread_clock(tid),
                process => process,
            });
        }
        if clock::only_tells(id) {
            return Err(Errno::EOPNOTSUPP);
        }
        if id as i64 >= 0 {
            return Ok(id);
        }
        let target = match clock::owner(id) {
            0 => tid,
            target => target,
        };
        let own = self.pid(target) == self.pid(tid);
        match id & clock::OF_THREAD {
            0 if own => Ok(clock::PROCESS),
            // There are no timers on the execution time of another process.
            0 => Err(Errno::EOPNOTSUPP),
            _ if own => Ok(thread_clock(target)),
            _ => Err(Errno::EINVAL),
        }
    }

    /// Has `timer_getoverrun` tell of a signal that a thread takes.
    pub(crate) fn note_taken(&mut self, tid: Tid, info: &Info) {
        if let Detail::Timer { id, overrun, .. } = info.detail
            && let Ok(process) = self.process(tid)
            && let Some(timer) = process.posix_timers.get_mut(id as usize)
        {
            timer.overrun = overrun;
        }
    }

    /// Whether the expiry of a timer would have an effect: its signal is neither dropped nor pending already. `id`:
    /// that of a POSIX timer, which has one signal pending at most.
    fn notices(&self, process: &Process, thread: Tid, signal: u32, id: Option<u32>) -> bool {
        let target = if thread == 0 {
            Some(&process.pending)
        } else {
            self.threads.get(&thread).map(|t| &t.pending)
        };
        let pending = target.is_none_or(|queue| match id {
            Some(id) if signal >= 32 => queue.has_timer(id),
            _ => queue.set().has(signal),
        });
        signal != 0 && !pending && !self.drops(process.pid, thread, signal)
    }

    /// Sends the signals of all timers whose time has come.
    pub(crate) fn expire_timers(&mut self) {
        let (before, now) = (self.timers_seen, self.clock.passed());
        self.timers_seen = now;
        let passed = (Bound::Excluded(before), Bound::Included(now));
        for id in self.file_timers.due(passed) {
            self.note_change(Channel::File(id), Change::Filled);
            self.event_pending = true;
        }
        let mut pids = self.alarms.due(..=now);
        let current = self.pid(self.current);
        let running = self.processes.get(&current);
        if running.is_some_and(|it| it.is_limited() || it.running_timers().any(Timer::executes)) {
            pids.insert(current);
        }
        for pid in pids {
            self.enforce_time_limit(pid);
            let own = self.process_time(pid).unwrap_or(0);
            let Some(process) = self.processes.get_mut(&pid) else {
                continue;
            };
            let reading = |threads: &BTreeMap<Tid, Thread>, timer: &Timer| match timer.passing() {
                Passing::Time => now,
                Passing::Process => own,
                Passing::Thread(thread) => {
                    let thread = threads.get(&thread);
                    thread.map_or(0, |thread| self.clock.nanoseconds(thread.ticks))
                }
            };
            let mut signals = Vec::new();
            for (i, timer) in process.timers.iter_mut().enumerate() {
                if timer.expire(reading(&self.threads, timer)) > 0 {
                    signals.push((0, Info::new(SIGNALS[i], code::KERNEL, Detail::None)));
                }
            }
            for (i, timer) in process
                .posix_timers
                .iter_mut()
                .enumerate()
                .filter(|(_, t)| t.used)
            {
                let times = timer.expire(reading(&self.threads, timer));
                let queue = match timer.thread {
                    0 => Some(&mut process.pending),
                    thread => self.threads.get_mut(&thread).map(|t| &mut t.pending),
                };
                // A timer has one pending signal at most; further expiries count as its overrun.
                if times > 0 && queue.is_some_and(|queue| queue.overrun(i as u32, times)) {
                    continue;
                }
                if times > 0 {
                    let detail = Detail::Timer {
                        id: i as u32,
                        overrun: (times - 1).min(i32::MAX as u64) as u32,
                        value: timer.value,
                    };
                    if timer.signal != 0 {
                        signals.push((timer.thread, Info::new(timer.signal, code::TIMER, detail)));
                    }
                }
            }
            self.rearm(pid);
            for (thread, info) in signals {
                if thread == 0 {
                    self.send_process(pid, info)
                } else {
                    self.send_thread(thread, info)
                }
            }
        }
    }

    /// Sends SIGXCPU to a process that has executed for as long as its soft `RLIMIT_CPU`, and again each second; SIGKILL at the
    /// hard one.
    fn enforce_time_limit(&mut self, pid: Pid) {
        let own = self.process_time(pid).unwrap_or(0);
        let Some(process) = self.processes.get_mut(&pid).filter(|it| it.is_limited()) else {
            return;
        };
        let (soft, hard) = &mut process.limits[rlimit::CPU];
        let signal = if own >= hard.saturating_mul(NANOSECONDS) {
            SIGKILL
        } else if own >= soft.saturating_mul(NANOSECONDS) {
            *soft += 1;
            SIGXCPU
        } else {
            return;
        };
        self.send_process(pid, Info::new(signal, code::KERNEL, Detail::None));
    }

    /// Time left and interval of a timer, as the images of `itimerval` (microseconds) or `itimerspec` (nanoseconds).
    fn timer_image(&mut self, tid: Tid, timer: Timer, unit: u64) -> Result<Vec<u8>, Errno> {
        let now = self.timer_now(tid, &timer)?;
        let left = if timer.next == 0 {
            0
        } else {
            timer.next.saturating_sub(now).max(unit)
        };
        let mut image = Image::new();
        for time in [timer.interval, left] {
            image = image.u64(time / NANOSECONDS).u64(time % NANOSECONDS / unit);
        }
        Ok(image.done())
    }

    /// Interval and first expiry from an `itimerval` or `itimerspec`.
    fn read_timer(&mut self, tid: Tid, address: u64, unit: u64) -> Result<(u64, u64), Errno> {
        let bytes = self.read(tid, address, 32)?;
        let time = |offset| {
            let (seconds, fraction) = (u64_at(&bytes, offset), u64_at(&bytes, offset + 8));
            if seconds > i64::MAX as u64 || fraction >= NANOSECONDS / unit {
                return Err(Errno::EINVAL);
            }
            Ok(seconds
                .saturating_mul(NANOSECONDS)
                .saturating_add(fraction * unit))
        };
        Ok((time(0)?, time(16)?))
    }
}

pub(crate) fn setitimer(k: &mut Kernel, tid: Tid, [which, new, old, ..]: Args) -> SysResult {
    let index = usize::try_from(which)
        .ok()
        .filter(|&i| i < 3)
        .ok_or(Errno::EINVAL)?;
    let set = if new == 0 {
        None
    } else {
        Some(k.read_timer(tid, new, 1000)?)
    };
    let previous = interval_timer(k, tid, index)?;
    let image = k.timer_image(tid, previous, 1000)?;
    k.write_if(tid, old, &image)?;
    let now = k.timer_now(tid, &previous)?;
    let (mut interval, first) = set.unwrap_or((0, 0));
    // As on Linux, the timers of execution time keep the interval when they are disarmed.
    if first == 0 && !previous.executes() {
        interval = 0;
    }
    let next = if first == 0 {
        0
    } else {
        now.saturating_add(first)
    };
    k.process(tid)?.timers[index] = Timer {
        next,
        interval,
        ..previous
    };
    k.rearm(k.pid(tid));
    OK
}

/// An interval timer by its number; the clock goes with the number.
fn interval_timer(k: &mut Kernel, tid: Tid, index: usize) -> Result<Timer, Errno> {
    let clock = if index == 0 {
        clock::REALTIME
    } else {
        clock::PROCESS
    };
    let timer = k.process(tid)?.timers[index];
    Ok(Timer { clock, ..timer })
}

pub(crate) fn getitimer(k: &mut Kernel, tid: Tid, [which, value, ..]: Args) -> SysResult {
    let index = usize::try_from(which)
        .ok()
        .filter(|&i| i < 3)
        .ok_or(Errno::EINVAL)?;
    let timer = interval_timer(k, tid, index)?;
    let image = k.timer_image(tid, timer, 1000)?;
    k.write(tid, value, &image)?;
    OK
}

pub(crate) fn timer_create(k: &mut Kernel, tid: Tid, [id, event, result, ..]: Args) -> SysResult {
    const NONE: u32 = 1;
    const THREAD: u32 = 4;
    let mut timer = Timer {
        clock: k.timer_clock(tid, id)?,
        signal: SIGALRM,
        used: true,
        ..Timer::default()
    };
    if event != 0 {
        let bytes = k.read(tid, event, 20)?;
        timer.value = u64_at(&bytes, 0);
        timer.signal = u32_at(&bytes, 8);
        match u32_at(&bytes, 12) {
            0 => {}
            NONE => timer.signal = 0,
            THREAD => {
                timer.thread = u32_at(&bytes, 16);
                let pid = k.pid(tid);
                if k.pid(timer.thread) != pid {
                    return Err(Errno::EINVAL);
                }
            }
            _ => return Err(Errno::EINVAL),
        }
        if timer.signal > crate::signal::LAST {
            return Err(Errno::EINVAL);
        }
    }
    if k.has_all_signals(k.pid(tid)) {
        return Err(Errno::EAGAIN);
    }
    let timers = &mut k.process(tid)?.posix_timers;
    let index = match timers.iter().position(|t| !t.used) {
        Some(index) => index,
        None if timers.len() < TIMER_LIMIT => {
            timers.push(Timer::default());
            timers.len() - 1
        }
        None => return Err(Errno::EAGAIN),
    };
    if event == 0 {
        timer.value = index as u64;
    }
    timers[index] = timer;
    k.write_u32(tid, result, index as u32)?;
    OK
}

fn posix_timer(k: &mut Kernel, tid: Tid, id: u64) -> Result<&mut Timer, Errno> {
    let timers = &mut k.process(tid)?.posix_timers;
    timers
        .get_mut(usize::try_from(id).map_err(|_| Errno::EINVAL)?)
        .filter(|t| t.used)
        .ok_or(Errno::EINVAL)
}

pub(crate) fn timer_settime(
    k: &mut Kernel,
    tid: Tid,
    [id, flags, new, old, ..]: Args,
) -> SysResult {
    const ABSOLUTE: u64 = 1;
    let (interval, first) = k.read_timer(tid, new, 1)?;
    let timer = *posix_timer(k, tid, id)?;
    let image = k.timer_image(tid, timer, 1)?;
    k.write_if(tid, old, &image)?;
    let now = k.timer_now(tid, &timer)?;
    let reading = match timer.passing() {
        Passing::Time => k.read_clock(tid, timer.clock)?,
        _ => now,
    };
    let next = match first {
        0 => 0,
        time if flags & ABSOLUTE != 0 => now.saturating_add(time.saturating_sub(reading)).max(1),
        time => now.saturating_add(time),
    };
    let timer = posix_timer(k, tid, id)?;
    timer.set(next, interval);
    timer.overrun = 0;
    k.rearm(k.pid(tid));
    OK
}

pub(crate) fn timer_gettime(k: &mut Kernel, tid: Tid, [id, result, ..]: Args) -> SysResult {
    let timer = *posix_timer(k, tid, id)?;
    let image = k.timer_image(tid, timer, 1)?;
    k.write(tid, result, &image)?;
    OK
}

pub(crate) fn timer_getoverrun(k: &mut Kernel, tid: Tid, [id, ..]: Args) -> SysResult {
    value(posix_timer(k, tid, id)?.overrun)
}

pub(crate) fn timer_delete(k: &mut Kernel, tid: Tid, [id, ..]: Args) -> SysResult {
    *posix_timer(k, tid, id)? = Timer::default();
    k.rearm(k.pid(tid));
    OK
}

pub(crate) fn timerfd_create(k: &mut Kernel, tid: Tid, [clock, flags, ..]: Args) -> SysResult {
    use crate::abi::consts::open;
    let flags = flags as u32;
    if clock > 1 && clock != 7 || flags & !(open::CLOEXEC | open::NONBLOCK) != 0 {
        return Err(Errno::EINVAL);
    }
    let inode = k.files.fresh_inode();
    let object = Object::Timer {
        clock,
        next: 0,
        interval: 0,
        inode,
    };
    let id = k.add_file(OpenFile::new(
        object,
        flags & open::NONBLOCK | open::RDWR,
        Vec::new(),
    ))?;
    value(k.install(tid, id, flags & open::CLOEXEC != 0, 0)? as u64)
}

/// The timer of a `timerfd` descriptor, as far as it counts on the common clock.
fn file_timer(k: &mut Kernel, tid: Tid, fd: u64) -> Result<Timer, Errno> {
    match k.file(tid, fd)?.object {
        Object::Timer {
            clock,
            next,
            interval,
            ..
        } => Ok(Timer {
            clock,
            next,
            interval,
            ..Timer::default()
        }),
        _ => Err(Errno::EINVAL),
    }
}

pub(crate) fn timerfd_settime(
    k: &mut Kernel,
    tid: Tid,
    [fd, flags, new, old, ..]: Args,
) -> SysResult {
    const ABSOLUTE: u64 = 1;
    let (period, first) = k.read_timer(tid, new, 1)?;
    let (timer, id) = (file_timer(k, tid, fd)?, k.file_id(tid, fd)?);
    let image = k.timer_image(tid, timer, 1)?;
    k.write_if(tid, old, &image)?;
    let (now, reading) = (k.clock.now(), k.read_clock(tid, timer.clock)?);
    let armed = match first {
        0 => 0,
        time if flags & ABSOLUTE != 0 => now.saturating_add(time.saturating_sub(reading)).max(1),
        time => now.saturating_add(time),
    };
    if let Object::Timer { next, interval, .. } = &mut k.file(tid, fd)?.object {
        (*next, *interval) = (armed, period);
    }
    k.file_timers.set(id, Some(armed).filter(|&time| time != 0));
    k.schedule.notify(Channel::File(id));
    OK
}

pub(crate) fn timerfd_gettime(k: &mut Kernel, tid: Tid, [fd, result, ..]: Args) -> SysResult {
    let timer = file_timer(k, tid, fd)?;
    let image = k.timer_image(tid, timer, 1)?;
    k.write(tid, result, &image)?;
    OK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeating_timer_keeps_its_phase_when_it_is_late() {
        let mut timer = Timer {
            next: 100,
            interval: 10,
            ..Timer::default()
        };
        assert_eq!(timer.expire(99), 0);
        assert_eq!(timer.expire(125), 3);
        assert_eq!(timer.next, 130);
    }
}
