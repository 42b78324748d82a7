//! System calls one at a time: results that the differential fuzzing of `tests/fuzzing` found to be others than Linux's, and
//! bounds on what calls may build.

#[path = "support/calls.rs"]
mod calls;

use std::fs;

use calls::*;
use linux::fuzzing::SCRATCH;

#[test]
fn a_listing_that_the_memory_has_no_room_for_is_refused() {
    let mut calls = Calls::with_memory(4 << 20);
    let few = calls.call("open", &[P("d"), N(0)]).expect("a folder");
    assert!(
        calls
            .call("getdents64", &[N(few), N(SCRATCH), N(0x4000)])
            .is_ok()
    );
    for n in 0..6000 {
        let name = format!("{n:0240}");
        fs::write(calls.root.path().join("d").join(name), "").expect("a file");
    }
    let many = calls.call("open", &[P("d"), N(0)]).expect("a folder");
    let list = [N(many), N(SCRATCH), N(0x4000)];
    assert_eq!(calls.call("getdents64", &list), Err(ENOMEM));
    assert_eq!(calls.call("rmdir", &[P("d")]), Err(ENOTEMPTY));
}

#[test]
fn a_removed_file_counts_on_the_disk_for_as_long_as_it_is_mapped() {
    let mut calls = Calls::with_memory(4 << 20);
    let fill = |calls: &mut Calls, fd: u64, most: u64| {
        let block = |at| [N(fd), N(SCRATCH), N(0x4000), N(at * 0x4000)];
        (0..most)
            .take_while(|&at| calls.call("pwrite64", &block(at)) == Ok(0x4000))
            .count()
    };
    let open = |calls: &mut Calls, name| {
        calls
            .call("open", &[P(name), N(0o102), N(0o644)])
            .expect("a file")
    };
    let fd = open(&mut calls, "big");
    assert_eq!(fill(&mut calls, fd, 160), 160);
    assert_eq!(calls.call("unlink", &[P("big")]), Ok(0));
    let map = [N(0), N(0x4000), N(3), N(1), N(fd), N(0)];
    let place = calls.call("mmap", &map).expect("a mapping");
    assert_eq!(calls.call("close", &[N(fd)]), Ok(0));
    let next = open(&mut calls, "next");
    let left = fill(&mut calls, next, 256);
    assert!(left < 96, "{left}");
    assert_eq!(calls.call("munmap", &[N(place), N(0x4000)]), Ok(0));
    assert!(
        fill(&mut calls, next, 200) == 200,
        "the bytes are free again"
    );
}

#[test]
fn errors_of_paths_are_those_of_linux() {
    let long = "n".repeat(256);
    let long_below = format!("none/{long}");
    let rows: &[(&str, &[Arg<'_>], u16)] = &[
        // What is there is said before what its last name is like.
        ("mkdir", &[P("f/"), N(0o755)], EEXIST),
        ("mkdir", &[P("."), N(0o755)], EEXIST),
        ("symlink", &[P("x"), P("d/..")], EEXIST),
        ("link", &[P("d"), P("f")], EEXIST),
        ("link", &[P("f"), P("x/")], ENOENT),
        ("open", &[P("x/"), N(0o101), N(0o644)], EISDIR),
        ("open", &[P("f/"), N(0o101), N(0o644)], EISDIR),
        ("open", &[P("d"), N(0o1000), N(0)], EISDIR),
        ("open", &[P("l"), N(0o600000), N(0)], ENOTDIR),
        ("open", &[P("."), N(0o302), N(0)], EEXIST),
        ("unlink", &[P("d/.")], EISDIR),
        ("unlink", &[P("l/")], ENOTDIR),
        ("rmdir", &[P("d/.")], EINVAL),
        ("rmdir", &[P("d/..")], ENOTEMPTY),
        ("rmdir", &[P("l/")], ENOTDIR),
        ("rename", &[P("d"), P("d/f")], EINVAL),
        ("rename", &[P("d/f"), P("d")], ENOTEMPTY),
        ("rename", &[P("f/"), P("x")], ENOTDIR),
        // A name that no folder holds is looked at after the folder.
        ("rmdir", &[P(&long_below)], ENOENT),
        ("rename", &[P(&long), P("none/x")], ENOENT),
        ("mkdir", &[P(&long), N(0o755)], ENAMETOOLONG),
        // An empty path is none, whatever the descriptor.
        ("openat", &[N(77), P(""), N(0)], ENOENT),
        (
            "readlinkat",
            &[N(-100_i64 as u64), P(""), N(SCRATCH), N(9)],
            ENOENT,
        ),
    ];
    let mut calls = Calls::new();
    for (n, (name, args, errno)) in rows.iter().enumerate() {
        assert_eq!(calls.call(name, args), Err(*errno), "{name}, row {n}");
    }
}

#[test]
fn a_file_that_is_opened_for_reading_and_truncated_is_emptied() {
    let mut calls = Calls::new();
    assert!(calls.call("open", &[P("f"), N(0o1000)]).is_ok());
    assert_eq!(
        fs::read(calls.root.path().join("f")).expect("the file"),
        b""
    );
}

#[test]
fn a_removed_working_directory_still_has_its_parent() {
    let mut calls = Calls::new();
    assert_eq!(calls.call("mkdir", &[P("e"), N(0o755)]), Ok(0));
    assert_eq!(calls.call("chdir", &[P("e")]), Ok(0));
    assert_eq!(calls.call("rmdir", &[P("/e")]), Ok(0));
    assert_eq!(calls.call("access", &[P("x"), N(0)]), Err(ENOENT));
    assert_eq!(calls.call("access", &[P("../f"), N(0)]), Ok(0));
    for name in ["x", &"n".repeat(256)] {
        assert_eq!(calls.call("mkdir", &[P(name), N(0o755)]), Err(ENOENT));
    }
    for (name, error) in [("a", ENOENT), ("a/", EISDIR), ("a/b/", ENOENT)] {
        let create = [P(name), N(0o101), N(0o600)];
        assert_eq!(calls.call("open", &create), Err(error), "{name}");
    }
    assert_eq!(calls.call("chdir", &[P("..")]), Ok(0));
}

#[test]
fn a_descriptor_that_only_names_a_place_is_no_open_file() {
    let mut calls = Calls::new();
    let place = calls
        .call("open", &[P("f"), N(0o10000000 | 0o101)])
        .expect("a place");
    for (name, args) in [
        ("ftruncate", [N(place), N(0)]),
        ("fcntl", [N(place), N(4)]),
        ("fsync", [N(place), N(0)]),
    ] {
        assert_eq!(calls.call(name, &args), Err(EBADF), "{name}");
    }
    let read = [N(place), P(""), N(SCRATCH), N(9)];
    assert_eq!(calls.call("readlinkat", &read), Err(ENOENT), "no link");
    assert_eq!(
        calls.call("fcntl", &[N(place), N(3)]),
        Ok(0o10000000),
        "other flags mean nothing"
    );
}

#[test]
fn a_descriptor_of_the_fourth_access_mode_neither_reads_nor_writes() {
    let mut calls = Calls::new();
    let fd = calls
        .call("open", &[P("f"), N(3)])
        .expect("the mode asks for both rights");
    for name in ["read", "write"] {
        assert_eq!(
            calls.call(name, &[N(fd), N(SCRATCH), N(1)]),
            Err(EBADF),
            "{name}"
        );
    }
}

#[test]
fn a_pipe_has_no_positions_and_keeps_its_permissions() {
    let mut calls = Calls::new();
    let (reader, writer) = calls.pipe();
    for (name, fd) in [("pread64", writer), ("pwrite64", reader)] {
        assert_eq!(
            calls.call(name, &[N(fd), N(SCRATCH), N(1), N(0)]),
            Err(ESPIPE),
            "{name}"
        );
    }
    assert_eq!(
        calls.call("fallocate", &[N(writer), N(0), N(0), N(1)]),
        Err(ESPIPE)
    );
    assert_eq!(calls.call("fchmod", &[N(writer), N(0o640)]), Ok(0));
    assert_eq!(calls.call("close", &[N(reader)]), Ok(0));
    assert_eq!(
        calls.call("write", &[N(writer), N(SCRATCH), N(0)]),
        Ok(0),
        "nothing needs no reader"
    );
    assert_eq!(calls.call("fstat", &[N(writer), N(SCRATCH)]), Ok(0));
    assert_eq!(calls.guest.get(SCRATCH + 24, 2), 0o010640_u16.to_le_bytes());
}

#[test]
fn epoll_instances_nest_five_levels_and_in_no_circle() {
    let mut calls = Calls::new();
    let (reader, _) = calls.pipe();
    let chain: Vec<u64> = (0..6).map(|_| calls.epoll()).collect();
    assert_eq!(calls.watch(chain[0], reader), Ok(0));
    assert_eq!(calls.watch(chain[1], chain[0]), Ok(0));
    assert_eq!(calls.watch(chain[0], chain[1]), Err(ELOOP), "a circle");
    // The upper ones first: both what is above and what is below counts.
    for n in [4, 3, 2] {
        assert_eq!(calls.watch(chain[n], chain[n - 1]), Ok(0), "level {n}");
    }
    assert_eq!(
        calls.watch(chain[5], chain[4]),
        Err(ELOOP),
        "a sixth level above"
    );
    let low = calls.epoll();
    assert_eq!(
        calls.watch(chain[0], low),
        Err(ELOOP),
        "a sixth level below"
    );
}

#[test]
fn an_epoll_instance_is_looked_at_once_however_many_ways_lead_to_it() {
    let mut calls = Calls::new();
    let (reader, writer) = calls.pipe();
    let mut below = reader;
    // 100 ways at each of four levels: a hundred million in all.
    for _ in 0..4 {
        let instance = calls.epoll();
        for _ in 0..100 {
            let copy = calls.call("dup", &[N(below)]).expect("a descriptor");
            assert_eq!(calls.watch(instance, copy), Ok(0));
        }
        below = instance;
    }
    let wait = [N(below), N(SCRATCH), N(8), N(0)];
    assert_eq!(calls.call("epoll_wait", &wait), Ok(0));
    assert_eq!(calls.call("write", &[N(writer), N(SCRATCH), N(1)]), Ok(1));
    assert_eq!(calls.call("epoll_wait", &wait), Ok(8));
}

#[test]
fn links_of_a_process_that_has_ended_lead_nowhere() {
    let mut calls = Calls::new();
    let child = calls.call("clone", &[N(17), N(0)]).expect("a child");
    let links = ["cwd", "cwd/", "cwd/f", "exe", "exe/"];
    let links = links.map(|link| format!("/proc/{child}/{link}"));
    let answers = |calls: &mut Calls| {
        links.each_ref().map(|link| {
            let result = calls.call("chdir", &[P(link)]);
            assert_eq!(calls.call("chdir", &[P("/d")]), Ok(0));
            result
        })
    };
    let (found, file) = (Ok(0), Err(ENOTDIR));
    assert_eq!(answers(&mut calls), [found, found, file, file, file]);
    assert_eq!(calls.call("kill", &[N(child), N(9)]), Ok(0));
    // The child's turn comes after 200,000 instructions.
    calls.guest.run(1_000_000);
    let stat = format!("/proc/{child}/stat");
    let fd = calls.call("open", &[P(&stat), N(0)]).expect("a file");
    let length = calls.call("read", &[N(fd), N(SCRATCH), N(99)]).unwrap();
    let stat = calls.guest.get(SCRATCH, length as usize);
    assert!(stat.windows(3).any(|state| state == b" Z "), "a zombie");
    assert_eq!(answers(&mut calls), [Err(ENOENT); 5], "a zombie");
    let cwd = format!("/proc/{child}/cwd");
    for flags in [0, 0o200000, 0o101] {
        let open = [P(&cwd), N(flags), N(0o600)];
        assert_eq!(calls.call("open", &open), Err(ENOENT), "{flags:o}");
    }
    assert_eq!(calls.call("stat", &[P(&cwd), N(SCRATCH)]), Err(ENOENT));
    assert_eq!(calls.call("lstat", &[P(&cwd), N(SCRATCH)]), Ok(0));
    assert_eq!(
        calls.call("wait4", &[N(child), N(0), N(1), N(0)]),
        Ok(child)
    );
    assert_eq!(answers(&mut calls), [Err(ENOENT); 5], "waited for");
}

#[test]
fn mremap_of_no_bytes_gives_shared_pages_a_second_place_and_private_ones_none() {
    const PAGE: u64 = 0x4000;
    const MAY_MOVE: u64 = 1;
    const FIXED: u64 = 3;
    let mut calls = Calls::new();
    let fd = calls.call("open", &[P("f"), N(2)]).expect("a file");
    let map = |calls: &mut Calls, flags: u64, pages: u64, fd: u64| {
        let arguments = [N(0), N(pages * PAGE), N(3), N(flags), N(fd), N(0)];
        calls.call("mmap", &arguments).expect("a mapping")
    };
    let again = |calls: &mut Calls, start: u64, pages: u64, flags: u64, target: u64| {
        let arguments = [N(start), N(0), N(pages * PAGE), N(flags), N(target)];
        calls.call("mremap", &arguments)
    };
    let nothing = u64::MAX;
    let shared = map(&mut calls, 0x21, 3, nothing);
    let file = map(&mut calls, 1, 1, fd);
    let private = map(&mut calls, 0x22, 2, nothing);
    for (start, bytes) in [(shared + PAGE, *b"one"), (file, *b"two")] {
        let second = again(&mut calls, start, 1, MAY_MOVE, 0).expect("a second place");
        assert!(second != start && calls.guest.put(start, &bytes));
        assert_eq!(calls.guest.get(second, 3), bytes);
        assert!(calls.guest.put(second, b"new"));
        assert_eq!(calls.guest.get(start, 3), b"new");
        // Either goes without the other.
        assert_eq!(calls.call("munmap", &[N(second), N(PAGE)]), Ok(0));
        assert_eq!(calls.guest.get(start, 3), b"new");
    }
    assert_eq!(again(&mut calls, shared, 1, 0, 0), Err(ENOMEM));
    for flags in [0, MAY_MOVE] {
        assert_eq!(again(&mut calls, private, 1, flags, 0), Err(EINVAL));
    }
    assert_eq!(calls.call("munmap", &[N(private + PAGE), N(PAGE)]), Ok(0));
    let unmapped = again(&mut calls, private + PAGE, 1, MAY_MOVE, 0);
    assert_eq!(unmapped, Err(EFAULT));

    // What a refused call was to replace is gone, as on Linux.
    let target = map(&mut calls, 0x21, 2, nothing);
    assert_eq!(again(&mut calls, private, 1, FIXED, target), Err(EINVAL));
    assert!(!calls.guest.put(target, b"gone"));
    let itself = target + PAGE;
    assert_eq!(again(&mut calls, itself, 1, FIXED, itself), Err(EFAULT));
    assert!(!calls.guest.put(itself, b"gone"));
    let over = again(&mut calls, shared + PAGE, 2, FIXED, shared);
    assert_eq!(over, Err(EINVAL));
    // Over its own end: the last two of three pages are the first two.
    assert!(calls.guest.put(shared, b"first"));
    let behind = again(&mut calls, shared, 2, FIXED, shared + PAGE);
    assert_eq!(behind, Ok(shared + PAGE));
    assert_eq!(calls.guest.get(shared + PAGE, 5), b"first");
    assert_eq!(calls.guest.get(shared + 2 * PAGE, 3), b"new");
    // Longer than what is there.
    let longer = again(&mut calls, shared + 2 * PAGE, 2, MAY_MOVE, 0).expect("a second place");
    assert_eq!(calls.guest.get(longer, 3), b"new");
    assert_eq!(calls.guest.get(longer + PAGE, 3), [0; 3]);
}

#[test]
fn a_mapping_that_was_made_longer_is_made_longer_again() {
    const PAGE: u64 = 0x4000;
    let mut calls = Calls::new();
    let fd = calls.call("open", &[P("f"), N(2)]).expect("a file");
    // Without a file, private and shared; of a file, shared.
    for (flags, fd) in [(0x22, u64::MAX), (0x21, u64::MAX), (1, fd)] {
        let arguments = [N(0), N(PAGE), N(3), N(flags), N(fd), N(0)];
        let mut start = calls.call("mmap", &arguments).expect("a mapping");
        assert!(calls.guest.put(start, b"kept"));
        for pages in 1..6 {
            let arguments = [N(start), N(pages * PAGE), N((pages + 1) * PAGE), N(1)];
            let longer = calls.call("mremap", &arguments);
            start = longer.unwrap_or_else(|error| panic!("{flags:#x}, {pages} pages: {error}"));
            assert_eq!(calls.guest.get(start, 4), *b"kept");
        }
        // In pieces, which are one mapping again once their rights are equal.
        for rights in [1, 3] {
            let arguments = [N(start + 2 * PAGE), N(PAGE), N(rights)];
            assert_eq!(calls.call("mprotect", &arguments), Ok(0));
            let longer = calls.call("mremap", &[N(start), N(6 * PAGE), N(7 * PAGE), N(1)]);
            match rights {
                1 => assert_eq!(longer, Err(EFAULT)),
                _ => start = longer.expect("one mapping"),
            }
        }
        let arguments = [N(start), N(7 * PAGE), N(2 * PAGE), N(0)];
        assert_eq!(calls.call("mremap", &arguments), Ok(start));
        assert_eq!(calls.call("munmap", &[N(start), N(2 * PAGE)]), Ok(0));
    }
}

#[test]
fn a_private_mapping_of_a_file_is_moved_and_made_longer_and_shorter() {
    const PAGE: u64 = 0x4000;
    const MAY_MOVE: u64 = 1;
    const FIXED: u64 = 3;
    let mut calls = Calls::new();
    let fd = calls.call("open", &[P("f"), N(2)]).expect("a file");
    let arguments = [N(0), N(3 * PAGE), N(3), N(2), N(fd), N(0)];
    let start = calls.call("mmap", &arguments).expect("a mapping");
    assert!(calls.guest.put(start, b"kept"));
    let target = start + 16 * PAGE;
    let mut remap = |start: u64, old: u64, new: u64, flags: u64| {
        let arguments = [N(start), N(old), N(new), N(flags), N(target)];
        calls.call("mremap", &arguments)
    };
    assert_eq!(remap(start, 3 * PAGE, 4 * PAGE, 0), Ok(start));
    assert_eq!(remap(start, 4 * PAGE, 2 * PAGE, 0), Ok(start));
    assert_eq!(remap(start, 2 * PAGE, 3 * PAGE, FIXED), Ok(target));
    // A part of it has no place to grow.
    assert_eq!(remap(target, PAGE, 2 * PAGE, 0), Err(ENOMEM));
    let moved = remap(target, PAGE, 2 * PAGE, MAY_MOVE).expect("another place");
    assert_eq!(calls.guest.get(moved, 4), *b"kept");
}

#[test]
fn no_mapping_reaches_farther_than_a_file_can() {
    const PAGE: u64 = 0x4000;
    const FIXED: u64 = 3;
    let mut calls = Calls::new();
    let fd = calls.call("open", &[P("f"), N(2)]).expect("a file");
    let last = (1 << 63) - 4 * PAGE;
    for flags in [1, 2] {
        let mut map = |offset| {
            let arguments = [N(0), N(2 * PAGE), N(3), N(flags), N(fd), N(offset)];
            calls.call("mmap", &arguments)
        };
        for offset in [PAGE.wrapping_neg(), (1 << 63) - 2 * PAGE] {
            assert_eq!(map(offset), Err(EOVERFLOW), "{offset:#x}");
        }
        let start = map(last).expect("a mapping");
        for (flags, target) in [(0, 0), (FIXED, start + 16 * PAGE)] {
            let arguments = [N(start), N(2 * PAGE), N(4 * PAGE), N(flags), N(target)];
            assert_eq!(calls.call("mremap", &arguments), Err(EOVERFLOW));
        }
        let longer = [N(start), N(2 * PAGE), N(3 * PAGE), N(0)];
        assert_eq!(calls.call("mremap", &longer), Ok(start));
    }
}

#[test]
fn a_mapping_that_finds_no_memory_at_another_address_stays_where_it_is() {
    const PAGE: u64 = 0x4000;
    const FIXED: u64 = 3;
    let mut calls = Calls::with_memory(4 << 20);
    fs::write(calls.root.path().join("f"), vec![1; 8 << 20]).expect("a file");
    let fd = calls.call("open", &[P("f"), N(2)]).expect("a file");
    let arguments = [N(0), N(PAGE), N(3), N(2), N(fd), N(0)];
    let start = calls.call("mmap", &arguments).expect("a mapping");
    assert!(calls.guest.put(start, b"kept"));
    let target = start + 16 * PAGE;
    let arguments = [N(start), N(PAGE), N(8 << 20), N(FIXED), N(target)];
    assert_eq!(calls.call("mremap", &arguments), Err(ENOMEM));
    assert_eq!(calls.guest.get(start, 4), *b"kept");
    let arguments = [N(start), N(PAGE), N(2 * PAGE), N(FIXED), N(target)];
    assert_eq!(calls.call("mremap", &arguments), Ok(target));
    assert_eq!(calls.guest.get(target, 4), *b"kept");
    assert_eq!(calls.guest.get(target + PAGE, 2), [1; 2]);
}

#[test]
fn what_is_appended_in_the_last_page_writes_no_mapping_back() {
    const PAGE: u64 = 0x4000;
    let mut calls = Calls::new();
    let fd = calls.call("open", &[P("f"), N(0o2002)]).expect("a file");
    let map = |calls: &mut Calls, flags: u64| {
        let arguments = [N(0), N(2 * PAGE), N(3), N(flags), N(fd), N(0)];
        calls.call("mmap", &arguments).expect("a mapping")
    };
    let (private, shared) = (map(&mut calls, 2), map(&mut calls, 1));
    assert!(calls.guest.put(shared, b"new"));
    assert!(calls.guest.put(SCRATCH, b"d"));
    let file = calls.root.path().join("f");
    let append = |calls: &mut Calls, bytes| {
        let written = calls.call("write", &[N(fd), N(SCRATCH), N(bytes)]);
        assert_eq!(written, Ok(bytes));
        fs::read(&file).expect("the file")
    };
    assert_eq!(append(&mut calls, 1), b"abcd");
    // A page that the file gets is copied to the private mapping, from a file that has all stores.
    assert!(calls.guest.put(SCRATCH + PAGE - 4, b"more"));
    let bytes = append(&mut calls, PAGE);
    assert_eq!(bytes[..4], *b"newd");
    assert_eq!(calls.guest.get(private + PAGE, 4), *b"more");
}

#[test]
fn a_pipe_holds_sixteen_pages_and_a_length_beyond_32_bits_is_none() {
    const SET: u64 = 1031;
    const GET: u64 = 1032;
    let mut calls = Calls::new();
    let (reader, writer) = calls.pipe();
    let length = |calls: &mut Calls| calls.call("fcntl", &[N(reader), N(GET)]);
    assert_eq!(length(&mut calls), Ok(16 * 0x4000));
    let block = [N(writer), N(SCRATCH), N(0x4000)];
    let written = (0..99).take_while(|_| calls.call("write", &block) == Ok(0x4000));
    assert_eq!(written.count(), 16);
    let set = [N(reader), N(SET), N(1 << 33)];
    assert_eq!(calls.call("fcntl", &set), Err(EINVAL));
    assert_eq!(length(&mut calls), Ok(16 * 0x4000));
}

#[test]
fn a_removed_file_follows_new_names_of_the_directories_above_it_and_not_of_others_with_its_name() {
    let mut calls = Calls::new();
    let fd = calls.call("open", &[P("d/f"), N(0)]).expect("a file");
    let shown = |calls: &mut Calls| {
        let link = format!("/proc/self/fd/{fd}");
        let read = [P(&link), N(SCRATCH), N(99)];
        let length = calls.call("readlink", &read).expect("a link");
        String::from_utf8(calls.guest.get(SCRATCH, length as usize)).expect("a path")
    };
    assert_eq!(calls.call("unlink", &[P("d/f")]), Ok(0));
    assert_eq!(calls.call("rename", &[P("f"), P("d/f")]), Ok(0));
    assert_eq!(calls.call("rename", &[P("d/f"), P("g")]), Ok(0));
    assert_eq!(shown(&mut calls), "/d/f (deleted)");
    assert_eq!(calls.call("rename", &[P("d"), P("e")]), Ok(0));
    assert_eq!(shown(&mut calls), "/e/f (deleted)");
}

#[test]
fn the_user_neither_leaves_the_idle_policy_nor_lets_children_inherit_again() {
    const BATCH: u64 = 3;
    const IDLE: u64 = 5;
    const RESET_ON_FORK: u64 = 0x4000_0000;
    let mut calls = Calls::new();
    let mut set = |policy| calls.call("sched_setscheduler", &[N(0), N(policy), N(SCRATCH)]);
    assert_eq!(set(BATCH), Ok(0));
    assert_eq!(set(0), Ok(0));
    assert_eq!(set(IDLE), Ok(0));
    assert_eq!(set(BATCH), Err(EPERM));
    assert_eq!(set(IDLE | RESET_ON_FORK), Ok(0));
    assert_eq!(set(IDLE), Err(EPERM));
    let policy = calls.call("sched_getscheduler", &[N(0)]);
    assert_eq!(policy, Ok(IDLE | RESET_ON_FORK));
}
