//! What the tests share: random numbers and a small assembler made from the instruction table.

use isa::table::{ROWS, Row};
use isa::{Instruction, SlotUnit, Template, Unit, decode};

/// Bits of a slot.
pub(crate) const SLOT: u64 = (1 << 41) - 1;

/// What tests are drawn from: the same numbers on every host.
pub(crate) struct Random(fastrand::Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.u64(..)
    }

    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.0.u64(..list.len() as u64) as usize]
    }
}

/// The slot of a row with values for its fields: `r1`, `f2`, `p1`, `b1`, `qp`, …, or a bit number as `@27`.
///
/// Panics when no row has the syntax: a test then names an instruction that does not exist.
pub(crate) fn slot(syntax: &str, fields: &[(&str, u64)]) -> u64 {
    let row = ROWS
        .iter()
        .find(|row| row.syntax == syntax)
        .unwrap_or_else(|| panic!("{syntax}"));
    let mut bits = row.encoding.value;
    for &(name, value) in fields {
        let at = match name {
            "qp" => 0,
            "r1" | "f1" | "p1" | "b1" => 6,
            "r2" | "f2" | "b2" => 13,
            "r3" | "f3" | "ar3" | "cr3" => 20,
            "f4" | "p2" => 27,
            other => other
                .strip_prefix('@')
                .and_then(|n| n.parse().ok())
                .expect("a field"),
        };
        bits |= value << at;
    }
    bits
}

/// A bundle of three slots.
pub(crate) fn bundle(template: u8, slots: [u64; 3]) -> u128 {
    u128::from(template)
        | u128::from(slots[0]) << 5
        | u128::from(slots[1]) << 46
        | u128::from(slots[2]) << 87
}

/// A template without inner stops, and the slot in it, for an instruction of a unit.
pub(crate) fn place(unit: Unit) -> (u8, usize) {
    match unit {
        Unit::A | Unit::M => (0x08, 0),
        Unit::I => (0x00, 2),
        Unit::F => (0x0c, 1),
        Unit::B => (0x16, 0),
        Unit::X => (0x04, 2),
    }
}

/// Decodes a slot on its own.
pub(crate) fn lone(unit: Unit, bits: u64) -> Instruction {
    let (template, slot) = place(unit);
    let mut slots = [0; 3];
    slots[slot] = bits;
    decode(bundle(template, slots)).slots[slot]
}

/// A row of the table that is an instruction.
pub(crate) fn random_row(random: &mut Random) -> &'static Row {
    loop {
        let row = random.pick(&ROWS[..]);
        if row.encoding.mask != 0 {
            return row;
        }
    }
}

/// A bundle whose slots hold rows that fit them, with random operands.
pub(crate) fn random_bundle(random: &mut Random) -> u128 {
    let template = loop {
        let template = Template::new(random.next() as u8);
        if !template.is_reserved() {
            break template;
        }
    };
    let mut slots = [0; 3];
    for (n, bits) in slots.iter_mut().enumerate() {
        *bits = match template.unit(n) {
            None | Some(SlotUnit::L) => random.next() & SLOT,
            Some(unit) => loop {
                let row = random_row(random);
                let fits = match row.unit() {
                    Unit::A => matches!(unit, SlotUnit::M | SlotUnit::I),
                    Unit::M => unit == SlotUnit::M,
                    Unit::I => unit == SlotUnit::I,
                    Unit::F => unit == SlotUnit::F,
                    Unit::B => unit == SlotUnit::B,
                    Unit::X => unit == SlotUnit::X,
                };
                if fits {
                    break (row.encoding.value | random.next() & !row.encoding.mask) & SLOT;
                }
            },
        };
    }
    bundle(template.number(), slots)
}
