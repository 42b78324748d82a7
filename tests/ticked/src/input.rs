//! What the models are fed with: a program as it was executed, block by block.

use events::{Block, Execution};
use std::ops::Deref;
use std::rc::Rc;

/// One execution of a block, and what the system does behind it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The code.
    pub block: Rc<Block>,
    /// What it did.
    pub execution: Execution,
    /// Cycles of a service of the system behind it.
    pub service: u64,
    /// Another thread runs in between.
    pub switches: bool,
}

impl Deref for Step {
    type Target = Execution;

    fn deref(&self) -> &Execution {
        &self.execution
    }
}
