//! A cache for the search among late bodies: which body an execution goes on with where a step met another delay than the body says that was
//! followed so far.
//!
//! The bodies of one beginning form a tree by the delays of their steps ([`late`](super::late)). Which one goes on depends on the body that was
//! followed, on the number of the step and on the delay that was met. The first time it is found by comparison of all delays up to there
//! ([`Memos::late`](super::memos::Memos::late)), from then on by one look here.

use crate::hash;
use crate::model::pipeline::course::Delay;

/// Forks that are kept, a power of two.
const KEPT: usize = 4096;

/// The newest forks, each at the place that its hash gives. Three words for each: body and step, the delay that was met, the body that goes on.
/// All zero is no fork, so that the table begins as zeroed memory, which need not be written.
#[derive(Clone, Debug)]
pub(crate) struct Forks(Box<[[u64; 3]]>);

/// A step of a body at which another delay was met.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fork {
    /// The body.
    pub from: u32,
    /// How many of its steps have been made, that one included.
    pub steps: usize,
    /// What the newest one met.
    pub delay: Delay,
}

impl Fork {
    /// Body and step in a word, which is never 0: a step has been made.
    #[inline(always)]
    fn key(&self) -> u64 {
        (self.steps as u64) << 32 | u64::from(self.from)
    }

    #[inline(always)]
    fn place(&self) -> usize {
        let key = self.key().rotate_left(20) ^ self.delay;
        hash::place::<{ KEPT.trailing_zeros() }>(key)
    }
}

impl Forks {
    /// None.
    pub(super) fn new() -> Self {
        Self(vec![[0; 3]; KEPT].into())
    }

    /// The body that goes on.
    #[inline(always)]
    pub(super) fn find(&self, fork: &Fork) -> Option<u32> {
        let [key, delay, to] = self.0[fork.place()];
        (key == fork.key() && delay == fork.delay).then_some(to as u32)
    }

    /// Keeps the body that goes on.
    pub(super) fn note(&mut self, fork: &Fork, to: u32) {
        self.0[fork.place()] = [fork.key(), fork.delay, to.into()];
    }

    /// Forgets all: bodies get other numbers.
    pub(super) fn clear(&mut self) {
        self.0.fill([0; 3]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fork_is_found_by_body_step_and_delay_until_all_are_forgotten() {
        let mut forks = Forks::new();
        let fork = Fork {
            from: 0,
            steps: 1,
            delay: 0,
        };
        assert_eq!(forks.find(&fork), None);
        forks.note(&fork, 7);
        assert_eq!(forks.find(&fork), Some(7));
        for other in [
            Fork { from: 1, ..fork },
            Fork { steps: 2, ..fork },
            Fork {
                delay: 1 << 63,
                ..fork
            },
        ] {
            assert_eq!(forks.find(&other), None, "{other:?}");
        }
        forks.clear();
        assert_eq!(forks.find(&fork), None);
    }

    #[test]
    fn forks_that_share_a_place_are_told_apart() {
        let mut forks = Forks::new();
        let all: Vec<Fork> = (0..4 * KEPT as u32)
            .map(|from| Fork {
                from,
                steps: 1 + from as usize % 5,
                delay: u64::from(from) << 2,
            })
            .collect();
        for fork in &all {
            forks.note(fork, fork.from + 1);
            assert_eq!(forks.find(fork), Some(fork.from + 1));
        }
        let kept = all.iter().filter_map(|fork| {
            let to = forks.find(fork)?;
            assert_eq!(to, fork.from + 1);
            Some(to)
        });
        assert!((KEPT / 2..=KEPT).contains(&kept.count()));
    }
}
