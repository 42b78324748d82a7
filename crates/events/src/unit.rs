//! Monitoring units: registers, an interrupt, and the software behind it.

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
    /// Cycle in which the interrupted group would have issued.
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
/// registers. A unit that hears everything implements the required methods; one that leaves records out while their
/// order does not matter overrides the last four, too.
///
/// What [`Probe::settle`] and [`Probe::catch_up`] do for a listener, [`MonitoringUnit::advance`] does for a unit: it has
/// no need of those two, nor of [`Probe::read_pmd`].
pub trait MonitoringUnit: Probe {
    /// The banks of its registers.
    fn banks(&self) -> &[Bank];

    /// What a register holds after reset; `None`: there is no such register.
    fn reset_value(&self, register: Register) -> Option<u64>;

    /// What a register holds, to software at the highest privilege level; `None`: there is no such register.
    fn read(&self, register: Register) -> Option<u64>;

    /// Writes a register, from the host, a handler or privileged code; bits that do not exist are ignored. False: there
    /// is no such register. Never raises an interrupt.
    fn write(&mut self, register: Register, value: u64) -> bool;

    /// What the program reads from data register `index` at its privilege level; `None`: the unit has no registers that
    /// a program can read.
    fn read_data(&self, index: u64) -> Option<u64> {
        let _ = index;
        None
    }

    /// Whether an interrupt was raised and is not delivered.
    fn is_interrupting(&self) -> bool;

    /// Takes what was recorded before `until`, up to the first interrupt, which is delivered. Called again until there
    /// is none.
    fn advance(&mut self, until: u64) -> Option<Interrupt>;

    /// The run has ended: takes what is left, without interrupts.
    fn finish(&mut self) {}

    /// Whether settling at `cycle` needs [`MonitoringUnit::advance`].
    fn is_due(&self, cycle: u64) -> bool {
        let _ = cycle;
        true
    }

    /// Before advancing to `cycle`: takes what was left out from `totals` if order may matter now or soon.
    fn wake(&mut self, cycle: u64, totals: &mut dyn Totals) {
        let _ = (cycle, totals);
    }

    /// After advancing: leaves records out from now on, if that is worth while.
    fn rest(&mut self, totals: &mut dyn Totals) {
        let _ = totals;
    }

    /// What has to be delivered until the next [`MonitoringUnit::rest`].
    fn attention(&self) -> Attention {
        Attention::ALL
    }
}

/// What software does when a unit interrupts. It costs no guest time, and counts nothing.
///
/// A handler that only reads and writes registers by number serves every unit: `impl<U: MonitoringUnit> Handler<U>`.
pub trait Handler<U> {
    /// Called between two instruction groups. A handler that wants to go on writes what the unit needs for that, for
    /// example clears the freeze bit of PMC0; one that does not leaves the unit frozen for good.
    fn interrupt(&mut self, unit: &mut U, interrupt: &Interrupt);
}

/// No handler: the first interrupt leaves the unit as it is.
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

    /// Takes everything before `cycle`; register contents are then those of that moment. Call before
    /// software reads a register.
    pub fn synchronise(&mut self, cycle: u64) {
        while let Some(interrupt) = self.unit.advance(cycle) {
            self.handler.interrupt(&mut self.unit, &interrupt);
        }
    }

    /// Ends a run of so many cycles. What its last instructions caused and what completes after its end is
    /// counted too, as it is in a report.
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
