//! Information about the system, and settings that have no effect.

use super::{Args, Flow, OK, SysResult, value};
use crate::abi::consts::{PAGE, rlimit};
use crate::abi::errno::Errno;
use crate::abi::layout::Image;
use crate::clock::NANOSECONDS;
use crate::kernel::Kernel;
use crate::process::{NAME_BYTES, Tid, UID};
use crate::signal::LAST;

/// The fields of `struct utsname`: system, node, release, version, machine, domain.
pub(crate) const UNAME: [&str; 6] = [
    "Linux",
    "epicycle",
    "5.10.0-epicycle",
    "#1 SMP",
    "ia64",
    "(none)",
];

pub(crate) fn zero(_: &mut Kernel, _: Tid, _: Args) -> SysResult {
    OK
}

pub(crate) fn not_permitted(_: &mut Kernel, _: Tid, _: Args) -> SysResult {
    Err(Errno::EPERM)
}

pub(crate) fn uname(k: &mut Kernel, tid: Tid, [buffer, ..]: Args) -> SysResult {
    const FIELD: usize = 65;
    let fields = UNAME.iter().enumerate();
    let image = fields.fold(Image::new(), |image, (i, text)| {
        image.bytes(text.as_bytes()).pad_to((i + 1) * FIELD)
    });
    k.write(tid, buffer, &image.done())?;
    OK
}

pub(crate) fn getpagesize(_: &mut Kernel, _: Tid, _: Args) -> SysResult {
    value(PAGE)
}

/// The threads whose nice values a call is about: those of a thread, of a process group or of a user; 0: the caller's.
fn prioritized(k: &Kernel, tid: Tid, which: u64, who: u64) -> Result<Vec<Tid>, Errno> {
    const PROCESS: u64 = 0;
    const GROUP: u64 = 1;
    const USER: u64 = 2;
    let who = who as u32;
    let group = |pid| k.processes.get(&pid).map(|process| process.group);
    let wanted = match who {
        0 => group(k.pid(tid)),
        who => Some(who),
    };
    let threads = k.threads.values();
    let found: Vec<Tid> = match u64::from(which as u32) {
        PROCESS if who == 0 => vec![tid],
        PROCESS => k.threads.get(&who).map(|t| t.tid).into_iter().collect(),
        GROUP => (threads.filter(|t| group(t.pid) == wanted).map(|t| t.tid)).collect(),
        USER if matches!(who, 0 | UID) => threads.map(|t| t.tid).collect(),
        USER => Vec::new(),
        _ => return Err(Errno::EINVAL),
    };
    if found.is_empty() {
        return Err(Errno::ESRCH);
    }
    Ok(found)
}

/// On IA-64 the result is the nice value itself; other processors' calls give 20 less that.
pub(crate) fn getpriority(k: &mut Kernel, tid: Tid, [which, who, ..]: Args) -> SysResult {
    let threads = prioritized(k, tid, which, who)?;
    let nice = threads.iter().filter_map(|tid| k.threads.get(tid));
    let least = nice.map(|thread| thread.nice).min().unwrap_or(0);
    Ok(Flow::Value(i64::from(least) as u64))
}

pub(crate) fn setpriority(k: &mut Kernel, tid: Tid, [which, who, nice, ..]: Args) -> SysResult {
    let nice = (nice as i32).clamp(-20, 19);
    let mut refused = false;
    for target in prioritized(k, tid, which, who)? {
        let limit = k.process(target)?.limits[rlimit::NICE].0;
        let thread = k.thread(target)?;
        if nice < thread.nice && (20 - nice) as u64 > limit {
            refused = true;
        } else {
            thread.nice = nice;
        }
    }
    if refused { Err(Errno::EACCES) } else { OK }
}

pub(crate) fn personality(_: &mut Kernel, _: Tid, [wanted, ..]: Args) -> SysResult {
    if wanted as u32 == u32::MAX || wanted & 0xff == 0 {
        OK
    } else {
        Err(Errno::EINVAL)
    }
}

pub(crate) fn sysinfo(k: &mut Kernel, tid: Tid, [buffer, ..]: Args) -> SysResult {
    let uptime = k.clock.now().div_ceil(NANOSECONDS);
    let image = Image::new()
        .u64(uptime)
        .u64(0)
        .u64(0)
        .u64(0)
        .u64(k.memory_bytes)
        .u64(k.frames.free())
        .u64(0)
        .u64(0)
        .u64(0)
        .u64(0);
    let image = image
        .u16(k.threads.len() as u16)
        .pad_to(88)
        .u64(0)
        .u64(0)
        .u32(1)
        .pad_to(112);
    k.write(tid, buffer, &image.done())?;
    OK
}

/// Checks that a thread exists; 0: the caller.
fn scheduled(k: &Kernel, thread: u64) -> Result<(), Errno> {
    match thread as u32 {
        0 => Ok(()),
        thread if k.threads.contains_key(&thread) => Ok(()),
        _ => Err(Errno::ESRCH),
    }
}

/// The same for calls that refuse negative numbers.
fn scheduled_by_policy(k: &Kernel, thread: u64) -> Result<(), Errno> {
    if (thread as i32) < 0 {
        return Err(Errno::EINVAL);
    }
    scheduled(k, thread)
}

/// The priority that a `struct sched_param` asks for, after the thread has been looked for.
fn priority_asked(k: &mut Kernel, tid: Tid, thread: u64, parameters: u64) -> Result<i32, Errno> {
    if parameters == 0 || (thread as i32) < 0 {
        return Err(Errno::EINVAL);
    }
    let priority = k.read_u32(tid, parameters)? as i32;
    scheduled(k, thread)?;
    Ok(priority)
}

/// The bit of a policy that children do not inherit it.
const RESET_ON_FORK: u32 = 0x4000_0000;

/// Whether a thread can have a policy: `SCHED_OTHER`, `SCHED_BATCH` or `SCHED_IDLE`, with the bit or without it.
pub(crate) fn is_policy(policy: u32) -> bool {
    matches!(policy & !RESET_ON_FORK, 0 | 3 | 5)
}

/// The user has no right to the policies of real time (`RLIMIT_RTPRIO` is 0 on Linux), and turns do not depend on the others.
pub(crate) fn sched_setscheduler(
    k: &mut Kernel,
    tid: Tid,
    [thread, policy, parameters, ..]: Args,
) -> SysResult {
    if (policy as i32) < 0 {
        return Err(Errno::EINVAL);
    }
    let priority = priority_asked(k, tid, thread, parameters)?;
    match (policy as u32 & !RESET_ON_FORK, priority) {
        // SCHED_OTHER, SCHED_BATCH, SCHED_IDLE.
        (0 | 3 | 5, 0) => {
            let target = if thread as u32 == 0 {
                tid
            } else {
                thread as u32
            };
            let policy = policy as u32;
            let limit = k.process(target)?.limits[rlimit::NICE].0;
            let thread = k.thread(target)?;
            let kept = thread.policy & RESET_ON_FORK & !policy == 0;
            let is_idle = |policy: u32| policy & !RESET_ON_FORK == 5;
            // The policy counts as a nice value of 20, which only a sufficient limit lets a thread leave.
            let leaves = is_idle(thread.policy) && !is_idle(policy);
            if !kept || leaves && (20 - thread.nice) as u64 > limit {
                return Err(Errno::EPERM);
            }
            thread.policy = policy;
            OK
        }
        // SCHED_FIFO, SCHED_RR.
        (1 | 2, 1..=99) => Err(Errno::EPERM),
        _ => Err(Errno::EINVAL),
    }
}

pub(crate) fn sched_setparam(
    k: &mut Kernel,
    tid: Tid,
    [thread, parameters, ..]: Args,
) -> SysResult {
    match priority_asked(k, tid, thread, parameters)? {
        0 => OK,
        _ => Err(Errno::EINVAL),
    }
}

/// What a new thread inherits of a policy and a nice value.
pub(crate) fn inherited(policy: u32, nice: i32) -> (u32, i32) {
    match policy & RESET_ON_FORK {
        0 => (policy, nice),
        _ => (policy & !RESET_ON_FORK, nice.max(0)),
    }
}

pub(crate) fn sched_getscheduler(k: &mut Kernel, tid: Tid, [thread, ..]: Args) -> SysResult {
    scheduled_by_policy(k, thread)?;
    let target = if thread as u32 == 0 {
        tid
    } else {
        thread as u32
    };
    value(k.thread(target)?.policy)
}

pub(crate) fn sched_getparam(
    k: &mut Kernel,
    tid: Tid,
    [thread, parameters, ..]: Args,
) -> SysResult {
    if parameters == 0 {
        return Err(Errno::EINVAL);
    }
    scheduled_by_policy(k, thread)?;
    k.write_u32(tid, parameters, 0)?;
    OK
}

pub(crate) fn priority_max(_: &mut Kernel, _: Tid, [policy, ..]: Args) -> SysResult {
    match policy {
        0 | 3 | 5 => value(0_u64),
        1 | 2 => value(99_u64),
        _ => Err(Errno::EINVAL),
    }
}

pub(crate) fn priority_min(_: &mut Kernel, _: Tid, [policy, ..]: Args) -> SysResult {
    match policy {
        0 | 3 | 5 => value(0_u64),
        1 | 2 => value(1_u64),
        _ => Err(Errno::EINVAL),
    }
}

pub(crate) fn sched_rr_get_interval(
    k: &mut Kernel,
    tid: Tid,
    [thread, result, ..]: Args,
) -> SysResult {
    scheduled_by_policy(k, thread)?;
    let time = k.clock.duration(k.quantum);
    k.write(
        tid,
        result,
        &crate::abi::layout::time(time / NANOSECONDS, time % NANOSECONDS),
    )?;
    OK
}

/// There is one processor, number 0.
pub(crate) fn sched_getaffinity(
    k: &mut Kernel,
    tid: Tid,
    [thread, size, mask, ..]: Args,
) -> SysResult {
    if size < 8 || size % 8 != 0 {
        return Err(Errno::EINVAL);
    }
    scheduled(k, thread)?;
    k.write_u64(tid, mask, 1)?;
    value(8_u64)
}

pub(crate) fn sched_setaffinity(
    k: &mut Kernel,
    tid: Tid,
    [thread, size, mask, ..]: Args,
) -> SysResult {
    let bytes = k.read(tid, mask, u64::from(size as u32).min(8))?;
    scheduled(k, thread)?;
    if bytes.first().is_some_and(|b| b & 1 != 0) {
        OK
    } else {
        Err(Errno::EINVAL)
    }
}

pub(crate) fn getcpu(k: &mut Kernel, tid: Tid, [cpu, node, ..]: Args) -> SysResult {
    k.write_if(tid, cpu, &[0; 4])?;
    k.write_if(tid, node, &[0; 4])?;
    OK
}

pub(crate) fn membarrier(_: &mut Kernel, _: Tid, [command, ..]: Args) -> SysResult {
    match command {
        // QUERY: the expedited private barrier and its registration.
        0 => value(1_u64 << 3 | 1 << 4),
        8 | 16 => OK,
        _ => Err(Errno::EINVAL),
    }
}

pub(crate) fn capget(k: &mut Kernel, tid: Tid, [header, data, ..]: Args) -> SysResult {
    const VERSION: u32 = 0x2008_0522;
    let version = k.read_u32(tid, header)?;
    if version != VERSION {
        k.write_u32(tid, header, VERSION)?;
        return if data == 0 { OK } else { Err(Errno::EINVAL) };
    }
    k.write_if(tid, data, &[0; 24])?;
    OK
}

pub(crate) fn getrandom(k: &mut Kernel, tid: Tid, [buffer, length, flags, ..]: Args) -> SysResult {
    // GRND_RANDOM and GRND_INSECURE exclude each other.
    let flags = flags as u32;
    if flags & !7 != 0 || flags & 6 == 6 {
        return Err(Errno::EINVAL);
    }
    let length = length.min(i32::MAX as u64);
    let mut done = 0;
    while done < length {
        let part = (length - done).min(1 << 20);
        let bytes = k.random.bytes(part as usize);
        match k.write(tid, buffer.wrapping_add(done), &bytes) {
            Ok(()) => done += part,
            Err(_) if done > 0 => break,
            Err(errno) => return Err(errno),
        }
    }
    value(done)
}

/// `linux/prctl.h`.
mod option {
    pub(super) const SET_PDEATHSIG: u64 = 1;
    pub(super) const GET_PDEATHSIG: u64 = 2;
    pub(super) const GET_DUMPABLE: u64 = 3;
    pub(super) const SET_DUMPABLE: u64 = 4;
    pub(super) const GET_UNALIGN: u64 = 5;
    pub(super) const SET_UNALIGN: u64 = 6;
    pub(super) const GET_KEEPCAPS: u64 = 7;
    pub(super) const SET_KEEPCAPS: u64 = 8;
    pub(super) const GET_FPEMU: u64 = 9;
    pub(super) const SET_FPEMU: u64 = 10;
    pub(super) const SET_NAME: u64 = 15;
    pub(super) const GET_NAME: u64 = 16;
    pub(super) const SET_NO_NEW_PRIVS: u64 = 38;
    pub(super) const GET_NO_NEW_PRIVS: u64 = 39;
}

pub(crate) fn prctl(
    k: &mut Kernel,
    tid: Tid,
    [option, argument, second, third, fourth, ..]: Args,
) -> SysResult {
    let rest = [second, third, fourth];
    match option {
        option::SET_PDEATHSIG if argument > LAST.into() => return Err(Errno::EINVAL),
        option::SET_PDEATHSIG => k.process(tid)?.death_signal = argument as u32,
        option::GET_PDEATHSIG => {
            let signal = k.process(tid)?.death_signal;
            k.write_u32(tid, argument, signal)?;
        }
        option::GET_DUMPABLE => return value(u64::from(k.process(tid)?.dumpable)),
        option::SET_DUMPABLE | option::SET_KEEPCAPS if argument > 1 => return Err(Errno::EINVAL),
        option::SET_DUMPABLE => k.process(tid)?.dumpable = argument != 0,
        option::SET_UNALIGN => k.process(tid)?.unaligned = argument & 3,
        option::GET_UNALIGN => {
            let unaligned = k.process(tid)?.unaligned;
            k.write_u32(tid, argument, unaligned as u32)?;
        }
        option::GET_KEEPCAPS => return value(u64::from(k.process(tid)?.keep_capabilities)),
        option::SET_KEEPCAPS => k.process(tid)?.keep_capabilities = argument != 0,
        // Software assistance completes floating-point instructions silently, which is the default.
        option::SET_FPEMU => {}
        option::GET_FPEMU => k.write_u32(tid, argument, 1)?,
        option::SET_NAME => {
            let name = (k.memory(tid)?.space).read_cstr(argument, NAME_BYTES as usize)?;
            k.thread(tid)?.name = name;
        }
        option::GET_NAME => {
            let mut name = k.thread(tid)?.name.clone();
            name.resize(NAME_BYTES as usize + 1, 0);
            k.write(tid, argument, &name)?;
        }
        option::SET_NO_NEW_PRIVS if (argument, rest) != (1, [0; 3]) => return Err(Errno::EINVAL),
        option::SET_NO_NEW_PRIVS => k.process(tid)?.no_new_privileges = true,
        option::GET_NO_NEW_PRIVS if (argument, rest) != (0, [0; 3]) => return Err(Errno::EINVAL),
        option::GET_NO_NEW_PRIVS => return value(u64::from(k.process(tid)?.no_new_privileges)),
        _ => return Err(Errno::EINVAL),
    }
    OK
}
