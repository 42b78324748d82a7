//! Calls for the sockets of a pair: messages, the files that they pass, and ends of directions.

use linux::fuzzing::{Answer, FIRST, SCRATCH, UNMAPPED};

use crate::calls::{Calls, EBADF, EFAULT, EINVAL, ENOENT, N, P};
use crate::sockets::{
    ALL, DGRAM, ECONNREFUSED, EMSGSIZE, ENOTSOCK, NONBLOCK, READABLE, SEQPACKET, STREAM, WRITABLE,
};
use crate::{EAGAIN, EOPNOTSUPP, EPIPE, PLACE};

const ECONNRESET: u16 = 104;
const ENOBUFS: u16 = 105;
const EISCONN: u16 = 106;
const ETOOMANYREFS: u16 = 109;
/// `MSG_*`.
const OOB: u64 = 1;
const PEEK: u64 = 2;
const CTRUNC: u64 = 8;
const TRUNC: u64 = 0x20;
const DONTWAIT: u64 = 0x40;
const WAITALL: u64 = 0x100;
const NOSIGNAL: u64 = 0x4000;
const CMSG_CLOEXEC: u64 = 0x4000_0000;
/// `SHUT_*`.
const READS: u64 = 0;
const WRITES: u64 = 1;
const BOTH: u64 = 2;
/// `SOL_SOCKET` and `SCM_RIGHTS`, as two 32-bit words.
const RIGHTS: u64 = 1 | 1 << 32;
/// `SOL_SOCKET` and `SCM_CREDENTIALS`.
const CREDENTIALS: u64 = 1 | 2 << 32;
/// `struct msghdr`, its parts, and control messages.
const HEADER: u64 = SCRATCH + 0x1000;
const PARTS: u64 = SCRATCH + 0x1100;
const CONTROL: u64 = SCRATCH + 0x2000;
/// Bytes of messages.
const TEXT: u64 = SCRATCH + 0x3000;

impl Calls {
    /// `sendmsg` of two parts with control messages of so many bytes.
    fn send_message(&mut self, fd: u64, text: &[u8], control: u64) -> Result<u64, u16> {
        assert!(self.guest.put(TEXT, text));
        let half = text.len() as u64 / 2;
        self.words(PARTS, &[TEXT, half, TEXT + half, text.len() as u64 - half]);
        self.words(HEADER, &[0, 0, PARTS, 2, CONTROL, control, 0]);
        self.call("sendmsg", &[N(fd), N(HEADER), N(NOSIGNAL | DONTWAIT)])
    }

    /// The same with a list of files.
    fn pass(&mut self, fd: u64, text: &[u8], files: &[u64]) -> Result<u64, u16> {
        let length = 16 + 4 * files.len() as u64;
        self.words(CONTROL, &[length, RIGHTS]);
        for (n, &file) in (0..).zip(files) {
            let bytes = (file as u32).to_le_bytes();
            assert!(self.guest.put(CONTROL + 16 + 4 * n, &bytes));
        }
        self.send_message(fd, text, length)
    }

    /// `recvmsg` with room for so many bytes of control messages. Gives the bytes, the flags and the length of control messages.
    fn receive_message(
        &mut self,
        fd: u64,
        limit: u64,
        control: u64,
        flags: u64,
    ) -> Result<(Vec<u8>, u64, u64), u16> {
        self.words(CONTROL, &[0; 4]);
        self.words(PARTS, &[TEXT, limit]);
        self.words(HEADER, &[PLACE, 16, PARTS, 1, CONTROL, control, 0x77]);
        let count = self.call("recvmsg", &[N(fd), N(HEADER), N(flags | DONTWAIT)])?;
        assert_eq!(self.small(HEADER + 8), 0, "the sender has no address");
        let flags = self.small(HEADER + 48).into();
        let bytes = self.guest.get(TEXT, count.min(limit) as usize);
        Ok((bytes, flags, self.word(HEADER + 40)))
    }

    /// The descriptors that the last message has brought.
    fn brought(&mut self) -> Vec<u64> {
        let length = self.word(CONTROL);
        assert_eq!(self.word(CONTROL + 8), RIGHTS);
        let places = (16..length).step_by(4);
        places.map(|at| self.small(CONTROL + at).into()).collect()
    }

    fn sends(&mut self, fd: u64, text: &[u8], flags: u64) -> Result<u64, u16> {
        assert!(self.guest.put(TEXT, text));
        self.call("send", &[N(fd), N(TEXT), N(text.len() as u64), N(flags)])
    }

    /// `recv`: the result and the bytes up to `limit`.
    fn takes(&mut self, fd: u64, limit: u64, flags: u64) -> Result<(u64, Vec<u8>), u16> {
        let count = self.call("recv", &[N(fd), N(TEXT), N(limit), N(flags)])?;
        Ok((count, self.guest.get(TEXT, count.min(limit) as usize)))
    }

    fn shut(&mut self, fd: u64, how: u64) {
        assert_eq!(self.call("shutdown", &[N(fd), N(how)]), Ok(0));
    }

    fn close(&mut self, fd: u64) {
        assert_eq!(self.call("close", &[N(fd)]), Ok(0));
    }

    /// What `getsockopt` says of `SO_ERROR`.
    fn error(&mut self, fd: u64) -> u32 {
        self.option(fd, 4).expect("an error").0
    }
}

#[test]
fn bytes_of_a_stream_are_received_as_flags_say() {
    let mut calls = Calls::new();
    let (one, other) = calls.sockets(STREAM);
    assert_eq!(calls.takes(other, 4, DONTWAIT), Err(EAGAIN));
    assert_eq!(calls.takes(other, 0, DONTWAIT), Err(EAGAIN));
    assert_eq!(calls.receive(other, 0), Ok(Vec::new()));
    assert_eq!(calls.sends(one, b"", 0), Ok(0));
    assert_eq!(calls.sends(one, b"seven of", 0), Ok(8));
    assert_eq!(calls.takes(other, 5, PEEK), Ok((5, b"seven".to_vec())));
    // What is there is enough to look at; a length beyond the bytes is none of a stream.
    let all = b"seven of".to_vec();
    assert_eq!(calls.takes(other, 20, PEEK | WAITALL | TRUNC), Ok((8, all)));
    let nowhere = [N(other), N(UNMAPPED), N(5), N(0)];
    assert_eq!(calls.call("recv", &nowhere), Err(EFAULT));
    assert_eq!(calls.takes(other, 6, TRUNC), Ok((6, b"seven ".to_vec())));
    let waits = [N(other), N(TEXT), N(6), N(WAITALL)];
    assert_eq!(calls.ask(FIRST, "recv", &waits), Answer::Waits);
    // What it had received before a signal ended the wait is its result.
    assert_eq!(calls.takes(other, 6, DONTWAIT), Err(EAGAIN));
    calls.sends(one, b"nine", 0).expect("four bytes");
    let all = WAITALL | DONTWAIT;
    assert_eq!(calls.takes(other, 6, all), Ok((4, b"nine".to_vec())));
    assert_eq!(calls.sends(one, b"x", OOB), Err(EOPNOTSUPP));
    assert_eq!(calls.takes(other, 1, OOB), Err(EOPNOTSUPP));
    let file = calls.memory_file();
    assert_eq!(calls.sends(file, b"x", 0), Err(ENOTSOCK));
    assert_eq!(calls.takes(99, 1, 0), Err(EBADF));
    let place = calls
        .call("open", &[P("f"), N(0o10000000)])
        .expect("a place");
    assert_eq!(calls.takes(place, 1, 0), Err(EBADF));
    // The memory is looked at before the descriptor.
    let beyond = [N(99), N(u64::MAX), N(8), N(0)];
    assert_eq!(calls.call("recv", &beyond), Err(EFAULT));
}

#[test]
fn a_message_tells_its_length_and_is_taken_whole() {
    for kind in [DGRAM, SEQPACKET] {
        let mut calls = Calls::new();
        let (one, other) = calls.sockets(kind);
        assert_eq!(calls.takes(other, 9, DONTWAIT), Err(EAGAIN));
        for text in [&b"first"[..], b"", b"third", b"fourth", b"fifth"] {
            assert_eq!(calls.sends(one, text, 0), Ok(text.len() as u64));
        }
        assert_eq!(calls.takes(other, 2, PEEK), Ok((2, b"fi".to_vec())));
        assert_eq!(calls.takes(other, 2, PEEK | TRUNC), Ok((5, b"fi".to_vec())));
        // All of a message is no matter of waiting.
        assert_eq!(
            calls.takes(other, 2, TRUNC | WAITALL),
            Ok((5, b"fi".to_vec()))
        );
        assert_eq!(calls.takes(other, 9, 0), Ok((0, Vec::new())));
        let cut = calls.receive_message(other, 3, 0, 0);
        assert_eq!(cut, Ok((b"thi".to_vec(), TRUNC, 0)));
        // `read` takes nothing for no bytes, `recv` a message.
        assert_eq!(calls.receive(other, 0), Ok(Vec::new()));
        assert_eq!(calls.takes(other, 0, TRUNC), Ok((6, Vec::new())));
        let whole = calls.receive_message(other, 9, 0, TRUNC);
        assert_eq!(whole, Ok((b"fifth".to_vec(), 0, 0)));
        assert_eq!(calls.takes(other, 9, DONTWAIT), Err(EAGAIN));
    }
}

#[test]
fn names_and_addresses_of_a_pair_are_empty() {
    let mut calls = Calls::new();
    let (one, other) = calls.sockets(DGRAM);
    for call in ["getsockname", "getpeername"] {
        calls.words(PLACE, &[u64::MAX, 110]);
        assert_eq!(calls.call(call, &[N(one), N(PLACE), N(PLACE + 8)]), Ok(0));
        assert_eq!(calls.word(PLACE), 0xffff_ffff_ffff_0001);
        assert_eq!(calls.small(PLACE + 8), 2);
        calls.words(PLACE + 8, &[u64::MAX]);
        let negative = calls.call(call, &[N(one), N(PLACE), N(PLACE + 8)]);
        assert_eq!(negative, Err(EINVAL));
    }
    calls.words(PLACE, &[110]);
    calls.sends(one, b"text", 0).expect("a message");
    let from = [N(other), N(TEXT), N(9), N(0), N(PLACE + 64), N(PLACE)];
    assert_eq!(calls.call("recvfrom", &from), Ok(4));
    assert_eq!(calls.small(PLACE), 0);
    // Addresses to send to: a path, one that is there, one without a file, another family, lengths.
    let mut send_to = |fd, address: &[u8], length: u64| {
        assert!(calls.guest.put(PLACE, address));
        let arguments = [N(fd), N(TEXT), N(4), N(0), N(PLACE), N(length)];
        calls.call("sendto", &arguments)
    };
    assert_eq!(send_to(one, b"\x01\0/nowhere\0", 11), Err(ENOENT));
    assert_eq!(send_to(one, b"\x01\0/f\0", 5), Err(ECONNREFUSED));
    assert_eq!(send_to(one, b"\x01\0\0name", 7), Err(ECONNREFUSED));
    assert_eq!(send_to(one, b"\x02\0/f\0", 5), Err(EINVAL));
    for length in [2, 111, 129, u64::MAX] {
        assert_eq!(send_to(one, b"\x01\0/f\0", length), Err(EINVAL));
    }
    assert_eq!(send_to(one, b"", 0), Ok(4));
    let (stream, _) = calls.sockets(STREAM);
    let (packets, _) = calls.sockets(SEQPACKET);
    for (fd, expected) in [(stream, Err(EISCONN)), (packets, Ok(4))] {
        let arguments = [N(fd), N(TEXT), N(4), N(0), N(PLACE), N(5)];
        assert_eq!(calls.call("sendto", &arguments), expected);
    }
}

#[test]
fn a_direction_that_is_shut_ends_and_the_other_one_goes_on() {
    for kind in [STREAM, SEQPACKET] {
        let mut calls = Calls::new();
        let (one, other) = calls.sockets(kind | NONBLOCK);
        let both = READABLE | WRITABLE;
        calls.sends(one, b"last", 0).expect("four bytes");
        calls.shut(one, WRITES);
        assert_eq!(calls.sends(one, b"more", NOSIGNAL), Err(EPIPE));
        assert_eq!(calls.ready(one), WRITABLE);
        assert_eq!(calls.ready(other), both | 0x2000);
        assert_eq!(calls.takes(other, 9, 0), Ok((4, b"last".to_vec())));
        assert_eq!(calls.takes(other, 9, 0), Ok((0, Vec::new())));
        assert_eq!(calls.sends(other, b"back", 0), Ok(4));
        assert_eq!(calls.takes(one, 9, 0), Ok((4, b"back".to_vec())));
        // What lies there is read before the end, and no more can be sent.
        calls.sends(other, b"rest", 0).expect("four bytes");
        calls.shut(one, READS);
        assert_eq!(calls.ready(one), ALL);
        assert_eq!(calls.ready(other), ALL);
        assert_eq!(calls.sends(other, b"more", NOSIGNAL), Err(EPIPE));
        assert_eq!(calls.takes(one, 9, 0), Ok((4, b"rest".to_vec())));
        assert_eq!(calls.takes(one, 9, 0), Ok((0, Vec::new())));
        assert_eq!(calls.call("shutdown", &[N(one), N(3)]), Err(EINVAL));
    }
    // A socket for datagrams keeps it to itself, but for its refusals.
    let mut calls = Calls::new();
    let (one, other) = calls.sockets(DGRAM);
    calls.shut(one, BOTH);
    assert_eq!(calls.ready(one), ALL);
    assert_eq!(calls.ready(other), WRITABLE);
    assert_eq!(calls.sends(one, b"more", 0), Err(EPIPE));
    assert_eq!(calls.sends(other, b"more", 0), Err(EPIPE));
    assert_eq!(calls.takes(one, 9, 0), Ok((0, Vec::new())));
    assert_eq!(calls.takes(one, 9, DONTWAIT), Err(EAGAIN));
    let waits = [N(other), N(TEXT), N(9), N(0)];
    assert_eq!(calls.ask(FIRST, "recv", &waits), Answer::Waits);
}

#[test]
fn watches_report_the_end_of_a_direction() {
    const EDGE: u32 = 1 << 31;
    const HANGS: u32 = 0x2000;
    let mut calls = Calls::new();
    let (one, other) = calls.sockets(STREAM);
    let epoll = calls.epoll();
    calls.control(epoll, 1, other, 1 | HANGS | EDGE);
    assert_eq!(calls.events(epoll, 8), []);
    calls.shut(one, WRITES);
    assert_eq!(calls.events(epoll, 8), [(other, 1 | HANGS)]);
    assert_eq!(calls.events(epoll, 8), []);
    calls.shut(one, READS);
    assert_eq!(calls.events(epoll, 8), [(other, 0x11 | HANGS)]);
}

#[test]
fn a_broken_stream_sends_a_signal_unless_told_otherwise() {
    let mut calls = Calls::new();
    let (one, other) = calls.sockets(STREAM);
    calls.close(other);
    // No signal ends the program.
    assert_eq!(calls.sends(one, b"more", NOSIGNAL), Err(EPIPE));
    assert_eq!(calls.send_message(one, b"more", 0), Err(EPIPE));
    calls.guest.run(1000);
    // Not even an empty write passes.
    let nothing = [N(one), N(TEXT), N(0)];
    assert_eq!(calls.call("write", &nothing), Err(EPIPE));
    calls.guest.run(1000);
    let ended = calls.ask(FIRST, "send", &[N(one), N(TEXT), N(1), N(0)]);
    assert_eq!(ended, Answer::Ended);
}

#[test]
fn a_socket_that_is_closed_with_unread_bytes_resets_the_connection_once() {
    for kind in [STREAM, SEQPACKET] {
        let mut calls = Calls::new();
        let mut unread = || {
            let (one, other) = calls.sockets(kind);
            calls.sends(one, b"unread", 0).expect("six bytes");
            calls.sends(other, b"last", 0).expect("four bytes");
            calls.close(other);
            one
        };
        let (first, second) = (unread(), unread());
        assert_eq!(calls.ready(first), ALL | 8);
        calls.words(PLACE, &[first | 0x2001 << 32]);
        assert_eq!(calls.call("poll", &[N(PLACE), N(1), N(0)]), Ok(1));
        assert_eq!(calls.word(PLACE) >> 48, 0x2019);
        // Bytes of a stream come first, an error of messages before them.
        let (error, bytes) = (Err(ECONNRESET), Ok((4, b"last".to_vec())));
        let order = match kind {
            STREAM => [bytes, error],
            _ => [error, bytes],
        };
        for expected in order {
            assert_eq!(calls.takes(first, 9, 0), expected);
        }
        assert_eq!(calls.takes(first, 9, 0), Ok((0, Vec::new())));
        assert_eq!(calls.error(second), u32::from(ECONNRESET));
        assert_eq!(calls.error(second), 0);
        assert_eq!(calls.takes(second, 9, 0), Ok((4, b"last".to_vec())));
    }
}

#[test]
fn files_are_passed_with_the_bytes_that_carry_them() {
    for kind in [STREAM, SEQPACKET, DGRAM] {
        let mut calls = Calls::new();
        let (one, other) = calls.sockets(kind);
        let file = calls.call("open", &[P("f"), N(0)]).expect("a file");
        let (reader, writer) = calls.pipe();
        assert_eq!(calls.sends(one, b"before", 0), Ok(6));
        assert_eq!(calls.pass(one, b"with", &[file, writer]), Ok(4));
        assert_eq!(calls.sends(one, b"behind", 0), Ok(6));
        // The files are kept under way.
        calls.close(file);
        calls.close(writer);
        let read = [N(reader), N(TEXT), N(9)];
        assert_eq!(calls.call("read", &read), Err(EAGAIN));
        let first = calls.receive_message(other, 2, 64, 0);
        let cut = if kind == STREAM { 0 } else { TRUNC };
        assert_eq!(first, Ok((b"be".to_vec(), cut, 0)));
        let peeked = calls.receive_message(other, 99, 64, PEEK).expect("bytes");
        let seen = calls.brought();
        for fd in &seen {
            calls.close(*fd);
        }
        let expected = if kind == STREAM { "forewith" } else { "with" };
        assert_eq!(peeked, (expected.into(), 0, 24));
        let taken = calls.receive_message(other, 99, 64, CMSG_CLOEXEC);
        assert_eq!(taken, Ok((expected.into(), CMSG_CLOEXEC, 24)));
        let [file, writer] = calls.brought()[..] else {
            panic!("two files");
        };
        assert_eq!([file, writer], seen[..]);
        for fd in [file, writer] {
            assert_eq!(calls.call("fcntl", &[N(fd), N(1)]), Ok(1));
        }
        assert_eq!(calls.receive(file, 9), Ok(b"abc".to_vec()));
        assert_eq!(calls.send(writer, b"through"), Ok(7));
        assert_eq!(calls.receive(reader, 9), Ok(b"through".to_vec()));
        let last = calls.receive_message(other, 99, 64, 0);
        assert_eq!(last, Ok((b"behind".to_vec(), 0, 0)));
    }
}

#[test]
fn files_without_a_receiver_are_closed() {
    let mut calls = Calls::new();
    let (one, other) = calls.sockets(SEQPACKET);
    // Whether a pipe whose writer was passed with a message and closed has ended.
    let mut ended = |lose: &mut dyn FnMut(&mut Calls)| {
        let (reader, writer) = calls.pipe();
        assert_eq!(calls.pass(one, b"with", &[writer]), Ok(4));
        calls.close(writer);
        lose(&mut calls);
        calls.receive(reader, 9)
    };
    let end = Ok(Vec::new());
    let read = ended(&mut |calls| assert_eq!(calls.receive(other, 9), Ok(b"with".to_vec())));
    assert_eq!(read, end);
    let recv = ended(&mut |calls| assert!(calls.takes(other, 9, 0).is_ok()));
    assert_eq!(recv, end);
    let fault = ended(&mut |calls| {
        let nowhere = [N(other), N(UNMAPPED), N(5), N(0)];
        assert_eq!(calls.call("recv", &nowhere), Err(EFAULT));
    });
    assert_eq!(fault, end);
    for room in [0, 16, 19] {
        let no_room = ended(&mut |calls| {
            let received = calls.receive_message(other, 9, room, 0);
            assert_eq!(received, Ok((b"with".to_vec(), CTRUNC, 0)));
        });
        assert_eq!(no_room, end);
    }
    let refused = ended(&mut |calls| {
        calls.words(PLACE, &[3, 4096]);
        assert_eq!(calls.call("setrlimit", &[N(7), N(PLACE)]), Ok(0));
        let received = calls.receive_message(other, 9, 64, 0);
        assert_eq!(received, Ok((b"with".to_vec(), CTRUNC, 0)));
        calls.words(PLACE, &[1024, 4096]);
        assert_eq!(calls.call("setrlimit", &[N(7), N(PLACE)]), Ok(0));
    });
    assert_eq!(refused, end);
    let closed = ended(&mut |calls| calls.close(other));
    assert_eq!(closed, end);
}

#[test]
fn sockets_that_only_they_themselves_pass_are_closed() {
    let mut calls = Calls::new();
    let (reader, writer) = calls.pipe();
    let (one, other) = calls.sockets(STREAM);
    let (third, fourth) = calls.sockets(DGRAM);
    // Each lies in what the other one of the two has yet to receive, and a pipe with them.
    assert_eq!(calls.pass(one, b"a", &[fourth, writer]), Ok(1));
    assert_eq!(calls.pass(third, b"b", &[other]), Ok(1));
    calls.close(writer);
    for fd in [other, fourth] {
        assert_eq!(calls.receive(reader, 9), Err(EAGAIN));
        calls.close(fd);
    }
    assert_eq!(calls.receive(reader, 9), Ok(Vec::new()));
    assert_eq!(calls.sends(one, b"c", NOSIGNAL), Err(EPIPE));
    assert_eq!(calls.sends(third, b"d", 0), Err(ECONNREFUSED));
    // One that is held is received with what it has to receive.
    let (reader, writer) = calls.pipe();
    let (one, other) = calls.sockets(STREAM);
    let (third, fourth) = calls.sockets(DGRAM);
    assert_eq!(calls.pass(one, b"a", &[writer]), Ok(1));
    assert_eq!(calls.pass(third, b"b", &[other]), Ok(1));
    calls.close(writer);
    calls.close(other);
    assert!(calls.receive_message(fourth, 9, 64, 0).is_ok());
    let other = calls.brought()[0];
    assert!(calls.receive_message(other, 9, 64, 0).is_ok());
    let writer = calls.brought()[0];
    assert_eq!(calls.receive(reader, 9), Err(EAGAIN));
    calls.close(writer);
    assert_eq!(calls.receive(reader, 9), Ok(Vec::new()));
}

#[test]
fn files_that_have_no_room_are_missing() {
    let mut calls = Calls::new();
    let (one, other) = calls.sockets(STREAM);
    let files = [one, other, one];
    for nowhere in [UNMAPPED, u64::MAX - 20] {
        assert_eq!(calls.pass(one, b"lost", &files), Ok(4));
        calls.words(PARTS, &[TEXT, 9]);
        calls.words(HEADER, &[0, 0, PARTS, 1, nowhere, 64, 0]);
        assert_eq!(calls.call("recvmsg", &[N(other), N(HEADER), N(0)]), Ok(4));
        assert_eq!(calls.word(HEADER + 40), 0);
        assert_eq!(u64::from(calls.small(HEADER + 48)), CTRUNC);
    }
    let header = [N(other), N(u64::MAX - 20), N(0)];
    assert_eq!(calls.call("recvmsg", &header), Err(EFAULT));
    assert_eq!(calls.pass(one, b"with", &files), Ok(4));
    let received = calls.receive_message(other, 9, 16 + 8, 0);
    assert_eq!(received, Ok((b"with".to_vec(), CTRUNC, 24)));
    assert_eq!(calls.brought().len(), 2);
    // One number fills eight bytes where there is room for them.
    assert_eq!(calls.pass(one, b"with", &files[..1]), Ok(4));
    let received = calls.receive_message(other, 9, 20, 0);
    assert_eq!(received, Ok((b"with".to_vec(), 0, 20)));
    assert_eq!(calls.pass(one, b"with", &files[..1]), Ok(4));
    let received = calls.receive_message(other, 9, 64, 0);
    assert_eq!(received, Ok((b"with".to_vec(), 0, 24)));
}

#[test]
fn control_messages_are_refused_as_on_linux() {
    let mut calls = Calls::new();
    let (one, _) = calls.sockets(DGRAM);
    let mut send = |words: &[u64], length| {
        calls.words(CONTROL, words);
        calls.send_message(one, b"text", length)
    };
    assert_eq!(send(&[20, RIGHTS, 99], 20), Err(EBADF));
    assert_eq!(send(&[15, RIGHTS, one], 20), Err(EINVAL));
    assert_eq!(send(&[21, RIGHTS, one], 20), Err(EINVAL));
    assert_eq!(send(&[u64::MAX, RIGHTS, one], 20), Err(EINVAL));
    // Less than a number, a header that is cut, and another level are nothing.
    assert_eq!(send(&[19, RIGHTS, 99], 24), Ok(4));
    assert_eq!(send(&[20, RIGHTS, 99], 15), Ok(4));
    assert_eq!(send(&[20, 6 | 1 << 32, 99], 20), Ok(4));
    assert_eq!(send(&[20, 1 | 9 << 32, 99], 20), Err(EINVAL));
    let user = 1000 | 1000 << 32;
    assert_eq!(send(&[28, CREDENTIALS, user, 1000], 28), Ok(4));
    assert_eq!(send(&[28, CREDENTIALS, user, 1001], 28), Err(1));
    assert_eq!(send(&[24, CREDENTIALS, user, 1000], 24), Err(EINVAL));
    assert_eq!(send(&[20, RIGHTS, one], 20_480), Err(ENOBUFS));
    assert_eq!(send(&[20, RIGHTS, one], 1 << 32), Err(ENOBUFS));
    let many = vec![one; 254];
    assert_eq!(calls.pass(one, b"text", &many), Err(EINVAL));
    assert_eq!(calls.pass(one, b"text", &many[..253]), Ok(4));
    calls.words(PLACE, &[100, 4096]);
    assert_eq!(calls.call("setrlimit", &[N(7), N(PLACE)]), Ok(0));
    assert_eq!(calls.pass(one, b"text", &[one]), Err(ETOOMANYREFS));
    assert_eq!(calls.send_message(one, b"text", 0), Ok(4));
    for (header, expected) in [
        ([PLACE, u64::from(u32::MAX), PARTS, 2, 0, 0, 0], EINVAL),
        ([0, 0, PARTS, 1025, 0, 0, 0], EMSGSIZE),
        ([0, 0, UNMAPPED, 2, 0, 0, 0], EFAULT),
        ([0, 0, PARTS, 2, UNMAPPED, 20, 0], EFAULT),
    ] {
        calls.words(HEADER, &header);
        let arguments = [N(one), N(HEADER), N(0)];
        assert_eq!(calls.call("sendmsg", &arguments), Err(expected));
    }
}

/// `MSG_WAITFORONE`.
const WAITFORONE: u64 = 0x1_0000;
/// A list of `struct mmsghdr`, the parts of the messages, and their bytes.
const LIST: u64 = SCRATCH + 0x4000;
const LIST_PARTS: u64 = SCRATCH + 0x5000;
const LIST_TEXT: u64 = SCRATCH + 0x6000;

impl Calls {
    /// Makes a list of messages with one part each of so many bytes.
    fn list(&mut self, lengths: &[u64]) {
        for (n, &length) in (0..).zip(lengths) {
            self.words(LIST_PARTS + 16 * n, &[LIST_TEXT + 32 * n, length]);
            let header = [0, 0, LIST_PARTS + 16 * n, 1, 0, 0, 0, u64::MAX];
            self.words(LIST + 64 * n, &header);
        }
    }

    /// `msg_len` of the first messages of the list.
    fn lengths(&mut self, count: u64) -> Vec<u32> {
        let places = (0..count).map(|n| LIST + 64 * n + 56);
        places.map(|at| self.small(at)).collect()
    }

    fn send_list(&mut self, fd: u64, count: u64, flags: u64) -> Result<u64, u16> {
        self.call("sendmmsg", &[N(fd), N(LIST), N(count), N(flags)])
    }

    fn receive_list(&mut self, fd: u64, count: u64, flags: u64, time: u64) -> Result<u64, u16> {
        let arguments = [N(fd), N(LIST), N(count), N(flags), N(time)];
        self.call("recvmmsg", &arguments)
    }
}

#[test]
fn a_list_of_messages_is_passed_as_far_as_it_goes_and_tells_their_lengths() {
    const NONE: u32 = u32::MAX;
    for kind in [DGRAM, SEQPACKET] {
        let mut calls = Calls::new();
        let (one, other) = calls.sockets(kind);
        assert!(calls.guest.put(LIST_TEXT, &[b'm'; 128]));
        calls.list(&[5, 0, 7, 9]);
        assert_eq!(calls.send_list(one, 0, 0), Ok(0));
        assert_eq!(calls.send_list(one, 3, 0), Ok(3));
        assert_eq!(calls.lengths(4), [5, 0, 7, NONE]);
        // The messages that are there, and an end without a wait.
        calls.list(&[4, 4, 9, 9]);
        assert_eq!(calls.receive_list(other, 4, WAITFORONE, 0), Ok(3));
        assert_eq!(calls.lengths(4), [4, 0, 7, NONE]);
        assert_eq!(calls.small(LIST + 48), TRUNC as u32);
        assert_eq!(calls.receive_list(other, 4, DONTWAIT, 0), Err(EAGAIN));
        assert_eq!(calls.receive_list(other, 0, 0, 0), Ok(0));
        let waits = [N(other), N(LIST), N(4), N(WAITFORONE), N(0)];
        assert_eq!(calls.ask(FIRST, "recvmmsg", &waits), Answer::Waits);
        // An error behind the first message ends the list.
        calls.list(&[5, 5, 5]);
        calls.words(LIST_PARTS + 16, &[UNMAPPED, 5]);
        assert_eq!(calls.send_list(one, 3, 0), Ok(1));
        calls.words(LIST_PARTS, &[UNMAPPED, 5]);
        assert_eq!(calls.send_list(one, 3, 0), Err(EFAULT));
        // Of a message that is received, the next call reports it.
        calls.list(&[9, 9]);
        assert_eq!(calls.send_list(one, 1, 0), Ok(1));
        calls.words(LIST + 64 + 16, &[UNMAPPED]);
        assert_eq!(calls.receive_list(other, 2, 0, 0), Ok(1));
        assert_eq!(calls.receive_list(other, 1, 0, 0), Err(EFAULT));
        calls.list(&[9, 9]);
        assert_eq!(calls.receive_list(other, 2, DONTWAIT, 0), Ok(1));
        let file = calls.memory_file();
        assert_eq!(calls.send_list(file, 0, 0), Err(ENOTSOCK));
        assert_eq!(calls.receive_list(99, 0, 0, 0), Err(EBADF));
    }
}

#[test]
fn a_list_that_is_received_ends_behind_its_time() {
    let mut calls = Calls::new();
    let (one, other) = calls.sockets(DGRAM);
    calls.list(&[3, 3, 3, 3]);
    assert_eq!(calls.send_list(one, 4, 0), Ok(4));
    calls.words(PLACE, &[0, 0]);
    assert_eq!(calls.receive_list(other, 4, 0, PLACE), Ok(1));
    calls.words(PLACE, &[1, 0]);
    assert_eq!(calls.receive_list(other, 2, 0, PLACE), Ok(2));
    let left = calls.word(PLACE) * 1_000_000_000 + calls.word(PLACE + 8);
    assert!((900_000_000..=1_000_000_000).contains(&left), "{left}");
    calls.words(PLACE, &[1, 1_000_000_000]);
    assert_eq!(calls.receive_list(99, 1, 0, PLACE), Err(EINVAL));
    assert_eq!(calls.receive_list(99, 1, 0, UNMAPPED), Err(EFAULT));
}
