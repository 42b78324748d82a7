//! One group: the first cycle in which it may issue (Issue 1), what may hold it further (Issue 3), and its issue (Issue 4).

use crate::model::accounting::origin::Origin;
use crate::model::pipeline::course::Observer;
use crate::model::pipeline::{Pipeline, Run, below};
use crate::model::plan::{Group, Plan};
use events::{Block, Group as GroupRecord, Probe, Stall};

impl<P: Probe> Pipeline<P> {
    /// Issues any group. It is a call of its own, so that the loop over plain groups stays small.
    #[inline(never)]
    pub(crate) fn any_group<O: Observer>(
        &mut self,
        group: &Group,
        run: &mut Run<'_>,
        observer: &mut O,
    ) {
        self.group::<false, O>(group, run, observer);
    }

    /// Issues one group. `PLAIN`: it has no memory references and no special actions, begins a cycle
    /// of its own, and the execution has no notes.
    #[inline(always)]
    pub(crate) fn group<const PLAIN: bool, O: Observer>(
        &mut self,
        group: &Group,
        run: &mut Run<'_>,
        observer: &mut O,
    ) {
        let joining = !PLAIN && std::mem::take(&mut self.flow.joining);
        if P::is_armed() {
            run.group = group.from;
        }
        let next = self.now.wrapping_add(1);
        let lower = if joining { self.now } else { next };
        // Front end 10: a group waits until all its bundles have entered.
        if !self.front.has(group.fetch_end) {
            self.front
                .fetch_group(&mut self.shared, group.first_end, group.fetch_end);
        }
        // Issue 1: the latest of the cycle behind the group before, the entry, the holds, the sources and room in
        // the store buffer.
        let reads = &*group.reads;
        let mut at = lower.max(self.front.fetch.entry).max(self.holds.until);
        for read in reads {
            let ready = self.registers.ready(read);
            if ready > at && run.counts(read.slot) {
                at = ready;
            }
        }
        let stores = if PLAIN {
            0
        } else {
            (group.stores & run.on).count_ones()
        };
        let room = self.store_room(stores);
        at = at.max(room);
        let actions = if PLAIN { &[] } else { &*group.actions };
        if !actions.is_empty() {
            at = at.max(self.wait_for_actions(actions, run, at));
        }
        if at > lower {
            // Issue 6: a part that cannot join the group before it issues in a later cycle.
            self.stall(group, run, next, at);
        }
        if stores > 0 {
            self.course.found_room(lower, room);
        }
        if !actions.is_empty() {
            self.note_fence(group, run, lower);
        }
        if self.registers.hazard_until > at {
            at = self.early_use(reads, run, at, next);
        }
        observer.group(group, lower, &self.registers);

        // Issue 3: address translation may hold the group once more.
        let memory = if PLAIN { &[] } else { &*group.memory };
        let first_address = run.addresses;
        let mut translated = 0;
        if !memory.is_empty() && !self.all_on_last_page(memory, run) {
            run.addresses = first_address;
            translated = self.translate_all(memory, run, &mut at);
        }

        let heard = self.shared.counters.may_hear(at);
        self.issue(group, joining, at, heard);
        if heard {
            self.tell_group(group, run);
        }
        if heard && self.shared.counters.sums() {
            self.write_results::<true>(group, run);
            if !actions.is_empty() {
                self.credit_predicates(actions, run);
            }
        } else {
            self.write_results::<false>(group, run);
        }
        if !group.fp_operations.is_empty() {
            self.operate(group, run);
        }
        if PLAIN {
            return;
        }
        // Issue 4: references are made in the issue cycle, in slot order; then come the holds.
        if translated > 0 {
            self.access_translated(memory, translated, run);
        } else if run.addresses > first_address {
            self.access_on_last_page(memory, first_address, run);
        }
        if !actions.is_empty() {
            self.act(actions, run);
        }
        if !run.execution.notes.is_empty() {
            self.notes(group, run, first_address);
        }
    }

    /// Writes the results of fixed latency of a group that has issued to the scoreboard. `SUMS`: also their origins, for a listener that adds up.
    #[inline(always)]
    fn write_results<const SUMS: bool>(&mut self, group: &Group, run: &Run<'_>) {
        for write in &group.writes {
            if run.counts(write.slot) {
                let entry = self.registers.write(write, self.now);
                // Of the parts of an entry the one that is ready last is waited for.
                if SUMS
                    && self.registers.value(write.register).ready
                        <= self.now + u64::from(write.latency)
                {
                    let origin = Origin::of(run.block.id, write.slot & 63);
                    self.registers.scoreboard.credit(entry, origin);
                }
            }
        }
    }

    /// The group issues in a cycle. `joining`: it may share the cycle of the group before; `heard`: a listener may hear of it.
    #[inline(always)]
    fn issue(&mut self, group: &Group, joining: bool, at: u64, heard: bool) {
        // Accounting 1: `issue_limit` if the group goes on with one that ended without a stop.
        if !joining || at != self.now {
            let stall = if group.rest {
                Stall::IssueLimit
            } else {
                Stall::Unstalled
            };
            self.shared.counters.charge_issue(stall, at, heard);
        } else if P::is_armed() {
            self.course.joined = true;
        }
        self.now = at;
        self.course.issues.push(at);
        self.holds.clear();
        self.front.leave(group.completes, at);
    }

    /// Tells a listener that adds up which groups of an execution issued in a cycle of their own.
    #[inline(never)]
    pub(crate) fn tell_issued(&mut self, plan: &Plan, block: &Block, end: u8) {
        let mut groups = plan.starts & below(end);
        if self.course.joined {
            // Only the first group can share the cycle of the block before.
            groups &= groups.wrapping_sub(1);
        }
        let counters = &mut self.shared.counters;
        counters
            .probe
            .issued(block.id, groups & !plan.rests, groups & plan.rests);
    }

    /// Gives the listener the record of a group that issued.
    fn record_group(&mut self, group: &Group, run: &Run<'_>) {
        self.shared.counters.probe.group(&GroupRecord {
            cycle: self.now,
            code: run.block.id,
            from: group.from,
            to: group.to.min(run.end),
            predicates: run.on,
        });
    }

    /// Tells the listener of a group, if it has to hear of it.
    #[inline(never)]
    fn tell_group(&mut self, group: &Group, run: &Run<'_>) {
        let counters = &self.shared.counters;
        if counters.hears_group(self.now) {
            self.report_group(group, run);
        } else if counters.sums_each() {
            self.record_group(group, run);
        }
    }

    /// Gives the listener the record of a group and its quantities of dispersal.
    fn report_group(&mut self, group: &Group, run: &Run<'_>) {
        // The stop behind the group's last slot, and the slots lost to it, are counted at that slot.
        let site = run.site::<P>(group.to.saturating_sub(1), 0);
        self.record_group(group, run);
        let counters = &mut self.shared.counters;
        counters.probe.dispersal(&group.dispersal, self.now, &site);
    }
}
