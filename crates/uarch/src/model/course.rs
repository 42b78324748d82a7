//! What an execution met: the model's own account of it, for a shortcut around the model.
//!
//! The model writes it and never reads it; a run without shortcuts is timed alike.

use crate::model::branch_prediction::Predicted;
use crate::model::issue::registers::Registers;
use crate::model::plan::Group;

/// More than the groups of a block.
const MAX_GROUPS: usize = 64;

/// What the newest execution met.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    /// Cycles in which its groups issued.
    issues: [u64; MAX_GROUPS],
    issue_count: usize,
    /// Something took longer than its least time, or had an effect that not every execution has.
    pub delayed: bool,
    /// Flushes because a multimedia result was used early.
    pub early_uses: u32,
    /// The newest prediction of a branch bundle.
    pub prediction: Option<Predicted>,
}

impl Default for Course {
    fn default() -> Self {
        Self {
            issues: [0; MAX_GROUPS],
            issue_count: 0,
            delayed: false,
            early_uses: 0,
            prediction: None,
        }
    }
}

impl Course {
    /// An execution begins.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        self.issue_count = 0;
        self.delayed = false;
        self.early_uses = 0;
    }

    /// A group issued.
    #[inline(always)]
    pub(crate) fn issued(&mut self, cycle: u64) {
        self.issues[self.issue_count % MAX_GROUPS] = cycle;
        self.issue_count += 1;
    }

    /// Cycles in which the groups issued; `None`: there were too many.
    pub(crate) fn issues(&self) -> Option<&[u64]> {
        self.issues.get(..self.issue_count)
    }
}

/// Steps of an execution that a caller made before it was timed. Prediction and renaming follow program order alone,
/// so that they may be made first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ahead {
    /// The branch bundle has been predicted and learned.
    pub prediction: Option<Predicted>,
    /// The frame has been followed; the mapping is that before.
    pub mapping: Option<(u32, u64)>,
}

/// Looks on while groups are timed, and changes nothing.
pub(crate) trait Observer {
    /// A group is about to issue, not before `earliest`; none of its results has been written.
    fn group(&mut self, group: &Group, earliest: u64, registers: &Registers);
}

impl Observer for () {
    #[inline(always)]
    fn group(&mut self, _: &Group, _: u64, _: &Registers) {}
}
