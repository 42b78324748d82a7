//! Which checkpoints are still to be made, and where a run stops for them.
//!
//! A functional run stops after exactly the number of instructions that a place names. A timed run stops at the end of a block of
//! instructions, where a stop does not change its time: at the first block at whose end so many instructions have executed, or which has
//! executed the bundle of a place or is followed by it.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;

use checkpoint::Pages;
use events::{Block, Execution, Probe, StackSizes};
use linux::{Listener, OsEvent};
use machine::{Cpu, Recorder, Silent};

use super::input::InputRead;
use crate::Error;
use crate::handover::Handover;
use crate::observed::Observed;
use crate::recorder::Timed;
use crate::region::Moment;
use crate::saved::Checkpoints;

/// A recorder whose state a warm checkpoint can hold.
pub(crate) trait Keeps: Listener {
    /// Appends its state to `out`; false: it has none.
    fn keep(&mut self, out: &mut Vec<u8>) -> bool;

    /// The value of `ar.itc` behind `retired` instructions.
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

impl<P: Probe> Keeps for Handover<P> {
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

/// The checkpoints of a run: those that are still to be made, and those that have been.
pub(crate) struct Taking {
    pub asked: Checkpoints,
    /// The places that the run has not come to, as they were asked for.
    pub moments: Vec<(String, Moment)>,
    /// Instructions at the next periodic checkpoint ([`Checkpoints::every`]).
    next: Option<u64>,
    pub input: InputRead,
    pub pages: Pages,
    /// Files that have been written.
    pub made: Vec<PathBuf>,
    /// Places at which the limit of the run has cut a block, so that no warm checkpoint was made.
    pub cut: Vec<String>,
    /// Which checkpoint could not be written, and why. None is made behind it.
    pub unwritten: Option<String>,
}

impl Taking {
    pub(crate) fn new(
        asked: Checkpoints,
        retired: u64,
        symbols: &elf::Symbols,
        input: InputRead,
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
        let mut files = HashMap::new();
        for place in &asked.places {
            let file = Checkpoints::file_name(place);
            let other = files.insert(file.clone(), place);
            if let Some(other) = other.filter(|&other| other != place) {
                return Err(Error::Checkpoint(format!(
                    "the places \"{other}\" and \"{place}\" would both be written to {file}; give one of them as the address of its bundle"
                )));
            }
        }
        let folder = &asked.folder;
        std::fs::create_dir_all(folder).map_err(|error| {
            Error::Checkpoint(format!(
                "{}: {error}; --checkpoint-dir takes a folder, and makes one that is not there",
                folder.display()
            ))
        })?;
        Ok(Self {
            next: next(&asked, retired),
            pages: Pages::of(&asked.folder).temporarily(asked.temporary),
            asked,
            moments,
            input,
            made: Vec::new(),
            cut: Vec::new(),
            unwritten: None,
        })
    }

    /// Makes no further checkpoints, because one could not be written.
    pub(crate) fn give_up(&mut self, why: String) {
        self.unwritten = Some(why);
        self.moments.clear();
        self.next = None;
    }

    /// The number of instructions at the next checkpoint whose place is a number of instructions.
    pub(crate) fn count(&self) -> Option<u64> {
        let counts = self.moments.iter().filter_map(|(_, moment)| match moment {
            Moment::Instructions(count) => Some(*count),
            Moment::Bundle(_) => None,
        });
        counts.chain(self.next).min()
    }

    pub(crate) fn bundles(&self) -> Vec<u64> {
        let bundles = self.moments.iter().filter_map(|(_, moment)| match moment {
            Moment::Bundle(address) => Some(*address),
            Moment::Instructions(_) => None,
        });
        bundles.collect()
    }

    /// Removes the checkpoints that are due behind `retired` instructions and at `bundles`, and returns their names.
    pub(crate) fn due(&mut self, retired: u64, bundles: &[u64]) -> Vec<String> {
        let mut names = Vec::new();
        self.moments.retain(|(text, moment)| {
            let is_due = match *moment {
                Moment::Instructions(count) => count <= retired,
                Moment::Bundle(address) => bundles.contains(&address),
            };
            if is_due {
                names.push(text.clone());
            }
            !is_due
        });
        if let Some(place) = self.next.filter(|&place| place <= retired) {
            names.push(place.to_string());
            self.next = next(&self.asked, retired);
        }
        names
    }

    pub(crate) fn is_done(&self) -> bool {
        self.moments.is_empty() && self.next.is_none()
    }

    /// The file for a place.
    pub(crate) fn path(&self, place: &str) -> PathBuf {
        self.asked.folder.join(Checkpoints::file_name(place))
    }
}

/// The number of instructions at the next periodic checkpoint behind `retired` instructions.
fn next(asked: &Checkpoints, retired: u64) -> Option<u64> {
    let every = asked.every?;
    let first = asked.first.unwrap_or(every);
    match retired.checked_sub(first) {
        None => Some(first),
        Some(behind) => Some(
            (behind / every + 1)
                .saturating_mul(every)
                .saturating_add(first),
        ),
    }
}

/// Whether an execution ended before the end of its block although its last instruction neither branched nor called the system.
fn is_cut(block: &Block, execution: &Execution) -> bool {
    let calls = |slot: u8| {
        execution.predicates >> slot & 1 != 0 && block.instruction(slot).op == isa::Op::Break
    };
    let last = execution.end.checked_sub(1);
    let last = last.filter(|&slot| slot >= block.first_slot);
    execution.taken.is_none() && execution.end < block.end_slot && !last.is_some_and(calls)
}

/// A recorder that stops a run at the end of a block where a checkpoint is due, around another one.
pub(crate) struct Stopping<'a, R> {
    pub inner: &'a mut R,
    /// Instructions so far.
    pub retired: u64,
    /// The number of instructions at which to stop.
    pub count: u64,
    /// The bundles at which to stop.
    pub bundles: Vec<u64>,
    /// It has stopped the run.
    pub reached: bool,
    /// Those of them at which it has.
    pub met: Vec<u64>,
    /// The number of instructions at which the limit of the run ends it.
    pub limit: u64,
    /// The limit has ended it inside a block.
    pub cut: bool,
}

impl<R: Keeps> Stopping<'_, R> {
    /// Those of `bundles` that come next, or that have executed and are not the first of the block.
    fn met_by(&self, block: &Block, execution: &Execution) -> Vec<u64> {
        let executed = u64::from(execution.end).div_ceil(3);
        let next = match execution.taken {
            Some(_) => execution.target & !15,
            None => block.ip + 16 * u64::from(execution.end / 3),
        };
        let passed = |bundle: u64| {
            let place = bundle.wrapping_sub(block.ip) / 16;
            place > 0 && place < executed && bundle >= block.ip
        };
        let bundles = self.bundles.iter().copied();
        let met = bundles.filter(|&bundle| bundle == next || passed(bundle));
        met.collect()
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
        self.cut = self.retired >= self.limit && is_cut(block, execution);
        if self.met.is_empty() && !self.bundles.is_empty() {
            self.met = self.met_by(block, execution);
        }
        if self.retired >= self.count || !self.met.is_empty() {
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

    fn unmapped(&mut self, number: u32, addresses: &Range<u64>) {
        self.inner.unmapped(number, addresses);
    }

    fn space_ended(&mut self, number: u32) {
        self.inner.space_ended(number);
    }

    fn forget_code(&mut self) -> bool {
        self.inner.forget_code()
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
