//! Functional warming: what references leave in the caches, without ports, queues, counts or time.
//!
//! Lines, their order of replacement, dirty bits and predicted ways become what references of the same order make of them in
//! full; lines that such references would find under way have arrived.

use super::{Hierarchy, LEVELS, LoadPolicy};
use crate::model::memory::Shared;
use events::Probe;

/// No line.
const NONE: u64 = u64::MAX;

/// Lines that warming used last: to use one of them again changes nothing, for no policy tells one use from two that follow each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Newest {
    /// In L1D; of a load, whose way is predicted.
    used: u64,
    loaded: u64,
    /// In L2; and whether it was written.
    behind: u64,
    written: bool,
}

impl Newest {
    /// None: something else than warming may have used lines since.
    pub(crate) const UNKNOWN: Self = Self {
        used: NONE,
        loaded: NONE,
        behind: NONE,
        written: false,
    };
}

/// Size of the index into L2; a power of two.
pub(super) const PLACES: usize = 1024;

/// A line that warming puts in has arrived whatever the cycle.
const ARRIVED: u64 = 0;

impl Hierarchy {
    /// A reference to a line of L1D that is no integer load; whether it is there.
    #[inline(always)]
    fn warm_use(&mut self, address: u64) -> bool {
        let line = self.l1d.line(address);
        if self.newest.used == line {
            return true;
        }
        let Some(index) = self.l1d.find(line) else {
            return false;
        };
        self.l1d.policy.touch(index);
        (self.newest.used, self.newest.loaded) = (line, NONE);
        true
    }
}

impl<P: Probe> Shared<P> {
    /// An integer load, or a fill of the register stack.
    #[inline(always)]
    pub(crate) fn warm_load(&mut self, address: u64, policy: LoadPolicy) {
        // Caches 3 and 10
        let caches = &mut self.caches;
        let line = caches.l1d.line(address);
        if !policy.forced {
            if caches.newest.loaded == line {
                return;
            }
            if let Some(index) = caches.l1d.find(line) {
                if caches.l1d_ways.is_some() {
                    caches.mispredicts_way(line, index);
                }
                caches.l1d.policy.touch(index);
                (caches.newest.used, caches.newest.loaded) = (line, line);
                return;
            }
        }
        self.warm_load_miss(address, line, policy);
    }

    #[inline(never)]
    fn warm_load_miss(&mut self, address: u64, line: u64, policy: LoadPolicy) {
        self.warm_request(0, address, false);
        if policy.allocate && !policy.forced {
            self.caches.l1d.fill(line, ARRIVED);
            (self.caches.newest.used, self.caches.newest.loaded) = (line, NONE);
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
            l1d.fill(line, ARRIVED);
            (self.caches.newest.used, self.caches.newest.loaded) = (line, NONE);
        }
    }

    /// A request to a level behind L1, and to those behind it when it lacks the line.
    #[inline(always)]
    pub(crate) fn warm_request(&mut self, number: usize, address: u64, writes: bool) {
        // Caches 1: levels are looked up in order; the nearest one holds what is written.
        let array = &mut self.caches.levels[number].array;
        let line = array.line(address);
        if number == 0 {
            let newest = &mut self.caches.newest;
            if newest.behind == line && newest.written | !writes {
                return;
            }
            newest.written = writes || newest.written && newest.behind == line;
            newest.behind = line;
        }
        let guess = &mut self.caches.warm_places[line as usize % PLACES];
        let place = *guess as usize;
        let index = if number == 0 && array.is_at(place, line) {
            array.policy.touch(place);
            place
        } else if let Some(index) = array.find(line) {
            if number == 0 {
                *guess = index as u32;
            }
            array.policy.touch(index);
            index
        } else {
            self.warm_miss(number, address, line)
        };
        if writes && number == 0 {
            self.caches.levels[number].array.dirty[index] = true;
        }
    }

    #[inline(never)]
    fn warm_miss(&mut self, number: usize, address: u64, line: u64) -> usize {
        if number + 1 < LEVELS.len() {
            self.warm_request(number + 1, address, false);
        }
        self.warm_fill(number, line)
    }

    /// Puts a line into a level behind L1; a dirty line that leaves goes to the next one.
    fn warm_fill(&mut self, number: usize, line: u64) -> usize {
        // Caches 5
        let array = &mut self.caches.levels[number].array;
        let (index, victim) = array.fill(line, ARRIVED);
        if let Some(victim) = victim.filter(|victim| victim.dirty)
            && number + 1 < LEVELS.len()
        {
            let address = victim.line * array.line_bytes();
            self.warm_write_back(number + 1, address);
        }
        index
    }

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
        self.caches.levels[number].array.dirty[index] = true;
    }
}
