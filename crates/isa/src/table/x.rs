//! X type: instructions of two slots (volume 3, section 4.7).

use super::dsl::*;

rows! {
    // X1: op x3 x6
    "break.x imm62"  X1(0x0, 0, 0x00)  Break => NOP_X;
    // X5: op x3 x6 y
    "nop.x imm62"   X5(0x0, 0, 0x01, 0)  Nop  => NOP_X;
    "hint.x imm62"  X5(0x0, 0, 0x01, 1)  Hint => NOP_X;
    // X2: op vc
    "movl r1 = imm64"  X2(0x6, 0)  Movl => LONG_I;
    // X3: op btype
    "brl.cond target64"  X3(0xc, 0)  br(BranchKind::Cond, BranchTarget::Long) => BR;
    // X4: op
    "brl.call b1 = target64"  X4(0xd)  br(BranchKind::Call, BranchTarget::Long) => BR;
}
