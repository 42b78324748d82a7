//! Which instruction keeps a group waiting: the origins of results and holds, for a listener that adds up ([`events::Attention::sums`]). Nothing here
//! has an effect on time.

use crate::model::accounting::origin::Origin;
use crate::model::issue::holds::Holds;
use crate::model::issue::registers::Registers;
use crate::model::pipeline::access::Reached;
use crate::model::pipeline::actions::action_waits;
use crate::model::pipeline::flow::Flow;
use crate::model::pipeline::references::Reference;
use crate::model::pipeline::{Pipeline, Run};
use crate::model::plan::{Action, Group, Memory};
use events::{Cause, Culprit, MemoryLevel, Probe, Reason, Site, Stall};
use isa::MemoryKind;

impl<P: Probe> Pipeline<P> {
    /// Notes the origin of the predicates that the `mov pr =` of a group wrote.
    #[inline(never)]
    pub(super) fn credit_predicates(&mut self, actions: &[(u8, Action)], run: &Run<'_>) {
        for (slot, action) in actions {
            if let Action::WritePredicates(mask) = action
                && run.on >> slot & 1 != 0
            {
                let origin = Origin::of(run.block.id, *slot);
                self.registers.credit_predicates(*mask, origin);
            }
        }
    }

    /// Notes the origin of a load's or semaphore's targets, and why they may come late, and tells the listener which level served a load.
    #[inline(never)]
    pub(super) fn credit_access(
        &mut self,
        memory: &Memory,
        reference: &Reference,
        run: &Run<'_>,
        reached: &Reached,
    ) {
        let Some(level) = reached.level else {
            return;
        };
        let reason = match memory.kind {
            MemoryKind::Load if memory.check => Reason::LoadChecked,
            MemoryKind::Load if level > MemoryLevel::L2 => Reason::load(level),
            MemoryKind::Load if reached.forced => Reason::LoadStored,
            MemoryKind::Load if reference.behind_l1d || reference.delay > 0 => Reason::LoadTlb,
            MemoryKind::Load => Reason::load(level),
            MemoryKind::FpLoad if level <= MemoryLevel::L2 && reference.delay > 0 => {
                Reason::FloatLoadTlb
            }
            MemoryKind::FpLoad => Reason::float_load(level),
            MemoryKind::Semaphore => Reason::Semaphore,
            _ => return,
        };
        self.credit_targets(memory, run, reason);
        let is_load = memory.kind != MemoryKind::Semaphore;
        if is_load && level > MemoryLevel::L1 && self.shared.counters.sums_up() {
            let culprit = Culprit {
                code: run.block.id,
                index: memory.slot,
            };
            self.shared.counters.probe.loaded(culprit, level);
        }
    }

    fn credit_targets(&mut self, memory: &Memory, run: &Run<'_>, reason: Reason) {
        let origin = Origin::of(run.block.id, memory.slot).because(reason);
        for target in memory.targets {
            self.registers.credit(target, origin);
        }
    }

    /// Notes which instruction holds the pipe with a stall.
    #[inline(always)]
    pub(super) fn credit_hold(&mut self, stall: Stall, site: &Site, reason: Reason) {
        if self.shared.counters.sums() {
            let origin = Origin::new(site.culprit(), reason);
            self.holds.origins.push((stall, origin));
        }
    }
}

/// All that may keep a group from issuing, with the origin of each.
pub(super) struct Sources<'a> {
    pub registers: &'a Registers,
    pub holds: &'a Holds,
    pub flow: &'a Flow,
    /// Entry of the newest block.
    pub entry: u64,
    /// The cycle in which there is room in the store buffer.
    pub room: u64,
    /// The cycle from which on nothing is under way that a fence waits for.
    pub drained: u64,
}

impl Sources<'_> {
    /// The origin of what keeps a group from issuing after cycle `from`: of all waits that are charged to a stall, the one that ends last.
    pub(super) fn blame(&self, stall: Stall, group: &Group, run: &Run<'_>, from: u64) -> Origin {
        if matches!(stall.cause(), Cause::InstructionAccess | Cause::TakenBranch) {
            // No wait of the back end is charged to these.
            return self.flow.blame_for(stall);
        }
        let mut latest = (from + 1, Origin::UNKNOWN);
        for read in &group.reads {
            let ready = self.registers.ready(read);
            if ready >= latest.0 && self.registers.stall(read) == stall && run.counts(read.slot) {
                latest = (ready, self.registers.origin(read.register));
            }
        }
        let mut until = |until: u64, origin: Origin| {
            if until >= latest.0 {
                latest = (until, origin);
            }
        };
        for hold in &self.holds.reasons.list {
            if hold.stall == stall {
                until(hold.until, self.holds.origin(stall));
            }
        }
        let actions = action_waits(self.registers, self.drained, &group.actions, run);
        for (slot, ready, _) in actions.filter(|(.., other)| *other == stall) {
            until(ready, Origin::of(run.block.id, slot));
        }
        let stores = group.stores & run.on;
        if stores != 0 && stall == Stall::DataStoreBuffer {
            let first = Origin::of(run.block.id, stores.trailing_zeros() as u8);
            until(self.room, first.because(Reason::StoreBuffer));
        }
        let steered = self.flow.blame_for(stall);
        if steered != Origin::UNKNOWN {
            until(self.entry, steered);
        }
        latest.1
    }
}
