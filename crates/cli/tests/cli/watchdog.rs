//! Does a run that hangs say why on the terminal, and in a batch?

use std::fs;

use crate::support::{Folder, epicycle_in, repository};

/// L2 takes so long for floating-point loads that the watchdog ends the run.
const SLOW: &str = "caches.l2.fp_latency=25000";

#[test]
fn a_hanging_run_ends_with_its_own_status_and_says_who_waits_for_whom() {
    let folder = Folder::new("watchdog");
    let stream = repository("workloads/bin/stream");
    let stream = stream.to_str().unwrap();
    let fixed = ["run", "--set", SLOW, "--watchdog", "20K", stream];
    let ended = epicycle_in(&folder.0, &fixed, b"");
    assert_eq!(ended.status, 124, "{}", ended.stderr);
    for part in [
        "stopped at the limit of cycles without a retired instruction",
        "data_float: load from L2, for 0x",
        "bundles executed last:",
        "backtrace:",
        "<_start+",
        "pipeline in cycle",
        "    BUF ",
    ] {
        assert!(ended.stderr.contains(part), "{part}: {}", ended.stderr);
    }
    for (wrong, word) in [
        (&["--watchdog", "0"][..], "more than 0 cycles"),
        (&["--watchdog", "1M", "--functional"], "--functional"),
    ] {
        let ended = epicycle_in(&folder.0, &[&["run"], wrong, &[stream]].concat(), b"");
        assert_eq!(ended.status, 125, "{}", ended.stderr);
        assert!(ended.stderr.contains(word), "{}", ended.stderr);
    }
}

#[test]
fn a_plan_sets_it_and_a_run_that_it_ends_has_failed_unless_the_plan_expects_a_limit() {
    let folder = Folder::new("watchdog-batch");
    let plan = |outcome: &str| {
        format!(
            "configs = [\"itanium\", \"itanium2\"]\n[[workload]]\nname = \"stream\"\npath = \"stream\"\nwatchdog = \"20K\"\n{outcome}"
        )
    };
    folder.file("failing.toml", plan(""));
    folder.file("expected.toml", plan("outcome = \"any\"\n"));
    let stream = fs::read(repository("workloads/bin/stream")).unwrap();
    folder.file("stream", stream);
    for (name, status) in [("failing", 3), ("expected", 0)] {
        let plan = format!("{name}.toml");
        let arguments = ["batch", &plan, "-q", "--set", SLOW, "--out", name];
        let ended = epicycle_in(&folder.0, &arguments, b"");
        assert_eq!(ended.status, status, "{}", ended.stderr);
        let report = folder.path(&format!("{name}/stream/itanium+{SLOW}.json"));
        let report = fs::read_to_string(report).unwrap();
        assert!(report.contains("\"limit\": \"watchdog\""));
        assert!(report.contains("data_float: load from L2"));
    }
    folder.file(
        "rules.toml",
        "[[rule]]\nname = \"any\"\nmetric = \"cycles\"\nmin = 0\n",
    );
    let text = folder.go("check rules.toml failing", 1).text();
    let finding = text.lines().next().unwrap();
    let words = "the limit of cycles without a retired instruction";
    assert_eq!(finding.matches(words).count(), 1, "{finding}");
}
