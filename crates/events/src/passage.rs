//! The record of several blocks that were executed one after the other: one [`Passage`] instead of an [`Execution`](crate::Execution)
//! for each block. Functional warming (`uarch`) takes these.
//!
//! The machine joins blocks that mostly follow each other to a *path* of *steps*, which are decoded instructions in the host's memory. A
//! path may be left behind any of its blocks.

use crate::{Block, Note};

/// A block in a path. A path is a fixed sequence of blocks: it may become longer or be made again shorter, but the block at an index
/// never changes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The block: an index into [`Passage::blocks`].
    pub block: u32,
    /// Index of the first step of the block among the steps of the path.
    pub first_step: u16,
    /// Number of instructions of the path before the block.
    pub instructions_before: u16,
    /// The slot behind which the path goes on with the next block.
    pub last: u8,
    /// The path goes on at the target of the branch in that slot, which is taken.
    pub taken: bool,
}

/// A data reference of a passage.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Referred {
    /// Its effective address.
    pub address: u64,
    /// Address of its step in the host's memory; the top bit is set if it [made no access](Self::SILENT).
    step: usize,
}

impl Referred {
    /// Bytes of a step in the host's memory.
    pub const STEP: usize = 16;
    /// Set in `step` for a deferred load or prefetch, and for a check load that found its ALAT entry.
    const SILENT: usize = 1 << (usize::BITS - 1);

    /// A reference to `address` by the step at address `step` of the host's memory. `access`: it accessed memory.
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

    /// Index of its step in its path, whose first step is at address `first` of the host's memory.
    #[inline(always)]
    #[must_use]
    pub fn step(&self, first: usize) -> usize {
        (self.step & !Self::SILENT).wrapping_sub(first) / Self::STEP
    }

    /// As [`step`](Self::step) for a reference that accessed memory. For one that did not the result is larger than the index of any step.
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
    /// The blocks that were executed, at least one. Each but the last was left as its segment says.
    pub segments: &'a [Segment],
    /// Index of the exit by which the path was left; [`usize::MAX`] if it was interrupted instead. As long as the path does not become
    /// longer, an index always comes with the same `end`, `taken` and `target`, except for targets that are read from registers.
    pub way: usize,
    /// One past the last slot that retired of the last block.
    pub end: u8,
    /// The branch in the last slot that retired was taken.
    pub taken: bool,
    /// Address of the bundle that comes next.
    pub target: u64,
    /// Instructions that retired.
    pub instructions: u64,
    /// Its data references, in program order.
    pub references: &'a [Referred],
    /// Address of the first step of the path in the host's memory: see [`Referred::step`].
    pub first_step: usize,
    /// Rare facts in program order. Slots are numbered within their block; which block of the path that is, a note does not say.
    pub notes: &'a [Note],
    /// Of a step, by its index in the path: the index of its block in `segments`, and its slot there.
    pub place: &'a dyn Fn(usize) -> (usize, u8),
}
