//! Straight-line code, decoded once.

use isa::{Ar, Bundle, IndirectFile, Instruction, Op};

use crate::memory::{AddressSpace, MemoryFault, PAGE_MASK, SpaceId};

/// Number of a block: dense from 0, unique over all address spaces of a machine, never reused.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

/// Bundles in a block at most, so that its slots fit a 64-bit mask.
pub const MAX_BUNDLES: usize = 20;

/// Consecutive bundles with one entry. Flow leaves at the end, at a taken branch, at a failed check
/// or at a fault.
///
/// Slots are numbered 3 × bundle + slot from the first bundle. A block ends with the bundle of the
/// first branch, `break` or instruction that changes how others execute; before (perhaps inside a
/// bundle) an instruction that reads a clock or a monitor, so that the recorder has seen everything
/// earlier; and at the end of a page.
#[derive(Debug)]
pub struct Block {
    /// Its number.
    pub id: BlockId,
    /// The address space that it executes in. One that executed in a space that is gone can be met
    /// again in another.
    pub space: SpaceId,
    /// Address of the first bundle.
    pub ip: u64,
    /// First slot that belongs to the block, 0 to 2.
    pub first_slot: u8,
    /// One past the last slot that belongs to it.
    pub end_slot: u8,
    /// The decoded bundles.
    pub bundles: Box<[Bundle]>,
    /// The bundles as they are in memory.
    pub raw: Box<[u128]>,
    /// Bit i: slot i counts as an instruction. All slots do but slot 1 of MLX bundles.
    pub counted: u64,
}

/// What ends a block, besides its length.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Boundary {
    None,
    /// A block begins with this instruction.
    Before,
    /// A block ends with the bundle of this instruction.
    After,
}

fn boundary(instruction: &Instruction) -> Boundary {
    match instruction.op {
        Op::MovFromAr if matches!(instruction.ar(), Ar::ITC | Ar::RUC) => Boundary::Before,
        Op::MovFromIndirect(IndirectFile::Pmd) | Op::Sum | Op::Rum | Op::MovToUm => {
            Boundary::Before
        }
        Op::Branch { .. }
        | Op::Break
        | Op::Rfi
        | Op::Epc
        | Op::Bsw(_)
        | Op::Vmsw(_)
        | Op::Ssm
        | Op::Rsm
        | Op::MovToPsrL
        | Op::SrlzI
        | Op::SyncI
        | Op::Cover
        | Op::Clrrrb
        | Op::ClrrrbPr => Boundary::After,
        _ => Boundary::None,
    }
}

impl Block {
    /// Decodes the block that begins at a slot.
    pub(crate) fn translate(
        id: BlockId,
        space: &mut AddressSpace,
        ip: u64,
        first_slot: u8,
    ) -> Result<Self, MemoryFault> {
        let mut raw = Vec::with_capacity(4);
        let mut bundles = Vec::with_capacity(4);
        let mut end_slot;
        let mut counted = 0;
        let mut at = ip;
        'bundles: loop {
            let bits = space.fetch(at)?;
            let bundle = isa::decode(bits);
            raw.push(bits);
            bundles.push(bundle);
            let base = (bundles.len() as u8 - 1) * 3;
            let mut last = false;
            for (i, instruction) in bundle.slots.iter().enumerate() {
                let slot = base + i as u8;
                if slot < first_slot {
                    continue;
                }
                let kind = boundary(instruction);
                if kind == Boundary::Before && slot > first_slot {
                    end_slot = slot;
                    if i == 0 {
                        raw.pop();
                        bundles.pop();
                    }
                    break 'bundles;
                }
                last |= kind != Boundary::None;
                if instruction.op != Op::LongHalf {
                    counted |= 1 << slot;
                }
            }
            end_slot = base + 3;
            at = at.wrapping_add(16);
            if last || bundles.len() == MAX_BUNDLES || at & PAGE_MASK == 0 {
                break;
            }
        }
        Ok(Self {
            id,
            space: space.id(),
            ip,
            first_slot,
            end_slot,
            bundles: bundles.into(),
            raw: raw.into(),
            counted,
        })
    }

    /// Gives up what a block that never executes again does not need: a trail still shows its bytes.
    pub(crate) fn empty(&mut self) {
        self.bundles = Box::default();
    }

    /// The instruction of a slot. Panics if there is no such slot.
    #[inline]
    pub fn instruction(&self, slot: u8) -> &Instruction {
        &self.bundles[usize::from(slot / 3)].slots[usize::from(slot % 3)]
    }

    /// Address of the bundle of a slot.
    #[inline]
    pub fn ip_of(&self, slot: u8) -> u64 {
        self.ip.wrapping_add(u64::from(slot / 3) * 16)
    }

    /// Instructions in the slots before `end`.
    #[inline]
    pub fn count_before(&self, end: u8) -> u32 {
        (self.counted & ((1 << end) - 1)).count_ones()
    }

    /// Instructions in the whole block.
    #[inline]
    pub fn len(&self) -> u32 {
        self.counted.count_ones()
    }

    /// False: every block has an instruction.
    pub fn is_empty(&self) -> bool {
        self.counted == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Protection, Sharing};

    #[test]
    fn instructions_behind_one_that_renames_registers_are_in_another_block() {
        // nop.m, nop.i, and an instruction of the B unit; cover, clrrrb and clrrrb.pr differ in bits 32:27.
        let bundle = |b: u128| 0x11 | 1 << (27 + 5) | 1 << (27 + 46) | b << 87;
        for x6 in [2, 4, 5] {
            let mut space = AddressSpace::new();
            space.map(0, 0x4000, Protection::RWX, Sharing::Private);
            let code = [bundle(x6 << 27), bundle(2 << 37), bundle(2 << 37)];
            for (at, bits) in (0..).step_by(16).zip(code) {
                space.poke(at, &bits.to_le_bytes()).expect("mapped");
            }
            let block = Block::translate(BlockId(0), &mut space, 0, 0).expect("code");
            assert_eq!(block.end_slot, 3, "x6 = {x6}");
        }
    }
}
