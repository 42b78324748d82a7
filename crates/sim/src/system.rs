//! The recorder of a timed run of a whole machine. Between blocks it tells the cycle model what changed in translation, privilege level and
//! processor status, and it carries the guest's own monitor.

use std::ops::ControlFlow;

use events::{Block, Execution, Probe, StackSizes};
use isa::psr;
use machine::{Change, Interruption, MonitorRegister, Recorder, TranslationLog};
use uarch::{Timing, Totals};

use crate::guest_monitor::GuestMonitor;

/// Cycles by privilege level.
#[derive(Clone, Debug, Default)]
struct Levels {
    cycles: [u64; 4],
    level: u8,
    /// The first cycle that has not been charged to a level.
    since: u64,
    /// Changes so far.
    changes: u64,
}

impl Levels {
    /// Charges the cycles before `end` to the current level.
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
    /// The limit of cycles has ended the run.
    pub out_of_cycles: bool,
}

/// The bits of the processor status that a monitor depends on.
const WATCHED: u64 = psr::UP | psr::PP | psr::SP | psr::CPL;

/// Feeds the cycle model, with the guest's own monitor and others beside it.
pub(crate) struct TimedSystem<P: Probe> {
    timing: Timing<(GuestMonitor, P)>,
    log: TranslationLog,
    levels: Levels,
    /// The [`WATCHED`] bits of the processor status.
    status: u64,
    /// Their value when the monitors were told last.
    told: u64,
    /// There is a listener besides the guest's monitor, which is told every change of the status at once.
    observed: bool,
    /// The cycle in which the run loop has to look at the interval timer, or `limit` if that is earlier.
    attention: u64,
    /// The run loop was stopped to look at the timer or at an overflow of the monitor, and has not asked for it yet.
    rang: bool,
    /// The cycle in which the run ends.
    limit: u64,
    /// The run ended because `limit` was reached.
    out_of_cycles: bool,
}

impl<P: Probe> TimedSystem<P> {
    /// `max_cycles`: the run ends with the first block at whose end so many cycles have passed.
    pub(crate) fn new(
        machine: &config::Machine,
        probe: P,
        log: TranslationLog,
        max_cycles: Option<u64>,
    ) -> Self {
        let limit = max_cycles.unwrap_or(u64::MAX);
        let mut timing = Timing::new(machine, (GuestMonitor::new(machine), probe));
        timing.enter_system();
        timing.status(0);
        let mut timed = Self {
            timing,
            log,
            levels: Levels::default(),
            status: 0,
            told: 0,
            observed: P::is_armed(),
            attention: limit,
            rang: false,
            limit,
            out_of_cycles: false,
        };
        timed.take_changes();
        timed
    }

    /// Times every execution in full, without replay.
    pub(crate) fn in_full(mut self) -> Self {
        self.timing = self.timing.with_replay(0);
        self
    }

    /// Tells the model which pages the block that executed has used, before it is timed.
    #[cold]
    fn take_uses(&mut self) {
        // System 2 and 3
        let timing = &mut self.timing;
        self.log
            .take_uses(|page| timing.page(page.space, page.address, page.physical, page.walked));
    }

    /// Tells the model the changes of translations, region registers and status that hold from the next block on.
    #[cold]
    fn take_changes(&mut self) {
        let (timing, levels) = (&mut self.timing, &mut self.levels);
        let (seen, told, observed) = (&mut self.status, &mut self.told, self.observed);
        self.log.take_changes(|change| match change {
            Change::Regions { data, code } => timing.regions(data, code),
            Change::Status(status) => {
                levels.change(psr::cpl(status), timing.now() + 1);
                *seen = status & WATCHED;
                // A monitor that counts nothing is told when it is programmed: see `write_monitor`.
                if *seen != *told && (observed || timing.probe().0.is_counting()) {
                    *told = *seen;
                    timing.status(*seen);
                }
            }
            Change::Purged {
                space,
                address,
                shift,
            } => timing.purge(space, address, shift),
            Change::Emptied => timing.empty_translations(),
        });
    }

    /// Tells the monitors the processor status if it has changed since they were told.
    fn tell_status(&mut self) {
        if self.status != self.told {
            self.told = self.status;
            self.timing.status(self.status);
        }
    }

    /// Ends the run: everything that was counted.
    pub(crate) fn finish(&mut self) -> Counted {
        tracing::debug!(blocks = self.timing.replays(), "replayed");
        let totals = self.timing.finish();
        self.levels.charge(totals.cycles);
        Counted {
            totals,
            levels: self.levels.cycles,
            level_changes: self.levels.changes,
            out_of_cycles: self.out_of_cycles,
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
        // System 6 and 8
        let now = self.timing.now();
        if now >= self.attention || self.timing.probe().0.is_overflowing() {
            // Without `rang` the run loop takes the stop as the end of the run.
            self.out_of_cycles = now >= self.limit;
            self.rang = !self.out_of_cycles;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn interrupted(&mut self, interruption: &Interruption) {
        if self.log.has_news() {
            self.take_uses();
        }
        // What it cut short belongs to the interrupted code, so it comes before the changes that the interruption makes.
        if let Some(access) = interruption.cut_short() {
            self.timing.cut_short(&access);
        }
        self.take_changes();
    }

    fn enter(&mut self, stack: StackSizes) {
        self.timing.stack(stack);
    }

    fn user_monitor(&mut self, enabled: bool) {
        self.status = self.status & !psr::UP | if enabled { psr::UP } else { 0 };
        if self.observed || self.timing.probe().0.is_counting() {
            self.tell_status();
        }
    }

    fn read_monitor(&mut self, register: MonitorRegister) -> Option<u64> {
        self.tell_status();
        self.timing
            .between_blocks(|probe, now| Some(probe.0.read(register, now)))
    }

    fn write_monitor(&mut self, register: MonitorRegister, value: u64) {
        self.tell_status();
        self.timing
            .between_blocks(|probe, now| probe.0.write(register, value, now));
    }

    fn take_overflow(&mut self) -> bool {
        self.timing.probe().0.take_overflow()
    }

    fn clock(&mut self, _retired: u64) -> u64 {
        self.timing.now()
    }

    fn alarm(&mut self, at: u64) -> bool {
        self.attention = at.min(self.limit);
        true
    }

    fn continues_after_break(&mut self) -> bool {
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
