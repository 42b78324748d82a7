//! Scalar integer instructions as functions of their source values.

use isa::theme::{Parallel, Scalar};
use isa::{Instruction, Relation, Side};

use super::operations::operations;
use crate::semantics::integer;

macro_rules! define {
    (
        simple: { $($name:ident($($operand:ident),*) = $value:expr;)* }
        comparisons: { $(
            $relation:ident($word:literal): $register:ident $_1:ident $_2:ident, $immediate:ident $_3:ident $_4:ident:
                |$x:ident, $y:ident| $holds:expr;
        )* }
        pairs: $pairs:tt
    ) => {
        /// A simple operation.
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        pub(crate) enum Simple {
            $($name,)*
        }

        impl Prepared {
            /// The value of `r1` for values of `r2` and `r3`.
            pub(crate) fn value(self, r2: u64, r3: u64) -> u64 {
                let operands = Operands { r2, r3, imm: self.imm, shift: u32::from(self.shift & 63), trim: u32::from(self.trim & 63) };
                match self.operation {
                    $(Simple::$name => {
                        $(let $operand = operands.$operand;)*
                        $value
                    })*
                }
            }
        }

        /// An ordinary compare: of type normal or `unc`, with a relation that such a compare can have.
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        pub(crate) enum Ordinary {
            $($register, $immediate,)*
        }

        /// The ordinary compare with a relation, on words or not, with an immediate or not.
        pub(crate) fn ordinary(relation: Relation, word: bool, immediate: bool) -> Option<Ordinary> {
            match (relation, word) {
                $((Relation::$relation, $word) => Some(if immediate {
                    Ordinary::$immediate
                } else {
                    Ordinary::$register
                }),)*
                (Relation::Ne | Relation::Le | Relation::Gt | Relation::Ge, _) => None,
            }
        }

        /// `cmp` and, on the low words, `cmp4`.
        #[inline]
        pub(crate) fn compare(relation: Relation, word: bool, x: u64, y: u64) -> bool {
            match (relation, word) {
                $((Relation::$relation, $word) => {
                    let ($x, $y) = (x, y);
                    $holds
                })*
                (Relation::Ne | Relation::Le | Relation::Gt | Relation::Ge, _) => {
                    let basic = basic(relation);
                    let (x, y) = if basic.exchanged { (y, x) } else { (x, y) };
                    compare(basic.relation, word, x, y) != basic.negated
                }
            }
        }
    };
}
operations!(define);

/// A relation, expressed by one that ordinary compares have.
pub(crate) struct Basic {
    pub relation: Relation,
    /// The operands are exchanged.
    pub exchanged: bool,
    /// The result is negated.
    pub negated: bool,
}

/// Expresses any relation by equal, less or less unsigned.
pub(crate) const fn basic(relation: Relation) -> Basic {
    let (relation, exchanged, negated) = match relation {
        Relation::Eq | Relation::Lt | Relation::Ltu => (relation, false, false),
        Relation::Ne => (Relation::Eq, false, true),
        Relation::Ge => (Relation::Lt, false, true),
        Relation::Gt => (Relation::Lt, true, false),
        Relation::Le => (Relation::Lt, true, true),
    };
    Basic {
        relation,
        exchanged,
        negated,
    }
}

/// The operands that the values of simple operations are computed from.
struct Operands {
    r2: u64,
    r3: u64,
    imm: u64,
    shift: u32,
    trim: u32,
}

/// A simple operation with its constants.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Prepared {
    pub operation: Simple,
    pub imm: u64,
    /// Below 64.
    pub shift: u8,
    /// Below 64.
    pub trim: u8,
}

/// The simple operation that a scalar instruction is.
pub(crate) fn simple(op: Scalar, i: &Instruction) -> Prepared {
    let imm = i.imm as u64;
    let plain = |operation| Prepared {
        operation,
        imm,
        shift: 0,
        trim: 0,
    };
    let shifted = |operation, shift: u32, imm| Prepared {
        operation,
        imm,
        shift: shift as u8 & 63,
        trim: 0,
    };
    let constant = |operation, imm| Prepared {
        imm,
        ..plain(operation)
    };
    // The low `length` bits from `position` up, sign-extended.
    let signed = |position: u32, length: u32| Prepared {
        trim: (64 - length) as u8,
        ..shifted(Simple::Extr, 64 - position - length, 0)
    };
    let (position, length) = field(i);
    let in_place = mask(length) << position;
    match op {
        Scalar::Add => plain(Simple::Add),
        Scalar::AddOne => plain(Simple::AddOne),
        Scalar::Sub => plain(Simple::Sub),
        Scalar::SubOne => plain(Simple::SubOne),
        Scalar::SubImm => plain(Simple::SubImm),
        Scalar::AddImm if i.r3 == 0 => plain(Simple::Set),
        Scalar::AddImm if imm == 0 => plain(Simple::Copy),
        Scalar::AddImm => plain(Simple::AddImm),
        Scalar::AddP4 => plain(Simple::AddP4),
        Scalar::AddP4Imm => plain(Simple::AddP4Imm),
        Scalar::And => plain(Simple::And),
        Scalar::AndImm => plain(Simple::AndImm),
        Scalar::AndCm => plain(Simple::AndCm),
        Scalar::AndCmImm => plain(Simple::AndCmImm),
        Scalar::Or => plain(Simple::Or),
        Scalar::OrImm => plain(Simple::OrImm),
        Scalar::Xor => plain(Simple::Xor),
        Scalar::XorImm => plain(Simple::XorImm),
        Scalar::Shladd => shifted(Simple::Shladd, imm as u32, 0),
        Scalar::ShladdP4 => shifted(Simple::ShladdP4, imm as u32, 0),
        Scalar::Shl => plain(Simple::Shl),
        Scalar::Shr { signed: true } => plain(Simple::Shr),
        Scalar::Shr { signed: false } => plain(Simple::ShrU),
        Scalar::Shrp => shifted(Simple::Shrp, imm as u32, 0),
        Scalar::Extr { signed: true } => signed(position, length),
        Scalar::Extr { signed: false } => shifted(Simple::ExtrU, position, mask(length)),
        Scalar::Sxt(size) => signed(0, 8 * u32::from(size)),
        Scalar::Zxt(size) => constant(Simple::AndImm, mask(8 * u32::from(size))),
        Scalar::DepZ => shifted(Simple::DepZ, position, in_place),
        Scalar::DepZImm => constant(Simple::Set, imm << position & in_place),
        Scalar::Dep => shifted(Simple::Dep, position, in_place),
        // The immediate is 0 or -1.
        Scalar::DepImm if imm == 0 => constant(Simple::AndImm, !in_place),
        Scalar::DepImm => constant(Simple::OrImm, in_place),
        Scalar::Movl => constant(Simple::Set, imm),
    }
}

/// The simple operation that computes a parallel instruction; `None` if none does.
pub(crate) fn simple_parallel(op: Parallel, i: &Instruction) -> Option<Prepared> {
    let plain = |operation| Prepared {
        operation,
        imm: 0,
        shift: 0,
        trim: 0,
    };
    // A shift of all elements is a shift of the register under a mask.
    let shifted = |operation, size: u8, element: fn(u64, u32) -> u64| {
        let bits = 8 * u32::from(size);
        let count = u32::try_from(i.imm).ok().filter(|&count| count < bits)?;
        let element = element(mask(bits), count) & mask(bits);
        Some(Prepared {
            operation,
            imm: (0..64)
                .step_by(bits as usize)
                .fold(0, |all, at| all | element << at),
            shift: count as u8,
            trim: 0,
        })
    };
    Some(match op {
        Parallel::Mix {
            size: 4,
            side: Side::Right,
        } => plain(Simple::Mix4R),
        Parallel::Unpack { size, side } => plain(match (size, side) {
            (1, Side::Left) => Simple::Unpack1H,
            (1, Side::Right) => Simple::Unpack1L,
            (2, Side::Left) => Simple::Unpack2H,
            (2, Side::Right) => Simple::Unpack2L,
            _ => return None,
        }),
        Parallel::Mux1 if i.imm == 0xb => plain(Simple::Reverse),
        Parallel::Pshl {
            size,
            immediate: true,
        } => shifted(Simple::DepZ, size, |mask, count| mask << count)?,
        Parallel::Pshr {
            size,
            immediate: true,
            signed: false,
        } => shifted(Simple::ExtrU, size, |mask, count| mask >> count)?,
        _ => return None,
    })
}

/// The two low halfwords of both values interleaved, beginning with one of `b`.
#[inline]
pub(crate) fn interleave_halfwords(a: u64, b: u64) -> u64 {
    let apart = |x: u64| (x & 0xffff_ffff | x << 16) & 0x0000_ffff_0000_ffff;
    apart(a) << 16 | apart(b)
}

/// The four low bytes of both values interleaved, beginning with one of `b`.
#[inline]
pub(crate) fn interleave_bytes(a: u64, b: u64) -> u64 {
    let apart = |x: u64| {
        let x = (x & 0xffff_ffff | x << 16) & 0x0000_ffff_0000_ffff;
        (x | x << 8) & 0x00ff_00ff_00ff_00ff
    };
    apart(a) << 8 | apart(b)
}

/// `addp4`: a 32-bit sum becomes a pointer; bits 31:30 of the base select the region.
#[inline]
pub(crate) fn pointer4(sum: u64, base: u64) -> u64 {
    sum & 0xffff_ffff | (base >> 30 & 3) << 61
}

/// `shl`: counts beyond 63 give 0.
#[inline]
pub(crate) fn shift_left(value: u64, count: u64) -> u64 {
    if count > 63 { 0 } else { value << count }
}

/// `shr.u`: counts beyond 63 give 0.
#[inline]
pub(crate) fn shift_right(value: u64, count: u64) -> u64 {
    if count > 63 { 0 } else { value >> count }
}

/// `shr`: counts beyond 63 give the sign.
#[inline]
pub(crate) fn shift_right_signed(value: u64, count: u64) -> u64 {
    (value as i64 >> count.min(63)) as u64
}

/// `shrp`: 64 bits of the pair from bit `count` (below 64) on.
#[inline]
pub(crate) fn shift_pair(high: u64, low: u64, count: u32) -> u64 {
    ((u128::from(high) << 64 | u128::from(low)) >> (count & 63)) as u64
}

/// Position, and length cut at bit 63, of a bit field instruction.
#[inline]
pub(crate) fn field(i: &Instruction) -> (u32, u32) {
    let position = u32::from(i.position() & 63);
    (position, u32::from(i.length()).clamp(1, 64 - position))
}

/// The low `length` bits, 1 to 64.
#[inline]
pub(crate) fn mask(length: u32) -> u64 {
    !0 >> (64 - length)
}
