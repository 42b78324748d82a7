//! The word of a real address.

use super::{Damage, FIRST};

/// Where a page lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Real {
    /// Real address of its first byte.
    pub page: u64,
    /// Binary logarithm of its size in bytes.
    pub shift: u8,
}

impl Real {
    /// Smallest and largest page, by the logarithm: 64 bytes, 2^62 bytes.
    const SHIFTS: std::ops::RangeInclusive<u8> = 6..=62;

    pub(crate) fn new(translated: &events::Translated) -> Self {
        Self {
            page: translated.physical & !(translated.page_bytes - 1),
            shift: translated.page_bytes.trailing_zeros() as u8,
        }
    }

    /// Bits 62:6 the page, 5:0 the logarithm of its size.
    pub(crate) fn word(self) -> u64 {
        self.page & !FIRST | u64::from(self.shift)
    }

    pub(super) fn read(word: u64) -> Result<Self, Damage> {
        let shift = (word & 0x3f) as u8;
        let page = word & !0x3f;
        if !Self::SHIFTS.contains(&shift) || page & ((1 << shift) - 1) != 0 {
            return Err(Damage::RealAddress);
        }
        Ok(Self { page, shift })
    }
}
