//! The advanced load address table (volume 1, section 4.4.5.3).

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use checkpoint::{Damage, Grows as _, Source, State};

use crate::memory::PAGE_SHIFT;

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
/// The greatest register number that fits into a tag above the file.
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
/// Base-2 logarithm of the bytes of the smallest page of system mode.
const SMALLEST_PAGE_SHIFT: u32 = 12;
/// [`Alat::low`] of the empty range: the last byte of the address space, where nothing is ever stored.
const NOWHERE: u64 = u64::MAX;

/// The table: entries for registers with the addresses that they were loaded from.
///
/// The number of a register selects its set; a full set replaces its oldest entry. Only the low bits of addresses are
/// compared, so that a store to another address with the same low bits removes an entry, too (the architecture allows a
/// check to fail at any time). A real table compares physical addresses, and so does that of system mode
/// ([`Alat::compare_physical`]). Those of a program do not exist here, so that the compared bits above the page offset are
/// those of the virtual address. In a program that has a page mapped at several addresses only the page offset is compared
/// ([`Alat::compare_offsets`]).
#[derive(Clone, Debug)]
pub struct Alat {
    /// The ways of all sets, those of a set side by side. The valid entries of a set come first, oldest first.
    entries: Box<[Entry]>,
    /// How many entries of each set are valid.
    counts: Box<[usize]>,
    /// The bits of a register's number that select its set; `None`: the number of sets is no power of two.
    set_bits: Option<u64>,
    ways: usize,
    /// How many entries are valid in all sets together.
    valid: usize,
    /// The address bits that are compared.
    mask: u64,
    /// Those of them that are the same in the address of an instruction and in the one that is compared.
    shared: u64,
    /// First address, of the bits `shared`, of a range that holds the begin of every store that may overlap an entry: a filter
    /// in front of [`Alat::store`]. [`NOWHERE`] if the table is empty.
    low: u64,
    /// Distance from `low` to the last such address of the range, in bytes.
    extent: u64,
}

impl Alat {
    /// A table of `entries` entries, rounded up to whole sets of `ways` (as many ways as entries: fully associative).
    /// Without entries every check fails, which the architecture allows at any time. `address_bits`: how many low
    /// address bits are compared.
    pub fn new(entries: usize, ways: usize, address_bits: u32) -> Self {
        let ways = ways.clamp(1, entries.max(1));
        let sets = entries.div_ceil(ways);
        Self {
            entries: vec![Entry::default(); sets * ways].into(),
            counts: vec![0; sets].into(),
            set_bits: sets.is_power_of_two().then(|| sets as u64 - 1),
            ways,
            valid: 0,
            mask: low_bits(address_bits),
            shared: low_bits(address_bits),
            low: NOWHERE,
            extent: 0,
        }
    }

    /// Whether a store of an instruction that begins at an address may overlap an entry. False is certain; after true
    /// [`Alat::store`] compares.
    #[inline(always)]
    pub fn is_near(&self, address: u64) -> bool {
        !self.is_empty() && (address & self.shared).wrapping_sub(self.low) <= self.extent
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

    /// Checks a set that was loaded from a checkpoint: each register belongs into this set and has one entry.
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

    /// Checks a range (`low`, `extent`) that was loaded from a checkpoint: it covers every entry.
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

    /// The first and the last address, of the bits `shared`, at which a store may overlap an entry.
    #[inline(always)]
    fn range_of(&self, address: u64, size: u8) -> (u64, u64) {
        let masked = address & self.shared;
        match masked.checked_sub(LONGEST - 1) {
            Some(low) if self.shared - masked >= u64::from(size) => (low, masked + u64::from(size)),
            // The range would wrap round these bits: every address is in it.
            _ => (0, self.shared),
        }
    }

    /// Widens the range (`low`, `extent`) to the stores that overlap an entry with this address and size.
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

    /// Enters a register with the address and size of its load, in place of the entry that it had. Returns true when
    /// the entry of another register was replaced.
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

    /// [`Alat::insert`] in all cases; the other handles an empty set.
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

    /// [`Alat::remove`] of a register whose entry is not the newest of its set, or that has none.
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

    /// Removes the entries that a write of any length overlaps, such as that of a system call into a buffer. A write of
    /// more than 4096 bytes removes all.
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

    /// Whether the range is empty, that is, whether the table has no valid entry.
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

    /// Restricts the comparison to the offset in the page, for a program that has a page mapped at several addresses.
    /// All entries are removed when that changes the compared bits.
    pub fn compare_offsets(&mut self) {
        let mask = low_bits(PAGE_SHIFT) & self.mask;
        if mask != self.mask {
            self.narrow_to(mask);
            self.invalidate_all();
        }
    }

    /// Has the table compare physical addresses: those of [`Alat::insert`] and [`Alat::store`] are physical from now on. All
    /// entries are removed.
    pub(crate) fn compare_physical(&mut self) {
        self.shared = self.mask & low_bits(SMALLEST_PAGE_SHIFT);
        self.invalidate_all();
    }

    fn narrow_to(&mut self, mask: u64) {
        self.mask = mask;
        self.shared &= mask;
    }

    /// Removes all entries.
    pub fn invalidate_all(&mut self) {
        self.counts.fill(0);
        self.valid = 0;
        self.narrow();
    }
}

/// A mask of the `bits` lowest bits.
fn low_bits(bits: u32) -> u64 {
    let others = u64::BITS.saturating_sub(bits);
    u64::MAX.checked_shr(others).unwrap_or(0)
}

/// Index of a register's entry in its set. The search begins at the newest entry, which is asked for most often.
#[inline(always)]
fn find(entries: &[Entry], tag: Tag) -> Option<usize> {
    entries.iter().rposition(|entry| entry.tag == tag)
}

/// Moves the entries behind index `gone` one place down, over that one.
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

/// A table whose dimensions differ from those of the saved one begins empty, which the architecture allows at any time.
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
        let narrowed = self.mask & low_bits(PAGE_SHIFT);
        if dimensions == (self.ways, narrowed) {
            self.narrow_to(narrowed);
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
