//! A session of the real gdb with a whole machine, where Debian's gdb-multiarch is installed.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::Command;

use crate::boot::unpacked;
use crate::debugging::{GDB, expect, is_installed};
use crate::support::{Deadline, Ended, Folder, Running, epicycle_in, repository, start};

/// The end of the same machine without gdb; its report is `alone.json`.
fn boot_alone(folder: &Folder, options: &[&str]) -> Ended {
    let boot = [
        "boot",
        "--quiet",
        "--report",
        "alone.json",
        "--kernel",
        "kernel",
    ];
    epicycle_in(&folder.0, &[&boot[..], options].concat(), b"")
}

/// What gdb prints for commands, and the machine's end.
fn session(folder: &Path, kernel: &str, options: &[&str], commands: &[&str]) -> (String, Ended) {
    let mut arguments = vec!["boot", "--gdb=127.0.0.1:0"];
    arguments.extend(["--report", "report.json", "--kernel", kernel]);
    arguments.extend(options);
    let mut run = Running(start(folder, &arguments));
    let _deadline = Deadline::of(&run.0);
    let mut line = String::new();
    let mut stderr = BufReader::new(run.0.stderr.take().unwrap());
    stderr.read_line(&mut line).unwrap();
    let address = line
        .rsplit_once("target remote ")
        .unwrap_or_else(|| panic!("{line}"))
        .1;
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
    let printed = gdb.arg(kernel).current_dir(folder).output().unwrap();
    let rest: Vec<String> = stderr.lines().map_while(Result::ok).collect();
    let (status, stdout) = run.end();
    let text = String::from_utf8_lossy(&printed.stdout).into_owned();
    let errors = String::from_utf8_lossy(&printed.stderr);
    let ended = Ended {
        status: status.unwrap_or(-1),
        stdout: stdout.into_bytes(),
        stderr: rest.join("\n"),
    };
    (text + &errors, ended)
}

#[test]
fn gdb_stops_a_system_at_symbols_steps_reads_writes_and_it_ends_as_without() {
    if !is_installed() {
        return;
    }
    let folder = Folder::new("gdb-system");
    std::fs::copy(
        repository("tests/system/supervisor"),
        folder.0.join("kernel"),
    )
    .unwrap();
    for mode in [&["--functional"][..], &[], &["--config", "itanium"]] {
        stop_step_read_and_write(&folder, mode);
    }
}

/// A session with a system, without the cycle model or with it, and the same system alone.
fn stop_step_read_and_write(folder: &Folder, mode: &[&str]) {
    let options = [mode, &["--simulator-calls"]].concat();
    let alone = boot_alone(folder, &options);
    let (text, ended) = session(
        &folder.0,
        "kernel",
        &options,
        &[
            "info symbol $pc",
            "break *plain",
            "continue",
            "print/x $pc",
            "stepi",
            "print/x $pc",
            "monitor system",
            "monitor physical 0x100000 16",
            "x/2gx &ivt",
            "monitor cycles",
            "delete",
            "break *stray",
            "break *end",
            "continue",
            "print/x $pc",
            "set {long}0x200000 = 0x1234",
            "monitor physical 0x200000 8",
            "delete",
            "continue",
        ],
    );
    expect(
        &text,
        &[
            "_start in section",
            "Breakpoint 1,",
            "= 0x102ef0",
            "= 0x102ef1",
            "0x108000 <ivt>:",
            "Breakpoint 3,",
            "= 0x102ee0",
            "exited normally",
        ],
    );
    expect(
        &text,
        &[
            "level 3",
            "iip 0x102ef0",
            "0x0000000000100000 0a 10",
            "instructions ",
            "34 12 00 00",
        ],
    );
    assert_eq!(ended.status, alone.status, "{text}\n{}", ended.stderr);
    assert_eq!(ended.stdout, alone.stdout, "{text}");
    let report = |name: &str| std::fs::read_to_string(folder.0.join(name)).unwrap();
    assert_eq!(report("report.json"), report("alone.json"), "{mode:?}");
    let timed = !mode.contains(&"--functional");
    assert_eq!(text.contains("cycles "), timed, "{text}");
}

#[test]
fn gdb_watches_memory_and_a_machine_that_is_killed_is_interrupted() {
    if !is_installed() {
        return;
    }
    let folder = Folder::new("gdb-system-watch");
    std::fs::copy(
        repository("tests/system/supervisor"),
        folder.0.join("kernel"),
    )
    .unwrap();
    let (text, ended) = session(
        &folder.0,
        "kernel",
        &[
            "--functional",
            "--simulator-calls",
            "--append",
            "0 3 10 4 100",
        ],
        &[
            "watch *(long *)0x300008",
            "continue",
            "print/x *(long *)0x300008",
            "kill",
        ],
    );
    expect(&text, &["atchpoint 1", "New value = 3", "= 0x3"]);
    assert_ne!(ended.status, 0, "{}", ended.stderr);
}

#[test]
fn slots_that_gdb_steps_through_take_the_cycles_that_they_take_without_it() {
    if !is_installed() {
        return;
    }
    let folder = Folder::new("gdb-system-steps");
    let kernel = repository("tests/system/supervisor");
    std::fs::copy(kernel, folder.0.join("kernel")).unwrap();
    // Samples of its own monitor, taken by interrupts between instructions.
    let options = ["--simulator-calls", "--append", "0 3 10 4 6768 b 10040048"];
    let alone = boot_alone(&folder, &options);
    let steps = vec!["stepi"; 40];
    let watched = [
        "watch *(long *)0x300008",
        "continue",
        "stepi 211",
        "monitor cycles",
        "delete",
        "detach",
    ];
    let (text, ended) = session(
        &folder.0,
        "kernel",
        &options,
        &[&steps, &watched[..]].concat(),
    );
    // What `monitor` prints goes elsewhere.
    for part in ["atchpoint 1", "instructions ", "cycles "] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(ended.stdout, alone.stdout, "{text}");
    let report = |name: &str| std::fs::read_to_string(folder.0.join(name)).unwrap();
    assert_eq!(report("report.json"), report("alone.json"), "{text}");
}

#[test]
fn gdb_finds_its_way_in_linux_by_virtual_addresses() {
    let folder = Folder::new("gdb-linux");
    let kernel = unpacked("vmlinux.zst", &folder);
    let Some(kernel) = kernel.filter(|_| is_installed()) else {
        return;
    };
    let (text, _) = session(
        &folder.0,
        &kernel,
        &[
            "--functional",
            "--append",
            "earlycon=uart8250,mmio,0xff5e0000 keep_bootcon panic=-1",
        ],
        &[
            "break start_kernel",
            "continue",
            "x/s (char *)&linux_banner",
            "backtrace",
            "break panic",
            "continue",
            "backtrace 2",
            "monitor system",
            "kill",
        ],
    );
    expect(
        &text,
        &[
            "Breakpoint 1, 0xa0000001",
            "start_kernel ()",
            "\"Linux version 6.1",
            "#0  0xa0000001",
            "start_kernel",
            "Breakpoint 2, 0xa0000001",
            "panic ()",
            "mount_block_root",
            "level 0",
        ],
    );
}
