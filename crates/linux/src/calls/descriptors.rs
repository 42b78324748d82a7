//! Descriptors: duplicating, closing, flags, pipes, terminal questions.

use super::epoll::Change;
use super::{Args, OK, SysResult, locks, value};
use crate::abi::consts::{PAGE, fcntl as cmd, open, seal};
use crate::abi::errno::Errno;
use crate::abi::layout::{Image, u64_at};
use crate::fs::file::{Object, OpenFile, Stream};
use crate::fs::memory_file::MemoryFile;
use crate::fs::pipe::{CAPACITY, Pipe};
use crate::fs::table::Descriptor;
use crate::kernel::Kernel;
use crate::pool::Id;
use crate::process::Tid;
use crate::sched::Channel;
use std::rc::Rc;

pub(crate) fn close(k: &mut Kernel, tid: Tid, [fd, ..]: Args) -> SysResult {
    let descriptor = k.table(tid)?.remove(fd as i32)?;
    k.notify_sharers(tid, descriptor.file);
    k.close_descriptor(tid, descriptor.file);
    OK
}

impl Kernel {
    /// Has other threads that share the descriptor table and wait by descriptor numbers try again, after a descriptor
    /// of `file` was added or removed.
    pub(super) fn notify_sharers(&mut self, tid: Tid, file: Id) {
        let Ok(process) = self.process(tid) else {
            return;
        };
        let (threads, table) = (process.threads.len(), process.descriptors);
        if threads > 1 || self.tables.owners(table) > 1 {
            for channel in self.channels_of_file(file) {
                self.schedule.notify(channel);
            }
        }
    }
}

pub(crate) fn close_range(k: &mut Kernel, tid: Tid, [first, last, flags, ..]: Args) -> SysResult {
    const UNSHARE: u64 = 2;
    const CLOEXEC: u64 = 4;
    if first as u32 > last as u32 || flags & !(UNSHARE | CLOEXEC) != 0 {
        return Err(Errno::EINVAL);
    }
    if flags & UNSHARE != 0 {
        // The threads of a process have one table.
        if k.process(tid)?.threads.len() > 1 {
            return Err(Errno::EINVAL);
        }
        k.own_table(tid)?;
    }
    let range = first as u32..=last as u32;
    let fds: Vec<i32> = k
        .table(tid)?
        .iter()
        .map(|(fd, _)| fd)
        .filter(|&fd| range.contains(&(fd as u32)))
        .collect();
    for fd in fds {
        if flags & CLOEXEC != 0 {
            k.table(tid)?.get_mut(fd)?.close_on_exec = true;
        } else {
            close(k, tid, [fd as u64, 0, 0, 0, 0, 0, 0, 0])?;
        }
    }
    OK
}

fn duplicate(k: &mut Kernel, tid: Tid, fd: u64, from: u64, close_on_exec: bool) -> SysResult {
    let file = k.file_id(tid, fd)?;
    let limit = k.process(tid)?.limits[crate::abi::consts::rlimit::NOFILE].0;
    if from >= limit {
        return Err(Errno::EINVAL);
    }
    k.open_files.share(file);
    let copy = k.install(tid, file, close_on_exec, from as usize)?;
    k.notify_sharers(tid, file);
    value(copy as u64)
}

pub(crate) fn dup(k: &mut Kernel, tid: Tid, [fd, ..]: Args) -> SysResult {
    duplicate(k, tid, fd, 0, false)
}

pub(crate) fn dup2(k: &mut Kernel, tid: Tid, [old, new, ..]: Args) -> SysResult {
    if old as i32 == new as i32 {
        k.file_id(tid, old)?;
        return value(new);
    }
    dup3(k, tid, [old, new, 0, 0, 0, 0, 0, 0])
}

pub(crate) fn dup3(k: &mut Kernel, tid: Tid, [old, new, flags, ..]: Args) -> SysResult {
    let file = k.file_id(tid, old)?;
    if old as i32 == new as i32 || flags as u32 & !open::CLOEXEC != 0 {
        return Err(Errno::EINVAL);
    }
    let limit = k.process(tid)?.limits[crate::abi::consts::rlimit::NOFILE].0;
    let index = u64::from(new as u32);
    if index >= limit {
        return Err(Errno::EBADF);
    }
    k.open_files.share(file);
    let descriptor = Descriptor {
        file,
        close_on_exec: flags as u32 & open::CLOEXEC != 0,
    };
    match k.table(tid)?.set(index as usize, descriptor) {
        Ok(Some(replaced)) => {
            k.notify_sharers(tid, replaced.file);
            k.close_descriptor(tid, replaced.file);
        }
        Ok(None) => {}
        Err(errno) => {
            k.close_file(file);
            return Err(errno);
        }
    }
    k.notify_sharers(tid, file);
    value(index)
}

/// Installs two files; closes both when there is no room.
pub(super) fn install_pair(
    k: &mut Kernel,
    tid: Tid,
    files: [OpenFile; 2],
    flags: u32,
) -> Result<[u64; 2], Errno> {
    let close_on_exec = flags & open::CLOEXEC != 0;
    let [first, second] = files.map(|file| k.add_file(file));
    let (first, second) = match (first, second) {
        (Ok(first), Ok(second)) => (first, second),
        (Ok(id), Err(errno)) | (Err(errno), Ok(id)) => {
            k.close_file(id);
            return Err(errno);
        }
        (Err(errno), Err(_)) => return Err(errno),
    };
    let low = match k.install(tid, first, close_on_exec, 0) {
        Ok(fd) => fd,
        Err(errno) => {
            k.close_file(second);
            return Err(errno);
        }
    };
    match k.install(tid, second, close_on_exec, 0) {
        Ok(high) => Ok([low as u64, high as u64]),
        Err(errno) => {
            close(k, tid, [low as u64, 0, 0, 0, 0, 0, 0, 0])?;
            Err(errno)
        }
    }
}

fn make_pipe(k: &mut Kernel, tid: Tid, flags: u64) -> Result<[u64; 2], Errno> {
    let flags = flags as u32;
    if flags & !(open::CLOEXEC | open::NONBLOCK | open::DIRECT) != 0 {
        return Err(Errno::EINVAL);
    }
    let inode = k.files.fresh_inode();
    let pipe = k.pipes.insert(Pipe::new(inode, CAPACITY, &k.frames));
    let status = flags & (open::NONBLOCK | open::DIRECT);
    let reader = OpenFile::new(Object::PipeReader(pipe), status, Vec::new());
    let writer = OpenFile::new(Object::PipeWriter(pipe), status | open::WRONLY, Vec::new());
    install_pair(k, tid, [reader, writer], flags)
}

/// IA-64 gives the two descriptors in `r8` and `r9`, not in memory.
pub(crate) fn pipe(k: &mut Kernel, tid: Tid, _: Args) -> SysResult {
    let [read, write] = make_pipe(k, tid, 0)?;
    Ok(super::Flow::Pair(read, write))
}

pub(crate) fn pipe2(k: &mut Kernel, tid: Tid, [address, flags, ..]: Args) -> SysResult {
    let pair = make_pipe(k, tid, flags)?;
    store_pair(k, tid, address, pair)
}

pub(super) fn store_pair(k: &mut Kernel, tid: Tid, address: u64, pair: [u64; 2]) -> SysResult {
    let image = Image::new().u32(pair[0] as u32).u32(pair[1] as u32).done();
    if let Err(errno) = k.write(tid, address, &image) {
        for fd in pair {
            close(k, tid, [fd, 0, 0, 0, 0, 0, 0, 0])?;
        }
        return Err(errno);
    }
    OK
}

pub(crate) fn eventfd(k: &mut Kernel, tid: Tid, [count, ..]: Args) -> SysResult {
    eventfd2(k, tid, [count, 0, 0, 0, 0, 0, 0, 0])
}

pub(crate) fn eventfd2(k: &mut Kernel, tid: Tid, [count, flags, ..]: Args) -> SysResult {
    const SEMAPHORE: u32 = 1;
    let flags = flags as u32;
    if flags & !(SEMAPHORE | open::CLOEXEC | open::NONBLOCK) != 0 {
        return Err(Errno::EINVAL);
    }
    let inode = k.files.fresh_inode();
    let object = Object::Event {
        count: count & 0xffff_ffff,
        semaphore: flags & SEMAPHORE != 0,
        inode,
    };
    let id = k.add_file(OpenFile::new(
        object,
        flags & open::NONBLOCK | open::RDWR,
        Vec::new(),
    ))?;
    value(k.install(tid, id, flags & open::CLOEXEC != 0, 0)? as u64)
}

pub(crate) fn memfd_create(k: &mut Kernel, tid: Tid, [name, flags, ..]: Args) -> SysResult {
    const CLOEXEC: u64 = 1;
    const ALLOW_SEALING: u64 = 2;
    if flags & !(CLOEXEC | ALLOW_SEALING) != 0 {
        return Err(Errno::EINVAL);
    }
    let name = k.read_path(tid, name)?;
    let inode = k.files.fresh_inode();
    let path = [b"/memfd:", name.as_slice(), b" (deleted)"].concat();
    let file = MemoryFile::new(inode, Vec::new(), [], &k.frames)?;
    if flags & ALLOW_SEALING == 0 {
        file.seals.set(seal::SEAL);
    }
    let id = k.add_file(OpenFile::new(
        Object::Memory(Rc::new(file)),
        open::RDWR,
        path,
    ))?;
    value(k.install(tid, id, flags & CLOEXEC != 0, 0)? as u64)
}

/// Adds seals to a file in memory.
fn add_seals(k: &mut Kernel, tid: Tid, fd: u64, seals: u64) -> SysResult {
    let seals = u32::try_from(seals).map_err(|_| Errno::EINVAL)?;
    let file = k.file(tid, fd)?;
    if !file.writable() {
        return Err(Errno::EPERM);
    }
    let Object::Memory(memory) = &file.object else {
        return Err(Errno::EINVAL);
    };
    let memory = Rc::clone(memory);
    let before = memory.seals.get();
    if seals & !seal::ALL != 0 {
        return Err(Errno::EINVAL);
    }
    if before & seal::SEAL != 0 {
        return Err(Errno::EPERM);
    }
    // Files in memory are open for writing, so that Linux counts every shared mapping of one as writable.
    if seals & !before & seal::WRITE != 0 && k.mapped.get(memory.inode).is_some() {
        return Err(Errno::EBUSY);
    }
    memory.seals.set(before | seals);
    OK
}

pub(crate) fn fcntl(k: &mut Kernel, tid: Tid, [fd, command, argument, ..]: Args) -> SysResult {
    let descriptor = k.table(tid)?.get(fd as i32)?;
    match command {
        cmd::DUPFD => duplicate(k, tid, fd, argument, false),
        cmd::DUPFD_CLOEXEC => duplicate(k, tid, fd, argument, true),
        cmd::GETFD => value(u64::from(descriptor.close_on_exec)),
        cmd::SETFD => {
            k.table(tid)?.get_mut(fd as i32)?.close_on_exec = argument & 1 != 0;
            OK
        }
        cmd::GETFL => value(u64::from(k.file(tid, fd)?.flags)),
        cmd::SETFL => {
            k.open_file_id(tid, fd)?;
            let file = k.file(tid, fd)?;
            let flags = argument as u32;
            // There are no signals of files.
            if flags & open::ASYNC != 0 && !file.is_seekable() {
                return Err(Errno::EINVAL);
            }
            let settable = match file.object {
                Object::PipeReader(_) | Object::PipeWriter(_) => open::SETTABLE | open::DIRECT,
                _ => open::SETTABLE,
            };
            file.flags = file.flags & !settable | flags & settable;
            OK
        }
        cmd::GETLK | cmd::OFD_GETLK => locks::show(k, tid, fd, command, argument),
        cmd::SETLK | cmd::SETLKW | cmd::OFD_SETLK | cmd::OFD_SETLKW => {
            locks::set(k, tid, fd, command, argument)
        }
        // There are no signals of files, so a file has no owner.
        cmd::SETOWN if argument as u32 != 0 => {
            k.open_file_id(tid, fd)?;
            Err(Errno::EINVAL)
        }
        cmd::SETOWN | cmd::GETOWN | cmd::GETSIG => {
            k.open_file_id(tid, fd)?;
            OK
        }
        cmd::GETOWN_EX => {
            k.open_file_id(tid, fd)?;
            k.write(tid, argument, &[0; 8])?;
            OK
        }
        cmd::ADD_SEALS => {
            k.open_file_id(tid, fd)?;
            add_seals(k, tid, fd, argument)
        }
        cmd::GET_SEALS => {
            k.open_file_id(tid, fd)?;
            match &k.file(tid, fd)?.object {
                Object::Memory(memory) => value(memory.seals.get()),
                _ => Err(Errno::EINVAL),
            }
        }
        cmd::GET_RW_HINT => {
            k.open_file_id(tid, fd)?;
            k.write_u64(tid, argument, 0)?;
            OK
        }
        // How long what is written will stay changes nothing.
        cmd::SET_RW_HINT => {
            const LONGEST: u64 = 5;
            k.open_file_id(tid, fd)?;
            match k.read_u64(tid, argument)? {
                0..=LONGEST => OK,
                _ => Err(Errno::EINVAL),
            }
        }
        cmd::GETPIPE_SZ | cmd::SETPIPE_SZ => {
            let id = match k.file(tid, fd)?.object {
                Object::PipeReader(id) | Object::PipeWriter(id) => id,
                _ => return Err(Errno::EBADF),
            };
            let pipe = k.pipes.get_mut(id).ok_or(Errno::EBADF)?;
            if command == cmd::GETPIPE_SZ {
                return value(pipe.capacity as u64);
            }
            let capacity = pipe.resize(argument)?;
            // A writer that waits may go on.
            k.note_change(Channel::Pipe(id), Change::Drained);
            value(capacity)
        }
        _ => Err(Errno::EINVAL),
    }
}

/// `asm-generic/ioctls.h`, `linux/fs.h`.
mod request {
    pub(super) const FIGETBSZ: u64 = 2;
    pub(super) const FICLONE: u64 = 0x4004_9409;
    pub(super) const FICLONERANGE: u64 = 0x4020_940d;
    pub(super) const TCGETS: u64 = 0x5401;
    pub(super) const TCSETS: u64 = 0x5402;
    pub(super) const TCSETSW: u64 = 0x5403;
    pub(super) const TCSETSF: u64 = 0x5404;
    pub(super) const TIOCGPGRP: u64 = 0x540f;
    pub(super) const TIOCSPGRP: u64 = 0x5410;
    pub(super) const TIOCGWINSZ: u64 = 0x5413;
    pub(super) const FIONREAD: u64 = 0x541b;
    pub(super) const FIONBIO: u64 = 0x5421;
    pub(super) const FIONCLEX: u64 = 0x5450;
    pub(super) const FIOCLEX: u64 = 0x5451;
}

/// Bytes of a block of a file system, as `stat` tells them too.
const BLOCK: u32 = 4096;
/// Bytes of `struct file_clone_range`, whose first word is a descriptor.
const CLONE_RANGE: u64 = 32;

/// `struct termios` of a terminal in its usual mode: canonical input with echo, 38400 baud, the usual control characters.
fn terminal_settings() -> Vec<u8> {
    let characters = [
        3, 28, 127, 21, 4, 0, 1, 0, 17, 19, 26, 0, 18, 15, 23, 22, 0, 0, 0,
    ];
    Image::new()
        .u32(0x500)
        .u32(0x5)
        .u32(0xbf)
        .u32(0x8a3b)
        .bytes(&[0])
        .bytes(&characters)
        .done()
}

/// No file system shares the bytes of files: the error of an attempt (`do_clone_file_range`).
fn refuse_to_clone(k: &mut Kernel, tid: Tid, to: Id, from: u64) -> SysResult {
    let from = k.open_file_id(tid, from)?;
    let [from, to] = [from, to].map(|id| k.open_files.get(id));
    let (from, to) = (from.ok_or(Errno::EBADF)?, to.ok_or(Errno::EBADF)?);
    let refused = match (&from.object, &to.object) {
        (Object::Directory { .. }, _) | (_, Object::Directory { .. }) => Errno::EISDIR,
        (Object::Host { .. }, Object::Memory(_)) | (Object::Memory(_), Object::Host { .. }) => {
            Errno::EXDEV
        }
        (Object::Host { .. } | Object::Memory(_), Object::Host { .. } | Object::Memory(_)) => {
            let appends = to.flags & open::APPEND != 0;
            match from.readable() && to.writable() && !appends {
                true => Errno::EOPNOTSUPP,
                false => Errno::EBADF,
            }
        }
        _ => Errno::EINVAL,
    };
    Err(refused)
}

pub(crate) fn ioctl(k: &mut Kernel, tid: Tid, [fd, request, argument, ..]: Args) -> SysResult {
    let id = k.open_file_id(tid, fd)?;
    let file = k.open_files.get(id).ok_or(Errno::EBADF)?;
    let terminal = match file.object {
        Object::Stream(Stream::Input) => k.streams.terminals[0],
        Object::Stream(Stream::Output) => k.streams.terminals[1],
        Object::Stream(Stream::Error) => k.streams.terminals[2],
        _ => false,
    };
    match request {
        request::FIOCLEX | request::FIONCLEX => {
            k.table(tid)?.get_mut(fd as i32)?.close_on_exec = request == request::FIOCLEX;
            OK
        }
        request::FIONBIO => {
            let on = k.read_u32(tid, argument)? != 0;
            let file = k.file(tid, fd)?;
            file.flags = file.flags & !open::NONBLOCK | if on { open::NONBLOCK } else { 0 };
            OK
        }
        request::FIONREAD => {
            let count = match &file.object {
                Object::PipeReader(pipe) | Object::Pair { input: pipe, .. } => {
                    k.pipes.get(*pipe).map_or(0, Pipe::waiting) as u64
                }
                Object::Host { file: host, .. } => {
                    host.metadata()?.len().saturating_sub(file.position)
                }
                Object::Stream(_) => 0,
                _ => return Err(Errno::ENOTTY),
            };
            k.write_u32(tid, argument, count.min(i32::MAX as u64) as u32)?;
            OK
        }
        request::FIGETBSZ => {
            let block = match file.object {
                Object::Host { .. } | Object::Directory { .. } => BLOCK,
                _ => PAGE as u32,
            };
            k.write_u32(tid, argument, block)?;
            OK
        }
        request::FICLONE => refuse_to_clone(k, tid, id, argument),
        request::FICLONERANGE => {
            let source = k.read(tid, argument, CLONE_RANGE)?;
            refuse_to_clone(k, tid, id, u64_at(&source, 0))
        }
        _ if !terminal => Err(Errno::ENOTTY),
        request::TCGETS => {
            k.write(tid, argument, &terminal_settings())?;
            OK
        }
        request::TCSETS | request::TCSETSW | request::TCSETSF | request::TIOCSPGRP => OK,
        request::TIOCGWINSZ => {
            k.write(
                tid,
                argument,
                &Image::new().u16(24).u16(80).u16(0).u16(0).done(),
            )?;
            OK
        }
        request::TIOCGPGRP => {
            let group = k.process(tid)?.group;
            k.write_u32(tid, argument, group)?;
            OK
        }
        _ => Err(Errno::ENOTTY),
    }
}
