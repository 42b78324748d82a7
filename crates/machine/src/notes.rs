//! The rare facts (register stack traffic, failed checks, faults ...) of the block that is executing. They are
//! collected here and become a part of the record of the execution when the block ends.

use events::{Execution, Fact, Note};

/// Notes of the block that is executing, in program order.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub list: Vec<Note>,
    /// Slot of the block that the next note belongs to; the code that executes an instruction sets it.
    pub slot: u8,
    /// Whether notes are collected at all: only with a recorder that takes records.
    pub wanted: bool,
}

impl Notes {
    /// Adds a note about the current slot, if notes are collected.
    #[inline]
    pub(crate) fn push(&mut self, fact: impl FnOnce() -> Fact) {
        if self.wanted {
            let slot = self.slot;
            self.list.push(Note { slot, fact: fact() });
        }
    }

    /// Moves the notes into the record of the block's execution, in place of those that it held.
    #[inline]
    pub(crate) fn move_to(&mut self, execution: &mut Execution) {
        if !(execution.notes.is_empty() && self.list.is_empty()) {
            std::mem::swap(&mut execution.notes, &mut self.list);
            self.list.clear();
        }
    }
}
