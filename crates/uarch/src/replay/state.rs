//! The state of the pipe between two blocks in words, relative to its newest issue.
//!
//! Two pipes with equal words take the same cycles, for the same causes, to equal words, as long as caches, TLBs,
//! predictors, the store buffer and the frames answer alike: those are not part of a state.

use crate::model::issue::scoreboard::Pending;
use crate::model::plan::BlockEntry;
use crate::model::{BEFORE, NOWHERE, Pipeline};
use crate::replay::fetch::Position;
use events::Probe;

/// Bits of the mapping of registers in the words of a state.
const NAME_SHIFT: u32 = 22;
const PRODUCER_SHIFT: u32 = 17;
/// Added to the ready cycle of a value, which may lie in the past.
const READY_BIAS: i64 = 1 << 10;

/// A value under way as a word of a state; `None`: it takes too long.
fn pending_word(name: u16, pending: &Pending, now: u64) -> Option<u32> {
    let ready = pending.ready.wrapping_sub(now) as i64 + READY_BIAS;
    let ready = u32::try_from(ready)
        .ok()
        .filter(|ready| ready >> PRODUCER_SHIFT == 0)?;
    Some(u32::from(name) << NAME_SHIFT | u32::from(pending.producer & 31) << PRODUCER_SHIFT | ready)
}

/// Words of a state in front of the position of fetch.
struct Header {
    pub ip: u64,
    pub space: u32,
    pub entry: BlockEntry,
    pub joining: bool,
    /// Cycles after the newest issue up to which multimedia results are a hazard.
    pub hazard: u32,
    /// Floating-point operations of a group that goes on.
    pub operations: u32,
}

impl Header {
    fn write(&self, words: &mut Vec<u32>) {
        words.extend([
            self.ip as u32,
            (self.ip >> 32) as u32,
            self.space,
            self.entry.window,
            u32::from(self.entry.rest) | u32::from(self.joining) << 1,
            self.hazard,
            self.operations,
        ]);
    }

    fn read(words: &[u32]) -> Option<(Self, &[u32])> {
        let [
            low,
            high,
            space,
            window,
            flags,
            hazard,
            operations,
            rest @ ..,
        ] = words
        else {
            return None;
        };
        let header = Self {
            ip: u64::from(*low) | u64::from(*high) << 32,
            space: *space,
            entry: BlockEntry {
                window: *window,
                rest: flags & 1 != 0,
            },
            joining: flags & 2 != 0,
            hazard: *hazard,
            operations: *operations,
        };
        Some((header, rest))
    }
}

/// Lists to write a state on, kept for their memory.
#[derive(Debug, Default)]
pub(super) struct Words {
    position: Position,
    pending: Vec<Pending>,
    words: Vec<u32>,
}

impl Words {
    /// The state that was written last.
    pub(super) fn words(&self) -> &[u32] {
        &self.words
    }

    /// Writes down the state of the pipe between two blocks; false: it is not one to come back to.
    pub(super) fn write<P: Probe>(&mut self, pipeline: &mut Pipeline<P>) -> bool {
        if pipeline.now == BEFORE
            || pipeline.flow.expected == NOWHERE
            || pipeline.holds.until > pipeline.now
        {
            return false;
        }
        let now = pipeline.now;
        let position = &mut self.position;
        if !position.take(&pipeline.front, now, pipeline.flow.expected) {
            return false;
        }
        let Ok(hazard) = u32::try_from(pipeline.registers.hazard_until.saturating_sub(now)) else {
            return false;
        };
        let header = Header {
            ip: pipeline.flow.expected,
            space: pipeline.flow.space,
            entry: pipeline.flow.entry,
            joining: pipeline.flow.joining,
            hazard,
            operations: match pipeline.issue.fp_operations {
                (cycle, operations) if pipeline.flow.joining && cycle == now => operations as u32,
                _ => 0,
            },
        };
        self.words.clear();
        header.write(&mut self.words);
        position.write(&mut self.words);
        let from = now + 1 - u64::from(pipeline.flow.joining);
        pipeline
            .registers
            .scoreboard
            .pending(from, &mut self.pending);
        let first = self.words.len();
        for pending in &self.pending {
            let name = pipeline.registers.renamer.name(pending.entry);
            match pending_word(name, pending, now) {
                Some(word) => self.words.push(word),
                None => return false,
            }
        }
        self.words[first..].sort_unstable();
        true
    }

    /// Brings the pipe into a state that a replay left it in.
    #[inline(never)]
    pub(super) fn restore<P: Probe>(&mut self, pipeline: &mut Pipeline<P>, words: &[u32]) {
        let Some((header, words)) = Header::read(words) else {
            return;
        };
        let now = pipeline.now;
        pipeline.flow.expected = header.ip;
        pipeline.flow.space = header.space;
        pipeline.flow.entry = header.entry;
        pipeline.flow.joining = header.joining;
        pipeline.registers.hazard_until = now + u64::from(header.hazard);
        pipeline.issue.fp_operations = (now, u64::from(header.operations));
        pipeline.holds.clear();
        let words = self.position.read(words);
        self.position.restore(&mut pipeline.front, now, header.ip);
        let (base, cfm) = match pipeline.ahead.mapping {
            Some(before) => before,
            None => pipeline.registers.frames.mapping(),
        };
        pipeline.registers.renamer.enter(base, cfm);
        pipeline.registers.scoreboard.settle();
        for word in words {
            let entry = pipeline
                .registers
                .renamer
                .entry_named((word >> NAME_SHIFT) as u16);
            let producer = (word >> PRODUCER_SHIFT) as u8 & 31;
            let ready = i64::from(word & ((1 << PRODUCER_SHIFT) - 1)) - READY_BIAS;
            pipeline
                .registers
                .scoreboard
                .produce(entry, now.wrapping_add_signed(ready), producer);
        }
    }
}
