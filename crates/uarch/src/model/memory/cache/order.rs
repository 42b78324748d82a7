//! The newest stores of L2 (Caches 15): a load of the same doublewords has to start a number of cycles behind them.

use crate::model::memory::relative::{Relative, Visitor};
use crate::model::memory::store_buffer::Doublewords;

/// Stores that a load is compared with.
const RECENT: usize = 4;

/// The newest stores.
#[derive(Clone, Debug)]
pub(super) struct StoreOrder {
    /// A ring: what each wrote, and the cycle in which it started.
    recent: [(Doublewords, u64); RECENT],
    next: usize,
    /// The first cycle in which no store is in the way of any load.
    until: u64,
    /// Cycles from its start on in which a store is in the way (`l2_store_to_load_cycles`).
    window: u64,
}

checkpoint::state!(StoreOrder { recent, next, until } skips { window });

impl StoreOrder {
    /// No store yet.
    pub(super) fn new(window: u32) -> Self {
        Self {
            recent: [(Doublewords::NONE, 0); RECENT],
            next: 0,
            until: 0,
            window: window.into(),
        }
    }

    /// Notes a store that starts in a cycle.
    #[inline(always)]
    pub(super) fn store(&mut self, start: u64, written: Doublewords) {
        if self.window == 0 {
            return;
        }
        self.recent[self.next] = (written, start);
        self.next = (self.next + 1) % RECENT;
        self.until = self.until.max(start + self.window);
    }

    /// Cycles from its start on in which a store is in the way.
    #[inline(always)]
    pub(super) fn window(&self) -> u64 {
        self.window
    }

    /// Whether a store can be in the way in a cycle.
    #[inline(always)]
    pub(super) fn is_recent(&self, cycle: u64) -> bool {
        self.until > cycle
    }

    /// The age in a cycle, in cycles since its start, of the youngest store that is in the way of a load; 0 also for a store that starts later.
    /// `None`: no store is in the way.
    #[inline(always)]
    pub(super) fn age(&self, cycle: u64, read: Doublewords) -> Option<u64> {
        // Caches 15
        let meets = |(written, start): &&(Doublewords, u64)| {
            start + self.window > cycle && written.meet(read)
        };
        let starts = self.recent.iter().filter(meets).map(|(_, start)| *start);
        starts.max().map(|start| cycle.saturating_sub(start))
    }
}

impl Relative for StoreOrder {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        let (before, from) = self.recent.split_at_mut(self.next);
        for (written, start) in from.iter_mut().chain(before) {
            written.visit(visitor);
            visitor.cycle(start);
        }
        visitor.cycle(&mut self.until);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_meets_the_youngest_store_to_its_doubleword_until_the_window_is_over() {
        let mut order = StoreOrder::new(4);
        order.store(10, Doublewords::of(0x100, 8));
        order.store(12, Doublewords::of(0x104, 1));
        order.store(12, Doublewords::of(0x200, 8));
        let read = Doublewords::of(0x100, 16);
        let ages = [12, 13, 15, 16].map(|cycle| order.age(cycle, read));
        assert_eq!(ages, [Some(0), Some(1), Some(3), None]);
        assert_eq!(order.age(12, Doublewords::of(0x108, 8)), None);
        assert!(order.is_recent(15) && !order.is_recent(16));
    }
}
