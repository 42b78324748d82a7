//! What an instruction reads and writes, implicit operands included.

use std::fmt;

use crate::{Ar, Cr, IndirectFile};

/// A resource that instructions read and write.
///
/// Register numbers are the virtual ones of the encoding: rotation and the register stack are the machine's.
/// Predicate 0, general register 0 and floating-point registers 0 and 1 appear when the encoding names them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Register {
    /// General register 0 to 127.
    Gr(u8),
    /// Floating-point register 0 to 127.
    Fr(u8),
    /// Predicate register 0 to 63.
    Pr(u8),
    /// The predicate registers as a whole: `mov pr`, `mov pr.rot`, `mov r1 = pr`, `clrrrb`; the mask of
    /// those written is [`crate::Instruction::predicate_mask`].
    PrFile,
    /// Branch register 0 to 7.
    Br(u8),
    /// Application register.
    Ar(Ar),
    /// Control register.
    Cr(Cr),
    /// Controls of status field 0 to 3 in `ar.fpsr`; [`Ar::FPSR`] contains them.
    FpControls(u8),
    /// Flags of status field 0 to 3 in `ar.fpsr`; [`Ar::FPSR`] contains them.
    FpFlags(u8),
    /// Current frame marker: sizes of frame, locals and rotating region.
    Cfm,
    /// Rotating register bases of the current frame marker; `Cfm` contains them.
    RotatingBases,
    /// Processor status register, system part.
    Psr,
    /// User mask in the processor status register; `Psr` contains it.
    UserMask,
    /// Instruction pointer, other than by running on: branches and `mov ip`.
    Ip,
    /// An element of an indirectly addressed file.
    Indirect(IndirectFile),
    /// Data access hint register 0 to 7 (Itanium 9500).
    Dahr(u8),
    /// Memory.
    Memory,
    /// The advanced load address table.
    Alat,
    /// Data translations: caches and registers.
    DataTranslation,
    /// Instruction translations: caches and registers.
    InstructionTranslation,
    /// The register stack engine's state and backing store.
    Rse,
}

impl fmt::Display for Register {
    /// The assembler's name where there is one: `r8`, `f6`, `p7`, `ar.pfs`; otherwise a word.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Register::Gr(n) => write!(f, "r{n}"),
            Register::Fr(n) => write!(f, "f{n}"),
            Register::Pr(n) => write!(f, "p{n}"),
            Register::PrFile => f.write_str("pr"),
            Register::Br(n) => write!(f, "b{n}"),
            Register::Ar(register) => write!(f, "{register}"),
            Register::Cr(register) => write!(f, "{register}"),
            Register::FpControls(n) => write!(f, "ar.fpsr.sf{n}.controls"),
            Register::FpFlags(n) => write!(f, "ar.fpsr.sf{n}.flags"),
            Register::Cfm => f.write_str("cfm"),
            Register::RotatingBases => f.write_str("cfm.rrb"),
            Register::Psr => f.write_str("psr"),
            Register::UserMask => f.write_str("psr.um"),
            Register::Ip => f.write_str("ip"),
            Register::Indirect(file) => write!(f, "{}[]", file.name()),
            Register::Dahr(n) => write!(f, "dahr{n}"),
            Register::Memory => f.write_str("memory"),
            Register::Alat => f.write_str("alat"),
            Register::DataTranslation => f.write_str("dtlb"),
            Register::InstructionTranslation => f.write_str("itlb"),
            Register::Rse => f.write_str("rse"),
        }
    }
}

/// Direction of an operand.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// The instruction reads it.
    Read,
    /// The instruction writes it.
    Write,
}

/// What an operand is to the instruction.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The qualifying predicate, read.
    Qualifier,
    /// A source or result that the assembly text names.
    Explicit,
    /// The base register of a memory reference: read, and written by a post-increment.
    Base,
    /// A source of a store or semaphore that goes to memory or is compared with it; read.
    Data,
    /// Not in the assembly text.
    Implicit,
}

/// One operand of an instruction.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Operand {
    /// What is read or written.
    pub register: Register,
    /// Direction.
    pub access: Access,
    /// What it is to the instruction.
    pub role: Role,
}

/// Most operands that an instruction has.
pub const MAX_OPERANDS: usize = 16;

/// The operands of one instruction: first the qualifying predicate when there is one, then the explicit
/// operands, then the implicit ones.  Dereferences to a slice.
#[derive(Copy, Clone)]
pub struct OperandSet {
    items: [Operand; MAX_OPERANDS],
    len: u8,
}

impl OperandSet {
    const FILLER: Operand = Operand {
        register: Register::Ip,
        access: Access::Read,
        role: Role::Implicit,
    };

    /// No operands.
    pub(crate) const fn new() -> Self {
        Self {
            items: [Self::FILLER; MAX_OPERANDS],
            len: 0,
        }
    }

    /// Adds one; beyond [`MAX_OPERANDS`] it is dropped, which a test over the whole table shows not to happen.
    pub(crate) fn push(&mut self, register: Register, access: Access, role: Role) {
        if let Some(item) = self.items.get_mut(usize::from(self.len)) {
            *item = Operand {
                register,
                access,
                role,
            };
            self.len += 1;
        }
    }

    /// The operands in order.
    pub fn as_slice(&self) -> &[Operand] {
        &self.items[..usize::from(self.len)]
    }

    /// The registers read.
    pub fn reads(&self) -> impl Iterator<Item = Register> + '_ {
        self.iter()
            .filter(|o| o.access == Access::Read)
            .map(|o| o.register)
    }

    /// The registers written.
    pub fn writes(&self) -> impl Iterator<Item = Register> + '_ {
        self.iter()
            .filter(|o| o.access == Access::Write)
            .map(|o| o.register)
    }
}

impl std::ops::Deref for OperandSet {
    type Target = [Operand];

    fn deref(&self) -> &[Operand] {
        self.as_slice()
    }
}

impl<'a> IntoIterator for &'a OperandSet {
    type Item = &'a Operand;
    type IntoIter = std::slice::Iter<'a, Operand>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

impl fmt::Debug for OperandSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}
