//! What steps use beside the registers, and how they report that they leave a block.

use super::execute::Program;
use super::log::Log;
use super::lower::Lowered;
use crate::fault::Raise;
use crate::interpret::{Flow, Sinks};
use crate::memory::AddressSpace;

/// Memory, records, and the state of the block that executes.
pub(super) struct Scene<'a, R> {
    pub space: &'a mut AddressSpace,
    pub sinks: Sinks<'a, R>,
    pub log: &'a mut Log,
    pub program: Program<'a>,
    /// The block, or path, that executes.
    pub lowered: &'a Lowered,
    /// Instructions that all contexts had retired before it.
    pub retired: u64,
    /// The bits of `Cpu::mode` that may be set while a block goes on the short way.
    pub allowed: u8,
    /// The target of a taken branch whose target is in a register.
    pub target: u64,
    /// Why a block was left, if it was left by [`INTERRUPTED`].
    pub interruption: Interruption,
    /// Number of steps from the one that interrupted the block to the end, that one included; the difference to the
    /// number of all steps is its index.
    pub steps_left: usize,
}

/// Returned in place of the index of an exit: [`Scene::interruption`] says why the block does not go on.
pub(super) const INTERRUPTED: usize = usize::MAX;

/// Why a block does not go on the short way behind a step.
#[derive(Copy, Clone, Debug)]
pub(super) enum Interruption {
    /// The instruction is complete, but has changed a condition of the short way: the mode, a NaT bit that the block
    /// uses, or code.
    Changed,
    /// The instruction is complete and ends the block: a `break` or a trap.
    Stopped(Flow),
    /// The instruction faulted.
    Raised(Raise),
}
