//! References to memory in system mode that the short way does not complete: those that miss the translation buffer,
//! reach a device, or fault.

use isa::psr;

use super::System;
use super::tlb::attribute;
use super::translate::{Reference, Target, of_instruction, of_stack};
use crate::fault::{Raise, Vector, isr};
use crate::interpret::Context;
use crate::memory::{AddressSpace, PAGE_SHIFT};
use crate::stack::Backing;
use crate::state::{Cpu, mode};

/// Reads bytes at a physical address, from memory or from a device. Returns whether it was a device.
fn read(space: &mut AddressSpace, target: Target, into: &mut [u8]) -> bool {
    if space.is_memory(target.address) {
        space.peek(target.address, into);
        return false;
    }
    into.fill(0xff);
    for (n, part) in into.chunks_mut(8).enumerate() {
        let at = target.address + 8 * n as u64;
        if let Some(bus) = space.bus() {
            let value = bus.read(at, part.len() as u8).to_le_bytes();
            part.copy_from_slice(&value[..part.len()]);
        }
    }
    true
}

/// Writes bytes at a physical address. Returns whether it was that of a device.
fn write(space: &mut AddressSpace, target: Target, from: &[u8]) -> bool {
    if space.is_memory(target.address) {
        space.store_physical(target.address, from);
        return false;
    }
    for (n, part) in from.chunks(8).enumerate() {
        let mut value = [0; 8];
        value[..part.len()].copy_from_slice(part);
        let at = target.address + 8 * n as u64;
        if let Some(bus) = space.bus() {
            bus.write(at, part.len() as u8, u64::from_le_bytes(value));
        }
    }
    true
}

/// Whether the page of a target may enter the translation buffer, so that further references complete the short way:
/// write-back memory, and the translation covers a whole page of the buffer.
fn is_plain(space: &AddressSpace, target: Target) -> bool {
    u32::from(target.shift) >= PAGE_SHIFT
        && target.attribute == attribute::WRITE_BACK
        && space.is_memory(target.address)
}

/// Whether the memory attribute of a target lets loads be speculative (volume 2, section 4.4.6): uncacheable memory does not,
/// exported or not.
fn is_speculative(target: Target) -> bool {
    !matches!(
        target.attribute,
        attribute::UNCACHEABLE | attribute::EXPORTED
    )
}

impl Context<'_> {
    /// Whether the context executes in system mode.
    pub(crate) fn is_system(&self) -> bool {
        self.cpu.system.is_some()
    }

    /// Translates a data reference of an instruction, with all its faults.
    pub(crate) fn translate(
        &mut self,
        address: u64,
        size: u8,
        access: u64,
    ) -> Result<Target, Raise> {
        let reference = of_instruction(self.cpu.psr, address, size, access);
        self.translate_as(&reference)
    }

    pub(super) fn translate_as(&mut self, reference: &Reference) -> Result<Target, Raise> {
        let status = self.cpu.psr;
        match self.cpu.system.as_deref_mut() {
            Some(system) => system.translate(status, reference, self.space),
            None => Err(Raise::ILLEGAL),
        }
    }

    /// Reads bytes in memory order, with the faults of a load.
    pub(crate) fn load_system(
        &mut self,
        address: u64,
        into: &mut [u8],
        access: u64,
    ) -> Result<(), Raise> {
        let target = self.translate(address, into.len() as u8, access)?;
        self.read_target(address, target, into, access)
    }

    fn read_target(
        &mut self,
        address: u64,
        target: Target,
        into: &mut [u8],
        access: u64,
    ) -> Result<(), Raise> {
        check_supported(target, into.len(), access, address)?;
        if read(self.space, target, into) {
            self.cpu.attend();
        } else if target.readable && is_plain(self.space, target) {
            self.space.enter(address, target.address, false);
        }
        Ok(())
    }

    /// Completes a store that left the short way only because the ALAT has to see it, by the translation buffer as there. Returns
    /// the physical address if the store is done.
    pub(crate) fn store_buffered(&mut self, address: u64, from: &[u8]) -> Option<u64> {
        if !self.cpu.alat.is_near(address) {
            return None;
        }
        let space = &mut *self.space;
        let physical = space.buffered(address, true)?;
        let done = match *from {
            [a] => space.store(address, a),
            [a, b] => space.store(address, u16::from_le_bytes([a, b])),
            [a, b, c, d] => space.store(address, u32::from_le_bytes([a, b, c, d])),
            [a, b, c, d, e, f, g, h] => {
                space.store(address, u64::from_le_bytes([a, b, c, d, e, f, g, h]))
            }
            _ => false,
        };
        done.then_some(physical)
    }

    /// Writes bytes in memory order, with the faults of a store. Returns the physical address.
    pub(crate) fn store_system(&mut self, address: u64, from: &[u8]) -> Result<u64, Raise> {
        let target = self.translate(address, from.len() as u8, isr::W)?;
        check_supported(target, from.len(), isr::W, address)?;
        if write(self.space, target, from) {
            self.cpu.attend();
        } else if target.writable && is_plain(self.space, target) {
            self.space.enter(address, target.address, true);
        }
        Ok(target.address)
    }

    /// A speculative load. Returns false if it is deferred; then the bytes are meaningless.
    ///
    /// # Errors
    /// Conditions that are not deferred (volume 2, section 5.5.5).
    pub(crate) fn load_speculative(
        &mut self,
        address: u64,
        into: &mut [u8],
    ) -> Result<bool, Raise> {
        const ACCESS: u64 = isr::R | isr::SP;
        let status = self.cpu.psr;
        if status & psr::ED != 0 || status & psr::DT == 0 {
            return Ok(false);
        }
        let reference = of_instruction(status, address, into.len() as u8, ACCESS);
        let target = match self.translate_as(&reference) {
            Ok(target) => target,
            Err(raise) => {
                let deferred = self
                    .cpu
                    .system
                    .as_deref()
                    .is_none_or(|system| system.defers(status, self.ip, &raise, &reference));
                return if deferred { Ok(false) } else { Err(raise) };
            }
        };
        // A reference that the memory attribute does not support is always deferred.
        if !is_speculative(target) || check_supported(target, into.len(), ACCESS, address).is_err()
        {
            return Ok(false);
        }
        self.read_target(address, target, into, ACCESS)?;
        Ok(true)
    }

    /// The address that the ALAT compares for an advanced load of an address that has been read; `None`: it may leave no entry.
    pub(crate) fn advanced(&mut self, address: u64, size: u8) -> Option<u64> {
        if !self.is_system() {
            return Some(address);
        }
        // Only write-back memory is in the buffer.
        if let Some(physical) = self.space.buffered(address, false) {
            return Some(physical);
        }
        let target = self.translate(address, size, isr::R).ok()?;
        is_speculative(target).then_some(target.address)
    }

    /// Checks a reference of `ld16` or `st16` to its sixteen bytes at once: translation, and whether the memory attribute supports it.
    pub(crate) fn check_sixteen(&mut self, address: u64, access: u64) -> Result<(), Raise> {
        let target = self.translate(address, 16, access)?;
        require_write_back(target, access, address)
    }

    /// Checks a semaphore: translation, and whether the memory attribute supports it (`adds`: it is a `fetchadd`).
    pub(crate) fn check_semaphore(
        &mut self,
        address: u64,
        size: u8,
        adds: bool,
    ) -> Result<(), Raise> {
        const ACCESS: u64 = isr::R | isr::W;
        let target = self.translate(address, size, ACCESS)?;
        let supported = match target.attribute {
            attribute::WRITE_BACK => true,
            attribute::EXPORTED => adds,
            _ => false,
        };
        if supported {
            Ok(())
        } else {
            Err(Raise::memory(
                Vector::UnsupportedDataReference,
                ACCESS,
                address,
            ))
        }
    }
}

/// References of ten bytes need write-back memory (volume 2, section 4.4.9). Those of sixteen bytes that come here are two of
/// eight, of a pair of floating-point registers; `ld16` and `st16` are checked by [`Context::check_sixteen`].
fn check_supported(target: Target, size: usize, access: u64, address: u64) -> Result<(), Raise> {
    match size {
        10 => require_write_back(target, access, address),
        _ => Ok(()),
    }
}

/// An instruction that is supported for write-back memory alone refers to a target.
fn require_write_back(target: Target, access: u64, address: u64) -> Result<(), Raise> {
    if target.attribute == attribute::WRITE_BACK {
        return Ok(());
    }
    let vector = Vector::UnsupportedDataReference;
    Err(Raise::memory(vector, access, address))
}

/// The backing store of the register stack engine in system mode.
pub(crate) struct StackMemory<'a> {
    pub system: &'a mut System,
    pub space: &'a mut AddressSpace,
    /// The processor status.
    pub status: u64,
    /// `ar.rsc`.
    pub configuration: u64,
    /// [`mode::ATTEND`] if a device was reached, else 0.
    pub attend: u8,
}

impl StackMemory<'_> {
    /// Whether the engine's references are translated as those of instructions are, so that both can use the same
    /// translation buffer.
    fn is_like_data(&self) -> bool {
        let status = self.status;
        (status & psr::DT != 0) == (status & psr::RT != 0)
            && isa::rsc::level(self.configuration) == psr::cpl(status)
    }

    fn target(&mut self, address: u64, access: u64) -> Result<Target, Raise> {
        let reference = of_stack(self.status, self.configuration, address, access);
        self.system.translate(self.status, &reference, self.space)
    }
}

impl Backing for StackMemory<'_> {
    type Error = Raise;

    fn load_word(&mut self, address: u64) -> Result<u64, Raise> {
        let like_data = self.is_like_data();
        if like_data && let Some(value) = self.space.load::<u64>(address) {
            return Ok(value);
        }
        let target = self.target(address, isr::R)?;
        let mut bytes = [0; 8];
        if read(self.space, target, &mut bytes) {
            self.attend = mode::ATTEND;
        } else if like_data && target.readable && is_plain(self.space, target) {
            self.space.enter(address, target.address, false);
        }
        Ok(u64::from_le_bytes(bytes))
    }

    fn store_word(&mut self, address: u64, value: u64) -> Result<(), Raise> {
        let like_data = self.is_like_data();
        if like_data && self.space.store(address, value) {
            return Ok(());
        }
        let target = self.target(address, isr::W)?;
        if write(self.space, target, &value.to_le_bytes()) {
            self.attend = mode::ATTEND;
        } else if like_data && target.writable && is_plain(self.space, target) {
            self.space.enter(address, target.address, true);
        }
        Ok(())
    }
}

impl Cpu {
    /// Has the run loop check interrupts and translations before the next instruction.
    #[inline]
    pub(crate) fn attend(&mut self) {
        self.mode |= mode::ATTEND;
    }
}
