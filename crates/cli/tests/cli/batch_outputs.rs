//! Does a batch keep what its runs read?

use std::fs;
use std::os::unix::fs::symlink;

use crate::support::{Folder, guest, tree};

/// A plan of one workload that reads every kind of file.
fn suite(test: &str) -> Folder {
    let folder = Folder::new(test);
    let program = fs::read(guest("hello")).unwrap();
    folder.file("runs.csv", &program);
    folder.file("input.txt", "input");
    folder.file("expect.txt", "hello, world\n");
    folder.file("data/one.txt", "data");
    folder.file("more/two.txt", "data");
    folder.file("lib/three.so", "library");
    folder.file("machine.toml", "base = \"base.toml\"\n");
    folder.file("base.toml", "base = \"itanium\"\n");
    folder.file(
        "plan.toml",
        "configs = [\"./machine.toml\"]
[[workload]]
name = \"wc\"
path = \"runs.csv\"
stdin = \"input.txt\"
expect = \"expect.txt\"
outcome = \"any\"
files = [\"data/one.txt\", \"more\"]
sysroot = \"lib\"
",
    );
    symlink("input.txt", folder.path("link")).unwrap();
    symlink("more", folder.path("folder")).unwrap();
    fs::hard_link(folder.path("expect.txt"), folder.path("hard")).unwrap();
    folder
}

#[test]
fn no_output_of_a_batch_replaces_what_one_of_its_runs_reads() {
    let folder = suite("batch-inputs");
    let before = tree(&folder.0);
    for (file, says) in [
        ("plan.toml", "it is the plan"),
        ("runs.csv", "it is the program of wc"),
        ("input.txt", "wc reads it (stdin of the plan)"),
        ("link", "wc reads it (stdin of the plan)"),
        ("expect.txt", "wc reads it (expect of the plan)"),
        ("hard", "wc reads it (expect of the plan)"),
        ("data/one.txt", "wc reads it (files of the plan)"),
        ("more/two.txt", "wc reads it (files of the plan)"),
        ("folder/two.txt", "wc reads it (files of the plan)"),
        ("lib/three.so", "wc reads it (sysroot of the plan)"),
        ("machine.toml", "it is a file of the config"),
        ("base.toml", "it is a file of the config"),
    ] {
        for options in [
            "--dry-run --plan-json",
            "--out new --plan-json",
            "--out new --host-report",
            "--out new --page",
        ] {
            let line = format!("batch plan.toml -q {options} {file}");
            let refused = folder.go(&line, 2).stderr;
            assert!(refused.contains(says), "{line}: {refused}");
            assert!(tree(&folder.0) == before, "{line}");
            assert!(!folder.path("new").exists(), "{line}");
        }
    }
    let refused = folder.go("batch plan.toml -q --out new --csv .", 2).stderr;
    assert!(refused.contains("it is the program of wc"), "{refused}");
    folder.file("more/numbers.csv", "data");
    let before = tree(&folder.0);
    let line = "batch plan.toml -q --out new --csv folder";
    let refused = folder.go(line, 2).stderr;
    assert!(refused.contains("files of the plan"), "{refused}");
    assert!(tree(&folder.0) == before);
}

#[test]
fn a_batch_that_is_refused_makes_no_folder() {
    let folder = suite("batch-refused");
    folder.file("machine.toml", "base = \"itanium\"\nunknown = 1\n");
    let before = tree(&folder.0);
    let outputs = "--out a/b/out --csv c/d --page a/page.html --host-report a/host.json";
    folder.go(&format!("batch plan.toml -q {outputs}"), 2);
    assert!(tree(&folder.0) == before);
    for name in ["a", "c"] {
        assert!(!folder.path(name).exists(), "{name}");
    }
    // What is known only when the folder of results is opened: it has results of other runs.
    folder.file("machine.toml", "base = \"itanium\"\n");
    folder.go("batch plan.toml -q --out results", 0);
    folder.file("machine.toml", "base = \"itanium2\"\n");
    folder.go("batch plan.toml -q --out results --csv c/d", 2);
    assert!(!folder.path("c").exists());
}

#[test]
fn no_output_of_a_batch_is_written_below_a_folder_that_its_runs_read() {
    let folder = Folder::new("batch-root");
    folder.file("hello", fs::read(guest("hello")).unwrap());
    folder.file("root/hello", fs::read(guest("hello")).unwrap());
    let plan = |path: &str, key: &str| {
        let text = "configs = [\"itanium\"]\n[[workload]]\nname = \"wc\"\noutcome = \"any\"\n";
        format!("{text}path = \"{path}\"\n{key}\n")
    };
    folder.file("plan.toml", plan("/hello", "root = \"root\""));
    for existing in [false, true] {
        for option in [
            "--page root/p.html",
            "--host-report root/p.html",
            "--csv root",
        ] {
            let line = format!("batch plan.toml -q --out results {option}");
            let refused = folder.go(&line, 2).stderr;
            assert!(refused.contains("(root of the plan)"), "{refused}");
            assert!(!folder.path("results").exists());
        }
        if !existing {
            folder.file("root/p.html", "mine");
        }
    }
    assert_eq!(folder.text("root/p.html"), "mine");
    let refused = folder.go("batch plan.toml -q --out results --page root/q.html", 2);
    let remedy = "(root of the plan); name a file outside of that folder";
    assert!(refused.stderr.contains(remedy), "{}", refused.stderr);
    // Beside such a folder the same command works again and again, and where the results are below it too.
    for key in ["root = \"root\"", "root = \".\"", "root = \"/\""] {
        folder.file("plan.toml", plan("/hello", key));
        for _ in 0..2 {
            let run = folder.run("batch plan.toml -q --out results --replace --page p.html");
            assert!(!run.stderr.contains("of the plan"), "{key}: {}", run.stderr);
            assert!(folder.path("p.html").exists(), "{key}");
        }
        fs::remove_file(folder.path("p.html")).unwrap();
    }
}

/// A plan with a run for each folder or file that begins in it: it fails where its view has no such folder.
fn beginning_in(folder: &Folder, places: &[&str]) {
    let mut plan = String::from("configs = [\"itanium\"]\n");
    for (number, place) in places.iter().enumerate() {
        plan.push_str(&format!(
            "[[workload]]\nname = \"w{number}\"\npath = \"hello\"\ncwd = \"{place}\"\n"
        ));
    }
    folder.file("hello", fs::read(guest("hello")).unwrap());
    folder.file("plan.toml", plan);
}

#[test]
fn runs_do_not_see_what_the_batch_writes_beside_its_plan() {
    let folder = Folder::new("batch-unseen");
    let places = [
        "/guest",
        "/guest/host.json",
        "/guest/page.html",
        "/guest/list.json",
        "/guest/csv",
        "/guest/sub/out",
        "/guest/sub/out/w0",
        "/guest/kept",
        "/guest/kept/w0",
        "/guest/mine",
        "/guest/mine/numbers.csv",
    ];
    beginning_in(&folder, &places);
    fs::create_dir_all(folder.path("sub")).unwrap();
    folder.file("mine/input", "");
    for (round, csv) in ["csv", "csv", "mine", "mine"].into_iter().enumerate() {
        let outputs = "--host-report host.json --page page.html --plan-json list.json";
        let line = format!(
            "batch plan.toml -q -j 1 --out sub/out --keep-scratch kept {outputs} --csv {csv}"
        );
        let ended = folder.go(&line, 3);
        fs::remove_dir_all(folder.path("kept")).unwrap();
        let summary: report::Summary = report::read(&folder.path("sub/out/summary.json")).unwrap();
        for (run, place) in summary.runs.iter().zip(places) {
            // What the batch does not write is there.
            let stays = ["/guest", "/guest/mine"].contains(&place)
                || place == "/guest/csv" && csv == "mine";
            let reason = run.reason.clone().unwrap_or_default();
            assert_eq!(!run.has_failed(), stays, "{round}: {place}: {reason}");
            let absent = ["entity not found", "No such file"];
            let gone = stays || absent.iter().any(|text| reason.contains(text));
            assert!(gone, "{round}: {place}: {reason} {}", ended.stderr);
        }
    }
}

#[test]
fn runs_do_not_see_the_results_where_the_plan_lies_in_their_folder() {
    let folder = Folder::new("batch-unseen-around");
    let places = ["/guest", "/guest/w0", "/guest/summary.json", "/guest/.lock"];
    beginning_in(&folder, &places);
    let elsewhere = Folder::new("batch-unseen-elsewhere");
    for scratch in ["", "--keep-scratch ."] {
        let out = if scratch.is_empty() {
            &folder.0
        } else {
            &elsewhere.0
        };
        let line = format!("batch plan.toml -q -j 1 --out {} {scratch}", out.display());
        folder.go(&line, 3);
        let summary = report::read(&out.join("summary.json"));
        let summary: report::Summary = summary.unwrap();
        let failed: Vec<bool> = summary.runs.iter().map(|run| run.has_failed()).collect();
        assert_eq!(failed, [false, true, true, true], "{scratch}");
        for name in ["w0", "w1", "w2", "w3"] {
            fs::remove_dir_all(folder.path(name)).unwrap();
        }
        let _ = fs::remove_file(folder.path("summary.json"));
    }
}

#[test]
fn a_batch_without_its_scratch_folders_is_refused_and_keeps_its_results() {
    let folder = Folder::new("batch-scratch");
    beginning_in(&folder, &["/guest", "/tmp"]);
    folder.go("batch plan.toml -q --out o --keep-scratch ks", 0);
    let before = tree(&folder.0);
    for options in ["", "--replace"] {
        let line = format!("batch plan.toml -q --out o --keep-scratch ks {options}");
        let refused = folder.go(&line, 2).stderr;
        let says = refused.contains("ks/w0/itanium") && refused.contains("--keep-scratch");
        assert!(says, "{refused}");
        assert!(tree(&folder.0) == before);
    }
    for inside in ["o", "o/ks", "o/w0"] {
        let line = format!("batch plan.toml -q --out o --keep-scratch {inside}");
        let refused = folder.go(&line, 2).stderr;
        let says = refused.contains("o holds nothing but the results of the runs");
        assert!(says && refused.contains("name a folder elsewhere"));
        assert!(tree(&folder.0) == before);
    }
    for around in [".", "ks/..", "o/../../"] {
        let line = format!("batch plan.toml -q --out o --keep-scratch {around}");
        let refused = folder.go(&line, 2).stderr;
        let says = format!("--keep-scratch {around}: the folder of results o lies in it");
        assert!(refused.contains(&says), "{refused}");
        assert!(tree(&folder.0) == before);
    }
    let refused = std::process::Command::new(env!("CARGO_BIN_EXE_epicycle"))
        .args(["batch", "plan.toml", "-q", "--out", "o"])
        .current_dir(&folder.0)
        .env("TMPDIR", "/nonexistent")
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{message}");
    let says = message.contains("in /nonexistent: No such file") && message.contains("TMPDIR");
    assert!(says && !message.contains(".epicycle-run-"), "{message}");
    assert!(tree(&folder.0) == before);
    // A refusal for another reason leaves no folder for scratch folders.
    folder.go(
        "batch plan.toml -q --out o --config itanium2 --keep-scratch new",
        2,
    );
    assert!(!folder.path("new").exists());
}

#[test]
fn runs_do_not_see_where_the_batch_prints() {
    let folder = Folder::new("batch-unseen-printed");
    beginning_in(&folder, &["/guest", "/guest/table", "/guest/progress"]);
    let file = |name: &str| fs::File::create(folder.path(name)).unwrap();
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_epicycle"))
        .args(["batch", "plan.toml", "--out", "o"])
        .current_dir(&folder.0)
        .stdout(file("table"))
        .stderr(file("progress"))
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(3));
    let table = folder.text("table");
    assert_eq!(table.matches("entity not found").count(), 2, "{table}");
}
