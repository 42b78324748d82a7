//! A folder that one process writes at a time.

use std::fs::File;
use std::io;
use std::path::Path;

use rustix::fs::{FlockOperation, Mode, OFlags};
use rustix::io::Errno;

/// Name of the file that is locked, in the folder.
const NAME: &str = ".lock";

/// A folder locked by this process: until the value is dropped or the process ends, however it ends. The file of the lock
/// stays, because another process may be about to lock it.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Locks a folder; `None` when another process has it.
    ///
    /// # Errors
    /// The folder does not take files, or its file system knows no locks.
    pub fn take(folder: &Path) -> io::Result<Option<Self>> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::CLOEXEC | OFlags::NOFOLLOW;
        let file = File::from(rustix::fs::open(
            folder.join(NAME),
            flags,
            Mode::from_raw_mode(0o666),
        )?);
        match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Some(Self { _file: file })),
            Err(Errno::WOULDBLOCK) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}
