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
