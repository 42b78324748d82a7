//! Open files, by path, position and the hash of what they hold; pipes; descriptors; working directories; numbers and times of files.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::os::unix::fs::FileExt as _;
use std::rc::Rc;

use checkpoint::{Damage, Grows as _, Hash, Source};
use rustix::fs::OFlags;
use sha2::{Digest as _, Sha256};

use super::owned::{in_places, with_owners};
use super::pipes::{SavedPipe, pipes_again};
use super::{SaveError, changed, unsupported};
use crate::abi::consts::{PAGE, seal};
use crate::abi::errno::Errno;
use crate::calls::paths::HERE;
use crate::fs::file::{DirectoryEntry, Object, OpenFile, Stream};
use crate::fs::handle::HostFile;
use crate::fs::host::{Attributes, FileId};
use crate::fs::memory_file::MemoryFile;
use crate::fs::path::{LocatedFile, Place};
use crate::fs::special::{Constant, Special};
use crate::fs::table::{Descriptor, Table};
use crate::kernel::Kernel;
use crate::pool::{Id, Pool};
use crate::process::{Directories, Tid};
use crate::signal::SignalSet;

/// An open file as it is saved: its kind, and the fields that the kind uses.
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
    /// Numbers of the pages of a file in memory that are no holes.
    pages: Vec<u64>,
}

checkpoint::state!(Saved { kind, flags, position, hash, numbers, special } grows { path, data, listing, pages });

#[derive(Default)]
struct Entry {
    name: Vec<u8>,
    inode: u64,
    kind: u8,
}

checkpoint::state!(Entry { inode, kind } grows { name });

/// A working directory and a creation mask.
#[derive(Default)]
struct SavedDirectories {
    umask: u32,
    cwd: Vec<u8>,
}

checkpoint::state!(SavedDirectories { umask } grows { cwd });

/// A descriptor table: its length, and for each descriptor its number, its open file and whether `execve` closes it.
#[derive(Default)]
struct SavedTable {
    length: u64,
    rows: Vec<(u32, u32, bool)>,
}

checkpoint::state!(SavedTable { length } grows { rows });

impl SavedTable {
    fn of(table: &Table) -> Self {
        let row = |(fd, it): (i32, Descriptor)| (fd as u32, it.file.place(), it.close_on_exec);
        Self {
            length: table.length() as u64,
            rows: table.iter().map(row).collect(),
        }
    }
}

/// What is wrong with a file in use whose name has been removed.
const GONE: &str = "a file that was deleted or renamed since";

/// Kinds of open files as they are saved. 0 is none of them.
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
    pub(super) const PIPE_READER: u8 = 12;
    pub(super) const PIPE_WRITER: u8 = 13;
    pub(super) const PAIR: u8 = 14;
    pub(super) const SIGNALS: u8 = 15;
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

/// Owners of each open file by its place: the descriptors of all tables, and the pairs of sockets that pass it.
fn owners(tables: &[Option<SavedTable>], pipes: &[Option<SavedPipe>]) -> BTreeMap<u32, u32> {
    let tables = tables.iter().flatten().flat_map(|table| &table.rows);
    let pipes = pipes.iter().flatten().flat_map(|pipe| &pipe.passed);
    let files = tables.map(|row| row.1).chain(pipes.map(|row| row.2));
    let mut owners = BTreeMap::new();
    for file in files {
        *owners.entry(file).or_default() += 1;
    }
    owners
}

impl Kernel {
    pub(super) fn save_files(&mut self, out: &mut Vec<u8>) -> Result<(), SaveError> {
        let tid = self.some_thread()?;
        let directories = in_places(&self.directories, |it| SavedDirectories {
            umask: it.umask,
            cwd: it.cwd.path(),
        });
        directories.save_all(out);
        let tables = in_places(&self.tables, SavedTable::of);
        tables.save_all(out);
        let pipes = in_places(&self.pipes, SavedPipe::of);
        pipes.save_all(out);
        let owners = owners(&tables, &pipes);
        let mut list: Vec<Option<Saved>> = Vec::new();
        // Numbers of files in memory: what they hold is saved with the first of their open files.
        let mut held = BTreeSet::new();
        for place in 0..self.open_files.places() {
            let id = Id::at(place);
            let Some(file) = self.open_files.get(id) else {
                list.push(None);
                continue;
            };
            if owners.get(&place) != Some(&self.open_files.owners(id)) {
                return Err(unsupported("an open file without a descriptor"));
            }
            let mut rows = tables.iter().flatten().flat_map(|table| &table.rows);
            let fd = rows.find(|row| row.1 == place).map(|row| row.0);
            let mut saved = saved(file, fd.unwrap_or_default())?;
            if let Object::Memory(memory) = &file.object
                && held.insert(memory.inode)
            {
                (saved.data, saved.pages) = (memory.read(0, usize::MAX), memory.pages());
            }
            if saved.kind == kind::HOST {
                let own = match &file.object {
                    Object::Host { file, .. } => Attributes::of(&**file).ok().map(|it| it.id),
                    _ => None,
                };
                let name = String::from_utf8_lossy(&saved.path).into_owned();
                let deleted = file.deleted;
                let hash = match self.hash_by_name(tid, &saved.path, own) {
                    // Another name of the file has been given its old one.
                    Ok(_) if deleted => Err(GONE.to_owned()),
                    hash => hash,
                };
                saved.hash = hash.map_err(|why| unsupported(format!("{name} open, {why}")))?;
            }
            list.push(Some(saved));
        }
        list.save_all(out);
        let timers: Vec<(u64, u32)> = self
            .file_timers
            .within(..)
            .map(|(time, id)| (time, id.place()))
            .collect();
        timers.save_all(out);
        self.save_locks(out);
        self.files.save_numbers(out);
        Ok(())
    }

    /// The hash of the bytes of a file that is in use. Its path has to lead to it, because it is opened by the path
    /// when the run goes on.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub(super) fn hash_by_name(
        &mut self,
        tid: Tid,
        path: &[u8],
        own: Option<FileId>,
    ) -> Result<Hash, String> {
        match self.place(tid, HERE, path, true) {
            Ok(Place::File(located)) if own == Some(located.file.attributes.id) => {
                let hash = self.hash_of(&located);
                hash.map_err(|reason| format!("which cannot be read ({reason})"))
            }
            Ok(Place::Missing { .. }) | Err(Errno::ENOENT) => Err(GONE.to_owned()),
            _ => Err("to which that name does not lead any more".to_owned()),
        }
    }

    /// The hash of a file's bytes, whatever it was opened for.
    fn hash_of(&self, located: &LocatedFile) -> Result<Hash, String> {
        let file = self.files.host.reopen(&located.file, OFlags::RDONLY);
        let file = file.map_err(|errno| errno.name().to_owned())?;
        hash(&file).map_err(|error| error.to_string())
    }

    /// Loads open files, directories and tables. `begin`: the directories of the program that has been loaded.
    pub(super) fn load_files(
        &mut self,
        begin: &Directories,
        from: &mut Source<'_>,
    ) -> Result<(), SaveError> {
        let within = |damage: Damage| damage.within("files");
        let tid = self.some_thread()?;
        // All directories are first set to those of the loaded program, from which names are resolved.
        let mut directories = Vec::<Option<SavedDirectories>>::new();
        directories.load_all(from).map_err(within)?;
        let everywhere = directories
            .iter()
            .map(|it| it.as_ref().map(|_| begin.clone()));
        self.directories = self
            .owned("directories", everywhere.collect(), |process| {
                process.directories
            })
            .map_err(within)?;
        self.load_tables(tid, from)?;
        for (place, saved) in (0..).zip(directories) {
            if let Some(saved) = saved {
                self.enter(tid, Id::at(place), &saved)?;
            }
        }
        let mut timers = Vec::<(u64, u32)>::new();
        timers.load_all(from).map_err(within)?;
        for (time, place) in timers {
            self.file_timers.set(Id::at(place), Some(time));
        }
        self.load_locks(tid, from).map_err(within)?;
        self.files.load_numbers(from).map_err(within)?;
        Ok(())
    }

    /// Descriptor tables, and the open files and pipes that belong to them.
    fn load_tables(&mut self, tid: Tid, from: &mut Source<'_>) -> Result<(), SaveError> {
        let within = |damage: Damage| damage.within("files");
        let mut rows = Vec::<Option<SavedTable>>::new();
        rows.load_all(from).map_err(within)?;
        let mut pipes = Vec::<Option<SavedPipe>>::new();
        pipes.load_all(from).map_err(within)?;
        let mut list = Vec::<Option<Saved>>::new();
        list.load_all(from).map_err(within)?;
        let mut tables = Vec::new();
        for saved in &rows {
            let table = saved.as_ref().map(|saved| self.table_again(saved));
            tables.push(table.transpose().map_err(within)?);
        }
        self.tables = self
            .owned("descriptors", tables, |process| process.descriptors)
            .map_err(within)?;
        let owners = owners(&rows, &pipes);
        let ends = ends_of_pipes(&list).map_err(within)?;
        self.pipes = pipes_again(pipes, &ends, &self.frames).map_err(within)?;
        let passed = self.pipes.iter();
        self.passed = passed.map(|(_, pipe)| pipe.files_under_way().count()).sum();
        // The streams that the load has opened are dropped first.
        self.open_files = Pool::default();
        let (mut files, mut memory_files) = (Vec::new(), BTreeMap::new());
        for saved in list {
            let file = saved.map(|saved| self.open_again(tid, saved, &mut memory_files));
            files.push(file.transpose()?);
        }
        self.open_files = with_owners("open file", files, &owners).map_err(within)?;
        Ok(())
    }

    fn table_again(&self, saved: &SavedTable) -> Result<Table, Damage> {
        /// Numbers of the longest table (`NR_OPEN`).
        const LONGEST: u64 = 1 << 20;
        let mut table = Table::new(&self.frames);
        let long = || Damage::new(format!("a table of {} descriptors", saved.length));
        if saved.length > LONGEST {
            return Err(long());
        }
        table.lengthen(saved.length as usize).map_err(|_| long())?;
        for &(fd, place, close_on_exec) in &saved.rows {
            let descriptor = Descriptor {
                file: Id::at(place),
                close_on_exec,
            };
            let wrong = || Damage::new(format!("descriptor {fd}"));
            let is_there = u64::from(fd) < saved.length;
            let before = is_there.then(|| table.set(fd as usize, descriptor));
            if !matches!(before, Some(Ok(None))) {
                return Err(wrong());
            }
        }
        Ok(table)
    }

    fn enter(&mut self, tid: Tid, id: Id, saved: &SavedDirectories) -> Result<(), SaveError> {
        let missing = || SaveError::NoWorkingDirectory {
            path: OsString::from_vec(saved.cwd.clone()).into(),
        };
        let known = self.directories.get(id);
        let is_known = known.is_some_and(|known| known.cwd.path() == saved.cwd);
        let node = match is_known {
            true => None,
            false => match self.place(tid, HERE, &saved.cwd, true) {
                Ok(Place::Directory(node)) => Some(node),
                _ => return Err(missing()),
            },
        };
        let directories = self.directories.get_mut(id).ok_or_else(missing)?;
        directories.umask = saved.umask & 0o777;
        if let Some(node) = node {
            directories.cwd = node;
        }
        Ok(())
    }

    /// Opens a file again that was open. `memory_files`: files in memory of the open files before it, by number.
    fn open_again(
        &mut self,
        tid: Tid,
        saved: Saved,
        memory_files: &mut BTreeMap<u64, Rc<MemoryFile>>,
    ) -> Result<OpenFile, SaveError> {
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
            kind::MEMORY if memory_files.contains_key(&a) => {
                Object::Memory(Rc::clone(&memory_files[&a]))
            }
            kind::MEMORY => {
                let end = (saved.data.len() as u64).div_ceil(PAGE);
                if let Some(page) = saved.pages.iter().find(|&&page| page >= end) {
                    let damage = format!("page {page:#x} of a file in memory of {end} pages");
                    return Err(Damage::new(damage).within("files").into());
                }
                let file = MemoryFile::new(a, saved.data, saved.pages, &self.frames);
                let file = file.map_err(|machine::NoMemory| {
                    Damage::new("no memory is left for a file in memory").within("files")
                })?;
                let seals = u32::try_from(b)
                    .ok()
                    .filter(|seals| seals & !seal::ALL == 0);
                let wrong = || Damage::new(format!("{b:#x} as seals of a file in memory"));
                file.seals
                    .set(seals.ok_or_else(|| wrong().within("files"))?);
                file.mode.set(c as u32 & 0o7777);
                let file = Rc::new(file);
                memory_files.insert(a, Rc::clone(&file));
                Object::Memory(file)
            }
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
            kind::SIGNALS => Object::Signals {
                wanted: SignalSet(a).blockable(),
                inode: b,
            },
            // That the pipe exists has been checked.
            kind::PIPE_READER => Object::PipeReader(Id::at(a as u32)),
            kind::PIPE_WRITER => Object::PipeWriter(Id::at(a as u32)),
            kind::PAIR => Object::Pair {
                input: Id::at(a as u32),
                output: Id::at(b as u32),
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
        let changed = |what: String| changed(&saved.path, what);
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
            (kind::HOST, Place::File(located)) => {
                let now = self.hash_of(&located);
                let now =
                    now.map_err(|why| changed(format!("it cannot be read any more ({why})")))?;
                if now != saved.hash {
                    return Err(changed("its contents have changed".into()));
                }
                let opened = self.open_place(tid, Place::File(located), saved.flags, 0);
                let opened = opened.map_err(|errno| {
                    changed(format!("it cannot be opened any more ({})", errno.name()))
                })?;
                Ok(opened.object)
            }
            (_, Place::Missing { .. }) => Err(changed("gone".into())),
            _ => Err(changed("something else is in its place".into())),
        }
    }
}

/// By place of each pipe: how many of the open files read from it, and how many write to it.
fn ends_of_pipes(files: &[Option<Saved>]) -> Result<BTreeMap<u32, [u32; 2]>, Damage> {
    let mut ends = BTreeMap::<u32, [u32; 2]>::new();
    for file in files.iter().flatten() {
        let [a, b, ..] = file.numbers;
        let (reads, writes) = match file.kind {
            kind::PIPE_READER => (Some(a), None),
            kind::PIPE_WRITER => (None, Some(a)),
            kind::PAIR => (Some(a), Some(b)),
            _ => (None, None),
        };
        for (which, place) in [reads, writes].into_iter().enumerate() {
            if let Some(place) = place {
                let place = u32::try_from(place);
                let place = place.map_err(|_| Damage::new("an end of a pipe that is not there"))?;
                ends.entry(place).or_default()[which] += 1;
            }
        }
    }
    Ok(ends)
}

/// An open file as it is saved.
fn saved(file: &OpenFile, fd: u32) -> Result<Saved, SaveError> {
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
        Object::PipeReader(pipe) => {
            saved.numbers[0] = pipe.place().into();
            kind::PIPE_READER
        }
        Object::PipeWriter(pipe) => {
            saved.numbers[0] = pipe.place().into();
            kind::PIPE_WRITER
        }
        Object::Pair { input, output } => {
            saved.numbers = [input.place().into(), output.place().into(), 0, 0];
            kind::PAIR
        }
        Object::Epoll(_) => return refuse("an epoll instance"),
        Object::Path(_) => return refuse("a place (O_PATH)"),
        Object::Signals { wanted, inode } => {
            saved.numbers = [wanted.0, *inode, 0, 0];
            kind::SIGNALS
        }
        Object::Null => kind::NULL,
        Object::Zero => kind::ZERO,
        Object::Full => kind::FULL,
        Object::Random => kind::RANDOM,
        Object::Text(text) => {
            saved.data.clone_from(text);
            kind::TEXT
        }
        Object::Memory(memory) => {
            let [seals, mode] = [&memory.seals, &memory.mode].map(|it| it.get().into());
            saved.numbers = [memory.inode, seals, mode, 0];
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
