//! Does a batch with a store repeat nothing that is known, and all that has changed, with real programs and processes?

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::{Ended, Folder, epicycle_in, guest, repository, tree};

const PLAN: &str = r#"
configs = ["itanium", "itanium2"]
[[workload]]
name = "hello"
path = "bin/hello"
expect = "hello.expect"
[[workload]]
name = "files"
path = "bin/calls"
args = ["files"]
outcome = "any"
"#;

fn folder(test: &str) -> Folder {
    let folder = Folder::new(test);
    folder.file("suite/plan.toml", PLAN);
    folder.file("suite/bin/hello", fs::read(guest("hello")).unwrap());
    folder.file(
        "suite/hello.expect",
        fs::read(guest("hello.expect")).unwrap(),
    );
    let calls = repository("crates/linux/tests/guest/calls.elf");
    folder.file("suite/bin/calls", fs::read(calls).unwrap());
    folder
}

fn batch(folder: &Folder, out: &str, more: &[&str]) -> Ended {
    let fixed = [
        "batch",
        "suite/plan.toml",
        "--store",
        "suite/store",
        "--out",
        out,
    ];
    epicycle_in(&folder.0, &[&fixed[..], more].concat(), b"")
}

/// How many runs a batch took from the store.
fn stored(ended: &Ended) -> usize {
    let line = ended
        .stderr
        .lines()
        .find(|line| line.ends_with("runs are in the store"));
    line.map_or(0, |line| line.split(' ').next().unwrap().parse().unwrap())
}

#[test]
fn a_repeated_batch_simulates_only_what_finds_other_files() {
    let folder = folder("store-files");
    let first = batch(&folder, "one", &[]);
    assert_eq!((first.status, stored(&first)), (0, 0), "{}", first.stderr);
    // The reports are those of a batch without a store.
    let plain = epicycle_in(
        &folder.0,
        &["batch", "suite/plan.toml", "--out", "plain"],
        b"",
    );
    assert_eq!(plain.status, 0);
    assert!(tree(&folder.path("one")) == tree(&folder.path("plain")));
    let second = batch(&folder, "two", &[]);
    assert_eq!(
        (second.status, stored(&second)),
        (0, 4),
        "{}",
        second.stderr
    );
    assert!(tree(&folder.path("one")) == tree(&folder.path("two")));
    // A file that no guest looks for.
    folder.file("suite/other", "");
    assert_eq!(stored(&batch(&folder, "three", &[])), 4);
    // One that `files` makes, so it looks whether it is there.
    folder.file("suite/new.txt", "old");
    assert_eq!(stored(&batch(&folder, "four", &["--no-isolate"])), 2);
    assert_eq!(stored(&batch(&folder, "five", &["--no-isolate"])), 4);
    fs::remove_file(folder.path("suite/new.txt")).unwrap();
    assert_eq!(stored(&batch(&folder, "six", &[])), 4);
}

/// The files of the batch are hidden from its runs there, and its folder is not.
#[test]
fn results_in_the_folder_of_the_plan_are_found_again() {
    let folder = folder("store-in-plan");
    let store = |out: &str| {
        let line = format!("batch suite/plan.toml --store store --out {out}");
        stored(&folder.go(&line, 0))
    };
    assert_eq!((store("suite"), store("suite")), (0, 4));
    assert_eq!(store("suite/out"), 4);
    folder.file("suite/new.txt", "old");
    assert_eq!(store("suite"), 2);
}

#[test]
fn damage_is_named_by_verify_and_by_the_batch_that_repeats_the_run() {
    let folder = folder("store-damage");
    batch(&folder, "one", &[]);
    let store = |action: &str, more: &[&str]| {
        epicycle_in(
            &folder.0,
            &[&["store", action, "suite/store"], more].concat(),
            b"",
        )
    };
    assert_eq!(
        (store("verify", &[]).status, store("list", &[]).status),
        (0, 0)
    );
    let (path, mut bytes) = tree(&folder.path("suite/store"))
        .into_iter()
        .find(|(path, _)| path.extension().is_some_and(|end| end == "entry"))
        .unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x40;
    fs::write(folder.path("suite/store").join(&path), &bytes).unwrap();
    let verified = store("verify", &[]);
    let name = path.file_name().unwrap().to_str().unwrap();
    assert_eq!(verified.status, 1);
    assert!(
        verified.text().contains(name) && verified.text().contains("is damaged: its checksum"),
        "{}",
        verified.text()
    );
    let again = batch(&folder, "two", &[]);
    assert_eq!((again.status, stored(&again)), (0, 3));
    assert!(again.stderr.contains("is damaged"), "{}", again.stderr);
    assert!(tree(&folder.path("one")) == tree(&folder.path("two")));
    assert_eq!(store("verify", &[]).status, 0);
    let copied = epicycle_in(&folder.0, &["store", "merge", "copy", "suite/store"], b"");
    assert_eq!(
        copied.text(),
        "suite/store: 4 results copied, 0 there already\n"
    );
    assert!(
        store("gc", &["--max-size", "0"])
            .text()
            .ends_with("0 of 0 bytes left\n")
    );
    let moved = [
        "batch",
        "suite/plan.toml",
        "--store",
        "copy",
        "--out",
        "three",
    ];
    assert_eq!(stored(&epicycle_in(&folder.0, &moved, b"")), 4);
    assert_eq!(stored(&batch(&folder, "four", &[])), 0);
    let none = epicycle_in(&folder.0, &["store", "verify", "suite/bin"], b"");
    assert_eq!(none.status, 2);
    assert!(
        none.stderr.contains("no store of this version"),
        "{}",
        none.stderr
    );
}

#[test]
fn a_batch_that_is_killed_goes_on_with_what_is_whole() {
    let folder = folder("store-kill");
    let configs: Vec<String> = (40..52).map(|latency| latency.to_string()).collect();
    let sweep = format!("[sweep]\n\"memory.latency\" = [{}]\n", configs.join(", "));
    folder.file("suite/plan.toml", format!("{PLAN}{sweep}"));
    let whole = epicycle_in(
        &folder.0,
        &["batch", "suite/plan.toml", "--out", "plain"],
        b"",
    );
    assert_eq!(whole.status, 0, "{}", whole.stderr);
    for milliseconds in [20, 60, 140, 250] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_epicycle"))
            .env_remove("RUST_LOG")
            .args([
                "batch",
                "suite/plan.toml",
                "--store",
                "suite/store",
                "--out",
                "out",
                "-q",
            ])
            .current_dir(&folder.0)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        // One that has ended cannot be killed.
        let _ = child.kill();
        child.wait().unwrap();
        if folder.path("suite/store/format-1").is_dir() {
            let verified = epicycle_in(&folder.0, &["store", "verify", "suite/store"], b"");
            assert_eq!(verified.status, 0, "{}", verified.text());
        }
    }
    let ended = batch(&folder, "out", &[]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert!(tree(&folder.path("plain")) == tree(&folder.path("out")));
    assert_eq!(stored(&batch(&folder, "again", &[])), 48);
}

#[test]
fn auto_is_a_folder_in_the_cache_of_the_user() {
    let folder = folder("store-auto");
    let run = |out: &str| {
        Command::new(env!("CARGO_BIN_EXE_epicycle"))
            .env_remove("RUST_LOG")
            .args([
                "batch",
                "suite/plan.toml",
                "-q",
                "--store=auto",
                "--out",
                out,
            ])
            .current_dir(&folder.0)
            .env("XDG_CACHE_HOME", folder.path("cache"))
            .output()
            .unwrap()
    };
    assert!(run("one").status.success());
    assert!(folder.path("cache/epicycle/store/format-1/runs").is_dir());
    assert!(run("two").status.success());
    assert!(tree(&folder.path("one")) == tree(&folder.path("two")));
}

#[test]
fn a_store_is_read_like_the_folder_of_a_batch() {
    let folder = folder("store-read");
    let out = batch(&folder, "one", &[]);
    assert_eq!(out.status, 0, "{}", out.stderr);
    folder.file(
        "rules.toml",
        "[[rule]]\nname = \"same\"\nmetric = \"*\"\nequals = \"baseline\"\n",
    );
    let run = |words: &[&str]| epicycle_in(&folder.0, words, b"");
    let compared = run(&["compare", "--exit-code", "suite/store", "one"]);
    assert_eq!(
        (compared.status, &*compared.text()),
        (0, "4 runs, no differences\n"),
        "{}",
        compared.stderr
    );
    for words in [
        ["check", "rules.toml", "suite/store", "--baseline", "one"],
        ["check", "rules.toml", "one", "--baseline", "suite/store"],
    ] {
        let checked = run(&words);
        assert_eq!(
            (checked.status, &*checked.text()),
            (0, "4 reports, 1 rules, 0 violations\n")
        );
    }
    // One line for each run, in the order of names.
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let [of_store, of_folder] = ["suite/store", "one"].map(|path| run(&["report", path]));
    assert_eq!(sorted(&of_store.text()), sorted(&of_folder.text()));
    assert!(of_store.text().find("files").unwrap() < of_store.text().find("hello").unwrap());
    let page = run(&["report", "suite/store", "-o", "page.html", "--csv", "csv"]);
    assert_eq!(page.status, 0, "{}", page.stderr);
    let page = fs::read_to_string(folder.path("page.html")).unwrap();
    assert!(!page.contains("format-1"), "a link to an entry");
    assert_eq!(
        fs::read_to_string(folder.path("csv/runs.csv"))
            .unwrap()
            .lines()
            .count(),
        5
    );
}

#[test]
fn of_results_that_differ_a_store_shows_the_one_of_last_use() {
    let folder = folder("store-newest");
    batch(&folder, "one", &["--workload", "hello"]);
    let limited = ["--workload", "hello", "--max-instructions", "5"];
    batch(&folder, "two", &limited);
    let report = epicycle_in(&folder.0, &["report", "suite/store"], b"");
    assert!(report.text().contains("limit"), "{}", report.text());
    assert!(
        report
            .stderr
            .contains("hello/itanium: the result of last use is taken, 1 others are left out"),
        "{}",
        report.stderr
    );
    batch(&folder, "three", &["--workload", "hello"]);
    let report = epicycle_in(&folder.0, &["report", "suite/store"], b"");
    assert!(!report.text().contains("limit"), "{}", report.text());
}

#[test]
fn an_empty_store_is_no_result() {
    let folder = folder("store-empty");
    fs::create_dir_all(folder.path("store/format-1/runs")).unwrap();
    let report = epicycle_in(&folder.0, &["report", "store"], b"");
    assert_eq!(report.status, 2);
    assert!(
        report.stderr.contains("holds no result"),
        "{}",
        report.stderr
    );
}

#[test]
fn a_store_and_the_folder_of_results_lie_apart() {
    let folder = folder("store-apart");
    for (out, store) in [
        ("one", "one"),
        ("one", "./one/../one/store"),
        ("suite/out", "suite"),
        ("two", "link/below"),
    ] {
        if store.starts_with("link") {
            fs::create_dir_all(folder.path("two")).unwrap();
            std::os::unix::fs::symlink(folder.path("two"), folder.path("link")).unwrap();
        }
        let args = [
            "batch",
            "suite/plan.toml",
            "--out",
            out,
            "--store",
            store,
            "-q",
        ];
        let ended = epicycle_in(&folder.0, &args, b"");
        assert_eq!(ended.status, 2, "{out} {store}: {}", ended.stderr);
        assert!(ended.stderr.contains("name a store outside it"));
        assert!(!folder.path(store).join("format-1").exists());
    }
}
