//! A ProfileMe unit that passes over records while no sample is near: does it take the samples that it would take if it heard
//! everything?

use std::path::{Path, PathBuf};
use std::sync::Arc;

use events::{Attention, Group, Loud, Monitor, Probe, Totals};
use profileme::{Mode, Periods, Pipe, ProfileMe, Sample, Sampler};

/// How many groups reach the listeners of a run; wants none itself.
#[derive(Default)]
struct Groups(u64);

impl Probe for Groups {
    fn group(&mut self, _: &Group) {
        self.0 += 1;
    }

    fn catch_up(&mut self, _: u64, _: &mut dyn Totals) -> Attention {
        Attention::NOTHING
    }
}

#[derive(Clone)]
struct Sampling {
    periods: Periods,
    mode: Mode,
    pairs: u64,
    continuous: bool,
    region: Option<(u64, u64)>,
    /// How many instructions are run.
    length: u64,
}

fn every(period: u64, mode: Mode) -> Sampling {
    Sampling {
        periods: Periods::new(period, false, 0),
        mode,
        pairs: 0,
        continuous: false,
        region: None,
        length: 120_000,
    }
}

fn jittered(period: u64, mode: Mode) -> Sampling {
    Sampling {
        periods: Periods::new(period, true, 9),
        ..every(period, mode)
    }
}

/// What a run of a unit gives.
#[derive(Debug, PartialEq)]
struct Outcome {
    samples: Vec<Sample>,
    fetched: u64,
    cycles: u64,
}

/// Runs with a unit; also how many groups were delivered.
fn run(processor: &str, program: &Path, how: &Sampling, loud: bool) -> (Outcome, u64) {
    let (outcomes, groups) = run_together(processor, program, &[how], loud);
    (outcomes.into_iter().next().unwrap(), groups)
}

/// Runs with several units side by side, in the region that the first of them samples. `processor`: a config, and what is set of it.
fn run_together(
    processor: &str,
    program: &Path,
    units: &[&Sampling],
    loud: bool,
) -> (Vec<Outcome>, u64) {
    let (config, set) = processor.split_once(' ').unwrap_or((processor, ""));
    let set: Vec<&str> = set.split_terminator(' ').collect();
    let config = Arc::new(config::load(config, &set).unwrap());
    let mut request = sim::Request::new(config, program);
    request.max_instructions = Some(units[0].length);
    if let Some((start, length)) = units[0].region {
        request.region = Some(sim::Bounds {
            start: Some(start.to_string()),
            stop: Some((start + length).to_string()),
        });
    }
    let machine = &request.config.machine;
    let pipe = || {
        Pipe::new(
            machine.processor.family,
            u64::from(machine.frontend.depth),
            u64::from(machine.frontend.buffer_bundles),
        )
    };
    let mut samples = vec![Vec::new(); units.len()];
    let taken = units.iter().zip(&mut samples);
    let mut monitors: Vec<_> = taken
        .map(|(how, samples)| {
            let mut unit = ProfileMe::new(pipe());
            if !loud {
                // Without that it interrupts when a window closes, not before.
                unit = unit.with_periods_from(how.periods.least());
            }
            if how.region.is_some() {
                unit = unit.awaiting_region();
            }
            if how.continuous {
                unit = unit.continuous(how.periods.clone());
            }
            let take = |sample: &Sample| samples.push(sample.clone());
            let mut sampler = Sampler::new(how.periods.clone(), how.mode, how.pairs, take);
            sampler.start(&mut unit);
            Monitor::<ProfileMe, _>::new(unit, sampler)
        })
        .collect();
    let mut groups = Groups::default();
    let mut loudly: Vec<_>;
    let mut listeners: Vec<&mut dyn Probe> = vec![&mut groups];
    if loud {
        loudly = monitors.iter_mut().map(Loud).collect();
        listeners.extend(loudly.iter_mut().map(|unit| unit as &mut dyn Probe));
    } else {
        let quiet = monitors.iter_mut().map(|unit| unit as &mut dyn Probe);
        listeners.extend(quiet);
    }
    let report = sim::run_with(request, listeners);
    let report = report.unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let cycles = report.cycles.unwrap();
    let mut fetched = Vec::new();
    for mut monitor in monitors {
        monitor.finish(cycles);
        monitor.handler.finish(&mut monitor.unit);
        fetched.push(monitor.unit.fetched());
    }
    let outcomes = samples.into_iter().zip(fetched);
    let outcomes = outcomes.map(|(samples, fetched)| Outcome {
        samples,
        fetched,
        cycles,
    });
    (outcomes.collect(), groups.0)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Programs that differ: loops, wrong paths, misses, failed checks, faults, signals.
fn programs() -> Vec<PathBuf> {
    let workloads = [
        "interp",
        "dataspec",
        "ctlspec",
        "bigcode",
        "crc",
        "recursion",
        // References that are late, stores that wait for room, wrong paths that are known, a loop of one block.
        "stream",
        "chase",
        "branchy",
        "cloop",
    ];
    let workloads = workloads.map(|name| root().join("workloads/bin").join(name));
    let guests = ["checks", "faults", "alat", "user-edges"];
    let guests = guests.map(|name| root().join("tests/guests").join(name));
    workloads.into_iter().chain(guests).collect()
}

/// Compares; the share of the groups that the resting unit had to hear of.
fn compare(processor: &str, program: &Path, how: &Sampling) -> f64 {
    let (loud, all) = run(processor, program, how, true);
    let (quiet, heard) = run(processor, program, how, false);
    let name = program.display();
    assert_eq!(quiet.fetched, loud.fetched, "{name} on {processor}");
    for (quiet, loud) in quiet.samples.iter().zip(&loud.samples) {
        assert_eq!(quiet, loud, "{name} on {processor}");
    }
    assert!(quiet == loud, "{name} on {processor}: number of samples");
    heard as f64 / all as f64
}

#[test]
fn samples_of_a_unit_that_rests_are_those_of_one_that_hears_everything() {
    for processor in ["itanium", "itanium2"] {
        for program in programs() {
            for how in [
                every(2000, Mode::Pm),
                // Few more than are fetched in an execution and behind it.
                every(260, Mode::Pm),
                jittered(300, Mode::Pm),
            ] {
                compare(processor, &program, &how);
            }
        }
    }
}

#[test]
fn samples_of_code_that_does_not_fit_in_l1i_are_the_same() {
    for processor in [
        "itanium caches.l1i.bytes=1024 frontend.streaming_buffer_lines=1",
        "itanium2 caches.l1i.bytes=2048 caches.l2.bytes=8192",
        "itanium2 caches.l1i.bytes=1024 tlbs.instruction.first.entries=2 tlbs.instruction.first.ways=2",
    ] {
        for program in &programs()[..6] {
            for how in [every(2000, Mode::Pm), jittered(300, Mode::Pm2)] {
                compare(processor, program, &how);
            }
        }
    }
}

#[test]
fn samples_are_the_same_in_every_mode() {
    for processor in ["itanium", "itanium2"] {
        for mode in [Mode::Pm0, Mode::Pm2, Mode::Pm3] {
            for program in programs().iter().step_by(2) {
                compare(processor, program, &jittered(2500, mode));
            }
        }
    }
}

#[test]
fn pairs_and_continuous_and_short_periods_are_the_same() {
    for processor in ["itanium", "itanium2"] {
        for program in programs().iter().skip(1).step_by(2) {
            for how in [
                Sampling {
                    pairs: 30,
                    ..jittered(700, Mode::Pm)
                },
                Sampling {
                    continuous: true,
                    ..jittered(150, Mode::Pm)
                },
                every(1, Mode::Pm),
                jittered(60, Mode::Pm),
            ] {
                compare(processor, program, &how);
            }
        }
    }
}

#[test]
fn units_side_by_side_take_the_samples_that_each_takes_alone() {
    // While one of them hears everything, others rest whose next syllable is near: they were not told of it, and lost samples.
    let together = [
        every(2000, Mode::Pm),
        jittered(60, Mode::Pm),
        every(260, Mode::Pm),
        jittered(100, Mode::Pm),
    ];
    for processor in ["itanium", "itanium2"] {
        for program in programs() {
            for units in together.windows(2) {
                let units: Vec<&Sampling> = units.iter().collect();
                let (resting, _) = run_together(processor, &program, &units, false);
                for (how, resting) in units.iter().zip(resting) {
                    let (loud, _) = run(processor, &program, how, true);
                    let name = format!("{} on {processor}, {:?}", program.display(), how.periods);
                    assert_eq!(resting.fetched, loud.fetched, "{name}");
                    for (quiet, loud) in resting.samples.iter().zip(&loud.samples) {
                        assert_eq!(quiet, loud, "{name}");
                    }
                    assert!(resting == loud, "{name}: number of samples");
                }
            }
        }
    }
}

#[test]
fn a_region_of_interest_is_sampled_alike() {
    for processor in ["itanium", "itanium2"] {
        let how = Sampling {
            region: Some((30_000, 50_000)),
            ..every(900, Mode::Pm)
        };
        compare(processor, &root().join("workloads/bin/interp"), &how);
    }
}

#[test]
fn a_window_that_the_end_of_the_run_leaves_open_is_no_sample() {
    let interp = root().join("workloads/bin/interp");
    for processor in ["itanium", "itanium2"] {
        for cut in 0..40 {
            let how = Sampling {
                length: 6_000 + 7 * cut,
                ..every(300, Mode::Pm)
            };
            compare(processor, &interp, &how);
        }
    }
}

#[test]
fn a_unit_that_rests_hears_little() {
    let crc = root().join("workloads/bin/crc");
    let heard = compare("itanium", &crc, &every(2000, Mode::Pm));
    assert!(heard < 0.1, "{heard}");
}
