//! F type: floating-point unit (volume 3, section 4.6).

use super::dsl::*;

rows! {
    // F6: op q x
    "frcpa f1, p2 = f2, f3"  F6(0x0, 0, 1)  Frcpa => FMISC;
    // F7: op q x
    "frsqrta f1, p2 = f3"  F7(0x0, 1, 1)  Frsqrta => FMISC;
    // F8: op x x6
    "fmin f1 = f2, f3"   F8(0x0, 0, 0x14)  Fmin  => FMISC;
    "fmax f1 = f2, f3"   F8(0x0, 0, 0x15)  Fmax  => FMISC;
    "famin f1 = f2, f3"  F8(0x0, 0, 0x16)  Famin => FMISC;
    "famax f1 = f2, f3"  F8(0x0, 0, 0x17)  Famax => FMISC;
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
    "fcvt.fx f1 = f2"         F10(0x0, 0, 0x18)  FcvtFx { unsigned: false, trunc: false } => FCVTFX;
    "fcvt.fxu f1 = f2"        F10(0x0, 0, 0x19)  FcvtFx { unsigned: true, trunc: false }  => FCVTFX;
    "fcvt.fx.trunc f1 = f2"   F10(0x0, 0, 0x1a)  FcvtFx { unsigned: false, trunc: true }  => FCVTFX;
    "fcvt.fxu.trunc f1 = f2"  F10(0x0, 0, 0x1b)  FcvtFx { unsigned: true, trunc: true }   => FCVTFX;
    // F11: op x x6
    "fcvt.xf f1 = f2"  F11(0x0, 0, 0x1c)  FcvtXf => FCVTXF;
    // F12: op x x6
    "fsetc amask7, omask7"  F12(0x0, 0, 0x04)  Fsetc => FOTHER;
    // F13: op x x6
    "fclrf"  F13(0x0, 0, 0x05)  Fclrf => FOTHER;
    // F14: op x x6
    "fchkf target25a"  F14(0x0, 0, 0x08)  Fchkf => FOTHER;
    // F15: op x x6
    "break.f imm21"  F15(0x0, 0, 0x00)  Break => NOP_F;
    // F16: op x x6 y
    "nop.f imm21"   F16(0x0, 0, 0x01, 0)  Nop  => NOP_F;
    "hint.f imm21"  F16(0x0, 0, 0x01, 1)  Hint => NOP_F;
    // F6: op q x
    "fprcpa f1, p2 = f2, f3"  F6(0x1, 0, 1)  Fprcpa => SFMISC;
    // F7: op q x
    "fprsqrta f1, p2 = f3"  F7(0x1, 1, 1)  Fprsqrta => SFMISC;
    // F8: op x x6
    "fpmin f1 = f2, f3"        F8(0x1, 0, 0x14)  Fpmin                    => SFMISC;
    "fpmax f1 = f2, f3"        F8(0x1, 0, 0x15)  Fpmax                    => SFMISC;
    "fpamin f1 = f2, f3"       F8(0x1, 0, 0x16)  Fpamin                   => SFMISC;
    "fpamax f1 = f2, f3"       F8(0x1, 0, 0x17)  Fpamax                   => SFMISC;
    "fpcmp.eq f1 = f2, f3"     F8(0x1, 0, 0x30)  Fpcmp(FpRelation::Eq)    => SFMISC;
    "fpcmp.lt f1 = f2, f3"     F8(0x1, 0, 0x31)  Fpcmp(FpRelation::Lt)    => SFMISC;
    "fpcmp.le f1 = f2, f3"     F8(0x1, 0, 0x32)  Fpcmp(FpRelation::Le)    => SFMISC;
    "fpcmp.unord f1 = f2, f3"  F8(0x1, 0, 0x33)  Fpcmp(FpRelation::Unord) => SFMISC;
    "fpcmp.neq f1 = f2, f3"    F8(0x1, 0, 0x34)  Fpcmp(FpRelation::Neq)   => SFMISC;
    "fpcmp.nlt f1 = f2, f3"    F8(0x1, 0, 0x35)  Fpcmp(FpRelation::Nlt)   => SFMISC;
    "fpcmp.nle f1 = f2, f3"    F8(0x1, 0, 0x36)  Fpcmp(FpRelation::Nle)   => SFMISC;
    "fpcmp.ord f1 = f2, f3"    F8(0x1, 0, 0x37)  Fpcmp(FpRelation::Ord)   => SFMISC;
    // F9: op x x6
    "fpmerge.s f1 = f2, f3"   F9(0x1, 0, 0x10)  Fpmerge(Merge::Sign)         => SFMISC;
    "fpmerge.ns f1 = f2, f3"  F9(0x1, 0, 0x11)  Fpmerge(Merge::NegatedSign)  => SFMISC;
    "fpmerge.se f1 = f2, f3"  F9(0x1, 0, 0x12)  Fpmerge(Merge::SignExponent) => SFMERGESE;
    // F10: op x x6
    "fpcvt.fx f1 = f2"         F10(0x1, 0, 0x18)  FpcvtFx { unsigned: false, trunc: false } => SFCVTFX;
    "fpcvt.fxu f1 = f2"        F10(0x1, 0, 0x19)  FpcvtFx { unsigned: true, trunc: false }  => SFCVTFX;
    "fpcvt.fx.trunc f1 = f2"   F10(0x1, 0, 0x1a)  FpcvtFx { unsigned: false, trunc: true }  => SFCVTFX;
    "fpcvt.fxu.trunc f1 = f2"  F10(0x1, 0, 0x1b)  FpcvtFx { unsigned: true, trunc: true }   => SFCVTFX;
    // F4: op rb ra ta
    "fcmp.eq p1, p2 = f2, f3"         F4(0x4, 0, 0, 0)  Fcmp { rel: FpRelation::Eq, unc: false }    => FCMP;
    "fcmp.lt p1, p2 = f2, f3"         F4(0x4, 1, 0, 0)  Fcmp { rel: FpRelation::Lt, unc: false }    => FCMP;
    "fcmp.le p1, p2 = f2, f3"         F4(0x4, 0, 1, 0)  Fcmp { rel: FpRelation::Le, unc: false }    => FCMP;
    "fcmp.unord p1, p2 = f2, f3"      F4(0x4, 1, 1, 0)  Fcmp { rel: FpRelation::Unord, unc: false } => FCMP;
    "fcmp.eq.unc p1, p2 = f2, f3"     F4(0x4, 0, 0, 1)  Fcmp { rel: FpRelation::Eq, unc: true }     => FCMP;
    "fcmp.lt.unc p1, p2 = f2, f3"     F4(0x4, 1, 0, 1)  Fcmp { rel: FpRelation::Lt, unc: true }     => FCMP;
    "fcmp.le.unc p1, p2 = f2, f3"     F4(0x4, 0, 1, 1)  Fcmp { rel: FpRelation::Le, unc: true }     => FCMP;
    "fcmp.unord.unc p1, p2 = f2, f3"  F4(0x4, 1, 1, 1)  Fcmp { rel: FpRelation::Unord, unc: true }  => FCMP;
    // F5: op ta
    "fclass.m p1, p2 = f2, fclass9"      F5(0x5, 0)  Fclass { unc: false } => FCMP;
    "fclass.m.unc p1, p2 = f2, fclass9"  F5(0x5, 1)  Fclass { unc: true }  => FCMP;
    // F1: op x
    "fma f1 = f3, f4, f2"     F1(0x8, 0)  Fma(Precision::Dynamic)  => FMAC;
    "fma.s f1 = f3, f4, f2"   F1(0x8, 1)  Fma(Precision::Single)   => FMAC;
    "fma.d f1 = f3, f4, f2"   F1(0x9, 0)  Fma(Precision::Double)   => FMAC;
    "fpma f1 = f3, f4, f2"    F1(0x9, 1)  Fpma                     => SFMAC;
    "fms f1 = f3, f4, f2"     F1(0xa, 0)  Fms(Precision::Dynamic)  => FMAC;
    "fms.s f1 = f3, f4, f2"   F1(0xa, 1)  Fms(Precision::Single)   => FMAC;
    "fms.d f1 = f3, f4, f2"   F1(0xb, 0)  Fms(Precision::Double)   => FMAC;
    "fpms f1 = f3, f4, f2"    F1(0xb, 1)  Fpms                     => SFMAC;
    "fnma f1 = f3, f4, f2"    F1(0xc, 0)  Fnma(Precision::Dynamic) => FMAC;
    "fnma.s f1 = f3, f4, f2"  F1(0xc, 1)  Fnma(Precision::Single)  => FMAC;
    "fnma.d f1 = f3, f4, f2"  F1(0xd, 0)  Fnma(Precision::Double)  => FMAC;
    "fpnma f1 = f3, f4, f2"   F1(0xd, 1)  Fpnma                    => SFMAC;
    // F2: op x x2
    "xma.l f1 = f3, f4, f2"   F2(0xe, 1, 0)  Xma(XmaPart::Low)          => XMA;
    "xma.h f1 = f3, f4, f2"   F2(0xe, 1, 3)  Xma(XmaPart::High)         => XMA;
    "xma.hu f1 = f3, f4, f2"  F2(0xe, 1, 2)  Xma(XmaPart::HighUnsigned) => XMA;
    // F3: op x
    "fselect f1 = f3, f4, f2"  F3(0xe, 0)  Fselect => FMISC;
}
