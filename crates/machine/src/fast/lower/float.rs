//! Lowering of floating-point instructions.

use isa::{FpPart, Instruction, Merge, Op, Precision, XmaPart};

use softfp::Fpsr;

use super::{Builder, Code, Uop, modified};

impl Builder<'_> {
    pub(super) fn float(&mut self, slot: u8, i: &Instruction) -> Option<Uop> {
        let uop = Uop {
            extra: u16::from(i.sf()),
            imm: modified(i.r1),
            ..self.plain(Code::Float, slot, i)
        };
        let with = |code| Uop { code, ..uop };
        let uop = match i.op {
            Op::Getf(part) => {
                let code = match part {
                    FpPart::Single => Code::GetfS,
                    FpPart::Double => Code::GetfD,
                    FpPart::Exponent => Code::GetfExp,
                    FpPart::Significand => Code::GetfSig,
                };
                return self.target(i.r1).then_some(with(code));
            }
            Op::Fcmp { rel, .. } => {
                if i.p1() == i.p2() {
                    return None;
                }
                return Some(Uop {
                    a: i.p1(),
                    b: i.p2(),
                    c: i.r2,
                    d: i.r3,
                    imm: rel as u64,
                    ..with(Code::Fcmp)
                });
            }
            Op::ChkSF => {
                return Some(Uop {
                    extra: self.add_exit(slot, None),
                    ..with(Code::ChkSF)
                });
            }
            Op::Setf(part) => match part {
                FpPart::Single => with(Code::SetfS),
                FpPart::Double => with(Code::SetfD),
                FpPart::Exponent => with(Code::SetfExp),
                FpPart::Significand => with(Code::SetfSig),
            },
            Op::Fma(pc) | Op::Fms(pc) | Op::Fnma(pc) if multiply_add(i, pc) != Code::Float => {
                let plain = u16::from(i.sf()) | u16::from(pc == Precision::Dynamic) << 2;
                Uop {
                    extra: plain | (modified(i.r1) as u16) << 8,
                    imm: Fpsr(0).with_flags(i.sf(), softfp::I).0,
                    ..with(multiply_add(i, pc))
                }
            }
            Op::Xma(XmaPart::Low) => with(Code::XmaL),
            Op::Xma(XmaPart::High) => with(Code::XmaH),
            Op::Xma(XmaPart::HighUnsigned) => with(Code::XmaHu),
            Op::Fmerge(Merge::Sign) if i.r2 == i.r3 => with(Code::Fmov),
            Op::Fmerge(Merge::Sign) => with(Code::FmergeS),
            Op::Fmerge(Merge::NegatedSign) => with(Code::FmergeNs),
            Op::Fmerge(Merge::SignExponent) => with(Code::FmergeSe),
            Op::FcvtXf => with(Code::FcvtXf),
            Op::Fma(_)
            | Op::Fms(_)
            | Op::Fnma(_)
            | Op::Fpma
            | Op::Fpms
            | Op::Fpnma
            | Op::Fselect
            | Op::Fclass { .. }
            | Op::Frcpa
            | Op::Frsqrta
            | Op::Fprcpa
            | Op::Fprsqrta
            | Op::Fmin
            | Op::Fmax
            | Op::Famin
            | Op::Famax
            | Op::Fpmin
            | Op::Fpmax
            | Op::Fpamin
            | Op::Fpamax
            | Op::Fpcmp(_)
            | Op::Fpmerge(_)
            | Op::Fmix(_)
            | Op::Fsxt(_)
            | Op::Fpack
            | Op::Fswap(_)
            | Op::Fand
            | Op::Fandcm
            | Op::For
            | Op::Fxor
            | Op::FcvtFx { .. }
            | Op::FpcvtFx { .. } => {
                return Some(Uop {
                    extra: self.add_exit(slot, None),
                    imm: self.number(),
                    ..uop
                });
            }
            _ => return None,
        };
        (i.r1 > 1).then_some(uop)
    }
}

/// The code of a multiply-add. With f0 as addend or f1 as factor it is a multiplication or an addition.
fn multiply_add(i: &Instruction, pc: Precision) -> Code {
    use Code::{
        FaddD, FaddS, FaddX, FmaD, FmaS, FmaX, FmpyD, FmpyS, FmpyX, FmsD, FmsS, FmsX, FnmaD, FnmaS,
        FnmaX, FsubD, FsubS, FsubX,
    };
    let codes = match i.op {
        Op::Fma(_) if i.r2 == 0 => [FmpyS, FmpyD, FmpyX],
        Op::Fma(_) if i.r4 == 1 => [FaddS, FaddD, FaddX],
        Op::Fms(_) if i.r4 == 1 && i.r2 != 0 => [FsubS, FsubD, FsubX],
        Op::Fma(_) => [FmaS, FmaD, FmaX],
        // With f2 = f0 these two multiply and change a sign; they are not additions of zero, which could change the
        // sign of a zero.
        Op::Fms(_) if i.r2 != 0 => [FmsS, FmsD, FmsX],
        Op::Fnma(_) if i.r2 != 0 => [FnmaS, FnmaD, FnmaX],
        _ => return Code::Float,
    };
    match pc {
        Precision::Single => codes[0],
        Precision::Double => codes[1],
        Precision::Dynamic => codes[2],
    }
}
