//! The cycle model of the in-order Itanium pipelines.
//!
//! Function first, time follows: the machine executes and hands over what happened, block by block
//! ([`events::Block`], [`events::Execution`]); [`Timing`] says when. Time is computed, not ticked: each
//! issue group gets its cycle from the earliest moment that the front end, the operands, the ports and the
//! queues allow. The rules are in `docs/timing.md`, each once, with its source and configuration key.
//!
//! The crate has two storeys. `model/` is exact and says when things happen, unit by unit: `front_end`,
//! `branch_prediction`, `dispersal`, `plan` (what is static about a block), `issue`, `memory`, `register_stack`,
//! `accounting` (causes, counters, identities). `replay/` stands around it: executions that need not be timed again.
//!
//! # Invariants
//!
//! * No register value is looked at, other than addresses and branch outcomes in a record.
//! * A listener ([`events::Probe`]) cannot influence timing.
//! * The hot path neither allocates nor hashes: neither does a replay, and full timing does so once for each execution.
#![forbid(unsafe_code)]
#![deny(unreachable_pub)]

mod model;
mod replay;
mod timing;

#[cfg(test)]
mod testing;

pub use events::Stall;
pub use model::accounting::identities::Violation;
pub use model::accounting::ledger::Ledger;
pub use model::accounting::outcome::{Outcome, PRODUCED};
pub use model::dispersal::ports;
pub use model::issue::latency;
pub use model::memory::cache::CacheStats;
pub use timing::Timing;
