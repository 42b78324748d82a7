//! A quiet unit as software sees it: registers by number, the interrupt, and when records are left out.

use super::programming::Kind;
use super::{QuietUnit, WORTH_NOTHING};
use crate::registers::{PMV_MASKED, bank};
use crate::unit::{Delegation, Unit};
use events::{Attention, Bank, Interrupt, MonitoringUnit, Register, Totals};

impl QuietUnit {
    /// Whether quiet has to end: order may matter before `cycle` or soon after. Writes the entries and takes the captures that are
    /// due, which needs no totals.
    fn must_wake(&mut self, cycle: u64) -> bool {
        if self.unit.is_tracing() {
            self.unit
                .write_trace(|registers| self.tail.write(registers));
        }
        self.unit.take_outstanding(cycle);
        self.unit.delegates()
            && (self.exceeded || self.unit.order_from() < cycle.saturating_add(WORTH_NOTHING))
    }

    fn has(&self, register: Register) -> bool {
        let bank = self.banks().get(register.bank);
        bank.is_some_and(|bank| register.number < bank.registers)
    }
}

impl From<Unit> for QuietUnit {
    fn from(unit: Unit) -> QuietUnit {
        QuietUnit::new(unit)
    }
}

impl MonitoringUnit for QuietUnit {
    fn banks(&self) -> &[Bank] {
        self.unit.banks()
    }

    fn reset_value(&self, register: Register) -> Option<u64> {
        self.has(register).then(|| match register.bank {
            bank::PMC => self.facts().control[register.number].reset,
            bank::PMV => PMV_MASKED,
            _ => 0,
        })
    }

    fn read(&self, register: Register) -> Option<u64> {
        let number = register.number;
        self.has(register).then(|| match register.bank {
            bank::PMC => self.pmc(number),
            bank::PMD => self.pmd(number),
            bank::IBR => self.ibr(number),
            bank::DBR => self.dbr(number),
            _ => self.pmv(),
        })
    }

    fn write(&mut self, register: Register, value: u64) -> bool {
        if !self.has(register) {
            return false;
        }
        let number = register.number;
        match register.bank {
            bank::PMC => self.set_pmc(number, value),
            bank::PMD => self.set_pmd(number, value),
            bank::IBR => self.set_ibr(number, value),
            bank::DBR => self.set_dbr(number, value),
            _ => self.set_pmv(value),
        }
        true
    }

    fn read_data(&self, index: u64) -> Option<u64> {
        Some(usize::try_from(index).map_or(0, |index| self.read_pmd(index)))
    }

    fn is_interrupting(&self) -> bool {
        self.unit.is_interrupting()
    }

    fn advance(&mut self, until: u64) -> Option<Interrupt> {
        self.traces_at_once = false;
        let interrupt = self.unit.advance(until);
        if interrupt.is_none() {
            self.check_again();
        }
        interrupt
    }

    fn finish(&mut self) {
        self.drain();
    }

    #[inline(always)]
    fn is_due(&self, cycle: u64) -> bool {
        cycle >= self.unit.next_check()
    }

    fn wake(&mut self, cycle: u64, totals: &mut dyn Totals) {
        if self.must_wake(cycle) {
            self.take(totals);
        }
    }

    fn rest(&mut self, totals: &mut dyn Totals) {
        if self.unit.delegates() {
            self.plan();
            return;
        }
        self.programming.follow(&self.unit);
        if !self.programming.allowed {
            return;
        }
        let clock = self.unit.clock();
        if clock < self.quiet_from {
            self.check_again();
            return;
        }
        self.ended_by_update = false;
        let by_record = self.programming.by_record_set();
        let ready = clock.saturating_add(WORTH_NOTHING);
        let due = clock.saturating_add(self.programming.worth());
        let horizon = self.programming.summed_horizon(&self.unit);
        if self.unit.horizon_without(by_record) < ready || horizon < due || self.budget().is_none()
        {
            return;
        }
        self.base = self.programming.sums(&self.unit, totals);
        self.queued = self.unit.queued();
        self.unit.delegate(Delegation {
            summed: self.programming.summed,
            horizon,
            by_record,
            entries: self.programming.entries_set(),
        });
        self.budget = self.budget().unwrap_or([0; 2]);
        self.plan();
    }

    fn attention(&self) -> Attention {
        let setup = self.unit.setup();
        let held_branches = match self.unit.delegates() && self.traces_at_once {
            true => self.budget[Kind::Entries as usize],
            false => 0,
        };
        Attention {
            from: if self.unit.delegates() {
                self.unit.order_from()
            } else {
                0
            },
            settle: self.unit.next_check(),
            branches: self.unit.is_tracing() && held_branches == 0,
            held_branches,
            data_misses: setup.data_ear.captures(),
            instruction_misses: setup.instruction_ear.captures(),
            stack_sizes: true,
            losses: true,
            counts: true,
            ..Attention::NOTHING
        }
    }
}
