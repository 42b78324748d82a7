//! A small set-associative table of values by the key of a branch or bundle ([`key`](super::key)), replacing the least recently used.

use crate::model::memory::replacement::oldest;

/// The table.
#[derive(Clone, Debug)]
pub(super) struct Table<V> {
    entries: Vec<Entry<V>>,
    /// Number of uses so far.
    clock: u64,
    /// How many entries have a key with this [`hash`]: where it is 0, a key need not be looked for.
    hashed: Box<[u16; HASHES]>,
    sets: usize,
    /// `sets - 1` if the number of sets is a power of two.
    mask: Option<usize>,
    ways: usize,
}

checkpoint::state!(@[V: checkpoint::State] Table<V> { entries, clock, hashed } skips { sets, mask, ways });

/// A way of a set.
#[derive(Clone, Copy, Debug, Default)]
struct Entry<V> {
    /// [`EMPTY`]: it holds nothing.
    key: u64,
    /// Number of its last use; 0: the place is empty.
    used: u64,
    value: V,
}

checkpoint::state!(@[V: checkpoint::State] Entry<V> { key, used, value });

/// An entry that was found and not used yet.
pub(super) struct Place<'a, V> {
    entry: &'a mut Entry<V>,
    clock: &'a mut u64,
}

impl<'a, V> Place<'a, V> {
    /// Its value; counts as a use.
    #[inline(always)]
    pub(super) fn use_it(self) -> &'a mut V {
        *self.clock += 1;
        self.entry.used = *self.clock;
        &mut self.entry.value
    }
}

/// In place of a key: the entry is empty.
const EMPTY: u64 = u64::MAX;
/// Number of hashes; a power of two.
const HASHES: usize = 1024;

/// The hash of a key.
#[inline(always)]
fn hash(key: u64) -> usize {
    (key >> 4 ^ key >> 14 ^ key << 8) as usize % HASHES
}

impl<V: Copy + Default> Table<V> {
    /// An empty table; 0 entries make a table that never holds anything.
    pub(super) fn new(entries: u32, ways: u32) -> Self {
        let ways = ways.clamp(1, entries.max(1)) as usize;
        let sets = entries as usize / ways;
        let empty = Entry {
            key: EMPTY,
            ..Entry::default()
        };
        Self {
            entries: vec![empty; sets * ways],
            clock: 0,
            hashed: Box::new([0; HASHES]),
            sets,
            mask: sets.is_power_of_two().then(|| sets - 1),
            ways,
        }
    }

    /// The set of a key.
    #[inline(always)]
    pub(super) fn set(&self, key: u64) -> usize {
        match self.mask {
            Some(mask) => (key >> 4) as usize & mask,
            None => (key >> 4) as usize % self.sets.max(1),
        }
    }

    /// Whether the table certainly does not have a key; false: it may.
    #[inline(always)]
    pub(super) fn lacks(&self, key: u64) -> bool {
        self.hashed[hash(key)] == 0
    }

    /// Sets of the table.
    pub(super) fn sets(&self) -> usize {
        self.sets
    }

    /// Index of the entry of a key, without counting as a use.
    #[inline(never)]
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        let first = self.set(key) * self.ways;
        let entries = self.entries.get(first..first + self.ways)?;
        let way = entries.iter().position(|entry| entry.key == key)?;
        Some(first + way)
    }

    /// The same, trying first the index `hint`, where it was found last and which is corrected here.
    #[inline(always)]
    pub(super) fn find_near(&self, key: u64, hint: &mut u32) -> Option<usize> {
        let index = *hint as usize;
        if self.entries.get(index).is_some_and(|e| e.key == key) {
            return Some(index);
        }
        if self.lacks(key) {
            return None;
        }
        let index = self.find(key)?;
        *hint = index as u32;
        Some(index)
    }

    /// The entry of a key at index `hint`, to be used or not; `None`: it is not there.
    #[inline(always)]
    pub(super) fn at_mut(&mut self, key: u64, hint: u32) -> Option<Place<'_, V>> {
        let entry = self.entries.get_mut(hint as usize)?;
        let clock = &mut self.clock;
        (entry.key == key).then_some(Place { entry, clock })
    }

    /// The value of a key at index `hint`, without counting as a use; `None`: it is not there.
    #[inline(always)]
    pub(super) fn value_at(&self, key: u64, hint: u32) -> Option<&V> {
        let entry = self.entries.get(hint as usize)?;
        (entry.key == key).then_some(&entry.value)
    }

    /// Uses the entry at a place once more.
    #[inline(always)]
    pub(super) fn use_again(&mut self, place: u32) {
        self.clock += 1;
        if let Some(entry) = self.entries.get_mut(place as usize) {
            debug_assert_ne!(entry.key, EMPTY);
            entry.used = self.clock;
        }
    }

    /// The value at a place, without counting as a use.
    #[inline(always)]
    pub(super) fn peek(&mut self, index: usize) -> &mut V {
        &mut self.entries[index].value
    }

    /// The value at a place that [`find`](Self::find) gave; counts as a use.
    #[inline(always)]
    pub(super) fn value(&mut self, index: usize) -> &mut V {
        self.clock += 1;
        let entry = &mut self.entries[index];
        entry.used = self.clock;
        &mut entry.value
    }

    /// Puts in a key that is not in the table, which counts as a use.
    pub(super) fn insert(&mut self, key: u64, value: V) {
        let first = self.set(key) * self.ways;
        let Some(set) = self.entries.get_mut(first..first + self.ways) else {
            return;
        };
        // Empty places have 0 for their last use and are taken first.
        let Some(place) = set.get_mut(oldest(set, |entry| entry.used)) else {
            return;
        };
        self.clock += 1;
        if place.key != EMPTY {
            self.hashed[hash(place.key)] -= 1;
        }
        self.hashed[hash(key)] += 1;
        *place = Entry {
            key,
            used: self.clock,
            value,
        };
    }

    /// Its part of [`BranchUnit::picture`](super::BranchUnit::picture): the keys of each set with their values, the least recently used
    /// first. Which ways they are in decides nothing.
    pub(super) fn picture(&self, words: &mut Vec<u64>, value: impl Fn(&V) -> u64) {
        let mut order: Vec<&Entry<V>> = Vec::with_capacity(self.ways);
        for set in self.entries.chunks(self.ways) {
            order.clear();
            order.extend(set.iter().filter(|entry| entry.key != EMPTY));
            order.sort_unstable_by_key(|entry| entry.used);
            words.push(order.len() as u64);
            words.extend(
                order
                    .iter()
                    .flat_map(|entry| [entry.key, value(&entry.value)]),
            );
        }
    }

    /// Empties the entry at a place.
    pub(super) fn remove(&mut self, index: usize) {
        let entry = &mut self.entries[index];
        let key = std::mem::replace(&mut entry.key, EMPTY);
        entry.used = 0;
        if key != EMPTY {
            self.hashed[hash(key)] -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_branch_not_used_for_longest_leaves_a_full_set() {
        let mut table = Table::new(4, 2);
        for key in [0x00, 0x20, 0x40] {
            table.insert(key, key);
            if let Some(place) = table.find(0) {
                table.value(place);
            }
        }
        assert_eq!(table.find(0x20), None);
        let place = table.find(0x40).expect("the newest branch");
        assert_eq!(*table.peek(place), 0x40);
        assert!(table.find(0).is_some());
        table.remove(place);
        assert_eq!(table.find(0x40), None);
    }

    #[test]
    fn an_empty_place_is_taken_before_an_entry_leaves() {
        let mut table = Table::new(2, 2);
        table.insert(0x00, 1);
        table.insert(0x10, 2);
        let place = table.find(0x10).expect("the second branch");
        table.remove(place);
        table.insert(0x20, 3);
        assert!(table.find(0x00).is_some() && table.find(0x20).is_some());
    }

    #[test]
    fn a_branch_that_is_there_is_not_said_to_be_lacking() {
        let mut table = Table::new(4, 2);
        assert!(table.lacks(0x10));
        for key in [0x10, 0x11, 0x50, 0x90] {
            table.insert(key, 0);
        }
        for key in [0x10, 0x11, 0x50, 0x90] {
            let place = table.find(key);
            assert_eq!(table.lacks(key), place.is_none(), "{key:#x}");
            if let Some(place) = place {
                table.remove(place);
            }
            assert!(table.lacks(key), "{key:#x}");
        }
    }
}
