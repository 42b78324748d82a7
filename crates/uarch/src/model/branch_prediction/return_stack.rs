//! The return stack buffer: a ring of return addresses. A call that finds it full overwrites the oldest.

/// The stack.
#[derive(Clone, Debug)]
pub(crate) struct ReturnStack {
    /// The ring.
    entries: Vec<u64>,
    /// How many return addresses it holds.
    depth: usize,
    /// Index of the newest one.
    top: usize,
}

checkpoint::state!(ReturnStack {
    entries,
    depth,
    top
});

impl ReturnStack {
    /// An empty stack.
    pub(super) fn new(entries: u32) -> Self {
        Self {
            entries: vec![0; entries as usize],
            depth: 0,
            top: 0,
        }
    }

    /// A call pushes the address behind it.
    pub(super) fn push(&mut self, address: u64) {
        let size = self.entries.len();
        if size == 0 {
            return;
        }
        self.top = (self.top + 1) % size;
        self.entries[self.top] = address;
        self.depth = (self.depth + 1).min(size);
    }

    /// A return removes the newest address.
    pub(super) fn pop(&mut self) {
        if self.depth > 0 {
            let size = self.entries.len();
            self.top = (self.top + size - 1) % size;
            self.depth -= 1;
        }
    }

    /// Its part of [`BranchUnit::picture`](super::BranchUnit::picture): the addresses it holds, newest first. Where they lie in the ring decides
    /// nothing.
    pub(super) fn picture(&self, words: &mut Vec<u64>) {
        let size = self.entries.len();
        words.push(self.depth as u64);
        words.extend((0..self.depth).map(|below| self.entries[(self.top + size - below) % size]));
    }

    /// The newest address.
    pub(super) fn top(&self) -> Option<u64> {
        (self.depth > 0).then(|| self.entries[self.top])
    }
}
