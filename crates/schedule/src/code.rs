//! The bundles of a program, by address.

use std::collections::BTreeMap;
use std::ops::Range;

/// Bundles by address.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// Stretches of code by their first address.
    stretches: BTreeMap<u64, Vec<u128>>,
}

impl Code {
    /// Adds the code of a section. Bytes behind the last whole bundle are left out, and so is a section whose address is no
    /// multiple of 16.
    pub fn add(&mut self, address: u64, bytes: &[u8]) {
        if address.is_multiple_of(16) {
            let bundles = bytes
                .chunks_exact(16)
                .filter_map(|bytes| bytes.first_chunk());
            let bundles = bundles.map(|bytes| u128::from_le_bytes(*bytes)).collect();
            self.stretches.insert(address, bundles);
        }
    }

    /// The bits of the bundle at an address.
    #[must_use]
    pub fn bundle(&self, address: u64) -> Option<u128> {
        let (start, bundles) = self.stretches.range(..=address).next_back()?;
        let offset = address - start;
        let index = usize::try_from(offset / 16).ok()?;
        bundles
            .get(index)
            .copied()
            .filter(|_| offset.is_multiple_of(16))
    }

    /// The addresses of all bundles in a range, in order.
    pub fn addresses(&self, range: Range<u64>) -> impl Iterator<Item = u64> {
        let stretches = self.stretches.range(..range.end);
        stretches.flat_map(move |(&start, bundles)| {
            let first = range.start.saturating_sub(start).div_ceil(16);
            let beyond = (range.end - start).div_ceil(16).min(bundles.len() as u64);
            (first..beyond).map(move |index| start + 16 * index)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundles_are_found_where_a_section_has_them() {
        let mut code = Code::default();
        code.add(0x40, &[vec![1; 16], vec![2; 16], vec![3; 5]].concat());
        code.add(0x100, &[4; 16]);
        let bundle = |byte| Some(u128::from_le_bytes([byte; 16]));
        assert_eq!(code.bundle(0x40), bundle(1));
        assert_eq!(code.bundle(0x50), bundle(2));
        for nothing in [0x30, 0x48, 0x60, 0x110] {
            assert_eq!(code.bundle(nothing), None, "{nothing:#x}");
        }
        let addresses = |range| code.addresses(range).collect::<Vec<_>>();
        assert_eq!(addresses(0..u64::MAX), [0x40, 0x50, 0x100]);
        assert_eq!(addresses(0x50..0x100), [0x50]);
    }
}
