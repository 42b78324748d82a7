//! Branch records that a listener takes late ([`events::Attention::held_branches`]): the newest are kept, the others only counted.
//! `crates/sim/tests/quiet.rs` compares a listener that takes them late with one that hears each at once.

use events::{Branch, NEWEST_BRANCHES};

/// A branch bundle that has retired.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Held {
    /// It was timed in full.
    Told(Branch),
    /// It was replayed: the number of the exit, and the cycle.
    Replayed(u32, u64),
}

/// The branch bundles since the listener was told of them last.
#[derive(Clone, Debug)]
pub(crate) struct HeldBranches {
    /// So many may be held at most; 0: each is told at once.
    limit: u64,
    count: u64,
    /// Those with a taken branch.
    taken: u64,
    newest: [Held; NEWEST_BRANCHES],
}

impl HeldBranches {
    /// Each is told at once.
    pub(crate) fn new() -> Self {
        HeldBranches {
            limit: 0,
            count: 0,
            taken: 0,
            newest: [Held::Replayed(u32::MAX, 0); NEWEST_BRANCHES],
        }
    }

    /// From now on so many may be held, where none are.
    pub(crate) fn begin(&mut self, limit: u64) {
        debug_assert!(self.is_empty(), "held branches are told before");
        self.limit = limit;
    }

    /// Whether branches are held and not told.
    #[inline(always)]
    pub(crate) fn holds(&self) -> bool {
        self.limit > 0
    }

    /// Whether none are held.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether as many are held as may be.
    #[inline(always)]
    pub(crate) fn is_used_up(&self) -> bool {
        self.holds() && self.count == self.limit
    }

    /// A branch bundle retires.
    #[inline(always)]
    pub(crate) fn push(&mut self, branch: Held, taken: bool) {
        self.newest[self.count as usize % NEWEST_BRANCHES] = branch;
        self.count += 1;
        self.taken += u64::from(taken);
    }

    /// The newest, oldest first, how many came before these, and how many of all were taken; none are held any more.
    pub(crate) fn take(&mut self) -> (impl Iterator<Item = Held>, u64, u64) {
        let count = std::mem::take(&mut self.count);
        self.limit = self.limit.saturating_sub(count);
        let first = count.saturating_sub(NEWEST_BRANCHES as u64);
        let newest = self.newest;
        let newest = (first..count).map(move |number| newest[number as usize % NEWEST_BRANCHES]);
        (newest, first, std::mem::take(&mut self.taken))
    }
}
