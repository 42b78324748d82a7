//! Resource limits and usage.

use super::{Args, OK, SysResult};
use crate::abi::consts::rlimit;
use crate::abi::errno::Errno;
use crate::abi::layout::{Image, u64_at};
use crate::kernel::Kernel;
use crate::process::Tid;

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

pub(crate) fn setrlimit(k: &mut Kernel, tid: Tid, [number, new, ..]: Args) -> SysResult {
    let bytes = k.read(tid, new, 16)?;
    let (soft, hard) = (u64_at(&bytes, 0), u64_at(&bytes, 8));
    let number = resource(number)?;
    let limit = &mut k.process(tid)?.limits[number];
    if soft > hard {
        return Err(Errno::EINVAL);
    }
    if hard > limit.1 {
        return Err(Errno::EPERM);
    }
    *limit = (soft, hard);
    OK
}

pub(crate) fn prlimit64(k: &mut Kernel, tid: Tid, [pid, number, new, old, ..]: Args) -> SysResult {
    if pid != 0 && pid as u32 != k.pid(tid) {
        return Err(Errno::ESRCH);
    }
    let previous = k.process(tid)?.limits[resource(number)?];
    if new != 0 {
        setrlimit(k, tid, [number, new, 0, 0, 0, 0, 0, 0])?;
    }
    k.write_if(
        tid,
        old,
        &Image::new().u64(previous.0).u64(previous.1).done(),
    )?;
    OK
}

/// `struct rusage` with a user time in nanoseconds.
pub(crate) fn usage_image(time: u64) -> Vec<u8> {
    Image::new()
        .u64(time / 1_000_000_000)
        .u64(time % 1_000_000_000 / 1000)
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
    k.write(tid, result, &usage_image(time))?;
    OK
}
