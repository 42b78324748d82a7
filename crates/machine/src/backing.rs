//! What the backing store would hold if the whole register stack were spilled: debuggers read the registers of all
//! frames there (volume 2, section 6.1). The functions compute it from the register file; memory is not written.

use crate::stack::{COLLECTION, RING, advance, slot};
use crate::state::Cpu;

/// Address of the NaT collection that covers the register at an address.
const fn collection(address: u64) -> u64 {
    address | COLLECTION << 3
}

impl Cpu {
    /// `ar.bsp` as `cover` would leave it: the end of the current frame.
    pub fn frame_end(&self) -> u64 {
        advance(self.stack.bsp(), u64::from(self.cfm().sof))
    }

    /// `ar.rnat` as it would be if everything below [`Self::frame_end`] were stored.
    pub fn rnat_of_frame(&self) -> u64 {
        self.collected(collection(self.frame_end()))
    }

    /// The value that belongs at an address of the backing store and is still in the register file (a register of a
    /// caller or of the current frame, the latter by unrotated number, or a NaT collection); `None` when it is in
    /// memory.
    pub fn backed(&self, address: u64) -> Option<u64> {
        if address & 7 != 0 || !(self.stack.bspstore()..self.frame_end()).contains(&address) {
            return None;
        }
        if slot(address) == COLLECTION {
            return Some(self.collected(address));
        }
        Some(match self.backed_register(address) {
            Stacked::Caller(at) => self.stack.ring[at],
            Stacked::Frame(at) => self.gr[at],
        })
    }

    /// Sets the value that [`Self::backed`] returns; false when it is in memory.
    pub fn set_backed(&mut self, address: u64, value: u64) -> bool {
        if self.backed(address).is_none() {
            return false;
        }
        if slot(address) == COLLECTION {
            self.set_collected(address, value);
            return true;
        }
        match self.backed_register(address) {
            Stacked::Caller(at) => self.stack.ring[at] = value,
            Stacked::Frame(at) => self.gr[at] = value,
        }
        true
    }

    /// Sets the NaT bits that [`Self::rnat_of_frame`] returns.
    pub fn set_rnat_of_frame(&mut self, value: u64) {
        self.set_collected(collection(self.frame_end()), value);
    }

    /// The register that belongs at an address, which is one of the register file and not that of a NaT collection.
    fn backed_register(&self, address: u64) -> Stacked {
        let words = address.wrapping_sub(self.stack.bspstore()) / 8;
        let number = words - (slot(self.stack.bspstore()) + words) / 64;
        let dirty = u64::from(self.stack.dirty);
        match number.checked_sub(dirty) {
            None => {
                Stacked::Caller((self.stack.bottom().wrapping_sub(dirty - number)) as usize % RING)
            }
            Some(register) => Stacked::Frame(32 + register as usize % RING),
        }
    }

    /// The registers of the register file that the NaT collection at an address covers, each with its bit number in it.
    fn covered(&self, collection: u64) -> impl Iterator<Item = (u64, Stacked)> + '_ {
        let held = self.stack.bspstore()..self.frame_end();
        (0..COLLECTION).filter_map(move |bit| {
            let address = collection.wrapping_sub((COLLECTION - bit) * 8);
            (held.contains(&address)).then(|| (bit, self.backed_register(address)))
        })
    }

    /// The NaT collection that belongs at an address: bits of stored registers from `ar.rnat`, the others from the
    /// register file.
    fn collected(&self, address: u64) -> u64 {
        let stored = match collection(self.stack.bspstore()) == address {
            true => self.stack.rnat() & ((1 << slot(self.stack.bspstore())) - 1),
            false => 0,
        };
        self.covered(address).fold(stored, |bits, (bit, register)| {
            let nat = match register {
                Stacked::Caller(at) => self.stack.nats >> at & 1,
                Stacked::Frame(at) => self.nat >> (at & 127) & 1,
            };
            bits | (nat as u64) << bit
        })
    }

    /// Sets the bits that [`Self::collected`] returns.
    fn set_collected(&mut self, address: u64, value: u64) {
        let covered: Vec<_> = self.covered(address).collect();
        for (bit, register) in covered {
            let nat = value >> bit & 1 != 0;
            match register {
                Stacked::Caller(at) if nat => self.stack.nats |= 1 << at,
                Stacked::Caller(at) => self.stack.nats &= !(1 << at),
                Stacked::Frame(at) => self.set_nat(at as u8, nat),
            }
        }
        if collection(self.stack.bspstore()) == address {
            let stored = (1 << slot(self.stack.bspstore())) - 1;
            let rnat = self.stack.rnat() & !stored | value & stored;
            self.stack.set_rnat(rnat);
        }
    }
}

/// Where the register file holds a stacked register.
#[derive(Copy, Clone, Debug)]
enum Stacked {
    /// In the ring, by index.
    Caller(usize),
    /// In the current frame, by unrotated number.
    Frame(usize),
}

#[cfg(test)]
mod tests {
    use crate::{AddressSpace, Alat, Cfm, Cpu, PAGE_SIZE, Protection, Sharing};

    const STORE: u64 = 0x1_0000_0000;

    /// A context with registers of callers and a frame, a NaT in each, at a place of the backing store.
    fn context(offset: u64) -> (Cpu, AddressSpace) {
        let mut space = AddressSpace::new();
        space.map(STORE, PAGE_SIZE, Protection::RW, Sharing::Private);
        let mut cpu = Cpu::new(Alat::new(32, 32, 64));
        cpu.start_register_stack(STORE + offset, 50, 0);
        for r in 32..82 {
            cpu.set_gr(r, u64::from(r), r % 7 == 0);
        }
        cpu.cover();
        cpu.set_cfm(Cfm {
            sof: 40,
            ..Cfm::default()
        });
        for r in 32..72 {
            cpu.set_gr(r, 1000 + u64::from(r), r % 5 == 0);
        }
        (cpu, space)
    }

    #[test]
    fn the_backing_store_reads_as_it_is_stored_by_cover_and_flushrs() {
        for offset in (0..0x400)
            .step_by(8)
            .filter(|offset| offset & 0x1f8 != 0x1f8)
        {
            let (cpu, mut space) = context(offset);
            let mut stored = cpu.clone();
            stored.cover();
            stored.flush_register_stack(&mut space).unwrap();
            let end = cpu.frame_end();
            assert_eq!(stored.ar(isa::Ar::BSPSTORE), Some(end));
            let covered = (1u64 << (end >> 3 & 63)) - 1;
            assert_eq!(
                stored.ar(isa::Ar::RNAT).unwrap() & covered,
                cpu.rnat_of_frame()
            );
            for address in (STORE + offset..end).step_by(8) {
                assert_eq!(
                    cpu.backed(address),
                    space.read_u64(address).ok(),
                    "{address:#x}"
                );
            }
            assert_eq!(cpu.backed(end), None);
            assert_eq!(cpu.backed((STORE + offset).wrapping_sub(8)), None);
        }
    }

    #[test]
    fn what_is_set_in_the_backing_store_is_read_there() {
        let (mut cpu, _) = context(0x100);
        let end = cpu.frame_end();
        for address in (STORE + 0x100..end).step_by(8) {
            let value = if address & 0x1f8 == 0x1f8 {
                0x5555
            } else {
                address
            };
            assert!(cpu.set_backed(address, value));
        }
        assert_eq!(cpu.gr(71), (end - 8, false));
        assert_eq!(cpu.backed(STORE + 0x108), Some(STORE + 0x108));
        cpu.set_rnat_of_frame(!0);
        assert!(cpu.gr(71).1);
        assert!(!cpu.set_backed(end, 1));
    }
}
