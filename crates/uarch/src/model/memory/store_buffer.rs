//! The store buffer: stores between issue and L2 (Caches 7), and loads that follow a store to the same doubleword too closely (Caches 4).

use crate::model::memory::relative::{Relative, Visitor};

/// Newest stores that a load is compared with.
const RECENT: usize = 4;

/// The aligned 8-byte words in which the bytes of an access lie, from the first to the last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doublewords {
    /// Physical address divided by 8.
    first: u64,
    last: u64,
}

checkpoint::state!(Doublewords { first, last });

impl Doublewords {
    /// No doubleword.
    pub(crate) const NONE: Self = Self {
        first: u64::MAX,
        last: 0,
    };

    /// Those of `bytes` bytes from an address on.
    #[inline(always)]
    pub(crate) fn of(address: u64, bytes: u64) -> Self {
        Self {
            first: address >> 3,
            last: (address + bytes - 1) >> 3,
        }
    }

    /// Whether there are none.
    #[inline(always)]
    pub(crate) fn is_none(self) -> bool {
        self.first > self.last
    }

    /// Whether a doubleword is in both ranges.
    #[inline(always)]
    pub(crate) fn meet(self, others: Self) -> bool {
        self.first <= others.last && others.first <= self.last
    }
}

impl Relative for Doublewords {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        for doubleword in [&mut self.first, &mut self.last] {
            let mut address = *doubleword << 3;
            visitor.address(&mut address);
            *doubleword = address >> 3;
        }
    }
}

/// The store buffer: stores leave in order when L2 has taken them.
#[derive(Clone, Debug)]
pub(crate) struct StoreBuffer {
    /// By entry, a ring: the cycle in which its newest store leaves.
    pub leaves: Vec<u64>,
    /// The entry that the next store takes, which is the oldest.
    next: usize,
    /// The cycle in which the buffer is empty.
    pub last: u64,
    /// The newest stores, a ring: the doublewords written, and the cycle of the access.
    recent: [(Doublewords, u64); RECENT],
    recent_next: usize,
    /// Cycles after a store in which a load of its doublewords conflicts (`store_to_load_cycles`).
    pub window: u64,
    /// The latest cycle of a store.
    newest: u64,
}

checkpoint::state!(StoreBuffer { leaves, next, last, recent, recent_next, newest } skips { window });

impl StoreBuffer {
    /// An empty buffer; `window`: cycles after a store in which a load of its doublewords conflicts.
    pub(crate) fn new(entries: u32, window: u32) -> Self {
        Self {
            leaves: vec![0; entries.max(1) as usize],
            next: 0,
            last: 0,
            recent: [(Doublewords::NONE, 0); RECENT],
            recent_next: 0,
            window: u64::from(window),
            newest: 0,
        }
    }

    /// The first cycle in which there is room for so many stores of one group.
    #[inline(always)]
    pub(crate) fn room(&self, stores: u32) -> u64 {
        let size = self.leaves.len();
        let last = self.next + (stores as usize).clamp(1, size) - 1;
        self.leaves[if last < size { last } else { last - size }]
    }

    /// A store of so many bytes issued in `cycle` enters; L2 has its line in cycle `taken`.
    #[inline(always)]
    pub(crate) fn push(&mut self, cycle: u64, taken: u64, address: u64, bytes: u64) {
        // Caches 7: stores leave in order when L2 has taken them.
        self.last = self.last.max(taken);
        self.leaves[self.next] = self.last;
        self.next += 1;
        if self.next == self.leaves.len() {
            self.next = 0;
        }
        let recent = &mut self.recent[self.recent_next % RECENT];
        *recent = (Doublewords::of(address, bytes), cycle);
        self.recent_next = (self.recent_next + 1) % RECENT;
        self.newest = self.newest.max(cycle);
    }

    /// For how many cycles, from `cycle` on, a load can still conflict with a store.
    #[inline(always)]
    pub(crate) fn conflicts_for(&self, cycle: u64) -> u64 {
        (self.newest + self.window).saturating_sub(cycle)
    }

    /// Caches 4: whether a load of so many bytes in a cycle follows one of the newest stores to one of its doublewords too closely.
    #[inline(always)]
    pub(crate) fn conflicts(&self, cycle: u64, address: u64, bytes: u64) -> bool {
        self.newest + self.window > cycle && self.meets(cycle, address, bytes)
    }

    /// The comparison with each of the newest stores.
    #[inline(never)]
    fn meets(&self, cycle: u64, address: u64, bytes: u64) -> bool {
        let load = Doublewords::of(address, bytes);
        let mut stores = self.recent.iter();
        stores.any(|(store, at)| at + self.window > cycle && store.meet(load))
    }
}

impl Relative for StoreBuffer {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        let (before, from) = self.leaves.split_at_mut(self.next);
        for leaves in from.iter_mut().chain(before) {
            visitor.cycle(leaves);
        }
        visitor.cycle(&mut self.last);
        let (before, from) = self.recent.split_at_mut(self.recent_next);
        for (stored, cycle) in from.iter_mut().chain(before) {
            stored.visit(visitor);
            visitor.cycle(cycle);
        }
        visitor.cycle(&mut self.newest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_waits_for_the_one_that_has_the_entry() {
        let mut buffer = StoreBuffer::new(2, 3);
        buffer.push(0, 100, 0, 8);
        buffer.push(1, 7, 8, 8);
        assert_eq!(buffer.room(1), 100);
        buffer.push(100, 106, 16, 8);
        // The second store could not leave before the first.
        assert_eq!(buffer.room(1), 100);
        assert_eq!(buffer.last, 106);
    }

    #[test]
    fn two_stores_of_a_group_wait_for_two_entries() {
        let mut buffer = StoreBuffer::new(2, 3);
        buffer.push(0, 100, 0, 8);
        buffer.push(1, 110, 8, 8);
        assert_eq!([1, 2, 3].map(|stores| buffer.room(stores)), [100, 110, 110]);
    }

    #[test]
    fn a_load_right_behind_a_store_to_the_same_doubleword_conflicts() {
        let mut buffer = StoreBuffer::new(4, 3);
        buffer.push(10, 16, 0x100, 8);
        assert!(buffer.conflicts(12, 0x104, 4));
        assert!(!buffer.conflicts(12, 0x108, 8));
        assert!(!buffer.conflicts(13, 0x104, 4));
    }

    #[test]
    fn both_doublewords_of_a_long_store_conflict() {
        let mut buffer = StoreBuffer::new(4, 3);
        buffer.push(10, 16, 0x100, 16);
        assert!(buffer.conflicts(12, 0x108, 8));
        assert!(!buffer.conflicts(12, 0x110, 8));
    }

    #[test]
    fn a_store_whose_translation_is_late_still_conflicts_behind_a_punctual_one() {
        let mut buffer = StoreBuffer::new(4, 3);
        buffer.push(14, 20, 0x100, 8);
        buffer.push(10, 16, 0x200, 8);
        assert!(buffer.conflicts(13, 0x100, 8));
    }
}
