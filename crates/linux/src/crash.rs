//! The report of a program that a signal ends: registers, disassembly, bundles executed last, backtrace.

use crate::abi::consts::{PAGE, mman};
use crate::calls::paths::HERE;
use crate::kernel::Kernel;
use crate::load::{Loaded, unwind_table};
use crate::memory::Area;
use crate::process::{Tid, UnwindTable};
use crate::signal::{self, Detail, Info, fault};
use elf::Symbols;
use isa::Ar;
use machine::{Cpu, Machine, SpaceId, Trail};
use std::fmt;

/// A place in code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Address of the bundle.
    pub ip: u64,
    /// Slot in it, 0 to 2.
    pub slot: u8,
    /// Name of the function and distance from its start in bytes, when there is one.
    pub symbol: Option<(String, u64)>,
}

impl Place {
    pub(crate) fn new(symbols: &Symbols, ip: u64, slot: u8) -> Place {
        let symbol = symbols
            .lookup(ip)
            .map(|(name, offset)| (name.to_owned(), offset));
        Place { ip, slot, symbol }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#018x}.{}", self.ip, self.slot)?;
        match &self.symbol {
            Some((name, offset)) => write!(f, " <{name}+{offset:#x}>"),
            None => Ok(()),
        }
    }
}

/// State of a thread at the signal that ended its process, or at the end of a run that a limit ended.
#[derive(Clone, Debug)]
pub struct Crash {
    /// Process and thread number.
    pub process: u32,
    /// See [`Crash::process`].
    pub thread: u32,
    /// Signal number; 0: no signal, the run was ended from outside.
    pub signal: u32,
    /// `si_code`.
    pub code: i32,
    /// What happened, in words.
    pub reason: String,
    /// The instruction that faulted or made the call that sent the signal, otherwise the one that would have been next.
    pub place: Place,
    /// Faulting address, for signals that have one.
    pub address: Option<u64>,
    /// General registers that the frame has, with NaT bits, from r0.
    pub general: Vec<(u64, bool)>,
    /// Branch registers.
    pub branch: [u64; 8],
    /// Predicates.
    pub predicates: u64,
    /// Current frame marker.
    pub cfm: u64,
    /// Named application registers.
    pub application: Vec<(&'static str, u64)>,
    /// Interruption status register as a handler would see it, when a fault raised the signal.
    pub isr: Option<u64>,
    /// The instruction, disassembled, when its bundle can be read: the one that faulted or made the call that sent the
    /// signal, otherwise the one that would have been next.
    pub instruction: Option<String>,
    /// The bundles that the thread executed last, disassembled, oldest first: at most [`Crash::BUNDLES`].
    pub bundles: Vec<(u64, String)>,
    /// The place and its callers, innermost first, as far as unwind information leads.
    pub backtrace: Vec<Place>,
    /// The trail of the thread, until [`Self::retrace`] has turned it into bundles.
    way: Option<(Box<Trail>, SpaceId)>,
}

const APPLICATION: [Ar; 11] = [
    Ar::RSC,
    Ar::BSP,
    Ar::BSPSTORE,
    Ar::RNAT,
    Ar::CCV,
    Ar::UNAT,
    Ar::FPSR,
    Ar::PFS,
    Ar::LC,
    Ar::EC,
    Ar::CSD,
];

impl Crash {
    /// Number of bundles reported that led to the signal.
    pub const BUNDLES: usize = 16;

    pub(crate) fn capture(kernel: &mut Kernel, tid: Tid, info: &Info) -> Option<Crash> {
        let (symbols, tables) = code_names(kernel, tid)?;
        let thread = kernel.threads.get(&tid)?;
        let cpu: &Cpu = &thread.cpu;
        let last_fault = thread
            .last_fault
            .filter(|_| matches!(info.detail, Detail::Fault { .. } | Detail::Memory));
        let own_call = match info.detail {
            Detail::Sender { pid, .. } if pid == thread.pid => thread.last_call(),
            _ => None,
        };
        let (ip, slot) = match (&last_fault, own_call) {
            (Some(fault), _) => (fault.ip, fault.slot),
            // The call itself, not the instruction after it.
            (None, Some(_)) => thread.site,
            (None, None) => (cpu.ip(), cpu.slot()),
        };
        let (reason, address) = match (&last_fault, info.detail) {
            (_, Detail::Memory) => (
                format!(
                    "out of memory: all {} MB that the machine has are in use, or the program executes new code without end",
                    kernel.memory_bytes >> 20
                ),
                last_fault.map(|fault| fault.address),
            ),
            (Some(f), Detail::Fault { address, .. }) => (fault::describe(f), Some(address)),
            (_, Detail::Sender { pid, .. }) if pid == thread.pid => {
                let reason = match own_call {
                    Some(call) => format!("sent by its own {call}"),
                    None => "sent by the process itself".into(),
                };
                (reason, None)
            }
            (_, Detail::Sender { pid, .. }) => (format!("sent by process {pid}"), None),
            _ => (
                "raised by the kernel: a signal frame or context could not be used".into(),
                None,
            ),
        };
        let isr = last_fault.map(|fault| fault.isr);
        let mut crash = Crash::of_thread(kernel, tid, (ip, slot), &(symbols, tables))?;
        crash.signal = info.signal;
        crash.code = info.code;
        crash.reason = reason;
        crash.address = address;
        crash.isr = isr;
        Some(crash)
    }

    /// The state of a thread that no signal ended, and the names of `places`.
    pub(crate) fn without_signal(
        kernel: &mut Kernel,
        tid: Tid,
        reason: String,
        places: &[(u64, u8)],
    ) -> Option<(Crash, Vec<Place>)> {
        let names = code_names(kernel, tid)?;
        let cpu = &kernel.threads.get(&tid)?.cpu;
        let next = (cpu.ip(), cpu.slot());
        let mut state = Crash::of_thread(kernel, tid, next, &names)?;
        state.reason = reason;
        let named = |&(ip, slot): &(u64, u8)| Place::new(&names.0, ip, slot);
        Some((state, places.iter().map(named).collect()))
    }

    fn of_thread(
        kernel: &mut Kernel,
        tid: Tid,
        (ip, slot): (u64, u8),
        (symbols, tables): &(Symbols, Vec<UnwindTable>),
    ) -> Option<Crash> {
        let thread = kernel.threads.get(&tid)?;
        let cpu: &Cpu = &thread.cpu;
        let frame = 32 + cpu.cfm().sof;
        let mut crash = Crash {
            process: thread.pid,
            thread: tid,
            signal: 0,
            code: 0,
            reason: String::new(),
            place: Place::new(symbols, ip, slot),
            address: None,
            general: (0..frame).map(|r| cpu.gr(r)).collect(),
            branch: std::array::from_fn(|b| cpu.br(b as u8)),
            predicates: cpu.pr(),
            cfm: cpu.cfm().bits(),
            application: APPLICATION
                .iter()
                .filter_map(|&register| Some((register.name()?, cpu.ar(register)?)))
                .collect(),
            isr: None,
            instruction: None,
            bundles: Vec::new(),
            backtrace: Vec::new(),
            way: None,
        };
        let trail = Box::new(cpu.trail().clone());
        let memory = kernel.memory(tid).ok()?;
        crash.way = Some((trail, memory.space.id()));
        let mut bytes = [0; 16];
        if memory.area(ip).is_some() && memory.space.peek(ip, &mut bytes) {
            let bundle = isa::decode(u128::from_le_bytes(bytes));
            // A long instruction begins in the slot before the one that holds its operation.
            let long = slot == 1 && bundle.template.is_mlx();
            let insn = &bundle.slots[if long { 2 } else { usize::from(slot % 3) }];
            crash.instruction = Some(insn.text(ip).to_string());
        }
        crash.backtrace = crate::unwind::backtrace(kernel, tid, symbols, tables);
        Some(crash)
    }

    /// Fills in the bundles that led to the signal, from the blocks of the machine.
    pub(crate) fn retrace(&mut self, machine: &Machine) {
        if let Some((trail, space)) = self.way.take() {
            self.bundles = machine
                .passed(&trail, space, Self::BUNDLES)
                .into_iter()
                .map(|bundle| (bundle.ip, disassemble(bundle.ip, bundle.raw)))
                .collect();
        }
    }
}

/// Most mappings of code that are searched for names.
const LIBRARIES: u32 = 512;

/// Symbols and unwind tables of all code that a thread can run: the program's, and those of the libraries that it has mapped.
fn code_names(kernel: &mut Kernel, tid: Tid) -> Option<(Symbols, Vec<UnwindTable>)> {
    let program = kernel.process(tid).ok()?.program.clone();
    let mut symbols = Symbols::default();
    symbols.merge(&program.symbols);
    let mut tables = program.unwind.clone();
    let areas: Vec<(u64, Area)> = kernel
        .memory(tid)
        .ok()?
        .areas()
        .map(|(start, area)| (start, area.clone()))
        .collect();
    // A program that maps files by the thousand is not loading libraries.
    let mut left = LIBRARIES;
    for (start, area) in areas {
        let library = area.protection & mman::PROT_EXEC != 0
            && area.inode != 0
            && *area.name != *program.path;
        if !library {
            continue;
        }
        left -= 1;
        if left == 0 {
            break;
        }
        // Names are not taken from a library that was removed or changed after it was mapped.
        let Ok((file, guest)) = kernel.find_program(tid, HERE, &area.name) else {
            continue;
        };
        let Ok(file) = Loaded::open(&kernel.files, file, guest, &kernel.frames) else {
            continue;
        };
        let page = |n: u64| n & !(PAGE - 1);
        let segment = file
            .image
            .segments
            .iter()
            .find(|s| s.execute && page(s.file.start as u64) == area.offset);
        let Some(segment) = segment else { continue };
        let bias = start.wrapping_sub(page(segment.address));
        if tables
            .iter()
            .any(|table| table.base == segment.address.wrapping_add(bias))
        {
            continue;
        }
        symbols.merge(&Symbols::parse(&file.data, bias));
        tables.extend(unwind_table(&file.image, bias));
    }
    Some((symbols, tables))
}

/// A bundle on one line: template, instructions, stops.
fn disassemble(at: u64, bundle: u128) -> String {
    let decoded = isa::decode(bundle);
    let mut text = String::new();
    for slot in 0..3 {
        // The middle slot of a long instruction is part of the last one.
        if slot == 1 && decoded.template.is_mlx() {
            continue;
        }
        let stop = if decoded.template.stop_after(slot) {
            ";;"
        } else {
            ""
        };
        let separator = if text.is_empty() { "" } else { "  " };
        text.push_str(&format!(
            "{separator}{}{stop}",
            decoded.slots[slot].text(at)
        ));
    }
    text
}

impl fmt::Display for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.signal > 0 {
            write!(f, "{} in ", signal::name(self.signal))?;
        }
        writeln!(
            f,
            "process {} (thread {}): {}",
            self.process, self.thread, self.reason
        )?;
        writeln!(f, "  at {}", self.place)?;
        if let Some(address) = self.address {
            writeln!(f, "  address {address:#018x}, code {}", self.code)?;
        }
        for (row, registers) in self.general.chunks(4).enumerate() {
            for (i, (value, nat)) in registers.iter().enumerate() {
                let mark = if *nat { '*' } else { ' ' };
                write!(f, "  {:>4}{mark}{value:016x}", format!("r{}", row * 4 + i))?;
            }
            writeln!(f)?;
        }
        for (row, registers) in self.branch.chunks(4).enumerate() {
            for (i, value) in registers.iter().enumerate() {
                write!(f, "  {:>4} {value:016x}", format!("b{}", row * 4 + i))?;
            }
            writeln!(f)?;
        }
        writeln!(f, "    pr {:016x}   cfm {:010x}", self.predicates, self.cfm)?;
        for row in self.application.chunks(4) {
            for (name, value) in row {
                write!(f, "  {name:>8} {value:016x}")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "  the bundles executed last:")?;
        for (at, text) in &self.bundles {
            let mark = if *at == self.place.ip { '>' } else { ' ' };
            writeln!(f, "{mark} {at:016x}  {text}")?;
        }
        for (depth, place) in self.backtrace.iter().enumerate() {
            writeln!(f, "  #{depth} {place}")?;
        }
        Ok(())
    }
}
