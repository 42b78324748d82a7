//! Operations on whole stores: listing and verifying, removing the least recently used entries, merging.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use super::entry::{Defect, Entry, Unusable};
use super::{Store, StoreError, aged, entries_in, write};

/// Age from which on a partial file is taken to be left by a process that was killed.
const ABANDONED: Duration = Duration::from_secs(3600);

/// An entry of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its file.
    pub path: PathBuf,
    /// Bytes of the file.
    pub bytes: u64,
    /// Names of workload and config in the plan that it was run for, or why they are not known.
    pub run: Result<(String, String), Defect>,
    /// Instructions of the run.
    pub instructions: u64,
    /// Cycles of the run; `None`: a functional one.
    pub cycles: Option<u64>,
    /// How many names of the host's files the run looked for.
    pub files: usize,
}

/// The result of [`Store::collect`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Collected {
    /// Entries removed.
    pub removed: usize,
    /// Their bytes.
    pub freed: u64,
    /// Entries left.
    pub left: usize,
    /// Their bytes.
    pub bytes: u64,
}

/// The result of [`Store::merge`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Merged {
    /// Entries copied.
    pub copied: usize,
    /// Entries that were there already.
    pub there: usize,
    /// Entries of the other store that are damaged or unreadable, left out.
    pub defective: Vec<(PathBuf, Defect)>,
}

impl Store {
    fn unusable(&self, source: io::Error) -> StoreError {
        StoreError::Unusable {
            path: self.folder.clone(),
            source,
        }
    }

    /// The folders of all keys, in order.
    fn key_folders(&self) -> Result<Vec<PathBuf>, StoreError> {
        let below = |folder: PathBuf| -> io::Result<Vec<PathBuf>> {
            let mut paths = Vec::new();
            for entry in fs::read_dir(folder)? {
                let path = entry?.path();
                if path.is_dir() {
                    paths.push(path);
                }
            }
            paths.sort();
            Ok(paths)
        };
        let mut all = Vec::new();
        for folder in below(self.folder.join("runs")).map_err(|error| self.unusable(error))? {
            // Another process may have removed the folder meanwhile.
            all.extend(below(folder).unwrap_or_default());
        }
        Ok(all)
    }

    pub(super) fn entries(&self) -> Result<Vec<PathBuf>, StoreError> {
        let folders = self.key_folders()?;
        Ok(folders.iter().flat_map(|it| entries_in(it)).collect())
    }

    /// All entries. Each is read and checked; [`Listed::run`] says which are damaged or unreadable.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let mut all = Vec::new();
        for path in self.entries()? {
            let bytes = fs::metadata(&path).map_or(0, |it| it.len());
            let mut listed = Listed {
                path: path.clone(),
                bytes,
                run: Ok(Default::default()),
                instructions: 0,
                cycles: None,
                files: 0,
            };
            match checked(&path) {
                Err(Unusable::Gone) => continue,
                Err(Unusable::Defective(defect)) => listed.run = Err(defect),
                Ok((entry, _)) => {
                    listed.instructions = entry.report().instructions;
                    listed.cycles = entry.report().cycles;
                    listed.files = entry.dependencies.len();
                    listed.run = Ok((entry.workload, entry.config));
                }
            }
            all.push(listed);
        }
        Ok(all)
    }

    /// Removes the least recently used entries until the others have at most `most` bytes together, and partial files that killed
    /// processes have left.
    ///
    /// # Errors
    /// A file cannot be removed.
    pub fn collect(&self, most: u64) -> Result<Collected, StoreError> {
        let mut done = Collected::default();
        let all = aged(self.entries()?);
        let size = |path: &PathBuf| fs::metadata(path).map_or(0, |it| it.len());
        let mut total: u64 = all.iter().map(|(_, path)| size(path)).sum();
        done.left = all.len();
        for (_, path) in &all {
            if total <= most {
                break;
            }
            let bytes = size(path);
            match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(self.unusable(error));
                }
                _ => {}
            }
            total -= bytes.min(total);
            done.removed += 1;
            done.freed += bytes;
            done.left -= 1;
        }
        done.bytes = total;
        for folder in self.key_folders()? {
            remove_abandoned(&folder);
            // Fails, and the folder stays, if it is not empty.
            let _ = fs::remove_dir(&folder);
            let _ = folder.parent().map(fs::remove_dir);
        }
        Ok(done)
    }

    /// Copies the entries of another store that this one does not have.
    ///
    /// # Errors
    /// One of the stores cannot be read, or this one not be written.
    pub fn merge(&self, other: &Self) -> Result<Merged, StoreError> {
        let mut done = Merged::default();
        for path in other.entries()? {
            let (entry, bytes) = match checked(&path) {
                Ok(read) => read,
                Err(Unusable::Gone) => continue,
                Err(Unusable::Defective(defect)) => {
                    done.defective.push((path, defect));
                    continue;
                }
            };
            let folder = self.key_folder(&entry.key);
            let name = entry.file_name();
            let own = folder.join(&name);
            match checked(&own) {
                Ok(_) => {
                    done.there += 1;
                    continue;
                }
                Err(Unusable::Defective(defect @ Defect::Unreadable(_))) => {
                    done.defective.push((own, defect));
                    continue;
                }
                Err(_) => {}
            }
            write(&folder, &name, &bytes).map_err(|error| self.unusable(error))?;
            done.copied += 1;
        }
        Ok(done)
    }
}

/// Reads an entry and checks that its folder and its name are those of its key and its dependencies.
pub(super) fn checked(path: &std::path::Path) -> Result<(Entry, Vec<u8>), Unusable> {
    let read = Entry::read(path)?;
    let folder = path.parent().and_then(|folder| folder.file_name());
    let named = folder.is_some_and(|name| name == read.0.key.as_str())
        && read.0.key.is_ascii()
        && read.0.key.len() == 64
        && path
            .file_name()
            .is_some_and(|name| name == read.0.file_name().as_str());
    if named {
        Ok(read)
    } else {
        Err(Defect::Damaged("it is of another run".into()).into())
    }
}

/// Removes partial files that are older than [`ABANDONED`].
fn remove_abandoned(folder: &std::path::Path) {
    let now = SystemTime::now();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let old = entry
            .metadata()
            .and_then(|it| it.modified())
            .is_ok_and(|time| now.duration_since(time).is_ok_and(|age| age > ABANDONED));
        let partial = entry.path().extension().is_some_and(|end| end == "partial");
        if old && partial {
            let _ = fs::remove_file(entry.path());
        }
    }
}
