//! What `epicycle boot` makes of kernels, initial file systems and machines that are broken, and what becomes of the images of disks.

use std::io::{BufRead as _, BufReader};
use std::process::Command;

use crate::boot::{kernel_of, unpacked};
use crate::support::{Folder, Running, epicycle_in, repository, send, start};

/// Boots `kernel` without the cycle model; the status and what was said.
fn boot(folder: &Folder, kernel: &str, more: &[&str]) -> (i32, String) {
    let arguments = [
        "boot",
        "--functional",
        "--kernel",
        kernel,
        "--max-instructions",
        "100K",
    ];
    let ended = epicycle_in(&folder.0, &[&arguments[..], more].concat(), b"");
    assert!(!ended.stderr.contains("panicked"), "{}", ended.stderr);
    (ended.status, ended.stderr)
}

#[test]
fn a_kernel_with_any_field_of_its_headers_broken_is_refused_with_the_reason() {
    let folder = Folder::new("boot-broken-kernels");
    let whole = std::fs::read(repository("tests/system/supervisor")).unwrap();
    let with = |at: usize, bytes: &[u8]| {
        let mut file = whole.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        file
    };
    // The only program header follows the file's header.
    const SEGMENT: usize = 64;
    let far = (1_u64 << 62).to_le_bytes();
    let last = u64::MAX.to_le_bytes();
    let cases = [
        (Vec::new(), "the file is empty"),
        (whole[..1].to_vec(), "not an ELF file"),
        (whole[..16].to_vec(), "the ELF header lies beyond the end"),
        (whole[..63].to_vec(), "the ELF header lies beyond the end"),
        (whole[..64].to_vec(), "the program header table lies beyond"),
        (
            whole[..100].to_vec(),
            "the program header table lies beyond",
        ),
        (
            whole[..whole.len() / 2].to_vec(),
            "the segment of program header 0 lies beyond",
        ),
        (with(4, &[1]), "32-bit"),
        (with(5, &[2]), "not for IA-64"),
        (with(16, &[1]), "an object file"),
        (with(18, &[62]), "x86-64"),
        (with(24, &last), "the entry point 0xffffffffffffffff"),
        (with(24, &8_u64.to_le_bytes()), "the entry point 0x8"),
        (with(32, &far), "the program header table lies beyond"),
        (with(54, &[1, 0]), "the program header table lies beyond"),
        (with(56, &[0, 0]), "no loadable segment"),
        (
            with(SEGMENT + 8, &far),
            "the segment of program header 0 lies beyond",
        ),
        (with(SEGMENT + 24, &last), "program header 0"),
        (with(SEGMENT + 24, &far), "the entry point"),
        (
            with(SEGMENT + 32, &far),
            "the segment of program header 0 lies beyond",
        ),
        (
            with(SEGMENT + 40, &far),
            "a machine of 64G has no memory; link the kernel",
        ),
        (
            with(SEGMENT + 40, &(1_u64 << 30).to_le_bytes()),
            "give more with --memory",
        ),
        (with(SEGMENT + 40, &[0; 8]), "no loadable segment"),
    ];
    for (file, reason) in cases {
        std::fs::write(folder.0.join("kernel"), file).unwrap();
        let (status, said) = boot(&folder, "kernel", &[]);
        assert_eq!(status, 2, "{reason}: {said}");
        assert!(
            said.contains("kernel: ") && said.contains(reason),
            "{reason}: {said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn messages_that_are_not_modelled_end_the_machine_and_one_to_nothing_at_all_does_not() {
    let folder = Folder::new("boot-messages");
    // movl r2 = 0xfee00000; movl r3 = the message ;; st8 [r2] = r3; br.cond to itself
    let address = 0x6000_1000_4000_0000_00fe_c001_0000_0005;
    let store = 0x4000_0000_0000_0200_0000_1198_040c_0011;
    let init = 0x6028_0000_6000_0000_0000_0001_0000_0005;
    let management = 0x6010_0000_6000_0000_0000_0001_0000_0005;
    // movl r2 = 0x300000000000 ;; ld8 r3 = [r2]; br.cond to itself: no memory, and no device.
    let nowhere = 0x6000_0000_4000_0030_0000_0001_0000_0005;
    let load = 0x4000_0000_0000_0200_0000_1018_0400_1811;
    // movl r2 = 0x300000000000 ;; st8 [r2] = r3; br.cond to itself.
    let (ignored, stop) = (&[][..], &["--machine-check", "stop"][..]);
    for (name, code, options, status, said) in [
        (
            "init",
            &[address, init, store][..],
            ignored,
            3,
            "an INIT message, which is not modelled: at ip 0x100020",
        ),
        (
            "pmi",
            &[address, management, store],
            stop,
            3,
            "a platform management interrupt, which is not modelled: at ip 0x100020",
        ),
        (
            "nowhere",
            &[nowhere, load],
            ignored,
            0,
            "limit: 100000 instructions",
        ),
        (
            "load",
            &[nowhere, load],
            stop,
            3,
            "a machine check: nothing answers a load of 8 bytes at physical address 0x300000000000: at ip 0x100010",
        ),
        (
            "store",
            &[nowhere, store],
            stop,
            3,
            "a machine check: nothing answers a store of 8 bytes at physical address 0x300000000000: at ip 0x100010",
        ),
    ] {
        std::fs::write(folder.0.join(name), kernel_of(code)).unwrap();
        let (ended, text) = boot(&folder, name, options);
        assert_eq!(ended, status, "{name}: {text}");
        assert!(text.contains(said), "{name}: {text}");
    }
}

#[test]
fn an_initial_file_system_of_any_bytes_is_the_kernels_matter_and_its_panic_a_status() {
    let folder = Folder::new("boot-broken-initrd");
    let Some(kernel) = unpacked("vmlinux.zst", &folder) else {
        return;
    };
    let noise: Vec<u8> = (0..70_000_u64)
        .map(|n| (n.wrapping_mul(n + 7) >> 3) as u8)
        .collect();
    std::fs::write(folder.0.join("initrd"), noise).unwrap();
    let append = "earlycon=uart8250,mmio,0xff5e0000 keep_bootcon panic=1";
    let arguments = [
        "boot",
        "--functional",
        "--kernel",
        &kernel,
        "--initrd",
        "initrd",
        "--append",
        append,
        "--max-instructions",
        "1G",
    ];
    let ended = epicycle_in(&folder.0, &arguments, b"");
    assert_eq!(ended.status, 3, "{}", ended.stderr);
    assert!(
        ended.stderr.contains("the kernel panicked"),
        "{}",
        ended.stderr
    );
    assert!(
        ended.text().contains("Unable to mount root fs"),
        "{}",
        ended.text()
    );
}

/// Puts a kernel, an initial file system and a disk, `image`, into a folder: the names of the former two and what the disk holds; `None`:
/// they are not there.
fn with_a_disk(folder: &Folder) -> Option<(String, String, Vec<u8>)> {
    let kernel = unpacked("vmlinux.zst", folder)?;
    let initrd = unpacked("initramfs.cpio.zst", folder)?;
    let image: Vec<u8> = (0..1_u32 << 20).map(|n| (n >> 9) as u8).collect();
    std::fs::write(folder.0.join("image"), &image).unwrap();
    Some((kernel, initrd, image))
}

#[test]
fn an_image_that_a_guest_writes_to_stays_as_it_is_when_the_boot_is_interrupted_or_has_no_room() {
    let folder = Folder::new("boot-interrupted-disk");
    let Some((kernel, initrd, image)) = with_a_disk(&folder) else {
        return;
    };
    let typed = "mkdir /d; mount -t devtmpfs d /d; while dd if=/d/zero of=/d/vda bs=64k count=16; do sync; echo wr\"\"itten; done; echo no ro\"\"om\n";
    std::fs::write(folder.0.join("typed"), typed).unwrap();
    let arguments = |writes: &'static str| {
        let arguments = [
            "boot",
            "--functional",
            "--disk",
            "image",
            "--disk-writes",
            writes,
            "--console-input",
            "typed",
            "--kernel",
            &kernel,
            "--initrd",
            &initrd,
            "--append",
            "console=ttyS0 rdinit=/bin/sh",
            "--max-instructions",
            "3G",
        ];
        arguments.map(str::to_owned)
    };
    for (writes, awaited) in [("16M", "written"), ("64K", "I/O error")] {
        let mut boot = Running(start(&folder.0, &arguments(writes)));
        let console = BufReader::new(boot.0.stdout.take().unwrap());
        let mut lines = console.lines().map_while(Result::ok);
        assert!(lines.any(|line| line.contains(awaited)), "{writes}");
        send(boot.0.id(), "INT");
        // The console is read to its end, so that the guest is not held up by it.
        let _rest = lines.count();
        let status = boot.0.wait().unwrap().code();
        assert_eq!(status, Some(130), "{writes}");
        assert!(
            std::fs::read(folder.0.join("image")).unwrap() == image,
            "{writes}"
        );
    }
}

#[test]
fn what_a_guest_writes_over_an_overlay_is_there_in_the_next_boot_and_nothing_harms_the_files() {
    let folder = Folder::new("boot-overlay");
    let Some((kernel, initrd, image)) = with_a_disk(&folder) else {
        return;
    };
    let read = |name: &str| std::fs::read(folder.0.join(name)).unwrap();
    let arguments = [
        "boot",
        "--functional",
        "--disk",
        "image,overlay=over",
        "--console-input",
        "typed",
        "--kernel",
        &kernel,
        "--initrd",
        &initrd,
        "--append",
        "console=ttyS0 rdinit=/bin/sh",
        "--max-instructions",
        "2G",
    ];
    let typed = |commands: &str| {
        let typed = format!("mkdir /d; mount -t devtmpfs d /d; {commands}\n");
        std::fs::write(folder.0.join("typed"), typed).unwrap();
    };
    typed("echo first word >/d/vda; sync; poweroff -f");
    let ended = epicycle_in(&folder.0, &arguments, b"");
    assert_eq!(ended.status, 0, "{}{}", ended.text(), ended.stderr);
    let first = read("over");

    // The next boot reads it, and writes elsewhere until it is interrupted: both are kept.
    typed(
        "head -c 10 /d/vda; while dd if=/d/zero of=/d/vda bs=64k seek=1 count=4; do sync; echo wr\"\"itten; done",
    );
    let mut boot = Running(start(&folder.0, &arguments.map(str::to_owned)));
    let console = BufReader::new(boot.0.stdout.take().unwrap());
    let mut lines = console.lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("first word")));
    assert!(lines.any(|line| line.contains("written")));
    send(boot.0.id(), "INT");
    let _rest = lines.count();
    assert_eq!(boot.0.wait().unwrap().code(), Some(130));
    let second = read("over");
    assert!(second.len() > first.len() + (192 << 10), "{}", second.len());

    // No room for the file: the boot fails with a reason, and the old one stays, alone.
    typed("head -c 10 /d/vda; echo another >/d/vda; sync; poweroff -f");
    let full = Command::new("sh")
        .args(["-c", "ulimit -f 16; trap '' XFSZ; exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_epicycle"))
        .args(arguments)
        .current_dir(&folder.0)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&full.stderr);
    assert!(!full.status.success(), "{said}");
    assert!(said.contains("cannot write overlay over"), "{said}");
    assert!(read("over") == second && read("image") == image);
    let files = std::fs::read_dir(&folder.0).unwrap().count();
    assert_eq!(
        files, 5,
        "kernel, initial file system, image, overlay, what is typed"
    );

    // Another image, and a file that is none.
    let mut other = image.clone();
    other[3] ^= 1;
    std::fs::write(folder.0.join("other"), other).unwrap();
    std::fs::write(folder.0.join("text"), "no overlay\n").unwrap();
    for (disk, reason) in [
        ("other,overlay=over", "over: it belongs to another image"),
        ("image,overlay=text", "text: no overlay of a disk"),
        ("image,overlay=.", "not a regular file"),
        ("image,overlay=", "no file is named behind overlay="),
        ("image,overlay=image", "image: no overlay of a disk"),
        ("image,overlay=typed", "typed: no overlay of a disk"),
    ] {
        let (status, said) = self::boot(&folder, &kernel, &["--disk", disk]);
        assert_eq!(status, 2, "{disk}: {said}");
        assert!(said.contains(reason), "{disk}: {said}");
    }
    let twice = [
        "--disk",
        "image,overlay=over",
        "--disk",
        "image,overlay=over",
    ];
    let (status, said) = self::boot(&folder, &kernel, &twice);
    assert_eq!(status, 2, "{said}");
    assert!(said.contains("the overlay goes there too"), "{said}");
    assert!(read("over") == second);
}
