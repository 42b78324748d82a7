//! The monitor that `run` programs: does a program read from it what it should, and does the run stay the same?

use std::fs;

use crate::support::{Folder, epicycle_in, guest, repository};

// What the guest `monitor` adds up; its source says which is which.
const COUNTED: i32 = 1 + 4 + 16 + 32;
const STOOD_STILL: i32 = 2;
const OTHER: i32 = 8;
const ENABLED: i32 = 64;

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Exit status of the guest under `options`.
fn status(options: &str) -> i32 {
    let program = guest("monitor");
    let mut arguments = vec!["run", "--quiet"];
    arguments.extend(options.split_whitespace());
    arguments.push(program.to_str().unwrap());
    let ended = epicycle_in(&guest(""), &arguments, b"");
    assert_eq!(ended.stderr, "", "{options}");
    ended.status
}

#[test]
fn a_program_that_may_use_the_monitor_reads_exact_counts_and_starts_and_stops_them() {
    for (processor, pmcs) in [
        ("itanium", "--pmc 4=0x808 --pmc 5=0x3008 --pmc 6=0x1208"),
        ("itanium2", "--pmc 4=0x800808 --pmc 5=0x5008 --pmc 6=0x1208"),
    ] {
        let options = format!("--config {processor} --user-monitor {pmcs}");
        let all = COUNTED + STOOD_STILL + OTHER + ENABLED;
        assert_eq!(status(&options), all, "{options}");
        // The same beside another listener.
        let options = format!("{options} --retire-log /dev/null");
        assert_eq!(status(&options), all, "{options}");
    }
}

#[test]
fn a_system_monitor_reads_zero_at_user_level() {
    let options = "--user-monitor --pmc 4=0x808 --pmc 5=0x3008 --pmc 6=0x1248";
    assert_eq!(status(options), COUNTED + STOOD_STILL + ENABLED);
}

#[test]
fn secured_monitors_read_zero_and_the_program_cannot_enable_them() {
    assert_eq!(
        status("--pmc 4=0x808 --pmc 5=0x3008 --pmc 6=0x1208"),
        STOOD_STILL
    );
    assert_eq!(status(""), STOOD_STILL);
}

#[test]
fn a_run_whose_counters_cannot_count_says_so() {
    let folder = Folder::new("secured");
    let program = guest("hello");
    let said = |options: &str| {
        let line = format!("run {options} {}", program.display());
        folder.run(&line).stderr
    };
    let warning = "--pmc: no counter counts";
    assert!(said("--pmc 4=0x1208").contains(warning));
    for options in ["--user-monitor --pmc 4=0x1208", "--pmd 4=0", "-q --pmc 4=0"] {
        assert!(!said(options).contains(warning), "{options}");
    }
}

#[test]
fn a_monitor_that_is_frozen_or_not_programmed_for_user_level_counts_nothing() {
    let nothing = STOOD_STILL + ENABLED;
    assert_eq!(status("--user-monitor"), nothing);
    for pmcs in [
        // Frozen.
        "--pmc 0=1 --pmc 4=0x808 --pmc 5=0x3008 --pmc 6=0x1208",
        // Privilege level 2; without a level; without power.
        "--pmc 4=0x804 --pmc 5=0x3004 --pmc 6=0x1204",
        "--pmc 4=0x800 --pmc 5=0x3000 --pmc 6=0x1200",
        "--config itanium2 --pmc 4=0x808 --pmc 5=0x5008 --pmc 6=0x1208",
    ] {
        assert_eq!(status(&format!("--user-monitor {pmcs}")), nothing, "{pmcs}");
    }
}

#[test]
fn monitoring_changes_nothing_that_is_reported() {
    let folder = Folder::new("monitored");
    let programs = [
        guest("monitor"),
        repository("workloads/bin/branchy"),
        repository("workloads/bin/fpdiv"),
        // Registers that are not a thing in the middle of blocks.
        repository("workloads/bin/ctlspec"),
    ];
    for program in programs {
        let report = |options: &str| {
            let file = folder.path("report.json");
            let mut arguments = vec!["run", "-q", "--max-instructions", "300000", "--report"];
            arguments.push(file.to_str().unwrap());
            arguments.extend(options.split_whitespace());
            arguments.push(program.to_str().unwrap());
            epicycle_in(&folder.0, &arguments, b"");
            let mut report = json(&fs::read_to_string(&file).unwrap());
            // What the armed monitor held, and nothing else.
            report.as_object_mut().unwrap().remove("monitor");
            report
        };
        let plain = report("");
        for monitored in [
            // Counters that need not hear anything, one that has to hear everything, the event address registers with the
            // branch trace buffer, and a listener beside the monitor.
            "--pmc 4=0x808 --pmc 5=0x3008 --pmc 6=0x6408",
            "--pmc 4=0x300808",
            "--pmc 4=0x6708 --pmc 10=0x8 --pmc 11=0x10000008 --pmc 12=0xff88",
            "--retire-log /dev/null",
        ] {
            assert_eq!(report(monitored), plain, "{}", program.display());
        }
    }
}

#[test]
fn the_registers_of_an_armed_monitor_are_in_the_report_and_in_the_summary() {
    let folder = Folder::new("registers");
    let file = folder.path("report.json");
    for (config, pmcs, pmds) in [("itanium", 14, 18), ("itanium2", 16, 18)] {
        let line = format!(
            "run --config {config} --user-monitor --pmc 4=0x800808 --pmc 5=0x1208 --pmd 5=0x10 --report {}",
            file.display()
        );
        let mut arguments: Vec<&str> = line.split(' ').collect();
        let program = repository("workloads/bin/sort");
        arguments.extend(["--max-instructions", "20000", program.to_str().unwrap()]);
        let output = epicycle_in(&folder.0, &arguments, b"");
        let report = json(&fs::read_to_string(&file).unwrap());
        let register = |name: &str| {
            let text = report["monitor"][name].as_str().unwrap_or_default();
            u64::from_str_radix(text.trim_start_matches("0x"), 16).ok()
        };
        assert_eq!(
            register("pmd4"),
            report["instructions"].as_u64(),
            "{config}"
        );
        assert_eq!(
            register("pmd5"),
            report["cycles"].as_u64().map(|cycles| cycles + 0x10),
            "{config}"
        );
        assert_eq!(register("pmc5"), Some(0x1208));
        let registers = report["monitor"].as_object().unwrap();
        // Beside them eight IBR, eight DBR and PMV.
        assert_eq!(registers.len(), pmcs + pmds + 17);
        let summary = output.stderr;
        let shown: Vec<&str> = summary.split_whitespace().collect();
        for (name, value) in registers {
            let pair = [name.as_str(), value.as_str().unwrap()];
            assert!(
                shown.windows(2).any(|words| words == pair),
                "{name}: {summary}"
            );
        }
    }
    let program = guest("hello");
    let arguments = ["run", "--pmd", "18=1", program.to_str().unwrap()];
    let output = epicycle_in(&folder.0, &arguments, b"");
    assert_eq!(output.status, 125);
    let says = output.stderr;
    assert!(says.contains("the monitor has no register PMD18"), "{says}");
}
