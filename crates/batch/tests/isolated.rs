//! Does a worker process that leaves no result cost one run, whatever has ended it? The worker processes here are shells.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use batch::{Batch, Observer, Options, Plan, Running, Worker, run};
use report::Report;
use sim::Request;

struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let name = format!("epicycle-isolated-{test}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn never(_: Request) -> Result<Report, sim::Error> {
    panic!("a run of an isolated batch is not one of this process")
}

/// Sets the flag when a run begins.
struct Stops<'a>(&'a AtomicBool);

impl Observer for Stops<'_> {
    fn started(&mut self, _: usize, _: &str, _: &str) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn reminded(&mut self, _: &[Running<'_>]) {}
}

/// A batch of one run whose worker process is the shell with a script.
fn batch_of(folder: &Folder, script: &str, interrupted: bool) -> Batch {
    let plan = folder.0.join("plan.toml");
    fs::write(
        &plan,
        "configs = [\"itanium\"]\n[[workload]]\nname = \"one\"\npath = \"one\"\n",
    )
    .unwrap();
    let options = Options {
        out: folder.0.join("out"),
        isolate: Some(Worker::new("sh", ["-c", script])),
        ..Options::default()
    };
    let flag = AtomicBool::new(false);
    let ignored = AtomicBool::new(false);
    let mut observer = Stops(if interrupted { &flag } else { &ignored });
    run(
        &Plan::read(&plan).unwrap(),
        &options,
        &never,
        &mut observer,
        &flag,
    )
    .unwrap()
}

#[test]
fn what_ends_a_worker_process_is_named_with_the_remedy() {
    let folder = Folder::new("named");
    for (script, reason, remedy) in [
        ("kill -KILL $$", "was ended by SIGKILL (signal 9)", "--jobs"),
        (
            "kill -ABRT $$",
            "was ended by SIGABRT (signal 6)",
            "ulimit -v",
        ),
        (
            "kill -SEGV $$",
            "was ended by SIGSEGV (signal 11)",
            "report it",
        ),
        (
            "kill -XCPU $$",
            "was ended by SIGXCPU (signal 24)",
            "ulimit -t",
        ),
        (
            "kill -TERM $$",
            "was ended by SIGTERM (signal 15)",
            "--resume",
        ),
        (
            "exit 7",
            "ended without a result (exit status: 7)",
            "ulimit",
        ),
        ("true", "ended without a result (exit status: 0)", "ulimit"),
        ("echo nonsense", "cannot be understood", "expected"),
        (
            "printf '{\"instructions\":5}\\n{\"ended'",
            "ended without a result",
            "ulimit",
        ),
    ] {
        let batch = batch_of(&folder, script, false);
        assert_eq!((batch.failed(), batch.interrupted), (1, false), "{script}");
        let said = batch.summary.runs[0].reason.as_deref().unwrap();
        assert!(
            said.contains(reason) && said.contains(remedy),
            "{script}: {said}"
        );
        let report: Report = report::read(&folder.0.join("out/one/itanium.json")).unwrap();
        assert_eq!(report.outcome.message.as_deref(), Some(said));
    }
}

#[test]
fn a_worker_program_that_is_not_there_fails_its_runs() {
    let folder = Folder::new("gone");
    let batch = batch_of(&folder, "", false);
    assert_eq!(batch.failed(), 1);
    let options = Options {
        out: folder.0.join("out"),
        isolate: Some(Worker::new(folder.0.join("none"), ["x"])),
        ..Options::default()
    };
    let plan = Plan::read(&folder.0.join("plan.toml")).unwrap();
    let flag = AtomicBool::new(false);
    let batch = run(&plan, &options, &never, &mut batch::Silent, &flag).unwrap();
    let said = batch.summary.runs[0].reason.as_deref().unwrap();
    assert!(
        said.contains("cannot start its process") && said.contains("--no-isolate"),
        "{said}"
    );
}

#[test]
fn an_interrupt_ends_a_worker_process_that_says_nothing() {
    let folder = Folder::new("silent");
    let began = Instant::now();
    let batch = batch_of(&folder, "exec sleep 600", true);
    assert!(batch.interrupted && batch.summary.runs.is_empty());
    assert!(began.elapsed() < Duration::from_secs(300));
}
