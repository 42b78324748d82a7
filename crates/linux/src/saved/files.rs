//! Open files, by path, position and the hash of what they hold; the working directory; numbers and times of files.

use std::os::unix::ffi::OsStringExt as _;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;

use checkpoint::{Damage, Grows as _, Hash, Source, State as _};
use rustix::fs::OFlags;
use sha2::{Digest as _, Sha256};

use super::{SaveError, unsupported};
use crate::calls::paths::HERE;
use crate::fs::file::{DirectoryEntry, Object, OpenFile, Stream};
use crate::fs::handle::HostFile;
use crate::fs::host::{Attributes, FileId};
use crate::fs::path::{Held, Place};
use crate::fs::special::{Constant, Special};
use crate::fs::table::{Descriptor, Table};
use crate::kernel::Kernel;
use crate::pool::{Id, Pool};
use crate::process::Tid;

/// What an open file is, with what belongs to that.
#[derive(Default)]
struct Saved {
    kind: u8,
    flags: u32,
    position: u64,
    path: Vec<u8>,
    hash: Hash,
    /// Text, or contents of a file in memory.
    data: Vec<u8>,
    numbers: [u64; 4],
    special: Option<Special>,
    listing: Vec<Entry>,
}

checkpoint::state!(Saved { kind, flags, position, hash, numbers, special } grows { path, data, listing });

#[derive(Default)]
struct Entry {
    name: Vec<u8>,
    inode: u64,
    kind: u8,
}

checkpoint::state!(Entry { inode, kind } grows { name });

/// A number that no file has, unlike a file that is not open.
mod kind {
    pub(super) const STREAM: u8 = 1;
    pub(super) const HOST: u8 = 2;
    pub(super) const DIRECTORY: u8 = 3;
    pub(super) const NULL: u8 = 4;
    pub(super) const ZERO: u8 = 5;
    pub(super) const FULL: u8 = 6;
    pub(super) const RANDOM: u8 = 7;
    pub(super) const TEXT: u8 = 8;
    pub(super) const MEMORY: u8 = 9;
    pub(super) const EVENT: u8 = 10;
    pub(super) const TIMER: u8 = 11;
}

impl checkpoint::State for FileId {
    fn save(&self, out: &mut Vec<u8>) {
        (self.device, self.inode).save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.device.load(from)?;
        self.inode.load(from)
    }
}

const CONSTANTS: [Constant; 12] = [
    Constant::CpuInfo,
    Constant::MemInfo,
    Constant::Version,
    Constant::Uptime,
    Constant::LoadAverage,
    Constant::SystemStat,
    Constant::OsRelease,
    Constant::PidMax,
    Constant::Overcommit,
    Constant::OnlineProcessors,
    Constant::FileSystems,
    Constant::Mounts,
];

impl checkpoint::State for Special {
    fn save(&self, out: &mut Vec<u8>) {
        let place = |one: Constant| CONSTANTS.iter().position(|&other| other == one);
        let words: (u8, u32, i32) = match *self {
            Special::Null => (0, 0, 0),
            Special::Zero => (1, 0, 0),
            Special::Full => (2, 0, 0),
            Special::Random => (3, 0, 0),
            Special::Terminal => (4, 0, 0),
            Special::Executable(pid) => (5, pid, 0),
            Special::Maps(pid) => (6, pid, 0),
            Special::CommandLine(pid) => (7, pid, 0),
            Special::Environment(pid) => (8, pid, 0),
            Special::Status(pid) => (9, pid, 0),
            Special::Stat(pid) => (10, pid, 0),
            Special::Comm(pid) => (11, pid, 0),
            Special::AuxiliaryVector(pid) => (12, pid, 0),
            Special::WorkingDirectory(pid) => (13, pid, 0),
            Special::Descriptor(pid, fd) => (14, pid, fd),
            Special::Descriptors(pid) => (15, pid, 0),
            Special::Fixed(constant) => (16, place(constant).unwrap_or(0) as u32, 0),
            Special::Directory => (17, 0, 0),
        };
        words.save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let mut words = (0_u8, 0_u32, 0_i32);
        words.load(from)?;
        let (kind, pid, fd) = words;
        *self = match kind {
            0 => Special::Null,
            1 => Special::Zero,
            2 => Special::Full,
            3 => Special::Random,
            4 => Special::Terminal,
            5 => Special::Executable(pid),
            6 => Special::Maps(pid),
            7 => Special::CommandLine(pid),
            8 => Special::Environment(pid),
            9 => Special::Status(pid),
            10 => Special::Stat(pid),
            11 => Special::Comm(pid),
            12 => Special::AuxiliaryVector(pid),
            13 => Special::WorkingDirectory(pid),
            14 => Special::Descriptor(pid, fd),
            15 => Special::Descriptors(pid),
            16 if (pid as usize) < CONSTANTS.len() => Special::Fixed(CONSTANTS[pid as usize]),
            17 => Special::Directory,
            _ => {
                return Err(Damage::new(format!(
                    "a file of /dev or /proc of kind {kind}"
                )));
            }
        };
        Ok(())
    }
}

/// The hash of a file's bytes.
fn hash(file: &HostFile) -> std::io::Result<Hash> {
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    let mut at = 0;
    loop {
        match file.read_at(&mut buffer, at)? {
            0 => return Ok(digest.finalize().into()),
            count => {
                digest.update(&buffer[..count]);
                at += count as u64;
            }
        }
    }
}

fn lossy(path: &[u8]) -> PathBuf {
    std::ffi::OsString::from_vec(path.to_vec()).into()
}

impl Kernel {
    pub(super) fn save_files(&mut self, out: &mut Vec<u8>) -> Result<(), SaveError> {
        let tid = self.some_thread()?;
        let (cwd, umask) = {
            let directories = self.directories(tid);
            let directories = directories.map_err(|_| unsupported("no working directory"))?;
            (directories.cwd.path(), directories.umask)
        };
        cwd.save_all(out);
        umask.save(out);
        let table = self.table(tid).map_err(|_| unsupported("no descriptors"))?;
        let descriptors: Vec<(i32, Descriptor)> = table.iter().collect();
        let mut list: Vec<Option<Saved>> = Vec::new();
        for place in 0..self.open_files.places() {
            let id = Id::at(place);
            let Some(file) = self.open_files.get(id) else {
                list.push(None);
                continue;
            };
            let named = |(_, descriptor): &&(i32, Descriptor)| descriptor.file == id;
            let fds: Vec<i32> = descriptors.iter().filter(named).map(|it| it.0).collect();
            if self.open_files.owners(id) as usize != fds.len() {
                return Err(unsupported("an open file without a descriptor"));
            }
            let mut saved = saved(file, fds.first().copied().unwrap_or(-1))?;
            if saved.kind == kind::HOST {
                saved.hash = self.hash_by_name(tid, id, &saved)?;
            }
            list.push(Some(saved));
        }
        list.save_all(out);
        let rows: Vec<(u32, u32, bool)> = descriptors
            .into_iter()
            .map(|(fd, it)| (fd as u32, it.file.place(), it.close_on_exec))
            .collect();
        rows.save_all(out);
        let timers: Vec<(u64, u32)> = self
            .file_timers
            .within(..)
            .map(|(time, id)| (time, id.place()))
            .collect();
        timers.save_all(out);
        self.files.save_numbers(out);
        Ok(())
    }

    /// A thread that exists.
    fn some_thread(&self) -> Result<Tid, SaveError> {
        let tid = self.threads.keys().next().copied();
        tid.ok_or_else(|| unsupported("no thread any more"))
    }

    /// The hash of an open file's bytes. Its path has to lead to it when the run goes on.
    fn hash_by_name(&mut self, tid: Tid, id: Id, saved: &Saved) -> Result<Hash, SaveError> {
        let path = String::from_utf8_lossy(&saved.path);
        let own = match self.open_files.get(id).map(|it| &it.object) {
            Some(Object::Host { file, .. }) => Attributes::of(&**file).ok().map(|it| it.id),
            _ => None,
        };
        match self.place(tid, HERE, &saved.path, true) {
            Ok(Place::File(held)) if own == Some(held.file.attributes.id) => {
                self.hash_of(&held).map_err(|reason| {
                    unsupported(format!("{path} open, which cannot be read ({reason})"))
                })
            }
            _ => Err(unsupported(format!(
                "{path} open, to which that name does not lead any more"
            ))),
        }
    }

    /// The hash of a file's bytes, whatever it was opened for.
    fn hash_of(&self, held: &Held) -> Result<Hash, String> {
        let file = self.files.host.reopen(&held.file, OFlags::RDONLY);
        let file = file.map_err(|errno| errno.name().to_owned())?;
        hash(&file).map_err(|error| error.to_string())
    }

    pub(super) fn load_files(&mut self, from: &mut Source<'_>) -> Result<(), SaveError> {
        let within = |damage: Damage| damage.within("files");
        let tid = self.some_thread()?;
        let (mut cwd, mut umask) = (Vec::new(), 0_u32);
        cwd.load_all(from).map_err(within)?;
        umask.load(from).map_err(within)?;
        self.enter(tid, &cwd, umask)?;
        let mut list = Vec::<Option<Saved>>::new();
        list.load_all(from).map_err(within)?;
        let mut rows = Vec::<(u32, u32, bool)>::new();
        rows.load_all(from).map_err(within)?;
        let mut files = Vec::new();
        for (place, saved) in list.into_iter().enumerate() {
            let owners = rows.iter().filter(|row| row.1 as usize == place).count();
            files.push(match saved {
                None => None,
                Some(_) if owners == 0 => {
                    return Err(within(Damage::new("an open file without a descriptor")).into());
                }
                Some(saved) => Some((self.open_again(tid, saved)?, owners as u32)),
            });
        }
        // The streams that the load has opened.
        self.open_files = Pool::of(files);
        let mut table = Table::new(&self.frames);
        for (fd, place, close_on_exec) in rows {
            let descriptor = Descriptor {
                file: Id::at(place),
                close_on_exec,
            };
            let wrong = || within(Damage::new(format!("descriptor {fd}")));
            if fd >= 1 << 20 || self.open_files.get(descriptor.file).is_none() {
                return Err(wrong().into());
            }
            table.set(fd as usize, descriptor).map_err(|_| wrong())?;
        }
        if let Ok(own) = self.table(tid) {
            *own = table;
        }
        let mut timers = Vec::<(u64, u32)>::new();
        timers.load_all(from).map_err(within)?;
        for (time, place) in timers {
            self.file_timers.set(Id::at(place), Some(time));
        }
        self.files.load_numbers(from).map_err(within)?;
        Ok(())
    }

    fn enter(&mut self, tid: Tid, cwd: &[u8], umask: u32) -> Result<(), SaveError> {
        let missing = || SaveError::Changed {
            path: lossy(cwd),
            what: "the working directory is gone".into(),
        };
        let known = self.directories(tid).map(|it| it.cwd.path() == cwd);
        let node = match known {
            Ok(true) => None,
            _ => match self.place(tid, HERE, cwd, true) {
                Ok(Place::Directory(node)) => Some(node),
                _ => return Err(missing()),
            },
        };
        let directories = self.directories(tid).map_err(|_| missing())?;
        directories.umask = umask & 0o777;
        if let Some(node) = node {
            directories.cwd = node;
        }
        Ok(())
    }

    /// Opens what was open.
    fn open_again(&mut self, tid: Tid, saved: Saved) -> Result<OpenFile, SaveError> {
        let [a, b, c, d] = saved.numbers;
        let object = match saved.kind {
            kind::STREAM => Object::Stream(match a {
                0 => Stream::Input,
                1 => Stream::Output,
                _ => Stream::Error,
            }),
            kind::HOST | kind::DIRECTORY => self.find_again(tid, &saved)?,
            kind::NULL => Object::Null,
            kind::ZERO => Object::Zero,
            kind::FULL => Object::Full,
            kind::RANDOM => Object::Random,
            kind::TEXT => Object::Text(saved.data),
            kind::MEMORY => Object::Memory {
                data: saved.data,
                inode: a,
            },
            kind::EVENT => Object::Event {
                count: a,
                semaphore: b != 0,
                inode: c,
            },
            kind::TIMER => Object::Timer {
                clock: a,
                next: b,
                interval: c,
                inode: d,
            },
            other => {
                return Err(Damage::new(format!("an open file of kind {other}"))
                    .within("files")
                    .into());
            }
        };
        let mut file = OpenFile::new(object, saved.flags, saved.path);
        file.position = saved.position;
        file.special = saved.special;
        let charge = machine::Charge::new(&self.frames, file.held());
        let no_memory = |machine::NoMemory| Damage::new("no memory is left for an open file");
        file.charge = Some(charge.map_err(no_memory)?);
        Ok(file)
    }

    fn find_again(&mut self, tid: Tid, saved: &Saved) -> Result<Object, SaveError> {
        let changed = |what: String| SaveError::Changed {
            path: lossy(&saved.path),
            what,
        };
        let place = self.place(tid, HERE, &saved.path, true);
        let place = place.map_err(|errno| changed(format!("gone ({})", errno.name())))?;
        match (saved.kind, place) {
            (kind::DIRECTORY, Place::Directory(node)) => {
                let made = saved.numbers[0] != 0;
                let entries = saved.listing.iter().map(|entry| DirectoryEntry {
                    name: entry.name.clone(),
                    inode: entry.inode,
                    kind: entry.kind,
                });
                Ok(Object::Directory {
                    node,
                    listing: made.then(|| entries.collect()),
                })
            }
            (kind::HOST, Place::File(held)) => {
                let now = self.hash_of(&held);
                let now =
                    now.map_err(|why| changed(format!("it cannot be read any more ({why})")))?;
                if now != saved.hash {
                    return Err(changed("its contents have changed".into()));
                }
                let opened = self.open_place(tid, Place::File(held), saved.flags, 0);
                let opened = opened.map_err(|errno| {
                    changed(format!("it cannot be opened any more ({})", errno.name()))
                })?;
                Ok(opened.object)
            }
            _ => Err(changed("something else is in its place".into())),
        }
    }
}

/// An open file as it is saved.
fn saved(file: &OpenFile, fd: i32) -> Result<Saved, SaveError> {
    let mut saved = Saved {
        flags: file.flags,
        position: file.position,
        path: file.path.clone(),
        special: file.special,
        ..Saved::default()
    };
    let refuse = |what: &str| Err(unsupported(format!("{what} open (descriptor {fd})")));
    saved.kind = match &file.object {
        Object::Stream(stream) => {
            saved.numbers[0] = match stream {
                Stream::Input => 0,
                Stream::Output => 1,
                Stream::Error => 2,
            };
            kind::STREAM
        }
        Object::Host { .. } if saved.path.is_empty() => return refuse("a file without a name"),
        Object::Host { .. } => kind::HOST,
        Object::Directory { listing, .. } => {
            if let Some(entries) = listing {
                saved.numbers[0] = 1;
                saved.listing.extend(entries.iter().map(|entry| Entry {
                    name: entry.name.clone(),
                    inode: entry.inode,
                    kind: entry.kind,
                }));
            }
            kind::DIRECTORY
        }
        Object::PipeReader(_) | Object::PipeWriter(_) => return refuse("a pipe"),
        Object::Pair { .. } => return refuse("a pair of sockets"),
        Object::Epoll(_) => return refuse("an epoll instance"),
        Object::Path(_) => return refuse("a place (O_PATH)"),
        Object::Null => kind::NULL,
        Object::Zero => kind::ZERO,
        Object::Full => kind::FULL,
        Object::Random => kind::RANDOM,
        Object::Text(text) => {
            saved.data.clone_from(text);
            kind::TEXT
        }
        Object::Memory { data, inode } => {
            saved.data.clone_from(data);
            saved.numbers[0] = *inode;
            kind::MEMORY
        }
        Object::Event {
            count,
            semaphore,
            inode,
        } => {
            saved.numbers = [*count, (*semaphore).into(), *inode, 0];
            kind::EVENT
        }
        Object::Timer {
            clock,
            next,
            interval,
            inode,
        } => {
            saved.numbers = [*clock, *next, *interval, *inode];
            kind::TIMER
        }
    };
    Ok(saved)
}
