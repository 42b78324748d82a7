//! Cycle accounting: every cycle gets exactly one cause.
//!
//! A cycle in which a group issues is `unstalled`, or `issue_limit` when only the rest of a split
//! group issues. Every other cycle goes to the cause that comes first in the configured order among
//! those in force in that cycle (`docs/timing.md`, "Accounting"). [`counters`] is where all units count; the other files are its parts.

pub(crate) mod branches;
pub(crate) mod counters;
pub(crate) mod held;
pub(crate) mod occupancy;
pub(crate) mod origin;
pub(crate) mod queues;
pub(crate) mod trail;

use crate::model::accounting::counters::{Counters, Waiting};
use crate::model::front_end::lost::{Awaited, Exit};
use events::{Cause, Probe, Stall};
use std::ops::Range;

/// A stretch of time with one reason to wait. It begins where the one before it in a list ends, or with the wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    /// The first cycle behind it.
    pub until: u64,
    /// What its cycles are charged to.
    pub stall: Stall,
}

impl Default for Segment {
    fn default() -> Self {
        Self {
            until: 0,
            stall: Stall::Unstalled,
        }
    }
}

checkpoint::state!(Segment { until, stall });

/// The order of causes (`accounting.order`): of two in force in a cycle the one with the lower rank gets it.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// By stall: the rank of its cause.
    rank: [u8; Stall::ALL.len()],
}

impl Order {
    /// The configured order; causes that it leaves out come last.
    pub(crate) fn new(order: &[Cause]) -> Self {
        let mut rank = [0; Stall::ALL.len()];
        for stall in Stall::ALL {
            let place = order.iter().position(|&cause| cause == stall.cause());
            rank[stall as usize] = place.unwrap_or(order.len()) as u8;
        }
        Self { rank }
    }

    /// The place of a stall in the order: the lowest gets the cycle; stalls of one cause are in the order of [`Stall`].
    fn place(&self, stall: Stall) -> (u8, Stall) {
        // Accounting 4
        (self.rank[stall as usize], stall)
    }
}

/// Reasons of the back end to hold a group, each until a cycle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waits {
    pub list: Vec<Segment>,
}

checkpoint::state!(Waits {  } grows { list });

impl Waits {
    /// The stall of the only reason; `None`: there is none, or more than one.
    pub(crate) fn only(&self) -> Option<Stall> {
        let [one] = self.list.as_slice() else {
            return None;
        };
        Some(one.stall)
    }

    /// Adds a reason that is in force up to a cycle.
    #[inline(always)]
    pub(crate) fn add(&mut self, until: u64, stall: Stall) {
        match self.list.iter_mut().find(|hold| hold.stall == stall) {
            Some(hold) => hold.until = hold.until.max(until),
            None => self.list.push(Segment { until, stall }),
        }
    }
}

/// Charges cycles in which nothing issued.
///
/// `holds` are the back end's reasons, all in force from the first of the `cycles`; `front` is what the front end did up to its newest entry,
/// for the group that is `awaited`; `blame` says which instruction keeps that waiting with a stall.
pub(crate) fn charge<P: Probe>(
    counters: &mut Counters<P>,
    order: &Order,
    holds: &Waits,
    front: &[Segment],
    awaited: &Awaited,
    cycles: Range<u64>,
    blame: impl Fn(Stall) -> Waiting,
) {
    // Accounting 2: the first in the order among the causes in force.
    let Range {
        start: mut at,
        end: to,
    } = cycles;
    while at < to {
        let segment = front.iter().find(|segment| segment.until > at);
        let back = holds
            .list
            .iter()
            .filter(|hold| hold.until > at)
            .min_by_key(|hold| order.place(hold.stall));
        let (stall, until) = match (segment, back) {
            (Some(segment), Some(hold)) => {
                if order.place(segment.stall) < order.place(hold.stall) {
                    (segment.stall, segment.until)
                } else {
                    // The next segment may come before the hold in the order.
                    (hold.stall, hold.until.min(segment.until))
                }
            }
            (Some(segment), None) => (segment.stall, segment.until),
            (None, Some(hold)) => (hold.stall, hold.until),
            (None, None) => (Stall::TakenBranch, to),
        };
        let until = until.min(to);
        counters.charge(stall, at, until - at, || blame(stall));
        counters.starve(Exit::Charged, stall, at, until, awaited);
        at = until;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use events::Off;

    const DEFAULT: [Cause; 6] = [
        Cause::BackendFlush,
        Cause::DataAccess,
        Cause::Rse,
        Cause::Scoreboard,
        Cause::InstructionAccess,
        Cause::TakenBranch,
    ];

    fn spent(
        order: &[Cause],
        holds: &[(u64, Stall)],
        front: &[(u64, Stall)],
        to: u64,
    ) -> Vec<(Stall, u64)> {
        let mut counters = Counters::new(Off, isa::Family::ALL[0]);
        let mut list = Waits::default();
        for &(until, stall) in holds {
            list.add(until, stall);
        }
        let front: Vec<_> = front
            .iter()
            .map(|&(until, stall)| Segment { until, stall })
            .collect();
        let awaited = Awaited {
            site: events::Site::none(),
            first_entry: 0,
            resteer_taken_back: false,
        };
        let order = Order::new(order);
        let group = events::Culprit {
            code: events::CodeId(0),
            index: 0,
        };
        let blame = |_| Waiting {
            group,
            blame: origin::Origin::UNKNOWN,
        };
        charge(
            &mut counters,
            &order,
            &list,
            &front,
            &awaited,
            10..to,
            blame,
        );
        Stall::ALL
            .into_iter()
            .filter_map(|s| Some((s, counters.stalls[s as usize])).filter(|(_, n)| *n > 0))
            .collect()
    }

    #[test]
    fn a_cycle_held_by_a_load_and_another_operand_goes_to_the_load() {
        let holds = [(15, Stall::DataInteger), (18, Stall::ScoreFloat)];
        assert_eq!(
            spent(&DEFAULT, &holds, &[], 18),
            [(Stall::DataInteger, 5), (Stall::ScoreFloat, 3)]
        );
    }

    #[test]
    fn of_two_flushes_in_one_cycle_the_one_named_first_pays() {
        let holds = [(18, Stall::FlushOther)];
        let front = [(14, Stall::FlushException)];
        assert_eq!(
            spent(&DEFAULT, &holds, &front, 18),
            [(Stall::FlushException, 4), (Stall::FlushOther, 4)]
        );
    }

    #[test]
    fn a_flush_comes_before_the_operands_and_a_miss_after_it() {
        let holds = [(16, Stall::ScoreInteger)];
        let front = [(14, Stall::FlushMispredict), (20, Stall::InstructionCache)];
        assert_eq!(
            spent(&DEFAULT, &holds, &front, 20),
            [
                (Stall::ScoreInteger, 2),
                (Stall::InstructionCache, 4),
                (Stall::FlushMispredict, 4)
            ]
        );
    }

    #[test]
    fn another_order_changes_who_pays_and_not_how_much() {
        let mut order = DEFAULT;
        order.swap(1, 4);
        let holds = [(20, Stall::DataInteger)];
        let front = [(12, Stall::TakenBranch), (17, Stall::InstructionCache)];
        assert_eq!(
            spent(&order, &holds, &front, 20),
            [(Stall::DataInteger, 5), (Stall::InstructionCache, 5)]
        );
    }
}
