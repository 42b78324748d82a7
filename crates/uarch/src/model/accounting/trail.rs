//! What executions did to time, in order: the model's own account of it, kept for a listener that may have to be told later
//! ([`events::Earlier`]). The model writes it and never reads it.

use events::{FetchSource, InstructionTlbMiss, Stall};
use std::ops::Range;

/// A block that was fetched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fetched {
    pub address: u64,
    pub cycle: u64,
    pub entry: u64,
    pub tlb: u64,
    pub cache: u64,
    pub source: FetchSource,
}

/// Cycles spent on something, and the first of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent {
    pub stall: Stall,
    pub cycles: u64,
    pub from: u64,
}

/// Bits below the first cycle of a stretch: what it was spent on.
const STALL: u32 = 8;

/// A cycle of issue, with what issued first in it: the address of a bundle, and how many slots behind it.
pub(crate) type Issue = (u64, (u64, u8));

/// Stretches that are kept: more than there are while the decoupling buffer empties once.
const KEPT: usize = 256;

/// The account of the newest executions.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    /// It is wanted.
    pub kept: bool,
    /// The execution that is timed in full is written down; it is not where no listener can ask for it ([`Counters::is_near`]).
    ///
    /// [`Counters::is_near`]: crate::model::accounting::counters::Counters::is_near
    pub written: bool,
    /// The newest fetch on the right path, up to the newest execution; while one is timed, its newest that did not find everything at once.
    pub fetch: Option<Fetched>,
    /// The newest miss of the first-level instruction TLB.
    pub miss: Option<InstructionTlbMiss>,
    /// The newest issue before the execution at hand.
    pub issue: Option<Issue>,
    /// The first cycle of each stretch, and what it was spent on, of all stretches so far the newest. One ends where the next begins.
    spent: Box<[u64; KEPT]>,
    /// All stretches so far.
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
    /// Cycles are spent from one on: the first behind the stretch before.
    #[inline(always)]
    pub(crate) fn spend(&mut self, stall: Stall, from: u64) {
        self.spent[self.count as usize % KEPT] = from << STALL | stall as u64;
        self.count += 1;
    }

    /// Stretches by their number among all, oldest first, the last of which ends before a cycle; `None`: some are no longer kept.
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
