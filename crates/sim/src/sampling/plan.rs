//! Where the timed parts of a sampled run lie.

use std::collections::VecDeque;

use super::recorder::Unit;
use super::{Sampling, SimPoints, estimate};

/// Periods begin so many times as long as a unit, and at least so many times as long as what is timed of each.
const UNITS: u64 = 32;
const LEAST_TIMED: u64 = 4;
/// From so many units on half of them may be dropped. Half of it are what an interval has at least in a long run.
pub(super) const MANY: usize = 2_000;
/// No more units are kept, whatever the error.
pub(super) const MOST: usize = 1 << 15;

/// What is timed next, in instructions of the run.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// Where timing begins.
    pub begin: u64,
    /// Where the unit begins.
    pub unit: u64,
}

/// Where the timed parts lie.
#[derive(Debug)]
pub(crate) enum Plan {
    /// One unit at a random place in each period.
    Periodic(Periodic),
    /// Intervals that were chosen before.
    Chosen {
        /// Where those begin that have not been timed.
        begins: VecDeque<u64>,
        length: u64,
        warm_up: u64,
        /// They are units, one of each period of so many instructions.
        period: Option<u64>,
        /// Instructions at the start of the run that are timed before them.
        start: u64,
    },
}

/// Instructions at the start of a run that are timed and measured in full, before the first period: where a program meets its code, its
/// data and its branches for the first time, which no unit elsewhere says anything of.
pub(super) fn start(sampling: &Sampling) -> u64 {
    first_period(sampling)
}

/// Instructions of the shortest period.
pub(super) fn first_period(sampling: &Sampling) -> u64 {
    let timed = sampling.unit + sampling.warm_up;
    (UNITS * sampling.unit).max(LEAST_TIMED * timed)
}

/// A number of a fixed sequence (SplitMix64).
pub(super) fn random(number: u64) -> u64 {
    let seed = number.wrapping_add(1).wrapping_mul(GOLDEN);
    let mixed = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// What the sequence goes on by.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// One unit at a random place in each period.
#[derive(Debug)]
pub(crate) struct Periodic {
    sampling: Sampling,
    period: u64,
    /// Where the current period ends.
    end: u64,
    /// Random numbers so far.
    drawn: u64,
}

impl Plan {
    pub(crate) fn periodic(sampling: &Sampling) -> Self {
        Plan::Periodic(Periodic {
            sampling: sampling.clone(),
            period: first_period(sampling),
            end: start(sampling),
            drawn: 0,
        })
    }

    pub(crate) fn chosen(chosen: &SimPoints) -> Self {
        let begins = chosen.points.iter();
        Plan::Chosen {
            begins: begins
                .map(|point| point.interval.saturating_mul(chosen.length))
                .collect(),
            length: chosen.length,
            warm_up: chosen.warm_up,
            period: None,
            start: 0,
        }
    }

    /// Units that begin at some places, one of each period, behind so many instructions at the start that are all timed.
    pub(super) fn listed(units: &[u64], sampling: &Sampling, period: u64, start: u64) -> Self {
        Plan::Chosen {
            begins: units.iter().copied().collect(),
            length: sampling.unit,
            warm_up: sampling.warm_up,
            period: Some(period),
            start,
        }
    }

    /// Instructions at the start of the run that are all timed.
    pub(crate) fn start(&self) -> u64 {
        match self {
            Plan::Periodic(periodic) => start(&periodic.sampling),
            Plan::Chosen { start, .. } => *start,
        }
    }

    /// Instructions of a unit.
    pub(crate) fn unit(&self) -> u64 {
        match self {
            Plan::Periodic(periodic) => periodic.sampling.unit,
            Plan::Chosen { length, .. } => *length,
        }
    }

    /// Instructions from one unit to the next.
    pub(crate) fn period(&self) -> Option<u64> {
        match self {
            Plan::Periodic(periodic) => Some(periodic.period),
            Plan::Chosen { period, .. } => *period,
        }
    }

    /// The next stretch of a run that has come so far; beyond any run when there is none.
    pub(crate) fn next(&mut self, retired: u64) -> Stretch {
        match self {
            Plan::Periodic(periodic) => periodic.next(retired),
            Plan::Chosen {
                begins, warm_up, ..
            } => {
                let unit = begins.pop_front().unwrap_or(u64::MAX);
                let begin = unit.saturating_sub(*warm_up);
                Stretch { begin, unit }
            }
        }
    }

    /// Drops one unit of each pair if what is left would do.
    pub(crate) fn thin_out(&mut self, units: &mut Vec<Unit>) {
        if let Plan::Periodic(periodic) = self {
            periodic.thin_out(units);
        }
    }
}

impl Periodic {
    fn random(&mut self) -> u64 {
        // The sequence begins with its second number.
        self.drawn += 1;
        random(self.drawn)
    }

    fn next(&mut self, retired: u64) -> Stretch {
        // A period begins where the one before ends, even if its unit reached beyond that.
        self.end += self.period;
        while self.end <= retired {
            self.end += self.period;
        }
        let Sampling { unit, warm_up, .. } = self.sampling;
        let room = self.period - unit - warm_up;
        let begin = self.end - self.period + self.random() % room.max(1);
        Stretch {
            begin,
            // A unit before has reached into this one's place.
            unit: begin.max(retired) + warm_up,
        }
    }

    /// Drops one unit of each pair and doubles the period, if what is left would do, or there are too many.
    fn thin_out(&mut self, units: &mut Vec<Unit>) {
        let count = units.len();
        if count < MANY || !count.is_multiple_of(MANY / 4) {
            return;
        }
        let halved = self.sampling.error / std::f64::consts::SQRT_2;
        let width = estimate::relative_half_width(units, &self.sampling);
        if count < MOST && width.is_none_or(|width| width > halved) {
            return;
        }
        // In place: a second list beside the first would be what a long run needs most memory for.
        let pairs = count / 2;
        for pair in 0..pairs {
            let kept = 2 * pair + usize::from(self.random() & 1 == 1);
            units.swap(pair, kept);
        }
        units.truncate(pairs);
        self.period *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::SimPoint;

    #[test]
    fn each_period_has_one_unit_that_ends_in_it() {
        let sampling = Sampling::default();
        let mut plan = Plan::periodic(&sampling);
        let period = plan.period().unwrap();
        let mut retired = 0;
        for number in 0..1_000 {
            let next = plan.next(retired);
            let end = next.unit + sampling.unit;
            assert_eq!(next.unit - next.begin, sampling.warm_up);
            let from = plan.start() + number * period;
            assert!(next.begin >= from && end <= from + period);
            retired = end;
        }
    }

    #[test]
    fn units_that_vary_little_are_thinned_out_and_others_are_kept() {
        let units = |spread: u64| -> Vec<Unit> {
            let cycles = (0..MANY as u64).map(|i| 1_000 + (i * 7_919 % 100) * spread / 100);
            cycles.map(|cycles| Unit::of(cycles, 1_000)).collect()
        };
        let mut plan = Plan::periodic(&Sampling::default());
        let period = plan.period().unwrap();
        let mut wide = units(100_000);
        plan.thin_out(&mut wide);
        assert_eq!((wide.len(), plan.period()), (MANY, Some(period)));
        let mut narrow = units(100);
        plan.thin_out(&mut narrow);
        assert_eq!((narrow.len(), plan.period()), (MANY / 2, Some(2 * period)));
    }

    #[test]
    fn chosen_intervals_come_in_order_with_what_is_timed_before_them() {
        let point = |interval| SimPoint {
            interval,
            weight: 0.5,
        };
        let mut plan = Plan::chosen(&SimPoints {
            points: vec![point(0), point(3)],
            length: 1_000,
            warm_up: 100,
        });
        let all = [0, 0, 0].map(|retired| plan.next(retired));
        assert_eq!((all[0].begin, all[0].unit), (0, 0));
        assert_eq!((all[1].begin, all[1].unit), (2_900, 3_000));
        assert_eq!(all[2].unit, u64::MAX);
    }
}
