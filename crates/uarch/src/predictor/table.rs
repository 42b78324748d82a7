//! A small set-associative table of values by branch name, least recently used leaves.

use crate::replacement::Policy;
use config::model::Replacement;

/// The table.
#[derive(Clone, Debug)]
pub struct Table<V> {
    keys: Vec<u64>,
    values: Vec<V>,
    policy: Policy,
    sets: usize,
    /// `sets - 1` when that is a mask.
    mask: Option<usize>,
    ways: usize,
}

/// No branch.
const EMPTY: u64 = u64::MAX;

impl<V: Copy + Default> Table<V> {
    /// An empty table; 0 entries make a table that never holds anything.
    pub fn new(entries: u32, ways: u32) -> Self {
        let ways = ways.clamp(1, entries.max(1)) as usize;
        let sets = entries as usize / ways;
        Self {
            keys: vec![EMPTY; sets * ways],
            values: vec![V::default(); sets * ways],
            policy: Policy::new(Replacement::Lru, sets, ways, 0),
            sets,
            mask: sets.is_power_of_two().then(|| sets - 1),
            ways,
        }
    }

    /// The set of a branch.
    #[inline(always)]
    pub fn set(&self, key: u64) -> usize {
        match self.mask {
            Some(mask) => (key >> 4) as usize & mask,
            None => (key >> 4) as usize % self.sets.max(1),
        }
    }

    /// Sets of the table.
    pub fn sets(&self) -> usize {
        self.sets
    }

    /// Where a branch is.
    #[inline(never)]
    pub fn find(&self, key: u64) -> Option<usize> {
        let first = self.set(key) * self.ways;
        let keys = self.keys.get(first..first + self.ways)?;
        keys.iter().position(|k| *k == key).map(|way| first + way)
    }

    /// Where a branch is, trying first where it was the last time.
    #[inline(always)]
    pub fn find_near(&self, key: u64, hint: &mut u32) -> Option<usize> {
        let index = *hint as usize;
        if self.keys.get(index) == Some(&key) {
            return Some(index);
        }
        let index = self.find(key)?;
        *hint = index as u32;
        Some(index)
    }

    /// The value at a place, without counting as a use.
    #[inline(always)]
    pub fn peek(&mut self, index: usize) -> &mut V {
        &mut self.values[index]
    }

    /// The value at a place that [`find`](Self::find) gave; counts as a use.
    #[inline(always)]
    pub fn value(&mut self, index: usize) -> &mut V {
        self.policy.touch(index);
        &mut self.values[index]
    }

    /// Sets the value of a branch that is not in the table.
    pub fn insert(&mut self, key: u64, value: V) {
        if self.sets == 0 {
            return;
        }
        let set = self.set(key);
        let first = set * self.ways;
        let free = self.keys[first..first + self.ways]
            .iter()
            .position(|k| *k == EMPTY);
        let index = first + free.unwrap_or_else(|| self.policy.victim(set));
        self.keys[index] = key;
        self.values[index] = value;
        self.policy.touch(index);
    }

    /// Forgets the branch at a place.
    pub fn remove(&mut self, index: usize) {
        self.keys[index] = EMPTY;
    }
}
