//! Estimates from chosen intervals and their weights (SimPoint). The method gives no confidence interval.

use events::{Cause, Counts};
use isa::Family;
use report::{CycleAccounting, Decimal, Estimate, Sample};
use uarch::PRODUCED;

use super::SimPoints;
use super::ended::Ended;
use super::measured::{Measurements, Unit};
use crate::Error;

/// An estimate without a confidence interval.
fn number(estimate: f64) -> Estimate<u64> {
    Estimate {
        estimate: estimate.round() as u64,
        half_width: None,
        confidence: None,
    }
}

/// The estimates from the chosen intervals for a run of `instructions` instructions. If intervals are missing there is only a remark.
///
/// # Errors
/// The classes of an interval do not sum to its cycles: a mistake of the simulator.
pub(crate) fn estimate(
    measured: &Measurements,
    chosen: &SimPoints,
    ended: Ended,
    instructions: u64,
    family: Family,
) -> Result<Sample, Error> {
    let units = &measured.units;
    let mut sample = Sample::new("simpoints", chosen.length, chosen.warm_up);
    sample.units = units.len() as u64;
    sample.measured_instructions = units.iter().map(|unit| unit.instructions).sum();
    sample.timed_instructions = measured.timed;
    if let Some(missing) = chosen.points.get(units.len()) {
        let why = match ended {
            Ended::Program => ": the intervals were chosen for another run or another length",
            Ended::Limit | Ended::Interrupted => "",
        };
        sample.remark = Some(format!(
            "{ended} after {instructions} instructions, before the end of interval {} of {}{why}",
            missing.interval, chosen.length
        ));
        return Ok(sample);
    }
    sample.remark = Some(
        "weighted intervals, chosen by the blocks that they execute: nothing says how far from the truth this is"
            .to_owned(),
    );
    let counts: Vec<Counts> = units.iter().map(Unit::counts).collect();
    let weigh = |value: &dyn Fn(&Unit, &Counts) -> u64| -> f64 {
        let each = units.iter().zip(&counts).zip(&chosen.points);
        // The weight of an interval is a part of the run's instructions, however long the interval itself is.
        let rates = each.map(|((unit, counts), point)| {
            point.weight * value(unit, counts) as f64 / (unit.instructions as f64).max(1.0)
        });
        rates.sum::<f64>() * instructions as f64
    };
    for (unit, counts) in units.iter().zip(&counts) {
        let classes: u64 = Cause::ALL.iter().map(|&cause| counts.cause(cause)).sum();
        if classes != unit.cycles {
            return Err(Error::Identity(format!(
                "in an interval of the sample the classes sum to {classes} and the cycles to {}",
                unit.cycles
            )));
        }
    }
    for (name, cause) in CycleAccounting::NAMES.iter().zip(Cause::ALL) {
        let class = number(weigh(&|_, counts| counts.cause(cause)));
        sample.cycle_accounting.insert((*name).to_owned(), class);
    }
    for event in pmu::events(family) {
        let name = event.name.to_owned();
        match event.value(&Counts::ZERO, &PRODUCED) {
            Ok(_) => {
                let value = |_: &Unit, counts: &Counts| event.value(counts, &PRODUCED).unwrap_or(0);
                sample.events.insert(name, number(weigh(&value)));
            }
            Err(reason) => {
                sample.events_not_estimated.insert(name, reason.to_string());
            }
        }
    }
    let cycles = weigh(&|unit, _| unit.cycles);
    sample.cycles = Some(number(cycles));
    sample.cpi = Some(Estimate {
        estimate: Decimal::nearest(cycles / (instructions as f64).max(1.0)),
        half_width: None,
        confidence: None,
    });
    Ok(sample)
}
