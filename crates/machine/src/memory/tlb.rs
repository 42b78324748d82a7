//! The software translation buffer: a direct-mapped cache from pages to host pointers.
//!
//! This is what makes a guest load a dozen host instructions: index, one compare that checks page
//! and alignment together, one host load. Slices with bounds checks cost about as much again
//! (measured on `bare-sort`: 5 host instructions more for each guest access).

use super::frame::{Frame, PAGE_MASK, PAGE_SHIFT};

const ENTRIES: usize = 512;

#[derive(Copy, Clone)]
struct Entry {
    /// Address of the page; [`EMPTY`] matches no address because bits 4 to 13 are always masked off.
    tag: u64,
    /// Host address of the page minus its guest address.
    addend: *mut u8,
}

const _: () = assert!(size_of::<Entry>() == 16);

const EMPTY: u64 = u64::MAX;
const NONE: Entry = Entry {
    tag: EMPTY,
    addend: std::ptr::null_mut(),
};

/// One buffer. The owner has to remove a page before it releases the frame behind it.
pub(super) struct Tlb {
    entries: [Entry; ENTRIES],
    /// Physical addresses of the pages of [`Tlb::insert_at`], one for each entry; empty before its first use.
    physical: Vec<u64>,
}

/// An integer that memory accesses move; little-endian in guest memory.
pub(crate) trait Word: Copy {
    const SIZE: u64;
    fn to_little(self) -> Self;
}

macro_rules! word {
    ($($t:ty),*) => {$(
        impl Word for $t {
            const SIZE: u64 = size_of::<$t>() as u64;
            #[inline(always)]
            fn to_little(self) -> Self { self.to_le() }
        }
    )*};
}
word!(u8, u16, u32, u64);

impl Tlb {
    pub(crate) fn new() -> Self {
        Self {
            entries: [NONE; ENTRIES],
            physical: Vec::new(),
        }
    }

    /// The place of an address, in bytes from the first entry. Programs begin their regions (text, data, stack) with
    /// the same page numbers, so the region bits are mixed in.
    #[inline(always)]
    fn offset(address: u64) -> usize {
        const MASK: usize = (ENTRIES - 1) * size_of::<Entry>();
        (address >> (PAGE_SHIFT - 4) ^ address >> 50) as usize & MASK
    }

    /// The entry that belongs to an address. Addressed in bytes, because an index would cost another shift.
    #[inline(always)]
    #[expect(unsafe_code, reason = "see the module")]
    fn entry(&self, address: u64) -> &Entry {
        // SAFETY: the offset is a multiple of the size of an entry and below that of the array.
        unsafe { &*self.entries.as_ptr().byte_add(Self::offset(address)) }
    }

    /// The index of the entry that belongs to an address.
    fn index(address: u64) -> usize {
        Self::offset(address) / size_of::<Entry>()
    }

    fn entry_mut(&mut self, address: u64) -> &mut Entry {
        &mut self.entries[Self::index(address)]
    }

    /// Reads a naturally aligned word of a page that is present.
    #[inline(always)]
    #[expect(unsafe_code, reason = "see the module")]
    pub(crate) fn read<W: Word>(&self, address: u64) -> Option<W> {
        let entry = self.entry(address);
        if entry.tag != address & (!PAGE_MASK | (W::SIZE - 1)) {
            return None;
        }
        // SAFETY: the tag matched, so the address is aligned and on a page whose frame the owner
        // holds; the addend maps it into that frame.
        let word = unsafe {
            entry
                .addend
                .wrapping_add(address as usize)
                .cast::<W>()
                .read()
        };
        Some(word.to_little())
    }

    /// Writes a naturally aligned word of a page that is present; false when it is not.
    #[inline(always)]
    pub(crate) fn write<W: Word>(&mut self, address: u64, word: W) -> bool {
        self.write_with(address, || word)
    }

    /// [`Self::write`] of a word that is computed only if it is written.
    #[inline(always)]
    #[expect(unsafe_code, reason = "see the module")]
    pub(crate) fn write_with<W: Word>(&mut self, address: u64, word: impl FnOnce() -> W) -> bool {
        let entry = self.entry(address);
        if entry.tag != address & (!PAGE_MASK | (W::SIZE - 1)) {
            return false;
        }
        let word = word().to_little();
        // SAFETY: as in `read`; frames are never borrowed across a call.
        unsafe {
            entry
                .addend
                .wrapping_add(address as usize)
                .cast::<W>()
                .write(word);
        }
        true
    }

    /// Enters a page. The caller keeps the frame until it removes the page again.
    pub(crate) fn insert(&mut self, address: u64, frame: &Frame) {
        let page = address & !PAGE_MASK;
        *self.entry_mut(address) = Entry {
            tag: page,
            addend: frame.pointer().wrapping_sub(page as usize),
        };
    }

    /// [`Self::insert`] of a page whose physical address is known.
    pub(crate) fn insert_at(&mut self, address: u64, frame: &Frame, physical: u64) {
        self.insert(address, frame);
        self.physical.resize(ENTRIES, 0);
        self.physical[Self::index(address)] = physical & !PAGE_MASK;
    }

    /// The physical address of an address of a page that was entered with its own.
    pub(crate) fn physical(&self, address: u64) -> Option<u64> {
        let page = self.physical.get(Self::index(address))?;
        let present = self.entry(address).tag == address & !PAGE_MASK;
        present.then_some(page | address & PAGE_MASK)
    }

    /// Removes the page of an address.
    pub(crate) fn remove(&mut self, address: u64) {
        let entry = self.entry_mut(address);
        if entry.tag == address & !PAGE_MASK {
            *entry = NONE;
        }
    }

    /// Removes the pages whose address, under a mask, has these bits.
    pub(crate) fn remove_matching(&mut self, bits: u64, mask: u64) {
        for entry in &mut self.entries {
            if entry.tag & mask == bits && entry.tag != EMPTY {
                *entry = NONE;
            }
        }
    }

    /// Removes all pages.
    pub(crate) fn clear(&mut self) {
        self.entries = [NONE; ENTRIES];
    }
}
