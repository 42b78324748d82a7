//! Sampled runs from the command line.

use std::fs;

use serde_json::Value;

use crate::support::{Folder, epicycle_in, repository};

#[test]
fn a_sampled_run_marks_every_number_as_an_estimate_with_its_interval() {
    let folder = Folder::new("sampling");
    let path = folder.0.join("report.json");
    let file = path.to_str().unwrap();
    let options = [
        "run",
        "--sample",
        "--error",
        "2%",
        "--report",
        file,
        "workloads/bin/sort",
    ];
    let ended = epicycle_in(&repository(""), &options, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert!(
        ended.stderr.contains("cycles, estimated ±"),
        "{}",
        ended.stderr
    );
    let report: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    for exact in ["cycles", "cycle_accounting", "events", "stalls", "caches"] {
        assert!(report.get(exact).is_none(), "{exact}");
    }
    let sample = &report["sample"];
    assert_eq!(sample["met"], true);
    for number in [
        &sample["cpi"],
        &sample["cycles"],
        &sample["events"]["CPU_CYCLES"],
    ] {
        let of = |key: &str| number[key].as_f64().unwrap();
        assert!(of("half_width") <= 0.02 * of("estimate"), "{number}");
        assert_eq!(number["confidence"], 99.7);
    }
}

#[test]
fn options_that_need_every_cycle_do_not_go_with_a_sample() {
    for other in [
        "--functional",
        "--max-cycles=1000",
        "--profile=p",
        "--trace=t",
    ] {
        let options = ["run", "--sample", other, "workloads/bin/sort"];
        let ended = epicycle_in(&repository(""), &options, b"");
        assert_eq!(ended.status, 125, "{other}: {}", ended.stderr);
        assert!(
            ended.stderr.contains("cannot be used with"),
            "{}",
            ended.stderr
        );
    }
    let alone = epicycle_in(
        &repository(""),
        &["run", "--error=1%", "workloads/bin/sort"],
        b"",
    );
    assert_eq!(alone.status, 125, "{}", alone.stderr);
}
