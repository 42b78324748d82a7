//! Stores between issue and L2.

/// Entries checked for a store-to-load conflict.
const RECENT: usize = 4;

/// The store buffer: stores leave in order when L2 has taken them.
#[derive(Clone, Debug)]
pub struct StoreBuffer {
    leaves: Vec<u64>,
    next: usize,
    last: u64,
    recent: [(u64, u64); RECENT],
    recent_next: usize,
    window: u64,
    newest: u64,
}

impl StoreBuffer {
    /// An empty buffer; `window`: cycles in which a load of a stored doubleword conflicts.
    pub fn new(entries: u32, window: u32) -> Self {
        Self {
            leaves: vec![0; entries.max(1) as usize],
            next: 0,
            last: 0,
            recent: [(u64::MAX, 0); RECENT],
            recent_next: 0,
            window: u64::from(window),
            newest: 0,
        }
    }

    /// The first cycle in which a store finds room.
    #[inline(always)]
    pub fn room(&self) -> u64 {
        self.leaves[self.next]
    }

    /// The cycle in which the buffer is empty.
    pub fn empty(&self) -> u64 {
        self.last
    }

    /// A store issued in `cycle` that L2 will have taken in `taken`.
    #[inline(always)]
    pub fn push(&mut self, cycle: u64, taken: u64, address: u64) {
        self.last = self.last.max(taken);
        self.leaves[self.next] = self.last;
        self.next += 1;
        if self.next == self.leaves.len() {
            self.next = 0;
        }
        self.recent[self.recent_next] = (address >> 3, cycle);
        self.recent_next = (self.recent_next + 1) % RECENT;
        self.newest = cycle;
    }

    /// Whether a load meets a store to its doubleword that is too young.
    #[inline(always)]
    pub fn conflicts(&self, cycle: u64, address: u64) -> bool {
        self.newest + self.window > cycle && self.find(cycle, address >> 3)
    }

    fn find(&self, cycle: u64, doubleword: u64) -> bool {
        self.recent
            .iter()
            .any(|(stored, at)| *stored == doubleword && at + self.window > cycle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_waits_for_the_one_that_has_the_entry() {
        let mut buffer = StoreBuffer::new(2, 3);
        buffer.push(0, 100, 0);
        buffer.push(1, 7, 8);
        assert_eq!(buffer.room(), 100);
        buffer.push(100, 106, 16);
        // The second store could not leave before the first.
        assert_eq!(buffer.room(), 100);
        assert_eq!(buffer.empty(), 106);
    }

    #[test]
    fn a_load_right_behind_a_store_to_the_same_doubleword_conflicts() {
        let mut buffer = StoreBuffer::new(4, 3);
        buffer.push(10, 16, 0x100);
        assert!(buffer.conflicts(12, 0x104));
        assert!(!buffer.conflicts(12, 0x108));
        assert!(!buffer.conflicts(13, 0x104));
    }
}
