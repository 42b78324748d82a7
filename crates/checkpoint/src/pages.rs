//! Memory pages by the hash of their bytes.

use std::collections::HashSet;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::{Damage, Error};

/// Bytes of a page.
pub const PAGE_BYTES: usize = 16 << 10;
/// Pages that are collected before they are written, side by side.
const AT_ONCE: usize = 256;
/// Most bytes of a page's file: one that cannot be compressed takes little more than its own bytes.
const LARGEST_FILE: u64 = 2 * PAGE_BYTES as u64;

/// SHA-256 of bytes.
pub type Hash = [u8; 32];

/// The hash of some bytes.
#[must_use]
pub fn sha256(bytes: &[u8]) -> Hash {
    Sha256::digest(bytes).into()
}

/// The pages of the checkpoints of a folder: `pages/HH/HASH.zst` in it.
#[derive(Debug)]
pub struct Pages {
    folder: PathBuf,
    pending: Vec<(PathBuf, Vec<u8>)>,
    /// Hashes of pages whose files are known to be whole, because this value has written or checked them.
    whole: HashSet<Hash>,
    /// They need not outlive a crash of the host.
    temporary: bool,
}

impl Pages {
    /// Of the checkpoints in a folder.
    #[must_use]
    pub fn of(folder: &Path) -> Self {
        Self {
            folder: folder.join("pages"),
            pending: Vec::new(),
            whole: HashSet::new(),
            temporary: false,
        }
    }

    /// The same pages; those that are `temporary` need not outlive a crash of the host.
    #[must_use]
    pub fn temporarily(self, temporary: bool) -> Self {
        Self { temporary, ..self }
    }

    /// Where they are.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, hash: &Hash) -> PathBuf {
        let name = files::hexadecimal(hash);
        self.folder
            .join(&name[..2])
            .join(format!("{}.zst", &name[2..]))
    }

    /// Keeps a page; its file is written by the next [`Self::finish`] at the latest. A file that an earlier run has left is checked once,
    /// and written again if it is damaged.
    ///
    /// # Errors
    /// The folder takes no files, or the disk is full.
    pub fn keep(&mut self, bytes: &[u8]) -> Result<Hash, Error> {
        let hash = sha256(bytes);
        let path = self.path(&hash);
        if self.whole.insert(hash) && !(path.exists() && self.read(&hash).is_ok()) {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
            }
            self.pending.push((path, files::compress(bytes)));
            if self.pending.len() >= AT_ONCE {
                self.finish()?;
            }
        }
        Ok(hash)
    }

    /// Writes what is kept and not written yet.
    ///
    /// # Errors
    /// As [`Self::keep`].
    pub fn finish(&mut self) -> Result<(), Error> {
        let pending = std::mem::take(&mut self.pending);
        if !self.temporary {
            let written = files::write_all(&pending);
            return written.map_err(|(path, source)| Error::File { path, source });
        }
        pending.iter().try_for_each(|(path, bytes)| {
            files::write_temporary(path, bytes).map_err(Error::file(path))
        })
    }

    /// The bytes of a page.
    ///
    /// # Errors
    /// It is not there, or its bytes are not those of the hash.
    pub fn read(&self, hash: &Hash) -> Result<Vec<u8>, Error> {
        let path = self.path(hash);
        let file = files::read(&path, LARGEST_FILE).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Error::damaged(&path)(Damage::new("it is not there")),
            _ => Error::file(&path)(error),
        })?;
        let mut bytes = Vec::with_capacity(PAGE_BYTES);
        let read = files::decompressed(&*file)
            .take(PAGE_BYTES as u64 + 1)
            .read_to_end(&mut bytes);
        let reason = match read {
            Err(error) => format!("cannot be unpacked: {error}"),
            Ok(_) if bytes.len() != PAGE_BYTES => format!("not {PAGE_BYTES} bytes"),
            Ok(_) if sha256(&bytes) != *hash => "its bytes are not those of its name".to_owned(),
            Ok(_) => return Ok(bytes),
        };
        Err(Error::damaged(&path)(Damage::new(reason)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_page_is_written_anew_and_a_whole_one_is_left_as_it_is() {
        let folder = tempfile::TempDir::new().unwrap();
        let page = vec![7; PAGE_BYTES];
        let keep = || {
            let mut pages = Pages::of(folder.path()).temporarily(true);
            let hash = pages.keep(&page).unwrap();
            assert_eq!(pages.keep(&page).unwrap(), hash);
            pages.finish().unwrap();
            assert_eq!(pages.read(&hash).unwrap(), page);
            pages.path(&hash)
        };
        let path = keep();
        let whole = std::fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        *flipped.last_mut().unwrap() ^= 1;
        for damaged in [&[][..], &whole[..whole.len() - 1], &flipped, b"text"] {
            std::fs::write(&path, damaged).unwrap();
            keep();
            assert_eq!(std::fs::read(&path).unwrap(), whole);
        }
        let modified = || std::fs::metadata(&path).unwrap().modified().unwrap();
        let before = modified();
        keep();
        assert_eq!(modified(), before);
        std::fs::remove_file(&path).unwrap();
        let error = Pages::of(folder.path()).read(&sha256(&page)).unwrap_err();
        let text = error.to_string();
        assert!(
            text.contains("it is not there; make the checkpoint again"),
            "{text}"
        );
    }
}
