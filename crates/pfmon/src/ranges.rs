//! Address ranges by debug registers: how libpfm covers a range with at most four aligned pairs.

/// Debug register pairs of a processor.
pub(crate) const PAIRS: usize = 4;

/// An address range; the end is exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Range {
    /// First address.
    pub start: u64,
    /// One past the last address.
    pub end: u64,
}

/// A pair of debug registers: base and mask (bits 55:0).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pair {
    /// Even register.
    pub base: u64,
    /// Mask field of the odd register.
    pub mask: u64,
}

const MASK: u64 = 0x00ff_ffff_ffff_ffff;

impl Pair {
    fn new(base: u64, size: u64) -> Pair {
        Pair {
            base,
            mask: !(size - 1) & MASK,
        }
    }

    /// The last address that the pair names, as pfmon prints it.
    #[must_use]
    pub(crate) fn end(self) -> u64 {
        self.base.wrapping_add(!self.mask & MASK)
    }
}

/// The pairs of a range, and by how much they exceed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cover {
    /// Pairs in register order.
    pub pairs: Vec<Pair>,
    /// Bytes before the start.
    pub start_offset: u64,
    /// Bytes after the end.
    pub end_offset: u64,
}

impl Cover {
    /// Whether the pairs reach every part of their range: a pair holds addresses that agree in bits 63:56.
    #[must_use]
    pub(crate) fn is_whole(&self, range: Range) -> bool {
        let part = |address: u64| address >> 56;
        (part(range.start)..=part(range.end - 1))
            .all(|wanted| self.pairs.iter().any(|pair| part(pair.base) == wanted))
    }
}

/// Which neighbour of the chunk a part of the range is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// Covers a range that is not empty.
///
/// The largest naturally aligned power of two inside the range gets a pair. The pairs that are left are shared between
/// the parts below and above it, in the same way. A part that has one pair and is no aligned power of two takes a block of
/// twice the largest power of two in it: the part below then starts early, the part above ends late.
#[must_use]
pub(crate) fn cover(range: Range) -> Cover {
    let mut pairs = Vec::new();
    place(range.start, range.end, PAIRS, Side::Right, &mut pairs);
    measured(range, pairs)
}

/// Covers a range that is not empty with at most `pairs` pairs, wholly: [`cover`] with all of them, else the aligned
/// power of two around it, or one each on both sides of its middle.
#[must_use]
pub(crate) fn enclose(range: Range, pairs: usize) -> Cover {
    if pairs >= PAIRS {
        return cover(range);
    }
    let whole = smallest_around(range.start, range.end);
    let size = whole.end() - whole.base;
    let middle = whole.base + size / 2 + 1;
    let inside = range.start < middle && middle < range.end;
    if pairs < 2 || !inside || whole.base == range.start && whole.end() == range.end - 1 {
        return measured(range, vec![whole]);
    }
    // Each part ends or begins at the middle, so the aligned block around it does not reach across.
    measured(
        range,
        vec![
            smallest_around(range.start, middle),
            smallest_around(middle, range.end),
        ],
    )
}

/// The smallest aligned power of two that holds a range.
fn smallest_around(start: u64, end: u64) -> Pair {
    let differing = start ^ (end - 1);
    // Bits 63:56 always compare.
    let size = 1u64 << (u64::BITS - differing.leading_zeros()).min(56);
    Pair::new(start & !(size - 1), size)
}

/// These pairs, with the bytes by which they exceed the range at each end.
fn measured(range: Range, pairs: Vec<Pair>) -> Cover {
    let first = pairs
        .iter()
        .map(|pair: &Pair| pair.base)
        .min()
        .unwrap_or(range.start);
    let last = pairs
        .iter()
        .map(|pair| pair.end())
        .max()
        .unwrap_or(range.end - 1);
    Cover {
        start_offset: range.start.saturating_sub(first),
        end_offset: (last.wrapping_add(1)).saturating_sub(range.end),
        pairs,
    }
}

/// Covers `start..end` with at most `pairs` pairs ([`cover`]). `side`: whether this part is below (left of) the block that has been
/// placed, or above it.
fn place(start: u64, end: u64, pairs: usize, side: Side, out: &mut Vec<Pair>) {
    if start >= end || pairs == 0 {
        return;
    }
    let length = end - start;
    let mut size = 1u64 << length.ilog2();
    if pairs == 1 {
        let exact = size == length && start.is_multiple_of(size);
        if exact {
            out.push(Pair::new(start, size));
            return;
        }
        size = size.saturating_mul(2);
        let base = match side {
            Side::Left => end.saturating_sub(size),
            Side::Right => start,
        };
        out.push(Pair::new(base, size));
        return;
    }
    // The highest aligned position of the largest size that fits.
    let base = loop {
        let top = (end & !(size - 1)).wrapping_sub(size);
        if end >= size && top >= start {
            break top;
        }
        size /= 2;
    };
    out.push(Pair::new(base, size));
    let (below, above) = (base - start, end - (base + size));
    let left = pairs - 1;
    let (mut lower, mut upper) = (left / 2, left / 2);
    if left % 2 == 1 {
        if below > above {
            lower += 1;
        } else {
            upper += 1;
        }
    }
    place(start, base, lower, Side::Left, out);
    place(base + size, end, upper, Side::Right, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(start: u64, end: u64, offsets: (u64, u64), expected: &[(u64, u64, u64)]) {
        let cover = cover(Range { start, end });
        let printed: Vec<_> = cover
            .pairs
            .iter()
            .map(|pair| (pair.base, pair.mask, pair.end()))
            .collect();
        assert_eq!(printed, expected);
        assert_eq!((cover.start_offset, cover.end_offset), offsets);
    }

    #[test]
    fn the_first_documented_range_takes_three_pairs_and_ends_late() {
        check(
            0x1000,
            0x1590,
            (0, 0x70),
            &[
                (0x1000, 0x00ff_ffff_ffff_fc00, 0x13ff),
                (0x1400, 0x00ff_ffff_ffff_ff00, 0x14ff),
                (0x1500, 0x00ff_ffff_ffff_ff00, 0x15ff),
            ],
        );
    }

    #[test]
    fn the_documented_range_of_main_is_covered_exactly_from_the_middle() {
        check(
            0x4000_0000_0000_04c0,
            0x4000_0000_0000_0690,
            (0, 0),
            &[
                (
                    0x4000_0000_0000_0500,
                    0x00ff_ffff_ffff_ff00,
                    0x4000_0000_0000_05ff,
                ),
                (
                    0x4000_0000_0000_04c0,
                    0x00ff_ffff_ffff_ffc0,
                    0x4000_0000_0000_04ff,
                ),
                (
                    0x4000_0000_0000_0600,
                    0x00ff_ffff_ffff_ff80,
                    0x4000_0000_0000_067f,
                ),
                (
                    0x4000_0000_0000_0680,
                    0x00ff_ffff_ffff_fff0,
                    0x4000_0000_0000_068f,
                ),
            ],
        );
    }

    #[test]
    fn the_documented_array_and_function_are_covered_as_printed() {
        check(
            0x6000_0000_0001_c000,
            0x6000_0000_0003_c000,
            (0, 0),
            &[
                (
                    0x6000_0000_0002_0000,
                    0x00ff_ffff_ffff_0000,
                    0x6000_0000_0002_ffff,
                ),
                (
                    0x6000_0000_0001_c000,
                    0x00ff_ffff_ffff_c000,
                    0x6000_0000_0001_ffff,
                ),
                (
                    0x6000_0000_0003_0000,
                    0x00ff_ffff_ffff_8000,
                    0x6000_0000_0003_7fff,
                ),
                (
                    0x6000_0000_0003_8000,
                    0x00ff_ffff_ffff_c000,
                    0x6000_0000_0003_bfff,
                ),
            ],
        );
        check(
            0x4000_0000_0000_3000,
            0x4000_0000_0000_30f0,
            (0, 0x10),
            &[
                (
                    0x4000_0000_0000_3000,
                    0x00ff_ffff_ffff_ff80,
                    0x4000_0000_0000_307f,
                ),
                (
                    0x4000_0000_0000_3080,
                    0x00ff_ffff_ffff_ffc0,
                    0x4000_0000_0000_30bf,
                ),
                (
                    0x4000_0000_0000_30c0,
                    0x00ff_ffff_ffff_ffc0,
                    0x4000_0000_0000_30ff,
                ),
            ],
        );
    }

    #[test]
    fn a_checkpoint_takes_one_pair() {
        check(
            0xe000_0000_044a_e980,
            0xe000_0000_044a_e990,
            (0, 0),
            &[(
                0xe000_0000_044a_e980,
                0x00ff_ffff_ffff_fff0,
                0xe000_0000_044a_e98f,
            )],
        );
    }

    #[test]
    fn every_address_of_a_range_is_covered() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..2000 {
            let start = random.u64(0x4000..0x5000);
            let end = start + random.u64(1..=0x900);
            let cover = cover(Range { start, end });
            assert!(cover.pairs.len() <= PAIRS);
            for address in start..end {
                let held = |pair: &Pair| (address ^ pair.base) & (pair.mask | !MASK) == 0;
                let hit = cover.pairs.iter().any(held);
                assert!(hit, "{address:#x} of {start:#x}-{end:#x}");
            }
        }
    }

    #[test]
    fn no_pair_reaches_beyond_the_addresses_that_share_the_top_byte() {
        let whole = |start, end| {
            let range = Range { start, end };
            cover(range).is_whole(range)
        };
        assert!(whole(0x4000_0000_0000_0000, 0x4100_0000_0000_0000));
        assert!(whole(0x40ff_ffff_ffff_fff0, 0x4100_0000_0000_0010));
        assert!(!whole(0x4000_0000_0000_0000, 0x6000_0000_0000_0000));
        assert!(!whole(0, u64::MAX));
    }

    #[test]
    fn few_pairs_still_hold_the_whole_range() {
        let shown = |start, end, pairs| {
            let cover = enclose(Range { start, end }, pairs);
            let blocks: Vec<_> = cover.pairs.iter().map(|p| (p.base, p.end())).collect();
            (blocks, cover.start_offset, cover.end_offset)
        };
        assert_eq!(shown(0x3000, 0x30f0, 1), (vec![(0x3000, 0x30ff)], 0, 0x10));
        assert_eq!(shown(0x3000, 0x3100, 2), (vec![(0x3000, 0x30ff)], 0, 0));
        assert_eq!(
            shown(0x1c000, 0x3c000, 2),
            (vec![(0x1c000, 0x1ffff), (0x20000, 0x3ffff)], 0, 0x4000)
        );
        assert_eq!(shown(0x10, 0x11, 2), (vec![(0x10, 0x10)], 0, 0));
        // What no mask can express is covered as far as one can.
        assert_eq!(shown(0, u64::MAX, 1).0, [(0, MASK)]);
    }

    #[test]
    fn every_address_of_a_range_is_in_one_of_its_pairs() {
        for start in (0..0x200).step_by(7) {
            for end in (start + 1..0x200).step_by(11) {
                for pairs in 1..=PAIRS {
                    let cover = enclose(Range { start, end }, pairs);
                    assert!(cover.pairs.len() <= pairs);
                    for address in start..end {
                        let held = |pair: &Pair| (address ^ pair.base) & pair.mask == 0;
                        assert!(
                            cover.pairs.iter().any(held),
                            "{address:x} of [{start:x}-{end:x}) in {pairs}"
                        );
                    }
                }
            }
        }
    }
}
