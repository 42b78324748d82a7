//! Do a plan's short forms stand for the runs that they say?

use std::fs;

use report::Summary;
use serde_json::Value;

use crate::support::{Ended, Folder, epicycle_in, guest, repository};

#[test]
fn a_key_that_a_sweep_has_wrong_is_named_with_the_plan_and_the_sweep() {
    let plan = |line: &str| {
        format!(
            "configs = [\"itanium\"]\n[sweep]\n{line}\n[[workload]]\nname = \"hello\"\npath = \"bin/hello\"\n"
        )
    };
    for (line, said) in [
        (
            "\"caches.l2.byts\" = [1, 2]",
            "[sweep] caches.l2.byts=1: unknown key \"caches.l2.byts\"; did you mean",
        ),
        (
            "\"caches.l2.bytes\" = [49152, 5]",
            "[sweep] caches.l2.bytes=5: caches.l2.bytes = 5: 6 ways of",
        ),
        (
            "\"caches.l2.bytes\" = [\"x\"]",
            "[sweep] caches.l2.bytes=\"x\": caches.l2.bytes = \"x\": the key holds an integer",
        ),
        (
            "\"caches..bytes\" = [1]",
            "[sweep]: caches..bytes=1: the path has an empty part",
        ),
    ] {
        let suite = Suite::new("wrong-keys", &plan(line));
        let refusal = suite.refusal("");
        let said = format!("epicycle: plan plan.toml: {said}");
        assert!(refusal.starts_with(&said), "{refusal}");
    }
    let suite = Suite::new("wrong-option", &plan("memory.latency = [100, 200]"));
    let refusal = suite.refusal("--set frequency_hzz=3");
    let said = "epicycle: --set frequency_hzz=3: unknown key";
    assert!(refusal.starts_with(said), "{refusal}");
}

#[test]
fn a_sweep_that_does_not_fit_one_of_the_configs_names_it() {
    let plan = "configs = [\"itanium\", \"itanium2*\"]\n[sweep]\n\"caches.l2.bytes\" = [\"48K\"]\n[[workload]]\nname = \"hello\"\npath = \"bin/hello\"\n";
    let refusal = Suite::new("one-config", plan).refusal("");
    assert!(
        refusal.contains("48 sets") && refusal.contains("(config itanium2"),
        "{refusal}"
    );
}

#[test]
fn the_plan_of_sweeps_in_the_documents_is_one() {
    let text = fs::read_to_string(repository("docs/reports.md")).unwrap();
    let plans = text
        .split("```toml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next());
    let plan = plans
        .filter(|plan| plan.contains("[sweep]"))
        .collect::<String>();
    let suite = Suite::new("documents", &plan);
    suite.0.file("machines/mine.toml", "base = \"itanium\"\n");
    suite.0.file("bin/nops", fs::read(guest("hello")).unwrap());
    let runs = suite.runs("");
    let first = "nops+size=100/itanium+caches.l2.bytes=49152+memory.latency=100";
    assert_eq!(runs[0], first);
    assert!(runs.iter().any(|run| run.contains("mine+")), "{runs:?}");
}

struct Suite(Folder);

impl Suite {
    fn new(test: &str, plan: &str) -> Self {
        let folder = Folder::new(&format!("sweeps-{test}"));
        for name in ["hello", "args"] {
            folder.file(&format!("bin/{name}"), fs::read(guest(name)).unwrap());
        }
        folder.file("plan.toml", plan);
        Self(folder)
    }

    fn batch(&self, options: &str, status: i32) -> Ended {
        self.0.go(&format!("batch plan.toml -q {options}"), status)
    }

    /// What `--dry-run` lists.
    fn runs(&self, options: &str) -> Vec<String> {
        let text = self.batch(&format!("--dry-run {options}"), 0).text();
        text.lines().map(str::to_owned).collect()
    }

    fn refusal(&self, options: &str) -> String {
        self.batch(&format!("--dry-run {options}"), 2).stderr
    }
}

const SWEPT: &str = r#"
configs = ["itanium"]

[sweep]
"caches.l2.bytes" = ["48K", "96K"]
memory.latency = [100, 200]

[[workload]]
name = "hello"
path = "bin/hello"
"#;

const MATRIX: &str = r#"
configs = ["itanium"]

[[workload]]
name = "args"
path = "bin/args"
args = ["{word}", "-{count}{other}"]
env = ["WORD={word}"]
outcome = "any"
status = 0

[workload.matrix]
word = ["a", "b"]
count = [1, 20]

[[workload]]
name = "hello"
path = "bin/hello"
"#;

#[test]
fn a_sweep_runs_every_combination_under_a_name_with_the_values_of_the_config() {
    let suite = Suite::new("product", SWEPT);
    let names: Vec<String> = [(49152, 100), (49152, 200), (98304, 100), (98304, 200)]
        .map(|(bytes, latency)| format!("itanium+caches.l2.bytes={bytes}+memory.latency={latency}"))
        .into();
    let lines: Vec<String> = names.iter().map(|name| format!("hello/{name}")).collect();
    assert_eq!(suite.runs(""), lines);
    let ended = suite.batch("--out out", 0);
    assert!(ended.text().contains(&names[3]), "{}", ended.text());
    let summary: Summary = report::read(&suite.0.path("out/summary.json")).unwrap();
    let run: Vec<&String> = summary.runs.iter().map(|run| &run.config).collect();
    assert_eq!(run, names.iter().collect::<Vec<_>>());
    let report =
        report::read::<report::Report>(&suite.0.path(&format!("out/hello/{}.json", names[2])));
    let effective = report.unwrap().config.effective;
    assert_eq!(
        effective.pointer("/caches/l2/bytes"),
        Some(&Value::from(98304))
    );
    assert_eq!(
        effective.pointer("/memory/latency"),
        Some(&Value::from(100))
    );
}

#[test]
fn zip_pairs_the_values_of_a_sweep() {
    let suite = Suite::new("zip", &SWEPT.replace("[sweep]", "[sweep]\nzip = true"));
    assert_eq!(
        suite.runs(""),
        [
            "hello/itanium+caches.l2.bytes=49152+memory.latency=100",
            "hello/itanium+caches.l2.bytes=98304+memory.latency=200"
        ]
    );
}

#[test]
fn a_matrix_gives_each_combination_its_arguments_and_its_name() {
    let suite = Suite::new("matrix", MATRIX);
    assert_eq!(
        suite.runs(""),
        [
            "args+word=a+count=1/itanium",
            "args+word=a+count=20/itanium",
            "args+word=b+count=1/itanium",
            "args+word=b+count=20/itanium",
            "hello/itanium"
        ]
    );
    suite.batch("--out out --plan-json list.json", 0);
    let list = fs::read(suite.0.path("list.json")).unwrap();
    let list: Value = serde_json::from_slice(&list).unwrap();
    let third = &list[2]["workload"];
    // What is no name of the matrix stays as it is.
    assert_eq!(third["args"], serde_json::json!(["b", "-1{other}"]));
    assert_eq!(third["env"], serde_json::json!(["WORD=b"]));
    let report: report::Report =
        report::read(&suite.0.path("out/args+word=b+count=20/itanium.json")).unwrap();
    assert_eq!(report.workload.args, ["b", "-20{other}"]);
}

#[test]
fn patterns_choose_workloads_and_configs() {
    let suite = Suite::new("patterns", MATRIX);
    assert_eq!(suite.runs("-w h*"), ["hello/itanium"]);
    assert_eq!(suite.runs("-w args").len(), 4);
    assert_eq!(
        suite.runs("-w args+word=a*"),
        [
            "args+word=a+count=1/itanium",
            "args+word=a+count=20/itanium"
        ]
    );
    let shipped = |prefix: &str| {
        let names = config::SHIPPED.iter().map(|shipped| shipped.name);
        names.filter(|name| name.starts_with(prefix)).count()
    };
    assert_eq!(
        suite.runs("-w hello -c itanium2*").len(),
        shipped("itanium2")
    );
    for name in ["one", "two"] {
        suite
            .0
            .file(&format!("machines/{name}.toml"), "base = \"itanium\"\n");
    }
    assert_eq!(
        suite.runs("-w hello -c machines/*.toml"),
        ["hello/one", "hello/two"]
    );
    assert!(
        suite
            .refusal("-w zzz*")
            .contains("there is no workload \"zzz*\"")
    );
    assert!(suite.refusal("-c zzz*").contains("no config fits \"zzz*\""));
}

#[test]
fn a_config_that_is_named_before_its_pattern_is_not_repeated_wherever_the_plan_is() {
    let folder = Folder::new("sweeps-named-before");
    for place in [".", "plan"] {
        let file = |name: &str, text: &str| folder.file(&format!("{place}/{name}"), text);
        file("a.toml", "base = \"itanium\"\n");
        file("b.toml", "base = \"itanium2\"\n");
        folder.file(&format!("{place}/w"), fs::read(guest("hello")).unwrap());
        file(
            "list.toml",
            "configs = [\"./a.toml\", \"[ab].toml\"]\n[[workload]]\nname = \"w\"\npath = \"w\"\n",
        );
    }
    for list in ["list.toml", "./list.toml", "plan/list.toml"] {
        let line = format!("batch {list} --dry-run");
        assert_eq!(folder.go(&line, 0).text(), "w/a\nw/b\n", "{list}");
    }
}

#[test]
fn a_plan_of_more_runs_than_allowed_is_refused_with_their_number() {
    let suite = Suite::new("guard", SWEPT);
    let refusal = suite.refusal("--max-runs 3");
    assert!(refusal.contains("has 4 runs, and at most 3"), "{refusal}");
    assert_eq!(suite.runs("--max-runs 4").len(), 4);
    let keys = (0..70).map(|index| format!("\"caches.k{index}\" = [1, 2]\n"));
    let huge = SWEPT.replace(
        "[sweep]\n",
        &format!("[sweep]\n{}", keys.collect::<String>()),
    );
    let refusal = Suite::new("huge", &huge).refusal("");
    assert!(refusal.contains("at most 10000"), "{refusal}");
    // Each matrix alone is within the bound.
    let values = (0..300)
        .map(|value| value.to_string())
        .collect::<Vec<_>>()
        .join(", ");
    let wide = |name: u32| {
        format!(
            "[[workload]]\nname = \"w{name}\"\npath = \"bin/args\"\nargs = [\"{{a}}{{b}}\"]\n\
             [workload.matrix]\na = [{values}]\nb = [{values}]\n"
        )
    };
    let wide = format!("configs = [\"itanium\"]\n{}{}", wide(1), wide(2));
    let refusal = Suite::new("wide", &wide).refusal("");
    assert!(refusal.contains("more than 100000 workloads"), "{refusal}");
}

#[test]
fn what_contradicts_itself_is_refused_with_the_remedy() {
    let swept = Suite::new("contradictions", SWEPT);
    let refusal = swept.refusal("--set memory.latency=1");
    assert!(
        refusal.contains("the plan's sweep gives this key"),
        "{refusal}"
    );
    for (text, replaced, word) in [
        (SWEPT, ("[100, 200]", "100"), "write memory.latency = [100]"),
        (SWEPT, ("latency =", "latncy ="), "memory.latncy"),
        (MATRIX, ("{word}", "word"), "there is no {word} in args"),
        (MATRIX, ("[1, 20]", "[]"), "count has no values"),
        (MATRIX, ("[1, 20]", "[\"a/b\"]"), "args+word=a+count=a/b"),
        (MATRIX, ("[1, 20]", "[1, 1]"), "two workloads are named"),
    ] {
        let suite = Suite::new("refused", &text.replace(replaced.0, replaced.1));
        let refusal = suite.refusal("");
        assert!(refusal.contains(word), "{refusal}");
    }
}

#[test]
fn shards_of_a_sweep_merge_into_the_whole() {
    let suite = Suite::new("shards", SWEPT);
    assert_eq!(suite.runs("--shard 2/3").len(), 1);
    suite.batch("--out whole", 0);
    for shard in ["1/3", "2/3", "3/3"] {
        suite.batch(&format!("--shard {shard} --out s{}", &shard[..1]), 0);
    }
    let merged = epicycle_in(
        &suite.0.0,
        &["merge", "s1", "s2", "s3", "--out", "all"],
        b"",
    );
    assert_eq!(merged.status, 0, "{}", merged.stderr);
    let read = |folder: &str| fs::read(suite.0.path(&format!("{folder}/summary.json"))).unwrap();
    assert_eq!(read("all"), read("whole"));
}
