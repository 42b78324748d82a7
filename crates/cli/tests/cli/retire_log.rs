//! Does the retire log say what its description in crates/sim/src/retire_log.rs promises?

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Folder, epicycle_in, guest, repository};

/// Writes `log` and `report.json` of one run, or of its first 200 000 instructions.
fn run(folder: &Folder, config: &str, program: &Path, arguments: &[&str]) {
    run_with(folder, config, &[], program, arguments);
}

/// The same with further options.
fn run_with(folder: &Folder, config: &str, options: &[&str], program: &Path, arguments: &[&str]) {
    let (log, report) = (folder.path("log"), folder.path("report.json"));
    let mut all = vec!["run", "--quiet", "--config", config];
    all.extend(["--max-instructions", "200000"]);
    all.extend(options);
    all.extend(["--retire-log", log.to_str().unwrap()]);
    all.extend(["--report", report.to_str().unwrap()]);
    all.push(program.to_str().unwrap());
    all.extend(arguments);
    let ended = epicycle_in(&folder.0, &all, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
}

/// The lines of one run by kind, and its report.
fn logged(program: &Path, arguments: &[&str]) -> (Vec<Vec<String>>, serde_json::Value) {
    let name = program.file_name().unwrap().to_str().unwrap();
    let folder = Folder::new(&format!("retire-log-{name}"));
    let (log, report) = (folder.path("log"), folder.path("report.json"));
    run(&folder, "itanium", program, arguments);
    let lines = fs::read_to_string(&log)
        .unwrap()
        .lines()
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect();
    let report = serde_json::from_str(&fs::read_to_string(&report).unwrap()).unwrap();
    (lines, report)
}

fn number(text: &str) -> u64 {
    text.parse()
        .unwrap_or_else(|_| panic!("{text} is not decimal"))
}

fn hex(text: &str) -> u64 {
    u64::from_str_radix(text, 16).unwrap_or_else(|_| panic!("{text} is not hexadecimal"))
}

fn one_of(text: &str, choices: &[&str]) {
    assert!(choices.contains(&text), "{text} is none of {choices:?}");
}

/// `cycle`, `bundle`, `slot` from column `first` on.
fn place(columns: &[String], first: usize) {
    assert_eq!(hex(&columns[first]) % 16, 0, "a bundle");
    assert!(number(&columns[first + 1]) < 3, "a slot");
}

#[test]
fn every_line_has_the_columns_that_its_kind_promises() {
    const SOURCES: [&str; 4] = ["l1", "l2", "l3", "memory"];
    const LEVELS: [&str; 3] = ["second", "walker", "software"];
    const CLASSES: [&str; 8] = [
        "unstalled",
        "data_access",
        "rse",
        "scoreboard",
        "issue_limit",
        "inst_access",
        "taken_branch",
        "backend_flush",
    ];
    let mut seen = BTreeMap::new();
    let recursion = repository("workloads/bin/recursion");
    for (program, arguments) in [
        (guest("ears"), &[][..]),
        (guest("noploop"), &["123"]),
        (recursion, &[]),
    ] {
        for line in logged(&program, arguments).0 {
            *seen.entry(line[0].clone()).or_insert(0) += 1;
            let columns = &line[1..];
            let wanted = match line[0].as_str() {
                "P" => {
                    assert_eq!(hex(&columns[0]) % 16, 0, "a bundle");
                    assert_eq!(columns[1].len(), 32);
                    assert!(u128::from_str_radix(&columns[1], 16).is_ok());
                    2
                }
                "S" => {
                    number(&columns[0]);
                    place(columns, 1);
                    assert!(number(&columns[3]) < 32);
                    one_of(&columns[4], &["0", "1"]);
                    assert!(hex(&columns[5]) < 1 << 41);
                    6
                }
                "M" => {
                    number(&columns[0]);
                    place(columns, 1);
                    hex(&columns[3]);
                    4
                }
                "R" => {
                    number(&columns[0]);
                    place(columns, 1);
                    assert_eq!(hex(&columns[3]) % 8, 0, "the address of a register");
                    one_of(&columns[4], &["load", "store"]);
                    5
                }
                "B" => {
                    number(&columns[0]);
                    place(columns, 1);
                    one_of(&columns[3], &["0", "1"]);
                    assert_eq!(hex(&columns[4]) % 16, 0);
                    one_of(&columns[5], &["right", "path", "target"]);
                    one_of(&columns[6], &["1", "2", "3"]);
                    one_of(&columns[7], &["relative", "return", "indirect"]);
                    one_of(&columns[8], &["0", "1"]);
                    9
                }
                "D" => {
                    assert!(number(&columns[0]) <= number(&columns[1]));
                    place(columns, 2);
                    hex(&columns[4]);
                    one_of(&columns[5], &SOURCES);
                    one_of(&columns[6], &["integer", "float", "alat"]);
                    7
                }
                "I" => {
                    assert!(number(&columns[0]) < number(&columns[1]));
                    hex(&columns[2]);
                    one_of(&columns[3], &SOURCES[1..]);
                    4
                }
                "T" => {
                    assert!(number(&columns[0]) <= number(&columns[1]));
                    place(columns, 2);
                    hex(&columns[4]);
                    one_of(&columns[5], &LEVELS);
                    6
                }
                "U" => {
                    assert!(number(&columns[0]) <= number(&columns[1]));
                    hex(&columns[2]);
                    one_of(&columns[3], &LEVELS);
                    4
                }
                "C" => {
                    number(&columns[0]);
                    assert_ne!(number(&columns[1]), 0);
                    one_of(&columns[2], &CLASSES);
                    assert!(!columns[3].is_empty());
                    4
                }
                other => panic!("a line of kind {other}"),
            };
            assert_eq!(columns.len(), wanted, "{line:?}");
        }
    }
    let kinds: Vec<&str> = seen.keys().map(String::as_str).collect();
    assert_eq!(kinds, ["B", "C", "D", "I", "M", "P", "R", "S", "T", "U"]);
}

#[test]
fn the_log_holds_each_instruction_and_each_cycle_once() {
    let (lines, report) = logged(&guest("noploop"), &["321"]);
    let of = |kind: &'static str| lines.iter().filter(move |line| line[0] == kind);
    assert_eq!(of("S").count() as u64, report["instructions"]);
    // Stretches of cycles follow one another without gap or overlap, to the last cycle.
    let mut next = 0;
    for line in of("C") {
        assert_eq!(number(&line[1]), next);
        next += number(&line[2]);
    }
    assert_eq!(next, report["cycles"]);
    for (class, cycles) in report["cycle_accounting"].as_object().unwrap() {
        let logged: u64 = of("C")
            .filter(|line| line[3] == *class)
            .map(|line| number(&line[2]))
            .sum();
        assert_eq!(logged, *cycles, "{class}");
    }
    // Instructions come in program order: each follows the one before in its bundle, or a taken branch, or a bundle's end.
    let mut before: Option<(u64, u64)> = None;
    let taken: BTreeMap<(u64, u64), u64> = of("B")
        .filter(|line| line[4] == "1")
        .map(|line| ((number(&line[1]), hex(&line[2])), hex(&line[5])))
        .collect();
    let mut last = (0, 0);
    for line in of("S") {
        let (cycle, bundle, slot) = (number(&line[1]), hex(&line[2]), number(&line[3]));
        assert!(cycle >= last.0, "cycles never go back");
        if let Some((place, position)) = before {
            let target = taken.get(&(last.0, place)).copied();
            let follows = bundle == place && slot > position
                || slot == 0 && (bundle == place + 16 || target == Some(bundle));
            assert!(
                follows,
                "{bundle:x} slot {slot} after {place:x} slot {position}"
            );
        }
        before = Some((bundle, slot));
        last = (cycle, bundle);
    }
}

/// What tools/recount prints of the run in `folder`, and whether every event agreed. `None` without Python.
fn recount(folder: &Folder) -> Option<(String, bool)> {
    let output = Command::new("python3")
        .arg(repository("tools/recount"))
        .args([folder.path("log"), folder.path("report.json")])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Some((text, output.status.code() == Some(0)))
}

/// The last line that tools/recount prints of the run in `folder` with those that differ, and whether every event agreed.
fn recounted(folder: &Folder) -> Option<(String, bool)> {
    let (text, agrees) = recount(folder)?;
    let differing: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("DIFFERS"))
        .collect();
    let last = text.lines().last().unwrap_or_default();
    Some((format!("{last} {differing:?}"), agrees))
}

#[test]
fn a_group_that_a_system_call_leaves_open_meets_no_stop() {
    let folder = Folder::new("recount-breaks");
    // All events of stops and dispersal are counted again: none is left out as undecided.
    let events = [
        "ALL_STOPS_DISPERSED",
        "EXPL_STOPBITS",
        "INST_DISPERSED",
        "UNSTALLED_BACKEND_CYCLE",
    ];
    run(&folder, "itanium", &guest("breaks"), &[]);
    let Some((text, agrees)) = recount(&folder) else {
        skipped!("no python3");
        return;
    };
    assert!(agrees, "{text}");
    for event in events {
        let line = text.lines().find(|line| line.ends_with(event));
        assert!(
            line.is_some_and(|line| line.starts_with("agrees")),
            "{event}: {text}"
        );
    }
    // Three issues beside those of the four trips, each of which has twelve. Three of the twelve meet no stop: those of the break.i in the first
    // bundle of the window, of the break.m without a stop behind it, and of the break.f.
    let report = fs::read_to_string(folder.path("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["events"]["ALL_STOPS_DISPERSED"], 3 + 4 * (12 - 3));
}

#[test]
fn an_independent_script_counts_the_same_events() {
    let folder = Folder::new("recount");
    for config in ["itanium", "itanium2"] {
        for name in ["recursion", "dataspec", "ctlspec", "fpdiv", "multiway"] {
            run(
                &folder,
                config,
                &repository("workloads/bin").join(name),
                &[],
            );
            let Some((says, agrees)) = recounted(&folder) else {
                skipped!("no python3");
                return;
            };
            assert!(agrees, "{config} {name}: {says}");
            // "115 of 115 events agree: 32 from code, 28 from lines, 55 from labels"
            let numbers: Vec<u64> = says
                .split(' ')
                .filter_map(|word| word.parse().ok())
                .collect();
            assert!(numbers[2] + numbers[3] >= 60, "{config} {name}: {says}");
        }
    }
    // A log that lacks an instruction does not pass.
    let log = fs::read_to_string(folder.path("log")).unwrap();
    let place = log.find("\nS\t").unwrap() + 1;
    let end = place + log[place..].find('\n').unwrap() + 1;
    folder.file("log", format!("{}{}", &log[..place], &log[end..]));
    let (says, agrees) = recounted(&folder).unwrap();
    assert!(!agrees, "{says}");
}

#[test]
fn the_log_of_a_region_of_interest_is_about_the_region() {
    let folder = Folder::new("recount-region");
    for config in ["itanium", "itanium2"] {
        for (name, start, stop) in [
            ("sort", "10000", Some("40000")),
            ("recursion", "30000", Some("150000")),
            ("fpdiv", "20000", None),
        ] {
            let mut options = vec!["--roi-start", start];
            options.extend(stop.iter().flat_map(|stop| ["--roi-stop", stop]));
            let program = repository("workloads/bin").join(name);
            run_with(&folder, config, &options, &program, &[]);
            let log = fs::read_to_string(folder.path("log")).unwrap();
            let retired = log.lines().filter(|line| line.starts_with("S\t")).count();
            let report = fs::read_to_string(folder.path("report.json")).unwrap();
            let report: serde_json::Value = serde_json::from_str(&report).unwrap();
            assert_eq!(report["instructions"], retired, "{config} {name}");
            let Some((says, agrees)) = recounted(&folder) else {
                skipped!("no python3");
                continue;
            };
            assert!(agrees, "{config} {name}: {says}");
        }
    }
}
