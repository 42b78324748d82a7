//! What instructions do to predicates, and what they do although their own is false.

use crate::{CompareType, Instruction, Op};

/// The predicates that an instruction clears when its qualifying predicate is false.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum ClearedWhenOff {
    /// None: the instruction does nothing.
    Nothing,
    /// Both targets: compares and tests of type `unc`.
    Both,
    /// The one target: `frcpa` and its kin, whose other result is not written.
    Second,
}

impl Op {
    /// How a compare or test updates its predicates; `None` for other instructions.
    pub const fn compare_type(self) -> Option<CompareType> {
        match self {
            Op::Cmp { ctype, .. }
            | Op::CmpImm { ctype, .. }
            | Op::CmpZero { ctype, .. }
            | Op::Tbit { ctype, .. }
            | Op::Tnat { ctype, .. }
            | Op::Tf { ctype, .. } => Some(ctype),
            Op::Fcmp { unc, .. } | Op::Fclass { unc } => Some(if unc {
                CompareType::Unc
            } else {
                CompareType::Normal
            }),
            _ => None,
        }
    }

    /// The predicates that it clears when its qualifying predicate is false (volume 3, `cmp`, `frcpa`).
    ///
    /// Branches, which test or count although their predicate is false, write other registers: they have
    /// [`Flags::NO_PREDICATE`](crate::Flags::NO_PREDICATE) or look at the predicate themselves.
    pub const fn cleared_when_off(self) -> ClearedWhenOff {
        match self {
            Op::Frcpa | Op::Frsqrta | Op::Fprcpa | Op::Fprsqrta => ClearedWhenOff::Second,
            _ => match self.compare_type() {
                Some(CompareType::Unc) => ClearedWhenOff::Both,
                _ => ClearedWhenOff::Nothing,
            },
        }
    }

    /// Whether it writes its target predicates even when its qualifying predicate is false.
    pub const fn writes_when_off(self) -> bool {
        !matches!(self.cleared_when_off(), ClearedWhenOff::Nothing)
    }
}

impl Instruction {
    /// The target predicates of a compare or test that writes complementary values to them, as a mask; 0 for the
    /// parallel types and for other instructions.
    pub const fn complementary_targets(&self) -> u64 {
        match self.op.compare_type() {
            Some(CompareType::Normal | CompareType::Unc) => 1 << self.p1() | 1 << self.p2(),
            _ => 0,
        }
    }
}
