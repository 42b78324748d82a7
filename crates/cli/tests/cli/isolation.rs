//! Does a run of a batch that its host ends cost nothing but itself?

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;

use batch::{Options, Plan, Silent, Worker, run};
use report::{Report, Summary};

use crate::support::{
    Folder, Running, ending_signals, epicycle_in, guest, names, repository, send, send_all, tree,
    wait_for,
};

/// A plan of runs: name, guest, further keys.
fn plan(folder: &Folder, runs: &[(&str, &str, &str)]) -> PathBuf {
    let mut plan = "configs = [\"itanium\"]\n".to_owned();
    for (name, program, keys) in runs {
        let bytes = match *program {
            "calls" => fs::read(repository("crates/linux/tests/guest/calls.elf")),
            program => fs::read(guest(program)),
        };
        folder.file(&format!("suite/{program}"), bytes.unwrap());
        plan += &format!("[[workload]]\nname = \"{name}\"\npath = \"{program}\"\n{keys}\n");
    }
    folder.file("suite/plan.toml", plan)
}

/// A batch with temporary files in a folder of its own, and its children by then that `lines` runs have ended.
fn begun(
    folder: &Folder,
    options: &[&str],
    lines: usize,
) -> (Running, BufReader<std::process::ChildStderr>) {
    fs::create_dir_all(folder.path("tmp")).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_epicycle"))
        .args(["batch", "suite/plan.toml", "--out", "out"])
        .args(options)
        .current_dir(&folder.0)
        .env_remove("RUST_LOG")
        .env("TMPDIR", folder.path("tmp"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut progress = BufReader::new(child.stderr.take().unwrap());
    for _ in 0..lines {
        let mut line = String::new();
        assert!(progress.read_line(&mut line).unwrap() > 0);
    }
    (Running(child), progress)
}

/// Processes whose parent is another, from /proc; those that have ended and are not yet waited for are none.
fn children(parent: u32) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let Ok(status) = fs::read_to_string(entry.path().join("stat")) else {
            continue;
        };
        // PID (NAME) STATE PARENT
        let rest = status.rsplit(')').next().unwrap_or_default();
        let mut words = rest.split_whitespace();
        let (state, above) = (words.next(), words.next());
        if state != Some("Z") && above == Some(&parent.to_string()) {
            found.push(entry.file_name().to_str().unwrap().parse().unwrap());
        }
    }
    found
}

/// The only child of a batch, once it has gone so far that its run has begun.
fn only_child(batch: &Child) -> u32 {
    wait_for("the only child of a batch", || {
        match children(batch.id())[..] {
            [child] => Some(child),
            _ => None,
        }
    })
}

fn summary(folder: &Folder) -> Summary {
    report::read(&folder.path("out/summary.json")).unwrap()
}

const THREE: [(&str, &str, &str); 3] = [
    ("hello", "hello", ""),
    ("endless", "endless", ""),
    ("echo", "echo", ""),
];

#[test]
fn a_run_killed_in_the_middle_leaves_the_others_and_a_summary_that_names_the_signal() {
    let folder = Folder::new("isolated-killed");
    plan(&folder, &THREE);
    let (batch, mut progress) = begun(&folder, &["--jobs", "2"], 2);
    send(only_child(&batch.0), "KILL");
    let mut last = String::new();
    progress.read_line(&mut last).unwrap();
    assert!(
        last.contains("FAILED: its process was ended by SIGKILL (signal 9)"),
        "{last}"
    );
    let (status, table) = batch.end();
    assert_eq!(status, Some(3), "{table}");
    let summary = summary(&folder);
    let failed: Vec<bool> = summary
        .runs
        .iter()
        .map(report::RunSummary::has_failed)
        .collect();
    assert_eq!(failed, [false, true, false]);
    assert!(
        table.contains("failed: endless/itanium: its process was ended by SIGKILL"),
        "{table}"
    );
    let report: Report = report::read(&folder.path("out/endless/itanium.json")).unwrap();
    assert_eq!(report.outcome.kind, report::OutcomeKind::Error);
    assert!(
        names(&folder.path("tmp")).is_empty(),
        "{:?}",
        names(&folder.path("tmp"))
    );
    assert!(
        names(&folder.path("out"))
            .iter()
            .all(|name| !name.starts_with('.'))
    );
}

#[test]
fn an_interrupt_ends_the_processes_of_the_runs_and_keeps_what_has_ended() {
    for (signal, status) in ending_signals() {
        let folder = Folder::new(&format!("isolated-{signal}"));
        plan(&folder, &THREE);
        let (batch, _progress) = begun(&folder, &["--jobs", "2"], 2);
        let worker = only_child(&batch.0);
        send(batch.0.id(), signal);
        let (ended, table) = batch.end();
        assert_eq!(ended, Some(status), "{table}");
        assert!(table.contains("interrupted: 2 of 3 runs ended"), "{table}");
        assert_eq!(summary(&folder).runs.len(), 2);
        assert!(!Path::new(&format!("/proc/{worker}")).exists());
        assert!(names(&folder.path("tmp")).is_empty());
    }
}

#[test]
fn a_signal_to_the_whole_group_is_an_interrupt_and_no_failure() {
    let folder = Folder::new("isolated-group");
    plan(&folder, &THREE);
    let (batch, _progress) = begun(&folder, &["--jobs", "2"], 2);
    // The run's process hears of it first.
    send_all(&[only_child(&batch.0), batch.0.id()], "INT");
    let (ended, table) = batch.end();
    assert_eq!(ended, Some(130), "{table}");
    assert_eq!(summary(&folder).runs.len(), 2, "{table}");
}

#[test]
fn the_processes_of_a_killed_batch_end_and_the_next_batch_goes_on() {
    let folder = Folder::new("isolated-orphans");
    plan(&folder, &THREE);
    let (mut batch, _progress) = begun(&folder, &["--jobs", "2"], 2);
    let worker = only_child(&batch.0);
    batch.0.kill().unwrap();
    batch.0.wait().unwrap();
    let own = format!("/proc/{worker}");
    wait_for("the end of a worker whose batch was killed", || {
        let line = fs::read_to_string(format!("{own}/cmdline"));
        line.map_or(true, |line| line.is_empty()).then_some(())
    });
    assert!(names(&folder.path("tmp")).is_empty());
    let go_on = [
        "--resume",
        "--max-instructions",
        "100000",
        "--outcome",
        "any",
    ];
    let ended = epicycle_in(
        &folder.0,
        &[&["batch", "suite/plan.toml", "--out", "out"][..], &go_on].concat(),
        b"",
    );
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert_eq!(summary(&folder).runs.len(), 3);
}

#[test]
fn results_are_the_same_bytes_with_and_without_processes_of_their_own() {
    let folder = Folder::new("isolated-same");
    plan(
        &folder,
        &[
            ("hello", "hello", ""),
            (
                "copy",
                "echo",
                "stdin = \"plan.toml\"\nexpect = \"plan.toml\"",
            ),
            ("other", "echo", "stdin = \"plan.toml\"\nexpect = \"hello\""),
            ("limit", "endless", "max_instructions = 100_000"),
            (
                "wanted",
                "endless",
                "max_cycles = \"100K\"\noutcome = \"limit\"",
            ),
            ("slow", "endless", "timeout = 0.25\nmax_instructions = 1000"),
            ("crash", "null-store", "env = { A = \"1\", B = \"=2\" }"),
            ("status", "args", "args = [\"a\", \"\\u0001b\"]"),
            ("gone", "hello", "stdin = \"none\""),
            (
                "start",
                "calls",
                "args = [\"start\"]\nargv0 = \"zero\"\nstatus = 3\nroi_stop = \"100\"",
            ),
        ],
    );
    let go = |out: &str, option: &str| {
        let ended = epicycle_in(
            &folder.0,
            &["batch", "suite/plan.toml", "-q", option, "--out", out],
            b"",
        );
        assert_eq!(ended.status, 3, "{}", ended.stderr);
        (ended.text(), tree(&folder.path(out)))
    };
    let (apart, together) = (go("apart", "--isolate"), go("together", "--no-isolate"));
    assert_eq!(apart.0, together.0);
    assert!(apart.1 == together.1);
    // A report for each, the outputs of those that failed with one, and the summary.
    assert!(apart.1.len() > 11, "{}", apart.1.len());
}

#[test]
fn a_guest_that_gets_no_memory_costs_its_run_alone() {
    let folder = Folder::new("isolated-memory");
    let plan = plan(
        &folder,
        &[
            ("first", "hello", ""),
            ("hog", "calls", "args = [\"hog\"]"),
            ("last", "hello", ""),
        ],
    );
    // The simulator as it is tested takes 160 MB of address space, and an allocator 64 MB for each of its threads where they are in each
    // other's way.
    for kilobytes in [400_000, 470_000, 540_000] {
        let script = format!("ulimit -v {kilobytes}; exec \"$0\" batch-worker");
        let options = Options {
            out: folder.path(&format!("out-{kilobytes}")),
            overrides: vec!["os.memory_bytes=17179869184".into()],
            isolate: Some(Worker::new(
                "sh",
                ["-c", &script, env!("CARGO_BIN_EXE_epicycle")],
            )),
            ..Options::default()
        };
        let batch = run(
            &Plan::read(&plan).unwrap(),
            &options,
            &sim::run,
            &mut Silent,
            &AtomicBool::new(false),
        )
        .unwrap();
        let reasons: Vec<_> = batch.summary.runs.iter().map(|run| &run.reason).collect();
        assert!(
            reasons[0].is_none() && reasons[2].is_none(),
            "{kilobytes}: {reasons:?}"
        );
        let reason = reasons[1].as_deref().unwrap();
        assert!(
            reason.starts_with("the host has no memory left"),
            "{kilobytes}: {reason}"
        );
    }
}
