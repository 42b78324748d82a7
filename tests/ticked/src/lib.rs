//! A second model of the same processors, written to be read: every cycle is a turn of a loop.
//!
//! The cycle model of `uarch` computes the cycle of each issue group. This one lets the cycles go by and asks in each
//! of them what keeps the next group from leaving. It is written from `docs/timing.md` and shares with `uarch` only
//! what are tables: latencies, bypasses, the ports of each class, and the configurations. Both are fed with the same
//! executed blocks; the test of this crate generates programs and expects the same cycle for every issue group
//! and the same cause for every cycle.
//!
//! * [`generate`]: programs; [`execute`]: what they do; [`compare`]: both models, and the first difference.
//! * [`pipeline`]: the machine; the other modules are its parts.
//!
//! References are made in program order ("Caches" 6): a fetch comes behind those of all groups before the one that needs it. So the
//! front end has a clock of its own, and ports, banks and paths know which cycles are taken, and give each request the first that is free.
#![forbid(unsafe_code)]

mod accounting;
mod caches;
pub mod compare;
mod directions;
mod dispersal;
pub mod execute;
mod frontend;
pub mod generate;
pub mod input;
mod needs;
mod pipeline;
mod predictor;
mod registers;
mod stores;
mod table;
mod translation;
mod units;
