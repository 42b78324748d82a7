//! What the memory system keeps of cycles and addresses, told one by one: to write it down relative to a cycle and an address, or to
//! move all of it.
//!
//! A structure tells everything that decides when later accesses are served ([`Relative`]), but for what it holds (lines, translations) and
//! for guesses that it checks before it uses them.

/// Takes what a structure tells.
pub(crate) trait Visitor {
    /// A cycle that later ones are compared with: one that is over is as good as any before it.
    fn cycle(&mut self, cycle: &mut u64);

    /// A physical address.
    fn address(&mut self, address: &mut u64);

    /// Something that moves with neither.
    fn word(&mut self, word: u64);

    /// What ends in this cycle or before it is over and need not be told.
    fn over(&self) -> u64;
}

/// A structure that keeps cycles.
pub(crate) trait Relative {
    /// Tells them, in an order that depends on nothing but what it tells.
    fn visit(&mut self, visitor: &mut impl Visitor);
}

/// Cycles before the newest issue for which no access asks any more, with room to spare for fetch, which runs apart from issue.
pub(crate) const PAST: u64 = 256;

/// Writes down what it is told.
#[derive(Debug)]
pub(crate) struct Written<'a> {
    over: u64,
    base: u64,
    words: &'a mut Vec<u64>,
}

impl<'a> Written<'a> {
    /// Relative to the cycle of the newest issue and to an address, on an empty list.
    pub(crate) fn new(now: u64, base: u64, words: &'a mut Vec<u64>) -> Self {
        words.clear();
        Self {
            over: now.saturating_sub(PAST),
            base,
            words,
        }
    }
}

impl Visitor for Written<'_> {
    #[inline(always)]
    fn cycle(&mut self, cycle: &mut u64) {
        self.words.push(cycle.saturating_sub(self.over));
    }

    #[inline(always)]
    fn address(&mut self, address: &mut u64) {
        self.words.push(address.wrapping_sub(self.base));
    }

    #[inline(always)]
    fn word(&mut self, word: u64) {
        self.words.push(word);
    }

    #[inline(always)]
    fn over(&self) -> u64 {
        self.over
    }
}

/// Moves what it is told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved {
    /// So many cycles later.
    pub cycles: u64,
    /// So many bytes further; modulo 2^64.
    pub bytes: u64,
}

impl Visitor for Moved {
    #[inline(always)]
    fn cycle(&mut self, cycle: &mut u64) {
        *cycle += self.cycles;
    }

    #[inline(always)]
    fn address(&mut self, address: &mut u64) {
        *address = address.wrapping_add(self.bytes);
    }

    fn word(&mut self, _: u64) {}

    fn over(&self) -> u64 {
        0
    }
}
