//! Do the commands that run a program take the same options, and numbers in the same forms?

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::process::Command;

use serde_json::Value;

use crate::support::{Ended, Folder, epicycle_in, guest, names, repository};

fn json(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder.path(name)).unwrap()).unwrap()
}

/// Runs a command whose words are separated by blanks, with `program` and its arguments behind.
fn run(folder: &Folder, command: &str, program: &[&str]) -> Ended {
    let words: Vec<&str> = command.split(' ').chain(program.iter().copied()).collect();
    epicycle_in(&folder.0, &words, b"")
}

#[test]
fn every_command_that_runs_a_program_takes_the_options_of_the_guest() {
    let folder = Folder::new("same-options");
    let args = std::fs::read(guest("args")).unwrap();
    folder.file("below/args", args);
    // The guest's status is the number of its words, the other commands' that of their own.
    let shown = |command: &str, status: i32| {
        let ended = run(&folder, command, &["/args", "one"]);
        assert_eq!(ended.status, status, "{command}: {}", ended.stderr);
        assert!(ended.text().starts_with("argv: one\n"), "{}", ended.text());
    };
    let options = "--root below --cwd / --env NAME=value --writable --argv0 zero --sysroot below --max-instructions 1M --max-cycles 1_000_000";
    shown(&format!("run --quiet {options}"), 2);
    shown(&format!("annotate --quiet {options}"), 0);
    shown(&format!("profileme --quiet {options}"), 0);
    shown(&format!("pfmon -e CPU_CYCLES {options}"), 0);
}

#[test]
fn options_stand_under_their_own_headings_in_the_help_of_every_command_that_runs_a_program() {
    let folder = Folder::new("headings");
    for command in [
        "run",
        "annotate",
        "profileme",
        "monitors",
        "pipeline",
        "core-trace",
    ] {
        let text = run(&folder, command, &["--help"]).text();
        let mut heading = "";
        let mut headings = Vec::new();
        for line in text.lines() {
            if let Some(name) = line.strip_suffix(':').filter(|_| !line.starts_with(' ')) {
                heading = name;
            }
            let option = line.split_whitespace().find(|word| word.starts_with("--"));
            if let Some(option) = option.filter(|_| line.trim_start().starts_with('-')) {
                headings.push((option, heading));
            }
        }
        let known = |option: &str| headings.iter().find(|(name, _)| *name == option);
        for (heading, options) in [
            (
                "Options",
                "--max-instructions --max-cycles --env --argv0 --quiet --report --watchdog --strace --gdb[=<ADDR:PORT|unix:PATH>] --samples --by --top --exact --out --svg --json[=<FILE>] --markdown",
            ),
            ("Region of interest", "--roi-start --roi-stop"),
            ("Files of the guest", "--root --cwd --writable --sysroot"),
            ("Performance monitor", "--user-monitor --pmc --pmd"),
            ("Recording", "--words --wrap --single-issue --shadow"),
            (
                "Sampling",
                "--period --jitter --seed --skid --unit --warm-up",
            ),
            ("Pipeline", "--pipeview --pipeview-format"),
        ] {
            for (option, found) in options.split(' ').filter_map(known) {
                assert_eq!(*found, heading, "{command} {option}");
            }
        }
        for option in ["--env", "--argv0", "--quiet", "--roi-start", "--sysroot"] {
            assert!(known(option).is_some(), "{command} {option}");
        }
    }
}

#[test]
fn numbers_may_be_written_with_units_and_underscores() {
    let folder = Folder::new("numbers");
    let endless = guest("endless");
    let endless = endless.to_str().unwrap();
    for number in ["20K", "20_000", "20000"] {
        let command = format!("run --quiet --report r.json --max-instructions {number}");
        assert_eq!(run(&folder, &command, &[endless]).status, 0);
        assert_eq!(json(&folder, "r.json")["instructions"], 20_000);
    }
    let ended = run(
        &folder,
        "run --max-cycles 20k --report r.json --set caches.l2.bytes=48K",
        &[endless],
    );
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let report = json(&folder, "r.json");
    assert_eq!(report["outcome"]["limit"], "cycles");
    assert!((20_000..21_000).contains(&report["cycles"].as_u64().unwrap()));
    assert_eq!(report["config"]["name"], "itanium+caches.l2.bytes=49152");
    for (command, status) in [
        ("run --max-instructions 20X", 125),
        ("run --max-cycles 1.5M", 125),
        ("annotate --max-instructions 20X", 2),
        ("pfmon -e CPU_CYCLES --max-instructions=20X", 1),
    ] {
        let ended = run(&folder, command, &[endless]);
        assert_eq!(ended.status, status, "{command}");
        assert!(ended.stderr.contains("such as 1M"), "{}", ended.stderr);
    }
}

#[test]
fn a_trace_and_a_listing_keep_to_the_region_of_interest() {
    let folder = Folder::new("regions");
    let sort = repository("workloads/bin/sort");
    let sort = sort.to_str().unwrap();
    for region in [
        "--roi-start merge_sort --roi-stop 3_600K",
        "--roi-start 11_600K",
        "--roi-start 2M --roi-stop 2_010_001",
        "--roi-stop 20K",
    ] {
        let command = format!("run --quiet --report r.json --trace trace {region}");
        let ended = run(&folder, &command, &[sort]);
        assert_eq!(ended.status, 0, "{region}: {}", ended.stderr);
        let report = json(&folder, "r.json");
        let trace = std::fs::read_to_string(folder.path("trace")).unwrap();
        assert_eq!(
            trace.lines().count() as u64,
            report["instructions"].as_u64().unwrap(),
            "{region}"
        );
        let ended = run(
            &folder,
            &format!("annotate --json --out list {region}"),
            &[sort],
        );
        assert_eq!(ended.status, 0, "{region}: {}", ended.stderr);
        let list = std::fs::read_to_string(folder.path("list")).unwrap();
        let retired: u64 = list
            .lines()
            .map(|line| {
                serde_json::from_str::<Value>(line).unwrap()["retired"]
                    .as_u64()
                    .unwrap()
            })
            .sum();
        assert_eq!(
            retired,
            report["instructions"].as_u64().unwrap(),
            "{region}"
        );
    }
}

#[test]
fn a_listing_in_json_has_the_standard_output_for_itself_and_keeps_to_its_schema() {
    let folder = Folder::new("own-stream");
    let hello = guest("hello");
    let hello = hello.to_str().unwrap();
    let schema =
        std::fs::read_to_string(repository("crates/report/schema/annotate.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    let ended = run(&folder, "annotate --json", &[hello]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert_eq!(ended.stderr, "hello, world\n");
    let text = ended.text();
    assert!(text.lines().count() > 5);
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(validator.is_valid(&line), "{line}");
    }
    // In a file of its own it leaves the standard output to the guest.
    let ended = run(&folder, "annotate --json=list", &[hello]);
    assert_eq!(ended.text(), "hello, world\n");
    assert_eq!(std::fs::read_to_string(folder.path("list")).unwrap(), text);
    let ended = run(&folder, "annotate --json=list --out other", &[hello]);
    assert_eq!(ended.status, 2, "{}", ended.stderr);
}

#[test]
fn a_dash_is_the_standard_input_or_output() {
    let folder = Folder::new("dashes");
    let hello = guest("hello");
    let program = std::fs::read(&hello).unwrap();
    let hello = hello.to_str().unwrap();
    let listed = epicycle_in(&folder.0, &["disasm", "-"], &program);
    assert_eq!(listed.status, 0, "{}", listed.stderr);
    assert!(listed.text().contains("<_start>:"), "{}", listed.text());
    let arguments = ["config", "show", "-", "--set", "caches.l2.ways=12"];
    let shown = epicycle_in(
        &folder.0,
        &arguments,
        b"base = \"itanium\"\nfrequency_hz = \"900M\" # fast\n",
    );
    assert_eq!(shown.status, 0, "{}", shown.stderr);
    let text = shown.text();
    assert!(
        text.contains("frequency_hz = 900000000  # standard input:2, fast\n"),
        "{text}"
    );
    // Both variants are of the one input.
    let plan = format!(
        "configs = [\"itanium\"]\nsweep.memory.latency = [100, 200]\n[[workload]]\nname = \"hello\"\npath = \"{hello}\"\n"
    );
    folder.file("plan.toml", plan);
    let arguments = ["batch", "plan.toml", "-q", "-c", "-", "--out", "results"];
    let ran = epicycle_in(&folder.0, &arguments, b"base = \"itanium\"\n");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let ended = run(&folder, "run --quiet --report -", &[hello]);
    let report = ended.text().replacen("hello, world\n", "", 1);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["workload"]["name"], "hello");
    let ended = run(&folder, "pfmon -e CPU_CYCLES --outfile=-", &[hello]);
    assert!(ended.text().contains("CPU_CYCLES"), "{}", ended.text());
}

/// Counts may be written with underscores and units wherever one is asked for.
#[test]
fn numbers_of_every_option_have_the_same_forms() {
    let folder = Folder::new("numbers");
    let hello = guest("hello");
    let hello = hello.to_str().unwrap();
    let plan =
        format!("configs = [\"itanium\"]\n[[workload]]\nname = \"hello\"\npath = \"{hello}\"\n");
    folder.file("plan.toml", plan);
    for line in [
        "batch plan.toml --dry-run --max-runs 1_0 --jobs 0_2",
        "config show itanium --set frequency_hz=1_000M --set os.memory_bytes=1_0G",
    ] {
        folder.go(line, 0);
    }
    let shown = folder.go("config show itanium --set frequency_hz=1_000M", 0);
    assert!(shown.text().contains("frequency_hz = 1000000000"));
    for line in [
        "annotate --top 1_0",
        "profileme --top 1K --seed 1_0 --samples /dev/null",
        "monitors --period 100 --skid 1_0 --seed 1K",
        "run --quiet --pmc 4=1_0 --pmd 4=1K",
        "boot --panic-status 1_0 --kernel",
    ] {
        let ended = run(&folder, line, &[hello]);
        assert!(
            !ended.stderr.contains("invalid value"),
            "{line}: {}",
            ended.stderr
        );
    }
    let ended = run(&folder, "boot --panic-status 256 --kernel", &[hello]);
    assert!(
        ended.stderr.contains("256 is too large"),
        "{}",
        ended.stderr
    );
}

#[test]
fn what_would_have_no_effect_or_measure_something_else_is_refused() {
    let folder = Folder::new("no-effect");
    let hello = guest("hello");
    for (line, words) in [
        (
            "schedule --function main --loop 0x10",
            "cannot be used with",
        ),
        ("schedule --all --function main", "cannot be used with"),
        ("schedule --all --loop 0x10", "cannot be used with"),
        (
            "run --functional --trace t --trace-format lackey",
            "--trace-format needs the cycle model, but for text; leave it out, or --functional",
        ),
        (
            "run --roi-start 0x4000000000000165",
            "\"0x4000000000000165\" is no address of a bundle; its bundle is at 0x4000000000000160",
        ),
        (
            "run --roi-start 5 --roi-stop 0x40000000000001ac",
            "is no address of a bundle",
        ),
        (
            "run --checkpoint-at 0x40000000000001ac --checkpoint-dir c",
            "is no address of a bundle",
        ),
    ] {
        let ended = run(&folder, line, &[hello.to_str().unwrap()]);
        let status = if line.starts_with("run") { 125 } else { 2 };
        assert_eq!(ended.status, status, "{line}: {}", ended.stderr);
        assert!(ended.stderr.contains(words), "{line}: {}", ended.stderr);
    }
    let line = "run --quiet --functional --trace t --trace-format text";
    let ended = run(&folder, line, &[hello.to_str().unwrap()]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
}

#[test]
fn the_standard_input_is_no_config_twice() {
    let folder = Folder::new("config-twice");
    let input = b"base = \"itanium\"\n";
    let ended = epicycle_in(&folder.0, &["config", "diff", "-", "-"], input);
    assert_eq!(ended.status, 2, "{}", ended.stderr);
    assert!(
        ended.stderr.contains("BEFORE and AFTER are both -"),
        "{}",
        ended.stderr
    );
    let ended = epicycle_in(&folder.0, &["config", "diff", "-", "itanium"], input);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
}

#[test]
fn shells_and_manual_readers_find_every_command() {
    let folder = Folder::new("man");
    let go = |line: &str| folder.go(line, 0).text();
    for shell in ["bash", "zsh", "fish"] {
        let text = go(&format!("completions {shell}"));
        assert!(text.contains("core-trace") && text.contains("max-instructions"));
        assert!(
            text.contains("pfmon") && text.contains("smpl-entries"),
            "{shell}"
        );
    }
    assert!(go("man").contains("epicycle\\-batch(1)"));
    go("man --out pages");
    for page in [
        "epicycle",
        "epicycle-batch",
        "epicycle-run",
        "epicycle-check",
        "epicycle-pfmon",
    ] {
        let text = std::fs::read_to_string(folder.path(&format!("pages/{page}.1"))).unwrap();
        assert!(text.contains(".SH SYNOPSIS"), "{text}");
    }
    assert!(!folder.path("pages/epicycle-batch-worker.1").exists());
    // Options stand there with their values.
    for (page, option) in [
        ("batch", r"[\fB\-\-plan\-json\fR \fIFILE\fR]"),
        ("batch", r"[\fB\-j\fR|\fB\-\-jobs\fR \fIN\fR]"),
        ("batch", r"[\fB\-\-dry\-run\fR]"),
        ("store-gc", r"<\fB\-\-max\-size\fR \fIBYTES\fR>"),
        ("schedule", r"[\fB\-\-json\fR[=\fIFILE\fR]]"),
    ] {
        let text = folder.text(&format!("pages/epicycle-{page}.1"));
        let synopsis = text.split(".SH ").find(|it| it.starts_with("SYNOPSIS"));
        assert!(synopsis.unwrap().contains(option), "{option}");
    }
    // A page that another one names is there.
    let mut named = 0;
    for page in names(&folder.path("pages")) {
        let text = folder.text(&format!("pages/{page}")).replace('\\', "");
        for line in text.lines().filter(|line| line.ends_with("(1)")) {
            let other = format!("pages/{}.1", line.trim_end_matches("(1)"));
            assert!(folder.path(&other).exists(), "{page} names {line}");
            named += 1;
        }
    }
    assert!(named > 20 && folder.path("pages/epicycle-store-gc.1").exists());
}

#[test]
fn help_knows_the_monitors_command() {
    let folder = Folder::new("help-pfmon");
    let help = folder.go("pfmon --help", 0).text();
    assert!(help.contains("--smpl"), "{help}");
    for line in ["help pfmon", "-v help pfmon", "-vv --verbose help pfmon"] {
        assert_eq!(folder.go(line, 0).text(), help, "{line}");
    }
}

#[test]
fn a_column_of_a_trace_is_named_once() {
    let folder = Folder::new("columns-twice");
    let program = guest("hello");
    let line = "run --quiet --trace t --trace-columns cycle,text,cycle";
    let ended = run(&folder, line, &[program.to_str().unwrap()]);
    assert_eq!(ended.status, 125);
    let said = "--trace-columns: cycle is named twice";
    assert!(ended.stderr.contains(said), "{}", ended.stderr);
    assert!(names(&folder.0).is_empty());
}

#[test]
fn a_choice_of_logs_that_cannot_be_understood_is_named_once() {
    let folder = Folder::new("log-choice");
    let hello = guest("hello");
    folder.file(
        "plan.toml",
        format!("configs = [\"itanium\"]\n[[workload]]\nname = \"hello\"\npath = {hello:?}\n"),
    );
    let batch = "batch plan.toml --quiet --out out";
    let hello = format!("run --quiet {}", hello.display());
    let said = |line: &str, choice: &OsStr| {
        let output = Command::new(env!("CARGO_BIN_EXE_epicycle"))
            .args(line.split(' '))
            .current_dir(&folder.0)
            .env("RUST_LOG", choice)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        said
    };
    for line in [&*hello, batch] {
        for wrong in [OsStr::new("linux=loud"), OsStr::from_bytes(b"\xff")] {
            let said = said(line, wrong);
            assert_eq!(said.matches("RUST_LOG has no effect").count(), 1, "{said}");
            assert!(said.contains("or unset it"), "{said}");
        }
        assert_eq!(said(line, OsStr::new("warn")), "");
    }
}

/// What the log of a command says of how many executions were replayed.
fn replayed(log: &str) -> u64 {
    let (_, count) = log.split_once("replayed blocks=").expect("a line of it");
    let digits: String = count.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

#[test]
fn without_replay_nothing_is_replayed_and_the_report_is_the_same() {
    let folder = Folder::new("no-replay");
    let program = repository("workloads/bin/sort");
    let timed = |option: &str| {
        let command = format!("run -vv --quiet{option} --report {}.json", option.len());
        let ended = run(&folder, &command, &[program.to_str().unwrap()]);
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        let report = std::fs::read(folder.path(&format!("{}.json", option.len()))).unwrap();
        (replayed(&ended.stderr), report)
    };
    let (some, report) = timed("");
    let (none, in_full) = timed(" --no-replay");
    assert!(some > 1000 && none == 0, "{some} {none}");
    assert!(report == in_full);
    for other in ["--functional", "--sample", "--simpoints x --weights x"] {
        let command = format!("run --no-replay {other}");
        let ended = run(&folder, &command, &[program.to_str().unwrap()]);
        assert_eq!(ended.status, 125, "{other}");
        assert!(ended.stderr.contains("--no-replay"), "{}", ended.stderr);
    }
}

#[test]
fn a_functional_run_takes_no_second_thread() {
    let folder = Folder::new("functional-threads");
    let hello = guest("hello");
    for (threads, status) in [("1", 0), ("2", 125), ("3", 125)] {
        let line = [
            "run",
            "-q",
            "--functional",
            "--threads",
            threads,
            hello.to_str().unwrap(),
        ];
        let ended = epicycle_in(&folder.0, &line, b"");
        assert_eq!(ended.status, status, "{}", ended.stderr);
        let says = "a --functional run is not timed; leave one of the two out";
        assert_eq!(
            ended.stderr.contains(says),
            status == 125,
            "{}",
            ended.stderr
        );
    }
}

/// An option whose required option conflicts with a third one is refused beside the third one, too.
#[test]
fn an_option_without_the_one_that_it_requires_is_refused_beside_any_other() {
    let folder = Folder::new("required");
    let hello = guest("hello");
    let hello = hello.to_str().unwrap();
    for (line, required) in [
        (
            "run --gdb=127.0.0.1:0 --trace-instructions 1+1",
            "--trace <FILE>",
        ),
        (
            "run --gdb=127.0.0.1:0 --trace-columns place",
            "--trace <FILE>",
        ),
        (
            "run --gdb=127.0.0.1:0 --pipeview-cycles 1+1",
            "--pipeview <FILE>",
        ),
        (
            "run --functional --pipeview-instructions 1+1",
            "--pipeview <FILE>",
        ),
        ("run --functional --error 1%", "--sample"),
        ("run --sample --weights w", "--simpoints <FILE>"),
        (
            "run --sample --bbv-interval 10K",
            "<--simpoints <FILE>|--bbv <FILE>>",
        ),
        (
            "boot --gdb=127.0.0.1:0 --trace-instructions 1+1 --kernel",
            "--trace <FILE>",
        ),
        ("boot --disk-writes 64K --kernel", "--disk <FILE"),
        ("core-trace decode --json --real", "--export <TOOL>"),
        ("schedule --all --dot g", "--loop <ADDRESS>"),
        ("annotate --json --source-path d", "--source"),
    ] {
        let ended = run(&folder, line, &[hello]);
        let status = if line.starts_with("run") { 125 } else { 2 };
        assert_eq!(ended.status, status, "{line}: {}", ended.stderr);
        assert!(
            ended
                .stderr
                .contains("required arguments were not provided")
                && ended.stderr.contains(required),
            "{line}: {}",
            ended.stderr
        );
    }
}
