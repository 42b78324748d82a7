//! Which function or object an address belongs to.

use crate::{File, Symbol, SymbolKind};

/// Names of the functions and objects of one file.
///
/// An address belongs to the nearest symbol whose size covers it. A symbol without a size reaches to the next one; if it lies in a
/// symbol that has a size, as a label in a function, not past the end of that. So places are named by the nearest label, as objdump
/// does, but not by one of another function.
#[derive(Debug, Default)]
pub struct Symbols {
    /// Sorted by address, then size; of the same extent by name, descending.
    rows: Vec<Row>,
}

#[derive(Clone, Debug)]
struct Row {
    start: u64,
    /// Bytes; 0: the file does not say.
    size: u64,
    name: Box<str>,
    /// End of what the symbols up to this one cover by their sizes.
    reach: u64,
}

impl Symbols {
    /// Reads the symbol table, or the dynamic one if there is no other. A damaged file gives no symbols.
    /// `bias` is added to each address.
    pub fn parse(data: &[u8], bias: u64) -> Symbols {
        let rows =
            File::parse(data).map_or_else(|_| Vec::new(), |file| rows(&file, bias, data.len()));
        Self::of(rows)
    }

    fn of(mut rows: Vec<Row>) -> Self {
        let order = |row: &Row| (row.start, row.size);
        rows.sort_unstable_by(|a, b| order(a).cmp(&order(b)).then_with(|| b.name.cmp(&a.name)));
        rows.dedup_by(|later, first| order(later) == order(first) && later.name == first.name);
        let mut reach = 0;
        for row in &mut rows {
            if row.size != 0 {
                reach = reach.max(row.start.saturating_add(row.size));
            }
            row.reach = reach;
        }
        Self { rows }
    }

    /// The symbol to which `address` belongs and the distance from its start. Of several with the same address it is the largest, of
    /// those the first by name.
    pub fn lookup(&self, address: u64) -> Option<(&str, u64)> {
        let after = self.rows.partition_point(|row| row.start <= address);
        let below = &self.rows[..after];
        // Number of the nearest symbol that covers an address by its size.
        let holder = |address: u64| {
            (0..after)
                .rev()
                .take_while(|&at| below[at].reach > address)
                .find(|&at| address - below[at].start < below[at].size)
        };
        let nearest = below.last()?;
        let held = holder(address);
        let found = if nearest.size == 0 && holder(nearest.start) == held {
            nearest
        } else {
            &below[held?]
        };
        Some((&found.name, address - found.start))
    }

    /// Every symbol: address, size in bytes, name; ascending by address.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64, &str)> {
        self.rows
            .iter()
            .map(|row| (row.start, row.size, &*row.name))
    }

    /// Bytes of the host's memory that they take.
    #[must_use]
    pub fn held(&self) -> u64 {
        let names: usize = self.rows.iter().map(|row| row.name.len()).sum();
        (self.rows.capacity() * size_of::<Row>() + names) as u64
    }

    /// Adds the symbols of another file.
    pub fn merge(&mut self, other: &Symbols) {
        let mut rows = std::mem::take(&mut self.rows);
        rows.extend_from_slice(&other.rows);
        *self = Self::of(rows);
    }
}

fn rows(file: &File<'_>, bias: u64, bytes: usize) -> Vec<Row> {
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
        .map(|symbol| Row {
            start: symbol.address.wrapping_add(bias),
            size: symbol.size,
            name: symbol.name.into_boxed_str(),
            reach: 0,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbols(rows: &[(u64, u64, &str)]) -> Symbols {
        let row = |&(start, size, name): &(u64, u64, &str)| Row {
            start,
            size,
            name: name.into(),
            reach: 0,
        };
        Symbols::of(rows.iter().map(row).collect())
    }

    #[test]
    fn a_label_reaches_to_the_next_symbol_and_not_past_it() {
        let symbols = symbols(&[(0x100, 0, "label"), (0x200, 0x40, "f"), (0x400, 0, "tail")]);
        assert_eq!(symbols.lookup(0xff), None);
        assert_eq!(symbols.lookup(0x1ff), Some(("label", 0xff)));
        assert_eq!(symbols.lookup(0x23f), Some(("f", 0x3f)));
        for behind in [0x240, 0x3ff] {
            assert_eq!(symbols.lookup(behind), None, "{behind:#x}");
        }
        assert_eq!(symbols.lookup(0x450), Some(("tail", 0x50)));
    }

    #[test]
    fn a_label_in_a_function_names_places_of_that_function_only() {
        let symbols = symbols(&[
            (0x100, 0x400, "memset"),
            (0x200, 0, "store_words"),
            (0x210, 0, "loop"),
            (0x600, 0x20, "strcmp"),
        ]);
        assert_eq!(symbols.lookup(0x1f0), Some(("memset", 0xf0)));
        assert_eq!(symbols.lookup(0x200), Some(("store_words", 0)));
        assert_eq!(symbols.lookup(0x4ff), Some(("loop", 0x2ef)));
        // Behind the ends of the functions.
        assert_eq!(symbols.lookup(0x500), None);
        assert_eq!(symbols.lookup(0x620), None);
    }

    #[test]
    fn a_label_in_an_inner_function_ends_with_it() {
        let rows = [
            (0x100, 0x100, "outer"),
            (0x140, 0x20, "inner"),
            (0x150, 0, "label"),
        ];
        let symbols = symbols(&rows);
        assert_eq!(symbols.lookup(0x15f), Some(("label", 0xf)));
        assert_eq!(symbols.lookup(0x160), Some(("outer", 0x60)));
    }

    #[test]
    fn a_function_inside_another_ends_before_that() {
        let symbols = symbols(&[(0x100, 0x100, "outer"), (0x140, 0x20, "inner")]);
        assert_eq!(symbols.lookup(0x15f), Some(("inner", 0x1f)));
        assert_eq!(symbols.lookup(0x160), Some(("outer", 0x60)));
    }

    #[test]
    fn of_names_of_one_address_the_largest_counts_and_each_is_listed() {
        let rows = [
            (0x100, 0, "alias"),
            (0x100, 0x40, "read"),
            (0x100, 0x40, "__read"),
        ];
        let mut symbols = symbols(&rows);
        let same = self::symbols(&rows);
        symbols.merge(&same);
        assert_eq!(symbols.lookup(0x110), Some(("__read", 0x10)));
        assert_eq!(symbols.lookup(0x140), None);
        let names: Vec<&str> = symbols.iter().map(|(_, _, name)| name).collect();
        assert_eq!(names, ["alias", "read", "__read"]);
    }
}
