//! Branch records that are held back for a listener ([`events::Attention::held_branches`]): the newest are kept, the others only counted.
//! `crates/sim/tests/quiet.rs` compares such a listener with one that is told of each branch at once.

use events::{Branch, NEWEST_BRANCHES};

/// A branch bundle that has retired.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Held {
    /// It was timed in full: its record.
    Told(Branch),
    /// It was replayed: the number of the memo's exit, and the cycle.
    Replayed(u32, u64),
}

/// The branch bundles since the listener was told of them last.
#[derive(Clone, Debug)]
pub(crate) struct HeldBranches {
    /// Most bundles that may be held; 0: each is told at once.
    limit: u64,
    /// How many are held.
    count: u64,
    /// How many of these have a taken branch.
    taken: u64,
    /// A ring of the newest.
    newest: [Held; NEWEST_BRANCHES],
}

impl HeldBranches {
    /// None may be held.
    pub(crate) fn new() -> Self {
        HeldBranches {
            limit: 0,
            count: 0,
            taken: 0,
            newest: [Held::Replayed(u32::MAX, 0); NEWEST_BRANCHES],
        }
    }

    /// Sets how many may be held, while none are.
    pub(crate) fn begin(&mut self, limit: u64) {
        debug_assert!(self.is_empty(), "held branches are told before");
        self.limit = limit;
    }

    /// Whether branches are to be held, instead of told.
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

    /// Holds a branch bundle that retires.
    #[inline(always)]
    pub(crate) fn push(&mut self, branch: Held, taken: bool) {
        self.newest[self.count as usize % NEWEST_BRANCHES] = branch;
        self.count += 1;
        self.taken += u64::from(taken);
    }

    /// Takes out all that are held: the newest of them in order, how many came before these, and how many of all have a taken branch.
    pub(crate) fn take(&mut self) -> (impl Iterator<Item = Held>, u64, u64) {
        let count = std::mem::take(&mut self.count);
        self.limit = self.limit.saturating_sub(count);
        let first = count.saturating_sub(NEWEST_BRANCHES as u64);
        let newest = self.newest;
        let newest = (first..count).map(move |number| newest[number as usize % NEWEST_BRANCHES]);
        (newest, first, std::mem::take(&mut self.taken))
    }
}
