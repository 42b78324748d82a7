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
        source: elf::Error,
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
    /// The host has too little memory even to begin.
    #[error(
        "{}: the host has no memory left to load it; raise the host's limit (`ulimit -v`) or run fewer jobs at once",
        path.display()
    )]
    HostMemory {
        /// The path as given.
        path: PathBuf,
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
            LoadError::Directory { .. } | LoadError::HostMemory { .. } => 125,
            _ => 126,
        }
    }
}
