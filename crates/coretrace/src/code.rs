//! The words of images that are known from the code alone, before an instruction executes.

use events::{Block, Execution};
use isa::{Op, SlotUnit};

use crate::format::{COUNT_SHIFT, Unit, address_word, flag, step_header};
use crate::pattern::{Pattern, Patterns};

/// A slot that counts as an instruction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot {
    /// First word of its image when it executes and refers to nothing.
    pub first: u64,
    /// The second word, of its address ([`address_word`]).
    pub address_word: u64,
    /// The long immediate.
    pub long: Option<u64>,
    /// Slot number in the block.
    pub index: u8,
    /// It refers to memory when its predicate is true.
    pub memory: bool,
    /// It is a check load.
    pub check: bool,
}

/// The slots of a block, and what was recorded of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Code {
    pub slots: Box<[Slot]>,
    pub patterns: Patterns,
}

/// Most blocks whose code is kept. When there are more, all are dropped and made again as blocks execute, which only takes time.
const KEPT: usize = 1 << 18;

/// Code by the number of its block.
#[derive(Debug, Default)]
pub(crate) struct Codes {
    known: Vec<Option<Code>>,
    count: usize,
}

impl Codes {
    /// Takes a block that is about to execute for the first time, or whose number is used for other code.
    pub(crate) fn describe(&mut self, block: &Block) {
        let index = block.id.0 as usize;
        if self.count >= KEPT {
            *self = Self::default();
        }
        if index >= self.known.len() {
            self.known.resize(index + 1, None);
        }
        self.count += usize::from(self.known[index].is_none());
        self.known[index] = Some(Code::new(block));
    }

    /// The pattern of an execution that takes no reload and makes all its references; `None`: the code of its block is not known.
    #[inline(always)]
    pub(crate) fn pattern(&mut self, block: &Block, execution: &Execution) -> Option<&Pattern> {
        let code = self.known.get_mut(block.id.0 as usize)?.as_mut()?;
        let Code { slots, patterns } = code;
        let make =
            |pattern: &mut Pattern, _: usize, end: u8, on: u64| fill(pattern, slots, end, on);
        Some(patterns.of(execution, make))
    }

    /// The code of a block.
    pub(crate) fn of(&mut self, block: &Block) -> &mut Code {
        let index = block.id.0 as usize;
        if !matches!(self.known.get(index), Some(Some(_))) {
            self.describe(block);
        }
        self.known[index].get_or_insert_default()
    }
}

impl Code {
    fn new(block: &Block) -> Self {
        let slots = block.instructions().map(|(index, _)| slot(block, index));
        Self {
            slots: slots.collect(),
            patterns: Patterns::new(block),
        }
    }
}

/// Fills a pattern with the images of the slots before `end`. `on`: the slots whose predicate is true, one bit each.
fn fill(pattern: &mut Pattern, slots: &[Slot], end: u8, on: u64) {
    let words = &mut pattern.words;
    for slot in slots.iter().take_while(|slot| slot.index < end) {
        pattern.instructions += 1;
        let on = on >> (slot.index & 63) & 1 != 0;
        if slot.memory && on {
            let first = slot.first + (flag::DEA | 1 << COUNT_SHIFT);
            words.extend([first, slot.address_word, 0]);
            pattern.addresses.push(words.len() as u16 - 1);
            pattern.referring |= 1 << (slot.index & 63);
        } else {
            let squashed = if on { 0 } else { flag::SQUASHED };
            words.extend([slot.first | squashed, slot.address_word]);
            words.extend(slot.long);
        }
    }
}

/// Adds a data real address to the image whose data address is word `place`, and the flag and count to its first word.
pub(crate) fn insert_real(words: &mut Vec<u64>, place: usize, real: u64) {
    words.insert(place + 1, real);
    words[place - 2] += flag::DRA | 1 << COUNT_SHIFT;
}

fn slot(block: &Block, index: u8) -> Slot {
    let bundle = usize::from(index / 3);
    let instruction = block.instruction(index);
    let units = block.bundles[bundle].template.units();
    let unit = match units.map(|units| units[usize::from(index % 3)]) {
        Some(SlotUnit::M) => Unit::M,
        Some(SlotUnit::F) => Unit::F,
        Some(SlotUnit::B) => Unit::B,
        _ => Unit::I,
    };
    let long = (index % 3 == 2 && block.bundles[bundle].slots[1].op == Op::LongHalf)
        .then(|| isa::slot_bits(block.raw[bundle], 1));
    let access = instruction.memory_access();
    let store = access.is_some_and(|access| access.kind.writes());
    let bytes = access.map_or(1, |access| access.bytes);
    Slot {
        first: step_header(unit, instruction.bits, bytes, store, long.is_some()),
        address_word: address_word(block.ip_of(index), index % 3),
        long,
        index,
        memory: access.is_some(),
        check: access.is_some_and(|access| access.check()),
    }
}
