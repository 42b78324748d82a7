//! Opening files.

use super::paths::{HERE, Last};
use super::{Args, SysResult, value};
use crate::abi::consts::open;
use crate::abi::errno::Errno;
use crate::fs::file::{Object, OpenFile};
use crate::fs::host::{Attributes, Role, open_directory};
use crate::fs::path::{LocatedFile, Place, join, last_name};
use crate::fs::special::Special;
use crate::kernel::Kernel;
use crate::memory::copied::Origin;
use crate::memory::mapped::Store;
use crate::process::Tid;
use rustix::fs::OFlags;
use std::rc::Rc;

impl Kernel {
    /// Has open files and mappings refer to the copies that changes have made of their files in the scratch folder.
    pub(crate) fn follow_copies(&mut self) {
        for (old, copy) in std::mem::take(&mut self.files.copied) {
            for (_, open) in self.open_files.iter_mut() {
                let Object::Host { file, role } = &mut open.object else {
                    continue;
                };
                if Attributes::of(&*file).is_ok_and(|attributes| attributes.id == old)
                    && let Ok(new) = self.files.host.reopen(&copy, access(open.flags))
                {
                    (*file, *role) = (new, copy.role);
                }
            }
            self.locks.moved(old, copy.attributes.id);
            if self.mapped.get(old).is_some()
                && let Ok(file) = self.files.host.reopen(&copy, OFlags::RDONLY)
            {
                let store = Store::Host { file, growth: None };
                self.mapped.moved(old, copy.attributes.id, store);
            }
            if self.copied.get(old).is_some()
                && let Ok(file) = self.files.host.reopen(&copy, OFlags::RDONLY)
            {
                self.copied
                    .moved(old, copy.attributes.id, Origin::Host(file));
            }
        }
    }

    /// Opens what a path names. Returns the new open file.
    pub(crate) fn open_place(
        &mut self,
        tid: Tid,
        place: Place,
        flags: u32,
        mode: u64,
    ) -> Result<OpenFile, Errno> {
        const PASSING: u32 = open::CREAT | open::EXCL | open::NOCTTY | open::TRUNC | open::CLOEXEC;
        let mut status_flags = flags & !PASSING;
        let fresh = flags & open::CREAT != 0 && flags & open::EXCL != 0;
        let by_path = flags & open::PATH != 0;
        let write = flags & open::ACCMODE != 0;
        if !by_path {
            status_flags |= open::LARGEFILE;
        }
        match place {
            // No file is made without a name.
            Place::Directory(_) if flags & open::TMPFILE != 0 => Err(Errno::EOPNOTSUPP),
            Place::Missing { .. } if flags & open::TMPFILE != 0 => Err(Errno::ENOENT),
            Place::Special(_) if fresh => Err(Errno::EEXIST),
            Place::Special(special) if flags & open::DIRECTORY != 0 && special.is_file() => {
                Err(Errno::ENOTDIR)
            }
            Place::Special(special) => {
                let truncates = flags & open::TRUNC;
                self.open_special(tid, special, status_flags, truncates)
            }
            Place::Missing { slash: true, .. } if flags & open::CREAT != 0 => Err(Errno::EISDIR),
            Place::Missing { parent, name, .. } if flags & open::CREAT != 0 && !by_path => {
                let mode = self.masked(tid, mode)?;
                let (file, attributes) = self.files.create(&parent, &name, mode, access(flags))?;
                self.made(&parent, &attributes);
                let role = if self.files.private {
                    Role::Scratch
                } else {
                    Role::Shared
                };
                let object = Object::Host { file, role };
                Ok(OpenFile::new(object, status_flags, join(&parent, &name)))
            }
            Place::Missing { .. } => Err(Errno::ENOENT),
            _ if fresh => Err(Errno::EEXIST),
            Place::Directory(_) if by_path => {
                let path = place.path();
                Ok(OpenFile::new(Object::Path(place), status_flags, path))
            }
            Place::Directory(_) if write || flags & (open::CREAT | open::TRUNC) != 0 => {
                Err(Errno::EISDIR)
            }
            Place::Directory(node) => {
                // Opened only so that the host checks the right to read it.
                if let Some(layer) = self.files.layers(&node)?.first() {
                    open_directory(&*layer.place)?;
                }
                Ok(OpenFile::directory(node, status_flags))
            }
            Place::File(_) if flags & open::DIRECTORY != 0 => Err(Errno::ENOTDIR),
            Place::File(located) if located.file.attributes.is_link() && !by_path => {
                Err(Errno::ELOOP)
            }
            Place::File(_) if by_path => {
                let path = place.path();
                Ok(OpenFile::new(Object::Path(place), status_flags, path))
            }
            Place::File(located) => self.open_file(&located, flags, status_flags),
        }
    }

    fn open_file(
        &mut self,
        located: &LocatedFile,
        flags: u32,
        status: u32,
    ) -> Result<OpenFile, Errno> {
        // Opening a FIFO or a device of the host could wait for something outside the run.
        if !located.file.attributes.is_regular() {
            return Err(Errno::ENXIO);
        }
        let write = flags & open::ACCMODE != 0;
        let truncate = flags & open::TRUNC != 0;
        if write || truncate {
            self.check_not_executed(&located.file)?;
        }
        let file_ref = if write || truncate {
            self.files.changeable(located, !truncate)?
        } else {
            Rc::clone(&located.file)
        };
        let host = access(flags);
        let role = file_ref.role;
        let path = join(&located.parent, &located.name);
        if truncate {
            // Truncation needs the right to write, even for a descriptor that is only read.
            let host = if write { host } else { OFlags::WRONLY };
            let file = self.files.host.reopen(&file_ref, host | OFlags::TRUNC)?;
            self.files.note_change(role, || path.clone());
            self.resize(&file, 0)?;
            if let Some(mapped) = self.mapped.of(&file) {
                self.show_resized(&mapped, 0..u64::MAX);
            }
            self.follow_copied(Attributes::of(&file)?.id, u64::MAX, 0);
        }
        let file = self.files.host.reopen(&file_ref, host)?;
        if truncate {
            let time = self.clock.realtime();
            self.files.touch(file_ref.attributes.id, time, true);
        }
        if write {
            self.files.note_change(role, || path.clone());
        }
        Ok(OpenFile::new(Object::Host { file, role }, status, path))
    }

    /// `truncates`: `O_TRUNC` or 0.
    fn open_special(
        &mut self,
        tid: Tid,
        special: Special,
        flags: u32,
        truncates: u32,
    ) -> Result<OpenFile, Errno> {
        let object = match special {
            Special::Null => Object::Null,
            Special::Zero => Object::Zero,
            Special::Full => Object::Full,
            Special::Random => Object::Random,
            Special::Terminal => return Err(Errno::ENXIO),
            Special::Executable(pid) => {
                if flags & open::ACCMODE != 0 {
                    return Err(Errno::ETXTBSY);
                }
                let program = &self.living_process(pid).ok_or(Errno::ENOENT)?.program;
                Object::Host {
                    file: self.files.host.reopen(&program.file, OFlags::RDONLY)?,
                    role: Role::Frozen,
                }
            }
            Special::Descriptor(pid, fd) if pid == self.pid(tid) => {
                return self.reopen(tid, fd, flags, truncates);
            }
            Special::Descriptor(..) => return Err(Errno::EACCES),
            text => {
                let writable = matches!(text, Special::Comm(_));
                if flags & open::ACCMODE != 0 && !writable {
                    return Err(Errno::EACCES);
                }
                Object::Text(self.special_text(text)?)
            }
        };
        let mut file = OpenFile::new(object, flags, Vec::new());
        file.special = Some(special);
        Ok(file)
    }

    /// Opens the file of a descriptor again, for `/dev/stdin` or `/proc/self/fd/N`.
    pub(super) fn reopen(
        &mut self,
        tid: Tid,
        fd: i32,
        flags: u32,
        truncates: u32,
    ) -> Result<OpenFile, Errno> {
        let file = self.file(tid, fd as u64).map_err(|_| Errno::ENOENT)?;
        let is_directory = matches!(file.object, Object::Directory { .. } | Object::Path(_));
        if flags & open::DIRECTORY != 0 && !is_directory {
            return Err(Errno::ENOTDIR);
        }
        let object = match &file.object {
            Object::Stream(stream) => Object::Stream(*stream),
            Object::Null => Object::Null,
            Object::Zero => Object::Zero,
            Object::Full => Object::Full,
            Object::Random => Object::Random,
            Object::Text(text) => Object::Text(text.clone()),
            Object::Path(place) => {
                let place = place.clone();
                return self.open_place(tid, place, flags, 0);
            }
            Object::Host { file: host, role } if file.deleted && flags & open::PATH == 0 => {
                let writes = flags & open::ACCMODE != 0 || truncates != 0;
                if writes && *role == Role::Frozen {
                    return Err(Errno::EROFS);
                }
                let (host, role) = (Rc::clone(host), *role);
                let path = file.path.clone();
                let host = self.files.host.open_once_more(&host, access(flags))?;
                if truncates != 0 {
                    let writable = self.files.host.open_once_more(&host, OFlags::WRONLY)?;
                    self.resize(&writable, 0)?;
                }
                let mut again = OpenFile::new(Object::Host { file: host, role }, flags, path);
                again.deleted = true;
                return Ok(again);
            }
            Object::Host { .. } => {
                let guest = file.path.clone();
                let place = self.place(tid, HERE, &guest, true)?;
                return self.open_place(tid, place, flags | truncates, 0);
            }
            Object::Memory(memory) => {
                let memory = Rc::clone(memory);
                let path = file.path.clone();
                if flags & open::PATH == 0 {
                    let wanted = access(flags);
                    let writes = wanted != OFlags::RDONLY || truncates != 0;
                    memory.check_rights(wanted != OFlags::WRONLY, writes)?;
                }
                if truncates != 0 {
                    memory.check_length(0)?;
                    self.resize_memory(&memory, 0)?;
                }
                return Ok(OpenFile::new(Object::Memory(memory), flags, path));
            }
            &(Object::PipeReader(pipe) | Object::PipeWriter(pipe))
                if flags & open::ACCMODE == 0 =>
            {
                self.pipes.get_mut(pipe).ok_or(Errno::ENOENT)?.readers += 1;
                return Ok(OpenFile::new(Object::PipeReader(pipe), flags, Vec::new()));
            }
            &(Object::PipeReader(pipe) | Object::PipeWriter(pipe))
                if flags & open::ACCMODE == open::WRONLY =>
            {
                self.pipes.get_mut(pipe).ok_or(Errno::ENOENT)?.writers += 1;
                return Ok(OpenFile::new(Object::PipeWriter(pipe), flags, Vec::new()));
            }
            _ => return Err(Errno::ENXIO),
        };
        let (path, special) = (file.path.clone(), file.special);
        let mut again = OpenFile::new(object, flags, path);
        again.special = special;
        Ok(again)
    }

    fn open_at(&mut self, tid: Tid, fd: u64, address: u64, flags: u64, mode: u64) -> SysResult {
        let mut flags = flags as u32;
        let create = flags & open::CREAT != 0;
        if flags & open::PATH != 0 {
            flags &= open::PATH | open::DIRECTORY | open::NOFOLLOW | open::CLOEXEC;
        } else if create && flags & open::DIRECTORY != 0 {
            return Err(Errno::EINVAL);
        } else if flags & open::TMPFILE != 0 {
            let writes = flags & open::ACCMODE != 0;
            if create || flags & open::DIRECTORY == 0 || !writes {
                return Err(Errno::EINVAL);
            }
        }
        let path = self.read_path(tid, address)?;
        if create && flags & open::PATH == 0 {
            // A name that ends with a slash is refused before it is looked up, also in a removed directory.
            if path.ends_with(b"/") && !matches!(last_name(&path), b"" | b"." | b"..") {
                self.directory_of(tid, fd, &path)?;
                return Err(Errno::EISDIR);
            }
            let name = self.name(tid, fd, &path)?;
            if !matches!(name.last, Last::Plain | Last::TooLong) {
                let exclusive = flags & open::EXCL != 0;
                return Err(if exclusive {
                    Errno::EEXIST
                } else {
                    Errno::EISDIR
                });
            }
        }
        let mut tries = 0;
        let file = loop {
            let place = self.place(tid, fd, &path, follows(flags))?;
            match self.open_place(tid, place, flags, mode) {
                // Another process of the host has created it in the meantime.
                Err(Errno::EEXIST) if flags & open::EXCL == 0 && tries < OPEN_TRIES => tries += 1,
                result => break result?,
            }
        };
        let id = self.add_file(file)?;
        value(self.install(tid, id, flags & open::CLOEXEC != 0, 0)? as u64)
    }
}

/// Attempts to open a file that other programs of the host make and remove.
const OPEN_TRIES: u32 = 100;

/// Access mode of the host for flags of the guest's `open`.
fn access(flags: u32) -> OFlags {
    match flags & open::ACCMODE {
        0 => OFlags::RDONLY,
        open::WRONLY => OFlags::WRONLY,
        // With both bits set Linux requires the rights to read and to write, although the descriptor can do neither.
        _ => OFlags::RDWR,
    }
}

/// Whether opening with these flags follows a link in the last place.
fn follows(flags: u32) -> bool {
    const NEW: u32 = open::CREAT | open::EXCL;
    flags & open::NOFOLLOW == 0 && flags & NEW != NEW
}

pub(crate) fn open(k: &mut Kernel, tid: Tid, [path, flags, mode, ..]: Args) -> SysResult {
    k.open_at(tid, HERE, path, flags, mode)
}

pub(crate) fn creat(k: &mut Kernel, tid: Tid, [path, mode, ..]: Args) -> SysResult {
    k.open_at(
        tid,
        HERE,
        path,
        (open::CREAT | open::WRONLY | open::TRUNC).into(),
        mode,
    )
}

pub(crate) fn openat(k: &mut Kernel, tid: Tid, [fd, path, flags, mode, ..]: Args) -> SysResult {
    k.open_at(tid, fd, path, flags, mode)
}
