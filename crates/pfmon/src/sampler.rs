//! The interrupt handler: the part of the kernel that lives between two overflows (perfmon 1.x).
//!
//! Counters are extended to 64 bits, sampled ones are reloaded with minus their period, each overflow of a sampled
//! counter makes an entry.

use crate::dispatch::{COUNTERS, Measured};
use events::{Handler, Interrupt};
use pmu::{Kind, QuietUnit, Unit};

/// Sampling periods of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Period {
    /// After a full buffer, and at the start; 0: not sampled.
    pub long: u64,
    /// After other overflows.
    pub short: u64,
    /// Random bits added to a period.
    pub mask: u64,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// An entry of the sampling buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sample {
    /// Cycle of the interrupt.
    pub stamp: u64,
    /// Interrupted bundle.
    pub ip: u64,
    /// Slot of the first instruction that was not executed.
    pub slot: u8,
    /// Counters that overflowed: bit i for PMDi.
    pub overflowed: u64,
    /// Minus the period that led here.
    pub last_reset: u64,
    /// The recorded registers in index order.
    pub pmds: Vec<u64>,
    /// The process or thread that was interrupted.
    pub task: u32,
}

/// What the kernel keeps of one counter.
#[derive(Debug, Clone, Copy, Default)]
struct Soft {
    /// The bits of its 64-bit value above the width of the hardware counter.
    upper: u64,
    /// The 64-bit value loaded last: minus the period, less its random bits.
    reset: u64,
    period: Period,
    /// PMD16 is cleared when this counter overflows.
    clears_trace: bool,
}

/// The interrupt handler of one monitor.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sampler {
    counters: [Soft; COUNTERS],
    /// Recorded registers, one bit each.
    recorded: u64,
    /// Entries of the sampling buffer; the long period is used behind the entry that fills it.
    entries: u64,
    /// Entries since the buffer was last full.
    filled: u64,
    /// Entries that have not been taken out.
    pub samples: Vec<Sample>,
}

/// Carta's multiplicative generator modulo 2^31 - 1, as the kernel uses it.
fn random(seed: u64) -> u64 {
    let product = (seed & 0xffff_ffff).wrapping_mul(16807);
    let folded = (product & 0x7fff_ffff) + (product >> 31);
    if folded & 0x8000_0000 != 0 {
        (folded & 0x7fff_ffff) + 1
    } else {
        folded
    }
}

impl Sampler {
    /// A handler that records registers and whose buffer has room for so many entries.
    pub(crate) fn new(recorded: u64, entries: u64) -> Sampler {
        Sampler {
            recorded,
            entries,
            ..Sampler::default()
        }
    }

    /// Samples an event from now on.
    pub(crate) fn sample(&mut self, unit: &mut Unit, measured: &Measured, period: Period) {
        let counter = measured.counter - 4;
        self.counters[counter].period = period;
        self.counters[counter].clears_trace = measured.event.kind == Kind::BranchTrace;
        // pfmon itself loads the first period, without random bits: those are added by the kernel's handler.
        self.load(unit, counter, period.long, false);
    }

    /// Full value of a counter.
    pub(crate) fn value(&self, unit: &Unit, counter: usize) -> u64 {
        let mask = unit.facts().counter_mask();
        self.counters[counter]
            .upper
            .wrapping_add(unit.pmd(4 + counter) & mask)
    }

    /// Loads a counter with minus a period, to which random bits are added when it is `varied`.
    fn load(&mut self, unit: &mut Unit, counter: usize, period: u64, varied: bool) {
        let soft = &mut self.counters[counter];
        let mut value = period.wrapping_neg();
        if varied && soft.period.mask != 0 {
            value = value.wrapping_sub(soft.period.seed & soft.period.mask);
            soft.period.seed = random(soft.period.seed);
        }
        soft.reset = value;
        let mask = unit.facts().counter_mask();
        soft.upper = value & !mask;
        unit.set_pmd(4 + counter, value);
    }

    /// Adds the overflows that `pmc0` shows to the upper bits of the counters. Returns the counters whose period has ended,
    /// with the same bits as in `pmc0`.
    pub(crate) fn carry(&mut self, unit: &Unit, pmc0: u64) -> u64 {
        let width = 1u64 << unit.facts().counter_width;
        let mut ended = 0;
        for (counter, soft) in self.counters.iter_mut().enumerate() {
            let bit = 1 << (4 + counter);
            if pmc0 & bit != 0 {
                soft.upper = soft.upper.wrapping_add(width);
                if soft.upper == 0 && soft.period.long != 0 {
                    ended |= bit;
                }
            }
        }
        ended
    }
}

impl Handler<QuietUnit> for Sampler {
    fn interrupt(&mut self, unit: &mut QuietUnit, interrupt: &Interrupt) {
        let overflowed = self.carry(unit, interrupt.status);
        if overflowed != 0 {
            let first = overflowed.trailing_zeros() as usize - 4;
            let pmds = (0..64)
                .filter(|index| self.recorded >> index & 1 != 0)
                .map(|index: usize| match index {
                    4..=7 => self.value(unit, index - 4),
                    _ => unit.pmd(index),
                })
                .collect();
            self.samples.push(Sample {
                stamp: interrupt.cycle,
                ip: interrupt.ip,
                slot: interrupt.slot,
                overflowed,
                last_reset: self.counters[first].reset,
                pmds,
                task: 0,
            });
            self.filled += 1;
            let full = self.filled == self.entries;
            if full {
                self.filled = 0;
            }
            for counter in (0..COUNTERS).filter(|counter| overflowed >> (4 + counter) & 1 != 0) {
                let Period { long, short, .. } = self.counters[counter].period;
                self.load(unit, counter, if full { long } else { short }, true);
                if self.counters[counter].clears_trace {
                    unit.set_pmd(16, 0);
                }
            }
        }
        unit.set_pmc(0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_random_generator_is_the_minimal_standard_one() {
        let mut seed = 1;
        for _ in 0..10_000 {
            seed = random(seed);
        }
        // Park and Miller's check value for 16807 modulo 2^31 - 1.
        assert_eq!(seed, 1_043_618_065);
    }
}
