//! Estimates with confidence intervals from the units of a systematic sample.
//!
//! The estimate of a quantity is a ratio estimate: its sum over the units per instruction of the units, times the instructions of the run, which
//! are known. The weight of a unit is the ratio of its period to the first one (a stratified estimate; Cochran, Sampling Techniques, 5.3). The
//! variance comes from the deviations of the units from that ratio. There is only one unit in each stratum of time, so the deviations
//! of neighbours are compared (collapsed strata; Cochran, 5A.12 and 8.9), which makes the variance too large rather than too small.
//!
//! Where the whole run was followed, regression on its auxiliary variates takes part of the variance out ([`auxiliary`](super::auxiliary)).
//!
//! The start of the run is a stratum of its own and measured completely, and so is its end where the length of the run was known: the ratio is for
//! the rest. No difference between units shows something that occurs once and between units, such as the code with which a run ends
//! if the end is not measured. That is taken to be at most what the first piece of the start counted, the coldest of a run, and every interval is
//! wider by it.

use events::{Cause, Counts, Raw};
use isa::Family;
use pmu::Formula;
use report::{CycleAccounting, Decimal, Estimate, Sample};
use uarch::PRODUCED;

use super::Sampling;
use super::auxiliary::{
    Auxiliary, LEAST_EFFECTIVE, LEAST_EFFECTIVE_OF_CYCLES, Regression, VARIATES, Variates,
};
use super::ended::Ended;
use super::measured::{Measurements, Unit};
use super::rounding::rounded_to_sum;
use crate::Error;

/// Least number of units for an interval.
const FEWEST: usize = 30;

/// The normal quantile of a two-sided interval: Abramowitz and Stegun 26.2.23, exact to 0.0005.
fn quantile(confidence: f64) -> f64 {
    let tail = ((1.0 - confidence) / 2.0).clamp(1e-12, 0.5);
    let t = (-2.0 * tail.ln()).sqrt();
    let above = (0.010_328 * t + 0.802_853) * t + 2.515_517;
    let below = ((0.001_308 * t + 0.189_269) * t + 1.432_788) * t + 1.0;
    (t - above / below).max(0.0)
}

/// The quantile where the variance is an estimate with `units` degrees of freedom: Student's quantile to first order.
fn quantile_of(confidence: f64, units: f64) -> f64 {
    let z = quantile(confidence);
    z * (1.0 + (z * z + 1.0) / (4.0 * units.max(1.0)))
}

/// Largest skewness of a sum for which the first term of Edgeworth's series is used; larger ones are cut to it.
const MOST_SKEWED: f64 = 1.0;

/// What is added to quantile `z` of a sum over its estimated error, on the side to which the sum is skewed (the first term of Edgeworth's series for
/// Student's ratio; Hall, The Bootstrap and Edgeworth Expansion, 2.4). Where few units have much of a quantity, most samples have too few of
/// these units and too small an estimated error.
fn skewed(z: f64, skewness: f64) -> f64 {
    skewness * (2.0 * z * z + 1.0) / 6.0
}

/// Everything that the estimate of one quantity and its interval are computed from.
pub(super) struct Ratio {
    /// Weighted sums over the units, of the quantity and of instructions.
    sums: (u64, u64),
    /// The sum of the quantity over the units without weights.
    counted: u64,
    /// Standard error of the weighted sum, after regression.
    error: f64,
    /// Standard error without regression: where that rests on fewer than `least_effective` of its units, the error is no smaller.
    plain_error: f64,
    effective_units: f64,
    least_effective: f64,
    /// Effective number of units: so many of equal weights would have the same error.
    units: f64,
    /// Instructions of the units without weights.
    measured: u64,
    /// Number of units with any of the quantity, and the largest weighted value of one.
    seen: (u64, u64),
    /// The quantity in the ends of the run that were measured completely, and their instructions.
    ends: (u64, u64),
    /// The quantity in the first piece of the start.
    first: u64,
    /// The correction by regression per instruction of the run, and the variance of that.
    correction: (f64, f64),
    /// Possible error per instruction because the variates of the run are not exact.
    variate_error: f64,
    /// Possible error per instruction because the correction does not hold: all of it, as the coefficient may come from a few units that say nothing
    /// of the rest. 0 for cycles, which vary with the variates in every unit, unless the coefficients rest on fewer than `least_effective` units.
    correction_error: f64,
    /// Degrees of freedom that the regression takes.
    fitted: f64,
    /// Skewness of the sum, where no regression is made; else 0.
    skewness: f64,
}

/// Collects a [`Ratio`] in two passes over all units: [`add`](Self::add) for each, then [`compare`](Self::compare) for each.
#[derive(Clone, Default)]
struct Sums {
    /// This field and those of the same names below become those of [`Ratio`].
    sums: (u64, u64),
    counted: u64,
    /// Number of units.
    units: usize,
    measured: u64,
    /// Sums of the weights and of their squares.
    weights: (f64, f64),
    seen: (u64, u64),
    /// The quantity per instruction of the units.
    ratio: f64,
    /// Deviation of the newest unit from the ratio.
    away: Option<f64>,
    /// Sum of the squares of the weighted differences between deviations of neighbouring units.
    squares: f64,
    /// The newest of these differences.
    difference: Option<f64>,
    /// Sum of the cubes of the weighted deviations of a unit from the mean of its two neighbours.
    cubes: f64,
    /// Sums of the products of these differences with those of each variate.
    products: [f64; VARIATES],
    ends: (u64, u64),
    first: Option<u64>,
}

impl Sums {
    /// First pass: adds a unit with `value` of the quantity.
    fn add(&mut self, value: u64, unit: &Unit) {
        let &Unit {
            instructions,
            weight,
            ..
        } = unit;
        self.sums.0 += value * weight;
        self.counted += value;
        self.sums.1 += instructions * weight;
        self.measured += instructions;
        let weight = weight as f64;
        self.weights.0 += weight;
        self.weights.1 += weight * weight;
        self.seen.0 += u64::from(value > 0);
        self.seen.1 = self.seen.1.max(value * unit.weight);
        self.units += 1;
    }

    /// Adds a piece of an end of the run, which counts as it is.
    fn add_end(&mut self, value: u64, piece: &Unit) {
        self.first.get_or_insert(value);
        self.ends.0 += value;
        self.ends.1 += piece.instructions;
    }

    /// Between the passes: computes the ratio.
    fn settle(&mut self) {
        self.ratio = self.sums.0 as f64 / (self.sums.1 as f64).max(1.0);
    }

    /// Second pass, in the order of the run: compares a unit with the one before it.
    fn compare(&mut self, value: u64, unit: &Unit, variates: &Variates) {
        let away = value as f64 - self.ratio * unit.instructions as f64;
        if let Some(before) = self.away.replace(away) {
            let difference = unit.weight as f64 * (away - before);
            self.squares += difference * difference;
            if let Some(last) = self.difference.replace(difference) {
                self.cubes += (0.5 * (last - difference)).powi(3);
            }
            for (product, of_variate) in self.products.iter_mut().zip(variates.difference) {
                *product += difference * of_variate;
            }
        }
    }

    fn ratio(self, variates: &Variates, known: Known<'_>) -> Ratio {
        let units = self.units.max(2) as f64;
        let regression = match known {
            Known::Nothing => Regression::none(self.squares),
            Known::Later | Known::All(_) => variates.regress(self.squares, &self.products),
        };
        // There is one difference less than there are units. Successive differences have a unit in common, so that a coefficient takes 1.5
        // times the degrees of freedom that it would take of independent ones.
        let fitted = 1.5 * regression.used as f64;
        let free = (units - 1.0 - fitted).max(1.0);
        let error = |squares: f64| (squares / 2.0 * units / free).sqrt();
        // Residuals of a regression have little skewness left: bursts go with the variates.
        let skewness = if regression.used == 0 && self.squares > 0.0 {
            // The third cumulant of a deviation from the mean of two neighbours is 1 - 1/4 of that of one unit.
            let third = self.cubes / 0.75;
            (third / error(self.squares).powi(3)).clamp(0.0, MOST_SKEWED)
        } else {
            0.0
        };
        let correction = match known {
            Known::All(run) => {
                regression.correction(variates, run, 1.5 * regression.squares / free)
            }
            Known::Nothing | Known::Later => (0.0, 0.0),
        };
        Ratio {
            correction,
            correction_error: correction.0.abs(),
            fitted,
            variate_error: regression.variate_error(variates),
            skewness,
            sums: self.sums,
            counted: self.counted,
            error: error(regression.squares),
            plain_error: error(self.squares),
            effective_units: regression.effective_units,
            least_effective: LEAST_EFFECTIVE,
            units: self.weights.0 * self.weights.0 / self.weights.1.max(1.0),
            measured: self.measured,
            seen: self.seen,
            ends: self.ends,
            first: self.first.unwrap_or(0),
        }
    }
}

/// What is known of the auxiliary variates of the whole run.
#[derive(Clone, Copy)]
pub(crate) enum Known<'a> {
    /// Nothing: no regression is made.
    Nothing,
    /// They will be known when the run has ended: regression narrows the interval, but there is no correction yet.
    Later,
    /// The variates of the run between its ends that are measured completely.
    All(&'a Auxiliary),
}

/// The ratios of several quantities, whose values of a unit `values` appends to a list. One unit is unpacked at a time.
pub(super) fn ratios<'a>(
    ends: impl IntoIterator<Item = &'a Unit>,
    units: &[Unit],
    known: Known<'_>,
    values: impl Fn(&Unit, &mut Vec<u64>),
) -> Vec<Ratio> {
    let mut columns: Vec<Sums> = Vec::new();
    let mut row = Vec::new();
    let mut each = |unit: &Unit, columns: &mut Vec<Sums>, add: &dyn Fn(&mut Sums, u64, &Unit)| {
        row.clear();
        values(unit, &mut row);
        columns.resize(row.len(), Sums::default());
        for (column, &value) in columns.iter_mut().zip(&row) {
            add(column, value, unit);
        }
    };
    let mut variates = Variates::default();
    for piece in ends {
        each(piece, &mut columns, &Sums::add_end);
    }
    for unit in units {
        variates.add(unit);
        each(unit, &mut columns, &Sums::add);
    }
    columns.iter_mut().for_each(Sums::settle);
    for unit in units {
        variates.compare(unit);
        each(unit, &mut columns, &|column, value, unit| {
            column.compare(value, unit, &variates);
        });
    }
    let columns = columns.into_iter();
    columns
        .map(|column| column.ratio(&variates, known))
        .collect()
}

impl Ratio {
    /// The estimate for a run of `instructions` instructions, and the half-width of its interval.
    pub(super) fn over(&self, instructions: u64, sampling: &Sampling) -> (f64, f64) {
        let (estimate, width) = self.width_over(instructions, sampling);
        (estimate, width.all())
    }

    /// The same, with the parts of the half-width.
    fn width_over(&self, instructions: u64, sampling: &Sampling) -> (f64, Width) {
        let between = instructions.saturating_sub(self.ends.1) as f64;
        let scale = between / (self.sums.1 as f64).max(1.0);
        // Finite population correction: the instructions that were measured are known.
        let known = self.measured as f64 / between.max(1.0);
        let rest = (1.0 - known).max(0.0).sqrt();
        let z = quantile_of(sampling.confidence, self.degrees());
        let z = z + skewed(z, self.skewness);
        let of_correction = self.correction.1.sqrt() * (self.sums.1 as f64).max(1.0);
        let error = match self.effective_units < self.least_effective {
            true => self.error.max(self.plain_error),
            false => self.error,
        };
        let mut half = z * error.hypot(of_correction) * rest;
        if self.seen.0 < FEWEST as u64 {
            // Too few for the normal distribution: the upper confidence limit of a Poisson count, each occurrence as large as the largest.
            let seen = self.seen.0 as f64;
            let more = z * (seen + 1.0).sqrt() + (z * z + 2.0) / 3.0;
            half = half.max(more * self.seen.1 as f64);
        }
        let estimate = self.sums.0 as f64 * scale + self.correction.0 * between;
        // The run has at least what was measured.
        let estimate = estimate.max(self.counted as f64);
        let bias = self.first as f64 + (self.variate_error + self.correction_error) * between;
        let width = Width {
            chance: half * scale,
            bias,
        };
        (self.ends.0 as f64 + estimate, width)
    }

    /// Degrees of freedom of the variance: an estimate from differences of neighbours is worth two thirds of as many units (von Neumann).
    fn degrees(&self) -> f64 {
        self.units * 2.0 / 3.0 - self.fitted
    }
}

/// The parts of the half-width of an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Width {
    /// By the choice of units: smaller with more of them.
    pub chance: f64,
    /// By everything else: the start's first piece, the variates, the correction.
    pub bias: f64,
}

impl Width {
    /// The half-width.
    pub(crate) fn all(self) -> f64 {
        self.chance + self.bias
    }
}

/// How large [`Width::chance`] may be beside `bias` so that the interval is no wider than the `error` that was asked for; all are relative to the
/// estimate. At least a quarter of the error, or the number of units would grow without bound.
pub(crate) fn room_for_chance(error: f64, bias: f64) -> f64 {
    (error - bias).max(error / 4.0)
}

/// Half-width of the interval of cycles per instruction, relative to the estimate, for a run of unlimited length that continues like its units;
/// but the first piece of the start, which took `first` cycles and makes the interval wider, counts against the `instructions` of the run
/// so far. `None`: there are too few units.
pub(crate) fn relative_half_width(
    first: u64,
    units: &[Unit],
    sampling: &Sampling,
    known: Known<'_>,
    instructions: u64,
) -> Option<Width> {
    let ratio = cycles(&[], units, known);
    let Relative { estimate, width } = relative(&ratio, units, u64::MAX, sampling)?;
    let so_far = estimate / u64::MAX as f64 * instructions.max(1) as f64;
    let bias = width.bias + first as f64 / so_far;
    Some(Width { bias, ..width })
}

/// The estimate and its relative half-width of a run of `instructions` instructions that has ended.
pub(super) fn cycles_of(
    measured: &Measurements,
    instructions: u64,
    sampling: &Sampling,
) -> Option<Relative> {
    let ratio = cycles(measured.complete(), &measured.units, measured.known());
    relative(&ratio, &measured.units, instructions, sampling)
}

/// An estimate of cycles, and its interval relative to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Relative {
    pub estimate: f64,
    pub width: Width,
}

fn relative(
    ratio: &Ratio,
    units: &[Unit],
    instructions: u64,
    sampling: &Sampling,
) -> Option<Relative> {
    let (estimate, width) = ratio.width_over(instructions, sampling);
    (units.len() >= FEWEST && estimate > 0.0).then(|| Relative {
        estimate,
        width: Width {
            chance: width.chance / estimate,
            bias: width.bias / estimate,
        },
    })
}

/// The ratio of cycles.
pub(super) fn cycles<'a>(
    ends: impl IntoIterator<Item = &'a Unit>,
    units: &[Unit],
    known: Known<'_>,
) -> Ratio {
    let ratios = ratios(ends, units, known, |unit, row| row.push(unit.cycles));
    // Cycles vary with the variates in every unit, so the correction is not doubted unless the coefficients rest on a few units alone; of other
    // quantities that is not certain.
    let ratio = ratios.into_iter().next();
    let ratio = ratio.map(|ratio| Ratio {
        correction_error: match ratio.effective_units < LEAST_EFFECTIVE_OF_CYCLES {
            true => ratio.correction_error,
            false => 0.0,
        },
        least_effective: LEAST_EFFECTIVE_OF_CYCLES,
        ..ratio
    });
    ratio.unwrap_or_else(|| Sums::default().ratio(&Variates::default(), known))
}

/// The estimates from the units of a systematic sample for a run of `instructions` instructions. With fewer than [`FEWEST`] units there is only a
/// remark.
///
/// # Errors
/// The classes of a unit do not sum to its cycles: a mistake of the simulator.
pub(crate) fn estimate(
    measured: &Measurements,
    sampling: &Sampling,
    ended: Ended,
    instructions: u64,
    family: Family,
) -> Result<Sample, Error> {
    let units = &measured.units;
    let confidence = Some(Decimal::nearest(100.0 * sampling.confidence));
    let mut sample = Sample::new("systematic", sampling.unit, sampling.warm_up);
    sample.period = measured.period;
    sample.units = units.len() as u64;
    sample.measured_instructions = units.iter().map(|unit| unit.instructions).sum();
    sample.timed_instructions = measured.timed;
    let instructions_of = |pieces: &[Unit]| pieces.iter().map(|piece| piece.instructions).sum();
    sample.start_instructions = Some(instructions_of(&measured.start));
    sample.end_instructions = (!measured.end.is_empty()).then(|| instructions_of(&measured.end));
    sample.new_code_instructions =
        (!measured.new_code.is_empty()).then(|| instructions_of(&measured.new_code));
    sample.error_percent = Some(Decimal::nearest(100.0 * sampling.error));
    sample.met = Some(false);
    if units.len() < FEWEST {
        sample.remark = Some(format!(
            "{ended} after {} units, and an interval needs {FEWEST}: run it in full, without --sample",
            units.len()
        ));
        return Ok(sample);
    }
    let rounded = |(estimate, half): (f64, f64)| Estimate {
        estimate: estimate.round() as u64,
        half_width: Some(half.ceil() as u64),
        confidence,
    };
    let known = measured.known();
    let all = cycles(measured.complete(), units, known).over(instructions, sampling);
    let of_classes = ratios(measured.complete(), units, known, |unit, row| {
        let counts = unit.counts();
        row.extend(Cause::ALL.iter().map(|&cause| counts.cause(cause)));
    });
    let mut classes = 0;
    let mut estimates = Vec::new();
    for (name, mut of_class) in CycleAccounting::NAMES.iter().zip(of_classes) {
        classes += of_class.ends.0 + of_class.sums.0;
        if of_class.seen.0 == 0 {
            // A class that no unit had: its interval is as if units that were not chosen spent all their cycles on it.
            let each = units.iter().map(|unit| unit.cycles * unit.weight);
            of_class.seen.1 = each.max().unwrap_or(0);
        }
        estimates.push(((*name).to_owned(), of_class.over(instructions, sampling)));
    }
    let values: Vec<f64> = estimates.iter().map(|(_, (value, _))| *value).collect();
    let whole = rounded_to_sum(&values, all.0.round() as u64);
    for ((name, (value, half)), whole) in estimates.into_iter().zip(whole) {
        let estimated = Estimate {
            estimate: whole,
            half_width: Some((half + (value - whole as f64).abs()).ceil() as u64),
            confidence,
        };
        sample.cycle_accounting.insert(name, estimated);
    }
    let parts = measured.complete().chain(units);
    let counted: u64 = parts.map(|unit| unit.cycles * unit.weight).sum();
    if classes != counted {
        return Err(Error::Identity(format!(
            "in the units of the sample the classes sum to {classes} and the cycles to {counted}"
        )));
    }
    // The quantities of an event are looked up once, not for each unit.
    let events: Vec<_> = pmu::events(family)
        .iter()
        .map(|event| (event, event.raws(), event.modelled(&PRODUCED).is_ok()))
        .collect();
    let of_events = ratios(measured.complete(), units, known, |unit, row| {
        let counts = unit.counts();
        row.extend(
            events
                .iter()
                .map(|(event, raws, counts_it)| match counts_it {
                    true => event.sum(&counts, raws),
                    false => 0,
                }),
        );
    });
    for (event, of_event) in pmu::events(family).iter().zip(of_events) {
        let name = event.name.to_owned();
        if let Err(reason) = event.value(&Counts::ZERO, &PRODUCED) {
            sample.events_not_estimated.insert(name, reason.to_string());
            continue;
        }
        if event.raws() == [Raw::InstructionsRetired] {
            let counted = rounded((instructions as f64, 0.0));
            sample.events.insert(name, counted);
        } else if of_event.seen.0 == 0 {
            let mut reason = format!("none of {} units saw one", units.len());
            if of_event.ends.0 > 0 {
                reason += &format!("; what is timed in full has {}", of_event.ends.0);
            }
            sample.events_not_estimated.insert(name, reason);
        } else {
            let estimated = rounded(of_event.over(instructions, sampling));
            sample.events.insert(name, estimated);
        }
    }
    let per_instruction = (instructions as f64).max(1.0);
    sample.cpi = Some(Estimate {
        estimate: Decimal::nearest(all.0 / per_instruction),
        half_width: Some(Decimal::above(all.1 / per_instruction)),
        confidence,
    });
    sample.cycles = Some(rounded(all));
    let met = all.1 <= sampling.error * all.0;
    sample.met = Some(met);
    if !met {
        sample.remark = Some(format!(
            "{ended} before the interval was as narrow as was asked for: {:.2} % of the estimate",
            100.0 * all.1 / all.0.max(1.0)
        ));
    }
    align(&mut sample, family);
    Ok(sample)
}

/// Gives each event that is cycles or one accounting class by definition the number of that.
pub(super) fn align(sample: &mut Sample, family: Family) {
    let events = pmu::events(family).iter();
    for event in events.filter(|event| event.modelled(&PRODUCED).is_ok()) {
        let same = match event.formula {
            Formula::Cycles => sample.cycles,
            Formula::Causes(&[cause]) => {
                let place = Cause::ALL.iter().position(|&one| one == cause);
                let name = place.and_then(|place| CycleAccounting::NAMES.get(place));
                name.and_then(|&name| sample.cycle_accounting.get(name).copied())
            }
            _ => None,
        };
        if let Some(same) = same {
            sample.events_not_estimated.remove(event.name);
            sample.events.insert(event.name.to_owned(), same);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: impl Iterator<Item = (u64, u64)>) -> Ratio {
        cycles(&[], &weighing(values, 1), Known::Nothing)
    }

    /// Units of so many cycles and instructions, with a weight.
    fn weighing(values: impl Iterator<Item = (u64, u64)>, weight: u64) -> Vec<Unit> {
        let units = values.map(|(cycles, instructions)| Unit::of(cycles, instructions, weight));
        units.collect()
    }

    #[test]
    fn the_start_counts_as_it_is_and_units_for_the_rest() {
        // 2,000 instructions that take 5,000 cycles, then 98,000 at one cycle each; the last unit is shorter.
        let start = [(4_000, 1_000), (1_000, 1_000)];
        let units = (0..50).map(|_| (1_000, 1_000)).chain([(100, 100)]);
        let start = weighing(start.into_iter(), 1);
        let ratio = cycles(&start, &weighing(units, 1), Known::Nothing);
        let (estimate, half) = ratio.over(100_000, &Sampling::default());
        assert_eq!(estimate, 5_000.0 + 98_000.0);
        // All units are alike: what falls between them may be as cold as the first piece.
        assert_eq!(half, 4_000.0);
        // It is more than what units that differ say of each other.
        let units = weighing((0..50).map(|i| (900 + i % 2 * 200, 1_000)), 1);
        let width = |start: &[(u64, u64)]| {
            let start = weighing(start.iter().copied(), 1);
            let ratio = cycles(&start, &units, Known::Nothing);
            let (_, half) = ratio.over(100_000, &Sampling::default());
            half
        };
        let more = width(&[(4_000, 0)]) - width(&[]);
        assert!((more - 4_000.0).abs() < 1e-6, "{more}");
    }

    #[test]
    fn an_event_that_no_unit_saw_is_left_out_with_what_was_counted_in_full() {
        let mut counts = Counts::ZERO;
        counts.add(Raw::CyclesUnstalled, 1_500);
        counts.add(Raw::InstructionsRetired, 1_000);
        let units = || (0..50).map(|_| Unit::new(1_500, &counts)).collect();
        let mut start = counts.clone();
        start.add(Raw::SpeculationFailuresInteger, 12);
        let measured = Measurements {
            start: vec![Unit::new(1_500, &start)],
            units: units(),
            ..Measurements::default()
        };
        let family = Family::Itanium;
        let sampling = Sampling::default();
        let sample = estimate(&measured, &sampling, Ended::Program, 100_000, family).unwrap();
        let why = |event: &str| &*sample.events_not_estimated[event];
        assert_eq!(
            why("INST_FAILED_CHKS_RETIRED_INT"),
            "none of 50 units saw one; what is timed in full has 12"
        );
        assert_eq!(
            why("INST_FAILED_CHKS_RETIRED_FP"),
            "none of 50 units saw one"
        );
        let instructions = sample.events["IA64_INST_RETIRED"];
        let counted = (100_000, Some(0));
        assert_eq!((instructions.estimate, instructions.half_width), counted);
    }

    #[test]
    fn the_quantiles_are_those_of_the_normal_distribution() {
        for (confidence, z) in [(0.95, 1.960), (0.99, 2.576), (0.997, 2.968)] {
            assert!((quantile(confidence) - z).abs() < 1e-3, "{confidence}");
        }
    }

    #[test]
    fn an_interval_is_as_wide_as_neighbours_differ_and_not_as_phases_do() {
        let phases = (0..200).map(|i| (if i < 100 { 1_000 } else { 9_000 }, 1_000));
        let mixed = (0..200).map(|i| (if i % 2 == 0 { 1_000 } else { 9_000 }, 1_000));
        let sampling = Sampling::default();
        let width = |ratio: Ratio| ratio.over(10_000_000, &sampling).1;
        let (phases, mixed) = (of(phases), of(mixed));
        assert_eq!(phases.sums, mixed.sums);
        assert!(width(phases) * 5.0 < width(mixed));
    }

    #[test]
    fn a_unit_of_a_longer_period_stands_for_more() {
        // 100 units, and 50 in periods of twice the length that take twice as long.
        let behind = |short: u64, long: u64| {
            let values = |mean, units| (0..units).map(move |i| (mean + i % 2, 1_000));
            let mut units = weighing(values(short, 100), 1);
            units.extend(weighing(values(long, 50), 2));
            cycles(&[], &units, Known::Nothing)
        };
        let sampling = Sampling::default();
        let (estimate, _) = behind(1_000, 2_000).over(10_000_000, &sampling);
        assert_eq!(estimate, 15_005_000.0);
        // Neighbours differ by a cycle 99 times, which counts once, and 50 times, which counts four times: the standard error of a sum over
        // 200 periods is the root of 299 / 2 * 150 / 149, or 12.27.
        let ratio = behind(1_000, 1_000);
        let (_, half) = ratio.over(10_000_000, &sampling);
        let known: f64 = 150_000.0 / 10_000_000.0;
        let expected =
            quantile_of(sampling.confidence, ratio.degrees()) * 12.27 * 50.0 * (1.0 - known).sqrt();
        assert!((half / expected - 1.0).abs() < 0.001, "{half} {expected}");
        // As many units of equal weights as have this variance: 200 * 200 / (100 + 4 * 50).
        assert_eq!(ratio.units.round(), 133.0);
    }

    #[test]
    fn what_comes_in_bursts_has_a_wider_interval_than_what_units_vary_by_alike() {
        let sampling = Sampling::default();
        // One unit of 20 is ten times as slow; and the same variance to both sides.
        let bursts = (0..600).map(|i| (if i % 20 == 7 { 10_000 } else { 1_000 }, 1_000));
        let alike = (0..600).map(|i| match i % 20 {
            7 => (13_728, 1_000),
            17 => (1_000, 1_000),
            _ => (7_364, 1_000),
        });
        let z = |ratio: &Ratio| {
            ratio.over(u64::MAX, &sampling).1 * ratio.sums.1 as f64
                / (u64::MAX as f64 * ratio.error)
        };
        let (bursts, alike) = (of(bursts), of(alike));
        assert!((bursts.error / alike.error - 1.0).abs() < 0.01);
        let usual = quantile_of(sampling.confidence, alike.degrees());
        assert!((z(&alike) / usual - 1.0).abs() < 0.01, "{}", z(&alike));
        // 30 bursts, each as large as the others, with nothing beside them: 30 / 30^1.5.
        assert!(
            (bursts.skewness / 0.1826 - 1.0).abs() < 0.01,
            "{}",
            bursts.skewness
        );
        let more = skewed(usual, bursts.skewness);
        assert!(
            (z(&bursts) / (usual + more) - 1.0).abs() < 0.01,
            "{}",
            z(&bursts)
        );
        // Phases are no bursts.
        let phases = of((0..600).map(|i| (if i < 30 { 10_000 } else { 1_000 + i % 2 }, 1_000)));
        assert!(phases.skewness < 0.3, "{}", phases.skewness);
    }

    #[test]
    fn what_few_units_saw_has_an_interval_for_what_they_may_have_missed() {
        let ratio = of((0..1_000).map(|i| (u64::from(i == 500) * 40, 1_000)));
        let (estimate, half) = ratio.over(100_000_000, &Sampling::default());
        assert_eq!(estimate, 4_000.0);
        assert!(half > 3.0 * estimate, "{half}");
    }
}
