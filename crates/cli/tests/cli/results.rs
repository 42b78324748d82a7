//! Does a folder of results say what ran, and never hold anything else?

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::support::{Ended, Folder, epicycle_in, guest, names, tree};
use report::{RunState, Summary};

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

struct Suite(Folder);

impl Suite {
    fn new(test: &str, more: &str) -> Self {
        let folder = Folder::new(&format!("results-{test}"));
        for name in ["hello", "args", "spin"] {
            folder.file(&format!("bin/{name}"), fs::read(guest(name)).unwrap());
        }
        folder.file("plan.toml", format!("{PLAN}{more}"));
        Self(folder)
    }

    fn batch(&self, options: &str, status: i32) -> Ended {
        self.0
            .go(&format!("batch plan.toml --functional {options}"), status)
    }

    fn summary(&self, folder: &str) -> Summary {
        report::read(&self.0.path(&format!("{folder}/summary.json"))).unwrap()
    }
}

const SPIN: &str = "[[workload]]\nname = \"spin\"\npath = \"bin/spin\"\n";

#[test]
fn overrides_are_in_the_names_of_config_file_and_row_with_the_values_of_the_config() {
    let suite = Suite::new("names", "");
    let set = "--set caches.l2.bytes=49152 --set memory.latency=200";
    let ended = suite.batch(&format!("-q --out out {set}"), 0);
    let name = "itanium+caches.l2.bytes=49152+memory.latency=200";
    assert!(ended.text().contains(name), "{}", ended.text());
    assert!(suite.0.path(&format!("out/hello/{name}.json")).exists());
    assert_eq!(suite.summary("out").runs[0].config, name);
}

/// Values that differ in blanks alone are two machines, also for whatever reads the folder.
#[test]
fn blanks_of_text_are_in_the_names_of_configs() {
    let sweep = "[sweep]\ndescription = [\"a b\", \"ab\"]\n";
    let suite = Suite::new("blanks", sweep);
    suite.batch("-q --out out", 0);
    let named = |text: &str| format!("itanium+description={text}");
    let configs = |folder: &str| {
        let runs = suite.summary(folder).runs;
        let hello = runs.into_iter().filter(|run| run.workload == "hello");
        hello.map(|run| run.config).collect::<Vec<_>>()
    };
    assert_eq!(configs("out"), [named("a b"), named("ab")]);
    assert!(
        suite
            .0
            .path("out/hello/itanium+description=a b.json")
            .exists()
    );
    let whole = tree(&suite.0.path("out"));
    suite.batch("-q --out out --resume", 0);
    assert!(tree(&suite.0.path("out")) == whole);
    for shard in ["1", "2"] {
        suite.batch(&format!("-q --out {shard} --shard {shard}/2"), 0);
    }
    suite.0.go("merge --out merged 1 2", 0);
    assert!(tree(&suite.0.path("merged")) == whole);
    let rule = "[[rule]]\nname = \"it\"\nconfig = \"itanium+description=a b\"\nmetric = \"instructions\"\nmax = 1\n";
    suite.0.file("rules.toml", rule);
    let found = suite.0.go("check rules.toml merged", 1).text();
    let broken = found.lines().filter(|line| line.contains(": it: "));
    let names: Vec<&str> = broken.filter_map(|line| line.split(": ").next()).collect();
    let expected = ["hello", "args"].map(|it| format!("{it}/{}", named("a b")));
    assert_eq!(names, expected, "{found}");
    let compared = suite.0.go(
        "compare out --rows workload --cols config --value instructions",
        0,
    );
    assert!(compared.text().contains("description=a b"));
}

#[test]
fn a_folder_of_no_batch_is_named_as_one_with_the_remedy() {
    let suite = Suite::new("no-batch", "");
    fs::create_dir(suite.0.path("folder")).unwrap();
    let said = |line: &str| suite.0.go(line, 2).stderr;
    let empty = said("report folder");
    assert!(
        empty.contains("cannot read folder/summary.json: there is none, the folder holds no results of a batch; name one that `epicycle batch --out` has written"),
        "{empty}"
    );
    suite
        .0
        .go("run --quiet --report folder/r.json bin/hello", 0);
    for line in ["report folder", "compare folder folder"] {
        let said = said(line);
        let remedy =
            "if it holds reports, name them (`epicycle report FILE...`, `compare FILE FILE`)";
        assert!(said.contains(remedy), "{said}");
    }
    suite.0.go("report folder/r.json", 0);
}

#[test]
fn a_merge_without_room_leaves_no_journal() {
    let suite = Suite::new("merge-room", "");
    suite.0.go("batch plan.toml -q --out shard", 0);
    let merge = |blocks: &str| {
        let _ = fs::remove_dir_all(suite.0.path("merged"));
        let output = Command::new("sh")
            .args(["-c", "ulimit -f $0; exec \"$@\"", blocks])
            .args([
                env!("CARGO_BIN_EXE_epicycle"),
                "merge",
                "--out",
                "merged",
                "shard",
            ])
            .current_dir(&suite.0.0)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("File too large"), "{said}");
        let left = names(&suite.0.path("merged"));
        assert!(left.iter().all(|name| !name.starts_with('.')), "{left:?}");
        left
    };
    // 512 bytes: no summary can be written.
    merge("1");
    // 4 KB: the summary fits, and no report.
    assert!(merge("8").contains(&"summary.json".to_owned()));
    assert_eq!(suite.summary("merged").missing.len(), 2);
    suite.0.go("merge --out merged shard", 0);
}

#[test]
fn runs_that_had_ended_when_a_batch_was_killed_are_reported_and_merged() {
    let suite = Suite::new("journal", "");
    suite.batch("-q --out out", 0);
    let (summary, merged) = ("out/summary.json", "merged/summary.json");
    let whole = suite.0.text(summary);
    let mut killed = suite.summary("out");
    let mut journal = String::new();
    for line in std::mem::take(&mut killed.runs) {
        killed.missing.push(report::MissingRun {
            index: line.index,
            workload: line.workload.clone(),
            config: line.config.clone(),
        });
        journal.push_str(&serde_json::to_string(&line).unwrap());
        journal.push('\n');
    }
    suite.0.file(summary, report::to_json(&killed));
    suite.0.file("out/.ended.jsonl", &journal);
    let shown = suite.0.go("report out", 0).text();
    assert!(!shown.contains("missing"), "{shown}");
    suite.0.go("merge --out merged out", 0);
    assert_eq!(suite.0.text(merged), whole);
    // The line of the second run was being written.
    suite
        .0
        .file("out/.ended.jsonl", &journal[..journal.len() - 9]);
    let shown = suite.0.go("report out", 0).text();
    assert!(shown.contains("1 of the 2 runs"), "{shown}");
    assert!(shown.contains("missing: args/itanium"), "{shown}");
    // A line of a run that the summary does not miss, or of another file, is not taken.
    suite.0.file(
        "out/.ended.jsonl",
        journal.replace("hello/itanium.json", "../x.json"),
    );
    let shown = suite.0.go("report out", 0).text();
    assert!(shown.contains("missing: hello/itanium"), "{shown}");
}

#[test]
fn a_folder_of_other_runs_is_refused_and_the_same_command_is_not() {
    let suite = Suite::new("others", "");
    suite.batch("-q --out out", 0);
    suite.batch("-q --out out", 0);
    for (options, word) in [
        ("--max-instructions 5", "other limits"),
        (
            "--set memory.latency=200",
            "args/itanium.json is of none of the runs",
        ),
        ("-w hello", "args/itanium.json is of none of the runs"),
    ] {
        let ended = suite.batch(&format!("-q --out out {options}"), 2);
        assert!(ended.stderr.contains(word), "{}", ended.stderr);
    }
    fs::copy(suite.0.path("bin/args"), suite.0.path("bin/hello")).unwrap();
    let ended = suite.batch("-q --out out", 2);
    assert!(ended.stderr.contains("another program"), "{}", ended.stderr);
}

#[test]
fn replaced_results_leave_nothing_that_the_summary_does_not_list() {
    let suite = Suite::new("replace", "");
    suite.batch("-q --out out", 0);
    suite.0.file("out/hello/notes.json", "{}");
    suite.batch(
        "-q --out out --replace -w hello --set memory.latency=200",
        0,
    );
    assert!(!suite.0.path("out/args").exists());
    assert!(!suite.0.path("out/hello/itanium.json").exists());
    assert!(suite.0.path("out/hello/notes.json").exists());
    assert_eq!(suite.summary("out").runs.len(), 1);
}

#[test]
fn a_report_that_no_summary_lists_is_refused() {
    let suite = Suite::new("stray", "");
    suite.batch("-q --out out", 0);
    fs::remove_file(suite.0.path("out/summary.json")).unwrap();
    fs::rename(
        suite.0.path("out/hello/itanium.json"),
        suite.0.path("out/hello/old.json"),
    )
    .unwrap();
    let ended = suite.batch("-q --out out", 2);
    assert!(ended.stderr.contains("hello/old.json"), "{}", ended.stderr);
}

#[test]
fn a_killed_batch_leaves_a_summary_that_names_what_is_missing_and_can_be_resumed() {
    let suite = Suite::new("killed", SPIN);
    let mut child = Command::new(env!("CARGO_BIN_EXE_epicycle"))
        .env_remove("RUST_LOG")
        .args([
            "batch",
            "plan.toml",
            "--functional",
            "--out",
            "out",
            "--jobs",
            "1",
        ])
        .args(["--max-instructions", "50G"])
        .current_dir(&suite.0.0)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The two short runs end at once, the third one never.
    let mut progress = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(progress.by_ref().take(2).all(|line| line.is_ok()));
    // While it goes on the folder is its own.
    let second = suite.batch("-q --out out", 2);
    assert!(
        second
            .stderr
            .contains("another batch writes results to out"),
        "{}",
        second.stderr
    );
    child.kill().unwrap();
    child.wait().unwrap();
    let report = suite.0.run("report out");
    assert_eq!(report.status, 0);
    assert!(report.text().contains("incomplete: ") && report.text().contains("spin/itanium"));
    // The limits are other ones now, so everything is run again.
    let ended = suite.batch(
        "--out out --resume --max-instructions 50G --timeout 0.01",
        3,
    );
    assert!(
        ended.text().contains("depends on the host"),
        "{}",
        ended.text()
    );
    assert_eq!(suite.summary("out").runs.len(), 3);
    assert!(!suite.0.path("out/.lock").exists());
}

#[test]
fn a_resumed_batch_repeats_only_what_is_not_there_whole() {
    let suite = Suite::new("resume", "");
    suite.batch("-q --out out", 0);
    let whole = fs::read(suite.0.path("out/args/itanium.json")).unwrap();
    fs::write(
        suite.0.path("out/args/itanium.json"),
        &whole[..whole.len() / 2],
    )
    .unwrap();
    let ended = suite.batch("--out out --resume", 0);
    assert!(
        ended.stderr.contains("1 of 2 runs are there already"),
        "{}",
        ended.stderr
    );
    assert!(ended.stderr.contains("args/itanium") && !ended.stderr.contains("hello/itanium"));
    assert_eq!(
        fs::read(suite.0.path("out/args/itanium.json")).unwrap(),
        whole
    );
}

/// `--functional` given or forgotten at a resumption cost timed reports, with their profiles and intervals.
#[test]
fn a_resumed_batch_replaces_no_results_of_the_other_mode() {
    let suite = Suite::new("resume-mode", "profile = true\ninterval = 100\n");
    suite.0.go("batch plan.toml -q --out timed", 0);
    suite.batch("-q --out functional", 0);
    for (folder, options, kept) in [
        ("timed", "--functional", "args/itanium.profile"),
        ("functional", "", "args/itanium.json"),
    ] {
        let before = fs::read(suite.0.path(&format!("{folder}/{kept}"))).unwrap();
        let again = format!("batch plan.toml -q --out {folder} {options}");
        let ended = suite.0.go(&format!("{again} --resume"), 2);
        let says = "holds results of other runs: hello/itanium is of another mode, timed or functional; give another folder with --out, or remove them with --replace";
        assert!(ended.stderr.contains(says), "{}", ended.stderr);
        let after = fs::read(suite.0.path(&format!("{folder}/{kept}"))).unwrap();
        assert_eq!(before, after);
        suite.0.go(&format!("{again} --replace"), 0);
    }
}

/// A profile and counts by interval that are cut, or of another run, are not the results of the run.
#[test]
fn a_resumed_batch_repeats_what_has_damaged_files_beside_its_report() {
    let suite = Suite::new(
        "resume-beside",
        "profile = true\ninterval = 100\n[[workload]]\nname = \"other\"\npath = \"bin/hello\"\nprofile = true\ninterval = 100\n",
    );
    // In full: functional runs have no such files.
    let batch = |options: &str| suite.0.run(&format!("batch plan.toml --out out {options}"));
    assert_eq!(batch("-q").status, 0);
    for file in ["itanium.profile", "itanium.intervals.jsonl"] {
        let path = suite.0.path(&format!("out/args/{file}"));
        let whole = fs::read(&path).unwrap();
        let text = String::from_utf8(whole.clone()).unwrap();
        let shorter = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
        let other = fs::read(suite.0.path(&format!("out/other/{file}"))).unwrap();
        for damaged in [&whole[..whole.len() / 2], &whole[..shorter], &other, b""] {
            fs::write(&path, damaged).unwrap();
            let ended = batch("--resume");
            assert!(
                ended.stderr.contains("2 of 3 runs are there already")
                    && ended.stderr.contains("args/itanium"),
                "{file}, {} bytes: {}",
                damaged.len(),
                ended.stderr
            );
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
    }
    let ended = batch("--resume");
    assert!(ended.stderr.contains("3 of 3 runs are there already"));
}

#[test]
fn a_limit_is_called_a_limit_and_fails_the_run_unless_the_plan_wants_it() {
    let suite = Suite::new("limit", SPIN);
    let ended = suite.batch("-q --out out --max-instructions 2K -w spin", 3);
    assert!(
        ended
            .text()
            .contains("failed: spin/itanium: stopped at the limit of instructions")
    );
    assert!(
        ended.text().contains(" FAILED (limit) "),
        "{}",
        ended.text()
    );
    let run = &suite.summary("out").runs[0];
    assert_eq!((run.state, run.instructions), (RunState::Limit, 2_000));
    suite.0.file(
        "plan.toml",
        format!("{PLAN}{SPIN}max_instructions = \"2K\"\noutcome = \"limit\"\n"),
    );
    let ended = suite.batch("-q --out wanted", 0);
    assert!(ended.text().contains(" limit "), "{}", ended.text());
}

#[test]
fn report_and_merge_name_failed_runs_and_their_reasons_as_the_batch_does() {
    let suite = Suite::new("named", SPIN);
    suite.batch("-q --out out --max-instructions 2K", 3);
    let said = |command: &str, status| suite.0.go(command, status).text();
    let failed = "\nfailed: spin/itanium: stopped at the limit of instructions\n";
    for text in [
        said("merge --out merged out", 3),
        said("report out", 0),
        said("report --all out", 0),
        said("report -w spin out", 0),
    ] {
        assert!(text.contains(failed), "{text}");
    }
    let text = said("report -w args out", 0);
    assert!(!text.contains("failed: spin"), "{text}");
}

#[test]
fn runs_that_a_name_leaves_out_of_a_report_are_not_missing() {
    let suite = Suite::new("left-out", "");
    suite.batch("-q --out out", 0);
    let said = |command: &str| suite.0.go(command, 0).text();
    for text in [said("report out -w args"), said("report out -w args --all")] {
        assert!(!text.contains("incomplete"), "{text}");
    }
    suite.batch("-q --out part --shard 1/2", 0);
    let lacking = |text: String| {
        let found = text.lines().find(|line| line.starts_with("incomplete: "));
        found.unwrap_or_else(|| panic!("{text}")).to_owned()
    };
    let name = &suite.summary("part").runs[0].workload;
    let whole = lacking(said("report part"));
    assert_eq!(lacking(said(&format!("report part -w {name}"))), whole);
}

#[test]
fn limits_of_cycles_and_of_host_time_are_named() {
    let suite = Suite::new("limits", SPIN);
    let ended = suite
        .0
        .run("batch plan.toml -q --out cycles -w spin --max-cycles 10K");
    assert_eq!(ended.status, 3);
    assert!(
        ended.text().contains("stopped at the limit of cycles"),
        "{}",
        ended.text()
    );
    let ended = suite.batch("-q --out time -w spin --timeout 0.05", 3);
    assert!(
        ended.text().contains("depends on the host"),
        "{}",
        ended.text()
    );
}

#[test]
fn a_batch_says_what_still_runs_and_how_far_it_is_unless_it_is_quiet() {
    let suite = Suite::new("remind", SPIN);
    let options = "-w spin --timeout 4 --remind 0.2";
    let ended = suite.batch(&format!("--out out {options}"), 3);
    assert!(
        ended.stderr.contains("still running after ") && ended.stderr.contains("spin/itanium, ")
    );
    let quiet = suite.batch(&format!("--out quiet -q {options}"), 3);
    assert!(!quiet.stderr.contains("still running"), "{}", quiet.stderr);
    assert!(quiet.text().contains("spin"), "{}", quiet.text());
}

#[test]
fn plans_of_devices_and_of_wrong_limits_are_refused() {
    let suite = Suite::new("plans", "");
    let device = suite.0.run("batch /dev/zero -q --out out");
    assert_eq!(device.status, 2);
    assert!(
        device.stderr.contains("not a regular file"),
        "{}",
        device.stderr
    );
    for wrong in [
        "max_instructions = \"many\"",
        "timeout = -1",
        "timeout = 0",
        "outcome = \"perhaps\"",
        "max_cycles = 0",
    ] {
        suite.0.file("plan.toml", format!("{PLAN}{SPIN}{wrong}\n"));
        suite.batch("-q --out out", 2);
    }
}

#[test]
fn a_plan_can_come_from_standard_input() {
    let suite = Suite::new("stdin", "");
    let ended = epicycle_in(
        &suite.0.0,
        &["batch", "-", "-q", "--functional", "--out", "out"],
        PLAN.as_bytes(),
    );
    assert_eq!(ended.status, 0, "{}", ended.stderr);
}

#[test]
fn progress_for_machines_and_the_speed_of_the_host_are_written_on_request() {
    let suite = Suite::new("progress", "");
    let line = "batch plan.toml --functional --out out --progress json --host-report host.json";
    let ended = suite.0.run(line);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let events: Vec<serde_json::Value> = ended
        .stderr
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        events[0],
        serde_json::json!({"event": "begin", "runs": 2, "kept": 0, "stored": 0})
    );
    let ends = events.iter().filter(|event| event["event"] == "end");
    assert_eq!(
        ends.map(|event| event["state"].as_str().unwrap())
            .collect::<Vec<_>>(),
        ["ok"; 2]
    );
    let host: serde_json::Value =
        serde_json::from_slice(&fs::read(suite.0.path("host.json")).unwrap()).unwrap();
    assert_eq!(host["runs"].as_array().unwrap().len(), 2);
    let inside = suite
        .0
        .run("batch plan.toml --functional --out out --host-report out/host.json");
    assert_eq!(inside.status, 2);
    assert!(
        inside.stderr.contains("name a file elsewhere"),
        "{}",
        inside.stderr
    );
}

#[test]
fn a_batch_writes_its_page_and_tables_as_report_does() {
    let suite = Suite::new("page-and-tables", "");
    suite.batch("--out out --page page.html --csv tables", 0);
    let report = ["report", "out", "-o", "again.html", "--csv", "again"];
    let ended = epicycle_in(&suite.0.0, &report, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    for (one, other) in [
        ("page.html", "again.html"),
        ("tables/runs.csv", "again/runs.csv"),
        ("tables/numbers.csv", "again/numbers.csv"),
    ] {
        let read = |name: &str| fs::read_to_string(suite.0.path(name)).unwrap();
        assert!(read(one) == read(other) && read(one).len() > 100, "{one}");
    }
    for (more, reason) in [
        ("--page out/page.html", "out holds nothing but"),
        ("--csv out/tables", "; name a folder elsewhere"),
        ("--page missing/page.html", "missing/page.html"),
        ("--page -", "name a file"),
        ("--csv page.html", "page.html"),
    ] {
        let ended = suite.batch(&format!("--out out {more}"), 2);
        assert!(ended.stderr.contains(reason), "{more}: {}", ended.stderr);
    }
}

#[test]
fn a_table_of_results_says_which_reports_are_gone() {
    let folder = Folder::new("results-gone");
    folder.file("hello", fs::read(guest("hello")).unwrap());
    let plan = "configs = [\"itanium\"]\n[[workload]]\nname = \"hello\"\npath = \"hello\"\n";
    folder.file("plan.toml", plan);
    folder.go("batch plan.toml -q --out out", 0);
    assert_eq!(folder.go("report out", 0).stderr, "");
    fs::remove_file(folder.path("out/hello/itanium.json")).unwrap();
    let said = folder.go("report out", 0).stderr;
    assert!(
        said.contains("the report of hello/itanium is gone"),
        "{said}"
    );
}

/// Tables simply lacked the run.
#[test]
fn pages_and_tables_name_the_reports_that_are_lost_or_cannot_be_read() {
    let suite = Suite::new("unread", "");
    suite.batch("-q --out out", 0);
    let outputs = ["--csv csv", "--svg svg", "-o page.html", "--parquet p"];
    for output in outputs {
        let said = suite.0.go(&format!("report out {output}"), 0).stderr;
        assert_eq!(said, "", "{output}");
    }
    fs::remove_file(suite.0.path("out/hello/itanium.json")).unwrap();
    fs::write(suite.0.path("out/args/itanium.json"), "{").unwrap();
    for output in outputs {
        let said = suite.0.go(&format!("report out {output}"), 0).stderr;
        for words in [
            "the numbers of hello/itanium are left out: cannot read out/hello/itanium.json: No such file",
            "the numbers of args/itanium are left out: out/args/itanium.json: not what ",
            "`epicycle batch --resume` makes the report again",
        ] {
            assert!(said.contains(words), "{output}: {said}");
        }
    }
    let page = suite.0.text("page.html");
    let heading =
        "The reports of 2 of 2 runs are lost or cannot be read; their numbers are left out";
    assert!(page.contains(heading) && !page.contains("runs failed"));
    // What is said to help helps.
    suite.batch("-q --out out --resume", 0);
    assert_eq!(suite.0.go("report out --csv csv", 0).stderr, "");
}

/// The charts were written before the page found their folder in its place.
#[test]
fn a_page_in_the_place_of_a_folder_of_charts_is_refused_before_anything_is_written() {
    let suite = Suite::new("page-is-folder", "");
    suite.0.go("batch plan.toml -q --out out", 0);
    for options in ["-o x --svg x", "-o x --csv x", "-o x/cycles.svg --svg x"] {
        let said = suite.0.go(&format!("report out {options}"), 2).stderr;
        assert!(said.contains("cannot write "), "{options}: {said}");
        assert!(!suite.0.path("x").exists(), "{options}");
    }
    suite.0.go("report out -o x/page.html --svg x --csv x", 0);
    for name in ["page.html", "cycles.svg", "runs.csv"] {
        assert!(suite.0.path("x").join(name).exists(), "{name}");
    }
}
