//! What steps reach besides the registers, and how they leave a block.

use super::execute::Program;
use super::log::Log;
use super::lower::Lowered;
use crate::fault::Raise;
use crate::interpret::{Flow, Sinks};
use crate::memory::AddressSpace;

/// Memory, the records, and the block that executes.
pub(super) struct Scene<'a, R> {
    pub space: &'a mut AddressSpace,
    pub sinks: Sinks<'a, R>,
    pub log: &'a mut Log,
    pub program: Program<'a>,
    /// The block or the path.
    pub lowered: &'a Lowered,
    /// Instructions retired before it.
    pub retired: u64,
    /// The modes in which a block goes on.
    pub allowed: u8,
    /// Where a leaving leads whose target the code does not say.
    pub target: u64,
    /// Why a block was [`INTERRUPTED`].
    pub interruption: Interruption,
    /// Steps from the one on that went the general way or raised.
    pub left_over: usize,
}

/// In place of the number of a leaving: [`Scene::interruption`] says why the block does not go on.
pub(super) const INTERRUPTED: usize = usize::MAX;

/// Why a block does not go on behind a step.
#[derive(Copy, Clone, Debug)]
pub(super) enum Interruption {
    /// What follows has to go another way.
    Changed,
    /// It broke or trapped.
    Stopped(Flow),
    Raised(Raise),
}
