//! Functional warming of the caches: what references leave in them, without ports, queues, counts or time.
//!
//! Lines, replacement state, dirty bits and predicted ways become what the same references in the same order make of them in
//! full, with lines that would be under way having arrived. Of integer loads that go behind L1D only failed check loads do so here: in full, one that
//! misses the first-level TLB (Translation 8) does not use a line that L1D has, and one that follows a store closely (Caches 4) neither uses a line
//! there nor puts one in. Which loads these are depends on time, and on references that warming does not keep apart.

use super::array::Marks;
use super::{Array, Hierarchy, LEVELS, LoadPolicy};
use crate::model::memory::Shared;
use events::Probe;

impl Hierarchy {
    /// Bytes of the shortest cache line that data can be in.
    pub(crate) fn shortest_line(&self) -> u64 {
        let behind = self.levels.iter().map(|level| level.array.line_bytes());
        behind.fold(self.l1d.line_bytes(), u64::min)
    }

    /// Uses the line of an address in L1D, for a reference that is no integer load; returns whether it is there.
    #[inline(always)]
    fn warm_use(&mut self, address: u64) -> bool {
        let found = self.l1d.find(self.l1d.line(address));
        if let Some(index) = found {
            self.l1d.policy.touch(index);
        }
        found.is_some()
    }
}

impl<P: Probe> Shared<P> {
    /// An integer load, or a fill of the register stack.
    #[inline(always)]
    pub(crate) fn warm_load(&mut self, address: u64, policy: LoadPolicy) {
        // Caches 3 and 10
        let caches = &mut self.caches;
        let line = caches.l1d.line(address);
        if !policy.forced
            && let Some(index) = caches.l1d.find(line)
        {
            if caches.l1d_ways.is_some() {
                caches.mispredicts_way(line, index);
            }
            caches.l1d.policy.touch(index);
            return;
        }
        self.warm_request(0, address, false);
        if policy.allocate && !policy.forced {
            self.caches.l1d.fill_clean(line, Array::ARRIVED);
        }
    }

    /// A floating-point load.
    #[inline(always)]
    pub(crate) fn warm_fp_load(&mut self, address: u64) {
        // Caches 3: `fp_bypasses_l1d`.
        let caches = &mut self.caches;
        if !caches.fp_bypasses_l1d && caches.warm_use(address) {
            return;
        }
        self.warm_request(0, address, false);
    }

    /// A store.
    #[inline(always)]
    pub(crate) fn warm_store(&mut self, address: u64) {
        // Caches 3: written through; a line that is present is used.
        self.caches.warm_use(address);
        self.warm_request(0, address, true);
    }

    /// An lfetch.
    pub(crate) fn warm_prefetch(&mut self, address: u64, into_l1d: bool) {
        // Caches 3
        if self.caches.has_in_l1d(address) {
            return;
        }
        self.warm_request(0, address, false);
        if into_l1d {
            let l1d = &mut self.caches.l1d;
            let line = l1d.line(address);
            l1d.fill_clean(line, Array::ARRIVED);
        }
    }

    /// A request to a level behind L1, and to those behind it when it lacks the line.
    #[inline(always)]
    pub(crate) fn warm_request(&mut self, number: usize, address: u64, writes: bool) {
        // Caches 1: levels are looked up in order; the nearest one holds what is written.
        let array = &mut self.caches.levels[number].array;
        let line = array.line(address);
        let index = match array.find(line) {
            Some(index) => {
                array.policy.touch(index);
                index
            }
            None => self.warm_miss(number, address, line),
        };
        if writes && number == 0 {
            self.caches.levels[number].array.write(index);
        }
    }

    /// A request whose line a level lacks: asks the next level, and puts the line in. Returns its index.
    #[inline(never)]
    fn warm_miss(&mut self, number: usize, address: u64, line: u64) -> usize {
        if number + 1 < LEVELS.len() {
            self.warm_request(number + 1, address, false);
        }
        self.warm_fill(number, line)
    }

    /// Puts a line into a level behind L1; a dirty victim is written to the next level. Returns the line's index.
    fn warm_fill(&mut self, number: usize, line: u64) -> usize {
        // Caches 5
        let array = &mut self.caches.levels[number].array;
        let (index, victim) = array.fill(line, Array::ARRIVED, Marks::NONE);
        if let Some(victim) = victim.filter(|victim| victim.dirty)
            && number + 1 < LEVELS.len()
        {
            let address = victim.line * array.line_bytes();
            self.warm_write_back(number + 1, address);
        }
        index
    }

    /// A dirty victim of the level before is written to level `number`.
    fn warm_write_back(&mut self, number: usize, address: u64) {
        // Caches 5
        let array = &mut self.caches.levels[number].array;
        let line = array.line(address);
        let index = match array.find(line) {
            Some(index) => {
                array.policy.touch(index);
                index
            }
            None => self.warm_fill(number, line),
        };
        self.caches.levels[number].array.write(index);
    }
}
