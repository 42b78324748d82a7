//! Estimates from samples for the whole run, with their standard errors.

use crate::sample::{Fate, Sample};

/// What is counted of syllables, after dcpiprof and dcpilist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// Valid fetched syllables.
    Fetched,
    /// They retired, those with a false predicate included.
    Retired,
    /// They retired with a false predicate.
    PredicatedOff,
    /// Taken branches.
    Taken,
    /// Mispredicted branches.
    Mispredicted,
    /// They retired and caused no trap.
    Valid,
    /// Not yet prefetched: their fetch asked for a line that was not there.
    NotYetPrefetched,
    /// They caused the replay of a load moved above a store.
    LoadStoreOrder,
    /// They waited for dispersal.
    MapStall,
    /// They were killed before dispersal.
    EarlyKill,
    /// They caused a flush of any kind.
    Trap,
}

impl Quantity {
    /// In the order of the tables.
    pub const ALL: [Quantity; 11] = [
        Quantity::Fetched,
        Quantity::Retired,
        Quantity::PredicatedOff,
        Quantity::Taken,
        Quantity::Mispredicted,
        Quantity::Valid,
        Quantity::NotYetPrefetched,
        Quantity::LoadStoreOrder,
        Quantity::MapStall,
        Quantity::EarlyKill,
        Quantity::Trap,
    ];

    /// Its heading.
    #[must_use]
    pub const fn name(self) -> &'static str {
        [
            "fetched",
            "retired",
            "off",
            "taken",
            "mispredict",
            "valid",
            "nyp",
            "ldstorder",
            "map_stall",
            "early_kill",
            "traps",
        ][self as usize]
    }

    fn holds(self, sample: &Sample) -> bool {
        match self {
            Quantity::Fetched => true,
            Quantity::Retired => sample.fate.is_retired(),
            Quantity::PredicatedOff => sample.fate == Fate::PredicatedOff,
            Quantity::Taken => sample.branch.is_some_and(|branch| branch.taken),
            Quantity::Mispredicted => sample.is_mispredicted(),
            Quantity::Valid => sample.is_valid(),
            Quantity::NotYetPrefetched => sample.fetch_miss(),
            Quantity::LoadStoreOrder => sample.is_load_store_order(),
            Quantity::MapStall => sample.is_stalled(),
            Quantity::EarlyKill => sample.is_killed_early(),
            Quantity::Trap => sample.trap.is_some(),
        }
    }
}

/// The mean of a number over samples. The sums are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mean {
    /// Samples that have the number.
    pub count: u64,
    sum: u128,
    squares: u128,
}

impl Mean {
    /// One more.
    pub fn add(&mut self, value: u64) {
        self.count += 1;
        self.sum += u128::from(value);
        self.squares += u128::from(value).pow(2);
    }

    /// Adds those of another place.
    pub const fn merge(&mut self, other: &Mean) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The sum.
    #[must_use]
    pub const fn sum(&self) -> u128 {
        self.sum
    }

    /// The mean; `None`: there is no sample.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// Its standard error: the standard deviation of the sample by the root of its size; `None`: fewer than two samples.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        let count = self.count as f64;
        let mean = self.value().filter(|_| self.count > 1)?;
        let variance = (self.squares as f64 / count - mean * mean).max(0.0) * count / (count - 1.0);
        Some((variance / count).sqrt())
    }
}

/// How many syllables use the pipe while one is in it, from pairs of samples (useful concurrency: Dean, Hicks, Waldspurger, Weihl,
/// Chrysos, MICRO 1997).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Concurrency {
    /// Pairs in which a syllable of the place retired: those that have it first, those that have it second.
    pairs: [u64; 2],
    /// How many of each have a useful other syllable ([`Concurrency::add`]).
    useful: [u64; 2],
}

impl Concurrency {
    /// Adds a pair in which `this`, a syllable of the place, is the first or the second. The other one is useful if it retires with its
    /// predicate true and issues while this one is in the pipe: from the first cycle in which this one could have issued, before the
    /// cycle in which it retires.
    pub fn add(&mut self, this: &Sample, other: &Sample, first: bool) {
        let (Some(enter), Some(retire)) = (this.enter, this.retire) else {
            return;
        };
        let place = usize::from(!first);
        let issue = other.issue.filter(|_| other.fate == Fate::Retired);
        self.pairs[place] += 1;
        self.useful[place] +=
            u64::from(issue.is_some_and(|issue| enter <= issue && issue < retire));
    }

    /// The mean number of useful syllables, up to `distance` before and up to `distance` behind, around a syllable of the place that
    /// retired, with its standard error; `None`: no pair has one first, or none second. The samples' distances have to be spread evenly
    /// from 1 to `distance`.
    #[must_use]
    pub fn estimate(&self, distance: u64) -> Option<(f64, f64)> {
        let (mut sum, mut variance) = (0.0, 0.0);
        for (&pairs, &useful) in self.pairs.iter().zip(&self.useful) {
            if pairs == 0 {
                return None;
            }
            let share = useful as f64 / pairs as f64;
            sum += share;
            variance += share * (1.0 - share) / pairs as f64;
        }
        let distance = distance as f64;
        Some((sum * distance, variance.sqrt() * distance))
    }
}

/// What the samples of one place amount to: an instruction, an issue group, a function.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Figures {
    counts: [u64; Quantity::ALL.len()],
    /// Cycles from fetch to retirement, of those that retired.
    pub in_flight: Mean,
    /// Retire delays, of those that retired.
    pub retire_delay: Mean,
    /// The two counters, without the overcount where they hold it.
    pub counters: [Mean; 2],
    /// From pairs.
    pub concurrency: Concurrency,
}

impl Figures {
    /// Adds a sample. `counts_instructions`: its counter 0 holds the overcount, which is subtracted ([`Mode::counts_instructions`]).
    ///
    /// [`Mode::counts_instructions`]: crate::Mode::counts_instructions
    pub fn add(&mut self, sample: &Sample, counts_instructions: bool) {
        for (count, quantity) in self.counts.iter_mut().zip(Quantity::ALL) {
            *count += u64::from(quantity.holds(sample));
        }
        if let Some(cycles) = sample.in_flight() {
            self.in_flight.add(cycles);
            self.retire_delay.add(sample.retire_delay);
        }
        let [first, second] = sample.counters;
        let over = if counts_instructions {
            u64::from(sample.overcount)
        } else {
            0
        };
        self.counters[0].add(first.saturating_sub(over));
        self.counters[1].add(second);
    }

    /// Adds what another place amounts to.
    pub fn merge(&mut self, other: &Figures) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self.in_flight.merge(&other.in_flight);
        self.retire_delay.merge(&other.retire_delay);
        for (counter, more) in self.counters.iter_mut().zip(&other.counters) {
            counter.merge(more);
        }
        for place in 0..2 {
            self.concurrency.pairs[place] += other.concurrency.pairs[place];
            self.concurrency.useful[place] += other.concurrency.useful[place];
        }
    }

    /// Samples of which a quantity holds.
    #[must_use]
    pub const fn count(&self, quantity: Quantity) -> u64 {
        self.counts[quantity as usize]
    }

    /// How often a quantity holds in the whole run, and the standard error of that: `samples` were taken of `fetched`
    /// syllables. Each stands for fetched ÷ samples; how many meet the quantity is binomial.
    #[must_use]
    pub fn estimate(&self, quantity: Quantity, samples: u64, fetched: u64) -> (f64, f64) {
        if samples == 0 {
            return (0.0, 0.0);
        }
        let (count, all) = (self.count(quantity) as f64, samples as f64);
        let weight = fetched as f64 / all;
        let error = (count * (1.0 - count / all)).max(0.0).sqrt();
        (count * weight, error * weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_a_mean_is_that_of_the_textbook() {
        let mut mean = Mean::default();
        assert_eq!((mean.value(), mean.error()), (None, None));
        for value in [2, 4, 4, 4, 5, 5, 7, 9] {
            mean.add(value);
        }
        // Sum of squared deviations 32, variance of the sample 32/7.
        assert_eq!(mean.value(), Some(5.0));
        let error = mean.error().unwrap_or_default();
        assert!(
            (error - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12,
            "{error}"
        );
    }

    #[test]
    fn a_quarter_of_the_samples_stands_for_a_quarter_of_the_syllables() {
        let mut figures = Figures::default();
        figures.counts[Quantity::Taken as usize] = 25;
        let (estimate, error) = figures.estimate(Quantity::Taken, 100, 200_000);
        assert!((estimate - 50_000.0).abs() < 1e-9);
        assert!((error - 2000.0 * (25.0_f64 * 0.75).sqrt()).abs() < 1e-9);
        assert_eq!(figures.estimate(Quantity::Taken, 0, 0), (0.0, 0.0));
    }
}
