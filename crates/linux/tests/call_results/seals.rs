//! Seals of files in memory.

use linux::fuzzing::SCRATCH;

use crate::calls::{Calls, EINVAL, EPERM, N, P};
use crate::{PAGE, PLACE};

const EACCES: u16 = 13;
const EBUSY: u16 = 16;
const ALLOW_SEALING: u64 = 2;
/// `F_SEAL_SEAL`, `F_SEAL_SHRINK`, `F_SEAL_GROW`, `F_SEAL_WRITE`, `F_SEAL_FUTURE_WRITE`.
const SEAL: u64 = 1;
const SHRINK: u64 = 2;
const GROW: u64 = 4;
const WRITE: u64 = 8;
const FUTURE_WRITE: u64 = 0x10;
/// `MAP_SHARED`, `MAP_PRIVATE`.
const SHARED: u64 = 1;
const PRIVATE: u64 = 2;
/// `PROT_READ`, and with `PROT_WRITE`.
const READ: u64 = 1;
const READ_WRITE: u64 = 3;

/// A file in memory of so many bytes that may be sealed.
fn sealable(calls: &mut Calls, bytes: u64) -> u64 {
    let arguments = [P("m"), N(ALLOW_SEALING)];
    let fd = calls.call("memfd_create", &arguments).expect("a file");
    assert_eq!(calls.call("ftruncate", &[N(fd), N(bytes)]), Ok(0));
    fd
}

fn add(calls: &mut Calls, fd: u64, seals: u64) -> Result<u64, u16> {
    calls.call("fcntl", &[N(fd), N(1033), N(seals)])
}

fn seals(calls: &mut Calls, fd: u64) -> Result<u64, u16> {
    calls.call("fcntl", &[N(fd), N(1034), N(0)])
}

fn map(calls: &mut Calls, fd: u64, protection: u64, flags: u64) -> Result<u64, u16> {
    let arguments = [N(0), N(PAGE), N(protection), N(flags), N(fd), N(0)];
    calls.call("mmap", &arguments)
}

fn write(calls: &mut Calls, fd: u64, bytes: u64, at: u64) -> Result<u64, u16> {
    let memory = calls.map(4 * PAGE);
    let arguments = [N(fd), N(memory), N(bytes), N(at)];
    calls.call("pwrite64", &arguments)
}

#[test]
fn seals_are_for_files_that_allow_them() {
    let mut calls = Calls::new();
    let closed = calls.memory_file();
    assert_eq!(seals(&mut calls, closed), Ok(SEAL));
    assert_eq!(add(&mut calls, closed, GROW), Err(EPERM));
    let file = calls.call("open", &[P("f"), N(2)]).expect("a file");
    assert_eq!(seals(&mut calls, file), Err(EINVAL));
    assert_eq!(add(&mut calls, file, GROW), Err(EINVAL));
    let open = sealable(&mut calls, 0);
    assert_eq!(seals(&mut calls, open), Ok(0));
    for unknown in [0x20, 1 << 32 | GROW] {
        assert_eq!(add(&mut calls, open, unknown), Err(EINVAL));
    }
    assert_eq!(add(&mut calls, open, GROW), Ok(0));
    assert_eq!(add(&mut calls, open, SHRINK | SEAL), Ok(0));
    assert_eq!(seals(&mut calls, open), Ok(GROW | SHRINK | SEAL));
    assert_eq!(add(&mut calls, open, GROW), Err(EPERM));
    let again = calls.call("dup", &[N(open)]).expect("a descriptor");
    assert_eq!(seals(&mut calls, again), Ok(GROW | SHRINK | SEAL));
}

#[test]
fn a_sealed_length_neither_shrinks_nor_grows() {
    const KEEP_SIZE: u64 = 1;
    let mut calls = Calls::new();
    let fd = sealable(&mut calls, PAGE);
    assert_eq!(add(&mut calls, fd, SHRINK), Ok(0));
    for (length, result) in [(PAGE - 1, Err(EPERM)), (PAGE, Ok(0)), (PAGE + 100, Ok(0))] {
        assert_eq!(calls.call("ftruncate", &[N(fd), N(length)]), result);
    }
    assert_eq!(add(&mut calls, fd, GROW), Ok(0));
    let longer = calls.call("ftruncate", &[N(fd), N(PAGE + 101)]);
    assert_eq!(longer, Err(EPERM));
    for mode in [0, KEEP_SIZE] {
        let allocate = |length| [N(fd), N(mode), N(0), N(length)];
        let beyond = calls.call("fallocate", &allocate(PAGE + 101));
        assert_eq!(beyond, Err(EPERM));
        assert_eq!(calls.call("fallocate", &allocate(PAGE + 100)), Ok(0));
    }
    // A write goes as far as the last page that the file does not grow in.
    assert_eq!(write(&mut calls, fd, PAGE + 100, 0), Ok(PAGE + 100));
    assert_eq!(write(&mut calls, fd, PAGE + 101, 0), Ok(PAGE));
    assert_eq!(write(&mut calls, fd, 3 * PAGE, PAGE - 1), Ok(1));
    assert_eq!(write(&mut calls, fd, 101, PAGE), Err(EPERM));
    assert_eq!(write(&mut calls, fd, 1, 9 * PAGE), Err(EPERM));
    assert_eq!(calls.size(fd), PAGE + 100);
}

#[test]
fn sealed_bytes_are_not_written_and_those_that_a_mapping_shares_are_not_sealed() {
    const PUNCH_HOLE: u64 = 3;
    let mut calls = Calls::new();
    let fd = sealable(&mut calls, PAGE);
    let shared = map(&mut calls, fd, READ, SHARED).expect("a mapping");
    assert_eq!(add(&mut calls, fd, WRITE), Err(EBUSY));
    assert_eq!(seals(&mut calls, fd), Ok(0));
    assert_eq!(calls.call("munmap", &[N(shared), N(PAGE)]), Ok(0));
    let private = map(&mut calls, fd, READ_WRITE, PRIVATE).expect("a mapping");
    assert_eq!(add(&mut calls, fd, WRITE), Ok(0));
    assert!(calls.guest.put(private, b"own"));
    assert_eq!(write(&mut calls, fd, 1, 0), Err(EPERM));
    assert_eq!(write(&mut calls, fd, 0, 0), Ok(0));
    let punch = [N(fd), N(PUNCH_HOLE), N(0), N(PAGE)];
    assert_eq!(calls.call("fallocate", &punch), Err(EPERM));
    for protection in [READ, READ_WRITE] {
        let shared = map(&mut calls, fd, protection, SHARED);
        assert_eq!(shared, Err(EPERM));
    }
    assert!(map(&mut calls, fd, READ_WRITE, PRIVATE).is_ok());
    assert_eq!(calls.call("ftruncate", &[N(fd), N(2 * PAGE)]), Ok(0));
    let read = [N(fd), N(PLACE), N(4), N(0)];
    assert_eq!(calls.call("pread64", &read), Ok(4));
    assert_eq!(calls.guest.get(PLACE, 4), [0; 4]);
}

#[test]
fn a_mapping_that_is_there_may_be_stored_to_when_later_writes_are_sealed() {
    let mut calls = Calls::new();
    let fd = sealable(&mut calls, PAGE);
    let shared = map(&mut calls, fd, READ_WRITE, SHARED).expect("a mapping");
    assert_eq!(add(&mut calls, fd, FUTURE_WRITE), Ok(0));
    assert_eq!(write(&mut calls, fd, 1, 0), Err(EPERM));
    assert_eq!(map(&mut calls, fd, READ_WRITE, SHARED), Err(EPERM));
    let second = map(&mut calls, fd, READ, SHARED).expect("a mapping");
    assert!(calls.guest.put(shared, b"bytes"));
    assert_eq!(calls.guest.get(second, 5), *b"bytes");
    let read = [N(fd), N(SCRATCH), N(5), N(0)];
    assert_eq!(calls.call("pread64", &read), Ok(5));
    assert_eq!(calls.guest.get(SCRATCH, 5), *b"bytes");
    let protect = |start| [N(start), N(PAGE), N(READ_WRITE)];
    assert_eq!(calls.call("mprotect", &protect(second)), Err(EACCES));
    assert_eq!(calls.call("mprotect", &protect(shared)), Ok(0));
    assert_eq!(add(&mut calls, fd, WRITE), Err(EBUSY));
}
