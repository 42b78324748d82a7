//! The advanced load address table (volume 1, section 4.4.5.3).

/// What an entry belongs to: a physical register.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tag {
    /// A static general register.
    Static(u8),
    /// A stacked general register by its place in the register stack, so that an entry of a
    /// caller's frame outlives calls.
    Stacked(u64),
    /// A floating-point register by its unrotated number.
    Floating(u8),
}

impl Tag {
    /// General register by its unrotated number; `bottom` is the place of r32 in the register stack.
    pub const fn general(number: u8, bottom: u64) -> Self {
        if number < 32 {
            Self::Static(number)
        } else {
            Self::Stacked(bottom.wrapping_add(number as u64 - 32))
        }
    }

    /// Whether it is a floating-point register.
    pub const fn is_floating(self) -> bool {
        matches!(self, Self::Floating(_))
    }

    /// Selects the set.
    const fn index(self) -> u64 {
        match self {
            Self::Static(number) | Self::Floating(number) => number as u64,
            Self::Stacked(place) => place,
        }
    }
}

#[derive(Copy, Clone, Debug)]
struct Entry {
    tag: Tag,
    address: u64,
    size: u8,
}

/// Longest store, in bytes.
const LONGEST: u64 = 16;

/// The table: entries for registers with the addresses that they were loaded from.
///
/// Sets are selected by the register; a full set replaces its oldest entry.
#[derive(Clone, Debug)]
pub struct Alat {
    /// The valid entries of each set, oldest first.
    sets: Vec<Vec<Entry>>,
    ways: usize,
    /// A range outside of which no store overlaps an entry: where it begins, and its length.
    low: u64,
    span: u64,
}

impl Alat {
    /// A table of a number of entries in sets of `ways` (as many ways as entries: fully
    /// associative); the last set is filled up. Without entries every check fails, which the
    /// architecture allows at any time.
    pub fn new(entries: usize, ways: usize) -> Self {
        let ways = ways.clamp(1, entries.max(1));
        Self {
            sets: vec![Vec::with_capacity(ways); entries.div_ceil(ways)],
            ways,
            low: 0,
            span: 0,
        }
    }

    /// False when no entry overlaps a store that begins at an address.
    #[inline(always)]
    pub fn is_near(&self, address: u64) -> bool {
        address.wrapping_sub(self.low) < self.span
    }

    fn set(&mut self, tag: Tag) -> Option<&mut Vec<Entry>> {
        let sets = self.sets.len() as u64;
        let index = tag.index().checked_rem(sets)?;
        self.sets.get_mut(index as usize)
    }

    /// Widens the range to an entry's stores.
    fn cover(&mut self, address: u64, size: u8) {
        let low = address.wrapping_sub(LONGEST - 1);
        let high = address.wrapping_add(u64::from(size));
        if self.span == 0 {
            self.low = low;
            self.span = high.wrapping_sub(low);
        } else {
            let end = self.low.wrapping_add(self.span).max(high);
            self.low = self.low.min(low);
            self.span = end.wrapping_sub(self.low);
        }
    }

    /// Enters a register with the bytes that it was loaded from; an entry that it had goes.
    /// Returns true when an entry of another register had to make room.
    pub fn insert(&mut self, tag: Tag, address: u64, size: u8) -> bool {
        let ways = self.ways;
        let Some(set) = self.set(tag) else {
            return false;
        };
        set.retain(|entry| entry.tag != tag);
        let replaced = set.len() >= ways;
        if replaced {
            set.remove(0);
        }
        set.push(Entry { tag, address, size });
        self.cover(address, size);
        replaced
    }

    /// Whether a register has an entry: what `chk.a` and check loads ask.
    pub fn holds(&mut self, tag: Tag) -> bool {
        self.set(tag)
            .is_some_and(|set| set.iter().any(|entry| entry.tag == tag))
    }

    /// Removes the entry of a register.
    pub fn remove(&mut self, tag: Tag) {
        if let Some(set) = self.set(tag) {
            set.retain(|entry| entry.tag != tag);
            self.narrow();
        }
    }

    /// Removes the entries that a store overlaps.
    pub fn store(&mut self, address: u64, size: u8) {
        for set in &mut self.sets {
            set.retain(|entry| {
                address.wrapping_sub(entry.address) >= u64::from(entry.size)
                    && entry.address.wrapping_sub(address) >= u64::from(size)
            });
        }
        self.narrow();
    }

    /// Empties the range when there is no entry left.
    fn narrow(&mut self) {
        if self.span != 0 && self.sets.iter().all(Vec::is_empty) {
            self.span = 0;
        }
    }

    /// Removes all entries.
    pub fn invalidate_all(&mut self) {
        for set in &mut self.sets {
            set.clear();
        }
        self.span = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const R: fn(u8) -> Tag = |number| Tag::general(number, 0);

    #[test]
    fn a_store_removes_exactly_the_entries_that_it_overlaps() {
        let mut alat = Alat::new(32, 32);
        alat.insert(R(8), 0x1000, 8);
        alat.insert(R(9), 0x1008, 4);
        alat.insert(Tag::Floating(8), 0x0ff8, 8);
        alat.store(0x1007, 1);
        assert!(!alat.holds(R(8)));
        assert!(alat.holds(R(9)));
        assert!(alat.holds(Tag::Floating(8)));
        alat.store(0x0ffc, 8);
        assert!(!alat.holds(Tag::Floating(8)));
        alat.store(0x1004, 16);
        assert!(!alat.holds(R(9)));
        assert!(!alat.is_near(0x1008));
    }

    #[test]
    fn a_table_without_entries_never_hits() {
        let mut alat = Alat::new(0, 0);
        assert!(!alat.insert(R(8), 0, 8));
        assert!(!alat.holds(R(8)));
        alat.store(0, 8);
        alat.remove(R(8));
        assert!(!alat.is_near(0));
    }

    #[test]
    fn a_full_set_replaces_its_oldest_entry() {
        let mut alat = Alat::new(2, 2);
        assert!(!alat.insert(R(8), 0, 8));
        assert!(!alat.insert(R(9), 8, 8));
        assert!(!alat.insert(R(8), 16, 8), "its own entry makes room");
        assert!(alat.insert(R(10), 24, 8));
        assert!(!alat.holds(R(9)));
        assert!(alat.holds(R(8)) && alat.holds(R(10)));
    }

    #[test]
    fn an_entry_of_a_stacked_register_is_found_by_its_place_in_the_stack() {
        let mut alat = Alat::new(32, 2);
        alat.insert(Tag::general(32, 5), 0x40, 4);
        assert!(alat.holds(Tag::general(32, 5)));
        assert!(!alat.holds(Tag::general(32, 6)));
        assert!(alat.holds(Tag::general(33, 4)));
    }

    #[test]
    fn stores_far_from_all_entries_are_told_by_one_comparison() {
        let mut alat = Alat::new(32, 32);
        alat.insert(R(8), 0x1000, 8);
        alat.insert(R(9), 0x2000, 4);
        for near in [0x0ff1, 0x1007, 0x1800, 0x2003] {
            assert!(alat.is_near(near), "{near:#x}");
        }
        for far in [0, 0x0ff0, 0x2004, u64::MAX] {
            assert!(!alat.is_near(far), "{far:#x}");
        }
    }
}
