//! The frame of an execution that is replayed: how its registers are renamed, and what sizes the register stack has behind it.

use super::values;
use crate::model::pipeline::Pipeline;
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
    pipeline.resize_stack(plan, retired, execution, |index| {
        now + cycles.get(index).map_or(0, |&cycle| u64::from(cycle))
    });
}
