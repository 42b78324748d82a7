//! The register stack engine in the pipe: mandatory spills and fills, which hold later groups (Holds 4 and 8), and the sizes of the stack's parts as
//! the monitor counts them (Accounting 8).

use crate::model::memory::cache::LoadPolicy;
use crate::model::pipeline::{Pipeline, has_slot};
use crate::model::plan::Plan;
use events::{DataRequester, Execution, Probe, Raw, Reason, Site, Stall};
use std::num::NonZeroU64;

impl<P: Probe> Pipeline<P> {
    /// Follows the sizes of the register stack through these slots of an execution, a bit for each. `cycle`: the issue cycle of the n-th, from 0, of
    /// the instructions in these slots that may change them.
    #[inline(never)]
    pub(crate) fn resize_stack(
        &mut self,
        plan: &Plan,
        slots: u64,
        execution: &Execution,
        cycle: impl Fn(usize) -> u64,
    ) {
        // Accounting 8
        let Some(sizes) = &mut self.stack_sizes else {
            return;
        };
        let ops = plan.frame_ops.iter();
        let slots = slots & plan.resizes;
        let executed = ops.filter(|&&(slot, _)| has_slot(slots, slot));
        for (index, &(slot, op)) in executed.enumerate() {
            let taken = execution.taken == Some(slot);
            let counters = &mut self.shared.counters;
            let restored = execution.restored;
            sizes.follow(counters, cycle(index), op, taken, restored);
        }
    }

    /// Mandatory traffic of the register stack engine, for which the next group waits: `count` registers from `address` on are filled or spilled.
    /// `requested`: the program asked for it with loadrs.
    pub(crate) fn stack_traffic(
        &mut self,
        address: u64,
        count: u8,
        fill: bool,
        requested: bool,
        space: u32,
        site: &Site,
    ) {
        // Holds 4 and 8: the register stack spill or fill begins behind all other holds.
        if count == 0 {
            return;
        }
        if let Some(sizes) = self.stack_sizes.as_mut().filter(|_| !fill) {
            sizes.spill(&mut self.shared.counters, self.now, address, count);
        }
        let rate = u64::from(self.register_stack.registers_per_cycle.max(1));
        let start = u64::from(self.register_stack.start_cycles);
        let first = self.holds.until.max(self.now + 1) + start;
        let mut until = first + u64::from(count).div_ceil(rate);
        // The cycle in which the data of all fills are there and every reference has entered the queue in front of L2.
        let mut served = 0;
        for i in 0..u64::from(count) {
            let at = first + i / rate;
            let address = address.wrapping_add(8 * i);
            let part = self.data.tlb.part(space, address);
            let site = Site {
                data: address,
                ..*site
            };
            let tlb = &mut self.data.tlb;
            let translation = tlb.translate(part, &mut self.shared, at, &site);
            let physical = self.shared.translator.physical(translation.frame, address);
            self.shared.caches.queue.clock = at;
            self.shared.caches.bytes = 8;
            if fill {
                let miss = translation.miss.as_ref();
                self.shared.read_transfer(miss, at, &site);
            }
            if let Some(miss) = translation.miss {
                until += miss.cycles();
                self.shared.counters.untranslated(&site);
                let (requester, place) = (DataRequester::RegisterStack, (space, physical));
                let shared = &mut self.shared;
                shared.data_tlb_miss(at, &miss, &site, requester, place);
            }
            if fill {
                self.shared.counters.count(Raw::RseLoads, 1, at, &site);
                let policy = LoadPolicy {
                    allocate: true,
                    forced: false,
                    untranslated: false,
                    rse: true,
                };
                served = served.max(self.shared.load(at, physical, policy, &site).ready);
                // Caches 10: fills count as loads and flush nothing, for the engine waits anyway.
                self.shared.caches.way_mispredicted = false;
            } else {
                self.shared.counters.count(Raw::RseStores, 1, at, &site);
                let taken = self.shared.store(at, physical, 8, &site).ready;
                self.data.store_buffer.push(at, taken, physical, 8);
            }
            // Caches 12
            let waited = self.shared.caches.queue.take_wait();
            served = served.max(waited.map_or(0, NonZeroU64::get));
        }
        // What flushrs stores is a spill, as what alloc or a call does (OURS).
        let stall = match (fill, requested) {
            (false, _) => Stall::RseSpill,
            (true, true) => Stall::RseLoadrs,
            (true, false) => Stall::RseFill,
        };
        self.holds.add(until.max(served), stall);
        self.credit_hold(stall, site, Reason::of(stall));
    }
}
