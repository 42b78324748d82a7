//! What an execution met: the model's own account of it, for a shortcut around the model.
//!
//! The model writes it and never reads it; a run without shortcuts is timed alike.

use crate::model::branch_prediction::Predicted;
use crate::model::front_end::Log;
use crate::model::issue::registers::Registers;
use crate::model::plan::Group;
use crate::model::register_stack::rename::Mapping;

/// More than the groups of a block.
const MAX_GROUPS: usize = 64;

/// What the newest execution met.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    /// Cycles in which its groups issued.
    pub issues: Log<u64, MAX_GROUPS>,
    /// Something took longer than its least time, or had an effect that not every execution has.
    pub delayed: bool,
    /// Flushes because a multimedia result was used early.
    pub early_uses: u32,
    /// The newest prediction of a branch bundle.
    pub prediction: Option<Predicted>,
}

impl Course {
    /// An execution begins.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        self.issues.clear();
        self.delayed = false;
        self.early_uses = 0;
    }
}

/// Steps of an execution that a caller made before it was timed. Prediction and renaming follow program order alone,
/// so that they may be made first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ahead {
    /// The branch bundle has been predicted and learned.
    pub prediction: Option<Predicted>,
    /// The frame has been followed; the mapping is that before.
    pub mapping: Option<Mapping>,
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
