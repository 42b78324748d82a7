//! Mappings that move and stay, that children find empty, and that become holes.

use crate::calls::{Calls, EBADF, EFAULT, EINVAL, ENOMEM, EPERM, N, P};
use crate::{EOPNOTSUPP, PAGE, PLACE};

pub(crate) const EACCES: u16 = 13;
const READ: u64 = 1;
const READ_WRITE: u64 = 3;
const SHARED: u64 = 1;
const PRIVATE: u64 = 2;
const ANONYMOUS: u64 = 0x20;
const NONE: u64 = u64::MAX;

impl Calls {
    /// Whether the program can write a word.
    fn writable(&mut self, at: u64) -> bool {
        self.call("clock_gettime", &[N(1), N(at)]).is_ok()
    }

    fn mapped(&mut self, bits: u64, flags: u64, fd: u64) -> u64 {
        let arguments = [N(0), N(2 * PAGE), N(bits), N(flags), N(fd), N(0)];
        self.call("mmap", &arguments).expect("a mapping")
    }

    fn advise(&mut self, at: u64, length: u64, advice: u64) -> Result<u64, u16> {
        self.call("madvise", &[N(at), N(length), N(advice)])
    }
}

#[test]
fn a_mapping_whose_pages_move_stays_and_begins_anew() {
    const MAYMOVE: u64 = 1;
    const FIXED: u64 = 2;
    const DONTUNMAP: u64 = 4;
    let mut calls = Calls::new();
    let remap = |calls: &mut Calls, at, old, new, flags, to| {
        let arguments = [N(at), N(old), N(new), N(flags), N(to)];
        calls.call("mremap", &arguments)
    };
    let away = MAYMOVE | DONTUNMAP;
    let start = calls.mapped(READ_WRITE, PRIVATE | ANONYMOUS, NONE);
    for page in [start, start + PAGE] {
        assert!(calls.guest.put(page, b"bytes"));
    }
    // The second page alone.
    let at = start + PAGE;
    let moved = remap(&mut calls, at, PAGE, PAGE, away, 0).expect("a place");
    assert_eq!(calls.guest.get(moved, 5), b"bytes");
    assert_eq!(calls.guest.get(start, 5), b"bytes");
    assert_eq!(calls.guest.get(at, 5), [0; 5]);
    assert!(calls.guest.put(at, b"other"));
    assert_eq!(calls.guest.get(moved, 5), b"bytes");
    // To a given place, over what is there.
    let to = calls.mapped(READ, PRIVATE | ANONYMOUS, NONE);
    assert_eq!(
        remap(&mut calls, start, 2 * PAGE, 2 * PAGE, away | FIXED, to),
        Ok(to)
    );
    assert_eq!(calls.guest.get(to + PAGE, 5), b"other");
    assert!(calls.guest.put(to, b"there"));
    assert_eq!(calls.guest.get(start, 5), [0; 5]);
    // A copy of a file is one again; shared pages are at both places.
    let file = calls.call("open", &[P("f"), N(2)]).expect("a file");
    let copy = calls.mapped(READ_WRITE, PRIVATE, file);
    assert!(calls.guest.put(copy, b"xyz"));
    let moved = remap(&mut calls, copy, PAGE, PAGE, away, 0).expect("a place");
    assert_eq!(calls.guest.get(moved, 3), b"xyz");
    assert_eq!(calls.guest.get(copy, 3), b"abc");
    // It may replace the beginning of the mapping from which it comes.
    let pages = calls.memory_file();
    for page in [b"p1", b"p2"] {
        assert!(calls.guest.put(to, page));
        assert_eq!(calls.call("write", &[N(pages), N(to), N(PAGE)]), Ok(PAGE));
    }
    let copy = calls.mapped(READ_WRITE, PRIVATE, pages);
    let second = copy + PAGE;
    assert!(calls.guest.put(second, b"mine"));
    assert_eq!(
        remap(&mut calls, second, PAGE, PAGE, away | FIXED, copy),
        Ok(copy)
    );
    assert_eq!(calls.guest.get(copy, 2), b"mi");
    assert_eq!(calls.guest.get(second, 2), b"p2");
    for (flags, fd) in [(SHARED, file), (SHARED | ANONYMOUS, NONE)] {
        let shared = calls.mapped(READ_WRITE, flags, fd);
        let again = remap(&mut calls, shared, PAGE, PAGE, away, 0).expect("a place");
        assert!(calls.guest.put(shared, b"one"));
        assert_eq!(calls.guest.get(again, 3), b"one");
    }
    for (new, flags) in [(2 * PAGE, away), (PAGE, DONTUNMAP), (PAGE, away | 8)] {
        assert_eq!(remap(&mut calls, start, PAGE, new, flags, 0), Err(EINVAL));
    }
    // It counts as memory of its own.
    let limit = PLACE;
    calls.words(limit, &[0, 0]);
    assert_eq!(calls.call("setrlimit", &[N(9), N(limit)]), Ok(0));
    assert_eq!(remap(&mut calls, start, PAGE, PAGE, away, 0), Err(ENOMEM));
}

#[test]
fn children_find_wiped_memory_empty_and_parents_keep_it() {
    const WIPEONFORK: u64 = 18;
    const KEEPONFORK: u64 = 19;
    let mut calls = Calls::new();
    let start = calls.mapped(READ_WRITE, PRIVATE | ANONYMOUS, NONE);
    for page in [start, start + PAGE] {
        assert!(calls.guest.put(page, b"abc"));
    }
    let file = calls.call("open", &[P("f"), N(2)]).expect("a file");
    let word = |calls: &mut Calls, tid: u64, at| {
        // A process finds its own bytes where it writes them to a file that all have.
        let place = [N(file), N(at), N(3), N(0)];
        let answer = calls.ask(tid, "pwrite64", &place);
        assert!(matches!(answer, linux::fuzzing::Answer::Done(3, _)));
        std::fs::read(calls.root.path().join("f")).expect("the file")
    };
    let fork = |calls: &mut Calls| calls.call("clone", &[N(17), N(0)]).expect("a child");
    assert_eq!(calls.advise(start + PAGE, PAGE, WIPEONFORK), Ok(0));
    let child = fork(&mut calls);
    assert_eq!(word(&mut calls, child, start), b"abc");
    assert_eq!(word(&mut calls, child, start + PAGE), [0; 3]);
    assert_eq!(calls.guest.get(start + PAGE, 3), b"abc");
    assert_eq!(calls.advise(start, 2 * PAGE, KEEPONFORK), Ok(0));
    let child = fork(&mut calls);
    assert_eq!(word(&mut calls, child, start + PAGE), b"abc");
    for (flags, fd) in [(SHARED | ANONYMOUS, NONE), (SHARED, file), (PRIVATE, file)] {
        let other = calls.mapped(READ_WRITE, flags, fd);
        assert_eq!(calls.advise(other, PAGE, WIPEONFORK), Err(EINVAL));
        assert_eq!(calls.advise(other, PAGE, KEEPONFORK), Ok(0));
    }
}

#[test]
fn removed_pages_are_holes_of_the_file_and_zeros() {
    const REMOVE: u64 = 9;
    const ADD_SEALS: u64 = 1033;
    const SEAL_WRITE: u64 = 8;
    let mut calls = Calls::new();
    let memory = calls.call("memfd_create", &[P("m"), N(2)]).expect("a file");
    assert_eq!(calls.call("ftruncate", &[N(memory), N(2 * PAGE)]), Ok(0));
    for (flags, fd) in [(SHARED, memory), (SHARED | ANONYMOUS, NONE)] {
        let start = calls.mapped(READ_WRITE, flags, fd);
        for page in [start, start + PAGE] {
            assert!(calls.guest.put(page, b"bytes"));
        }
        assert_eq!(calls.advise(start + PAGE, PAGE, REMOVE), Ok(0));
        assert_eq!(calls.guest.get(start, 5), b"bytes");
        assert_eq!(calls.guest.get(start + PAGE, 5), [0; 5]);
        assert!(calls.guest.put(start + PAGE, b"again"));
        assert_eq!(calls.guest.get(start + PAGE, 5), b"again");
        assert_eq!(calls.advise(start + PAGE, PAGE, REMOVE), Ok(0));
    }
    // The first byte behind the bytes that is one of a hole.
    assert_eq!(calls.call("lseek", &[N(memory), N(0), N(4)]), Ok(PAGE));
    let read = calls.mapped(READ, SHARED, memory);
    assert_eq!(calls.advise(read, PAGE, REMOVE), Err(EACCES));
    let copy = calls.mapped(READ_WRITE, PRIVATE, memory);
    assert_eq!(calls.advise(copy, PAGE, REMOVE), Err(EACCES));
    let own = calls.mapped(READ_WRITE, PRIVATE | ANONYMOUS, NONE);
    assert_eq!(calls.advise(own, PAGE, REMOVE), Err(EINVAL));
    let file = calls.call("open", &[P("f"), N(2)]).expect("a file");
    let host = calls.mapped(READ_WRITE, SHARED, file);
    assert_eq!(calls.advise(host, PAGE, REMOVE), Err(EOPNOTSUPP));
    let sealed = calls.call("memfd_create", &[P("s"), N(2)]).expect("a file");
    assert_eq!(calls.call("ftruncate", &[N(sealed), N(PAGE)]), Ok(0));
    let mapped = calls.mapped(READ_WRITE, SHARED, sealed);
    // `F_SEAL_FUTURE_WRITE`: the mapping may still be written, but no hole is made.
    let seal = [N(sealed), N(ADD_SEALS), N(2 * SEAL_WRITE)];
    assert_eq!(calls.call("fcntl", &seal), Ok(0));
    assert_eq!(calls.advise(mapped, PAGE, REMOVE), Err(EPERM));
}

#[test]
fn rights_of_what_lies_before_a_hole_change() {
    let mut calls = Calls::new();
    let start = calls.map(3 * PAGE);
    let at = start + PAGE;
    assert_eq!(calls.call("munmap", &[N(at), N(PAGE)]), Ok(0));
    let protect =
        |calls: &mut Calls, at, length| calls.call("mprotect", &[N(at), N(length), N(READ)]);
    assert_eq!(protect(&mut calls, at, 2 * PAGE), Err(ENOMEM));
    assert!(calls.writable(start + 2 * PAGE));
    assert_eq!(protect(&mut calls, start, 3 * PAGE), Err(ENOMEM));
    assert!(!calls.writable(start));
    assert!(calls.writable(start + 2 * PAGE));
}

#[test]
fn a_mapping_becomes_shorter_over_holes_and_a_refused_move_clears_its_target() {
    const MAYMOVE: u64 = 1;
    const FIXED: u64 = 2;
    let mut calls = Calls::new();
    let remap = |calls: &mut Calls, at, old, new, flags, to| {
        let arguments = [N(at), N(old), N(new), N(flags), N(to)];
        calls.call("mremap", &arguments)
    };
    let pages = |calls: &mut Calls| {
        let start = calls.map(4 * PAGE);
        let hole = [N(start + PAGE), N(PAGE)];
        assert_eq!(calls.call("munmap", &hole), Ok(0));
        start
    };
    let start = pages(&mut calls);
    // The same length, and the first of what was three pages and a hole.
    assert_eq!(
        remap(&mut calls, start, 4 * PAGE, 4 * PAGE, 0, 0),
        Ok(start)
    );
    assert!(calls.writable(start + 2 * PAGE));
    assert_eq!(remap(&mut calls, start, 4 * PAGE, PAGE, 0, 0), Ok(start));
    assert!(calls.writable(start));
    assert!(!calls.writable(start + 2 * PAGE));
    // Where nothing is mapped there is nothing to make shorter.
    assert_eq!(
        remap(&mut calls, start + PAGE, 2 * PAGE, PAGE, 0, 0),
        Err(EFAULT)
    );
    // A move of what has a hole fails, and the target is free.
    let (start, to) = (pages(&mut calls), calls.map(4 * PAGE));
    let flags = MAYMOVE | FIXED;
    assert_eq!(
        remap(&mut calls, start, 4 * PAGE, 4 * PAGE, flags, to),
        Err(EFAULT)
    );
    assert!(!calls.writable(to));
    assert!(calls.writable(start));
    // With a length before the hole it moves.
    assert_eq!(remap(&mut calls, start, 4 * PAGE, PAGE, flags, to), Ok(to));
    assert!(calls.writable(to));
    for gone in [start, start + 2 * PAGE] {
        assert!(!calls.writable(gone));
    }
}

#[test]
fn memory_that_was_touched_is_told_of_when_it_is_gone_too() {
    const SELF: u64 = 0;
    const MOST: u64 = PLACE + 32;
    const FAULTS: u64 = PLACE + 64;
    let mut calls = Calls::new();
    let usage = |calls: &mut Calls| {
        assert_eq!(calls.call("getrusage", &[N(SELF), N(PLACE)]), Ok(0));
        (calls.word(MOST), calls.word(FAULTS))
    };
    // The place of the results is touched by the first one.
    usage(&mut calls);
    let (most, faults) = usage(&mut calls);
    assert!(most >= 16 && faults > 0, "{most} kB, {faults} faults");
    let start = calls.map(20 * PAGE);
    for page in 0..20 {
        assert!(calls.writable(start + page * PAGE));
    }
    let touched = (most + 20 * PAGE / 1024, faults + 20);
    assert_eq!(usage(&mut calls), touched);
    assert_eq!(calls.call("munmap", &[N(start), N(20 * PAGE)]), Ok(0));
    assert_eq!(usage(&mut calls), touched);
    // The time since the start counts as a second as soon as it has begun.
    calls.guest.run(1000);
    assert_eq!(calls.call("sysinfo", &[N(PLACE)]), Ok(0));
    assert_eq!(calls.word(PLACE), 1);
}

#[test]
fn what_is_mapped_beside_a_hole_gets_the_advice() {
    const DONTNEED: u64 = 4;
    const FREE: u64 = 8;
    let mut calls = Calls::new();
    let start = calls.map(3 * PAGE);
    for page in [0, 2] {
        assert!(calls.guest.put(start + page * PAGE, b"bytes"));
    }
    let unmap = [N(start + PAGE), N(PAGE)];
    assert_eq!(calls.call("munmap", &unmap), Ok(0));
    let advise = [N(start), N(3 * PAGE), N(DONTNEED)];
    assert_eq!(calls.call("madvise", &advise), Err(ENOMEM));
    for page in [0, 2] {
        assert_eq!(calls.guest.get(start + page * PAGE, 5), [0; 5]);
    }
    // Advice about equal and huge pages, and to free shared ones.
    for advice in [12, 13, 14, 15, 25] {
        let advise = [N(start), N(PAGE), N(advice)];
        assert_eq!(calls.call("madvise", &advise), Err(EINVAL), "{advice}");
    }
    let map = [N(0), N(PAGE), N(3), N(0x21), N(u64::MAX), N(0)];
    let shared = calls.call("mmap", &map).expect("memory");
    let free = [N(shared), N(PAGE), N(FREE)];
    assert_eq!(calls.call("madvise", &free), Err(EINVAL));
}

#[test]
fn mappings_of_persistent_memory_and_of_huge_pages_are_refused() {
    const VALIDATE: u64 = 3;
    const SYNC: u64 = 0x80000;
    const HUGE: u64 = 0x40000;
    const PATH: u64 = 0o10_000_000;
    let mut calls = Calls::new();
    let file = calls.memory_file();
    assert_eq!(calls.call("ftruncate", &[N(file), N(PAGE)]), Ok(0));
    let map = |calls: &mut Calls, flags: u64, fd| {
        let arguments = [N(0), N(PAGE), N(3), N(flags), N(fd), N(0)];
        calls.call("mmap", &arguments)
    };
    assert!(map(&mut calls, VALIDATE, file).is_ok());
    assert_eq!(map(&mut calls, VALIDATE | SYNC, file), Err(EOPNOTSUPP));
    assert!(map(&mut calls, 1 | SYNC, file).is_ok());
    assert_eq!(map(&mut calls, VALIDATE | 0x20, u64::MAX), Err(EINVAL));
    assert_eq!(map(&mut calls, 0x22 | HUGE, u64::MAX), Err(EINVAL));
    let path = calls.call("open", &[P("f"), N(PATH)]).expect("a name");
    assert_eq!(map(&mut calls, 2, path), Err(EBADF));
}

#[test]
fn pages_that_have_been_touched_are_told_up_to_a_hole() {
    let mut calls = Calls::new();
    let start = calls.map(4 * PAGE);
    assert!(calls.guest.put(start + PAGE, b"x"));
    let told = |calls: &mut Calls, from| {
        calls.words(PLACE, &[u64::MAX]);
        let result = calls.call("mincore", &[N(from), N(4 * PAGE), N(PLACE)]);
        (result, calls.small(PLACE))
    };
    assert_eq!(told(&mut calls, start), (Ok(0), 0x0000_0100));
    assert_eq!(told(&mut calls, start + 1), (Err(EINVAL), u32::MAX));
    let hole = [N(start + 2 * PAGE), N(PAGE)];
    assert_eq!(calls.call("munmap", &hole), Ok(0));
    assert_eq!(told(&mut calls, start), (Err(ENOMEM), 0xffff_0100));
    let nowhere = [N(start), N(PAGE), N(8)];
    assert_eq!(calls.call("mincore", &nowhere), Err(EFAULT));
    let file = calls.memory_file();
    assert_eq!(calls.call("ftruncate", &[N(file), N(4 * PAGE)]), Ok(0));
    for flags in [SHARED, SHARED | ANONYMOUS] {
        let fd = if flags == SHARED { file } else { NONE };
        let map = [N(0), N(4 * PAGE), N(READ_WRITE), N(flags), N(fd), N(0)];
        let start = calls.call("mmap", &map).expect("a mapping");
        assert_eq!(told(&mut calls, start), (Ok(0), 0));
        assert!(calls.guest.put(start + 2 * PAGE, b"x"));
        assert_eq!(told(&mut calls, start), (Ok(0), 0x0001_0000));
    }
    let map = [N(0), N(4 * PAGE), N(READ), N(PRIVATE), N(file), N(0)];
    let copy = calls.call("mmap", &map).expect("a mapping");
    assert_eq!(told(&mut calls, copy), (Ok(0), 0x0001_0000));
    let host = calls.call("open", &[P("f"), N(0)]).expect("a file");
    let map = [N(0), N(PAGE), N(READ), N(SHARED), N(host), N(0)];
    let start = calls.call("mmap", &map).expect("a mapping");
    let one = [N(start), N(PAGE), N(PLACE)];
    assert_eq!(
        (calls.call("mincore", &one), calls.small(PLACE) & 1),
        (Ok(0), 1)
    );
}

#[test]
fn a_mapping_that_crosses_the_end_of_a_region_is_invalid() {
    const FIXED: u64 = 0x10;
    const END: u64 = 0x2000_1000_0000_0000;
    let mut calls = Calls::new();
    for (hint, flags, length) in [
        (0, PRIVATE, 1 << 62),
        (END - PAGE, PRIVATE, 2 * PAGE),
        (END - PAGE, PRIVATE | FIXED, 2 * PAGE),
    ] {
        let flags = N(flags | ANONYMOUS);
        let map = [N(hint), N(length), N(READ), flags, N(NONE), N(0)];
        assert_eq!(calls.call("mmap", &map), Err(EINVAL));
    }
}

#[test]
fn nothing_is_mapped_over_the_page_at_address_0() {
    const FIXED: u64 = 0x10;
    const NOREPLACE: u64 = 0x10_0000;
    const MAYMOVE_FIXED: u64 = 3;
    let mut calls = Calls::new();
    let map = |hint, flags| {
        let flags = N(PRIVATE | ANONYMOUS | flags);
        [N(hint), N(PAGE), N(READ_WRITE), flags, N(NONE), N(0)]
    };
    for flags in [FIXED, NOREPLACE] {
        assert_eq!(calls.call("mmap", &map(0, flags)), Err(EPERM));
    }
    // A hint inside the page at address 0 is none.
    let without_hint = calls.call("mmap", &map(0, 0)).expect("a page");
    let unmap = [N(without_hint), N(PAGE)];
    assert_eq!(calls.call("munmap", &unmap), Ok(0));
    assert_eq!(calls.call("mmap", &map(1, 0)), Ok(without_hint));
    let target = [N(without_hint), N(PAGE), N(PAGE), N(MAYMOVE_FIXED), N(0)];
    assert_eq!(calls.call("mremap", &target), Err(EPERM));
    assert_eq!(calls.call("munmap", &[N(0), N(PAGE)]), Ok(0));
    assert_eq!(calls.call("mmap", &map(0, FIXED)), Err(EPERM));
}
