//! Does a signal end a command in order, with what was counted until then?

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::Child;
use std::time::Duration;

use crate::support::{
    Deadline, Folder, ending_signals, epicycle_in, guest, names, repository, send, start, tree,
    wait_for,
};

/// Starts a command with the guest that copies its input, and waits until it has copied a line and waits for another.
fn waiting(folder: &Path, arguments: &[&str]) -> Child {
    let echo = guest("echo");
    let arguments: Vec<&str> = arguments
        .iter()
        .copied()
        .chain([echo.to_str().unwrap()])
        .collect();
    let mut child = start(folder, &arguments);
    child.stdin.as_mut().unwrap().write_all(b"a\n").unwrap();
    let mut byte = [0];
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut byte)
        .unwrap();
    child
}

/// Status, stdout and stderr of a command; its input stays open until it has ended.
fn end(mut child: Child) -> (Option<i32>, String, String) {
    let input = child.stdin.take();
    let _deadline = Deadline::of(&child);
    let output = child.wait_with_output().unwrap();
    drop(input);
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// What reads its input has nothing yet to end in order: it ends at once, with the status and without a file that is not whole. So do commands
/// that run a program, before the run.
#[test]
fn a_signal_ends_what_reads_its_input() {
    let folder = Folder::new("reading");
    for line in [
        "core-trace decode - --export lackey --to out",
        "simpoints - --simpoints out --weights weights",
        "disasm -",
        "schedule -",
        "run -",
        "run --config - missing",
        "annotate -",
        "pfmon -",
        "pfmon --config - missing",
        "boot --kernel -",
        "batch - --out out",
        "merge --out out -",
    ] {
        for (signal, status) in ending_signals() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let child = start(&folder.0, &words);
            // One that comes before the command listens ends it as it would any other: it is sent when it waits for its input.
            let state = format!("/proc/{}/syscall", child.id());
            let read = if cfg!(target_arch = "x86_64") {
                "0 0x0 "
            } else {
                "63 0x0 "
            };
            wait_for("a command that reads its input", || {
                let call = std::fs::read_to_string(&state).ok()?;
                call.starts_with(read).then_some(())
            });
            send(child.id(), signal);
            let (code, _, stderr) = end(child);
            assert_eq!(code, Some(status), "{line}, {signal}: {stderr}");
            assert!(names(&folder.0).is_empty(), "{:?}", names(&folder.0));
        }
    }
}

#[test]
fn a_signal_ends_a_run_that_computes_with_what_was_counted() {
    let folder = Folder::new("computing");
    let endless = guest("endless");
    for (signal, status) in ending_signals() {
        for mode in ["--max-cycles=100G", "--functional"] {
            let arguments = [
                "run",
                mode,
                "--trace",
                "-",
                "--report",
                "r.json",
                endless.to_str().unwrap(),
            ];
            let mut child = start(&folder.0, &arguments);
            let mut trace = BufReader::new(child.stdout.take().unwrap());
            let mut line = String::new();
            trace.read_line(&mut line).unwrap();
            send(child.id(), signal);
            std::io::copy(&mut trace, &mut std::io::sink()).unwrap();
            let (ended, _, summary) = end(child);
            assert_eq!(ended, Some(status), "{signal} {mode}: {summary}");
            assert!(
                summary.starts_with("endless on itanium: interrupted\n"),
                "{summary}"
            );
            let report: report::Report = report::read(&folder.path("r.json")).unwrap();
            assert_eq!(report.outcome.kind, report::OutcomeKind::Interrupted);
            assert!(report.instructions > 0);
            std::fs::remove_file(folder.path("r.json")).unwrap();
            assert!(names(&folder.0).is_empty());
        }
    }
}

#[test]
fn a_signal_ends_a_sampled_run_with_a_report_of_what_it_has() {
    let folder = Folder::new("sampled");
    for (signal, status) in ending_signals() {
        for parts in [&["--threads=2"][..], &["--shard=1/2"], &[]] {
            let sampled = ["run", "--sample", "--report", "r.json"];
            let child = waiting(&folder.0, &[&sampled, parts].concat());
            send(child.id(), signal);
            let (ended, _, summary) = end(child);
            assert_eq!(ended, Some(status), "{parts:?}: {summary}");
            let report: report::Report = report::read(&folder.path("r.json")).unwrap();
            assert_eq!(report.outcome.kind, report::OutcomeKind::Interrupted);
            let sample = report.sample.unwrap();
            assert!(
                sample.cycles.is_none() && sample.remark.is_some(),
                "{parts:?}"
            );
            std::fs::remove_file(folder.path("r.json")).unwrap();
            assert!(names(&folder.0).is_empty());
        }
    }
}

#[test]
fn a_signal_ends_a_run_whose_guest_waits_for_input() {
    let folder = Folder::new("waiting");
    let child = waiting(&folder.0, &["run", "--report", "r.json"]);
    send(child.id(), "INT");
    let (status, _, summary) = end(child);
    assert_eq!(status, Some(130), "{summary}");
    let report: report::Report = report::read(&folder.path("r.json")).unwrap();
    assert_eq!(report.outcome.kind, report::OutcomeKind::Interrupted);
    assert_eq!(names(&folder.0), ["r.json"]);
}

#[test]
fn an_interrupted_listing_is_written() {
    let folder = Folder::new("annotated");
    let child = waiting(&folder.0, &["annotate", "--out", "list"]);
    send(child.id(), "TERM");
    let (status, _, message) = end(child);
    assert_eq!(status, Some(143), "{message}");
    assert!(message.contains("interrupted"), "{message}");
    let listing = std::fs::read_to_string(folder.path("list")).unwrap();
    assert!(listing.starts_with("echo on itanium: "), "{listing}");
}

#[test]
fn an_interrupted_pfmon_prints_its_counts() {
    let folder = Folder::new("interrupted-pfmon");
    let arguments = [
        "pfmon",
        "-e",
        "CPU_CYCLES,IA64_INST_RETIRED",
        "--outfile=counts",
    ];
    let child = waiting(&folder.0, &arguments);
    send(child.id(), "INT");
    let (status, _, message) = end(child);
    assert_eq!(status, Some(130), "{message}");
    assert!(message.contains("interrupted"), "{message}");
    let counts = std::fs::read_to_string(folder.path("counts")).unwrap();
    assert_eq!(counts.lines().count(), 2, "{counts}");
    assert_eq!(names(&folder.0), ["counts"]);
}

/// A run that ends because its disk is full was not interrupted: the cause is named where its counts or tables are.
#[test]
fn what_an_output_ended_names_that_cause() {
    let folder = Folder::new("unwritten");
    let program = repository("workloads/bin/interp");
    let program = program.to_str().unwrap();
    let why = "stopped early: an output could not be written";
    for (line, status) in [
        ("run --trace /dev/full", 125),
        ("core-trace --out /dev/full", 2),
        ("profileme --period 10 --samples /dev/full", 2),
        (
            "pfmon --long-smpl-periods=10 -e CPU_CYCLES,IA64_INST_RETIRED --smpl-outfile=/dev/full",
            1,
        ),
    ] {
        let mut words: Vec<&str> = line.split(' ').collect();
        if words[0] != "pfmon" {
            words.push("--max-instructions=2M");
        }
        words.push(program);
        let ended = epicycle_in(&folder.0, &words, b"");
        assert_eq!(ended.status, status, "{line}: {}", ended.stderr);
        let said = match words[0] {
            "profileme" => ended.text(),
            _ => ended.stderr.clone(),
        };
        assert!(said.contains(why), "{line}: {said}");
        assert!(
            !ended.stderr.contains("interrupted"),
            "{line}: {}",
            ended.stderr
        );
    }
}

#[test]
fn an_interrupted_batch_keeps_what_has_ended() {
    let folder = Folder::new("batched");
    let plan = format!(
        "configs = [\"itanium\"]\n[[workload]]\nname = \"hello\"\npath = {:?}\n[[workload]]\nname = \"endless\"\npath = {:?}\n",
        guest("hello"),
        guest("endless")
    );
    folder.file("plan.toml", plan);
    let mut child = start(
        &folder.0,
        &["batch", "plan.toml", "--out", "out", "--jobs", "1"],
    );
    // A line for each run that has ended.
    let mut progress = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("hello") {
        line.clear();
        assert!(progress.read_line(&mut line).unwrap() > 0);
    }
    send(child.id(), "TERM");
    let (status, table, _) = end(child);
    assert_eq!(status, Some(143), "{table}");
    let summary: report::Summary = report::read(&folder.path("out/summary.json")).unwrap();
    assert_eq!(summary.runs.len(), 1, "{table}");
}

#[test]
fn a_second_signal_ends_a_run_at_once_and_leaves_no_file() {
    let folder = Folder::new("twice");
    let endless = guest("endless");
    let arguments = [
        "run",
        "--trace",
        "-",
        "--report",
        "r.json",
        endless.to_str().unwrap(),
    ];
    let mut child = start(&folder.0, &arguments);
    let mut first = [0; 80];
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut first)
        .unwrap();
    // The trace goes to a pipe that is read no further: the run cannot come to its end.
    send(child.id(), "INT");
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none());
    // A second signal that arrives before the first is handled is lost.
    let status = wait_for("the end of a run behind its second signal", || {
        send(child.id(), "INT");
        std::thread::sleep(Duration::from_millis(200));
        child.try_wait().unwrap()
    });
    assert_eq!(status.code(), Some(130));
    assert!(names(&folder.0).is_empty(), "{:?}", names(&folder.0));
}

/// A merge that comes to its end before the signal is repeated.
#[test]
fn a_signal_ends_a_merge_with_whole_results_alone() {
    let folder = Folder::new("merging");
    let plan = format!(
        "configs = [\"itanium\"]\n[[workload]]\nname = \"hello\"\npath = {:?}\nargs = [\"{{n}}\"]\n[workload.matrix]\nn = [{}]\n",
        guest("hello"),
        (0..60).map(|n| format!("{n},")).collect::<String>(),
    );
    folder.file("plan.toml", plan);
    folder.go("batch plan.toml --out shard --quiet --functional", 0);
    for (signal, status) in ending_signals() {
        wait_for("a merge that a signal ends", || {
            let _ = std::fs::remove_dir_all(folder.path("merged"));
            let mut child = start(&folder.0, &["merge", "--out", "merged", "shard"]);
            let has_ended = wait_for("a merge that writes, or its end", || {
                let writes = folder.path("merged/.lock").exists();
                let ended = child.try_wait().unwrap().is_some();
                (writes || ended).then_some(ended)
            });
            if has_ended {
                return None;
            }
            send(child.id(), signal);
            let (code, _, stderr) = end(child);
            if code == Some(0) {
                return None;
            }
            assert_eq!(code, Some(status), "{stderr}");
            assert!(stderr.contains("interrupted: "), "{stderr}");
            Some(())
        });
        let files = tree(&folder.path("merged"));
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        let hidden = files.iter().filter(|(path, _)| name(path).starts_with('.'));
        assert_eq!(hidden.count(), 0);
        report::Summary::of_folder(&folder.path("merged")).unwrap();
    }
    folder.go("merge --out merged shard", 0);
    assert!(tree(&folder.path("merged")) == tree(&folder.path("shard")));
}
