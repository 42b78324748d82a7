//! The meaning of every instruction: the general way of execution, one instruction after the other.
//!
//! Each theme has a file; all of them work on a [`Context`] and report with [`Flow`] or [`Raise`]. Checks come in the
//! order of the manual's pseudo-code (volume 3): illegal operation, NaT consumption, reserved fields, then memory. The
//! short way ([`crate::fast`]) has to give the same results.

mod branch;
mod check;
mod float;
mod integer;
mod memory;
mod register;
mod system;

use events::{AddressList, Block, Execution};
use isa::theme::{self, Special, Theme};
use isa::{ClearedWhenOff, Instruction, Op};

use crate::fault::Raise;
use crate::memory::AddressSpace;
use crate::notes::Notes;
use crate::options::Options;
use crate::pause::{PauseCause, Pauses};
use crate::record::{MonitorRegister, Recorder};
use crate::state::{Cpu, mode};

/// Where execution goes after an instruction.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// To the next slot.
    Next,
    /// To slot 0 of a bundle: a taken branch.
    Branch(u64),
    /// To slot 0 of a bundle: a failed check.
    Recover(u64),
    /// To the operating system.
    Break(u64),
    /// The instruction is complete, and then traps.
    Trap(Raise),
}

pub(crate) type Step = Result<Flow, Raise>;

/// What instructions ask of the recorder: clocks and monitors.
pub(crate) trait Outside {
    fn clock(&mut self) -> u64;
    fn read_pmd(&mut self, index: u64) -> Option<u64>;
    fn user_monitor(&mut self, enabled: bool);
    fn read_monitor(&mut self, register: MonitorRegister) -> Option<u64>;
    fn write_monitor(&mut self, register: MonitorRegister, value: u64);
}

pub(crate) struct Clock<'a, R> {
    pub recorder: &'a mut R,
    pub retired: u64,
}

impl<R: Recorder> Outside for Clock<'_, R> {
    fn clock(&mut self) -> u64 {
        self.recorder.clock(self.retired)
    }
    fn read_pmd(&mut self, index: u64) -> Option<u64> {
        self.recorder.read_pmd(index)
    }
    fn user_monitor(&mut self, enabled: bool) {
        self.recorder.user_monitor(enabled);
    }
    fn read_monitor(&mut self, register: MonitorRegister) -> Option<u64> {
        self.recorder.read_monitor(register)
    }
    fn write_monitor(&mut self, register: MonitorRegister, value: u64) {
        self.recorder.write_monitor(register, value);
    }
}

/// Everything that one instruction can read or write.
pub(crate) struct Context<'a> {
    pub cpu: &'a mut Cpu,
    pub space: &'a mut AddressSpace,
    pub addresses: &'a mut AddressList,
    pub notes: &'a mut Notes,
    pub outside: &'a mut dyn Outside,
    pub options: &'a Options,
    /// Address of the bundle.
    pub ip: u64,
}

/// A general register's value and NaT bit.
pub(crate) type Value = (u64, bool);

impl Context<'_> {
    #[inline]
    pub(crate) fn read(&self, r: u8) -> Value {
        let at = self.cpu.gmap[usize::from(r)];
        (
            self.cpu.gr[usize::from(at)],
            self.cpu.nat >> (at & 127) & 1 != 0,
        )
    }

    /// A target may be neither r0 nor outside the frame.
    #[inline]
    pub(crate) fn check_target(&self, r: u8) -> Result<(), Raise> {
        if r == 0 || r >= 32 + self.cpu.cfm.sof {
            Err(Raise::ILLEGAL)
        } else {
            Ok(())
        }
    }

    /// Writes a checked target.
    #[inline]
    pub(crate) fn write(&mut self, r: u8, (value, nat): Value) {
        let at = self.cpu.gmap[usize::from(r)];
        self.cpu.gr[usize::from(at)] = value;
        self.cpu.set_nat(at, nat);
    }

    #[inline]
    fn set_predicate(&mut self, p: u8, value: bool) {
        let bit = 1u64 << (p & 63);
        let pr = if value {
            self.cpu.pr | bit
        } else {
            self.cpu.pr & !bit
        };
        self.cpu.pr = pr | 1;
    }
}

/// How one execution of a block ended.
pub(crate) struct Done {
    pub retired: u64,
    pub end: End,
}

pub(crate) enum End {
    /// Execution goes on at the context's place.
    Run,
    /// `break` with its immediate.
    Break(u64),
    /// A slot faulted or trapped.
    Fault(u8, Raise),
    /// The run is held up before the slot at which the record ends.
    Paused(PauseCause),
}

/// Where the execution of a block is recorded.
pub(crate) struct Sinks<'a, R> {
    pub execution: &'a mut Execution,
    pub notes: &'a mut Notes,
    pub recorder: &'a mut R,
}

/// How much of a block [`run_block`] executes.
#[derive(Copy, Clone)]
pub(crate) struct Part {
    /// The slot to begin at, if the block has been executed as far as that and recorded; `None`: all of the block.
    pub rest: Option<u8>,
    /// Instructions that all contexts had retired before.
    pub retired: u64,
    /// Instructions to execute at most.
    pub limit: u64,
}

/// Executes a block, or the rest of one.
pub(crate) fn run_block<R: Recorder>(
    block: &Block,
    part: Part,
    cpu: &mut Cpu,
    space: &mut AddressSpace,
    sinks: Sinks<'_, R>,
    options: &Options,
    mut pauses: Option<&mut Pauses>,
) -> Done {
    let Sinks {
        execution,
        notes,
        recorder,
    } = sinks;
    let mut slot = part.rest.unwrap_or(block.first_slot);
    let mut retired = 0;
    let mut end = End::Run;
    if part.rest.is_none() {
        execution.predicates = 0;
    }
    execution.taken = None;
    let mut leave = None;
    while slot < block.end_slot && retired < part.limit {
        let instruction = block.instruction(slot);
        if block.counted >> slot & 1 == 0 {
            slot += 1;
            continue;
        }
        if let Some(pauses) = pauses.as_deref_mut()
            && let Some((cause, first)) = due(pauses, block, slot, space, part.retired + retired)
        {
            end = End::Paused(cause);
            slot = first;
            break;
        }
        notes.slot = slot;
        let referred = execution.addresses.len();
        let qualified = cpu.pr >> (instruction.qp & 63) & 1 != 0;
        execution.predicates |= u64::from(qualified) << slot;
        let flow = {
            let mut clock = Clock {
                recorder: &mut *recorder,
                retired: part.retired + retired,
            };
            let mut context = Context {
                cpu,
                space,
                addresses: &mut execution.addresses,
                notes,
                outside: &mut clock,
                options,
                ip: block.ip_of(slot),
            };
            if qualified {
                context.step(instruction)
            } else {
                context.step_unqualified(instruction)
            }
        };
        let flow = match flow {
            Ok(flow) => flow,
            Err(raise) => {
                end = End::Fault(slot, raise);
                break;
            }
        };
        retired += 1;
        if let Some(pauses) = pauses.as_deref_mut()
            && let Some(&address) = execution.addresses.get(referred)
        {
            pauses.referred(space.id(), instruction, address);
        }
        let here = slot;
        slot += 1;
        match flow {
            Flow::Next => {}
            Flow::Branch(target) | Flow::Recover(target) => {
                execution.taken = Some(here);
                execution.restored = cpu.stack_sizes();
                leave = Some(target);
            }
            Flow::Break(imm) => end = End::Break(imm),
            Flow::Trap(raise) => end = End::Fault(here, raise),
        }
        if R::EACH {
            cpu.ip = leave.unwrap_or(block.ip_of(slot));
            cpu.slot = if leave.is_some() { 0 } else { slot % 3 };
            recorder.instruction(cpu, block, here);
        }
        // A store into code takes effect for the next instruction, as it does the short way.
        if flow != Flow::Next || space.has_stale() || cpu.mode & mode::ATTEND != 0 {
            break;
        }
    }
    execution.end = slot;
    match leave {
        Some(target) => {
            cpu.ip = target;
            cpu.slot = 0;
        }
        None => {
            cpu.ip = block.ip_of(slot);
            cpu.slot = slot % 3;
        }
    }
    Done { retired, end }
}

/// Why the run is held up before an instruction, if it is, and the slot where that instruction begins.
#[cold]
fn due(
    pauses: &mut Pauses,
    block: &Block,
    slot: u8,
    space: &AddressSpace,
    retired: u64,
) -> Option<(PauseCause, u8)> {
    let long = slot > block.first_slot && slot % 3 == 2 && block.counted >> (slot - 1) & 1 == 0;
    let first = if long { slot - 1 } else { slot };
    let slots = [first % 3, slot % 3];
    let cause = pauses.is_due(space.id(), retired, (block.ip_of(slot), slots))?;
    Some((cause, first))
}

impl Context<'_> {
    /// Executes an instruction whose qualifying predicate is true.
    pub(crate) fn step(&mut self, i: &Instruction) -> Step {
        match i.op.theme() {
            Theme::Special(op) => match op {
                Special::Illegal => Err(Raise::ILLEGAL),
                Special::Ignored
                | Special::LongHalf
                | Special::Nop
                | Special::Hint
                | Special::Brp { .. } => Ok(Flow::Next),
                Special::Break => Ok(Flow::Break(i.break_number())),
            },
            Theme::Scalar(op) => self.scalar(op, i),
            Theme::Parallel(op) => self.parallel(op, i),
            Theme::Compare(op) => self.compare(op, i),
            Theme::Test(op) => self.test(op, i),
            Theme::IntegerMemory(op) => self.integer_memory(op, i),
            Theme::FloatMemory(op) => self.float_memory(op, i),
            Theme::Semaphore(op) => self.semaphore(op, i),
            Theme::Transfer(op) => self.transfer(op, i),
            Theme::FloatArithmetic(op) => self.float_arithmetic(op, i),
            Theme::FloatMove(op) => self.float_move(op, i),
            Theme::Check(op) => self.check(op, i),
            Theme::Registers(op) => self.register(op, i),
            Theme::System(op) => self.system(op, i),
            Theme::Flow(theme::Flow::Branch { kind, target }) => self.branch(i, kind, target, true),
        }
    }

    /// What an instruction does when its qualifying predicate is false.
    pub(crate) fn step_unqualified(&mut self, i: &Instruction) -> Step {
        if let Op::Branch { kind, target } = i.op {
            return self.branch(i, kind, target, false);
        }
        match i.op.cleared_when_off() {
            ClearedWhenOff::Nothing => Ok(Flow::Next),
            ClearedWhenOff::Both => self.clear_both(i),
            ClearedWhenOff::Second => {
                self.set_predicate(i.p2(), false);
                Ok(Flow::Next)
            }
        }
    }

    /// Clears both targets of a compare of type `unc`; they have to differ even then.
    fn clear_both(&mut self, i: &Instruction) -> Step {
        if i.p1() == i.p2() {
            return Err(Raise::ILLEGAL);
        }
        self.set_predicate(i.p1(), false);
        self.set_predicate(i.p2(), false);
        Ok(Flow::Next)
    }
}
