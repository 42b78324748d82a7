//! Moving bytes between two files inside the kernel.

use super::data::Attempt;
use super::files::offset;
use super::{Args, Flow, SysResult, value};
use crate::abi::consts::open;
use crate::abi::errno::Errno;
use crate::fs::file::Object;
use crate::fs::host::Attributes;
use crate::fs::pipe::Pipe;
use crate::kernel::Kernel;
use crate::pool::Id;
use crate::process::Tid;
use std::rc::Rc;

/// Bytes that one try moves at most.
const STEP: u64 = 1 << 20;

/// The pipe that a file writes to, if it does.
fn pipe_behind(k: &Kernel, target: Id) -> Option<&Pipe> {
    match k.open_files.get(target)?.object {
        Object::PipeWriter(pipe) | Object::Pair { output: pipe, .. } => k.pipes.get(pipe),
        _ => None,
    }
}

/// Bytes of the next message of a socket that are moved at once, of so many at most. 0: what the file holds are no messages.
fn message_behind(k: &Kernel, source: Id, limit: usize) -> usize {
    let pipe = match k.open_files.get(source).map(|file| &file.object) {
        Some(&Object::Pair { input, .. }) => k.pipes.get(input),
        _ => None,
    };
    let messages = pipe.filter(|pipe| !pipe.is_stream());
    messages.map_or(0, |pipe| pipe.len().min(limit))
}

/// Moves bytes between two files at the positions that the pointers, or the files themselves, give. The position of the source
/// passes what the target has taken.
fn transfer(k: &mut Kernel, tid: Tid, from: (u64, u64), to: (u64, u64), count: u64) -> SysResult {
    let (source, target) = (k.file_id(tid, from.0)?, k.file_id(tid, to.0)?);
    if i64::try_from(count).is_err() {
        return Err(Errno::EINVAL);
    }
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
    let done = k.thread(tid)?.waiting().map_or(0, |waiting| waiting.done);
    match move_part(
        k,
        tid,
        (source, read_at),
        (target, write_at),
        count.saturating_sub(done),
    ) {
        Ok(Attempt::Done(written)) => {
            for (pointer, at) in [(from.1, read_at), (to.1, write_at)] {
                if let Some(at) = at {
                    k.write_u64(tid, pointer, at + written)?;
                }
            }
            let done = done.saturating_add(written);
            let target = k.open_files.get(target).ok_or(Errno::EBADF)?;
            let fills = matches!(target.object, Object::Pair { .. }) && !target.nonblocking();
            if fills && written > 0 && done < count {
                // A socket takes all, however often it is full meanwhile; a pipe what it has room for.
                k.remember_progress(tid, done)?;
                return Ok(Flow::Block(None));
            }
            value(done)
        }
        Ok(Attempt::Wait) => Ok(Flow::Block(None)),
        Err(_) if done > 0 => value(done),
        Err(errno) => Err(errno),
    }
}

/// Moves as much as can be moved without waiting. Gives the number of bytes.
fn move_part(
    k: &mut Kernel,
    tid: Tid,
    (source, read_at): (Id, Option<u64>),
    (target, write_at): (Id, Option<u64>),
    count: u64,
) -> Result<Attempt<u64>, Errno> {
    let mut limit = count.min(STEP) as usize;
    if limit > 0 && pipe_behind(k, target).is_some_and(Pipe::takes_nothing) {
        // Fails as every write does, before anything is read.
        k.write_file(tid, target, write_at, &[0])?;
        return Ok(Attempt::Done(0));
    }
    let target_file = k.open_files.get(target).ok_or(Errno::EBADF)?;
    let packets = target_file.writes_packets();
    if let Some(pipe) = pipe_behind(k, target).filter(|pipe| !pipe.takes_nothing()) {
        // A message waits for room, unless no pipe has so much.
        let message = message_behind(k, source, limit);
        let wanted = message.min(pipe.capacity).max(1);
        if pipe.room_for(packets) < wanted && limit > 0 {
            let file = k.open_files.get(target).ok_or(Errno::EBADF)?;
            return match file.nonblocking() {
                true => Err(Errno::EAGAIN),
                false => Ok(Attempt::Wait),
            };
        }
        limit = limit.min(pipe.room_for(packets));
    }
    let file = k.open_files.get(source).ok_or(Errno::EBADF)?;
    let own = file.is_seekable().then_some(file.position);
    let at = read_at.or(own);
    let Attempt::Done(data) = k.read_file(source, at, limit)? else {
        return Ok(Attempt::Wait);
    };
    if data.is_empty() {
        // To a socket that keeps the boundaries of messages, an empty write is a message.
        return Ok(Attempt::Done(0));
    }
    let Attempt::Done(written) = k.write_file(tid, target, write_at, &data)? else {
        return Ok(Attempt::Wait);
    };
    if let (None, Some(at), Some(file)) = (read_at, own, k.open_files.get_mut(source)) {
        file.position = at.wrapping_add(written as u64);
    }
    Ok(Attempt::Done(written as u64))
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
    if source.max(target).checked_add(count).is_none() {
        return Err(Errno::EOVERFLOW);
    }
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
    // What has no positions would lose what the target does not take.
    let into_pipe = matches!(k.file(tid, to)?.object, Object::PipeWriter(_));
    let source = k.file(tid, from)?;
    let fits = match source.object {
        Object::Stream(_) => true,
        // No more is taken of a socket than the pipe has room for.
        Object::Pair { .. } => into_pipe,
        _ => source.is_seekable(),
    };
    if !fits {
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
    // A larger count reaches the end of the file all the same.
    let count = count.min(i64::MAX as u64);
    transfer(k, tid, (from, from_at), (to, to_at), count)
}
