//! The status of files, access rights, links, the text of synthetic files, and the working directory.

use super::exec::command_name;
use super::paths::HERE;
use super::{Args, OK, SysResult, value};
use crate::abi::consts::{at, mode};
use crate::abi::errno::Errno;
use crate::abi::layout::{Image, Status};
use crate::clock::NANOSECONDS;
use crate::fs::file::{Object, Stream, shown_path};
use crate::fs::host::Attributes;
use crate::fs::path::Place;
use crate::fs::special::Special;
use crate::fs::tree::Node;
use crate::kernel::Kernel;
use crate::memory::Memory;
use crate::pool::Id;
use crate::process::{Pid, Process, Program, Tid, WaitFor};
use std::rc::Rc;

/// Inode numbers of the streams and of `/dev`, below those of the host's files.
const STREAM_INODE: u64 = 3;
const DEVICE_INODE: u64 = 10;
/// Inode number of epoll instances.
const ANONYMOUS_INODE: u64 = 9;

impl Kernel {
    pub(super) fn special_status(&mut self, special: Special) -> Result<Status, Errno> {
        let device = |minor: u64| {
            (
                mode::CHARACTER | 0o666,
                1 << 8 | minor,
                0,
                DEVICE_INODE + minor,
            )
        };
        let text = |bits| (mode::REGULAR | bits, 0, 0, 100);
        let directory = (mode::DIRECTORY | 0o555, 0, 0, 101);
        let (bits, number, size, inode) = match special {
            Special::Null => device(3),
            Special::Zero => device(5),
            Special::Full => device(7),
            Special::Random => device(9),
            Special::Terminal => (mode::CHARACTER | 0o666, 5 << 8, 0, DEVICE_INODE),
            Special::Directory | Special::Descriptors(_) => directory,
            Special::Executable(pid) => {
                let process = self.living_process(pid).ok_or(Errno::ENOENT)?;
                let attributes = process.program.file.now()?;
                return Ok(self.files.status(&attributes));
            }
            // Its process is gone.
            Special::WorkingDirectory(_) => return Err(Errno::ENOENT),
            Special::Comm(_) => text(0o644),
            _ => text(0o444),
        };
        Ok(self.files.synthetic(inode, bits, number, size))
    }

    /// Status of a place; links in the last place are followed if `follow` says so.
    fn place_status(&mut self, tid: Tid, place: Place, follow: bool) -> Result<Status, Errno> {
        match place {
            Place::Directory(node) => match node.special {
                Some(special) => self.special_status(special),
                None => self.files.directory_status(&node),
            },
            Place::File(located) => {
                let attributes = located.file.now()?;
                Ok(self.files.status(&attributes))
            }
            Place::Missing { .. } => Err(Errno::ENOENT),
            Place::Special(Special::Executable(_) | Special::WorkingDirectory(_)) if !follow => {
                Ok(self.files.synthetic(102, mode::LINK | 0o777, 0, 0))
            }
            Place::Special(Special::Descriptor(pid, fd)) => {
                let id = self.descriptor(pid, fd).ok_or(Errno::ENOENT)?;
                if follow {
                    self.open_status(tid, id).map_err(|_| Errno::ENOENT)
                } else {
                    Ok(self.files.synthetic(103, mode::LINK | 0o700, 0, 0))
                }
            }
            Place::Special(special) => self.special_status(special),
        }
    }

    /// Status of an open file.
    pub(crate) fn file_status(&mut self, tid: Tid, fd: u64) -> Result<Status, Errno> {
        let id = self.file_id(tid, fd)?;
        self.open_status(tid, id)
    }

    /// The open file behind a descriptor of a process that has not ended.
    fn descriptor(&self, pid: Pid, fd: i32) -> Option<Id> {
        let table = self.tables.get(self.living_process(pid)?.descriptors)?;
        Some(table.get(fd).ok()?.file)
    }

    /// Status of an open file, by its number.
    pub(crate) fn open_status(&mut self, tid: Tid, id: Id) -> Result<Status, Errno> {
        let file = self.open_files.get(id).ok_or(Errno::EBADF)?;
        if let Some(special) = file.special {
            return self.special_status(special);
        }
        let (bits, inode, size, device) = match &file.object {
            Object::Host { file, .. } => {
                let attributes = Attributes::of(file)?;
                return Ok(self.files.status(&attributes));
            }
            Object::Directory { node, .. } => {
                let node = Rc::clone(node);
                return self.files.directory_status(&node);
            }
            Object::Path(place) => {
                let place = place.clone();
                return self.place_status(tid, place, false);
            }
            Object::Stream(stream) => {
                let number = stream_number(*stream);
                if self.streams.terminals[number as usize] {
                    (mode::CHARACTER | 0o620, STREAM_INODE, 0, 136 << 8)
                } else {
                    (mode::FIFO | 0o600, STREAM_INODE + number, 0, 0)
                }
            }
            Object::PipeReader(pipe) | Object::PipeWriter(pipe) => {
                let pipe = self.pipes.get(*pipe).ok_or(Errno::EBADF)?;
                (mode::FIFO | pipe.mode, pipe.inode, 0, 0)
            }
            Object::Pair { input, .. } => (
                mode::SOCKET | 0o777,
                self.pipes.get(*input).map_or(0, |p| p.inode),
                0,
                0,
            ),
            Object::Memory(memory) => {
                let bits = mode::REGULAR | memory.mode.get();
                let status = self.files.synthetic(memory.inode, bits, 0, memory.length());
                return Ok(Status { links: 0, ..status });
            }
            Object::Event { inode, .. }
            | Object::Timer { inode, .. }
            | Object::Signals { inode, .. } => (0o600, *inode, 0, 0),
            Object::Epoll(_) => (0o600, ANONYMOUS_INODE, 0, 0),
            Object::Null => (mode::CHARACTER | 0o666, DEVICE_INODE + 3, 0, 1 << 8 | 3),
            Object::Zero => (mode::CHARACTER | 0o666, DEVICE_INODE + 5, 0, 1 << 8 | 5),
            Object::Full => (mode::CHARACTER | 0o666, DEVICE_INODE + 7, 0, 1 << 8 | 7),
            Object::Random => (mode::CHARACTER | 0o666, DEVICE_INODE + 9, 0, 1 << 8 | 9),
            Object::Text(_) => (mode::REGULAR | 0o444, 100, 0, 0),
        };
        Ok(self.files.synthetic(inode, bits, device, size))
    }

    /// The place that an `O_PATH` descriptor names.
    pub(crate) fn opened_place(&mut self, tid: Tid, fd: u64) -> Result<Place, Errno> {
        match &self.file(tid, fd)?.object {
            Object::Path(place) => Ok(place.clone()),
            _ => Err(Errno::ENOENT),
        }
    }

    fn status_at(&mut self, tid: Tid, fd: u64, path: u64, flags: u32) -> Result<Status, Errno> {
        let text = self.read_path(tid, path)?;
        if text.is_empty() && flags & at::EMPTY_PATH != 0 {
            if fd as i32 == at::FDCWD {
                let place = self.place(tid, HERE, b".", true)?;
                return self.place_status(tid, place, true);
            }
            return self.file_status(tid, fd);
        }
        let follow = flags & at::SYMLINK_NOFOLLOW == 0 || text.ends_with(b"/");
        let place = self.place(tid, fd, &text, follow)?;
        let status = self.place_status(tid, place, follow)?;
        if text.ends_with(b"/") && status.mode & mode::FORMAT != mode::DIRECTORY {
            return Err(Errno::ENOTDIR);
        }
        Ok(status)
    }

    /// The text of a synthetic file. Those that show the memory of a process are empty when it has ended, as on Linux.
    pub(crate) fn special_text(&self, special: Special) -> Result<Vec<u8>, Errno> {
        let process = |pid: u32| self.processes.get(&pid).ok_or(Errno::ENOENT);
        let owner = |tid: Tid| process(self.threads.get(&tid).map_or(tid, |thread| thread.pid));
        let program = |pid: u32, part: fn(&Program) -> &Vec<u8>| {
            process(pid).map(|process| match process.ended {
                None => part(&process.program).clone(),
                Some(_) => Vec::new(),
            })
        };
        Ok(match special {
            Special::Maps(pid) => match self.memory_of(process(pid)?) {
                Some(memory) if memory.maps_bytes() > self.frames.free() => {
                    return Err(Errno::ENOMEM);
                }
                Some(memory) => memory.maps().into_bytes(),
                None => Vec::new(),
            },
            Special::CommandLine(pid) => program(pid, |program| &program.arguments)?,
            Special::Environment(pid) => program(pid, |program| &program.environment)?,
            Special::AuxiliaryVector(pid) => program(pid, |program| &program.auxiliary)?,
            Special::Comm(pid) => {
                let mut name = self.name_of(pid, owner(pid)?);
                name.push(b'\n');
                name
            }
            Special::Status(tid) => self.status_text(tid, owner(tid)?),
            Special::Stat(tid) => self.stat_text(tid, owner(tid)?),
            Special::Fixed(constant) => {
                let text = constant.text(self.frequency, self.memory_bytes, self.frames.free());
                text.into_bytes()
            }
            _ => return Err(Errno::ENOENT),
        })
    }

    /// The memory of a process that has not ended.
    pub(crate) fn memory_of(&self, process: &Process) -> Option<&Memory> {
        match process.ended {
            None => self.memories.get(process.memory),
            Some(_) => None,
        }
    }

    /// The name of a thread of a process; when the thread is gone, that of the program.
    fn name_of(&self, tid: Tid, process: &Process) -> Vec<u8> {
        match self.threads.get(&tid) {
            Some(thread) => thread.name.clone(),
            None => command_name(&process.program.path),
        }
    }

    /// The state of a thread of a process, as `/proc` shows it: a letter and a word.
    fn state_of(&self, tid: Tid, process: &Process) -> (char, &'static str) {
        match self.threads.get(&tid) {
            _ if process.ended.is_some() => ('Z', "zombie"),
            None => ('Z', "zombie"),
            Some(_) if process.stopped => ('T', "stopped"),
            Some(thread) => match thread.waiting().map(|waiting| waiting.what) {
                None => ('R', "running"),
                Some(WaitFor::Call) => ('S', "sleeping"),
                Some(WaitFor::Child(_)) => ('D', "disk sleep"),
            },
        }
    }

    /// Bytes of its mappings.
    fn mapped_bytes(&self, process: &Process) -> u64 {
        let memory = self.memory_of(process);
        memory.map_or(0, |m| m.areas().map(|(s, a)| a.end - s).sum())
    }

    fn status_text(&self, tid: Tid, process: &Process) -> Vec<u8> {
        let (uid, gid) = (crate::process::UID, crate::process::GID);
        let name = self.name_of(tid, process);
        let name = String::from_utf8_lossy(&name);
        let (pid, parent) = (process.pid, process.parent);
        let kb = self.mapped_bytes(process) / 1024;
        let memory = match process.ended {
            None => format!("VmSize:\t{kb:8} kB\nVmRSS:\t{kb:8} kB\n"),
            Some(_) => String::new(),
        };
        let (letter, word) = self.state_of(tid, process);
        // The first thread of one that has ended is counted.
        let threads = process.threads.len().max(1);
        format!(
            "Name:\t{name}\nState:\t{letter} ({word})\nTgid:\t{pid}\nPid:\t{tid}\nPPid:\t{parent}\nTracerPid:\t0\n\
             Uid:\t{uid}\t{uid}\t{uid}\t{uid}\nGid:\t{gid}\t{gid}\t{gid}\t{gid}\n{memory}Threads:\t{threads}\n"
        )
        .into_bytes()
    }

    fn stat_text(&self, tid: Tid, process: &Process) -> Vec<u8> {
        let name = self.name_of(tid, process);
        let name = String::from_utf8_lossy(&name);
        let ticks = self.clock.duration(process.ticks) / (NANOSECONDS / crate::load::TICKS);
        let first = process.threads.first();
        let shown = self.threads.get(&tid);
        let shown = shown.or_else(|| self.threads.get(first?));
        let nice = shown.map_or(0, |thread| thread.nice);
        let priority = 20 + nice;
        let (parent, group, session) = (process.parent, process.group, process.session);
        let threads = process.threads.len().max(1);
        let size = self.mapped_bytes(process);
        let (state, _) = self.state_of(tid, process);
        let top = match process.ended {
            None => crate::memory::STACK_TOP,
            Some(_) => 0,
        };
        format!(
            "{tid} ({name}) {state} {parent} {group} {session} 0 -1 0 0 0 0 0 {ticks} 0 0 0 {priority} {nice} {threads} 0 0 {size} 0 \
             18446744073709551615 0 0 {top} 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0\n"
        )
        .into_bytes()
    }

    /// Where a synthetic link leads.
    fn special_link(&self, special: Special) -> Result<Vec<u8>, Errno> {
        match special {
            Special::Executable(pid) => self
                .living_process(pid)
                .map(|p| p.program.path.clone())
                .ok_or(Errno::ENOENT),
            Special::WorkingDirectory(pid) => {
                let id = self.living_process(pid).ok_or(Errno::ENOENT)?.directories;
                self.directories
                    .get(id)
                    .map(|d| shown_path(d.cwd.path(), d.cwd.is_removed()))
                    .ok_or(Errno::ENOENT)
            }
            Special::Descriptor(pid, fd) => {
                let id = self.descriptor(pid, fd).ok_or(Errno::ENOENT)?;
                let file = self.open_files.get(id).ok_or(Errno::ENOENT)?;
                let pipe = |id: &Id| self.pipes.get(*id).map_or(0, |p| p.inode);
                Ok(match &file.object {
                    Object::PipeReader(id) | Object::PipeWriter(id) => {
                        format!("pipe:[{}]", pipe(id)).into_bytes()
                    }
                    Object::Pair { input, .. } => format!("socket:[{}]", pipe(input)).into_bytes(),
                    Object::Event { .. } => b"anon_inode:[eventfd]".to_vec(),
                    Object::Timer { .. } => b"anon_inode:[timerfd]".to_vec(),
                    Object::Signals { .. } => b"anon_inode:[signalfd]".to_vec(),
                    Object::Epoll(_) => b"anon_inode:[eventpoll]".to_vec(),
                    Object::Memory(_) => file.path.clone(),
                    Object::Stream(stream) => {
                        let number = stream_number(*stream);
                        let terminal = self.streams.terminals[number as usize];
                        let pipe = format!("pipe:[{}]", STREAM_INODE + number);
                        if terminal {
                            b"/dev/pts/0".to_vec()
                        } else {
                            pipe.into_bytes()
                        }
                    }
                    Object::Null => b"/dev/null".to_vec(),
                    Object::Zero => b"/dev/zero".to_vec(),
                    Object::Full => b"/dev/full".to_vec(),
                    Object::Random => b"/dev/urandom".to_vec(),
                    _ => file.shown_path(),
                })
            }
            _ => Err(Errno::EINVAL),
        }
    }
}

fn stream_number(stream: Stream) -> u64 {
    match stream {
        Stream::Input => 0,
        Stream::Output => 1,
        Stream::Error => 2,
    }
}

pub(crate) fn stat(k: &mut Kernel, tid: Tid, [path, buffer, ..]: Args) -> SysResult {
    newfstatat(k, tid, [HERE, path, buffer, 0, 0, 0, 0, 0])
}

pub(crate) fn lstat(k: &mut Kernel, tid: Tid, [path, buffer, ..]: Args) -> SysResult {
    newfstatat(
        k,
        tid,
        [HERE, path, buffer, at::SYMLINK_NOFOLLOW.into(), 0, 0, 0, 0],
    )
}

pub(crate) fn fstat(k: &mut Kernel, tid: Tid, [fd, buffer, ..]: Args) -> SysResult {
    let status = k.file_status(tid, fd)?;
    k.write(tid, buffer, &status.stat())?;
    OK
}

pub(crate) fn newfstatat(
    k: &mut Kernel,
    tid: Tid,
    [fd, path, buffer, flags, ..]: Args,
) -> SysResult {
    if flags as u32 & !(at::SYMLINK_NOFOLLOW | at::NO_AUTOMOUNT | at::EMPTY_PATH) != 0 {
        return Err(Errno::EINVAL);
    }
    let status = k.status_at(tid, fd, path, flags as u32)?;
    k.write(tid, buffer, &status.stat())?;
    OK
}

pub(crate) fn statx(
    k: &mut Kernel,
    tid: Tid,
    [fd, path, flags, mask, buffer, ..]: Args,
) -> SysResult {
    const KNOWN: u32 = at::SYMLINK_NOFOLLOW | at::NO_AUTOMOUNT | at::EMPTY_PATH | at::STATX_SYNC;
    // Bit 31 of the mask is reserved, and the two kinds of synchronization exclude each other.
    let both = flags as u32 & at::STATX_SYNC == at::STATX_SYNC;
    if flags as u32 & !KNOWN != 0 || mask as u32 >> 31 != 0 || both {
        return Err(Errno::EINVAL);
    }
    let status = k.status_at(tid, fd, path, flags as u32)?;
    k.write(tid, buffer, &status.statx())?;
    OK
}

pub(crate) fn access(k: &mut Kernel, tid: Tid, [path, wanted, ..]: Args) -> SysResult {
    accessible(k, tid, (HERE, path), wanted, 0)
}

/// The call has no flags: the register behind its arguments has no meaning.
pub(crate) fn faccessat(k: &mut Kernel, tid: Tid, [fd, path, wanted, ..]: Args) -> SysResult {
    accessible(k, tid, (fd, path), wanted, 0)
}

pub(crate) fn faccessat2(
    k: &mut Kernel,
    tid: Tid,
    [fd, path, wanted, flags, ..]: Args,
) -> SysResult {
    let flags = flags as u32;
    // Effective and real identities are the same.
    if flags & !(at::EACCESS | at::SYMLINK_NOFOLLOW | at::EMPTY_PATH) != 0 {
        return Err(Errno::EINVAL);
    }
    accessible(k, tid, (fd, path), wanted, flags)
}

fn accessible(
    k: &mut Kernel,
    tid: Tid,
    (fd, path): (u64, u64),
    wanted: u64,
    flags: u32,
) -> SysResult {
    const READ: u64 = 4;
    const WRITE: u64 = 2;
    const EXECUTE: u64 = 1;
    if wanted & !(READ | WRITE | EXECUTE) != 0 {
        return Err(Errno::EINVAL);
    }
    let text = k.read_path(tid, path)?;
    let follow = flags & at::SYMLINK_NOFOLLOW == 0;
    let (frozen, status) = if text.is_empty() && flags & at::EMPTY_PATH != 0 {
        (false, k.status_at(tid, fd, path, flags)?)
    } else {
        let place = k.place(tid, fd, &text, follow)?;
        let frozen = matches!(k.check_change(&place), Err(Errno::EROFS));
        (frozen, k.place_status(tid, place, follow)?)
    };
    if wanted & WRITE != 0 && frozen && status.mode & mode::FORMAT != mode::CHARACTER {
        return Err(Errno::EROFS);
    }
    // The guest's user owns every file.
    let owner = u64::from(status.mode >> 6 & 7);
    if wanted & !owner & (READ | WRITE | EXECUTE) != 0 {
        Err(Errno::EACCES)
    } else {
        OK
    }
}

pub(crate) fn readlink(k: &mut Kernel, tid: Tid, [path, buffer, size, ..]: Args) -> SysResult {
    readlinkat(k, tid, [HERE, path, buffer, size, 0, 0, 0, 0])
}

pub(crate) fn readlinkat(
    k: &mut Kernel,
    tid: Tid,
    [fd, path, buffer, size, ..]: Args,
) -> SysResult {
    if size as i32 <= 0 {
        return Err(Errno::EINVAL);
    }
    let text = k.read_path(tid, path)?;
    let place = if text.is_empty() && fd as i32 != at::FDCWD {
        k.opened_place(tid, fd)?
    } else {
        k.place(tid, fd, &text, false)?
    };
    let target = match place {
        Place::Special(special) => k.special_link(special)?,
        Place::File(located) if located.file.attributes.is_link() => located.file.target()?,
        Place::File(_) | Place::Directory(_) if text.is_empty() => return Err(Errno::ENOENT),
        Place::File(_) | Place::Directory(_) => return Err(Errno::EINVAL),
        Place::Missing { .. } => return Err(Errno::ENOENT),
    };
    let target = &target[..target.len().min(size as usize)];
    k.write(tid, buffer, target)?;
    value(target.len() as u64)
}

pub(crate) fn getcwd(k: &mut Kernel, tid: Tid, [buffer, size, ..]: Args) -> SysResult {
    let here = &k.directories(tid)?.cwd;
    if here.is_removed() {
        return Err(Errno::ENOENT);
    }
    let mut cwd = here.path();
    cwd.push(0);
    if cwd.len() as u64 > size {
        return Err(Errno::ERANGE);
    }
    k.write(tid, buffer, &cwd)?;
    value(cwd.len() as u64)
}

pub(crate) fn chdir(k: &mut Kernel, tid: Tid, [path, ..]: Args) -> SysResult {
    let text = k.read_path(tid, path)?;
    match k.place(tid, HERE, &text, true)? {
        Place::Directory(node) => enter(k, tid, node)?,
        Place::Missing { .. } => return Err(Errno::ENOENT),
        Place::File(_) | Place::Special(_) => return Err(Errno::ENOTDIR),
    }
    OK
}

pub(crate) fn fchdir(k: &mut Kernel, tid: Tid, [fd, ..]: Args) -> SysResult {
    let node = k.file(tid, fd)?.node().cloned().ok_or(Errno::ENOTDIR)?;
    enter(k, tid, node)?;
    OK
}

/// Makes a directory that its owner may search the working directory.
fn enter(k: &mut Kernel, tid: Tid, node: Rc<Node>) -> Result<(), Errno> {
    const OWNER_EXECUTES: u32 = 0o100;
    let status = k.place_status(tid, Place::Directory(Rc::clone(&node)), true)?;
    if status.mode & OWNER_EXECUTES == 0 {
        return Err(Errno::EACCES);
    }
    k.directories(tid)?.cwd = node;
    Ok(())
}

pub(crate) fn umask(k: &mut Kernel, tid: Tid, [mask, ..]: Args) -> SysResult {
    let directories = k.directories(tid)?;
    value(u64::from(std::mem::replace(
        &mut directories.umask,
        mask as u32 & 0o777,
    )))
}

/// `struct statfs`, the same for every file: an ext2 file system with room.
fn file_system() -> Vec<u8> {
    const EXT2: u64 = 0xef53;
    const BLOCK: u64 = 4096;
    let blocks = (64 << 30) / BLOCK;
    let counts = [
        EXT2,
        BLOCK,
        blocks,
        blocks / 2,
        blocks / 2,
        1 << 22,
        1 << 21,
        0,
        255,
        BLOCK,
        0x20,
    ];
    counts
        .iter()
        .fold(Image::new(), |image, &word| image.u64(word))
        .pad_to(120)
        .done()
}

pub(crate) fn statfs(k: &mut Kernel, tid: Tid, [path, buffer, ..]: Args) -> SysResult {
    let text = k.read_path(tid, path)?;
    let place = k.place(tid, HERE, &text, true)?;
    k.place_status(tid, place, true)?;
    k.write(tid, buffer, &file_system())?;
    OK
}

pub(crate) fn fstatfs(k: &mut Kernel, tid: Tid, [fd, buffer, ..]: Args) -> SysResult {
    k.file_id(tid, fd)?;
    k.write(tid, buffer, &file_system())?;
    OK
}

pub(crate) fn statfs64(k: &mut Kernel, tid: Tid, [path, size, buffer, ..]: Args) -> SysResult {
    if size != 120 {
        Err(Errno::EINVAL)
    } else {
        statfs(k, tid, [path, buffer, 0, 0, 0, 0, 0, 0])
    }
}

pub(crate) fn fstatfs64(k: &mut Kernel, tid: Tid, [fd, size, buffer, ..]: Args) -> SysResult {
    if size != 120 {
        Err(Errno::EINVAL)
    } else {
        fstatfs(k, tid, [fd, buffer, 0, 0, 0, 0, 0, 0])
    }
}
