//! Operand names of the table's syntax, and the bits of a slot that each stands for
//! (volume 3, chapter 4, the operand columns of the format tables).

use std::sync::LazyLock;

use crate::table::{ROWS, Row};
use crate::{Format, IndirectFile, Instruction, Op, RowId};

/// An immediate with a value of its own; [`crate::Instruction::imm`] holds it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Immediate {
    /// No immediate.
    None,
    Imm1,
    Imm2,
    Imm8,
    Imm9a,
    Imm9b,
    Imm14,
    Imm16,
    Imm19,
    Imm21,
    Imm22,
    Imm24,
    Imm44,
    Imm62,
    Imm64,
    Mask17,
    Count2a,
    Count2b,
    Count2c,
    Count5,
    CCount5,
    Count6,
    Fclass9,
    Inc3,
    Mbtype4,
    Mhtype8,
    Target25a,
    Target25b,
    Target25c,
    Target64,
    /// The constant 8 of `ldfps` with increment.
    Const8,
    /// The constant 16 of `ldfpd` and `ldfp8` with increment.
    Const16,
}

/// Position of a bit field; [`crate::Instruction::position`] holds it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    Pos6,
    CPos6a,
    CPos6b,
    CPos6c,
    Imm5,
}

/// One operand of the assembly text.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Gr1,
    Gr2,
    Gr3,
    /// `r3` of `addl`: two bits.
    Gr3Low,
    Fr1,
    Fr2,
    Fr3,
    Fr4,
    Pr1,
    Pr2,
    Br1,
    Br2,
    Ar3,
    Cr3,
    Dahr3,
    /// `[r3]`
    Base,
    /// `file[r3]`
    Indirect(IndirectFile),
    /// `dtr[r3]`, `itr[r3]`
    TranslationRegister {
        data: bool,
    },
    Imm(Immediate),
    Position(Position),
    /// Six-bit or four-bit length.
    Len6,
    Len4,
    Tag13,
    Tag13b,
    Sof,
    Sol,
    Sor,
    Amask7,
    Omask7,
    Count6a,
    Stride5,
    /// Text that stands for itself: `1`, `r0`, `ip`, `pr`, `pr.rot`, `psr`, `psr.l`, `psr.um`, `ar.pfs`, `ar.csd`, `ar.ccv`.
    Literal(&'static str),
}

/// Completers that come from fields which do not identify the instruction.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Suffix {
    None,
    /// `.s0` to `.s3`.
    StatusField,
    /// Locality hint in bits 29:28; the extra bit of `.d4` to `.d7` is this one.
    Locality {
        extra: Option<u32>,
    },
    /// Whether, prefetch and deallocation hint of a branch.
    Branch,
    /// Whether hint and importance of `brp`.
    Predict,
    /// Whether hint, importance and `.ret` of `mov b1 = r2`.
    MovToBr,
}

/// The syntax of a row, taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Syntax {
    pub mnemonic: &'static str,
    pub suffix: Suffix,
    /// Operands in order.
    pub items: Vec<Item>,
    /// How many of them stand before the `=`.
    pub targets: usize,
}

impl Syntax {
    pub(crate) fn of(id: RowId) -> &'static Syntax {
        static ALL: LazyLock<Vec<Syntax>> = LazyLock::new(|| {
            ROWS.iter()
                .map(|row| Syntax::parse(row, row.syntax))
                .collect()
        });
        &ALL[if usize::from(id.0) < ALL.len() {
            usize::from(id.0)
        } else {
            0
        }]
    }

    /// Takes the syntax text of a row or of one of its aliases apart.
    pub(crate) fn parse(row: &Row, text: &'static str) -> Syntax {
        let (mnemonic, operands) = text.split_once(' ').unwrap_or((text, ""));
        let (targets, sources) = operands.split_once(" = ").unwrap_or(("", operands));
        let split = |list: &'static str| list.split(", ").filter(|s| !s.is_empty()).map(item);
        let mut items: Vec<Item> = split(targets).collect();
        let targets = items.len();
        items.extend(split(sources));
        Syntax {
            mnemonic,
            suffix: suffix(row),
            items,
            targets,
        }
    }

    /// The immediate among the operands.
    pub(crate) fn imm(&self) -> Immediate {
        self.items
            .iter()
            .find_map(|item| {
                if let Item::Imm(imm) = item {
                    Some(*imm)
                } else {
                    None
                }
            })
            .unwrap_or(Immediate::None)
    }
}

fn item(name: &'static str) -> Item {
    match name {
        "r1" => Item::Gr1,
        "r2" => Item::Gr2,
        "r3" => Item::Gr3,
        "r3_2" => Item::Gr3Low,
        "f1" => Item::Fr1,
        "f2" => Item::Fr2,
        "f3" => Item::Fr3,
        "f4" => Item::Fr4,
        "p1" => Item::Pr1,
        "p2" => Item::Pr2,
        "b1" => Item::Br1,
        "b2" => Item::Br2,
        "ar3" => Item::Ar3,
        "cr3" => Item::Cr3,
        "dahr3" => Item::Dahr3,
        "[r3]" => Item::Base,
        "rr[r3]" => Item::Indirect(IndirectFile::Rr),
        "dbr[r3]" => Item::Indirect(IndirectFile::Dbr),
        "ibr[r3]" => Item::Indirect(IndirectFile::Ibr),
        "pkr[r3]" => Item::Indirect(IndirectFile::Pkr),
        "pmc[r3]" => Item::Indirect(IndirectFile::Pmc),
        "pmd[r3]" => Item::Indirect(IndirectFile::Pmd),
        "msr[r3]" => Item::Indirect(IndirectFile::Msr),
        "cpuid[r3]" => Item::Indirect(IndirectFile::Cpuid),
        "dahr[r3]" => Item::Indirect(IndirectFile::Dahr),
        "dtr[r3]" => Item::TranslationRegister { data: true },
        "itr[r3]" => Item::TranslationRegister { data: false },
        "imm1" => Item::Imm(Immediate::Imm1),
        "imm2" => Item::Imm(Immediate::Imm2),
        "imm8" => Item::Imm(Immediate::Imm8),
        "imm9a" => Item::Imm(Immediate::Imm9a),
        "imm9b" => Item::Imm(Immediate::Imm9b),
        "imm14" => Item::Imm(Immediate::Imm14),
        "imm16" => Item::Imm(Immediate::Imm16),
        "imm19" => Item::Imm(Immediate::Imm19),
        "imm21" => Item::Imm(Immediate::Imm21),
        "imm22" => Item::Imm(Immediate::Imm22),
        "imm24" => Item::Imm(Immediate::Imm24),
        "imm44" => Item::Imm(Immediate::Imm44),
        "imm62" => Item::Imm(Immediate::Imm62),
        "imm64" => Item::Imm(Immediate::Imm64),
        "mask17" => Item::Imm(Immediate::Mask17),
        "count2a" => Item::Imm(Immediate::Count2a),
        "count2b" => Item::Imm(Immediate::Count2b),
        "count2c" => Item::Imm(Immediate::Count2c),
        "count5" => Item::Imm(Immediate::Count5),
        "ccount5" => Item::Imm(Immediate::CCount5),
        "count6" => Item::Imm(Immediate::Count6),
        "fclass9" => Item::Imm(Immediate::Fclass9),
        "inc3" => Item::Imm(Immediate::Inc3),
        "mbtype4" => Item::Imm(Immediate::Mbtype4),
        "mhtype8" => Item::Imm(Immediate::Mhtype8),
        "target25a" => Item::Imm(Immediate::Target25a),
        "target25b" => Item::Imm(Immediate::Target25b),
        "target25c" => Item::Imm(Immediate::Target25c),
        "target64" => Item::Imm(Immediate::Target64),
        "8" => Item::Imm(Immediate::Const8),
        "16" => Item::Imm(Immediate::Const16),
        "pos6" => Item::Position(Position::Pos6),
        "cpos6a" => Item::Position(Position::CPos6a),
        "cpos6b" => Item::Position(Position::CPos6b),
        "cpos6c" => Item::Position(Position::CPos6c),
        "imm5" => Item::Position(Position::Imm5),
        "len6" => Item::Len6,
        "len4" => Item::Len4,
        "tag13" => Item::Tag13,
        "tag13b" => Item::Tag13b,
        "sof" => Item::Sof,
        "sol" => Item::Sol,
        "sor" => Item::Sor,
        "amask7" => Item::Amask7,
        "omask7" => Item::Omask7,
        "count6a" => Item::Count6a,
        "stride5" => Item::Stride5,
        literal => Item::Literal(literal),
    }
}

fn suffix(row: &Row) -> Suffix {
    match row.format {
        Format::F1
        | Format::F4
        | Format::F6
        | Format::F7
        | Format::F8
        | Format::F10
        | Format::F12
        | Format::F13
        | Format::F14 => Suffix::StatusField,
        Format::M1 | Format::M6 => Suffix::Locality { extra: Some(19) },
        Format::M4
        | Format::M9
        | Format::M13
        | Format::M13Plain
        | Format::M14
        | Format::M15
        | Format::M51 => Suffix::Locality { extra: Some(12) },
        Format::M2
        | Format::M3
        | Format::M5
        | Format::M7
        | Format::M8
        | Format::M10
        | Format::M11
        | Format::M12
        | Format::M16
        | Format::M17 => Suffix::Locality { extra: None },
        Format::B1
        | Format::B2
        | Format::B3
        | Format::B4
        | Format::B5
        | Format::X3
        | Format::X4 => Suffix::Branch,
        Format::B6 | Format::B7 => Suffix::Predict,
        Format::I21 => Suffix::MovToBr,
        _ => Suffix::None,
    }
}

/// Whether an operation belongs to floating-point arithmetic that reads the controls and sets the flags of a status field.
pub(crate) fn uses_status_field(row: &Row) -> bool {
    suffix(row) == Suffix::StatusField && !matches!(row.op, Op::Fsetc | Op::Fclrf | Op::Fchkf)
}

impl Instruction {
    /// The data hint of a memory reference, 0 to 7: the locality hint, and 4 more for `.d4` to `.d7`.
    pub fn data_hint(&self) -> u8 {
        let extra = match Syntax::of(self.row).suffix {
            Suffix::Locality { extra: Some(bit) } => self.field(bit, 1),
            _ => 0,
        };
        self.hint.locality() | extra << 2
    }
}
