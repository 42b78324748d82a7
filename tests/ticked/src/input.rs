//! What the models are fed with: a program as it was executed, block by block.

use events::{Block, Execution, StackSizes};
use std::ops::Deref;
use std::rc::Rc;

/// An error on purpose in the ticked model, for a test that it is found: what a rule says that has no key in a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// Ports of L2 and L3 are granted in program order (Caches 6).
    PortsInOrder,
    /// An access that asks long before the newest start is put off to a later cycle than by the rule (Caches 6).
    ShortReach,
    /// The wires of the bus carry lines in program order (Caches 6).
    WiresInOrder,
    /// The path of L2 carries lines in program order (Caches 13).
    PathInOrder,
    /// Of the miss registers that are free that which was freed first is taken (Caches 6).
    FirstFreed,
    /// Loads in L2 are compared with the newest store alone (Caches 15).
    OneStore,
    /// fc takes no line out (Caches 9).
    FlushesNothing,
    /// What fc takes out is not written to memory (Caches 9).
    LosesFlushed,
    /// Pages of all spaces are the same ones (Translation 9).
    OneSpace,
    /// The first level of the data TLB is forgotten when the space changes (Translation 9).
    Forgets,
    /// Branches with a static hint train histories (Branch prediction 2).
    StaticTrains,
    /// Execution is expected to go on behind the turn of a thread (Translation 9).
    TurnsFlow,
}

/// One execution of a block, and what the system does behind it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The code.
    pub block: Rc<Block>,
    /// The register stack before it, where the machine begins to run.
    pub stack: Option<StackSizes>,
    /// What it did.
    pub execution: Execution,
    /// Cycles of a service of the system behind it.
    pub service: u64,
    /// Another thread runs in between.
    pub switches: bool,
    /// Spaces that are gone from here on.
    pub ended: Vec<u32>,
}

impl Deref for Step {
    type Target = Execution;

    fn deref(&self) -> &Execution {
        &self.execution
    }
}
