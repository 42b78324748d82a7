//! The frame of an execution that is replayed: how its registers are renamed, and what sizes the register stack has behind it.

use super::values;
use crate::model::pipeline::stack_traffic::Traffic;
use crate::model::pipeline::{Pipeline, has_slot};
use crate::model::plan::Plan;
use crate::replay::memo::Body;
use crate::replay::memos::Lists;
use events::{Execution, Probe};

/// Follows the register frame through an execution, before it is known whether the execution is replayed: full timing finds in
/// [`DoneAhead`](crate::model::pipeline::course::DoneAhead) that it was followed. Gives how register names change, as [`values::change`] does.
#[inline(never)]
pub(super) fn change_frame<P: Probe>(
    pipeline: &mut Pipeline<P>,
    plan: &Plan,
    retired: u64,
    taken: Option<u8>,
) -> u64 {
    let registers = &mut pipeline.registers;
    let (base, turned) = (registers.frames.base(), registers.frames.turns());
    let before = registers.frames.mapping();
    pipeline.ahead.mapping = Some(before);
    if let [(slot, op)] = *plan.frame_ops
        && op.turns()
        && retired >> slot & 1 != 0
    {
        registers.frames.turn();
        return values::turned(before.sor);
    }
    // Latencies 10: mostly one instruction, without a call.
    match *plan.frame_ops {
        [(slot, op)] if retired >> slot & 1 != 0 => {
            registers.frames.follow(op, taken == Some(slot));
        }
        _ => registers.follow_frame(plan, retired, taken),
    }
    let frames = &registers.frames;
    if turned || frames.turns() {
        return values::change(before, frames.mapping());
    }
    values::moved(base, frames.base())
}

/// The slots of an execution that change the sizes of the register stack, as the monitor counts them: first those of instructions, then those with
/// spills. `retired`: the slots that retired.
pub(super) fn resizing_slots<P: Probe>(
    pipeline: &Pipeline<P>,
    plan: &Plan,
    retired: u64,
    execution: &Execution,
) -> impl Iterator<Item = u8> {
    let counted = pipeline.stack_sizes.is_some();
    // A spill for an instruction that faulted is not made.
    let spills = Traffic::all(execution)
        .filter(move |traffic| counted && !traffic.fill && has_slot(retired, traffic.slot));
    resizing(plan, retired).chain(spills.map(|traffic| traffic.slot))
}

/// Those of instructions alone.
fn resizing(plan: &Plan, retired: u64) -> impl Iterator<Item = u8> {
    let slots = plan.frame_ops.iter().map(|&(slot, _)| slot);
    slots.filter(move |&slot| has_slot(retired & plan.resizes, slot))
}

/// Gives the register stack the sizes that it has during and behind an execution (Accounting 8).
#[inline(never)]
pub(super) fn resize_stack<P: Probe>(
    pipeline: &mut Pipeline<P>,
    plan: &Plan,
    body: &Body,
    lists: &Lists,
    execution: &Execution,
) {
    let (retired, now) = (body.retired(), pipeline.now);
    let cycles = body.frame_cycles.of(&lists.frame_cycles);
    if body.noted.stack != 0 {
        return resize_between_spills(pipeline, plan, retired, cycles, execution);
    }
    pipeline.resize_stack(plan, retired, execution, |index| {
        now + cycles.get(index).map_or(0, |&cycle| u64::from(cycle))
    });
}

/// The same where registers are spilled or filled; `cycles`: those of [`Body::frame_cycles`].
#[inline(never)]
fn resize_between_spills<P: Probe>(
    pipeline: &mut Pipeline<P>,
    plan: &Plan,
    retired: u64,
    cycles: &[u32],
    execution: &Execution,
) {
    let now = pipeline.now;
    let changes = resizing(plan, retired).count();
    let (cycles, spilled) = cycles.split_at(cycles.len().min(changes));
    let spills = Traffic::all(execution).filter(|traffic| !traffic.fill);
    let mut changes = resizing(plan, retired).zip(cycles).peekable();
    let change = |pipeline: &mut Pipeline<P>, (slot, cycle): (u8, &u32)| {
        pipeline.resize_stack(plan, 1 << slot, execution, |_| now + u64::from(*cycle));
    };
    for (spill, at) in spills.zip(spilled) {
        // A group's spills come before what its instructions do.
        while let Some(before) = changes.next_if(|(_, cycle)| *cycle < at) {
            change(pipeline, before);
        }
        pipeline.resize_by_spill(&spill, now + u64::from(*at));
    }
    for last in changes {
        change(pipeline, last);
    }
}
