//! Counting without listening.
//!
//! A counter that adds up quantities has, at any moment before its overflow, the value that it had plus the
//! difference of two totals. So the unit is *quiet* as long as the horizon is far: it leaves the records
//! out and takes totals before something that depends on order can happen, and before somebody looks.
//! Records that reach the horizon are heard and wait in the queue as always; they are in the totals too,
//! and are taken out again when these are counted.
//!
//! Overflows of counters that hear all that they count are foreseen by the record instead of by the cycle
//! where nothing else is counted (`Unit::by_record`): such a unit is quiet up to the record that overflows.
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
use super::queue::Side;
use crate::setup::{Setup, Source};
use events::{Attention, Raw, RawSet, Shape, Totals};

/// Cycles between two looks at records that wait, while only the number of records matters.
const PATIENCE: u64 = 1 << 14;
/// Cycles that must lie before the horizon of the counters which need totals of retirement: gathering these
/// visits all code.
const FAR: u64 = 1 << 15;
/// The same for other totals.
const NEAR: u64 = 1 << 9;
/// The same for counters that need no totals.
const CLOSE: u64 = 16;

/// What the unit counts by the record, not by the cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Captures of the data side.
    Captures,
    /// Entries of the branch trace buffer.
    Entries,
}

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
    /// Captures of the data side, and entries of the branch trace buffer, that may be heard before a counter
    /// of them overflows.
    room: [u64; 2],
    /// There was no room for one.
    asks: bool,
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

    /// Something of a kind was heard. False: it overflows a counter.
    #[inline(always)]
    pub fn hear(&mut self, kind: Kind) -> bool {
        let room = &mut self.room[kind as usize];
        if *room == 0 {
            self.asks = true;
            return false;
        }
        *room -= 1;
        true
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
            from: if self.quiet.quiet {
                self.horizon_by_cycle()
            } else {
                0
            },
            settle: self.check,
            branches: self.traces,
            data_misses: self.setup.data_ear.captures(),
            instruction_misses: self.setup.instruction_ear.captures(),
        }
    }

    /// Whether order may matter before `cycle` or soon after.
    pub(crate) fn must_wake(&mut self, cycle: u64) -> bool {
        if self.traces {
            self.write_trace();
        }
        self.take_held(cycle);
        self.quiet.quiet && (self.quiet.asks || self.order_from() < cycle.saturating_add(CLOSE))
    }

    /// The first cycle in which the order of what is not queued may matter.
    pub(super) fn order_from(&self) -> u64 {
        if self.quiet.quiet {
            self.horizon_by_cycle().min(self.quiet.horizon)
        } else {
            self.horizon
        }
    }

    /// Whether the unit wants to catch up at once, or may after so many more captures of the data side.
    #[inline(always)]
    pub(crate) fn asks(&self, captures: u32) -> bool {
        let room = self.quiet.room[Kind::Captures as usize];
        self.quiet.asks || self.quiet.quiet && room < u64::from(captures)
    }

    /// What a counter counts, if its overflow is foreseen by the records heard: none can happen before a
    /// record for which there is no room, nor in a cycle before the one in which that record arises. So
    /// nothing that was left out before comes after the overflow.
    ///
    /// Totals are of everything so far, also of what lies behind such a record: not with counters that
    /// need totals. Entries are written as they come, so that what goes to the other registers by its own
    /// cycle would have to wait for them.
    fn by_record(&self, counter: usize) -> Option<Kind> {
        let captures = self.setup.data_ear.captures() || self.setup.instruction_ear.captures();
        match self.setup.counters[counter].source {
            _ if self.quiet.lazy != 0 => None,
            Source::DataEar => Some(Kind::Captures),
            Source::BranchTrace if !captures && !self.options.single_entry => Some(Kind::Entries),
            _ => None,
        }
    }

    /// Whether a quiet unit takes this counter's entries whatever their cycle.
    pub(super) fn takes_entries(&self, counter: usize) -> bool {
        self.quiet.quiet && self.by_record(counter) == Some(Kind::Entries)
    }

    /// The first cycle in which order may matter for another reason than the overflow of a counter that
    /// is foreseen by records.
    fn horizon_by_cycle(&self) -> u64 {
        self.horizon_of(|counter| self.by_record(counter).is_none())
    }

    /// How many records of each kind may come before a counter overflows; `None`: too many wait already.
    fn room(&self) -> Option<[u64; 2]> {
        let mut room = [u64::MAX; 2];
        for (counter, setup) in self.setup.counters.iter().enumerate() {
            if let Some(kind) = self.by_record(counter)
                && setup.oi
                && self.gates[counter] != 0
            {
                let mask = self.registers.counter_mask();
                let waiting = match kind {
                    Kind::Captures => self.captures_to_come(Side::Data),
                    Kind::Entries => self.queue.branches(),
                };
                let taken = self.values[counter] + waiting;
                let room = &mut room[kind as usize];
                *room = mask.checked_sub(taken)?.min(*room);
            }
        }
        Some(room)
    }

    /// What the unit does while it is quiet: the next look, if some counters are foreseen by records, and how
    /// it takes branches.
    fn plan_quiet(&mut self) {
        if (0..4).any(|counter| self.by_record(counter).is_some()) {
            let ahead = self.horizon_by_cycle().saturating_sub(self.clock) / 2;
            self.check = self.clock.saturating_add(ahead.clamp(32, PATIENCE));
        }
        self.traces_at_once = self.trace_gate
            && self.horizon == u64::MAX
            && self.tagged_anywhere
            && self.filter.accepts_all()
            && !self.counts_branches
            && !self.options.single_entry;
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
            self.quiet.asks = false;
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
        if self.quiet.quiet {
            self.plan_quiet();
            return;
        }
        if !self.quiet.allowed {
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
        if self.horizon_by_cycle() < ready || horizon < due || self.room().is_none() {
            return;
        }
        self.quiet.base = self.sums(totals);
        self.quiet.heard = [0; 4];
        self.quiet.horizon = horizon;
        self.quiet.quiet = true;
        self.at_once = [0; 4];
        self.horizon = self.next_horizon();
        self.take_early();
        self.quiet.room = self.room().unwrap_or([0; 2]);
        self.plan_quiet();
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
