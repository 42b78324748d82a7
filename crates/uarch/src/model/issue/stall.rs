//! Why a group waited: the cycles between two issues, and the multimedia flush.

use crate::model::accounting;
use crate::model::plan::{Action, Group, Read};
use crate::model::{Pipeline, Run};
use events::{Probe, Raw, Stall};

impl<P: Probe> Pipeline<P> {
    /// Charges the cycles between two issues, in which the reasons of [`group`](Self::group) hold.
    ///
    /// Accounting 2: all waits are in force from the cycle after the last issue to their end.
    #[inline(never)]
    pub(crate) fn stall(
        &mut self,
        reads: &[Read],
        group: &Group,
        actions: &[(u8, Action)],
        run: &Run<'_>,
        from: u64,
        to: u64,
    ) {
        if self.shared.counters.is_unsettled() {
            let settled = self.settled();
            self.shared.counters.settle(settled);
        }
        let mut waits = std::mem::take(&mut self.issue.waits);
        waits.clear();
        for read in reads {
            let ready = self.registers.ready(read);
            if ready > from && run.counts(read.slot) {
                waits.add(ready, self.registers.stall(read));
            }
        }
        let stores = (group.stores & run.on).count_ones();
        if actions.is_empty()
            && stores == 0
            && self.holds.until <= from
            && let Some(stall) = match (waits.only(), self.front.entry() > from) {
                (Some(only), false) => Some(only),
                (None, true) if waits.is_empty() => self.front.only_reason(),
                _ => None,
            }
        {
            self.shared.counters.charge(stall, from, to - from);
            self.issue.waits = waits;
            return;
        }
        for (until, stall) in self.holds.reasons() {
            if until > from {
                waits.add(until, stall);
            }
        }
        if stores > 0 && self.data.store_buffer.room(stores) > from {
            waits.add(self.data.store_buffer.room(stores), Stall::DataStoreBuffer);
        }
        for (until, stall) in self.action_waits(actions, run) {
            waits.add(until, stall);
        }
        accounting::charge(
            &mut self.shared.counters,
            &self.issue.order,
            &waits,
            self.front.segments(),
            from,
            to,
        );
        self.issue.waits = waits;
    }

    /// Latencies 9: holds a group that would use a multimedia result elsewhere too early by a flush of the pipe; the
    /// cycle in which it issues then.
    #[inline(never)]
    pub(crate) fn early_use(&mut self, reads: &[Read], run: &Run<'_>, at: u64, next: u64) -> u64 {
        if !self.is_early(reads, run, at) {
            return at;
        }
        // Issue 3: a part that would have joined is held from the next cycle on.
        let at = at.max(next);
        if !self.is_early(reads, run, at) {
            return at;
        }
        self.course.early_uses += 1;
        let site = run.site::<P>(reads.first().map_or(0, |read| read.slot & 63), 0);
        self.shared
            .counters
            .count(Raw::FlushesMultimedia, 1, at, &site);
        self.shared
            .counters
            .charge(Stall::FlushOther, at, self.issue.costs.mm_flush);
        at + self.issue.costs.mm_flush
    }

    fn is_early(&self, reads: &[Read], run: &Run<'_>, at: u64) -> bool {
        reads
            .iter()
            .any(|read| run.counts(read.slot) && self.registers.is_early(read, at))
    }
}
