//! The blocks that a context executed last, for the report of a crash.

use std::cell::OnceCell;
use std::rc::Rc;

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
    /// What the numbers stand for; `None`: nothing was executed.
    numbering: Option<Rc<Numbering>>,
    /// The bundles before them, which were executed when the numbers stood for other blocks.
    earlier: Earlier,
}

/// Bundles of blocks that the machine has given up, oldest first.
#[derive(Clone, Debug, Default)]
struct Earlier {
    /// The number of their address space.
    space: u32,
    bundles: Vec<Passed>,
}

/// What numbers of blocks stand for: from one moment at which the machine gives up its blocks to the next, the blocks of the
/// machine, behind that those that it has given up.
#[derive(Debug, Default)]
pub(crate) struct Numbering(OnceCell<(Vec<Block>, Paths)>);

/// By the number of the block with which a path begins: its blocks, each with the slot behind which the path goes on.
type Paths = Vec<Vec<(u32, u8)>>;

impl Numbering {
    /// The machine gives up the blocks, and the paths that begin with them; trails that name them stay readable.
    pub(crate) fn end(&self, blocks: Vec<Block>, paths: Paths) {
        // Numbers end once.
        let _ = self.0.set((blocks, paths));
    }
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
            numbering: None,
            earlier: Earlier::default(),
        }
    }

    /// Whether its numbers of blocks are these.
    #[inline]
    pub(crate) fn is_of(&self, numbering: &Rc<Numbering>) -> bool {
        self.numbering
            .as_ref()
            .is_some_and(|known| Rc::ptr_eq(known, numbering))
    }

    /// The trail of the same bundles for other numbers of blocks: it names no block, but knows the bundles.
    #[cold]
    pub(crate) fn renumbered(&self, numbering: &Rc<Numbering>) -> Self {
        let mut earlier = self.earlier.clone();
        let ended = self.numbering.as_ref().and_then(|known| known.0.get());
        if let Some((blocks, paths)) = ended
            && let Some((newest, _)) = self.block(0)
            && let Some(space) = blocks.get(newest as usize).map(|block| block.space)
        {
            let path = |id: u32, segment: u8| {
                let path = paths.get(id as usize);
                let passed = path.and_then(|path| path.get(..=usize::from(segment)));
                passed.map_or_else(Vec::new, <[_]>::to_vec)
            };
            let bundles = self.bundles(blocks, path, space, BLOCKS);
            earlier = Earlier { space, bundles };
        }
        Self {
            numbering: Some(Rc::clone(numbering)),
            earlier,
            ..Self::new()
        }
    }

    /// The last `count` bundles before those that it names, if they were executed in the address space with this number.
    pub(crate) fn earlier(&self, space: u32, count: usize) -> Vec<Passed> {
        let bundles = match self.earlier.space == space {
            true => &*self.earlier.bundles,
            false => &[],
        };
        bundles[bundles.len().saturating_sub(count)..].to_vec()
    }

    /// Adds a block or path that was left behind `last`, the last slot that was executed or that faulted.
    #[inline(always)]
    pub(crate) fn push(&mut self, block: BlockId, last: Last) {
        self.passed[usize::from(self.next)] = (block.0, last);
        self.next = self.next.wrapping_add(1);
    }

    /// The block that was left `back` blocks before the newest, and its last slot; for trails without paths.
    fn block(&self, back: u8) -> Option<(u32, u8)> {
        let (id, last) = self.passed[usize::from(self.next.wrapping_sub(back).wrapping_sub(1))];
        (id != NO_BLOCK).then_some((id, last.slot()))
    }

    /// Address of the last bundle of the newest block, with `before` of the block before that one; for trails without paths.
    pub(crate) fn last_bundle(&self, blocks: &[Block], before: bool) -> Option<u64> {
        match self.block(u8::from(before)) {
            Some((id, slot)) => blocks.get(id as usize).map(|block| block.ip_of(slot)),
            None => self.earlier.bundles.last().map(|bundle| bundle.ip),
        }
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

    /// The last `count` bundles in the address space with this number, oldest first. `blocks`: what its numbers of blocks stand for.
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
        let mut goes_back = true;
        for (id, last) in self.backwards(paths) {
            if id == NO_BLOCK {
                break;
            }
            let block = blocks.get(id as usize).filter(|block| block.space == space);
            let Some(block) = block else {
                goes_back = false;
                break;
            };
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
        if goes_back {
            let mut earlier = self.earlier(space, count);
            if earlier.last().map(|bundle| bundle.ip) == resumed {
                earlier.pop();
            }
            bundles.extend(earlier.into_iter().rev());
            bundles.truncate(count);
        }
        bundles.reverse();
        bundles
    }
}
