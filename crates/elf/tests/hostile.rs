//! Damaged files: each is refused or read, none makes the reader panic.

use elf::{Error, File, Image, Symbols};
use std::path::Path;

fn program() -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../workloads/bin/branchy");
    std::fs::read(path).expect("a program of the repository")
}

/// Reads all that can be read.
fn read(data: &[u8]) -> Result<(), Error> {
    let file = File::parse(data)?;
    for section in file.sections() {
        let _ = (section.name(), section.data(), section.is_code());
    }
    let _ = file.symbols().count() + file.dynamic_symbols().count();
    let symbols = Symbols::parse(data, u64::MAX);
    for (address, ..) in symbols.iter() {
        let _ = symbols.lookup(address);
    }
    Image::parse(data, |_, _| true).map(|_| ())
}

#[test]
fn a_file_that_is_cut_short_is_refused_wherever_it_ends() {
    let whole = program();
    assert_eq!(read(&whole), Ok(()));
    // The table of sections lies at the end of the file.
    for length in (0..0x200).chain((0x200..whole.len()).step_by(1009)) {
        assert!(read(&whole[..length]).is_err(), "{length} bytes");
    }
}

#[test]
fn a_program_with_a_damaged_table_of_sections_keeps_what_its_segments_say() {
    let whole = program();
    let intact = File::of_program(&whole).expect("a program");
    assert_eq!(intact.lacks(), None);
    let mut damaged = whole.clone();
    damaged[0x28..0x30].fill(0xff);
    assert!(File::parse(&damaged).is_err());
    let file = File::of_program(&damaged).expect("a program");
    assert!(file.lacks().is_some() && file.lacks().as_ref() == file.sections_damaged());
    assert_eq!((file.sections().count(), file.symbols().count()), (0, 0));
    assert_eq!(file.procedures(), intact.procedures());
}

#[test]
fn no_byte_of_the_headers_makes_the_reader_panic() {
    let whole = program();
    let sections = u64::from_le_bytes(*whole[0x28..].first_chunk().expect("e_shoff")) as usize;
    for at in (0..0x200).chain(sections..whole.len()) {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut damaged = whole.clone();
            damaged[at] = value;
            let _ = read(&damaged);
        }
    }
}

#[test]
fn a_program_for_another_processor_is_named() {
    let mut other = program();
    other[18] = 62;
    let error = read(&other).expect_err("not for IA-64");
    assert_eq!(error.to_string(), "an ELF file for x86-64, not for IA-64");
}

#[test]
fn a_symbol_is_found_by_every_address_that_it_covers() {
    let data = program();
    let file = File::parse(&data).expect("a program");
    let main = file.symbols().find(|symbol| symbol.name == "main");
    let main = main.expect("it has a main");
    let symbols = Symbols::parse(&data, 0);
    assert_eq!(symbols.lookup(main.address), Some(("main", 0)));
    let last = main.size - 1;
    assert_eq!(symbols.lookup(main.address + last), Some(("main", last)));
}

/// A program whose program header `number`, one of 0 and 1, has another address and size in memory.
fn with_segment(number: usize, address: u64, size: u64) -> Vec<u8> {
    let mut data = program();
    let header = 64 + 56 * number;
    data[header + 0x10..header + 0x18].copy_from_slice(&address.to_le_bytes());
    data[header + 0x28..header + 0x30].copy_from_slice(&size.to_le_bytes());
    data
}

#[test]
fn an_overlap_is_told_by_the_number_of_a_program_header() {
    // Header 0 is the segment at 0x4000000000000000; header 1 moves in front of it.
    let data = with_segment(1, 0x3fff_ffff_ffff_f000, 0x2000);
    let error = Image::parse(&data, |_, _| true).expect_err("they overlap");
    assert_eq!(
        error.to_string(),
        "program header 0: it overlaps another segment"
    );
}

#[test]
fn segments_that_are_too_large_together_are_not_put_down_to_one_of_them() {
    let data = with_segment(1, 0x6000_0000_0000_0000, 1 << 40);
    let error = Image::parse(&data, |_, _| true);
    assert_eq!(error.map(|_| ()), Err(Error::TooLarge));
}
