//! The ring of stacked registers below the running frame, and its backing store.

use crate::memory::{AddressSpace, MemoryFault};
use events::StackSizes;

/// Physical stacked general registers.
pub const PHYSICAL_STACKED: u8 = StackSizes::PHYSICAL;
pub(crate) const RING: usize = 128;

/// Bits 8:3 of the addresses where the backing store holds a NaT collection.
pub(crate) const COLLECTION: u64 = 63;

/// The memory behind the register stack: a doubleword at a time, little-endian.
pub(crate) trait Backing {
    /// Why memory refused.
    type Error;
    fn load_word(&mut self, address: u64) -> Result<u64, Self::Error>;
    fn store_word(&mut self, address: u64, value: u64) -> Result<(), Self::Error>;
}

impl Backing for AddressSpace {
    type Error = MemoryFault;

    fn load_word(&mut self, address: u64) -> Result<u64, MemoryFault> {
        self.read_u64(address)
    }

    fn store_word(&mut self, address: u64, value: u64) -> Result<(), MemoryFault> {
        self.store_u64(address, value)
    }
}

/// Frames of callers, and the pointers of the engine.
#[derive(Clone, Debug)]
pub(crate) struct RegisterStack {
    pub ring: [u64; RING],
    /// NaT bits of the ring.
    pub nats: u128,
    /// Number of r32 in the order in which registers were ever stacked. The ring index is this modulo the length of the
    /// ring.
    pub bottom: u64,
    /// Number of registers below `bottom` that have not been stored in the backing store.
    pub dirty: u8,
    /// Number of registers below the dirty ones that have been stored but are still in the ring: a return to them needs
    /// no load in hardware.
    pub clean: u8,
    /// `ar.bspstore`: where the engine stores next.
    pub bspstore: u64,
    /// `ar.rnat`: NaT bits of stored registers whose collection has not been stored.
    pub rnat: u64,
}

/// The address `count` registers above `address`, NaT collections skipped.
pub(crate) const fn advance(address: u64, count: u64) -> u64 {
    let slots = (address >> 3 & 63) + count;
    address.wrapping_add((count + slots / 63) * 8)
}

pub(crate) const fn slot(address: u64) -> u64 {
    address >> 3 & 63
}

impl RegisterStack {
    pub(crate) fn new() -> Self {
        Self {
            ring: [0; RING],
            nats: 0,
            bottom: 1 << 32,
            dirty: 0,
            clean: 0,
            bspstore: 0,
            rnat: 0,
        }
    }

    pub(crate) fn bottom(&self) -> u64 {
        self.bottom
    }

    pub(crate) fn bspstore(&self) -> u64 {
        self.bspstore
    }

    pub(crate) fn bsp(&self) -> u64 {
        advance(self.bspstore, u64::from(self.dirty))
    }

    pub(crate) fn rnat(&self) -> u64 {
        self.rnat
    }

    pub(crate) fn set_rnat(&mut self, value: u64) {
        self.rnat = value & !(1 << 63);
    }

    pub(crate) fn set_bspstore(&mut self, address: u64) {
        self.bspstore = address & !7;
        self.clean = 0;
    }

    pub(crate) fn push(&mut self, values: &[u64], nats: u128) {
        let start = self.bottom as usize % RING;
        let (count, room) = (values.len(), RING - start);
        if count <= room {
            self.ring[start..start + count].copy_from_slice(values);
        } else {
            self.ring[start..].copy_from_slice(&values[..room]);
            self.ring[..count - room].copy_from_slice(&values[room..]);
        }
        if (self.nats | nats) != 0 {
            for i in 0..count {
                let bit = 1u128 << ((start + i) % RING);
                if nats >> i & 1 != 0 {
                    self.nats |= bit;
                } else {
                    self.nats &= !bit;
                }
            }
        }
        self.bottom = self.bottom.wrapping_add(count as u64);
        self.dirty += count as u8;
    }

    /// Takes the newest registers off; they must be there.
    pub(crate) fn pop(&mut self, values: &mut [u64]) -> u128 {
        let count = values.len();
        self.bottom = self.bottom.wrapping_sub(count as u64);
        self.dirty = self.dirty.saturating_sub(count as u8);
        let start = self.bottom as usize % RING;
        let room = RING - start;
        if count <= room {
            values.copy_from_slice(&self.ring[start..start + count]);
        } else {
            values[..room].copy_from_slice(&self.ring[start..]);
            values[room..].copy_from_slice(&self.ring[..count - room]);
        }
        if self.nats == 0 {
            return 0;
        }
        (0..count).fold(0, |nats, i| {
            nats | (self.nats >> ((start + i) % RING) & 1) << i
        })
    }

    /// Stores the oldest dirty registers.
    pub(crate) fn spill<B: Backing>(
        &mut self,
        space: &mut B,
        count: u8,
        big: bool,
    ) -> Result<(), B::Error> {
        for _ in 0..count {
            if slot(self.bspstore) == COLLECTION {
                self.store(space, self.rnat, big)?;
            }
            let at = self.bottom.wrapping_sub(u64::from(self.dirty)) as usize % RING;
            let bit = 1 << slot(self.bspstore);
            let nat = self.nats != 0 && self.nats >> at & 1 != 0;
            self.store(space, self.ring[at], big)?;
            self.rnat = if nat {
                self.rnat | bit
            } else {
                self.rnat & !bit
            };
            self.dirty -= 1;
            if slot(self.bspstore) == COLLECTION {
                self.store(space, self.rnat, big)?;
            }
        }
        Ok(())
    }

    pub(crate) fn store<B: Backing>(
        &mut self,
        space: &mut B,
        value: u64,
        big: bool,
    ) -> Result<(), B::Error> {
        let value = if big { value.swap_bytes() } else { value };
        space.store_word(self.bspstore, value)?;
        self.bspstore = self.bspstore.wrapping_add(8);
        Ok(())
    }

    /// Loads one more register below the dirty ones.
    pub(crate) fn fill<B: Backing>(&mut self, space: &mut B, big: bool) -> Result<(), B::Error> {
        let order = |value: u64| if big { value.swap_bytes() } else { value };
        let mut address = self.bspstore.wrapping_sub(8);
        let mut rnat = self.rnat;
        if slot(address) == COLLECTION {
            rnat = order(space.load_word(address)?) & !(1 << 63);
            address = address.wrapping_sub(8);
        }
        let value = order(space.load_word(address)?);
        let nat = rnat >> slot(address) & 1 != 0;
        self.rnat = rnat;
        self.bspstore = address;
        self.dirty += 1;
        self.clean = self.clean.saturating_sub(1);
        let at = self.bottom.wrapping_sub(u64::from(self.dirty)) as usize % RING;
        self.ring[at] = value;
        // In the usual case there is no NaT bit anywhere; the test saves a 128-bit shift.
        if nat || self.nats != 0 {
            let bit = 1u128 << at;
            self.nats = if nat {
                self.nats | bit
            } else {
                self.nats & !bit
            };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_registers_go_round_behind_the_last_number() {
        let mut stack = RegisterStack::new();
        stack.bottom = u64::MAX - 1;
        stack.push(&[1, 2, 3, 4], 0b0100);
        assert_eq!((stack.bottom, stack.dirty), (2, 4));
        let mut values = [0; 4];
        let nats = stack.pop(&mut values);
        assert_eq!((values, nats & 0b1111), ([1, 2, 3, 4], 0b0100));
        assert_eq!((stack.bottom, stack.dirty), (u64::MAX - 1, 0));
    }
}
