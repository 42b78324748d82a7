//! The short way of execution: blocks, or paths of several, as arrays of small steps.
//!
//! It covers what nearly all code does nearly all the time: no NaT bit in a register that the block
//! touches, little-endian data, no disabled registers, targets inside the frame, memory that hits
//! the translation buffer. Everything else, a step at a time, goes the general way
//! ([`crate::interpret`]), which is the reference: both give the same results.

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
pub(crate) use lower::{Lowered, lower, lower_privileged};
pub(crate) use passage::OnPaths;
pub(crate) use recent::Recent;
