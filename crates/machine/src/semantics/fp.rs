//! Floating-point instructions as functions of register values and `ar.fpsr`.
//!
//! The arithmetic is [`softfp`]'s; here stand the meaning of each operation's fields, the special
//! role of registers f0 and f1 as *names*, and the transfers to and from general registers and
//! memory. The caller knows registers, rotation and disabled partitions. Volume 3 of the manual, under
//! the names of the instructions.

use isa::theme::{FloatArithmetic, FloatMove};
use isa::{FmixKind, FpFormat, FpPart, FpRelation, FswapKind, Instruction, Merge, Side, XmaPart};
use softfp::{
    Flagged, Fpsr, Fr, Logic, MinMax, Mix, MulAdd, ParallelRelation, Precision, Raised, Relation,
    Swap, ToInteger, XmaKind,
};

use crate::fault::Raise;

/// What a floating-point instruction changes besides `ar.fpsr`.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Effect {
    /// Writes f1.
    Register(Fr),
    /// Writes p1 and p2.
    Predicates(bool, bool),
    /// Writes f1 and p2: the approximations.
    RegisterAndPredicate(Fr, bool),
    /// Only the status register.
    Status,
}

/// A complete floating-point instruction.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Computed {
    /// What to write.
    pub effect: Effect,
    /// `ar.fpsr` afterwards.
    pub fpsr: Fpsr,
    /// To be raised after everything is written.
    pub trap: Option<Raise>,
    /// The processor asked for software assistance; the result is the one that the operating system
    /// completes the instruction with.
    pub assisted: bool,
    /// Results that were flushed to zero.
    pub flushed: u8,
}

/// Values of the source registers f2, f3 and f4; those that the instruction does not have may be
/// anything.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Sources {
    pub f2: Fr,
    pub f3: Fr,
    pub f4: Fr,
}

/// Checks the targets of an operation of [`compute`]. The illegal operation comes before all other faults, such as that of a
/// disabled register, which the caller raises.
pub(crate) fn check_targets(op: FloatArithmetic, i: &Instruction) -> Result<(), Raise> {
    let legal = match op {
        FloatArithmetic::Fcmp { .. } | FloatArithmetic::Fclass { .. } => i.p1() != i.p2(),
        FloatArithmetic::Fsetc | FloatArithmetic::Fclrf => true,
        _ => i.r1 >= 2,
    };
    if legal { Ok(()) } else { Err(Raise::ILLEGAL) }
}

/// Checks the target of an operation of [`move_bits`], as [`check_targets`] does.
pub(crate) fn check_moved(i: &Instruction) -> Result<(), Raise> {
    if i.r1 < 2 {
        Err(Raise::ILLEGAL)
    } else {
        Ok(())
    }
}

/// Executes an operation that looks at `ar.fpsr` or changes it.
///
/// # Errors
/// Illegal operation for a target f0 or f1 or equal target predicates; a reserved field for `fsetc`; a floating-point fault.
pub(crate) fn compute(
    op: FloatArithmetic,
    i: &Instruction,
    fpsr: Fpsr,
    s: Sources,
) -> Result<Computed, Raise> {
    let sf = i.sf();
    let Sources { f2, f3, .. } = s;
    check_targets(op, i)?;
    let outcome = match op {
        FloatArithmetic::Fma(pc) => multiply_add(i, MulAdd::Fma, precision(pc), s, fpsr),
        FloatArithmetic::Fms(pc) => multiply_add(i, MulAdd::Fms, precision(pc), s, fpsr),
        FloatArithmetic::Fnma(pc) => multiply_add(i, MulAdd::Fnma, precision(pc), s, fpsr),
        FloatArithmetic::Fpma => parallel_multiply_add(i, MulAdd::Fma, s, fpsr),
        FloatArithmetic::Fpms => parallel_multiply_add(i, MulAdd::Fms, s, fpsr),
        FloatArithmetic::Fpnma => parallel_multiply_add(i, MulAdd::Fnma, s, fpsr),
        FloatArithmetic::Fmin => softfp::fminmax(MinMax::Min, f2, f3, fpsr, sf),
        FloatArithmetic::Fmax => softfp::fminmax(MinMax::Max, f2, f3, fpsr, sf),
        FloatArithmetic::Famin => softfp::fminmax(MinMax::Amin, f2, f3, fpsr, sf),
        FloatArithmetic::Famax => softfp::fminmax(MinMax::Amax, f2, f3, fpsr, sf),
        FloatArithmetic::Fpmin => softfp::fpminmax(MinMax::Min, f2, f3, fpsr, sf),
        FloatArithmetic::Fpmax => softfp::fpminmax(MinMax::Max, f2, f3, fpsr, sf),
        FloatArithmetic::Fpamin => softfp::fpminmax(MinMax::Amin, f2, f3, fpsr, sf),
        FloatArithmetic::Fpamax => softfp::fpminmax(MinMax::Amax, f2, f3, fpsr, sf),
        FloatArithmetic::Fpcmp(relation) => {
            softfp::fpcmp(parallel_relation(relation), f2, f3, fpsr, sf)
        }
        FloatArithmetic::FcvtFx { unsigned, trunc } => softfp::fcvt_fx(
            ToInteger {
                unsigned,
                truncate: trunc,
            },
            f2,
            fpsr,
            sf,
        ),
        FloatArithmetic::FpcvtFx { unsigned, trunc } => softfp::fpcvt_fx(
            ToInteger {
                unsigned,
                truncate: trunc,
            },
            f2,
            fpsr,
            sf,
        ),
        FloatArithmetic::Frcpa => return approximated(softfp::frcpa(f2, f3, fpsr, sf), fpsr, sf),
        FloatArithmetic::Frsqrta => return approximated(softfp::frsqrta(f3, fpsr, sf), fpsr, sf),
        FloatArithmetic::Fprcpa => return approximated(softfp::fprcpa(f2, f3, fpsr, sf), fpsr, sf),
        FloatArithmetic::Fprsqrta => return approximated(softfp::fprsqrta(f3, fpsr, sf), fpsr, sf),
        FloatArithmetic::Fcmp { rel, .. } => {
            let outcome = softfp::fcmp(relation(rel), f2, f3, fpsr, sf);
            return finish(predicates(outcome.value), outcome.raised, fpsr, sf);
        }
        FloatArithmetic::Fclass { .. } => {
            return Ok(quiet(predicates(f2.fclass(i.imm as u32)), fpsr));
        }
        FloatArithmetic::Fsetc => {
            let (and, or) = i.fsetc_masks();
            let fpsr = fpsr
                .fsetc(sf, u32::from(and), u32::from(or))
                .map_err(|_| Raise::RESERVED)?;
            return Ok(quiet(Effect::Status, fpsr));
        }
        FloatArithmetic::Fclrf => return Ok(quiet(Effect::Status, fpsr.fclrf(sf))),
    };
    finish(Effect::Register(outcome.value), outcome.raised, fpsr, sf)
}

/// Executes an operation that raises nothing and does not look at `ar.fpsr`.
///
/// # Errors
/// Illegal operation for a target f0 or f1.
pub(crate) fn move_bits(
    op: FloatMove,
    i: &Instruction,
    fpsr: Fpsr,
    s: Sources,
) -> Result<Computed, Raise> {
    check_moved(i)?;
    Ok(quiet(Effect::Register(moved(op, s)), fpsr))
}

fn moved(op: FloatMove, Sources { f2, f3, f4 }: Sources) -> Fr {
    match op {
        FloatMove::Xma(XmaPart::Low) => softfp::xma(XmaKind::Low, f3, f4, f2),
        FloatMove::Xma(XmaPart::High) => softfp::xma(XmaKind::High, f3, f4, f2),
        FloatMove::Xma(XmaPart::HighUnsigned) => softfp::xma(XmaKind::HighUnsigned, f3, f4, f2),
        FloatMove::Fselect => softfp::fselect(f3, f4, f2),
        FloatMove::Fmerge(kind) => softfp::fmerge(merge(kind), f2, f3),
        FloatMove::Fpmerge(kind) => softfp::fpmerge(merge(kind), f2, f3),
        FloatMove::Fmix(FmixKind::Left) => softfp::fmix(Mix::Left, f2, f3),
        FloatMove::Fmix(FmixKind::Right) => softfp::fmix(Mix::Right, f2, f3),
        FloatMove::Fmix(FmixKind::LeftRight) => softfp::fmix(Mix::LeftRight, f2, f3),
        FloatMove::Fsxt(Side::Left) => softfp::fsxt_left(f2, f3),
        FloatMove::Fsxt(Side::Right) => softfp::fsxt_right(f2, f3),
        FloatMove::Fpack => softfp::fpack(f2, f3),
        FloatMove::Fswap(FswapKind::Plain) => softfp::fswap(Swap::Plain, f2, f3),
        FloatMove::Fswap(FswapKind::NegateLeft) => softfp::fswap(Swap::NegLeft, f2, f3),
        FloatMove::Fswap(FswapKind::NegateRight) => softfp::fswap(Swap::NegRight, f2, f3),
        FloatMove::Fand => softfp::flogic(Logic::And, f2, f3),
        FloatMove::Fandcm => softfp::flogic(Logic::AndCm, f2, f3),
        FloatMove::For => softfp::flogic(Logic::Or, f2, f3),
        FloatMove::Fxor => softfp::flogic(Logic::Xor, f2, f3),
        FloatMove::FcvtXf => softfp::fcvt_xf(f2),
    }
}

/// The registers f0 and f1 count by name: with f2 = f0 nothing is added, and f4 = f1 saves the product.
#[inline]
fn multiply_add(i: &Instruction, kind: MulAdd, pc: Precision, s: Sources, fpsr: Fpsr) -> Flagged {
    let sf = i.sf();
    if i.r2 == 0 {
        softfp::fmpy(kind, pc, s.f3, s.f4, fpsr, sf)
    } else if i.r4 == 1 {
        softfp::fadd(kind, pc, s.f3, s.f2, fpsr, sf)
    } else {
        softfp::fma(kind, pc, s.f3, s.f4, s.f2, fpsr, sf)
    }
}

fn parallel_multiply_add(i: &Instruction, kind: MulAdd, s: Sources, fpsr: Fpsr) -> Flagged {
    if i.r2 == 0 {
        softfp::fpmpy(kind, s.f3, s.f4, fpsr, i.sf())
    } else {
        softfp::fpma(kind, s.f3, s.f4, s.f2, fpsr, i.sf())
    }
}

fn quiet(effect: Effect, fpsr: Fpsr) -> Computed {
    Computed {
        effect,
        fpsr,
        trap: None,
        assisted: false,
        flushed: 0,
    }
}

#[inline]
fn finish(effect: Effect, raised: Raised, fpsr: Fpsr, sf: u8) -> Result<Computed, Raise> {
    let fpsr_after = fpsr.with_flags(sf, raised.flags());
    if !raised.is_special() {
        return Ok(quiet(effect, fpsr_after));
    }
    let assisted = raised.needs_assistance_only();
    if raised.fault_code() != 0 && !assisted {
        return Err(Raise::fp_fault(raised.fault_code()));
    }
    let trap = (raised.trap_code() != 0).then(|| Raise::fp_trap(raised.trap_code()));
    Ok(Computed {
        effect,
        fpsr: fpsr_after,
        trap,
        assisted,
        flushed: raised.flushed() as u8,
    })
}

fn approximated(outcome: Flagged<(Fr, bool)>, fpsr: Fpsr, sf: u8) -> Result<Computed, Raise> {
    let (value, refine) = outcome.value;
    finish(
        Effect::RegisterAndPredicate(value, refine),
        outcome.raised,
        fpsr,
        sf,
    )
}

/// A comparison's two predicates; both false for NaTVal operands.
fn predicates(holds: Option<bool>) -> Effect {
    Effect::Predicates(holds == Some(true), holds == Some(false))
}

/// The same completer in the words of [`softfp`].
pub(crate) const fn precision(pc: isa::Precision) -> Precision {
    match pc {
        isa::Precision::Dynamic => Precision::Dynamic,
        isa::Precision::Single => Precision::Single,
        isa::Precision::Double => Precision::Double,
    }
}

/// The same relation in the words of [`softfp`]; `fcmp` encodes only the first four.
pub(crate) const fn relation(rel: FpRelation) -> Relation {
    match rel {
        FpRelation::Eq | FpRelation::Neq => Relation::Eq,
        FpRelation::Lt | FpRelation::Nlt => Relation::Lt,
        FpRelation::Le | FpRelation::Nle => Relation::Le,
        FpRelation::Unord | FpRelation::Ord => Relation::Unord,
    }
}

const fn parallel_relation(rel: FpRelation) -> ParallelRelation {
    match rel {
        FpRelation::Eq => ParallelRelation::Eq,
        FpRelation::Lt => ParallelRelation::Lt,
        FpRelation::Le => ParallelRelation::Le,
        FpRelation::Unord => ParallelRelation::Unord,
        FpRelation::Neq => ParallelRelation::Neq,
        FpRelation::Nlt => ParallelRelation::Nlt,
        FpRelation::Nle => ParallelRelation::Nle,
        FpRelation::Ord => ParallelRelation::Ord,
    }
}

const fn merge(kind: Merge) -> softfp::Merge {
    match kind {
        Merge::Sign => softfp::Merge::Sign,
        Merge::NegatedSign => softfp::Merge::NegSign,
        Merge::SignExponent => softfp::Merge::SignExp,
    }
}

/// `setf`: a NaT becomes NaTVal.
#[inline]
pub(crate) fn set_from_general(part: FpPart, value: u64, nat: bool) -> Fr {
    if nat {
        return Fr::NATVAL;
    }
    match part {
        FpPart::Single => Fr::from_single(value as u32),
        FpPart::Double => Fr::from_double(value),
        FpPart::Exponent => Fr::from_exponent(value),
        FpPart::Significand => Fr::from_integer(value),
    }
}

/// `getf`: value and NaT bit.
#[inline]
pub(crate) fn get_to_general(part: FpPart, value: Fr) -> (u64, bool) {
    let bits = match part {
        FpPart::Single => u64::from(value.to_single()),
        FpPart::Double => value.to_double(),
        FpPart::Exponent => value.to_exponent(),
        FpPart::Significand => value.sig,
    };
    (bits, value.is_nat())
}

/// A register from the bytes of its memory image, zero-extended to 16, as a little-endian number
/// (the caller has reversed the [`FpFormat::bytes`] bytes when `psr.be` is set).
#[inline]
pub(crate) const fn from_memory(format: FpFormat, image: u128) -> Fr {
    match format {
        FpFormat::Single => Fr::from_single(image as u32),
        FpFormat::Double => Fr::from_double(image as u64),
        FpFormat::Integer => Fr::from_integer(image as u64),
        FpFormat::Extended => Fr::from_extended(image as u64, (image >> 64) as u16),
        FpFormat::Register => Fr::from_spill([image as u64, (image >> 64) as u64]),
    }
}

/// The memory image of a register: the low [`FpFormat::bytes`] bytes of a little-endian number.
#[inline]
pub(crate) const fn to_memory(format: FpFormat, value: Fr) -> u128 {
    match format {
        FpFormat::Single => value.to_single() as u128,
        FpFormat::Double => value.to_double() as u128,
        FpFormat::Integer => value.sig as u128,
        FpFormat::Extended => {
            let (sig, sign_exponent) = value.to_extended();
            (sign_exponent as u128) << 64 | sig as u128
        }
        FpFormat::Register => {
            let [low, high] = value.to_spill();
            (high as u128) << 64 | low as u128
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isa::theme::Theme;

    fn executed(i: &Instruction, fpsr: Fpsr, s: Sources) -> Result<Computed, Raise> {
        match i.op.theme() {
            Theme::FloatArithmetic(op) => compute(op, i, fpsr, s),
            Theme::FloatMove(op) => move_bits(op, i, fpsr, s),
            _ => panic!("{i:?} is no floating-point operation"),
        }
    }

    const MINUS_ONE: Fr = Fr::ONE.negated();

    fn fma(r2: u8, r4: u8) -> Instruction {
        // fma.s0 f8 = f9, f<r4>, f<r2>: opcode 8, x 0, sf 0.
        let bits = 8u128 << 37 | u128::from(r4) << 27 | 9 << 20 | u128::from(r2) << 13 | 8 << 6;
        // MFI: slot 1 is at bit 46.
        isa::decode(0x0c | bits << 46).slots[1]
    }

    #[test]
    fn adding_register_f0_is_a_multiplication_and_keeps_a_negative_zero() {
        let sources = Sources {
            f2: Fr::ZERO,
            f3: MINUS_ONE,
            f4: Fr::ZERO,
        };
        let zero = |i: &Instruction| match executed(i, Fpsr::LINUX, sources).map(|done| done.effect)
        {
            Ok(Effect::Register(value)) => value,
            other => panic!("{other:?}"),
        };
        assert!(zero(&fma(0, 10)).is_negative(), "a product of its own");
        assert!(!zero(&fma(11, 10)).is_negative(), "-0 plus +0");
    }

    #[test]
    fn registers_f0_and_f1_cannot_be_targets() {
        let mut i = fma(11, 10);
        i.r1 = 1;
        let sources = Sources {
            f2: Fr::ONE,
            f3: Fr::ONE,
            f4: Fr::ONE,
        };
        assert_eq!(executed(&i, Fpsr::LINUX, sources), Err(Raise::ILLEGAL));
    }

    #[test]
    fn an_unmasked_invalid_operation_faults_with_its_code() {
        let signalling = Fr {
            sig: softfp::INTEGER_BIT | 1,
            ..Fr::INFINITY
        };
        let sources = Sources {
            f2: Fr::ONE,
            f3: signalling,
            f4: Fr::ONE,
        };
        let unmasked = Fpsr(Fpsr::LINUX.0 & !1);
        assert_eq!(
            executed(&fma(11, 10), unmasked, sources),
            Err(Raise::fp_fault(1))
        );
    }

    #[test]
    fn every_memory_format_gives_back_what_was_stored() {
        let value = Fr::from_double(0xc009_21fb_5444_2d18);
        for format in [FpFormat::Double, FpFormat::Extended, FpFormat::Register] {
            assert_eq!(
                from_memory(format, to_memory(format, value)),
                value,
                "{format:?}"
            );
        }
    }
}
