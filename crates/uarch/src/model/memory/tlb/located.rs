//! Where a reference's address was translated to, kept so that later references to the same part of a page, or the same cache line, need no look-up.
//! Replay keeps one for each reference of a memo.

use super::{Tlb, Translator};

/// The translation of a reference. It holds for every aligned address of the [same part](Self::shares_part) of a page, as long as the TLB has the
/// same [`version`](Tlb::version). A translation that is in no entry of the TLB has no part, and holds for the translated address alone. If the
/// caller [says so](Self::know_line), the [same line](Self::shares_line) is known, too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Located {
    /// An address lies in the part and is aligned if it has this value under the first mask of `bits`; [`UNKNOWN`](Self::UNKNOWN): none does.
    part: u64,
    /// An address lies in the line and is aligned if it has this value under the second mask of `bits`; [`UNKNOWN`](Self::UNKNOWN): the line is not
    /// known.
    line: u64,
    /// The number of the part, or for a reference that asks the second level alone of the page.
    pub name: u64,
    /// Virtual less physical address, wrapping.
    offset: u64,
    /// Index of the TLB entry.
    pub place: u32,
    /// The two masks of address bits, for the part and for the line, sign-extended to 64 bits. A line mask of 0: the line is never known.
    bits: (i32, i32),
}

impl Located {
    /// A value that no address has under a mask, since every mask leaves out a bit.
    const UNKNOWN: u64 = u64::MAX;

    /// No translation: no address shares its line or part.
    pub(crate) const NOWHERE: Self = Self {
        part: Self::UNKNOWN,
        line: Self::UNKNOWN,
        name: u64::MAX,
        offset: 0,
        place: 0,
        bits: (0, 0),
    };

    /// No translation yet, for a reference whose aligned addresses have the bits of `mask` clear, with cache lines of so many bytes, a power of two
    /// from 16 to 4,096; 0: its line is never known.
    pub(crate) fn nowhere(mask: u8, line_bytes: u64) -> Self {
        let mask = i32::from(mask);
        let line = match line_bytes {
            0 => 0,
            bytes => (bytes as i32).wrapping_neg() | mask,
        };
        Self {
            // A mask of all bits would leave no value for an unknown line.
            bits: (mask, if line == -1 { 0 } else { line }),
            ..Self::NOWHERE
        }
    }

    /// The same translation, its line never known.
    pub(crate) fn without_line(self) -> Self {
        Self {
            line: Self::UNKNOWN,
            bits: (self.bits.0, 0),
            ..self
        }
    }

    /// Whether an address is aligned and lies in the same line, if that is known.
    #[inline(always)]
    pub(crate) fn shares_line(&self, address: u64) -> bool {
        address & extended(self.bits.1) == self.line
    }

    /// Whether an address is aligned and lies in the same part.
    #[inline(always)]
    pub(crate) fn shares_part(&self, address: u64) -> bool {
        address & extended(self.bits.0) == self.part
    }

    /// Whether an address is aligned.
    #[inline(always)]
    pub(crate) fn is_aligned(&self, address: u64) -> bool {
        // No reference has more than 16 bytes.
        address & extended(self.bits.0 & 15) == 0
    }

    /// Makes the line of a located address known. Nothing changes if the translation is in no entry of the TLB.
    #[inline(always)]
    pub(crate) fn know_line(&mut self, address: u64) {
        if self.bits.1 != 0 && self.part != Self::UNKNOWN {
            self.line = address & extended(self.bits.1);
        }
    }

    /// Forgets the line.
    #[inline(always)]
    pub(crate) fn forget_line(&mut self) {
        self.line = Self::UNKNOWN;
    }

    /// Forgets part and line.
    #[inline(always)]
    pub(crate) fn forget(&mut self) {
        (self.part, self.line) = (Self::UNKNOWN, Self::UNKNOWN);
    }

    /// The physical address of an address of the same part.
    #[inline(always)]
    pub(crate) fn physical(&self, address: u64) -> u64 {
        address.wrapping_sub(self.offset)
    }
}

/// A mask of [`Located`], sign-extended.
#[inline(always)]
fn extended(bits: i32) -> u64 {
    i64::from(bits) as u64
}

impl Tlb {
    /// Locates an aligned address without using an entry; false: it cannot be translated without a look-up. `direct`: the reference asks the second
    /// level alone; `last`: number of the part, or page, of the reference before it.
    #[inline(never)]
    pub(crate) fn locate(
        &self,
        translator: &Translator,
        (space, address): (u32, u64),
        located: &mut Located,
        direct: bool,
        last: u64,
    ) -> bool {
        let (name, newest) = match direct {
            true => (translator.page(space, address), self.last_direct),
            false => (self.part(space, address), self.last),
        };
        let (place, frame) = match self.peek(direct, name) {
            Some((place, frame)) => (Some(place as u32), frame),
            // The part translated last has left the TLB since, or needs no translation: it holds for this address alone.
            None if name == last && name == newest.0 => (None, newest.1),
            None => return false,
        };
        located.forget();
        located.name = name;
        located.offset = address.wrapping_sub(translator.physical(frame, address));
        if let Some(place) = place {
            located.place = place;
            // A part has 4,096 to 16,384 bytes.
            located.bits.0 |= -1 << self.part_shift;
            located.part = address & extended(located.bits.0);
        }
        true
    }
}
