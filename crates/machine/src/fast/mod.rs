//! The short way of execution: blocks as arrays of small steps, chained by index.
//!
//! It covers what nearly all code does nearly all the time: no NaT bit in a register that the block
//! touches, little-endian data, no disabled registers, targets inside the frame, memory that hits
//! the translation buffer. Everything else, a step at a time, goes the general way
//! ([`crate::interpret`]), which is the reference: both give the same results.

mod assist;
mod execute;
mod lower;
mod recent;
mod references;
mod step;
mod uop;

pub(crate) use execute::{Exit, Limits, Program, run};
pub(crate) use lower::{Lowered, NO_LINK, lower, lower_privileged};
pub(crate) use recent::Recent;
