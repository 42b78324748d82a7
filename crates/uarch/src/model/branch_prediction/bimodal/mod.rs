//! The predictor `bimodal`: two-bit counters indexed by a hash of the branch alone.

use super::{hash, train};
use config::model::PatternTables;

/// The predictor.
#[derive(Clone, Debug)]
pub(super) struct Bimodal {
    counters: Vec<u8>,
}

checkpoint::state!(Bimodal { counters });

impl Bimodal {
    /// Counters at weakly not taken.
    pub(super) fn new(parameters: &PatternTables) -> Self {
        Self {
            counters: vec![1; 1 << parameters.counter_bits.min(24)],
        }
    }

    /// Index of the counter of a branch.
    fn index(&self, key: u64) -> usize {
        hash(key) as usize & (self.counters.len() - 1)
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
    }
}
