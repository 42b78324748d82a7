//! Opening files, and changing what directories hold.

use super::{Args, OK, SysResult, value};
use crate::abi::consts::{at, mode, open};
use crate::abi::errno::Errno;
use crate::fs::file::{Object, OpenFile};
use crate::fs::path::{Place, normalise};
use crate::fs::special::Special;
use crate::kernel::Kernel;
use crate::process::Tid;
use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, OpenOptionsExt, PermissionsExt};
use std::path::PathBuf;

/// Descriptor argument that stands for the working directory.
pub const HERE: u64 = at::FDCWD as i64 as u64;

impl Kernel {
    /// The absolute guest directory that relative paths of an `*at` call start from.
    pub(crate) fn base(&mut self, tid: Tid, fd: u64) -> Result<Vec<u8>, Errno> {
        if fd as i32 == at::FDCWD {
            return Ok(self.directories(tid)?.cwd.clone());
        }
        let file = self.file(tid, fd)?;
        match file.object {
            Object::Directory { .. } | Object::Path => Ok(file.path.clone()),
            _ => Err(Errno::ENOTDIR),
        }
    }

    /// Where a path argument of an `*at` call starts: the descriptor does not matter to an absolute one.
    fn start_of(&mut self, tid: Tid, fd: u64, path: &[u8]) -> Result<Vec<u8>, Errno> {
        if path.starts_with(b"/") {
            Ok(b"/".to_vec())
        } else {
            self.base(tid, fd)
        }
    }

    /// Resolves a path argument of an `*at` call.
    pub(crate) fn place(
        &mut self,
        tid: Tid,
        fd: u64,
        path: &[u8],
        follow: bool,
    ) -> Result<Place, Errno> {
        let base = self.start_of(tid, fd, path)?;
        let pid = self.pid(tid);
        self.files.resolve(&base, path, follow, pid)
    }

    /// Resolves a path argument of a call that changes something there.
    fn changeable(
        &mut self,
        tid: Tid,
        fd: u64,
        address: u64,
        follow: bool,
    ) -> Result<(PathBuf, Vec<u8>), Errno> {
        let path = self.read_path(tid, address)?;
        match self.place(tid, fd, &path, follow)? {
            Place::Host { fixed: true, .. } => Err(Errno::EROFS),
            Place::Host { .. } if !self.files.writable => Err(Errno::EROFS),
            Place::Host { path, guest, .. } => Ok((path, guest)),
            Place::Special(_) => Err(Errno::EACCES),
        }
    }

    /// Resolves a path argument of a call that makes something new there. What exists is said before what may be
    /// written.
    fn creatable(&mut self, tid: Tid, fd: u64, address: u64) -> Result<PathBuf, Errno> {
        let path = self.read_path(tid, address)?;
        match self.place(tid, fd, &path, false)? {
            Place::Host { path, .. } if path.symlink_metadata().is_err() => {
                Ok(self.changeable(tid, fd, address, false)?.0)
            }
            Place::Host { .. } | Place::Special(_) => Err(Errno::EEXIST),
        }
    }

    /// Bits of `mode` that the creation mask leaves.
    fn masked(&mut self, tid: Tid, mode: u64) -> Result<u32, Errno> {
        Ok(mode as u32 & 0o7777 & !self.directories(tid)?.umask)
    }

    /// Notes that a directory's contents or a file's status changed now.
    fn touch(&mut self, path: &std::path::Path, modified: bool) {
        let time = self.clock.realtime();
        if let Ok(metadata) = fs::symlink_metadata(path) {
            let inode = self.files.inode(&metadata);
            self.files
                .set_times(inode, [None, modified.then_some(time), Some(time)]);
        }
    }

    fn touch_new(&mut self, path: &std::path::Path) {
        let time = self.clock.realtime();
        if let Ok(metadata) = fs::symlink_metadata(path) {
            let inode = self.files.inode(&metadata);
            self.files.set_times(inode, [Some(time); 3]);
        }
        if let Some(parent) = path.parent() {
            self.touch(parent, true);
        }
    }

    /// Opens what a path names; gives the new open file.
    fn open_place(
        &mut self,
        tid: Tid,
        place: Place,
        flags: u32,
        mode: u64,
    ) -> Result<OpenFile, Errno> {
        let status_flags = flags & !(open::CREAT | open::EXCL | open::TRUNC | open::CLOEXEC);
        let (path, guest, fixed) = match place {
            Place::Special(special) => return self.open_special(tid, special, status_flags),
            Place::Host { path, guest, fixed } => (path, guest, fixed),
        };
        let existing = if follows(flags) {
            fs::metadata(&path)
        } else {
            fs::symlink_metadata(&path)
        };
        if let Ok(metadata) = &existing {
            if flags & open::CREAT != 0 && flags & open::EXCL != 0 {
                return Err(Errno::EEXIST);
            }
            if metadata.is_symlink() && flags & open::PATH == 0 {
                return Err(Errno::ELOOP);
            }
            if flags & open::PATH != 0 {
                let is_directory = metadata.is_dir();
                if flags & open::DIRECTORY != 0 && !is_directory {
                    return Err(Errno::ENOTDIR);
                }
                return Ok(OpenFile::new(Object::Path, status_flags, guest));
            }
            if metadata.is_dir() {
                if flags & open::ACCMODE != 0 || flags & open::CREAT != 0 {
                    return Err(Errno::EISDIR);
                }
                // Opening for reading is the host's check of the rights.
                fs::read_dir(&path)?;
                return Ok(OpenFile::new(
                    Object::Directory { listing: None },
                    status_flags,
                    guest,
                ));
            }
            if flags & open::DIRECTORY != 0 {
                return Err(Errno::ENOTDIR);
            }
        }
        // Opening a FIFO or a device of the host could wait for something outside the run.
        if existing.as_ref().is_ok_and(|m| !m.is_file()) {
            return Err(Errno::ENXIO);
        }
        let write = flags & open::ACCMODE != 0;
        let creating = existing.is_err() && flags & open::CREAT != 0;
        if (write || creating || flags & open::TRUNC != 0) && (fixed || !self.files.writable) {
            return Err(if creating || existing.is_ok() {
                Errno::EROFS
            } else {
                Errno::ENOENT
            });
        }
        if flags & open::TMPFILE == open::TMPFILE {
            return Err(Errno::EOPNOTSUPP);
        }
        let mask = self.masked(tid, mode)?;
        if creating {
            OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(mask | 0o600)
                .open(&path)?;
        }
        let host = OpenOptions::new()
            .read(flags & open::ACCMODE != open::WRONLY)
            .write(write)
            .truncate(write && flags & open::TRUNC != 0)
            .open(&path)?;
        if creating {
            // The host's own mask must not show.
            fs::set_permissions(&path, fs::Permissions::from_mode(mask))?;
            self.touch_new(&path);
        } else if flags & open::TRUNC != 0 {
            self.touch(&path, true);
        }
        let kind = host.metadata()?.file_type();
        let seekable = kind.is_file() || kind.is_block_device();
        Ok(OpenFile::new(
            Object::Host {
                file: host,
                seekable,
            },
            status_flags,
            guest,
        ))
    }

    fn open_special(&mut self, tid: Tid, special: Special, flags: u32) -> Result<OpenFile, Errno> {
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
                let program = &self.processes.get(&pid).ok_or(Errno::ENOENT)?.program;
                Object::Host {
                    file: fs::File::open(program.file()?)?,
                    seekable: true,
                }
            }
            Special::WorkingDirectory(pid) => {
                let id = self.processes.get(&pid).ok_or(Errno::ENOENT)?.directories;
                let cwd = self.directories.get(id).ok_or(Errno::ENOENT)?.cwd.clone();
                return Ok(OpenFile::new(
                    Object::Directory { listing: None },
                    flags,
                    cwd,
                ));
            }
            Special::Descriptor(pid, fd) if pid == self.pid(tid) => {
                return self.reopen(tid, fd, flags);
            }
            Special::Descriptor(..) => return Err(Errno::EACCES),
            Special::Descriptors(pid) => {
                let path = format!("/proc/{pid}/fd").into_bytes();
                let mut file = OpenFile::new(Object::Directory { listing: None }, flags, path);
                file.special = Some(special);
                return Ok(file);
            }
            Special::Directory => {
                let mut file = OpenFile::new(
                    Object::Directory {
                        listing: Some(Vec::new()),
                    },
                    flags,
                    b"/proc".to_vec(),
                );
                file.special = Some(special);
                return Ok(file);
            }
            text => {
                if flags & open::ACCMODE != 0 {
                    return Err(Errno::EACCES);
                }
                Object::Text(self.special_text(text)?)
            }
        };
        let mut file = OpenFile::new(object, flags, Vec::new());
        file.special = Some(special);
        Ok(file)
    }

    /// `/dev/stdin`, `/proc/self/fd/N`: another open of the same file.
    fn reopen(&mut self, tid: Tid, fd: i32, flags: u32) -> Result<OpenFile, Errno> {
        let file = self.file(tid, fd as u64).map_err(|_| Errno::ENOENT)?;
        let object = match &file.object {
            Object::Stream(stream) => Object::Stream(*stream),
            Object::Null => Object::Null,
            Object::Zero => Object::Zero,
            Object::Full => Object::Full,
            Object::Random => Object::Random,
            Object::Text(text) => Object::Text(text.clone()),
            Object::Directory { .. } => Object::Directory { listing: None },
            Object::Host { .. } => {
                let guest = file.path.clone();
                let place = self.place(tid, HERE, &guest, true)?;
                return self.open_place(tid, place, flags, 0);
            }
            &Object::PipeReader(pipe) if flags & open::ACCMODE == 0 => {
                self.pipes.get_mut(pipe).ok_or(Errno::ENOENT)?.readers += 1;
                return Ok(OpenFile::new(Object::PipeReader(pipe), flags, Vec::new()));
            }
            &Object::PipeWriter(pipe) if flags & open::ACCMODE == open::WRONLY => {
                self.pipes.get_mut(pipe).ok_or(Errno::ENOENT)?.writers += 1;
                return Ok(OpenFile::new(Object::PipeWriter(pipe), flags, Vec::new()));
            }
            _ => return Err(Errno::ENXIO),
        };
        let path = file.path.clone();
        Ok(OpenFile::new(object, flags, path))
    }

    fn open_at(&mut self, tid: Tid, fd: u64, address: u64, flags: u64, mode: u64) -> SysResult {
        let flags = flags as u32;
        let path = self.read_path(tid, address)?;
        if flags & open::ACCMODE == open::ACCMODE {
            return Err(Errno::EINVAL);
        }
        let place = self.place(tid, fd, &path, follows(flags))?;
        let mut file = self.open_place(tid, place, flags, mode)?;
        if file.special == Some(Special::Directory) {
            file.path = normalise(&self.start_of(tid, fd, &path)?, &path);
        }
        let id = self.open_files.insert(file);
        value(self.install(tid, id, flags & open::CLOEXEC != 0, 0)? as u64)
    }
}

/// Whether opening with these flags follows a link in the last place.
fn follows(flags: u32) -> bool {
    const NEW: u32 = open::CREAT | open::EXCL;
    flags & open::NOFOLLOW == 0 && flags & NEW != NEW
}

pub fn open(k: &mut Kernel, tid: Tid, [path, flags, mode, ..]: Args) -> SysResult {
    k.open_at(tid, HERE, path, flags, mode)
}

pub fn creat(k: &mut Kernel, tid: Tid, [path, mode, ..]: Args) -> SysResult {
    k.open_at(
        tid,
        HERE,
        path,
        (open::CREAT | open::WRONLY | open::TRUNC).into(),
        mode,
    )
}

pub fn openat(k: &mut Kernel, tid: Tid, [fd, path, flags, mode, ..]: Args) -> SysResult {
    k.open_at(tid, fd, path, flags, mode)
}

pub fn link(k: &mut Kernel, tid: Tid, [old, new, ..]: Args) -> SysResult {
    linkat(k, tid, [HERE, old, HERE, new, 0, 0, 0, 0])
}

pub fn linkat(k: &mut Kernel, tid: Tid, [from_fd, from, to_fd, to, flags, ..]: Args) -> SysResult {
    let (old, _) = k.changeable(tid, from_fd, from, flags as u32 & at::SYMLINK_FOLLOW != 0)?;
    let new = k.creatable(tid, to_fd, to)?;
    fs::hard_link(&old, &new)?;
    k.touch(&old, false);
    if let Some(parent) = new.parent() {
        k.touch(parent, true);
    }
    OK
}

/// The root is in use, whatever directory of the host it is.
fn not_root(guest: &[u8]) -> Result<(), Errno> {
    if guest == b"/" {
        Err(Errno::EBUSY)
    } else {
        Ok(())
    }
}

pub fn unlink(k: &mut Kernel, tid: Tid, [path, ..]: Args) -> SysResult {
    unlinkat(k, tid, [HERE, path, 0, 0, 0, 0, 0, 0])
}

pub fn rmdir(k: &mut Kernel, tid: Tid, [path, ..]: Args) -> SysResult {
    unlinkat(k, tid, [HERE, path, at::REMOVEDIR.into(), 0, 0, 0, 0, 0])
}

pub fn unlinkat(k: &mut Kernel, tid: Tid, [fd, path, flags, ..]: Args) -> SysResult {
    let directory = flags as u32 & at::REMOVEDIR != 0;
    let (path, guest) = k.changeable(tid, fd, path, false)?;
    not_root(&guest)?;
    let metadata = fs::symlink_metadata(&path)?;
    if directory {
        fs::remove_dir(&path)?;
    } else if metadata.is_dir() {
        return Err(Errno::EISDIR);
    } else {
        fs::remove_file(&path)?;
    }
    k.files.forget(&metadata);
    if let Some(parent) = path.parent() {
        k.touch(parent, true);
    }
    OK
}

pub fn rename(k: &mut Kernel, tid: Tid, [old, new, ..]: Args) -> SysResult {
    renameat2(k, tid, [HERE, old, HERE, new, 0, 0, 0, 0])
}

pub fn renameat(k: &mut Kernel, tid: Tid, [from_fd, from, to_fd, to, ..]: Args) -> SysResult {
    renameat2(k, tid, [from_fd, from, to_fd, to, 0, 0, 0, 0])
}

pub fn renameat2(
    k: &mut Kernel,
    tid: Tid,
    [from_fd, from, to_fd, to, flags, ..]: Args,
) -> SysResult {
    const NOREPLACE: u64 = 1;
    if flags & !NOREPLACE != 0 {
        return Err(Errno::EINVAL);
    }
    let (old, old_guest) = k.changeable(tid, from_fd, from, false)?;
    let (new, new_guest) = k.changeable(tid, to_fd, to, false)?;
    not_root(&old_guest)?;
    not_root(&new_guest)?;
    let replaced = fs::symlink_metadata(&new).ok();
    if flags & NOREPLACE != 0 && replaced.is_some() {
        return Err(Errno::EEXIST);
    }
    fs::rename(&old, &new)?;
    if let Some(metadata) = replaced.filter(|_| old != new) {
        k.files.forget(&metadata);
    }
    k.touch(&new, false);
    for path in [&old, &new] {
        if let Some(parent) = path.parent() {
            k.touch(parent, true);
        }
    }
    OK
}

pub fn mkdir(k: &mut Kernel, tid: Tid, [path, mode, ..]: Args) -> SysResult {
    mkdirat(k, tid, [HERE, path, mode, 0, 0, 0, 0, 0])
}

pub fn mkdirat(k: &mut Kernel, tid: Tid, [fd, path, mode, ..]: Args) -> SysResult {
    let path = k.creatable(tid, fd, path)?;
    let mode = k.masked(tid, mode)?;
    fs::DirBuilder::new().mode(mode).create(&path)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
    k.touch_new(&path);
    OK
}

pub fn mknod(k: &mut Kernel, tid: Tid, [path, mode, device, ..]: Args) -> SysResult {
    mknodat(k, tid, [HERE, path, mode, device, 0, 0, 0, 0])
}

pub fn mknodat(k: &mut Kernel, tid: Tid, [fd, path, mode, ..]: Args) -> SysResult {
    let path = k.creatable(tid, fd, path)?;
    match mode as u32 & mode::FORMAT {
        0 | mode::REGULAR => {
            let mode = k.masked(tid, mode)?;
            OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(mode)
                .open(&path)?;
            fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
            k.touch_new(&path);
            OK
        }
        _ => Err(Errno::EPERM),
    }
}

pub fn symlink(k: &mut Kernel, tid: Tid, [target, path, ..]: Args) -> SysResult {
    symlinkat(k, tid, [target, HERE, path, 0, 0, 0, 0, 0])
}

pub fn symlinkat(k: &mut Kernel, tid: Tid, [target, fd, path, ..]: Args) -> SysResult {
    let target = k.read_path(tid, target)?;
    if target.is_empty() {
        return Err(Errno::ENOENT);
    }
    let path = k.creatable(tid, fd, path)?;
    std::os::unix::fs::symlink(OsStr::from_bytes(&target), &path)?;
    k.touch_new(&path);
    OK
}

pub fn truncate(k: &mut Kernel, tid: Tid, [path, length, ..]: Args) -> SysResult {
    if length > i64::MAX as u64 {
        return Err(Errno::EINVAL);
    }
    let (path, _) = k.changeable(tid, HERE, path, true)?;
    OpenOptions::new()
        .write(true)
        .open(&path)?
        .set_len(length)?;
    k.touch(&path, true);
    OK
}

pub fn chmod(k: &mut Kernel, tid: Tid, [path, mode, ..]: Args) -> SysResult {
    fchmodat(k, tid, [HERE, path, mode, 0, 0, 0, 0, 0])
}

pub fn fchmodat(k: &mut Kernel, tid: Tid, [fd, path, mode, ..]: Args) -> SysResult {
    let (path, _) = k.changeable(tid, fd, path, true)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(mode as u32 & 0o7777))?;
    k.touch(&path, false);
    OK
}

pub fn fchmod(k: &mut Kernel, tid: Tid, [fd, mode, ..]: Args) -> SysResult {
    let path = k.file(tid, fd)?.path.clone();
    // The program itself, opened as `/proc/self/exe`, has no path here.
    let writable = k.files.writable
        && !path.is_empty()
        && !matches!(
            k.place(tid, HERE, &path, true),
            Ok(Place::Host { fixed: true, .. })
        );
    match &k.file(tid, fd)?.object {
        Object::Host { .. } if !writable => Err(Errno::EROFS),
        Object::Host { file, .. } => {
            file.set_permissions(fs::Permissions::from_mode(mode as u32 & 0o7777))?;
            OK
        }
        Object::Path => Err(Errno::EBADF),
        _ => Err(Errno::EPERM),
    }
}

/// All files belong to the one user; giving them to that user again works.
fn may_own(owner: u64, group: u64) -> SysResult {
    let fits = |id: u64, own: u32| id as i32 == -1 || id as u32 == own;
    let mine = fits(owner, crate::process::UID) && fits(group, crate::process::GID);
    if mine { OK } else { Err(Errno::EPERM) }
}

pub fn chown(k: &mut Kernel, tid: Tid, [path, owner, group, ..]: Args) -> SysResult {
    let (path, _) = k.changeable(tid, HERE, path, true)?;
    fs::metadata(path)?;
    may_own(owner, group)
}

pub fn lchown(k: &mut Kernel, tid: Tid, [path, owner, group, ..]: Args) -> SysResult {
    fchownat(k, tid, [HERE, path, owner, group, 0, 0, 0, 0])
}

pub fn fchown(k: &mut Kernel, tid: Tid, [fd, owner, group, ..]: Args) -> SysResult {
    k.file(tid, fd)?;
    may_own(owner, group)
}

pub fn fchownat(k: &mut Kernel, tid: Tid, [fd, path, owner, group, ..]: Args) -> SysResult {
    let (path, _) = k.changeable(tid, fd, path, false)?;
    fs::symlink_metadata(path)?;
    may_own(owner, group)
}

pub fn utimes(k: &mut Kernel, tid: Tid, [path, times, ..]: Args) -> SysResult {
    futimesat(k, tid, [HERE, path, times, 0, 0, 0, 0, 0])
}

pub fn futimesat(k: &mut Kernel, tid: Tid, [fd, path, times, ..]: Args) -> SysResult {
    set_times(k, tid, fd, path, times, 1000, 0)
}

pub fn utimensat(k: &mut Kernel, tid: Tid, [fd, path, times, flags, ..]: Args) -> SysResult {
    set_times(k, tid, fd, path, times, 1, flags as u32)
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
    let now = k.clock.realtime();
    let mut new = [Some(now), Some(now), Some(now)];
    if times != 0 {
        for (i, slot) in new.iter_mut().take(2).enumerate() {
            let at = times + 16 * i as u64;
            let (seconds, fraction) = (k.read_u64(tid, at)?, k.read_u64(tid, at + 8)?);
            *slot = match fraction {
                NOW if unit == 1 => Some(now),
                OMIT if unit == 1 => None,
                f if f < 1_000_000_000 / unit => {
                    Some(seconds.wrapping_mul(1_000_000_000).wrapping_add(f * unit))
                }
                _ => return Err(Errno::EINVAL),
            };
        }
    }
    let inode = if path == 0 {
        match &k.file(tid, fd)?.object {
            Object::Host { file, .. } => {
                let metadata = file.metadata()?;
                k.files.inode(&metadata)
            }
            _ => return Err(Errno::EINVAL),
        }
    } else {
        let (host, _) = k.changeable(tid, fd, path, flags & at::SYMLINK_NOFOLLOW == 0)?;
        let metadata = if flags & at::SYMLINK_NOFOLLOW == 0 {
            fs::metadata(&host)?
        } else {
            fs::symlink_metadata(&host)?
        };
        k.files.inode(&metadata)
    };
    k.files.set_times(inode, new);
    OK
}
