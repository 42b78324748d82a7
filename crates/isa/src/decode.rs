//! From 128 bits to three instructions.
//!
//! The rows of each unit are arranged in a tree of small tables, indexed by the opcode bits in which they differ;
//! two or three steps lead to the row.  What is to be extracted then is a property of the row ([`Leaf`]).

use std::sync::LazyLock;

use crate::instruction::{Bundle, Hint, Instruction, RowId};
use crate::syntax::{Immediate, Item, Position, Suffix, Syntax};
use crate::table::ROWS;
use crate::{Encoding, Flags, Op, SlotUnit, Template, Unit};

const SLOT_MASK: u64 = (1 << 41) - 1;

/// The 41 bits of one slot (0 to 2) of a bundle.
pub const fn slot_bits(bundle: u128, slot: usize) -> u64 {
    (bundle >> (5 + 41 * slot)) as u64 & SLOT_MASK
}

/// What goes into the small fields of an instruction beside the registers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Extra {
    None,
    Predicates,
    /// Predicates and a bit position: `tbit`; `tf` when 32 is added.
    PredicatesPosition,
    PredicatesFeature,
    Branches,
    /// Position and length: `extr`; `dep.z`; `dep` of an immediate; `dep`.
    Extract,
    DepositA,
    DepositB,
    DepositC,
}

/// Where the hints are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum HintField {
    None,
    Locality,
    Locality12,
    Locality19,
    Branch,
    Predict,
    MovToBr,
}

/// What to extract once the row is known.
#[derive(Copy, Clone, Debug)]
struct Leaf {
    op: Op,
    row: RowId,
    imm: Immediate,
    extra: Extra,
    hint: HintField,
    qp_mask: u8,
}

/// A table index or a row.
#[derive(Copy, Clone)]
struct Entry(u32);

impl Entry {
    const TABLE: u32 = 1 << 31;

    fn leaf(row: usize) -> Self {
        Self(row as u32)
    }

    /// A table of `1 << width` entries at `base`, indexed by the bits from `shift` up.
    fn table(base: usize, shift: u32, width: u32) -> Self {
        Self(Self::TABLE | (base as u32) << 10 | shift << 4 | width)
    }
}

struct Decoder {
    /// By unit (M, I, F, B, X) and major opcode.
    roots: [[Entry; 16]; 5],
    entries: Vec<Entry>,
    leaves: Vec<Leaf>,
}

/// Widest table, in bits.
const WIDEST: u32 = 10;

impl Decoder {
    fn new() -> Self {
        let leaves = (0..ROWS.len()).map(leaf).collect();
        let mut entries = Vec::new();
        let mut roots = [[Entry(0); 16]; 5];
        for (unit, root) in roots.iter_mut().enumerate() {
            for (opcode, entry) in root.iter_mut().enumerate() {
                let rows: Vec<(usize, Encoding)> = (RowId::FIRST_INSTRUCTION..ROWS.len())
                    .filter(|&n| belongs(ROWS[n].unit(), unit))
                    .map(|n| (n, ROWS[n].encoding))
                    .filter(|(_, e)| e.value >> 37 == opcode as u64)
                    .collect();
                *entry = build(&mut entries, &rows, !(0xf << 37));
            }
        }
        Self {
            roots,
            entries,
            leaves,
        }
    }

    #[inline]
    fn leaf(&self, unit: usize, bits: u64) -> &Leaf {
        let mut entry = self.roots[unit][(bits >> 37) as usize & 15].0;
        while entry & Entry::TABLE != 0 {
            let base = (entry & !Entry::TABLE) >> 10;
            let index = (bits >> (entry >> 4 & 63)) as u32 & ((1 << (entry & 15)) - 1);
            entry = self.entries[(base + index) as usize].0;
        }
        &self.leaves[entry as usize]
    }
}

fn belongs(unit: Unit, index: usize) -> bool {
    match unit {
        Unit::A => index < 2,
        Unit::M => index == 0,
        Unit::I => index == 1,
        Unit::F => index == 2,
        Unit::B => index == 3,
        Unit::X => index == 4,
    }
}

/// Arranges rows by the bits in `open`, those that no table above has looked at.
fn build(entries: &mut Vec<Entry>, rows: &[(usize, Encoding)], open: u64) -> Entry {
    let Some((first, encoding)) = rows.first() else {
        return Entry::leaf(usize::from(RowId::ILLEGAL.0));
    };
    if encoding.mask & open == 0 {
        return Entry::leaf(*first);
    }
    // The window of bits from the highest that any row tests down, as wide as allowed.
    let tested = rows.iter().fold(0, |mask, (_, e)| mask | e.mask) & open;
    let high = 63 - tested.leading_zeros();
    let window = tested & !((1u64 << (high + 1).saturating_sub(WIDEST)) - 1);
    let low = window.trailing_zeros();
    let width = high - low + 1;
    let base = entries.len();
    entries.resize(base + (1 << width), Entry(0));
    let field = ((1u64 << width) - 1) << low;
    for index in 0..1u64 << width {
        let chosen = index << low;
        let matching: Vec<(usize, Encoding)> = rows
            .iter()
            .filter(|(_, e)| (e.value ^ chosen) & e.mask & field & open == 0)
            .copied()
            .collect();
        entries[base + index as usize] = build(entries, &matching, open & !field);
    }
    Entry::table(base, low, width)
}

fn leaf(index: usize) -> Leaf {
    let row = &ROWS[index];
    let id = RowId(index as u16);
    let syntax = Syntax::of(id);
    let has = |item: Item| syntax.items.contains(&item);
    let predicates = has(Item::Pr2);
    let extra = if has(Item::Position(Position::Imm5)) {
        Extra::PredicatesFeature
    } else if predicates && has(Item::Position(Position::Pos6)) {
        Extra::PredicatesPosition
    } else if predicates {
        Extra::Predicates
    } else if has(Item::Position(Position::Pos6)) {
        Extra::Extract
    } else if has(Item::Position(Position::CPos6a)) {
        Extra::DepositA
    } else if has(Item::Position(Position::CPos6b)) {
        Extra::DepositB
    } else if has(Item::Position(Position::CPos6c)) {
        Extra::DepositC
    } else if has(Item::Br1) || has(Item::Br2) {
        Extra::Branches
    } else {
        Extra::None
    };
    let hint = match syntax.suffix {
        Suffix::None | Suffix::StatusField => HintField::None,
        Suffix::Locality { extra: 12 } => HintField::Locality12,
        Suffix::Locality { extra: 19 } => HintField::Locality19,
        Suffix::Locality { .. } => HintField::Locality,
        Suffix::Branch => HintField::Branch,
        Suffix::Predict => HintField::Predict,
        Suffix::MovToBr => HintField::MovToBr,
    };
    let qp_mask = if row.flags.contains(Flags::NO_PREDICATE) {
        0
    } else {
        63
    };
    Leaf {
        op: row.op,
        row: id,
        imm: syntax.imm(),
        extra,
        hint,
        qp_mask,
    }
}

static DECODER: LazyLock<Decoder> = LazyLock::new(Decoder::new);

/// Decodes a bundle: the 16 bytes as a little-endian number.
///
/// Never fails: what the architecture reserves decodes to [`Op::Illegal`], and so does every slot of a bundle
/// with a reserved template.
pub fn decode(bundle: u128) -> Bundle {
    let decoder = &*DECODER;
    let template = Template::of(bundle);
    let bits = [
        slot_bits(bundle, 0),
        slot_bits(bundle, 1),
        slot_bits(bundle, 2),
    ];
    let slots = match template.units() {
        None => bits.map(illegal),
        Some([first, second, third]) => {
            let slot0 = decoder.slot(first, bits[0], 0);
            if template.is_mlx() {
                [
                    slot0,
                    long_half(bits[1]),
                    decoder.slot(third, bits[2], bits[1]),
                ]
            } else {
                [
                    slot0,
                    decoder.slot(second, bits[1], 0),
                    decoder.slot(third, bits[2], 0),
                ]
            }
        }
    };
    Bundle { template, slots }
}

/// Sign-extends the low `width` bits.
#[inline]
const fn sext(value: u64, width: u32) -> i64 {
    (value << (64 - width)) as i64 >> (64 - width)
}

/// `width` bits from `shift` up.
#[inline]
const fn field(bits: u64, shift: u32, width: u32) -> u64 {
    bits >> shift & ((1 << width) - 1)
}

impl Decoder {
    #[inline]
    fn slot(&self, unit: SlotUnit, bits: u64, long: u64) -> Instruction {
        let unit = match unit {
            SlotUnit::M => 0,
            SlotUnit::I => 1,
            SlotUnit::F => 2,
            SlotUnit::B => 3,
            SlotUnit::L | SlotUnit::X => 4,
        };
        let leaf = self.leaf(unit, bits);
        let mut insn = raw(bits, leaf.op, leaf.row, leaf.qp_mask);
        insn.imm = match leaf.imm {
            Immediate::None => 0,
            imm => immediate(imm, bits, long),
        };
        match leaf.extra {
            Extra::None => {}
            Extra::Predicates => {
                insn.a = field(bits, 6, 6) as u8;
                insn.b = field(bits, 27, 6) as u8;
            }
            Extra::PredicatesPosition => {
                insn.a = field(bits, 6, 6) as u8;
                insn.b = field(bits, 27, 6) as u8;
                insn.r4 = field(bits, 14, 6) as u8;
            }
            Extra::PredicatesFeature => {
                insn.a = field(bits, 6, 6) as u8;
                insn.b = field(bits, 27, 6) as u8;
                insn.r4 = 32 + field(bits, 14, 5) as u8;
            }
            Extra::Branches => {
                insn.a = field(bits, 6, 3) as u8;
                insn.b = field(bits, 13, 3) as u8;
            }
            Extra::Extract => {
                insn.r4 = field(bits, 14, 6) as u8;
                insn.a = 1 + field(bits, 27, 6) as u8;
            }
            Extra::DepositA => {
                insn.r4 = 63 - field(bits, 20, 6) as u8;
                insn.a = 1 + field(bits, 27, 6) as u8;
            }
            Extra::DepositB => {
                insn.r4 = 63 - field(bits, 14, 6) as u8;
                insn.a = 1 + field(bits, 27, 6) as u8;
            }
            Extra::DepositC => {
                insn.r4 = 63 - field(bits, 31, 6) as u8;
                insn.a = 1 + field(bits, 27, 4) as u8;
            }
        }
        if leaf.imm == Immediate::Imm22 {
            insn.r3 &= 3;
        }
        insn.hint = Hint(match leaf.hint {
            HintField::None => 0,
            HintField::Locality => field(bits, 28, 2) as u8,
            HintField::Locality12 => (field(bits, 28, 2) | field(bits, 12, 1) << 2) as u8,
            HintField::Locality19 => (field(bits, 28, 2) | field(bits, 19, 1) << 2) as u8,
            HintField::Branch => {
                (field(bits, 33, 2) | field(bits, 12, 1) << 2 | field(bits, 35, 1) << 3) as u8
            }
            HintField::Predict => {
                let ret = u64::from(leaf.op == Op::Brp { indirect: true }) & field(bits, 27, 1);
                (field(bits, 3, 2) | field(bits, 35, 1) << 4 | ret << 5) as u8
            }
            HintField::MovToBr => {
                (field(bits, 20, 2) | field(bits, 23, 1) << 4 | field(bits, 22, 1) << 5) as u8
            }
        });
        insn
    }
}

#[inline]
fn raw(bits: u64, op: Op, row: RowId, qp_mask: u8) -> Instruction {
    Instruction {
        imm: 0,
        bits,
        op,
        row,
        qp: bits as u8 & qp_mask,
        hint: Hint(0),
        r1: field(bits, 6, 7) as u8,
        r2: field(bits, 13, 7) as u8,
        r3: field(bits, 20, 7) as u8,
        r4: field(bits, 27, 7) as u8,
        a: 0,
        b: 0,
    }
}

fn illegal(bits: u64) -> Instruction {
    raw(bits, Op::Illegal, RowId::ILLEGAL, 0)
}

fn long_half(bits: u64) -> Instruction {
    raw(bits, Op::LongHalf, RowId::LONG_HALF, 0)
}

/// The value of an immediate; `long` holds the bits of the L slot of an X instruction.
fn immediate(imm: Immediate, bits: u64, long: u64) -> i64 {
    let f = |shift, width| field(bits, shift, width);
    let sign = f(36, 1);
    match imm {
        Immediate::None => 0,
        Immediate::Imm1 => sext(sign, 1),
        Immediate::Imm2 => f(13, 2) as i64,
        Immediate::Imm8 => sext(f(13, 7) | sign << 7, 8),
        Immediate::Imm9a => sext(f(6, 7) | f(27, 1) << 7 | sign << 8, 9),
        Immediate::Imm9b => sext(f(13, 7) | f(27, 1) << 7 | sign << 8, 9),
        Immediate::Imm14 => sext(f(13, 7) | f(27, 6) << 7 | sign << 13, 14),
        Immediate::Imm16 => (f(6, 4) | f(12, 11) << 4 | sign << 15) as i64,
        Immediate::Imm19 => (f(6, 4) | f(12, 14) << 4 | sign << 18) as i64,
        Immediate::Imm21 => (f(6, 20) | sign << 20) as i64,
        Immediate::Imm22 => sext(f(13, 7) | f(27, 9) << 7 | f(22, 5) << 16 | sign << 21, 22),
        Immediate::Imm24 => (f(6, 21) | f(31, 2) << 21 | sign << 23) as i64,
        Immediate::Imm44 => sext(f(6, 27) << 16 | sign << 43, 44),
        Immediate::Imm62 => (f(6, 20) | sign << 20 | long << 21) as i64,
        Immediate::Imm64 => {
            (f(13, 7) | f(27, 9) << 7 | f(22, 5) << 16 | f(21, 1) << 21 | long << 22 | sign << 63)
                as i64
        }
        Immediate::Mask17 => sext(f(6, 7) << 1 | f(24, 8) << 8 | sign << 16, 17),
        Immediate::Count2a | Immediate::Count2b => f(27, 2) as i64 + 1,
        Immediate::Count2c => [0, 7, 15, 16][f(30, 2) as usize],
        Immediate::Count5 => f(14, 5) as i64,
        Immediate::CCount5 => 31 - f(20, 5) as i64,
        Immediate::Count6 => f(27, 6) as i64,
        Immediate::Fclass9 => (f(33, 2) | f(20, 7) << 2) as i64,
        Immediate::Inc3 => {
            let magnitude = [16, 8, 4, 1][f(13, 2) as usize];
            if f(15, 1) != 0 { -magnitude } else { magnitude }
        }
        Immediate::Mbtype4 => f(20, 4) as i64,
        Immediate::Mhtype8 => f(20, 8) as i64,
        Immediate::Target25a => sext(f(6, 20) | sign << 20, 21) << 4,
        Immediate::Target25b => sext(f(6, 7) | f(20, 13) << 7 | sign << 20, 21) << 4,
        Immediate::Target25c => sext(f(13, 20) | sign << 20, 21) << 4,
        // The two low bits of the L slot are not part of the displacement.
        Immediate::Target64 => (f(13, 20) << 4 | (long >> 2) << 24 | sign << 63) as i64,
        Immediate::Const8 => 8,
        Immediate::Const16 => 16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_OPERANDS;

    /// A bundle with one slot of a unit, in slot 0 (M) or 2, and `nop` elsewhere is not needed: the others are zero.
    fn lone(unit: Unit, bits: u64) -> Instruction {
        let (template, slot) = match unit {
            Unit::M | Unit::A => (0x00, 0),
            Unit::I => (0x00, 2),
            Unit::F => (0x0c, 1),
            Unit::B => (0x10, 2),
            Unit::X => (0x04, 2),
        };
        decode(template | u128::from(bits) << (5 + 41 * slot)).slots[slot]
    }

    #[test]
    fn every_row_decodes_to_itself_or_to_an_earlier_row_that_overlaps() {
        for (n, row) in ROWS.iter().enumerate().skip(RowId::FIRST_INSTRUCTION) {
            for fill in [0, !0, 0x155_5555_5555, 0x0aa_aaaa_aaaa] {
                let bits = (row.encoding.value | fill & !row.encoding.mask) & SLOT_MASK;
                let insn = lone(row.unit(), bits);
                let got = usize::from(insn.row.0);
                assert!(
                    got <= n && ROWS[got].encoding.matches(bits),
                    "{row:?} {bits:#x} {insn:?}"
                );
                if fill == 0 {
                    assert_eq!(got, n, "{row:?}");
                }
            }
        }
    }

    #[test]
    fn no_instruction_has_more_operands_than_the_set_holds() {
        for row in ROWS.iter().skip(RowId::FIRST_INSTRUCTION) {
            let bits = row.encoding.value | (0x155_5555_5555 & !row.encoding.mask);
            assert!(
                lone(row.unit(), bits).operands().len() < MAX_OPERANDS,
                "{row:?}"
            );
        }
    }
}
