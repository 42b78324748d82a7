//! The way by which a context came to where it is.

use events::Block;

use crate::block::BlockId;

/// Blocks or paths remembered; each has a bundle at least. A `u8` needs no mask to go round.
const BLOCKS: usize = 256;

/// The blocks and paths that a context executed last, a ring: three stores for each block, about half a host
/// instruction for each guest instruction, so that every crash can say what led to it.
#[derive(Clone, Debug)]
pub struct Trail {
    passed: [(u32, Last); BLOCKS],
    next: u8,
}

/// The slot behind which a block was left, or one of the blocks of a path.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Last([u8; 2]);

impl Last {
    /// Of a block.
    pub(crate) const fn new(slot: u8) -> Self {
        Self([slot, 0])
    }

    /// Of a block that is left by the branch or check in the slot.
    pub(crate) const fn of_branch(slot: u8) -> Self {
        Self([slot, BRANCH])
    }

    /// Of the block with this number in a path.
    pub(crate) const fn of_path(segment: u8, slot: u8) -> Self {
        Self([slot, segment & !BRANCH])
    }

    /// The same, so many blocks further on in a path.
    pub(crate) const fn moved(self, segments: u8) -> Self {
        Self([self.slot(), self.0[1] + segments])
    }

    /// The slot.
    pub(crate) const fn slot(self) -> u8 {
        self.0[0]
    }

    /// The number of the block in the path, 0 for a block alone.
    pub(crate) const fn segment(self) -> u8 {
        self.0[1] & !BRANCH
    }

    /// Whether the branch or check in the slot was taken.
    pub(crate) const fn is_branch(self) -> bool {
        self.0[1] & BRANCH != 0
    }
}

/// Beside the number of a block in a path: it is left by a branch.
const BRANCH: u8 = 0x80;

/// No block has this number: a machine would have run out of memory long before.
const NO_BLOCK: u32 = u32::MAX;

/// A bundle that was executed, wholly or in part.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    /// Its address.
    pub ip: u64,
    /// The bundle as it was when it was executed.
    pub raw: u128,
}

impl Trail {
    pub(crate) fn new() -> Self {
        Self {
            passed: [(NO_BLOCK, Last::new(0)); BLOCKS],
            next: 0,
        }
    }

    /// A block or path was left behind `last`, the last slot that was executed or that faulted.
    #[inline(always)]
    pub(crate) fn push(&mut self, block: BlockId, last: Last) {
        self.passed[usize::from(self.next)] = (block.0, last);
        self.next = self.next.wrapping_add(1);
    }

    /// The block left `back` blocks before the newest, and its last slot, where no path was executed.
    pub(crate) fn block(&self, back: u8) -> Option<(u32, u8)> {
        let (id, last) = self.passed[usize::from(self.next.wrapping_sub(back).wrapping_sub(1))];
        (id != NO_BLOCK).then_some((id, last.slot()))
    }

    /// All blocks, newest first, each with its last slot. `paths`: the blocks of a path up to one of them, with theirs.
    fn backwards(
        &self,
        paths: impl Fn(u32, u8) -> Vec<(u32, u8)>,
    ) -> impl Iterator<Item = (u32, u8)> {
        // `next` is the oldest.
        (1..=BLOCKS as u16).flat_map(move |back| {
            let (id, last) = self.passed[usize::from(self.next.wrapping_sub(back as u8))];
            let mut passed = match last.segment() {
                0 => Vec::new(),
                segment => paths(id, segment),
            };
            // The one that was left was so behind another slot.
            let left = passed.pop().map_or(id, |(left, _)| left);
            passed.push((left, last.slot()));
            passed.into_iter().rev()
        })
    }

    /// The last `count` bundles in the address space with this number, oldest first.
    pub(crate) fn bundles(
        &self,
        blocks: &[Block],
        paths: impl Fn(u32, u8) -> Vec<(u32, u8)>,
        space: u32,
        count: usize,
    ) -> Vec<Passed> {
        let mut bundles: Vec<Passed> = Vec::new();
        // Where the block after the one looked at began, when that was inside a bundle.
        let mut resumed = None;
        for (id, last) in self.backwards(paths) {
            let block = blocks.get(id as usize).filter(|block| block.space == space);
            let Some(block) = block else { break };
            let end = usize::from(last / 3 + 1).min(block.raw.len());
            for (n, &raw) in block.raw[..end].iter().enumerate().rev() {
                let ip = block.ip.wrapping_add(16 * n as u64);
                // A bundle that was left in the middle and gone on with is one.
                if n + 1 != end || resumed != Some(ip) {
                    bundles.push(Passed { ip, raw });
                }
                if bundles.len() == count {
                    bundles.reverse();
                    return bundles;
                }
            }
            resumed = (block.first_slot > 0).then_some(block.ip);
        }
        bundles.reverse();
        bundles
    }
}
