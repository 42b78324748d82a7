//! The images, bit by bit (`docs/core-trace.md`, "Format").
//!
//! Bit 63 of a word is 1 in the first word of an image and nowhere else: payload words keep the top bit of an address
//! elsewhere. So no payload can look like the start of an image, and decoding can begin at any word.

mod preamble;
mod real;
mod step;
mod unit;

pub use preamble::Preamble;
pub use real::Real;
pub use step::Step;
pub(crate) use step::{DATA_TOP, address_word, flag, step_header};
pub use unit::Unit;

/// Words of the longest image.
const LONGEST: usize = 8;
/// The bit that only first words have.
pub(crate) const FIRST: u64 = 1 << 63;
/// Bits 63:56 of the first word of an image that is no instruction: task, reload, purge.
const NOTE_MAGIC: u64 = 0xed;
/// Place of the number of payload words.
pub(crate) const COUNT_SHIFT: u32 = 53;

/// Place of the kind of an image that is no instruction.
const KIND_SHIFT: u32 = 49;
const KIND_TASK: u64 = 0;
const KIND_RELOAD: u64 = 1;
const KIND_PURGE: u64 = 2;
/// Flag of a reload: of the instruction TLB; else of the data TLB.
const INSTRUCTION_SIDE: u64 = 1 << 48;
const ORIGIN_SHIFT: u32 = 46;
/// Flag of a reload or purge: bit 63 of the address, which payload words lack.
const ADDRESS_TOP: u64 = 1 << 45;
/// Flag of a purge: of everything, in all spaces.
const EVERYTHING: u64 = 1 << 44;
const LOW_31: u64 = (1 << 31) - 1;

/// Which of the two TLBs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Data.
    Data,
    /// Instructions.
    Instruction,
}

/// What a reload comes from that has an image of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReloadOrigin {
    /// A fetch whose first bundle did not execute next in its page.
    NotExecuted,
    /// A fetch down a mispredicted path.
    WrongPath,
    /// The register stack engine.
    RegisterStack,
    /// A data reference of an instruction that did not retire.
    NotRetired,
}

impl ReloadOrigin {
    const ALL: [ReloadOrigin; 4] = [
        ReloadOrigin::NotExecuted,
        ReloadOrigin::WrongPath,
        ReloadOrigin::RegisterStack,
        ReloadOrigin::NotRetired,
    ];
}

/// One image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Image {
    /// An instruction.
    Step(Step),
    /// The task and the address space of the instructions from here on.
    Task {
        /// Address space.
        space: u32,
        /// The one before; the same when only the task changes, or nothing.
        before: u32,
        /// Process and thread.
        process: u32,
        /// Thread.
        thread: u32,
        /// Instructions of the recording so far.
        number: u64,
    },
    /// A translation was reloaded, and no image of an instruction carries its real address.
    Reload {
        /// Of which TLB.
        side: Side,
        /// What it comes from.
        origin: ReloadOrigin,
        /// An address of the page.
        address: u64,
        /// Where it lies.
        real: Real,
    },
    /// Translations were purged: what earlier images say of these pages does not hold behind it.
    Purge {
        /// An address and the logarithm of the size in bytes of what is purged in the current space; `None`: everything, in all spaces.
        range: Option<(u64, u8)>,
    },
}

/// Why words are no image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// The first word has no known pattern.
    Magic,
    /// The count is not what the flags say.
    Count,
    /// The flags contradict each other.
    Flags,
    /// The next image begins inside this one.
    Cut,
    /// A real address and its page size do not fit.
    RealAddress,
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Damage::Magic => "the first word of an image has no known pattern",
            Damage::Count => "the count of an image is not what its flags say",
            Damage::Flags => "the flags of an image contradict each other",
            Damage::Cut => "an image ends before its count says",
            Damage::RealAddress => "a real address is not that of a page of its size",
        })
    }
}

/// `bit` if bit 63 of an address is set: where it is kept, as payload words have no bit 63.
fn top(address: u64, bit: u64) -> u64 {
    if address & FIRST != 0 { bit } else { 0 }
}

/// Words of an image; the first `len` of `words` count.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words {
    words: [u64; LONGEST],
    len: usize,
}

impl Words {
    fn new(first: u64) -> Self {
        let mut words = [0; LONGEST];
        words[0] = first;
        Self { words, len: 1 }
    }

    fn push(&mut self, word: u64) {
        self.words[self.len % LONGEST] = word & !FIRST;
        self.len += 1;
    }

    /// The words, with their count in the first one.
    fn counted(mut self) -> Self {
        self.words[0] &= !(7 << COUNT_SHIFT);
        self.words[0] |= (self.len as u64 - 1) << COUNT_SHIFT;
        self
    }
}

impl std::ops::Deref for Words {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.words[..self.len]
    }
}

impl Image {
    /// The words: 2 to 8, bit 63 set in the first one only.
    pub(crate) fn words(&self) -> Words {
        let note = |kind: u64| NOTE_MAGIC << 56 | kind << KIND_SHIFT;
        match *self {
            Image::Step(step) => step.words(),
            Image::Task {
                space,
                before,
                process,
                thread,
                number,
            } => {
                let pair = |high: u32, low: u32| (u64::from(high) & LOW_31) << 32 | u64::from(low);
                let mut words = Words::new(note(KIND_TASK));
                words.push(pair(before, space));
                words.push(pair(process, thread));
                words.push(number);
                words.counted()
            }
            Image::Reload {
                side,
                origin,
                address,
                real,
            } => {
                let side = match side {
                    Side::Data => 0,
                    Side::Instruction => INSTRUCTION_SIDE,
                };
                let origin = (origin as u64) << ORIGIN_SHIFT;
                let first = note(KIND_RELOAD) | side | origin | top(address, ADDRESS_TOP);
                let mut words = Words::new(first);
                words.push(address);
                words.push(real.word());
                words.counted()
            }
            Image::Purge { range } => {
                let (address, shift) = range.unwrap_or((0, 0));
                let everything = if range.is_none() { EVERYTHING } else { 0 };
                let mut words =
                    Words::new(note(KIND_PURGE) | everything | top(address, ADDRESS_TOP));
                words.push(address);
                words.push(u64::from(shift));
                words.counted()
            }
        }
    }

    /// Payload words that follow a first word.
    pub(crate) fn payload(first: u64) -> usize {
        (first >> COUNT_SHIFT & 7) as usize
    }

    /// Reads an image from its words.
    ///
    /// # Errors
    /// [`Damage`]: no recorder wrote them so.
    pub fn read(words: &[u64]) -> Result<Self, Damage> {
        let (&first, payload) = words.split_first().ok_or(Damage::Count)?;
        match first >> 56 {
            step::MAGIC => Step::read(words).map(Image::Step),
            NOTE_MAGIC => Self::read_note(first, payload),
            _ => Err(Damage::Magic),
        }
    }

    fn read_note(first: u64, payload: &[u64]) -> Result<Self, Damage> {
        let high = |word: u64| (word >> 32) as u32;
        let address = |word: u64| word | if first & ADDRESS_TOP != 0 { FIRST } else { 0 };
        match (first >> KIND_SHIFT & 15, payload) {
            (KIND_TASK, &[spaces, task, number]) => Ok(Image::Task {
                space: spaces as u32,
                before: high(spaces),
                process: high(task),
                thread: task as u32,
                number,
            }),
            (KIND_RELOAD, &[word, real]) => Ok(Image::Reload {
                side: match first & INSTRUCTION_SIDE {
                    0 => Side::Data,
                    _ => Side::Instruction,
                },
                origin: ReloadOrigin::ALL[(first >> ORIGIN_SHIFT & 3) as usize],
                address: address(word),
                real: Real::read(real)?,
            }),
            (KIND_PURGE, &[word, shift]) => match (first & EVERYTHING, u8::try_from(shift)) {
                (0, Ok(shift @ 0..=63)) => Ok(Image::Purge {
                    range: Some((address(word), shift)),
                }),
                (EVERYTHING, Ok(0)) => Ok(Image::Purge { range: None }),
                _ => Err(Damage::Flags),
            },
            (KIND_TASK | KIND_RELOAD | KIND_PURGE, _) => Err(Damage::Count),
            _ => Err(Damage::Magic),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(super) fn step() -> Step {
        Step {
            ip: 0xe000_0000_0001_2340,
            slot: 1,
            unit: Unit::M,
            syllable: 0x1ff_ffff_ffff,
            long: None,
            squashed: false,
            forgone: false,
            store: true,
            bytes: 10,
            ira: Some(Real {
                page: 0x8000,
                shift: 14,
            }),
            data: Some(u64::MAX),
            dra: Some(Real {
                page: 0x4000_0000_0000_0000,
                shift: 62,
            }),
        }
    }

    fn all() -> Vec<Image> {
        let plain = Step {
            unit: Unit::B,
            slot: 2,
            squashed: true,
            store: false,
            bytes: 1,
            ira: None,
            data: None,
            dra: None,
            ..step()
        };
        let long = Step {
            unit: Unit::I,
            squashed: false,
            long: Some(step::SYLLABLE),
            ..plain
        };
        let real = Real { page: 0, shift: 12 };
        let reload = |side, origin| Image::Reload {
            side,
            origin,
            address: u64::MAX,
            real,
        };
        vec![
            Image::Step(step()),
            Image::Step(Step {
                forgone: true,
                dra: None,
                ..step()
            }),
            Image::Step(plain),
            Image::Step(long),
            Image::Task {
                space: u32::MAX,
                before: 7,
                process: 1000,
                thread: u32::MAX,
                number: 5,
            },
            reload(Side::Data, ReloadOrigin::RegisterStack),
            reload(Side::Instruction, ReloadOrigin::WrongPath),
            Image::Purge { range: None },
            Image::Purge {
                range: Some((u64::MAX, 63)),
            },
        ]
    }

    #[test]
    fn an_image_is_read_as_it_was_written() {
        for image in all() {
            assert_eq!(Image::read(&image.words()), Ok(image));
        }
    }

    #[test]
    fn an_image_has_two_to_eight_words_and_only_its_first_one_has_the_top_bit() {
        for image in all() {
            let words = image.words();
            assert!((2..=8).contains(&words.len()), "{image:?}");
            assert_eq!(Image::payload(words[0]), words.len() - 1, "{image:?}");
            let tops: Vec<bool> = words.iter().map(|word| word & FIRST != 0).collect();
            assert!(tops[0] && !tops[1..].contains(&true), "{image:?}");
        }
    }
}
