//! Records as they are delivered: which of them a quiet unit drops because totals will cover them, and which it takes from a budget
//! (captures and entries of the branch trace buffer, whose number foresees an overflow).

use super::programming::Kind;
use super::{QuietUnit, WORTH_RETIREMENT};
use crate::unit::Unit;
use events::{
    Block, Branch, DataMiss, DataTlbMiss, Group, InstructionMiss, InstructionTlbMiss, Probe, Raw,
    Reference, Shape, Site, Stall, StaticEvent, Totals,
};

impl QuietUnit {
    /// Whether a record is dropped whose cycles all lie before `end` (exclusive): the unit is quiet, and totals cover it.
    #[inline(always)]
    fn leaves_out(&self, end: u64) -> bool {
        self.unit.delegates() && end <= self.unit.horizon()
    }

    #[inline(never)]
    fn count_listened(&mut self, raw: Raw, amount: u32, cycle: u64, site: &Site) {
        let cycles = match raw.shape() {
            Shape::Span => u64::from(amount),
            Shape::Occurrence | Shape::Derived => 1,
        };
        if !self.leaves_out(cycle.saturating_add(cycles)) {
            self.unit.count(raw, amount, cycle, site);
        }
    }

    #[inline(never)]
    fn cycles_listened(&mut self, stall: Stall, from: u64, cycles: u64) {
        if !self.leaves_out(from.saturating_add(cycles)) {
            self.unit.cycles(stall, from, cycles);
        }
    }

    #[inline(never)]
    fn count_branch(&mut self, branch: &Branch) {
        for raw in branch.raws().into_iter().flatten() {
            self.count(raw, 1, branch.cycle, &branch.site);
        }
    }

    #[inline(always)]
    fn trace(&mut self, branch: &Branch) {
        if self.unit.delegates() && self.unit.trace_is_open() {
            if !self.spend(Kind::Entries) {
                self.unit.lower_horizon(branch.cycle);
            }
            if branch.cycle < self.unit.horizon() && self.unit.traces_in_pairs() {
                self.tail.push(branch);
                return;
            }
        }
        self.unit.trace(branch);
    }
}

impl Probe for QuietUnit {
    fn describe(&mut self, block: &Block, events: &[StaticEvent]) {
        Unit::describe(self, block, events);
    }

    #[inline(always)]
    fn group(&mut self, group: &Group) {
        if !self.leaves_out(group.cycle.saturating_add(1)) {
            self.unit.group(group);
        }
    }

    #[inline(always)]
    fn count(&mut self, raw: Raw, amount: u32, cycle: u64, site: &Site) {
        if self.unit.listens(raw) {
            self.count_listened(raw, amount, cycle, site);
        }
    }

    #[inline(always)]
    fn dispersal(&mut self, amounts: &[(Raw, u8)], cycle: u64, site: &Site) {
        if self.unit.wants_dispersal() {
            for &(raw, amount) in amounts {
                if amount > 0 {
                    self.count(raw, u32::from(amount), cycle, site);
                }
            }
        }
    }

    #[inline(always)]
    fn reference(&mut self, reference: &Reference) {
        self.forgone(reference.cycle, &reference.site);
    }

    #[inline(always)]
    fn forgone(&mut self, cycle: u64, site: &Site) {
        if self.unit.wants_references() && !self.leaves_out(cycle.saturating_add(1)) {
            self.unit.reference(cycle, site);
        }
    }

    #[inline(always)]
    fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        if self.unit.listens(stall.raw()) {
            self.cycles_listened(stall, from, cycles);
        }
    }

    #[inline(always)]
    fn branch(&mut self, branch: &Branch) {
        if self.traces_at_once && self.spend(Kind::Entries) {
            self.tail.push(branch);
            return;
        }
        if self.unit.counts_branches() {
            self.count_branch(branch);
        }
        if self.unit.traces(branch) {
            self.trace(branch);
        }
    }

    fn passed_branches(&mut self, branches: u64, taken: u64) {
        let budget = &mut self.budget[Kind::Entries as usize];
        *budget = budget.saturating_sub(branches);
        self.tail.pass(branches, taken);
    }

    fn data_miss(&mut self, miss: &DataMiss) {
        if let Some(capture) = self.unit.capture_of_load(miss) {
            if self.unit.delegates() && self.spend(Kind::Captures) {
                self.unit
                    .will_capture_unordered(miss.cycle, miss.completes, capture);
            } else {
                self.unit.will_capture(miss.cycle, miss.completes, capture);
            }
        }
    }

    fn instruction_miss(&mut self, miss: &InstructionMiss) {
        Unit::instruction_miss(self, miss);
    }

    fn data_tlb_miss(&mut self, miss: &DataTlbMiss) {
        if let Some(capture) = self.unit.capture_of_translation(miss) {
            if self.unit.delegates() && self.spend(Kind::Captures) {
                self.unit
                    .will_capture_unordered(miss.cycle, miss.completes, capture);
            } else {
                self.unit.will_capture(miss.cycle, miss.completes, capture);
            }
        }
    }

    fn instruction_tlb_miss(&mut self, miss: &InstructionTlbMiss) {
        Unit::instruction_tlb_miss(self, miss);
    }

    fn status(&mut self, cycle: u64, psr: u64) {
        Unit::status(self, cycle, psr);
    }

    #[inline(always)]
    fn asks(&self, misses: u32) -> bool {
        let budget = self.budget[Kind::Captures as usize];
        self.unit.delegates() && (self.exceeded || budget < u64::from(misses))
    }

    /// A register will be read or the processor status changes: quiet ends. As this may come again soon, quiet that needs the costly
    /// totals of retirement does not resume before a while has passed.
    fn update(&mut self, totals: &mut dyn Totals) {
        self.take(totals);
        self.programming.follow(&self.unit);
        self.ended_by_update = true;
        if self.programming.retirement {
            self.quiet_from = self.unit.clock().saturating_add(WORTH_RETIREMENT / 2);
        }
    }
}
