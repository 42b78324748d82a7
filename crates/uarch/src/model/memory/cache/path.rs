//! Paths between two levels (Caches 13): one for lines, which each take whole cycles of it, and one for stores, which share a cycle by bytes.

use crate::model::memory::relative::{Relative, Visitor};

/// Least number of stretches at which those that are over are forgotten.
const MANY: usize = 64;

/// A path, or a bus, that carries one line at a time.
#[derive(Clone, Debug)]
pub(crate) struct LinePath {
    /// The stretches of time in which it carries lines, in order and with free cycles between them: the first cycle of each and the first
    /// behind it. The earliest may be over.
    taken: Vec<(u64, u64)>,
    /// Number of stretches at which those that are over are forgotten.
    most: usize,
    /// Cycles for which a line takes the path.
    pub line_cycles: u64,
}

checkpoint::state!(LinePath {  } grows { taken } skips { most, line_cycles });

impl LinePath {
    /// An idle path for lines of `line_bytes`, of which it carries `bytes` in a cycle.
    pub(super) fn new(line_bytes: u32, bytes: u32) -> Self {
        Self::of(u64::from(line_bytes.div_ceil(bytes.max(1))))
    }

    /// An idle path that carries a line in so many cycles.
    pub(crate) fn of(line_cycles: u64) -> Self {
        Self {
            taken: Vec::new(),
            most: MANY,
            line_cycles,
        }
    }

    /// Carries a line in the first [`line_cycles`](Self::line_cycles) cycles from `wanted` on that are all free; returns the first of them.
    /// `since`: no later line asks for a cycle before it.
    #[inline(always)]
    pub(crate) fn carry(&mut self, wanted: u64, since: impl FnOnce() -> u64) -> u64 {
        // Caches 13: most lines are wanted behind the beginning of the last stretch, and extend it or begin a new one.
        let few = self.taken.len() < self.most;
        if let Some(last) = self.taken.last_mut() {
            if last.0 <= wanted && wanted <= last.1 {
                let start = last.1;
                last.1 = start + self.line_cycles;
                return start;
            }
            if few && last.1 < wanted {
                self.taken.push((wanted, wanted + self.line_cycles));
                return wanted;
            }
        }
        self.carry_between(wanted, since())
    }

    /// [`carry`](Self::carry) for a line that may come before others.
    #[inline(never)]
    fn carry_between(&mut self, wanted: u64, since: u64) -> u64 {
        // Caches 13
        if self.taken.len() >= self.most {
            self.forget(since);
        }
        // Lines are asked for nearly in order: the search begins at the end.
        let mut place = self.taken.len();
        while let Some(&(_, end)) = self.taken.get(place.wrapping_sub(1))
            && end > wanted
        {
            place -= 1;
        }
        let mut start = wanted;
        while let Some(&(from, end)) = self.taken.get(place)
            && start + self.line_cycles > from
        {
            start = start.max(end);
            place += 1;
        }
        let end = start + self.line_cycles;
        match self.taken.get_mut(place.wrapping_sub(1)) {
            Some(before) if before.1 == start => {
                before.1 = end;
                if let Some(&(from, end_of_next)) = self.taken.get(place)
                    && from == end
                {
                    self.taken[place - 1].1 = end_of_next;
                    self.taken.remove(place);
                }
            }
            _ => match self.taken.get_mut(place) {
                Some(next) if next.0 == end => next.0 = start,
                None => self.taken.push((start, end)),
                Some(_) => self.taken.insert(place, (start, end)),
            },
        }
        start
    }

    /// Forgets the stretches that end before `since`.
    #[inline(never)]
    fn forget(&mut self, since: u64) {
        let over = self.taken.partition_point(|&(_, end)| end <= since);
        self.taken.drain(..over);
        // The rest is looked through again only when its number has doubled.
        self.most = MANY.max(2 * self.taken.len());
    }
}

impl Relative for LinePath {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        for (from, end) in &mut self.taken {
            if *end > visitor.over() {
                visitor.cycle(from);
                visitor.cycle(end);
            }
        }
    }
}

/// A path of stores, which it carries in program order.
#[derive(Clone, Debug)]
pub(crate) struct StorePath {
    /// Cycle of the newest store.
    cycle: u64,
    /// Bytes of stores that it carries in that cycle.
    used: u32,
    /// Bytes that it can carry in a cycle.
    bytes: u32,
}

checkpoint::state!(StorePath { cycle, used } skips { bytes });

impl StorePath {
    /// An idle path of so many bytes a cycle.
    pub(super) fn new(bytes: u32) -> Self {
        Self {
            cycle: 0,
            used: 0,
            bytes,
        }
    }

    /// Whether it carries all stores so far before a cycle.
    #[inline(always)]
    pub(crate) fn is_idle(&self, cycle: u64) -> bool {
        self.cycle < cycle
    }

    /// Carries a store of so many bytes in a cycle for which it is [idle](Self::is_idle).
    #[inline(always)]
    pub(crate) fn begin(&mut self, cycle: u64, bytes: u32) {
        self.cycle = cycle;
        self.used = bytes;
    }

    /// Whether a store of so many bytes that asks in a cycle is carried in it.
    #[inline(always)]
    pub(crate) fn carries(&self, cycle: u64, bytes: u32) -> bool {
        cycle > self.cycle || cycle == self.cycle && self.used + bytes <= self.bytes
    }

    /// Carries a store of so many bytes in the first cycle that has room for it, from `cycle` on and not before that of the previous store; returns
    /// that cycle.
    #[inline(always)]
    pub(crate) fn carry(&mut self, cycle: u64, bytes: u32) -> u64 {
        // Caches 13
        if cycle > self.cycle {
            self.cycle = cycle;
            self.used = bytes;
        } else if self.used + bytes <= self.bytes {
            self.used += bytes;
        } else {
            self.cycle += 1;
            self.used = bytes;
        }
        self.cycle
    }
}

impl Relative for StorePath {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        visitor.cycle(&mut self.cycle);
        visitor.word(self.used.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_waits_for_the_lines_that_are_on_the_path() {
        let mut path = LinePath::new(128, 32);
        assert_eq!(
            [10, 10, 11, 30].map(|c| path.carry(c, || 0)),
            [10, 14, 18, 30]
        );
    }

    #[test]
    fn a_line_passes_one_that_comes_later_if_it_is_through_before() {
        let mut path = LinePath::new(128, 32);
        assert_eq!(path.carry(100, || 0), 100);
        assert_eq!(path.carry(96, || 0), 96, "its last cycle is 99");
        assert_eq!(
            path.carry(93, || 0),
            104,
            "there are three free cycles only"
        );
        assert_eq!(path.carry(91, || 0), 91);
        assert_eq!(path.carry(80, || 0), 80);
        assert_eq!(path.carry(84, || 95), 84, "what is over is forgotten");
    }

    /// The first free cycles by looking at each, with nothing forgotten.
    fn first_free(carried: &[u64], cycles: u64, wanted: u64) -> u64 {
        let is_free = |start: &u64| carried.iter().all(|c| c.abs_diff(*start) >= cycles);
        (wanted..).find(is_free).expect("a free cycle")
    }

    #[test]
    fn any_order_of_lines_takes_the_first_free_cycles_and_few_stretches_are_kept() {
        let mut path = LinePath::new(128, 32);
        let mut carried = Vec::new();
        let mut random = fastrand::Rng::with_seed(1);
        for turn in 0..4000_u64 {
            // Lines of this turn are wanted in the 300 cycles behind its beginning.
            let since = turn * 5;
            let wanted = since + random.u64(..300);
            let start = path.carry(wanted, || since);
            assert_eq!(start, first_free(&carried, 4, wanted), "line {turn}");
            carried.push(start);
            carried.retain(|start| start + 4 > since);
            assert!(path.taken.len() <= 2 * MANY, "{}", path.taken.len());
        }
    }

    #[test]
    fn stores_share_a_cycle_as_far_as_its_bytes_go() {
        let mut path = StorePath::new(16);
        assert_eq!([8, 8, 8, 16, 8].map(|b| path.carry(5, b)), [5, 5, 6, 7, 8]);
        assert_eq!(path.carry(20, 8), 20);
    }
}
