//! The same programs under a booted Linux and under the personality, by `tools/under-kernel`, where the project's common material is.

use std::process::Command;

use crate::boot::unpacked;
use crate::support::{Folder, repository};

/// Runs the tool; what it prints, or `None` (with a word about it) where something that it needs is missing.
fn under_kernel(folder: &Folder, arguments: &[&str]) -> Option<String> {
    let kernel = folder.0.join("vmlinux");
    std::fs::rename(folder.0.join(unpacked("vmlinux.zst", folder)?), &kernel).unwrap();
    let (mode, rest) = arguments.split_first()?;
    let tool = Command::new(repository("tools/under-kernel"))
        .arg(mode)
        .args(["--simulator", env!("CARGO_BIN_EXE_epicycle"), "--kernel"])
        .arg(&kernel)
        .args(rest)
        .output();
    let tool = match tool {
        Ok(tool) => tool,
        Err(error) => {
            skipped!("tools/under-kernel: {error}");
            return None;
        }
    };
    let printed = String::from_utf8_lossy(&tool.stdout).into_owned();
    let errors = String::from_utf8_lossy(&tool.stderr);
    match tool.status.code() {
        Some(0) => Some(printed),
        Some(77) => {
            println!("{errors}");
            None
        }
        status => panic!("{status:?}: {printed}{errors}"),
    }
}

#[test]
fn programs_print_the_same_under_a_booted_kernel_as_under_the_personality() {
    let folder = Folder::new("under-kernel");
    // The long ones are the tool's: they are 14 programs of up to 500 million instructions.
    let Some(printed) = under_kernel(&folder, &["outputs", "--skip", "bare-big"]) else {
        return;
    };
    assert!(
        printed.starts_with("82 equal, 0 differ; reset"),
        "{printed}"
    );
}

#[test]
fn what_a_user_program_retires_under_a_kernel_is_what_it_retires_alone_but_for_its_system_calls() {
    let folder = Folder::new("under-kernel-counts");
    let program = repository("workloads/bin/branchy");
    let program = program.to_str().unwrap();
    let events = "IA64_INST_RETIRED,NOPS_RETIRED,PREDICATE_SQUASHED_RETIRED,STORES_RETIRED";
    let Some(printed) = under_kernel(&folder, &["counts", "--events", events, program]) else {
        return;
    };
    let row = printed.lines().last().unwrap();
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    // Program, calls, then of each event the count alone and how many more there are.
    assert_eq!(cells[1..3], ["branchy", "4"], "{printed}");
    let more: Vec<&str> = cells[3..].iter().skip(1).step_by(2).copied().collect();
    assert_eq!(more, ["-4", "+0", "+0", "+0"], "{printed}");
    assert_eq!(cells[3], "5,700,686", "{printed}");
}
