//! Does a page show the intervals and profiles of runs, and a comparison their difference, with the numbers of the files?

use std::fs;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::support::{Folder, repository};

const PLAN: &str = r#"
configs = ["itanium", "itanium2"]

[[workload]]
name = "sort"
path = "bin/sort"
profile = true
interval = "1M"

[[workload]]
name = "args"
path = "bin/args"
args = ["one"]
status = 2
"#;

struct Suite(Folder);

impl Suite {
    /// Results of four runs in `out`, of which two have intervals and profiles; their page is `page.html`.
    fn new(test: &str) -> Self {
        let folder = Folder::new(&format!("profiled-{test}"));
        let sort = fs::read(repository("workloads/bin/sort")).unwrap();
        folder.file("bin/sort", sort);
        folder.file("bin/args", fs::read(crate::support::guest("args")).unwrap());
        folder.file("plan.toml", PLAN);
        let suite = Self(folder);
        suite.0.go("batch plan.toml -q --out out", 0);
        suite.0.go("report out -o page.html", 0);
        suite
    }

    fn profile(&self, config: &str) -> Value {
        serde_json::from_str(&self.0.text(&format!("out/sort/{config}.profile"))).unwrap()
    }

    fn intervals(&self, config: &str) -> Vec<Value> {
        let text = self.0.text(&format!("out/sort/{config}.intervals.jsonl"));
        let lines = text.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    fn browser(&self) -> Option<Browser> {
        Browser::open(&self.0.0, &self.0.path("page.html"))
    }
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

/// The cells of a table as numbers where they are such.
fn cells(browser: &mut Browser, table: &str) -> Vec<Vec<String>> {
    let rows = format!(
        "[...document.querySelectorAll({table})].map((row) => [...row.cells].map((cell) => cell.textContent))",
        table = json!(format!("{table} tbody tr"))
    );
    serde_json::from_value(browser.value(&rows)).unwrap()
}

/// Place of a run among the rows of the page.
const SORT: [(usize, &str); 2] = [(0, "itanium"), (1, "itanium2")];

#[test]
fn a_browser_shows_the_numbers_of_the_intervals() {
    let suite = Suite::new("intervals");
    let Some(mut browser) = suite.browser() else {
        return;
    };
    for (place, config) in SORT {
        let parts = suite.intervals(config);
        assert!(parts.len() > 5, "{}", parts.len());
        let figure =
            |chart: usize| format!("#intervals ~ [data-run='{place}'] figure:nth-of-type({chart})");
        // The classes: a row for each part.
        let classes = cells(&mut browser, &figure(1));
        assert_eq!(classes.len(), parts.len());
        for (row, part) in classes.iter().zip(&parts) {
            let own = [
                "interval",
                "first_instruction",
                "first_cycle",
                "instructions",
                "cycles",
            ];
            let own = own.map(|key| number(&part[key]).to_string());
            assert_eq!(row[..5], own);
            let values = row[5..].iter().map(|cell| cell.parse::<u64>().unwrap());
            let accounting = part["cycle_accounting"].as_object().unwrap();
            assert_eq!(values.clone().sum::<u64>(), number(&part["cycles"]));
            let mut shown: Vec<u64> = values.collect();
            let mut expected: Vec<u64> = accounting.values().map(number).collect();
            shown.sort_unstable();
            expected.sort_unstable();
            assert_eq!(shown, expected);
        }
        // The rates.
        for (row, part) in cells(&mut browser, &figure(2)).iter().zip(&parts) {
            let ipc = number(&part["instructions"]) as f64 / number(&part["cycles"]) as f64;
            assert_eq!(row[4], format!("{ipc:.4}"));
            assert_eq!(row[5], number(&part["instructions"]).to_string());
        }
        let heading = browser.value(&format!(
            "[...document.querySelectorAll(\"{} thead th\")].map((cell) => cell.textContent)",
            figure(3)
        ));
        let column = |name: &str| {
            let mut names = heading.as_array().unwrap().iter();
            names.position(|one| one == name).unwrap()
        };
        let (rate, count) = (column("L2"), column("L2: count"));
        for (row, part) in cells(&mut browser, &figure(3)).iter().zip(&parts) {
            let misses = number(&part["events"]["L2_MISSES"]);
            let per_thousand = 1000.0 * misses as f64 / number(&part["instructions"]) as f64;
            assert_eq!(row[count], misses.to_string());
            assert_eq!(row[rate], format!("{per_thousand:.4}"));
        }
        // One polygon for each class that took cycles.
        let areas = browser.value(&format!(
            "document.querySelectorAll(\"{} polygon.area\").length",
            figure(1)
        ));
        let taken = |class: &String| {
            parts
                .iter()
                .any(|part| part["cycle_accounting"][class] != 0)
        };
        let classes = parts[0]["cycle_accounting"].as_object().unwrap().keys();
        assert_eq!(areas, classes.filter(|class| taken(class)).count());
    }
    assert_eq!(browser.complaints, Vec::<String>::new());
}

#[test]
fn a_browser_shows_the_functions_and_instructions_of_the_profiles() {
    let suite = Suite::new("tables");
    let Some(mut browser) = suite.browser() else {
        return;
    };
    for (place, config) in SORT {
        let profile = suite.profile(config);
        let functions = profile["functions"].as_array().unwrap();
        let part = format!("#profiles ~ [data-run='{place}']");
        let shown = cells(&mut browser, &format!("{part} .functions"));
        let mut cycles: Vec<u64> = functions.iter().map(|one| number(&one["cycles"])).collect();
        cycles.sort_unstable_by(|one, other| other.cmp(one));
        cycles.truncate(40);
        let column: Vec<u64> = shown.iter().map(|row| row[0].parse().unwrap()).collect();
        assert_eq!(column, cycles);
        for row in &shown {
            let one = functions.iter().find(|one| one["name"] == row[3]).unwrap();
            assert_eq!(row[2], number(&one["retired"]).to_string());
        }
        let shown = cells(&mut browser, &format!("{part} .instructions"));
        assert_eq!(shown.len(), 40);
        let all: Vec<&Value> = functions
            .iter()
            .flat_map(|one| one["instructions"].as_array().unwrap())
            .collect();
        for row in &shown {
            let of_row = |one: &&&Value| {
                let address = one["address"].as_str().unwrap();
                row[3].starts_with(&format!("{address}.{} ", one["slot"]))
            };
            let one = all.iter().find(of_row).unwrap();
            assert_eq!(row[0], number(&one["cycles"]).to_string());
            assert_eq!(row[2], number(&one["executed"]).to_string());
            let causes = one["cycles_by_cause"].as_object().unwrap();
            let largest = causes
                .iter()
                .max_by_key(|(_, cycles)| number(cycles))
                .unwrap();
            let text = format!("{} {}", largest.0, largest.1);
            assert!(row[5].contains(&text), "{text}: {row:?}");
        }
    }
    assert_eq!(browser.complaints, Vec::<String>::new());
}

#[test]
fn a_flame_graph_is_walked_and_enlarged_by_keyboard() {
    let suite = Suite::new("flame");
    let Some(mut browser) = suite.browser() else {
        return;
    };
    let profile = suite.profile("itanium");
    let paths = profile["paths"].as_array().unwrap();
    let all: u64 = paths.iter().map(|path| number(&path["cycles"])).sum();
    let graph = "document.querySelector(\"#profiles ~ [data-run='0'] svg.flame\")";
    assert_eq!(browser.value(&format!("Number({graph}.dataset.all)")), all);
    // Every frame at the bottom together is as wide as all cycles.
    let bottom = format!(
        "[...{graph}.querySelectorAll('[data-level=\"0\"] .pale')].reduce((sum, one) => sum + Number(one.dataset.cycles), 0)"
    );
    assert_eq!(browser.value(&bottom), all);
    // One frame at a time is reached with Tab.
    assert_eq!(
        browser.value(&format!(
            "{graph}.querySelectorAll('[tabindex=\"0\"]').length"
        )),
        1
    );
    browser.value(&format!(
        "{graph}.querySelector('[tabindex=\"0\"]').focus()"
    ));
    let focus = "document.activeElement.dataset.name";
    assert_eq!(browser.value(focus), "_start");
    browser.press("ArrowUp");
    assert_eq!(browser.value(focus), "main");
    let width = "Number(document.activeElement.querySelector('.pale').getAttribute('width'))";
    browser.press("ArrowUp");
    let name = browser.value(focus);
    assert_ne!(name, "main");
    let before = browser.value(width).as_f64().unwrap();
    browser.press("Enter");
    assert_eq!(browser.value(width), 1180);
    assert!(before < 1180.0);
    // What is said is the frame that has the focus, with its cycles.
    let said =
        browser.value("document.querySelector(\"#profiles ~ [data-run='0'] output\").textContent");
    assert!(
        said.as_str().unwrap().starts_with(name.as_str().unwrap()),
        "{said}"
    );
    browser.press("Escape");
    assert!((browser.value(width).as_f64().unwrap() - before).abs() < 0.1);
    browser.press("ArrowDown");
    assert_eq!(browser.value(focus), "main");
    assert_eq!(browser.complaints, Vec::<String>::new());
}

#[test]
fn the_boxes_choose_runs_and_rows() {
    let suite = Suite::new("filter");
    let Some(mut browser) = suite.browser() else {
        return;
    };
    let mut filter = |chosen: &str, words: &str| {
        browser.value(&format!(
            "(() => {{ const box = document.querySelector({}); box.value = {}; box.dispatchEvent(new Event('input')); }})()",
            json!(chosen), json!(words)
        ));
        let parts = "[...document.querySelectorAll('#profiles ~ details, #intervals ~ details')].filter((one) => !one.hidden).map((one) => one.dataset.run)";
        let rows = "[...document.querySelectorAll('.functions tbody tr')].filter((row) => row.offsetParent).map((row) => row.cells[3].textContent)";
        let parts: Vec<String> = serde_json::from_value(browser.value(parts)).unwrap();
        let rows: Vec<String> = serde_json::from_value(browser.value(rows)).unwrap();
        (parts, rows)
    };
    assert_eq!(filter("#filter", "itanium2").0, ["1", "1"]);
    assert_eq!(filter("#filter", "args").0, Vec::<String>::new());
    assert_eq!(filter("#filter", "").0.len(), 4);
    let (_, rows) = filter("#profiles ~ [data-run='0'] input.rows", "merge_sort");
    assert_eq!(rows[0], "merge_sort");
    let of_first = rows.iter().filter(|name| *name == "merge_sort").count();
    assert_eq!(
        of_first, 2,
        "both profiles, of which one is filtered: {rows:?}"
    );
}

#[test]
fn a_profile_of_another_run_is_left_out_with_its_name() {
    let suite = Suite::new("alien");
    let of_other = suite.0.text("out/sort/itanium2.profile");
    suite.0.file("out/sort/itanium.profile", of_other);
    suite.0.file("out/sort/itanium2.intervals.jsonl", "{}\n");
    let page = suite.0.go("report out -o -", 0).text();
    assert!(
        page.contains("sort/itanium.profile: not of the run"),
        "{page}"
    );
    assert!(
        page.contains("itanium2.intervals.jsonl: not what"),
        "{page}"
    );
    // The charts are files too.
    suite.0.go("report out --svg drawn", 0);
    let drawn = crate::support::names(&suite.0.path("drawn"));
    assert!(
        drawn.contains(&"intervals-sort-itanium-classes.svg".to_owned()),
        "{drawn:?}"
    );
}

#[test]
fn profiles_are_compared_in_every_form() {
    let suite = Suite::new("compare");
    let pair = "out/sort/itanium.profile out/sort/itanium2.profile";
    let json = suite
        .0
        .go(&format!("compare {pair} --format json"), 0)
        .text();
    let diff: Value = serde_json::from_str(&json).unwrap();
    let first = &diff["functions"][0];
    let [before, after, change] =
        ["before", "after", "change"].map(|key| first[key].as_i64().unwrap());
    let name = first["name"].as_str().unwrap();
    let markdown = suite.0.go(&format!("compare {pair} --markdown"), 0).text();
    let row = format!(
        "| {} |  |  | {before} | {after} | {change:+} |",
        name.replace('_', "\\_")
    );
    assert!(markdown.contains(&row), "{row}: {markdown}");
    let html = suite
        .0
        .go(&format!("compare {pair} --format html"), 0)
        .text();
    let cells = format!(
        "<td class=\"n\">{before}</td><td class=\"n\">{after}</td><td class=\"n\">{change:+}</td>"
    );
    assert!(html.contains(&cells), "{cells}");
    let ended = suite.0.go(&format!("compare {pair} --rows workload"), 2);
    assert!(
        ended.stderr.contains("choose numbers of reports"),
        "{}",
        ended.stderr
    );
    let ended = suite.0.go(&format!("compare {pair} {pair}"), 2);
    assert!(
        ended.stderr.contains("compare two profiles, not 4"),
        "{}",
        ended.stderr
    );

    // Folders: below what moved.
    let other = fs::read(repository("workloads/bin/crc")).unwrap();
    suite.0.file("bin/sort", other);
    suite.0.go("batch plan.toml -q --out again", 0);
    let page = suite.0.go("compare out again --format html", 0).text();
    assert!(page.contains("Where the cycles went"), "{page}");
    let json: Value =
        serde_json::from_str(&suite.0.go("compare out again --format json", 0).text()).unwrap();
    let profiles = json["profiles"].as_object().unwrap();
    assert!(!profiles.is_empty());
    let csv = suite.0.go("compare out again --format csv", 0).text();
    for (label, diff) in profiles {
        let one = &diff["functions"][0];
        let cause = &one["causes"][0];
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let row = format!(
            "{label},profile/{}/{},{},{}\n",
            text(&one["name"]),
            text(&cause["cause"]),
            cause["before"],
            cause["after"]
        );
        assert!(csv.contains(&row), "{row}");
        let cells = format!(
            "<td class=\"n\">{}</td><td class=\"n\">{}</td>",
            one["before"], one["after"]
        );
        assert!(page.contains(&cells), "{cells}");
    }
}
