//! Holds: what the newest group left behind that keeps every later group from issuing up to a cycle (`docs/timing.md`, "Holds").

use crate::model::accounting::Waits;
use crate::model::accounting::origin::Origin;
use events::Stall;

/// The holds that the newest group left behind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Holds {
    /// The first cycle in which a later group may issue. Older holds, which are over, may have set it.
    pub until: u64,
    /// The cycle in which software has completed those instructions of the newest group that need it. An older group's is over.
    completed: u64,
    /// What the cycles are charged to, each up to a cycle.
    pub reasons: Waits,
    /// The instructions that hold the pipe, with the stall of each; kept for a listener that adds up.
    pub origins: Vec<(Stall, Origin)>,
}

checkpoint::state!(Holds { until, reasons } skips { completed, origins });

impl Holds {
    /// Keeps every later group from issuing before cycle `until`.
    pub(crate) fn add(&mut self, until: u64, stall: Stall) {
        self.until = self.until.max(until);
        self.reasons.add(until, stall);
    }

    /// Software completes an instruction of a group that issues in a cycle, in so many cycles: behind the others of that group. Returns the first
    /// cycle in which a later group may issue.
    pub(crate) fn complete(&mut self, issue: u64, cycles: u64, stall: Stall) -> u64 {
        // Holds 10
        self.completed = self.completed.max(issue + 1) + cycles;
        self.add(self.completed, stall);
        self.completed
    }

    /// A group issues: all holds before it are over.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.reasons.list.clear();
        self.origins.clear();
    }

    /// The newest instruction that holds the pipe with a stall.
    pub(crate) fn origin(&self, stall: Stall) -> Origin {
        let mut newest = self.origins.iter().rev();
        newest
            .find(|(held, _)| *held == stall)
            .map_or(Origin::UNKNOWN, |(_, origin)| *origin)
    }
}
