//! Spills and fills of the register stack of which no listener hears. Their references go up in memory one doubleword at a time, so most of them are
//! in the line of the one before: what was found there need not be looked up again.
//!
//! What a reference does then is what [`Pipeline::move_register`] does when nothing delays it; `tests/replay/random.rs` holds both equal.

use crate::model::pipeline::stack_traffic::{Move, Moved, Traffic};
use crate::model::pipeline::{Pipeline, UNHEARD};
use crate::replay::hits::Place;
use events::{Probe, Raw};

/// Bytes of a register.
const BYTES: u32 = 8;

/// Makes the references of traffic, the first of them in cycle `first`: what they met.
#[inline(never)]
pub(super) fn move_registers<P: Probe>(
    pipeline: &mut Pipeline<P>,
    traffic: &Traffic,
    first: u64,
) -> Moved {
    let line_bytes = pipeline.shared.caches.least_line_bytes();
    let rate = pipeline.register_stack.registers_per_cycle;
    let mut moved = pipeline.unmoved(traffic, first);
    let mut next = Move::first(traffic, first);
    let (mut left, mut at_once) = (u32::from(traffic.count), 0);
    while left > 0 {
        let in_line = (line_bytes - (next.address & (line_bytes - 1))).div_ceil(BYTES.into());
        let most = left.min(in_line as u32);
        let (made, rest) = match physical(pipeline, next.address) {
            Some(physical) => {
                let made = if traffic.fill {
                    fill(pipeline, &mut moved, &mut next, (physical, most, rate))
                } else {
                    spill(pipeline, &mut next, (physical, most, rate))
                };
                // What is in the way of one is mostly in the way of those behind it: data under way, or a line that L2 lacks.
                (made, most - made)
            }
            // It is the translation that is used last from then on.
            None => (0, 1),
        };
        at_once += u64::from(made);
        left -= made + rest;
        for _ in 0..rest {
            let space = pipeline.flow.space;
            pipeline.move_register(&mut moved, traffic.fill, (&next, space), UNHEARD);
            next.pass(rate);
        }
    }
    count(pipeline, traffic.fill, at_once);
    moved
}

/// The physical address of a reference to the part of a page that was translated last.
#[inline(always)]
fn physical<P: Probe>(pipeline: &Pipeline<P>, address: u64) -> Option<u64> {
    let tlb = &pipeline.data.tlb;
    let frame = tlb.again(tlb.part(pipeline.flow.space, address))?;
    Some(pipeline.shared.translator.physical(frame, address))
}

/// Fills registers from one line, `most` of them, as long as L1D has it and nothing is in the way: how many.
#[inline(always)]
fn fill<P: Probe>(
    pipeline: &mut Pipeline<P>,
    moved: &mut Moved,
    next: &mut Move,
    (physical, most, rate): (u64, u32, u32),
) -> u32 {
    let caches = &mut pipeline.shared.caches;
    let mut place = Place::ABSENT;
    // Data that are there for the first are there for those behind it.
    if !caches.finds_load(next.at, physical, &mut place) {
        return 0;
    }
    let mut made = 0;
    while made < most && caches.admits_loads(next.at, 1) {
        caches.load_found(next.at, place);
        moved.serve(next.at + caches.l1d_latency[0]);
        next.pass(rate);
        made += 1;
    }
    made
}

/// Spills registers into one line, `most` of them, as long as L2 has it and nothing is in the way: how many.
#[inline(always)]
fn spill<P: Probe>(
    pipeline: &mut Pipeline<P>,
    next: &mut Move,
    (mut physical, most, rate): (u64, u32, u32),
) -> u32 {
    let caches = &mut pipeline.shared.caches;
    let mut place = Place::ABSENT;
    // The queue has an entry for those behind the first as well: none of them keeps its own.
    if !caches.queue.admits(next.at, 1) || !caches.finds_store(physical, &mut place) {
        return 0;
    }
    let mut made = 0;
    while made < most
        && let Some(taken) = caches.store_at_once::<false>(next.at, place, physical, BYTES)
    {
        let buffer = &mut pipeline.data.store_buffer;
        buffer.push(next.at, taken, physical, BYTES.into());
        physical += u64::from(BYTES);
        next.pass(rate);
        made += 1;
    }
    caches.touch_l1d(std::iter::repeat_n(place, made as usize));
    made
}

/// Counts references that were made at once.
fn count<P: Probe>(pipeline: &mut Pipeline<P>, fill: bool, times: u64) {
    let shared = &mut pipeline.shared;
    let counts = &mut shared.counters.counts;
    let (raw, kinds) = match fill {
        true => (Raw::RseLoads, [times, 0, 0, 0]),
        false => (Raw::RseStores, [0, 0, times, 0]),
    };
    counts.add(raw, times);
    shared.caches.count_found(counts, kinds);
}
