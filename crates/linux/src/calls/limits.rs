//! Resource limits and usage.

use super::signals::named;
use super::{Args, OK, SysResult};
use crate::abi::consts::{PAGE, rlimit};
use crate::abi::errno::Errno;
use crate::abi::layout::{Image, u64_at};
use crate::clock::NANOSECONDS;
use crate::kernel::Kernel;
use crate::process::{MemoryUsage, Pid, Process, Tid};

fn resource(number: u64) -> Result<usize, Errno> {
    usize::try_from(number)
        .ok()
        .filter(|&n| n < rlimit::COUNT)
        .ok_or(Errno::EINVAL)
}

pub(crate) fn getrlimit(k: &mut Kernel, tid: Tid, [number, result, ..]: Args) -> SysResult {
    let (soft, hard) = k.process(tid)?.limits[resource(number)?];
    k.write(tid, result, &Image::new().u64(soft).u64(hard).done())?;
    OK
}

/// The soft and the hard limit that a program passes.
fn read_limits(k: &mut Kernel, tid: Tid, address: u64) -> Result<(u64, u64), Errno> {
    let bytes = k.read(tid, address, 16)?;
    Ok((u64_at(&bytes, 0), u64_at(&bytes, 8)))
}

/// Sets a limit of a process.
fn set(k: &mut Kernel, pid: Pid, number: u64, (soft, hard): (u64, u64)) -> Result<(), Errno> {
    let number = resource(number)?;
    let limit = &mut k.processes.get_mut(&pid).ok_or(Errno::ESRCH)?.limits[number];
    if soft > hard {
        return Err(Errno::EINVAL);
    }
    if hard > limit.1 {
        return Err(Errno::EPERM);
    }
    *limit = (soft, hard);
    Ok(())
}

pub(crate) fn setrlimit(k: &mut Kernel, tid: Tid, [number, new, ..]: Args) -> SysResult {
    let limits = read_limits(k, tid, new)?;
    set(k, k.pid(tid), number, limits)?;
    OK
}

/// Every process is the user's, who may see and lower the limits of all.
pub(crate) fn prlimit64(k: &mut Kernel, tid: Tid, [pid, number, new, old, ..]: Args) -> SysResult {
    let limits = match new {
        0 => None,
        new => Some(read_limits(k, tid, new)?),
    };
    let pid = match pid as u32 {
        0 => k.pid(tid),
        _ => named(k, pid)?,
    };
    let process = k.processes.get(&pid).ok_or(Errno::ESRCH)?;
    let previous = process.limits[resource(number)?];
    if let Some(limits) = limits {
        set(k, pid, number, limits)?;
    }
    k.write_if(
        tid,
        old,
        &Image::new().u64(previous.0).u64(previous.1).done(),
    )?;
    OK
}

impl Kernel {
    /// What a process has used of memory.
    pub(crate) fn memory_usage(&self, process: &Process) -> MemoryUsage {
        let now = self.memory_of(process).map(MemoryUsage::of);
        process.earlier_usage.with(now.unwrap_or_default())
    }
}

/// `struct rusage` with a user time in nanoseconds.
pub(crate) fn usage_image(time: u64, used: MemoryUsage) -> Vec<u8> {
    Image::new()
        .u64(time / NANOSECONDS)
        .u64(time % NANOSECONDS / 1000)
        .pad_to(32)
        .u64(used.most_pages.saturating_mul(PAGE / 1024))
        .pad_to(64)
        .u64(used.faults)
        .pad_to(144)
        .done()
}

pub(crate) fn getrusage(k: &mut Kernel, tid: Tid, [who, result, ..]: Args) -> SysResult {
    let time = match who as i32 {
        0 => k.process_time(k.pid(tid))?,
        -1 => {
            let children = k.process(tid)?.children_ticks;
            k.clock.duration(children)
        }
        1 => {
            let ticks = k.thread(tid)?.ticks;
            k.clock.duration(ticks)
        }
        _ => return Err(Errno::EINVAL),
    };
    let pid = k.pid(tid);
    let process = k.processes.get(&pid).ok_or(Errno::ESRCH)?;
    let used = match who as i32 {
        -1 => process.children_usage,
        _ => k.memory_usage(process),
    };
    k.write(tid, result, &usage_image(time, used))?;
    OK
}
