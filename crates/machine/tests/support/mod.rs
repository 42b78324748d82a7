//! Just enough of an operating system to run freestanding programs: `exit`, `write`, `brk`,
//! `getpid`.

use isa::Ar;
use machine::{AddressSpace, Machine, Options, Protection, Recorder, Sharing, Stop};
use object::read::elf::{ElfFile64, FileHeader, ProgramHeader};

const STACK: u64 = 0x9000_0000_0000_0000;
const STACK_SIZE: u64 = 8 << 20;
const BACKING_STORE: u64 = 0x9800_0000_0000_0000;
const BACKING_STORE_SIZE: u64 = 8 << 20;

/// What a program left behind.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// Exit status, or a description of what else stopped it.
    pub status: Result<u8, String>,
    /// Bytes written to descriptors 1 and 2.
    pub output: Vec<u8>,
    /// Instructions retired.
    pub instructions: u64,
}

/// Runs a static executable for at most `budget` instructions, in portions of `slice`.
pub(crate) fn run<R: Recorder>(elf: &[u8], recorder: &mut R, budget: u64, slice: u64) -> Ending {
    let mut machine = Machine::new(Options::default());
    let mut space = AddressSpace::new();
    let mut cpu = machine.cpu();
    let mut output = Vec::new();
    let (entry, mut end) = match load(elf, &mut space) {
        Ok(loaded) => loaded,
        Err(message) => {
            return Ending {
                status: Err(message),
                output,
                instructions: 0,
            };
        }
    };
    space.map(STACK, STACK_SIZE, Protection::RW, Sharing::Private);
    space.map(
        BACKING_STORE,
        BACKING_STORE_SIZE,
        Protection::RW,
        Sharing::Private,
    );
    cpu.start_register_stack(BACKING_STORE, 0, 0);
    // argc = 0, then the ends of argv, envp and the auxiliary vector: all zero.
    cpu.set_gr(12, STACK + STACK_SIZE - 1024, false);
    cpu.set_ip(entry);
    let status = loop {
        let left = budget - machine.retired();
        match machine.run(&mut cpu, &mut space, recorder, left.min(slice)) {
            Stop::Budget if left > slice => {}
            Stop::Budget => break Err("budget".to_owned()),
            Stop::Recorder | Stop::Paused(_) => {}
            Stop::Fault(fault) => break Err(format!("{fault:x?}")),
            Stop::Break { imm: 0x100000, .. } => {
                let argument = |n| cpu.output(n).0;
                let result = match cpu.gr(15).0 {
                    1025 | 1236 => break Ok(argument(0) as u8),
                    1027 => {
                        let mut bytes = vec![0; argument(2) as usize];
                        space
                            .read(argument(1), &mut bytes)
                            .map(|()| output.extend_from_slice(&bytes))
                            .map_or(Err(14), |()| Ok(argument(2)))
                    }
                    1060 => {
                        let wanted = argument(0);
                        if wanted > end {
                            space.map(end, wanted - end, Protection::RW, Sharing::Private);
                            end = space.region(wanted - 1).map_or(end, |region| region.end);
                        }
                        Ok(if wanted == 0 { end } else { wanted })
                    }
                    1041 => Ok(1000),
                    _ => Err(38),
                };
                let (value, failed) = match result {
                    Ok(value) => (value, 0),
                    Err(errno) => (errno, u64::MAX),
                };
                cpu.set_gr(8, value, false);
                cpu.set_gr(10, failed, false);
            }
            Stop::Break { imm, ip, .. } => break Err(format!("break {imm:#x} at {ip:#x}")),
        }
    };
    if status.is_err() && std::env::var_os("EPICYCLE_REGISTERS").is_some() {
        eprintln!(
            "ip {:#x} slot {} cfm {:?} pr {:#x}",
            cpu.ip(),
            cpu.slot(),
            cpu.cfm(),
            cpu.pr()
        );
        for r in 0..128 {
            eprint!("r{r}={:x?} ", cpu.gr(r));
        }
        eprintln!("bspstore {:x?}", cpu.ar(Ar::BSPSTORE));
    }
    Ending {
        status,
        output,
        instructions: machine.retired(),
    }
}

/// Maps the segments; gives the entry point and the first page behind them.
fn load(elf: &[u8], space: &mut AddressSpace) -> Result<(u64, u64), String> {
    let file = ElfFile64::<object::Endianness>::parse(elf).map_err(|error| error.to_string())?;
    let endian = file.endian();
    let mut end = 0;
    for segment in file.elf_program_headers() {
        if segment.p_type(endian) != object::elf::PT_LOAD {
            continue;
        }
        let address = segment.p_vaddr(endian);
        let data = segment
            .data(endian, elf)
            .map_err(|()| "truncated segment".to_owned())?;
        let writable = segment.p_flags(endian).0 & 2 != 0;
        let protection = Protection::new(true, writable, true);
        // Segments may share a page: the later one must not wipe out the earlier one.
        let (first, last) = (address & !0x3fff, address + segment.p_memsz(endian));
        let start = if space.region(first).is_some() {
            space
                .protect(first, 1, Protection::RWX)
                .map_err(|fault| fault.to_string())?;
            first + 0x4000
        } else {
            first
        };
        if last > start {
            space.map(start, last - start, protection, Sharing::Private);
        }
        space
            .poke(address, data)
            .map_err(|fault| fault.to_string())?;
        end = end.max(last);
    }
    Ok((file.elf_header().e_entry(endian), (end + 0x3fff) & !0x3fff))
}
