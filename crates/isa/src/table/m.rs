//! M type: memory unit (volume 3, section 4.4).

use super::dsl::*;

rows! {
    // M22: op x3
    "chk.a.nc r1, target25c"   M22(0x0, 4)  ChkA { clear: false } => CHK_ALAT;
    "chk.a.clr r1, target25c"  M22(0x0, 5)  ChkA { clear: true }  => CHK_ALAT;
    // M23: op x3
    "chk.a.nc f1, target25c"   M23(0x0, 6)  ChkAF { clear: false } => CHK_ALAT;
    "chk.a.clr f1, target25c"  M23(0x0, 7)  ChkAF { clear: true }  => CHK_ALAT;
    // M24: op x3 x2 x4
    "invala"  M24(0x0, 0, 1, 0)  Invala => SYST_M;
    "fwb"     M24(0x0, 0, 2, 0)  Fwb    => SYST_M_M0;
    "mf"      M24(0x0, 0, 2, 2)  Mf     => SYST_M_M0;
    "mf.a"    M24(0x0, 0, 2, 3)  MfA    => SYST_M0;
    "srlz.d"  M24(0x0, 0, 3, 0)  SrlzD  => SYST_M_M0;
    "srlz.i"  M24(0x0, 0, 3, 1)  SrlzI  => SYST_M_M0;
    "sync.i"  M24(0x0, 0, 3, 3)  SyncI  => SYST_M_M0;
    // M25: op x3 x2 x4
    "flushrs"  M25(0x0, 0, 0, 12)  Flushrs => RSE_M FIRST NO_PREDICATE;
    "loadrs"   M25(0x0, 0, 0, 10)  Loadrs  => RSE_M FIRST NO_PREDICATE;
    // M26: op x3 x2 x4
    "invala.e r1"  M26(0x0, 0, 1, 2)  InvalaE => SYST_M;
    // M27: op x3 x2 x4
    "invala.e f1"  M27(0x0, 0, 1, 3)  InvalaEF => SYST_M;
    // M30: op x3 x2 x4
    "mov.m ar3 = imm8"  M30(0x0, 0, 2, 8)  MovToArImm => TOAR_M;
    // M37: op x3 x2 x4
    "break.m imm21"  M37(0x0, 0, 0, 0)  Break => NOP_M;
    // M48: op x3 x2 x4 y
    "nop.m imm21"  M48(0x0, 0, 0, 1, 0)  Nop => NOP_M;
    // M48: op x3 x2 x4 y z
    "hint.m imm19"  M48Hint(0x0, 0, 0, 1, 1, 0)  Hint => NOP_M;
    // M50: op x3 x2 x4 y z
    "mov dahr3 = imm16"  M50(0x0, 0, 0, 1, 1, 1)  MovToDahr => SYST_M0_M2;
    // M44: op x3 x4
    "sum imm24"  M44(0x0, 0, 4)  Sum => SYST_M0_M2;
    "rum imm24"  M44(0x0, 0, 5)  Rum => SYST_M0_M2;
    "ssm imm24"  M44(0x0, 0, 6)  Ssm => SYST_M0_M2 PRIVILEGED;
    "rsm imm24"  M44(0x0, 0, 7)  Rsm => SYST_M0_M2 PRIVILEGED;
    // M29: op x3 x6
    "mov.m ar3 = r2"  M29(0x1, 0, 0x2a)  MovToAr => TOAR_M;
    // M31: op x3 x6
    "mov.m r1 = ar3"  M31(0x1, 0, 0x22)  MovFromAr => FRAR_M;
    // M32: op x3 x6
    "mov cr3 = r2"  M32(0x1, 0, 0x2c)  MovToCr => TOCR PRIVILEGED;
    // M33: op x3 x6
    "mov r1 = cr3"  M33(0x1, 0, 0x24)  MovFromCr => FRCR PRIVILEGED;
    // M34: op x3
    "alloc r1 = ar.pfs, sof, sol, sor"  M34(0x1, 6)  Alloc => SYST_M0_M2 FIRST NO_PREDICATE;
    // M35: op x3 x6
    "mov psr.l = r2"   M35(0x1, 0, 0x2d)  MovToPsrL => SYST_M0_M2 PRIVILEGED;
    "mov psr.um = r2"  M35(0x1, 0, 0x29)  MovToUm   => SYST_M0_M2;
    // M36: op x3 x6
    "mov r1 = psr"     M36(0x1, 0, 0x25)  MovFromPsr => SYST_M0_M2 PRIVILEGED;
    "mov r1 = psr.um"  M36(0x1, 0, 0x21)  MovFromUm  => SYST_M0_M2;
    // M38: op x3 x6
    "probe.r r1 = r3, r2"  M38(0x1, 0, 0x38)  Probe(ProbeAccess::Read)  => SYST_M0_M2;
    "probe.w r1 = r3, r2"  M38(0x1, 0, 0x39)  Probe(ProbeAccess::Write) => SYST_M0_M2;
    // M39: op x3 x6
    "probe.r r1 = r3, imm2"  M39(0x1, 0, 0x18)  ProbeImm(ProbeAccess::Read)  => SYST_M0_M2;
    "probe.w r1 = r3, imm2"  M39(0x1, 0, 0x19)  ProbeImm(ProbeAccess::Write) => SYST_M0_M2;
    // M40: op x3 x6
    "probe.rw.fault r3, imm2"  M40(0x1, 0, 0x31)  ProbeFault(ProbeAccess::ReadWrite) => SYST_M0_M2;
    "probe.r.fault r3, imm2"   M40(0x1, 0, 0x32)  ProbeFault(ProbeAccess::Read)      => SYST_M0_M2;
    "probe.w.fault r3, imm2"   M40(0x1, 0, 0x33)  ProbeFault(ProbeAccess::Write)     => SYST_M0_M2;
    // M41: op x3 x6
    "itc.d r2"  M41(0x1, 0, 0x2e)  ItcD => SYST_M0_M2 LAST PRIVILEGED;
    "itc.i r2"  M41(0x1, 0, 0x2f)  ItcI => SYST_M0_M2 LAST PRIVILEGED;
    // M42: op x3 x6
    "mov rr[r3] = r2"     M42(0x1, 0, 0x00)  MovToIndirect(IndirectFile::Rr)  => SYST_M0_M2 PRIVILEGED;
    "mov dbr[r3] = r2"    M42(0x1, 0, 0x01)  MovToIndirect(IndirectFile::Dbr) => SYST_M0_M2 PRIVILEGED;
    "mov ibr[r3] = r2"    M42(0x1, 0, 0x02)  MovToIndirect(IndirectFile::Ibr) => SYST_M0_M2 PRIVILEGED;
    "mov pkr[r3] = r2"    M42(0x1, 0, 0x03)  MovToIndirect(IndirectFile::Pkr) => SYST_M0_M2 PRIVILEGED;
    "mov pmc[r3] = r2"    M42(0x1, 0, 0x04)  MovToIndirect(IndirectFile::Pmc) => SYST_M0_M2 PRIVILEGED;
    "mov pmd[r3] = r2"    M42(0x1, 0, 0x05)  MovToIndirect(IndirectFile::Pmd) => SYST_M0_M2 PRIVILEGED;
    "mov msr[r3] = r2"    M42(0x1, 0, 0x06)  MovToIndirect(IndirectFile::Msr) => SYST_M0_M2 PRIVILEGED;
    "itr.d dtr[r3] = r2"  M42(0x1, 0, 0x0e)  ItrD                             => SYST_M0_M2 PRIVILEGED;
    "itr.i itr[r3] = r2"  M42(0x1, 0, 0x0f)  ItrI                             => SYST_M0_M2 PRIVILEGED;
    // M43: op x3 x6
    "mov r1 = rr[r3]"     M43(0x1, 0, 0x10)  MovFromIndirect(IndirectFile::Rr)    => SYST_M0_M2 PRIVILEGED;
    "mov r1 = dbr[r3]"    M43(0x1, 0, 0x11)  MovFromIndirect(IndirectFile::Dbr)   => SYST_M0_M2 PRIVILEGED;
    "mov r1 = ibr[r3]"    M43(0x1, 0, 0x12)  MovFromIndirect(IndirectFile::Ibr)   => SYST_M0_M2 PRIVILEGED;
    "mov r1 = pkr[r3]"    M43(0x1, 0, 0x13)  MovFromIndirect(IndirectFile::Pkr)   => SYST_M0_M2 PRIVILEGED;
    "mov r1 = pmc[r3]"    M43(0x1, 0, 0x14)  MovFromIndirect(IndirectFile::Pmc)   => SYST_M0_M2 PRIVILEGED;
    "mov r1 = pmd[r3]"    M43(0x1, 0, 0x15)  MovFromIndirect(IndirectFile::Pmd)   => SYST_M0_M2;
    "mov r1 = msr[r3]"    M43(0x1, 0, 0x16)  MovFromIndirect(IndirectFile::Msr)   => SYST_M0_M2 PRIVILEGED;
    "mov r1 = cpuid[r3]"  M43(0x1, 0, 0x17)  MovFromIndirect(IndirectFile::Cpuid) => SYST_M0_M2;
    // M49: op x3 x6
    "mov r1 = dahr[r3]"  M49(0x1, 0, 0x20)  MovFromIndirect(IndirectFile::Dahr) => SYST_M0_M2;
    // M45: op x3 x6
    "ptc.l r3, r2"   M45(0x1, 0, 0x09)  PtcL  => SYST_M0_M2 PRIVILEGED;
    "ptc.g r3, r2"   M45(0x1, 0, 0x0a)  PtcG  => SYST_M0_M2 LAST PRIVILEGED;
    "ptc.ga r3, r2"  M45(0x1, 0, 0x0b)  PtcGa => SYST_M0_M2 LAST PRIVILEGED;
    "ptr.d r3, r2"   M45(0x1, 0, 0x0c)  PtrD  => SYST_M0_M2 PRIVILEGED;
    "ptr.i r3, r2"   M45(0x1, 0, 0x0d)  PtrI  => SYST_M0_M2 PRIVILEGED;
    // M46: op x3 x6
    "thash r1 = r3"  M46(0x1, 0, 0x1a)  Thash => SYST_M0_M2;
    "ttag r1 = r3"   M46(0x1, 0, 0x1b)  Ttag  => SYST_M0_M2;
    "tpa r1 = r3"    M46(0x1, 0, 0x1e)  Tpa   => SYST_M0_M2 PRIVILEGED;
    "tak r1 = r3"    M46(0x1, 0, 0x1f)  Tak   => SYST_M0_M2 PRIVILEGED;
    // M20: op x3
    "chk.s.m r2, target25b"  M20(0x1, 1)  ChkS => CHK_M;
    // M21: op x3
    "chk.s f2, target25b"  M21(0x1, 3)  ChkSF => CHK_M;
    // M28: op x x3 x6
    "fc r3"    M28(0x1, 0, 0, 0x30)  Fc  => SYST_M0_M2;
    "fc.i r3"  M28(0x1, 1, 0, 0x30)  FcI => SYST_M0_M2;
    // M47: op x3 x6
    "ptc.e r3"  M47(0x1, 0, 0x34)  PtcE => SYST_M0_M2 PRIVILEGED;
    // M1: op m x6 x
    "ld1 r1 = [r3]"               M1(0x4, 0, 0x00, 0)  load(1, L::Normal, U::None)              => LD;
    "ld2 r1 = [r3]"               M1(0x4, 0, 0x01, 0)  load(2, L::Normal, U::None)              => LD;
    "ld4 r1 = [r3]"               M1(0x4, 0, 0x02, 0)  load(4, L::Normal, U::None)              => LD;
    "ld8 r1 = [r3]"               M1(0x4, 0, 0x03, 0)  load(8, L::Normal, U::None)              => LD;
    "ld1.s r1 = [r3]"             M1(0x4, 0, 0x04, 0)  load(1, L::Speculative, U::None)         => LD;
    "ld2.s r1 = [r3]"             M1(0x4, 0, 0x05, 0)  load(2, L::Speculative, U::None)         => LD;
    "ld4.s r1 = [r3]"             M1(0x4, 0, 0x06, 0)  load(4, L::Speculative, U::None)         => LD;
    "ld8.s r1 = [r3]"             M1(0x4, 0, 0x07, 0)  load(8, L::Speculative, U::None)         => LD;
    "ld1.a r1 = [r3]"             M1(0x4, 0, 0x08, 0)  load(1, L::Advanced, U::None)            => LD;
    "ld2.a r1 = [r3]"             M1(0x4, 0, 0x09, 0)  load(2, L::Advanced, U::None)            => LD;
    "ld4.a r1 = [r3]"             M1(0x4, 0, 0x0a, 0)  load(4, L::Advanced, U::None)            => LD;
    "ld8.a r1 = [r3]"             M1(0x4, 0, 0x0b, 0)  load(8, L::Advanced, U::None)            => LD;
    "ld1.sa r1 = [r3]"            M1(0x4, 0, 0x0c, 0)  load(1, L::SpeculativeAdvanced, U::None) => LD;
    "ld2.sa r1 = [r3]"            M1(0x4, 0, 0x0d, 0)  load(2, L::SpeculativeAdvanced, U::None) => LD;
    "ld4.sa r1 = [r3]"            M1(0x4, 0, 0x0e, 0)  load(4, L::SpeculativeAdvanced, U::None) => LD;
    "ld8.sa r1 = [r3]"            M1(0x4, 0, 0x0f, 0)  load(8, L::SpeculativeAdvanced, U::None) => LD;
    "ld1.bias r1 = [r3]"          M1(0x4, 0, 0x10, 0)  load(1, L::Bias, U::None)                => LD;
    "ld2.bias r1 = [r3]"          M1(0x4, 0, 0x11, 0)  load(2, L::Bias, U::None)                => LD;
    "ld4.bias r1 = [r3]"          M1(0x4, 0, 0x12, 0)  load(4, L::Bias, U::None)                => LD;
    "ld8.bias r1 = [r3]"          M1(0x4, 0, 0x13, 0)  load(8, L::Bias, U::None)                => LD;
    "ld1.acq r1 = [r3]"           M1(0x4, 0, 0x14, 0)  load(1, L::Acquire, U::None)             => LD;
    "ld2.acq r1 = [r3]"           M1(0x4, 0, 0x15, 0)  load(2, L::Acquire, U::None)             => LD;
    "ld4.acq r1 = [r3]"           M1(0x4, 0, 0x16, 0)  load(4, L::Acquire, U::None)             => LD;
    "ld8.acq r1 = [r3]"           M1(0x4, 0, 0x17, 0)  load(8, L::Acquire, U::None)             => LD;
    "ld8.fill r1 = [r3]"          M1(0x4, 0, 0x1b, 0)  load(8, L::Fill, U::None)                => LD;
    "ld1.c.clr r1 = [r3]"         M1(0x4, 0, 0x20, 0)  load(1, L::CheckClear, U::None)          => CLD;
    "ld2.c.clr r1 = [r3]"         M1(0x4, 0, 0x21, 0)  load(2, L::CheckClear, U::None)          => CLD;
    "ld4.c.clr r1 = [r3]"         M1(0x4, 0, 0x22, 0)  load(4, L::CheckClear, U::None)          => CLD;
    "ld8.c.clr r1 = [r3]"         M1(0x4, 0, 0x23, 0)  load(8, L::CheckClear, U::None)          => CLD;
    "ld1.c.nc r1 = [r3]"          M1(0x4, 0, 0x24, 0)  load(1, L::CheckNoClear, U::None)        => CLD;
    "ld2.c.nc r1 = [r3]"          M1(0x4, 0, 0x25, 0)  load(2, L::CheckNoClear, U::None)        => CLD;
    "ld4.c.nc r1 = [r3]"          M1(0x4, 0, 0x26, 0)  load(4, L::CheckNoClear, U::None)        => CLD;
    "ld8.c.nc r1 = [r3]"          M1(0x4, 0, 0x27, 0)  load(8, L::CheckNoClear, U::None)        => CLD;
    "ld1.c.clr.acq r1 = [r3]"     M1(0x4, 0, 0x28, 0)  load(1, L::CheckClearAcquire, U::None)   => CLD;
    "ld2.c.clr.acq r1 = [r3]"     M1(0x4, 0, 0x29, 0)  load(2, L::CheckClearAcquire, U::None)   => CLD;
    "ld4.c.clr.acq r1 = [r3]"     M1(0x4, 0, 0x2a, 0)  load(4, L::CheckClearAcquire, U::None)   => CLD;
    "ld8.c.clr.acq r1 = [r3]"     M1(0x4, 0, 0x2b, 0)  load(8, L::CheckClearAcquire, U::None)   => CLD;
    "ld16 r1, ar.csd = [r3]"      M1(0x4, 0, 0x28, 1)  Load16 { acquire: false }                => LD;
    "ld16.acq r1, ar.csd = [r3]"  M1(0x4, 0, 0x2c, 1)  Load16 { acquire: true }                 => LD;
    // M2: op m x6 x
    "ld1 r1 = [r3], r2"            M2(0x4, 1, 0x00, 0)  load(1, L::Normal, U::Register)              => LD;
    "ld2 r1 = [r3], r2"            M2(0x4, 1, 0x01, 0)  load(2, L::Normal, U::Register)              => LD;
    "ld4 r1 = [r3], r2"            M2(0x4, 1, 0x02, 0)  load(4, L::Normal, U::Register)              => LD;
    "ld8 r1 = [r3], r2"            M2(0x4, 1, 0x03, 0)  load(8, L::Normal, U::Register)              => LD;
    "ld1.s r1 = [r3], r2"          M2(0x4, 1, 0x04, 0)  load(1, L::Speculative, U::Register)         => LD;
    "ld2.s r1 = [r3], r2"          M2(0x4, 1, 0x05, 0)  load(2, L::Speculative, U::Register)         => LD;
    "ld4.s r1 = [r3], r2"          M2(0x4, 1, 0x06, 0)  load(4, L::Speculative, U::Register)         => LD;
    "ld8.s r1 = [r3], r2"          M2(0x4, 1, 0x07, 0)  load(8, L::Speculative, U::Register)         => LD;
    "ld1.a r1 = [r3], r2"          M2(0x4, 1, 0x08, 0)  load(1, L::Advanced, U::Register)            => LD;
    "ld2.a r1 = [r3], r2"          M2(0x4, 1, 0x09, 0)  load(2, L::Advanced, U::Register)            => LD;
    "ld4.a r1 = [r3], r2"          M2(0x4, 1, 0x0a, 0)  load(4, L::Advanced, U::Register)            => LD;
    "ld8.a r1 = [r3], r2"          M2(0x4, 1, 0x0b, 0)  load(8, L::Advanced, U::Register)            => LD;
    "ld1.sa r1 = [r3], r2"         M2(0x4, 1, 0x0c, 0)  load(1, L::SpeculativeAdvanced, U::Register) => LD;
    "ld2.sa r1 = [r3], r2"         M2(0x4, 1, 0x0d, 0)  load(2, L::SpeculativeAdvanced, U::Register) => LD;
    "ld4.sa r1 = [r3], r2"         M2(0x4, 1, 0x0e, 0)  load(4, L::SpeculativeAdvanced, U::Register) => LD;
    "ld8.sa r1 = [r3], r2"         M2(0x4, 1, 0x0f, 0)  load(8, L::SpeculativeAdvanced, U::Register) => LD;
    "ld1.bias r1 = [r3], r2"       M2(0x4, 1, 0x10, 0)  load(1, L::Bias, U::Register)                => LD;
    "ld2.bias r1 = [r3], r2"       M2(0x4, 1, 0x11, 0)  load(2, L::Bias, U::Register)                => LD;
    "ld4.bias r1 = [r3], r2"       M2(0x4, 1, 0x12, 0)  load(4, L::Bias, U::Register)                => LD;
    "ld8.bias r1 = [r3], r2"       M2(0x4, 1, 0x13, 0)  load(8, L::Bias, U::Register)                => LD;
    "ld1.acq r1 = [r3], r2"        M2(0x4, 1, 0x14, 0)  load(1, L::Acquire, U::Register)             => LD;
    "ld2.acq r1 = [r3], r2"        M2(0x4, 1, 0x15, 0)  load(2, L::Acquire, U::Register)             => LD;
    "ld4.acq r1 = [r3], r2"        M2(0x4, 1, 0x16, 0)  load(4, L::Acquire, U::Register)             => LD;
    "ld8.acq r1 = [r3], r2"        M2(0x4, 1, 0x17, 0)  load(8, L::Acquire, U::Register)             => LD;
    "ld8.fill r1 = [r3], r2"       M2(0x4, 1, 0x1b, 0)  load(8, L::Fill, U::Register)                => LD;
    "ld1.c.clr r1 = [r3], r2"      M2(0x4, 1, 0x20, 0)  load(1, L::CheckClear, U::Register)          => CLD;
    "ld2.c.clr r1 = [r3], r2"      M2(0x4, 1, 0x21, 0)  load(2, L::CheckClear, U::Register)          => CLD;
    "ld4.c.clr r1 = [r3], r2"      M2(0x4, 1, 0x22, 0)  load(4, L::CheckClear, U::Register)          => CLD;
    "ld8.c.clr r1 = [r3], r2"      M2(0x4, 1, 0x23, 0)  load(8, L::CheckClear, U::Register)          => CLD;
    "ld1.c.nc r1 = [r3], r2"       M2(0x4, 1, 0x24, 0)  load(1, L::CheckNoClear, U::Register)        => CLD;
    "ld2.c.nc r1 = [r3], r2"       M2(0x4, 1, 0x25, 0)  load(2, L::CheckNoClear, U::Register)        => CLD;
    "ld4.c.nc r1 = [r3], r2"       M2(0x4, 1, 0x26, 0)  load(4, L::CheckNoClear, U::Register)        => CLD;
    "ld8.c.nc r1 = [r3], r2"       M2(0x4, 1, 0x27, 0)  load(8, L::CheckNoClear, U::Register)        => CLD;
    "ld1.c.clr.acq r1 = [r3], r2"  M2(0x4, 1, 0x28, 0)  load(1, L::CheckClearAcquire, U::Register)   => CLD;
    "ld2.c.clr.acq r1 = [r3], r2"  M2(0x4, 1, 0x29, 0)  load(2, L::CheckClearAcquire, U::Register)   => CLD;
    "ld4.c.clr.acq r1 = [r3], r2"  M2(0x4, 1, 0x2a, 0)  load(4, L::CheckClearAcquire, U::Register)   => CLD;
    "ld8.c.clr.acq r1 = [r3], r2"  M2(0x4, 1, 0x2b, 0)  load(8, L::CheckClearAcquire, U::Register)   => CLD;
    // M4: op m x6 x
    "st1 [r3] = r2"               M4(0x4, 0, 0x30, 0)  store(1, S::Normal, U::None)  => ST;
    "st2 [r3] = r2"               M4(0x4, 0, 0x31, 0)  store(2, S::Normal, U::None)  => ST;
    "st4 [r3] = r2"               M4(0x4, 0, 0x32, 0)  store(4, S::Normal, U::None)  => ST;
    "st8 [r3] = r2"               M4(0x4, 0, 0x33, 0)  store(8, S::Normal, U::None)  => ST;
    "st16 [r3] = r2, ar.csd"      M4(0x4, 0, 0x30, 1)  Store16 { release: false }    => ST;
    "st1.rel [r3] = r2"           M4(0x4, 0, 0x34, 0)  store(1, S::Release, U::None) => ST;
    "st2.rel [r3] = r2"           M4(0x4, 0, 0x35, 0)  store(2, S::Release, U::None) => ST;
    "st4.rel [r3] = r2"           M4(0x4, 0, 0x36, 0)  store(4, S::Release, U::None) => ST;
    "st8.rel [r3] = r2"           M4(0x4, 0, 0x37, 0)  store(8, S::Release, U::None) => ST;
    "st16.rel [r3] = r2, ar.csd"  M4(0x4, 0, 0x34, 1)  Store16 { release: true }     => ST;
    "st8.spill [r3] = r2"         M4(0x4, 0, 0x3b, 0)  store(8, S::Spill, U::None)   => ST;
    // M16: op m x6 x
    "cmpxchg1.acq r1 = [r3], r2, ar.ccv"            M16(0x4, 0, 0x00, 1)  Cmpxchg { size: 1, release: false } => SEM;
    "cmpxchg2.acq r1 = [r3], r2, ar.ccv"            M16(0x4, 0, 0x01, 1)  Cmpxchg { size: 2, release: false } => SEM;
    "cmpxchg4.acq r1 = [r3], r2, ar.ccv"            M16(0x4, 0, 0x02, 1)  Cmpxchg { size: 4, release: false } => SEM;
    "cmpxchg8.acq r1 = [r3], r2, ar.ccv"            M16(0x4, 0, 0x03, 1)  Cmpxchg { size: 8, release: false } => SEM;
    "cmp8xchg16.acq r1 = [r3], r2, ar.csd, ar.ccv"  M16(0x4, 0, 0x20, 1)  Cmp8Xchg16 { release: false }       => SEM;
    "cmpxchg1.rel r1 = [r3], r2, ar.ccv"            M16(0x4, 0, 0x04, 1)  Cmpxchg { size: 1, release: true }  => SEM;
    "cmpxchg2.rel r1 = [r3], r2, ar.ccv"            M16(0x4, 0, 0x05, 1)  Cmpxchg { size: 2, release: true }  => SEM;
    "cmpxchg4.rel r1 = [r3], r2, ar.ccv"            M16(0x4, 0, 0x06, 1)  Cmpxchg { size: 4, release: true }  => SEM;
    "cmpxchg8.rel r1 = [r3], r2, ar.ccv"            M16(0x4, 0, 0x07, 1)  Cmpxchg { size: 8, release: true }  => SEM;
    "cmp8xchg16.rel r1 = [r3], r2, ar.csd, ar.ccv"  M16(0x4, 0, 0x24, 1)  Cmp8Xchg16 { release: true }        => SEM;
    "xchg1 r1 = [r3], r2"                           M16(0x4, 0, 0x08, 1)  Xchg(1)                             => SEM;
    "xchg2 r1 = [r3], r2"                           M16(0x4, 0, 0x09, 1)  Xchg(2)                             => SEM;
    "xchg4 r1 = [r3], r2"                           M16(0x4, 0, 0x0a, 1)  Xchg(4)                             => SEM;
    "xchg8 r1 = [r3], r2"                           M16(0x4, 0, 0x0b, 1)  Xchg(8)                             => SEM;
    // M17: op m x6 x
    "fetchadd4.acq r1 = [r3], inc3"  M17(0x4, 0, 0x12, 1)  FetchAdd { size: 4, release: false } => SEM;
    "fetchadd8.acq r1 = [r3], inc3"  M17(0x4, 0, 0x13, 1)  FetchAdd { size: 8, release: false } => SEM;
    "fetchadd4.rel r1 = [r3], inc3"  M17(0x4, 0, 0x16, 1)  FetchAdd { size: 4, release: true }  => SEM;
    "fetchadd8.rel r1 = [r3], inc3"  M17(0x4, 0, 0x17, 1)  FetchAdd { size: 8, release: true }  => SEM;
    // M19: op m x6 x
    "getf.sig r1 = f2"  M19(0x4, 0, 0x1c, 1)  Getf(FpPart::Significand) => FRFR;
    "getf.exp r1 = f2"  M19(0x4, 0, 0x1d, 1)  Getf(FpPart::Exponent)    => FRFR;
    "getf.s r1 = f2"    M19(0x4, 0, 0x1e, 1)  Getf(FpPart::Single)      => FRFR;
    "getf.d r1 = f2"    M19(0x4, 0, 0x1f, 1)  Getf(FpPart::Double)      => FRFR;
    // M3: op x6
    "ld1 r1 = [r3], imm9b"            M3(0x5, 0x00)  load(1, L::Normal, U::Immediate)              => LD;
    "ld2 r1 = [r3], imm9b"            M3(0x5, 0x01)  load(2, L::Normal, U::Immediate)              => LD;
    "ld4 r1 = [r3], imm9b"            M3(0x5, 0x02)  load(4, L::Normal, U::Immediate)              => LD;
    "ld8 r1 = [r3], imm9b"            M3(0x5, 0x03)  load(8, L::Normal, U::Immediate)              => LD;
    "ld1.s r1 = [r3], imm9b"          M3(0x5, 0x04)  load(1, L::Speculative, U::Immediate)         => LD;
    "ld2.s r1 = [r3], imm9b"          M3(0x5, 0x05)  load(2, L::Speculative, U::Immediate)         => LD;
    "ld4.s r1 = [r3], imm9b"          M3(0x5, 0x06)  load(4, L::Speculative, U::Immediate)         => LD;
    "ld8.s r1 = [r3], imm9b"          M3(0x5, 0x07)  load(8, L::Speculative, U::Immediate)         => LD;
    "ld1.a r1 = [r3], imm9b"          M3(0x5, 0x08)  load(1, L::Advanced, U::Immediate)            => LD;
    "ld2.a r1 = [r3], imm9b"          M3(0x5, 0x09)  load(2, L::Advanced, U::Immediate)            => LD;
    "ld4.a r1 = [r3], imm9b"          M3(0x5, 0x0a)  load(4, L::Advanced, U::Immediate)            => LD;
    "ld8.a r1 = [r3], imm9b"          M3(0x5, 0x0b)  load(8, L::Advanced, U::Immediate)            => LD;
    "ld1.sa r1 = [r3], imm9b"         M3(0x5, 0x0c)  load(1, L::SpeculativeAdvanced, U::Immediate) => LD;
    "ld2.sa r1 = [r3], imm9b"         M3(0x5, 0x0d)  load(2, L::SpeculativeAdvanced, U::Immediate) => LD;
    "ld4.sa r1 = [r3], imm9b"         M3(0x5, 0x0e)  load(4, L::SpeculativeAdvanced, U::Immediate) => LD;
    "ld8.sa r1 = [r3], imm9b"         M3(0x5, 0x0f)  load(8, L::SpeculativeAdvanced, U::Immediate) => LD;
    "ld1.bias r1 = [r3], imm9b"       M3(0x5, 0x10)  load(1, L::Bias, U::Immediate)                => LD;
    "ld2.bias r1 = [r3], imm9b"       M3(0x5, 0x11)  load(2, L::Bias, U::Immediate)                => LD;
    "ld4.bias r1 = [r3], imm9b"       M3(0x5, 0x12)  load(4, L::Bias, U::Immediate)                => LD;
    "ld8.bias r1 = [r3], imm9b"       M3(0x5, 0x13)  load(8, L::Bias, U::Immediate)                => LD;
    "ld1.acq r1 = [r3], imm9b"        M3(0x5, 0x14)  load(1, L::Acquire, U::Immediate)             => LD;
    "ld2.acq r1 = [r3], imm9b"        M3(0x5, 0x15)  load(2, L::Acquire, U::Immediate)             => LD;
    "ld4.acq r1 = [r3], imm9b"        M3(0x5, 0x16)  load(4, L::Acquire, U::Immediate)             => LD;
    "ld8.acq r1 = [r3], imm9b"        M3(0x5, 0x17)  load(8, L::Acquire, U::Immediate)             => LD;
    "ld8.fill r1 = [r3], imm9b"       M3(0x5, 0x1b)  load(8, L::Fill, U::Immediate)                => LD;
    "ld1.c.clr r1 = [r3], imm9b"      M3(0x5, 0x20)  load(1, L::CheckClear, U::Immediate)          => CLD;
    "ld2.c.clr r1 = [r3], imm9b"      M3(0x5, 0x21)  load(2, L::CheckClear, U::Immediate)          => CLD;
    "ld4.c.clr r1 = [r3], imm9b"      M3(0x5, 0x22)  load(4, L::CheckClear, U::Immediate)          => CLD;
    "ld8.c.clr r1 = [r3], imm9b"      M3(0x5, 0x23)  load(8, L::CheckClear, U::Immediate)          => CLD;
    "ld1.c.nc r1 = [r3], imm9b"       M3(0x5, 0x24)  load(1, L::CheckNoClear, U::Immediate)        => CLD;
    "ld2.c.nc r1 = [r3], imm9b"       M3(0x5, 0x25)  load(2, L::CheckNoClear, U::Immediate)        => CLD;
    "ld4.c.nc r1 = [r3], imm9b"       M3(0x5, 0x26)  load(4, L::CheckNoClear, U::Immediate)        => CLD;
    "ld8.c.nc r1 = [r3], imm9b"       M3(0x5, 0x27)  load(8, L::CheckNoClear, U::Immediate)        => CLD;
    "ld1.c.clr.acq r1 = [r3], imm9b"  M3(0x5, 0x28)  load(1, L::CheckClearAcquire, U::Immediate)   => CLD;
    "ld2.c.clr.acq r1 = [r3], imm9b"  M3(0x5, 0x29)  load(2, L::CheckClearAcquire, U::Immediate)   => CLD;
    "ld4.c.clr.acq r1 = [r3], imm9b"  M3(0x5, 0x2a)  load(4, L::CheckClearAcquire, U::Immediate)   => CLD;
    "ld8.c.clr.acq r1 = [r3], imm9b"  M3(0x5, 0x2b)  load(8, L::CheckClearAcquire, U::Immediate)   => CLD;
    // M5: op x6
    "st1 [r3] = r2, imm9a"        M5(0x5, 0x30)  store(1, S::Normal, U::Immediate)  => ST;
    "st2 [r3] = r2, imm9a"        M5(0x5, 0x31)  store(2, S::Normal, U::Immediate)  => ST;
    "st4 [r3] = r2, imm9a"        M5(0x5, 0x32)  store(4, S::Normal, U::Immediate)  => ST;
    "st8 [r3] = r2, imm9a"        M5(0x5, 0x33)  store(8, S::Normal, U::Immediate)  => ST;
    "st1.rel [r3] = r2, imm9a"    M5(0x5, 0x34)  store(1, S::Release, U::Immediate) => ST;
    "st2.rel [r3] = r2, imm9a"    M5(0x5, 0x35)  store(2, S::Release, U::Immediate) => ST;
    "st4.rel [r3] = r2, imm9a"    M5(0x5, 0x36)  store(4, S::Release, U::Immediate) => ST;
    "st8.rel [r3] = r2, imm9a"    M5(0x5, 0x37)  store(8, S::Release, U::Immediate) => ST;
    "st8.spill [r3] = r2, imm9a"  M5(0x5, 0x3b)  store(8, S::Spill, U::Immediate)   => ST;
    // M6: op m x6 x
    "ldfs f1 = [r3]"        M6(0x6, 0, 0x02, 0)  fload(F::Single, L::Normal, U::None)                => FLD;
    "ldfd f1 = [r3]"        M6(0x6, 0, 0x03, 0)  fload(F::Double, L::Normal, U::None)                => FLD;
    "ldf8 f1 = [r3]"        M6(0x6, 0, 0x01, 0)  fload(F::Integer, L::Normal, U::None)               => FLD;
    "ldfe f1 = [r3]"        M6(0x6, 0, 0x00, 0)  fload(F::Extended, L::Normal, U::None)              => FLD;
    "ldfs.s f1 = [r3]"      M6(0x6, 0, 0x06, 0)  fload(F::Single, L::Speculative, U::None)           => FLD;
    "ldfd.s f1 = [r3]"      M6(0x6, 0, 0x07, 0)  fload(F::Double, L::Speculative, U::None)           => FLD;
    "ldf8.s f1 = [r3]"      M6(0x6, 0, 0x05, 0)  fload(F::Integer, L::Speculative, U::None)          => FLD;
    "ldfe.s f1 = [r3]"      M6(0x6, 0, 0x04, 0)  fload(F::Extended, L::Speculative, U::None)         => FLD;
    "ldfs.a f1 = [r3]"      M6(0x6, 0, 0x0a, 0)  fload(F::Single, L::Advanced, U::None)              => FLD_FLDA;
    "ldfd.a f1 = [r3]"      M6(0x6, 0, 0x0b, 0)  fload(F::Double, L::Advanced, U::None)              => FLD_FLDA;
    "ldf8.a f1 = [r3]"      M6(0x6, 0, 0x09, 0)  fload(F::Integer, L::Advanced, U::None)             => FLD_FLDA;
    "ldfe.a f1 = [r3]"      M6(0x6, 0, 0x08, 0)  fload(F::Extended, L::Advanced, U::None)            => FLD_FLDA;
    "ldfs.sa f1 = [r3]"     M6(0x6, 0, 0x0e, 0)  fload(F::Single, L::SpeculativeAdvanced, U::None)   => FLD_FLDA;
    "ldfd.sa f1 = [r3]"     M6(0x6, 0, 0x0f, 0)  fload(F::Double, L::SpeculativeAdvanced, U::None)   => FLD_FLDA;
    "ldf8.sa f1 = [r3]"     M6(0x6, 0, 0x0d, 0)  fload(F::Integer, L::SpeculativeAdvanced, U::None)  => FLD_FLDA;
    "ldfe.sa f1 = [r3]"     M6(0x6, 0, 0x0c, 0)  fload(F::Extended, L::SpeculativeAdvanced, U::None) => FLD_FLDA;
    "ldf.fill f1 = [r3]"    M6(0x6, 0, 0x1b, 0)  fload(F::Register, L::Fill, U::None)                => FLD;
    "ldfs.c.clr f1 = [r3]"  M6(0x6, 0, 0x22, 0)  fload(F::Single, L::CheckClear, U::None)            => FCLD;
    "ldfd.c.clr f1 = [r3]"  M6(0x6, 0, 0x23, 0)  fload(F::Double, L::CheckClear, U::None)            => FCLD;
    "ldf8.c.clr f1 = [r3]"  M6(0x6, 0, 0x21, 0)  fload(F::Integer, L::CheckClear, U::None)           => FCLD;
    "ldfe.c.clr f1 = [r3]"  M6(0x6, 0, 0x20, 0)  fload(F::Extended, L::CheckClear, U::None)          => FCLD;
    "ldfs.c.nc f1 = [r3]"   M6(0x6, 0, 0x26, 0)  fload(F::Single, L::CheckNoClear, U::None)          => FCLD;
    "ldfd.c.nc f1 = [r3]"   M6(0x6, 0, 0x27, 0)  fload(F::Double, L::CheckNoClear, U::None)          => FCLD;
    "ldf8.c.nc f1 = [r3]"   M6(0x6, 0, 0x25, 0)  fload(F::Integer, L::CheckNoClear, U::None)         => FCLD;
    "ldfe.c.nc f1 = [r3]"   M6(0x6, 0, 0x24, 0)  fload(F::Extended, L::CheckNoClear, U::None)        => FCLD;
    // M7: op m x6 x
    "ldfs f1 = [r3], r2"        M7(0x6, 1, 0x02, 0)  fload(F::Single, L::Normal, U::Register)                => FLD;
    "ldfd f1 = [r3], r2"        M7(0x6, 1, 0x03, 0)  fload(F::Double, L::Normal, U::Register)                => FLD;
    "ldf8 f1 = [r3], r2"        M7(0x6, 1, 0x01, 0)  fload(F::Integer, L::Normal, U::Register)               => FLD;
    "ldfe f1 = [r3], r2"        M7(0x6, 1, 0x00, 0)  fload(F::Extended, L::Normal, U::Register)              => FLD;
    "ldfs.s f1 = [r3], r2"      M7(0x6, 1, 0x06, 0)  fload(F::Single, L::Speculative, U::Register)           => FLD;
    "ldfd.s f1 = [r3], r2"      M7(0x6, 1, 0x07, 0)  fload(F::Double, L::Speculative, U::Register)           => FLD;
    "ldf8.s f1 = [r3], r2"      M7(0x6, 1, 0x05, 0)  fload(F::Integer, L::Speculative, U::Register)          => FLD;
    "ldfe.s f1 = [r3], r2"      M7(0x6, 1, 0x04, 0)  fload(F::Extended, L::Speculative, U::Register)         => FLD;
    "ldfs.a f1 = [r3], r2"      M7(0x6, 1, 0x0a, 0)  fload(F::Single, L::Advanced, U::Register)              => FLD_FLDA;
    "ldfd.a f1 = [r3], r2"      M7(0x6, 1, 0x0b, 0)  fload(F::Double, L::Advanced, U::Register)              => FLD_FLDA;
    "ldf8.a f1 = [r3], r2"      M7(0x6, 1, 0x09, 0)  fload(F::Integer, L::Advanced, U::Register)             => FLD_FLDA;
    "ldfe.a f1 = [r3], r2"      M7(0x6, 1, 0x08, 0)  fload(F::Extended, L::Advanced, U::Register)            => FLD_FLDA;
    "ldfs.sa f1 = [r3], r2"     M7(0x6, 1, 0x0e, 0)  fload(F::Single, L::SpeculativeAdvanced, U::Register)   => FLD_FLDA;
    "ldfd.sa f1 = [r3], r2"     M7(0x6, 1, 0x0f, 0)  fload(F::Double, L::SpeculativeAdvanced, U::Register)   => FLD_FLDA;
    "ldf8.sa f1 = [r3], r2"     M7(0x6, 1, 0x0d, 0)  fload(F::Integer, L::SpeculativeAdvanced, U::Register)  => FLD_FLDA;
    "ldfe.sa f1 = [r3], r2"     M7(0x6, 1, 0x0c, 0)  fload(F::Extended, L::SpeculativeAdvanced, U::Register) => FLD_FLDA;
    "ldf.fill f1 = [r3], r2"    M7(0x6, 1, 0x1b, 0)  fload(F::Register, L::Fill, U::Register)                => FLD;
    "ldfs.c.clr f1 = [r3], r2"  M7(0x6, 1, 0x22, 0)  fload(F::Single, L::CheckClear, U::Register)            => FCLD;
    "ldfd.c.clr f1 = [r3], r2"  M7(0x6, 1, 0x23, 0)  fload(F::Double, L::CheckClear, U::Register)            => FCLD;
    "ldf8.c.clr f1 = [r3], r2"  M7(0x6, 1, 0x21, 0)  fload(F::Integer, L::CheckClear, U::Register)           => FCLD;
    "ldfe.c.clr f1 = [r3], r2"  M7(0x6, 1, 0x20, 0)  fload(F::Extended, L::CheckClear, U::Register)          => FCLD;
    "ldfs.c.nc f1 = [r3], r2"   M7(0x6, 1, 0x26, 0)  fload(F::Single, L::CheckNoClear, U::Register)          => FCLD;
    "ldfd.c.nc f1 = [r3], r2"   M7(0x6, 1, 0x27, 0)  fload(F::Double, L::CheckNoClear, U::Register)          => FCLD;
    "ldf8.c.nc f1 = [r3], r2"   M7(0x6, 1, 0x25, 0)  fload(F::Integer, L::CheckNoClear, U::Register)         => FCLD;
    "ldfe.c.nc f1 = [r3], r2"   M7(0x6, 1, 0x24, 0)  fload(F::Extended, L::CheckNoClear, U::Register)        => FCLD;
    // M9: op m x6 x
    "stfs [r3] = f2"       M9(0x6, 0, 0x32, 0)  fstore(F::Single, U::None)   => STF;
    "stfd [r3] = f2"       M9(0x6, 0, 0x33, 0)  fstore(F::Double, U::None)   => STF;
    "stf8 [r3] = f2"       M9(0x6, 0, 0x31, 0)  fstore(F::Integer, U::None)  => STF;
    "stfe [r3] = f2"       M9(0x6, 0, 0x30, 0)  fstore(F::Extended, U::None) => STF;
    "stf.spill [r3] = f2"  M9(0x6, 0, 0x3b, 0)  fstore(F::Register, U::None) => STF;
    // M11: op m x6 x
    "ldfps f1, f2 = [r3]"        M11(0x6, 0, 0x02, 1)  fload_pair(F::Single, L::Normal, U::None)               => FLDP;
    "ldfpd f1, f2 = [r3]"        M11(0x6, 0, 0x03, 1)  fload_pair(F::Double, L::Normal, U::None)               => FLDP;
    "ldfp8 f1, f2 = [r3]"        M11(0x6, 0, 0x01, 1)  fload_pair(F::Integer, L::Normal, U::None)              => FLDP;
    "ldfps.s f1, f2 = [r3]"      M11(0x6, 0, 0x06, 1)  fload_pair(F::Single, L::Speculative, U::None)          => FLDP;
    "ldfpd.s f1, f2 = [r3]"      M11(0x6, 0, 0x07, 1)  fload_pair(F::Double, L::Speculative, U::None)          => FLDP;
    "ldfp8.s f1, f2 = [r3]"      M11(0x6, 0, 0x05, 1)  fload_pair(F::Integer, L::Speculative, U::None)         => FLDP;
    "ldfps.a f1, f2 = [r3]"      M11(0x6, 0, 0x0a, 1)  fload_pair(F::Single, L::Advanced, U::None)             => FLDP;
    "ldfpd.a f1, f2 = [r3]"      M11(0x6, 0, 0x0b, 1)  fload_pair(F::Double, L::Advanced, U::None)             => FLDP;
    "ldfp8.a f1, f2 = [r3]"      M11(0x6, 0, 0x09, 1)  fload_pair(F::Integer, L::Advanced, U::None)            => FLDP;
    "ldfps.sa f1, f2 = [r3]"     M11(0x6, 0, 0x0e, 1)  fload_pair(F::Single, L::SpeculativeAdvanced, U::None)  => FLDP;
    "ldfpd.sa f1, f2 = [r3]"     M11(0x6, 0, 0x0f, 1)  fload_pair(F::Double, L::SpeculativeAdvanced, U::None)  => FLDP;
    "ldfp8.sa f1, f2 = [r3]"     M11(0x6, 0, 0x0d, 1)  fload_pair(F::Integer, L::SpeculativeAdvanced, U::None) => FLDP;
    "ldfps.c.clr f1, f2 = [r3]"  M11(0x6, 0, 0x22, 1)  fload_pair(F::Single, L::CheckClear, U::None)           => FCLD;
    "ldfpd.c.clr f1, f2 = [r3]"  M11(0x6, 0, 0x23, 1)  fload_pair(F::Double, L::CheckClear, U::None)           => FCLD;
    "ldfp8.c.clr f1, f2 = [r3]"  M11(0x6, 0, 0x21, 1)  fload_pair(F::Integer, L::CheckClear, U::None)          => FCLD;
    "ldfps.c.nc f1, f2 = [r3]"   M11(0x6, 0, 0x26, 1)  fload_pair(F::Single, L::CheckNoClear, U::None)         => FCLD;
    "ldfpd.c.nc f1, f2 = [r3]"   M11(0x6, 0, 0x27, 1)  fload_pair(F::Double, L::CheckNoClear, U::None)         => FCLD;
    "ldfp8.c.nc f1, f2 = [r3]"   M11(0x6, 0, 0x25, 1)  fload_pair(F::Integer, L::CheckNoClear, U::None)        => FCLD;
    // M12: op m x6 x
    "ldfps f1, f2 = [r3], 8"         M12(0x6, 1, 0x02, 1)  fload_pair(F::Single, L::Normal, U::Immediate)               => FLDP;
    "ldfpd f1, f2 = [r3], 16"        M12(0x6, 1, 0x03, 1)  fload_pair(F::Double, L::Normal, U::Immediate)               => FLDP;
    "ldfp8 f1, f2 = [r3], 16"        M12(0x6, 1, 0x01, 1)  fload_pair(F::Integer, L::Normal, U::Immediate)              => FLDP;
    "ldfps.s f1, f2 = [r3], 8"       M12(0x6, 1, 0x06, 1)  fload_pair(F::Single, L::Speculative, U::Immediate)          => FLDP;
    "ldfpd.s f1, f2 = [r3], 16"      M12(0x6, 1, 0x07, 1)  fload_pair(F::Double, L::Speculative, U::Immediate)          => FLDP;
    "ldfp8.s f1, f2 = [r3], 16"      M12(0x6, 1, 0x05, 1)  fload_pair(F::Integer, L::Speculative, U::Immediate)         => FLDP;
    "ldfps.a f1, f2 = [r3], 8"       M12(0x6, 1, 0x0a, 1)  fload_pair(F::Single, L::Advanced, U::Immediate)             => FLDP;
    "ldfpd.a f1, f2 = [r3], 16"      M12(0x6, 1, 0x0b, 1)  fload_pair(F::Double, L::Advanced, U::Immediate)             => FLDP;
    "ldfp8.a f1, f2 = [r3], 16"      M12(0x6, 1, 0x09, 1)  fload_pair(F::Integer, L::Advanced, U::Immediate)            => FLDP;
    "ldfps.sa f1, f2 = [r3], 8"      M12(0x6, 1, 0x0e, 1)  fload_pair(F::Single, L::SpeculativeAdvanced, U::Immediate)  => FLDP;
    "ldfpd.sa f1, f2 = [r3], 16"     M12(0x6, 1, 0x0f, 1)  fload_pair(F::Double, L::SpeculativeAdvanced, U::Immediate)  => FLDP;
    "ldfp8.sa f1, f2 = [r3], 16"     M12(0x6, 1, 0x0d, 1)  fload_pair(F::Integer, L::SpeculativeAdvanced, U::Immediate) => FLDP;
    "ldfps.c.clr f1, f2 = [r3], 8"   M12(0x6, 1, 0x22, 1)  fload_pair(F::Single, L::CheckClear, U::Immediate)           => FCLD;
    "ldfpd.c.clr f1, f2 = [r3], 16"  M12(0x6, 1, 0x23, 1)  fload_pair(F::Double, L::CheckClear, U::Immediate)           => FCLD;
    "ldfp8.c.clr f1, f2 = [r3], 16"  M12(0x6, 1, 0x21, 1)  fload_pair(F::Integer, L::CheckClear, U::Immediate)          => FCLD;
    "ldfps.c.nc f1, f2 = [r3], 8"    M12(0x6, 1, 0x26, 1)  fload_pair(F::Single, L::CheckNoClear, U::Immediate)         => FCLD;
    "ldfpd.c.nc f1, f2 = [r3], 16"   M12(0x6, 1, 0x27, 1)  fload_pair(F::Double, L::CheckNoClear, U::Immediate)         => FCLD;
    "ldfp8.c.nc f1, f2 = [r3], 16"   M12(0x6, 1, 0x25, 1)  fload_pair(F::Integer, L::CheckNoClear, U::Immediate)        => FCLD;
    // M13: op m x6 x y
    "lfetch [r3]"  M13Plain(0x6, 0, 0x2c, 0, 0)  lfetch(false, false, U::None) => LFETCH;
    // M13: op m x6 x
    "lfetch.excl [r3]"        M13(0x6, 0, 0x2d, 0)  lfetch(false, true, U::None) => LFETCH;
    "lfetch.fault [r3]"       M13(0x6, 0, 0x2e, 0)  lfetch(true, false, U::None) => LFETCH;
    "lfetch.fault.excl [r3]"  M13(0x6, 0, 0x2f, 0)  lfetch(true, true, U::None)  => LFETCH;
    // M51: op m x6 x y
    "lfetch.count [r3], count6a, stride5"  M51(0x6, 0, 0x2c, 0, 1)  LfetchCount { fault: false, exclusive: false } => LFETCH;
    // M14: op m x6 x
    "lfetch [r3], r2"             M14(0x6, 1, 0x2c, 0)  lfetch(false, false, U::Register) => LFETCH;
    "lfetch.excl [r3], r2"        M14(0x6, 1, 0x2d, 0)  lfetch(false, true, U::Register)  => LFETCH;
    "lfetch.fault [r3], r2"       M14(0x6, 1, 0x2e, 0)  lfetch(true, false, U::Register)  => LFETCH;
    "lfetch.fault.excl [r3], r2"  M14(0x6, 1, 0x2f, 0)  lfetch(true, true, U::Register)   => LFETCH;
    // M18: op m x6 x
    "setf.sig f1 = r2"  M18(0x6, 0, 0x1c, 1)  Setf(FpPart::Significand) => TOFR;
    "setf.exp f1 = r2"  M18(0x6, 0, 0x1d, 1)  Setf(FpPart::Exponent)    => TOFR;
    "setf.s f1 = r2"    M18(0x6, 0, 0x1e, 1)  Setf(FpPart::Single)      => TOFR;
    "setf.d f1 = r2"    M18(0x6, 0, 0x1f, 1)  Setf(FpPart::Double)      => TOFR;
    // M8: op x6
    "ldfs f1 = [r3], imm9b"        M8(0x7, 0x02)  fload(F::Single, L::Normal, U::Immediate)                => FLD;
    "ldfd f1 = [r3], imm9b"        M8(0x7, 0x03)  fload(F::Double, L::Normal, U::Immediate)                => FLD;
    "ldf8 f1 = [r3], imm9b"        M8(0x7, 0x01)  fload(F::Integer, L::Normal, U::Immediate)               => FLD;
    "ldfe f1 = [r3], imm9b"        M8(0x7, 0x00)  fload(F::Extended, L::Normal, U::Immediate)              => FLD;
    "ldfs.s f1 = [r3], imm9b"      M8(0x7, 0x06)  fload(F::Single, L::Speculative, U::Immediate)           => FLD;
    "ldfd.s f1 = [r3], imm9b"      M8(0x7, 0x07)  fload(F::Double, L::Speculative, U::Immediate)           => FLD;
    "ldf8.s f1 = [r3], imm9b"      M8(0x7, 0x05)  fload(F::Integer, L::Speculative, U::Immediate)          => FLD;
    "ldfe.s f1 = [r3], imm9b"      M8(0x7, 0x04)  fload(F::Extended, L::Speculative, U::Immediate)         => FLD;
    "ldfs.a f1 = [r3], imm9b"      M8(0x7, 0x0a)  fload(F::Single, L::Advanced, U::Immediate)              => FLD_FLDA;
    "ldfd.a f1 = [r3], imm9b"      M8(0x7, 0x0b)  fload(F::Double, L::Advanced, U::Immediate)              => FLD_FLDA;
    "ldf8.a f1 = [r3], imm9b"      M8(0x7, 0x09)  fload(F::Integer, L::Advanced, U::Immediate)             => FLD_FLDA;
    "ldfe.a f1 = [r3], imm9b"      M8(0x7, 0x08)  fload(F::Extended, L::Advanced, U::Immediate)            => FLD_FLDA;
    "ldfs.sa f1 = [r3], imm9b"     M8(0x7, 0x0e)  fload(F::Single, L::SpeculativeAdvanced, U::Immediate)   => FLD_FLDA;
    "ldfd.sa f1 = [r3], imm9b"     M8(0x7, 0x0f)  fload(F::Double, L::SpeculativeAdvanced, U::Immediate)   => FLD_FLDA;
    "ldf8.sa f1 = [r3], imm9b"     M8(0x7, 0x0d)  fload(F::Integer, L::SpeculativeAdvanced, U::Immediate)  => FLD_FLDA;
    "ldfe.sa f1 = [r3], imm9b"     M8(0x7, 0x0c)  fload(F::Extended, L::SpeculativeAdvanced, U::Immediate) => FLD_FLDA;
    "ldf.fill f1 = [r3], imm9b"    M8(0x7, 0x1b)  fload(F::Register, L::Fill, U::Immediate)                => FLD;
    "ldfs.c.clr f1 = [r3], imm9b"  M8(0x7, 0x22)  fload(F::Single, L::CheckClear, U::Immediate)            => FCLD;
    "ldfd.c.clr f1 = [r3], imm9b"  M8(0x7, 0x23)  fload(F::Double, L::CheckClear, U::Immediate)            => FCLD;
    "ldf8.c.clr f1 = [r3], imm9b"  M8(0x7, 0x21)  fload(F::Integer, L::CheckClear, U::Immediate)           => FCLD;
    "ldfe.c.clr f1 = [r3], imm9b"  M8(0x7, 0x20)  fload(F::Extended, L::CheckClear, U::Immediate)          => FCLD;
    "ldfs.c.nc f1 = [r3], imm9b"   M8(0x7, 0x26)  fload(F::Single, L::CheckNoClear, U::Immediate)          => FCLD;
    "ldfd.c.nc f1 = [r3], imm9b"   M8(0x7, 0x27)  fload(F::Double, L::CheckNoClear, U::Immediate)          => FCLD;
    "ldf8.c.nc f1 = [r3], imm9b"   M8(0x7, 0x25)  fload(F::Integer, L::CheckNoClear, U::Immediate)         => FCLD;
    "ldfe.c.nc f1 = [r3], imm9b"   M8(0x7, 0x24)  fload(F::Extended, L::CheckNoClear, U::Immediate)        => FCLD;
    // M10: op x6
    "stfs [r3] = f2, imm9a"       M10(0x7, 0x32)  fstore(F::Single, U::Immediate)   => STF;
    "stfd [r3] = f2, imm9a"       M10(0x7, 0x33)  fstore(F::Double, U::Immediate)   => STF;
    "stf8 [r3] = f2, imm9a"       M10(0x7, 0x31)  fstore(F::Integer, U::Immediate)  => STF;
    "stfe [r3] = f2, imm9a"       M10(0x7, 0x30)  fstore(F::Extended, U::Immediate) => STF;
    "stf.spill [r3] = f2, imm9a"  M10(0x7, 0x3b)  fstore(F::Register, U::Immediate) => STF;
    // M15: op x6
    "lfetch [r3], imm9b"             M15(0x7, 0x2c)  lfetch(false, false, U::Immediate) => LFETCH;
    "lfetch.excl [r3], imm9b"        M15(0x7, 0x2d)  lfetch(false, true, U::Immediate)  => LFETCH;
    "lfetch.fault [r3], imm9b"       M15(0x7, 0x2e)  lfetch(true, false, U::Immediate)  => LFETCH;
    "lfetch.fault.excl [r3], imm9b"  M15(0x7, 0x2f)  lfetch(true, true, U::Immediate)   => LFETCH;
}
