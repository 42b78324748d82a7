//! Do the forms obey the rules of those who read them, and do they say of a run what its report says?

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::Arc;

use pipeview::{Chart, Fate, Form, Kanata, O3, Row, View, Window};
use profileme::Pipe;
use report::Report;
use sim::{Bounds, Request};

const ALL: Window = Window::Cycles(0..u64::MAX);

fn pipe(config: &config::Machine) -> Pipe {
    let front = &config.frontend;
    Pipe::new(
        config.processor.family,
        front.depth.into(),
        front.buffer_bundles.into(),
    )
}

fn request(config: &str, guest: &str) -> (Request, Pipe) {
    let config = Arc::new(config::load(config, &[] as &[&str]).unwrap());
    let pipe = pipe(&config.machine);
    let guests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/guests");
    (Request::new(config, guests.join(guest)), pipe)
}

/// The rows of a run.
#[derive(Default)]
struct Rows(Vec<Row>, u64);

impl Form for Rows {
    fn row(&mut self, row: Row, from: u64) -> io::Result<()> {
        assert!(
            row.start() >= self.1,
            "a row starts before what was promised: {row:?}"
        );
        self.1 = self.1.max(from);
        self.0.push(row);
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn viewed<F: Form>(request: Request, window: Window, pipe: Pipe, form: F) -> (F, Report) {
    let mut view = View::new(pipe, window, form);
    let report = sim::run_with(request, vec![&mut view]).unwrap();
    (view.finish().unwrap(), report)
}

fn rows(config: &str, guest: &str, window: Window) -> (Vec<Row>, Report) {
    let (request, pipe) = request(config, guest);
    let (rows, report) = viewed(request, window, pipe, Rows::default());
    (rows.0, report)
}

const GUESTS: [&str; 3] = ["checks", "blocks", "later-instructions"];
const CONFIGS: [&str; 2] = ["itanium", "itanium2"];

#[test]
fn every_instruction_has_a_row_and_the_report_is_that_of_a_run_without_view() {
    for (config, guest) in CONFIGS.into_iter().flat_map(|c| GUESTS.map(|g| (c, g))) {
        let (rows, report) = rows(config, guest, ALL);
        let alone = sim::run(request(config, guest).0).unwrap();
        assert_eq!(report::to_json(&report), report::to_json(&alone));
        let numbers: Vec<u64> = rows.iter().filter_map(|row| row.number).collect();
        let expected: Vec<u64> = (0..report.instructions).collect();
        assert_eq!(numbers, expected, "{config} {guest}");
        assert!(
            rows.iter()
                .all(|row| row.number.is_none() || row.fetched.is_some())
        );
    }
}

#[test]
fn a_row_enters_the_buffer_before_it_issues_and_waits_in_between() {
    for (config, guest) in CONFIGS.into_iter().flat_map(|c| GUESTS.map(|g| (c, g))) {
        let (rows, report) = rows(config, guest, ALL);
        let mut waited: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
        for row in &rows {
            let fetched = row.fetched.unwrap();
            assert!(fetched.start < fetched.entry);
            let Some(issue) = row.issue else { continue };
            assert!(fetched.entry <= issue, "{row:?}");
            for span in &row.waits {
                assert!(fetched.entry <= span.from && span.to <= issue);
                let cycles = waited.entry(span.stall.cause().name()).or_default();
                cycles.extend(span.from..span.to);
            }
        }
        for (cause, cycles) in waited {
            let counted: u64 = report.stalls.as_ref().unwrap()[cause].values().sum();
            assert!(cycles.len() as u64 <= counted, "{cause}");
        }
        let flushed = rows
            .iter()
            .filter(|row| row.fate == Fate::WrongPath)
            .count();
        assert!(flushed > 0 || guest != "blocks", "{config} {guest}");
    }
}

#[test]
fn a_window_holds_its_cycles_its_instructions_or_its_region() {
    let (all, _) = rows("itanium", "checks", ALL);
    let issued: Vec<&Row> = all.iter().filter(|row| row.issue.is_some()).collect();
    let middle = issued[issued.len() / 2].issue.unwrap();
    let of = |window| {
        let (rows, _) = rows("itanium", "checks", window);
        rows.into_iter()
            .filter(|row| row.issue.is_some())
            .collect::<Vec<Row>>()
    };
    let cycles = middle..middle + 100;
    let inside = |row: &&&Row| cycles.contains(&row.issue.unwrap());
    let expected: Vec<&Row> = issued.iter().filter(inside).copied().collect();
    assert!(of(Window::Cycles(cycles.clone())).iter().eq(expected));
    let numbers = issued.len() / 2..issued.len() / 2 + 40;
    let window = Window::Instructions(numbers.start as u64..numbers.end as u64);
    assert!(of(window).iter().eq(issued[numbers].iter().copied()));
}

#[test]
fn a_window_late_in_a_long_run_is_that_of_the_whole_run() {
    let (all, report) = rows("itanium", "family", ALL);
    let start = report.instructions - 50;
    let (late, _) = rows("itanium", "family", Window::Instructions(start..u64::MAX));
    let numbered = |rows: &[Row]| -> Vec<Row> {
        let late = rows
            .iter()
            .filter(|row| row.number.is_some_and(|n| n >= start));
        late.cloned().collect()
    };
    assert_eq!(numbered(&late), numbered(&all));
    assert_eq!(numbered(&late).len(), 50);
}

#[test]
fn the_region_of_interest_is_a_window() {
    let (mut request, pipe) = request("itanium", "checks");
    request.region = Some(Bounds {
        start: Some("100".to_owned()),
        stop: Some("300".to_owned()),
    });
    let window = Window::Region {
        cycles: 0..u64::MAX,
    };
    let (rows, report) = viewed(request, window, pipe, Rows::default());
    let numbers: Vec<u64> = rows.0.iter().filter_map(|row| row.number).collect();
    assert_eq!(numbers, (100..300).collect::<Vec<u64>>());
    assert_eq!(report.instructions, 200);
}

#[test]
fn cycles_of_a_region_are_counted_from_where_the_counts_of_its_report_begin() {
    let issues = |rows: &[Row]| -> Vec<(u64, u64)> {
        let rows = rows.iter();
        rows.filter_map(|row| row.number.zip(row.issue)).collect()
    };
    for (config, least) in CONFIGS
        .into_iter()
        .flat_map(|c| [0, 100, 301].map(|n| (c, n)))
    {
        let whole = issues(&rows(config, "checks", ALL).0);
        let end = whole.last().unwrap().1 + 1;
        // The edge of a region between two groups divides none.
        let mut pairs = whole.windows(2);
        let pair = pairs.find(|pair| pair[1].0 >= least && pair[0].1 < pair[1].1);
        let place = if least == 0 { 0 } else { pair.unwrap()[1].0 };
        let view = |window| {
            let (mut request, pipe) = request(config, "checks");
            request.region = Some(Bounds {
                start: Some(place.to_string()),
                stop: None,
            });
            let (rows, report) = viewed(request, window, pipe, Rows::default());
            (issues(&rows.0), report.cycles.unwrap())
        };
        for cycles in [0..1000, 0..20, 500..600] {
            let of_region = cycles.clone();
            let (shown, length) = view(Window::Region { cycles: of_region });
            let start = end - length;
            let (expected, _) = view(Window::Cycles(start + cycles.start..start + cycles.end));
            assert!(cycles.end < 1000 || shown.len() > 100, "{config} {place}");
            assert_eq!(shown, expected, "{config} {place} {cycles:?}");
        }
    }
}

#[test]
fn a_window_from_the_first_issue_on_counts_the_cycles_in_which_instructions_issue() {
    let issues = |rows: &[Row]| -> Vec<(u64, u64)> {
        let rows = rows.iter();
        rows.filter_map(|row| row.number.zip(row.issue)).collect()
    };
    for config in CONFIGS {
        let all = issues(&rows(config, "checks", ALL).0);
        for start in [None, Some(100)] {
            let (mut request, pipe) = request(config, "checks");
            request.region = start.map(|start: u64| Bounds {
                start: Some(start.to_string()),
                stop: None,
            });
            let region = start.is_some();
            let window = Window::First { region, cycles: 20 };
            let (shown, _) = viewed(request, window, pipe, Rows::default());
            let behind = all
                .iter()
                .filter(|(number, _)| *number >= start.unwrap_or(0));
            let cycles: BTreeSet<u64> = behind.clone().map(|(_, issue)| *issue).collect();
            let last = *cycles.iter().nth(19).unwrap();
            let expected = behind.filter(|(_, issue)| *issue <= last);
            let shown = issues(&shown.0);
            assert!(shown.iter().eq(expected), "{config} {start:?}: {shown:?}");
            assert!(region || shown[0].1 > 60, "a cold machine: {shown:?}");
        }
    }
}

/// What Konata's parser makes of an instruction.
#[derive(Default)]
struct Op {
    open: Vec<(String, String, u64)>,
    stages: Vec<(String, String, u64, u64)>,
    left: Option<(u64, bool)>,
    label: String,
}

/// Reads `Kanata 0004` by the rules of Konata's parser; a breach panics.
fn parse(text: &str) -> Vec<Op> {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("Kanata\t0004"));
    let mut ops: Vec<Op> = Vec::new();
    let (mut cycle, mut retired) = (None, 0);
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |n: usize| {
            fields[n]
                .parse::<u64>()
                .unwrap_or_else(|_| panic!("{line}"))
        };
        match fields[0] {
            "C=" => {
                assert!(cycle.is_none() && fields.len() == 2);
                cycle = Some(number(1));
                continue;
            }
            "C" => {
                assert!(fields.len() == 2 && number(1) > 0);
                cycle = cycle.map(|cycle| cycle + number(1));
                continue;
            }
            "I" => {
                assert_eq!(fields.len(), 4, "{line}");
                assert_eq!(number(1), ops.len() as u64, "numbers follow each other");
                ops.push(Op::default());
                continue;
            }
            _ => {}
        }
        let now = cycle.expect("the first cycle is said first");
        assert_eq!(fields.len(), 4, "{line}");
        let op = ops
            .get_mut(number(1) as usize)
            .expect("an instruction begins first");
        assert!(op.left.is_none(), "nothing comes behind the end: {line}");
        let (lane, stage) = (fields[2].to_owned(), fields[3].to_owned());
        match fields[0] {
            "L" if fields[2] == "0" => op.label = stage,
            "L" => {}
            "S" => op.open.push((lane, stage, now)),
            "E" => {
                let open = op
                    .open
                    .iter()
                    .position(|(l, s, _)| *l == lane && *s == stage);
                let (lane, stage, from) = op.open.remove(open.expect("a stage begins first"));
                op.stages.push((lane, stage, from, now));
            }
            "R" => {
                let flushed = fields[3] == "1";
                if !flushed {
                    assert_eq!(number(2), retired);
                    retired += 1;
                }
                op.left = Some((now, flushed));
            }
            _ => panic!("unknown: {line}"),
        }
    }
    ops
}

#[test]
fn konata_reads_every_instruction_with_its_stages_and_its_end() {
    for (config, guest) in CONFIGS.into_iter().flat_map(|c| GUESTS.map(|g| (c, g))) {
        let (request, pipe) = request(config, guest);
        let mut text = Vec::new();
        let kanata = Kanata::new(&mut text, pipe).unwrap();
        let report = viewed(request, ALL, pipe, kanata).1;
        let ops = parse(std::str::from_utf8(&text).unwrap());
        let retired = ops.iter().filter(|op| matches!(op.left, Some((_, false))));
        assert_eq!(retired.count() as u64, report.instructions);
        for op in &ops {
            assert!(op.left.is_some() && op.open.is_empty() && !op.label.is_empty());
            let mut lane: Vec<_> = op.stages.iter().filter(|stage| stage.0 == "0").collect();
            lane.sort_by_key(|stage| stage.2);
            assert!(
                lane.windows(2).all(|pair| pair[0].3 == pair[1].2),
                "stages follow each other"
            );
            assert!(lane.iter().all(|stage| stage.2 < stage.3));
        }
        let last = ops.iter().filter_map(|op| {
            let exp = op.stages.iter().find(|stage| stage.1 == "EXP")?;
            Some(exp.2)
        });
        assert!(last.max().unwrap() < report.cycles.unwrap());
    }
}

#[test]
fn gem5_reads_seven_lines_an_instruction_with_rising_ticks() {
    let (request, pipe) = request("itanium", "checks");
    let mut text = Vec::new();
    let report = viewed(request, ALL, pipe, O3::new(&mut text, pipe)).1;
    let text = std::str::from_utf8(&text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut retired = 0;
    for (n, op) in lines.chunks(7).enumerate() {
        let ticks: Vec<u64> = [
            "fetch", "decode", "rename", "dispatch", "issue", "complete", "retire",
        ]
        .iter()
        .zip(op)
        .map(|(stage, line)| {
            let rest = line
                .strip_prefix(&format!("O3PipeView:{stage}:"))
                .expect(line);
            rest.split(':').next().unwrap().parse().unwrap()
        })
        .collect();
        // fetch : tick : address : part : number : text
        let fetch: Vec<&str> = op[0].splitn(7, ':').collect();
        assert_eq!(fetch[5].parse(), Ok(n as u64 + 1));
        assert!(fetch[3].starts_with("0x") && !fetch[6].is_empty());
        assert_eq!(op[6].split(':').nth(3), Some("store"));
        let reached: Vec<u64> = ticks.iter().copied().filter(|&tick| tick > 0).collect();
        assert!(
            reached.is_sorted() && reached.iter().all(|tick| tick % 1000 == 0),
            "{op:?}"
        );
        retired += u64::from(ticks[6] > 0);
    }
    assert_eq!(retired, report.instructions);
}

#[test]
fn gem5_is_told_of_stores_and_semaphores() {
    let (request, pipe) = request("itanium", "../../workloads/bin/atomics");
    let mut text = Vec::new();
    let part = Window::Instructions(100_000..101_000);
    viewed(request, part, pipe, O3::new(&mut text, pipe));
    let text = std::str::from_utf8(&text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut seen = [0; 3];
    for op in lines.chunks(7) {
        let kinds = ["ld", "st", "fetchadd"].map(|name| op[0].contains(name));
        let Some(kind) = kinds.iter().position(|is_one| *is_one) else {
            continue;
        };
        seen[kind] += 1;
        assert_eq!(op[6].ends_with(":store:0"), kind == 0, "{op:?}");
    }
    assert!(seen.iter().all(|&times| times > 0), "{seen:?}");
}

#[test]
fn a_chart_has_a_line_a_row_and_a_picture_that_is_well_formed() {
    let (request, pipe) = request("itanium2", "checks");
    let (chart, _) = viewed(
        request,
        Window::Instructions(100..140),
        pipe,
        Chart::new(pipe),
    );
    let text = chart.text();
    let lines = text.lines().filter(|line| line.starts_with("0x")).count();
    assert!(lines >= 40, "{text}");
    // A letter for each stage of the back end, one a cycle.
    assert!(text.contains("ENGXDW"), "{text}");
    let svg = chart.svg();
    let picture = roxmltree::Document::parse(&svg).unwrap();
    assert_eq!(picture.root_element().tag_name().name(), "svg");
    let bars = picture
        .descendants()
        .filter(|node| node.has_tag_name("rect"))
        .count();
    assert!(bars > 6 * 40);
}

#[test]
fn a_chart_of_a_cold_machine_leaves_out_what_nothing_moves_in() {
    let (request, pipe) = request("itanium", "checks");
    let window = Window::First {
        region: false,
        cycles: 20,
    };
    let (chart, _) = viewed(request, window, pipe, Chart::new(pipe));
    let text = chart.text();
    assert!(text.starts_with("cycles 0 to "), "{text}");
    let first = text.lines().nth(2).unwrap();
    assert!(first.contains("  IIIIIIIIII~IIIIIIII"), "{text}");
    assert!(first.contains("ENWGXDB"), "{text}");
    let longest = text.lines().skip(1).map(str::len).max().unwrap();
    assert!(longest < 600, "{longest} columns: {text}");
    let svg = chart.svg();
    assert!(svg.contains(">~</text>"), "{svg}");
    roxmltree::Document::parse(&svg).unwrap();
}
