//! F type: floating-point unit (volume 3, section 4.6).

use super::dsl::*;

rows! {
    // F6: op q x
    "frcpa f1, p2 = f2, f3"  F6(0x0, 0, 1)  Frcpa => FMISC MAY_FAULT;
    // F7: op q x
    "frsqrta f1, p2 = f3"  F7(0x0, 1, 1)  Frsqrta => FMISC MAY_FAULT;
    // F8: op x x6
    "fmin f1 = f2, f3"   F8(0x0, 0, 0x14)  Fmin  => FMISC MAY_FAULT;
    "fmax f1 = f2, f3"   F8(0x0, 0, 0x15)  Fmax  => FMISC MAY_FAULT;
    "famin f1 = f2, f3"  F8(0x0, 0, 0x16)  Famin => FMISC MAY_FAULT;
    "famax f1 = f2, f3"  F8(0x0, 0, 0x17)  Famax => FMISC MAY_FAULT;
    // F9: op x x6
    "fmerge.s f1 = f2, f3"   F9(0x0, 0, 0x10)  Fmerge(Merge::Sign)           => FMISC;
    "fmerge.ns f1 = f2, f3"  F9(0x0, 0, 0x11)  Fmerge(Merge::NegatedSign)    => FMISC;
    "fmerge.se f1 = f2, f3"  F9(0x0, 0, 0x12)  Fmerge(Merge::SignExponent)   => FMISC;
    "fmix.lr f1 = f2, f3"    F9(0x0, 0, 0x39)  Fmix(FmixKind::LeftRight)     => FMISC;
    "fmix.r f1 = f2, f3"     F9(0x0, 0, 0x3a)  Fmix(FmixKind::Right)         => FMISC;
    "fmix.l f1 = f2, f3"     F9(0x0, 0, 0x3b)  Fmix(FmixKind::Left)          => FMISC;
    "fsxt.r f1 = f2, f3"     F9(0x0, 0, 0x3c)  Fsxt(Side::Right)             => FMISC;
    "fsxt.l f1 = f2, f3"     F9(0x0, 0, 0x3d)  Fsxt(Side::Left)              => FMISC;
    "fpack f1 = f2, f3"      F9(0x0, 0, 0x28)  Fpack                         => FMISC;
    "fswap f1 = f2, f3"      F9(0x0, 0, 0x34)  Fswap(FswapKind::Plain)       => FMISC;
    "fswap.nl f1 = f2, f3"   F9(0x0, 0, 0x35)  Fswap(FswapKind::NegateLeft)  => FMISC;
    "fswap.nr f1 = f2, f3"   F9(0x0, 0, 0x36)  Fswap(FswapKind::NegateRight) => FMISC;
    "fand f1 = f2, f3"       F9(0x0, 0, 0x2c)  Fand                          => FMISC;
    "fandcm f1 = f2, f3"     F9(0x0, 0, 0x2d)  Fandcm                        => FMISC;
    "for f1 = f2, f3"        F9(0x0, 0, 0x2e)  For                           => FMISC;
    "fxor f1 = f2, f3"       F9(0x0, 0, 0x2f)  Fxor                          => FMISC;
    // F10: op x x6
    "fcvt.fx f1 = f2"         F10(0x0, 0, 0x18)  FcvtFx { unsigned: false, trunc: false } => FCVTFX MAY_FAULT;
    "fcvt.fxu f1 = f2"        F10(0x0, 0, 0x19)  FcvtFx { unsigned: true, trunc: false }  => FCVTFX MAY_FAULT;
    "fcvt.fx.trunc f1 = f2"   F10(0x0, 0, 0x1a)  FcvtFx { unsigned: false, trunc: true }  => FCVTFX MAY_FAULT;
    "fcvt.fxu.trunc f1 = f2"  F10(0x0, 0, 0x1b)  FcvtFx { unsigned: true, trunc: true }   => FCVTFX MAY_FAULT;
    // F11: op x x6
    "fcvt.xf f1 = f2"  F11(0x0, 0, 0x1c)  FcvtXf => FCVTXF;
    // F12: op x x6
    "fsetc amask7, omask7"  F12(0x0, 0, 0x04)  Fsetc => FOTHER MAY_FAULT;
    // F13: op x x6
    "fclrf"  F13(0x0, 0, 0x05)  Fclrf => FOTHER;
    // F14: op x x6
    "fchkf target25a"  F14(0x0, 0, 0x08)  Fchkf => FOTHER;
    // F15: op x x6
    "break.f imm21"  F15(0x0, 0, 0x00)  Break => NOP_F MAY_FAULT;
    // F16: op x x6 y
    "nop.f imm21"   F16(0x0, 0, 0x01, 0)  Nop  => NOP_F;
    "hint.f imm21"  F16(0x0, 0, 0x01, 1)  Hint => NOP_F LATER;
    // F6: op q x
    "fprcpa f1, p2 = f2, f3"  F6(0x1, 0, 1)  Fprcpa => SFMISC MAY_FAULT;
    // F7: op q x
    "fprsqrta f1, p2 = f3"  F7(0x1, 1, 1)  Fprsqrta => SFMISC MAY_FAULT;
    // F8: op x x6
    "fpmin f1 = f2, f3"        F8(0x1, 0, 0x14)  Fpmin                    => SFMISC MAY_FAULT;
    "fpmax f1 = f2, f3"        F8(0x1, 0, 0x15)  Fpmax                    => SFMISC MAY_FAULT;
    "fpamin f1 = f2, f3"       F8(0x1, 0, 0x16)  Fpamin                   => SFMISC MAY_FAULT;
    "fpamax f1 = f2, f3"       F8(0x1, 0, 0x17)  Fpamax                   => SFMISC MAY_FAULT;
    "fpcmp.eq f1 = f2, f3"     F8(0x1, 0, 0x30)  Fpcmp(FpRelation::Eq)    => SFMISC MAY_FAULT;
    "fpcmp.lt f1 = f2, f3"     F8(0x1, 0, 0x31)  Fpcmp(FpRelation::Lt)    => SFMISC MAY_FAULT;
    "fpcmp.le f1 = f2, f3"     F8(0x1, 0, 0x32)  Fpcmp(FpRelation::Le)    => SFMISC MAY_FAULT;
    "fpcmp.unord f1 = f2, f3"  F8(0x1, 0, 0x33)  Fpcmp(FpRelation::Unord) => SFMISC MAY_FAULT;
    "fpcmp.neq f1 = f2, f3"    F8(0x1, 0, 0x34)  Fpcmp(FpRelation::Neq)   => SFMISC MAY_FAULT;
    "fpcmp.nlt f1 = f2, f3"    F8(0x1, 0, 0x35)  Fpcmp(FpRelation::Nlt)   => SFMISC MAY_FAULT;
    "fpcmp.nle f1 = f2, f3"    F8(0x1, 0, 0x36)  Fpcmp(FpRelation::Nle)   => SFMISC MAY_FAULT;
    "fpcmp.ord f1 = f2, f3"    F8(0x1, 0, 0x37)  Fpcmp(FpRelation::Ord)   => SFMISC MAY_FAULT;
    // F9: op x x6
    "fpmerge.s f1 = f2, f3"   F9(0x1, 0, 0x10)  Fpmerge(Merge::Sign)         => SFMISC;
    "fpmerge.ns f1 = f2, f3"  F9(0x1, 0, 0x11)  Fpmerge(Merge::NegatedSign)  => SFMISC;
    "fpmerge.se f1 = f2, f3"  F9(0x1, 0, 0x12)  Fpmerge(Merge::SignExponent) => SFMERGESE;
    // F10: op x x6
    "fpcvt.fx f1 = f2"         F10(0x1, 0, 0x18)  FpcvtFx { unsigned: false, trunc: false } => SFCVTFX MAY_FAULT;
    "fpcvt.fxu f1 = f2"        F10(0x1, 0, 0x19)  FpcvtFx { unsigned: true, trunc: false }  => SFCVTFX MAY_FAULT;
    "fpcvt.fx.trunc f1 = f2"   F10(0x1, 0, 0x1a)  FpcvtFx { unsigned: false, trunc: true }  => SFCVTFX MAY_FAULT;
    "fpcvt.fxu.trunc f1 = f2"  F10(0x1, 0, 0x1b)  FpcvtFx { unsigned: true, trunc: true }   => SFCVTFX MAY_FAULT;
    // F4: op rb ra ta
    "fcmp.eq p1, p2 = f2, f3"         F4(0x4, 0, 0, 0)  Fcmp { rel: FpRelation::Eq, unc: false }    => FCMP MAY_FAULT;
    "fcmp.lt p1, p2 = f2, f3"         F4(0x4, 1, 0, 0)  Fcmp { rel: FpRelation::Lt, unc: false }    => FCMP MAY_FAULT;
    "fcmp.le p1, p2 = f2, f3"         F4(0x4, 0, 1, 0)  Fcmp { rel: FpRelation::Le, unc: false }    => FCMP MAY_FAULT;
    "fcmp.unord p1, p2 = f2, f3"      F4(0x4, 1, 1, 0)  Fcmp { rel: FpRelation::Unord, unc: false } => FCMP MAY_FAULT;
    "fcmp.eq.unc p1, p2 = f2, f3"     F4(0x4, 0, 0, 1)  Fcmp { rel: FpRelation::Eq, unc: true }     => FCMP MAY_FAULT;
    "fcmp.lt.unc p1, p2 = f2, f3"     F4(0x4, 1, 0, 1)  Fcmp { rel: FpRelation::Lt, unc: true }     => FCMP MAY_FAULT;
    "fcmp.le.unc p1, p2 = f2, f3"     F4(0x4, 0, 1, 1)  Fcmp { rel: FpRelation::Le, unc: true }     => FCMP MAY_FAULT;
    "fcmp.unord.unc p1, p2 = f2, f3"  F4(0x4, 1, 1, 1)  Fcmp { rel: FpRelation::Unord, unc: true }  => FCMP MAY_FAULT;
    // F5: op ta
    "fclass.m p1, p2 = f2, fclass9"      F5(0x5, 0)  Fclass { unc: false } => FCMP;
    "fclass.m.unc p1, p2 = f2, fclass9"  F5(0x5, 1)  Fclass { unc: true }  => FCMP;
    // F1: op x
    "fma f1 = f3, f4, f2"     F1(0x8, 0)  Fma(Precision::Dynamic)  => FMAC  MAY_FAULT;
    "fma.s f1 = f3, f4, f2"   F1(0x8, 1)  Fma(Precision::Single)   => FMAC  MAY_FAULT;
    "fma.d f1 = f3, f4, f2"   F1(0x9, 0)  Fma(Precision::Double)   => FMAC  MAY_FAULT;
    "fpma f1 = f3, f4, f2"    F1(0x9, 1)  Fpma                     => SFMAC MAY_FAULT;
    "fms f1 = f3, f4, f2"     F1(0xa, 0)  Fms(Precision::Dynamic)  => FMAC  MAY_FAULT;
    "fms.s f1 = f3, f4, f2"   F1(0xa, 1)  Fms(Precision::Single)   => FMAC  MAY_FAULT;
    "fms.d f1 = f3, f4, f2"   F1(0xb, 0)  Fms(Precision::Double)   => FMAC  MAY_FAULT;
    "fpms f1 = f3, f4, f2"    F1(0xb, 1)  Fpms                     => SFMAC MAY_FAULT;
    "fnma f1 = f3, f4, f2"    F1(0xc, 0)  Fnma(Precision::Dynamic) => FMAC  MAY_FAULT;
    "fnma.s f1 = f3, f4, f2"  F1(0xc, 1)  Fnma(Precision::Single)  => FMAC  MAY_FAULT;
    "fnma.d f1 = f3, f4, f2"  F1(0xd, 0)  Fnma(Precision::Double)  => FMAC  MAY_FAULT;
    "fpnma f1 = f3, f4, f2"   F1(0xd, 1)  Fpnma                    => SFMAC MAY_FAULT;
    // F2: op x x2
    "xma.l f1 = f3, f4, f2"   F2(0xe, 1, 0)  Xma(XmaPart::Low)          => XMA;
    "xma.h f1 = f3, f4, f2"   F2(0xe, 1, 3)  Xma(XmaPart::High)         => XMA;
    "xma.hu f1 = f3, f4, f2"  F2(0xe, 1, 2)  Xma(XmaPart::HighUnsigned) => XMA;
    // F3: op x
    "fselect f1 = f3, f4, f2"  F3(0xe, 0)  Fselect => FMISC;
}
