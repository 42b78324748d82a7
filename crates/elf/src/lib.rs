//! ELF files of IA-64, for every reader of programs: the loader, the disassembler, the monitor's command.
//!
//! * [`Image`]: what a process loads, checked as the kernel does.
//! * [`Kernel`]: what a boot loader loads by physical address.
//! * [`File`]: sections and symbols, also of object files.
//! * [`Symbols`]: which function or object an address belongs to.
//!
//! No bytes make this crate panic, and what it allocates is bounded by the size of the file.
#![forbid(unsafe_code)]

mod error;
mod file;
mod identity;
mod image;
mod kernel;
mod symbols;

pub use error::Error;
pub use file::{Binding, File, Section, Symbol, SymbolKind};
pub use image::{Image, Segment};
pub use kernel::{Kernel, PhysicalSegment};
pub use symbols::Symbols;
