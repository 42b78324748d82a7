//! What earlier instructions left behind to hold every later group (`docs/timing.md`, "Holds").

use crate::model::accounting::Waits;
use events::Stall;

/// Reasons to hold the pipe since the newest issue, each until a cycle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Holds {
    /// Latest of them.
    pub until: u64,
    pub reasons: Waits,
}

impl Holds {
    /// Holds every later group until a cycle.
    pub(crate) fn add(&mut self, until: u64, stall: Stall) {
        self.until = self.until.max(until);
        self.reasons.add(until, stall);
    }
}
