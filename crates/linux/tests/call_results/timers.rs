//! Timers and clocks of execution time.

use linux::fuzzing::SCRATCH;

use crate::calls::{Calls, EINVAL, N};
use crate::{EOPNOTSUPP, PLACE, USR1};

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
