//! The image of an instruction.

use super::{COUNT_SHIFT, Damage, FIRST, Real, Unit, Words, top};

/// Bits 63:56 of an instruction image's first word.
pub(super) const MAGIC: u64 = 0xec;
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
pub(super) const SYLLABLE: u64 = (1 << 41) - 1;
/// In the word of the instruction address: bit 63 of the data address.
pub(crate) const DATA_TOP: u64 = 1 << 3;
/// In the same word: bit 63 of the bundle's address.
const BUNDLE_TOP: u64 = 1 << 2;

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

/// The code (bits 45:43) of the number of bytes that an instruction refers to.
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

/// First word of the image of an instruction with none of the addresses that have a flag, its count included. The word of the
/// instruction address ([`address_word`]) and the long immediate follow.
pub(crate) fn step_header(unit: Unit, syllable: u64, bytes: u8, store: bool, long: bool) -> u64 {
    let count = 1 + u64::from(long);
    MAGIC << 56
        | count << COUNT_SHIFT
        | if store { flag::STORE } else { 0 }
        | if long { flag::LONG } else { 0 }
        | size_code(bytes) << SIZE_SHIFT
        | (unit as u64) << UNIT_SHIFT
        | syllable & SYLLABLE
}

/// The word of an instruction address.
pub(crate) fn address_word(ip: u64, slot: u8) -> u64 {
    let top = if ip & FIRST != 0 { BUNDLE_TOP } else { 0 };
    ip & !FIRST & !15 | top | u64::from(slot)
}

impl Step {
    pub(super) fn words(&self) -> Words {
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
        words.push(address_word(self.ip, self.slot) | top(self.data.unwrap_or(0), DATA_TOP));
        let rest = [
            self.long,
            self.ira.map(Real::word),
            self.data,
            self.dra.map(Real::word),
        ];
        rest.into_iter().flatten().for_each(|word| words.push(word));
        words.counted()
    }

    pub(super) fn read(words: &[u64]) -> Result<Self, Damage> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Image, tests::step};

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
}
