//! Access to the host's files by descriptors and single names only, so that a change to a path between two steps cannot
//! lead the guest anywhere else.
//!
//! A descriptor here names a place (`O_PATH`): it opens nothing, so that a device or a named pipe of the host is not
//! affected. A regular file is opened for use from such a descriptor by [`Host::reopen`].

use super::dependencies::{Origin, Recording};
use super::handle::{Handles, HostFile, HostPlace};
use crate::abi::errno::Errno;
use files::OWN_PREFIX;
use rustix::fd::{AsFd, AsRawFd, OwnedFd};
use rustix::fs::{self, AtFlags, Mode, OFlags, ResolveFlags};
use std::cell::{Cell, RefCell};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::rc::Rc;

/// Identity of a file of the host.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct FileId {
    /// `st_dev`.
    pub device: u64,
    /// `st_ino`.
    pub inode: u64,
}

/// Attributes that the host reports of a file.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Attributes {
    pub id: FileId,
    /// `st_mode`, with the kind.
    pub mode: u32,
    pub links: u64,
    pub size: u64,
}

impl Attributes {
    /// The attributes of an open file or of a place.
    pub(crate) fn of(file: impl AsFd) -> Result<Attributes, Errno> {
        Ok(fs::fstat(file)?.into())
    }

    pub(crate) fn is_directory(&self) -> bool {
        fs::FileType::from_raw_mode(self.mode).is_dir()
    }

    pub(crate) fn is_link(&self) -> bool {
        fs::FileType::from_raw_mode(self.mode).is_symlink()
    }

    pub(crate) fn is_regular(&self) -> bool {
        fs::FileType::from_raw_mode(self.mode).is_file()
    }
}

impl From<fs::Stat> for Attributes {
    #[allow(clippy::useless_conversion, reason = "hosts differ in the width")]
    fn from(status: fs::Stat) -> Attributes {
        Attributes {
            id: FileId {
                device: status.st_dev,
                inode: status.st_ino,
            },
            mode: status.st_mode,
            links: u64::from(status.st_nlink),
            size: u64::try_from(status.st_size).unwrap_or(0),
        }
    }
}

impl From<rustix::io::Errno> for Errno {
    fn from(error: rustix::io::Errno) -> Errno {
        u16::try_from(error.raw_os_error()).map_or(Errno::EIO, Errno::of_host)
    }
}

/// Whether the guest may change what it finds somewhere, and how.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Belongs to the run: its writes go here.
    Scratch,
    /// Is changed in place.
    Shared,
    /// Is never changed.
    Frozen,
}

/// A file that is no directory: a place of the host, and the name that leads there from its directory.
#[derive(Debug)]
pub(crate) struct FileRef {
    pub place: HostPlace,
    /// The attributes when the place was found.
    pub attributes: Attributes,
    pub role: Role,
    pub directory: Rc<HostPlace>,
    pub name: Vec<u8>,
    /// Where it is recorded in the dependencies of the run, if it is.
    pub origin: Option<Origin>,
}

impl FileRef {
    /// The present attributes on the host.
    pub(crate) fn now(&self) -> Result<Attributes, Errno> {
        Attributes::of(&self.place)
    }

    /// Where a symbolic link leads.
    pub(crate) fn target(&self) -> Result<Vec<u8>, Errno> {
        Ok(fs::readlinkat(&self.place, "", Vec::new())?.into_bytes())
    }
}

/// File systems that show the host's kernel and its devices, by `f_type` of `statfs`: proc, sysfs, devpts, the control groups,
/// debugfs, tracefs, securityfs, configfs, bpf, selinuxfs, smackfs, pstore, efivarfs, binfmt_misc, mqueue, nsfs, fusectl,
/// pipefs, sockfs, anonymous inodes, resctrl, openprom, rpc_pipefs, usbfs, hugetlbfs.
const KERNEL_OWN: [u32; 25] = [
    0x9fa0,
    0x6265_6572,
    0x1cd1,
    0x0027_e0eb,
    0x6367_7270,
    0x6462_6720,
    0x7472_6163,
    0x7363_6673,
    0x6265_6570,
    0xcafe_4a11,
    0xf97c_ff8c,
    0x4341_5d53,
    0x6165_676c,
    0xde5e_81e4,
    0x4249_4e4d,
    0x1980_0202,
    0x6e73_6673,
    0x6573_5543,
    0x5049_5045,
    0x534f_434b,
    0x0904_1934,
    0x0765_5821,
    0x9fa1,
    0x6759_6969,
    0x9584_58f6,
];

/// Which system interfaces of the host are used: all that exist, unless a test switches some off.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Means {
    /// `openat2`, which walks several names in one call; without it each name is a call.
    pub openat2: bool,
    /// `/proc/self/fd`, which opens exactly the file that a descriptor names; without it the name is opened again.
    pub proc: bool,
}

impl Default for Means {
    fn default() -> Means {
        Means {
            openat2: true,
            proc: true,
        }
    }
}

/// Flags with which every file of the host is opened.
const OPENED: OFlags = OFlags::CLOEXEC
    .union(OFlags::NOCTTY)
    .union(OFlags::NONBLOCK);

/// Access to the host's files.
pub(crate) struct Host {
    openat2: Cell<bool>,
    /// `/proc/self/fd` of this process.
    own: Option<OwnedFd>,
    /// The host's `/dev`, `/proc` and `/sys`, and the file systems mounted on or in `/dev`.
    apart: Vec<FileId>,
    apart_devices: Vec<u64>,
    /// What [`Host::hide`] hides from lookups. What the options name is found all the same.
    hidden: Vec<FileId>,
    /// The real names of what [`Host::hide`] hides, each in its directory.
    hidden_names: Vec<OsString>,
    handles: Rc<Handles>,
    /// The record of what the run finds, if there is one.
    pub(super) recording: Option<RefCell<Recording>>,
}

/// Whether a file with this name belongs to the simulator.
fn is_own(name: &[u8]) -> bool {
    name.starts_with(OWN_PREFIX.as_bytes())
}

const PLACE: OFlags = OFlags::PATH.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

impl Host {
    pub(crate) fn new(means: Means) -> Host {
        let look = |path: &str| fs::stat(path).ok().map(Attributes::from);
        let top = look("/").map(|a| a.id.device);
        let devices = ["/dev", "/dev/shm", "/dev/pts", "/dev/mqueue"];
        let devices = devices.iter().filter_map(|path| look(path));
        let apart = ["/dev", "/proc", "/sys"];
        Host {
            openat2: Cell::new(means.openat2),
            own: means.proc.then(own_descriptors).flatten(),
            apart: apart
                .iter()
                .filter_map(|path| look(path))
                .map(|a| a.id)
                .collect(),
            apart_devices: devices
                .map(|a| a.id.device)
                .filter(|&d| Some(d) != top)
                .collect(),
            hidden: Vec::new(),
            hidden_names: Vec::new(),
            handles: Handles::new(),
            recording: None,
        }
    }

    fn hold(&self, place: OwnedFd) -> io::Result<HostPlace> {
        let held = self.handles.hold(place);
        held.map_err(io::Error::from)
    }

    /// Notes an error that shows that the host has no room left.
    pub(crate) fn note(&self, errno: Errno) {
        self.handles.note(errno);
    }

    /// Whether the host had no room for what the run wrote.
    pub(crate) fn is_full(&self) -> bool {
        self.handles.is_full()
    }

    /// Counts a file that has been opened for the run.
    ///
    /// # Errors
    /// `ENFILE`: there are too many.
    pub(crate) fn hold_file(&self, file: File) -> Result<Rc<HostFile>, Errno> {
        self.handles.hold(file).map(Rc::new)
    }

    /// Hides a directory or file of the host from the guest, and a link that leads there.
    pub(crate) fn hide(&mut self, path: &Path) {
        let found = [fs::stat(path), fs::lstat(path)].into_iter().flatten();
        self.hidden
            .extend(found.map(|status| Attributes::from(status).id));
        let real = path.canonicalize().ok();
        let name = real.as_deref().and_then(Path::file_name);
        self.hidden_names.extend(name.map(OsStr::to_owned));
    }

    /// Whether lookups do not find a file: it is one of the kernel's folders, or hidden.
    fn is_unseen(&self, id: FileId) -> bool {
        self.apart.contains(&id) || self.hidden.contains(&id)
    }

    /// Whether a directory that has this name may be hidden.
    fn may_hide(&self, name: &[u8]) -> bool {
        let mut hidden = self.hidden_names.iter();
        is_own(name) || hidden.any(|hidden| hidden.as_bytes() == name)
    }

    /// Opens a directory or file that the user named, by whatever path. A folder may be one into which a batch writes, and so hidden.
    pub(crate) fn named(&self, path: &Path) -> io::Result<(HostPlace, Attributes)> {
        let place = fs::open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
        let attributes: Attributes = fs::fstat(&place)?.into();
        if self.apart.contains(&attributes.id) || kernel_own(&place) {
            let reason = "the kernel's and the devices of the host are not shown to programs";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, reason));
        }
        Ok((self.hold(place)?, attributes))
    }

    /// A file, not a directory, that the user named.
    pub(crate) fn named_file(&self, path: &Path) -> io::Result<FileRef> {
        let (place, attributes) = self.named(path)?;
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let parent = real
            .parent()
            .filter(|p| !p.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let directory = fs::open(parent, flags, Mode::empty())?;
        Ok(FileRef {
            place,
            attributes,
            role: Role::Frozen,
            directory: Rc::new(self.hold(directory)?),
            name: real.file_name().unwrap_or_default().as_bytes().to_vec(),
            origin: None,
        })
    }

    /// Looks `name` up in a directory that lies on `device`. A link is not followed, and what belongs to the host's
    /// kernel does not exist.
    pub(crate) fn step(
        &self,
        directory: impl AsFd,
        device: u64,
        name: &[u8],
    ) -> Result<Option<(HostPlace, Attributes)>, Errno> {
        if is_own(name) {
            return Ok(None);
        }
        let place = match fs::openat(directory, name, PLACE, Mode::empty()) {
            Ok(place) => place,
            Err(rustix::io::Errno::NOENT) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let attributes = Attributes::of(&place)?;
        if self.is_apart(&place, &attributes, device) {
            return Ok(None);
        }
        Ok(Some((self.handles.hold(place)?, attributes)))
    }

    /// Whether a file below a directory on `device` belongs to the host's kernel or its devices.
    fn is_apart(&self, place: &OwnedFd, attributes: &Attributes, device: u64) -> bool {
        let id = attributes.id;
        self.is_unseen(id)
            || id.device != device && (self.apart_devices.contains(&id.device) || kernel_own(place))
    }

    /// [`Host::step`] without opening a descriptor, for listings.
    pub(crate) fn look(
        &self,
        directory: &HostPlace,
        device: u64,
        name: &[u8],
    ) -> Result<Option<Attributes>, Errno> {
        if is_own(name) {
            return Ok(None);
        }
        let status = match fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(status) => Attributes::from(status),
            Err(rustix::io::Errno::NOENT) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        if status.id.device == device && !self.is_unseen(status.id) {
            return Ok(Some(status));
        }
        Ok(self.step(directory, device, name)?.map(|found| found.1))
    }

    /// Walks down several names in one call, within one file system and through no link. `None` if that is not
    /// possible, for whatever reason.
    pub(crate) fn descend(
        &self,
        directory: &HostPlace,
        names: &[&[u8]],
    ) -> Option<(HostPlace, Attributes)> {
        // What is hidden on the way would be passed unseen.
        if !self.openat2.get() || names.iter().any(|name| self.may_hide(name)) {
            return None;
        }
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let within = ResolveFlags::IN_ROOT
            | ResolveFlags::NO_SYMLINKS
            | ResolveFlags::NO_MAGICLINKS
            | ResolveFlags::NO_XDEV;
        let path = names.join(&b'/');
        match fs::openat2(directory, path.as_slice(), flags, Mode::empty(), within) {
            Ok(place) => {
                let attributes = Attributes::of(&place).ok()?;
                let seen = !self.is_unseen(attributes.id);
                seen.then(|| self.handles.hold(place).ok())?
                    .map(|place| (place, attributes))
            }
            Err(rustix::io::Errno::NOSYS | rustix::io::Errno::PERM) => {
                self.openat2.set(false);
                None
            }
            Err(_) => None,
        }
    }

    /// Opens a regular file for use. Anything else fails with `ENXIO` without being opened.
    pub(crate) fn reopen(&self, file: &FileRef, access: OFlags) -> Result<Rc<HostFile>, Errno> {
        if !file.now()?.is_regular() {
            return Err(Errno::ENXIO);
        }
        let opened = self.reopen_regular(file, access);
        self.record_opened(file, opened.as_ref().ok());
        self.hold_file(opened?)
    }

    fn reopen_regular(&self, file: &FileRef, access: OFlags) -> Result<File, Errno> {
        if let Some(open) = self.open_place(&file.place, access) {
            return open;
        }
        // The name may meanwhile stand for another file, but only for one in the same directory.
        let flags = (access | OPENED).difference(OFlags::TRUNC) | OFlags::NOFOLLOW;
        let found = fs::openat(&*file.directory, file.name.as_slice(), flags, Mode::empty())?;
        let attributes = Attributes::of(&found)?;
        let device = file.attributes.id.device;
        if !attributes.is_regular() || self.is_apart(&found, &attributes, device) {
            return Err(Errno::ENXIO);
        }
        if access.contains(OFlags::TRUNC) {
            fs::ftruncate(&found, 0)?;
        }
        Ok(found.into())
    }

    /// Opens what a place names; `None` without `/proc/self/fd`.
    pub(super) fn open_place(
        &self,
        place: &impl AsFd,
        access: OFlags,
    ) -> Option<Result<File, Errno>> {
        let own = self.own.as_ref()?;
        let number = place.as_fd().as_raw_fd().to_string();
        let open = fs::openat(own, number, access | OPENED, Mode::empty());
        Some(open.map(File::from).map_err(Errno::from))
    }

    /// Opens a file again that is open, whatever has become of its name.
    pub(crate) fn open_once_more(
        &self,
        file: &HostFile,
        access: OFlags,
    ) -> Result<Rc<HostFile>, Errno> {
        let access = access.difference(OFlags::TRUNC);
        let opened = self.open_place(file, access).ok_or(Errno::ENOENT)?;
        self.hold_file(opened?)
    }

    /// Sets the permissions of a file that is no directory.
    pub(crate) fn set_mode(&self, file: &FileRef, mode: u32) -> Result<(), Errno> {
        let mode = permissions(mode);
        if let Some(own) = &self.own {
            let number = file.place.as_raw_fd().to_string();
            return Ok(fs::chmodat(own, number, mode, AtFlags::empty())?);
        }
        let open = self.reopen(file, OFlags::RDONLY);
        Ok(fs::fchmod(
            open.or_else(|_| self.reopen(file, OFlags::WRONLY))?,
            mode,
        )?)
    }
}

/// `/proc/self/fd`, if it lies on a real proc file system.
fn own_descriptors() -> Option<OwnedFd> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let own = fs::open("/proc/self/fd", flags, Mode::empty()).ok()?;
    let kind = fs::fstatfs(&own).ok()?.f_type;
    (kind == fs::PROC_SUPER_MAGIC).then_some(own)
}

fn kernel_own(place: &OwnedFd) -> bool {
    // A file whose file system cannot be determined is not shown.
    fs::fstatfs(place).map_or(true, |status| KERNEL_OWN.contains(&(status.f_type as u32)))
}

/// Permissions for a file of the host, without the set-user and set-group bits: a guest cannot make a program of the
/// host that runs with the rights of its owner.
pub(crate) fn permissions(mode: u32) -> Mode {
    Mode::from_raw_mode(mode & 0o1777)
}

/// Opens a directory for reading, which listing it and changing its permissions need.
pub(crate) fn open_directory(place: impl AsFd) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok(fs::openat(place, ".", flags, Mode::empty())?)
}

/// Bytes of the host's memory that a name of a listing takes while the listing is made.
pub(crate) fn listed_bytes(name: &[u8]) -> u64 {
    256 + 2 * name.len() as u64
}

/// The names in a directory, without `.` and `..`, in no order. Their memory is taken from `room`.
///
/// # Errors
/// `ENOMEM`: there is no room for so many.
pub(crate) fn names(place: impl AsFd, room: &mut u64) -> Result<Vec<Vec<u8>>, Errno> {
    let mut names = Vec::new();
    for entry in fs::Dir::new(open_directory(place)?)? {
        let name = entry?.file_name().to_bytes().to_vec();
        if name != b"." && name != b".." {
            let rest = room.checked_sub(listed_bytes(&name));
            *room = rest.ok_or(Errno::ENOMEM)?;
            names.push(name);
        }
    }
    Ok(names)
}
