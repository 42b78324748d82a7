//! The plan of a sampled run: where its timed parts lie, and how periods adapt to the precision of the units so far.

use std::collections::VecDeque;
use std::ops::Range;

use super::estimate::{self, Known, Width, room_for_chance};
use super::measured::Unit;
use super::{Sampling, SimPoints};

/// Length of the shortest period as a multiple of that of a unit.
const UNITS: u64 = 32;
/// Least length of a period as a multiple of what is timed in it (unit and warm-up).
const LEAST_TIMED: u64 = 4;
/// Periods double only if the run so far is at least this many of the longer periods long.
const MANY: u64 = 250;
/// Units between two checks whether the period should change.
const LOOK: usize = 100;
/// Periods double only if the interval would stay narrower than this part of the error that was asked for: the rest of the run may vary more.
const NARROW: f64 = 0.9;
/// Most units that are kept, whatever the error.
pub(super) const MOST: usize = 1 << 15;

/// A part of the run that is timed in one go: warm-up and unit, or the end of the run. All in instructions of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// Where timing begins.
    pub begin: u64,
    /// What is measured.
    pub unit: Range<u64>,
    /// It is the end of the run, which is measured in pieces.
    pub is_end: bool,
}

/// What is measured of a run whose length is known, or of a stretch of it, in instructions of the run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    /// Where units begin.
    pub units: VecDeque<u64>,
    /// Number of instructions at the start of the run that are measured completely.
    pub start: u64,
    /// The end of the run, which is measured completely.
    pub end: Option<Range<u64>>,
    /// The part of the run whose auxiliary variates are needed.
    pub follows: Option<Range<u64>>,
}

/// Where the timed parts lie.
#[derive(Debug)]
pub(crate) enum Plan {
    /// One unit at a random place in each period.
    Periodic(Periodic),
    /// Units or intervals whose places are known before the run.
    Chosen {
        /// What has not been timed yet.
        parts: Parts,
        /// Instructions of a unit.
        length: u64,
        /// Instructions that are timed before each.
        warm_up: u64,
        /// Of a systematic sample: instructions from one unit to the next.
        period: Option<u64>,
    },
}

/// Number of instructions at the start of a run that are timed and measured completely, before the first period: there a program meets its
/// code, its data and its branches for the first time, and no unit elsewhere is like that.
pub(super) fn start(sampling: &Sampling) -> u64 {
    shortest_period(sampling)
}

/// Where the measured start of a run of known length ends, and where its measured end begins, in instructions. The end is as long as the start.
pub(super) fn ends(sampling: &Sampling, instructions: u64) -> (u64, u64) {
    let length = start(sampling);
    let start = length.min(instructions);
    (start, instructions.saturating_sub(length).max(start))
}

/// Instructions of the shortest period.
pub(super) fn shortest_period(sampling: &Sampling) -> u64 {
    (UNITS * sampling.unit).max(LEAST_TIMED * sampling.timed())
}

/// Number `number` of a fixed pseudo-random sequence.
pub(super) fn random(number: u64) -> u64 {
    splitmix::mix(number.wrapping_mul(splitmix::GOLDEN))
}

/// One unit at a random place in each period.
#[derive(Debug)]
pub(crate) struct Periodic {
    sampling: Sampling,
    /// Length of the current period in instructions.
    period: u64,
    /// Least length of periods from here on. Doubles each time that there are too many units to keep.
    shortest: u64,
    /// Where the current period ends, in instructions of the run.
    end: u64,
    /// How many random numbers have been drawn.
    drawn: u64,
}

impl Plan {
    pub(crate) fn periodic(sampling: &Sampling) -> Self {
        Plan::Periodic(Periodic {
            sampling: sampling.clone(),
            period: shortest_period(sampling),
            shortest: shortest_period(sampling),
            end: start(sampling),
            drawn: 0,
        })
    }

    pub(crate) fn chosen(chosen: &SimPoints) -> Self {
        let begins = chosen.points.iter();
        let begins = begins.map(|point| point.interval.saturating_mul(chosen.length));
        Plan::Chosen {
            parts: Parts {
                units: begins.collect(),
                ..Parts::default()
            },
            length: chosen.length,
            warm_up: chosen.warm_up,
            period: None,
        }
    }

    /// The parts of a run that is timed in stretches: units that begin at known places, one of each period, and the ends of the run.
    pub(super) fn listed(parts: &Parts, sampling: &Sampling, period: u64) -> Self {
        Plan::Chosen {
            parts: parts.clone(),
            length: sampling.unit,
            warm_up: sampling.warm_up,
            period: Some(period),
        }
    }

    /// Number of instructions at the start of the run that are measured completely.
    pub(crate) fn start(&self) -> u64 {
        match self {
            Plan::Periodic(periodic) => start(&periodic.sampling),
            Plan::Chosen { parts, .. } => parts.start,
        }
    }

    /// Instructions of a unit.
    pub(crate) fn unit(&self) -> u64 {
        match self {
            Plan::Periodic(periodic) => periodic.sampling.unit,
            Plan::Chosen { length, .. } => *length,
        }
    }

    /// The part of the run whose auxiliary variates are needed.
    pub(crate) fn follows(&self) -> Option<Range<u64>> {
        match self {
            Plan::Periodic(periodic) => Some(start(&periodic.sampling)..u64::MAX),
            Plan::Chosen { parts, .. } => parts.follows.clone(),
        }
    }

    /// Instructions from one unit to the next.
    pub(crate) fn period(&self) -> Option<u64> {
        match self {
            Plan::Periodic(periodic) => Some(periodic.period),
            Plan::Chosen { period, .. } => *period,
        }
    }

    /// How many periods of the first length a unit stands for.
    pub(crate) fn weight(&self) -> u64 {
        match self {
            Plan::Periodic(periodic) => periodic.weight(),
            Plan::Chosen { .. } => 1,
        }
    }

    /// The next stretch of a run that has executed `retired` instructions; if there is none, one at [`u64::MAX`], beyond any run.
    pub(crate) fn next(&mut self, retired: u64) -> Stretch {
        match self {
            Plan::Periodic(periodic) => periodic.next(retired),
            Plan::Chosen {
                parts,
                warm_up,
                length,
                ..
            } => {
                let begin = parts.units.pop_front();
                let unit = begin.map(|begin| begin..begin.saturating_add(*length));
                let is_end = unit.is_none() && parts.end.is_some();
                let unit = unit
                    .or_else(|| parts.end.take())
                    .unwrap_or(u64::MAX..u64::MAX);
                Stretch {
                    begin: unit.start.saturating_sub(*warm_up),
                    unit,
                    is_end,
                }
            }
        }
    }

    /// To be called after each unit: changes the length of periods by the precision of all units so far, and drops every other unit when there
    /// are too many to keep. `first`: cycles of the first piece of the run.
    pub(crate) fn adapt(&mut self, first: u64, units: &mut Vec<Unit>) {
        if let Plan::Periodic(periodic) = self
            && (units.len().is_multiple_of(LOOK) || units.len() >= MOST)
        {
            periodic.adapt(first, units);
        }
    }
}

impl Periodic {
    fn weight(&self) -> u64 {
        self.period / shortest_period(&self.sampling)
    }

    fn random(&mut self) -> u64 {
        // Number 0 of the sequence is not used.
        self.drawn += 1;
        random(self.drawn)
    }

    fn next(&mut self, retired: u64) -> Stretch {
        // A period begins where the one before ends, even if the unit of that one reached beyond its end.
        self.end += self.period;
        while self.end <= retired {
            self.end += self.period;
        }
        let Sampling { unit, warm_up, .. } = self.sampling;
        let room = self.period - self.sampling.timed();
        let begin = self.end - self.period + self.random() % room.max(1);
        // The unit before may have reached beyond the place of this one.
        let from = begin.max(retired) + warm_up;
        Stretch {
            begin,
            unit: from..from + unit,
            is_end: false,
        }
    }

    /// Doubles the period if the interval would stay narrower than it has to be, and halves it if the interval is wider.
    fn adapt(&mut self, first: u64, units: &mut Vec<Unit>) {
        if units.len() >= MOST {
            self.thin_out(units);
            self.shortest *= 2;
            self.period = self.period.max(self.shortest);
            return;
        }
        let error = self.sampling.error;
        let known = Known::Later;
        let width = estimate::relative_half_width(first, units, &self.sampling, known, self.end);
        let Some(Width { chance, bias }) = width else {
            return;
        };
        let room = room_for_chance(error, bias);
        if chance > room && self.period > self.shortest {
            self.period /= 2;
            return;
        }
        let twice = 2 * self.weight();
        let widest = chance * widened(twice as f64 / mean_weight(units)).sqrt();
        if widest <= room - (1.0 - NARROW) * error && self.end / (2 * self.period) >= MANY {
            self.period *= 2;
        }
    }

    /// Drops one unit of each pair of successive units, at random in proportion to their weights; the other one gets the weight of both.
    fn thin_out(&mut self, units: &mut Vec<Unit>) {
        // In place: a second list would be the largest use of memory of a long run.
        let pairs = units.len() / 2;
        for pair in 0..pairs {
            let [first, second] = [2 * pair, 2 * pair + 1];
            let both = units[first].weight + units[second].weight;
            let kept = match self.random() % both < units[first].weight {
                true => first,
                false => second,
            };
            units[kept].weight = both;
            units.swap(pair, kept);
        }
        units.truncate(pairs);
    }
}

/// The mean of the weights of units, weighted by themselves. Where units vary alike, the relative variance of the run's estimate
/// is proportional to it, and inversely proportional to the length of the run.
fn mean_weight(units: &[Unit]) -> f64 {
    let weights = units.iter().map(|unit| unit.weight as f64);
    let sums = weights.fold((0.0, 0.0), |sums, weight| {
        (sums.0 + weight, sums.1 + weight * weight)
    });
    sums.1 / sums.0.max(1.0)
}

/// The largest factor by which the relative variance of a run's estimate grows if the weights of units are `factor` times the mean so far from
/// here on and units vary as they did: when the run has become `1 + x` times as long, the variance is `(1 + factor x) / (1 + x)^2` of what
/// it is here, which is largest at `x = 1 - 2 / factor`.
fn widened(factor: f64) -> f64 {
    match factor > 2.0 {
        true => factor * factor / (4.0 * (factor - 1.0)),
        false => 1.0,
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
            let end = next.unit.end;
            assert_eq!(next.unit.start - next.begin, sampling.warm_up);
            assert_eq!(end - next.unit.start, sampling.unit);
            let from = plan.start() + number * period;
            assert!(next.begin >= from && end <= from + period);
            retired = end;
        }
    }

    /// The units that a plan takes of a run, where a unit takes `cycles` of the place at which it begins.
    fn followed(plan: &mut Plan, instructions: u64, cycles: impl Fn(u64) -> u64) -> Vec<Unit> {
        let mut units = Vec::new();
        let mut retired = plan.start();
        loop {
            let next = plan.next(retired);
            retired = next.unit.end;
            if retired > instructions {
                return units;
            }
            units.push(Unit::of(cycles(next.unit.start), 1_000, plan.weight()));
            plan.adapt(0, &mut units);
        }
    }

    /// Cycles of a unit that begins at `begin`: 1,000 and up to `spread` at random.
    fn varied(seed: u64, begin: u64, spread: u64) -> u64 {
        1_000 + random(seed << 40 ^ begin) % spread.max(1)
    }

    #[test]
    fn periods_get_longer_where_units_vary_little_and_not_where_they_vary_much() {
        let sampling = Sampling::default();
        let first = shortest_period(&sampling);
        let length = 4_000 * first;
        let mut plan = Plan::periodic(&sampling);
        let units = followed(&mut plan, length, |begin| varied(1, begin, 10_000));
        assert_eq!(plan.period(), Some(first));
        assert!(units.iter().all(|unit| unit.weight == 1));
        let mut plan = Plan::periodic(&sampling);
        let units = followed(&mut plan, length, |begin| varied(1, begin, 100));
        assert_eq!(plan.period(), Some(8 * first));
        assert!(units.len() < 1_500, "{}", units.len());
        // Each unit stands for its period.
        let stands_for: u64 = units.iter().map(|unit| unit.weight * first).sum();
        assert!(stands_for <= length && stands_for > length - 10 * first);
    }

    #[test]
    fn periods_follow_what_more_units_make_narrower_and_nothing_else() {
        let with = |error| Sampling {
            error,
            ..Sampling::default()
        };
        let first = shortest_period(&with(0.01));
        // Cycles go with mispredictions, of which warming is not sure, and up to so many by chance.
        let units = |spread: u64| -> Vec<Unit> {
            let units = (0..400).map(|number| {
                let mispredicted = 100 + random(number) % 20;
                let by_chance = random(number << 32) % spread;
                let mut unit = Unit::of(10 * mispredicted + by_chance, 1_000, 1);
                unit.variates = [200, 50, mispredicted as u32, 0];
                unit
            });
            units.collect()
        };
        let width = |units: &[Unit]| {
            estimate::relative_half_width(0, units, &with(0.01), Known::Later, u64::MAX).unwrap()
        };
        let adapted_behind = |first_piece, units: &mut Vec<Unit>, error, period| {
            let mut periodic = Periodic {
                sampling: with(error),
                period,
                shortest: first,
                end: 10_000 * first,
                drawn: 0,
            };
            periodic.adapt(first_piece, units);
            periodic.period / first
        };
        let adapted =
            |units: &mut Vec<Unit>, error, period| adapted_behind(0, units, error, period);
        let mut some = units(120);
        let Width { chance, bias } = width(&some);
        assert!(bias > chance && bias < 2.5 * chance);
        // With one unit of four that would have come, 1.155 times as wide.
        assert!((widened(4.0).sqrt() - 1.155).abs() < 0.001);
        let wide = |part: f64| (bias + part * chance) / NARROW;
        assert_eq!(adapted(&mut some, wide(1.16), 2 * first), 4);
        assert_eq!(adapted(&mut some, wide(1.15), 2 * first), 2);
        assert_eq!(adapted(&mut some, bias + 0.99 * chance, 2 * first), 1);
        // The first piece counts against the run so far, 10,000 periods of 32,000 instructions.
        let in_units: u64 = some.iter().map(|unit| unit.cycles).sum();
        let cycles = in_units as f64 / some.len() as f64 * 32.0 * 10_000.0;
        let error = wide(1.16) + 0.001;
        let narrower = |part: f64| (part * cycles) as u64;
        assert_eq!(
            adapted_behind(narrower(0.0009), &mut some, error, 2 * first),
            4
        );
        assert_eq!(
            adapted_behind(narrower(0.0011), &mut some, error, 2 * first),
            2
        );
        // A quarter of the error is left to chance, whatever else there is.
        let mut some = units(40);
        let Width { chance, bias } = width(&some);
        assert!(bias > 4.0 * chance);
        assert_eq!(adapted(&mut some, 3.9 * chance, 4 * first), 2);
        assert!(adapted(&mut some, 4.1 * chance, 4 * first) >= 4);
    }

    #[test]
    fn longer_periods_widen_the_interval_of_a_run_that_varies_alike_by_no_more_than_is_reckoned_with()
     {
        for factor in [1.0, 2.0, 3.0, 4.0, 8.0] {
            let after = |x: f64| (1.0 + factor * x) / (1.0 + x).powi(2);
            let most = (0..1_000).map(|x| after(f64::from(x) / 100.0));
            let most = most.fold(0.0, f64::max);
            assert!((widened(factor) - most).abs() < 0.001, "{factor}: {most}");
        }
        let weights = [1, 1, 2].map(|weight| Unit::of(1, 1_000, weight));
        assert_eq!(mean_weight(&weights), 1.5);
    }

    #[test]
    fn a_run_that_varies_alike_has_its_interval_all_along_once_it_has() {
        let sampling = Sampling::default();
        let first = shortest_period(&sampling);
        let units = [700, 1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 16_000].map(|periods| {
            let mut plan = Plan::periodic(&sampling);
            let units = followed(&mut plan, periods * first, |begin| varied(1, begin, 300));
            let width =
                estimate::relative_half_width(0, &units, &sampling, Known::Nothing, u64::MAX)
                    .expect("many units")
                    .all();
            assert!(width <= sampling.error, "{periods} periods: {width}");
            units.len()
        });
        // Twice as long, some hundreds of units more.
        assert!(units[7] - units[6] < 600, "{units:?}");
    }

    #[test]
    fn periods_get_shorter_again_where_a_run_begins_to_vary() {
        let sampling = Sampling::default();
        let first = shortest_period(&sampling);
        let mut plan = Plan::periodic(&sampling);
        let spread = |begin| if begin < 3_000 * first { 100 } else { 20_000 };
        followed(&mut plan, 6_000 * first, |begin| {
            varied(1, begin, spread(begin))
        });
        assert_eq!(plan.period(), Some(first));
    }

    #[test]
    fn the_truth_lies_inside_the_interval_as_often_as_it_says() {
        let sampling = Sampling {
            confidence: 0.95,
            ..Sampling::default()
        };
        let length = 2_000 * shortest_period(&sampling);
        let runs = 200;
        let inside = (0..runs).filter(|&seed| {
            // The last quarter varies more, and takes longer.
            let cycles = |begin: u64| match begin < length / 4 * 3 {
                true => varied(seed, begin / 1_000, 600),
                false => 3 * varied(seed, begin / 1_000, 1_200),
            };
            let places = (start(&sampling)..length).step_by(1_000);
            let (sum, count) = places.fold((0, 0), |(sum, count), begin| {
                (sum + cycles(begin), count + 1)
            });
            let truth = sum as f64 / (1_000 * count) as f64;
            let mut plan = Plan::periodic(&sampling);
            let units = followed(&mut plan, length, cycles);
            assert!(units.iter().any(|unit| unit.weight > 1));
            let width =
                estimate::relative_half_width(0, &units, &sampling, Known::Nothing, u64::MAX)
                    .expect("many units")
                    .all();
            let weighed = |of: fn(&Unit) -> u64| -> f64 {
                units
                    .iter()
                    .map(|unit| (unit.weight * of(unit)) as f64)
                    .sum()
            };
            let estimate = weighed(|unit| unit.cycles) / weighed(|unit| unit.instructions);
            (estimate - truth).abs() <= width * estimate
        });
        let inside = inside.count();
        assert!(inside >= 180, "{inside} of {runs}");
    }

    #[test]
    fn of_units_too_many_to_keep_one_of_a_pair_stands_for_both() {
        let mut units: Vec<Unit> = (0..MOST as u64)
            .map(|number| Unit::of(number, 1_000, 1 + number % 2 * 3))
            .collect();
        let mut plan = Plan::periodic(&Sampling::default());
        let period = plan.period().expect("a period");
        plan.adapt(0, &mut units);
        assert_eq!(plan.period(), Some(2 * period));
        assert_eq!(units.len(), MOST / 2);
        let mut heavy = 0;
        for (pair, unit) in units.iter().enumerate() {
            assert_eq!((unit.cycles / 2, unit.weight), (pair as u64, 5));
            heavy += unit.cycles % 2;
        }
        // The second of each pair stood for four of five periods.
        assert!((11_000..15_000).contains(&heavy), "{heavy}");
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
        assert_eq!((all[0].begin, all[0].unit.start), (0, 0));
        assert_eq!((all[1].begin, all[1].unit.start), (2_900, 3_000));
        assert_eq!(all[2].unit.start, u64::MAX);
    }
}
