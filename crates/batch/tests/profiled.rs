//! Do plans leave profiles and parts beside the reports, the same by whatever way the results come?

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use batch::{Batch, Existing, Options, Plan, Shard, Silent, Simulator, Store, merge, run};

struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let name = format!("epicycle-profiled-{test}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("plan/bin")).unwrap();
        let guests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/guests");
        for name in ["blocks", "call-paths", "hello"] {
            fs::copy(guests.join(name), path.join("plan/bin").join(name)).unwrap();
        }
        Self(path)
    }

    fn plan(&self, text: &str) -> Plan {
        let path = self.0.join("plan/plan.toml");
        fs::write(&path, text).unwrap();
        Plan::read(&path).unwrap()
    }

    fn options(&self, out: &str) -> Options {
        Options {
            out: self.0.join(out),
            jobs: 2,
            ..Options::default()
        }
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
name = "paths"
path = "bin/call-paths"
outcome = "any"
profile = true
interval = 10
[[workload]]
name = "blocks"
path = "bin/blocks"
outcome = "any"
profile = true
[[workload]]
name = "hello"
path = "bin/hello"
"#;

fn go(plan: &Plan, options: &Options) -> Batch {
    let never = AtomicBool::new(false);
    let batch = run(plan, options, &Simulator, &mut Silent, &never).unwrap();
    assert!(
        batch.summary.runs.iter().all(|run| run.reason.is_none()),
        "{:?}",
        batch.summary
    );
    batch
}

/// Every file below a folder with its bytes.
fn tree(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        match path.is_dir() {
            true => files.extend(
                tree(&path)
                    .into_iter()
                    .map(|(file, bytes)| (format!("{name}/{file}"), bytes)),
            ),
            false => files.push((name, fs::read(&path).unwrap())),
        }
    }
    files.sort();
    files
}

fn names(tree: &[(String, Vec<u8>)]) -> Vec<&str> {
    tree.iter().map(|(name, _)| &name[..]).collect()
}

#[test]
fn a_plan_leaves_profiles_and_parts_that_sum_to_the_reports() {
    let folder = Folder::new("sums");
    let plan = folder.plan(PLAN);
    let options = folder.options("out");
    go(&plan, &options);
    assert_eq!(
        names(&tree(&options.out)),
        [
            "blocks/itanium.json",
            "blocks/itanium.profile",
            "blocks/itanium2.json",
            "blocks/itanium2.profile",
            "hello/itanium.json",
            "hello/itanium2.json",
            "paths/itanium.intervals.jsonl",
            "paths/itanium.json",
            "paths/itanium.profile",
            "paths/itanium2.intervals.jsonl",
            "paths/itanium2.json",
            "paths/itanium2.profile",
            "summary.json",
        ]
    );
    for config in ["itanium", "itanium2"] {
        let file = options.out.join(format!("paths/{config}.json"));
        let report: report::Report = report::read(&file).unwrap();
        let profile = profile::read(&file.with_extension("profile")).unwrap();
        let cycles: u64 = profile.functions.iter().map(|it| it.cycles).sum();
        let behind: u64 = profile.behind.values().sum();
        assert_eq!(Some(cycles + behind), report.cycles);
        let parts = fs::read_to_string(file.with_extension("intervals.jsonl")).unwrap();
        let parts: Vec<report::Interval> = parts
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert!(parts.len() > 1);
        let sum: u64 = parts.iter().map(|part| part.cycles).sum();
        assert_eq!(Some(sum), report.cycles);
    }
    // The reports are those of a plan without.
    let plain = folder.plan(
        &PLAN
            .replace("profile = true", "")
            .replace("interval = 10", ""),
    );
    let out = folder.options("plain");
    go(&plain, &out);
    for (name, bytes) in tree(&out.out) {
        let with = fs::read(options.out.join(&name)).unwrap();
        assert!(name == "summary.json" || with == bytes, "{name}");
    }
}

#[test]
fn stores_and_shards_give_the_same_files() {
    let folder = Folder::new("ways");
    let plan = folder.plan(PLAN);
    let whole = folder.options("whole");
    go(&plan, &whole);
    let expected = tree(&whole.out);

    let shards: Vec<PathBuf> = (1..=2)
        .map(|index| {
            let shard = Some(Shard { index, count: 2 });
            let options = Options {
                shard,
                ..folder.options(&format!("part{index}"))
            };
            go(&plan, &options);
            options.out
        })
        .collect();
    let merged = folder.0.join("merged");
    merge(&merged, &shards, Existing::Same, &|| false).unwrap();
    assert!(tree(&merged) == expected);

    let store = || Some(Arc::new(Store::create(&folder.0.join("store")).unwrap()));
    for out in ["first", "second"] {
        let options = Options {
            store: store(),
            ..folder.options(out)
        };
        let batch = go(&plan, &options);
        assert!(tree(&options.out) == expected, "{out}");
        assert_eq!(batch.ended, 6);
    }
    // Results without a profile are none of a plan that wants one.
    let plain = folder.plan(&PLAN.replace("profile = true", ""));
    let options = Options {
        store: store(),
        ..folder.options("third")
    };
    go(&plain, &options);
    assert!(
        !names(&tree(&options.out))
            .iter()
            .any(|name| name.ends_with(".profile"))
    );
}

#[test]
fn what_is_written_again_leaves_no_profile_of_before() {
    let folder = Folder::new("again");
    let options = folder.options("out");
    go(&folder.plan(PLAN), &options);
    let plain = folder.plan(
        &PLAN
            .replace("profile = true", "")
            .replace("interval = 10", ""),
    );
    let replace = Options {
        existing: Existing::Replace,
        ..options
    };
    go(&plain, &replace);
    let left = tree(&replace.out);
    assert!(
        names(&left).iter().all(|name| name.ends_with(".json")),
        "{:?}",
        names(&left)
    );
}

#[test]
fn functional_runs_have_neither() {
    let folder = Folder::new("functional");
    let options = Options {
        functional: true,
        ..folder.options("out")
    };
    go(&folder.plan(PLAN), &options);
    assert!(
        names(&tree(&options.out))
            .iter()
            .all(|name| name.ends_with(".json"))
    );
}

#[test]
fn a_resumed_batch_runs_again_what_lacks_a_file_beside_its_report() {
    let folder = Folder::new("resume");
    let plan = folder.plan(PLAN);
    let first = go(&plan, &folder.options("out"));
    let all = first.summary.runs.len();
    let before = tree(&folder.0.join("out"));
    let resume = Options {
        existing: Existing::Resume,
        ..folder.options("out")
    };
    assert_eq!((first.ended, all), (6, 6));
    assert_eq!(go(&plan, &resume).ended, 0);
    for lost in [
        "paths/itanium.profile",
        "paths/itanium2.intervals.jsonl",
        "hello/itanium.json",
    ] {
        fs::remove_file(folder.0.join("out").join(lost)).unwrap();
        assert_eq!(go(&plan, &resume).ended, 1, "{lost}");
        assert_eq!(tree(&folder.0.join("out")), before, "{lost}");
    }
    // A file that is there but empty is as lost as one that is not.
    fs::write(folder.0.join("out/blocks/itanium.profile"), "").unwrap();
    assert_eq!(go(&plan, &resume).ended, 1);
    assert_eq!(tree(&folder.0.join("out")), before);
}
