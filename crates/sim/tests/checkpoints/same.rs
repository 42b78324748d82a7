//! Is a run that goes on from a checkpoint the run that was not interrupted?

use std::fs;
use std::sync::Arc;

use sim::{Column, Mode, Request};
use tempfile::TempDir;

use crate::programs;
use crate::support::Written;
use crate::{family, going_on, guest, making, repository, run, text, workload};

const WORKLOADS: [&str; 21] = [
    "atomics",
    "bigcode",
    "branchy",
    "chase",
    "checkpoint",
    "cloop",
    "crc",
    "ctlspec",
    "dataspec",
    "fpdiv",
    "interp",
    "matmul",
    "multiway",
    "nops",
    "recursion",
    "sieve",
    "simd",
    "sort",
    "stream",
    "strsearch",
    "swp",
];

#[test]
fn a_functional_run_that_goes_on_ends_with_the_same_report_and_the_rest_of_the_output() {
    for name in WORKLOADS {
        let folder = TempDir::new().unwrap();
        let request = || workload(name, "itanium", Mode::Functional);
        let (whole, output) = run(request());
        let places = ["1000", "30000", &(whole.instructions * 2 / 3).to_string()];
        let (made, same) = run(making(request(), folder.path(), &places, false));
        assert_eq!((text(&made), &same), (text(&whole), &output), "{name}");
        for place in places {
            let (rest, end) = run(going_on(request(), folder.path(), place));
            assert_eq!(text(&rest), text(&whole), "{name} from {place}");
            assert!(output.ends_with(&end), "{name} from {place}");
        }
    }
}

#[test]
fn a_timed_run_that_goes_on_warm_takes_the_same_cycles_and_counts_the_same() {
    for (number, name) in WORKLOADS.into_iter().enumerate() {
        let folder = TempDir::new().unwrap();
        let config = ["itanium", "itanium2"][number % 2];
        let request = || workload(name, config, Mode::Timed);
        let (whole, output) = run(request());
        let place = (whole.instructions / 2).to_string();
        let (made, same) = run(making(request(), folder.path(), &[&place], true));
        assert_eq!((text(&made), &same), (text(&whole), &output), "{name}");
        let (rest, end) = run(going_on(request(), folder.path(), &place));
        assert_eq!(text(&rest), text(&whole), "{name}");
        assert!(output.ends_with(&end), "{name}");
    }
}

/// Translations are invalidated every 1,000 instructions, and the checkpoint lies in the middle of such a lap.
#[test]
fn a_run_that_goes_on_warm_is_where_it_was_in_its_lap() {
    let folder = TempDir::new().unwrap();
    let request = || {
        let laps = [
            "core_trace.invalidate=true",
            "core_trace.lap_instructions=1000",
        ];
        let mut request = workload("sort", "itanium", Mode::Timed);
        request.config = Arc::new(config::load("itanium", &laps).unwrap());
        request.max_instructions = Some(200_000);
        request
    };
    let (whole, _) = run(request());
    run(making(request(), folder.path(), &["100500"], true));
    let (rest, _) = run(going_on(request(), folder.path(), "100500"));
    assert_eq!(text(&rest), text(&whole));
}

/// A turn of the processor ends where it would have ended, not at the limit of the run that was written down.
#[test]
fn a_run_that_goes_on_warm_has_its_own_limit_alone() {
    let folder = TempDir::new().unwrap();
    let limited = |limit| {
        let mut request = workload("sort", "itanium", Mode::Timed);
        request.max_instructions = Some(limit);
        request
    };
    let (whole, _) = run(limited(400_000));
    run(making(limited(301_000), folder.path(), &["300000"], true));
    let (rest, _) = run(going_on(limited(400_000), folder.path(), "300000"));
    assert_eq!(text(&rest), text(&whole));
}

/// A place that is the limit of the run may be inside a block, which the limit cuts; a warm run cannot go on there.
#[test]
fn a_warm_checkpoint_at_the_limit_of_a_run_is_right_or_not_made() {
    let limited = |limit| {
        let mut request = workload("sort", "itanium", Mode::Timed);
        request.max_instructions = Some(limit);
        request
    };
    let (whole, _) = run(limited(5_000));
    let mut made = [0, 0];
    for limit in 2_000..2_024 {
        let folder = TempDir::new().unwrap();
        let place = limit.to_string();
        let making = making(limited(limit), folder.path(), &[&place], true);
        let control = Arc::clone(&making.control);
        run(making);
        let known = control.checkpoints().unwrap();
        assert_eq!(
            (known.missed.len(), known.files.len() + known.cut.len()),
            (0, 1)
        );
        made[known.files.len()] += 1;
        if known.cut.is_empty() {
            let (rest, _) = run(going_on(limited(5_000), folder.path(), &place));
            assert_eq!(text(&rest), text(&whole), "at {limit}");
        } else {
            assert_eq!(known.cut, [place]);
        }
    }
    assert!(made[0] > 0 && made[1] > 0, "{made:?}");
}

/// `_start` calls `main` behind its first bundles.
#[test]
fn two_places_at_one_stop_are_both_written_down() {
    use object::{Object, ObjectSymbol};
    let folder = TempDir::new().unwrap();
    let program = fs::read(repository("workloads/bin/recursion")).unwrap();
    let program = object::File::parse(&*program).unwrap();
    let start = program.symbol_by_name("_start").unwrap().address();
    let second = format!("{:#x}", start + 16);
    let request = workload("recursion", "itanium", Mode::Functional);
    run(making(request, folder.path(), &[&second, "main"], false));
    for place in [&*second, "main"] {
        let path = folder.path().join(format!("{place}.checkpoint"));
        assert!(path.exists(), "{place}");
    }
}

#[test]
fn a_timed_run_that_goes_on_cold_counts_the_rest_and_says_so() {
    for name in ["sort", "strsearch", "interp"] {
        let folder = TempDir::new().unwrap();
        let functional = || workload(name, "itanium", Mode::Functional);
        let (whole, output) = run(functional());
        run(making(functional(), folder.path(), &["100000"], false));
        let timed = workload(name, "itanium2", Mode::Timed);
        let (rest, end) = run(going_on(timed, folder.path(), "100000"));
        assert_eq!(rest.instructions, whole.instructions - 100_000, "{name}");
        assert!(rest.cycles.unwrap() > 0);
        let region = rest.region.as_ref().unwrap();
        assert_eq!(region.first_instruction, Some(100_000));
        assert_eq!(region.end_instruction, Some(whole.instructions));
        assert!(output.ends_with(&end), "{name}");
    }
}

#[test]
fn every_kind_of_predictor_and_replacement_goes_on() {
    let changes = [
        [
            "branch.predictor=\"gshare\"",
            "caches.l2.replacement=\"random\"",
        ],
        [
            "branch.predictor=\"tage\"",
            "caches.l1d.replacement=\"nru\"",
        ],
        [
            "branch.predictor=\"two-level-local\"",
            "caches.l3.replacement=\"lru\"",
        ],
        ["branch.predictor=\"bimodal\"", "os.clock=\"instructions\""],
    ];
    for set in changes {
        let folder = TempDir::new().unwrap();
        let config = Arc::new(config::load("itanium2", &set).unwrap());
        let request = || {
            let program = repository("workloads/bin/branchy");
            Request::new(Arc::clone(&config), program)
        };
        let (whole, _) = run(request());
        run(making(request(), folder.path(), &["200000"], true));
        let (rest, _) = run(going_on(request(), folder.path(), "200000"));
        assert_eq!(text(&rest), text(&whole), "{set:?}");
    }
}

#[test]
fn threads_signals_and_timers_go_on_wherever_the_run_was_written_down() {
    for topic in ["threads", "signals", "time"] {
        let folder = TempDir::new().unwrap();
        let request = || guest(topic, folder.path(), Mode::Timed);
        let (whole, output) = run(request());
        for part in 1..8 {
            let place = (whole.instructions * part / 8).to_string();
            run(making(request(), folder.path(), &[&place], true));
            let (rest, end) = run(going_on(request(), folder.path(), &place));
            assert_eq!(text(&rest), text(&whole), "{topic} from {place}");
            assert!(output.ends_with(&end), "{topic} from {place}");
        }
    }
}

/// The run goes on warm and cold from behind so many instructions.
fn goes_on_in_both_ways(request: &dyn Fn(Mode) -> Request, places: &[u64]) {
    let (whole, output) = run(request(Mode::Timed));
    assert!(whole.processes.len() > 1);
    let folder = TempDir::new().unwrap();
    let names: Vec<String> = places.iter().map(u64::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (made, same) = run(making(request(Mode::Timed), folder.path(), &names, true));
    assert_eq!((text(&made), &same), (text(&whole), &output));
    for place in &names {
        let (rest, end) = run(going_on(request(Mode::Timed), folder.path(), place));
        assert_eq!(text(&rest), text(&whole), "warm from {place}");
        assert!(output.ends_with(&end), "warm from {place}");
    }
    let folder = TempDir::new().unwrap();
    let (whole, output) = run(request(Mode::Functional));
    run(making(
        request(Mode::Functional),
        folder.path(),
        &names,
        false,
    ));
    for place in &names {
        let (rest, end) = run(going_on(request(Mode::Functional), folder.path(), place));
        assert_eq!(text(&rest), text(&whole), "from {place}");
        assert!(output.ends_with(&end), "from {place}");
    }
    // A cold machine counts the rest, by process.
    let name = names[places.len() / 2];
    let (rest, end) = run(going_on(request(Mode::Timed), folder.path(), name));
    assert!(output.ends_with(&end), "cold from {name}");
    let first = rest.region.as_ref().and_then(|it| it.first_instruction);
    assert_eq!(first, Some(places[places.len() / 2]));
    let left = rest.processes.iter();
    let (cycles, instructions) = left.fold((0, 0), |sum, process| {
        let cycles = process.cycles.unwrap_or_default();
        (sum.0 + cycles, sum.1 + process.instructions)
    });
    assert_eq!(
        (Some(cycles), instructions),
        (rest.cycles, rest.instructions)
    );
}

#[test]
fn several_processes_and_executed_programs_go_on_with_the_same_cycles() {
    let folder = TempDir::new().unwrap();
    let request = |mode| {
        let mut request = guest("children", folder.path(), mode);
        request.files.writable = false;
        request
    };
    goes_on_in_both_ways(&request, &[700, 1_000, 2_000, 3_000]);
    let program = repository("tests/guests/descendants");
    let request = |mode| family(&program, &[], mode);
    goes_on_in_both_ways(&request, &[90, 4_000, 11_000, 15_000, 23_100, 30_000]);
}

/// Also where the model has not been told yet of what was unmapped.
#[test]
fn pages_that_were_unmapped_before_a_checkpoint_are_touched_anew_behind_it() {
    let program = repository("tests/guests/unmaps");
    let request = || family(&program, &[], Mode::Timed);
    let (whole, _) = run(request());
    let software = whole
        .tlbs
        .as_ref()
        .map(|tlbs| tlbs["dtlb"]["software_inserts"]);
    // Each of 200 rounds touches four pages.
    assert_eq!(software, Some(800));
    let mut in_full = request();
    in_full.in_full = true;
    assert_eq!(text(&run(in_full).0), text(&whole));
    let folder = TempDir::new().unwrap();
    // A round has about 300 instructions.
    let middle = whole.instructions * 3 / 4;
    let places: Vec<String> = (0..40).map(|n| (middle + 8 * n).to_string()).collect();
    let places: Vec<&str> = places.iter().map(String::as_str).collect();
    run(making(request(), folder.path(), &places, true));
    for place in places {
        let (rest, _) = run(going_on(request(), folder.path(), place));
        assert_eq!(text(&rest), text(&whole), "from {place}");
    }
}

/// Also where its code was executed before the checkpoint and is written behind it, before it is executed again.
#[test]
fn a_program_that_writes_over_its_code_goes_on_with_the_same_cycles() {
    let request = || {
        let program = repository("tests/guests/rewriter");
        let mut request = family(&program, &[], Mode::Timed);
        request.max_instructions = Some(9_000);
        request
    };
    let (whole, _) = run(request());
    let folder = TempDir::new().unwrap();
    // The program writes each 25 instructions.
    let places: Vec<String> = (0..60).map(|n| (5_590 + n).to_string()).collect();
    let places: Vec<&str> = places.iter().map(String::as_str).collect();
    run(making(request(), folder.path(), &places, true));
    for place in places {
        let (rest, _) = run(going_on(request(), folder.path(), place));
        assert_eq!(text(&rest), text(&whole), "from {place}");
    }
}

#[test]
fn a_pipeline_of_programs_goes_on_with_the_same_cycles() {
    let Some(program) = &programs::program("bin/busybox") else {
        return;
    };
    let busybox = program.display();
    let script = format!("{busybox} seq 1 300 | {busybox} sort -rn | {busybox} tail -n 1; exit 5");
    let request = |mode| family(program, &["sh", "-c", &script], mode);
    let (plain, output) = run(request(Mode::Functional));
    assert_eq!((output.as_slice(), plain.processes.len()), (&b"1\n"[..], 4));
    let places: Vec<u64> = (1..6).map(|part| plain.instructions * part / 6).collect();
    goes_on_in_both_ways(&request, &places);
}

#[test]
fn a_checkpoint_is_made_at_the_bundle_that_a_program_begins_with() {
    for mode in [Mode::Functional, Mode::Timed] {
        let folder = TempDir::new().unwrap();
        let request = || workload("sort", "itanium", mode);
        let (whole, output) = run(request());
        run(making(request(), folder.path(), &["_start"], true));
        let (rest, same) = run(going_on(request(), folder.path(), "_start"));
        assert_eq!((text(&rest), same), (text(&whole), output));
    }
}

#[test]
fn the_trace_of_a_run_that_goes_on_numbers_instructions_as_that_of_the_whole_run() {
    for (mode, column) in [
        (Mode::Timed, Column::Cycle),
        (Mode::Functional, Column::Place),
    ] {
        let folder = TempDir::new().unwrap();
        let request = || workload("sort", "itanium", mode);
        run(making(request(), folder.path(), &["40000"], true));
        let traced = |mut request: Request| {
            let lines = Written::default();
            request.max_instructions = Some(60_000);
            request.trace = Some(Box::new(lines.clone()));
            request.trace_options.columns = Some(vec![Column::Number, column]);
            request.trace_options.instructions = Some(50_000..50_100);
            sim::run(request).unwrap();
            let bytes = lines.0.lock().unwrap().clone();
            String::from_utf8(bytes).unwrap()
        };
        let whole = traced(request());
        assert_eq!(whole.lines().count(), 101);
        assert_eq!(traced(going_on(request(), folder.path(), "40000")), whole);
    }
}
