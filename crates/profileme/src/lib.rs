//! Instruction sampling after the ProfileMe unit of the Alpha 21264, in an in-order IA-64 pipe.
//!
//! The unit counts valid fetched syllables. The one that lets the counter overflow is *selected* and followed through the pipe, and
//! software gets all that happened to it in one interrupt: its place, the cycle in which it passed each stage, what it waited for,
//! whether it retired or what killed it ([`Sample`]). docs/profileme.md is its document; the source is the Alpha 21264/EV67
//! Hardware Reference Manual, sections 5.2 and 6.10.
//!
//! [`ProfileMe`] is the unit, [`Sampler`] the software behind its interrupt; both make an `events::Monitor`.
#![forbid(unsafe_code)]

mod aggregate;
mod estimate;
mod history;
mod periods;
mod pieces;
mod pipe;
mod registers;
mod rest;
mod sample;
mod sampler;
mod stream;
mod unit;
mod waiting;

pub use estimate::{Concurrency, Figures, Mean, Quantity};
pub use periods::Periods;
pub use pipe::Pipe;
pub use registers::{
    I_STAT, ISUM, IStat, MAX_PERIOD, Mode, PAIR, PCTR_CTL, PMPC, PctrCtl, TrapType,
};
pub use sample::{Alat, BranchFacts, Fate, MemoryFacts, Sample};
pub use sampler::Sampler;
pub use unit::ProfileMe;
