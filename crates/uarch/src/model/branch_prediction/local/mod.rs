//! The predictor `two-level-local`: each branch has a local history (by a hash of its key), which selects a two-bit counter.

use super::{hash, train};
use config::model::PatternTables;

/// The predictor.
#[derive(Clone, Debug)]
pub(super) struct Local {
    /// Local histories, the newest outcome in bit 0.
    histories: Vec<u64>,
    counters: Vec<u8>,
    /// The bits of a history that are kept.
    mask: u64,
}

checkpoint::state!(Local { histories, counters } skips { mask });

impl Local {
    /// Counters at weakly not taken, empty histories.
    pub(super) fn new(parameters: &PatternTables) -> Self {
        let bits = parameters.history_bits.min(parameters.counter_bits).min(24);
        Self {
            histories: vec![0; 1 << parameters.local_bits.min(24)],
            counters: vec![1; 1 << parameters.counter_bits.min(24)],
            mask: (1 << bits) - 1,
        }
    }

    /// Index of the history of a branch.
    fn history(&self, key: u64) -> usize {
        hash(key) as usize & (self.histories.len() - 1)
    }

    /// Index of the counter: the history gives the low bits, the hash of the branch those above.
    fn index(&self, key: u64) -> usize {
        let high = hash(key) & !self.mask;
        (self.histories[self.history(key)] | high) as usize & (self.counters.len() - 1)
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
        let history = self.history(key);
        self.histories[history] = (self.histories[history] << 1 | u64::from(taken)) & self.mask;
    }
}
