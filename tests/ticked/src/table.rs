//! Set-associative tables with a replacement policy: caches, TLBs and predictors are made of them.

use config::model::Replacement;
use std::collections::HashMap;

/// A table from keys to values.
pub(crate) struct Table<V> {
    sets: HashMap<u64, Set<V>>,
    set_count: u64,
    ways: usize,
    policy: Replacement,
    /// State of the generator of random victims.
    random: u64,
}

struct Set<V> {
    ways: Vec<Option<(u64, V)>>,
    /// Ways in the order of their last use, the newest last.
    uses: Vec<usize>,
    /// Ways that were used since all others were.
    referenced: Vec<bool>,
}

impl<V> Set<V> {
    fn new(ways: usize) -> Self {
        Self {
            ways: (0..ways).map(|_| None).collect(),
            uses: Vec::new(),
            referenced: vec![false; ways],
        }
    }

    fn find(&self, key: u64) -> Option<usize> {
        self.ways
            .iter()
            .position(|way| way.as_ref().is_some_and(|(k, _)| *k == key))
    }

    fn used(&mut self, way: usize) {
        self.uses.retain(|w| *w != way);
        self.uses.push(way);
        self.referenced[way] = true;
        if self.referenced.iter().all(|r| *r) {
            self.referenced.fill(false);
            self.referenced[way] = true;
        }
    }

    fn victim(&self, policy: Replacement, random: &mut u64) -> usize {
        match policy {
            Replacement::Lru => self.uses.first().copied().unwrap_or(0),
            Replacement::Nru => self.referenced.iter().position(|r| !r).unwrap_or(0),
            Replacement::Random => {
                *random ^= *random << 13;
                *random ^= *random >> 7;
                *random ^= *random << 17;
                ((*random >> 11) % self.ways.len() as u64) as usize
            }
        }
    }
}

impl<V> Table<V> {
    /// An empty table; `seed`: of random victims.
    pub(crate) fn new(entries: u32, ways: u32, policy: Replacement, seed: u64) -> Self {
        let ways = ways.clamp(1, entries.max(1));
        Self {
            sets: HashMap::new(),
            set_count: u64::from(entries / ways),
            ways: ways as usize,
            policy,
            random: if seed == 0 {
                0x9e37_79b9_7f4a_7c15
            } else {
                seed
            },
        }
    }

    /// The set of a number.
    pub(crate) fn set_of(&self, number: u64) -> u64 {
        number % self.set_count.max(1)
    }

    /// The value of a key; does not count as a use.
    pub(crate) fn peek(&mut self, set: u64, key: u64) -> Option<&mut V> {
        let set = self.sets.get_mut(&set)?;
        let way = set.find(key)?;
        set.ways[way].as_mut().map(|(_, value)| value)
    }

    /// The value of a key; counts as a use.
    pub(crate) fn look_up(&mut self, set: u64, key: u64) -> Option<&mut V> {
        let set = self.sets.get_mut(&set)?;
        let way = set.find(key)?;
        set.used(way);
        set.ways[way].as_mut().map(|(_, value)| value)
    }

    /// The way of a key; does not count as a use.
    pub(crate) fn way(&self, set: u64, key: u64) -> Option<usize> {
        self.sets.get(&set)?.find(key)
    }

    /// Puts a value in: into the first way that is empty, else in the place of another. Gives that one.
    pub(crate) fn insert(&mut self, set: u64, key: u64, value: V) -> Option<(u64, V)> {
        if self.set_count == 0 {
            return None;
        }
        let ways = self.ways;
        let set = self.sets.entry(set).or_insert_with(|| Set::new(ways));
        let empty = set.ways.iter().position(Option::is_none);
        let way = empty.unwrap_or_else(|| set.victim(self.policy, &mut self.random));
        set.used(way);
        set.ways[way].replace((key, value))
    }

    /// Takes everything out.
    pub(crate) fn clear(&mut self) {
        self.sets.clear();
    }

    /// Takes a key out.
    pub(crate) fn remove(&mut self, set: u64, key: u64) {
        if let Some(set) = self.sets.get_mut(&set)
            && let Some(way) = set.find(key)
        {
            set.ways[way] = None;
        }
    }
}
