//! The software behind the interrupt: takes the samples and starts the next period.

use events::{Handler, Interrupt, MonitoringUnit, Register};

use crate::periods::Periods;
use crate::registers::{Mode, PAIR, PCTR_CTL, PctrCtl};
use crate::sample::Sample;
use crate::unit::ProfileMe;

/// Hands each sample on as it comes.
pub struct Sampler<F> {
    periods: Periods,
    mode: Mode,
    /// Most distance of the second of a pair; 0: no pairs.
    pairs: u64,
    take: F,
}

impl<F: FnMut(&Sample)> Sampler<F> {
    /// Samples after each of `periods`, with a second syllable 1 to `pairs` behind the first if that is not 0.
    pub fn new(periods: Periods, mode: Mode, pairs: u64, take: F) -> Self {
        Sampler {
            periods,
            mode,
            pairs,
            take,
        }
    }

    /// Writes what starts the next period.
    pub fn start(&mut self, unit: &mut ProfileMe) {
        let pair = if self.pairs > 0 {
            self.periods.up_to(self.pairs)
        } else {
            0
        };
        let period = self.periods.next_period();
        let control = PctrCtl::start(period, self.mode).encode();
        for (number, value) in [(PAIR, pair), (PCTR_CTL, control)] {
            unit.write(Register { bank: 0, number }, value);
        }
    }

    /// Takes what closed at the end of the run.
    pub fn finish(&mut self, unit: &mut ProfileMe) {
        unit.show_samples(&mut self.take);
    }
}

impl<F: FnMut(&Sample)> Handler<ProfileMe> for Sampler<F> {
    fn interrupt(&mut self, unit: &mut ProfileMe, _: &Interrupt) {
        self.finish(unit);
        self.start(unit);
    }
}
