//! Starting the first process.

use crate::abi::consts::open;
use crate::abi::errno::Errno;
use crate::agenda::Agenda;
use crate::clock::{Clock, NANOSECONDS, START};
use crate::error::LoadError;
use crate::fs::disk::Disk;
use crate::fs::file::{Object, OpenFile, Stream};
use crate::fs::path::{From, Place, join, normalise};
use crate::fs::table::{Descriptor, Table};
use crate::fs::tree::Node;
use crate::fs::{FileOptions, Files};
use crate::kernel::{Kernel, Streams};
use crate::load::{self, Loaded, Unusable};
use crate::locks::Locks;
use crate::memory::copied::CopiedFiles;
use crate::memory::mapped::MappedFiles;
use crate::pool::Pool;
use crate::process::{
    self, Directories, FIRST_PID, FIRST_SERIAL, MemoryUsage, OUTER_SESSION, Process, Program,
    Thread,
};
use crate::random::Random;
use crate::sched::Schedule;
use crate::signal::Queue;
use crate::strace::Strace;
use machine::{Charge, Frames, Machine};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::rc::Rc;

/// The environment of a program to which none is given.
pub const DEFAULT_ENVIRONMENT: [(&str, &str); 4] = [
    ("HOME", "/"),
    ("LC_ALL", "C"),
    ("PATH", "/bin:/usr/bin"),
    ("TERM", "dumb"),
];

/// Instructions that a thread executes before another gets its turn.
pub const QUANTUM: u64 = 200_000;

/// What to run and how.
pub struct Options {
    /// The program: looked up below `files.root` if it exists there, else a path of the host.
    pub program: PathBuf,
    /// `argv`, with the program's name.
    pub arguments: Vec<Vec<u8>>,
    /// `NAME=value` strings.
    pub environment: Vec<Vec<u8>>,
    /// The path that the program is told (`AT_EXECFN`); `None`: `program` as given.
    pub name: Option<Vec<u8>>,
    /// Which files the program reaches.
    pub files: FileOptions,
    /// Standard input, output and error.
    pub streams: Streams,
    /// Ticks of the personality's clock in a second: cycles if the listener reports them, else retired instructions.
    pub frequency_hz: u64,
    /// Bytes of memory that all processes have together.
    pub memory_bytes: u64,
    /// Bytes of the host's disks that all processes may take together.
    pub disk_bytes: u64,
    /// Instructions of a turn; usually [`QUANTUM`].
    pub quantum: u64,
    /// Gets a line for each system call.
    pub strace: Option<Box<dyn Write + Send>>,
}

/// The access mode of a stream: terminals are open for reading and writing.
fn flags(stream: Stream, streams: &Streams) -> u32 {
    let (place, flags) = match stream {
        Stream::Input => (0, 0),
        Stream::Output => (1, open::WRONLY),
        Stream::Error => (2, open::WRONLY),
    };
    if streams.terminals[place] {
        open::RDWR
    } else {
        flags
    }
}

impl Kernel {
    /// Loads a program and makes it the first process. `machine` gives the processor context that it starts in.
    ///
    /// # Errors
    /// The program or its dynamic linker cannot be loaded; see [`LoadError::status`].
    pub fn load(options: Options, machine: &Machine) -> Result<Kernel, LoadError> {
        let frames = Frames::new(options.memory_bytes);
        let path = options.program.clone();
        Kernel::load_within(&frames, options, machine).map_err(|error| {
            if frames.host_refused().is_some() {
                LoadError::HostMemory { path }
            } else {
                error
            }
        })
    }

    /// The same with the memory of the machine.
    fn load_within(
        frames: &Frames,
        options: Options,
        machine: &Machine,
    ) -> Result<Kernel, LoadError> {
        let (mut files, cwd) = Files::new(&options.files, START * NANOSECONDS)?;
        files.disk = Disk::new(options.disk_bytes);
        let mut kernel = Kernel {
            clock: Clock::new(options.frequency_hz),
            files,
            streams: options.streams,
            random: Random::default(),
            strace: options.strace.map(Strace::new),
            frequency: options.frequency_hz,
            memory_bytes: options.memory_bytes,
            tables_charge: Charge::none(frames),
            frames: frames.clone(),
            quantum: options.quantum.max(1),
            fresh: Box::new(machine.cpu()),
            processes: BTreeMap::new(),
            threads: BTreeMap::new(),
            children: BTreeSet::new(),
            groups: BTreeSet::new(),
            memories: Pool::default(),
            mapped: MappedFiles::default(),
            copied: CopiedFiles::default(),
            open_files: Pool::default(),
            pipes: Pool::default(),
            passed: 0,
            locks: Locks::new(frames),
            tables: Pool::default(),
            directories: Pool::default(),
            actions: Pool::default(),
            futexes: BTreeMap::new(),
            next_pid: FIRST_PID + 1,
            current: FIRST_PID,
            quantum_left: options.quantum.max(1),
            interrupted_turn: None,
            event_pending: false,
            interrupted: false,
            schedule: Schedule::default(),
            alarms: Agenda::default(),
            file_timers: Agenda::default(),
            living: 0,
            timers_seen: 0,
            first: FIRST_PID,
            summaries: Vec::new(),
            made: 0,
            first_ending: None,
            crash: None,
            unimplemented: BTreeMap::new(),
            calls: 0,
            signalled: None,
            untold: Vec::new(),
            debug: None,
        };
        let path = options.program;
        let given = path.as_os_str().as_bytes().to_vec();
        let name = options.name.unwrap_or_else(|| given.clone());
        let found = kernel
            .files
            .find_program(&cwd, &path, &options.files, &name);
        let (file, guest) = found.map_err(|source| match source.kind() {
            std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => {
                LoadError::NotFound { path: path.clone() }
            }
            _ => LoadError::Unreadable {
                path: path.clone(),
                source,
            },
        })?;
        let program =
            Loaded::open(&kernel.files, file, Vec::new(), &kernel.frames).map_err(|error| {
                match error {
                    Unusable::Io(source) => LoadError::Unreadable {
                        path: path.clone(),
                        source,
                    },
                    Unusable::Elf(source) => LoadError::NotExecutable {
                        path: path.clone(),
                        source,
                    },
                }
            })?;
        // A static program must not learn from its path where the run takes place; a dynamic one needs its real path to
        // find its libraries.
        let own = if program.image.interpreter.is_some() {
            guest
        } else {
            None
        };
        let own = own.unwrap_or_else(|| normalise(b"/", &name));
        kernel.files.program = Some((own.clone(), Rc::clone(&program.file)));
        let program = Loaded {
            guest: own,
            ..program
        };
        kernel.begin(
            &path,
            program,
            &name,
            &options.arguments,
            &options.environment,
            cwd,
            machine,
        )?;
        Ok(kernel)
    }

    /// Replaces the streams and the log of system calls of a program that has been loaded and has not begun.
    pub fn connect(&mut self, streams: Streams, strace: Option<Box<dyn Write + Send>>) {
        self.streams = streams;
        self.strace = strace.map(Strace::new);
        for (_, file) in self.open_files.iter_mut() {
            if let Object::Stream(stream) = file.object {
                file.flags = flags(stream, &self.streams);
            }
        }
    }

    /// Opens the file of the first program for reading.
    ///
    /// # Errors
    /// What the host says.
    pub fn open_program(&self) -> std::io::Result<std::fs::File> {
        let (_, file) = (self.files.program.as_ref()).ok_or(std::io::ErrorKind::NotFound)?;
        let opened = self.files.host.reopen(file, rustix::fs::OFlags::RDONLY);
        let opened = opened.map_err(std::io::Error::from)?;
        opened.try_clone()
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the parts of one step that only `load` takes"
    )]
    fn begin(
        &mut self,
        path: &std::path::Path,
        program: Loaded,
        name: &[u8],
        arguments: &[Vec<u8>],
        environment: &[Vec<u8>],
        cwd: Rc<Node>,
        machine: &Machine,
    ) -> Result<(), LoadError> {
        let linker = match &program.image.interpreter {
            Some(wanted) => Some(self.open_interpreter(path, &cwd, wanted)?),
            None => None,
        };
        let inode = self.files.inode(program.file.attributes.id);
        let start = self.start(inode, name, arguments, environment);
        let bytes = load::argument_bytes(arguments, environment);
        if bytes > load::ARGUMENT_LIMIT / 2 {
            let limit = load::ARGUMENT_LIMIT / 2;
            return Err(LoadError::ArgumentsTooLong {
                path: path.to_path_buf(),
                bytes,
                limit,
            });
        }
        let ready =
            load::prepare(&program, linker.as_ref(), &start, &self.frames).ok_or_else(|| {
                LoadError::NotExecutable {
                    path: path.to_path_buf(),
                    source: elf::Error::TooLarge,
                }
            })?;
        let no_room = || LoadError::NotExecutable {
            path: path.to_path_buf(),
            source: elf::Error::TooLarge,
        };
        let mut cpu = machine.cpu();
        load::start_registers(&mut cpu, ready.entry, ready.stack);

        let mut table = Table::new(&self.frames);
        for (fd, stream) in [(0, Stream::Input), (1, Stream::Output), (2, Stream::Error)] {
            let flags = flags(stream, &self.streams);
            let file = OpenFile::new(Object::Stream(stream), flags, Vec::new());
            let file = self.add_file(file).map_err(|_| no_room())?;
            let descriptor = Descriptor {
                file,
                close_on_exec: false,
            };
            table.set(fd, descriptor).map_err(|_| no_room())?;
        }
        let strings = |list: &[Vec<u8>]| {
            list.iter()
                .flat_map(|s| s.iter().copied().chain([0]))
                .collect()
        };
        let process = Process {
            pid: FIRST_PID,
            serial: FIRST_SERIAL,
            parent: 1,
            group: FIRST_PID,
            session: OUTER_SESSION,
            executed: true,
            memory: self.memories.insert(ready.memory),
            descriptors: self.tables.insert(table),
            directories: self.directories.insert(Directories { cwd, umask: 0o022 }),
            actions: self.actions.insert(process::initial_actions()),
            pending: Queue::new(&self.frames),
            threads: vec![FIRST_PID],
            timers: Default::default(),
            posix_timers: Vec::new(),
            limits: process::initial_limits(),
            ended: None,
            ending: None,
            report: None,
            stopped: false,
            exit_signal: crate::signal::SIGCHLD,
            vfork_parent: None,
            program: Rc::new(Program {
                path: program.guest.clone(),
                file: program.file,
                arguments: strings(arguments),
                environment: strings(environment),
                auxiliary: ready.auxiliary,
                linker: ready.linker,
                _charge: Charge::new(&self.frames, ready.symbols.held() + bytes as u64)
                    .map_err(|_| no_room())?,
                symbols: Rc::new(ready.symbols),
                unwind: ready.unwind,
            }),
            retired: 0,
            ticks: 0,
            children_ticks: 0,
            earlier_usage: MemoryUsage::default(),
            children_usage: MemoryUsage::default(),
            unaligned: 0,
            dumpable: true,
            keep_capabilities: false,
            death_signal: 0,
            no_new_privileges: false,
            _charge: Process::charge(&self.frames).map_err(|_| no_room())?,
        };
        self.add_process(process);
        self.living += 1;
        let thread = Thread::new(FIRST_PID, FIRST_PID, Box::new(cpu), &self.frames);
        let thread = Thread {
            name: crate::calls::exec::command_name(name),
            ..thread.map_err(|_| no_room())?
        };
        self.threads.insert(FIRST_PID, thread);
        self.made = 1;
        self.settle(FIRST_PID);
        Ok(())
    }

    fn open_interpreter(
        &mut self,
        path: &std::path::Path,
        cwd: &Rc<Node>,
        wanted: &[u8],
    ) -> Result<Loaded, LoadError> {
        let failed = |reason: String| LoadError::Interpreter {
            path: path.to_path_buf(),
            interpreter: String::from_utf8_lossy(wanted).into_owned(),
            reason,
        };
        let from = From {
            start: cwd,
            pid: FIRST_PID,
            exists: &|_, _| false,
            links: &|_| Ok(None),
        };
        match self.files.resolve(&from, wanted, true) {
            Ok(Place::File(located)) => {
                let guest = join(&located.parent, &located.name);
                Loaded::open(&self.files, located.file, guest, &self.frames).map_err(|error| {
                    match error {
                        Unusable::Io(error) => failed(error.to_string()),
                        Unusable::Elf(error) => failed(error.to_string()),
                    }
                })
            }
            Ok(Place::Missing { .. }) => Err(failed(
                std::io::Error::from_raw_os_error(Errno::ENOENT.0.into()).to_string(),
            )),
            Ok(_) => Err(failed("not a regular file".into())),
            Err(errno) => Err(failed(errno.name().into())),
        }
    }
}
