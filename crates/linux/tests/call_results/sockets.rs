//! Pairs of sockets that carry messages, and options of sockets.

use linux::fuzzing::{Answer, FIRST, SCRATCH, UNMAPPED};

use crate::calls::{Calls, EBADF, EFAULT, EINVAL, N};
use crate::{EAGAIN, EOPNOTSUPP, EPIPE, PAGE, PLACE};

pub(crate) const ENOTSOCK: u16 = 88;
pub(crate) const EMSGSIZE: u16 = 90;
const ENOPROTOOPT: u16 = 92;
const ENOTCONN: u16 = 107;
const EPROTONOSUPPORT: u16 = 93;
const ESOCKTNOSUPPORT: u16 = 94;
pub(crate) const ECONNREFUSED: u16 = 111;
/// `SOCK_*`.
pub(crate) const STREAM: u64 = 1;
pub(crate) const DGRAM: u64 = 2;
const RAW: u64 = 3;
pub(crate) const SEQPACKET: u64 = 5;
pub(crate) const NONBLOCK: u64 = 0o4000;
/// `POLLIN | POLLRDNORM`, `POLLOUT | POLLWRNORM`, `POLLHUP | POLLRDHUP`, all of them.
pub(crate) const READABLE: u32 = 0x41;
pub(crate) const WRITABLE: u32 = 0x104;
pub(crate) const HUNG_UP: u32 = 0x2010;
pub(crate) const ALL: u32 = READABLE | WRITABLE | HUNG_UP;

impl Calls {
    pub(crate) fn sockets(&mut self, kind: u64) -> (u64, u64) {
        let arguments = [N(1), N(kind), N(0), N(PLACE)];
        assert_eq!(self.call("socketpair", &arguments), Ok(0));
        (self.small(PLACE).into(), self.small(PLACE + 4).into())
    }

    pub(crate) fn send(&mut self, fd: u64, message: &[u8]) -> Result<u64, u16> {
        assert!(self.guest.put(PLACE, message));
        self.call("write", &[N(fd), N(PLACE), N(message.len() as u64)])
    }

    pub(crate) fn receive(&mut self, fd: u64, limit: u64) -> Result<Vec<u8>, u16> {
        let count = self.call("read", &[N(fd), N(PLACE), N(limit)])?;
        Ok(self.guest.get(PLACE, count as usize))
    }

    pub(crate) fn ready(&mut self, fd: u64) -> u32 {
        self.words(PLACE, &[fd | u64::from(ALL) << 32]);
        self.call("poll", &[N(PLACE), N(1), N(0)]).expect("events");
        self.small(PLACE + 4) >> 16
    }

    pub(crate) fn option(&mut self, fd: u64, name: u64) -> Result<(u32, u32), u16> {
        self.words(PLACE, &[8, 0x1234_5678]);
        let arguments = [N(fd), N(1), N(name), N(PLACE + 8), N(PLACE)];
        self.call("getsockopt", &arguments)?;
        Ok((self.small(PLACE + 8), self.small(PLACE)))
    }
}

#[test]
fn messages_keep_their_boundaries_and_what_is_not_read_of_one_is_lost() {
    for kind in [DGRAM, RAW, SEQPACKET] {
        let mut calls = Calls::new();
        let (one, other) = calls.sockets(kind | NONBLOCK);
        assert_eq!(calls.receive(other, 10), Err(EAGAIN));
        assert_eq!(calls.ready(other), WRITABLE);
        for message in [&b"first"[..], b"", b"the second", b"third"] {
            assert_eq!(calls.send(one, message), Ok(message.len() as u64));
        }
        assert_eq!(calls.ready(other), READABLE | WRITABLE);
        // What a read finds, before and after it has taken nothing.
        let arguments = [N(other), N(0x541b), N(PLACE)];
        assert_eq!(calls.call("ioctl", &arguments), Ok(0));
        // Of a connection, all that waits.
        let waiting = if kind == SEQPACKET { 20 } else { 5 };
        assert_eq!(calls.small(PLACE), waiting);
        assert_eq!(calls.receive(other, 0), Ok(Vec::new()));
        assert_eq!(calls.receive(other, 3), Ok(b"fir".to_vec()));
        assert_eq!(calls.receive(other, 100), Ok(Vec::new()));
        // Two parts of one message.
        calls.words(PLACE + 64, &[SCRATCH, 4, SCRATCH + 16, 100]);
        let parts = [N(other), N(PLACE + 64), N(2)];
        assert_eq!(calls.call("readv", &parts), Ok(10));
        assert_eq!(calls.guest.get(SCRATCH, 4), b"the ");
        assert_eq!(calls.guest.get(SCRATCH + 16, 6), b"second");
        assert_eq!(calls.receive(other, 5), Ok(b"third".to_vec()));
        assert_eq!(calls.receive(other, 5), Err(EAGAIN));
        // The other direction.
        assert_eq!(calls.send(other, b"back"), Ok(4));
        assert_eq!(calls.receive(one, 9), Ok(b"back".to_vec()));
    }
}

#[test]
fn a_message_is_sent_whole_or_waits_and_a_longer_one_than_any_is_refused() {
    const LONGEST: u64 = 212_960;
    let mut calls = Calls::new();
    let memory = calls.map(1 << 18);
    for kind in [DGRAM, SEQPACKET] {
        let (one, other) = calls.sockets(kind);
        let send = |length| [N(one), N(memory), N(length)];
        assert_eq!(calls.call("write", &send(LONGEST + 1)), Err(EMSGSIZE));
        assert_eq!(calls.call("write", &send(LONGEST)), Ok(LONGEST));
        assert_eq!(calls.ask(FIRST, "write", &send(LONGEST)), Answer::Waits);
        let receive = [N(other), N(memory), N(LONGEST)];
        assert_eq!(calls.call("read", &receive), Ok(LONGEST));
        assert_eq!(calls.call("write", &send(LONGEST)), Ok(LONGEST));
    }
}

#[test]
fn the_end_of_a_connection_is_seen_and_that_of_datagrams_is_not() {
    let mut calls = Calls::new();
    let (one, other) = calls.sockets(SEQPACKET);
    assert_eq!(calls.send(one, b"last"), Ok(4));
    assert_eq!(calls.call("close", &[N(one)]), Ok(0));
    assert_eq!(calls.receive(other, 9), Ok(b"last".to_vec()));
    assert_eq!(calls.receive(other, 9), Ok(Vec::new()));
    assert_eq!(calls.ready(other), ALL);
    // No signal ends the program.
    assert_eq!(calls.send(other, b"more"), Err(EPIPE));
    calls.guest.run(1000);
    assert_eq!(calls.receive(other, 9), Ok(Vec::new()));

    let (one, other) = calls.sockets(DGRAM);
    assert_eq!(calls.send(one, b"last"), Ok(4));
    assert_eq!(calls.call("close", &[N(one)]), Ok(0));
    assert_eq!(calls.receive(other, 9), Ok(b"last".to_vec()));
    assert_eq!(calls.ready(other), WRITABLE);
    assert_eq!(calls.send(other, b"more"), Err(ECONNREFUSED));
    let receive = [N(other), N(PLACE), N(9)];
    assert_eq!(calls.ask(FIRST, "read", &receive), Answer::Waits);
}

#[test]
fn a_socket_for_datagrams_loses_its_connection_at_the_first_message_to_a_closed_one() {
    let mut calls = Calls::new();
    let (one, other) = calls.sockets(DGRAM | NONBLOCK);
    for text in [&b"first"[..], b"second"] {
        calls.send(one, text).expect("a message");
    }
    assert_eq!(calls.call("close", &[N(one)]), Ok(0));
    let name = [N(other), N(PLACE), N(PLACE + 8)];
    calls.words(PLACE + 8, &[8]);
    assert_eq!(calls.call("getpeername", &name), Ok(0));
    assert_eq!(calls.receive(other, 9), Ok(b"first".to_vec()));
    // The second one is lost.
    assert_eq!(calls.send(other, b"more"), Err(ECONNREFUSED));
    assert_eq!(calls.receive(other, 9), Err(EAGAIN));
    for _ in 0..2 {
        assert_eq!(calls.send(other, b"more"), Err(ENOTCONN));
    }
    assert_eq!(calls.call("getpeername", &name), Err(ENOTCONN));
    assert_eq!(calls.ready(other), WRITABLE);
}

#[test]
fn a_message_without_a_place_is_lost_and_the_bytes_of_a_stream_stay() {
    for kind in [DGRAM, SEQPACKET, STREAM] {
        let mut calls = Calls::new();
        let (one, other) = calls.sockets(kind | NONBLOCK);
        for text in [&b"first"[..], b"second"] {
            calls.send(one, text).expect("a message");
        }
        let nowhere = [N(other), N(UNMAPPED), N(3)];
        assert_eq!(calls.call("read", &nowhere), Err(EFAULT));
        let left = if kind == STREAM {
            "firstsecond"
        } else {
            "second"
        };
        assert_eq!(calls.receive(other, 20), Ok(left.into()));
    }
}

#[test]
fn parts_of_no_bytes_are_no_message() {
    let mut calls = Calls::new();
    let (one, other) = calls.sockets(SEQPACKET | NONBLOCK);
    calls.words(PLACE, &[SCRATCH, 0, SCRATCH, 0]);
    for count in [0, 1, 2] {
        let parts = [N(one), N(PLACE), N(count)];
        assert_eq!(calls.call("writev", &parts), Ok(0));
    }
    assert_eq!(calls.receive(other, 9), Err(EAGAIN));
    assert_eq!(calls.call("close", &[N(other)]), Ok(0));
    let parts = [N(one), N(PLACE), N(1)];
    calls.words(PLACE, &[SCRATCH, 0]);
    assert_eq!(calls.call("writev", &parts), Ok(0));
    assert_eq!(calls.send(one, b""), Err(EPIPE));
    calls.words(PLACE, &[u64::MAX, 0]);
    assert_eq!(calls.call("writev", &parts), Err(EFAULT));
}

#[test]
fn a_message_passes_into_a_pipe_whole_or_waits_for_room() {
    const CAPACITY: u64 = 16 * PAGE;
    let mut calls = Calls::new();
    let memory = calls.map(CAPACITY);
    let (reader, writer) = calls.pipe();
    let (one, other) = calls.sockets(SEQPACKET | NONBLOCK);
    let fill = [N(writer), N(memory), N(CAPACITY - 5)];
    assert_eq!(calls.call("write", &fill), Ok(CAPACITY - 5));
    for text in [&b"five."[..], b"a message", b"behind"] {
        calls.send(one, text).expect("a message");
    }
    let pass = |count| [N(writer), N(other), N(0), N(count)];
    assert_eq!(calls.call("sendfile", &pass(100)), Ok(5));
    for count in [100, 1] {
        assert_eq!(calls.call("sendfile", &pass(count)), Err(EAGAIN));
    }
    let drain = [N(reader), N(memory), N(9)];
    assert_eq!(calls.call("read", &drain), Ok(9));
    assert_eq!(calls.call("sendfile", &pass(100)), Ok(9));
    assert_eq!(calls.call("read", &drain), Ok(9));
    // The count cuts a message, as the place of a read does.
    assert_eq!(calls.call("sendfile", &pass(2)), Ok(2));
    assert_eq!(calls.call("sendfile", &pass(2)), Err(EAGAIN));
}

#[test]
fn options_of_sockets_say_what_a_pair_is() {
    let mut calls = Calls::new();
    for kind in [STREAM, DGRAM, SEQPACKET] {
        let (socket, _) = calls.sockets(kind);
        // Type, error, sizes of buffers, credentials, listening, protocol, domain.
        for (name, expected) in [
            (3, kind as u32),
            (4, 0),
            (7, 212_992),
            (8, 212_992),
            (16, 0),
            (30, 0),
            (38, 0),
            (39, 1),
        ] {
            assert_eq!(calls.option(socket, name), Ok((expected, 4)), "{name}");
        }
        // The process that has made the pair, its user and its group.
        calls.words(PLACE, &[99]);
        let arguments = [N(socket), N(1), N(17), N(PLACE + 8), N(PLACE)];
        assert_eq!(calls.call("getsockopt", &arguments), Ok(0));
        assert_eq!(calls.small(PLACE), 12);
        assert_eq!(calls.word(PLACE + 8), FIRST | 1000 << 32);
        assert_eq!(calls.small(PLACE + 16), 1000);
        assert_eq!(calls.option(socket, 99), Err(ENOPROTOOPT));
        let mut set = |level, name, value, length| {
            calls.words(PLACE, &[value]);
            let arguments = [N(socket), N(level), N(name), N(PLACE), N(length)];
            calls.call("setsockopt", &arguments)
        };
        assert_eq!(set(1, 2, 1, 4), Ok(0));
        assert_eq!(set(1, 7, 1 << 16, 4), Ok(0));
        assert_eq!(set(1, 8, 1 << 16, 8), Ok(0));
        assert_eq!(set(1, 16, 0, 4), Ok(0));
        assert_eq!(set(1, 16, 1, 4), Err(ENOPROTOOPT));
        assert_eq!(set(1, 3, kind, 4), Err(ENOPROTOOPT));
        assert_eq!(set(1, 7, 1 << 16, 3), Err(EINVAL));
        assert_eq!(set(6, 1, 1, 4), Err(EOPNOTSUPP));
    }
    let file = calls.memory_file();
    assert_eq!(calls.option(file, 3), Err(ENOTSOCK));
    assert_eq!(calls.option(99, 3), Err(EBADF));
    let other = [N(1), N(4), N(0), N(PLACE)];
    assert_eq!(calls.call("socketpair", &other), Err(ESOCKTNOSUPPORT));
    let other = [N(1), N(1), N(5), N(PLACE)];
    assert_eq!(calls.call("socketpair", &other), Err(EPROTONOSUPPORT));
    // A transfer of nothing is no message.
    let (one, other) = calls.sockets(SEQPACKET | NONBLOCK);
    for count in [0, 5] {
        let send = [N(one), N(file), N(0), N(count)];
        assert_eq!(calls.call("sendfile", &send), Ok(0));
    }
    assert_eq!(calls.receive(other, 8), Err(EAGAIN));
}
