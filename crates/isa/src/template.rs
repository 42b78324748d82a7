//! Bundle templates: which unit each slot goes to and where instruction groups end
//! (volume 3 of the architecture manual, table 3-3 "Template field encoding").

/// The kind of execution unit that a template names for a slot.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum SlotUnit {
    /// Memory.
    M,
    /// Integer.
    I,
    /// Floating point.
    F,
    /// Branch.
    B,
    /// Slot 1 of an MLX bundle: the long immediate.
    L,
    /// Slot 2 of an MLX bundle: the instruction that the immediate belongs to.
    X,
}

/// The five-bit template of a bundle.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Template(u8);

const M: SlotUnit = SlotUnit::M;
const I: SlotUnit = SlotUnit::I;
const F: SlotUnit = SlotUnit::F;
const B: SlotUnit = SlotUnit::B;
const L: SlotUnit = SlotUnit::L;
const X: SlotUnit = SlotUnit::X;

/// Units of the three slots by template number without its lowest bit, which only adds a stop after slot 2.
const UNITS: [Option<[SlotUnit; 3]>; 16] = [
    Some([M, I, I]),
    Some([M, I, I]),
    Some([M, L, X]),
    None,
    Some([M, M, I]),
    Some([M, M, I]),
    Some([M, F, I]),
    Some([M, M, F]),
    Some([M, I, B]),
    Some([M, B, B]),
    None,
    Some([B, B, B]),
    Some([M, M, B]),
    None,
    Some([M, F, B]),
    None,
];

impl Template {
    /// The template of a bundle: its lowest five bits.
    pub const fn of(bundle: u128) -> Self {
        Self((bundle & 0x1f) as u8)
    }

    /// The template with a number; bits above the lowest five are ignored.
    pub const fn new(number: u8) -> Self {
        Self(number & 0x1f)
    }

    /// The number, 0 to 31.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The units of the three slots, `None` when the template is reserved.
    pub const fn units(self) -> Option<[SlotUnit; 3]> {
        UNITS[(self.0 >> 1) as usize & 15]
    }

    /// The unit of one slot (0 to 2), `None` when the template is reserved or there is no such slot.
    pub fn unit(self, slot: usize) -> Option<SlotUnit> {
        self.units().and_then(|units| units.get(slot).copied())
    }

    /// Whether an instruction group ends after a slot (0 to 2).
    pub const fn stop_after(self, slot: usize) -> bool {
        match slot {
            0 => matches!(self.0 >> 1, 5),
            1 => matches!(self.0 >> 1, 1),
            2 => self.0 & 1 != 0 && self.units().is_some(),
            _ => false,
        }
    }

    /// Whether slots 1 and 2 hold one instruction with a long immediate.
    pub const fn is_mlx(self) -> bool {
        self.0 >> 1 == 2
    }

    /// Whether the template is reserved: every slot then raises an illegal operation fault.
    pub const fn is_reserved(self) -> bool {
        self.units().is_none()
    }

    /// The three unit letters as a disassembler prints them: `MII`, `MLX`, …; three blanks' worth of dashes when reserved.
    pub const fn name(self) -> &'static str {
        match self.0 >> 1 {
            0 | 1 => "MII",
            2 => "MLX",
            4 | 5 => "MMI",
            6 => "MFI",
            7 => "MMF",
            8 => "MIB",
            9 => "MBB",
            11 => "BBB",
            12 => "MMB",
            14 => "MFB",
            _ => "---",
        }
    }
}

impl std::fmt::Debug for Template {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Template({:#04x} {})", self.0, self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_template_numbers_are_reserved() {
        let reserved: Vec<u8> = (0..32)
            .filter(|&n| Template::new(n).is_reserved())
            .collect();
        assert_eq!(reserved, [0x06, 0x07, 0x14, 0x15, 0x1a, 0x1b, 0x1e, 0x1f]);
    }

    #[test]
    fn stops_inside_a_bundle_exist_only_in_mii_and_mmi() {
        for n in 0..32 {
            let t = Template::new(n);
            assert_eq!(t.stop_after(0), n == 0x0a || n == 0x0b, "{t:?}");
            assert_eq!(t.stop_after(1), n == 0x02 || n == 0x03, "{t:?}");
        }
    }
}
