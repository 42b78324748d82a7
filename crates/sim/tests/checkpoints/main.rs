//! Checkpoints: is a run that goes on from one the run that was not interrupted, and is everything refused that cannot be?

#[macro_use]
#[path = "../../../../tests/skipped.rs"]
mod skipped;
mod apart;
#[path = "../../../../tests/programs.rs"]
mod programs;
mod refused;
mod same;
#[path = "../support/mod.rs"]
mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use report::Report;
use sim::{Checkpoints, Mode, Request, Restore};

use support::Written;

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// A workload as the suite runs it.
fn workload(name: &str, config: &str, mode: Mode) -> Request {
    let config = Arc::new(config::load::<&str>(config, &[]).unwrap());
    let mut request = Request::new(config, repository("workloads/bin").join(name));
    request.mode = mode;
    if name == "strsearch" {
        let file = fs::File::open(repository("workloads/data/patterns.txt"));
        request.stdin = Box::new(file.unwrap());
    }
    request
}

/// The report and the output.
fn run(mut request: Request) -> (Report, Vec<u8>) {
    let output = Written::default();
    request.stdout = Box::new(output.clone());
    let report = sim::run(request).unwrap();
    let bytes = output.0.lock().unwrap().clone();
    (report, bytes)
}

fn making(mut request: Request, folder: &Path, places: &[&str], warm: bool) -> Request {
    request.checkpoints = Some(Checkpoints {
        first: None,
        folder: folder.to_owned(),
        temporary: false,
        repeated: false,
        places: places.iter().map(|&place| place.to_owned()).collect(),
        every: None,
        warm,
    });
    request
}

fn going_on(mut request: Request, folder: &Path, place: &str) -> Request {
    let path = folder.join(format!("{place}.checkpoint"));
    Restore::read(&path).unwrap().apply(&mut request);
    request
}

fn text(report: &Report) -> String {
    report::to_json(report)
}

/// A guest of the personality's tests.
fn guest(topic: &str, folder: &Path, mode: Mode) -> Request {
    let config = Arc::new(config::load::<&str>("itanium", &[]).unwrap());
    let program = repository("crates/linux/tests/guest/calls.elf");
    let mut request = Request::new(config, program.canonicalize().unwrap());
    request.args = vec![topic.to_owned()];
    request.mode = mode;
    request.files.directory = folder.to_owned();
    request.files.writable = true;
    request
}

/// A program of the repository or, if it is there, one that is not part of it; with a short turn, so that its processes take many.
fn family(program: &Path, arguments: &[&str], mode: Mode) -> Request {
    let set = ["os.quantum_instructions=3000"];
    let config = Arc::new(config::load("itanium2", &set).unwrap());
    let mut request = Request::new(config, program.canonicalize().unwrap());
    request.args = arguments.iter().map(|&it| it.to_owned()).collect();
    request.mode = mode;
    request
}
