//! Executions with notes that say which loads make no access (speculative ones that were deferred, and check loads that found their ALAT entry),
//! which registers are spilled or filled, which check failed, or facts that change counts and no cycle.
//!
//! These notes say nothing else that matters to time than which slots make no access (Latencies 6), for which slots how many registers are moved
//! (Holds 4), and that a check left the block (Front end 7). So that is part of what a body is found by ([`Noted`]). Such an execution is replayed as
//! if its block did not have the references that make no access; spills and fills are steps of it ([`late`](super::late)), whose addresses are those
//! of the execution at hand. What it counts besides is part of each exit ([`COUNTED`]).
//! `tests/replay/random.rs` holds it equal to full timing.

use super::{Replay, Replayed, report};
use crate::model::accounting::counters::Counters;
use crate::model::pipeline::course::MAX_TRAFFIC;
use crate::model::pipeline::stack_traffic::Traffic;
use crate::model::pipeline::{Model, has_slot};
use crate::model::plan::Group;
use crate::replay::memo::Noted;
use events::{Execution, Fact, Probe, Raw};
use isa::MemoryKind;

/// Bits of [`Noted::stack`] for each spill or fill.
const TRAFFIC_BITS: u32 = 16;

const _: () = assert!(MAX_TRAFFIC == (u64::BITS / TRAFFIC_BITS) as usize);

/// Bits of [`Noted::counted`] for each fact.
const COUNTED_BITS: u32 = 9;

/// What failed checks and facts that are only counted count.
pub(super) const COUNTED: [Raw; 9] = [
    Raw::SpeculationFailuresInteger,
    Raw::SpeculationFailuresFloat,
    Raw::AlatFailuresInteger,
    Raw::AlatFailuresFloat,
    Raw::AlatReplacementsInteger,
    Raw::AlatReplacementsFloat,
    Raw::FlushedToZero,
    Raw::FpCheckFlagsFailed,
    Raw::FlushesException,
];

/// A word from 1 to 7 for a fact that is counted; `None`: it is none, or more than that.
fn counted(fact: Fact) -> Option<u64> {
    Some(match fact {
        Fact::CheckFailed => 1,
        Fact::CheckLoadMiss => 2,
        Fact::AlatReplaced { floating: false } => 3,
        Fact::AlatReplaced { floating: true } => 4,
        Fact::FlushedToZero {
            results: results @ 0..=2,
        } => 5 + u64::from(results),
        _ => return None,
    })
}

impl Noted {
    /// What the notes of an execution say; `None`: there are other kinds among them, or more spills and fills, or facts to count, than are replayed.
    pub(super) fn of(execution: &Execution) -> Option<Self> {
        let mut noted = Self::NONE;
        for note in &execution.notes {
            let slot = 1 << (note.slot & 63);
            match note.fact {
                Fact::Deferred { .. } => noted.deferred |= slot,
                Fact::CheckLoadHit => noted.hits |= slot,
                fact if let Some(which) = counted(fact) => noted.count(which, note.slot)?,
                _ => noted.stack = Self::with_traffic(noted.stack, Traffic::of(note)?)?,
            }
        }
        Some(noted)
    }

    /// [`Noted::stack`] with one more.
    fn with_traffic(stack: u64, traffic: Traffic) -> Option<u64> {
        let word = 1 << 15
            | u64::from(traffic.fill) << 14
            | u64::from(traffic.slot & 63) << 8
            | u64::from(traffic.count);
        let has_room = stack >> (u64::BITS - TRAFFIC_BITS) == 0;
        has_room.then_some(stack << TRAFFIC_BITS | word)
    }

    /// Adds a fact about a slot to [`Noted::counted`]; `which`: as [`counted`] says. `None`: there is no room for it.
    fn count(&mut self, which: u64, slot: u8) -> Option<()> {
        let word = which << 6 | u64::from(slot & 63);
        let has_room = self.counted >> (u64::BITS - 1 - COUNTED_BITS) == 0;
        self.counted = self.counted << COUNTED_BITS | word;
        has_room.then_some(())
    }

    /// Whether an execution with such notes, and with so many syllables, may be replayed: no listener hears of what its spills and fills do, or of what
    /// it counts.
    pub(super) fn may_replay<P: Probe>(self, counters: &Counters<P>, syllables: u64) -> bool {
        let attention = &counters.attention;
        !P::hears_records()
            || self.stack | self.counted == 0
            || !(attention.tlb_misses || attention.data_misses || counters.hears_waits())
                && counters.is_calm_replaying(syllables)
    }

    /// Whether the model, too, skips the accesses of these slots: those that found an ALAT entry are check loads, those that were deferred are
    /// loads or prefetches.
    pub(super) fn fit<'a>(self, mut groups: impl Iterator<Item = &'a Group>) -> bool {
        self.skipped() == 0
            || groups.all(|group| {
                group.memory.iter().all(|memory| {
                    let reads = matches!(
                        memory.kind,
                        MemoryKind::Load | MemoryKind::FpLoad | MemoryKind::Prefetch
                    );
                    (memory.check || !has_slot(self.hits, memory.slot))
                        && (reads || !has_slot(self.skipped(), memory.slot))
                })
            })
    }
}

/// An execution without the references whose bits are set in `skipped`, and without its notes but those of spills and fills, in the memory of an
/// older one.
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
    plain.notes.clear();
    let notes = execution.notes.iter().copied();
    let moves = notes.filter(|note| Traffic::of(note).is_some());
    plain.notes.extend(moves);
    plain
}

impl Replay {
    /// Replays an execution with notes if one like it is remembered.
    #[inline(never)]
    pub(super) fn replay_noted<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        code: u32,
        execution: &Execution,
    ) -> Replayed {
        let memos = &self.memos;
        let (state, end, predicates) = (memos.walk.current, execution.end, execution.predicates);
        let number = Noted::of(execution)
            .and_then(|noted| memos.find_noted(state, code, end, predicates, noted));
        let Some(number) = number else {
            return Replayed::No;
        };
        let body = &memos.bodies[number as usize];
        let pipeline = &model.pipeline;
        let counters = &pipeline.shared.counters;
        let calm = counters.is_calm_replaying(body.syllables());
        if P::hears_records() && !calm && !report::is_calm(pipeline, body)
            || !body.noted.may_replay(counters, body.syllables())
        {
            return Replayed::No;
        }
        let short = !P::hears_records() || counters.only_waits();
        if body.noted.skipped() == 0 {
            return self.replay_made(model, number, execution, short);
        }
        let plain = without(self.plain.take(), execution, body.skipped);
        let replayed = self.replay_made(model, number, &plain, short);
        self.plain = Some(plain);
        replayed
    }

    /// The same for one that makes all of its accesses; `short`: it may take the short way.
    fn replay_made<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        number: u32,
        execution: &Execution,
        short: bool,
    ) -> Replayed {
        let replayed = (short.then(|| self.replay_short(model, number, execution))).flatten();
        let replayed = replayed.unwrap_or_else(|| self.replay_long(model, number, execution));
        replayed.listened()
    }
}
