//! Runs that make checkpoints: to each place, where the checkpoint is written, and on.

use std::path::PathBuf;

use checkpoint::Checkpoint;
use linux::Outcome;

use crate::Error;
use crate::checkpoint::{Keeps, Stopping, Taking, absolute, is_timed};
use crate::request::{Mode, Request};
use crate::run::Session;
use crate::saved::{About, Made, View};
use crate::summary::End;

/// Why a checkpoint was not made.
enum NotMade {
    /// It cannot be written.
    Unwritten(String),
    Other(Error),
}

impl Session {
    /// Runs to the end as [`Session::go`] does, and makes the checkpoints that are asked for on the way.
    pub(crate) fn go_and_keep<R: Keeps>(
        &mut self,
        request: &Request,
        recorder: &mut R,
    ) -> Result<End, Error> {
        let Some(mut taking) = self.taking.take() else {
            return self.go(request, recorder);
        };
        let end = self.go_to_all(request, recorder, &mut taking);
        let end = end.and_then(|end| self.may_be_repeated(&taking).map(|()| end));
        let missed = taking.moments.iter().map(|(text, _)| text.clone());
        request.control.set_checkpoints(Made {
            missed: missed.collect(),
            files: taking.made,
            cut: taking.cut,
            unwritten: taking.unwritten,
        });
        end
    }

    /// Refuses a run whose parts will be executed again although its program has changed files of the host.
    fn may_be_repeated(&self, taking: &Taking) -> Result<(), Error> {
        match self.kernel.changed_file() {
            Some(file) if taking.asked.repeated => Err(Error::Apart(format!(
                "the program changes files of the host ({file}), which parts of the run that are timed apart from each other would change again; leave --threads and --shard out"
            ))),
            _ => Ok(()),
        }
    }

    fn go_to_all<R: Keeps>(
        &mut self,
        request: &Request,
        recorder: &mut R,
        taking: &mut Taking,
    ) -> Result<End, Error> {
        // The first bundle of the program may be one of the places.
        let begins = self.machine.retired() == 0;
        let mut bundles = Vec::from_iter(self.kernel.next_bundle().filter(|_| begins));
        let mut cut = false;
        loop {
            let retired = self.machine.retired();
            let due = taking.due(retired, &std::mem::take(&mut bundles));
            self.make_checkpoints(request, recorder, taking, due, cut)?;
            if taking.is_done() {
                return self.go(request, recorder);
            }
            let count = taking.count().unwrap_or(u64::MAX);
            let awaited = taking.bundles();
            let functional = request.mode == Mode::Functional;
            let slice = match functional {
                true => self.slice(request).min(count - retired),
                false => self.slice(request),
            };
            let mut reached = false;
            let outcome = if functional && awaited.is_empty() {
                self.kernel.run(&mut self.machine, recorder, Some(slice))
            } else {
                let mut stopping = Stopping {
                    inner: recorder,
                    retired,
                    count: if functional { u64::MAX } else { count },
                    bundles: awaited,
                    reached: false,
                    met: Vec::new(),
                    limit: retired.saturating_add(slice),
                    cut: false,
                };
                let outcome = (self.kernel).run(&mut self.machine, &mut stopping, Some(slice));
                (reached, bundles, cut) = (stopping.reached, stopping.met, stopping.cut);
                outcome
            };
            let here = reached && matches!(outcome, Outcome::Stopped);
            if here && self.watch.stopped().is_none() {
                continue;
            }
            let limited = matches!(outcome, Outcome::Limit);
            let Some(end) = self.behind_slice(outcome, request)? else {
                continue;
            };
            // A place may be where the limit of the request ends the run.
            if limited && matches!(end, End::Guest(_)) {
                let due = taking.due(self.machine.retired(), &bundles);
                self.make_checkpoints(request, recorder, taking, due, cut)?;
            }
            return Ok(end);
        }
    }

    /// Makes the checkpoints that are due. `cut`: the limit of the run has ended it inside a block. What goes on from there begins a new
    /// issue group, so that it would not take the time of a run that was not interrupted: no warm checkpoint is made there.
    fn make_checkpoints<R: Keeps>(
        &mut self,
        request: &Request,
        recorder: &mut R,
        taking: &mut Taking,
        due: Vec<String>,
        cut: bool,
    ) -> Result<(), Error> {
        if cut && taking.asked.warm {
            taking.cut.extend(due);
            return Ok(());
        }
        due.iter()
            .try_for_each(|place| self.make_checkpoint(request, recorder, taking, place))
    }

    /// Makes a checkpoint. The run goes on if it cannot be written, without those behind it, unless they are all that it is for.
    fn make_checkpoint<R: Keeps>(
        &mut self,
        request: &Request,
        recorder: &mut R,
        taking: &mut Taking,
        place: &str,
    ) -> Result<(), Error> {
        if taking.unwritten.is_some() {
            return Ok(());
        }
        match self.write_checkpoint(request, recorder, taking, place) {
            Err(NotMade::Unwritten(why)) if !taking.asked.repeated => {
                taking.give_up(why);
                Ok(())
            }
            Err(NotMade::Unwritten(why)) => Err(Error::Checkpoint(why)),
            Err(NotMade::Other(error)) => Err(error),
            Ok(()) => Ok(()),
        }
    }

    fn write_checkpoint<R: Keeps>(
        &mut self,
        request: &Request,
        recorder: &mut R,
        taking: &mut Taking,
        place: &str,
    ) -> Result<(), NotMade> {
        let failed = |why: &dyn std::fmt::Display| {
            NotMade::Other(Error::Checkpoint(format!("at {place}: {why}")))
        };
        let refused = |error: checkpoint::Error| {
            NotMade::Unwritten(format!(
                "at {place}: {error}; checkpoints before it stay good: give a --checkpoint-dir in which it can be written"
            ))
        };
        self.may_be_repeated(taking).map_err(NotMade::Other)?;
        let mut checkpoint = Checkpoint::default();
        self.kernel
            .save(&self.machine, &mut checkpoint, &mut taking.pages)
            .map_err(|error| match error {
                linux::SaveError::Store(error) => refused(error),
                error @ linux::SaveError::Unsupported(_) if !taking.asked.repeated => {
                    failed(&format!("{error}; make it at another place"))
                }
                error => failed(&error),
            })?;
        let mut model = Vec::new();
        let warm = taking.asked.warm && recorder.keep(&mut model);
        if warm {
            checkpoint.add_bytes("model", model);
        }
        let retired = self.machine.retired();
        checkpoint.describe(
            "about",
            &About {
                place: place.to_owned(),
                instructions: retired,
                clock: recorder.now(retired),
                timed: is_timed(request.mode),
                warm,
                config: (request.config.name.clone(), request.config.hash.clone()),
                program: from_anywhere(request),
                sha256: self.sha256.clone(),
                argv0: Some(
                    request
                        .argv0
                        .clone()
                        .unwrap_or_else(|| request.program.to_string_lossy().into_owned()),
                ),
                args: request.args.clone(),
                env: request.env.clone(),
                files: View::of(&request.files),
                input: taking.input.so_far(),
                terminals: request.terminals,
            },
        );
        let path = taking.path(place);
        (checkpoint.write(&path, taking.asked.temporary)).map_err(refused)?;
        tracing::info!(path = %path.display(), instructions = retired, "checkpoint written");
        taking.made.push(path);
        Ok(())
    }
}

/// The path by which a run that begins in another folder finds the program: absolute, or the guest's path where it is below a root.
fn from_anywhere(request: &Request) -> PathBuf {
    let program = &request.program;
    let below = request.files.root.is_some() && request.host_program().is_file();
    match below || program.is_absolute() {
        true => program.clone(),
        false => absolute(&request.files.given_program(program)),
    }
}
