//! Disks: image files that are only read. What the guest writes is kept beside the image in memory, and on request
//! handed over at the end for a file of its own (see `overlay`).

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::Error;
use crate::overlay::{self, SECTOR, Sectors};

/// Bytes of a disk that may be written unless another number is asked for.
pub const DEFAULT_OVERLAY: u64 = 256 << 20;

/// A disk image for a machine.
#[derive(Clone, Debug)]
pub struct Disk {
    file: Arc<File>,
    sectors: u64,
    /// Bytes of different sectors that the guest may write; `None`: the disk is read-only.
    overlay: Option<u64>,
    /// What machines with this disk have written, if it is to be kept.
    kept: Option<Arc<Mutex<Sectors>>>,
}

/// A sector of the image.
fn base(file: &File, sector: u64) -> Option<[u8; SECTOR]> {
    let mut bytes = [0; SECTOR];
    let at = sector.checked_mul(SECTOR as u64)?;
    file.read_exact_at(&mut bytes, at).ok()?;
    Some(bytes)
}

fn locked(sectors: &Mutex<Sectors>) -> MutexGuard<'_, Sectors> {
    sectors.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Disk {
    /// Opens an image for reading. `overlay` bounds the bytes of different sectors that the guest may write; without it the disk is read-only.
    ///
    /// # Errors
    /// It is no regular file of whole sectors that can be read.
    pub fn open(path: &Path, overlay: Option<u64>) -> Result<Self, Error> {
        let failed = |why: String| Error::Disk {
            path: PathBuf::from(path),
            why,
        };
        let said = |error: std::io::Error| failed(error.to_string());
        // Checked before the file is opened, because opening a pipe would wait.
        if !std::fs::metadata(path).map_err(said)?.is_file() {
            return Err(failed(
                "not a regular file; give the image of a disk".into(),
            ));
        }
        let file = File::open(path).map_err(said)?;
        let bytes = file.metadata().map_err(said)?.len();
        if bytes == 0 || !bytes.is_multiple_of(SECTOR as u64) {
            return Err(failed(format!(
                "{bytes} bytes are no whole number of sectors of {SECTOR} bytes; pad the image (truncate -s)"
            )));
        }
        Ok(Self {
            file: Arc::new(file),
            sectors: bytes / SECTOR as u64,
            overlay,
            kept: None,
        })
    }

    /// Largest size in bytes of a file for [`Self::keep`].
    #[must_use]
    pub fn largest_overlay(&self) -> u64 {
        overlay::largest(self.sectors)
    }

    /// Has the written sectors kept for [`Self::kept`], beginning with those of an earlier file. `path`: the name of
    /// that file, for messages.
    ///
    /// # Errors
    /// The earlier file is no such file, damaged, or belongs to another image.
    pub fn keep(&mut self, earlier: Option<&[u8]>, path: &Path) -> Result<(), Error> {
        let read = |file| overlay::read(file, self.sectors, |sector| base(&self.file, sector));
        let written = earlier
            .map(read)
            .transpose()
            .map_err(|why| Error::Overlay {
                path: PathBuf::from(path),
                why,
            })?;
        self.kept = Some(Arc::new(Mutex::new(written.unwrap_or_default())));
        Ok(())
    }

    /// The file of the sectors written so far; `None` if they are not kept, or the image cannot be read any more.
    #[must_use]
    pub fn kept(&self) -> Option<Vec<u8>> {
        let written = locked(self.kept.as_ref()?);
        overlay::file(self.sectors, &written, |sector| base(&self.file, sector))
    }
}

/// A disk of a running machine: the image and what has been written.
pub(crate) struct Drive {
    disk: Disk,
    written: Arc<Mutex<Sectors>>,
}

impl Drive {
    pub(crate) fn new(disk: Disk) -> Self {
        let written = disk.kept.clone().unwrap_or_default();
        Self { disk, written }
    }

    pub(crate) fn sectors(&self) -> u64 {
        self.disk.sectors
    }

    pub(crate) fn is_read_only(&self) -> bool {
        self.disk.overlay.is_none()
    }

    /// Reads a sector. False if it does not exist or the host cannot read it.
    pub(crate) fn read(&self, sector: u64, into: &mut [u8; SECTOR]) -> bool {
        if sector >= self.disk.sectors {
            return false;
        }
        if let Some(written) = locked(&self.written).get(&sector) {
            into.copy_from_slice(&written[..]);
            return true;
        }
        let read = self.disk.file.read_exact_at(into, sector * SECTOR as u64);
        read.is_ok()
    }

    /// Writes a sector. False if it does not exist, if the disk is read-only, or if the limit of written bytes is
    /// reached.
    pub(crate) fn write(&mut self, sector: u64, from: &[u8; SECTOR]) -> bool {
        let Some(most) = self.disk.overlay.filter(|_| sector < self.disk.sectors) else {
            return false;
        };
        let mut all = locked(&self.written);
        if let Some(written) = all.get_mut(&sector) {
            written.copy_from_slice(from);
            return true;
        }
        let room = (all.len() as u64 + 1) * SECTOR as u64 <= most;
        if room {
            all.insert(sector, Box::new(*from));
        }
        room
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again_and_the_image_stays() {
        let folder = std::env::temp_dir().join(format!("epicycle-disk-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("image");
        let image: Vec<u8> = (0..4 * SECTOR).map(|n| (n / SECTOR) as u8).collect();
        std::fs::write(&path, &image).expect("written");
        let mut drive = Drive::new(Disk::open(&path, Some(1024)).expect("an image"));
        let mut bytes = [0; SECTOR];
        assert_eq!(drive.sectors(), 4);
        assert!(drive.read(3, &mut bytes) && bytes == [3; SECTOR]);
        assert!(drive.write(3, &[7; SECTOR]) && drive.write(3, &[8; SECTOR]));
        assert!(drive.read(3, &mut bytes) && bytes == [8; SECTOR]);
        assert!(drive.write(0, &[9; SECTOR]), "the second sector of two");
        assert!(!drive.write(1, &[9; SECTOR]), "the overlay is full");
        assert!(drive.read(1, &mut bytes) && bytes == [1; SECTOR]);
        assert!(
            !drive.read(4, &mut bytes) && !drive.write(4, &bytes),
            "behind the end"
        );
        let mut fixed = Drive::new(Disk::open(&path, None).expect("an image"));
        assert!(fixed.is_read_only() && !fixed.write(0, &bytes));
        assert_eq!(std::fs::read(&path).expect("read"), image);
        std::fs::write(&path, [0; 700]).expect("written");
        let refused = Disk::open(&path, None).expect_err("no whole sectors");
        assert!(refused.to_string().contains("700 bytes"), "{refused}");
        assert!(
            Disk::open(&folder, None).is_err() && Disk::open(&folder.join("none"), None).is_err()
        );
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
