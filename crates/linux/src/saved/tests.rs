//! What calls have set, in a checkpoint and in a forged one.

use std::path::Path;
use std::rc::Rc;

use checkpoint::{Checkpoint, Pages};

use crate::Kernel;
use crate::abi::consts::{PAGE, seal};
use crate::fs::file::{Object, OpenFile};
use crate::fs::memory_file::MemoryFile;
use crate::fs::pipe::Carries;
use crate::fuzzing::{Answer, Guest, SCRATCH, number};
use crate::process::FIRST_PID;

/// `fcntl`: sets and returns how many bytes a pipe holds.
const SETPIPE_SZ: u64 = 1031;
const GETPIPE_SZ: u64 = 1032;
/// `fcntl`: adds and returns the seals of a file in memory.
const ADD_SEALS: u64 = 1033;
const GET_SEALS: u64 = 1034;
/// `MFD_ALLOW_SEALING`.
const ALLOW_SEALING: u64 = 2;
/// `lseek`: the next byte that is no hole, the next one that is.
const SEEK_DATA: u64 = 3;
const SEEK_HOLE: u64 = 4;
/// `SCHED_BATCH`, which children do not inherit.
const BATCH: u64 = 0x4000_0003;

/// Bytes of memory of a guest.
const MEMORY: u64 = 1 << 30;

fn start(root: &Path) -> Guest {
    start_with(MEMORY, root)
}

fn start_with(memory: u64, root: &Path) -> Guest {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guest/calls.elf");
    Guest::new(&program, root, memory).unwrap()
}

fn call(guest: &mut Guest, name: &str, args: &[u64]) -> Result<u64, u16> {
    let mut words = [0; 6];
    words[..args.len()].copy_from_slice(args);
    match guest.call(number(name).unwrap(), words) {
        Answer::Done(value, _) => Ok(value),
        Answer::Failed(errno) => Err(errno),
        other => panic!("{name}: {other:?}"),
    }
}

/// The run of a guest that goes on from a checkpoint of another, or why it does not.
fn again(guest: &mut Guest, folder: &Path) -> Result<Guest, String> {
    again_with(MEMORY, guest, folder)
}

fn again_with(memory: u64, guest: &mut Guest, folder: &Path) -> Result<Guest, String> {
    let mut checkpoint = Checkpoint::default();
    let mut pages = Pages::of(&folder.join("pages")).temporarily(true);
    let saved = guest
        .kernel
        .save(&guest.machine, &mut checkpoint, &mut pages);
    saved.map_err(|error| error.to_string())?;
    let mut next = start_with(memory, folder);
    let Guest { kernel, machine } = &mut next;
    let resumed = kernel.resume(machine, &checkpoint, &pages);
    resumed.map_err(|error| error.to_string())?;
    Ok(next)
}

#[test]
fn lengths_of_pipes_holes_and_seals_of_files_in_memory_and_policies_are_there_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    assert_eq!(call(&mut guest, "pipe2", &[SCRATCH, 0]), Ok(0));
    let pipe: u64 = guest.get(SCRATCH + 4, 1)[0].into();
    let length = call(&mut guest, "fcntl", &[pipe, SETPIPE_SZ, 1 << 19]);
    assert_eq!(length, Ok(1 << 19));
    let arguments = [SCRATCH + 16, ALLOW_SEALING];
    let file = call(&mut guest, "memfd_create", &arguments).unwrap();
    assert_eq!(call(&mut guest, "ftruncate", &[file, 9 * PAGE]), Ok(0));
    let seals = u64::from(seal::GROW | seal::SHRINK);
    assert_eq!(call(&mut guest, "fcntl", &[file, ADD_SEALS, seals]), Ok(0));
    assert_eq!(call(&mut guest, "fchmod", &[file, 0o640]), Ok(0));
    for page in [2, 5] {
        let write = [file, SCRATCH, 1, page * PAGE];
        assert_eq!(call(&mut guest, "pwrite64", &write), Ok(1));
    }
    let policy = [0, BATCH, SCRATCH + 16];
    assert_eq!(call(&mut guest, "sched_setscheduler", &policy), Ok(0));

    let mut guest = again(&mut guest, folder.path()).unwrap();
    let length = call(&mut guest, "fcntl", &[pipe, GETPIPE_SZ, 0]);
    assert_eq!(length, Ok(1 << 19));
    for (from, what, page) in [
        (0, SEEK_DATA, 2),
        (2, SEEK_HOLE, 3),
        (3, SEEK_DATA, 5),
        (5, SEEK_HOLE, 6),
    ] {
        let found = call(&mut guest, "lseek", &[file, from * PAGE, what]);
        assert_eq!(found, Ok(page * PAGE), "{what} from {from}");
    }
    assert_eq!(call(&mut guest, "fcntl", &[file, GET_SEALS, 0]), Ok(seals));
    assert_eq!(call(&mut guest, "fstat", &[file, SCRATCH]), Ok(0));
    assert_eq!(guest.get(SCRATCH + 24, 2), 0o100640_u16.to_le_bytes());
    assert_eq!(call(&mut guest, "sched_getscheduler", &[0]), Ok(BATCH));
}

#[test]
fn a_file_in_memory_that_is_open_several_times_is_kept_once() {
    let folder = tempfile::tempdir().unwrap();
    // Enough for the program and the file, and not for two of them.
    let (memory, length) = (48 << 20, 30 << 20);
    let mut guest = start_with(memory, folder.path());
    let file = call(&mut guest, "memfd_create", &[SCRATCH + 16, 0]).unwrap();
    assert_eq!(call(&mut guest, "ftruncate", &[file, length]), Ok(0));
    let path = format!("/proc/self/fd/{file}\0");
    guest.put(SCRATCH + 64, path.as_bytes());
    let [one, other] = [(); 2].map(|()| call(&mut guest, "open", &[SCRATCH + 64, 2]).unwrap());
    let mut guest = again_with(memory, &mut guest, folder.path()).unwrap();
    assert_eq!(call(&mut guest, "lseek", &[one, 0, 2]), Ok(length));
    assert_eq!(call(&mut guest, "ftruncate", &[other, 5]), Ok(0));
    for fd in [file, one, other] {
        assert_eq!(call(&mut guest, "lseek", &[fd, 0, 2]), Ok(5));
    }
}

#[test]
fn forged_holes_seals_and_policies_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |forge: &dyn Fn(&mut Kernel), expected: &str| {
        let mut guest = start(folder.path());
        let file = call(&mut guest, "memfd_create", &[SCRATCH + 16, 0]).unwrap();
        assert_eq!(call(&mut guest, "ftruncate", &[file, 2 * PAGE]), Ok(0));
        forge(&mut guest.kernel);
        assert_eq!(again(&mut guest, folder.path()).err().unwrap(), expected);
    };
    for page in [u64::MAX, 2] {
        let holes = |kernel: &mut Kernel| {
            let file = MemoryFile::new(1, vec![0; 2 * PAGE as usize], [0, page], &kernel.frames);
            let object = |it: &&mut OpenFile| matches!(it.object, Object::Memory(_));
            let mut files = kernel.open_files.iter_mut().map(|it| it.1);
            files.find(object).unwrap().object = Object::Memory(Rc::new(file.unwrap()));
        };
        let expected = format!("files: page {page:#x} of a file in memory of 2 pages");
        refused(&holes, &expected);
    }
    let seals = |kernel: &mut Kernel| {
        let memory = kernel.open_files.iter_mut().find_map(|(_, file)| {
            if let Object::Memory(memory) = &file.object {
                Some(Rc::clone(memory))
            } else {
                None
            }
        });
        memory.unwrap().seals.set(0x20);
    };
    refused(&seals, "files: 0x20 as seals of a file in memory");
    let policy = |kernel: &mut Kernel| kernel.threads.get_mut(&FIRST_PID).unwrap().policy = 7;
    refused(&policy, "threads: 0x7 as the policy of a thread");
    let death = |kernel: &mut Kernel| {
        let process = kernel.processes.get_mut(&FIRST_PID);
        process.unwrap().death_signal = 65;
    };
    let expected = "processes: 65 as the signal at the end of a parent";
    refused(&death, expected);
}

#[test]
fn signals_with_their_errors_stacks_and_clocks_of_threads_are_there_afterwards() {
    const REAL_TIME: u64 = 34;
    const DISARMS: u64 = 1 << 31;
    const SET_NO_NEW_PRIVILEGES: u64 = 38;
    const GET_NO_NEW_PRIVILEGES: u64 = 39;
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    let put = |guest: &mut Guest, words: &[u64]| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert!(guest.put(SCRATCH, &bytes));
    };
    put(&mut guest, &[1 << (REAL_TIME - 1)]);
    assert_eq!(
        call(&mut guest, "rt_sigprocmask", &[0, SCRATCH, 0, 8]),
        Ok(0)
    );
    put(
        &mut guest,
        &[REAL_TIME | 77 << 32, u64::from(-1_i32 as u32)],
    );
    let queue = [FIRST_PID.into(), REAL_TIME, SCRATCH];
    assert_eq!(call(&mut guest, "rt_sigqueueinfo", &queue), Ok(0));
    put(&mut guest, &[SCRATCH, DISARMS, 1 << 20]);
    assert_eq!(call(&mut guest, "sigaltstack", &[SCRATCH, 0]), Ok(0));
    put(&mut guest, &[0, 1 << 32, 0]);
    let timer = [-2_i64 as u64, SCRATCH, SCRATCH + 64];
    assert_eq!(call(&mut guest, "timer_create", &timer), Ok(0));
    put(&mut guest, &[0, 0, 5, 0]);
    assert_eq!(
        call(&mut guest, "timer_settime", &[0, 0, SCRATCH, 0]),
        Ok(0)
    );
    assert_eq!(
        call(&mut guest, "prctl", &[SET_NO_NEW_PRIVILEGES, 1]),
        Ok(0)
    );

    let mut guest = again(&mut guest, folder.path()).unwrap();
    assert_eq!(call(&mut guest, "prctl", &[GET_NO_NEW_PRIVILEGES]), Ok(1));
    assert_eq!(call(&mut guest, "sigaltstack", &[0, SCRATCH]), Ok(0));
    assert_eq!(guest.get(SCRATCH + 8, 4), (DISARMS as u32).to_le_bytes());
    guest.kernel.clock.sleep_until(9_000_000_000);
    assert_eq!(call(&mut guest, "timer_gettime", &[0, SCRATCH]), Ok(0));
    assert_eq!(guest.get(SCRATCH + 16, 8), 5_u64.to_le_bytes());
    put(&mut guest, &[1 << (REAL_TIME - 1)]);
    let wait = [SCRATCH, SCRATCH + 64, 0, 8];
    assert_eq!(call(&mut guest, "rt_sigtimedwait", &wait), Ok(REAL_TIME));
    assert_eq!(guest.get(SCRATCH + 68, 4), 77_u32.to_le_bytes());
}

/// Puts a path where a call can read it.
fn path(guest: &mut Guest, at: u64, path: &str) -> u64 {
    assert!(guest.put(at, &[path.as_bytes(), b"\0"].concat()));
    at
}

#[test]
fn a_removed_file_is_refused_although_another_of_its_names_has_become_the_same() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("f"), "text").unwrap();
    let mut guest = start(folder.path());
    let f = path(&mut guest, SCRATCH, "/f");
    let g = path(&mut guest, SCRATCH + 16, "/g");
    call(&mut guest, "open", &[f, 0]).unwrap();
    assert_eq!(call(&mut guest, "link", &[f, g]), Ok(0));
    assert!(again(&mut guest, folder.path()).is_ok());
    assert_eq!(call(&mut guest, "unlink", &[f]), Ok(0));
    assert_eq!(call(&mut guest, "rename", &[g, f]), Ok(0));
    let refused = again(&mut guest, folder.path()).err().unwrap();
    let expected = "the run has /f open, a file that was deleted or renamed since, which a checkpoint cannot hold";
    assert_eq!(refused, expected);
}

#[test]
fn a_longer_name_of_an_open_file_counts() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("f"), "text").unwrap();
    let mut guest = start(folder.path());
    let f = path(&mut guest, SCRATCH, "/f");
    let long = path(&mut guest, SCRATCH + 16, &format!("/{}", "n".repeat(200)));
    call(&mut guest, "open", &[f, 0]).unwrap();
    assert_eq!(call(&mut guest, "rename", &[f, long]), Ok(0));
    for (_, file) in guest.kernel.open_files.iter_mut() {
        let charge = file.charge.as_ref();
        assert!(charge.is_none_or(|charge| charge.bytes() == file.held()));
    }
    let named = |(_, file): (_, &mut OpenFile)| file.charge.is_some() && file.path.len() == 201;
    assert!(guest.kernel.open_files.iter_mut().any(named));
}

#[test]
fn a_shared_mapping_has_afterwards_the_rights_that_it_could_get_before() {
    const EACCES: u16 = 13;
    const SHARED: u64 = 1;
    const ANONYMOUS: u64 = 0x20;
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("f"), "text").unwrap();
    let mut guest = start(folder.path());
    let f = path(&mut guest, SCRATCH, "/f");
    let zeros = path(&mut guest, SCRATCH + 16, "/dev/zero");
    let fd = call(&mut guest, "open", &[f, 0]).unwrap();
    let zero = call(&mut guest, "open", &[zeros, 2]).unwrap();
    let mut map = |bits, flags, fd| call(&mut guest, "mmap", &[0, PAGE, bits, flags, fd, 0]);
    let read = map(1, SHARED, fd).unwrap();
    let none = map(0, SHARED | ANONYMOUS, u64::MAX).unwrap();
    let device = map(1, SHARED, zero).unwrap();
    let protect = |guest: &mut Guest, at| call(guest, "mprotect", &[at, PAGE, 3]);
    assert_eq!(protect(&mut guest, read), Err(EACCES));

    let mut guest = again(&mut guest, folder.path()).unwrap();
    assert_eq!(protect(&mut guest, read), Err(EACCES));
    for at in [none, device] {
        assert_eq!(protect(&mut guest, at), Ok(0));
        assert!(guest.put(at, b"mine"));
        assert_eq!(guest.get(at, 4), b"mine");
    }
    // A mapping of the file that can be written has the same page. No checkpoint holds it, whatever its rights are at present.
    let f = path(&mut guest, SCRATCH, "/f");
    let fd = call(&mut guest, "open", &[f, 2]).unwrap();
    let written = call(&mut guest, "mmap", &[0, PAGE, 1, SHARED, fd, 0]).unwrap();
    let refused = again(&mut guest, folder.path()).err().unwrap();
    assert!(refused.contains("is written back to /f"), "{refused}");
    assert_eq!(protect(&mut guest, written), Ok(0));
    assert!(guest.put(written, b"next"));
    assert_eq!(guest.get(read, 4), b"next");
    assert_eq!(protect(&mut guest, read), Err(EACCES));
    assert_eq!(call(&mut guest, "munmap", &[written, PAGE]), Ok(0));
    assert_eq!(call(&mut guest, "munmap", &[read, PAGE]), Ok(0));
    assert_eq!(std::fs::read(folder.path().join("f")).unwrap(), b"next");
}

#[test]
fn messages_are_apart_afterwards_too_and_torn_ones_are_refused() {
    const SEQPACKET: u64 = 5;
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    let pair = [1, SEQPACKET, 0, SCRATCH];
    assert_eq!(call(&mut guest, "socketpair", &pair), Ok(0));
    let ends = guest.get(SCRATCH, 8);
    let (one, other) = (ends[0].into(), ends[4].into());
    for length in [3, 5] {
        let write = [one, SCRATCH, length];
        assert_eq!(call(&mut guest, "write", &write), Ok(length));
    }
    let mut next = again(&mut guest, folder.path()).unwrap();
    for length in [3, 5] {
        let read = [other, SCRATCH, 100];
        assert_eq!(call(&mut next, "read", &read), Ok(length));
    }
    assert_eq!(call(&mut next, "close", &[one]), Ok(0));
    assert_eq!(call(&mut next, "read", &[other, SCRATCH, 100]), Ok(0));
    for (_, pipe) in guest.kernel.pipes.iter_mut() {
        pipe.carries = Carries::Bytes;
        pipe.take(1);
        pipe.carries = Carries::Packets;
    }
    let refused = again(&mut guest, folder.path()).err().unwrap();
    assert_eq!(refused, "files: a pipe with 15 bytes is refused (EINVAL)");
}

#[test]
fn packets_are_apart_afterwards_too() {
    const DIRECT: u64 = 0o40000;
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    assert_eq!(call(&mut guest, "pipe2", &[SCRATCH, DIRECT]), Ok(0));
    let ends = guest.get(SCRATCH, 8);
    let (from, to) = (ends[0].into(), ends[4].into());
    for length in [3, 5] {
        let write = [to, SCRATCH, length];
        assert_eq!(call(&mut guest, "write", &write), Ok(length));
    }
    let mut next = again(&mut guest, folder.path()).unwrap();
    for length in [3, 5] {
        let read = [from, SCRATCH, 100];
        assert_eq!(call(&mut next, "read", &read), Ok(length));
    }
}

#[test]
fn sockets_have_ended_and_pass_their_files_afterwards_too() {
    const SEQPACKET: u64 = 5;
    const RIGHTS: u64 = 1 | 1 << 32;
    const CONTROL: u64 = SCRATCH + 0x200;
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    let pair = [1, SEQPACKET, 0, SCRATCH];
    assert_eq!(call(&mut guest, "socketpair", &pair), Ok(0));
    let ends = guest.get(SCRATCH, 8);
    let (one, other) = (ends[0].into(), ends[4].into());
    let words = |guest: &mut Guest, at, words: &[u64]| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert!(guest.put(at, &bytes));
    };
    let header = [0, 0, SCRATCH + 0x100, 1, CONTROL, 24, 0];
    words(&mut guest, SCRATCH + 0x100, &[SCRATCH, 5]);
    words(&mut guest, CONTROL, &[24, RIGHTS, one | one << 32]);
    assert_eq!(call(&mut guest, "write", &[one, SCRATCH, 3]), Ok(3));
    words(&mut guest, SCRATCH, &header);
    assert_eq!(call(&mut guest, "sendmsg", &[one, SCRATCH, 0]), Ok(5));
    assert_eq!(call(&mut guest, "shutdown", &[one, 1]), Ok(0));
    assert_eq!(call(&mut guest, "close", &[one]), Ok(0));
    let mut next = again(&mut guest, folder.path()).unwrap();
    words(&mut next, SCRATCH, &[12]);
    let maker = [other, 1, 17, SCRATCH + 8, SCRATCH];
    assert_eq!(call(&mut next, "getsockopt", &maker), Ok(0));
    assert_eq!(next.get(SCRATCH + 8, 4), FIRST_PID.to_le_bytes());
    assert_eq!(call(&mut next, "read", &[other, SCRATCH, 9]), Ok(3));
    words(&mut next, SCRATCH, &header);
    assert_eq!(call(&mut next, "recvmsg", &[other, SCRATCH, 0]), Ok(5));
    assert_eq!(next.get(CONTROL + 16, 8)[0], one as u8);
    assert_eq!(call(&mut next, "recv", &[other, SCRATCH, 9, 0]), Ok(0));
    // The end that was passed still sends nothing, but receives.
    assert_eq!(call(&mut next, "send", &[one, SCRATCH, 3, 0]), Err(32));
    assert_eq!(call(&mut next, "send", &[other, SCRATCH, 3, 0]), Ok(3));
    assert_eq!(call(&mut next, "recv", &[one, SCRATCH, 9, 0]), Ok(3));
}

#[test]
fn forged_times_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |forge: &dyn Fn(&mut Kernel), expected: &str| {
        let mut guest = start(folder.path());
        // A timer of a file, so that expiries are looked for.
        let timer = call(&mut guest, "timerfd_create", &[1, 0]).unwrap();
        for (at, word) in [1, 0, 1, 0].into_iter().enumerate() {
            guest.put(SCRATCH + 8 * at as u64, &u64::to_le_bytes(word));
        }
        let set = [timer, 0, SCRATCH, 0];
        assert_eq!(call(&mut guest, "timerfd_settime", &set), Ok(0));
        forge(&mut guest.kernel);
        assert_eq!(again(&mut guest, folder.path()).err().unwrap(), expected);
    };
    let seen = |kernel: &mut Kernel| kernel.timers_seen = 1 << 40;
    let expected = "kernel: timers seen at 1099511627776 ns, and a clock at 0 ns";
    refused(&seen, expected);
    let retired = |kernel: &mut Kernel| kernel.clock.set_parts(([u64::MAX, 0, 0], false));
    let expected = "kernel: 18446744073709551615 instructions";
    refused(&retired, expected);
    let ticks = |kernel: &mut Kernel| {
        kernel.threads.get_mut(&FIRST_PID).unwrap().ticks = u64::MAX;
    };
    let expected = "threads: 18446744073709551615 ticks of a thread";
    refused(&ticks, expected);
}

#[test]
fn a_file_for_signals_takes_the_same_ones_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    assert!(guest.put(SCRATCH, &(1_u64 << 9 | 1 << 11).to_le_bytes()));
    let block = [0, SCRATCH, 0, 8];
    assert_eq!(call(&mut guest, "rt_sigprocmask", &block), Ok(0));
    assert!(guest.put(SCRATCH, &(1_u64 << 11).to_le_bytes()));
    let make = [u64::MAX, SCRATCH, 8, 0o4000];
    let file = call(&mut guest, "signalfd4", &make).unwrap();
    for signal in [10, 12] {
        let send = [FIRST_PID.into(), signal];
        assert_eq!(call(&mut guest, "kill", &send), Ok(0));
    }
    let mut guest = again(&mut guest, folder.path()).unwrap();
    let read = [file, SCRATCH, 1024];
    assert_eq!(call(&mut guest, "read", &read), Ok(128));
    assert_eq!(guest.get(SCRATCH, 4), [12, 0, 0, 0]);
}

#[test]
fn a_child_that_has_aborted_is_no_hindrance() {
    const ABRT: u64 = 6;
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    let child = call(&mut guest, "clone", &[17, 0]).unwrap();
    assert_eq!(call(&mut guest, "kill", &[child, ABRT]), Ok(0));
    // The parent waits, so that the child has its turn.
    let time = [0, 1000_u64].map(u64::to_le_bytes).concat();
    assert!(guest.put(SCRATCH, &time));
    let sleep = number("nanosleep").unwrap();
    let answer = guest.call(sleep, [SCRATCH, 0, 0, 0, 0, 0]);
    assert_eq!(answer, Answer::Waits);
    guest.run(10);
    let mut guest = again(&mut guest, folder.path()).unwrap();
    let wait = [child, SCRATCH, 0, 0];
    assert_eq!(call(&mut guest, "wait4", &wait), Ok(child));
    assert_eq!(guest.get(SCRATCH, 4), [ABRT as u8, 0, 0, 0]);
}
