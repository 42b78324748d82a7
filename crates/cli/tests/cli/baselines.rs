//! Do rules bound what they say, and does a baseline in the repository show what moved?

use std::fs;

use serde_json::Value;

use crate::support::{Folder, epicycle_in, guest};

const PLAN: &str = r#"
configs = ["itanium", "itanium2"]

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
    fn new(test: &str, rules: &str) -> Self {
        let folder = Folder::new(&format!("baselines-{test}"));
        for name in ["hello", "args"] {
            folder.file(&format!("bin/{name}"), fs::read(guest(name)).unwrap());
        }
        folder.file("plan.toml", PLAN);
        folder.file("rules.toml", rules);
        let suite = Self(folder);
        suite.0.go("batch plan.toml -q --out old", 0);
        suite
    }

    /// With results of a machine whose memory is slower.
    fn and_slower(self) -> Self {
        self.0
            .file("slow.toml", "base = \"itanium\"\nmemory.latency = 300\n");
        fs::write(
            self.0.path("slow-plan.toml"),
            PLAN.replace("\"itanium\",", "\"machine/itanium.toml\","),
        )
        .unwrap();
        self.0.file(
            "machine/itanium.toml",
            "base = \"itanium\"\nmemory.latency = 300\n",
        );
        self.0.go("batch slow-plan.toml -q --out new", 0);
        self
    }

    fn rules(&self, text: &str) {
        self.0.file("rules.toml", text);
    }
}

fn rule(lines: &str) -> String {
    format!("[[rule]]\noutcome = \"any\"\n\n[[rule]]\nname = \"it\"\n{lines}\n")
}

#[test]
fn bounds_hold_one_side_or_both_absolutely_or_in_percent() {
    let suite = Suite::new("bounds", "").and_slower();
    // The cycles of hello on itanium grow; nothing else does.
    let one = "workload = \"hello\"\nconfig = \"itanium\"\nmetric = \"cycles\"\n";
    for (bound, status) in [
        ("equals = \"baseline\"", 1),
        ("max_increase = 0", 1),
        ("max_increase = 1_000_000", 0),
        ("max_decrease = 0", 0),
        ("max_change = 1", 1),
        ("max_change_percent = 0.01", 1),
        ("max_decrease_percent = 0", 0),
        ("max_change_percent = 1000", 0),
    ] {
        suite.rules(&rule(&format!("{one}{bound}")));
        let ended = suite.0.go("check rules.toml new --baseline old", status);
        assert_eq!(
            ended.text().contains("hello/itanium: it: cycles went from"),
            status == 1
        );
        // The other way round it is a decrease.
        if bound.starts_with("max_decrease") {
            suite.0.go("check rules.toml old --baseline new", 1);
        }
    }
    suite.rules(&rule(&format!("{one}equals = 7")));
    let text = suite.0.go("check rules.toml old", 1).text();
    assert!(text.contains("expected 7"), "{text}");
}

#[test]
fn a_metric_may_be_arithmetic_or_a_derived_metric() {
    let suite = Suite::new("arithmetic", "");
    for metric in [
        "1000 * caches.l1d.misses / instructions",
        "l1d.mpki",
        "1000 * (caches.l1d.read_misses + caches.l1d.write_misses) / instructions",
    ] {
        suite.rules(&rule(&format!("metric = \"{metric}\"\nmax = 0")));
        let text = suite.0.go("check rules.toml old", 1).text();
        assert_eq!(text.matches("args/itanium").count(), 2, "{text}");
    }
    suite.rules(&rule("metric = \"config.memory.latency\"\nmin = 1"));
    suite.0.go("check rules.toml old", 0);
    suite.rules(&rule(
        "metric = \"1000 * caches.l1d.mises / instructions\"\nmax = 0",
    ));
    let refusal = suite.0.go("check rules.toml old", 2).stderr;
    assert!(refusal.contains("caches.l1d.mises"), "{refusal}");
    suite.rules(&rule("metric = \"cycles /\"\nmax = 0"));
    let refusal = suite.0.go("check rules.toml old", 2).stderr;
    assert!(refusal.contains("missing at column 9"), "{refusal}");
}

#[test]
fn a_pattern_bounds_each_number_that_fits_and_is_not_ignored() {
    let pattern =
        "config = \"itanium*\"\nworkload = \"h*\"\nmetric = \"*\"\nequals = \"baseline\"\n";
    let suite = Suite::new("pattern", &rule(pattern)).and_slower();
    let text = suite.0.go("check rules.toml new --baseline old", 1).text();
    let findings = |text: &str| text.matches("hello/itanium: it: ").count();
    assert!(
        findings(&text) > 5 && text.contains("it: cycles went from"),
        "{text}"
    );
    assert!(!text.contains("itanium2: it"), "{text}");
    let ignored =
        "ignore = [\"cycle*\", \"events.*\", \"stalls.*\", \"processes.*\", \"caches.*\"]";
    suite.rules(&rule(&format!("{pattern}{ignored}")));
    let fewer = suite.0.go("check rules.toml new --baseline old", 0).text();
    assert_eq!(findings(&fewer), 0);
}

/// It ended the check, and what breaks the other rules was not said.
#[test]
fn a_pattern_that_no_report_has_a_number_for_is_a_finding_beside_those_of_other_rules() {
    let wrong = rule("metric = \"evnts.*\"\nmax = 1");
    let other = "[[rule]]\nname = \"few\"\nmetric = \"cycles\"\nmax = 1\n";
    let suite = Suite::new("no-such-numbers", &format!("{wrong}{other}"));
    let text = suite.0.go("check rules.toml old", 1).text();
    for label in [
        "hello/itanium",
        "hello/itanium2",
        "args/itanium",
        "args/itanium2",
    ] {
        let nothing = format!("{label}: it: the report has no number that fits \"evnts.*\": ");
        let few = format!("{label}: few: cycles is ");
        assert!(text.contains(&nothing) && text.contains(&few), "{text}");
    }
    let refusal = suite
        .0
        .go("check rules.toml old --baseline new.json --bless", 2);
    assert!(refusal.stderr.contains("\"evnts.*\""), "{}", refusal.stderr);
}

#[test]
fn a_blessed_baseline_is_small_and_shows_what_moves() {
    let rules = "[[rule]]\nmetric = \"cycle*\"\nequals = \"baseline\"\n\n[[rule]]\nmetric = \"l2.mpki\"\nmax_change = 0\n";
    let suite = Suite::new("bless", rules).and_slower();
    let text = suite
        .0
        .go("check rules.toml old --baseline base.json --bless", 0)
        .text();
    assert!(text.contains("new, 4 runs"), "{text}");
    suite.0.go("check rules.toml old --baseline base.json", 0);
    let before = fs::read_to_string(suite.0.path("base.json")).unwrap();
    assert!(!before.contains("LOADS_RETIRED") && before.contains("\"caches.l2.read_misses\": "));
    let text = suite
        .0
        .go("check rules.toml new --baseline base.json", 1)
        .text();
    assert!(
        text.contains("hello/itanium: cycle*") || text.contains("hello/itanium: "),
        "{text}"
    );
    assert!(text.contains("[config hash changed: "), "{text}");
    let text = suite
        .0
        .go("check rules.toml new --baseline base.json --bless", 0)
        .text();
    assert!(text.contains("hello/itanium: cycles: "), "{text}");
    assert!(text.contains("hello/itanium: config hash: "), "{text}");
    suite.0.go("check rules.toml new --baseline base.json", 0);
    let after = fs::read_to_string(suite.0.path("base.json")).unwrap();
    let changed = before
        .lines()
        .zip(after.lines())
        .filter(|(old, new)| old != new)
        .count();
    assert_eq!(before.lines().count(), after.lines().count());
    let told = text.lines().count() - 1;
    assert_eq!(changed, told, "{text}");
}

/// A report and a baseline file may come from the standard input, which can be read once, and what is wrong with a baseline file is said of it.
#[test]
fn a_baseline_is_read_once_and_its_first_fault_is_told() {
    let suite = Suite::new(
        "once",
        "[[rule]]\nmetric = \"cycles\"\nequals = \"baseline\"\n",
    );
    suite
        .0
        .go("check rules.toml old --baseline base.json --bless", 0);
    let report = fs::read(suite.0.path("old/hello/itanium.json")).unwrap();
    let file = fs::read(suite.0.path("base.json")).unwrap();
    for (results, input) in [("old/hello/itanium.json", &report), ("old", &file)] {
        let words = ["check", "rules.toml", results, "--baseline", "-"];
        let ended = epicycle_in(&suite.0.0, &words, input);
        assert_eq!(ended.status, 0, "{}{}", ended.text(), ended.stderr);
    }
    let text = String::from_utf8(file).unwrap();
    suite
        .0
        .file("base.json", text.replacen("\"workload\"", "\"work\"", 1));
    let ended = suite.0.go("check rules.toml old --baseline base.json", 2);
    assert!(
        ended.stderr.contains("unknown field `work`"),
        "{}",
        ended.stderr
    );
}

#[test]
fn what_is_no_baseline_is_not_replaced_and_incomplete_results_are_none() {
    let suite = Suite::new(
        "refused",
        "[[rule]]\nmetric = \"cycles\"\nequals = \"baseline\"\n",
    );
    for kept in ["plan.toml", "old", "rules.toml"] {
        suite.0.go(
            &format!("check rules.toml old --baseline {kept} --bless"),
            2,
        );
    }
    assert_eq!(fs::read_to_string(suite.0.path("plan.toml")).unwrap(), PLAN);
    suite.0.go("batch plan.toml -q --out half --shard 1/2", 0);
    let refusal = suite
        .0
        .go("check rules.toml half --baseline b --bless", 2)
        .stderr;
    assert!(refusal.contains("incomplete"), "{refusal}");
    assert!(!suite.0.path("b").exists());
}

#[test]
fn findings_are_written_for_machines() {
    let suite = Suite::new(
        "machines",
        &rule("metric = \"instructions\"\nworkload = \"hello\"\nmax = 1"),
    );
    let text = suite
        .0
        .go("check rules.toml old --json --junit j.xml", 1)
        .text();
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["reports"], 4);
    let first = &json["violations"][0];
    assert_eq!(first["run"], "hello/itanium");
    assert_eq!(first["metric"], "instructions");
    assert_eq!(first["band"], "max 1");
    assert!(first["actual"].as_f64().unwrap() > 1.0);
    let junit = fs::read_to_string(suite.0.path("j.xml")).unwrap();
    assert!(
        junit.contains("tests=\"4\"") && junit.contains("failures=\"2\""),
        "{junit}"
    );
    assert!(junit.contains("name=\"hello/itanium2\""), "{junit}");
    let github = suite.0.go("check rules.toml old --github", 1).text();
    assert!(
        github.starts_with("::error title=it::hello/itanium: instructions is "),
        "{github}"
    );
    // All three: the standard output is one JSON value, and the annotations are on the standard error.
    let all = suite
        .0
        .go("check rules.toml old --json --github --junit all.xml", 1);
    let annotations: Vec<&str> = github
        .lines()
        .filter(|line| line.starts_with("::"))
        .collect();
    assert_eq!(all.stderr.lines().collect::<Vec<_>>(), annotations);
    let alone = suite.0.go("check rules.toml old --json", 1).text();
    assert_eq!(all.text(), alone);
    let _: Value = serde_json::from_str(&alone).unwrap();
    assert!(suite.0.text("all.xml").contains("failures="));
}

/// A functional run has no cycles: a baseline file of it says so as its reports do.
#[test]
fn a_baseline_of_functional_runs_has_no_numbers_of_time() {
    let rule = "[[rule]]\nname = \"it\"\nworkload = \"hello\"\n";
    let suite = Suite::new(
        "functional",
        &format!("{rule}metric = \"cycles\"\nmax_decrease_percent = 1\n"),
    );
    suite
        .0
        .go("batch plan.toml -q --functional --out functional", 0);
    let bless = "check rules.toml functional --baseline base.json --bless";
    suite.0.go(bless, 0);
    let [of_file, of_results] = ["base.json", "functional"].map(|baseline| {
        let line = format!("check rules.toml old --baseline {baseline}");
        suite.0.go(&line, 1).text()
    });
    assert_eq!(of_file, of_results);
    // What such a run counts is compared, also where it is 0.
    suite.rules(&format!(
        "{rule}metric = \"instructions\"\nequals = \"baseline\"\n"
    ));
    suite.0.go(bless, 0);
    suite.0.go("check rules.toml old --baseline base.json", 0);
    let moved = suite
        .0
        .go("check rules.toml old --baseline base.json --bless", 0);
    let said = "hello/itanium: cycle model: false -> true";
    assert!(moved.text().contains(said), "{}", moved.text());
}

#[test]
fn two_results_of_one_name_are_no_baseline() {
    let suite = Suite::new(
        "twice",
        "[[rule]]\nmetric = \"cycles\"\nequals = \"baseline\"\n",
    );
    let refusal = suite
        .0
        .go(
            "check rules.toml old old/hello/itanium.json --baseline b --bless",
            2,
        )
        .stderr;
    assert!(
        refusal.contains("two results are of hello/itanium"),
        "{refusal}"
    );
    assert!(!suite.0.path("b").exists());
}

/// The first of two entries was the baseline, the other one was not read.
#[test]
fn a_baseline_that_has_one_run_twice_is_refused() {
    let suite = Suite::new(
        "entries-twice",
        &rule("metric = \"cycles\"\nequals = \"baseline\""),
    );
    suite
        .0
        .go("check rules.toml old --baseline base.json --bless", 0);
    for (file, runs) in [("base.json", "baseline"), ("old/summary.json", "runs")] {
        let mut document: Value = serde_json::from_str(&suite.0.text(file)).unwrap();
        let entries = document[runs].as_array_mut().unwrap();
        entries.push(entries[0].clone());
        suite.0.file(file, document.to_string());
        let baseline = file.trim_end_matches("/summary.json");
        let ended = suite.0.go(
            &format!("check rules.toml old/hello/itanium.json --baseline {baseline}"),
            2,
        );
        let says = "the run hello/itanium is there twice; take one of the two out";
        assert!(ended.stderr.contains(says), "{}", ended.stderr);
    }
}

/// A bound in the other direction asks for a change.
#[test]
fn a_bound_below_0_asks_for_a_change_and_says_so() {
    let suite = Suite::new("negative", "").and_slower();
    let one = "workload = \"hello\"\nconfig = \"itanium\"\nmetric = \"cycles\"\n";
    for (bound, status, says) in [
        (
            "max_increase_percent = -5",
            1,
            ", and a decrease of at least 5 % is asked for [config hash",
        ),
        (
            "max_decrease = -1_000_000",
            1,
            ", and an increase of at least 1000000 is asked for [config hash",
        ),
        ("max_decrease = -1", 0, ""),
        ("max_increase = 1", 1, ", more than +1 [config hash"),
    ] {
        suite.rules(&rule(&format!("{one}{bound}")));
        let ended = suite.0.go("check rules.toml new --baseline old", status);
        assert!(ended.text().contains(says), "{}", ended.text());
    }
    // Nothing keeps these.
    for (bound, says) in [
        ("max_change = -1", "max_change -1: no change is that small"),
        (
            "max_change_percent = -0.5",
            "max_change_percent -0.5: no change is that small",
        ),
        (
            "max_increase = -2\nmax_decrease = -3",
            "every number breaks it",
        ),
        (
            "equals = \"baseline\"\nmax_increase = -2",
            "every number breaks it",
        ),
    ] {
        suite.rules(&rule(&format!("{one}{bound}")));
        let ended = suite.0.go("check rules.toml new --baseline old", 2);
        assert!(ended.stderr.contains(says), "{}", ended.stderr);
    }
}

#[test]
fn a_number_that_was_0_has_moved_by_no_percentage() {
    let suite = Suite::new(
        "from-0",
        &rule("metric = \"cycles\"\nmax_increase_percent = 5"),
    );
    suite
        .0
        .go("check rules.toml old --baseline base.json --bless", 0);
    let mut base: Value = serde_json::from_str(&suite.0.text("base.json")).unwrap();
    for entry in base["baseline"].as_array_mut().unwrap() {
        entry["numbers"]["cycles"] = 0.into();
    }
    suite.0.file("base.json", base.to_string());
    let text = suite
        .0
        .go("check rules.toml old --baseline base.json", 1)
        .text();
    assert!(text.contains("cycles went from 0 to "), "{text}");
    assert!(
        text.contains(", more than +5 %\n") && !text.contains("inf"),
        "{text}"
    );
}

#[test]
fn a_key_without_effect_and_results_given_twice_are_refused() {
    let suite = Suite::new(
        "no-effect",
        &rule("metric = \"cycles\"\nignore = [\"events.*\"]\nmax = 1"),
    );
    let refusal = suite.0.go("check rules.toml old", 2).stderr;
    let says = "rule \"it\" has ignore, and its metric is no pattern";
    assert!(refusal.contains(says), "{refusal}");
    suite.rules(&rule("metric = \"cycles\"\nmax = 1"));
    for twice in ["old", "./old/", "old/hello/itanium.json"] {
        let refusal = suite
            .0
            .go(&format!("check rules.toml old {twice}"), 2)
            .stderr;
        let says = "is there twice, and its run would count twice; give it once";
        assert!(refusal.contains(says), "{refusal}");
    }
    suite.0.go(
        "check rules.toml old/hello/itanium.json old/hello/itanium2.json",
        1,
    );
}
