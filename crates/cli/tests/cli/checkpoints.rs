//! Checkpoints from the command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::{Folder, ending_signals, epicycle_in, guest, repository, send, start};

/// All files below a folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files = Vec::new();
    for entry in entries.map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            files.append(&mut files_below(&entry));
        } else {
            files.push(entry);
        }
    }
    files.sort();
    files
}

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

#[test]
fn a_checkpoint_that_does_not_fit_is_named_and_those_before_it_stay_good() {
    let folder = Folder::new("checkpoints-too-large");
    let kept = folder.path("kept");
    let limited = |limit: &str, options: &[&str]| {
        let output = Command::new("sh")
            .args(["-c", "ulimit -f $0; exec \"$@\"", limit])
            .arg(env!("CARGO_BIN_EXE_epicycle"))
            .args(["run", "--quiet", "--functional", "--checkpoint-dir"])
            .arg(&kept)
            .args(options)
            .arg(repository("workloads/bin/sort"))
            .output()
            .unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), message)
    };
    // No page can be written.
    let (status, message) = limited("0", &["--checkpoint-at", "100K"]);
    assert_eq!(status, Some(125), "{message}");
    assert!(
        message.contains("at 100K: ") && message.contains("/pages/"),
        "{message}"
    );
    assert!(message.contains("File too large"), "{message}");
    assert_eq!(files_below(&kept), <[PathBuf; 0]>::default());
    // The pages of the first checkpoint are there, and those that are new for the second cannot be written.
    let (status, message) = limited("unlimited", &["--checkpoint-at", "100K"]);
    assert_eq!(status, Some(0), "{message}");
    let before = files_below(&kept);
    let (status, message) = limited("0", &["--checkpoint-at", "200K"]);
    assert_eq!(status, Some(125), "{message}");
    assert!(message.contains("at 200K: "), "{message}");
    assert_eq!(files_below(&kept), before);
    let first = kept.join("100K.checkpoint");
    let restored = [
        "run",
        "--quiet",
        "--functional",
        "--restore",
        first.to_str().unwrap(),
    ];
    let ended = epicycle_in(&repository(""), &restored, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
}

#[test]
fn a_signal_between_checkpoints_leaves_whole_ones_from_which_the_run_goes_on() {
    let folder = Folder::new("checkpoints-interrupted");
    for (signal, status) in ending_signals() {
        for mode in ["--functional", "--checkpoint-warm"] {
            let kept = folder.path(&format!("{signal}{mode}"));
            let endless = guest("endless");
            let arguments = [
                "run",
                "--quiet",
                mode,
                "--checkpoint-every=100K",
                "--checkpoint-dir",
                kept.to_str().unwrap(),
                endless.to_str().unwrap(),
            ];
            let child = start(&folder.0, &arguments);
            let second = kept.join("200000.checkpoint");
            let until = Instant::now() + Duration::from_secs(120);
            while !second.exists() && Instant::now() < until {
                std::thread::sleep(Duration::from_millis(5));
            }
            send(child.id(), signal);
            let output = child.wait_with_output().unwrap();
            let message = String::from_utf8_lossy(&output.stderr);
            assert_eq!(
                output.status.code(),
                Some(status),
                "{signal} {mode}: {message}"
            );
            let files = files_below(&kept);
            let is_whole = |file: &&PathBuf| {
                let ending = file.extension().and_then(|ending| ending.to_str());
                matches!(ending, Some("checkpoint" | "zst"))
            };
            assert_eq!(
                files.iter().filter(is_whole).count(),
                files.len(),
                "{files:?}"
            );
            let newest = files
                .iter()
                .filter_map(|file| file.file_stem()?.to_str()?.parse::<u64>().ok())
                .max()
                .unwrap();
            assert!(newest >= 200_000, "{files:?}");
            let file = kept.join(format!("{newest}.checkpoint"));
            let limit = (newest + 1_000).to_string();
            let restored = [
                "run",
                "--quiet",
                "--functional",
                "--restore",
                file.to_str().unwrap(),
                "--max-instructions",
                &limit,
                "--report",
                "r.json",
            ];
            let ended = epicycle_in(&folder.0, &restored, b"");
            assert_eq!(ended.status, 0, "{}", ended.stderr);
            let report: report::Report = report::read(&folder.path("r.json")).unwrap();
            assert_eq!(report.instructions, newest + 1_000);
        }
    }
}
