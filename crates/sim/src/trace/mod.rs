//! The execution trace: one line for each retired instruction.
//!
//! ```text
//!       1042 0x4000000000000450.1 adds r8=16,r12                  r8=0x60000fffffffbff0
//!       1042 0x4000000000000450.2 (p06) ld8 r9=[r8]               r9=0x2a [0x60000fffffffbff0]
//!       1044 0x4000000000000460.0 (p07) mov r10=r0                -
//! ```
//! Columns: cycle of issue (functional runs: number of the instruction), bundle address and slot, disassembly,
//! registers written with their new values, effective address of a memory reference. `-` says that the qualifying
//! predicate was false. `NaT` stands for a register whose NaT bit is set. With [`TraceOptions::columns`] lines of chosen columns
//! instead, separated by TABs, behind a line that names them.

mod columns;
mod reader;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::rc::Rc;

use events::{
    Attention, Block, Execution, Fetch, FetchQueue, Flush, Group, Part, Probe, Stall, StaticEvent,
    Task, Totals, Window,
};
use isa::{Access, Register};
use machine::{Cpu, Interruption};

use crate::Error;

use columns::HEADING;
pub use columns::{Column, TraceOptions};
pub use reader::{TraceLine, TraceReader};

/// How many instructions before a window of instructions lines are made: more than a block has.
pub(crate) const LEAD: u64 = 256;
/// How many cycles before a window of cycles lines are made.
pub(crate) const LEAD_CYCLES: u64 = 1 << 16;

/// A line for an instruction that has executed and whose cycle of issue is not known yet.
struct Line {
    /// Number of the instruction, counted from [`Pending::first`] on.
    number: u64,
    ip: u64,
    /// Slot number in the block; modulo 3, the slot in the bundle.
    slot: u8,
    text: String,
    /// Registers written with their values, each with a blank in front.
    registers: String,
    executed: bool,
    memory: Option<u64>,
    /// Privilege level before it.
    level: u8,
}

/// The columns of a line that come from the cycle model.
#[derive(Default)]
struct Stamps {
    /// Cycle of issue.
    cycle: Option<u64>,
    /// Cycles in which the fetch started and in which the bundle entered the decoupling buffer.
    fetch: Option<(u64, u64)>,
    stall: String,
}

/// An instruction that issues, for the columns `fetch` and `entry`.
struct Issued {
    /// Address of its bundle, and its slot in that.
    place: (u64, u8),
    /// Cycles in which the fetch of its bundle started and in which the bundle entered the decoupling buffer; `None`: not known.
    fetch: Option<(u64, u64)>,
}

/// The lines of instructions that have executed and not issued yet, and the stream to which they are written then.
struct Pending {
    out: Box<dyn Write + Send>,
    /// [`TraceOptions::instructions`] is counted from `first` on here.
    options: TraceOptions,
    /// Instructions of the run before those that are counted here: of a run that goes on from a checkpoint.
    first: u64,
    lines: VecDeque<Line>,
    /// How many of the newest lines belong to the block that is executing.
    fresh: usize,
    /// The part of a timed run of which records are needed; `None`: a functional run.
    part: Option<Part>,
    /// Lines are printed: not before and behind the region of interest.
    on: bool,
    /// The region of interest has ended.
    over: bool,
    /// Followed from the start of the run on, if the trace has the columns `fetch` or `entry`: a bundle that issues leaves it.
    queue: FetchQueue,
    /// By number of the code, for the same columns: address of its first bundle.
    codes: Vec<u64>,
    /// The stalls since the newest group.
    stalls: Vec<(Stall, u64)>,
    task: Task,
    failed: Option<io::Error>,
    /// Privilege level behind the newest line; `None`: no line was made for the instruction before.
    level: Option<u8>,
}

impl Pending {
    /// Writes a line, if it is in the window.
    fn print(&mut self, line: &Line, stamps: &Stamps) {
        let numbers = self.options.instructions.as_ref();
        let cycles = self.options.cycles.as_ref();
        let inside = numbers.is_none_or(|numbers| numbers.contains(&line.number))
            && cycles.is_none_or(|cycles| stamps.cycle.is_some_and(|at| cycles.contains(&at)));
        if !self.on || !inside || self.failed.is_some() {
            return;
        }
        let text = match &self.options.columns {
            None => {
                let stamp = stamps.cycle.unwrap_or(self.first + line.number);
                plain(line, stamp, self.options.system)
            }
            Some(columns) => {
                let texts = columns
                    .iter()
                    .map(|&column| self.column(column, line, stamps));
                texts.collect::<Vec<String>>().join("\t")
            }
        };
        self.failed = writeln!(self.out, "{text}").err();
    }

    fn column(&self, column: Column, line: &Line, stamps: &Stamps) -> String {
        let number = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
        match column {
            Column::Number => (self.first + line.number).to_string(),
            Column::Cycle => number(stamps.cycle),
            Column::Fetch => number(stamps.fetch.map(|(start, _)| start)),
            Column::Entry => number(stamps.fetch.map(|(_, entry)| entry)),
            Column::Stall => stamps.stall.clone(),
            Column::Process => self.task.process.to_string(),
            Column::Thread => self.task.thread.to_string(),
            Column::Level => line.level.to_string(),
            Column::Place => format!("{:#018x}.{}", line.ip, line.slot % 3),
            Column::Text => line.text.clone(),
            Column::Executed => u8::from(line.executed).to_string(),
            Column::Registers => line.registers.trim_start().to_owned(),
            Column::Memory => line
                .memory
                .map_or_else(String::new, |at| format!("{at:#x}")),
        }
    }

    /// Whether the trace has a column.
    fn has(&self, column: Column) -> bool {
        let columns = self.options.columns.as_ref();
        columns.is_some_and(|columns| columns.contains(&column))
    }

    /// Whether the trace shows when bundles are fetched, or when they enter the decoupling buffer.
    fn shows_fetch(&self) -> bool {
        self.has(Column::Fetch) || self.has(Column::Entry)
    }

    /// Takes the bundles of a group from the queue; returns what was fetched for each instruction of the group, in order.
    fn issue(&mut self, group: &Group) -> Vec<Issued> {
        let (Some(&ip), Some(part)) = (self.codes.get(group.code.0 as usize), &self.part) else {
            return Vec::new();
        };
        let counted = part.counted(group.code);
        let slots = (group.from..group.to).filter(|slot| counted >> slot & 1 != 0);
        let issued = slots.map(|slot| {
            let (bundle, in_bundle) = (ip.wrapping_add(u64::from(slot / 3) * 16), slot % 3);
            let fetched = self.queue.issue(bundle, in_bundle..in_bundle + 1);
            Issued {
                place: (bundle, in_bundle),
                fetch: fetched.map(|fetched| (fetched.fetch.cycle, fetched.fetch.entry)),
            }
        });
        issued.collect()
    }

    /// Whether a line has to be made for each instruction of the block that executes next, behind `number` instructions.
    fn wants_each(&self, number: u64) -> bool {
        !self.over && self.failed.is_none() && number >= self.quiet_until(number)
    }

    /// The number of instructions from which on lines have to be made, when `number` have executed and no record changes that before.
    fn quiet_until(&self, number: u64) -> u64 {
        let is_heard = self.part.as_ref().is_none_or(Part::is_listening);
        match (&self.options.instructions, &self.options.cycles) {
            (Some(numbers), _) if number >= numbers.end => u64::MAX,
            (Some(numbers), _) => numbers.start.saturating_sub(LEAD),
            (None, Some(_)) if !is_heard => u64::MAX,
            (None, _) => 0,
        }
    }

    /// The stalls since the group before, as text; the list is empty afterwards.
    fn take_stalls(&mut self) -> String {
        let mut sums: Vec<(Stall, u64)> = Vec::new();
        for (stall, cycles) in self.stalls.drain(..) {
            match sums.iter_mut().find(|(known, _)| *known == stall) {
                Some((_, sum)) => *sum += cycles,
                None => sums.push((stall, cycles)),
            }
        }
        let texts = sums
            .iter()
            .map(|(stall, cycles)| format!("{}:{cycles}", stall.name()));
        texts.collect::<Vec<String>>().join(" ")
    }
}

/// A line in the plain form.
fn plain(line: &Line, stamp: u64, system: bool) -> String {
    let level = match system {
        true => format!("{} ", line.level),
        false => String::new(),
    };
    let mut text = format!(
        "{stamp:>12} {level}{:#018x}.{} {:<40}",
        line.ip,
        line.slot % 3,
        line.text
    );
    if line.executed {
        text.push_str(&line.registers);
        if let Some(address) = line.memory {
            // Writing to a string does not fail.
            let _ = write!(text, " [{address:#x}]");
        }
    } else {
        text.push_str(" -");
    }
    text.truncate(text.trim_end().len());
    text
}

/// The trace of a run. Clones share it: the functional core adds a line for each instruction that executes ([`Trace::instruction`]), and the
/// clone that listens to the cycle model prints the lines when their groups issue.
#[derive(Clone)]
pub(crate) struct Trace(Rc<Ends>);

struct Ends {
    /// Instructions that have executed.
    number: Cell<u64>,
    /// Before this number of instructions no lines are made: a block that executes is only counted.
    quiet_until: Cell<u64>,
    pending: RefCell<Pending>,
}

impl Ends {
    /// Updates `quiet_until` after a change of `pending`.
    fn follow(&self, pending: &Pending) {
        let until = match pending.failed {
            // The next block takes the slow path, which tells the run of the error.
            Some(_) => 0,
            None => pending.quiet_until(self.number.get()),
        };
        self.quiet_until.set(until);
    }
}

impl Trace {
    /// The trace of a run that begins behind `first` instructions, or (`region`) of its region of interest.
    ///
    /// # Errors
    /// The run has no cycles and the trace needs them, or its first line cannot be written.
    pub(crate) fn new(
        mut out: Box<dyn Write + Send>,
        mut options: TraceOptions,
        first: u64,
        region: bool,
        timed: bool,
    ) -> Result<Self, Error> {
        options.instructions = options
            .instructions
            .map(|numbers| numbers.start.saturating_sub(first)..numbers.end.saturating_sub(first));
        let columns = options.columns.as_deref().unwrap_or_default();
        if !timed && (options.cycles.is_some() || columns.iter().any(|column| column.is_timed())) {
            return Err(Error::Untimed("what a trace shows of cycles".to_owned()));
        }
        if options.columns.is_some() {
            let names = columns.iter().map(|column| format!("\t{}", column.name()));
            writeln!(out, "{HEADING}{}", names.collect::<String>()).map_err(Error::Trace)?;
        }
        let window = match (&options.instructions, &options.cycles) {
            (Some(numbers), _) => Window::Instructions(numbers.clone()),
            (None, Some(cycles)) => {
                Window::Cycles(cycles.start.saturating_sub(LEAD_CYCLES)..cycles.end)
            }
            (None, None) if region => Window::Region {
                cycles: 0..u64::MAX,
            },
            (None, None) => Window::Cycles(0..u64::MAX),
        };
        let pending = Pending {
            out,
            options,
            first,
            lines: VecDeque::new(),
            fresh: 0,
            part: timed.then(|| Part::new(window)),
            on: !region,
            over: false,
            queue: FetchQueue::default(),
            codes: Vec::new(),
            stalls: Vec::new(),
            task: Task::numbered(0, 0),
            failed: None,
            level: None,
        };
        Ok(Self(Rc::new(Ends {
            number: Cell::new(0),
            quiet_until: Cell::new(pending.quiet_until(0)),
            pending: RefCell::new(pending),
        })))
    }

    /// Whether it needs no records before its window. With the columns `fetch` or `entry` it does: a bundle may be fetched long before it
    /// issues.
    pub(crate) fn may_leave(&self) -> bool {
        let pending = self.0.pending.borrow();
        !pending.shows_fetch()
    }

    /// Whether a line has to be made for each instruction of the block that executes next.
    #[inline]
    pub(crate) fn wants_each(&self) -> bool {
        let number = self.0.number.get();
        number >= self.0.quiet_until.get() && self.0.pending.borrow().wants_each(number)
    }

    /// Makes the line of an instruction that has just executed: `cpu` has the new values of its registers.
    pub(crate) fn instruction(&self, cpu: &Cpu, block: &Block, slot: u8) {
        let mut pending = self.0.pending.borrow_mut();
        let before = self.0.number.get();
        if !pending.wants_each(before) {
            pending.level = None;
            return;
        }
        let behind = isa::psr::cpl(cpu.psr());
        let level = pending.level.replace(behind).unwrap_or(behind);
        let instruction = block.instruction(slot);
        let ip = block.ip_of(slot);
        let mut registers = String::new();
        for operand in instruction.operands().iter() {
            if operand.access == Access::Write {
                push_register(&mut registers, cpu, operand.register);
            }
        }
        let number = before + u64::from(block.count_before(slot));
        pending.fresh += 1;
        pending.lines.push_back(Line {
            number,
            ip,
            slot,
            text: instruction.text(ip).to_string(),
            registers,
            executed: true,
            memory: None,
            level,
        });
    }

    /// An interruption was delivered: makes a line for it, in front of that of the handler's first instruction.
    pub(crate) fn interrupted(&self, interruption: &Interruption) {
        let mut pending = self.0.pending.borrow_mut();
        let number = self.0.number.get();
        if !pending.wants_each(number) {
            return;
        }
        let Interruption {
            vector,
            isr,
            ip,
            slot,
            status,
            address,
            ..
        } = *interruption;
        pending.level = Some(0);
        let line = Line {
            number,
            ip,
            slot,
            text: format!(
                "interruption {:#06x} {vector:?} isr={isr:#x} address={address:#x}",
                vector.offset()
            ),
            registers: String::new(),
            executed: true,
            memory: None,
            level: isa::psr::cpl(status),
        };
        pending.lines.push_back(line);
        if pending.part.is_none() {
            drop(pending);
            self.number();
        }
    }

    /// The block of the newest lines has executed: adds what only its record says (predicates, addresses). False: the trace cannot be
    /// written.
    #[inline]
    pub(crate) fn executed(&self, block: &Block, execution: &Execution) -> bool {
        let number = self.0.number.get() + u64::from(block.count_before(execution.end));
        self.0.number.set(number);
        number < self.0.quiet_until.get() || self.complete(block, execution)
    }

    #[inline(never)]
    fn complete(&self, block: &Block, execution: &Execution) -> bool {
        let mut pending = self.0.pending.borrow_mut();
        let mut fresh = std::mem::take(&mut pending.fresh);
        // A line may have been made for an instruction that did not retire: that a `break` is a fault, for the guest's kernel, is known only
        // behind it.
        while fresh > 0
            && let Some(line) = pending.lines.back()
            && line.slot >= execution.end
        {
            pending.lines.pop_back();
            fresh -= 1;
        }
        // While the cycle model is not listened to, lines of blocks before this one never get their cycle.
        if pending
            .part
            .as_ref()
            .is_some_and(|part| !part.is_listening())
        {
            let old = pending.lines.len() - fresh;
            pending.lines.drain(..old);
        }
        let first = pending.lines.len() - fresh;
        let mut addresses = execution.addresses.iter();
        for line in pending.lines.range_mut(first..) {
            line.executed = execution.predicates >> line.slot & 1 != 0;
            if !line.executed {
                line.registers.clear();
            } else if block.instruction(line.slot).memory_access().is_some() {
                // As in Execution::retired: lfetch and fc have addresses, too.
                line.memory = addresses.next().copied();
            }
        }
        self.0.follow(&pending);
        pending.failed.is_none()
    }

    /// Prints all lines at once, with the number of the instruction in place of the cycle: in a functional run.
    pub(crate) fn number(&self) {
        let mut pending = self.0.pending.borrow_mut();
        let lines = std::mem::take(&mut pending.lines);
        for line in &lines {
            pending.print(line, &Stamps::default());
        }
        self.0.follow(&pending);
    }

    /// The end of the run: flushes the trace; the first error if it could not be written.
    pub(crate) fn finish(&self) -> io::Result<()> {
        let mut pending = self.0.pending.borrow_mut();
        match pending.failed.take() {
            Some(error) => Err(error),
            None => pending.out.flush(),
        }
    }
}

/// Appends a register with its value.
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
        let mut pending = self.0.pending.borrow_mut();
        if let Some(part) = &mut pending.part {
            part.describe(block);
        }
        if pending.shows_fetch() {
            let number = block.id.0 as usize;
            if number >= pending.codes.len() {
                pending.codes.resize(number + 1, 0);
            }
            pending.codes[number] = block.ip;
        }
    }

    fn region(&mut self, cycle: u64, inside: bool) {
        let mut pending = self.0.pending.borrow_mut();
        pending.over |= pending.on && !inside;
        pending.on = inside;
        if let Some(part) = &mut pending.part {
            part.region(cycle, inside);
        }
        self.0.follow(&pending);
    }

    fn task(&mut self, _: u64, task: Task) {
        self.0.pending.borrow_mut().task = task;
    }

    fn fetch(&mut self, fetch: &Fetch) {
        let mut pending = self.0.pending.borrow_mut();
        if pending.shows_fetch() {
            pending.queue.fetch(fetch);
        }
    }

    fn flush(&mut self, flush: &Flush) {
        if flush.restarts() {
            self.0.pending.borrow_mut().queue.flush().for_each(drop);
        }
    }

    fn cycles(&mut self, stall: Stall, _: u64, cycles: u64) {
        let mut pending = self.0.pending.borrow_mut();
        if stall != Stall::Unstalled && pending.has(Column::Stall) {
            pending.stalls.push((stall, cycles));
        }
    }

    fn group(&mut self, group: &Group) {
        let mut pending = self.0.pending.borrow_mut();
        let pending = &mut *pending;
        let issued = pending.issue(group);
        let Some(part) = pending.part.as_mut().filter(|part| part.is_listening()) else {
            // Another listener of the run needs the records: what stalled this group is in no line.
            pending.stalls.clear();
            return;
        };
        let numbers = part.group(group);
        let mut stall = pending.take_stalls();
        while let Some(line) = pending.lines.front()
            && line.number < numbers.end
            && let Some(line) = pending.lines.pop_front()
        {
            if line.number < numbers.start {
                continue;
            }
            // The line of an interruption has the number of the handler's first instruction and another place.
            let place = (line.ip, line.slot % 3);
            let issued = issued.get((line.number - numbers.start) as usize);
            let issued = issued.filter(|issued| issued.place == place);
            let stamps = Stamps {
                cycle: Some(group.cycle),
                fetch: issued.and_then(|issued| issued.fetch),
                stall: std::mem::take(&mut stall),
            };
            pending.print(&line, &stamps);
        }
        self.0.follow(pending);
    }

    fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        let mut pending = self.0.pending.borrow_mut();
        let failed = pending.failed.is_some();
        let Some(part) = &mut pending.part else {
            return Attention::NOTHING;
        };
        if failed {
            part.end();
        }
        let attention = part.catch_up(cycle, totals);
        self.0.follow(&pending);
        attention
    }
}
