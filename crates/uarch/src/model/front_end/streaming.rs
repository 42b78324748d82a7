//! The instruction streaming buffer: lines on their way to L1I, the oldest leaves first.

use crate::model::memory::contents::Contents;
use std::collections::VecDeque;

/// Lines and the cycles in which they arrive.
#[derive(Clone, Debug)]
pub(crate) struct StreamingBuffer {
    lines: VecDeque<(u64, u64)>,
    capacity: usize,
    displaced: u64,
}

checkpoint::state!(StreamingBuffer { displaced } grows { lines } skips { capacity });

impl StreamingBuffer {
    /// An empty buffer.
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            lines: VecDeque::with_capacity(capacity),
            capacity,
            displaced: 0,
        }
    }

    /// What became of the lines that were put in, but for those taken out.
    pub(crate) fn contents(&self) -> Contents {
        Contents {
            replaced: self.displaced,
            flushed: 0,
            held: self.lines.len() as u64,
        }
    }

    /// There is no such buffer.
    pub(super) fn is_absent(&self) -> bool {
        self.capacity == 0
    }

    /// Whether a line is in the buffer.
    pub(super) fn contains(&self, line: u64) -> bool {
        self.lines.iter().any(|(l, _)| *l == line)
    }

    /// Takes a line out; says when its data arrive.
    pub(super) fn take(&mut self, line: u64) -> Option<u64> {
        let at = self.lines.iter().position(|(l, _)| *l == line)?;
        self.lines.remove(at).map(|(_, arrives)| arrives)
    }

    /// Puts a line in.
    pub(super) fn put(&mut self, line: u64, arrives: u64) {
        if self.lines.len() == self.capacity {
            self.lines.pop_front();
            self.displaced += 1;
        }
        self.lines.push_back((line, arrives));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_line_leaves_a_full_buffer() {
        let mut buffer = StreamingBuffer::new(2);
        for line in 1..=3 {
            buffer.put(line, 10 * line);
        }
        assert!(!buffer.contains(1));
        assert_eq!(buffer.take(3), Some(30));
        assert_eq!(buffer.take(3), None);
    }
}
