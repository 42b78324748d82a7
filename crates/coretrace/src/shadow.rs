//! The shadow log: where every instruction and its data truly lie, as the page table of the model says when they execute.
//!
//! It shares nothing with the recorder but the format of words: it hears what executed and where pages were placed, and nothing
//! of TLBs and their reloads but which prefetches were dropped.

use std::collections::HashMap;
use std::io::{self, ErrorKind, Read, Write};

use events::{Attention, Block, Execution, Fact, Probe, Site, StaticEvent, Totals, Translated};

use crate::pattern::{PATTERNS, Patterns};

/// First word of a shadow log: `EPISHAD2` as bytes.
const MAGIC: u64 = u64::from_le_bytes(*b"EPISHAD2");
/// In the first word of an entry: a reference follows.
const HAS_DATA: u64 = 4;
/// In the first word: what follows are the references of an execution like the pattern of that number, in bits 63:4.
const LIKE: u64 = 8;
/// With it: what follows is the pattern of that number, from here on: how many instructions, and their entries, in which the
/// addresses of references are left out.
const PATTERN: u64 = 1;
/// Instructions of a pattern at most: those of a block.
const MOST_INSTRUCTIONS: u64 = 64;
/// Patterns that a reader keeps at most.
const MOST_PATTERNS: usize = 1 << 22;

/// The truth about one instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Address of the bundle.
    pub ip: u64,
    /// Slot.
    pub slot: u8,
    /// Real address of the bundle.
    pub real_ip: u64,
    /// Data address and real data address.
    pub data: Option<(u64, u64)>,
}

/// Entries of the cache in front of the page table; a power of two.
const RECENT: usize = 1024;

/// The model tells so many spaces apart, by the low bits of their numbers.
const SPACES: u32 = (1 << 12) - 1;

/// A page: its space, and its first address.
type Page = (u32, u64);

/// Where pages lie.
struct PageTable {
    pages: HashMap<Page, u64>,
    /// Size of a page less one, and its logarithm.
    offset: u64,
    shift: u32,
    /// Pages used last and where they lie.
    recent: Box<[(Page, u64); RECENT]>,
}

impl PageTable {
    fn new() -> Self {
        Self {
            pages: HashMap::new(),
            offset: 0,
            shift: 0,
            recent: Box::new([((u32::MAX, u64::MAX), 0); RECENT]),
        }
    }

    fn place(&mut self, address: u64, place: &Translated) {
        self.offset = place.page_bytes - 1;
        self.shift = self.offset.count_ones();
        let page = (place.space & SPACES, address & !self.offset);
        let real = place.physical & !self.offset;
        self.pages.insert(page, real);
        // A number may come back when its space has ended.
        *self.recent(page) = (page, real);
    }

    #[inline(always)]
    fn recent(&mut self, page: Page) -> &mut (Page, u64) {
        let number = page.1 >> self.shift;
        &mut self.recent[number as usize % RECENT]
    }

    /// The real address of an address. No address has all bits set: what has no place agrees with nothing.
    #[inline(always)]
    fn real(&mut self, space: u32, address: u64) -> u64 {
        let page = (space & SPACES, address & !self.offset);
        let known = *self.recent(page);
        if known.0 == page {
            return known.1 | address & self.offset;
        }
        let Some(&place) = self.pages.get(&page) else {
            return u64::MAX;
        };
        *self.recent(page) = (page, place);
        place | address & self.offset
    }

    /// First word of the entry of a slot of a block, and the real address of its bundle.
    fn place_of(&mut self, block: &Block, index: u8) -> (u64, u64) {
        let ip = block.ip_of(index) & !15;
        (ip | u64::from(index % 3), self.real(block.space, ip))
    }
}

/// What was recorded of a block.
#[derive(Debug, Clone, Default)]
struct Known {
    space: u32,
    patterns: Patterns,
}

impl Known {
    fn new(block: &Block) -> Self {
        Self {
            space: block.space,
            patterns: Patterns::new(block),
        }
    }
}

/// Words of the buffer before they go to the output.
const CHUNK: usize = 1 << 15;

/// Writes the shadow log of a recording.
pub struct Shadow<W> {
    out: W,
    /// Instructions after which the log is given up.
    limit: Option<u64>,
    on: bool,
    region: bool,
    pages: PageTable,
    known: Vec<Known>,
    /// Bit i: slot i of the execution that comes makes no access.
    forgone: u64,
    count: u64,
    given_up: bool,
    failed: Option<io::Error>,
    words: Vec<u64>,
    bytes: Vec<u8>,
}

impl<W: Write> Shadow<W> {
    /// A log of the run, or of its `region` of interest; it is given up when more than `limit` instructions are recorded.
    pub fn new(out: W, limit: Option<u64>, region: bool) -> Self {
        Self {
            out,
            limit,
            on: !region,
            region,
            pages: PageTable::new(),
            known: Vec::new(),
            forgone: 0,
            count: 0,
            given_up: false,
            failed: None,
            words: vec![MAGIC],
            bytes: Vec::new(),
        }
    }

    /// The end of the run; whether the log is whole: not when it was given up.
    ///
    /// # Errors
    /// The output did not take everything.
    pub fn finish(&mut self) -> io::Result<bool> {
        self.write();
        match self.failed.take() {
            Some(error) => Err(error),
            None if self.given_up => Ok(false),
            None => self.out.flush().map(|()| true),
        }
    }

    #[inline(never)]
    fn write(&mut self) {
        self.given_up |= self.limit.is_some_and(|limit| self.count > limit);
        if self.failed.is_none() && !self.given_up {
            self.bytes.resize(8 * self.words.len(), 0);
            let (places, _) = self.bytes.as_chunks_mut();
            for (place, word) in places.iter_mut().zip(&self.words) {
                *place = word.to_le_bytes();
            }
            self.failed = self.out.write_all(&self.bytes).err();
        }
        self.words.clear();
    }

    /// Adds the entries of an execution, of which some slots make no access.
    #[inline(never)]
    fn add(&mut self, block: &Block, execution: &Execution, forgone: u64) {
        let mut addresses = execution.addresses.iter().copied();
        for (index, instruction) in block.instructions() {
            let retired = (block.first_slot..execution.end).contains(&index);
            if !retired {
                continue;
            }
            let is = |slots: u64| slots >> (index & 63) & 1 != 0;
            let refers = is(execution.predicates) && instruction.memory_access().is_some();
            let address = refers.then(|| addresses.next()).flatten();
            let (place, real_ip) = self.pages.place_of(block, index);
            match address.filter(|_| !is(forgone)) {
                None => self.words.extend([place, real_ip]),
                Some(address) => {
                    let real = self.pages.real(block.space, address);
                    self.words
                        .extend([place | HAS_DATA, real_ip, address, real]);
                }
            }
            self.count += 1;
        }
    }

    /// Adds the entries of an execution all of whose references are made: what [`add`](Self::add) does then, from a pattern. Both
    /// are compared with what the recorder wrote, in every check. False: not all addresses are there.
    #[inline(always)]
    fn add_pattern(&mut self, block: &Block, execution: &Execution) -> bool {
        let Self {
            known,
            pages,
            words,
            count,
            ..
        } = self;
        let Some(known) = known.get_mut(block.id.0 as usize) else {
            return false;
        };
        if known.space != block.space {
            // Its number has gone to another space.
            *known = Known::new(block);
        }
        let pattern = known.patterns.of(execution, |pattern, place, end, on| {
            let number = u64::from(block.id.0) * PATTERNS as u64 + place as u64;
            let head = number << 4 | LIKE;
            words.extend([head | PATTERN, 0]);
            let start = words.len();
            for (index, instruction) in block.instructions() {
                if index < block.first_slot || index >= end {
                    continue;
                }
                let (place, real_ip) = pages.place_of(block, index);
                let refers = on >> (index & 63) & 1 != 0 && instruction.memory_access().is_some();
                if refers {
                    let before = pattern.addresses.len() as u16;
                    pattern.addresses.push(1 + 2 * before);
                }
                let has_data = if refers { HAS_DATA } else { 0 };
                words.extend([place | has_data, real_ip]);
                pattern.instructions += 1;
            }
            words[start - 1] = pattern.instructions;
            pattern.words.push(head);
        });
        let addresses = &execution.addresses;
        if addresses.len() != pattern.addresses.len() {
            return false;
        }
        words.push(pattern.words[0]);
        for &address in addresses.iter() {
            words.extend([address, pages.real(block.space, address)]);
        }
        *count += pattern.instructions;
        true
    }
}

impl<W: Write> Probe for Shadow<W> {
    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        let index = block.id.0 as usize;
        if index >= self.known.len() {
            self.known.resize(index + 1, Known::default());
        }
        self.known[index] = Known::new(block);
    }

    fn placement(&mut self, address: u64, place: &Translated) {
        self.pages.place(address, place);
    }

    fn execution(&mut self, block: &Block, execution: &Execution) {
        let mut forgone = std::mem::take(&mut self.forgone);
        if !self.on || self.given_up {
            return;
        }
        for note in &execution.notes {
            if matches!(note.fact, Fact::Deferred { .. } | Fact::CheckLoadHit) {
                forgone |= 1 << (note.slot & 63);
            }
        }
        if forgone != 0 || !self.add_pattern(block, execution) {
            self.add(block, execution, forgone);
        }
        if self.words.len() >= CHUNK {
            self.write();
        }
    }

    fn forgone(&mut self, _: u64, site: &Site) {
        self.forgone |= 1 << (site.index & 63);
    }

    fn region(&mut self, inside: bool) {
        if self.region {
            self.on = inside;
        }
    }

    fn catch_up(&mut self, _: u64, _: &mut dyn Totals) -> Attention {
        if self.given_up || self.failed.is_some() {
            return Attention::NOTHING;
        }
        Attention {
            tlb_misses: true,
            executions: true,
            ..Attention::NOTHING
        }
    }
}

/// Reads a shadow log.
#[derive(Debug)]
pub struct ShadowReader<R> {
    input: R,
    patterns: HashMap<u64, Box<[Place]>>,
    /// Instructions of an execution like a pattern, the next one last.
    rest: Vec<Place>,
}

/// An instruction of a pattern: the first word of its entry, and the real address of its bundle.
type Place = (u64, u64);

fn damaged(message: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message)
}

impl<R: Read> ShadowReader<R> {
    /// Reads the log's head.
    ///
    /// # Errors
    /// The input cannot be read or is no shadow log.
    pub fn new(mut input: R) -> io::Result<Self> {
        if word(&mut input)? != Some(MAGIC) {
            let message = "it is no shadow log of this version of epicycle core-trace";
            return Err(damaged(message.to_owned()));
        }
        Ok(Self {
            input,
            patterns: HashMap::new(),
            rest: Vec::new(),
        })
    }

    /// The next instruction; `None` at the end.
    ///
    /// # Errors
    /// The input cannot be read, ends inside an entry, or has an entry that none is.
    pub fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        loop {
            if let Some(place) = self.rest.pop() {
                return self.entry(place).map(Some);
            }
            let Some(first) = word(&mut self.input)? else {
                return Ok(None);
            };
            if first & LIKE == 0 {
                let place = (first, self.next()?);
                return self.entry(place).map(Some);
            }
            let number = first >> 4;
            if first & PATTERN != 0 {
                self.learn(number)?;
                continue;
            }
            let Some(pattern) = self.patterns.get(&number) else {
                return Err(damaged(format!("it does not say what pattern {number} is")));
            };
            self.rest.extend(pattern.iter().rev());
        }
    }

    /// Reads what a pattern is.
    fn learn(&mut self, number: u64) -> io::Result<()> {
        let count = self.next()?;
        if count > MOST_INSTRUCTIONS {
            let message =
                format!("pattern {number} has {count} instructions, more than {MOST_INSTRUCTIONS}");
            return Err(damaged(message));
        }
        let places = (0..count).map(|_| Ok((self.next()?, self.next()?)));
        let places: Box<[Place]> = places.collect::<io::Result<_>>()?;
        self.patterns.insert(number, places);
        match self.patterns.len() > MOST_PATTERNS {
            true => Err(damaged(format!(
                "it has more than {MOST_PATTERNS} patterns"
            ))),
            false => Ok(()),
        }
    }

    /// The entry of an instruction whose reference comes next, if it has one.
    fn entry(&mut self, (place, real_ip): Place) -> io::Result<Entry> {
        let data = match place & HAS_DATA {
            0 => None,
            _ => Some((self.next()?, self.next()?)),
        };
        Ok(Entry {
            ip: place & !15,
            slot: (place & 3) as u8,
            real_ip,
            data,
        })
    }

    /// A word inside an entry.
    fn next(&mut self) -> io::Result<u64> {
        word(&mut self.input)?.ok_or_else(|| {
            io::Error::new(
                ErrorKind::UnexpectedEof,
                "the shadow log ends inside an entry",
            )
        })
    }
}

fn word(input: &mut impl Read) -> io::Result<Option<u64>> {
    let mut bytes = [0; 8];
    match input.read_exact(&mut bytes) {
        Ok(()) => Ok(Some(u64::from_le_bytes(bytes))),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}
