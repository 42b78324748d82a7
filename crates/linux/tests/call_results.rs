//! System calls one at a time: results, positions and waits as on Linux.

#[path = "support/calls.rs"]
mod calls;

use std::fs;
use std::path::Path;

use calls::*;
use linux::fuzzing::{Answer, FIRST, SCRATCH, UNMAPPED};

const ESRCH: u16 = 3;
const EAGAIN: u16 = 11;
const EPIPE: u16 = 32;
const EFBIG: u16 = 27;
const ENOSYS: u16 = 38;
const EOPNOTSUPP: u16 = 95;
const PAGE: u64 = 0x4000;
/// `RLIMIT_FSIZE`.
const FILE_SIZE: u64 = 1;
/// `SIGKILL`, `SIGUSR1`, `SIGXFSZ`.
const KILL: u64 = 9;
const USR1: u64 = 10;
const XFSZ: u64 = 25;
/// A place for results and for arguments in memory.
const PLACE: u64 = SCRATCH + 0x7000;

impl Calls {
    fn words(&mut self, at: u64, words: &[u64]) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert!(self.guest.put(at, &bytes));
    }

    fn word(&mut self, at: u64) -> u64 {
        u64::from_le_bytes(self.guest.get(at, 8).try_into().expect("eight bytes"))
    }

    fn small(&mut self, at: u64) -> u32 {
        u32::from_le_bytes(self.guest.get(at, 4).try_into().expect("four bytes"))
    }

    /// Memory of so many bytes.
    fn map(&mut self, bytes: u64) -> u64 {
        let arguments = [N(0), N(bytes), N(3), N(0x22), N(u64::MAX), N(0)];
        self.call("mmap", &arguments).expect("memory")
    }

    /// A file in memory.
    fn memory_file(&mut self) -> u64 {
        self.call("memfd_create", &[P("m"), N(0)]).expect("a file")
    }

    fn position(&mut self, fd: u64) -> u64 {
        self.call("lseek", &[N(fd), N(0), N(1)])
            .expect("a position")
    }

    fn size(&mut self, fd: u64) -> u64 {
        assert_eq!(self.call("fstat", &[N(fd), N(PLACE)]), Ok(0));
        self.word(PLACE + 48)
    }

    /// Adds (1) or changes (3) a watch of an epoll instance.
    fn control(&mut self, epoll: u64, operation: u64, fd: u64, events: u32) {
        self.words(PLACE, &[events.into(), fd]);
        let arguments = [N(epoll), N(operation), N(fd), N(PLACE)];
        assert_eq!(self.call("epoll_ctl", &arguments), Ok(0));
    }

    /// The descriptors and events of one wait of an epoll instance.
    fn events(&mut self, epoll: u64, most: u64) -> Vec<(u64, u32)> {
        let arguments = [N(epoll), N(SCRATCH), N(most), N(0)];
        let count = self.call("epoll_wait", &arguments).expect("a count");
        let rows = (0..count).map(|n| SCRATCH + 16 * n);
        rows.map(|row| (self.word(row + 8), self.small(row)))
            .collect()
    }

    fn limit_file_size(&mut self, bytes: u64) {
        self.words(PLACE, &[bytes, bytes]);
        let arguments = [N(FILE_SIZE), N(PLACE)];
        assert_eq!(self.call("setrlimit", &arguments), Ok(0));
        self.words(PLACE, &[1, 0, 0]);
        let ignore = [N(XFSZ), N(PLACE), N(0), N(8)];
        assert_eq!(self.call("rt_sigaction", &ignore), Ok(0));
    }

    /// Has the first thread sleep for so many nanoseconds.
    fn sleep(&mut self, nanoseconds: u64) {
        self.words(
            PLACE,
            &[nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000],
        );
        assert_eq!(
            self.ask(FIRST, "nanosleep", &[N(PLACE), N(0)]),
            Answer::Waits
        );
    }

    /// A POSIX timer that sends a signal, or none (0).
    fn timer(&mut self, clock: i32, signal: u64) -> Result<u64, u16> {
        let notify = if signal == 0 { 1 } else { 0 };
        self.words(PLACE, &[7, signal | notify << 32, 0]);
        let arguments = [N(clock as u64), N(PLACE), N(PLACE + 64)];
        self.call("timer_create", &arguments)?;
        Ok(self.small(PLACE + 64).into())
    }

    /// Sets the first expiry of a timer and its interval, in nanoseconds.
    fn set_timer(&mut self, timer: u64, first: u64, interval: u64) {
        self.words(PLACE, &[0, interval, 0, first]);
        let arguments = [N(timer), N(0), N(PLACE), N(0)];
        assert_eq!(self.call("timer_settime", &arguments), Ok(0));
    }

    /// The interval of a timer and the time that is left, in nanoseconds.
    fn timer_state(&mut self, timer: u64) -> (u64, u64) {
        assert_eq!(self.call("timer_gettime", &[N(timer), N(PLACE)]), Ok(0));
        let words = [0, 8, 16, 24].map(|at| self.word(PLACE + at));
        (
            words[0] * 1_000_000_000 + words[1],
            words[2] * 1_000_000_000 + words[3],
        )
    }

    fn block(&mut self, signal: u64) {
        self.words(PLACE, &[1 << (signal - 1)]);
        let arguments = [N(0), N(PLACE), N(0), N(8)];
        assert_eq!(self.call("rt_sigprocmask", &arguments), Ok(0));
    }

    /// A thread of the process of the first one, which executes what that does.
    fn thread(&mut self) -> u64 {
        const SHARED: u64 = 0x0001_0f00;
        let stack = self.map(1 << 20);
        let arguments = [N(SHARED), N(stack), N(1 << 20)];
        self.call("clone2", &arguments).expect("a thread")
    }
}

#[test]
fn sendfile_leaves_what_the_target_does_not_take() {
    const BYTES: u64 = 200_000;
    const NONBLOCKING: u64 = 0o4000;
    let mut calls = Calls::new();
    let file = calls.memory_file();
    let bytes: Vec<u8> = (0..BYTES).map(|n| (n / 7) as u8).collect();
    let memory = calls.map(0x40000);
    assert!(calls.guest.put(memory, &bytes));
    let write = [N(file), N(memory), N(BYTES)];
    assert_eq!(calls.call("write", &write), Ok(BYTES));
    assert_eq!(calls.call("lseek", &[N(file), N(0), N(0)]), Ok(0));
    let pair = [N(1), N(1 | NONBLOCKING), N(0), N(PLACE)];
    assert_eq!(calls.call("socketpair", &pair), Ok(0));
    let [from, to] = [PLACE, PLACE + 4].map(|at| u64::from(calls.small(at)));
    let send = [N(from), N(file), N(0), N(BYTES)];
    let mut received = Vec::new();
    while received.len() < bytes.len() {
        let sent = calls.call("sendfile", &send).expect("bytes");
        assert_eq!(calls.position(file), received.len() as u64 + sent);
        if sent == 65536 {
            assert_eq!(calls.call("sendfile", &send), Err(EAGAIN));
        }
        let read = [N(to), N(memory), N(BYTES)];
        assert_eq!(calls.call("read", &read), Ok(sent));
        received.extend(calls.guest.get(memory, sent as usize));
    }
    assert_eq!(received, bytes);
    let (_, pipe) = calls.pipe();
    assert_eq!(calls.call("lseek", &[N(file), N(0), N(0)]), Ok(0));
    let fill = [N(pipe), N(file), N(0), N(BYTES)];
    assert_eq!(calls.call("sendfile", &fill), Ok(BYTES));
    assert_eq!(calls.call("lseek", &[N(file), N(0), N(0)]), Ok(0));
    assert_eq!(calls.call("sendfile", &fill), Ok(16 * PAGE - BYTES));
    assert_eq!(calls.call("sendfile", &fill), Err(EAGAIN));
    // A pipe has no position to which it could go back.
    let (reader, _) = calls.pipe();
    let from_pipe = [N(from), N(reader), N(0), N(1)];
    assert_eq!(calls.call("sendfile", &from_pipe), Err(EINVAL));
    // Of a socket no more is taken than a pipe has room for.
    assert_eq!(calls.call("socketpair", &pair), Ok(0));
    let [one, other] = [PLACE, PLACE + 4].map(|at| u64::from(calls.small(at)));
    assert_eq!(calls.call("write", &[N(one), N(SCRATCH), N(5)]), Ok(5));
    let (_, writer) = calls.pipe();
    let from_socket = [N(writer), N(other), N(0), N(100)];
    assert_eq!(calls.call("sendfile", &from_socket), Ok(5));
    // A pipe without a reader takes nothing.
    assert_eq!(calls.call("write", &[N(one), N(SCRATCH), N(5)]), Ok(5));
    let (reader, writer) = calls.pipe();
    assert_eq!(calls.call("close", &[N(reader)]), Ok(0));
    let from_socket = [N(writer), N(other), N(0), N(100)];
    assert_eq!(calls.call("sendfile", &from_socket), Err(EPIPE));
    assert_eq!(calls.call("read", &[N(other), N(SCRATCH), N(100)]), Ok(5));
}

#[test]
fn copy_file_range_that_fails_moves_no_position() {
    let mut calls = Calls::new();
    let file = calls.call("open", &[P("f"), N(2)]).expect("a file");
    let target = calls.call("open", &[P("d/f"), N(2)]).expect("a file");
    assert_eq!(calls.call("lseek", &[N(target), N(100), N(0)]), Ok(100));
    calls.limit_file_size(100);
    let copy = [N(file), N(0), N(target), N(0), N(3), N(0)];
    assert_eq!(calls.call("copy_file_range", &copy), Err(EFBIG));
    assert_eq!(calls.position(file), 0);
}

#[test]
fn an_edge_triggered_watch_reports_each_change() {
    const EDGE: u32 = 1 << 31;
    const IN: u32 = 1;
    const OUT: u32 = 4;
    let mut calls = Calls::new();
    let epoll = calls.epoll();
    let event = calls.call("eventfd2", &[N(0), N(0o4000)]).expect("a file");
    let (reader, writer) = calls.pipe();
    calls.control(epoll, 1, event, IN | EDGE);
    calls.control(epoll, 1, reader, IN | EDGE);
    calls.words(SCRATCH + 0x100, &[1]);
    for fd in [event, writer] {
        for _ in 0..2 {
            let write = [N(fd), N(SCRATCH + 0x100), N(8)];
            assert_eq!(calls.call("write", &write), Ok(8));
            let shown = if fd == writer { reader } else { event };
            assert_eq!(calls.events(epoll, 8), [(shown, IN)]);
            assert_eq!(calls.events(epoll, 8), [], "no further change");
        }
    }
    // A read changes nothing for the reader.
    let read = [N(reader), N(SCRATCH + 0x200), N(4)];
    assert_eq!(calls.call("read", &read), Ok(4));
    assert_eq!(calls.events(epoll, 8), []);
    // The watch is made anew, of a pipe that holds bytes.
    calls.control(epoll, 3, reader, IN | EDGE);
    assert_eq!(calls.events(epoll, 8), [(reader, IN)]);
    // Room is a change for the writer where there was none.
    calls.control(epoll, 1, writer, OUT | EDGE);
    assert_eq!(calls.events(epoll, 8), [(writer, OUT)]);
    assert_eq!(calls.call("read", &read), Ok(4));
    assert_eq!(calls.events(epoll, 8), []);
    let memory = calls.map(16 * PAGE);
    let fill = [N(writer), N(memory), N(16 * PAGE)];
    assert!(calls.call("write", &fill).is_ok());
    assert_eq!(calls.events(epoll, 8), [(reader, IN)]);
    let drain = [N(reader), N(memory), N(8 * PAGE)];
    assert_eq!(calls.call("read", &drain), Ok(8 * PAGE));
    assert_eq!(calls.events(epoll, 8), [(writer, OUT)]);
    // The end of the writers is one.
    assert_eq!(calls.call("close", &[N(writer)]), Ok(0));
    assert_eq!(calls.events(epoll, 8), [(reader, IN | 0x10)]);
    assert_eq!(calls.events(epoll, 8), []);
}

#[test]
fn an_instance_that_watches_another_one_by_changes_reports_those_of_its_files() {
    const EDGE: u32 = 1 << 31;
    let mut calls = Calls::new();
    let (lower, upper) = (calls.epoll(), calls.epoll());
    let (reader, writer) = calls.pipe();
    calls.control(upper, 1, lower, 1 | EDGE);
    assert_eq!(calls.events(upper, 8), []);
    calls.control(lower, 1, reader, 1);
    for _ in 0..2 {
        let write = [N(writer), N(SCRATCH), N(1)];
        assert_eq!(calls.call("write", &write), Ok(1));
        assert_eq!(calls.events(upper, 8), [(lower, 1)]);
        assert_eq!(calls.events(upper, 8), []);
    }
}

#[test]
fn files_that_are_ready_are_reported_in_turn() {
    const ONESHOT: u32 = 1 << 30;
    let mut calls = Calls::new();
    let epoll = calls.epoll();
    let pipes = [calls.pipe(), calls.pipe(), calls.pipe()];
    for (reader, writer) in pipes {
        calls.control(epoll, 1, reader, 1);
        let write = [N(writer), N(SCRATCH), N(1)];
        assert_eq!(calls.call("write", &write), Ok(1));
    }
    let [first, second, third] = pipes.map(|(reader, _)| (reader, 1));
    for _ in 0..2 {
        for expected in [first, second, third] {
            assert_eq!(calls.events(epoll, 1), [expected]);
        }
    }
    assert_eq!(calls.events(epoll, 2), [first, second]);
    assert_eq!(calls.events(epoll, 2), [third, first]);
    // Events that cannot be stored stay.
    let nowhere = [N(epoll), N(UNMAPPED), N(2), N(0)];
    assert_eq!(calls.call("epoll_wait", &nowhere), Err(EFAULT));
    assert_eq!(calls.events(epoll, 2), [second, third]);
    calls.control(epoll, 3, third.0, 1 | ONESHOT);
    assert_eq!(calls.events(epoll, 3).len(), 3);
    assert_eq!(calls.events(epoll, 70_000), [first, second]);
    let too_many = [N(epoll), N(SCRATCH), N((1 << 27) + 1), N(0)];
    assert_eq!(calls.call("epoll_wait", &too_many), Err(EINVAL));
}

#[test]
fn a_socket_whose_other_end_is_closed_tells_so_in_both_ways() {
    let mut calls = Calls::new();
    let pair = [N(1), N(1), N(0), N(PLACE)];
    assert_eq!(calls.call("socketpair", &pair), Ok(0));
    let [one, other] = [PLACE, PLACE + 4].map(|at| calls.small(at));
    assert_eq!(calls.call("close", &[N(other.into())]), Ok(0));
    calls.words(PLACE, &[u64::from(one) | 0x2001 << 32]);
    assert_eq!(calls.call("poll", &[N(PLACE), N(1), N(0)]), Ok(1));
    assert_eq!(calls.word(PLACE) >> 48, 0x2011);
}

#[test]
fn timers_of_execution_time_stand_still_while_the_program_sleeps() {
    const LENGTH: u64 = 100_000_000;
    let mut calls = Calls::new();
    calls.guest.run(100_000);
    // As the C library names the clocks, and as the header does.
    for clock in [-6, -2, 2, 3] {
        let timer = calls.timer(clock, 0).expect("a timer");
        calls.set_timer(timer, LENGTH, 0);
        calls.sleep(10 * LENGTH);
        calls.guest.run(1000);
        let (_, left) = calls.timer_state(timer);
        assert!(left > LENGTH * 9 / 10, "clock {clock}: {left}");
    }
    for clock in [4, 5, 6] {
        assert_eq!(calls.timer(clock, 0), Err(EOPNOTSUPP));
        let sleep = [N(clock as u64), N(0), N(PLACE), N(0)];
        assert_eq!(calls.call("clock_nanosleep", &sleep), Err(EOPNOTSUPP));
    }
    let child = calls.call("clone", &[N(17), N(0)]).expect("a child");
    let [of_process, of_thread] = [2, 6].map(|kind| (!(child as i32)) << 3 | kind);
    assert_eq!(calls.timer(of_process, 0), Err(EOPNOTSUPP));
    assert_eq!(calls.timer(of_thread, 0), Err(EINVAL));
}

#[test]
fn a_timer_of_a_thread_counts_what_that_thread_executes() {
    const LENGTH: u64 = 5_000_000;
    let mut calls = Calls::new();
    calls.guest.run(100_000);
    let thread = calls.thread();
    let [own, of_process] = [-2, -6].map(|clock| calls.timer(clock, 0).expect("a timer"));
    let of_thread = calls.timer((!(thread as i32)) << 3 | 6, 0);
    let of_thread = of_thread.expect("a timer");
    for timer in [own, of_process, of_thread] {
        calls.set_timer(timer, LENGTH, 0);
    }
    // The other thread executes 10 ms, while this one sleeps.
    calls.sleep(100 * LENGTH);
    calls.guest.run(8_000_000);
    assert!(calls.timer_state(own).1 > LENGTH * 9 / 10);
    assert_eq!(calls.timer_state(of_process), (0, 0));
    assert_eq!(calls.timer_state(of_thread), (0, 0));
}

#[test]
fn overruns_are_those_of_the_signal_that_was_taken() {
    let mut calls = Calls::new();
    calls.guest.run(100_000);
    calls.block(USR1);
    let timer = calls.timer(1, USR1).expect("a timer");
    calls.set_timer(timer, 1_000_000, 1_000_000);
    calls.sleep(50_000_000);
    calls.guest.run(1000);
    let overrun = [N(timer)];
    assert_eq!(calls.call("timer_getoverrun", &overrun), Ok(0));
    calls.words(PLACE, &[1 << (USR1 - 1)]);
    let wait = [N(PLACE), N(SCRATCH), N(0), N(8)];
    assert_eq!(calls.call("rt_sigtimedwait", &wait), Ok(USR1));
    let told = u64::from(calls.small(SCRATCH + 20));
    assert!(told >= 48, "{told}");
    assert_eq!(calls.call("timer_getoverrun", &overrun), Ok(told));
}

#[test]
fn a_disarmed_timer_has_no_interval() {
    let mut calls = Calls::new();
    let timer = calls.timer(1, 0).expect("a timer");
    calls.set_timer(timer, 0, 5);
    assert_eq!(calls.timer_state(timer), (0, 0));
    for (which, kept) in [(0, 0), (1, 7), (2, 7)] {
        calls.words(PLACE, &[7, 0, 0, 0]);
        let set = [N(which), N(PLACE), N(0)];
        assert_eq!(calls.call("setitimer", &set), Ok(0));
        assert_eq!(calls.call("getitimer", &[N(which), N(PLACE)]), Ok(0));
        assert_eq!(calls.word(PLACE), kept, "timer {which}");
    }
}

#[test]
fn a_negative_count_moves_nothing() {
    let mut calls = Calls::new();
    let fd = calls.call("open", &[P("f"), N(2)]).expect("a file");
    for name in ["read", "write", "pread64", "pwrite64"] {
        // Beyond what a program's addresses reach, and within it.
        for (at, count, errno) in [(SCRATCH, u64::MAX, EFAULT), (16, 1 << 63, EINVAL)] {
            let arguments = [N(fd), N(at), N(count), N(0)];
            assert_eq!(calls.call(name, &arguments), Err(errno), "{name}");
        }
    }
    let other = calls.memory_file();
    let copy = [N(fd), N(0), N(other), N(0), N(u64::MAX), N(0)];
    assert_eq!(calls.call("copy_file_range", &copy), Ok(3));
    assert_eq!(calls.call("lseek", &[N(fd), N(1), N(0)]), Ok(1));
    assert_eq!(calls.call("copy_file_range", &copy), Err(EOVERFLOW));
    assert_eq!(calls.call("lseek", &[N(fd), N(0), N(0)]), Ok(0));
    let send = [N(fd), N(fd), N(0), N(u64::MAX)];
    assert_eq!(calls.call("sendfile", &send), Err(EINVAL));
    assert_eq!(calls.size(fd), 3);
    assert_eq!(calls.position(fd), 0);
    // The descriptor is looked at first.
    let read = [N(99), N(8), N(1)];
    assert_eq!(calls.call("readv", &read), Err(EBADF));
}

#[test]
fn a_write_of_nothing_leaves_a_file_in_memory_as_long_as_it_is() {
    let mut calls = Calls::new();
    let fd = calls.memory_file();
    for at in [1000, 8 << 30] {
        let arguments = [N(fd), N(SCRATCH), N(0), N(at)];
        assert_eq!(calls.call("pwrite64", &arguments), Ok(0));
    }
    assert_eq!(calls.size(fd), 0);
}

#[test]
fn the_limit_of_lengths_holds_for_files_in_memory() {
    let mut calls = Calls::new();
    let fd = calls.memory_file();
    calls.limit_file_size(100);
    let write = [N(fd), N(SCRATCH), N(200)];
    assert_eq!(calls.call("write", &write), Ok(100));
    assert_eq!(calls.call("write", &write), Err(EFBIG));
    assert_eq!(calls.call("ftruncate", &[N(fd), N(300)]), Err(EFBIG));
    for mode in [0, 1] {
        let allocate = [N(fd), N(mode), N(0), N(300)];
        assert_eq!(calls.call("fallocate", &allocate), Err(EFBIG));
    }
    assert_eq!(calls.size(fd), 100);
    assert_eq!(calls.call("ftruncate", &[N(fd), N(50)]), Ok(0));
}

#[test]
fn the_end_of_a_file_needs_no_place() {
    let mut calls = Calls::new();
    let memory = calls.memory_file();
    let null = calls.call("open", &[P("/dev/null"), N(0)]).expect("a file");
    for fd in [memory, null] {
        let read = [N(fd), N(UNMAPPED), N(10)];
        assert_eq!(calls.call("read", &read), Ok(0));
    }
    let file = calls.call("open", &[P("f"), N(0)]).expect("a file");
    let zero = calls.call("open", &[P("/dev/zero"), N(0)]).expect("a file");
    for fd in [file, zero] {
        let read = [N(fd), N(UNMAPPED), N(10)];
        assert_eq!(calls.call("read", &read), Err(EFAULT));
    }
    let (reader, writer) = calls.pipe();
    let read = [N(reader), N(UNMAPPED), N(10)];
    assert_eq!(calls.call("read", &read), Err(EAGAIN));
    assert_eq!(calls.call("close", &[N(writer)]), Ok(0));
    assert_eq!(calls.call("read", &read), Ok(0));
}

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
fn futexes_count_and_refuse_as_linux_does() {
    const PRIVATE: u64 = 0x80;
    const REALTIME: u64 = 0x100;
    const WAKE: u64 = 1 | PRIVATE;
    const REQUEUE: u64 = 3 | PRIVATE;
    let mut calls = Calls::new();
    let (one, two) = (SCRATCH, SCRATCH + 64);
    calls.words(one, &[0]);
    let threads: Vec<u64> = (0..4).map(|_| calls.thread()).collect();
    for &thread in &threads {
        let wait = [N(one), N(PRIVATE), N(0), N(0)];
        assert_eq!(calls.ask(thread, "futex", &wait), Answer::Waits);
    }
    let requeue = [N(one), N(REQUEUE), N(1), N(1), N(two)];
    assert_eq!(calls.call("futex", &requeue), Ok(2));
    // The count is looked at after the first has been woken.
    for (word, count) in [(one, 0), (one, u64::MAX), (two, u64::MAX)] {
        let wake = [N(word), N(WAKE), N(count)];
        assert_eq!(calls.call("futex", &wake), Ok(1));
    }
    let nowhere = [N(UNMAPPED), N(WAKE), N(1)];
    assert_eq!(calls.call("futex", &nowhere), Ok(0));
    let beyond = [N(u64::MAX - 3), N(WAKE), N(1)];
    assert_eq!(calls.call("futex", &beyond), Err(EFAULT));
    let shared = [N(UNMAPPED), N(1), N(1)];
    assert_eq!(calls.call("futex", &shared), Err(EFAULT));
    let realtime = [N(one), N(PRIVATE | REALTIME), N(1), N(0)];
    assert_eq!(calls.call("futex", &realtime), Err(ENOSYS));
    assert_eq!(calls.call("futex", &[N(one + 1), N(99)]), Err(ENOSYS));
}

#[test]
fn a_wait_for_a_signal_with_an_invalid_time_takes_none() {
    const REAL_TIME: u64 = 34;
    let mut calls = Calls::new();
    calls.block(REAL_TIME);
    // `si_signo`, `si_errno`, `si_code`.
    calls.words(PLACE, &[REAL_TIME | 77 << 32, u64::from(-1_i32 as u32)]);
    let queue = [N(FIRST), N(REAL_TIME), N(PLACE)];
    assert_eq!(calls.call("rt_sigqueueinfo", &queue), Ok(0));
    calls.words(PLACE, &[1 << (REAL_TIME - 1), u64::MAX, 0]);
    let wait = |time| [N(PLACE), N(SCRATCH), N(time), N(8)];
    let invalid = calls.call("rt_sigtimedwait", &wait(PLACE + 8));
    assert_eq!(invalid, Err(EINVAL));
    assert_eq!(calls.call("rt_sigtimedwait", &wait(0)), Ok(REAL_TIME));
    assert_eq!(calls.small(SCRATCH + 4), 77);
}

#[test]
fn a_signal_that_is_ignored_by_default_is_discarded_with_its_handler() {
    const CONT: u64 = 18;
    let mut calls = Calls::new();
    calls.block(CONT);
    assert_eq!(calls.call("kill", &[N(FIRST), N(CONT)]), Ok(0));
    calls.words(PLACE, &[0, 0, 0]);
    let action = [N(CONT), N(PLACE), N(0), N(8)];
    assert_eq!(calls.call("rt_sigaction", &action), Ok(0));
    assert_eq!(calls.call("rt_sigpending", &[N(PLACE), N(8)]), Ok(0));
    assert_eq!(calls.word(PLACE), 0);
}

#[test]
fn an_alternate_stack_may_disarm_itself() {
    const DISARMS: u64 = 1 << 31;
    let mut calls = Calls::new();
    let stack = calls.map(1 << 20);
    calls.words(PLACE, &[stack, DISARMS, 1 << 20]);
    assert_eq!(calls.call("sigaltstack", &[N(PLACE), N(0)]), Ok(0));
    assert_eq!(calls.call("sigaltstack", &[N(0), N(SCRATCH)]), Ok(0));
    assert_eq!(calls.guest.get(SCRATCH, 24), calls.guest.get(PLACE, 24));
    calls.words(PLACE, &[stack, DISARMS | 4, 1 << 20]);
    assert_eq!(calls.call("sigaltstack", &[N(PLACE), N(0)]), Err(EINVAL));
}

#[test]
fn a_large_demand_for_random_bytes_is_met() {
    let mut calls = Calls::new();
    let memory = calls.map(3 << 20);
    let get = |at, length| [N(at), N(length), N(0)];
    assert_eq!(calls.call("getrandom", &get(memory, 3 << 20)), Ok(3 << 20));
    assert!(calls.guest.get(memory + (3 << 20) - 16, 16) != [0; 16]);
    let partly = get(memory + (1 << 20), 3 << 20);
    assert_eq!(calls.call("getrandom", &partly), Ok(2 << 20));
    assert_eq!(calls.call("getrandom", &get(UNMAPPED, 9)), Err(EFAULT));
}

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
    const HERE: u64 = -100_i64 as u64;
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
fn waits_for_the_process_0_are_refused() {
    const EXITED: u64 = 4;
    let mut calls = Calls::new();
    for (kind, id) in [(1, 0), (1, -1), (2, -1)] {
        let wait = [N(kind), N(id as u64), N(0), N(EXITED)];
        assert_eq!(calls.call("waitid", &wait), Err(EINVAL));
    }
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
