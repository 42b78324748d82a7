//! Exact least recently used: every entry has the time of its last use, and the victim is the one with the earliest.

use super::oldest;

/// The policy.
#[derive(Clone, Debug)]
pub(crate) struct Lru {
    /// Time of the last use of each entry; 0: never used.
    used: Vec<u64>,
    ways: usize,
    /// Number of uses so far.
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

    /// Notes the use of an entry.
    #[inline(always)]
    pub(crate) fn touch(&mut self, index: usize) {
        self.clock += 1;
        if let Some(used) = self.used.get_mut(index) {
            *used = self.clock;
        }
    }

    /// Notes the use of several entries, one after the other. Indices beyond the structure are passed over.
    #[inline(always)]
    pub(crate) fn touch_all(&mut self, places: impl Iterator<Item = usize>) {
        // A local, so that it is counted in a register.
        let mut clock = self.clock;
        for place in places {
            if let Some(used) = self.used.get_mut(place) {
                clock += 1;
                *used = clock;
            }
        }
        self.clock = clock;
    }

    /// Counts so many uses of entries that are named later; the time of the last one.
    #[inline(always)]
    pub(crate) fn postpone(&mut self, uses: u64) -> u64 {
        self.clock += uses;
        self.clock
    }

    /// Notes that an entry was used at a time that was counted before.
    #[inline(always)]
    pub(crate) fn was_touched(&mut self, index: usize, time: u64) {
        if let Some(used) = self.used.get_mut(index) {
            *used = time.max(*used);
        }
    }

    /// The way whose last use is longest ago.
    #[inline(always)]
    pub(crate) fn victim(&self, set: usize) -> usize {
        // Caches 11
        let first = set * self.ways;
        oldest(&self.used[first..first + self.ways], |&used| used)
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
    fn uses_that_are_named_later_are_those_of_their_time() {
        let (mut at_once, mut later) = (Lru::new(1, 4, 0), Lru::new(1, 4, 0));
        for index in [0, 1, 2, 3, 1, 0, 2] {
            at_once.touch(index);
        }
        let first = later.postpone(4);
        later.touch(1);
        let last = later.postpone(2);
        for (index, time) in [(2, last), (0, last - 1), (3, first), (2, first - 1)] {
            later.was_touched(index, time);
        }
        for (index, time) in [(1, first - 2), (0, first - 3)] {
            later.was_touched(index, time);
        }
        assert_eq!((at_once.used, at_once.clock), (later.used, later.clock));
    }

    #[test]
    fn each_way_leaves_when_its_turn_comes_and_of_unused_ones_the_first() {
        for ways in 2..10 {
            let mut lru = Lru::new(1, ways, 0);
            assert_eq!(lru.victim(0), 0);
            // Each way once: ways and 11 have no common divisor below 10.
            let order: Vec<usize> = (0..ways).map(|turn| (turn * 11 + 3) % ways).collect();
            let turns: Vec<usize> = (0..ways).filter(|way| order.contains(way)).collect();
            assert_eq!(turns.len(), ways, "{order:?}");
            for &way in &order {
                lru.touch(way);
            }
            for &way in &order {
                assert_eq!(lru.victim(0), way, "of {ways}");
                lru.touch(way);
            }
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
