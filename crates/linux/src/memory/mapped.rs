//! Files with shared mappings.
//!
//! All shared mappings of a file, in whichever process, have the same page frames, so that a store through one is seen
//! through the others without further work. While a page is mapped, its frame and not the file holds the valid bytes:
//! reads of the file are completed from the frames ([`MappedFile::show`]), writes to the file are copied into them
//! ([`MappedFile::write`]), and stores are written back to the file ([`MappedFile::write_back`]).

use crate::abi::consts::PAGE;
use crate::abi::errno::Errno;
use crate::fs::disk::Growth;
use crate::fs::handle::HostFile;
use crate::fs::host::{Attributes, FileId};
use crate::fs::memory_file::MemoryFile;
use machine::{Frames, SharedPage};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::hash::{DefaultHasher, Hasher};
use std::ops::Range;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::rc::{Rc, Weak};

/// Where the bytes of a mapped file are that no page holds.
pub(crate) enum Store {
    /// Unknown: the mapping comes from a checkpoint, which has only its pages.
    Lost,
    /// A file in memory.
    Memory(Rc<MemoryFile>),
    /// A file of the host.
    Host {
        file: Rc<HostFile>,
        /// Its growth on the disk while it is mapped; set if pages are written back.
        growth: Option<Rc<Growth>>,
    },
}

/// A page of a mapped file.
struct Kept {
    page: SharedPage,
    /// Hash of the bytes that the file has for the page, to tell whether the page has changed.
    stored: u64,
}

/// A file with shared mappings. When the last of them is dropped, what was stored is written to the file.
pub(crate) struct MappedFile {
    frames: Frames,
    store: RefCell<Store>,
    /// Pages by their number in the file.
    pages: RefCell<BTreeMap<u64, Kept>>,
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// The part of a page of a file that lies in a range of bytes of the file, as a range in the page.
fn part(number: u64, bytes: &Range<u64>) -> Range<usize> {
    let at = number * PAGE;
    let within = |address: u64| address.clamp(at, at + PAGE) - at;
    within(bytes.start) as usize..within(bytes.end) as usize
}

/// The numbers of the pages that a range of bytes touches.
fn numbers(bytes: &Range<u64>) -> Range<u64> {
    let first = bytes.start / PAGE;
    first..bytes.end.div_ceil(PAGE).max(first)
}

impl Store {
    /// Reads the bytes of a page; zeros after the end of the file.
    fn read(&self, number: u64, bytes: &mut [u8]) -> Result<(), Errno> {
        bytes.fill(0);
        match self {
            Store::Lost => Err(Errno::EIO),
            Store::Memory(file) => {
                let there = file.read(number * PAGE, bytes.len());
                bytes[..there.len()].copy_from_slice(&there);
                Ok(())
            }
            Store::Host { file, .. } => {
                let metadata = file.metadata()?;
                // A large file without a block is a hole, which need not be read.
                let hole = metadata.blocks() == 0 && metadata.len() > 1 << 20;
                let mut done = 0;
                while !hole && done < bytes.len() {
                    match file.read_at(&mut bytes[done..], number * PAGE + done as u64)? {
                        0 => break,
                        count => done += count,
                    }
                }
                Ok(())
            }
        }
    }

    /// Writes a page, as far as the end of the file.
    fn write(&self, number: u64, bytes: &[u8]) -> Result<(), Errno> {
        match self {
            Store::Memory(file) => {
                let at = number * PAGE;
                file.write(at, &bytes[part(number, &(at..file.length()))])
            }
            Store::Host {
                file,
                growth: Some(_),
            } => {
                let at = number * PAGE;
                let within = part(number, &(at..file.metadata()?.len()));
                file.write_all_at(&bytes[within], at)
                    .map_err(|error| file.failed(error))
            }
            Store::Lost | Store::Host { growth: None, .. } => Ok(()),
        }
    }
}

impl MappedFile {
    /// A file of which nothing is mapped yet.
    pub(crate) fn new(frames: &Frames, store: Store) -> MappedFile {
        MappedFile {
            frames: frames.clone(),
            store: RefCell::new(store),
            pages: RefCell::default(),
        }
    }

    /// Whether stores through mappings are written back to the file.
    pub(crate) fn is_written_back(&self) -> bool {
        matches!(
            &*self.store.borrow(),
            Store::Memory(_)
                | Store::Host {
                    growth: Some(_),
                    ..
                }
        )
    }

    /// Its length in bytes; `None`: it is not known.
    pub(crate) fn length(&self) -> Option<u64> {
        match &*self.store.borrow() {
            Store::Lost => None,
            Store::Memory(file) => Some(file.length()),
            Store::Host { file, .. } => file.metadata().ok().map(|it| it.len()),
        }
    }

    /// The file in memory, if it is one.
    pub(crate) fn in_memory(&self) -> Option<Rc<MemoryFile>> {
        match &*self.store.borrow() {
            Store::Memory(file) => Some(Rc::clone(file)),
            Store::Lost | Store::Host { .. } => None,
        }
    }

    /// Replaces the file by one that was opened again, unless the present one is written back to.
    pub(crate) fn open(&self, store: Store) {
        if !self.is_written_back() {
            *self.store.borrow_mut() = store;
        }
    }

    /// A page; read from the file if no mapping has it.
    pub(crate) fn page(&self, number: u64) -> Result<SharedPage, Errno> {
        if let Some(kept) = self.pages.borrow().get(&number) {
            return Ok(kept.page.clone());
        }
        let mut bytes = vec![0; PAGE as usize];
        self.store.borrow().read(number, &mut bytes)?;
        let page = SharedPage::new(&self.frames, &bytes)?;
        self.keep(number, page.clone(), &bytes);
        Ok(page)
    }

    /// Enters a page that holds the file's bytes.
    pub(crate) fn keep(&self, number: u64, page: SharedPage, bytes: &[u8]) {
        let stored = hash(bytes);
        self.pages
            .borrow_mut()
            .insert(number, Kept { page, stored });
    }

    /// How many pages of a range of page numbers have frames.
    pub(crate) fn kept(&self, numbers: Range<u64>) -> u64 {
        self.pages.borrow().range(numbers).count() as u64
    }

    /// Replaces bytes that were read from the file by those of the pages.
    pub(crate) fn show(&self, at: u64, bytes: &mut [u8]) {
        let range = at..at.saturating_add(bytes.len() as u64);
        let mut whole = vec![0; PAGE as usize];
        for (&number, kept) in self.pages.borrow().range(numbers(&range)) {
            let part = part(number, &range);
            kept.page.bytes(&mut whole);
            let begin = (number * PAGE + part.start as u64 - at) as usize;
            bytes[begin..begin + part.len()].copy_from_slice(&whole[part]);
        }
    }

    /// Copies bytes that were written to the file into the pages.
    pub(crate) fn write(&self, at: u64, bytes: &[u8]) {
        let range = at..at.saturating_add(bytes.len() as u64);
        for (&number, kept) in self.pages.borrow().range(numbers(&range)) {
            let part = part(number, &range);
            let begin = (number * PAGE + part.start as u64 - at) as usize;
            kept.page
                .write(part.start, &bytes[begin..begin + part.len()]);
        }
    }

    /// Clears a range of the file that is zero, in the pages. Returns the ranges that pages have.
    pub(crate) fn clear(&self, range: &Range<u64>) -> Vec<Range<u64>> {
        if range.is_empty() {
            return Vec::new();
        }
        let zeros = vec![0; PAGE as usize];
        let pages = self.pages.borrow();
        let cleared = pages.range(numbers(range)).map(|(&number, kept)| {
            let part = part(number, range);
            kept.page.write(part.start, &zeros[part.clone()]);
            let at = number * PAGE;
            at + part.start as u64..at + part.end as u64
        });
        cleared.collect()
    }

    /// Marks all pages as stored: the file has their bytes.
    pub(crate) fn mark_stored(&self) {
        let mut bytes = vec![0; PAGE as usize];
        for kept in self.pages.borrow_mut().values_mut() {
            kept.page.bytes(&mut bytes);
            kept.stored = hash(&bytes);
        }
    }

    /// Writes changed pages of a range of page numbers back to the file.
    ///
    /// # Errors The first error of the host; the other pages are written.
    pub(crate) fn write_back(&self, numbers: Range<u64>) -> Result<(), Errno> {
        if !self.is_written_back() {
            return Ok(());
        }
        let store = self.store.borrow();
        let mut bytes = vec![0; PAGE as usize];
        let mut result = Ok(());
        for (&number, kept) in self.pages.borrow_mut().range_mut(numbers) {
            kept.page.bytes(&mut bytes);
            let now = hash(&bytes);
            if now == kept.stored {
                continue;
            }
            match store.write(number, &bytes) {
                Ok(()) => kept.stored = now,
                error => result = result.and(error),
            }
        }
        result
    }

    /// Drops pages of a range of page numbers that no mapping has, after writing them back.
    pub(crate) fn prune(&self, numbers: Range<u64>) {
        let unused: Vec<u64> = {
            let pages = self.pages.borrow();
            let unused = pages.range(numbers).filter(|it| it.1.page.is_only());
            unused.map(|(&number, _)| number).collect()
        };
        for number in unused {
            // A page that cannot be written stays.
            if self.write_back(number..number + 1).is_ok() {
                self.pages.borrow_mut().remove(&number);
            }
        }
    }
}

impl Drop for MappedFile {
    fn drop(&mut self) {
        // `munmap` and the end of a process cannot report an error.
        let _ = self.write_back(0..u64::MAX);
    }
}

/// Identity of a mapped file.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    Host(FileId),
    /// A file in memory, by its number.
    Memory(u64),
}

impl From<FileId> for Key {
    fn from(id: FileId) -> Key {
        Key::Host(id)
    }
}

impl From<u64> for Key {
    fn from(inode: u64) -> Key {
        Key::Memory(inode)
    }
}

/// The files that have shared mappings, by identity.
#[derive(Default)]
pub(crate) struct MappedFiles(HashMap<Key, Weak<MappedFile>>);

impl MappedFiles {
    /// A file that is mapped.
    pub(crate) fn get(&self, key: impl Into<Key>) -> Option<Rc<MappedFile>> {
        self.0.get(&key.into()).and_then(Weak::upgrade)
    }

    /// The same for an open file of the host.
    pub(crate) fn of(&self, file: &File) -> Option<Rc<MappedFile>> {
        if self.0.is_empty() {
            return None;
        }
        self.get(Attributes::of(file).ok()?.id)
    }

    /// Enters a file.
    pub(crate) fn insert(&mut self, key: impl Into<Key>, file: &Rc<MappedFile>) {
        self.0.insert(key.into(), Rc::downgrade(file));
    }

    /// Follows a file that was copied to the scratch folder: `old` has become `new`, and `store` has its bytes.
    pub(crate) fn moved(&mut self, old: FileId, new: FileId, store: Store) {
        if let Some(file) = self.0.remove(&old.into()) {
            if let Some(file) = file.upgrade() {
                file.open(store);
            }
            self.0.insert(new.into(), file);
        }
    }

    /// Drops files and pages that no mapping has.
    pub(crate) fn prune(&mut self) {
        self.0.retain(|_, file| match file.upgrade() {
            Some(file) => {
                file.prune(0..u64::MAX);
                true
            }
            None => false,
        });
    }

    /// Writes all changed pages back.
    pub(crate) fn write_back(&self) {
        for file in self.0.values().filter_map(Weak::upgrade) {
            // No call of the guest could report an error here.
            let _ = file.write_back(0..u64::MAX);
        }
    }
}
