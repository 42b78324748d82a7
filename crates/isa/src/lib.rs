//! IA-64 instructions: what their bits mean, what they read and write, how they are spelled, and which of them
//! may stand together.
//!
//! Everything derives from one table with a row for each instruction ([`table`]): the decoder, the operand sets, the
//! issue classes and the disassembler.  The crate knows no processor state and no memory; semantics are keyed by
//! [`Op`].
//!
//! - [`decode`] turns 128 bits into a [`Bundle`] of three [`Instruction`]s.  It never fails and never allocates: what
//!   the architecture reserves becomes [`Op::Illegal`].
//! - [`Instruction::operands`] lists the registers read and written, implicit ones included.
//! - [`Instruction::class`] is the issue class on a processor [`Family`].
//! - [`disasm`] prints instructions and whole sections letter for letter as GNU objdump does.
//! - [`Op::memory_access`], [`Op::cleared_when_off`] and [`LoadKind`] say what an instruction does to memory and to
//!   predicates.
//! - [`Ar`], [`Cr`], [`psr`], [`rsc`] and [`pfs`] name registers and their fields, [`Template`] and [`TemplateKind`] the units and stops
//!   of a bundle, [`PerFamily`] holds what differs between processors.
//! - [`dependencies`] finds violations of the rules for instruction groups.
//!
//! Facts are those of the *Intel Itanium Architecture Software Developer's Manual*, revision 2.3 ("the manual"; volume 3
//! holds instructions and formats).
//!
//! ```
//! use isa::{Family, Op, Register, SlotUnit, decode};
//!
//! // { .mmi  ld8 r14=[r34],8 ;;  ld8 r15=[r14]  shl r16=r14,13 ;; }
//! let bytes = [
//!     0x0b, 0x70, 0x20, 0x44, 0x18, 0x14, 0xf0, 0x00, 0x38, 0x30, 0x20, 0x00, 0xe2, 0x90, 0xc9, 0x53,
//! ];
//! let bundle = decode(u128::from_le_bytes(bytes));
//! assert_eq!(bundle.template.units(), Some([SlotUnit::M, SlotUnit::M, SlotUnit::I]));
//! assert!(bundle.template.stop_after(0));
//!
//! let load = &bundle.slots[0];
//! assert!(matches!(load.op, Op::Load { size: 8, .. }));
//! assert_eq!((load.r1, load.r3, load.imm), (14, 34, 8));
//! assert_eq!(load.text(0x4000).to_string(), "ld8 r14=[r34],8");
//! assert_eq!(load.class(Family::ALL[0]).name(), "LD");
//! // The shift is a pseudo-operation: a deposit whose field reaches the top.
//! assert_eq!(bundle.slots[2].op, Op::DepZ);
//! assert_eq!(bundle.slots[2].text(0x4000).to_string(), "shl r16=r14,13");
//!
//! let written: Vec<Register> = load.operands().writes().collect();
//! assert_eq!(written, [Register::Gr(14), Register::Gr(34)]);
//! ```
#![forbid(unsafe_code)]

mod access;
mod class;
mod completers;
mod decode;
pub mod dependencies;
pub mod disasm;
mod family;
mod format;
mod instruction;
mod op;
mod operand;
pub mod pfs;
mod predication;
mod properties;
pub mod psr;
mod registers;
mod roles;
pub mod rsc;
mod stack_registers;
mod syntax;
pub mod table;
mod template;

pub use access::{MemoryAccess, MemoryKind};
pub use class::Class;
pub use completers::*;
pub use decode::{decode, slot_bits};
pub use family::{Family, M_PORTS, MATCHES_FREELY, PerFamily};
pub use format::{Encoding, Field, Format};
pub use instruction::{Bundle, Frame, Hint, Instruction, Slot, WhetherHint};
pub use op::{Op, theme};
pub use operand::{Access, MAX_OPERANDS, Operand, OperandSet, Register, Role};
pub use predication::ClearedWhenOff;
pub use properties::{Flags, RowId, Unit};
pub use registers::{Ar, Cr};
pub use template::{SlotUnit, Template, TemplateKind};
