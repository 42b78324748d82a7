//! Checkpoints from the command line.

use std::fs;

use crate::support::{Folder, epicycle_in, repository};

#[test]
fn a_run_is_written_down_at_a_symbol_and_goes_on_from_there() {
    let folder = Folder::new("checkpoints");
    let path = |name: &str| folder.path(name).to_str().unwrap().to_owned();
    let (whole, rest, kept) = (path("whole.json"), path("rest.json"), path("kept"));
    let making = [
        "run",
        "--quiet",
        "--report",
        &whole,
        "--checkpoint-at",
        "ackermann",
        "--checkpoint-at",
        "1000000000000",
        "--checkpoint-warm",
        "--checkpoint-dir",
        &kept,
        "workloads/bin/recursion",
    ];
    let ended = epicycle_in(&repository(""), &making, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert_eq!(
        ended.stderr,
        "epicycle: no checkpoint at 1000000000000: the run did not come there\n"
    );
    let file = path("kept/ackermann.checkpoint");
    let going_on = ["run", "--quiet", "--report", &rest, "--restore", &file];
    let end = epicycle_in(&repository(""), &going_on, b"");
    assert_eq!(end.status, 0, "{}", end.stderr);
    assert_eq!(end.stdout, ended.stdout);
    assert!(fs::read(&whole).unwrap() == fs::read(&rest).unwrap());

    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    let ended = epicycle_in(&repository(""), &going_on, b"");
    assert_eq!(ended.status, 125);
    assert!(
        ended.stderr.contains("ackermann.checkpoint: damaged: "),
        "{}",
        ended.stderr
    );
    let newer = String::from_utf8_lossy(&bytes).replacen("checkpoint 1 ", "checkpoint 999 ", 1);
    fs::write(&file, newer).unwrap();
    let ended = epicycle_in(&repository(""), &going_on, b"");
    assert_eq!(ended.status, 125);
    assert!(
        ended.stderr.contains("a checkpoint of format 999 "),
        "{}",
        ended.stderr
    );
}

#[test]
fn options_that_mean_nothing_are_refused() {
    let cases: [(&[&str], &str); 5] = [
        (
            &["--checkpoint-at", "5", "workloads/bin/sort"],
            "--checkpoint-dir",
        ),
        (
            &["--checkpoint-dir", "d", "workloads/bin/sort"],
            "needs a place",
        ),
        (&["--restore", "no-such-file"], "no-such-file: No such file"),
        (
            &["--restore", "workloads/bin/sort"],
            "not a checkpoint of epicycle",
        ),
        (&["--quiet"], "no program was given"),
    ];
    for (options, reason) in cases {
        let options = [&["run"], options].concat();
        let ended = epicycle_in(&repository(""), &options, b"");
        assert_eq!(ended.status, 125, "{options:?}: {}", ended.stderr);
        assert!(
            ended.stderr.contains(reason),
            "{options:?}: {}",
            ended.stderr
        );
    }
}
