//! A run whose listener needs records of a part of it only. Where it needs none, the listener is detached and the run is timed by a model
//! compiled without one, which is faster; the model is handed over between two blocks.
//!
//! The listener hears the same as if it had been attached all the time: time does not depend on listeners, and it is attached
//! [`MARGIN`] before its bound and asked ([`events::Probe::catch_up`]) from there on. `crates/sim/tests/windows.rs` compares the views.

use std::ops::{ControlFlow, Range};

use events::{Attention, Block, Execution, Off, Probe, StackSizes, StaticEvent, Task, Totals};
use linux::{Listener, OsEvent};
use machine::Recorder;

use crate::Error;
use crate::recorder::Timed;

/// How many cycles, or instructions, before its bound the listener is attached again: so far ahead that what it hears at the bound
/// does not depend on when it was attached.
const MARGIN: u64 = 1024;

/// The least number of cycles, or instructions, without records for which detaching pays: each handover discards the memos of replay.
const WORTH: u64 = 1 << 14;

/// Feeds the cycle model, with its listener attached or detached.
pub(crate) struct Handover<P: Probe> {
    model: Model<P>,
    /// While detached: up to where the listener needs no records.
    pause: Pause,
    /// While detached: the number of instructions at which to look whether `pause` is over or the run has to stop.
    look_at: u64,
    /// The newest task, if the listener was detached when it began to run.
    task: Option<Task>,
}

/// The recorder of the run.
enum Model<P: Probe> {
    /// The listener is attached.
    Attached(Box<Timed<P>>),
    /// The listener is detached.
    Detached(Box<Timed<DetachedListener<P>>>),
    /// The listener is detached, in a run in which a block may have to be divided ([`Timed::divides`]): each block is checked before it is
    /// timed, as the region of interest may begin in it.
    DetachedDividing(Box<Timed<DetachedListener<P>>>),
    /// Only while one is made from another.
    Moving,
}

/// The probe of a model whose listener is detached. It is not armed, so that the model is that of a run without a listener; it keeps the blocks
/// that the listener has to be told of.
struct DetachedListener<P> {
    listener: P,
    blocks: Vec<Block>,
}

impl<P> Probe for DetachedListener<P> {
    #[inline(always)]
    fn is_armed() -> bool {
        false
    }

    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        self.blocks.push(block.clone());
    }

    fn catch_up(&mut self, _: u64, _: &mut dyn Totals) -> Attention {
        Attention::NOTHING
    }
}

/// Up to where the listener needs no records, less [`MARGIN`]: whichever is reached first.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pause {
    /// A cycle.
    cycle: u64,
    /// Instructions of the run.
    instructions: u64,
}

impl Pause {
    /// Of an attention with bounds of cycles and syllables only; `None`: the attention needs records at once. That the region of interest
    /// begins is noticed apart ([`Model::DetachedDividing`]).
    fn of<P: Probe>(timed: &Timed<P>) -> Option<Self> {
        let attention = *timed.timing.attention();
        let Attention {
            from,
            settle,
            syllables,
            ..
        } = attention;
        let bounded = Attention {
            from,
            settle,
            syllables,
            ..Attention::NOTHING
        };
        if attention != bounded {
            return None;
        }
        let left = syllables.saturating_sub(timed.timing.fetched());
        let instructions = match syllables {
            u64::MAX => u64::MAX,
            _ => timed.instructions().saturating_add(left),
        };
        Some(Self {
            cycle: from.min(settle).saturating_sub(MARGIN),
            instructions: instructions.saturating_sub(MARGIN),
        })
    }

    fn is_over<P: Probe>(self, timed: &Timed<P>) -> bool {
        timed.timing.has_reached(self.cycle) || timed.instructions() >= self.instructions
    }

    /// Whether it is long enough that detaching the listener pays.
    fn pays<P: Probe>(self, timed: &Timed<P>) -> bool {
        let cycles = self.cycle.saturating_sub(timed.timing.now());
        let instructions = self.instructions.saturating_sub(timed.instructions());
        cycles.min(instructions) >= WORTH
    }
}

/// Evaluates `$call` with the recorder, whatever its listener; `$else` if there is none.
macro_rules! either {
    ($self:ident, $timed:ident => $call:expr, $else:expr) => {
        match &mut $self.model {
            Model::Attached($timed) => $call,
            Model::Detached($timed) | Model::DetachedDividing($timed) => $call,
            Model::Moving => $else,
        }
    };
}

impl<P: Probe> Handover<P> {
    /// A run that begins: asks the listener, and detaches it if that pays.
    pub(crate) fn new(mut timed: Timed<P>) -> Self {
        timed.timing.begin();
        let mut handover = Self {
            model: Model::Attached(Box::new(timed)),
            pause: Pause {
                cycle: 0,
                instructions: 0,
            },
            look_at: 0,
            task: None,
        };
        handover.detach_if_it_pays();
        handover
    }

    /// Saves what [`Timed::save`] does.
    pub(crate) fn save(&mut self, out: &mut Vec<u8>) {
        either!(self, timed => timed.save(out), ());
    }

    /// The end of the run: the recorder with its listener attached.
    ///
    /// # Errors
    /// The model was lost between the two.
    pub(crate) fn finish(mut self) -> Result<Timed<P>, Error> {
        self.attach();
        match self.model {
            Model::Attached(timed) => Ok(*timed),
            Model::Detached(_) | Model::DetachedDividing(_) | Model::Moving => {
                Err(Error::Identity("no model at the end".to_owned()))
            }
        }
    }

    /// Detaches the listener if it needs no records for long enough.
    #[inline]
    fn detach_if_it_pays(&mut self) {
        let Model::Attached(timed) = &self.model else {
            return;
        };
        if let Some(pause) = Pause::of(timed)
            && pause.pays(timed)
        {
            self.detach(pause);
        }
    }

    #[cold]
    fn detach(&mut self, pause: Pause) {
        self.model = match std::mem::replace(&mut self.model, Model::Moving) {
            Model::Attached(timed) => {
                let (timed, listener) = timed.with_probe(Off);
                let blocks = Vec::new();
                let (timed, Off) = timed.with_probe(DetachedListener { listener, blocks });
                self.pause = pause;
                self.look_at = timed.look_at().min(pause.instructions);
                match timed.divides() {
                    true => Model::DetachedDividing(Box::new(timed)),
                    false => Model::Detached(Box::new(timed)),
                }
            }
            other => other,
        };
    }

    /// Attaches the listener again, and tells it the blocks that are new and the current task.
    fn attach(&mut self) {
        self.model = match std::mem::replace(&mut self.model, Model::Moving) {
            Model::Detached(timed) | Model::DetachedDividing(timed) => {
                let (timed, DetachedListener { listener, blocks }) = timed.with_probe(Off);
                let (mut timed, Off) = timed.with_probe(listener);
                for block in &blocks {
                    timed.timing.describe(block);
                }
                if let Some(task) = self.task.take() {
                    timed.timing.task(task);
                }
                Model::Attached(Box::new(timed))
            }
            other => other,
        };
    }

    /// Behind a block that was timed without the listener: attaches it if its pause is over, and looks whether the run has to stop.
    #[cold]
    fn look(&mut self) -> ControlFlow<()> {
        let Model::Detached(timed) = &mut self.model else {
            return ControlFlow::Continue(());
        };
        let flow = timed.look_if_due();
        self.look_at = timed.look_at().min(self.pause.instructions);
        if self.pause.is_over(timed) {
            self.attach_and_tell_status();
        }
        flow
    }

    #[cold]
    fn attach_and_tell_status(&mut self) {
        self.attach();
        if let Model::Attached(timed) = &mut self.model {
            timed.tell_status();
        }
    }

    /// Times a block with the listener attached, or in a run with divided blocks.
    #[inline(never)]
    fn executed_with_care(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        if let Model::DetachedDividing(timed) = &mut self.model {
            if !timed.crosses(block, execution) {
                let flow = timed.executed(block, execution);
                if self.pause.is_over(timed) {
                    self.attach_and_tell_status();
                }
                return flow;
            }
            self.attach_and_tell_status();
        }
        let Model::Attached(timed) = &mut self.model else {
            return ControlFlow::Continue(());
        };
        let flow = timed.executed(block, execution);
        self.detach_if_it_pays();
        flow
    }
}

impl<P: Probe> Recorder for Handover<P> {
    const RECORD: bool = true;

    #[inline]
    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        let Model::Detached(timed) = &mut self.model else {
            return self.executed_with_care(block, execution);
        };
        timed.advance(block, execution);
        if timed.instructions() >= self.look_at || timed.timing.has_reached(self.pause.cycle) {
            return self.look();
        }
        ControlFlow::Continue(())
    }

    fn clock(&mut self, retired: u64) -> u64 {
        either!(self, timed => timed.clock(retired), retired)
    }

    fn read_pmd(&mut self, index: u64) -> Option<u64> {
        either!(self, timed => timed.read_pmd(index), None)
    }

    fn unmapped(&mut self, number: u32, addresses: &Range<u64>) {
        either!(self, timed => timed.unmapped(number, addresses), ());
    }

    fn space_ended(&mut self, number: u32) {
        either!(self, timed => timed.space_ended(number), ());
    }

    fn user_monitor(&mut self, enabled: bool) {
        either!(self, timed => timed.user_monitor(enabled), ());
    }

    fn enter(&mut self, stack: StackSizes) {
        either!(self, timed => timed.enter(stack), ());
    }
}

impl<P: Probe> Listener for Handover<P> {
    fn os(&mut self, event: OsEvent) {
        if let Model::Detached(_) | Model::DetachedDividing(_) = self.model {
            self.task = match event {
                OsEvent::Switch { task, .. } | OsEvent::Renumbered { task, .. } => Some(task),
                _ => self.task,
            };
        }
        either!(self, timed => timed.os(event), ());
    }

    fn cycles(&mut self) -> Option<u64> {
        either!(self, timed => timed.cycles(), None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{Trace, TraceOptions};
    use events::{Counts, Executions, RawSet};

    /// A run in which nothing has executed yet.
    struct Unbegun;

    impl Totals for Unbegun {
        fn dynamic(&mut self, _: &RawSet) -> Counts {
            Counts::default()
        }

        fn fetched(&mut self) -> u64 {
            0
        }

        fn retired(&mut self, _: &mut dyn FnMut(&Executions<'_>)) {}
    }

    /// From where on a trace is attached that begins at `START`, by its first attention.
    fn attached(options: TraceOptions, bound: impl Fn(Attention) -> u64) -> u64 {
        let out = Box::new(std::io::sink());
        let mut trace = Trace::new(out, options, 0, false, true).expect("a timed trace");
        bound(trace.catch_up(0, &mut Unbegun)) - MARGIN
    }

    /// A number as the documents write it.
    fn written(number: u64) -> String {
        match number {
            1000.. => format!("{},{:03}", number / 1000, number % 1000),
            _ => number.to_string(),
        }
    }

    #[test]
    fn the_documents_say_how_long_before_its_window_a_trace_is_attached() {
        const START: u64 = 1 << 20;
        let window = || Some(START..START + 10);
        let cycles = TraceOptions {
            cycles: window(),
            ..TraceOptions::default()
        };
        let instructions = TraceOptions {
            instructions: window(),
            ..TraceOptions::default()
        };
        let cycles = START - attached(cycles, |attention| attention.from);
        let instructions = START - attached(instructions, |attention| attention.syllables);
        let said = format!(
            "except in the {} cycles before a window of cycles (of which lines are made in {}) or the {} instructions before a window of instructions ({}).",
            written(cycles),
            written(crate::trace::LEAD_CYCLES),
            written(instructions),
            written(crate::trace::LEAD)
        );
        assert!(
            include_str!("../../../docs/traces.md").contains(&said),
            "{said}"
        );
    }
}
