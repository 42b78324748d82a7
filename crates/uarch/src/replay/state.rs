//! The state of the pipe between two blocks in words, relative to its newest issue.
//!
//! Two pipes with equal words that execute the same take the same cycles, for the same causes, to equal words, as long as caches, TLBs,
//! predictors, the store buffer and the frames answer alike: those are not part of a state.
//!
//! The words: a header (where execution goes on, dispersal, the multimedia hazard, floating-point operations of a cycle that may go on), those of
//! the front end ([`fetch::write`]), for a listener that adds up the origins of fetch and of the values, a word for each value under way, and at the
//! end the holds of the newest group that reach behind it, each with its origin for such a listener.

use crate::model::accounting::origin::Origin;
use crate::model::issue::holds::Holds;
use crate::model::issue::scoreboard::Value;
use crate::model::pipeline::{BEFORE, NOWHERE, Pipeline};
use crate::model::plan::BlockEntry;
use crate::replay::fetch::{self, Standing};
use crate::replay::memos::Memos;
use crate::replay::values;
use events::{Probe, Stall};

/// Words before those of the front end.
const HEADER: usize = 7;
/// Lowest bits of the name and of the producer in the word of a value; its ready cycle lies below them.
const NAME_SHIFT: u32 = 22;
const PRODUCER_SHIFT: u32 = 17;
/// Added to the ready cycle of a value, in cycles after the newest issue, as it may lie in the past.
const READY_BIAS: i64 = 1 << 10;
/// Lowest bit of the number of holds in the word of the header whose bits below it say how dispersal stands.
const HOLDS_SHIFT: u32 = 2;
/// Bits of a hold's stall in its word; above them are its cycles.
const STALL_BITS: u32 = 8;

/// Scratch memory to write a state in.
#[derive(Debug, Default)]
pub(super) struct Words {
    pending: Vec<(u16, Value)>,
    words: Vec<u32>,
}

impl Words {
    /// Writes down the state of the pipe between two blocks. `None`: replay does not begin from it, because nothing has issued, the pipe starts
    /// over, or something lies too far from the newest issue for its word.
    pub(super) fn write<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) -> Option<&[u32]> {
        let now = pipeline.now;
        let traced = pipeline.shared.counters.sums();
        let flow = &pipeline.flow;
        if now == BEFORE || flow.expected == NOWHERE {
            return None;
        }
        let held = standing_holds(&pipeline.holds, now).count() as u32;
        let registers = &mut pipeline.registers;
        let hazard = registers.hazard_until.saturating_sub(now);
        let operations = match pipeline.issue.fp_operations {
            (cycle, operations) if flow.joining && cycle == now => operations,
            _ => 0,
        };
        let words = &mut self.words;
        words.clear();
        words.extend([
            flow.expected as u32,
            (flow.expected >> 32) as u32,
            flow.space,
            flow.entry.window,
            u32::from(flow.entry.rest) | u32::from(flow.joining) << 1 | held << HOLDS_SHIFT,
            u32::try_from(hazard).ok()?,
            operations as u32,
        ]);
        fetch::write(&pipeline.front, now, flow.expected, words)?;
        let from = now + 1 - u64::from(flow.joining);
        let fetch = &pipeline.front.fetch;
        let fetches = fetch.fetched_end == flow.expected;
        let entry = if fetches { fetch.next } else { fetch.entry };
        // Branch registers that are written later than this may be read too early by a block to come: the next one of the expected code, or the
        // first one elsewhere, behind an interruption.
        let seen = flow.sees_registers(entry.min(flow.arrival(now)));
        values::pending(&mut registers.scoreboard, (from, seen), &mut self.pending);
        if traced {
            // The listener is told who keeps groups waiting: states with other origins are other states.
            let steered = if fetches {
                flow.steered
            } else {
                Origin::UNKNOWN
            };
            words.extend(steered.words());
            // Room for two words of each value, which are filled in when the values are sorted.
            words.resize(words.len() + 2 * self.pending.len(), 0);
        }
        let first = words.len();
        for &(entry, value) in &self.pending {
            let name = u32::from(values::name(registers.renamer.mapping, entry));
            let producer = u32::from(value.producer & 31);
            let ready = u32::try_from(value.ready.wrapping_sub(now) as i64 + READY_BIAS).ok()?;
            if ready >> PRODUCER_SHIFT != 0 {
                return None;
            }
            words.push(name << NAME_SHIFT | producer << PRODUCER_SHIFT | ready);
        }
        words[first..].sort_unstable();
        if traced {
            let (before, values) = words.split_at_mut(first);
            let origins = before.len() - 2 * values.len();
            for (told, word) in before[origins..].chunks_mut(2).zip(values) {
                let entry = values::entry(registers.renamer.mapping, (*word >> NAME_SHIFT) as u16);
                let origin = registers.scoreboard.origin(entry);
                let producer = (*word >> PRODUCER_SHIFT) as u8 & 31;
                let ready = i64::from(*word & ((1 << PRODUCER_SHIFT) - 1)) - READY_BIAS;
                let settled = ready + registers.scoreboard.bypass.settled(producer) as i64;
                // A value that keeps nothing waiting behind the next cycle has no cycle charged to it: which level served it makes no other state.
                let is_late = settled > 1;
                let origin = if is_late { origin } else { origin.plainly() };
                told.copy_from_slice(&origin.words());
            }
        }
        if held > 0 {
            write_holds(&pipeline.holds, now, traced, words)?;
        }
        Some(words)
    }
}

/// The holds of the newest group, which issued in cycle `now`, that reach behind it: until which cycle, and with which stall.
fn standing_holds(holds: &Holds, now: u64) -> impl Iterator<Item = (u64, Stall)> + '_ {
    let holds = holds.reasons.list.iter();
    let standing = holds.filter(move |hold| hold.until > now);
    standing.map(|hold| (hold.until, hold.stall))
}

/// Appends the words of these; `traced`: with their origins.
#[inline(never)]
fn write_holds(holds: &Holds, now: u64, traced: bool, words: &mut Vec<u32>) -> Option<()> {
    for (until, stall) in standing_holds(holds, now) {
        let cycles = u32::try_from(until - now).ok()?;
        if cycles >> (u32::BITS - STALL_BITS) != 0 {
            return None;
        }
        words.push(cycles << STALL_BITS | stall as u32);
        if traced {
            words.extend(holds.origin(stall).words());
        }
    }
    Some(())
}

/// Holds the pipe as the words say that [`write_holds`] wrote.
#[inline(never)]
fn restore_holds(holds: &mut Holds, now: u64, traced: bool, words: &[u32]) {
    for hold in words.chunks(held_words(traced)) {
        let stall = Stall::ALL[hold[0] as usize % (1 << STALL_BITS) % Stall::ALL.len()];
        holds.add(now + u64::from(hold[0] >> STALL_BITS), stall);
        if traced {
            holds.origins.push((stall, origin(&hold[1..])));
        }
    }
}

/// Words of a hold.
fn held_words(traced: bool) -> usize {
    if traced { 3 } else { 1 }
}

fn origin(words: &[u32]) -> Origin {
    match *words {
        [code, rest] => Origin::from_words([code, rest]),
        _ => Origin::UNKNOWN,
    }
}

/// Where the front end stands: as the words of the current state say where replays have run ahead of the model's own fields, else as these say.
pub(super) fn standing<P: Probe>(pipeline: &Pipeline<P>, memos: &Memos) -> Standing {
    let front = &pipeline.front;
    let replayed = memos.walk.ahead.then(|| memos.words(memos.walk.current));
    let replayed = replayed.and_then(|words| {
        let (&[low, high, ..], words) = words.split_first_chunk::<HEADER>()?;
        let ip = u64::from(low) | u64::from(high) << 32;
        Standing::from_words(pipeline.now, ip, words)
    });
    replayed.unwrap_or_else(|| Standing::of(front))
}

/// Brings the model's own fields into the state in which replays left the pipe.
#[inline(never)]
pub(super) fn restore<P: Probe>(pipeline: &mut Pipeline<P>, words: &[u32]) {
    let Some((header, words)) = words.split_first_chunk::<HEADER>() else {
        return;
    };
    let &[low, high, space, window, flags, hazard, operations] = header;
    let now = pipeline.now;
    let ip = u64::from(low) | u64::from(high) << 32;
    pipeline.flow.expected = ip;
    pipeline.flow.space = space;
    pipeline.flow.entry = BlockEntry {
        window,
        rest: flags & 1 != 0,
    };
    pipeline.flow.joining = flags & 2 != 0;
    pipeline.issue.fp_operations = (now, u64::from(operations));
    pipeline.holds.clear();
    let traced = pipeline.shared.counters.sums();
    let held = (flags >> HOLDS_SHIFT) as usize * held_words(traced);
    let (words, held) = words.split_at(words.len().saturating_sub(held));
    restore_holds(&mut pipeline.holds, now, traced, held);
    let words = fetch::restore(&mut pipeline.front, now, ip, words);
    let registers = &mut pipeline.registers;
    registers.hazard_until = now + u64::from(hazard);
    let current = registers.frames.mapping();
    let mapping = pipeline.ahead.mapping.unwrap_or(current);
    registers.renamer.enter(mapping);
    values::settle(&mut registers.scoreboard);
    let (origins, words) = match traced {
        true => {
            // Two words for what steered fetch, then two for the origin of each value, then one for each value.
            let (steered, rest) = words.split_at(words.len().min(2));
            pipeline.flow.steered = origin(steered);
            rest.split_at(rest.len() / 3 * 2)
        }
        false => (&[][..], words),
    };
    for (from, word) in origins.chunks(2).zip(words) {
        let entry = values::entry(mapping, (word >> NAME_SHIFT) as u16);
        registers.scoreboard.credit(entry, origin(from));
    }
    for word in words {
        let entry = values::entry(mapping, (word >> NAME_SHIFT) as u16);
        let producer = (word >> PRODUCER_SHIFT) as u8 & 31;
        let ready = i64::from(word & ((1 << PRODUCER_SHIFT) - 1)) - READY_BIAS;
        let ready = now.wrapping_add_signed(ready);
        registers.scoreboard.produce(entry, ready, producer);
    }
}
