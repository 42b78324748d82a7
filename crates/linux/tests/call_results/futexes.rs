//! What calls leave in the words of futexes.

use linux::fuzzing::{Answer, FIRST};

use crate::calls::{Calls, EFAULT, N};
use crate::{EAGAIN, ENOSYS, ESRCH, PAGE, PLACE};

const WAITERS: u32 = 0x8000_0000;

#[test]
fn a_lock_that_cannot_be_had_at_once_is_marked() {
    const LOCK: u64 = 6;
    const TRY: u64 = 8;
    const LOCK_ON_ANY_CLOCK: u64 = 13;
    const GONE: u32 = 31_000;
    let mut calls = Calls::new();
    let thread = calls.thread() as u32;
    let page = calls.map(PAGE);
    let put = |calls: &mut Calls, word: u32| assert!(calls.guest.put(page, &word.to_le_bytes()));
    let futex = |command| [N(page), N(command), N(0), N(0)];
    put(&mut calls, thread);
    assert_eq!(calls.call("futex", &futex(TRY)), Err(EAGAIN));
    assert_eq!(calls.small(page), thread | WAITERS);
    let waits = calls.ask(FIRST, "futex", &futex(LOCK_ON_ANY_CLOCK));
    assert_eq!(waits, Answer::Waits);
    put(&mut calls, GONE);
    assert_eq!(calls.call("futex", &futex(LOCK)), Err(ESRCH));
    assert_eq!(calls.small(page), GONE | WAITERS);
    put(&mut calls, FIRST as u32);
    let protect = [N(page), N(PAGE), N(1)];
    assert_eq!(calls.call("mprotect", &protect), Ok(0));
    assert_eq!(calls.call("futex", &futex(LOCK)), Err(EFAULT));
}

#[test]
fn a_comparison_that_there_is_not_comes_behind_the_operation() {
    const WAKE_OP: u64 = 5;
    const ADD_ONE: u64 = 1 << 28 | 9 << 24 | 1 << 12;
    let mut calls = Calls::new();
    calls.words(PLACE, &[0, 5]);
    let wake = [N(PLACE), N(WAKE_OP), N(0), N(0), N(PLACE + 8), N(ADD_ONE)];
    assert_eq!(calls.call("futex", &wake), Err(ENOSYS));
    assert_eq!(calls.word(PLACE + 8), 6);
}
