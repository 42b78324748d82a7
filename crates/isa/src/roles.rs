//! Operand roles of each format.

use crate::{Instruction, OperandSet};

pub(crate) fn operands(_insn: &Instruction) -> OperandSet {
    OperandSet::new()
}
