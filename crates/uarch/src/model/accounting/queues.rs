//! The queues whose entries event pairs add up cycle by cycle (Accounting 5).

use crate::model::accounting::occupancy::Occupancy;
use events::{Counts, Raw};

/// Queues whose entries an event pair adds up.
#[derive(Clone, Debug)]
pub(super) struct Queues {
    misses: Occupancy,
    bus: Occupancy,
    memory: Occupancy,
    /// The entries added to them since [`keep`](Self::keep); `None`: they are not kept.
    kept: Option<Vec<QueueSpan>>,
}

checkpoint::state!(Queues { misses, bus, memory } skips { kept });

/// An entry of a queue: which one, from which cycle on, and for how many.
pub(crate) type QueueSpan = (Raw, u64, u64);

impl Queues {
    /// Empty queues; `bus_shift`: how many low bits of the bus queue's occupancy are in the low half of its event pair.
    pub(super) fn new(bus_shift: u32) -> Self {
        Self {
            misses: Occupancy::new(2),
            bus: Occupancy::new(bus_shift),
            memory: Occupancy::new(3),
            kept: None,
        }
    }

    /// Each with the quantities that it adds up: its entries, and the high part of their number.
    fn all(&self) -> [(&Occupancy, Raw, Raw); 3] {
        [
            (
                &self.misses,
                Raw::L1MissesOutstanding,
                Raw::L1MissesOutstandingHigh,
            ),
            (
                &self.bus,
                Raw::BusQueueOccupancy,
                Raw::BusQueueOccupancyHigh,
            ),
            (
                &self.memory,
                Raw::MemoryReadsOutstanding,
                Raw::MemoryReadsOutstandingHigh,
            ),
        ]
    }

    /// Adds an entry, whose cycles are counted elsewhere, and keeps it if entries are kept.
    #[inline(always)]
    pub(super) fn add(&mut self, span: QueueSpan) {
        if let Some(kept) = &mut self.kept {
            kept.push(span);
        }
        self.span(span);
    }

    /// Begins to keep entries, in the memory of `empty`.
    pub(super) fn keep(&mut self, mut empty: Vec<QueueSpan>) {
        empty.clear();
        self.kept = Some(empty);
    }

    /// Ends that; returns what was kept.
    pub(super) fn take(&mut self) -> Vec<QueueSpan> {
        self.kept.take().unwrap_or_default()
    }

    /// Adds an entry without keeping it.
    #[inline(always)]
    pub(super) fn span(&mut self, (raw, from, cycles): QueueSpan) {
        match raw {
            Raw::L1MissesOutstanding => self.misses.span(from, cycles),
            Raw::BusQueueOccupancy => self.bus.span(from, cycles),
            Raw::MemoryReadsOutstanding => self.memory.span(from, cycles),
            _ => {}
        }
    }

    /// Whether [`settle`](Self::settle) is due.
    #[inline(always)]
    pub(super) fn are_long(&self) -> bool {
        self.misses.is_long() || self.bus.is_long()
    }

    /// Most beginnings and ends of spans that one of them keeps.
    #[cfg(test)]
    pub(super) fn remembered(&self) -> usize {
        let all = self.all();
        all.map(|(queue, ..)| queue.edges())
            .into_iter()
            .max()
            .unwrap_or(0)
    }

    /// Adds up the cycles before one, before which no later entry begins.
    pub(super) fn settle(&mut self, before: u64) {
        self.misses.settle(before);
        self.bus.settle(before);
        self.memory.settle(before);
    }

    /// Adds the high halves to counts that have all cycles of all entries.
    pub(super) fn add_to(&self, counts: &mut Counts, extent: Extent) {
        for (queue, entries, high) in self.all() {
            match extent {
                Extent::Whole => counts.add(high, queue.high()),
                Extent::Settled => {
                    counts.add(high, queue.settled_high());
                    counts[entries] -= queue.ahead();
                }
            }
        }
    }
}

/// Which cycles of the entries of queues are part of totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All: entries count to their ends. For the end of a run.
    Whole,
    /// Those that are [settled](Queues::settle): a difference of two totals counts the cycles between two. For a moment in the middle of a run.
    Settled,
}
