//! The limit of what the programs of a run may take of the host's disks: `os.disk_bytes`.
//!
//! A file counts with its length beyond the bytes that it had before the run, holes included, from the first write to
//! it until it is shorter, or removed and closed. A name counts as one block.

use super::host::FileId;
use crate::abi::errno::Errno;
use std::cell::Cell;
use std::collections::HashMap;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::rc::Rc;

/// Bytes that the name of a new file, directory or link counts.
const NAME_BYTES: u64 = 4096;

/// The budget of a run.
pub(crate) struct Disk {
    limit: u64,
    used: Rc<Cell<u64>>,
    /// Names made and not removed.
    names: u64,
    /// Files written to.
    files: HashMap<FileId, Rc<Growth>>,
}

/// By how much the run has made a file grow. These bytes are free again when the file has been removed and is not open
/// any more.
pub(crate) struct Growth {
    used: Rc<Cell<u64>>,
    /// Bytes on the disk before the run; fewer if the file has become shorter since.
    base: Cell<u64>,
    /// Bytes beyond `base` that count.
    counted: Cell<u64>,
}

impl Growth {
    fn count(&self, bytes: u64) {
        let others = self.used.get() - self.counted.get();
        self.used.set(others.saturating_add(bytes));
        self.counted.set(bytes);
    }
}

impl Drop for Growth {
    fn drop(&mut self) {
        self.count(0);
    }
}

impl Disk {
    /// A budget of so many bytes.
    pub(crate) fn new(limit: u64) -> Disk {
        Disk {
            limit,
            used: Rc::default(),
            names: 0,
            files: HashMap::new(),
        }
    }

    /// Bytes that the run may take.
    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    fn free(&self) -> u64 {
        self.limit.saturating_sub(self.used.get())
    }

    /// Bytes of the host's memory that the budget itself takes.
    pub(crate) fn held(&self) -> u64 {
        (self.files.capacity() * 4 * size_of::<Growth>()) as u64
    }

    /// The growth of a file that is about to be changed.
    pub(crate) fn of(&mut self, metadata: &Metadata) -> Rc<Growth> {
        let used = &self.used;
        let fresh = || {
            Rc::new(Growth {
                used: Rc::clone(used),
                base: Cell::new(metadata.len().min(metadata.blocks() * 512)),
                counted: Cell::new(0),
            })
        };
        let key = FileId {
            device: metadata.dev(),
            inode: metadata.ino(),
        };
        Rc::clone(self.files.entry(key).or_insert_with(fresh))
    }

    /// Returns how many of `wanted` bytes may be written at `at` to a file of `length`, and counts them.
    ///
    /// # Errors
    /// `ENOSPC`: none.
    pub(crate) fn grow(
        &self,
        file: &Growth,
        length: u64,
        at: u64,
        wanted: u64,
    ) -> Result<u64, Errno> {
        let end = at.checked_add(wanted).ok_or(Errno::EFBIG)?.max(length);
        let needed = end.saturating_sub(file.base.get());
        let granted = needed.min(file.counted.get().saturating_add(self.free()));
        if needed > granted && file.base.get() + granted <= at.max(length) {
            return Err(Errno::ENOSPC);
        }
        file.count(granted.max(file.counted.get()));
        Ok(wanted.min((file.base.get() + file.counted.get()).saturating_sub(at)))
    }

    /// Counts a file anew with its real `length`, as after a write that failed or a truncation.
    pub(crate) fn settle(&self, file: &Growth, length: u64) {
        file.base.set(file.base.get().min(length));
        file.count(length - file.base.get());
    }

    /// Counts a name that is about to be created.
    ///
    /// # Errors
    /// `ENOSPC`: there is no block left for it.
    pub(crate) fn name(&mut self) -> Result<(), Errno> {
        if self.free() < NAME_BYTES {
            return Err(Errno::ENOSPC);
        }
        self.names += 1;
        self.used.set(self.used.get() + NAME_BYTES);
        Ok(())
    }

    /// A name was removed; `last`: it was the only one of its file.
    pub(crate) fn unname(&mut self, id: FileId, last: bool) {
        if let Some(names) = self.names.checked_sub(1) {
            self.names = names;
            self.used.set(self.used.get() - NAME_BYTES);
        }
        if last {
            self.files.remove(&id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    fn scratch(name: &str) -> (std::path::PathBuf, File) {
        let path =
            std::env::temp_dir().join(format!("epicycle-disk-{name}-{}", std::process::id()));
        let file = File::create(&path).unwrap();
        (path, file)
    }

    #[test]
    fn a_write_gets_what_is_left_and_the_next_one_nothing() {
        let (path, file) = scratch("left");
        let mut disk = Disk::new(10_000);
        let growth = disk.of(&file.metadata().unwrap());
        assert_eq!(disk.grow(&growth, 0, 0, 9_000), Ok(9_000));
        assert_eq!(disk.grow(&growth, 9_000, 9_000, 9_000), Ok(1_000));
        assert_eq!(disk.grow(&growth, 10_000, 10_000, 1), Err(Errno::ENOSPC));
        assert_eq!(disk.grow(&growth, 10_000, 5_000, 4_000), Ok(4_000));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_removed_file_counts_until_it_is_closed() {
        let (path, file) = scratch("removed");
        let mut disk = Disk::new(10_000);
        let metadata = file.metadata().unwrap();
        let open = disk.of(&metadata);
        assert_eq!(disk.grow(&open, 0, 0, 10_000), Ok(10_000));
        let id = FileId {
            device: metadata.dev(),
            inode: metadata.ino(),
        };
        disk.unname(id, true);
        assert_eq!(disk.free(), 0);
        drop(open);
        assert_eq!(disk.free(), 10_000);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_shorter_file_gives_its_bytes_back_and_holes_count() {
        let (path, file) = scratch("shorter");
        file.set_len(4_000).unwrap();
        let mut disk = Disk::new(5_000);
        let growth = disk.of(&file.metadata().unwrap());
        assert_eq!(disk.grow(&growth, 4_000, 0, 1), Ok(1));
        assert_eq!(disk.free(), 1_000);
        disk.settle(&growth, 100);
        assert_eq!(disk.free(), 4_900);
        std::fs::remove_file(path).unwrap();
    }
}
