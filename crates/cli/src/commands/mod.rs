//! One module for each subcommand: its arguments and what it prints.

pub mod annotate;
pub mod batch;
pub mod check;
pub mod compare;
pub mod config;
pub mod disasm;
pub mod events;
pub mod merge;
pub mod pfmon;
pub mod report;
pub mod run;

mod results;
