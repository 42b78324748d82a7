//! Core traces: is every real address known, and the true one, with no real address too many?

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};
use std::sync::Arc;

use coretrace::{Decoder, Item, Options, Recorder, Region, Shadow};
use events::Probe;
use sim::Request;

use crate::support::{Ended, Folder, epicycle_in, guest, repository};

/// Runs `core-trace` with some words and a shipped workload.
fn record(folder: &Folder, options: &str, workload: &str) -> Ended {
    let program = repository("workloads/bin").join(workload);
    let mut arguments = vec!["core-trace"];
    arguments.extend(options.split_whitespace());
    arguments.push(program.to_str().unwrap());
    epicycle_in(&folder.0, &arguments, b"needle haystack needle")
}

fn decode(folder: &Folder, options: &str) -> Ended {
    let mut arguments = vec!["core-trace", "decode"];
    arguments.extend(options.split_whitespace());
    epicycle_in(&folder.0, &arguments, b"")
}

/// Expects that a trace and its shadow log agree and nothing is unknown.
fn expect_clean(folder: &Folder, file: &str, what: &str) {
    let checked = decode(folder, &format!("--check {file}"));
    assert_eq!(checked.status, 0, "{what}: {}", checked.stderr);
    assert!(
        checked.stderr.contains("compared with the shadow log"),
        "{what}"
    );
}

fn objects(decoded: &Ended) -> Vec<serde_json::Value> {
    let lines = decoded.text();
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn every_real_address_of_every_workload_is_known_and_true() {
    let folder = Folder::new("core-trace-all");
    for processor in ["itanium", "itanium2"] {
        for workload in fs::read_dir(repository("workloads/bin")).unwrap() {
            let workload = workload.unwrap().file_name().into_string().unwrap();
            let options = format!("--quiet --config {processor} --max-instructions 60000 --out t");
            // The command itself holds the number of real addresses to the reloads of the report.
            let ended = record(&folder, &options, &workload);
            assert_eq!(ended.status, 0, "{workload}: {}", ended.stderr);
            expect_clean(&folder, "t", &workload);
        }
    }
}

#[test]
fn a_part_of_a_run_is_complete_with_the_invalidation_and_not_without() {
    let folder = Folder::new("core-trace-part");
    let part = "--quiet --from 100000 --to 130000 --out t";
    assert_eq!(record(&folder, part, "interp").status, 0);
    expect_clean(&folder, "t", "with");
    assert_eq!(objects(&decode(&folder, "--json t")).len(), 30_000);

    let without = format!("{part} --set core_trace.invalidate=false");
    assert_eq!(record(&folder, &without, "interp").status, 0);
    let checked = decode(&folder, "--check t");
    assert_eq!(checked.status, 1);
    assert!(
        checked.stderr.contains("first: instruction 0 at 0x"),
        "{}",
        checked.stderr
    );
    assert!(
        checked.stderr.contains("0 differences"),
        "{}",
        checked.stderr
    );
}

#[test]
fn recording_changes_nothing_that_the_configuration_does_not() {
    let folder = Folder::new("core-trace-report");
    let program = repository("workloads/bin/sort");
    for (recording, config) in [
        ("--from 20000 --to 60000", "core_trace.invalidate=true"),
        (
            "--single-issue",
            "core_trace.invalidate=true core_trace.single_issue=true",
        ),
        (
            "--words 3200 --wrap",
            "core_trace.invalidate=true core_trace.lap_instructions=200",
        ),
    ] {
        let options =
            format!("--quiet --max-instructions 80000 --out t --report a.json {recording}");
        assert_eq!(record(&folder, &options, "sort").status, 0);
        let mut arguments = vec![
            "run",
            "--quiet",
            "--max-instructions",
            "80000",
            "--report",
            "b.json",
        ];
        arguments.extend(config.split_whitespace().flat_map(|set| ["--set", set]));
        if recording.starts_with("--from") {
            arguments.extend(["--roi-start", "20000", "--roi-stop", "60000"]);
        }
        arguments.push(program.to_str().unwrap());
        assert_eq!(epicycle_in(&folder.0, &arguments, b"").status, 0);
        let report = |name: &str| fs::read_to_string(folder.path(name)).unwrap();
        assert_eq!(report("a.json"), report("b.json"), "{recording}");
        expect_clean(&folder, "t", recording);
    }
}

#[test]
fn a_memory_that_wraps_needs_what_the_caller_turned_off() {
    let folder = Folder::new("core-trace-forgone");
    for set in [
        "core_trace.invalidate=false",
        "core_trace.lap_instructions=0",
    ] {
        let options = format!("--quiet --out t --words 100000 --wrap --set {set}");
        let ended = record(&folder, &options, "sort");
        assert!(ended.status != 0 && !folder.path("t").exists());
        assert!(
            ended
                .stderr
                .contains("--wrap needs core_trace.invalidate = true and"),
            "{}",
            ended.stderr
        );
    }
}

/// Hears everything, so that everything is timed in full.
struct Loud;

impl Probe for Loud {}

#[test]
fn a_replayed_run_leaves_the_trace_of_one_that_is_timed_in_full() {
    let options = Options {
        invalidated: true,
        single_issue: false,
        lap_instructions: 0,
        memory: Region::Unbounded,
        region: false,
    };
    let config = Arc::new(config::load::<&str>("itanium", &[]).unwrap());
    for workload in ["interp", "recursion", "dataspec", "ctlspec", "bigcode"] {
        let trace = |in_full: bool| {
            let program = repository("workloads/bin").join(workload);
            let mut request = Request::new(Arc::clone(&config), program);
            request.max_instructions = Some(200_000);
            let (mut trace, mut shadow) = (Vec::new(), Vec::new());
            let mut recorder = Recorder::new(&mut trace, options);
            let mut log = Shadow::new(&mut shadow, None, false);
            let mut loud = Loud;
            let mut listeners: Vec<&mut dyn Probe> = vec![&mut recorder, &mut log];
            if in_full {
                listeners.push(&mut loud);
            }
            sim::run_with(request, listeners).unwrap();
            recorder.finish().unwrap();
            assert!(log.finish().unwrap());
            drop((recorder, log));
            (trace, shadow)
        };
        assert!(trace(true) == trace(false), "{workload}");
    }
}

/// Guests that fork, make threads, fault, get signals, rewrite their code and move their register stack.
#[test]
fn every_real_address_of_every_guest_is_known_and_true() {
    let folder = Folder::new("core-trace-guests");
    let guests = fs::read_dir(guest("")).unwrap().map(|entry| entry.unwrap());
    let mut checked = 0;
    for entry in guests.filter(|entry| entry.path().extension().is_none()) {
        let name = entry.file_name().into_string().unwrap();
        let program = entry.path();
        // Threads take turns several times within the limit.
        let options = "core-trace --quiet --set os.quantum_instructions=20000 --max-instructions 100000 --out t";
        let mut arguments: Vec<&str> = options.split(' ').collect();
        arguments.extend([program.to_str().unwrap(), "50"]);
        let ended = epicycle_in(&folder.0, &arguments, b"some input");
        assert!(!ended.stderr.contains("bug"), "{name}: {}", ended.stderr);
        if folder.path("t").exists() {
            expect_clean(&folder, "t", &name);
            let tasks = tasks(&fs::read(folder.path("t")).unwrap());
            let several = [
                "family",
                "locks",
                "many-processes",
                "thread-executes",
                "threads",
            ];
            let expected = several.contains(&name.as_str());
            assert_eq!(tasks.len() > 1, expected, "{name}: {} tasks", tasks.len());
            fs::remove_file(folder.path("t")).unwrap();
            checked += 1;
        }
    }
    assert!(checked > 30, "{checked}");
}

/// Processes and threads of a trace.
fn tasks(trace: &[u8]) -> BTreeSet<(u32, u32)> {
    let mut decoder = Decoder::new(trace);
    let items = std::iter::from_fn(|| decoder.next_item().unwrap());
    let tasks = items.filter_map(|item| match item {
        Item::Task(process, thread) => Some((process, thread)),
        _ => None,
    });
    tasks.collect()
}

#[test]
fn a_file_that_is_cut_at_any_word_goes_on_with_the_next_image() {
    let folder = Folder::new("core-trace-cut");
    let options = "--quiet --max-instructions 3000 --out t";
    assert_eq!(record(&folder, options, "sort").status, 0);
    let whole = fs::read(folder.path("t")).unwrap();
    let all = objects(&decode(&folder, "--json t"));
    for word in [1, 5, 12, 13, 14, 15, 16, 17, 1000, 1001, 1002, 1003] {
        folder.file("cut", &whole[8 * word..]);
        let rest = objects(&decode(&folder, "--json cut"));
        let tail = &all[all.len() - rest.len()..];
        let strip = |object: &serde_json::Value| {
            let known = ["ip", "slot", "text", "address", "bytes", "store"];
            known.map(|name| object.get(name).cloned())
        };
        assert!(all.len() - rest.len() <= word, "cut at word {word}");
        assert!(
            rest.iter().map(strip).eq(tail.iter().map(strip)),
            "cut at word {word}"
        );
        // What is known is true.
        for (cut, true_one) in rest.iter().zip(tail) {
            for name in ["real_ip", "real_address"] {
                assert!(
                    cut[name].is_null() || cut[name] == true_one[name],
                    "{cut} {true_one}"
                );
            }
        }
    }
    // The end of a file may be cut inside a word.
    folder.file("cut", &whole[..whole.len() - 3]);
    assert_eq!(objects(&decode(&folder, "--json cut")).len(), all.len() - 1);
}

#[test]
fn a_damaged_trace_is_said_with_the_command_that_names_the_place() {
    let folder = Folder::new("core-trace-damaged");
    record(&folder, "--out trace --max-instructions 3000", "nops");
    let path = folder.path("trace");
    let mut trace = fs::read(&path).unwrap();
    trace[800..808].fill(0xff);
    fs::write(&path, trace).unwrap();
    let said = "`epicycle core-trace decode --check trace` names the first one";
    for options in ["trace", "--json trace"] {
        let decoded = decode(&folder, options);
        assert_eq!(decoded.status, 0, "{}", decoded.stderr);
        assert!(decoded.stderr.contains(said), "{}", decoded.stderr);
    }
    let exported = decode(&folder, "--export lackey trace");
    assert_eq!(exported.status, 2, "{}", exported.stderr);
    let said = "only a whole trace can be exported: `epicycle core-trace decode --check`";
    assert!(exported.stderr.contains(said), "{}", exported.stderr);
    assert_eq!(decode(&folder, "--check trace").status, 1);
}

/// A file without an instruction is no trace, whatever is asked of it.
#[test]
fn what_holds_no_instruction_is_no_trace() {
    let folder = Folder::new("core-trace-empty");
    record(
        &folder,
        "--quiet --max-instructions 10 --out trace",
        "stream",
    );
    let trace = fs::read(folder.path("trace")).unwrap();
    folder.file("nothing", b"");
    folder.file("header", &trace[..32]);
    for file in ["nothing", "header"] {
        for options in ["", "--json", "--check", "--export lackey --to out"] {
            let ended = folder.go(&format!("core-trace decode {options} {file}"), 2);
            assert!(
                ended.stderr.contains("there is no instruction in it"),
                "{options} {file}: {}",
                ended.stderr
            );
        }
    }
    let ended = folder.go(
        "core-trace decode --export lackey --to trace.shadow trace",
        2,
    );
    assert!(ended.stderr.contains("shadow log"), "{}", ended.stderr);
}

/// `stream` prefetches: what `lfetch` refers to has an address of its own, and no tool is given it.
#[test]
fn traces_for_other_tools_and_for_readers_name_the_references_of_the_core_trace() {
    let folder = Folder::new("core-trace-references");
    record(
        &folder,
        "--quiet --max-instructions 60000 --out trace",
        "stream",
    );
    let exported = decode(&folder, "--export lackey trace").text();
    let workload = repository("workloads/bin/stream");
    let traced = |form: &str| {
        let line = format!("run --quiet --max-instructions 60000 --trace - --trace-format {form}");
        let mut arguments: Vec<&str> = line.split_whitespace().collect();
        arguments.push(workload.to_str().unwrap());
        let ended = epicycle_in(&folder.0, &arguments, b"");
        // Standard output is the trace's: what the program prints comes behind the limit.
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        ended.text()
    };
    assert!(traced("lackey") == exported);
    let references = exported.lines().filter(|line| !line.starts_with('I'));
    let references = references.map(|line| line[3..].split_once(',').unwrap().0);
    let references = references.map(|hex| u64::from_str_radix(hex, 16).unwrap());
    let references: Vec<u64> = references.collect();
    let text = traced("text");
    assert!(text.contains(" lfetch") && references.len() > 5_000);
    let named = text.lines().filter(|line| !line.contains(" lfetch"));
    let named = named.filter_map(|line| line.rsplit_once("[0x")?.1.strip_suffix(']'));
    let named = named.map(|hex| u64::from_str_radix(hex, 16).unwrap());
    assert!(named.eq(references));
}

/// `checks` goes to recovery code again and again.
#[test]
fn what_leaves_the_order_of_a_trace_for_other_tools_is_a_branch_of_it() {
    let folder = Folder::new("core-trace-checks");
    let program = guest("checks");
    let options = "run --quiet --trace trace --trace-format champsim";
    let mut arguments: Vec<&str> = options.split_whitespace().collect();
    arguments.push(program.to_str().unwrap());
    let ended = epicycle_in(&folder.0, &arguments, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let trace = fs::read(folder.path("trace")).unwrap();
    let places = trace.chunks_exact(64).map(|record| {
        let place = u64::from_le_bytes(record[..8].try_into().unwrap());
        (place, record[8] == 1, record[9] == 1)
    });
    let places: Vec<(u64, bool, bool)> = places.collect();
    let mut taken = 0;
    for pair in places.windows(2) {
        let [(place, is_branch, is_taken), (next, ..)] = *pair else {
            unreachable!("pairs");
        };
        let behind = [place + 4, place + 6, place + 10];
        assert!(is_branch || behind.contains(&next), "{place:#x} {next:#x}");
        taken += u64::from(is_taken);
    }
    assert!(taken > 50, "{taken}");
}

/// A bounded memory takes every image the careful way, an unbounded one most of them from patterns.
#[test]
fn a_full_memory_holds_the_start_of_the_unbounded_trace() {
    let folder = Folder::new("core-trace-words");
    let options = "--quiet --max-instructions 80000 --out";
    for workload in ["interp", "stream", "recursion", "dataspec"] {
        let recorded = record(&folder, &format!("{options} all"), workload);
        assert_eq!(recorded.status, 0, "{workload}");
        let recorded = record(&folder, &format!("{options} some --words 140000"), workload);
        assert_eq!(recorded.status, 0, "{workload}");
        let read = |name: &str| fs::read(folder.path(name)).unwrap();
        let (all, some) = (read("all"), read("some"));
        let words = some.len() / 8 - 4;
        assert!((139_993..=140_000).contains(&words), "{workload}: {words}");
        assert!(all[32..].starts_with(&some[32..]), "{workload}");
        expect_clean(&folder, "some", workload);
    }
}

#[test]
fn a_memory_that_wraps_holds_whole_laps_up_to_the_end() {
    let folder = Folder::new("core-trace-wrap");
    let options = "--quiet --max-instructions 20000 --out t --words 5k --wrap";
    assert_eq!(record(&folder, options, "interp").status, 0);
    let bytes = fs::read(folder.path("t")).unwrap();
    assert!(
        bytes.len() <= 32 + 5_000 * 8 && bytes.len() > 4_000 * 8,
        "{}",
        bytes.len()
    );
    expect_clean(&folder, "t", "wrapped");
    let last = objects(&decode(&folder, "--json t"));
    assert!(last.len() > 1_500);
}

#[test]
fn a_full_disk_ends_the_run_says_so_and_leaves_the_report() {
    let folder = Folder::new("core-trace-full");
    let options = "--quiet --max-instructions 2M --out /dev/full --report r";
    let ended = record(&folder, options, "interp");
    assert_eq!(ended.status, 2);
    let said = "cannot write trace /dev/full: No space left on device";
    assert!(ended.stderr.contains(said), "{}", ended.stderr);
    let report: serde_json::Value = serde_json::from_str(&folder.text("r")).unwrap();
    assert_eq!(report["outcome"]["kind"], "interrupted");
    let why = "an output could not be written";
    assert_eq!(report["outcome"]["message"], why);
}

/// What is left of the header are words of no image, which a trace that was cut from a longer one has too.
#[test]
fn a_trace_cut_inside_its_header_decodes_with_the_places_that_the_check_names() {
    let folder = Folder::new("core-trace-cut");
    let options = "--quiet --max-instructions 20000 --out t";
    assert_eq!(record(&folder, options, "interp").status, 0);
    let whole = fs::read(folder.path("t")).unwrap();
    for cut in [8, 16, 24] {
        folder.file("cut", &whole[cut..]);
        let decoded = decode(&folder, "cut");
        assert!(decoded.text().lines().count() > 10_000);
        assert_eq!(decoded.stderr, "", "{cut}");
        let checked = decode(&folder, "--check cut").stderr;
        assert!(checked.contains(" 0 damaged places"), "{checked}");
    }
    // Where there is one, both say so.
    let mut damaged = whole;
    let middle = damaged.len() / 16 * 8;
    damaged[middle..middle + 64].fill(0xff);
    folder.file("cut", damaged);
    let said = decode(&folder, "cut").stderr;
    let checked = decode(&folder, "--check cut").stderr;
    let count = said.split(": ").nth(2).unwrap().split(' ').next().unwrap();
    assert!(
        checked.contains(&format!(" {count} damaged places")),
        "{said}{checked}"
    );
}

/// The limit is 256 KB for each file.
#[test]
fn each_output_that_does_not_fit_is_named_and_no_log_of_another_trace_stays() {
    let folder = Folder::new("core-trace-limit");
    let limited = |words: &str| {
        let program = repository("workloads/bin/interp");
        let line = format!(
            "ulimit -f 512; exec \"$0\" core-trace --quiet --max-instructions 2M --out t --report r {words} \"$1\""
        );
        let output = Command::new("sh")
            .args(["-c", &line, env!("CARGO_BIN_EXE_epicycle")])
            .arg(program)
            .current_dir(&folder.0)
            .env_remove("RUST_LOG")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        fs::remove_file(folder.path("r")).unwrap();
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let old = ["t", "t.shadow"];
    let files = || old.map(|name| fs::read(folder.path(name)).ok());
    let options = "--quiet --max-instructions 1000 --out t";
    assert_eq!(record(&folder, options, "sort").status, 0);
    let before = files();
    let said = limited("");
    assert!(said.contains("cannot write trace t: "), "{said}");
    assert!(files() == before);
    let said = limited("--words 1000");
    assert!(
        said.contains("cannot write shadow log t.shadow: "),
        "{said}"
    );
    let [trace, log] = files();
    assert!(trace.is_some() && trace != before[0] && log.is_none());
}

#[test]
fn a_shadow_log_of_an_older_trace_does_not_stay_beside_a_newer_one() {
    let folder = Folder::new("core-trace-shadow");
    assert_eq!(
        record(&folder, "--quiet --max-instructions 1000 --out t", "sort").status,
        0
    );
    assert!(folder.path("t.shadow").exists());
    let options = "--quiet --max-instructions 10000001 --out t --words 1000";
    let ended = record(&folder, options, "interp");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert!(!folder.path("t.shadow").exists());
    assert_eq!(decode(&folder, "--check t").status, 0);
}
