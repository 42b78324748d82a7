//! To whom the execution of a block is handed over.

use std::ops::ControlFlow;

use events::{Block, Execution, Fact, Note};

use crate::state::Cpu;

/// Notes of the block being executed, and the slot that they are about.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub list: Vec<Note>,
    pub slot: u8,
    pub wanted: bool,
}

impl Notes {
    /// Adds a note about the current slot if the recorder wants notes.
    #[inline]
    pub(crate) fn push(&mut self, fact: impl FnOnce() -> Fact) {
        if self.wanted {
            let slot = self.slot;
            self.list.push(Note { slot, fact: fact() });
        }
    }

    /// Moves what was noted about the block into the record of its execution.
    #[inline]
    pub(crate) fn move_to(&mut self, execution: &mut Execution) {
        if !(execution.notes.is_empty() && self.list.is_empty()) {
            std::mem::swap(&mut execution.notes, &mut self.list);
        }
    }
}

/// Listens to execution. [`crate::Machine::run`] is compiled for each listener, so that what is not
/// wanted costs nothing.
pub trait Recorder {
    /// Fill an [`Execution`] and call [`Self::executed`].
    const RECORD: bool;
    /// Call [`Self::instruction`] after every retired instruction; slow.
    const EACH: bool = false;

    /// A block was executed, wholly or until something ended it. `Break` stops the run with
    /// [`crate::Stop::Recorder`] before the next block.
    #[inline]
    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        let _ = (block, execution);
        ControlFlow::Continue(())
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
