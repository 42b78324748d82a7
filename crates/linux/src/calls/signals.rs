//! Actions, masks, alternate stacks, sending and awaiting signals.

use super::{Args, Flow, OK, SysResult, value};
use crate::abi::errno::Errno;
use crate::abi::layout::{Image, u32_at, u64_at};
use crate::kernel::Kernel;
use crate::process::Tid;
use crate::signal::{Action, AltStack, Detail, Info, LAST, SignalSet, code};

/// Bytes of `sigset_t` in the kernel interface.
const SET_SIZE: u64 = 8;

fn check_size(size: u64) -> Result<(), Errno> {
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
            flags: u64_at(&bytes, 8),
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
                crate::signal::Effect::Ignore
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

pub(crate) fn sigpending(k: &mut Kernel, tid: Tid, [result, ..]: Args) -> SysResult {
    let shared = k.process(tid)?.pending.set().0;
    let thread = k.thread(tid)?;
    let pending = (shared | thread.pending.set().0) & thread.blocked.0;
    k.write_u64(tid, result, pending)?;
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
        thread.altstack = match flags {
            AltStack::DISABLE => AltStack::NONE,
            0 | AltStack::ONSTACK => {
                let size = u64_at(&bytes, 16);
                if size < AltStack::MINIMUM {
                    return Err(Errno::ENOMEM);
                }
                AltStack {
                    base: u64_at(&bytes, 0),
                    size,
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
    let own = k.thread(tid)?.pending.take(wanted);
    let taken = match own {
        Some(info) => Some(info),
        None => k.process(tid)?.pending.take(wanted),
    };
    if let Some(signal) = taken {
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
    let deadline = if time == 0 {
        None
    } else {
        Some(k.clock.now().saturating_add(k.read_time(tid, time)?))
    };
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

pub(crate) fn kill(k: &mut Kernel, tid: Tid, [target, signal, ..]: Args) -> SysResult {
    let signal = signal_number(signal)?;
    let own = k.pid(tid);
    let group = k.process(tid)?.group;
    let pids: Vec<u32> = match target as i32 {
        pid @ 1.. => k
            .processes
            .keys()
            .copied()
            .filter(|&p| p == pid as u32)
            .collect(),
        0 => k
            .processes
            .values()
            .filter(|p| p.group == group)
            .map(|p| p.pid)
            .collect(),
        -1 => k.processes.keys().copied().filter(|&p| p != own).collect(),
        negative => {
            let wanted = negative.unsigned_abs();
            k.processes
                .values()
                .filter(|p| p.group == wanted)
                .map(|p| p.pid)
                .collect()
        }
    };
    if pids.is_empty() {
        return Err(Errno::ESRCH);
    }
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
    info: Info,
) -> SysResult {
    let target = target as u32;
    let thread = k.threads.get_mut(&target).ok_or(Errno::ESRCH)?;
    if group.is_some_and(|g| g as u32 != thread.pid) {
        return Err(Errno::ESRCH);
    }
    if thread.pending.is_full() {
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
    let info = Info::sent(signal_number(signal)?, code::TKILL, k.pid(tid));
    send_to_thread(k, tid, None, target, info)
}

pub(crate) fn tgkill(k: &mut Kernel, tid: Tid, [group, target, signal, ..]: Args) -> SysResult {
    if target as i32 <= 0 || group as i32 <= 0 {
        return Err(Errno::EINVAL);
    }
    let info = Info::sent(signal_number(signal)?, code::TKILL, k.pid(tid));
    send_to_thread(k, tid, Some(group), target, info)
}

/// A `siginfo_t` that the caller made; to another process it cannot pretend to come from the kernel. `target`: the process
/// or thread that gets it.
fn read_info(
    k: &mut Kernel,
    tid: Tid,
    target: u64,
    signal: u64,
    address: u64,
) -> Result<Info, Errno> {
    let bytes = k.read(tid, address, 128)?;
    let code = u32_at(&bytes, 8) as i32;
    if (code >= 0 || code == code::TKILL) && target as u32 != tid {
        return Err(Errno::EPERM);
    }
    let words = std::array::from_fn(|i| u64_at(&bytes, 16 + 8 * i));
    Ok(Info::new(signal_number(signal)?, code, Detail::Raw(words)))
}

pub(crate) fn sigqueueinfo(k: &mut Kernel, tid: Tid, [pid, signal, info, ..]: Args) -> SysResult {
    let info = read_info(k, tid, pid, signal, info)?;
    let pid = pid as u32;
    let process = k.processes.get_mut(&pid).ok_or(Errno::ESRCH)?;
    if process.pending.is_full() {
        return Err(Errno::EAGAIN);
    }
    if info.signal != 0 {
        k.send_process(pid, info);
    }
    OK
}

pub(crate) fn tgsigqueueinfo(
    k: &mut Kernel,
    tid: Tid,
    [group, target, signal, info, ..]: Args,
) -> SysResult {
    let info = read_info(k, tid, target, signal, info)?;
    send_to_thread(k, tid, Some(group), target, info)
}
