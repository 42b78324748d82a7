//! Two-bit counters indexed by the branch xor the history of all branches.

use super::{hash, train};
use config::model::PatternTables;

/// The predictor.
#[derive(Clone, Debug)]
pub(super) struct Gshare {
    counters: Vec<u8>,
    history: u64,
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

    fn index(&self, key: u64) -> usize {
        (hash(key) ^ self.history) as usize & (self.counters.len() - 1)
    }

    /// Whether a branch will be taken.
    pub(super) fn predict(&self, key: u64) -> bool {
        // Branch prediction 7
        self.counters[self.index(key)] >= 2
    }

    /// What a branch did.
    pub(super) fn learn(&mut self, key: u64, taken: bool) {
        let index = self.index(key);
        train(&mut self.counters[index], taken);
        self.history = (self.history << 1 | u64::from(taken)) & self.mask;
    }
}
