//! What is counted, part by part of a run.
//!
//! A part is the difference of two snapshots of everything that is counted, as a region of interest is. It ends with the first
//! block of instructions that reaches its length.

use std::io;
use std::sync::Arc;

use isa::Family;
use report::{CycleAccounting, Interval};
use uarch::Totals;

use crate::counted::Recounted;
use crate::request::{Control, Intervals, Length};

/// The parts of a run that goes on.
pub(crate) struct Parts {
    asked: Intervals,
    family: Family,
    /// Where the current part began; `None` outside the region of interest.
    begun: Option<Totals>,
    /// Instructions of the run before the block in which it began.
    from: u64,
    /// Instructions before the checkpoint from which a run goes on with an empty model; these are in no totals.
    before: u64,
    number: u64,
    /// The events of the part before, whose names the next one has again.
    events: Recounted,
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
            from: 0,
            before: 0,
            number: 0,
            events: Recounted::default(),
            failed: None,
            control,
        }
    }

    /// The first part begins, or the region of interest, in the block behind so many instructions of the run.
    pub(crate) fn begin(&mut self, totals: Totals, instructions: u64) {
        self.begun = Some(totals);
        self.from = instructions;
    }

    /// The first part begins at a checkpoint behind so many instructions of the run, of which the totals lack some.
    pub(crate) fn go_on(&mut self, totals: Totals, instructions: u64, lacking: u64) {
        self.before = lacking;
        self.begin(totals, instructions);
    }

    /// Behind how many instructions of the run the part may end.
    pub(crate) fn may_end(&self) -> u64 {
        match (&self.begun, self.asked.length) {
            (None, _) => u64::MAX,
            (Some(_), Length::Instructions(length)) => self.from.saturating_add(length),
            (Some(_), Length::Cycles(_)) => 0,
        }
    }

    /// Whether the part ends behind so many instructions of the run, in a cycle.
    pub(crate) fn ends(&self, instructions: u64, now: u64) -> bool {
        match (&self.begun, self.asked.length) {
            (None, _) => false,
            (Some(_), Length::Instructions(_)) => instructions >= self.may_end(),
            (Some(begun), Length::Cycles(length)) => now >= begun.cycles.saturating_add(length),
        }
    }

    /// The current part ends and another begins, behind so many instructions of the run.
    pub(crate) fn end(&mut self, totals: Totals, instructions: u64) {
        self.close(&totals);
        self.begin(totals, instructions);
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
        let events = self.events.count(&counted.counts, self.family);
        let part = Interval {
            interval: self.number,
            first_instruction: self.before + begun.instructions,
            first_cycle: begun.cycles,
            instructions: counted.instructions,
            cycles: counted.cycles,
            cycle_accounting: CycleAccounting::from_values(
                counted.accounting().map(|(_, cycles)| cycles),
            ),
            events,
        };
        self.number += 1;
        self.failed = (self.asked.tell)(&part).err();
        self.events.keep(part.events);
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
