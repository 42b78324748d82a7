//! The interface of a listener to execution: [`Recorder`] takes one record for each execution of a block,
//! [`PathRecorder`] one passage for several blocks that were executed as a path.

use std::ops::{ControlFlow, Range};

use events::{Block, Execution, Passage, StackSizes};

use crate::state::Cpu;
use crate::system::Interruption;

/// A register of the performance monitor, as system software names it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MonitorRegister {
    /// `pmc[n]`.
    Control(u8),
    /// `pmd[n]`.
    Data(u8),
    /// `ibr[n]`, which also restricts what is counted.
    InstructionBreakpoint(u8),
    /// `dbr[n]`, likewise.
    DataBreakpoint(u8),
    /// `cr.pmv`: the vector of the overflow interrupt, and its mask.
    Vector,
}

/// What the machine does after it has handed over a passage.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum AfterPassage {
    /// It goes on and hands over paths.
    Paths,
    /// It asks the recorder again whether to hand over paths ([`Recorder::wants_paths`]).
    Ask,
    /// The run stops, as at a `Break` of [`Recorder::executed`].
    Stop,
}

/// Listens to whole paths.
pub trait PathRecorder {
    /// The blocks of a passage were executed one after the other.
    fn passed(&mut self, passage: &Passage<'_>) -> AfterPassage;
}

/// Listens to execution. [`crate::Machine::run`] is compiled for each type of listener, so that what the constants
/// below switch off costs nothing.
pub trait Recorder {
    /// Fill an [`Execution`] and call [`Self::executed`].
    const RECORD: bool;
    /// Call [`Self::instruction`] after every retired instruction; slow.
    const EACH: bool = false;

    /// Whether [`Self::paths`] may return a listener.
    const PATHS: bool = false;
    /// References are logged, and passages handed to [`Self::take_passage`]. Only the machine's own adapter for a
    /// [`PathRecorder`] sets it.
    #[doc(hidden)]
    const TAKES_PASSAGES: bool = false;

    /// The listener that takes whole paths instead of executions of blocks; `None`: blocks are handed over. What cannot
    /// be executed as a part of a path is handed over as a block in any case. While paths are taken, clocks and
    /// monitors read as this trait's defaults say.
    #[inline]
    fn paths(&mut self) -> Option<&mut dyn PathRecorder> {
        None
    }

    /// Whether [`Self::paths`] returns a listener at this moment.
    #[inline]
    fn wants_paths(&self) -> bool {
        false
    }

    /// Whether [`Self::paths`] returns a listener at this moment, in front of a block that the machine has looked up: every block is looked
    /// up before its first execution.
    #[inline]
    fn wants_paths_at(&self, block: &Block) -> bool {
        let _ = block;
        self.wants_paths()
    }

    /// Takes a passage; called only with [`Self::TAKES_PASSAGES`].
    #[doc(hidden)]
    fn take_passage(&mut self, passage: &Passage<'_>) -> AfterPassage {
        let _ = passage;
        AfterPassage::Stop
    }

    /// An interruption was delivered to the guest, in system mode.
    fn interrupted(&mut self, interruption: &Interruption) {
        let _ = interruption;
    }

    /// In system mode: asks for a break when the clock reaches `at`. [`Self::executed`] then breaks, and
    /// [`Self::continues_after_break`] returns true. False: the clock counts instructions, and the run loop counts them
    /// itself.
    #[inline]
    fn alarm(&mut self, at: u64) -> bool {
        let _ = at;
        false
    }

    /// In system mode: what a register of the monitor shows to an instruction at the current privilege level; everything before
    /// the instruction has been handed over. `None`: nothing monitors, and the processor keeps what is written.
    fn read_monitor(&mut self, register: MonitorRegister) -> Option<u64> {
        let _ = register;
        None
    }

    /// In system mode: privileged software writes a register of the monitor; everything before the instruction has been handed
    /// over.
    fn write_monitor(&mut self, register: MonitorRegister, value: u64) {
        let _ = (register, value);
    }

    /// In system mode: whether the monitor has requested its interrupt since the last call. [`Self::executed`] breaks
    /// when it does, and [`Self::continues_after_break`] returns true for that break, too.
    fn take_overflow(&mut self) -> bool {
        false
    }

    /// Whether the newest break of [`Self::executed`] was for [`Self::alarm`] or for the monitor, and not to stop the
    /// run.
    fn continues_after_break(&mut self) -> bool {
        false
    }

    /// With [`Self::EACH`]: whether [`Self::instruction`] is to be called for the next block, which then executes the
    /// general way.
    #[inline]
    fn wants_each(&self) -> bool {
        true
    }

    /// A block was executed, wholly or until something ended it. `Break` stops the run with
    /// [`crate::Stop::Recorder`] before the next block.
    #[inline]
    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        let _ = (block, execution);
        ControlFlow::Continue(())
    }

    /// A context begins to execute or goes on, with a register stack that the system may have changed.
    fn enter(&mut self, stack: StackSizes) {
        let _ = stack;
    }

    /// Slot `slot` of a block retired (also with its predicate false); the context is as it left it.
    fn instruction(&mut self, cpu: &Cpu, block: &Block, slot: u8) {
        let _ = (cpu, block, slot);
    }

    /// `ar.itc` and `ar.ruc`, in cycles; everything before the read has been handed over. `retired`
    /// counts the instructions of all contexts before it.
    fn clock(&mut self, retired: u64) -> u64 {
        retired
    }

    /// `mov r1 = pmd[index]` at user level; `None` when there is no such register.
    fn read_pmd(&mut self, index: u64) -> Option<u64> {
        let _ = index;
        Some(0)
    }

    /// The address space with this number (`Block::space`) has ended: no block executes in it any more.
    fn space_ended(&mut self, number: u32) {
        let _ = number;
    }

    /// The machine is about to give up all blocks, between two executions, and to begin their numbers ([`Block::id`]) again. Returns whether
    /// that is possible: whether the recorder now holds nothing by these numbers. False: the machine keeps its blocks and their numbers.
    fn forget_code(&mut self) -> bool {
        false
    }

    /// In the address space with this number, in which a block executes next, pages in a range of addresses have been
    /// unmapped since the last block; the range may be mapped anew.
    fn unmapped(&mut self, number: u32, addresses: &Range<u64>) {
        let _ = (number, addresses);
    }

    /// `sum`, `rum` or `mov psr.um` changed `psr.up`; everything before the instruction has been
    /// handed over.
    fn user_monitor(&mut self, enabled: bool) {
        let _ = enabled;
    }
}

/// Listens to nothing: the functional run.
#[derive(Copy, Clone, Debug, Default)]
pub struct Silent;

impl Recorder for Silent {
    const RECORD: bool = false;

    fn forget_code(&mut self) -> bool {
        true
    }
}
