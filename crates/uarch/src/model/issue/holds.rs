//! What earlier instructions left behind to hold every later group (`docs/timing.md`, "Holds").

use crate::model::accounting::Waits;
use crate::model::accounting::origin::Origin;
use events::Stall;

/// Reasons to hold the pipe since the newest issue, each until a cycle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Holds {
    /// Latest of them.
    pub until: u64,
    pub reasons: Waits,
    /// Who holds it, kept for a listener that adds up.
    pub origins: Vec<(Stall, Origin)>,
}

checkpoint::state!(Holds { until, reasons } skips { origins });

impl Holds {
    /// Holds every later group until a cycle.
    pub(crate) fn add(&mut self, until: u64, stall: Stall) {
        self.until = self.until.max(until);
        self.reasons.add(until, stall);
    }

    /// The newest issue has been followed by another: nothing of it holds any more.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.reasons.list.clear();
        self.origins.clear();
    }

    /// Who holds later groups for a stall, the last that did.
    pub(crate) fn origin(&self, stall: Stall) -> Origin {
        let mut newest = self.origins.iter().rev();
        newest
            .find(|(held, _)| *held == stall)
            .map_or(Origin::UNKNOWN, |(_, origin)| *origin)
    }
}
