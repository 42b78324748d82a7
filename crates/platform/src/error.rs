//! Why a machine cannot start.

use std::path::PathBuf;

use thiserror::Error;

/// A machine cannot be put together from what was given.
#[derive(Debug, Error)]
pub enum Error {
    /// The kernel is no file that can be loaded.
    #[error("{}: {source}", path.display())]
    Kernel {
        /// Its path.
        path: PathBuf,
        /// What is wrong with it.
        source: elf::Error,
    },
    /// A part of the kernel lies outside memory.
    #[error(
        "{}: the segment at physical address {address:#x} ({size} bytes) lies outside the {memory} bytes of memory; give more with --memory",
        path.display()
    )]
    Outside {
        /// The kernel's path.
        path: PathBuf,
        /// Physical address of the segment.
        address: u64,
        /// Its bytes in memory.
        size: u64,
        /// Bytes of memory.
        memory: u64,
    },
    /// A part of the kernel lies where the largest machine has no memory.
    #[error(
        "{}: the segment at physical address {address:#x} ({size} bytes) lies where a machine of 64G has no memory; link the kernel to be loaded at addresses from 0 on",
        path.display()
    )]
    NoMemory {
        /// The kernel's path.
        path: PathBuf,
        /// Physical address of the segment.
        address: u64,
        /// Its bytes in memory.
        size: u64,
    },
    /// It is no kernel but a program for one.
    #[error(
        "{}: a user program of Linux (its segment at {address:#x} has no physical address), not a kernel; execute it with epicycle run",
        path.display()
    )]
    UserProgram {
        /// Its path.
        path: PathBuf,
        /// Address of the segment.
        address: u64,
    },
    /// No room is left for the initial file system or the boot parameters.
    #[error(
        "no room in {memory} bytes of memory for {what} ({size} bytes) beside the kernel; give more with --memory"
    )]
    NoRoom {
        /// What it is.
        what: &'static str,
        /// Its bytes.
        size: u64,
        /// Bytes of memory.
        memory: u64,
    },
    /// The size of memory is not one that the machine can have.
    #[error("{bytes} bytes of memory: the machine has from 1M to 64G, in whole megabytes")]
    Memory {
        /// The bytes asked for.
        bytes: u64,
    },
    /// The command line is longer than Linux reads.
    #[error("the command line has {length} bytes; a kernel reads at most {limit}")]
    CommandLine {
        /// Its bytes.
        length: usize,
        /// The most.
        limit: usize,
    },
    /// A disk's image cannot be used.
    #[error("the disk {}: {why}", path.display())]
    Disk {
        /// Its path.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A file of what was written to a disk cannot be used.
    #[error("the overlay {}: {why}", path.display())]
    Overlay {
        /// Its path.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// There are more disks than places.
    #[error("{asked} disks: a machine has at most {most}")]
    Disks {
        /// Those asked for.
        asked: usize,
        /// The most.
        most: usize,
    },
    /// The host has no memory for the kernel.
    #[error("the host has no memory for the guest's page at physical address {0:#x}")]
    Host(u64),
}
