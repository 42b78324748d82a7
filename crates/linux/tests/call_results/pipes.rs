//! Pipes whose writes are packets, and owners of files.

use crate::calls::{Calls, EINVAL, N};
use crate::{EAGAIN, PLACE};

const NONBLOCK: u64 = 0o4000;
const DIRECT: u64 = 0o40000;
const GETFL: u64 = 3;
const SETFL: u64 = 4;

#[test]
fn writes_to_a_packet_pipe_are_read_one_by_one() {
    let mut calls = Calls::new();
    assert_eq!(
        calls.call("pipe2", &[N(PLACE), N(DIRECT | NONBLOCK)]),
        Ok(0)
    );
    let ends = calls.guest.get(PLACE, 8);
    let (from, to) = (u64::from(ends[0]), u64::from(ends[4]));
    let write = |calls: &mut Calls, count| {
        assert_eq!(calls.call("write", &[N(to), N(PLACE), N(count)]), Ok(count));
    };
    let read = |calls: &mut Calls, count| calls.call("read", &[N(from), N(PLACE), N(count)]);
    write(&mut calls, 3);
    write(&mut calls, 4);
    assert_eq!(read(&mut calls, 100), Ok(3));
    assert_eq!(read(&mut calls, 2), Ok(2));
    assert_eq!(read(&mut calls, 2), Err(EAGAIN), "the rest is lost");
    let flags = [N(to), N(GETFL), N(0)];
    assert_eq!(calls.call("fcntl", &flags), Ok(DIRECT | NONBLOCK | 1));
    for (direct, first) in [(0, 7), (DIRECT, 3)] {
        let set = [N(to), N(SETFL), N(direct | NONBLOCK)];
        assert_eq!(calls.call("fcntl", &set), Ok(0));
        assert_eq!(calls.call("fcntl", &flags), Ok(direct | NONBLOCK | 1));
        write(&mut calls, 3);
        write(&mut calls, 4);
        assert_eq!(read(&mut calls, 100), Ok(first));
    }
}
