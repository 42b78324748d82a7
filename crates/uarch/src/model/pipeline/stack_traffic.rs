//! The register stack engine in the pipe: mandatory spills and fills, which hold later groups (Holds 4 and 8), and the sizes of the stack's parts as
//! the monitor counts them (Accounting 8).

use crate::model::memory::cache::LoadPolicy;
use crate::model::pipeline::course::Delay;
use crate::model::pipeline::{Pipeline, has_slot};
use crate::model::plan::Plan;
use events::{DataRequester, Execution, Fact, Note, Probe, Raw, Reason, Site, Stall};
use std::num::NonZeroU64;

/// Mandatory spills or fills for which the group behind an instruction waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Traffic {
    /// Slot of the instruction.
    pub slot: u8,
    /// Registers are loaded, not stored.
    pub fill: bool,
    /// Lowest address.
    pub address: u64,
    /// Doublewords; not 0.
    pub count: u8,
}

/// The reference of traffic that comes next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    /// Its cycle.
    pub at: u64,
    /// References of that cycle before it.
    before: u32,
    /// Its address.
    pub address: u64,
}

/// What traffic met.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moved {
    /// The cycle in which it ends, as far as its translations say.
    until: u64,
    /// The cycle in which the data of all fills are there and every reference has entered the queue in front of L2.
    served: u64,
    /// References that missed the first level of the data TLB.
    untranslated: u8,
}

impl Traffic {
    /// That of a note; `None`: the note tells of none.
    pub(crate) fn of(note: &Note) -> Option<Self> {
        let (fill, address, count) = match note.fact {
            Fact::RseSpill { address, count } => (false, address, count),
            Fact::RseFill { address, count } => (true, address, count),
            _ => return None,
        };
        (count != 0).then_some(Self {
            slot: note.slot,
            fill,
            address,
            count,
        })
    }

    /// All of an execution.
    pub(crate) fn all(execution: &Execution) -> impl Iterator<Item = Self> + '_ {
        execution.notes.iter().filter_map(Self::of)
    }
}

impl Move {
    /// The first of some traffic, in a cycle.
    pub(crate) fn first(traffic: &Traffic, at: u64) -> Self {
        Self {
            at,
            before: 0,
            address: traffic.address,
        }
    }

    /// Goes on to the one behind it. `rate`: registers that are moved in each cycle, where 0 is as 1.
    #[inline(always)]
    pub(crate) fn pass(&mut self, rate: u32) {
        // Holds 4
        self.before += 1;
        if self.before >= rate {
            (self.at, self.before) = (self.at + 1, 0);
        }
        self.address = self.address.wrapping_add(8);
    }
}

impl Moved {
    /// The first cycle in which the next group may issue.
    fn end(&self) -> u64 {
        self.until.max(self.served)
    }

    /// A reference is served in a cycle.
    #[inline(always)]
    pub(crate) fn serve(&mut self, cycle: u64) {
        self.served = self.served.max(cycle);
    }

    /// Its delay as a word, where the traffic takes until cycle `least` if nothing delays it; `None`: it does not fit. From bit 0: 40 bits of
    /// cycles, then the misses of the data TLB, of which a listener that adds up is told.
    pub(crate) fn delay(&self, least: u64) -> Option<Delay> {
        let late = self.end().saturating_sub(least);
        (late >> 40 == 0).then_some(late | u64::from(self.untranslated) << 40)
    }
}

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

    /// What a spill for a group that issued in a cycle does to the sizes; a fill changes none.
    pub(crate) fn resize_by_spill(&mut self, traffic: &Traffic, cycle: u64) {
        // Accounting 8
        if let Some(sizes) = self.stack_sizes.as_mut().filter(|_| !traffic.fill) {
            let (address, count) = (traffic.address, traffic.count);
            sizes.spill(&mut self.shared.counters, cycle, address, count);
        }
    }

    /// Mandatory traffic of the register stack engine, for which the next group waits. `requested`: the program asked for it with loadrs.
    pub(crate) fn stack_traffic(
        &mut self,
        traffic: &Traffic,
        requested: bool,
        space: u32,
        site: &Site,
    ) {
        self.resize_by_spill(traffic, self.now);
        // Holds 4 and 8: the register stack spill or fill begins behind all other holds.
        let start = u64::from(self.register_stack.start_cycles);
        let first = self.holds.until.max(self.now + 1) + start;
        let moved = match self.ahead.moved.get(self.course.moved.count()) {
            Some(moved) => *moved,
            None => self.move_registers(traffic, first, space, site),
        };
        let delay = moved.delay(self.least_end(traffic, first));
        self.course.moved(traffic.slot, first, delay);
        for _ in 0..moved.untranslated {
            self.shared.counters.untranslated(site);
        }
        // What flushrs stores is a spill, as what alloc or a call does (OURS).
        let stall = match (traffic.fill, requested) {
            (false, _) => Stall::RseSpill,
            (true, true) => Stall::RseLoadrs,
            (true, false) => Stall::RseFill,
        };
        self.holds.add(moved.end(), stall);
        self.credit_hold(stall, site, Reason::of(stall));
    }

    /// The cycle in which traffic ends if nothing delays it; `first`: the cycle of its first reference.
    pub(crate) fn least_end(&self, traffic: &Traffic, first: u64) -> u64 {
        let rate = self.register_stack.registers_per_cycle.max(1);
        first + u64::from(traffic.count).div_ceil(rate.into())
    }

    /// What traffic meets of which no reference has been made; `first`: the cycle of its first reference.
    pub(crate) fn unmoved(&self, traffic: &Traffic, first: u64) -> Moved {
        Moved {
            until: self.least_end(traffic, first),
            served: 0,
            untranslated: 0,
        }
    }

    /// Makes the references of traffic, the first of them in cycle `first`.
    #[inline(never)]
    fn move_registers(&mut self, traffic: &Traffic, first: u64, space: u32, site: &Site) -> Moved {
        let mut moved = self.unmoved(traffic, first);
        let mut next = Move::first(traffic, first);
        for _ in 0..traffic.count {
            let site = Site {
                data: next.address,
                ..*site
            };
            self.move_register(&mut moved, traffic.fill, (&next, space), &site);
            next.pass(self.register_stack.registers_per_cycle);
        }
        moved
    }

    /// Spills or fills one register.
    #[inline(always)]
    pub(crate) fn move_register(
        &mut self,
        moved: &mut Moved,
        fill: bool,
        (next, space): (&Move, u32),
        site: &Site,
    ) {
        let &Move { at, address, .. } = next;
        let part = self.data.tlb.part(space, address);
        let tlb = &mut self.data.tlb;
        let translation = tlb.translate(part, &mut self.shared, at, site);
        let physical = self.shared.translator.physical(translation.frame, address);
        self.shared.caches.queue.clock = at;
        self.shared.caches.bytes = 8;
        if fill {
            let miss = translation.miss.as_ref();
            self.shared.read_transfer(miss, at, site);
        }
        if let Some(miss) = translation.miss {
            moved.until += miss.cycles();
            moved.untranslated += 1;
            let (requester, place) = (DataRequester::RegisterStack, (space, physical));
            let shared = &mut self.shared;
            shared.data_tlb_miss(at, &miss, site, requester, place);
        }
        if fill {
            self.shared.counters.count(Raw::RseLoads, 1, at, site);
            let policy = LoadPolicy {
                allocate: true,
                forced: false,
                untranslated: false,
                rse: true,
            };
            moved.serve(self.shared.load(at, physical, policy, site).ready);
            // Caches 10: fills count as loads and flush nothing, for the engine waits anyway.
            self.shared.caches.way_mispredicted = false;
        } else {
            self.shared.counters.count(Raw::RseStores, 1, at, site);
            let taken = self.shared.store(at, physical, 8, site).ready;
            self.data.store_buffer.push(at, taken, physical, 8);
        }
        // Caches 12
        let waited = self.shared.caches.queue.take_wait();
        moved.serve(waited.map_or(0, NonZeroU64::get));
    }
}
