//! Parts of a run that are timed apart.

use std::sync::Arc;

use report::Report;
use sim::{Apart, Mode, SimPoint, SimPoints};
use tempfile::TempDir;

use crate::{guest, text, workload};

#[test]
fn a_program_that_changes_files_is_not_timed_in_parts_that_would_change_them_again() {
    let folder = TempDir::new().unwrap();
    let kept = TempDir::new().unwrap();
    let mut request = guest("files", folder.path(), Mode::Timed);
    // The host's files under their own names, as the command has it without options.
    request.files.writable = false;
    let points = SimPoints {
        points: vec![SimPoint {
            interval: 0,
            weight: 1.0,
        }],
        length: 1_000,
        warm_up: 1_000,
    };
    let apart = Apart {
        period: None,
        shard: None,
        folder: kept.path().to_owned(),
        temporary: true,
        threads: 1,
        warming: 1_000,
    };
    let error = sim::simpoints_apart(request, &points, &apart).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("changes files of the host (/"), "{text}");
    assert!(text.contains("leave --threads and --shard out"), "{text}");
}

#[test]
fn intervals_that_are_timed_apart_count_the_same_on_any_number_of_threads() {
    let points = [(0, 0.25), (3, 0.5), (7, 0.25)];
    let chosen = SimPoints {
        points: points
            .map(|(interval, weight)| SimPoint { interval, weight })
            .to_vec(),
        length: 100_000,
        warm_up: 1_000,
    };
    let set = ["os.clock=\"instructions\""];
    let config = Arc::new(config::load("itanium", &set).unwrap());
    let request = || {
        let mut request = workload("strsearch", "itanium", Mode::Timed);
        request.config = Arc::clone(&config);
        request
    };
    let apart = |threads, warming| {
        let folder = TempDir::new().unwrap();
        let apart = Apart {
            period: None,
            shard: None,
            folder: folder.path().to_owned(),
            temporary: true,
            threads,
            warming,
        };
        sim::simpoints_apart(request(), &chosen, &apart).unwrap()
    };
    let one = apart(1, 50_000);
    assert_eq!(text(&one), text(&apart(3, 50_000)));
    let cycles = |report: &Report| {
        let sample = report.sample.as_deref().unwrap();
        (sample.units, sample.cycles.unwrap().estimate as f64)
    };
    // With everything before an interval for warming, it is what one run one after the other times there.
    let (units, in_turn) = cycles(&sim::simpoints(request(), &chosen).unwrap());
    let (same, all) = cycles(&apart(2, u64::MAX));
    assert_eq!((units, same), (3, 3));
    assert!((all / in_turn - 1.0).abs() < 0.01, "{all} {in_turn}");
    let (_, some) = cycles(&one);
    assert!((some / in_turn - 1.0).abs() < 0.05, "{some} {in_turn}");
}
