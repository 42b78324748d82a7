//! Folders of the host that belong to one run and go with it.

use super::host::OWN_PREFIX;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tempfile::TempDir;

/// A temporary folder, removed with all that it holds when it is dropped.
pub(crate) struct OwnFolder(TempDir);

impl OwnFolder {
    pub(crate) fn new() -> io::Result<OwnFolder> {
        Ok(OwnFolder(
            tempfile::Builder::new().prefix(OWN_PREFIX).tempdir()?,
        ))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for OwnFolder {
    fn drop(&mut self) {
        if let Err(error) = clear(self.path()) {
            tracing::warn!("cannot empty {}: {error}", self.path().display());
        }
    }
}

/// Empties a folder whatever a guest has made in it: directories that nothing may look into, and ones that lie deeper in each
/// other than paths reach, for which each directory is moved up before it is looked into.
fn clear(top: &Path) -> io::Result<()> {
    let mut next: u64 = 0;
    let mut waiting = vec![top.to_path_buf()];
    while let Some(directory) = waiting.pop() {
        fs::set_permissions(&directory, Permissions::from_mode(0o700))?;
        // What is moved up must not be met again.
        let entries: Vec<fs::DirEntry> = fs::read_dir(&directory)?.collect::<io::Result<_>>()?;
        for entry in entries {
            if !entry.file_type()?.is_dir() {
                fs::remove_file(entry.path())?;
                continue;
            }
            // Directories can be moved only by who may write to them.
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
