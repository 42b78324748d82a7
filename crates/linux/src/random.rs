//! The numbers behind `getrandom`, `/dev/urandom` and `AT_RANDOM`: the same in every run.

use splitmix::SplitMix64;

/// The generator of a kernel.
pub(crate) struct Random(pub(crate) SplitMix64);

impl Default for Random {
    fn default() -> Self {
        Random(SplitMix64::new(0x4570_6963_7963_6c65))
    }
}

impl Random {
    /// So many random bytes.
    pub(crate) fn bytes(&mut self, count: usize) -> Vec<u8> {
        let words = std::iter::repeat_with(|| self.0.bits().to_le_bytes());
        words.flatten().take(count).collect()
    }
}
