//! The quiet wrapper: counting without records.
//!
//! The value of a counter that adds up quantities is, at any moment before its overflow, its value at an earlier moment
//! plus the difference of the totals at the two moments. So the wrapper is *quiet* as long as the horizon of the ordered
//! unit is far: it lets the timing model leave records out ([`Attention`](events::Attention)) and takes totals before order can matter and
//! before the registers are read. A record that reaches the horizon is delivered and waits in the unit's queue as
//! always; the totals include it as well, so its amount is subtracted when they are taken.
//!
//! For a counter whose records are all delivered, and where no counter needs totals, the overflow is foreseen by the number
//! of records instead of by the cycle ([`Programming::by_record`]): the wrapper is quiet up to the record that overflows
//! it.
//!
//! Quiet programmings: counters without threshold that count
//!
//! * cycles, captures of an event address register, entries of the branch trace buffer (these need no
//!   totals: captures and entries are always delivered);
//! * quantities that retirement of slots alone implies, whatever range or opcode qualifies them: tags of a
//!   slot do not change;
//! * anything else whose tags every instruction carries, that is, without a range or an opcode in force.
//!
//! Every record is delivered under any other programming: a threshold, one half of a split quantity (`Source::Split`), a range
//! or an opcode on other quantities, a data range on quantities that it qualifies; likewise where the program may read
//! the registers ([`Options::precise`](crate::Options::precise)).
//!
//! The wrapper shortens the rule that a unit takes all records in the order of their cycles (`unit`), and may
//! change nothing: `tests/monitor/quiet.rs` and `crates/sim/tests/quiet.rs` compare it with the unit that gets
//! every record. A listener that calls [`Probe::settle`](events::Probe::settle) instead of
//! [`Probe::catch_up`](events::Probe::catch_up) switches it off.

mod listen;
mod programming;
mod registers;
mod tail;

use crate::unit::{Side, Unit};
use events::Totals;
use programming::{Kind, Programming};
use std::ops::{Deref, DerefMut};
use tail::Tail;

/// Most cycles between two checks of queued records, while only the number of records matters.
const CHECK_INTERVAL: u64 = 1 << 14;
/// The unit becomes quiet only if its horizon is at least so many cycles ahead, where totals of retirement are needed: gathering
/// them visits all code.
const WORTH_RETIREMENT: u64 = 1 << 15;
/// The same where only other totals are needed, in cycles.
const WORTH_TOTALS: u64 = 1 << 9;
/// The same where no totals are needed, in cycles.
const WORTH_NOTHING: u64 = 16;

/// An ordered unit and what is left out while it is quiet. Dereferences to the unit, for its registers.
#[derive(Debug, Clone)]
pub struct QuietUnit {
    unit: Unit,
    /// What the control registers allow to leave out.
    programming: Programming,
    /// While quiet: branches whose entries have not been written.
    tail: Tail,
    /// While quiet: every branch goes to `tail` whatever its cycle, and nothing else listens to branches.
    traces_at_once: bool,
    /// While quiet: the sums of the counters' quantities ([`Programming::sums`]) when the unit became quiet.
    base: [u64; 4],
    /// While quiet: the amounts queued by then ([`Unit::queued`]).
    queued: [u64; 4],
    /// While quiet: records of each kind that may still be delivered before a counter of them overflows.
    budget: [u64; 2],
    /// While quiet: a record exceeded its budget.
    exceeded: bool,
    /// First cycle in which the unit may become quiet again, after a register was read or the processor status changed.
    quiet_from: u64,
    /// A register was read or the processor status changed since the unit last became quiet.
    ended_by_update: bool,
}

impl Deref for QuietUnit {
    type Target = Unit;

    fn deref(&self) -> &Unit {
        &self.unit
    }
}

impl DerefMut for QuietUnit {
    fn deref_mut(&mut self) -> &mut Unit {
        self.traces_at_once = false;
        &mut self.unit
    }
}

impl QuietUnit {
    /// Wraps a unit. It is not quiet before its first [`rest`](events::MonitoringUnit::rest).
    fn new(unit: Unit) -> QuietUnit {
        QuietUnit {
            programming: Programming::new(&unit),
            unit,
            tail: Tail::default(),
            traces_at_once: false,
            base: [0; 4],
            queued: [0; 4],
            budget: [0; 2],
            exceeded: false,
            quiet_from: 0,
            ended_by_update: false,
        }
    }

    /// After a register was read or the status changed: the next check comes no later than `quiet_from`, to become quiet again then.
    fn check_again(&mut self) {
        if self.ended_by_update {
            self.unit
                .set_next_check(self.unit.next_check().min(self.quiet_from));
        }
    }

    /// Takes a record of a kind from its budget. False: the budget is used up, and this record overflows a counter.
    #[inline(always)]
    fn spend(&mut self, kind: Kind) -> bool {
        let budget = &mut self.budget[kind as usize];
        if *budget == 0 {
            self.exceeded = true;
            return false;
        }
        *budget -= 1;
        true
    }

    /// How many records of each kind may still arrive before one overflows a counter; `None`: those that wait already overflow one.
    fn budget(&self) -> Option<[u64; 2]> {
        let mut budget = [u64::MAX; 2];
        for (counter, kind) in self.programming.by_record.into_iter().enumerate() {
            if let Some(kind) = kind {
                let waiting = match kind {
                    Kind::Captures => self.unit.captures_to_come(Side::Data),
                    Kind::Entries => self.unit.branches_to_come(),
                };
                let budget = &mut budget[kind as usize];
                *budget = self.unit.headroom(counter, waiting)?.min(*budget);
            }
        }
        Some(budget)
    }

    /// While quiet: sets the next check, if overflows are foreseen by records, and whether branches go straight to `tail`.
    fn plan(&mut self) {
        let by_record = self.programming.by_record_set();
        if by_record != 0 {
            let clock = self.unit.clock();
            let ahead = self.unit.horizon_without(by_record).saturating_sub(clock) / 2;
            let check = clock.saturating_add(ahead.clamp(32, CHECK_INTERVAL));
            self.unit.set_next_check(check);
        }
        self.traces_at_once = self.unit.only_traces_branches();
    }

    /// Ends quiet: brings the counters up to date from totals. Every record counts from here on.
    fn take(&mut self, totals: &mut dyn Totals) {
        if self.unit.delegates() {
            self.unit
                .write_trace(|registers| self.tail.write(registers));
            let sums = self.programming.sums(&self.unit, totals);
            let queued = self.unit.queued();
            let mut gained = [0; 4];
            for counter in (0..4).filter(|counter| self.programming.summed >> counter & 1 != 0) {
                let delivered = queued[counter] - self.queued[counter];
                gained[counter] = sums[counter] - self.base[counter] - delivered;
            }
            self.unit.take_back(gained);
            self.exceeded = false;
            self.traces_at_once = false;
        }
    }
}
