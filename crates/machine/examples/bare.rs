//! Runs one freestanding IA-64 executable functionally: `bare [--record] PROGRAM`.
//!
//! For measuring the core alone; `epicycle run` is the real thing.

use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;

use events::{Block, Execution};

#[path = "../tests/support/mod.rs"]
mod support;

/// Takes the records and adds up something from each, so that filling them is not optimised away.
#[derive(Default)]
struct Sum(u64);

impl machine::Recorder for Sum {
    const RECORD: bool = true;

    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        let addresses = execution.addresses.len() as u64;
        self.0 +=
            u64::from(block.id.0) ^ execution.predicates ^ addresses ^ u64::from(execution.end);
        ControlFlow::Continue(())
    }
}

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let record = arguments.first().is_some_and(|first| first == "--record");
    if record {
        arguments.remove(0);
    }
    let [path] = arguments.as_slice() else {
        eprintln!("usage: bare [--record] PROGRAM");
        return ExitCode::from(2);
    };
    let elf = match std::fs::read(path) {
        Ok(elf) => elf,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    let ending = if record {
        support::run(&elf, &mut Sum::default(), u64::MAX, u64::MAX)
    } else {
        support::run(&elf, &mut machine::Silent, u64::MAX, u64::MAX)
    };
    let written = std::io::stdout().write_all(&ending.output);
    if std::env::var_os("BARE_QUIET").is_none() {
        eprintln!("{} instructions", ending.instructions);
    }
    match (written, ending.status) {
        (Ok(()), Ok(status)) => ExitCode::from(status),
        (Err(error), _) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
        (_, Err(message)) => {
            eprintln!("{message}");
            ExitCode::from(134)
        }
    }
}
