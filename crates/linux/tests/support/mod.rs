//! Guests of this folder, run with captured streams.
#![allow(dead_code, reason = "each test uses its part")]

use linux::{
    DEFAULT_ENVIRONMENT, FileOptions, Kernel, LoadError, Options, Outcome, QUANTUM, Streams,
};
use machine::{Machine, Silent};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// A stream whose contents the test reads afterwards.
#[derive(Clone, Default)]
pub(crate) struct Capture(Arc<Mutex<Vec<u8>>>);

impl Write for Capture {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Capture {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

pub(crate) fn guest(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/guest")
        .join(name)
}

pub(crate) fn options(program: &str, topic: &str, output: impl Write + Send + 'static) -> Options {
    let name = program.strip_suffix(".elf").unwrap_or(program);
    Options {
        program: guest(program),
        arguments: vec![name.into(), topic.into()],
        environment: DEFAULT_ENVIRONMENT
            .iter()
            .map(|(k, v)| format!("{k}={v}").into_bytes())
            .collect(),
        name: Some(format!("guest/{program}").into_bytes()),
        files: FileOptions::default(),
        streams: Streams {
            output: Box::new(output),
            ..Streams::default()
        },
        frequency_hz: 800_000_000,
        memory_bytes: 1 << 30,
        disk_bytes: 1 << 30,
        quantum: QUANTUM,
        strace: None,
    }
}

pub(crate) struct Run {
    pub output: String,
    pub outcome: Outcome,
    pub kernel: Kernel,
    pub instructions: u64,
}

/// Runs a topic of a guest for at most `limit` instructions.
pub(crate) fn run_with(
    program: &str,
    change: impl FnOnce(&mut Options),
    topic: &str,
    limit: u64,
) -> Run {
    let output = Capture::default();
    let mut machine = Machine::new(machine::Options::default());
    let mut options = options(program, topic, output.clone());
    change(&mut options);
    let mut kernel = Kernel::load(options, &machine).unwrap();
    let outcome = kernel.run(&mut machine, &mut Silent, Some(limit));
    Run {
        output: output.text(),
        outcome,
        kernel,
        instructions: machine.retired(),
    }
}

/// Why a program does not load.
pub(crate) fn load_error(change: impl FnOnce(&mut Options)) -> LoadError {
    let machine = Machine::new(machine::Options::default());
    let mut options = options("bounds.elf", "", io::sink());
    change(&mut options);
    match Kernel::load(options, &machine) {
        Ok(_) => panic!("the program loads"),
        Err(error) => error,
    }
}

/// An empty directory that goes away with the test.
pub(crate) struct Scratch(pub PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("epicycle-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
