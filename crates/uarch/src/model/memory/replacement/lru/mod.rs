//! Least recently used, exactly: every entry carries the time of its last use.

/// Times of last use.
#[derive(Clone, Debug)]
pub(crate) struct Lru {
    used: Vec<u64>,
    ways: usize,
    clock: u64,
}

checkpoint::state!(Lru { used, clock } skips { ways });

impl Lru {
    /// No entry used yet.
    pub(crate) fn new(sets: usize, ways: usize, _: u64) -> Self {
        Self {
            used: vec![0; sets * ways],
            ways,
            clock: 0,
        }
    }

    /// An entry was used.
    #[inline(always)]
    pub(crate) fn touch(&mut self, index: usize) {
        self.clock += 1;
        if let Some(used) = self.used.get_mut(index) {
            *used = self.clock;
        }
    }

    /// The way whose last use is longest ago.
    #[inline(always)]
    pub(crate) fn victim(&mut self, set: usize) -> usize {
        // Caches 11
        let first = set * self.ways;
        let set = &self.used[first..first + self.ways];
        // The usual number of ways, compared without a loop.
        if let &[a, b, c, d] = set {
            let (front, way) = if b < a { (b, 1) } else { (a, 0) };
            let (back, other) = if d < c { (d, 3) } else { (c, 2) };
            return if back < front { other } else { way };
        }
        let (mut oldest, mut leaves) = (u64::MAX, 0);
        for (way, &used) in set.iter().enumerate() {
            if used < oldest {
                (oldest, leaves) = (used, way);
            }
        }
        leaves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_that_was_never_used_leaves_first() {
        let mut lru = Lru::new(1, 3, 0);
        lru.touch(0);
        lru.touch(2);
        assert_eq!(lru.victim(0), 1);
    }

    #[test]
    fn each_of_four_ways_leaves_when_its_turn_comes() {
        let mut lru = Lru::new(1, 4, 0);
        for index in [2, 0, 3, 1] {
            lru.touch(index);
        }
        for way in [2, 0, 3, 1, 2] {
            assert_eq!(lru.victim(0), way);
            lru.touch(way);
        }
    }

    #[test]
    fn the_way_not_used_for_longest_leaves() {
        let mut lru = Lru::new(2, 3, 0);
        for index in [3, 4, 5, 3] {
            lru.touch(index);
        }
        assert_eq!(lru.victim(1), 1);
    }
}
