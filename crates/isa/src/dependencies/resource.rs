//! The resources that the dependency rules are about.

use std::fmt;

use crate::{Ar, Cr, IndirectFile, psr};

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
    Ar(Ar),
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
    Cr(Cr),
    /// The interrupts in service.
    InService,
    /// An element of an indirectly addressed file; which one depends on the index register.
    Indirect(IndirectFile),
    /// A field of the processor status register, by its mask.
    Psr(u64),
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
        let named = |f: &mut fmt::Formatter<'_>, file, name: Option<&str>, number| match name {
            Some(name) => write!(f, "{file}[{}]", name.to_uppercase()),
            None => write!(f, "{file}{number}"),
        };
        match *self {
            Resource::Gr(n) => write!(f, "GR{n}"),
            Resource::Fr(n) => write!(f, "FR{n}"),
            Resource::Pr(n) => write!(f, "PR{n}"),
            Resource::Br(n) => write!(f, "BR{n}"),
            Resource::Ar(register) => named(f, "AR", register.name(), register.number()),
            Resource::UnatBit => f.write_str("AR[UNAT]{}"),
            Resource::FpControls(n) => write!(f, "AR[FPSR].sf{n}.controls"),
            Resource::FpFlags(n) => write!(f, "AR[FPSR].sf{n}.flags"),
            Resource::FpTraps => f.write_str("AR[FPSR].traps"),
            Resource::Cfm => f.write_str("CFM"),
            Resource::Cr(register) => named(f, "CR", register.name(), register.number()),
            Resource::InService => f.write_str("InService"),
            Resource::Indirect(file) => {
                write!(f, "{}[]", file.name().to_uppercase())
            }
            Resource::Psr(mask) => {
                let name = psr::fields(mask).next().map_or("", |field| field.name);
                write!(f, "PSR.{name}")
            }
            Resource::Dahr(n) => write!(f, "DAHR{n}"),
            Resource::DataCache => f.write_str("DTC"),
            Resource::DataRegister => f.write_str("DTR"),
            Resource::InstructionCache => f.write_str("ITC"),
            Resource::InstructionRegister => f.write_str("ITR"),
        }
    }
}
