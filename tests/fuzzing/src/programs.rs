//! An ELF file is refused by a message, or all of it can be read and the program runs until it ends or has executed enough.

use std::path::Path;

use elf::{File, Image, Symbols};
use linux::{Kernel, Options, Streams};
use machine::{Machine, Silent};

use crate::scratch;

/// Instructions that each program executes.
const INSTRUCTIONS: u64 = 3000;

fn read(data: &[u8]) {
    let symbols = Symbols::parse(data, u64::MAX);
    for (address, ..) in symbols.iter() {
        let _ = symbols.lookup(address);
    }
    let _ = Image::parse(data, |_, _| true);
    if let Ok(file) = File::parse(data) {
        for section in file.sections() {
            let _ = (section.name(), section.data(), section.is_code());
        }
        let _ = file.symbols().count() + file.dynamic_symbols().count();
    }
}

pub(crate) fn body(data: &[u8]) -> bool {
    read(data);
    let path = scratch::empty("programs").join("program");
    std::fs::write(&path, data).expect("the host takes a file");
    let mut machine = Machine::new(machine::Options::default());
    let mut kernel = match Kernel::load(options(&path), &machine) {
        Ok(kernel) => kernel,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    kernel.run(&mut machine, &mut Silent, Some(INSTRUCTIONS));
    assert!(
        kernel
            .processes()
            .iter()
            .map(|process| process.instructions)
            .sum::<u64>()
            <= INSTRUCTIONS
    );
    true
}

fn options(program: &Path) -> Options {
    Options {
        program: "program".into(),
        arguments: vec![b"program".to_vec()],
        environment: Vec::new(),
        name: None,
        files: linux::FileOptions {
            root: program.parent().map(Path::to_owned),
            ..linux::FileOptions::default()
        },
        streams: Streams::default(),
        frequency_hz: 800_000_000,
        memory_bytes: 64 << 20,
        disk_bytes: 1 << 20,
        quantum: linux::QUANTUM,
        strace: None,
    }
}
