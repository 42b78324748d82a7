//! Counting without listening.
//!
//! A counter that adds up quantities has, at any moment before its overflow, the value that it had plus the
//! difference of two totals. So the unit is *quiet* as long as the horizon is far: it leaves the records
//! out and takes totals before something that depends on order can happen, and before somebody looks.
//! Records that reach the horizon are heard and wait in the queue as always; they are in the totals too,
//! and are taken out again when these are counted.
//!
//! Quiet programmings: counters without threshold that count
//!
//! * cycles, captures of an event address register, entries of the branch trace buffer (these need no
//!   totals: captures and entries are always heard);
//! * quantities that retirement of slots alone implies, whatever range or opcode qualifies them: tags of a
//!   slot do not change;
//! * anything else whose tags every instruction carries, that is, without a range or an opcode in force.
//!
//! A threshold, the half of a pair of events, a range or an opcode on other quantities, a data range on any
//! that it qualifies: then the unit hears every record; likewise where the program may read the registers.

use super::Unit;
use crate::setup::{Setup, Source};
use events::{Attention, Raw, RawSet, Shape, Totals};

/// Cycles that must lie before the horizon of the counters which need totals of retirement: gathering these
/// visits all code.
const FAR: u64 = 1 << 15;
/// The same for other totals.
const NEAR: u64 = 1 << 9;
/// The same for counters that need no totals.
const CLOSE: u64 = 16;

/// What a quiet unit leaves out.
#[derive(Debug, Clone, Default)]
pub(super) struct Quiet {
    /// The programming allows it.
    allowed: bool,
    quiet: bool,
    /// Counters that totals bring up to date, one bit each.
    lazy: u8,
    /// Their quantities, without what retirement of slots implies.
    dynamic: [RawSet; 4],
    /// Union of these.
    wanted: RawSet,
    /// Some of them count what retirement of slots implies.
    retirement: bool,
    /// Their sums at the last update.
    base: [u64; 4],
    /// What was heard since then.
    heard: [u64; 4],
    /// First cycle in which one of them may overflow.
    horizon: u64,
    /// Not before this cycle: somebody looked lately and may look again.
    from: u64,
    /// Woken by somebody who looked, and not asleep since.
    disturbed: bool,
}

impl Quiet {
    /// Which counters can be brought up to date by totals.
    pub fn program(&mut self, setup: &Setup) {
        *self = Quiet {
            from: self.from,
            disturbed: self.disturbed,
            allowed: true,
            ..Quiet::default()
        };
        let always = setup.tagger.always();
        for (index, counter) in setup.counters.iter().enumerate() {
            let Source::Raws(set) = &counter.source else {
                self.allowed &= !counter.by_cycle();
                continue;
            };
            let open = counter.tags == 0 || counter.tags & always != 0;
            self.allowed &= !counter.by_cycle()
                && (open || set.is_within(&RawSet::RETIREMENT))
                && !(counter.data_range && setup.tagger.restricts_data());
            self.lazy |= 1 << index;
            for raw in Raw::ALL.into_iter().filter(|&raw| set.contains(raw)) {
                let implied = RawSet::RETIREMENT.contains(raw);
                self.retirement |= implied || raw == Raw::InstructionsDispersed;
                if !implied && raw.shape() != Shape::Derived {
                    self.dynamic[index].insert(raw);
                    self.wanted.insert(raw);
                }
            }
        }
    }

    #[inline(always)]
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// A record that totals contain too was heard.
    #[inline(always)]
    pub fn heard(&mut self, counter: usize, amount: u64) {
        self.heard[counter & 3] += amount;
    }

    /// The horizon of a counter whose value is not up to date.
    pub fn horizon(&self, counter: usize) -> Option<u64> {
        (self.quiet && self.lazy >> counter & 1 != 0).then_some(self.horizon)
    }

    /// The next check, so that a unit that was disturbed rests again.
    pub fn try_by(&self, check: u64) -> u64 {
        if self.disturbed {
            check.min(self.from)
        } else {
            check
        }
    }

    /// Cycles before the horizon that make gathering of totals worth while.
    fn worth(&self) -> u64 {
        if self.retirement {
            FAR
        } else if self.wanted == RawSet::EMPTY {
            CLOSE
        } else {
            NEAR
        }
    }
}

impl Unit {
    /// What the unit has to hear until its next [`Probe::catch_up`](events::Probe::catch_up).
    pub(crate) fn attention(&self) -> Attention {
        Attention {
            from: if self.quiet.quiet { self.horizon } else { 0 },
            settle: self.check,
            branches: self.traces,
            misses: self.setup.data_ear.captures() || self.setup.instruction_ear.captures(),
        }
    }

    /// Whether order may matter before `cycle` or soon after.
    pub(crate) fn must_wake(&mut self, cycle: u64) -> bool {
        if self.traces {
            self.write_trace();
        }
        self.quiet.quiet && self.next_horizon().min(self.horizon) < cycle.saturating_add(CLOSE)
    }

    /// Brings the counters up to date and hears everything from now on.
    pub(crate) fn wake(&mut self, totals: &mut dyn Totals) {
        if self.quiet.quiet {
            self.write_trace();
            let sums = self.sums(totals);
            for (counter, sum) in sums.into_iter().enumerate() {
                if self.quiet.lazy >> counter & 1 != 0 {
                    let gained = sum - self.quiet.base[counter] - self.quiet.heard[counter];
                    self.values[counter] += gained & self.gates[counter];
                }
            }
            self.quiet.quiet = false;
            self.at_once = self.gates;
            self.plan();
        }
    }

    /// Wakes because somebody looks or changes the status, which may happen again soon.
    pub(crate) fn disturb(&mut self, totals: &mut dyn Totals) {
        self.wake(totals);
        self.quiet.disturbed = true;
        if self.quiet.retirement {
            self.quiet.from = self.clock.saturating_add(FAR / 2);
        }
    }

    /// After everything settled has been taken: leaves records out from now on, if that is worth while.
    pub(crate) fn rest(&mut self, totals: &mut dyn Totals) {
        if self.quiet.quiet || !self.quiet.allowed {
            return;
        }
        if self.clock < self.quiet.from {
            self.check = self.quiet.try_by(self.check);
            return;
        }
        self.quiet.disturbed = false;
        let ready = self.clock.saturating_add(CLOSE);
        let due = self.clock.saturating_add(self.quiet.worth());
        let horizon = self.lazy_horizon();
        if self.horizon < ready || horizon < due {
            return;
        }
        self.quiet.base = self.sums(totals);
        self.quiet.heard = [0; 4];
        self.quiet.horizon = horizon;
        self.quiet.quiet = true;
        self.at_once = [0; 4];
    }

    /// The first cycle in which a counter that needs totals may overflow.
    fn lazy_horizon(&self) -> u64 {
        (0..4)
            .filter(|counter| self.quiet.lazy >> counter & 1 != 0)
            .map(|counter| self.counter_horizon(counter))
            .min()
            .unwrap_or(u64::MAX)
    }

    /// Totals of the counters' quantities since the start of the run.
    fn sums(&self, totals: &mut dyn Totals) -> [u64; 4] {
        let mut sums = [0; 4];
        if self.quiet.wanted != RawSet::EMPTY {
            let counts = totals.dynamic(&self.quiet.wanted);
            for (raw, total) in counts.iter() {
                for (sum, set) in sums.iter_mut().zip(&self.quiet.dynamic) {
                    if set.contains(raw) {
                        *sum += total;
                    }
                }
            }
        }
        if self.quiet.retirement {
            totals.retired(&mut |executions| self.codes.add_executions(executions, &mut sums));
        }
        sums
    }
}
