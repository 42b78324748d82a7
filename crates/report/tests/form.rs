//! Is the committed schema the one of the types, and do reports keep to it?

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

use report::{
    Annotation, Baseline, Caller, Config, CycleAccounting, Decimal, Estimate, ExecutedBundle,
    Expression, Fault, Interval, Limit, LoopSchedule, Matching, Numbers, Outcome, Process, Region,
    Register, Report, Results, Rules, Run, RunSummary, SCHEMA_VERSION, Sample, SampleLine,
    SampledMonitor, Simulator, Summary, Workload, check, compare, comparison_table, metrics,
    schema, summary_table, text_summary, to_json,
};

fn schema_file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("schema")
        .join(name)
}

/// Compares with the committed file; `BLESS=1` writes it.
fn same_as_committed(name: &str, current: &str) {
    let path = schema_file(name);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, current).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == current,
        "{} is not current; run the tests with BLESS=1",
        path.display()
    );
}

fn sample() -> Report {
    let events = [
        ("CPU_CYCLES", 100),
        ("IA64_INST_RETIRED", 250),
        ("LOADS_RETIRED", 40),
    ];
    let accounting = CycleAccounting::from_values([80, 10, 0, 4, 2, 1, 1, 2]);
    let stalls = [(
        "data_access".to_owned(),
        [("l1d".to_owned(), 7), ("memory".to_owned(), 3)].into(),
    )]
    .into();
    Report {
        schema_version: SCHEMA_VERSION,
        simulator: Simulator::this(),
        config: Config {
            name: "itanium".into(),
            hash: "0".repeat(64),
            effective: serde_json::json!({"name": "itanium"}),
        },
        workload: Workload {
            name: "sort".into(),
            sha256: Some("a".repeat(64)),
            args: vec!["-n".into()],
        },
        outcome: Outcome::exit(0),
        region: Some(Region {
            start: Some("main".into()),
            stop: None,
            first_instruction: Some(40),
            end_instruction: Some(290),
            stopped: false,
        }),
        instructions: 250,
        cycles: Some(100),
        cycle_accounting: Some(accounting),
        events: Some(
            events
                .iter()
                .map(|&(name, value)| (name.to_owned(), value))
                .collect(),
        ),
        events_not_modelled: Some(
            [("BUS_ALL_ANY".to_owned(), "no front-side bus yet".to_owned())].into(),
        ),
        stalls: Some(stalls),
        caches: Some([("l1d".to_owned(), [("read_misses".to_owned(), 9)].into())].into()),
        tlbs: Some([("dtlb".to_owned(), [("misses".to_owned(), 1)].into())].into()),
        branches: Some([("taken".to_owned(), 11)].into()),
        unaligned_faults: None,
        monitor: Some([("pmd4".to_owned(), "0x64".to_owned())].into()),
        levels: None,
        sample: None,
        processes: vec![Process {
            pid: 1000,
            name: "sort".into(),
            instructions: 250,
            cycles: Some(100),
            outcome: Some(Outcome::exit(0)),
        }],
        unimplemented_calls: Vec::new(),
    }
}

fn functional() -> Report {
    let mut report = Report::failed(sample().config, sample().workload, "");
    report.outcome = Outcome::signal(
        11,
        Some(Fault {
            reason: "data page not present".into(),
            ip: "0x40000000000006a0".into(),
            slot: 0,
            symbol: Some("main+0x10".into()),
            instruction: Some("st8 [r0]=r8".into()),
            address: Some("0x0".into()),
            isr: None,
            code: 1,
            process: 1000,
            thread: 1000,
            registers: vec![Register {
                name: "r14".into(),
                value: "0x0".into(),
                nat: true,
            }],
            bundles: vec![ExecutedBundle {
                ip: "0x40000000000006a0".into(),
                text: "st8 [r0]=r8  nop.i 0x0  nop.i 0x0;;".into(),
            }],
            backtrace: vec![Caller {
                ip: "0x4000000000000100".into(),
                symbol: Some("_start+0x100".into()),
            }],
            pipeline: None,
        }),
    );
    report.instructions = 12;
    report
}

fn ended(outcome: Outcome) -> Report {
    Report {
        outcome,
        ..sample()
    }
}

#[test]
fn the_committed_schema_is_current() {
    same_as_committed("report.schema.json", &schema::<Report>());
    same_as_committed("summary.schema.json", &schema::<Summary>());
    same_as_committed("annotate.schema.json", &schema::<Annotation>());
    same_as_committed("monitors.schema.json", &schema::<Vec<SampledMonitor>>());
    same_as_committed("profileme.schema.json", &schema::<SampleLine>());
    same_as_committed("interval.schema.json", &schema::<Interval>());
    same_as_committed("schedule.schema.json", &schema::<LoopSchedule>());
}

#[test]
fn every_kind_of_report_validates_and_reads_back() {
    let schema = serde_json::from_str(&schema::<Report>()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for report in [
        sample(),
        functional(),
        Report::failed(sample().config, sample().workload, "not an ELF file"),
        ended(Outcome::interrupted()),
        ended(Outcome::limit(Limit::Instructions)),
        ended(Outcome::limit(Limit::Cycles)),
        ended(Outcome::limit(Limit::Timeout)),
    ] {
        let text = to_json(&report);
        let value = serde_json::from_str(&text).unwrap();
        assert!(
            validator.is_valid(&value),
            "{:?}",
            validator
                .iter_errors(&value)
                .map(|e| e.to_string())
                .collect::<Vec<_>>()
        );
        assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
    }
}

fn sampled(estimate: u64, half_width: u64) -> Report {
    let confidence = Some(Decimal::nearest(99.7));
    let cycles = Estimate {
        estimate,
        half_width: Some(half_width),
        confidence,
    };
    let cpi = Estimate {
        estimate: Decimal::nearest(1.5),
        half_width: Some(Decimal::nearest(0.01)),
        confidence,
    };
    let events = BTreeMap::from([("CPU_CYCLES".to_owned(), cycles)]);
    Report {
        sample: Some(Box::new(Sample {
            method: "systematic".into(),
            unit: 1_000,
            warm_up: 1_000,
            period: Some(32_000),
            units: 40,
            measured_instructions: 40_100,
            timed_instructions: 112_000,
            start_instructions: Some(32_000),
            end_instructions: Some(31_000),
            new_code_instructions: Some(5_000),
            warming: Some(10_000_000),
            error_percent: Some(Decimal::nearest(1.0)),
            met: Some(true),
            remark: None,
            cpi: Some(cpi),
            cycles: Some(cycles),
            cycle_accounting: BTreeMap::new(),
            events,
            events_not_estimated: BTreeMap::new(),
            shard: None,
        })),
        ..functional()
    }
}

#[test]
fn a_sampled_report_validates_and_reads_back() {
    let schema = serde_json::from_str(&schema::<Report>()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let report = sampled(1_000, 10);
    let text = to_json(&report);
    assert!(
        validator.is_valid(&serde_json::from_str(&text).unwrap()),
        "{text}"
    );
    assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
    assert_eq!(report.number("cycles"), None, "an estimate is no count");
}

#[test]
fn a_comparison_names_estimates_only_when_their_intervals_are_apart() {
    let moved = |before: &Report, after: &Report| -> Vec<String> {
        let comparison = compare("one", before, after);
        comparison
            .changes
            .into_iter()
            .map(|change| change.path)
            .collect()
    };
    assert!(moved(&sampled(1_000, 10), &sampled(1_020, 10)).is_empty());
    let apart = moved(&sampled(1_000, 10), &sampled(1_021, 10));
    assert_eq!(apart, ["cycles", "events.CPU_CYCLES"]);
    // With their half-widths; those of exact numbers have none.
    let full = sample();
    let half_widths = |before: &Report, after: &Report| {
        let changes = compare("one", before, after).changes;
        let cycles = changes.iter().find(|change| change.path == "cycles");
        serde_json::to_value(cycles.unwrap()).unwrap()
    };
    assert_eq!(
        half_widths(&sampled(1_000, 10), &sampled(1_021, 9)),
        serde_json::json!({
            "path": "cycles", "before": 1_000, "after": 1_021, "before_half_width": 10, "after_half_width": 9
        })
    );
    let mixed = half_widths(&full, &sampled(1, 0));
    assert_eq!(mixed.get("before_half_width"), None);
    assert_eq!(mixed["after_half_width"], 0);
    let cycles = full.cycles.unwrap();
    let near = moved(&full, &sampled(cycles + 5, 5));
    assert!(!near.contains(&"cycles".to_owned()), "{near:?}");
    let far = moved(&full, &sampled(cycles + 6, 5));
    assert!(far.contains(&"cycles".to_owned()), "{far:?}");
}

#[test]
fn a_limit_is_named_in_the_report_and_absent_from_other_outcomes() {
    let outcome = |report: Report| serde_json::to_value(report.outcome).unwrap();
    for (limit, name) in [
        (Limit::Instructions, "instructions"),
        (Limit::Cycles, "cycles"),
        (Limit::Timeout, "timeout"),
    ] {
        let value = outcome(ended(Outcome::limit(limit)));
        assert_eq!(value, serde_json::json!({"kind": "limit", "limit": name}));
    }
    assert_eq!(
        outcome(sample()),
        serde_json::json!({"kind": "exit", "status": 0})
    );
}

#[test]
fn an_unknown_key_does_not_validate() {
    let schema = serde_json::from_str(&schema::<Report>()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut value = serde_json::to_value(sample()).unwrap();
    value["host_seconds"] = 3.into();
    assert!(!validator.is_valid(&value));
}

#[test]
fn a_functional_report_has_no_time() {
    let value = serde_json::to_value(functional()).unwrap();
    for key in [
        "cycles",
        "cycle_accounting",
        "events",
        "events_not_modelled",
        "stalls",
        "caches",
        "tlbs",
        "branches",
    ] {
        assert!(value.get(key).is_none(), "{key} is there");
    }
}

#[test]
fn the_identities_notice_a_cycle_without_a_cause() {
    assert_eq!(sample().identities(), Ok(()));
    let mut report = sample();
    report.cycles = Some(101);
    assert!(
        report
            .identities()
            .unwrap_err()
            .to_string()
            .contains("cycle_accounting")
    );
    let mut report = sample();
    report
        .stalls
        .as_mut()
        .unwrap()
        .get_mut("data_access")
        .unwrap()
        .insert("l1d".into(), 8);
    assert!(
        report
            .identities()
            .unwrap_err()
            .to_string()
            .contains("stalls.data_access")
    );
    // Without cycles it would be that of a functional run.
    let mut report = sample();
    report.cycles = None;
    let said = report.identities().unwrap_err().to_string();
    assert_eq!(said, "cycle_accounting is there, and cycles is not");
    report.cycle_accounting = None;
    assert!(report.identities().is_err());
    // Parts that sum to the whole only in 64 bits.
    let half = 1_u64 << 63;
    let mut report = sample();
    let accounting = report.cycle_accounting.as_mut().unwrap();
    accounting.unstalled += half;
    accounting.scoreboard += half;
    let said = report.identities().unwrap_err().to_string();
    assert_eq!(
        said,
        "sum of cycle_accounting, cycles: 18446744073709551716 is not 100"
    );
    let mut report = sample();
    report.processes[0].instructions = half;
    let second = Process {
        instructions: half + 250,
        ..report.processes[0].clone()
    };
    report.processes.push(second);
    assert!(report.identities().is_err());
    let mut report = sample();
    report.processes[0].cycles = Some(99);
    let said = report.identities().unwrap_err().to_string();
    assert_eq!(
        said,
        "sum of cycles of the processes, cycles: 99 is not 100"
    );
}

#[test]
fn statuses_are_those_of_a_shell() {
    assert_eq!(Outcome::exit(3).process_status(), 3);
    assert_eq!(Outcome::signal(11, None).process_status(), 139);
    assert_eq!(Outcome::limit(Limit::Cycles).process_status(), 0);
    assert_eq!(Outcome::interrupted().process_status(), 130);
    assert_eq!(Outcome::error("x").process_status(), 125);
}

#[test]
fn a_comparison_names_what_moved_and_nothing_else() {
    let mut after = sample();
    after
        .events
        .as_mut()
        .unwrap()
        .insert("LOADS_RETIRED".into(), 50);
    after.outcome = Outcome::exit(1);
    let comparison = compare("sort/itanium", &sample(), &after);
    assert_eq!(comparison.changes.len(), 1);
    assert_eq!(comparison.changes[0].path, "events.LOADS_RETIRED");
    assert_eq!(
        comparison.notes,
        ["outcome: exit status 0 -> exit status 1"]
    );
    assert!(comparison_table(&comparison, report::Style::Plain).contains("+25.00 %"));
    assert!(compare("same", &sample(), &sample()).is_equal());
}

fn results(report: Report) -> Results {
    let run = Run {
        workload: report.workload.name.clone(),
        config: report.config.name.clone(),
        file: "sort.json".into(),
        line: None,
        report: Ok(report),
    };
    Results {
        summary: None,
        runs: vec![run],
    }
}

/// The hash that each config of these tests has.
fn hash(_: &serde_json::Value) -> String {
    "0".repeat(64)
}

#[test]
fn a_rule_is_kept_violated_or_has_nothing_to_check() {
    let rules: Rules = toml::from_str(
        r#"
        [[rule]]
        name = "kept"
        metric = "instructions / cycles"
        min = 2.5
        [[rule]]
        name = "violated"
        metric = "LOADS_RETIRED"
        max = 39
        [[rule]]
        name = "missing"
        metric = "events.NO_SUCH_EVENT"
        max = 1
        [[rule]]
        name = "slower"
        metric = "cycles"
        max_increase_percent = 1.0
        [[rule]]
        name = "elsewhere"
        metric = "cycles"
        max = 1
        workload = "crc"
        "#,
    )
    .unwrap();
    let mut baseline = sample();
    baseline.cycles = Some(90);
    let baseline = Baseline::Results(results(baseline));
    let read = [("sort.json".to_owned(), Ok(results(sample())))];
    let found = check(&rules, &read, Some(&baseline), Matching::Run, hash).findings;
    let names: Vec<&str> = found.iter().map(|finding| &*finding.rule).collect();
    assert_eq!(names, ["violated", "missing", "slower", "elsewhere"]);
    assert!(found[2].text.contains("+11.11 %"), "{}", found[2].text);
    let deviation = found[2].deviation.as_ref().unwrap();
    assert_eq!((deviation.expected, deviation.actual), (Some(90.0), 100.0));
    assert!(rules.needs_baseline());
}

#[test]
fn a_bound_in_per_cent_counts_from_the_end_of_an_estimated_baselines_interval() {
    let breaks = |bound: &str, cycles| {
        let rules = format!("[[rule]]\nname = \"bound\"\nmetric = \"cycles\"\n{bound}\n");
        let rules: Rules = toml::from_str(&rules).unwrap();
        let baseline = Baseline::Results(results(sampled(10_000, 5_000)));
        let read = [("sort.json".to_owned(), Ok(results(sampled(cycles, 0))))];
        let found = check(&rules, &read, Some(&baseline), Matching::Run, hash).findings;
        found.iter().any(|finding| finding.rule == "bound")
    };
    // From 15,000 to 20,000 it is a third more, from 5,000 to 2,000 three fifths less.
    assert!(!breaks("max_increase_percent = 34", 20_000));
    assert!(breaks("max_increase_percent = 33", 20_000));
    assert!(!breaks("max_decrease_percent = 60", 2_000));
    assert!(breaks("max_decrease_percent = 59", 2_000));
}

#[test]
fn a_change_that_is_exactly_as_large_as_allowed_is_allowed() {
    // 43750 / 156250 * 100 is more than 28 in floating point.
    let after = |percent: &str, cycles| {
        let rules =
            format!("[[rule]]\nname = \"bound\"\nmetric = \"cycles\"\n{percent}_percent = 28\n");
        let rules: Rules = toml::from_str(&rules).unwrap();
        let [mut before, mut now] = [sample(), sample()];
        (before.cycles, now.cycles) = (Some(156_250), Some(cycles));
        let baseline = Baseline::Results(results(before));
        let read = [("sort.json".to_owned(), Ok(results(now)))];
        let found = check(&rules, &read, Some(&baseline), Matching::Run, hash).findings;
        found.iter().filter(|found| found.rule == "bound").count()
    };
    assert_eq!(after("max_increase", 200_000), 0);
    assert_eq!(after("max_increase", 200_001), 1);
    assert_eq!(after("max_decrease", 112_500), 0);
    assert_eq!(after("max_decrease", 112_499), 1);
}

#[test]
fn metrics_hold_numbers_only_and_find_events_by_bare_name() {
    let numbers = metrics(&sample());
    assert_eq!(numbers.get("LOADS_RETIRED"), Some(40));
    assert_eq!(numbers.get("caches.l1d.read_misses"), Some(9));
    let value = |text| sample().evaluate(&Expression::parse(text).unwrap());
    assert_eq!(value("instructions / cycles"), Some(2.5));
    assert_eq!(value("cycles / NOTHING"), None);
}

#[test]
fn metrics_are_all_integers_of_the_sections_that_measure() {
    fn integers(value: &serde_json::Value) -> usize {
        match value {
            serde_json::Value::Array(list) => list.iter().map(integers).sum(),
            serde_json::Value::Object(map) => map.values().map(integers).sum(),
            other => usize::from(other.is_u64()),
        }
    }
    let report = sample();
    let json = serde_json::to_value(&report).unwrap();
    let describing = [
        "schema_version",
        "simulator",
        "config",
        "workload",
        "outcome",
    ];
    let sections = json.as_object().unwrap().iter();
    let measuring = sections.filter(|(name, _)| !describing.contains(&name.as_str()));
    let numbers = metrics(&report);
    assert_eq!(
        numbers.iter().count(),
        measuring.map(|(_, value)| integers(value)).sum::<usize>()
    );
    for (path, number) in numbers.iter() {
        let place = format!("/{}", path.replace('.', "/"));
        assert_eq!(
            json.pointer(&place).and_then(|value| value.as_u64()),
            Some(number),
            "{path}"
        );
    }
}

#[test]
fn a_number_that_is_looked_up_alone_is_that_of_all_metrics() {
    let report = sample();
    let numbers = metrics(&report);
    for (path, value) in numbers.iter() {
        assert_eq!(report.number(path), Some(value), "{path}");
    }
    for path in ["LOADS_RETIRED", "NOTHING", "events.cycles", "processes"] {
        assert_eq!(report.number(path), numbers.get(path), "{path}");
    }
}

#[test]
fn texts_name_the_program_the_machine_and_the_result() {
    let text = text_summary(&sample());
    assert!(
        text.starts_with("sort on itanium: exit status 0\n"),
        "{text}"
    );
    assert!(text.contains("2.500 instructions per cycle"), "{text}");
    let text = text_summary(&functional());
    assert!(
        text.contains("killed by signal 11") && text.contains("<main+0x10>: st8 [r0]=r8"),
        "{text}"
    );
    let summary = Summary {
        schema_version: SCHEMA_VERSION,
        simulator: Simulator::this(),
        planned: 1,
        missing: Vec::new(),
        runs: vec![RunSummary::of(
            0,
            "sort",
            None,
            &sample(),
            None,
            "sort/itanium.json".into(),
        )],
    };
    let table = summary_table(&summary, report::Style::Markdown, |_| true);
    assert!(
        table.contains("| sort") && table.contains("80.0"),
        "{table}"
    );
}

#[test]
fn the_docs_have_each_derived_metric_as_it_is_computed() {
    let docs = env!("CARGO_MANIFEST_DIR").to_owned() + "/../../docs/reports.md";
    let docs = fs::read_to_string(docs).unwrap();
    for metric in report::DERIVED {
        let row = format!(
            "| `{}` | `{}` | {} | {} |\n",
            metric.name, metric.formula, metric.unit, metric.meaning
        );
        assert!(docs.contains(&row), "docs/reports.md lacks the row {row}");
    }
}
