//! Feeds the cycle model with what a whole machine executes.

use std::ops::ControlFlow;

use events::{Block, Execution, Probe, StackSizes};
use isa::psr;
use machine::{Change, Interruption, Recorder, TranslationLog};
use uarch::{Timing, Totals};

/// Cycles by privilege level.
#[derive(Clone, Debug, Default)]
struct Levels {
    cycles: [u64; 4],
    level: u8,
    /// The first cycle that belongs to no level yet.
    since: u64,
    /// Changes so far.
    changes: u64,
}

impl Levels {
    fn charge(&mut self, end: u64) {
        let end = end.max(self.since);
        self.cycles[usize::from(self.level & 3)] += end - self.since;
        self.since = end;
    }

    fn change(&mut self, level: u8, end: u64) {
        // System 7
        if level != self.level {
            self.charge(end);
            self.level = level;
            self.changes += 1;
        }
    }
}

/// What a timed machine counted.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    pub totals: Totals,
    /// Cycles at each privilege level.
    pub levels: [u64; 4],
    /// Changes of the privilege level.
    pub level_changes: u64,
}

/// Feeds the cycle model.
pub(crate) struct TimedSystem<P: Probe> {
    timing: Timing<P>,
    log: TranslationLog,
    levels: Levels,
    /// The cycle in which the run loop wants to look at the timer.
    alarm: u64,
    rang: bool,
}

impl<P: Probe> TimedSystem<P> {
    pub(crate) fn new(machine: &config::Machine, probe: P, log: TranslationLog) -> Self {
        let mut timing = Timing::new(machine, probe);
        timing.enter_system();
        let mut timed = Self {
            timing,
            log,
            levels: Levels::default(),
            alarm: u64::MAX,
            rang: false,
        };
        timed.take_changes();
        timed
    }

    #[cold]
    fn take_uses(&mut self) {
        // System 2 and 3
        let timing = &mut self.timing;
        self.log
            .take_uses(|page| timing.page(page.space, page.address, page.physical, page.walked));
    }

    #[cold]
    fn take_changes(&mut self) {
        let (timing, levels) = (&mut self.timing, &mut self.levels);
        self.log.take_changes(|change| match change {
            Change::Regions { data, code } => timing.regions(data, code),
            Change::Status(status) => {
                levels.change(psr::cpl(status), timing.now() + 1);
                timing.status(status);
            }
            Change::Purged {
                space,
                address,
                shift,
            } => timing.purge(space, address, shift),
            Change::Emptied => timing.empty_translations(),
        });
    }

    /// What was counted, at the end.
    pub(crate) fn finish(&mut self) -> Counted {
        let totals = self.timing.finish();
        self.levels.charge(totals.cycles);
        Counted {
            totals,
            levels: self.levels.cycles,
            level_changes: self.levels.changes,
        }
    }
}

impl<P: Probe> Recorder for TimedSystem<P> {
    const RECORD: bool = true;

    #[inline]
    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        if self.log.has_news() {
            self.take_uses();
        }
        self.timing.execute(block, execution);
        if self.log.has_news() {
            self.take_changes();
        }
        // System 6
        if self.timing.now() >= self.alarm {
            self.rang = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn interrupted(&mut self, _interruption: &Interruption) {
        self.take_changes();
    }

    fn enter(&mut self, stack: StackSizes) {
        self.timing.stack(stack);
    }

    fn clock(&mut self, _retired: u64) -> u64 {
        self.timing.now()
    }

    fn alarm(&mut self, at: u64) -> bool {
        self.alarm = at;
        true
    }

    fn rang(&mut self) -> bool {
        std::mem::take(&mut self.rang)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cycle_belongs_to_one_level_and_a_change_to_the_same_level_is_none() {
        let mut levels = Levels::default();
        levels.change(0, 5);
        levels.change(3, 10);
        levels.change(3, 15);
        levels.change(0, 40);
        levels.charge(100);
        assert_eq!(levels.cycles, [70, 0, 0, 30]);
        assert_eq!(levels.changes, 2);
    }
}
