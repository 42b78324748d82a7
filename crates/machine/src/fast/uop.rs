//! The pre-decoded form of the short way of execution.

use crate::semantics::integer::{Ordinary, Simple};
use crate::semantics::operations::operations;

/// One step of a lowered block. What the fields hold depends on the code; unless it says
/// otherwise `a` is the target register and `b`, `c`, `d` are sources in the order of the fields
/// `r2`, `r3`, `r4` of the instruction.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Uop {
    pub code: Code,
    /// The slot of the block that it executes.
    pub slot: u8,
    pub a: u8,
    pub b: u8,
    pub c: u8,
    pub d: u8,
    /// For steps that can leave the block: instructions retired when they do (bits 5:0) and the
    /// number of the link that remembers the next block (bits 7:6, 0 for none). A signed 8-bit
    /// immediate of a compare in bits 15:8. Otherwise a field of its own.
    pub extra: u16,
    pub imm: u64,
}

const _: () = assert!(size_of::<Uop>() == 16);

macro_rules! define {
    (
        simple: { $($name:ident($($operand:ident),*) = $value:expr;)* }
        comparisons: { $(
            $relation:ident($word:literal): $register:ident $taken:ident $not_taken:ident,
                $immediate:ident $taken_immediate:ident $not_taken_immediate:ident:
                |$x:ident, $y:ident| $holds:expr;
        )* }
    ) => {
/// What a [`Uop`] does. Every step assumes that its qualifying predicate is true, that no register
/// it touches holds a NaT, and that its targets may be written; steps with `Guard`, `Qualified`
/// or `If` in their name look at predicates themselves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Code {
    /// The next `b` steps only if predicate `a`; `imm` has the bits of their slots.
    Guard,
    /// Predicates `a` and `b` become false.
    ClearPair,
    /// The general way, predicate known to be true.
    General,
    /// The general way with predicate `a`, which may be false.
    GeneralQualified,
    /// `semantics::parallel::evaluate`.
    Evaluate,

            // Simple operations of the list: `imm` is their constant, `d` their shift, `b` their trim where they have
            // those.
            $($name,)*

            // Compares of the list: `a`, `b` are p1 and p2; `c`, `d` the registers r2 and r3, `imm` the mask that
            // clears both predicates; immediate forms have it in `extra`. Fused with the branch behind it, a compare is
            // taken when `a` becomes true, and `imm` is the target.
            $($register, $taken, $not_taken, $immediate, $taken_immediate, $not_taken_immediate,)*

    /// Bit `c` of register `d`: predicate `a` becomes true when it is 1, `b` when it is 0.
    Tbit,
    /// A parallel compare: relation, type and width are the instruction's.
    CmpParallel,
    /// Taken when bit `c` of `d` is 0.
    BrTbitZ,
    /// Taken when bit `c` of `d` is 1.
    BrTbitNz,

    // Loads: `a` = [`c`]; then `c += imm`, or `c += b`.
    Ld1,
    Ld2,
    Ld4,
    Ld8,
    Ld1Imm,
    Ld2Imm,
    Ld4Imm,
    Ld8Imm,
    Ld1Reg,
    Ld2Reg,
    Ld4Reg,
    Ld8Reg,
    Ld8Fill,
    /// `extra` bytes, with an entry in the ALAT; `imm` is always added.
    LdAdvanced,
    /// `extra` bytes unless the ALAT has an entry, which goes; `imm` is always added.
    LdCheckClear,
    /// Removes the entry of `a`, which must be there.
    ChkAClear,
    // Stores: [`c`] = `b`; then `c += imm`.
    St1,
    St2,
    St4,
    St8,
    St1Imm,
    St2Imm,
    St4Imm,
    St8Imm,
    St8Spill,
    // Floating-point loads and stores; `imm` is always added. `d`: see `Fp`.
    Ldfs,
    Ldfd,
    Ldf8,
    Ldfe,
    LdfFill,
    Ldfps,
    Ldfpd,
    Ldfp8,
    Stfs,
    Stfd,
    Stf8,
    Stfe,
    StfSpill,
    Lfetch,

    // `d` (or `imm`) is the bit of `psr` that says which half of the floating-point registers was
    // modified.
    SetfSig,
    SetfD,
    SetfS,
    SetfExp,
    GetfSig,
    GetfD,
    GetfS,
    GetfExp,
    /// `a = c * d + b`; `extra` is the number of the bit in [`softfp::Fpsr::plain_mask`] (bits 2:0, its
    /// low two the status field) and the modified bit (15:8), `imm` the inexact flag in `ar.fpsr`.
    FmaS,
    FmaD,
    FmaX,
    FmsS,
    FmsD,
    FmsX,
    FnmaS,
    FnmaD,
    FnmaX,
    FmpyS,
    FmpyD,
    FmpyX,
    FaddS,
    FaddD,
    FaddX,
    FsubS,
    FsubD,
    FsubX,
    XmaL,
    XmaH,
    XmaHu,
    FmergeS,
    FmergeNs,
    FmergeSe,
    FcvtXf,
    /// `a`, `b` are p1 and p2; `c`, `d` the registers; `extra` the status field, `imm` the relation.
    Fcmp,
    /// Everything else that computes on floating-point registers.
    Float,
    /// Nothing, unless floating-point register `b` is NaTVal.
    ChkSF,

    MovFromBr,
    MovToBr,
    MovFromPr,
    MovToPr,
    MovFromPfs,
    MovToPfs,
    MovFromLc,
    /// `ar.lc` = `imm`
    SetLc,
    MovToLc,
    MovFromUnat,
    MovToUnat,
    /// `a` = `ar.pfs`; frame of `b`, `c`, `d` registers.
    Alloc,

    /// To `imm`.
    Br,
    /// To `imm` if predicate `a`.
    BrIf,
    /// To `imm` while `ar.lc` counts down.
    BrCloop,
    /// To `imm` while the software pipeline runs.
    BrCtop,
    /// `br.cexit`.
    BrCexit,
    /// `br.wtop` with the predicate `a`.
    BrWtop,
    /// `br.wexit` with the predicate `a`.
    BrWexit,
    /// To `imm`; the address of bundle `c` of the block goes to branch register `a`.
    BrCall,
    /// To branch register `b`; `imm` goes to branch register `a`.
    BrCallIndirect,
    /// To branch register `b`.
    BrIndirect,
    /// To branch register `b`, back to the caller's frame.
    BrRet,
        }

        impl From<Simple> for Code {
            fn from(operation: Simple) -> Self {
                match operation {
                    $(Simple::$name => Code::$name,)*
                }
            }
        }

        impl From<Ordinary> for Code {
            fn from(compare: Ordinary) -> Self {
                match compare {
                    $(
                        Ordinary::$register => Code::$register,
                        Ordinary::$immediate => Code::$immediate,
                    )*
                }
            }
        }

        impl Code {
            /// The steps that fuse a compare with the branch behind it: taken when the compare's first predicate becomes
            /// true, and when its second does.
            pub(crate) const fn fused(self) -> Option<(Code, Code)> {
                Some(match self {
                    $(
                        Code::$register => (Code::$taken, Code::$not_taken),
                        Code::$immediate => (Code::$taken_immediate, Code::$not_taken_immediate),
                    )*
                    Code::Tbit => (Code::BrTbitNz, Code::BrTbitZ),
                    _ => return None,
                })
            }
        }
    };
}
operations!(define);
