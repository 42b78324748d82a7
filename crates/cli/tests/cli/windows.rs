//! Windows of traces and pipeline views that nothing lies in, and results that are not there: is it said?

use crate::support::{Folder, epicycle_in, guest};

#[test]
fn a_window_behind_the_end_of_a_run_is_said() {
    let folder = Folder::new("windows");
    let program = guest("call-paths");
    let program = program.to_str().unwrap();
    for (options, status, message) in [
        (
            &["pipeline", "--from", "1M"][..],
            2,
            "no instruction issues in cycles 1000000 to 1000060: the run ends behind ",
        ),
        (
            &["pipeline", "--from", "100", "--cycles", "20"],
            2,
            "no instruction issues in cycles 100 to 120: they wait, and the next ones issue by cycle ",
        ),
        (&["pipeline", "--cycles", "0"], 2, "at least one cycle"),
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
