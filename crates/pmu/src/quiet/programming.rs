//! What the control registers allow a quiet unit to leave out.

use super::{WORTH_NOTHING, WORTH_RETIREMENT, WORTH_TOTALS};
use crate::setup::Source;
use crate::unit::Unit;
use events::{Raw, RawSet, Shape, Totals};

/// Records that are all delivered while the unit is quiet, so that their number foresees an overflow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Captures of the data event address register.
    Captures,
    /// Entries of the branch trace buffer.
    Entries,
}

/// How each counter is brought up to date without records, derived from the decoded control registers.
#[derive(Debug, Clone)]
pub(super) struct Programming {
    /// [`Unit::decodings`] of the registers that this was derived from.
    decodings: u64,
    /// Records may be left out.
    pub(super) allowed: bool,
    /// Counters that totals bring up to date, one bit each.
    pub(super) summed: u8,
    /// The quantities of each of these counters, without those that retirement of slots implies.
    dynamic: [RawSet; 4],
    /// Union of these.
    wanted: RawSet,
    /// One of these counters needs the totals of retirement ([`Totals::retired`]).
    pub(super) retirement: bool,
    /// By counter: what it counts, if its overflow is foreseen by the number of records delivered. No overflow can
    /// happen before a record that exceeds the budget, nor in a cycle before the one in which that record arises. So
    /// nothing that was left out before belongs behind the overflow.
    ///
    /// `None` for all where a counter needs totals: totals are of everything so far, also of what lies behind the record
    /// that overflows. [`Kind::Entries`] not where an event address register captures: entries are written as they
    /// come, while captures go by their own cycles and would have to be ordered with them.
    pub(super) by_record: [Option<Kind>; 4],
}

impl Programming {
    /// Derives it from the registers of a unit.
    pub(super) fn new(unit: &Unit) -> Programming {
        let setup = unit.setup();
        let mut programming = Programming {
            decodings: unit.decodings(),
            allowed: true,
            summed: 0,
            dynamic: [RawSet::EMPTY; 4],
            wanted: RawSet::EMPTY,
            retirement: false,
            by_record: [None; 4],
        };
        let always = setup.tagger.always();
        for (index, counter) in setup.counters.iter().enumerate() {
            let Source::Raws(set) = &counter.source else {
                // Matches of the data debug registers are found by a look at each reference: no total has them.
                programming.allowed &= !counter.by_cycle() && counter.source != Source::DataMatches;
                continue;
            };
            let open = counter.tags == 0 || counter.tags & always != 0;
            programming.allowed &= !counter.by_cycle()
                && (open || set.is_within(&RawSet::RETIREMENT))
                && !(counter.data_range && setup.tagger.restricts_data());
            programming.summed |= 1 << index;
            for raw in Raw::ALL.into_iter().filter(|&raw| set.contains(raw)) {
                let implied = RawSet::RETIREMENT.contains(raw);
                programming.retirement |= implied || raw == Raw::InstructionsDispersed;
                if !implied && raw.shape() != Shape::Derived {
                    programming.dynamic[index].insert(raw);
                    programming.wanted.insert(raw);
                }
            }
        }
        let captures = setup.data_ear.captures() || setup.instruction_ear.captures();
        if programming.summed == 0 {
            programming.by_record =
                std::array::from_fn(|index| match setup.counters[index].source {
                    Source::DataEar => Some(Kind::Captures),
                    Source::BranchTrace if !captures && unit.traces_in_pairs() => {
                        Some(Kind::Entries)
                    }
                    _ => None,
                });
        }
        programming
    }

    /// Derives everything again if the control or debug registers have been written since.
    pub(super) fn follow(&mut self, unit: &Unit) {
        if self.decodings != unit.decodings() {
            *self = Programming::new(unit);
        }
    }

    /// Counters whose overflow is foreseen by records, one bit each.
    pub(super) fn by_record_set(&self) -> u8 {
        self.set(|kind| kind.is_some())
    }

    /// Those of them that count entries of the branch trace buffer.
    pub(super) fn entries_set(&self) -> u8 {
        self.set(|kind| kind == Some(Kind::Entries))
    }

    fn set(&self, holds: impl Fn(Option<Kind>) -> bool) -> u8 {
        (0..4)
            .filter(|&counter| holds(self.by_record[counter]))
            .fold(0, |set, counter| set | 1 << counter)
    }

    /// How many cycles the horizon has to be ahead for quiet to pay for the totals that it needs.
    pub(super) fn worth(&self) -> u64 {
        if self.retirement {
            WORTH_RETIREMENT
        } else if self.wanted == RawSet::EMPTY {
            WORTH_NOTHING
        } else {
            WORTH_TOTALS
        }
    }

    /// The first cycle in which a counter that needs totals may overflow.
    pub(super) fn summed_horizon(&self, unit: &Unit) -> u64 {
        (0..4)
            .filter(|counter| self.summed >> counter & 1 != 0)
            .map(|counter| unit.counter_horizon(counter))
            .min()
            .unwrap_or(u64::MAX)
    }

    /// By counter: the total of its quantities since the start of the run.
    pub(super) fn sums(&self, unit: &Unit, totals: &mut dyn Totals) -> [u64; 4] {
        let mut sums = [0; 4];
        if self.wanted != RawSet::EMPTY {
            let counts = totals.dynamic(&self.wanted);
            for (raw, total) in counts.iter() {
                for (sum, set) in sums.iter_mut().zip(&self.dynamic) {
                    if set.contains(raw) {
                        *sum += total;
                    }
                }
            }
        }
        if self.retirement {
            totals.retired(&mut |executions| unit.add_executions(executions, &mut sums));
        }
        sums
    }
}
