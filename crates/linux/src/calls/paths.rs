//! Resolving paths, and changing what directories hold.

use super::files::truncate_descriptor;
use super::{Args, OK, SysResult};
use crate::abi::consts::{at, mode};
use crate::abi::errno::Errno;
use crate::clock::NANOSECONDS;
use crate::fs::file::Object;
use crate::fs::host::{Attributes, Role, permissions};
use crate::fs::path::{From, NAME_LIMIT, Place, join, last_name};
use crate::fs::special::Special;
use crate::fs::tree::Node;
use crate::kernel::Kernel;
use crate::process::{Pid, Tid};
use rustix::fs::OFlags;
use std::rc::Rc;

/// Descriptor argument that stands for the working directory.
pub(crate) const HERE: u64 = at::FDCWD as i64 as u64;

/// What the last name of a path is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Last {
    Plain,
    Dot,
    DotDot,
    /// There is none: the path consists of slashes.
    Root,
    /// A name that is longer than any directory can hold.
    TooLong,
}

/// What a path names for calls that make, remove or move names.
pub(super) struct Name {
    pub(super) place: Place,
    pub(super) last: Last,
    /// The path ends with a slash.
    pub(super) slash: bool,
}

impl Kernel {
    /// The directory that relative paths of an `*at` call start from.
    pub(crate) fn base(&mut self, tid: Tid, fd: u64) -> Result<Rc<Node>, Errno> {
        if fd as i32 == at::FDCWD {
            return Ok(Rc::clone(&self.directories(tid)?.cwd));
        }
        let file = self.file(tid, fd)?;
        file.node().cloned().ok_or(Errno::ENOTDIR)
    }

    /// Resolves a path argument of an `*at` call.
    pub(crate) fn place(
        &mut self,
        tid: Tid,
        fd: u64,
        path: &[u8],
        follow: bool,
    ) -> Result<Place, Errno> {
        if path.is_empty() {
            return Err(Errno::ENOENT);
        }
        // With an absolute path the descriptor is not checked.
        let start = if path.starts_with(b"/") {
            Rc::clone(&self.files.root)
        } else {
            self.base(tid, fd)?
        };
        let pid = self.pid(tid);
        let links = |special| match special {
            Special::WorkingDirectory(owner) => {
                let process = self.living_process(owner).ok_or(Errno::ENOENT)?;
                let directories = self.directories.get(process.directories);
                Ok(directories.map(|it| Rc::clone(&it.cwd)))
            }
            // A link to the program, which is a file and not a directory.
            Special::Executable(owner) => match self.living_process(owner) {
                Some(_) => Ok(None),
                None => Err(Errno::ENOENT),
            },
            Special::Descriptor(owner, fd) if owner == pid => Ok(self.opened_directory(owner, fd)),
            _ => Ok(None),
        };
        let from = From {
            start: &start,
            pid,
            exists: &|owner, thread| {
                let owner = self.threads.get(&owner).map_or(owner, |thread| thread.pid);
                let process = self.processes.get(&owner);
                process.is_some_and(|it| thread.is_none_or(|tid| it.has_thread(tid)))
            },
            links: &links,
        };
        let found = match self.files.resolve(&from, path, follow) {
            Ok(Place::Special(special)) if follow => links(special)
                .map(|directory| directory.map_or(Place::Special(special), Place::Directory)),
            found => found,
        };
        if matches!(found, Err(Errno::ENOENT) | Ok(Place::Missing { .. })) {
            self.files.note_unseen(&start, path);
        }
        found
    }

    /// The directory that a descriptor of a process has open.
    fn opened_directory(&self, pid: Pid, fd: i32) -> Option<Rc<Node>> {
        let table = self.processes.get(&pid)?.descriptors;
        let file = self.tables.get(table)?.get(fd).ok()?.file;
        self.open_files.get(file)?.node().cloned()
    }

    /// Resolves a path for a call that acts on a name: a link in the last place is not followed, even with a slash
    /// behind it.
    pub(super) fn name(&mut self, tid: Tid, fd: u64, path: &[u8]) -> Result<Name, Errno> {
        let whole = without_slashes(path);
        let slash = whole.len() < path.len();
        let last = match (last_name(path), path.is_empty()) {
            (b"", false) => Last::Root,
            (b".", _) => Last::Dot,
            (b"..", _) => Last::DotDot,
            (name, _) if name.len() > NAME_LIMIT => Last::TooLong,
            _ => Last::Plain,
        };
        if last == Last::TooLong {
            let parent = self.directory_of(tid, fd, whole)?;
            if parent.is_removed() {
                return Err(Errno::ENOENT);
            }
            let name = last_name(whole).to_vec();
            let place = Place::Missing {
                parent,
                name,
                slash,
            };
            return Ok(Name { place, last, slash });
        }
        if last == Last::Plain {
            let place = self.place(tid, fd, whole, false)?;
            return Ok(Name { place, last, slash });
        }
        match self.place(tid, fd, path, true)? {
            place @ Place::Directory(_) => Ok(Name { place, last, slash }),
            Place::Missing { .. } => Err(Errno::ENOENT),
            _ => Err(Errno::ENOTDIR),
        }
    }

    /// The directory that holds what a path names, whether it is there or not.
    ///
    /// # Errors
    ///
    /// ENOENT, ENOTDIR and other errors of the directories on the way. A removed directory counts as one.
    pub(super) fn directory_of(
        &mut self,
        tid: Tid,
        fd: u64,
        path: &[u8],
    ) -> Result<Rc<Node>, Errno> {
        let whole = without_slashes(path);
        let above = whole.iter().rposition(|&byte| byte == b'/');
        let path = above.map_or(&b"."[..], |slash| &whole[..=slash]);
        match self.place(tid, fd, path, true)? {
            Place::Directory(directory) => Ok(directory),
            _ => Err(Errno::ENOENT),
        }
    }

    /// Resolves a path argument of a call that creates something: its directory and its name. That the name exists is
    /// reported before missing rights.
    fn creatable(
        &mut self,
        tid: Tid,
        fd: u64,
        address: u64,
        directory: bool,
    ) -> Result<(Rc<Node>, Vec<u8>), Errno> {
        let path = self.read_path(tid, address)?;
        let name = self.name(tid, fd, &path)?;
        match name.place {
            _ if name.last == Last::TooLong => Err(Errno::ENAMETOOLONG),
            Place::Missing { .. } if name.slash && !directory => Err(Errno::ENOENT),
            Place::Missing { parent, name, .. } => Ok((parent, name)),
            _ => Err(Errno::EEXIST),
        }
    }

    /// Whether a call may change what is at a place.
    pub(crate) fn check_change(&self, place: &Place) -> Result<(), Errno> {
        match place {
            Place::Special(_) => Err(Errno::EACCES),
            Place::Directory(node) if node.special.is_some() => Err(Errno::EACCES),
            Place::Directory(node) => self.files.may_change(node),
            Place::File(located)
                if located.file.role == Role::Frozen && !self.files.is_overlaid() =>
            {
                Err(Errno::EROFS)
            }
            Place::File(_) => Ok(()),
            Place::Missing { parent, .. } => {
                self.files.may_change(parent)?;
                Err(Errno::ENOENT)
            }
        }
    }

    /// The descriptor of the process itself that a place in `/proc/self/fd` or `/dev/fd` names.
    fn own_descriptor(&self, tid: Tid, place: &Place) -> Option<i32> {
        match *place {
            Place::Special(Special::Descriptor(pid, fd)) if pid == self.pid(tid) => Some(fd),
            _ => None,
        }
    }

    /// The host's attributes of what a path argument names, after a check that the call may change it.
    fn changed(
        &mut self,
        tid: Tid,
        fd: u64,
        address: u64,
        follow: bool,
    ) -> Result<Attributes, Errno> {
        let path = self.read_path(tid, address)?;
        let place = self.place(tid, fd, &path, follow)?;
        self.check_change(&place)?;
        match place {
            Place::File(located) => located.file.now(),
            Place::Directory(node) => self.files.directory_attributes(&node)?.ok_or(Errno::EACCES),
            _ => Err(Errno::ENOENT),
        }
    }

    /// Whether a path is empty and stands for the descriptor itself (`AT_EMPTY_PATH`).
    fn names_descriptor(&mut self, tid: Tid, path: u64, flags: u32) -> Result<bool, Errno> {
        Ok(flags & at::EMPTY_PATH != 0 && self.read_path(tid, path)?.is_empty())
    }

    /// Bits of `mode` that the creation mask leaves.
    pub(super) fn masked(&mut self, tid: Tid, mode: u64) -> Result<u32, Errno> {
        Ok(mode as u32 & 0o7777 & !self.directories(tid)?.umask)
    }

    /// Notes that something was made in a directory.
    pub(super) fn made(&mut self, parent: &Rc<Node>, attributes: &Attributes) {
        let time = self.clock.realtime();
        let inode = self.files.inode(attributes.id);
        self.files.set_times(inode, [Some(time); 3]);
        self.files.touch_directory(parent, time);
    }
}

/// A path without the slashes at its end.
fn without_slashes(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|&byte| byte != b'/');
    &path[..end.map_or(0, |last| last + 1)]
}

/// Whether a name lies in a directory that the personality provides, which is a file system of its own.
fn is_provided(place: &Place) -> bool {
    match place {
        Place::Special(_) => true,
        Place::File(located) => located.parent.special.is_some(),
        Place::Missing { parent, .. } => parent.special.is_some(),
        Place::Directory(node) => node.parent().special.is_some(),
    }
}

pub(crate) fn link(k: &mut Kernel, tid: Tid, [old, new, ..]: Args) -> SysResult {
    linkat(k, tid, [HERE, old, HERE, new, 0, 0, 0, 0])
}

pub(crate) fn linkat(
    k: &mut Kernel,
    tid: Tid,
    [from_fd, from, to_fd, to, flags, ..]: Args,
) -> SysResult {
    if flags as u32 & !(at::SYMLINK_FOLLOW | at::EMPTY_PATH) != 0 {
        return Err(Errno::EINVAL);
    }
    let follow = flags as u32 & at::SYMLINK_FOLLOW != 0;
    let path = k.read_path(tid, from)?;
    // An empty path with `AT_EMPTY_PATH` takes rights that no program has.
    let place = k.place(tid, from_fd, &path, follow)?;
    if let Place::Missing { .. } = place {
        return Err(Errno::ENOENT);
    }
    let (parent, name) = k.creatable(tid, to_fd, to, false)?;
    let located = match place {
        Place::File(located) => located,
        Place::Special(_) => return Err(Errno::EXDEV),
        _ => return Err(Errno::EPERM),
    };
    k.check_change(&Place::File(located.clone()))?;
    let attributes = k.files.make_name(&located, &parent, &name)?;
    let time = k.clock.realtime();
    k.files.touch(attributes.id, time, false);
    k.files.touch_directory(&parent, time);
    OK
}

pub(crate) fn unlink(k: &mut Kernel, tid: Tid, [path, ..]: Args) -> SysResult {
    unlinkat(k, tid, [HERE, path, 0, 0, 0, 0, 0, 0])
}

pub(crate) fn rmdir(k: &mut Kernel, tid: Tid, [path, ..]: Args) -> SysResult {
    unlinkat(k, tid, [HERE, path, at::REMOVEDIR.into(), 0, 0, 0, 0, 0])
}

pub(crate) fn unlinkat(k: &mut Kernel, tid: Tid, [fd, path, flags, ..]: Args) -> SysResult {
    let directory = flags as u32 & at::REMOVEDIR != 0;
    if flags as u32 & !at::REMOVEDIR != 0 {
        return Err(Errno::EINVAL);
    }
    let path = k.read_path(tid, path)?;
    let found = k.name(tid, fd, &path)?;
    match found.last {
        Last::Plain => {}
        Last::TooLong => return Err(Errno::ENAMETOOLONG),
        _ if !directory => return Err(Errno::EISDIR),
        Last::Dot => return Err(Errno::EINVAL),
        Last::DotDot => return Err(Errno::ENOTEMPTY),
        Last::Root => return Err(Errno::EBUSY),
    }
    let file = matches!(found.place, Place::File(_) | Place::Special(_));
    if found.slash && file {
        return Err(Errno::ENOTDIR);
    }
    let (parent, name) = found.place.entry()?;
    k.files.remove(&parent, &name, directory)?;
    k.unnamed(&join(&parent, &name));
    let time = k.clock.realtime();
    k.files.touch_directory(&parent, time);
    OK
}

pub(crate) fn rename(k: &mut Kernel, tid: Tid, [old, new, ..]: Args) -> SysResult {
    renameat2(k, tid, [HERE, old, HERE, new, 0, 0, 0, 0])
}

pub(crate) fn renameat(
    k: &mut Kernel,
    tid: Tid,
    [from_fd, from, to_fd, to, ..]: Args,
) -> SysResult {
    renameat2(k, tid, [from_fd, from, to_fd, to, 0, 0, 0, 0])
}

pub(crate) fn renameat2(
    k: &mut Kernel,
    tid: Tid,
    [from_fd, from, to_fd, to, flags, ..]: Args,
) -> SysResult {
    const NOREPLACE: u64 = 1;
    const EXCHANGE: u64 = 2;
    let flags = u64::from(flags as u32);
    if !matches!(flags, 0 | NOREPLACE | EXCHANGE) {
        return Err(Errno::EINVAL);
    }
    let (replace, exchange) = (flags != NOREPLACE, flags == EXCHANGE);
    let (old, new) = (k.read_path(tid, from)?, k.read_path(tid, to)?);
    // Both paths are resolved before what they name is checked.
    let found = [k.name(tid, from_fd, &old), k.name(tid, to_fd, &new)];
    let [old, new] = found;
    let (old, new) = (old?, new?);
    let named = |name: &Name| matches!(name.last, Last::Plain | Last::TooLong);
    if !named(&old) {
        return Err(Errno::EBUSY);
    }
    if !named(&new) {
        return Err(if replace { Errno::EBUSY } else { Errno::EEXIST });
    }
    if is_provided(&old.place) != is_provided(&new.place) {
        return Err(Errno::EXDEV);
    }
    if old.last == Last::TooLong {
        return Err(Errno::ENAMETOOLONG);
    }
    let there = !matches!(new.place, Place::Missing { .. });
    let (from, name) = old.place.entry()?;
    if matches!(old.place, Place::Missing { .. }) {
        k.files.may_change(&from)?;
        return Err(Errno::ENOENT);
    }
    if new.last == Last::TooLong {
        return Err(Errno::ENAMETOOLONG);
    }
    if there && !replace {
        return Err(Errno::EEXIST);
    }
    if exchange && let Place::Missing { parent, .. } = &new.place {
        k.files.may_change(parent)?;
        return Err(Errno::ENOENT);
    }
    let is_directory = |name: &Name| matches!(name.place, Place::Directory(_));
    let slashes = old.slash || new.slash && !exchange;
    if slashes && !is_directory(&old) || exchange && new.slash && !is_directory(&new) {
        return Err(Errno::ENOTDIR);
    }
    let (to, new_name) = new.place.entry()?;
    let (before, after) = (join(&from, &name), join(&to, &new_name));
    let time = k.clock.realtime();
    if exchange {
        let Some(moved) = k.files.exchange(&from, &name, &to, &new_name)? else {
            return OK;
        };
        k.exchanged(&before, &after);
        for id in moved {
            k.files.touch(id, time, false);
        }
    } else {
        let Some(moved) = k.files.rename(&from, &name, &to, &new_name, replace)? else {
            return OK;
        };
        k.renamed(&before, &after);
        k.files.touch(moved.id, time, false);
    }
    for parent in [&from, &to] {
        k.files.touch_directory(parent, time);
    }
    OK
}

pub(crate) fn mkdir(k: &mut Kernel, tid: Tid, [path, mode, ..]: Args) -> SysResult {
    mkdirat(k, tid, [HERE, path, mode, 0, 0, 0, 0, 0])
}

pub(crate) fn mkdirat(k: &mut Kernel, tid: Tid, [fd, path, mode, ..]: Args) -> SysResult {
    let (parent, name) = k.creatable(tid, fd, path, true)?;
    let mode = k.masked(tid, mode)?;
    let attributes = k.files.make_directory(&parent, &name, mode)?;
    k.made(&parent, &attributes);
    OK
}

pub(crate) fn mknod(k: &mut Kernel, tid: Tid, [path, mode, device, ..]: Args) -> SysResult {
    mknodat(k, tid, [HERE, path, mode, device, 0, 0, 0, 0])
}

pub(crate) fn mknodat(k: &mut Kernel, tid: Tid, [fd, path, mode, ..]: Args) -> SysResult {
    let (parent, name) = k.creatable(tid, fd, path, false)?;
    k.files.may_change(&parent)?;
    match mode as u32 & mode::FORMAT {
        0 | mode::REGULAR => {
            let mode = k.masked(tid, mode)?;
            let (_, attributes) = k.files.create(&parent, &name, mode, OFlags::WRONLY)?;
            k.made(&parent, &attributes);
            OK
        }
        _ => Err(Errno::EPERM),
    }
}

pub(crate) fn symlink(k: &mut Kernel, tid: Tid, [target, path, ..]: Args) -> SysResult {
    symlinkat(k, tid, [target, HERE, path, 0, 0, 0, 0, 0])
}

pub(crate) fn symlinkat(k: &mut Kernel, tid: Tid, [target, fd, path, ..]: Args) -> SysResult {
    let target = k.read_path(tid, target)?;
    if target.is_empty() {
        return Err(Errno::ENOENT);
    }
    let (parent, name) = k.creatable(tid, fd, path, false)?;
    let attributes = k.files.make_link(&parent, &name, &target)?;
    k.made(&parent, &attributes);
    OK
}

pub(crate) fn truncate(k: &mut Kernel, tid: Tid, [path, length, ..]: Args) -> SysResult {
    if length > i64::MAX as u64 {
        return Err(Errno::EINVAL);
    }
    let path = k.read_path(tid, path)?;
    let place = k.place(tid, HERE, &path, true)?;
    if let Some(fd) = k.own_descriptor(tid, &place) {
        return truncate_descriptor(k, tid, fd, length);
    }
    k.check_change(&place)?;
    let Place::File(located) = place else {
        return Err(Errno::EISDIR);
    };
    if !located.file.attributes.is_regular() {
        return Err(Errno::EINVAL);
    }
    k.check_not_executed(&located.file)?;
    let target = k.files.changeable(&located, length > 0)?;
    let file = k.files.host.reopen(&target, OFlags::WRONLY)?;
    let before = file.metadata()?.len();
    k.check_size(tid, before, length)?;
    k.resize(&file, length)?;
    k.files
        .note_change(target.role, || join(&located.parent, &located.name));
    // By its name, a file is changed only if its length is.
    if before != length {
        let time = k.clock.realtime();
        k.files.touch(target.attributes.id, time, true);
    }
    OK
}

pub(crate) fn chmod(k: &mut Kernel, tid: Tid, [path, mode, ..]: Args) -> SysResult {
    fchmodat(k, tid, [HERE, path, mode, 0, 0, 0, 0, 0])
}

pub(crate) fn fchmodat(k: &mut Kernel, tid: Tid, [fd, path, mode, ..]: Args) -> SysResult {
    let path = k.read_path(tid, path)?;
    let place = k.place(tid, fd, &path, true)?;
    if let Some(fd) = k.own_descriptor(tid, &place) {
        k.file(tid, fd as u64).map_err(|_| Errno::ENOENT)?;
        return fchmod(k, tid, [fd as u64, mode, 0, 0, 0, 0, 0, 0]);
    }
    k.check_change(&place)?;
    let id = match place {
        Place::File(located) => {
            let file = k.files.changeable(&located, true)?;
            k.files.host.set_mode(&file, mode as u32)?;
            k.files
                .note_change(file.role, || join(&located.parent, &located.name));
            file.attributes.id
        }
        Place::Directory(node) => {
            k.files.set_directory_mode(&node, mode as u32)?;
            k.files
                .directory_attributes(&node)?
                .ok_or(Errno::EACCES)?
                .id
        }
        _ => return Err(Errno::ENOENT),
    };
    let time = k.clock.realtime();
    k.files.touch(id, time, false);
    OK
}

pub(crate) fn fchmod(k: &mut Kernel, tid: Tid, [fd, mode, ..]: Args) -> SysResult {
    let mode = mode as u32;
    let file = k.file(tid, fd)?;
    match &file.object {
        Object::Directory { node, .. } => {
            let node = Rc::clone(node);
            k.check_change(&Place::Directory(Rc::clone(&node)))?;
            k.files.set_directory_mode(&node, mode)?;
        }
        &Object::Host {
            file: ref open,
            role,
        } if role != Role::Frozen => {
            rustix::fs::fchmod(open, permissions(mode))?;
            let path = file.path.clone();
            k.files.note_change(role, || path);
        }
        Object::Host { file: open, .. } => {
            // The file of the name is copied and changed, if the name still stands for the open file.
            let (path, id) = (file.path.clone(), Attributes::of(open)?.id);
            let Ok(Place::File(located)) = k.place(tid, HERE, &path, true) else {
                return Err(Errno::EROFS);
            };
            if located.file.attributes.id != id {
                return Err(Errno::EROFS);
            }
            let target = k.files.changeable(&located, true)?;
            k.files.host.set_mode(&target, mode)?;
        }
        Object::Path(_) => return Err(Errno::EBADF),
        Object::Memory(memory) => memory.mode.set(mode & 0o7777),
        &Object::PipeReader(pipe) | &Object::PipeWriter(pipe) => {
            k.pipes.get_mut(pipe).ok_or(Errno::EBADF)?.mode = mode & 0o7777;
        }
        _ => return Err(Errno::EPERM),
    }
    OK
}

/// All files belong to the one user; giving them to that user again works.
fn may_own(owner: u64, group: u64) -> SysResult {
    let fits = |id: u64, own: u32| id as i32 == -1 || id as u32 == own;
    let mine = fits(owner, crate::process::UID) && fits(group, crate::process::GID);
    if mine { OK } else { Err(Errno::EPERM) }
}

pub(crate) fn chown(k: &mut Kernel, tid: Tid, [path, owner, group, ..]: Args) -> SysResult {
    k.changed(tid, HERE, path, true)?;
    may_own(owner, group)
}

pub(crate) fn lchown(k: &mut Kernel, tid: Tid, [path, owner, group, ..]: Args) -> SysResult {
    k.changed(tid, HERE, path, false)?;
    may_own(owner, group)
}

pub(crate) fn fchown(k: &mut Kernel, tid: Tid, [fd, owner, group, ..]: Args) -> SysResult {
    k.open_file_id(tid, fd)?;
    may_own(owner, group)
}

pub(crate) fn fchownat(
    k: &mut Kernel,
    tid: Tid,
    [fd, path, owner, group, flags, ..]: Args,
) -> SysResult {
    let flags = flags as u32;
    if flags & !(at::SYMLINK_NOFOLLOW | at::EMPTY_PATH) != 0 {
        return Err(Errno::EINVAL);
    }
    if k.names_descriptor(tid, path, flags)? {
        if fd as i32 != at::FDCWD {
            k.file(tid, fd)?;
        }
    } else {
        k.changed(tid, fd, path, flags & at::SYMLINK_NOFOLLOW == 0)?;
    }
    may_own(owner, group)
}

pub(crate) fn utimes(k: &mut Kernel, tid: Tid, [path, times, ..]: Args) -> SysResult {
    futimesat(k, tid, [HERE, path, times, 0, 0, 0, 0, 0])
}

pub(crate) fn futimesat(k: &mut Kernel, tid: Tid, [fd, path, times, ..]: Args) -> SysResult {
    set_times(k, tid, fd, path, times, 1000, 0)
}

pub(crate) fn utimensat(k: &mut Kernel, tid: Tid, [fd, path, times, flags, ..]: Args) -> SysResult {
    let flags = flags as u32;
    if flags & !(at::SYMLINK_NOFOLLOW | at::EMPTY_PATH) != 0 || path == 0 && flags != 0 {
        return Err(Errno::EINVAL);
    }
    let path = match path {
        0 => 0,
        path if fd as i32 != at::FDCWD && k.names_descriptor(tid, path, flags)? => 0,
        path => path,
    };
    set_times(k, tid, fd, path, times, 1, flags)
}

fn set_times(
    k: &mut Kernel,
    tid: Tid,
    fd: u64,
    path: u64,
    times: u64,
    unit: u64,
    flags: u32,
) -> SysResult {
    const NOW: u64 = 0x3fff_ffff;
    const OMIT: u64 = 0x3fff_fffe;
    /// Most seconds before and after the epoch.
    const SECONDS: i64 = i64::MAX / NANOSECONDS as i64 - 1;
    let now = k.clock.realtime();
    let mut new = [Some(now), Some(now), Some(now)];
    if times != 0 {
        for (i, slot) in new.iter_mut().take(2).enumerate() {
            let at = times + 16 * i as u64;
            let (seconds, fraction) = (k.read_u64(tid, at)?, k.read_u64(tid, at + 8)?);
            *slot = match fraction {
                NOW if unit == 1 => Some(now),
                OMIT if unit == 1 => None,
                f if f < NANOSECONDS / unit => {
                    // Beyond the range the nearest time, as in file systems.
                    let seconds = (seconds as i64).clamp(-SECONDS, SECONDS);
                    Some((seconds * NANOSECONDS as i64 + (f * unit) as i64) as u64)
                }
                _ => return Err(Errno::EINVAL),
            };
        }
    }
    // As on Linux, then the file is not even looked for.
    if new[..2] == [None, None] {
        return OK;
    }
    let id = if path == 0 {
        match &k.file(tid, fd)?.object {
            Object::Host { file, .. } => Attributes::of(file)?.id,
            Object::Directory { node, .. } => {
                let node = Rc::clone(node);
                let attributes = k.files.directory_attributes(&node)?;
                attributes.ok_or(Errno::EACCES)?.id
            }
            _ => return Err(Errno::EINVAL),
        }
    } else {
        k.changed(tid, fd, path, flags & at::SYMLINK_NOFOLLOW == 0)?
            .id
    };
    let inode = k.files.inode(id);
    k.files.set_times(inode, new);
    OK
}
