//! What is counted, part by part of a run.
//!
//! A part is the difference of two snapshots of everything that is counted, as a region of interest is. It ends with the first
//! block of instructions that reaches its length.

use std::io;
use std::sync::Arc;

use isa::Family;
use report::{CycleAccounting, Interval};
use uarch::Totals;

use crate::counted::events;
use crate::request::{Control, Intervals, Length};

/// The parts of a run that goes on.
pub(crate) struct Parts {
    asked: Intervals,
    family: Family,
    /// Where the current part began; `None` outside the region of interest.
    begun: Option<Totals>,
    /// Instructions since then.
    retired: u64,
    number: u64,
    failed: Option<io::Error>,
    /// Of the run, which is worth nothing without its parts.
    control: Arc<Control>,
}

impl Parts {
    pub(crate) fn new(asked: Intervals, family: Family, control: Arc<Control>) -> Self {
        Self {
            asked,
            family,
            begun: None,
            retired: 0,
            number: 0,
            failed: None,
            control,
        }
    }

    /// The first part begins, or the region of interest.
    pub(crate) fn begin(&mut self, totals: Totals) {
        self.begun = Some(totals);
        self.retired = 0;
    }

    /// Whether a part ends with so many more instructions, in a cycle.
    pub(crate) fn ends_with(&mut self, retired: u64, now: u64) -> bool {
        let Some(begun) = &self.begun else {
            return false;
        };
        self.retired += retired;
        match self.asked.length {
            Length::Instructions(length) => self.retired >= length,
            Length::Cycles(length) => now >= begun.cycles + length,
        }
    }

    /// The current part ends and another begins.
    pub(crate) fn end(&mut self, totals: Totals) {
        self.close(&totals);
        self.begin(totals);
    }

    /// The last part ends, or the region of interest: parts in which nothing happened are left out.
    pub(crate) fn close(&mut self, totals: &Totals) {
        let Some(begun) = self.begun.take() else {
            return;
        };
        let counted = totals.since(&begun);
        if (counted.cycles, counted.instructions) == (0, 0) || self.failed.is_some() {
            return;
        }
        let (events, _) = events(&counted, self.family);
        let told = (self.asked.tell)(&Interval {
            interval: self.number,
            first_instruction: begun.instructions,
            first_cycle: begun.cycles,
            instructions: counted.instructions,
            cycles: counted.cycles,
            cycle_accounting: CycleAccounting::from_values(
                counted.accounting().map(|(_, cycles)| cycles),
            ),
            events,
        });
        self.number += 1;
        self.failed = told.err();
        if self.failed.is_some() {
            // The end of the run says why: see `take_error`.
            self.control.interrupt();
        }
    }

    /// What kept a part from being told.
    pub(crate) fn take_error(&mut self) -> Option<io::Error> {
        self.failed.take()
    }
}
