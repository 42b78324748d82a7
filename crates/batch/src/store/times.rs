//! How long runs took on this host, for scheduling. Results do not depend on it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use config::Loaded;
use serde_json::json;

use super::Store;
use super::entry::hex;
use crate::Workload;

/// Most runs whose times are kept.
const MOST: usize = 100_000;
/// Most bytes of the file.
const BYTES: u64 = 64 << 20;

/// Milliseconds by the [`name`] of a run. Losing them makes the order of runs worse and has no other effect.
#[derive(Debug, Default)]
pub(crate) struct Times {
    known: BTreeMap<String, u64>,
    new: BTreeMap<String, u64>,
}

/// The name of a run in [`Times`]. It does not depend on the contents of the program, or on the simulator: after a change the run takes about
/// as long.
pub(crate) fn name(workload: &Workload, config: &Loaded, functional: bool) -> String {
    let what = json!([
        workload.path,
        workload.args,
        workload.stdin,
        config.hash,
        functional
    ]);
    hex(what.to_string().as_bytes())[..16].into()
}

impl Times {
    fn file(store: &Store) -> PathBuf {
        store.folder.join("times.json")
    }

    fn stored(store: &Store) -> BTreeMap<String, u64> {
        let bytes = files::read(&Self::file(store), BYTES).unwrap_or_default();
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    pub(crate) fn read(store: &Store) -> Self {
        Self {
            known: Self::stored(store),
            new: BTreeMap::new(),
        }
    }

    /// Milliseconds that a run took the last time; `None`: not known.
    pub(crate) fn of(&self, run: &str) -> Option<u64> {
        self.known.get(run).copied()
    }

    pub(crate) fn note(&mut self, run: String, milliseconds: u64) {
        self.new.insert(run, milliseconds);
    }

    /// Adds the new times to those in the file, which other processes may have changed meanwhile.
    pub(crate) fn write(self, store: &Store) -> std::io::Result<()> {
        if self.new.is_empty() {
            return Ok(());
        }
        let mut all = Self::stored(store);
        if all.len() + self.new.len() > MOST {
            all.clear();
        }
        all.extend(self.new);
        files::write(&Self::file(store), json!(all).to_string().as_bytes())
    }
}
