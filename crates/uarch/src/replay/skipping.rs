//! Executions some of whose loads make no access: speculative ones that were deferred, and check loads that found their ALAT entry.
//!
//! Their notes say nothing else that matters to time than which slots make no access (Latencies 6). So these slots are part of what a body is found
//! by, and such an execution is replayed as if its block did not have those references. `tests/replay/random.rs` holds it equal to full timing.

use super::{Replay, Replayed, report};
use crate::model::pipeline::{Model, has_slot};
use crate::model::plan::Group;
use crate::replay::memo::Skips;
use events::{Execution, Fact, Probe};
use isa::MemoryKind;

impl Skips {
    /// Those of an execution; `None`: it has notes of other kinds as well.
    pub(super) fn of(execution: &Execution) -> Option<Self> {
        let mut skips = Self::NONE;
        for note in &execution.notes {
            let slot = 1 << (note.slot & 63);
            match note.fact {
                Fact::Deferred { .. } => skips.deferred |= slot,
                Fact::CheckLoadHit => skips.hits |= slot,
                _ => return None,
            }
        }
        Some(skips)
    }

    /// Whether the model, too, skips the accesses of these slots: those that found an ALAT entry are check loads, those that were deferred are
    /// loads or prefetches.
    pub(super) fn fit<'a>(self, mut groups: impl Iterator<Item = &'a Group>) -> bool {
        self == Self::NONE
            || groups.all(|group| {
                group.memory.iter().all(|memory| {
                    let reads = matches!(
                        memory.kind,
                        MemoryKind::Load | MemoryKind::FpLoad | MemoryKind::Prefetch
                    );
                    (memory.check || !has_slot(self.hits, memory.slot))
                        && (reads || !has_slot(self.slots(), memory.slot))
                })
            })
    }
}

/// An execution without its notes and the references whose bits are set in `skipped`, in the memory of an older one.
pub(super) fn without(
    memory: Option<Box<Execution>>,
    execution: &Execution,
    skipped: u64,
) -> Box<Execution> {
    let mut plain = memory.unwrap_or_default();
    plain.end = execution.end;
    plain.predicates = execution.predicates;
    plain.taken = execution.taken;
    plain.target = execution.target;
    plain.restored = execution.restored;
    plain.addresses.copy_but(&execution.addresses, skipped);
    plain
}

impl Replay {
    /// Replays an execution with notes if one like it is remembered.
    #[inline(never)]
    pub(super) fn replay_skipping<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        code: u32,
        execution: &Execution,
    ) -> Replayed {
        let memos = &self.memos;
        let (state, end, predicates) = (memos.walk.current, execution.end, execution.predicates);
        let number = Skips::of(execution)
            .and_then(|skips| memos.find_skipping(state, code, end, predicates, skips));
        let Some(number) = number else {
            return Replayed::No;
        };
        let body = &memos.bodies[number as usize];
        let pipeline = &model.pipeline;
        let counters = &pipeline.shared.counters;
        let calm = counters.is_calm_replaying(body.syllables());
        if P::hears_records() && !calm && !report::is_calm(pipeline, body) {
            return Replayed::No;
        }
        let short = !P::hears_records() || counters.only_waits();
        let plain = without(self.plain.take(), execution, body.skipped);
        let replayed = (short.then(|| self.replay_short(model, number, &plain))).flatten();
        let replayed = replayed.unwrap_or_else(|| self.replay_long(model, number, &plain));
        self.plain = Some(plain);
        replayed.listened()
    }
}
