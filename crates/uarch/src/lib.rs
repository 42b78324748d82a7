//! The cycle model of the in-order Itanium pipelines.
//!
//! Function first, time follows: the machine executes and hands over what happened, block by block
//! ([`events::Block`], [`events::Execution`]); [`Timing`] says when. Time is computed, not ticked: each
//! issue group gets its cycle from the earliest moment that the front end, the operands, the ports and the
//! queues allow. The rules are in `docs/timing.md`, each once, with its source and configuration key.
//!
//! The crate has two storeys. `model/` is exact and says when things happen, unit by unit, with `pipeline` over the units.
//! `replay/` stands around it: an execution of a block that repeats an earlier one is not timed again, but takes its cycles and counts from
//! a memo of that one. [`Timing::with_replay`] switches it off.
//!
//! # Example
//!
//! Two bundles of nops on a cold machine:
//!
//! ```
//! use events::{Block, CodeId, Execution, Off};
//!
//! # let toml = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../configs/itanium.toml"));
//! let machine: config::Machine = toml::from_str(toml)?;
//! // { .mii  nop.m 0 ; nop.i 0 ; nop.i 0 ;; } twice: a template and three slots of 41 bits.
//! let nop = 1_u128 << 27;
//! let nops = 0x01 | nop << 5 | nop << 46 | nop << 87;
//! let block = Block::new(CodeId(0), 0x4000_0000, &[nops, nops]);
//! let execution = Execution { end: 6, predicates: 0x3f, target: 0x4000_0020, ..Execution::default() };
//!
//! let mut timing = uarch::Timing::new(&machine, Off);
//! timing.execute(&block, &execution);
//! let totals = timing.finish();
//! assert_eq!(totals.instructions, 6);
//! assert_eq!(totals.accounting().iter().map(|(_, cycles)| cycles).sum::<u64>(), totals.cycles);
//! totals.identities()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Invariants
//!
//! * No register value is looked at, other than addresses and branch outcomes in a record.
//! * A listener ([`events::Probe`]) cannot influence timing.
//! * `model/` calls nothing of `replay/`: replay reads what an execution met from an account that the model keeps.
//! * The hot path neither allocates nor hashes: a replay does neither, and full timing does so once for each execution (to look up the state
//!   that it leaves the pipe in), never for each instruction.
#![forbid(unsafe_code)]

mod hash;
mod model;
mod replay;
mod system;
mod timing;

#[cfg(test)]
mod testing;

pub use events::Stall;
pub use model::dispersal::Split;
pub use model::family as ports;
pub use model::latency;
pub use model::memory::cache::CacheStats;
pub use model::plan::outline::{
    Definition, GroupEnd, IssueGroup, OpenGroup, Outline, Outliner, Use,
};
pub use model::totals::identities::Violation;
pub use model::totals::ledger::Ledger;
pub use model::totals::{PRODUCED, Totals};
pub use timing::Timing;
