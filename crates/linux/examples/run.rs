//! Runs a program without timing: `run [--strace] [--root DIR] [--sysroot DIR] [--limit N] [--memory BYTES] PROGRAM [ARGS…]`.

use linux::{DEFAULT_ENVIRONMENT, FileOptions, Kernel, Options, Outcome, QUANTUM, Streams};
use machine::{Machine, Silent};
use std::io::{IsTerminal, Write, stderr, stdin, stdout};
use std::os::unix::ffi::OsStringExt;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1).peekable();
    let mut files = FileOptions::default();
    let (mut strace, mut verbose, mut limit) = (false, false, None);
    let mut memory = 1 << 30;
    while let Some(option) = args.next_if(|a| a.to_string_lossy().starts_with("--")) {
        match &*option.to_string_lossy() {
            "--strace" => strace = true,
            "--verbose" => verbose = true,
            "--writable" => files.writable = true,
            "--memory" => {
                let bytes = args.next().and_then(|n| n.to_string_lossy().parse().ok());
                memory = bytes.unwrap_or(memory);
            }
            "--root" => files.root = args.next().map(Into::into),
            "--sysroot" => files.sysroot = args.next().map(Into::into),
            "--limit" => limit = args.next().and_then(|n| n.to_string_lossy().parse().ok()),
            other => {
                eprintln!("unknown option {other}");
                return ExitCode::from(2);
            }
        }
    }
    let arguments: Vec<Vec<u8>> = args.map(OsStringExt::into_vec).collect();
    let Some(program) = arguments.first() else {
        eprintln!("usage: run [--strace] [--root DIR] [--sysroot DIR] [--limit N] PROGRAM [ARGS]");
        return ExitCode::from(2);
    };
    let mut machine = Machine::new(machine::Options::default());
    let options = Options {
        program: std::ffi::OsString::from_vec(program.clone()).into(),
        environment: DEFAULT_ENVIRONMENT
            .iter()
            .map(|(k, v)| format!("{k}={v}").into_bytes())
            .collect(),
        arguments,
        name: None,
        files,
        streams: Streams {
            terminals: [
                stdin().is_terminal(),
                stdout().is_terminal(),
                stderr().is_terminal(),
            ],
            input: Box::new(stdin()),
            output: Box::new(stdout()),
            error: Box::new(stderr()),
        },
        frequency_hz: 800_000_000,
        memory_bytes: memory,
        disk_bytes: 1 << 30,
        quantum: QUANTUM,
        strace: if strace {
            Some(Box::new(stderr()))
        } else {
            None
        },
    };
    let mut kernel = match Kernel::load(options, &machine) {
        Ok(kernel) => kernel,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(error.status());
        }
    };
    let outcome = kernel.run(&mut machine, &mut Silent, limit);
    let mut report = stderr();
    for call in kernel.unimplemented_calls() {
        let _ = writeln!(
            report,
            "system call {} ({}) is not implemented, made {} times",
            call.number, call.name, call.count
        );
    }
    if verbose {
        let _ = writeln!(
            report,
            "{} instructions, {} system calls",
            machine.retired(),
            kernel.system_calls()
        );
    }
    match outcome {
        Outcome::Exit { status } => ExitCode::from(status),
        Outcome::Signal { number, crash } => {
            if let Some(crash) = crash {
                let _ = write!(report, "{crash}");
            }
            ExitCode::from(128 + number as u8)
        }
        other => {
            let _ = writeln!(report, "{other:?}");
            ExitCode::SUCCESS
        }
    }
}
