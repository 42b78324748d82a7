//! Instruction sampling on real programs: do the periods sum, is each sample whole, do samples tell the truth?

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use events::{Block, Branch, Fetch, Flush, FlushKind, Group, Monitor, Probe, StaticEvent};
use profileme::{Concurrency, Fate, Figures, Mode, Periods, Pipe, ProfileMe, Sample, Sampler};

const INSTRUCTIONS: u64 = 60_000;

/// Counts valid fetched syllables by itself: every slot of every fetch, less those that no path asked for.
#[derive(Default)]
struct Syllables {
    codes: HashMap<u32, u64>,
    /// Slots fetched on the right path, oldest first.
    waiting: VecDeque<(u64, u8)>,
    fetched: u64,
    not_valid: u64,
    retired: u64,
    first_issue: Option<u64>,
    last_issue: u64,
}

impl Syllables {
    fn abandon(&mut self) {
        self.not_valid += self.waiting.len() as u64;
        self.waiting.clear();
    }

    /// What still waits at the end is not known to be valid.
    fn valid(mut self) -> u64 {
        self.abandon();
        self.fetched - self.not_valid
    }
}

impl Probe for Syllables {
    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        self.codes.insert(block.id.0, block.ip);
    }

    fn fetch(&mut self, fetch: &Fetch) {
        self.fetched += 3 * u64::from(fetch.bundles);
        if !fetch.wrong_path {
            for slot in 0..3 * fetch.bundles {
                let ip = fetch.ip + 16 * u64::from(slot / 3);
                self.waiting.push_back((ip, slot % 3));
            }
        }
    }

    fn group(&mut self, group: &Group) {
        self.first_issue.get_or_insert(group.cycle);
        self.last_issue = group.cycle;
        let ip = self.codes[&group.code.0];
        for slot in group.from..group.to {
            let place = (ip + 16 * u64::from(slot / 3), slot % 3);
            // Execution entered the bundle behind those in front.
            while self.waiting.pop_front() != Some(place) {
                self.not_valid += 1;
                assert!(!self.waiting.is_empty(), "{place:x?} was not fetched");
            }
            self.retired += 1;
        }
    }

    fn branch(&mut self, branch: &Branch) {
        if branch.taken {
            self.abandon();
        }
    }

    fn flush(&mut self, flush: &Flush) {
        if flush.kind == FlushKind::Mispredict {
            self.abandon();
        }
        self.waiting.clear();
    }
}

/// A run with a unit: its samples, its fetched syllables, and those that are counted apart.
struct Run {
    samples: Vec<Sample>,
    fetched: u64,
    apart: Syllables,
    cycles: u64,
    pipe: Pipe,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn workload(name: &str) -> PathBuf {
    root().join("workloads/bin").join(name)
}

fn guest(name: &str) -> PathBuf {
    root().join("tests/guests").join(name)
}

fn workloads() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("workloads/bin")).unwrap();
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    assert!(files.len() > 15);
    files
}

fn request(processor: &str, program: &Path, instructions: u64) -> sim::Request {
    let config = config::load::<&str>(processor, &[]).unwrap();
    let mut request = sim::Request::new(Arc::new(config), program);
    request.max_instructions = Some(instructions);
    request
}

struct Sampling {
    periods: Periods,
    mode: Mode,
    pairs: u64,
    continuous: bool,
}

impl Sampling {
    fn every(period: u64) -> Self {
        Sampling {
            periods: Periods::new(period, false, 0),
            mode: Mode::Pm,
            pairs: 0,
            continuous: false,
        }
    }
}

fn run(processor: &str, program: &Path, instructions: u64, how: Sampling) -> Run {
    let request = request(processor, program, instructions);
    let machine = &request.config.machine;
    let family = match processor {
        "itanium" => isa::Family::Itanium,
        _ => isa::Family::Itanium2,
    };
    let pipe = Pipe::new(
        family,
        u64::from(machine.frontend.depth),
        u64::from(machine.frontend.buffer_bundles),
    );
    let mut samples = Vec::new();
    let mut unit = ProfileMe::new(pipe);
    if how.continuous {
        unit = unit.continuous(how.periods.clone());
    }
    let mut sampler = Sampler::new(how.periods, how.mode, how.pairs, |sample: &Sample| {
        samples.push(sample.clone());
    });
    sampler.start(&mut unit);
    let mut monitor = Monitor::<ProfileMe, _>::new(unit, sampler);
    let mut apart = Syllables::default();
    let report = sim::run_with(request, vec![&mut monitor, &mut apart]);
    let report = report.unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let cycles = report.cycles.unwrap();
    monitor.finish(cycles);
    let Monitor {
        mut unit,
        mut handler,
    } = monitor;
    handler.finish(&mut unit);
    Run {
        samples,
        fetched: unit.fetched(),
        apart,
        cycles,
        pipe,
    }
}

/// What holds of every sample.
fn expect_whole(sample: &Sample, pipe: &Pipe) {
    let aborted = sample.fate.aborted_by().is_some();
    assert!(sample.fate.is_retired() != aborted, "{sample:?}");
    assert_eq!(
        sample.retire.is_some(),
        sample.fate.is_retired(),
        "{sample:?}"
    );
    assert!(sample.window_cycles() >= 2, "{sample:?}");
    assert!(sample.overcount <= 7, "{sample:?}");
    let waits: u64 = sample.waits.iter().sum();
    match (sample.enter, sample.issue) {
        (Some(enter), Some(issue)) => {
            assert_eq!(waits, issue - enter, "{sample:?}");
            assert!(sample.fetch.cycle + pipe.depth <= enter || sample.fetch.cycle == 0);
        }
        (enter, None) => {
            assert_eq!(waits, 0, "{sample:?}");
            assert!(aborted && enter.is_none_or(|enter| enter >= sample.fetch.cycle));
        }
        (None, Some(_)) => panic!("{sample:?} issued before it entered"),
    }
    let stages: Vec<u64> = sample.stages(pipe).map(|(_, cycle)| cycle).collect();
    assert!(stages.is_sorted(), "{sample:?}: {stages:?}");
    let whole = stages.len() == pipe.front.len() + pipe.back.len();
    assert_eq!(whole, sample.fate.is_retired(), "{sample:?}: {stages:?}");
}

#[test]
fn periods_and_skipped_syllables_sum_to_those_fetched() {
    for processor in ["itanium", "itanium2"] {
        for program in workloads() {
            let name = program.display();
            let run = run(processor, &program, INSTRUCTIONS, Sampling::every(97));
            let mut sum = 0;
            for sample in &run.samples {
                expect_whole(sample, &run.pipe);
                sum += sample.period + sample.skipped;
                assert_eq!(sample.ordinal, sum, "{name} on {processor}: {sample:?}");
            }
            assert!(sum <= run.fetched, "{name} on {processor}");
            assert!(run.fetched - sum < 5000, "{name} on {processor}");
            assert_eq!(run.fetched, run.apart.valid(), "{name} on {processor}");
        }
    }
}

#[test]
fn continuous_samples_of_period_1_are_all_executions() {
    for processor in ["itanium", "itanium2"] {
        for program in workloads() {
            let name = program.display();
            let how = Sampling {
                continuous: true,
                ..Sampling::every(1)
            };
            let run = run(processor, &program, 20_000, how);
            assert_eq!(
                run.samples.len() as u64,
                run.fetched,
                "{name} on {processor}"
            );
            let mut delays = 0;
            let mut retired = 0;
            for sample in &run.samples {
                expect_whole(sample, &run.pipe);
                assert_eq!((sample.period, sample.skipped), (1, 0));
                delays += sample.retire_delay;
                retired += u64::from(sample.fate.is_retired());
            }
            assert_eq!(retired, run.apart.retired, "{name} on {processor}");
            let start = run.apart.first_issue.unwrap();
            assert_eq!(
                start + delays,
                run.apart.last_issue + 1,
                "{name} on {processor}"
            );
            assert_eq!(start + delays, run.cycles, "{name} on {processor}");
        }
    }
}

#[test]
fn one_seed_gives_one_list_of_samples() {
    let jittered = |seed| {
        let how = Sampling {
            periods: Periods::new(200, true, seed),
            ..Sampling::every(200)
        };
        run("itanium", &workload("interp"), INSTRUCTIONS, how).samples
    };
    let samples = jittered(3);
    assert!(samples.len() > 100);
    assert_eq!(samples, jittered(3));
    assert_ne!(samples, jittered(4));
}

#[test]
fn with_the_unit_listening_the_report_is_that_of_none() {
    for name in ["interp", "dataspec"] {
        let silent = sim::run(request("itanium2", &workload(name), INSTRUCTIONS)).unwrap();
        let request = request("itanium2", &workload(name), INSTRUCTIONS);
        let pipe = Pipe::new(isa::Family::Itanium2, 2, 8);
        let mut count = 0;
        let mut sampler = Sampler::new(Periods::new(50, false, 0), Mode::Pm2, 8, |_| count += 1);
        let mut unit = ProfileMe::new(pipe);
        sampler.start(&mut unit);
        let mut monitor = Monitor::<ProfileMe, _>::new(unit, sampler);
        let report = sim::run_with(request, vec![&mut monitor]).unwrap();
        assert_eq!(report, silent, "{name}");
        assert!(count > 100, "{name}");
    }
}

#[test]
fn every_fate_is_met_by_some_program() {
    let mut fates = BTreeMap::new();
    let guests = ["checks", "alat", "faults"].map(guest);
    for program in guests
        .into_iter()
        .chain([workload("interp"), workload("branchy")])
    {
        let how = Sampling {
            continuous: true,
            ..Sampling::every(1)
        };
        for sample in run("itanium", &program, 20_000, how).samples {
            *fates.entry(sample.fate.name()).or_insert(0u64) += 1;
            if let Fate::KilledByFlush(flush) = sample.fate {
                assert_ne!(flush.kind, FlushKind::Mispredict);
            }
        }
    }
    assert_eq!(fates.len(), 5, "{fates:?}");
}

#[test]
fn what_faults_is_followed_to_the_trap_and_kills_what_is_behind_it() {
    for processor in ["itanium", "itanium2"] {
        let how = Sampling {
            continuous: true,
            ..Sampling::every(1)
        };
        let run = run(processor, &guest("faults"), 20_000, how);
        let (mut faulted, mut killed) = (0, 0);
        for sample in &run.samples {
            expect_whole(sample, &run.pipe);
            let flush = match sample.fate {
                Fate::Faulted(flush) => {
                    faulted += 1;
                    assert_eq!(sample.trap, Some(flush));
                    assert_eq!(
                        (flush.culprit.ip, flush.culprit.slot()),
                        (sample.ip, sample.slot)
                    );
                    flush
                }
                Fate::KilledByFlush(flush) if flush.kind == FlushKind::Fault => {
                    killed += 1;
                    assert_eq!(sample.trap, None);
                    assert!((flush.culprit.ip, flush.culprit.slot()) < (sample.ip, sample.slot));
                    flush
                }
                _ => continue,
            };
            // NaT consumption: the page at address 0.
            assert_eq!((flush.kind, flush.vector), (FlushKind::Fault, Some(0x5600)));
            let (first, acts) = (sample.fetch.cycle + 5, run.pipe.trap(flush.resteer));
            assert_eq!(sample.window, (first, (acts + 2).max(first + 1)));
        }
        assert_eq!(faulted, 32, "{processor}");
        assert!(killed > 32, "{processor}: {killed}");
    }
}

/// Figures by bundle and slot.
type Places = BTreeMap<(u64, u8), Figures>;

fn places(samples: &[Sample]) -> Places {
    let mut places = Places::new();
    for sample in samples {
        let place = places.entry((sample.ip, sample.slot)).or_default();
        place.add(sample, false);
    }
    places
}

/// How far averages by instruction are from the exact ones, each in units of the exact standard deviation by the root of
/// the number of samples.
fn deviations(sampled: &Places, exact: &Places) -> Vec<f64> {
    let mut deviations = Vec::new();
    for (place, figures) in sampled {
        let exact = &exact[place];
        for (mean, truth) in [
            (figures.in_flight, exact.in_flight),
            (figures.retire_delay, exact.retire_delay),
        ] {
            let (Some(value), Some(average), Some(error)) =
                (mean.value(), truth.value(), truth.error())
            else {
                continue;
            };
            // Samples are drawn without replacement from all executions.
            let drawn = mean.count as f64 / truth.count as f64;
            let variance = error * error * truth.count as f64 * (1.0 - drawn);
            if mean.count >= 20 && variance > 0.0 {
                deviations.push((value - average).abs() / (variance / mean.count as f64).sqrt());
            }
        }
    }
    deviations
}

/// The share of them below a bound.
fn share(deviations: &[f64], bound: f64) -> f64 {
    let below = deviations.iter().filter(|deviation| **deviation < bound);
    below.count() as f64 / deviations.len() as f64
}

/// The syllables of a group share its cycles, and rare long waits make tails longer than those of a normal distribution: so the
/// bounds are on shares, not on squares.
#[test]
fn averages_by_instruction_are_off_as_the_root_of_the_samples_says() {
    for processor in ["itanium", "itanium2"] {
        expect_averages(processor);
    }
}

fn expect_averages(processor: &str) {
    let mut all = [Vec::new(), Vec::new()];
    for program in workloads() {
        let continuous = |periods| Sampling {
            periods,
            continuous: true,
            ..Sampling::every(1)
        };
        let every = continuous(Periods::new(1, false, 0));
        let exact = places(&run(processor, &program, 150_000, every).samples);
        for (all, period) in all.iter_mut().zip([40, 160]) {
            let some = continuous(Periods::new(period, true, 11));
            let sampled = places(&run(processor, &program, 150_000, some).samples);
            let deviations = deviations(&sampled, &exact);
            if deviations.len() >= 10 {
                let near = share(&deviations, 2.5);
                let name = program.display();
                assert!(near > 0.75, "{name} on {processor} at {period}: {near}");
            }
            all.extend(deviations);
        }
    }
    // Of a normal distribution 95 % lie within two standard errors, and half within 0.67.
    for deviations in &all {
        assert!(deviations.len() > 100);
        let (near, half) = (share(deviations, 2.0), share(deviations, 0.67));
        assert!(near > 0.88, "{processor}: {near}");
        assert!((0.35..0.85).contains(&half), "{processor}: {half}");
    }
}

#[test]
fn pairs_estimate_the_concurrency_of_all_executions() {
    const DISTANCE: u64 = 24;
    let program = workload("interp");
    let every = Sampling {
        continuous: true,
        ..Sampling::every(1)
    };
    let all = run("itanium", &program, 100_000, every).samples;
    let (mut useful, mut places) = (0_u64, 0_u64);
    for (index, this) in all.iter().enumerate() {
        let (Some(enter), Some(retire)) = (this.enter, this.retire) else {
            continue;
        };
        places += 1;
        let near = index.saturating_sub(DISTANCE as usize)..all.len().min(index + 25);
        for (_, other) in (near.clone())
            .zip(&all[near])
            .filter(|(other, _)| *other != index)
        {
            let issues = other
                .issue
                .is_some_and(|issue| (enter..retire).contains(&issue));
            useful += u64::from(issues && other.fate == Fate::Retired);
        }
    }
    let exact = useful as f64 / places as f64;
    let how = Sampling {
        periods: Periods::new(60, true, 2),
        pairs: DISTANCE,
        ..Sampling::every(60)
    };
    let samples = run("itanium", &program, 100_000, how).samples;
    let mut concurrency = Concurrency::default();
    for pair in samples.chunks(2) {
        assert_eq!(pair[1].ordinal, pair[0].ordinal + pair[1].pair.unwrap());
        concurrency.add(&pair[0], &pair[1], true);
        concurrency.add(&pair[1], &pair[0], false);
    }
    let (estimate, error) = concurrency.estimate(DISTANCE).unwrap();
    assert!(
        samples.len() > 1000 && error < 1.0,
        "{}, {error}",
        samples.len()
    );
    assert!(
        (estimate - exact).abs() < 4.0 * error,
        "{estimate} ± {error}, {exact}"
    );
}
