//! Pseudo-random victims, reproducible from the configured seed (xorshift).

use crate::hash;

/// The policy: a generator.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: u64,
    ways: usize,
}

checkpoint::state!(Random { state } skips { ways });

impl Random {
    /// A generator. A seed of 0 is replaced, as its state would stay 0.
    pub(crate) fn new(_: usize, ways: usize, seed: u64) -> Self {
        Self {
            state: if seed == 0 { hash::RATIO } else { seed },
            ways,
        }
    }

    /// Uses change nothing.
    #[inline(always)]
    pub(crate) fn touch(&mut self, _: usize) {}

    /// The next way that the generator draws.
    pub(crate) fn victim(&mut self, _: usize) -> usize {
        // Caches 11
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) as usize % self.ways
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_of_a_set_leaves_about_as_often_as_the_others() {
        let mut random = Random::new(1, 6, 1);
        let mut left = [0_u32; 6];
        for _ in 0..6000 {
            left[random.victim(0)] += 1;
        }
        assert!(
            left.iter().all(|times| (900..1100).contains(times)),
            "{left:?}"
        );
    }

    #[test]
    fn the_same_seed_gives_the_same_victims() {
        let mut a = Random::new(1, 4, 7);
        let mut b = Random::new(1, 4, 7);
        let victims: Vec<_> = (0..50).map(|_| a.victim(0)).collect();
        assert_eq!(victims, (0..50).map(|_| b.victim(0)).collect::<Vec<_>>());
        assert!((0..4).all(|way| victims.contains(&way)));
    }
}
