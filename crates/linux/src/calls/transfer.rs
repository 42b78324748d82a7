//! Moving bytes between two files inside the kernel.

use super::data::Attempt;
use super::files::offset;
use super::{Args, Flow, SysResult, value};
use crate::abi::consts::open;
use crate::abi::errno::Errno;
use crate::fs::file::Object;
use crate::fs::host::Attributes;
use crate::kernel::Kernel;
use crate::process::Tid;
use std::rc::Rc;

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

/// Whether the bytes that a copy reads, up to the end of the file, overlap those that it writes.
fn overlaps(
    k: &mut Kernel,
    tid: Tid,
    from: (u64, u64),
    to: (u64, u64),
    count: u64,
) -> Result<bool, Errno> {
    let mut place = |(fd, pointer): (u64, u64)| match pointer {
        0 => Ok(k.file(tid, fd)?.position),
        pointer => k.read_u64(tid, pointer),
    };
    let (source, target) = (place(from)?, place(to)?);
    let [first, second] = [k.file_id(tid, from.0)?, k.file_id(tid, to.0)?];
    let size = k.open_status(tid, first)?.size;
    let object = |id| k.open_files.get(id).map(|file| &file.object);
    let same = match (object(first), object(second)) {
        (Some(Object::Host { file: one, .. }), Some(Object::Host { file: other, .. })) => {
            Attributes::of(one)?.id == Attributes::of(other)?.id
        }
        (Some(Object::Memory(one)), Some(Object::Memory(other))) => Rc::ptr_eq(one, other),
        _ => false,
    };
    let count = count.min(size.saturating_sub(source));
    let meet = target.saturating_add(count) > source && target < source.saturating_add(count);
    Ok(same && meet)
}

pub(crate) fn sendfile(k: &mut Kernel, tid: Tid, [to, from, at, count, ..]: Args) -> SysResult {
    if k.file(tid, to)?.flags & open::APPEND != 0 {
        return Err(Errno::EINVAL);
    }
    transfer(k, tid, (from, at), (to, 0), count)
}

pub(crate) fn copy_file_range(
    k: &mut Kernel,
    tid: Tid,
    [from, from_at, to, to_at, count, flags, ..]: Args,
) -> SysResult {
    if flags as u32 != 0 {
        return Err(Errno::EINVAL);
    }
    if k.file(tid, to)?.flags & open::APPEND != 0 {
        return Err(Errno::EBADF);
    }
    for fd in [from, to] {
        if !matches!(
            k.file(tid, fd)?.object,
            Object::Host { .. } | Object::Memory(_)
        ) {
            return Err(Errno::EINVAL);
        }
    }
    if overlaps(k, tid, (from, from_at), (to, to_at), count)? {
        return Err(Errno::EINVAL);
    }
    transfer(k, tid, (from, from_at), (to, to_at), count)
}
