//! What waits for its turn: records of cycles that are not settled yet.

use events::{Branch, TlbLevel};
use std::cmp::Ordering;

/// What an event address register captures.
#[derive(Debug, Clone, Copy)]
pub(super) struct Capture {
    /// Data address, or instruction address for the instruction side.
    pub address: u64,
    /// Bundle address of the load.
    pub ip: u64,
    pub slot: u8,
    pub latency: u64,
    pub level: Option<TlbLevel>,
}

/// Something that happens to the monitor.
#[derive(Debug, Clone, Copy)]
pub(super) enum Happening {
    /// A counter's value in this cycle grows.
    Add { counter: u8, amount: u32 },
    /// A counter's value grows by one in each of so many cycles.
    Span { counter: u8, cycles: u32 },
    /// The data side may capture.
    Data(Capture),
    /// The instruction side may capture.
    Instruction(Capture),
    /// The branch trace buffer may record.
    Branch(Branch),
    /// The processor status changes.
    Status(u64),
}

/// A happening in the order of cycles, then of arrival.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    pub cycle: u64,
    pub order: u64,
    pub what: Happening,
}

impl Item {
    fn key(&self) -> (u64, u64) {
        (self.cycle, self.order)
    }
}

impl PartialEq for Item {
    fn eq(&self, other: &Item) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Item {}

impl PartialOrd for Item {
    fn partial_cmp(&self, other: &Item) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Item {
    /// The earliest is the greatest, as `BinaryHeap` wants it.
    fn cmp(&self, other: &Item) -> Ordering {
        other.key().cmp(&self.key())
    }
}
