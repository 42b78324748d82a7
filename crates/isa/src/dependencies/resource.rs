//! The resources that the dependency rules are about, and the bits of the processor status register.

use std::fmt;

use crate::IndirectFile;
use crate::disasm::{application_register, control_register, file_name};

/// A resource with dependency rules.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Resource {
    /// General register.
    Gr(u8),
    /// Floating-point register.
    Fr(u8),
    /// Predicate register.
    Pr(u8),
    /// Branch register.
    Br(u8),
    /// Application register, other than `ar.unat` and `ar.fpsr`.
    Ar(u8),
    /// A bit of `ar.unat`; which one depends on the address of the spill or fill.
    UnatBit,
    /// Controls of a status field in `ar.fpsr`.
    FpControls(u8),
    /// Flags of a status field in `ar.fpsr`.
    FpFlags(u8),
    /// The trap mask in `ar.fpsr`, and its reserved part.
    FpTraps,
    /// The current frame marker.
    Cfm,
    /// Control register.
    Cr(u8),
    /// The interrupts in service.
    InService,
    /// An element of an indirectly addressed file; which one depends on the index register.
    Indirect(IndirectFile),
    /// A bit of the processor status register.
    Psr(u8),
    /// Data access hint register.
    Dahr(u8),
    /// Data translation cache.
    DataCache,
    /// Data translation registers.
    DataRegister,
    /// Instruction translation cache.
    InstructionCache,
    /// Instruction translation registers.
    InstructionRegister,
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |f: &mut fmt::Formatter<'_>, kind, name: &str, n| {
            if name.is_empty() {
                write!(f, "{kind}{n}")
            } else {
                write!(f, "{kind}[{}]", name.to_uppercase())
            }
        };
        match *self {
            Resource::Gr(n) => write!(f, "GR{n}"),
            Resource::Fr(n) => write!(f, "FR{n}"),
            Resource::Pr(n) => write!(f, "PR{n}"),
            Resource::Br(n) => write!(f, "BR{n}"),
            Resource::Ar(n) => named(f, "AR", application_register(n), n),
            Resource::UnatBit => f.write_str("AR[UNAT]{}"),
            Resource::FpControls(n) => write!(f, "AR[FPSR].sf{n}.controls"),
            Resource::FpFlags(n) => write!(f, "AR[FPSR].sf{n}.flags"),
            Resource::FpTraps => f.write_str("AR[FPSR].traps"),
            Resource::Cfm => f.write_str("CFM"),
            Resource::Cr(n) => named(f, "CR", control_register(n), n),
            Resource::InService => f.write_str("InService"),
            Resource::Indirect(file) => {
                write!(f, "{}[]", file_name(file).to_uppercase())
            }
            Resource::Psr(bit) => match PSR_NAMES.iter().find(|(n, _)| *n == bit) {
                Some((_, name)) => write!(f, "PSR.{name}"),
                None => write!(f, "PSR{{{bit}}}"),
            },
            Resource::Dahr(n) => write!(f, "DAHR{n}"),
            Resource::DataCache => f.write_str("DTC"),
            Resource::DataRegister => f.write_str("DTR"),
            Resource::InstructionCache => f.write_str("ITC"),
            Resource::InstructionRegister => f.write_str("ITR"),
        }
    }
}

/// Names of the processor status register's bits (volume 2, figure 3-2).
const PSR_NAMES: [(u8, &str); 23] = [
    (psr::BE, "be"),
    (psr::UP, "up"),
    (psr::AC, "ac"),
    (psr::MFL, "mfl"),
    (psr::MFH, "mfh"),
    (psr::IC, "ic"),
    (psr::INTERRUPT, "i"),
    (psr::PK, "pk"),
    (psr::DT, "dt"),
    (psr::DFL, "dfl"),
    (psr::DFH, "dfh"),
    (psr::SP, "sp"),
    (psr::PP, "pp"),
    (psr::DI, "di"),
    (psr::SI, "si"),
    (psr::DB, "db"),
    (psr::LP, "lp"),
    (psr::TB, "tb"),
    (psr::RT, "rt"),
    (psr::CPL, "cpl"),
    (psr::IT, "it"),
    (psr::BN, "bn"),
    (psr::VM, "vm"),
];

/// Bits of the processor status register by number.
pub(super) mod psr {
    pub const BE: u8 = 1;
    pub const UP: u8 = 2;
    pub const AC: u8 = 3;
    pub const MFL: u8 = 4;
    pub const MFH: u8 = 5;
    pub const IC: u8 = 13;
    pub const INTERRUPT: u8 = 14;
    pub const PK: u8 = 15;
    pub const DT: u8 = 17;
    pub const DFL: u8 = 18;
    pub const DFH: u8 = 19;
    pub const SP: u8 = 20;
    pub const PP: u8 = 21;
    pub const DI: u8 = 22;
    pub const SI: u8 = 23;
    pub const DB: u8 = 24;
    pub const LP: u8 = 25;
    pub const TB: u8 = 26;
    pub const RT: u8 = 27;
    pub const CPL: u8 = 32;
    pub const IT: u8 = 36;
    pub const BN: u8 = 44;
    pub const VM: u8 = 46;

    /// Bits of the user mask.
    pub const USER_MASK: u64 = 1 << BE | 1 << UP | 1 << AC | 1 << MFL | 1 << MFH;
    /// Bits that `mov psr.l = r2` writes and `mov r1 = psr` reads.
    pub const LOW_PSR: u64 = USER_MASK
        | 1 << IC
        | 1 << INTERRUPT
        | 1 << PK
        | 1 << DT
        | 1 << DFL
        | 1 << DFH
        | 1 << SP
        | 1 << PP
        | 1 << DI
        | 1 << SI
        | 1 << DB
        | 1 << LP
        | 1 << TB
        | 1 << RT;
}
