//! The images, bit by bit (`docs/core-trace.md`, "Format").
//!
//! Bit 63 of a word is 1 in the first word of an image and nowhere else: payload words keep the top bit of an address
//! elsewhere. So no payload can look like the start of an image, and decoding can begin at any word.

use isa::Template;

/// First word of a file: `EPICORET` as bytes.
const FILE_MAGIC: u64 = u64::from_le_bytes(*b"EPICORET");
const VERSION: u64 = 1;

/// Words of the file header.
const PREAMBLE_WORDS: usize = 4;
/// Words of the longest image.
const LONGEST: usize = 8;
/// The bit that only first words have.
pub(crate) const FIRST: u64 = 1 << 63;
/// Bits 63:56 of an instruction image's first word.
const STEP_MAGIC: u64 = 0xec;
/// Bits 63:56 of the first word of any other image.
const NOTE_MAGIC: u64 = 0xed;
/// Place of the number of payload words.
pub(crate) const COUNT_SHIFT: u32 = 53;

/// Bits of an instruction image's first word.
pub(crate) mod flag {
    /// The qualifying predicate is false.
    pub(crate) const SQUASHED: u64 = 1 << 52;
    /// An instruction real address follows.
    pub(crate) const IRA: u64 = 1 << 51;
    /// A data address follows.
    pub(crate) const DEA: u64 = 1 << 50;
    /// A data real address follows.
    pub(crate) const DRA: u64 = 1 << 49;
    /// A memory instruction that makes no access.
    pub(crate) const FORGONE: u64 = 1 << 48;
    /// Memory is written.
    pub(crate) const STORE: u64 = 1 << 47;
    /// The long immediate follows.
    pub(crate) const LONG: u64 = 1 << 46;
}
const SIZE_SHIFT: u32 = 43;
const UNIT_SHIFT: u32 = 41;
const SYLLABLE: u64 = (1 << 41) - 1;
/// In the word of the instruction address: bit 63 of the data address, and of the bundle's.
pub(crate) const DATA_TOP: u64 = 1 << 3;
const BUNDLE_TOP: u64 = 1 << 2;

/// Place of the kind of an image that is no instruction.
const KIND_SHIFT: u32 = 49;
const KIND_TASK: u64 = 0;
const KIND_RELOAD: u64 = 1;
const KIND_PURGE: u64 = 2;
/// A reload: of the instruction side.
const INSTRUCTION_SIDE: u64 = 1 << 48;
const CAUSE_SHIFT: u32 = 46;
/// A reload, a purge: bit 63 of the address.
const ADDRESS_TOP: u64 = 1 << 45;
/// A purge of everything.
const EVERYTHING: u64 = 1 << 44;
const LOW_31: u64 = (1 << 31) - 1;

/// What the head of a file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Preamble {
    /// First-level entries were invalidated when recording began.
    pub invalidated: bool,
    /// Issue groups of one instruction each.
    pub single_issue: bool,
    /// Recording ends when its memory is full.
    pub stops: bool,
    /// The oldest laps make room for new ones.
    pub wraps: bool,
    /// Instructions between two invalidations; 0: only the first.
    pub lap_instructions: u64,
}

impl Preamble {
    /// The words. Bits 23:16 of the second say which level is traced: 1, the first.
    #[must_use]
    pub fn words(&self) -> [u64; PREAMBLE_WORDS] {
        let bits = [self.invalidated, self.single_issue, self.stops, self.wraps];
        let flags = (24..).zip(bits).map(|(at, bit)| u64::from(bit) << at);
        let flags: u64 = flags.sum();
        [
            FILE_MAGIC,
            VERSION | 1 << 16 | flags,
            self.lap_instructions & !FIRST,
            0,
        ]
    }

    /// Whether a file header begins with this word.
    pub(crate) fn begins(word: u64) -> bool {
        word == FILE_MAGIC
    }

    /// Reads the words; `None`: they are not the head of a file.
    ///
    /// # Errors
    /// A version or a level that this reader does not know.
    pub(crate) fn read(words: &[u64]) -> Result<Option<Self>, String> {
        let &[FILE_MAGIC, facts, lap_instructions, _] = words else {
            return Ok(None);
        };
        let (version, level) = (facts & 0xffff, facts >> 16 & 0xff);
        if version != VERSION || level != 1 {
            return Err(format!(
                "the trace has version {version} and TLB level {level}; this decoder reads version {VERSION} and level 1"
            ));
        }
        let bit = |at: u32| facts >> at & 1 != 0;
        Ok(Some(Self {
            invalidated: bit(24),
            single_issue: bit(25),
            stops: bit(26),
            wraps: bit(27),
            lap_instructions,
        }))
    }
}

/// The unit of a syllable: with its 41 bits it names the instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Memory, slot 0 or 1.
    M,
    /// Integer; with a long immediate, X.
    I,
    /// Floating point.
    F,
    /// Branch.
    B,
}

impl Unit {
    const ALL: [Unit; 4] = [Unit::M, Unit::I, Unit::F, Unit::B];

    /// The instruction that a syllable is in this unit.
    #[must_use]
    pub fn instruction(self, syllable: u64, long: Option<u64>) -> isa::Instruction {
        // MII, MLX, MFI, BBB.
        let (template, slot) = match (self, long) {
            (_, Some(_)) => (0x04, 2),
            (Unit::M, _) => (0x00, 0),
            (Unit::I, _) => (0x00, 2),
            (Unit::F, _) => (0x0c, 1),
            (Unit::B, _) => (0x16, 2),
        };
        let at = |slot: u32, bits: u64| u128::from(bits & SYLLABLE) << (5 + 41 * slot);
        let bundle = u128::from(Template::new(template).number())
            | at(slot, syllable)
            | long.map_or(0, |long| at(1, long));
        isa::decode(bundle).slots[slot as usize]
    }
}

/// Where a page lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Real {
    /// Real address of its first byte.
    pub page: u64,
    /// Binary logarithm of its size in bytes.
    pub shift: u8,
}

impl Real {
    /// Smallest and largest page, by the logarithm: 64 bytes, 2^62 bytes.
    const SHIFTS: std::ops::RangeInclusive<u8> = 6..=62;

    pub(crate) fn new(translated: &events::Translated) -> Self {
        Self {
            page: translated.physical & !(translated.page_bytes - 1),
            shift: translated.page_bytes.trailing_zeros() as u8,
        }
    }

    /// Bits 62:6 the page, 5:0 the logarithm of its size.
    pub(crate) fn word(self) -> u64 {
        self.page & !FIRST | u64::from(self.shift)
    }

    fn read(word: u64) -> Result<Self, Damage> {
        let shift = (word & 0x3f) as u8;
        let page = word & !0x3f;
        if !Self::SHIFTS.contains(&shift) || page & ((1 << shift) - 1) != 0 {
            return Err(Damage::RealAddress);
        }
        Ok(Self { page, shift })
    }
}

/// An executed instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Address of the bundle.
    pub ip: u64,
    /// Slot, 0 to 2; of an instruction of two slots the second.
    pub slot: u8,
    /// Its unit.
    pub unit: Unit,
    /// Its 41 bits.
    pub syllable: u64,
    /// The 41 bits of slot 1, when the instruction has two slots.
    pub long: Option<u64>,
    /// Its qualifying predicate is false.
    pub squashed: bool,
    /// A memory instruction that makes no access.
    pub forgone: bool,
    /// It writes memory.
    pub store: bool,
    /// Bytes that a memory instruction names, 1 to 16.
    pub bytes: u8,
    /// The page of its bundle, where its fetch caused a reload.
    pub ira: Option<Real>,
    /// Data address of a memory instruction that executes.
    pub data: Option<u64>,
    /// The page of its data, where it caused a reload.
    pub dra: Option<Real>,
}

/// Which of the two TLBs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Data.
    Data,
    /// Instructions.
    Instruction,
}

/// Why a reload has an image of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// A fetch whose first bundle did not execute next in its page.
    NotExecuted,
    /// A fetch down a mispredicted path.
    WrongPath,
    /// The register stack engine.
    RegisterStack,
    /// A data reference of an instruction that did not retire.
    NotRetired,
}

impl Cause {
    const ALL: [Cause; 4] = [
        Cause::NotExecuted,
        Cause::WrongPath,
        Cause::RegisterStack,
        Cause::NotRetired,
    ];
}

/// One image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Image {
    /// An instruction.
    Step(Step),
    /// What runs from here on.
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
    /// A translation was reloaded, and no instruction of the trace is to blame.
    Reload {
        /// Of which TLB.
        side: Side,
        /// Why.
        cause: Cause,
        /// An address of the page.
        address: u64,
        /// Where it lies.
        real: Real,
    },
    /// Translations of this and all later references are new ones.
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

/// Code of a number of bytes.
pub(crate) fn size_code(bytes: u8) -> u64 {
    match bytes {
        10 => 5,
        bytes => u64::from(bytes.max(1)).trailing_zeros().min(4).into(),
    }
}

fn bytes_of(code: u64) -> Option<u8> {
    match code {
        0..=4 => Some(1 << code),
        5 => Some(10),
        _ => None,
    }
}

/// First word of an instruction without addresses, count included; the address's word follows.
pub(crate) fn step_header(unit: Unit, syllable: u64, bytes: u8, store: bool, long: bool) -> u64 {
    let count = 1 + u64::from(long);
    STEP_MAGIC << 56
        | count << COUNT_SHIFT
        | if store { flag::STORE } else { 0 }
        | if long { flag::LONG } else { 0 }
        | size_code(bytes) << SIZE_SHIFT
        | (unit as u64) << UNIT_SHIFT
        | syllable & SYLLABLE
}

/// The word of an instruction address.
pub(crate) fn place_word(ip: u64, slot: u8) -> u64 {
    let top = if ip & FIRST != 0 { BUNDLE_TOP } else { 0 };
    ip & !FIRST & !15 | top | u64::from(slot)
}

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

impl Step {
    fn words(&self) -> Words {
        let long = self.long.is_some();
        let mut first = step_header(self.unit, self.syllable, self.bytes, self.store, long);
        let flags = [
            (self.squashed, flag::SQUASHED),
            (self.ira.is_some(), flag::IRA),
            (self.data.is_some(), flag::DEA),
            (self.dra.is_some(), flag::DRA),
            (self.forgone, flag::FORGONE),
        ];
        first |= flags
            .iter()
            .filter(|(on, _)| *on)
            .map(|(_, bit)| bit)
            .sum::<u64>();
        let mut words = Words::new(first);
        words.push(place_word(self.ip, self.slot) | top(self.data.unwrap_or(0), DATA_TOP));
        let rest = [
            self.long,
            self.ira.map(Real::word),
            self.data,
            self.dra.map(Real::word),
        ];
        rest.into_iter().flatten().for_each(|word| words.push(word));
        words.counted()
    }

    fn read(words: &[u64]) -> Result<Self, Damage> {
        let (&first, payload) = words.split_first().ok_or(Damage::Count)?;
        let is = |bit: u64| first & bit != 0;
        let optional = [flag::LONG, flag::IRA, flag::DEA, flag::DRA];
        let expected = 1 + optional.iter().filter(|bit| is(**bit)).count();
        if payload.len() != expected {
            return Err(Damage::Count);
        }
        let mut payload = payload.iter().copied();
        let place = payload.next().ok_or(Damage::Count)?;
        let mut next = |bit: u64| is(bit).then(|| payload.next()).flatten();
        let (long, ira, data, dra) = (
            next(flag::LONG),
            next(flag::IRA),
            next(flag::DEA),
            next(flag::DRA),
        );
        let address = |word: u64, bit: u64| word | if place & bit != 0 { FIRST } else { 0 };
        let data = data.map(|word| address(word, DATA_TOP));
        let slot = (place & 3) as u8;
        let bytes = bytes_of(first >> SIZE_SHIFT & 7).ok_or(Damage::Flags)?;
        let unit = Unit::ALL[(first >> UNIT_SHIFT & 3) as usize];
        let makes_access = data.is_some() && !is(flag::FORGONE);
        if slot == 3
            || dra.is_some() && !makes_access
            || is(flag::SQUASHED) && (data.is_some() || is(flag::FORGONE))
            || unit != Unit::M && (data.is_some() || is(flag::FORGONE))
            || long.is_some() && (slot != 2 || unit != Unit::I)
        {
            return Err(Damage::Flags);
        }
        Ok(Self {
            ip: address(place & !15, BUNDLE_TOP),
            slot,
            unit,
            syllable: first & SYLLABLE,
            long,
            squashed: is(flag::SQUASHED),
            forgone: is(flag::FORGONE),
            store: is(flag::STORE),
            bytes,
            ira: ira.map(Real::read).transpose()?,
            data,
            dra: dra.map(Real::read).transpose()?,
        })
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
                cause,
                address,
                real,
            } => {
                let side = match side {
                    Side::Data => 0,
                    Side::Instruction => INSTRUCTION_SIDE,
                };
                let cause = (cause as u64) << CAUSE_SHIFT;
                let first = note(KIND_RELOAD) | side | cause | top(address, ADDRESS_TOP);
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
            STEP_MAGIC => Step::read(words).map(Image::Step),
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
                cause: Cause::ALL[(first >> CAUSE_SHIFT & 3) as usize],
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
mod tests {
    use super::*;

    fn step() -> Step {
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
            long: Some(SYLLABLE),
            ..plain
        };
        let real = Real { page: 0, shift: 12 };
        let reload = |side, cause| Image::Reload {
            side,
            cause,
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
            reload(Side::Data, Cause::RegisterStack),
            reload(Side::Instruction, Cause::WrongPath),
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

    #[test]
    fn a_size_of_ten_bytes_has_a_code_of_its_own() {
        for bytes in [1, 2, 4, 8, 10, 16] {
            assert_eq!(bytes_of(size_code(bytes)), Some(bytes));
        }
    }

    #[test]
    fn flags_that_no_recorder_writes_are_damage() {
        let words = |step: Step| Image::read(&Image::Step(step).words());
        let plain = Step {
            ira: None,
            dra: None,
            ..step()
        };
        assert_eq!(
            words(Step {
                squashed: true,
                ..plain
            }),
            Err(Damage::Flags)
        );
        assert_eq!(
            words(Step {
                unit: Unit::F,
                ..plain
            }),
            Err(Damage::Flags)
        );
        assert_eq!(
            words(Step {
                forgone: true,
                ..step()
            }),
            Err(Damage::Flags)
        );
        assert_eq!(words(Step { slot: 3, ..plain }), Err(Damage::Flags));
        let real = Real {
            page: 0x1000,
            shift: 14,
        };
        assert_eq!(
            words(Step {
                ira: Some(real),
                ..plain
            }),
            Err(Damage::RealAddress)
        );
        let mut cut = *Image::Step(plain)
            .words()
            .first_chunk::<2>()
            .unwrap_or(&[0; 2]);
        assert_eq!(Image::read(&cut), Err(Damage::Count));
        cut[0] = 0xef << 56;
        assert_eq!(Image::read(&cut), Err(Damage::Magic));
    }

    #[test]
    fn a_unit_and_its_syllable_name_the_instruction() {
        // ld8 r14=[r34],8 and nop.b.
        let load = Unit::M.instruction(0x0a0_2288_0380, None);
        assert_eq!(load.unit(), isa::Unit::M);
        let nop = Unit::B.instruction(2 << 37, None);
        assert_eq!(nop.op, isa::Op::Nop);
        let movl = Unit::I.instruction(6 << 37 | 4 << 6, Some(1));
        assert_eq!(movl.op, isa::Op::Movl);
    }
}
