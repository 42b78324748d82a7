//! Translations: registers and caches (volume 2, section 4.1.1).

use super::model::SystemModel;
use crate::memory::PAGE_SHIFT;

/// Memory attributes (volume 2, table 4-11).
pub(crate) mod attribute {
    pub(crate) const WRITE_BACK: u8 = 0;
    pub(crate) const UNCACHEABLE: u8 = 4;
    pub(crate) const EXPORTED: u8 = 5;
    pub(crate) const NAT_PAGE: u8 = 7;
}

/// The bits of a virtual address below its region.
pub(crate) const OFFSET: u64 = !0 >> 3;

pub(super) const PRESENT: u64 = 1;
/// Bits of the first word of an insertion that are reserved when the page is present, besides unimplemented ones.
const RESERVED: u64 = 1 << 1 | 3 << 50;

/// One translation.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub rid: u32,
    /// First address inside the region.
    pub start: u64,
    /// Base-2 logarithm of the size in bytes.
    pub shift: u8,
    pub key: u32,
    /// First physical address.
    pub base: u64,
    /// The first word of the insertion.
    word: u64,
}

impl Entry {
    /// From the format of insertions and the page table. The caller has checked `word` with [`is_reserved`].
    pub(crate) fn new(word: u64, address: u64, rid: u32, shift: u8, key: u32) -> Self {
        let page = !0 << shift;
        Self {
            rid,
            start: address & OFFSET & page,
            shift,
            key,
            base: word & 0x3_ffff_ffff_f000 & page,
            word,
        }
    }

    pub(crate) const fn present(self) -> bool {
        self.word & PRESENT != 0
    }

    pub(crate) const fn attribute(self) -> u8 {
        (self.word >> 2 & 7) as u8
    }

    pub(crate) const fn accessed(self) -> bool {
        self.word >> 5 & 1 != 0
    }

    pub(crate) const fn dirty(self) -> bool {
        self.word >> 6 & 1 != 0
    }

    pub(crate) const fn level(self) -> u8 {
        (self.word >> 7 & 3) as u8
    }

    pub(crate) const fn rights(self) -> u8 {
        (self.word >> 9 & 7) as u8
    }

    /// Whether code of this page has the exceptions of its speculative loads deferred (`ed`).
    pub(crate) const fn defers(self) -> bool {
        self.word >> 52 & 1 != 0
    }

    /// The physical address of a virtual one of this page.
    pub(crate) const fn physical(self, address: u64) -> u64 {
        self.base | address & !(!0 << self.shift)
    }

    const fn holds(&self, rid: u32, offset: u64) -> bool {
        self.rid == rid && (self.start ^ offset) >> self.shift == 0
    }

    /// Whether the entry overlaps a range. The region of the address does not matter: regions with the same identifier
    /// are one.
    const fn overlaps(&self, rid: u32, address: u64, shift: u8) -> bool {
        let shift = if shift > self.shift {
            shift
        } else {
            self.shift
        };
        self.rid == rid && (self.start ^ address & OFFSET) >> shift == 0
    }
}

/// Whether the first word of an insertion has a reserved field that is not 0.
pub(crate) fn is_reserved(word: u64, model: &SystemModel) -> bool {
    let attribute = (word >> 2 & 7) as u8;
    let unknown = matches!(attribute, 1..=3) || attribute == attribute::EXPORTED && !model.exported;
    let unimplemented = 0x3_ffff_ffff_f000 & !model.physical_mask();
    word & PRESENT != 0 && (word & (RESERVED | unimplemented) != 0 || unknown)
}

/// The translations of instructions, or those of data: translation registers, and a cache.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    registers: Vec<Option<Entry>>,
    cache: Vec<Entry>,
    capacity: usize,
    /// Index of the cache entry that is replaced next.
    next: usize,
    replaced: Replaced,
}

/// Pages that made room for others and were not purged. The software translation buffers may still hold parts of them, so a
/// purge that overlaps such a page has to remove all of it.
#[derive(Clone, Debug, Default)]
struct Replaced {
    /// Only pages larger than one of the software buffers.
    pages: Vec<Entry>,
    /// There were more than [`Replaced::MOST`], and those before were dropped from `pages`: the software buffers have to forget everything.
    overflowed: bool,
}

impl Replaced {
    const MOST: usize = 256;

    fn add(&mut self, entry: Entry) {
        let place = |page: &Entry| (page.rid, page.start, page.shift);
        let is_known = |page: &Entry| place(page) == place(&entry);
        if u32::from(entry.shift) <= PAGE_SHIFT || self.pages.iter().any(is_known) {
            return;
        }
        if self.pages.len() == Self::MOST {
            self.pages.clear();
            self.overflowed = true;
        }
        self.pages.push(entry);
    }

    /// Removes the pages that overlap a range. Returns the base-2 logarithm of the size of the range that holds all of them.
    fn purge(&mut self, rid: u32, address: u64, shift: u8) -> u8 {
        let mut widest = shift;
        self.pages.retain(|page| {
            let goes = page.overlaps(rid, address, shift);
            if goes {
                widest = widest.max(page.shift);
            }
            !goes
        });
        widest
    }
}

impl Side {
    pub(super) fn new(registers: u8, capacity: usize) -> Self {
        Self {
            registers: vec![None; registers.into()],
            cache: Vec::new(),
            capacity,
            next: 0,
            replaced: Replaced::default(),
        }
    }

    /// The translation of an offset in a region with an identifier.
    pub(super) fn find(&self, rid: u32, offset: u64) -> Option<Entry> {
        let cached = self.cache.iter().find(|entry| entry.holds(rid, offset));
        let fixed = || self.registers.iter().flatten();
        cached
            .or_else(|| fixed().find(|entry| entry.holds(rid, offset)))
            .copied()
    }

    /// Number of translation registers.
    pub(super) fn registers(&self) -> usize {
        self.registers.len()
    }

    /// Inserts an entry that the walker has found into the cache, in place of overlapping ones. Returns whether another entry
    /// was replaced because the cache was full.
    pub(super) fn insert_walked(&mut self, entry: Entry) -> bool {
        let replaced = &mut self.replaced;
        self.cache.retain(|old| {
            let stays = !old.overlaps(entry.rid, entry.start, entry.shift);
            if !stays {
                replaced.add(*old);
            }
            stays
        });
        self.push(entry)
    }

    /// Inserts into the cache and removes what [`Self::purge_cache`] removes, the result of which it returns.
    pub(super) fn insert(&mut self, entry: Entry) -> u8 {
        let shift = self.purge_cache(entry.rid, entry.start, entry.shift);
        self.push(entry);
        shift
    }

    /// Inserts into the cache. Entries are replaced one after the other in the order of their places; a purge moves those behind
    /// the purged ones up.
    fn push(&mut self, entry: Entry) -> bool {
        self.next = self.next.min(self.cache.len().saturating_sub(1));
        let is_full = self.cache.len() >= self.capacity;
        if !is_full {
            self.cache.push(entry);
        } else if let Some(place) = self.cache.get_mut(self.next) {
            self.replaced.add(std::mem::replace(place, entry));
            self.next = (self.next + 1) % self.capacity;
        }
        is_full
    }

    /// Inserts into a translation register, which must exist, and removes what [`Self::purge_cache`] removes, the result of
    /// which it returns.
    pub(super) fn fix(&mut self, register: usize, entry: Entry) -> u8 {
        let shift = self.purge_cache(entry.rid, entry.start, entry.shift);
        if let Some(place) = self.registers.get_mut(register)
            && let Some(old) = place.replace(entry)
        {
            self.replaced.add(old);
        }
        shift
    }

    /// Removes the entries of the cache that overlap 2^`shift` bytes around an address. Returns the base-2 logarithm of the size
    /// of the range around the address that holds all that was removed: entries are removed as a whole.
    pub(super) fn purge_cache(&mut self, rid: u32, address: u64, shift: u8) -> u8 {
        let mut widest = self.replaced.purge(rid, address, shift);
        self.cache.retain(|entry| {
            let goes = entry.overlaps(rid, address, shift);
            if goes {
                widest = widest.max(entry.shift);
            }
            !goes
        });
        widest
    }

    /// Removes the translation registers that overlap a range; otherwise as [`Self::purge_cache`].
    pub(super) fn purge_registers(&mut self, rid: u32, address: u64, shift: u8) -> u8 {
        let mut widest = shift;
        for place in &mut self.registers {
            if let Some(entry) = place.take_if(|entry| entry.overlaps(rid, address, shift)) {
                widest = widest.max(entry.shift);
            }
        }
        widest
    }

    /// Whether the software translation buffers have to forget everything now, as pages that they may hold are no longer known.
    pub(super) fn take_overflow(&mut self) -> bool {
        std::mem::take(&mut self.replaced.overflowed)
    }

    pub(super) fn clear_cache(&mut self) {
        self.cache.clear();
        self.next = 0;
        self.replaced = Replaced::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(rid: u32, address: u64, shift: u8) -> Entry {
        Entry::new(1 | 0x10_0000, address, rid, shift, 0)
    }

    #[test]
    fn both_ends_of_a_page_translate_and_one_byte_beyond_misses() {
        for shift in (12..=28).step_by(2) {
            let mut side = Side::new(8, 8);
            let start = 1 << 30;
            side.insert(page(5, start | 0x7, shift));
            let last = start + (1 << shift) - 1;
            assert!(side.find(5, start).is_some() && side.find(5, last).is_some());
            assert!(side.find(5, last + 1).is_none() && side.find(5, start - 1).is_none());
            assert!(side.find(6, start).is_none());
        }
    }

    #[test]
    fn purges_take_what_overlaps_and_nothing_of_other_regions() {
        for (purged, survivors) in [(12, 2), (14, 2), (16, 1)] {
            let mut side = Side::new(2, 8);
            for entry in [
                page(1, 0x4000, 14),
                page(1, 0x8000, 14),
                page(2, 0x4000, 14),
            ] {
                side.insert(entry);
            }
            // An address of another region that has the same identifier.
            side.purge_cache(1, 5 << 61 | 0x4000 & !0 << purged, purged);
            assert_eq!(side.cache.len(), survivors, "{purged}");
            assert!(side.find(2, 0x4000).is_some());
        }
    }

    #[test]
    fn a_purge_tells_the_size_of_the_largest_page_that_it_takes() {
        let mut side = Side::new(2, 4);
        assert_eq!(side.insert(page(1, 0, 24)), 24);
        assert_eq!(side.purge_cache(1, 0x4000, 12), 24);
        assert_eq!(side.purge_cache(1, 0x4000, 12), 12, "it is gone");
        side.insert(page(1, 0, 24));
        assert_eq!(side.insert(page(1, 0x4000, 14)), 24);
        assert_eq!(side.fix(0, page(1, 0, 26)), 26);
        assert_eq!(side.purge_cache(1, 0, 12), 12, "registers stay");
        assert_eq!(side.purge_registers(1, 0, 12), 26);
    }

    #[test]
    fn a_purge_takes_pages_that_have_made_room_for_others_too() {
        let mut side = Side::new(1, 4);
        let large = |n: u64| page(1, n << 24, 24);
        for n in 0..5 {
            side.insert_walked(large(n));
        }
        assert_eq!(side.purge_cache(1, 0x4000, 12), 24);
        assert_eq!(side.purge_cache(1, 0x4000, 12), 12);
        // The register is used for another page, the walker finds a smaller one.
        side.fix(0, large(100));
        side.fix(0, large(101));
        assert_eq!(side.purge_cache(1, 100 << 24, 12), 24);
        side.insert_walked(page(1, 3 << 24, 14));
        assert_eq!(side.purge_cache(1, 3 << 24 | 0x8000, 12), 24);
        // More of them than are remembered one by one.
        for n in 0..1000 {
            side.insert_walked(large(n));
        }
        assert!(side.take_overflow());
        assert!(!side.take_overflow());
        // The same few pages again and again.
        for n in 0..1000 {
            side.insert_walked(large(2000 + n % 6));
        }
        assert!(!side.take_overflow());
        side.clear_cache();
        assert_eq!(side.purge_cache(1, 0, 12), 12);
    }

    #[test]
    fn a_full_cache_replaces_entries_in_turn_and_registers_stay() {
        let mut side = Side::new(1, 4);
        side.fix(0, page(0, 0, 14));
        for n in 1..=10 {
            assert_eq!(side.insert_walked(page(0, n << 14, 14)), n > 4);
        }
        // What takes the place of the same page displaces no other.
        assert!(!side.insert_walked(page(0, 10 << 14, 14)));
        let known: Vec<u64> = (0..=10)
            .filter(|n| side.find(0, n << 14).is_some())
            .collect();
        assert_eq!(known, [0, 7, 8, 9, 10]);
        side.clear_cache();
        assert!(side.find(0, 0x100).is_some());
        side.purge_registers(0, 0, 12);
        assert!(side.find(0, 0x100).is_none());
    }
}
