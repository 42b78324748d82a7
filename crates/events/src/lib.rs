//! The record of execution, and the vocabulary in which a timed run is observed.
//!
//! The functional core (`machine`) writes what a [`Block`] did into an [`Execution`]; the timing model
//! (`uarch`) reads it and computes the cycles; listeners (`pmu`, traces, profiles) hear both. None of these crates depends on
//! the others. This crate holds only what they share:
//!
//! * [`Block`], what is known from the code, and [`Execution`], what is not: which predicates were
//!   true, which addresses were touched, which branch left the block, with [`Note`]s of the rare rest. A [`Passage`] is the record
//!   of several blocks that executed one after the other, with only what functional warming needs.
//! * [`Raw`]: every quantity that the models count, declared once with its unit and description. The
//!   same definition serves the report of all events ([`Counts`]) and an armed monitor
//!   ([`Probe::count`]).
//! * the records that say *which instruction*, *when* and *how it went*: [`Group`], [`Branch`],
//!   [`DataMiss`], [`InstructionMiss`], [`DataTlbMiss`], [`InstructionTlbMiss`], [`Fetch`], [`Reference`], [`Flush`],
//!   with [`Site`] as the common "who caused it" and [`Translated`] as the common "where it lies"; [`FetchQueue`] joins
//!   fetches to the groups that issue what they brought.
//! * [`MonitoringUnit`], a listener with registers and an interrupt, and [`Monitor`], a unit with the [`Handler`]
//!   behind it. Tuples, lists and options of listeners are listeners.
//! * the [`Probe`] trait with empty defaults, and [`Attention`], by which a listener says which records the model may
//!   leave out.
//!
//! # Invariants
//!
//! * Listening never changes timing: the only thing that a method of [`Probe`] returns to the model is which records it may
//!   leave out (the value of a monitor register goes to the program that reads it).
//! * Every cycle of a run is named exactly once by [`Probe::cycles`].
//! * Records may arrive out of order inside a window; [`Probe::settle`] closes the window. A listener
//!   that needs (cycle, program order) sorts stably by cycle and consumes what is settled.
#![forbid(unsafe_code)]

mod attention;
mod block;
mod counts;
mod cut_short;
mod execution;
mod fan_out;
mod fetch_queue;
mod part;
mod passage;
mod probe;
mod raw;
mod reason;
mod records;
mod stall;
mod unit;

pub use attention::{Attention, Earlier, Executions, NEWEST_BRANCHES, Past, Totals};
pub use block::{Block, CodeId};
pub use counts::{Counts, RawSet};
pub use cut_short::{CutShort, CutShortBy};
pub use execution::{AddressList, Execution, Fact, Note, Retired, StackSizes};
pub use fan_out::{Loud, Summing};
pub use fetch_queue::{FetchQueue, Fetched};
pub use isa::MemoryKind;
pub use part::{Part, Window};
pub use passage::{Passage, Referred, Segment};
pub use probe::{Off, OffInUnits, Probe};
pub use raw::{Raw, Shape};
pub use reason::{Reason, Wait};
pub use records::{
    Branch, BranchKind, CallPath, Culprit, DataMiss, DataMissKind, DataRequester, DataTlbMiss,
    Fetch, FetchSource, Flush, FlushKind, Group, InstructionMiss, InstructionTlbMiss, MemoryLevel,
    Prediction, Reference, Site, Stage, StaticEvent, Task, TlbLevel, Translated, When,
};
pub use stall::{Cause, Stall};
pub use unit::{Bank, Handler, Ignore, Interrupt, Monitor, MonitoringUnit, Register};
