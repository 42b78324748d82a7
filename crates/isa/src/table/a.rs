//! A type: integer operations of the I and M units (volume 3, section 4.2).

use super::dsl::*;

rows! {
    // A1: op x2a ve x4 x2b
    "add r1 = r2, r3"     A1(0x8, 0, 0, 0, 0)  Add    => IALU;
    "add r1 = r2, r3, 1"  A1(0x8, 0, 0, 0, 1)  AddOne => IALU;
    "sub r1 = r2, r3"     A1(0x8, 0, 0, 1, 1)  Sub    => IALU;
    "sub r1 = r2, r3, 1"  A1(0x8, 0, 0, 1, 0)  SubOne => IALU;
    "addp4 r1 = r2, r3"   A1(0x8, 0, 0, 2, 0)  AddP4  => PNT;
    "and r1 = r2, r3"     A1(0x8, 0, 0, 3, 0)  And    => ILOG;
    "andcm r1 = r2, r3"   A1(0x8, 0, 0, 3, 1)  AndCm  => ILOG;
    "or r1 = r2, r3"      A1(0x8, 0, 0, 3, 2)  Or     => ILOG;
    "xor r1 = r2, r3"     A1(0x8, 0, 0, 3, 3)  Xor    => ILOG;
    // A2: op x2a ve x4
    "shladd r1 = r2, count2a, r3"    A2(0x8, 0, 0, 4)  Shladd   => IALU;
    "shladdp4 r1 = r2, count2a, r3"  A2(0x8, 0, 0, 6)  ShladdP4 => PNT;
    // A3: op x2a ve x4 x2b
    "sub r1 = imm8, r3"    A3(0x8, 0, 0, 9, 1)   SubImm   => IALU;
    "and r1 = imm8, r3"    A3(0x8, 0, 0, 11, 0)  AndImm   => ILOG;
    "andcm r1 = imm8, r3"  A3(0x8, 0, 0, 11, 1)  AndCmImm => ILOG;
    "or r1 = imm8, r3"     A3(0x8, 0, 0, 11, 2)  OrImm    => ILOG;
    "xor r1 = imm8, r3"    A3(0x8, 0, 0, 11, 3)  XorImm   => ILOG;
    // A4: op x2a ve
    "adds r1 = imm14, r3"   A4(0x8, 2, 0)  AddImm   => IALU;
    "addp4 r1 = imm14, r3"  A4(0x8, 3, 0)  AddP4Imm => PNT;
    // A9: op za x2a zb x4 x2b
    "padd1 r1 = r2, r3"      A9(0x8, 0, 1, 0, 0, 0)  Padd { size: 1, sat: Saturation::Modulo }         => MMALU_A;
    "padd2 r1 = r2, r3"      A9(0x8, 0, 1, 1, 0, 0)  Padd { size: 2, sat: Saturation::Modulo }         => MMALU_A;
    "padd4 r1 = r2, r3"      A9(0x8, 1, 1, 0, 0, 0)  Padd { size: 4, sat: Saturation::Modulo }         => MMALU_A;
    "padd1.sss r1 = r2, r3"  A9(0x8, 0, 1, 0, 0, 1)  Padd { size: 1, sat: Saturation::Signed }         => MMALU_A;
    "padd2.sss r1 = r2, r3"  A9(0x8, 0, 1, 1, 0, 1)  Padd { size: 2, sat: Saturation::Signed }         => MMALU_A;
    "padd1.uuu r1 = r2, r3"  A9(0x8, 0, 1, 0, 0, 2)  Padd { size: 1, sat: Saturation::Unsigned }       => MMALU_A;
    "padd2.uuu r1 = r2, r3"  A9(0x8, 0, 1, 1, 0, 2)  Padd { size: 2, sat: Saturation::Unsigned }       => MMALU_A;
    "padd1.uus r1 = r2, r3"  A9(0x8, 0, 1, 0, 0, 3)  Padd { size: 1, sat: Saturation::UnsignedSigned } => MMALU_A;
    "padd2.uus r1 = r2, r3"  A9(0x8, 0, 1, 1, 0, 3)  Padd { size: 2, sat: Saturation::UnsignedSigned } => MMALU_A;
    "psub1 r1 = r2, r3"      A9(0x8, 0, 1, 0, 1, 0)  Psub { size: 1, sat: Saturation::Modulo }         => MMALU_A;
    "psub2 r1 = r2, r3"      A9(0x8, 0, 1, 1, 1, 0)  Psub { size: 2, sat: Saturation::Modulo }         => MMALU_A;
    "psub4 r1 = r2, r3"      A9(0x8, 1, 1, 0, 1, 0)  Psub { size: 4, sat: Saturation::Modulo }         => MMALU_A;
    "psub1.sss r1 = r2, r3"  A9(0x8, 0, 1, 0, 1, 1)  Psub { size: 1, sat: Saturation::Signed }         => MMALU_A;
    "psub2.sss r1 = r2, r3"  A9(0x8, 0, 1, 1, 1, 1)  Psub { size: 2, sat: Saturation::Signed }         => MMALU_A;
    "psub1.uuu r1 = r2, r3"  A9(0x8, 0, 1, 0, 1, 2)  Psub { size: 1, sat: Saturation::Unsigned }       => MMALU_A;
    "psub2.uuu r1 = r2, r3"  A9(0x8, 0, 1, 1, 1, 2)  Psub { size: 2, sat: Saturation::Unsigned }       => MMALU_A;
    "psub1.uus r1 = r2, r3"  A9(0x8, 0, 1, 0, 1, 3)  Psub { size: 1, sat: Saturation::UnsignedSigned } => MMALU_A;
    "psub2.uus r1 = r2, r3"  A9(0x8, 0, 1, 1, 1, 3)  Psub { size: 2, sat: Saturation::UnsignedSigned } => MMALU_A;
    "pavg1 r1 = r2, r3"      A9(0x8, 0, 1, 0, 2, 2)  Pavg { size: 1, raz: false }                      => MMALU_A;
    "pavg2 r1 = r2, r3"      A9(0x8, 0, 1, 1, 2, 2)  Pavg { size: 2, raz: false }                      => MMALU_A;
    "pavg1.raz r1 = r2, r3"  A9(0x8, 0, 1, 0, 2, 3)  Pavg { size: 1, raz: true }                       => MMALU_A;
    "pavg2.raz r1 = r2, r3"  A9(0x8, 0, 1, 1, 2, 3)  Pavg { size: 2, raz: true }                       => MMALU_A;
    "pavgsub1 r1 = r2, r3"   A9(0x8, 0, 1, 0, 3, 2)  Pavgsub(1)                                        => MMALU_A;
    "pavgsub2 r1 = r2, r3"   A9(0x8, 0, 1, 1, 3, 2)  Pavgsub(2)                                        => MMALU_A;
    "pcmp1.eq r1 = r2, r3"   A9(0x8, 0, 1, 0, 9, 0)  Pcmp { size: 1, greater: false }                  => MMALU_A;
    "pcmp2.eq r1 = r2, r3"   A9(0x8, 0, 1, 1, 9, 0)  Pcmp { size: 2, greater: false }                  => MMALU_A;
    "pcmp4.eq r1 = r2, r3"   A9(0x8, 1, 1, 0, 9, 0)  Pcmp { size: 4, greater: false }                  => MMALU_A;
    "pcmp1.gt r1 = r2, r3"   A9(0x8, 0, 1, 0, 9, 1)  Pcmp { size: 1, greater: true }                   => MMALU_A;
    "pcmp2.gt r1 = r2, r3"   A9(0x8, 0, 1, 1, 9, 1)  Pcmp { size: 2, greater: true }                   => MMALU_A;
    "pcmp4.gt r1 = r2, r3"   A9(0x8, 1, 1, 0, 9, 1)  Pcmp { size: 4, greater: true }                   => MMALU_A;
    // A10: op za x2a zb x4
    "pshladd2 r1 = r2, count2b, r3"  A10(0x8, 0, 1, 1, 4)  Pshladd2 => MMALU_A;
    "pshradd2 r1 = r2, count2b, r3"  A10(0x8, 0, 1, 1, 6)  Pshradd2 => MMALU_A;
    // A5: op
    "addl r1 = imm22, r3_2"  A5(0x9)  AddImm => IALU;
    // A6: op tb x2 ta c
    "cmp.lt p1, p2 = r2, r3"       A6(0xc, 0, 0, 0, 0)  cmp(R::Lt, C::Normal, false) => ICMP;
    "cmp.lt.unc p1, p2 = r2, r3"   A6(0xc, 0, 0, 0, 1)  cmp(R::Lt, C::Unc, false)    => ICMP;
    "cmp.eq.and p1, p2 = r2, r3"   A6(0xc, 0, 0, 1, 0)  cmp(R::Eq, C::And, false)    => ICMP;
    "cmp.ne.and p1, p2 = r2, r3"   A6(0xc, 0, 0, 1, 1)  cmp(R::Ne, C::And, false)    => ICMP;
    "cmp4.lt p1, p2 = r2, r3"      A6(0xc, 0, 1, 0, 0)  cmp(R::Lt, C::Normal, true)  => ICMP;
    "cmp4.lt.unc p1, p2 = r2, r3"  A6(0xc, 0, 1, 0, 1)  cmp(R::Lt, C::Unc, true)     => ICMP;
    "cmp4.eq.and p1, p2 = r2, r3"  A6(0xc, 0, 1, 1, 0)  cmp(R::Eq, C::And, true)     => ICMP;
    "cmp4.ne.and p1, p2 = r2, r3"  A6(0xc, 0, 1, 1, 1)  cmp(R::Ne, C::And, true)     => ICMP;
    // A7: op tb x2 ta c
    "cmp.gt.and p1, p2 = r0, r3"   A7(0xc, 1, 0, 0, 0)  cmp_zero(R::Gt, C::And, false) => ICMP;
    "cmp.le.and p1, p2 = r0, r3"   A7(0xc, 1, 0, 0, 1)  cmp_zero(R::Le, C::And, false) => ICMP;
    "cmp.ge.and p1, p2 = r0, r3"   A7(0xc, 1, 0, 1, 0)  cmp_zero(R::Ge, C::And, false) => ICMP;
    "cmp.lt.and p1, p2 = r0, r3"   A7(0xc, 1, 0, 1, 1)  cmp_zero(R::Lt, C::And, false) => ICMP;
    "cmp4.gt.and p1, p2 = r0, r3"  A7(0xc, 1, 1, 0, 0)  cmp_zero(R::Gt, C::And, true)  => ICMP;
    "cmp4.le.and p1, p2 = r0, r3"  A7(0xc, 1, 1, 0, 1)  cmp_zero(R::Le, C::And, true)  => ICMP;
    "cmp4.ge.and p1, p2 = r0, r3"  A7(0xc, 1, 1, 1, 0)  cmp_zero(R::Ge, C::And, true)  => ICMP;
    "cmp4.lt.and p1, p2 = r0, r3"  A7(0xc, 1, 1, 1, 1)  cmp_zero(R::Lt, C::And, true)  => ICMP;
    // A8: op x2 ta c
    "cmp.lt p1, p2 = imm8, r3"       A8(0xc, 2, 0, 0)  cmp_imm(R::Lt, C::Normal, false) => ICMP;
    "cmp.lt.unc p1, p2 = imm8, r3"   A8(0xc, 2, 0, 1)  cmp_imm(R::Lt, C::Unc, false)    => ICMP;
    "cmp.eq.and p1, p2 = imm8, r3"   A8(0xc, 2, 1, 0)  cmp_imm(R::Eq, C::And, false)    => ICMP;
    "cmp.ne.and p1, p2 = imm8, r3"   A8(0xc, 2, 1, 1)  cmp_imm(R::Ne, C::And, false)    => ICMP;
    "cmp4.lt p1, p2 = imm8, r3"      A8(0xc, 3, 0, 0)  cmp_imm(R::Lt, C::Normal, true)  => ICMP;
    "cmp4.lt.unc p1, p2 = imm8, r3"  A8(0xc, 3, 0, 1)  cmp_imm(R::Lt, C::Unc, true)     => ICMP;
    "cmp4.eq.and p1, p2 = imm8, r3"  A8(0xc, 3, 1, 0)  cmp_imm(R::Eq, C::And, true)     => ICMP;
    "cmp4.ne.and p1, p2 = imm8, r3"  A8(0xc, 3, 1, 1)  cmp_imm(R::Ne, C::And, true)     => ICMP;
    // A6: op tb x2 ta c
    "cmp.ltu p1, p2 = r2, r3"       A6(0xd, 0, 0, 0, 0)  cmp(R::Ltu, C::Normal, false) => ICMP;
    "cmp.ltu.unc p1, p2 = r2, r3"   A6(0xd, 0, 0, 0, 1)  cmp(R::Ltu, C::Unc, false)    => ICMP;
    "cmp.eq.or p1, p2 = r2, r3"     A6(0xd, 0, 0, 1, 0)  cmp(R::Eq, C::Or, false)      => ICMP;
    "cmp.ne.or p1, p2 = r2, r3"     A6(0xd, 0, 0, 1, 1)  cmp(R::Ne, C::Or, false)      => ICMP;
    "cmp4.ltu p1, p2 = r2, r3"      A6(0xd, 0, 1, 0, 0)  cmp(R::Ltu, C::Normal, true)  => ICMP;
    "cmp4.ltu.unc p1, p2 = r2, r3"  A6(0xd, 0, 1, 0, 1)  cmp(R::Ltu, C::Unc, true)     => ICMP;
    "cmp4.eq.or p1, p2 = r2, r3"    A6(0xd, 0, 1, 1, 0)  cmp(R::Eq, C::Or, true)       => ICMP;
    "cmp4.ne.or p1, p2 = r2, r3"    A6(0xd, 0, 1, 1, 1)  cmp(R::Ne, C::Or, true)       => ICMP;
    // A7: op tb x2 ta c
    "cmp.gt.or p1, p2 = r0, r3"   A7(0xd, 1, 0, 0, 0)  cmp_zero(R::Gt, C::Or, false) => ICMP;
    "cmp.le.or p1, p2 = r0, r3"   A7(0xd, 1, 0, 0, 1)  cmp_zero(R::Le, C::Or, false) => ICMP;
    "cmp.ge.or p1, p2 = r0, r3"   A7(0xd, 1, 0, 1, 0)  cmp_zero(R::Ge, C::Or, false) => ICMP;
    "cmp.lt.or p1, p2 = r0, r3"   A7(0xd, 1, 0, 1, 1)  cmp_zero(R::Lt, C::Or, false) => ICMP;
    "cmp4.gt.or p1, p2 = r0, r3"  A7(0xd, 1, 1, 0, 0)  cmp_zero(R::Gt, C::Or, true)  => ICMP;
    "cmp4.le.or p1, p2 = r0, r3"  A7(0xd, 1, 1, 0, 1)  cmp_zero(R::Le, C::Or, true)  => ICMP;
    "cmp4.ge.or p1, p2 = r0, r3"  A7(0xd, 1, 1, 1, 0)  cmp_zero(R::Ge, C::Or, true)  => ICMP;
    "cmp4.lt.or p1, p2 = r0, r3"  A7(0xd, 1, 1, 1, 1)  cmp_zero(R::Lt, C::Or, true)  => ICMP;
    // A8: op x2 ta c
    "cmp.ltu p1, p2 = imm8, r3"       A8(0xd, 2, 0, 0)  cmp_imm(R::Ltu, C::Normal, false) => ICMP;
    "cmp.ltu.unc p1, p2 = imm8, r3"   A8(0xd, 2, 0, 1)  cmp_imm(R::Ltu, C::Unc, false)    => ICMP;
    "cmp.eq.or p1, p2 = imm8, r3"     A8(0xd, 2, 1, 0)  cmp_imm(R::Eq, C::Or, false)      => ICMP;
    "cmp.ne.or p1, p2 = imm8, r3"     A8(0xd, 2, 1, 1)  cmp_imm(R::Ne, C::Or, false)      => ICMP;
    "cmp4.ltu p1, p2 = imm8, r3"      A8(0xd, 3, 0, 0)  cmp_imm(R::Ltu, C::Normal, true)  => ICMP;
    "cmp4.ltu.unc p1, p2 = imm8, r3"  A8(0xd, 3, 0, 1)  cmp_imm(R::Ltu, C::Unc, true)     => ICMP;
    "cmp4.eq.or p1, p2 = imm8, r3"    A8(0xd, 3, 1, 0)  cmp_imm(R::Eq, C::Or, true)       => ICMP;
    "cmp4.ne.or p1, p2 = imm8, r3"    A8(0xd, 3, 1, 1)  cmp_imm(R::Ne, C::Or, true)       => ICMP;
    // A6: op tb x2 ta c
    "cmp.eq p1, p2 = r2, r3"            A6(0xe, 0, 0, 0, 0)  cmp(R::Eq, C::Normal, false)  => ICMP;
    "cmp.eq.unc p1, p2 = r2, r3"        A6(0xe, 0, 0, 0, 1)  cmp(R::Eq, C::Unc, false)     => ICMP;
    "cmp.eq.or.andcm p1, p2 = r2, r3"   A6(0xe, 0, 0, 1, 0)  cmp(R::Eq, C::OrAndcm, false) => ICMP;
    "cmp.ne.or.andcm p1, p2 = r2, r3"   A6(0xe, 0, 0, 1, 1)  cmp(R::Ne, C::OrAndcm, false) => ICMP;
    "cmp4.eq p1, p2 = r2, r3"           A6(0xe, 0, 1, 0, 0)  cmp(R::Eq, C::Normal, true)   => ICMP;
    "cmp4.eq.unc p1, p2 = r2, r3"       A6(0xe, 0, 1, 0, 1)  cmp(R::Eq, C::Unc, true)      => ICMP;
    "cmp4.eq.or.andcm p1, p2 = r2, r3"  A6(0xe, 0, 1, 1, 0)  cmp(R::Eq, C::OrAndcm, true)  => ICMP;
    "cmp4.ne.or.andcm p1, p2 = r2, r3"  A6(0xe, 0, 1, 1, 1)  cmp(R::Ne, C::OrAndcm, true)  => ICMP;
    // A7: op tb x2 ta c
    "cmp.gt.or.andcm p1, p2 = r0, r3"   A7(0xe, 1, 0, 0, 0)  cmp_zero(R::Gt, C::OrAndcm, false) => ICMP;
    "cmp.le.or.andcm p1, p2 = r0, r3"   A7(0xe, 1, 0, 0, 1)  cmp_zero(R::Le, C::OrAndcm, false) => ICMP;
    "cmp.ge.or.andcm p1, p2 = r0, r3"   A7(0xe, 1, 0, 1, 0)  cmp_zero(R::Ge, C::OrAndcm, false) => ICMP;
    "cmp.lt.or.andcm p1, p2 = r0, r3"   A7(0xe, 1, 0, 1, 1)  cmp_zero(R::Lt, C::OrAndcm, false) => ICMP;
    "cmp4.gt.or.andcm p1, p2 = r0, r3"  A7(0xe, 1, 1, 0, 0)  cmp_zero(R::Gt, C::OrAndcm, true)  => ICMP;
    "cmp4.le.or.andcm p1, p2 = r0, r3"  A7(0xe, 1, 1, 0, 1)  cmp_zero(R::Le, C::OrAndcm, true)  => ICMP;
    "cmp4.ge.or.andcm p1, p2 = r0, r3"  A7(0xe, 1, 1, 1, 0)  cmp_zero(R::Ge, C::OrAndcm, true)  => ICMP;
    "cmp4.lt.or.andcm p1, p2 = r0, r3"  A7(0xe, 1, 1, 1, 1)  cmp_zero(R::Lt, C::OrAndcm, true)  => ICMP;
    // A8: op x2 ta c
    "cmp.eq p1, p2 = imm8, r3"            A8(0xe, 2, 0, 0)  cmp_imm(R::Eq, C::Normal, false)  => ICMP;
    "cmp.eq.unc p1, p2 = imm8, r3"        A8(0xe, 2, 0, 1)  cmp_imm(R::Eq, C::Unc, false)     => ICMP;
    "cmp.eq.or.andcm p1, p2 = imm8, r3"   A8(0xe, 2, 1, 0)  cmp_imm(R::Eq, C::OrAndcm, false) => ICMP;
    "cmp.ne.or.andcm p1, p2 = imm8, r3"   A8(0xe, 2, 1, 1)  cmp_imm(R::Ne, C::OrAndcm, false) => ICMP;
    "cmp4.eq p1, p2 = imm8, r3"           A8(0xe, 3, 0, 0)  cmp_imm(R::Eq, C::Normal, true)   => ICMP;
    "cmp4.eq.unc p1, p2 = imm8, r3"       A8(0xe, 3, 0, 1)  cmp_imm(R::Eq, C::Unc, true)      => ICMP;
    "cmp4.eq.or.andcm p1, p2 = imm8, r3"  A8(0xe, 3, 1, 0)  cmp_imm(R::Eq, C::OrAndcm, true)  => ICMP;
    "cmp4.ne.or.andcm p1, p2 = imm8, r3"  A8(0xe, 3, 1, 1)  cmp_imm(R::Ne, C::OrAndcm, true)  => ICMP;
}
