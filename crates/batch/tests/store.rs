//! Does a store give back what was simulated, only where nothing has changed, and whatever happens to it? The simulator here is a
//! function of its inputs and counts how often it is called.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use batch::{Batch, Existing, Observer, Options, Plan, Store, run};
use report::{Config, CycleAccounting, Limit, Outcome, Report, RunSummary, Workload};
use sim::Request;

struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let name = format!("epicycle-store-{test}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("bin")).unwrap();
        let folder = Self(path);
        folder.file("in", "input");
        for name in ["echo", "fail", "late"] {
            folder.file(&format!("bin/{name}"), name);
        }
        folder
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn plan(&self, text: &str) -> Plan {
        Plan::read(&self.file("plan.toml", text)).unwrap()
    }

    /// Every entry of the store.
    fn entries(&self) -> Vec<PathBuf> {
        let listed = Store::open(&self.0.join("store")).unwrap().list().unwrap();
        listed.into_iter().map(|entry| entry.path).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const PLAN: &str = r#"
configs = ["itanium", "itanium2"]
[[workload]]
name = "echo"
path = "bin/echo"
args = ["hello"]
stdin = "in"
env = { A = "1" }
[[workload]]
name = "fail"
path = "bin/fail"
"#;

/// Words of the observer and how many runs came from the store.
#[derive(Default)]
struct Heard {
    words: RefCell<Vec<String>>,
    stored: usize,
    order: Vec<String>,
}

impl Observer for Heard {
    fn begins(&mut self, _: usize, _: usize, stored: usize) {
        self.stored = stored;
    }
    fn noted(&mut self, text: &str) {
        self.words.borrow_mut().push(text.into());
    }
    fn finished(&mut self, _: usize, summary: &RunSummary) {
        self.order.push(summary.label());
    }
}

struct Done {
    batch: Batch,
    /// How many runs were simulated.
    simulated: usize,
    heard: Heard,
    tree: Vec<(PathBuf, Vec<u8>)>,
}

fn go_with(folder: &Folder, plan: &Plan, change: impl FnOnce(&mut Options)) -> Done {
    let out = folder.0.join("out");
    let _ = fs::remove_dir_all(&out);
    let mut options = Options {
        out: out.clone(),
        jobs: 2,
        store: Some(Arc::new(Store::create(&folder.0.join("store")).unwrap())),
        ..Options::default()
    };
    change(&mut options);
    let calls = AtomicUsize::new(0);
    let simulate = |job: Request| {
        calls.fetch_add(1, Ordering::Relaxed);
        simulate(job)
    };
    let mut heard = Heard::default();
    let go = AtomicBool::new(false);
    let batch = run(plan, &options, &simulate, &mut heard, &go).unwrap();
    Done {
        batch,
        simulated: calls.into_inner(),
        heard,
        tree: tree(&out),
    }
}

fn go(folder: &Folder, plan: &Plan) -> Done {
    go_with(folder, plan, |_| {})
}

/// Guests that end well, with a wrong status and much to say, and at the host's limit of time.
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
        "fail" => {
            job.stdout.write_all(b"\xff out").unwrap();
            job.stderr.write_all(b"err").unwrap();
            outcome = Outcome::exit(9);
        }
        "late" => outcome = Outcome::limit(Limit::Timeout),
        _ => {}
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
    report.cycles = Some(u64::from(job.config.machine.memory.latency));
    report.cycle_accounting = Some(CycleAccounting {
        unstalled: u64::from(job.config.machine.memory.latency),
        ..CycleAccounting::default()
    });
    Ok(report)
}

fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push((path.clone(), fs::read(path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn the_second_time_nothing_is_simulated_and_the_results_are_the_same_bytes() {
    let folder = Folder::new("second");
    let plan = folder.plan(PLAN);
    let first = go(&folder, &plan);
    assert_eq!((first.simulated, first.heard.stored), (4, 0));
    let second = go(&folder, &plan);
    assert_eq!((second.simulated, second.heard.stored), (0, 4));
    assert_eq!(first.tree, second.tree);
    assert_eq!(first.batch.summary, second.batch.summary);
    assert!(!second.batch.interrupted);
    // What the guests of failed runs wrote is there too.
    assert!(
        second
            .tree
            .iter()
            .any(|(path, bytes)| { path.ends_with("fail/itanium.stdout") && bytes == b"\xff out" })
    );
}

#[test]
fn whatever_a_run_is_given_makes_it_another_one() {
    type Change<'a> = (&'a str, &'a dyn Fn(&Folder) -> String);
    let changes: [Change<'_>; 8] = [
        ("program", &|folder| {
            folder.file("bin/echo", "other");
            PLAN.into()
        }),
        ("input", &|folder| {
            folder.file("in", "other");
            PLAN.into()
        }),
        ("arguments", &|_| PLAN.replace("hello", "hallo")),
        ("environment", &|_| PLAN.replace("A = \"1\"", "A = \"2\"")),
        ("limit", &|_| {
            PLAN.replace("stdin", "max_instructions = 5000\nstdin")
        }),
        ("frozen", &|_| {
            PLAN.replace("stdin", "writable = false\nstdin")
        }),
        ("name of the program", &|_| {
            PLAN.replace("stdin", "argv0 = \"other\"\nstdin")
        }),
        ("expectation", &|_| {
            PLAN.replace("stdin", "status = 3\nstdin")
        }),
    ];
    for (name, change) in changes {
        let folder = Folder::new("given");
        let plan = folder.plan(PLAN);
        go(&folder, &plan);
        let plan = folder.plan(&change(&folder));
        let again = go(&folder, &plan);
        assert_eq!(again.simulated, 2, "{name}: both runs of echo");
    }
    let folder = Folder::new("config");
    let plan = folder.plan(PLAN);
    go(&folder, &plan);
    let other = go_with(&folder, &plan, |options| {
        options.overrides = vec!["memory.latency=77".into()];
    });
    assert_eq!(other.simulated, 4);
    let functional = go_with(&folder, &plan, |options| options.functional = true);
    assert_eq!(functional.simulated, 4);
}

#[test]
fn an_interrupted_batch_goes_on_when_the_command_is_repeated() {
    let folder = Folder::new("interrupted");
    let plan = folder.plan(PLAN);
    let mut options = Options {
        out: folder.0.join("out"),
        jobs: 1,
        store: Some(Arc::new(Store::create(&folder.0.join("store")).unwrap())),
        ..Options::default()
    };
    let stop = AtomicBool::new(false);
    let simulator = |job: Request| {
        stop.store(job.program.ends_with("fail"), Ordering::Relaxed);
        simulate(job)
    };
    let first = run(&plan, &options, &simulator, &mut Heard::default(), &stop).unwrap();
    assert!(first.interrupted);
    options.existing = Existing::Same;
    let ended = first.ended;
    assert_eq!(ended, 3);
    let again = go(&folder, &plan);
    assert_eq!((again.simulated, again.heard.stored), (4 - ended, ended));
    assert!(!again.batch.interrupted);
}

#[test]
fn a_damaged_entry_is_named_and_its_run_repeated_wherever_it_is_damaged() {
    let folder = Folder::new("damaged");
    let plan = folder.plan(&PLAN.replace(", \"itanium2\"", ""));
    let first = go(&folder, &plan);
    let good: Vec<_> = folder.entries();
    let whole = fs::read(&good[0]).unwrap();
    let mut damages = vec![Vec::new(), b"\n".to_vec(), [&whole[..], b"x"].concat()];
    for at in (0..whole.len()).step_by(397) {
        damages.push(whole[..at].to_vec());
        let mut flipped = whole.clone();
        flipped[at] ^= 1;
        damages.push(flipped);
    }
    for (number, damage) in damages.into_iter().enumerate() {
        fs::write(&good[0], &damage).unwrap();
        let listed = Store::open(&folder.0.join("store"))
            .unwrap()
            .list()
            .unwrap();
        assert_eq!(listed.iter().filter(|it| it.run.is_err()).count(), 1);
        // A batch for each would take long; the way of reading is the same.
        if number % 8 != 0 {
            continue;
        }
        let again = go(&folder, &plan);
        assert_eq!(again.simulated, 1, "damage {number}");
        let words = again.heard.words.borrow();
        let path = good[0].display().to_string();
        assert!(
            words
                .iter()
                .any(|it| it.contains(&path) && it.contains("damaged")),
            "{words:?}"
        );
        assert_eq!(again.tree, first.tree);
        assert_eq!(fs::read(&good[0]).unwrap(), whole);
    }
}

#[test]
fn an_entry_that_cannot_be_read_is_named_and_stays() {
    let folder = Folder::new("unreadable");
    let plan = folder.plan(&PLAN.replace(", \"itanium2\"", ""));
    go(&folder, &plan);
    // Root may read every file; a link that leads to itself has bytes for none.
    let unreadable = folder.entries()[0].with_file_name("0.entry");
    std::os::unix::fs::symlink("0.entry", &unreadable).unwrap();
    let again = go(&folder, &plan);
    assert_eq!(again.simulated, 0);
    let words = again.heard.words.borrow();
    let path = unreadable.display().to_string();
    let said = |it: &String| it.contains(&path) && it.contains("unreadable");
    assert!(words.iter().any(said), "{words:?}");
    assert!(unreadable.is_symlink());
    let store = Store::open(&folder.0.join("store")).unwrap();
    let listed = store.list().unwrap();
    let defects: Vec<_> = listed.into_iter().filter_map(|it| it.run.err()).collect();
    assert!(
        matches!(&defects[..], [batch::Defect::Unreadable(_)]),
        "{defects:?}"
    );
}

#[test]
fn what_may_end_otherwise_the_next_time_is_not_kept() {
    let folder = Folder::new("late");
    let plan = "configs = [\"itanium\"]\n[[workload]]\nname = \"late\"\npath = \"bin/late\"\ntimeout = 1\noutcome = \"limit\"\n";
    let plan = folder.plan(plan);
    assert_eq!(go(&folder, &plan).simulated, 1);
    assert_eq!(go(&folder, &plan).simulated, 1);
    // The limit itself makes no difference to a run that it does not end.
    let with = |seconds: u32| PLAN.replace("stdin", &format!("timeout = {seconds}\nstdin"));
    assert_eq!(go(&folder, &folder.plan(&with(50))).simulated, 4);
    assert_eq!(go(&folder, &folder.plan(&with(60))).simulated, 0);
}

#[test]
fn results_of_other_contents_stand_beside_each_other() {
    let folder = Folder::new("back");
    let plan = folder.plan(PLAN);
    go(&folder, &plan);
    folder.file("bin/echo", "other");
    assert_eq!(go(&folder, &plan).simulated, 2);
    folder.file("bin/echo", "echo");
    assert_eq!(go(&folder, &plan).simulated, 0);
}

#[test]
fn two_batches_on_one_store_at_once_both_end_with_all_results() {
    let folder = Folder::new("both");
    let plan = folder.plan(PLAN);
    let others = Folder::new("both-others");
    let store = folder.0.join("store");
    let batches = std::thread::scope(|scope| {
        let both = [&folder, &others].map(|place| {
            let (store, plan) = (&store, &plan);
            scope.spawn(move || {
                (0..5)
                    .map(|_| {
                        go_with(place, plan, |options| {
                            options.store = Some(Arc::new(Store::create(store).unwrap()));
                        })
                    })
                    .collect::<Vec<_>>()
            })
        });
        both.map(|thread| thread.join().unwrap())
    });
    for done in batches.iter().flatten() {
        assert_eq!(done.batch.summary, batches[0][0].batch.summary);
        assert!(done.heard.words.borrow().is_empty());
    }
    let listed = Store::open(&store).unwrap().list().unwrap();
    assert_eq!(
        (
            listed.len(),
            listed.iter().filter(|it| it.run.is_err()).count()
        ),
        (4, 0)
    );
}

#[test]
fn a_store_that_takes_nothing_costs_no_result() {
    let folder = Folder::new("full");
    let plan = folder.plan(PLAN);
    let done = go_with(&folder, &plan, |_| {
        // Folders cannot be made where a file is, whoever asks.
        let runs = folder.0.join("store/format-1/runs");
        fs::remove_dir(&runs).unwrap();
        fs::write(&runs, "").unwrap();
    });
    assert_eq!((done.simulated, done.batch.summary.runs.len()), (4, 4));
    let words = done.heard.words.borrow();
    assert_eq!(
        words.iter().filter(|it| it.contains("is not kept")).count(),
        4
    );
}

#[test]
fn collecting_keeps_what_was_of_use_last() {
    let folder = Folder::new("collect");
    let plan = folder.plan(PLAN);
    go(&folder, &plan);
    let store = Store::open(&folder.0.join("store")).unwrap();
    let old = std::time::SystemTime::UNIX_EPOCH;
    let mut bytes = 0;
    for entry in store.list().unwrap() {
        let file = fs::File::open(&entry.path).unwrap();
        file.set_modified(old).unwrap();
        if entry.run.as_ref().unwrap().0 == "echo" {
            bytes += entry.bytes;
        }
    }
    // A batch uses two of them.
    let mut only = plan.clone();
    only.keep_workloads(&["echo".into()]).unwrap();
    assert_eq!(go(&folder, &only).simulated, 0);
    let done = store.collect(bytes).unwrap();
    assert_eq!((done.removed, done.left, done.bytes), (2, 2, bytes));
    assert_eq!(go(&folder, &only).simulated, 0);
    assert_eq!(store.collect(0).unwrap().left, 0);
    assert_eq!(go(&folder, &plan).simulated, 4);
}

#[test]
fn a_merged_store_has_the_results_of_both_without_the_damaged_ones() {
    let (one, other) = (Folder::new("merge-one"), Folder::new("merge-other"));
    let (mut first, mut second) = (one.plan(PLAN), other.plan(PLAN));
    first.keep_workloads(&["echo".into()]).unwrap();
    go(&one, &first);
    go(&other, &second);
    let damaged = other
        .entries()
        .into_iter()
        .find(|path| {
            fs::read(path)
                .unwrap()
                .windows(6)
                .any(|it| it == b"\"fail\"")
        })
        .unwrap();
    fs::write(&damaged, "x").unwrap();
    let into = Store::open(&one.0.join("store")).unwrap();
    let done = into
        .merge(&Store::open(&other.0.join("store")).unwrap())
        .unwrap();
    assert_eq!((done.copied, done.there, done.defective.len()), (1, 2, 1));
    second.keep_workloads(&["fail".into()]).unwrap();
    assert_eq!(go(&one, &second).simulated, 1);
}

#[test]
fn what_another_version_left_is_named_and_left_alone() {
    let folder = Folder::new("version");
    fs::create_dir_all(folder.0.join("store/format-0/runs")).unwrap();
    let before = folder.file("store/format-0/runs/entry", "old");
    let plan = folder.plan(PLAN);
    assert_eq!(go(&folder, &plan).simulated, 4);
    let store = Store::open(&folder.0.join("store")).unwrap();
    assert_eq!(store.other_versions(), [folder.0.join("store/format-0")]);
    store.collect(0).unwrap();
    assert_eq!(fs::read_to_string(before).unwrap(), "old");
    let none = Store::open(&folder.0).unwrap_err().to_string();
    assert!(none.contains("no store of this version"), "{none}");
}

#[test]
fn the_longest_runs_begin_first_and_the_results_are_in_the_order_of_the_plan() {
    let folder = Folder::new("longest");
    let plan = "configs = [\"itanium\"]\n".to_owned()
        + &["a", "b", "c"]
            .map(|name| {
                format!(
                    "[[workload]]\nname = \"{name}\"\npath = \"bin/echo\"\nargs = [\"{name}\"]\n"
                )
            })
            .concat();
    let plan = folder.plan(&plan);
    // Milliseconds of sleep that differ by more than a loaded host adds to a run.
    let slow = |job: Request| {
        let times = [("a", 0), ("b", 900), ("c", 300)];
        let time = times.iter().find(|(name, _)| job.args[0] == *name);
        std::thread::sleep(Duration::from_millis(time.unwrap().1));
        simulate(job)
    };
    let mut order = Vec::new();
    for latency in [70, 80] {
        let out = folder.0.join(format!("out-{latency}"));
        let options = Options {
            out,
            jobs: 1,
            // Another machine each time, so that nothing is in the store but the time of the one before.
            store: Some(Arc::new(Store::create(&folder.0.join("store")).unwrap())),
            ..Options::default()
        };
        folder.file("bin/echo", &format!("{latency}"));
        let mut heard = Heard::default();
        let batch = run(&plan, &options, &slow, &mut heard, &AtomicBool::new(false)).unwrap();
        order = heard.order;
        let listed: Vec<String> = batch.summary.runs.iter().map(RunSummary::label).collect();
        assert_eq!(listed, ["a/itanium", "b/itanium", "c/itanium"]);
    }
    assert_eq!(order, ["b/itanium", "c/itanium", "a/itanium"]);
}

#[test]
fn no_more_runs_go_on_than_the_memory_is_for() {
    let folder = Folder::new("memory");
    let plan = folder.plan(PLAN);
    let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let simulator = |job: Request| {
        most.fetch_max(1 + now.fetch_add(1, Ordering::SeqCst), Ordering::SeqCst);
        // Until a second one has begun, and then as long as a third one may take to begin.
        let until = Instant::now() + Duration::from_secs(60);
        while most.load(Ordering::SeqCst) < 2 && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(20));
        let report = simulate(job);
        now.fetch_sub(1, Ordering::SeqCst);
        report
    };
    let each = config::load::<&str>("itanium", &[])
        .unwrap()
        .machine
        .os
        .memory_bytes;
    let mut options = Options {
        out: folder.0.join("out"),
        jobs: 4,
        max_memory: Some(2 * each + 1),
        ..Options::default()
    };
    let go = AtomicBool::new(false);
    let batch = run(&plan, &options, &simulator, &mut Heard::default(), &go).unwrap();
    assert_eq!(batch.summary.runs.len(), 4);
    assert_eq!(most.into_inner(), 2);
    options.max_memory = Some(each - 1);
    let refused = run(&plan, &options, &simulate, &mut Heard::default(), &go).unwrap_err();
    assert!(refused.to_string().contains("--max-memory"), "{refused}");
}
