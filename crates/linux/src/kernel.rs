//! The personality as a whole ([`Kernel`]): what all processes share, and how system calls access it.

use crate::abi::errno::Errno;
use crate::agenda::Agenda;
use crate::calls::epoll::Change;
use crate::clock::Clock;
use crate::crash::Crash;
use crate::debug::Debug;
use crate::fs::Files;
use crate::fs::file::{Object, OpenFile};
use crate::fs::pipe::Pipe;
use crate::fs::table::{Descriptor, Table};
use crate::locks::{Locks, Owner};
use crate::memory::Memory;
use crate::memory::copied::CopiedFiles;
use crate::memory::mapped::MappedFiles;
use crate::pool::{Id, Pool};
use crate::process::{Directories, Ending, FIRST_SERIAL, Pid, Process, Thread, Tid, Word};
use crate::random::Random;
use crate::run::OsEvent;
use crate::sched::{Channel, Schedule};
use crate::signal::Action;
use crate::strace::Strace;
use events::Task;
use machine::{Charge, Cpu, Frames};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};

/// The streams of the run.
pub struct Streams {
    /// Standard input.
    pub input: Box<dyn Read + Send>,
    /// Standard output.
    pub output: Box<dyn Write + Send>,
    /// Standard error.
    pub error: Box<dyn Write + Send>,
    /// Which of the three is a terminal to the guest.
    pub terminals: [bool; 3],
}

impl Default for Streams {
    /// Nothing to read, what is written is dropped, no terminal.
    fn default() -> Self {
        Streams {
            input: Box::new(std::io::empty()),
            output: Box::new(std::io::sink()),
            error: Box::new(std::io::sink()),
            terminals: [false; 3],
        }
    }
}

/// A system call that the personality does not have, and how often it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unimplemented {
    /// Number as in `r15`.
    pub number: u64,
    /// Name, `?` if Linux has none for the number.
    pub name: &'static str,
    /// How often.
    pub count: u64,
}

impl Unimplemented {
    /// Most different numbers beyond Linux's table that get a row of their own.
    pub const UNNAMED: usize = 64;
    /// The number of the row for all further ones.
    pub const OTHERS: u64 = u64::MAX;
}

/// What one process did, for the report.
#[derive(Clone, Debug, Default)]
pub struct ProcessSummary {
    /// Process number, which a later process may have again.
    pub pid: Pid,
    /// Its serial number, which no other process has.
    pub serial: u64,
    /// Number of the parent.
    pub parent: Pid,
    /// Base name of the program that it ran last.
    pub name: String,
    /// Instructions that its threads executed.
    pub instructions: u64,
    /// How it ended; `None` if it had not ended at the end of the run.
    pub ending: Option<Ending>,
}

/// An operating system with its processes.
pub struct Kernel {
    pub(crate) clock: Clock,
    pub(crate) files: Files,
    pub(crate) streams: Streams,
    pub(crate) random: Random,
    pub(crate) strace: Option<Strace>,
    pub(crate) frequency: u64,
    /// Memory of the machine, and what of it is in use.
    pub(crate) memory_bytes: u64,
    pub(crate) frames: Frames,
    /// Memory of tables that outlive single processes: numbers and times of files, summaries of processes.
    pub(crate) tables_charge: Charge,
    pub(crate) quantum: u64,
    /// The context in which programs start.
    pub(crate) fresh: Box<Cpu>,

    pub(crate) processes: BTreeMap<Pid, Process>,
    pub(crate) threads: BTreeMap<Tid, Thread>,
    /// Pairs of parent and child, for all processes whose parent can wait for them.
    pub(crate) children: BTreeSet<(Pid, Pid)>,
    /// Pairs of process group and member, for all processes.
    pub(crate) groups: BTreeSet<(Pid, Pid)>,
    pub(crate) memories: Pool<Memory>,
    /// Files that have shared mappings.
    pub(crate) mapped: MappedFiles,
    /// Files with private mappings.
    pub(crate) copied: CopiedFiles,
    pub(crate) open_files: Pool<OpenFile>,
    pub(crate) pipes: Pool<Pipe>,
    /// Open files that pairs of sockets pass, each as often as it is passed.
    pub(crate) passed: usize,
    /// Locks of files.
    pub(crate) locks: Locks,
    pub(crate) tables: Pool<Table>,
    pub(crate) directories: Pool<Directories>,
    pub(crate) actions: Pool<[Action; 65]>,

    /// Threads that wait at each word, oldest first, each with its wake bits; [`Thread::waits_at`] has the word of a
    /// thread. The words are ordered by addresses of the host, so that their order must not have an effect.
    pub(crate) futexes: BTreeMap<Word, Vec<(Tid, u32)>>,
    pub(crate) next_pid: Pid,
    /// The thread that ran last, and the instructions that are left of its turn.
    pub(crate) current: Tid,
    pub(crate) quantum_left: u64,
    /// A turn that the recorder has interrupted, and the instructions that are left of it.
    pub(crate) interrupted_turn: Option<(Tid, u64)>,
    /// Set when something happened that a waiting thread may have waited for.
    pub(crate) event_pending: bool,
    /// Set when a stream of the run was interrupted while a thread waited for it: the run stops.
    pub(crate) interrupted: bool,
    pub(crate) schedule: Schedule,
    /// For each process, when the first of its timers expires that do not count its execution time.
    pub(crate) alarms: Agenda<Pid>,
    /// For each open timer file, when it expires next. The time stays until the expiry is read.
    pub(crate) file_timers: Agenda<Id>,
    /// Processes that have not ended.
    pub(crate) living: usize,
    /// Time at which timers were last checked.
    pub(crate) timers_seen: u64,
    pub(crate) first: Pid,
    pub(crate) summaries: Vec<ProcessSummary>,
    /// Threads made so far: the serial number of the next one.
    pub(crate) made: u64,
    pub(crate) first_ending: Option<Ending>,
    pub(crate) crash: Option<Box<Crash>>,
    pub(crate) unimplemented: BTreeMap<u64, u64>,
    pub(crate) calls: u64,
    /// A signal whose handler was entered and of which the recorder has not been told.
    pub(crate) signalled: Option<u32>,
    /// Processes and ends of threads of which the recorder has not been told.
    pub(crate) untold: Vec<OsEvent>,
    /// The debugger, if one has been attached.
    pub(crate) debug: Option<Box<Debug>>,
}

/// Longest transfer in bytes that one call makes. Linux has such a limit, too (`MAX_RW_COUNT`); this one is smaller to
/// spare the host's memory.
pub(crate) const TRANSFER_LIMIT: u64 = 16 << 20;

impl Kernel {
    /// System calls that programs made and the personality lacks, by number. Linux has no name for those behind the first
    /// [`Unimplemented::UNNAMED`] unknown numbers: they are one row, [`Unimplemented::OTHERS`].
    pub fn unimplemented_calls(&self) -> Vec<Unimplemented> {
        let row = |(&number, &count): (&u64, &u64)| Unimplemented {
            number,
            name: crate::calls::name(number),
            count,
        };
        self.unimplemented.iter().map(row).collect()
    }

    /// Counts a call that the personality lacks. The list stays short whatever numbers a program makes up.
    pub(crate) fn count_unimplemented(&mut self, number: u64) {
        let named = crate::calls::name(number) != "?";
        let unnamed = || {
            let unknown = |number: &&u64| crate::calls::name(**number) == "?";
            self.unimplemented.keys().filter(unknown).count()
        };
        let known = self.unimplemented.contains_key(&number);
        let row = if known || named || unnamed() < Unimplemented::UNNAMED {
            number
        } else {
            Unimplemented::OTHERS
        };
        *self.unimplemented.entry(row).or_default() += 1;
    }

    /// Updates the memory charged for tables that outlive processes. A process that has exceeded the machine's memory
    /// by that is killed.
    pub(crate) fn tally(&mut self, tid: Tid) {
        let summaries = self.summaries.capacity() * 2 * size_of::<ProcessSummary>();
        let held = self.files.held() + summaries as u64;
        if held != self.tables_charge.bytes() {
            self.tables_charge.force(held);
        }
        if self.frames.exceeded() && self.threads.contains_key(&tid) {
            self.kill_for_memory(tid);
        }
    }

    /// All processes so far, in order of their numbers, those of one number in the order in which they were made.
    pub fn processes(&self) -> Vec<ProcessSummary> {
        let mut all = self.summaries.clone();
        all.extend(
            self.processes
                .values()
                .filter(|p| p.ended.is_none())
                .map(|p| self.summary(p)),
        );
        all.sort_by_key(|summary| (summary.pid, summary.serial));
        all
    }

    /// The first thread of the first process and, while it exists, the thread that ran last.
    pub fn tasks(&self) -> (Task, Option<Task>) {
        let first = Task {
            process: self.first,
            thread: self.first,
            process_serial: FIRST_SERIAL,
            thread_serial: FIRST_SERIAL,
        };
        let current = self.threads.get(&self.current);
        (first, current.map(|thread| self.task(thread)))
    }

    /// A thread with its process, as listeners are told.
    pub(crate) fn task(&self, thread: &Thread) -> Task {
        let process = self.processes.get(&thread.pid);
        Task {
            process: thread.pid,
            thread: thread.tid,
            process_serial: process.map_or(thread.serial, |process| process.serial),
            thread_serial: thread.serial,
        }
    }

    /// Files of the host that programs looked for and that their private view does not hold, as [`crate::Private::files`] would
    /// name them; a few of them.
    pub fn unseen_files(&self) -> Vec<String> {
        self.files.unseen.iter().cloned().collect()
    }

    /// The guest's name of the first file or folder of the host that a program has opened for writing or changed
    /// otherwise, if there is one.
    pub fn changed_file(&self) -> Option<String> {
        let changed = self.files.changed.as_deref();
        changed.map(|path| String::from_utf8_lossy(path).into_owned())
    }

    /// Address of the bundle with which the run goes on, while a thread runs.
    pub fn next_bundle(&self) -> Option<u64> {
        self.threads
            .get(&self.current)
            .map(|thread| thread.cpu.ip())
    }

    /// What the run has found of the host's files so far; `None` unless [`crate::Private::noted`] is set.
    ///
    /// # Errors
    /// Why it cannot be known to find the same again.
    pub fn dependencies(&self) -> Option<Result<crate::Dependencies, String>> {
        self.files.dependencies()
    }

    /// System calls made so far.
    pub fn system_calls(&self) -> u64 {
        self.calls
    }

    /// Names of the code of the first process; empty when it is gone.
    pub fn symbols(&self) -> std::rc::Rc<elf::Symbols> {
        self.processes
            .get(&self.first)
            .map(|p| p.program.symbols.clone())
            .unwrap_or_default()
    }

    pub(crate) fn summary(&self, process: &Process) -> ProcessSummary {
        let name = process
            .program
            .path
            .rsplit(|&c| c == b'/')
            .next()
            .unwrap_or_default();
        ProcessSummary {
            pid: process.pid,
            serial: process.serial,
            parent: process.parent,
            name: String::from_utf8_lossy(name).into_owned(),
            instructions: process.retired,
            ending: process.ended,
        }
    }

    pub(crate) fn thread(&mut self, tid: Tid) -> Result<&mut Thread, Errno> {
        self.threads.get_mut(&tid).ok_or(Errno::ESRCH)
    }

    /// The process of a living thread.
    pub(crate) fn process(&mut self, tid: Tid) -> Result<&mut Process, Errno> {
        let pid = self.threads.get(&tid).ok_or(Errno::ESRCH)?.pid;
        self.processes.get_mut(&pid).ok_or(Errno::ESRCH)
    }

    /// A process that has not ended. A process that has ended is kept until its parent waits for it, but its memory,
    /// descriptors and folders have been released, and their numbers may belong to others.
    pub(crate) fn living_process(&self, pid: Pid) -> Option<&Process> {
        let process = self.processes.get(&pid);
        process.filter(|process| process.ended.is_none())
    }

    pub(crate) fn pid(&self, tid: Tid) -> Pid {
        self.threads.get(&tid).map_or(0, |t| t.pid)
    }

    pub(crate) fn memory_id(&mut self, tid: Tid) -> Result<Id, Errno> {
        Ok(self.process(tid)?.memory)
    }

    pub(crate) fn memory(&mut self, tid: Tid) -> Result<&mut Memory, Errno> {
        let id = self.memory_id(tid)?;
        self.memories.get_mut(id).ok_or(Errno::ESRCH)
    }

    /// Reads guest memory of a thread.
    pub(crate) fn read(&mut self, tid: Tid, address: u64, length: u64) -> Result<Vec<u8>, Errno> {
        let mut bytes =
            vec![0; usize::try_from(length.min(TRANSFER_LIMIT)).map_err(|_| Errno::EFAULT)?];
        self.memory(tid)?.space.read(address, &mut bytes)?;
        Ok(bytes)
    }

    pub(crate) fn read_u64(&mut self, tid: Tid, address: u64) -> Result<u64, Errno> {
        Ok(self.memory(tid)?.space.read_u64(address)?)
    }

    pub(crate) fn read_u32(&mut self, tid: Tid, address: u64) -> Result<u32, Errno> {
        Ok(self.memory(tid)?.space.read_u32(address)?)
    }

    /// Writes guest memory of a thread.
    pub(crate) fn write(&mut self, tid: Tid, address: u64, bytes: &[u8]) -> Result<(), Errno> {
        Ok(self.memory(tid)?.space.write(address, bytes)?)
    }

    pub(crate) fn write_u64(&mut self, tid: Tid, address: u64, value: u64) -> Result<(), Errno> {
        self.write(tid, address, &value.to_le_bytes())
    }

    pub(crate) fn write_u32(&mut self, tid: Tid, address: u64, value: u32) -> Result<(), Errno> {
        self.write(tid, address, &value.to_le_bytes())
    }

    /// Writes unless the address is zero, for results that the caller may decline.
    pub(crate) fn write_if(&mut self, tid: Tid, address: u64, bytes: &[u8]) -> Result<(), Errno> {
        if address == 0 {
            Ok(())
        } else {
            self.write(tid, address, bytes)
        }
    }

    /// A path argument.
    pub(crate) fn read_path(&mut self, tid: Tid, address: u64) -> Result<Vec<u8>, Errno> {
        let path = self.memory(tid)?.space.read_cstr(address, 4096)?;
        if path.len() >= 4096 {
            Err(Errno::ENAMETOOLONG)
        } else {
            Ok(path)
        }
    }

    /// A list of strings ended by a null pointer, such as `argv`.
    pub(crate) fn read_strings(
        &mut self,
        tid: Tid,
        mut address: u64,
    ) -> Result<Vec<Vec<u8>>, Errno> {
        let mut strings = Vec::new();
        let mut total = 0;
        while address != 0 {
            let pointer = self.read_u64(tid, address)?;
            if pointer == 0 {
                break;
            }
            let text = self
                .memory(tid)?
                .space
                .read_cstr(pointer, crate::load::ARGUMENT_LIMIT + 1)?;
            total += text.len() + 9;
            if total > crate::load::ARGUMENT_LIMIT {
                return Err(Errno::E2BIG);
            }
            strings.push(text);
            address += 8;
        }
        Ok(strings)
    }

    pub(crate) fn table(&mut self, tid: Tid) -> Result<&mut Table, Errno> {
        let id = self.process(tid)?.descriptors;
        self.tables.get_mut(id).ok_or(Errno::ESRCH)
    }

    /// The open file of a descriptor.
    pub(crate) fn file_id(&mut self, tid: Tid, fd: u64) -> Result<Id, Errno> {
        Ok(self.table(tid)?.get(fd as i32)?.file)
    }

    /// The open file of a descriptor that is good for more than naming a place (`O_PATH`).
    pub(crate) fn open_file_id(&mut self, tid: Tid, fd: u64) -> Result<Id, Errno> {
        let id = self.file_id(tid, fd)?;
        match self.open_files.get(id).map(|file| &file.object) {
            None | Some(Object::Path(_)) => Err(Errno::EBADF),
            Some(_) => Ok(id),
        }
    }

    pub(crate) fn file(&mut self, tid: Tid, fd: u64) -> Result<&mut OpenFile, Errno> {
        let id = self.file_id(tid, fd)?;
        self.open_files.get_mut(id).ok_or(Errno::EBADF)
    }

    /// Adds an open file with one owner, and charges its memory.
    pub(crate) fn add_file(&mut self, mut file: OpenFile) -> Result<Id, Errno> {
        match Charge::new(&self.frames, file.held()) {
            Ok(charge) => {
                file.charge = Some(charge);
                Ok(self.open_files.insert(file))
            }
            Err(error) => {
                self.give_up(file);
                Err(error.into())
            }
        }
    }

    /// Gives an open file, of which the caller is an owner, the lowest free descriptor.
    pub(crate) fn install(
        &mut self,
        tid: Tid,
        file: Id,
        close_on_exec: bool,
        from: usize,
    ) -> Result<i32, Errno> {
        let limit = self.process(tid)?.limits[crate::abi::consts::rlimit::NOFILE].0;
        let descriptor = Descriptor {
            file,
            close_on_exec,
        };
        let result = self.table(tid)?.insert(
            descriptor,
            from,
            usize::try_from(limit).unwrap_or(usize::MAX),
        );
        if result.is_err() {
            self.close_file(file);
        }
        result
    }

    /// Removes one owner of an open file, and closes the file with the last. Files that only closed ones could receive are closed
    /// after them.
    pub(crate) fn close_file(&mut self, id: Id) {
        let mut closed = vec![id];
        while let Some(id) = closed.pop() {
            if self.open_files.owners(id) == 1 {
                self.unwatch_file(id);
                self.file_timers.set(id, None);
                self.release_locks(Owner::OpenFile(id));
                self.closing(id);
            }
            match self.open_files.release(id) {
                Some(file) => closed.extend(self.give_up(file)),
                None => closed.extend(self.lost_files(id)),
            }
        }
    }

    /// Releases the ends of pipes that an open file stood for. Gives the files that were under way to it.
    fn give_up(&mut self, file: OpenFile) -> Vec<Id> {
        let (input, output) = match file.object {
            Object::PipeReader(pipe) => (Some(pipe), None),
            Object::PipeWriter(pipe) => (None, Some(pipe)),
            Object::Pair { input, output } => (Some(input), Some(output)),
            _ => (None, None),
        };
        if let Some(pipe) = input.and_then(|id| self.pipes.get_mut(id)) {
            pipe.readers -= 1;
        }
        if let Some(pipe) = output.and_then(|id| self.pipes.get_mut(id)) {
            pipe.writers -= 1;
        }
        let under_way = match file.object {
            Object::Pair { input, output } => self.disconnect(input, output),
            _ => Vec::new(),
        };
        for id in [input, output].into_iter().flatten() {
            let ends = self.pipes.get(id).map(|pipe| (pipe.readers, pipe.writers));
            match ends {
                Some((0, 0)) => {
                    self.schedule.notify(Channel::Pipe(id));
                    self.pipes.release(id);
                }
                Some((0, _) | (_, 0)) => self.note_change(Channel::Pipe(id), Change::Ended),
                _ => self.schedule.notify(Channel::Pipe(id)),
            }
        }
        self.event_pending = true;
        under_way
    }

    /// Adds a process. False: one with its number is there, which it replaces.
    pub(crate) fn add_process(&mut self, process: Process) -> bool {
        self.groups.insert((process.group, process.pid));
        self.processes.insert(process.pid, process).is_none()
    }

    /// Removes a process.
    pub(crate) fn remove_process(&mut self, pid: Pid) -> Option<Process> {
        let process = self.processes.remove(&pid)?;
        self.groups.remove(&(process.group, pid));
        Some(process)
    }

    /// Moves a process to a process group.
    pub(crate) fn set_group(&mut self, pid: Pid, group: Pid) {
        if let Some(process) = self.processes.get_mut(&pid) {
            self.groups.remove(&(process.group, pid));
            self.groups.insert((group, pid));
            process.group = group;
        }
    }

    /// The members of a process group, in the order of their numbers.
    pub(crate) fn members(&self, group: Pid) -> impl Iterator<Item = &Process> {
        let members = self.groups.range((group, 0)..=(group, Pid::MAX));
        members.filter_map(|(_, pid)| self.processes.get(pid))
    }

    /// The working directory and mask of a thread's process.
    pub(crate) fn directories(&mut self, tid: Tid) -> Result<&mut Directories, Errno> {
        let id = self.process(tid)?.directories;
        self.directories.get_mut(id).ok_or(Errno::ESRCH)
    }

    pub(crate) fn actions(&mut self, tid: Tid) -> Result<&mut [Action; 65], Errno> {
        let id = self.process(tid)?.actions;
        self.actions.get_mut(id).ok_or(Errno::ESRCH)
    }
}
