//! The cycle model of the in-order Itanium pipelines.
//!
//! Function first, time follows: the machine executes and hands over what happened, block by block;
//! [`Timing`] says when. Time is computed, not ticked: each issue group gets its cycle from the
//! earliest moment that the front end, the operands, the ports and the queues allow. The rules are
//! in `docs/timing.md`, each once, with its source and configuration key.
//!
//! * [`input`]: what the model looks at.
//! * [`plan`]: what is static about a block; [`dispersal`]: how bundles become issue groups.
//! * [`timing`]: the run; [`frontend`], [`scoreboard`], [`cache`], [`tlb`], [`memory`],
//!   [`predictor`]: its parts; [`accounting`]: who pays for a cycle.
//! * [`replay`]: executions that need not be timed again.
//! * [`outcome`]: totals; [`identities`]: whether the parts sum to the whole.
//!
//! # Invariants
//!
//! * No register value is looked at, other than addresses and branch outcomes in a record.
//! * A listener ([`events::Probe`]) cannot influence timing.
//! * The hot path neither allocates nor hashes: neither does a replay, and full timing does so once for each execution.
#![forbid(unsafe_code)]

pub mod accounting;
pub mod cache;
pub mod dispersal;
pub mod frame;
pub mod frontend;
pub mod identities;
pub mod input;
pub mod latency;
pub mod ledger;
pub mod memory;
pub mod monitor;
pub mod occupancy;
pub mod outcome;
pub mod plan;
pub mod predictor;
pub mod rename;
pub mod replacement;
pub mod replay;
pub mod scoreboard;
pub mod store_buffer;
pub mod timing;
pub mod tlb;

#[cfg(test)]
mod testing;

pub use events::Stall;
pub use identities::Violation;
pub use input::{Code, Execution, Note};
pub use outcome::{Outcome, PRODUCED};
pub use timing::Timing;
