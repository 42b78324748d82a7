//! The decoder: reads images, from any word of a file on, and works out the real addresses that are not in them. A page lies where the
//! newest image with its real address says, until a purge.

use std::collections::HashMap;
use std::io::{self, ErrorKind, Read};

use crate::format::{Damage, FIRST, Image, Preamble, Real, ReloadOrigin, Side, Step};

/// Translations that are kept at most: a trace with more is refused, so that no input takes all memory.
const MOST_PAGES: usize = 1 << 22;
/// Bytes that are read at once.
const CHUNK: usize = 1 << 16;

/// A memory reference of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference {
    /// Effective address.
    pub address: u64,
    /// Real address; `None`: the trace has not said where its page lies.
    pub real: Option<u64>,
}

/// An instruction with its real addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// Its number in the recording, from 0; `None` before the first image that says one.
    pub number: Option<u64>,
    /// The image.
    pub step: Step,
    /// Real address of its bundle; `None`: the trace has not said where its page lies.
    pub real_ip: Option<u64>,
    /// What it refers to: not when its predicate is false or it makes no access.
    pub reference: Option<Reference>,
}

/// What a trace holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item {
    /// An instruction.
    Instruction(Instruction),
    /// Another task runs: process and thread.
    Task(u32, u32),
    /// A reload without an instruction.
    Reload(Side, ReloadOrigin),
    /// Translations were purged.
    Purge,
    /// Words that are no image, from a word of the file on; decoding goes on at the next image.
    Damage(u64, Damage),
    /// An image says that a page lies elsewhere than before, without a purge in between. Its word in the file.
    Contradiction(u64),
    /// Words that were passed over because they belong to no image: the number of the first one in the file, and how many.
    Skipped(u64, u64),
    /// The file ends inside an image, or inside a word.
    Truncated,
}

/// Where pages of one address space lie.
#[derive(Debug, Clone, Default)]
struct Pages {
    /// The real address of each page, by the address divided by the page size, and the logarithm of that size.
    pages: HashMap<(u64, u8), u64>,
    /// Logarithms of the page sizes so far.
    shifts: Vec<u8>,
}

impl Pages {
    fn real(&self, address: u64) -> Option<u64> {
        self.shifts.iter().find_map(|&shift| {
            let offset = address & ((1 << shift) - 1);
            let page = self.pages.get(&(address >> shift, shift))?;
            Some(page | offset)
        })
    }

    /// Learns a page; false: it was known to lie elsewhere.
    fn learn(&mut self, address: u64, real: Real) -> bool {
        let before = self.real(address & !((1 << real.shift) - 1));
        if !self.shifts.contains(&real.shift) {
            self.shifts.push(real.shift);
        }
        self.pages
            .insert((address >> real.shift, real.shift), real.page);
        before.is_none_or(|before| before == real.page)
    }

    /// Adds pages that were learned without knowing that they belong to this space. They replace what is known.
    fn add(&mut self, others: Self) {
        let shifts = others.shifts.iter().filter(|it| !self.shifts.contains(it));
        let shifts: Vec<u8> = shifts.copied().collect();
        self.shifts.extend(shifts);
        self.pages.extend(others.pages);
    }

    fn purge(&mut self, address: u64, shift: u8) {
        let (first, last) = (address, address.saturating_add((1 << shift) - 1));
        // Whichever is less work for a page size: remove the pages of the range one by one, or go through all pages.
        for &size in &self.shifts {
            let (first, last) = (first >> size, last >> size);
            if last - first < self.pages.len() as u64 {
                for page in first..=last {
                    self.pages.remove(&(page, size));
                }
            } else {
                (self.pages).retain(|&(page, of), _| of != size || page < first || page > last);
            }
        }
    }
}

/// Where pages lie, as far as the trace has said.
#[derive(Debug, Default)]
struct Translations {
    /// By side and address space; `None`: the space is not known yet.
    spaces: [HashMap<Option<u32>, Pages>; 2],
    /// Pages in all spaces together.
    kept: usize,
}

impl Translations {
    fn real(&self, side: Side, space: Option<u32>, address: u64) -> Option<u64> {
        self.spaces[side as usize].get(&space)?.real(address)
    }

    /// Learns a page; false: it was known to lie elsewhere. `None`: [`MOST_PAGES`] are known already.
    fn learn(&mut self, side: Side, space: Option<u32>, address: u64, real: Real) -> Option<bool> {
        if self.kept >= MOST_PAGES {
            return None;
        }
        let pages = self.spaces[side as usize].entry(space).or_default();
        let before = pages.pages.len();
        let agrees = pages.learn(address, real);
        self.kept += pages.pages.len() - before;
        Some(agrees)
    }

    /// Forgets the pages of a range in a space.
    fn purge(&mut self, space: Option<u32>, address: u64, shift: u8) {
        for spaces in &mut self.spaces {
            if let Some(pages) = spaces.get_mut(&space) {
                let before = pages.pages.len();
                pages.purge(address, shift);
                self.kept -= before - pages.pages.len();
            }
        }
    }

    /// Assigns the pages that were learned before any image named the address space to this one.
    fn name(&mut self, space: u32) {
        for spaces in &mut self.spaces {
            let Some(unknown) = spaces.remove(&None) else {
                continue;
            };
            let pages = spaces.entry(Some(space)).or_default();
            let before = pages.pages.len() + unknown.pages.len();
            pages.add(unknown);
            self.kept -= before - pages.pages.len();
        }
    }
}

/// Reads a trace.
#[derive(Debug)]
pub struct Decoder<R> {
    input: R,
    bytes: Vec<u8>,
    at: usize,
    ended: bool,
    /// Words taken from the input so far.
    position: u64,
    /// Words that were read and put back; the next one is last.
    put_back: Vec<u64>,
    preamble: Option<Preamble>,
    begun: bool,
    translations: Translations,
    space: Option<u32>,
    number: Option<u64>,
    pending: Option<Item>,
}

impl<R: Read> Decoder<R> {
    /// Decodes words from `input`, from a file header, an image or any other word on.
    pub fn new(input: R) -> Self {
        Self {
            input,
            bytes: Vec::new(),
            at: 0,
            ended: false,
            position: 0,
            put_back: Vec::new(),
            preamble: None,
            begun: false,
            translations: Translations::default(),
            space: None,
            number: None,
            pending: None,
        }
    }

    /// The head of the file, once something has been read; `None`: it has none.
    pub fn preamble(&self) -> Option<Preamble> {
        self.preamble
    }

    /// What comes next; `None` at the end.
    ///
    /// # Errors
    /// The input cannot be read, or is a trace of another version or of more pages than are kept.
    pub fn next_item(&mut self) -> io::Result<Option<Item>> {
        if let Some(item) = self.pending.take() {
            return Ok(Some(item));
        }
        if !std::mem::replace(&mut self.begun, true) {
            self.read_preamble()?;
        }
        let start = self.position - self.put_back.len() as u64;
        let mut skipped = 0;
        let first = loop {
            let word = match self.put_back.pop() {
                Some(word) => word,
                None => match self.word()? {
                    Some(word) => word,
                    None if skipped > 0 => return Ok(Some(Item::Skipped(start, skipped))),
                    None => return Ok(self.take_rest()),
                },
            };
            if word & FIRST != 0 {
                break word;
            }
            skipped += 1;
        };
        if skipped > 0 {
            self.put_back.push(first);
            return Ok(Some(Item::Skipped(start, skipped)));
        }
        self.image(first).map(Some)
    }

    fn take_rest(&mut self) -> Option<Item> {
        let rest = std::mem::take(&mut self.bytes).len() > self.at;
        self.at = 0;
        rest.then_some(Item::Truncated)
    }

    fn read_preamble(&mut self) -> io::Result<()> {
        let mut words = Vec::new();
        while words.len() < 4 {
            match self.word()? {
                Some(word) => words.push(word),
                None => break,
            }
            // The first word is not that of a file header: it is put back, and no more are looked at.
            if words.len() == 1 && !Preamble::begins(words[0]) {
                break;
            }
        }
        let invalid = |message: String| io::Error::new(ErrorKind::InvalidData, message);
        self.preamble = Preamble::read(&words).map_err(invalid)?;
        if self.preamble.is_none() {
            words.reverse();
            self.put_back = words;
        }
        Ok(())
    }

    fn image(&mut self, first: u64) -> io::Result<Item> {
        let place = self.position - 1;
        let mut words = [first; 8];
        let count = Image::payload(first);
        for payload in &mut words[1..=count] {
            match self.word()? {
                None => {
                    self.take_rest();
                    return Ok(Item::Truncated);
                }
                Some(word) if word & FIRST != 0 => {
                    self.put_back.push(word);
                    return Ok(Item::Damage(place, Damage::Cut));
                }
                Some(word) => *payload = word,
            }
        }
        match Image::read(&words[..=count]) {
            Ok(image) => self.take(place, image),
            Err(damage) => Ok(Item::Damage(place, damage)),
        }
    }

    fn take(&mut self, place: u64, image: Image) -> io::Result<Item> {
        Ok(match image {
            Image::Step(step) => {
                let mut agrees = true;
                if let Some(real) = step.ira {
                    agrees &= self.learn(Side::Instruction, step.ip, real)?;
                }
                if let (Some(address), Some(real)) = (step.data, step.dra) {
                    agrees &= self.learn(Side::Data, address, real)?;
                }
                let number = self.number;
                self.number = number.map(|number| number + 1);
                let item = Item::Instruction(Instruction {
                    number,
                    step,
                    real_ip: self.real(Side::Instruction, step.ip),
                    reference: step
                        .data
                        .filter(|_| !step.forgone)
                        .map(|address| Reference {
                            address,
                            real: self.real(Side::Data, address),
                        }),
                });
                if agrees {
                    return Ok(item);
                }
                self.pending = Some(item);
                Item::Contradiction(place)
            }
            Image::Task {
                space,
                before,
                process,
                thread,
                number,
            } => {
                // A decoder that began in the middle did not know the space: it is the one that this image names as the one before.
                self.translations.name(before);
                self.space = Some(space);
                self.number = Some(number);
                Item::Task(process, thread)
            }
            Image::Reload {
                side,
                origin,
                address,
                real,
            } => {
                let item = Item::Reload(side, origin);
                if self.learn(side, address, real)? {
                    return Ok(item);
                }
                self.pending = Some(item);
                Item::Contradiction(place)
            }
            Image::Purge { range: None } => {
                self.translations = Translations::default();
                Item::Purge
            }
            Image::Purge {
                range: Some((address, shift)),
            } => {
                self.translations.purge(self.space, address, shift);
                Item::Purge
            }
        })
    }

    fn real(&self, side: Side, address: u64) -> Option<u64> {
        self.translations.real(side, self.space, address)
    }

    fn learn(&mut self, side: Side, address: u64, real: Real) -> io::Result<bool> {
        let agrees = self.translations.learn(side, self.space, address, real);
        agrees.ok_or_else(|| {
            io::Error::new(
                ErrorKind::InvalidData,
                format!(
                    "the trace has more than {MOST_PAGES} translations; cut it with a smaller region (--from, --to)"
                ),
            )
        })
    }

    fn word(&mut self) -> io::Result<Option<u64>> {
        while self.bytes.len() - self.at < 8 {
            if self.ended {
                return Ok(None);
            }
            self.bytes.drain(..self.at);
            self.at = 0;
            let old = self.bytes.len();
            self.bytes.resize(old + CHUNK, 0);
            let read = loop {
                match self.input.read(&mut self.bytes[old..]) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    read => break read?,
                }
            };
            self.bytes.truncate(old + read);
            self.ended = read == 0;
        }
        let word = self.bytes[self.at..].first_chunk::<8>();
        self.at += 8;
        self.position += 1;
        Ok(word.map(|bytes| u64::from_le_bytes(*bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn translations_are_counted_as_they_come_and_go() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut translations = Translations::default();
        let mut known: HashMap<(usize, Option<u32>, u64, u8), u64> = HashMap::new();
        for _ in 0..20_000 {
            let space = random.bool().then(|| random.u32(1..4));
            let side = [Side::Instruction, Side::Data][random.usize(..2)];
            let shift = random.u8(12..15);
            let address = random.u64(..64) << 12;
            match random.u32(..100) {
                0 => {
                    let name = random.u32(1..4);
                    translations.name(name);
                    let (unknown, mut named): (HashMap<_, _>, HashMap<_, _>) =
                        (known.into_iter()).partition(|((_, space, ..), _)| space.is_none());
                    let unknown = unknown.into_iter();
                    named.extend(unknown.map(|((side, _, page, shift), real)| {
                        ((side, Some(name), page, shift), real)
                    }));
                    known = named;
                }
                1..30 => {
                    translations.purge(space, address, shift);
                    let last = address + (1 << shift) - 1;
                    known.retain(|&(_, of, page, size), _| {
                        let first = page << size;
                        of != space || first > last || first + (1 << size) - 1 < address
                    });
                }
                _ => {
                    let real = Real {
                        page: random.u64(..8) << 20,
                        shift,
                    };
                    translations.learn(side, space, address, real).unwrap();
                    known.insert((side as usize, space, address >> shift, shift), real.page);
                }
            }
            assert_eq!(translations.kept, known.len());
            let spaces = translations.spaces.iter().flat_map(HashMap::values);
            let held: usize = spaces.map(|pages| pages.pages.len()).sum();
            assert_eq!(translations.kept, held);
        }
    }
}
