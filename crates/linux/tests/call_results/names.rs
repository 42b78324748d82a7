//! Opening, owners and times.

use std::fs;

use linux::fuzzing::{Answer, FIRST, UNMAPPED};

use crate::calls::{Calls, EBADF, EEXIST, EFAULT, EINVAL, ELOOP, ENOENT, ENOTDIR, N, P};
use crate::memory::EACCES;
use crate::{EOPNOTSUPP, PLACE};

pub(crate) const EXDEV: u16 = 18;
const HERE: u64 = -100_i64 as u64;

#[test]
fn flags_of_opening_hold_for_devices() {
    let mut calls = Calls::new();
    let open = |calls: &mut Calls, path, flags| calls.call("open", &[P(path), N(flags), N(0o600)]);
    assert_eq!(open(&mut calls, "/dev/null", 0o302), Err(EEXIST));
    assert_eq!(open(&mut calls, "/dev/null", 0o200000), Err(ENOTDIR));
    assert!(open(&mut calls, "/proc/self/fd", 0o200000).is_ok());
    let fd = open(&mut calls, "f", 0o400).expect("a file");
    assert_eq!(calls.call("fcntl", &[N(fd), N(3)]), Ok(0o100000));
}

#[test]
fn owners_and_times_are_set_where_flags_say() {
    const FILE: u64 = 0x1000;
    const LINK: u64 = 0x100;
    let mut calls = Calls::new();
    let place = calls
        .call("open", &[P("f"), N(0o10000000)])
        .expect("a place");
    let own = N(u64::MAX);
    assert_eq!(calls.call("fchown", &[N(place), own, own]), Err(EBADF));
    std::os::unix::fs::symlink("nowhere", calls.root.path().join("dangling")).expect("a link");
    let mut chown = |fd, path, flags| calls.call("fchownat", &[N(fd), P(path), own, own, N(flags)]);
    assert_eq!(chown(HERE, "dangling", 0), Err(ENOENT));
    assert_eq!(chown(HERE, "dangling", LINK), Ok(0));
    assert_eq!(chown(place, "", 0), Err(ENOENT));
    assert_eq!(chown(place, "", FILE), Ok(0));
    assert_eq!(chown(77, "", FILE), Err(EBADF));
    assert_eq!(chown(HERE, "f", 1), Err(EINVAL));
    // Five seconds before the epoch, and a time that no file can have.
    let fd = calls.call("open", &[P("f"), N(2)]).expect("a file");
    for (seconds, shown) in [
        (-5, -5),
        (i64::MIN, -9_223_372_035),
        (i64::MAX, 9_223_372_035),
    ] {
        calls.words(PLACE, &[seconds as u64, 7, seconds as u64, 7]);
        let times = [N(fd), P(""), N(PLACE), N(FILE)];
        assert_eq!(calls.call("utimensat", &times), Ok(0));
        assert_eq!(calls.call("fstat", &[N(fd), N(PLACE)]), Ok(0));
        let modified = (calls.word(PLACE + 72) as i64, calls.word(PLACE + 80));
        assert_eq!(modified, (shown, 7));
    }
    let unknown = [N(HERE), P("f"), N(0), N(0x10000)];
    assert_eq!(calls.call("utimensat", &unknown), Err(EINVAL));
}

#[test]
fn two_names_are_exchanged_with_what_is_open_and_below_them() {
    const NOREPLACE: u64 = 1;
    const EXCHANGE: u64 = 2;
    let mut calls = Calls::new();
    let root = calls.root.path().to_owned();
    fs::create_dir(root.join("e")).expect("a folder");
    fs::write(root.join("e/g"), "other").expect("a file");
    let exchange = |calls: &mut Calls, from, to, flags| {
        let arguments = [N(HERE), P(from), N(HERE), P(to), N(flags)];
        calls.call("renameat2", &arguments)
    };
    let text = |name: &str| fs::read_to_string(root.join(name)).expect("a file");
    let shown = |calls: &mut Calls, fd| {
        let link = format!("/proc/self/fd/{fd}");
        let arguments = [P(&link), N(PLACE), N(64)];
        let length = calls.call("readlink", &arguments).expect("a path");
        String::from_utf8(calls.guest.get(PLACE, length as usize)).expect("a path")
    };
    let first = calls.call("open", &[P("f"), N(2)]).expect("a file");
    let second = calls.call("open", &[P("e/g"), N(2)]).expect("a file");
    assert_eq!(exchange(&mut calls, "f", "e/g", EXCHANGE), Ok(0));
    assert_eq!([text("f"), text("e/g")], ["other", "abc"]);
    assert_eq!(shown(&mut calls, first), "/e/g");
    assert_eq!(shown(&mut calls, second), "/f");
    // Two directories, of which one is the working directory and one is open; then a directory and a file.
    assert_eq!(calls.call("chdir", &[P("d")]), Ok(0));
    let folder = calls.call("open", &[P("/e"), N(0)]).expect("a folder");
    assert_eq!(exchange(&mut calls, "/d", "/e", EXCHANGE), Ok(0));
    assert_eq!([text("e/f"), text("d/g")], ["abc", "abc"]);
    assert_eq!(shown(&mut calls, first), "/d/g");
    assert_eq!(shown(&mut calls, folder), "/d");
    assert_eq!(calls.call("getcwd", &[N(PLACE), N(64)]), Ok(3));
    assert_eq!(calls.guest.get(PLACE, 3), b"/e\0");
    assert_eq!(exchange(&mut calls, "/f", "/d", EXCHANGE), Ok(0));
    assert_eq!([text("d"), text("f/g")], ["other", "abc"]);
    assert_eq!(shown(&mut calls, folder), "/f");
    let below = [N(folder), P("g"), N(0)];
    assert!(calls.call("openat", &below).is_ok());
    // Names of one file stay.
    assert_eq!(calls.call("link", &[P("/d"), P("/n")]), Ok(0));
    assert_eq!(exchange(&mut calls, "/d", "/n", EXCHANGE), Ok(0));
    for (from, to, flags, expected) in [
        ("/d", "/gone", EXCHANGE, ENOENT),
        ("/gone", "/d", EXCHANGE, ENOENT),
        ("/d", "/n", EXCHANGE | NOREPLACE, EINVAL),
        ("/d", "/n", NOREPLACE, EEXIST),
        ("/d", "/n", 4, EINVAL),
        ("/f", "/f/g", EXCHANGE, EINVAL),
        ("/f/g", "/f", EXCHANGE, EINVAL),
        ("/e", "/n/", EXCHANGE, ENOTDIR),
        ("/n/", "/e", EXCHANGE, ENOTDIR),
    ] {
        assert_eq!(
            exchange(&mut calls, from, to, flags),
            Err(expected),
            "{from} {to}"
        );
    }
    // A directory takes a slash wherever it stands.
    assert_eq!(exchange(&mut calls, "/n", "/e/", EXCHANGE), Ok(0));
}

#[test]
fn no_name_moves_between_a_folder_and_what_is_provided() {
    let mut calls = Calls::new();
    // None, `RENAME_NOREPLACE`, `RENAME_EXCHANGE`.
    for flags in [0, 1, 2] {
        for name in ["/proc/cpuinfo", "/proc/self", "/proc/none", "/dev/null"] {
            for (from, to) in [("/f", name), (name, "/f"), (name, "/d/none")] {
                let arguments = [N(HERE), P(from), N(HERE), P(to), N(flags)];
                let moved = calls.call("renameat2", &arguments);
                assert_eq!(moved, Err(EXDEV), "{from} {to} {flags}");
            }
        }
    }
    assert_eq!(calls.call("rename", &[P("/f"), P("/d/none")]), Ok(0));
    let link = calls.call("link", &[P("/proc/cpuinfo"), P("/n")]);
    assert_eq!(link, Err(EXDEV));
}

#[test]
fn directories_that_are_provided_list_what_is_found_in_them() {
    let mut calls = Calls::new();
    let thread = calls.thread();
    let child = calls.call("clone", &[N(17), N(0)]).expect("a child");
    let mut listed = |path: &str| {
        let fd = calls.call("open", &[P(path), N(0o200000)]);
        let fd = fd.unwrap_or_else(|errno| panic!("{path}: {errno}"));
        let list = [N(fd), N(PLACE - 0x4000), N(0x4000)];
        let length = calls.call("getdents64", &list).expect("a listing");
        let bytes = calls.guest.get(PLACE - 0x4000, length as usize);
        let mut rest = &bytes[..];
        let mut names = Vec::new();
        while let Some(length) = rest.get(16) {
            let (entry, later) = rest.split_at(usize::from(*length));
            let name = entry[19..].split(|&byte| byte == 0).next().expect("a name");
            let name = String::from_utf8(name.to_vec()).expect("a name");
            // Numbers and kinds are those of `lstat`, but for links, which are what they lead to, and a file system below.
            let whole = format!("{path}/{name}");
            if entry[18] != 10 {
                let found = calls.call("lstat", &[P(&whole), N(PLACE)]);
                assert_eq!(found, Ok(0), "{whole}");
                let inode = u64::from_le_bytes(entry[..8].try_into().expect("a number"));
                let kind = calls.small(PLACE + 24) >> 12;
                if ![".", "..", "shm"].contains(&&*name) {
                    assert_eq!(
                        (calls.word(PLACE + 8), kind),
                        (inode, entry[18].into()),
                        "{whole}"
                    );
                }
            }
            names.push(name);
            rest = later;
        }
        assert_eq!(calls.call("close", &[N(fd)]), Ok(0));
        names.split_off(2)
    };
    let processes = listed("/proc");
    let (first, child, thread) = (FIRST.to_string(), child.to_string(), thread.to_string());
    assert!(processes.ends_with(&[first.clone(), child.clone()]));
    assert!(
        ["self", "cpuinfo", "sys"]
            .iter()
            .all(|name| processes.contains(&(*name).into()))
    );
    let own = [
        "exe", "maps", "cmdline", "environ", "status", "stat", "comm", "auxv", "cwd", "fd",
    ];
    for path in ["/proc/self", &format!("/proc/{child}")] {
        assert_eq!(listed(path), [&own[..], &["task"]].concat());
    }
    assert_eq!(listed("/proc/self/task"), [&*first, &thread]);
    assert_eq!(listed(&format!("/proc/self/task/{thread}")), own);
    assert_eq!(listed(&format!("/proc/{child}/task")), [child]);
    assert_eq!(listed("/proc/self/fd"), ["0", "1", "2", "3"]);
    assert_eq!(listed("/proc/sys/kernel"), ["osrelease", "pid_max"]);
    assert_eq!(listed("/sys/devices/system/cpu"), ["online", "possible"]);
    assert!(listed("/dev").contains(&"shm".to_owned()));
}

#[test]
fn the_name_of_a_descriptor_opens_and_changes_a_file_without_a_name() {
    const RDWR: u64 = 2;
    const TRUNCATES: u64 = 0o1000;
    let mut calls = Calls::new();
    let link = |fd: u64| format!("/proc/self/fd/{fd}");
    let open = |calls: &mut Calls, path: &str, flags| calls.call("open", &[P(path), N(flags)]);
    let read = |calls: &mut Calls, fd| {
        let count = calls.call("read", &[N(fd), N(PLACE), N(8)])?;
        Ok::<_, u16>(calls.guest.get(PLACE, count as usize))
    };
    let removed = open(&mut calls, "f", RDWR).expect("a file");
    assert_eq!(calls.call("unlink", &[P("f")]), Ok(0));
    let memory = calls.memory_file();
    calls.guest.put(PLACE, b"abc");
    assert_eq!(calls.call("write", &[N(memory), N(PLACE), N(3)]), Ok(3));
    let directory = 0o200000;
    let none = [P("/proc/self/fd/99"), N(2)];
    assert_eq!(calls.call("truncate", &none), Err(ENOENT));
    assert_eq!(calls.call("chmod", &none), Err(ENOENT));
    for fd in [removed, memory] {
        let path = link(fd);
        assert_eq!(open(&mut calls, &path, directory), Err(ENOTDIR));
        let again = open(&mut calls, &path, 0).expect("the file");
        assert_eq!(read(&mut calls, again), Ok(b"abc".to_vec()), "{path}");
        assert_eq!(calls.call("write", &[N(again), N(PLACE), N(1)]), Err(9));
        let other = open(&mut calls, &format!("/dev/fd/{fd}"), RDWR).expect("the file");
        assert_eq!(calls.position(other), 0);
        assert_eq!(calls.call("truncate", &[P(&path), N(2)]), Ok(0));
        assert_eq!(calls.size(fd), 2);
        let empty = open(&mut calls, &path, RDWR | TRUNCATES).expect("the file");
        assert_eq!([calls.size(fd), calls.size(empty)], [0, 0]);
    }
    let path = link(removed);
    assert_eq!(calls.call("chmod", &[P(&path), N(0o400)]), Ok(0));
    assert_eq!(calls.call("fstat", &[N(removed), N(PLACE)]), Ok(0));
    assert_eq!(calls.small(PLACE + 24) & 0o777, 0o400);
    let duplicate = [N(removed), N(0)];
    assert_eq!(calls.call("dup2", &duplicate), Ok(0));
    assert!(open(&mut calls, "/dev/stdin", 0).is_ok());
    // A file with its name is truncated by that of the descriptor, too.
    let named = open(&mut calls, "d/f", RDWR).expect("a file");
    let path = link(named);
    assert!(open(&mut calls, &path, RDWR | TRUNCATES).is_ok());
    assert_eq!(calls.size(named), 0);
    let (reader, _) = calls.pipe();
    let path = link(reader);
    assert_eq!(calls.call("truncate", &[P(&path), N(2)]), Err(EINVAL));
}

#[test]
fn names_that_are_not_wanted_or_not_followed() {
    const HERE: u64 = -100_i64 as u64;
    const EMPTY_PATH: u64 = 0x1000;
    const NOFOLLOW: u64 = 0x100;
    const OMIT: u64 = 0x3fff_fffe;
    let mut calls = Calls::new();
    let file = calls.call("open", &[P("f"), N(0)]).expect("a file");
    let link = [N(file), P(""), N(HERE), P("n"), N(EMPTY_PATH)];
    assert_eq!(calls.call("linkat", &link), Err(ENOENT));
    calls.words(PLACE, &[0, OMIT, 0, OMIT]);
    let times = [N(HERE), P("none"), N(PLACE), N(0)];
    assert_eq!(calls.call("utimensat", &times), Ok(0));
    let run = [N(HERE), P("l"), N(0), N(0), N(NOFOLLOW)];
    assert_eq!(calls.call("execveat", &run), Err(ELOOP));
    let beyond = [N(file), N(i64::MAX as u64), N(1)];
    assert_eq!(calls.call("lseek", &[N(file), N(1), N(0)]), Ok(1));
    assert_eq!(calls.call("lseek", &beyond), Err(EINVAL));
}

#[test]
fn a_table_of_descriptors_that_is_left_is_as_it_was() {
    const FILES: u64 = 0x400;
    const UNSHARE: u64 = 2;
    let mut calls = Calls::new();
    let file = calls.memory_file();
    let child = calls
        .call("clone", &[N(FILES | 17), N(0)])
        .expect("a child");
    let close = [N(file), N(u32::MAX.into()), N(UNSHARE)];
    assert_eq!(calls.ask(child, "close_range", &close), Answer::Done(0, 0));
    let seek = [N(file), N(0), N(1)];
    assert_eq!(calls.call("lseek", &seek), Ok(0));
    assert_eq!(calls.ask(child, "lseek", &seek), Answer::Failed(EBADF));
}

#[test]
fn either_end_of_a_pipe_is_opened_by_the_name_of_the_other() {
    let mut calls = Calls::new();
    let (from, to) = calls.pipe();
    let name = format!("/proc/self/fd/{from}");
    let writer = calls.call("open", &[P(&name), N(1)]).expect("an end");
    assert_eq!(calls.call("close", &[N(to)]), Ok(0));
    assert_eq!(calls.call("write", &[N(writer), N(PLACE), N(3)]), Ok(3));
    assert_eq!(calls.call("read", &[N(from), N(PLACE), N(9)]), Ok(3));
}

#[test]
fn a_file_without_a_name_is_refused_as_by_a_file_system_that_makes_none() {
    const DIRECTORY: u64 = 0o200000;
    const TMPFILE: u64 = 0o20000000 | DIRECTORY;
    const READ_WRITE: u64 = 2;
    let mut calls = Calls::new();
    for (path, flags, expected) in [
        (".", TMPFILE | READ_WRITE, EOPNOTSUPP),
        (".", TMPFILE, EINVAL),
        (".", TMPFILE | READ_WRITE | 0o100, EINVAL),
        (".", TMPFILE ^ DIRECTORY | READ_WRITE, EINVAL),
        ("f", TMPFILE | READ_WRITE, ENOTDIR),
        ("none", TMPFILE | READ_WRITE, ENOENT),
    ] {
        let open = [P(path), N(flags), N(0o600)];
        assert_eq!(calls.call("open", &open), Err(expected), "{path} {flags:o}");
    }
}

#[test]
fn the_rights_of_a_file_in_memory_can_be_changed() {
    let mut calls = Calls::new();
    let file = calls.memory_file();
    let mode = |calls: &mut Calls| {
        assert_eq!(calls.call("fstat", &[N(file), N(PLACE)]), Ok(0));
        calls.small(PLACE + 24)
    };
    assert_eq!(mode(&mut calls), 0o100777);
    assert_eq!(calls.call("fchmod", &[N(file), N(0o640)]), Ok(0));
    assert_eq!(mode(&mut calls), 0o100640);
    let name = format!("/proc/self/fd/{file}");
    assert_eq!(calls.call("chmod", &[P(&name), N(0o400)]), Ok(0));
    assert_eq!(mode(&mut calls), 0o100400);
}

#[test]
fn a_file_in_memory_is_opened_again_only_with_the_rights_for_it() {
    const TRUNCATE: u64 = 0o1000;
    const PATH: u64 = 0o10_000_000;
    let mut calls = Calls::new();
    let file = calls.memory_file();
    let name = format!("/proc/self/fd/{file}");
    for (mode, refused) in [
        (0o700, &[][..]),
        (0o400, &[1, 2, 3, TRUNCATE][..]),
        (0o200, &[0, 2, 3, TRUNCATE][..]),
        (0o077, &[0, 1, 2, 3, TRUNCATE][..]),
    ] {
        assert_eq!(calls.call("fchmod", &[N(file), N(mode)]), Ok(0));
        for flags in [0, 1, 2, 3, TRUNCATE, PATH] {
            let opened = calls.call("open", &[P(&name), N(flags)]);
            let expected = refused.contains(&flags).then_some(EACCES);
            assert_eq!(opened.err(), expected, "{mode:o} {flags:o}");
        }
        let cut = calls.call("truncate", &[P(&name), N(0)]);
        let writes = mode & 0o200 != 0;
        assert_eq!(cut, if writes { Ok(0) } else { Err(EACCES) });
    }
}

#[test]
fn files_have_no_extended_attributes() {
    const ERANGE: u16 = 34;
    const E2BIG: u16 = 7;
    let mut calls = Calls::new();
    let file = calls.call("open", &[P("f"), N(0)]).expect("a file");
    let long = "n".repeat(256);
    for call in ["listxattr", "llistxattr"] {
        assert_eq!(calls.call(call, &[P("l"), N(PLACE), N(64)]), Ok(0));
        assert_eq!(calls.call(call, &[P("none"), N(0), N(0)]), Err(ENOENT));
    }
    assert_eq!(calls.call("flistxattr", &[N(file), N(0), N(0)]), Ok(0));
    assert_eq!(calls.call("flistxattr", &[N(99), N(0), N(0)]), Err(EBADF));
    for (call, of) in [
        ("getxattr", P("f")),
        ("lgetxattr", P("l")),
        ("fgetxattr", N(file)),
        ("removexattr", P("f")),
        ("setxattr", P("f")),
        ("lsetxattr", P("f")),
        ("fsetxattr", N(file)),
    ] {
        let mut ask = |name| calls.call(call, &[of, P(name), N(PLACE), N(9), N(0)]);
        assert_eq!(ask("user.a"), Err(EOPNOTSUPP), "{call}");
        assert_eq!(ask(""), Err(ERANGE), "{call}");
        assert_eq!(ask(&long), Err(ERANGE), "{call}");
    }
    let flags = [P("f"), P("user.a"), N(PLACE), N(9), N(4)];
    assert_eq!(calls.call("setxattr", &flags), Err(EINVAL));
    for (value, size, expected) in [
        (UNMAPPED, 9, EFAULT),
        (UNMAPPED, 0, EOPNOTSUPP),
        (UNMAPPED, 65_537, E2BIG),
    ] {
        let set = [P("f"), P("user.a"), N(value), N(size), N(0)];
        assert_eq!(calls.call("setxattr", &set), Err(expected), "{size}");
    }
}
