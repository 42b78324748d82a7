//! Any bytes decode, print, have operands and can be checked for dependencies; what decodes again is the same.
#![no_main]

use isa::dependencies::Checker;
use isa::disasm::{Listing, SymbolTable};
use isa::{Op, decode};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut checker = Checker::new(true);
    for (n, bytes) in data.as_chunks().0.iter().enumerate() {
        let bits = u128::from_le_bytes(*bytes);
        let bundle = decode(bits);
        assert_eq!(bundle, decode(bits));
        for (slot, insn) in bundle.slots.iter().enumerate() {
            assert_eq!(insn.bits, isa::slot_bits(bits, slot));
            assert!(insn.operands().len() < isa::MAX_OPERANDS);
            assert!(insn.op == insn.table_row().op || insn.op == Op::Illegal);
        }
        checker.bundle(16 * n as u64, &bundle, &mut |violation| {
            assert!(!violation.to_string().is_empty());
        });
    }
    let mut text = String::new();
    Listing {
        code: data,
        address: data.len() as u64,
        section: ".text",
        section_number: 1,
        symbols: &SymbolTable::default(),
        skip_zeros: true,
    }
    .write(&mut text)
    .expect("a string takes text");
});
