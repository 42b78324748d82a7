//! Words of earlier executions of a block, kept to be copied. An execution that ends at the same slot with the same predicates, and makes
//! all its references, has the same words but for its data addresses. The recorder keeps images so, the shadow log its entries.

use events::{Block, Execution};

use crate::format::{DATA_TOP, FIRST};

/// The words of executions with one end and one set of predicates; data addresses are to be filled in.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pattern {
    /// One past the last slot that retires.
    end: u8,
    /// Slots before the end that have a qualifying predicate, one bit each.
    qualified: u64,
    /// Those of them whose predicate is true.
    predicates: u64,
    /// Words of the images; unused by the shadow log.
    pub words: Vec<u64>,
    /// The word that stands for the whole pattern in the shadow log, which defines it once.
    pub head: u64,
    /// Indices in `words` of the data addresses, in the order of the slots.
    pub addresses: Vec<u16>,
    /// The slots that have these addresses, one bit each.
    pub referring: u64,
    /// Number of its instructions.
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

    /// The pattern of an execution. If there is none, `make` fills an empty one; its arguments are the pattern, its number among those of
    /// the block (below [`PATTERNS`]), the end, and the slots whose predicate is true.
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

    /// The number of an empty pattern. When there are [`PATTERNS`], the one behind the newest is emptied.
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

    /// The index in `words` of the data address of a slot; `None`: the slot has none.
    pub(crate) fn place_of(&self, slot: u8) -> Option<usize> {
        let before = self.referring & ((1 << (slot & 63)) - 1);
        let place = self.addresses.get(before.count_ones() as usize);
        place.map(|&place| usize::from(place))
    }

    /// Appends the words of an execution with these data addresses. Their bit 63, which is rarely set, is moved afterwards.
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

/// Moves bit 63 of a data address, word `place`, to [`DATA_TOP`] in the word of the instruction address before it.
#[inline(never)]
fn mend_address(words: &mut [u64], place: usize) {
    if words[place] & FIRST != 0 {
        words[place] &= !FIRST;
        words[place - 1] |= DATA_TOP;
    }
}
