//! Samplers of cycles that look at what retires: time-proportional, next-retiring, last-retired.

use events::{Block, Group, Probe, StaticEvent};

use crate::listener::Listener;
use crate::schedule::Schedule;
use crate::tally::{Codes, Place, Tally};

/// Which instruction is accused of a sampled cycle.
///
/// Groups retire in the order of their issue and at a fixed distance behind it, so the cycle of issue stands for that of
/// retirement (Gottschall, Eeckhout, Jahre, MICRO 2021, section 2, for the names; their processor is out of order).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// The first instruction of the group that issues in the cycle or, when none does, of the next one: the rule of
    /// [`events::Probe::cycles`] and of `epicycle annotate`, so the expectation is the truth.
    TimeProportional,
    /// The first instruction that has not retired at the end of the cycle.
    NextRetiring,
    /// The last instruction that has retired at the end of the cycle.
    LastRetired,
}

/// A sampler of cycles with one of these rules.
#[derive(Debug)]
pub(crate) struct AtRetirement {
    rule: Rule,
    schedule: Schedule,
    /// The cycle sampled next.
    next: u64,
    codes: Codes,
    /// The last instruction of the newest group.
    last: Option<Place>,
    /// The region of interest has ended: what issues later is not accused.
    ended: bool,
    tally: Tally,
}

impl AtRetirement {
    pub(crate) fn new(rule: Rule, mut schedule: Schedule, tally: Tally) -> Self {
        Self {
            rule,
            next: schedule.next(),
            schedule,
            codes: Codes::default(),
            last: None,
            ended: false,
            tally,
        }
    }

    /// Accuses `place` of the sampled cycles before `until`.
    fn accuse(&mut self, until: u64, place: Option<Place>) {
        while self.next < until {
            // Before the first group nothing has retired: the sample finds no instruction.
            self.tally.sample(self.next, place);
            self.next = self.schedule.next();
        }
    }
}

impl Probe for AtRetirement {
    fn describe(&mut self, block: &Block, events: &[StaticEvent]) {
        self.codes.describe(block, events);
    }

    fn group(&mut self, group: &Group) {
        if self.ended {
            return;
        }
        if self.next <= group.cycle {
            let first = self.codes.place(group.code, group.from);
            match self.rule {
                Rule::TimeProportional => self.accuse(group.cycle.saturating_add(1), first),
                Rule::NextRetiring => self.accuse(group.cycle, first),
                Rule::LastRetired => self.accuse(group.cycle, self.last),
            }
        }
        if self.rule == Rule::LastRetired && group.from < group.to {
            self.last = self.codes.place(group.code, group.to - 1);
        }
    }

    fn region(&mut self, _: u64, inside: bool) {
        self.ended = !inside;
    }
}

impl Listener for AtRetirement {
    fn finish(&mut self, cycles: u64) {
        if self.rule == Rule::LastRetired {
            self.accuse(cycles, self.last);
        }
        self.tally.settle();
    }

    fn tally(&self) -> &Tally {
        &self.tally
    }
}
