//! Loads a program into memory: segments, dynamic linker, arguments and auxiliary vector.

use crate::abi::consts::{PAGE, mman};
use crate::abi::errno::Errno;
use crate::fs::Files;
use crate::fs::host::FileRef;
use crate::memory::{Area, BACKING_STORE, GATE, MAP_BASE, Memory, STACK_SIZE, STACK_TOP, page_up};
use crate::process::{GID, Linker, UID, UnwindTable};
use crate::signal::frame;
use elf::{Image, Symbols};
use isa::{Ar, rsc};
use machine::{Charge, Cpu, Frames, NoMemory};
use std::rc::Rc;

/// Bytes that argument and environment strings with their pointers may take.
pub(crate) const ARGUMENT_LIMIT: usize = 4 << 20;
/// Address at which a position-independent program is loaded.
const RELOCATABLE_BASE: u64 = MAP_BASE + 0x8_0000_0000;
/// Where the heap of a position-independent program starts: region 3, as for other programs.
const HEAP_BASE: u64 = 0x6000_0000_0000_0000;
/// `AT_HWCAP`: no features are announced this way on IA-64.
const HARDWARE: u64 = 0;
/// `AT_CLKTCK`: ticks of `times` in a second.
pub(crate) const TICKS: u64 = 100;

/// What is to be started.
pub(crate) struct Start<'a> {
    /// `AT_EXECFN`.
    pub name: &'a [u8],
    pub arguments: &'a [Vec<u8>],
    pub environment: &'a [Vec<u8>],
    /// The bytes of `AT_RANDOM`.
    pub random: [u8; 16],
    /// Inode number for `/proc/PID/maps`.
    pub inode: u64,
}

/// A file that has been read and checked.
pub(crate) struct Loaded {
    pub data: Vec<u8>,
    /// The memory charged for the file's bytes until they have been copied.
    pub _charge: Charge,
    pub image: Image,
    pub file: Rc<FileRef>,
    pub guest: Vec<u8>,
}

/// Why a file could not be used.
pub(crate) enum Unusable {
    Io(std::io::Error),
    Elf(elf::Error),
}

impl Loaded {
    /// Checks what a file holds.
    pub(crate) fn new(
        file: Rc<FileRef>,
        (data, charge): (Vec<u8>, Charge),
        guest: Vec<u8>,
    ) -> Result<Loaded, elf::Error> {
        let image = Image::parse(&data, Memory::allowed)?;
        Ok(Loaded {
            data,
            _charge: charge,
            image,
            file,
            guest,
        })
    }

    /// Reads and checks a file.
    pub(crate) fn open(
        files: &Files,
        file: Rc<FileRef>,
        guest: Vec<u8>,
        frames: &Frames,
    ) -> Result<Loaded, Unusable> {
        if !file.attributes.is_regular() {
            return Err(Unusable::Elf(elf::Error::NotAFile));
        }
        let errno = |errno: Errno| Unusable::Io(errno.into());
        let size = file.now().map_err(errno)?.size;
        let free = frames.free();
        let charge = Charge::new(frames, size)
            .map_err(|NoMemory| Unusable::Elf(elf::Error::FileTooLarge { size, free }))?;
        let data = files.head(&file, size).map_err(errno)?;
        Loaded::new(file, (data, charge), guest).map_err(Unusable::Elf)
    }
}

/// Memory and processor at the first instruction of a program.
pub(crate) struct Ready {
    pub memory: Memory,
    pub entry: u64,
    pub stack: u64,
    /// The dynamic linker, if there is one.
    pub linker: Option<Linker>,
    pub symbols: Symbols,
    pub unwind: Vec<UnwindTable>,
    pub auxiliary: Vec<u8>,
}

/// Names and unwind tables of a program and of its dynamic linker, which is given with the distance from its own
/// addresses.
pub(crate) fn tables(
    program: &Loaded,
    linker: Option<(&Loaded, u64)>,
) -> (Symbols, Vec<UnwindTable>) {
    let own = bias(program);
    let mut symbols = Symbols::parse(&program.data, own);
    let mut unwind: Vec<UnwindTable> = unwind_table(&program.image, own).into_iter().collect();
    if let Some((linker, base)) = linker {
        symbols.merge(&Symbols::parse(&linker.data, base));
        unwind.extend(unwind_table(&linker.image, base));
    }
    (symbols, unwind)
}

/// Distance of a program's place from its own addresses, in bytes.
fn bias(program: &Loaded) -> u64 {
    match program.image.relocatable {
        true => RELOCATABLE_BASE,
        false => 0,
    }
}

/// Bytes that strings and their pointers take on the stack.
pub(crate) fn argument_bytes(arguments: &[Vec<u8>], environment: &[Vec<u8>]) -> usize {
    arguments
        .iter()
        .chain(environment)
        .map(|text| text.len() + 9)
        .sum()
}

/// Builds the memory of a program from `frames`. `None`: its segments do not fit, or the arguments are longer than
/// [`ARGUMENT_LIMIT`].
pub(crate) fn prepare(
    program: &Loaded,
    interpreter: Option<&Loaded>,
    start: &Start,
    frames: &Frames,
) -> Option<Ready> {
    let mut memory = Memory::new(frames);
    let bias = bias(program);
    let end = place(&mut memory, program, bias, start.inode)?;
    let mut entry = program.image.entry.wrapping_add(bias);
    let mut base = 0;
    if let Some(linker) = interpreter {
        let length = linker
            .image
            .segments
            .last()
            .map_or(0, |s| s.address + s.size);
        base = if linker.image.relocatable {
            memory.find_free(page_up(length)?, false).ok()?
        } else {
            0
        };
        place(&mut memory, linker, base, start.inode + 1)?;
        entry = linker.image.entry.wrapping_add(base);
    }
    memory.break_start = if program.image.relocatable {
        HEAP_BASE
    } else {
        end
    };
    memory.break_now = memory.break_start;

    let execute = if program.image.executable_stack {
        mman::PROT_EXEC
    } else {
        0
    };
    let bits = mman::PROT_READ | mman::PROT_WRITE | execute;
    let bottom = STACK_TOP - STACK_SIZE;
    memory
        .map(bottom, Area::anonymous(STACK_TOP, bits, b"[stack]"))
        .ok()?;
    memory
        .map(
            BACKING_STORE,
            Area::anonymous(BACKING_STORE + STACK_SIZE, bits, b"[rbs]"),
        )
        .ok()?;
    map_gate(&mut memory)?;
    memory.map_nat_page().ok()?;

    let (stack, auxiliary) =
        build_stack(&mut memory, program, interpreter.map(|_| base), bias, start)?;
    let (symbols, unwind) = tables(program, interpreter.map(|linker| (linker, base)));
    Some(Ready {
        memory,
        entry,
        stack,
        linker: interpreter.map(|linker| Linker {
            path: linker.guest.clone(),
            file: linker.file.attributes.id,
            base,
        }),
        symbols,
        unwind,
        auxiliary,
    })
}

/// Sets the registers as Linux does for a new program.
pub(crate) fn start_registers(cpu: &mut Cpu, entry: u64, stack: u64) {
    cpu.set_ip(entry);
    cpu.set_gr(12, stack, false);
    cpu.start_register_stack(BACKING_STORE, 0, 0);
    cpu.set_ar(Ar::FPSR, frame::FPSR_DEFAULT);
    // Linux asks for eager mode (0xf), which Itanium processors answer like lazy mode. The lazy value
    // lets programs read ar.bspstore and ar.rnat without changing the mode first.
    cpu.set_ar(Ar::RSC, rsc::with_level(0, 3));
}

/// The unwind table of a file that is loaded `bias` bytes above its own addresses.
pub(crate) fn unwind_table(image: &Image, bias: u64) -> Option<UnwindTable> {
    let (address, size) = image.unwind?;
    // Entries count from the start of the segment that holds the table.
    let segment = image
        .segments
        .iter()
        .find(|s| (s.address..s.address + s.size).contains(&address))?;
    Some(UnwindTable {
        address: address.wrapping_add(bias),
        size: size.min(segment.address + segment.size - address),
        base: segment.address.wrapping_add(bias),
    })
}

/// Maps the segments of a file. Returns the end of the last one, rounded up to pages.
fn place(memory: &mut Memory, file: &Loaded, bias: u64, inode: u64) -> Option<u64> {
    let name: Rc<[u8]> = file.guest.as_slice().into();
    let mut last = 0;
    for segment in &file.image.segments {
        let address = segment.address.checked_add(bias)?;
        let (start, end) = (
            address & !(PAGE - 1),
            page_up(address.checked_add(segment.size)?)?,
        );
        let mut bits = 0;
        for (set, bit) in [
            (segment.read, mman::PROT_READ),
            (segment.write, mman::PROT_WRITE),
            (segment.execute, mman::PROT_EXEC),
        ] {
            bits |= if set { bit } else { 0 };
        }
        // Two segments may share a page: the bytes of the first stay, and the page gets the rights of both.
        let from = match memory.area(start) {
            Some((_, area)) => {
                let (shared_end, both) = (area.end.min(end), area.protection | bits);
                memory.protect(start, shared_end, both).ok()?;
                shared_end
            }
            None => start,
        };
        if from < end {
            let file_end = page_up(address + segment.file.len() as u64)?.clamp(from, end);
            let offset =
                (segment.file.start as u64).saturating_sub(address - start) + (from - start);
            if from < file_end {
                let area = Area {
                    name: name.clone(),
                    offset,
                    inode,
                    ..Area::anonymous(file_end, bits, b"")
                };
                memory.map(from, area).ok()?;
            }
            if file_end < end {
                memory.map(file_end, Area::anonymous(end, bits, b"")).ok()?;
            }
        }
        memory
            .space
            .poke(address, file.data.get(segment.file.clone())?)
            .ok()?;
        last = last.max(end);
    }
    Some(last)
}

fn map_gate(memory: &mut Memory) -> Option<()> {
    let bits = mman::PROT_READ | mman::PROT_EXEC;
    memory
        .map(GATE, Area::anonymous(GATE + PAGE, bits, b"[gate]"))
        .ok()?;
    memory
        .space
        .poke(frame::TRAMPOLINE, &frame::trampoline_code())
        .ok()
}

/// Entries of the auxiliary vector without its end.
const AUXILIARY: usize = 17;
/// The initial contents of the stack take a multiple of this many bytes, so that neither the lengths of the strings nor
/// their number moves the stack pointer as long as they fit. With half a page added, the stack pointer lies in the
/// middle of a page.
const START_ROOM: u64 = 128 << 10;

/// Builds the initial stack: argument, environment and auxiliary vectors and, above them, strings. Returns the stack
/// pointer, which has the 16 scratch bytes of the software conventions above it, and the bytes of the auxiliary vector.
fn build_stack(
    memory: &mut Memory,
    program: &Loaded,
    interpreter_base: Option<u64>,
    bias: u64,
    start: &Start,
) -> Option<(u64, Vec<u8>)> {
    // The random bytes come first, so that they are aligned like the words before them.
    let mut strings: Vec<u8> = start.random.to_vec();
    let mut add = |bytes: &[u8]| {
        let at = strings.len() as u64;
        strings.extend_from_slice(bytes);
        strings.push(0);
        at
    };
    let arguments: Vec<u64> = start.arguments.iter().map(|a| add(a)).collect();
    let environment: Vec<u64> = start.environment.iter().map(|e| add(e)).collect();
    let name = add(start.name);
    let platform = add(b"ia64");
    let pointers = (arguments.len() + environment.len() + 2) * 8;
    if strings.len() + pointers > ARGUMENT_LIMIT {
        return None;
    }
    let (headers, header_size, header_count) = program.image.headers;
    // Words: argc, two vectors with a null at the end, and pairs of the auxiliary vector with a terminating one.
    let count = 1 + arguments.len() + 1 + environment.len() + 1 + 2 * (AUXILIARY + 1);
    let room = (8 * count + strings.len()) as u64;
    let half = PAGE / 2;
    let at = STACK_TOP - (room + half).next_multiple_of(START_ROOM) + half;
    let base = at + 8 * count as u64;
    memory.space.write(base, &strings).ok()?;
    let vector: [(u64, u64); AUXILIARY] = [
        (16, HARDWARE),
        (6, PAGE),
        (17, TICKS),
        (3, headers.wrapping_add(bias)),
        (4, header_size),
        (5, header_count),
        (7, interpreter_base.unwrap_or(0)),
        (8, 0),
        (9, program.image.entry.wrapping_add(bias)),
        (11, UID.into()),
        (12, UID.into()),
        (13, GID.into()),
        (14, GID.into()),
        (23, 0),
        (25, base),
        (31, base + name),
        (15, base + platform),
    ];
    let mut words: Vec<u64> = vec![arguments.len() as u64];
    words.extend(arguments.iter().map(|a| base + a));
    words.push(0);
    words.extend(environment.iter().map(|e| base + e));
    words.push(0);
    let head = words.len();
    words.extend(vector.iter().flat_map(|&(kind, value)| [kind, value]));
    words.extend([0, 0]);
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    memory.space.write(at, &bytes).ok()?;
    Some((at - 16, bytes[head * 8..].to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use elf::Segment;

    #[test]
    fn an_unwind_table_that_claims_more_than_its_segment_ends_with_it() {
        let segment = Segment {
            address: 0x8000_0000_0000_0000,
            size: 0x1000,
            file: 0..0,
            read: true,
            write: false,
            execute: true,
            header: 0,
        };
        let image = Image {
            entry: segment.address,
            relocatable: false,
            headers: (0, 0, 0),
            interpreter: None,
            unwind: Some((segment.address + 0x100, u64::MAX)),
            executable_stack: false,
            segments: vec![segment],
        };
        // A binary search of as many rows as it claimed would read beyond the last address.
        let table = unwind_table(&image, 0).unwrap();
        assert_eq!(table.address, 0x8000_0000_0000_0100);
        assert_eq!(table.size, 0xf00);
    }
}
