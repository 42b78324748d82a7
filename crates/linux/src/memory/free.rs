//! Where `mmap` puts a mapping for which the program names no address: the lowest free range, without a look at all mappings in each call.

use super::{MAP_BASE, Memory, REGION_LIMIT};
use crate::abi::errno::Errno;

/// Alignment of shared mappings for which `mmap` chooses the address (`SHMLBA`).
const SHARED_ALIGNMENT: u64 = 1 << 20;

/// The lowest address from `at` on that `mmap` can choose for a mapping that is shared or not.
pub(crate) fn aligned(at: u64, shared: bool) -> u64 {
    match shared {
        true => at.next_multiple_of(SHARED_ALIGNMENT),
        false => at,
    }
}

/// What a search for a free range has found: from [`MAP_BASE`] up to `below` none of so many bytes is free.
#[derive(Clone, Copy, Debug)]
pub(super) struct Searched {
    below: u64,
    length: u64,
}

impl Searched {
    pub(super) const NOTHING: Self = Self {
        below: MAP_BASE,
        length: 0,
    };
}

impl Memory {
    /// Lowest free range of `length` bytes from [`MAP_BASE`] up, for a mapping that is shared or not.
    pub(crate) fn find_free(&mut self, length: u64, shared: bool) -> Result<u64, Errno> {
        if let Some((_, area)) = self.area(self.full_below) {
            self.full_below = area.end;
        }
        let searched = self.searched[usize::from(shared)];
        let mut from = self.full_below;
        if length >= searched.length {
            from = from.max(searched.below);
        }
        if let Some((_, area)) = self.area(from) {
            from = area.end;
        }
        let mut at = aligned(from, shared);
        for (&start, area) in self.areas.range(from..) {
            if start > at && start - at >= length {
                break;
            }
            if start == self.full_below {
                self.full_below = area.end;
            }
            at = at.max(aligned(area.end, shared));
        }
        if at >= searched.below {
            self.searched[usize::from(shared)] = Searched { below: at, length };
        }
        if Memory::allowed(at, length) && at < MAP_BASE + REGION_LIMIT {
            Ok(at)
        } else {
            Err(Errno::ENOMEM)
        }
    }

    /// Notes that the area that began at an address has been removed.
    pub(super) fn note_freed(&mut self, start: u64) {
        self.full_below = self.full_below.min(start.max(MAP_BASE));
        if self.searched.iter().any(|searched| searched.below > start) {
            // What is free now begins where the area before ends.
            let before = self.areas.range(..start).next_back();
            let free = before.map_or(MAP_BASE, |(_, area)| area.end.max(MAP_BASE));
            for searched in &mut self.searched {
                searched.below = searched.below.min(free);
            }
        }
    }
}
