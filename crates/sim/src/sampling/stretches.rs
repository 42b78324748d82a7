//! Systematic samples of stretches of a run that are timed apart from each other.
//!
//! The program executes functionally and leaves checkpoints at equal distances. From each a run of its own goes on: its first
//! instructions only warm, then come the units of a stretch, up to where the next such run has warmed.
//! Where the units lie follows from the length of the run alone, and a stretch depends on nothing but its checkpoint, so the report
//! is the same on any number of threads.

use report::{Decimal, Estimate, Report, Sample};

use super::apart::{Executed, side_by_side};
use super::estimate::relative_half_width;
use super::plan::{self, FIRST_PERIOD, MANY, MOST, Plan, random};
use super::recorder::Taken;
use super::{Apart, Sampling, estimate};
use crate::{Error, Request};

/// Fewer instructions would warm too little.
const LEAST: u64 = 100_000;

/// A checkpoint is so many times as far from the next as what warms is long.
const STRETCH: u64 = 4;

/// Runs a program functionally, times units in stretches of it from checkpoints of that run, and estimates what
/// [`run`](crate::run) would count.
///
/// # Errors
/// As [`sample`](super::sample); a checkpoint cannot be made, the stretches are too short, or the guest may change files.
pub fn sample_apart(request: Request, sampling: &Sampling, apart: &Apart) -> Result<Report, Error> {
    let warming = apart.warming;
    if warming < LEAST {
        return Err(Error::Checkpoint(format!(
            "units are warmed by at least {LEAST} instructions each; give --warming more than {warming}"
        )));
    }
    let every = warming.saturating_mul(STRETCH);
    let executed = Executed::of(request, apart, vec!["0".to_owned()], Some(every))?;
    let instructions = executed.report.instructions;
    let shortest = FIRST_PERIOD * (sampling.unit + sampling.warm_up);
    // As many as a long run has at least when it is sampled in one pass.
    let mut period = shortest.max(instructions / (MANY as u64 / 2));
    let mut timed = 0;
    let taken = loop {
        let mut taken = round(&executed, sampling, apart, period)?;
        timed += taken.timed;
        let denser = denser(&taken, sampling, instructions).max(shortest);
        if denser >= period {
            taken.timed = timed;
            break taken;
        }
        period = denser;
    };
    let family = executed.config.machine.processor.family;
    let mut sample = estimate::estimate(&taken, sampling, instructions, family)?;
    sample.warming = Some(warming);
    let latency = u64::from(executed.config.machine.memory.latency);
    widen(&mut sample, &taken, sampling, latency, instructions);
    let mut report = executed.report;
    report.sample = Some(Box::new(sample));
    Ok(report)
}

/// Makes intervals as wide as what was cold may have cost: each line that found an empty place in the last cache level the latency of memory.
fn widen(sample: &mut Sample, taken: &Taken, sampling: &Sampling, latency: u64, instructions: u64) {
    let unknown = taken.cold.saturating_mul(latency) as f64;
    let measured = sample.measured_instructions.max(1) as f64;
    let more = (unknown * instructions as f64 / measured).ceil() as u64;
    let Some(cycles) = sample.cycles.as_mut().filter(|_| more > 0) else {
        return;
    };
    let wider = |estimate: &mut Estimate<u64>| {
        estimate.half_width = estimate.half_width.map(|half| half.saturating_add(more));
    };
    wider(cycles);
    let (estimate, half) = (
        cycles.estimate as f64,
        cycles.half_width.unwrap_or(u64::MAX) as f64,
    );
    // Most of it is waiting for data.
    sample.cycle_accounting.get_mut("data_access").map(wider);
    if let Some(cpi) = &mut sample.cpi {
        cpi.half_width = Some(Decimal::above(half / instructions.max(1) as f64));
    }
    if half > sampling.error * estimate {
        sample.met = Some(false);
        let cold = format!(
            "{} lines that units missed found empty places in the last cache level, where a full run may have had them: {:.2} % of the estimate at most, which the interval holds; give --warming more",
            taken.cold,
            100.0 * more as f64 / estimate.max(1.0)
        );
        sample.remark = Some(match sample.remark.take() {
            Some(remark) => format!("{remark}; {cold}"),
            None => cold,
        });
    }
}

/// The period with which as many units come as the error that was asked for needs: the same if they are there.
fn denser(taken: &Taken, sampling: &Sampling, instructions: u64) -> u64 {
    let period = taken.period.unwrap_or(u64::MAX);
    match relative_half_width(&taken.units, sampling) {
        Some(width) if width > sampling.error => {
            // A fifth more, for the width is an estimate itself.
            let more = 1.2 * (width / sampling.error).powi(2);
            let wanted = (more * taken.units.len() as f64).min(MOST as f64);
            instructions / (wanted as u64).max(1)
        }
        _ => period,
    }
}

/// Units of a stretch: where they begin.
struct Stretch {
    /// Where the run goes on from a checkpoint.
    from: u64,
    units: Vec<u64>,
}

/// Times one unit of each period.
fn round(
    executed: &Executed<'_>,
    sampling: &Sampling,
    apart: &Apart,
    period: u64,
) -> Result<Taken, Error> {
    let stretches = stretches(
        executed.report.instructions,
        sampling,
        apart.warming,
        period,
    );
    let time = |stretch: &Stretch| {
        let start = match stretch.from {
            0 => plan::start(sampling),
            _ => 0,
        };
        let plan = Plan::listed(&stretch.units, sampling, period, start);
        executed.time(stretch.from, plan, stretch.units.len())
    };
    let mut all = Taken {
        start: Vec::new(),
        units: Vec::new(),
        period: Some(period),
        timed: 0,
        cold: 0,
    };
    let parts = side_by_side(&stretches, apart.threads, time);
    for (stretch, taken) in stretches.iter().zip(parts) {
        let mut taken = taken?;
        all.timed += taken.timed;
        if stretch.from > 0 {
            // Before the others, all of the program has warmed.
            all.cold += taken.cold;
        }
        all.start.append(&mut taken.start);
        all.units.append(&mut taken.units);
    }
    executed.go_on()?;
    Ok(all)
}

/// The stretches in which units lie: first that of the start, all of which is timed; behind the start, one unit at a random place in each
/// period that the run reaches the end of its unit in.
fn stretches(instructions: u64, sampling: &Sampling, warming: u64, period: u64) -> Vec<Stretch> {
    let timed = sampling.unit + sampling.warm_up;
    let room = period.saturating_sub(timed).max(1);
    let start = plan::start(sampling);
    let begins = (0..instructions / period + 1)
        .map(|number| start + number * period + random(number) % room);
    let every = warming.saturating_mul(STRETCH);
    let mut stretches = vec![Stretch {
        from: 0,
        units: Vec::new(),
    }];
    for begin in begins.take_while(|begin| begin + timed <= instructions) {
        let from = begin.saturating_sub(warming) / every * every;
        let unit = begin + sampling.warm_up;
        match stretches.last_mut() {
            Some(stretch) if stretch.from == from => stretch.units.push(unit),
            _ => stretches.push(Stretch {
                from,
                units: vec![unit],
            }),
        }
    }
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::recorder::Unit;

    #[test]
    fn every_period_has_one_unit_behind_what_warms_it() {
        let sampling = Sampling::default();
        let (warming, period) = (50_000, 32_000);
        let all = stretches(1_000_000, &sampling, warming, period);
        let units: Vec<u64> = all.iter().flat_map(|s| s.units.iter().copied()).collect();
        assert_eq!(units.len(), 30);
        for (number, unit) in (0..).zip(&units) {
            let begin = unit - sampling.warm_up;
            let from = plan::start(&sampling) + number * period;
            assert!(begin >= from && unit + sampling.unit <= from + period);
        }
        let froms: Vec<u64> = all.iter().map(|stretch| stretch.from).collect();
        assert_eq!(froms, [0, 200_000, 400_000, 600_000, 800_000]);
        for stretch in &all {
            for unit in &stretch.units {
                let behind = unit - sampling.warm_up - stretch.from;
                assert!(behind < STRETCH * warming + warming, "{behind}");
                assert!(behind >= warming || stretch.from == 0, "{behind}");
            }
        }
    }

    #[test]
    fn what_is_cold_makes_intervals_wider_and_is_named_where_it_decides() {
        let sampling = Sampling::default();
        let of = |cold| {
            let taken = Taken {
                start: Vec::new(),
                units: Vec::new(),
                period: Some(100_000),
                timed: 200_000,
                cold,
            };
            let family = isa::Family::Itanium;
            let mut sample = estimate::estimate(&taken, &sampling, 10_000_000, family).unwrap();
            sample.measured_instructions = 100_000;
            (sample.met, sample.remark) = (Some(true), None);
            sample.cycles = Some(Estimate {
                estimate: 10_000_000,
                half_width: Some(50_000),
                confidence: None,
            });
            widen(&mut sample, &taken, &sampling, 120, 10_000_000);
            let after = sample.cycles.unwrap().half_width.unwrap();
            (after - 50_000, sample.met, sample.remark.is_some())
        };
        assert_eq!(of(0), (0, Some(true), false));
        assert_eq!(of(1), (12_000, Some(true), false));
        assert_eq!(of(10), (120_000, Some(false), true));
    }

    #[test]
    fn as_many_units_come_as_the_error_needs() {
        let units = |count: u64, spread| -> Vec<_> {
            let cycles = (0..count).map(|i| 1_000 + i * 7_919 % 100 * spread / 100);
            cycles.map(|cycles| Unit::of(cycles, 1_000)).collect()
        };
        let sampling = Sampling::default();
        let of = |spread| {
            let taken = Taken {
                start: Vec::new(),
                units: units(1_000, spread),
                period: Some(100_000),
                timed: 0,
                cold: 0,
            };
            denser(&taken, &sampling, 100_000_000)
        };
        assert_eq!(of(0), 100_000);
        let (some, more, most) = (of(800), of(1_600), of(1_000_000));
        assert!(some < 100_000 && more < some, "{some} {more}");
        assert_eq!(most, 100_000_000 / MOST as u64);
    }
}
