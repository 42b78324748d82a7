//! The instruction streaming buffer (Front end 4): prefetched lines that wait for a fetch to take them to L1I. A full buffer drops its oldest line.

use crate::model::memory::contents::Contents;

/// Classes of lines by the low bits of their numbers; a power of two.
const ALIKE: usize = 64;

/// The lines of the buffer.
#[derive(Clone, Debug)]
pub(crate) struct StreamingBuffer {
    /// Line numbers and the cycles in which their data arrive, oldest first.
    lines: Vec<(u64, u64)>,
    /// How many lines of each class there are: a class without lines answers most look-ups, which miss, without a search.
    alike: [u32; ALIKE],
    /// Most lines; 0: there is no buffer.
    capacity: usize,
    /// Lines dropped to make room.
    displaced: u64,
}

checkpoint::state!(StreamingBuffer { displaced } grows { lines } skips { alike, capacity } then count);

impl StreamingBuffer {
    /// An empty buffer.
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            lines: Vec::with_capacity(capacity),
            alike: [0; ALIKE],
            capacity,
            displaced: 0,
        }
    }

    /// What became of the lines that were put in and not taken out.
    pub(crate) fn contents(&self) -> Contents {
        Contents {
            replaced: self.displaced,
            flushed: 0,
            held: self.lines.len() as u64,
        }
    }

    /// Whether there is no such buffer.
    pub(super) fn is_absent(&self) -> bool {
        self.capacity == 0
    }

    /// Whether a line is in the buffer.
    #[inline(always)]
    pub(super) fn contains(&self, line: u64) -> bool {
        self.has_alike(line) && self.lines.iter().any(|&(there, _)| there == line)
    }

    /// Takes a line out if it is there; returns the cycle in which its data arrive.
    #[inline(always)]
    pub(super) fn take(&mut self, line: u64) -> Option<u64> {
        if !self.has_alike(line) {
            return None;
        }
        let place = self.lines.iter().position(|&(there, _)| there == line)?;
        Some(self.take_out(place))
    }

    /// Puts a line in whose data arrive in a cycle.
    #[inline(always)]
    pub(super) fn put(&mut self, line: u64, arrives: u64) {
        if self.lines.len() == self.capacity {
            self.take_out(0);
            self.displaced += 1;
        }
        self.alike[alike(line)] += 1;
        self.lines.push((line, arrives));
    }

    /// Removes the line at a place; returns the cycle in which its data arrive.
    fn take_out(&mut self, place: usize) -> u64 {
        let (line, arrives) = self.lines[place];
        self.alike[alike(line)] -= 1;
        // The lines are few: the loop is faster than `Vec::remove`, which calls a function that moves memory.
        for later in place + 1..self.lines.len() {
            self.lines[later - 1] = self.lines[later];
        }
        self.lines.pop();
        arrives
    }

    /// Whether the buffer holds a line of the same class.
    #[inline(always)]
    fn has_alike(&self, line: u64) -> bool {
        self.alike[alike(line)] != 0
    }

    /// Counts the lines of each class anew.
    fn count(&mut self) {
        self.alike = [0; ALIKE];
        for &(line, _) in &self.lines {
            self.alike[alike(line)] += 1;
        }
    }
}

/// The class of a line.
#[inline(always)]
fn alike(line: u64) -> usize {
    line as usize & (ALIKE - 1)
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

    #[test]
    fn a_line_is_found_while_it_is_there_and_no_other_like_it() {
        let mut buffer = StreamingBuffer::new(2);
        for line in 0..200 {
            let line = 7 * line % 130;
            assert!(!buffer.contains(line + 64));
            buffer.put(line, 0);
            assert!(buffer.contains(line) && !buffer.contains(line + 64));
        }
        assert_eq!(buffer.take(buffer.lines[0].0 + 64), None);
        let older = buffer.lines[0].0;
        assert_eq!(buffer.take(older), Some(0));
        assert!(!buffer.contains(older) && buffer.contains(buffer.lines[0].0));
    }
}
