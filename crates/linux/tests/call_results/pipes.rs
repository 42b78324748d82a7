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

#[test]
fn what_has_no_page_left_takes_no_packets_and_loses_nothing() {
    const OUT: u64 = 4;
    let mut calls = Calls::new();
    assert_eq!(calls.call("pipe2", &[N(PLACE), N(NONBLOCK)]), Ok(0));
    let ends = calls.guest.get(PLACE, 8);
    let (from, to) = (u64::from(ends[0]), u64::from(ends[4]));
    let pair = [N(1), N(1 | NONBLOCK), N(0), N(PLACE)];
    assert_eq!(calls.call("socketpair", &pair), Ok(0));
    let ends = calls.guest.get(PLACE, 8);
    let (source, fills) = (u64::from(ends[0]), u64::from(ends[4]));
    // A page of 16 KB is the last one that is free, and a part of it is taken.
    for _ in 0..61 {
        let write = [N(to), N(PLACE), N(4096)];
        assert_eq!(calls.call("write", &write), Ok(4096));
    }
    assert_eq!(calls.call("write", &[N(fills), N(PLACE), N(100)]), Ok(100));
    for (direct, writable) in [(DIRECT, 0), (0, 1)] {
        let set = [N(to), N(SETFL), N(direct | NONBLOCK)];
        assert_eq!(calls.call("fcntl", &set), Ok(0));
        calls.words(PLACE, &[to | OUT << 32, 0, 0, 0]);
        let poll = [N(PLACE), N(1), N(PLACE + 16), N(0), N(8)];
        assert_eq!(calls.call("ppoll", &poll), Ok(writable));
        let send = [N(to), N(source), N(0), N(100)];
        let sent = calls.call("sendfile", &send);
        assert_eq!(sent, if writable == 0 { Err(EAGAIN) } else { Ok(100) });
    }
    assert_eq!(calls.call("read", &[N(from), N(PLACE), N(4096)]), Ok(4096));
}

#[test]
fn a_program_that_asks_for_signals_of_files_is_refused() {
    const ASYNC: u64 = 0o20000;
    const SETOWN: u64 = 8;
    const GETOWN_EX: u64 = 16;
    let mut calls = Calls::new();
    let (from, _) = calls.pipe();
    let ask = |calls: &mut Calls, command, argument| {
        calls.call("fcntl", &[N(from), N(command), N(argument)])
    };
    assert_eq!(ask(&mut calls, SETOWN, 1000), Err(EINVAL));
    assert_eq!(ask(&mut calls, SETOWN, 0), Ok(0));
    assert_eq!(ask(&mut calls, SETFL, ASYNC), Err(EINVAL));
    calls.words(PLACE, &[u64::MAX]);
    assert_eq!(ask(&mut calls, GETOWN_EX, PLACE), Ok(0));
    assert_eq!(calls.word(PLACE), 0);
}
