//! Fetch down a mispredicted path (Front end 9): which blocks are fetched before the resteer, and what they do to ITLB, L1I and streaming buffer.

use super::{FrontEnd, Lookup, PLACES, WrongPath};
use crate::model::memory::Shared;
use crate::model::memory::cache::L1I;
use crate::model::memory::replacement::Policy;
use events::{FetchSource, Probe, Raw};

/// Where fetch down a wrong path stands.
#[derive(Clone, Copy)]
struct WrongFetch {
    /// Address of the next block.
    address: u64,
    /// The first cycle in which it can enter.
    entry: u64,
    /// Room left in the buffer, in bundles.
    room: u64,
}

impl WrongFetch {
    /// Whether fetch down the wrong path continues, where the right path enters in a cycle.
    #[inline(always)]
    fn goes_on(&self, until: u64) -> bool {
        self.room > 0 && self.entry < until
    }
}

impl FrontEnd {
    /// Fetches down a mispredicted path that begins at `target`. `first`: the first cycle in which its first block could enter; `until`: the cycle
    /// in which the right path enters.
    ///
    /// It looks up one block a cycle in ITLB, L1I and streaming buffer, until the buffer is full or a
    /// miss outlasts the time that is left. `settle`: tells L1I's policy of uses of its lines that it has not seen yet; it is called
    /// before the first fetch that may have to replace a line.
    pub(crate) fn wrong_path<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        target: u64,
        (first, until): (u64, u64),
        settle: impl FnOnce(&mut Policy),
    ) {
        // Front end 9
        self.path = WrongPath::NONE;
        if !self.sizes.wrong_path {
            return;
        }
        let mut fetch = WrongFetch {
            address: target & !15,
            entry: first,
            room: self.sizes.buffer_bundles,
        };
        let mut settle = Some(settle);
        // A wrong block is fetched only if it could enter before the right path does.
        while fetch.goes_on(until) {
            fetch = self.read_residents(shared, fetch, until);
            if !fetch.goes_on(until) {
                break;
            }
            if let Some(settle) = settle.take() {
                settle(&mut shared.caches.l1i.policy);
            }
            let WrongFetch {
                address,
                entry,
                room,
            } = fetch;
            let end = (address | (self.sizes.block_bytes - 1)).wrapping_add(1);
            let bundles = end.wrapping_sub(address) / 16;
            let cycle = entry - self.sizes.depth.min(entry);
            let part = self.itlb.part(self.fetch.space, address);
            // A page that software would have to supply ends the path: the handler would run only if the fetch retired.
            if self.itlb.needs_software(part, &shared.translator) {
                return;
            }
            self.wrong_blocks += 1;
            shared.counters.fetched(3 * bundles);
            let lookup = self.access(shared, cycle, address, true);
            let Lookup { tlb, cache, .. } = lookup;
            let entry = entry + tlb + cache;
            if shared.counters.hears(entry + 1) {
                self.report(shared, cycle, entry, address, lookup, true);
            }
            fetch = WrongFetch {
                address: end,
                entry: entry + 1,
                room: room.saturating_sub(bundles),
            };
        }
        if settle.is_some() {
            self.path.target = target;
            self.path.part = self.itlb.part(self.fetch.space, target);
            self.path.l1i_version = shared.caches.l1i.version;
        }
    }

    /// Tells the listener of a replayed wrong path, all of whose blocks are still in L1I, and which could enter from cycle `first` on: the fetch
    /// records of [`wrong_path`](Self::wrong_path), without its counts. `crates/sim/tests/profileme_at_rest.rs` holds both equal.
    #[inline(never)]
    pub(crate) fn report_path<P: Probe>(
        &self,
        shared: &mut Shared<P>,
        path: &WrongPath,
        first: u64,
    ) {
        let Some(frame) = self.itlb.again(path.part) else {
            return;
        };
        let mut address = path.target & !15;
        for entry in (first..).take(path.reads as usize) {
            if shared.counters.hears(entry + 1) {
                let lookup = Lookup {
                    tlb: 0,
                    cache: 0,
                    physical: shared.translator.physical(frame, address),
                    source: FetchSource::L1,
                };
                let cycle = entry - self.sizes.depth.min(entry);
                self.report(shared, cycle, entry, address, lookup, true);
            }
            address = (address | (self.sizes.block_bytes - 1)).wrapping_add(1);
        }
    }

    /// The short form of [`access`](Self::access) for blocks of a wrong path, as long as they are in L1I with their data there, on the page
    /// translated last, and no listener hears of them. Returns where fetch stands behind them. Shortens Front end 9;
    /// `tests/ticked` and `tests/model/armed.rs` (a listener switches it off) hold both equal.
    #[inline(always)]
    fn read_residents<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        mut fetch: WrongFetch,
        until: u64,
    ) -> WrongFetch {
        let Shared {
            translator,
            caches,
            counters,
            ..
        } = shared;
        let start = fetch.address;
        let part = self.itlb.part(self.fetch.space, start);
        let Some(frame) = self.itlb.again(part) else {
            return fetch;
        };
        let (depth, block_bytes) = (self.sizes.depth, self.sizes.block_bytes);
        let physical = translator.physical(frame, start).wrapping_sub(start);
        let part_end = self.itlb.part_end(start);
        let l1i = &mut caches.l1i;
        let (mut reads, mut fetched) = (0, 0);
        while fetch.goes_on(until) && fetch.address <= part_end {
            let cycle = fetch.entry - depth.min(fetch.entry);
            let line = l1i.line(fetch.address.wrapping_add(physical));
            let place = &mut self.places[line as usize % PLACES];
            if !l1i.is_at((*place).into(), line)
                && let Some(index) = l1i.find(line)
            {
                *place = index as u16;
            }
            let index = usize::from(*place);
            if !l1i.has_by(index, line, cycle) || counters.hears(fetch.entry + 1) {
                break;
            }
            l1i.policy.touch(index);
            let end = (fetch.address | (block_bytes - 1)).wrapping_add(1);
            let bundles = end.wrapping_sub(fetch.address) / 16;
            self.path.push(index, bundles);
            reads += 1;
            fetched += 3 * bundles;
            fetch = WrongFetch {
                address: end,
                entry: fetch.entry + 1,
                room: fetch.room.saturating_sub(bundles),
            };
            if end == 0 {
                break;
            }
        }
        self.wrong_blocks += reads;
        counters.fetched(fetched);
        counters.counts.add(Raw::L1iDemandReads, reads);
        caches.stats[L1I].read_hits += reads;
        fetch
    }
}
