//! Is a part of a trace what the whole trace says of it, and does the reader find what was written?

mod support;

use std::io;
use std::path::Path;
use std::sync::Arc;

use report::Report;
use sim::{Bounds, Column, Mode, Request, TraceLine, TraceOptions, TraceReader};

use support::Written;

fn request(guest: &str) -> Request {
    let config = Arc::new(config::load("itanium", &[] as &[&str]).unwrap());
    let guests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/guests");
    Request::new(config, guests.join(guest))
}

fn traced(mut request: Request, options: TraceOptions) -> (String, Report) {
    let sink = Written::default();
    request.trace = Some(Box::new(sink.clone()));
    request.trace_options = options;
    let report = sim::run(request).unwrap();
    let bytes = sink.0.lock().unwrap().clone();
    (String::from_utf8(bytes).unwrap(), report)
}

fn read(text: &str) -> Vec<TraceLine> {
    let reader = TraceReader::new(text.as_bytes()).unwrap();
    reader.collect::<io::Result<_>>().unwrap()
}

/// A retire log needs the records of the whole run, a trace of a region only those of the region.
#[test]
fn what_stalled_before_a_region_is_in_no_line_whoever_else_listens() {
    let of = |logged: bool| {
        let mut request = request("blocks");
        request.region = Some(Bounds {
            start: Some("5000".to_owned()),
            stop: Some("5100".to_owned()),
        });
        request.retire_log = logged.then(|| Box::new(io::sink()) as _);
        let options = TraceOptions {
            columns: Some(vec![Column::Number, Column::Cycle, Column::Stall]),
            ..TraceOptions::default()
        };
        traced(request, options).0
    };
    assert_eq!(of(true), of(false));
}

const GUESTS: [&str; 3] = ["checks", "blocks", "later-instructions"];

#[test]
fn a_window_of_instructions_is_a_part_of_the_whole_trace() {
    for mode in [Mode::Timed, Mode::Functional] {
        let of = |instructions| {
            let mut request = request("blocks");
            request.mode = mode;
            let options = TraceOptions {
                instructions,
                ..TraceOptions::default()
            };
            traced(request, options)
        };
        let (whole, alone) = of(None);
        let lines: Vec<&str> = whole.lines().collect();
        assert_eq!(lines.len() as u64, alone.instructions);
        for window in [0..10, 700..1200, 10_000..u64::MAX] {
            let (part, report) = of(Some(window.clone()));
            let end = lines.len().min(window.end as usize);
            let expected = &lines[window.start as usize..end];
            assert!(
                part.lines().eq(expected.iter().copied()),
                "{mode:?} {window:?}"
            );
            assert_eq!(report::to_json(&report), report::to_json(&alone));
        }
    }
}

#[test]
fn a_window_of_cycles_is_a_part_of_the_whole_trace() {
    let (whole, report) = traced(request("family"), TraceOptions::default());
    let cycle = |line: &str| {
        line.trim_start()
            .split(' ')
            .next()
            .unwrap()
            .parse::<u64>()
            .unwrap()
    };
    let last = report.cycles.unwrap();
    for window in [0..2000, last / 2..last / 2 + 300, last - 200..u64::MAX] {
        let options = TraceOptions {
            cycles: Some(window.clone()),
            ..TraceOptions::default()
        };
        let (part, _) = traced(request("family"), options);
        let expected = whole.lines().filter(|line| window.contains(&cycle(line)));
        assert!(part.lines().eq(expected), "{window:?}");
        assert!(!part.is_empty());
    }
}

/// Bundles are fetched before the window and issue in it, and those that issued before it are fetched again in the next turn of a loop.
#[test]
fn a_window_shows_the_fetches_of_the_whole_trace() {
    let columns = [Column::Number, Column::Cycle, Column::Fetch, Column::Entry];
    for guest in ["family", "checks", "spin"] {
        let of = |instructions, cycles| {
            let mut request = request(guest);
            request.max_instructions = Some(30_000);
            let options = TraceOptions {
                columns: Some(columns.to_vec()),
                instructions,
                cycles,
                ..TraceOptions::default()
            };
            read(&traced(request, options).0)
        };
        let whole = of(None, None);
        assert!(
            whole
                .iter()
                .all(|line| line.number(Column::Fetch).is_some()),
            "{guest}"
        );
        let (middle, end) = (whole.len() / 2, whole.len());
        let numbers = middle as u64 + 1..end as u64;
        assert_eq!(of(Some(numbers), None), &whole[middle + 1..], "{guest}");
        let cycle = whole[middle].number(Column::Cycle).unwrap();
        let expected = whole
            .iter()
            .filter(|line| line.number(Column::Cycle) >= Some(cycle));
        let part = of(None, Some(cycle..u64::MAX));
        assert!(part.iter().eq(expected), "{guest}");
    }
}

#[test]
fn the_reader_finds_the_same_in_both_forms() {
    for guest in GUESTS {
        let (plain, _) = traced(request(guest), TraceOptions::default());
        let all = TraceOptions {
            columns: Some(Column::ALL.to_vec()),
            ..TraceOptions::default()
        };
        let (columns, _) = traced(request(guest), all);
        let (plain, columns) = (read(&plain), read(&columns));
        assert_eq!(plain.len(), columns.len());
        for (number, (one, other)) in plain.iter().zip(&columns).enumerate() {
            assert_eq!(other.number(Column::Number), Some(number as u64));
            assert_eq!(one.place(), other.place());
            for column in [
                Column::Cycle,
                Column::Text,
                Column::Executed,
                Column::Memory,
            ] {
                assert_eq!(one.get(column), other.get(column), "{guest} {number}");
            }
            assert!(one.registers().eq(other.registers()), "{guest} {number}");
        }
    }
}

#[test]
fn stages_follow_each_other_and_waits_are_those_of_the_report() {
    for guest in GUESTS {
        let options = TraceOptions {
            columns: Some(vec![
                Column::Fetch,
                Column::Entry,
                Column::Cycle,
                Column::Stall,
            ]),
            ..TraceOptions::default()
        };
        let (text, report) = traced(request(guest), options);
        let mut waited = 0;
        for line in read(&text) {
            let [fetch, entry, issue] =
                [Column::Fetch, Column::Entry, Column::Cycle].map(|c| line.number(c).unwrap());
            assert!(fetch < entry && entry <= issue);
            waited += line.stalls().map(|(_, cycles)| cycles).sum::<u64>();
        }
        let stalls = report.stalls.unwrap();
        let all: u64 = stalls.values().flat_map(|causes| causes.values()).sum();
        assert_eq!(all, report.cycles.unwrap());
        let unstalled: u64 = stalls["unstalled"].values().sum();
        // What comes behind the last group is in no line.
        assert!(
            waited <= all - unstalled && all - unstalled - waited < 50,
            "{guest}: {waited}"
        );
    }
}

#[test]
fn a_region_is_traced_with_its_numbers_in_the_run() {
    let mut request = request("checks");
    request.region = Some(Bounds {
        start: Some("100".to_owned()),
        stop: Some("250".to_owned()),
    });
    let options = TraceOptions {
        columns: Some(vec![Column::Number, Column::Cycle]),
        ..TraceOptions::default()
    };
    let (text, _) = traced(request, options);
    let numbers = read(&text)
        .into_iter()
        .map(|line| line.number(Column::Number).unwrap());
    assert!(numbers.eq(100..250));
}

#[test]
fn what_is_no_trace_is_refused_with_its_line() {
    for (text, expected) in [
        ("#epicycle-trace 2\tcycle\n", "another version"),
        ("#epicycle-trace 1\tcycle\tcolour\n", "no column \"colour\""),
        ("#epicycle-trace 1\tcycle\tplace\n1\n", "line 2"),
        ("hello\n", "line 1"),
    ] {
        let reader = TraceReader::new(text.as_bytes());
        let error = match reader {
            Ok(mut reader) => reader.next().unwrap().unwrap_err(),
            Err(error) => error,
        };
        assert!(error.to_string().contains(expected), "{error}");
    }
    assert!(TraceReader::new(&b""[..]).unwrap().next().is_none());
}

#[test]
fn cycles_of_a_run_without_them_are_refused() {
    let mut request = request("checks");
    request.mode = Mode::Functional;
    request.trace = Some(Box::new(io::sink()));
    request.trace_options.columns = Some(vec![Column::Stall]);
    assert!(matches!(sim::run(request), Err(sim::Error::Untimed(_))));
}
