//! Is a profile the whole of its run, and do all its readers say the same?

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{Folder, epicycle_in, guest, repository};

/// The workloads that the repository has.
fn workloads() -> Vec<std::path::PathBuf> {
    let mut all: Vec<_> = fs::read_dir(repository("workloads/bin"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    all.sort();
    assert!(all.len() > 10);
    all
}

/// Runs a program with a profile; the profile and the report.
fn record(folder: &Folder, config: &str, program: &Path, arguments: &[&str]) -> (Value, Value) {
    let options = [
        "--quiet",
        "--config",
        config,
        "--profile",
        "profile",
        "--report",
        "report",
    ];
    let mut run = vec!["run"];
    run.extend(options);
    run.push(program.to_str().unwrap());
    run.extend(arguments);
    let ended = epicycle_in(&folder.0, &run, b"");
    assert!(ended.stderr.is_empty(), "{}", ended.stderr);
    let read = |name| {
        let text = fs::read_to_string(folder.path(name)).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    (read("profile"), read("report"))
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value}"))
}

/// Sums of `cycles_by_cause` by the causes that reports name.
fn by_stall<'v>(all: impl Iterator<Item = &'v Value>) -> BTreeMap<String, u64> {
    let mut sums = BTreeMap::new();
    for (cause, cycles) in all.flat_map(|one| one.as_object().into_iter().flatten()) {
        let stall = cause.split(':').next().unwrap();
        *sums.entry(stall.to_owned()).or_default() += number(cycles);
    }
    sums
}

#[test]
fn the_sums_of_every_workload_by_instruction_function_and_path_are_those_of_its_report() {
    let folder = Folder::new("profile-sums");
    for (index, program) in workloads().iter().enumerate() {
        let config = ["itanium", "itanium2"][index % 2];
        let (profile, report) = record(&folder, config, program, &[]);
        let name = program.display();
        let functions = profile["functions"].as_array().unwrap();
        let instructions = || {
            functions
                .iter()
                .flat_map(|one| one["instructions"].as_array().unwrap())
        };
        let paths = profile["paths"].as_array().unwrap();
        let behind: u64 = profile["behind"]
            .as_object()
            .unwrap()
            .values()
            .map(number)
            .sum();
        let sum = |values: &mut dyn Iterator<Item = &Value>, key: &str| -> u64 {
            values.map(|one| number(&one[key])).sum()
        };
        let cycles = number(&report["cycles"]);
        assert_eq!(number(&profile["cycles"]), cycles, "{name}");
        assert_eq!(
            sum(&mut functions.iter(), "cycles") + behind,
            cycles,
            "{name}"
        );
        assert_eq!(
            sum(&mut instructions(), "cycles") + behind,
            cycles,
            "{name}"
        );
        assert_eq!(sum(&mut paths.iter(), "cycles") + behind, cycles, "{name}");
        let retired = sum(&mut instructions(), "retired");
        assert_eq!(retired, number(&report["instructions"]), "{name}");
        let causes = |one: &'static str| move |value: &'_ Value| value[one].clone();
        let of = |values: Vec<Value>| by_stall(values.iter().chain([&profile["behind"]]));
        let by_instruction = of(instructions().map(causes("cycles_by_cause")).collect());
        let by_function = of(functions.iter().map(causes("cycles_by_cause")).collect());
        let by_path = of(paths.iter().map(causes("cycles_by_cause")).collect());
        for (class, stalls) in report["stalls"].as_object().unwrap() {
            for (stall, cycles) in stalls.as_object().unwrap() {
                for sums in [&by_instruction, &by_function, &by_path] {
                    let found = sums.get(stall).copied().unwrap_or_default();
                    assert_eq!(found, number(cycles), "{class}.{stall} of {name}");
                }
            }
        }
        let kinds = ["relative.", "return.", "indirect."];
        let branches = report["branches"].as_object().unwrap().iter();
        let mispredicted: u64 = instructions()
            .map(|one| one["mispredicted"].as_u64().unwrap_or_default())
            .sum();
        let wrong: u64 = branches
            .filter(|(key, _)| {
                key.contains("_wrong_") && kinds.iter().any(|kind| key.starts_with(kind))
            })
            .map(|(_, count)| number(count))
            .sum();
        assert_eq!(mispredicted, wrong, "{name}");
    }
}

#[test]
fn a_report_is_the_same_with_and_without_a_profile() {
    let folder = Folder::new("profile-bytes");
    for (config, workload) in [("itanium", "sort"), ("itanium2", "crc")] {
        let program = repository("workloads/bin").join(workload);
        record(&folder, config, &program, &[]);
        let with = fs::read(folder.path("report")).unwrap();
        let run = [
            "run",
            "--quiet",
            "--config",
            config,
            "--report",
            "plain",
            program.to_str().unwrap(),
        ];
        assert_eq!(epicycle_in(&folder.0, &run, b"").status, 0);
        assert!(
            with == fs::read(folder.path("plain")).unwrap(),
            "{workload}"
        );
    }
}

#[test]
fn what_annotate_and_report_read_is_what_the_run_recorded() {
    let folder = Folder::new("profile-read");
    let sort = repository("workloads/bin/sort");
    let (profile, _) = record(&folder, "itanium", &sort, &[]);
    let run = |arguments: &[&str]| {
        let ended = epicycle_in(&folder.0, arguments, b"");
        assert_eq!(ended.status, 0, "{arguments:?}: {}", ended.stderr);
        ended.text()
    };
    // The listing of the profile is that of a run.
    let read = run(&["annotate", "--json", "profile"]);
    assert_eq!(
        run(&["annotate", "profile", "--json"]),
        read,
        "options may stand behind a profile"
    );
    run(&["annotate", "--json=again", sort.to_str().unwrap()]);
    assert_eq!(read, fs::read_to_string(folder.path("again")).unwrap());
    let lines = read
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let sum: u64 = lines.map(|line| number(&line["cycles"])).sum();
    let functions = profile["functions"].as_array().unwrap();
    assert_eq!(
        sum,
        functions
            .iter()
            .map(|one| number(&one["cycles"]))
            .sum::<u64>()
    );

    let json: Value = serde_json::from_str(&run(&["report", "--json", "profile"])).unwrap();
    assert_eq!(json, profile);
    let text = run(&["report", "profile"]);
    assert!(
        text.contains("merge_sort") && text.contains("largest cause  "),
        "{text}"
    );

    let folded = run(&["report", "--folded", "-", "profile"]);
    let cycles = folded.lines().map(|line| line.rsplit_once(' ').unwrap().1);
    let sum: u64 = cycles.map(|cycles| cycles.parse::<u64>().unwrap()).sum();
    let behind: u64 = profile["behind"]
        .as_object()
        .unwrap()
        .values()
        .map(number)
        .sum();
    assert_eq!(sum + behind, number(&profile["cycles"]));
    assert!(
        folded
            .lines()
            .any(|line| line.starts_with("_start;main;merge_sort ")),
        "{folded}"
    );

    run(&[
        "report",
        "--firefox",
        "f.json",
        "--pprof",
        "f.pb",
        "-o",
        "f.html",
        "profile",
    ]);
    let firefox: Value =
        serde_json::from_str(&fs::read_to_string(folder.path("f.json")).unwrap()).unwrap();
    let weights = firefox["threads"][0]["samples"]["weight"]
        .as_array()
        .unwrap();
    assert_eq!(
        weights.iter().map(number).sum::<u64>() + behind,
        number(&profile["cycles"])
    );
    assert!(fs::read(folder.path("f.pb")).unwrap().len() > 1000);
    let page = fs::read_to_string(folder.path("f.html")).unwrap();
    assert!(page.contains("<svg ") && page.contains("merge_sort"));
}

#[test]
fn a_comparison_names_the_function_and_the_cause_that_changed_most() {
    let folder = Folder::new("profile-compare");
    let sort = repository("workloads/bin/sort");
    for config in ["itanium", "itanium2"] {
        record(&folder, config, &sort, &[]);
        fs::rename(folder.path("profile"), folder.path(config)).unwrap();
    }
    let run = |arguments: &[&str]| epicycle_in(&folder.0, arguments, b"");
    let same = run(&["compare", "--exit-code", "itanium", "itanium"]);
    assert_eq!(same.status, 0, "{}", same.stderr);
    assert!(same.text().contains("nothing differs"));
    let ended = run(&[
        "compare",
        "--exit-code",
        "--format",
        "json",
        "itanium",
        "itanium2",
    ]);
    assert_eq!(ended.status, 1, "{}", ended.stderr);
    let diff: Value = serde_json::from_str(&ended.text()).unwrap();
    let functions = diff["functions"].as_array().unwrap();
    let changes: Vec<i64> = functions
        .iter()
        .map(|one| one["change"].as_i64().unwrap())
        .collect();
    assert!(
        changes.windows(2).all(|two| two[0].abs() >= two[1].abs()),
        "{changes:?}"
    );
    for function in functions {
        for key in ["causes", "places"] {
            let parts = function[key].as_array().unwrap();
            let sum: i64 = parts
                .iter()
                .map(|one| one["change"].as_i64().unwrap())
                .sum();
            assert_eq!(
                sum,
                function["change"].as_i64().unwrap(),
                "{key} of {function}"
            );
        }
    }
    let text = run(&["compare", "itanium", "itanium2"]).text();
    assert!(text.contains("  merge_sort\n"), "{text}");
    let mixed = run(&["compare", "itanium", "report"]);
    assert_eq!(mixed.status, 2);
    assert!(
        mixed
            .stderr
            .contains("report: no profile, but itanium is one"),
        "{}",
        mixed.stderr
    );
}

#[test]
fn a_profile_goes_through_a_pipe() {
    let folder = Folder::new("profile-pipe");
    record(&folder, "itanium", &guest("call-paths"), &[]);
    let profile = fs::read(folder.path("profile")).unwrap();
    for command in [
        &["report"][..],
        &["report", "--folded", "-"],
        &["annotate", "--json"],
        &["compare", "--format", "json", "profile"],
    ] {
        let named = epicycle_in(&folder.0, &[command, &["profile"]].concat(), b"");
        let piped = epicycle_in(&folder.0, &[command, &["-"]].concat(), &profile);
        assert_eq!(piped.status, 0, "{command:?}: {}", piped.stderr);
        assert_eq!(piped.text(), named.text(), "{command:?}");
    }
    // A report still does.
    let report = fs::read(folder.path("report")).unwrap();
    let ended = epicycle_in(&folder.0, &["report", "-"], &report);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
}

#[test]
fn a_damaged_profile_is_said() {
    let folder = Folder::new("profile-damaged");
    for (text, message) in [
        (
            "{\"profile_version\": 1}",
            "not what `epicycle run --profile` writes",
        ),
        ("{\"profile_version\": 7}", "version 7 of the profile"),
    ] {
        fs::write(folder.path("profile"), text).unwrap();
        for command in [&["report", "profile"][..], &["annotate", "profile"]] {
            let ended = epicycle_in(&folder.0, command, b"");
            assert_eq!(ended.status, 2, "{}", ended.stderr);
            assert!(ended.stderr.contains(message), "{}", ended.stderr);
        }
    }
    let ended = epicycle_in(&folder.0, &["report", "--folded", "-", "missing"], b"");
    assert_eq!(ended.status, 2);
    assert!(ended.stderr.contains("no profile"), "{}", ended.stderr);

    let (_, report) = record(&folder, "itanium", &guest("call-paths"), &[]);
    let whole = fs::read_to_string(folder.path("profile")).unwrap();
    let cycles = format!("\n  \"cycles\": {},", number(&report["cycles"]));
    assert!(whole.contains(&cycles));
    fs::write(
        folder.path("changed"),
        whole.replace(&cycles, "\n  \"cycles\": 5,"),
    )
    .unwrap();
    fs::write(folder.path("cut"), &whole[..whole.len() / 2]).unwrap();
    for (arguments, message) in [
        (&["report", "changed"][..], "not to 5; record it again"),
        (&["annotate", "changed"], "changed: damaged, "),
        (
            &["annotate", "cut"],
            "cut: not what `epicycle run --profile` writes: EOF",
        ),
        (
            &["compare", "missing", "profile"],
            "cannot read missing: No such file",
        ),
        (
            &["compare", "profile", "missing"],
            "cannot read missing: No such file",
        ),
    ] {
        let ended = epicycle_in(&folder.0, arguments, b"");
        assert_eq!(ended.status, 2, "{arguments:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(message), "{}", ended.stderr);
    }
}

#[test]
fn the_profile_keeps_its_schema() {
    let folder = Folder::new("profile-schema");
    let (profile, _) = record(&folder, "itanium2", &guest("checks"), &[]);
    let schema = repository("crates/profile/schema/profile.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&profile)
        .map(|it| it.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
}

/// Twelve bottlenecks of tests/guests/bottlenecks.S: argument, function, machines, words of the cause, instruction.
const PLANTED: [(&str, &str, &[&str], &str, &str); 12] = [
    (
        "a",
        "mispredicted_branch",
        &["itanium", "itanium2"],
        "mispredicted branch",
        "br.cond.dptk",
    ),
    (
        "b",
        "second_level_miss",
        &["itanium", "itanium2"],
        "load from L3",
        "ld8 r10=[r9]",
    ),
    (
        "c",
        "busy_port",
        &["itanium", "itanium2"],
        "split issue group",
        "getf.sig r10=f7",
    ),
    (
        "d",
        "early_multimedia_use",
        &["itanium"],
        "multimedia result used early",
        "add r14=r9,r0",
    ),
    (
        "e",
        "deeper",
        &["itanium", "itanium2"],
        "register stack spill",
        "alloc r32=",
    ),
    (
        "f",
        "failing_check",
        &["itanium", "itanium2"],
        "failed check",
        "chk.a.clr r10",
    ),
    (
        "g",
        "split_group",
        &["itanium", "itanium2"],
        "split issue group",
        "nop.m 0x0",
    ),
    (
        "h",
        "late_brp",
        &["itanium"],
        "taken branch",
        "br.cloop.sptk.few.clr",
    ),
    (
        "i",
        "tlb_thrash",
        &["itanium", "itanium2"],
        "data TLB walk",
        "ld8 r10=[r9]",
    ),
    (
        "j",
        "full_store_queue",
        &["itanium", "itanium2"],
        "store buffer full",
        "st8 [r9]=r0",
    ),
    (
        "k",
        "bus_bound_stream",
        &["itanium", "itanium2"],
        "load from memory",
        "ld8 r1",
    ),
    (
        "l",
        "late_branch_register",
        &["itanium", "itanium2"],
        "mispredicted branch",
        "br.few b6",
    ),
];

#[test]
fn run_names_planted_bottlenecks_and_annotate_the_instructions_to_blame() {
    let folder = Folder::new("profile-planted");
    let program = guest("bottlenecks");
    let program = program.to_str().unwrap();
    for (argument, function, configs, cause, instruction) in PLANTED {
        for config in configs {
            let run = [
                "run",
                "--config",
                config,
                "--profile",
                "profile",
                program,
                argument,
            ];
            let ended = epicycle_in(&folder.0, &run, b"");
            assert_eq!(ended.status, 0, "{}", ended.stderr);
            let mut lines = ended.stderr.lines();
            let largest = lines.find(|line| line.contains("largest cause  ")).unwrap();
            let expected = format!("  {function}  ");
            assert!(
                largest.contains(&expected),
                "{config} {argument}: {largest}"
            );
            assert!(largest.contains(cause), "{config} {argument}: {largest}");
            let ended = epicycle_in(&folder.0, &["annotate", "--json", "profile"], b"");
            assert_eq!(ended.status, 0, "{}", ended.stderr);
            let text = ended.text();
            let lines: Vec<Value> = text
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            let of_cause = |line: &Value, key: &str| -> u64 {
                let causes = line[key].as_object().unwrap();
                let found = causes.iter().filter(|(name, _)| name.contains(cause));
                found.map(|(_, cycles)| number(cycles)).sum()
            };
            // The instruction that is waited for where one is known, else the one that waits.
            let blamed = lines.iter().any(|line| of_cause(line, "blamed") > 0);
            let key = if blamed { "blamed" } else { "cycles_by_cause" };
            let most = lines.iter().max_by_key(|line| of_cause(line, key)).unwrap();
            assert_eq!(most["symbol"], function, "{config}: {most}");
            let found = most["text"].as_str().unwrap();
            assert!(found.contains(instruction), "{config} {argument}: {most}");
        }
    }
}

#[test]
fn returns_over_several_callers_and_jumps_instead_of_calls_keep_the_call_paths() {
    let folder = Folder::new("profile-paths");
    record(&folder, "itanium", &guest("call-paths"), &[]);
    let ended = epicycle_in(&folder.0, &["report", "--folded", "-", "profile"], b"");
    let text = ended.text();
    let stacks: Vec<&str> = text
        .lines()
        .map(|line| line.rsplit_once(' ').unwrap().0)
        .collect();
    assert_eq!(
        stacks,
        [
            "_start",
            "_start;leaf",
            "_start;outer",
            "_start;outer;jumper",
            "_start;outer;leaf",
            "_start;outer;middle",
            "_start;outer;middle2",
            "_start;outer;middle2;far2",
            "_start;outer;middle;far",
        ]
    );
}

#[test]
fn folders_with_profiles_are_compared_down_to_the_instruction() {
    let folder = Folder::new("profiles-batch");
    let plan = |configs: &str| {
        format!(
            "configs = {configs}\n[[workload]]\nname = \"paths\"\npath = \"bin/call-paths\"\noutcome = \"any\"\nprofile = true\n"
        )
    };
    folder.file("bin/call-paths", fs::read(guest("call-paths")).unwrap());
    folder.file("plan.toml", plan("[\"itanium\"]"));
    for (out, more) in [
        ("one", &[][..]),
        ("two", &["--no-isolate", "--set", "memory.latency=400"]),
    ] {
        let fixed = ["batch", "plan.toml", "-q", "--out", out];
        let ended = epicycle_in(&folder.0, &[&fixed[..], more].concat(), b"");
        assert_eq!(ended.status, 0, "{}", ended.stderr);
    }
    let two = "two/paths/itanium+memory.latency=400.profile";
    let lone = [
        "compare",
        "--format",
        "json",
        "one/paths/itanium.profile",
        two,
    ];
    let lone = epicycle_in(&folder.0, &lone, b"");
    assert_eq!(lone.status, 0, "{}", lone.stderr);
    let lone: Value = serde_json::from_slice(&lone.stdout).unwrap();
    let json = epicycle_in(
        &folder.0,
        &["compare", "--format", "json", "one", "two"],
        b"",
    );
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    let diffs: Vec<&Value> = json["profiles"].as_object().unwrap().values().collect();
    assert_eq!(diffs, [&lone]);
    let text = epicycle_in(&folder.0, &["compare", "one", "two"], b"").text();
    let largest = lone["functions"][0]["name"].as_str().unwrap();
    let (_, by_function) = text.split_once(": by function\n").unwrap();
    assert!(by_function.contains(largest), "{text}");
    // A profile of another run than that of the report is not compared.
    fs::copy(folder.path(two), folder.path("one/paths/itanium.profile")).unwrap();
    let stale = epicycle_in(&folder.0, &["compare", "one", "two"], b"");
    assert_eq!(stale.status, 0, "{}", stale.stderr);
    assert!(!stale.text().contains(": by function"), "{}", stale.text());
    let said = "one/paths/itanium.profile: not of the run whose report lies beside it";
    assert!(stale.stderr.contains(said), "{}", stale.stderr);
}

#[test]
fn a_word_behind_a_profile_is_an_option_or_refused() {
    let folder = Folder::new("profile-arguments");
    record(&folder, "itanium2", &repository("workloads/bin/crc"), &[]);
    let before = epicycle_in(&folder.0, &["annotate", "--top", "1", "profile"], b"");
    let behind = epicycle_in(&folder.0, &["annotate", "profile", "--top", "1"], b"");
    assert_eq!(
        (behind.status, &behind.stdout),
        (0, &before.stdout),
        "{}",
        behind.stderr
    );
    for (word, said) in [
        ("word", "a profile takes no arguments, but options"),
        ("--nosuch", "unexpected argument '--nosuch'"),
    ] {
        let ended = epicycle_in(&folder.0, &["annotate", "profile", word], b"");
        assert_eq!(ended.status, 2, "{}", ended.stderr);
        assert!(ended.stderr.contains(said), "{}", ended.stderr);
    }
    // Those that every command takes stay what they are.
    let logged = epicycle_in(
        &folder.0,
        &["-v", "annotate", "profile", "-v", "--top", "1"],
        b"",
    );
    assert_eq!(
        (logged.status, &logged.stdout),
        (0, &before.stdout),
        "{}",
        logged.stderr
    );
}

#[test]
fn an_option_that_says_how_a_program_runs_is_refused_for_a_profile_before_or_behind_it() {
    let folder = Folder::new("profile-options");
    record(&folder, "itanium2", &repository("workloads/bin/crc"), &[]);
    for option in [
        &["--config", "itanium"][..],
        &["--set", "frequency_hz=1000000"],
        &["--max-cycles", "5"],
        &["--roi-start", "main"],
        &["--env", "A=B"],
        &["--writable"],
    ] {
        let said = format!(
            "profile: a profile, of a run that has been; {} is about running",
            option[0]
        );
        let before = [&["annotate"], option, &["profile"]].concat();
        let behind = [&["annotate", "profile"], option].concat();
        for arguments in [before, behind] {
            let ended = epicycle_in(&folder.0, &arguments, b"");
            assert_eq!(ended.status, 2, "{arguments:?}: {}", ended.stderr);
            assert!(ended.stderr.contains(&said), "{}", ended.stderr);
        }
    }
    let quiet = epicycle_in(&folder.0, &["annotate", "--quiet", "profile"], b"");
    assert_eq!(quiet.status, 0, "{}", quiet.stderr);
}

/// A watchdog hears each group of what is timed in full, so that the profile beside it does too; alone it is told of them together.
#[test]
fn a_profile_is_the_same_however_its_groups_are_told() {
    let folder = Folder::new("profile-groups");
    for program in ["atomics", "ctlspec", "strsearch"] {
        let program = repository("workloads/bin").join(program);
        let mut profiles = ["alone", "beside"].map(|name| {
            let mut run = vec![
                "run",
                "--quiet",
                "--max-instructions",
                "300000",
                "--profile",
                name,
            ];
            if name == "beside" {
                run.extend(["--watchdog", "1000000"]);
            }
            run.push(program.to_str().unwrap());
            let ended = epicycle_in(&folder.0, &run, b"");
            assert!(ended.stderr.is_empty(), "{}", ended.stderr);
            let text = fs::read_to_string(folder.path(name)).unwrap();
            serde_json::from_str::<Value>(&text).unwrap()
        });
        for profile in &mut profiles {
            // What ended the run is said with the state of the processor beside a watchdog.
            profile["outcome"].take();
        }
        assert!(profiles[0] == profiles[1], "{}", program.display());
    }
}

/// The second thread of `thread-executes` executes a program, which forks and waits two calls below its beginning.
#[test]
fn a_program_that_another_thread_than_the_first_executes_keeps_its_call_paths_behind_a_switch() {
    let folder = Folder::new("profile-thread-executes");
    for config in ["itanium", "itanium2"] {
        let (profile, report) = record(&folder, config, &guest("thread-executes"), &[]);
        assert_eq!(report["outcome"]["status"], 3);
        let paths = profile["paths"].as_array().unwrap();
        let begin = paths.iter().filter(|path| path["caller"].is_null());
        assert_eq!(begin.count(), 2, "as many as threads began: {paths:#?}");
    }
}
