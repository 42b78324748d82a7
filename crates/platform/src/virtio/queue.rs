//! A split queue: the driver's table of descriptors and ring of available chains, the device's ring of used ones.

use machine::AddressSpace;

use super::Broken;

/// Most descriptors of a queue.
pub(super) const LARGEST: u16 = 256;

/// Flags of a descriptor: another one follows; the device writes the buffer; the buffer is itself a table, a feature
/// that is not offered.
const NEXT: u16 = 1;
const WRITE: u16 = 2;
const INDIRECT: u16 = 4;

/// Flag of the ring of available chains: the driver needs no interrupt.
const NO_INTERRUPT: u16 = 1;

/// A queue, as the driver has described it.
#[derive(Copy, Clone, Default)]
pub(crate) struct Queue {
    pub(super) size: u16,
    pub(super) ready: bool,
    /// Physical addresses of the three parts.
    pub(super) descriptors: u64,
    pub(super) driver: u64,
    pub(super) device: u64,
    /// Numbers of chains taken and returned so far, modulo 2^16.
    taken: u16,
    used: u16,
}

/// A buffer of a chain, by physical address.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Buffer {
    pub address: u64,
    pub len: u32,
}

/// One request of the driver: buffers to read, then buffers to write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Chain {
    head: u16,
    pub read: Vec<Buffer>,
    pub write: Vec<Buffer>,
}

fn bytes<const N: usize>(memory: &AddressSpace, address: u64) -> Result<[u8; N], Broken> {
    let mut bytes = [0; N];
    match memory.read_physical(address, &mut bytes) {
        true => Ok(bytes),
        false => Err(Broken),
    }
}

fn half(memory: &AddressSpace, address: u64) -> Result<u16, Broken> {
    bytes(memory, address).map(u16::from_le_bytes)
}

/// An address inside a part of a queue.
fn at(part: u64, offset: u64) -> Result<u64, Broken> {
    part.checked_add(offset).ok_or(Broken)
}

impl Queue {
    pub(super) fn set_ready(&mut self, ready: bool) {
        let size = self.size;
        self.ready = ready && size != 0 && size <= LARGEST && size.is_power_of_two();
        (self.taken, self.used) = (0, 0);
    }

    /// Whether the driver needs no interrupt for used buffers.
    pub(super) fn is_quiet(&self, memory: &AddressSpace) -> bool {
        half(memory, self.driver).is_ok_and(|flags| flags & NO_INTERRUPT != 0)
    }

    /// The next chain, if the driver has made one available.
    ///
    /// # Errors
    /// A part of the queue is no memory, an index is too large, or a chain has no end.
    pub(super) fn take(&mut self, memory: &AddressSpace) -> Result<Option<Chain>, Broken> {
        let waiting = half(memory, at(self.driver, 2)?)?.wrapping_sub(self.taken);
        if waiting == 0 {
            return Ok(None);
        }
        if waiting > self.size {
            return Err(Broken);
        }
        let slot = u64::from(self.taken & (self.size - 1));
        let head = half(memory, at(self.driver, 4 + 2 * slot)?)?;
        let mut chain = Chain {
            head,
            ..Chain::default()
        };
        let mut next = head;
        for _ in 0..self.size {
            if next >= self.size {
                return Err(Broken);
            }
            let place = at(self.descriptors, 16 * u64::from(next))?;
            let [address, rest] =
                [bytes(memory, place)?, bytes(memory, at(place, 8)?)?].map(u64::from_le_bytes);
            let (len, flags) = (rest as u32, (rest >> 32) as u16);
            next = (rest >> 48) as u16;
            let buffer = Buffer { address, len };
            match flags & WRITE != 0 {
                _ if flags & INDIRECT != 0 => return Err(Broken),
                true => chain.write.push(buffer),
                false if !chain.write.is_empty() => return Err(Broken),
                false => chain.read.push(buffer),
            }
            if flags & NEXT == 0 {
                self.taken = self.taken.wrapping_add(1);
                return Ok(Some(chain));
            }
        }
        Err(Broken)
    }

    /// Returns a chain to the driver, with the number of bytes that were written into it.
    ///
    /// # Errors
    /// The ring is no memory.
    pub(super) fn put(
        &mut self,
        memory: &mut AddressSpace,
        chain: &Chain,
        written: u32,
    ) -> Result<(), Broken> {
        let slot = u64::from(self.used & (self.size - 1));
        self.used = self.used.wrapping_add(1);
        let entry = u64::from(chain.head) | u64::from(written) << 32;
        let place = at(self.device, 4 + 8 * slot)?;
        let done = memory.write_physical(place, &entry.to_le_bytes())
            && memory.write_physical(at(self.device, 2)?, &self.used.to_le_bytes());
        if done { Ok(()) } else { Err(Broken) }
    }
}

/// A position in a list of buffers, which are read or written as one sequence of bytes.
pub(super) struct Cursor<'a> {
    buffers: &'a [Buffer],
    /// Bytes of the first buffer that have been passed.
    done: u32,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(buffers: &'a [Buffer]) -> Self {
        Self { buffers, done: 0 }
    }

    /// Bytes left.
    pub(super) fn left(&self) -> u64 {
        let all: u64 = self
            .buffers
            .iter()
            .map(|buffer| u64::from(buffer.len))
            .sum();
        all - u64::from(self.done)
    }

    /// Advances over the next `len` bytes and calls the function for each piece, with its address and its range in the
    /// sequence. False if there are not so many bytes, or the function returns false.
    fn each(
        &mut self,
        len: usize,
        mut piece: impl FnMut(u64, std::ops::Range<usize>) -> bool,
    ) -> bool {
        let mut at = 0;
        while at < len {
            let Some((first, others)) = self.buffers.split_first() else {
                return false;
            };
            let step = ((first.len - self.done) as usize).min(len - at);
            let Some(address) = first.address.checked_add(self.done.into()) else {
                return false;
            };
            if !piece(address, at..at + step) {
                return false;
            }
            at += step;
            self.done += step as u32;
            if self.done == first.len {
                (self.buffers, self.done) = (others, 0);
            }
        }
        true
    }

    /// Reads the next bytes. False if there are too few, or part of them is not memory.
    pub(super) fn read(&mut self, memory: &AddressSpace, into: &mut [u8]) -> bool {
        self.each(into.len(), |address, range| {
            memory.read_physical(address, &mut into[range])
        })
    }

    /// Writes the next bytes.
    pub(super) fn write(&mut self, memory: &mut AddressSpace, from: &[u8]) -> bool {
        self.each(from.len(), |address, range| {
            memory.write_physical(address, &from[range])
        })
    }
}
