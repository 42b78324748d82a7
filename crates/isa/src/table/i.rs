//! I type: integer unit (volume 3, section 4.3).

use super::dsl::*;

rows! {
    // I19: op x3 x6
    "break.i imm21"  I19(0x0, 0, 0x00)  Break => NOP_I;
    // I18: op x3 x6 y
    "nop.i imm21"   I18(0x0, 0, 0x01, 0)  Nop  => NOP_I;
    "hint.i imm21"  I18(0x0, 0, 0x01, 1)  Hint => NOP_I;
    // I20: op x3
    "chk.s.i r2, target25b"  I20(0x0, 1)  ChkS => CHK_I;
    // I21: op x3
    "mov b1 = r2, tag13b"  I21(0x0, 7)  MovToBr => TOBR;
    // I22: op x3 x6
    "mov r1 = b2"  I22(0x0, 0, 0x31)  MovFromBr => FRBR;
    // I23: op x3
    "mov pr = r2, mask17"  I23(0x0, 3)  MovToPr => TOPR;
    // I24: op x3
    "mov pr.rot = imm44"  I24(0x0, 2)  MovToPrRot => TOPR;
    // I25: op x3 x6
    "mov r1 = ip"  I25(0x0, 0, 0x30)  MovFromIp => FRIP;
    "mov r1 = pr"  I25(0x0, 0, 0x33)  MovFromPr => FRPR;
    // I26: op x3 x6
    "mov.i ar3 = r2"  I26(0x0, 0, 0x2a)  MovToAr => TOAR_I;
    // I27: op x3 x6
    "mov.i ar3 = imm8"  I27(0x0, 0, 0x0a)  MovToArImm => TOAR_I;
    // I28: op x3 x6
    "mov.i r1 = ar3"  I28(0x0, 0, 0x32)  MovFromAr => FRAR_I;
    // I29: op x3 x6
    "zxt1 r1 = r3"    I29(0x0, 0, 0x10)  Zxt(1)                             => XTD;
    "zxt2 r1 = r3"    I29(0x0, 0, 0x11)  Zxt(2)                             => XTD;
    "zxt4 r1 = r3"    I29(0x0, 0, 0x12)  Zxt(4)                             => XTD;
    "sxt1 r1 = r3"    I29(0x0, 0, 0x14)  Sxt(1)                             => XTD;
    "sxt2 r1 = r3"    I29(0x0, 0, 0x15)  Sxt(2)                             => XTD;
    "sxt4 r1 = r3"    I29(0x0, 0, 0x16)  Sxt(4)                             => XTD;
    "czx1.l r1 = r3"  I29(0x0, 0, 0x18)  Czx { size: 1, side: Side::Left }  => XTD;
    "czx2.l r1 = r3"  I29(0x0, 0, 0x19)  Czx { size: 2, side: Side::Left }  => XTD;
    "czx1.r r1 = r3"  I29(0x0, 0, 0x1c)  Czx { size: 1, side: Side::Right } => XTD;
    "czx2.r r1 = r3"  I29(0x0, 0, 0x1d)  Czx { size: 2, side: Side::Right } => XTD;
    // I15: op
    "dep r1 = r2, r3, cpos6c, len4"  I15(0x4)  Dep => ISHF;
    // I10: op x2 x
    "shrp r1 = r2, r3, count6"  I10(0x5, 3, 0)  Shrp => ISHF;
    // I11: op x2 x y
    "extr.u r1 = r3, pos6, len6"  I11(0x5, 1, 0, 0)  Extr { signed: false } => ISHF;
    "extr r1 = r3, pos6, len6"    I11(0x5, 1, 0, 1)  Extr { signed: true }  => ISHF;
    // I12: op x2 x y
    "dep.z r1 = r2, cpos6a, len6"  I12(0x5, 1, 1, 0)  DepZ => ISHF;
    // I13: op x2 x y
    "dep.z r1 = imm8, cpos6a, len6"  I13(0x5, 1, 1, 1)  DepZImm => ISHF;
    // I14: op x2 x
    "dep r1 = imm1, r3, cpos6b, len6"  I14(0x5, 3, 1)  DepImm => ISHF;
    // I30: op tb x2 ta x y c
    "tf.z p1, p2 = imm5"            I30(0x5, 0, 0, 0, 1, 1, 0)  Tf { nonzero: false, ctype: C::Normal }  => TBIT;
    "tf.z.unc p1, p2 = imm5"        I30(0x5, 0, 0, 0, 1, 1, 1)  Tf { nonzero: false, ctype: C::Unc }     => TBIT;
    "tf.z.and p1, p2 = imm5"        I30(0x5, 1, 0, 0, 1, 1, 0)  Tf { nonzero: false, ctype: C::And }     => TBIT;
    "tf.nz.and p1, p2 = imm5"       I30(0x5, 1, 0, 0, 1, 1, 1)  Tf { nonzero: true, ctype: C::And }      => TBIT;
    "tf.z.or p1, p2 = imm5"         I30(0x5, 0, 0, 1, 1, 1, 0)  Tf { nonzero: false, ctype: C::Or }      => TBIT;
    "tf.nz.or p1, p2 = imm5"        I30(0x5, 0, 0, 1, 1, 1, 1)  Tf { nonzero: true, ctype: C::Or }       => TBIT;
    "tf.z.or.andcm p1, p2 = imm5"   I30(0x5, 1, 0, 1, 1, 1, 0)  Tf { nonzero: false, ctype: C::OrAndcm } => TBIT;
    "tf.nz.or.andcm p1, p2 = imm5"  I30(0x5, 1, 0, 1, 1, 1, 1)  Tf { nonzero: true, ctype: C::OrAndcm }  => TBIT;
    // I16: op tb x2 ta y c
    "tbit.z p1, p2 = r3, pos6"            I16(0x5, 0, 0, 0, 0, 0)  Tbit { nonzero: false, ctype: C::Normal }  => TBIT;
    "tbit.z.unc p1, p2 = r3, pos6"        I16(0x5, 0, 0, 0, 0, 1)  Tbit { nonzero: false, ctype: C::Unc }     => TBIT;
    "tbit.z.and p1, p2 = r3, pos6"        I16(0x5, 1, 0, 0, 0, 0)  Tbit { nonzero: false, ctype: C::And }     => TBIT;
    "tbit.nz.and p1, p2 = r3, pos6"       I16(0x5, 1, 0, 0, 0, 1)  Tbit { nonzero: true, ctype: C::And }      => TBIT;
    "tbit.z.or p1, p2 = r3, pos6"         I16(0x5, 0, 0, 1, 0, 0)  Tbit { nonzero: false, ctype: C::Or }      => TBIT;
    "tbit.nz.or p1, p2 = r3, pos6"        I16(0x5, 0, 0, 1, 0, 1)  Tbit { nonzero: true, ctype: C::Or }       => TBIT;
    "tbit.z.or.andcm p1, p2 = r3, pos6"   I16(0x5, 1, 0, 1, 0, 0)  Tbit { nonzero: false, ctype: C::OrAndcm } => TBIT;
    "tbit.nz.or.andcm p1, p2 = r3, pos6"  I16(0x5, 1, 0, 1, 0, 1)  Tbit { nonzero: true, ctype: C::OrAndcm }  => TBIT;
    // I17: op tb x2 ta y c
    "tnat.z p1, p2 = r3"            I17(0x5, 0, 0, 0, 1, 0)  Tnat { nonzero: false, ctype: C::Normal }  => TBIT;
    "tnat.z.unc p1, p2 = r3"        I17(0x5, 0, 0, 0, 1, 1)  Tnat { nonzero: false, ctype: C::Unc }     => TBIT;
    "tnat.z.and p1, p2 = r3"        I17(0x5, 1, 0, 0, 1, 0)  Tnat { nonzero: false, ctype: C::And }     => TBIT;
    "tnat.nz.and p1, p2 = r3"       I17(0x5, 1, 0, 0, 1, 1)  Tnat { nonzero: true, ctype: C::And }      => TBIT;
    "tnat.z.or p1, p2 = r3"         I17(0x5, 0, 0, 1, 1, 0)  Tnat { nonzero: false, ctype: C::Or }      => TBIT;
    "tnat.nz.or p1, p2 = r3"        I17(0x5, 0, 0, 1, 1, 1)  Tnat { nonzero: true, ctype: C::Or }       => TBIT;
    "tnat.z.or.andcm p1, p2 = r3"   I17(0x5, 1, 0, 1, 1, 0)  Tnat { nonzero: false, ctype: C::OrAndcm } => TBIT;
    "tnat.nz.or.andcm p1, p2 = r3"  I17(0x5, 1, 0, 1, 1, 1)  Tnat { nonzero: true, ctype: C::OrAndcm }  => TBIT;
    // I1: op za x2a zb ve x2b
    "pmpyshr2 r1 = r2, r3, count2c"    I1(0x7, 0, 0, 1, 0, 3)  Pmpyshr2 { unsigned: false } => MMMUL;
    "pmpyshr2.u r1 = r2, r3, count2c"  I1(0x7, 0, 0, 1, 0, 1)  Pmpyshr2 { unsigned: true }  => MMMUL;
    // I2: op za x2a zb ve x2c x2b
    "pmpy2.r r1 = r2, r3"    I2(0x7, 0, 2, 1, 0, 3, 1)  Pmpy2(Side::Right)                                => MMMUL;
    "pmpy2.l r1 = r2, r3"    I2(0x7, 0, 2, 1, 0, 3, 3)  Pmpy2(Side::Left)                                 => MMMUL;
    "mix1.r r1 = r2, r3"     I2(0x7, 0, 2, 0, 0, 2, 0)  Mix { size: 1, side: Side::Right }                => MMSHF;
    "mix2.r r1 = r2, r3"     I2(0x7, 0, 2, 1, 0, 2, 0)  Mix { size: 2, side: Side::Right }                => MMSHF;
    "mix4.r r1 = r2, r3"     I2(0x7, 1, 2, 0, 0, 2, 0)  Mix { size: 4, side: Side::Right }                => MMSHF;
    "mix1.l r1 = r2, r3"     I2(0x7, 0, 2, 0, 0, 2, 2)  Mix { size: 1, side: Side::Left }                 => MMSHF;
    "mix2.l r1 = r2, r3"     I2(0x7, 0, 2, 1, 0, 2, 2)  Mix { size: 2, side: Side::Left }                 => MMSHF;
    "mix4.l r1 = r2, r3"     I2(0x7, 1, 2, 0, 0, 2, 2)  Mix { size: 4, side: Side::Left }                 => MMSHF;
    "pack2.uss r1 = r2, r3"  I2(0x7, 0, 2, 1, 0, 0, 0)  Pack { size: 2, sat: Saturation::UnsignedSigned } => MMSHF;
    "pack2.sss r1 = r2, r3"  I2(0x7, 0, 2, 1, 0, 0, 2)  Pack { size: 2, sat: Saturation::Signed }         => MMSHF;
    "pack4.sss r1 = r2, r3"  I2(0x7, 1, 2, 0, 0, 0, 2)  Pack { size: 4, sat: Saturation::Signed }         => MMSHF;
    "unpack1.h r1 = r2, r3"  I2(0x7, 0, 2, 0, 0, 1, 0)  Unpack { size: 1, side: Side::Left }              => MMSHF;
    "unpack2.h r1 = r2, r3"  I2(0x7, 0, 2, 1, 0, 1, 0)  Unpack { size: 2, side: Side::Left }              => MMSHF;
    "unpack4.h r1 = r2, r3"  I2(0x7, 1, 2, 0, 0, 1, 0)  Unpack { size: 4, side: Side::Left }              => MMSHF;
    "unpack1.l r1 = r2, r3"  I2(0x7, 0, 2, 0, 0, 1, 2)  Unpack { size: 1, side: Side::Right }             => MMSHF;
    "unpack2.l r1 = r2, r3"  I2(0x7, 0, 2, 1, 0, 1, 2)  Unpack { size: 2, side: Side::Right }             => MMSHF;
    "unpack4.l r1 = r2, r3"  I2(0x7, 1, 2, 0, 0, 1, 2)  Unpack { size: 4, side: Side::Right }             => MMSHF;
    "pmin1.u r1 = r2, r3"    I2(0x7, 0, 2, 0, 0, 0, 1)  Pmin1U                                            => MMALU_I;
    "pmax1.u r1 = r2, r3"    I2(0x7, 0, 2, 0, 0, 1, 1)  Pmax1U                                            => MMALU_I;
    "pmin2 r1 = r2, r3"      I2(0x7, 0, 2, 1, 0, 0, 3)  Pmin2                                             => MMALU_I;
    "pmax2 r1 = r2, r3"      I2(0x7, 0, 2, 1, 0, 1, 3)  Pmax2                                             => MMALU_I;
    "psad1 r1 = r2, r3"      I2(0x7, 0, 2, 0, 0, 2, 3)  Psad1                                             => MMALU_I;
    // I3: op za x2a zb ve x2c x2b
    "mux1 r1 = r2, mbtype4"  I3(0x7, 0, 3, 0, 0, 2, 2)  Mux1 => MMSHF;
    // I4: op za x2a zb ve x2c x2b
    "mux2 r1 = r2, mhtype8"  I4(0x7, 0, 3, 1, 0, 2, 2)  Mux2 => MMSHF;
    // I5: op za x2a zb ve x2c x2b
    "pshr2 r1 = r3, r2"    I5(0x7, 0, 0, 1, 0, 0, 2)  Pshr { size: 2, immediate: false, signed: true }  => MMSHF;
    "pshr4 r1 = r3, r2"    I5(0x7, 1, 0, 0, 0, 0, 2)  Pshr { size: 4, immediate: false, signed: true }  => MMSHF;
    "shr r1 = r3, r2"      I5(0x7, 1, 0, 1, 0, 0, 2)  Shr { signed: true }                              => MMSHF;
    "pshr2.u r1 = r3, r2"  I5(0x7, 0, 0, 1, 0, 0, 0)  Pshr { size: 2, immediate: false, signed: false } => MMSHF;
    "pshr4.u r1 = r3, r2"  I5(0x7, 1, 0, 0, 0, 0, 0)  Pshr { size: 4, immediate: false, signed: false } => MMSHF;
    "shr.u r1 = r3, r2"    I5(0x7, 1, 0, 1, 0, 0, 0)  Shr { signed: false }                             => MMSHF;
    // I6: op za x2a zb ve x2c x2b
    "pshr2 r1 = r3, count5"    I6(0x7, 0, 1, 1, 0, 0, 3)  Pshr { size: 2, immediate: true, signed: true }  => MMSHF;
    "pshr4 r1 = r3, count5"    I6(0x7, 1, 1, 0, 0, 0, 3)  Pshr { size: 4, immediate: true, signed: true }  => MMSHF;
    "pshr2.u r1 = r3, count5"  I6(0x7, 0, 1, 1, 0, 0, 1)  Pshr { size: 2, immediate: true, signed: false } => MMSHF;
    "pshr4.u r1 = r3, count5"  I6(0x7, 1, 1, 0, 0, 0, 1)  Pshr { size: 4, immediate: true, signed: false } => MMSHF;
    // I7: op za x2a zb ve x2c x2b
    "pshl2 r1 = r2, r3"  I7(0x7, 0, 0, 1, 0, 1, 0)  Pshl { size: 2, immediate: false } => MMSHF;
    "pshl4 r1 = r2, r3"  I7(0x7, 1, 0, 0, 0, 1, 0)  Pshl { size: 4, immediate: false } => MMSHF;
    "shl r1 = r2, r3"    I7(0x7, 1, 0, 1, 0, 1, 0)  Shl                                => MMSHF;
    // I2: op za x2a zb ve x2c x2b
    "mpy4 r1 = r2, r3"     I2(0x7, 1, 0, 0, 0, 3, 1)  Mpy4    => MMMUL;
    "mpyshl4 r1 = r2, r3"  I2(0x7, 1, 0, 0, 0, 3, 3)  Mpyshl4 => MMMUL;
    // I8: op za x2a zb ve x2c x2b
    "pshl2 r1 = r2, ccount5"  I8(0x7, 0, 3, 1, 0, 1, 1)  Pshl { size: 2, immediate: true } => MMSHF;
    "pshl4 r1 = r2, ccount5"  I8(0x7, 1, 3, 0, 0, 1, 1)  Pshl { size: 4, immediate: true } => MMSHF;
    // I9: op za x2a zb ve x2c x2b
    "popcnt r1 = r3"  I9(0x7, 0, 1, 1, 0, 2, 1)  Popcnt => MMMUL;
    "clz r1 = r3"     I9(0x7, 0, 1, 1, 0, 3, 1)  Clz    => ISHF;
}
