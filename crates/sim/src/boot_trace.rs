//! The execution trace of a whole machine: the lines of a program's, with the privilege level, and a line for each interruption.

use std::ops::ControlFlow;

use events::{Block, Execution, StackSizes};
use machine::{Cpu, Interruption, MonitorRegister, Recorder};

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
        self.trace.executed(block, execution);
        if self.trace.has_failed() {
            return ControlFlow::Break(());
        }
        if R::RECORD {
            self.inner.executed(block, execution)
        } else {
            self.trace.number();
            ControlFlow::Continue(())
        }
    }

    fn enter(&mut self, stack: StackSizes) {
        self.inner.enter(stack);
    }

    fn instruction(&mut self, cpu: &Cpu, block: &Block, slot: u8) {
        self.trace.instruction(cpu, block, slot);
    }

    fn clock(&mut self, retired: u64) -> u64 {
        self.inner.clock(retired)
    }

    fn read_pmd(&mut self, index: u64) -> Option<u64> {
        self.inner.read_pmd(index)
    }

    fn read_monitor(&mut self, register: MonitorRegister) -> Option<u64> {
        self.inner.read_monitor(register)
    }

    fn write_monitor(&mut self, register: MonitorRegister, value: u64) {
        self.inner.write_monitor(register, value);
    }

    fn take_overflow(&mut self) -> bool {
        self.inner.take_overflow()
    }

    fn space_ended(&mut self, number: u32) {
        self.inner.space_ended(number);
    }

    fn user_monitor(&mut self, enabled: bool) {
        self.inner.user_monitor(enabled);
    }

    fn alarm(&mut self, at: u64) -> bool {
        self.inner.alarm(at)
    }

    fn rang(&mut self) -> bool {
        self.inner.rang()
    }
}
