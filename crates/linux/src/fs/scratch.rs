//! Temporary folders of the host that belong to one run and are removed with it.

use files::OWN_PREFIX;
use rustix::fs::{FlockOperation, Mode, OFlags, flock, fstat};
use std::fs::{self, Permissions};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tempfile::TempDir;

/// A temporary folder, removed on drop with all that it holds. It is locked while its process lives, so that the
/// leftover of a killed process is recognised.
pub(crate) struct OwnFolder {
    folder: TempDir,
    _lock: OwnedFd,
}

impl OwnFolder {
    /// A new folder in the host's folder for temporary files.
    pub(crate) fn new() -> io::Result<OwnFolder> {
        Self::new_in(&std::env::temp_dir())
    }

    /// A new folder in `place`. Removes leftovers of killed processes in the same place.
    fn new_in(place: &Path) -> io::Result<OwnFolder> {
        loop {
            let folder = tempfile::Builder::new()
                .prefix(OWN_PREFIX)
                .tempdir_in(place)
                .map_err(without_its_name)?;
            // Until it is locked another process may remove it as a leftover.
            let lock = match open(folder.path()) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                lock => lock?,
            };
            // On a file system without locks leftovers are not removed.
            let _ = flock(&lock, FlockOperation::LockExclusive);
            if folder.path().exists() {
                remove_leftovers_in(place);
                return Ok(OwnFolder {
                    folder,
                    _lock: lock,
                });
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for OwnFolder {
    fn drop(&mut self) {
        if let Err(error) = clear(self.path()) {
            tracing::warn!("cannot empty {}: {error}", self.path().display());
        }
    }
}

fn open(folder: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(rustix::fs::open(folder, flags, Mode::empty())?)
}

/// The error without the name of the folder, which is another one each time.
fn without_its_name(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(number) => io::Error::from_raw_os_error(number),
        None => error.kind().into(),
    }
}

/// Whether the host lets a run have a temporary folder.
///
/// # Errors
/// Why it does not.
pub fn try_scratch_folder() -> io::Result<()> {
    OwnFolder::new().map(drop)
}

/// Removes the temporary folders of runs whose processes were killed.
pub fn remove_leftovers() {
    remove_leftovers_in(&std::env::temp_dir());
}

fn remove_leftovers_in(place: &Path) {
    let Ok(entries) = fs::read_dir(place) else {
        return;
    };
    for entry in entries.flatten() {
        if !entry
            .file_name()
            .as_bytes()
            .starts_with(OWN_PREFIX.as_bytes())
        {
            continue;
        }
        // A folder of another user could be changed while it is being removed.
        let own = |folder: &OwnedFd| {
            fstat(folder).is_ok_and(|status| status.st_uid == rustix::process::geteuid().as_raw())
        };
        if let Ok(folder) = open(&entry.path())
            && own(&folder)
            && flock(&folder, FlockOperation::NonBlockingLockExclusive).is_ok()
            && let Err(error) = clear(&entry.path()).and_then(|()| fs::remove_dir(entry.path()))
        {
            tracing::warn!("cannot remove {}: {error}", entry.path().display());
        }
    }
}

/// Empties a folder whatever a guest has made in it: directories without permissions, and chains of directories that
/// are longer than a path may be, for which each directory is moved to the top before it is read.
fn clear(top: &Path) -> io::Result<()> {
    let mut next: u64 = 0;
    let mut waiting = vec![top.to_path_buf()];
    while let Some(directory) = waiting.pop() {
        fs::set_permissions(&directory, Permissions::from_mode(0o700))?;
        // Read completely first: directories that are moved up must not appear in the list.
        let entries: Vec<fs::DirEntry> = fs::read_dir(&directory)?.collect::<io::Result<_>>()?;
        for entry in entries {
            if !entry.file_type()?.is_dir() {
                fs::remove_file(entry.path())?;
                continue;
            }
            // A directory can be moved only with the right to write to it.
            fs::set_permissions(entry.path(), Permissions::from_mode(0o700))?;
            let free = loop {
                next += 1;
                let name = top.join(format!("{OWN_PREFIX}{next}"));
                if name.symlink_metadata().is_err() {
                    break name;
                }
            };
            fs::rename(entry.path(), &free)?;
            waiting.push(free);
        }
        if directory != top {
            fs::remove_dir(&directory)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_has_left_goes_and_what_a_living_one_has_stays() {
        // Other tests that make folders meanwhile would take this leftover for themselves.
        let place = tempfile::tempdir().unwrap();
        let living = OwnFolder::new_in(place.path()).unwrap();
        let left = tempfile::Builder::new()
            .prefix(OWN_PREFIX)
            .tempdir_in(place.path())
            .unwrap();
        fs::write(left.path().join("file"), "").unwrap();
        let next = OwnFolder::new_in(place.path()).unwrap();
        assert!(!left.path().exists());
        assert!(living.path().exists() && next.path().exists());
    }

    #[test]
    fn folders_that_many_runs_make_at_once_are_not_taken_for_leftovers() {
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let folder = OwnFolder::new().unwrap();
                        fs::write(folder.path().join("file"), "").unwrap();
                        assert!(folder.path().join("file").exists());
                    }
                });
            }
        });
    }

    #[test]
    fn a_folder_goes_with_what_is_deeper_than_paths_and_what_may_not_be_looked_into() {
        let folder = OwnFolder::new().unwrap();
        let path = folder.path().to_path_buf();
        // Chains laid into each other are longer than a path may be.
        let chain = "directory-with-a-long-name/".repeat(100);
        for round in 0..4 {
            fs::create_dir_all(path.join("next").join(&chain)).unwrap();
            if round > 0 {
                let end = path.join("next").join(&chain).join("held");
                fs::rename(path.join("whole"), end).unwrap();
            }
            fs::rename(path.join("next"), path.join("whole")).unwrap();
        }
        fs::create_dir_all(path.join("closed/inner")).unwrap();
        fs::write(path.join("closed/inner/file"), "").unwrap();
        std::os::unix::fs::symlink("/", path.join("link")).unwrap();
        for closed in ["closed/inner", "closed"] {
            fs::set_permissions(path.join(closed), Permissions::from_mode(0o000)).unwrap();
        }
        drop(folder);
        assert!(!path.exists());
        assert!(Path::new("/etc").exists());
    }
}
