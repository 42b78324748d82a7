//! The caches' part in references that find at once what they need: a look-up, which changes nothing, and the access, which is made later.
//!
//! A replay asks whether all of its references would hit, and where, before it makes the first of them.
//! What each does then is what [`load`], [`fp_load`](crate::model::memory::Shared::fp_load) and [`store`](crate::model::memory::Shared::store)
//! do when they hit (Caches 1 to 3, 6, 7, 10 and 13); `tests/replay/twins.rs` holds both equal.
//!
//! [`load`]: crate::model::memory::Shared::load

use crate::model::memory::cache::{Array, Guess, Hierarchy, L1D, Request};
use events::{Counts, Raw};

/// Where a reference finds its line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    l1d: u32,
    l2: u32,
}

impl Place {
    /// In none of them.
    pub(crate) const ABSENT: Self = Self {
        l1d: ABSENT,
        l2: ABSENT,
    };
}

/// Not in this cache.
const ABSENT: u32 = u32::MAX;

/// Whether a cache has a line; `place` says where.
#[inline(always)]
fn find(cache: &Array, line: u64, place: &mut u32) -> bool {
    *place = match cache.guess(line) {
        Guess::At(index) => index as u32,
        Guess::Absent => return false,
        Guess::Elsewhere => match cache.find_later(line) {
            Some(index) => index as u32,
            None => return false,
        },
    };
    true
}

impl Hierarchy {
    /// Whether L1D has ports for `loads` integer loads that all ask in a cycle.
    #[inline(always)]
    pub(crate) fn admits_loads(&self, cycle: u64, loads: u32) -> bool {
        let ports = &self.l1d_ports;
        cycle > ports.cycle && loads <= ports.ports
            || cycle == ports.cycle && ports.used + loads <= ports.ports
    }

    /// Whether an integer load of a cycle would hit L1D, its data there and its way predicted. `place`
    /// says where.
    #[inline(always)]
    pub(crate) fn finds_load(&self, cycle: u64, address: u64, place: &mut Place) -> bool {
        let line = self.l1d.line(address);
        let is_predicted = |index| match &self.l1d_ways {
            Some(ways) => ways[line as usize % ways.len()] == index,
            None => true,
        };
        find(&self.l1d, line, &mut place.l1d)
            && self.l1d.arrives(place.l1d as usize) <= cycle + self.l1d_latency[0]
            && is_predicted(place.l1d as usize)
    }

    /// Whether a floating-point load of a cycle would hit the first cache that it asks, its data there.
    #[inline(always)]
    pub(crate) fn finds_fp_load(&self, cycle: u64, address: u64, place: &mut Place) -> bool {
        let (cache, place) = if self.fp_bypasses_l1d {
            (&self.levels[0].array, &mut place.l2)
        } else {
            (&self.l1d, &mut place.l1d)
        };
        find(cache, cache.line(address), place)
            && cache.arrives(*place as usize) <= cycle + self.fp_load_latency()
    }

    /// Cycles from the start of a store in L2 in which a floating-point load of what it writes is refused.
    pub(crate) fn fp_store_window(&self) -> u64 {
        match &self.levels[0].banks {
            Some(banks) if self.fp_bypasses_l1d => banks.store_window(),
            _ => 0,
        }
    }

    /// Whether floating-point loads may find stores that have started in their way.
    #[inline(always)]
    pub(crate) fn orders_fp_loads(&self) -> bool {
        self.fp_bypasses_l1d && self.levels[0].banks.is_some()
    }

    /// Whether no store that has started is in the way of a floating-point load of a cycle.
    #[inline(always)]
    pub(crate) fn orders_fp_load(&self, cycle: u64, address: u64, bytes: u64) -> bool {
        // Caches 15
        match &self.levels[0].banks {
            Some(banks) if self.fp_bypasses_l1d => !banks.has_store(cycle, address, bytes),
            _ => true,
        }
    }

    /// Bytes of a line of L1D or L2, whichever are smaller.
    pub(crate) fn least_line_bytes(&self) -> u64 {
        (self.l1d.line_bytes()).min(self.levels[0].array.line_bytes())
    }

    /// Whether a store would hit L2.
    #[inline(always)]
    pub(crate) fn finds_store(&self, address: u64, place: &mut Place) -> bool {
        let l2 = &self.levels[0].array;
        if !find(l2, l2.line(address), &mut place.l2) {
            return false;
        }
        if !find(&self.l1d, self.l1d.line(address), &mut place.l1d) {
            place.l1d = ABSENT;
        }
        true
    }

    /// Makes an integer load that was found; the caller counts it.
    #[inline(always)]
    pub(crate) fn load_found(&mut self, cycle: u64, place: Place) {
        self.l1d_ports.grant(cycle);
        self.l1d.policy.touch(place.l1d as usize);
    }

    /// Takes the ports of L1D for the newest integer loads of an execution, `loads` of them in `cycle`; those before need not be noted.
    #[inline(always)]
    pub(crate) fn loads_found(&mut self, cycle: u64, loads: u32) {
        let ports = &mut self.l1d_ports;
        if cycle > ports.cycle {
            (ports.cycle, ports.used) = (cycle, loads);
        } else {
            ports.used += loads;
        }
        debug_assert!(ports.cycle == cycle && ports.used <= ports.ports);
    }

    /// Makes a floating-point load that was found; the caller uses its line, if it is one of L1D, and counts it.
    #[inline(always)]
    pub(crate) fn fp_load_found(&mut self, cycle: u64, address: u64, place: Place) {
        if self.fp_bypasses_l1d {
            let l2 = &mut self.levels[0];
            match &mut l2.banks {
                None => {
                    l2.ports.grant(cycle);
                }
                Some(banks) => {
                    let bank = banks.of(address);
                    l2.ports.take(cycle, 1 << bank);
                }
            }
            self.levels[0].array.policy.touch(place.l2 as usize);
        }
    }

    /// Uses the lines of L1D that some references found there, one after the other.
    #[inline(always)]
    pub(crate) fn touch_l1d(&mut self, places: impl Iterator<Item = Place>) {
        // The policy passes over the place of an absent line.
        let places = places.map(|place| place.l1d as usize);
        self.l1d.policy.touch_all(places);
    }

    /// Whether L2 has no banks, no access starts in it in a cycle or behind that, and the path of stores is idle by then.
    #[inline(always)]
    pub(crate) fn is_l2_idle(&self, cycle: u64) -> bool {
        let l2 = &self.levels[0];
        l2.banks.is_none() && cycle > l2.ports.newest && self.stores.is_idle(cycle)
    }

    /// Makes a store of some bytes to an address that was found and that nothing is in the way of; the caller uses its line of L1D, and
    /// counts it: the cycle in which L2 has taken it. `None`: something may be, and nothing has changed. `IDLE`: [L2 is
    /// idle](Self::is_l2_idle) from this cycle on.
    #[inline(always)]
    pub(crate) fn store_at_once<const IDLE: bool>(
        &mut self,
        cycle: u64,
        place: Place,
        address: u64,
        bytes: u32,
    ) -> Option<u64> {
        if !IDLE && self.levels[0].banks.is_some() {
            return self.store_into_bank(cycle, place, address, bytes);
        }
        debug_assert!(!IDLE || self.is_l2_idle(cycle));
        let alone = IDLE || self.is_l2_idle(cycle);
        let l2 = &mut self.levels[0];
        let taken = cycle + l2.latency[0];
        let fits = alone || l2.ports.starts_at_once(cycle) && self.stores.carries(cycle, bytes);
        if !fits || !l2.array.write_by(place.l2 as usize, taken) {
            return None;
        }
        if alone {
            l2.ports.begin(cycle);
            self.stores.begin(cycle, bytes);
        } else {
            l2.ports.take(cycle, 0);
            self.stores.carry(cycle, bytes);
        }
        self.count_write(place);
        Some(taken)
    }

    /// The same where L2 has banks.
    #[inline(never)]
    fn store_into_bank(
        &mut self,
        cycle: u64,
        place: Place,
        address: u64,
        bytes: u32,
    ) -> Option<u64> {
        let l2 = &mut self.levels[0];
        let taken = cycle + l2.latency[0];
        let banks = l2.banks.as_mut()?;
        let fits =
            self.stores.carries(cycle, bytes) && banks.starts_at_once(&l2.ports, cycle, address);
        if !fits || !l2.array.write_by(place.l2 as usize, taken) {
            return None;
        }
        self.stores.carry(cycle, bytes);
        banks.begin_store(&mut l2.ports, cycle, address, bytes);
        self.count_write(place);
        Some(taken)
    }

    /// Lets the path to L2 carry a store of some bytes that was found: the cycle in which it does. The caller uses its line of L1D, and counts it.
    #[inline(always)]
    pub(crate) fn carry_store(&mut self, cycle: u64, place: Place, bytes: u32) -> u64 {
        self.count_write(place);
        self.stores.carry(cycle, bytes)
    }

    /// Counts a store by whether L1D has its line.
    #[inline(always)]
    fn count_write(&mut self, place: Place) {
        let stats = &mut self.stats[L1D];
        if place.l1d == ABSENT {
            stats.write_misses += 1;
        } else {
            stats.write_hits += 1;
        }
    }

    /// Lets a store of some bytes that was carried start in L2: the cycle, and whether attempts before it were refused.
    pub(crate) fn start_store(&mut self, carried: u64, address: u64, bytes: u32) -> (u64, bool) {
        let l2 = &mut self.levels[0];
        let Some(banks) = &mut l2.banks else {
            return (l2.ports.grant(carried), false);
        };
        banks.expect_store(bytes);
        banks.start(&mut l2.ports, carried, address)
    }

    /// Writes the line of a store that was found and started: its place in L2, the cycle in which L2 has taken the store if its data are
    /// there, and the one in which they are there.
    #[inline(always)]
    pub(crate) fn write_found(&mut self, start: u64, place: Place) -> (usize, u64, u64) {
        let index = place.l2 as usize;
        let l2 = &mut self.levels[0];
        let hit = start + l2.latency[0];
        let arrives = l2.array.touch(index);
        l2.array.write(index);
        if arrives > hit {
            l2.stats.merged += 1;
        }
        (index, hit, arrives)
    }

    /// Counts references that were found: so many of each kind.
    pub(crate) fn count_found(
        &mut self,
        counts: &mut Counts,
        [loads, fp_loads, stores, prefetches]: [u64; 4],
    ) {
        counts.add(Raw::L1dReads, loads);
        self.stats[L1D].read_hits += loads;
        if self.fp_bypasses_l1d {
            counts.add(Raw::L2FloatLoads, fp_loads);
            counts.add(Raw::L2BypassData, fp_loads);
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
