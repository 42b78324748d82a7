//! What the models are fed with: a program as it was executed, block by block.

use isa::Bundle;
use std::rc::Rc;
use uarch::{Code, Execution, Note};

/// A piece of code as the machine translated it.
#[derive(Debug)]
pub struct Block {
    /// Its number.
    pub id: u32,
    /// Address of the first bundle.
    pub ip: u64,
    /// First slot that belongs to it.
    pub first_slot: u8,
    /// One past the last slot that belongs to it.
    pub end_slot: u8,
    /// The decoded bundles.
    pub bundles: Box<[Bundle]>,
    /// The bundles as in memory.
    pub raw: Box<[u128]>,
}

/// One execution of a block.
#[derive(Clone, Debug)]
pub struct Step {
    /// The code.
    pub block: Rc<Block>,
    /// One past the last slot that retired.
    pub end: u8,
    /// Bit i: the qualifying predicate of slot i was true.
    pub predicates: u64,
    /// Slot of the taken branch or failed check that left the block.
    pub taken: Option<u8>,
    /// Address of the bundle that executes next.
    pub target: u64,
    /// Addresses of the memory instructions that executed, in slot order.
    pub addresses: Vec<u64>,
    /// Rare facts in slot order.
    pub notes: Vec<Note>,
    /// Cycles of a service of the system behind it.
    pub service: u64,
    /// Another thread runs in between.
    pub switches: bool,
}

impl Step {
    /// The same for the computed model.
    pub fn for_uarch(&self) -> (Code<'_>, Execution<'_>) {
        let block = &*self.block;
        (
            Code {
                id: block.id,
                space: 0,
                ip: block.ip,
                first_slot: block.first_slot,
                end_slot: block.end_slot,
                bundles: &block.bundles,
                raw: &block.raw,
            },
            Execution {
                end: self.end,
                predicates: self.predicates,
                taken: self.taken,
                target: self.target,
                addresses: &self.addresses,
                notes: &self.notes,
            },
        )
    }
}
