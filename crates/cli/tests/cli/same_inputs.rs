//! Do comparisons and checks know which inputs differ, and say which runs are missing?

use std::fs;

use serde_json::Value;

use crate::support::{Folder, epicycle_in, guest, repository};

const RULES: &str = "[[rule]]\nname = \"never so few\"\nmetric = \"cycles\"\nmin = 1_000_000\n";

fn plan(more: &str) -> String {
    format!(
        "configs = [\"itanium\"]\n[[workload]]\nname = \"wc\"\npath = \"hello\"\nstdin = \"input\"\noutcome = \"any\"\n{more}"
    )
}

fn suite(test: &str) -> Folder {
    let folder = Folder::new(test);
    folder.file("hello", fs::read(guest("hello")).unwrap());
    folder.file("input", "before");
    folder.file("data", "before");
    folder.file("plan.toml", plan(""));
    folder.file("rules.toml", RULES);
    folder
}

#[test]
fn a_finding_names_every_input_that_the_batches_know_to_differ() {
    let folder = suite("same-inputs");
    folder.go("batch plan.toml -q --out old", 0);
    folder.go("check rules.toml old --baseline old.json --bless", 0);
    let check = |results: &str, baseline: &str| {
        let line = format!("check rules.toml {results} --baseline {baseline}");
        let text = folder.go(&line, 1).text();
        text.lines().next().unwrap().to_owned()
    };
    for baseline in ["old", "old.json"] {
        let finding = check("old", baseline);
        assert!(!finding.contains('['), "{finding}");
    }
    let rest = "[other keys of the plan changed: ";
    for (name, input, more, says) in [
        ("stdin", "after", "", rest),
        ("environment", "before", "env = [\"A=b\"]\n", rest),
        ("files", "before", "files = [\"data\"]\n", rest),
        ("profile", "before", "profile = true\n", rest),
        (
            "limits",
            "before",
            "max_cycles = 50_000_000\n",
            "[limits changed: none -> 50000000 cycles]",
        ),
    ] {
        folder.file("input", input);
        folder.file("plan.toml", plan(more));
        folder.go(&format!("batch plan.toml -q --out {name}"), 0);
        for baseline in ["old", "old.json"] {
            let finding = check(name, baseline);
            assert!(finding.contains(says), "{name}: {finding}");
        }
        // A report alone does not know them.
        let finding = check(&format!("{name}/wc/itanium.json"), "old/wc/itanium.json");
        assert!(!finding.contains('['), "{finding}");
    }
}

#[test]
fn arguments_are_compared_one_by_one_and_a_run_that_did_not_start_has_no_mode() {
    let folder = suite("arguments");
    let run = |report: &str, arguments: &[&str]| {
        let line = ["run", "-q", "--report", report, "./hello"];
        let ended = epicycle_in(&folder.0, &[&line, arguments].concat(), b"");
        assert!(ended.status < 125, "{}", ended.stderr);
    };
    run("one.json", &["a b"]);
    run("two.json", &["a", "b"]);
    run("escape.json", &["\u{1b}[31m", ""]);
    let text = folder.go("compare one.json two.json --exit-code", 1).text();
    assert!(text.contains("arguments: \"a b\" -> a b\n"), "{text}");
    let text = folder.go("compare two.json escape.json", 0).text();
    assert!(
        text.contains("arguments: a b -> \"\\u{1b}[31m\" \"\"\n"),
        "{text}"
    );
    folder.go("batch plan.toml -q --out whole", 0);
    folder.file("hello", "no program");
    folder.go("batch plan.toml -q --out broken", 3);
    let text = folder.go("compare whole broken", 0).text();
    assert!(
        text.contains("outcome: ") && !text.contains("mode: "),
        "{text}"
    );
}

#[test]
fn a_finding_is_one_line_without_control_characters() {
    let folder = suite("one-line");
    folder.file(
        "rules.toml",
        "[[rule]]\nname = \"two\\nlines\\u001b[31m\"\nmetric = \"cycles\"\nmin = 1_000_000\n",
    );
    folder.go("batch plan.toml -q --out old", 0);
    let text = folder.go("check rules.toml old", 1).text();
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(
        text.starts_with("wc/itanium: two\\nlines\\u{1b}[31m: "),
        "{text}"
    );
    let text = folder.go("check rules.toml old --github", 1).text();
    assert!(
        text.starts_with("::error title=two\\nlines\\u{1b}[31m::wc/itanium"),
        "{text}"
    );
}

#[test]
fn runs_that_a_batch_lacks_are_named_by_whatever_compares_it() {
    let folder = suite("lacking");
    let other = "[[workload]]\nname = \"other\"\npath = \"hello\"\n";
    folder.file("plan.toml", plan(other));
    folder.go("batch plan.toml -q --out part --shard 1/2", 0);
    let says = "part: 1 of the 2 runs of the plan are missing: other/itanium\n";
    for line in [
        "compare part --value cycles",
        "compare part part --exit-code",
        "compare part part --format csv",
    ] {
        let ended = folder.go(line, 0);
        assert!(ended.stderr.contains(says), "{line}: {}", ended.stderr);
    }
    let ended = folder.go("compare part part -w wc", 0);
    assert_eq!(ended.stderr, "");
    let json = folder.go("compare part part --format json", 0).text();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["incomplete"].as_array().unwrap().len(), 2);
    let merged = folder.go("merge --out merged part", 3).text();
    assert!(merged.contains("--resume"), "{merged}");
}

#[test]
fn merged_results_replace_no_shard() {
    let folder = suite("merge-into-shard");
    let other = "[[workload]]\nname = \"other\"\npath = \"hello\"\n";
    folder.file("plan.toml", plan(other));
    for shard in ["1", "2"] {
        folder.go(
            &format!("batch plan.toml -q --out s{shard} --shard {shard}/2"),
            0,
        );
    }
    std::os::unix::fs::symlink("s1", folder.path("link")).unwrap();
    let before = folder.text("s1/summary.json");
    for out in ["s1", "./s2/", "link", "s1 --replace"] {
        let ended = folder.go(&format!("merge s1 s2 --out {out}"), 2);
        let says = "it is one of the shards; name another folder with --out";
        assert!(ended.stderr.contains(says), "{}", ended.stderr);
        assert_eq!(folder.text("s1/summary.json"), before);
    }
    folder.go("merge s1 s2 --out all", 0);
}

#[test]
fn tables_say_that_they_leave_estimates_out() {
    let folder = suite("estimates");
    let sort = repository("workloads/bin/sort");
    let sort = sort.to_str().unwrap();
    let run = ["run", "-q", "--sample", "--report", "sampled.json", sort];
    assert_eq!(epicycle_in(&folder.0, &run, b"").status, 0);
    folder.go("run -q --report exact.json ./hello", 0);
    let says = "leave out the estimates of sampled runs (sort/itanium)";
    for (line, status) in [
        ("compare sampled.json --value cycles", 2),
        ("compare exact.json sampled.json --value cycles", 0),
        ("report sampled.json --csv tables", 0),
    ] {
        let ended = folder.go(line, status);
        assert!(ended.stderr.contains(says), "{line}: {}", ended.stderr);
    }
    let ended = folder.go("compare sampled.json --value instructions", 0);
    assert_eq!(ended.stderr, "");
}

#[test]
fn a_functional_batch_refuses_what_needs_time_and_says_what_it_leaves_out() {
    let folder = suite("needs-time");
    for (key, value) in [
        ("roi_start", "\"main\""),
        ("roi_stop", "\"100\""),
        ("max_cycles", "1000"),
        ("watchdog", "1000"),
    ] {
        folder.file("plan.toml", plan(&format!("{key} = {value}\n")));
        for options in ["--out out", "--dry-run"] {
            let ended = folder.go(&format!("batch plan.toml --functional {options}"), 2);
            let says =
                format!("plan plan.toml: workload \"wc\": {key} needs the cycle model; take");
            assert!(ended.stderr.contains(&says), "{}", ended.stderr);
            assert!(!folder.path("out").exists());
        }
    }
    folder.file("plan.toml", plan("profile = true\ninterval = 100\n"));
    let ended = folder.go("batch plan.toml --functional --out out", 0);
    for key in ["profile", "interval"] {
        let says = format!("wc: {key} is left out");
        assert!(ended.stderr.contains(&says), "{}", ended.stderr);
    }
    // One line for each key, however many workloads a matrix makes.
    let many = "profile = true\nargs = [\"{n}\"]\n[workload.matrix]\nn = [1, 2, 3, 4]\n";
    folder.file("plan.toml", plan(many));
    let ended = folder.go("batch plan.toml --functional --dry-run", 0);
    let said = ended.stderr.matches("is left out").count();
    assert!(
        said == 1 && ended.stderr.contains(" and 3 others: profile is left out"),
        "{}",
        ended.stderr
    );
}

#[test]
fn a_file_in_the_place_of_a_report_that_no_batch_has_written_is_kept() {
    let folder = suite("foreign");
    folder.file("results/wc/itanium.json", "mine");
    for options in ["", "--resume"] {
        let ended = folder.go(&format!("batch plan.toml -q --out results {options}"), 2);
        let says = "wc/itanium.json is in no summary; give another folder with --out";
        assert!(ended.stderr.contains(says), "{}", ended.stderr);
        assert_eq!(folder.text("results/wc/itanium.json"), "mine");
    }
    folder.go("batch plan.toml -q --out results --replace", 0);
    folder.go("batch plan.toml -q --out results", 0);
}
