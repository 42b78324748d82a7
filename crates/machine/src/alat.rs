//! The advanced load address table (volume 1, section 4.4.5.3).

use checkpoint::{Damage, Grows as _, Source, State};

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
/// Begin of the range of no entries: the last byte of the address space, where nothing is ever stored.
const NOWHERE: u64 = u64::MAX;

/// The table: entries for registers with the addresses that they were loaded from.
///
/// Sets are selected by the register; a full set replaces its oldest entry. Stores are compared with
/// the low bits of the addresses only, so one at another address with the same low bits removes an
/// entry, too. A real table compares physical addresses; those of a program are not known here, and
/// the bits above the page offset are those of the virtual address.
#[derive(Clone, Debug)]
pub struct Alat {
    /// The valid entries of each set, oldest first.
    sets: Vec<Vec<Entry>>,
    ways: usize,
    /// The address bits that are compared.
    mask: u64,
    /// A range of masked addresses outside of which no store overlaps an entry: the first and what
    /// the last is above it.
    low: u64,
    extent: u64,
}

impl Alat {
    /// A table of a number of entries in sets of `ways` (as many ways as entries: fully
    /// associative); the last set is filled up. Without entries every check fails, which the
    /// architecture allows at any time. `address_bits`: how many low address bits are compared.
    pub fn new(entries: usize, ways: usize, address_bits: u32) -> Self {
        let ways = ways.clamp(1, entries.max(1));
        let mut alat = Self {
            sets: vec![Vec::with_capacity(ways); entries.div_ceil(ways)],
            ways,
            mask: u64::MAX
                .checked_shr(u64::BITS.saturating_sub(address_bits))
                .unwrap_or(0),
            low: 0,
            extent: 0,
        };
        alat.invalidate_all();
        alat
    }

    /// False when no entry overlaps a store that begins at an address.
    #[inline(always)]
    pub fn is_near(&self, address: u64) -> bool {
        !self.is_empty() && (address & self.mask).wrapping_sub(self.low) <= self.extent
    }

    fn set(&mut self, tag: Tag) -> Option<&mut Vec<Entry>> {
        let sets = self.sets.len() as u64;
        let index = tag.index().checked_rem(sets)?;
        self.sets.get_mut(index as usize)
    }

    /// Widens the range to the stores that overlap an entry.
    fn cover(&mut self, address: u64, size: u8) {
        let masked = address & self.mask;
        let (low, high) = match masked.checked_sub(LONGEST - 1) {
            Some(low) if self.mask - masked >= u64::from(size) => (low, masked + u64::from(size)),
            // It goes round: anything is near.
            _ => (0, self.mask),
        };
        let last = self.low.saturating_add(self.extent);
        let (low, high) = if self.is_empty() {
            (low, high)
        } else {
            (low.min(self.low), high.max(last))
        };
        self.low = low;
        self.extent = high - low;
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
        let mask = self.mask;
        for set in &mut self.sets {
            set.retain(|entry| {
                address.wrapping_sub(entry.address) & mask >= u64::from(entry.size)
                    && entry.address.wrapping_sub(address) & mask >= u64::from(size)
            });
        }
        self.narrow();
    }

    /// Removes the entries that a longer write overlaps, as of the operating system into a buffer.
    pub fn write(&mut self, address: u64, len: usize) {
        if self.is_empty() {
            return;
        }
        if len > 4096 {
            return self.invalidate_all();
        }
        let end = address.wrapping_add(len as u64);
        let mut at = address;
        while at != end {
            let step = (end.wrapping_sub(at)).min(LONGEST);
            if self.is_near(at) {
                self.store(at, step as u8);
            }
            at = at.wrapping_add(step);
        }
    }

    /// Whether the range is that of no entries.
    fn is_empty(&self) -> bool {
        self.low == NOWHERE
    }

    /// Empties the range when there is no entry left.
    fn narrow(&mut self) {
        if !self.is_empty() && self.sets.iter().all(Vec::is_empty) {
            self.invalidate_all();
        }
    }

    /// Removes all entries.
    pub fn invalidate_all(&mut self) {
        for set in &mut self.sets {
            set.clear();
        }
        self.low = NOWHERE;
        self.extent = 0;
    }
}

impl State for Entry {
    fn save(&self, out: &mut Vec<u8>) {
        let (kind, number) = match self.tag {
            Tag::Static(number) => (0_u8, u64::from(number)),
            Tag::Stacked(place) => (1, place),
            Tag::Floating(number) => (2, u64::from(number)),
        };
        (kind, number).save(out);
        (self.address, self.size).save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let (mut kind, mut number) = (0_u8, 0_u64);
        kind.load(from)?;
        number.load(from)?;
        self.tag = match (kind, u8::try_from(number)) {
            (0, Ok(number)) => Tag::Static(number),
            (1, _) => Tag::Stacked(number),
            (2, Ok(number)) => Tag::Floating(number),
            _ => return Err(Damage::new(format!("entry of register {kind}:{number}"))),
        };
        self.address.load(from)?;
        self.size.load(from)
    }
}

impl Default for Entry {
    fn default() -> Self {
        Self {
            tag: Tag::Static(0),
            address: 0,
            size: 0,
        }
    }
}

/// A table of other dimensions than the saved one begins empty, which the architecture allows at any time.
impl State for Alat {
    fn save(&self, out: &mut Vec<u8>) {
        (self.ways, self.mask).save(out);
        (self.low, self.extent).save(out);
        (self.sets.len() as u64).save(out);
        self.sets.iter().for_each(|set| set.save_all(out));
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let (mut dimensions, mut range) = ((0_usize, 0_u64), (0, 0));
        dimensions.load(from)?;
        range.load(from)?;
        let mut sets = vec![Vec::new(); from.entries::<Vec<Entry>>()?];
        for set in &mut sets {
            set.load_all(from)?;
        }
        if dimensions != (self.ways, self.mask) || sets.len() != self.sets.len() {
            self.invalidate_all();
            return Ok(());
        }
        if sets.iter().any(|set| set.len() > self.ways) {
            return Err(Damage::new("a set with more entries than ways"));
        }
        self.sets = sets;
        (self.low, self.extent) = range;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const R: fn(u8) -> Tag = |number| Tag::general(number, 0);

    #[test]
    fn a_store_removes_exactly_the_entries_that_it_overlaps() {
        let mut alat = Alat::new(32, 32, 64);
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
        let mut alat = Alat::new(0, 0, 64);
        assert!(!alat.insert(R(8), 0, 8));
        assert!(!alat.holds(R(8)));
        alat.store(0, 8);
        alat.remove(R(8));
        assert!(!alat.is_near(0));
    }

    #[test]
    fn a_full_set_replaces_its_oldest_entry() {
        let mut alat = Alat::new(2, 2, 64);
        assert!(!alat.insert(R(8), 0, 8));
        assert!(!alat.insert(R(9), 8, 8));
        assert!(!alat.insert(R(8), 16, 8), "its own entry makes room");
        assert!(alat.insert(R(10), 24, 8));
        assert!(!alat.holds(R(9)));
        assert!(alat.holds(R(8)) && alat.holds(R(10)));
    }

    #[test]
    fn an_entry_of_a_stacked_register_is_found_by_its_place_in_the_stack() {
        let mut alat = Alat::new(32, 2, 64);
        alat.insert(Tag::general(32, 5), 0x40, 4);
        assert!(alat.holds(Tag::general(32, 5)));
        assert!(!alat.holds(Tag::general(32, 6)));
        assert!(alat.holds(Tag::general(33, 4)));
    }

    #[test]
    fn stores_far_from_all_entries_are_told_by_one_comparison() {
        let mut alat = Alat::new(32, 32, 64);
        alat.insert(R(8), 0x1000, 8);
        alat.insert(R(9), 0x2000, 4);
        for near in [0x0ff1, 0x1007, 0x1800, 0x2003] {
            assert!(alat.is_near(near), "{near:#x}");
        }
        for far in [0, 0x0ff0, 0x2005, u64::MAX - 1] {
            assert!(!alat.is_near(far), "{far:#x}");
        }
    }

    #[test]
    fn stores_are_compared_with_the_low_bits_of_addresses() {
        let mut alat = Alat::new(32, 32, 20);
        alat.insert(R(8), 0x6000_0000_0012_3458, 8);
        assert!(!alat.is_near(0x6000_0000_0022_3470));
        alat.store(0x6000_0000_0022_3460, 8);
        assert!(alat.holds(R(8)));
        assert!(alat.is_near(0x2000_0000_00f2_345f));
        alat.store(0x2000_0000_00f2_345f, 1);
        assert!(!alat.holds(R(8)), "another address, the same low bits");
        let mut alat = Alat::new(32, 32, 12);
        alat.insert(R(9), 0x1000, 8);
        assert!(alat.is_near(0x2ff9));
        alat.store(0x2ff9, 8);
        assert!(!alat.holds(R(9)), "a store that reaches round");
        assert!(!alat.is_near(0x2ff9));
    }

    #[test]
    fn a_write_by_others_removes_what_it_overlaps_however_long_it_is() {
        for len in [1, 9, 100, 4096, 100_000] {
            let mut alat = Alat::new(32, 32, 64);
            alat.insert(R(8), 0x1ff8, 8);
            alat.insert(R(9), 0x1ff0, 8);
            alat.write(0x1fff_u64.wrapping_sub(len as u64 - 1), len);
            assert!(!alat.holds(R(8)), "{len}");
            assert_eq!(alat.holds(R(9)), len == 1, "{len}");
        }
    }
}
