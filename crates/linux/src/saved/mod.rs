//! Checkpoints: what the personality remembers between two instructions.
//!
//! A run goes on in a kernel that has loaded the same program in the same way: what the load gives (the program's file and symbols, the
//! folders, the streams) stays, everything that has changed since is replaced. What the host alone knows cannot be written down, and a
//! checkpoint that would need it is refused, with what it is ([`Kernel::save`]).

mod files;
mod memory;
mod process;

use std::path::PathBuf;
use std::rc::Rc;

use checkpoint::{Checkpoint, Damage, Grows as _, Pages, Source, State as _};
use machine::Machine;

use crate::kernel::{Kernel, ProcessSummary};
use crate::process::Ending;

/// Why a run cannot be written down, or not go on.
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
}

fn unsupported(what: impl Into<String>) -> SaveError {
    SaveError::Unsupported(what.into())
}

impl checkpoint::State for ProcessSummary {
    fn save(&self, out: &mut Vec<u8>) {
        (self.pid, self.parent, self.instructions).save(out);
        self.name.as_bytes().to_vec().save_all(out);
        let ending = self.ending.map(|ending| match ending {
            Ending::Exit(status) => (0_u8, u32::from(status), false),
            Ending::Signal { number, core } => (1, number, core),
        });
        ending.save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.pid.load(from)?;
        self.parent.load(from)?;
        self.instructions.load(from)?;
        let mut name = Vec::new();
        name.load_all(from)?;
        self.name = String::from_utf8_lossy(&name).into_owned();
        let mut ending = None::<(u8, u32, bool)>;
        ending.load(from)?;
        self.ending = match ending {
            None => None,
            Some((0, status, _)) => Some(Ending::Exit(status as u8)),
            Some((1, number, core)) => Some(Ending::Signal { number, core }),
            Some((kind, ..)) => return Err(Damage::new(format!("ending {kind}"))),
        };
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
        let (process, memory) = self.only_process()?;
        let space = &memory.space;
        let mut parts = Vec::new();
        machine.save(space, &mut parts);
        checkpoint.add_bytes("machine", std::mem::take(&mut parts));
        memory::save(memory, pages, &mut parts)?;
        checkpoint.add_bytes("memory", std::mem::take(&mut parts));
        process::save(process, &mut parts);
        checkpoint.add_bytes("process", std::mem::take(&mut parts));
        self.save_threads(&mut parts);
        checkpoint.add_bytes("threads", std::mem::take(&mut parts));
        self.save_shared(&mut parts);
        checkpoint.add_bytes("kernel", std::mem::take(&mut parts));
        self.save_files(&mut parts)?;
        checkpoint.add_bytes("files", parts);
        Ok(())
    }

    /// Goes on with the run of a checkpoint, in a kernel that has loaded its program and in which nothing has executed.
    ///
    /// # Errors
    /// The checkpoint is damaged, a page of its memory is, or a file that was open has changed.
    pub fn resume(
        &mut self,
        machine: &mut Machine,
        checkpoint: &Checkpoint,
        pages: &Pages,
    ) -> Result<(), SaveError> {
        let within = |name: &'static str| move |damage: Damage| damage.within(name);
        let mut source = Source::new(checkpoint.part("process")?);
        self.load_process(&mut source)
            .and_then(|()| source.end())
            .map_err(within("process"))?;
        let mut source = Source::new(checkpoint.part("threads")?);
        self.load_threads(machine, &mut source)
            .and_then(|()| source.end())
            .map_err(within("threads"))?;
        let mut source = Source::new(checkpoint.part("kernel")?);
        self.load_shared(&mut source)
            .and_then(|()| source.end())
            .map_err(within("kernel"))?;
        let id = self.only_process()?.0.memory;
        if let Some(memory) = self.memories.get_mut(id) {
            // The memory of the loaded program is given back first.
            *memory = crate::memory::Memory::new(&self.frames);
            let source = Source::new(checkpoint.part("memory")?);
            memory::load(memory, pages, source)?;
            let mut source = Source::new(checkpoint.part("machine")?);
            machine
                .load(&memory.space, &mut source)
                .and_then(|()| source.end())
                .map_err(within("machine"))?;
        }
        let mut source = Source::new(checkpoint.part("files")?);
        self.load_files(&mut source)?;
        source.end().map_err(within("files"))?;
        let threads: Vec<_> = self.threads.keys().copied().collect();
        for tid in threads {
            self.settle(tid);
        }
        Ok(())
    }

    /// Whether the run as a whole is one that a checkpoint can hold.
    fn check_shape(&self) -> Result<(), SaveError> {
        if self.processes.len() > 1 {
            let numbers: Vec<String> = self.processes.keys().map(u32::to_string).collect();
            return Err(unsupported(format!(
                "{} processes ({})",
                numbers.len(),
                numbers.join(", ")
            )));
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
        if self.crash.is_some() || self.first_ending.is_some() {
            return Err(unsupported("ended"));
        }
        Ok(())
    }

    fn only_process(
        &self,
    ) -> Result<(&crate::process::Process, &crate::memory::Memory), SaveError> {
        let process = self.processes.values().next();
        let process = process.ok_or_else(|| unsupported("no process any more"))?;
        let loaded = self.files.program.as_ref();
        if !loaded.is_some_and(|(_, file)| Rc::ptr_eq(file, &process.program.file)) {
            let path = String::from_utf8_lossy(&process.program.path).into_owned();
            return Err(unsupported(format!(
                "executed another program ({path}) in place of the first"
            )));
        }
        let memory = self.memories.get(process.memory);
        let memory = memory.ok_or_else(|| unsupported("a process without memory"))?;
        Ok((process, memory))
    }

    fn save_shared(&self, out: &mut Vec<u8>) {
        self.clock.save(out);
        self.random.save(out);
        self.actions
            .iter()
            .next()
            .map_or([Default::default(); 65], |(_, actions)| *actions)
            .save(out);
        (self.next_pid, self.current).save(out);
        (self.quantum_left, self.timers_seen, self.calls).save(out);
        (self.stirred, self.signalled, self.rest).save(out);
        let alarms: Vec<(u64, u32)> = self.alarms.within(..).collect();
        alarms.save_all(out);
        self.unimplemented.save_all(out);
        self.summaries.save_all(out);
        let futexes = self.futexes.iter();
        let futexes: Vec<_> = futexes
            .flat_map(|(&(_, word), queue)| queue.iter().map(move |&(tid, bits)| (word, tid, bits)))
            .collect();
        futexes.save_all(out);
    }

    fn load_shared(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.clock.load(from)?;
        self.random.load(from)?;
        for (_, actions) in self.actions.iter_mut() {
            actions.load(from)?;
        }
        self.next_pid.load(from)?;
        self.current.load(from)?;
        self.quantum_left.load(from)?;
        self.timers_seen.load(from)?;
        self.calls.load(from)?;
        self.stirred.load(from)?;
        self.signalled.load(from)?;
        self.rest.load(from)?;
        if self.quantum_left > self.quantum {
            return Err(Damage::new(format!(
                "{} instructions left of a turn of {}",
                self.quantum_left, self.quantum
            )));
        }
        let mut alarms = Vec::<(u64, u32)>::new();
        alarms.load_all(from)?;
        for (time, pid) in alarms {
            self.alarms.set(pid, Some(time));
        }
        self.unimplemented.load_all(from)?;
        self.summaries.load_all(from)?;
        let mut futexes = Vec::<(u64, u32, u32)>::new();
        futexes.load_all(from)?;
        let memory = self.processes.values().next().map(|it| it.memory);
        for (word, tid, bits) in futexes {
            if let Some(memory) = memory
                && let Some(thread) = self.threads.get_mut(&tid)
            {
                thread.waits_at = Some((memory, word));
                let queue = self.futexes.entry((memory, word)).or_default();
                queue.push((tid, bits));
            }
        }
        Ok(())
    }
}
