//! The blocks that a context executed last, for the report of a crash.

use events::Block;

use crate::block::BlockId;

/// Entries of the ring: blocks or paths, each of one bundle at least. With 256 entries a `u8` index wraps by itself.
const BLOCKS: usize = 256;

/// The blocks and paths that a context executed last, in a ring. It costs three stores for each block, about half a
/// host instruction for each guest instruction; for that every crash report can name the bundles that led to it.
#[derive(Clone, Debug)]
pub struct Trail {
    /// Number of the block, or of the first block of the path, and where it was left.
    passed: [(u32, Last); BLOCKS],
    /// The entry that is written next, which is the oldest.
    next: u8,
}

/// Where a block or path was left: the last slot, and the block of the path that it belongs to with [`BRANCH`] beside it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Last([u8; 2]);

impl Last {
    /// Of a block that is left behind a slot, not by a branch.
    pub(crate) const fn new(slot: u8) -> Self {
        Self([slot, 0])
    }

    /// Of a block that is left by the branch or check in the slot.
    pub(crate) const fn of_branch(slot: u8) -> Self {
        Self([slot, BRANCH])
    }

    /// Of a path that is left in its block number `segment` behind a slot.
    pub(crate) const fn of_path(segment: u8, slot: u8) -> Self {
        Self([slot, segment & !BRANCH])
    }

    /// The same place in a path that has `segments` more blocks in front.
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

/// Flag beside the number of a block in a path: it is left by a branch or check.
const BRANCH: u8 = 0x80;

/// Marks an unused entry: `BLOCK_LIMIT` keeps the numbers of blocks far below.
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

    /// Adds a block or path that was left behind `last`, the last slot that was executed or that faulted.
    #[inline(always)]
    pub(crate) fn push(&mut self, block: BlockId, last: Last) {
        self.passed[usize::from(self.next)] = (block.0, last);
        self.next = self.next.wrapping_add(1);
    }

    /// The block that was left `back` blocks before the newest, and its last slot; for trails without paths.
    pub(crate) fn block(&self, back: u8) -> Option<(u32, u8)> {
        let (id, last) = self.passed[usize::from(self.next.wrapping_sub(back).wrapping_sub(1))];
        (id != NO_BLOCK).then_some((id, last.slot()))
    }

    /// All blocks, newest first, each with its last slot. `paths` returns the blocks of a path as far as one of them,
    /// each with the slot behind which the path goes on.
    fn backwards(
        &self,
        paths: impl Fn(u32, u8) -> Vec<(u32, u8)>,
    ) -> impl Iterator<Item = (u32, u8)> {
        // `next` is the oldest entry and comes last.
        (1..=BLOCKS as u16).flat_map(move |back| {
            let (id, last) = self.passed[usize::from(self.next.wrapping_sub(back as u8))];
            let mut passed = match last.segment() {
                0 => Vec::new(),
                segment => paths(id, segment),
            };
            // The last of these blocks was left behind `last`, not where the path goes on.
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
        // Bundle in which the following block began, if it began inside one.
        let mut resumed = None;
        for (id, last) in self.backwards(paths) {
            let block = blocks.get(id as usize).filter(|block| block.space == space);
            let Some(block) = block else { break };
            let end = usize::from(last / 3 + 1).min(block.raw.len());
            for (n, &raw) in block.raw[..end].iter().enumerate().rev() {
                let ip = block.ip.wrapping_add(16 * n as u64);
                // A bundle in which one block ends and the next begins is listed once.
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
