//! A session of the real gdb, where Debian's gdb-multiarch is installed: does it find its way through a C program?

use std::io::{BufRead as _, BufReader};
use std::process::Command;

use crate::support::{Deadline, Folder, Running, epicycle_in, guest, repository, start};

pub(crate) const GDB: &str = "gdb-multiarch";

/// Whether there is a gdb that knows IA-64.
pub(crate) fn is_installed() -> bool {
    let found = Command::new(GDB).arg("--version").output().is_ok();
    if !found {
        skipped!("{GDB} is not installed");
    }
    found
}

/// What gdb prints for commands, and the report of the run that it drives.
fn session(test: &str, options: &[&str], commands: &[&str]) -> (String, String) {
    let guest = repository("crates/gdb/tests/guest");
    let folder = Folder::new(test);
    let report = folder.path("report.json");
    let mut arguments = vec!["run", "--gdb=127.0.0.1:0", "--report"];
    arguments.push(report.to_str().unwrap());
    arguments.extend(options);
    arguments.push("./session.elf");
    let mut run = Running(start(&guest, &arguments));
    let _deadline = Deadline::of(&run.0);
    let mut line = String::new();
    let stderr = run.0.stderr.take().unwrap();
    let mut stderr = BufReader::new(stderr);
    stderr.read_line(&mut line).unwrap();
    let address = line.rsplit_once("target remote ").unwrap().1;
    let remote = format!("target remote {}", address.trim().trim_end_matches('`'));
    let mut gdb = Command::new(GDB);
    gdb.args(["-q", "-nx", "-batch", "-ex", "set width 0"]);
    gdb.args(["-ex", "set pagination off", "-ex", "set confirm off"]);
    // By default gdb gives up on a stub that does not answer within 2 seconds; on a loaded host an answer may take longer.
    gdb.args(["-ex", "set remotetimeout 120"]);
    gdb.args(["-ex", &remote]);
    for command in commands {
        gdb.args(["-ex", command]);
    }
    let printed = gdb.arg("session.elf").current_dir(&guest).output().unwrap();
    let rest: Vec<String> = stderr.lines().map_while(Result::ok).collect();
    let (status, _) = run.end();
    let text = String::from_utf8_lossy(&printed.stdout).into_owned();
    let errors = String::from_utf8_lossy(&printed.stderr);
    assert!(status.is_some(), "{text}{errors}{rest:?}");
    let report = std::fs::read_to_string(report).unwrap_or_default();
    (text + &errors, report)
}

/// The parts of a text, in order.
pub(crate) fn expect(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let Some(at) = rest.find(part) else {
            panic!("{part:?} is not where it should be in:\n{text}");
        };
        rest = &rest[at + part.len()..];
    }
}

fn without_debugger(test: &str, options: &[&str]) -> String {
    let guest = repository("crates/gdb/tests/guest");
    let folder = Folder::new(&format!("{test}-alone"));
    let report = folder.path("report.json");
    let mut arguments = vec!["run", "--quiet", "--report", report.to_str().unwrap()];
    arguments.extend(options);
    arguments.push("./session.elf");
    let (status, _) = Running(start(&guest, &arguments)).end();
    assert_eq!(status, Some(0));
    std::fs::read_to_string(report).unwrap()
}

#[test]
fn gdb_breaks_lists_steps_prints_watches_and_unwinds_and_the_report_is_the_same() {
    if !is_installed() {
        return;
    }
    for options in [&[][..], &["--config", "itanium2"], &["--user-monitor"]] {
        let (text, report) = session(
            "gdb-forward",
            options,
            &[
                "handle SIGUSR1 nostop noprint pass",
                "break main",
                "continue",
                "list",
                "next",
                "print point",
                "next",
                "stepi",
                "info threads",
                "break weigh",
                "continue",
                "backtrace",
                "info locals",
                "print *point",
                "delete",
                "watch total",
                "continue",
                "continue",
                "finish",
                "delete",
                "break handler",
                "continue",
                "backtrace",
                "monitor cycles",
                "delete",
                "continue",
            ],
        );
        expect(
            &text,
            &[
                "Breakpoint 1, main (argc=1",
                "struct action action",
                "$1 = {x = 3, y = 40, weight = 2.5}",
                "Thread 1.1000",
                "Breakpoint 2, weigh (point=",
                "times=10",
                "#0  weigh (point=",
                "#1  0x",
                "in main (argc=1",
                "sum = 0",
                "$2 = {x = 3, y = 40, weight = 2.5}",
                "Hardware watchpoint 3: total",
                "Old value = 0\nNew value = 40",
                "Old value = 40\nNew value = 123",
                "handler (signal=10)",
                "#0  handler (signal=10)",
                "#1  <signal handler called>",
                "#2  call () at ",
                "#3  0x",
                "in main (argc=1",
                "exited normally",
                "instructions ",
            ],
        );
        assert_eq!(report, without_debugger("gdb-forward", options));
    }
}

#[test]
fn gdb_goes_back_by_instructions_lines_and_watchpoints() {
    if !is_installed() {
        return;
    }
    let (text, report) = session(
        "gdb-back",
        &[],
        &[
            "handle SIGUSR1 nostop noprint pass",
            "break handler",
            "continue",
            "print total",
            "watch total",
            "reverse-continue",
            "reverse-continue",
            "reverse-stepi",
            "stepi",
            "print total",
            "reverse-step",
            "delete",
            "continue",
        ],
    );
    expect(
        &text,
        &[
            "handler (signal=10)",
            "$1 = 2695",
            "Old value = 2695\nNew value = 2160",
            "Old value = 2160\nNew value = 1692",
            "$2 = 1692",
            "exited normally",
        ],
    );
    assert_eq!(report, without_debugger("gdb-back", &[]));
}

#[test]
fn gdb_stops_at_a_signal_and_shows_where_it_was_sent() {
    if !is_installed() {
        return;
    }
    let (text, _) = session(
        "gdb-signal",
        &["--functional"],
        &["continue", "backtrace", "signal 0"],
    );
    expect(
        &text,
        &[
            "Program received signal SIGUSR1",
            "#0  0x",
            "in call () at ",
            "in main (argc=1",
            "exited with code 01",
        ],
    );
}

#[test]
fn gdb_walks_by_lines_forth_and_back_through_calls_memory_and_a_signal_in_one_session() {
    if !is_installed() {
        return;
    }
    for options in [&[][..], &["--config", "itanium2"]] {
        let (text, report) = session(
            "gdb-lines",
            options,
            &[
                "handle SIGUSR1 nostop noprint pass",
                "break main",
                "continue",
                "next",
                "next",
                "echo -- into weigh\n",
                "step",
                "backtrace",
                "step",
                "step",
                "step",
                "print sum",
                "step",
                "print i",
                "echo -- back\n",
                "reverse-step",
                "reverse-step",
                "reverse-next",
                "print sum",
                "ptype point",
                "print *point",
                "print point->y * 2",
                "reverse-finish",
                "echo -- over weigh\n",
                "next",
                "print sum",
                "print $r32 == $r32",
                "watch point.x",
                "continue",
                "delete",
                "echo -- back into the handler\n",
                "break handler",
                "reverse-continue",
                "backtrace",
                "up 3",
                "print point",
                "info locals",
                "delete",
                "continue",
            ],
        );
        expect(
            &text,
            &[
                "Breakpoint 1, main (argc=1",
                "struct action action = {handler",
                "long sum = weigh(&point, 10);",
                "-- into weigh",
                "weigh (point=",
                "long sum = 0;",
                "#0  weigh (point=",
                "#1  0x",
                "in main (argc=1",
                "for (int i = 0; i < times; i++)",
                "sum += point->x * i + point->y;",
                "total += sum;",
                "$1 = 40",
                "for (int i = 0; i < times; i++)",
                "$2 = 0",
                "-- back",
                "total += sum;",
                "sum += point->x * i + point->y;",
                "for (int i = 0; i < times; i++)",
                "$3 = 0",
                "int x;",
                "double weight;",
                "$4 = {x = 3, y = 40, weight = 2.5}",
                "$5 = 80",
                "42\t    long sum = weigh(&point, 10);",
                "-- over weigh",
                "$6 = 535",
                "$7 = 1",
                "Hardware watchpoint 2: point.x",
                "Old value = 3\nNew value = 10",
                "-- back into the handler",
                "handler (signal=10)",
                "#1  <signal handler called>",
                "#2  call () at ",
                "in main (argc=1",
                "$8 = {x = 3, y = 40, weight = 2.5}",
                "sum = 535",
                "exited normally",
            ],
        );
        assert_eq!(report, without_debugger("gdb-lines", options));
    }
}

#[test]
fn a_socket_for_gdb_that_cannot_be_made_has_a_remedy_of_its_kind() {
    let folder = Folder::new("gdb-sockets");
    folder.file("file", "");
    let hello = guest("hello");
    let hello = hello.to_str().unwrap();
    for (address, said) in [
        ("unix:file", "name a file that is not there yet"),
        ("unix:nowhere/socket", "in a folder that is"),
        ("203.0.113.1:1", "--gdb=127.0.0.1:0 takes a port"),
    ] {
        let ended = epicycle_in(&folder.0, &["run", &format!("--gdb={address}"), hello], b"");
        assert_eq!(ended.status, 125, "{address}: {}", ended.stderr);
        assert!(ended.stderr.contains(said), "{address}: {}", ended.stderr);
        let other = ended.stderr.contains("a port that is free");
        assert_eq!(other, !address.starts_with("unix:"), "{}", ended.stderr);
    }
}
