//! Is a run without replay, in which every execution is timed in full, the same to the byte?

mod alike;

use alike::{CONFIGS, parts, request};
use sim::Profile;

fn compare(config: &str, set: &[&str], program: &str) {
    alike::compare((config, set, program), |request, in_full| {
        request.in_full = in_full;
    });
}

#[test]
fn reports_are_the_same() {
    let guests = ["blocks", "checks", "monitor", "rse", "threads"];
    let workloads = [
        "atomics",
        "bigcode",
        "branchy",
        "dataspec",
        "interp",
        "multiway",
        "recursion",
        "sort",
        "stream",
        "swp",
    ];
    for config in CONFIGS {
        for guest in guests {
            compare(config, &[], &format!("tests/guests/{guest}"));
        }
        for workload in workloads {
            compare(config, &[], &format!("workloads/bin/{workload}"));
        }
    }
}

#[test]
fn predictors_and_replacements_of_every_kind_are_the_same() {
    for set in [
        &[
            "branch.predictor=\"tage\"",
            "caches.l1i.replacement=\"random\"",
        ][..],
        &[
            "branch.predictor=\"gshare\"",
            "caches.l1d.replacement=\"nru\"",
        ],
        &["branch.predictor=\"perfect\""],
        &[
            "branch.itanium.tac_entries=8",
            "branch.itanium.bpt_entries=8",
        ],
    ] {
        for config in CONFIGS {
            for workload in ["interp", "recursion", "sort"] {
                compare(config, set, &format!("workloads/bin/{workload}"));
            }
        }
    }
}

#[test]
fn code_that_does_not_fit_in_l1i_takes_the_same() {
    for set in [
        &["caches.l1i.bytes=1024"][..],
        &[
            "caches.l1i.bytes=2048",
            "caches.l2.bytes=8192",
            "caches.l2.ways=4",
        ],
        &["caches.l1i.bytes=512", "frontend.streaming_buffer_lines=0"],
        &[
            "caches.l1i.bytes=2048",
            "tlbs.instruction.first.entries=2",
            "tlbs.instruction.first.ways=2",
        ],
    ] {
        for config in CONFIGS {
            for workload in ["bigcode", "interp", "multiway"] {
                compare(config, set, &format!("workloads/bin/{workload}"));
            }
        }
    }
}

#[test]
fn listeners_hear_the_same() {
    // With small caches code comes from each level.
    let small = [
        "caches.l1i.bytes=2048",
        "caches.l2.bytes=8192",
        "caches.l2.ways=4",
    ];
    let programs: [(&str, &[&str]); 5] = [
        ("branchy", &[]),
        ("interp", &[]),
        ("recursion", &[]),
        ("bigcode", &small),
        ("interp", &small),
    ];
    let all = CONFIGS.map(|config| programs.map(|program| (config, program)));
    for (config, (program, set)) in all.into_iter().flatten() {
        let program = &format!("workloads/bin/{program}");
        let heard = |in_full| {
            let mut with_parts = request(config, set, program);
            with_parts.in_full = in_full;
            let parts = parts(with_parts, 20_000);
            let mut profile = Profile::new();
            let mut profiled = request(config, set, program);
            profiled.in_full = in_full;
            sim::profile(profiled, &mut profile, true).unwrap();
            let profile = format!("{:?}", profile.finish());
            (parts, profile)
        };
        let (parts, profile) = heard(false);
        assert!(parts.len() > 5);
        let in_full = heard(true);
        assert!(parts == in_full.0, "parts of {program} on {config}");
        assert!(profile == in_full.1, "profile of {program} on {config}");
    }
}

#[test]
fn intervals_sum_to_the_report_where_the_run_ends_with_one() {
    // An interval ends behind each block, so that nothing but the end of the run comes behind the last one.
    for config in CONFIGS {
        for program in ["tests/guests/rse", "tests/guests/hello"] {
            let report = sim::run(request(config, &[], program)).unwrap();
            let intervals = parts(request(config, &[], program), 1);
            let mut all = intervals.into_iter();
            let mut sum = all.next().unwrap();
            all.for_each(|next| sum.add(&next));
            assert_eq!(sum.instructions, report.instructions);
            assert_eq!(Some(sum.cycles), report.cycles);
            assert_eq!(Some(sum.cycle_accounting), report.cycle_accounting);
            assert_eq!(Some(sum.events), report.events, "{program} on {config}");
        }
    }
}
