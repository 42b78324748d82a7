//! Counts by intervals of a run.
//!
//! The counts of an interval are the difference of two snapshots of everything that is counted, like those of a region of interest. An
//! interval ends with the first block of instructions that reaches its length, and the next one begins there.

use std::io;
use std::sync::Arc;

use isa::Family;
use report::{CycleAccounting, Interval};
use uarch::Totals;

use crate::counted::Recounted;
use crate::request::{Control, Intervals, Length};

/// Counts by intervals of a run that goes on.
pub(crate) struct IntervalCounter {
    asked: Intervals,
    family: Family,
    /// Totals at the beginning of the current interval; `None` outside the region of interest.
    begun: Option<Totals>,
    /// Instructions of the run before the block in which the current interval began.
    begun_at: u64,
    /// Instructions before the checkpoint from which the run goes on with an empty model: the totals do not have them.
    missing_in_totals: u64,
    /// The totals at both ends of an interval that has ended and has not been told: if the run ends there, what is under way then belongs to it.
    ended: Option<Box<[Totals; 2]>>,
    /// Number of the next interval that is told, from 0.
    number: u64,
    events: Recounted,
    failed: Option<io::Error>,
    /// By which the run is ended when its intervals cannot be told.
    control: Arc<Control>,
}

impl IntervalCounter {
    pub(crate) fn new(asked: Intervals, family: Family, control: Arc<Control>) -> Self {
        Self {
            asked,
            family,
            begun: None,
            begun_at: 0,
            missing_in_totals: 0,
            ended: None,
            number: 0,
            events: Recounted::default(),
            failed: None,
            control,
        }
    }

    /// The first interval of the run, or of its region of interest, begins in the block behind `instructions` instructions.
    pub(crate) fn begin(&mut self, totals: Totals, instructions: u64) {
        self.begun = Some(totals);
        self.begun_at = instructions;
    }

    /// The first interval begins at a checkpoint behind `instructions` instructions of the run, of which `missing` are not in the totals.
    pub(crate) fn go_on(&mut self, totals: Totals, instructions: u64, missing: u64) {
        self.missing_in_totals = missing;
        self.begin(totals, instructions);
    }

    /// The number of instructions of the run from which on [`ends`](Self::ends) has to be asked, or [`tell_ended`](Self::tell_ended) called;
    /// [`u64::MAX`]: there is no current interval.
    pub(crate) fn may_end(&self) -> u64 {
        match (&self.begun, self.asked.length) {
            (None, _) => u64::MAX,
            (Some(_), _) if self.ended.is_some() => 0,
            (Some(_), Length::Instructions(length)) => self.begun_at.saturating_add(length),
            (Some(_), Length::Cycles(_)) => 0,
        }
    }

    /// Whether the current interval ends here, behind `instructions` instructions of the run and in cycle `now`.
    pub(crate) fn ends(&self, instructions: u64, now: u64) -> bool {
        match (&self.begun, self.asked.length) {
            (None, _) => false,
            (Some(_), Length::Instructions(length)) => {
                instructions >= self.begun_at.saturating_add(length)
            }
            (Some(begun), Length::Cycles(length)) => now >= begun.cycles.saturating_add(length),
        }
    }

    /// The current interval ends and another begins, behind `instructions` instructions of the run.
    pub(crate) fn end(&mut self, totals: Totals, instructions: u64) {
        self.tell_ended();
        self.ended = (self.begun.take()).map(|begun| Box::new([begun, totals.clone()]));
        self.begin(totals, instructions);
    }

    /// Tells the receiver of an interval that has ended: the run goes on behind it.
    pub(crate) fn tell_ended(&mut self) {
        if let Some(ended) = self.ended.take() {
            let [begun, end] = &*ended;
            self.tell(begun, end);
        }
    }

    /// Ends the current interval, if there is one, and tells the receiver of it. An interval without cycles and instructions is left out; what
    /// the totals have gained since it began belongs to the one before.
    pub(crate) fn close(&mut self, totals: &Totals) {
        let Some(begun) = self.begun.take() else {
            return;
        };
        if (begun.cycles, begun.instructions) == (totals.cycles, totals.instructions) {
            if let Some(ended) = &mut self.ended {
                ended[1] = totals.clone();
            }
            self.tell_ended();
        } else {
            self.tell_ended();
            self.tell(&begun, totals);
        }
    }

    /// Tells the receiver of the interval between two totals.
    fn tell(&mut self, begun: &Totals, end: &Totals) {
        if self.failed.is_some() {
            return;
        }
        let counted = end.since(begun);
        let events = self.events.count(&counted.counts, self.family);
        let interval = Interval {
            interval: self.number,
            first_instruction: self.missing_in_totals + begun.instructions,
            first_cycle: begun.cycles,
            instructions: counted.instructions,
            cycles: counted.cycles,
            cycle_accounting: CycleAccounting::from_values(
                counted.accounting().map(|(_, cycles)| cycles),
            ),
            events,
        };
        self.number += 1;
        self.failed = (self.asked.tell)(&interval).err();
        self.events.keep(interval.events);
        if self.failed.is_some() {
            // `take_error` gives the reason at the end of the run.
            self.control.interrupt();
        }
    }

    /// The error of the receiver, if it failed.
    pub(crate) fn take_error(&mut self) -> Option<io::Error> {
        self.failed.take()
    }
}
