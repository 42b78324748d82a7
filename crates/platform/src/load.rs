//! Loads what is booted into memory: kernel, initial file system, and the boot parameters to which r28 points.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use elf::Kernel;
use machine::{AddressSpace, MemoryFault};

use crate::board::Board;
use crate::disk::Disk;
use crate::error::Error;
use crate::firmware::{Descriptor, Firmware};

/// Most bytes of a kernel or an initial file system.
pub const FILE_LIMIT: u64 = 1 << 30;
/// Most bytes of a command line that Linux reads, without the zero at its end.
const COMMAND_LINE: usize = 2047;
/// Alignment in bytes of everything that is put into memory.
const PAGE: u64 = 0x1_0000;

/// What is booted.
pub struct Boot {
    /// Path of the kernel, for messages.
    pub path: PathBuf,
    /// The kernel's file.
    pub kernel: Vec<u8>,
    /// The initial file system.
    pub initrd: Option<Vec<u8>>,
    /// The kernel's command line.
    pub command_line: String,
    /// Bytes of memory.
    pub memory: u64,
    /// Whether system software finds tables of ACPI.
    pub acpi: bool,
    /// What is typed at the console.
    pub input: Vec<u8>,
    /// Disks, which a guest finds by the tables of ACPI.
    pub disks: Vec<Disk>,
    /// Whether there is a virtio console; what is typed goes to it, and not to the UART.
    pub terminal: bool,
    /// Whether a reference of the processor to an address at which nothing answers is a machine check, which ends the machine.
    pub machine_checks: bool,
}

/// Where execution begins.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Entry {
    /// Physical address of the first instruction.
    pub ip: u64,
    /// Physical address of the boot parameters.
    pub parameters: u64,
    /// Physical address of the register stack's first memory.
    pub stack: u64,
}

/// Ranges of memory in use: first address, and first address after them.
struct Taken(Vec<(u64, u64)>);

impl Taken {
    /// Takes the highest free range of a size below `end`.
    fn place(&mut self, size: u64, end: u64) -> Option<u64> {
        let size = size.max(1).next_multiple_of(PAGE);
        let mut at = end.checked_sub(size)? & !(PAGE - 1);
        while let Some(&(start, _)) = self
            .0
            .iter()
            .find(|&&(start, end)| start < at + size && at < end)
        {
            at = start.checked_sub(size)? & !(PAGE - 1);
        }
        self.0.push((at, at + size));
        Some(at)
    }
}

/// Regions of virtual addresses in which Linux has its programs; it has itself in those above.
const OF_PROGRAMS: RangeInclusive<u64> = 1..=4;

/// Why a segment that lies outside memory cannot be loaded.
fn outside(path: PathBuf, address: u64, size: u64, board: Board) -> Error {
    if OF_PROGRAMS.contains(&(address >> 61)) {
        return Error::UserProgram { path, address };
    }
    match Board::LARGEST.holds(address, size) {
        true => Error::Outside {
            path,
            address,
            size,
            memory: board.memory(),
        },
        false => Error::NoMemory {
            path,
            address,
            size,
        },
    }
}

/// Puts everything into memory. Returns where execution begins.
pub(crate) fn load(
    boot: &Boot,
    board: Board,
    space: &mut AddressSpace,
    firmware: &Firmware,
) -> Result<Entry, Error> {
    let host = |fault: MemoryFault| Error::Host(fault.address);
    let kernel = Kernel::parse(&boot.kernel).map_err(|source| Error::Kernel {
        path: boot.path.clone(),
        source,
    })?;
    let mut taken = Taken(Vec::new());
    for part in &kernel.segments {
        let (path, address) = (&boot.path, part.address);
        if !board.holds(address, part.size) {
            return Err(outside(path.clone(), address, part.size, board));
        }
        let bytes = boot.kernel.get(part.file.clone()).unwrap_or_default();
        space.poke(part.address, bytes).map_err(host)?;
        taken.0.push((part.address, part.address + part.size));
    }
    let mut place = |what, size| {
        taken.place(size, board.low()).ok_or(Error::NoRoom {
            what,
            size,
            memory: board.memory(),
        })
    };
    if boot.command_line.len() > COMMAND_LINE {
        return Err(Error::CommandLine {
            length: boot.command_line.len(),
            limit: COMMAND_LINE,
        });
    }
    let stack = place("the boot parameters", PAGE)?;
    let initrd = match &boot.initrd {
        Some(initrd) => {
            let size = initrd.len() as u64;
            let at = place("the initial file system", size)?;
            space.poke(at, initrd).map_err(host)?;
            (at, size)
        }
        None => (0, 0),
    };
    let parameters = stack + 0x8000;
    let map_at = parameters + 0x100;
    let line_at = parameters + 0x1000;
    let map: Vec<u8> = firmware
        .memory_map()
        .iter()
        .flat_map(Descriptor::bytes)
        .collect();
    let mut line = boot.command_line.clone().into_bytes();
    line.push(0);
    let console = 80u64 | 25 << 16;
    let words = [
        line_at,
        firmware.system_table(),
        map_at,
        map.len() as u64,
        Descriptor::SIZE,
        u64::from(Descriptor::VERSION) | (console & 0xffff_ffff) << 32,
        0,
        0,
        initrd.0,
        initrd.1,
    ];
    let words: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    for (at, bytes) in [(parameters, words), (map_at, map), (line_at, line)] {
        space.poke(at, &bytes).map_err(host)?;
    }
    Ok(Entry {
        ip: kernel.entry,
        parameters,
        stack,
    })
}
