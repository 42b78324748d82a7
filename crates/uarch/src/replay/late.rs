//! Executions whose references take longer than they do at best, or whose stores wait for room: made one by one, as long as each meets
//! what it met in an execution that is remembered.
//!
//! What a reference meets decides when the next one is made, and nothing else of caches and TLBs does (Issue 3 and 4); of the store buffer
//! it is the room for the stores of a group (Issue 1). So the bodies of one beginning are a tree: each step chooses among those that agree so far. When none is left,
//! full timing goes on with what was made ([`Ahead`](crate::model::pipeline::course::Ahead)). `tests/replay/twins.rs` holds
//! both equal.

use super::{Replay, Replayed, report, would_fetch};
use crate::model::memory::tlb::Translation;
use crate::model::pipeline::course::Delay;
use crate::model::pipeline::{Model, Pipeline, translation_delay};
use crate::model::plan::Plan;
use crate::replay::memo::{Asks, Body, Step};
use crate::replay::memos::Lists;
use events::{Execution, Probe, Site};
use isa::MemoryKind;

impl Replay {
    /// Replays an execution if one with the beginning of a body and the same delays is remembered. `HEARD`: the listener may have to
    /// hear of it.
    #[inline(never)]
    pub(super) fn replay_late<P: Probe, const HEARD: bool>(
        &mut self,
        model: &mut Model<P>,
        root: u32,
        execution: &Execution,
    ) -> Replayed {
        let pipeline = &model.pipeline;
        let body = &self.memos.bodies[root as usize];
        if !execution.notes.is_empty() || P::hears_records() && !report::may_be_late(pipeline, body)
        {
            return Replayed::No;
        }
        let Some(number) = self.make_late(model, root, execution) else {
            return Replayed::No;
        };
        if P::hears_records() {
            // Only now it is known how long it takes.
            let body = &self.memos.bodies[number as usize];
            let heard = match HEARD {
                true => !report::is_unheard_until_its_end(&model.pipeline, body),
                false => !report::is_calm(&model.pipeline, body),
            };
            if heard {
                return Replayed::No;
            }
        }
        self.finish::<P, HEARD, true, false>(model, number, execution)
    }

    /// Makes the references of an execution; the body that met the same.
    fn make_late<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        root: u32,
        execution: &Execution,
    ) -> Option<u32> {
        let Self { memos, delays, .. } = self;
        let Model { plans, pipeline } = model;
        delays.clear();
        let mut number = memos.late(root, execution.predicates, delays)?;
        is_free(
            pipeline,
            &mut memos.bodies[number as usize],
            &mut memos.lists,
        )
        .then_some(())?;
        let plan = plans.plan(memos.bodies[number as usize].plan);
        loop {
            let steps = memos.bodies[number as usize].steps.of(&memos.lists.steps);
            let mut differs = false;
            for step in steps.iter().skip(delays.len()) {
                let address = *execution.addresses.get(usize::from(step.number))?;
                let delay = make(pipeline, plan, step, address)?;
                delays.push(delay);
                differs = delay != step.delay;
                if differs {
                    break;
                }
            }
            if !differs {
                return Some(number);
            }
            let behind = memos.bodies[number as usize].late;
            number = memos.late(behind, execution.predicates, delays)?;
            let body = &mut memos.bodies[number as usize];
            is_free(pipeline, body, &mut memos.lists).then_some(())?;
        }
    }
}

/// Whether nothing but its steps would delay an execution.
fn is_free<P: Probe>(pipeline: &Pipeline<P>, body: &mut Body, lists: &mut Lists) -> bool {
    body.fetches.count == 0 || would_fetch(pipeline, body, lists)
}

/// Makes a step; what it met. `None`: nothing that is remembered, or it was not made.
#[inline(always)]
fn make<P: Probe>(
    pipeline: &mut Pipeline<P>,
    plan: &Plan,
    step: &Step,
    address: u64,
) -> Option<Delay> {
    let memory = &step.memory;
    let at = pipeline.now.wrapping_add(step.at.into());
    if let Asks::Room(stores) = step.asks {
        let room = pipeline.data.store_buffer.room(stores);
        if room > at && pipeline.shared.counters.is_bounded() {
            // The listener may have to hear of something while the group waits.
            return None;
        }
        pipeline.ahead.rooms.push(room);
        return Some(room.saturating_sub(at));
    }
    // A listener that hears of it hears of its place.
    let site = match pipeline.shared.counters.is_bounded() {
        false => Site::none(),
        true => report::site_of(plan, memory, address),
    };
    if step.asks == Asks::Translation {
        if address & u64::from(memory.alignment) != 0 {
            return None;
        }
        let space = pipeline.flow.space;
        let translation = pipeline.look_up(memory, (space, address), at, &site)?;
        pipeline.ahead.translations.push(translation);
        return translation_delay(&translation);
    }
    let Translation { frame, miss } = *pipeline.ahead.translations.get(usize::from(step.number))?;
    let physical = pipeline.shared.translator.physical(frame, address);
    let delay = miss.map_or(0, |miss| pipeline.reference_delay(memory, &miss));
    let behind_l1d = pipeline.is_behind_l1d(miss.as_ref());
    pipeline.shared.caches.queue.clock = at;
    pipeline.shared.caches.bytes = memory.bytes.into();
    let reached = match memory.kind {
        MemoryKind::Store | MemoryKind::FpStore => {
            pipeline.reach_store(memory, physical, (at + delay, 0), &site)
        }
        _ => pipeline.reach(memory, physical, behind_l1d, (at + delay, 0), &site),
    };
    pipeline.ahead.accesses.push(reached);
    reached.delay(at)
}
