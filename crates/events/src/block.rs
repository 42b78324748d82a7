//! The block: consecutive bundles, decoded once, which are the unit of execution, timing and observation.

use std::ops::Range;

use isa::{Bundle, Instruction, Op};

/// Number that names a block in every record about it: dense from 0 in a run. The numbers below [`CodeId::FIRST_BLOCK`] are reused. From there
/// on a number stands for the same code as long as a listener keeps something by it ([`Probe::keeps_code`](crate::Probe::keeps_code)); without
/// such a listener all numbers are given again from the first one on when much code has been written over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CodeId(pub u32);

impl CodeId {
    /// No block. Fetches have it: only their address is known.
    pub const NONE: CodeId = CodeId(u32::MAX);

    /// Numbers below this one name parts of blocks, in turn: a region of interest that begins or ends inside a block
    /// divides it, and each part is timed as a block of its own.
    pub const FIRST_BLOCK: u32 = 4;

    /// Number of the block that the machine decoded as its `index`-th, counted from 0.
    #[inline(always)]
    #[must_use]
    pub const fn of_block(index: u32) -> CodeId {
        CodeId(Self::FIRST_BLOCK + index)
    }
}

/// Consecutive bundles with one entry, decoded once. Flow leaves at the end, at a taken branch, at a
/// failed check or at a fault.
///
/// Slots are numbered 3 × bundle + slot from the first bundle.
#[derive(Debug, Clone)]
pub struct Block {
    /// Its name.
    pub id: CodeId,
    /// Number of the address space in which it executes, below [`Self::SPACES`]. Spaces are numbered in order of first execution; when
    /// the numbers are used up, those of spaces that have ended are given again. Spaces share caches and TLBs but no pages. A block
    /// whose space has ended can be executed again in another one.
    pub space: u32,
    /// Address of the first bundle.
    pub ip: u64,
    /// First slot that belongs to the block, 0 to 2: a block can be entered inside a bundle.
    pub first_slot: u8,
    /// One past the last slot that belongs to the block, which can also end inside a bundle.
    pub end_slot: u8,
    /// The decoded bundles, at most [`Self::MAX_BUNDLES`].
    pub bundles: Box<[Bundle]>,
    /// The bundles as they are in memory (little endian); the template is in bits 4:0.
    pub raw: Box<[u128]>,
    /// Bit i: slot i counts as an instruction. All slots of the block do, except slot 1 of MLX bundles: L and X slot hold one instruction.
    pub counted: u64,
    /// All slots of the block count: it has no MLX bundle.
    pub is_dense: bool,
}

impl Block {
    /// Bundles in a block at most, so that its slots fit a 64-bit mask.
    pub const MAX_BUNDLES: usize = 20;

    /// How many numbers of address spaces there are: as many as caches and TLBs distinguish.
    pub const SPACES: u32 = 1 << 12;

    /// The block of all slots of the bundles `raw` at `ip`, in address space 0; bundles behind the first [`Self::MAX_BUNDLES`] are dropped.
    #[must_use]
    pub fn new(id: CodeId, ip: u64, raw: &[u128]) -> Self {
        let raw = &raw[..raw.len().min(Self::MAX_BUNDLES)];
        let bundles = raw.iter().map(|&bits| isa::decode(bits)).collect();
        Self::decoded(id, 0, ip, 0..3 * raw.len() as u8, bundles, raw.to_vec())
    }

    /// The block of `slots` of `bundles`, which are decoded already; slots are counted from the first bundle.
    #[must_use]
    pub fn decoded(
        id: CodeId,
        space: u32,
        ip: u64,
        slots: Range<u8>,
        bundles: Vec<Bundle>,
        raw: Vec<u128>,
    ) -> Self {
        let instructions = bundles.iter().flat_map(|bundle| &bundle.slots);
        let counted = (0..)
            .zip(instructions)
            .filter(|(slot, instruction)| slots.contains(slot) && instruction.op != Op::LongHalf)
            .fold(0, |counted, (slot, _)| counted | 1 << (slot & 63));
        Self {
            id,
            space,
            ip,
            first_slot: slots.start,
            end_slot: slots.end,
            bundles: bundles.into(),
            raw: raw.into(),
            counted,
            is_dense: counted.count_ones() == slots.len() as u32,
        }
    }

    /// The instruction of a slot. Panics if there is no such slot.
    #[inline]
    #[must_use]
    pub fn instruction(&self, slot: u8) -> &Instruction {
        &self.bundles[usize::from(slot / 3)].slots[usize::from(slot % 3)]
    }

    /// Its instructions with their slot numbers, one for each slot that counts ([`Self::counted`]).
    pub fn instructions(&self) -> impl Iterator<Item = (u8, &Instruction)> {
        (0..)
            .zip(self.bundles.iter().flat_map(|bundle| &bundle.slots))
            .filter(|&(slot, _)| self.counted >> (slot & 63) & 1 != 0)
    }

    /// Address of the bundle of a slot.
    #[inline]
    #[must_use]
    pub fn ip_of(&self, slot: u8) -> u64 {
        self.ip.wrapping_add(u64::from(slot / 3) * 16)
    }

    /// Number of instructions of the block in slots before `end`, which must not lie before the first slot.
    #[inline]
    #[must_use]
    pub fn count_before(&self, end: u8) -> u32 {
        debug_assert!(
            end >= self.first_slot,
            "{end} is before {}",
            self.first_slot
        );
        if self.is_dense {
            return end.wrapping_sub(self.first_slot).into();
        }
        (self.counted & ((1 << end) - 1)).count_ones()
    }

    /// Divides the block before `slot`, which lies behind its first slot. If `slot` lies inside a bundle both parts hold that bundle.
    #[must_use]
    pub fn split(&self, slot: u8, ids: [CodeId; 2]) -> (Block, Block) {
        let bundle = slot / 3;
        let part = |id, bundles: Range<usize>, slots: Range<u8>| {
            let first = bundles.start as u8 * 3;
            Self::decoded(
                id,
                self.space,
                self.ip_of(first),
                slots.start - first..slots.end - first,
                self.bundles[bundles.clone()].to_vec(),
                self.raw[bundles].to_vec(),
            )
        };
        let (all, before) = (self.bundles.len(), usize::from(slot.div_ceil(3)));
        (
            part(ids[0], 0..before, self.first_slot..slot),
            part(ids[1], usize::from(bundle)..all, slot..self.end_slot),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An MLX bundle.
    const LONG: u128 = 0x04;
    /// An MII bundle of `nop`s.
    const PLAIN: u128 = 1 << (27 + 5) | 1 << (27 + 46) | 1 << (27 + 87);

    #[test]
    fn the_half_of_a_long_instruction_does_not_count() {
        let block = Block::new(CodeId(0), 0x1000, &[PLAIN, LONG]);
        assert_eq!(block.counted, 0b101_111);
        assert_eq!(block.count_before(5), 4);
        assert_eq!(block.instructions().count(), 5);
    }

    #[test]
    fn the_parts_of_a_block_keep_addresses_and_instructions() {
        let block = Block::new(CodeId(9), 0x1000, &[PLAIN, LONG, PLAIN]);
        for slot in 1..9 {
            let (early, late) = block.split(slot, [CodeId(0), CodeId(1)]);
            assert_eq!((early.id, late.id), (CodeId(0), CodeId(1)));
            let places = |block: &Block| -> Vec<(u64, u8)> {
                let slots = block.instructions().map(|(slot, _)| slot);
                slots.map(|slot| (block.ip_of(slot), slot % 3)).collect()
            };
            assert_eq!([places(&early), places(&late)].concat(), places(&block));
            assert_eq!(late.ip_of(late.first_slot), block.ip_of(slot));
        }
    }
}
