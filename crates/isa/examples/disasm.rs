//! Prints raw bundles as `objdump -D -z -b binary -m ia64-elf64` does, or with `--elf` the code of a program as
//! `objdump -d` does.
//!
//! usage: disasm [--elf] FILE

use std::error::Error;
use std::io::Write;

use isa::disasm::{Binding, Listing, Symbol, SymbolKind, SymbolTable, write_file_heading};
use object::{Object, ObjectSection, ObjectSymbol, SectionKind};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let elf = args
        .iter()
        .position(|a| a == "--elf")
        .map(|n| args.remove(n))
        .is_some();
    let [path] = args.as_slice() else {
        return Err("usage: disasm [--elf] FILE".into());
    };
    let data = std::fs::read(path)?;
    let mut text = String::new();
    if elf {
        let file = object::File::parse(data.as_slice())?;
        write_file_heading(&mut text, path, "elf64-ia64-little")?;
        let symbols = symbols(&file);
        for section in file.sections().filter(|s| s.kind() == SectionKind::Text) {
            Listing {
                code: section.data()?,
                address: section.address(),
                section: section.name()?,
                section_number: section.index().0,
                symbols: &symbols,
                skip_zeros: true,
            }
            .write(&mut text)?;
        }
    } else {
        write_file_heading(&mut text, path, "binary")?;
        Listing {
            code: &data,
            address: 0,
            section: ".data",
            section_number: 0,
            symbols: &SymbolTable::default(),
            skip_zeros: false,
        }
        .write(&mut text)?;
    }
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

fn symbols(file: &object::File<'_>) -> SymbolTable {
    let mut list = Vec::new();
    for symbol in file.symbols() {
        let kind = match symbol.kind() {
            object::SymbolKind::Text => SymbolKind::Function,
            object::SymbolKind::Data | object::SymbolKind::Tls => SymbolKind::Object,
            object::SymbolKind::File | object::SymbolKind::Section => continue,
            _ => SymbolKind::Other,
        };
        let Ok(name) = symbol.name() else { continue };
        if name.is_empty() || symbol.is_undefined() || symbol.is_common() {
            continue;
        }
        list.push(Symbol {
            name: name.to_owned(),
            address: symbol.address(),
            size: symbol.size(),
            kind,
            binding: match (symbol.is_weak(), symbol.is_global()) {
                (true, _) => Binding::Weak,
                (false, true) => Binding::Global,
                (false, false) => Binding::Local,
            },
            section: symbol.section_index().map_or(0, |index| index.0),
        });
    }
    SymbolTable::new(list)
}
