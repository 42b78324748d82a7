//! IA-64 architectural state and instruction semantics.
//!
//! A [`Machine`] executes one context ([`Cpu`]) in one [`AddressSpace`] until something happens that its caller has to
//! handle ([`Stop`]). Execution goes block by block ([`events::Block`]), and what happened ([`events::Execution`]) is
//! handed to a [`Recorder`]; nothing here knows about time.
//!
//! Where to look:
//! - `state`, `rse`, `alat`: registers with their NaT bits and renaming, the register stack and its
//!   engine, advanced loads;
//! - `memory`: address spaces, and the translation buffer that makes them fast; the only unsafe code;
//! - `interpret`: what every instruction means, by theme; pure functions of values are in `semantics`;
//! - `fast`: the same again in small pre-decoded steps, for the cases that make up nearly all of a
//!   run; `tests/agreement.rs` holds the two against each other;
//! - `system`: what only an operating system reaches: translation, interruptions, privileged instructions;
//! - `machine`, `block`, `record`: blocks, the run loop, and to whom its records are handed.
//!
//! Invariants: a fault leaves the context as it was before the instruction, a trap as it is after it; an instruction
//! budget is exact; the result does not depend on how a run is divided into budgets; no input makes this crate panic.
#![deny(unsafe_code)]

mod alat;
mod backing;
mod block;
mod fast;
mod fault;
mod interpret;
mod machine;
mod memory;
mod notes;
mod options;
mod pause;
mod record;
mod rse;
mod saved;
mod semantics;
mod stack;
mod state;
mod system;
mod trail;

pub use alat::{Alat, Tag};
pub use fault::{Fault, General, Vector, isr, non_access};
pub use machine::{Machine, Stop};
pub use memory::{
    AddressSpace, Bus, Charge, Frames, MemoryFault, MemoryFaultKind, NoMemory, PAGE_MASK,
    PAGE_SHIFT, PAGE_SIZE, Protection, Region, SharedPage, Sharing, SpaceId,
};
pub use options::{IsaLevel, Options, Unaligned};
pub use pause::{PauseCause, Watch};
pub use record::{AfterPassage, MonitorRegister, PathRecorder, Recorder, Silent};
pub use stack::PHYSICAL_STACKED;
pub use state::{Cfm, Cpu};
pub use system::{
    Change, HostCalls, Interruption, PageUse, System, SystemModel, SystemStop, TranslationLog,
};
pub use trail::{Passed, Trail};
