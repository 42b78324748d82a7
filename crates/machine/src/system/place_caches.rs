//! Caches from places to blocks in system mode, one for each regime of instruction fetches.

use isa::psr;

use crate::block::BlockId;
use crate::fast::Recent;

/// Regimes of fetches: without translation, and with it at each of the four privilege levels.
const REGIMES: usize = 5;

/// A [`Recent`] for each regime of fetches; empty before the machine first executes in system mode.
#[derive(Default)]
pub(crate) struct PlaceCaches(Vec<Recent>);

impl PlaceCaches {
    /// Allocates the caches.
    pub(super) fn open(&mut self) {
        self.0.resize_with(REGIMES, Recent::new);
    }

    /// The cache of the regime that a processor status selects.
    pub(super) fn of(&self, status: u64) -> &Recent {
        &self.0[Self::regime(status)]
    }

    pub(super) fn insert(&mut self, status: u64, place: u64, id: BlockId) {
        self.0[Self::regime(status)].insert(place, id);
    }

    fn regime(status: u64) -> usize {
        if status & psr::IT == 0 {
            0
        } else {
            1 + usize::from(psr::cpl(status))
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0.iter_mut().for_each(Recent::clear);
    }
}
