//! How many signals may be pending, what is kept of an action, and files from which signals are read.

use linux::fuzzing::{Answer, FIRST, SCRATCH, UNMAPPED};

use crate::calls::{Calls, EBADF, EFAULT, EINVAL, N};
use crate::{EAGAIN, PLACE, USR1};

const CHILD: u64 = 17;
const REAL_TIME: u64 = 34;
/// Flags of `signalfd4`.
const NONBLOCK: u64 = 0o4000;
const CLOEXEC: u64 = 0o2000000;
/// `POLLIN`.
const IN: u32 = 1;
/// Bytes of `struct signalfd_siginfo`.
const RECORD: u64 = 128;

impl Calls {
    fn signal_file(&mut self, fd: u64, signals: &[u64], flags: u64) -> Result<u64, u16> {
        let mask = signals
            .iter()
            .fold(0, |mask, signal| mask | 1 << (signal - 1));
        self.words(PLACE, &[mask]);
        self.call("signalfd4", &[N(fd), N(PLACE), N(8), N(flags)])
    }

    fn raise(&mut self, signal: u64) {
        assert_eq!(self.call("kill", &[N(FIRST), N(signal)]), Ok(0));
    }

    /// The numbers of the signals that a read with room for so many returns.
    fn signals(&mut self, fd: u64, most: u64) -> Result<Vec<u32>, u16> {
        let count = self.call("read", &[N(fd), N(SCRATCH), N(most * RECORD)])?;
        assert_eq!(count % RECORD, 0);
        let places = (0..count).step_by(RECORD as usize);
        Ok(places.map(|at| self.small(SCRATCH + at)).collect())
    }
}

#[test]
fn signals_are_read_in_their_order_and_as_many_as_have_a_place() {
    let mut calls = Calls::new();
    for signal in [USR1, 12, REAL_TIME] {
        calls.block(signal);
    }
    let all = [9, USR1, 19, REAL_TIME];
    let file = calls.signal_file(u64::MAX, &all, NONBLOCK).expect("a file");
    assert_eq!(calls.signals(file, 3), Err(EAGAIN));
    assert_eq!(calls.signals(file, 0), Err(EINVAL));
    let small = [N(file), N(SCRATCH), N(RECORD - 1)];
    assert_eq!(calls.call("read", &small), Err(EINVAL));
    calls.words(PLACE, &[SCRATCH, 0, SCRATCH, 0]);
    assert_eq!(calls.call("readv", &[N(file), N(PLACE), N(2)]), Ok(0));
    for signal in [REAL_TIME, 12, USR1, REAL_TIME, USR1] {
        calls.raise(signal);
    }
    assert_eq!(
        calls.signals(file, 2),
        Ok(vec![USR1 as u32, REAL_TIME as u32])
    );
    assert_eq!(calls.signals(file, 2), Ok(vec![REAL_TIME as u32]));
    assert_eq!(calls.signals(file, 2), Err(EAGAIN));
    // The other set of the same file.
    assert_eq!(calls.signal_file(file, &[12], 0), Ok(file));
    calls.raise(USR1);
    assert_eq!(calls.signals(file, 2), Ok(vec![12]));
    assert_eq!(calls.signal_file(file, &[USR1], 0), Ok(file));
    let nowhere = [N(file), N(UNMAPPED), N(RECORD)];
    assert_eq!(calls.call("read", &nowhere), Err(EFAULT));
    assert_eq!(calls.signals(file, 1), Err(EAGAIN), "it is lost");
    assert_eq!(
        calls.call("write", &[N(file), N(SCRATCH), N(8)]),
        Err(EINVAL)
    );
    assert_eq!(calls.call("lseek", &[N(file), N(5), N(0)]), Ok(0));
    let flags = calls.call("fcntl", &[N(file), N(3)]);
    assert_eq!(flags, Ok(NONBLOCK | 2));
    let other = calls
        .signal_file(u64::MAX, &[USR1], CLOEXEC)
        .expect("a file");
    assert_eq!(calls.call("fcntl", &[N(other), N(1)]), Ok(1));
    assert_eq!(calls.signal_file(u64::MAX, &[USR1], 1), Err(EINVAL));
    assert_eq!(calls.signal_file(99, &[USR1], 0), Err(EBADF));
    let epoll = calls.epoll();
    assert_eq!(calls.signal_file(epoll, &[USR1], 0), Err(EINVAL));
    let size = [N(u64::MAX), N(PLACE), N(4), N(0)];
    assert_eq!(calls.call("signalfd4", &size), Err(EINVAL));
    let nowhere = [N(u64::MAX), N(UNMAPPED), N(8)];
    assert_eq!(calls.call("signalfd", &nowhere), Err(EFAULT));
}

#[test]
fn a_signal_that_is_read_tells_of_its_sender_its_value_or_its_timer() {
    let mut calls = Calls::new();
    for signal in [USR1, REAL_TIME] {
        calls.block(signal);
    }
    let all = [USR1, REAL_TIME];
    let file = calls.signal_file(u64::MAX, &all, NONBLOCK).expect("a file");
    calls.raise(USR1);
    assert_eq!(calls.signals(file, 1), Ok(vec![USR1 as u32]));
    let head = |calls: &mut Calls| [4, 8, 12, 16].map(|at| calls.small(SCRATCH + at));
    assert_eq!(head(&mut calls), [0, 0, FIRST as u32, 1000]);
    // `SI_QUEUE` of process 77 with a value.
    let minus_one = u64::from(u32::MAX);
    calls.words(
        PLACE,
        &[
            REAL_TIME | 5 << 32,
            minus_one,
            77 | 88 << 32,
            0x1234_5678_9abc_def0,
        ],
    );
    let queue = [N(FIRST), N(REAL_TIME), N(PLACE)];
    assert_eq!(calls.call("rt_sigqueueinfo", &queue), Ok(0));
    assert_eq!(calls.signals(file, 1), Ok(vec![REAL_TIME as u32]));
    assert_eq!(head(&mut calls), [5, u32::MAX, 77, 88]);
    assert_eq!(calls.small(SCRATCH + 44), 0x9abc_def0);
    assert_eq!(calls.word(SCRATCH + 48), 0x1234_5678_9abc_def0);
    // Twenty expiries of a timer with the value 7.
    let timer = calls.timer(1, REAL_TIME).expect("a timer");
    calls.set_timer(timer, 1000, 1000);
    calls.sleep(20_500);
    calls.guest.run(1_000_000);
    assert_eq!(calls.signals(file, 1), Ok(vec![REAL_TIME as u32]));
    let [_, code, pid, _] = head(&mut calls);
    assert_eq!((code as i32, pid), (-2, 0));
    assert_eq!(calls.small(SCRATCH + 24), timer as u32);
    assert!(calls.small(SCRATCH + 32) >= 19);
    assert_eq!(calls.word(SCRATCH + 48), 7);
}

#[test]
fn a_file_for_signals_is_ready_for_those_of_the_process_that_asks() {
    let mut calls = Calls::new();
    for signal in [USR1, CHILD] {
        calls.block(signal);
    }
    let all = [USR1, CHILD];
    let file = calls.signal_file(u64::MAX, &all, 0).expect("a file");
    let (level, edge) = (calls.epoll(), calls.epoll());
    calls.control(level, 1, file, IN);
    calls.control(edge, 1, file, IN | 1 << 31);
    assert_eq!(calls.ready(file), 0);
    assert_eq!(calls.events(level, 8), []);
    for _ in 0..2 {
        calls.raise(USR1);
        assert_eq!(calls.ready(file), IN);
        assert_eq!(calls.events(level, 8), [(file, IN)]);
        assert_eq!(calls.events(level, 8), [(file, IN)]);
        assert_eq!(calls.events(edge, 8), [(file, IN)]);
        assert_eq!(calls.events(edge, 8), [], "no further signal");
    }
    calls.words(PLACE, &[1 << file]);
    let select = [N(file + 1), N(PLACE), N(0), N(0), N(0)];
    assert_eq!(calls.call("select", &select), Ok(1));
    // The child waits for signals of its own.
    let place = calls.call("mmap", &[N(0), N(RECORD), N(3), N(0x21), N(u64::MAX), N(0)]);
    let place = place.expect("shared memory");
    let child = calls.call("clone", &[N(CHILD), N(0)]).expect("a child");
    let read = [N(file), N(place), N(RECORD)];
    assert_eq!(calls.ask(child, "read", &read), Answer::Waits);
    calls.raise(USR1);
    assert_eq!(calls.call("getpid", &[]), Ok(FIRST));
    assert_eq!(calls.small(place), 0);
    assert_eq!(calls.call("kill", &[N(child), N(USR1)]), Ok(0));
    calls.sleep(1000);
    calls.guest.run(100);
    assert_eq!(calls.small(place), USR1 as u32);
    assert_eq!(calls.ready(file), IN);
}

#[test]
fn no_more_signals_are_queued_than_the_limit_of_the_user_allows() {
    const SIGNALS: u64 = 11;
    let mut calls = Calls::new();
    calls.words(PLACE, &[3, 3]);
    let limit = [N(SIGNALS), N(PLACE)];
    assert_eq!(calls.call("setrlimit", &limit), Ok(0));
    calls.block(REAL_TIME);
    calls.words(PLACE, &[REAL_TIME, u32::MAX.into()]);
    let queue = [N(1000), N(REAL_TIME), N(PLACE)];
    for expected in [Ok(0), Ok(0), Ok(0), Err(EAGAIN)] {
        assert_eq!(calls.call("rt_sigqueueinfo", &queue), expected);
    }
    assert_eq!(calls.timer(1, REAL_TIME), Err(EAGAIN));
}

#[test]
fn an_action_keeps_the_flags_that_there_are_and_pending_signals_take_the_room_that_there_is() {
    let mut calls = Calls::new();
    calls.words(PLACE, &[0, 0x7fff_ffff, 0]);
    let set = [N(USR1), N(PLACE), N(0), N(8)];
    assert_eq!(calls.call("rt_sigaction", &set), Ok(0));
    let get = [N(USR1), N(0), N(PLACE), N(8)];
    assert_eq!(calls.call("rt_sigaction", &get), Ok(0));
    assert_eq!(calls.word(PLACE + 8), 0x5c00_0807);
    calls.words(PLACE, &[u64::MAX]);
    let pending = |size| [N(PLACE), N(size)];
    assert_eq!(calls.call("rt_sigpending", &pending(16)), Err(EINVAL));
    assert_eq!(calls.call("rt_sigpending", &pending(4)), Ok(0));
    assert_eq!(calls.word(PLACE), 0xffff_ffff_0000_0000);
}
