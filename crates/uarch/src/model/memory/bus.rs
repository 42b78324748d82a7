//! The bus and main memory (Caches 8): a queue of requests, a bus that carries one line at a time, and the latency of memory behind it.

use crate::model::memory::cache::{LinePath, Outstanding};
use config::model::Memory as Parameters;

use crate::model::memory::relative::{Relative, Visitor};

/// Main memory behind the system bus.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    /// Entries of the bus queue.
    queue: Outstanding,
    /// The bus: each line takes it for its own cycles and the overhead behind it, in which it carries none.
    wires: LinePath,
    /// Processor cycles of a line on the bus.
    pub line_cycles: u64,
    /// Cycles at the end of a read's latency in which it has no entry of the queue any more.
    return_cycles: u64,
    /// Lines read from memory.
    pub reads: u64,
    /// Lines written to memory.
    pub writes: u64,
}

checkpoint::state!(Memory { queue, wires, reads, writes } skips { line_cycles, return_cycles });

/// One bus transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Transaction {
    /// Cycle in which the request entered the queue.
    pub queued: u64,
    /// Cycle in which the bus began to serve it.
    pub start: u64,
    /// The first cycle in which the line is off the bus.
    pub done: u64,
    /// The first cycle in which its entry of the queue is free.
    pub left: u64,
}

impl Memory {
    /// An idle bus.
    pub(crate) fn new(parameters: &Parameters) -> Self {
        Self {
            queue: Outstanding::new(parameters.queue_entries),
            wires: LinePath::of(
                u64::from(parameters.line_cycles) + u64::from(parameters.line_overhead_cycles),
            ),
            line_cycles: u64::from(parameters.line_cycles),
            return_cycles: u64::from(parameters.return_cycles),
            reads: 0,
            writes: 0,
        }
    }

    /// Sends a request for a line in `cycle`; its data are there `latency` cycles after its start. `since`: no later request asks for a cycle before
    /// it.
    pub(crate) fn read(&mut self, cycle: u64, latency: u64, since: u64) -> Transaction {
        self.reads += 1;
        self.transact(cycle, latency.saturating_sub(self.return_cycles), since)
    }

    /// Writes a line back: it takes the bus, and nothing waits for it; `since` as in [`read`](Self::read).
    pub(crate) fn write(&mut self, cycle: u64, since: u64) -> Transaction {
        self.writes += 1;
        self.transact(cycle, self.line_cycles, since)
    }

    /// A transaction that holds its entry of the queue for `held` cycles after its start.
    fn transact(&mut self, cycle: u64, held: u64, since: u64) -> Transaction {
        let queued = self.queue.reserve(cycle);
        // Caches 6 and 8
        let start = self.wires.carry(queued, || since);
        let (done, left) = (start + self.line_cycles, start + held);
        self.queue.hold(queued, left);
        Transaction {
            queued,
            start,
            done,
            left,
        }
    }
}

impl Relative for Memory {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        self.queue.visit(visitor);
        self.wires.visit(visitor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_follow_each_other_at_the_rate_of_the_bus() {
        let mut memory = Memory::new(&Parameters {
            latency: 120,
            fp_latency: 123,
            line_cycles: 24,
            line_overhead_cycles: 0,
            return_cycles: 0,
            queue_entries: 8,
            store_buffer_entries: 16,
        });
        assert_eq!(memory.read(100, 99, 0).start, 100);
        assert_eq!(memory.read(100, 99, 0).start, 124);
        assert_eq!(memory.write(110, 0).start, 148);
        assert_eq!(
            memory.read(60, 99, 0).start,
            60,
            "it is over before the first"
        );
        assert_eq!(memory.read(500, 99, 0).start, 500);
    }

    #[test]
    fn the_bus_carries_nothing_for_its_overhead_behind_each_line() {
        let mut memory = Memory::new(&Parameters {
            latency: 160,
            fp_latency: 161,
            line_cycles: 20,
            line_overhead_cycles: 6,
            return_cycles: 13,
            queue_entries: 16,
            store_buffer_entries: 24,
        });
        let first = memory.read(100, 145, 0);
        assert_eq!((first.start, first.done), (100, 120));
        assert_eq!(memory.write(100, 0).start, 126);
        assert_eq!(memory.read(151, 145, 0).start, 152);
        assert_eq!(memory.read(500, 145, 0).start, 500);
    }

    #[test]
    fn a_full_queue_delays_the_next_request_until_one_is_done() {
        let mut memory = Memory::new(&Parameters {
            latency: 120,
            fp_latency: 123,
            line_cycles: 1,
            line_overhead_cycles: 0,
            return_cycles: 30,
            queue_entries: 1,
            store_buffer_entries: 16,
        });
        assert_eq!(memory.read(0, 100, 0).left, 70, "its data come later");
        assert_eq!(memory.read(10, 100, 0).start, 70);
        assert_eq!(memory.write(80, 0).left, 141);
    }
}
