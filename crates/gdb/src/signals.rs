//! Signals by Linux's numbers and by gdb's.

use gdbstub::common::Signal;

/// Linux's number, gdb's signal; those that are not here have no name in gdb.
const SIGNALS: [(u32, Signal); 31] = [
    (1, Signal::SIGHUP),
    (2, Signal::SIGINT),
    (3, Signal::SIGQUIT),
    (4, Signal::SIGILL),
    (5, Signal::SIGTRAP),
    (6, Signal::SIGABRT),
    (7, Signal::SIGBUS),
    (8, Signal::SIGFPE),
    (9, Signal::SIGKILL),
    (10, Signal::SIGUSR1),
    (11, Signal::SIGSEGV),
    (12, Signal::SIGUSR2),
    (13, Signal::SIGPIPE),
    (14, Signal::SIGALRM),
    (15, Signal::SIGTERM),
    (17, Signal::SIGCHLD),
    (18, Signal::SIGCONT),
    (19, Signal::SIGSTOP),
    (20, Signal::SIGTSTP),
    (21, Signal::SIGTTIN),
    (22, Signal::SIGTTOU),
    (23, Signal::SIGURG),
    (24, Signal::SIGXCPU),
    (25, Signal::SIGXFSZ),
    (26, Signal::SIGVTALRM),
    (27, Signal::SIGPROF),
    (28, Signal::SIGWINCH),
    (29, Signal::SIGIO),
    (30, Signal::SIGPWR),
    (31, Signal::SIGSYS),
    (32, Signal::SIG32),
];
/// The first of Linux's real-time signals that gdb numbers in a row, and its number there.
const REAL_TIME: (u32, u8) = (33, 45);
/// The last of them.
const LAST_REAL_TIME: u32 = 63;
/// A signal that gdb has no name for.
const UNKNOWN: Signal = Signal(143);

/// gdb's signal for one of Linux.
pub(crate) fn to_gdb(number: u32) -> Signal {
    let known = SIGNALS.iter().find(|(linux, _)| *linux == number);
    match known {
        Some(&(_, signal)) => signal,
        None if (REAL_TIME.0..=LAST_REAL_TIME).contains(&number) => {
            Signal(REAL_TIME.1 + (number - REAL_TIME.0) as u8)
        }
        None if number == 64 => Signal::SIG64,
        None => UNKNOWN,
    }
}

/// Linux's number of a signal of gdb; `None`: it has none.
pub(crate) fn to_linux(signal: Signal) -> Option<u32> {
    (1..=64).find(|&number| to_gdb(number) == signal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_signal_of_linux_that_gdb_knows_comes_back() {
        for number in (1..=64).filter(|&number| number != 16) {
            assert_eq!(to_linux(to_gdb(number)), Some(number));
        }
        assert_eq!(to_gdb(10), Signal::SIGUSR1);
        assert_eq!(to_gdb(34), Signal::SIG34);
        assert_eq!(to_gdb(63), Signal::SIG63);
        assert_eq!(to_gdb(16), UNKNOWN);
    }
}
