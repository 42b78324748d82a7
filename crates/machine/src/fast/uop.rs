//! The pre-decoded form of the short way of execution.

use crate::semantics::integer::{Ordinary, Simple};
use crate::semantics::operations::operations;

/// One step of a lowered block. What the fields hold depends on the code; unless it says
/// otherwise `a` is the target register and `b`, `c`, `d` are sources in the order of the fields
/// `r2`, `r3`, `r4` of the instruction.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Uop {
    /// What it does; in a lowered block, what the step behind it does: see [`chain`].
    pub code: Code,
    /// The slot of the block that it executes.
    pub slot: u8,
    pub a: u8,
    pub b: u8,
    pub c: u8,
    pub d: u8,
    /// For steps that can leave the block, the number of the [`Leaving`](super::lower::Leaving) (bits 7:0). A signed
    /// 8-bit immediate of a compare in bits 15:8. Otherwise a field of its own.
    pub extra: u16,
    pub imm: u64,
}

const _: () = assert!(size_of::<Uop>() == 16);

/// In [`Uop::extra`] of a parallel compare: it updates predicates when the relation does not hold.
pub(super) const UNLESS: u16 = 1 << 6;

/// Has each step say what the next one does, and a guard what the one behind it does when it skips some: a step finds out
/// while it executes, not before. Gives what the first does.
pub(super) fn chain(steps: &mut [Uop]) -> Code {
    let codes: Vec<Code> = steps.iter().map(|step| step.code).collect();
    let code = |at: usize| codes.get(at).copied().unwrap_or(Code::End);
    for (at, step) in steps.iter_mut().enumerate() {
        if step.code == Code::Guard {
            step.c = code(at + 1 + usize::from(step.b)) as u8;
        }
        step.code = code(at + 1);
    }
    code(0)
}

/// Whether a guard can leave out a step; not of chained ones.
pub(super) fn is_guarded(steps: &[Uop], step: usize) -> bool {
    steps[..step]
        .iter()
        .rposition(|uop| uop.code == Code::Guard)
        .is_some_and(|at| at + usize::from(steps[at].b) >= step)
}

/// Undoes [`chain`].
pub(super) fn unchain(first: Code, steps: &mut [Uop]) {
    let mut code = first;
    for step in steps {
        code = std::mem::replace(&mut step.code, code);
    }
}

macro_rules! define {
    (
        simple: { $($name:ident($($operand:ident),*) = $value:expr;)* }
        comparisons: { $(
            $relation:ident($word:literal): $register:ident $taken:ident $not_taken:ident,
                $immediate:ident $taken_immediate:ident $not_taken_immediate:ident:
                |$x:ident, $y:ident| $holds:expr;
        )* }
        pairs: { $($first:ident: $($pair:ident $second:ident),*;)* }
    ) => {
/// What a [`Uop`] does. Every step assumes that its qualifying predicate is true, that no register
/// it touches holds a NaT, and that its targets may be written; steps with `Guard`, `Qualified`
/// or `If` in their name look at predicates themselves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Code {
    /// No step.
    End,
    /// Nothing: the block has no other step.
    Nothing,
    /// The next `b` steps only if predicate `a`; `imm` has the bits of their slots, `c` the code of the step behind them.
    Guard,
    /// Predicates `a` and `b` become false.
    ClearPair,
    /// The general way, predicate known to be true.
    General,
    /// The general way with predicate `a`, which may be false.
    GeneralQualified,
    /// `semantics::parallel::evaluate`; `imm` is the number of the block.
    Evaluate,

            // Simple operations of the list: `imm` is their constant, `d` their shift, `b` their trim where they have
            // those.
            $($name,)*

            // Pairs of simple operations: see `pairs`.
            $($($pair,)*)*

            // Compares of the list: `a`, `b` are p1 and p2; `c`, `d` the registers r2 and r3, `imm` the mask that
            // clears both predicates; immediate forms have it in `extra`. Fused with the branch behind it, a compare is
            // taken when `a` becomes true, and `imm` is free.
            $($register, $taken, $not_taken, $immediate, $taken_immediate, $not_taken_immediate,)*

    /// Bit `c` of register `d`: predicate `a` becomes true when it is 1, `b` when it is 0.
    Tbit,
    // Parallel compares of `c` (immediate: bits 15:8 of `extra`) with `d`: when the relation holds, both predicates are cleared
    // by the mask `imm`, then `a` and `b` become true; those that do not are p0 there. Bits 5:0 of `extra`: how far both operands
    // are shifted left, so that words are compared; `UNLESS`: when the relation does not hold.
    CmpParallelEq,
    CmpParallelEqImm,
    CmpParallelLt,
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
    /// `extra` is the format.
    LdfAdvanced,
    LdfCheckClear,
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
    /// `a = c`
    Fmov,
    FmergeS,
    FmergeNs,
    FmergeSe,
    FcvtXf,
    /// `a`, `b` are p1 and p2; `c`, `d` the registers; `extra` the status field, `imm` the relation.
    Fcmp,
    /// Everything else that computes on floating-point registers; `imm` is the number of the block.
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

    // Branches to a target that the leaving says.
    Br,
    /// If predicate `a`.
    BrIf,
    /// Unless predicate `a`: in paths.
    BrUnless,
    /// While `ar.lc` counts down.
    BrCloop,
    /// When `ar.lc` has counted down: in paths.
    BrCloopEnd,
    /// While the software pipeline runs.
    BrCtop,
    /// `br.cexit`.
    BrCexit,
    /// `br.wtop` with the predicate `a`.
    BrWtop,
    /// `br.wexit` with the predicate `a`.
    BrWexit,
    /// To the target; `imm` goes to branch register `a`.
    BrCall,
    /// The same where a path goes on with the target.
    Call,
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
            /// Whether it is a simple operation of the list.
            pub(crate) const fn is_simple(self) -> bool {
                matches!(self, $(Code::$name)|*)
            }

            /// Whether a step can leave its block, so that [`Uop::extra`] says how.
            pub(crate) const fn can_leave(self) -> bool {
                match self {
                    $(Code::$taken | Code::$not_taken | Code::$taken_immediate | Code::$not_taken_immediate => true,)*
                    Code::BrTbitZ
                    | Code::BrTbitNz
                    | Code::General
                    | Code::GeneralQualified
                    | Code::ChkAClear
                    | Code::ChkSF
                    | Code::Float
                    | Code::Br
                    | Code::BrIf
                    | Code::BrUnless
                    | Code::BrCloop
                    | Code::BrCloopEnd
                    | Code::BrCtop
                    | Code::BrCexit
                    | Code::BrWtop
                    | Code::BrWexit
                    | Code::BrCall
                    | Code::BrCallIndirect
                    | Code::BrIndirect
                    | Code::BrRet => true,
                    _ => false,
                }
            }

            /// The step that leaves where a branch does not, and goes on where it leaves; for a compare with the branch fused to it,
            /// with its two predicates exchanged.
            pub(crate) const fn inverse(self) -> Option<Code> {
                Some(match self {
                    $(
                        Code::$taken => Code::$not_taken,
                        Code::$not_taken => Code::$taken,
                        Code::$taken_immediate => Code::$not_taken_immediate,
                        Code::$not_taken_immediate => Code::$taken_immediate,
                    )*
                    Code::BrTbitZ => Code::BrTbitNz,
                    Code::BrTbitNz => Code::BrTbitZ,
                    Code::BrIf => Code::BrUnless,
                    Code::BrCloop => Code::BrCloopEnd,
                    _ => return None,
                })
            }

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
