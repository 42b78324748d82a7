//! A direct-mapped cache from places to blocks, for branches whose target is in a register.

use crate::block::BlockId;

const ENTRIES: usize = 4096;

#[derive(Copy, Clone)]
struct Entry {
    place: u64,
    id: BlockId,
}

const NOWHERE: Entry = Entry {
    place: u64::MAX,
    id: BlockId(0),
};

/// Blocks of one address space by their place: the address of the bundle with the slot in its low bits.
pub(crate) struct Recent(Box<[Entry; ENTRIES]>);

impl Recent {
    pub(crate) fn new() -> Self {
        Self(Box::new([NOWHERE; ENTRIES]))
    }

    fn index(place: u64) -> usize {
        (place >> 4 ^ place << 10) as usize % ENTRIES
    }

    /// The block at a place; `None` if the cache does not have it.
    #[inline(always)]
    pub(crate) fn find(&self, place: u64) -> Option<BlockId> {
        let entry = &self.0[Self::index(place)];
        (entry.place == place).then_some(entry.id)
    }

    pub(crate) fn insert(&mut self, place: u64, id: BlockId) {
        self.0[Self::index(place)] = Entry { place, id };
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(NOWHERE);
    }
}
