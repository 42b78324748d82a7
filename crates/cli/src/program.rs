//! A program's file: what it is, and its symbols as objdump chooses among them.

use std::path::Path;

use anyhow::{Context, Result, bail};
use isa::disasm::{Symbol, SymbolKind, SymbolTable};
use object::read::elf::{ElfFile64, FileHeader};
use object::{LittleEndian, Object, ObjectSection, ObjectSymbol, SectionIndex, elf};

/// A 64-bit little-endian ELF file.
pub type Elf<'a> = ElfFile64<'a, LittleEndian>;

/// Reads the structure of an IA-64 program.
pub fn open<'a>(path: &Path, data: &'a [u8]) -> Result<Elf<'a>> {
    let header = elf::FileHeader64::<LittleEndian>::parse(data)
        .ok()
        .filter(|header| header.is_supported() && header.is_little_endian())
        .with_context(|| format!("{}: not a 64-bit little-endian ELF file", path.display()))?;
    let machine = header.e_machine(LittleEndian);
    if machine != elf::EM_IA_64 {
        let found = match machine {
            elf::EM_X86_64 => "x86-64".to_owned(),
            elf::EM_AARCH64 => "AArch64".to_owned(),
            machine => format!("machine {machine}"),
        };
        bail!("{}: an ELF file for {found}, not for IA-64", path.display());
    }
    Elf::parse(data).with_context(|| format!("{}: damaged or cut short", path.display()))
}

/// The symbols that may name an address.
pub fn symbols(file: &Elf<'_>) -> SymbolTable {
    symbols_in(file, None)
}

/// The symbols that may name an address of a section: in an object file, where all sections begin at 0, its own.
pub fn symbols_in(file: &Elf<'_>, section: Option<SectionIndex>) -> SymbolTable {
    let mut list = Vec::new();
    for symbol in file.symbols() {
        if section.is_some() && symbol.section_index() != section {
            continue;
        }
        let kind = match symbol.kind() {
            object::SymbolKind::Text => SymbolKind::Function,
            object::SymbolKind::Data | object::SymbolKind::Tls => SymbolKind::Object,
            object::SymbolKind::Section => SymbolKind::Section,
            object::SymbolKind::File => continue,
            _ => SymbolKind::Other,
        };
        let name = match (kind, symbol.section_index()) {
            (SymbolKind::Section, Some(index)) => file
                .section_by_index(index)
                .and_then(|section| section.name()),
            _ => symbol.name(),
        };
        let Ok(name) = name else { continue };
        // objdump knows no other section by its name.
        if kind == SymbolKind::Section && !name.starts_with(".plt") && !name.starts_with(".got") {
            continue;
        }
        if name.is_empty() || symbol.is_undefined() || symbol.is_common() {
            continue;
        }
        list.push(Symbol {
            name: name.to_owned(),
            address: symbol.address(),
            size: symbol.size(),
            kind,
            global: symbol.is_global() && !symbol.is_weak(),
            // objdump takes an absolute symbol after those of sections.
            section: symbol.section_index().map_or(usize::MAX, |index| index.0),
        });
    }
    SymbolTable::new(list)
}
