//! The calls in the personality, whose `/` is a folder of the host.

use std::path::Path;

use linux::fuzzing::{Answer as Raw, Guest, SCRATCH, number};

use super::Answer;
use super::step::{Base, Step};
use crate::scratch;

/// Where the arguments lie in the guest's memory: two paths, then data.
const PATHS: [u64; 2] = [SCRATCH, SCRATCH + 0x1000];
const DATA: u64 = SCRATCH + 0x2000;
/// Bytes for data.
const ROOM: u64 = 0x4000;
/// The descriptor argument that stands for the working directory.
const HERE: u64 = -100_i64 as u64;
const EMPTY: u64 = 0;

pub(super) struct Personality(Guest);

impl Personality {
    pub(super) fn new(root: &Path) -> Self {
        let program = scratch::workspace("crates/linux/tests/guest/calls.elf");
        let mut guest = Guest::new(&program, root, 1 << 30).expect("a program of the tests");
        // SIGPIPE is ignored, as far as the calls of the host are concerned, too.
        let ignore = [1_u64.to_le_bytes(), [0; 8], [0; 8]].concat();
        guest.put(DATA, &ignore);
        let action = number("rt_sigaction").expect("Linux has it");
        assert_eq!(guest.call(action, [13, DATA, 0, 8, 0, 0]), Raw::Done(0, 0));
        Self(guest)
    }

    fn make(&mut self, name: &str, args: &[u64]) -> Raw {
        let mut all = [EMPTY; 6];
        all[..args.len()].copy_from_slice(args);
        self.0.call(
            number(name).unwrap_or_else(|| panic!("Linux has {name}")),
            all,
        )
    }

    /// A call whose result is a number.
    fn number(&mut self, name: &str, args: &[u64]) -> Answer {
        match self.make(name, args) {
            Raw::Done(value, _) => Answer::Value(value),
            Raw::Failed(errno) => Answer::Failed(errno),
            Raw::Waits | Raw::Ended => Answer::Waits,
        }
    }

    /// A call that stores so many bytes.
    fn bytes(&mut self, name: &str, args: &[u64]) -> Answer {
        match self.number(name, args) {
            Answer::Value(count) => Answer::Bytes(self.0.get(DATA, count as usize)),
            other => other,
        }
    }

    fn status(&mut self, name: &str, args: &[u64]) -> Answer {
        let answer = self.number(name, args);
        let Answer::Value(_) = answer else {
            return answer;
        };
        let image = self.0.get(DATA, 144);
        let word = |at: usize| u64::from_le_bytes(*image[at..].first_chunk().expect("144 bytes"));
        let mode = word(24) as u32;
        let folder = mode & 0o170000 == 0o040000;
        Answer::Status(mode, (!folder).then_some((word(16), word(48))))
    }

    fn place(&mut self, which: usize, base: Base, path: &[u8]) -> [u64; 2] {
        self.0.put(PATHS[which], &[path, b"\0"].concat());
        let base = match base {
            Base::Here => HERE,
            Base::Descriptor(fd) => fd as u64,
        };
        [base, PATHS[which]]
    }

    pub(super) fn call(&mut self, step: &Step) -> Answer {
        let fd = |fd: &i32| *fd as u64;
        match step {
            Step::Open(base, path, flags, mode) => {
                let [base, path] = self.place(0, *base, path);
                self.number("openat", &[base, path, (*flags).into(), (*mode).into()])
            }
            Step::MakeDirectory(base, path, mode) => {
                let [base, path] = self.place(0, *base, path);
                self.number("mkdirat", &[base, path, (*mode).into()])
            }
            Step::Remove(base, path, folder) => {
                let [base, path] = self.place(0, *base, path);
                self.number("unlinkat", &[base, path, u64::from(*folder) * 0x200])
            }
            Step::Rename(from, old, to, new, keep) => {
                let [[from, old], [to, new]] = [self.place(0, *from, old), self.place(1, *to, new)];
                self.number("renameat2", &[from, old, to, new, u64::from(*keep)])
            }
            Step::Link(from, old, to, new, follow) => {
                let [[from, old], [to, new]] = [self.place(0, *from, old), self.place(1, *to, new)];
                self.number("linkat", &[from, old, to, new, u64::from(*follow) * 0x400])
            }
            Step::SymbolicLink(target, base, path) => {
                let [_, target] = self.place(0, Base::Here, target);
                let [base, path] = self.place(1, *base, path);
                self.number("symlinkat", &[target, base, path])
            }
            Step::ReadLink(base, path) => {
                let [base, path] = self.place(0, *base, path);
                self.bytes("readlinkat", &[base, path, DATA, ROOM])
            }
            Step::Status(base, path, follow) => {
                let [base, path] = self.place(0, *base, path);
                self.status(
                    "newfstatat",
                    &[base, path, DATA, u64::from(!follow) * 0x100],
                )
            }
            Step::Access(base, path, wanted) => {
                let [base, path] = self.place(0, *base, path);
                self.number("faccessat", &[base, path, (*wanted).into()])
            }
            Step::ChangeMode(base, path, mode) => {
                let [base, path] = self.place(0, *base, path);
                self.number("fchmodat", &[base, path, (*mode).into()])
            }
            Step::Truncate(path, length) => {
                let [_, path] = self.place(0, Base::Here, path);
                self.number("truncate", &[path, *length])
            }
            Step::ChangeDirectory(path) => {
                let [_, path] = self.place(0, Base::Here, path);
                self.number("chdir", &[path])
            }
            Step::WorkingDirectory => match self.bytes("getcwd", &[DATA, ROOM]) {
                Answer::Bytes(mut path) => {
                    assert_eq!(path.pop(), Some(0));
                    Answer::Bytes(path)
                }
                other => other,
            },
            Step::Mask(mask) => self.number("umask", &[(*mask).into()]),
            Step::ChangeToDescriptor(file) => self.number("fchdir", &[fd(file)]),
            _ => self.on_descriptor(step),
        }
    }

    fn on_descriptor(&mut self, step: &Step) -> Answer {
        let fd = |fd: &i32| *fd as u64;
        match step {
            Step::Close(file) => self.number("close", &[fd(file)]),
            Step::Read(file, length) => self.bytes("read", &[fd(file), DATA, *length as u64]),
            Step::Write(file, data) => {
                self.0.put(DATA, data);
                self.number("write", &[fd(file), DATA, data.len() as u64])
            }
            Step::ReadAt(file, length, at) => {
                self.bytes("pread64", &[fd(file), DATA, *length as u64, *at])
            }
            Step::WriteAt(file, data, at) => {
                self.0.put(DATA, data);
                self.number("pwrite64", &[fd(file), DATA, data.len() as u64, *at])
            }
            Step::Seek(file, by, whence) => {
                self.number("lseek", &[fd(file), *by as u64, (*whence).into()])
            }
            Step::Duplicate(file) => self.number("dup", &[fd(file)]),
            Step::DuplicateTo(old, new) => self.number("dup2", &[fd(old), fd(new)]),
            Step::DuplicateFrom(file, from, close_on_exec) => {
                let command = if *close_on_exec { 1030 } else { 0 };
                self.number("fcntl", &[fd(file), command, fd(from)])
            }
            Step::DescriptorFlags(file) => self.number("fcntl", &[fd(file), 1]),
            Step::SetDescriptorFlags(file, flags) => {
                self.number("fcntl", &[fd(file), 2, (*flags).into()])
            }
            Step::StatusFlags(file) => self.number("fcntl", &[fd(file), 3]),
            Step::SetStatusFlags(file, flags) => {
                self.number("fcntl", &[fd(file), 4, (*flags).into()])
            }
            Step::Pipe(flags) => match self.number("pipe2", &[DATA, (*flags).into()]) {
                Answer::Value(_) => {
                    let pair = self.0.get(DATA, 8);
                    let end =
                        |at: usize| u32::from_le_bytes(*pair[at..].first_chunk().expect("8 bytes"));
                    Answer::Pair(end(0).into(), end(4).into())
                }
                other => other,
            },
            Step::DescriptorStatus(file) => self.status("fstat", &[fd(file), DATA]),
            Step::TruncateDescriptor(file, length) => {
                self.number("ftruncate", &[fd(file), *length])
            }
            Step::List(file) => self.names(*file),
            Step::ChangeDescriptorMode(file, mode) => {
                self.number("fchmod", &[fd(file), (*mode).into()])
            }
            Step::Allocate(file, from, length) => {
                self.number("fallocate", &[fd(file), 0, *from, *length])
            }
            Step::Synchronise(file) => self.number("fsync", &[fd(file)]),
            other => panic!("{other:?} is a call on a path"),
        }
    }

    /// What is left of the listing of a folder.
    fn names(&mut self, fd: i32) -> Answer {
        let mut names = Vec::new();
        loop {
            let image = match self.bytes("getdents64", &[fd as u64, DATA, ROOM]) {
                Answer::Bytes(image) if image.is_empty() => break,
                Answer::Bytes(image) => image,
                other => return other,
            };
            let mut rest = image.as_slice();
            while let Some(head) = rest.first_chunk::<19>() {
                let length = usize::from(u16::from_le_bytes([head[16], head[17]]));
                let name = rest[19..length]
                    .split(|&byte| byte == 0)
                    .next()
                    .unwrap_or_default();
                names.push((name.to_vec(), head[18]));
                rest = &rest[length..];
            }
        }
        names.sort();
        Answer::Names(names)
    }
}
