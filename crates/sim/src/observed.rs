//! What is written beside a run from the records of the functional core, block by block: trace, check of groups, block vectors. It needs no
//! cycle model.

use std::io;
use std::ops::{ControlFlow, Range};

use events::{Block, Execution, StackSizes};
use linux::{Listener, OsEvent};
use machine::{Cpu, Recorder};

use crate::groups::GroupCheck;
use crate::trace::Trace;
use crate::vectors::BlockVectors;

/// What is written beside a run.
#[derive(Default)]
pub(crate) struct Beside {
    pub trace: Option<Trace>,
    pub groups: Option<GroupCheck>,
    pub vectors: Option<BlockVectors>,
}

impl Beside {
    /// Whether nothing is written.
    pub(crate) fn is_empty(&self) -> bool {
        self.trace.is_none() && self.groups.is_none() && self.vectors.is_none()
    }
}

/// Another recorder, with what is written beside it.
pub(crate) struct Observed<R> {
    pub inner: R,
    trace: Option<Trace>,
    groups: Option<GroupCheck>,
    vectors: Option<BlockVectors>,
    /// The run has no cycles: lines of the trace are numbered by instruction and printed at once.
    numbered: bool,
}

impl<R: Listener> Observed<R> {
    pub(crate) fn new(inner: R, beside: Beside) -> Self {
        Self {
            inner,
            trace: beside.trace,
            groups: beside.groups,
            vectors: beside.vectors,
            numbered: !R::RECORD,
        }
    }

    /// The end of the run: writes what is left.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        if let Some(groups) = &mut self.groups {
            groups.finish()?;
        }
        if let Some(vectors) = &mut self.vectors {
            vectors.finish()?;
        }
        self.trace.as_ref().map_or(Ok(()), Trace::finish)
    }
}

impl<R: Listener> Recorder for Observed<R> {
    const RECORD: bool = true;
    const EACH: bool = true;

    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        if let Some(groups) = &mut self.groups {
            groups.executed(block, execution);
        }
        if let Some(vectors) = &mut self.vectors
            && !vectors.executed(block, execution)
        {
            return ControlFlow::Break(());
        }
        if let Some(trace) = &self.trace {
            if !trace.executed(block, execution) {
                return ControlFlow::Break(());
            }
            if self.numbered {
                trace.number();
            }
        }
        if R::RECORD {
            self.inner.executed(block, execution)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn wants_each(&self) -> bool {
        self.trace.as_ref().is_some_and(Trace::wants_each)
    }

    fn instruction(&mut self, cpu: &Cpu, block: &Block, slot: u8) {
        if let Some(trace) = &self.trace {
            trace.instruction(cpu, block, slot);
        }
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

    fn user_monitor(&mut self, enabled: bool) {
        self.inner.user_monitor(enabled);
    }

    fn enter(&mut self, stack: StackSizes) {
        self.inner.enter(stack);
    }
}

impl<R: Listener> Listener for Observed<R> {
    fn os(&mut self, event: OsEvent) {
        if let Some(groups) = &mut self.groups {
            groups.interrupted();
        }
        self.inner.os(event);
    }

    fn cycles(&mut self) -> Option<u64> {
        self.inner.cycles()
    }
}
