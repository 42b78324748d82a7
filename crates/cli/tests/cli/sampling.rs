//! Sampled runs from the command line.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

use crate::support::{Folder, epicycle_in, guest, repository};

#[test]
fn a_sampled_run_marks_every_number_as_an_estimate_with_its_interval() {
    let folder = Folder::new("sampling");
    let path = folder.0.join("report.json");
    let file = path.to_str().unwrap();
    let options = [
        "run",
        "--sample",
        "--error",
        "3%",
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
        assert!(of("half_width") <= 0.03 * of("estimate"), "{number}");
        assert_eq!(number["confidence"], 99.7);
    }
}

/// The clock counted instructions without a word.
#[test]
fn a_clock_of_cycles_is_refused_in_a_sampled_run() {
    let run = |parts: &[&str], clock: &str| {
        let set = format!("os.clock = \"{clock}\"");
        let options = [
            &["run", "-q"],
            parts,
            &["--set", &set, "workloads/bin/nops"],
        ]
        .concat();
        epicycle_in(&repository(""), &options, b"")
    };
    for parts in [&["--sample"][..], &["--sample", "--threads", "2"]] {
        let ended = run(parts, "cycles");
        assert_eq!(ended.status, 125, "{}", ended.stderr);
        assert!(ended.stderr.contains("counts instructions") && ended.stderr.contains("in full"));
    }
    assert_eq!(run(&["--sample"], "instructions").status, 0);
    assert_eq!(run(&[], "cycles").status, 0);
}

#[test]
fn rules_and_tables_take_estimates_with_their_intervals() {
    let folder = Folder::new("sampling-rules");
    let program = repository("workloads/bin/sort");
    let program = program.to_str().unwrap();
    let go = |arguments: &[&str]| epicycle_in(&folder.0, arguments, b"");
    let sampled = ["run", "-q", "--sample", "--report", "old.json", program];
    assert_eq!(go(&sampled).status, 0);
    let report: Value =
        serde_json::from_slice(&fs::read(folder.path("old.json")).unwrap()).unwrap();
    let moved = |part: f64| {
        // Every estimate by this part of its half-width.
        let mut report = report.clone();
        let sample = &mut report["sample"];
        let shift = |one: &mut Value| {
            let half = one["half_width"].as_u64().unwrap() as f64;
            let estimate = one["estimate"].as_u64().unwrap() as f64;
            one["estimate"] = ((estimate + part * half) as u64).into();
        };
        shift(&mut sample["cycles"]);
        for section in ["cycle_accounting", "events"] {
            sample[section]
                .as_object_mut()
                .unwrap()
                .values_mut()
                .for_each(shift);
        }
        folder.file("new.json", report.to_string());
    };
    let rule = |text: &str| {
        folder.file("rules.toml", format!("[[rule]]\n{text}\n"));
        let ended = go(&["check", "rules.toml", "new.json", "--baseline", "old.json"]);
        (ended.status, ended.text() + &ended.stderr)
    };
    let same = "metric = \"*\"\nequals = \"baseline\"";
    let slower = "metric = \"cycles\"\nmax_increase_percent = 0.0";
    moved(1.5);
    assert_eq!(rule(same).0, 0, "{}", rule(same).1);
    assert_eq!(rule(slower).0, 0, "{}", rule(slower).1);
    moved(3.0);
    let (status, text) = rule(same);
    assert!(
        status == 1 && text.contains("cycles went from") && text.contains(" ± "),
        "{text}"
    );
    assert_eq!(rule(slower).0, 1);
    // A comparison has the intervals, too.
    let csv = go(&["compare", "old.json", "new.json", "--format", "csv"]).text();
    let of = |key: &str| report["sample"]["cycles"][key].as_u64().unwrap();
    let row = csv.lines().find(|line| line.contains(",cycles,")).unwrap();
    let half = of("half_width");
    assert!(csv.starts_with("run,number,before,after,before_half_width,after_half_width\n"));
    assert!(row.ends_with(&format!(",{half},{half}")), "{row}");
    // A bound inside the interval is kept, one outside of it is not.
    moved(0.0);
    let bound = |bound: u64| rule(&format!("metric = \"cycles\"\nmax = {bound}")).0;
    assert_eq!(bound(of("estimate") - of("half_width")), 0);
    assert_eq!(bound(of("estimate") - of("half_width") - 1), 1);
    let arithmetic = rule("metric = \"cycles / 2\"\nmax = 1e12");
    assert!(
        arithmetic.0 == 1 && arithmetic.1.contains("the run is sampled"),
        "{}",
        arithmetic.1
    );
    // A baseline file keeps the intervals.
    folder.file("rules.toml", format!("[[rule]]\n{same}\n"));
    let bless = [
        "check",
        "rules.toml",
        "new.json",
        "--baseline",
        "base.json",
        "--bless",
    ];
    assert_eq!(go(&bless).status, 0);
    let against = ["check", "rules.toml", "new.json", "--baseline", "base.json"];
    for (part, status) in [(1.5, 0), (3.0, 1)] {
        moved(part);
        let ended = go(&against);
        assert_eq!(ended.status, status, "{}{}", ended.text(), ended.stderr);
    }
    let table = go(&["report", "old.json"]).text();
    assert!(
        table.contains("sampled (systematic)") && table.contains("± "),
        "{table}"
    );
    assert_eq!(go(&["report", "old.json", "-o", "page.html"]).status, 0);
    let page = fs::read_to_string(folder.path("page.html")).unwrap();
    assert!(page.contains("± "));
}

#[test]
fn what_a_sampled_or_restored_run_reads_is_not_replaced() {
    let folder = Folder::new("sampling-inputs");
    let program = repository("workloads/bin/sort");
    let program = program.to_str().unwrap();
    let refused = |arguments: &[&str], why: &str| {
        let ended = epicycle_in(&folder.0, arguments, b"");
        assert_eq!(ended.status, 125, "{arguments:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(why), "{}", ended.stderr);
    };
    folder.file("points", "0 0\n");
    folder.file("weights", "1 0\n");
    for report in ["points", "weights"] {
        let run = [
            "run",
            "--simpoints",
            "points",
            "--weights",
            "weights",
            "--report",
            report,
            program,
        ];
        refused(&run, "the chosen intervals are read from it");
    }
    let write = [
        "run",
        "-q",
        "--functional",
        "--checkpoint-at",
        "1000",
        "--checkpoint-dir",
        "d",
        program,
    ];
    assert_eq!(epicycle_in(&folder.0, &write, b"").status, 0);
    let file = "d/1000.checkpoint";
    refused(
        &["run", "--restore", file, "--report", file],
        "the run goes on from it",
    );
    let again = [
        "run",
        "--restore",
        file,
        "--checkpoint-at",
        "1000",
        "--checkpoint-dir",
        "d",
    ];
    refused(&again, "would replace the checkpoint");
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

#[test]
fn options_that_would_say_nothing_are_refused_by_name() {
    let folder = Folder::new("sampled-options");
    folder.file("points", "0 0\n");
    folder.file("weights", "1 0\n");
    folder.file("half", "0.5 0\n");
    let program = repository("workloads/bin/sort");
    let program = program.to_str().unwrap();
    let points: &[&str] = &["--simpoints=points", "--weights=weights"];
    let cases: [(&[&str], &[&str], &str); 7] = [
        (points, &["--confidence=95"], "--confidence"),
        (points, &["--unit=2000"], "--unit"),
        (
            &["--sample"],
            &["--checkpoint-warm", "--checkpoint-dir=d"],
            "--checkpoint-warm",
        ),
        (
            &["--simpoints=points", "--weights=half"],
            &[],
            "points with half: weights: the weights sum to 0.5000, not to 1",
        ),
        (
            &["--sample", "--threads=1"],
            &["--warming=5"],
            "epicycle: --warming 5: ",
        ),
        (
            &["--sample", "--threads=1"],
            &["--period=5"],
            "epicycle: --period 5: ",
        ),
        (
            &["--sample", "--threads=1"],
            &["--writable"],
            "epicycle: --writable: ",
        ),
    ];
    for (ways, options, said) in cases {
        let arguments = [&["run", "-q"], ways, options, &[program]].concat();
        let ended = epicycle_in(&folder.0, &arguments, b"");
        assert_eq!(ended.status, 125, "{options:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(said), "{}", ended.stderr);
    }
}

#[test]
fn frequency_vectors_are_those_of_a_functional_run() {
    let folder = Folder::new("vectors");
    for program in ["sort", "recursion", "interp"] {
        let path = repository("workloads/bin").join(program);
        let vectors = |mode: &[&str]| {
            let mut arguments = vec![
                "run",
                "-q",
                "--max-instructions",
                "5M",
                "--bbv",
                "F",
                "--bbv-interval",
                "10K",
            ];
            arguments.extend(mode);
            arguments.push(path.to_str().unwrap());
            let ended = epicycle_in(&folder.0, &arguments, b"");
            assert_eq!(ended.status, 0, "{}", ended.stderr);
            fs::read_to_string(folder.path("F")).unwrap()
        };
        let timed = vectors(&[]);
        assert!(timed.lines().count() > 150);
        // Interval k is what `--simpoints` looks for at k times its length: 64 slots are the longest block.
        let mut until = 0;
        let lines: Vec<u64> = timed.lines().map(instructions_of).collect();
        let (_, whole) = lines.split_last().unwrap();
        for (end, count) in (1..).map(|k| 10_000 * k).zip(whole) {
            until += count;
            assert!(
                (end..end + 64).contains(&until),
                "{program}: {until} at {end}"
            );
        }
        assert!(timed == vectors(&["--functional"]), "{program}");
    }
}

/// Instructions of an interval, by its line of frequency vectors.
fn instructions_of(line: &str) -> u64 {
    let counts = line.split_whitespace().map(|pair| {
        let count = pair.rsplit(':').next().unwrap();
        count.parse::<u64>().unwrap()
    });
    counts.sum()
}

#[test]
fn chosen_intervals_of_a_program_stand_for_it() {
    let folder = Folder::new("simpoints");
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let run = |options: &[&str]| {
        let ended = epicycle_in(&repository(""), options, b"");
        assert_eq!(ended.status, 0, "{}", ended.stderr);
    };
    let (bbv, points, weights) = (path("v.bb"), path("v.simpoints"), path("v.weights"));
    let program = "workloads/bin/interp";
    run(&[
        "run",
        "--quiet",
        "--functional",
        "--bbv",
        &bbv,
        "--bbv-interval",
        "100K",
        program,
    ]);
    let vectors = fs::read_to_string(&bbv).unwrap();
    let instructions: u64 = vectors.lines().map(instructions_of).sum();
    run(&[
        "simpoints",
        &bbv,
        "--simpoints",
        &points,
        "--weights",
        &weights,
    ]);
    let report = |name: &str, options: &[&str]| -> Value {
        let file = path(name);
        let clock = "os.clock=\"instructions\"";
        run(&[
            &["run", "--quiet", "--set", clock, "--report", &file],
            options,
            &[program],
        ]
        .concat());
        serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
    };
    let full = report("full.json", &[]);
    assert_eq!(
        full["instructions"], instructions,
        "the vectors are the whole run"
    );
    let options = [
        "--simpoints",
        &points,
        "--weights",
        &weights,
        "--bbv-interval",
        "100K",
    ];
    let chosen = report("chosen.json", &options);
    let sample = &chosen["sample"];
    assert_eq!(sample["method"], "simpoints");
    assert!(sample["cycles"].get("half_width").is_none());
    let (cycles, estimate) = (
        full["cycles"].as_f64().unwrap(),
        &sample["cycles"]["estimate"],
    );
    let off = estimate.as_f64().unwrap() / cycles - 1.0;
    assert!(off.abs() < 0.1, "{off}: {sample}");
    let wrong = report(
        "wrong.json",
        &[&options[..4], &["--bbv-interval", "100M"]].concat(),
    );
    let reached = wrong["sample"].get("cycles").is_some();
    assert!(
        !reached,
        "intervals of another length are not in the run: {}",
        wrong["sample"]
    );
}

/// Each interval of `--bbv` is chosen, because each has a block of its own in the vectors that `simpoints` reads. The last one is shorter.
#[test]
fn where_every_interval_is_chosen_the_estimate_is_the_count_of_the_run() {
    let folder = Folder::new("simpoints-all");
    let program = guest("../../workloads/bin/recursion");
    let program = program.to_str().unwrap();
    let go = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let ended = epicycle_in(&folder.0, &words, b"");
        assert_eq!(ended.status, 0, "{}", ended.stderr);
    };
    let report = |line: &str| -> Value {
        go(line);
        serde_json::from_str(&folder.text("report")).unwrap()
    };
    go(&format!(
        "run -q --functional --bbv vectors --bbv-interval 500K {program}"
    ));
    let vectors = folder.text("vectors");
    let lengths: Vec<u64> = vectors.lines().map(instructions_of).collect();
    assert!(lengths.len() > 3 && lengths.last() < lengths.first());
    let apart = lengths.iter().enumerate();
    let apart: String = apart
        .map(|(block, length)| format!("T:{}:{length}\n", block + 1))
        .collect();
    folder.file("vectors", apart);
    go("simpoints vectors --simpoints points --weights weights");
    assert_eq!(folder.text("points").lines().count(), lengths.len());
    let full = report(&format!(
        "run -q --set os.clock=\"instructions\" --report report {program}"
    ));
    let chosen = "run -q --simpoints points --weights weights --bbv-interval 500K";
    // Intervals that are timed apart begin behind functional warming, not behind the interval before.
    for (options, most) in [("", 1e-4), (" --threads 2", 1e-2)] {
        let sampled = report(&format!("{chosen}{options} --report report {program}"));
        let (estimate, cycles) = (
            sampled["sample"]["cycles"]["estimate"].as_f64().unwrap(),
            full["cycles"].as_f64().unwrap(),
        );
        let off = estimate / cycles - 1.0;
        assert!(off.abs() < most, "{options}: {estimate} of {cycles}");
    }
}

#[test]
fn chosen_intervals_of_a_process_and_its_child_are_timed_apart_and_count_what_they_count_in_turn() {
    let folder = Folder::new("simpoints-family");
    let path = |name: &str| folder.path(name).to_str().unwrap().to_owned();
    let (points, weights) = (path("points"), path("weights"));
    // The start, both processes side by side, the child alone, and the program that it executes.
    fs::write(&points, "0 0\n2 1\n4 2\n6 3\n").unwrap();
    fs::write(&weights, "0.2 0\n0.3 1\n0.2 2\n0.3 3\n").unwrap();
    let program = guest("descendants");
    let report = |threads: &[&str]| {
        let report = path("report.json");
        let options = [
            "run",
            "--quiet",
            "--set",
            "os.clock=\"instructions\"",
            "--set",
            "os.quantum_instructions=3000",
            "--bbv-interval",
            "4000",
            "--simpoints",
            &points,
            "--weights",
            &weights,
            "--report",
            &report,
            program.to_str().unwrap(),
        ];
        let options = [&options[..1], threads, &options[1..]].concat();
        let ended = epicycle_in(&folder.0, &options, b"");
        assert_eq!(
            (ended.status, &*ended.stdout),
            (3, &b"agrees\nexecuted\n"[..]),
            "{}",
            ended.stderr
        );
        fs::read(&report).unwrap()
    };
    let apart = report(&["--threads", "2"]);
    assert!(apart == report(&["--threads", "1"]));
    let parsed = |bytes: &[u8]| -> report::Report { serde_json::from_slice(bytes).unwrap() };
    let (apart, in_turn) = (parsed(&apart), parsed(&report(&[])));
    assert_eq!(apart.processes.len(), 2);
    assert_eq!(apart.instructions, in_turn.instructions);
    let (apart, in_turn) = (apart.sample.unwrap(), in_turn.sample.unwrap());
    assert_eq!((apart.units, in_turn.units), (4, 4));
    // The intervals are warmed by all that comes before them in both ways.
    assert_eq!(apart.cycles.unwrap(), in_turn.cycles.unwrap());
    assert_eq!(apart.cycle_accounting, in_turn.cycle_accounting);
}

#[test]
fn stretches_of_a_program_are_sampled_apart_with_the_same_bytes_on_any_number_of_threads() {
    let folder = Folder::new("sampling-apart");
    let sampled = |threads: &str, name: &str| {
        let path = folder.0.join(name);
        let options = [
            "run",
            "--quiet",
            "--sample",
            "--threads",
            threads,
            "--warming",
            "200K",
            "--report",
            path.to_str().unwrap(),
            "workloads/bin/sort",
        ];
        let ended = epicycle_in(&repository(""), &options, b"");
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        fs::read(path).unwrap()
    };
    let one = sampled("1", "one.json");
    assert_eq!(one, sampled("4", "four.json"));
    let report: Value = serde_json::from_slice(&one).unwrap();
    assert_eq!(report["sample"]["warming"], 200_000);
    assert!(report["sample"]["cycles"]["half_width"].as_u64() > Some(0));
    // One run has work for two.
    let alone = ["run", "--threads", "3", "workloads/bin/sort"];
    let ended = epicycle_in(&repository(""), &alone, b"");
    assert_eq!(ended.status, 125, "{}", ended.stderr);
    assert!(ended.stderr.contains("--sample"), "{}", ended.stderr);
    let little = [
        "run",
        "--sample",
        "--threads=2",
        "--warming=1K",
        "workloads/bin/sort",
    ];
    let ended = epicycle_in(&repository(""), &little, b"");
    assert_eq!(ended.status, 125, "{}", ended.stderr);
    assert!(ended.stderr.contains("--warming"), "{}", ended.stderr);
}

#[test]
fn shards_of_a_sampled_run_are_merged_to_the_report_of_one_run() {
    let folder = Folder::new("sampling-shards");
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let run = |options: &[&str], name: &str| {
        let report = path(name);
        let sampled = ["run", "--quiet", "--sample", "--error=3%", "--warming=200K"];
        let rest = ["--report", &report, "workloads/bin/sort"];
        let ended = epicycle_in(&repository(""), &[&sampled, options, &rest].concat(), b"");
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        report
    };
    let whole = run(&["--threads=2"], "whole.json");
    let first = run(&["--shard=1/2"], "first.json");
    let second = run(&["--shard=2/2", "--threads=2"], "second.json");
    let merged = path("merged.json");
    let merge = |shards: &[&str]| {
        let options = [&["merge", "--out", &merged], shards].concat();
        epicycle_in(&repository(""), &options, b"")
    };
    let lacking = merge(&[&second]);
    assert_eq!(lacking.status, 3, "{}", lacking.stderr);
    assert!(
        lacking.stderr.contains("shard 1/2 is missing"),
        "{}",
        lacking.stderr
    );
    assert!(!fs::exists(&merged).unwrap());
    let other = merge(&[&first, &whole]);
    assert_eq!(other.status, 2, "{}", other.stderr);
    assert!(
        other.stderr.contains("not the report of a shard"),
        "{}",
        other.stderr
    );
    let folders = merge(&[&first, folder.0.to_str().unwrap()]);
    assert_eq!(folders.status, 2, "{}", folders.stderr);
    let over = epicycle_in(
        &repository(""),
        &["merge", "--out", &first, &first, &second],
        b"",
    );
    assert_eq!(over.status, 2, "{}", over.stderr);
    let ended = merge(&[&first, &second]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let table = String::from_utf8(ended.stdout).unwrap();
    assert!(table.contains("cycles, estimated ±"), "{table}");
    assert_eq!(fs::read(&merged).unwrap(), fs::read(whole).unwrap());
    // What a shard measured is in its report, and a shard without one would be lost.
    for wrong in [
        &["--shard=1/2", "--sample"][..],
        &["--shard=1/2", "--report=r"],
        &["--shard=3/2", "--sample", "--report=r"],
        &["--period=10K", "--sample"],
        &["--period=1K", "--sample", "--threads=2"],
    ] {
        let options = [&["run"], wrong, &["workloads/bin/sort"]].concat();
        let ended = epicycle_in(&repository(""), &options, b"");
        assert_eq!(ended.status, 125, "{wrong:?}: {}", ended.stderr);
    }
}

/// What tools/sampling-error says; `None` without Python.
fn sampling_error(arguments: &[&str]) -> Option<Output> {
    let told = Command::new("python3")
        .arg(repository("tools/sampling-error"))
        .args(arguments)
        .env("EPICYCLE", env!("CARGO_BIN_EXE_epicycle"))
        .output();
    if let Err(error) = &told {
        skipped!("python3 does not start: {error}");
    }
    told.ok()
}

#[test]
fn the_tool_for_errors_of_sampled_runs_says_of_each_program_whether_the_truth_is_in_its_interval() {
    let Some(told) = sampling_error(&["nops", "recursion"]) else {
        return;
    };
    let text = String::from_utf8(told.stdout).unwrap();
    assert_eq!(told.status.code(), Some(0), "{text}");
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert_eq!(lines[2][1], "nops");
    assert_eq!(lines[3][1], "recursion");
    for line in &lines[2..4] {
        let number = |at: usize| line[at].parse::<f64>().unwrap();
        let width = line[5].trim_start_matches("± ");
        let width: f64 = width.split(' ').next().unwrap().parse().unwrap();
        let away = 100.0 * (number(4) / number(3) - 1.0).abs();
        assert!(away <= width + 0.02, "{text}");
    }
    assert!(text.contains("2 of 2 inside; mean error"), "{text}");
}

#[test]
fn the_tool_for_errors_of_sampled_runs_fails_without_a_program_or_an_interval() {
    let Some(missing) = sampling_error(&["no-such-program"]) else {
        return;
    };
    let error = String::from_utf8(missing.stderr).unwrap();
    assert_eq!(missing.status.code(), Some(1), "{error}");
    assert!(error.contains("status 127"), "{error}");
    let short = sampling_error(&["--limit", "40000", "nops"]).unwrap();
    let error = String::from_utf8(short.stderr).unwrap();
    assert_eq!(short.status.code(), Some(1), "{error}");
    assert!(error.contains("an interval needs 30"), "{error}");
    let option = sampling_error(&["--no-such-option"]).unwrap();
    assert_eq!(option.status.code(), Some(2));
}
