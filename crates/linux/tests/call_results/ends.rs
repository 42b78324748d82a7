//! How processes end, and what waits for them find.

use linux::fuzzing::{Answer, FIRST};

use crate::calls::{Calls, N};
use crate::{KILL, PLACE};

const ECHILD: u16 = 10;
const FORK: [crate::calls::Arg<'static>; 2] = [N(17), N(0)];
/// `SIGHUP`, `SIGABRT`, `SIGTERM`, `SIGSTOP`.
const HUP: u64 = 1;
const ABRT: u64 = 6;
const TERM: u64 = 15;
const STOP: u64 = 19;

#[test]
fn a_child_that_has_ended_has_nothing_for_a_wait_that_asks_for_no_ends() {
    const NOHANG: u64 = 1;
    const STOPPED_OR_CONTINUED: u64 = 2 | 8;
    let mut calls = Calls::new();
    let child = calls.call("clone", &FORK).expect("a child");
    assert_eq!(calls.ask(child, "exit_group", &[N(7)]), Answer::Ended);
    let wait = |kind, id, options| [N(kind), N(id), N(PLACE), N(options), N(0)];
    for options in [STOPPED_OR_CONTINUED, STOPPED_OR_CONTINUED | NOHANG] {
        let found = calls.call("waitid", &wait(1, child, options));
        assert_eq!(found, Err(ECHILD));
    }
    let living = calls.call("clone", &FORK).expect("a child");
    let any = wait(0, 0, STOPPED_OR_CONTINUED | NOHANG);
    assert_eq!(calls.call("waitid", &any), Ok(0));
    let wait = wait(1, living, STOPPED_OR_CONTINUED);
    assert_eq!(calls.ask(FIRST, "waitid", &wait), Answer::Waits);
}

/// The status of a child that gets these signals before it has its turn.
fn status(calls: &mut Calls, child: u64, signals: &[u64]) -> u32 {
    for &signal in signals {
        assert_eq!(calls.call("kill", &[N(child), N(signal)]), Ok(0));
    }
    calls.guest.run(1_000_000);
    let wait = [N(child), N(PLACE), N(0), N(0)];
    assert_eq!(calls.call("wait4", &wait), Ok(child), "{signals:?}");
    calls.small(PLACE)
}

#[test]
fn the_first_signal_that_ends_a_process_without_a_core_dump_says_how_it_has_ended() {
    let mut calls = Calls::new();
    calls.guest.run(1_000_000);
    for (signals, expected) in [
        ([TERM, HUP], TERM),
        ([TERM, KILL], TERM),
        ([TERM, ABRT], TERM),
        ([34, HUP], 34),
        // A core dump is made when the process has its turn.
        ([ABRT, KILL], KILL),
        ([ABRT, TERM], ABRT),
    ] {
        let child = calls.call("clone", &FORK).expect("a child");
        let found = status(&mut calls, child, &signals);
        assert_eq!(u64::from(found), expected, "{signals:?}");
    }
    let child = calls.call("clone", &FORK).expect("a child");
    assert_eq!(calls.call("kill", &[N(child), N(STOP)]), Ok(0));
    calls.guest.run(1_000_000);
    assert_eq!(status(&mut calls, child, &[ABRT, KILL]), KILL as u32);
    // A signal that is blocked settles nothing.
    calls.words(PLACE, &[1 << (TERM - 1)]);
    let child = calls.call("clone", &FORK).expect("a child");
    let block = [N(0), N(PLACE), N(0), N(8)];
    assert!(matches!(
        calls.ask(child, "rt_sigprocmask", &block),
        Answer::Done(..)
    ));
    assert_eq!(status(&mut calls, child, &[TERM, HUP]), HUP as u32);
}
