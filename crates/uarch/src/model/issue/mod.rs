//! Issue: what an instruction waits for.

pub mod latency;
pub(crate) mod scoreboard;
