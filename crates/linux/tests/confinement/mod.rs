//! What a guest can reach and change of the host's files. The guest's system calls are made one by one, with the host's files
//! looked at in between.

mod dependencies;
mod kernel_files;
mod names;
mod private;
mod races;
mod root;

use crate::calls::BASE;
use crate::{FileOptions, Kernel, Options, QUANTUM, Streams};
use machine::{Machine, Silent};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// The process and its only thread.
const TID: u32 = crate::process::FIRST_PID;
/// Where arguments that are memory lie.
const BUFFER: u64 = crate::memory::STACK_TOP - 0x10000;
const HERE: u64 = -100_i64 as u64;

const ENOENT: i64 = -2;
const EBUSY: i64 = -16;
const EINVAL: i64 = -22;
const ENOTEMPTY: i64 = -39;
const ENOTDIR: i64 = -20;
const EROFS: i64 = -30;
const EEXIST: i64 = -17;

const WRITE: u64 = 3;
const OPEN: u64 = 4;
const CLOSE: u64 = 5;
const LINK: u64 = 7;
const UNLINK: u64 = 8;
const EXECVE: u64 = 9;
const CHDIR: u64 = 10;
const FCHDIR: u64 = 11;
const CHMOD: u64 = 14;
const RENAME: u64 = 30;
const RMDIR: u64 = 32;
const SYMLINK: u64 = 67;
const MKDIR: u64 = 31;
const TRUNCATE: u64 = 73;
const FCHMOD: u64 = 75;
const READLINK: u64 = 68;
const STAT: u64 = 186;
const FSTAT: u64 = 188;
const GETCWD: u64 = 160;
const GETDENTS64: u64 = 190;
const OPENAT: u64 = 257;
const RENAMEAT2: u64 = 314;

const RDONLY: u64 = 0;
const WRONLY: u64 = 1;
const CREAT: u64 = 0o100;
const EXCL: u64 = 0o200;
const TRUNC: u64 = 0o1000;
const DIRECTORY: u64 = 0o200_000;
const NOFOLLOW: u64 = 0o400_000;
const PATH: u64 = 0o10_000_000;

/// An argument of a system call.
#[derive(Copy, Clone)]
enum Argument<'a> {
    Number(u64),
    Path(&'a str),
}
use Argument::{Number as N, Path as P};

/// A directory `root` with a guest in it, and `outside` beside it, which the guest must not reach.
struct Jail {
    top: PathBuf,
    kernel: Kernel,
}

impl Jail {
    fn new(name: &str, writable: bool) -> Jail {
        let top = std::env::temp_dir().join(format!("epicycle-jail-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&top);
        fs::create_dir_all(top.join("root/dir/deep")).unwrap();
        fs::create_dir_all(top.join("root/etc")).unwrap();
        fs::create_dir_all(top.join("outside/deep")).unwrap();
        for (path, text) in [
            ("outside/secret", "secret"),
            ("outside/deep/secret", "secret"),
            ("secret", "secret"),
            ("root/dir/file", "inside"),
        ] {
            fs::write(top.join(path), text).unwrap();
        }
        let guest = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guest/calls.elf");
        fs::copy(guest, top.join("root/calls")).unwrap();
        let kernel = Self::kernel(FileOptions {
            root: Some(top.join("root")),
            writable,
            ..FileOptions::default()
        });
        Jail { top, kernel }
    }

    fn kernel(files: FileOptions) -> Kernel {
        Self::kernel_of("/calls".into(), files)
    }

    fn kernel_of(program: PathBuf, files: FileOptions) -> Kernel {
        let options = Options {
            program,
            arguments: vec![b"calls".to_vec(), b"spin".to_vec()],
            environment: Vec::new(),
            name: None,
            files,
            streams: Streams::default(),
            frequency_hz: 800_000_000,
            memory_bytes: 1 << 30,
            disk_bytes: 1 << 30,
            quantum: QUANTUM,
            strace: None,
        };
        Kernel::load(options, &Machine::new(machine::Options::default())).unwrap()
    }

    /// Makes a system call; gives its value, or the negated error number.
    fn call(&mut self, number: u64, arguments: &[Argument]) -> i64 {
        let mut at = BUFFER + 0x4000;
        let mut words = [0; 8];
        for (word, argument) in words.iter_mut().zip(arguments) {
            *word = match argument {
                N(number) => *number,
                P(path) => {
                    let text = [path.as_bytes(), b"\0"].concat();
                    self.kernel.write(TID, at, &text).unwrap();
                    at += text.len() as u64;
                    at - text.len() as u64
                }
            };
        }
        let thread = self.kernel.threads.get_mut(&TID).unwrap();
        let cpu = &mut thread.cpu;
        cpu.start_register_stack(crate::memory::BACKING_STORE, 8, 0);
        cpu.set_gr(15, BASE + number, false);
        for (r, word) in (32..).zip(words) {
            cpu.set_gr(r, word, false);
        }
        self.kernel.current = TID;
        self.kernel
            .system_call(TID, (0x4000_0000_0000_0000, 0), &mut Silent);
        let cpu = &self.kernel.threads[&TID].cpu;
        let value = cpu.gr(8).0 as i64;
        if cpu.gr(10).0 == 0 { value } else { -value }
    }

    /// What a descriptor's file holds.
    fn contents(&mut self, fd: i64) -> String {
        const READ: u64 = 2;
        let count = self.call(READ, &[N(fd as u64), N(BUFFER), N(0x1000)]);
        let bytes = self.kernel.read(TID, BUFFER, count.max(0) as u64).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// What the guest reads under a path.
    fn read(&mut self, path: &str) -> Result<String, i64> {
        match self.call(OPEN, &[P(path), N(RDONLY)]) {
            fd @ 0.. => Ok(self.contents(fd)),
            error => Err(error),
        }
    }

    /// Closes all descriptors but the first three.
    fn close_all(&mut self) {
        for fd in 3..16 {
            self.call(CLOSE, &[N(fd)]);
        }
    }

    /// Writes a text to a new or emptied file; gives what the call says.
    fn put(&mut self, path: &str, text: &str) -> i64 {
        let fd = self.call(OPEN, &[P(path), N(WRONLY | CREAT | TRUNC), N(0o644)]);
        if fd < 0 {
            return fd;
        }
        self.kernel.write(TID, BUFFER, text.as_bytes()).unwrap();
        let count = self.call(WRITE, &[N(fd as u64), N(BUFFER), N(text.len() as u64)]);
        self.call(CLOSE, &[N(fd as u64)]);
        count
    }

    /// The names in a directory but for `.` and `..`, in the order of the listing.
    fn list(&mut self, path: &str) -> Vec<String> {
        let fd = self.call(OPEN, &[P(path), N(DIRECTORY)]);
        assert!(fd >= 0, "{path}: {fd}");
        let bytes = self.names(fd);
        self.call(CLOSE, &[N(fd as u64)]);
        let mut names = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let length = usize::from(u16::from_le_bytes([bytes[at + 16], bytes[at + 17]]));
            let name = bytes[at + 19..at + length]
                .split(|&b| b == 0)
                .next()
                .unwrap();
            names.push(String::from_utf8(name.to_vec()).unwrap());
            at += length;
        }
        names
            .into_iter()
            .filter(|name| name != "." && name != "..")
            .collect()
    }

    /// Kind, permissions and number of a file.
    fn status(&mut self, path: &str) -> Result<(u32, u64), i64> {
        match self.call(STAT, &[P(path), N(BUFFER)]) {
            0 => {
                let inode = self.kernel.read_u64(TID, BUFFER + 8).unwrap();
                Ok((self.kernel.read_u32(TID, BUFFER + 24).unwrap(), inode))
            }
            error => Err(error),
        }
    }

    fn names(&mut self, fd: i64) -> Vec<u8> {
        let count = self.call(GETDENTS64, &[N(fd as u64), N(BUFFER), N(0x1000)]);
        self.kernel.read(TID, BUFFER, count.max(0) as u64).unwrap()
    }

    fn host(&self, path: &str) -> PathBuf {
        self.top.join(path)
    }

    /// Takes away what the root holds; the root itself is the directory that the guest has open.
    fn clear_root(&self) {
        for entry in fs::read_dir(self.host("root")).unwrap() {
            let path = entry.unwrap().path();
            if path.symlink_metadata().unwrap().is_dir() {
                fs::remove_dir_all(path).unwrap();
            } else {
                fs::remove_file(path).unwrap();
            }
        }
    }

    /// Everything below the top but the root: path, whether it is a file, contents and rights.
    fn outside(&self) -> Vec<(PathBuf, Option<Vec<u8>>, u32)> {
        Self::tree(&self.top, &[self.host("root")])
    }

    fn tree(top: &Path, without: &[PathBuf]) -> Vec<(PathBuf, Option<Vec<u8>>, u32)> {
        use std::os::unix::fs::PermissionsExt;
        let mut found = Vec::new();
        let mut todo = vec![top.to_path_buf()];
        while let Some(directory) = todo.pop() {
            for entry in fs::read_dir(directory).unwrap() {
                let path = entry.unwrap().path();
                if without.contains(&path) {
                    continue;
                }
                let metadata = path.symlink_metadata().unwrap();
                if metadata.is_dir() {
                    todo.push(path.clone());
                }
                let text = metadata.is_file().then(|| fs::read(&path).unwrap());
                found.push((path, text, metadata.permissions().mode()));
            }
        }
        found.sort();
        found
    }
}

impl Drop for Jail {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.top);
    }
}
