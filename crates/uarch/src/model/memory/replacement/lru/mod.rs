//! Exact least recently used: every entry has the time of its last use, and the victim is the one with the earliest.

use super::oldest;

/// Most ways of a single set that are all compared for each victim.
const FEW: usize = 8;
/// Logarithm of the most ways of a single set that are put in order.
const WAY_BITS: u32 = 16;

/// The policy.
#[derive(Clone, Debug)]
pub(crate) struct Lru {
    /// Time of the last use of each entry; 0: never used.
    used: Vec<u64>,
    ways: usize,
    /// Number of uses so far.
    clock: u64,
    /// Of a single set with many ways: its ways, below the times of their last uses, in the order of time, as they were at an earlier victim.
    /// Those that were used since have other times now.
    order: Vec<u64>,
    /// How many of them were victims, or were used since.
    passed: usize,
}

checkpoint::state!(Lru { used, clock } skips { ways, order, passed } then forget_order);

impl Lru {
    /// No entry used yet.
    pub(crate) fn new(sets: usize, ways: usize, _: u64) -> Self {
        Self {
            used: vec![0; sets * ways],
            ways,
            clock: 0,
            order: Vec::new(),
            passed: 0,
        }
    }

    fn forget_order(&mut self) {
        self.order.clear();
        self.passed = 0;
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

    /// The way whose last use is longest ago; the caller notes its use at once.
    #[inline(always)]
    pub(crate) fn victim(&mut self, set: usize) -> usize {
        // Caches 11
        if (FEW + 1..=1 << WAY_BITS).contains(&self.ways) && self.used.len() == self.ways {
            return self.oldest_in_order();
        }
        self.oldest(set)
    }

    /// The way whose last use is longest ago, of equals the first.
    #[inline(always)]
    pub(crate) fn oldest(&self, set: usize) -> usize {
        let first = set * self.ways;
        oldest(&self.used[first..first + self.ways], |&used| used)
    }

    /// The same of a single set: the first in the order that was not used since, or else the first in the order of now.
    #[inline(never)]
    fn oldest_in_order(&mut self) -> usize {
        loop {
            while let Some(key) = self.order.get(self.passed) {
                self.passed += 1;
                let way = *key as usize & ((1 << WAY_BITS) - 1);
                let used = self.used.get(way);
                // The highest bits of a time are in no key: no run is so long.
                if used.is_some_and(|used| used << WAY_BITS == *key - way as u64) {
                    return way;
                }
            }
            self.forget_order();
            let ways = self.used.iter().zip(0..);
            self.order
                .extend(ways.map(|(used, way)| used << WAY_BITS | way));
            self.order.sort_unstable();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use checkpoint::{Source, State};

    #[test]
    fn a_way_that_was_never_used_leaves_first() {
        let mut lru = Lru::new(1, 3, 0);
        lru.touch(0);
        lru.touch(2);
        assert_eq!(lru.victim(0), 1);
    }

    #[test]
    fn the_only_set_of_many_ways_has_the_victims_that_a_comparison_of_all_finds() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut lru = Lru::new(1, 32, 0);
        for step in 0..20_000 {
            match random.u8(..8) {
                0..3 => lru.touch(random.usize(..32)),
                3 => {
                    let last = lru.postpone(2);
                    lru.was_touched(random.usize(..32), last - random.u64(..2));
                }
                4 if step % 7 == 0 => {
                    let mut kept = Vec::new();
                    lru.save(&mut kept);
                    lru = Lru::new(1, 32, 0);
                    // It has an order of its own before it is loaded.
                    let way = lru.victim(0);
                    lru.touch(way);
                    lru.load(&mut Source::new(&kept)).unwrap();
                }
                _ => {
                    let oldest = lru.oldest(0);
                    assert_eq!(lru.victim(0), oldest, "step {step}");
                    lru.touch(oldest);
                }
            }
            assert!(lru.order.len() <= 32);
        }
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
    fn a_set_whose_times_no_run_has_come_to_has_victims() {
        let mut lru = Lru::new(1, 32, 0);
        lru.used.fill(u64::MAX);
        assert_eq!([(); 3].map(|()| lru.victim(0)), [0, 1, 2]);
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
