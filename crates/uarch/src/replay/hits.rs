//! References that find what they need at once: looked up first, made later.
//!
//! A replay of timed blocks asks where all its references would hit before it makes the first of them.
//! What each does then is what [`load`](Hierarchy::load), [`fp_load`](Hierarchy::fp_load) and
//! [`store`](Hierarchy::store) do when they hit (Caches 1 to 3, 6, 7 and 10); `tests/replay/twins.rs` holds both equal.

use crate::model::memory::cache::{Hierarchy, L1D, Request};
use events::{Counts, Raw};

/// Where a reference finds its line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    l1d: u32,
    l2: u32,
}

impl Default for Place {
    fn default() -> Self {
        Self {
            l1d: ABSENT,
            l2: ABSENT,
        }
    }
}

/// Not in this cache.
const ABSENT: u32 = u32::MAX;

impl Hierarchy {
    /// Whether some loads of a cycle find L1D's ports free.
    #[inline(always)]
    pub(crate) fn admits_loads(&self, cycle: u64, loads: u32) -> bool {
        self.l1d_ports.admits(cycle, loads)
    }

    /// Whether nothing that L2 has been asked so far holds up a request of a cycle.
    #[inline(always)]
    pub(crate) fn l2_is_free(&self, cycle: u64) -> bool {
        self.levels[0].ports.is_idle(cycle)
    }

    /// Whether an integer load of a cycle would hit L1D, its data there and its way predicted. `place`
    /// is a guess where, and says it then.
    #[inline(always)]
    pub(crate) fn finds_load(&self, cycle: u64, address: u64, place: &mut Place) -> bool {
        let line = self.l1d.line(address);
        if !self.l1d.is_at(place.l1d as usize, line) {
            match self.l1d.find(line) {
                Some(index) => place.l1d = index as u32,
                None => return false,
            }
        }
        let index = place.l1d as usize;
        self.l1d.arrives(index) <= cycle + self.l1d_latency[0]
            && self
                .l1d_ways
                .as_ref()
                .is_none_or(|ways| ways[line as usize % ways.len()] == index)
    }

    /// Whether a floating-point load of a cycle would hit the first cache that it asks, its data there.
    #[inline(always)]
    pub(crate) fn finds_fp_load(&self, cycle: u64, address: u64, place: &mut Place) -> bool {
        let (cache, latency, place) = if self.fp_bypasses_l1d {
            (
                &self.levels[0].array,
                self.levels[0].latency[1],
                &mut place.l2,
            )
        } else {
            (&self.l1d, self.l1d_latency[1], &mut place.l1d)
        };
        let line = cache.line(address);
        if !cache.is_at(*place as usize, line) {
            match cache.find(line) {
                Some(index) => *place = index as u32,
                None => return false,
            }
        }
        cache.arrives(*place as usize) <= cycle + latency
    }

    /// Whether a store would hit L2.
    #[inline(always)]
    pub(crate) fn finds_store(&self, address: u64, place: &mut Place) -> bool {
        let line = self.levels[0].array.line(address);
        if !self.levels[0].array.is_at(place.l2 as usize, line) {
            match self.levels[0].array.find(line) {
                Some(index) => place.l2 = index as u32,
                None => return false,
            }
        }
        let line = self.l1d.line(address);
        if !self.l1d.is_at(place.l1d as usize, line) {
            place.l1d = self.l1d.find(line).map_or(ABSENT, |index| index as u32);
        }
        true
    }

    /// Makes an integer load that was found; the caller counts it.
    #[inline(always)]
    pub(crate) fn load_found(&mut self, cycle: u64, place: Place) {
        self.l1d_ports.grant(cycle);
        self.l1d.reuse(place.l1d as usize);
    }

    /// Makes a floating-point load that was found; the caller counts it.
    #[inline(always)]
    pub(crate) fn fp_load_found(&mut self, cycle: u64, place: Place) {
        if self.fp_bypasses_l1d {
            self.levels[0].ports.grant(cycle);
            self.levels[0].array.reuse(place.l2 as usize);
        } else {
            self.l1d.reuse(place.l1d as usize);
        }
    }

    /// Makes a store that was found; the cycle in which L2 has taken it. The caller counts it.
    #[inline(always)]
    pub(crate) fn store_found(&mut self, cycle: u64, place: Place) -> u64 {
        if place.l1d == ABSENT {
            self.stats[L1D].write_misses += 1;
        } else {
            self.stats[L1D].write_hits += 1;
            self.l1d.reuse(place.l1d as usize);
        }
        let index = place.l2 as usize;
        let hit = self.levels[0].ports.grant(cycle) + self.levels[0].latency[0];
        let arrives = self.levels[0].array.touch(index);
        self.levels[0].array.write(index);
        if arrives > hit {
            self.levels[0].stats.merged += 1;
        }
        hit.max(arrives)
    }

    /// Counts references that were found, in what they have in common.
    pub(crate) fn count_found(
        &mut self,
        counts: &mut Counts,
        [loads, fp_loads, stores, prefetches]: [u64; 4],
    ) {
        counts.add(Raw::L1dReads, loads);
        self.stats[L1D].read_hits += loads;
        if self.fp_bypasses_l1d {
            counts.add(Raw::L2DataReads, fp_loads);
            self.stats[L1D].bypassed += fp_loads;
            self.levels[0].hits[Request::FpLoad as usize] += fp_loads;
        } else {
            self.l1d_fp_hits += fp_loads;
        }
        self.l1d_prefetch_hits += prefetches;
        counts.add(Raw::data_miss(self.fp_load_latency()), fp_loads);
        counts.add(Raw::L2DataWrites, stores);
        self.levels[0].hits[Request::Store as usize] += stores;
    }
}
