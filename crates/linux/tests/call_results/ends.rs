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
