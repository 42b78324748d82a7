//! Totals of raw quantities ([`Counts`]), and sets of them ([`RawSet`]).

use crate::{Cause, Raw, Stall};
use std::fmt;
use std::ops::{AddAssign, Index, IndexMut, Sub};

/// Totals of all raw quantities; subtract two to get an interval.
#[derive(Clone, PartialEq, Eq)]
pub struct Counts([u64; Raw::COUNT]);

impl Counts {
    /// All zero.
    pub const ZERO: Counts = Counts([0; Raw::COUNT]);

    /// Adds `amount` occurrences.
    #[inline(always)]
    pub fn add(&mut self, raw: Raw, amount: u64) {
        self.0[raw as usize] += amount;
    }

    /// All quantities in declaration order, with their totals.
    pub fn iter(&self) -> impl Iterator<Item = (Raw, u64)> + '_ {
        Raw::ALL.into_iter().zip(self.0)
    }

    /// Cycles of a cause: the sum of the stalls that belong to it.
    #[must_use]
    pub fn cause(&self, cause: Cause) -> u64 {
        Stall::ALL
            .into_iter()
            .filter(|stall| stall.cause() == cause)
            .map(|stall| self[stall.raw()])
            .sum()
    }

    /// Cycles of the run: the sum over all stalls.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        Stall::ALL.into_iter().map(|stall| self[stall.raw()]).sum()
    }
}

impl Default for Counts {
    fn default() -> Self {
        Self::ZERO
    }
}

impl fmt::Debug for Counts {
    /// Prints only the quantities whose total is not zero.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(
                self.iter()
                    .filter(|(_, total)| *total != 0)
                    .map(|(raw, total)| (raw.name(), total)),
            )
            .finish()
    }
}

impl Index<Raw> for Counts {
    type Output = u64;

    fn index(&self, raw: Raw) -> &u64 {
        &self.0[raw as usize]
    }
}

impl IndexMut<Raw> for Counts {
    fn index_mut(&mut self, raw: Raw) -> &mut u64 {
        &mut self.0[raw as usize]
    }
}

impl AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        for (total, more) in self.0.iter_mut().zip(other.0) {
            *total += more;
        }
    }
}

impl Sub for &Counts {
    type Output = Counts;

    /// What was counted between two snapshots, `self` being the later one; no total of `earlier` is above that of `self`.
    fn sub(self, earlier: &Counts) -> Counts {
        let mut difference = self.clone();
        for (total, before) in difference.0.iter_mut().zip(earlier.0) {
            *total -= before;
        }
        difference
    }
}

/// A set of quantities, for example those that a model produces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RawSet([u64; Raw::COUNT.div_ceil(64)]);

impl RawSet {
    /// No quantity.
    pub const EMPTY: RawSet = RawSet([0; Raw::COUNT.div_ceil(64)]);

    /// The quantities that count static events of retired slots ([`StaticEvent`](crate::StaticEvent)) and nothing else.
    pub const RETIREMENT: RawSet = RawSet::of(&[
        Raw::InstructionsRetired,
        Raw::NopsRetired,
        Raw::SquashedRetired,
        Raw::FpOps,
        Raw::SerializeInstruction,
        Raw::LoadsInteger,
        Raw::LoadsFloat,
        Raw::StoresInteger,
        Raw::StoresFloat,
        Raw::Semaphores,
        Raw::Prefetches,
        Raw::AlatChecksInteger,
        Raw::AlatChecksFloat,
        Raw::RseOperations,
    ]);

    /// The quantities that a [`Branch`](crate::Branch) counts ([`Branch::raws`](crate::Branch::raws)).
    pub const BRANCHES: RawSet = RawSet::range(Raw::BranchTakenSlot0, Raw::IndirectBefore);

    /// The quantities from `first` to `last`, both included, in declaration order.
    const fn range(first: Raw, last: Raw) -> RawSet {
        let mut set = RawSet::EMPTY;
        let mut index = first as usize;
        while index <= last as usize {
            set.0[index / 64] |= 1 << (index % 64);
            index += 1;
        }
        set
    }

    /// The set of `raws`.
    #[must_use]
    pub const fn of(raws: &[Raw]) -> RawSet {
        let mut set = RawSet::EMPTY;
        let mut i = 0;
        while i < raws.len() {
            let index = raws[i] as usize;
            set.0[index / 64] |= 1 << (index % 64);
            i += 1;
        }
        set
    }

    /// Every quantity except `raws`.
    #[must_use]
    pub const fn all_but(raws: &[Raw]) -> RawSet {
        let mut set = RawSet::of(&Raw::ALL);
        let mut i = 0;
        while i < raws.len() {
            let index = raws[i] as usize;
            set.0[index / 64] &= !(1 << (index % 64));
            i += 1;
        }
        set
    }

    /// Whether `raw` is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn contains(&self, raw: Raw) -> bool {
        let index = raw as usize;
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// Whether the sets have an element in common.
    #[must_use]
    pub fn meets(&self, other: &RawSet) -> bool {
        self.0.iter().zip(other.0).any(|(one, two)| one & two != 0)
    }

    /// Whether every element is in `other`.
    #[must_use]
    pub fn is_within(&self, other: &RawSet) -> bool {
        self.0.iter().zip(other.0).all(|(one, two)| one & !two == 0)
    }

    /// Puts `raw` into the set.
    pub fn insert(&mut self, raw: Raw) {
        let index = raw as usize;
        self.0[index / 64] |= 1 << (index % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cycles_of_all_causes_sum_to_the_cycle_count() {
        let mut counts = Counts::ZERO;
        for (i, stall) in Stall::ALL.into_iter().enumerate() {
            counts.add(stall.raw(), 1 << i);
        }
        let by_cause: u64 = Cause::ALL
            .into_iter()
            .map(|cause| counts.cause(cause))
            .sum();
        assert_eq!(by_cause, counts.cycles());
        assert_eq!(by_cause, (1 << Stall::ALL.len()) - 1);
    }

    #[test]
    fn the_difference_of_two_snapshots_is_the_interval() {
        let mut counts = Counts::ZERO;
        counts.add(Raw::L1dReads, 5);
        let before = counts.clone();
        counts.add(Raw::L1dReads, 2);
        assert_eq!((&counts - &before)[Raw::L1dReads], 2);
    }

    #[test]
    fn a_set_contains_what_was_put_into_it() {
        const SET: RawSet = RawSet::of(&[Raw::CyclesUnstalled, Raw::RseOperations]);
        assert!(SET.contains(Raw::CyclesUnstalled) && SET.contains(Raw::RseOperations));
        assert!(!SET.contains(Raw::L1dReads));
        assert!(!RawSet::all_but(&[Raw::L1dReads]).contains(Raw::L1dReads));
    }
}
