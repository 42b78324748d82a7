//! Issue: when a group leaves, what it waited for, and what it leaves behind.

use super::*;

impl<P: Probe> Core<P> {
    pub(super) fn run(
        &mut self,
        plan: &Plan,
        tally: &mut Tally,
        block: &Block,
        execution: &Execution,
    ) {
        let end = execution.end.min(plan.slots);
        let retired = below(end) & !below(block.first_slot);
        let on = execution.predicates & retired;
        tally.ends[usize::from(end)] += 1;
        let mut squashed = plan.predicated & retired & !on;
        while squashed != 0 {
            tally.squashed[squashed.trailing_zeros() as usize] += 1;
            squashed &= squashed - 1;
        }
        let mut run = Run {
            block,
            execution,
            retired,
            on,
            addresses: 0,
        };
        let mut last = None;
        self.joining &= plan.joins;
        let mut special = self.joining || !execution.notes.is_empty();
        for group in &plan.groups {
            if group.from >= end {
                break;
            }
            if group.plain && !special {
                self.group::<true>(group, &mut run, end);
            } else {
                self.any_group(group, &mut run, end);
                special = !execution.notes.is_empty();
            }
            last = Some(group);
        }
        if !plan.frame_ops.is_empty() {
            if self.begun.followed.is_none() {
                self.follow_frame(plan, run.retired, execution.taken);
            }
            self.frames.apply(&mut self.renamer);
        }
        self.leave_block(plan, &mut tally.hints, &run, last, end);
    }

    /// Follows calls, returns and rotation.
    #[inline(never)]
    pub(super) fn follow_frame(&mut self, plan: &Plan, retired: u64, taken: Option<u8>) {
        for (slot, op) in &plan.frame_ops {
            // A loop branch turns the registers whatever its predicate says.
            if retired >> slot & 1 != 0 {
                self.frames.follow(*op, taken == Some(*slot));
            }
        }
    }

    /// Issues any group; compiled apart from the loop over plain ones.
    #[inline(never)]
    fn any_group(&mut self, group: &Group, run: &mut Run<'_>, end: u8) {
        self.group::<false>(group, run, end);
    }

    /// Issues one group. A plain one has no memory references and no special actions, begins a cycle
    /// of its own, and is not among the slots that notes are about.
    #[inline(always)]
    fn group<const PLAIN: bool>(&mut self, group: &Group, run: &mut Run<'_>, end: u8) {
        let joining = !PLAIN && std::mem::take(&mut self.joining);
        if group.from == group.to {
            // The window of the block before takes nothing of this one: its group has ended.
            return;
        }
        let next = self.now.wrapping_add(1);
        let lower = if joining { self.now } else { next };
        if !self.front.has(group.fetch_end) {
            self.front.fetch_until(&mut self.shared, group.fetch_end);
        }
        let reads = &*group.reads;
        let mut at = lower.max(self.front.entry()).max(self.pipe.until);
        for read in reads {
            let ready = self
                .scoreboard
                .ready(self.renamer.entry(read.register), read.consumer);
            if ready > at && run.counts(read.slot) {
                at = ready;
            }
        }
        let stores = if PLAIN {
            0
        } else {
            (group.stores & run.on).count_ones()
        };
        if stores > 0 {
            let room = self.store_buffer.room(stores);
            self.smooth &= room <= lower;
            at = at.max(room);
        }
        let actions = if PLAIN { &[] } else { &*group.actions };
        if !actions.is_empty() {
            at = at.max(self.wait_for_actions(actions, run, at));
        }
        if at > lower {
            // A group that could not join starts a cycle of its own.
            self.stall(reads, group, actions, run, next, at);
        }
        if self.hazard_until > at {
            at = self.early_use(reads, run, at, next);
        }

        if self.weighing.wanted {
            self.weighing.weigh(
                group,
                lower,
                self.hazard_until,
                &self.renamer,
                &self.scoreboard,
            );
        }

        // Address translation may hold the group once more.
        let memory = if PLAIN { &[] } else { &*group.memory };
        let first_address = run.addresses;
        let mut translated = 0;
        if !memory.is_empty() && !self.all_on_last_page(memory, run) {
            run.addresses = first_address;
            translated = self.translate_all(memory, run, &mut at);
        }

        // Issue.
        if !joining || at != self.now {
            let stall = if group.rest {
                Stall::IssueLimit
            } else {
                Stall::Unstalled
            };
            self.shared.monitor.charge(stall, at, 1);
        }
        self.now = at;
        self.issues[self.issue_count % MAX_GROUPS] = at;
        self.issue_count += 1;
        self.pipe.count = 0;
        self.front.leave(group.completes, at);
        let monitor = &self.shared.monitor;
        if monitor.hears_group(at) {
            self.report_group(group, run, end);
        }
        for write in &group.writes {
            if run.counts(write.slot) {
                let entry = self.renamer.entry(write.register);
                self.scoreboard
                    .produce(entry, at + u64::from(write.latency), write.producer);
                if write.producer == Producer::Multimedia as u8 {
                    self.hazard_until = self.hazard_until.max(at + self.scoreboard.hazard_window());
                }
            }
        }
        if !group.fp_operations.is_empty() {
            self.operate(group, run);
        }
        if PLAIN {
            return;
        }
        if translated > 0 {
            for i in 0..translated.min(MAX_REFERENCES) {
                let reference = self.references[i];
                self.access(&memory[usize::from(reference.index)], &reference, run);
            }
        } else if run.addresses > first_address {
            let mut next = first_address;
            for reference in memory {
                if run.on >> (reference.slot & 63) & 1 != 0 {
                    let address = run.execution.addresses[next];
                    next += 1;
                    let physical = self
                        .shared
                        .translator
                        .physical(self.dtlb.last_frame(), address);
                    let translated = Reference {
                        index: 0,
                        address,
                        physical,
                        delay: 0,
                        skipped: false,
                    };
                    self.access(reference, &translated, run);
                }
            }
        }
        if !actions.is_empty() {
            self.act(actions, run);
        }
        if !run.execution.notes.is_empty() {
            self.notes(group, run, end, first_address);
        }
    }

    /// Floating-point operations of a group: fours of them in a cycle count once.
    #[inline(never)]
    fn operate(&mut self, group: &Group, run: &Run<'_>) {
        let operations: u64 = group
            .fp_operations
            .iter()
            .filter(|(slot, _)| run.counts(*slot))
            .map(|(_, operations)| u64::from(*operations))
            .sum();
        // A group that was cut between two blocks issues in one cycle.
        let before = match self.fp_operations {
            (cycle, operations) if cycle == self.now => operations,
            _ => 0,
        };
        let after = before + operations;
        self.fp_operations = (self.now, after);
        self.shared
            .monitor
            .counts
            .add(Raw::FpOpsHigh, after / 4 - before / 4);
    }

    /// When the special instructions of a group let it issue.
    #[inline(never)]
    pub(super) fn wait_for_actions(&self, actions: &[(u8, Action)], run: &Run<'_>, at: u64) -> u64 {
        let mut until = at;
        for (slot, action) in actions {
            if run.on >> slot & 1 == 0 {
                continue;
            }
            match action {
                Action::ReadPredicates => until = until.max(self.predicates_ready()),
                Action::Fence => {
                    until = until.max(self.loads_until).max(self.store_buffer.empty());
                }
                _ => {}
            }
        }
        until
    }

    pub(super) fn predicates_ready(&self) -> u64 {
        let consumer = crate::model::issue::latency::Consumer::FromPr as u8;
        self.renamer
            .predicates()
            .iter()
            .map(|entry| self.scoreboard.ready(*entry, consumer))
            .max()
            .unwrap_or(0)
    }

    /// Charges the cycles between two issues.
    #[inline(never)]
    pub(super) fn stall(
        &mut self,
        reads: &[crate::model::plan::Read],
        group: &Group,
        actions: &[(u8, Action)],
        run: &Run<'_>,
        from: u64,
        to: u64,
    ) {
        if self.shared.monitor.is_unsettled() {
            let settled = self.settled();
            self.shared.monitor.settle(settled);
        }
        let mut holds = std::mem::take(&mut self.holds);
        holds.clear();
        for read in reads {
            let entry = self.renamer.entry(read.register);
            let ready = self.scoreboard.ready(entry, read.consumer);
            if ready > from && run.counts(read.slot) {
                holds.add(ready, self.scoreboard.stall(entry));
            }
        }
        let stores = (group.stores & run.on).count_ones();
        if actions.is_empty()
            && stores == 0
            && self.pipe.until <= from
            && let Some(stall) = match (holds.only(), self.front.entry() > from) {
                (Some(only), false) => Some(only),
                (None, true) if holds.is_empty() => self.front.only_reason(),
                _ => None,
            }
        {
            self.shared.monitor.charge(stall, from, to - from);
            self.holds = holds;
            return;
        }
        for (until, stall) in &self.pipe.reasons[..self.pipe.count] {
            if let Some(stall) = stall
                && *until > from
            {
                holds.add(*until, *stall);
            }
        }
        if stores > 0 && self.store_buffer.room(stores) > from {
            holds.add(self.store_buffer.room(stores), Stall::DataStoreBuffer);
        }
        for (slot, action) in actions {
            if run.on >> slot & 1 == 0 {
                continue;
            }
            match action {
                Action::ReadPredicates => {
                    holds.add(self.predicates_ready(), Stall::ScorePredicate);
                }
                Action::Fence => holds.add(
                    self.loads_until.max(self.store_buffer.empty()),
                    Stall::ScoreSerialize,
                ),
                _ => {}
            }
        }
        accounting::charge(
            &mut self.shared.monitor,
            &self.order,
            &holds,
            self.front.segments(),
            from,
            to,
        );
        self.holds = holds;
    }

    /// Holds a group that would use a multimedia result elsewhere too early; the cycle in which it issues then.
    #[inline(never)]
    pub(super) fn early_use(
        &mut self,
        reads: &[crate::model::plan::Read],
        run: &Run<'_>,
        at: u64,
        next: u64,
    ) -> u64 {
        if !self.is_early(reads, run, at) {
            return at;
        }
        // A part that would have joined starts a cycle of its own.
        let at = at.max(next);
        if !self.is_early(reads, run, at) {
            return at;
        }
        self.early_uses += 1;
        let site = run.site::<P>(reads.first().map_or(0, |read| read.slot & 63), 0);
        self.shared
            .monitor
            .count(Raw::FlushesMultimedia, 1, at, &site);
        self.shared
            .monitor
            .charge(Stall::FlushOther, at, self.costs.mm_flush);
        at + self.costs.mm_flush
    }

    fn is_early(&self, reads: &[crate::model::plan::Read], run: &Run<'_>, at: u64) -> bool {
        reads.iter().any(|read| {
            run.counts(read.slot)
                && self
                    .scoreboard
                    .hazard(self.renamer.entry(read.register), read.consumer)
                    > at
        })
    }

    /// Special actions of instructions that issued.
    #[inline(never)]
    pub(super) fn act(&mut self, actions: &[(u8, Action)], run: &Run<'_>) {
        for (slot, action) in actions {
            if run.on >> slot & 1 == 0 {
                continue;
            }
            self.smooth &= matches!(action, Action::ReadPredicates | Action::WritePredicates(_));
            match *action {
                Action::WritePredicates(mask) => {
                    let ready = self.now + 1;
                    for (p, entry) in self.renamer.predicates().iter().enumerate().skip(1) {
                        if mask >> p & 1 != 0 {
                            self.scoreboard
                                .produce(*entry, ready, Producer::Plain as u8);
                        }
                    }
                }
                Action::Serialize => {
                    self.pipe
                        .hold(self.now + 1 + self.costs.serialize, Stall::ScoreSerialize);
                }
                Action::Predict {
                    branch,
                    target,
                    important,
                } => {
                    self.branches.hint(branch, target, important);
                    let next = self.front.next();
                    self.front.stream_from(&mut self.shared, target, next);
                }
                Action::ReadPredicates | Action::Fence | Action::StackTraffic => {}
            }
        }
    }

    /// A check found no entry of the ALAT.
    pub(super) fn alat_failure(&mut self, raw: Raw, site: &Site) {
        let monitor = &mut self.shared.monitor;
        monitor.count(raw, 1, self.now, site);
        if monitor.hears_data_miss(self.now) {
            monitor.probe.data_miss(&DataMiss {
                cycle: self.now,
                completes: self.now,
                site: *site,
                level: MemoryLevel::L1,
                kind: DataMissKind::Alat,
            });
        }
    }

    /// Rare facts about the slots of a group.
    #[inline(never)]
    fn notes(&mut self, group: &Group, run: &Run<'_>, end: u8, first_address: usize) {
        for &Note { slot, fact } in &run.execution.notes {
            if slot < group.from || slot >= group.to.min(end.max(group.from + 1)) {
                continue;
            }
            let site = run.site::<P>(slot, 0);
            let op = run.block.instruction(slot).op;
            // The program asked for the traffic.
            let requested = || matches!(op, Op::Flushrs | Op::Loadrs);
            // Of a memory instruction, with its address.
            let reference = || {
                let executed = group
                    .memory
                    .iter()
                    .filter(|m| m.slot < slot && run.on >> (m.slot & 63) & 1 != 0);
                let address = first_address + executed.count();
                let address = run.execution.addresses.get(address).copied();
                run.site::<P>(slot, address.unwrap_or(0))
            };
            match fact {
                Fact::Deferred { nat: true } => {}
                Fact::Deferred { nat: false } | Fact::CheckLoadHit => {
                    if self.shared.monitor.hears(self.now + 1) {
                        self.shared.monitor.probe.forgone(self.now, &reference());
                    }
                }
                Fact::CheckLoadMiss => {
                    let raw = if matches!(op, Op::FLoad { .. } | Op::FLoadPair { .. }) {
                        Raw::AlatFailuresFloat
                    } else {
                        Raw::AlatFailuresInteger
                    };
                    self.alat_failure(raw, &reference());
                }
                Fact::AlatReplaced { floating } => {
                    let raw = if floating {
                        Raw::AlatReplacementsFloat
                    } else {
                        Raw::AlatReplacementsInteger
                    };
                    self.shared.monitor.count(raw, 1, self.now, &reference());
                }
                Fact::RseSpill { address, count } => {
                    self.stack_traffic(address, count, false, requested(), run.block.space, &site);
                }
                Fact::RseFill { address, count } => {
                    self.stack_traffic(address, count, true, requested(), run.block.space, &site);
                }
                // A failed check is the branch that left the block; alignment is checked against the
                // configured block when the reference is made; a fault or a service ends the execution
                // and costs what the personality says.
                Fact::CheckFailed | Fact::Unaligned | Fact::Assisted | Fact::Fault { .. } => {}
            }
        }
    }

    /// Records of a group for a listener.
    #[inline(never)]
    pub(super) fn report_group(&mut self, group: &Group, run: &Run<'_>, end: u8) {
        // The stop is behind the last slot, and so is what it left undispersed.
        let site = run.site::<P>(group.to.saturating_sub(1), 0);
        let at = self.now;
        let monitor = &mut self.shared.monitor;
        monitor.probe.group(&GroupRecord {
            cycle: at,
            code: run.block.id,
            from: group.from,
            to: group.to.min(end),
            predicates: run.on,
        });
        monitor.probe.dispersal(&group.dispersal, at, &site);
    }
}
