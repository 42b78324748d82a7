//! Access to memory: bytes, words, strings and code, with and without a check of rights.

use super::{Access, AddressSpace};
use crate::memory::frame::{PAGE_MASK, PAGE_SHIFT, PAGE_SIZE};
use crate::memory::tlb::Word;
use crate::memory::{MemoryFault, MemoryFaultKind};

impl AddressSpace {
    /// Reads bytes as the guest could.
    ///
    /// # Errors
    /// The first address that the guest cannot read; bytes before it have been read.
    pub fn read(&mut self, address: u64, into: &mut [u8]) -> Result<(), MemoryFault> {
        self.copy(address, into.len(), Access::Read, |frame, at, range| {
            frame.read(at, &mut into[range]);
        })
    }

    /// Writes bytes as the guest could.
    ///
    /// # Errors
    /// The first address that the guest cannot write; bytes before it have been written.
    pub fn write(&mut self, address: u64, from: &[u8]) -> Result<(), MemoryFault> {
        self.note_written(address, from.len());
        self.store_long(address, from)
    }

    /// A write by the program itself, which is not noted as one by others.
    fn store_long(&mut self, address: u64, from: &[u8]) -> Result<(), MemoryFault> {
        self.copy(address, from.len(), Access::Write, |frame, at, range| {
            frame.write(at, &from[range]);
        })
    }

    /// Writes bytes whatever the rights are: for loaders and debuggers.
    ///
    /// # Errors
    /// The first address that is not mapped or for which no memory is left.
    pub fn poke(&mut self, address: u64, from: &[u8]) -> Result<(), MemoryFault> {
        self.note_written(address, from.len());
        let mut done = 0;
        while done < from.len() {
            let at = address.wrapping_add(done as u64);
            if self.region(at).is_none() {
                return Err(MemoryFault {
                    address: at,
                    kind: MemoryFaultKind::Unmapped,
                });
            }
            let offset = (at & PAGE_MASK) as usize;
            let len = (from.len() - done).min(PAGE_SIZE as usize - offset);
            let frame = self.writable(at)?;
            frame.write(offset, &from[done..done + len]);
            done += len;
        }
        Ok(())
    }

    /// Reads bytes whatever the rights are; unmapped bytes read as zero. Returns whether all were
    /// mapped.
    pub fn peek(&self, address: u64, into: &mut [u8]) -> bool {
        let mut complete = true;
        let mut done = 0;
        while done < into.len() {
            let at = address.wrapping_add(done as u64);
            let offset = (at & PAGE_MASK) as usize;
            let len = (into.len() - done).min(PAGE_SIZE as usize - offset);
            let part = &mut into[done..done + len];
            part.fill(0);
            if let Some(page) = self.pages.get(&(at >> PAGE_SHIFT)) {
                page.frame.read(offset, part);
            } else if self.region(at).is_none() {
                complete = false;
            }
            done += len;
        }
        complete
    }

    /// A doubleword, little-endian, as the guest could read it; any alignment.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_u64(&mut self, address: u64) -> Result<u64, MemoryFault> {
        if let Some(value) = self.loads.read::<u64>(address) {
            return Ok(value);
        }
        let mut bytes = [0; 8];
        self.read(address, &mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// A word, little-endian, as the guest could read it; any alignment.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_u32(&mut self, address: u64) -> Result<u32, MemoryFault> {
        let mut bytes = [0; 4];
        self.read(address, &mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    /// Writes a doubleword, little-endian, as the guest could; any alignment.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn write_u64(&mut self, address: u64, value: u64) -> Result<(), MemoryFault> {
        self.write(address, &value.to_le_bytes())
    }

    /// Writes a word, little-endian, as the guest could; any alignment.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn write_u32(&mut self, address: u64, value: u32) -> Result<(), MemoryFault> {
        self.write(address, &value.to_le_bytes())
    }

    /// The bytes before the first zero byte, at most `limit` of them.
    ///
    /// # Errors
    /// As [`Self::read`], when an unreadable byte comes before the zero byte.
    pub fn read_cstr(&mut self, address: u64, limit: usize) -> Result<Vec<u8>, MemoryFault> {
        let mut text = Vec::new();
        let mut at = address;
        while text.len() < limit {
            let rest = (PAGE_SIZE - (at & PAGE_MASK)) as usize;
            let len = rest.min(limit - text.len()).min(256);
            let mut part = [0; 256];
            self.read(at, &mut part[..len])?;
            if let Some(end) = part[..len].iter().position(|&byte| byte == 0) {
                text.extend_from_slice(&part[..end]);
                return Ok(text);
            }
            text.extend_from_slice(&part[..len]);
            at = at.wrapping_add(len as u64);
        }
        Ok(text)
    }

    /// Whether the guest may read, and if asked write, the byte at an address: `probe`.
    pub(crate) fn permits(&self, address: u64, read: bool, write: bool) -> bool {
        self.region(address).is_some_and(|region| {
            (!read || region.protection.read) && (!write || region.protection.write)
        })
    }

    /// A bundle for execution; marks the page as holding code.
    pub(crate) fn fetch(&mut self, ip: u64) -> Result<u128, MemoryFault> {
        let mut bytes = [0; 16];
        self.fetch_bytes(ip & !15, &mut bytes)?;
        Ok(u128::from_le_bytes(bytes))
    }

    /// Bytes of one page for execution; marks it as holding code.
    pub(crate) fn fetch_bytes(&mut self, ip: u64, into: &mut [u8]) -> Result<(), MemoryFault> {
        self.check(ip, Access::Execute)?;
        let page = self.page(ip)?;
        page.frame.read((ip & PAGE_MASK) as usize, into);
        let known = page.code.replace(true);
        if self.physical.is_none() {
            self.stores.remove(ip);
        } else if !known {
            self.protect_code();
        }
        Ok(())
    }

    /// The numbers of the pages from which blocks were decoded since they were last written, ascending.
    pub(crate) fn code_pages(&self) -> Vec<u64> {
        let pages = self.pages.iter().filter(|(_, page)| page.code.get());
        let mut numbers: Vec<u64> = pages.map(|(&number, _)| number).collect();
        numbers.sort_unstable();
        numbers
    }

    /// Treats a page as one from which blocks were decoded. Returns false, and does nothing, if the page has not been
    /// touched. The stores of the page must not be in the buffer yet.
    pub(crate) fn mark_code(&self, number: u64) -> bool {
        let page = self.pages.get(&number);
        page.is_some_and(|page| {
            page.code.set(true);
            true
        })
    }

    /// Fast path of a load: an aligned word on a page in the buffer.
    #[inline(always)]
    pub(crate) fn load<W: Word>(&self, address: u64) -> Option<W> {
        self.loads.read(address)
    }

    /// Fast path of a store: an aligned word on a page in the buffer; false if it is not.
    #[inline(always)]
    pub(crate) fn store<W: Word>(&mut self, address: u64, word: W) -> bool {
        self.stores.write(address, word)
    }

    /// [`Self::store`] of a word that is computed only if it is stored.
    #[inline(always)]
    pub(crate) fn store_with<W: Word>(&mut self, address: u64, word: impl FnOnce() -> W) -> bool {
        self.stores.write_with(address, word)
    }

    /// Stores a doubleword of the register stack engine, by the fast path if possible.
    pub(crate) fn store_u64(&mut self, address: u64, value: u64) -> Result<(), MemoryFault> {
        if self.stores.write(address, value) {
            return Ok(());
        }
        self.store_long(address, &value.to_le_bytes())
    }

    /// Slow path of a load: up to 16 bytes in memory order, any alignment. Enters the page into the buffer.
    #[cold]
    pub(crate) fn load_bytes(&mut self, address: u64, into: &mut [u8]) -> Result<(), MemoryFault> {
        self.copy(address, into.len(), Access::Read, |frame, at, range| {
            frame.read(at, &mut into[range]);
        })
    }

    /// Slow path of a store: up to 16 bytes in memory order, any alignment; all of them or none. Enters the page into
    /// the buffer.
    #[cold]
    pub(crate) fn store_bytes(&mut self, address: u64, from: &[u8]) -> Result<(), MemoryFault> {
        self.check(address, Access::Write)?;
        let last = address.wrapping_add(from.len() as u64).wrapping_sub(1);
        if last & !PAGE_MASK != address & !PAGE_MASK {
            self.check(last, Access::Write)
                .map_err(|fault| MemoryFault {
                    address: last & !PAGE_MASK,
                    ..fault
                })?;
        }
        self.store_long(address, from)
    }
}
