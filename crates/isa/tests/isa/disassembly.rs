//! Is what we print what objdump prints?

use crate::common::{Random, lone, random_bundle, slot};
use isa::Unit;
use isa::disasm::{Binding, Listing, Symbol, SymbolKind, SymbolTable, write_file_heading};

#[test]
fn random_bundles_print_as_objdump_prints_them() {
    let mut random = Random::new(1);
    let mut code = Vec::new();
    for n in 0..20_000 {
        let bits = match n % 8 {
            // Uniformly random, nearly always reserved.
            7 => u128::from(random.next()) << 64 | u128::from(random.next()),
            // Close to an instruction.
            6 => random_bundle(&mut random) ^ 1 << (5 + random.next() % 123),
            _ => random_bundle(&mut random),
        };
        code.extend_from_slice(&bits.to_le_bytes());
    }
    let directory = std::env::temp_dir().join(format!("epicycle-disasm-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory for temporary files");
    let file = directory.join("bundles.bin");
    std::fs::write(&file, &code).expect("the bundles can be written");
    let run = std::process::Command::new("ia64-linux-gnu-objdump")
        .args(["-D", "-z", "-b", "binary", "-m", "ia64-elf64"])
        .arg(&file)
        .output();
    std::fs::remove_dir_all(&directory).expect("temporary files can be removed");
    let Ok(output) = run else {
        skipped!("no ia64-linux-gnu-objdump");
        return;
    };
    let mut text = String::new();
    write_file_heading(&mut text, &file.to_string_lossy(), "binary").expect("a string takes text");
    Listing {
        code: &code,
        address: 0,
        section: ".data",
        section_number: 0,
        symbols: &SymbolTable::default(),
        skip_zeros: false,
    }
    .write(&mut text)
    .expect("a string takes text");
    let want = String::from_utf8_lossy(&output.stdout);
    for (got, want) in text.lines().zip(want.lines()) {
        assert_eq!(got, want);
    }
    assert_eq!(text.len(), want.len());
}

fn symbol(name: &str, address: u64, binding: Binding, kind: SymbolKind) -> Symbol {
    Symbol {
        name: name.to_owned(),
        address,
        size: 16,
        kind,
        binding,
        section: 1,
    }
}

#[test]
fn targets_and_labels_have_the_names_that_objdump_would_choose() {
    let symbols = SymbolTable::new(vec![
        symbol("weak", 0x4010, Binding::Weak, SymbolKind::Function),
        symbol("strong", 0x4010, Binding::Global, SymbolKind::Function),
        symbol("label", 0x4000, Binding::Global, SymbolKind::Other),
        symbol("main", 0x4000, Binding::Local, SymbolKind::Function),
    ]);
    let nop = 0x8000000;
    let branch = slot("br.cond target25c", &[("@13", 1)]);
    let first = crate::common::bundle(0x11, [nop, nop, branch]);
    let second = crate::common::bundle(0x00, [0; 3]);
    let code = [first, second, second].map(u128::to_le_bytes).concat();
    let mut text = String::new();
    Listing {
        code: &code,
        address: 0x4000,
        section: ".text",
        section_number: 1,
        symbols: &symbols,
        skip_zeros: true,
    }
    .write(&mut text)
    .expect("a string takes text");
    let want = "
Disassembly of section .text:

0000000000004000 <main>:
    4000:\t11 00 00 00 01 00 \t[MIB]       nop.m 0x0
    4006:\t00 00 00 02 00 00 \t            nop.i 0x0
    400c:\t10 00 00 40       \t            br.few 4010 <strong>;;

0000000000004010 <strong>:
\t...
";
    assert_eq!(text, want);
}

#[test]
fn reserved_hints_have_no_spelling() {
    // ld8.nt2 with increment: processors ignore the hint, assemblers do not know it.
    let insn = lone(Unit::M, slot("ld8 r1 = [r3], imm9b", &[("@28", 2)]));
    assert!(insn.text(0).to_string().starts_with("data8 0x"));
}
