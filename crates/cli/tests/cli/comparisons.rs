//! Does `compare` say what is faster, what moved, and which runs do not belong together?

use std::fs;

use report::Report;
use serde_json::Value;

use crate::support::{Folder, guest};

const PLAN: &str = r#"
configs = ["itanium"]

[sweep]
memory.latency = [100, 200, 400]

[[workload]]
name = "hello"
path = "bin/hello"

[[workload]]
name = "args"
path = "bin/args"
args = ["{word}"]
outcome = "any"

[workload.matrix]
word = ["a", "b"]
"#;

struct Suite(Folder);

impl Suite {
    fn new(test: &str) -> Self {
        let folder = Folder::new(&format!("compare-{test}"));
        for name in ["hello", "args"] {
            folder.file(&format!("bin/{name}"), fs::read(guest(name)).unwrap());
        }
        let machine = |latency: u32| format!("base = \"itanium\"\nmemory.latency = {latency}\n");
        for (side, latency) in [("a", 100), ("b", 200), ("c", 400)] {
            folder.file(&format!("{side}/machine.toml"), machine(latency));
        }
        folder.file("plan.toml", PLAN);
        let suite = Self(folder);
        suite.0.go("batch plan.toml -q --out swept", 0);
        for side in ["a", "b", "c"] {
            let plan = PLAN.replace("\"itanium\"", &format!("\"{side}/machine.toml\""));
            let plan = plan.replace("[sweep]\nmemory.latency = [100, 200, 400]\n", "");
            suite.0.file("side.toml", plan);
            suite
                .0
                .go(&format!("batch side.toml -q --out {side}-out"), 0);
        }
        suite
    }

    fn json(&self, line: &str) -> Value {
        let text = self
            .0
            .go(&format!("compare {line} --format json"), 0)
            .text();
        serde_json::from_str(&text).unwrap()
    }

    fn cycles(&self, report: &str) -> f64 {
        let report: Report = report::read(&self.0.path(report)).unwrap();
        report.cycles.unwrap() as f64
    }
}

#[test]
fn speedups_of_several_batches_are_against_the_first_with_their_geometric_mean() {
    let suite = Suite::new("speedup");
    let text = suite.0.go("compare a-out b-out c-out", 0).text();
    assert!(text.starts_with("speed-up: "), "{text}");
    assert!(text.contains("geometric mean"), "{text}");
    let json = suite.json("a-out b-out c-out");
    let runs = json["speedups"]["runs"].as_array().unwrap();
    let mut product = 1.0;
    for run in runs {
        let name = run["run"].as_str().unwrap();
        let ratio = suite.cycles(&format!("a-out/{name}.json"))
            / suite.cycles(&format!("c-out/{name}.json"));
        assert!((run["speedup"][1].as_f64().unwrap() - ratio).abs() < 1e-12);
        product *= ratio;
    }
    let mean = json["speedups"]["geometric_mean"][1].as_f64().unwrap();
    assert!((mean - product.powf(1.0 / runs.len() as f64)).abs() < 1e-12);
}

#[test]
fn a_sweep_is_a_table_of_any_value_by_any_two_properties() {
    let suite = Suite::new("pivot");
    let table = suite.json("swept --rows workload --cols memory.latency --value cycles");
    assert_eq!(table["columns"], serde_json::json!(["100", "200", "400"]));
    assert_eq!(
        table["rows"],
        serde_json::json!(["hello", "args+word=a", "args+word=b"])
    );
    let cell = table["cells"][0][2].as_f64().unwrap();
    assert_eq!(
        cell,
        suite.cycles("swept/hello/itanium+memory.latency=400.json")
    );
    let table = suite.json("swept --rows memory.latency --cols word -w args --value ipc");
    assert_eq!(table["columns"], serde_json::json!(["a", "b"]));
    let csv = suite
        .0
        .go("compare swept --cols memory.latency --format csv", 0)
        .text();
    assert!(csv.starts_with("workload,100,200,400\nhello,"), "{csv}");
    let markdown = suite
        .0
        .go("compare swept --cols memory.latency --markdown", 0)
        .text();
    assert!(
        markdown.contains("| workload \\ memory.latency |"),
        "{markdown}"
    );
}

#[test]
fn a_table_that_is_none_is_refused_with_the_remedy() {
    let suite = Suite::new("refused");
    for (line, word) in [
        ("swept --rows base --cols workload", "are in one cell"),
        (
            "a-out a-out --rows workload",
            "hello/machine (a-out/hello/machine.json) and hello/machine (a-out/hello/machine.json) are in one cell",
        ),
        ("swept --rows nothing", "no run has \"nothing\""),
        (
            "swept --rows config --cols config",
            "rows and columns are both",
        ),
        ("swept --value nothing", "no run has a value"),
        ("swept --value cycles/", "missing at column 8"),
        (
            "swept/hello/itanium+memory.latency=400.json",
            "nothing to compare it with",
        ),
        ("a-out b-out -w zzz", "no run is of these names"),
    ] {
        let refusal = suite.0.go(&format!("compare {line}"), 2).stderr;
        assert!(refusal.contains(word), "{refusal}");
    }
}

#[test]
fn what_moved_most_comes_first_and_can_be_chosen() {
    let suite = Suite::new("order");
    let changes = |more: &str| -> Vec<Value> {
        let json = suite.json(&format!(
            "a-out/hello/machine.json c-out/hello/machine.json {more}"
        ));
        json["runs"][0]["changes"].as_array().unwrap().clone()
    };
    let difference = |change: &Value| {
        change["before"]
            .as_u64()
            .unwrap()
            .abs_diff(change["after"].as_u64().unwrap())
    };
    let by_effect = changes("");
    assert!(
        by_effect
            .iter()
            .map(difference)
            .is_sorted_by(|one, next| one >= next)
    );
    let ratio = |change: &Value| difference(change) as f64 / change["before"].as_f64().unwrap();
    let by_ratio = changes("--sort ratio");
    assert!(
        by_ratio
            .iter()
            .map(ratio)
            .is_sorted_by(|one, next| one >= next || one.is_nan())
    );
    assert_eq!(changes("--top 3"), by_effect[..3]);
    let chosen = changes("--events ^cycles$");
    assert_eq!(chosen.len(), 1);
    assert_eq!(chosen[0]["path"], "cycles");
    let text = suite
        .0
        .go(
            "compare a-out/hello/machine.json c-out/hello/machine.json --top 2 --exit-code",
            1,
        )
        .text();
    assert!(
        text.contains("more changes") && text.contains("of cycles before"),
        "{text}"
    );
    // How many differ does not depend on how many are shown.
    let first = |top: &str| {
        let line = format!("compare a-out/hello/machine.json c-out/hello/machine.json {top}");
        suite
            .0
            .go(&line, 0)
            .text()
            .lines()
            .next()
            .unwrap()
            .to_owned()
    };
    let all = first("");
    assert!(
        all.contains("numbers differ") && !all.contains(": 0 of"),
        "{all}"
    );
    assert_eq!([first("--top 0"), first("--top 2")], [&*all, &all]);
}

#[test]
fn runs_that_do_not_compare_are_named() {
    let suite = Suite::new("named");
    suite
        .0
        .go("batch side.toml -q --out some -w hello --functional", 0);
    let text = suite.0.go("compare c-out some", 0).text();
    assert!(
        text.contains("args+word=a/machine: not in some\n"),
        "{text}"
    );
    assert!(text.contains("mode: timed -> functional\n"), "{text}");
    suite.0.go("compare c-out c-out --exit-code", 0);
    let csv = suite.0.go("compare a-out c-out --format csv", 0).text();
    assert!(csv.contains("hello/machine,cycles,"), "{csv}");
}

/// The runs of a folder were said not to be in a file that is not there, with status 0.
#[test]
fn a_side_that_is_not_there_or_is_no_report_is_named_with_the_reason() {
    let suite = Suite::new("no-side");
    suite.0.file("n2.json", "{\"cycles\": NaN}");
    for (side, reason) in [
        ("nonexist", "cannot read nonexist: No such file"),
        ("n2.json", "n2.json: not what `epicycle run --report`"),
    ] {
        for line in [
            format!("compare a-out {side}"),
            format!("compare {side} a-out"),
            format!("compare a-out b-out {side} --format json"),
            format!("compare a-out/hello/machine.json {side}"),
        ] {
            let ended = suite.0.go(&line, 2);
            assert!(ended.stderr.contains(reason), "{line}: {}", ended.stderr);
            assert_eq!(ended.text(), "", "{line}");
        }
    }
}

/// The others of several names chose runs, and the one that fits none was ignored.
#[test]
fn a_name_that_no_run_has_is_refused_beside_names_that_fit() {
    let suite = Suite::new("unknown-name");
    for (line, says) in [
        (
            "report a-out -w hello -w zzz",
            "no run has the workload \"zzz\"; there are hello, args+word=a, args+word=b",
        ),
        (
            "report a-out -o page.html -w hello -w 'z*'",
            "no run has the workload \"z*\"",
        ),
        (
            "report a-out -c machine -c itanium3",
            "no run has the config \"itanium3\"; there are machine",
        ),
        (
            "report a-out/hello/machine.json -w hello -w zzz",
            "there are hello",
        ),
        ("compare a-out b-out -w args -w zzz", "\"zzz\""),
        ("compare swept --value cycles -w hello -w zzz", "\"zzz\""),
    ] {
        let ended = suite.0.go(&line.replace('\'', ""), 2);
        assert!(ended.stderr.contains(says), "{line}: {}", ended.stderr);
        assert_eq!(ended.text(), "", "{line}");
    }
    assert!(!suite.0.path("page.html").exists());
    // A name of one side, or of a run that is missing, is one.
    suite.0.go("batch side.toml -q --out less -w hello", 0);
    let text = suite.0.go("compare c-out less -w hello -w args+word=a", 0);
    assert!(text.text().contains("args+word=a/machine: not in less\n"));
    suite.0.go("batch side.toml -q --out half --shard 1/2", 0);
    suite.0.go("report half -w hello -w args+word=a", 0);
}

/// A gate on a table, or on one folder, passed whatever had changed.
#[test]
fn a_table_takes_no_option_about_differences() {
    let suite = Suite::new("table-options");
    for option in ["--exit-code", "--events cycles", "--top 2", "--sort name"] {
        let name = option.split(' ').next().unwrap();
        for (line, says) in [
            ("a-out c-out --value cycles", "make a table of one value"),
            ("swept --rows workload", "make a table of one value"),
            ("swept", "swept is compared with nothing"),
        ] {
            let ended = suite.0.go(&format!("compare {line} {option}"), 2);
            let begin = format!("{name} is about differences, and ");
            let said = &ended.stderr;
            assert!(said.contains(&begin) && said.contains(says), "{said}");
        }
    }
    suite.0.go("compare swept --value cycles", 0);
    suite.0.go("compare a-out c-out --exit-code", 1);
}
