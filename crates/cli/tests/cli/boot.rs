//! What `epicycle boot` says of what it cannot do.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Folder, epicycle_in, guest, repository};

#[test]
fn files_that_are_no_kernels_are_refused_with_a_reason() {
    let folder = Folder::new("boot-refusals");
    std::fs::write(folder.0.join("text"), "no kernel\n").unwrap();
    let hello = guest("args");
    let hello = hello.to_str().unwrap();
    for (arguments, reason) in [
        (&["--kernel", "text"][..], "not an ELF file"),
        (&["--functional", "--kernel", "text"], "not an ELF file"),
        (&["--functional", "--kernel", "missing"], "missing"),
        (
            &["--functional", "--memory", "4097", "--kernel", "text"],
            "whole megabytes",
        ),
        (
            &["--functional", "--kernel", hello],
            "not a kernel; execute it with epicycle run",
        ),
        (
            &[
                "--set",
                "core_trace.invalidate=true",
                "--set",
                "core_trace.lap_instructions=1000",
                "--kernel",
                "text",
            ],
            "no place for core_trace.lap_instructions",
        ),
        (
            &["--disk", "text,zz", "--kernel", "text"],
            "\"zz\" says nothing of a disk; write ro, cow or overlay=FILE",
        ),
        (
            &["--disk", "gone,zz", "--kernel", "text"],
            "the disk gone,zz",
        ),
    ] {
        let mut all = vec!["boot"];
        all.extend(arguments);
        let ended = epicycle_in(&folder.0, &all, b"");
        assert_eq!(ended.status, 2, "{arguments:?}: {}", ended.stderr);
        assert!(
            ended.stderr.contains(reason),
            "{arguments:?}: {}",
            ended.stderr
        );
    }
}

/// A file of the project's common material, unpacked into a folder; `None` (with a word about it) where that is impossible.
pub(crate) fn unpacked(name: &str, folder: &Folder) -> Option<String> {
    let packed = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/kernel")
        .join(name);
    let zstd = Command::new("zstd").arg("-qdc").arg(&packed).output();
    match zstd {
        Ok(output) if output.status.success() => {
            std::fs::write(folder.0.join(name), output.stdout).unwrap();
            Some(name.to_owned())
        }
        _ => {
            skipped!("{} cannot be unpacked", packed.display());
            None
        }
    }
}

#[test]
fn a_timed_boot_is_the_same_without_replay_and_its_levels_sum_to_its_cycles() {
    let folder = Folder::new("boot-timed");
    let Some(kernel) = unpacked("vmlinux.zst", &folder) else {
        return;
    };
    for config in ["itanium", "itanium2"] {
        let boot = |report: &str, replay: &[&str]| {
            let mut arguments = vec![
                "boot",
                "-vv",
                "--quiet",
                "--config",
                config,
                "--kernel",
                &kernel,
                "--append",
                "earlycon=uart8250,mmio,0xff5e0000 keep_bootcon",
                "--max-instructions",
                "4M",
                "--log-interruptions",
                "log",
                "--report",
                report,
            ];
            arguments.extend(replay);
            let ended = epicycle_in(&folder.0, &arguments, b"");
            assert_eq!(ended.status, 0, "{}", ended.stderr);
            let is_replayed = !ended.stderr.contains("replayed blocks=0");
            assert_eq!(is_replayed, replay.is_empty(), "{}", ended.stderr);
            let read = |name: &str| std::fs::read_to_string(folder.0.join(name)).unwrap();
            (ended.stdout, read(report), read("log"))
        };
        let first = boot("one.json", &[]);
        assert_eq!(first, boot("two.json", &["--no-replay"]), "{config}");
        let (console, report, log) = first;
        assert!(String::from_utf8_lossy(&console).contains("Linux version"));
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        let levels = report["levels"].as_object().unwrap();
        let sum = |what: &str| -> u64 {
            let shares = levels.values().map(|share| share[what].as_u64().unwrap());
            shares.sum()
        };
        assert_eq!(report["cycles"], sum("cycles"));
        assert_eq!(report["instructions"], sum("instructions"));
        assert_eq!(report["instructions"], 4_000_000);
        assert!(report["events"]["CPU_CPL_CHANGES"].is_u64());
        assert!(
            log.lines().any(|line| line.contains("AlternateDataTlb")),
            "{log}"
        );
    }
}

/// An ELF file with one segment at 1 MB, where it is entered.
pub(crate) fn kernel_of(bundles: &[u128]) -> Vec<u8> {
    const AT: u64 = 1 << 20;
    let code: Vec<u8> = bundles.iter().flat_map(|b| b.to_le_bytes()).collect();
    let mut file = vec![0x7f, b'E', b'L', b'F', 2, 1, 1, 0];
    file.resize(16, 0);
    file.extend([2u16, 50].map(u16::to_le_bytes).concat());
    file.extend(1u32.to_le_bytes());
    file.extend([AT, 64, 0].map(u64::to_le_bytes).concat());
    file.extend(0u32.to_le_bytes());
    file.extend([64u16, 56, 1, 64, 0, 0].map(u16::to_le_bytes).concat());
    file.extend([1u32, 7].map(u32::to_le_bytes).concat());
    let size = code.len() as u64;
    file.extend([120, AT, AT, size, size, 16].map(u64::to_le_bytes).concat());
    file.extend(code);
    file
}

#[test]
fn a_kernel_without_handlers_ends_with_a_reason_and_its_registers_and_one_that_loops_at_the_limit()
{
    // nop.m, nop.i and, in the B slot: break.b 0, or br.cond to the bundle itself.
    let bundle = |b: u128| 0x11 | 1 << (27 + 5) | 1 << (27 + 46) | b << 87;
    let folder = Folder::new("boot-hangs");
    for (name, code) in [("break", bundle(0)), ("loop", bundle(4 << 37))] {
        std::fs::write(folder.0.join(name), kernel_of(&[code])).unwrap();
    }
    for mode in [&["--functional"][..], &[]] {
        let arguments = |kernel| {
            let limit = ["--max-instructions", "100K", "--kernel", kernel];
            [&["boot"][..], mode, &limit].concat()
        };
        let ended = epicycle_in(&folder.0, &arguments("break"), b"");
        assert_eq!(ended.status, 3, "{}", ended.stderr);
        for part in ["interruptions without end", "at ip 0x", "iip 0x", "sp 0x"] {
            assert!(ended.stderr.contains(part), "{part}: {}", ended.stderr);
        }
        let ended = epicycle_in(&folder.0, &arguments("loop"), b"");
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        assert!(
            ended.stderr.contains("limit: 100000 instructions"),
            "{}",
            ended.stderr
        );
    }
}

#[test]
fn a_limit_of_cycles_ends_a_timed_machine_with_the_block_that_reaches_it() {
    // nop.m, nop.i and br.cond to the bundle itself.
    let bundle = 0x11 | 1 << (27 + 5) | 1 << (27 + 46) | (4 << 37) << 87;
    let folder = Folder::new("boot-cycles");
    std::fs::write(folder.0.join("loop"), kernel_of(&[bundle])).unwrap();
    let limited = ["boot", "--max-cycles", "10K", "--kernel", "loop"];
    let reported = [&limited[..], &["--report", "r.json"]].concat();
    let ended = epicycle_in(&folder.0, &reported, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert!(ended.stderr.contains("limit: "), "{}", ended.stderr);
    let report = std::fs::read_to_string(folder.path("r.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["outcome"]["kind"], "limit");
    assert_eq!(report["outcome"]["limit"], "cycles");
    let cycles = report["cycles"].as_u64().unwrap();
    assert!((10_000..10_100).contains(&cycles), "{cycles}");
    // The monitor outside ends it there, too, and has counted what the report says.
    let monitor = "pfmon -k -e CPU_CYCLES --boot=loop --max-cycles=10K";
    let monitor: Vec<&str> = monitor.split(' ').collect();
    let ended = epicycle_in(&folder.0, &monitor, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let text = ended.text();
    let counted = text.split_whitespace().rev().nth(1);
    assert_eq!(counted, Some(&*cycles.to_string()), "{text}");

    let both = [&limited[..], &["--max-instructions", "100"]].concat();
    let ended = epicycle_in(&folder.0, &both, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert!(
        ended.stderr.contains("limit: 100 instructions"),
        "{}",
        ended.stderr
    );
    let untimed = [&limited[..], &["--functional"]].concat();
    let ended = epicycle_in(&folder.0, &untimed, b"");
    assert_eq!(ended.status, 2, "{}", ended.stderr);
    assert!(ended.stderr.contains("--max-cycles"), "{}", ended.stderr);
}

#[test]
fn with_tables_of_acpi_the_console_is_a_device_that_takes_input_and_the_guest_turns_itself_off() {
    // Timed once, because the levels of time have to sum up with devices, too.
    for (mode, console) in [
        (&["--functional"][..], "ttyS0"),
        (&["--virtio-console"], "hvc0"),
    ] {
        read_and_write_disks(mode, console);
    }
}

/// Boots Linux to a shell at a console, with a disk that is written and one that is not.
fn read_and_write_disks(mode: &[&str], console: &str) {
    let folder = Folder::new("boot-acpi");
    let kernel = unpacked("vmlinux.zst", &folder);
    let initrd = unpacked("initramfs.cpio.zst", &folder);
    let (Some(kernel), Some(initrd)) = (kernel, initrd) else {
        return;
    };
    // The date is that of EFI's clock, to which the kernel's stack is a virtual address.
    let typed = "busybox date +%Y; mkdir /d; mount -t devtmpfs d /d; echo $((6 * 7)) seven; head -c 9 /d/vda; dd if=/d/vdb of=/d/vda bs=512 count=1 2>/dev/null; sync; echo 1 > /proc/sys/vm/drop_caches; head -c 9 /d/vda; echo y > /d/vdb || echo fixed; poweroff -f\n";
    std::fs::write(folder.0.join("typed"), typed).unwrap();
    let image = [b"sectors!\n".as_slice(), &[0; 1024 - 9]].concat();
    std::fs::write(folder.0.join("a"), &image).unwrap();
    let other = [b"written!\n".as_slice(), &[0; 1024 - 9]].concat();
    std::fs::write(folder.0.join("b"), other).unwrap();
    let append = format!("console={console} rdinit=/bin/sh");
    let arguments = [
        &[
            "boot", "--config", "itanium2", "--disk", "a", "--disk", "b,ro",
        ][..],
        mode,
        &["--console-input", "typed", "--kernel", &kernel],
        &["--initrd", &initrd, "--append", &append],
        &["--max-instructions", "2G"],
    ]
    .concat();
    let ended = epicycle_in(&folder.0, &arguments, b"");
    let text = ended.text();
    assert_eq!(ended.status, 0, "{text}{}", ended.stderr);
    assert!(ended.stderr.contains("power off"), "{}", ended.stderr);
    for line in [
        "2024",
        "42 seven",
        "sectors!",
        "written!",
        "[vdb] 2 512-byte",
        "fixed",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    if console == "ttyS0" {
        assert!(text.contains("ttyS0 at MMIO 0xff5e0000"), "{text}");
    }
    let timed = ended.stderr.contains(" at level 3");
    assert_eq!(timed, !mode.contains(&"--functional"), "{}", ended.stderr);
    assert_eq!(std::fs::read(folder.0.join("a")).unwrap(), image);
}

#[test]
fn a_trace_shows_every_instruction_with_its_level_and_every_interruption() {
    let folder = Folder::new("boot-trace");
    let supervisor = repository("tests/system/supervisor");
    let supervisor = supervisor.to_str().unwrap();
    for (mode, cycles) in [(&["--functional"][..], false), (&[], true)] {
        let boot = |trace: &[&str]| {
            let arguments = [
                "boot",
                "--simulator-calls",
                "--report",
                "report",
                "--log-interruptions",
                "log",
            ];
            let kernel = ["--kernel", supervisor];
            let all = [&arguments[..], &kernel, mode, trace].concat();
            let ended = epicycle_in(&folder.0, &all, b"");
            assert_eq!(ended.status, 0, "{}", ended.stderr);
            let read = |name: &str| std::fs::read_to_string(folder.0.join(name)).unwrap();
            (ended.stdout, read("report"), read("log"))
        };
        let plain = boot(&[]);
        assert_eq!(boot(&["--trace", "trace"]), plain, "nothing else changes");
        let trace = std::fs::read_to_string(folder.0.join("trace")).unwrap();
        let (calls, lines): (Vec<&str>, Vec<&str>) = trace
            .lines()
            .partition(|line| line.contains(" interruption 0x"));
        let report: serde_json::Value = serde_json::from_str(&plain.1).unwrap();
        for level in ["0", "3"] {
            let traced = lines
                .iter()
                .filter(|line| line.split_whitespace().nth(1) == Some(level));
            assert_eq!(
                report["levels"][level]["instructions"],
                traced.count(),
                "{mode:?} {level}"
            );
        }
        assert_eq!(calls.len(), plain.2.lines().count());
        for (line, logged) in calls.iter().zip(plain.2.lines()) {
            let vector = logged.split_whitespace().nth(2).unwrap();
            assert!(line.contains(vector), "{line}: {logged}");
        }
        let stamps = trace
            .lines()
            .map(|line| line.split_whitespace().next().unwrap());
        let stamps: Vec<u64> = stamps.map(|stamp| stamp.parse().unwrap()).collect();
        assert!(stamps.is_sorted());
        let last = *stamps.last().unwrap();
        if cycles {
            assert!(last <= report["cycles"].as_u64().unwrap());
        } else {
            assert_eq!(report["instructions"], last + 1);
        }
        boot(&[
            "--trace",
            "part",
            "--trace-instructions",
            "100+7",
            "--trace-columns",
            "number,level,text",
        ]);
        let part = std::fs::read_to_string(folder.0.join("part")).unwrap();
        let numbers = part
            .lines()
            .skip(1)
            .map(|line| line.split('\t').next().unwrap().parse::<u64>().unwrap());
        assert!(numbers.eq(100..107u64), "{part}");
    }
}

#[test]
fn the_smallest_and_the_largest_memory_run_a_small_system_and_a_file_that_does_not_fit_is_named() {
    let folder = Folder::new("boot-memory");
    let supervisor = repository("tests/system/supervisor");
    let supervisor = supervisor.to_str().unwrap();
    std::fs::write(folder.0.join("initrd"), vec![0; 3 << 20]).unwrap();
    std::fs::write(folder.0.join("odd"), vec![0; 700]).unwrap();
    let boot = |more: &[&str]| {
        let arguments = ["boot", "--functional", "--simulator-calls", "--kernel"];
        epicycle_in(
            &folder.0,
            &[&arguments[..], &[supervisor], more].concat(),
            b"",
        )
    };
    for memory in ["64G", "4G", "8M"] {
        let ended = boot(&["--memory", memory]);
        assert_eq!(ended.status, 0, "{memory}: {}", ended.stderr);
        assert!(ended.text().contains("reset 1"), "{memory}");
    }
    for (more, reason) in [
        (&["--memory", "1M"][..], "--memory"),
        (&["--memory", "65G"], "64"),
        (
            &["--memory", "3M", "--initrd", "initrd"],
            "initial file system",
        ),
        (&["--initrd", "missing"], "--initrd missing: No such file"),
        (
            &["--console-input", "missing"],
            "--console-input missing: No such file",
        ),
        (
            &["--initrd", "."],
            "name a regular file, or - for the standard input",
        ),
        (
            &["--console-input", "/dev/null"],
            "--console-input /dev/null: not a regular file; name a regular file, or -",
        ),
        (&["--disk", ""], "--disk \"\": no image is named"),
        (&["--disk", ",ro"], "--disk \",ro\": no image is named"),
        (&["--disk", "missing"], "missing"),
        (&["--disk", "."], "not a regular file"),
        (&["--disk", "odd,ro"], "whole number of sectors"),
        (&["--disk", "initrd", "--report", "initrd"], "it is a disk"),
        (
            &["--console-input", "initrd", "--report", "initrd"],
            "the console's input comes from it",
        ),
        (&["--disk", "initrd"].repeat(9), "at most 8"),
    ] {
        let ended = boot(more);
        assert_eq!(ended.status, 2, "{more:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(reason), "{more:?}: {}", ended.stderr);
    }
}

/// The supervisor returns to its user level with `rfi`, which restores a frame. With a trace every block executes in the interpreter, without one most
/// blocks execute as compiled steps.
#[test]
fn a_trace_changes_nothing_that_a_boot_reports() {
    let folder = Folder::new("boot-traced");
    let kernel = repository("tests/system/supervisor");
    for config in ["itanium", "itanium2"] {
        let report = |more: &[&str]| {
            let mut arguments = vec!["boot", "--quiet", "--simulator-calls", "--config", config];
            arguments.extend(["--report", "r.json", "--kernel", kernel.to_str().unwrap()]);
            arguments.extend(more);
            let ended = epicycle_in(&folder.0, &arguments, b"");
            assert_eq!(ended.status, 0, "{}", ended.stderr);
            std::fs::read_to_string(folder.path("r.json")).unwrap()
        };
        let plain = report(&[]);
        assert!(report(&["--trace", "trace"]) == plain, "{config}");
    }
}

/// The project's common material about kernels.
fn shared() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/kernel")
}

#[test]
fn a_timed_boot_passes_every_test_of_its_first_process_and_restarts() {
    let folder = Folder::new("boot-to-the-end");
    if let Some(kernel) = unpacked("vmlinux.zst", &folder) {
        passes_every_test(&folder, &kernel);
    }
}

#[test]
fn a_kernel_that_is_built_for_mckinley_passes_every_test_of_its_first_process() {
    let folder = Folder::new("boot-mckinley");
    let config = shared().join("config");
    if !config.is_file() {
        skipped!("{} is not there", config.display());
        return;
    }
    let built = Command::new(repository("tools/build-kernel"))
        .args(["--mckinley", "--config"])
        .arg(&config)
        .arg("vmlinux")
        .current_dir(&folder.0)
        .output();
    match built {
        Ok(built) if built.status.success() => passes_every_test(&folder, "vmlinux"),
        // Neither the sources nor a compiler come with the repository.
        Ok(built) if built.status.code() == Some(2) => {
            let said = String::from_utf8_lossy(&built.stderr);
            assert!(said.starts_with("build-kernel: "), "{said}");
            skipped!("{said}");
        }
        Ok(built) => panic!("{}", String::from_utf8_lossy(&built.stderr)),
        Err(error) => skipped!("tools/build-kernel: {error}"),
    }
}

/// Boots a kernel on Itanium 2 with the cycle model, and compares its console.
fn passes_every_test(folder: &Folder, kernel: &str) {
    let Some(initrd) = unpacked("initramfs.cpio.zst", folder) else {
        return;
    };
    let arguments = [
        "boot",
        "--config",
        "itanium2",
        "--kernel",
        kernel,
        "--initrd",
        &initrd,
        "--append",
        "earlycon=uart8250,mmio,0xff5e0000 keep_bootcon console=ttyprintk rdinit=/init quick",
    ];
    let ended = epicycle_in(&folder.0, &arguments, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert!(ended.stderr.contains("reset: "), "{}", ended.stderr);
    std::fs::write(folder.0.join("console"), &ended.stdout).unwrap();
    let shared = shared();
    let check = Command::new("python3")
        .arg(shared.join("check.py"))
        .arg(folder.0.join("console"))
        .arg(shared.join("expected-quick.txt"))
        .output();
    match check {
        Ok(check) => assert!(
            check.status.success(),
            "{}{}",
            String::from_utf8_lossy(&check.stdout),
            String::from_utf8_lossy(&check.stderr)
        ),
        Err(error) => println!("not compared: python3: {error}"),
    }
}
