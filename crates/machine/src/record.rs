//! To whom the execution of a block is handed over.

use std::ops::ControlFlow;

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

/// What follows a passage.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// Paths are handed over.
    Paths,
    /// The recorder is asked again whether it wants paths.
    Ask,
    /// The run stops, as at a `Break` of [`Recorder::executed`].
    Stop,
}

/// Listens to whole paths.
pub trait PathRecorder {
    /// Blocks were executed one after the other.
    fn passed(&mut self, passage: &Passage<'_>) -> Then;
}

/// Listens to execution. [`crate::Machine::run`] is compiled for each listener, so that what is not
/// wanted costs nothing.
pub trait Recorder {
    /// Fill an [`Execution`] and call [`Self::executed`].
    const RECORD: bool;
    /// Call [`Self::instruction`] after every retired instruction; slow.
    const EACH: bool = false;

    /// It may want [paths](Self::paths).
    const PATHS: bool = false;
    /// References are logged for the passage that a path is: of the machine's own recorder of those alone.
    #[doc(hidden)]
    const LOGS: bool = false;

    /// What takes whole paths from now on in place of executions of blocks; `None`: blocks are handed over. What cannot be executed as
    /// a part of a path is handed over as a block in any case. Clocks and monitors are those of this trait's defaults meanwhile.
    #[inline]
    fn paths(&mut self) -> Option<&mut dyn PathRecorder> {
        None
    }

    /// Whether [`Self::paths`] gives one.
    #[inline]
    fn wants_paths(&self) -> bool {
        false
    }

    /// [`Self::LOGS`]: takes a passage.
    #[doc(hidden)]
    fn log(&mut self, passage: &Passage<'_>) -> Then {
        let _ = passage;
        Then::Stop
    }

    /// An interruption was delivered to the guest, in system mode.
    fn interrupted(&mut self, interruption: &Interruption) {
        let _ = interruption;
    }

    /// In system mode, the clock is looked at again when it shows `at`: [`Self::executed`] breaks then, and [`Self::rang`] says
    /// why. False: the clock counts instructions, and the run loop counts them itself.
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

    /// In system mode: whether the monitor has requested its interrupt since the last time. [`Self::executed`] breaks when it
    /// does, and [`Self::rang`] tells this break as its own.
    fn take_overflow(&mut self) -> bool {
        false
    }

    /// Whether the newest break was that of [`Self::alarm`] or of the monitor.
    fn rang(&mut self) -> bool {
        false
    }

    /// Whether [`Self::instruction`] is wanted of the next block, where it may be at all; blocks execute the short way otherwise.
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

    /// A context executes from here on, with a register stack that the system may have changed.
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

    /// The space that had this number in blocks has ended: no block executes in it any more.
    fn space_ended(&mut self, number: u32) {
        let _ = number;
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
}
