//! Where blocks begin and end: what bounds a basic block of a program ([`decode`]) and of system mode
//! ([`decode_privileged`]). The tests below and `tests/agreement.rs` check the boundaries.

use std::ops::Range;

use events::{Block, CodeId};
use isa::{Ar, Bundle, Cr, Flags, IndirectFile, Instruction, Op};

use crate::memory::{AddressSpace, MemoryFault, PAGE_MASK};

/// Number of a block, dense from 0: its place among the machine's blocks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct BlockId(pub u32);

/// Which boundary of a block an instruction makes.
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
        _ if instruction.is_branch() || instruction.changes_context() => Boundary::After,
        _ => Boundary::None,
    }
}

/// Whether an instruction of system mode may change the conditions under which the next one executes (status, control
/// registers, translations). A block ends right behind it, so that the run loop checks the context there.
fn alters_system(instruction: &Instruction) -> bool {
    matches!(
        instruction.op,
        Op::MovToCr
            | Op::MovToIndirect(_)
            | Op::MovToPsrL
            | Op::Ssm
            | Op::Rsm
            | Op::Bsw(_)
            | Op::Epc
            | Op::ItcD
            | Op::ItcI
            | Op::ItrD
            | Op::ItrI
            | Op::PtcL
            | Op::PtcG
            | Op::PtcGa
            | Op::PtcE
            | Op::PtrD
            | Op::PtrI
    )
}

/// Whether an instruction of system mode accesses the monitor. A block begins with it, so that the recorder has seen
/// everything earlier.
fn touches_monitor(instruction: &Instruction) -> bool {
    match instruction.op {
        Op::MovToIndirect(file) => matches!(
            file,
            IndirectFile::Pmc | IndirectFile::Pmd | IndirectFile::Ibr | IndirectFile::Dbr
        ),
        Op::MovFromIndirect(IndirectFile::Pmc) => true,
        Op::MovToCr => instruction.cr() == Cr::PMV,
        _ => false,
    }
}

/// Decodes the block of system mode that begins at `first_slot` of the first of `bundles`, which reach to the end of
/// the page. It ends right behind an instruction that may change the conditions for the next one.
pub(crate) fn decode_privileged(
    id: BlockId,
    number: u32,
    bundles: &[[u8; 16]],
    ip: u64,
    first_slot: u8,
) -> Block {
    let mut bundles = bundles.iter();
    let fetch = || {
        bundles
            .next()
            .map(|&bytes| u128::from_le_bytes(bytes))
            .ok_or(())
    };
    let parts = extent(fetch, first_slot, touches_monitor, alters_system);
    parts.block(id, number, ip)
}

/// Decodes a bundle. An instruction that has to be the last of its group and is not becomes an illegal one (volume 3, `rfi`, `bsw`,
/// `cover`, `clrrrb`, `ptc.g`); of an insertion of a translation only the effect is undefined then.
fn decode_bundle(bits: u128) -> Bundle {
    let mut bundle = isa::decode(bits);
    for slot in 0..3 {
        let instruction = &mut bundle.slots[slot];
        if instruction.flags().contains(Flags::LAST)
            && !bundle.template.stop_after(slot)
            && !matches!(instruction.op, Op::ItcD | Op::ItcI)
        {
            instruction.op = Op::Illegal;
        }
    }
    bundle
}

/// Decodes the block of a program that begins at a slot.
///
/// The block ends with the bundle of the first branch, `break` or instruction that changes how others execute; before
/// (perhaps inside a bundle) an instruction that reads a clock or a monitor or changes the user mask, so that the
/// recorder has seen everything earlier; at the end of a page; and after [`Block::MAX_BUNDLES`] bundles.
pub(crate) fn decode(
    id: BlockId,
    number: u32,
    space: &mut AddressSpace,
    ip: u64,
    first_slot: u8,
) -> Result<Block, MemoryFault> {
    let mut fault = None;
    let mut at = ip;
    let fetch = || {
        if at != ip && at & PAGE_MASK == 0 {
            return Err(());
        }
        let bits = space.fetch(at).map_err(|refused| fault = Some(refused))?;
        at = at.wrapping_add(16);
        Ok(bits)
    };
    let parts = extent(fetch, first_slot, |_| false, |_| false);
    match fault {
        Some(fault) => Err(fault),
        None => Ok(parts.block(id, number, ip)),
    }
}

/// The bundles of a block, decoded and as they are in memory, and the range of its slots.
struct Extent {
    bundles: Vec<Bundle>,
    raw: Vec<u128>,
    slots: Range<u8>,
}

impl Extent {
    fn block(self, id: BlockId, number: u32, ip: u64) -> Block {
        let id = CodeId::of_block(id.0);
        Block::decoded(id, number, ip, self.slots, self.bundles, self.raw)
    }
}

/// Initial capacity in bundles: few blocks have more.
const USUAL: usize = 8;

/// Finds how far a block reaches. `fetch` returns one bundle after the other, an error where there is no more. `begins`
/// and `ends`: whether an instruction also has to begin a block, or to end one right behind itself, beside the
/// boundaries that bound every block.
fn extent(
    mut fetch: impl FnMut() -> Result<u128, ()>,
    first_slot: u8,
    begins: impl Fn(&Instruction) -> bool,
    ends: impl Fn(&Instruction) -> bool,
) -> Extent {
    let mut raw = Vec::with_capacity(USUAL);
    let mut bundles = Vec::with_capacity(USUAL);
    let mut end_slot = first_slot;
    'bundles: while bundles.len() < Block::MAX_BUNDLES {
        let Ok(bits) = fetch() else {
            break;
        };
        let bundle = decode_bundle(bits);
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
            if (kind == Boundary::Before || begins(instruction)) && slot > first_slot {
                end_slot = slot;
                if i == 0 {
                    raw.pop();
                    bundles.pop();
                }
                break 'bundles;
            }
            if ends(instruction) {
                end_slot = slot + 1;
                break 'bundles;
            }
            last |= kind != Boundary::None;
        }
        end_slot = base + 3;
        if last {
            break;
        }
    }
    Extent {
        bundles,
        raw,
        slots: first_slot..end_slot,
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
            let block = decode(BlockId(0), 0, &mut space, 0, 0).expect("code");
            assert_eq!(block.end_slot, 3, "x6 = {x6}");
        }
    }
}
