//! Processes (thread groups) and threads.

use crate::abi::consts::rlimit;
use crate::fs::host::{FileId, FileRef};
use crate::fs::tree::Node;
use crate::memory::{Memory, STACK_SIZE};
use crate::pool::Id;
use crate::signal::{Action, AltStack, PENDING_LIMIT, Queue, SignalSet};
use elf::Symbols;
use machine::{Charge, Cpu, Frames, NoMemory, SharedPage};
use std::rc::Rc;

/// User and group of every process and file.
pub(crate) const UID: u32 = 1000;
/// See [`UID`].
pub(crate) const GID: u32 = 1000;
/// Process number of the program that is run; its parent is 1.
pub(crate) const FIRST_PID: u32 = 1000;

/// The session of the first process and its descendants: that of a shell that is not part of the run.
pub(crate) const OUTER_SESSION: u32 = FIRST_PID - 1;

/// Most threads at a time, and most processes with those whose parent has not waited for them yet. `RLIMIT_NPROC` at the start for
/// both together.
pub(crate) const THREAD_LIMIT: usize = 16_384;

/// Number of a thread; the first thread of a process has the number of the process.
pub(crate) type Tid = u32;
/// Number of a process.
pub(crate) type Pid = u32;

/// Most bytes of the name of a thread.
pub(crate) const NAME_BYTES: u64 = 15;

/// Bytes charged for a context beside the registers: ALAT and trail.
const CONTEXT_BYTES: usize = 4096;

/// A system call in progress that has to wait.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    pub what: WaitFor,
    /// Time on the personality's clock at which it stops waiting.
    pub deadline: Option<u64>,
    /// Whether another thread has woken this one (futex).
    pub woken: bool,
    /// Bytes that have been transferred already, of the present message of a call for several.
    pub done: u64,
    /// Messages before the present one that a call for several has passed.
    pub messages: u64,
    /// Time on the personality's clock from which on a call for several messages takes no further one.
    pub until: Option<u64>,
    /// The thread takes signals at its next turn; what becomes of the call is decided then.
    pub interrupted: bool,
}

impl Waiting {
    /// Whether the call has had an effect, so that a signal that ends it gives it a result.
    pub(crate) fn has_begun(&self) -> bool {
        self.done > 0 || self.messages > 0
    }

    /// The beginning of a wait.
    pub(crate) fn new(what: WaitFor, deadline: Option<u64>) -> Self {
        Self {
            what,
            deadline,
            woken: false,
            done: 0,
            messages: 0,
            until: None,
            interrupted: false,
        }
    }
}

/// What a thread waits for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum WaitFor {
    /// The system call that it made can make progress: it is tried again.
    Call,
    /// A `vfork` child runs a program or ends.
    Child(Pid),
}

/// Whether a thread can run.
#[derive(Clone, Debug)]
pub(crate) enum State {
    Ready,
    Waiting(Waiting),
}

/// Serial number of the first process and of its first thread.
pub const FIRST_SERIAL: u64 = 0;

/// A thread.
pub(crate) struct Thread {
    pub tid: Tid,
    pub pid: Pid,
    /// How many threads the run had made before it, which no other thread shares.
    pub serial: u64,
    pub cpu: Box<Cpu>,
    pub state: State,
    /// Number and arguments of the system call that it is in.
    pub call: (u64, [u64; 8]),
    /// Bundle and slot of the `break` that made the call.
    pub site: (u64, u8),
    /// Signals that it blocks.
    pub blocked: SignalSet,
    /// The mask to restore when the call that replaced it (`sigsuspend` and its kin) ends.
    pub saved_mask: Option<SignalSet>,
    pub pending: Queue,
    pub altstack: AltStack,
    /// Address that is cleared and woken when the thread ends.
    pub clear_tid: u64,
    pub robust_list: u64,
    /// The word that it waits at while it is in a queue of [`Kernel::futexes`](crate::Kernel).
    pub waits_at: Option<Word>,
    /// Execution time, in ticks of the personality's clock.
    pub ticks: u64,
    /// The last fault of the thread.
    pub last_fault: Option<machine::Fault>,
    /// Nice value, -20 to 19. Turns do not depend on it.
    pub nice: i32,
    /// `SCHED_*`, with the bit that children do not inherit it. Turns do not depend on it.
    pub policy: u32,
    /// Name, as `prctl` sets it; [`NAME_BYTES`] at most.
    pub name: Vec<u8>,
    /// The memory charged for the thread.
    pub _charge: Charge,
}

impl Thread {
    /// Charges the memory of one more thread.
    ///
    /// # Errors There is too little left.
    fn charge(frames: &Frames) -> Result<Charge, NoMemory> {
        let bytes = size_of::<Thread>() + size_of::<Cpu>() + CONTEXT_BYTES;
        Charge::new(frames, 2 * bytes as u64)
    }

    /// A new thread that is ready to execute, without a name.
    ///
    /// # Errors No memory is left for it.
    pub(crate) fn new(
        tid: Tid,
        pid: Pid,
        cpu: Box<Cpu>,
        frames: &Frames,
    ) -> Result<Self, NoMemory> {
        Ok(Self {
            tid,
            pid,
            serial: FIRST_SERIAL,
            cpu,
            state: State::Ready,
            call: (0, [0; 8]),
            site: (0, 0),
            blocked: SignalSet::default(),
            saved_mask: None,
            pending: Queue::new(frames),
            altstack: AltStack::NONE,
            clear_tid: 0,
            robust_list: 0,
            waits_at: None,
            ticks: 0,
            last_fault: None,
            nice: 0,
            policy: 0,
            name: Vec::new(),
            _charge: Self::charge(frames)?,
        })
    }

    /// Whether it has just returned from a system call and executed nothing since.
    pub(crate) fn is_behind_call(&self) -> bool {
        let (ip, slot) = self.site;
        // After a long `break` the next bundle follows, whatever its slot is.
        let behind = [(ip, slot + 1), (ip.wrapping_add(16), 0)];
        behind.contains(&(self.cpu.ip(), self.cpu.slot()))
    }

    /// The system call that it has just returned from, when it has executed nothing since.
    pub(crate) fn last_call(&self) -> Option<&'static str> {
        self.is_behind_call()
            .then(|| crate::calls::name(self.call.0))
    }

    pub(crate) fn waiting(&self) -> Option<&Waiting> {
        match &self.state {
            State::Waiting(waiting) => Some(waiting),
            State::Ready => None,
        }
    }

    /// Whether signals have interrupted the call that it waits in.
    pub(crate) fn interrupted(&self) -> bool {
        self.waiting().is_some_and(|waiting| waiting.interrupted)
    }

    pub(crate) fn waiting_mut(&mut self) -> Option<&mut Waiting> {
        match &mut self.state {
            State::Waiting(waiting) => Some(waiting),
            State::Ready => None,
        }
    }
}

/// Identity of a futex word: threads that name the same word share a queue (`get_futex_key` of Linux).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Word {
    /// Named with `FUTEX_PRIVATE_FLAG`: an address of one memory.
    Flagged(Id, u64),
    /// Named without the flag, in a private mapping: an address of one memory. As on Linux, it is a different word from
    /// the flagged one.
    Own(Id, u64),
    /// Named without the flag, in a shared mapping: the page, and the offset in it. The page lives as long as a thread
    /// waits there.
    Shared(SharedPage, u64),
}

/// How a process ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By `exit`, with the low eight bits of its status.
    Exit(u8),
    /// By a signal.
    Signal {
        /// Its number.
        number: u32,
        /// Whether a core dump is left: by the signal and by `RLIMIT_CORE`.
        core: bool,
    },
}

impl Ending {
    /// The word that `wait4` stores.
    pub fn wait_status(self) -> u32 {
        match self {
            Ending::Exit(status) => u32::from(status) << 8,
            Ending::Signal { number, core } => number | if core { 0x80 } else { 0 },
        }
    }
}

/// A change of state that a parent may wait for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Report {
    Stopped(u32),
    Continued,
}

/// An interval timer or POSIX timer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Timer {
    /// Next expiry on the timer's clock in nanoseconds, 0: disarmed.
    pub next: u64,
    pub interval: u64,
    pub signal: u32,
    pub value: u64,
    pub overrun: u32,
    pub clock: u64,
    /// POSIX timer: the thread that gets the signal, 0: any.
    pub thread: Tid,
    pub used: bool,
}

/// What `execve` sets: the program of a process.
pub(crate) struct Program {
    /// Guest path, as `/proc/PID/exe` shows it.
    pub path: Vec<u8>,
    /// Its file, also after the name has been changed or removed.
    pub file: Rc<FileRef>,
    /// The dynamic linker that was loaded with it.
    pub linker: Option<Linker>,
    /// Argument and environment strings, each ended by a zero byte.
    pub arguments: Vec<u8>,
    pub environment: Vec<u8>,
    pub auxiliary: Vec<u8>,
    pub symbols: Rc<Symbols>,
    /// Address and size of the unwind tables of program and interpreter, with the base that their entries count from.
    pub unwind: Vec<UnwindTable>,
    /// The memory charged for strings and symbols.
    pub _charge: Charge,
}

/// The dynamic linker of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linker {
    /// Guest path.
    pub path: Vec<u8>,
    /// Its file when it was loaded.
    pub file: FileId,
    /// Distance of its place from its own addresses, in bytes.
    pub base: u64,
}

/// Where an unwind table lies in memory.
#[derive(Copy, Clone, Debug)]
pub(crate) struct UnwindTable {
    pub address: u64,
    pub size: u64,
    pub base: u64,
}

/// Working directory and creation mask, which threads share.
#[derive(Clone)]
pub(crate) struct Directories {
    pub cwd: Rc<Node>,
    pub umask: u32,
}

/// What programs have used of memory, for `struct rusage`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MemoryUsage {
    /// Page faults without input or output.
    pub faults: u64,
    /// Most pages that one of them had at a time.
    pub most_pages: u64,
}

impl MemoryUsage {
    pub(crate) fn of(memory: &Memory) -> Self {
        let (faults, most_pages) = memory.space.usage();
        Self { faults, most_pages }
    }

    /// That of both.
    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            faults: self.faults.saturating_add(other.faults),
            most_pages: self.most_pages.max(other.most_pages),
        }
    }
}

/// A process.
pub(crate) struct Process {
    pub pid: Pid,
    /// The serial number of its first thread, which no other process shares: its number is given again when it has ended.
    pub serial: u64,
    pub parent: Pid,
    pub group: Pid,
    pub session: Pid,
    /// Whether it has executed a program since it was made.
    pub executed: bool,
    pub memory: Id,
    pub descriptors: Id,
    pub directories: Id,
    pub actions: Id,
    pub pending: Queue,
    /// Living threads, in order of creation.
    pub threads: Vec<Tid>,
    /// `ITIMER_REAL`, `ITIMER_VIRTUAL`, `ITIMER_PROF`.
    pub timers: [Timer; 3],
    pub posix_timers: Vec<Timer>,
    pub limits: [(u64, u64); rlimit::COUNT],
    /// Set when the last thread has ended. The process is kept until its parent has waited for it.
    pub ended: Option<Ending>,
    /// Set once it is settled how the process ends, before the threads are gone.
    pub ending: Option<Ending>,
    pub report: Option<Report>,
    /// Stopped by a signal until `SIGCONT`.
    pub stopped: bool,
    /// Signal that the parent gets at the end.
    pub exit_signal: u32,
    /// Thread that waits in `vfork`.
    pub vfork_parent: Option<Tid>,
    pub program: Rc<Program>,
    /// Instructions of all threads, those that have ended among them.
    pub retired: u64,
    /// Execution time of these threads in ticks of the personality's clock; then that of children that were waited for.
    pub ticks: u64,
    pub children_ticks: u64,
    /// What programs that it executed before have used; then what children that were waited for have used.
    pub earlier_usage: MemoryUsage,
    pub children_usage: MemoryUsage,
    /// `prctl(PR_SET_UNALIGN)`: bit 1 asks for `SIGBUS`.
    pub unaligned: u64,
    pub dumpable: bool,
    pub keep_capabilities: bool,
    /// Signal that it gets when its parent ends, 0: none.
    pub death_signal: u32,
    /// `prctl(PR_SET_NO_NEW_PRIVS)`.
    pub no_new_privileges: bool,
    /// The memory charged for the process itself.
    pub _charge: Charge,
}

impl Process {
    /// Charges the memory of one more process: its entry, its address space, its signal actions and its folder.
    ///
    /// # Errors There is too little left.
    pub(crate) fn charge(frames: &Frames) -> Result<Charge, NoMemory> {
        let bytes = size_of::<Process>() + size_of::<Memory>() + size_of::<[Action; 65]>() + 4096;
        Charge::new(frames, 2 * bytes as u64)
    }

    /// Whether a number is that of one of its threads. The first thread of a process is there until the process has been waited for.
    pub(crate) fn has_thread(&self, tid: Tid) -> bool {
        tid == self.pid || self.threads.contains(&tid)
    }

    /// Its armed timers.
    pub(crate) fn running_timers(&self) -> impl Iterator<Item = &Timer> {
        let all = self.timers.iter().chain(&self.posix_timers);
        all.filter(|timer| timer.next != 0)
    }
}

/// Limits at the start: those of a usual Linux login.
pub(crate) fn initial_limits() -> [(u64, u64); rlimit::COUNT] {
    const INFINITE: (u64, u64) = (rlimit::INFINITY, rlimit::INFINITY);
    let mut limits = [INFINITE; rlimit::COUNT];
    limits[rlimit::STACK] = (8 << 20, STACK_SIZE);
    limits[rlimit::CORE] = (0, rlimit::INFINITY);
    limits[rlimit::NPROC] = (THREAD_LIMIT as u64, THREAD_LIMIT as u64);
    limits[rlimit::NOFILE] = (1024, 4096);
    limits[8] = (64 << 10, 64 << 10);
    limits[rlimit::SIGPENDING] = (PENDING_LIMIT as u64, PENDING_LIMIT as u64);
    limits[12] = (819_200, 819_200);
    limits[rlimit::NICE] = (0, 0);
    limits[14] = (0, 0);
    limits
}

/// The actions of a process at the start.
pub(crate) fn initial_actions() -> [Action; 65] {
    [Action::default(); 65]
}
