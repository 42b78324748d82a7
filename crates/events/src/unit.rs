//! Monitoring units: listeners with registers and an interrupt, such as the performance monitor of Itanium, and the software that
//! handles the interrupt. [`Monitor`] joins a unit and its [`Handler`] to one listener.

use crate::{Attention, Block, Group, Probe, StaticEvent, Task, Totals};

/// A register of a monitoring unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Register {
    /// Its bank: an index into [`MonitoringUnit::banks`].
    pub bank: usize,
    /// Its number in the bank.
    pub number: usize,
}

/// Registers of one kind, numbered from 0: PMC, PMD, the internal processor registers of Alpha.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bank {
    /// Name of a register in front of its number, in lower case: `pmc`.
    pub name: &'static str,
    /// How many there are.
    pub registers: usize,
}

/// An interrupt of a monitoring unit, at the moment of its delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interrupt {
    /// Cycle in which the first group that is not executed would have issued.
    pub cycle: u64,
    /// Interruption instruction pointer: bundle of the first instruction not executed.
    pub ip: u64,
    /// Its slot (PSR.ri).
    pub slot: u8,
    /// Cycle of the event that raised it: an overflow, the end of a window.
    pub raised: u64,
    /// What the unit's status register says of the cause, as the handler finds it: PMC0 of Itanium and Itanium 2 with its
    /// freeze and overflow bits.
    pub status: u64,
}

/// A monitoring unit: a listener with registers that software reads and writes, and with an interrupt.
///
/// The unit only records. When its interrupt is delivered, [`Monitor`] calls the [`Handler`], which reads and writes
/// registers. A unit that hears everything implements the required methods only; one that does without records while their
/// order does not matter also overrides the last four ([`is_due`](Self::is_due), [`wake`](Self::wake), [`rest`](Self::rest),
/// [`attention`](Self::attention)).
///
/// [`Monitor`] answers [`Probe::settle`], [`Probe::catch_up`] and [`Probe::read_pmd`] with the methods of this trait: a unit
/// overrides none of these three.
pub trait MonitoringUnit: Probe {
    /// The banks of its registers.
    fn banks(&self) -> &[Bank];

    /// Value of a register after reset; `None`: there is no such register.
    fn reset_value(&self, register: Register) -> Option<u64>;

    /// Value of a register as software at the highest privilege level reads it; `None`: there is no such register.
    fn read(&self, register: Register) -> Option<u64>;

    /// Writes a register, on behalf of the host, a handler or privileged code; bits that do not exist are ignored. Returns false if there
    /// is no such register. Never raises an interrupt.
    fn write(&mut self, register: Register, value: u64) -> bool;

    /// What the program reads from data register `index` at its privilege level; `None`: the unit has no registers that
    /// a program can read directly.
    fn read_data(&self, index: u64) -> Option<u64> {
        let _ = index;
        None
    }

    /// Whether an interrupt was raised and has not been delivered yet.
    fn is_interrupting(&self) -> bool;

    /// Processes the records of cycles before `until`, up to the first interrupt, which it returns for delivery. The caller
    /// calls it again, after the handler, until it returns `None`.
    fn advance(&mut self, until: u64) -> Option<Interrupt>;

    /// The run has ended: processes the remaining records without interrupts.
    fn finish(&mut self) {}

    /// Whether [`MonitoringUnit::advance`] has to be called when `cycle` is settled.
    fn is_due(&self, cycle: u64) -> bool {
        let _ = cycle;
        true
    }

    /// Called before advancing to `cycle`. If the order of single records may matter from here on, or soon, the unit takes the counts
    /// of the records that it did not hear from `totals`.
    fn wake(&mut self, cycle: u64, totals: &mut dyn Totals) {
        let _ = (cycle, totals);
    }

    /// Called after advancing. The unit decides whether it does without records from here on.
    fn rest(&mut self, totals: &mut dyn Totals) {
        let _ = totals;
    }

    /// What the model has to deliver until the next [`MonitoringUnit::rest`].
    fn attention(&self) -> Attention {
        Attention::ALL
    }
}

/// The software that handles the interrupt of a unit. It runs outside the guest: it takes no cycles and causes no events.
///
/// A handler that only reads and writes registers by number serves every unit: `impl<U: MonitoringUnit> Handler<U>`.
pub trait Handler<U> {
    /// Called between two issue groups. A unit that froze goes on counting only if the handler unfreezes it, for example by
    /// clearing the freeze bit of PMC0.
    fn interrupt(&mut self, unit: &mut U, interrupt: &Interrupt);
}

/// No handler: a unit that freezes at its first interrupt stays frozen.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ignore;

impl<U> Handler<U> for Ignore {
    fn interrupt(&mut self, _: &mut U, _: &Interrupt) {}
}

/// A unit with its handler, as a listener to a run.
#[derive(Debug, Clone)]
pub struct Monitor<U, H> {
    /// The unit.
    pub unit: U,
    /// The software behind its interrupt.
    pub handler: H,
}

impl<U: MonitoringUnit, H: Handler<U>> Monitor<U, H> {
    /// A unit with a handler.
    pub fn new(unit: impl Into<U>, handler: H) -> Self {
        Monitor {
            unit: unit.into(),
            handler,
        }
    }

    /// Processes all records before `cycle` and calls the handler for each interrupt; registers then hold their values of that
    /// cycle. To be called before software reads a register.
    pub fn synchronise(&mut self, cycle: u64) {
        while let Some(interrupt) = self.unit.advance(cycle) {
            self.handler.interrupt(&mut self.unit, &interrupt);
        }
    }

    /// Ends a run of `cycles` cycles. Events of its last instructions that complete after the end are counted too, as in a
    /// report.
    pub fn finish(&mut self, cycles: u64) {
        self.synchronise(cycles);
        self.unit.finish();
    }
}

impl<U: MonitoringUnit, H: Handler<U>> Probe for Monitor<U, H> {
    crate::forward_records!(unit);

    fn describe(&mut self, block: &Block, events: &[StaticEvent]) {
        self.unit.describe(block, events);
    }

    #[inline(always)]
    fn group(&mut self, group: &Group) {
        self.unit.group(group);
    }

    fn status(&mut self, cycle: u64, psr: u64) {
        self.unit.status(cycle, psr);
    }

    fn task(&mut self, cycle: u64, task: Task) {
        self.unit.task(cycle, task);
    }

    fn read_pmd(&mut self, cycle: u64, index: u64) -> Option<u64> {
        self.synchronise(cycle);
        self.unit.read_data(index)
    }

    #[inline(always)]
    fn settle(&mut self, cycle: u64) {
        if self.unit.is_due(cycle) {
            self.synchronise(cycle);
        }
    }

    fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        if self.unit.is_due(cycle) || self.unit.asks(0) {
            self.unit.wake(cycle, totals);
            self.synchronise(cycle);
            self.unit.rest(totals);
        }
        self.unit.attention()
    }

    #[inline(always)]
    fn asks(&self, misses: u32) -> bool {
        self.unit.asks(misses)
    }
}
