//! Regions of interest: do the parts of a run sum to the whole, and do they begin and end where they should?

use std::path::Path;
use std::sync::Arc;

use report::{OutcomeKind, Report};
use sim::{Bounds, Intervals, Length, Profile, Request};

const CONFIGS: [&str; 2] = ["itanium", "itanium2"];

fn request(config: &str, workload: &str) -> Request {
    let program = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../workloads/bin")
        .join(workload);
    Request::new(
        Arc::new(config::load::<&str>(config, &[]).unwrap()),
        program,
    )
}

fn run(config: &str, workload: &str, start: Option<&str>, stop: Option<&str>) -> Report {
    let mut request = request(config, workload);
    if start.is_some() || stop.is_some() {
        request.region = Some(Bounds {
            start: start.map(str::to_owned),
            stop: stop.map(str::to_owned),
        });
    }
    sim::run(request).unwrap()
}

/// Everything countable of a report, by name.
fn numbers(report: &Report) -> Vec<(String, u64)> {
    let mut all = vec![
        ("instructions".to_owned(), report.instructions),
        ("cycles".to_owned(), report.cycles.unwrap()),
    ];
    let mut flat = |section: &str, counters: &report::Counters| {
        all.extend(
            counters
                .iter()
                .map(|(name, &value)| (format!("{section}.{name}"), value)),
        );
    };
    flat("events", report.events.as_ref().unwrap());
    flat("branches", report.branches.as_ref().unwrap());
    for (section, groups) in [
        ("stalls", &report.stalls),
        ("caches", &report.caches),
        ("tlbs", &report.tlbs),
    ] {
        for (group, counters) in groups.as_ref().unwrap() {
            flat(&format!("{section}.{group}"), counters);
        }
    }
    all
}

#[test]
fn the_parts_of_a_run_sum_to_the_whole() {
    for config in CONFIGS {
        let whole = numbers(&run(config, "recursion", None, None));
        let first = "fibonacci";
        let parts = [
            run(config, "recursion", None, Some(first)),
            run(config, "recursion", Some(first), Some("1500000")),
            run(config, "recursion", Some("1500000"), None),
        ]
        .map(|part| numbers(&part));
        for (index, (name, value)) in whole.iter().enumerate() {
            let sum: u64 = parts
                .iter()
                .map(|part| {
                    assert_eq!(part[index].0, *name);
                    part[index].1
                })
                .sum();
            assert_eq!(sum, *value, "{name} on {config}");
        }
        assert!(parts.iter().all(|part| part[1].1 > 1_000));
    }
}

/// The sizes of the register stack are added up cycle by cycle, so that they show each cycle that is left out.
#[test]
fn a_region_that_ends_where_the_run_ends_counts_the_newest_cycle() {
    for stop in [50_000, 100_000, 100_001] {
        let stopped = |bounds| {
            let mut request = request("itanium2", "recursion");
            request.max_instructions = Some(stop);
            request.region = bounds;
            numbers(&sim::run(request).unwrap())
        };
        let bounds = Bounds {
            start: None,
            stop: Some(stop.to_string()),
        };
        assert_eq!(stopped(Some(bounds)), stopped(None), "{stop}");
    }
}

#[test]
fn a_region_of_one_instruction_holds_one() {
    // Cuts fall inside blocks, groups and bundles, and behind instructions that make the frame smaller.
    let starts =
        |config, name, starts: std::ops::Range<u64>| starts.map(move |start| (config, name, start));
    let all =
        starts("itanium", "cloop", 40..70).chain(starts("itanium2", "recursion", 20_000..20_060));
    for (config, name, start) in all {
        let stop = start + 1;
        let (first, end) = (start.to_string(), stop.to_string());
        let part = run(config, name, Some(&first), Some(&end));
        assert_eq!(part.instructions, 1, "from {start}");
        let region = part.region.unwrap();
        assert_eq!(region.first_instruction, Some(start));
        assert_eq!(region.end_instruction, Some(stop));
        assert!(region.stopped);
    }
}

#[test]
fn a_symbol_begins_a_region_before_its_first_instruction() {
    for config in CONFIGS {
        let named = run(config, "sort", Some("merge_sort"), None);
        let region = named.region.as_ref().unwrap();
        let start = region.first_instruction.unwrap();
        let numbered = run(config, "sort", Some(&start.to_string()), None);
        assert_eq!(numbers(&named), numbers(&numbered), "{config}");
        // Nothing of the function has retired until then.
        let mut before = request(config, "sort");
        before.max_instructions = Some(start);
        let mut profile = Profile::new();
        let report = sim::observe(before, &mut profile).unwrap();
        assert_eq!(report.instructions, start);
        let whole = {
            let mut profile = Profile::new();
            sim::observe(request(config, "sort"), &mut profile).unwrap();
            profile.finish().bundles
        };
        let entry = entry_of("merge_sort");
        let early = profile.finish().bundles;
        assert!(whole.keys().any(|(address, _)| *address == entry));
        assert!(early.keys().all(|(address, _)| *address != entry));
    }
}

/// The address of a function of the workload `sort`.
fn entry_of(name: &str) -> u64 {
    use object::{Object, ObjectSymbol};
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../workloads/bin/sort");
    let data = std::fs::read(path).unwrap();
    let file = object::File::parse(&*data).unwrap();
    file.symbol_by_name(name).unwrap().address()
}

#[test]
fn a_region_that_never_begins_is_an_error_without_counts() {
    let report = run("itanium", "cloop", Some("1_000_000_000"), None);
    assert_eq!(report.outcome.kind, OutcomeKind::Error);
    assert_eq!(report.outcome.process_status(), 125);
    assert!(numbers(&report).iter().all(|(_, value)| *value == 0));
}

#[test]
fn a_region_whose_stop_is_never_reached_ends_with_the_run() {
    let report = run("itanium", "cloop", Some("100"), Some("0x4000000000fffff0"));
    let whole = run("itanium", "cloop", None, None);
    assert!(!report.region.unwrap().stopped);
    assert_eq!(report.instructions + 100, whole.instructions);
}

#[test]
fn a_bound_that_means_nothing_is_refused() {
    for bound in ["nowhere", "0xxyz", "12three"] {
        let mut request = request("itanium", "cloop");
        request.region = Some(Bounds {
            start: Some(bound.to_owned()),
            stop: None,
        });
        let error = sim::run(request).unwrap_err().to_string();
        assert!(error.contains(bound), "{error}");
    }
}

/// Sums of the events of the parts of a run's first `most` instructions, each of which has at least `length`, and the events of the whole.
fn interval_sums(
    (config, workload): (&str, &str),
    most: u64,
    length: u64,
) -> [report::Counters; 2] {
    let (sender, parts) = std::sync::mpsc::channel();
    let mut request = request(config, workload);
    request.max_instructions = Some(most);
    request.intervals = Some(Intervals {
        length: Length::Instructions(length),
        tell: Box::new(move |part| {
            sender.send(part.clone()).unwrap();
            Ok(())
        }),
    });
    let whole = sim::run(request).unwrap();
    let mut sums = report::Counters::new();
    for (number, part) in (0..).zip(parts) {
        assert_eq!(part.interval, number);
        for (name, value) in part.events {
            *sums.entry(name).or_default() += value;
        }
    }
    [sums, whole.events.unwrap()]
}

#[test]
fn short_intervals_sum_to_the_whole_where_misses_overlap_and_groups_are_divided() {
    for config in CONFIGS {
        for workload in ["stream", "chase", "matmul", "bigcode", "simd"] {
            // Behind each block, also behind the last one; then so that many misses are under way at each place.
            for (most, length) in [(30_000, 1), (30_007, 1), (300_000, 77), (300_000, 500)] {
                let [sums, whole] = interval_sums((config, workload), most, length);
                for (name, value) in &whole {
                    let name = format!("{name} of {workload} on {config} by {length}");
                    assert_eq!(sums[name.split(' ').next().unwrap()], *value, "{name}");
                }
            }
        }
    }
}

#[test]
fn regions_that_are_cut_where_misses_are_under_way_sum_to_the_whole() {
    let limited = |config: &str, cut: [Option<u64>; 2]| {
        let mut request = request(config, "stream");
        request.max_instructions = Some(200_000);
        if cut != [None; 2] {
            let [start, stop] = cut.map(|cut| cut.map(|cut| cut.to_string()));
            request.region = Some(Bounds { start, stop });
        }
        sim::run(request).unwrap().events.unwrap()
    };
    for config in CONFIGS {
        let whole = limited(config, [None; 2]);
        let cuts = [60_000, 60_500, 90_001, 199_000].map(Some);
        let mut sums = report::Counters::new();
        let firsts = [None].into_iter().chain(cuts);
        for (first, end) in firsts.zip(cuts.into_iter().chain([Some(200_000)])) {
            for (name, value) in limited(config, [first, end]) {
                *sums.entry(name).or_default() += value;
            }
        }
        for (name, value) in &whole {
            if name.contains("_LO") || name.contains("_HI") || name.contains("REQ") {
                assert_eq!(sums[name], *value, "{name} on {config}");
            }
        }
    }
}
