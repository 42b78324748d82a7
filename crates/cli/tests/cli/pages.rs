//! Does the page of `report -o` hold the results, in a file and in a browser?

use std::fs;

use report::{Report, Summary, metrics};
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::support::{Folder, guest, names};

const PLAN: &str = r#"
configs = ["itanium"]

[sweep]
memory.latency = [200, 100, 400]

[[workload]]
name = "hello"
path = "bin/hello"

[[workload]]
name = "args"
path = "bin/args"
args = ["one"]
status = 2
"#;

struct Suite(Folder);

impl Suite {
    /// Results of six runs in `out`, their page is `page.html`.
    fn new(test: &str) -> Self {
        let folder = Folder::new(&format!("page-{test}"));
        for name in ["hello", "args"] {
            folder.file(&format!("bin/{name}"), fs::read(guest(name)).unwrap());
        }
        folder.file("plan.toml", PLAN);
        let suite = Self(folder);
        suite.0.go("batch plan.toml -q --out out", 0);
        suite.0.go("report out -o page.html", 0);
        suite
    }

    /// The reports in the order of the plan, with the names of their runs.
    fn reports(&self) -> Vec<(String, Report)> {
        let summary: Summary = report::read(&self.0.path("out/summary.json")).unwrap();
        let runs = summary.runs.iter();
        runs.map(|run| {
            let report = report::read(&self.0.path(&format!("out/{}", run.report))).unwrap();
            (run.label(), report)
        })
        .collect()
    }

    fn browser(&self) -> Option<Browser> {
        Browser::open(&self.0.0, &self.0.path("page.html"))
    }
}

/// The texts of a column of the table of runs, in the order and the choice in which it is shown.
fn column(browser: &mut Browser, place: usize) -> Vec<String> {
    let rows = "[...document.querySelectorAll('#runs tbody tr')].filter((row) => row.offsetParent)";
    let column = browser.value(&format!(
        "{rows}.map((row) => row.cells[{place}].textContent)"
    ));
    serde_json::from_value(column).unwrap()
}

#[test]
fn a_page_is_the_same_bytes_each_time_and_names_every_run_with_its_cycles() {
    let suite = Suite::new("bytes");
    let page = suite.0.text("page.html");
    assert_eq!(suite.0.go("report out -o -", 0).text(), page);
    for (label, report) in suite.reports() {
        let cycles = report.cycles.unwrap();
        assert!(
            page.contains(&format!(">{cycles}</td>")),
            "{label}: {cycles}"
        );
        let link = format!("href=\"out/{label}.json\"");
        assert!(page.contains(&link), "{link}");
    }
    // Values of shipped configs have their sources, changed ones the change.
    assert!(page.contains("itanium.toml (shipped):"));
    assert!(!page.contains("://"), "an address");
}

#[test]
fn charts_and_tables_are_files_of_their_own() {
    let suite = Suite::new("files");
    suite
        .0
        .go("report out --svg drawn --csv tables -w hello", 0);
    let drawn = names(&suite.0.path("drawn"));
    assert!(
        drawn.contains(&"sweep-memory.latency-itanium.svg".to_owned()),
        "{drawn:?}"
    );
    assert!(
        suite
            .0
            .text("drawn/cycles.svg")
            .starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" ")
    );
    assert_eq!(suite.0.text("tables/runs.csv").lines().count(), 1 + 3);
    let (_, first) = &suite.reports()[0];
    let cycles = first.cycles.unwrap();
    let row = format!("hello,itanium+memory.latency=200,cycles,{cycles}\n");
    assert!(suite.0.text("tables/numbers.csv").contains(&row), "{row}");
}

/// Every number of numbers.csv again, as DuckDB reads it from the Parquet file; Python with its package is there on some hosts only.
#[cfg(feature = "parquet")]
#[test]
fn duckdb_reads_the_numbers_of_the_tables_from_parquet() {
    const READ: &str = "
import duckdb, sys
rows = duckdb.sql(\"select workload, config, number, count, value, config_hash, program_sha256 from 'numbers.parquet'\").fetchall()
for workload, config, number, count, value, hash, program in rows:
    assert len(hash) == 64 and len(program) == 64 and (count is None or float(count) == value)
    print(workload, config, number, repr(value) if count is None else count, sep=',')
";
    let suite = Suite::new("parquet");
    suite
        .0
        .go("report out --parquet numbers.parquet --csv tables", 0);
    let python = |script: &str| {
        let mut command = std::process::Command::new("python3");
        command.args(["-c", script]).current_dir(&suite.0.0);
        command.output()
    };
    if !python("import duckdb").is_ok_and(|it| it.status.success()) {
        skipped!("there is no python3 with the package duckdb");
        return;
    }
    let read = python(READ).unwrap();
    assert!(
        read.status.success(),
        "{}",
        String::from_utf8_lossy(&read.stderr)
    );
    let numbers = |text: &str| -> Vec<(String, f64)> {
        let lines = text.lines();
        let line = |line: &str| {
            let (name, value) = line.rsplit_once(',').unwrap();
            (name.to_owned(), value.parse().unwrap())
        };
        lines.map(line).collect()
    };
    let table = suite.0.text("tables/numbers.csv");
    let (_, table) = table.split_once('\n').unwrap();
    let table = numbers(table);
    assert!(table.len() > 600, "{}", table.len());
    assert_eq!(numbers(&String::from_utf8(read.stdout).unwrap()), table);
}

#[test]
fn an_output_takes_the_place_of_no_report() {
    let suite = Suite::new("inputs");
    let report = "out/hello/itanium+memory.latency=100.json";
    let before = suite.0.text(report);
    let ended = suite.0.go(&format!("report out -o {report}"), 2);
    assert!(
        ended.stderr.contains("it is one of the results"),
        "{}",
        ended.stderr
    );
    assert_eq!(suite.0.text(report), before);
}

#[test]
fn two_folders_of_the_same_runs_are_told_apart() {
    let suite = Suite::new("two");
    suite.0.go("batch plan.toml -q --out again", 0);
    let page = suite.0.go("report out again -o -", 0).text();
    for folder in ["out", "again"] {
        assert!(
            page.contains(&format!("<td>{folder}: itanium+memory.latency=100</td>")),
            "{folder}"
        );
    }
    assert!(
        suite
            .0
            .go("report out out -o -", 2)
            .stderr
            .contains("is there twice")
    );
}

#[test]
fn a_comparison_is_a_page_too() {
    let suite = Suite::new("compared");
    let report = |latency: u32| format!("out/hello/itanium+memory.latency={latency}.json");
    let page = suite
        .0
        .go(
            &format!("compare {} {} --format html", report(100), report(400)),
            0,
        )
        .text();
    let cycles = |place: usize| suite.reports()[place].1.cycles.unwrap();
    let row = format!(
        "<td>cycles</td><td class=\"n\">{}</td><td class=\"n\">{}</td>",
        cycles(1),
        cycles(2)
    );
    assert!(page.contains(&row), "{row}");
    let table = suite
        .0
        .go("compare out --cols memory.latency --format html", 0)
        .text();
    assert!(
        table.contains("<th scope=\"col\" class=\"n\">400</th>"),
        "{table}"
    );
}

#[test]
fn a_browser_shows_the_numbers_of_the_reports_and_complains_of_nothing() {
    let suite = Suite::new("numbers");
    let Some(mut browser) = suite.browser() else {
        return;
    };
    let rows = |id: usize| {
        format!(
            "[...document.querySelectorAll('#run-{id} .numbers tbody tr')].map((row) => [row.cells[0].textContent, Number(row.cells[1].textContent)])"
        )
    };
    for (place, (label, report)) in suite.reports().iter().enumerate() {
        let counted = metrics(report);
        let counted = counted.iter().filter(|number| number.1 > 0);
        let expected: Vec<Value> = counted.map(|(path, value)| json!([path, value])).collect();
        assert_eq!(browser.value(&rows(place + 1)), json!(expected), "{label}");
    }
    let cycles: Vec<String> = suite
        .reports()
        .iter()
        .map(|(_, report)| report.cycles.unwrap().to_string())
        .collect();
    assert_eq!(column(&mut browser, 4), cycles);
    assert_eq!(browser.complaints, Vec::<String>::new());
    assert_eq!(
        browser.requests,
        [format!("file://{}", suite.0.path("page.html").display())]
    );
}

#[test]
fn headings_sort_by_mouse_and_by_keyboard() {
    let suite = Suite::new("sorting");
    let Some(mut browser) = suite.browser() else {
        return;
    };
    let planned = column(&mut browser, 4);
    let heading = "document.querySelectorAll('#runs th')[4]";
    let state = format!("{heading}.getAttribute('aria-sort')");
    let mut sorted: Vec<u64> = planned.iter().map(|text| text.parse().unwrap()).collect();
    sorted.sort_unstable();
    let ascending: Vec<String> = sorted.iter().map(u64::to_string).collect();
    let descending: Vec<String> = ascending.iter().rev().cloned().collect();
    assert_ne!(planned, descending);
    browser.value(&format!("{heading}.querySelector('button').click()"));
    assert_eq!(browser.value(&state), "descending");
    assert_eq!(column(&mut browser, 4), descending);
    browser.value(&format!("{heading}.querySelector('button').focus()"));
    browser.press_enter();
    assert_eq!(browser.value(&state), "ascending");
    assert_eq!(column(&mut browser, 4), ascending);
    browser.press_enter();
    assert_eq!(browser.value(&state), "none");
    assert_eq!(column(&mut browser, 4), planned);
    // Names sort as texts.
    browser.value("document.querySelectorAll('#runs th button')[0].click()");
    assert_eq!(column(&mut browser, 0)[0], "args");
    assert_eq!(browser.complaints, Vec::<String>::new());
}

#[test]
fn the_box_keeps_the_runs_with_all_of_its_words() {
    let suite = Suite::new("filter");
    let Some(mut browser) = suite.browser() else {
        return;
    };
    let mut filter = |words: &str| {
        browser.value(&format!(
            "(() => {{ const box = document.getElementById('filter'); box.value = {}; box.dispatchEvent(new Event('input')); }})()",
            json!(words)
        ));
        let said = browser.value("document.getElementById('shown').textContent");
        (column(&mut browser, 1), said)
    };
    let (shown, said) = filter("HELLO latency=400");
    assert_eq!(shown, ["itanium+memory.latency=400"]);
    assert_eq!(said, "1 of 6 runs");
    assert_eq!(filter("nothing").0, Vec::<String>::new());
    assert_eq!(filter("").1, "6 runs");
}

#[test]
fn names_are_text_in_a_browser_and_no_other_script_runs() {
    let suite = Suite::new("hostile");
    let name = "<img src=x onerror='document.title=1'>";
    let (_, mut report) = suite.reports().swap_remove(0);
    report.workload.name = name.into();
    suite.0.file("hostile.json", report::to_json(&report));
    suite.0.go("report hostile.json -o page.html", 0);
    let Some(mut browser) = suite.browser() else {
        return;
    };
    assert_eq!(column(&mut browser, 0), [name]);
    assert_eq!(browser.complaints, Vec::<String>::new());
    browser.value("(() => { const added = document.createElement('script'); added.textContent = 'document.title = 2'; document.body.append(added); })()");
    assert_eq!(browser.value("document.title"), "Epicycle report");
    assert_ne!(browser.complaints, Vec::<String>::new());
}
