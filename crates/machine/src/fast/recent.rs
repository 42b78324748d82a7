//! A direct-mapped cache of block numbers, for branches whose target the code does not say.

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

/// Blocks of one address space by the place where they begin: the address of the bundle with the
/// slot in its low bits.
pub(crate) struct Recent(Box<[Entry; ENTRIES]>);

impl Recent {
    pub(crate) fn new() -> Self {
        Self(Box::new([NOWHERE; ENTRIES]))
    }

    fn index(place: u64) -> usize {
        (place >> 4 ^ place << 10) as usize % ENTRIES
    }

    /// The block at a place, if it is known here.
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
