//! Handing over of whole paths to recorders that take them ([`PathRecorder`]).
//!
//! A path executes as in a run without records, except that its references are logged. When it is left, the blocks that
//! were executed of it are handed over as one passage. If execution is interrupted inside a block (a fault, a `break`,
//! a step after which the block has to go on the general way), the blocks before it are handed over as a passage and
//! that block gets a record of its own. `tests/agreement.rs` checks that passages and records say the same.

use events::{Block, Fact, Note, Passage, Referred};

use super::scene::{INTERRUPTED, Scene};
use super::uop::Uop;
use crate::block::BlockId;
use crate::record::{AfterPassage, PathRecorder, Recorder};

const _: () = assert!(size_of::<Uop>() == Referred::STEP);

/// The recorder under which a path executes: passes each passage on to a [`PathRecorder`].
pub(crate) struct OnPaths<'a> {
    paths: &'a mut dyn PathRecorder,
    /// The [`PathRecorder`] asked to stop.
    pub stops: bool,
}

impl<'a> OnPaths<'a> {
    pub(crate) fn new(paths: &'a mut dyn PathRecorder) -> Self {
        Self {
            paths,
            stops: false,
        }
    }
}

impl Recorder for OnPaths<'_> {
    const RECORD: bool = false;
    const TAKES_PASSAGES: bool = true;

    #[inline]
    fn take_passage(&mut self, passage: &Passage<'_>) -> AfterPassage {
        let then = self.paths.passed(passage);
        self.stops |= then == AfterPassage::Stop;
        then
    }
}

/// How the last executed block of a passage was left.
pub(super) struct Left {
    /// Index of the path's exit by which it was left, or [`INTERRUPTED`].
    pub exit: usize,
    /// Index of the block in the path.
    pub segment: usize,
    /// One past the last slot that retired.
    pub end: u8,
    /// The branch in that slot was taken.
    pub taken: bool,
    /// Address of the bundle that follows.
    pub target: u64,
    /// Instructions of the passage that retired.
    pub instructions: u64,
}

impl<R: Recorder> Scene<'_, R> {
    /// Hands over the blocks up to the one that was left, with all logged references.
    #[inline(always)]
    pub(super) fn pass(&mut self, left: &Left) -> AfterPassage {
        self.pass_until(left, self.log.list().len())
    }

    /// The same with only the first `references` of the logged ones.
    #[inline(always)]
    fn pass_until(&mut self, left: &Left, references: usize) -> AfterPassage {
        let Self {
            sinks,
            log,
            program,
            lowered,
            ..
        } = self;
        let place = |step: usize| {
            let slot = lowered.uops.get(step).map_or(0, |u| u.slot);
            (lowered.segment(step).0, slot)
        };
        let then = lowered.with_segments(left.segment, |segments| {
            sinks.recorder.take_passage(&Passage {
                blocks: program.blocks,
                path: lowered.id.0,
                segments,
                way: left.exit,
                end: left.end,
                taken: left.taken,
                target: left.target & !3,
                instructions: left.instructions,
                references: log.list().get(..references).unwrap_or_default(),
                first_step: lowered.uops.as_ptr().addr(),
                notes: &sinks.notes.list,
                place: &place,
            })
        });
        sinks.notes.list.clear();
        then
    }

    /// The path was interrupted in its block number `segment`, in front of `slot`. Hands over the blocks before that
    /// one, and fills the record of that block, which is handed over later, from the log. A reference that made no
    /// access is not a part of the record: the record says that its predicate was false.
    #[cold]
    #[inline(never)]
    pub(super) fn pass_before(&mut self, segment: usize, id: BlockId, slot: u8) {
        let block = &self.program.blocks[id.0 as usize];
        let steps = self.lowered.uops.as_ptr().addr();
        let all = self.log.list();
        let first = all
            .iter()
            .position(|reference| self.lowered.segment(reference.step(steps)).0 >= segment)
            .unwrap_or(all.len());
        let execution = &mut *self.sinks.execution;
        execution.taken = None;
        execution.addresses.clear();
        execution.predicates = unconditional(block, slot);
        for reference in &all[first..] {
            let u = self.lowered.uops.get(reference.step(steps));
            let bit = u.map_or(0, |u| 1 << (u.slot & 63));
            if reference.accesses() {
                execution.addresses.push(reference.address);
                execution.predicates |= bit;
            } else {
                execution.predicates &= !bit;
            }
        }
        let Some(before) = segment.checked_sub(1) else {
            return;
        };
        let (last, taken, instructions) = self.lowered.with_segments(segment, |segments| {
            let before = segments[before];
            (
                before.last,
                before.taken,
                u64::from(segments[segment].instructions_before),
            )
        });
        let left = Left {
            exit: INTERRUPTED,
            segment: before,
            end: last.wrapping_add(1),
            taken,
            target: block.ip,
            instructions,
        };
        self.pass_until(&left, first);
    }

    /// Prepares for an instruction that executes the general way and writes its addresses into the record. Returns the
    /// number of notes before it, for [`Self::end_general`].
    #[inline]
    pub(super) fn begin_general(&mut self) -> usize {
        if R::TAKES_PASSAGES {
            self.sinks.execution.addresses.clear();
        }
        self.sinks.notes.list.len()
    }

    /// Logs the references of an instruction that was executed the general way.
    #[inline]
    pub(super) fn end_general(&mut self, u: &Uop, notes: usize) {
        if R::TAKES_PASSAGES {
            let silent =
                |note: &Note| matches!(note.fact, Fact::Deferred { .. } | Fact::CheckLoadHit);
            let noted = self.sinks.notes.list.get(notes..).unwrap_or_default();
            let access = !noted.iter().any(silent);
            for &address in self.sinks.execution.addresses.iter() {
                self.log.push(address, u, access);
            }
        }
    }
}

/// The slots before `slot` whose instructions have no qualifying predicate, as bits.
fn unconditional(block: &Block, slot: u8) -> u64 {
    let slots = block.first_slot..slot.min(block.end_slot);
    slots
        .filter(|&slot| block.instruction(slot).qp == 0)
        .fold(0, |bits, slot| bits | 1 << (slot & 63))
}
