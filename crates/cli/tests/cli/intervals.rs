//! Are the parts of a run its whole?

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::support::{Folder, epicycle_in, repository};

/// Runs a shipped program with these options in a folder of its own; its report and what it wrote to a file of this name.
fn run(folder: &str, name: &str, options: &[&str]) -> (Value, String) {
    let folder = Folder::new(folder);
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let (report, parts) = (path("report.json"), path(name));
    let mut all = vec![
        "run",
        "--quiet",
        "--report",
        &report,
        "--interval-out",
        &parts,
    ];
    all.extend(options);
    all.push("workloads/bin/simd");
    let ended = epicycle_in(&repository(""), &all, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let report = serde_json::from_slice(&fs::read(report).unwrap()).unwrap();
    (report, fs::read_to_string(parts).unwrap())
}

fn numbers(value: &Value) -> BTreeMap<String, u64> {
    let object = value.as_object().unwrap().iter();
    object
        .map(|(name, value)| (name.clone(), value.as_u64().unwrap()))
        .collect()
}

fn add(sums: &mut BTreeMap<String, u64>, more: &BTreeMap<String, u64>) {
    for (name, value) in more {
        *sums.entry(name.clone()).or_default() += value;
    }
}

fn parts_are_whole(folder: &str, options: &[&str], unit: &str, length: u64) {
    let (report, lines) = run(folder, "parts.jsonl", options);
    let parts: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(parts.len() > 4, "{}", parts.len());
    let (mut events, mut classes) = (BTreeMap::new(), BTreeMap::new());
    let (mut cycles, mut instructions) = (0, 0);
    let before = parts[0]["first_cycle"].as_u64().unwrap();
    for (number, part) in parts.iter().enumerate() {
        assert_eq!(part["interval"], number);
        assert_eq!(part["first_cycle"].as_u64().unwrap(), before + cycles);
        cycles += part["cycles"].as_u64().unwrap();
        instructions += part["instructions"].as_u64().unwrap();
        let own = part[unit].as_u64().unwrap();
        // A block has at most 60 instructions; what one of them waits for may be long.
        assert!(
            own >= length || number + 1 == parts.len(),
            "part {number} has {own} {unit}"
        );
        assert!(own < length + 4_000, "part {number} has {own} {unit}");
        add(&mut events, &numbers(&part["events"]));
        add(&mut classes, &numbers(&part["cycle_accounting"]));
    }
    assert_eq!(report["cycles"], cycles);
    assert_eq!(report["instructions"], instructions);
    assert_eq!(numbers(&report["cycle_accounting"]), classes);
    assert_eq!(numbers(&report["events"]), events);
}

#[test]
fn parts_by_instructions_sum_to_the_report() {
    parts_are_whole(
        "parts-by-instructions",
        &["--interval", "100K"],
        "instructions",
        100_000,
    );
}

#[test]
fn parts_by_cycles_sum_to_the_report() {
    parts_are_whole(
        "parts-by-cycles",
        &["--interval-cycles", "50_000", "--config", "itanium2"],
        "cycles",
        50_000,
    );
}

#[test]
fn parts_keep_to_the_region_of_interest() {
    let region = ["--roi-start", "200000", "--roi-stop", "900000"];
    parts_are_whole(
        "parts-of-region",
        &[&["--interval", "100_000"], &region[..]].concat(),
        "instructions",
        100_000,
    );
}

#[test]
fn the_report_is_the_same_with_parts_and_without() {
    let (with, _) = run("parts-with", "parts.jsonl", &["--interval", "10_000"]);
    let (without, _) = run("parts-without", "parts.jsonl", &["--interval", "1G"]);
    assert_eq!(with, without);
}

#[test]
fn csv_has_the_numbers_of_the_json() {
    let (_, lines) = run("parts-lines", "parts.jsonl", &["--interval", "500_000"]);
    let (_, table) = run("parts-table", "parts.csv", &["--interval", "500_000"]);
    let mut rows = table
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>());
    let heading = rows.next().unwrap();
    let rows: Vec<_> = rows.collect();
    assert_eq!(rows.len(), lines.lines().count());
    for (row, line) in rows.iter().zip(lines.lines()) {
        let part: Value = serde_json::from_str(line).unwrap();
        let mut expected = numbers(&part["events"]);
        expected.extend(numbers(&part["cycle_accounting"]));
        for own in [
            "interval",
            "first_instruction",
            "first_cycle",
            "instructions",
            "cycles",
        ] {
            expected.insert(own.to_owned(), part[own].as_u64().unwrap());
        }
        let found = heading
            .iter()
            .zip(row)
            .map(|(name, value)| ((*name).to_owned(), value.parse().unwrap()));
        assert_eq!(found.collect::<BTreeMap<String, u64>>(), expected);
    }
}

#[test]
fn parts_lie_beside_the_report_and_a_c_makes_them_of_cycles() {
    let folder = Folder::new("parts-beside");
    let crc = repository("workloads/bin/crc");
    let crc = crc.to_str().unwrap();
    for (length, unit, least) in [
        ("2M", "instructions", 2_000_000),
        ("1Mc", "cycles", 1_000_000),
    ] {
        let run = [
            "run",
            "--quiet",
            "--interval",
            length,
            "--report",
            "r.json",
            crc,
        ];
        assert_eq!(epicycle_in(&folder.0, &run, b"").status, 0);
        let lines = fs::read_to_string(folder.path("r.json.intervals.jsonl")).unwrap();
        let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
        let own = first[unit].as_u64().unwrap();
        assert!((least..least + 4_000).contains(&own), "{first}");
        // The page finds them.
        let page = ["report", "r.json", "-o", "r.html"];
        assert_eq!(epicycle_in(&folder.0, &page, b"").status, 0);
        let page = fs::read_to_string(folder.path("r.html")).unwrap();
        assert!(page.contains("id=\"intervals\""), "{length}");
    }
    for place in [&[][..], &["--report", "-"]] {
        let run = [&["run", "--interval", "5"], place, &[crc]].concat();
        let ended = epicycle_in(&folder.0, &run, b"");
        assert_eq!(ended.status, 125);
        let remedy = "name a file with --report or --interval-out";
        assert!(ended.stderr.contains(remedy), "{}", ended.stderr);
    }
}

#[test]
fn a_damaged_file_of_parts_is_named_with_its_line() {
    let folder = Folder::new("parts-damaged");
    let crc = repository("workloads/bin/crc");
    let crc = crc.to_str().unwrap();
    let run = format!("run --quiet --max-instructions 100K --interval 20K --report r.json {crc}");
    let run: Vec<&str> = run.split(' ').collect();
    assert_eq!(epicycle_in(&folder.0, &run, b"").status, 0);
    let file = folder.path("r.json.intervals.jsonl");
    let lines = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = lines.lines().collect();
    let said = |lines: &[&str], what: &str| {
        fs::write(&file, lines.join("\n")).unwrap();
        let page = ["report", "r.json", "-o", "r.html"];
        let ended = epicycle_in(&folder.0, &page, b"");
        // The page is there, without the parts.
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        let page = fs::read_to_string(folder.path("r.html")).unwrap();
        for part in ["r.json.intervals.jsonl", what] {
            assert!(page.contains(part), "{part}");
            assert!(ended.stderr.contains(part), "{part}: {}", ended.stderr);
        }
    };
    // Lines without anything count as well.
    let cut = [lines[0], "", lines[1], &lines[2][..40]];
    said(&cut, "at line 4 column 40");
    let lost = [lines[0], lines[2]];
    said(&lost, "interval 2 stands where interval 1 is expected");
}

#[test]
fn every_part_keeps_to_the_schema() {
    let schema = fs::read(repository("crates/report/schema/interval.schema.json")).unwrap();
    let schema: Value = serde_json::from_slice(&schema).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let (_, lines) = run("parts-schema", "parts.jsonl", &["--interval", "1M"]);
    for line in lines.lines() {
        assert!(
            schema.is_valid(&serde_json::from_str(line).unwrap()),
            "{line}"
        );
    }
}

#[test]
fn parts_that_cannot_be_written_end_the_run() {
    let ended = epicycle_in(
        &repository(""),
        &[
            "run",
            "--quiet",
            "--interval",
            "1000",
            "--interval-out",
            "/dev/full",
            "workloads/bin/simd",
        ],
        b"",
    );
    assert_eq!(ended.status, 125, "{}", ended.stderr);
    assert!(ended.stderr.contains("/dev/full"), "{}", ended.stderr);
    for (options, said) in [
        (["--interval", "0", "--interval-out", "x"], "above zero"),
        (["--config", "itanium", "--interval-out", "x"], "--interval"),
    ] {
        let mut all = vec!["run"];
        all.extend(options);
        all.push("workloads/bin/simd");
        let ended = epicycle_in(&repository(""), &all, b"");
        assert_ne!(ended.status, 0);
        assert!(ended.stderr.contains(said), "{}", ended.stderr);
    }
}
