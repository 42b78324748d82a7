//! Executed instructions and their references in the formats of other tools.
//!
//! These formats have no slots, so each slot gets an address and a length of its own: the bundle's address plus 0, 6 or 12, as in
//! disassemblies, and 6, 6 or 4 bytes; an instruction of two slots lies at 6 and has 10.

use std::io::{self, ErrorKind, Read, Write};

use isa::{Access, Instruction as Decoded, MemoryKind, Register};

use crate::bt9::Bt9;
use crate::decode::{Decoder, Instruction, Item};
use crate::exported::{Exported, Flow, flow};

/// Another tool's form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// DynamoRIO's drcachesim: `trace_entry_t` of version 3, 12 bytes each.
    Drcachesim,
    /// ChampSim: `input_instr`, 64 bytes each.
    Champsim,
    /// Valgrind's lackey with `--trace-mem=yes`: lines of text.
    Lackey,
    /// Branches of the Championship Branch Prediction: BT9, text. Written at the end.
    Bt9,
}

/// Writes the instructions and references of a trace in another tool's form, with effective addresses or, if `real`, with real ones. Returns the
/// number of instructions.
///
/// # Errors
/// The trace cannot be read or is damaged, the output not written, or a real address is unknown.
pub fn export<R: Read, W: Write>(
    trace: &mut Decoder<R>,
    format: Format,
    real: bool,
    out: W,
) -> io::Result<u64> {
    let mut writer = Writer::new(format, out);
    let mut instructions = 0;
    // Whether an instruction branched, and where to, shows in the next one: each is held until that is there.
    let mut held: Option<(Instruction, Exported)> = None;
    let (mut task, mut switched) = ((1, 1), false);
    while let Some(item) = trace.next_item()? {
        match item {
            Item::Instruction(instruction) => {
                instructions += 1;
                let next = seen(&instruction, real)?;
                if let Some((before, mut access)) = held.take() {
                    access.taken = !switched && !follows(&before, &instruction);
                    access.target = next.ip;
                    writer.access(&access)?;
                }
                writer.task(task.0, task.1)?;
                switched = false;
                held = Some((instruction, next));
            }
            Item::Task(process, thread) => {
                switched = task != (process, thread);
                task = (process, thread);
            }
            Item::Damage(word, damage) => {
                return Err(invalid(format!(
                    "word {word}: {damage}; only a whole trace can be exported: `epicycle core-trace decode --check` says what else is damaged"
                )));
            }
            _ => {}
        }
    }
    if let Some((_, access)) = held {
        writer.access(&access)?;
    }
    writer.end()?;
    Ok(instructions)
}

fn invalid(message: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message)
}

/// Whether `next` is the instruction behind `before`.
fn follows(before: &Instruction, next: &Instruction) -> bool {
    let (a, b) = (&before.step, &next.step);
    let behind = a.slot + 1;
    a.ip == b.ip && b.slot >= behind || behind == 3 && b.ip == a.ip.wrapping_add(16) && b.slot == 0
}

fn seen(instruction: &Instruction, real: bool) -> io::Result<Exported> {
    let step = &instruction.step;
    let unknown = |address: u64| {
        invalid(format!(
            "the real address of {address:#x} is unknown: the trace was cut or made without core_trace.invalidate; give no --real"
        ))
    };
    let bundle = match instruction.real_ip {
        Some(address) if real => address,
        None if real => return Err(unknown(step.ip)),
        _ => step.ip,
    };
    let (offset, length) = match (step.slot, step.long) {
        (_, Some(_)) => (6, 10),
        (2, None) => (12, 4),
        (slot, None) => (6 * u64::from(slot), 6),
    };
    let decoded = step.unit.instruction(step.syllable, step.long);
    let mut data = None;
    if let (Some(reference), Some(access)) = (instruction.reference, decoded.memory_access()) {
        let address = match reference.real {
            Some(address) if real => address,
            None if real => return Err(unknown(reference.address)),
            _ => reference.address,
        };
        data = Some((access.kind, address, step.bytes));
    }
    Ok(Exported {
        ip: bundle + offset,
        length,
        opcode: step.syllable as u32,
        decoded,
        squashed: step.squashed,
        data,
        taken: false,
        target: 0,
    })
}

/// Values of DynamoRIO's `trace_type_t`.
mod entry {
    pub(super) const READ: u16 = 0;
    pub(super) const WRITE: u16 = 1;
    pub(super) const PREFETCH: u16 = 2;
    pub(super) const INSTR: u16 = 10;
    pub(super) const DIRECT_JUMP: u16 = 11;
    pub(super) const INDIRECT_JUMP: u16 = 12;
    pub(super) const CONDITIONAL_JUMP: u16 = 13;
    pub(super) const DIRECT_CALL: u16 = 14;
    pub(super) const INDIRECT_CALL: u16 = 15;
    pub(super) const RETURN: u16 = 16;
    pub(super) const DATA_FLUSH: u16 = 20;
    pub(super) const THREAD: u16 = 22;
    pub(super) const THREAD_EXIT: u16 = 23;
    pub(super) const PID: u16 = 24;
    pub(super) const HEADER: u16 = 25;
    pub(super) const FOOTER: u16 = 26;
    /// `TRACE_ENTRY_VERSION_KERNEL_PC`.
    pub(super) const VERSION: u64 = 3;
}

pub(crate) struct Writer<W> {
    format: Format,
    out: W,
    task: Option<(u32, u32)>,
    branches: Option<Bt9>,
}

impl<W: Write> Writer<W> {
    pub(crate) fn new(format: Format, out: W) -> Self {
        Self {
            format,
            out,
            task: None,
            branches: (format == Format::Bt9).then(Bt9::new),
        }
    }

    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    fn entry(&mut self, kind: u16, size: u16, address: u64) -> io::Result<()> {
        let mut bytes = [0; 12];
        bytes[..2].copy_from_slice(&kind.to_le_bytes());
        bytes[2..4].copy_from_slice(&size.to_le_bytes());
        bytes[4..].copy_from_slice(&address.to_le_bytes());
        self.out.write_all(&bytes)
    }

    pub(crate) fn task(&mut self, process: u32, thread: u32) -> io::Result<()> {
        if self.format != Format::Drcachesim || self.task == Some((process, thread)) {
            return Ok(());
        }
        if self.task.is_none() {
            self.entry(entry::HEADER, 0, entry::VERSION)?;
        }
        self.task = Some((process, thread));
        self.entry(entry::THREAD, 4, thread.into())?;
        self.entry(entry::PID, 4, process.into())
    }

    pub(crate) fn end(&mut self) -> io::Result<()> {
        if self.format == Format::Drcachesim {
            if let Some((_, thread)) = self.task {
                self.entry(entry::THREAD_EXIT, 4, thread.into())?;
            }
            self.entry(entry::FOOTER, 0, 0)?;
        }
        if let Some(branches) = self.branches.take() {
            branches.write(&mut self.out)?;
        }
        self.out.flush()
    }

    pub(crate) fn access(&mut self, access: &Exported) -> io::Result<()> {
        match self.format {
            Format::Drcachesim => self.drcachesim(access),
            Format::Champsim => self.champsim(access),
            Format::Lackey => self.lackey(access),
            Format::Bt9 => match &mut self.branches {
                Some(branches) => branches.instruction(access),
                None => Ok(()),
            },
        }
    }

    fn lackey(&mut self, access: &Exported) -> io::Result<()> {
        writeln!(self.out, "I  {:08x},{}", access.ip, access.length)?;
        let Some((kind, address, bytes)) = access.data else {
            return Ok(());
        };
        let letter = match kind {
            MemoryKind::Load | MemoryKind::FpLoad => 'L',
            MemoryKind::Store | MemoryKind::FpStore => 'S',
            MemoryKind::Semaphore => 'M',
            // Hints move no data.
            MemoryKind::Prefetch | MemoryKind::Flush => return Ok(()),
        };
        writeln!(self.out, " {letter} {address:08x},{bytes}")
    }

    fn drcachesim(&mut self, access: &Exported) -> io::Result<()> {
        let kind = match flow(&access.decoded) {
            None => entry::INSTR,
            Some(Flow::Jump) => entry::DIRECT_JUMP,
            Some(Flow::Indirect) => entry::INDIRECT_JUMP,
            Some(Flow::Conditional) => entry::CONDITIONAL_JUMP,
            Some(Flow::Call) => entry::DIRECT_CALL,
            Some(Flow::IndirectCall) => entry::INDIRECT_CALL,
            Some(Flow::Return) => entry::RETURN,
        };
        self.entry(kind, access.length.into(), access.ip)?;
        let Some((kind, address, bytes)) = access.data else {
            return Ok(());
        };
        let bytes = bytes.into();
        if kind.reads() {
            self.entry(entry::READ, bytes, address)?;
        }
        if kind.writes() {
            self.entry(entry::WRITE, bytes, address)?;
        }
        match kind {
            MemoryKind::Prefetch => self.entry(entry::PREFETCH, bytes, address),
            MemoryKind::Flush => self.entry(entry::DATA_FLUSH, bytes, address),
            _ => Ok(()),
        }
    }

    fn champsim(&mut self, access: &Exported) -> io::Result<()> {
        let mut bytes = [0; 64];
        bytes[..8].copy_from_slice(&access.ip.to_le_bytes());
        let flow = flow(&access.decoded);
        bytes[8] = flow.is_some().into();
        bytes[9] = (flow.is_some() && access.taken && !access.squashed).into();
        let (written, read) = match flow {
            Some(flow) => branch_registers(flow, &access.decoded),
            None => registers(&access.decoded),
        };
        bytes[10..12].copy_from_slice(&written);
        bytes[12..16].copy_from_slice(&read);
        if let Some((kind, address, _)) = access.data {
            let address = address.to_le_bytes();
            if kind.writes() {
                bytes[16..24].copy_from_slice(&address);
            }
            if kind.reads() {
                bytes[32..40].copy_from_slice(&address);
            }
        }
        self.out.write_all(&bytes)
    }
}

/// ChampSim's registers by which it knows branches.
const STACK_POINTER: u8 = 6;
const FLAGS: u8 = 25;
const POINTER: u8 = 26;

/// What ChampSim takes for a branch of a kind.
fn branch_registers(flow: Flow, decoded: &Decoded) -> ([u8; 2], [u8; 4]) {
    let target = number(Register::Br(decoded.b2()));
    match flow {
        Flow::Jump => ([POINTER, 0], [POINTER, 0, 0, 0]),
        Flow::Indirect => ([POINTER, 0], [target, 0, 0, 0]),
        Flow::Conditional => ([POINTER, 0], [POINTER, FLAGS, 0, 0]),
        Flow::Call => ([POINTER, STACK_POINTER], [POINTER, STACK_POINTER, 0, 0]),
        Flow::IndirectCall => (
            [POINTER, STACK_POINTER],
            [POINTER, STACK_POINTER, target, 0],
        ),
        Flow::Return => ([POINTER, STACK_POINTER], [STACK_POINTER, 0, 0, 0]),
    }
}

/// The first registers that an instruction writes and reads, by their names in the instruction.
fn registers(decoded: &Decoded) -> ([u8; 2], [u8; 4]) {
    let (mut written, mut read) = ([0; 2], [0; 4]);
    let operands = decoded.operands();
    for operand in operands.iter() {
        let number = number(operand.register);
        let places: &mut [u8] = match operand.access {
            Access::Write => &mut written,
            _ => &mut read,
        };
        if number != 0
            && !places.contains(&number)
            && let Some(place) = places.iter_mut().find(|place| **place == 0)
        {
            *place = number;
        }
    }
    (written, read)
}

/// A number from 1 to 255 that is none of ChampSim's three: general registers from 64, floating-point ones from 192 (two share one),
/// predicates from 27 (two share one), branch registers from 8; 0: constants, and what no instruction waits for.
fn number(register: Register) -> u8 {
    match register {
        Register::Gr(0) | Register::Fr(0 | 1) | Register::Pr(0) => 0,
        Register::Gr(r) => 64 + (r & 127),
        Register::Fr(f) => 192 + (f & 63),
        Register::Pr(p) => 27 + (p & 31),
        Register::Br(b) => 8 + (b & 7),
        _ => 0,
    }
}
