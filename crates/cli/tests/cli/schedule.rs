//! Are the cycles of a loop that are told without running it those of a run in which loads hit and branches are predicted?

use std::collections::HashMap;

use serde_json::Value;

use crate::support::{Folder, epicycle_in, repository};

fn schedule(arguments: &[&str]) -> (i32, String, String) {
    let mut all = vec!["schedule"];
    all.extend(arguments);
    let ended = epicycle_in(&repository(""), &all, b"");
    (ended.status, ended.text(), ended.stderr)
}

/// A place in the code, and whether its predicate is true.
type Step = ((u64, u64), bool);

/// A loop of which something is said: its instructions in order, and the cycles of so many iterations.
struct Told {
    path: Vec<Step>,
    cycles: u64,
    iterations: usize,
}

fn loops(program: &str, config: &str) -> Vec<Told> {
    let (status, lines, stderr) = schedule(&["--config", config, "--json", program]);
    assert_eq!(status, 0, "{stderr}");
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let said = lines.filter(|line| line["schedule"].is_object());
    said.map(|line| {
        let schedule = &line["schedule"];
        let number = |key: &str| schedule[key].as_u64().unwrap();
        let takes = line["cycles_per_iteration"].as_f64().unwrap();
        let settled = number("cycles") as f64 / number("iterations") as f64;
        assert!((takes - settled).abs() < 1e-6, "{line}");
        for bound in ["resource_bound", "recurrence_bound"] {
            assert!(
                line[bound].as_f64().unwrap() <= takes + 1e-6,
                "{bound}: {line}"
            );
        }
        assert_eq!(line["groups"], schedule["groups"]);
        let instructions = schedule["instructions"].as_array().unwrap().iter();
        let step = |one: &Value| {
            let address = hexadecimal(one["address"].as_str().unwrap());
            let place = (address, one["slot"].as_u64().unwrap());
            (place, one["executes"].as_bool().unwrap())
        };
        Told {
            path: instructions.map(step).collect(),
            cycles: number("cycles"),
            iterations: number("iterations") as usize,
        }
    })
    .collect()
}

fn hexadecimal(text: &str) -> u64 {
    u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap()
}

/// Caches and TLBs that hold all data, and branches known before they are fetched.
fn perfect(config: &str) -> Vec<&'static str> {
    let second_level = match config {
        // Of as many ways as it has.
        "itanium" => "caches.l2.bytes=12582912",
        _ => "caches.l2.bytes=16777216",
    };
    let settings = [
        "branch.predictor=perfect",
        "caches.l1d.bytes=16M",
        second_level,
        "tlbs.data.first.entries=4096",
        "tlbs.data.first.ways=4096",
        "tlbs.data.second.entries=0",
        "tlbs.data.second.ways=1",
    ];
    settings
        .into_iter()
        .flat_map(|one| ["--set", one])
        .collect()
}

/// Each retired instruction of the first ones: cycle and step.
fn trace(program: &str, config: &str, most: &str) -> Vec<(u64, Step)> {
    // Tests run side by side.
    let name = std::path::Path::new(program).file_name().unwrap();
    let folder = Folder::new(&format!("schedule-{}-{config}", name.display()));
    let file = folder.0.join("trace");
    let file = file.to_str().unwrap();
    let mut line = vec!["run", "--quiet", "--config", config];
    line.extend(perfect(config));
    line.extend(["--max-instructions", most, "--trace", file]);
    line.extend(["--trace-columns", "cycle,place,executed", program]);
    let ended = epicycle_in(&repository(""), &line, b"");
    // A program may fail, and the limit may end it.
    assert!(ended.stderr.is_empty(), "{}", ended.stderr);
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().skip(1).map(|line| {
        let words: Vec<&str> = line.split('\t').collect();
        let (address, slot) = words[1].split_once('.').unwrap();
        let place = (hexadecimal(address), slot.parse().unwrap());
        (words[0].parse().unwrap(), (place, words[2] == "1"))
    });
    lines.collect()
}

/// What a run says of a loop.
enum Seen {
    /// It did not execute, or not so many times in succession.
    Rarely,
    /// It takes these cycles most often, where its predicates came out as assumed or, if they never did, whatever they were.
    Takes { cycles: u64, as_assumed: bool },
}

/// The cycles of `iterations` iterations that have one before and one behind, most frequent first, in a run.
fn seen(trace: &[(u64, Step)], starts: &[usize], told: &Told) -> (Seen, Vec<u64>) {
    let size = told.path.len();
    let iteration = |at: usize| -> Option<bool> {
        let steps = trace.get(at..at + size)?;
        let mut assumed = true;
        for ((_, (place, executed)), (expected, executes)) in steps.iter().zip(&told.path) {
            if place != expected {
                return None;
            }
            assumed &= executed == executes;
        }
        Some(assumed)
    };
    // Whether iterations begin there, and how many in succession from there on.
    let mut follow: HashMap<usize, (usize, usize)> = HashMap::new();
    for &at in starts.iter().rev() {
        if let Some(assumed) = iteration(at) {
            let (all, alike) = follow.get(&(at + size)).copied().unwrap_or_default();
            follow.insert(at, (all + 1, if assumed { alike + 1 } else { 0 }));
        }
    }
    let wanted = told.iterations + 2;
    let mut lengths: [HashMap<u64, u32>; 2] = Default::default();
    for (&at, &(all, alike)) in &follow {
        if all >= wanted {
            let from = trace[at + size].0;
            let until = trace[at + (told.iterations + 1) * size].0;
            let which = usize::from(alike >= wanted);
            *lengths[which].entry(until - from).or_default() += 1;
        }
    }
    let [other, assumed] = lengths;
    let as_assumed = !assumed.is_empty();
    let lengths = if as_assumed { assumed } else { other };
    let mut lengths: Vec<(u64, u32)> = lengths.into_iter().collect();
    lengths.sort_by_key(|&(cycles, times)| (std::cmp::Reverse(times), cycles));
    let seen = match lengths.first() {
        None => Seen::Rarely,
        Some(&(cycles, _)) => Seen::Takes { cycles, as_assumed },
    };
    (
        seen,
        lengths.into_iter().map(|(cycles, _)| cycles).collect(),
    )
}

/// Loops with a store whose stride is data: in which banks it goes is not what is assumed (docs/schedule.md), so that the told cycles are one of
/// the lengths that a run has, not the most frequent one.
const BY_DATA: [(&str, &str, u64); 1] = [("bare-sieve-O0", "itanium2", 0x4000_0000_0000_12b0)];

/// Compares all loops of a program on both machines; how many were compared, of how many that are told.
fn compare(program: &str, most: &str) -> (u32, u32) {
    let (mut compared, mut all) = (0, 0);
    for config in ["itanium", "itanium2"] {
        let told = loops(program, config);
        if told.is_empty() {
            continue;
        }
        let trace = trace(program, config, most);
        let mut starts: HashMap<(u64, u64), Vec<usize>> = HashMap::new();
        for (at, (_, (place, _))) in trace.iter().enumerate() {
            starts.entry(*place).or_default().push(at);
        }
        for told in told {
            all += 1;
            let head = told.path[0].0;
            let Some(starts) = starts.get(&head) else {
                continue;
            };
            let (seen, lengths) = seen(&trace, starts, &told);
            let place = format!("{program} on {config}: the loop at {:#x}", head.0);
            let by_data = BY_DATA
                .iter()
                .any(|one| program.ends_with(one.0) && (one.1, one.2) == (config, head.0));
            match seen {
                Seen::Rarely => continue,
                Seen::Takes { cycles, as_assumed } if as_assumed && !by_data => {
                    assert_eq!(cycles, told.cycles, "{place}: {lengths:?}");
                }
                // Or compares that no branch depends on came out otherwise each time.
                Seen::Takes { .. } => {
                    assert!(
                        lengths.contains(&told.cycles),
                        "{place}: {} and not {lengths:?}",
                        told.cycles
                    );
                }
            }
            compared += 1;
        }
    }
    (compared, all)
}

#[test]
fn every_loop_of_the_workloads_takes_what_a_run_with_perfect_memory_and_prediction_takes() {
    let mut programs: Vec<String> = std::fs::read_dir(repository("workloads/bin"))
        .unwrap()
        .map(|entry| entry.unwrap().path().to_str().unwrap().to_owned())
        .collect();
    programs.sort();
    assert!(programs.len() > 10);
    let counts = programs.iter().map(|program| compare(program, "100000"));
    let compared: u32 = counts.map(|(compared, _)| compared).sum();
    assert!(compared >= 50, "only {compared} loops ran often enough");
}

#[test]
fn every_loop_of_the_bare_programs_takes_what_such_a_run_takes() {
    let archive = repository("../shared/workloads/programs.tar.zst");
    let folder = Folder::new("schedule-bare");
    let unpacked = std::process::Command::new("tar")
        .args(["--zstd", "-xf"])
        .arg(&archive)
        .args(["--wildcards", "bin/bare-*"])
        .current_dir(&folder.0)
        .output();
    if !archive.exists() || !unpacked.is_ok_and(|ended| ended.status.success()) {
        skipped!(
            "{} is not there, or tar cannot unpack it",
            archive.display()
        );
        return;
    }
    let mut programs: Vec<String> = std::fs::read_dir(folder.path("bin"))
        .unwrap()
        .map(|entry| entry.unwrap().path().to_str().unwrap().to_owned())
        .collect();
    programs.sort();
    let counts: Vec<(u32, u32)> = programs
        .iter()
        .map(|program| compare(program, "150000"))
        .collect();
    let compared: u32 = counts.iter().map(|(compared, _)| compared).sum();
    let all: u32 = counts.iter().map(|(_, all)| all).sum();
    eprintln!("{compared} of {all} loops ran often enough");
    assert!(compared >= 150, "only {compared} of {all} loops");
}

#[test]
fn the_lines_of_json_keep_to_their_schema() {
    let schema = repository("crates/report/schema/schedule.schema.json");
    let schema: Value = serde_json::from_slice(&std::fs::read(schema).unwrap()).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let (_, lines, _) = schedule(&["--json", "workloads/bin/swp"]);
    assert!(lines.lines().count() > 10);
    for line in lines.lines() {
        let value = serde_json::from_str(line).unwrap();
        assert!(schema.is_valid(&value), "{line}");
    }
}

#[test]
fn a_function_is_listed_with_its_groups_and_its_loops() {
    let (status, text, _) = schedule(&["--function", "main", "workloads/bin/swp"]);
    assert_eq!(status, 0);
    assert!(text.starts_with("main: issue groups on itanium"), "{text}");
    assert!(text.contains("alloc"), "{text}");
}

#[test]
fn loops_that_share_their_start_are_told_apart() {
    let (status, text, _) = schedule(&["--all", "workloads/bin/swp"]);
    assert_eq!(status, 0);
    let lines: Vec<&str> = text.lines().filter(|line| line.contains(" in ")).collect();
    for (number, line) in lines.iter().enumerate() {
        assert!(!lines[..number].contains(line), "{line}");
    }
    assert!(text.contains("0x40000000000012e0 to 0x"), "{text}");
}

#[test]
fn what_is_not_there_is_said() {
    for (arguments, said) in [
        (
            ["--function", "nowhere", "workloads/bin/swp"],
            "has no function nowhere",
        ),
        (
            ["--loop", "0x10", "workloads/bin/swp"],
            "there is no loop around 0x10",
        ),
        (["--loop", "zero", "workloads/bin/swp"], "hexadecimal"),
    ] {
        let (status, _, stderr) = schedule(&arguments);
        assert_eq!(status, 2, "{stderr}");
        assert!(stderr.contains(said), "{stderr}");
    }
}

#[test]
fn a_graph_that_cannot_be_written_is_called_a_graph() {
    let (_, lines, _) = schedule(&["--json", "workloads/bin/swp"]);
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut known = lines.filter(|line| line["schedule"].is_object());
    let known = known.next().unwrap();
    let latch = known["latch"].as_str().unwrap();
    let (status, _, stderr) =
        schedule(&["--loop", latch, "--dot", "/dev/full", "workloads/bin/swp"]);
    assert_eq!(status, 2, "{stderr}");
    assert!(stderr.contains("graph /dev/full"), "{stderr}");
}

#[test]
fn the_graph_of_a_loop_marks_its_longest_recurrence() {
    let (_, lines, _) = schedule(&["--json", "workloads/bin/swp"]);
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut with = lines.filter(|line| line["schedule"]["recurrence"].is_object());
    let line = with.next().expect("a loop with a recurrence");
    // Inside the loop, so that one is chosen.
    let (status, graph, stderr) = schedule(&[
        "--loop",
        line["latch"].as_str().unwrap(),
        "--dot",
        "-",
        "workloads/bin/swp",
    ]);
    assert_eq!(status, 0, "{stderr}");
    assert!(graph.starts_with("digraph loop {"), "{graph}");
    assert!(graph.contains("color=red"), "{graph}");
    assert_eq!(graph.matches('{').count(), graph.matches('}').count());
}
