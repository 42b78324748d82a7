//! The decoder: images from any word on, and the real addresses that they do not say.

use std::collections::HashMap;
use std::io::{self, ErrorKind, Read};

use crate::format::{Cause, Damage, FIRST, Image, Preamble, Real, Side, Step};

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
    Reload(Side, Cause),
    /// Translations were purged.
    Purge,
    /// Words that are no image, from a word of the file on; decoding goes on at the next image.
    Damage(u64, Damage),
    /// A page is said to lie elsewhere than before, without a purge, in an image at a word of the file.
    Contradiction(u64),
    /// So many words before the next first word of an image, from a word of the file on.
    Skipped(u64, u64),
    /// The file ends inside an image, or inside a word.
    Truncated,
}

/// Where pages of one address space lie.
#[derive(Debug, Clone, Default)]
struct Pages {
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

    fn purge(&mut self, address: u64, shift: u8) {
        let (first, last) = (address, address.saturating_add((1 << shift) - 1));
        self.pages.retain(|&(page, size), _| {
            let start = page << size;
            let end = start.saturating_add((1 << size) - 1);
            end < first || start > last
        });
    }
}

/// Reads a trace.
#[derive(Debug)]
pub struct Decoder<R> {
    input: R,
    bytes: Vec<u8>,
    at: usize,
    ended: bool,
    /// Words read so far.
    position: u64,
    /// Words of the image that is read; one that begins inside it stays for the next one.
    words: Vec<u64>,
    preamble: Option<Preamble>,
    begun: bool,
    /// By side and address space; `None`: the space is not known yet.
    pages: [HashMap<Option<u32>, Pages>; 2],
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
            words: Vec::new(),
            preamble: None,
            begun: false,
            pages: Default::default(),
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
        let start = self.position - self.words.len() as u64;
        let mut skipped = 0;
        let first = loop {
            let word = match self.words.pop() {
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
            self.words.push(first);
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
            // Only a file header begins with its pattern: whatever else there is stays.
            if words.len() == 1 && !Preamble::begins(words[0]) {
                break;
            }
        }
        let invalid = |message: String| io::Error::new(ErrorKind::InvalidData, message);
        self.preamble = Preamble::read(&words).map_err(invalid)?;
        if self.preamble.is_none() {
            words.reverse();
            self.words = words;
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
                    self.words.push(word);
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
                // What was learnt before the first image of this kind is of the space that it names.
                for pages in &mut self.pages {
                    if let Some(unknown) = pages.remove(&None) {
                        pages.insert(Some(before), unknown);
                    }
                }
                self.space = Some(space);
                self.number = Some(number);
                Item::Task(process, thread)
            }
            Image::Reload {
                side,
                cause,
                address,
                real,
            } => {
                let item = Item::Reload(side, cause);
                if self.learn(side, address, real)? {
                    return Ok(item);
                }
                self.pending = Some(item);
                Item::Contradiction(place)
            }
            Image::Purge { range: None } => {
                self.pages = Default::default();
                Item::Purge
            }
            Image::Purge {
                range: Some((address, shift)),
            } => {
                for pages in &mut self.pages {
                    if let Some(pages) = pages.get_mut(&self.space) {
                        pages.purge(address, shift);
                    }
                }
                Item::Purge
            }
        })
    }

    fn real(&self, side: Side, address: u64) -> Option<u64> {
        self.pages[side as usize].get(&self.space)?.real(address)
    }

    fn learn(&mut self, side: Side, address: u64, real: Real) -> io::Result<bool> {
        let all = self.pages.iter().flat_map(HashMap::values);
        if all.map(|pages| pages.pages.len()).sum::<usize>() >= MOST_PAGES {
            return Err(io::Error::new(
                ErrorKind::InvalidData,
                format!(
                    "the trace has more than {MOST_PAGES} translations; cut it with a smaller region (--from, --to)"
                ),
            ));
        }
        let pages = self.pages[side as usize].entry(self.space).or_default();
        Ok(pages.learn(address, real))
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
