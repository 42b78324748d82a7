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
            ways,
        }
    }

    /// The set of a branch.
    pub fn set(&self, key: u64) -> usize {
        (key >> 4) as usize % self.sets.max(1)
    }

    /// Sets of the table.
    pub fn sets(&self) -> usize {
        self.sets
    }

    fn find(&self, key: u64) -> Option<usize> {
        let first = self.set(key) * self.ways;
        let keys = self.keys.get(first..first + self.ways)?;
        keys.iter().position(|k| *k == key).map(|way| first + way)
    }

    /// The value of a branch; counts as a use.
    pub fn get(&mut self, key: u64) -> Option<V> {
        let index = self.find(key)?;
        self.policy.touch(index);
        Some(self.values[index])
    }

    /// The value of a branch, to change it in place.
    pub fn get_mut(&mut self, key: u64) -> Option<&mut V> {
        let index = self.find(key)?;
        self.values.get_mut(index)
    }

    /// Sets the value of a branch.
    pub fn put(&mut self, key: u64, value: V) {
        if self.sets == 0 {
            return;
        }
        let set = self.set(key);
        let first = set * self.ways;
        let index = self.find(key).unwrap_or_else(|| {
            let free = self.keys[first..first + self.ways]
                .iter()
                .position(|k| *k == EMPTY);
            first + free.unwrap_or_else(|| self.policy.victim(set))
        });
        self.keys[index] = key;
        self.values[index] = value;
        self.policy.touch(index);
    }

    /// Forgets a branch.
    pub fn remove(&mut self, key: u64) {
        if let Some(index) = self.find(key) {
            self.keys[index] = EMPTY;
        }
    }
}
