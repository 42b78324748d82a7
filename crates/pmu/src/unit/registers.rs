//! The registers by number: what software and the processor read and write.

use crate::registers::PMV_MASKED;
use isa::psr;

use super::Unit;

impl Unit {
    /// Reads PMC `index`.
    #[must_use]
    pub fn pmc(&self, index: usize) -> u64 {
        self.registers.pmc(index)
    }

    /// Writes PMC `index`, from the host or privileged code. Never raises an interrupt.
    pub fn set_pmc(&mut self, index: usize, value: u64) {
        self.registers.set_pmc(index, value);
        if index == 0 {
            self.refresh_gates();
            self.plan();
        } else {
            self.reprogram();
        }
    }

    /// Reads PMD `index` at the highest privilege level.
    #[must_use]
    pub fn pmd(&self, index: usize) -> u64 {
        if (4..8).contains(&index) {
            let mut registers = self.registers.clone();
            registers.set_pmd(index, self.values[index - 4]);
            registers.pmd(index)
        } else {
            self.registers.pmd(index)
        }
    }

    /// Reads PMD `index` as an instruction at the current privilege level does: below level 0 a secured
    /// monitor, or all of them under PSR.sp, read zero.
    #[must_use]
    pub fn read_pmd(&self, index: usize) -> u64 {
        let secured = psr::cpl(self.psr) != 0
            && (self.psr & psr::SP != 0
                || self
                    .system_bit_of(index)
                    .is_some_and(|(pmc, bit)| self.registers.pmc(pmc) >> bit & 1 != 0));
        if secured { 0 } else { self.pmd(index) }
    }

    /// The control register that governs access to a data register, and the place of its bit pm.
    fn system_bit_of(&self, index: usize) -> Option<(usize, u32)> {
        let facts = self.facts();
        match index {
            0 | 1 => Some((10, facts.instruction_ear.system_bit)),
            2 | 3 | 17 => Some((11, facts.data_ear.system_bit)),
            4..=7 => Some((index, 6)),
            8..=16 => Some((12, 6)),
            _ => None,
        }
    }

    /// Writes PMD `index`.
    pub fn set_pmd(&mut self, index: usize, value: u64) {
        self.registers.set_pmd(index, value);
        if (4..8).contains(&index) {
            self.values[index - 4] = value & self.registers.counter_mask();
            self.plan();
        }
    }

    /// Reads instruction breakpoint register `index`.
    #[must_use]
    pub fn ibr(&self, index: usize) -> u64 {
        self.registers.ibr(index)
    }

    /// Writes instruction breakpoint register `index`.
    pub fn set_ibr(&mut self, index: usize, value: u64) {
        self.registers.set_ibr(index, value);
        self.reprogram();
    }

    /// Reads data breakpoint register `index`.
    #[must_use]
    pub fn dbr(&self, index: usize) -> u64 {
        self.registers.dbr(index)
    }

    /// Writes data breakpoint register `index`.
    pub fn set_dbr(&mut self, index: usize, value: u64) {
        self.registers.set_dbr(index, value);
        self.reprogram();
    }

    /// Reads cr.pmv.
    #[must_use]
    pub fn pmv(&self) -> u64 {
        self.registers.pmv
    }

    /// Writes cr.pmv: vector in bits 7:0, bit 16 masks.
    pub fn set_pmv(&mut self, value: u64) {
        self.registers.pmv = value & (PMV_MASKED | 0xff);
    }

    /// The processor status that the unit sees.
    #[must_use]
    pub fn psr(&self) -> u64 {
        self.psr
    }

    /// Changes the processor status from the current cycle on; for use before a run and by handlers.
    pub fn set_psr(&mut self, value: u64) {
        self.follow_level(value);
        self.take_status(value);
        self.take_cycle_status(value);
    }

    /// Records that arrive from here on come from code under this processor status: tags follow its privilege level.
    pub(super) fn follow_level(&mut self, status: u64) {
        let level = psr::cpl(status);
        if level != self.level {
            self.level = level;
            self.codes
                .refresh(&self.setup.tagger, level, &self.setup.counters);
        }
    }

    /// Makes this the processor status by which cycles are counted: the gates of their counters follow it.
    pub(super) fn take_cycle_status(&mut self, value: u64) {
        self.cycle_psr = value;
        self.refresh_gates();
        self.plan();
    }

    /// Makes this the processor status of the current cycle: gates follow it, but for those of counters of cycles.
    pub(super) fn take_status(&mut self, value: u64) {
        self.psr = value;
        self.refresh_gates();
        self.plan();
    }
}
