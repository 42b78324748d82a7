//! How many signals may be pending, and what is kept of an action.

use crate::calls::{Calls, EINVAL, N};
use crate::{EAGAIN, PLACE, USR1};

#[test]
fn no_more_signals_are_queued_than_the_limit_of_the_user_allows() {
    const SIGNALS: u64 = 11;
    const REAL_TIME: u64 = 34;
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
