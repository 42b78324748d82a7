//! The periods that software writes.

use crate::registers::MAX_PERIOD;
use splitmix::SplitMix64;

/// A sequence of periods that depends on a seed alone.
#[derive(Debug, Clone)]
pub struct Periods {
    period: u64,
    jitter: bool,
    random: SplitMix64,
}

impl Periods {
    /// Always `period` (1 to [`MAX_PERIOD`]); with `jitter`, spread evenly from its half to one and a half, but for those above
    /// [`MAX_PERIOD`].
    #[must_use]
    pub const fn new(period: u64, jitter: bool, seed: u64) -> Self {
        Periods {
            period,
            jitter,
            random: SplitMix64::new(seed),
        }
    }

    /// The shortest that there may be.
    #[must_use]
    pub const fn least(&self) -> u64 {
        if self.jitter {
            self.period - self.period / 2
        } else {
            self.period
        }
    }

    /// The next one.
    pub fn next_period(&mut self) -> u64 {
        let half = self.period / 2;
        if !self.jitter || half == 0 {
            return self.period;
        }
        let period = self.period - half + self.random.below(2 * half + 1);
        period.min(MAX_PERIOD)
    }

    /// A number from 1 to `most`.
    pub fn up_to(&mut self, most: u64) -> u64 {
        1 + self.random.below(most.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_jitter_every_period_is_the_same() {
        let mut periods = Periods::new(2000, false, 7);
        assert!((0..100).all(|_| periods.next_period() == 2000));
    }

    #[test]
    fn jitter_keeps_the_mean_and_stays_within_half_a_period() {
        let mut periods = Periods::new(1000, true, 7);
        let list: Vec<u64> = (0..10_000).map(|_| periods.next_period()).collect();
        assert!(list.iter().all(|period| (500..=1500).contains(period)));
        let mean = list.iter().sum::<u64>() / 10_000;
        assert!((985..=1015).contains(&mean), "{mean}");
    }

    #[test]
    fn a_seed_gives_one_sequence() {
        let list = |seed| -> Vec<u64> {
            let mut periods = Periods::new(1000, true, seed);
            (0..20).map(|_| periods.next_period()).collect()
        };
        assert_eq!(list(1), list(1));
        assert_ne!(list(1), list(2));
    }
}
