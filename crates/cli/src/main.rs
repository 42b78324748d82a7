//! The `epicycle` command: the only place that prints.
#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod console;
mod output;
mod program;

fn main() -> std::process::ExitCode {
    arguments::main()
}
