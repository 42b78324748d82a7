//! The request for one run ([`Request`]), and what the caller shares with the run while it executes ([`Control`]).

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsRawFd as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use config::Loaded;
use linux::{Contents, Dependencies, FileOptions, Kernel};
use machine::Machine;
use report::{Interval, Limit};

use crate::region::Bounds;
use crate::saved::{Checkpoints, Made, Restore};
use crate::trace::TraceOptions;

/// What a running simulation shares with its caller: the request to stop, the progress, and results that are not in the report.
#[derive(Debug, Default)]
pub struct Control {
    /// 0: goes on; else a number of [`Stop::ALL`].
    stop: AtomicU8,
    instructions: AtomicU64,
    unseen: OnceLock<Vec<String>>,
    dependencies: OnceLock<Result<Dependencies, String>>,
    checkpoints: OnceLock<Made>,
}

/// Why a run ends before the guest does. Of several reasons the one that is declared last holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A limit that the run itself watches was reached.
    Limit(Limit),
    /// The caller wants a report of what was counted so far.
    Interrupted,
    /// The caller wants no report.
    Cancelled,
}

impl Stop {
    /// The reasons in ascending precedence; in [`Control`] they are numbered from 1.
    const ALL: [Self; 6] = [
        Self::Limit(Limit::Instructions),
        Self::Limit(Limit::Cycles),
        Self::Limit(Limit::Timeout),
        Self::Limit(Limit::Watchdog),
        Self::Interrupted,
        Self::Cancelled,
    ];
}

impl Control {
    /// Asks the simulation to stop soon, without a report.
    pub fn cancel(&self) {
        self.stop(Stop::Cancelled);
    }

    /// Asks the simulation to stop soon, with a report whose outcome is `interrupted`.
    pub fn interrupt(&self) {
        self.stop(Stop::Interrupted);
    }

    /// Whether the simulation was asked to stop without a report.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.stopped() == Some(Stop::Cancelled)
    }

    /// Whether the simulation was asked to stop, or has reached a limit.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped().is_some()
    }

    /// Files of the host that the guest looked for and that its private view does not have, under the names by which
    /// [`linux::Private::files`] would show them. The list is bounded, and known at the end of the run.
    #[must_use]
    pub fn unseen_files(&self) -> &[String] {
        self.unseen.get().map_or(&[], Vec::as_slice)
    }

    pub(crate) fn set_unseen(&self, files: Vec<String>) {
        // Where several runs share the control, the first one sets it.
        let _ = self.unseen.set(files);
    }

    /// The checkpoints that were made, and those that were not; known at the end of the run.
    #[must_use]
    pub fn checkpoints(&self) -> Option<&Made> {
        self.checkpoints.get()
    }

    pub(crate) fn set_checkpoints(&self, made: Made) {
        let _ = self.checkpoints.set(made);
    }

    /// On which files of the host the run depends, known at its end; `None` unless [`linux::Private::noted`] was set.
    ///
    /// # Errors
    /// Why a repetition of the run may find something else.
    pub fn dependencies(&self) -> Option<Result<&Dependencies, &str>> {
        let known = self.dependencies.get()?;
        Some(known.as_ref().map_err(String::as_str))
    }

    /// Sets [`dependencies`](Self::dependencies): for the code that executes the run on behalf of this control, perhaps in another process.
    pub fn set_dependencies(&self, found: Result<Dependencies, String>) {
        let _ = self.dependencies.set(found);
    }

    pub(crate) fn stop(&self, why: Stop) {
        let number = Stop::ALL.iter().position(|&stop| stop == why);
        let number = number.map_or(0, |number| number as u8 + 1);
        self.stop.fetch_max(number, Ordering::Relaxed);
    }

    /// Why the run has to stop; `None`: it does not.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        let number = usize::from(self.stop.load(Ordering::Relaxed));
        Stop::ALL.get(number.checked_sub(1)?).copied()
    }

    /// Instructions retired so far, for showing progress: updated at intervals while the run executes, exact at its end.
    #[must_use]
    pub fn instructions(&self) -> u64 {
        self.instructions.load(Ordering::Relaxed)
    }

    /// Sets [`instructions`](Self::instructions): for the code that executes the run on behalf of this control, perhaps in another process.
    pub fn progress(&self, instructions: u64) {
        self.instructions.store(instructions, Ordering::Relaxed);
    }
}

/// How much of the machine is simulated.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Results and cycles.
    #[default]
    Timed,
    /// Results only.
    Functional,
}

/// Which files the guest reaches.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// Host folder of the guest's relative paths, that of the program among them; empty: the current one.
    pub directory: PathBuf,
    /// Host folder that is the guest's `/`; `None`: the host's own root.
    pub root: Option<PathBuf>,
    /// Guest path of the working directory under `root`.
    pub working_directory: Option<String>,
    /// The guest may change files.
    pub writable: bool,
    /// Where the dynamic linker and the libraries of dynamic programs are.
    pub sysroot: Option<PathBuf>,
    /// The guest sees only `directory`, as `/guest`, with `root`, `sysroot` and what is named here, and nothing else sees what it
    /// writes. `None`: it shares the files with the programs of the host.
    pub private: Option<linux::Private>,
}

/// The guest's name of its working directory when the caller chose one.
const HOME: &str = "/work";

impl Files {
    pub(crate) fn view(&self) -> FileOptions {
        if self.private.is_some() {
            return FileOptions {
                root: self.root.clone(),
                cwd: Some(self.directory.clone()),
                sysroot: self.sysroot.clone(),
                private: self.private.clone(),
                ..FileOptions::default()
            };
        }
        let chosen = !self.directory.as_os_str().is_empty();
        let (cwd, cwd_name) = match (&self.root, chosen) {
            (Some(_), _) => (self.working_directory.clone().map(PathBuf::from), None),
            (None, true) => (Some(self.directory.clone()), Some(PathBuf::from(HOME))),
            (None, false) => (None, None),
        };
        FileOptions {
            root: self.root.clone(),
            cwd,
            cwd_name,
            writable: self.writable,
            sysroot: self.sysroot.clone(),
            private: None,
        }
    }

    /// Checks that a run with these files would find the same as an earlier one, which depended on `found`.
    ///
    /// # Errors
    /// The first file that is different.
    pub fn hold(&self, found: &Dependencies, known: &Contents) -> Result<(), String> {
        found.hold(&self.view(), known)
    }

    /// The program's path for the personality: a path of the host, or one of the guest if there is a root or a private view.
    pub(crate) fn given_program(&self, program: &Path) -> PathBuf {
        if self.root.is_some() || self.private.is_some() {
            program.to_owned()
        } else {
            self.directory.join(program)
        }
    }
}

/// The length of an interval, at least: it ends with a block.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Length {
    /// Instructions.
    Instructions(u64),
    /// Cycles.
    Cycles(u64),
}

/// Called with each interval of a run in order. An error ends the run.
pub type Tell = Box<dyn FnMut(&Interval) -> io::Result<()> + Send>;

/// Counts by intervals of a run, as a caller asks for them.
pub struct Intervals {
    /// The length of each interval.
    pub length: Length,
    /// Receives each interval.
    pub tell: Tell,
}

/// Frequency vectors of basic blocks that a caller asks for.
pub struct Vectors {
    /// Instructions of an interval, which ends with the block that reaches a multiple of them.
    pub length: u64,
    /// Receives a line `T:block:count …` for each interval.
    pub out: Box<dyn Write + Send>,
}

/// One run. It owns the streams of the guest.
pub struct Request {
    /// The machine.
    pub config: Arc<Loaded>,
    /// The program's path; also what the guest sees as `argv[0]` and `AT_EXECFN` unless [`argv0`](Self::argv0) is set.
    pub program: PathBuf,
    /// File that holds the program when [`program`](Self::program) is only its name.
    pub image: Option<Arc<File>>,
    /// What the guest sees as `argv[0]` and `AT_EXECFN` instead of the program's path.
    pub argv0: Option<String>,
    /// Arguments after the program's name.
    pub args: Vec<String>,
    /// Environment variables in addition to the fixed ones; a later one replaces an earlier one.
    pub env: Vec<(String, String)>,
    /// The guest's view of the host's files.
    pub files: Files,
    /// The guest's standard input.
    pub stdin: Box<dyn Read + Send>,
    /// The guest's standard output.
    pub stdout: Box<dyn Write + Send>,
    /// The guest's standard error.
    pub stderr: Box<dyn Write + Send>,
    /// Which of the three are terminals to the guest.
    pub terminals: [bool; 3],
    /// With or without the cycle model.
    pub mode: Mode,
    /// Stop after exactly this many instructions.
    pub max_instructions: Option<u64>,
    /// Stop after the first block of instructions at whose end this many cycles have passed; needs the cycle model.
    pub max_cycles: Option<u64>,
    /// Stop when the run has taken this much of the host's time; how far it comes depends on the host.
    pub timeout: Option<Duration>,
    /// Stop when no instruction has issued for this many cycles, and say at this and every other limit what the processor was
    /// doing; needs the cycle model.
    pub watchdog: Option<u64>,
    /// The part of the run that the report is about; `None`: all of it.
    pub region: Option<Bounds>,
    /// Control registers of the performance monitor (PMC), by number, and their values at the start. The program can read the counters
    /// with `mov =pmd[]` if the configuration allows it (`os.user_monitor`).
    pub pmcs: Vec<(usize, u64)>,
    /// Data registers of the performance monitor (PMD), by number, and their values at the start.
    pub pmds: Vec<(usize, u64)>,
    /// Retire log: lines from which the events of the report can be counted again.
    pub retire_log: Option<Box<dyn Write + Send>>,
    /// Counts by intervals of the run.
    pub intervals: Option<Intervals>,
    /// Frequency vectors of basic blocks by intervals of the run.
    pub vectors: Option<Vectors>,
    /// Execution trace: one line for each retired instruction.
    pub trace: Option<Box<dyn Write + Send>>,
    /// What of the run the trace shows, and how.
    pub trace_options: TraceOptions,
    /// Dependency violations inside executed instruction groups, with the real predicates: a line for each different one,
    /// and a closing line with their number.
    pub group_check: Option<Box<dyn Write + Send>>,
    /// Which checkpoints are made on the way.
    pub checkpoints: Option<Checkpoints>,
    /// The run goes on from a checkpoint ([`Restore::apply`]).
    pub restore: Option<Restore>,
    /// System call log: one line for each call.
    pub strace: Option<Box<dyn Write + Send>>,
    /// Another thread times what this one executes, if the request does not need both in step (limits of cycles, checkpoints, listeners): the
    /// report is the same.
    pub second_thread: bool,
    /// Every execution is timed in full, none is replayed: the report is the same, and the run takes two to four times as long.
    pub in_full: bool,
    /// Whether the report names the program by the hash of its file, which takes longer than a short run. Checkpoints always do.
    pub identify: bool,
    /// Shared with the caller.
    pub control: Arc<Control>,
    /// See [`Self::give_up_code_at`]; `None`: at the machine's own number.
    pub(crate) idle_code: Option<usize>,
    /// This functional run makes checkpoints for timed ones: it has the ALAT of a timed run, so that it executes the same instructions.
    pub(crate) leads_timed: bool,
    /// The program, once [`load`](crate::load) has loaded it for the run.
    pub(crate) ready: Option<Box<Ready>>,
}

impl Request {
    /// A timed run of a program without arguments, with empty input, whose output is dropped.
    #[must_use]
    pub fn new(config: Arc<Loaded>, program: impl Into<PathBuf>) -> Self {
        Self {
            config,
            program: program.into(),
            image: None,
            argv0: None,
            args: Vec::new(),
            env: Vec::new(),
            files: Files::default(),
            stdin: Box::new(io::empty()),
            stdout: Box::new(io::sink()),
            stderr: Box::new(io::sink()),
            terminals: [false; 3],
            mode: Mode::Timed,
            max_instructions: None,
            max_cycles: None,
            timeout: None,
            watchdog: None,
            region: None,
            pmcs: Vec::new(),
            pmds: Vec::new(),
            retire_log: None,
            intervals: None,
            vectors: None,
            trace: None,
            trace_options: TraceOptions::default(),
            group_check: None,
            checkpoints: None,
            restore: None,
            second_thread: false,
            in_full: false,
            identify: true,
            strace: None,
            control: Arc::default(),
            idle_code: None,
            leads_timed: false,
            ready: None,
        }
    }

    /// Has all decoded code be given up, and decoded again, when so many of its blocks have been written over; `None`: at the machine's own
    /// number, which bounds the memory of a run that writes code without end. The report is the same with any number, which tests show:
    /// not part of the public interface.
    #[doc(hidden)]
    pub fn give_up_code_at(&mut self, idle: Option<usize>) {
        self.idle_code = idle;
    }

    /// The program's file on the host. Below [`Files::root`] links of the guest are not followed.
    #[must_use]
    pub fn host_program(&self) -> PathBuf {
        let program = &self.program;
        if let Some(image) = &self.image {
            return format!("/proc/self/fd/{}", image.as_raw_fd()).into();
        }
        match &self.files.root {
            Some(root) if program.is_absolute() => {
                root.join(program.strip_prefix("/").unwrap_or(program))
            }
            Some(root) => {
                let folder = self.files.working_directory.as_deref().unwrap_or_default();
                root.join(folder.trim_start_matches('/')).join(program)
            }
            None => self.files.directory.join(program),
        }
    }
}

/// A program that [`load`](crate::load) has loaded before its run, so that neither it nor its interpreter is read and parsed twice.
pub(crate) struct Ready {
    pub machine: Machine,
    /// Without streams.
    pub kernel: Kernel,
    /// The mode that `machine` was made for.
    pub mode: Mode,
}
