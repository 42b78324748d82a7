//! The trail: a record of the newest cycles, fetches and issues, kept for a listener that may ask for them later ([`events::Earlier`]). The model
//! writes it and never reads it.

use events::{FetchSource, InstructionTlbMiss, Stall};
use std::ops::Range;

/// A block that was fetched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fetched {
    /// Address of the first bundle fetched.
    pub address: u64,
    /// Cycle of the fetch.
    pub cycle: u64,
    /// Cycle of its entry into the decoupling buffer.
    pub entry: u64,
    /// Cycles by which ITLB delayed the entry.
    pub tlb: u64,
    /// Cycles by which L1I delayed it.
    pub cache: u64,
    pub source: FetchSource,
}

/// A stretch of successive cycles that were spent on one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent {
    pub stall: Stall,
    /// Number of cycles.
    pub cycles: u64,
    /// The first cycle.
    pub from: u64,
}

/// Number of bits below the first cycle of a stretch, which hold what it was spent on.
const STALL: u32 = 8;

/// A cycle of issue, with what issued first in it: the address of a bundle, and how many slots behind its first one.
pub(crate) type Issue = (u64, (u64, u8));

/// Stretches that are kept: more than pass while the decoupling buffer is emptied once.
const KEPT: usize = 256;

/// The record of the newest executions.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    /// A listener may ask for the trail.
    pub kept: bool,
    /// The execution that is being timed in full is recorded. It is not where no listener can ask for it ([`Counters::may_be_asked_for`]).
    ///
    /// [`Counters::may_be_asked_for`]: crate::model::accounting::counters::Counters::may_be_asked_for
    pub written: bool,
    /// The newest fetch on the right path, up to the newest execution. While an execution is timed: the newest of its fetches that took the full
    /// form.
    pub fetch: Option<Fetched>,
    /// The newest miss of the first-level instruction TLB.
    pub miss: Option<InstructionTlbMiss>,
    /// The newest cycle of issue of the executions so far.
    pub issue: Option<Issue>,
    /// A ring of the newest stretches: the first cycle of each, above what it was spent on. Each ends where the next begins.
    spent: Box<[u64; KEPT]>,
    /// Number of stretches so far.
    pub count: u64,
}

impl Default for Trail {
    fn default() -> Self {
        Trail {
            kept: false,
            written: false,
            fetch: None,
            miss: None,
            issue: None,
            spent: Box::new([0; KEPT]),
            count: 0,
        }
    }
}

impl Trail {
    /// Begins a stretch in cycle `from`, the first behind the stretch before.
    #[inline(always)]
    pub(crate) fn spend(&mut self, stall: Stall, from: u64) {
        self.spent[self.count as usize % KEPT] = from << STALL | stall as u64;
        self.count += 1;
    }

    /// The stretches with these numbers, counted from the first of the run, oldest first; the last of them ends before cycle `end`. `None`: not all
    /// of them are kept.
    pub(crate) fn range(
        &self,
        numbers: Range<u64>,
        end: u64,
    ) -> Option<impl DoubleEndedIterator<Item = Spent> + '_> {
        let is_kept = numbers.start + KEPT as u64 >= self.count;
        let word = |number: u64| self.spent[number as usize % KEPT];
        let behind = numbers.end;
        is_kept.then(|| {
            numbers.map(move |number| {
                let from = word(number) >> STALL;
                let next = number + 1;
                let end = if next < behind {
                    word(next) >> STALL
                } else {
                    end
                };
                Spent {
                    stall: Stall::ALL[usize::from(word(number) as u8) % Stall::ALL.len()],
                    cycles: end.wrapping_sub(from),
                    from,
                }
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stretch_ends_where_the_next_begins() {
        let mut trail = Trail::default();
        for (number, stall) in (0..).zip(Stall::ALL) {
            trail.spend(stall, 10 * number);
        }
        let range = |numbers, end| Some(trail.range(numbers, end)?.collect::<Vec<_>>());
        let spent = |index: usize, cycles| Spent {
            stall: Stall::ALL[index],
            cycles,
            from: 10 * index as u64,
        };
        assert_eq!(range(2..4, 37), Some(vec![spent(2, 10), spent(3, 7)]));
        for number in 0..KEPT as u64 {
            trail.spend(Stall::Unstalled, 1000 + number);
        }
        assert!(trail.range(0..1, 10).is_none());
    }
}
