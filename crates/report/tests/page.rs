//! Does the page for people say what the reports say, whatever they are called?

use std::collections::BTreeMap;
use std::path::PathBuf;

use report::{
    Collection, Config, CycleAccounting, FileError, Outcome, PageEntry, Report, Run, RunSummary,
    SCHEMA_VERSION, Simulator, Workload, charts, compare, comparison_page, derived_metrics,
    metrics, numbers_csv, page, runs_csv,
};
use roxmltree::{Document, Node};

const HOSTILE: &str = "<script>alert(1)</script>\"'&<img src=x onerror=alert(2)>\u{1}";
/// The same as a page can hold it.
const SHOWN: &str = "<script>alert(1)</script>\"'&<img src=x onerror=alert(2)>\u{fffd}";

fn counters(names: &[(&str, u64)]) -> BTreeMap<String, u64> {
    names
        .iter()
        .map(|&(name, count)| (name.to_owned(), count))
        .collect()
}

/// A report of a run of `cycles`, a multiple of 100.
fn report(workload: &str, config: &str, cycles: u64) -> Report {
    let part = cycles / 100;
    let accounting = [60, 15, 0, 5, 10, 1, 4, 5].map(|share| share * part);
    let cache = [
        ("reads", 50),
        ("writes", 30),
        ("read_misses", 5),
        ("write_misses", 3),
        ("writebacks", 1),
    ];
    Report {
        schema_version: SCHEMA_VERSION,
        simulator: Simulator::this(),
        config: Config {
            name: config.into(),
            hash: format!("{:064x}", config.len()),
            effective: serde_json::json!({"name": config, "memory": {"latency": 100}}),
        },
        workload: Workload {
            name: workload.into(),
            sha256: None,
            args: vec![workload.into()],
        },
        outcome: Outcome::exit(0),
        region: None,
        instructions: 250,
        cycles: Some(cycles),
        cycle_accounting: Some(CycleAccounting::from_values(accounting)),
        events: Some(counters(&[
            ("CPU_CYCLES", cycles),
            ("LOADS_RETIRED", 40),
            ("NOTHING", 0),
        ])),
        events_not_modelled: None,
        stalls: None,
        caches: Some([("l1d".to_owned(), counters(&cache))].into()),
        tlbs: Some([("dtlb".to_owned(), counters(&[("misses", 2)]))].into()),
        branches: None,
        unaligned_faults: None,
        monitor: None,
        levels: None,
        sample: None,
        processes: Vec::new(),
        unimplemented_calls: Vec::new(),
    }
}

fn entry(workload: &str, config: &str, cycles: u64, failure: Option<&str>) -> PageEntry {
    let report = report(workload, config, cycles);
    let line = RunSummary::of(
        0,
        workload,
        None,
        &report,
        failure.map(str::to_owned),
        "r.json".into(),
    );
    let run = Run {
        workload: workload.into(),
        config: config.into(),
        file: "r.json".into(),
        line: Some(line),
        report: Ok(report),
    };
    PageEntry::new(run, Some("r.json".into()))
}

fn collection(runs: &[(&str, &str, u64)]) -> Collection {
    Collection {
        runs: runs
            .iter()
            .map(|&(workload, config, cycles)| entry(workload, config, cycles, None))
            .collect(),
        ..Collection::default()
    }
}

/// A page in the notation of XML: what HTML does not close is closed, scripts and styles are empty.
fn as_xml(page: &str) -> String {
    let mut text = page
        .strip_prefix("<!DOCTYPE html>")
        .expect("a page")
        .to_owned();
    for name in ["style", "script"] {
        let (open, close) = (format!("<{name}>"), format!("</{name}>"));
        let start = text.find(&open).unwrap() + open.len();
        let end = start + text[start..].find(&close).unwrap();
        text.replace_range(start..end, "");
    }
    for name in ["<meta ", "<input ", "<br"] {
        let mut from = 0;
        while let Some(start) = text[from..].find(name) {
            let end = from + start + text[from + start..].find('>').unwrap();
            text.insert(end, '/');
            from = end;
        }
    }
    text.replace("<details open>", "<details open=\"\">")
}

fn by_id<'a>(document: &'a Document<'a>, id: &str) -> Node<'a, 'a> {
    let mut all = document.descendants();
    all.find(|node| node.attribute("id") == Some(id))
        .unwrap_or_else(|| panic!("no {id}"))
}

/// The texts of the cells of each row below a node.
fn cells(node: Node<'_, '_>) -> Vec<Vec<String>> {
    let text = |cell: Node<'_, '_>| {
        cell.descendants()
            .filter_map(|it| it.is_text().then(|| it.text()).flatten())
            .collect()
    };
    let rows = node.descendants().filter(|row| row.has_tag_name("tr"));
    rows.map(|row| {
        row.children()
            .filter(|cell| cell.has_tag_name("td"))
            .map(text)
            .collect()
    })
    .collect()
}

#[test]
fn hostile_names_are_text_and_nothing_else() {
    let mut hostile = collection(&[(HOSTILE, HOSTILE, 200), (HOSTILE, "itanium", 100)]);
    hostile.incomplete.push(HOSTILE.into());
    hostile.missing.push((HOSTILE.into(), "other".into()));
    hostile.origins = [(
        format!("{:064x}", HOSTILE.len()),
        [("name".to_owned(), HOSTILE.to_owned())].into(),
    )]
    .into();
    let text = as_xml(&page(HOSTILE, &hostile));
    let document = Document::parse(&text).unwrap();
    let count = |name: &str| {
        document
            .descendants()
            .filter(|node| node.has_tag_name(name))
            .count()
    };
    assert_eq!((count("script"), count("img")), (1, 0));
    assert_eq!(cells(by_id(&document, "runs"))[1][..2], [SHOWN, SHOWN]);
    for chart in charts(&hostile) {
        let file = chart.file();
        let drawing = Document::parse(&file).unwrap();
        assert!(
            drawing
                .descendants()
                .all(|node| !node.has_tag_name("script") && !node.has_tag_name("img"))
        );
    }
    let compared = compare(
        HOSTILE,
        &report(HOSTILE, HOSTILE, 200),
        &report("x", "y", 100),
    );
    let text = as_xml(&comparison_page(
        &[HOSTILE.into(), "b".into()],
        &[HOSTILE.into()],
        None,
        &[compared],
        &[(HOSTILE.into(), maud::html! { p { (HOSTILE) } })],
    ));
    let document = Document::parse(&text).unwrap();
    assert_eq!(
        document
            .descendants()
            .filter(|node| node.has_tag_name("script"))
            .count(),
        1
    );
}

#[test]
fn the_numbers_of_a_page_are_those_of_the_report() {
    let runs = collection(&[("sort", "itanium", 7_681_600)]);
    let text = as_xml(&page("t", &runs));
    let document = Document::parse(&text).unwrap();
    let row = &cells(by_id(&document, "runs"))[1];
    assert_eq!(
        row[..5],
        ["sort", "itanium", "exit status 0", "250", "7681600"]
    );
    let report = runs.runs[0].run.report.as_ref().unwrap();
    let mut expected: Vec<Vec<String>> = derived_metrics(report)
        .map(|(metric, value)| {
            vec![
                metric.name.into(),
                format!("{value:.3}"),
                metric.unit.into(),
            ]
        })
        .collect();
    let counted = metrics(report);
    let counted = counted.iter().filter(|number| number.1 > 0);
    expected.extend(counted.map(|(path, value)| vec![path.to_owned(), value.to_string()]));
    let mut shown = cells(by_id(&document, "run-1"));
    shown.retain(|row| !row.is_empty());
    assert_eq!(shown, expected);
}

#[test]
fn equal_results_are_equal_bytes() {
    let runs = || collection(&[("sort", "itanium", 300), ("sort", "itanium2", 200)]);
    assert_eq!(page("t", &runs()), page("t", &runs()));
    let files = || {
        charts(&runs())
            .iter()
            .map(report::Chart::file)
            .collect::<Vec<_>>()
    };
    assert_eq!(files(), files());
}

#[test]
fn what_failed_or_is_missing_or_cannot_be_read_is_named() {
    let unreadable = Run {
        workload: "swim".into(),
        config: "itanium".into(),
        file: "swim.json".into(),
        line: None,
        report: Err(FileError::Version {
            path: PathBuf::from("swim.json"),
            found: 99,
        }),
    };
    let runs = Collection {
        runs: vec![
            entry(
                "sort",
                "itanium",
                300,
                Some("the output is not that of expect/sort.txt"),
            ),
            PageEntry::new(unreadable, None),
        ],
        missing: vec![("crc".into(), "itanium".into())],
        incomplete: vec!["1 of the 3 runs of the plan are missing: crc/itanium".into()],
        origins: BTreeMap::new(),
        left_out: Vec::new(),
    };
    let page = page("t", &runs);
    for words in [
        "<strong>sort/itanium</strong>: the output is not that of expect/sort.txt",
        "version 99 of the form",
        "<strong>Incomplete: </strong>1 of the 3 runs of the plan are missing: crc/itanium.",
        "<td>crc</td><td>itanium</td><td>missing</td>",
    ] {
        assert!(page.contains(words), "{words} in {page}");
    }
}

#[test]
fn a_stack_is_as_long_as_its_cycles_and_each_class_has_its_share() {
    let runs = collection(&[("sort", "itanium", 400), ("sort", "itanium2", 200)]);
    let charts = charts(&runs);
    let file = charts
        .iter()
        .find(|chart| chart.name == "cycles")
        .unwrap()
        .file();
    let drawing = Document::parse(&file).unwrap();
    let mut lengths: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for bar in drawing
        .descendants()
        .filter(|node| node.has_tag_name("rect") && node.has_children())
    {
        let attribute = |name: &str| bar.attribute(name).unwrap().parse::<f64>().unwrap();
        lengths
            .entry((attribute("y") * 10.0) as u32)
            .or_default()
            .push(attribute("width"));
    }
    let shares = [60.0, 15.0, 5.0, 10.0, 1.0, 4.0, 5.0];
    for (bars, whole) in lengths.values().zip([560.0, 280.0]) {
        for (length, share) in bars.iter().zip(shares) {
            assert!(
                (length - share * whole / 100.0).abs() < 0.06,
                "{length} for {share} % of {whole}"
            );
        }
    }
    assert_eq!(lengths.len(), 2);
}

#[test]
fn swept_keys_are_lines_and_two_of_them_a_table() {
    let names = ["100", "200"].map(|latency| {
        ["1", "2", "4"].map(|ways| format!("itanium+memory.latency={latency}+w={ways}"))
    });
    let names: Vec<&String> = names.iter().flatten().collect();
    let cycles = |place: usize| 100 * (place as u64 + 1);
    let runs: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(place, name)| ("sort", name.as_str(), cycles(place)))
        .collect();
    let mut runs = collection(&runs);
    for entry in &mut runs.runs {
        // The table takes values from the machine.
        let config = &mut entry.run.report.as_mut().unwrap().config;
        let value = |key: &str| {
            config
                .name
                .split(&format!("{key}="))
                .nth(1)
                .unwrap()
                .split('+')
                .next()
                .unwrap()
                .parse::<u64>()
                .unwrap()
        };
        config.effective =
            serde_json::json!({"memory": {"latency": value("latency")}, "w": value("w")});
    }
    let charts = charts(&runs);
    let find = |name: &str| {
        charts
            .iter()
            .find(|chart| chart.name == name)
            .unwrap_or_else(|| {
                panic!(
                    "{name} of {:?}",
                    charts.iter().map(|chart| &chart.name).collect::<Vec<_>>()
                )
            })
    };
    let file = find("sweep-w-itanium+memory.latency=100").file();
    let drawing = Document::parse(&file).unwrap();
    let line = drawing
        .descendants()
        .find(|node| node.has_tag_name("polyline"))
        .unwrap();
    let points = line.attribute("points").unwrap().split(' ').map(|point| {
        let (x, y) = point.split_once(',').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    });
    let points: Vec<(f64, f64)> = points.collect();
    assert_eq!(points.len(), 3);
    // 100, 200, 300 cycles at 1, 2, 4: equal steps up, the second one twice as wide.
    let step = |from: usize| {
        (
            points[from + 1].0 - points[from].0,
            points[from].1 - points[from + 1].1,
        )
    };
    assert!(
        (step(1).0 - 2.0 * step(0).0).abs() < 0.3 && (step(1).1 - step(0).1).abs() < 0.3,
        "{points:?}"
    );
    let table = find("heat-sort-itanium-memory.latency-w").file();
    for ratio in ["1.000", "2.000", "3.000", "4.000", "5.000", "6.000"] {
        assert!(table.contains(&format!(">{ratio}<")), "{ratio} in {table}");
    }
}

#[test]
fn tables_for_other_programs_hold_every_run_and_every_number() {
    let mut runs = collection(&[("sort,\"x\"", "itanium", 300)]);
    runs.missing.push(("crc".into(), "itanium".into()));
    let report = runs.runs[0].run.report.as_ref().unwrap();
    let table = runs_csv(&runs).unwrap();
    let mut rows = table.lines();
    assert!(
        rows.next()
            .unwrap()
            .starts_with("workload,config,state,outcome,instructions,cycles,unstalled,")
    );
    assert!(
        rows.next()
            .unwrap()
            .starts_with("\"sort,\"\"x\"\"\",itanium,ok,exit status 0,250,300,180,45,")
    );
    assert!(rows.next().unwrap().starts_with("crc,itanium,missing,,"));
    let numbers = numbers_csv(&runs).unwrap();
    let own = |name: &str, value: String| format!("\"sort,\"\"x\"\"\",itanium,{name},{value}");
    let mut expected = vec!["workload,config,number,value".to_owned()];
    expected.extend(
        metrics(report)
            .iter()
            .map(|(path, value)| own(path, value.to_string())),
    );
    expected
        .extend(derived_metrics(report).map(|(metric, value)| own(metric.name, value.to_string())));
    assert_eq!(numbers.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn the_page_of_a_comparison_has_every_change() {
    let compared = compare(
        "sort/itanium",
        &report("sort", "itanium", 300),
        &report("sort", "itanium", 200),
    );
    let page = comparison_page(
        &["a".into(), "b".into()],
        &["crc/itanium: not in b".into()],
        None,
        &[compared],
        &[],
    );
    let text = as_xml(&page);
    Document::parse(&text).unwrap();
    for words in [
        "crc/itanium: not in b",
        "<td>cycles</td><td class=\"n\">300</td><td class=\"n\">200</td><td class=\"n\">-33.33 %</td>",
        "<td>unstalled</td><td class=\"n\">180</td><td class=\"n\">120</td><td class=\"n\">-60</td>",
    ] {
        assert!(page.contains(words), "{words} in {page}");
    }
}
