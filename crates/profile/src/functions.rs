//! The functions of a program: to which one an address belongs.

use std::ops::Range;

use elf::{File, SymbolKind};

/// Name of code that belongs to no function.
pub const UNNAMED: &str = "(no symbol)";

/// The functions of a program. An address belongs to the nearest function symbol whose range holds it. Outside of all ranges it belongs
/// to the function that ends nearest below in its section, or the nearest label behind that, or to the procedure of the unwind table that holds
/// it if that begins behind the symbol or, as in a stripped program, there is none.
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

    /// Whether it is called so: by its symbol, or by that in readable form.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.symbol == Some(name) || self.name() == name
    }
}

impl Functions {
    /// The functions of a file.
    #[must_use]
    pub fn of(file: &File<'_>) -> Self {
        let mut functions: Vec<(u64, u64, String)> = Vec::new();
        let mut labels = Vec::new();
        let sections = || file.sections().filter(elf::Section::is_code);
        let code: Vec<usize> = sections().map(|section| section.index()).collect();
        let mut ranges: Vec<Range<u64>> = sections()
            .map(|section| {
                let bytes = section.data().map_or(0, <[u8]>::len) as u64;
                section.address()..section.address().saturating_add(bytes)
            })
            .collect();
        ranges.sort_unstable_by_key(|range| range.start);
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
        // Of several at one address the largest counts, of those the first by name.
        functions.sort_by(|a, b| (a.0, b.1, &a.2).cmp(&(b.0, a.1, &b.2)));
        functions.dedup_by_key(|(address, ..)| *address);
        labels.sort();
        labels.dedup_by_key(|(address, _)| *address);
        Self::new(&functions, &labels, &file.procedures(), &ranges)
    }

    /// From functions (address, size, name), labels (address, name), procedures and sections of code, all ascending.
    fn new(
        functions: &[(u64, u64, String)],
        labels: &[(u64, String)],
        procedures: &[Range<u64>],
        sections: &[Range<u64>],
    ) -> Self {
        let mut starts: Vec<u64> = labels.iter().map(|(address, _)| *address).collect();
        for (address, size, _) in functions {
            starts.push(*address);
            starts.push(address.saturating_add(*size));
        }
        let ranges = procedures.iter().chain(sections);
        starts.extend(ranges.flat_map(|one| [one.start, one.end]));
        starts.sort_unstable();
        starts.dedup();
        let end = |at: usize| functions[at].0.saturating_add(functions[at].1);
        // Of the functions that begin at or below an address, which ascends: how many there are, the one that ends last, those whose ranges may hold
        // the address (the nearest is the last), and that in which the newest one lies.
        let (mut below, mut farthest) = (0, None);
        let (mut holders, mut around) = (Vec::<usize>::new(), None);
        let mut covering = |address: u64| {
            let symbol = |start: u64, name: &String| Covering {
                address: start,
                symbol: Some(name.clone()),
            };
            while let Some((start, size, _)) = functions.get(below)
                && *start <= address
            {
                holders.truncate(holding(&holders, |at| end(at) > *start));
                around = holders.last().copied();
                if *size > 0 {
                    holders.push(below);
                }
                if farthest.is_none_or(|before| end(before) <= end(below)) {
                    farthest = Some(below);
                }
                below += 1;
            }
            holders.truncate(holding(&holders, |at| end(at) > address));
            let held = holders.last().copied();
            // A function without a size reaches to the next one, or to the end of that in which it lies.
            let newest = below.checked_sub(1);
            let open = newest.filter(|&at| functions[at].1 == 0 && around == held);
            if let Some((start, _, name)) = open.or(held).map(|at| &functions[at]) {
                return Some(symbol(*start, name));
            }
            let section = range_of(sections, address).map_or(address, |section| section.start);
            let function = farthest.map(|at| &functions[at]);
            let end = farthest.map_or(0, end);
            let label = labels[..labels.partition_point(|(start, _)| *start <= address)]
                .last()
                .filter(|(start, _)| *start >= end)
                .map(|(start, name)| (*start, name));
            let nearest = label
                .or_else(|| function.map(|(start, _, name)| (*start, name)))
                .filter(|(start, _)| *start >= section);
            let procedure = range_of(procedures, address)
                .filter(|range| nearest.is_none_or(|(start, _)| start < range.start));
            match (procedure, nearest) {
                (Some(range), _) => Some(Covering {
                    address: range.start,
                    symbol: None,
                }),
                (None, nearest) => nearest.map(|(start, name)| symbol(start, name)),
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

    /// The name of the function that an address belongs to, in readable form; [`UNNAMED`] where it belongs to none.
    #[must_use]
    pub fn name(&self, address: u64) -> String {
        name(self.find(address))
    }

    /// The function of a piece of code. Piece n begins at the n-th of [`Self::boundaries`], counted from 1; piece 0 lies before the first.
    #[must_use]
    pub fn piece(&self, number: u32) -> Option<Covered<'_>> {
        let (start, _) = self.pieces.get((number as usize).checked_sub(1)?)?;
        self.find(*start)
    }
}

/// The name of a function in readable form, or of the code of none.
pub(crate) fn name(function: Option<Covered<'_>>) -> String {
    function.map_or_else(|| UNNAMED.to_owned(), |function| function.name())
}

/// How many functions there are up to the last one whose range holds an address.
fn holding(functions: &[usize], holds: impl Fn(usize) -> bool) -> usize {
    functions
        .iter()
        .rposition(|&at| holds(at))
        .map_or(0, |last| last + 1)
}

/// The last of ascending ranges that begins at or below an address, if it holds the address.
fn range_of(ranges: &[Range<u64>], address: u64) -> Option<&Range<u64>> {
    let above = ranges.partition_point(|range| range.start <= address);
    let nearest = ranges[..above].last();
    nearest.filter(|range| range.contains(&address))
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
            &[0x40..0x300, 0x300..0x1000],
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
    fn code_behind_a_function_belongs_to_it_and_not_to_a_label_in_another() {
        let function = |address, size, name: &str| (address, size, name.to_owned());
        let functions = Functions::new(
            &[
                function(0x100, 0x100, "memset"),
                function(0x200, 0x30, "strcmp"),
                function(0x400, 0x40, "strlen"),
                function(0x500, 0x20, "last"),
            ],
            &[(0x180, "store_words".to_owned())],
            &[0x280..0x2a0, 0x400..0x460],
            &[0x100..0x600, 0x600..0x700],
        );
        let name = |address| functions.find(address).map(|it| it.name());
        for (address, expected) in [
            (0x1ff, Some("memset")),
            (0x230, Some("strcmp")),
            // A function without a symbol, as where local ones were stripped.
            (0x280, Some("0x280")),
            (0x2a0, Some("strcmp")),
            (0x450, Some("strlen")),
            (0x5f0, Some("last")),
            (0x600, None),
        ] {
            assert_eq!(name(address).as_deref(), expected, "{address:#x}");
        }
    }

    #[test]
    fn code_behind_a_function_inside_another_belongs_to_the_outer_one() {
        let function = |address, size, name: &str| (address, size, name.to_owned());
        let functions = Functions::new(
            &[
                function(0x100, 0x100, "outer"),
                function(0x140, 0x20, "inner"),
                function(0x150, 0, "open"),
                function(0x300, 0x20, "last"),
            ],
            &[(0x180, "label".to_owned())],
            &[],
            &[0x100..0x400, 0x400..0x500],
        );
        let name = |address| functions.find(address).and_then(|it| it.symbol);
        for (address, expected) in [
            (0x130, "outer"),
            (0x140, "inner"),
            (0x150, "open"),
            (0x160, "outer"),
            (0x180, "outer"),
            // Behind all of them: neither the inner function nor the label is nearer.
            (0x210, "outer"),
            (0x330, "last"),
        ] {
            assert_eq!(name(address), Some(expected), "{address:#x}");
        }
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
