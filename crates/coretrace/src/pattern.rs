//! Words of executions that came before: those of the next like execution but for its data addresses.

use events::{Block, Execution};

/// Words for an execution: all but what its data addresses say follow from its end and its predicates.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pattern {
    end: u8,
    /// Predicates of the slots that have one.
    predicates: u64,
    pub words: Vec<u64>,
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
        let end = execution.end;
        let predicates = execution.predicates & self.qualified & ((1 << (end & 63)) - 1);
        let same = |pattern: &Pattern| pattern.end == end && pattern.predicates == predicates;
        if !self.kept.get(self.newest).is_some_and(same) {
            self.newest = match self.kept.iter().position(same) {
                Some(known) => known,
                None => {
                    let place = self.place();
                    let pattern = &mut self.kept[place];
                    pattern.end = end;
                    pattern.predicates = predicates;
                    make(pattern, place, end, predicates | !self.qualified);
                    place
                }
            };
        }
        &self.kept[self.newest]
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
        pattern.addresses.clear();
        pattern.referring = 0;
        pattern.instructions = 0;
        place
    }
}

impl Pattern {
    /// The place of the data address of a slot that refers to memory.
    pub(crate) fn place_of(&self, slot: u8) -> Option<usize> {
        let before = self.referring & ((1 << (slot & 63)) - 1);
        let place = self.addresses.get(before.count_ones() as usize);
        place.map(|&place| usize::from(place))
    }

    /// Adds the words of an execution that refers to so many addresses; `put` writes one of them at its place.
    #[inline(always)]
    pub(crate) fn write(
        &self,
        words: &mut Vec<u64>,
        addresses: &[u64],
        mut put: impl FnMut(&mut [u64], usize, u64),
    ) {
        let start = words.len();
        words.extend_from_slice(&self.words);
        let words = &mut words[start..];
        for (&place, &address) in self.addresses.iter().zip(addresses) {
            put(words, place.into(), address);
        }
    }
}
