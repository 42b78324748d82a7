//! Which function an address belongs to.

use elf::{File, SymbolKind};

/// Name of the code that no symbol covers.
pub const UNNAMED: &str = "(no symbol)";

/// The functions of a program: its symbols of functions with what they cover, elsewhere the nearest symbol of any kind below.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    /// Where a function begins or ends, and the symbol that covers what follows, ascending.
    pieces: Vec<(u64, Option<Covering>)>,
}

/// The symbol that covers a piece of code.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Covering {
    address: u64,
    name: String,
}

impl Functions {
    /// Those of a file; one without symbols gives none.
    #[must_use]
    pub fn of(file: &File<'_>) -> Self {
        let mut functions: Vec<(u64, u64, String)> = Vec::new();
        let mut labels = Vec::new();
        let code: Vec<usize> = file
            .sections()
            .filter(elf::Section::is_code)
            .map(|section| section.index())
            .collect();
        for symbol in file.symbols().filter(|symbol| !symbol.name.is_empty()) {
            match symbol.kind {
                SymbolKind::Function => {
                    functions.push((symbol.address, symbol.size, symbol.name));
                }
                SymbolKind::Label | SymbolKind::Other
                    if symbol
                        .section
                        .is_some_and(|section| code.contains(&section)) =>
                {
                    labels.push((symbol.address, symbol.name));
                }
                _ => {}
            }
        }
        functions.sort();
        functions.dedup_by_key(|(address, ..)| *address);
        labels.sort();
        labels.dedup_by_key(|(address, _)| *address);
        Self::new(&functions, &labels)
    }

    /// From functions (address, size, name) and labels (address, name), both ascending.
    fn new(functions: &[(u64, u64, String)], labels: &[(u64, String)]) -> Self {
        let mut starts: Vec<u64> = labels.iter().map(|(address, _)| *address).collect();
        for (address, size, _) in functions {
            starts.push(*address);
            starts.push(address.saturating_add(*size));
        }
        starts.sort_unstable();
        starts.dedup();
        let covering = |address: u64| {
            let above = functions.partition_point(|(start, ..)| *start <= address);
            let nearest = functions[..above].last();
            // One without a size reaches to the next.
            let covers = nearest.filter(|(start, size, _)| *size == 0 || address - start < *size);
            let label = || labels[..labels.partition_point(|(start, _)| *start <= address)].last();
            covers
                .map(|(address, _, name)| (address, name))
                .or_else(|| label().map(|(address, name)| (address, name)))
                .map(|(address, name)| Covering {
                    address: *address,
                    name: name.clone(),
                })
        };
        let mut pieces: Vec<(u64, Option<Covering>)> = Vec::new();
        for start in starts {
            let symbol = covering(start);
            if pieces.last().map(|(_, last)| last) != Some(&symbol) {
                pieces.push((start, symbol));
            }
        }
        Self { pieces }
    }

    /// Where functions begin and end, ascending.
    #[must_use]
    pub fn boundaries(&self) -> Vec<u64> {
        self.pieces.iter().map(|(start, _)| *start).collect()
    }

    /// Address and symbol of the function that an address belongs to; `None`: no symbol covers it.
    #[must_use]
    pub fn find(&self, address: u64) -> Option<(u64, &str)> {
        let above = self.pieces.partition_point(|(start, _)| *start <= address);
        let (_, symbol) = self.pieces.get(above.checked_sub(1)?)?;
        symbol
            .as_ref()
            .map(|symbol| (symbol.address, symbol.name.as_str()))
    }

    /// The same of the piece with a number among [`Self::boundaries`], counted from 1; 0 is what lies before the first.
    #[must_use]
    pub fn piece(&self, number: u32) -> Option<(u64, &str)> {
        let (start, _) = self.pieces.get((number as usize).checked_sub(1)?)?;
        self.find(*start)
    }
}

/// A symbol in readable form: names of C++ and Rust as they were written.
#[must_use]
pub fn readable(symbol: &str) -> String {
    if let Ok(name) = rustc_demangle::try_demangle(symbol) {
        return format!("{name:#}");
    }
    if symbol.starts_with("_Z")
        && let Ok(name) = cpp_demangle::Symbol::new(symbol)
        && let Ok(name) = name.demangle()
    {
        return name;
    }
    symbol.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn functions() -> Functions {
        let functions = [(0x100, 0x40, "f"), (0x140, 0x20, "g"), (0x200, 0, "h")];
        let labels = [(0x110, "loop"), (0x180, "tail"), (0x300, "late")];
        Functions::new(
            &functions.map(|(address, size, name)| (address, size, name.to_owned())),
            &labels.map(|(address, name)| (address, name.to_owned())),
        )
    }

    #[test]
    fn a_label_inside_a_function_is_no_function() {
        let functions = functions();
        let name = |address| functions.find(address).map(|(_, name)| name);
        assert_eq!(name(0xff), None);
        for address in [0x100, 0x110, 0x130] {
            assert_eq!(name(address), Some("f"));
        }
        assert_eq!(name(0x140), Some("g"));
        assert_eq!(name(0x190), Some("tail"));
        // One without a size reaches on.
        assert_eq!(name(0x310), Some("h"));
    }

    #[test]
    fn a_number_of_a_piece_says_what_the_address_says() {
        let functions = functions();
        let boundaries = functions.boundaries();
        for address in (0..0x400).step_by(16) {
            let number = boundaries.partition_point(|start| *start <= address);
            assert_eq!(functions.piece(number as u32), functions.find(address));
        }
    }

    #[test]
    fn names_of_other_languages_are_readable() {
        assert_eq!(readable("_ZN3foo3barEi"), "foo::bar(int)");
        assert_eq!(readable("_RNvC6_123foo3bar"), "123foo::bar");
        assert_eq!(readable("merge_sort"), "merge_sort");
        assert_eq!(readable("_Z"), "_Z");
    }
}
