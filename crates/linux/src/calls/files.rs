//! Reading, writing and positioning open files.

use super::{Args, OK, SysResult, value};
use crate::abi::consts::open;
use crate::abi::errno::Errno;
use crate::fs::file::Object;
use crate::fs::handle::HostFile;
use crate::fs::host::Attributes;
use crate::fs::memory_file::MemoryFile;
use crate::kernel::Kernel;
use crate::process::Tid;
use std::rc::Rc;

/// A file position argument.
pub(crate) fn offset(raw: u64) -> Result<Option<u64>, Errno> {
    if raw > i64::MAX as u64 {
        Err(Errno::EINVAL)
    } else {
        Ok(Some(raw))
    }
}

pub(crate) fn read(k: &mut Kernel, tid: Tid, [fd, buffer, count, ..]: Args) -> SysResult {
    k.read_to(tid, fd, None, &[(buffer, count)])
}

pub(crate) fn write(k: &mut Kernel, tid: Tid, [fd, buffer, count, ..]: Args) -> SysResult {
    k.write_from(tid, fd, None, &[(buffer, count)])
}

pub(crate) fn pread(k: &mut Kernel, tid: Tid, [fd, buffer, count, at, ..]: Args) -> SysResult {
    k.read_to(tid, fd, offset(at)?, &[(buffer, count)])
}

pub(crate) fn pwrite(k: &mut Kernel, tid: Tid, [fd, buffer, count, at, ..]: Args) -> SysResult {
    k.write_from(tid, fd, offset(at)?, &[(buffer, count)])
}

pub(crate) fn readv(k: &mut Kernel, tid: Tid, [fd, vector, count, ..]: Args) -> SysResult {
    let parts = k.vector(tid, fd, vector, count)?;
    k.read_to(tid, fd, None, &parts)
}

pub(crate) fn writev(k: &mut Kernel, tid: Tid, [fd, vector, count, ..]: Args) -> SysResult {
    let parts = k.vector(tid, fd, vector, count)?;
    k.write_vector(tid, fd, None, &parts)
}

pub(crate) fn preadv(k: &mut Kernel, tid: Tid, [fd, vector, count, at, ..]: Args) -> SysResult {
    let parts = k.vector(tid, fd, vector, count)?;
    k.read_to(tid, fd, offset(at)?, &parts)
}

pub(crate) fn pwritev(k: &mut Kernel, tid: Tid, [fd, vector, count, at, ..]: Args) -> SysResult {
    let parts = k.vector(tid, fd, vector, count)?;
    k.write_vector(tid, fd, offset(at)?, &parts)
}

/// `linux/fs.h`: flags of a single transfer. Those that ask for no more than the order of writes change nothing here.
mod transfer_flags {
    pub(super) const NOWAIT: u64 = 8;
    pub(super) const APPEND: u64 = 16;
    pub(super) const KNOWN: u64 = 31;
}

/// The place of a `preadv2` or `pwritev2`: -1 is the file's own position.
fn place_with_flags(
    k: &mut Kernel,
    tid: Tid,
    fd: u64,
    at: u64,
    flags: u64,
) -> Result<Option<u64>, Errno> {
    let at = if at == u64::MAX { None } else { offset(at)? };
    let waits_never = matches!(
        k.file(tid, fd)?.object,
        Object::Host { .. } | Object::Null | Object::Zero | Object::Random
    );
    let flags = flags & 0xffff_ffff;
    if flags & !transfer_flags::KNOWN != 0 || flags & transfer_flags::NOWAIT != 0 && !waits_never {
        return Err(Errno::EOPNOTSUPP);
    }
    Ok(at)
}

pub(crate) fn preadv2(
    k: &mut Kernel,
    tid: Tid,
    [fd, vector, count, at, _, flags, ..]: Args,
) -> SysResult {
    let parts = k.vector(tid, fd, vector, count)?;
    let at = place_with_flags(k, tid, fd, at, flags)?;
    k.read_to(tid, fd, at, &parts)
}

pub(crate) fn pwritev2(
    k: &mut Kernel,
    tid: Tid,
    [fd, vector, count, at, _, flags, ..]: Args,
) -> SysResult {
    let parts = k.vector(tid, fd, vector, count)?;
    let at = place_with_flags(k, tid, fd, at, flags)?;
    let file = k.file(tid, fd)?;
    if flags & transfer_flags::APPEND == 0 || !file.is_seekable() {
        return k.write_vector(tid, fd, at, &parts);
    }
    // The bytes go to the end of the file, wherever they were meant to go.
    let id = k.file_id(tid, fd)?;
    let end = k.open_status(tid, id)?.size;
    match at {
        Some(_) => k.write_from(tid, fd, Some(end), &parts),
        None => {
            let before = std::mem::replace(&mut k.file(tid, fd)?.position, end);
            let written = k.write_from(tid, fd, None, &parts);
            if written.is_err() {
                k.file(tid, fd)?.position = before;
            }
            written
        }
    }
}

pub(crate) fn lseek(k: &mut Kernel, tid: Tid, [fd, by, whence, ..]: Args) -> SysResult {
    let id = k.file_id(tid, fd)?;
    let file = k.open_files.get_mut(id).ok_or(Errno::EBADF)?;
    let size = match &mut file.object {
        // Files of the host show no holes: the host decides where they have any.
        Object::Host { file: host, .. } if whence == 3 || whence == 4 => {
            let size = host.metadata()?.len();
            if by >= size {
                return Err(Errno::ENXIO);
            }
            file.position = if whence == 3 { by } else { size };
            return value(file.position);
        }
        Object::Host { file: host, .. } => host.metadata()?.len(),
        Object::Text(text) => text.len() as u64,
        Object::Memory(memory) if whence == 3 || whence == 4 => {
            // What was stored through mappings is data.
            if let Some(mapped) = k.mapped.get(memory.inode) {
                mapped.write_back(0..u64::MAX)?;
            }
            file.position = memory.seek(by, whence == 3).ok_or(Errno::ENXIO)?;
            return value(file.position);
        }
        Object::Memory(memory) => memory.length(),
        Object::Directory { listing, .. } => {
            // A directory read from its start again shows what is there now.
            if by == 0 && whence == 0 {
                *listing = None;
            }
            0
        }
        Object::Null | Object::Zero | Object::Full | Object::Random => {
            file.position = 0;
            return OK;
        }
        // These take every place and stay where they are (`noop_llseek`).
        Object::Event { .. } | Object::Timer { .. } | Object::Signals { .. } | Object::Epoll(_) => {
            return match whence {
                0..=4 => OK,
                _ => Err(Errno::EINVAL),
            };
        }
        Object::Path(_) => return Err(Errno::EBADF),
        _ => return Err(Errno::ESPIPE),
    };
    let base = match whence {
        0 => 0,
        1 => file.position,
        2 => size,
        _ => return Err(Errno::EINVAL),
    };
    let position = i128::from(base) + i128::from(by as i64);
    let position = i64::try_from(position).ok();
    let position = position.and_then(|position| u64::try_from(position).ok());
    file.position = position.ok_or(Errno::EINVAL)?;
    value(file.position)
}

pub(crate) fn ftruncate(k: &mut Kernel, tid: Tid, [fd, length, ..]: Args) -> SysResult {
    if length > i64::MAX as u64 {
        return Err(Errno::EINVAL);
    }
    let id = k.open_file_id(tid, fd)?;
    let file = k.open_files.get(id).ok_or(Errno::EBADF)?;
    if !file.writable() {
        return Err(Errno::EINVAL);
    }
    match &file.object {
        Object::Host { file: host, .. } => {
            let host = Rc::clone(host);
            truncate_host(k, tid, &host, length)
        }
        Object::Memory(memory) => {
            let memory = Rc::clone(memory);
            truncate_memory(k, tid, &memory, length)
        }
        _ => Err(Errno::EINVAL),
    }
}

fn truncate_host(k: &mut Kernel, tid: Tid, host: &HostFile, length: u64) -> SysResult {
    k.check_size(tid, host.metadata()?.len(), length)?;
    k.resize(host, length)?;
    k.note_contents(host)?;
    OK
}

fn truncate_memory(k: &mut Kernel, tid: Tid, memory: &MemoryFile, length: u64) -> SysResult {
    k.check_size(tid, memory.length(), length)?;
    memory.check_length(length)?;
    k.resize_memory(memory, length)?;
    OK
}

impl Kernel {
    /// Notes the time at which a call has changed the contents of a file, or could have.
    fn note_contents(&mut self, host: &HostFile) -> Result<(), Errno> {
        let time = self.clock.realtime();
        self.files.touch(Attributes::of(host)?.id, time, true);
        Ok(())
    }
}

/// `truncate` of the name of a descriptor in `/proc/self/fd`: its file is opened again for writing.
pub(super) fn truncate_descriptor(k: &mut Kernel, tid: Tid, fd: i32, length: u64) -> SysResult {
    let file = k.file(tid, fd as u64).map_err(|_| Errno::ENOENT)?;
    match &file.object {
        Object::Host { .. } | Object::Memory(_) => {}
        Object::Directory { .. } => return Err(Errno::EISDIR),
        _ => return Err(Errno::EINVAL),
    }
    match k.reopen(tid, fd, open::WRONLY, 0)?.object {
        Object::Host { file: host, .. } => truncate_host(k, tid, &host, length),
        Object::Memory(memory) => truncate_memory(k, tid, &memory, length),
        _ => Err(Errno::EINVAL),
    }
}

pub(crate) fn fallocate(k: &mut Kernel, tid: Tid, [fd, mode, from, length, ..]: Args) -> SysResult {
    let id = k.open_file_id(tid, fd)?;
    if (from | length) > i64::MAX as u64 || length == 0 {
        return Err(Errno::EINVAL);
    }
    const KEEP_SIZE: u32 = 1;
    const PUNCH_HOLE: u32 = 2;
    let mode = mode as u32;
    if mode & !(KEEP_SIZE | PUNCH_HOLE) != 0 || mode == PUNCH_HOLE {
        return Err(Errno::EOPNOTSUPP);
    }
    let file = k.open_files.get_mut(id).ok_or(Errno::EBADF)?;
    if !file.writable() {
        return Err(Errno::EBADF);
    }
    if !file.is_seekable() {
        return Err(Errno::ESPIPE);
    }
    let end = from + length;
    if end > i64::MAX as u64 {
        return Err(Errno::EFBIG);
    }
    match &mut file.object {
        // The files of the host lie on what is a file system without holes to the guest.
        Object::Host { .. } if mode & PUNCH_HOLE != 0 => Err(Errno::EOPNOTSUPP),
        Object::Memory(memory) if mode & PUNCH_HOLE != 0 => {
            let memory = Rc::clone(memory);
            k.punch(&memory, from..end)?;
            OK
        }
        Object::Host { file: host, .. } => {
            let host = Rc::clone(host);
            if mode == 0 && host.metadata()?.len() < end {
                k.check_size(tid, host.metadata()?.len(), end)?;
                k.resize(&host, end)?;
            }
            k.note_contents(&host)?;
            OK
        }
        Object::Memory(memory) => {
            // As on Linux, the limit holds for pages behind the end, too.
            let memory = Rc::clone(memory);
            k.check_size(tid, memory.length(), end)?;
            memory.check_length(end.max(memory.length()))?;
            if mode == 0 && memory.length() < end {
                k.resize_memory(&memory, end)?;
            }
            OK
        }
        _ => Err(Errno::ENODEV),
    }
}

pub(crate) fn sync(k: &mut Kernel, _: Tid, _: Args) -> SysResult {
    k.sync_mappings();
    OK
}

pub(crate) fn fsync(k: &mut Kernel, tid: Tid, [fd, ..]: Args) -> SysResult {
    k.sync_mappings();
    k.open_file_id(tid, fd)?;
    match k.file(tid, fd)?.object {
        Object::Host { .. } | Object::Directory { .. } | Object::Memory(_) => OK,
        _ => Err(Errno::EINVAL),
    }
}

/// Advice about a file changes nothing.
pub(crate) fn ignore_descriptor(k: &mut Kernel, tid: Tid, [fd, ..]: Args) -> SysResult {
    match k.file(tid, fd)?.object {
        Object::PipeReader(_) | Object::PipeWriter(_) => Err(Errno::ESPIPE),
        _ => OK,
    }
}
