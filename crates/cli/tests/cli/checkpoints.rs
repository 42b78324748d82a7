//! Checkpoints from the command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::programs;
use crate::support::{
    Ended, Folder, ending_signals, epicycle_in, guest, repository, send, start, tree, wait_for,
};

/// All files below a folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files = Vec::new();
    for entry in entries.map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            files.append(&mut files_below(&entry));
        } else {
            files.push(entry);
        }
    }
    files.sort();
    files
}

/// Goes on from a checkpoint, without the cycle model.
fn go_on(folder: &Path, checkpoint: &Path, options: &[&str]) -> Ended {
    let restored = [
        "run",
        "--quiet",
        "--functional",
        "--restore",
        checkpoint.to_str().unwrap(),
    ];
    epicycle_in(folder, &[&restored[..], options].concat(), b"")
}

#[test]
fn a_warm_checkpoint_at_a_limit_inside_a_block_is_not_made_and_the_remedy_is_named() {
    let folder = Folder::new("checkpoints-limit");
    let kept = folder.path("kept").to_str().unwrap().to_owned();
    let ended = |limit, warm: &[&str]| {
        let at = [
            "run",
            "--quiet",
            "--max-instructions",
            limit,
            "--checkpoint-at",
            limit,
        ];
        let rest = ["--checkpoint-dir", &kept, "tests/guests/hello"];
        epicycle_in(&repository(""), &[&at, warm, &rest].concat(), b"")
    };
    let refused = ended("3", &["--checkpoint-warm"]);
    assert_eq!(refused.status, 0);
    let said =
        "epicycle: no checkpoint at 3: the limit ends the run inside a block of instructions";
    assert!(refused.stderr.starts_with(said), "{}", refused.stderr);
    assert!(refused.stderr.contains("give a larger --max-instructions"));
    assert!(!folder.path("kept/3.checkpoint").exists());
    // Where a block ends, and where nothing of the model is kept.
    for (limit, warm) in [("6", &["--checkpoint-warm"][..]), ("3", &[])] {
        let made = ended(limit, warm);
        assert_eq!((made.status, made.stderr.as_str()), (0, ""));
        assert!(folder.path(&format!("kept/{limit}.checkpoint")).exists());
    }
}

#[test]
fn a_run_is_written_down_at_a_symbol_and_goes_on_from_there() {
    let folder = Folder::new("checkpoints");
    let path = |name: &str| folder.path(name).to_str().unwrap().to_owned();
    let (whole, rest, kept) = (path("whole.json"), path("rest.json"), path("kept"));
    let making = [
        "run",
        "--quiet",
        "--report",
        &whole,
        "--checkpoint-at",
        "ackermann",
        "--checkpoint-at",
        "1000000000000",
        "--checkpoint-warm",
        "--checkpoint-dir",
        &kept,
        "workloads/bin/recursion",
    ];
    let ended = epicycle_in(&repository(""), &making, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert_eq!(
        ended.stderr,
        "epicycle: no checkpoint at 1000000000000: the run did not come there\n"
    );
    let file = path("kept/ackermann.checkpoint");
    let going_on = ["run", "--quiet", "--report", &rest, "--restore", &file];
    let end = epicycle_in(&repository(""), &going_on, b"");
    assert_eq!(end.status, 0, "{}", end.stderr);
    assert_eq!(end.stdout, ended.stdout);
    assert!(fs::read(&whole).unwrap() == fs::read(&rest).unwrap());

    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    let ended = epicycle_in(&repository(""), &going_on, b"");
    assert_eq!(ended.status, 125);
    assert!(
        ended.stderr.contains("ackermann.checkpoint: damaged: "),
        "{}",
        ended.stderr
    );
    let newer = String::from_utf8_lossy(&bytes).replacen("checkpoint ", "checkpoint 99", 1);
    fs::write(&file, newer).unwrap();
    let ended = epicycle_in(&repository(""), &going_on, b"");
    assert_eq!(ended.status, 125);
    assert!(
        ended.stderr.contains("a checkpoint of format 99"),
        "{}",
        ended.stderr
    );
}

/// A run with these options, and one that makes warm checkpoints at places, whose report has to be the same; then what goes on from each
/// of them.
fn is_written_down_and_goes_on(name: &str, options: &[&str], places: &[&str]) -> Ended {
    let folder = Folder::new(name);
    let path = |name: &str| folder.path(name).to_str().unwrap().to_owned();
    let (report, kept) = (path("report.json"), path("kept"));
    let run = |more: &[&str]| {
        let always = ["run", "--quiet", "--set", "os.quantum_instructions=3000"];
        let reports = ["--report", &report];
        let ended = epicycle_in(
            &repository(""),
            &[&always[..], &reports[..], more].concat(),
            b"",
        );
        (ended, fs::read(&report).unwrap())
    };
    let (whole, expected) = run(options);
    let mut making = vec!["--checkpoint-warm", "--checkpoint-dir", &kept];
    making.extend(places.iter().flat_map(|&place| ["--checkpoint-at", place]));
    let (made, bytes) = run(&[&making[..], options].concat());
    assert_eq!(
        (made.status, &made.stdout),
        (whole.status, &whole.stdout),
        "{}",
        made.stderr
    );
    assert!(bytes == expected, "checkpoints change nothing");
    for place in places {
        let file = path(&format!("kept/{place}.checkpoint"));
        let (rest, bytes) = run(&["--restore", &file]);
        assert_eq!(rest.status, whole.status, "{place}: {}", rest.stderr);
        assert!(whole.stdout.ends_with(&rest.stdout), "{place}");
        assert!(bytes == expected, "{place}");
    }
    whole
}

#[test]
fn processes_and_executed_programs_are_written_down_and_go_on_with_the_same_report() {
    let program = guest("descendants");
    let places = ["90", "11K", "15K", "25K", "30K"];
    let options = [program.to_str().unwrap()];
    let ended = is_written_down_and_goes_on("checkpoints-family", &options, &places);
    assert_eq!(
        (ended.status, &*ended.stdout),
        (3, &b"agrees\nexecuted\n"[..])
    );
}

#[test]
fn a_pipeline_of_a_shell_is_written_down_and_sampled_in_stretches() {
    let Some(busybox) = programs::program("bin/busybox") else {
        return;
    };
    let busybox = busybox.to_str().unwrap();
    let pipeline = |count: u32| {
        format!("{busybox} seq 1 {count} | {busybox} sort -rn | {busybox} tail -n 1; exit 5")
    };
    let script = pipeline(200);
    let options = [busybox, "sh", "-c", &script];
    let places = ["100K", "700K", "1200K", "2M", "2500K"];
    let ended = is_written_down_and_goes_on("checkpoints-pipeline", &options, &places);
    assert_eq!((ended.status, &*ended.stdout), (5, &b"1\n"[..]));

    let folder = Folder::new("checkpoints-sampled-pipeline");
    let script = pipeline(2000);
    let sampled = |threads: &str| {
        let report = folder.path(threads);
        let options = [
            "run",
            "--quiet",
            "--sample",
            "--warming",
            "100K",
            "--threads",
            threads,
            "--report",
            report.to_str().unwrap(),
            busybox,
            "sh",
            "-c",
            &script,
        ];
        let ended = epicycle_in(&folder.0, &options, b"");
        assert_eq!(ended.status, 5, "{}", ended.stderr);
        assert_eq!(ended.stdout, b"1\n");
        fs::read(&report).unwrap()
    };
    let one = sampled("1");
    assert!(one == sampled("2"), "the same on any number of threads");
    let report: report::Report = serde_json::from_slice(&one).unwrap();
    let sample = report.sample.unwrap();
    assert!(
        sample.units > 20 && sample.cycles.is_some(),
        "{}",
        sample.units
    );
}

#[test]
fn options_that_mean_nothing_are_refused() {
    let cases: [(&[&str], &str); 5] = [
        (
            &["--checkpoint-at", "5", "workloads/bin/sort"],
            "--checkpoint-dir",
        ),
        (
            &["--checkpoint-dir", "d", "workloads/bin/sort"],
            "needs a place",
        ),
        (&["--restore", "no-such-file"], "no-such-file: No such file"),
        (
            &["--restore", "workloads/bin/sort"],
            "not a checkpoint of epicycle",
        ),
        (&["--quiet"], "no program was given"),
    ];
    for (options, reason) in cases {
        let options = [&["run"], options].concat();
        let ended = epicycle_in(&repository(""), &options, b"");
        assert_eq!(ended.status, 125, "{options:?}: {}", ended.stderr);
        assert!(
            ended.stderr.contains(reason),
            "{options:?}: {}",
            ended.stderr
        );
    }
}

#[test]
fn a_checkpoint_that_would_replace_a_standard_stream_is_refused_before_the_run() {
    let folder = Folder::new("checkpoints-streams");
    let kept = folder.path("kept");
    let ended = checkpoint_of_sort(&kept, &["--functional", "--checkpoint-every=200K"]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let before = tree(&kept);
    let sort = repository("workloads/bin/sort");
    let run = |stream: &str, options: &[&str]| {
        let redirected = format!("cd $0; exec \"$@\" {stream}");
        let output = Command::new("sh")
            .args(["-c", &redirected])
            .arg(&kept)
            .arg(env!("CARGO_BIN_EXE_epicycle"))
            .args(["run", "--quiet", "--checkpoint-dir=."])
            .args(options)
            .arg(&sort)
            .output()
            .unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), message)
    };
    fs::hard_link(kept.join("100K.checkpoint"), folder.path("linked")).unwrap();
    let at: &[&str] = &["--functional", "--checkpoint-at=100K"];
    let every: &[&str] = &["--functional", "--checkpoint-every=100K"];
    let apart: &[&str] = &["--sample", "--threads=1"];
    let input = "the standard input comes from there";
    let output = "the standard output goes there";
    let cases: [(&str, &[&str], &str, &str); 5] = [
        ("<100K.checkpoint", at, "100K.checkpoint", input),
        ("<../linked", at, "100K.checkpoint", input),
        ("<200000.checkpoint", every, "200000.checkpoint", input),
        ("<200000.checkpoint", apart, "200000.checkpoint", input),
        (">>100K.checkpoint", at, "100K.checkpoint", output),
    ];
    for (stream, options, file, why) in cases {
        let (status, message) = run(stream, options);
        assert_eq!(status, Some(125), "{stream} {options:?}: {message}");
        let refused =
            format!("a checkpoint would replace ./{file}: {why}; give another --checkpoint-dir");
        assert!(
            message.contains(&refused),
            "{stream} {options:?}: {message}"
        );
        assert!(tree(&kept) == before, "{stream} {options:?}");
    }
    // What has another name than the checkpoints of the run may be read.
    for (stream, options) in [("<200000.checkpoint", at), ("<100K.checkpoint", every)] {
        let (status, message) = run(stream, options);
        assert_eq!(status, Some(0), "{stream} {options:?}: {message}");
    }
}

#[test]
fn a_checkpoint_that_does_not_fit_is_named_and_those_before_it_stay_good() {
    let folder = Folder::new("checkpoints-too-large");
    let kept = folder.path("kept");
    let limited = |limit: &str, options: &[&str]| {
        let output = Command::new("sh")
            .args(["-c", "ulimit -f $0; exec \"$@\"", limit])
            .arg(env!("CARGO_BIN_EXE_epicycle"))
            .args(["run", "--quiet", "--functional", "--checkpoint-dir"])
            .arg(&kept)
            .args(options)
            .arg(repository("workloads/bin/sort"))
            .output()
            .unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), message)
    };
    // No page can be written.
    let (status, message) = limited("0", &["--checkpoint-at", "100K"]);
    assert_eq!(status, Some(125), "{message}");
    assert!(
        message.contains("at 100K: ") && message.contains("/pages/"),
        "{message}"
    );
    assert!(message.contains("File too large"), "{message}");
    assert_eq!(files_below(&kept), <[PathBuf; 0]>::default());
    // The pages of the first checkpoint are there, and those that are new for the second cannot be written.
    let (status, message) = limited("unlimited", &["--checkpoint-at", "100K"]);
    assert_eq!(status, Some(0), "{message}");
    let before = files_below(&kept);
    let (status, message) = limited("0", &["--checkpoint-at", "200K"]);
    assert_eq!(status, Some(125), "{message}");
    assert!(message.contains("at 200K: "), "{message}");
    assert_eq!(files_below(&kept), before);
    let first = kept.join("100K.checkpoint");
    let ended = go_on(&repository(""), &first, &[]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
}

#[test]
fn a_signal_between_checkpoints_leaves_whole_ones_from_which_the_run_goes_on() {
    let folder = Folder::new("checkpoints-interrupted");
    for (signal, status) in ending_signals() {
        for mode in ["--functional", "--checkpoint-warm"] {
            let kept = folder.path(&format!("{signal}{mode}"));
            let endless = guest("endless");
            let arguments = [
                "run",
                "--quiet",
                mode,
                "--checkpoint-every=100K",
                "--checkpoint-dir",
                kept.to_str().unwrap(),
                endless.to_str().unwrap(),
            ];
            let child = start(&folder.0, &arguments);
            let second = kept.join("200000.checkpoint");
            wait_for("the second checkpoint", || second.exists().then_some(()));
            send(child.id(), signal);
            let output = child.wait_with_output().unwrap();
            let message = String::from_utf8_lossy(&output.stderr);
            assert_eq!(
                output.status.code(),
                Some(status),
                "{signal} {mode}: {message}"
            );
            let files = files_below(&kept);
            let is_whole = |file: &&PathBuf| {
                let ending = file.extension().and_then(|ending| ending.to_str());
                matches!(ending, Some("checkpoint" | "zst"))
            };
            assert_eq!(
                files.iter().filter(is_whole).count(),
                files.len(),
                "{files:?}"
            );
            let newest = files
                .iter()
                .filter_map(|file| file.file_stem()?.to_str()?.parse::<u64>().ok())
                .max()
                .unwrap();
            assert!(newest >= 200_000, "{files:?}");
            let file = kept.join(format!("{newest}.checkpoint"));
            let limit = (newest + 1_000).to_string();
            let options = ["--max-instructions", &limit, "--report", "r.json"];
            let ended = go_on(&folder.0, &file, &options);
            assert_eq!(ended.status, 0, "{}", ended.stderr);
            let report: report::Report = report::read(&folder.path("r.json")).unwrap();
            assert_eq!(report.instructions, newest + 1_000);
        }
    }
}

/// Makes a checkpoint of `sort` behind 100,000 instructions in a folder.
fn checkpoint_of_sort(kept: &Path, options: &[&str]) -> Ended {
    let making = [
        "run",
        "--quiet",
        "--checkpoint-at=100K",
        "--checkpoint-dir",
        kept.to_str().unwrap(),
    ];
    epicycle_in(
        &repository(""),
        &[&making, options, &["workloads/bin/sort"]].concat(),
        b"",
    )
}

#[test]
fn a_checkpoint_of_which_any_file_is_damaged_or_gone_is_refused_by_the_name_of_that_file() {
    let folder = Folder::new("checkpoints-damaged");
    let kept = folder.path("kept");
    let ended = checkpoint_of_sort(&kept, &["--functional"]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let file = kept.join("100K.checkpoint");
    let files = files_below(&kept);
    assert!(files.len() > 3 && files.contains(&file), "{files:?}");
    for path in &files {
        let bytes = fs::read(path).unwrap();
        let mut changed = bytes.clone();
        let middle = bytes.len() / 2;
        changed[middle] ^= 1;
        for damage in [
            Some(changed),
            Some(bytes[..middle].to_vec()),
            Some(Vec::new()),
            None,
        ] {
            match &damage {
                Some(bytes) => fs::write(path, bytes).unwrap(),
                None => fs::remove_file(path).unwrap(),
            }
            let ended = go_on(&repository(""), &file, &[]);
            assert_eq!(ended.status, 125, "{}", ended.stderr);
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(ended.stderr.contains(name), "{name}: {}", ended.stderr);
            assert_eq!(ended.stdout, b"", "nothing was executed");
        }
        fs::write(path, bytes).unwrap();
    }
    let ended = go_on(&repository(""), &file, &[]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
}

#[test]
fn no_output_of_a_run_that_goes_on_replaces_a_page_of_its_checkpoint() {
    let folder = Folder::new("checkpoint-pages");
    let kept = folder.path("kept");
    let ended = checkpoint_of_sort(&kept, &["--functional"]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let files = files_below(&kept);
    let read = || -> Vec<Vec<u8>> { files.iter().map(|it| fs::read(it).unwrap()).collect() };
    let before = read();
    std::os::unix::fs::symlink(&kept, folder.path("link")).unwrap();
    let page = files.iter().find(|it| it.extension().unwrap() == "zst");
    let page = page.unwrap().strip_prefix(&kept).unwrap();
    for way in ["kept", "link"] {
        let page = Path::new(way).join(page);
        let page = page.to_str().unwrap();
        for option in ["--report", "--profile", "--trace"] {
            let checkpoint = folder.path("kept/100K.checkpoint");
            let arguments = [
                "run",
                "--quiet",
                option,
                page,
                "--restore",
                checkpoint.to_str().unwrap(),
            ];
            let ended = epicycle_in(&folder.0, &arguments, b"");
            assert_eq!(ended.status, 125, "{}", ended.stderr);
            let said = "the pages of checkpoints are there; name a file outside of that folder";
            for part in [page, said] {
                assert!(ended.stderr.contains(part), "{}", ended.stderr);
            }
        }
    }
    assert!(read() == before);
}

#[test]
fn a_checkpoint_file_that_is_refused_leaves_its_pages_and_names_the_remedy() {
    let folder = Folder::new("checkpoints-refused");
    let kept = folder.path("kept");
    let place = kept.join("100K.checkpoint");
    fs::create_dir_all(&place).unwrap();
    for mode in ["--functional", "--checkpoint-warm"] {
        let ended = checkpoint_of_sort(&kept, &[mode]);
        assert_eq!(ended.status, 125, "{mode}: {}", ended.stderr);
        for said in ["at 100K: ", "100K.checkpoint", "give a --checkpoint-dir"] {
            assert!(ended.stderr.contains(said), "{mode}: {}", ended.stderr);
        }
        assert!(place.is_dir());
        let files = files_below(&kept);
        let is_page = |file: &PathBuf| file.starts_with(kept.join("pages"));
        assert!(
            !files.is_empty() && files.iter().all(is_page),
            "pages alone, and nothing half written: {files:?}"
        );
    }
    let file = folder.path("file");
    fs::write(&file, "kept").unwrap();
    let ended = checkpoint_of_sort(&file, &["--functional"]);
    assert_eq!(ended.status, 125, "{}", ended.stderr);
    assert!(
        ended.stderr.contains("--checkpoint-dir takes a folder"),
        "{}",
        ended.stderr
    );
    assert_eq!(fs::read(&file).unwrap(), b"kept");
}

#[test]
fn listeners_of_a_run_that_goes_on_begin_at_the_checkpoint() {
    let folder = Folder::new("checkpoints-listeners");
    let path = |name: &str| folder.path(name).to_str().unwrap().to_owned();
    let run = |options: &[&str]| {
        let ended = epicycle_in(&repository(""), &[&["run"], options].concat(), b"");
        assert_eq!(ended.status, 0, "{options:?}: {}", ended.stderr);
        ended.stderr
    };
    let (cold, warm) = (folder.path("cold"), folder.path("warm"));
    for (kept, mode) in [(&cold, "--functional"), (&warm, "--checkpoint-warm")] {
        let ended = checkpoint_of_sort(kept, &[mode]);
        assert_eq!(ended.status, 0, "{}", ended.stderr);
    }
    for (kept, is_warm) in [(&cold, false), (&warm, true)] {
        let file = kept.join("100K.checkpoint");
        let restore = [
            "--max-instructions=200K",
            "--restore",
            file.to_str().unwrap(),
        ];
        let (alone, beside) = (path("alone.json"), path("beside.json"));
        run(&[&restore[..], &["--quiet", "--report", &alone]].concat());
        let (parts, log, view) = (path("parts.json"), path("log"), path("view"));
        let listeners = [
            "--interval=30K",
            "--interval-out",
            &parts,
            "--retire-log",
            &log,
            "--pipeview",
            &view,
            "--report",
            &beside,
        ];
        let said = run(&[&restore[..], &listeners].concat());
        assert!(
            said.contains("begins at the checkpoint, behind 10"),
            "{said}"
        );
        assert!(
            fs::read(&alone).unwrap() == fs::read(&beside).unwrap(),
            "listeners change nothing"
        );
        let report: report::Report = report::read(Path::new(&beside)).unwrap();
        let parts: Vec<report::Interval> = fs::read_to_string(&parts)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let first = &parts[0];
        let begun = first.first_instruction;
        assert!((100_000..100_100).contains(&begun), "{begun}");
        let instructions: u64 = parts.iter().map(|part| part.instructions).sum();
        let cycles: u64 = parts.iter().map(|part| part.cycles).sum();
        let before = if is_warm { begun } else { 0 };
        assert_eq!(before + instructions, report.instructions);
        assert_eq!(Some(first.first_cycle + cycles), report.cycles);
        assert_eq!(first.first_cycle > 0, is_warm);
        let log = fs::read_to_string(&log).unwrap();
        let retired = log.lines().filter(|line| line.starts_with("S\t")).count() as u64;
        assert_eq!(retired, instructions, "one line for each instruction");
        assert!(fs::metadata(&view).unwrap().len() > 1_000_000);
    }
    let profiled = |kept: &Path| {
        let file = kept.join("100K.checkpoint");
        let options = [
            "run",
            "--quiet",
            "--max-instructions=200K",
            "--restore",
            file.to_str().unwrap(),
            "--profile",
            &path("profile"),
            "--report",
            &path("profiled.json"),
        ];
        epicycle_in(&repository(""), &options, b"")
    };
    let ended = profiled(&cold);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let report: report::Report = report::read(&folder.path("profiled.json")).unwrap();
    let profile: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path("profile")).unwrap()).unwrap();
    assert_eq!(
        profile["cycles"].as_u64(),
        report.cycles,
        "{:.300}",
        profile.to_string()
    );
    let ended = profiled(&warm);
    assert_eq!(ended.status, 125, "{}", ended.stderr);
    assert!(
        ended.stderr.contains("cannot go on from a warm checkpoint"),
        "{}",
        ended.stderr
    );
}

#[test]
fn a_window_that_lies_before_the_checkpoint_is_said_to_be_empty() {
    let folder = Folder::new("checkpoints-windows");
    let (cold, warm) = (folder.path("cold"), folder.path("warm"));
    for (kept, mode) in [(&cold, "--functional"), (&warm, "--checkpoint-warm")] {
        let ended = checkpoint_of_sort(kept, &[mode]);
        assert_eq!(ended.status, 0, "{}", ended.stderr);
    }
    for kept in [cold, warm] {
        let checkpoint = kept.join("100K.checkpoint");
        let said = |window: &str| {
            let options = [
                "run",
                "--quiet",
                "--max-instructions=200K",
                "--restore",
                checkpoint.to_str().unwrap(),
                "--trace",
                "trace",
                "--trace-instructions",
                window,
            ];
            let ended = epicycle_in(&folder.path(""), &options, b"");
            assert_eq!(ended.status, 0, "{}", ended.stderr);
            ended.stderr
        };
        assert!(
            said("10..99K").contains(
                "nothing lies in --trace-instructions: it ends at 99000, and the run has "
            ),
            "{}",
            said("10..99K")
        );
        assert!(said("1M..").contains("it begins at 1000000, and the run has "));
        assert_eq!(said("10..150K"), "");
        assert_eq!(said("150K.."), "");
    }
}

/// Checkpoints of runs with relative folders go on from another folder, and name a folder that is gone.
#[test]
fn folders_of_the_guest_are_found_from_anywhere_or_named() {
    let folder = Folder::new("checkpoints-elsewhere");
    for name in ["view", "other"] {
        fs::create_dir(folder.path(name)).unwrap();
    }
    fs::copy(guest("hello"), folder.path("view/hello")).unwrap();
    let cases: [(&str, &[&str], &str); 3] = [
        ("--root", &["--root=view"], "/hello"),
        ("--sysroot", &["--sysroot=view"], "view/hello"),
        ("--cwd", &["--cwd=view"], "hello"),
    ];
    for (option, options, program) in cases {
        let kept = format!("kept{option}");
        let making = ["run", "-q", "--functional", "--checkpoint-at=3"];
        let to = ["--checkpoint-dir", &kept];
        let arguments = [&making, &to[..], options, &[program]].concat();
        let made = epicycle_in(&folder.0, &arguments, b"");
        assert_eq!(made.status, 0, "{option}: {}", made.stderr);
        let file = folder.path(&format!("{kept}/3.checkpoint"));
        let rest = go_on(&folder.path("other"), &file, &[]);
        let end = (rest.status, &rest.stdout);
        assert_eq!(end, (0, &made.stdout), "{option}: {}", rest.stderr);
        fs::rename(folder.path("view"), folder.path("moved")).unwrap();
        let gone = go_on(&folder.0, &file, &[]);
        fs::rename(folder.path("moved"), folder.path("view")).unwrap();
        assert_eq!(gone.status, 125, "{option}: {}", gone.stderr);
        let said = format!("3.checkpoint: the folder {}", folder.path("view").display());
        for part in [&said, &format!(" of {option} is not there")] {
            assert!(gone.stderr.contains(part), "{}", gone.stderr);
        }
    }
    let file = folder.path("kept--cwd/3.checkpoint");
    let outside = go_on(&folder.0, &file, &["--root=view"]).stderr;
    let said = "directory /work is not there below --root view; make the folder view/work, or";
    assert!(outside.contains(said), "{outside}");
    fs::create_dir(folder.path("view/work")).unwrap();
    assert_eq!(go_on(&folder.0, &file, &["--root=view"]).status, 0);
}
