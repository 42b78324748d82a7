//! `epicycle profileme`: are the samples in the form of the schema, and do table, report and statuses keep to the contract?

use serde_json::Value;

use crate::support::{Ended, Folder, epicycle_in, guest, repository};

fn run(folder: &Folder, command: &str, program: &str) -> Ended {
    let words: Vec<&str> = command.split(' ').chain([program]).collect();
    epicycle_in(&folder.0, &words, b"")
}

fn crc() -> String {
    let path = repository("workloads/bin/crc");
    path.to_str().unwrap().to_owned()
}

fn lines(folder: &Folder, name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.path(name)).unwrap();
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().unwrap()
}

fn number(line: &Value, key: &str) -> u64 {
    line[key]
        .as_u64()
        .unwrap_or_else(|| panic!("{key}: {line}"))
}

#[test]
fn samples_keep_to_the_schema_and_to_the_contract() {
    let folder = Folder::new("profileme-samples");
    let schema = repository("crates/report/schema/profileme.schema.json");
    let schema = std::fs::read_to_string(schema).unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    for (options, pairs) in [
        ("--mode pm0 --jitter --seed 5", 0),
        ("--mode pm3 --pairs 20", 20),
    ] {
        let command = format!(
            "profileme --quiet --period 300 {options} --max-instructions 50K --samples s.jsonl"
        );
        let ended = run(&folder, &command, &crc());
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        let lines = lines(&folder, "s.jsonl");
        for line in &lines {
            assert!(validator.is_valid(line), "{line}");
        }
        let header = &lines[0];
        assert_eq!(header["schema_version"], 1);
        assert_eq!(
            (number(header, "period"), number(header, "pairs")),
            (300, pairs)
        );
        assert!(lines.len() > 50);
        let mut ordinal = 0;
        for line in &lines[1..] {
            let retired = ["retired", "predicated_off"].contains(&line["fate"].as_str().unwrap());
            assert_eq!(line.get("retire").is_some(), retired, "{line}");
            assert_eq!(line["aborted_by"].is_null(), retired, "{line}");
            let waits = line["waits"].as_object().unwrap().values();
            let waits: u64 = waits.map(|cycles| cycles.as_u64().unwrap()).sum();
            if line.get("issue").is_some() {
                assert_eq!(
                    waits,
                    number(line, "issue") - number(line, "enter"),
                    "{line}"
                );
            }
            if line.get("pair").is_none() {
                ordinal += number(line, "period") + number(line, "skipped");
                assert_eq!(number(line, "ordinal"), ordinal);
            }
        }
    }
}

/// The shipped workloads.
fn workloads() -> Vec<String> {
    let entries = std::fs::read_dir(repository("workloads/bin")).unwrap();
    let mut files: Vec<String> = entries
        .map(|entry| entry.unwrap().path().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    assert!(files.len() > 15);
    files
}

/// Samples of a workload, how many valid syllables it fetched, and its report.
fn sampled(folder: &Folder, options: &str, program: &str) -> (Vec<Value>, u64, Value) {
    let command = format!(
        "profileme --quiet {options} --max-instructions 20K --samples s.jsonl --report r.json"
    );
    let ended = run(folder, &command, program);
    assert_eq!(ended.status, 0, "{program}: {}", ended.stderr);
    // NAME on CONFIG: N samples of M valid fetched syllables, ...
    let text = ended.text();
    let head = text
        .lines()
        .find_map(|line| line.split_once(" valid fetched"));
    let fetched = head.and_then(|(head, _)| head.rsplit(' ').next()?.parse().ok());
    let report = std::fs::read(folder.path("r.json")).unwrap();
    let samples = lines(folder, "s.jsonl").split_off(1);
    (
        samples,
        fetched.unwrap(),
        serde_json::from_slice(&report).unwrap(),
    )
}

fn is_retired(sample: &Value) -> bool {
    ["retired", "predicated_off"].contains(&sample["fate"].as_str().unwrap())
}

#[test]
fn each_sample_of_a_workload_retired_or_was_aborted_and_periods_sum_to_what_was_fetched() {
    let folder = Folder::new("profileme-workloads");
    for config in ["itanium", "itanium2"] {
        for program in workloads() {
            let options = format!("--config {config} --period 97");
            let (samples, fetched, _) = sampled(&folder, &options, &program);
            let mut sum = 0;
            for sample in &samples {
                assert_eq!(
                    sample["aborted_by"].is_null(),
                    is_retired(sample),
                    "{sample}"
                );
                assert!(number(sample, "window") >= 2, "{sample}");
                sum += number(sample, "period") + number(sample, "skipped");
                assert_eq!(number(sample, "ordinal"), sum, "{sample}");
            }
            // The rest: a period that has not ended, or a window that is open.
            assert!(
                (sum..sum + 5000).contains(&fetched),
                "{program} on {config}"
            );
        }
    }
}

#[test]
fn continuous_samples_of_each_syllable_sum_to_the_cycles_of_the_report() {
    let folder = Folder::new("profileme-continuous");
    for config in ["itanium", "itanium2"] {
        for program in workloads() {
            let options = format!("--config {config} --period 1 --continuous");
            let (samples, fetched, report) = sampled(&folder, &options, &program);
            assert_eq!(samples.len() as u64, fetched, "{program} on {config}");
            let delays: u64 = samples.iter().map(|s| number(s, "retire_delay")).sum();
            let issues = samples.iter().filter(|sample| is_retired(sample));
            let start = issues.map(|sample| number(sample, "issue")).min();
            assert_eq!(
                start.unwrap() + delays,
                number(&report, "cycles"),
                "{program} on {config}"
            );
        }
    }
}

#[test]
fn the_report_is_that_of_run_and_the_table_holds_exact_counts() {
    let folder = Folder::new("profileme-report");
    let ended = run(&folder, "run --quiet --report plain", &crc());
    assert_eq!(ended.status, 0);
    let plain = std::fs::read(folder.path("plain")).unwrap();
    for by in ["function", "instruction", "group"] {
        let command = format!("profileme --quiet --by {by} --out table --report listened");
        let ended = run(&folder, &command, &crc());
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        let listened = std::fs::read(folder.path("listened")).unwrap();
        assert!(listened == plain, "by {by}");
        let report: Value = serde_json::from_slice(&plain).unwrap();
        let table = std::fs::read_to_string(folder.path("table")).unwrap();
        let heading = table
            .lines()
            .find(|line| line.contains("retired "))
            .unwrap();
        assert!(heading.contains("mispredict"), "{heading}");
        let all = table.lines().find(|line| line.ends_with("  all")).unwrap();
        // Syllables: an L+X instruction is two of them.
        let exact: Vec<u64> = all
            .split(['[', ']'])
            .filter_map(|part| part.parse().ok())
            .collect();
        let retired = exact[1];
        let instructions = number(&report, "instructions");
        assert!(retired >= instructions, "{retired} of {instructions}");
        assert!(
            retired < instructions + instructions / 50,
            "{retired} of {instructions}"
        );
    }
}

#[test]
fn what_cannot_be_is_refused_and_says_what_can() {
    let folder = Folder::new("profileme-refused");
    for (options, words) in [
        ("--period 0", "1048576"),
        ("--period 1048577", "1048576"),
        ("--pairs 5 --continuous", "cannot be used with"),
        ("--mode pm1", "pm3"),
        ("--samples s --out s", "name another file"),
        ("--samples - --out -", "name another file"),
    ] {
        let ended = run(&folder, &format!("profileme {options}"), &crc());
        assert_eq!(ended.status, 2, "{options}: {}", ended.stderr);
        assert!(ended.stderr.contains(words), "{options}: {}", ended.stderr);
    }
    let abort = guest("abort");
    let ended = run(&folder, "profileme --quiet", abort.to_str().unwrap());
    assert_eq!(ended.status, 3, "{}", ended.stderr);
    let ended = run(&folder, "profileme --quiet", "not-there");
    assert_eq!(ended.status, 3, "{}", ended.stderr);
}
