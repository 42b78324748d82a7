//! The command from outside. One program for all questions, because linking is what takes the time.

#[macro_use]
#[path = "../../../../tests/skipped.rs"]
mod skipped;
mod annotate;
mod baselines;
mod batch_outputs;
mod batches;
mod boot;
mod boot_broken;
mod boot_debugging;
mod boot_endings;
mod branch_traces;
mod broken;
mod browser;
mod checkpoints;
mod checks;
mod comparisons;
mod config_schema;
mod core_trace;
mod debugging;
mod disassembly;
mod engines;
mod guests;
mod host_memory;
mod interruption;
mod intervals;
mod isolation;
mod monitor;
mod monitors;
mod options;
mod outputs;
mod pages;
mod pages_of_profiles;
mod pprof;
mod profile_sources;
mod profileme;
mod profiles;
#[path = "../../../../tests/programs.rs"]
mod programs;
mod results;
mod retire_log;
mod same_inputs;
mod sampling;
mod schedule;
mod sections;
mod sharing;
mod store;
mod streams;
mod support;
mod sweeps;
mod system_monitor;
mod transcripts;
mod under_kernel;
mod watchdog;
mod windows;
