//! Does a run in which nothing retires end, with what the guest and the pipeline were doing?

use std::path::Path;
use std::sync::Arc;

use report::{Limit, Outcome, PipelineState, Report};
use sim::{Mode, Request};

fn request(program: &str, set: &[&str]) -> Request {
    let program = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(program);
    Request::new(Arc::new(config::load("itanium", set).unwrap()), program)
}

/// Floating-point loads, which L2 serves, take so long; nothing else does.
fn stalled(watchdog: u64) -> Report {
    let mut request = request("workloads/bin/stream", &["caches.l2.fp_latency=25000"]);
    request.watchdog = Some(watchdog);
    // Long before its end.
    request.max_instructions = Some(2_000_000);
    sim::run(request).unwrap()
}

fn pipeline(report: &Report) -> &PipelineState {
    let fault = report.outcome.fault.as_ref().unwrap();
    fault.pipeline.as_ref().unwrap()
}

#[test]
fn a_wait_that_is_too_long_names_its_cause_the_producer_and_the_level() {
    let report = stalled(20_000);
    assert_eq!(report.outcome.limit, Some(Limit::Watchdog));
    assert_eq!(report.outcome.process_status(), 124);
    report.identities().unwrap();
    let wait = pipeline(&report).wait.as_ref().unwrap();
    let cause = &wait.causes[0];
    assert_eq!(cause.cause, "data_float: load from L2");
    assert_eq!(cause.level.as_deref(), Some("l2"));
    assert!((20_000..=25_100).contains(&wait.cycles), "{wait:?}");
    let sum: u64 = wait.causes.iter().map(|cause| cause.cycles).sum();
    assert_eq!(sum, wait.cycles);
    let producer = cause.producer.as_ref().unwrap();
    assert!(producer.text.contains("ldf"), "{producer:?}");
    assert!(producer.symbol.is_some());
    // Nothing that issued before is left in the pipe: what waits is at its issue, the rest of its block behind it.
    let state = pipeline(&report);
    assert_eq!(state.cycle, wait.since + 20_000);
    let first = &state.stages[0];
    assert_eq!((&first.stage[..], &first.ip), ("BUF", &wait.instruction.ip));
    let stages: Vec<_> = state.stages.iter().map(|it| &it.stage[..]).collect();
    assert!(
        stages
            .iter()
            .all(|stage| ["BUF", "ROT", "FET", "IPG"].contains(stage)),
        "{stages:?}"
    );
}

#[test]
fn the_state_of_the_guest_is_that_behind_the_block_that_waits() {
    let report = stalled(20_000);
    let fault = report.outcome.fault.as_ref().unwrap();
    assert_eq!(
        fault.reason,
        "the limit of cycles without a retired instruction"
    );
    let wait = pipeline(&report).wait.as_ref().unwrap();
    let bundles: Vec<_> = fault.bundles.iter().map(|bundle| &bundle.ip).collect();
    assert_eq!(bundles.len(), 16);
    assert!(bundles.contains(&&wait.instruction.ip), "{bundles:?}");
    let named = |it: &report::Caller| it.symbol.clone().unwrap();
    assert!(named(fault.backtrace.last().unwrap()).starts_with("_start"));
    assert!(
        fault
            .registers
            .iter()
            .any(|register| register.name == "r12")
    );
}

#[test]
fn a_watchdog_that_is_patient_enough_changes_nothing_and_says_what_a_limit_interrupts() {
    let mut watched = stalled(60_000);
    assert_eq!(watched.outcome.limit, Some(Limit::Instructions));
    let state = pipeline(&watched).clone();
    assert!(!state.stages.is_empty());
    assert!(
        state
            .stages
            .iter()
            .all(|entry| entry.since <= Some(state.cycle))
    );
    assert!(state.cycle <= watched.cycles.unwrap());

    let mut plain = request("workloads/bin/stream", &["caches.l2.fp_latency=25000"]);
    plain.max_instructions = Some(2_000_000);
    let plain = sim::run(plain).unwrap();
    watched.outcome.fault = None;
    assert_eq!(report::to_json(&watched), report::to_json(&plain));
}

#[test]
fn the_run_ends_at_the_first_wait_and_at_the_same_place_every_time() {
    let (one, other) = (stalled(20_000), stalled(20_000));
    assert_eq!(report::to_json(&one), report::to_json(&other));
    // A shorter limit is met no later.
    assert!(stalled(10_000).instructions <= one.instructions);
}

#[test]
fn the_newest_stages_before_a_limit_of_cycles_hold_the_newest_instructions() {
    let mut request = request("tests/guests/spin", &[]);
    request.watchdog = Some(1_000_000);
    request.max_cycles = Some(100_000);
    let report = sim::run(request).unwrap();
    assert_eq!(report.outcome.limit, Some(Limit::Cycles));
    let state = pipeline(&report);
    let fault = report.outcome.fault.as_ref().unwrap();
    let newest = &state.stages.last().unwrap().ip;
    let executed: Vec<_> = fault.bundles.iter().map(|bundle| &bundle.ip).collect();
    assert!(executed.contains(&newest), "{newest} in {executed:?}");
}

#[test]
fn a_system_call_that_takes_long_is_a_wait_for_the_operating_system() {
    let mut request = request("tests/guests/args", &["os.syscall_cycles=30000"]);
    request.watchdog = Some(20_000);
    let report = sim::run(request).unwrap();
    assert_eq!(report.outcome.limit, Some(Limit::Watchdog));
    let wait = pipeline(&report).wait.as_ref().unwrap();
    assert_eq!(wait.causes[0].cause, "scoreboard_system: operating system");
    assert!(wait.causes[0].producer.is_none());
}

#[test]
fn a_functional_run_has_nothing_to_watch() {
    let mut request = request("tests/guests/hello", &[]);
    request.mode = Mode::Functional;
    request.watchdog = Some(1);
    assert!(matches!(sim::run(request), Err(sim::Error::Untimed(_))));
}

#[test]
fn a_run_without_a_watchdog_says_no_more_of_its_limit_than_which_it_is() {
    let mut request = request("tests/guests/spin", &[]);
    request.max_cycles = Some(1000);
    let report = sim::run(request).unwrap();
    assert_eq!(report.outcome, Outcome::limit(Limit::Cycles));
}
