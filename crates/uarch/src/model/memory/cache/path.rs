//! Paths between two levels: what they carry takes turns.

use std::collections::VecDeque;

/// A path, or a bus, that carries one line at a time.
#[derive(Clone, Debug)]
pub(crate) struct LinePath {
    /// Cycles in which it carries a line, the first of a stretch and the first behind it, in order and apart from each other.
    taken: VecDeque<(u64, u64)>,
    /// Cycles of a line.
    pub line_cycles: u64,
}

checkpoint::state!(LinePath {  } grows { taken } skips { line_cycles });

impl LinePath {
    /// An idle path for lines of a size, so many bytes a cycle.
    pub(super) fn new(line_bytes: u32, bytes: u32) -> Self {
        Self::of(u64::from(line_bytes.div_ceil(bytes.max(1))))
    }

    /// An idle path that carries a line in some cycles.
    pub(crate) fn of(line_cycles: u64) -> Self {
        Self {
            taken: VecDeque::new(),
            line_cycles,
        }
    }

    /// Carries a line in the first cycles from `wanted` on that are all free; the first of them. Nothing asks for
    /// cycles before `since` again.
    pub(crate) fn carry(&mut self, wanted: u64, since: u64) -> u64 {
        // Caches 13
        while self.taken.front().is_some_and(|&(_, end)| end <= since) {
            self.taken.pop_front();
        }
        let mut start = wanted;
        let mut place = match self.taken.back() {
            Some(&(_, end)) if end > wanted => {
                self.taken.partition_point(|&(_, end)| end <= wanted)
            }
            _ => self.taken.len(),
        };
        for &(from, end) in self.taken.range(place..) {
            if start + self.line_cycles <= from {
                break;
            }
            start = start.max(end);
            place += 1;
        }
        let end = start + self.line_cycles;
        let follows = place > 0 && self.taken[place - 1].1 == start;
        let leads = self.taken.get(place).is_some_and(|next| next.0 == end);
        match (follows, leads) {
            (true, true) => {
                let joined = self.taken.remove(place).map_or(end, |next| next.1);
                self.taken[place - 1].1 = joined;
            }
            (true, false) => self.taken[place - 1].1 = end,
            (false, true) => self.taken[place].0 = start,
            (false, false) => self.taken.insert(place, (start, end)),
        }
        start
    }
}

/// A path of stores, which it carries in program order.
#[derive(Clone, Debug)]
pub(crate) struct StorePath {
    cycle: u64,
    /// Bytes that it carries in that cycle.
    used: u32,
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

    /// The first cycle from `cycle` on, and not before that of the store before, that has room for some bytes; they take it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_waits_for_the_lines_that_are_on_the_path() {
        let mut path = LinePath::new(128, 32);
        assert_eq!([10, 10, 11, 30].map(|c| path.carry(c, 0)), [10, 14, 18, 30]);
    }

    #[test]
    fn a_line_passes_one_that_comes_later_if_it_is_through_before() {
        let mut path = LinePath::new(128, 32);
        assert_eq!(path.carry(100, 0), 100);
        assert_eq!(path.carry(96, 0), 96, "its last cycle is 99");
        assert_eq!(path.carry(93, 0), 104, "there are three free cycles only");
        assert_eq!(path.carry(91, 0), 91);
        assert_eq!(path.carry(80, 0), 80);
        assert_eq!(path.carry(84, 95), 84, "what is over is forgotten");
    }

    #[test]
    fn stores_share_a_cycle_as_far_as_its_bytes_go() {
        let mut path = StorePath::new(16);
        assert_eq!([8, 8, 8, 16, 8].map(|b| path.carry(5, b)), [5, 5, 6, 7, 8]);
        assert_eq!(path.carry(20, 8), 20);
    }
}
