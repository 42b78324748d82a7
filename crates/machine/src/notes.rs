//! Notes of the block being executed.

use events::{Execution, Fact, Note};

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

    /// Moves what was noted about the block into the record of its execution, in place of what was there.
    #[inline]
    pub(crate) fn move_to(&mut self, execution: &mut Execution) {
        if !(execution.notes.is_empty() && self.list.is_empty()) {
            std::mem::swap(&mut execution.notes, &mut self.list);
            self.list.clear();
        }
    }
}
