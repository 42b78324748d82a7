//! Special instructions, floating-point operations and rare facts of a group.

use crate::model::issue::registers::Registers;
use crate::model::pipeline::stack_traffic::Traffic;
use crate::model::pipeline::{DataUnit, Pipeline, Run, has_slot};
use crate::model::plan::{Action, Group};
use events::{DataMiss, DataMissKind, Fact, MemoryLevel, Note, Probe, Raw, Reason, Site, Stall};
use isa::Op;

/// What the executed special instructions of a group wait for beside their sources: slot, first cycle without the wait, and what it is charged to.
/// `drained`: [`Pipeline::drained`] of the group.
pub(super) fn action_waits(
    registers: &Registers,
    drained: u64,
    actions: &[(u8, Action)],
    run: &Run<'_>,
) -> impl Iterator<Item = (u8, u64, Stall)> {
    let executed = actions.iter().filter(|(slot, _)| run.on >> slot & 1 != 0);
    executed.filter_map(move |(slot, action)| match action {
        Action::ReadPredicates => {
            Some((*slot, registers.predicates_ready(), Stall::ScorePredicate))
        }
        // Holds 3: mf waits for the data of all loads and an empty store buffer.
        Action::Fence => Some((*slot, drained, Stall::ScoreSerialize)),
        _ => None,
    })
}

impl DataUnit {
    /// The cycle from which on nothing is under way that a fence waits for.
    #[inline(always)]
    pub(crate) fn drained(&self) -> u64 {
        // Holds 3
        self.loads_until.max(self.store_buffer.last)
    }
}

impl<P: Probe> Pipeline<P> {
    /// The cycle from which on nothing is under way that the next fence of the execution waits for, if that group came next: where the step of the
    /// fence was made ahead, what it found.
    #[inline(always)]
    pub(crate) fn drained(&self) -> u64 {
        let made = self.ahead.drains.get(self.course.drains.count());
        made.map_or_else(|| self.data.drained(), |&until| until)
    }

    /// The first cycle from `at` on in which the special instructions of a group let it issue.
    #[inline(never)]
    pub(crate) fn wait_for_actions(&self, actions: &[(u8, Action)], run: &Run<'_>, at: u64) -> u64 {
        action_waits(&self.registers, self.drained(), actions, run)
            .fold(at, |at, (_, until, _)| at.max(until))
    }

    /// Notes what a fence of a group, which could issue in cycle `earliest`, waited for.
    #[inline(never)]
    pub(crate) fn note_fence(&mut self, group: &Group, run: &Run<'_>, earliest: u64) {
        if group.fence(run.on).is_some() {
            self.course.drained(earliest, self.drained());
        }
    }

    /// Carries out the special instructions of a group that issued.
    #[inline(never)]
    pub(crate) fn act(&mut self, actions: &[(u8, Action)], run: &Run<'_>) {
        for (slot, action) in actions {
            if run.on >> slot & 1 == 0 {
                continue;
            }
            self.course.unmemoizable |= match action {
                Action::ReadPredicates | Action::WritePredicates(_) => false,
                Action::Fence | Action::Serialize => false,
                Action::Insert { .. } | Action::Purge => true,
                Action::Predict { .. } | Action::StackTraffic => true,
            };
            match *action {
                Action::WritePredicates(mask) => {
                    // Latencies 8
                    let latency = u64::from(self.data.latency.result.topr);
                    self.registers.write_predicates(mask, self.now + latency);
                }
                Action::Serialize => {
                    // Holds 1
                    let cycles = u64::from(self.issue.special.serialize_cycles);
                    self.holds.add(self.now + 1 + cycles, Stall::ScoreSerialize);
                    let site = run.site::<P>(*slot, 0);
                    self.credit_hold(Stall::ScoreSerialize, &site, Reason::Serialize);
                }
                Action::Insert { instructions } => {
                    // System 4
                    let cycles = self.issue.privileged.insert_cycles;
                    let side = match instructions {
                        true => &mut self.front.itlb,
                        false => &mut self.data.tlb,
                    };
                    side.inserts += 1;
                    self.hold_for_translations(cycles, &run.site::<P>(*slot, 0));
                }
                Action::Purge => {
                    let cycles = self.issue.privileged.purge_cycles;
                    self.hold_for_translations(cycles, &run.site::<P>(*slot, 0));
                }
                Action::Predict {
                    branch,
                    target,
                    important,
                } => {
                    self.branches.hint(branch, target, important);
                    let next = self.front.fetch.next;
                    self.front.stream_from(&mut self.shared, target, next);
                }
                Action::ReadPredicates | Action::Fence | Action::StackTraffic => {}
            }
        }
    }

    /// Holds the pipe for so many cycles behind the issue, for an insertion or purge of translations.
    fn hold_for_translations(&mut self, cycles: u32, site: &Site) {
        // System 4
        self.holds
            .add(self.now + 1 + u64::from(cycles), Stall::ScoreSerialize);
        self.credit_hold(Stall::ScoreSerialize, site, Reason::Serialize);
    }

    /// Counts how often four of the floating-point operations of a group issue in one cycle.
    #[inline(never)]
    pub(super) fn operate(&mut self, group: &Group, run: &Run<'_>) {
        // Accounting 5
        let operations: u64 = group
            .fp_operations
            .iter()
            .filter(|(slot, _)| run.counts(*slot))
            .map(|(_, operations)| u64::from(*operations))
            .sum();
        // The two parts of a group that was cut between two blocks may issue in one cycle: their operations count together.
        let before = match self.issue.fp_operations {
            (cycle, operations) if cycle == self.now => operations,
            _ => 0,
        };
        let after = before + operations;
        self.issue.fp_operations = (self.now, after);
        let counts = &mut self.shared.counters.counts;
        counts.add(Raw::FpOpsHigh, after / 4 - before / 4);
    }

    /// A check found its ALAT entry missing: counts it by `raw` and tells the listener.
    pub(crate) fn alat_failure(&mut self, raw: Raw, site: &Site) {
        let counters = &mut self.shared.counters;
        counters.count(raw, 1, self.now, site);
        if counters.sums_up() || counters.hears_data_miss(self.now) {
            counters.probe.data_miss(&DataMiss {
                cycle: self.now,
                completes: self.now,
                site: *site,
                level: MemoryLevel::L1,
                kind: DataMissKind::Alat,
            });
        }
    }

    /// Carries out the rare facts about the slots of a group that issued. `first_address`: number of its first address among the execution's.
    #[inline(never)]
    pub(super) fn notes(&mut self, group: &Group, run: &Run<'_>, first_address: usize) {
        let slots = group.from..group.to.min(run.end.max(group.from + 1));
        let notes = run.execution.notes.iter();
        for note in notes.filter(|note| slots.contains(&note.slot)) {
            let &Note { slot, fact } = note;
            let site = run.site::<P>(slot, 0);
            let op = run.block.instruction(slot).op;
            let requested = op == Op::Loadrs;
            // The site of a memory instruction, with its data address.
            let reference = || {
                let executed = group
                    .memory
                    .iter()
                    .filter(|m| m.slot < slot && has_slot(run.on, m.slot));
                let address = first_address + executed.count();
                let address = run.execution.addresses.get(address).copied();
                run.site::<P>(slot, address.unwrap_or(0))
            };
            match fact {
                Fact::Deferred { nat: true } => {}
                Fact::Deferred { nat: false } | Fact::CheckLoadHit => {
                    if self.shared.counters.hears(self.now + 1) {
                        self.shared.counters.probe.forgone(self.now, &reference());
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
                    self.shared.counters.count(raw, 1, self.now, &reference());
                }
                Fact::RseSpill { .. } | Fact::RseFill { .. } => {
                    if let Some(traffic) = Traffic::of(note) {
                        self.stack_traffic(&traffic, requested, run.block.space, &site);
                    }
                }
                Fact::StackLoaded { dirty } => {
                    if let Some(sizes) = &mut self.stack_sizes {
                        sizes.load(&mut self.shared.counters, self.now, dirty);
                    }
                }
                // A failed check is the branch that left the block; alignment is checked against the
                // configured block when the reference is made; a fault or a service ends the execution
                // and costs what the personality says.
                Fact::CheckFailed | Fact::Unaligned | Fact::Fault { .. } => {}
                Fact::FlushedToZero { results } => {
                    let results = results.into();
                    self.shared
                        .counters
                        .count(Raw::FlushedToZero, results, self.now, &site);
                }
                Fact::Assisted => {
                    // Holds 9
                    let floating = !matches!(op, Op::Branch { .. });
                    if floating {
                        let counters = &mut self.shared.counters;
                        counters.count(Raw::FloatFaults, 1, self.now, &site);
                    }
                    let cycles = u64::from(self.issue.assist_cycles);
                    let mut until = self.now + 1;
                    if cycles > 0 {
                        until = self.holds.complete(self.now, cycles, Stall::ScoreSystem);
                        self.credit_hold(Stall::ScoreSystem, &site, Reason::System);
                    }
                    if floating {
                        self.report_assist(site, until, run.block.ip_of(slot + 1));
                    }
                }
            }
        }
    }
}
