//! What a machine remembers of code in system mode.

use isa::psr;

use crate::block::BlockId;
use crate::fast::Recent;

/// Code regimes: fetches without translation, and with it at each privilege level.
const REGIMES: usize = 5;

/// What a machine remembers of places for each regime of fetches; nothing before it first executes in system mode.
#[derive(Default)]
pub(crate) struct Code(Vec<Recent>);

impl Code {
    /// Takes the room.
    pub(super) fn open(&mut self) {
        self.0.resize_with(REGIMES, Recent::new);
    }

    /// What is remembered for a status.
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
