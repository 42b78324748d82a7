//! Does a run end where a limit or its caller says, with a report of what it did until then?

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use report::{Limit, Outcome, Report};
use sim::{Mode, Request};

/// A guest that never ends.
fn endless(mode: Mode) -> Request {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/guests/spin");
    let config = Arc::new(config::load::<&str>("itanium", &[]).unwrap());
    let mut request = Request::new(config, program);
    request.mode = mode;
    request
}

fn limited(set: impl FnOnce(&mut Request)) -> Report {
    let mut request = endless(Mode::Timed);
    set(&mut request);
    sim::run(request).unwrap()
}

#[test]
fn a_limit_of_cycles_ends_a_run_within_a_block_of_it_and_always_at_the_same_place() {
    let one = limited(|request| request.max_cycles = Some(100_000));
    assert_eq!(one.outcome, Outcome::limit(Limit::Cycles));
    let cycles = one.cycles.unwrap();
    assert!((100_000..101_000).contains(&cycles), "{cycles}");
    let other = limited(|request| request.max_cycles = Some(100_000));
    assert_eq!(report::to_json(&one), report::to_json(&other));
}

#[test]
fn a_limit_of_instructions_is_named_and_exact() {
    let report = limited(|request| request.max_instructions = Some(12_345));
    assert_eq!(report.outcome, Outcome::limit(Limit::Instructions));
    assert_eq!(report.instructions, 12_345);
}

#[test]
fn the_limit_that_is_reached_first_is_the_one_named() {
    let report = limited(|request| {
        request.max_instructions = Some(1_000_000_000);
        request.max_cycles = Some(10_000);
    });
    assert_eq!(report.outcome, Outcome::limit(Limit::Cycles));
}

#[test]
fn a_limit_of_host_time_ends_timed_and_functional_runs() {
    for mode in [Mode::Timed, Mode::Functional] {
        let mut request = endless(mode);
        request.timeout = Some(Duration::ZERO);
        let report = sim::run(request).unwrap();
        assert_eq!(report.outcome, Outcome::limit(Limit::Timeout));
        assert!(report.instructions > 0);
    }
}

#[test]
fn an_interrupted_run_reports_what_it_counted() {
    for mode in [Mode::Timed, Mode::Functional] {
        let request = endless(mode);
        request.control.interrupt();
        let report = sim::run(request).unwrap();
        assert_eq!(report.outcome, Outcome::interrupted());
        assert!(report.instructions > 0);
        assert_eq!(report.cycles.is_some(), mode == Mode::Timed);
    }
}

#[test]
fn a_cancelled_run_has_no_report_even_when_it_was_interrupted_too() {
    let request = endless(Mode::Functional);
    request.control.cancel();
    request.control.interrupt();
    assert!(matches!(sim::run(request), Err(sim::Error::Cancelled)));
}

#[test]
fn a_functional_run_names_what_needs_cycles() {
    let refused = |change: &dyn Fn(&mut Request)| {
        let mut request = endless(Mode::Functional);
        change(&mut request);
        let error = sim::run(request).unwrap_err();
        assert!(matches!(error, sim::Error::Untimed(_)), "{error}");
        error.to_string()
    };
    let cycles = refused(&|request| request.max_cycles = Some(1));
    assert!(cycles.starts_with("a limit of cycles needs"), "{cycles}");
    let watchdog = refused(&|request| request.watchdog = Some(1));
    assert!(watchdog.starts_with("a watchdog needs"), "{watchdog}");
    let log = refused(&|request| request.retire_log = Some(Box::new(std::io::sink())));
    assert!(log.starts_with("a retire log needs"), "{log}");
    let region = refused(&|request| request.region = Some(sim::Bounds::default()));
    assert!(region.starts_with("a region of interest needs"), "{region}");
}

#[test]
fn a_debugger_is_refused_what_is_written_while_the_run_goes_on() {
    for mode in [Mode::Timed, Mode::Functional] {
        let mut request = endless(mode);
        request.vectors = Some(sim::Vectors {
            length: 1_000,
            out: Box::new(std::io::sink()),
        });
        let error = sim::debug(request, &mut |_| Ok(())).unwrap_err();
        let text = error.to_string();
        assert!(
            text.contains("not go with a file of block vectors"),
            "{text}"
        );
    }
}

#[test]
fn monitors_hold_under_a_debugger_what_they_hold_without_one() {
    let request = || {
        let config = config::load("itanium", &["os.user_monitor=true"]).unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let nops = root.join("workloads/bin/nops");
        let mut request = Request::new(Arc::new(config), nops);
        request.max_instructions = Some(50_000);
        // Not frozen; CPU_CYCLES at all privilege levels.
        request.pmcs = vec![(0, 0), (4, 0x120f)];
        request
    };
    let alone = sim::run(request()).unwrap();
    let debugged = sim::debug(request(), &mut |run| run.release()).unwrap();
    let cycles = alone.cycles.unwrap();
    let [alone, debugged] = [alone, debugged].map(|report| report::to_json(&report));
    assert!(
        alone.contains(&format!("\"pmd4\": \"{cycles:#x}\"")),
        "{alone}"
    );
    assert_eq!(debugged, alone);
}
