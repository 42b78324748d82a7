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

macro_rules! kinds {
    ($($kind:ident [$($unit:ident)*] $name:literal: $($half:literal)|+,)*) => {
        /// A template without its stops: the units of the three slots.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        pub enum TemplateKind {
            $(#[doc = concat!("`", $name, "`")] $kind,)*
        }

        impl TemplateKind {
            /// Every kind, in the order of the numbers.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// The kind by a template's number without its lowest bit, which only adds a stop after slot 2.
            const fn of_half(half: u8) -> Option<Self> {
                match half {
                    $($($half)|+ => Some(Self::$kind),)*
                    _ => None,
                }
            }

            /// The units of the three slots.
            pub const fn units(self) -> [SlotUnit; 3] {
                match self {
                    $(Self::$kind => [$(SlotUnit::$unit),*],)*
                }
            }

            /// The three unit letters.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }
        }
    };
}

kinds! {
    Mii [M I I] "MII": 0 | 1,
    Mlx [M L X] "MLX": 2,
    Mmi [M M I] "MMI": 4 | 5,
    Mfi [M F I] "MFI": 6,
    Mmf [M M F] "MMF": 7,
    Mib [M I B] "MIB": 8,
    Mbb [M B B] "MBB": 9,
    Bbb [B B B] "BBB": 11,
    Mmb [M M B] "MMB": 12,
    Mfb [M F B] "MFB": 14,
}

/// The five-bit template of a bundle.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Template(u8);

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

    /// Its units without the stops, `None` when the template is reserved.
    pub const fn kind(self) -> Option<TemplateKind> {
        TemplateKind::of_half(self.0 >> 1)
    }

    /// The units of the three slots, `None` when the template is reserved.
    pub const fn units(self) -> Option<[SlotUnit; 3]> {
        match self.kind() {
            Some(kind) => Some(kind.units()),
            None => None,
        }
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
        matches!(self.kind(), Some(TemplateKind::Mlx))
    }

    /// The slot (0 to 2) by which a disassembler, `ISR` and `psr.ri` name the instruction in a slot: a long instruction, decoded in
    /// slot 2, has slot 1.
    pub const fn shown_slot(self, slot: u8) -> u8 {
        if self.is_mlx() && slot == 2 { 1 } else { slot }
    }

    /// Whether the template is reserved: every slot then raises an illegal operation fault.
    pub const fn is_reserved(self) -> bool {
        self.units().is_none()
    }

    /// The three unit letters as a disassembler prints them: `MII`, `MLX`, …; three blanks' worth of dashes when reserved.
    pub const fn name(self) -> &'static str {
        match self.kind() {
            Some(kind) => kind.name(),
            None => "---",
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
    fn a_long_instruction_is_shown_at_the_first_of_its_slots() {
        for n in 0..32 {
            let template = Template::new(n);
            let last = if template.is_mlx() { 1 } else { 2 };
            assert_eq!(
                [0, 1, 2].map(|slot| template.shown_slot(slot)),
                [0, 1, last]
            );
        }
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
