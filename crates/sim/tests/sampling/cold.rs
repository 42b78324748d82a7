//! Stretches of sampled runs that begin with empty caches: is each number that they give right?

use crate::request;
use sim::{Apart, Sampling};
use tempfile::TempDir;

#[test]
fn however_little_warms_stretches_each_event_holds_what_a_full_run_counts_or_is_absent() {
    for config in ["itanium", "itanium2"] {
        for workload in ["sieve", "sort"] {
            let full = sim::run(request(config, workload)).unwrap();
            let (counts, classes) = (full.events.unwrap(), full.cycle_accounting.unwrap());
            for warming in [100_000, 1_000_000] {
                let folder = TempDir::new().unwrap();
                let apart = Apart {
                    folder: folder.path().to_owned(),
                    temporary: true,
                    threads: 2,
                    warming,
                    period: None,
                    shard: None,
                };
                let sampling = Sampling::default();
                let report = sim::sample_apart(request(config, workload), &sampling, &apart);
                let sample = report.unwrap().sample.unwrap();
                let name = format!("{workload} on {config}, {warming}");
                for (event, estimate) in &sample.events {
                    let count = counts[event.as_str()];
                    assert!(
                        estimate.holds(count),
                        "{name}, {event}: {estimate:?} {count}"
                    );
                }
                for (class, value) in report::CycleAccounting::NAMES.iter().zip(classes.values()) {
                    let estimate = sample.cycle_accounting[*class];
                    assert!(
                        estimate.holds(value),
                        "{name}, {class}: {estimate:?} {value}"
                    );
                }
                // Its array is not met in so few instructions.
                let mut reasons = sample.events_not_estimated.values();
                let left_out = reasons.any(|why| why.contains("--warming"));
                assert!(left_out || workload != "sieve", "{name}");
                assert!(sample.events.contains_key("LOADS_RETIRED"), "{name}");
            }
        }
    }
}
