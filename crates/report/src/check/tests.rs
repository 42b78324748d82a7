//! Which numbers a pattern stands for, and what a baseline file says of those that it does not have.

use std::collections::BTreeMap;
use std::path::Path;

use super::baseline::Before;
use super::{BaselineFile, Entry, Rules};
use crate::results::Results;
use crate::{Config, CycleAccounting, Outcome, Report, SCHEMA_VERSION, Simulator, Workload};

fn counters(names: &[(&str, u64)]) -> BTreeMap<String, u64> {
    let names = names.iter();
    names
        .map(|&(name, count)| (name.to_owned(), count))
        .collect()
}

fn report(loads: u64) -> Report {
    let cache = [("read_misses", 5), ("write_misses", 0), ("reads", 50)];
    Report {
        schema_version: SCHEMA_VERSION,
        simulator: Simulator::this(),
        config: Config {
            name: "itanium".into(),
            hash: String::new(),
            effective: serde_json::json!({"memory": {"latency": 100, "channels": 0}}),
        },
        workload: Workload {
            name: "it".into(),
            sha256: None,
            args: Vec::new(),
        },
        outcome: Outcome::exit(0),
        region: None,
        instructions: 250,
        cycles: Some(100),
        cycle_accounting: Some(CycleAccounting::from_values([100, 0, 0, 0, 0, 0, 0, 0])),
        events: Some(counters(&[("LOADS_RETIRED", loads), ("NOTHING", 0)])),
        events_not_modelled: None,
        stalls: None,
        caches: Some([("l1d".to_owned(), counters(&cache))].into()),
        tlbs: None,
        branches: None,
        unaligned_faults: None,
        monitor: None,
        levels: None,
        sample: None,
        processes: Vec::new(),
        unimplemented_calls: Vec::new(),
    }
}

fn functional() -> Report {
    Report {
        cycles: None,
        cycle_accounting: None,
        events: None,
        caches: None,
        ..report(0)
    }
}

fn rules(text: &str) -> Rules {
    toml::from_str(&format!("[[rule]]\n{text}")).unwrap()
}

/// What is said of a report that breaks a rule.
fn violations(rule: &str, report: &Report, baseline: Option<&Entry>) -> Vec<String> {
    let before = baseline.map(Before::Entry);
    let rules = rules(rule);
    let found = rules.rule[0].violations(report, before.as_ref());
    found.into_iter().map(|violation| violation.text).collect()
}

fn bless(rule: &str, report: Report) -> Entry {
    let results = Results::of_report(Path::new("it.json"), Ok(report));
    let mut file = BaselineFile::of(&rules(rule), vec![results]).unwrap();
    file.baseline.remove(0)
}

#[test]
fn a_pattern_stands_for_the_names_that_a_metric_may_have() {
    for (pattern, count) in [
        ("events.LOADS_*", 1),
        ("LOADS_*", 1),
        ("LOADS_RETIRE?", 1),
        ("cycl[e]s", 1),
        ("ip?", 1),
        ("l1d.*", 1),
        ("*.mpki", 1),
        ("config.memory.l*", 1),
        ("caches.*", 2),
    ] {
        let broken = violations(
            &format!("metric = \"{pattern}\"\nmax = 0"),
            &report(510),
            None,
        );
        assert_eq!(broken.len(), count, "{pattern}: {broken:?}");
        assert!(
            broken.iter().all(|text| text.ends_with("above 0")),
            "{broken:?}"
        );
    }
    let ignoring = "metric = \"events.*\"\nignore = [\"LOADS_*\"]\nmax = 0";
    assert!(violations(ignoring, &report(510), None).is_empty());
}

#[test]
fn a_pattern_of_measured_numbers_stands_for_no_others() {
    let rule = "metric = \"*\"\nequals = -1";
    let broken = violations(rule, &report(510), None);
    let others = ["ipc", "l1d.mpki", "config."];
    assert!(
        !broken
            .iter()
            .any(|text| others.iter().any(|other| text.starts_with(other))),
        "{broken:?}"
    );
}

#[test]
fn a_pattern_that_nothing_fits_is_broken() {
    for rule in [
        "metric = \"events.*\"\nmax = 1e9",
        "metric = \"BUS_*\"\nmax = 1e9",
        "metric = \"*.mpki\"\nmax = 1e9",
        "metric = \"instruction*\"\nignore = [\"instructions\"]\nmax = 1e9",
    ] {
        let broken = violations(rule, &functional(), None);
        assert_eq!(broken.len(), 1, "{rule}: {broken:?}");
        assert!(
            broken[0].starts_with("the report has no number that fits"),
            "{broken:?}"
        );
    }
}

#[test]
fn a_baseline_file_has_no_value_for_what_was_not_looked_at() {
    let before = bless("metric = \"cycles\"\nequals = \"baseline\"", report(510));
    for metric in [
        "events.LOADS_RETIRED",
        "LOADS_RETIRED",
        "ipc",
        "config.memory.latency",
    ] {
        let rule = format!("metric = \"{metric}\"\nmax_decrease_percent = 1");
        let broken = violations(&rule, &report(510), Some(&before));
        assert_eq!(
            broken,
            [format!("the baseline has no value for \"{metric}\"")]
        );
    }
    let rule = "metric = \"cycles\"\nequals = \"baseline\"";
    assert!(violations(rule, &report(510), Some(&before)).is_empty());
}

#[test]
fn a_baseline_file_knows_that_what_was_looked_at_was_0() {
    for (blessed, metric) in [
        ("events.NOTHING", "NOTHING"),
        ("NOTHING", "events.NOTHING"),
        ("events.*", "NOTHING"),
        ("NOTHIN?", "events.NOTHING"),
        ("l1d.mpki", "caches.l1d.write_misses"),
        ("*.mpki", "l1d.mpki"),
        ("config.memory.channels", "config.memory.channels"),
        ("config.memory.*", "config.memory.channels"),
    ] {
        let before = bless(&format!("metric = \"{blessed}\"\nmin = 0"), report(510));
        let rule = format!("metric = \"{metric}\"\nequals = \"baseline\"");
        let broken = violations(&rule, &report(510), Some(&before));
        assert!(broken.is_empty(), "{blessed}, {metric}: {broken:?}");
    }
    // What a pattern stands for is left out if it is 0.
    let before = bless("metric = \"events.*\"\nmin = 0", report(510));
    assert_eq!(before.numbers, counters(&[("events.LOADS_RETIRED", 510)]));
    let rule = "metric = \"events.*\"\nequals = \"baseline\"";
    let broken = violations(rule, &report(511), Some(&before));
    assert_eq!(broken.len(), 1, "{broken:?}");
}

#[test]
fn a_file_that_does_not_say_what_was_looked_at_is_one_of_all_numbers() {
    let mut before = bless("metric = \"cycles\"\nmin = 0", report(510));
    before.patterns = None;
    let rule = "metric = \"NOTHING\"\nequals = \"baseline\"";
    assert!(violations(rule, &report(510), Some(&before)).is_empty());
}

#[test]
fn a_report_without_unaligned_accesses_has_0_of_them_if_it_is_timed() {
    let rule = "metric = \"unaligned_faults\"\nmax = 0";
    let three = Report {
        unaligned_faults: Some(3),
        ..report(510)
    };
    assert!(violations(rule, &report(510), None).is_empty());
    assert_eq!(
        violations(rule, &three, None),
        ["unaligned_faults is 3, above 0"]
    );
    assert_eq!(
        violations(rule, &functional(), None),
        ["the report has no value for \"unaligned_faults\""]
    );
}
