//! Records as they are delivered: those that a quiet unit leaves out, and those that it takes by number.

use super::QuietUnit;
use super::programming::Kind;
use events::{Branch, DataMiss, DataTlbMiss, Group, Raw, Shape, Site, Stall};

impl QuietUnit {
    /// Whether a record that lies wholly before `end` is left out.
    #[inline(always)]
    fn leaves_out(&self, end: u64) -> bool {
        self.unit.delegates() && end <= self.unit.horizon()
    }

    #[inline(always)]
    pub(crate) fn group(&mut self, group: &Group) {
        if !self.leaves_out(group.cycle.saturating_add(1)) {
            self.unit.group(group);
        }
    }

    #[inline(always)]
    pub(crate) fn count(&mut self, raw: Raw, amount: u32, cycle: u64, site: &Site) {
        if self.unit.listens(raw) {
            self.count_listened(raw, amount, cycle, site);
        }
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

    #[inline(always)]
    pub(crate) fn reference(&mut self, cycle: u64, site: &Site) {
        if self.unit.wants_references() && !self.leaves_out(cycle.saturating_add(1)) {
            self.unit.reference(cycle, site);
        }
    }

    #[inline(always)]
    pub(crate) fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        if self.unit.listens(stall.raw()) {
            self.cycles_listened(stall, from, cycles);
        }
    }

    #[inline(never)]
    fn cycles_listened(&mut self, stall: Stall, from: u64, cycles: u64) {
        if !self.leaves_out(from.saturating_add(cycles)) {
            self.unit.cycles(stall, from, cycles);
        }
    }

    #[inline(always)]
    pub(crate) fn branch(&mut self, branch: &Branch) {
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
            if branch.cycle < self.unit.horizon() && !self.unit.options().single_entry {
                self.tail.push(branch);
                return;
            }
        }
        self.unit.trace(branch);
    }

    pub(crate) fn data_miss(&mut self, miss: &DataMiss) {
        if let Some(capture) = self.unit.capture_of_load(miss) {
            if self.unit.delegates() && self.spend(Kind::Captures) {
                self.unit
                    .will_capture_unordered(miss.cycle, miss.completes, capture);
            } else {
                self.unit.will_capture(miss.cycle, miss.completes, capture);
            }
        }
    }

    pub(crate) fn data_tlb_miss(&mut self, miss: &DataTlbMiss) {
        if let Some(capture) = self.unit.capture_of_translation(miss) {
            if self.unit.delegates() && self.spend(Kind::Captures) {
                self.unit
                    .will_capture_unordered(miss.cycle, miss.completes, capture);
            } else {
                self.unit.will_capture(miss.cycle, miss.completes, capture);
            }
        }
    }
}
