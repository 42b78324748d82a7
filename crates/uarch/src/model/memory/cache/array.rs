//! A set-associative array of lines: tags, replacement, dirty bits, and when each line's data arrive.

use crate::model::memory::contents::{Contents, distinct};
use crate::model::memory::replacement::Policy;
use config::model::Replacement;

/// In place of a line's number: the way is empty.
const EMPTY: u64 = u64::MAX;
/// Bit of a line's marks: it is dirty.
const WRITTEN: u64 = 1;
/// Bit of a line's marks: the front end asked for it.
const CODE: u64 = 2;
/// Number of bits of a line's marks below the cycle in which its data arrive.
const ARRIVES: u32 = 2;
/// Most places of an [`Index`].
const MOST_INDEXED: usize = 1 << 16;

/// A hash table of lines by the low bits of their numbers. Each place has the array index of the line that was put in last, which is a guess (the tag
/// there is compared before it is used), and the number of lines with these low bits in the array. Pairs of integers, because their zeroed
/// memory need not be written.
#[derive(Clone, Debug)]
struct Index(Box<[[u32; 2]]>);

impl Index {
    /// The empty table for an array of so many lines.
    fn new(lines: usize) -> Self {
        let places = (2 * lines).next_power_of_two().min(MOST_INDEXED);
        Self(vec![[0; 2]; places].into())
    }

    /// The guessed array index and the number of lines with the low bits of `line`.
    #[inline(always)]
    fn like(&self, line: u64) -> [u32; 2] {
        self.0[line as usize & (self.0.len() - 1)]
    }

    #[inline(always)]
    fn like_mut(&mut self, line: u64) -> &mut [u32; 2] {
        &mut self.0[line as usize & (self.0.len() - 1)]
    }

    /// A line is put in at an array index.
    #[inline(always)]
    fn come(&mut self, line: u64, at: usize) {
        let [place, count] = self.like_mut(line);
        *place = at as u32;
        *count += 1;
    }

    /// A line that was put in leaves.
    #[inline(always)]
    fn leave(&mut self, line: u64) {
        let [_, count] = self.like_mut(line);
        *count -= 1;
    }
}

/// The lines of one cache, at index set × ways + way. Lines are named by their physical line number: address divided by the line size.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    /// Line numbers, or [`EMPTY`].
    tags: Vec<u64>,
    /// By index: the cycle in which the line's data arrive, above the bits [`CODE`] and [`WRITTEN`].
    marks: Vec<u64>,
    index: Index,
    pub policy: Policy,
    sets: usize,
    /// `sets - 1` if the number of sets is a power of two, else `usize::MAX`.
    mask: usize,
    ways: usize,
    /// Logarithm of the bytes of a line.
    shift: u32,
    /// Number of empty ways.
    empty: u64,
    /// Lines flushed so far.
    flushed: u64,
    /// Lines put in so far.
    pub fills: u64,
    /// Changes whenever a line comes or goes, or a caller [says so](Self::renew): what was found at an earlier version has to be looked up again.
    pub version: u64,
}

checkpoint::state!(Array { tags, marks, policy, flushed, fills, version } skips { index, empty, sets, mask, ways, shift } then list);

/// The answer of an [`Index`] about a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guess {
    /// It is at this index of the array.
    At(usize),
    /// It is not in the array.
    Absent,
    /// It may be in the array: its set has to be searched.
    Elsewhere,
}

/// What a line is marked as when it is put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marks(u64);

impl Marks {
    /// Data that are not dirty.
    pub(crate) const NONE: Self = Self(0);
    /// Code: the front end asked for it.
    pub(crate) const CODE: Self = Self(CODE);
    /// Dirty data.
    pub(crate) const WRITTEN: Self = Self(WRITTEN);
}

/// A line that left to make room for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Victim {
    /// Its number.
    pub line: u64,
    /// It was written and has to go to the next level.
    pub dirty: bool,
}

impl Array {
    /// An empty array.
    pub(crate) fn new(
        bytes: u32,
        ways: u32,
        line_bytes: u32,
        name: Replacement,
        seed: u64,
    ) -> Self {
        let line_bytes = line_bytes.max(1).next_power_of_two();
        let ways = ways.max(1) as usize;
        let sets = (bytes as usize / line_bytes as usize / ways).max(1);
        Self {
            tags: vec![EMPTY; sets * ways],
            marks: vec![0; sets * ways],
            index: Index::new(sets * ways),
            policy: Policy::new(name, sets, ways, seed),
            sets,
            mask: if sets.is_power_of_two() {
                sets - 1
            } else {
                usize::MAX
            },
            ways,
            shift: line_bytes.trailing_zeros(),
            empty: (sets * ways) as u64,
            flushed: 0,
            fills: 0,
            version: 0,
        }
    }

    /// Builds the index anew from the tags, and counts the empty ways.
    fn list(&mut self) {
        self.index = Index::new(self.tags.len());
        self.empty = self.tags.len() as u64;
        for (place, &line) in self.tags.iter().enumerate() {
            if line != EMPTY {
                self.index.come(line, place);
                self.empty -= 1;
            }
        }
    }

    /// Line number of a physical address.
    #[inline(always)]
    pub(crate) fn line(&self, address: u64) -> u64 {
        address >> self.shift
    }

    /// Line size in bytes.
    pub(crate) fn line_bytes(&self) -> u64 {
        1 << self.shift
    }

    /// The set of a line.
    #[inline(always)]
    fn set(&self, line: u64) -> usize {
        if self.mask != usize::MAX {
            line as usize & self.mask
        } else {
            (line % self.sets as u64) as usize
        }
    }

    /// The index of a line that is present, without counting as a use.
    #[inline(always)]
    pub(crate) fn find(&self, line: u64) -> Option<usize> {
        match self.guess(line) {
            Guess::At(index) => Some(index),
            Guess::Absent => None,
            Guess::Elsewhere => self.find_in_set(line),
        }
    }

    /// The search behind [`Guess::Elsewhere`]. It is a call, so that a caller that mostly needs no more than a [guess](Self::guess) keeps its
    /// values in registers.
    #[inline(never)]
    pub(crate) fn find_later(&self, line: u64) -> Option<usize> {
        self.find_in_set(line)
    }

    /// Looks a line up in the index alone.
    #[inline(always)]
    pub(crate) fn guess(&self, line: u64) -> Guess {
        let [place, count] = self.index.like(line);
        if self.is_at(place as usize, line) {
            Guess::At(place as usize)
        } else if count == 0 {
            Guess::Absent
        } else {
            Guess::Elsewhere
        }
    }

    /// Index of a line in its set, by comparing the tags.
    #[inline(always)]
    fn find_in_set(&self, line: u64) -> Option<usize> {
        let first = self.set(line) * self.ways;
        // The usual number of ways is compared without a loop.
        if self.ways == 4
            && let Some(&[a, b, c, d]) = self.tags.get(first..first + 4)
        {
            let way = if a == line {
                0
            } else if b == line {
                1
            } else if c == line {
                2
            } else if d == line {
                3
            } else {
                return None;
            };
            return Some(first + way);
        }
        let tags = self.tags.get(first..first + self.ways)?;
        let way = tags.iter().position(|tag| *tag == line)?;
        Some(first + way)
    }

    /// Whether `line` is at `index`, which an earlier look-up gave.
    #[inline(always)]
    pub(crate) fn is_at(&self, index: usize, line: u64) -> bool {
        self.tags.get(index).is_some_and(|tag| *tag == line)
    }

    /// Whether each of these lines is at the index that an earlier look-up gave.
    #[inline(always)]
    pub(crate) fn has_all(&self, places: &[u16], lines: impl Iterator<Item = u64>) -> bool {
        let mut all = places.iter().zip(lines);
        all.all(|(&place, line)| self.is_at(place.into(), line))
    }

    /// Whether `line` is at `index` and its data are there in a cycle.
    #[inline(always)]
    pub(crate) fn has_by(&self, index: usize, line: u64, cycle: u64) -> bool {
        let marks = self.marks.get(index);
        self.is_at(index, line) && marks.is_some_and(|marks| marks >> ARRIVES <= cycle)
    }

    /// Notes a use of the line at `index`; returns the cycle in which its data arrive or arrived.
    #[inline(always)]
    pub(crate) fn touch(&mut self, index: usize) -> u64 {
        self.policy.touch(index);
        self.arrives(index)
    }

    /// Makes the line at `index` dirty.
    #[inline(always)]
    pub(crate) fn write(&mut self, index: usize) {
        self.marks[index] |= WRITTEN;
    }

    /// Makes the line at `index` dirty, which counts as a use, if its data are there in a cycle; returns whether they are.
    #[inline(always)]
    pub(crate) fn write_by(&mut self, index: usize, cycle: u64) -> bool {
        let Some(marks) = self.marks.get_mut(index) else {
            return false;
        };
        let there = *marks >> ARRIVES <= cycle;
        if there {
            *marks |= WRITTEN;
            self.policy.touch(index);
        }
        there
    }

    /// Whether the front end asked for the line at `index`.
    pub(crate) fn is_code(&self, index: usize) -> bool {
        self.marks[index] & CODE != 0
    }

    /// The cycle in which the data of the line at `index` arrive or arrived, without counting as a use.
    #[inline(always)]
    pub(crate) fn arrives(&self, index: usize) -> u64 {
        self.marks[index] >> ARRIVES
    }

    /// The index at which a line would be put in, and its victim; `None`: the policy cannot tell without changing its state.
    #[inline]
    pub(crate) fn foresee(&self, line: u64) -> Option<(usize, Option<Victim>)> {
        let set = self.set(line);
        // A full array needs no search.
        let free = if self.empty > 0 { self.free(set) } else { None };
        let index = match free {
            Some(index) => index,
            None => set * self.ways + self.policy.foresee(set)?,
        };
        Some((index, self.at(index)))
    }

    /// The set of the line at a place.
    pub(crate) fn set_at(&self, index: usize) -> usize {
        index / self.ways
    }

    /// Index of the first empty way of a set.
    fn free(&self, set: usize) -> Option<usize> {
        let first = set * self.ways;
        let mut tags = self.tags[first..first + self.ways].iter();
        tags.position(|tag| *tag == EMPTY).map(|way| first + way)
    }

    /// The line at an index as a victim; `None`: the way is empty.
    #[inline(always)]
    fn at(&self, index: usize) -> Option<Victim> {
        (self.tags[index] != EMPTY).then(|| Victim {
            line: self.tags[index],
            dirty: self.marks[index] & WRITTEN != 0,
        })
    }

    /// The arrival cycle of a line whose data are there in any cycle.
    pub(crate) const ARRIVED: u64 = 0;

    /// Puts a line in whose data arrive in a cycle; returns its index and its victim.
    #[inline(always)]
    pub(crate) fn fill(
        &mut self,
        line: u64,
        arrives: u64,
        marks: Marks,
    ) -> (usize, Option<Victim>) {
        let index = self.make_room(line);
        (index, self.put(index, line, arrives, marks))
    }

    /// The same for an array whose lines are never dirty, so that no victim needs a write-back; returns the line's index.
    #[inline(always)]
    pub(crate) fn fill_clean(&mut self, line: u64, arrives: u64) -> usize {
        let index = self.make_room(line);
        let left = self.put(index, line, arrives, Marks::NONE);
        debug_assert!(left.is_none_or(|left| !left.dirty));
        index
    }

    /// Chooses the index for a line that is put in, and notes its use.
    #[inline(always)]
    fn make_room(&mut self, line: u64) -> usize {
        let set = self.set(line);
        // A full array needs no search.
        if self.empty > 0
            && let Some(index) = self.take_free(set)
        {
            return index;
        }
        self.policy.replace(set, set * self.ways)
    }

    /// Notes the use of the first empty way of a set; returns its index.
    #[inline(never)]
    fn take_free(&mut self, set: usize) -> Option<usize> {
        let index = self.free(set)?;
        self.policy.touch(index);
        Some(index)
    }

    /// Puts a line in at an index of its set; its data arrive in a cycle. Returns its victim.
    pub(crate) fn fill_at(&mut self, index: usize, line: u64, arrives: u64) -> Option<Victim> {
        self.policy.touch(index);
        self.put(index, line, arrives, Marks::NONE)
    }

    /// Puts a line in at an index whose use the policy has been told; returns its victim.
    #[inline(always)]
    fn put(&mut self, index: usize, line: u64, arrives: u64, marks: Marks) -> Option<Victim> {
        let left = std::mem::replace(&mut self.tags[index], line);
        let marks = std::mem::replace(&mut self.marks[index], arrives << ARRIVES | marks.0);
        self.fills += 1;
        self.version += 1;
        let victim = (left != EMPTY).then_some(Victim {
            line: left,
            dirty: marks & WRITTEN != 0,
        });
        match victim {
            Some(_) => self.index.leave(left),
            None => self.empty -= 1,
        }
        self.index.come(line, index);
        victim
    }

    /// Takes a line out, if it is there; returns whether it was dirty. The replacement state of its set stays.
    pub(crate) fn flush(&mut self, line: u64) -> bool {
        let Some(index) = self.find(line) else {
            return false;
        };
        self.index.leave(line);
        self.tags[index] = EMPTY;
        self.empty += 1;
        self.flushed += 1;
        self.version += 1;
        self.marks[index] & WRITTEN != 0
    }

    /// Gives the array a new version although no line comes or goes: what earlier look-ups found may not hold for another reason.
    pub(crate) fn renew(&mut self) {
        self.version += 1;
    }

    /// Number of lines that it has room for.
    pub(crate) fn lines(&self) -> usize {
        self.tags.len()
    }

    /// Lines put in so far.
    pub(crate) fn fills(&self) -> u64 {
        self.fills
    }

    /// Number of lines that it holds.
    fn held(&self) -> u64 {
        self.tags.len() as u64 - self.empty
    }

    /// Lines that were put into empty ways so far: as many as it holds and as were flushed.
    pub(crate) fn entered(&self) -> u64 {
        self.flushed + self.held()
    }

    /// What became of the lines that were put in.
    pub(crate) fn contents(&self) -> Contents {
        Contents {
            replaced: self.fills.saturating_sub(self.entered()),
            flushed: self.flushed,
            held: distinct(&self.tags, self.ways, EMPTY),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use checkpoint::{Source, State};

    fn tiny() -> Array {
        Array::new(256, 2, 32, Replacement::Lru, 1)
    }

    impl Array {
        fn is_written(&self, index: usize) -> bool {
            self.at(index).is_some_and(|line| line.dirty)
        }
    }

    #[test]
    fn a_line_is_found_after_its_fill_and_not_before() {
        let mut array = tiny();
        let line = array.line(0x1234);
        assert_eq!(array.find(line), None);
        let (index, victim) = array.fill(line, 7, Marks::NONE);
        assert_eq!((array.find(line), victim), (Some(index), None));
        assert_eq!(array.touch(index), 7);
    }

    #[test]
    fn a_third_line_of_a_set_evicts_the_older_of_the_two_and_says_that_it_is_dirty() {
        let mut array = tiny();
        let (first, _) = array.fill(0, 0, Marks::NONE);
        array.write(first);
        array.fill(4, 0, Marks::NONE);
        let (_, victim) = array.fill(8, 0, Marks::NONE);
        assert_eq!(
            victim,
            Some(Victim {
                line: 0,
                dirty: true
            })
        );
        assert!(array.find(4).is_some() && array.find(0).is_none());
    }

    #[test]
    fn a_line_is_written_at_once_if_its_data_are_there() {
        let mut array = tiny();
        let (index, _) = array.fill(0, 7, Marks::NONE);
        let (other, _) = array.fill(4, 0, Marks::NONE);
        assert!(!array.write_by(index, 6) && !array.is_written(index));
        assert!(array.write_by(other, 7) && array.write_by(index, 7));
        assert!(array.is_written(index));
        let (_, victim) = array.fill(8, 0, Marks::NONE);
        assert_eq!(
            victim.map(|victim| victim.line),
            Some(4),
            "it was used before"
        );
    }

    #[test]
    fn a_flushed_line_is_gone_and_its_place_is_filled_before_another_line_leaves() {
        let mut array = tiny();
        let (first, _) = array.fill(0, 0, Marks::NONE);
        array.write(first);
        array.fill(4, 0, Marks::NONE);
        let before = array.version;
        assert!(array.flush(0) && !array.flush(0) && !array.flush(8));
        assert_eq!((array.find(0), array.held()), (None, 1));
        assert_ne!(array.version, before);
        let (index, victim) = array.fill(8, 0, Marks::NONE);
        assert_eq!(
            (index, victim, array.is_written(index)),
            (first, None, false)
        );
        let contents = array.contents();
        assert_eq!(
            (contents.replaced, contents.flushed, contents.held),
            (0, 1, 2)
        );
    }

    #[test]
    fn a_line_is_found_where_it_is_and_not_when_it_has_left() {
        let mut array = tiny();
        let (first, _) = array.fill(0, 0, Marks::NONE);
        let (second, _) = array.fill(4, 0, Marks::NONE);
        let found = [0, 0, 4, 0, 8].map(|line| array.find(line));
        let (first, second) = (Some(first), Some(second));
        assert_eq!(found, [first, first, second, first, None]);
        array.fill(8, 0, Marks::NONE);
        assert_eq!([8, 0].map(|line| array.find(line)), [first, None]);
        array.flush(4);
        assert_eq!(array.find(4), None);
    }

    #[test]
    fn what_the_index_says_of_a_line_is_so() {
        // Three ways and an index of 32 places; with three sets, lines with the same low bits are in several sets.
        for sets in [4, 3] {
            let mut array = Array::new(sets * 3 * 32, 3, 32, Replacement::Lru, 1);
            let (mut absent, mut random) = (0, fastrand::Rng::with_seed(1));
            for step in 0..20_000 {
                let line = random.u64(..128);
                match random.u64(..16) {
                    0..3 => drop(array.flush(line)),
                    _ if array.find(line).is_none() => drop(array.fill(line, 0, Marks::NONE)),
                    _ => {}
                }
                if step == 10_000 {
                    let mut kept = Vec::new();
                    array.save(&mut kept);
                    array = Array::new(sets * 3 * 32, 3, 32, Replacement::Lru, 1);
                    array.load(&mut Source::new(&kept)).unwrap();
                    let held = array.tags.iter().filter(|tag| **tag != EMPTY);
                    assert_eq!(array.held(), held.count() as u64);
                }
                for line in 0..128 {
                    let there = array.tags.iter().position(|tag| *tag == line);
                    assert_eq!(array.find(line), there, "{sets} sets, step {step}");
                    match array.guess(line) {
                        Guess::At(index) => assert_eq!(Some(index), there),
                        Guess::Absent => assert_eq!(there, None),
                        Guess::Elsewhere => {}
                    }
                    absent += u32::from(array.guess(line) == Guess::Absent);
                }
            }
            assert!(absent > 1_000, "{sets} sets: {absent}");
        }
    }

    #[test]
    fn sets_need_not_be_a_power_of_two() {
        let mut array = Array::new(3 * 64, 1, 64, Replacement::Lru, 1);
        for line in 0..3 {
            assert_eq!(array.fill(line, 0, Marks::NONE).1, None);
        }
        assert_eq!(array.fill(3, 0, Marks::NONE).1.map(|v| v.line), Some(0));
    }
}
