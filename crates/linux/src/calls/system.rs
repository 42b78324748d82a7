//! Information about the system, and settings that have no effect.

use super::{Args, OK, SysResult, value};
use crate::abi::consts::PAGE;
use crate::abi::errno::Errno;
use crate::abi::layout::Image;
use crate::kernel::Kernel;
use crate::process::Tid;

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

pub(crate) fn getpriority(_: &mut Kernel, _: Tid, _: Args) -> SysResult {
    // The kernel's form: 20 less the nice value.
    value(20_u64)
}

pub(crate) fn personality(_: &mut Kernel, _: Tid, [wanted, ..]: Args) -> SysResult {
    if wanted as u32 == u32::MAX || wanted & 0xff == 0 {
        OK
    } else {
        Err(Errno::EINVAL)
    }
}

pub(crate) fn sysinfo(k: &mut Kernel, tid: Tid, [buffer, ..]: Args) -> SysResult {
    let uptime = k.clock.now() / 1_000_000_000;
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

pub(crate) fn sched_getparam(k: &mut Kernel, tid: Tid, [_pid, parameters, ..]: Args) -> SysResult {
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
    [_pid, result, ..]: Args,
) -> SysResult {
    let time = k.clock.duration(k.quantum);
    k.write(
        tid,
        result,
        &crate::abi::layout::time(time / 1_000_000_000, time % 1_000_000_000),
    )?;
    OK
}

/// There is one processor, number 0.
pub(crate) fn sched_getaffinity(
    k: &mut Kernel,
    tid: Tid,
    [_pid, size, mask, ..]: Args,
) -> SysResult {
    if size < 8 || size % 8 != 0 {
        return Err(Errno::EINVAL);
    }
    k.write_u64(tid, mask, 1)?;
    value(8_u64)
}

pub(crate) fn sched_setaffinity(
    k: &mut Kernel,
    tid: Tid,
    [_pid, size, mask, ..]: Args,
) -> SysResult {
    let bytes = k.read(tid, mask, size.min(8))?;
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
    if flags & !7 != 0 {
        return Err(Errno::EINVAL);
    }
    let length = length.min(1 << 20);
    let bytes = k.random.bytes(length as usize);
    k.write(tid, buffer, &bytes)?;
    value(length)
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

pub(crate) fn prctl(k: &mut Kernel, tid: Tid, [option, argument, ..]: Args) -> SysResult {
    match option {
        option::SET_PDEATHSIG => k.process(tid)?.death_signal = argument as u32,
        option::GET_PDEATHSIG => {
            let signal = k.process(tid)?.death_signal;
            k.write_u32(tid, argument, signal)?;
        }
        option::GET_DUMPABLE => return value(u64::from(k.process(tid)?.dumpable)),
        option::SET_DUMPABLE => k.process(tid)?.dumpable = argument != 0,
        option::SET_UNALIGN => k.process(tid)?.unaligned = argument,
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
            let name = k.memory(tid)?.space.read_cstr(argument, 15)?;
            k.thread(tid)?.name = name;
        }
        option::GET_NAME => {
            let mut name = k.thread(tid)?.name.clone();
            name.resize(16, 0);
            k.write(tid, argument, &name)?;
        }
        option::SET_NO_NEW_PRIVS => {}
        option::GET_NO_NEW_PRIVS => return value(1_u64),
        _ => return Err(Errno::EINVAL),
    }
    OK
}
