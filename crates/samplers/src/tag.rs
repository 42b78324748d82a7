//! Random tagging at dispersal.

use events::{Block, Group, Probe, StaticEvent};

use crate::listener::Listener;
use crate::schedule::Schedule;
use crate::tally::{Codes, Tally};

/// Tags one instruction in each period of dispersed ones and accuses it when it retires, as instruction-based sampling of
/// AMD does with its counter of dispatched operations.
///
/// Every instruction counts, `nop` and those with a false predicate too. What is dispersed on a wrong path is tagged and
/// discarded in the hardware; here it does not count, because its tag accuses nothing.
#[derive(Debug)]
pub(crate) struct RandomTag {
    schedule: Schedule,
    /// The instruction that is tagged next, by its number in program order.
    next: u64,
    /// Instructions so far.
    dispersed: u64,
    codes: Codes,
    tally: Tally,
}

impl RandomTag {
    pub(crate) fn new(mut schedule: Schedule, tally: Tally) -> Self {
        Self {
            next: schedule.next(),
            schedule,
            dispersed: 0,
            codes: Codes::default(),
            tally,
        }
    }
}

impl Probe for RandomTag {
    fn describe(&mut self, block: &Block, events: &[StaticEvent]) {
        self.codes.describe(block, events);
    }

    fn group(&mut self, group: &Group) {
        let counted = self.codes.get(group.code).map_or(0, |code| code.counted);
        let instructions = group.mask() & counted;
        let first = self.dispersed;
        self.dispersed += u64::from(instructions.count_ones());
        while self.next < self.dispersed {
            let mut left = instructions;
            for _ in first..self.next {
                left &= left - 1;
            }
            let place = self.codes.place(group.code, left.trailing_zeros() as u8);
            self.tally.sample(group.cycle, place);
            self.next = self.schedule.next();
        }
    }
}

impl Listener for RandomTag {
    fn finish(&mut self, _: u64) {
        self.tally.settle();
    }

    fn tally(&self) -> &Tally {
        &self.tally
    }
}
