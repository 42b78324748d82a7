//! What waits for its turn: records of cycles that are not settled yet.

use events::{Branch, TlbLevel};
use std::cmp::Ordering;
use std::collections::{BinaryHeap, VecDeque};

/// One of the two event address registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// That of loads.
    Data,
    /// That of fetches.
    Instruction,
}

/// What an event address register captures.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Capture {
    pub(super) side: Side,
    /// Number of the capture in the order of announcement, which is that of issue; decides between captures of one cycle.
    pub(super) order: u64,
    /// Data address, or instruction address for the instruction side.
    pub(super) address: u64,
    /// Bundle address of the load.
    pub(super) ip: u64,
    /// Slot number in its code, as in a site.
    pub(super) index: u8,
    /// Cycles from issue to completion.
    pub(super) latency: u64,
    /// The level that resolved a TLB miss; `None`: a cache miss or a failed check.
    pub(super) level: Option<TlbLevel>,
}

/// An effect on the monitor that is due in a cycle.
#[derive(Debug, Clone, Copy)]
pub(super) enum Effect {
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
    /// The same for counters of cycles.
    CycleStatus(u64),
}

/// An effect in the order of cycles, then of arrival.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    pub(super) cycle: u64,
    pub(super) order: u64,
    pub(super) what: Effect,
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

/// Items by cycle, then arrival. Most arrive in order and are appended to `line`; the others go to `heap`.
#[derive(Debug, Clone, Default)]
pub(super) struct Queue {
    line: VecDeque<Item>,
    heap: BinaryHeap<Item>,
    /// Items pushed so far; numbers them.
    order: u64,
    /// How many items of each class are in the queue.
    classes: [u64; Class::COUNT],
}

/// The effects whose number in the queue is kept.
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
    fn of(what: &Effect) -> Option<Class> {
        match what {
            Effect::Add { .. } | Effect::Span { .. } => None,
            Effect::Capture(capture) => Some(match capture.side {
                Side::Data => Class::Data,
                Side::Instruction => Class::Instruction,
            }),
            Effect::Branch(_) => Some(Class::Branch),
            Effect::Status(_) | Effect::CycleStatus(_) => Some(Class::Status),
        }
    }
}

impl Queue {
    /// Adds an effect.
    #[inline]
    pub(super) fn push(&mut self, cycle: u64, what: Effect) {
        self.order += 1;
        if let Some(class) = Class::of(&what) {
            self.classes[class as usize] += 1;
        }
        let item = Item {
            cycle,
            order: self.order,
            what,
        };
        // A capture is due far ahead; at the end of the line it would send everything that is due before it to the heap.
        let early = matches!(what, Effect::Add { .. } | Effect::Branch(_));
        if early && self.line.back().is_none_or(|last| last.cycle <= cycle) {
            self.line.push_back(item);
        } else {
            self.heap.push(item);
        }
    }

    /// Puts back an item that keeps its number, and so its place among those of its cycle. For a span, which has no class.
    pub(super) fn put_back(&mut self, item: Item) {
        self.heap.push(item);
    }

    /// The first item.
    #[inline]
    pub(super) fn peek(&self) -> Option<&Item> {
        match (self.line.front(), self.heap.peek()) {
            (Some(line), Some(heap)) => Some(if line.key() < heap.key() { line } else { heap }),
            (line, heap) => line.or(heap),
        }
    }

    /// Takes the first item if it lies before `limit`.
    #[inline]
    pub(super) fn pop_before(&mut self, limit: u64) -> Option<Item> {
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
    pub(super) fn captures(&self, side: Side) -> u64 {
        self.classes[match side {
            Side::Data => Class::Data,
            Side::Instruction => Class::Instruction,
        } as usize]
    }

    /// How many branches wait.
    pub(super) fn branches(&self) -> u64 {
        self.classes[Class::Branch as usize]
    }

    /// Cycle of the first change of the processor status.
    pub(super) fn first_status(&self) -> Option<u64> {
        if self.classes[Class::Status as usize] == 0 {
            return None;
        }
        let statuses = self
            .heap
            .iter()
            .filter(|item| matches!(item.what, Effect::Status(_) | Effect::CycleStatus(_)));
        statuses.map(|item| item.cycle).min()
    }
}
