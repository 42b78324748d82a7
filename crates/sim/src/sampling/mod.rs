//! Sampled runs: a few units of a program are timed, the rest warms caches, TLBs and predictors at functional speed.
//!
//! Systematic sampling as in SMARTS (Wunderlich, Wenisch, Falsafi and Hoe, ISCA 2003), in one pass: the run is divided into periods
//! and each has one unit at a random place (from a fixed seed), so that the units cannot stay in phase with a loop of the program. Periods
//! begin short. They double while the confidence interval of the run so far is narrower than was asked for, and halve again where it is wider;
//! the weight of a unit is the ratio of its period to the first one. Periods are strata of time: the width of an interval comes from the
//! differences of neighbouring units, not from those between phases of the program, and no phase longer than a period is missed.
//!
//! `docs/sampling.md` describes the method; `crates/sim/tests/sampling/` compares estimates with full runs.

mod apart;
mod auxiliary;
mod cold;
mod ended;
mod estimate;
mod measured;
mod plan;
mod precision;
mod recorder;
mod rounding;
mod shards;
mod stretches;
mod weighted;

use events::OffInUnits;
use isa::Family;
use report::{Report, Sample};
use uarch::Timing;

use crate::asks::Ask;
use crate::recorder::laps;
use crate::run::Session;
use crate::{Error, Mode, Request};

pub use apart::{Apart, simpoints_apart};
use ended::Ended;
use measured::Measurements;
use plan::Plan;
use recorder::Sampled;
pub use shards::{JoinError, join_shards, sample_shard};
pub use stretches::sample_apart;

/// How a run is sampled.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampling {
    /// Half-width of the confidence interval of cycles per instruction that is asked for, relative to the estimate: 0.01 is 1 %.
    pub error: f64,
    /// Confidence: the part of all samples whose interval shall hold the true value, between 0 and 1.
    pub confidence: f64,
    /// Instructions of a unit.
    pub unit: u64,
    /// Instructions that are timed and not measured before each unit (detailed warming).
    pub warm_up: u64,
}

impl Sampling {
    /// Largest value of [`unit`](Self::unit) and of [`warm_up`](Self::warm_up), in instructions.
    pub const LONGEST: u64 = 10_000_000;

    /// Instructions that are timed for each unit.
    fn timed(&self) -> u64 {
        self.unit + self.warm_up
    }
}

impl Default for Sampling {
    fn default() -> Self {
        Self {
            error: 0.01,
            confidence: 0.997,
            unit: 1_000,
            warm_up: 1_000,
        }
    }
}

/// An interval of a run that stands for a part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimPoint {
    /// Its number, from 0.
    pub interval: u64,
    /// The part of the run's instructions that it stands for: the weights of all intervals sum to 1.
    pub weight: f64,
}

/// Intervals that were chosen to stand for a run, as SimPoint does.
#[derive(Clone, Debug, PartialEq)]
pub struct SimPoints {
    /// In the order of the run, each once.
    pub points: Vec<SimPoint>,
    /// Instructions of an interval.
    pub length: u64,
    /// Instructions that are timed and not measured before each.
    pub warm_up: u64,
}

/// Runs a program, times a systematic sample of it, and estimates what [`run`](crate::run()) would count. The clock of the system counts
/// instructions, as does `ar.itc`.
///
/// # Errors
/// As [`run`](crate::run()); [`Error::Unsampled`] when the request asks for something that a sampled run does not support.
pub fn sample(request: Request, sampling: &Sampling) -> Result<Report, Error> {
    let plan = Plan::periodic(sampling);
    run(request, plan, |measured, ended, instructions, family| {
        estimate::estimate(measured, sampling, ended, instructions, family)
    })
}

/// Runs a program, times the intervals that were chosen to stand for it, and weighs what is counted in them. The clock of the system
/// counts instructions, as does `ar.itc`.
///
/// # Errors
/// As [`sample`].
pub fn simpoints(request: Request, chosen: &SimPoints) -> Result<Report, Error> {
    let plan = Plan::chosen(chosen);
    run(request, plan, |measured, ended, instructions, family| {
        weighted::estimate(measured, chosen, ended, instructions, family)
    })
}

fn run(
    mut request: Request,
    plan: Plan,
    estimate: impl Fn(&Measurements, Ended, u64, Family) -> Result<Sample, Error>,
) -> Result<Report, Error> {
    check(&request)?;
    let mut session = Session::start(&mut request)?;
    let machine = &request.config.machine;
    let timing = Timing::new(machine, OffInUnits);
    let mut recorder = Sampled::new(timing, machine, plan, session.watch.clone(), 0);
    let ending = session.go(&request, &mut recorder)?;
    let mut report = session.report(&request, &ending, None)?;
    let family = machine.processor.family;
    let ended = Ended::of(&report.outcome);
    let sample = estimate(
        &recorder.into_measurements(),
        ended,
        report.instructions,
        family,
    )?;
    report.sample = Some(Box::new(sample));
    state_clock(&mut report);
    Ok(report)
}

/// Makes the config of a sampled run's report say what its clock counted, whatever the config that was given says.
fn state_clock(report: &mut Report) {
    if let Some(clock) = report.config.effective.pointer_mut("/os/clock") {
        *clock = "instructions".into();
    }
}

/// Refuses a request that asks for something that a sampled run does not support.
fn check(request: &Request) -> Result<(), Error> {
    if request.mode == Mode::Functional {
        return Err(Error::Unsampled("a functional run".to_owned()));
    }
    if let Some(laps) = laps(&request.config.machine) {
        return Err(Error::Unsampled(laps));
    }
    // A limit of the host's time and a log of system calls need no cycles.
    let fits = |ask: &Ask| matches!(ask, Ask::TimeLimit | Ask::Strace);
    match request.asks().find(|ask| !fits(ask)) {
        Some(ask) => Err(Error::Unsampled(ask.to_string())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::path::Path;
    use std::sync::Arc;

    use events::{Block, Execution, Raw, StackSizes};
    use linux::{Listener, OsEvent};
    use machine::Recorder;

    use super::auxiliary::Auxiliary;
    use super::*;

    /// A sampled run that takes blocks one by one.
    struct ByBlocks(Sampled);

    impl Recorder for ByBlocks {
        const RECORD: bool = true;

        fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
            self.0.executed(block, execution)
        }

        fn unmapped(&mut self, number: u32, addresses: &std::ops::Range<u64>) {
            self.0.unmapped(number, addresses);
        }

        fn space_ended(&mut self, number: u32) {
            self.0.space_ended(number);
        }

        fn enter(&mut self, stack: StackSizes) {
            self.0.enter(stack);
        }
    }

    impl Listener for ByBlocks {
        fn os(&mut self, event: OsEvent) {
            self.0.os(event);
        }
    }

    fn measure(config: &str, workload: &str, by_blocks: bool) -> Measurements {
        let plan = Plan::periodic(&Sampling::default());
        measure_by(config, workload, plan, by_blocks)
    }

    fn measure_by(config: &str, workload: &str, plan: Plan, by_blocks: bool) -> Measurements {
        measure_with(config, &[], workload, plan, by_blocks)
    }

    fn measure_with(
        config: &str,
        changes: &[&str],
        workload: &str,
        plan: Plan,
        by_blocks: bool,
    ) -> Measurements {
        taken_from(
            config,
            changes,
            workload,
            plan,
            |recorder| recorder,
            by_blocks,
        )
    }

    fn taken_from(
        config: &str,
        changes: &[&str],
        workload: &str,
        plan: Plan,
        with: impl Fn(Sampled) -> Sampled,
        by_blocks: bool,
    ) -> Measurements {
        let limit = None;
        recorded((config, changes), (workload, limit), plan, with, by_blocks).into_measurements()
    }

    /// A run of so many instructions of a workload on a changed config.
    fn recorded(
        (config, changes): (&str, &[&str]),
        (workload, limit): (&str, Option<u64>),
        plan: Plan,
        with: impl Fn(Sampled) -> Sampled,
        by_blocks: bool,
    ) -> Sampled {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../workloads/bin");
        let changes = [&["os.clock=\"instructions\""], changes].concat();
        let config = Arc::new(config::load(config, &changes).expect("a shipped config"));
        let mut request = Request::new(config, program.join(workload));
        request.max_instructions = limit;
        let mut session = Session::start(&mut request).expect("a shipped workload");
        let machine = &request.config.machine;
        let timing = Timing::new(machine, OffInUnits);
        let recorder = Sampled::new(timing, machine, plan, session.watch.clone(), 0);
        let mut recorder = with(recorder);
        if by_blocks {
            let mut blocks = ByBlocks(recorder);
            session.go(&request, &mut blocks).expect("it runs");
            return blocks.0;
        }
        session.go(&request, &mut recorder).expect("it runs");
        recorder
    }

    /// Compares a sampled run that warms by paths with one that warms by blocks, unit by unit.
    fn warm_alike(config: &str, changes: &[&str], workload: &str) {
        let of = |by_blocks| {
            let plan = Plan::periodic(&Sampling::default());
            measure_with(config, changes, workload, plan, by_blocks)
        };
        let (paths, blocks) = (of(false), of(true));
        let name = format!("{workload} on {config} {changes:?}");
        assert!(!paths.units.is_empty(), "{name}");
        assert_eq!(paths.units.len(), blocks.units.len(), "{name}");
        assert_eq!((paths.timed, paths.cold), (blocks.timed, blocks.cold));
        assert_eq!(paths.followed, blocks.followed, "{name}");
        assert_eq!(paths.new_code.len(), blocks.new_code.len(), "{name}");
        let measured = |of: Measurements| of.units.into_iter().chain(of.new_code);
        for (number, (one, other)) in measured(paths).zip(measured(blocks)).enumerate() {
            let name = format!("{name}, unit or piece {number}");
            assert_eq!(one.instructions, other.instructions, "{name}");
            assert_eq!(one.cycles, other.cycles, "{name}");
            assert!(one.counts() == other.counts(), "{name}");
        }
    }

    #[test]
    fn paths_warm_as_their_blocks_do() {
        for config in ["itanium", "itanium2"] {
            for workload in ["interp", "recursion", "ctlspec", "swp", "atomics"] {
                warm_alike(config, &[], workload);
                // Most of the code is not in L1I when it is needed.
                let bytes = "caches.l1i.bytes=1024";
                warm_alike(config, &[bytes], workload);
                // What is prefetched enters L1I at once.
                let buffer = "frontend.streaming_buffer_lines=0";
                warm_alike(config, &[bytes, buffer], workload);
            }
        }
    }

    #[test]
    fn what_a_path_fetches_behind_a_wrong_path_is_used_behind_it() {
        // 512 bytes: lines of wrong paths and lines of the path evict each other.
        warm_alike("itanium", &["caches.l1i.bytes=512"], "sort");
    }

    /// What is measured of the parts of a run that warms from its first instruction.
    fn measure_of(workload: &str, parts: &plan::Parts) -> Measurements {
        let plan = Plan::listed(parts, &Sampling::default(), u64::MAX);
        let recorder = |recorder: Sampled| recorder.only(parts.units.len());
        taken_from("itanium", &[], workload, plan, recorder, false)
    }

    #[test]
    fn parts_that_are_followed_have_together_what_all_of_them_have() {
        for workload in ["interp", "sort", "ctlspec"] {
            let of = |follows, units: &[u64]| {
                let parts = plan::Parts {
                    units: units.iter().copied().collect(),
                    follows: Some(follows),
                    ..plan::Parts::default()
                };
                let measured = measure_of(workload, &parts);
                assert_eq!(measured.units.len(), units.len());
                measured.followed.expect("the run is long enough")
            };
            let whole = of(50_000..300_000, &[]);
            assert!(whole.instructions.abs_diff(250_000) < 200, "{whole:?}");
            let parts = [of(50_000..170_000, &[]), of(170_000..300_000, &[])];
            assert_eq!(parts.into_iter().sum::<Auxiliary>(), whole, "{workload}");
            // Units in it change but what only timing sees.
            let timed = of(50_000..300_000, &[60_000, 200_000, 299_000]);
            assert_eq!(timed.variates[..2], whole.variates[..2], "{workload}");
            // The last unit reaches beyond the end and belongs to it.
            let beyond = of(50_000..300_000, &[299_500]);
            let more = beyond.instructions - whole.instructions;
            assert!((300..700).contains(&more), "{more}");
        }
    }

    #[test]
    fn a_stretch_is_cut_until_all_of_it_has_been_followed_and_measured() {
        let parts = plan::Parts {
            units: [100_000].into(),
            follows: Some(50_000..300_000),
            end: Some(350_000..400_000),
            ..plan::Parts::default()
        };
        // Whether it is cut, its units, whether it was followed, and instructions of its end.
        let stopped = |limit| {
            let plan = Plan::listed(&parts, &Sampling::default(), 400_000);
            let only = |recorder: Sampled| recorder.only(1);
            let recorder = recorded(("itanium", &[]), ("sort", Some(limit)), plan, only, false);
            let measured = recorder.into_whole();
            let end: u64 = measured.end.iter().map(|piece| piece.instructions).sum();
            (
                measured.is_cut,
                measured.units.len(),
                measured.followed.is_some(),
                end,
            )
        };
        assert_eq!(stopped(100_500), (true, 0, false, 0));
        assert_eq!(stopped(200_000), (true, 1, false, 0));
        assert_eq!(stopped(340_000), (true, 1, true, 0));
        let (is_cut, units, is_followed, end) = stopped(380_000);
        assert_eq!((is_cut, units, is_followed), (true, 1, true));
        assert!((20_000..35_000).contains(&end), "{end}");
        let (is_cut, .., end) = stopped(500_000);
        assert!(!is_cut && end.abs_diff(50_000) < 200, "{end}");
    }

    #[test]
    fn the_end_of_a_run_is_what_a_full_one_has_there() {
        for workload in ["interp", "sort", "ctlspec"] {
            let whole = measure_of(
                workload,
                &plan::Parts {
                    start: u64::MAX,
                    ..plan::Parts::default()
                },
            );
            let sum = |pieces: &[measured::Unit]| {
                let numbers = pieces
                    .iter()
                    .map(|piece| (piece.cycles, piece.instructions));
                numbers.fold((0, 0), |sum, piece| (sum.0 + piece.0, sum.1 + piece.1))
            };
            let length = sum(&whole.start).1;
            let end = measure_of(
                workload,
                &plan::Parts {
                    end: Some(length - 20_000..length),
                    ..plan::Parts::default()
                },
            );
            assert!(end.start.is_empty() && end.units.is_empty());
            let (cycles, instructions) = sum(&end.end);
            assert!(instructions.abs_diff(20_000) < 100, "{instructions}");
            // Its pieces end with the same blocks.
            let mut behind = &whole.start[..];
            while sum(behind).1 > instructions {
                behind = &behind[1..];
            }
            let before = sum(&whole.start[whole.start.len() - behind.len() - 1..]).0;
            let range = (sum(behind).0 as f64 * 0.98)..(before as f64 * 1.02);
            assert!(
                range.contains(&(cycles as f64)),
                "{workload}: {cycles} {range:?}"
            );
        }
    }

    #[test]
    fn code_that_executes_for_the_first_time_is_measured_as_a_full_run_has_it() {
        for config in ["itanium", "itanium2"] {
            // Its loop is alike all along, and then it prints a number and ends.
            let sampled = measure(config, "cloop", false);
            let whole = plan::Parts {
                start: u64::MAX,
                ..plan::Parts::default()
            };
            let plan = Plan::listed(&whole, &Sampling::default(), u64::MAX);
            let full = measure_by(config, "cloop", plan, false).start;
            let end = sampled.new_code.last().expect("the end is new code");
            let mut behind = (0, 0);
            for piece in full.iter().rev() {
                if behind.1 + piece.instructions > end.instructions {
                    break;
                }
                behind = (behind.0 + piece.cycles, behind.1 + piece.instructions);
            }
            // The piece of the full run in which it begins is of the loop.
            let of_loop = full[full.len() / 2].cycles;
            let range = behind.0 * 98 / 100..(behind.0 + of_loop) * 102 / 100;
            assert!(
                range.contains(&end.cycles),
                "{config}: {} {range:?}",
                end.cycles
            );
            // What is measured once is no part of what units stand for.
            let sum = |pieces: &[measured::Unit]| -> u64 {
                pieces.iter().map(|piece| piece.instructions).sum()
            };
            let known = sampled
                .followed
                .expect("all of it was followed")
                .instructions;
            let complete: u64 = sampled.complete().map(|piece| piece.instructions).sum();
            assert_eq!(known + complete, sum(&full), "{config}");
        }
    }

    #[test]
    fn what_is_known_of_a_run_is_what_a_full_one_counts() {
        for config in ["itanium", "itanium2"] {
            // Programs without failed checks, which go elsewhere and are no branches.
            for workload in ["interp", "recursion", "sort"] {
                let name = format!("{workload} on {config}");
                let sampled = measure(config, workload, false);
                let whole = plan::Parts {
                    start: u64::MAX,
                    ..plan::Parts::default()
                };
                let plan = Plan::listed(&whole, &Sampling::default(), u64::MAX);
                let full = measure_by(config, workload, plan, false);
                let count = |pieces: &[measured::Unit], raws: &[Raw]| -> u64 {
                    let counts = pieces.iter().map(measured::Unit::counts);
                    counts
                        .flat_map(|counts| raws.iter().map(move |&raw| counts[raw]))
                        .sum()
                };
                let known = sampled.followed.expect("all of it was followed").variates;
                // Targets in registers are read in time or not on itanium2: warming does not know that.
                let by_time = [
                    Raw::IndirectTakenWrongPath,
                    Raw::IndirectTakenWrongTarget,
                    Raw::IndirectNotTakenWrongPath,
                ];
                let mispredicted = |pieces: &[measured::Unit]| {
                    let all = count(pieces, &[Raw::FlushesMispredict]);
                    match config {
                        "itanium" => all,
                        _ => all - count(pieces, &by_time),
                    }
                };
                let measured = [
                    Raw::BranchTakenSlot0,
                    Raw::BranchTakenSlot1,
                    Raw::BranchTakenSlot2,
                ];
                let lines = [
                    Raw::L3DataReadMisses,
                    Raw::L3StoreMisses,
                    Raw::L3InstructionReadMisses,
                ];
                let of = |pieces: &[measured::Unit]| {
                    [
                        count(pieces, &[Raw::ExplicitStops]),
                        count(pieces, &measured),
                        mispredicted(pieces),
                        count(pieces, &lines),
                    ]
                };
                let [start, new, all] =
                    [&sampled.start, &sampled.new_code, &full.start].map(|of_run| of(of_run));
                // Of mispredictions that are timed and not measured, units say how many they were.
                let allowed = [
                    all[0] / 10_000,
                    all[1] / 10_000,
                    all[2] / 100 + 20,
                    all[3] / 100 + 4,
                ];
                for number in 0..auxiliary::VARIATES {
                    let (one, other) = (known[number] + start[number] + new[number], all[number]);
                    assert!(
                        one.abs_diff(other) <= allowed[number],
                        "{name}: variate {number}: {one} {other}"
                    );
                }
            }
        }
    }

    #[test]
    fn lines_of_a_last_level_that_the_journal_outgrows_are_not_known() {
        let known = |size: &str| {
            let plan = Plan::periodic(&Sampling::default());
            let size = format!("caches.l3.bytes={size}");
            let measured = measure_with("itanium", &[&size], "sort", plan, false);
            measured.followed.expect("all of it was followed").variates[3]
        };
        assert_eq!(known("131072"), 0);
        assert!(known("1048576") > 0);
    }
}
