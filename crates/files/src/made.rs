//! Folders that are made for outputs.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Folders that were made for outputs. Those that are still empty when this is dropped are removed: a command that is refused leaves no
/// folder.
#[derive(Debug)]
pub struct Made(Vec<PathBuf>);

impl Made {
    /// Makes a folder and those around it that are missing.
    ///
    /// # Errors
    /// Of the host.
    pub fn folder(path: &Path) -> io::Result<Self> {
        let around = path.ancestors().take_while(|folder| !folder.exists());
        let made = Self(around.map(Path::to_owned).collect());
        fs::create_dir_all(path)?;
        Ok(made)
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        for folder in &self.0 {
            // One with files in it stays.
            let _ = fs::remove_dir(folder);
        }
    }
}
