//! What waits for its turn: records of cycles that are not settled yet.

use events::{Branch, TlbLevel};
use std::cmp::Ordering;
use std::collections::{BinaryHeap, VecDeque};

/// An event address register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Data,
    Instruction,
}

/// What an event address register captures.
#[derive(Debug, Clone, Copy)]
pub(super) struct Capture {
    pub side: Side,
    /// How many misses were heard of before.
    pub order: u64,
    /// Data address, or instruction address for the instruction side.
    pub address: u64,
    /// Bundle address of the load.
    pub ip: u64,
    /// Slot number in its code, as in a site.
    pub index: u8,
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
    /// An event address register may capture.
    Capture(Capture),
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

/// Items by cycle, then arrival. Most arrive in order and stand in a line; the others lie on a heap.
#[derive(Debug, Clone, Default)]
pub(super) struct Queue {
    line: VecDeque<Item>,
    heap: BinaryHeap<Item>,
    order: u64,
    /// How many there are of each class.
    classes: [u64; Class::COUNT],
}

/// Items that are counted.
#[derive(Debug, Clone, Copy)]
enum Class {
    Data,
    Instruction,
    Branch,
    Status,
}

impl Class {
    const COUNT: usize = 4;

    #[inline(always)]
    fn of(what: &Happening) -> Option<Class> {
        match what {
            Happening::Add { .. } | Happening::Span { .. } => None,
            Happening::Capture(capture) => Some(match capture.side {
                Side::Data => Class::Data,
                Side::Instruction => Class::Instruction,
            }),
            Happening::Branch(_) => Some(Class::Branch),
            Happening::Status(_) => Some(Class::Status),
        }
    }
}

impl Queue {
    /// Adds a happening.
    #[inline]
    pub fn push(&mut self, cycle: u64, what: Happening) {
        self.order += 1;
        if let Some(class) = Class::of(&what) {
            self.classes[class as usize] += 1;
        }
        let item = Item {
            cycle,
            order: self.order,
            what,
        };
        // Captures lie in the future; in the line they would be in the way of what comes before them.
        let early = matches!(what, Happening::Add { .. } | Happening::Branch(_));
        if early && self.line.back().is_none_or(|last| last.cycle <= cycle) {
            self.line.push_back(item);
        } else {
            self.heap.push(item);
        }
    }

    /// Puts an item back that keeps its place among those of its cycle.
    pub fn put_back(&mut self, item: Item) {
        self.heap.push(item);
    }

    /// The first item.
    #[inline]
    pub fn peek(&self) -> Option<&Item> {
        match (self.line.front(), self.heap.peek()) {
            (Some(line), Some(heap)) => Some(if line.key() < heap.key() { line } else { heap }),
            (line, heap) => line.or(heap),
        }
    }

    /// Takes the first item if it lies before `limit`.
    #[inline]
    pub fn pop_before(&mut self, limit: u64) -> Option<Item> {
        let first = *self.peek().filter(|item| item.cycle < limit)?;
        if self
            .line
            .front()
            .is_some_and(|item| item.order == first.order)
        {
            self.line.pop_front();
        } else {
            self.heap.pop();
        }
        if let Some(class) = Class::of(&first.what) {
            self.classes[class as usize] -= 1;
        }
        Some(first)
    }

    /// How many captures wait.
    pub fn captures(&self, side: Side) -> u64 {
        self.classes[match side {
            Side::Data => Class::Data,
            Side::Instruction => Class::Instruction,
        } as usize]
    }

    /// How many branches wait.
    pub fn branches(&self) -> u64 {
        self.classes[Class::Branch as usize]
    }

    /// Cycle of the first change of the processor status.
    pub fn first_status(&self) -> Option<u64> {
        if self.classes[Class::Status as usize] == 0 {
            return None;
        }
        let statuses = self
            .heap
            .iter()
            .filter(|item| matches!(item.what, Happening::Status(_)));
        statuses.map(|item| item.cycle).min()
    }
}
