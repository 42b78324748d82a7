//! Files in memory, as `memfd_create` makes them.

use crate::abi::consts::{PAGE, seal};
use crate::abi::errno::Errno;
use machine::{Charge, Frames, NoMemory};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ops::Range;

/// Rights of a new file in memory.
const MODE: u32 = 0o777;

/// A file in memory. What it holds counts as memory of the machine.
pub(crate) struct MemoryFile {
    /// Its number.
    pub inode: u64,
    /// Its seals (`F_SEAL_*`): what may no longer be done to it. System calls obey them; what is stored through mappings that are there is written.
    pub seals: Cell<u32>,
    /// Rights, as `chmod` sets them.
    pub mode: Cell<u32>,
    contents: RefCell<Contents>,
}

struct Contents {
    data: Vec<u8>,
    charge: Charge,
    /// The numbers of the pages that are no holes: those that were written.
    pages: BTreeSet<u64>,
}

impl Contents {
    /// Makes room for `end` bytes.
    fn make_room(&mut self, end: u64) -> Result<(), Errno> {
        /// Bytes of the largest file in memory.
        const LARGEST: u64 = (1 << 32) - 1;
        if end > LARGEST {
            return Err(Errno::EFBIG);
        }
        let room = self.data.capacity() as u64;
        if end <= room {
            return Ok(());
        }
        // The room grows by a quarter at least, so that a file that is written piece by piece is not copied for each
        // piece.
        let ample = end.max(room + room / 4).min(LARGEST);
        let granted = if self.charge.resize(ample).is_ok() {
            ample
        } else {
            let enough = self.charge.resize(end);
            enough.map_err(|NoMemory| Errno::ENOSPC)?;
            end
        };
        self.data
            .try_reserve_exact(granted as usize - self.data.len())
            .map_err(|_| Errno::ENOSPC)
    }
}

impl MemoryFile {
    /// A file without seals that holds bytes, with the numbers of its pages that are no holes.
    ///
    /// # Errors
    /// The memory does not have so much.
    pub(crate) fn new(
        inode: u64,
        data: Vec<u8>,
        pages: impl IntoIterator<Item = u64>,
        frames: &Frames,
    ) -> Result<MemoryFile, NoMemory> {
        let charge = Charge::new(frames, data.capacity() as u64)?;
        let pages = pages.into_iter().collect();
        let contents = RefCell::new(Contents {
            data,
            charge,
            pages,
        });
        Ok(MemoryFile {
            inode,
            seals: Cell::new(0),
            mode: Cell::new(MODE),
            contents,
        })
    }

    /// The numbers of its pages that are no holes, ascending.
    pub(crate) fn pages(&self) -> Vec<u64> {
        self.contents.borrow().pages.iter().copied().collect()
    }

    /// The first position from `at` on that lies in a page that was written (`data`), or in a hole, which the end of the file is, too.
    /// `None`: there is none, or the file ends before.
    pub(crate) fn seek(&self, at: u64, data: bool) -> Option<u64> {
        let contents = self.contents.borrow();
        let end = contents.data.len() as u64;
        if at >= end {
            return None;
        }
        let mut number = at / PAGE;
        if data {
            let found = *contents.pages.range(number..).next()?;
            return Some(at.max(found * PAGE)).filter(|&found| found < end);
        }
        while contents.pages.contains(&number) {
            number += 1;
        }
        Some(at.max(number * PAGE).min(end))
    }

    /// Refuses to open it where its owner, as whom all programs run, does not have the rights.
    ///
    /// # Errors
    /// `EACCES`: a right is missing.
    pub(crate) fn check_rights(&self, reads: bool, writes: bool) -> Result<(), Errno> {
        let is_missing = |wanted: bool, right: u32| wanted && self.mode.get() & right == 0;
        match is_missing(reads, 0o400) || is_missing(writes, 0o200) {
            true => Err(Errno::EACCES),
            false => Ok(()),
        }
    }

    fn is_sealed(&self, seals: u32) -> bool {
        self.seals.get() & seals != 0
    }

    /// Refuses to change its bytes if they are sealed.
    ///
    /// # Errors
    /// `EPERM`: they are.
    pub(crate) fn check_change(&self) -> Result<(), Errno> {
        match self.is_sealed(seal::WRITE | seal::FUTURE_WRITE) {
            true => Err(Errno::EPERM),
            false => Ok(()),
        }
    }

    /// How many of `count` bytes its seals permit to write at a position.
    ///
    /// # Errors
    /// `EPERM`: none.
    pub(crate) fn writable(&self, at: u64, count: usize) -> Result<usize, Errno> {
        self.check_change()?;
        let length = self.length();
        if !self.is_sealed(seal::GROW) || at.saturating_add(count as u64) <= length {
            return Ok(count);
        }
        // Linux writes page by page, and refuses the first page in which the file would grow.
        match (length - length % PAGE).saturating_sub(at) {
            0 => Err(Errno::EPERM),
            whole => Ok(whole as usize),
        }
    }

    /// Refuses a length that its seals do not permit.
    ///
    /// # Errors
    /// `EPERM`: they do not.
    pub(crate) fn check_length(&self, length: u64) -> Result<(), Errno> {
        let now = self.length();
        let is_sealed = length < now && self.is_sealed(seal::SHRINK)
            || length > now && self.is_sealed(seal::GROW);
        match is_sealed {
            true => Err(Errno::EPERM),
            false => Ok(()),
        }
    }

    /// Makes a range zero; its whole pages are holes then. Returns the part of it that lies in the file.
    pub(crate) fn punch(&self, range: Range<u64>) -> Range<u64> {
        let mut contents = self.contents.borrow_mut();
        let length = contents.data.len() as u64;
        let part = range.start.min(length)..range.end.min(length);
        contents.data[part.start as usize..part.end as usize].fill(0);
        let whole = range.start.div_ceil(PAGE)..range.end / PAGE;
        contents.pages.retain(|number| !whole.contains(number));
        part
    }

    /// Its length in bytes.
    pub(crate) fn length(&self) -> u64 {
        self.contents.borrow().data.len() as u64
    }

    /// At most so many bytes from a position on, fewer at the end.
    pub(crate) fn read(&self, at: u64, limit: usize) -> Vec<u8> {
        let data = &self.contents.borrow().data;
        let start = usize::try_from(at).unwrap_or(usize::MAX).min(data.len());
        data[start..].iter().take(limit).copied().collect()
    }

    /// Writes bytes at a position. What lies between the end and the position is zero then.
    ///
    /// # Errors
    /// `ENOSPC`: the memory does not have so much. `EFBIG`: no file in memory is so large.
    pub(crate) fn write(&self, at: u64, bytes: &[u8]) -> Result<(), Errno> {
        let end = at.checked_add(bytes.len() as u64).ok_or(Errno::EFBIG)?;
        let mut contents = self.contents.borrow_mut();
        contents.make_room(end)?;
        if (contents.data.len() as u64) < end {
            contents.data.resize(end as usize, 0);
        }
        contents.data[at as usize..end as usize].copy_from_slice(bytes);
        if at < end {
            contents.pages.extend(at / PAGE..end.div_ceil(PAGE));
        }
        Ok(())
    }

    /// Sets its length.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub(crate) fn resize(&self, length: u64) -> Result<(), Errno> {
        let contents = &mut *self.contents.borrow_mut();
        contents.make_room(length)?;
        contents.data.resize(length as usize, 0);
        contents.pages.split_off(&length.div_ceil(PAGE));
        contents.data.shrink_to(length as usize);
        Ok(contents.charge.resize(contents.data.capacity() as u64)?)
    }
}
