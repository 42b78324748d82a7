//! `epicycle pfmon` on the shipped workloads, with counts that follow from their sources.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn workload(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../workloads/bin")
        .join(name)
}

fn run(arguments: &str, name: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_epicycle"))
        .arg("pfmon")
        .args(arguments.split_whitespace())
        .arg(workload(name))
        .output()
        .expect("the command runs")
}

/// Standard output with runs of blanks made one.
fn lines(output: &Output) -> Vec<String> {
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

/// The count of an event, from its line.
fn count(lines: &[String], event: &str) -> u64 {
    let line = lines
        .iter()
        .find(|line| line.ends_with(&format!(" {event}")))
        .unwrap_or_else(|| panic!("no count of {event} in {lines:#?}"));
    line.split(' ')
        .next()
        .and_then(|text| text.parse().ok())
        .expect("a number")
}

#[test]
fn a_checkpoint_counts_three_times_the_calls() {
    for (function, calls) in [("leaf_function", 10_000), ("inner_function", 1000)] {
        let output = run(
            &format!("--checkpoint-func={function} -e ia64_inst_retired"),
            "checkpoint",
        );
        assert_eq!(
            count(&lines(&output), "IA64_INST_RETIRED"),
            3 * calls,
            "{function}"
        );
    }
}

#[test]
fn loads_and_stores_are_counted_by_function_and_array() {
    let output = run(
        "--irange=read_large_array_lines --drange=large_array -e loads_retired,stores_retired",
        "checkpoint",
    );
    let lines = lines(&output);
    assert_eq!(count(&lines, "LOADS_RETIRED"), 16_384);
    assert_eq!(count(&lines, "STORES_RETIRED"), 0);
}

#[test]
fn counted_loop_branches_are_counted_by_their_opcode() {
    let both = "--opc-match8=0x1400028003fff1f8 -e ia64_inst_retired,IA64_TAGGED_INST_RETIRED_PMC8";
    let all = count(&lines(&run(both, "cloop")), "IA64_TAGGED_INST_RETIRED_PMC8");
    // cloop_single runs 500 000 and 1 trips, each ended by a br.cloop; the rest is in other loops.
    let single =
        "--irange=cloop_single --opc-match8=0x1400028003fff1f8 -e IA64_TAGGED_INST_RETIRED_PMC8";
    let single = count(
        &lines(&run(single, "cloop")),
        "IA64_TAGGED_INST_RETIRED_PMC8",
    );
    assert_eq!(single, 500_001);
    assert!(all > single);
}

#[test]
fn ranges_print_their_debug_registers() {
    let output = run(
        "--verbose --irange=0x1000-0x1590 -e ia64_inst_retired",
        "checkpoint",
    );
    let lines = lines(&output);
    for line in [
        "irange is [0x1000-0x1590)=1424 bytes",
        "[0x1000-0x1590): 3 register pair(s)",
        "start offset: -0x0 end_offset: +0x70",
        "brp0: db0: 0x0000000000001000 db1: plm=0x8 mask=0x00fffffffffffc00 end=0x00000000000013ff",
        "brp1: db2: 0x0000000000001400 db3: plm=0x8 mask=0x00ffffffffffff00 end=0x00000000000014ff",
        "brp2: db4: 0x0000000000001500 db5: plm=0x8 mask=0x00ffffffffffff00 end=0x00000000000015ff",
        "0 IA64_INST_RETIRED",
    ] {
        assert!(
            lines.iter().any(|shown| shown == line),
            "{line}\n{lines:#?}"
        );
    }
}

#[test]
fn sampled_data_misses_lie_in_the_array_that_misses() {
    let output = run(
        "--irange=read_large_array_lines --long-smpl-periods=500 -e DATA_EAR_CACHE_LAT8",
        "checkpoint",
    );
    let lines = lines(&output);
    let addresses: Vec<&String> = lines
        .iter()
        .filter(|line| line.starts_with("PMD2 :"))
        .collect();
    assert!(addresses.len() > 20, "{}", addresses.len());
    let symbols = run(
        "--verbose --check-events-only --drange=large_array -e loads_retired",
        "checkpoint",
    );
    let symbols = String::from_utf8_lossy(&symbols.stdout).into_owned();
    let range = symbols
        .lines()
        .find_map(|line| line.strip_prefix("drange is ["))
        .and_then(|line| line.split(')').next())
        .expect("the array's range");
    let bounds: Vec<u64> = range
        .split('-')
        .map(|text| u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("hexadecimal"))
        .collect();
    for address in addresses {
        let value = address.rsplit("0x").next().expect("a value");
        let value = u64::from_str_radix(value, 16).expect("hexadecimal");
        assert!((bounds[0]..bounds[1]).contains(&value), "{address}");
    }
}

#[test]
fn more_branch_samples_than_periods_are_never_taken() {
    let output = run(
        "--smpl-output-format=btb --long-smpl-periods=100000 -e branch_event",
        "cloop",
    );
    let lines = lines(&output);
    let samples = lines.iter().filter(|line| line.starts_with("0x")).count();
    assert!(samples > 0);
    for line in lines.iter().filter(|line| line.starts_with("0x")) {
        let source = line.split(' ').next().expect("a source");
        let source = u64::from_str_radix(source.trim_start_matches("0x"), 16).expect("hexadecimal");
        // Zero stands for a source that a later branch has overwritten.
        assert!(
            source == 0 || source & 1 == 1,
            "the b bit of a source: {line}"
        );
    }
}

#[test]
fn kernel_level_and_ia_32_count_nothing() {
    let output = run("-k -e ia64_inst_retired", "cloop");
    assert_eq!(count(&lines(&output), "IA64_INST_RETIRED"), 0);
    assert!(String::from_utf8_lossy(&output.stderr).contains("no kernel is simulated"));
    let output = run(
        "--insn-sets=ia32,ia64 -e loads_retired,loads_retired",
        "cloop",
    );
    let counts: Vec<String> = lines(&output)
        .into_iter()
        .filter(|line| line.ends_with(" LOADS_RETIRED"))
        .collect();
    assert_eq!(counts.len(), 2);
    assert_eq!(counts[0], "0 LOADS_RETIRED");
    assert_ne!(counts[1], "0 LOADS_RETIRED");
}

/// Every event of the report, counted by armed monitors, has the report's value; and arming them changes no cycle.
#[test]
fn armed_monitors_agree_with_the_report_in_every_event() {
    for config in ["itanium", "itanium2"] {
        let folder =
            std::env::temp_dir().join(format!("epicycle-pfmon-{}-{config}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let report = folder.join("report.json");
        let status = Command::new(env!("CARGO_BIN_EXE_epicycle"))
            .args(["run", "--quiet", "--config", config, "--report"])
            .arg(&report)
            .arg(workload("recursion"))
            .output()
            .expect("the command runs")
            .status;
        assert_eq!(status.code(), Some(0));
        let text = std::fs::read_to_string(&report).expect("a report");
        std::fs::remove_dir_all(&folder).expect("removed");
        let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let events = report["events"].as_object().expect("events");
        let names: Vec<&str> = events.keys().map(String::as_str).collect();
        let output = run(
            &format!("--config={config} --unlimited -e {}", names.join(",")),
            "recursion",
        );
        let lines = lines(&output);
        let differing: Vec<_> = names
            .iter()
            .filter(|name| Some(count(&lines, name)) != events[**name].as_u64())
            .collect();
        assert!(differing.is_empty(), "{config}: {differing:?}");
    }
}

#[test]
fn an_ia_32_program_is_refused_with_status_1() {
    let folder = std::env::temp_dir().join(format!("epicycle-pfmon-{}-ia32", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let program = folder.join("hello.x86");
    // The identification of a 32-bit little-endian ELF file for machine 3.
    let mut bytes = vec![0u8; 52];
    bytes[..7].copy_from_slice(b"\x7fELF\x01\x01\x01");
    bytes[16..20].copy_from_slice(&[2, 0, 3, 0]);
    std::fs::write(&program, bytes).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_epicycle"))
        .args([
            "pfmon",
            "--insn-sets=ia32,ia64",
            "-e",
            "l2_misses,l2_misses",
        ])
        .arg(&program)
        .output()
        .expect("the command runs");
    std::fs::remove_dir_all(&folder).expect("removed");
    assert_eq!(output.status.code(), Some(1));
    assert!(!output.stderr.is_empty() && output.stdout.is_empty());
}
