//! Is a batch the same bytes however it is run, and do its commands end with the statuses of the contract?

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::{Folder, Running, epicycle_in, guest, names, repository, send, tree};
use report::Summary;

const PLAN: &str = r#"
configs = ["itanium", "itanium2"]

[[workload]]
name = "hello"
path = "bin/hello"
expect = "hello.expect"

[[workload]]
name = "args"
path = "bin/args"
args = ["one", "two words", ""]
expect = "args.expect"
status = 4

[[workload]]
name = "echo"
path = "bin/echo"
stdin = "echo.stdin"
expect = "echo.expect"
"#;

fn clone_plan(folder: &Folder, place: &str, plan: &str) -> PathBuf {
    for name in ["hello", "args", "echo", "null-store", "spin"] {
        folder.file(
            &format!("{place}/suite/bin/{name}"),
            fs::read(guest(name)).unwrap(),
        );
    }
    for name in ["hello.expect", "args.expect", "echo.expect", "echo.stdin"] {
        folder.file(
            &format!("{place}/suite/{name}"),
            fs::read(guest(name)).unwrap(),
        );
    }
    folder.file(&format!("{place}/suite/plan.toml"), plan);
    folder.path(place)
}

#[test]
fn a_batch_is_the_same_bytes_from_two_folders_and_with_any_number_of_jobs() {
    let folder = Folder::new("determinism");
    let mut trees = Vec::new();
    for (place, jobs) in [
        ("a", "1"),
        ("a", "2"),
        ("a-folder-with-a-much-longer-name/and/deeper", "2"),
        ("a", "1"),
    ] {
        let here = clone_plan(&folder, place, PLAN);
        let ended = epicycle_in(
            &here,
            &["batch", "suite/plan.toml", "--out", "out", "--jobs", jobs],
            b"",
        );
        assert_eq!(ended.status, 0, "{}{}", ended.text(), ended.stderr);
        trees.push(tree(&here.join("out")));
    }
    assert_eq!(trees[0].len(), 7);
    for other in &trees[1..] {
        for (one, other) in trees[0].iter().zip(other) {
            assert!(one == other, "{} differs", one.0.display());
        }
        assert_eq!(trees[0].len(), other.len());
    }
}

#[test]
fn every_report_of_a_batch_and_its_summary_keep_to_their_schemas() {
    let folder = Folder::new("schemas");
    let here = clone_plan(&folder, "here", PLAN);
    let ended = epicycle_in(&here, &["batch", "suite/plan.toml", "--out", "out"], b"");
    assert_eq!(ended.status, 0, "{}{}", ended.text(), ended.stderr);
    for (path, bytes) in tree(&here.join("out")) {
        let schema = if path.ends_with("summary.json") {
            "summary"
        } else {
            "report"
        };
        let schema = fs::read(repository(&format!(
            "crates/report/schema/{schema}.schema.json"
        )))
        .unwrap();
        let validator =
            jsonschema::validator_for(&serde_json::from_slice(&schema).unwrap()).unwrap();
        let value = serde_json::from_slice(&bytes).unwrap();
        let flaws: Vec<String> = validator
            .iter_errors(&value)
            .map(|flaw| flaw.to_string())
            .collect();
        assert!(flaws.is_empty(), "{}: {flaws:?}", path.display());
    }
}

#[test]
fn a_failed_run_is_explained_and_ends_the_batch_with_3() {
    let folder = Folder::new("failed");
    let plan = format!(
        "{PLAN}\n[[workload]]\nname = \"crash\"\npath = \"bin/null-store\"\n\n[[workload]]\nname = \"gone\"\npath = \"bin/gone\"\n"
    );
    let here = clone_plan(&folder, "here", &plan);
    let ended = epicycle_in(&here, &["batch", "suite/plan.toml", "--out", "out"], b"");
    assert_eq!(ended.status, 3, "{}{}", ended.text(), ended.stderr);
    assert!(
        ended
            .text()
            .contains("failed: crash/itanium: killed by signal 11"),
        "{}",
        ended.text()
    );
    assert!(
        ended
            .text()
            .contains("failed: gone/itanium2: bin/gone: no such file"),
        "{}",
        ended.text()
    );
    assert!(ended.stderr.contains("[10/10]"), "{}", ended.stderr);
    let summary: Summary = report::read(&here.join("out/summary.json")).unwrap();
    assert_eq!(summary.runs.len(), 10);
    let crash = fs::read_to_string(here.join("out/crash/itanium.json")).unwrap();
    assert!(
        !crash.contains(here.to_str().unwrap()),
        "a report holds a path of this host"
    );
}

#[test]
fn no_run_of_a_batch_changes_the_plans_folder_or_sees_what_another_writes() {
    let folder = Folder::new("own-views");
    let calls = fs::read(repository("crates/linux/tests/guest/calls.elf")).unwrap();
    folder.file("suite/calls.elf", calls);
    // The program makes a folder and files in it, and says what each call came to.
    let expected = "open 3\nwrite 12\nseek 7\nread 5 world\nsize 12 mode 81a0 links 1\nclose 0\nagain 17\nmkdir 0\nrename 0\n\
         entry . 4\nentry .. 4\nentry a.txt 8\nentry b.txt 8\nunlink 0\ngone 2\nbad 9\n";
    folder.file("suite/expected", expected);
    let mut plan = "configs = [\"itanium\"]\n".to_owned();
    for name in ["first", "second", "third"] {
        plan += &format!(
            "[[workload]]\nname = \"{name}\"\npath = \"calls.elf\"\nargs = [\"files\"]\nstatus = 3\nexpect = \"expected\"\n"
        );
    }
    plan += "[[workload]]\nname = \"where\"\npath = \"calls.elf\"\nargs = [\"cwd\"]\nstatus = 3\nexpect = \"where\"\n";
    folder.file("suite/where", "/guest\n/calls.elf\n");
    folder.file("suite/plan.toml", plan);
    let before = tree(&folder.path("suite"));
    let here = folder.path("");
    let ended = epicycle_in(
        &here,
        &["batch", "suite/plan.toml", "--out", "out", "--jobs", "2"],
        b"",
    );
    assert_eq!(ended.status, 0, "{}{}", ended.text(), ended.stderr);
    assert!(tree(&folder.path("suite")) == before);
}

#[test]
fn results_can_be_printed_compared_and_checked() {
    let folder = Folder::new("results");
    let here = clone_plan(&folder, "here", PLAN);
    let go = |arguments: &[&str]| epicycle_in(&here, arguments, b"");
    assert_eq!(
        go(&["batch", "suite/plan.toml", "--out", "old", "-q"]).status,
        0
    );
    assert_eq!(
        go(&[
            "batch",
            "suite/plan.toml",
            "--out",
            "new",
            "-q",
            "--set",
            "memory.latency=250"
        ])
        .status,
        0
    );

    let table = go(&["report", "old", "--markdown"]).text();
    assert!(
        table.contains("| hello") && table.contains("itanium2"),
        "{table}"
    );
    let one = go(&["report", "old/hello/itanium.json"]).text();
    assert!(
        one.contains("cycle_accounting.unstalled") && one.contains("events.CPU_CYCLES"),
        "{one}"
    );

    let same = go(&["compare", "--exit-code", "old", "old"]);
    assert_eq!(
        (same.status, same.text().as_str()),
        (0, "6 runs, no differences\n")
    );
    let changed = go(&["compare", "--exit-code", "old", "new"]);
    assert_eq!(changed.status, 1);
    assert!(
        changed
            .text()
            .contains("hello/itanium -> hello/itanium+memory.latency=250: ")
            && changed.text().contains("cycle_accounting."),
        "{}",
        changed.text()
    );
    assert_eq!(go(&["compare", "old", "new"]).status, 0);

    folder.file(
        "here/rules.toml",
        "[[rule]]\nname = \"no slower\"\nmetric = \"cycles\"\nmax_increase_percent = 0\n",
    );
    let kept = go(&["check", "rules.toml", "old", "--baseline", "old"]);
    assert_eq!(
        (kept.status, kept.text().as_str()),
        (0, "6 reports, 1 rules, 0 violations\n")
    );
    let violated = go(&[
        "check",
        "rules.toml",
        "new",
        "--baseline",
        "old",
        "--match",
        "workload",
    ]);
    assert_eq!(violated.status, 1);
    assert!(
        violated
            .text()
            .contains("hello/itanium+memory.latency=250: no slower: cycles went from"),
        "{}",
        violated.text()
    );
    assert_eq!(go(&["check", "rules.toml", "new"]).status, 2);
}

#[test]
fn shards_merge_to_the_whole() {
    let folder = Folder::new("shards");
    let here = clone_plan(&folder, "here", PLAN);
    let go = |arguments: &[&str]| epicycle_in(&here, arguments, b"").status;
    assert_eq!(
        go(&[
            "batch",
            "suite/plan.toml",
            "-q",
            "--functional",
            "--out",
            "whole"
        ]),
        0
    );
    assert_eq!(
        go(&[
            "batch",
            "suite/plan.toml",
            "-q",
            "--functional",
            "--out",
            "one",
            "--shard",
            "1/2"
        ]),
        0
    );
    assert_eq!(
        go(&[
            "batch",
            "suite/plan.toml",
            "-q",
            "--functional",
            "--out",
            "two",
            "--shard",
            "2/2"
        ]),
        0
    );
    assert_eq!(go(&["merge", "--out", "merged", "two", "one"]), 0);
    assert!(tree(&here.join("merged")) == tree(&here.join("whole")));
    // A shard that is missing is missed.
    let ended = epicycle_in(&here, &["merge", "--out", "half", "two"], b"");
    assert_eq!(ended.status, 3, "{}", ended.stderr);
    let lacking = "\nincomplete: 3 of the 6 runs of the plan are missing: hello/itanium, args/itanium, echo/itanium\n";
    assert!(ended.text().contains(lacking), "{}", ended.text());
    let report = epicycle_in(&here, &["report", "half"], b"");
    assert_eq!(report.status, 0, "{}", report.stderr);
    assert!(report.text().contains(lacking), "{}", report.text());
}

#[test]
fn a_summary_does_not_make_merge_write_outside_of_its_folder() {
    let folder = Folder::new("outside");
    let here = clone_plan(&folder, "here", PLAN);
    let go = |arguments: &[&str]| epicycle_in(&here, arguments, b"");
    let batch = ["batch", "suite/plan.toml", "-q", "--functional", "--out"];
    assert_eq!(go(&[&batch[..], &["shard"]].concat()).status, 0);
    let summary = here.join("shard/summary.json");
    let text = fs::read_to_string(&summary).unwrap();
    let place = text
        .split('"')
        .find(|part| part.ends_with(".json"))
        .unwrap();
    fs::copy(here.join("shard").join(place), here.join("stolen.json")).unwrap();
    fs::write(&summary, text.replacen(place, "../stolen.json", 1)).unwrap();
    let ended = go(&["merge", "--out", "deep/merged", "shard"]);
    assert_eq!(ended.status, 2, "{}", ended.stderr);
    assert!(
        ended.stderr.contains("is said to be in ../stolen.json"),
        "{}",
        ended.stderr
    );
    assert!(!here.join("deep").exists());
}

#[test]
fn the_reports_of_a_config_are_named_after_its_whole_file() {
    let folder = Folder::new("plus");
    let here = clone_plan(&folder, "here", PLAN);
    fs::write(here.join("big+fast.toml"), "base = \"itanium\"\n").unwrap();
    let ended = epicycle_in(
        &here,
        &[
            "batch",
            "suite/plan.toml",
            "-q",
            "--functional",
            "-w",
            "echo",
            "-c",
            "big+fast.toml",
            "--set",
            "caches.l3.latency=25",
            "--out",
            "out",
        ],
        b"",
    );
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert!(
        here.join("out/echo/big+fast+caches.l3.latency=25.json")
            .exists()
    );
}

#[test]
fn an_interrupt_keeps_what_has_ended() {
    let folder = Folder::new("interrupt");
    let plan = format!("{PLAN}\n[[workload]]\nname = \"spin\"\npath = \"bin/spin\"\n");
    let here = clone_plan(
        &folder,
        "here",
        &plan.replace("[\"itanium\", \"itanium2\"]", "[\"itanium\"]"),
    );
    let child = Command::new(env!("CARGO_BIN_EXE_epicycle"))
        .env_remove("RUST_LOG")
        .args(["batch", "suite/plan.toml", "--functional", "--out", "out"])
        .current_dir(&here)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = Running(child.unwrap());
    // The three short runs end at once, the fourth never: the progress lines say when to interrupt.
    let mut progress = BufReader::new(child.0.stderr.take().unwrap()).lines();
    assert!(progress.by_ref().take(3).all(|line| line.is_ok()));
    send(child.0.id(), "INT");
    let (status, text) = child.end();
    assert_eq!(status, Some(130));
    assert!(
        text.contains("interrupted: 3 of 4 runs ended, their reports are kept"),
        "{text}"
    );
    let summary: Summary = report::read(&here.join("out/summary.json")).unwrap();
    assert_eq!((summary.runs.len(), summary.planned), (3, 4));
}

#[test]
fn a_plan_says_where_a_guest_begins_and_whether_it_can_write() {
    let folder = Folder::new("cwd-writable");
    let calls = fs::read(repository("crates/linux/tests/guest/calls.elf")).unwrap();
    folder.file("suite/calls", calls);
    folder.file("suite/data/file", "");
    folder.file("suite/in-data", "/guest/data\n/calls\n");
    let workload = |name: &str, topic: &str, keys: &str| {
        format!(
            "[[workload]]\nname = \"{name}\"\npath = \"calls\"\nargs = [\"{topic}\"]\nstatus = 3\n{keys}\n"
        )
    };
    let plan = "configs = [\"itanium\"]\n".to_owned()
        + &workload("begins", "cwd", "cwd = \"data\"\nexpect = \"in-data\"")
        + &workload("nowhere", "cwd", "cwd = \"none\"")
        + &workload("frozen", "files", "writable = false\nexpect = \"in-data\"");
    folder.file("suite/plan.toml", plan);
    let ended = epicycle_in(
        &folder.0,
        &["batch", "suite/plan.toml", "-q", "--out", "out"],
        b"",
    );
    assert_eq!(ended.status, 3, "{}", ended.text());
    assert!(!ended.text().contains("failed: begins"), "{}", ended.text());
    assert!(
        ended
            .text()
            .contains("failed: nowhere/itanium: cannot use the working directory none: "),
        "{}",
        ended.text()
    );
    // Nothing can be made, neither the file nor the folder.
    let said = fs::read_to_string(folder.path("out/frozen/itanium.stdout")).unwrap();
    assert!(
        said.starts_with("open -1\n") && said.contains("mkdir -1\n"),
        "{said}"
    );
}

#[test]
fn a_scratch_folder_is_kept_with_what_each_run_wrote_and_removed() {
    let folder = Folder::new("kept");
    let calls = fs::read(repository("crates/linux/tests/guest/calls.elf")).unwrap();
    folder.file("suite/calls", calls);
    // The program makes a folder of this name, two files in it, and removes both: under one of them there is one of the plan.
    folder.file("suite/sub/b.txt", "of the plan");
    folder.file("suite/new.txt", "of the plan");
    folder.file(
        "suite/plan.toml",
        "configs = [\"itanium\"]\n[[workload]]\nname = \"w\"\npath = \"calls\"\nargs = [\"files\"]\noutcome = \"any\"\n",
    );
    let batch = [
        "batch",
        "suite/plan.toml",
        "-q",
        "--out",
        "out",
        "--keep-scratch",
        "kept",
    ];
    for option in ["--isolate", "--no-isolate"] {
        let ended = epicycle_in(&folder.0, &[&batch[..], &[option]].concat(), b"");
        assert_eq!(ended.status, 0, "{}", ended.text());
        let kept = folder.path("kept/w/itanium/guest");
        assert_eq!(names(&kept), [".wh.new.txt", "sub"]);
        assert_eq!(names(&kept.join("sub")), [".wh.b.txt"]);
        // It has to be empty: what is there could be of another run.
        let again = epicycle_in(&folder.0, &[&batch[..], &[option]].concat(), b"");
        assert_eq!(again.status, 2);
        let refused = again
            .stderr
            .contains("remove what an earlier batch has left there");
        assert!(refused, "{}", again.stderr);
        fs::remove_dir_all(folder.path("kept")).unwrap();
    }
    assert_eq!(
        fs::read(folder.path("suite/sub/b.txt")).unwrap(),
        b"of the plan"
    );
}

/// What a batch says on a terminal.
fn on_terminal(folder: &Folder, options: &[&str]) -> Option<String> {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let control = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).ok()?;
    grantpt(&control).and_then(|()| unlockpt(&control)).ok()?;
    let name = ptsname(&control, Vec::new()).ok()?;
    let terminal = fs::File::options()
        .read(true)
        .write(true)
        .open(name.to_str().ok()?)
        .ok()?;
    let mut child = Command::new(env!("CARGO_BIN_EXE_epicycle"))
        .env_remove("RUST_LOG")
        .args(["batch", "suite/plan.toml", "--out", "out"])
        .args(options)
        .current_dir(&folder.0)
        .env("TERM", "xterm")
        .stdout(Stdio::null())
        .stderr(terminal)
        .spawn()
        .unwrap();
    let mut said = Vec::new();
    let mut control = fs::File::from(control);
    // The end of the last process that has the terminal is an error of the other end.
    let _ = std::io::Read::read_to_end(&mut control, &mut said);
    child.wait().unwrap();
    Some(String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn a_terminal_shows_what_runs_how_far_it_is_and_what_failed() {
    let folder = Folder::new("terminal");
    let plan = "configs = [\"itanium\"]\n[[workload]]\nname = \"long\"\npath = \"bin/spin\"\ntimeout = 5\noutcome = \"limit\"\n[[workload]]\nname = \"crash\"\npath = \"bin/null-store\"\n";
    clone_plan(&folder, ".", plan);
    for option in ["--isolate", "--no-isolate"] {
        let options = [option, "--remind", "0.5", "--replace"];
        let Some(said) = on_terminal(&folder, &options) else {
            skipped!("no pseudo-terminal here");
            return;
        };
        for part in [
            "FAILED crash/itanium: killed by signal 11",
            "1/2 runs",
            "some failed",
            "long/itanium: ",
            "million instructions",
            "still running after",
        ] {
            assert!(said.contains(part), "{option}: {part}: {said}");
        }
    }
}

#[test]
fn configs_in_a_folder_whose_name_is_no_text_are_found() {
    let folder = Folder::new("no-text");
    let here = folder.0.join(OsStr::from_bytes(b"no\xfftext"));
    fs::create_dir_all(&here).unwrap();
    let plan = |config: &str| {
        let hello = guest("hello");
        format!("configs = [\"{config}\"]\n[[workload]]\nname = \"hello\"\npath = {hello:?}\n")
    };
    for (name, text) in [
        ("low.toml", "base = \"itanium\"\n"),
        (
            "high.toml",
            "base = \"low.toml\"\n[memory]\nlatency = 300\n",
        ),
        ("plan.toml", &plan("high.toml")),
        ("pattern.toml", &plan("h*.toml")),
    ] {
        fs::write(here.join(name), text).unwrap();
    }
    // From within, where the folder is the current one, and from without.
    let (config, file) = (here.join("high.toml"), here.join("plan.toml"));
    let ways: [(&Path, &[&OsStr]); 4] = [
        (&here, &["-c".as_ref(), "high.toml".as_ref()]),
        (&folder.0, &["-c".as_ref(), config.as_os_str()]),
        (&here, &[]),
        (&folder.0, &[]),
    ];
    for (number, (from, more)) in ways.into_iter().enumerate() {
        let out = folder.path(&number.to_string());
        let given = [
            "batch".as_ref(),
            "--out".as_ref(),
            out.as_os_str(),
            file.as_ref(),
        ];
        let ended = epicycle_in(from, &[&given[..], more].concat(), b"");
        assert_eq!(ended.status, 0, "{number}: {}", ended.stderr);
        assert!(out.join("hello/high.json").exists(), "{number}");
    }
    let hello = guest("hello");
    let pfmon = |config: &Path| {
        let mut option = OsStr::new("--config=").to_owned();
        option.push(config);
        let given = [
            "pfmon".as_ref(),
            "-e".as_ref(),
            "IA64_INST_RETIRED".as_ref(),
        ];
        let given = [&given[..], &[&*option, hello.as_os_str()]].concat();
        epicycle_in(&folder.0, &given, b"")
    };
    let counted = pfmon(&config);
    assert_eq!(counted.status, 0, "{}", counted.stderr);
    assert!(counted.text().contains("IA64_INST_RETIRED"));
    // A file whose own name is no text is read, but no report can have its name.
    let odd = folder.0.join(OsStr::from_bytes(b"\xff.toml"));
    fs::write(&odd, "base = \"itanium\"\n").unwrap();
    assert_eq!(pfmon(&odd).status, 0);
    let given = ["batch", "--out", "odd", "-c"].map(OsStr::new);
    let given = [&given[..], &[odd.as_os_str(), file.as_ref()]].concat();
    let refused = epicycle_in(&folder.0, &given, b"");
    assert_eq!(refused.status, 2);
    let said = "cannot be the name of a report";
    assert!(refused.stderr.contains(said), "{}", refused.stderr);
    let shown = epicycle_in(
        &folder.0,
        &["config".as_ref(), "show".as_ref(), config.as_os_str()],
        b"",
    );
    assert!(shown.text().contains("latency = 300"), "{}", shown.stderr);
    // What looks for files by a pattern takes text alone.
    let file = here.join("pattern.toml");
    let given = [
        "batch".as_ref(),
        "--out".as_ref(),
        "o".as_ref(),
        file.as_os_str(),
    ];
    let refused = epicycle_in(&folder.0, &given, b"");
    assert_eq!(refused.status, 2);
    let said = "whose name is not UTF-8; name the files one by one";
    assert!(refused.stderr.contains(said), "{}", refused.stderr);
}
