//! Why a program could not be started.

use std::path::PathBuf;
use thiserror::Error;

/// A program could not be loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file does not exist.
    #[error("{}: no such file", path.display())]
    NotFound {
        /// The path as given.
        path: PathBuf,
    },
    /// The file could not be read.
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable {
        /// The path as given.
        path: PathBuf,
        /// What the host said.
        source: std::io::Error,
    },
    /// The file is not an IA-64 Linux executable, or a damaged one.
    #[error("{}: {source}", path.display())]
    NotExecutable {
        /// The path as given.
        path: PathBuf,
        /// What is wrong with it.
        source: ElfError,
    },
    /// The dynamic linker of the program could not be loaded.
    #[error(
        "{}: dynamically linked, and its interpreter {interpreter} cannot be loaded: {reason}; pass `--sysroot DIR`, where DIR{interpreter} exists, or link with -static",
        path.display()
    )]
    Interpreter {
        /// The path of the program as given.
        path: PathBuf,
        /// The path in its `PT_INTERP`.
        interpreter: String,
        /// What went wrong.
        reason: String,
    },
    /// Arguments and environment do not fit on the stack.
    #[error("{}: arguments and environment take {bytes} bytes, more than the {limit} that Linux allows", path.display())]
    ArgumentsTooLong {
        /// The path as given.
        path: PathBuf,
        /// Bytes needed.
        bytes: usize,
        /// Bytes allowed.
        limit: usize,
    },
    /// A directory that the options name cannot be used.
    #[error("cannot use {what} {}: {source}", path.display())]
    Directory {
        /// What the directory was to be.
        what: &'static str,
        /// The path as given.
        path: PathBuf,
        /// What the host said.
        source: std::io::Error,
    },
}

impl LoadError {
    /// The status with which a shell reports this: 127 when the program is not there, 126 when it cannot be executed; 125
    /// when it is not the program's fault.
    pub fn status(&self) -> u8 {
        match self {
            LoadError::NotFound { .. } => 127,
            LoadError::Directory { .. } => 125,
            _ => 126,
        }
    }
}

/// What is wrong with an ELF file.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ElfError {
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
