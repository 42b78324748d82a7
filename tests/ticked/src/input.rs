//! What the models are fed with: a program as it was executed, block by block.

use isa::Bundle;
use std::rc::Rc;
use uarch::{Code, Execution, Note};

/// A piece of code as the machine translated it.
#[derive(Debug)]
pub struct Block {
    pub id: u32,
    pub ip: u64,
    pub first_slot: u8,
    pub end_slot: u8,
    pub bundles: Box<[Bundle]>,
    pub raw: Box<[u128]>,
}

/// One execution of a block.
#[derive(Clone, Debug)]
pub struct Step {
    pub block: Rc<Block>,
    pub end: u8,
    pub predicates: u64,
    pub taken: Option<u8>,
    pub target: u64,
    pub addresses: Vec<u64>,
    pub notes: Vec<Note>,
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
