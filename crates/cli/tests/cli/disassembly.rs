//! Is the listing objdump's, byte for byte?

use std::fs;
use std::process::Command;

use crate::support::{Folder, epicycle_in, guest, repository};

/// What objdump prints; `None`, with a word about it, when it is not installed.
fn objdump(arguments: &[&str]) -> Option<Vec<u8>> {
    match Command::new("ia64-linux-gnu-objdump")
        .args(arguments)
        .output()
    {
        Ok(output) => Some(output.stdout),
        Err(error) => {
            skipped!("ia64-linux-gnu-objdump cannot be run: {error}");
            None
        }
    }
}

#[test]
fn programs_are_listed_as_objdump_lists_them() {
    let mut programs: Vec<_> = fs::read_dir(repository("workloads/bin"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    programs.push(guest("hello"));
    programs.sort();
    for program in programs {
        let path = program.to_str().unwrap();
        let Some(expected) = objdump(&["-d", path]) else {
            return;
        };
        let ended = epicycle_in(&guest(""), &["disasm", path], b"");
        assert_eq!(ended.status, 0, "{path}: {}", ended.stderr);
        assert!(ended.stdout == expected, "{path} is listed differently");
    }
}

#[test]
fn raw_bundles_are_listed_as_objdump_lists_them() {
    let folder = Folder::new("raw");
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut bytes = Vec::new();
    for _ in 0..10_000 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend(state.to_le_bytes());
    }
    // A bundle that is cut is said to be missing. The columns of the addresses depend on the size.
    for size in (1..=32).chain([4080, 4096, 65_536, bytes.len()]) {
        let path = folder.file("bundles", &bytes[..size]);
        let path = path.to_str().unwrap();
        let Some(expected) = objdump(&["-D", "-z", "-b", "binary", "-m", "ia64-elf64", path])
        else {
            return;
        };
        let ended = epicycle_in(&folder.0, &["disasm", "--raw", path], b"");
        assert!(
            ended.stdout == expected,
            "{size} bytes are listed differently"
        );
    }
}

#[test]
fn object_files_and_libraries_are_listed_as_objdump_lists_them() {
    const SOURCE: &str = "
        .text
        .global first, outside
        .proc first
first:  br.call.sptk.many b0 = second
        br.call.sptk.many b0 = outside
        br.cond.sptk.few local
        .endp first
        .skip 5000
        .global second
        .proc second
second: br.ret.sptk.many b0
        .endp second
local:  br.cond.sptk.few first
        .section .text.other, \"ax\"
        nop.m 0
        .global third
        .proc third
third:  br.cond.sptk.few third
        br.ret.sptk.many b0
        .endp third
";
    let folder = Folder::new("objects");
    folder.file("source.S", SOURCE);
    folder.file("data.S", ".data\n.quad 1\n");
    for (tool, arguments) in [
        ("ia64-linux-gnu-as", &["-o", "object.o", "source.S"][..]),
        ("ia64-linux-gnu-as", &["-o", "data.o", "data.S"]),
        (
            "ia64-linux-gnu-ld",
            &["-shared", "-o", "library.so", "object.o"],
        ),
    ] {
        let mut command = Command::new(tool);
        match command.args(arguments).current_dir(&folder.0).output() {
            Ok(output) => assert!(output.status.success(), "{output:?}"),
            Err(error) => return skipped!("{tool} cannot be run: {error}"),
        }
    }
    for file in ["object.o", "library.so", "data.o"] {
        let path = folder.path(file);
        let path = path.to_str().unwrap();
        let Some(expected) = objdump(&["-d", path]) else {
            return;
        };
        let ended = epicycle_in(&folder.0, &["disasm", path], b"");
        assert_eq!(ended.text(), String::from_utf8_lossy(&expected), "{file}");
    }
}

#[test]
fn of_symbols_at_one_address_objdumps_is_the_one_listed() {
    // Every pair of binding, type and size at an address of its own; of an equal pair the name decides.
    let mut kinds = Vec::new();
    for binding in ["local", "global", "weak"] {
        for kind in ["function", "object", "notype"] {
            kinds.extend([0, 8].map(|size| (binding, kind, size)));
        }
    }
    let symbol = |name: &str, (binding, kind, size): (&str, &str, u32)| {
        let binding = match binding {
            "local" => String::new(),
            _ => format!(".{binding} {name}\n"),
        };
        format!("{binding}.type {name},@{kind}\n.size {name},{size}\n{name}:\n")
    };
    let bundle = "nop.m 0\n";
    let mut source = ".text\n".to_owned();
    for (number, (&a, &b)) in kinds
        .iter()
        .flat_map(|a| kinds.iter().map(move |b| (a, b)))
        .enumerate()
    {
        source += &symbol(&format!("a{number}"), a);
        source += &symbol(&format!("b{number}"), b);
        source += bundle;
    }
    // A global function and a label; in the end two global functions.
    for (first, second, kind) in [
        ("gcc2_compiled.", "label", 4),
        ("object.o", "mark", 4),
        (".f", "g", 6),
    ] {
        source += &symbol(first, kinds[6]);
        source += &symbol(second, kinds[kind]);
        source += bundle;
    }
    let folder = Folder::new("same-address");
    folder.file("source.s", source);
    for (tool, arguments) in [
        ("ia64-linux-gnu-as", &["-o", "object", "source.s"][..]),
        ("ia64-linux-gnu-ld", &["-e", "0", "-o", "program", "object"]),
    ] {
        let mut command = Command::new(tool);
        match command.args(arguments).current_dir(&folder.0).output() {
            Ok(output) => assert!(output.status.success(), "{output:?}"),
            Err(error) => return skipped!("{tool} cannot be run: {error}"),
        }
    }
    for file in ["object", "program"] {
        let path = folder.path(file);
        let path = path.to_str().unwrap();
        let Some(expected) = objdump(&["-d", path]) else {
            return;
        };
        let ended = epicycle_in(&folder.0, &["disasm", path], b"");
        // objdump shows what an object names as data.
        let labels = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| line.ends_with(">:"));
            lines.map(str::to_owned).collect()
        };
        let expected = labels(&String::from_utf8_lossy(&expected));
        assert!(expected.len() > 300, "{file}: {} labels", expected.len());
        assert_eq!(labels(&ended.text()), expected, "{file}");
    }
}

#[test]
fn the_decoded_form_is_one_json_object_for_each_bundle() {
    let program = guest("hello");
    let ended = epicycle_in(
        &guest(""),
        &["disasm", "--json", program.to_str().unwrap()],
        b"",
    );
    let text = ended.text();
    let mut lines = 0;
    for line in text.lines() {
        let bundle: serde_json::Value = serde_json::from_str(line).unwrap();
        let instructions = bundle["instructions"].as_array().unwrap();
        assert!((2..=3).contains(&instructions.len()));
        assert!(
            instructions
                .iter()
                .all(|instruction| instruction["text"].is_string())
        );
        lines += 1;
    }
    assert!(lines > 3);
}

#[test]
fn in_the_decoded_form_what_is_no_instruction_has_the_unit_of_its_slot() {
    const NOP: u128 = 1 << 27;
    let folder = Folder::new("decoded-units");
    let bundle = |template: u128, slots: [u128; 3]| {
        template | slots[0] << 5 | slots[1] << 46 | slots[2] << 87
    };
    // Major opcode 3 is reserved in M, B and X, and template 6 altogether; major opcode 2 in B is an ignored nop for other values of its fields.
    let reserved = 3 << 37;
    let bundles = [
        bundle(0x04, [NOP, 0, NOP]),
        bundle(0x04, [NOP, 0, reserved]),
        bundle(0x12, [reserved, 2 << 37 | 1 << 32, reserved]),
        bundle(0x06, [NOP, NOP, NOP]),
    ];
    folder.file("raw", bundles.map(u128::to_le_bytes).concat());
    let ended = folder.go("disasm --json --raw raw", 0);
    assert!(ended.stderr.is_empty(), "{}", ended.stderr);
    let text = ended.text();
    let units: Vec<Vec<_>> = text
        .lines()
        .map(|line| {
            let bundle: serde_json::Value = serde_json::from_str(line).unwrap();
            let instructions = bundle["instructions"].as_array().unwrap().iter();
            instructions
                .map(|it| it["unit"].as_str().unwrap_or("none").to_owned())
                .collect()
        })
        .collect();
    let none = "none";
    assert_eq!(
        units,
        [
            vec!["M", "X"],
            vec!["M", "X"],
            vec!["M", "B", "B"],
            vec![none; 3]
        ]
    );
}

#[test]
fn a_closed_pipe_is_no_error() {
    let output = Command::new("sh")
        .args([
            "-c",
            "{ \"$0\" disasm \"$1\"; echo status $? >&2; } | head -n 1",
        ])
        .arg(env!("CARGO_BIN_EXE_epicycle"))
        .arg(repository("workloads/bin/simd"))
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "status 0\n");
}

#[test]
fn compiled_code_keeps_the_rules_of_instruction_groups_and_broken_code_is_found() {
    let folder = Folder::new("check");
    let programs = fs::read_dir(repository("workloads/bin")).unwrap();
    for program in programs.map(|entry| entry.unwrap().path()) {
        let ended = epicycle_in(
            &folder.0,
            &["disasm", "--check", program.to_str().unwrap()],
            b"",
        );
        assert_eq!(
            (ended.status, ended.text().as_str()),
            (0, ""),
            "{}",
            program.display()
        );
    }
    // { .mii  add r8=r9,r10   add r11=r8,r9   nop.i 0 ;; }
    let add = |r1: u128, r2: u128, r3: u128| 0x100_0000_0000 | r1 << 6 | r2 << 13 | r3 << 20;
    let bundle = 0x01 | add(8, 9, 10) << 5 | add(11, 8, 9) << 46 | 0x800_0000 << 87;
    folder.file("broken", bundle.to_le_bytes());
    let ended = epicycle_in(&folder.0, &["disasm", "--check", "--raw", "broken"], b"");
    assert_eq!(ended.status, 1);
    assert_eq!(
        ended.text(),
        "0: RAW on GR8 (impliedF): add r8=r9,r10 | 6: add r11=r8,r9 in .data\n"
    );
    let ended = folder.go("disasm --check --json --raw broken", 1);
    let line: serde_json::Value = serde_json::from_str(&ended.text()).unwrap();
    let at =
        |slot: u8, text: &str| serde_json::json!({"address": "0x0", "slot": slot, "text": text});
    assert_eq!(
        line,
        serde_json::json!({
            "kind": "dependency",
            "hazard": "RAW",
            "resource": "GR8",
            "needs": "impliedF",
            "certain": true,
            "instructions": [at(0, "add r8=r9,r10"), at(1, "add r11=r8,r9")],
            "section": ".data",
            "symbol": null,
        })
    );
    folder.file("kept", [0; 16]);
    let ended = folder.go("disasm --check --json --raw kept", 0);
    assert_eq!(ended.text(), "");
}

#[test]
fn labels_inside_bundles_and_sections_that_end_there_are_listed_as_objdump_lists_them() {
    let bundle = "{.mii\n nop.m 1\n nop.i 2\n nop.i 3\n}\n";
    let folder = Folder::new("cut");
    for (labels, tail) in [
        ("a = .text+0x13\nb = .text+0x18\nc = .text+0x36\n", 10),
        ("", 3),
        ("a = .text+0x31\n", 0),
        ("a = .text+0x3b\nb = .text+0x17\nc = .text+0x1d\n", 5),
    ] {
        let bytes = ".byte 5\n".repeat(tail);
        let source = format!(".explicit\n.text\n{}{bytes}{labels}", bundle.repeat(4));
        folder.file("cut.s", source);
        let assembled = Command::new("ia64-linux-gnu-as")
            .args(["cut.s", "-o", "cut.o"])
            .current_dir(&folder.0)
            .status();
        if !assembled.is_ok_and(|status| status.success()) {
            skipped!("ia64-linux-gnu-as cannot be run");
            return;
        }
        let path = folder.path("cut.o");
        let path = path.to_str().unwrap();
        let Some(expected) = objdump(&["-d", path]) else {
            return;
        };
        let ended = epicycle_in(&folder.0, &["disasm", path], b"");
        assert_eq!(
            ended.text(),
            String::from_utf8(expected).unwrap(),
            "{labels:?}"
        );
    }
}

#[test]
fn json_and_checks_say_what_is_left_of_a_partial_bundle() {
    let folder = Folder::new("partial-bundle");
    folder.file("raw", [0; 16 + 3]);
    for line in ["disasm --json --raw raw", "disasm --check --raw raw"] {
        let ended = folder.go(line, 0);
        assert_eq!(
            ended.stderr,
            "epicycle: section .data: 3 bytes at 0x10 are no whole bundle and are left out\n",
            "{line}"
        );
    }
    let listing = folder.go("disasm --raw raw", 0);
    assert!(listing.stderr.is_empty(), "{}", listing.stderr);
    assert!(
        listing.text().contains("out of bounds"),
        "{}",
        listing.text()
    );
}
