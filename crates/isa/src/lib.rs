//! IA-64 bundles, instruction table, decoder, disassembler and dependency rules
#![forbid(unsafe_code)]

mod class;
mod decode;
pub mod dependencies;
pub mod disasm;
mod format;
mod instruction;
mod op;
mod operand;
mod roles;
mod syntax;
pub mod table;
mod template;

pub use class::{Class, Processor};
pub use decode::{decode, slot_bits};
pub use format::{Encoding, Field, Format};
pub use instruction::{Bundle, Flags, Frame, Hint, Instruction, RowId, Slot, Unit, WhetherHint};
pub use op::*;
pub use operand::{Access, MAX_OPERANDS, Operand, OperandSet, Register, Role};
pub use template::{SlotUnit, Template};
