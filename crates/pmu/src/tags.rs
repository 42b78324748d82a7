//! The tag network: address ranges and opcode matchers (Itanium reference manual 6.1.3.1, Figure 6-5).

use isa::SlotUnit;

/// Bit of a slot's tags: the bundle is in the instruction range.
pub(crate) const RANGE: u8 = 1;
/// Bit of a slot's tags: Tag(PMC8), which qualifies downstream events.
pub(crate) const PMC8: u8 = 2;
/// Bit of a slot's tags: Tag(PMC9).
pub(crate) const PMC9: u8 = 4;
/// Bits of a slot's tags: four pairs of range and matcher, pair 0 lowest.
pub(crate) const PAIRS: u8 = 0xf0;

/// An opcode matcher register, PMC8 or PMC9.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OpcodeMatcher(pub u64);

impl OpcodeMatcher {
    /// Whether the register's enable bits cover a slot's unit: b 60, f 61, i 62, m 63. Which bit covers a long
    /// instruction is not documented; here it is that of the I unit.
    #[must_use]
    pub(crate) fn covers(self, slot: SlotUnit) -> bool {
        let bit = match slot {
            SlotUnit::B => 60,
            SlotUnit::F => 61,
            SlotUnit::I | SlotUnit::L | SlotUnit::X => 62,
            SlotUnit::M => 63,
        };
        self.0 >> bit & 1 != 0
    }

    /// Whether a 41-bit syllable in a slot of the given type matches: its bits 40:27 and 12:0 are
    /// compared with the match field (59:33) where the mask field (29:3) is 0.
    #[must_use]
    pub(crate) fn matches(self, slot: SlotUnit, syllable: u64) -> bool {
        let seen = syllable & 0x1fff | (syllable >> 27 & 0x3fff) << 13;
        let mask = self.0 >> 3 & 0x7ff_ffff;
        let want = self.0 >> 33 & 0x7ff_ffff;
        self.covers(slot) && (seen ^ want) & !mask & 0x7ff_ffff == 0
    }
}

/// A pair of debug registers used as an address range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pair {
    /// The even register: address.
    pub base: u64,
    /// The odd register: mask in bits 55:0, privilege levels in 59:56, break enables above.
    pub control: u64,
}

impl Pair {
    /// Whether `address` agrees with the base in every bit of the mask; bits 63:56 always count.
    #[must_use]
    pub(crate) fn covers(self, address: u64) -> bool {
        let mask = self.control & 0x00ff_ffff_ffff_ffff | 0xff00_0000_0000_0000;
        (address ^ self.base) & mask == 0
    }

    /// Whether `address` is in a page of 4 KB that agrees with the base in every bit of the mask.
    fn covers_page(self, address: u64) -> bool {
        let page = |address: u64| address & !0xfff;
        let base = Pair {
            base: page(self.base),
            ..self
        };
        base.covers(page(address))
    }

    /// For data ranges, which ignore the break enables and privilege levels: a pair of zeros, as after
    /// reset, is not in use (it would otherwise cover all of the first 2^56 bytes; INFERRED).
    #[must_use]
    pub(crate) fn data_enabled(self) -> bool {
        self.base != 0 || self.control != 0
    }

    /// For instruction ranges: the privilege level is selected and the pair is no breakpoint (x = 0).
    #[must_use]
    pub(crate) fn instruction_enabled(self, level: u8) -> bool {
        self.control >> 63 == 0 && self.control >> (56 + u32::from(level & 3)) & 1 != 0
    }
}

/// The registers that say how instructions and data addresses are tagged.
#[derive(Debug)]
pub(crate) struct TagControls<'a> {
    /// Control registers, PMC0 first.
    pub pmc: &'a [u64; 16],
    /// IBR pairs.
    pub instruction: [Pair; 4],
    /// DBR pairs.
    pub data: [Pair; 4],
}

/// How instructions and data addresses are tagged.
#[derive(Debug, Clone)]
pub(crate) enum Tagger {
    /// One instruction range and two matchers.
    Joint {
        /// PMC13.ta: every instruction is in range.
        all: bool,
        /// IBR pairs.
        instruction: [Pair; 4],
        /// PMC8 and PMC9.
        matchers: [OpcodeMatcher; 2],
        /// PMC11.pt: no data range.
        pass: bool,
        /// DBR pairs.
        data: [Pair; 4],
    },
    /// Four independent pairs, the even ones with PMC8, the odd ones with PMC9.
    Paired {
        /// PMC14: pair n checks no range.
        unchecked: [bool; 4],
        /// PMC14.fine: pairs 0 and 2, 1 and 3 are the first and last address of a range.
        fine: bool,
        /// PMC15: pair n ignores its opcode matcher.
        any_opcode: [bool; 4],
        /// IBR pairs.
        instruction: [Pair; 4],
        /// PMC8 and PMC9.
        matchers: [OpcodeMatcher; 2],
        /// PMC13: the constraints that pair n puts on memory events.
        memory: [MemoryConstraint; 4],
        /// DBR pairs.
        data: [Pair; 4],
    },
}

/// What a pair checks of a memory event (PMC13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MemoryConstraint {
    /// The pair takes part.
    pub enabled: bool,
    /// It checks the tag of the instruction.
    pub instruction: bool,
    /// It checks the data address.
    pub data: bool,
}

impl Tagger {
    /// Tags of an instruction at `ip`, executed at privilege `level`.
    #[must_use]
    pub(crate) fn instruction(&self, ip: u64, level: u8, slot: SlotUnit, syllable: u64) -> u8 {
        match self {
            Tagger::Joint { matchers, .. } => {
                let range = self.fetch(ip, level);
                if range == 0 {
                    return 0;
                }
                let mut tags = RANGE;
                if matchers[0].matches(slot, syllable) {
                    tags |= PMC8;
                }
                if matchers[1].matches(slot, syllable) {
                    tags |= PMC9;
                }
                tags
            }
            Tagger::Paired {
                any_opcode,
                matchers,
                ..
            } => {
                let range = self.fetch(ip, level);
                let mut tags = range & RANGE;
                for pair in 0..4 {
                    let matcher = matchers[pair % 2];
                    // ig_ad (bit 0): the address range is ignored; inv (bit 1): the address has to lie outside of it.
                    let in_range = matcher.0 & 1 != 0
                        || (range >> (4 + pair) & 1 != 0) != (matcher.0 & 2 != 0);
                    if in_range && (any_opcode[pair] || matcher.matches(slot, syllable)) {
                        tags |= 1 << (4 + pair);
                    }
                }
                if tags & self.checking() != 0 {
                    tags |= PMC8;
                }
                // Pairs 1 and 3 are those with PMC9.
                if tags & 0xa0 != 0 {
                    tags |= PMC9;
                }
                tags
            }
        }
    }

    /// Tags of a fetch at `ip`: the range alone. An opcode restriction cannot hold for it.
    #[must_use]
    pub(crate) fn fetch(&self, ip: u64, level: u8) -> u8 {
        match self {
            Tagger::Joint {
                all, instruction, ..
            } => {
                let hit = *all
                    || instruction
                        .iter()
                        .any(|pair| pair.instruction_enabled(level) && pair.covers(ip));
                if hit { RANGE } else { 0 }
            }
            Tagger::Paired {
                unchecked,
                fine,
                instruction,
                ..
            } => {
                let mut tags = 0;
                for pair in 0..4 {
                    let hit = unchecked[pair]
                        || if *fine {
                            // In fine mode the low 12 bits of two pairs bound the range inside a page of 4 KB, which both have to name (INFERRED).
                            let (first, last) = (instruction[pair % 2], instruction[pair % 2 + 2]);
                            let offsets = first.base & 0xfff..=last.base & 0xfff;
                            first.instruction_enabled(level)
                                && first.covers_page(ip)
                                && last.covers_page(ip)
                                && offsets.contains(&(ip & 0xfff))
                        } else {
                            instruction[pair].instruction_enabled(level)
                                && instruction[pair].covers(ip)
                        };
                    if hit {
                        tags |= RANGE | 1 << (4 + pair);
                    }
                }
                if tags & self.checking() == 0 {
                    tags &= !RANGE;
                }
                tags
            }
        }
    }

    /// Tag bits of the pairs that restrict something; all of them when none does. Downstream
    /// events take the union of those pairs.
    fn checking(&self) -> u8 {
        match self {
            Tagger::Joint { .. } => PAIRS,
            Tagger::Paired {
                unchecked,
                any_opcode,
                ..
            } => {
                let bits = (0..4)
                    .filter(|&pair| !(unchecked[pair] && any_opcode[pair]))
                    .map(|pair| 1 << (4 + pair))
                    .sum();
                if bits == 0 { PAIRS } else { bits }
            }
        }
    }

    /// Whether no opcode restriction is set, so that events without an instruction may pass.
    #[must_use]
    pub(crate) fn any_opcode(&self) -> bool {
        match self {
            Tagger::Joint { matchers, .. } => {
                matchers[0].0 >> 60 == 0xf && matchers[0].0 >> 3 & 0x7ff_ffff == 0x7ff_ffff
            }
            Tagger::Paired {
                any_opcode,
                matchers,
                ..
            } => (0..4).all(|pair| {
                let matcher = matchers[pair % 2].0;
                any_opcode[pair]
                    || (matcher >> 60 == 0xf && matcher >> 3 & 0x7ff_ffff == 0x7ff_ffff)
            }),
        }
    }

    /// Tags that every instruction and every fetch carries, wherever it lies and whatever it does.
    #[must_use]
    pub(crate) fn always(&self) -> u8 {
        match self {
            Tagger::Joint { all, .. } => match (*all, self.any_opcode()) {
                (false, _) => 0,
                (true, false) => RANGE,
                (true, true) => RANGE | PMC8,
            },
            Tagger::Paired {
                unchecked,
                any_opcode,
                matchers,
                ..
            } => {
                let open = (0..4).all(|pair| {
                    let inverted = matchers[pair % 2].0 & 3 == 2;
                    unchecked[pair] && any_opcode[pair] && !inverted
                });
                if open { RANGE | PMC8 | PAIRS } else { 0 }
            }
        }
    }

    /// Whether data addresses are restricted at all.
    #[must_use]
    pub(crate) fn restricts_data(&self) -> bool {
        match self {
            Tagger::Joint { pass, .. } => !pass,
            Tagger::Paired { memory, .. } => memory.iter().any(|c| c.enabled && c.data),
        }
    }

    /// Whether a memory event at `address` by an instruction with `tags` passes the data range check.
    #[must_use]
    pub(crate) fn data(&self, address: u64, tags: u8) -> bool {
        match self {
            Tagger::Joint { pass, data, .. } => {
                *pass
                    || data
                        .iter()
                        .any(|pair| pair.data_enabled() && pair.covers(address))
            }
            Tagger::Paired { memory, data, .. } => (0..4).any(|pair| {
                let constraint = memory[pair];
                constraint.enabled
                    && (!constraint.data || data[pair].covers(address))
                    && (!constraint.instruction || tags >> (4 + pair) & 1 != 0)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_matcher_for_one_byte_loads_takes_opcode_4_and_5_with_size_0_in_m_slots() {
        let matcher = OpcodeMatcher(0x8400_0000_07e7_fffb);
        let load = |opcode: u64, x6: u64| opcode << 37 | x6 << 30;
        assert!(matcher.matches(SlotUnit::M, load(4, 0)));
        assert!(matcher.matches(SlotUnit::M, load(5, 0)));
        assert!(!matcher.matches(SlotUnit::M, load(4, 1)), "ld2");
        assert!(!matcher.matches(SlotUnit::M, load(6, 0)));
        assert!(!matcher.matches(SlotUnit::I, load(4, 0)));
    }

    #[test]
    fn the_documented_matcher_for_br_cloop_takes_opcode_4_with_type_5_in_b_slots() {
        for value in [0x1400_0280_03ff_f1fb, 0x1400_0280_03ff_f1f8] {
            let matcher = OpcodeMatcher(value);
            let branch = |opcode: u64, kind: u64| opcode << 37 | kind << 6 | 0x1f;
            assert!(matcher.matches(SlotUnit::B, branch(4, 5)));
            assert!(!matcher.matches(SlotUnit::B, branch(4, 0)), "br.cond");
            assert!(!matcher.matches(SlotUnit::B, branch(5, 5)));
            assert!(!matcher.matches(SlotUnit::M, branch(4, 5)));
        }
    }

    #[test]
    fn the_reset_value_matches_every_syllable() {
        let matcher = OpcodeMatcher(0xf000_0000_3fff_fff8);
        for slot in [SlotUnit::M, SlotUnit::I, SlotUnit::F, SlotUnit::B] {
            assert!(matcher.matches(slot, 0x1ff_ffff_ffff));
            assert!(matcher.matches(slot, 0));
        }
    }

    #[test]
    fn bits_26_to_13_of_a_syllable_are_never_compared() {
        let exact = OpcodeMatcher(0xf000_0000_0000_0000);
        assert!(exact.matches(SlotUnit::M, 0x7ff_e000));
        assert!(!exact.matches(SlotUnit::M, 1));
        assert!(!exact.matches(SlotUnit::M, 1 << 27));
    }

    #[test]
    fn a_pair_compares_the_masked_bits_and_always_the_top_byte() {
        let pair = Pair {
            base: 0x4000_0000_0000_3000,
            control: 0x08ff_ffff_ffff_ff80,
        };
        assert!(pair.covers(0x4000_0000_0000_3070));
        assert!(!pair.covers(0x4000_0000_0000_3080));
        assert!(!pair.covers(0x2000_0000_0000_3000));
        let open = Pair {
            base: 0x4000_0000_0000_0000,
            control: 0x0800_0000_0000_0000,
        };
        assert!(!open.covers(0x6000_0000_0000_0000));
    }

    #[test]
    fn a_breakpoint_pair_and_another_privilege_level_make_no_instruction_range() {
        let user = Pair {
            base: 0,
            control: 0x08ff_ffff_ffff_ff80,
        };
        assert!(user.instruction_enabled(3));
        assert!(!user.instruction_enabled(0));
        assert!(
            !Pair {
                control: user.control | 1 << 63,
                ..user
            }
            .instruction_enabled(3)
        );
    }
}
