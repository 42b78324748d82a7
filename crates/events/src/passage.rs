//! Blocks that were executed one after the other, told as one: what a listener hears that wants no [`Execution`](crate::Execution)
//! of each.

use crate::{Block, Note};

/// A block of a path. A path is a fixed sequence of blocks: where it was made once, it has the same blocks, as far as it goes, for ever.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The block: an index into [`Passage::blocks`].
    pub block: u32,
    /// The first of its steps.
    pub first: u16,
    /// Instructions of the path before it.
    pub before: u16,
    /// The slot behind which the path goes on with the next block.
    pub last: u8,
    /// The branch in that slot is taken there.
    pub taken: bool,
}

/// A data reference of a passage.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Referred {
    /// Its effective address.
    pub address: u64,
    /// Where its step is in the host's memory, with a bit for one that [made no access](Self::SILENT).
    step: usize,
}

impl Referred {
    /// Bytes of a step in the host's memory.
    pub const STEP: usize = 16;
    /// A deferred load or prefetch, or a check load that found its entry.
    const SILENT: usize = 1 << (usize::BITS - 1);

    /// A reference by a step, which is somewhere in the host's memory.
    #[inline(always)]
    #[must_use]
    pub fn new(address: u64, step: usize, access: bool) -> Self {
        let silent = if access { 0 } else { Self::SILENT };
        Self {
            address,
            step: step | silent,
        }
    }

    /// Whether memory was accessed.
    #[inline(always)]
    #[must_use]
    pub fn accesses(&self) -> bool {
        self.step & Self::SILENT == 0
    }

    /// The number of its step in a path whose first step is somewhere in the host's memory.
    #[inline(always)]
    #[must_use]
    pub fn step(&self, first: usize) -> usize {
        (self.step & !Self::SILENT).wrapping_sub(first) / Self::STEP
    }

    /// The same of one that made its access; more than any path has of one that did not.
    #[inline(always)]
    #[must_use]
    pub fn accessing_step(&self, first: usize) -> usize {
        self.step.wrapping_sub(first) / Self::STEP
    }
}

/// One execution of a path, or of its first blocks.
#[derive(Clone, Copy)]
pub struct Passage<'a> {
    /// All blocks of the machine.
    pub blocks: &'a [Block],
    /// The number of the path.
    pub path: u32,
    /// The blocks that were executed, at least one. All but the last went on as they say.
    pub segments: &'a [Segment],
    /// The number of the way by which the path was left, if it was left by one of its own. Such a number comes with the same of the three
    /// that follow, but for targets that registers say and where a path has become longer.
    pub way: usize,
    /// One past the last slot that retired of the last block.
    pub end: u8,
    /// The branch in that slot was taken.
    pub taken: bool,
    /// Address of the bundle that comes next.
    pub target: u64,
    /// Instructions that retired.
    pub instructions: u64,
    /// Its data references, in program order.
    pub references: &'a [Referred],
    /// Where the first step of the path is in the host's memory: see [`Referred::step`].
    pub first_step: usize,
    /// What happened, in program order; slots are those of any of the blocks.
    pub notes: &'a [Note],
    /// The block, as its number among the segments, and the slot that a step of the path executes.
    pub place: &'a dyn Fn(usize) -> (usize, u8),
}
