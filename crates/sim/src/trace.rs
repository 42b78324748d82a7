//! The execution trace: one line for each retired instruction.
//!
//! ```text
//!       1042 0x4000000000000450.1 adds r8=16,r12                  r8=0x60000fffffffbff0
//!       1042 0x4000000000000450.2 (p06) ld8 r9=[r8]               r9=0x2a [0x60000fffffffbff0]
//!       1044 0x4000000000000460.0 (p07) mov r10=r0                -
//! ```
//! Columns: cycle of issue (functional runs: number of the instruction), bundle address and slot, disassembly,
//! registers written with their new values, effective address of a memory reference. `-` says that the qualifying
//! predicate was false. `NaT` stands for a register whose NaT bit is set.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::rc::Rc;

use events::{Block, Execution, Group, Probe, StaticEvent};
use isa::{Access, Register};
use machine::Cpu;

/// A line that waits for its cycle.
struct Line {
    /// Place in memory, see [`place`].
    place: u64,
    slot: u8,
    /// Address and disassembly, then registers and addresses.
    text: String,
    /// Bytes of the first part.
    subject: usize,
}

/// Number of a slot, counted through memory.
fn place(ip: u64, slot: u8) -> u64 {
    ip / 16 * 3 + u64::from(slot)
}

/// Lines of instructions that executed but did not issue yet, and where they go then.
struct Pending {
    out: Box<dyn Write + Send>,
    lines: VecDeque<Line>,
    /// First address of the code with each number.
    codes: Vec<u64>,
    /// Lines are printed: not before and behind the region of interest.
    on: bool,
    failed: Option<io::Error>,
}

impl Pending {
    fn print(&mut self, stamp: u64, line: &Line) {
        if self.on && self.failed.is_none() {
            self.failed = writeln!(self.out, "{stamp:>12} {}", line.text.trim_end()).err();
        }
    }
}

/// Both ends of the trace: the functional core fills it, the issue records of the cycle model empty it.
#[derive(Clone)]
pub(crate) struct Trace(Rc<RefCell<Pending>>);

impl Trace {
    /// The trace of a run, or of its region of interest.
    pub(crate) fn new(out: Box<dyn Write + Send>, region: bool) -> Self {
        Self(Rc::new(RefCell::new(Pending {
            out,
            lines: VecDeque::new(),
            codes: Vec::new(),
            on: !region,
            failed: None,
        })))
    }

    /// An instruction retired; its registers hold their new values now.
    pub(crate) fn instruction(&self, cpu: &Cpu, block: &Block, slot: u8) {
        let instruction = block.instruction(slot);
        let ip = block.ip_of(slot);
        let mut text = format!("{ip:#018x}.{} ", slot % 3);
        // Writing to a string does not fail.
        let _ = write!(text, "{:<40}", instruction.text(ip).to_string());
        let subject = text.len();
        for operand in instruction.operands().iter() {
            if operand.access == Access::Write {
                push_register(&mut text, cpu, operand.register);
            }
        }
        self.0.borrow_mut().lines.push_back(Line {
            place: place(block.ip, slot),
            slot,
            text,
            subject,
        });
    }

    /// The block of the latest lines is complete: adds what only its record knows.
    pub(crate) fn executed(&self, block: &Block, execution: &Execution) {
        let mut pending = self.0.borrow_mut();
        let count = block.count_before(execution.end) as usize;
        let first = pending.lines.len().saturating_sub(count);
        let mut addresses = execution.addresses.iter();
        for line in pending.lines.range_mut(first..) {
            if execution.predicates >> line.slot & 1 == 0 {
                line.text.truncate(line.subject);
                line.text.push_str(" -");
            } else if block.instruction(line.slot).is_memory()
                && let Some(address) = addresses.next()
            {
                let _ = write!(line.text, " [{address:#x}]");
            }
        }
    }

    /// Prints what waits, numbered from `first`: there are no cycles in a functional run.
    pub(crate) fn number(&self, first: u64) {
        let mut pending = self.0.borrow_mut();
        let lines = std::mem::take(&mut pending.lines);
        for (n, line) in lines.iter().enumerate() {
            pending.print(first + n as u64, line);
        }
    }

    /// The end of the run.
    pub(crate) fn finish(&self) -> io::Result<()> {
        let mut pending = self.0.borrow_mut();
        match pending.failed.take() {
            Some(error) => Err(error),
            None => pending.out.flush(),
        }
    }

    /// Nothing can be written any more.
    pub(crate) fn has_failed(&self) -> bool {
        self.0.borrow().failed.is_some()
    }
}

fn push_register(text: &mut String, cpu: &Cpu, register: Register) {
    let _ = match register {
        Register::Gr(0) | Register::Pr(0) => Ok(()),
        Register::Gr(r) => match cpu.gr(r) {
            (_, true) => write!(text, " r{r}=NaT"),
            (value, false) => write!(text, " r{r}={value:#x}"),
        },
        Register::Fr(f) => {
            let value = cpu.fr(f);
            write!(text, " f{f}={:05x}:{:016x}", value.se, value.sig)
        }
        Register::Pr(p) => write!(text, " p{p}={}", cpu.pr() >> p & 1),
        Register::PrFile => write!(text, " pr={:#x}", cpu.pr()),
        Register::Br(b) => write!(text, " b{b}={:#x}", cpu.br(b)),
        Register::Ar(a) => match cpu.ar(a) {
            Some(value) => write!(text, " {register}={value:#x}"),
            None => Ok(()),
        },
        Register::Cfm => write!(text, " cfm={:#x}", cpu.cfm().bits()),
        _ => Ok(()),
    };
}

impl Probe for Trace {
    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        let codes = &mut self.0.borrow_mut().codes;
        let index = block.id.0 as usize;
        if index >= codes.len() {
            codes.resize(index + 1, 0);
        }
        codes[index] = block.ip;
    }

    fn region(&mut self, inside: bool) {
        self.0.borrow_mut().on = inside;
    }

    fn group(&mut self, group: &Group) {
        let mut pending = self.0.borrow_mut();
        let ip = pending.codes.get(group.code.0 as usize).copied();
        let ip = ip.unwrap_or_default();
        let issued = place(ip, group.from)..place(ip, group.to);
        while let Some(line) = pending.lines.front()
            && issued.contains(&line.place)
            && let Some(line) = pending.lines.pop_front()
        {
            pending.print(group.cycle, &line);
        }
    }
}
