//! The guest's view of files: paths, open files, pipes and the few synthetic files of `/dev` and `/proc`.
//!
//! Nothing that varies between hosts or checkouts is shown: inode numbers are dense and in order of first sight,
//! owners are fixed, times are the run's own, directories list in byte order.

pub mod file;
pub mod path;
pub mod pipe;
pub mod special;
pub mod table;

use crate::abi::consts::mode;
use crate::abi::layout::Status;
use crate::error::LoadError;
use std::collections::HashMap;
use std::fs::Metadata;
use std::io;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

/// `st_dev` of every file.
pub const DEVICE: u64 = 0x803;

/// Which of the host's files the guest reaches, and how.
#[derive(Clone, Debug, Default)]
pub struct FileOptions {
    /// Directory that is the guest's `/`. Without it the guest sees the host's real paths, as with qemu-user and Ski.
    pub root: Option<PathBuf>,
    /// The guest's working directory at start: a path inside `root`, else a path of the host. Without it: `/` of `root`, else the host's.
    pub cwd: Option<PathBuf>,
    /// What the guest is told its first working directory is called, for runs whose result must not depend on where they are. Only without `root`.
    pub cwd_name: Option<PathBuf>,
    /// Lets the guest change files below `root`. Without `root` the host's permissions decide.
    pub writable: bool,
    /// Directory in which absolute paths are looked up first, for the dynamic linker and its libraries; read-only.
    pub sysroot: Option<PathBuf>,
    /// The guest has a view of its own, and its changes are its own too; `writable` and `cwd_name` mean nothing then.
    pub private: Option<Private>,
}

/// A view of files that one run has for itself, as each run of a batch gets one. The guest finds the folder [`FileOptions::cwd`]
/// as `/guest`, its first working directory, and beside it only what is named here, `root` and `sysroot`; all of that stays as
/// it is on the host. What the guest writes, wherever that is, goes to a scratch folder that is laid over it; `/tmp` is there too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Private {
    /// Further files and folders of the host, as named from the folder: the guest finds each under the name that stands here, a
    /// relative one counted from `/guest` (`../data/x` is `/data/x`).
    pub files: Vec<PathBuf>,
    /// Folder of the host that keeps what the guest writes, made where it is missing, empty at the start. `None`: a temporary
    /// one, removed at the end of the run.
    pub scratch: Option<PathBuf>,
}

/// State of the file view that all processes share.
pub struct Files {
    pub(crate) root: Option<PathBuf>,
    pub(crate) sysroot: Option<PathBuf>,
    /// Guest name and host directory of the first working directory, when the name is not the host's.
    pub(crate) home: Option<(Vec<u8>, PathBuf)>,
    /// Guest path under which the program itself can be opened, and its host path.
    pub(crate) program: Option<(Vec<u8>, PathBuf)>,
    pub(crate) writable: bool,
    inodes: HashMap<(u64, u64), u64>,
    next_inode: u64,
    /// Times set during the run, by inode number.
    times: HashMap<u64, [u64; 3]>,
    /// Times of files that the run has not touched.
    epoch: u64,
}

const WORKING: &str = "the working directory";

fn unusable(what: &'static str, path: &Path, source: io::Error) -> LoadError {
    LoadError::Directory {
        what,
        path: path.to_path_buf(),
        source,
    }
}

/// Refuses `path`, which is `host` on the host, unless that is a directory.
fn check_directory(what: &'static str, path: &Path, host: &Path) -> Result<(), LoadError> {
    match host.metadata() {
        Ok(metadata) if metadata.is_dir() => Ok(()),
        Ok(_) => Err(unusable(what, path, io::ErrorKind::NotADirectory.into())),
        Err(source) => Err(unusable(what, path, source)),
    }
}

impl Files {
    /// `epoch`: nanoseconds that every untouched file shows as its times. Gives the view and the guest's first working directory.
    ///
    /// # Errors
    /// [`LoadError::Directory`]: one of the directories is not there, or is none.
    pub fn new(options: &FileOptions, epoch: u64) -> Result<(Files, Vec<u8>), LoadError> {
        use std::os::unix::ffi::OsStrExt;
        if options.private.is_some() {
            let folder = options.cwd.clone().unwrap_or_default();
            let reason = "views for one run are not supported";
            let source = io::Error::new(io::ErrorKind::Unsupported, reason);
            return Err(unusable("the private view of", &folder, source));
        }
        for (what, path) in [
            ("the root", &options.root),
            ("the sysroot", &options.sysroot),
        ] {
            if let Some(path) = path {
                check_directory(what, path, path)?;
            }
        }
        let mut home = None;
        let cwd = match (&options.root, &options.cwd) {
            (Some(_), cwd) => {
                let path = cwd.as_ref().map_or(&b"/"[..], |c| c.as_os_str().as_bytes());
                path::normalise(b"/", path)
            }
            (None, cwd) => {
                let here = std::env::current_dir()
                    .map_err(|source| unusable(WORKING, Path::new("."), source))?;
                let host = cwd.as_ref().map_or(here.clone(), |c| here.join(c));
                match &options.cwd_name {
                    Some(name) => {
                        let name = path::normalise(b"/", name.as_os_str().as_bytes());
                        home = Some((name.clone(), host));
                        name
                    }
                    None => path::normalise(b"/", host.as_os_str().as_bytes()),
                }
            }
        };
        let files = Files {
            root: options.root.clone(),
            sysroot: options.sysroot.clone(),
            home,
            program: None,
            writable: options.writable || options.root.is_none(),
            inodes: HashMap::new(),
            next_inode: 1000,
            times: HashMap::new(),
            epoch,
        };
        if let Some(given) = &options.cwd {
            let host = files
                .host_path(&cwd, true)
                .map_err(|_| unusable(WORKING, given, io::ErrorKind::NotFound.into()))?;
            check_directory(WORKING, given, &host)?;
        }
        Ok((files, cwd))
    }

    /// The guest's number for a host file.
    pub fn inode(&mut self, metadata: &Metadata) -> u64 {
        let key = (metadata.dev(), metadata.ino());
        if let Some(&inode) = self.inodes.get(&key) {
            return inode;
        }
        let inode = self.fresh_inode();
        self.inodes.insert(key, inode);
        inode
    }

    /// A number that no host file has.
    pub fn fresh_inode(&mut self) -> u64 {
        self.next_inode += 1;
        self.next_inode
    }

    /// The host reuses inode numbers, so a number must not outlive its file.
    pub fn forget(&mut self, metadata: &Metadata) {
        if (metadata.nlink() <= 1 || metadata.is_dir())
            && let Some(inode) = self.inodes.remove(&(metadata.dev(), metadata.ino()))
        {
            self.times.remove(&inode);
        }
    }

    /// Records the times of a file; `None` leaves one as it is.
    pub fn set_times(&mut self, inode: u64, times: [Option<u64>; 3]) {
        let entry = self.times.entry(inode).or_insert([self.epoch; 3]);
        for (old, new) in entry.iter_mut().zip(times) {
            *old = new.unwrap_or(*old);
        }
    }

    /// What `stat` shows of a host file.
    pub fn status(&mut self, metadata: &Metadata) -> Status {
        let inode = self.inode(metadata);
        let kind = metadata.file_type();
        let format = if kind.is_dir() {
            mode::DIRECTORY
        } else if kind.is_symlink() {
            mode::LINK
        } else if kind.is_fifo() {
            mode::FIFO
        } else if kind.is_socket() {
            mode::SOCKET
        } else if kind.is_char_device() || kind.is_block_device() {
            mode::CHARACTER
        } else {
            mode::REGULAR
        };
        Status {
            inode,
            mode: format | (metadata.mode() & 0o7777),
            // File systems disagree on what a directory's count is; 1 means unknown to those who care.
            links: if kind.is_dir() {
                1
            } else {
                metadata.nlink() as u32
            },
            device: 0,
            size: if kind.is_dir() { 4096 } else { metadata.len() },
            times: self.times.get(&inode).copied().unwrap_or([self.epoch; 3]),
        }
    }

    /// Status of a file that exists only here.
    pub fn synthetic(&self, inode: u64, mode: u32, device: u64, size: u64) -> Status {
        Status {
            inode,
            mode,
            links: 1,
            device,
            size,
            times: [self.epoch; 3],
        }
    }
}
