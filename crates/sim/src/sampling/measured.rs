//! What was measured in a sampled run: the counts of each unit, and of the parts that were timed in full.

use events::{Counts, Raw};

use super::auxiliary::{Auxiliary, VARIATES};
use super::estimate::Known;

/// What was counted in one unit, or in one piece of the start, of new code, or of the end of a run.
pub(crate) struct Unit {
    pub cycles: u64,
    pub instructions: u64,
    /// How many periods of the first length it stands for.
    pub weight: u64,
    /// The auxiliary variates in this unit ([`auxiliary`](super::auxiliary)).
    pub variates: [u32; VARIATES],
    /// The raw quantities that are not zero, packed ([`pack`]): of some hundreds a unit has some dozens, and a long run keeps thousands of units.
    counts: Box<[u8]>,
}

impl Unit {
    pub(crate) fn new(cycles: u64, counts: &Counts) -> Self {
        Self {
            cycles,
            instructions: counts[Raw::InstructionsRetired],
            weight: 1,
            variates: [0; VARIATES],
            counts: pack(counts.iter().map(|(_, count)| count)),
        }
    }

    /// All raw quantities of it.
    pub(crate) fn counts(&self) -> Counts {
        let mut all = Counts::ZERO;
        unpack(&self.counts, |place, count| {
            if let Some(&raw) = Raw::ALL.get(place) {
                all.add(raw, count);
            }
        });
        all
    }

    /// A unit in which nothing but cycles and instructions was counted.
    #[cfg(test)]
    pub(crate) fn of(cycles: u64, instructions: u64, weight: u64) -> Self {
        Self {
            cycles,
            instructions,
            weight,
            variates: [0; VARIATES],
            counts: Box::default(),
        }
    }
}

/// Packs a list of numbers without its zeros. Each number that is not zero is written as its distance from the one before and its value, both
/// in base 128, lowest digit first; the top bit of a byte is clear in the last digit (LEB128).
fn pack(numbers: impl Iterator<Item = u64>) -> Box<[u8]> {
    let mut bytes = Vec::new();
    let mut write = |mut number: u64| {
        while number >= 0x80 {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
    };
    let mut distance = 0;
    for number in numbers {
        if number > 0 {
            write(distance);
            write(number);
            distance = 0;
        }
        distance += 1;
    }
    bytes.into()
}

/// Calls `tell` with the index and the value of each number that is not zero.
fn unpack(bytes: &[u8], mut tell: impl FnMut(usize, u64)) {
    let mut bytes = bytes.iter();
    let mut read = || {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let &byte = bytes.next()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        Some(number)
    };
    let mut place = 0;
    while let (Some(distance), Some(number)) = (read(), read()) {
        place += distance as usize;
        tell(place, number);
    }
}

/// Everything that was measured in a sampled run, or in a stretch of one.
#[derive(Default)]
pub(crate) struct Measurements {
    /// The start of the run, which is measured completely, in pieces of the length of a unit.
    pub start: Vec<Unit>,
    /// The end of the run, likewise, where the length of the run was known before.
    pub end: Vec<Unit>,
    /// Code that executed for the first time between the start and the end of the run, where it was measured completely, in the order of the run.
    pub new_code: Vec<Unit>,
    /// In the order of the run; the last one may be shorter, where the run ends in it.
    pub units: Vec<Unit>,
    /// Instructions from one unit to the next when the run ended.
    pub period: Option<u64>,
    /// The auxiliary variates of the part of the run that was to be followed, without `new_code`, if all of it was.
    pub followed: Option<Auxiliary>,
    /// Instructions that were timed.
    pub timed: u64,
    /// Lines that filled empty places of the last cache level while units were measured.
    pub cold: u64,
    /// The same while the end of the run was measured.
    pub cold_end: u64,
    /// The run was stopped before all of it had been timed.
    pub is_cut: bool,
}

impl Measurements {
    /// The parts of the run that are measured completely: the pieces of its start, of code that is new, and of its end.
    pub(crate) fn complete(&self) -> impl Iterator<Item = &Unit> {
        self.start.iter().chain(&self.new_code).chain(&self.end)
    }

    /// What is known of the whole run besides its complete parts and its units.
    pub(super) fn known(&self) -> Known<'_> {
        match &self.followed {
            Some(run) => Known::All(run),
            None => Known::Nothing,
        }
    }

    /// The result of a run that was stopped before anything was timed.
    pub(crate) const NOTHING: Self = Self {
        start: Vec::new(),
        end: Vec::new(),
        new_code: Vec::new(),
        units: Vec::new(),
        period: None,
        followed: None,
        timed: 0,
        cold: 0,
        cold_end: 0,
        is_cut: true,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_keeps_what_was_counted_and_no_zeros() {
        let mut counts = Counts::ZERO;
        counts.add(Raw::InstructionsRetired, 1_000);
        counts.add(Raw::NopsRetired, 7);
        let unit = Unit::new(1_234, &counts);
        assert_eq!((unit.cycles, unit.instructions), (1_234, 1_000));
        assert!(unit.counts() == counts);
        assert!(unit.counts.len() <= 6, "{:?}", unit.counts);
    }

    #[test]
    fn packed_numbers_keep_their_places_and_values() {
        let mut numbers = vec![0; 400];
        let some = [(0, 1), (1, 127), (2, 128), (130, 300_000), (399, u64::MAX)];
        some.iter()
            .for_each(|&(place, number)| numbers[place] = number);
        let mut read = Vec::new();
        let packed = pack(numbers.into_iter());
        unpack(&packed, |place, number| read.push((place, number)));
        assert_eq!(read, some);
    }
}
