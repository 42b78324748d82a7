//! Is every broken input met with a message that names the file and the reason, the status of the contract, and no panic?

use std::fs;
use std::path::Path;

use crate::support::{Ended, Folder, epicycle_in, guest, repository};

/// Runs in `folder`; whatever is broken, nothing may panic, and one line must say what is wrong.
fn broken(folder: &Path, arguments: &[&str]) -> Ended {
    let ended = epicycle_in(folder, arguments, b"");
    assert!(
        !ended.stderr.contains("panicked"),
        "{arguments:?}: {}",
        ended.stderr
    );
    assert!(
        !ended.stderr.trim().is_empty(),
        "{arguments:?} fails without a word"
    );
    ended
}

fn hello() -> Vec<u8> {
    fs::read(guest("hello")).unwrap()
}

#[test]
fn a_file_that_cannot_be_executed_is_named_and_ends_with_126_or_127() {
    let folder = Folder::new("files");
    let mut big_endian = hello();
    big_endian[5] = 2;
    let mut small = hello();
    small[4] = 1;
    let mut x86 = hello();
    x86[18] = 62;
    let mut no_segments = hello();
    no_segments[56] = 0;
    let mut far_segments = hello();
    far_segments[32..40].fill(0xff);
    let mut no_execute = hello();
    no_execute[24..32].fill(0xee);
    let sort = fs::read(repository("workloads/bin/sort")).unwrap();
    let cases: [(&str, Vec<u8>, i32); 10] = [
        ("empty", Vec::new(), 126),
        ("text", b"#!/bin/sh\necho hello\n".to_vec(), 126),
        ("header-only", hello()[..40].to_vec(), 126),
        ("truncated", sort[..sort.len() / 2].to_vec(), 126),
        ("x86", x86, 126),
        ("big-endian", big_endian, 126),
        ("elf32", small, 126),
        ("no-segments", no_segments, 126),
        ("far-segments", far_segments, 126),
        (
            "noise",
            (0..5_000u32)
                .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
                .collect(),
            126,
        ),
    ];
    for (name, bytes, status) in cases {
        folder.file(name, bytes);
        let path = format!("./{name}");
        for mode in ["--functional", "--quiet"] {
            let ended = broken(&folder.0, &["run", mode, &path]);
            assert_eq!(ended.status, status, "{name}: {}", ended.stderr);
            assert!(ended.stderr.contains(name), "{name}: {}", ended.stderr);
        }
    }
    let ended = broken(&folder.0, &["run", "./nowhere"]);
    assert_eq!(ended.status, 127, "{}", ended.stderr);
    let ended = broken(&folder.0, &["run", "./text/nowhere"]);
    assert!([126, 127].contains(&ended.status), "{}", ended.stderr);
    let ended = broken(&folder.0, &["run", "."]);
    assert_eq!(ended.status, 126, "{}", ended.stderr);
}

#[test]
fn a_program_cut_at_any_length_never_panics() {
    let folder = Folder::new("cuts");
    let whole = hello();
    for length in (0..whole.len()).step_by(37) {
        folder.file("cut", &whole[..length]);
        let ended = epicycle_in(
            &folder.0,
            &[
                "run",
                "-q",
                "--functional",
                "--max-instructions",
                "1000",
                "./cut",
            ],
            b"",
        );
        assert!(
            !ended.stderr.contains("panicked"),
            "{length}: {}",
            ended.stderr
        );
        assert!(ended.status >= 0, "{length} bytes end by a signal");
    }
}

#[test]
fn a_wrong_config_is_refused_with_125_before_the_run() {
    let folder = Folder::new("configs");
    folder.file("zero.toml", "base = \"itanium\"\ncaches.l2.ways = 0\n");
    folder.file(
        "unknown.toml",
        "base = \"itanium\"\n\n[caches.l2]\nwayz = 8\n",
    );
    folder.file("malformed.toml", "base = \"itanium\n");
    folder.file("bytes.toml", b"base = \"itanium\"\n\xff\xfe = 3\n");
    folder.file("type.toml", "base = \"itanium\"\ncaches = 3\n");
    let hello = guest("hello");
    let hello = hello.to_str().unwrap();
    let cases = [
        (
            "itanic",
            "unknown config \"itanic\" (did you mean \"itanium\"?)",
        ),
        ("nowhere.toml", "cannot read config nowhere.toml"),
        ("zero.toml", "zero.toml:2: caches.l2.ways = 0"),
        (
            "unknown.toml",
            "unknown.toml:4: unknown key \"caches.l2.wayz\"; did you mean \"caches.l2.ways\"?",
        ),
        ("malformed.toml", "malformed.toml:1: malformed TOML"),
        ("bytes.toml", "bytes.toml"),
        ("type.toml", "type.toml:2: caches"),
    ];
    for (config, message) in cases {
        let ended = broken(&folder.0, &["run", "--config", config, hello]);
        assert_eq!(ended.status, 125, "{config}: {}", ended.stderr);
        assert!(ended.stderr.contains(message), "{config}: {}", ended.stderr);
        assert!(ended.stdout.is_empty(), "{config}: the guest ran");
        let ended = broken(&folder.0, &["config", "show", config]);
        assert_eq!(ended.status, 2, "{config}: {}", ended.stderr);
        assert!(ended.stderr.contains(message), "{config}: {}", ended.stderr);
    }
    let ended = broken(&folder.0, &["run", "--set", "caches.l2.ways", hello]);
    assert_eq!(ended.status, 125);
    assert!(
        ended.stderr.contains("there is no \"=\""),
        "{}",
        ended.stderr
    );
}

#[test]
fn an_output_that_cannot_be_written_is_refused_before_the_guest_runs() {
    let folder = Folder::new("outputs");
    folder.file("file", "");
    let hello = guest("hello");
    let hello = hello.to_str().unwrap();
    for option in ["--report", "--trace"] {
        for path in ["nowhere/out.json", "file/out.json", "."] {
            let ended = broken(&folder.0, &["run", option, path, hello]);
            assert_eq!(ended.status, 125, "{option} {path}: {}", ended.stderr);
            assert!(
                ended.stderr.contains(path),
                "{option} {path}: {}",
                ended.stderr
            );
            assert!(ended.stdout.is_empty(), "{option} {path}: the guest ran");
        }
        let said = broken(&folder.0, &["run", option, ".", hello]).stderr;
        assert!(said.contains("it is a folder; name a file"), "{said}");
    }
}

#[test]
fn no_report_is_left_behind_by_a_run_that_did_not_happen() {
    let folder = Folder::new("leftovers");
    let hello = guest("hello");
    broken(&folder.0, &["run", "--report", "report.json", "./nowhere"]);
    broken(
        &folder.0,
        &[
            "run",
            "--report",
            "report.json",
            "--trace",
            "nowhere/trace",
            hello.to_str().unwrap(),
        ],
    );
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}

#[test]
fn wrong_usage_ends_with_2_and_for_run_with_125() {
    let folder = Folder::new("usage");
    for arguments in [
        &["bogus"][..],
        &[],
        &["batch"],
        &["config", "explain", "caches.l5"],
        &["events", "("],
    ] {
        assert_eq!(broken(&folder.0, arguments).status, 2, "{arguments:?}");
    }
    for arguments in [
        &["run"][..],
        &["run", "--bogus", "x"],
        &["run", "--max-instructions", "many", "x"],
        &["run", "--env", "A", "x"],
        &["-v", "--verbose", "run", "--max-instructions", "-1", "x"],
    ] {
        assert_eq!(broken(&folder.0, arguments).status, 125, "{arguments:?}");
    }
    for (arguments, said) in [
        (
            &["run", "--quiet"][..],
            "no program was given: name one behind the options (epicycle run [OPTIONS] PROGRAM",
        ),
        (
            &["batch", "--jobs", "0", "plan.toml", "--out", "out"],
            "a number of runs at once, 1 to 65535; leave --jobs out",
        ),
    ] {
        let ended = epicycle_in(&folder.0, arguments, b"");
        assert!(ended.stderr.contains(said), "{}", ended.stderr);
    }
}

#[test]
fn a_command_without_its_program_says_that_one_is_missing_and_how_it_is_called() {
    let folder = Folder::new("no-program");
    for (command, usage) in [
        ("annotate", "annotate [OPTIONS] PROGRAM|PROFILE [ARGS]..."),
        ("profileme", "profileme [OPTIONS] PROGRAM [ARGS]..."),
        ("monitors", "monitors [OPTIONS] PROGRAM [ARGS]..."),
        ("pipeline", "pipeline [OPTIONS] PROGRAM [ARGS]..."),
        (
            "core-trace",
            "core-trace --out FILE [OPTIONS] PROGRAM [ARGS]...",
        ),
    ] {
        for options in [&[][..], &["--config", "itanium2"]] {
            let ended = epicycle_in(&folder.0, &[&[command], options].concat(), b"");
            assert_eq!(ended.status, 2, "{command}: {}", ended.stderr);
            let said = format!(
                "epicycle: no program was given: name one behind the options\n\nUsage: epicycle {usage}\n"
            );
            assert!(ended.stderr.starts_with(&said), "{}", ended.stderr);
            assert!(ended.stderr.lines().count() < 8, "{}", ended.stderr);
        }
    }
}

#[test]
fn a_wrong_plan_is_refused_with_2_before_anything_runs() {
    let folder = Folder::new("plans");
    folder.file("empty.toml", "");
    folder.file("malformed.toml", "configs = [\"itanium\"\n");
    folder.file(
        "unknown.toml",
        "configs = [\"itanium\"]\n[[workload]]\nname = \"a\"\npath = \"a\"\ntimes = 3\n",
    );
    folder.file(
        "config.toml",
        "configs = [\"itanic\"]\n[[workload]]\nname = \"a\"\npath = \"a\"\n",
    );
    let region = |start: &str, stop: &str| {
        let plan = "configs = [\"itanium\"]\n[[workload]]\nname = \"a\"\npath = \"a\"\n";
        format!("{plan}roi_start = \"{start}\"\nroi_stop = \"{stop}\"\n")
    };
    folder.file("empty-region.toml", region("1000", "1K"));
    folder.file("no-place.toml", region("main", "0xhere"));
    folder.file(
        "good.toml",
        "configs = [\"itanium\"]\n[[workload]]\nname = \"a\"\npath = \"a\"\n",
    );
    for (plan, message) in [
        ("nowhere.toml", "cannot read plan nowhere.toml"),
        ("empty.toml", "empty.toml"),
        ("malformed.toml", "malformed.toml"),
        ("unknown.toml", "unknown field `times`"),
        ("config.toml", "unknown config \"itanic\""),
        (
            "empty-region.toml",
            "plan empty-region.toml: workload \"a\": roi_start, roi_stop: it would end after 1000 instructions and begin after 1000",
        ),
        (
            "no-place.toml",
            "plan no-place.toml: workload \"a\": roi_start, roi_stop: \"0xhere\" is no hexadecimal address",
        ),
    ] {
        let ended = broken(&folder.0, &["batch", plan, "--out", "out"]);
        assert_eq!(ended.status, 2, "{plan}: {}", ended.stderr);
        assert!(ended.stderr.contains(message), "{plan}: {}", ended.stderr);
        assert!(!folder.path("out").exists(), "{plan} made a folder");
    }
    let ended = broken(&folder.0, &["batch", "good.toml", "--out", "good.toml/out"]);
    assert_eq!(ended.status, 2, "{}", ended.stderr);
    assert!(
        ended
            .stderr
            .contains("cannot write results to good.toml/out"),
        "{}",
        ended.stderr
    );
}

#[test]
fn a_file_that_is_no_report_is_named() {
    let folder = Folder::new("reports");
    folder.file("text.json", "no JSON");
    folder.file("other.json", "{\"schema_version\": 1}");
    folder.file(
        "rules.toml",
        "[[rule]]\nname = \"x\"\nmetric = \"cycles\"\n",
    );
    for arguments in [
        &["report", "text.json"][..],
        &["report", "other.json"],
        &["report", "nowhere.json"],
        &["compare", "text.json", "other.json"],
        &["check", "rules.toml", "other.json"],
        &["merge", "--out", "out", "."],
    ] {
        let ended = broken(&folder.0, arguments);
        assert_eq!(ended.status, 2, "{arguments:?}: {}", ended.stderr);
    }
}

#[test]
fn only_ia64_programs_are_disassembled() {
    let folder = Folder::new("disasm");
    folder.file("text", "not a program");
    let mut x86 = hello();
    x86[18] = 62;
    folder.file("x86", x86);
    for (file, message) in [
        ("text", "text: not an ELF file but text"),
        ("x86", "x86: an ELF file for x86-64"),
        ("nowhere", "cannot read nowhere"),
    ] {
        let ended = broken(&folder.0, &["disasm", file]);
        assert_eq!(ended.status, 2);
        assert!(ended.stderr.contains(message), "{}", ended.stderr);
    }
}

#[test]
fn a_log_that_does_not_fit_is_named() {
    let folder = Folder::new("full");
    let hello = guest("hello");
    for (option, name) in [
        ("--trace", "trace"),
        ("--retire-log", "retire log"),
        ("--report", "report"),
    ] {
        let arguments = [
            "run",
            "--quiet",
            option,
            "/dev/full",
            hello.to_str().unwrap(),
        ];
        let ended = broken(&folder.0, &arguments);
        assert_eq!(ended.status, 125, "{option}: {}", ended.stderr);
        let wanted = format!("cannot write {name} /dev/full: No space left on device");
        assert!(ended.stderr.contains(&wanted), "{option}: {}", ended.stderr);
    }
}

/// Intervals are so few here that they are written when the run is over.
#[test]
fn an_output_that_cannot_be_written_is_named_and_the_others_are_kept() {
    let folder = Folder::new("one-full");
    let hello = guest("hello");
    let hello = hello.to_str().unwrap();
    for options in [
        &[
            "run",
            "--quiet",
            "--profile",
            "/dev/full",
            "--report",
            "kept",
        ][..],
        &[
            "run",
            "--quiet",
            "--pipeview",
            "/dev/full",
            "--report",
            "kept",
        ],
        &[
            "run",
            "--quiet",
            "--interval",
            "100",
            "--interval-out",
            "/dev/full",
            "--report",
            "kept",
        ],
        &[
            "run",
            "--quiet",
            "--profile",
            "kept",
            "--report",
            "/dev/full",
        ],
        &[
            "profileme",
            "--quiet",
            "--period",
            "20",
            "--samples",
            "kept",
            "--report",
            "/dev/full",
        ],
        &[
            "core-trace",
            "--quiet",
            "--out",
            "kept",
            "--report",
            "/dev/full",
        ],
    ] {
        let ended = broken(&folder.0, &[options, &[hello]].concat());
        let status = if options[0] == "run" { 125 } else { 2 };
        assert_eq!(ended.status, status, "{options:?}: {}", ended.stderr);
        let said = "/dev/full: No space left on device";
        assert!(ended.stderr.contains(said), "{options:?}: {}", ended.stderr);
        let kept = folder.0.join("kept");
        let size = fs::metadata(&kept).map_or(0, |it| it.len());
        assert!(size > 100, "{options:?}: {size}");
        fs::remove_file(kept).unwrap();
    }
}

#[test]
fn a_program_that_is_cut_short_is_not_called_another_kind_of_file() {
    let folder = Folder::new("short");
    let whole = hello();
    folder.file("short", &whole[..whole.len() / 2]);
    let ended = broken(&folder.0, &["disasm", "short"]);
    assert_eq!(ended.status, 2);
    assert!(
        ended.stderr.contains("short: damaged or cut short"),
        "{}",
        ended.stderr
    );
}

#[test]
fn a_log_that_does_not_fit_ends_a_run_that_would_not_end_itself() {
    let folder = Folder::new("endless");
    let spin = guest("spin");
    for option in ["--trace", "--retire-log"] {
        let ended = broken(
            &folder.0,
            &[
                "run",
                "--quiet",
                option,
                "/dev/full",
                spin.to_str().unwrap(),
            ],
        );
        assert_eq!(ended.status, 125, "{option}: {}", ended.stderr);
        assert!(
            ended.stderr.contains("/dev/full: No space left on device"),
            "{option}: {}",
            ended.stderr
        );
    }
}

#[test]
fn a_folder_of_the_guest_that_is_not_there_is_named() {
    let folder = Folder::new("guest-folders");
    folder.file("file", "");
    let hello = guest("hello");
    let hello = hello.to_str().unwrap();
    for (arguments, message) in [
        (&["--root", "nowhere"][..], "cannot use the root nowhere: "),
        (&["--root", "file"], "cannot use the root file: "),
        (
            &["--sysroot", "nowhere"],
            "cannot use the sysroot nowhere: ",
        ),
        (
            &["--cwd", "nowhere"],
            "cannot use the working directory nowhere: ",
        ),
        (
            &["--cwd", "file"],
            "cannot use the working directory file: ",
        ),
        (
            &["--root", ".", "--cwd", "/nowhere"],
            "cannot use the working directory /nowhere: ",
        ),
    ] {
        let all = [&["run"], arguments, &[hello]].concat();
        let ended = broken(&folder.0, &all);
        assert_eq!(ended.status, 125, "{arguments:?}: {}", ended.stderr);
        assert!(
            ended.stderr.contains(message),
            "{arguments:?}: {}",
            ended.stderr
        );
        assert!(ended.stdout.is_empty(), "{arguments:?}: the guest ran");
    }
}

#[test]
fn a_plan_that_asks_for_a_config_that_is_not_there_is_named() {
    let folder = Folder::new("plan-configs");
    let plan = |config: &str| {
        format!("configs = [\"{config}\"]\n[[workload]]\nname = \"a\"\npath = \"a\"\n")
    };
    folder.file("name.toml", plan("itanic"));
    folder.file("file.toml", plan("gone.toml"));
    folder.file("blank.toml", plan("my machine.toml"));
    folder.file("my machine.toml", "base = \"itanium\"\n");
    folder.file(
        "summary.toml",
        "configs = [\"itanium\"]\n[[workload]]\nname = \"summary.json\"\npath = \"a\"\n",
    );
    for (plan, message) in [
        ("name.toml", "plan name.toml: unknown config \"itanic\""),
        (
            "file.toml",
            "plan file.toml: cannot read config ./gone.toml",
        ),
        (
            "blank.toml",
            "config name \"my machine\" cannot be the name of a report",
        ),
        (
            "summary.toml",
            "plan summary.toml: a workload is named \"summary.json\"",
        ),
    ] {
        let ended = broken(&folder.0, &["batch", plan, "--out", "out"]);
        assert_eq!(ended.status, 2, "{plan}: {}", ended.stderr);
        assert!(ended.stderr.contains(message), "{plan}: {}", ended.stderr);
        assert!(!folder.path("out").exists(), "{plan} made a folder");
    }
}

#[test]
fn rules_that_check_nothing_are_refused() {
    let folder = Folder::new("rules");
    folder.file("none.toml", "");
    folder.file(
        "nan.toml",
        "[[rule]]\nname = \"x\"\nmetric = \"cycles\"\nmin = nan\n",
    );
    let bounded = |bounds: &str| format!("[[rule]]\nname = \"x\"\nmetric = \"cycles\"\n{bounds}\n");
    folder.file("crossed.toml", bounded("min = 3\nmax = 2.5"));
    folder.file("outside.toml", bounded("equals = 3\nmax = 2.5"));
    for (rules, message) in [
        (
            "crossed.toml",
            "rules crossed.toml: rule \"x\" has min 3 above max 2.5: every number breaks it",
        ),
        ("outside.toml", "rule \"x\" has equals 3 above max 2.5"),
        ("none.toml", "rules none.toml: there is no [[rule]]"),
        ("nan.toml", "rules nan.toml: rule \"x\" is bounded by NaN"),
    ] {
        let ended = broken(&folder.0, &["check", rules, "nowhere.json"]);
        assert_eq!(ended.status, 2, "{rules}: {}", ended.stderr);
        assert!(ended.stderr.contains(message), "{rules}: {}", ended.stderr);
    }
}

/// Writes a report to `name`.
fn report(folder: &Folder, name: &str, options: &[&str], program: &Path) -> Ended {
    let program = program.to_str().unwrap();
    let all = [&["run", "--quiet", "--report", name], options, &[program]].concat();
    let ended = epicycle_in(&folder.0, &all, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    ended
}

#[test]
fn a_report_of_another_version_is_not_read_as_if_it_were_of_this_one() {
    let folder = Folder::new("versions");
    report(&folder, "now.json", &["--functional"], &guest("hello"));
    let text = fs::read_to_string(folder.path("now.json")).unwrap();
    let later = text.replace(
        "\"schema_version\": 1,",
        "\"schema_version\": 2, \"news\": 0,",
    );
    assert_ne!(text, later);
    folder.file("later.json", later);
    folder.file(
        "rules.toml",
        "[[rule]]\nname = \"x\"\nmetric = \"instructions\"\nmin = 1\n",
    );
    for arguments in [
        &["report", "later.json"][..],
        &["compare", "now.json", "later.json"],
    ] {
        let ended = broken(&folder.0, arguments);
        assert_eq!(ended.status, 2, "{arguments:?}: {}", ended.stderr);
        assert!(
            ended
                .stderr
                .contains("later.json: version 2 of the form, and this epicycle reads version 1"),
            "{}",
            ended.stderr
        );
    }
    // Of several reports one that cannot be read is a finding, and the others are checked.
    let checked = epicycle_in(&folder.0, &["check", "rules.toml", "later.json"], b"");
    assert_eq!(checked.status, 1, "{}", checked.stderr);
    assert!(
        checked.text().contains("later.json: version 2 of the form"),
        "{}",
        checked.text()
    );
}

#[test]
fn a_report_to_the_standard_output_follows_what_the_guest_wrote_there() {
    let folder = Folder::new("stdout");
    let (out, hello) = (folder.path("out"), guest("hello"));
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_epicycle"))
        .args(["run", "--quiet", "--functional", "--report", "/dev/stdout"])
        .arg(&hello)
        .stdout(fs::File::create(&out).unwrap())
        .status()
        .unwrap();
    assert!(status.success());
    let text = fs::read_to_string(&out).unwrap();
    let greeting = fs::read_to_string(guest("hello.expect")).unwrap();
    let report = text.strip_prefix(&greeting).unwrap();
    assert!(
        report.starts_with("{\n  \"schema_version\"") && report.ends_with("}\n"),
        "{text}"
    );
    assert!(fs::symlink_metadata("/dev/stdout").unwrap().is_symlink());
}

#[test]
fn a_report_goes_where_a_link_leads() {
    let folder = Folder::new("links");
    folder.file("real.json", "old");
    std::os::unix::fs::symlink("real.json", folder.path("link.json")).unwrap();
    report(&folder, "link.json", &["--functional"], &guest("hello"));
    assert!(
        fs::symlink_metadata(folder.path("link.json"))
            .unwrap()
            .is_symlink()
    );
    assert!(
        fs::read_to_string(folder.path("real.json"))
            .unwrap()
            .starts_with('{')
    );
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 2);
}

#[test]
fn a_report_names_the_program_below_the_root_and_not_the_hosts_of_that_path() {
    let folder = Folder::new("root-program");
    // The host has this file, whatever else it has.
    let program = std::env::current_exe().unwrap();
    folder.file(
        Path::new("root")
            .join(program.strip_prefix("/").unwrap())
            .to_str()
            .unwrap(),
        hello(),
    );
    report(&folder, "plain.json", &["--functional"], &guest("hello"));
    report(
        &folder,
        "root.json",
        &["--functional", "--root", "root"],
        &program,
    );
    let sha256 = |name: &str| {
        let text = fs::read_to_string(folder.path(name)).unwrap();
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        report["workload"]["sha256"].as_str().map(str::to_owned)
    };
    assert!(sha256("plain.json").is_some());
    assert_eq!(sha256("plain.json"), sha256("root.json"));
}
