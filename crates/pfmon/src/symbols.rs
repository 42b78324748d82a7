//! Symbols of the monitored program, and ranges written with them.

use crate::error::Fatal;
use crate::ranges::Range;

/// What a symbol names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolKind {
    /// A function.
    Code,
    /// An object.
    Data,
}

impl SymbolKind {
    fn name(self) -> &'static str {
        match self {
            SymbolKind::Code => "code",
            SymbolKind::Data => "data",
        }
    }
}

/// A symbol of an ELF file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Name.
    pub name: String,
    /// Address.
    pub address: u64,
    /// Size in bytes; 0 when the file does not say.
    pub size: u64,
    /// Code or data.
    pub kind: SymbolKind,
}

/// Symbols by address.
#[derive(Debug, Clone, Default)]
pub(crate) struct Symbols(Vec<Symbol>);

impl Symbols {
    /// Sorts by address; of several symbols at one address the one that comes first stays first.
    #[must_use]
    pub(crate) fn new(mut symbols: Vec<Symbol>) -> Symbols {
        symbols.sort_by_key(|symbol| symbol.address);
        Symbols(symbols)
    }

    /// Number of symbols.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The symbol called `name`.
    #[must_use]
    pub(crate) fn find(&self, name: &str, kind: SymbolKind) -> Option<&Symbol> {
        self.0
            .iter()
            .find(|symbol| symbol.name == name && symbol.kind == kind)
    }

    /// End of a symbol: from its size, or from the next symbol when the file does not say.
    fn end(&self, symbol: &Symbol) -> u64 {
        if symbol.size != 0 {
            return symbol.address.saturating_add(symbol.size);
        }
        let next = self
            .0
            .iter()
            .find(|next| next.address > symbol.address && next.kind == symbol.kind);
        next.map_or(symbol.address, |next| next.address)
    }

    /// The function that holds an address, and the offset in it.
    #[must_use]
    pub(crate) fn locate(&self, address: u64, kind: SymbolKind) -> Option<(&str, u64)> {
        let symbol = self
            .0
            .iter()
            .rev()
            .find(|symbol| symbol.kind == kind && symbol.address <= address)?;
        // Not across regions (address bits 63:61): a symbol of unknown size would reach up to the next symbol in another one.
        let same_region = (address ^ symbol.address) >> 61 == 0;
        (same_region && address < self.end(symbol).max(symbol.address + 1))
            .then_some((symbol.name.as_str(), address - symbol.address))
    }
}

/// A number as C writes it: hexadecimal after 0x, octal after 0, else decimal.
#[must_use]
pub(crate) fn number(text: &str) -> Option<u64> {
    if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        u64::from_str_radix(hex, 16).ok()
    } else if text.len() > 1 && text.starts_with('0') {
        u64::from_str_radix(&text[1..], 8).ok()
    } else {
        text.parse().ok()
    }
}

/// An address: a number or a symbol.
///
/// # Errors
///
/// The symbol is not found.
pub(crate) fn address(text: &str, kind: SymbolKind, symbols: &Symbols) -> Result<u64, Fatal> {
    match number(text) {
        Some(address) => Ok(address),
        None if text.starts_with(|c: char| c.is_ascii_digit()) => {
            Err(Fatal::new(format!("invalid address {text}")))
        }
        None => symbols
            .find(text, kind)
            .map(|symbol| symbol.address)
            .ok_or_else(|| not_found(text, kind)),
    }
}

fn not_found(name: &str, kind: SymbolKind) -> Fatal {
    Fatal::new(format!("{} symbol {name} not found", kind.name()))
}

/// A range: `start-end`, or a symbol with its size. `verbose` takes the line that says how a symbol was read.
///
/// # Errors
///
/// A symbol is not found, a number malformed, or the range empty.
pub(crate) fn range(
    text: &str,
    kind: SymbolKind,
    symbols: &Symbols,
    verbose: &mut Vec<String>,
) -> Result<Range, Fatal> {
    let range = match symbols.find(text, kind) {
        Some(symbol) => {
            let range = Range {
                start: symbol.address,
                end: symbols.end(symbol),
            };
            verbose.push(format!(
                "symbol {text} ({}): [0x{:x}-0x{:x})={} bytes",
                kind.name(),
                range.start,
                range.end,
                range.end - range.start
            ));
            range
        }
        None => match text.split_once('-') {
            Some((start, end)) => Range {
                start: address(start, kind, symbols)?,
                end: address(end, kind, symbols)?,
            },
            None if number(text).is_some() => {
                return Err(Fatal::new(format!("invalid address range {text}")));
            }
            None => return Err(not_found(text, kind)),
        },
    };
    if range.end <= range.start {
        return Err(Fatal::new(format!(
            "invalid address range [0x{:x}-0x{:x})",
            range.start, range.end
        )));
    }
    Ok(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbols() -> Symbols {
        let symbol = |name: &str, address, size, kind| Symbol {
            name: name.to_owned(),
            address,
            size,
            kind,
        };
        Symbols::new(vec![
            symbol("doit", 0x3000, 240, SymbolKind::Code),
            symbol("B", 0x1c000, 0x20000, SymbolKind::Data),
            symbol("old", 0x2000, 0, SymbolKind::Code),
        ])
    }

    #[test]
    fn a_symbol_stands_for_its_whole_extent() {
        let mut verbose = Vec::new();
        let found = range("doit", SymbolKind::Code, &symbols(), &mut verbose).expect("known");
        assert_eq!(
            found,
            Range {
                start: 0x3000,
                end: 0x30f0
            }
        );
        assert_eq!(verbose, ["symbol doit (code): [0x3000-0x30f0)=240 bytes"]);
    }

    #[test]
    fn a_symbol_without_size_ends_at_the_next() {
        let found = range("old", SymbolKind::Code, &symbols(), &mut Vec::new()).expect("known");
        assert_eq!(
            found,
            Range {
                start: 0x2000,
                end: 0x3000
            }
        );
    }

    #[test]
    fn a_range_may_be_delimited_by_numbers_and_symbols() {
        let found =
            range("0x1000-doit", SymbolKind::Code, &symbols(), &mut Vec::new()).expect("known");
        assert_eq!(
            found,
            Range {
                start: 0x1000,
                end: 0x3000
            }
        );
    }

    #[test]
    fn a_data_symbol_is_no_code_range_and_an_empty_range_is_invalid() {
        assert!(range("B", SymbolKind::Code, &symbols(), &mut Vec::new()).is_err());
        assert!(
            range(
                "0x2000-0x1000",
                SymbolKind::Code,
                &symbols(),
                &mut Vec::new()
            )
            .is_err()
        );
        assert!(range("0x2000", SymbolKind::Code, &symbols(), &mut Vec::new()).is_err());
    }

    #[test]
    fn a_symbol_of_unknown_size_ends_with_its_region() {
        let label = Symbol {
            name: "phys_start".into(),
            address: 0x459_5750,
            size: 0,
            kind: SymbolKind::Code,
        };
        let text = Symbol {
            name: "_text".into(),
            address: 0xa000_0001_0000_0000,
            ..label.clone()
        };
        let symbols = Symbols::new(vec![label, text]);
        let locate = |address| symbols.locate(address, SymbolKind::Code);
        assert_eq!(locate(0x459_5760), Some(("phys_start", 0x10)));
        assert_eq!(locate(0x4000_0000_0000_2150), None);
    }

    #[test]
    fn addresses_are_found_in_their_function() {
        assert_eq!(
            symbols().locate(0x3010, SymbolKind::Code),
            Some(("doit", 0x10))
        );
        assert_eq!(symbols().locate(0x30f0, SymbolKind::Code), None);
        assert_eq!(symbols().locate(0x1000, SymbolKind::Code), None);
    }
}
