//! Does a batch keep its promises, whatever the simulator does? The simulator here is a function of its inputs.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use batch::{
    Batch, BatchError, Existing, Limits, Observer, Options, Plan, Shard, Silent, merge, run,
};
use report::{Config, CycleAccounting, Outcome, Report, RunState, RunSummary, Summary, Workload};
use sim::Request;

struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("epicycle-batch-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const PLAN: &str = r#"
configs = ["itanium", "itanium2", "own.toml"]

[[workload]]
name = "echo"
path = "bin/echo"
args = ["hello"]
expect = "hello.txt"

[[workload]]
name = "cat"
path = "bin/cat"
stdin = "hello.txt"
env = ["A=1"]
expect = "hello.txt"

[[workload]]
name = "three"
path = "bin/exit"
args = ["3"]
env = { A = "1" }
status = 3
"#;

fn plan(folder: &Folder, text: &str) -> Plan {
    folder.file("own.toml", "base = \"itanium\"\nmemory.latency = 200\n");
    folder.file("hello.txt", "hello\n");
    Plan::read(&folder.file("plan.toml", text)).unwrap()
}

fn options(out: &Path) -> Options {
    Options {
        out: out.into(),
        jobs: 2,
        ..Options::default()
    }
}

/// A guest of three programs; its time depends on the machine.
fn simulate(mut job: Request) -> Result<Report, sim::Error> {
    let name = job
        .program
        .file_name()
        .unwrap()
        .to_str()
        .unwrap()
        .to_owned();
    let mut outcome = Outcome::exit(0);
    match name.as_str() {
        "echo" => writeln!(job.stdout, "{}", job.args.join(" ")).unwrap(),
        "cat" => {
            assert_eq!(job.env, [("A".to_owned(), "1".to_owned())]);
            std::io::copy(&mut job.stdin, &mut job.stdout)
                .map(drop)
                .unwrap();
        }
        "exit" => outcome = Outcome::exit(job.args[0].parse().unwrap()),
        "crash" => outcome = Outcome::signal(11, None),
        other => {
            return Err(sim::Error::Identity(format!("cannot open {other}")));
        }
    }
    let config = Config {
        name: job.config.name.clone(),
        hash: job.config.hash.clone(),
        effective: job.config.effective.clone(),
    };
    let workload = Workload {
        name,
        sha256: None,
        args: job.args,
    };
    let mut report = Report::failed(config, workload, "");
    report.outcome = outcome;
    report.instructions = 1_000;
    let cycles = 10 * u64::from(job.config.machine.memory.latency);
    report.cycles = Some(cycles);
    report.cycle_accounting = Some(CycleAccounting {
        unstalled: cycles,
        ..CycleAccounting::default()
    });
    Ok(report)
}

fn go(plan: &Plan, options: &Options) -> Batch {
    run(
        plan,
        options,
        &simulate,
        &mut Silent,
        &AtomicBool::new(false),
    )
    .unwrap()
}

/// Every file below `folder` with its bytes.
fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push((
                    path.strip_prefix(folder).unwrap().to_owned(),
                    fs::read(&path).unwrap(),
                ));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn every_workload_runs_under_every_config_and_leaves_a_report() {
    let folder = Folder::new("all");
    let plan = plan(&folder, PLAN);
    let out = folder.0.join("out");
    let batch = go(&plan, &options(&out));
    assert_eq!(
        (batch.summary.runs.len(), batch.failed(), batch.interrupted),
        (9, 0, false)
    );
    let names: Vec<PathBuf> = tree(&out).into_iter().map(|(path, _)| path).collect();
    assert_eq!(names.len(), 10);
    assert!(
        names.contains(&PathBuf::from("cat/own.json"))
            && names.contains(&PathBuf::from("summary.json"))
    );
    let order: Vec<&str> = batch
        .summary
        .runs
        .iter()
        .map(|run| run.report.as_str())
        .collect();
    assert_eq!(
        order[..4],
        [
            "echo/itanium.json",
            "echo/itanium2.json",
            "echo/own.json",
            "cat/itanium.json"
        ]
    );
}

#[test]
fn the_results_are_the_same_bytes_with_one_job_and_with_several() {
    let folder = Folder::new("jobs");
    let plan = plan(&folder, PLAN);
    let trees: Vec<_> = [1, 2, 7]
        .map(|jobs| {
            let out = folder.0.join(format!("out{jobs}"));
            go(
                &plan,
                &Options {
                    jobs,
                    ..options(&out)
                },
            );
            tree(&out)
        })
        .into();
    assert!(trees[0] == trees[1] && trees[0] == trees[2]);
}

#[test]
fn more_jobs_than_the_host_can_have_threads_do_not_keep_the_batch_waiting() {
    let folder = Folder::new("many-jobs");
    let plan = plan(&folder, PLAN);
    let out = folder.0.join("out");
    let mut options = options(&out);
    options.jobs = 1_000_000;
    assert_eq!(go(&plan, &options).failed(), 0);
}

#[test]
fn failed_runs_are_kept_and_explained() {
    let folder = Folder::new("failed");
    let text = r#"
        configs = ["itanium"]
        [[workload]]
        name = "wrong-output"
        path = "bin/echo"
        args = ["hullo"]
        expect = "hello.txt"
        [[workload]]
        name = "wrong-status"
        path = "bin/exit"
        args = ["2"]
        [[workload]]
        name = "crash"
        path = "bin/crash"
        [[workload]]
        name = "missing"
        path = "bin/missing"
        [[workload]]
        name = "no-input"
        path = "bin/cat"
        stdin = "no-such-file"
        "#;
    let out = folder.0.join("out");
    let batch = go(&plan(&folder, text), &options(&out));
    assert_eq!(batch.failed(), 5);
    let reasons: Vec<&str> = batch
        .summary
        .runs
        .iter()
        .map(|run| run.reason.as_deref().unwrap())
        .collect();
    assert_eq!(
        reasons[0],
        "output differs from hello.txt in line 1 (byte 1); 6 bytes, expected 6"
    );
    assert_eq!(reasons[1], "exit status 2, expected 0");
    assert_eq!(reasons[2], "killed by signal 11");
    assert_eq!(
        reasons[3],
        "internal error, please report it with the command line: cannot open missing"
    );
    assert!(
        reasons[4].starts_with("cannot read stdin no-such-file: "),
        "{}",
        reasons[4]
    );
    assert_eq!(
        fs::read(out.join("wrong-output/itanium.stdout")).unwrap(),
        b"hullo\n"
    );
    let report: Report = report::read(&out.join("missing/itanium.json")).unwrap();
    assert_eq!(
        report.outcome,
        Outcome::error(
            "internal error, please report it with the command line: cannot open missing"
        )
    );
}

#[test]
fn a_pipe_in_place_of_a_file_fails_its_run_and_does_not_keep_the_batch_waiting() {
    let folder = Folder::new("pipe");
    let made = Command::new("mkfifo").arg(folder.0.join("pipe")).status();
    assert!(made.unwrap().success());
    let text = r#"
        configs = ["itanium"]
        [[workload]]
        name = "program"
        path = "pipe"
        [[workload]]
        name = "input"
        path = "bin/cat"
        stdin = "pipe"
        [[workload]]
        name = "output"
        path = "bin/cat"
        expect = "pipe"
        "#;
    let batch = go(&plan(&folder, text), &options(&folder.0.join("out")));
    let reasons: Vec<&str> = batch
        .summary
        .runs
        .iter()
        .map(|run| run.reason.as_deref().unwrap())
        .collect();
    assert!(reasons[0].ends_with("cannot open pipe"), "{}", reasons[0]);
    assert_eq!(reasons[1], "cannot read stdin pipe: not a regular file");
    assert_eq!(reasons[2], "cannot read expect pipe: not a regular file");
}

#[test]
fn an_interrupt_keeps_what_has_ended_and_starts_nothing_more() {
    let folder = Folder::new("interrupt");
    let plan = plan(&folder, PLAN);
    let out = folder.0.join("out");
    let interrupt = AtomicBool::new(false);
    let started = AtomicUsize::new(0);
    let simulator = |job: Request| {
        if started.fetch_add(1, Ordering::SeqCst) == 2 {
            interrupt.store(true, Ordering::SeqCst);
            let until = Instant::now() + Duration::from_secs(300);
            while !job.control.is_cancelled() {
                assert!(Instant::now() < until, "the run has not been cancelled");
                std::thread::yield_now();
            }
            return Err(sim::Error::Cancelled);
        }
        simulate(job)
    };
    let batch = run(
        &plan,
        &Options {
            jobs: 1,
            ..options(&out)
        },
        &simulator,
        &mut Silent,
        &interrupt,
    )
    .unwrap();
    assert!(batch.interrupted);
    assert_eq!((batch.summary.runs.len(), batch.summary.planned), (2, 9));
    assert_eq!(started.load(Ordering::SeqCst), 3);
    let written: Summary = report::read(&out.join("summary.json")).unwrap();
    assert_eq!(written, batch.summary);
    // `own` runs beside `itanium`, whose execution it shares, and before `itanium2`.
    let present = |config: &str| out.join(format!("echo/{config}.json")).exists();
    assert!(present("itanium") && present("own") && !present("itanium2"));
}

#[test]
fn shards_merge_to_the_bytes_of_the_whole() {
    let folder = Folder::new("shards");
    let plan = plan(&folder, PLAN);
    let whole = folder.0.join("whole");
    go(&plan, &options(&whole));
    let parts: Vec<PathBuf> = (1..=2)
        .map(|index| {
            let out = folder.0.join(format!("part{index}"));
            go(
                &plan,
                &Options {
                    shard: Some(Shard { index, count: 2 }),
                    ..options(&out)
                },
            );
            out
        })
        .collect();
    let merged = folder.0.join("merged");
    merge(&merged, &parts, Existing::Same, &|| false).unwrap();
    assert_eq!(tree(&merged), tree(&whole));
    let twice = merge(
        &merged,
        &[parts[0].clone(), parts[0].clone()],
        Existing::Same,
        &|| false,
    )
    .unwrap_err()
    .to_string();
    assert!(twice.contains("hold the run echo/itanium"), "{twice}");
}

#[test]
fn an_interrupted_merge_leaves_whole_results_and_goes_on() {
    let folder = Folder::new("interrupted-merge");
    let plan = plan(&folder, PLAN);
    let whole = folder.0.join("whole");
    let runs = go(&plan, &options(&whole)).summary.runs.len();
    let merged = folder.0.join("merged");
    let shards = [whole.clone()];
    // Each run is asked about once when it is read and once when it is written.
    let ask_at_most = |most: usize| {
        let asked = Cell::new(0);
        merge(&merged, &shards, Existing::Same, &|| {
            asked.set(asked.get() + 1);
            asked.get() > most
        })
    };
    assert!(ask_at_most(0).is_err() && !merged.exists());
    let error = ask_at_most(runs + 1).unwrap_err().to_string();
    let said = format!("interrupted: 1 of {runs} runs have been copied");
    assert!(error.starts_with(&said), "{error}");
    let summary: Summary = report::read(&merged.join("summary.json")).unwrap();
    assert_eq!((summary.runs.len(), summary.missing.len()), (1, runs - 1));
    let files: Vec<PathBuf> = tree(&merged).into_iter().map(|(path, _)| path).collect();
    let report = PathBuf::from(&summary.runs[0].report);
    assert_eq!(files, [report, "summary.json".into()]);
    ask_at_most(usize::MAX).unwrap();
    assert_eq!(tree(&merged), tree(&whole));
}

#[test]
fn shards_of_other_machines_or_inputs_are_not_merged() {
    let folder = Folder::new("mixed-shards");
    let part = |name: &str, index, instructions| {
        let out = folder.0.join(name);
        let limited = Options {
            shard: Some(Shard { index, count: 2 }),
            limits: Limits {
                instructions,
                ..Limits::default()
            },
            ..options(&out)
        };
        go(&plan(&folder, PLAN), &limited);
        out
    };
    let [first, second] = [part("first", 1, None), part("second", 2, None)];
    let merged = |other: &PathBuf| {
        let parts = [first.clone(), other.clone()];
        merge(&folder.0.join("merged"), &parts, Existing::Same, &|| false)
    };
    merged(&second).unwrap();
    // As if the description of the machine had been changed between the shards.
    let mut summary: Summary = report::read(&second.join("summary.json")).unwrap();
    let run = summary.runs.iter_mut().find(|run| run.config == "itanium");
    run.unwrap().config_hash = "0".repeat(64);
    report::write(&second.join("summary.json"), &summary).unwrap();
    let error = merged(&second).unwrap_err().to_string();
    let said = format!("its config itanium is not that of {}", first.display());
    assert!(error.contains(&said), "{error}");
    let error = merged(&part("limited", 2, Some(1000))).unwrap_err();
    assert!(
        error.to_string().contains("has other limits than in"),
        "{error}"
    );
}

#[test]
fn a_folder_that_takes_no_files_is_refused_before_the_first_run() {
    let folder = Folder::new("output");
    let plan = plan(&folder, PLAN);
    let blocked = folder.file("blocked", "a file");
    let simulator = |_: Request| -> Result<Report, sim::Error> { panic!("nothing may run") };
    let result = run(
        &plan,
        &options(&blocked),
        &simulator,
        &mut Silent,
        &AtomicBool::new(false),
    );
    assert!(matches!(result, Err(BatchError::Output(_))));
}

#[test]
fn a_wrong_config_is_refused_before_the_first_run() {
    let folder = Folder::new("config");
    let plan = plan(&folder, &PLAN.replace("itanium2", "itanium3"));
    let simulator = |_: Request| -> Result<Report, sim::Error> { panic!("nothing may run") };
    let error = run(
        &plan,
        &options(&folder.0.join("out")),
        &simulator,
        &mut Silent,
        &AtomicBool::new(false),
    )
    .unwrap_err();
    assert!(
        error.to_string().contains("unknown config \"itanium3\""),
        "{error}"
    );
}

#[test]
fn a_plan_that_says_too_little_or_too_much_is_refused() {
    let folder = Folder::new("plan");
    let refused = |text: &str| {
        let message = Plan::read(&folder.file("plan.toml", text))
            .unwrap_err()
            .to_string();
        message.replace(folder.0.to_str().unwrap(), "DIR")
    };
    assert!(refused("configs = []").contains("configs is empty"));
    assert!(refused("configs = [\"itanium\"]").contains("there is no [[workload]]"));
    let workload = "[[workload]]\nname = \"a\"\npath = \"a\"\n";
    let twice = format!("configs = [\"itanium\"]\n{workload}{workload}");
    assert!(refused(&twice).contains("two workloads are named \"a\""));
    let escape = format!(
        "configs = [\"itanium\"]\n{}",
        workload.replace("name = \"a\"", "name = \"../a\"")
    );
    assert!(refused(&escape).contains("cannot be the name of a folder"));
    let lines = escape.replace("../a", "a\\nb");
    assert!(
        refused(&lines).contains("workload name \"a\\nb\" cannot be"),
        "{}",
        refused(&lines)
    );
    let name = format!("name = \"{}\"", "n".repeat(300));
    let long = escape.replace("name = \"../a\"", &name);
    assert!(refused(&long).contains("use at most 200 bytes"));
    for ended in [
        "args = [\"a\\u0000b\"]",
        "env = [\"A=\\u0000\"]",
        "argv0 = \"\\u0000\"",
    ] {
        let ended = format!("configs = [\"itanium\"]\n{workload}{ended}\n");
        assert!(refused(&ended).contains("cannot hold the character"));
    }
    let unknown = format!("configs = [\"itanium\"]\n{workload}argv = []\n");
    assert!(refused(&unknown).contains("unknown field `argv`"));
    let env = format!("configs = [\"itanium\"]\n{workload}env = [\"A\"]\n");
    assert!(refused(&env).contains("\"A\" is not NAME=value"));
    assert!(refused("configs = [").contains("plan DIR/plan.toml: "));
}

#[test]
fn the_observer_hears_of_every_run() {
    #[derive(Default)]
    struct Counting {
        runs: usize,
        started: usize,
        ok: usize,
    }
    impl Observer for Counting {
        fn begins(&mut self, runs: usize, _: usize, _: usize) {
            self.runs = runs;
        }
        fn started(&mut self, _: usize, _: &str, _: &str) {
            self.started += 1;
        }
        fn finished(&mut self, _: usize, summary: &RunSummary) {
            self.ok += usize::from(summary.state == RunState::Ok);
        }
    }
    let folder = Folder::new("observer");
    let plan = plan(&folder, PLAN);
    let mut observer = Counting::default();
    run(
        &plan,
        &options(&folder.0.join("out")),
        &simulate,
        &mut observer,
        &AtomicBool::new(false),
    )
    .unwrap();
    assert_eq!((observer.runs, observer.started, observer.ok), (9, 9, 9));
}

#[test]
fn a_panic_costs_one_run_and_not_the_batch() {
    let folder = Folder::new("panic");
    let plan = plan(&folder, PLAN);
    let simulator = |job: Request| {
        assert!(!job.program.ends_with("cat"), "a bug");
        simulate(job)
    };
    let out = folder.0.join("out");
    let batch = run(
        &plan,
        &options(&out),
        &simulator,
        &mut Silent,
        &AtomicBool::new(false),
    )
    .unwrap();
    assert_eq!((batch.summary.runs.len(), batch.failed()), (9, 3));
    let reason = batch.summary.runs[3].reason.as_deref().unwrap();
    assert!(reason.contains("the simulator panicked: a bug"), "{reason}");
}
