//! Which numbers a pattern stands for, and what a baseline file says of those that it does not have.

use std::collections::BTreeMap;
use std::path::Path;

use super::baseline::Before;
use super::{BaselineFile, Entry, Matching, Rules, check};
use crate::results::Results;
use crate::{
    Config, CycleAccounting, Estimate, Mode, Outcome, Process, Report, SCHEMA_VERSION, Sample,
    SampleShard, Simulator, Workload,
};

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
    let found = rules.rule[0].violations(report, before.as_ref(), false);
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
            broken[0].starts_with("the report has no number that fits")
                && broken[0].contains("\": the run is functional and counts no"),
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

/// Every name fitted `events.*` with `events.` in front of it, and was 0.
#[test]
fn a_baseline_file_has_no_value_for_a_number_that_was_not_looked_at() {
    for (blessed, metric) in [
        ("events.*", "cycles"),
        ("events.*", "instructions"),
        ("events.*", "unaligned_faults"),
        ("events.*", "cycle_accounting.rse"),
        ("events.*", "caches.l1d.write_misses"),
        ("events.*", "caches.l1d.misses"),
        ("events.*", "ipc"),
        ("events.*", "l1d.mpki"),
        ("events.*", "config.memory.channels"),
        ("*", "config.memory.channels"),
        ("caches.*", "NOTHING"),
        ("LOADS_*", "NOTHING"),
    ] {
        let before = bless(&format!("metric = \"{blessed}\"\nmin = 0"), report(510));
        for bound in ["equals = \"baseline\"", "max_decrease_percent = 0"] {
            let rule = format!("metric = \"{metric}\"\n{bound}");
            assert_eq!(
                violations(&rule, &report(510), Some(&before)),
                [format!("the baseline has no value for \"{metric}\"")],
                "{blessed}"
            );
        }
    }
}

#[test]
fn what_a_newer_baseline_looks_at_was_not_0_before() {
    let file = |rule: &str| {
        let results = Results::of_report(Path::new("it.json"), Ok(report(510)));
        BaselineFile::of(&rules(rule), vec![results]).unwrap()
    };
    let events = file("metric = \"events.*\"\nmin = 0");
    let cycles = file("metric = \"cycles\"\nmin = 0");
    assert_eq!(
        events.changes(&cycles),
        [
            "it/itanium: cycles: none -> 100",
            "it/itanium: events.LOADS_RETIRED: 510 -> none"
        ]
    );
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
    // The kernel of a boot completes its own.
    let boot = Report {
        levels: Some(BTreeMap::new()),
        ..report(510)
    };
    assert_eq!(
        violations(rule, &boot, None),
        ["the report has no value for \"unaligned_faults\""]
    );
    // By a pattern, too, although the report does not list it.
    let rule = "metric = \"unaligned_*\"\nmax = 0";
    assert!(violations(rule, &report(510), None).is_empty());
    assert_eq!(violations(rule, &three, None).len(), 1);
    let rule = "metric = \"unaligned_*\"\nequals = \"baseline\"";
    let clean = bless(rule, report(510));
    assert!(violations(rule, &report(510), Some(&clean)).is_empty());
    assert_eq!(violations(rule, &three, Some(&clean)).len(), 1);
}

fn sampled() -> Report {
    Report {
        cycles: None,
        cycle_accounting: None,
        events: None,
        caches: None,
        sample: Some(Box::new(Sample::new("systematic", 1000, 1000))),
        ..report(0)
    }
}

#[test]
fn a_baseline_file_says_how_a_run_was_run() {
    let rule = "metric = \"instructions\"\nequals = \"baseline\"";
    for (report, mode) in [
        (report(510), Mode::Timed),
        (functional(), Mode::Functional),
        (sampled(), Mode::Sampled),
    ] {
        let mut entry = bless(rule, report);
        assert_eq!(entry.mode, Some(mode));
        assert_eq!(Before::Entry(&entry).mode(), Some(mode));
        assert!(entry.estimates.is_empty());
        entry.mode = None;
        let known = (mode == Mode::Functional).then_some(mode);
        assert_eq!(Before::Entry(&entry).mode(), known);
    }
    // What a sampled run estimates is not known to be 0.
    let entry = bless("metric = \"instr*\"\nmin = 0", sampled());
    let rule = "metric = \"cycles\"\nequals = \"baseline\"";
    assert_eq!(
        violations(rule, &report(510), Some(&entry)),
        ["the baseline has no value for \"cycles\""]
    );
}

fn estimate(estimate: u64, half_width: u64) -> Estimate<u64> {
    Estimate {
        estimate,
        half_width: Some(half_width),
        confidence: None,
    }
}

/// A sampled run that estimates its cycles and the loads.
fn estimating(cycles: u64, loads: u64) -> Report {
    let mut report = sampled();
    let sample = report.sample.as_mut().unwrap();
    sample.cycles = Some(estimate(cycles, 9));
    let loads = ("LOADS_RETIRED".to_owned(), estimate(loads, 9));
    sample.events.extend([loads]);
    report
}

/// Counts of caches were taken for 0 in the baseline and `went from 0 to 5`.
#[test]
fn a_baseline_of_a_sampled_run_has_no_value_for_what_that_does_not_report() {
    let rule = "metric = \"*\"\nequals = \"baseline\"";
    let with_process = |report: Report| {
        let process = Process {
            pid: 1,
            name: "it".into(),
            instructions: 250,
            cycles: report.cycles,
            outcome: None,
        };
        let stalls = report.cycles.map(|_| counters(&[("data_integer", 7)]));
        Report {
            stalls: stalls.map(|stalls| [("all".to_owned(), stalls)].into()),
            branches: report.cycles.map(|_| counters(&[("taken", 3)])),
            processes: vec![process],
            ..report
        }
    };
    let entry = bless(rule, with_process(estimating(95, 505)));
    let full = with_process(report(510));
    let broken = violations(rule, &full, Some(&entry));
    assert!(broken.is_empty(), "{broken:?}");
    for metric in [
        "caches.l1d.read_misses",
        "stalls.all.data_integer",
        "branches.taken",
        "processes.0.cycles",
    ] {
        let rule = format!("metric = \"{metric}\"\nequals = \"baseline\"");
        assert_eq!(
            violations(&rule, &full, Some(&entry)),
            [format!("the baseline has no value for \"{metric}\"")]
        );
    }
    // What it counts or estimates is compared.
    let mut other = with_process(report(600));
    (other.instructions, other.processes[0].instructions) = (251, 251);
    let broken = violations(rule, &other, Some(&entry));
    let went = |name: &str| broken.iter().any(|text| text.starts_with(name));
    assert_eq!(broken.len(), 3, "{broken:?}");
    assert!(went("instructions went from 250") && went("processes.0.instructions"));
    assert!(went("events.LOADS_RETIRED went from 505 ± 9"), "{broken:?}");
}

/// A pattern stood for the instructions alone, which agreed.
#[test]
fn a_sampled_run_without_any_estimate_breaks_a_pattern_of_cycles() {
    let few = |remark: &str| {
        let mut report = sampled();
        report.sample.as_mut().unwrap().remark = Some(remark.into());
        report
    };
    let mut shard = sampled();
    shard.sample.as_mut().unwrap().shard = Some(SampleShard {
        index: 1,
        count: 3,
        error: "0.01".into(),
        confidence: "0.997".into(),
        quantities: Vec::new(),
        stretches: Vec::new(),
    });
    let rule = "metric = \"*\"\nequals = \"baseline\"";
    let texts = [
        "it is of shard 1 of 3; merge the shards first (epicycle merge)",
        "it ended after 3 units",
    ];
    for (report, why) in [shard, few("it ended after 3 units")]
        .into_iter()
        .zip(texts)
    {
        for before in [bless(rule, self::report(510)), bless(rule, report.clone())] {
            assert_eq!(
                violations(rule, &report, Some(&before)),
                [format!("the report has no estimate: {why}")]
            );
        }
        let without_baseline = "metric = \"cycle_accounting.*\"\nmax = 1e9";
        assert_eq!(
            violations(without_baseline, &report, None),
            [format!("the report has no estimate: {why}")]
        );
        let one = "metric = \"cycles\"\nmax = 1e9";
        assert_eq!(
            violations(one, &report, None),
            [format!(
                "the report has no value for \"cycles\" (it has no estimate: {why})"
            )]
        );
        let before = bless(rule, report.clone());
        let broken = violations(rule, &estimating(95, 505), Some(&before));
        assert!(
            broken.len() == 1 && broken[0].starts_with("the baseline has no estimate: "),
            "{broken:?}"
        );
        // What is counted in every run needs no estimate.
        let exact = "metric = \"instr*\"\nequals = \"baseline\"";
        let broken = violations(exact, &report, Some(&bless(exact, self::report(510))));
        assert!(broken.is_empty(), "{broken:?}");
    }
}

#[test]
fn a_pattern_of_which_no_number_can_be_compared_is_broken() {
    let rule = "metric = \"events.LOADS_*\"\nequals = \"baseline\"";
    let before = bless(rule, report(510));
    let broken = violations(rule, &sampled(), Some(&before));
    assert_eq!(broken.len(), 1, "{broken:?}");
    assert!(
        broken[0].starts_with("no number that fits \"events.LOADS_*\" has an interval"),
        "{broken:?}"
    );
}

#[test]
fn a_run_that_did_not_start_and_may_end_as_it_likes_breaks_no_rule_by_what_it_lacks() {
    let failed = || Report::failed(report(0).config, report(0).workload, "no program");
    for (outcome, findings) in [("outcome = \"any\"\n", 0), ("", 3)] {
        let text = format!(
            "metric = \"events.*\"\nmax = 5\n{outcome}[[rule]]\nmetric = \"cycles\"\nmax = 5"
        );
        let results = Results::of_report(Path::new("it.json"), Ok(failed()));
        let found = check(
            &rules(&text),
            &[("it".into(), Ok(results))],
            None,
            Matching::Run,
            |_| String::new(),
        );
        assert_eq!(found.findings.len(), findings, "{:?}", found.findings);
    }
}
