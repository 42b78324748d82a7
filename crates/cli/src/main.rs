//! The `epicycle` command: the only place that prints.
#![forbid(unsafe_code)]

mod arguments;
mod checkpoints;
mod commands;
mod console;
mod debugger;
mod interrupt;
mod limits;
mod options;
mod output;
mod pipeline;
mod profiling;
mod program;
mod sampling;
mod status;
mod streams;

fn main() -> std::process::ExitCode {
    limits::with_enough_stack(arguments::main)
}
