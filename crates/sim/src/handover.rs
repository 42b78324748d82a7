//! A run whose listener wants a part of it: it goes on unlistened where nothing is wanted, and is handed over between two blocks.
//!
//! What the listener hears from its bound on is what it would have heard had it been there from the start: time does not depend on
//! listeners, and it is asked ([`events::Probe::catch_up`]) from well before the bound on. `crates/sim/tests/windows.rs` compares the views.

use std::ops::ControlFlow;

use events::{Attention, Block, Execution, Off, Probe, StackSizes, StaticEvent, Task, Totals};
use linux::{Listener, OsEvent};
use machine::Recorder;

use crate::Error;
use crate::recorder::Timed;

/// Cycles or instructions before a bound at which the listener is there again: more than it can tell from a bound that is met.
const MARGIN: u64 = 1024;

/// Cycles or instructions without a listener for which it pays to hand a run over: replay begins anew.
const WORTH: u64 = 1 << 14;

/// Feeds the cycle model, with its listener or without.
pub(crate) struct Handover<P: Probe> {
    model: Model<P>,
    /// Up to where nothing is wanted.
    rest: Rest,
    /// Instructions behind which it has to be looked whether it is over, or whether the run has to stop.
    look_at: u64,
    /// The task that the listener has not been told of.
    task: Option<Task>,
}

/// A model in which a run stands.
enum Model<P: Probe> {
    Heard(Box<Timed<P>>),
    Unheard(Box<Timed<Aside<P>>>),
    /// Unheard too, in a run that a block may have to be split in: each is looked at before it executes.
    Divided(Box<Timed<Aside<P>>>),
    /// On the way from one to the other.
    Moving,
}

/// In place of a listener that wants nothing: the model is that of a run without one, and the code is kept that the listener has
/// to be told of.
struct Aside<P> {
    listener: P,
    blocks: Vec<Block>,
}

impl<P> Probe for Aside<P> {
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

/// Where nothing is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Rest {
    /// Before this cycle.
    cycle: u64,
    /// Before so many instructions.
    instructions: u64,
}

impl Rest {
    /// How far a listener wants nothing but what a region of interest brings; `None`: it wants something.
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

    /// Whether it is long enough to pay.
    fn pays<P: Probe>(self, timed: &Timed<P>) -> bool {
        let cycles = self.cycle.saturating_sub(timed.timing.now());
        let instructions = self.instructions.saturating_sub(timed.instructions());
        cycles.min(instructions) >= WORTH
    }
}

/// Calls a method of the model that there is.
macro_rules! either {
    ($self:ident, $timed:ident => $call:expr, $else:expr) => {
        match &mut $self.model {
            Model::Heard($timed) => $call,
            Model::Unheard($timed) | Model::Divided($timed) => $call,
            Model::Moving => $else,
        }
    };
}

impl<P: Probe> Handover<P> {
    /// A run that begins, with its listener.
    pub(crate) fn new(mut timed: Timed<P>) -> Self {
        timed.timing.begin();
        let mut handover = Self {
            model: Model::Heard(Box::new(timed)),
            rest: Rest {
                cycle: 0,
                instructions: 0,
            },
            look_at: 0,
            task: None,
        };
        handover.leave_if_it_pays();
        handover
    }

    /// Saves what [`Timed::save`] does.
    pub(crate) fn save(&mut self, out: &mut Vec<u8>) {
        either!(self, timed => timed.save(out), ());
    }

    /// The end of the run, with its listener.
    ///
    /// # Errors
    /// The model was lost between the two.
    pub(crate) fn finish(mut self) -> Result<Timed<P>, Error> {
        self.come();
        match self.model {
            Model::Heard(timed) => Ok(*timed),
            Model::Unheard(_) | Model::Divided(_) | Model::Moving => {
                Err(Error::Identity("no model at the end".to_owned()))
            }
        }
    }

    /// The run goes on without its listener, if that wants nothing for long.
    #[inline]
    fn leave_if_it_pays(&mut self) {
        let Model::Heard(timed) = &self.model else {
            return;
        };
        if let Some(rest) = Rest::of(timed)
            && rest.pays(timed)
        {
            self.leave(rest);
        }
    }

    #[cold]
    fn leave(&mut self, rest: Rest) {
        self.model = match std::mem::replace(&mut self.model, Model::Moving) {
            Model::Heard(timed) => {
                let (timed, listener) = timed.with_probe(Off);
                let blocks = Vec::new();
                let (timed, Off) = timed.with_probe(Aside { listener, blocks });
                self.rest = rest;
                self.look_at = timed.look_at().min(rest.instructions);
                match timed.divides() {
                    true => Model::Divided(Box::new(timed)),
                    false => Model::Unheard(Box::new(timed)),
                }
            }
            other => other,
        };
    }

    /// The listener is there again, and knows what is always told.
    fn come(&mut self) {
        self.model = match std::mem::replace(&mut self.model, Model::Moving) {
            Model::Unheard(timed) | Model::Divided(timed) => {
                let (timed, Aside { listener, blocks }) = timed.with_probe(Off);
                let (mut timed, Off) = timed.with_probe(listener);
                for block in &blocks {
                    timed.timing.describe(block);
                }
                if let Some(task) = self.task.take() {
                    timed.timing.task(task);
                }
                Model::Heard(Box::new(timed))
            }
            other => other,
        };
    }

    /// Behind a block that executed unheard: the listener comes if its rest is over.
    #[cold]
    fn look(&mut self) -> ControlFlow<()> {
        let Model::Unheard(timed) = &mut self.model else {
            return ControlFlow::Continue(());
        };
        let flow = timed.look_if_due();
        self.look_at = timed.look_at().min(self.rest.instructions);
        if self.rest.is_over(timed) {
            self.come_and_hear();
        }
        flow
    }

    #[cold]
    fn come_and_hear(&mut self) {
        self.come();
        if let Model::Heard(timed) = &mut self.model {
            timed.tell_status();
        }
    }

    /// A block executes with the listener, or it has to be known before whether the listener is wanted.
    #[inline(never)]
    fn executed_with_care(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        if let Model::Divided(timed) = &mut self.model {
            if !timed.crosses(block, execution) {
                let flow = timed.executed(block, execution);
                if self.rest.is_over(timed) {
                    self.come_and_hear();
                }
                return flow;
            }
            self.come_and_hear();
        }
        let Model::Heard(timed) = &mut self.model else {
            return ControlFlow::Continue(());
        };
        let flow = timed.executed(block, execution);
        self.leave_if_it_pays();
        flow
    }
}

impl<P: Probe> Recorder for Handover<P> {
    const RECORD: bool = true;

    #[inline]
    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        let Model::Unheard(timed) = &mut self.model else {
            return self.executed_with_care(block, execution);
        };
        timed.advance(block, execution);
        if timed.instructions() >= self.look_at || timed.timing.has_reached(self.rest.cycle) {
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
        if let Model::Unheard(_) | Model::Divided(_) = self.model {
            self.task = match event {
                OsEvent::Switch {
                    process, thread, ..
                } => Some(Task { process, thread }),
                OsEvent::Renumbered { process, .. } => Some(Task {
                    process,
                    thread: process,
                }),
                _ => self.task,
            };
        }
        either!(self, timed => timed.os(event), ());
    }

    fn cycles(&mut self) -> Option<u64> {
        either!(self, timed => timed.cycles(), None)
    }
}
