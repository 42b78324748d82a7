//! Systematic sampling in stretches of a run that are timed independently, several at once.
//!
//! The program executes functionally and leaves checkpoints at equal distances. From each a run of its own goes on: its first
//! instructions only warm, then come the units of a stretch, up to where the run from the next checkpoint has warmed. So each stretch follows a
//! part of the run, and all together follow the whole run behind its start, which is what [`auxiliary`](super::auxiliary) needs.
//! The places of the units follow from the length of the run alone, and a stretch depends on nothing but its checkpoint, so the report
//! is the same on any number of threads.

use std::collections::BTreeMap;

use report::{OutcomeKind, Region, Report};

use super::apart::{Every, Executed, side_by_side};
use super::auxiliary::Auxiliary;
use super::ended::Ended;
use super::measured::Measurements;
use super::plan::{self, Parts, Plan, random};
use super::precision::{Denser, Machine, denser, finish};
use super::{Apart, Sampling};
use crate::{Error, Request};

/// Least number of instructions that warm before the units of a stretch.
const LEAST: u64 = 100_000;

/// Units of the first round. A second round warms all stretches once more, which costs far more than units that were not needed.
const UNITS: u64 = 4_000;

/// Distance from one checkpoint to the next, as a multiple of the instructions that warm.
const STRETCH: u64 = 4;

/// Runs a program functionally, times units in stretches of it from checkpoints of that run, and estimates what
/// [`run`](crate::run()) would count.
///
/// # Errors
/// As [`sample`](super::sample); a checkpoint cannot be made, the stretches are too short, or the guest may change files.
pub fn sample_apart(request: Request, sampling: &Sampling, apart: &Apart) -> Result<Report, Error> {
    sample_timed(request, sampling, apart, &Stretch::time)
}

/// The function that times what a plan names of a stretch: [`Stretch::time`], but in tests.
type Time<'a> = &'a (dyn Fn(&Stretch, &Executed<'_>, Plan) -> Result<Measurements, Error> + Sync);

/// [`sample_apart`] with the function that times a stretch.
fn sample_timed(
    request: Request,
    sampling: &Sampling,
    apart: &Apart,
    time: Time<'_>,
) -> Result<Report, Error> {
    let whole = Apart {
        shard: None,
        ..apart.clone()
    };
    let (apart, warming) = (&whole, whole.warming);
    let executed = execute(request, sampling, apart)?;
    let instructions = executed.report.instructions;
    let (result, covered) = rounds(&executed, sampling, apart, time)?;
    let of = Machine {
        family: executed.config.machine.processor.family,
        latency: u64::from(executed.config.machine.memory.latency),
        l2_lines: {
            let caches = &executed.config.machine.caches;
            u64::from(caches.l3.line_bytes / caches.l2.line_bytes.max(1))
        },
        reads_registers: executed.config.machine.branch.indirect_reads_register,
    };
    let whole = !result.measured.is_cut && result.is_wanted;
    let mut report = executed.into_report(whole)?;
    // Where no unit stands for anything, the report says how far the program executed.
    if covered < instructions && !result.measured.units.is_empty() {
        shorten(&mut report, covered);
    }
    let ended = Ended::of(&report.outcome);
    let mut sample = finish(&result.measured, sampling, warming, of, ended, covered)?;
    if report.outcome.kind == OutcomeKind::Interrupted {
        let units = result.measured.units.len();
        sample.remark = Some(match (units, result.is_wanted) {
            (0, _) => {
                "interrupted before units were timed: the whole program executes first".to_owned()
            }
            (_, true) if covered == instructions => {
                format!("interrupted behind the last of the {units} units")
            }
            (_, true) => format!(
                "interrupted behind {covered} of {instructions} instructions, which the {units} units that had been timed stand for"
            ),
            (_, false) => format!(
                "interrupted while more units were timed than the {units} that the estimates are made from"
            ),
        });
    }
    report.sample = Some(Box::new(sample));
    Ok(report)
}

/// Runs a program functionally, with the checkpoints of all its stretches, or of those of a shard.
pub(super) fn execute<'a>(
    request: Request,
    sampling: &Sampling,
    apart: &'a Apart,
) -> Result<Executed<'a>, Error> {
    let warming = apart.warming;
    if warming < LEAST {
        return Err(Error::Apart(format!(
            "--warming {warming}: units that are timed apart are warmed by at least {LEAST} instructions each; give --warming {LEAST} or more"
        )));
    }
    let timed = sampling.timed();
    if let Some(period) = apart.period.filter(|&period| period < 2 * timed) {
        return Err(Error::Apart(format!(
            "--period {period}: {timed} instructions of each period are timed; give --period {} or more",
            2 * timed
        )));
    }
    let (start, every) = checkpoints(apart);
    let places = start.then(|| "0".to_owned());
    Executed::of(request, apart, places.into_iter().collect(), Some(every))
}

/// Instructions from one checkpoint to the next.
fn length(warming: u64) -> u64 {
    warming.saturating_mul(STRETCH)
}

/// Whether the run makes a checkpoint at its start, and which others it makes.
fn checkpoints(apart: &Apart) -> (bool, Every) {
    let stretch = length(apart.warming);
    let (index, count) = apart.shard.unwrap_or((1, 1));
    let each = stretch.saturating_mul(count);
    let first = match index {
        1 => each,
        _ => stretch.saturating_mul(index - 1),
    };
    (index == 1, Every { first, each })
}

/// What was measured in the rounds of units.
struct RoundsResult {
    measured: Measurements,
    /// It is from the last round that was begun; false: that one was interrupted, and this is the round before.
    is_wanted: bool,
}

/// Times rounds of units until the interval is as narrow as was asked for, or more units do not help. Returns what was measured, and how many
/// instructions, from the start of the run, it stands for.
fn rounds(
    executed: &Executed<'_>,
    sampling: &Sampling,
    apart: &Apart,
    time: Time<'_>,
) -> Result<(RoundsResult, u64), Error> {
    let instructions = executed.report.instructions;
    let mut period = first_period(sampling, apart, instructions);
    let mut before: Option<Measurements> = None;
    let mut timed = 0;
    loop {
        let parts = round(executed, sampling, apart, period, time)?;
        let whole = parts.iter().all(|part| !part.measured.is_cut);
        let mut all = joined(parts, period);
        timed += all.timed;
        if !whole {
            // Interrupted. The units of the round before stand for all of the run; those of this one for what lies before the first unit that
            // is missing.
            return Ok(match before {
                Some(before) => (
                    RoundsResult {
                        measured: Measurements { timed, ..before },
                        is_wanted: false,
                    },
                    instructions,
                ),
                None => {
                    let covered = covered(&all, period, instructions);
                    (
                        RoundsResult {
                            measured: Measurements { timed, ..all },
                            is_wanted: true,
                        },
                        covered,
                    )
                }
            });
        }
        all.timed = timed;
        let latency = u64::from(executed.config.machine.memory.latency);
        let denser = match apart.period {
            None => denser(&all, sampling, latency, instructions),
            Some(_) => None,
        };
        let Some(Denser {
            period: denser,
            suffices: true,
        }) = denser
        else {
            return Ok((
                RoundsResult {
                    measured: all,
                    is_wanted: true,
                },
                instructions,
            ));
        };
        period = denser;
        before = Some(all);
    }
}

/// The number of instructions, from the start of the run, that its first units stand for.
fn covered(measured: &Measurements, period: u64, instructions: u64) -> u64 {
    let start: u64 = measured.start.iter().map(|piece| piece.instructions).sum();
    let behind = (measured.units.len() as u64).saturating_mul(period);
    start.saturating_add(behind).min(instructions)
}

/// Makes a report be about the first `instructions` instructions of the run only.
fn shorten(report: &mut Report, instructions: u64) {
    report.instructions = instructions;
    report.region = Some(Region {
        start: None,
        stop: None,
        first_instruction: Some(0),
        end_instruction: Some(instructions),
        stopped: false,
    });
    match &mut report.processes[..] {
        [one] => {
            one.instructions = instructions;
            one.outcome = None;
        }
        // How much each of several had executed by then is not known.
        _ => report.processes.clear(),
    }
}

/// The period that is asked for, or one that gives [`UNITS`] units, but not less than the shortest.
pub(super) fn first_period(sampling: &Sampling, apart: &Apart, instructions: u64) -> u64 {
    let usual = plan::shortest_period(sampling).max(instructions / UNITS);
    apart.period.unwrap_or(usual)
}

/// What is measured in the run that goes on from one checkpoint.
pub(super) struct Stretch {
    /// Instructions before the checkpoint.
    pub from: u64,
    pub parts: Parts,
}

impl Stretch {
    /// Times the parts that a plan names in a run from its checkpoint.
    pub(super) fn time(&self, executed: &Executed<'_>, plan: Plan) -> Result<Measurements, Error> {
        executed.time(self.from, plan, self.parts.units.len())
    }
}

/// What was measured of a stretch.
pub(super) struct Part {
    /// Instructions before its checkpoint.
    pub from: u64,
    pub measured: Measurements,
}

/// Times one unit of each period in the stretches of a run, or of a shard of it.
pub(super) fn round(
    executed: &Executed<'_>,
    sampling: &Sampling,
    apart: &Apart,
    period: u64,
    time: Time<'_>,
) -> Result<Vec<Part>, Error> {
    let instructions = executed.report.instructions;
    let mut stretches = stretches(instructions, sampling, apart.warming, period);
    if let Some((index, count)) = apart.shard {
        let every = length(apart.warming);
        stretches.retain(|stretch| stretch.from / every % count == index - 1);
    }
    let work = |stretch: &Stretch| {
        let plan = Plan::listed(&stretch.parts, sampling, period);
        time(stretch, executed, plan)
    };
    let measured = side_by_side(&stretches, apart.threads, work);
    let parts = stretches.iter().zip(measured).map(|(stretch, measured)| {
        Ok(Part {
            from: stretch.from,
            measured: measured?,
        })
    });
    parts.collect()
}

/// Joins what was measured in stretches, in the order of the run, up to and with the first stretch that is not complete.
pub(super) fn joined(parts: Vec<Part>, period: u64) -> Measurements {
    let mut all = Measurements {
        period: Some(period),
        ..Measurements::default()
    };
    let followed = parts.iter().map(|part| {
        let followed = part.measured.followed?;
        let cold = if part.from > 0 { followed.cold } else { 0 };
        Some(Auxiliary { cold, ..followed })
    });
    let followed: Option<Auxiliary> = followed.sum();
    for part in parts {
        let mut measured = part.measured;
        all.timed = all.timed.saturating_add(measured.timed);
        if all.is_cut {
            continue;
        }
        all.is_cut = measured.is_cut;
        if part.from > 0 {
            // In the run from checkpoint 0 all of the program before a unit has warmed: a place that is empty there is so in a full run, too.
            all.cold = all.cold.saturating_add(measured.cold);
        }
        all.start.append(&mut measured.start);
        all.units.append(&mut measured.units);
        if !all.is_cut {
            all.end.append(&mut measured.end);
            if part.from > 0 {
                all.cold_end = measured.cold_end;
            }
        }
    }
    all.followed = followed.filter(|_| !all.is_cut);
    all
}

/// The stretches of a run of `instructions` instructions, and what is measured in each: the start of the run and its end, both completely; between
/// them, one unit at a random place in each period that has room for it before the end.
pub(super) fn stretches(
    instructions: u64,
    sampling: &Sampling,
    warming: u64,
    period: u64,
) -> Vec<Stretch> {
    let timed = sampling.timed();
    let room = period.saturating_sub(timed).max(1);
    let every = length(warming);
    // The end is where the functional run ended: if that was at a limit, a run from a checkpoint would go on beyond it.
    let (start, end) = plan::ends(sampling, instructions);
    // What is timed before the end of the run without being measured is not followed.
    let approach = end.saturating_sub(sampling.warm_up).max(start);
    let first = Parts {
        start,
        ..Parts::default()
    };
    let mut stretches = BTreeMap::from([(0, first)]);
    let from = |begin: u64| begin.saturating_sub(warming) / every * every;
    let begins = (0..instructions / period + 1)
        .map(|number| start + number * period + random(number) % room);
    for begin in begins.take_while(|begin| begin + timed <= end) {
        let parts = stretches.entry(from(begin)).or_default();
        parts.units.push_back(begin + sampling.warm_up);
    }
    if end < instructions {
        stretches.entry(from(approach)).or_default().end = Some(end..instructions);
    }
    // With longer periods there are checkpoints without units, and following the run would be most of the work.
    if period <= every {
        let mut until = approach;
        for (&from, parts) in stretches.iter_mut().rev() {
            let begin = match from {
                0 => start,
                _ => (from + warming).clamp(start, approach),
            };
            parts.follows = Some(begin..until);
            until = begin;
        }
    }
    let stretches = stretches.into_iter();
    stretches
        .map(|(from, parts)| Stretch { from, parts })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use tempfile::TempDir;

    use super::*;
    use crate::sampling::measured::Unit;

    /// A run of a shipped workload on the processor `itanium`.
    fn request(workload: &str) -> Request {
        let program = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../workloads/bin")
            .join(workload);
        let clock = ["os.clock=\"instructions\""];
        Request::new(Arc::new(config::load("itanium", &clock).unwrap()), program)
    }

    #[test]
    fn every_period_has_one_unit_behind_what_warms_it() {
        let sampling = Sampling::default();
        let (warming, period) = (50_000, 32_000);
        let all = stretches(1_000_000, &sampling, warming, period);
        let units: Vec<u64> = all
            .iter()
            .flat_map(|s| s.parts.units.iter().copied())
            .collect();
        assert_eq!(units.len(), 29);
        for (number, unit) in (0..).zip(&units) {
            let begin = unit - sampling.warm_up;
            let from = plan::start(&sampling) + number * period;
            assert!(begin >= from && unit + sampling.unit <= from + period);
        }
        let froms: Vec<u64> = all.iter().map(|stretch| stretch.from).collect();
        assert_eq!(froms, [0, 200_000, 400_000, 600_000, 800_000]);
        for stretch in &all {
            for unit in &stretch.parts.units {
                let behind = unit - sampling.warm_up - stretch.from;
                assert!(behind < STRETCH * warming + warming, "{behind}");
                assert!(behind >= warming || stretch.from == 0, "{behind}");
            }
        }
    }

    #[test]
    fn stretches_follow_all_that_lies_between_the_ends_of_the_run_unless_that_is_most_of_the_work()
    {
        let sampling = Sampling::default();
        let (warming, length) = (50_000, 1_000_000);
        let ends = plan::shortest_period(&sampling);
        for period in [32_000, 150_000, 200_000] {
            let all = stretches(length, &sampling, warming, period);
            let mut follows = all.iter().map(|stretch| {
                let parts = &stretch.parts;
                let part = parts.follows.clone().expect("all of it is followed");
                let warmed = stretch.from + if stretch.from == 0 { 0 } else { warming };
                assert!(part.start >= warmed);
                let mut units = parts.units.iter().map(|unit| unit - sampling.warm_up);
                assert!(units.all(|begin| part.contains(&begin)), "{parts:?}");
                part
            });
            let mut last = follows.next().unwrap();
            assert_eq!(last.start, ends);
            for part in follows {
                assert_eq!(part.start, last.end);
                last = part;
            }
            assert_eq!(last.end, length - ends - sampling.warm_up);
        }
        let all = stretches(length, &sampling, warming, 200_001);
        assert!(all.iter().all(|stretch| stretch.parts.follows.is_none()));
    }

    #[test]
    fn nothing_of_a_start_that_is_longer_than_a_stretch_is_followed() {
        let sampling = Sampling {
            unit: 20_000,
            ..Sampling::default()
        };
        let all = stretches(8_000_000, &sampling, 100_000, 100_000);
        let (start, end) = plan::ends(&sampling, 8_000_000);
        assert!(start > 500_000, "{start}");
        let parts = all.iter().map(|stretch| stretch.parts.follows.clone());
        let parts: Vec<_> = parts.map(Option::unwrap).collect();
        assert!(parts.iter().all(|part| part.start <= part.end));
        let length: u64 = parts.iter().map(|part| part.end - part.start).sum();
        assert_eq!(length, end - sampling.warm_up - start);
    }

    #[test]
    fn the_end_of_a_run_is_measured_once_and_behind_what_warms_it() {
        let sampling = Sampling::default();
        let ends = plan::shortest_period(&sampling);
        for (length, period) in [(1_000_000, 32_000), (1_000_000, 700_000), (40_000, 32_000)] {
            let all = stretches(length, &sampling, 50_000, period);
            let (last, others) = all.split_last().unwrap();
            assert!(others.iter().all(|stretch| stretch.parts.end.is_none()));
            let end = last.parts.end.clone().expect("the last one has it");
            assert_eq!(end, (length - ends).max(ends)..length);
            let behind = end.start - sampling.warm_up - last.from;
            assert!(behind >= 50_000 || last.from == 0, "{behind}");
            let units = all.iter().flat_map(|stretch| &stretch.parts.units);
            let mut ended = units.map(|unit| unit + sampling.unit);
            assert!(ended.all(|unit| unit <= end.start));
        }
        let all = stretches(ends, &sampling, 50_000, 32_000);
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].parts.start, ends);
        assert_eq!(all[0].parts.end, None);
    }

    #[test]
    fn what_follows_the_first_stretch_that_is_cut_is_left_out() {
        let part = |from, is_cut| Part {
            from,
            measured: Measurements {
                units: vec![Unit::of(1_000, 1_000, 1)],
                end: vec![Unit::of(500, 1_000, 1)],
                followed: Some(Auxiliary::default()),
                cold_end: 3,
                timed: 10,
                is_cut,
                ..Measurements::default()
            },
        };
        let all = joined(
            vec![part(0, false), part(400_000, true), part(800_000, false)],
            1,
        );
        assert_eq!((all.units.len(), all.end.len(), all.timed), (2, 1, 30));
        assert!(all.is_cut && all.followed.is_none());
        let all = joined(vec![part(0, false), part(400_000, false)], 1);
        assert_eq!((all.units.len(), all.cold_end), (2, 3));
        assert!(!all.is_cut && all.followed.is_some());
    }

    #[test]
    fn a_run_that_is_stopped_while_its_stretches_are_timed_keeps_those_that_are_done() {
        for threads in [1, 3] {
            let folder = TempDir::new().unwrap();
            let apart = Apart {
                folder: folder.path().to_owned(),
                temporary: true,
                threads,
                warming: 100_000,
                period: Some(4_000),
                shard: None,
            };
            let request = request("interp");
            let control = Arc::clone(&request.control);
            let (begun, is_first_whole) = (AtomicUsize::new(0), AtomicBool::new(false));
            let time = |stretch: &Stretch, executed: &Executed<'_>, plan: Plan| {
                let before = begun.fetch_add(1, Ordering::Relaxed);
                if before >= 4 && is_first_whole.load(Ordering::Relaxed) {
                    control.interrupt();
                }
                let measured = stretch.time(executed, plan);
                is_first_whole.fetch_or(stretch.from == 0, Ordering::Relaxed);
                measured
            };
            let sampling = Sampling {
                warm_up: 1_000,
                ..Sampling::default()
            };
            let report = sample_timed(request, &sampling, &apart, &time).unwrap();
            assert_eq!(report.outcome.kind, OutcomeKind::Interrupted);
            report.identities().unwrap();
            let sample = report.sample.unwrap();
            assert!(sample.units > 30, "{sample:?}");
            // They stand for what comes before the first gap, and for nothing else.
            let start = sample.start_instructions.unwrap();
            assert_eq!(report.instructions, start + 4_000 * sample.units);
            let region = report.region.unwrap();
            assert_eq!(region.end_instruction, Some(report.instructions));
            let mut first = self::request("interp");
            first.max_instructions = Some(report.instructions);
            let full = crate::run(first).unwrap();
            assert!(sample.cycles.unwrap().holds(full.cycles.unwrap()));
            assert!(sample.remark.unwrap().contains("interrupted"));
        }
    }
}
