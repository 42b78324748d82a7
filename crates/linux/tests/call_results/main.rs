//! System calls one at a time: results, positions and waits as on Linux.

#[path = "../support/calls.rs"]
mod calls;
mod ends;
mod futexes;
mod memory;
mod messages;
mod names;
mod pipes;
mod proc;
mod processes;
mod seals;
mod signals;
mod sockets;
mod timers;
mod times;
mod transfers;
mod waits;

use calls::{Calls, N, P};
use linux::fuzzing::{Answer, FIRST, SCRATCH};

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
