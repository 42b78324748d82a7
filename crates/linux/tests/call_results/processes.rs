//! What a process has set, for itself and for others; its memory.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use linux::fuzzing::{Answer, FIRST, SCRATCH};

use crate::calls::{Calls, EINVAL, ENOENT, ENOMEM, N, P};
use crate::memory::EACCES;
use crate::{EAGAIN, ESRCH, KILL, PAGE, PLACE};

#[test]
fn advice_is_about_memory_that_is_there() {
    const WILL_NEED: u64 = 3;
    const DONTNEED_LOCKED: u64 = 24;
    let mut calls = Calls::new();
    let start = calls.map(2 * PAGE);
    assert!(calls.guest.put(start, b"bytes"));
    let advise = |calls: &mut Calls, length, advice| {
        calls.call("madvise", &[N(start), N(length), N(advice)])
    };
    assert_eq!(advise(&mut calls, PAGE, DONTNEED_LOCKED), Ok(0));
    assert_eq!(calls.guest.get(start, 5), [0; 5]);
    assert_eq!(advise(&mut calls, 2 * PAGE, WILL_NEED), Ok(0));
    let unmap = [N(start + PAGE), N(PAGE)];
    assert_eq!(calls.call("munmap", &unmap), Ok(0));
    assert_eq!(advise(&mut calls, 2 * PAGE, WILL_NEED), Err(ENOMEM));
    assert_eq!(advise(&mut calls, 2 * PAGE, 99), Err(EINVAL));
    assert_eq!(advise(&mut calls, 0, WILL_NEED), Ok(0));
}

#[test]
fn children_do_not_have_memory_that_is_left_out() {
    const DONTFORK: u64 = 10;
    const DOFORK: u64 = 11;
    const SYNC: u64 = 4;
    const FIXED: u64 = 0x32;
    let mut calls = Calls::new();
    let start = calls.map(3 * PAGE);
    assert!(calls.guest.put(start + PAGE, b"bytes"));
    let advise = |calls: &mut Calls, page: u64, advice| {
        let arguments = [N(start + page * PAGE), N(PAGE), N(advice)];
        calls.call("madvise", &arguments)
    };
    let there = |calls: &mut Calls, tid| {
        [0, 1, 2].map(|page| {
            let arguments = [N(start + page * PAGE), N(PAGE), N(SYNC)];
            match calls.ask(tid, "msync", &arguments) {
                Answer::Done(0, _) => true,
                Answer::Failed(ENOMEM) => false,
                other => panic!("{other:?}"),
            }
        })
    };
    let fork = |calls: &mut Calls| calls.call("clone", &[N(17), N(0)]).expect("a child");
    assert_eq!(advise(&mut calls, 1, DONTFORK), Ok(0));
    assert_eq!(advise(&mut calls, 2, DONTFORK), Ok(0));
    let child = fork(&mut calls);
    assert_eq!(there(&mut calls, child), [true, false, false]);
    assert_eq!(there(&mut calls, FIRST), [true; 3]);
    assert_eq!(calls.guest.get(start + PAGE, 5), *b"bytes");
    assert_eq!(advise(&mut calls, 1, DOFORK), Ok(0));
    // A new mapping in the place of one that is left out is not.
    let place = N(start + 2 * PAGE);
    let again = [place, N(PAGE), N(3), N(FIXED), N(u64::MAX), N(0)];
    assert_eq!(calls.call("mmap", &again), Ok(start + 2 * PAGE));
    let child = fork(&mut calls);
    assert_eq!(there(&mut calls, child), [true; 3]);
    assert_eq!(calls.call("munmap", &[place, N(PAGE)]), Ok(0));
    assert_eq!(advise(&mut calls, 2, DONTFORK), Err(ENOMEM));
}

#[test]
fn a_program_keeps_what_its_process_has_set_for_unaligned_references() {
    const SET_UNALIGN: u64 = 6;
    const GET_UNALIGN: u64 = 5;
    let mut calls = Calls::new();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guest/calls.elf");
    fs::copy(program, calls.root.path().join("p")).expect("a copy");
    assert_eq!(calls.call("prctl", &[N(SET_UNALIGN), N(6)]), Ok(0));
    calls.ask(FIRST, "execve", &[P("p"), N(0), N(0)]);
    assert_eq!(calls.call("prctl", &[N(GET_UNALIGN), N(PLACE)]), Ok(0));
    assert_eq!(calls.small(PLACE), 2);
}

#[test]
fn the_end_of_a_parent_sends_the_signal_that_a_child_has_asked_for() {
    const SET_SIGNAL: u64 = 1;
    const GET_SIGNAL: u64 = 2;
    let mut calls = Calls::new();
    calls.guest.run(100_000);
    assert_eq!(calls.call("prctl", &[N(SET_SIGNAL), N(65)]), Err(EINVAL));
    let parent = calls.call("clone", &[N(17), N(0)]).expect("a child");
    let fork = |calls: &mut Calls| match calls.ask(parent, "clone", &[N(17), N(0)]) {
        Answer::Done(child, _) => child,
        other => panic!("{other:?}"),
    };
    let [asks, does_not] = [fork(&mut calls), fork(&mut calls)];
    let set = [N(SET_SIGNAL), N(KILL)];
    assert!(matches!(calls.ask(asks, "prctl", &set), Answer::Done(..)));
    let get = [N(GET_SIGNAL), N(PLACE)];
    assert!(matches!(calls.ask(asks, "prctl", &get), Answer::Done(..)));
    assert_eq!(calls.ask(parent, "exit_group", &[N(0)]), Answer::Ended);
    calls.guest.run(1_000_000);
    assert_eq!(calls.call("kill", &[N(asks), N(0)]), Err(ESRCH));
    assert_eq!(calls.call("kill", &[N(does_not), N(0)]), Ok(0));
}

#[test]
fn switches_of_a_process_have_two_places() {
    const SET_DUMPABLE: u64 = 4;
    const SET_NO_NEW_PRIVILEGES: u64 = 38;
    const GET_NO_NEW_PRIVILEGES: u64 = 39;
    let mut calls = Calls::new();
    assert_eq!(calls.call("prctl", &[N(SET_DUMPABLE), N(2)]), Err(EINVAL));
    let get = [N(GET_NO_NEW_PRIVILEGES)];
    let set = |value| [N(SET_NO_NEW_PRIVILEGES), N(value)];
    assert_eq!(calls.call("prctl", &get), Ok(0));
    assert_eq!(calls.call("prctl", &set(0)), Err(EINVAL));
    assert_eq!(calls.call("prctl", &set(1)), Ok(0));
    assert_eq!(calls.call("prctl", &get), Ok(1));
    let child = calls.call("clone", &[N(17), N(0)]).expect("a child");
    assert_eq!(calls.ask(child, "prctl", &get), Answer::Done(1, 0));
}

#[test]
fn limits_of_the_user_s_other_processes_and_threads_are_shown_and_set() {
    const OPEN_FILES: u64 = 7;
    let mut calls = Calls::new();
    let thread = calls.thread();
    let child = calls.call("clone", &[N(17), N(0)]).expect("a child");
    calls.words(PLACE, &[100, 200]);
    let set = [N(child), N(OPEN_FILES), N(PLACE), N(0)];
    assert_eq!(calls.call("prlimit64", &set), Ok(0));
    for (id, limits) in [
        (child, (100, 200)),
        (thread, (1024, 4096)),
        (0, (1024, 4096)),
    ] {
        let get = [N(id), N(OPEN_FILES), N(0), N(PLACE)];
        assert_eq!(calls.call("prlimit64", &get), Ok(0));
        let shown = (calls.word(PLACE), calls.word(PLACE + 8));
        assert_eq!(shown, limits);
    }
    let none = [N(child + 1), N(OPEN_FILES), N(0), N(PLACE)];
    assert_eq!(calls.call("prlimit64", &none), Err(ESRCH));
}

#[test]
fn identities_come_in_one_register() {
    let mut calls = Calls::new();
    for name in ["getpid", "getuid", "getgid"] {
        let before = Answer::Done(1000, 0);
        assert_eq!(calls.ask(FIRST, name, &[]), before, "{name}");
    }
}

#[test]
fn shared_mappings_begin_at_whole_megabytes() {
    const MEGABYTE: u64 = 1 << 20;
    let mut calls = Calls::new();
    let map = |calls: &mut Calls, hint, flags: u64| {
        let arguments = [N(hint), N(PAGE), N(3), N(flags), N(u64::MAX), N(0)];
        calls.call("mmap", &arguments).expect("memory")
    };
    let private = map(&mut calls, 0, 0x22);
    let shared = map(&mut calls, 0, 0x21);
    assert_eq!(shared % MEGABYTE, 0);
    assert_eq!(map(&mut calls, 0, 0x21), shared + MEGABYTE);
    assert_eq!(map(&mut calls, 0, 0x22), private + PAGE, "the gap is free");
    let hint = shared + 16 * MEGABYTE + PAGE;
    assert_eq!(map(&mut calls, hint, 0x22), hint);
    assert_eq!(map(&mut calls, hint, 0x21), shared + 17 * MEGABYTE);
}

#[test]
fn no_more_processes_and_threads_are_made_than_the_limit_of_the_user_allows() {
    const PROCESSES: u64 = 6;
    /// `CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD`.
    const THREAD: u64 = 0x1_0f00;
    let mut calls = Calls::new();
    calls.words(PLACE, &[3, 3]);
    let limit = [N(PROCESSES), N(PLACE)];
    assert_eq!(calls.call("setrlimit", &limit), Ok(0));
    let stack = calls.map(4 * PAGE);
    let thread = [N(THREAD), N(stack), N(PAGE), N(0), N(0), N(0)];
    let fork = [N(17), N(0)];
    assert!(calls.call("clone2", &thread).is_ok());
    let child = calls.call("clone", &fork).expect("a child");
    assert_eq!(calls.call("clone", &fork), Err(EAGAIN));
    assert_eq!(calls.call("clone2", &thread), Err(EAGAIN));
    // A child has the limit, too, and counts until its parent has waited for it.
    assert_eq!(calls.ask(child, "clone", &fork), Answer::Failed(EAGAIN));
    assert_eq!(calls.ask(child, "exit_group", &[N(0)]), Answer::Ended);
    assert_eq!(calls.call("clone", &fork), Err(EAGAIN));
    let wait = [N(child), N(0), N(0), N(0)];
    assert_eq!(calls.call("wait4", &wait), Ok(child));
    assert!(calls.call("clone", &fork).is_ok());
}

#[test]
fn process_1_has_a_group_and_a_session_of_its_own() {
    let mut calls = Calls::new();
    assert_eq!(calls.call("getpgid", &[N(1)]), Ok(1));
    assert_eq!(calls.call("getsid", &[N(1)]), Ok(1));
    assert_eq!(calls.call("getsid", &[N(2)]), Err(ESRCH));
}

fn put_script(calls: &Calls, name: &str, text: &str) {
    let script = calls.root.path().join(name);
    fs::write(&script, text).expect("a script");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(&script, mode).expect("the mode");
}

#[test]
fn a_script_that_a_descriptor_names_is_known_to_its_interpreter_by_that() {
    const HERE: u64 = -100_i64 as u64;
    const EMPTY_PATH: u64 = 0x1000;
    const CLOEXEC: u64 = 0o2000000;
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guest/calls.elf");
    let run = |flags: u64, folder: bool, close: u64| {
        let mut calls = Calls::new();
        fs::copy(&program, calls.root.path().join("p")).expect("a copy");
        put_script(&calls, "d/s", "#!/p one two");
        let (opened, name) = if folder { ("d", "s") } else { ("d/s", "") };
        let open = [P(opened), N(close), N(0)];
        let fd = calls.call("open", &open).expect("a descriptor");
        let run = [N(fd), P(name), N(0), N(0), N(flags)];
        if let Answer::Failed(errno) = calls.ask(FIRST, "execveat", &run) {
            return Err(errno);
        }
        let text = |calls: &mut Calls, path| {
            let file = calls.call("open", &[P(path), N(0)]).expect("a text");
            let read = [N(file), N(SCRATCH), N(200)];
            let count = calls.call("read", &read).expect("bytes");
            String::from_utf8(calls.guest.get(SCRATCH, count as usize)).expect("a text")
        };
        let line = text(&mut calls, "/proc/self/cmdline");
        Ok((line.replace('\0', "|"), text(&mut calls, "/proc/self/comm")))
    };
    let told = |line: &str, name: &str| Ok((line.to_owned(), name.to_owned()));
    let by_descriptor = run(EMPTY_PATH, false, 0);
    assert_eq!(by_descriptor, told("/p|one two|/dev/fd/3|", "p\n"));
    let below = run(0, true, 0);
    assert_eq!(below, told("/p|one two|/dev/fd/3/s|", "s\n"));
    for folder in [false, true] {
        assert_eq!(run(EMPTY_PATH, folder, CLOEXEC), Err(ENOENT));
    }
    let mut calls = Calls::new();
    put_script(&calls, "e", "#!");
    let empty = [N(HERE), P("e"), N(0), N(0), N(0)];
    assert_eq!(calls.call("execveat", &empty), Err(EACCES));
    let folder = [N(HERE), P(""), N(0), N(0), N(EMPTY_PATH)];
    assert_eq!(calls.call("execveat", &folder), Err(EACCES));
    let unknown = [N(HERE), P("none"), N(0), N(0), N(0x2000)];
    assert_eq!(calls.call("execveat", &unknown), Err(EINVAL));
}

#[test]
fn a_child_that_had_the_memory_of_its_parent_has_used_what_that_holds() {
    const VFORK: u64 = 0x4111;
    const CHILDREN: u64 = -1_i64 as u64;
    let mut calls = Calls::new();
    let thread = calls.thread();
    let Answer::Waits = calls.ask(thread, "clone", &[N(VFORK), N(0)]) else {
        panic!("the parent waits for its child");
    };
    let child = thread + 1;
    assert_eq!(calls.ask(child, "exit_group", &[N(0)]), Answer::Ended);
    assert_eq!(
        calls.call("wait4", &[N(child), N(0), N(0), N(0)]),
        Ok(child)
    );
    let usage = [N(CHILDREN), N(PLACE)];
    assert_eq!(calls.call("getrusage", &usage), Ok(0));
    let (most, faults) = (calls.word(PLACE + 32), calls.word(PLACE + 64));
    assert_eq!(calls.call("getrusage", &[N(0), N(PLACE)]), Ok(0));
    assert!(most >= 16 && most <= calls.word(PLACE + 32), "{most}");
    assert_eq!(faults, 0);
}
