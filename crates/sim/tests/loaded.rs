//! A program that is loaded before its run: is the run the same, and is nothing of the program read again?

mod support;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use report::Report;
use sim::{Mode, Request};
use tempfile::TempDir;

use support::Written;

fn hello(mode: Mode) -> (TempDir, PathBuf, Request) {
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("hello");
    let guest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/guests/hello");
    std::fs::copy(guest, &program).unwrap();
    let config = Arc::new(config::load::<&str>("itanium", &[]).unwrap());
    let mut request = Request::new(config, &program);
    request.argv0 = Some("hello".to_owned());
    request.identify = false;
    request.mode = mode;
    (folder, program, request)
}

fn run(mut request: Request) -> (Report, Vec<u8>) {
    let written = Written::default();
    request.stdout = Box::new(written.clone());
    let report = sim::run(request).unwrap();
    let bytes = written.0.lock().unwrap().clone();
    (report, bytes)
}

#[test]
fn a_run_goes_on_with_the_program_that_was_loaded_for_it() {
    for mode in [Mode::Timed, Mode::Functional] {
        let (_folder, program, mut request) = hello(mode);
        sim::load(&mut request).unwrap();
        // What is read again is not there.
        std::fs::remove_file(program).unwrap();
        let (report, written) = run(request);
        let (_folder, _, fresh) = hello(mode);
        let (expected, text) = run(fresh);
        assert_eq!(report::to_json(&report), report::to_json(&expected));
        assert!(!text.is_empty() && written == text, "{written:?}");
    }
}

#[test]
fn a_run_in_another_mode_than_that_of_the_check_is_loaded_for_its_own() {
    let (_folder, _, mut request) = hello(Mode::Timed);
    sim::load(&mut request).unwrap();
    request.mode = Mode::Functional;
    let report = run(request).0;
    let (_folder, _, fresh) = hello(Mode::Functional);
    assert_eq!(report::to_json(&report), report::to_json(&run(fresh).0));
}

#[test]
fn a_program_that_is_not_there_is_missed_before_the_run() {
    let (_folder, program, mut request) = hello(Mode::Timed);
    std::fs::remove_file(program).unwrap();
    let error = sim::load(&mut request).unwrap_err();
    assert_eq!(error.status(), 127);
}
