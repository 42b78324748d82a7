//! Auxiliary variates: quantities that are known of the whole run and not only of its units; and regression on them.
//!
//! The cycles of a unit vary above all with its issue groups, taken branches, mispredictions and lines from memory. These are known of the
//! whole run: groups and branches follow from its blocks, and the predictor and the last cache level are warmed all along. So an estimate
//! from units is corrected by the difference between units and run in these variates (regression estimator; Cochran, Sampling Techniques,
//! 7.1 to 7.7), and the variance that comes with them is taken out of its error.
//!
//! Lines that enter the other cache levels are no variate: warming shows caches each line once for many references
//! (`uarch/src/model/pipeline/warm/journal.rs`), which leaves the right lines in them but does not count as many misses.

use std::iter::Sum;

use events::{Block, Passage};

use super::measured::Unit;

/// Number of variates, which are in this order everywhere: issue groups, taken branches, mispredictions, lines into the last cache level.
pub(crate) const VARIATES: usize = 4;

/// By which part the total of each variate may differ from that of a full run. Groups and branches follow from the blocks, except at rare events
/// such as system calls and failed checks. Warming has no time: its mispredictions and lines of whole runs were up to
/// 0.6 % more or fewer than those of full runs (where the last level is [large enough](uarch::Timing::lines_filled)).
const VARIATE_ERRORS: [f64; VARIATES] = [0.0003, 0.0003, 0.01, 0.01];

/// Number of unordered pairs of variates, those of a variate with itself included.
const PAIRS: usize = VARIATES * (VARIATES + 1) / 2;

/// The least effective number of units from which a coefficient is trusted ([`Variates::effective_units`]). Fewer units may all be of one kind,
/// such as those of `sha256sum` that read its input, and say nothing of other code with more of that variate.
pub(super) const LEAST_EFFECTIVE: f64 = 60.0;

/// The same of cycles, which vary with the variates in every unit. Where only the few units at the borders of phases differ, as many coefficients as
/// there are variates fit them whatever they are, and what remains says nothing.
pub(super) const LEAST_EFFECTIVE_OF_CYCLES: f64 = 10.0;

/// Least number of units for a regression, 25 for each variate: with fewer the coefficients are too uncertain.
const LEAST_UNITS: usize = 25 * VARIATES;

/// Exits of a path that are remembered ([`Passage::way`]).
const MOST_WAYS: usize = 256;

/// A pivot of the elimination that is smaller than this, relative to its value at first, counts as zero: the variate depends linearly on others.
const LEAST_PIVOT: f64 = 1e-9;

/// The variates of a part of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Auxiliary {
    pub variates: [u64; VARIATES],
    pub instructions: u64,
    /// Lines that filled empty places of the last cache level.
    pub cold: u64,
}

impl Auxiliary {
    /// The difference to an earlier moment of the run.
    pub(crate) fn since(mut self, before: &Self) -> Self {
        for (now, before) in self.variates.iter_mut().zip(before.variates) {
            *now -= before;
        }
        self.instructions -= before.instructions;
        self.cold -= before.cold;
        self
    }
}

impl Sum for Auxiliary {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), |mut sum, part| {
            for (sum, part) in sum.variates.iter_mut().zip(part.variates) {
                *sum = sum.saturating_add(part);
            }
            sum.instructions = sum.instructions.saturating_add(part.instructions);
            sum.cold = sum.cold.saturating_add(part.cold);
            sum
        })
    }
}

/// Counts the issue groups (those that end with a stop bit) and the taken branches of everything that executes, timed or not.
#[derive(Debug, Default)]
pub(crate) struct Work {
    pub groups: u64,
    pub taken: u64,
    /// By path and exit ([`Passage::way`]): the passage that was seen there last. The blocks of a path never change
    /// ([`Segment`](events::Segment)), so that a passage of equally many of them, with the same end, counts the same.
    paths: Vec<Vec<Passed>>,
    /// By block: a bit for each slot behind which there is a stop; [`NEW`](Self::NEW): not known yet.
    stops: Vec<u64>,
}

/// What a passage is recognized by, and its groups and taken branches.
#[derive(Clone, Copy, Debug, Default)]
struct Passed {
    blocks: u32,
    end: u8,
    is_taken: bool,
    groups: u32,
    taken: u32,
}

impl Work {
    /// Bit 63: no block has so many slots.
    const NEW: u64 = 1 << 63;

    /// Number of stops in the slots of a block before `end`.
    #[inline]
    fn stops_before(&mut self, block: &Block, end: u8) -> u32 {
        let stops = self.stops.get(block.id.0 as usize).copied();
        let stops = stops.filter(|&stops| stops != Self::NEW);
        let stops = stops.unwrap_or_else(|| self.look_for_stops(block));
        (stops & ((1 << (end & 63)) - 1)).count_ones()
    }

    #[cold]
    #[inline(never)]
    fn look_for_stops(&mut self, block: &Block) -> u64 {
        let mut stops = 0;
        for slot in block.first_slot..block.end_slot {
            let bundle = block.bundles.get(usize::from(slot / 3));
            let ends =
                bundle.is_some_and(|bundle| bundle.template.stop_after(usize::from(slot % 3)));
            stops |= u64::from(ends) << (slot & 63);
        }
        let index = block.id.0 as usize;
        if index >= self.stops.len() {
            self.stops.resize(index + 1, Self::NEW);
        }
        self.stops[index] = stops;
        stops
    }

    /// Whether no execution of a block has been counted so far.
    #[inline(always)]
    pub(crate) fn is_new(&self, block: &Block) -> bool {
        let stops = self.stops.get(block.id.0 as usize);
        stops.is_none_or(|&stops| stops == Self::NEW)
    }

    /// Counts a block that has executed up to slot `end`, not included.
    #[inline]
    pub(crate) fn add(&mut self, block: &Block, end: u8, taken: bool) {
        self.groups += u64::from(self.stops_before(block, end));
        self.taken += u64::from(taken);
    }

    /// Counts a passage of a path.
    #[inline(always)]
    pub(crate) fn pass(&mut self, passage: &Passage<'_>) {
        let path = self.paths.get(passage.path as usize);
        let passed = match path.and_then(|ways| ways.get(passage.way)) {
            Some(&known)
                if known.blocks as usize == passage.segments.len()
                    && known.end == passage.end
                    && known.is_taken == passage.taken =>
            {
                known
            }
            _ => self.look(passage),
        };
        self.groups += u64::from(passed.groups);
        self.taken += u64::from(passed.taken);
    }

    /// Counts the groups and taken branches of a passage that is not known, and remembers it.
    #[cold]
    #[inline(never)]
    fn look(&mut self, passage: &Passage<'_>) -> Passed {
        let mut passed = Passed {
            blocks: passage.segments.len() as u32,
            end: passage.end,
            is_taken: passage.taken,
            ..Passed::default()
        };
        let last = passage.segments.len().saturating_sub(1);
        for (number, segment) in passage.segments.iter().enumerate() {
            let (end, taken) = match number == last {
                true => (passage.end, passage.taken),
                false => (segment.last + 1, segment.taken),
            };
            if let Some(block) = passage.blocks.get(segment.block as usize) {
                passed.groups += self.stops_before(block, end);
            }
            passed.taken += u32::from(taken);
        }
        let path = passage.path as usize;
        if path >= self.paths.len() {
            self.paths.resize(path + 1, Vec::new());
        }
        if passage.way < MOST_WAYS {
            let ways = &mut self.paths[path];
            if passage.way >= ways.len() {
                ways.resize(passage.way + 1, Passed::default());
            }
            ways[passage.way] = passed;
        }
        passed
    }
}

/// The moments of the variates over the units, from differences of neighbouring units. Made in two passes over all units: first
/// [`add`](Self::add) for each, then [`compare`](Self::compare) for each.
#[derive(Clone, Debug, Default)]
pub(super) struct Variates {
    /// Sums of each variate over the units, times their weights.
    sums: [f64; VARIATES],
    /// Sum of the instructions of the units, times their weights.
    instructions: f64,
    /// Deviation of the newest unit: its variates less what the ratios of all units give for its instructions.
    away: Option<[f64; VARIATES]>,
    /// The deviation of the newest unit less that of the one before, times the weight of the newest.
    pub difference: [f64; VARIATES],
    /// Sums of the products of two of these differences.
    products: [[f64; VARIATES]; VARIATES],
    /// Sums of the products of four of them, by two unordered pairs.
    fourth: [[f64; PAIRS]; PAIRS],
    units: usize,
}

impl Variates {
    /// First pass: adds a unit to the sums.
    pub(super) fn add(&mut self, unit: &Unit) {
        let weight = unit.weight as f64;
        for (sum, &variate) in self.sums.iter_mut().zip(&unit.variates) {
            *sum += weight * f64::from(variate);
        }
        self.instructions += weight * unit.instructions as f64;
        self.units += 1;
    }

    /// Second pass, in the order of the run: compares a unit with the one before it.
    pub(super) fn compare(&mut self, unit: &Unit) {
        let part = unit.instructions as f64 / self.instructions.max(1.0);
        let mut away = unit.variates.map(f64::from);
        for (away, sum) in away.iter_mut().zip(self.sums) {
            *away -= sum * part;
        }
        let Some(last) = self.away.replace(away) else {
            return;
        };
        for (number, difference) in self.difference.iter_mut().enumerate() {
            *difference = unit.weight as f64 * (away[number] - last[number]);
        }
        for (row, one) in self.products.iter_mut().zip(self.difference) {
            for (sum, other) in row.iter_mut().zip(self.difference) {
                *sum += one * other;
            }
        }
        let pairs = pairs(&self.difference);
        for (row, one) in self.fourth.iter_mut().zip(pairs) {
            for (sum, other) in row.iter_mut().zip(pairs) {
                *sum += one * other;
            }
        }
    }

    /// The effective number of units on which a regression with these coefficients rests: of the fitted differences, the square of the
    /// sum of squares over the sum of fourth powers.
    fn effective_units(&self, coefficients: &[f64; VARIATES]) -> f64 {
        let mut weights = pairs(coefficients);
        // A pair of two different variates stands for both orders.
        let mut number = 0;
        for one in 0..VARIATES {
            for other in one..VARIATES {
                weights[number] *= if one == other { 1.0 } else { 2.0 };
                number += 1;
            }
        }
        let terms = self.fourth.iter().zip(weights);
        let fourth: f64 = terms
            .map(|(row, one)| {
                let sums = row.iter().zip(weights);
                one * sums.map(|(sum, other)| sum * other).sum::<f64>()
            })
            .sum();
        let mut second = 0.0;
        for (row, one) in self.products.iter().zip(coefficients) {
            let sums = row.iter().zip(coefficients);
            second += one * sums.map(|(sum, other)| sum * other).sum::<f64>();
        }
        match fourth > 0.0 {
            true => second * second / fourth,
            false => f64::INFINITY,
        }
    }

    /// The variates of the run less those of the units, each per instruction.
    fn gaps(&self, run: &Auxiliary) -> [f64; VARIATES] {
        let (of_run, of_units) = (
            (run.instructions as f64).max(1.0),
            self.instructions.max(1.0),
        );
        let mut gaps = run.variates.map(|variate| variate as f64 / of_run);
        for (gap, sum) in gaps.iter_mut().zip(self.sums) {
            *gap -= sum / of_units;
        }
        gaps
    }

    /// The regression of a quantity on the variates. `squares`: the sum of the squares of its differences of neighbouring units; `products`: the
    /// sums of the products of these with the differences of each variate.
    pub(super) fn regress(&self, squares: f64, products: &[f64; VARIATES]) -> Regression {
        if self.units < LEAST_UNITS {
            return Regression::none(squares);
        }
        let (coefficients, used) = self.solve(products);
        let explained = coefficients.iter().zip(products);
        let explained: f64 = explained.map(|(one, other)| one * other).sum();
        Regression {
            coefficients,
            squares: (squares - explained).max(0.0),
            used,
            effective_units: self.effective_units(&coefficients),
        }
    }

    /// Solves the normal equations for a right side; returns the solution and how many variates are used.
    fn solve(&self, right: &[f64; VARIATES]) -> ([f64; VARIATES], usize) {
        let mut rows = self.products;
        let mut right = *right;
        let mut is_out = [false; VARIATES];
        for pivot in 0..VARIATES {
            if rows[pivot][pivot] <= LEAST_PIVOT * self.products[pivot][pivot] {
                is_out[pivot] = true;
                continue;
            }
            let (by, source) = (right[pivot], rows[pivot]);
            for row in (0..VARIATES).filter(|&row| row != pivot) {
                let factor = rows[row][pivot] / source[pivot];
                for (value, from) in rows[row].iter_mut().zip(source) {
                    *value -= factor * from;
                }
                right[row] -= factor * by;
            }
        }
        let mut solution = [0.0; VARIATES];
        for number in (0..VARIATES).filter(|&number| !is_out[number]) {
            solution[number] = right[number] / rows[number][number];
        }
        (solution, is_out.iter().filter(|&&out| !out).count())
    }
}

/// How a quantity of units varies with the variates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Regression {
    /// The amount of the quantity per one of each variate.
    coefficients: [f64; VARIATES],
    /// The residual sum of squared differences.
    pub squares: f64,
    /// Number of variates with a coefficient.
    pub used: usize,
    /// The effective number of units on which it rests.
    pub effective_units: f64,
}

/// The products of all unordered pairs.
fn pairs(of: &[f64; VARIATES]) -> [f64; PAIRS] {
    let mut pairs = [0.0; PAIRS];
    let mut number = 0;
    for one in 0..VARIATES {
        for other in one..VARIATES {
            pairs[number] = of[one] * of[other];
            number += 1;
        }
    }
    pairs
}

impl Regression {
    /// No regression: the quantity is taken as it is.
    pub(super) fn none(squares: f64) -> Self {
        Self {
            coefficients: [0.0; VARIATES],
            squares,
            used: 0,
            effective_units: f64::INFINITY,
        }
    }

    /// What is to be added to the quantity per instruction of a run with these variates, and the variance of that, as the
    /// coefficients are estimates. `variance`: residual variance of a difference.
    pub(super) fn correction(
        &self,
        variates: &Variates,
        run: &Auxiliary,
        variance: f64,
    ) -> (f64, f64) {
        let gaps = variates.gaps(run);
        let dot = |one: &[f64; VARIATES], other: &[f64; VARIATES]| -> f64 {
            one.iter().zip(other).map(|(one, other)| one * other).sum()
        };
        let of_coefficients = match self.used {
            0 => 0.0,
            _ => dot(&gaps, &variates.solve(&gaps).0) * variance,
        };
        (dot(&self.coefficients, &gaps), of_coefficients.max(0.0))
    }

    /// The error of the quantity per instruction that errors of the variates of the run ([`VARIATE_ERRORS`]) may cause.
    pub(super) fn variate_error(&self, variates: &Variates) -> f64 {
        let sums = variates.sums.iter().zip(VARIATE_ERRORS);
        let parts = self.coefficients.iter().zip(sums);
        let all: f64 = parts
            .map(|(by, (sum, variate_error))| by.abs() * sum * variate_error)
            .sum();
        all / variates.instructions.max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Sampling;
    use super::super::estimate::{Known, cycles, ratios};
    use super::super::plan::random;
    use super::*;

    /// Cycles per one of each variate.
    const EACH: [u64; VARIATES] = [1, 2, 10, 100];

    /// A unit of 1,000 instructions, always the same for one number, whose cycles follow from its variates, plus up to `chance` at random.
    fn unit(number: u64, chance: u64) -> Unit {
        unit_of(EACH, number, chance)
    }

    fn unit_of(each: [u64; VARIATES], number: u64, chance: u64) -> Unit {
        let of = |which: u64, end: u64| random(which << 40 ^ number) % end;
        let variates = [200 + of(1, 100), 50 + of(2, 50), of(3, 20), of(4, 3)];
        let spent = each.iter().zip(variates);
        let spent: u64 = spent.map(|(each, variate)| each * variate).sum();
        let mut unit = Unit::of(spent + of(5, chance + 1), 1_000, 1);
        unit.variates = variates.map(|variate| variate as u32);
        unit
    }

    /// Cycles and variates of a run of such units.
    fn run(units: impl Iterator<Item = Unit>) -> (u64, Auxiliary) {
        let mut all = (0, Auxiliary::default());
        for unit in units {
            all.0 += unit.cycles;
            all.1.instructions += unit.instructions;
            for (sum, variate) in all.1.variates.iter_mut().zip(unit.variates) {
                *sum += u64::from(variate);
            }
        }
        all
    }

    /// Numbers of units, one at random of each 40 in succession.
    fn some(seed: u64) -> impl Iterator<Item = u64> {
        (0..RUN / 40).map(move |period| 40 * period + random(seed << 32 ^ period) % 40)
    }

    /// Units of a run.
    const RUN: u64 = 8_000;

    #[test]
    fn what_follows_from_variates_is_known_and_not_estimated() {
        let (truth, auxiliary) = run((0..RUN).map(|number| unit(number, 0)));
        let units: Vec<_> = some(1).map(|number| unit(number, 0)).collect();
        let over = |known| {
            let ratio = cycles(&[], &units, known);
            ratio.over(auxiliary.instructions, &Sampling::default())
        };
        let (estimate, half) = over(Known::All(&auxiliary));
        assert!(
            (estimate / truth as f64 - 1.0).abs() < 1e-9,
            "{estimate} {truth}"
        );
        // What is left is what warming may see of mispredictions and lines.
        let [.., mispredicted, lines] = auxiliary.variates.map(|variate| variate as f64);
        let variate_error = VARIATE_ERRORS[2] * (10.0 * mispredicted + 100.0 * lines);
        assert!(
            (half / variate_error - 1.0).abs() < 0.1,
            "{half} {variate_error}"
        );
        let (_, half) = over(Known::Nothing);
        assert!(half > 3.0 * variate_error, "{half}");
        // Until the run has ended, its interval is as narrow.
        let (_, half) = over(Known::Later);
        assert!(
            (half / variate_error - 1.0).abs() < 0.1,
            "{half} {variate_error}"
        );
    }

    #[test]
    fn the_truth_lies_inside_the_interval_as_often_as_it_says() {
        // What warming sees has no part in it, so that chance alone makes the interval wide.
        let unit = |number| unit_of([2, 5, 0, 0], number, 100);
        let (truth, auxiliary) = run((0..RUN).map(unit));
        let sampling = Sampling {
            confidence: 0.95,
            ..Sampling::default()
        };
        let mut widths = [0.0; 2];
        let inside = (0..300).filter(|&seed| {
            let units: Vec<_> = some(seed).map(unit).collect();
            let over = |known| cycles(&[], &units, known).over(auxiliary.instructions, &sampling);
            let (estimate, half) = over(Known::All(&auxiliary));
            widths[0] += half;
            widths[1] += over(Known::Nothing).1;
            (estimate - truth as f64).abs() <= half
        });
        let inside = inside.count();
        assert!((276..=298).contains(&inside), "{inside} of 300");
        assert!(widths[0] < 0.5 * widths[1], "{widths:?}");
    }

    #[test]
    fn units_without_a_part_in_what_varies_do_not_count() {
        let mut variates = Variates::default();
        // Half of the differences are of the first variate, a tenth of these of the second, too.
        let units = (0..401).map(|number| {
            let mut unit = Unit::of(1_000, 1_000, 1);
            unit.variates = [number / 2 % 2 * 10, u32::from(number % 20 < 1) * 7, 0, 0];
            unit
        });
        let units: Vec<_> = units.collect();
        units.iter().for_each(|unit| variates.add(unit));
        units.iter().for_each(|unit| variates.compare(unit));
        let by_hand = |each: [f64; VARIATES]| {
            let mut again = Variates::default();
            units.iter().for_each(|unit| again.add(unit));
            let (mut second, mut fourth) = (0.0, 0.0);
            for unit in &units {
                again.difference = [0.0; VARIATES];
                again.compare(unit);
                let fit = again.difference.iter().zip(each);
                let fit: f64 = fit.map(|(one, other)| one * other).sum();
                second += fit * fit;
                fourth += fit.powi(4);
            }
            second * second / fourth
        };
        for each in [
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [2.0, -3.0, 1.0, 5.0],
        ] {
            let (one, other) = (variates.effective_units(&each), by_hand(each));
            assert!((one / other - 1.0).abs() < 1e-9, "{each:?}: {one} {other}");
        }
        assert!((variates.effective_units(&[1.0, 0.0, 0.0, 0.0]) - 200.0).abs() < 2.0);
    }

    #[test]
    fn what_few_units_say_of_a_quantity_does_not_make_its_interval_narrow() {
        // Four units begin something: there is more of it, and of a variate; the run has much more of that variate elsewhere.
        let unit = |number| {
            let begins = u64::from(number % 100 == 50);
            let mut unit = Unit::of(20 + 300 * begins, 1_000, 1);
            unit.variates = [250, 100 + 200 * begins as u32, 3, 0];
            unit
        };
        let (counted, mut auxiliary) = run((0..400).map(unit));
        let units: Vec<_> = (0..400).map(unit).collect();
        auxiliary.variates[1] += auxiliary.variates[1] / 10;
        let known = Known::All(&auxiliary);
        let ratio = ratios(&[], &units, known, |unit, row| row.push(unit.cycles)).remove(0);
        let (estimate, half) = ratio.over(auxiliary.instructions, &Sampling::default());
        let truth = counted as f64;
        assert!(estimate > 1.3 * truth, "{estimate} {truth}");
        assert!(estimate - half <= truth, "{estimate} {half} {truth}");
    }

    #[test]
    fn variates_that_follow_from_others_are_left_out() {
        let twin = |mut unit: Unit| {
            unit.variates[1] = 2 * unit.variates[0];
            unit.variates[3] = 0;
            unit
        };
        let (_, auxiliary) = run((0..RUN).map(|number| twin(unit(number, 60))));
        let units: Vec<_> = some(1).map(|number| twin(unit(number, 60))).collect();
        let ratio = cycles(&[], &units, Known::All(&auxiliary));
        let (estimate, half) = ratio.over(auxiliary.instructions, &Sampling::default());
        assert!(estimate.is_finite() && half.is_finite() && half > 0.0);
    }

    #[test]
    fn few_units_are_taken_as_they_are() {
        let (_, auxiliary) = run((0..RUN).map(|number| unit(number, 60)));
        let units = some(1).take(LEAST_UNITS - 1);
        let units: Vec<_> = units.map(|number| unit(number, 60)).collect();
        let over = |known| {
            let ratio = cycles(&[], &units, known);
            ratio.over(auxiliary.instructions, &Sampling::default())
        };
        assert_eq!(over(Known::All(&auxiliary)), over(Known::Nothing));
    }
}
