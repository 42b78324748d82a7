//! The unit of a syllable.

use super::step::SYLLABLE;
use isa::Template;

/// The unit of a syllable: with its 41 bits it names the instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Memory, slot 0 or 1.
    M,
    /// Integer; with a long immediate, X.
    I,
    /// Floating point.
    F,
    /// Branch.
    B,
}

impl Unit {
    pub(super) const ALL: [Unit; 4] = [Unit::M, Unit::I, Unit::F, Unit::B];

    /// The instruction that a syllable is in this unit.
    #[must_use]
    pub fn instruction(self, syllable: u64, long: Option<u64>) -> isa::Instruction {
        // A bundle in which the unit has a slot: MLX (4), MII (0), MFI (0xc), BBB (0x16).
        let (template, slot) = match (self, long) {
            (_, Some(_)) => (0x04, 2),
            (Unit::M, _) => (0x00, 0),
            (Unit::I, _) => (0x00, 2),
            (Unit::F, _) => (0x0c, 1),
            (Unit::B, _) => (0x16, 2),
        };
        let at = |slot: u32, bits: u64| u128::from(bits & SYLLABLE) << (5 + 41 * slot);
        let bundle = u128::from(Template::new(template).number())
            | at(slot, syllable)
            | long.map_or(0, |long| at(1, long));
        isa::decode(bundle).slots[slot as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_and_its_syllable_name_the_instruction() {
        // ld8 r14=[r34],8 and nop.b.
        let load = Unit::M.instruction(0x0a0_2288_0380, None);
        assert_eq!(load.unit(), isa::Unit::M);
        let nop = Unit::B.instruction(2 << 37, None);
        assert_eq!(nop.op, isa::Op::Nop);
        let movl = Unit::I.instruction(6 << 37 | 4 << 6, Some(1));
        assert_eq!(movl.op, isa::Op::Movl);
    }
}
