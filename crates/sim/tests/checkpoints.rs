//! Checkpoints: is a run that goes on from one the run that was not interrupted, and is everything refused that cannot be?

#[macro_use]
#[path = "../../../tests/skipped.rs"]
mod skipped;
#[path = "../../../tests/programs.rs"]
mod programs;
mod support;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use checkpoint::Checkpoint;
use report::Report;
use sim::{Apart, Checkpoints, Column, Mode, Request, Restore, SimPoint, SimPoints};
use tempfile::TempDir;

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

#[test]
fn open_files_are_opened_again_and_one_that_has_changed_is_refused_by_name() {
    let whole = {
        let folder = TempDir::new().unwrap();
        run(guest("files", folder.path(), Mode::Functional))
    };
    let mut refused = 0;
    for at in (20..whole.0.instructions).step_by(97) {
        let (folder, kept) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let place = at.to_string();
        let mut request = guest("files", folder.path(), Mode::Functional);
        request.max_instructions = Some(at);
        let (_, begun) = run(making(request, kept.path(), &[&place], false));
        let again = || {
            let request = guest("files", folder.path(), Mode::Functional);
            going_on(request, kept.path(), &place)
        };
        let file = folder.path().join("new.txt");
        if let Ok(bytes) = fs::read(&file) {
            fs::write(&file, b"something else").unwrap();
            if let Err(error) = sim::run(again()) {
                let error = error.to_string();
                assert!(
                    error.contains("new.txt: its contents have changed"),
                    "{error}"
                );
                refused += 1;
            } else {
                // It was not open there; what the run has made of it does not matter.
                continue;
            }
            fs::write(&file, bytes).unwrap();
        }
        let (_, rest) = run(again());
        assert_eq!([begun, rest].concat(), whole.1, "from {at}");
    }
    assert!(refused > 0);
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
fn what_no_checkpoint_can_hold_is_refused_with_its_name() {
    let folder = TempDir::new().unwrap();
    let config = Arc::new(config::load::<&str>("itanium", &[]).unwrap());
    let program = repository("crates/linux/tests/guest/bounds.elf");
    let mut request = Request::new(config, program.canonicalize().unwrap());
    request.args = vec!["instances".to_owned()];
    request.mode = Mode::Functional;
    let error = sim::run(making(request, folder.path(), &["200000"], false)).unwrap_err();
    let error = error.to_string();
    assert!(
        error.starts_with("checkpoint: at 200000: the run has an epoll instance open (descriptor ")
            && error.ends_with("; make it at another place"),
        "{error}"
    );
    assert!(!folder.path().join("200000.checkpoint").exists());
}

#[test]
fn another_program_config_or_input_is_refused_with_the_reason() {
    let folder = TempDir::new().unwrap();
    let request = || workload("strsearch", "itanium", Mode::Timed);
    run(making(request(), folder.path(), &["500000"], true));
    let refused = |request: Request| {
        let error = sim::run(going_on(request, folder.path(), "500000")).unwrap_err();
        error.to_string()
    };
    let error = refused(workload("strsearch", "itanium2", Mode::Timed));
    assert!(
        error.contains("a warm checkpoint of config itanium"),
        "{error}"
    );

    let echo = |input: &'static [u8]| {
        let config = Arc::new(config::load::<&str>("itanium", &[]).unwrap());
        let mut request = Request::new(config, repository("tests/guests/echo"));
        request.stdin = Box::new(input);
        request.mode = Mode::Functional;
        request
    };
    let (whole, _) = run(echo(b"one line\n"));
    let place = (whole.instructions - 1).to_string();
    run(making(echo(b"one line\n"), folder.path(), &[&place], false));
    for (input, reason) in [
        (
            &b""[..],
            "it ends after 0 bytes, and the run has read 9 of it",
        ),
        (b"two line\n", "its first 9 bytes are others"),
    ] {
        let error = sim::run(going_on(echo(input), folder.path(), &place));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }

    let program = folder.path().join("program");
    fs::copy(repository("workloads/bin/sort"), &program).unwrap();
    let config = Arc::new(config::load::<&str>("itanium", &[]).unwrap());
    let own = || Request::new(Arc::clone(&config), &program);
    run(making(own(), folder.path(), &["7000"], false));
    fs::copy(repository("workloads/bin/crc"), &program).unwrap();
    let error = sim::run(going_on(own(), folder.path(), "7000")).unwrap_err();
    assert!(
        error.to_string().contains("is not the one that was run"),
        "{error}"
    );
}

#[test]
fn a_damaged_file_or_page_is_an_error_that_names_it() {
    let folder = TempDir::new().unwrap();
    let request = || workload("crc", "itanium", Mode::Timed);
    run(making(request(), folder.path(), &["40000"], true));
    let path = folder.path().join("40000.checkpoint");
    let bytes = fs::read(&path).unwrap();
    let damaged = folder.path().join("damaged.checkpoint");
    for at in (0..bytes.len()).step_by(bytes.len() / 400 + 1) {
        for change in [0x01, 0x80] {
            let mut other = bytes.clone();
            other[at] ^= change;
            fs::write(&damaged, &other).unwrap();
            let error = Restore::read(&damaged).unwrap_err().to_string();
            assert!(error.contains("damaged.checkpoint: "), "{error}");
        }
        fs::write(&damaged, &bytes[..at]).unwrap();
        assert!(Restore::read(&damaged).is_err(), "cut at {at}");
    }
    let mut pages = Vec::new();
    for part in fs::read_dir(folder.path().join("pages")).unwrap() {
        pages.extend(fs::read_dir(part.unwrap().path()).unwrap());
    }
    let page = pages.pop().unwrap().unwrap().path();
    let bytes = fs::read(&page).unwrap();
    for other in [&bytes[..bytes.len() / 2], b"", b"no page"] {
        fs::write(&page, other).unwrap();
        let error = sim::run(going_on(request(), folder.path(), "40000"));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(page.to_str().unwrap()), "{error}");
    }
    fs::remove_file(&page).unwrap();
    let error = sim::run(going_on(request(), folder.path(), "40000"));
    assert!(
        error
            .unwrap_err()
            .to_string()
            .contains(page.to_str().unwrap())
    );
}

/// Parts with a right checksum whose bytes are others: what the guest has. What the cycle model has is not among them: it holds counts
/// of which no value is wrong by itself.
#[test]
fn forged_parts_are_errors_or_other_runs_and_never_a_panic() {
    let folder = TempDir::new().unwrap();
    let request = |threads| {
        let mut request = match threads {
            true => guest("threads", folder.path(), Mode::Functional),
            false => family(
                &repository("tests/guests/descendants"),
                &[],
                Mode::Functional,
            ),
        };
        request.max_instructions = Some(60_000);
        request
    };
    // Threads of one process, two processes with a pipe and a shared page, and one that has executed a program.
    for (threads, place) in [(true, "9000"), (false, "11000"), (false, "25000")] {
        run(making(request(threads), folder.path(), &[place], false));
        forge(&folder, place, || request(threads));
    }
}

#[test]
fn a_checkpoint_with_impossible_numbers_of_instructions_or_cycles_is_damaged() {
    let folder = TempDir::new().unwrap();
    let request = || guest("threads", folder.path(), Mode::Timed);
    run(making(request(), folder.path(), &["9000"], false));
    let whole = fs::read(folder.path().join("9000.checkpoint")).unwrap();
    let path = folder.path().join("forged.checkpoint");
    let whole = Checkpoint::from_bytes(&whole, &path).unwrap();
    let about = String::from_utf8(whole.part("about").unwrap().to_vec()).unwrap();
    /// What stands before and behind the number of this name, and the number.
    fn split<'a>(text: &'a str, name: &str) -> (&'a str, &'a str, u64) {
        let at = text.find(name).unwrap() + name.len();
        let rest = text[at..].trim_start_matches(|c: char| c.is_ascii_digit());
        let number = &text[at..text.len() - rest.len()];
        (&text[..at], rest, number.parse().unwrap())
    }
    let forged = |instructions: u64, clock: u64| {
        let mut forged = whole.clone();
        // The machine's number is the first word of its part.
        let mut machine = whole.part("machine").unwrap().to_vec();
        machine[..8].copy_from_slice(&instructions.to_le_bytes());
        forged.add_bytes("machine", machine);
        let (before, rest, _) = split(&about, "\"instructions\":");
        let other = format!("{before}{instructions}{rest}");
        let (before, rest, _) = split(&other, "\"clock\":");
        forged.add_bytes("about", format!("{before}{clock}{rest}").into_bytes());
        forged.write(&path, false).unwrap();
        let mut request = request();
        Restore::read(&path).unwrap().apply(&mut request);
        sim::run(request)
    };
    let (_, _, instructions) = split(&about, "\"instructions\":");
    let (_, _, clock) = split(&about, "\"clock\":");
    assert!(forged(instructions, clock).is_ok(), "it is as it was");
    for (instructions, clock) in [
        (u64::MAX - 3, clock),
        (instructions + 1, clock),
        (instructions, u64::MAX),
    ] {
        let error = forged(instructions, clock).unwrap_err().to_string();
        assert!(error.contains("damaged: "), "{error}");
        assert!(error.contains("make the checkpoint again"), "{error}");
    }
}

/// Changes one bit after the other of a checkpoint's parts.
fn forge(folder: &TempDir, place: &str, request: impl Fn() -> Request) {
    let whole = fs::read(folder.path().join(format!("{place}.checkpoint"))).unwrap();
    let path = folder.path().join("forged.checkpoint");
    let whole = Checkpoint::from_bytes(&whole, &path).unwrap();
    let mut random = fastrand::Rng::with_seed(11);
    let (mut refused, mut went_on, mut why) = (0, 0, String::new());
    for part in [
        "machine",
        "memory",
        "programs",
        "processes",
        "threads",
        "kernel",
        "files",
        "about",
    ] {
        let bytes = whole.part(part).unwrap().to_vec();
        for _ in 0..60 {
            let mut other = bytes.clone();
            let at = random.usize(..other.len());
            other[at] ^= 1 << random.u32(..8);
            let mut forged = whole.clone();
            forged.add_bytes(part, other);
            forged.write(&path, false).unwrap();
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                let mut request = request();
                let directory = request.files.directory.clone();
                Restore::read(&path)?.apply(&mut request);
                request.files.writable = false;
                request.files.directory = directory;
                sim::run(request)
            }));
            match outcome.unwrap_or_else(|_| panic!("{place}: {part}, byte {at}")) {
                Ok(_) => went_on += 1,
                Err(error) => {
                    refused += 1;
                    why = error.to_string();
                }
            }
        }
    }
    assert!(refused > 50 && went_on > 50, "{refused} {went_on} {why}");
}

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
