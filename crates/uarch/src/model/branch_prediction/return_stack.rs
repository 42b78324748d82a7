//! The return stack buffer: a ring of return addresses, overwritten when calls nest deeper.

/// The stack.
#[derive(Clone, Debug)]
pub(crate) struct ReturnStack {
    entries: Vec<u64>,
    depth: usize,
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

    /// A return takes the top away.
    pub(super) fn pop(&mut self) {
        if self.depth > 0 {
            let size = self.entries.len();
            self.top = (self.top + size - 1) % size;
            self.depth -= 1;
        }
    }

    /// Its part of [`BranchUnit::picture`](super::BranchUnit::picture): the places turn, and what was taken away is not read again.
    pub(super) fn picture(&self, words: &mut Vec<u64>) {
        let size = self.entries.len();
        words.push(self.depth as u64);
        words.extend((0..self.depth).map(|below| self.entries[(self.top + size - below) % size]));
    }

    /// The address on top.
    pub(super) fn top(&self) -> Option<u64> {
        (self.depth > 0).then(|| self.entries[self.top])
    }
}
