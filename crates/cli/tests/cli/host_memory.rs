//! Does a host that has less memory than the program may use end a run with what was counted?

use std::process::{Command, Stdio};

use report::OutcomeKind;

use crate::support::{Ended, Folder, guest, repository};

const SHORTAGE: &str = "the host has no memory left";

/// Runs a command line below a limit of address space, on a program that touches all memory that it gets.
fn hog(folder: &Folder, kilobytes: u32, line: &str) -> Ended {
    let ended = Command::new("sh")
        .args(["-c", "ulimit -v $0; exec \"$@\"", &kilobytes.to_string()])
        .arg(env!("CARGO_BIN_EXE_epicycle"))
        // Threads reserve address space of their own otherwise, when they happen to run.
        .env("MALLOC_ARENA_MAX", "1")
        .args(line.split_whitespace())
        .arg(repository("crates/linux/tests/guest/calls.elf"))
        .arg("hog")
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Ended {
        status: ended.status.code().unwrap_or(-1),
        stdout: ended.stdout,
        stderr: String::from_utf8_lossy(&ended.stderr).into_owned(),
    }
}

#[test]
fn a_run_without_memory_of_the_host_keeps_what_was_counted_and_says_what_ran_out() {
    let folder = Folder::new("host-memory-run");
    let limits = [
        (100_000, ""),
        (200_000, ""),
        (300_000, "--functional"),
        (500_000, ""),
    ];
    for (kilobytes, mode) in limits {
        let line = format!("run {mode} --set os.memory_bytes=16G --report r.json");
        let ended = hog(&folder, kilobytes, &line);
        assert_eq!(ended.status, 125, "{kilobytes}: {}", ended.stderr);
        assert!(
            ended.stderr.contains("instructions\n"),
            "{kilobytes}: {}",
            ended.stderr
        );
        let report: report::Report = report::read(&folder.path("r.json")).unwrap();
        assert_eq!(report.outcome.kind, OutcomeKind::Error);
        let message = report.outcome.message.unwrap();
        assert!(
            message.starts_with(SHORTAGE) && message.contains("ulimit -v"),
            "{message}"
        );
        assert!(
            !message.contains(" 0 MB") || kilobytes < 150_000,
            "{message}"
        );
        assert!(report.instructions > 1000, "{}", report.instructions);
    }
}

#[test]
fn every_command_says_that_the_host_has_no_memory_left_and_writes_its_outputs() {
    let folder = Folder::new("host-memory-commands");
    let commands = [
        ("annotate --json=a.json", 3, "a.json"),
        ("pfmon -e CPU_CYCLES --outfile=counts", 1, "counts"),
        ("profileme --samples samples", 3, "samples"),
        ("core-trace --out trace", 3, "trace"),
        ("monitors --period 1000 --report r.json", 3, "r.json"),
    ];
    for (line, status, output) in commands {
        let line = match line.split_once(' ') {
            Some((command, rest)) => format!("{command} --set os.memory_bytes=16G {rest}"),
            None => line.to_owned(),
        };
        let ended = hog(&folder, 200_000, &line);
        assert_eq!(ended.status, status, "{line}: {}", ended.stderr);
        assert!(ended.stderr.contains(SHORTAGE), "{line}: {}", ended.stderr);
        assert!(folder.path(output).exists(), "{line}: {}", ended.stderr);
    }
}

#[test]
fn a_program_that_the_host_has_no_memory_to_load_is_refused_with_125() {
    let folder = Folder::new("host-memory-load");
    let ended = hog(&folder, 55_000, "run");
    assert_eq!(ended.status, 125, "{}", ended.stderr);
    assert!(
        ended
            .stderr
            .contains("calls.elf: the host has no memory left to load it"),
        "{}",
        ended.stderr
    );
}

/// A timed run takes more stack than some hosts let a process have.
#[test]
fn a_small_stack_of_the_host_ends_no_command_and_changes_no_status() {
    let folder = Folder::new("host-stack");
    let small = |kilobytes: u32, line: &str, program: &str| {
        let ended = Command::new("sh")
            .args(["-c", "ulimit -s $0; exec \"$@\"", &kilobytes.to_string()])
            .args([
                "timeout",
                "--foreground",
                "--preserve-status",
                "-s",
                "INT",
                "5",
            ])
            .arg(env!("CARGO_BIN_EXE_epicycle"))
            .args(line.split_whitespace())
            .arg(guest(program))
            .current_dir(&folder.0)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&ended.stderr).into_owned();
        (ended.status.code(), stderr)
    };
    for kilobytes in [256, 512, 768] {
        for (line, program, status) in [
            ("run", "hello", 0),
            ("run --functional", "hello", 0),
            ("run", "args", 1),
            ("run", "null-store", 139),
            ("run --config nosuch", "hello", 125),
            ("annotate", "hello", 0),
            ("pfmon -e CPU_CYCLES", "hello", 0),
        ] {
            let (ended, stderr) = small(kilobytes, line, program);
            assert_eq!(ended, Some(status), "{kilobytes}, {line}: {stderr}");
        }
    }
    // ^C after 5 seconds.
    let (ended, stderr) = small(256, "run --functional --max-instructions 50G", "spin");
    assert_eq!(ended, Some(130), "{stderr}");
    assert!(stderr.contains("instructions\n"), "{stderr}");
}
