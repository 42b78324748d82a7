//! Replacement policies: a folder each, chosen by name in the configuration.
//!
//! A policy sees touches (a way of a set was used) and is asked for victims. It never sees tags. The
//! enum is matched once an access; a new policy is a new folder, a variant, and a name in
//! `config::model::Replacement` (`docs/timing.md`, "Adding a predictor or a policy").

mod lru;
mod nru;
mod random;

use config::model::Replacement;

/// The state of one policy over all sets of a structure.
///
/// Its variants have numbers: to find one out from what it holds would take longer than what it does.
#[derive(Clone, Debug)]
#[repr(u8)]
pub(crate) enum Policy {
    /// Least recently used.
    Lru(lru::Lru),
    /// Not recently used.
    Nru(nru::Nru),
    /// Pseudo-random.
    Random(random::Random),
}

impl Policy {
    /// The policy named by a configuration.
    pub(crate) fn new(name: Replacement, sets: usize, ways: usize, seed: u64) -> Self {
        match name {
            Replacement::Lru => Policy::Lru(lru::Lru::new(sets, ways)),
            Replacement::Nru => Policy::Nru(nru::Nru::new(sets, ways)),
            Replacement::Random => Policy::Random(random::Random::new(ways, seed)),
        }
    }

    /// An entry was used or filled; `index` is set × ways + way.
    #[inline(always)]
    pub(crate) fn touch(&mut self, index: usize) {
        match self {
            Policy::Lru(policy) => policy.touch(index),
            Policy::Nru(policy) => policy.touch(index),
            Policy::Random(_) => {}
        }
    }

    /// The way of a full set that leaves.
    pub(crate) fn victim(&mut self, set: usize) -> usize {
        match self {
            Policy::Lru(policy) => policy.victim(set),
            Policy::Nru(policy) => policy.victim(set),
            Policy::Random(policy) => policy.victim(),
        }
    }
}
