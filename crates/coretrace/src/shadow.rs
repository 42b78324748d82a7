//! The shadow log: where every instruction and its data truly lie, as the model's units say when they use the addresses.
//!
//! It shares nothing with the recorder but the format of words: instructions come from issue groups, their real addresses from
//! the fetches that are joined to them, real data addresses from the references.

use std::io::{self, ErrorKind, Read, Write};

use events::{
    Attention, Block, Fetch, FetchQueue, Flush, Group, Probe, Reference, StaticEvent, Totals,
};

/// First word of a shadow log: `EPISHADO` as bytes.
const MAGIC: u64 = u64::from_le_bytes(*b"EPISHADO");
/// In the first word of an entry: a reference follows.
const HAS_DATA: u64 = 4;

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

/// An instruction that has issued; its reference may come yet.
#[derive(Debug, Clone, Copy)]
struct Issued {
    code: u32,
    index: u8,
    entry: Entry,
}

/// Slots of a block that count, and its address.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    ip: u64,
    counted: u64,
}

/// Blocks whose slots are kept.
const KEPT: usize = 1 << 22;

/// Writes the shadow log of a recording.
pub struct Shadow<W> {
    out: W,
    /// Instructions after which the log is given up.
    limit: Option<u64>,
    on: bool,
    /// Recording begins with an invalidation: nothing has to be heard before.
    sleeps: bool,
    region: bool,
    queue: FetchQueue,
    known: Vec<Known>,
    issued: Vec<Issued>,
    count: u64,
    given_up: bool,
    failed: Option<io::Error>,
    bytes: Vec<u8>,
}

impl<W: Write> Shadow<W> {
    /// A log of the run, or of its `region` of interest, whose start invalidates translations if `invalidated`; it is given up
    /// when more than `limit` instructions are recorded.
    pub fn new(out: W, limit: Option<u64>, region: bool, invalidated: bool) -> Self {
        Self {
            out,
            limit,
            on: !region,
            sleeps: region && invalidated,
            region,
            queue: FetchQueue::default(),
            known: Vec::new(),
            issued: Vec::new(),
            count: 0,
            given_up: false,
            failed: None,
            bytes: MAGIC.to_le_bytes().into(),
        }
    }

    /// The end of the run; whether the log is whole: not when it was given up.
    ///
    /// # Errors
    /// The output did not take everything.
    pub fn finish(&mut self) -> io::Result<bool> {
        self.settle_issued();
        self.write();
        match self.failed.take() {
            Some(error) => Err(error),
            None if self.given_up => Ok(false),
            None => self.out.flush().map(|()| true),
        }
    }

    /// Writes the instructions whose references have been heard.
    fn settle_issued(&mut self) {
        for issued in std::mem::take(&mut self.issued) {
            let Entry {
                ip,
                slot,
                real_ip,
                data,
            } = issued.entry;
            let has = if data.is_some() { HAS_DATA } else { 0 };
            let mut push = |word: u64| self.bytes.extend_from_slice(&word.to_le_bytes());
            push(ip & !15 | has | u64::from(slot));
            push(real_ip);
            if let Some((address, real)) = data {
                push(address);
                push(real);
            }
            self.count += 1;
        }
        if self.limit.is_some_and(|limit| self.count > limit) {
            self.given_up = true;
            self.bytes.clear();
        }
        if self.bytes.len() >= 1 << 18 {
            self.write();
        }
    }

    fn write(&mut self) {
        if self.failed.is_none() && !self.given_up {
            self.failed = self.out.write_all(&self.bytes).err();
        }
        self.bytes.clear();
    }
}

impl<W: Write> Probe for Shadow<W> {
    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        let index = block.id.0 as usize;
        if index >= KEPT {
            self.given_up = true;
            return;
        }
        if index >= self.known.len() {
            self.known.resize(index + 1, Known::default());
        }
        self.known[index] = Known {
            ip: block.ip,
            counted: block.counted,
        };
    }

    fn fetch(&mut self, fetch: &Fetch) {
        self.queue.fetch(fetch);
    }

    fn flush(&mut self, _: &Flush) {
        self.queue.flush().for_each(drop);
    }

    fn group(&mut self, group: &Group) {
        if self.given_up {
            return;
        }
        self.settle_issued();
        let known = self
            .known
            .get(group.code.0 as usize)
            .copied()
            .unwrap_or_default();
        let mut slots = group.mask() & known.counted;
        for bundle in group.from / 3..group.to.div_ceil(3) {
            let ip = known.ip.wrapping_add(16 * u64::from(bundle));
            let first = group.from.max(3 * bundle) - 3 * bundle;
            let end = group.to.min(3 * bundle + 3) - 3 * bundle;
            let real_ip = self
                .queue
                .issue(ip, first..end)
                .map(|fetched| fetched.physical());
            while slots != 0 && slots.trailing_zeros() < 3 * u32::from(bundle) + 3 {
                let index = slots.trailing_zeros() as u8;
                slots &= slots - 1;
                if !self.on {
                    continue;
                }
                // No address has all bits set: what was not fetched agrees with nothing.
                let real_ip = real_ip.unwrap_or(u64::MAX);
                let entry = Entry {
                    ip,
                    slot: index % 3,
                    real_ip,
                    data: None,
                };
                self.issued.push(Issued {
                    code: group.code.0,
                    index,
                    entry,
                });
            }
        }
    }

    fn reference(&mut self, reference: &Reference) {
        let site = &reference.site;
        let found = self
            .issued
            .iter_mut()
            .find(|issued| issued.code == site.code.0 && issued.index == site.index);
        if let Some(issued) = found {
            issued.entry.data = Some((site.data, reference.translated.physical));
        }
    }

    fn region(&mut self, inside: bool) {
        if self.region {
            self.settle_issued();
            self.on = inside;
            self.sleeps = false;
        }
    }

    fn catch_up(&mut self, _: u64, _: &mut dyn Totals) -> Attention {
        if self.given_up || self.sleeps || self.failed.is_some() {
            Attention::NOTHING
        } else {
            Attention::ALL
        }
    }
}

/// Reads a shadow log.
#[derive(Debug)]
pub struct ShadowReader<R> {
    input: R,
}

impl<R: Read> ShadowReader<R> {
    /// Reads the log's head.
    ///
    /// # Errors
    /// The input cannot be read or is no shadow log.
    pub fn new(mut input: R) -> io::Result<Self> {
        if word(&mut input)? != Some(MAGIC) {
            let message = "it is no shadow log of epicycle core-trace";
            return Err(io::Error::new(ErrorKind::InvalidData, message));
        }
        Ok(Self { input })
    }

    /// The next instruction; `None` at the end.
    ///
    /// # Errors
    /// The input cannot be read or ends inside an entry.
    pub fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        let Some(place) = word(&mut self.input)? else {
            return Ok(None);
        };
        let mut next = || {
            let cut = || {
                io::Error::new(
                    ErrorKind::UnexpectedEof,
                    "the shadow log ends inside an entry",
                )
            };
            word(&mut self.input)?.ok_or_else(cut)
        };
        let real_ip = next()?;
        let data = match place & HAS_DATA {
            0 => None,
            _ => Some((next()?, next()?)),
        };
        Ok(Some(Entry {
            ip: place & !15,
            slot: (place & 3) as u8,
            real_ip,
            data,
        }))
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
