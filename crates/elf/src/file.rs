//! Sections and symbols of programs, libraries and object files.

use std::ops::Range;

use crate::image::PT_IA_64_UNWIND;
use crate::{Error, identity};
use object::elf::{FileHeader64, ProgramHeader64};
use object::read::elf::{
    ElfFile64, ElfSection64, ElfSymbol64, FileHeader as _, ProgramHeader as _, SectionHeader as _,
};
use object::{LittleEndian, Object, ObjectKind, ObjectSection, ObjectSymbol, SectionFlags, elf};

/// What a symbol names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolKind {
    /// A function.
    Function,
    /// An object in memory.
    Object,
    /// A thread-local object.
    ThreadLocal,
    /// A section; the symbol has the section's name.
    Section,
    /// A place without a type, as assembly code defines it.
    Label,
    /// A kind that is specific to a processor or system.
    Other,
}

/// To which other files a symbol is visible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding {
    /// To all of them.
    Global,
    /// To all of them, where no global one has its name; and bindings that a system defines.
    Weak,
    /// To none.
    Local,
}

/// A defined symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Its name; bytes that are no UTF-8 are replaced.
    pub name: String,
    /// Address, in an object file offset in its section.
    pub address: u64,
    /// Size in bytes; 0 when the file does not say.
    pub size: u64,
    /// What it names.
    pub kind: SymbolKind,
    /// To which files it is visible.
    pub binding: Binding,
    /// Number of its section; `None` for absolute ones.
    pub section: Option<usize>,
}

/// A section.
#[derive(Debug)]
pub struct Section<'d, 'f>(ElfSection64<'d, 'f, LittleEndian>);

impl<'d> Section<'d, '_> {
    /// Its number.
    #[must_use]
    pub fn index(&self) -> usize {
        self.0.index().0
    }

    /// Address of its first byte.
    #[must_use]
    pub fn address(&self) -> u64 {
        self.0.address()
    }

    /// Whether it holds instructions.
    #[must_use]
    pub fn is_code(&self) -> bool {
        let SectionFlags::Elf { sh_flags, .. } = self.0.flags() else {
            return false;
        };
        (sh_flags & elf::SHF_EXECINSTR) == elf::SHF_EXECINSTR
    }

    /// Its name.
    ///
    /// # Errors
    ///
    /// The table of names is damaged.
    pub fn name(&self) -> Result<&'d str, Error> {
        self.0.name().map_err(|error| self.damaged(&error))
    }

    /// Its bytes in the file.
    ///
    /// # Errors
    ///
    /// They lie beyond the end of the file.
    pub fn data(&self) -> Result<&'d [u8], Error> {
        self.0.data().map_err(|error| self.damaged(&error))
    }

    fn damaged(&self, error: &object::Error) -> Error {
        Error::Damaged {
            reason: format!("section {}: {error}", self.index()),
        }
    }
}

/// A file of IA-64: a program, a library or an object file.
#[derive(Debug)]
pub struct File<'d> {
    data: &'d [u8],
    /// Sections and symbols, or what is wrong with their tables.
    tables: Result<ElfFile64<'d, LittleEndian>, Error>,
}

impl<'d> File<'d> {
    /// Checks the tables of a file.
    ///
    /// # Errors
    ///
    /// It is no 64-bit little-endian ELF file for IA-64, or it is damaged or cut short.
    pub fn parse(data: &'d [u8]) -> Result<Self, Error> {
        let file = Self::of_program(data)?;
        match file.tables {
            Ok(_) => Ok(file),
            Err(error) => Err(error),
        }
    }

    /// As [`Self::parse`], of a program that is to run. What loads it reads no section: with damaged tables of sections or symbols it has
    /// none of them, and [`Self::lacks`] says why.
    ///
    /// # Errors
    ///
    /// It is no 64-bit little-endian ELF file for IA-64.
    pub fn of_program(data: &'d [u8]) -> Result<Self, Error> {
        identity::check(data)?;
        let tables = ElfFile64::parse(data).map_err(|error| Error::Damaged {
            reason: error.to_string(),
        });
        Ok(Self { data, tables })
    }

    /// What is wrong with the tables of sections or symbols, of which the file then has none.
    #[must_use]
    pub fn sections_damaged(&self) -> Option<&Error> {
        self.tables.as_ref().err()
    }

    /// Why names of symbols are missing, if the file has a table of symbols that cannot be read, or may have one.
    #[must_use]
    pub fn lacks(&self) -> Option<Error> {
        let file = match &self.tables {
            Ok(file) => file,
            Err(error) => return Some(error.clone()),
        };
        let table = file.elf_symbol_table();
        if table.is_empty() {
            return None;
        }
        let names = file.elf_section_table().section(table.string_section());
        let names = names.and_then(|section| section.data(LittleEndian, self.data));
        names.err().map(|error| Error::Damaged {
            reason: format!("names of symbols: {error}"),
        })
    }

    /// Whether it is an object file, not linked yet: the addresses of its symbols are offsets in sections.
    #[must_use]
    pub fn is_object_file(&self) -> bool {
        let kind = self.tables.as_ref().map(|file| file.kind());
        kind.is_ok_and(|kind| kind == ObjectKind::Relocatable)
    }

    /// The sections by number.
    pub fn sections(&self) -> impl Iterator<Item = Section<'d, '_>> {
        let files = self.tables.iter();
        files.flat_map(|file| file.sections()).map(Section)
    }

    /// The symbols of the symbol table that are defined here, in its order; without names of files.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> {
        let files = self.tables.iter();
        files.flat_map(|file| file.symbols().filter_map(|one| symbol(file, &one)))
    }

    /// As [`Self::symbols`], of the table that the dynamic linker reads.
    pub fn dynamic_symbols(&self) -> impl Iterator<Item = Symbol> {
        let files = self.tables.iter();
        files.flat_map(|file| {
            let symbols = file.dynamic_symbols();
            symbols.filter_map(|one| symbol(file, &one))
        })
    }

    /// Where procedures begin and end by the unwind table, which stripped programs have, too; ascending. Entries that name no code of the
    /// file's own are left out.
    #[must_use]
    pub fn procedures(&self) -> Vec<Range<u64>> {
        let le = LittleEndian;
        let header = FileHeader64::<LittleEndian>::parse(self.data);
        let headers = header.and_then(|header| header.program_headers(le, self.data));
        let headers = headers.unwrap_or_default();
        let segment = |header: &ProgramHeader64<LittleEndian>| {
            let from = header.p_vaddr(le);
            from..from.saturating_add(header.p_memsz(le))
        };
        let table = headers
            .iter()
            .find(|header| header.p_type(le).0 == PT_IA_64_UNWIND);
        let holds = |address: u64| {
            let loaded = headers.iter().filter(|it| it.p_type(le) == elf::PT_LOAD);
            loaded.map(segment).find(|it| it.contains(&address))
        };
        // Its entries are a start, an end and unwind information, relative to the segment that holds the table.
        let Some((table, home)) = table.and_then(|it| Some((it, holds(it.p_vaddr(le))?))) else {
            return Vec::new();
        };
        let bytes = table.data(le, self.data).unwrap_or_default();
        let (entries, _) = bytes.as_chunks::<24>();
        let word = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_le_bytes);
        let address = |bytes: &[u8]| home.start.checked_add(word(bytes));
        let mut found: Vec<Range<u64>> = entries
            .iter()
            .filter_map(|entry| Some(address(&entry[..8])?..address(&entry[8..16])?))
            .filter(|it| !it.is_empty() && it.start % 16 == 0 && it.end <= home.end)
            .collect();
        found.sort_unstable_by_key(|it| (it.start, it.end));
        found
    }
}

/// A symbol of a file, if it is defined there and names no file.
fn symbol(
    file: &ElfFile64<'_, LittleEndian>,
    symbol: &ElfSymbol64<'_, '_, LittleEndian>,
) -> Option<Symbol> {
    if symbol.is_undefined() || symbol.is_common() {
        return None;
    }
    let kind = match symbol.kind() {
        object::SymbolKind::Text => SymbolKind::Function,
        object::SymbolKind::Data => SymbolKind::Object,
        object::SymbolKind::Tls => SymbolKind::ThreadLocal,
        object::SymbolKind::Section => SymbolKind::Section,
        object::SymbolKind::File => return None,
        _ if symbol.elf_symbol().st_type() == elf::STT_NOTYPE => SymbolKind::Label,
        _ => SymbolKind::Other,
    };
    let section = symbol.section_index();
    let name = match (kind, section) {
        (SymbolKind::Section, Some(index)) => {
            let section = file.section_by_index(index).ok()?;
            section.name_bytes().ok()?.to_vec()
        }
        _ => symbol.name_bytes().ok()?.to_vec(),
    };
    Some(Symbol {
        name: String::from_utf8_lossy(&name).into_owned(),
        address: symbol.address(),
        size: symbol.size(),
        kind,
        binding: match symbol.elf_symbol().st_bind() {
            elf::STB_GLOBAL => Binding::Global,
            elf::STB_LOCAL => Binding::Local,
            _ => Binding::Weak,
        },
        section: section.map(|index| index.0),
    })
}
