//! Moving bytes between two files inside the kernel.

use super::data::Attempt;
use super::files::offset;
use super::{Args, Flow, SysResult, value};
use crate::abi::errno::Errno;
use crate::fs::file::Object;
use crate::kernel::Kernel;
use crate::process::Tid;

/// Moves bytes between two files at the positions that the pointers, or the files themselves, give.
fn transfer(k: &mut Kernel, tid: Tid, from: (u64, u64), to: (u64, u64), count: u64) -> SysResult {
    let (source, target) = (k.file_id(tid, from.0)?, k.file_id(tid, to.0)?);
    let read_at = if from.1 == 0 {
        None
    } else {
        offset(k.read_u64(tid, from.1)?)?
    };
    let write_at = if to.1 == 0 {
        None
    } else {
        offset(k.read_u64(tid, to.1)?)?
    };
    let mut limit = count.min(1 << 20) as usize;
    if let Some(Object::PipeWriter(pipe)) = k.open_files.get(target).map(|f| &f.object) {
        let room = k
            .pipes
            .get(*pipe)
            .map_or(0, |p| if p.readers == 0 { usize::MAX } else { p.room() });
        if room == 0 {
            return Ok(Flow::Block(None));
        }
        limit = limit.min(room);
    }
    let Attempt::Done(data) = k.read_file(source, read_at, limit)? else {
        return Ok(Flow::Block(None));
    };
    let Attempt::Done(written) = k.write_file(tid, target, write_at, &data)? else {
        return Ok(Flow::Block(None));
    };
    for (pointer, at) in [(from.1, read_at), (to.1, write_at)] {
        if let Some(at) = at {
            k.write_u64(tid, pointer, at + written as u64)?;
        }
    }
    value(written as u64)
}

pub(crate) fn sendfile(k: &mut Kernel, tid: Tid, [to, from, at, count, ..]: Args) -> SysResult {
    transfer(k, tid, (from, at), (to, 0), count)
}

pub(crate) fn copy_file_range(
    k: &mut Kernel,
    tid: Tid,
    [from, from_at, to, to_at, count, flags, ..]: Args,
) -> SysResult {
    if flags != 0 {
        return Err(Errno::EINVAL);
    }
    for fd in [from, to] {
        if !matches!(
            k.file(tid, fd)?.object,
            Object::Host { .. } | Object::Memory(_)
        ) {
            return Err(Errno::EINVAL);
        }
    }
    transfer(k, tid, (from, from_at), (to, to_at), count)
}
