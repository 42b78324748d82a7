//! Profiles of a C program with `-g`, inlined functions and a signal handler (crates/cli/tests/source), and of threads: lines, call paths, sums.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{Folder, epicycle_in, guest, repository};

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value}"))
}

/// A program's profile and report.
fn record(folder: &Folder, config: &str, program: &Path) -> (Value, Value) {
    let program = program.to_str().unwrap();
    let line = [
        "run",
        "--quiet",
        "--config",
        config,
        "--profile",
        "profile",
        "--report",
        "report",
        program,
    ];
    let ended = epicycle_in(&folder.0, &line, b"");
    assert!(ended.stderr.is_empty(), "{}", ended.stderr);
    let read = |name| {
        let text = fs::read_to_string(folder.path(name)).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    (read("profile"), read("report"))
}

fn lines_elf() -> std::path::PathBuf {
    repository("crates/cli/tests/source/lines.elf")
}

/// Cycles of all causes of some parts of a profile.
fn spent<'v>(parts: impl Iterator<Item = &'v Value>) -> u64 {
    let causes = parts.filter_map(|part| part["cycles_by_cause"].as_object());
    causes.flat_map(|one| one.values()).map(number).sum()
}

#[test]
fn sums_hold_with_threads_and_signal_handlers() {
    for program in [guest("threads"), lines_elf()] {
        for config in ["itanium", "itanium2"] {
            let folder = Folder::new("profile-threads");
            let (profile, report) = record(&folder, config, &program);
            let name = program.display();
            let behind = profile["behind"].as_object().unwrap().values();
            let behind: u64 = behind.map(number).sum();
            let cycles = number(&report["cycles"]);
            let functions = profile["functions"].as_array().unwrap();
            let instructions = functions
                .iter()
                .flat_map(|one| one["instructions"].as_array().unwrap());
            let paths = profile["paths"].as_array().unwrap();
            assert_eq!(spent(functions.iter()) + behind, cycles, "{name}");
            assert_eq!(spent(instructions.clone()) + behind, cycles, "{name}");
            assert_eq!(spent(paths.iter()) + behind, cycles, "{name}");
            let classes = report["cycle_accounting"].as_object().unwrap().values();
            assert_eq!(classes.map(number).sum::<u64>(), cycles, "{name}");
            let retired: u64 = instructions.map(|one| number(&one["retired"])).sum();
            assert_eq!(retired, number(&report["instructions"]), "{name}");
        }
    }
}

#[test]
fn instructions_have_their_lines_with_what_is_inlined_there() {
    let folder = Folder::new("profile-lines");
    let (profile, _) = record(&folder, "itanium", &lines_elf());
    let files = profile["files"].as_array().unwrap();
    let file = files.iter().position(|file| file == "./lines.c").unwrap();
    let functions = profile["functions"].as_array().unwrap();
    let churn = functions.iter().find(|one| one["name"] == "churn").unwrap();
    let instructions = churn["instructions"].as_array().unwrap();
    // Line 17 is of `mix`, which is inlined at line 25.
    let mixed = instructions
        .iter()
        .find(|one| one["source"][0]["line"] == 17)
        .unwrap();
    let source = mixed["source"].as_array().unwrap();
    assert_eq!(source[0]["line"], 17);
    assert_eq!(source[0]["inlined"], "mix");
    assert_eq!(source[1]["line"], 25);
    assert!(source.iter().all(|place| place["file"] == file));
    assert_eq!(source[1].get("inlined"), None);

    let text = |arguments: &[&str]| {
        let ended = epicycle_in(&folder.0, arguments, b"");
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        ended.text()
    };
    let overview = text(&["report", "profile"]);
    let largest = overview.lines().find(|line| line.contains("largest cause"));
    let largest = largest.unwrap();
    // The multiplication of `square`, inlined in `mix`.
    assert!(largest.contains("  churn  "), "{largest}");
    assert!(largest.contains("  lines.c:1"), "{largest}");
    assert!(largest.ends_with(" inlined)"), "{largest}");
    // The handler is called from what it interrupted, and what it calls from it.
    let stacks = text(&["report", "--folded", "-", "profile"]);
    let handler = stacks
        .lines()
        .filter(|line| line.contains(";handler;churn "));
    assert_eq!(handler.count(), 1, "{stacks}");
    assert!(stacks.contains("_start;start_c;run;churn "), "{stacks}");
    let sources = repository("crates/cli/tests/source");
    let listing = text(&[
        "annotate",
        "--source",
        "--source-path",
        sources.to_str().unwrap(),
        "profile",
    ]);
    for line in [
        "./lines.c:17 (mix inlined): long value = table[i & 63];",
        "./lines.c:46 (run inlined): long sum = churn(500);",
        "./lines.c:24: for (long i = 0; i < times; i++)",
    ] {
        assert!(listing.contains(line), "{line}: {listing}");
    }
}

#[test]
fn source_files_that_are_not_there_are_named_with_what_was_looked_for_and_the_remedy() {
    let folder = Folder::new("profile-no-source");
    record(&folder, "itanium", &lines_elf());
    let said = |arguments: &[&str]| {
        let line = [&["annotate", "--symbol", "churn"], arguments, &["profile"]].concat();
        let ended = epicycle_in(&folder.0, &line, b"");
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        ended.stderr
    };
    assert_eq!(said(&[]), "");
    let absent = said(&["--source"]);
    assert!(absent.contains("no source file ./lines.c"), "{absent}");
    assert!(absent.contains("--source-path DIR"), "{absent}");
    let elsewhere = said(&["--source", "--source-path", "elsewhere"]);
    assert!(
        elsewhere.contains("nor the end of its name under elsewhere"),
        "{elsewhere}"
    );
    let sources = repository("crates/cli/tests/source");
    let sources = sources.to_str().unwrap();
    assert_eq!(said(&["--source", "--source-path", sources]), "");
    // A program without line tables.
    record(&folder, "itanium", &repository("tests/guests/hello"));
    let ended = epicycle_in(&folder.0, &["annotate", "--source", "profile"], b"");
    assert!(
        ended.stderr.contains("build the program with -g"),
        "{}",
        ended.stderr
    );
}

/// The same program without its sections, and so without symbols: its unwind table says where functions begin.
#[test]
fn a_stripped_program_has_its_functions_and_call_paths_by_the_unwind_table() {
    let folder = Folder::new("profile-stripped");
    let (named, _) = record(&folder, "itanium", &lines_elf());
    let mut stripped = fs::read(lines_elf()).unwrap();
    // e_shoff, e_shnum and e_shstrndx.
    for field in [0x28..0x30, 0x3c..0x40] {
        stripped[field].fill(0);
    }
    folder.file("stripped", stripped);
    let (profile, _) = record(&folder, "itanium", &folder.path("stripped"));
    let functions = |profile: &Value| -> Vec<(String, u64)> {
        let all = profile["functions"].as_array().unwrap().iter();
        // Assembly code without directives for unwinding is not in the table.
        let others = ["(no symbol)", "_start", "call"];
        let all = all.filter(|one| !others.contains(&one["name"].as_str().unwrap()));
        all.map(|one| {
            let address = one["address"].as_str().unwrap();
            (address.to_owned(), number(&one["cycles"]))
        })
        .collect()
    };
    let (named, found) = (functions(&named), functions(&profile));
    assert!(named.len() >= 3, "{named:?}");
    for function in &named {
        assert!(found.contains(function), "{function:?}: {found:?}");
    }
    for (address, _) in &found {
        let is_it = |one: &&Value| one["address"] == address.as_str();
        let all = profile["functions"].as_array().unwrap();
        let function = all.iter().find(is_it).unwrap();
        assert_eq!(function["name"], address.as_str());
        assert!(function["symbol"].is_null());
    }
    let ended = epicycle_in(&folder.0, &["report", "--folded", "-", "profile"], b"");
    let stacks = ended.text();
    let deepest = stacks.lines().map(|line| line.matches(';').count()).max();
    assert!(deepest >= Some(3), "{stacks}");
}

/// A program whose call paths are more, and longer, than a profile tells apart: the profile stays whole and says what it folded, and what is
/// made of it fits a gigabyte of address space.
#[test]
fn deep_calls_at_random_are_folded_and_counted_and_every_view_keeps_its_memory() {
    let folder = Folder::new("profile-deep");
    let (profile, report) = record(&folder, "itanium", &guest("deep-calls"));
    let folded = number(&profile["folded_calls"]);
    // 300 chains of 600 calls and the returns' ones; of each chain at most 256 are told apart.
    assert!(folded > 300 * (600 - 256), "{folded}");
    assert!(folded < 300 * 601, "{folded}");
    let paths = profile["paths"].as_array().unwrap();
    assert!(paths.len() > 10_000, "{}", paths.len());
    let mut depths: Vec<u32> = Vec::new();
    for path in paths {
        let above = path["caller"].as_u64();
        depths.push(1 + above.map_or(0, |caller| depths[caller as usize]));
    }
    assert_eq!(depths.iter().max(), Some(&256));
    let behind = profile["behind"].as_object().unwrap().values();
    let behind: u64 = behind.map(number).sum();
    assert_eq!(
        spent(paths.iter()) + behind,
        number(&report["cycles"]),
        "by path"
    );
    for views in [
        "--folded stacks",
        "--pprof pprof",
        "--firefox firefox",
        "-o page.html",
    ] {
        let mut limited = std::process::Command::new("sh");
        limited.args(["-c", "ulimit -v 1000000; exec \"$@\"", "sh"]);
        limited.arg(env!("CARGO_BIN_EXE_epicycle")).arg("report");
        limited.args(views.split(' ')).arg("profile");
        let ended = limited.current_dir(&folder.0).output().unwrap();
        let stderr = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "{views}: {stderr}");
    }
    let note = format!("{folded} calls of deep recursion");
    let overview = epicycle_in(&folder.0, &["report", "profile"], b"").text();
    assert!(overview.contains(&note), "{overview}");
    let page = fs::read_to_string(folder.path("page.html")).unwrap();
    assert!(page.contains(&note));
    let stacks = fs::read_to_string(folder.path("stacks")).unwrap();
    let longest = stacks.lines().map(|line| line.matches(';').count() + 1);
    assert_eq!(longest.max(), Some(256));
}

/// The form of the Firefox Profiler's processed profiles, as its own types say (src/types/profile.ts of firefox-devtools/profiler): every column
/// as long as its table, every index in range, callers before callees.
#[test]
fn a_profile_for_firefox_has_the_form_of_its_types() {
    let folder = Folder::new("profile-firefox");
    let (profile, _) = record(&folder, "itanium", &lines_elf());
    let ended = epicycle_in(
        &folder.0,
        &["report", "--firefox", "f.json", "profile"],
        b"",
    );
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let text = fs::read_to_string(folder.path("f.json")).unwrap();
    let firefox: Value = serde_json::from_str(&text).unwrap();
    let meta = &firefox["meta"];
    for key in ["interval", "startTime"] {
        assert!(meta[key].is_number(), "{key}");
    }
    assert!(meta["preprocessedProfileVersion"].as_u64().unwrap() >= 49);
    let categories = meta["categories"].as_array().unwrap();
    for category in categories {
        assert!(category["name"].is_string() && category["color"].is_string());
        assert_eq!(category["subcategories"][0], "Other");
    }
    let thread = &firefox["threads"][0];
    assert!(thread["pid"].is_string(), "pids are strings");
    let strings = thread["stringArray"].as_array().unwrap().len() as u64;
    let table = |name: &str, columns: &[&str]| {
        let table = &thread[name];
        let length = number(&table["length"]);
        for column in columns {
            let cells = table[*column].as_array();
            let cells = cells.unwrap_or_else(|| panic!("{name}.{column}"));
            assert_eq!(cells.len() as u64, length, "{name}.{column}");
        }
        length
    };
    let frames = table(
        "frameTable",
        &[
            "address",
            "inlineDepth",
            "category",
            "subcategory",
            "func",
            "nativeSymbol",
            "line",
            "column",
        ],
    );
    let functions = table(
        "funcTable",
        &[
            "name",
            "isJS",
            "relevantForJS",
            "resource",
            "lineNumber",
            "columnNumber",
        ],
    );
    let stacks = table("stackTable", &["prefix", "frame"]);
    let samples = table("samples", &["stack", "weight", "timeDeltas"]);
    assert!(samples > 3 && stacks > 3 && frames > 3);
    let column = |table: &str, column: &str| thread[table][column].as_array().unwrap().clone();
    let in_range = |table: &str, name: &str, below: u64| {
        for cell in column(table, name) {
            assert!(
                cell.is_null() || number(&cell) < below,
                "{table}.{name}: {cell}"
            );
        }
    };
    in_range("stackTable", "frame", frames);
    in_range("frameTable", "func", functions);
    in_range("frameTable", "category", categories.len() as u64);
    in_range("funcTable", "name", strings);
    in_range("samples", "stack", stacks);
    for (place, prefix) in (0..).zip(column("stackTable", "prefix")) {
        assert!(
            prefix.is_null() || number(&prefix) < place,
            "{place}: {prefix}"
        );
    }
    assert_eq!(thread["samples"]["weightType"], "samples");
    let weights: u64 = column("samples", "weight").iter().map(number).sum();
    let behind = profile["behind"].as_object().unwrap().values();
    assert_eq!(
        weights + behind.map(number).sum::<u64>(),
        number(&profile["cycles"])
    );
    let deltas = column("samples", "timeDeltas");
    assert!(deltas.iter().all(|delta| delta.as_f64().unwrap() >= 0.0));
}

/// They were taken, and changed nothing.
#[test]
fn options_that_choose_runs_are_refused_for_profiles() {
    let folder = Folder::new("profile-names");
    record(&folder, "itanium", &guest("hello"));
    fs::copy(folder.path("profile"), folder.path("other")).unwrap();
    for (line, says) in [
        (
            "report profile -w x",
            "profile: a profile; --workload is about reports: leave it out",
        ),
        (
            "report profile -c x",
            "profile: a profile; --config is about reports: leave it out",
        ),
        (
            "compare profile other -w x",
            "--workload chooses runs, and two profiles are one run each; leave it out",
        ),
        (
            "compare profile other --sort name",
            "--sort is about numbers of reports",
        ),
    ] {
        let ended = folder.go(line, 2);
        assert!(ended.stderr.contains(says), "{line}: {}", ended.stderr);
    }
    folder.go("compare profile other --top 3 --exit-code", 0);
}
