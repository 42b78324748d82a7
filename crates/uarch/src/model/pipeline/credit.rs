//! Who keeps whom waiting: for a listener that adds up ([`events::Attention::sums`]). Nothing here has an effect on time.

use crate::model::accounting::origin::Origin;
use crate::model::pipeline::access::Reached;
use crate::model::pipeline::references::Reference;
use crate::model::pipeline::{Pipeline, Run};
use crate::model::plan::{Action, Group, Memory};
use events::{Culprit, MemoryLevel, Probe, Reason, Site, Stall};
use isa::MemoryKind;

impl<P: Probe> Pipeline<P> {
    /// The predicates that a group wrote together have their origin.
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

    /// The targets of a load have their origin, and a listener that adds up is told which level served it.
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

    /// An instruction has put up a hold.
    #[inline(always)]
    pub(super) fn credit_hold(&mut self, stall: Stall, site: &Site, reason: Reason) {
        if self.shared.counters.sums() {
            let origin = Origin::new(site.culprit(), reason);
            self.holds.origins.push((stall, origin));
        }
    }

    /// Tells of everything that keeps a group from issuing behind a cycle.
    #[inline(never)]
    pub(super) fn tell_waits(&mut self, group: &Group, run: &Run<'_>, from: u64) {
        let room = self.store_room((group.stores & run.on).count_ones());
        let counters = &mut self.shared.counters;
        let mut tell = |origin: Origin, stall: Stall, until: u64| {
            if until > from {
                let reason = origin.reason().filter(|reason| reason.stall() == stall);
                let reason = reason.unwrap_or_else(|| Reason::of(stall));
                counters.wait(reason, until, origin.culprit());
            }
        };
        for read in &group.reads {
            if run.counts(read.slot) {
                let origin = self.registers.origin(read.register);
                tell(
                    origin,
                    self.registers.stall(read),
                    self.registers.ready(read),
                );
            }
        }
        for hold in &self.holds.reasons.list {
            tell(self.holds.origin(hold.stall), hold.stall, hold.until);
        }
        let waits = Self::action_waits(&self.registers, &self.data, &group.actions, run);
        for (slot, until, stall) in waits {
            tell(Origin::of(run.block.id, slot), stall, until);
        }
        let stores = group.stores & run.on;
        if stores != 0 {
            let first = Origin::of(run.block.id, stores.trailing_zeros() as u8);
            let first = first.because(Reason::StoreBuffer);
            tell(first, Stall::DataStoreBuffer, room);
        }
        let steered = self.flow.steered;
        let stall = steered.reason().map_or(Stall::TakenBranch, Reason::stall);
        tell(steered, stall, self.front.fetch.entry);
    }
}
