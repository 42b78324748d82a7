//! Helpers of the unit tests.

use config::Machine;
use events::{Attention, Block, CodeId, Execution, Probe, Totals};

/// A listener that adds up and, besides, waits for a syllable that is not fetched, as the watchdog does near no limit.
#[derive(Debug)]
pub(crate) struct Waiting;

impl Probe for Waiting {
    fn catch_up(&mut self, _: u64, _: &mut dyn Totals) -> Attention {
        Attention {
            sums: true,
            syllables: u64::MAX - 1,
            ..Attention::NOTHING
        }
    }
}

/// The shipped Itanium.
pub(crate) fn itanium() -> Machine {
    toml::from_str(include_str!("../../../configs/itanium.toml"))
        .expect("the shipped configuration")
}

/// The shipped Itanium 2.
pub(crate) fn itanium2() -> Machine {
    toml::from_str(include_str!("../../../configs/itanium2.toml"))
        .expect("the shipped configuration")
}

/// `ld8 r4 = [r3]`.
pub(crate) const LOAD: u128 = 4 << 37 | 3 << 30 | 4 << 6 | 3 << 20;
/// `st8 [r3] = r4`.
pub(crate) const STORE: u128 = 4 << 37 | 0x33 << 30 | 4 << 13 | 3 << 20;
/// `nop.m 0`.
pub(crate) const NOP_M: u128 = NOP_I;
const NOP_I: u128 = 1 << 27;

/// The slot of a `(p6) br.cond.dptk.few`, or with `call` of a `br.call.sptk.few b0`, whose target is `bundles` bundles behind its own bundle
/// (before it if negative).
pub(crate) fn branch(call: bool, bundles: i64) -> u128 {
    let bits = u128::from(bundles as u64);
    let to = (bits & 0xf_ffff) << 13 | (bits >> 20 & 1) << 36;
    match call {
        true => to | 5 << 37,
        false => to | 4 << 37 | 2 << 33 | 6,
    }
}

/// The slot of a `br.ctop.sptk.few`.
pub(crate) fn rotating_branch(bundles: i64) -> u128 {
    branch(false, bundles) & !(3 << 33 | 0x3f) | 7 << 6
}

/// A block of one bundle, `{ .mib memory ; nop.i 0 ; ends ;; }`.
pub(crate) fn block(id: u32, ip: u64, memory: u128, ends: u128) -> Block {
    let slots = (0..).zip([memory, NOP_I, ends]);
    let bits = slots.fold(0x11, |all, (slot, bits)| all | bits << (5 + 41 * slot));
    Block::new(CodeId(id), ip, &[bits])
}

/// An execution of a [`block`] that goes on at `target`, by its branch unless that is the next bundle. `data`: the address of its memory
/// reference, if it makes one.
pub(crate) fn execution(block: &Block, target: u64, data: u64) -> Execution {
    let taken = target != block.ip + 16;
    let refers = block.instruction(0).is_memory();
    Execution {
        end: block.end_slot,
        predicates: if taken { 7 } else { 3 },
        taken: taken.then_some(2),
        target,
        addresses: refers.then_some(data).into_iter().collect(),
        ..Execution::default()
    }
}
