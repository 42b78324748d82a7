//! Transfers between files, and their lengths and positions.

use linux::fuzzing::{SCRATCH, UNMAPPED};

use crate::calls::{Calls, EBADF, EFAULT, EINVAL, EISDIR, EOVERFLOW, N, P};
use crate::names::EXDEV;
use crate::{EAGAIN, EFBIG, EOPNOTSUPP, EPIPE, PAGE, PLACE};

#[test]
fn sendfile_leaves_what_the_target_does_not_take() {
    const BYTES: u64 = 200_000;
    const NONBLOCKING: u64 = 0o4000;
    let mut calls = Calls::new();
    let file = calls.memory_file();
    let bytes: Vec<u8> = (0..BYTES).map(|n| (n / 7) as u8).collect();
    let memory = calls.map(0x40000);
    assert!(calls.guest.put(memory, &bytes));
    let write = [N(file), N(memory), N(BYTES)];
    assert_eq!(calls.call("write", &write), Ok(BYTES));
    assert_eq!(calls.call("lseek", &[N(file), N(0), N(0)]), Ok(0));
    let pair = [N(1), N(1 | NONBLOCKING), N(0), N(PLACE)];
    assert_eq!(calls.call("socketpair", &pair), Ok(0));
    let [from, to] = [PLACE, PLACE + 4].map(|at| u64::from(calls.small(at)));
    let send = [N(from), N(file), N(0), N(BYTES)];
    let mut received = Vec::new();
    while received.len() < bytes.len() {
        let sent = calls.call("sendfile", &send).expect("bytes");
        assert_eq!(calls.position(file), received.len() as u64 + sent);
        if sent == 65536 {
            assert_eq!(calls.call("sendfile", &send), Err(EAGAIN));
        }
        let read = [N(to), N(memory), N(BYTES)];
        assert_eq!(calls.call("read", &read), Ok(sent));
        received.extend(calls.guest.get(memory, sent as usize));
    }
    assert_eq!(received, bytes);
    let (_, pipe) = calls.pipe();
    assert_eq!(calls.call("lseek", &[N(file), N(0), N(0)]), Ok(0));
    let fill = [N(pipe), N(file), N(0), N(BYTES)];
    assert_eq!(calls.call("sendfile", &fill), Ok(BYTES));
    assert_eq!(calls.call("lseek", &[N(file), N(0), N(0)]), Ok(0));
    assert_eq!(calls.call("sendfile", &fill), Ok(16 * PAGE - BYTES));
    assert_eq!(calls.call("sendfile", &fill), Err(EAGAIN));
    // A pipe has no position to which it could go back.
    let (reader, _) = calls.pipe();
    let from_pipe = [N(from), N(reader), N(0), N(1)];
    assert_eq!(calls.call("sendfile", &from_pipe), Err(EINVAL));
    // Of a socket no more is taken than a pipe has room for.
    assert_eq!(calls.call("socketpair", &pair), Ok(0));
    let [one, other] = [PLACE, PLACE + 4].map(|at| u64::from(calls.small(at)));
    assert_eq!(calls.call("write", &[N(one), N(SCRATCH), N(5)]), Ok(5));
    let (_, writer) = calls.pipe();
    let from_socket = [N(writer), N(other), N(0), N(100)];
    assert_eq!(calls.call("sendfile", &from_socket), Ok(5));
    // A pipe without a reader takes nothing.
    assert_eq!(calls.call("write", &[N(one), N(SCRATCH), N(5)]), Ok(5));
    let (reader, writer) = calls.pipe();
    assert_eq!(calls.call("close", &[N(reader)]), Ok(0));
    let from_socket = [N(writer), N(other), N(0), N(100)];
    assert_eq!(calls.call("sendfile", &from_socket), Err(EPIPE));
    assert_eq!(calls.call("read", &[N(other), N(SCRATCH), N(100)]), Ok(5));
}

#[test]
fn copy_file_range_that_fails_moves_no_position() {
    let mut calls = Calls::new();
    let file = calls.call("open", &[P("f"), N(2)]).expect("a file");
    let target = calls.call("open", &[P("d/f"), N(2)]).expect("a file");
    assert_eq!(calls.call("lseek", &[N(target), N(100), N(0)]), Ok(100));
    calls.limit_file_size(100);
    let copy = [N(file), N(0), N(target), N(0), N(3), N(0)];
    assert_eq!(calls.call("copy_file_range", &copy), Err(EFBIG));
    assert_eq!(calls.position(file), 0);
}

#[test]
fn a_negative_count_moves_nothing() {
    let mut calls = Calls::new();
    let fd = calls.call("open", &[P("f"), N(2)]).expect("a file");
    for name in ["read", "write", "pread64", "pwrite64"] {
        // Beyond what a program's addresses reach, and within it.
        for (at, count, errno) in [(SCRATCH, u64::MAX, EFAULT), (16, 1 << 63, EINVAL)] {
            let arguments = [N(fd), N(at), N(count), N(0)];
            assert_eq!(calls.call(name, &arguments), Err(errno), "{name}");
        }
    }
    let other = calls.memory_file();
    let copy = [N(fd), N(0), N(other), N(0), N(u64::MAX), N(0)];
    assert_eq!(calls.call("copy_file_range", &copy), Ok(3));
    assert_eq!(calls.call("lseek", &[N(fd), N(1), N(0)]), Ok(1));
    assert_eq!(calls.call("copy_file_range", &copy), Err(EOVERFLOW));
    assert_eq!(calls.call("lseek", &[N(fd), N(0), N(0)]), Ok(0));
    let send = [N(fd), N(fd), N(0), N(u64::MAX)];
    assert_eq!(calls.call("sendfile", &send), Err(EINVAL));
    assert_eq!(calls.size(fd), 3);
    assert_eq!(calls.position(fd), 0);
    // The descriptor is looked at first.
    let read = [N(99), N(8), N(1)];
    assert_eq!(calls.call("readv", &read), Err(EBADF));
}

#[test]
fn a_write_of_nothing_leaves_a_file_in_memory_as_long_as_it_is() {
    let mut calls = Calls::new();
    let fd = calls.memory_file();
    for at in [1000, 8 << 30] {
        let arguments = [N(fd), N(SCRATCH), N(0), N(at)];
        assert_eq!(calls.call("pwrite64", &arguments), Ok(0));
    }
    assert_eq!(calls.size(fd), 0);
}

#[test]
fn the_limit_of_lengths_holds_for_files_in_memory() {
    let mut calls = Calls::new();
    let fd = calls.memory_file();
    calls.limit_file_size(100);
    let write = [N(fd), N(SCRATCH), N(200)];
    assert_eq!(calls.call("write", &write), Ok(100));
    assert_eq!(calls.call("write", &write), Err(EFBIG));
    assert_eq!(calls.call("ftruncate", &[N(fd), N(300)]), Err(EFBIG));
    for mode in [0, 1] {
        let allocate = [N(fd), N(mode), N(0), N(300)];
        assert_eq!(calls.call("fallocate", &allocate), Err(EFBIG));
    }
    assert_eq!(calls.size(fd), 100);
    assert_eq!(calls.call("ftruncate", &[N(fd), N(50)]), Ok(0));
}

#[test]
fn the_end_of_a_file_needs_no_place() {
    let mut calls = Calls::new();
    let memory = calls.memory_file();
    let null = calls.call("open", &[P("/dev/null"), N(0)]).expect("a file");
    for fd in [memory, null] {
        let read = [N(fd), N(UNMAPPED), N(10)];
        assert_eq!(calls.call("read", &read), Ok(0));
    }
    let file = calls.call("open", &[P("f"), N(0)]).expect("a file");
    let zero = calls.call("open", &[P("/dev/zero"), N(0)]).expect("a file");
    for fd in [file, zero] {
        let read = [N(fd), N(UNMAPPED), N(10)];
        assert_eq!(calls.call("read", &read), Err(EFAULT));
    }
    let (reader, writer) = calls.pipe();
    let read = [N(reader), N(UNMAPPED), N(10)];
    assert_eq!(calls.call("read", &read), Err(EAGAIN));
    assert_eq!(calls.call("close", &[N(writer)]), Ok(0));
    assert_eq!(calls.call("read", &read), Ok(0));
}

#[test]
fn a_large_demand_for_random_bytes_is_met() {
    let mut calls = Calls::new();
    let memory = calls.map(3 << 20);
    let get = |at, length| [N(at), N(length), N(0)];
    assert_eq!(calls.call("getrandom", &get(memory, 3 << 20)), Ok(3 << 20));
    assert!(calls.guest.get(memory + (3 << 20) - 16, 16) != [0; 16]);
    let partly = get(memory + (1 << 20), 3 << 20);
    assert_eq!(calls.call("getrandom", &partly), Ok(2 << 20));
    assert_eq!(calls.call("getrandom", &get(UNMAPPED, 9)), Err(EFAULT));
}

#[test]
fn a_transfer_that_ends_behind_all_positions_is_invalid() {
    let mut calls = Calls::new();
    let file = calls.call("open", &[P("f"), N(2)]).expect("a file");
    let last = i64::MAX as u64;
    for call in ["pread64", "pwrite64"] {
        let arguments = [N(file), N(PLACE), N(2), N(last - 1)];
        assert_eq!(calls.call(call, &arguments), Err(EINVAL));
    }
    assert_eq!(calls.call("lseek", &[N(file), N(last), N(0)]), Ok(last));
    for call in ["read", "write"] {
        let arguments = [N(file), N(PLACE), N(1)];
        assert_eq!(calls.call(call, &arguments), Err(EINVAL));
    }
}

#[test]
fn a_transfer_that_must_not_wait_needs_a_file_that_can_do_so() {
    const NOWAIT: u64 = 8;
    const HERE: u64 = u64::MAX;
    let mut calls = Calls::new();
    let file = calls.call("open", &[P("f"), N(0)]).expect("a file");
    let text = calls.call("open", &[P("/proc/meminfo"), N(0)]);
    let (memory, (pipe, _)) = (calls.memory_file(), calls.pipe());
    for (fd, flags, expected) in [
        (file, NOWAIT, Ok(3)),
        (file, 0x20, Err(EOPNOTSUPP)),
        (text.expect("a file"), NOWAIT, Err(EOPNOTSUPP)),
        (memory, NOWAIT, Err(EOPNOTSUPP)),
        (pipe, NOWAIT, Err(EOPNOTSUPP)),
    ] {
        calls.words(PLACE, &[SCRATCH, 9]);
        let read = [N(fd), N(PLACE), N(1), N(HERE), N(0), N(flags)];
        assert_eq!(calls.call("preadv2", &read), expected);
    }
}

#[test]
fn questions_about_blocks_clones_and_hints_have_answers() {
    const FIGETBSZ: u64 = 2;
    const FICLONE: u64 = 0x4004_9409;
    const FICLONERANGE: u64 = 0x4020_940d;
    const GET_RW_HINT: u64 = 1035;
    const SET_RW_HINT: u64 = 1036;
    let mut calls = Calls::new();
    let file = calls.call("open", &[P("f"), N(2)]).expect("a file");
    let memory = calls.memory_file();
    let ask = |calls: &mut Calls, fd, request, argument| {
        calls.call("ioctl", &[N(fd), N(request), N(argument)])
    };
    for (fd, block) in [(file, 4096), (memory, PAGE)] {
        assert_eq!(ask(&mut calls, fd, FIGETBSZ, PLACE), Ok(0));
        assert_eq!(u64::from(calls.small(PLACE)), block);
    }
    assert_eq!(ask(&mut calls, file, FIGETBSZ, UNMAPPED), Err(EFAULT));
    let folder = calls.call("open", &[P("d"), N(0)]).expect("a folder");
    let only_read = calls.call("open", &[P("f"), N(0)]).expect("a file");
    let (pipe, _) = calls.pipe();
    for (to, from, expected) in [
        (file, only_read, EOPNOTSUPP),
        (only_read, file, EBADF),
        (file, memory, EXDEV),
        (file, folder, EISDIR),
        (file, pipe, EINVAL),
        (file, 99, EBADF),
    ] {
        assert_eq!(ask(&mut calls, to, FICLONE, from), Err(expected));
        calls.words(PLACE, &[from, 0, 0, 0]);
        let range = ask(&mut calls, to, FICLONERANGE, PLACE);
        assert_eq!(range, Err(expected));
    }
    let hint = |calls: &mut Calls, command, argument| {
        calls.words(PLACE, &[argument]);
        calls.call("fcntl", &[N(file), N(command), N(PLACE)])
    };
    assert_eq!(hint(&mut calls, SET_RW_HINT, 5), Ok(0));
    assert_eq!(hint(&mut calls, SET_RW_HINT, 6), Err(EINVAL));
    assert_eq!(hint(&mut calls, GET_RW_HINT, 9), Ok(0));
    assert_eq!(calls.word(PLACE), 0);
}
