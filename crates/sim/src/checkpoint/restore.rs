//! Runs that go on from a checkpoint.

use std::collections::BTreeMap;
use std::path::Path;

use checkpoint::Source;
use events::Probe;
use linux::{Kernel, SaveError};
use machine::Machine;

use super::input::{CountedInput, InputRead};
use super::is_timed;
use crate::Error;
use crate::recorder::Timed;
use crate::request::{Files, Mode, Request};
use crate::saved::{About, MOST, Restore, View};

impl Restore {
    /// Makes a request go on from this checkpoint: program, arguments and environment become those of the checkpoint, and so do the files
    /// unless the request sets any option of them.
    pub fn apply(self, request: &mut Request) {
        let about = self.about.clone();
        request.program = about.program;
        request.argv0 = about.argv0;
        request.args = about.args;
        request.env = about.env;
        let files = &request.files;
        let says_nothing = files.root.is_none()
            && files.sysroot.is_none()
            && !files.writable
            && *files.directory == *Files::default().directory
            && files.working_directory.is_none();
        if says_nothing {
            request.files = about.files.files();
        }
        request.restore = Some(self);
    }

    /// Has to be called before the program is loaded.
    ///
    /// # Errors
    /// A folder is gone that the checkpoint names and the request takes from there.
    pub(crate) fn finds_folders(&self, request: &Request) -> Result<(), Error> {
        let view = &self.about.files;
        match view.missing() {
            Some((option, folder)) if View::of(&request.files) == *view => {
                Err(self.failed(&format!(
                    "the folder {} of {option} is not there (any more); put it back, or name the one to go on in with {option}",
                    folder.display()
                )))
            }
            _ => Ok(()),
        }
    }

    fn failed(&self, why: &dyn std::fmt::Display) -> Error {
        Error::Checkpoint(format!("{}: {why}", self.path.display()))
    }

    /// Has to be called before the program is loaded: skips the standard input that was read before the checkpoint.
    pub(crate) fn begin(&self, request: &mut Request) -> Result<InputRead, Error> {
        let input_read = InputRead::default();
        let stream = std::mem::replace(&mut request.stdin, Box::new(std::io::empty()));
        let mut input = CountedInput::new(stream, input_read.clone());
        let passed = input.pass(&self.about.input);
        passed
            .map_err(|why| self.failed(&format!("standard input is not that of the run: {why}")))?;
        request.stdin = Box::new(input);
        // The guest was told which of its streams are terminals.
        request.terminals = self.about.terminals;
        Ok(input_read)
    }

    /// Puts a loaded program into the state of the checkpoint.
    pub(crate) fn resume(
        &self,
        request: &Request,
        sha256: Option<&String>,
        kernel: &mut Kernel,
        machine: &mut Machine,
    ) -> Result<Resumed, Error> {
        if sha256 != self.about.sha256.as_ref() {
            let program = request.host_program();
            return Err(self.failed(&format!(
                "the program {} is not the one that was run: its contents have changed; put it back, or make the checkpoint again",
                program.display()
            )));
        }
        let warm = self.about.warm && is_timed(request.mode);
        let config = (&request.config.name, &request.config.hash);
        if warm && (config.0, config.1) != (&self.about.config.0, &self.about.config.1) {
            let (name, hash) = &self.about.config;
            return Err(self.failed(&format!(
                "a warm checkpoint of config {name} ({hash}), and this run has {} ({}); give the same --config and --set, or make the checkpoint without --checkpoint-warm",
                config.0, config.1
            )));
        }
        kernel
            .resume(machine, &self.checkpoint, &Self::pages_of(&self.path))
            .map_err(|error| match error {
                SaveError::Damage(damage) => Self::damaged(&self.path, &damage),
                SaveError::NoWorkingDirectory { path } => match &request.files.root {
                    Some(root) => self.failed(&lacks_directory(root, &path)),
                    None => self.failed(&SaveError::NoWorkingDirectory { path }),
                },
                error => self.failed(&error),
            })?;
        let About {
            instructions,
            clock,
            ..
        } = self.about;
        let processes = kernel.processes();
        let mut sum = processes.iter().map(|process| process.instructions);
        let sum = sum.try_fold(0, u64::checked_add);
        if machine.retired() != instructions || sum != Some(instructions) {
            return Err(Self::damaged(&self.path, &"two numbers of instructions"));
        }
        if instructions.max(clock) > MOST {
            let damage = "more instructions or cycles than a run comes to";
            return Err(Self::damaged(&self.path, &damage));
        }
        Ok(Resumed {
            instructions,
            clock,
            warm,
            by_process: processes
                .iter()
                .map(|process| (process.serial, process.instructions))
                .collect(),
        })
    }

    /// Loads the state of the cycle model, or begins cold if the checkpoint has none that the run can use.
    pub(crate) fn warm<P: Probe>(
        &self,
        resumed: &Resumed,
        recorder: &mut Timed<P>,
    ) -> Result<(), Error> {
        if !resumed.warm {
            recorder.begin_at(resumed.instructions, resumed.clock);
            return Ok(());
        }
        let mut load = || {
            let mut source = Source::new(self.checkpoint.part("model")?);
            recorder.load(&mut source)?;
            source.end()
        };
        load().map_err(|damage| Self::damaged(&self.path, &damage.within("model")))
    }
}

/// What is wrong with a root that lacks the working directory of a process.
fn lacks_directory(root: &Path, directory: &Path) -> String {
    let there = root.join(directory.strip_prefix("/").unwrap_or(directory));
    format!(
        "the program's working directory {} is not there below --root {}; make the folder {}, or go on with the --root and --cwd of the run that was kept (without --root, if it had none)",
        directory.display(),
        root.display(),
        there.display()
    )
}

/// What a run that goes on needs to know of its checkpoint.
#[derive(Clone, Debug)]
pub(crate) struct Resumed {
    /// Instructions before the checkpoint.
    pub instructions: u64,
    /// The value of `ar.itc` there.
    pub clock: u64,
    /// The cycle model continues from its state there; if not, it begins cold and counts from there on.
    pub warm: bool,
    /// Instructions before the checkpoint by serial number of the process.
    pub by_process: BTreeMap<u64, u64>,
}

impl Resumed {
    /// Adds to the report of a run that went on with a cold model which part of the whole run it is about.
    /// `serials`: the serial numbers of its processes.
    pub(crate) fn describe(
        &self,
        request: &Request,
        serials: impl Iterator<Item = u64>,
        report: &mut report::Report,
    ) {
        if self.warm || request.mode == Mode::Functional {
            return;
        }
        for (process, serial) in report.processes.iter_mut().zip(serials) {
            process.instructions -= self.by_process.get(&serial).copied().unwrap_or(0);
        }
        report.region = Some(report::Region {
            start: Some("checkpoint".to_owned()),
            stop: None,
            first_instruction: Some(self.instructions),
            end_instruction: Some(self.instructions + report.instructions),
            stopped: false,
        });
    }
}
