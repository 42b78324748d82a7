//! The predictor `gshare`: two-bit counters indexed by a hash of the branch xor the global history.

use super::{hash, train};
use config::model::PatternTables;

/// The predictor.
#[derive(Clone, Debug)]
pub(super) struct Gshare {
    counters: Vec<u8>,
    /// Outcomes of the newest branches, the newest in bit 0.
    history: u64,
    /// The bits of the history that are kept.
    mask: u64,
}

checkpoint::state!(Gshare { counters, history } skips { mask });

impl Gshare {
    /// Counters at weakly not taken, an empty history.
    pub(super) fn new(parameters: &PatternTables) -> Self {
        Self {
            counters: vec![1; 1 << parameters.counter_bits.min(24)],
            history: 0,
            mask: (1 << parameters.history_bits.min(24)) - 1,
        }
    }

    /// Index of the counter of a branch under the present history.
    fn index(&self, key: u64) -> usize {
        (hash(key) ^ self.history) as usize & (self.counters.len() - 1)
    }

    /// Whether a branch is predicted taken.
    pub(super) fn predict(&self, key: u64) -> bool {
        // Branch prediction 7
        self.counters[self.index(key)] >= 2
    }

    /// Learns the outcome of a branch.
    pub(super) fn learn(&mut self, key: u64, taken: bool) {
        let index = self.index(key);
        train(&mut self.counters[index], taken);
        self.history = (self.history << 1 | u64::from(taken)) & self.mask;
    }
}
