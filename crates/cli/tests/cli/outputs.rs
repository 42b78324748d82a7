//! Are outputs whole or not there, and never written over what is read or written already?

use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{Folder, epicycle_in, guest, names, repository};

/// Runs a line of shell in a folder, with `$E` as epicycle.
pub(crate) fn shell(folder: &Path, line: &str) -> (Option<i32>, String, String) {
    let output = Command::new("bash")
        .args(["-c", line])
        .current_dir(folder)
        .env("E", env!("CARGO_BIN_EXE_epicycle"))
        .env("HELLO", guest("hello"))
        .env("SILENT", guest("alat"))
        .env("ECHO", guest("echo"))
        .env("KERNEL", repository("tests/system/supervisor"))
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn no_output_is_written_over_an_input_or_another_output() {
    let folder = Folder::new("refused");
    let program = std::fs::read(guest("hello")).unwrap();
    let path = folder.file("prog", &program);
    folder.file("machine.toml", "base = \"itanium\"\n");
    std::os::unix::fs::symlink("prog", folder.path("link")).unwrap();
    std::os::unix::fs::symlink(".", folder.path("here")).unwrap();
    let before = names(&folder.0);
    for (line, status, reason) in [
        (
            "$E run --report prog ./prog",
            125,
            "cannot write report prog: it is the program",
        ),
        (
            "$E run --trace link ./prog",
            125,
            "cannot write trace link: it is the program",
        ),
        (
            "$E run --cwd . --retire-log prog prog",
            125,
            "it is the program",
        ),
        (
            "$E run --root . --report prog /prog",
            125,
            "it is the program",
        ),
        (
            "$E annotate --out prog ./prog",
            2,
            "cannot write listing prog: it is the program",
        ),
        (
            "$E pfmon -e CPU_CYCLES --outfile=prog ./prog",
            1,
            "it is the program",
        ),
        (
            "$E run --config machine.toml --report machine.toml ./prog",
            125,
            "it is a file of the config",
        ),
        (
            "$E boot --kernel $KERNEL --max-instructions 1K --config machine.toml --report machine.toml",
            2,
            "it is a file of the config",
        ),
        (
            "$E boot --kernel $KERNEL --max-instructions 1K --config machine.toml --trace machine.toml",
            2,
            "it is a file of the config",
        ),
        (
            "$E schedule --config machine.toml --json=machine.toml ./prog",
            2,
            "it is a file of the config",
        ),
        (
            "$E pfmon -e CPU_CYCLES --sysmap-file=machine.toml --outfile=machine.toml ./prog",
            1,
            "symbols are read from it",
        ),
        (
            "$E pfmon -e CPU_CYCLES --symbol-file=prog --outfile=prog $HELLO",
            1,
            "symbols are read from it",
        ),
        (
            "$E run --report r --trace r ./prog",
            125,
            "cannot write report r: the trace goes there too",
        ),
        (
            "$E run --report r --trace here/r ./prog",
            125,
            "the trace goes there too",
        ),
        (
            "$E run --report - --trace /dev/stdout ./prog",
            125,
            "the trace goes there too",
        ),
        (
            "$E run --retire-log - --trace - ./prog",
            125,
            "the trace goes there too",
        ),
        (
            "$E run --interval 10 --interval-out r --report r ./prog",
            125,
            "the intervals go there too",
        ),
        (
            "$E boot --kernel ./prog --log-interruptions r --trace r",
            2,
            "the log of interruptions goes there too",
        ),
    ] {
        let (ended, _, message) = shell(&folder.0, line);
        assert_eq!(ended, Some(status), "{line}: {message}");
        assert!(message.contains(reason), "{line}: {message}");
        assert_eq!(names(&folder.0), before, "{line}");
        assert_eq!(std::fs::read(&path).unwrap(), program, "{line}");
        assert_eq!(
            folder.text("machine.toml"),
            "base = \"itanium\"\n",
            "{line}"
        );
    }
    // A file that a standard stream leads to.
    for line in [
        "$E run --report r ./prog > r",
        "$E run --report r ./prog 2> r >&2",
        "$E run --report prog $ECHO < prog",
    ] {
        let (ended, _, _) = shell(&folder.0, line);
        assert_eq!(ended, Some(125), "{line}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), program);
}

#[test]
fn devices_and_pipes_are_written_through() {
    let folder = Folder::new("devices");
    let line = "$E run --report /dev/null --trace /dev/null $HELLO";
    assert_eq!(shell(&folder.0, line).0, Some(0));
    let line = "mkfifo f; cat f > copy & $E run --quiet --report f $HELLO; s=$?; wait; exit $s";
    assert_eq!(shell(&folder.0, line).0, Some(0));
    let _: report::Report = report::read(&folder.path("copy")).unwrap();
    let (status, text, _) = shell(
        &folder.0,
        "$E run --quiet --report - $HELLO | tail -n +2 > all; $E run --quiet --report >(cat >&2) $HELLO",
    );
    assert_eq!(status, Some(0), "{text}");
    assert!(
        std::fs::read_to_string(folder.path("all"))
            .unwrap()
            .starts_with("{\n")
    );
    assert_eq!(names(&folder.0), ["all", "copy", "f"]);
}

#[test]
fn a_link_stays_one_and_its_file_is_replaced() {
    let folder = Folder::new("linked");
    std::os::unix::fs::symlink("there", folder.path("link")).unwrap();
    for _ in 0..2 {
        let (status, _, message) = shell(&folder.0, "$E run --quiet --report link $HELLO");
        assert_eq!(status, Some(0), "{message}");
    }
    assert!(folder.path("link").is_symlink());
    let _: report::Report = report::read(&folder.path("there")).unwrap();
}

#[test]
fn an_output_that_does_not_fit_is_not_there() {
    let folder = Folder::new("too-small");
    folder.file("old", "kept");
    for (line, status, reason) in [
        (
            "$E run --report old $HELLO",
            125,
            "cannot write report old: File too large",
        ),
        (
            "$E run --trace old $ECHO < $E",
            125,
            "cannot write trace old: File too large",
        ),
        (
            "$E run --retire-log old $ECHO < $E",
            125,
            "cannot write retire log old: File too large",
        ),
        (
            "$E annotate --json=old $HELLO",
            2,
            "cannot write listing old: File too large",
        ),
        (
            "$E pfmon -e CPU_CYCLES --with-header --outfile=old $HELLO",
            1,
            "File too large",
        ),
    ] {
        let (ended, _, message) = shell(&folder.0, &format!("ulimit -f 0; {line}"));
        assert_eq!(ended, Some(status), "{line}: {message}");
        assert!(message.contains(reason), "{line}: {message}");
        assert_eq!(names(&folder.0), ["old"], "{line}");
        assert_eq!(std::fs::read_to_string(folder.path("old")).unwrap(), "kept");
    }
}

#[test]
fn pfmon_appends_to_what_is_there() {
    let folder = Folder::new("appended");
    let line = "$E pfmon -e CPU_CYCLES --outfile=counts --append $HELLO";
    for lines in [1, 2] {
        assert_eq!(shell(&folder.0, line).0, Some(0));
        let counts = std::fs::read_to_string(folder.path("counts")).unwrap();
        assert_eq!(counts.lines().count(), lines, "{counts}");
    }
}

#[test]
fn results_that_are_read_and_other_outputs_of_the_command_are_not_replaced() {
    let folder = Folder::new("kept-results");
    folder.file("hello", std::fs::read(guest("hello")).unwrap());
    folder.file(
        "plan.toml",
        "configs = [\"itanium\"]\n[[workload]]\nname = \"hello\"\npath = \"hello\"\n",
    );
    folder.file(
        "rules.toml",
        "[[rule]]\nname = \"some\"\nmetric = \"cycles\"\nmin = 1\n",
    );
    folder.go("batch plan.toml -q --out out --csv tables", 0);
    folder.go("run -q --profile p hello", 0);
    let summary = folder.text("out/summary.json");
    for (line, says) in [
        (
            "check rules.toml out --junit out/summary.json",
            "it is read",
        ),
        (
            "check rules.toml out --junit out/hello/itanium.json",
            "it is read",
        ),
        ("check rules.toml out --junit - --json", "one document"),
        ("check rules.toml out --junit - --github", "one document"),
        ("report p --json --folded -", "name a file"),
        (
            "batch plan.toml --dry-run --out out --plan-json out/summary.json",
            "name a file elsewhere",
        ),
        (
            "batch plan.toml --dry-run --out out --plan-json out/hello/itanium.json",
            "name a file elsewhere",
        ),
        (
            "batch plan.toml -q --out new --plan-json x --host-report x",
            "the list of runs goes there too",
        ),
        (
            "batch plan.toml --dry-run --out out --plan-json out/.ended.jsonl",
            "name a file elsewhere",
        ),
        (
            "batch plan.toml -q --out new --plan-json - --host-report /dev/stdout",
            "both go to the standard output",
        ),
        (
            "batch plan.toml -q --out out --resume --keep-scratch kept",
            "cannot be used with",
        ),
        (
            "batch plan.toml -q --out new --plan-json x --page x",
            "the list of runs goes there too",
        ),
        (
            "batch plan.toml -q --out new --page tables/runs.csv --csv tables",
            "the page goes there too",
        ),
        (
            "batch plan.toml -q --out new --host-report tables/numbers.csv --csv tables",
            "the host report goes there too",
        ),
    ] {
        let refused = folder.go(line, 2).stderr;
        assert!(refused.contains(says), "{line}: {refused}");
        assert_eq!(folder.text("out/summary.json"), summary, "{line}");
        assert!(!folder.path("new/hello").exists(), "{line}");
    }
    // Files beside the folder of results lie in a folder that is made for it, and the list of runs may lie in it.
    folder.go(
        "batch plan.toml -q --out a/out --page a/page.html --host-report a/host.json --plan-json list.json",
        0,
    );
    assert!(folder.path("a/page.html").exists() && folder.path("a/host.json").exists());
    for _ in 0..2 {
        folder.go(
            "batch plan.toml -q --out a/out --resume --plan-json a/out/list.json",
            0,
        );
    }
    // What is not read of a folder of results is replaced.
    for _ in 0..2 {
        folder.go("check rules.toml out --baseline out/base.json --bless", 0);
        folder.go(
            "check rules.toml out --baseline out/base.json --junit out/junit.xml",
            0,
        );
    }
    // So has a list of runs, a host report and a baseline, and the table of the batch goes to the standard error.
    for option in ["--plan-json", "--host-report"] {
        let ended = folder.go(&format!("batch plan.toml -q --out out {option} -"), 0);
        let printed: serde_json::Value = serde_json::from_str(&ended.text()).unwrap();
        assert!(!printed.is_null());
        assert!(ended.stderr.contains("workload"), "{}", ended.stderr);
    }
    let bless = ["check", "rules.toml", "out", "--bless", "--baseline", "-"];
    let blessed = epicycle_in(&folder.0, &bless, folder.text("out/base.json").as_bytes());
    let _: serde_json::Value = serde_json::from_str(&blessed.text()).unwrap();
    assert!(
        blessed.stderr.contains("1 runs, 0 changes"),
        "{}",
        blessed.stderr
    );
    // A JUnit file on the standard output has it for itself.
    let junit = folder.go("check rules.toml out --junit -", 0).text();
    assert!(
        junit.starts_with("<?xml") && junit.ends_with("</testsuites>\n"),
        "{junit}"
    );
}

#[test]
fn a_guest_that_opens_all_it_can_leaves_the_descriptors_that_results_need() {
    let folder = Folder::new("descriptors");
    let program = repository("crates/linux/tests/guest/bounds.elf");
    folder.file("bounds", std::fs::read(program).unwrap());
    let plan = "configs = [\"itanium\"]\n[[workload]]\nname = \"all\"\npath = \"bounds\"\n\
                args = [\"descriptors\"]\nstatus = 3\n";
    folder.file("plan.toml", plan);
    // Beyond what a process may have, and with less than that for all.
    let beyond = ("true", "1021 then errno 24\nall then errno 23\n");
    let less = ("ulimit -n 300", "then errno 23\nall then errno 23\n");
    let (_, most, _) = shell(&folder.0, "ulimit -Hn");
    let is_enough = most.trim().parse().map_or(true, |most: u64| most >= 1200);
    if !is_enough {
        skipped!("where the guest meets its own limit: this process may have {most} descriptors");
    }
    for (limit, expected) in is_enough.then_some(beyond).into_iter().chain([less]) {
        let line = format!("{limit}; $E run --quiet --report r.json ./bounds descriptors");
        let (status, output, error) = shell(&folder.0, &line);
        assert_eq!(status, Some(3), "{error}");
        assert!(output.ends_with(expected), "{output}");
        let report = std::fs::read_to_string(folder.path("r.json")).unwrap();
        assert!(report.contains("\"status\": 3"), "{report}");
        for mode in ["--isolate", "--no-isolate"] {
            let batch = format!("{limit}; $E batch plan.toml --out with{mode}.out {mode}");
            let (status, _, error) = shell(&folder.0, &batch);
            assert_eq!(status, Some(0), "{error}");
        }
        for name in names(&folder.0) {
            if name.ends_with(".out") {
                std::fs::remove_dir_all(folder.path(&name)).unwrap();
            }
        }
    }
}

#[test]
fn an_output_that_cannot_be_written_takes_no_other_with_it() {
    let folder = Folder::new("one-of-several");
    folder.file("disk", [0; 512]);
    folder.file(
        "plan.toml",
        format!(
            "configs = [\"itanium\"]\n[[workload]]\nname = \"hello\"\npath = \"{}\"\n",
            guest("hello").display()
        ),
    );
    folder.file("rules.toml", "[[rule]]\nmetric = \"cycles\"\nmax = 1\n");
    let report = "$E run --quiet --report r $HELLO >&2";
    assert_eq!(shell(&folder.0, report).0, Some(0));
    let profile = "$E run --quiet --profile p $HELLO >&2";
    assert_eq!(shell(&folder.0, profile).0, Some(0));
    for (line, status, reason, others, printed) in [
        (
            "$E boot --max-instructions 1M --kernel $KERNEL --disk disk,overlay=o --report /dev/full --trace t >&2",
            2,
            "cannot write report /dev/full",
            &["o", "t"][..],
            "",
        ),
        (
            "$E pipeline --out /dev/full --svg s $HELLO",
            2,
            "cannot write chart /dev/full",
            &["s"],
            "",
        ),
        (
            "$E batch plan.toml --out d --host-report /dev/full --csv c --page g",
            2,
            "cannot write host report /dev/full",
            &["c/runs.csv", "g"],
            "hello",
        ),
        (
            "$E batch plan.toml --out e --page h > /dev/full",
            2,
            "cannot write to the standard output",
            &["h"],
            "",
        ),
        (
            "$E report r --output /dev/full --csv f",
            2,
            "cannot write page /dev/full",
            &["f/runs.csv", "f/numbers.csv"],
            "",
        ),
        (
            "$E report p --folded /dev/full --pprof b",
            2,
            "cannot write stacks /dev/full",
            &["b"],
            "",
        ),
        (
            "$E check rules.toml r --junit /dev/full",
            2,
            "cannot write JUnit file /dev/full",
            &[],
            "cycles",
        ),
    ] {
        let (ended, text, message) = shell(&folder.0, line);
        assert_eq!(ended, Some(status), "{line}: {message}");
        assert!(message.contains(reason), "{line}: {message}");
        assert!(text.contains(printed), "{line}: {text}");
        for other in others {
            let written = std::fs::metadata(folder.path(other));
            assert!(written.is_ok_and(|it| it.len() > 0), "{line}: {other}");
        }
    }
}

#[test]
fn an_argument_that_is_no_text_is_refused_by_all_commands() {
    let folder = Folder::new("no-text");
    for (command, status) in [("run", 125), ("pfmon -e CPU_CYCLES", 1)] {
        let line = format!("$E {command} $HELLO $'a\\xffb'");
        let (ended, _, message) = shell(&folder.0, &line);
        assert_eq!(ended, Some(status), "{line}: {message}");
        assert!(
            message.contains(r#"argument "a\xFFb" is not UTF-8"#),
            "{line}: {message}"
        );
    }
    // Clap refuses a program and values of options, and names none. The folder of the report need not be text.
    std::fs::create_dir(folder.path("out")).unwrap();
    for (line, status) in [
        ("run --report $'a\\xffb/r' $'a\\xffb'", 125),
        ("run --report $'out/a\\xff' --cwd=$'a\\xffb' $HELLO", 125),
        ("annotate $'a\\xffb'", 2),
    ] {
        let (ended, _, message) = shell(&folder.0, &format!("$E {line}"));
        assert_eq!(ended, Some(status), "{line}: {message}");
        let says = r#"a\xFFb" is not UTF-8, and the path of a program"#;
        assert!(
            message.contains(says) && message.contains("path of a link"),
            "{message}"
        );
    }
}

#[test]
fn outputs_do_not_go_where_checkpoints_of_the_run_will() {
    let folder = Folder::new("checkpoints-later");
    std::fs::create_dir_all(folder.path("kept/pages")).unwrap();
    let sort = repository("workloads/bin/sort");
    let sort = sort.to_str().unwrap();
    let every: &[&str] = &["--functional", "--checkpoint-every=100K"];
    let apart: &[&str] = &["--sample", "--threads=1"];
    let run = |report: &str, options: &[&str]| {
        let arguments = ["run", "-q", "--checkpoint-dir=kept", "--report", report];
        epicycle_in(&folder.0, &[&arguments[..], options, &[sort]].concat(), b"")
    };
    for (report, options) in [
        ("kept/200000.checkpoint", every),
        ("kept/400000.checkpoint", apart),
        ("kept/pages/report", every),
    ] {
        let ended = run(report, options);
        assert_eq!(ended.status, 125, "{report}: {}", ended.stderr);
        assert!(ended.stderr.contains(report), "{}", ended.stderr);
        assert!(!folder.path(report).exists());
    }
    for report in ["kept/200001.checkpoint", "kept/report"] {
        let ended = run(report, every);
        assert_eq!(ended.status, 0, "{report}: {}", ended.stderr);
    }
}
