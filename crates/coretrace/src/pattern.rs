//! Words of executions that came before: those of the next like execution but for its data addresses.

use events::{Block, Execution};

use crate::format::{DATA_TOP, FIRST};

/// Words for an execution: all but what its data addresses say follow from its end and its predicates.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pattern {
    end: u8,
    /// Slots before the end that have a qualifying predicate, and those of them whose predicate is true.
    qualified: u64,
    predicates: u64,
    pub words: Vec<u64>,
    /// What stands for them all in a log that says a pattern once.
    pub head: u64,
    /// Where data addresses belong among the words, in order.
    pub addresses: Vec<u16>,
    /// Slots of the instructions that these are of.
    pub referring: u64,
    /// Instructions.
    pub instructions: u64,
}

/// Patterns kept of a block.
pub(crate) const PATTERNS: usize = 8;

/// The patterns of a block.
#[derive(Debug, Clone, Default)]
pub(crate) struct Patterns {
    /// Slots that have a qualifying predicate.
    qualified: u64,
    kept: Vec<Pattern>,
    /// The one used last.
    newest: usize,
}

impl Patterns {
    pub(crate) fn new(block: &Block) -> Self {
        let qualified = block.instructions().filter(|(_, i)| i.qp != 0);
        Self {
            qualified: qualified.fold(0, |slots, (index, _)| slots | 1 << index),
            ..Self::default()
        }
    }

    /// The pattern of an execution; `make` fills an empty one, by its number among those of the block, below [`PATTERNS`], the
    /// end and the slots with a true predicate.
    #[inline(always)]
    pub(crate) fn of(
        &mut self,
        execution: &Execution,
        make: impl FnOnce(&mut Pattern, usize, u8, u64),
    ) -> &Pattern {
        let newest = self.kept.get(self.newest);
        if !newest.is_some_and(|pattern| pattern.is_of(execution)) {
            self.choose(execution, make);
        }
        &self.kept[self.newest]
    }

    /// Finds the pattern of an execution that is not like the newest one, or makes it.
    #[inline(never)]
    fn choose(&mut self, execution: &Execution, make: impl FnOnce(&mut Pattern, usize, u8, u64)) {
        let known = self
            .kept
            .iter()
            .position(|pattern| pattern.is_of(execution));
        self.newest = known.unwrap_or_else(|| {
            let (end, place) = (execution.end, self.place());
            let pattern = &mut self.kept[place];
            pattern.end = end;
            pattern.qualified = self.qualified & ((1 << (end & 63)) - 1);
            pattern.predicates = execution.predicates & pattern.qualified;
            make(pattern, place, end, pattern.predicates | !self.qualified);
            place
        });
    }

    /// The place of a new pattern, that of the one after the newest when there are enough; it is empty.
    #[inline(never)]
    fn place(&mut self) -> usize {
        let place = if self.kept.len() < PATTERNS {
            self.kept.push(Pattern::default());
            self.kept.len() - 1
        } else {
            (self.newest + 1) % PATTERNS
        };
        let pattern = &mut self.kept[place];
        pattern.words.clear();
        pattern.head = 0;
        pattern.addresses.clear();
        pattern.referring = 0;
        pattern.instructions = 0;
        place
    }
}

impl Pattern {
    #[inline(always)]
    fn is_of(&self, execution: &Execution) -> bool {
        self.end == execution.end && self.predicates == execution.predicates & self.qualified
    }

    /// The place of the data address of a slot that refers to memory.
    pub(crate) fn place_of(&self, slot: u8) -> Option<usize> {
        let before = self.referring & ((1 << (slot & 63)) - 1);
        let place = self.addresses.get(before.count_ones() as usize);
        place.map(|&place| usize::from(place))
    }

    /// Adds the words of an execution that refers to so many addresses.
    #[inline(always)]
    pub(crate) fn write(&self, words: &mut Vec<u64>, addresses: &[u64]) {
        let start = words.len();
        words.extend_from_slice(&self.words);
        let words = &mut words[start..];
        let mut all = 0;
        for (&place, &address) in self.addresses.iter().zip(addresses) {
            all |= address;
            words[usize::from(place)] = address;
        }
        if all & FIRST != 0 {
            for &place in &self.addresses {
                mend_address(words, place.into());
            }
        }
    }
}

/// Moves bit 63 of the data address in an image to the word before it, that of the instruction's address.
#[inline(never)]
fn mend_address(words: &mut [u64], place: usize) {
    if words[place] & FIRST != 0 {
        words[place] &= !FIRST;
        words[place - 1] |= DATA_TOP;
    }
}
