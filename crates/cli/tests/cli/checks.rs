//! Does `check` find every run that is not what it should be, and does the recipe of docs/ci.md?

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::support::{Folder, guest, repository};

const PLAN: &str = r#"
configs = ["itanium"]

[[workload]]
name = "hello"
path = "bin/hello"

[[workload]]
name = "args"
path = "bin/args"
args = ["one"]
status = 2
"#;

const RULES: &str =
    "[[rule]]\nname = \"no slower\"\nmetric = \"cycles\"\nmax_increase_percent = 0\n";

struct Suite(Folder);

impl Suite {
    fn new(test: &str) -> Self {
        let folder = Folder::new(&format!("check-{test}"));
        for name in ["hello", "args", "null-store", "spin"] {
            folder.file(&format!("bin/{name}"), fs::read(guest(name)).unwrap());
        }
        folder.file("plan.toml", PLAN);
        folder.file("rules.toml", RULES);
        let suite = Self(folder);
        assert_eq!(suite.0.run("batch plan.toml -q --out old").status, 0);
        suite
    }

    /// Runs a check, expects its status, and gives what it printed.
    fn check(&self, line: &str, status: i32) -> String {
        let ended = self.0.run(&format!("check {line}"));
        let text = format!("{}{}", ended.text(), ended.stderr);
        assert_eq!(ended.status, status, "{text}");
        text
    }
}

#[test]
fn a_baseline_that_is_not_there_or_is_no_report_is_an_error() {
    let suite = Suite::new("no-baseline");
    suite
        .0
        .file("max.toml", "[[rule]]\nmetric = \"cycles\"\nmax = 1e12\n");
    suite.0.file("empty", "");
    for baseline in ["nosuch", "empty"] {
        let text = suite.check(&format!("max.toml old --baseline {baseline}"), 2);
        assert!(
            text.contains("the baseline") && text.contains(baseline),
            "{text}"
        );
    }
}

#[test]
fn a_run_that_exits_as_its_baseline_did_is_no_finding_whatever_its_plan_expects() {
    let suite = Suite::new("same-status");
    suite
        .0
        .file("plan.toml", PLAN.replace("status = 2", "status = 3"));
    assert_eq!(suite.0.run("batch plan.toml -q --out new").status, 3);
    suite.check("rules.toml new --baseline new", 0);
    let text = suite.check("rules.toml new --baseline old", 0);
    assert!(text.contains("0 violations"), "{text}");
    suite
        .0
        .file("max.toml", "[[rule]]\nmetric = \"cycles\"\nmax = 1e12\n");
    let text = suite.check("max.toml new", 1);
    assert!(text.contains("expected exit status 0"), "{text}");
}

#[test]
fn a_crash_is_a_finding_although_its_cycles_fell() {
    let suite = Suite::new("crash");
    fs::copy(suite.0.path("bin/null-store"), suite.0.path("bin/hello")).unwrap();
    assert_eq!(suite.0.run("batch plan.toml -q --out new").status, 3);
    let text = suite.check("rules.toml new --baseline old", 1);
    assert!(
        text.contains("hello/itanium: outcome: killed by signal 11")
            && text.contains("in the baseline exit status 0 [program hash changed: "),
        "{text}"
    );
}

#[test]
fn without_a_baseline_everything_but_exit_status_0_is_a_finding_unless_a_rule_allows_it() {
    let suite = Suite::new("status");
    let rule = "[[rule]]\nname = \"short\"\nmetric = \"instructions\"\nmax = 1000\n";
    suite.0.file("short.toml", rule);
    let text = suite.check("short.toml old", 1);
    assert!(
        text.contains("args/itanium: outcome: exit status 2, expected exit status 0"),
        "{text}"
    );
    for outcome in ["any", "exit 2"] {
        let allowed = format!("{rule}[[rule]]\nworkload = \"args\"\noutcome = \"{outcome}\"\n");
        suite.0.file("allowed.toml", allowed);
        suite.check("allowed.toml old", 0);
    }
}

#[test]
fn a_missing_and_an_unreadable_report_are_a_finding_each_and_the_others_are_checked() {
    let suite = Suite::new("missing");
    fs::write(suite.0.path("old/args/itanium.json"), "{").unwrap();
    fs::remove_file(suite.0.path("old/hello/itanium.json")).unwrap();
    assert_eq!(suite.0.run("batch plan.toml -q --out more").status, 0);
    let text = suite.check("rules.toml old more --baseline more", 1);
    assert!(
        text.contains("hello/itanium: report: cannot read"),
        "{text}"
    );
    assert!(text.contains("args/itanium: report: old/args"), "{text}");
    assert!(
        text.ends_with("2 reports, 1 rules, 2 violations\n"),
        "{text}"
    );
    let text = suite.check("rules.toml nothing more --baseline more", 1);
    assert!(
        text.contains("nothing: report: cannot read nothing"),
        "{text}"
    );
}

/// It passed as that of a functional run, or of another machine.
#[test]
fn a_report_without_cycles_and_one_with_the_hash_of_another_config_contradict_themselves() {
    let suite = Suite::new("contradictions");
    suite
        .0
        .file("few.toml", "[[rule]]\nmetric = \"instructions\"\nmin = 1\n");
    let whole: Value = serde_json::from_str(&suite.0.text("old/hello/itanium.json")).unwrap();
    let without = "contradicts itself: cycle_accounting is there, and cycles is not";
    let hash = "contradicts itself: config.hash is not the hash of config.effective";
    type Case = (&'static str, fn(&mut Value), &'static str);
    let cases: [Case; 4] = [
        ("null", |it| it["cycles"] = Value::Null, without),
        (
            "removed",
            |it| drop(it.as_object_mut().unwrap().remove("cycles")),
            without,
        ),
        (
            "values",
            |it| it["config"]["effective"]["memory"]["latency"] = 1.into(),
            hash,
        ),
        (
            "hash",
            |it| it["config"]["hash"] = "0".repeat(64).into(),
            hash,
        ),
    ];
    suite.check("few.toml old/hello/itanium.json", 0);
    for (name, change, says) in cases {
        let mut report = whole.clone();
        change(&mut report);
        suite.0.file("changed.json", report.to_string());
        let text = suite.check("few.toml changed.json", 1);
        let finding = format!("hello/itanium: report: {says}\n");
        assert!(text.contains(&finding), "{name}: {text}");
    }
    // The clock of a sampled run counts instructions, whether its config says cycles, as the shipped ones do, or not.
    let sort = repository("workloads/bin/sort");
    for set in ["", "--set os.clock=\"instructions\" "] {
        let line = format!(
            "run -q --sample {set}--report sampled.json {}",
            sort.display()
        );
        suite.0.go(&line, 0);
        suite.check("few.toml sampled.json", 0);
    }
}

#[test]
fn a_run_that_is_planned_or_in_the_baseline_and_not_there_is_a_finding() {
    let suite = Suite::new("planned");
    assert_eq!(
        suite
            .0
            .run("batch plan.toml -q --out half --shard 1/2")
            .status,
        0
    );
    let text = suite.check("rules.toml half --baseline old", 1);
    assert!(
        text.contains("args/itanium: missing: planned, and not in half"),
        "{text}"
    );
    assert_eq!(
        suite.0.run("batch plan.toml -q --out less -w hello").status,
        0
    );
    let text = suite.check("rules.toml less --baseline old", 1);
    assert!(
        text.contains("args/itanium: missing: in the baseline, and not in the results"),
        "{text}"
    );
    suite.0.file(
        "any.toml",
        format!("{RULES}[[rule]]\nworkload = \"args\"\noutcome = \"any\"\n"),
    );
    suite.check("any.toml half less --baseline old", 0);
}

/// A rule about the end of every run let all of these pass with status 0 and a passed test case.
#[test]
fn a_report_that_cannot_be_read_is_a_finding_whatever_end_a_rule_allows() {
    let suite = Suite::new("unreadable-any");
    let folder = &suite.0;
    let any = "[[rule]]\nname = \"any end\"\noutcome = \"any\"\n";
    folder.file(
        "any.toml",
        format!("{any}[[rule]]\nname = \"b\"\nmetric = \"cycles\"\nmax = 1e12\n"),
    );
    folder.file("empty.json", "");
    folder.file("garbage.json", "{\"cycles\": NaN}");
    let whole = fs::read(folder.path("old/hello/itanium.json")).unwrap();
    folder.file("cut.json", &whole[..100]);
    for name in ["nonexist.json", "empty.json", "garbage.json", "cut.json"] {
        let text = suite.check(&format!("any.toml {name} --junit junit.xml"), 1);
        assert!(text.contains(&format!("{name}: report: ")), "{text}");
        for rule in ["any end", "b"] {
            let unused = format!("rules: {rule}: the rule is about none of the reports");
            assert!(text.contains(&unused), "{text}");
        }
        assert!(
            text.ends_with("0 reports, 2 rules, 3 violations\n"),
            "{text}"
        );
        // A test case for the report, and one for the rules.
        assert!(folder.text("junit.xml").contains("failures=\"2\""));
    }
    // In a batch, too: cut, and gone.
    suite.check("any.toml old", 0);
    folder.go("batch plan.toml -q --out new", 0);
    fs::write(folder.path("new/hello/itanium.json"), &whole[..100]).unwrap();
    fs::remove_file(folder.path("new/args/itanium.json")).unwrap();
    for more in ["", " --baseline old"] {
        let text = suite.check(&format!("any.toml new{more}"), 1);
        for run in ["hello", "args"] {
            assert!(text.contains(&format!("{run}/itanium: report: ")), "{text}");
        }
    }
}

#[test]
fn a_rule_about_runs_that_are_allowed_to_be_missing_checks_nothing() {
    let suite = Suite::new("allowed-missing");
    suite.0.go("batch plan.toml -q --out half --shard 1/2", 0);
    let any = "[[rule]]\nworkload = \"args\"\noutcome = \"any\"\n";
    let short = "[[rule]]\nname = \"short\"\nmetric = \"cycles\"\nmax = 1e12\n";
    suite.0.file("any.toml", format!("{any}{short}"));
    suite.check("any.toml half", 0);
    suite
        .0
        .file("any.toml", format!("{any}{short}workload = \"args\"\n"));
    let text = suite.check("any.toml half", 1);
    assert!(
        text.starts_with("rules: short: the rule is about none of the reports\n")
            && text.ends_with("1 reports, 2 rules, 1 violations\n"),
        "{text}"
    );
}

#[test]
fn a_misspelt_metric_is_an_error_of_the_rules_and_says_what_was_meant() {
    let suite = Suite::new("misspelt");
    for (metric, meant) in [
        ("cycels", "cycles"),
        ("instructions / cycle", "cycles"),
        (
            "cycle_accounting.data_acess",
            "cycle_accounting.data_access",
        ),
        ("caches.l2.missess", "caches.l2.misses"),
        ("caches.l1d.acesses", "caches.l1d.accesses"),
        ("branches.mispredictd", "branches.mispredicted"),
        ("caches.l4.misses", "caches.l2.misses"),
        ("caches.L2.misses", "caches.l2.misses"),
    ] {
        let rule = format!("[[rule]]\nname = \"x\"\nmetric = \"{metric}\"\nmax = 1\n");
        suite.0.file("wrong.toml", rule);
        let text = suite.check("wrong.toml old", 2);
        assert!(
            text.contains(&format!("did you mean \"{meant}\"?")),
            "{text}"
        );
    }
}

#[test]
fn a_baseline_of_another_config_is_matched_by_workload() {
    let suite = Suite::new("match");
    let batch = suite
        .0
        .run("batch plan.toml -q --out two --config itanium2");
    assert_eq!(batch.status, 0);
    suite.0.file("wide.toml", RULES.replace("= 0", "= 50"));
    let text = suite.check("wide.toml two --baseline old", 1);
    assert!(
        text.contains("the baseline does not have this run"),
        "{text}"
    );
    suite.check("wide.toml two --baseline old --match workload", 0);
    let single = "wide.toml two/hello/itanium2.json --baseline old/hello/itanium.json";
    suite.check(&format!("{single} --match workload"), 0);
}

#[test]
fn a_rule_can_hold_the_config_to_that_of_the_baseline() {
    let suite = Suite::new("unchanged");
    suite.0.file(
        "same.toml",
        "[[rule]]\nname = \"one machine\"\nunchanged = [\"config\"]\n",
    );
    suite.0.file("slow.toml", "base = \"itanium\"\n");
    let batch = |out: &str| {
        suite.0.run(&format!(
            "batch plan.toml -q --config slow.toml --out {out}"
        ))
    };
    assert_eq!(batch("before").status, 0);
    suite
        .0
        .file("slow.toml", "base = \"itanium\"\nmemory.latency = 500\n");
    assert_eq!(batch("after").status, 0);
    suite.check("same.toml before --baseline before", 0);
    let text = suite.check("same.toml after --baseline before", 1);
    assert!(
        text.contains("one machine: not as in the baseline: config [config hash changed: "),
        "{text}"
    );
}

/// The commands of the recipe, as the page shows them.
fn recipe() -> (String, String) {
    let page = fs::read_to_string(repository("docs/ci.md")).unwrap();
    let block = |start: &str| {
        let from = page.find(start).unwrap() + start.len();
        page[from..][..page[from..].find("```").unwrap()].to_owned()
    };
    (block("```sh\n"), block("```toml\n"))
}

fn follow(suite: &Suite, script: &str) -> (Option<i32>, String) {
    let bin = std::path::Path::new(env!("CARGO_BIN_EXE_epicycle"));
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", script])
        .current_dir(&suite.0.0)
        .env(
            "PATH",
            format!("{}:{path}", bin.parent().unwrap().display()),
        )
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

fn recipe_suite(test: &str, rules: &str) -> Suite {
    let suite = Suite::new(test);
    suite
        .0
        .file("ci/plan.toml", PLAN.replace("bin/", "../bin/"));
    suite.0.file("ci/rules.toml", rules);
    suite.0.file("ci/machine.toml", "base = \"itanium\"\n");
    let baseline = suite
        .0
        .run("batch ci/plan.toml -q --config ci/machine.toml --out ci/baseline");
    assert_eq!(baseline.status, 0, "{}", baseline.stderr);
    suite
}

#[test]
fn the_recipe_is_green_twice_from_two_folders() {
    let (script, rules) = recipe();
    for test in ["recipe-one", "recipe-a-folder-with-another-name"] {
        let suite = recipe_suite(test, &rules);
        for _ in 0..2 {
            let (status, text) = follow(&suite, &script);
            assert_eq!(status, Some(0), "{text}");
        }
    }
}

#[test]
fn the_recipe_catches_a_crash_a_missing_run_a_changed_count_a_changed_config_and_a_limit() {
    let (script, rules) = recipe();
    let suite = recipe_suite("recipe-red", &rules);
    let plan = PLAN.replace("bin/", "../bin/");
    let with_limit = plan.replace("status = 2", "status = 2\nmax_instructions = 20");
    let without_args = plan
        .split("[[workload]]\nname = \"args\"")
        .next()
        .unwrap()
        .to_owned();
    let crash = plan.replace("bin/hello", "bin/null-store");
    let count = plan.replace("[\"one\"]", "[\"one-more-letter\"]");
    for (changed, word) in [
        (crash, "killed by signal 11"),
        (without_args, "missing"),
        (count, "instructions went from"),
        (with_limit, "limit"),
    ] {
        suite.0.file("ci/plan.toml", &changed);
        let (status, text) = follow(&suite, &script);
        assert!(status != Some(0) && text.contains(word), "{word}: {text}");
    }
    suite.0.file("ci/plan.toml", &plan);
    suite.0.file(
        "ci/machine.toml",
        "base = \"itanium\"\nos.syscall_cycles = 1\n",
    );
    let (status, text) = follow(&suite, &script);
    assert!(status != Some(0) && text.contains("config"), "{text}");
    suite.0.file("ci/machine.toml", "base = \"itanium\"\n");
    let (status, text) = follow(&suite, &script);
    assert_eq!(status, Some(0), "{text}");
}
