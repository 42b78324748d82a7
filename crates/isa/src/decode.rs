//! From 128 bits to three instructions.

use crate::instruction::{Bundle, Hint, Instruction, RowId};
use crate::{Op, Template};

/// The 41 bits of one slot (0 to 2) of a bundle.
pub const fn slot_bits(bundle: u128, slot: usize) -> u64 {
    (bundle >> (5 + 41 * slot)) as u64 & ((1 << 41) - 1)
}

/// Decodes a bundle (little-endian, as loaded from memory).
pub fn decode(bundle: u128) -> Bundle {
    let slot = |n| Instruction {
        imm: 0,
        bits: slot_bits(bundle, n),
        op: Op::Illegal,
        row: RowId(0),
        qp: 0,
        hint: Hint(0),
        r1: 0,
        r2: 0,
        r3: 0,
        r4: 0,
        a: 0,
        b: 0,
    };
    Bundle {
        template: Template::of(bundle),
        slots: [slot(0), slot(1), slot(2)],
    }
}
