//! The execution trace of a whole machine: the lines of a program's, with the privilege level, and a line for each interruption.

use std::ops::ControlFlow;

use events::{Block, Execution};
use machine::{Cpu, Interruption, Recorder};

use crate::inner::asks_the_inner;

use crate::trace::Trace;

/// Another recorder with the trace beside it.
pub(crate) struct Traced<R> {
    pub inner: R,
    trace: Trace,
}

impl<R: Recorder> Traced<R> {
    pub(crate) fn new(inner: R, trace: Trace) -> Self {
        Self { inner, trace }
    }
}

impl<R: Recorder> Recorder for Traced<R> {
    const RECORD: bool = true;
    const EACH: bool = true;

    fn interrupted(&mut self, interruption: &Interruption) {
        self.trace.interrupted(interruption);
        self.inner.interrupted(interruption);
    }

    fn wants_each(&self) -> bool {
        self.trace.wants_each()
    }

    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        if !self.trace.executed(block, execution) {
            return ControlFlow::Break(());
        }
        if R::RECORD {
            self.inner.executed(block, execution)
        } else {
            self.trace.number();
            ControlFlow::Continue(())
        }
    }

    fn instruction(&mut self, cpu: &Cpu, block: &Block, slot: u8) {
        self.trace.instruction(cpu, block, slot);
    }

    asks_the_inner!();
}
