//! Private mappings of files in the memory of a process: copies of the file's pages, as far as the file reaches.

use super::mapped::{Key, MappedFile, MappedFiles};
use super::{Area, Behind, CHUNK, Memory, page_up, protection};
use crate::abi::consts::PAGE;
use crate::abi::errno::Errno;
use crate::fs::handle::HostFile;
use crate::fs::host::FileId;
use crate::fs::memory_file::MemoryFile;
use machine::{Protection, Sharing};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::rc::{Rc, Weak};

/// Where the bytes of a file are that private mappings copy.
pub(crate) enum Origin {
    /// Unknown: the mapping comes from a checkpoint, which has only its pages. The length of the file at that time, in bytes.
    Lost(u64),
    Host(Rc<HostFile>),
    Memory(Rc<MemoryFile>),
}

impl Origin {
    /// The length of the file in bytes; 0 if it cannot be determined.
    fn length(&self) -> u64 {
        match self {
            Origin::Lost(length) => *length,
            Origin::Host(file) => file.metadata().map_or(0, |it| it.len()),
            Origin::Memory(file) => file.length(),
        }
    }

    /// How many bytes from the beginning on need to be read: all, or none of a large file without a block, which is a hole.
    fn filled(&self) -> Result<u64, Errno> {
        match self {
            Origin::Lost(_) => Err(Errno::EIO),
            Origin::Host(file) => {
                let metadata = file.metadata()?;
                let hole = metadata.blocks() == 0 && metadata.len() > 1 << 20;
                Ok(if hole { 0 } else { metadata.len() })
            }
            Origin::Memory(file) => Ok(file.length()),
        }
    }

    /// Reads bytes from a position on. Returns how many, 0 at the end.
    fn read(&self, at: u64, into: &mut [u8]) -> Result<usize, Errno> {
        match self {
            Origin::Lost(_) => Err(Errno::EIO),
            Origin::Host(file) => Ok(file.read_at(into, at)?),
            Origin::Memory(file) => {
                let bytes = file.read(at, into.len());
                into[..bytes.len()].copy_from_slice(&bytes);
                Ok(bytes.len())
            }
        }
    }
}

/// A file with private mappings.
pub(crate) struct CopiedFile(RefCell<Origin>);

impl CopiedFile {
    pub(crate) fn new(origin: Origin) -> CopiedFile {
        CopiedFile(RefCell::new(origin))
    }

    /// The length of the file in bytes.
    pub(crate) fn length(&self) -> u64 {
        self.0.borrow().length()
    }

    /// The file in memory, if it is one.
    pub(crate) fn in_memory(&self) -> Option<Rc<MemoryFile>> {
        match &*self.0.borrow() {
            Origin::Memory(file) => Some(Rc::clone(file)),
            Origin::Lost(_) | Origin::Host(_) => None,
        }
    }

    /// The same file, if it has shared mappings.
    pub(crate) fn shared(&self, files: &MappedFiles) -> Option<Rc<MappedFile>> {
        match &*self.0.borrow() {
            Origin::Lost(_) => None,
            Origin::Host(file) => files.of(file),
            Origin::Memory(file) => files.get(file.inode),
        }
    }

    /// Whether the bytes of the file can be read.
    pub(crate) fn is_known(&self) -> bool {
        !matches!(&*self.0.borrow(), Origin::Lost(_))
    }
}

/// The files that have private mappings, by identity.
#[derive(Default)]
pub(crate) struct CopiedFiles(HashMap<Key, Weak<CopiedFile>>);

impl CopiedFiles {
    /// A file that is mapped.
    pub(crate) fn get(&self, key: impl Into<Key>) -> Option<Rc<CopiedFile>> {
        self.0.get(&key.into()).and_then(Weak::upgrade)
    }

    /// The file with this identity, entered if it is not there.
    pub(crate) fn enter(&mut self, key: impl Into<Key>, origin: Origin) -> Rc<CopiedFile> {
        let key = key.into();
        if let Some(file) = self.get(key) {
            return file;
        }
        // Files that are not mapped any more are forgotten before the table grows.
        if self.0.len() == self.0.capacity() {
            self.0.retain(|_, file| file.strong_count() > 0);
        }
        let file = Rc::new(CopiedFile::new(origin));
        self.0.insert(key, Rc::downgrade(&file));
        file
    }

    /// Follows a file that was copied to the scratch folder: `old` has become `new`, whose bytes `origin` gives.
    pub(crate) fn moved(&mut self, old: FileId, new: FileId, origin: Origin) {
        if let Some(weak) = self.0.remove(&old.into())
            && let Some(file) = weak.upgrade()
        {
            *file.0.borrow_mut() = origin;
            self.0.insert(new.into(), weak);
        }
    }
}

impl Area {
    /// The file that the area copies, if it is a private mapping of one.
    pub(crate) fn copied(&self) -> Option<&Rc<CopiedFile>> {
        match &self.behind {
            Behind::Copied(file) => Some(file),
            Behind::Nothing | Behind::Shared(_) => None,
        }
    }

    /// The length of the file behind the area, private or shared; `None`: there is none, or its length is not known.
    pub(super) fn file_length(&self) -> Option<u64> {
        match &self.behind {
            Behind::Nothing => None,
            Behind::Copied(file) => Some(file.length()),
            Behind::Shared(mapping) => mapping.file.length(),
        }
    }

    /// The addresses of the area, which begins at `start`, at which pages wholly behind the end of its file lie.
    pub(super) fn behind_end(&self, start: u64) -> Range<u64> {
        let Some(length) = self.file_length() else {
            return self.end..self.end;
        };
        let there = self.addresses(start, &(0..page_up(length).unwrap_or(u64::MAX)));
        there.end..self.end
    }
}

impl Memory {
    /// Maps a copy of a file at `start`, replacing what is mapped there. The offset is a multiple of the page size.
    ///
    /// # Errors
    /// `ENOMEM`: there are too few frames. `EOVERFLOW`: no file is so long. Otherwise the host's error from reading the file. Then
    /// nothing is mapped there.
    pub(crate) fn map_copy(&mut self, start: u64, area: Area) -> Result<(), Errno> {
        let end = area.end;
        area.check_place(start)?;
        self.map(start, area)?;
        let copied = self.copy_in(start, start..end);
        if copied.is_err() {
            self.unmap(start, end);
        }
        copied
    }

    /// Copies the file's bytes to a part of the area that begins at `start`, which is zero, and takes the rights to what lies behind
    /// the end of the file.
    ///
    /// # Errors
    /// As [`Self::map_copy`].
    pub(super) fn copy_in(&mut self, start: u64, part: Range<u64>) -> Result<(), Errno> {
        let area = self.areas.get(&start).ok_or(Errno::EFAULT)?;
        let file = Rc::clone(area.copied().ok_or(Errno::EINVAL)?);
        let offset = area.offset + (part.start - start);
        let filled = file.0.borrow().filled()?.saturating_sub(offset);
        let length = filled.min(part.end - part.start);
        let mut bytes = vec![0; CHUNK.min(length as usize)];
        let mut done = 0;
        while done < length {
            let wanted = (length - done).min(CHUNK as u64) as usize;
            let count = file.0.borrow().read(offset + done, &mut bytes[..wanted])?;
            if count == 0 {
                break;
            }
            // Zeros are skipped, because the memory is zero already.
            let page = PAGE as usize;
            for (n, bytes) in bytes[..count].chunks(page).enumerate() {
                if bytes.iter().any(|&byte| byte != 0) {
                    let at = part.start + done + (n * page) as u64;
                    let poked = self.space.poke(at, bytes);
                    poked.map_err(|_| Errno::ENOMEM)?;
                }
            }
            done += count as u64;
        }
        self.keep_rights(start);
        Ok(())
    }

    /// Adapts the private mappings of a file whose length has changed: pages behind its new end are dropped, also those that were
    /// written, and pages that it has got are copied.
    pub(crate) fn follow_copied(&mut self, file: &Rc<CopiedFile>, before: u64, now: u64) {
        let whole = |length| page_up(length).unwrap_or(u64::MAX);
        let (cut, grown) = (whole(now)..whole(before), whole(before)..whole(now));
        let has = |area: &Area| area.copied().is_some_and(|it| Rc::ptr_eq(it, file));
        let areas = self.areas.iter().filter(|(_, area)| has(area));
        let parts: Vec<_> = areas
            .map(|(&start, area)| {
                let changed = if cut.is_empty() { &grown } else { &cut };
                (start, area.addresses(start, changed), area.protection)
            })
            .collect();
        for (start, part, bits) in parts {
            if part.is_empty() {
                continue;
            }
            let rights = match cut.is_empty() {
                true => protection(bits),
                false => Protection::NONE,
            };
            let length = part.end - part.start;
            self.space.map(part.start, length, rights, Sharing::Private);
            if cut.is_empty() && self.copy_in(start, part.clone()).is_err() {
                // There is no place for the pages, or the host cannot read them: they stay as far away as they were.
                let _ = self.space.protect(part.start, length, Protection::NONE);
            }
        }
    }
}
