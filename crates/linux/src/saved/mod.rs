//! Checkpoints of the personality, between two instructions.
//!
//! A run goes on in a kernel that has loaded the same program in the same way. What the load provides (the program's
//! file and symbols, the folders, the streams) stays; everything that has changed since is replaced. State that only
//! the host has cannot be saved: a checkpoint that would need it is refused, with the reason ([`Kernel::save`]).

mod files;
mod futexes;
mod locks;
mod memory;
mod owned;
mod pipes;
mod process;
mod programs;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;

use checkpoint::{Checkpoint, Damage, Grows as _, Pages, Source, State as _};
use machine::{AddressSpace, Machine};

use crate::calls::clone::{FIRST_AGAIN, PID_LIMIT};
use crate::kernel::{Kernel, ProcessSummary};
use crate::pool::Pool;
use crate::process::Tid;
use owned::SavedActions;
use process::SavedEnding;

/// Why a run cannot be saved, or cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The run has something that no checkpoint can hold.
    #[error("the run has {0}, which a checkpoint cannot hold")]
    Unsupported(String),
    /// A checkpoint or a page cannot be written or read.
    #[error(transparent)]
    Store(#[from] checkpoint::Error),
    /// A part of the checkpoint is not what it should be.
    #[error("{0}")]
    Damage(#[from] Damage),
    /// A file that was open has changed.
    #[error("{}: {what} since the checkpoint was made; put the file back, or make the checkpoint again", path.display())]
    Changed {
        /// The guest's path.
        path: PathBuf,
        /// What happened to it.
        what: String,
    },
    /// A process was in a folder that is not there.
    #[error("{}: the working directory is gone since the checkpoint was made; put the folder back, or make the checkpoint again", path.display())]
    NoWorkingDirectory {
        /// The guest's path.
        path: PathBuf,
    },
}

fn unsupported(what: impl Into<String>) -> SaveError {
    SaveError::Unsupported(what.into())
}

fn changed(path: &[u8], what: impl Into<String>) -> SaveError {
    SaveError::Changed {
        path: std::ffi::OsString::from_vec(path.to_vec()).into(),
        what: what.into(),
    }
}

impl checkpoint::State for ProcessSummary {
    fn save(&self, out: &mut Vec<u8>) {
        (self.pid, self.parent, self.instructions).save(out);
        self.serial.save(out);
        self.name.as_bytes().to_vec().save_all(out);
        SavedEnding(self.ending).save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.pid.load(from)?;
        self.parent.load(from)?;
        self.instructions.load(from)?;
        self.serial.load(from)?;
        let mut name = Vec::new();
        name.load_all(from)?;
        self.name = String::from_utf8_lossy(&name).into_owned();
        let mut ending = SavedEnding::default();
        ending.load(from)?;
        self.ending = ending.0;
        Ok(())
    }
}

impl Kernel {
    /// Adds the run to a checkpoint, and its memory to a store of pages. Nothing of the run changes but that its output is flushed.
    ///
    /// # Errors
    /// The run has what no checkpoint can hold, or the store cannot be written.
    pub fn save(
        &mut self,
        machine: &Machine,
        checkpoint: &mut Checkpoint,
        pages: &mut Pages,
    ) -> Result<(), SaveError> {
        self.flush_streams();
        self.check_shape()?;
        let mut parts = Vec::new();
        let programs = self.save_programs(&mut parts)?;
        checkpoint.add_bytes("programs", std::mem::take(&mut parts));
        self.save_processes(&programs, &mut parts);
        checkpoint.add_bytes("processes", std::mem::take(&mut parts));
        self.save_threads(&mut parts);
        checkpoint.add_bytes("threads", std::mem::take(&mut parts));
        let places = memory::save(&self.memories, pages, &mut parts)?;
        checkpoint.add_bytes("memory", std::mem::take(&mut parts));
        let spaces: Vec<&AddressSpace> = self.memories.iter().map(|it| &it.1.space).collect();
        machine.save(&spaces, &mut parts);
        checkpoint.add_bytes("machine", std::mem::take(&mut parts));
        self.save_shared(&mut parts);
        self.save_futexes(&places, &mut parts)?;
        checkpoint.add_bytes("kernel", std::mem::take(&mut parts));
        self.save_files(&mut parts)?;
        checkpoint.add_bytes("files", parts);
        Ok(())
    }

    /// Goes on with the run of a checkpoint, in a kernel that has loaded its program and in which nothing has executed.
    ///
    /// # Errors
    /// The checkpoint is damaged, a page of its memory is, or a file that was open or executed has changed.
    pub fn resume(
        &mut self,
        machine: &mut Machine,
        checkpoint: &Checkpoint,
        pages: &Pages,
    ) -> Result<(), SaveError> {
        let part = |name: &'static str| checkpoint.part(name).map(Source::new);
        let within = |name: &'static str| move |damage: Damage| damage.within(name);
        // Names are resolved from the process that has been loaded.
        let tid = self.some_thread()?;
        let begin = self.directories(tid);
        let begin = begin.map_err(|_| unsupported("no working directory"))?;
        let begin = begin.clone();
        let mut source = part("programs")?;
        let programs = self
            .load_programs(&mut source)
            .map_err(|error| match error {
                SaveError::Damage(damage) => damage.within("programs").into(),
                error => error,
            })?;
        source.end().map_err(within("programs"))?;
        let mut source = part("processes")?;
        self.load_processes(&programs, &mut source)
            .and_then(|()| source.end())
            .map_err(within("processes"))?;
        let mut source = part("threads")?;
        self.load_threads(machine, &mut source)
            .and_then(|()| source.end())
            .map_err(within("threads"))?;
        // The memory of the loaded program is released first.
        self.memories = Pool::default();
        let (memories, pages) = memory::load(&self.frames, pages, part("memory")?)?;
        self.memories = self
            .owned("memory", memories, |process| process.memory)
            .map_err(within("processes"))?;
        let mut source = part("machine")?;
        let spaces = self.memories.iter_mut().map(|it| &mut it.1.space);
        machine
            .load(&mut spaces.collect::<Vec<_>>(), &mut source)
            .and_then(|()| source.end())
            .map_err(within("machine"))?;
        let mut source = part("kernel")?;
        self.load_shared(&mut source)
            .and_then(|()| self.load_futexes(&pages, &mut source))
            .and_then(|()| source.end())
            .map_err(within("kernel"))?;
        let mut source = part("files")?;
        self.load_files(&begin, &mut source)?;
        source.end().map_err(within("files"))?;
        self.attach_mappings();
        let threads: Vec<_> = self.threads.keys().copied().collect();
        for tid in threads {
            self.settle(tid);
        }
        Ok(())
    }

    /// Whether the run as a whole is one that a checkpoint can hold.
    fn check_shape(&self) -> Result<(), SaveError> {
        if self.living == 0 {
            return Err(unsupported("ended"));
        }
        if self.debug.is_some() {
            return Err(unsupported("a debugger"));
        }
        if self.files.private {
            return Err(unsupported("files of its own, as in a batch"));
        }
        if self.files.has_shared_memory() {
            return Err(unsupported("files in /dev/shm"));
        }
        if self.crash.is_some() {
            return Err(unsupported(
                "a crash to tell of its first process, which others have outlived",
            ));
        }
        Ok(())
    }

    /// A thread that exists.
    fn some_thread(&self) -> Result<Tid, SaveError> {
        let tid = self.threads.keys().next().copied();
        tid.ok_or_else(|| unsupported("no thread any more"))
    }

    fn save_shared(&self, out: &mut Vec<u8>) {
        self.clock.save(out);
        self.random.save(out);
        SavedActions::save_pool(&self.actions, out);
        (self.next_pid, self.current).save(out);
        (self.quantum_left, self.timers_seen, self.calls).save(out);
        (self.event_pending, self.signalled, self.interrupted_turn).save(out);
        SavedEnding(self.first_ending).save(out);
        let alarms: Vec<(u64, u32)> = self.alarms.within(..).collect();
        alarms.save_all(out);
        self.unimplemented.save_all(out);
        self.summaries.save_all(out);
        self.made.save(out);
    }

    fn load_shared(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.clock.load(from)?;
        self.random.load(from)?;
        let actions = SavedActions::load_all(from)?;
        self.actions = self.owned("actions", actions, |process| process.actions)?;
        self.next_pid.load(from)?;
        self.current.load(from)?;
        self.quantum_left.load(from)?;
        self.timers_seen.load(from)?;
        self.calls.load(from)?;
        self.event_pending.load(from)?;
        self.signalled.load(from)?;
        self.interrupted_turn.load(from)?;
        if self.quantum_left > self.quantum {
            return Err(Damage::new(format!(
                "{} instructions left of a turn of {}",
                self.quantum_left, self.quantum
            )));
        }
        if self.timers_seen > self.clock.passed() {
            return Err(Damage::new(format!(
                "timers seen at {} ns, and a clock at {} ns",
                self.timers_seen,
                self.clock.passed()
            )));
        }
        let (next, current) = (self.next_pid, self.current);
        if !(FIRST_AGAIN..PID_LIMIT).contains(&next) || current >= PID_LIMIT {
            return Err(Damage::new(format!(
                "{next} as the number of the next process, {current} as that of a thread"
            )));
        }
        let mut ending = SavedEnding::default();
        ending.load(from)?;
        self.first_ending = ending.0;
        let mut alarms = Vec::<(u64, u32)>::new();
        alarms.load_all(from)?;
        for (time, pid) in alarms {
            self.alarms.set(pid, Some(time));
        }
        self.unimplemented.load_all(from)?;
        self.summaries.load_all(from)?;
        self.made.load(from)?;
        self.check_serials()
    }

    /// Serial numbers are those of threads that have been made, and each belongs to one process, one thread.
    fn check_serials(&self) -> Result<(), Damage> {
        let ended = self.summaries.iter().map(|summary| summary.serial);
        let processes = ended.chain(self.living().map(|process| process.serial));
        let threads = self.threads.values().map(|thread| thread.serial);
        let mut known = [BTreeSet::new(), BTreeSet::new()];
        let all = processes.map(|it| (0, it)).chain(threads.map(|it| (1, it)));
        for (kind, serial) in all {
            if serial >= self.made || !known[kind].insert(serial) {
                let made = self.made;
                return Err(Damage::new(format!(
                    "{serial} as a serial number, twice or in a run that made {made} threads"
                )));
            }
        }
        Ok(())
    }
}
