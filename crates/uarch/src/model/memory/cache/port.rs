//! Resources that an access takes for a time: the ports of L1D, miss registers (MSHRs), and entries of the queue in front of L2.

use crate::model::memory::relative::{Relative, Visitor};
use std::num::NonZeroU64;

/// Ports that are granted in program order: so many accesses may start in a cycle.
#[derive(Clone, Debug)]
pub(crate) struct Ports {
    /// Cycle of the newest access.
    pub cycle: u64,
    /// Accesses that start in that cycle.
    pub used: u32,
    /// Most accesses of a cycle.
    pub ports: u32,
}

checkpoint::state!(Ports { cycle, used } skips { ports });

impl Ports {
    /// Free ports.
    pub(crate) fn new(ports: u32) -> Self {
        Self {
            cycle: 0,
            used: 0,
            ports: ports.max(1),
        }
    }

    /// Takes a port in the first cycle from `cycle` on in which an access can start; returns that cycle.
    ///
    /// Accesses are granted in the order of the calls: one that asks for an earlier cycle than its
    /// predecessor starts no earlier.
    #[inline(always)]
    pub(crate) fn grant(&mut self, cycle: u64) -> u64 {
        // Caches 6
        if cycle > self.cycle {
            self.cycle = cycle;
            self.used = 1;
        } else if self.used < self.ports {
            self.used += 1;
        } else {
            self.cycle += 1;
            self.used = 1;
        }
        self.cycle
    }
}

/// Entries of a queue, each of which is taken up to a cycle.
#[derive(Clone, Debug)]
struct Entries {
    /// The first cycle in which each entry is free: a ring, in ascending order from `first` on.
    until: Box<[u64]>,
    /// Index of the earliest.
    first: usize,
}

checkpoint::state!(Entries { until, first });

impl Entries {
    /// So many free entries, at least one.
    fn new(entries: u32) -> Self {
        Self {
            until: vec![0; entries.max(1) as usize].into(),
            first: 0,
        }
    }

    /// The first cycle in which an entry is free.
    #[inline(always)]
    fn first_free(&self) -> u64 {
        self.until[self.first]
    }

    /// The first cycle in which one entry more than `others` is free.
    #[inline(always)]
    fn free(&self, others: usize) -> u64 {
        let place = self.first + others;
        let count = self.until.len();
        self.until[if place < count { place } else { place - count }]
    }

    /// Takes the entry that is free first, up to a cycle, and moves it into order. Mostly that cycle is the latest, and nothing has to be moved.
    #[inline(always)]
    fn take(&mut self, until: u64) {
        let last = self.until.len() - 1;
        let mut place = self.first;
        self.first = if place == last { 0 } else { place + 1 };
        while place != self.first {
            let before = if place == 0 { last } else { place - 1 };
            if self.until[before] <= until {
                break;
            }
            self.until[place] = self.until[before];
            place = before;
        }
        self.until[place] = until;
    }
}

impl Relative for Entries {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        let (before, from) = self.until.split_at_mut(self.first);
        for until in from.iter_mut().chain(before) {
            visitor.cycle(until);
        }
    }
}

/// Miss registers (MSHRs), or entries of the bus queue: one for each outstanding request to the next level. A new request waits while all are taken.
#[derive(Clone, Debug)]
pub(crate) struct Outstanding {
    /// The first cycle in which each entry is free, in ascending order.
    until: Box<[u64]>,
}

checkpoint::state!(Outstanding { until });

impl Outstanding {
    /// Free entries.
    pub(crate) fn new(entries: u32) -> Self {
        Self {
            until: vec![0; entries.max(1) as usize].into(),
        }
    }

    /// The first cycle from `cycle` on in which an entry is free.
    #[inline(always)]
    pub(crate) fn reserve(&self, cycle: u64) -> u64 {
        // Caches 6
        self.until.first().map_or(cycle, |&free| cycle.max(free))
    }

    /// A request takes an entry from cycle `start`, in which one is free, up to cycle `until`: of those that are free the one that was freed last.
    #[inline(always)]
    pub(crate) fn hold(&mut self, start: u64, until: u64) {
        // Caches 6
        let mut place = self.until.len() - 1;
        while place > 0 && self.until[place] > start {
            place -= 1;
        }
        while let Some(&next) = self.until.get(place + 1)
            && next < until
        {
            self.until[place] = next;
            place += 1;
        }
        self.until[place] = until;
    }
}

impl Relative for Outstanding {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        for until in &mut self.until {
            visitor.cycle(until);
        }
    }
}

/// The queue of data accesses in front of L2 (Caches 12): an access needs an entry in the issue cycle of its group, and keeps it until its data are
/// there if it is not served at once.
#[derive(Clone, Debug)]
pub(crate) struct AccessQueue {
    entries: Entries,
    /// Issue cycle of the group whose references are being made; the caller sets it.
    pub clock: u64,
    /// The cycle behind the one in which an access entered that had to wait for an entry; 0: none had to.
    waited: u64,
}

checkpoint::state!(AccessQueue {
    entries,
    clock,
    waited
});

impl AccessQueue {
    /// An empty queue.
    pub(super) fn new(entries: u32) -> Self {
        Self {
            entries: Entries::new(entries),
            clock: 0,
            waited: 0,
        }
    }

    /// The cycle in which an access of the group finds an entry free.
    #[inline(always)]
    pub(super) fn enter(&mut self) -> u64 {
        // Caches 12
        let entered = self.entries.first_free();
        if entered <= self.clock {
            return self.clock;
        }
        self.waited = entered + 1;
        entered
    }

    /// An access that entered in a cycle keeps its entry until another one. Returns for how many cycles from its entry on the queue is full, up to
    /// the first entry that becomes free.
    #[inline(always)]
    pub(crate) fn keep(&mut self, entered: u64, until: u64) -> u64 {
        self.entries.take(until);
        self.entries.first_free().saturating_sub(entered)
    }

    /// Whether so many accesses would all find an entry free in a cycle.
    #[inline(always)]
    pub(crate) fn admits(&self, cycle: u64, accesses: u32) -> bool {
        let others = accesses.saturating_sub(1) as usize;
        others < self.entries.until.len() && self.entries.free(others) <= cycle
    }

    /// Takes the cycle before which no later group issues, because an access had to wait for an entry; `None`: none had to.
    #[inline(always)]
    pub(crate) fn take_wait(&mut self) -> Option<NonZeroU64> {
        NonZeroU64::new(std::mem::take(&mut self.waited))
    }
}

impl Relative for AccessQueue {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        // The clock is set before each access.
        self.entries.visit(visitor);
        visitor.word(self.waited);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_access_waits_for_the_first_entry_of_two_and_says_how_long_it_holds_the_pipe() {
        let mut queue = AccessQueue::new(2);
        queue.clock = 10;
        assert_eq!(queue.enter(), 10);
        assert_eq!(queue.keep(10, 30), 0, "one entry is free");
        assert_eq!(queue.enter(), 10);
        assert_eq!(queue.keep(10, 25), 15, "full up to cycle 25");
        assert_eq!(queue.take_wait(), None);
        queue.clock = 11;
        assert!(!queue.admits(24, 1) && queue.admits(25, 1) && !queue.admits(25, 2));
        assert_eq!(queue.enter(), 25);
        assert_eq!(queue.take_wait(), NonZeroU64::new(26));
        assert_eq!(queue.keep(25, 40), 5, "full again up to cycle 30");
    }

    #[test]
    fn a_third_access_to_two_ports_starts_a_cycle_later() {
        let mut ports = Ports::new(2);
        assert_eq!([5, 5, 5, 5, 5].map(|c| ports.grant(c)), [5, 5, 6, 6, 7]);
        assert_eq!(ports.grant(9), 9);
    }

    #[test]
    fn a_request_waits_for_the_earliest_of_the_outstanding_ones() {
        let mut queue = Outstanding::new(2);
        for until in [30, 20] {
            assert_eq!(queue.reserve(10), 10);
            queue.hold(10, until);
        }
        assert_eq!(queue.reserve(12), 20);
        queue.hold(20, 25);
        assert_eq!(queue.reserve(12), 25);
    }

    #[test]
    fn a_request_of_a_later_cycle_takes_the_entry_that_is_free_then_and_leaves_the_others() {
        let mut queue = Outstanding::new(3);
        queue.hold(10, 20);
        queue.hold(20, 40);
        assert_eq!(queue.reserve(12), 12, "one in use, and one from its end on");
        queue.hold(12, 60);
        queue.hold(14, 16);
        assert_eq!(queue.until[..], [16, 40, 60]);
        assert_eq!(queue.reserve(15), 16);
    }
}
