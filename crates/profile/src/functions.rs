//! The functions of a program: to which one an address belongs.

use std::ops::Range;

use elf::{File, SymbolKind};

/// Name of code that belongs to no function.
pub const UNNAMED: &str = "(no symbol)";

/// The functions of a program. An address belongs to the function symbol whose range holds it, else to the nearest label below; where
/// there is neither, as in a stripped program, to the procedure of the unwind table that holds it.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    /// Addresses at which functions begin or end, ascending, each with the function of the code from there on.
    pieces: Vec<(u64, Option<Covering>)>,
}

/// The function of a piece of code: a symbol, or a procedure of the unwind table without one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Covering {
    address: u64,
    symbol: Option<String>,
}

/// A function of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Covered<'f> {
    /// Its address.
    pub address: u64,
    /// Its symbol; `None`: it is only in the unwind table.
    pub symbol: Option<&'f str>,
}

impl Covered<'_> {
    /// Its name in readable form: that of its symbol, or its address.
    #[must_use]
    pub fn name(&self) -> String {
        let address = || format!("{:#x}", self.address);
        self.symbol.map_or_else(address, readable)
    }
}

impl Functions {
    /// The functions of a file.
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
        Self::new(&functions, &labels, &file.procedures())
    }

    /// From functions (address, size, name), labels (address, name) and procedures, all ascending.
    fn new(
        functions: &[(u64, u64, String)],
        labels: &[(u64, String)],
        procedures: &[Range<u64>],
    ) -> Self {
        let mut starts: Vec<u64> = labels.iter().map(|(address, _)| *address).collect();
        for (address, size, _) in functions {
            starts.push(*address);
            starts.push(address.saturating_add(*size));
        }
        starts.extend(procedures.iter().flat_map(|one| [one.start, one.end]));
        starts.sort_unstable();
        starts.dedup();
        let covering = |address: u64| {
            let above = functions.partition_point(|(start, ..)| *start <= address);
            let nearest = functions[..above].last();
            // A function without a size reaches to the next one.
            let covers = nearest.filter(|(start, size, _)| *size == 0 || address - start < *size);
            let label = || labels[..labels.partition_point(|(start, _)| *start <= address)].last();
            let named = covers
                .map(|(address, _, name)| (address, name))
                .or_else(|| label().map(|(address, name)| (address, name)));
            let above = procedures.partition_point(|one| one.start <= address);
            let unnamed = || {
                procedures[..above]
                    .last()
                    .filter(|it| it.contains(&address))
            };
            match named {
                Some((address, name)) => Some(Covering {
                    address: *address,
                    symbol: Some(name.clone()),
                }),
                None => unnamed().map(|one| Covering {
                    address: one.start,
                    symbol: None,
                }),
            }
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

    /// Addresses at which functions begin and end, ascending.
    #[must_use]
    pub fn boundaries(&self) -> Vec<u64> {
        self.pieces.iter().map(|(start, _)| *start).collect()
    }

    /// The function that an address belongs to; `None`: it belongs to none.
    #[must_use]
    pub fn find(&self, address: u64) -> Option<Covered<'_>> {
        let above = self.pieces.partition_point(|(start, _)| *start <= address);
        let (_, symbol) = self.pieces.get(above.checked_sub(1)?)?;
        symbol.as_ref().map(|covering| Covered {
            address: covering.address,
            symbol: covering.symbol.as_deref(),
        })
    }

    /// The function of a piece of code. Piece n begins at the n-th of [`Self::boundaries`], counted from 1; piece 0 lies before the first.
    #[must_use]
    pub fn piece(&self, number: u32) -> Option<Covered<'_>> {
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
            &[0x40..0x80, 0xa0..0x120, 0x500..0x510],
        )
    }

    #[test]
    fn a_label_inside_a_function_is_no_function() {
        let functions = functions();
        let name = |address| functions.find(address).and_then(|it| it.symbol);
        assert_eq!(name(0x9f), None);
        for address in [0x100, 0x110, 0x130] {
            assert_eq!(name(address), Some("f"));
        }
        assert_eq!(name(0x140), Some("g"));
        assert_eq!(name(0x190), Some("tail"));
        // One without a size reaches on.
        assert_eq!(name(0x310), Some("h"));
    }

    #[test]
    fn where_no_symbol_is_the_unwind_table_says_where_procedures_are() {
        let functions = functions();
        let name = |address| functions.find(address).map(|it| it.name());
        for (address, expected) in [
            (0x3f, None),
            (0x40, Some("0x40")),
            (0x7f, Some("0x40")),
            (0x80, None),
            (0xff, Some("0xa0")),
            (0x100, Some("f")),
            (0x508, Some("h")),
        ] {
            assert_eq!(name(address).as_deref(), expected, "{address:#x}");
        }
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
