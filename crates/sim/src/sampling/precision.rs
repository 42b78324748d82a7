//! The precision of a run that is timed in stretches: makes the confidence intervals wider by what the caches may have lacked, and finds the
//! period with which the units would suffice.

use isa::Family;
use report::{Decimal, Sample};

use super::cold::Cold;
use super::ended::Ended;
use super::estimate::{Relative, Width, cycles_of, room_for_chance};
use super::measured::{Measurements, Unit};
use super::plan::{self, MOST};
use super::{Sampling, estimate};
use crate::Error;

/// What the estimates need of the machine description.
#[derive(Clone, Copy)]
pub(super) struct Machine {
    pub family: Family,
    /// Latency of memory in cycles.
    pub latency: u64,
    /// Lines of L2 in one of the last cache level.
    pub l2_lines: u64,
    /// The front end reads the targets of indirect branches from registers that are written in time.
    pub reads_registers: bool,
}

/// The estimates from the units of stretches for a run of `instructions` instructions.
pub(super) fn finish(
    measured: &Measurements,
    sampling: &Sampling,
    warming: u64,
    of: Machine,
    ended: Ended,
    instructions: u64,
) -> Result<Sample, Error> {
    let mut sample = estimate::estimate(measured, sampling, ended, instructions, of.family)?;
    sample.warming = Some(warming);
    widen(&mut sample, measured, sampling, of, instructions);
    estimate::align(&mut sample, of.family);
    if sample.met == Some(false)
        && let Some(Denser { period, suffices }) =
            denser(measured, sampling, of.latency, instructions)
    {
        let remark = sample.remark.take().unwrap_or_default();
        let units = match suffices {
            true => "as many units as that needs",
            false => "more units, though fewer than that needs",
        };
        sample.remark = Some(format!("{remark}; --period {period} gives {units}"));
    }
    Ok(sample)
}

/// Lines that filled empty places of the last cache level because the run of a stretch began with empty caches. If the run was followed all of
/// them are known; if not, those of the units are extrapolated to what lies between the ends of the run.
fn cold_lines(measured: &Measurements, instructions: u64) -> u64 {
    let of = |pieces: &mut dyn Iterator<Item = &Unit>| -> u64 {
        pieces.map(|piece| piece.instructions).sum()
    };
    let between = instructions.saturating_sub(of(&mut measured.complete())) as f64;
    let in_units = of(&mut measured.units.iter()).max(1) as f64;
    let lines = match &measured.followed {
        Some(run) => run.cold,
        None => (measured.cold as f64 * between / in_units).ceil() as u64,
    };
    lines.saturating_add(measured.cold_end)
}

/// Makes the intervals of cycles, of cycles per instruction, of classes and of events wider by what the lines that were cold may have changed.
fn widen(
    sample: &mut Sample,
    measured: &Measurements,
    sampling: &Sampling,
    of: Machine,
    instructions: u64,
) {
    let cold = Cold {
        lines: cold_lines(measured, instructions),
        latency: of.latency,
        l2_lines: of.l2_lines,
        reads_registers: of.reads_registers,
    };
    let Some(cycles) = sample.cycles.as_mut().filter(|_| cold.lines > 0) else {
        return;
    };
    let half = cycles.half_width;
    cycles.half_width = half.map(|half| half.saturating_add(cold.cycles()));
    let (estimate, half) = (
        cycles.estimate as f64,
        cycles.half_width.unwrap_or(u64::MAX) as f64,
    );
    cold.widen(sample, of.family);
    if let Some(cpi) = &mut sample.cpi {
        cpi.half_width = Some(Decimal::above(half / instructions.max(1) as f64));
    }
    if half > sampling.error * estimate {
        sample.met = Some(false);
        let cold = format!(
            "{} lines that were missed found empty places in the last cache level, where a full run may have had them: {:.2} % of the estimate at most, which the interval holds; give --warming more",
            (measured.followed.map_or(measured.cold, |run| run.cold))
                .saturating_add(measured.cold_end),
            100.0 * cold.cycles() as f64 / estimate.max(1.0)
        );
        sample.remark = Some(match sample.remark.take() {
            Some(remark) => format!("{remark}; {cold}"),
            None => cold,
        });
    }
}

/// A shorter period, which gives more units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Denser {
    pub period: u64,
    /// The interval is expected to be as narrow as was asked for.
    pub suffices: bool,
}

/// The period that gives as many units as the error that was asked for needs, or as many as there can be. `None`: more units would not help.
/// `latency`: of memory, in cycles.
pub(super) fn denser(
    measured: &Measurements,
    sampling: &Sampling,
    latency: u64,
    instructions: u64,
) -> Option<Denser> {
    let Relative { estimate, width } = cycles_of(measured, instructions, sampling)?;
    let Width { chance, bias } = width;
    let cold = cold_lines(measured, instructions).saturating_mul(latency);
    let bias = bias + cold as f64 / estimate.max(1.0);
    // More units make only the part of the width smaller that is due to chance.
    let room = room_for_chance(sampling.error, bias);
    if chance + bias <= sampling.error || chance <= room {
        return None;
    }
    // A fifth more units: the width is an estimate itself.
    let more = 1.2 * (chance / room).powi(2);
    let wanted = more * measured.units.len() as f64;
    // Shorter periods would time too much of the run, or keep too many units.
    let shortest = plan::shortest_period(sampling).max(instructions / MOST as u64);
    let period = (instructions / (wanted as u64).max(1)).max(shortest);
    let now = measured.period?;
    let then = chance * (period as f64 / now as f64).sqrt();
    (period < now).then_some(Denser {
        period,
        suffices: then + bias <= sampling.error,
    })
}

#[cfg(test)]
mod tests {
    use report::Estimate;

    use super::*;
    use crate::sampling::auxiliary::Auxiliary;
    use crate::sampling::plan::random;
    use crate::sampling::stretches::{Part, joined};

    const MACHINE: Machine = Machine {
        family: Family::Itanium,
        latency: 120,
        l2_lines: 1,
        reads_registers: false,
    };

    #[test]
    fn what_is_cold_makes_intervals_wider_and_is_named_where_it_decides() {
        let sampling = Sampling::default();
        let of = |cold, cold_end| {
            let measured = Measurements {
                units: (0..100).map(|_| Unit::of(1_000, 1_000, 1)).collect(),
                period: Some(100_000),
                timed: 200_000,
                cold,
                cold_end,
                ..Measurements::default()
            };
            let family = Family::Itanium;
            let mut sample = estimate::estimate(
                &Measurements::default(),
                &sampling,
                Ended::Program,
                10_000_000,
                family,
            )
            .unwrap();
            (sample.met, sample.remark) = (Some(true), None);
            sample.cycles = Some(Estimate {
                estimate: 10_000_000,
                half_width: Some(50_000),
                confidence: None,
            });
            widen(&mut sample, &measured, &sampling, MACHINE, 10_000_000);
            let after = sample.cycles.unwrap().half_width.unwrap();
            (after - 50_000, sample.met, sample.remark.is_some())
        };
        assert_eq!(of(0, 0), (0, Some(true), false));
        assert_eq!(of(1, 0), (12_000, Some(true), false));
        assert_eq!(of(10, 0), (120_000, Some(false), true));
        // The end of a run stands for itself.
        assert_eq!(of(1, 10), (13_200, Some(true), false));
        assert_eq!(of(0, 1_000), (120_000, Some(false), true));
    }

    #[test]
    fn what_was_cold_between_units_makes_intervals_wider_where_it_is_known() {
        let part = |from, cold| Part {
            from,
            measured: Measurements {
                cold: 7,
                followed: Some(Auxiliary {
                    cold,
                    ..Auxiliary::default()
                }),
                ..Measurements::default()
            },
        };
        // Before the first one, all of the program has warmed.
        let measured = joined(
            vec![part(0, 1_000), part(400_000, 20), part(800_000, 30)],
            1,
        );
        let sampling = Sampling::default();
        let family = Family::Itanium;
        let mut sample =
            estimate::estimate(&measured, &sampling, Ended::Program, 10_000_000, family).unwrap();
        sample.cycles = Some(Estimate {
            estimate: 10_000_000,
            half_width: Some(50_000),
            confidence: None,
        });
        widen(&mut sample, &measured, &sampling, MACHINE, 10_000_000);
        assert_eq!(sample.cycles.unwrap().half_width, Some(50_000 + 50 * 120));
    }

    #[test]
    fn more_units_do_not_come_for_what_they_do_not_make_narrower() {
        // Most cycles are of mispredictions, of which warming is not sure, and the others vary much.
        let units = (0..1_000_u64).map(|number| {
            let mispredicted = 100 + number * 7_919 % 13;
            let mut unit = Unit::of(10 * mispredicted + random(number) % 301, 1_000, 1);
            unit.variates = [200, 50, mispredicted as u32, 0];
            unit
        });
        let mut measured = Measurements {
            units: units.collect(),
            period: Some(100_000),
            ..Measurements::default()
        };
        let variates = [200_000, 50_000, 106_000, 0];
        measured.followed = Some(Auxiliary {
            variates,
            instructions: 1_000_000,
            cold: 0,
        });
        let with = |error| Sampling {
            error,
            ..Sampling::default()
        };
        let sampling = with(0.005);
        let length = 100_000_000;
        let of = |measured: &Measurements, sampling| denser(measured, sampling, 120, length);
        let Width { chance, bias } = cycles_of(&measured, length, &sampling).unwrap().width;
        assert!(bias > sampling.error && chance > sampling.error);
        let denser = of(&measured, &sampling).unwrap();
        assert_eq!((denser.period, denser.suffices), (32_000, false));
        // With room for three quarters of chance, the square of four thirds as many, and a fifth more.
        let sampling = with(bias + chance * 0.75);
        let denser = of(&measured, &sampling).unwrap();
        assert!(denser.suffices && (46_000..48_000).contains(&denser.period));
        // What was cold leaves less.
        measured.cold_end = (1.5 * chance * 1.06e6 / 120.0 * 100.0) as u64;
        assert!(!of(&measured, &sampling).unwrap().suffices);
        // Where chance is small beside all else, more would do nothing.
        assert_eq!(of(&measured, &with(4.1 * chance)), None);
    }

    #[test]
    fn as_many_units_come_as_the_error_needs() {
        let units = |count: u64, spread| -> Vec<_> {
            let cycles = (0..count).map(|i| 1_000 + i * 7_919 % 100 * spread / 100);
            cycles.map(|cycles| Unit::of(cycles, 1_000, 1)).collect()
        };
        let sampling = Sampling::default();
        let of = |spread| {
            let measured = Measurements {
                units: units(1_000, spread),
                period: Some(100_000),
                ..Measurements::default()
            };
            denser(&measured, &sampling, 120, 100_000_000)
        };
        assert_eq!(of(0), None);
        let [some, more, most] = [800, 1_000, 1_000_000].map(|spread| of(spread).unwrap());
        assert!(some.period < 100_000 && more.period < some.period);
        assert!(some.suffices && more.suffices, "{some:?} {more:?}");
        assert_eq!((most.period, most.suffices), (32_000, false));
    }
}
