//! The short way of execution: each block, or path of several blocks, is lowered once to an array of small steps
//! ([`uop`]), which functions execute one after the other ([`functions`]).
//!
//! It covers the usual case: no NaT bit in a register that the block touches, little-endian data, no disabled
//! registers, targets inside the frame, memory that hits the translation buffer. Any step that meets another case
//! executes the general way ([`crate::interpret`]), which is the reference: both give the same results, which
//! `tests/agreement.rs` checks.

mod assist;
mod execute;
mod functions;
mod log;
mod lower;
mod pairs;
mod passage;
mod path;
mod recent;
mod references;
mod scene;
mod step;
mod uop;

pub(crate) use execute::{Exit, Limits, Program, run};
pub(crate) use log::Log;
pub(crate) use lower::{Lowered, NO_LINK, lower, lower_privileged};
pub(crate) use passage::OnPaths;
pub(crate) use recent::Recent;
