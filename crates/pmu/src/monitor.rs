//! A monitor that listens to a run.

use crate::quiet::QuietUnit;
use crate::unit::{Interrupt, Unit};
use events::{
    Attention, Block, Branch, DataMiss, DataTlbMiss, Group, InstructionMiss, InstructionTlbMiss,
    Probe, Raw, Site, Stall, StaticEvent, Totals,
};

/// What software does when the monitor interrupts. It costs no guest time, and counts nothing.
pub trait Handler {
    /// Called between two instruction groups, with the unit frozen. A handler that wants to go on clears
    /// PMC0; one that does not leaves the unit frozen for good.
    fn interrupt(&mut self, unit: &mut Unit, interrupt: &Interrupt);
}

/// No handler: the first interrupt leaves the unit frozen.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ignore;

impl Handler for Ignore {
    fn interrupt(&mut self, _: &mut Unit, _: &Interrupt) {}
}

/// A unit and its handler.
#[derive(Debug, Clone)]
pub struct Monitor<H> {
    /// The unit, which may leave records out while nothing depends on their order.
    pub unit: QuietUnit,
    /// The software behind the interrupt.
    pub handler: H,
}

impl<H: Handler> Monitor<H> {
    /// A unit with a handler.
    pub fn new(unit: Unit, handler: H) -> Self {
        Monitor {
            unit: QuietUnit::new(unit),
            handler,
        }
    }

    /// Takes everything before `cycle`; register contents are then those of that moment. Call before
    /// software reads a register.
    pub fn synchronise(&mut self, cycle: u64) {
        while let Some(interrupt) = self.unit.advance(cycle) {
            self.handler.interrupt(&mut self.unit, &interrupt);
        }
    }

    /// Ends a run of so many cycles. What its last instructions caused and what completes after its end is
    /// counted too, as it is in a report.
    pub fn finish(&mut self, cycles: u64) {
        self.synchronise(cycles);
        self.unit.drain();
    }
}

impl<H: Handler> Probe for Monitor<H> {
    fn describe(&mut self, block: &Block, events: &[StaticEvent]) {
        self.unit.describe(block, events);
    }

    #[inline(always)]
    fn group(&mut self, group: &Group) {
        self.unit.group(group);
    }

    #[inline(always)]
    fn count(&mut self, raw: Raw, amount: u32, cycle: u64, site: &Site) {
        self.unit.count(raw, amount, cycle, site);
    }

    #[inline(always)]
    fn dispersal(&mut self, amounts: &[(Raw, u8)], cycle: u64, site: &Site) {
        if self.unit.wants_dispersal() {
            for &(raw, amount) in amounts {
                if amount > 0 {
                    self.unit.count(raw, u32::from(amount), cycle, site);
                }
            }
        }
    }

    #[inline(always)]
    fn reference(&mut self, cycle: u64, site: &Site) {
        self.unit.reference(cycle, site);
    }

    fn forgone(&mut self, cycle: u64, site: &Site) {
        self.unit.reference(cycle, site);
    }

    #[inline(always)]
    fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        self.unit.cycles(stall, from, cycles);
    }

    #[inline(always)]
    fn branch(&mut self, branch: &Branch) {
        self.unit.branch(branch);
    }

    fn data_miss(&mut self, miss: &DataMiss) {
        self.unit.data_miss(miss);
    }

    fn instruction_miss(&mut self, miss: &InstructionMiss) {
        self.unit.instruction_miss(miss);
    }

    fn data_tlb_miss(&mut self, miss: &DataTlbMiss) {
        self.unit.data_tlb_miss(miss);
    }

    fn instruction_tlb_miss(&mut self, miss: &InstructionTlbMiss) {
        self.unit.instruction_tlb_miss(miss);
    }

    fn status(&mut self, cycle: u64, psr: u64) {
        self.unit.status(cycle, psr);
    }

    fn read_pmd(&mut self, cycle: u64, index: u64) -> Option<u64> {
        self.synchronise(cycle);
        Some(usize::try_from(index).map_or(0, |index| self.unit.read_pmd(index)))
    }

    #[inline(always)]
    fn settle(&mut self, cycle: u64) {
        if self.unit.due(cycle) {
            self.synchronise(cycle);
        }
    }

    fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        if self.unit.due(cycle) || self.unit.asks(0) {
            if self.unit.must_wake(cycle) {
                self.unit.wake(totals);
            }
            self.synchronise(cycle);
            self.unit.rest(totals);
        }
        self.unit.attention()
    }

    #[inline(always)]
    fn asks(&self, misses: u32) -> bool {
        self.unit.asks(misses)
    }

    fn update(&mut self, totals: &mut dyn Totals) {
        self.unit.interrupt(totals);
    }
}
