//! The numbers behind `getrandom`, `/dev/urandom` and `AT_RANDOM`: the same in every run.

/// A SplitMix64 generator with a fixed seed.
pub(crate) struct Random(pub(crate) u64);

impl Default for Random {
    fn default() -> Self {
        Random(0x4570_6963_7963_6c65)
    }
}

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn bytes(&mut self, count: usize) -> Vec<u8> {
        let words = std::iter::repeat_with(|| self.next().to_le_bytes());
        words.flatten().take(count).collect()
    }
}
