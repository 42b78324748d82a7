//! Where references were found, so that the next ones like them are not looked up.

use super::{Tlb, Translator};

/// Where a reference was found. That holds for every aligned address of the [same part](Self::shares_part) of a page, as long as the TLB has the
/// same [`version`](Tlb::version). Without a place in the TLB it has none, and holds for the address that was asked for alone. If the
/// caller [says so](Self::know_line), the [same line](Self::shares_line) is known, too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Located {
    /// What the bits of an address that say whether it lies in the part, and is aligned, are there.
    part: u64,
    /// What the bits that say whether it lies in the line are there; [`UNKNOWN`](Self::UNKNOWN): the line is not known.
    line: u64,
    /// The part, or for a reference that asks the second level alone the page, as the TLB names it.
    pub name: u64,
    /// Addresses less their physical addresses.
    offset: u64,
    /// Where the TLB has the translation.
    pub place: u32,
    /// Which these bits are, for a part and for a line, their signs extended; 0 for a line: it is never known.
    bits: (i32, i32),
}

impl Located {
    /// No address has its bits like this, as one at least is not asked for.
    const UNKNOWN: u64 = u64::MAX;

    /// Nowhere: no address shares its line or part.
    pub(crate) const NOWHERE: Self = Self {
        part: Self::UNKNOWN,
        line: Self::UNKNOWN,
        name: u64::MAX,
        offset: 0,
        place: 0,
        bits: (0, 0),
    };

    /// Nowhere, for a reference whose aligned addresses have the bits of a mask clear, to lines of so many bytes, a power of two from 16 to
    /// 4,096; 0: they are never known.
    pub(crate) fn nowhere(mask: u8, line_bytes: u64) -> Self {
        let mask = i32::from(mask);
        let line = match line_bytes {
            0 => 0,
            bytes => (bytes as i32).wrapping_neg() | mask,
        };
        Self {
            // With all bits asked for, no line would be unknown.
            bits: (mask, if line == -1 { 0 } else { line }),
            ..Self::NOWHERE
        }
    }

    /// The same, its line never known.
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

    /// What is known of an address that was located is known of its line. Nothing changes without a place in the TLB.
    #[inline(always)]
    pub(crate) fn know_line(&mut self, address: u64) {
        if self.bits.1 != 0 && self.part != Self::UNKNOWN {
            self.line = address & extended(self.bits.1);
        }
    }

    /// Nothing is known of the line any more.
    #[inline(always)]
    pub(crate) fn forget_line(&mut self) {
        self.line = Self::UNKNOWN;
    }

    /// Nothing is known any more.
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

#[inline(always)]
fn extended(bits: i32) -> u64 {
    i64::from(bits) as u64
}

impl Tlb {
    /// Locates an aligned address behind a reference to a part, or a page, named `last`; false: its translation is not there at once.
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
            // It has left since, or needs none: it is looked for each time.
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
