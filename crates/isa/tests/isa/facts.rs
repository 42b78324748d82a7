//! Do facts that follow from each other agree over the whole table?

use isa::table::ROWS;
use isa::{Ar, Class, Cr, Family, LoadKind, MemoryKind, Op, TemplateKind};

#[test]
fn check_loads_are_those_of_the_check_load_classes() {
    for row in &ROWS {
        let check = row.op.memory_access().is_some_and(|access| access.check());
        let class = row.class(Family::Itanium);
        assert_eq!(check, matches!(class, Class::Cld | Class::Fcld), "{row:?}");
    }
}

#[test]
fn the_size_in_the_mnemonic_is_that_of_the_access() {
    for row in &ROWS {
        let digits: String = row
            .mnemonic()
            .trim_start_matches(char::is_alphabetic)
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        let (Ok(size), Some(access)) = (digits.parse::<u8>(), row.op.memory_access()) else {
            continue;
        };
        let whole = if row.mnemonic().starts_with("ldfp") {
            2 * size
        } else {
            size
        };
        assert_eq!(access.bytes, whole, "{row:?}");
        assert!(access.alignment >= access.bytes && access.alignment.is_power_of_two());
    }
}

#[test]
fn only_loads_have_speculation() {
    for row in &ROWS {
        let Some(access) = row.op.memory_access() else {
            continue;
        };
        if !matches!(access.kind, MemoryKind::Load | MemoryKind::FpLoad) {
            assert_eq!(access.load, LoadKind::Normal, "{row:?}");
        }
    }
}

#[test]
fn only_instructions_with_two_target_predicates_of_type_unc_or_one_clear_them_when_off() {
    for row in &ROWS {
        let mnemonic = row.mnemonic();
        let expected = mnemonic.ends_with(".unc")
            || ["frcpa", "frsqrta", "fprcpa", "fprsqrta"].contains(&mnemonic);
        assert_eq!(row.op.writes_when_off(), expected, "{row:?}");
    }
}

#[test]
fn names_of_registers_are_those_of_the_assembler() {
    let names = [Ar::K7, Ar::BSPSTORE, Ar::FPSR, Ar::EC, Ar::new(20)].map(|r| r.to_string());
    assert_eq!(names, ["ar.k7", "ar.bspstore", "ar.fpsr", "ar.ec", "ar20"]);
    let names = [Cr::DCR, Cr::IPSR, Cr::EOI, Cr::LRR1, Cr::new(127)].map(|r| r.to_string());
    assert_eq!(names, ["cr.dcr", "cr.ipsr", "cr.eoi", "cr.lrr1", "cr127"]);
}

#[test]
fn the_name_of_a_template_spells_its_units() {
    for kind in TemplateKind::ALL {
        let units: String = kind.units().map(|unit| format!("{unit:?}")).concat();
        assert_eq!(units, kind.name());
    }
}

#[test]
fn what_is_no_instruction_accesses_no_memory() {
    for op in [Op::Illegal, Op::Ignored, Op::LongHalf] {
        assert_eq!(op.memory_access(), None);
    }
}
