//! Sampled runs: do the intervals hold what a full run counts, and is anything said without one?

use std::path::Path;
use std::sync::Arc;

use report::{Report, Sample};
use sim::{Apart, Request, Sampling};
use tempfile::TempDir;

fn request(config: &str, workload: &str) -> Request {
    let program = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../workloads/bin")
        .join(workload);
    let clock = ["os.clock=\"instructions\""];
    Request::new(Arc::new(config::load(config, &clock).unwrap()), program)
}

fn sampled(config: &str, workload: &str, sampling: &Sampling) -> (Report, Sample) {
    let report = sim::sample(request(config, workload), sampling).unwrap();
    let sample = report.sample.as_deref().unwrap().clone();
    (report, sample)
}

#[test]
fn the_intervals_hold_what_a_full_run_counts() {
    for config in ["itanium", "itanium2"] {
        for workload in ["strsearch", "sieve", "sort", "stream", "interp"] {
            let full = sim::run(request(config, workload)).unwrap();
            let (report, sample) = sampled(config, workload, &Sampling::default());
            let name = format!("{workload} on {config}");
            assert_eq!(report.instructions, full.instructions, "{name}");
            assert_eq!(report.cycles, None, "{name}");
            assert_eq!(report.events, None, "{name}");
            let cycles = sample.cycles.unwrap();
            assert!(
                cycles.holds(full.cycles.unwrap()),
                "{name}: {cycles:?} {:?}",
                full.cycles
            );
            let values = full.cycle_accounting.unwrap().values();
            for (class, value) in report::CycleAccounting::NAMES.iter().zip(values) {
                // What happens in one burst, such as first touches, may fall between units; of a short run it is a large part.
                if sample.units < 100 || 20 * value < full.cycles.unwrap() {
                    continue;
                }
                let estimate = sample.cycle_accounting[*class];
                assert!(
                    estimate.holds(value),
                    "{name}, {class}: {estimate:?} {value}"
                );
            }
            // Rare events come in bursts that units miss: nine of ten is what is asked of all.
            let events = full.events.unwrap();
            let held = |(name, estimate): &(&String, &report::Estimate<u64>)| {
                estimate.holds(events[name.as_str()])
            };
            let all = sample.events.len();
            let within = sample.events.iter().filter(held).count();
            assert!(10 * within >= 9 * all, "{name}: {within} of {all}");
        }
    }
}

#[test]
fn the_cold_start_of_a_short_program_and_its_end_are_in_the_interval() {
    for workload in ["nops", "bigcode", "swp", "recursion", "simd"] {
        let full = sim::run(request("itanium", workload)).unwrap();
        let (_, sample) = sampled("itanium", workload, &Sampling::default());
        let (cycles, exact) = (sample.cycles.unwrap(), full.cycles.unwrap());
        assert!(cycles.holds(exact), "{workload}: {cycles:?} {exact}");
        let start = sample.start_instructions.unwrap();
        assert!((32_000..33_000).contains(&start), "{workload}: {start}");
    }
}

#[test]
fn a_program_that_ends_in_its_start_has_no_number() {
    let mut short = request("itanium", "nops");
    short.max_instructions = Some(5_000);
    let report = sim::sample(short, &Sampling::default()).unwrap();
    let sample = report.sample.unwrap();
    assert_eq!(sample.start_instructions, Some(5_000));
    assert_eq!((sample.units, sample.cycles), (0, None));
    assert_eq!(sample.timed_instructions, 5_000);
}

#[test]
fn a_sampled_run_says_the_same_twice() {
    let once = || sampled("itanium", "sort", &Sampling::default()).0;
    assert_eq!(report::to_json(&once()), report::to_json(&once()));
}

#[test]
fn a_program_that_is_too_short_for_an_interval_has_no_number() {
    let (report, sample) = sampled(
        "itanium",
        "swp",
        &Sampling {
            unit: 1_000_000,
            ..Sampling::default()
        },
    );
    assert!(sample.units < 30 && report.instructions > 1_000_000);
    assert_eq!(
        (sample.cpi, sample.cycles, sample.met),
        (None, None, Some(false))
    );
    assert!(sample.events.is_empty() && sample.cycle_accounting.is_empty());
    assert!(sample.remark.unwrap().contains("run it in full"));
}

#[test]
fn an_interval_that_is_too_wide_is_said_to_be() {
    let wanted = Sampling {
        error: 1e-5,
        ..Sampling::default()
    };
    let (_, sample) = sampled("itanium", "sort", &wanted);
    assert_eq!(sample.met, Some(false));
    assert!(sample.remark.unwrap().contains("the program ended before"));
}

#[test]
fn more_confidence_is_a_wider_interval_around_the_same_estimate() {
    let of = |confidence| {
        let sampling = Sampling {
            confidence,
            ..Sampling::default()
        };
        sampled("itanium", "sort", &sampling).1.cycles.unwrap()
    };
    let (less, more) = (of(0.95), of(0.997));
    assert_eq!(less.estimate, more.estimate);
    assert!(less.half_width < more.half_width);
}

#[test]
fn what_needs_every_cycle_is_refused() {
    let mut limited = request("itanium", "sort");
    limited.max_cycles = Some(1_000);
    let sampling = Sampling::default();
    assert!(matches!(
        sim::sample(limited, &sampling),
        Err(sim::Error::Unsampled)
    ));
}

fn apart(workload: &str, sampling: &Sampling, threads: usize, warming: u64) -> Report {
    let folder = TempDir::new().unwrap();
    let apart = Apart {
        folder: folder.path().to_owned(),
        threads,
        warming,
    };
    sim::sample_apart(request("itanium", workload), sampling, &apart).unwrap()
}

#[test]
fn stretches_that_are_timed_apart_count_the_same_on_any_number_of_threads() {
    let sampling = Sampling {
        error: 0.005,
        ..Sampling::default()
    };
    let one = apart("sort", &sampling, 1, 250_000);
    assert_eq!(
        report::to_json(&one),
        report::to_json(&apart("sort", &sampling, 3, 250_000))
    );
    let sample = one.sample.unwrap();
    assert!(
        sample.units > 30 && sample.warming == Some(250_000),
        "{sample:?}"
    );
    assert!(one.instructions > 1_000_000, "more than two stretches");
}

#[test]
fn stretches_that_are_timed_apart_hold_what_a_full_run_counts_however_little_warms_them() {
    for workload in ["strsearch", "sieve", "sort", "stream", "interp"] {
        let full = sim::run(request("itanium", workload)).unwrap();
        let exact = full.cycles.unwrap();
        let halves = [200_000, u64::MAX].map(|warming| {
            let report = apart(workload, &Sampling::default(), 2, warming);
            assert_eq!(report.instructions, full.instructions, "{workload}");
            let sample = report.sample.unwrap();
            let cycles = sample.cycles.unwrap();
            assert!(
                cycles.holds(exact),
                "{workload} {warming}: {cycles:?} {exact}"
            );
            let remark = sample.remark.unwrap_or_default();
            let is_cold = remark.contains("give --warming more");
            assert!(!is_cold || sample.met == Some(false), "{workload}");
            // Its array is not met in so few instructions.
            let expected = workload == "sieve" && warming < u64::MAX;
            assert!(is_cold == expected || workload != "sieve", "{remark}");
            assert!(!is_cold || warming < u64::MAX, "{workload}: {remark}");
            cycles.half_width.unwrap()
        });
        assert!(halves[0] >= halves[1], "{workload}: {halves:?}");
    }
}

#[test]
fn units_that_too_little_would_warm_are_refused() {
    let folder = TempDir::new().unwrap();
    let apart = Apart {
        folder: folder.path().to_owned(),
        threads: 1,
        warming: 1_000,
    };
    let ended = sim::sample_apart(request("itanium", "sort"), &Sampling::default(), &apart);
    let error = ended.err().map(|error| error.to_string());
    assert!(error.is_some_and(|text| text.contains("--warming")));
}
