//! Syllables that were fetched together and went the same way.

use events::{Fetch, Flush, Task};

/// How the syllables of a piece went.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Outcome {
    /// They issued with a group and retire.
    Issued {
        /// Cycle of issue.
        issue: u64,
        /// Cycles since the group before retired.
        delay: u64,
        /// Bit i: the qualifying predicate of slot i is true.
        predicates: u8,
        /// Bit i: slot i is a branch.
        branches: u8,
        /// Bit i: slot i looks into the ALAT.
        checks: u8,
        /// Bundle and slot of the first syllable of the issue group.
        leader: (u64, u8),
    },
    /// They were flushed.
    Killed {
        /// By this one.
        flush: Flush,
        /// They were fetched down the path that it abandons.
        wrong_path: bool,
        /// Bit i: slot i had been dispersed with the group of the culprit.
        dispersed: u8,
    },
}

/// Successive syllables that were fetched together and went the same way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Piece {
    /// The first slot that is left, counted from its first bundle.
    pub from: u8,
    /// One past the last slot.
    pub to: u8,
    /// [`Details`] of it are kept.
    pub has_details: bool,
    /// The cycle of its fetch.
    pub fetched: u64,
    /// The cycle in which its fate is known.
    pub decided: u64,
}

impl Piece {
    /// Syllables that were fetched in a cycle or later, and of which nothing else is known.
    pub(crate) fn unheard(cycle: u64, syllables: u8) -> Self {
        Piece {
            from: 0,
            to: syllables,
            has_details: false,
            fetched: cycle,
            decided: cycle,
        }
    }

    /// Syllables that are left.
    pub(crate) fn syllables(&self) -> u64 {
        u64::from(self.to - self.from)
    }
}

/// What a sample needs to know of the piece that it lies in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Details {
    /// Address of the first bundle.
    pub ip: u64,
    /// The fetch that brought it.
    pub fetch: Fetch,
    /// What runs.
    pub task: Option<Task>,
    /// The processor status register that it was dispersed under.
    pub psr: u64,
    /// How it went.
    pub outcome: Outcome,
}
