//! Which function or object an address belongs to.

use crate::{File, Symbol, SymbolKind};

/// Names of the functions and objects of one file.
#[derive(Debug, Default)]
pub struct Symbols {
    /// Sorted by address: start, size, name.
    rows: Vec<(u64, u64, Box<str>)>,
}

impl Symbols {
    /// Reads the symbol table, or the dynamic one if there is no other. A damaged file gives no symbols.
    /// `bias` is added to each address.
    pub fn parse(data: &[u8], bias: u64) -> Symbols {
        let mut rows =
            File::parse(data).map_or_else(|_| Vec::new(), |file| rows(&file, bias, data.len()));
        rows.sort();
        rows.dedup_by(|later, first| later.0 == first.0 && (later.1 == 0 || later.1 == first.1));
        Symbols { rows }
    }

    /// The symbol that covers `address` and the distance from its start. Symbols without a size reach to
    /// the next one.
    pub fn lookup(&self, address: u64) -> Option<(&str, u64)> {
        let after = self.rows.partition_point(|row| row.0 <= address);
        let candidates = self.rows[..after].iter().rev().take(8);
        let found = candidates
            .into_iter()
            .find(|(start, size, _)| *size == 0 || address - start < *size)?;
        Some((&found.2, address - found.0))
    }

    /// Every symbol: address, size in bytes, name; ascending.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64, &str)> {
        self.rows
            .iter()
            .map(|(address, size, name)| (*address, *size, &**name))
    }

    /// Bytes of the host's memory that they take.
    #[must_use]
    pub fn held(&self) -> u64 {
        let names: usize = self.rows.iter().map(|row| row.2.len()).sum();
        (self.rows.capacity() * size_of::<(u64, u64, Box<str>)>() + names) as u64
    }

    /// Adds the symbols of another file.
    pub fn merge(&mut self, other: &Symbols) {
        self.rows.extend_from_slice(&other.rows);
        self.rows.sort();
    }
}

fn rows(file: &File<'_>, bias: u64, bytes: usize) -> Vec<(u64, u64, Box<str>)> {
    // Names may share bytes, but a table whose names are longer than the file has been made to exhaust the host.
    let mut names = 0;
    let mut fits = |symbol: &Symbol| {
        names += symbol.name.len();
        names <= bytes
    };
    let mut symbols: Vec<_> = file.symbols().take_while(&mut fits).collect();
    if symbols.is_empty() {
        symbols.extend(file.dynamic_symbols().take_while(&mut fits));
    }
    if names > bytes {
        return Vec::new();
    }
    let code: Vec<usize> = file
        .sections()
        .filter(|section| section.is_code())
        .map(|section| section.index())
        .collect();
    // Symbols without a type are taken in code only: labels of hand-written assembly.
    let wanted = |kind, section| match kind {
        SymbolKind::Function | SymbolKind::Object => true,
        SymbolKind::Label => code.contains(&section),
        SymbolKind::ThreadLocal | SymbolKind::Section | SymbolKind::Other => false,
    };
    symbols
        .into_iter()
        .filter(|symbol| symbol.section.is_some_and(|at| wanted(symbol.kind, at)))
        .filter(|symbol| !symbol.name.is_empty())
        .map(|symbol| {
            let address = symbol.address.wrapping_add(bias);
            (address, symbol.size, symbol.name.into_boxed_str())
        })
        .collect()
}
