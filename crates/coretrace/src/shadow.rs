//! The shadow log: the real address of every instruction and of its data, as the page table of the model has them when they execute.
//! [`check`](crate::check()) compares a trace with it.
//!
//! To be an independent judge it shares nothing with the recorder but [`Patterns`]: it hears what executed and where pages were
//! placed, and nothing of TLBs and their reloads but which prefetches were dropped.

use std::collections::HashMap;
use std::io::{self, ErrorKind, Read, Write};

use events::{Attention, Block, Execution, Fact, Probe, Site, StaticEvent, Totals, Translated};

use crate::memory::little_endian;
use crate::pattern::{PATTERNS, Patterns};

/// First word of a shadow log: `EPISHAD3` as bytes.
const MAGIC: u64 = u64::from_le_bytes(*b"EPISHAD3");
/// In the first word of an entry: bits 3:0, its kind. Bits 63:4 are the address of a bundle, the number of a pattern, or an address
/// space.
const KIND: u64 = 15;
/// Kinds 0 to 2 are one instruction, in that slot of the bundle. With this bit (4 to 6) the address of its data follows.
const HAS_DATA: u64 = 4;
/// Kind: an execution of a block that is like a pattern. The addresses of its references follow.
const LIKE: u64 = 8;
/// Kind: what a pattern is from here on. The number of its instructions follows, then the first word of each one's entry.
const PATTERN: u64 = 9;
/// Kind: a page of an address space was placed. Its first address, with the binary logarithm of its size in bits 5:0, follows, then its
/// first real address.
const PLACED: u64 = 3;
/// Kind: the instructions from here on execute in this address space.
const SPACE: u64 = 7;
/// Most instructions of a pattern: those of a block.
const MOST_INSTRUCTIONS: u64 = 64;
/// Most patterns that a reader keeps.
const MOST_PATTERNS: usize = 1 << 22;
/// Most pages that a reader keeps.
const MOST_PAGES: usize = 1 << 26;

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

/// The bits of an address space's number by which the model tells spaces apart.
const SPACES: u32 = Block::SPACES - 1;

/// A page: its space, and its first address.
type Page = (u32, u64);

/// Where pages lie.
#[derive(Debug)]
struct PageTable {
    pages: HashMap<Page, u64>,
    /// Size of a page in bytes less one. All pages have the same size.
    offset: u64,
    /// Its binary logarithm.
    shift: u32,
    /// A cache in front of `pages`, indexed by the low bits of the page's number.
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

    /// A page of 2 to the power of `shift` bytes lies at a real address.
    fn place(&mut self, space: u32, address: u64, shift: u32, real: u64) {
        self.offset = (1 << shift) - 1;
        self.shift = shift;
        let page = (space & SPACES, address & !self.offset);
        self.pages.insert(page, real);
        // The page may be cached: the number of a space that has ended is used again.
        *self.recent(page) = (page, real);
    }

    #[inline(always)]
    fn recent(&mut self, page: Page) -> &mut (Page, u64) {
        let number = page.1 >> self.shift;
        &mut self.recent[number as usize % RECENT]
    }

    /// The real address of an address. That of a page that was not placed is `u64::MAX`, which no real address equals.
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
}

/// First word of the entry of a slot of a block.
fn place_of(block: &Block, index: u8) -> u64 {
    block.ip_of(index) & !KIND | u64::from(index % 3)
}

/// Words of the buffer before they go to the output.
const CHUNK: usize = 1 << 15;

/// Writes the shadow log of a recording.
pub struct Shadow<W> {
    out: W,
    /// When more instructions than this are recorded, the log is given up.
    limit: Option<u64>,
    on: bool,
    region: bool,
    /// Address space of the newest [`SPACE`] entry; `None` before the first one.
    space: Option<u32>,
    known: Vec<Patterns>,
    /// Bit i: slot i of the execution that comes makes no access.
    forgone: u64,
    count: u64,
    given_up: bool,
    failed: Option<io::Error>,
    words: Vec<u64>,
}

impl<W: Write> Shadow<W> {
    /// A log of the run, or of its `region` of interest; it is given up when more than `limit` instructions are recorded.
    pub fn new(out: W, limit: Option<u64>, region: bool) -> Self {
        Self {
            out,
            limit,
            on: !region,
            region,
            space: None,
            known: Vec::new(),
            forgone: 0,
            count: 0,
            given_up: false,
            failed: None,
            words: vec![MAGIC],
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
            self.failed = self.out.write_all(little_endian(&mut self.words)).err();
        }
        self.words.clear();
    }

    /// Adds the entries of an execution that may have something rare: another space than the one before, references that are not made.
    #[inline(never)]
    fn add_carefully(&mut self, block: &Block, execution: &Execution) {
        let mut forgone = std::mem::take(&mut self.forgone);
        if !self.on || self.given_up {
            return;
        }
        if self.space != Some(block.space) {
            self.record_space(block.space);
        }
        for note in &execution.notes {
            if matches!(note.fact, Fact::Deferred { .. } | Fact::CheckLoadHit) {
                forgone |= 1 << (note.slot & 63);
            }
        }
        if forgone != 0 || !self.add_pattern(block, execution) {
            self.add(block, execution, forgone);
        }
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
            let place = place_of(block, index);
            match address.filter(|_| !is(forgone)) {
                None => self.words.push(place),
                Some(address) => self.words.extend([place | HAS_DATA, address]),
            }
            self.count += 1;
        }
    }

    /// Adds the entry of an execution all of whose references are made, by its pattern: it stands for the entries that
    /// [`add`](Self::add) would give. Every check compares both with what the recorder wrote. False: an address is missing.
    #[inline(always)]
    fn add_pattern(&mut self, block: &Block, execution: &Execution) -> bool {
        let Self {
            known,
            words,
            count,
            ..
        } = self;
        let Some(patterns) = known.get_mut(block.id.0 as usize) else {
            return false;
        };
        let pattern = patterns.of(execution, |pattern, place, end, on| {
            let number = u64::from(block.id.0) * PATTERNS as u64 + place as u64;
            words.extend([number << 4 | PATTERN, 0]);
            let start = words.len();
            for (index, instruction) in block.instructions() {
                if index < block.first_slot || index >= end {
                    continue;
                }
                let refers = on >> (index & 63) & 1 != 0 && instruction.memory_access().is_some();
                if refers {
                    let before = pattern.addresses.len() as u16;
                    pattern.addresses.push(1 + before);
                }
                let has_data = if refers { HAS_DATA } else { 0 };
                words.push(place_of(block, index) | has_data);
                pattern.instructions += 1;
            }
            words[start - 1] = pattern.instructions;
            pattern.head = number << 4 | LIKE;
        });
        let addresses = &execution.addresses;
        if addresses.len() != pattern.addresses.len() {
            return false;
        }
        words.push(pattern.head);
        for &address in addresses.iter() {
            words.push(address);
        }
        *count += pattern.instructions;
        true
    }

    /// Adds an entry that names the address space.
    #[inline(never)]
    fn record_space(&mut self, space: u32) {
        self.words.push(u64::from(space) << 4 | SPACE);
        self.space = Some(space);
    }
}

impl<W: Write> Probe for Shadow<W> {
    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        let index = block.id.0 as usize;
        if index >= self.known.len() {
            self.known.resize(index + 1, Patterns::default());
        }
        self.known[index] = Patterns::new(block);
    }

    fn placement(&mut self, address: u64, place: &Translated) {
        if self.given_up {
            return;
        }
        let offset = place.page_bytes - 1;
        let (page, real) = (address & !offset, place.physical & !offset);
        let size = u64::from(offset.count_ones());
        let space = u64::from(place.space);
        self.words.extend([space << 4 | PLACED, page | size, real]);
        if self.words.len() >= CHUNK {
            self.write();
        }
    }

    #[inline]
    fn execution(&mut self, block: &Block, execution: &Execution) {
        let may_use_pattern = self.on
            && !self.given_up
            && self.forgone == 0
            && self.space == Some(block.space)
            && execution.notes.is_empty();
        if !may_use_pattern || !self.add_pattern(block, execution) {
            self.add_carefully(block, execution);
        }
        if self.words.len() >= CHUNK {
            self.write();
        }
    }

    fn forgone(&mut self, _: u64, site: &Site) {
        self.forgone |= 1 << (site.index & 63);
    }

    fn region(&mut self, _: u64, inside: bool) {
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
    pages: PageTable,
    space: u32,
    /// First words of the entries of each pattern's instructions, by the number of the pattern.
    patterns: HashMap<u64, Box<[u64]>>,
    /// Those of the execution that is being read which have not been returned, the next one last.
    rest: Vec<u64>,
}

/// Binary logarithm of the smallest page in bytes: bits 5:0 of a page's address are free to hold the logarithm of its size.
const SMALLEST_PAGE: u32 = 6;

/// The number of a space.
fn space_of(number: u64) -> io::Result<u32> {
    u32::try_from(number).map_err(|_| damaged(format!("{number} is no address space")))
}

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
            pages: PageTable::new(),
            space: 0,
            patterns: HashMap::new(),
            rest: Vec::new(),
        })
    }

    /// The next instruction; `None` at the end.
    ///
    /// # Errors
    /// The input cannot be read, ends inside an entry, or has an entry of an unknown kind or with impossible contents.
    pub fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        loop {
            if let Some(place) = self.rest.pop() {
                return self.entry(place).map(Some);
            }
            let Some(first) = word(&mut self.input)? else {
                return Ok(None);
            };
            let number = first >> 4;
            match first & KIND {
                0..=2 | 4..=6 => return self.entry(first).map(Some),
                PLACED => self.place(number)?,
                SPACE => self.space = space_of(number)?,
                PATTERN => self.learn(number)?,
                LIKE => match self.patterns.get(&number) {
                    Some(pattern) => self.rest.extend(pattern.iter().rev()),
                    None => {
                        return Err(damaged(format!("it does not say what pattern {number} is")));
                    }
                },
                kind => return Err(damaged(format!("no entry is of kind {kind}"))),
            }
        }
    }

    /// Reads where a page of a space lies.
    fn place(&mut self, space: u64) -> io::Result<()> {
        let (page, real) = (self.next()?, self.next()?);
        let shift = (page & 63) as u32;
        let offset = (1 << shift) - 1;
        if shift < SMALLEST_PAGE || real & offset != 0 {
            let message = format!("page {page:#x} at {real:#x} is none");
            return Err(damaged(message));
        }
        self.pages.place(space_of(space)?, page, shift, real);
        match self.pages.pages.len() > MOST_PAGES {
            true => Err(damaged(format!("it has more than {MOST_PAGES} pages"))),
            false => Ok(()),
        }
    }

    /// Reads the definition of a pattern.
    fn learn(&mut self, number: u64) -> io::Result<()> {
        let count = self.next()?;
        if count > MOST_INSTRUCTIONS {
            let message =
                format!("pattern {number} has {count} instructions, more than {MOST_INSTRUCTIONS}");
            return Err(damaged(message));
        }
        let places = (0..count).map(|_| self.next());
        let places: Box<[u64]> = places.collect::<io::Result<_>>()?;
        self.patterns.insert(number, places);
        match self.patterns.len() > MOST_PATTERNS {
            true => Err(damaged(format!(
                "it has more than {MOST_PATTERNS} patterns"
            ))),
            false => Ok(()),
        }
    }

    /// The entry of an instruction with this first word. If it has data, their address is the next word of the input.
    fn entry(&mut self, place: u64) -> io::Result<Entry> {
        let data = match place & HAS_DATA {
            0 => None,
            _ => {
                let address = self.next()?;
                Some((address, self.pages.real(self.space, address)))
            }
        };
        let ip = place & !KIND;
        Ok(Entry {
            ip,
            slot: (place & 3) as u8,
            real_ip: self.pages.real(self.space, ip),
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
