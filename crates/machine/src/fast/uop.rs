//! The pre-decoded form that the short way executes: steps ([`Uop`]) and their codes ([`Code`]).

use crate::semantics::integer::{Ordinary, Simple};
use crate::semantics::operations::operations;

/// One step of a lowered block. What the fields hold depends on the code. Unless the code says otherwise, `a` is the
/// target register and `b`, `c`, `d` are the sources in the order of the fields `r2`, `r3`, `r4` of the instruction.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Uop {
    /// What the step does; in a lowered block what the *following* step does: see [`chain`].
    pub code: Code,
    /// The slot of the block whose instruction it executes; of a pair that of the first instruction, of a fused branch
    /// that of the branch.
    pub slot: u8,
    pub a: u8,
    pub b: u8,
    pub c: u8,
    pub d: u8,
    /// For steps that can leave the block, the index of the [`PathExit`](super::lower::PathExit) in bits 7:0. For
    /// compares with an immediate, the signed 8-bit immediate in bits 15:8. For other steps what their code says.
    pub extra: u16,
    pub imm: u64,
}

const _: () = assert!(size_of::<Uop>() == 16);

/// Flag in [`Uop::extra`] of a parallel compare: it updates predicates when the relation does not hold.
pub(super) const UNLESS: u16 = 1 << 6;

/// Moves the code of each step into the step before it, and into `c` of a guard that of the step behind the covered
/// ones. While a step executes, the function of its successor is then known already. Returns the code of the first
/// step.
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

/// Whether a guard covers a step, so that it may be left out. The steps are not chained.
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
/// What a [`Uop`] does. Unless it says otherwise, a step assumes that its qualifying predicate is true, that no
/// register it touches holds a NaT, and that its targets may be written. Steps with `Guard`, `Qualified` or `If` in
/// their name test predicates themselves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Code {
    /// The end of the steps: follows the last one.
    End,
    /// Does nothing: the only step of a block whose instructions do nothing.
    Nothing,
    /// Executes the next `b` steps only if predicate `a` is true. `imm` has a bit for each of their slots, `c` the code
    /// of the step behind them.
    Guard,
    /// Predicates `a` and `b` become false.
    ClearPair,
    /// Executes the instruction the general way; its predicate is known to be true.
    General,
    /// Executes the instruction the general way with predicate `a`, which may be false.
    GeneralQualified,
    /// Computes `semantics::parallel::evaluate`; `imm` is the number of the block.
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
    // Parallel compares of register `c`, or of the immediate in bits 15:8 of `extra`, with `d`: when the relation
    // holds, the mask `imm` clears both predicates, then `a` and `b` become true. A predicate that is to become false
    // is named p0 there. Bits 5:0 of `extra`: by how many bits both operands are shifted left, so that words are
    // compared; `UNLESS`: the update takes place when the relation does not hold.
    CmpParallelEq,
    CmpParallelEqImm,
    CmpParallelLt,
    /// Taken when bit `c` of `d` is 0.
    BrTbitZ,
    /// Taken when bit `c` of `d` is 1.
    BrTbitNz,

    // Loads: register `a` from the address in `c`; with `Imm`, then `c` += `imm`, with `Reg`, then `c` += register `b`.
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
    /// Loads `extra` bytes and enters `a` into the ALAT; then `c` += `imm`, which may be 0.
    LdAdvanced,
    /// Removes the ALAT entry of `a`, or loads `extra` bytes if there is none; then `c` += `imm`, which may be 0.
    LdCheckClear,
    /// Removes the ALAT entry of `a`; without an entry the instruction executes the general way.
    ChkAClear,
    // Stores: register `b` to the address in `c`; with `Imm`, then `c` += `imm`.
    St1,
    St2,
    St4,
    St8,
    St1Imm,
    St2Imm,
    St4Imm,
    St8Imm,
    St8Spill,
    // Floating-point loads and stores; then `c` += `imm`, which may be 0. Loads: `d` is the bit of `psr` that says
    // which half of the floating-point registers was modified.
    Ldfs,
    Ldfd,
    Ldf8,
    Ldfe,
    LdfFill,
    Ldfps,
    Ldfpd,
    Ldfp8,
    /// Advanced load; `extra` is the format.
    LdfAdvanced,
    LdfCheckClear,
    Stfs,
    Stfd,
    Stf8,
    Stfe,
    StfSpill,
    Lfetch,

    // Steps with a floating-point target: `imm` is the bit of `psr` that says which half of the floating-point
    // registers was modified.
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
    /// Any other instruction that computes on floating-point registers; `imm` is the number of the block.
    Float,
    /// Does nothing; if floating-point register `b` is NaTVal, the instruction executes the general way.
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
    /// `a` = `ar.pfs`; the frame gets `b` registers, `c` of them local and `d` rotating.
    Alloc,

    // Branches; the exit holds the target unless the code says otherwise.
    Br,
    /// Taken if predicate `a` is true.
    BrIf,
    /// Taken if predicate `a` is false; only in paths, where it is the inverse of `BrIf`.
    BrUnless,
    /// `br.cloop`: taken while `ar.lc` is not 0.
    BrCloop,
    /// Taken when `ar.lc` is 0; only in paths, where it is the inverse of `BrCloop`.
    BrCloopEnd,
    /// `br.ctop`: taken while the software pipeline runs.
    BrCtop,
    /// `br.cexit`.
    BrCexit,
    /// `br.wtop` with the predicate `a`.
    BrWtop,
    /// `br.wexit` with the predicate `a`.
    BrWexit,
    /// Call of the exit's target; `imm` is the return address for branch register `a`.
    BrCall,
    /// The same call inside a path, which goes on at the target.
    Call,
    /// Call of the address in branch register `b`; `imm` is the return address for branch register `a`.
    BrCallIndirect,
    /// To the address in branch register `b`.
    BrIndirect,
    /// Return to the address in branch register `b`; restores the caller's frame.
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
            /// Whether it is a simple operation of `semantics/operations.rs`.
            pub(crate) const fn is_simple(self) -> bool {
                matches!(self, $(Code::$name)|*)
            }

            /// Whether a step can leave its block, so that [`Uop::extra`] holds the index of an exit.
            pub(crate) const fn can_leave(self) -> bool {
                match self {
                    _ if self.is_fused() => true,
                    Code::General
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

            /// The inverse of a branch: it leaves where the branch goes on, and goes on where the branch leaves. If a
            /// compare is fused to it, its two predicates have to be exchanged.
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
                    Code::BrCtop => Code::BrCexit,
                    Code::BrCexit => Code::BrCtop,
                    Code::BrWtop => Code::BrWexit,
                    Code::BrWexit => Code::BrWtop,
                    _ => return None,
                })
            }

            /// Whether it is a compare with the branch behind it.
            pub(crate) const fn is_fused(self) -> bool {
                match self {
                    $(Code::$taken | Code::$not_taken | Code::$taken_immediate | Code::$not_taken_immediate => true,)*
                    Code::BrTbitZ | Code::BrTbitNz => true,
                    _ => false,
                }
            }

            /// The steps that fuse a compare with the branch behind it: one that is taken when the compare's first
            /// predicate becomes true, and one that is taken when its second does.
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
