//! Locks of files: `flock`, and the commands of `fcntl` for ranges of bytes.

use super::{Args, Flow, OK, SysResult};
use crate::abi::consts::{fcntl as cmd, flock as op};
use crate::abi::errno::Errno;
use crate::abi::layout::{Image, u32_at, u64_at};
use crate::fs::file::Object;
use crate::fs::host::Attributes;
use crate::kernel::Kernel;
use crate::locks::{LAST, Lock, LockedFile, Owner, Place, Space, Wait};
use crate::pool::Id;
use crate::process::Tid;
use crate::sched::Channel;

/// Bytes of `struct flock`: type, whence, start, length, process.
const FLOCK: u64 = 32;
/// Offset of the place of a lock in it.
const START: u64 = 8;

impl Kernel {
    /// The file of an open file, as its locks know it.
    pub(crate) fn locked_file(&mut self, tid: Tid, id: Id) -> Result<LockedFile, Errno> {
        let open = self.open_files.get(id).ok_or(Errno::EBADF)?;
        if let Object::Host { file, .. } = &open.object {
            return Ok(LockedFile::Host(Attributes::of(&**file)?.id));
        }
        Ok(LockedFile::Other(self.open_status(tid, id)?.inode))
    }

    /// Takes from an owner all its locks.
    pub(crate) fn release_locks(&mut self, owner: Owner) {
        if !self.locks.is_empty() && self.locks.release(owner, |_| true) {
            self.notify_locks();
        }
    }

    /// Closes an open file for which a process has had a descriptor. The process loses its locks of the file, whatever other descriptors of
    /// the file it has.
    pub(crate) fn close_descriptor(&mut self, tid: Tid, id: Id) {
        if !self.locks.is_empty()
            && let Ok(process) = self.process(tid)
        {
            let owner = Owner::Table(process.descriptors);
            let file = self.locked_file(tid, id);
            let is_it = |place: Place| file == Ok(place.1);
            if self.locks.release(owner, is_it) {
                self.notify_locks();
            }
        }
        self.close_file(id);
    }

    /// Has calls that wait for locks try again.
    fn notify_locks(&mut self) {
        self.schedule.notify(Channel::Locks);
        self.event_pending = true;
    }

    /// Gives or takes a lock.
    fn set_lock(&mut self, place: Place, lock: &Lock, held: bool) -> SysResult {
        if self.locks.set(place, lock, held)? {
            self.notify_locks();
        }
        OK
    }

    /// The lock that a `struct flock` describes, where it is, and its type.
    fn described(
        &mut self,
        tid: Tid,
        fd: u64,
        command: u64,
        address: u64,
    ) -> Result<(Place, Lock, u16), Errno> {
        let file = self.open_file_id(tid, fd)?;
        let image = self.read(tid, address, FLOCK)?;
        let word = u32_at(&image, 0);
        let (kind, whence) = (word as u16, word >> 16);
        let (offset, length) = (u64_at(&image, 8) as i64, u64_at(&image, 16) as i64);
        let base = match whence {
            0 => 0,
            1 => self.open_files.get(file).map_or(0, |file| file.position),
            2 => self.open_status(tid, file)?.size,
            _ => return Err(Errno::EINVAL),
        };
        let (start, end) = range(base as i64, offset, length)?;
        let own = matches!(command, cmd::OFD_GETLK | cmd::OFD_SETLK | cmd::OFD_SETLKW);
        if own && u32_at(&image, 24) != 0 {
            return Err(Errno::EINVAL);
        }
        let lock = Lock {
            owner: match own {
                true => Owner::OpenFile(file),
                false => Owner::Table(self.process(tid)?.descriptors),
            },
            pid: self.pid(tid),
            file,
            writes: kind == cmd::WRLCK,
            start,
            end,
        };
        let place = (Space::Ranges, self.locked_file(tid, file)?);
        Ok((place, lock, kind))
    }
}

/// First and last byte of a range that `struct flock` gives from a base on.
fn range(base: i64, offset: i64, length: i64) -> Result<(u64, u64), Errno> {
    let from = base.checked_add(offset).ok_or(Errno::EOVERFLOW)?;
    let (first, last) = match length {
        0 => (from, LAST as i64),
        1.. => (from, from.checked_add(length - 1).ok_or(Errno::EOVERFLOW)?),
        _ => (from.checked_add(length).ok_or(Errno::EINVAL)?, from - 1),
    };
    match u64::try_from(first) {
        Ok(first) if from >= 0 => Ok((first, last as u64)),
        _ => Err(Errno::EINVAL),
    }
}

/// `F_GETLK`: a lock that keeps another one from being made.
pub(crate) fn show(k: &mut Kernel, tid: Tid, fd: u64, command: u64, address: u64) -> SysResult {
    let (place, wanted, kind) = k.described(tid, fd, command, address)?;
    if !matches!(kind, cmd::RDLCK | cmd::WRLCK) {
        return Err(Errno::EINVAL);
    }
    let Some(lock) = k.locks.conflict(place, &wanted) else {
        k.write(tid, address, &cmd::UNLCK.to_le_bytes())?;
        return OK;
    };
    let kind = if lock.writes { cmd::WRLCK } else { cmd::RDLCK };
    let length = match lock.end {
        LAST => 0,
        end => end - lock.start + 1,
    };
    let pid = match lock.owner {
        Owner::Table(_) => lock.pid as i32,
        Owner::OpenFile(_) => -1,
    };
    let place = Image::new().u64(lock.start).u64(length).i32(pid).done();
    k.write(tid, address, &Image::new().u16(kind).u16(0).done())?;
    k.write(tid, address + START, &place)?;
    OK
}

/// `F_SETLK` and `F_SETLKW`.
pub(crate) fn set(k: &mut Kernel, tid: Tid, fd: u64, command: u64, address: u64) -> SysResult {
    let waits = matches!(command, cmd::SETLKW | cmd::OFD_SETLKW);
    let began = k.locks.waits.remove(&tid);
    let (place, lock) =
        match began.filter(|_| k.threads.get(&tid).is_some_and(|it| it.waiting().is_some())) {
            // What is asked for was read when the call began. Another thread may have closed the descriptor since.
            Some(Wait { place, lock }) => {
                let file = k.open_file_id(tid, fd)?;
                if file != lock.file || k.locked_file(tid, file)? != place.1 {
                    return Err(Errno::EBADF);
                }
                (place, lock)
            }
            None => {
                let (place, lock, kind) = k.described(tid, fd, command, address)?;
                let file = k.open_files.get(lock.file).ok_or(Errno::EBADF)?;
                match kind {
                    cmd::UNLCK => return k.set_lock(place, &lock, false),
                    cmd::RDLCK if file.readable() => {}
                    cmd::WRLCK if file.writable() => {}
                    cmd::RDLCK | cmd::WRLCK => return Err(Errno::EBADF),
                    _ => return Err(Errno::EINVAL),
                }
                (place, lock)
            }
        };
    let Some(blocker) = k.locks.conflict(place, &lock).map(|lock| lock.owner) else {
        return k.set_lock(place, &lock, true);
    };
    if !waits {
        return Err(Errno::EAGAIN);
    }
    if k.locks.is_circle(lock.owner, blocker) {
        return Err(Errno::EDEADLK);
    }
    k.locks.waits.insert(tid, Wait { place, lock });
    Ok(Flow::Block(None))
}

pub(crate) fn flock(k: &mut Kernel, tid: Tid, [fd, operation, ..]: Args) -> SysResult {
    let file = k.open_file_id(tid, fd)?;
    // An `unsigned int`.
    let operation = operation & 0xffff_ffff;
    let kind = operation & !op::NO_WAIT;
    if !matches!(kind, op::SHARED | op::EXCLUSIVE | op::UNLOCK) {
        return Err(Errno::EINVAL);
    }
    let lock = Lock {
        owner: Owner::OpenFile(file),
        pid: k.pid(tid),
        file,
        writes: kind == op::EXCLUSIVE,
        start: 0,
        end: LAST,
    };
    let place = (Space::Files, k.locked_file(tid, file)?);
    if kind != op::UNLOCK && k.locks.has(place, &lock) {
        return OK;
    }
    // A lock of the other kind is given up first, even if the new one cannot be had.
    k.set_lock(place, &lock, false)?;
    match k.locks.conflict(place, &lock) {
        _ if kind == op::UNLOCK => OK,
        None => k.set_lock(place, &lock, true),
        Some(_) if operation & op::NO_WAIT != 0 => Err(Errno::EAGAIN),
        Some(_) => Ok(Flow::Block(None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzzing::{Answer, Guest, SCRATCH, number};
    use crate::process::FIRST_PID;
    use std::fs;
    use std::path::Path;
    use tempfile::TempDir;

    const EBADF: Answer = Answer::Failed(9);
    const EAGAIN: Answer = Answer::Failed(11);
    const EINVAL: Answer = Answer::Failed(22);
    const EDEADLK: Answer = Answer::Failed(35);
    const DONE: Answer = Answer::Done(0, 0);

    /// Processes that have the file `f`, of 100 bytes, open as descriptor 3.
    struct Bench {
        guest: Guest,
        _root: TempDir,
    }

    impl Bench {
        fn new() -> Bench {
            let root = tempfile::tempdir().expect("a folder");
            fs::write(root.path().join("f"), [0; 100]).expect("a file");
            let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guest/calls.elf");
            let guest = Guest::new(&program, root.path(), 1 << 30).expect("the program loads");
            let mut bench = Bench { guest, _root: root };
            assert_eq!(bench.open(FIRST_PID, 2), 3);
            bench
        }

        fn call(&mut self, tid: Tid, name: &str, args: &[u64]) -> Answer {
            let mut words = [0; 6];
            words[..args.len()].copy_from_slice(args);
            let answer = self
                .guest
                .call_in(tid, number(name).expect("a call"), words);
            match answer {
                Answer::Done(value, _) => Answer::Done(value, 0),
                other => other,
            }
        }

        fn put(&mut self, tid: Tid, bytes: &[u8]) {
            let kernel = &mut self.guest.kernel;
            kernel.write(tid, SCRATCH, bytes).expect("a stack");
        }

        fn open(&mut self, tid: Tid, flags: u64) -> u64 {
            self.put(tid, b"f\0");
            match self.call(tid, "open", &[SCRATCH, flags]) {
                Answer::Done(fd, _) => fd,
                other => panic!("{other:?}"),
            }
        }

        fn fork(&mut self, tid: Tid) -> Tid {
            match self.call(tid, "clone", &[17]) {
                Answer::Done(child, _) => child as Tid,
                other => panic!("{other:?}"),
            }
        }

        /// A command of `fcntl` with a range from the beginning of the file on.
        fn lock(&mut self, tid: Tid, command: u64, kind: u16, start: u64, length: u64) -> Answer {
            self.lock_of(tid, 3, command, kind, start, length)
        }

        fn lock_of(
            &mut self,
            tid: Tid,
            fd: u64,
            command: u64,
            kind: u16,
            start: u64,
            length: u64,
        ) -> Answer {
            let image = Image::new().u16(kind).pad_to(8).u64(start).u64(length);
            self.put(tid, &image.pad_to(FLOCK as usize).done());
            self.call(tid, "fcntl", &[fd, command, SCRATCH])
        }

        /// Type, whence, start, length and process of the last `struct flock`.
        fn shown(&mut self, tid: Tid) -> (u16, u32, u64, u64, i32) {
            let image = self
                .guest
                .kernel
                .read(tid, SCRATCH, FLOCK)
                .expect("a stack");
            let word = u32_at(&image, 0);
            let (start, length) = (u64_at(&image, 8), u64_at(&image, 16));
            (
                word as u16,
                word >> 16,
                start,
                length,
                u32_at(&image, 24) as i32,
            )
        }

        /// The result of a call that waited, after all that wait have tried again; `None`: it still waits.
        fn result(&mut self, tid: Tid) -> Option<u64> {
            self.guest.kernel.retry_waiting();
            let thread = &self.guest.kernel.threads[&tid];
            thread.waiting().is_none().then(|| thread.cpu.gr(8).0)
        }
    }

    #[test]
    fn a_range_that_another_process_has_is_refused_shown_and_waited_for() {
        let mut bench = Bench::new();
        let (first, second) = (FIRST_PID, bench.fork(FIRST_PID));
        assert_eq!(bench.lock(first, cmd::SETLK, cmd::WRLCK, 10, 20), DONE);
        assert_eq!(bench.lock(first, cmd::SETLK, cmd::RDLCK, 15, 1), DONE);
        assert_eq!(bench.lock(second, cmd::SETLK, cmd::RDLCK, 0, 10), DONE);
        assert_eq!(bench.lock(second, cmd::SETLK, cmd::RDLCK, 15, 1), DONE);
        assert_eq!(bench.lock(second, cmd::SETLK, cmd::RDLCK, 0, 11), EAGAIN);
        assert_eq!(bench.lock(second, cmd::SETLK, cmd::WRLCK, 15, 1), EAGAIN);
        assert_eq!(bench.lock(second, cmd::GETLK, cmd::WRLCK, 16, 0), DONE);
        assert_eq!(bench.shown(second), (cmd::WRLCK, 0, 16, 14, first as i32));
        assert_eq!(bench.lock(second, cmd::GETLK, cmd::WRLCK, 30, 0), DONE);
        assert_eq!(bench.shown(second).0, cmd::UNLCK);

        let waits = bench.lock(second, cmd::SETLKW, cmd::WRLCK, 20, 5);
        assert_eq!((waits, bench.result(second)), (Answer::Waits, None));
        // The range that is asked for was read when the call began.
        bench.put(second, &[0; FLOCK as usize]);
        assert_eq!(bench.lock(first, cmd::SETLK, cmd::UNLCK, 0, 22), DONE);
        assert_eq!(bench.result(second), None);
        assert_eq!(bench.lock(first, cmd::SETLK, cmd::UNLCK, 22, 3), DONE);
        assert_eq!(bench.result(second), Some(0));
        assert_eq!(bench.lock(first, cmd::GETLK, cmd::RDLCK, 20, 9), DONE);
        assert_eq!(bench.shown(first), (cmd::WRLCK, 0, 20, 5, second as i32));
    }

    #[test]
    fn a_process_loses_its_locks_of_a_file_with_any_descriptor_of_it_and_at_its_end() {
        let mut bench = Bench::new();
        let (first, second) = (FIRST_PID, bench.fork(FIRST_PID));
        assert_eq!(bench.lock(second, cmd::SETLK, cmd::WRLCK, 0, 0), DONE);
        assert_eq!(
            bench.lock(first, cmd::SETLKW, cmd::RDLCK, 0, 0),
            Answer::Waits
        );
        let other = bench.open(second, 0);
        assert_eq!(bench.result(first), None);
        assert_eq!(bench.call(second, "close", &[other]), DONE);
        assert_eq!(bench.result(first), Some(0));
        assert_eq!(bench.lock(first, cmd::SETLK, cmd::UNLCK, 0, 0), DONE);

        assert_eq!(bench.lock(second, cmd::SETLK, cmd::WRLCK, 0, 0), DONE);
        assert_eq!(bench.call(first, "dup", &[3]), Answer::Done(4, 0));
        assert_eq!(bench.lock(first, cmd::SETLK, cmd::RDLCK, 0, 0), EAGAIN);
        assert_eq!(bench.call(second, "exit_group", &[0]), Answer::Ended);
        assert_eq!(bench.lock(first, cmd::SETLK, cmd::RDLCK, 0, 0), DONE);
        assert_eq!(bench.call(first, "dup2", &[1, 4]), Answer::Done(4, 0));
        assert!(bench.guest.kernel.locks.is_empty());
    }

    #[test]
    fn processes_that_would_wait_for_each_other_are_told() {
        let mut bench = Bench::new();
        let (first, second) = (FIRST_PID, bench.fork(FIRST_PID));
        assert_eq!(bench.lock(first, cmd::SETLK, cmd::WRLCK, 0, 1), DONE);
        assert_eq!(bench.lock(second, cmd::SETLK, cmd::WRLCK, 1, 1), DONE);
        assert_eq!(
            bench.lock(first, cmd::SETLKW, cmd::RDLCK, 1, 1),
            Answer::Waits
        );
        assert_eq!(bench.lock(second, cmd::SETLKW, cmd::RDLCK, 0, 1), EDEADLK);
        assert_eq!(bench.call(second, "exit_group", &[0]), Answer::Ended);
        assert_eq!(bench.result(first), Some(0));
        assert!(bench.guest.kernel.locks.waits.is_empty());
    }

    #[test]
    fn ranges_count_from_the_beginning_the_position_or_the_end() {
        assert_eq!(range(0, 5, 0), Ok((5, LAST)));
        assert_eq!(range(100, -10, 10), Ok((90, 99)));
        assert_eq!(range(100, 0, -10), Ok((90, 99)));
        assert_eq!(range(0, 5, -6), Err(Errno::EINVAL));
        assert_eq!(range(0, -1, 0), Err(Errno::EINVAL));
        assert_eq!(range(0, -1, 10), Err(Errno::EINVAL));
        assert_eq!(range(1, i64::MAX, 0), Err(Errno::EOVERFLOW));
        assert_eq!(range(0, 2, i64::MAX), Err(Errno::EOVERFLOW));
        assert_eq!(range(0, 1, i64::MAX), Ok((1, LAST)));

        let mut bench = Bench::new();
        let second = bench.fork(FIRST_PID);
        assert_eq!(
            bench.call(FIRST_PID, "lseek", &[3, 40, 0]),
            Answer::Done(40, 0)
        );
        for (whence, expected) in [(1, (42, 3)), (2, (102, 3))] {
            let image = Image::new().u16(cmd::WRLCK).u16(whence).pad_to(8);
            let image = image.u64(2).u64(3).pad_to(FLOCK as usize).done();
            bench.put(FIRST_PID, &image);
            assert_eq!(
                bench.call(FIRST_PID, "fcntl", &[3, cmd::SETLK, SCRATCH]),
                DONE
            );
            bench.lock(second, cmd::GETLK, cmd::RDLCK, expected.0, 1);
            let (.., start, length, _) = bench.shown(second);
            assert_eq!((start, length), expected);
        }
    }

    #[test]
    fn a_lock_wants_a_descriptor_that_can_do_what_it_excludes() {
        let mut bench = Bench::new();
        let read = bench.open(FIRST_PID, 0);
        let write = bench.open(FIRST_PID, 1);
        let mut set = |fd, kind| bench.lock_of(FIRST_PID, fd, cmd::SETLK, kind, 0, 0);
        assert_eq!(set(read, cmd::WRLCK), EBADF);
        assert_eq!(set(write, cmd::RDLCK), EBADF);
        assert_eq!(set(99, cmd::RDLCK), EBADF);
        assert_eq!(set(3, 7), EINVAL);
        assert_eq!(set(read, cmd::RDLCK), DONE);
        assert_eq!(bench.lock(FIRST_PID, cmd::GETLK, cmd::UNLCK, 0, 0), EINVAL);
        assert_eq!(bench.call(FIRST_PID, "flock", &[3, 3]), EINVAL);
    }

    #[test]
    fn locks_of_an_open_file_are_shared_with_a_child_and_conflict_with_other_open_files() {
        let mut bench = Bench::new();
        let first = FIRST_PID;
        let other = bench.open(first, 2);
        assert_eq!(bench.lock(first, cmd::OFD_SETLK, cmd::WRLCK, 0, 0), DONE);
        let of_other =
            |bench: &mut Bench, command| bench.lock_of(first, other, command, cmd::WRLCK, 5, 1);
        assert_eq!(of_other(&mut bench, cmd::OFD_SETLK), EAGAIN);
        assert_eq!(of_other(&mut bench, cmd::SETLK), EAGAIN);
        assert_eq!(of_other(&mut bench, cmd::OFD_GETLK), DONE);
        assert_eq!(bench.shown(first), (cmd::WRLCK, 0, 0, 0, -1));
        let child = bench.fork(first);
        assert_eq!(bench.lock(child, cmd::OFD_SETLK, cmd::RDLCK, 0, 5), DONE);
        assert_eq!(bench.call(first, "close", &[3]), DONE);
        assert_eq!(of_other(&mut bench, cmd::OFD_SETLKW), Answer::Waits);
        assert_eq!(bench.call(child, "close", &[3]), DONE);
        assert_eq!(bench.result(first), Some(0));
    }

    #[test]
    fn flock_locks_whole_files_for_open_files() {
        let mut bench = Bench::new();
        let first = FIRST_PID;
        let other = bench.open(first, 0);
        let flock = |bench: &mut Bench, fd, operation| bench.call(first, "flock", &[fd, operation]);
        assert_eq!(flock(&mut bench, 3, op::SHARED), DONE);
        assert_eq!(flock(&mut bench, other, op::SHARED | op::NO_WAIT), DONE);
        assert_eq!(flock(&mut bench, 3, op::EXCLUSIVE | op::NO_WAIT), EAGAIN);
        // It has lost the lock that it had.
        assert_eq!(flock(&mut bench, other, op::EXCLUSIVE | op::NO_WAIT), DONE);
        // Locks of ranges are others.
        assert_eq!(bench.lock(first, cmd::SETLK, cmd::WRLCK, 0, 0), DONE);
        let child = bench.fork(first);
        assert_eq!(bench.call(child, "flock", &[3, op::SHARED]), Answer::Waits);
        assert_eq!(flock(&mut bench, other, op::UNLOCK), DONE);
        assert_eq!(bench.result(child), Some(0));
    }

    #[test]
    fn a_file_keeps_its_locks_when_its_name_goes() {
        let mut bench = Bench::new();
        let (first, second) = (FIRST_PID, bench.fork(FIRST_PID));
        assert_eq!(bench.lock(first, cmd::SETLK, cmd::WRLCK, 0, 0), DONE);
        bench.put(first, b"f\0");
        assert_eq!(bench.call(first, "unlink", &[SCRATCH]), DONE);
        assert_eq!(bench.lock(second, cmd::SETLK, cmd::RDLCK, 0, 0), EAGAIN);
    }
}
