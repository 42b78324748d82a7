//! The hash of the tables that are looked up often.

/// 2^64 over the golden ratio.
pub(crate) const RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// The place of a key in a table of 2^`BITS` places: the high bits of its product with [`RATIO`], which spreads keys that follow each other well
/// (Knuth, The Art of Computer Programming 3, 6.4).
#[inline(always)]
pub(crate) fn place<const BITS: u32>(key: u64) -> usize {
    (key.wrapping_mul(RATIO) >> (u64::BITS - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_follow_each_other_lie_apart() {
        let mut places: Vec<usize> = (0..64).map(place::<7>).collect();
        assert!(places.iter().all(|&place| place < 128));
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 64);
    }
}
