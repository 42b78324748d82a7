//! A store of results: a run that was simulated once is not simulated again.
//!
//! A store is a folder of plain files. Everything of this version is in its folder `format-1`: `runs/KK/KEY/NAME.entry` holds a
//! result, where KEY is a hash of the inputs of the run (KK its first two digits) and NAME a hash of what the run found of the host's
//! files; `times.json` says how long runs took. Entries are written under other names first and then renamed, so that an entry is complete
//! or not there; a checksum shows later damage. Nothing is locked: two batches that write the same entry write the same bytes.

mod entry;
mod manage;
mod results;
mod times;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use config::Loaded;
use report::Inputs;
use serde_json::json;
use sim::{Contents, Dependencies, Files};

pub use self::entry::Defect;
use self::entry::{Entry, Unusable, hex};
pub use self::manage::{Collected, Listed, Merged};
pub(crate) use self::times::{Times, name};
use crate::job::Finished;

/// The folder of this version in a store.
const FORMAT: &str = "format-1";
/// Most results that are kept of one key, for different contents of the host's files.
const VARIANTS: usize = 16;

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The host does not let it.
    #[error("cannot use the store {}: {source}; give another folder", path.display())]
    Unusable {
        /// The folder or file.
        path: PathBuf,
        /// The reason of the operating system.
        source: io::Error,
    },
    /// The folder is no store of this version.
    #[error("{} is no store of this version: it has no folder {FORMAT}; batch --store makes one", path.display())]
    Missing {
        /// The folder.
        path: PathBuf,
    },
}

/// A store of results.
#[derive(Debug)]
pub struct Store {
    /// The folder of this version.
    folder: PathBuf,
    /// SHA-256 of the program of this process: another version of the simulator has other keys.
    simulator: String,
    /// Hashes of the host's files that were looked at, shared by all runs.
    contents: Contents,
}

impl Store {
    /// Opens a store, and makes it if there is none.
    ///
    /// # Errors
    /// [`StoreError::Unusable`]: the folder does not take files, or this process does not know its own program.
    pub fn create(directory: &Path) -> Result<Self, StoreError> {
        let folder = directory.join(FORMAT);
        fs::create_dir_all(folder.join("runs"))
            .and_then(|()| files::Output::create(&folder.join("probe")).map(drop))
            .map_err(|source| StoreError::Unusable {
                path: folder,
                source,
            })?;
        Self::open(directory)
    }

    /// Opens an existing store.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn open(directory: &Path) -> Result<Self, StoreError> {
        let folder = directory.join(FORMAT);
        if !folder.is_dir() {
            return Err(StoreError::Missing {
                path: directory.into(),
            });
        }
        let own = std::env::current_exe().and_then(|own| {
            let running = Path::new("/proc/self/exe");
            sim::checksum(if running.exists() { running } else { &own })
        });
        let simulator = own.map_err(|source| StoreError::Unusable {
            path: directory.into(),
            source: io::Error::new(source.kind(), format!("own program: {source}")),
        })?;
        Ok(Self {
            folder,
            simulator,
            contents: Contents::default(),
        })
    }

    /// The folder of the store.
    #[must_use]
    pub fn directory(&self) -> &Path {
        self.folder.parent().unwrap_or(&self.folder)
    }

    /// Folders of other versions in the store, which this one leaves as they are.
    #[must_use]
    pub fn other_versions(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.directory())
            .into_iter()
            .flatten()
            .flatten();
        let mut others: Vec<PathBuf> = entries
            .map(|entry| entry.path())
            .filter(|path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                name.starts_with("format-") && name != FORMAT && path.is_dir()
            })
            .collect();
        others.sort();
        others
    }

    /// The key of a run: a hash of the simulator, the machine and the inputs of the plan. The host's files that it opens are not part of it.
    pub(crate) fn key(&self, config: &Loaded, inputs: &Inputs) -> String {
        let inputs = Inputs {
            // A run that ends at this limit is not kept, and the results of others do not depend on it.
            timeout_milliseconds: None,
            ..inputs.clone()
        };
        let given = json!([
            self.simulator,
            config.name,
            config.hash,
            config.effective,
            inputs,
        ]);
        hex(given.to_string().as_bytes())
    }

    fn key_folder(&self, key: &str) -> PathBuf {
        self.folder.join("runs").join(&key[..2]).join(key)
    }

    /// The result of an earlier run with the key `key`, if a run with these files would find the same as it did. Damaged entries are removed,
    /// unreadable ones are passed over, and `hear` is called with a message for the user.
    pub(crate) fn find(&self, key: &str, files: &Files, hear: &dyn Fn(String)) -> Option<Finished> {
        for path in entries_in(&self.key_folder(key)) {
            let entry = match Entry::read(&path) {
                Ok((entry, _)) if entry.key == key => entry,
                Err(Unusable::Gone) => continue,
                Err(Unusable::Defective(Defect::Unreadable(reason))) => {
                    hear(format!(
                        "store: {} is unreadable ({reason}) and left as it is; unless another entry has its result, the run is repeated",
                        path.display()
                    ));
                    continue;
                }
                damaged => {
                    let reason = match damaged {
                        Err(Unusable::Defective(Defect::Damaged(reason))) => reason,
                        _ => "it is of another run".into(),
                    };
                    hear(format!(
                        "store: {} is damaged ({reason}); the run is repeated",
                        path.display()
                    ));
                    // If this fails, another process has removed it already, or the repeated run replaces it.
                    let _ = fs::remove_file(&path);
                    continue;
                }
            };
            if files.hold(&entry.dependencies, &self.contents).is_ok() {
                touch(&path);
                return Some(entry.finished());
            }
        }
        None
    }

    /// Keeps the result of a run; the least recently used results of its key beyond [`VARIANTS`] are removed. `labels`: names of workload
    /// and config.
    ///
    /// # Errors
    /// The reason of the host; the result is not kept then.
    pub(crate) fn keep(
        &self,
        key: &str,
        labels: [&str; 2],
        finished: &Finished,
        dependencies: &Dependencies,
    ) -> io::Result<()> {
        let entry = Entry::new(key.into(), labels, finished, dependencies);
        let folder = self.key_folder(key);
        write(&folder, &entry.file_name(), &entry.to_bytes())?;
        let mut all = aged(entries_in(&folder));
        let surplus = all.len().saturating_sub(VARIANTS);
        for (_, path) in all.drain(..surplus) {
            let _ = fs::remove_file(path);
        }
        Ok(())
    }
}

/// Writes an entry. It tries twice, as another process may remove the empty folder in between.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let attempt = || {
        fs::create_dir_all(folder)?;
        files::write(&folder.join(name), bytes)
    };
    match attempt() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => attempt(),
        done => done,
    }
}

/// Notes in the file's time of modification that an entry was used: [`Store::collect`] removes the least recently used entries.
fn touch(path: &Path) {
    let _ = fs::File::open(path).and_then(|file| file.set_modified(SystemTime::now()));
}

/// The files of the entries in a folder, by name; none where there is no folder.
fn entries_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "entry"))
        .collect();
    paths.sort();
    paths
}

/// Files with the time of their last use, the oldest first.
fn aged(paths: Vec<PathBuf>) -> Vec<(SystemTime, PathBuf)> {
    let time = |path: &PathBuf| fs::metadata(path).and_then(|it| it.modified());
    let mut all: Vec<_> = paths
        .into_iter()
        .map(|path| (time(&path).unwrap_or(SystemTime::UNIX_EPOCH), path))
        .collect();
    all.sort();
    all
}
