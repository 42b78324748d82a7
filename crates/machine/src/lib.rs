//! IA-64 architectural state and instruction semantics.
//!
//! A [`Machine`] executes one context ([`Cpu`]) in one [`AddressSpace`] until something happens that
//! is not the processor's to decide ([`Stop`]). Execution goes block by block ([`Block`]), and what
//! happened is handed to a [`Recorder`]; nothing here knows about time.
#![deny(unsafe_code)]

mod alat;
mod block;
mod fast;
mod fault;
mod interpret;
mod machine;
pub mod memory;
mod options;
mod record;
mod rse;
mod semantics;
mod state;

pub use alat::{Alat, Tag};
pub use block::{Block, BlockId, MAX_BUNDLES};
pub use fault::{Fault, General, Vector, isr, non_access};
pub use machine::{Machine, Stop};
pub use memory::{
    AddressSpace, MemoryFault, MemoryFaultKind, PAGE_MASK, PAGE_SHIFT, PAGE_SIZE, Protection,
    Region, Sharing, SpaceId,
};
pub use options::{IsaLevel, Options, Unaligned};
pub use record::{AddressList, Executed, Note, Recorder, Silent};
pub use rse::PHYSICAL_STACKED;
pub use state::{Cfm, Cpu, ar, psr};
