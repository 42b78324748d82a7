//! The instruction table: one row for each instruction, from which decoder, disassembler, operand sets and
//! class lookup derive.
//!
//! A row reads like the manual's tables (volume 3, chapter 4):
//!
//! ```text
//! "shladd r1 = r2, count2a, r3"    A2(0x8, 0, 0, 4)  Shladd   => IALU;
//!  syntax                          format(opcode, extension fields)  Op => issue class, flags
//! ```
//!
//! - The syntax names the operands by their fields (`src/syntax.rs` lists the names): those before `=` are
//!   written, those after it read.  Operands that the text does not show are in `src/roles.rs`.
//! - The values are those of the format's fields ([`crate::Format::fields`]); a row whose values do not fit does
//!   not compile.
//! - Hints (`.nt1`, `.sptk`, …) and the status field (`.s0`) are fields of the encoding that no row mentions;
//!   `Suffix` in `src/syntax.rs` says which an instruction has.
//! - Pseudo-operations are aliases of the disassembler.
//!
//! Rows of one unit stand in the order of their opcodes; where two match, the first counts.

mod a;
mod b;
mod dsl;
mod f;
mod i;
mod m;
mod x;

use crate::family;
use crate::{Class, Encoding, Family, Flags, Format, Instruction, Op, PerFamily, RowId, Unit};

/// Issue classes of an instruction.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Classes(PerFamily<Class>);

macro_rules! classes {
    ($($name:ident = $class:ident;)*) => {
        impl Classes {
            $(const $name: Self = Self(PerFamily::same(Class::$class));)*
        }
    };
}

classes! {
    BR = Br; BRP = Brp; BR_B2 = BrB2; CHK_ALAT = ChkAlat; CHK_I = ChkI; CHK_M = ChkM; CLD = Cld;
    FCLD = Fcld; FCMP = Fcmp; FCVTFX = Fcvtfx; FCVTXF = Fcvtxf; FLD = Fld; FLDP = Fldp; FMAC = Fmac;
    FMISC = Fmisc; FOTHER = Fother; FRAR_I = FrarI; FRAR_M = FrarM; FRBR = Frbr; FRCR = Frcr;
    FRFR = Frfr; FRIP = Frip; FRPR = Frpr; IALU = Ialu; ICMP = Icmp; ILOG = Ilog; ISHF = Ishf;
    LD = Ld; LFETCH = Lfetch; LONG_I = LongI; MMALU_A = MmaluA; MMALU_I = MmaluI; MMMUL = Mmmul;
    MMSHF = Mmshf; NOP_B = NopB; NOP_F = NopF; NOP_I = NopI; NOP_M = NopM; NOP_X = NopX; PNT = Pnt;
    RSE_B = RseB; RSE_M = RseM; SEM = Sem; SFCVTFX = Sfcvtfx; SFMAC = Sfmac; SFMERGESE = Sfmergese;
    SFMISC = Sfmisc; ST = St; STF = Stf; SYST_B = SystB; SYST_B2 = SystB2; SYST_M = SystM;
    SYST_M0 = SystM0; TBIT = Tbit; TOAR_I = ToarI; TOAR_M = ToarM; TOBR = Tobr; TOCR = Tocr;
    TOFR = Tofr; TOPR = Topr; UNIMP = Unimp; XMA = Xma; XTD = Xtd;
}

impl Classes {
    const FLD_FLDA: Self = Self(family::FLD_FLDA);
    const SYST_M0_M2: Self = Self(family::SYST_M0_M2);
    const SYST_M_M0: Self = Self(family::SYST_M_M0);
}

/// One instruction of the table.
#[derive(Copy, Clone, Debug)]
pub struct Row {
    /// Assembly syntax: mnemonic with the completers that are not hints and not the status field, then the operands
    /// by the names of their fields.
    pub syntax: &'static str,
    /// Where the bits that identify it lie.
    pub format: Format,
    /// Those bits.
    pub encoding: Encoding,
    /// What it does.
    pub op: Op,
    /// Its properties.
    pub flags: Flags,
    classes: Classes,
}

impl Row {
    /// The mnemonic with the completers that are not hints and not the status field: `ld8.acq`, `fma.d`, `br.call`.
    pub fn mnemonic(&self) -> &'static str {
        self.syntax.split(' ').next().unwrap_or_default()
    }

    /// The unit that the instruction needs.
    pub const fn unit(&self) -> Unit {
        self.format.unit()
    }

    /// The issue class on a processor family.
    pub const fn class(&self, family: Family) -> Class {
        *self.classes.0.of(family)
    }
}

/// What decodes without being an instruction.  The format of these rows means nothing.
const SPECIAL: &[Row] = &[
    special("(illegal)", Op::Illegal),
    special("(ignored)", Op::Ignored),
    special("(long)", Op::LongHalf),
];

const fn special(syntax: &'static str, op: Op) -> Row {
    Row {
        syntax,
        format: Format::X5,
        encoding: Encoding { value: 0, mask: 0 },
        op,
        flags: Flags::NONE,
        classes: Classes::UNIMP,
    }
}

impl RowId {
    /// Illegal and reserved encodings.
    pub const ILLEGAL: Self = Self(0);
    /// Nops without a name.
    pub const IGNORED: Self = Self(1);
    /// The first half of an instruction of two slots.
    pub const LONG_HALF: Self = Self(2);
    /// Rows before this one are not instructions.
    pub(crate) const FIRST_INSTRUCTION: usize = SPECIAL.len();
}

const PARTS: [&[Row]; 7] = [
    SPECIAL,
    a::ROWS,
    i::ROWS,
    m::ROWS,
    f::ROWS,
    b::ROWS,
    x::ROWS,
];

const COUNT: usize = {
    let mut count = 0;
    let mut part = 0;
    while part < PARTS.len() {
        count += PARTS[part].len();
        part += 1;
    }
    count
};

/// Every row; the first three stand for what is not an instruction ([`RowId::ILLEGAL`] and following).
pub static ROWS: [Row; COUNT] = {
    let mut rows = [SPECIAL[0]; COUNT];
    let mut next = 0;
    let mut part = 0;
    while part < PARTS.len() {
        let mut n = 0;
        while n < PARTS[part].len() {
            rows[next] = PARTS[part][n];
            next += 1;
            n += 1;
        }
        part += 1;
    }
    rows
};

/// The row with an index; that of illegal encodings when there is none.
pub fn row(id: RowId) -> &'static Row {
    ROWS.get(usize::from(id.0)).unwrap_or(&ROWS[0])
}

impl Instruction {
    /// Its row of the instruction table.
    pub fn table_row(&self) -> &'static Row {
        row(self.row)
    }

    /// The unit it needs.
    pub fn unit(&self) -> Unit {
        self.table_row().unit()
    }

    /// What `break` reports of its immediate (`IIM`): the low 21 bits, of `break.b` 0 (volume 2, "Break Instruction vector").
    pub fn break_number(&self) -> u64 {
        match self.unit() {
            Unit::B => 0,
            _ => self.imm as u64 & 0x1f_ffff,
        }
    }

    /// Its issue class on a processor family.
    pub fn class(&self, family: Family) -> Class {
        self.table_row().class(family)
    }

    /// Its properties.
    pub fn flags(&self) -> Flags {
        self.table_row().flags
    }
}
