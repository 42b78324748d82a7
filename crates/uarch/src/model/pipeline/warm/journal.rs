//! The data references of warming, collected so that caches and TLBs see each line once.
//!
//! The contents of a set-associative cache that replaces by use follow, after many references, from the order of the last uses of the lines: an
//! earlier use of a line has no effect that the last one does not have. So the journal keeps the last use of each line, and shows caches and TLBs
//! the lines in that order when it is applied, after at most [`MOST`] lines. It is not exact where a line left a cache between two uses
//! in one journal, or where a cache behind another one saw a line at another time than its last use.

use crate::hash;
use crate::model::plan::Memory;
use isa::MemoryKind;

/// Lines after which a journal is applied.
pub(super) const MOST: usize = 4096;
/// References after which a journal is applied.
const MOST_REFERENCES: u32 = 31 << 10;
/// Logarithm of the number of places in the hash table of lines.
const PLACE_BITS: u32 = 14;
/// In place of a line's number: the place is empty.
const NONE: u64 = u64::MAX;
/// Set in the number of a line at a physical address. Numbers of lines at virtual addresses are short enough to leave this bit 0.
const PHYSICAL: u64 = 1 << 63;

/// Set in [`Uses`] that L2 sees whatever L1D holds. They have an entry of their own, apart from the other uses of the line.
const BEHIND: u16 = 1 << 15;

/// How a line was used: a bit for each kind of use, applied from bit 0 on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Uses(u16);

impl Uses {
    /// An integer load that fills L1D.
    pub(super) const LOAD: Self = Self(1);
    /// An integer load with a locality hint that keeps its line out of L1D.
    pub(super) const PASSING_LOAD: Self = Self(1 << 1);
    /// A check load that missed the ALAT, which does not look in L1D.
    pub(super) const CHECK_LOAD: Self = Self(1 << 2);
    pub(super) const FP_LOAD: Self = Self(1 << 3 | BEHIND);
    /// An lfetch into L1D.
    pub(super) const PREFETCH: Self = Self(1 << 4);
    /// An lfetch with a locality hint that keeps its line out of L1D.
    pub(super) const FAR_PREFETCH: Self = Self(1 << 5);
    pub(super) const STORE: Self = Self(1 << 6 | BEHIND);
    pub(super) const FP_STORE: Self = Self(1 << 7 | BEHIND);
    pub(super) const SEMAPHORE: Self = Self(1 << 8 | BEHIND);
    /// A line that the front end requests from L2; its address is physical.
    pub(super) const FETCH: Self = Self(1 << 9 | BEHIND);
    /// A flush. Its order among the other uses matters, so the journal is applied directly behind it.
    pub(super) const FLUSH: Self = Self(1 << 10);
    /// A step without a reference.
    pub(super) const NOTHING: Self = Self(1 << 11);

    /// Whether this is one of the uses before [`FLUSH`](Self::FLUSH), which need no further step than their note.
    pub(super) fn is_usual(self) -> bool {
        self.0 != 0 && self.0 & !BEHIND < Self::FLUSH.0
    }

    /// Whether there is a use.
    #[inline(always)]
    pub(super) fn is_some(self) -> bool {
        self.0 != 0
    }

    /// How a reference uses its line.
    pub(super) fn of(memory: &Memory) -> Self {
        match memory.kind {
            MemoryKind::Load if memory.check => Self::CHECK_LOAD,
            MemoryKind::Load if memory.locality != 0 => Self::PASSING_LOAD,
            MemoryKind::Load => Self::LOAD,
            MemoryKind::FpLoad => Self::FP_LOAD,
            MemoryKind::Store => Self::STORE,
            MemoryKind::FpStore => Self::FP_STORE,
            MemoryKind::Prefetch if memory.locality == 0 => Self::PREFETCH,
            MemoryKind::Prefetch => Self::FAR_PREFETCH,
            MemoryKind::Flush => Self::FLUSH,
            _ => Self::SEMAPHORE,
        }
    }

    /// Whether it is a load or store of floating-point registers.
    pub(super) fn is_float(self) -> bool {
        self == Self::FP_LOAD || self == Self::FP_STORE
    }

    /// Takes out the first of these uses; `None`: there is none left.
    pub(super) fn next(&mut self) -> Option<Self> {
        let ways = self.0 & !BEHIND;
        let first = ways & ways.wrapping_neg();
        self.0 &= !first;
        (first != 0).then_some(Self(first | self.0 & BEHIND))
    }
}

/// A line, how it was used and when it was used last.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Above bit 0 the line's number, with [`PHYSICAL`] in bit 63. Bit 0, of a virtual line: whether its uses have [`BEHIND`].
    line: u64,
    /// Number of the reference that used it last.
    time: u32,
    uses: Uses,
}

/// A place without a line.
const EMPTY: Entry = Entry {
    line: NONE,
    time: 0,
    uses: Uses(0),
};

/// The lines referred to since the journal was applied last: a hash table with one entry for each place.
#[derive(Debug)]
pub(super) struct Journal {
    entries: Box<[Entry; 1 << PLACE_BITS]>,
    /// The places of `entries` that hold a line.
    taken: Vec<u16>,
    /// Number of references so far.
    time: u32,
    /// Entries that other lines displaced from their places; while the journal is applied, all entries.
    left: Vec<Entry>,
    order: Order,
    /// Logarithm of the bytes of a line.
    shift: u32,
}

impl Default for Journal {
    fn default() -> Self {
        Self {
            entries: Box::new([EMPTY; 1 << PLACE_BITS]),
            taken: Vec::new(),
            time: 0,
            left: Vec::new(),
            order: Order::default(),
            shift: 0,
        }
    }
}

impl Journal {
    /// Empties the journal, for caches whose shortest lines have so many bytes.
    pub(super) fn begin(&mut self, line_bytes: u64) {
        self.take(|_, _| {});
        // At least 3: two bits are free beside a line's number, and no doubleword is in two lines.
        self.shift = line_bytes.trailing_zeros().max(3);
    }

    /// The place of a line.
    #[inline(always)]
    fn place(line: u64) -> usize {
        hash::place::<PLACE_BITS>(line)
    }

    /// Notes a reference to a virtual address.
    #[inline(always)]
    pub(super) fn refer(&mut self, address: u64, uses: Uses) {
        self.refer_line(address >> self.shift << 1 | u64::from(uses.0 >> 15), uses);
    }

    /// Notes references to so many doublewords, one behind the other in memory.
    #[inline(always)]
    pub(super) fn refer_doublewords(&mut self, first: u64, count: u32, uses: Uses) {
        let Some(others) = count.checked_sub(1) else {
            return;
        };
        let (until, shift) = (self.time + count, self.shift);
        let within = first & ((1 << shift) - 1);
        // The doublewords of one line are one use, at the time of the last.
        for line in 0..=(within + 8 * u64::from(others)) >> shift {
            self.refer(first.wrapping_add(line << shift), uses);
        }
        self.time = until;
    }

    /// Notes a fetch from a physical address.
    #[inline(always)]
    pub(super) fn fetch(&mut self, physical: u64) {
        self.refer_line(physical >> self.shift << 1 | PHYSICAL, Uses::FETCH);
    }

    #[inline(always)]
    fn refer_line(&mut self, line: u64, uses: Uses) {
        let place = Self::place(line);
        let entry = &mut self.entries[place];
        if entry.line == line {
            entry.uses.0 |= uses.0;
            entry.time = self.time;
        } else {
            self.enter(place, line, uses);
        }
        self.time += 1;
    }

    /// Enters a line that is not at its place, displacing another one that is.
    #[inline(never)]
    fn enter(&mut self, place: usize, line: u64, uses: Uses) {
        let time = self.time;
        let before = std::mem::replace(&mut self.entries[place], Entry { line, time, uses });
        match before.line {
            NONE => self.taken.push(place as u16),
            _ => self.left.push(before),
        }
    }

    /// Whether nothing is in it.
    pub(super) fn is_empty(&self) -> bool {
        self.time == 0
    }

    /// Whether the journal has to be applied.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.taken.len() + self.left.len() >= MOST || self.time >= MOST_REFERENCES
    }

    /// Takes out all entries in the order of their last uses, calling `see` with the address of each line and its uses.
    pub(super) fn take(&mut self, mut see: impl FnMut(u64, Uses)) {
        let taken = self.taken.drain(..);
        let entries = &mut self.entries;
        let lines = taken.map(|place| std::mem::replace(&mut entries[usize::from(place)], EMPTY));
        self.left.extend(lines);
        let (left, shift) = (&self.left, self.shift);
        self.order.sort(left, self.time, |entry| {
            see((entry.line & !PHYSICAL) >> 1 << shift, entry.uses);
        });
        self.left.clear();
        self.time = 0;
    }
}

/// Sorts entries by time. Times are below a bound and no two are equal, so each entry is put at the index of its time.
#[derive(Debug, Default)]
struct Order {
    /// By time, a bit: there is an entry with this time.
    taken: Vec<u64>,
    /// By time: the number of that entry.
    numbers: Vec<u32>,
}

impl Order {
    /// Calls `see` with the entries in the order of their times, which are below `until`.
    #[inline(always)]
    fn sort(&mut self, lines: &[Entry], until: u32, mut see: impl FnMut(&Entry)) {
        let until = until as usize;
        if self.numbers.len() < until {
            self.numbers.resize(until, 0);
            self.taken.resize(until.div_ceil(64), 0);
        }
        for (number, line) in lines.iter().enumerate() {
            let time = line.time as usize;
            self.numbers[time] = number as u32;
            self.taken[time / 64] |= 1 << (time % 64);
        }
        for (word, taken) in self.taken[..until.div_ceil(64)].iter_mut().enumerate() {
            while *taken != 0 {
                let time = 64 * word + taken.trailing_zeros() as usize;
                *taken &= *taken - 1;
                see(&lines[self.numbers[time] as usize]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(journal: &mut Journal) -> Vec<(u64, Uses)> {
        let mut all = Vec::new();
        journal.take(|address, uses| all.push((address, uses)));
        all
    }

    #[test]
    fn lines_come_once_each_in_the_order_of_their_last_uses() {
        let mut journal = Journal::default();
        journal.begin(64);
        journal.refer(0x1000, Uses::LOAD);
        journal.refer(0x2008, Uses::STORE);
        journal.refer(0x1010, Uses::PREFETCH);
        let both = Uses(Uses::LOAD.0 | Uses::PREFETCH.0);
        assert_eq!(taken(&mut journal), [(0x2000, Uses::STORE), (0x1000, both)]);
        assert!(journal.is_empty() && taken(&mut journal).is_empty());
        let uses = [Uses::STORE, Uses::LOAD, Uses::STORE, Uses::LOAD];
        uses.iter().for_each(|&uses| journal.refer(0x1000, uses));
        assert_eq!(
            taken(&mut journal),
            [(0x1000, Uses::STORE), (0x1000, Uses::LOAD)]
        );
    }

    #[test]
    fn doublewords_of_a_line_are_seen_at_the_last_of_them() {
        for (first, count) in [
            (0x1000, 1),
            (0x1038, 2),
            (0x1008, 20),
            (0x10f8, 8),
            (0x1000, 0),
        ] {
            let [mut one, mut all] = [(); 2].map(|()| Journal::default());
            for journal in [&mut one, &mut all] {
                journal.begin(64);
                journal.refer(0x1040, Uses::LOAD);
            }
            for number in 0..u64::from(count) {
                one.refer(first + 8 * number, Uses::STORE);
            }
            all.refer_doublewords(first, count, Uses::STORE);
            assert_eq!(all.time, one.time);
            assert_eq!(taken(&mut all), taken(&mut one), "{count} from {first:#x}");
        }
    }

    #[test]
    fn a_line_that_left_its_place_to_another_comes_in_its_turn_all_the_same() {
        let mut journal = Journal::default();
        journal.begin(64);
        let mut others = (1..).filter(|&line| Journal::place(2 * line) == Journal::place(0));
        let [first, other] = [0, others.next().expect("lines share places")];
        for line in [first, 5, other, first] {
            journal.refer(line << 6, Uses::LOAD);
        }
        let taken = taken(&mut journal).into_iter();
        let lines: Vec<u64> = taken.map(|(address, _)| address >> 6).collect();
        assert_eq!(lines, [first, 5, other, first]);
    }

    #[test]
    fn a_journal_is_full_after_many_lines_and_after_many_references() {
        let mut journal = Journal::default();
        journal.begin(64);
        (0..MOST as u64).for_each(|line| journal.refer(line << 6, Uses::LOAD));
        assert!(journal.is_full());
        assert_eq!(taken(&mut journal).len(), MOST);
        let lines = [0, 0x1000].into_iter().cycle();
        let references = lines.take(MOST_REFERENCES as usize);
        references.for_each(|address| journal.refer(address, Uses::LOAD));
        assert!(journal.is_full());
        assert_eq!(taken(&mut journal).len(), 2);
    }

    #[test]
    fn a_fetch_is_not_taken_for_a_reference_to_the_same_number() {
        let mut journal = Journal::default();
        journal.begin(64);
        journal.refer(0x1000, Uses::STORE);
        journal.fetch(0x1000);
        let expected = [(0x1000, Uses::STORE), (0x1000, Uses::FETCH)];
        assert_eq!(taken(&mut journal), expected);
    }

    #[test]
    fn the_ways_to_use_a_line_come_one_by_one() {
        let mut uses = Uses(Uses::LOAD.0 | Uses::PREFETCH.0);
        let ways = std::iter::from_fn(|| uses.next());
        assert!(ways.eq([Uses::LOAD, Uses::PREFETCH]));
    }
}
