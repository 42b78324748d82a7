//! The physical memory of a whole machine: pages by physical address, devices, and the translation buffers of each
//! regime of data references.
//!
//! The buffers `loads` and `stores` of the address space are those of the regime in force; those of the other regimes
//! are kept here. When the processor changes its privilege level or `psr.dt`, the two are exchanged.

use super::frame::{Frames, PAGE_MASK, PAGE_SHIFT, PAGE_SIZE};
use super::space::AddressSpace;
use super::tlb::Tlb;
use super::{MemoryFault, MemoryFaultKind};

/// The devices behind the physical addresses that are not memory.
pub trait Bus {
    /// Reads `size` bytes (1, 2, 4 or 8), little-endian. Where no device is, the value is all ones.
    fn read(&mut self, address: u64, size: u8) -> u64;

    /// Writes `size` bytes (1, 2, 4 or 8), little-endian. Where no device is, nothing happens.
    fn write(&mut self, address: u64, size: u8, value: u64);

    /// The next vector that a device requests of the processor, if any.
    fn interrupt(&mut self) -> Option<u8>;

    /// Whether a device stops the run before the next instruction, because a reference has ended the machine or for the caller of the run to
    /// look at it.
    fn stops(&self) -> bool {
        false
    }

    /// Called between two instructions after a device was reached. Devices that access memory themselves do so here.
    fn serve(&mut self, _memory: &mut AddressSpace) {}
}

/// No devices; in place of the real ones while these access the memory.
struct Nothing;

impl Bus for Nothing {
    fn read(&mut self, _: u64, size: u8) -> u64 {
        !0 >> (64 - 8 * u32::from(size.clamp(1, 8)))
    }

    fn write(&mut self, _: u64, _: u8, _: u64) {}

    fn interrupt(&mut self) -> Option<u8> {
        None
    }
}

/// The kind of data translation in force. Each has translation buffers of its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Regime {
    /// No translation: addresses are physical.
    Physical,
    /// Translation at the privilege level of the name.
    Level0,
    Level1,
    Level2,
    Level3,
    /// Data breakpoints are enabled: the buffers stay empty, so that every reference is checked.
    Watched,
}

impl Regime {
    const COUNT: usize = 6;

    pub(crate) const fn of_level(level: u8) -> Self {
        match level & 3 {
            0 => Self::Level0,
            1 => Self::Level1,
            2 => Self::Level2,
            _ => Self::Level3,
        }
    }
}

/// Buffers of loads and of stores.
type Buffers = Box<[Tlb; 2]>;

/// What an address space of physical memory has beside its pages.
pub(super) struct Physical {
    bus: Box<dyn Bus>,
    regime: Regime,
    /// Buffers of the regimes that are not in force; `None` for one that has never been.
    shelved: [Option<Buffers>; Regime::COUNT],
    /// Physical address of the first page for which there was no memory.
    exhausted: Option<u64>,
}

impl AddressSpace {
    /// Physical memory of no pages ([`Self::map`] adds them), with devices behind all other addresses.
    pub fn physical(frames: &Frames, bus: Box<dyn Bus>) -> Self {
        let mut space = Self::within(frames);
        space.physical = Some(Box::new(Physical {
            bus,
            regime: Regime::Physical,
            shelved: [const { None }; Regime::COUNT],
            exhausted: None,
        }));
        space
    }

    /// The devices of a physical memory.
    pub fn bus(&mut self) -> Option<&mut (dyn Bus + 'static)> {
        let physical = self.physical.as_deref_mut()?;
        Some(&mut *physical.bus)
    }

    /// Calls [`Bus::serve`], with the devices taken out of the address space.
    pub(crate) fn serve_devices(&mut self) {
        let Some(physical) = self.physical.as_deref_mut() else {
            return;
        };
        let mut bus = std::mem::replace(&mut physical.bus, Box::new(Nothing));
        bus.serve(self);
        if let Some(physical) = self.physical.as_deref_mut() {
            physical.bus = bus;
        }
    }

    /// Whether all of a range of physical addresses is memory.
    fn is_memory_range(&self, address: u64, len: u64) -> bool {
        let Some(end) = address.checked_add(len) else {
            return false;
        };
        let mut at = address;
        while at < end {
            let Some(region) = self.region(at) else {
                return false;
            };
            at = region.end;
        }
        true
    }

    /// A device's read of physical memory: false, and nothing read, when not all of it is memory.
    pub fn read_physical(&self, address: u64, into: &mut [u8]) -> bool {
        self.is_memory_range(address, into.len() as u64) && self.peek(address, into)
    }

    /// A device's write of physical memory: false, and nothing written, when not all of it is memory.
    pub fn write_physical(&mut self, address: u64, from: &[u8]) -> bool {
        if !self.is_memory_range(address, from.len() as u64) {
            return false;
        }
        self.note_written(address, from.len());
        self.store_physical(address, from);
        true
    }

    /// Takes the address of the first page for which there was no memory.
    pub(crate) fn take_exhausted(&mut self) -> Option<u64> {
        self.physical.as_deref_mut()?.exhausted.take()
    }

    /// Puts a regime in force: exchanges the translation buffers.
    pub(crate) fn set_regime(&mut self, regime: Regime) {
        let Some(physical) = self.physical.as_deref_mut() else {
            return;
        };
        if physical.regime == regime {
            return;
        }
        let fresh = || Box::new([Tlb::new(), Tlb::new()]);
        let slot = &mut physical.shelved[regime as usize];
        let mut buffers = slot.take().unwrap_or_else(fresh);
        std::mem::swap(&mut self.loads, &mut buffers[0]);
        std::mem::swap(&mut self.stores, &mut buffers[1]);
        physical.shelved[physical.regime as usize] = Some(buffers);
        physical.regime = regime;
    }

    /// The regime in force.
    pub(crate) fn regime(&self) -> Option<Regime> {
        Some(self.physical.as_deref()?.regime)
    }

    fn each_buffer(&mut self, mut change: impl FnMut(&mut Tlb)) {
        change(&mut self.loads);
        change(&mut self.stores);
        let shelved = self
            .physical
            .iter_mut()
            .flat_map(|physical| &mut physical.shelved);
        for buffers in shelved.flatten() {
            buffers.iter_mut().for_each(&mut change);
        }
    }

    /// Forgets the translations of all regimes.
    pub(crate) fn forget_translations(&mut self) {
        self.each_buffer(Tlb::clear);
    }

    /// Forgets the translations of the virtual pages that overlap 2^`shift` bytes from an address on, in all regimes.
    pub(crate) fn forget_range(&mut self, address: u64, shift: u8) {
        if u32::from(shift) <= PAGE_SHIFT {
            self.each_buffer(|buffer| buffer.remove(address));
        } else {
            let mask = !0 << shift;
            self.each_buffer(|buffer| buffer.remove_matching(address & mask, mask));
        }
    }

    /// Has every store miss the translation buffer once, so that stores to decoded code are noticed: the frame of a
    /// page that holds code can be entered under any virtual address.
    pub(super) fn protect_code(&mut self) {
        self.stores.clear();
        let shelved = self
            .physical
            .iter_mut()
            .flat_map(|physical| &mut physical.shelved);
        for buffers in shelved.flatten() {
            buffers[1].clear();
        }
    }

    /// Whether there is memory at a physical address.
    pub(crate) fn is_memory(&self, address: u64) -> bool {
        self.region(address).is_some()
    }

    /// Enters the page of a virtual address into the buffer of loads, or into that of stores (`stores`), of the regime
    /// in force. `physical` is its physical address in memory.
    pub(crate) fn enter(&mut self, address: u64, physical: u64, stores: bool) {
        if self.regime() == Some(Regime::Watched) {
            return;
        }
        if stores {
            match self.writable(physical) {
                Ok(frame) => self.stores.insert_at(address, &frame, physical),
                Err(_) => self.note_exhausted(physical),
            }
        } else {
            match self.page_frame(physical) {
                Ok(frame) => self.loads.insert_at(address, &frame, physical),
                Err(_) => self.note_exhausted(physical),
            }
        }
    }

    /// The physical address of an address whose page is in the buffer of loads, or in that of stores (`stores`).
    pub(crate) fn buffered(&self, address: u64, stores: bool) -> Option<u64> {
        let buffer = if stores { &self.stores } else { &self.loads };
        buffer.physical(address)
    }

    /// Writes bytes at a physical address of memory. If there is no memory for a page, its address is kept for
    /// [`Self::take_exhausted`].
    pub(crate) fn store_physical(&mut self, address: u64, from: &[u8]) {
        let mut done = 0;
        while done < from.len() {
            let at = address.wrapping_add(done as u64);
            let offset = (at & PAGE_MASK) as usize;
            let len = (from.len() - done).min(PAGE_SIZE as usize - offset);
            if !self.is_memory(at) {
                return;
            }
            match self.writable(at) {
                Ok(frame) => frame.write(offset, &from[done..done + len]),
                Err(_) => self.note_exhausted(at),
            }
            done += len;
        }
    }

    fn note_exhausted(&mut self, address: u64) {
        if let Some(physical) = self.physical.as_deref_mut() {
            physical.exhausted.get_or_insert(address);
        }
    }

    /// Bytes of one page of memory for execution, by physical address; marks it as holding code.
    ///
    /// # Errors
    /// There is no memory.
    pub(crate) fn fetch_physical(&mut self, at: u64, into: &mut [u8]) -> Result<(), MemoryFault> {
        if !self.is_memory(at) {
            let kind = MemoryFaultKind::Unmapped;
            return Err(MemoryFault { address: at, kind });
        }
        self.fetch_bytes(at, into)
    }
}
