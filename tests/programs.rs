//! Programs that are not part of the project, for tests of several crates.

use std::path::{Path, PathBuf};

/// A program, such as `bin/busybox`, of the folder that EPICYCLE_PROGRAMS names. `None` when the variable is not set, which is said: the
/// test has to be skipped.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("EPICYCLE_PROGRAMS");
    if folder.is_none() {
        skipped!("EPICYCLE_PROGRAMS names no folder with {name}");
    }
    folder.map(|folder| Path::new(&folder).join(name))
}
