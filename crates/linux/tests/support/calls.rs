//! System calls one at a time, in a guest that a test asks for each.
#![allow(dead_code)] // Each test binary uses its part.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use linux::fuzzing::{Answer, FIRST, Guest, SCRATCH, number};
use tempfile::TempDir;

/// Error numbers of Linux.
pub(crate) const EPERM: u16 = 1;
pub(crate) const ENOENT: u16 = 2;
pub(crate) const EBADF: u16 = 9;
pub(crate) const ENOMEM: u16 = 12;
pub(crate) const EFAULT: u16 = 14;
pub(crate) const EEXIST: u16 = 17;
pub(crate) const ENOTDIR: u16 = 20;
pub(crate) const EISDIR: u16 = 21;
pub(crate) const EINVAL: u16 = 22;
pub(crate) const ESPIPE: u16 = 29;
pub(crate) const ENAMETOOLONG: u16 = 36;
pub(crate) const ENOTEMPTY: u16 = 39;
pub(crate) const ELOOP: u16 = 40;
pub(crate) const EOVERFLOW: u16 = 75;

/// An argument.
#[derive(Clone, Copy)]
pub(crate) enum Arg<'a> {
    Path(&'a str),
    Number(u64),
}
pub(crate) use Arg::{Number as N, Path as P};

pub(crate) struct Calls {
    pub(crate) guest: Guest,
    pub(crate) root: TempDir,
}

impl Calls {
    /// A guest whose root holds the folder `d` with the file `d/f`, the file `f` of three bytes, and the link `l` to it.
    pub(crate) fn new() -> Self {
        Self::with_memory(1 << 30)
    }

    /// The same with so many bytes of memory.
    pub(crate) fn with_memory(bytes: u64) -> Self {
        let root = tempfile::tempdir().expect("a folder");
        fs::create_dir(root.path().join("d")).expect("a folder");
        for file in ["f", "d/f"] {
            fs::write(root.path().join(file), "abc").expect("a file");
        }
        symlink("f", root.path().join("l")).expect("a link");
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guest/calls.elf");
        let guest = Guest::new(&program, root.path(), bytes).expect("the program loads");
        Self { guest, root }
    }

    pub(crate) fn call(&mut self, name: &str, args: &[Arg<'_>]) -> Result<u64, u16> {
        match self.ask(FIRST, name, args) {
            Answer::Done(value, _) => Ok(value),
            Answer::Failed(errno) => Err(errno),
            other => panic!("{name}: {other:?}"),
        }
    }

    /// The same in a thread, which may wait or end.
    pub(crate) fn ask(&mut self, tid: u64, name: &str, args: &[Arg<'_>]) -> Answer {
        let mut words = [0; 6];
        for (n, (word, arg)) in words.iter_mut().zip(args).enumerate() {
            *word = match arg {
                Arg::Number(number) => *number,
                Arg::Path(path) => {
                    let place = SCRATCH + 0x1000 * n as u64;
                    assert!(self.guest.put(place, &[path.as_bytes(), b"\0"].concat()));
                    place
                }
            };
        }
        let number = number(name).expect("Linux has the call");
        self.guest.call_in(tid as u32, number, words)
    }

    pub(crate) fn pipe(&mut self) -> (u64, u64) {
        let place = SCRATCH + 0x6000;
        assert_eq!(self.call("pipe2", &[N(place), N(0o4000)]), Ok(0));
        let ends = self.guest.get(place, 8);
        (ends[0].into(), ends[4].into())
    }

    pub(crate) fn watch(&mut self, epoll: u64, fd: u64) -> Result<u64, u16> {
        let event = SCRATCH + 0x6000;
        self.guest
            .put(event, &[1_u64.to_le_bytes(), [0; 8]].concat());
        self.call("epoll_ctl", &[N(epoll), N(1), N(fd), N(event)])
    }

    pub(crate) fn epoll(&mut self) -> u64 {
        self.call("epoll_create1", &[N(0)]).expect("an instance")
    }
}
