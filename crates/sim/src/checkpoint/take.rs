//! Making checkpoints while a run goes on.
//!
//! A functional run stops after exactly so many instructions. A timed run stops at the end of a block of instructions, where nothing of
//! its time changes: the first at whose end so many instructions have executed, or a bundle comes next or has executed.

use std::ops::ControlFlow;
use std::path::PathBuf;

use checkpoint::{Checkpoint, Pages};
use events::{Block, Execution, Probe, StackSizes};
use linux::{Listener, OsEvent, Outcome};
use machine::{Cpu, Recorder, Silent};

use super::input::Taken;
use super::{About, Checkpoints, Made, View, is_timed};
use crate::recorder::{Observed, Timed};
use crate::region::Moment;
use crate::request::Stop;
use crate::run::{SLICE, Session};
use crate::summary::End;
use crate::{Error, Mode, Request};

/// A recorder whose state a warm checkpoint can hold.
pub(crate) trait Keeps: Listener {
    /// Adds its state; false: it has none.
    fn keep(&mut self, out: &mut Vec<u8>) -> bool;

    /// What `ar.itc` shows after so many instructions.
    fn now(&mut self, retired: u64) -> u64;
}

impl Keeps for Silent {
    fn keep(&mut self, _out: &mut Vec<u8>) -> bool {
        false
    }

    fn now(&mut self, retired: u64) -> u64 {
        retired
    }
}

impl<P: Probe> Keeps for Timed<P> {
    fn keep(&mut self, out: &mut Vec<u8>) -> bool {
        self.save(out);
        true
    }

    fn now(&mut self, retired: u64) -> u64 {
        self.clock(retired)
    }
}

impl<R: Keeps> Keeps for Observed<R> {
    fn keep(&mut self, out: &mut Vec<u8>) -> bool {
        self.inner.keep(out)
    }

    fn now(&mut self, retired: u64) -> u64 {
        self.inner.now(retired)
    }
}

/// Checkpoints that are still to be made.
pub(crate) struct Taking {
    asked: Checkpoints,
    /// Places as they were asked for.
    moments: Vec<(String, Moment)>,
    /// Instructions at the next of those that come again and again.
    next: Option<u64>,
    input: Taken,
    made: Vec<PathBuf>,
}

impl Taking {
    pub(crate) fn new(
        asked: Checkpoints,
        retired: u64,
        symbols: &elf::Symbols,
        input: Taken,
    ) -> Result<Self, Error> {
        let moment = |text: &String| {
            let moment = Moment::parse(text, symbols);
            let moment = moment.map_err(|error| match error {
                Error::Region(why) => Error::Checkpoint(why),
                error => error,
            })?;
            Ok::<_, Error>((text.clone(), moment))
        };
        let moments: Vec<_> = asked.places.iter().map(moment).collect::<Result<_, _>>()?;
        for (text, moment) in &moments {
            if let Moment::Instructions(count) = *moment
                && count < retired
            {
                let text = format!("\"{text}\" is behind: the run begins with {retired}");
                return Err(Error::Checkpoint(text));
            }
        }
        let folder = &asked.folder;
        std::fs::create_dir_all(folder)
            .map_err(|error| Error::Checkpoint(format!("{}: {error}", folder.display())))?;
        let next = asked.every.map(|every| (retired / every + 1) * every);
        Ok(Self {
            asked,
            moments,
            next,
            input,
            made: Vec::new(),
        })
    }

    /// Instructions at the next checkpoint, of those that are named so.
    fn count(&self) -> Option<u64> {
        let counts = self.moments.iter().filter_map(|(_, moment)| match moment {
            Moment::Instructions(count) => Some(*count),
            Moment::Bundle(_) => None,
        });
        counts.chain(self.next).min()
    }

    fn bundles(&self) -> Vec<u64> {
        let bundles = self.moments.iter().filter_map(|(_, moment)| match moment {
            Moment::Bundle(address) => Some(*address),
            Moment::Instructions(_) => None,
        });
        bundles.collect()
    }

    /// Takes the names of the checkpoints that are due.
    fn due(&mut self, retired: u64, bundle: Option<u64>) -> Vec<String> {
        let mut names = Vec::new();
        self.moments.retain(|(text, moment)| {
            let is_due = match *moment {
                Moment::Instructions(count) => count <= retired,
                Moment::Bundle(address) => Some(address) == bundle,
            };
            if is_due {
                names.push(text.clone());
            }
            !is_due
        });
        if let (Some(next), Some(every)) = (self.next, self.asked.every)
            && next <= retired
        {
            names.push(next.to_string());
            self.next = Some((retired / every + 1) * every);
        }
        names
    }

    fn is_done(&self) -> bool {
        self.moments.is_empty() && self.next.is_none()
    }

    /// The file for a place.
    fn path(&self, place: &str) -> PathBuf {
        let letter = |c: char| match c.is_ascii_alphanumeric() || "._-".contains(c) {
            true => c,
            false => '_',
        };
        let name: String = place.chars().take(200).map(letter).collect();
        self.asked.folder.join(format!("{name}.checkpoint"))
    }
}

/// Stops a run where checkpoints are due.
struct Stopping<'a, R> {
    inner: &'a mut R,
    /// Instructions so far, and those at which to stop.
    retired: u64,
    count: u64,
    bundles: Vec<u64>,
    /// It has stopped the run, and at which bundle.
    reached: bool,
    bundle: Option<u64>,
}

impl<R: Keeps> Stopping<'_, R> {
    /// The bundle that comes next, or one that has executed.
    fn met(&self, block: &Block, execution: &Execution) -> Option<u64> {
        let executed = u64::from(execution.end).div_ceil(3);
        let next = match execution.taken {
            Some(_) => execution.target & !15,
            None => block.ip + 16 * u64::from(execution.end / 3),
        };
        let passed = |bundle: u64| {
            let place = bundle.wrapping_sub(block.ip) / 16;
            place > 0 && place < executed && bundle >= block.ip
        };
        let mut bundles = self.bundles.iter().copied();
        bundles.find(|&bundle| bundle == next || passed(bundle))
    }
}

impl<R: Keeps> Recorder for Stopping<'_, R> {
    const RECORD: bool = true;
    const EACH: bool = R::EACH;

    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        let flow = match R::RECORD {
            true => self.inner.executed(block, execution),
            false => ControlFlow::Continue(()),
        };
        self.retired += u64::from(block.count_before(execution.end));
        if self.bundle.is_none() && !self.bundles.is_empty() {
            self.bundle = self.met(block, execution);
        }
        if self.retired >= self.count || self.bundle.is_some() {
            self.reached = true;
            return ControlFlow::Break(());
        }
        flow
    }

    fn wants_each(&self) -> bool {
        self.inner.wants_each()
    }

    fn instruction(&mut self, cpu: &Cpu, block: &Block, slot: u8) {
        self.inner.instruction(cpu, block, slot);
    }

    fn clock(&mut self, retired: u64) -> u64 {
        self.inner.clock(retired)
    }

    fn read_pmd(&mut self, index: u64) -> Option<u64> {
        self.inner.read_pmd(index)
    }

    fn space_ended(&mut self, number: u32) {
        self.inner.space_ended(number);
    }

    fn user_monitor(&mut self, enabled: bool) {
        self.inner.user_monitor(enabled);
    }

    fn enter(&mut self, stack: StackSizes) {
        self.inner.enter(stack);
    }
}

impl<R: Keeps> Listener for Stopping<'_, R> {
    fn os(&mut self, event: OsEvent) {
        self.inner.os(event);
    }

    fn time_read(&mut self) {
        self.inner.time_read();
    }

    fn cycles(&mut self) -> Option<u64> {
        self.inner.cycles()
    }
}

impl Session {
    /// Runs as [`Session::go`] does, and makes the checkpoints on the way.
    pub(crate) fn go_and_keep<R: Keeps>(
        &mut self,
        request: &Request,
        recorder: &mut R,
    ) -> Result<End, Error> {
        let Some(mut taking) = self.taking.take() else {
            return self.go(request, recorder);
        };
        let end = self.go_to_all(request, recorder, &mut taking);
        let missed = taking.moments.iter().map(|(text, _)| text.clone());
        request.control.set_checkpoints(Made {
            missed: missed.collect(),
            files: taking.made,
        });
        end
    }

    fn go_to_all<R: Keeps>(
        &mut self,
        request: &Request,
        recorder: &mut R,
        taking: &mut Taking,
    ) -> Result<End, Error> {
        let mut bundle = None;
        loop {
            let retired = self.machine.retired();
            for name in taking.due(retired, bundle.take()) {
                self.write_checkpoint(request, recorder, taking, &name)?;
            }
            if taking.is_done() {
                return self.go(request, recorder);
            }
            let left = request
                .max_instructions
                .map_or(u64::MAX, |limit| limit.saturating_sub(retired));
            let count = taking.count().unwrap_or(u64::MAX);
            let bundles = taking.bundles();
            let functional = request.mode == Mode::Functional;
            let slice = match functional {
                true => left.min(SLICE).min(count - retired),
                false => left,
            };
            let mut reached = false;
            let outcome = if functional && bundles.is_empty() {
                self.kernel.run(&mut self.machine, recorder, Some(slice))
            } else {
                let mut stopping = Stopping {
                    inner: recorder,
                    retired,
                    count: if functional { u64::MAX } else { count },
                    bundles,
                    reached: false,
                    bundle: None,
                };
                let outcome = (self.kernel).run(&mut self.machine, &mut stopping, Some(slice));
                (reached, bundle) = (stopping.reached, stopping.bundle);
                outcome
            };
            let stop = match outcome {
                Outcome::Limit if slice < left => self.watch.look(self.machine.retired(), None),
                Outcome::Stopped if self.watch.stopped().is_some() => self.watch.stopped(),
                Outcome::Stopped if reached => None,
                outcome => {
                    // A place at which the run ends by its limit.
                    if let Outcome::Limit = outcome {
                        for name in taking.due(self.machine.retired(), bundle.take()) {
                            self.write_checkpoint(request, recorder, taking, &name)?;
                        }
                    }
                    return Ok(End::Guest(outcome));
                }
            };
            match stop {
                None => {}
                Some(Stop::Cancelled) => return Err(Error::Cancelled),
                Some(Stop::Interrupted) => return Ok(End::Interrupted),
                Some(Stop::Limit(limit)) => return Ok(End::Limit(limit)),
            }
        }
    }

    fn write_checkpoint<R: Keeps>(
        &mut self,
        request: &Request,
        recorder: &mut R,
        taking: &mut Taking,
        place: &str,
    ) -> Result<(), Error> {
        let failed = |why: &dyn std::fmt::Display| Error::Checkpoint(format!("at {place}: {why}"));
        let mut checkpoint = Checkpoint::default();
        let mut pages = Pages::of(&taking.asked.folder);
        self.kernel
            .save(&self.machine, &mut checkpoint, &mut pages)
            .map_err(|error| failed(&error))?;
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
                program: request.program.clone(),
                sha256: self.sha256.clone(),
                argv0: request.argv0.clone(),
                args: request.args.clone(),
                env: request.env.clone(),
                files: View::of(&request.files),
                input: taking.input.so_far(),
                terminals: request.terminals,
            },
        );
        let path = taking.path(place);
        checkpoint.write(&path).map_err(|error| failed(&error))?;
        tracing::info!(path = %path.display(), instructions = retired, "checkpoint written");
        taking.made.push(path);
        Ok(())
    }
}
