//! Is the instruction table whole and consistent?

use std::collections::HashMap;

use isa::table::{ROWS, Row};
use isa::{Class, Family, Format, Op, RowId, Unit};

fn instructions() -> impl Iterator<Item = &'static Row> {
    ROWS.iter()
        .filter(|row| !matches!(row.op, Op::Illegal | Op::Ignored | Op::LongHalf))
}

#[test]
fn every_row_has_an_issue_class_on_both_processors() {
    for row in instructions() {
        for cpu in [Family::Itanium, Family::Itanium2] {
            assert_ne!(row.class(cpu), Class::Unimp, "{row:?}");
        }
    }
}

#[test]
fn no_two_rows_have_the_same_syntax_and_unit_or_the_same_encoding() {
    let mut syntax = HashMap::new();
    let mut encodings = HashMap::new();
    for row in instructions() {
        assert!(
            syntax.insert((row.syntax, row.unit()), row).is_none(),
            "{row:?}"
        );
        let key = (row.encoding.value, row.encoding.mask, row.unit());
        assert!(encodings.insert(key, row).is_none(), "{row:?}");
    }
}

#[test]
fn the_syntax_has_only_operands_that_are_known() {
    let literals = [
        "1", "r0", "ip", "pr", "pr.rot", "psr", "psr.l", "psr.um", "ar.pfs", "ar.csd", "ar.ccv",
    ];
    let operands = [
        "r1",
        "r2",
        "r3",
        "r3_2",
        "f1",
        "f2",
        "f3",
        "f4",
        "p1",
        "p2",
        "b1",
        "b2",
        "ar3",
        "cr3",
        "dahr3",
        "[r3]",
        "rr[r3]",
        "dbr[r3]",
        "ibr[r3]",
        "pkr[r3]",
        "pmc[r3]",
        "pmd[r3]",
        "msr[r3]",
        "cpuid[r3]",
        "dahr[r3]",
        "dtr[r3]",
        "itr[r3]",
        "imm1",
        "imm2",
        "imm5",
        "imm8",
        "imm9a",
        "imm9b",
        "imm14",
        "imm16",
        "imm19",
        "imm21",
        "imm22",
        "imm24",
        "imm44",
        "imm62",
        "imm64",
        "mask17",
        "count2a",
        "count2b",
        "count2c",
        "count5",
        "ccount5",
        "count6",
        "count6a",
        "stride5",
        "fclass9",
        "inc3",
        "mbtype4",
        "mhtype8",
        "target25a",
        "target25b",
        "target25c",
        "target64",
        "8",
        "16",
        "pos6",
        "cpos6a",
        "cpos6b",
        "cpos6c",
        "len4",
        "len6",
        "tag13",
        "tag13b",
        "sof",
        "sol",
        "sor",
        "amask7",
        "omask7",
    ];
    for row in instructions() {
        let (_, list) = row.syntax.split_once(' ').unwrap_or((row.syntax, ""));
        for operand in list
            .split([',', '='])
            .map(str::trim)
            .filter(|s| !s.is_empty())
        {
            assert!(
                literals.contains(&operand) || operands.contains(&operand),
                "{operand} in {row:?}"
            );
        }
    }
}

#[test]
fn ids_lead_to_their_rows_and_strange_ones_to_the_illegal_row() {
    for (n, row) in ROWS.iter().enumerate() {
        assert_eq!(isa::table::row(RowId(n as u16)).syntax, row.syntax);
    }
    assert_eq!(isa::table::row(RowId(u16::MAX)).op, Op::Illegal);
}

/// The vendor's classes of mnemonics, when the project's material is there.
#[test]
fn classes_are_those_of_the_vendors_tables() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/spec/insn_mnemonic_class.csv"
    );
    let Ok(text) = std::fs::read_to_string(path) else {
        skipped!("no insn_mnemonic_class.csv");
        return;
    };
    let hints = [
        "nt1", "nt2", "nta", "sptk", "spnt", "dptk", "dpnt", "few", "many", "clr", "imp", "loop",
        "exit",
    ];
    let mut compared = 0;
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [mnemonic, class, itanium, itanium2] = cells[..] else {
            panic!("{line}")
        };
        let base = mnemonic.split('.').next().unwrap_or_default();
        // The same word for several instructions, one for each unit; and one that the vendor's table contradicts.
        if base == "mov" || mnemonic == "br.wexit.dpnt.few.clr" {
            continue;
        }
        let branch = base.starts_with("br");
        let stripped: Vec<&str> = mnemonic
            .split('.')
            .filter(|part| {
                *part == base || !(hints.contains(part) && (branch || part.starts_with("nt")))
            })
            .collect();
        let name = stripped.join(".");
        let name = match name.rsplit_once(".s") {
            Some((front, "0" | "1" | "2" | "3")) => front,
            _ => &name,
        };
        for row in instructions().filter(|row| row.mnemonic() == name) {
            // Advanced loads to floating-point registers: one of them the table has twice.
            for (present, cpu) in [(itanium, Family::Itanium), (itanium2, Family::Itanium2)] {
                let got = row.class(cpu).name();
                let twice = row.class(cpu) == Class::Flda && class == "FLD";
                assert!(present.is_empty() || got == class || twice, "{line}: {got}");
            }
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn formats_name_their_units() {
    assert_eq!(Format::A1.unit(), Unit::A);
    assert_eq!(Format::X4.unit(), Unit::X);
    assert!(instructions().all(|row| row.unit() == row.format.unit()));
}
