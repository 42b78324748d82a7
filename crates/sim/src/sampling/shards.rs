//! Shards of a sampled run, for several hosts: each shard executes the program, times its part of the stretches and writes what it has measured
//! into its report; joined, the reports give the estimates of one run that times all stretches.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use config::model::Processor;
use events::{Cause, Counts, Raw};
use report::{Decimal, OutcomeKind, Report, Sample, SampleFollowed, SampleShard, SampleStretch};
use serde::Deserialize as _;

use super::auxiliary::Auxiliary;
use super::ended::Ended;
use super::measured::{Measurements, Unit};
use super::plan;
use super::precision::{self, Machine};
use super::stretches::{self, Part, Stretch};
use super::{Apart, Sampling};
use crate::{Error, Request, saved};

/// Why reports of shards cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// A report that is none of a shard.
    #[error("{}: not the report of a shard; give those of run --sample --shard", .0.display())]
    NoShard(PathBuf),
    /// A report of another run than the first.
    #[error("{}: its {what} is not that of {}; merge shards of one run, made with the same options", path.display(), first.display())]
    Mixed {
        /// The report.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// The first one.
        first: PathBuf,
    },
    /// Two reports of one shard.
    #[error("both {} and {} are shard {index}/{count}; give each once", first.display(), second.display())]
    Twice {
        /// A report of it.
        first: PathBuf,
        /// The other one.
        second: PathBuf,
        /// Which.
        index: u64,
        /// How many there are.
        count: u64,
    },
    /// A shard without a report.
    #[error("shard {index}/{count} is missing: run it, and merge again with its report")]
    Missing {
        /// Which.
        index: u64,
        /// How many there are.
        count: u64,
    },
    /// A shard that was interrupted before its units were timed.
    #[error("{}: shard {index}/{count} was interrupted; run it again", path.display())]
    Interrupted {
        /// Its report.
        path: PathBuf,
        /// Which.
        index: u64,
        /// How many there are.
        count: u64,
    },
    /// The numbers of a report contradict each other, or those that a shard can have.
    #[error("{}: {what}; run the shard again", path.display())]
    Damaged {
        /// The report.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The estimates contradict themselves.
    #[error(transparent)]
    Estimate(#[from] Error),
}

impl JoinError {
    /// Whether it is only that runs of shards are missing.
    #[must_use]
    pub fn lacks(&self) -> bool {
        matches!(self, Self::Missing { .. } | Self::Interrupted { .. })
    }
}

/// Runs a program functionally, and times the units of one shard's stretches. The report has what was measured and no estimates;
/// [`join_shards`] makes these from the reports of all shards.
///
/// # Errors
/// As [`sample_apart`](super::sample_apart).
pub fn sample_shard(request: Request, sampling: &Sampling, apart: &Apart) -> Result<Report, Error> {
    let (index, count) = apart.shard.unwrap_or((1, 1));
    let executed = stretches::execute(request, sampling, apart)?;
    let period = stretches::first_period(sampling, apart, executed.report.instructions);
    let parts = stretches::round(&executed, sampling, apart, period, &Stretch::time)?;
    let whole = parts.iter().all(|part| !part.measured.is_cut);
    let mut report = executed.into_report(whole)?;
    let measured = parts.iter().map(|part| &part.measured);
    let sum = |of: fn(&Measurements) -> u64| measured.clone().map(of).sum();
    let mut sample = Sample::new("systematic", sampling.unit, sampling.warm_up);
    sample.period = Some(period);
    sample.units = sum(|measured| measured.units.len() as u64);
    sample.measured_instructions = sum(|measured| instructions(&measured.units));
    sample.timed_instructions = sum(|measured| measured.timed);
    sample.start_instructions = (index == 1).then(|| sum(|measured| instructions(&measured.start)));
    let end = sum(|measured| instructions(&measured.end));
    sample.end_instructions = (end > 0).then_some(end);
    sample.warming = Some(apart.warming);
    sample.error_percent = Some(Decimal::nearest(100.0 * sampling.error));
    sample.remark = Some(match report.outcome.kind {
        OutcomeKind::Interrupted => format!("shard {index}/{count}, interrupted: run it again"),
        _ => format!("shard {index}/{count}: epicycle merge gives the estimates of all"),
    });
    sample.shard = Some(written(&parts, sampling, index, count));
    report.sample = Some(Box::new(sample));
    Ok(report)
}

fn instructions(units: &[Unit]) -> u64 {
    units.iter().map(|unit| unit.instructions).sum()
}

/// What was measured, in the form of the report; stretches that are not complete are left out.
fn written(parts: &[Part], sampling: &Sampling, index: u64, count: u64) -> SampleShard {
    let whole = || parts.iter().filter(|part| !part.measured.is_cut);
    let units = whole().flat_map(|part| part.measured.complete().chain(&part.measured.units));
    let mut used = BTreeSet::new();
    for unit in units {
        let counts = unit.counts();
        used.extend(
            counts
                .iter()
                .filter(|(_, count)| *count > 0)
                .map(|(raw, _)| raw),
        );
    }
    let rows = |units: &[Unit]| -> Vec<Vec<u64>> {
        let row = |unit: &Unit| {
            let counts = unit.counts();
            let quantities = used.iter().map(|&raw| counts[raw]);
            std::iter::once(unit.cycles).chain(quantities).collect()
        };
        units.iter().map(row).collect()
    };
    SampleShard {
        index,
        count,
        error: sampling.error.to_string(),
        confidence: sampling.confidence.to_string(),
        quantities: used.iter().map(|raw| raw.name().to_owned()).collect(),
        stretches: whole()
            .map(|part| SampleStretch {
                first_instruction: part.from,
                timed_instructions: part.measured.timed,
                cold_lines: part.measured.cold,
                end_cold_lines: part.measured.cold_end,
                start: rows(&part.measured.start),
                end: rows(&part.measured.end),
                units: rows(&part.measured.units),
                unit_variates: part
                    .measured
                    .units
                    .iter()
                    .map(|unit| unit.variates)
                    .collect(),
                followed: part.measured.followed.map(|followed| SampleFollowed {
                    instructions: followed.instructions,
                    variates: followed.variates,
                    cold_lines: followed.cold,
                }),
            })
            .collect(),
    }
}

/// Joins the reports of all shards of a run: the result is the report that one run with the same options writes.
///
/// # Errors
/// [`JoinError`] when the reports are not those of all shards of one run.
pub fn join_shards(reports: &[(PathBuf, Report)]) -> Result<Report, JoinError> {
    let mut shards = Vec::new();
    for (path, report) in reports {
        let sample = report.sample.as_deref();
        let shard = sample.and_then(|sample| Some((sample, sample.shard.as_ref()?)));
        let (sample, shard) = shard.ok_or_else(|| JoinError::NoShard(path.clone()))?;
        shards.push(Joined {
            path,
            report,
            sample,
            shard,
        });
    }
    shards.sort_by_key(|one| one.shard.index);
    let Some(first) = shards.first() else {
        return Err(JoinError::Missing { index: 1, count: 1 });
    };
    for one in &shards {
        one.fits(first)?;
    }
    for pair in shards.windows(2) {
        if pair[0].shard.index == pair[1].shard.index {
            return Err(JoinError::Twice {
                first: pair[0].path.to_owned(),
                second: pair[1].path.to_owned(),
                index: pair[0].shard.index,
                count: pair[0].shard.count,
            });
        }
    }
    let count = first.shard.count;
    for index in 1..=count {
        match shards.iter().find(|one| one.shard.index == index) {
            None => return Err(JoinError::Missing { index, count }),
            Some(one) if one.report.outcome.kind == OutcomeKind::Interrupted => {
                let path = one.path.to_owned();
                return Err(JoinError::Interrupted { path, index, count });
            }
            Some(_) => {}
        }
    }
    first.join(&shards)
}

/// Larger than any count of a unit, which has at most 10 million instructions. This and the next two bound the numbers of a report, which may
/// be damaged, so that nothing overflows.
const MOST_COUNTED: u64 = 1 << 39;
/// Most units and pieces: a sum over so many, of some dozens of quantities, does not overflow.
const MOST_UNITS: usize = 1 << 19;
/// Most issue groups, branches, mispredictions or lines per instruction.
const MOST_EACH: u64 = 64;

/// Instructions by which a measured part may be longer or shorter than was planned, as blocks are not divided.
const BLOCKS: u64 = 4_096;

/// Whether what was measured of a stretch can be that of its plan: the lengths of the ends of the run and of the part that was followed, which
/// a unit may exceed by `timed` instructions, and the numbers of variates and cold lines.
fn fits_plan((wanted, part): (&Stretch, &Part), timed: u64) -> bool {
    let parts = &wanted.parts;
    let length = |range: &Option<Range<u64>>| range.as_ref().map_or(0, |it| it.end - it.start);
    let fits = |pieces: &[Unit], wanted: u64| instructions(pieces).abs_diff(wanted) <= BLOCKS;
    let possible = |count: u64, instructions: u64| count / MOST_EACH <= instructions;
    let follows = part.measured.followed.is_none_or(|followed| {
        let (instructions, wanted) = (followed.instructions, length(&parts.follows));
        let counts = followed.variates.into_iter().chain([followed.cold]);
        (wanted.saturating_sub(BLOCKS)..=wanted + timed + BLOCKS).contains(&instructions)
            && counts
                .into_iter()
                .all(|count| possible(count, instructions))
    });
    let mut units = part.measured.units.iter();
    let units = units.all(|unit| {
        let mut counts = unit.variates.into_iter();
        counts.all(|count| possible(count.into(), unit.instructions))
    });
    let cold_end = possible(part.measured.cold_end, length(&parts.end));
    let cold = possible(part.measured.cold, instructions(&part.measured.units));
    fits(&part.measured.start, parts.start)
        && fits(&part.measured.end, length(&parts.end))
        && parts.follows.is_some() == part.measured.followed.is_some()
        && follows
        && units
        && cold
        && cold_end
}

/// A shard as it was read.
struct Joined<'a> {
    path: &'a Path,
    report: &'a Report,
    sample: &'a Sample,
    shard: &'a SampleShard,
}

impl Joined<'_> {
    fn damaged(&self, what: impl Into<String>) -> JoinError {
        JoinError::Damaged {
            path: self.path.to_owned(),
            what: what.into(),
        }
    }

    /// Whether it is of the same run as another.
    fn fits(&self, first: &Self) -> Result<(), JoinError> {
        let (one, other) = (self.report, first.report);
        let how = |it: &Self| {
            let sample = it.sample;
            let asked = (it.shard.error.clone(), it.shard.confidence.clone());
            (sample.unit, sample.warm_up, sample.warming, asked)
        };
        let ended = |report: &Report| match report.outcome.kind {
            // An interrupted shard has an end of its own, and is refused as such.
            OutcomeKind::Interrupted => None,
            _ => Some((
                report.outcome.clone(),
                report.instructions,
                report.processes.clone(),
            )),
        };
        let program = |report: &Report| {
            let workload = &report.workload;
            (workload.name.clone(), workload.sha256.clone())
        };
        let (here, there) = (ended(one), ended(other));
        let is_whole = here.is_some() && there.is_some();
        let what = [
            (one.simulator != other.simulator, "version"),
            (program(one) != program(other), "program"),
            (one.workload.args != other.workload.args, "arguments"),
            (one.config != other.config, "config"),
            (self.shard.count != first.shard.count, "number of shards"),
            (
                how(self) != how(first),
                "way of sampling (--unit, --warm-up, --warming, --error, --confidence)",
            ),
            (
                is_whole && here != there,
                "end (environment, files, limits)",
            ),
            (
                is_whole && self.sample.period != first.sample.period,
                "--period",
            ),
        ];
        match what.iter().find(|(differs, _)| *differs) {
            None => Ok(()),
            Some(&(_, what)) => Err(JoinError::Mixed {
                path: self.path.to_owned(),
                what,
                first: first.path.to_owned(),
            }),
        }
    }

    /// The report of all shards, of which this is the first.
    fn join(&self, shards: &[Self]) -> Result<Report, JoinError> {
        let number = |text: &str| {
            let number = text
                .parse::<f64>()
                .ok()
                .filter(|part| (0.0..=1.0).contains(part));
            number.ok_or_else(|| self.damaged(format!("\"{text}\" is no part of 1")))
        };
        let sampling = Sampling {
            error: number(&self.shard.error)?,
            confidence: number(&self.shard.confidence)?,
            unit: self.sample.unit,
            warm_up: self.sample.warm_up,
        };
        let possible = 1..=Sampling::LONGEST;
        if !possible.contains(&sampling.unit) || sampling.warm_up > Sampling::LONGEST {
            return Err(self.damaged("sample.unit and sample.warm_up are those of no run"));
        }
        let effective = &self.report.config.effective;
        let bytes = |level: &str| {
            let line = effective.pointer(&format!("/caches/{level}/line_bytes"));
            line?.as_u64()
        };
        let of = || {
            Some(Machine {
                family: Processor::deserialize(effective.get("processor")?)
                    .ok()?
                    .family,
                latency: effective.pointer("/memory/latency")?.as_u64()?,
                l2_lines: bytes("l3")?.checked_div(bytes("l2")?)?,
                reads_registers: effective
                    .pointer("/branch/indirect_reads_register")?
                    .as_bool()?,
            })
        };
        let of = of().ok_or_else(|| self.damaged("config.effective is no machine"))?;
        let period = self
            .sample
            .period
            .filter(|&period| period > sampling.timed());
        let period = period.ok_or_else(|| self.damaged("sample.period is too short"))?;
        let warming = self.sample.warming.filter(|warming| *warming > 0);
        let warming = warming.ok_or_else(|| self.damaged("sample.warming is missing"))?;
        let mut parts = Vec::new();
        for one in shards {
            parts.extend(one.parts()?);
        }
        parts.sort_by_key(|part| part.from);
        let instructions = self.report.instructions;
        // Each period between the ends of the run has its unit: checked before the list of stretches is made, which could be huge.
        let (start, end) = plan::ends(&sampling, instructions);
        let reached = (end - start) / period;
        let held: usize = parts.iter().map(|part| part.measured.units.len()).sum();
        let pieces: usize = parts
            .iter()
            .map(|part| part.measured.complete().count())
            .sum();
        if instructions > saved::MOST || reached > held as u64 || held + pieces > MOST_UNITS {
            return Err(self.damaged(format!(
                "{held} units cannot be those of {instructions} instructions"
            )));
        }
        let wanted = stretches::stretches(instructions, &sampling, warming, period);
        let is_there = wanted.len() == parts.len()
            && wanted.iter().zip(&parts).all(|(one, other)| {
                one.from == other.from && one.parts.units.len() == other.measured.units.len()
            });
        if !is_there {
            return Err(self
                .damaged("its stretches and those of the other shards are not those of the run"));
        }
        let timed = sampling.timed();
        if !wanted.iter().zip(&parts).all(|pair| fits_plan(pair, timed)) {
            return Err(self.damaged("a stretch has more or less than was to be measured of it"));
        }
        let measured = stretches::joined(parts, period);
        let ended = Ended::of(&self.report.outcome);
        let sample = precision::finish(&measured, &sampling, warming, of, ended, instructions)?;
        let mut report = self.report.clone();
        report.sample = Some(Box::new(sample));
        Ok(report)
    }

    /// What it measured.
    fn parts(&self) -> Result<Vec<Part>, JoinError> {
        let known = |name: &String| {
            let raw = Raw::ALL.into_iter().find(|raw| raw.name() == name);
            raw.ok_or_else(|| self.damaged(format!("\"{name}\" is no quantity")))
        };
        let quantities: Vec<Raw> = self
            .shard
            .quantities
            .iter()
            .map(known)
            .collect::<Result<_, _>>()?;
        let mut names = self.shard.quantities.clone();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(self.damaged(format!("\"{}\" is there twice", twice[0])));
        }
        let unit = |row: &Vec<u64>| match row.split_first() {
            _ if row.iter().any(|&number| number > MOST_COUNTED) => {
                Err(self.damaged("a unit counts more than can be"))
            }
            Some((&cycles, values)) if values.len() == quantities.len() => {
                let mut counts = Counts::ZERO;
                for (&raw, &value) in quantities.iter().zip(values) {
                    counts.add(raw, value);
                }
                let classes = Cause::ALL.iter().map(|&cause| counts.cause(cause));
                match classes.sum::<u64>() == cycles {
                    true => Ok(Unit::new(cycles, &counts)),
                    false => Err(self.damaged("the classes of a unit do not sum to its cycles")),
                }
            }
            _ => Err(self.damaged(format!(
                "a row of {} numbers for {} quantities",
                row.len(),
                quantities.len()
            ))),
        };
        let part = |stretch: &SampleStretch| {
            let mut units: Vec<Unit> = stretch.units.iter().map(unit).collect::<Result<_, _>>()?;
            if stretch.unit_variates.len() != units.len() {
                return Err(self.damaged(format!(
                    "{} rows of variates for {} units",
                    stretch.unit_variates.len(),
                    units.len()
                )));
            }
            for (unit, &variates) in units.iter_mut().zip(&stretch.unit_variates) {
                unit.variates = variates;
            }
            let followed = stretch.followed.as_ref().map(|followed| Auxiliary {
                instructions: followed.instructions,
                variates: followed.variates,
                cold: followed.cold_lines,
            });
            Ok(Part {
                from: stretch.first_instruction,
                measured: Measurements {
                    start: stretch.start.iter().map(unit).collect::<Result<_, _>>()?,
                    end: stretch.end.iter().map(unit).collect::<Result<_, _>>()?,
                    units,
                    followed,
                    timed: stretch.timed_instructions,
                    cold: stretch.cold_lines,
                    cold_end: stretch.end_cold_lines,
                    ..Measurements::default()
                },
            })
        };
        self.shard.stretches.iter().map(part).collect()
    }
}
