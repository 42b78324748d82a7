//! A store of results: what has been simulated once is not simulated again.
//!
//! A store is a folder of plain files. All of this version lies in its folder `format-1`: `runs/KK/KEY/NAME.entry` holds a
//! result, where KEY names what the run was given and NAME what it found of the host's files; `times.json` says how long runs
//! took. Entries are written under other names first and renamed, so that one is whole or not there; a checksum tells what the
//! host has damaged. Nothing is locked: two batches that write the same entry write the same bytes.

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

use self::entry::{Entry, Unusable, hex};
pub use self::manage::{Collected, Listed, Merged};
pub(crate) use self::times::{Times, name};
use crate::job::Finished;

/// The folder of this version in a store.
const FORMAT: &str = "format-1";
/// Results of one key that are kept, for different contents of the files that the runs opened.
const VARIANTS: usize = 16;

/// A store that cannot be used.
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
    /// There is none.
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
    /// SHA-256 of the simulator's own program.
    simulator: String,
    contents: Contents,
}

impl Store {
    /// Opens a store, made where there is none.
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

    /// Opens a store that is there.
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

    /// Names what a run is given, but for the host's files that it may open: simulator, machine, inputs of the plan.
    pub(crate) fn key(&self, config: &Loaded, inputs: &Inputs) -> String {
        let inputs = Inputs {
            // A run that it ends is not kept, and to the others it makes no difference.
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

    /// The result of a run with the same key that found what it would find now. Damaged entries are removed and told to `hear`.
    pub(crate) fn find(&self, key: &str, files: &Files, hear: &dyn Fn(String)) -> Option<Finished> {
        for path in entries_in(&self.key_folder(key)) {
            let entry = match Entry::read(&path) {
                Ok((entry, _)) if entry.key == key => entry,
                Err(Unusable::Gone) => continue,
                damaged => {
                    let reason = match damaged {
                        Err(Unusable::Damaged(reason)) => reason,
                        _ => "it is of another run".into(),
                    };
                    hear(format!(
                        "store: {} is damaged ({reason}); the run is repeated",
                        path.display()
                    ));
                    // Another process may have done so already, or the repeated run replaces it.
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

    /// Keeps the result of a run.
    ///
    /// # Errors
    /// The host's reason; nothing is kept then.
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

/// Writes an entry. Another process may remove empty folders meanwhile.
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

/// Notes that an entry was of use: `gc` removes those first that were not for longest.
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
