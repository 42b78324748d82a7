//! Visits all cycles and addresses that the structures of the memory system keep, so that replay can compare two states relative to a cycle and an
//! address ([`Written`]) and move a state in time and memory ([`Moved`]).
//!
//! A structure shows everything that decides when later accesses are served ([`Relative`]), except its contents (lines, translations) and
//! guesses that it checks before it uses them.

/// Is shown what a structure keeps.
pub(crate) trait Visitor {
    /// A cycle with which later cycles are compared. All cycles up to [`over`](Self::over) are equivalent.
    fn cycle(&mut self, cycle: &mut u64);

    /// A physical address.
    fn address(&mut self, address: &mut u64);

    /// A value that depends on neither cycle nor address.
    fn word(&mut self, word: u64);

    /// A stretch of time that ends in this cycle or before it is over and need not be shown.
    fn over(&self) -> u64;
}

/// A structure that keeps cycles.
pub(crate) trait Relative {
    /// Shows them to a visitor, in an order that depends on nothing but the values shown.
    fn visit(&mut self, visitor: &mut impl Visitor);
}

/// No access asks for a cycle so far before the newest issue. Generous, since fetch runs ahead of issue.
pub(crate) const PAST: u64 = 256;

/// Writes what it is shown to a list of words: states with equal lists are the same but for a shift in time and memory.
#[derive(Debug)]
pub(crate) struct Written<'a> {
    /// The cycle that cycles are written relative to.
    over: u64,
    /// The address that addresses are written relative to.
    base: u64,
    words: &'a mut Vec<u64>,
}

impl<'a> Written<'a> {
    /// Writes relative to the cycle of the newest issue, `now`, and to the address `base`; empties the list first.
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

/// Adds to what it is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved {
    /// Added to cycles.
    pub cycles: u64,
    /// Added to addresses, in bytes, modulo 2^64.
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
