//! Windows of traces and pipeline views that nothing lies in, and results that are not there: is it said?

use std::fs;

use crate::support::{Folder, epicycle_in, guest, repository};

#[test]
fn a_region_that_never_begins_is_said_with_a_profile_beside_the_run_too() {
    let folder = Folder::new("windows-never");
    let program = repository("workloads/bin/crc");
    let program = program.to_str().unwrap();
    for options in [&["--quiet"][..], &[], &["--quiet", "--profile", "profile"]] {
        let mut arguments = vec!["run", "--roi-start", "100M", "--report", "report.json"];
        arguments.extend(options);
        arguments.push(program);
        let ended = epicycle_in(&folder.0, &arguments, b"");
        assert_eq!(ended.status, 125, "{options:?}: {}", ended.stderr);
        let report = fs::read_to_string(folder.path("report.json")).unwrap();
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        assert_eq!(report["outcome"]["kind"], "error", "{options:?}");
        assert_eq!(report["cycles"], 0, "{options:?}");
        let message = report["outcome"]["message"].as_str().unwrap();
        assert!(message.contains("never began"), "{message}");
    }
}

#[test]
fn a_window_behind_the_end_of_a_run_is_said() {
    let folder = Folder::new("windows");
    let program = guest("call-paths");
    let program = program.to_str().unwrap();
    for (options, status, message) in [
        (
            &["pipeline", "--from", "1M"][..],
            2,
            "no instruction issues in cycles 1000000 to 1000059: the run has ",
        ),
        (
            &["pipeline", "--from", "100", "--cycles", "20"],
            2,
            "no instruction issues in cycles 100 to 119: they wait, and the next ones issue by cycle ",
        ),
        (&["pipeline", "--cycles", "0"], 2, "at least one cycle"),
        (
            &[
                "pipeline",
                "--roi-start",
                "20",
                "--from",
                "1M",
                "--cycles",
                "1",
            ],
            2,
            "no instruction issues in cycle 1000000 of the region: the region has ",
        ),
        (
            &[
                "run",
                "--pipeview",
                "view",
                "--pipeview-cycles",
                "18446744073709551615+5",
            ],
            125,
            "the sum is above 18446744073709551615; write 18446744073709551615.. for all behind",
        ),
        (
            &[
                "run",
                "-q",
                "--pipeview",
                "view",
                "--pipeview-cycles",
                "1M..",
            ],
            0,
            "nothing lies in --pipeview-cycles: it begins at 1000000, and the run has ",
        ),
        (
            &[
                "run",
                "-q",
                "--trace",
                "trace",
                "--trace-instructions",
                "1M+5",
            ],
            0,
            "nothing lies in --trace-instructions: it begins at 1000000, and the run has ",
        ),
        (
            &[
                "run",
                "-q",
                "--trace",
                "trace",
                "--trace-instructions",
                "1..9",
            ],
            0,
            "",
        ),
    ] {
        let ended = epicycle_in(&folder.0, &[options, &[program]].concat(), b"");
        // The guest ends with a status of its own.
        let status = if status == 0 {
            ended.status.min(124)
        } else {
            status
        };
        assert_eq!(ended.status, status, "{options:?}: {}", ended.stderr);
        assert!(
            ended.stderr.contains(message),
            "{options:?}: {}",
            ended.stderr
        );
        assert_eq!(
            ended.stderr.is_empty(),
            message.is_empty(),
            "{}",
            ended.stderr
        );
    }
}

#[test]
fn a_pipeline_without_a_first_cycle_begins_with_the_first_instructions_on_a_cold_machine_too() {
    let folder = Folder::new("windows-first");
    let program = guest("call-paths");
    let program = program.to_str().unwrap();
    let begins = |options: &[&str]| {
        let arguments = [&["pipeline", "-q", "--cycles", "9"], options, &[program]].concat();
        let ended = epicycle_in(&folder.0, &arguments, b"");
        assert!(ended.stderr.is_empty(), "{options:?}: {}", ended.stderr);
        let text = String::from_utf8(ended.stdout).unwrap();
        let first = text.lines().nth(2).unwrap_or_default().to_owned();
        assert!(text.lines().count() > 9, "{text}");
        first
    };
    let entry = begins(&[]);
    assert!(entry.contains('~'), "a wait for memory: {entry}");
    assert_eq!(entry, begins(&["--roi-start", "0"]));
    assert_ne!(entry, begins(&["--roi-start", "20"]));
    for (options, message) in [
        (
            &["--max-instructions", "0"][..],
            "no instruction issues: the run has 0 cycles",
        ),
        (&["--roi-start", "100M"], "never began"),
    ] {
        let arguments = [&["pipeline"], options, &[program]].concat();
        let ended = epicycle_in(&folder.0, &arguments, b"");
        assert_eq!(ended.status, 2);
        assert!(ended.stderr.contains(message), "{}", ended.stderr);
    }
}

#[test]
fn a_page_is_not_made_of_a_report_that_is_not_there() {
    let folder = Folder::new("no-page");
    let ended = epicycle_in(&folder.0, &["report", "gone.json", "-o", "page.html"], b"");
    assert_eq!(ended.status, 2);
    assert!(
        ended.stderr.contains("cannot read gone.json"),
        "{}",
        ended.stderr
    );
    assert!(!folder.path("page.html").exists());
}
