//! The symbol that objdump names an address by.

use std::cmp::Ordering;
use std::fmt::{self, Write};

use super::Targets;

/// What a symbol stands for, in the order in which objdump prefers them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SymbolKind {
    /// A function.
    Function,
    /// A data object.
    Object,
    /// Neither.
    Other,
    /// A section, by its own name.
    Section,
}

/// To which other files a symbol is visible, in the order in which objdump prefers them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Binding {
    /// To all of them.
    Global,
    /// To all of them, where no global one has its name.
    Weak,
    /// To none.
    Local,
}

/// A symbol of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Name.
    pub name: String,
    /// Address.
    pub address: u64,
    /// Size in bytes; 0 when unknown.
    pub size: u64,
    /// What it stands for.
    pub kind: SymbolKind,
    /// To which files it is visible.
    pub binding: Binding,
    /// Number of the section that it lies in.
    pub section: usize,
}

/// Symbols, arranged as objdump does to choose one for an address: the nearest at or below; among those at the same
/// address functions before objects before the rest before sections, of these global ones before weak before local ones, larger before
/// smaller, names with a leading dot last, then by name. Marks of compilers and names of files come behind all others.
#[derive(Clone, Debug, Default)]
pub struct SymbolTable {
    symbols: Vec<Symbol>,
}

impl SymbolTable {
    /// A table of symbols in any order. Those of source files do not belong in it, nor those of sections but `.plt`
    /// and `.got` and what begins like these.
    pub fn new(mut symbols: Vec<Symbol>) -> Self {
        symbols.sort_by(compare);
        Self { symbols }
    }

    /// Whether there are no symbols.
    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }

    /// The symbol that names an address: the nearest at or below, or the lowest when there is none below.
    pub fn find(&self, address: u64) -> Option<&Symbol> {
        let above = self.symbols.partition_point(|s| s.address <= address);
        let nearest = self.symbols.get(above.saturating_sub(1))?.address;
        self.symbols
            .get(self.symbols.partition_point(|s| s.address < nearest))
    }

    /// The address of the next symbol of a section after the one that names `address`.
    pub fn next_in_section(&self, address: u64, section: usize) -> Option<u64> {
        let current = self.find(address)?.address;
        if current > address {
            return Some(current);
        }
        let above = self.symbols.partition_point(|s| s.address <= current);
        self.symbols[above..]
            .iter()
            .find(|s| s.section == section)
            .map(|s| s.address)
    }

    /// The symbol that labels an address of a section: one of that section, if it has any.
    fn find_in_section(&self, address: u64, section: usize) -> Option<&Symbol> {
        let own = |s: &&Symbol| s.section == section;
        let above = self.symbols.partition_point(|s| s.address <= address);
        let (below, higher) = self.symbols.split_at(above);
        let nearest = below.iter().rev().find(own);
        let nearest = nearest.or_else(|| higher.iter().find(own))?.address;
        let first = self.symbols.partition_point(|s| s.address < nearest);
        self.symbols[first..].iter().find(own)
    }

    /// Writes ` <name+0x10>` as the label of an address of a section, nothing when there are no symbols.
    pub(super) fn write_label(
        &self,
        out: &mut dyn Write,
        address: u64,
        section: usize,
    ) -> fmt::Result {
        let symbol = self
            .find_in_section(address, section)
            .or_else(|| self.find(address));
        Self::write_name(out, address, symbol)
    }

    fn write_name(out: &mut dyn Write, address: u64, symbol: Option<&Symbol>) -> fmt::Result {
        let Some(symbol) = symbol else {
            return Ok(());
        };
        match address.cmp(&symbol.address) {
            Ordering::Equal => write!(out, " <{}>", symbol.name),
            Ordering::Greater => {
                write!(out, " <{}+{:#x}>", symbol.name, address - symbol.address)
            }
            Ordering::Less => write!(out, " <{}-{:#x}>", symbol.name, symbol.address - address),
        }
    }
}

/// Whether a symbol says which compiler made the code.
fn marks_a_compiler(symbol: &Symbol) -> bool {
    symbol.name.contains("gnu_compiled") || symbol.name.contains("gcc2_compiled")
}

/// Whether a symbol looks like the name of an object file or library.
fn names_a_file(symbol: &Symbol) -> bool {
    symbol.name.len() > 2 && (symbol.name.ends_with(".o") || symbol.name.ends_with(".a"))
}

fn compare(a: &Symbol, b: &Symbol) -> Ordering {
    a.address
        .cmp(&b.address)
        .then(a.section.cmp(&b.section))
        .then(marks_a_compiler(a).cmp(&marks_a_compiler(b)))
        .then(names_a_file(a).cmp(&names_a_file(b)))
        .then(a.kind.cmp(&b.kind))
        .then(a.binding.cmp(&b.binding))
        .then(b.size.cmp(&a.size))
        .then(a.name.starts_with('.').cmp(&b.name.starts_with('.')))
        .then_with(|| a.name.cmp(&b.name))
}

impl Targets for SymbolTable {
    /// `4000000000000d00 <name+0x10>`; without symbols as [`super::BareTargets`].
    fn write_target(&self, out: &mut dyn Write, address: u64) -> fmt::Result {
        if self.is_empty() {
            return super::BareTargets.write_target(out, address);
        }
        write!(out, "{address:x}")?;
        Self::write_name(out, address, self.find(address))
    }
}
