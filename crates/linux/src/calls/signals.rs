//! Actions, masks, alternate stacks, sending and awaiting signals.

use super::{Args, Flow, OK, SysResult, value};
use crate::abi::errno::Errno;
use crate::abi::layout::{Image, u32_at, u64_at};
use crate::kernel::Kernel;
use crate::process::{Pid, Tid};
use crate::signal::{
    Action, AltStack, Detail, Info, LAST, REAL_TIME, SignalSet, action_flags, code,
};

/// Bytes of `sigset_t` in the kernel interface.
const SET_SIZE: u64 = 8;

pub(super) fn check_size(size: u64) -> Result<(), Errno> {
    if size == SET_SIZE {
        Ok(())
    } else {
        Err(Errno::EINVAL)
    }
}

pub(crate) fn sigaction(k: &mut Kernel, tid: Tid, [signal, new, old, size, ..]: Args) -> SysResult {
    check_size(size)?;
    let number = signal as u32;
    let index = usize::try_from(number)
        .ok()
        .filter(|&s| (1..=LAST as usize).contains(&s))
        .ok_or(Errno::EINVAL)?;
    let set = if new == 0 {
        None
    } else {
        if SignalSet::FORCED.has(number) {
            return Err(Errno::EINVAL);
        }
        let bytes = k.read(tid, new, 24)?;
        let mask = SignalSet(u64_at(&bytes, 16)).blockable();
        Some(Action {
            handler: u64_at(&bytes, 0),
            flags: u64_at(&bytes, 8) & action_flags::KNOWN,
            mask,
        })
    };
    let action = k.actions(tid)?[index];
    let image = Image::new()
        .u64(action.handler)
        .u64(action.flags)
        .u64(action.mask.0)
        .done();
    k.write_if(tid, old, &image)?;
    if let Some(action) = set {
        k.actions(tid)?[index] = action;
        // A pending signal whose action becomes to ignore it is discarded.
        let by_default = action.handler == Action::DEFAULT
            && matches!(
                crate::signal::default_effect(number),
                crate::signal::Effect::Ignore | crate::signal::Effect::Continue
            );
        if action.handler == Action::IGNORE || by_default {
            let process = k.process(tid)?;
            process.pending.discard(number);
            for thread in process.threads.clone() {
                k.thread(thread)?.pending.discard(number);
            }
        }
    }
    OK
}

pub(crate) fn sigprocmask(k: &mut Kernel, tid: Tid, [how, new, old, size, ..]: Args) -> SysResult {
    check_size(size)?;
    let set = if new == 0 {
        None
    } else {
        Some(SignalSet(k.read_u64(tid, new)?))
    };
    let blocked = k.thread(tid)?.blocked;
    if let Some(set) = set {
        let mask = match how {
            0 => blocked.0 | set.0,
            1 => blocked.0 & !set.0,
            2 => set.0,
            _ => return Err(Errno::EINVAL),
        };
        k.thread(tid)?.blocked = SignalSet(mask).blockable();
    }
    k.write_if(tid, old, &blocked.0.to_le_bytes())?;
    OK
}

/// A shorter set takes the signals for which it has room.
pub(crate) fn sigpending(k: &mut Kernel, tid: Tid, [result, size, ..]: Args) -> SysResult {
    let size = usize::try_from(size).ok();
    let size = size.filter(|&size| size <= SET_SIZE as usize);
    let size = size.ok_or(Errno::EINVAL)?;
    let shared = k.process(tid)?.pending.set().0;
    let thread = k.thread(tid)?;
    let pending = (shared | thread.pending.set().0) & thread.blocked.0;
    k.write(tid, result, &pending.to_le_bytes()[..size])?;
    OK
}

pub(crate) fn sigaltstack(k: &mut Kernel, tid: Tid, [new, old, ..]: Args) -> SysResult {
    let set = if new == 0 {
        None
    } else {
        Some(k.read(tid, new, 24)?)
    };
    let thread = k.thread(tid)?;
    let (sp, current) = (thread.cpu.gr(12).0, thread.altstack);
    if let Some(bytes) = set {
        if current.holds(sp) {
            return Err(Errno::EPERM);
        }
        let flags = u32_at(&bytes, 8);
        let disarms = flags & AltStack::AUTODISARM != 0;
        thread.altstack = match flags & !AltStack::AUTODISARM {
            AltStack::DISABLE => AltStack {
                disarms,
                ..AltStack::NONE
            },
            0 | AltStack::ONSTACK => {
                let size = u64_at(&bytes, 16);
                if size < AltStack::MINIMUM {
                    return Err(Errno::ENOMEM);
                }
                AltStack {
                    base: u64_at(&bytes, 0),
                    size,
                    disarms,
                }
            }
            _ => return Err(Errno::EINVAL),
        };
    }
    k.write_if(tid, old, &current.image(sp))?;
    OK
}

pub(crate) fn sigreturn(k: &mut Kernel, tid: Tid, _: Args) -> SysResult {
    k.return_from_signal(tid)?;
    Ok(Flow::Done)
}

pub(crate) fn sigsuspend(k: &mut Kernel, tid: Tid, [mask, size, ..]: Args) -> SysResult {
    check_size(size)?;
    if k.thread(tid)?.waiting().is_none() {
        let mask = SignalSet(k.read_u64(tid, mask)?);
        k.borrow_mask(tid, Some(mask))?;
    }
    Ok(Flow::Block(None))
}

pub(crate) fn sigtimedwait(
    k: &mut Kernel,
    tid: Tid,
    [set, info, time, size, ..]: Args,
) -> SysResult {
    check_size(size)?;
    let wanted = SignalSet(k.read_u64(tid, set)?).blockable();
    // An invalid time is refused before a signal is taken.
    let begins = k.thread(tid)?.waiting().is_none();
    let length = match time {
        time if begins && time != 0 => Some(k.read_time(tid, time)?),
        _ => None,
    };
    if let Some(signal) = k.take_pending(tid, k.pid(tid), wanted) {
        k.write_if(tid, info, &signal.image())?;
        return value(signal.signal);
    }
    if let Some(waiting) = k.thread(tid)?.waiting() {
        let deadline = waiting.deadline;
        return if deadline.is_some_and(|d| d <= k.clock.now()) {
            Err(Errno::EAGAIN)
        } else {
            Ok(Flow::Block(None))
        };
    }
    let deadline = length.map(|length| k.clock.now().saturating_add(length));
    if deadline.is_some_and(|d| d <= k.clock.now()) {
        Err(Errno::EAGAIN)
    } else {
        Ok(Flow::Block(deadline))
    }
}

fn signal_number(raw: u64) -> Result<u32, Errno> {
    u32::try_from(raw as i32)
        .ok()
        .filter(|&s| s <= LAST)
        .ok_or(Errno::EINVAL)
}

/// The process that starts all others, and is none of the run.
pub(super) const INIT: u32 = 1;

/// The process that a number names, its own or that of one of its threads.
pub(super) fn named(k: &Kernel, number: u64) -> Result<Pid, Errno> {
    let number = number as u32;
    match k.threads.get(&number) {
        Some(thread) => Ok(thread.pid),
        None if k.processes.contains_key(&number) => Ok(number),
        None => Err(Errno::ESRCH),
    }
}

/// Refuses to send a signal to the process that starts all others.
fn check_target(target: u64, signal: u64) -> Result<(), Errno> {
    match target as u32 {
        INIT => Err(signal_number(signal).err().unwrap_or(Errno::EPERM)),
        _ => Ok(()),
    }
}

pub(crate) fn kill(k: &mut Kernel, tid: Tid, [target, signal, ..]: Args) -> SysResult {
    check_target(target, signal)?;
    let own = k.pid(tid);
    let group = k.process(tid)?.group;
    let members = |k: &Kernel, group| k.members(group).map(|p| p.pid).collect();
    let pids: Vec<Pid> = match target as i32 {
        1.. => vec![named(k, target)?],
        0 => members(k, group),
        -1 => k.processes.keys().copied().filter(|&p| p != own).collect(),
        negative => members(k, negative.unsigned_abs()),
    };
    if pids.is_empty() {
        return Err(Errno::ESRCH);
    }
    // As on Linux, the target is looked for before the signal is checked.
    let signal = signal_number(signal)?;
    if signal != 0 {
        for pid in pids {
            k.send_process(pid, Info::sent(signal, code::USER, own));
        }
    }
    OK
}

fn send_to_thread(
    k: &mut Kernel,
    tid: Tid,
    group: Option<u64>,
    target: u64,
    signal: u64,
    info: impl FnOnce(u32) -> Info,
) -> SysResult {
    if group.is_none_or(|group| group as u32 == INIT) {
        check_target(target, signal)?;
    }
    let target = target as u32;
    let thread = k.threads.get_mut(&target).ok_or(Errno::ESRCH)?;
    if group.is_some_and(|g| g as u32 != thread.pid) {
        return Err(Errno::ESRCH);
    }
    let pid = thread.pid;
    let full = thread.pending.is_full();
    let info = info(signal_number(signal)?);
    // Of the others, a signal for which there is no place is pending without its details.
    if info.signal >= REAL_TIME && (full || k.has_all_signals(pid)) {
        return Err(Errno::EAGAIN);
    }
    if info.signal != 0 {
        k.send_thread(target, info);
    }
    if target == tid {
        // The sender keeps its turn, so that it takes the signal before the call returns.
        k.quantum_left = k.quantum_left.max(1);
    }
    OK
}

pub(crate) fn tkill(k: &mut Kernel, tid: Tid, [target, signal, ..]: Args) -> SysResult {
    if target as i32 <= 0 {
        return Err(Errno::EINVAL);
    }
    let pid = k.pid(tid);
    let info = |signal| Info::sent(signal, code::TKILL, pid);
    send_to_thread(k, tid, None, target, signal, info)
}

pub(crate) fn tgkill(k: &mut Kernel, tid: Tid, [group, target, signal, ..]: Args) -> SysResult {
    if target as i32 <= 0 || group as i32 <= 0 {
        return Err(Errno::EINVAL);
    }
    let pid = k.pid(tid);
    let info = |signal| Info::sent(signal, code::TKILL, pid);
    send_to_thread(k, tid, Some(group), target, signal, info)
}

/// The code and the details of a `siginfo_t` that the caller made.
fn read_info(k: &mut Kernel, tid: Tid, address: u64) -> Result<(i32, Detail), Errno> {
    let bytes = k.read(tid, address, 128)?;
    let detail = Detail::Raw {
        error: u32_at(&bytes, 4) as i32,
        words: std::array::from_fn(|i| u64_at(&bytes, 16 + 8 * i)),
    };
    Ok((u32_at(&bytes, 8) as i32, detail))
}

/// Refuses a code that stands for the kernel or for `tkill`, if it is sent to another thread. `target`: the number that the caller
/// gave.
fn check_code(tid: Tid, target: u64, code: i32) -> Result<(), Errno> {
    if (code >= 0 || code == code::TKILL) && target as u32 != tid {
        Err(Errno::EPERM)
    } else {
        Ok(())
    }
}

pub(crate) fn sigqueueinfo(k: &mut Kernel, tid: Tid, [pid, signal, info, ..]: Args) -> SysResult {
    let (code, detail) = read_info(k, tid, info)?;
    check_code(tid, pid, code)?;
    check_target(pid, signal)?;
    let pid = named(k, pid)?;
    let signal = signal_number(signal)?;
    let process = k.processes.get_mut(&pid).ok_or(Errno::ESRCH)?;
    let full = process.pending.is_full();
    if signal >= REAL_TIME && (full || k.has_all_signals(pid)) {
        return Err(Errno::EAGAIN);
    }
    if signal != 0 {
        k.send_process(pid, Info::new(signal, code, detail));
    }
    OK
}

pub(crate) fn tgsigqueueinfo(
    k: &mut Kernel,
    tid: Tid,
    [group, target, signal, info, ..]: Args,
) -> SysResult {
    let (code, detail) = read_info(k, tid, info)?;
    if target as i32 <= 0 || group as i32 <= 0 {
        return Err(Errno::EINVAL);
    }
    check_code(tid, target, code)?;
    let info = |signal| Info::new(signal, code, detail);
    send_to_thread(k, tid, Some(group), target, signal, info)
}
