//! The calls in the host's kernel, on a thread whose root, working directory and mask are its own.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use rustix::fs::{
    self, AtFlags, FallocateFlags, FileType, Mode, OFlags, RawDir, RenameFlags, SeekFrom, Stat,
};
use rustix::io::{self, Errno, FdFlags};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{chdir, chroot, fchdir, getcwd, umask};
use rustix::thread::UnshareFlags;
use signal_hook::consts::SIGPIPE;
use signal_hook::flag;

use super::Answer;
use super::step::{Base, FIRST_DESCRIPTOR, Step};
use crate::scratch;

/// Descriptors that a guest may have (its soft limit at the start).
const DESCRIPTORS: i32 = 1024;

/// The host's kernel, from the one thread that has the folder as its root.
pub(super) struct HostThread {
    steps: Sender<Vec<Step>>,
    answers: Receiver<Vec<Answer>>,
    folder: PathBuf,
    rooted: bool,
}

thread_local! {
    static THREAD: RefCell<Option<HostThread>> = const { RefCell::new(None) };
}

impl HostThread {
    /// Calls with the thread of this thread.
    pub(super) fn with<T>(call: impl FnOnce(&mut Self) -> T) -> T {
        THREAD.with_borrow_mut(|thread| call(thread.get_or_insert_with(Self::start)))
    }

    fn start() -> Self {
        let folder = scratch::empty("host");
        // Writing to a pipe without readers is to fail; a program that is not Rust's own `main` does not ignore the signal.
        flag::register(SIGPIPE, Arc::default()).expect("the signal may be handled");
        let (steps, receiver) = channel::<Vec<Step>>();
        let (sender, answers) = channel();
        let (ready, rooted) = channel();
        let root = folder.clone();
        thread::spawn(move || {
            let rooted = enter(&root);
            let start = fs::open(".", OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty());
            let start = start.expect("the folder is there");
            ready.send(rooted).expect("the caller waits for it");
            for steps in receiver {
                let mut host = Host::new(&start);
                let answers = steps.iter().map(|step| host.call(step)).collect();
                drop(host);
                if sender.send(answers).is_err() {
                    break;
                }
            }
        });
        let rooted: bool = rooted.recv().expect("the thread says whether it is rooted");
        Self {
            steps,
            answers,
            folder,
            rooted,
        }
    }

    /// Whether the folder is the thread's root: otherwise paths must not leave it.
    pub(super) fn is_rooted(&self) -> bool {
        self.rooted
    }

    /// The folder, emptied.
    pub(super) fn fresh(&self) -> PathBuf {
        for entry in std::fs::read_dir(&self.folder)
            .expect("the folder is there")
            .flatten()
        {
            let path = entry.path();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let removed = if is_folder {
                std::fs::remove_dir_all(path)
            } else {
                std::fs::remove_file(path)
            };
            removed.expect("the folder is our own");
        }
        self.folder.clone()
    }

    pub(super) fn run(&self, steps: Vec<Step>) -> Vec<Answer> {
        self.steps.send(steps).expect("the thread lives");
        self.answers.recv().expect("the thread lives")
    }
}

/// Gives the calling thread a root, a working directory and a mask of its own; says whether the folder is the root.
fn enter(folder: &Path) -> bool {
    // What the thread gives up sharing is `fs_struct`, in which no memory and no descriptor is.
    #[expect(
        deprecated,
        reason = "its unsafe successor is for the flags that unshare descriptors"
    )]
    let unshared = rustix::thread::unshare(UnshareFlags::FS);
    unshared.expect("every thread may unshare its directories");
    chdir(folder).expect("the folder is there");
    chroot(folder).is_ok() && chdir("/").is_ok()
}

/// The state of a run of calls.
pub(super) struct Host {
    files: BTreeMap<i32, OwnedFd>,
}

type Result<T> = std::result::Result<T, Errno>;

fn mode(bits: u32) -> Mode {
    Mode::from_raw_mode(bits)
}

fn status(stat: &Stat) -> Answer {
    let kind = FileType::from_raw_mode(stat.st_mode);
    let folder = kind == FileType::Directory;
    Answer::Status(
        stat.st_mode,
        (!folder).then_some((stat.st_nlink, stat.st_size as u64)),
    )
}

impl Host {
    fn new(start: &OwnedFd) -> Self {
        let _ = umask(mode(0o022));
        fchdir(start).expect("the folder is there");
        Self {
            files: BTreeMap::new(),
        }
    }

    fn file(&self, fd: i32) -> Result<BorrowedFd<'_>> {
        self.files.get(&fd).map(OwnedFd::as_fd).ok_or(Errno::BADF)
    }

    /// The folder that a path starts from; an absolute path starts anywhere.
    fn base(&self, base: Base, path: &[u8]) -> Result<BorrowedFd<'_>> {
        match base {
            Base::Here => Ok(fs::CWD),
            Base::Descriptor(_) if path.starts_with(b"/") => Ok(fs::CWD),
            Base::Descriptor(fd) if path.is_empty() => self.file(fd).or(Err(Errno::NOENT)),
            Base::Descriptor(fd) => self.file(fd),
        }
    }

    /// Gives a file the lowest number from `from` on.
    fn install(&mut self, file: OwnedFd, from: i32) -> Result<u64> {
        let from = from.max(FIRST_DESCRIPTOR);
        let free = (from..DESCRIPTORS).find(|fd| !self.files.contains_key(fd));
        let fd = free.ok_or(Errno::MFILE)?;
        self.files.insert(fd, file);
        Ok(fd as u64)
    }

    /// A descriptor that is none is told from the path by the caller, not by the kernel, which looks at other things before it.
    fn is_beyond(&self, step: &Step) -> bool {
        let bad = |base: &Base, path: &[u8]| self.base(*base, path).is_err();
        match step {
            Step::Rename(from, old, to, new, _) | Step::Link(from, old, to, new, _) => {
                bad(from, old) || bad(to, new)
            }
            Step::ReadLink(base, path) => path.is_empty() && bad(base, path),
            Step::SymbolicLink(target, base, path) => target.is_empty() && bad(base, path),
            _ => false,
        }
    }

    fn call(&mut self, step: &Step) -> Answer {
        if self.is_beyond(step) {
            return Answer::Skipped;
        }
        match self.attempt(step) {
            Ok(answer) => answer,
            Err(errno) => Answer::Failed(errno.raw_os_error() as u16),
        }
    }

    fn attempt(&mut self, step: &Step) -> Result<Answer> {
        match step {
            Step::Open(..)
            | Step::Close(_)
            | Step::Duplicate(_)
            | Step::DuplicateTo(..)
            | Step::DuplicateFrom(..)
            | Step::Pipe(_) => self.descriptors(step),
            Step::MakeDirectory(..)
            | Step::Remove(..)
            | Step::Rename(..)
            | Step::Link(..)
            | Step::SymbolicLink(..)
            | Step::Truncate(..)
            | Step::ChangeMode(..)
            | Step::ChangeDirectory(_)
            | Step::ChangeToDescriptor(_) => self.change(step).map(|()| Answer::Value(0)),
            _ => self.ask(step),
        }
    }

    /// Calls that give descriptors.
    fn descriptors(&mut self, step: &Step) -> Result<Answer> {
        let fd = match step {
            Step::Open(base, path, flags, bits) => {
                let flags = OFlags::from_bits_retain(*flags);
                let file =
                    fs::openat(self.base(*base, path)?, path.as_slice(), flags, mode(*bits))?;
                self.install(file, 0)?
            }
            Step::Close(fd) => {
                self.files.remove(fd).ok_or(Errno::BADF)?;
                0
            }
            Step::Duplicate(fd) => {
                let copy = io::dup(self.file(*fd)?)?;
                self.install(copy, 0)?
            }
            Step::DuplicateTo(old, new) => {
                let copy = io::dup(self.file(*old)?)?;
                if !(0..DESCRIPTORS).contains(new) {
                    return Err(Errno::BADF);
                }
                if old != new {
                    self.files.insert(*new, copy);
                }
                *new as u64
            }
            Step::DuplicateFrom(fd, from, close_on_exec) => {
                let file = self.file(*fd)?;
                if !(0..DESCRIPTORS).contains(from) {
                    return Err(Errno::INVAL);
                }
                let copy = if *close_on_exec {
                    io::fcntl_dupfd_cloexec(file, 0)?
                } else {
                    io::dup(file)?
                };
                self.install(copy, *from)?
            }
            Step::Pipe(flags) => {
                let (reader, writer) = pipe_with(PipeFlags::from_bits_retain(*flags))?;
                let reader = self.install(reader, 0)?;
                return Ok(Answer::Pair(reader, self.install(writer, 0)?));
            }
            _ => return Err(Errno::NOSYS),
        };
        Ok(Answer::Value(fd))
    }

    /// Calls that change folders and have no result.
    fn change(&mut self, step: &Step) -> Result<()> {
        match step {
            Step::MakeDirectory(base, path, bits) => {
                fs::mkdirat(self.base(*base, path)?, path.as_slice(), mode(*bits))
            }
            Step::Remove(base, path, folder) => {
                let flags = if *folder {
                    AtFlags::REMOVEDIR
                } else {
                    AtFlags::empty()
                };
                fs::unlinkat(self.base(*base, path)?, path.as_slice(), flags)
            }
            Step::Rename(from, old, to, new, keep) => {
                let flags = if *keep {
                    RenameFlags::NOREPLACE
                } else {
                    RenameFlags::empty()
                };
                let (from, to) = (self.base(*from, old)?, self.base(*to, new)?);
                fs::renameat_with(from, old.as_slice(), to, new.as_slice(), flags)
            }
            Step::Link(from, old, to, new, follow) => {
                let flags = if *follow {
                    AtFlags::SYMLINK_FOLLOW
                } else {
                    AtFlags::empty()
                };
                let (from, to) = (self.base(*from, old)?, self.base(*to, new)?);
                fs::linkat(from, old.as_slice(), to, new.as_slice(), flags)
            }
            Step::SymbolicLink(target, base, path) => {
                fs::symlinkat(target.as_slice(), self.base(*base, path)?, path.as_slice())
            }
            Step::Truncate(path, length) => {
                let file = fs::open(
                    path.as_slice(),
                    OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC,
                    Mode::empty(),
                )?;
                fs::ftruncate(file, *length)
            }
            Step::ChangeMode(base, path, bits) => fs::chmodat(
                self.base(*base, path)?,
                path.as_slice(),
                mode(*bits),
                AtFlags::empty(),
            ),
            Step::ChangeDirectory(path) => chdir(path.as_slice()),
            Step::ChangeToDescriptor(fd) => fchdir(self.file(*fd)?),
            _ => Err(Errno::NOSYS),
        }
    }

    /// Calls on open files, and questions.
    fn ask(&mut self, step: &Step) -> Result<Answer> {
        let value = |value: usize| Ok(Answer::Value(value as u64));
        match step {
            Step::Read(fd, length) => {
                let file = self.file(*fd)?;
                // What a read refuses first depends on the position.
                if is_folder(file) && fs::seek(file, SeekFrom::Current(0)).is_ok_and(|at| at != 0) {
                    return Ok(Answer::Skipped);
                }
                let mut data = vec![0; *length];
                let count = io::read(self.file(*fd)?, &mut data[..])?;
                data.truncate(count);
                Ok(Answer::Bytes(data))
            }
            Step::Write(fd, data) => value(io::write(self.file(*fd)?, data)?),
            Step::ReadAt(fd, length, at) => {
                let mut data = vec![0; *length];
                let count = io::pread(self.file(*fd)?, &mut data[..], *at)?;
                data.truncate(count);
                Ok(Answer::Bytes(data))
            }
            Step::WriteAt(fd, data, at) => value(io::pwrite(self.file(*fd)?, data, *at)?),
            Step::Seek(fd, by, whence) => {
                let file = self.file(*fd)?;
                // Positions in folders mean something to their file system only.
                if is_folder(file) && (*by, *whence) != (0, 0) {
                    return Ok(Answer::Skipped);
                }
                let to = match whence {
                    0 => SeekFrom::Start(*by as u64),
                    1 => SeekFrom::Current(*by),
                    2 => SeekFrom::End(*by),
                    _ => return Err(Errno::INVAL),
                };
                Ok(Answer::Value(fs::seek(file, to)?))
            }
            Step::DescriptorFlags(fd) => Ok(Answer::Value(
                io::fcntl_getfd(self.file(*fd)?)?.bits().into(),
            )),
            Step::SetDescriptorFlags(fd, flags) => {
                io::fcntl_setfd(self.file(*fd)?, FdFlags::from_bits_retain(*flags))?;
                value(0)
            }
            Step::StatusFlags(fd) => Ok(Answer::Value(
                fs::fcntl_getfl(self.file(*fd)?)?.bits().into(),
            )),
            Step::SetStatusFlags(fd, flags) => {
                fs::fcntl_setfl(self.file(*fd)?, OFlags::from_bits_retain(*flags))?;
                value(0)
            }
            Step::ReadLink(base, path) => {
                let target = fs::readlinkat(self.base(*base, path)?, path.as_slice(), Vec::new())?;
                Ok(Answer::Bytes(target.into_bytes()))
            }
            Step::Status(base, path, follow) => {
                let flags = if *follow {
                    AtFlags::empty()
                } else {
                    AtFlags::SYMLINK_NOFOLLOW
                };
                Ok(status(&fs::statat(
                    self.base(*base, path)?,
                    path.as_slice(),
                    flags,
                )?))
            }
            Step::DescriptorStatus(fd) => Ok(status(&fs::fstat(self.file(*fd)?)?)),
            Step::TruncateDescriptor(fd, length) => {
                fs::ftruncate(self.file(*fd)?, *length)?;
                value(0)
            }
            Step::List(fd) => names(self.file(*fd)?),
            Step::Access(base, path, wanted) => {
                let wanted = fs::Access::from_bits_retain(*wanted);
                fs::accessat(
                    self.base(*base, path)?,
                    path.as_slice(),
                    wanted,
                    AtFlags::empty(),
                )?;
                value(0)
            }
            Step::WorkingDirectory => {
                let path = getcwd(Vec::new())?.into_bytes();
                Ok(Answer::Bytes(path))
            }
            Step::Mask(mask) => Ok(Answer::Value(umask(mode(*mask)).bits().into())),
            Step::ChangeDescriptorMode(fd, bits) => {
                fs::fchmod(self.file(*fd)?, mode(*bits))?;
                value(0)
            }
            Step::Allocate(fd, from, length) => {
                fs::fallocate(self.file(*fd)?, FallocateFlags::empty(), *from, *length)?;
                value(0)
            }
            Step::Synchronise(fd) => {
                fs::fsync(self.file(*fd)?)?;
                value(0)
            }
            _ => Err(Errno::NOSYS),
        }
    }
}

pub(super) fn is_folder(file: impl AsFd) -> bool {
    fs::fstat(file).is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Directory)
}

/// What is left of the listing of a folder.
fn names(folder: BorrowedFd<'_>) -> Result<Answer> {
    let mut buffer = [MaybeUninit::uninit(); 16384];
    let mut listing = RawDir::new(folder, &mut buffer);
    let mut names = Vec::new();
    while let Some(entry) = listing.next() {
        let entry = entry?;
        let kind = match entry.file_type() {
            FileType::Directory => 4,
            FileType::RegularFile => 8,
            FileType::Symlink => 10,
            _ => 0,
        };
        names.push((entry.file_name().to_bytes().to_vec(), kind));
    }
    names.sort();
    Ok(Answer::Names(names))
}
