//! The command from outside. One program for all questions, because linking is what takes the time.

mod annotate;
mod baselines;
mod batches;
mod broken;
mod browser;
mod checks;
mod comparisons;
mod core_trace;
mod disassembly;
mod guests;
mod host_memory;
mod interruption;
mod isolation;
mod monitor;
mod monitors;
mod options;
mod outputs;
mod pages;
mod profileme;
mod results;
mod retire_log;
mod schedule;
mod store;
mod support;
mod sweeps;
mod transcripts;
