//! A folder that one process writes at a time.

use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, Mode, OFlags};
use rustix::io::Errno;

/// Name of the file that is locked, in the folder.
const NAME: &str = ".lock";

/// A folder locked by this process: until the value is dropped or the process ends, however it ends. A file that a process
/// left behind that was killed locks nothing.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// The file that is locked for a folder.
    #[must_use]
    pub fn file_in(folder: &Path) -> PathBuf {
        folder.join(NAME)
    }

    /// Locks a folder; `None` when another process has it.
    ///
    /// # Errors
    /// The folder does not take files, or its file system knows no locks.
    pub fn take(folder: &Path) -> io::Result<Option<Self>> {
        let path = Self::file_in(folder);
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::CLOEXEC | OFlags::NOFOLLOW;
        loop {
            let file = File::from(rustix::fs::open(&path, flags, Mode::from_raw_mode(0o666))?);
            match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {}
                Err(Errno::WOULDBLOCK) => return Ok(None),
                Err(error) => return Err(error.into()),
            }
            // The last owner may have removed the file after it was opened here and before it was locked: then the lock is worthless.
            let locked = file.metadata()?;
            match std::fs::symlink_metadata(&path) {
                Ok(named) if (named.dev(), named.ino()) == (locked.dev(), locked.ino()) => {
                    return Ok(Some(Self { path, _file: file }));
                }
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while it is still locked. If that fails, the file that stays locks nothing.
        let _ = std::fs::remove_file(&self.path);
    }
}
