//! Epoll, sockets, futexes and signals: what a wait reports.

use linux::fuzzing::{Answer, FIRST, SCRATCH, UNMAPPED};

use crate::calls::{Calls, EBADF, EFAULT, EINVAL, N};
use crate::{ENOSYS, PAGE, PLACE};

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
fn waits_for_the_process_0_are_refused() {
    const EXITED: u64 = 4;
    let mut calls = Calls::new();
    for (kind, id) in [(1, 0), (1, -1), (2, -1)] {
        let wait = [N(kind), N(id as u64), N(0), N(EXITED)];
        assert_eq!(calls.call("waitid", &wait), Err(EINVAL));
    }
}

#[test]
fn select_looks_at_no_more_numbers_than_a_table_has_room_for() {
    let mut calls = Calls::new();
    let (reader, writer) = calls.pipe();
    assert_eq!(calls.call("write", &[N(writer), N(SCRATCH), N(1)]), Ok(1));
    let select = |calls: &mut Calls, count: u64| {
        // Beside the reader, descriptors 60 and 70, which are not open.
        calls.words(PLACE, &[1 << reader | 1 << 60, 1 << 6, 0, 0]);
        calls.words(PLACE + 64, &[0, 0]);
        let arguments = [N(count), N(PLACE), N(0), N(0), N(PLACE + 64)];
        calls.call("select", &arguments)
    };
    assert_eq!(select(&mut calls, 60), Ok(1));
    assert_eq!(calls.word(PLACE), 1 << reader, "nothing behind the count");
    assert_eq!(calls.word(PLACE + 8), 1 << 6);
    assert_eq!(select(&mut calls, 61), Err(EBADF));
    calls.words(PLACE, &[1 << reader, 1 << 6]);
    let many = |count: u64| [N(count), N(PLACE), N(0), N(0), N(PLACE + 64)];
    for count in [100, 1 << 20, i32::MAX as u64] {
        assert_eq!(calls.call("select", &many(count)), Ok(1), "{count}");
    }
    assert_eq!(calls.call("select", &many(u64::MAX)), Err(EINVAL));
    // The table has room for them now.
    assert_eq!(calls.call("dup2", &[N(reader), N(80)]), Ok(80));
    assert_eq!(calls.call("select", &many(1 << 20)), Err(EBADF));
    // `poll` has a limit of its own.
    let memory = calls.map(1025 * 8);
    let poll = |count| [N(memory), N(count), N(0)];
    assert_eq!(calls.call("poll", &poll(1024)), Ok(0));
    assert_eq!(calls.call("poll", &poll(1025)), Err(EINVAL));
}
