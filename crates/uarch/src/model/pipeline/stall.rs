//! Charges the cycles in which a group waited: those between two issues (Accounting 2), and those of a multimedia flush (Latencies 9).

use crate::model::accounting;
use crate::model::accounting::origin::Origin;
use crate::model::front_end::lost::{Awaited, Exit};
use crate::model::pipeline::actions::action_waits;
use crate::model::pipeline::credit::Sources;
use crate::model::pipeline::{Pipeline, Run};
use crate::model::plan::{Group, Read};
use events::{Probe, Raw, Reason, Site, Stall};

impl<P: Probe> Pipeline<P> {
    /// Charges the cycles between two issues, `from` up to, not including, `to`, to the waits that [`group`](Self::group) found.
    ///
    /// Accounting 2: all waits are in force from the cycle after the last issue to their end.
    #[inline(never)]
    pub(crate) fn stall(&mut self, group: &Group, run: &Run<'_>, from: u64, to: u64) {
        self.settle_queues();
        let stores = group.stores & run.on;
        let (room, drained) = (self.store_room(stores.count_ones()), self.drained());
        let waits = &mut self.issue.waits;
        waits.list.clear();
        let mut latest = (0, 0);
        for read in &group.reads {
            let ready = self.registers.ready(read);
            if ready > from && run.counts(read.slot) {
                waits.add(ready, self.registers.stall(read));
                if P::is_armed() && ready >= latest.0 {
                    latest = (ready, read.register);
                }
            }
        }
        let entry = self.front.fetch.entry;
        let counters = &mut self.shared.counters;
        let awaited = Awaited {
            site: match counters.hears(to) {
                true => run.site::<P>(group.from, 0),
                false => Site::none(),
            },
            first_entry: self.front.first_entry,
            resteer_taken_back: self.front.fetch.resteer_taken_back,
        };
        // With a single wait no order has to be asked. Shortens Accounting 2, held equal by `tests/ticked`.
        if stores == 0 && group.actions.is_empty() && self.holds.until <= from {
            if entry <= from {
                if let Some(stall) = waits.only() {
                    let blame = || run.waiting(self.registers.origin(latest.1));
                    counters.charge(stall, from, to - from, blame);
                    return;
                }
            } else if waits.list.is_empty()
                && let Some(stall) = self.front.only_reason()
            {
                let blame = || run.waiting(self.flow.blame_for(stall));
                counters.charge(stall, from, to - from, blame);
                counters.starve(Exit::Charged, stall, from, to, &awaited);
                counters.starve(Exit::Ideal, stall, from, to, &awaited);
                return;
            }
        }
        let holds = self.holds.reasons.list.iter();
        for hold in holds.filter(|hold| hold.until > from) {
            waits.add(hold.until, hold.stall);
        }
        if stores != 0 {
            waits.add(room, Stall::DataStoreBuffer);
        }
        for (_, until, stall) in action_waits(&self.registers, drained, &group.actions, run) {
            waits.add(until, stall);
        }
        let segments = self.front.segments();
        let mut at = from;
        for segment in segments {
            let until = segment.until.min(entry);
            if until > at {
                counters.starve(Exit::Ideal, segment.stall, at, until, &awaited);
                at = until;
            }
        }
        let sources = Sources {
            registers: &self.registers,
            holds: &self.holds,
            drained,
            flow: &self.flow,
            entry,
            room,
        };
        let blame = |stall| run.waiting(sources.blame(stall, group, run, from));
        let order = &self.issue.order;
        accounting::charge(counters, order, waits, segments, &awaited, from..to, blame);
    }

    /// Latencies 9: a group that would use a multimedia result too early outside the multimedia unit flushes the pipe. Returns its issue cycle, with
    /// the flush or without. `at`: its issue cycle so far; `next`: the cycle behind the newest issue.
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
        let flush = u64::from(self.issue.special.mm_flush_cycles);
        let counters = &mut self.shared.counters;
        counters.count(Raw::FlushesMultimedia, 1, at, &site);
        let blame = || run.waiting(Origin::UNKNOWN.because(Reason::Multimedia));
        counters.charge(Stall::FlushOther, at, flush, blame);
        at + flush
    }

    /// Whether a read of the group would use a multimedia result too early if it issued in a cycle.
    fn is_early(&self, reads: &[Read], run: &Run<'_>, at: u64) -> bool {
        reads
            .iter()
            .any(|read| run.counts(read.slot) && self.registers.is_early(read, at))
    }
}
