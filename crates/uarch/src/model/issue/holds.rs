//! What earlier instructions left behind to hold every later group (`docs/timing.md`, "Holds").

use events::Stall;

/// Reasons to hold the pipe, each until a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Holds {
    /// Latest of them.
    pub until: u64,
    reasons: [(u64, Option<Stall>); 4],
    count: usize,
}

impl Holds {
    /// Holds every later group until a cycle.
    pub(crate) fn hold(&mut self, until: u64, stall: Stall) {
        self.until = self.until.max(until);
        for reason in &mut self.reasons[..self.count] {
            if reason.1 == Some(stall) {
                reason.0 = reason.0.max(until);
                return;
            }
        }
        if let Some(reason) = self.reasons.get_mut(self.count) {
            *reason = (until, Some(stall));
            self.count += 1;
        } else if let Some(reason) = self.reasons.iter_mut().min_by_key(|r| r.0) {
            *reason = (until, Some(stall));
        }
    }

    /// A group has issued behind all of them.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// The reasons since the newest issue.
    pub(crate) fn reasons(&self) -> impl Iterator<Item = (u64, Stall)> + '_ {
        self.reasons[..self.count]
            .iter()
            .filter_map(|(until, stall)| stall.map(|stall| (*until, stall)))
    }
}
