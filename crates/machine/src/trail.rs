//! The way by which a context came to where it is.

use events::Block;

use crate::block::BlockId;

/// Blocks remembered; each has a bundle at least. A `u8` needs no mask to go round.
const BLOCKS: usize = 256;

/// The blocks that a context executed last, a ring: three stores for each block, about half a host
/// instruction for each guest instruction, so that every crash can say what led to it.
#[derive(Clone, Debug)]
pub struct Trail {
    blocks: [(u32, u8); BLOCKS],
    next: u8,
}

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
            blocks: [(NO_BLOCK, 0); BLOCKS],
            next: 0,
        }
    }

    /// A block was left behind `last`, its last slot that was executed or that faulted.
    #[inline(always)]
    pub(crate) fn push(&mut self, block: BlockId, last: u8) {
        self.blocks[usize::from(self.next)] = (block.0, last);
        self.next = self.next.wrapping_add(1);
    }

    /// The block left `back` blocks before the newest, and its last slot.
    pub(crate) fn block(&self, back: u8) -> Option<(u32, u8)> {
        let (id, last) = self.blocks[usize::from(self.next.wrapping_sub(back).wrapping_sub(1))];
        (id != NO_BLOCK).then_some((id, last))
    }

    /// The last `count` bundles in the address space with this number, oldest first.
    pub(crate) fn bundles(&self, blocks: &[Block], space: u32, count: usize) -> Vec<Passed> {
        let mut bundles: Vec<Passed> = Vec::new();
        // Where the block after the one looked at began, when that was inside a bundle.
        let mut resumed = None;
        // Backwards from the newest entry; `next` is the oldest.
        for back in 1..=BLOCKS as u16 {
            let (id, last) = self.blocks[usize::from(self.next.wrapping_sub(back as u8))];
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
