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

/// The loops of a program of which something is said, with their instructions as (address, slot).
fn loops(program: &str, config: &str) -> Vec<(Vec<(u64, u64)>, f64)> {
    let (status, lines, stderr) = schedule(&["--config", config, "--json", program]);
    assert_eq!(status, 0, "{stderr}");
    let number = |value: &Value| value.as_f64().unwrap();
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let said = lines.filter(|line| line["schedule"].is_object());
    said.map(|line| {
        let schedule = &line["schedule"];
        let instructions = schedule["instructions"].as_array().unwrap().iter();
        let place = |one: &Value| {
            (
                hexadecimal(one["address"].as_str().unwrap()),
                one["slot"].as_u64().unwrap(),
            )
        };
        (
            instructions.map(place).collect(),
            number(&schedule["cycles"]) / number(&schedule["iterations"]),
        )
    })
    .collect()
}

fn hexadecimal(text: &str) -> u64 {
    u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap()
}

/// Each retired instruction of the first 60,000: cycle, address, slot.
fn trace(program: &str, config: &str, first_level: &str) -> Vec<(u64, (u64, u64))> {
    let folder = Folder::new("schedule");
    let file = folder.0.join("trace");
    let file = file.to_str().unwrap();
    let set = format!("caches.l1d.bytes={first_level}");
    let options = [
        "run",
        "--quiet",
        "--config",
        config,
        "--set",
        "branch.predictor=perfect",
        "--set",
        &set,
    ];
    let rest = ["--max-instructions", "60000", "--trace", file, program];
    let ended = epicycle_in(&repository(""), &[&options[..], &rest].concat(), b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let cycle = words.next()?.parse().ok()?;
        let (address, slot) = words.next()?.split_once('.')?;
        Some((cycle, (hexadecimal(address), slot.parse().ok()?)))
    });
    lines.collect()
}

/// The most frequent length of an iteration that has one of the same loop before and behind it.
fn usual_length(trace: &[(u64, (u64, u64))], path: &[(u64, u64)]) -> Option<u64> {
    let starts: Vec<usize> = (0..trace.len().saturating_sub(3 * path.len()))
        .filter(|&at| trace[at].1 == path[0])
        .collect();
    let mut lengths: HashMap<u64, u32> = HashMap::new();
    for at in starts {
        let follows = |turn: usize| {
            let from = at + turn * path.len();
            trace[from..from + path.len()]
                .iter()
                .map(|one| one.1)
                .eq(path.iter().copied())
        };
        if (0..3).all(follows) {
            let (one, two) = (trace[at + path.len()].0, trace[at + 2 * path.len()].0);
            *lengths.entry(two - one).or_default() += 1;
        }
    }
    let measured: u32 = lengths.values().sum();
    let usual = lengths.into_iter().max_by_key(|(_, times)| *times);
    usual.filter(|_| measured >= 16).map(|(length, _)| length)
}

#[test]
fn a_loop_takes_the_cycles_that_a_run_takes_when_loads_hit_and_branches_are_predicted() {
    let mut compared = 0;
    for name in [
        "swp",
        "sort",
        "crc",
        "fpdiv",
        "matmul",
        "simd",
        "cloop",
        "strsearch",
    ] {
        for config in ["itanium", "itanium2"] {
            let program = format!("workloads/bin/{name}");
            let trace = trace(&program, config, "16M");
            for (path, cycles) in loops(&program, config) {
                if let Some(length) = usual_length(&trace, &path) {
                    let place = path[0].0;
                    assert_eq!(
                        length as f64, cycles,
                        "{name} on {config}: the loop at {place:#x}"
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared >= 20, "only {compared} loops ran often enough");
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
