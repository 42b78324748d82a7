//! Stores between issue and L2.

use std::collections::VecDeque;

/// The store buffer.
pub(crate) struct StoreBuffer {
    /// The cycle in which each store leaves, the oldest first.
    inside: VecDeque<u64>,
    entries: usize,
    /// When the newest store leaves.
    last: u64,
    /// The newest stores: first and last doubleword, and the cycle of the store.
    newest: VecDeque<(u64, u64, u64)>,
    conflict_cycles: u64,
}

/// Stores that a load is checked against.
const CHECKED: usize = 4;

impl StoreBuffer {
    /// Empty.
    pub(crate) fn new(machine: &config::Machine) -> Self {
        Self {
            inside: VecDeque::new(),
            entries: machine.memory.store_buffer_entries as usize,
            last: 0,
            newest: VecDeque::new(),
            conflict_cycles: u64::from(machine.caches.store_to_load_cycles),
        }
    }

    /// Whether some stores find room in a cycle.
    pub(crate) fn has_room(&self, stores: usize, cycle: u64) -> bool {
        let waiting = self.inside.iter().filter(|leaves| **leaves > cycle).count();
        waiting + stores <= self.entries
    }

    /// Whether everything has left before a cycle.
    pub(crate) fn is_empty(&self, cycle: u64) -> bool {
        self.last <= cycle
    }

    /// A store of some bytes in a cycle, whose line L2 has in cycle `taken`; stores leave in order.
    pub(crate) fn push(&mut self, cycle: u64, taken: u64, address: u64, bytes: u64) {
        self.last = self.last.max(taken);
        self.inside.push_back(self.last);
        while self.inside.len() > 4 * self.entries {
            self.inside.pop_front();
        }
        self.newest
            .push_back((address / 8, (address + bytes - 1) / 8, cycle));
        if self.newest.len() > CHECKED {
            self.newest.pop_front();
        }
    }

    /// Whether a load meets a store that is too young.
    pub(crate) fn conflicts(&self, cycle: u64, address: u64, bytes: u64) -> bool {
        let (first, last) = (address / 8, (address + bytes - 1) / 8);
        self.newest.iter().any(|&(from, to, stored)| {
            from <= last && first <= to && cycle < stored + self.conflict_cycles
        })
    }
}
