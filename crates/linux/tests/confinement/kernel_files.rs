//! The host's `/proc`, `/sys` and `/dev`, and its special files, which no guest reaches by whatever path.

use super::*;
use rustix::fs::{CWD, FileType, Mode, mknodat};

const ENXIO: i64 = -6;

/// A guest that sees the host's files and starts in the folder `root`.
fn open_view(name: &str) -> Jail {
    let mut jail = Jail::new(name, true);
    let root = jail.host("root").canonicalize().unwrap();
    jail.kernel = Jail::kernel_of(
        root.join("calls"),
        FileOptions {
            cwd: Some(root),
            ..FileOptions::default()
        },
    );
    jail
}

/// Files that the host has and shows the simulator itself, its user and its devices.
const HOSTS_OWN: [&str; 14] = [
    "/proc/self/mem",
    "/proc/self/environ",
    "/proc/self/root/etc/passwd",
    "/proc/self/cwd/dir/file",
    "/proc/self/task/1000/mem",
    "/proc/thread-self/mem",
    "/proc/1/status",
    "/proc/kallsyms",
    "/proc/sys/kernel/hostname",
    "/sys/kernel/mm",
    "/sys/class",
    "/dev/mem",
    "/dev/kmsg",
    "/dev/pts/ptmx",
];

/// What of them the personality provides, and what it says then.
fn provided(jail: &mut Jail, path: &str) -> bool {
    match jail.read(path) {
        Ok(text) if path.ends_with("environ") => text.is_empty(),
        Ok(text) if path.ends_with("file") => text == "inside",
        Ok(_) => false,
        Err(error) => error == ENOENT,
    }
}

#[test]
fn the_hosts_proc_sys_and_dev_are_out_of_reach_by_their_names() {
    let mut jail = open_view("host-names");
    for path in HOSTS_OWN {
        assert!(provided(&mut jail, path), "{path}");
        let doubled = path.replace('/', "//");
        assert!(provided(&mut jail, &doubled), "{doubled}");
        let climbing = format!("../../../../../../../..{path}");
        assert!(provided(&mut jail, &climbing), "{climbing}");
    }
    for path in ["/proc/self/mem", "/dev/mem", "/sys/kernel"] {
        assert_eq!(jail.call(OPEN, &[P(path), N(2)]), ENOENT, "{path}");
        assert_eq!(jail.call(STAT, &[P(path), N(BUFFER)]), ENOENT, "{path}");
    }
}

#[test]
fn links_to_the_hosts_proc_sys_and_dev_lead_to_what_the_personality_provides() {
    let mut jail = open_view("host-links");
    for (target, name) in [
        ("/proc", "proc"),
        ("/sys", "sys"),
        ("/dev", "dev"),
        ("/proc/self", "self"),
        ("/proc/self/fd", "fds"),
        ("/dev/../proc", "round"),
        ("proc", "second"),
        ("/", "top"),
    ] {
        assert_eq!(jail.call(SYMLINK, &[P(target), P(name)]), 0, "{name}");
    }
    for path in HOSTS_OWN {
        for link in ["", "top"] {
            let spelled = format!("{link}{path}");
            let spelled = spelled.strip_prefix('/').unwrap_or(&spelled);
            assert!(provided(&mut jail, spelled), "{spelled}");
        }
    }
    for path in [
        "self/mem",
        "second/self/mem",
        "round/self/mem",
        "proc/self/task/1000/mem",
    ] {
        assert_eq!(jail.read(path), Err(ENOENT), "{path}");
    }
    // The links work, to the guest's own.
    assert_eq!(jail.read("proc/self/comm"), Ok("calls\n".into()));
    assert_eq!(jail.read("second/self/comm"), Ok("calls\n".into()));
    assert_eq!(jail.read("dev/null"), Ok(String::new()));
    assert!(jail.read("/etc/mtab").is_err() || jail.read("/etc/mtab").unwrap().contains("ext2"));
}

#[test]
fn a_directory_descriptor_of_proc_leads_to_nothing_of_the_host() {
    let mut jail = open_view("host-descriptors");
    symlink("/proc", jail.host("root/proc")).unwrap();
    for path in ["/proc", "proc", "/proc/self", "/dev", "/sys", "/"] {
        for flags in [DIRECTORY, PATH, PATH | DIRECTORY] {
            let fd = jail.call(OPEN, &[P(path), N(flags)]);
            assert!(fd >= 0, "{path}: {fd}");
            for name in [
                "self/mem",
                "mem",
                "kcore",
                "proc/self/mem",
                "proc/kcore",
                "../proc/self/mem",
            ] {
                let result = jail.call(OPENAT, &[N(fd as u64), P(name), N(2)]);
                assert_eq!(result, ENOENT, "{path} {name}");
            }
            let magic = format!("/proc/self/fd/{fd}/proc/self/mem");
            assert_eq!(jail.read(&magic), Err(ENOENT), "{magic}");
            jail.close_all();
        }
    }
}

#[test]
fn the_hosts_proc_is_out_of_reach_where_it_is_mounted_elsewhere_or_given_as_a_folder() {
    // Tests mount nothing: the check is that of the file system, which sees the same under any name.
    let host = crate::fs::host::Host::new(crate::fs::host::Means::default());
    let (top, attributes) = host.named(Path::new("/")).unwrap();
    let device = attributes.id.device;
    for name in ["proc", "sys", "dev"] {
        assert!(
            host.step(&top, device, name.as_bytes()).unwrap().is_none(),
            "{name}"
        );
        assert!(
            host.look(&top, device, name.as_bytes()).unwrap().is_none(),
            "{name}"
        );
        // A descriptor of something inside is told by its file system.
        assert!(host.named(&Path::new("/").join(name)).is_err(), "{name}");
    }
    assert!(host.named(Path::new("/proc/self")).is_err());
    for root in ["/proc", "/proc/self/fd", "/sys/kernel"] {
        let options = FileOptions {
            root: Some(root.into()),
            ..FileOptions::default()
        };
        let refused = crate::fs::Files::new(&options, 0)
            .err()
            .unwrap()
            .to_string();
        assert!(
            refused.contains(root) && refused.contains("not shown to programs"),
            "{refused}"
        );
    }
}

#[test]
fn a_root_that_is_the_hosts_own_does_not_show_proc_sys_and_dev() {
    let mut jail = Jail::new("host-root", true);
    jail.kernel = Jail::kernel_of(
        jail.host("root/calls"),
        FileOptions {
            root: Some("/".into()),
            ..FileOptions::default()
        },
    );
    for path in HOSTS_OWN {
        assert!(
            path.contains("/cwd/") || provided(&mut jail, path),
            "{path}"
        );
    }
    assert_eq!(
        jail.list("/dev"),
        [
            "null", "zero", "full", "random", "urandom", "tty", "stdin", "stdout", "stderr", "fd",
            "shm"
        ]
    );
    assert!(jail.read("/etc/passwd").is_ok());
}

#[test]
fn a_root_behind_a_link_is_the_folder_that_it_leads_to() {
    let mut jail = Jail::new("linked-root", true);
    symlink("root", jail.host("way")).unwrap();
    jail.kernel = Jail::kernel(FileOptions {
        root: Some(jail.host("way")),
        ..FileOptions::default()
    });
    assert_eq!(jail.read("/dir/file"), Ok("inside".into()));
    assert_eq!(jail.read("/../secret"), Err(ENOENT));
    // What the link leads to later is no business of this run.
    fs::remove_file(jail.host("way")).unwrap();
    symlink("outside", jail.host("way")).unwrap();
    assert_eq!(jail.read("/secret"), Err(ENOENT));
    assert_eq!(jail.read("/dir/file"), Ok("inside".into()));
}

#[test]
fn special_files_of_the_host_are_never_opened() {
    for writable in [true, false] {
        let mut jail = Jail::new(if writable { "special" } else { "special-not" }, writable);
        let mode = Mode::RUSR | Mode::WUSR;
        mknodat(CWD, jail.host("root/fifo"), FileType::Fifo, mode, 0).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(jail.host("root/socket")).unwrap();
        symlink("fifo", jail.host("root/link")).unwrap();
        let mut names = vec!["/fifo", "/socket", "/link"];
        let device = rustix::fs::makedev(1, 3);
        let character = FileType::CharacterDevice;
        // Only a privileged user can make a device.
        if mknodat(CWD, jail.host("root/null"), character, mode, device).is_ok() {
            names.push("/null");
        }
        for name in names {
            for flags in [RDONLY, WRONLY, 2, WRONLY | CREAT, RDONLY | 0o4000] {
                // Opening a named pipe without a partner would wait for ever.
                assert_eq!(
                    jail.call(OPEN, &[P(name), N(flags), N(0o600)]),
                    ENXIO,
                    "{name}"
                );
            }
            assert!(jail.call(STAT, &[P(name), N(BUFFER)]) == 0, "{name}");
            assert!(jail.call(TRUNCATE, &[P(name), N(0)]) < 0, "{name}");
            assert!(jail.call(EXECVE, &[P(name), N(0), N(0)]) < 0, "{name}");
        }
    }
}

#[test]
fn set_id_bits_are_never_set_on_files_of_the_host() {
    use std::os::unix::fs::PermissionsExt;
    let mut jail = Jail::new("set-id", true);
    let fd = jail.call(OPEN, &[P("/made"), N(WRONLY | CREAT), N(0o6755)]);
    assert!(fd >= 0);
    assert_eq!(jail.call(FCHMOD, &[N(fd as u64), N(0o6755)]), 0);
    assert_eq!(jail.call(MKDIR, &[P("/folder"), N(0o6755)]), 0);
    assert_eq!(jail.call(CHMOD, &[P("/folder"), N(0o6755)]), 0);
    assert_eq!(jail.call(13, &[P("/node"), N(0o106_755), N(0)]), 0);
    for path in ["/made", "/node", "/dir/file"] {
        assert_eq!(jail.call(CHMOD, &[P(path), N(0o6755)]), 0, "{path}");
        assert_eq!(jail.call(268, &[N(HERE), P(path), N(0o4711)]), 0, "{path}");
    }
    for (path, _, mode) in Jail::tree(&jail.host("root"), &[]) {
        assert_eq!(mode & 0o6000, 0, "{}", path.display());
    }
    let mode = fs::metadata(jail.host("root/made"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o7777, 0o711);
}

#[test]
fn shared_memory_of_a_run_is_its_own() {
    let mut jail = open_view("shared-memory");
    let name = format!("/dev/shm/epicycle-{}", std::process::id());
    assert_eq!(jail.put(&name, "shared"), 6);
    assert_eq!(jail.read(&name), Ok("shared".into()));
    assert!(!Path::new(&name).exists());
    let mut other = open_view("shared-memory-2");
    assert_eq!(other.read(&name), Err(ENOENT));
    assert_eq!(jail.call(UNLINK, &[P(&name)]), 0);
    assert_eq!(jail.list("/dev/shm"), Vec::<String>::new());
}
