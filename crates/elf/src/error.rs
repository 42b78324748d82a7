//! What can be wrong with a file.

use thiserror::Error;

/// What is wrong with an ELF file.
#[derive(Debug, Clone, Error, PartialEq, Eq)]
pub enum Error {
    /// There are no bytes.
    #[error("the file is empty")]
    Empty,
    /// It is a directory or a device.
    #[error("not a regular file")]
    NotAFile,
    /// The magic number is missing.
    #[error("not an ELF file{hint}")]
    NotElf {
        /// What it looks like instead.
        hint: &'static str,
    },
    /// An ELF file for another processor.
    #[error("an ELF file for {machine}, not for IA-64")]
    WrongMachine {
        /// Name of the processor.
        machine: String,
    },
    /// IA-32 programs need the IA-32 mode of the processor.
    #[error(
        "an IA-32 program; the IA-32 instruction set of Itanium processors is not modelled, rebuild it for ia64-linux"
    )]
    Ia32,
    /// A big-endian program, as on HP-UX.
    #[error(
        "a big-endian or 32-bit IA-64 file, as HP-UX uses; only 64-bit little-endian Linux programs run"
    )]
    WrongLayout,
    /// An object file, core file or something else that does not start by itself.
    #[error("not an executable but {kind}")]
    NotAProgram {
        /// Kind of file.
        kind: String,
    },
    /// A table of the file makes no sense, or the file ends inside it.
    #[error("damaged or cut short: {reason}")]
    Damaged {
        /// What is wrong.
        reason: String,
    },
    /// The file ends too early.
    #[error("truncated: {what} lies beyond the end of the file ({size} bytes)")]
    Truncated {
        /// Which part is missing.
        what: String,
        /// Bytes that the file has.
        size: u64,
    },
    /// A program header makes no sense.
    #[error("program header {index}: {reason}")]
    BadSegment {
        /// Number of the header.
        index: usize,
        /// What is wrong.
        reason: &'static str,
    },
    /// The segments take more memory than a program may have.
    #[error("its segments do not fit into the memory that a program can have")]
    TooLarge,
    /// The file is larger than the memory that is left for programs.
    #[error("a file of {size} bytes, more than the {free} that are free of os.memory_bytes")]
    FileTooLarge {
        /// Bytes of the file.
        size: u64,
        /// Bytes that are left.
        free: u64,
    },
    /// There is nothing to load.
    #[error("no loadable segment")]
    NoSegments,
    /// The entry point is not in executable memory.
    #[error("the entry point {entry:#x} lies in no executable segment")]
    BadEntry {
        /// The address.
        entry: u64,
    },
}
