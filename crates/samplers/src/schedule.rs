//! When a sampler fires.

use splitmix::{GOLDEN, SplitMix64};

/// Where in its period a sample stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// At the end, as of a counter that is reloaded with minus the period.
    End,
    /// By multiples of the golden section of 2^64, from a seed on, which modulo 2^64 are spread evenly, however many there are (Weyl; Knuth,
    /// volume 3, 6.4): no loop stays in step with the samples, and even few of them are spread evenly over its phases. For absolute
    /// positions only, because the distances between samples take just three values.
    Even(u64),
    /// At random from a seed on. For counters that are loaded with the distance to the next sample and do not count for a while at each one.
    Random(u64),
}

/// Positions in a sequence of events, counted from 0, in rising order: one in each `period` of them. Equal periods and
/// places are equal positions.
#[derive(Debug, Clone)]
pub(crate) struct Schedule {
    period: u64,
    /// First position of the period that comes next.
    start: u64,
    /// The kind of place; its number is the generator's state, which was the seed.
    place: Place,
}

impl Schedule {
    /// A schedule of a period of at least 1.
    pub(crate) fn new(period: u64, place: Place) -> Self {
        // The square keeps the sequences of neighbouring seeds apart.
        let state = |seed: u64| seed.wrapping_mul(GOLDEN).wrapping_mul(GOLDEN);
        Self {
            period: period.max(1),
            start: 0,
            place: match place {
                Place::End => Place::End,
                Place::Even(seed) => Place::Even(state(seed)),
                Place::Random(seed) => Place::Random(state(seed)),
            },
        }
    }

    /// The next position; `u64::MAX` is never reached.
    pub(crate) fn next(&mut self) -> u64 {
        // In units of 2^-64 of the period.
        let fraction = match &mut self.place {
            Place::End => u64::MAX,
            Place::Even(state) => {
                *state = state.wrapping_add(GOLDEN);
                *state
            }
            Place::Random(state) => {
                let mut random = SplitMix64::new(*state);
                let bits = random.bits();
                *state = random.state();
                bits
            }
        };
        let offset = ((u128::from(fraction) * u128::from(self.period)) >> 64) as u64;
        let position = self.start.saturating_add(offset);
        self.start = self.start.saturating_add(self.period);
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_period_has_one_position() {
        for place in [Place::End, Place::Even(0), Place::Even(7), Place::Random(1)] {
            let mut schedule = Schedule::new(100, place);
            for period in 0..1000 {
                assert_eq!(schedule.next() / 100, period);
            }
        }
    }

    #[test]
    fn a_plain_schedule_fires_at_the_end_of_each_period() {
        let mut schedule = Schedule::new(10, Place::End);
        assert_eq!([(); 3].map(|()| schedule.next()), [9, 19, 29]);
    }

    #[test]
    fn the_phases_of_a_loop_in_step_with_the_period_are_sampled_evenly() {
        let mut schedule = Schedule::new(1000, Place::Even(1));
        let mut phases = [0u32; 8];
        for _ in 0..800 {
            phases[(schedule.next() % 8) as usize] += 1;
        }
        assert!(
            phases.iter().all(|phase| phase.abs_diff(100) <= 10),
            "{phases:?}"
        );
    }

    #[test]
    fn random_places_in_a_period_are_all_taken() {
        let mut schedule = Schedule::new(4, Place::Random(1));
        let taken = (0..200).fold(0, |taken, _| taken | 1 << (schedule.next() % 4));
        assert_eq!(taken, 0b1111);
    }

    #[test]
    fn the_random_generator_is_splitmix64() {
        // Its first number from state 0, as its authors and others publish it.
        let mut schedule = Schedule::new(u64::MAX, Place::Random(0));
        assert_eq!(schedule.next(), 0xe220_a839_7b1d_cdaf - 1);
    }
}
