//! From 128 bits to three instructions.
//!
//! The opcode and the eleven bits below it, which hold nearly all extension fields, index a table of each unit.  An
//! entry gives a leaf, or up to eight adjacent leaves of which up to three lower bits select one.  The leaf says what to
//! extract, as masks and rotations.  So the common case has no branches, which would be mispredicted: their outcomes
//! would be as irregular as the code.  Few instructions take the rest: immediates of another form, and rows that other
//! bits tell apart.

use std::sync::OnceLock;

use crate::instruction::{Bundle, Hint, Instruction};
use crate::syntax::{Immediate, Syntax};
use crate::table::ROWS;
use crate::{Encoding, Flags, Format, Op, RowId, SlotUnit, Template, Unit};

const SLOT_MASK: u64 = (1 << 41) - 1;

/// The 41 bits of one slot (0 to 2) of a bundle.
pub const fn slot_bits(bundle: u128, slot: usize) -> u64 {
    (bundle >> (5 + 41 * slot)) as u64 & SLOT_MASK
}

/// A group of bits, moved to where they belong: `(bits & mask).rotate_right(rotation)`.
#[derive(Copy, Clone, Debug, Default)]
struct Piece {
    mask: u64,
    rotation: u8,
}

impl Piece {
    /// `width` bits from `from` up, moved to `to`.
    fn new(width: u32, from: u32, to: u32) -> Self {
        Self {
            mask: ((1 << width) - 1) << from,
            rotation: (from.wrapping_sub(to) & 63) as u8,
        }
    }
}

/// A row of the instruction table as the decoder needs it: its operation, and what to extract.
#[derive(Copy, Clone, Debug)]
#[repr(align(64))]
struct Leaf {
    /// The immediate is the sum of two [`Piece`]s: their masks,
    masks: [u64; 2],
    /// their rotations,
    rotations: [u8; 2],
    /// and of this value if bit 36 is set: the bit's weight, negative where it is a sign.
    sign: i64,
    op: Op,
    row: RowId,
    /// The bits of the qualifying predicate; 0 for an instruction that has none.
    qp_mask: u8,
    /// What is left to do after extraction: 0, nothing; [`IMMEDIATE`]; or [`LIST`] plus the number of the list in which
    /// the row has to be found.
    completion: u8,
}

/// [`Leaf::completion`]: the immediate is not a sum of two pieces and bit 36 ([`special_immediate`]).
const IMMEDIATE: u8 = 1;
/// [`Leaf::completion`], plus the number of a list ([`Decoder::ambiguous_rows`]): bits that neither index the table nor
/// select a leaf tell rows apart.
const LIST: u8 = 2;

/// The bits of a slot below those that index a unit's table.
const LOW_BITS: u32 = 26;
/// Entries of a unit's table, which bits 40 to [`LOW_BITS`] index.
const PRIMARY: usize = 1 << (41 - LOW_BITS);
/// Leaves that there is room for; a power of two, so that indices need no check.
const LEAVES: usize = 1024;

/// An entry of a unit's table: the index of a leaf, and from bit [`CHOICE`] up a mask of three bits.  It selects those of the unit's
/// choice bits ([`CHOICE_SHIFT`]) that are added to the index.
type LeafIndex = u16;
/// Position of the mask in a [`LeafIndex`].
const CHOICE: u32 = 13;

/// The tables.
struct Decoder {
    /// [`PRIMARY`] entries for each of the five units; a power of two of them, so that indices need no check.
    primary: Box<[LeafIndex; 8 * PRIMARY]>,
    /// A leaf for each row, in the order of the rows, and then the groups of leaves among which choice bits select.
    leaves: Box<[Leaf; LEAVES]>,
    /// Rows that still other bits tell apart; the first that matches counts.
    ambiguous_rows: Vec<Vec<(usize, Encoding)>>,
}

/// `hint.m` with any immediate: those that neither hint nor move to a data access hint register are nops.
const IGNORED_HINT: Encoding = Format::M48.encode(&[0, 0, 0, 1, 1]);

/// The units, in the order of their parts in [`Decoder::primary`].
const M: u32 = 0;
const I: u32 = 1;
const F: u32 = 2;
const B: u32 = 3;
const X: u32 = 4;

/// For each unit the lowest of three bits that select within a group of leaves: they hold `c` (and `y`) of compares and tests (M, I),
/// `ta` (F), `btype` (B) or `vc` (X).
const CHOICE_SHIFT: [u32; 5] = [12, 12, 12, 6, 20];

/// What decoding a slot needs of its unit, in one number: [`CHOICE_SHIFT`] in the low byte, above it the index of the unit's first
/// entry in [`Decoder::primary`].
const fn place(unit: u32) -> u32 {
    (unit * PRIMARY as u32) << 8 | CHOICE_SHIFT[unit as usize]
}

/// In [`PLACES`]: the template is reserved or has an X unit.  No unit's place is 0.
const NOT_PLAIN: u32 = 0;

/// The places of the three slots by template number; a fourth makes the size a power of two.
const PLACES: [[u32; 4]; 32] = {
    let mut table = [[NOT_PLAIN; 4]; 32];
    let mut number = 0;
    while number < 32 {
        let template = Template::new(number as u8);
        if let (Some(units), false) = (template.units(), template.is_mlx()) {
            let mut slot = 0;
            while slot < 3 {
                table[number][slot] = match units[slot] {
                    SlotUnit::M => place(M),
                    SlotUnit::I => place(I),
                    SlotUnit::F => place(F),
                    SlotUnit::B => place(B),
                    SlotUnit::L | SlotUnit::X => place(X),
                };
                slot += 1;
            }
        }
        number += 1;
    }
    table
};

/// The leaves and lists while the tables are made; the fields are those of [`Decoder`].
struct Builder {
    leaves: Vec<Leaf>,
    ambiguous_rows: Vec<Vec<(usize, Encoding)>>,
}

impl Builder {
    /// Fills the part of a unit's table whose index agrees with `start` in the bits above `bit` (a bit of the slot, 40 at first).
    /// `rows`: those that match these bits.
    fn fill(
        &mut self,
        unit: u32,
        primary: &mut [LeafIndex],
        start: usize,
        bit: u32,
        rows: &[(usize, Encoding)],
    ) {
        let open = rows.iter().fold(0, |mask, (_, e)| mask | e.mask) & ((2 << bit) - 1);
        if bit < LOW_BITS || open >> LOW_BITS == 0 {
            let entry = self.entry(unit, rows);
            let length = if bit < LOW_BITS {
                1
            } else {
                2 << (bit - LOW_BITS)
            };
            primary[start..start + length].fill(entry);
            return;
        }
        if open >> bit & 1 == 0 {
            // No row tests this bit: both halves are equal.
            self.fill(unit, primary, start, bit - 1, rows);
            let half = 1 << (bit - LOW_BITS);
            primary.copy_within(start..start + half, start + half);
            return;
        }
        for value in 0..2u64 {
            let matching: Vec<(usize, Encoding)> = rows
                .iter()
                .filter(|(_, e)| e.mask >> bit & 1 == 0 || e.value >> bit & 1 == value)
                .copied()
                .collect();
            let start = start | (value as usize) << (bit - LOW_BITS);
            self.fill(unit, primary, start, bit - 1, &matching);
        }
    }

    /// The entry for rows that only bits below [`LOW_BITS`] tell apart: a group of leaves, one for each value of the choice bits.
    fn entry(&mut self, unit: u32, rows: &[(usize, Encoding)]) -> LeafIndex {
        const BELOW: u64 = (1 << LOW_BITS) - 1;
        let shift = CHOICE_SHIFT[unit as usize];
        let tested = rows.iter().fold(0, |mask, (_, e)| mask | e.mask) & BELOW;
        let choice = tested >> shift & 7;
        let seen = choice << shift;
        let group: Vec<Result<usize, Vec<(usize, Encoding)>>> = (0..=choice)
            .map(|value| {
                let matching: Vec<(usize, Encoding)> = rows
                    .iter()
                    .filter(|(_, e)| (e.value ^ value << shift) & e.mask & seen == 0)
                    .copied()
                    .collect();
                match matching.first() {
                    None => Ok(usize::from(RowId::ILLEGAL.0)),
                    Some((row, e)) if e.mask & BELOW & !seen == 0 => Ok(*row),
                    Some(_) => Err(matching),
                }
            })
            .collect();
        if let [Ok(row)] = group[..] {
            return row as LeafIndex;
        }
        let base = self.leaves.len();
        for member in group {
            let leaf = match member {
                Ok(row) => self.leaves[row],
                Err(rows) => {
                    self.ambiguous_rows.push(rows);
                    let number = (self.ambiguous_rows.len() - 1) as u8;
                    Leaf {
                        completion: LIST + number,
                        ..self.leaves[usize::from(RowId::ILLEGAL.0)]
                    }
                }
            };
            self.leaves.push(leaf);
        }
        base as LeafIndex | (choice as LeafIndex) << CHOICE
    }
}

impl Decoder {
    /// # Panics
    /// When the table has outgrown the room for leaves: the first decoding in any test shows it.
    fn new() -> Self {
        let mut builder = Builder {
            leaves: (0..ROWS.len()).map(Leaf::of).collect(),
            ambiguous_rows: Vec::new(),
        };
        let mut primary = Box::new([RowId::ILLEGAL.0; 8 * PRIMARY]);
        for (unit, primary) in (M..=X).zip(primary.chunks_exact_mut(PRIMARY)) {
            let rows: Vec<(usize, Encoding)> = (RowId::FIRST_INSTRUCTION..ROWS.len())
                .filter(|&n| belongs(ROWS[n].unit(), unit))
                .map(|n| (n, ROWS[n].encoding))
                .chain((unit == M).then_some((usize::from(RowId::IGNORED.0), IGNORED_HINT)))
                .collect();
            builder.fill(unit, primary, 0, 40, &rows);
        }
        assert!(
            builder.leaves.len() <= LEAVES
                && builder.ambiguous_rows.len() <= usize::from(u8::MAX - LIST)
        );
        let mut leaves = Box::new([builder.leaves[usize::from(RowId::ILLEGAL.0)]; LEAVES]);
        leaves[..builder.leaves.len()].copy_from_slice(&builder.leaves);
        Self {
            primary,
            leaves,
            ambiguous_rows: builder.ambiguous_rows,
        }
    }

    #[inline(always)]
    fn leaf(&self, place: u32, bits: u64) -> &Leaf {
        let primary = (place >> 8) as usize + (bits >> LOW_BITS) as usize;
        let entry = usize::from(self.primary[primary % (8 * PRIMARY)]);
        let choice = bits.wrapping_shr(place) as usize & entry >> CHOICE;
        &self.leaves[(entry + choice) % LEAVES]
    }

    /// Decodes one slot into `out`, field by field.  An instruction returned by value would need more registers than there are.
    #[inline(always)]
    fn slot(&self, place: u32, bits: u64, out: &mut Instruction) {
        let leaf = self.leaf(place, bits);
        leaf.extract(bits, out);
        if leaf.completion != 0 {
            self.finish(leaf, out);
        }
    }

    /// Completes an instruction whose leaf has a [`Leaf::completion`].
    #[inline(never)]
    fn finish(&self, leaf: &Leaf, out: &mut Instruction) {
        if let Some(number) = leaf.completion.checked_sub(LIST) {
            let list = self
                .ambiguous_rows
                .get(usize::from(number))
                .map_or(&[][..], Vec::as_slice);
            let found = list.iter().find(|(_, encoding)| encoding.matches(out.bits));
            let row = found.map_or(usize::from(RowId::ILLEGAL.0), |(row, _)| *row);
            let leaf = &self.leaves[row % LEAVES];
            leaf.extract(out.bits, out);
            if leaf.completion != IMMEDIATE {
                return;
            }
        }
        special_immediate(out);
    }
}

/// Whether instructions of a type execute on the unit with a number; those of type A on two.
fn belongs(unit: Unit, index: u32) -> bool {
    match unit {
        Unit::A => index == M || index == I,
        Unit::M => index == M,
        Unit::I => index == I,
        Unit::F => index == F,
        Unit::B => index == B,
        Unit::X => index == X,
    }
}

/// How an immediate is extracted.
enum Form {
    /// Two groups of bits, and the weight of bit 36.
    Pieces([Piece; 2], i64),
    /// In code of its own: [`special_immediate`], [`long_immediate`].
    Special,
}

impl Leaf {
    /// Takes the fields out of the bits of a slot.
    #[inline(always)]
    fn extract(&self, bits: u64, out: &mut Instruction) {
        out.bits = bits;
        out.hint = Hint::of(bits);
        [out.r1, out.r2, out.r3, out.r4] = registers(bits);
        out.op = self.op;
        out.row = self.row;
        out.qp = bits as u8 & self.qp_mask;
        let piece = |n: usize| (bits & self.masks[n]).rotate_right(u32::from(self.rotations[n]));
        let sign = (bits << 27) as i64 >> 63 & self.sign;
        out.imm = (piece(0) | piece(1)) as i64 + sign;
    }

    fn of(index: usize) -> Self {
        let row = &ROWS[index];
        let id = RowId(index as u16);
        let syntax = Syntax::of(id);
        let (imm, sign, special) = match form(syntax.imm()) {
            Form::Pieces(imm, sign) => (imm, sign, false),
            Form::Special => ([Piece::default(); 2], 0, true),
        };
        let qp_mask = if row.flags.contains(Flags::NO_PREDICATE) {
            0
        } else {
            63
        };
        let completion = if special { IMMEDIATE } else { 0 };
        Self {
            masks: imm.map(|piece| piece.mask),
            rotations: imm.map(|piece| piece.rotation),
            sign,
            op: row.op,
            row: id,
            qp_mask,
            completion,
        }
    }
}

/// The form of an immediate (volume 3, section 4.1, "Immediate formation").
fn form(imm: Immediate) -> Form {
    use Form::{Pieces, Special};
    let p = Piece::new;
    let none = Piece::default();
    /// Weight of a sign bit at a position.
    fn signed(position: u32) -> i64 {
        -1 << position
    }
    /// Weight of an ordinary bit at a position.
    fn unsigned(position: u32) -> i64 {
        1 << position
    }
    match imm {
        Immediate::None => Pieces([none, none], 0),
        Immediate::Imm1 => Pieces([none, none], signed(0)),
        Immediate::Imm2 => Pieces([p(2, 13, 0), none], 0),
        Immediate::Imm8 => Pieces([p(7, 13, 0), none], signed(7)),
        Immediate::Imm9a => Pieces([p(7, 6, 0), p(1, 27, 7)], signed(8)),
        Immediate::Imm9b => Pieces([p(7, 13, 0), p(1, 27, 7)], signed(8)),
        Immediate::Imm14 => Pieces([p(7, 13, 0), p(6, 27, 7)], signed(13)),
        Immediate::Imm16 => Pieces([p(4, 6, 0), p(11, 12, 4)], unsigned(15)),
        Immediate::Imm19 => Pieces([p(4, 6, 0), p(14, 12, 4)], unsigned(18)),
        Immediate::Imm21 => Pieces([p(20, 6, 0), none], unsigned(20)),
        Immediate::Imm24 => Pieces([p(21, 6, 0), p(2, 31, 21)], unsigned(23)),
        Immediate::Mask17 => Pieces([p(7, 6, 1), p(8, 24, 8)], signed(16)),
        Immediate::Count5 => Pieces([p(5, 14, 0), none], 0),
        Immediate::Count6 => Pieces([p(6, 27, 0), none], 0),
        Immediate::Fclass9 => Pieces([p(2, 33, 0), p(7, 20, 2)], 0),
        Immediate::Mhtype8 => Pieces([p(8, 20, 0), none], 0),
        Immediate::Target25a => Pieces([p(20, 6, 4), none], signed(24)),
        Immediate::Target25b => Pieces([p(7, 6, 4), p(13, 20, 11)], signed(24)),
        Immediate::Target25c => Pieces([p(20, 13, 4), none], signed(24)),
        // Constants are made of a bit that is always set: bit 38, of the major opcode 6 (bits 40:37).
        Immediate::Const8 => Pieces([p(1, 38, 3), none], 0),
        Immediate::Const16 => Pieces([p(1, 38, 4), none], 0),
        Immediate::Imm22
        | Immediate::Imm44
        | Immediate::Imm62
        | Immediate::Imm64
        | Immediate::Count2a
        | Immediate::Count2b
        | Immediate::Count2c
        | Immediate::CCount5
        | Immediate::Inc3
        | Immediate::Mbtype4
        | Immediate::Target64 => Special,
    }
}

/// Completes an instruction whose immediate is not of the common form.
///
/// The operation tells which it is.
fn special_immediate(insn: &mut Instruction) {
    let bits = insn.bits;
    let f = |shift, width| field(bits, shift, width);
    let sign = f(36, 1);
    insn.imm = match insn.op {
        // imm22 of addl, whose base register has two bits.
        Op::AddImm => {
            let imm = f(13, 7) | f(27, 9) << 7 | f(22, 5) << 16 | sign << 21;
            insn.r3 &= 3;
            (imm << 42) as i64 >> 42
        }
        Op::MovToPrRot => ((f(6, 27) << 16 | sign << 43) << 20) as i64 >> 20,
        Op::Shladd | Op::ShladdP4 => f(27, 2) as i64 + 1,
        Op::Pshladd2 | Op::Pshradd2 => {
            let count = f(27, 2) as i64 + 1;
            // Parallel shifts by four are reserved.
            if count > 3 {
                insn.op = Op::Illegal;
            }
            count
        }
        Op::Mux1 => {
            let permutation = f(20, 4);
            // @brcst, @mix, @shuf, @alt, @rev; the rest is reserved.
            if !matches!(permutation, 0 | 8..=11) {
                insn.op = Op::Illegal;
            }
            permutation as i64
        }
        Op::Pmpyshr2 { .. } => [0, 7, 15, 16][f(30, 2) as usize],
        Op::Pshl { .. } => 31 - f(20, 5) as i64,
        Op::FetchAdd { .. } => {
            let magnitude = [16, 8, 4, 1][f(13, 2) as usize];
            if f(15, 1) != 0 { -magnitude } else { magnitude }
        }
        // Instructions of two slots: see `long_immediate`.
        _ => 0,
    };
}

/// The immediate of an instruction of two slots; `long` holds the bits of the first.
fn long_immediate(insn: &Instruction, long: u64) -> i64 {
    let f = |shift, width| field(insn.bits, shift, width);
    let sign = f(36, 1);
    let imm = match insn.op {
        Op::Movl => {
            f(13, 7) | f(27, 9) << 7 | f(22, 5) << 16 | f(21, 1) << 21 | long << 22 | sign << 63
        }
        // The two low bits of the L slot are not part of the displacement.
        Op::Branch { .. } => f(13, 20) << 4 | (long >> 2) << 24 | sign << 63,
        // imm62.
        Op::Break | Op::Nop | Op::Hint => f(6, 20) | sign << 20 | long << 21,
        _ => 0,
    };
    imm as i64
}

static DECODER: OnceLock<Decoder> = OnceLock::new();

#[cold]
#[inline(never)]
fn new_decoder() -> &'static Decoder {
    DECODER.get_or_init(Decoder::new)
}

/// Decodes a bundle: the 16 bytes as a little-endian number.
///
/// Never fails: what the architecture reserves decodes to [`Op::Illegal`], and so does every slot of a bundle
/// with a reserved template.
#[inline]
pub fn decode(bundle: u128) -> Bundle {
    let mut out = Bundle {
        template: Template::of(bundle),
        slots: [EMPTY; 3],
    };
    decode_slots(bundle, &mut out.slots);
    out
}

fn decode_slots(bundle: u128, out: &mut [Instruction; 3]) {
    let decoder = DECODER.get().unwrap_or_else(new_decoder);
    let places = &PLACES[usize::from(Template::of(bundle).number()) % 32];
    if places[0] == NOT_PLAIN {
        return decode_unusual(decoder, bundle, out);
    }
    decoder.slot(places[0], slot_bits(bundle, 0), &mut out[0]);
    decoder.slot(places[1], slot_bits(bundle, 1), &mut out[1]);
    decoder.slot(places[2], slot_bits(bundle, 2), &mut out[2]);
}

/// Bundles with an instruction of two slots or with a reserved template.
#[inline(never)]
fn decode_unusual(decoder: &Decoder, bundle: u128, out: &mut [Instruction; 3]) {
    let bits = [
        slot_bits(bundle, 0),
        slot_bits(bundle, 1),
        slot_bits(bundle, 2),
    ];
    if Template::of(bundle).is_mlx() {
        decoder.slot(place(M), bits[0], &mut out[0]);
        out[1] = undecoded(bits[1], Op::LongHalf, RowId::LONG_HALF);
        decoder.slot(place(X), bits[2], &mut out[2]);
        out[2].imm = long_immediate(&out[2], bits[1]);
    } else {
        *out = bits.map(|bits| undecoded(bits, Op::Illegal, RowId::ILLEGAL));
    }
}

/// `width` bits from `shift` up.
#[inline]
const fn field(bits: u64, shift: u32, width: u32) -> u64 {
    bits >> shift & ((1 << width) - 1)
}

/// The four register fields of seven bits, which lie side by side from bit 6 up.
///
/// They are spread to bytes within one word: adding (2^n - 1) times a field moves it up by n bits.
#[inline(always)]
const fn registers(bits: u64) -> [u8; 4] {
    let fields = (bits >> 6) as u32 & 0x0fff_ffff;
    let pairs = fields + 3 * (fields & 0x0fff_c000);
    (pairs + (pairs & 0x3f80_3f80)).to_le_bytes()
}

const EMPTY: Instruction = undecoded(0, Op::Illegal, RowId::ILLEGAL);

/// A slot that is not an instruction.
const fn undecoded(bits: u64, op: Op, row: RowId) -> Instruction {
    let [r1, r2, r3, r4] = registers(bits);
    Instruction {
        imm: 0,
        bits,
        op,
        row,
        qp: 0,
        hint: Hint::of(bits),
        r1,
        r2,
        r3,
        r4,
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
