//! B type: branch unit (volume 3, section 4.5).

use super::dsl::*;

rows! {
    // B4: op x6 btype
    "br.cond b2"  B4(0x0, 0x20, 0)  br(BranchKind::Cond, BranchTarget::Indirect) => BR;
    "br.ia b2"    B4(0x0, 0x20, 1)  br(BranchKind::Ia, BranchTarget::Indirect)   => BR;
    "br.ret b2"   B4(0x0, 0x21, 4)  br(BranchKind::Ret, BranchTarget::Indirect)  => BR;
    // B8: op x6
    "cover"      B8(0x0, 0x02)  Cover    => RSE_B   LAST NO_PREDICATE;
    "clrrrb"     B8(0x0, 0x04)  Clrrrb   => RSE_B   LAST NO_PREDICATE;
    "clrrrb.pr"  B8(0x0, 0x05)  ClrrrbPr => RSE_B   LAST NO_PREDICATE;
    "rfi"        B8(0x0, 0x08)  Rfi      => SYST_B2 LAST PRIVILEGED NO_PREDICATE;
    "bsw.0"      B8(0x0, 0x0c)  Bsw(0)   => SYST_B2 LAST PRIVILEGED NO_PREDICATE;
    "bsw.1"      B8(0x0, 0x0d)  Bsw(1)   => SYST_B2 LAST PRIVILEGED NO_PREDICATE;
    "epc"        B8(0x0, 0x10)  Epc      => SYST_B  NO_PREDICATE;
    "vmsw.0"     B8(0x0, 0x18)  Vmsw(0)  => SYST_B2 PRIVILEGED NO_PREDICATE;
    "vmsw.1"     B8(0x0, 0x19)  Vmsw(1)  => SYST_B2 PRIVILEGED NO_PREDICATE;
    // B9: op x6
    "break.b imm21"  B9(0x0, 0x00)  Break => NOP_B;
    // B5: op x
    "br.call b1 = b2"  B5(0x1, 1)  br(BranchKind::Call, BranchTarget::Indirect) => BR;
    // B7: op x6
    "brp b2, tag13"      B7(0x2, 0x10)  Brp { indirect: true } => BRP NO_PREDICATE;
    "brp.ret b2, tag13"  B7(0x2, 0x11)  Brp { indirect: true } => BRP NO_PREDICATE;
    // B9: op x6
    "nop.b imm21"   B9(0x2, 0x00)  Nop  => NOP_B;
    "hint.b imm21"  B9(0x2, 0x01)  Hint => NOP_B;
    // B1: op btype
    "br.cond target25c"   B1(0x4, 0)  br(BranchKind::Cond, BranchTarget::Relative)  => BR;
    "br.wexit target25c"  B1(0x4, 2)  br(BranchKind::Wexit, BranchTarget::Relative) => BR_B2 SLOT_2;
    "br.wtop target25c"   B1(0x4, 3)  br(BranchKind::Wtop, BranchTarget::Relative)  => BR_B2 SLOT_2;
    // B2: op btype
    "br.cloop target25c"  B2(0x4, 5)  br(BranchKind::Cloop, BranchTarget::Relative) => BR_B2 SLOT_2 NO_PREDICATE;
    "br.cexit target25c"  B2(0x4, 6)  br(BranchKind::Cexit, BranchTarget::Relative) => BR_B2 SLOT_2 NO_PREDICATE;
    "br.ctop target25c"   B2(0x4, 7)  br(BranchKind::Ctop, BranchTarget::Relative)  => BR_B2 SLOT_2 NO_PREDICATE;
    // B3: op
    "br.call b1 = target25c"  B3(0x5)  br(BranchKind::Call, BranchTarget::Relative) => BR;
    // B6: op
    "brp target25c, tag13"  B6(0x7)  Brp { indirect: false } => BRP NO_PREDICATE;
}
