//! The project's common material, when it lies beside the repository: interruption tests with their golden console, and a
//! Linux kernel with its expected one. Absent, the tests say so and pass.

#[macro_use]
#[path = "../../../tests/skipped.rs"]
mod skipped;

use std::cell::RefCell;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

use machine::{Options, Silent, SystemModel};
use platform::{Boot, Control, DEFAULT_MEMORY, Disk, Ending, Monitor, Platform, Processor};

/// A console that keeps what is written.
#[derive(Clone, Default)]
struct Kept(Rc<RefCell<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A file of ../shared; `None` (with a word about it) when it is not there.
fn shared(path: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared")
        .join(path);
    if !path.exists() {
        skipped!("{} is not there", path.display());
        return None;
    }
    Some(path)
}

/// What a command prints; `None` (with a word about it) when it is missing or fails.
fn output(command: &mut Command) -> Option<Vec<u8>> {
    match command.output() {
        Ok(output) if output.status.success() => Some(output.stdout),
        _ => {
            skipped!("{command:?} does not run here");
            None
        }
    }
}

/// Runs a machine to its end: how it ended, its console, its instructions.
fn run(boot: &Boot, simulator: bool) -> (Ending, String, u64) {
    let console = Kept::default();
    let mut platform = Platform::new(
        boot,
        Options::default(),
        Processor {
            model: SystemModel::LARGEST,
            monitor: Monitor::default(),
            frequency: 800_000_000,
            caches: Vec::new(),
        },
        simulator,
        Box::new(console.clone()),
    )
    .expect("it fits");
    let ending = platform.run(&mut Silent, &Control::default(), Some(2_000_000_000));
    let text = String::from_utf8_lossy(&console.0.borrow()).into_owned();
    (ending, text, platform.retired())
}

/// Whether a field is as expected; a dot stands for any digit.
fn matches(field: &str, golden: &str) -> bool {
    field.len() == golden.len()
        && field
            .bytes()
            .zip(golden.bytes())
            .all(|(field, golden)| golden == b'.' || field == golden)
}

#[test]
fn every_interruption_test_prints_its_golden_line() {
    let Some(archive) = shared("vectors/sys0.tar.zst") else {
        return;
    };
    let member = |name: &str| {
        output(
            Command::new("tar")
                .args(["--zstd", "-xOf"])
                .arg(&archive)
                .arg(name),
        )
    };
    let (Some(kernel), Some(golden)) = (member("./sys0.elf"), member("./sys0.golden")) else {
        return;
    };
    let boot = Boot {
        path: "sys0.elf".into(),
        kernel,
        initrd: None,
        command_line: String::new(),
        memory: DEFAULT_MEMORY,
        acpi: false,
        input: Vec::new(),
        disks: Vec::new(),
        terminal: false,
        machine_checks: false,
    };
    let (ending, console, _) = run(&boot, true);
    assert_eq!(ending, Ending::Status(0));
    let golden = String::from_utf8(golden).expect("text");
    let mut wrong = Vec::new();
    for expected in golden.lines() {
        let fields: Vec<&str> = expected.split_whitespace().collect();
        let line = console
            .lines()
            .find(|line| line.starts_with(fields[0]))
            .unwrap_or_default();
        let got: Vec<&str> = line.split_whitespace().collect();
        if got.len() != 12
            || !got
                .iter()
                .zip(&fields)
                .all(|(got, golden)| matches(got, golden))
        {
            wrong.push(format!("{expected}\n{line}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// The lines of a console without what depends on how it is written.
fn lines(text: &str) -> Vec<&str> {
    let lines = text.lines().map(|line| line.trim_end());
    lines
        .map(|line| line.strip_prefix("[U] ").unwrap_or(line))
        .collect()
}

/// Linux and its initial file system.
fn linux() -> Option<(Vec<u8>, Vec<u8>)> {
    let unpacked = |path: &str| output(Command::new("zstd").arg("-dc").arg(shared(path)?));
    Some((
        unpacked("kernel/vmlinux.zst")?,
        unpacked("kernel/initramfs.cpio.zst")?,
    ))
}

/// A shell on a console finds both disks, writes to one, cannot to the other, and ends the machine.
fn shell(console: &str, terminal: bool) {
    const SECTORS: u64 = 4096;
    let Some((kernel, initrd)) = linux() else {
        return;
    };
    let path = std::env::temp_dir().join(format!("epicycle-{console}-{}", std::process::id()));
    let line = "epicycle of the disk's sectors, line by line\n";
    let image: Vec<u8> = line.bytes().cycle().take(512 * SECTORS as usize).collect();
    std::fs::write(&path, &image).expect("an image");
    let disk = |overlay| Disk::open(&path, overlay).expect("an image");
    let script = "mkdir /d; mount -t devtmpfs d /d; mount -t proc p /proc; mount -t sysfs s /sys
md5sum < /d/vda; cat /sys/block/vd?/size
tr a-z A-Z < /d/vda | head -c 1048576 > /tmp-a; dd if=/tmp-a of=/d/vda bs=64k 2>/dev/null; sync
echo 3 > /proc/sys/vm/drop_caches; head -c 18 /d/vda; md5sum < /d/vda
echo x > /d/vdb || echo refused; cat /proc/interrupts; poweroff -f
";
    let boot = Boot {
        path: "vmlinux".into(),
        kernel,
        initrd: Some(initrd),
        command_line: format!("console={console} rdinit=/bin/sh"),
        memory: DEFAULT_MEMORY,
        acpi: true,
        input: script.as_bytes().to_vec(),
        disks: vec![disk(Some(4 << 20)), disk(None)],
        terminal,
        machine_checks: false,
    };
    let (ending, text, retired) = run(&boot, false);
    assert_eq!(ending, Ending::PowerOff, "{text}");
    let sum = |bytes: &[u8]| {
        std::fs::write(path.with_extension("sum"), bytes).expect("written");
        let sum = output(Command::new("md5sum").arg(path.with_extension("sum"))).expect("md5sum");
        String::from_utf8_lossy(&sum[..32]).into_owned()
    };
    let mut changed = image.clone();
    changed[..1 << 20].make_ascii_uppercase();
    for expected in [
        sum(&image).as_str(),
        "\n4096",
        "EPICYCLE OF THE DI",
        &sum(&changed),
        "refused",
    ] {
        assert!(text.contains(expected), "{expected:?} is missing:\n{text}");
    }
    assert_eq!(std::fs::read(&path).expect("read"), image);
    // Interrupts of the console's own line, a vector of the I/O SAPIC.
    let name = if terminal { "virtio2" } else { "ttyS0" };
    let interrupts = text
        .lines()
        .find(|line| line.ends_with(name) && line.contains("IO-SAPIC"));
    let count = interrupts.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    assert!(
        count.is_some_and(|count| count > 10),
        "{interrupts:?}\n{text}"
    );
    assert_eq!(run(&boot, false), (ending, text, retired));
    std::fs::remove_file(path.with_extension("sum")).expect("removed");
    std::fs::remove_file(&path).expect("removed");
}

#[test]
fn a_shell_on_the_uart_by_interrupts_uses_disks() {
    shell("ttyS0", false);
}

#[test]
fn a_shell_on_the_virtio_console_uses_disks() {
    shell("hvc0", true);
}

#[test]
fn linux_boots_runs_its_tests_and_restarts_twice_alike() {
    let (Some((kernel, initrd)), Some(expected)) = (linux(), shared("kernel/expected-quick.txt"))
    else {
        return;
    };
    let boot = Boot {
        path: "vmlinux".into(),
        kernel,
        initrd: Some(initrd),
        command_line:
            "earlycon=uart8250,mmio,0xff5e0000 keep_bootcon console=ttyprintk rdinit=/init quick"
                .into(),
        memory: DEFAULT_MEMORY,
        acpi: false,
        input: Vec::new(),
        disks: Vec::new(),
        terminal: false,
        machine_checks: false,
    };
    let (ending, console, retired) = run(&boot, false);
    assert_eq!(ending, Ending::Reset, "{console}");
    let expected = std::fs::read_to_string(expected).expect("text");
    let got = lines(&console);
    let mut at = 0;
    for want in lines(&expected).into_iter().filter(|line| !line.is_empty()) {
        let found = got[at..].iter().position(|line| *line == want);
        at += 1 + found.unwrap_or_else(|| panic!("missing: {want}\n{console}"));
    }
    for line in got {
        assert!(
            !line.contains("Oops") && !line.starts_with("BUG:"),
            "{line}"
        );
        assert!(
            !line.starts_with("T ") || expected.contains(line),
            "not expected: {line}"
        );
    }
    assert_eq!(run(&boot, false), (ending, console, retired));
}
