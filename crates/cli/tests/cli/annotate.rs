//! Do the cycles of the instructions sum to those of the run, and do the counts stand where they belong?

use serde_json::Value;

use crate::support::{Folder, epicycle_in, guest, repository};

#[test]
fn the_cycles_of_the_instructions_sum_to_those_of_the_run() {
    let folder = Folder::new("annotate");
    let crc = repository("workloads/bin/crc");
    let crc = crc.to_str().unwrap();
    for config in ["itanium", "itanium2"] {
        let run = [
            "run", "--quiet", "--config", config, "--report", "r.json", crc,
        ];
        assert_eq!(epicycle_in(&folder.0, &run, b"").status, 0);
        let report = std::fs::read_to_string(folder.path("r.json")).unwrap();
        let report: Value = serde_json::from_str(&report).unwrap();
        let arguments = [
            "annotate", "--json", "--config", config, "--out", "list", crc,
        ];
        assert_eq!(epicycle_in(&folder.0, &arguments, b"").status, 0);
        let listing = std::fs::read_to_string(folder.path("list")).unwrap();
        let lines: Vec<Value> = listing
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let sum = |key: &str| -> u64 { lines.iter().map(|line| line[key].as_u64().unwrap()).sum() };
        assert_eq!(sum("cycles"), report["cycles"].as_u64().unwrap());
        assert_eq!(sum("retired"), report["instructions"].as_u64().unwrap());
        let classes = report["stalls"].as_object().unwrap().values();
        for (cause, cycles) in classes.flat_map(|class| class.as_object().unwrap()) {
            let is_it = |name: &str| name.split(':').next() == Some(cause);
            let found: u64 = lines
                .iter()
                .flat_map(|line| line["cycles_by_cause"].as_object().unwrap())
                .filter(|(name, _)| is_it(name))
                .map(|(_, cycles)| cycles.as_u64().unwrap())
                .sum();
            assert_eq!(found, cycles.as_u64().unwrap(), "{cause} on {config}");
        }
        if config == "itanium" {
            let events = &report["events"];
            let event = |name: &str| events[name].as_u64().unwrap();
            // The event leaves branches out.
            let predicated_off: u64 = lines
                .iter()
                .filter(|line| !line["text"].as_str().unwrap().contains("br."))
                .map(|line| line["retired"].as_u64().unwrap() - line["executed"].as_u64().unwrap())
                .sum();
            assert_eq!(predicated_off, event("PREDICATE_SQUASHED_RETIRED"));
            assert_eq!(
                sum("mispredicted"),
                event("BRANCH_PREDICTOR_ALL_WRONG_PATH")
                    + event("BRANCH_PREDICTOR_ALL_WRONG_TARGET")
            );
            // Some fetches missed where nothing was executed in the end.
            let misses = report["caches"]["l1i"]["read_misses"].as_u64().unwrap();
            assert!((1..=misses).contains(&sum("l1i_misses")));
        }
    }
}

#[test]
fn a_listing_names_functions_instructions_and_what_they_wait_for() {
    let folder = Folder::new("listing");
    let sort = repository("workloads/bin/sort");
    let arguments = ["annotate", "--symbol", "merge_sort", sort.to_str().unwrap()];
    let ended = epicycle_in(&folder.0, &arguments, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let text = ended.text();
    // What the program prints comes first.
    assert!(text.starts_with("quick "), "{text}");
    let listing = &text[text.find("\nmerge_sort:\n").unwrap()..];
    assert!(!listing.contains("\nquick_sort:\n"));
    assert!(listing.contains("[MMI]       mov r2=r33"), "{listing}");
    assert!(listing.contains("data_integer: load from L3 "), "{listing}");
    assert!(listing.contains("<merge_sort+0x"), "{listing}");
}

#[test]
fn what_cannot_be_annotated_is_said() {
    let folder = Folder::new("unannotated");
    let sort = repository("workloads/bin/sort");
    let sort = sort.to_str().unwrap();
    let spin = guest("null-store");
    let spin = spin.to_str().unwrap();
    for (arguments, status, message) in [
        (
            &["annotate", "--symbol", "nowhere", sort][..],
            2,
            "has no symbol nowhere",
        ),
        (&["annotate", "missing"], 3, "missing"),
        (
            &["annotate", "--out", "/dev/full", sort],
            2,
            "cannot write listing /dev/full: ",
        ),
        (&["annotate", spin], 3, "killed by signal 11"),
    ] {
        let ended = epicycle_in(&folder.0, arguments, b"");
        assert_eq!(ended.status, status, "{arguments:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(message), "{}", ended.stderr);
    }
}

/// `noploop` with a function around all of its code, and with `main` as a label in it.
fn one_function(folder: &Folder) -> String {
    let mut program = std::fs::read(guest("noploop")).unwrap();
    // Symbols are behind all else. The address and the size of one are the last 16 of its 24 bytes, its type is in the fifth.
    let symbol = |address: u64, size: u64| {
        let key = [address.to_le_bytes(), size.to_le_bytes()].concat();
        let found = program.windows(16).rposition(|bytes| bytes == key);
        found.unwrap() - 8
    };
    let (start, main) = (
        symbol(0x4000_0000_0000_0400, 64),
        symbol(0x4000_0000_0000_04c0, 464),
    );
    program[start + 16..][..8].copy_from_slice(&0x400_u64.to_le_bytes());
    program[main + 4] &= 0xf0;
    program[main + 16..][..8].fill(0);
    let path = folder.file("labelled", program);
    path.to_str().unwrap().to_owned()
}

#[test]
fn all_commands_name_the_function_of_an_address_as_annotate_does() {
    let folder = Folder::new("annotate-names");
    let program = one_function(&folder);
    let said = |arguments: &[&str]| {
        let ended = epicycle_in(&folder.0, arguments, b"");
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        ended.text()
    };
    let run = |options: &[&str]| said(&[options, &[&program, "500"]].concat());
    let listing = run(&["annotate", "--json"]);
    assert!(listing.contains("\"symbol\":\"_start\""), "{listing}");
    assert!(!listing.contains("\"symbol\":\"main\""), "{listing}");
    for text in [
        run(&["monitors", "--json", "--period", "10"]),
        run(&["profileme", "--quiet", "--period", "10"]),
        run(&[
            "profileme",
            "--quiet",
            "--period",
            "10",
            "--by",
            "instruction",
        ]),
        said(&["schedule", &program]),
        said(&["schedule", "--json", &program]),
        said(&["schedule", "--function", "_start", &program]),
    ] {
        assert!(text.contains("_start"), "{text}");
        // Operands are named as objdump does.
        assert!(!text.replace("<main", "").contains("main"), "{text}");
    }
}
