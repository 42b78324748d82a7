//! A small profile for tests.

use report::{CycleAccounting, Outcome, Simulator, Workload};

use crate::form::{
    ConfigName, Function, Instruction, Name, PROFILE_VERSION, Path, Place, ProfileFile, Waited,
};

/// `main`, which calls `sort`, with 60 cycles.
pub(crate) fn sample() -> ProfileFile {
    let load = Name::from("data_integer: load from L3");
    let issue = Name::from("unstalled");
    let instruction = |address: &str, text: &str| Instruction {
        address: address.into(),
        text: text.into(),
        template: "MIB".into(),
        retired: 10,
        executed: 10,
        ..Instruction::default()
    };
    let main = Function {
        name: "main".into(),
        symbol: Some("main".into()),
        address: "0x1000".into(),
        cycles: 10,
        retired: 10,
        cycles_by_cause: [(issue.clone(), 10)].into(),
        instructions: vec![Instruction {
            slot: 2,
            cycles: 10,
            cycles_by_cause: [(issue.clone(), 10)].into(),
            source: vec![Place {
                file: 0,
                line: 7,
                inlined: None,
            }],
            ..instruction("0x1000", "br.call.sptk.many b0=2000")
        }],
    };
    let sort = Function {
        name: "sort".into(),
        symbol: Some("sort".into()),
        address: "0x2000".into(),
        cycles: 50,
        retired: 20,
        cycles_by_cause: [(issue.clone(), 20), (load.clone(), 30)].into(),
        instructions: vec![
            Instruction {
                cycles: 10,
                cycles_by_cause: [(issue.clone(), 10)].into(),
                blamed: [(load.clone(), 30)].into(),
                ..instruction("0x2000", "ld8 r8=[r9]")
            },
            Instruction {
                slot: 1,
                cycles: 40,
                cycles_by_cause: [(issue.clone(), 10), (load.clone(), 30)].into(),
                waits: vec![Waited {
                    cause: load.clone(),
                    address: "0x2000".into(),
                    slot: 0,
                    cycles: 30,
                }],
                ..instruction("0x2010", "add r8=r8,r8")
            },
        ],
    };
    ProfileFile {
        profile_version: PROFILE_VERSION,
        simulator: Simulator::this(),
        config: ConfigName {
            name: "itanium".into(),
            hash: "0".repeat(64),
        },
        workload: Workload {
            name: "sort".into(),
            sha256: None,
            args: Vec::new(),
        },
        outcome: Outcome::exit(0),
        region: None,
        instructions: 30,
        cycles: 60,
        frequency_hz: 800_000_000,
        cycle_accounting: CycleAccounting::from_values([30, 30, 0, 0, 0, 0, 0, 0]),
        behind: Default::default(),
        files: vec!["sort.c".into()],
        paths: vec![
            Path {
                caller: None,
                site: "0x1000".into(),
                function: 0,
                cycles: 10,
                cycles_by_cause: main.cycles_by_cause.clone(),
            },
            Path {
                caller: Some(0),
                site: "0x1000".into(),
                function: 1,
                cycles: 50,
                cycles_by_cause: sort.cycles_by_cause.clone(),
            },
        ],
        functions: vec![main, sort],
        folded_calls: 0,
    }
}
