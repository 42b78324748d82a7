//! Where counts go: totals always, the listener when one is armed.

use events::{Counts, Probe, Raw, Site, Stall};

/// Totals and the listener.
#[derive(Clone, Debug)]
pub struct Monitor<P> {
    /// Totals of the dynamic quantities; static ones are expanded at the end.
    pub counts: Counts,
    /// Cycles by what they were spent on.
    pub stalls: [u64; Stall::ALL.len()],
    /// The listener.
    pub probe: P,
}

impl<P: Probe> Monitor<P> {
    /// Nothing counted.
    pub fn new(probe: P) -> Self {
        Self {
            counts: Counts::ZERO,
            stalls: [0; Stall::ALL.len()],
            probe,
        }
    }

    /// Counts occurrences, or cycles of a span that begins in `cycle`.
    #[inline(always)]
    pub fn count(&mut self, raw: Raw, amount: u64, cycle: u64, site: &Site) {
        self.counts.add(raw, amount);
        if P::ARMED && amount > 0 {
            self.probe
                .count(raw, u32::try_from(amount).unwrap_or(u32::MAX), cycle, site);
        }
    }

    /// Charges successive cycles.
    #[inline(always)]
    pub fn charge(&mut self, stall: Stall, from: u64, cycles: u64) {
        self.stalls[stall as usize] += cycles;
        if P::ARMED && cycles > 0 {
            self.probe.cycles(stall, from, cycles);
        }
    }
}
