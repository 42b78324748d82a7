//! Is a program whose tables of sections or symbols are damaged observed as far as it can be, with a word of what is missing?

use std::fs;

use crate::support::{Folder, guest};

fn hello() -> Vec<u8> {
    fs::read(guest("hello")).unwrap()
}

/// The program with the bytes of its first section of a type behind the end of the file.
fn without_bytes_of(kind: u32) -> Vec<u8> {
    let mut program = hello();
    let table = u64::from_le_bytes(program[0x28..0x30].try_into().unwrap());
    let mut headers = (usize::try_from(table).unwrap()..program.len()).step_by(64);
    let of_kind = |header: &usize| program[header + 4..header + 8] == kind.to_le_bytes();
    let header = headers.find(of_kind).unwrap();
    program[header + 0x18..header + 0x20].copy_from_slice(&0x7fff_ffff_u64.to_le_bytes());
    program
}

#[test]
fn a_program_with_damaged_sections_is_observed_without_its_symbols() {
    let folder = Folder::new("sections");
    let mut table = hello();
    table[0x28..0x30].fill(0xff);
    let (symbols, names) = (2, 3);
    for (name, program, missing, sections) in [
        ("table", table, "symbols and lines", false),
        (
            "symbols",
            without_bytes_of(symbols),
            "symbols and lines",
            false,
        ),
        ("names", without_bytes_of(names), "symbols", true),
    ] {
        folder.file(name, &program);
        folder.go(&format!("run -q {name}"), 0);
        for command in [
            "run -q --profile p",
            "pfmon -e IA64_INST_RETIRED --irange=0x4000000000000000-0x4000000000010000",
            "annotate --source",
            "monitors",
            "profileme -q",
        ] {
            let ended = folder.go(&format!("{command} {name}"), 0);
            let lines = ended.stderr.lines();
            // Whether there are line tables is asked where there are sections.
            let said: Vec<&str> = lines
                .filter(|line| !line.contains(" -g") || !sections)
                .collect();
            let [said] = said[..] else {
                panic!("{command} {name}: {said:?}")
            };
            assert!(
                said.starts_with(&format!("epicycle: {name}: damaged or cut short: "))
                    && said.ends_with(&format!("; goes on without {missing}")),
                "{said}"
            );
            assert!(!ended.stdout.is_empty(), "{command} {name}");
        }
        folder.go("report p", 0);
        for command in ["disasm", "disasm --check", "schedule"] {
            let ended = folder.run(&format!("{command} {name}"));
            let says = "; the code is found by the sections";
            let refused = (ended.status, ended.stderr.contains(says));
            assert_eq!(refused.0 == 2, !sections, "{command} {name}: {ended:?}");
            assert_eq!(refused.1, !sections, "{command} {name}: {ended:?}");
        }
    }
    let plan = "configs = [\"itanium\", \"itanium2\"]\n[[workload]]\nname = \"table\"\npath = \"table\"\nprofile = true\n";
    folder.file("plan.toml", plan);
    let ended = folder.go("batch plan.toml -q --out out", 0);
    let said = ended.stderr.matches("goes on without symbols and lines");
    assert_eq!(said.count(), 1, "{}", ended.stderr);
    assert!(folder.path("out/table/itanium.profile").is_file());
    let ended = folder.go("run -q --roi-start _start table", 125);
    let says = "no symbol of the program, which has no symbols that can be read";
    assert!(ended.stderr.contains(says), "{}", ended.stderr);
}
