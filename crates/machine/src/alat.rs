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

/// The table: entries for registers with the addresses that they were loaded from.
///
/// Sets are selected by the register; a full set replaces its oldest entry.
#[derive(Clone, Debug)]
pub struct Alat {
    /// Ways of each set, oldest entry first.
    entries: Vec<Option<Entry>>,
    ways: usize,
    live: usize,
}

impl Alat {
    /// A table of a number of entries in sets of `ways` (as many ways as entries: fully
    /// associative); the last set is filled up. Without entries every check fails, which the
    /// architecture allows at any time.
    pub fn new(entries: usize, ways: usize) -> Self {
        let ways = ways.clamp(1, entries.max(1));
        let sets = entries.div_ceil(ways);
        Self {
            entries: vec![None; sets * ways],
            ways,
            live: 0,
        }
    }

    /// True when no entry is valid: stores then have nothing to look for.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    fn set(&mut self, tag: Tag) -> &mut [Option<Entry>] {
        let sets = self.entries.len() / self.ways;
        if sets == 0 {
            return &mut [];
        }
        let start = (tag.index() % sets as u64) as usize * self.ways;
        &mut self.entries[start..start + self.ways]
    }

    /// Enters a register with the bytes that it was loaded from; an entry that it had goes.
    /// Returns true when an entry of another register had to make room.
    pub fn insert(&mut self, tag: Tag, address: u64, size: u8) -> bool {
        self.remove(tag);
        let set = self.set(tag);
        // Holes first, the others in their order.
        set.sort_by_key(Option::is_some);
        let Some(replaced) = set.first().map(Option::is_some) else {
            return false;
        };
        set.rotate_left(1);
        if let Some(last) = set.last_mut() {
            *last = Some(Entry { tag, address, size });
        }
        if !replaced {
            self.live += 1;
        }
        replaced
    }

    /// Whether a register has an entry.
    pub fn holds(&mut self, tag: Tag) -> bool {
        self.live != 0 && self.set(tag).iter().flatten().any(|entry| entry.tag == tag)
    }

    /// Whether a register has an entry for exactly these bytes: what a check load asks.
    pub fn holds_at(&mut self, tag: Tag, address: u64, size: u8) -> bool {
        self.live != 0
            && self
                .set(tag)
                .iter()
                .flatten()
                .any(|entry| entry.tag == tag && entry.address == address && entry.size == size)
    }

    /// Removes the entry of a register.
    pub fn remove(&mut self, tag: Tag) {
        if self.live == 0 {
            return;
        }
        let mut gone = 0;
        for way in self.set(tag) {
            if way.is_some_and(|entry| entry.tag == tag) {
                *way = None;
                gone += 1;
            }
        }
        self.live -= gone;
    }

    /// Removes the entries that a store overlaps.
    #[cold]
    pub fn store(&mut self, address: u64, size: u8) {
        let mut gone = 0;
        for way in &mut self.entries {
            if way.is_some_and(|entry| {
                address.wrapping_sub(entry.address) < u64::from(entry.size)
                    || entry.address.wrapping_sub(address) < u64::from(size)
            }) {
                *way = None;
                gone += 1;
            }
        }
        self.live -= gone;
    }

    /// Removes all entries.
    pub fn invalidate_all(&mut self) {
        self.entries.fill(None);
        self.live = 0;
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
        assert!(alat.is_empty());
    }

    #[test]
    fn a_table_without_entries_never_hits() {
        let mut alat = Alat::new(0, 0);
        assert!(!alat.insert(R(8), 0, 8));
        assert!(!alat.holds(R(8)));
        alat.store(0, 8);
        alat.remove(R(8));
        assert!(alat.is_empty());
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
    fn a_check_load_wants_the_same_address_and_size() {
        let mut alat = Alat::new(32, 2);
        alat.insert(Tag::general(32, 5), 0x40, 4);
        assert!(alat.holds_at(Tag::general(32, 5), 0x40, 4));
        assert!(!alat.holds_at(Tag::general(32, 5), 0x40, 8));
        assert!(!alat.holds_at(Tag::general(32, 6), 0x40, 4));
        assert!(
            alat.holds_at(Tag::general(33, 4), 0x40, 4),
            "same place in the stack"
        );
    }
}
