//! An instruction as other tools see it.

use isa::{BranchKind, BranchTarget, Instruction as Decoded, MemoryKind, Op};

/// An executed instruction with what it did.
pub(crate) struct Exported {
    pub ip: u64,
    pub length: u8,
    /// The low half of its 41 bits.
    pub opcode: u32,
    pub decoded: Decoded,
    pub squashed: bool,
    /// Kind, address, bytes.
    pub data: Option<(MemoryKind, u64, u8)>,
    /// Whether execution went on elsewhere than behind it.
    pub taken: bool,
    /// Where it went on then.
    pub target: u64,
}

/// Kinds of branches that other tools tell apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    Jump,
    Indirect,
    Conditional,
    Call,
    IndirectCall,
    Return,
}

/// The kind of a branch; `None`: the instruction is none. A check, which branches to its recovery code when it fails, is conditional.
pub(crate) fn flow(decoded: &Decoded) -> Option<Flow> {
    Some(match decoded.op {
        Op::Rfi => Flow::Return,
        Op::Branch { kind, target } => match (kind, target) {
            (BranchKind::Ret, _) => Flow::Return,
            (BranchKind::Call, BranchTarget::Indirect) => Flow::IndirectCall,
            (BranchKind::Call, _) => Flow::Call,
            (_, BranchTarget::Indirect) => Flow::Indirect,
            (BranchKind::Cond, _) if decoded.qp == 0 => Flow::Jump,
            _ => Flow::Conditional,
        },
        Op::ChkS | Op::ChkSF | Op::ChkA { .. } | Op::ChkAF { .. } | Op::Fchkf => Flow::Conditional,
        _ => return None,
    })
}
