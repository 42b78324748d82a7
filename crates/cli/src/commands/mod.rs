//! One module for each subcommand: its arguments and what it prints.

pub(crate) mod annotate;
pub(crate) mod batch;
pub(crate) mod boot;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod core_trace;
pub(crate) mod disasm;
pub(crate) mod events;
pub(crate) mod man;
pub(crate) mod merge;
pub(crate) mod monitors;
pub(crate) mod pfmon;
pub(crate) mod pipeline;
mod profile_views;
pub(crate) mod profileme;
pub(crate) mod report;
mod report_beside;
pub(crate) mod run;
pub(crate) mod schedule;
pub(crate) mod simpoints;
pub(crate) mod store;
