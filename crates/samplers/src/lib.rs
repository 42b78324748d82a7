//! Sampling monitors side by side: which instruction does each accuse of the time?
//!
//! * [`Bench`]: samplers of every kind, each once for each period, as listeners to one timed run.
//! * [`error`], [`excess`]: how far a profile is from the true one.
//!
//! The rule of each sampler stands in `docs/monitor-truth.md` and at its type. Those of Itanium and Itanium 2 are the
//! processor's own monitor ([`pmu::QuietUnit`]) with a sampling handler; the others listen by themselves. None of them
//! changes the run.
#![forbid(unsafe_code)]

mod bench;
mod distance;
mod hardware;
mod listener;
mod profiled;
mod retirement;
mod schedule;
mod tag;
mod tally;

pub use bench::{Bench, Sampler, Setup};
pub use distance::{error, excess};
pub use tally::{Place, Tally};
