//! The advanced load address table (volume 1, section 4.4.5.3).

use std::collections::HashSet;

use checkpoint::{Damage, Grows as _, Source, State};

/// What an entry belongs to: a physical register. The file is in the low bits, the number in it above these.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tag(u64);

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum File {
    Static,
    Stacked,
    Floating,
}

/// How many bits of a tag the file has.
const FILE_BITS: u32 = 2;
/// The greatest number.
const LAST_NUMBER: u64 = u64::MAX >> FILE_BITS;

impl Tag {
    /// A register of a file; a number is taken modulo 2^62.
    #[inline(always)]
    const fn new(file: File, number: u64) -> Self {
        Self(number << FILE_BITS | file as u64)
    }

    /// The number in the file.
    #[inline(always)]
    const fn number(self) -> u64 {
        self.0 >> FILE_BITS
    }

    /// The file, as its number.
    const fn file(self) -> u8 {
        (self.0 & ((1 << FILE_BITS) - 1)) as u8
    }

    /// General register by its unrotated number; `bottom` is the place of r32 in the register stack. A stacked one is known by
    /// its place in the stack, so that an entry of a caller's frame outlives calls.
    #[inline(always)]
    pub const fn general(number: u8, bottom: u64) -> Self {
        if number < 32 {
            Self::new(File::Static, number as u64)
        } else {
            Self::new(File::Stacked, bottom.wrapping_add(number as u64 - 32))
        }
    }

    /// Floating-point register by its unrotated number.
    #[inline(always)]
    pub const fn floating(number: u8) -> Self {
        Self::new(File::Floating, number as u64)
    }

    /// Whether it is a floating-point register.
    pub const fn is_floating(self) -> bool {
        self.file() == File::Floating as u8
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
    /// The ways of all sets, those of a set side by side. The valid entries of a set come first, oldest first.
    entries: Box<[Entry]>,
    /// How many entries of each set are valid.
    counts: Box<[usize]>,
    /// The bits of a register's number that select its set, where there are as many sets as these bits tell.
    set_bits: Option<u64>,
    ways: usize,
    /// How many entries are valid in all sets together.
    valid: usize,
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
        let sets = entries.div_ceil(ways);
        Self {
            entries: vec![Entry::default(); sets * ways].into(),
            counts: vec![0; sets].into(),
            set_bits: sets.is_power_of_two().then(|| sets as u64 - 1),
            ways,
            valid: 0,
            mask: u64::MAX
                .checked_shr(u64::BITS.saturating_sub(address_bits))
                .unwrap_or(0),
            low: NOWHERE,
            extent: 0,
        }
    }

    /// False when no entry overlaps a store that begins at an address.
    #[inline(always)]
    pub fn is_near(&self, address: u64) -> bool {
        !self.is_empty() && (address & self.mask).wrapping_sub(self.low) <= self.extent
    }

    /// The number of the set that holds the entry of a register.
    #[inline(always)]
    fn number_of_set(&self, tag: Tag) -> Option<usize> {
        let set = match self.set_bits {
            Some(bits) => tag.number() & bits,
            None => tag.number().checked_rem(self.counts.len() as u64)?,
        };
        Some(set as usize)
    }

    /// The set of a register, and how many of its entries are valid; a table without entries has none.
    #[inline(always)]
    fn set(&mut self, tag: Tag) -> Option<(&mut [Entry], &mut usize)> {
        let set = self.number_of_set(tag)?;
        let first = set * self.ways;
        let entries = self.entries.get_mut(first..first + self.ways)?;
        Some((entries, self.counts.get_mut(set)?))
    }

    /// Each register of a saved set belongs into it and has one entry.
    fn check_registers(&self, number: usize, set: &[Entry]) -> Result<(), Damage> {
        let mut known = HashSet::with_capacity(set.len());
        for Entry { tag, .. } in set {
            let name = || format!("register {}:{}", tag.file(), tag.number());
            if self.number_of_set(*tag) != Some(number) {
                return Err(Damage::new(format!("{} in another set", name())));
            }
            if !known.insert(tag) {
                return Err(Damage::new(format!("two entries of {}", name())));
            }
        }
        Ok(())
    }

    /// The valid entries of each set.
    fn sets(&self) -> impl Iterator<Item = &[Entry]> {
        let sets = self.entries.chunks_exact(self.ways);
        sets.zip(&self.counts).map(|(set, &count)| &set[..count])
    }

    /// A saved range has every store that overlaps an entry.
    fn check_range(&self, (low, extent): (u64, u64)) -> Result<(), Damage> {
        let last = low.saturating_add(extent);
        for Entry { address, size, .. } in self.sets().flatten() {
            let (own_low, own_last) = self.range_of(*address, *size);
            if low > own_low || last < own_last {
                let text = format!("an entry of {address:#x} outside of {low:#x} to {last:#x}");
                return Err(Damage::new(text));
            }
        }
        Ok(())
    }

    /// The first and the last masked address at which a store may overlap an entry.
    #[inline(always)]
    fn range_of(&self, address: u64, size: u8) -> (u64, u64) {
        let masked = address & self.mask;
        match masked.checked_sub(LONGEST - 1) {
            Some(low) if self.mask - masked >= u64::from(size) => (low, masked + u64::from(size)),
            // It goes round: anything is near.
            _ => (0, self.mask),
        }
    }

    /// Widens the range to the stores that overlap an entry.
    #[inline(always)]
    fn cover(&mut self, address: u64, size: u8) {
        let (low, high) = self.range_of(address, size);
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
    #[inline]
    pub fn insert(&mut self, tag: Tag, address: u64, size: u8) -> bool {
        if let Some(set) = self.number_of_set(tag)
            && let Some(count @ 0) = self.counts.get_mut(set)
            && let Some(first) = self.entries.get_mut(set * self.ways)
        {
            *first = Entry { tag, address, size };
            *count = 1;
            self.valid += 1;
            self.cover(address, size);
            return false;
        }
        self.insert_beside(tag, address, size)
    }

    /// The same into a set that may have entries.
    #[inline(never)]
    fn insert_beside(&mut self, tag: Tag, address: u64, size: u8) -> bool {
        let Some((set, count)) = self.set(tag) else {
            return false;
        };
        let own = find(&set[..*count], tag);
        let replaced = own.is_none() && *count == set.len();
        if own.is_none() && !replaced {
            set[*count] = Entry { tag, address, size };
            *count += 1;
            self.valid += 1;
        } else {
            let set = &mut set[..*count];
            close(set, own.unwrap_or(0));
            if let Some(newest) = set.last_mut() {
                *newest = Entry { tag, address, size };
            }
        }
        self.cover(address, size);
        replaced
    }

    /// Whether a register has an entry: what `chk.a` and check loads ask.
    #[inline]
    pub fn holds(&mut self, tag: Tag) -> bool {
        self.set(tag)
            .is_some_and(|(set, count)| find(&set[..*count], tag).is_some())
    }

    /// Removes the entry of a register; false when it has none.
    #[inline]
    pub fn remove(&mut self, tag: Tag) -> bool {
        let Some(set) = self.number_of_set(tag) else {
            return false;
        };
        let Some(count @ 1..) = self.counts.get_mut(set) else {
            return false;
        };
        let newest = self.entries.get(set * self.ways + *count - 1);
        if newest.is_none_or(|newest| newest.tag != tag) {
            return self.remove_older(tag);
        }
        *count -= 1;
        self.valid -= 1;
        self.narrow();
        true
    }

    /// The same of one that is not the newest of its set.
    #[inline(never)]
    fn remove_older(&mut self, tag: Tag) -> bool {
        let Some((set, count)) = self.set(tag) else {
            return false;
        };
        let set = &mut set[..*count];
        let Some(at) = find(set, tag) else {
            return false;
        };
        close(set, at);
        *count -= 1;
        self.valid -= 1;
        self.narrow();
        true
    }

    /// Removes the entries that a store overlaps.
    pub fn store(&mut self, address: u64, size: u8) {
        let mask = self.mask;
        let stays = |entry: &Entry| {
            address.wrapping_sub(entry.address) & mask >= u64::from(entry.size)
                && entry.address.wrapping_sub(address) & mask >= u64::from(size)
        };
        for (set, count) in self
            .entries
            .chunks_exact_mut(self.ways)
            .zip(&mut self.counts)
        {
            let before = *count;
            *count = 0;
            for at in 0..before {
                if stays(&set[at]) {
                    set[*count] = set[at];
                    *count += 1;
                }
            }
            self.valid -= before - *count;
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
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.low == NOWHERE
    }

    /// Empties the range when there is no entry left.
    #[inline(always)]
    fn narrow(&mut self) {
        if self.valid == 0 {
            self.low = NOWHERE;
            self.extent = 0;
        }
    }

    /// Removes all entries.
    pub fn invalidate_all(&mut self) {
        self.counts.fill(0);
        self.valid = 0;
        self.narrow();
    }
}

/// Where the entry of a register is in its set. The newest are asked for most.
#[inline(always)]
fn find(entries: &[Entry], tag: Tag) -> Option<usize> {
    entries.iter().rposition(|entry| entry.tag == tag)
}

/// Moves the entries behind one that goes into its place.
#[inline(always)]
fn close(entries: &mut [Entry], gone: usize) {
    for at in gone + 1..entries.len() {
        entries[at - 1] = entries[at];
    }
}

impl State for Entry {
    fn save(&self, out: &mut Vec<u8>) {
        (self.tag.file(), self.tag.number()).save(out);
        (self.address, self.size).save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let (mut kind, mut number) = (0_u8, 0_u64);
        kind.load(from)?;
        number.load(from)?;
        let file = match (kind, number) {
            (0, ..32) => File::Static,
            (1, ..=LAST_NUMBER) => File::Stacked,
            (2, ..128) => File::Floating,
            _ => return Err(Damage::new(format!("entry of register {kind}:{number}"))),
        };
        self.tag = Tag::new(file, number);
        self.address.load(from)?;
        self.size.load(from)
    }
}

impl Default for Entry {
    fn default() -> Self {
        Self {
            tag: Tag::general(0, 0),
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
        (self.counts.len() as u64).save(out);
        self.sets().for_each(|set| set.save(out));
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let (mut dimensions, mut range) = ((0_usize, 0_u64), (0, 0));
        dimensions.load(from)?;
        range.load(from)?;
        let mut sets = vec![Vec::new(); from.entries::<Vec<Entry>>()?];
        for set in &mut sets {
            set.load_all(from)?;
        }
        if dimensions != (self.ways, self.mask) || sets.len() != self.counts.len() {
            self.invalidate_all();
            return Ok(());
        }
        if sets.iter().any(|set| set.len() > self.ways) {
            return Err(Damage::new("a set with more entries than ways"));
        }
        for (number, set) in sets.iter().enumerate() {
            self.check_registers(number, set)?;
        }
        self.valid = sets.iter().map(Vec::len).sum();
        let own = self.entries.chunks_exact_mut(self.ways);
        for ((entries, count), set) in own.zip(&mut self.counts).zip(&sets) {
            entries[..set.len()].copy_from_slice(set);
            *count = set.len();
        }
        self.check_range(range)?;
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
        alat.insert(Tag::floating(8), 0x0ff8, 8);
        alat.store(0x1007, 1);
        assert!(!alat.holds(R(8)));
        assert!(alat.holds(R(9)));
        assert!(alat.holds(Tag::floating(8)));
        alat.store(0x0ffc, 8);
        assert!(!alat.holds(Tag::floating(8)));
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

    /// The table as plainly as can be: a list of entries for each set, oldest first.
    struct Plain {
        sets: Vec<Vec<Entry>>,
        ways: usize,
        mask: u64,
        /// First and last of the masked addresses at which a store may overlap an entry.
        range: Option<(u64, u64)>,
    }

    impl Plain {
        fn new(sets: usize, ways: usize, mask: u64) -> Self {
            Self {
                sets: vec![Vec::new(); sets],
                ways,
                mask,
                range: None,
            }
        }

        fn set(&mut self, tag: Tag) -> Option<&mut Vec<Entry>> {
            let sets = self.sets.len() as u64;
            (self.sets).get_mut(tag.number().checked_rem(sets)? as usize)
        }

        fn insert(&mut self, tag: Tag, address: u64, size: u8) -> bool {
            let (ways, mask) = (self.ways, self.mask);
            let Some(set) = self.set(tag) else {
                return false;
            };
            set.retain(|entry| entry.tag != tag);
            let replaced = set.len() == ways;
            if replaced {
                set.remove(0);
            }
            set.push(Entry { tag, address, size });
            let (at, size) = (address & mask, u64::from(size));
            let around = at < 15 || mask - at < size;
            let (low, high) = if around {
                (0, mask)
            } else {
                (at - 15, at + size)
            };
            let (first, last) = self.range.unwrap_or((low, high));
            self.range = Some((first.min(low), last.max(high)));
            replaced
        }

        fn retain(&mut self, stays: impl Fn(&Entry) -> bool) {
            self.sets.iter_mut().for_each(|set| set.retain(&stays));
            if self.sets.iter().all(Vec::is_empty) {
                self.range = None;
            }
        }

        fn remove(&mut self, tag: Tag) -> bool {
            let holds = self.holds(tag);
            self.retain(|entry| entry.tag != tag);
            holds
        }

        fn holds(&self, tag: Tag) -> bool {
            self.sets.iter().flatten().any(|entry| entry.tag == tag)
        }

        fn store(&mut self, address: u64, size: u8) {
            let mask = self.mask;
            self.retain(|entry| {
                let stored = |byte: u64| {
                    (0..u64::from(size)).any(|n| address.wrapping_add(n) & mask == byte & mask)
                };
                !(0..u64::from(entry.size)).any(|n| stored(entry.address.wrapping_add(n)))
            });
        }

        fn is_near(&self, address: u64) -> bool {
            let near = |(first, last)| (first..=last).contains(&(address & self.mask));
            self.range.is_some_and(near)
        }

        /// The bytes of a checkpoint.
        fn saved(&self) -> Vec<u8> {
            let mut out = Vec::new();
            let range = self.range.map(|(first, last)| (first, last - first));
            (self.ways, self.mask).save(&mut out);
            range.unwrap_or((NOWHERE, 0)).save(&mut out);
            (self.sets.len() as u64).save(&mut out);
            self.sets.iter().for_each(|set| set.save_all(&mut out));
            out
        }
    }

    fn random_tag(random: &mut fastrand::Rng) -> Tag {
        match random.u8(..3) {
            0 => Tag::floating(random.u8(2..12)),
            _ => Tag::general(random.u8(28..44), [0, 7, u64::MAX - 3][random.usize(..3)]),
        }
    }

    /// Within a page, across its end, or in the next one; at either end of the address space.
    fn random_address(random: &mut fastrand::Rng) -> u64 {
        let base = [0, 0x1000, 0x6000_0000_0010_0000, u64::MAX - 0x7f];
        base[random.usize(..4)].wrapping_add(random.u64(..) % 0x100)
    }

    #[test]
    fn random_operations_do_what_a_plain_list_for_each_set_does() {
        // Entries, ways, and the sets and ways that they make.
        let dimensions = [
            (0, 4, 0, 1),
            (1, 1, 1, 1),
            (32, 32, 1, 32),
            (32, 2, 16, 2),
            (10, 3, 4, 3),
            (9, 3, 3, 3),
            (6, 100, 1, 6),
        ];
        let mut random = fastrand::Rng::with_seed(1);
        for (entries, ways, sets, ways_now) in dimensions {
            for (bits, mask) in [(12, 0xfff), (20, 0xf_ffff), (64, u64::MAX)] {
                let mut alat = Alat::new(entries, ways, bits);
                let mut plain = Plain::new(sets, ways_now, mask);
                for _ in 0..2_000 {
                    let (tag, address) = (random_tag(&mut random), random_address(&mut random));
                    let size = [1, 2, 4, 8, 10, 16][random.usize(..6)];
                    match random.u8(..64) {
                        0 => {
                            alat.invalidate_all();
                            plain.retain(|_| false);
                        }
                        1..8 => {
                            alat.store(address, size);
                            plain.store(address, size);
                        }
                        8..28 => assert_eq!(alat.remove(tag), plain.remove(tag)),
                        28 => {
                            let mut back = Alat::new(entries, ways, bits);
                            let bytes = plain.saved();
                            back.load(&mut Source::new(&bytes)).expect("whole");
                            alat = back;
                        }
                        _ => assert_eq!(
                            alat.insert(tag, address, size),
                            plain.insert(tag, address, size)
                        ),
                    }
                    let tag = random_tag(&mut random);
                    assert_eq!(alat.holds(tag), plain.holds(tag), "{tag:?}");
                    let address = random_address(&mut random);
                    assert_eq!(
                        alat.is_near(address),
                        plain.is_near(address),
                        "{address:#x}"
                    );
                    let mut saved = Vec::new();
                    alat.save(&mut saved);
                    assert_eq!(saved, plain.saved(), "{entries} {ways} {bits}");
                }
            }
        }
    }

    #[test]
    fn a_damaged_table_is_refused() {
        let mut alat = Alat::new(4, 2, 20);
        alat.insert(R(8), 0x1000, 8);
        let mut saved = Vec::new();
        alat.save(&mut saved);
        for length in 0..saved.len() {
            let mut back = Alat::new(4, 2, 20);
            assert!(back.load(&mut Source::new(&saved[..length])).is_err());
        }
        let entry = |tag| Entry {
            tag,
            ..Entry::default()
        };
        let (r8, r9, f8) = (entry(R(8)), entry(R(9)), entry(Tag::floating(8)));
        let all = Some((0, 0xf_ffff));
        let far = Entry {
            address: 0x1000,
            size: 8,
            ..r8
        };
        for (sets, range, message) in [
            ([vec![r8, f8], vec![r9]], all, None),
            (
                [vec![], vec![r9; 3]],
                all,
                Some("a set with more entries than ways"),
            ),
            (
                [vec![f8; 2], vec![]],
                all,
                Some("two entries of register 2:8"),
            ),
            (
                [vec![r8], vec![r9, r8]],
                all,
                Some("register 0:8 in another set"),
            ),
            ([vec![far], vec![]], Some((0xff1, 0x1008)), None),
            (
                [vec![far], vec![]],
                Some((0xff2, 0x1008)),
                Some("an entry of 0x1000 outside of 0xff2 to 0x1008"),
            ),
            (
                [vec![far], vec![]],
                Some((0, 0x1007)),
                Some("an entry of 0x1000 outside of 0x0 to 0x1007"),
            ),
            (
                [vec![far], vec![]],
                None,
                Some("an entry of 0x1000 outside of 0xffffffffffffffff to 0xffffffffffffffff"),
            ),
        ] {
            let mut plain = Plain::new(2, 2, 0xf_ffff);
            (plain.sets, plain.range) = (sets.into(), range);
            let mut back = Alat::new(4, 2, 20);
            let taken = back.load(&mut Source::new(&plain.saved()));
            assert_eq!(
                taken.err().map(|damage| damage.to_string()).as_deref(),
                message
            );
            assert_eq!(back.is_near(0x1000), message.is_none());
        }
    }

    #[test]
    fn a_number_that_no_register_has_is_refused() {
        for (kind, number, taken) in [
            (0_u8, 31_u64, true),
            (0, 32, false),
            (1, LAST_NUMBER, true),
            (1, LAST_NUMBER + 1, false),
            (2, 127, true),
            (2, 128, false),
            (3, 0, false),
        ] {
            let mut saved = Vec::new();
            (kind, number).save(&mut saved);
            (0x1000_u64, 8_u8).save(&mut saved);
            let mut entry = Entry::default();
            let loaded = entry.load(&mut Source::new(&saved));
            assert_eq!(loaded.is_ok(), taken, "{kind}:{number}");
            assert!(!taken || (entry.tag.file(), entry.tag.number()) == (kind, number));
        }
    }
}
