//! Runs of syllables that were fetched together and had the same fate: what [`Stream`](crate::stream::Stream) is made of.

use events::{Fetch, Flush, Task};

/// What became of the syllables of a piece.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Outcome {
    /// They issued with a group and retire.
    Issued {
        /// Cycle of issue.
        issue: u64,
        /// Retire delay of the group: cycles since the group before it retired.
        delay: u64,
        /// Bit i: the qualifying predicate of slot i is true.
        predicates: u8,
        /// Bit i: slot i is a branch.
        branches: u8,
        /// Bit i: slot i is a conditional branch.
        conditional: u8,
        /// Bit i: slot i looks into the ALAT.
        checks: u8,
        /// Bundle and slot of the first syllable of the issue group.
        leader: (u64, u8),
    },
    /// They were flushed.
    Killed {
        /// The flush.
        flush: Flush,
        /// They were fetched on the wrong path that the flush abandons; false: on the right path behind its culprit.
        wrong_path: bool,
        /// Bit i: slot i had been dispersed with the group of the culprit.
        dispersed: u8,
    },
}

/// Successive syllables that were fetched in the same cycle and whose fate is decided in the same cycle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Piece {
    /// The first slot that has not gone by, counted from the first bundle.
    pub from: u8,
    /// One past the last slot.
    pub to: u8,
    /// [`Details`] of it are kept.
    pub has_details: bool,
    /// The cycle of its fetch.
    pub fetched: u64,
    /// The cycle in which its fate is decided: the issue, or the cycle in which the flush acts.
    pub decided: u64,
}

impl Piece {
    /// Syllables that were passed over: fetched in `cycle` or later, and nothing else is known of them.
    pub(crate) fn unheard(cycle: u64, syllables: u8) -> Self {
        Piece {
            from: 0,
            to: syllables,
            has_details: false,
            fetched: cycle,
            decided: cycle,
        }
    }

    /// Number of the syllables that have not gone by.
    pub(crate) fn syllables(&self) -> u64 {
        u64::from(self.to - self.from)
    }
}

/// What is kept of a piece from which a syllable may be selected.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Details {
    /// Address of the first bundle.
    pub ip: u64,
    /// The fetch that brought it.
    pub fetch: Fetch,
    /// The task that it belongs to.
    pub task: Option<Task>,
    /// The processor status register of its group.
    pub psr: u64,
    /// What became of it.
    pub outcome: Outcome,
}
