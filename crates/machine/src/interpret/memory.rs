//! Loads, stores, semaphores and prefetches (volume 3, `ld`, `ldf`, `ldfp`, `st`, `stf`, `cmpxchg`,
//! `xchg`, `fetchadd`, `lfetch`).

use events::Fact;
use isa::theme::{FloatMemory, IntegerMemory, Semaphore};
use isa::{FpFormat, Instruction, LoadKind, MemoryAccess, StoreKind, Update, psr};
use softfp::Fr;

use super::{Context, Flow, Step, Value};
use crate::alat::Tag;
use crate::fault::{Raise, Vector, isr, non_access};
use crate::options::Unaligned;
use crate::semantics::fp;

/// What a load found.
enum Loaded {
    /// The bytes, as a little-endian number.
    Bytes(u128),
    /// The ALAT holds the target's entry: the register has the value already.
    Hit,
    /// A speculative load failed.
    Deferred,
}

/// The reference of an instruction of this file.
fn access(i: &Instruction) -> Result<MemoryAccess, Raise> {
    i.memory_access().ok_or(Raise::ILLEGAL)
}

impl Context<'_> {
    fn is_big(&self) -> bool {
        self.cpu.psr & psr::BE != 0
    }

    /// Bytes in memory order as a number in the byte order of the user mask.
    fn number(&self, bytes: &mut [u8]) -> u128 {
        if self.is_big() {
            bytes.reverse();
        }
        bytes
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u128::from(byte))
    }

    /// Checks the alignment of a reference. An unaligned one that the operating system completes is noted.
    fn align(&mut self, address: u64, align: u64, access: u64) -> Result<(), Raise> {
        // In system mode translation comes first.
        if address & (align - 1) == 0 || self.is_system() {
            return Ok(());
        }
        if self.options.unaligned == Unaligned::Fault {
            return Err(Raise::memory(
                Vector::UnalignedDataReference,
                access,
                address,
            ));
        }
        self.notes.push(|| Fact::Unaligned);
        Ok(())
    }

    /// Checks the alignment of references that system software does not complete either: semaphores and 16-byte ones.
    fn align_strictly(&self, address: u64, align: u64, access: u64) -> Result<(), Raise> {
        if address & (align - 1) == 0 || self.is_system() {
            Ok(())
        } else {
            Err(Raise::memory(
                Vector::UnalignedDataReference,
                access,
                address,
            ))
        }
    }

    fn load_number(&mut self, address: u64, size: u8, access: u64) -> Result<u128, Raise> {
        if !self.is_big() {
            let quick = match size {
                1 => self.space.load::<u8>(address).map(u128::from),
                2 => self.space.load::<u16>(address).map(u128::from),
                4 => self.space.load::<u32>(address).map(u128::from),
                8 => self.space.load::<u64>(address).map(u128::from),
                _ => None,
            };
            if let Some(value) = quick {
                return Ok(value);
            }
        }
        let mut bytes = [0; 16];
        let bytes = &mut bytes[..usize::from(size)];
        if self.is_system() {
            self.load_system(address, bytes, access)?;
        } else {
            self.space
                .load_bytes(address, bytes)
                .map_err(|fault| Raise::refused(fault, access))?;
        }
        Ok(self.number(bytes))
    }

    fn store_number(&mut self, address: u64, size: u8, value: u128) -> Result<(), Raise> {
        let mut bytes = value.to_le_bytes();
        let bytes = &mut bytes[..usize::from(size)];
        if self.is_big() {
            bytes.reverse();
        }
        let compared = if self.is_system() {
            match self.store_buffered(address, bytes) {
                Some(physical) => physical,
                None => self.store_system(address, bytes)?,
            }
        } else {
            self.space
                .store_bytes(address, bytes)
                .map_err(|fault| Raise::refused(fault, isr::W))?;
            address
        };
        if self.cpu.alat.is_near(address) {
            self.cpu.alat.store(compared, size);
        }
        Ok(())
    }

    /// The part that all loads have in common: deferral, the ALAT, and the read.
    fn reference(
        &mut self,
        access: MemoryAccess,
        tag: Tag,
        (address, nat): Value,
    ) -> Result<Loaded, Raise> {
        let (kind, size) = (access.load, access.bytes);
        let align = u64::from(access.alignment);
        let speculative = kind.is_speculative();
        if nat && !speculative {
            return Err(Raise::nat(isr::R));
        }
        if kind.is_check() {
            let hit = if kind == LoadKind::CheckNoClear {
                self.cpu.alat.holds(tag)
            } else {
                self.cpu.alat.remove(tag)
            };
            if hit {
                self.addresses.push(address);
                self.notes.push(|| Fact::CheckLoadHit);
                return Ok(Loaded::Hit);
            }
            self.notes.push(|| Fact::CheckLoadMiss);
        }
        let read = if nat {
            None
        } else if speculative && self.is_system() {
            let mut bytes = [0; 16];
            let bytes = &mut bytes[..usize::from(size)];
            self.load_speculative(address, bytes)?
                .then(|| self.number(bytes))
        } else if speculative {
            // Every fault of a speculative load is deferred; under Linux an unaligned reference, too.
            if address & (align - 1) == 0 {
                self.load_number(address, size, isr::R).ok()
            } else {
                None
            }
        } else {
            self.align(address, align, isr::R)?;
            Some(self.load_number(address, size, isr::R)?)
        };
        self.addresses.push(if nat { 0 } else { address });
        if kind.is_advanced() {
            self.cpu.alat.remove(tag);
        }
        let Some(bytes) = read else {
            self.notes.push(|| Fact::Deferred { nat });
            return Ok(Loaded::Deferred);
        };
        // An unaligned reference, which the operating system completes, leaves no entry.
        if kind.leaves_entry()
            && address & (align - 1) == 0
            && let Some(compared) = self.advanced(address, size)
            && self.cpu.alat.insert(tag, compared, size)
        {
            let floating = tag.is_floating();
            self.notes.push(|| Fact::AlatReplaced { floating });
        }
        Ok(Loaded::Bytes(bytes))
    }

    fn check_update(&self, i: &Instruction, update: Update) -> Result<(), Raise> {
        if update == Update::None {
            Ok(())
        } else {
            self.check_target(i.r3)
        }
    }

    /// The post-increment of the base register, which was `base` before.
    fn update_base(&mut self, i: &Instruction, update: Update, base: Value, increment: Value) {
        let (amount, nat) = match update {
            Update::None => return,
            Update::Immediate => (i.imm as u64, false),
            Update::Register => increment,
        };
        self.write(i.r3, (base.0.wrapping_add(amount), base.1 || nat));
    }

    /// General-register loads and stores, `lfetch`.
    pub(super) fn integer_memory(&mut self, op: IntegerMemory, i: &Instruction) -> Step {
        let access = access(i)?;
        match op {
            IntegerMemory::Load { update, .. } => self.load(i, access, update)?,
            IntegerMemory::Load16 { .. } => self.load16(i)?,
            IntegerMemory::Store { kind, update, .. } => self.store(i, access, kind, update)?,
            IntegerMemory::Store16 { .. } => self.store16(i)?,
            IntegerMemory::Lfetch { fault, update, .. } => self.prefetch(i, fault, update)?,
            IntegerMemory::LfetchCount { fault, .. } => {
                if !self.provides(i.op) {
                    return Err(Raise::ILLEGAL);
                }
                self.prefetch(i, fault, Update::None)?;
            }
        }
        Ok(Flow::Next)
    }

    fn load(&mut self, i: &Instruction, access: MemoryAccess, update: Update) -> Result<(), Raise> {
        self.check_target(i.r1)?;
        self.check_update(i, update)?;
        if update != Update::None && i.r1 == i.r3 {
            return Err(Raise::ILLEGAL);
        }
        let base = self.read(i.r3);
        let increment = self.read(i.r2);
        match self.reference(access, self.general_tag(i.r1), base)? {
            Loaded::Hit => {}
            Loaded::Deferred => self.write(i.r1, (0, true)),
            Loaded::Bytes(value) => {
                let nat = access.load == LoadKind::Fill
                    && self.cpu.ar.unat >> (base.0 >> 3 & 63) & 1 != 0;
                self.write(i.r1, (value as u64, nat));
            }
        }
        self.update_base(i, update, base, increment);
        Ok(())
    }

    fn load16(&mut self, i: &Instruction) -> Result<(), Raise> {
        if !self.provides(i.op) {
            return Err(Raise::ILLEGAL);
        }
        self.check_target(i.r1)?;
        let (address, nat) = self.read(i.r3);
        if nat {
            return Err(Raise::nat(isr::R));
        }
        self.align_strictly(address, 16, isr::R)?;
        if self.is_system() {
            self.check_sixteen(address, isr::R)?;
        }
        let low = self.load_number(address, 8, isr::R)?;
        let high = self.load_number(address.wrapping_add(8), 8, isr::R)?;
        self.addresses.push(address);
        self.write(i.r1, (low as u64, false));
        self.cpu.ar.csd = high as u64;
        Ok(())
    }

    fn store(
        &mut self,
        i: &Instruction,
        access: MemoryAccess,
        kind: StoreKind,
        update: Update,
    ) -> Result<(), Raise> {
        self.check_update(i, update)?;
        let base = self.read(i.r3);
        let (value, nat) = self.read(i.r2);
        if base.1 || nat && kind != StoreKind::Spill {
            return Err(Raise::nat(isr::W));
        }
        self.align(base.0, access.alignment.into(), isr::W)?;
        self.store_number(base.0, access.bytes, u128::from(value))?;
        self.addresses.push(base.0);
        if kind == StoreKind::Spill {
            let bit = 1 << (base.0 >> 3 & 63);
            let unat = self.cpu.ar.unat;
            self.cpu.ar.unat = if nat { unat | bit } else { unat & !bit };
        }
        self.update_base(i, update, base, (0, false));
        Ok(())
    }

    fn store16(&mut self, i: &Instruction) -> Result<(), Raise> {
        if !self.provides(i.op) {
            return Err(Raise::ILLEGAL);
        }
        let (address, nat) = self.read(i.r3);
        let (low, value_nat) = self.read(i.r2);
        if nat || value_nat {
            return Err(Raise::nat(isr::W));
        }
        self.align_strictly(address, 16, isr::W)?;
        if self.is_system() {
            self.check_sixteen(address, isr::W)?;
        }
        let high = self.cpu.ar.csd;
        self.store_number(address, 8, u128::from(low))?;
        self.store_number(address.wrapping_add(8), 8, u128::from(high))?;
        self.addresses.push(address);
        Ok(())
    }

    fn prefetch(&mut self, i: &Instruction, fault: bool, update: Update) -> Result<(), Raise> {
        const ACCESS: u64 = isr::R | isr::NA | non_access::LFETCH;
        self.check_update(i, update)?;
        let base = self.read(i.r3);
        let increment = self.read(i.r2);
        let cancelled = if !self.is_system() {
            // Linux answers every fault of `lfetch.fault` by cancelling the prefetch.
            fault && !self.space.permits(base.0, true, false)
        } else if self.cpu.psr & psr::ED != 0 {
            true
        } else if fault && base.1 {
            return Err(Raise::nat(ACCESS));
        } else {
            if fault {
                self.translate(base.0, 1, ACCESS)?;
            }
            false
        };
        if base.1 || cancelled {
            let nat = base.1;
            self.notes.push(|| Fact::Deferred { nat });
        }
        self.addresses.push(if base.1 { 0 } else { base.0 });
        self.update_base(i, update, base, increment);
        Ok(())
    }

    pub(super) fn float_memory(&mut self, op: FloatMemory, i: &Instruction) -> Step {
        let access = access(i)?;
        match op {
            FloatMemory::FLoad { format, update, .. } => {
                self.float_load(i, access, format, update)?;
            }
            FloatMemory::FLoadPair { format, update, .. } => {
                self.float_load_pair(i, access, format, update)?;
            }
            FloatMemory::FStore { format, update } => {
                self.float_store(i, access, format, update)?;
            }
        }
        Ok(Flow::Next)
    }

    fn float_load(
        &mut self,
        i: &Instruction,
        access: MemoryAccess,
        format: FpFormat,
        update: Update,
    ) -> Result<(), Raise> {
        self.check_update(i, update)?;
        self.check_fp_target(i.r1)?;
        self.check_fp_enabled([i.r1], isr::R)?;
        let base = self.read(i.r3);
        let increment = self.read(i.r2);
        match self.reference(access, self.floating_tag(i.r1), base)? {
            Loaded::Hit => {}
            Loaded::Deferred => self.cpu.set_fr(i.r1, Fr::NATVAL),
            Loaded::Bytes(bytes) => self.cpu.set_fr(i.r1, fp::from_memory(format, bytes)),
        }
        self.update_base(i, update, base, increment);
        Ok(())
    }

    fn float_load_pair(
        &mut self,
        i: &Instruction,
        access: MemoryAccess,
        format: FpFormat,
        update: Update,
    ) -> Result<(), Raise> {
        self.check_update(i, update)?;
        self.check_fp_target(i.r1)?;
        self.check_fp_target(i.r2)?;
        let physical = |f: u8| self.cpu.fmap[usize::from(f)];
        if (physical(i.r1) ^ physical(i.r2)) & 1 == 0 {
            return Err(Raise::ILLEGAL);
        }
        self.check_fp_enabled([i.r1, i.r2], isr::R)?;
        let base = self.read(i.r3);
        match self.reference(access, self.floating_tag(i.r1), base)? {
            Loaded::Hit => {}
            Loaded::Deferred => {
                self.cpu.set_fr(i.r1, Fr::NATVAL);
                self.cpu.set_fr(i.r2, Fr::NATVAL);
            }
            Loaded::Bytes(bytes) => {
                let (low, high) = (bytes, bytes >> (8 * format.bytes()));
                // The register named first takes the lower address whatever the byte order is.
                let (first, second) = if self.is_big() {
                    (high, low)
                } else {
                    (low, high)
                };
                self.cpu.set_fr(i.r1, fp::from_memory(format, first));
                self.cpu.set_fr(i.r2, fp::from_memory(format, second));
            }
        }
        self.update_base(i, update, base, (0, false));
        Ok(())
    }

    fn float_store(
        &mut self,
        i: &Instruction,
        access: MemoryAccess,
        format: FpFormat,
        update: Update,
    ) -> Result<(), Raise> {
        self.check_update(i, update)?;
        self.check_fp_enabled([i.r2], isr::W)?;
        let base = self.read(i.r3);
        let value = self.cpu.fr(i.r2);
        if base.1 || value.is_nat() && format != FpFormat::Register {
            return Err(Raise::nat(isr::W));
        }
        self.align(base.0, access.alignment.into(), isr::W)?;
        self.store_number(base.0, access.bytes, fp::to_memory(format, value))?;
        self.addresses.push(base.0);
        self.update_base(i, update, base, (0, false));
        Ok(())
    }

    pub(super) fn semaphore(&mut self, op: Semaphore, i: &Instruction) -> Step {
        const ACCESS: u64 = isr::R | isr::W;
        self.check_target(i.r1)?;
        if !self.provides(i.op) {
            return Err(Raise::ILLEGAL);
        }
        let (address, nat) = self.read(i.r3);
        let (operand, operand_nat) = match op {
            Semaphore::FetchAdd { .. } => (0, false),
            Semaphore::Xchg(_) | Semaphore::Cmpxchg { .. } | Semaphore::Cmp8Xchg16 { .. } => {
                self.read(i.r2)
            }
        };
        if nat || operand_nat {
            return Err(Raise::nat(ACCESS));
        }
        let MemoryAccess {
            bytes: size,
            alignment,
            ..
        } = access(i)?;
        self.align_strictly(address, alignment.into(), ACCESS)?;
        if self.is_system() {
            let adds = matches!(op, Semaphore::FetchAdd { .. });
            self.check_semaphore(address, size, adds)?;
        } else {
            self.space
                .writable_at(address)
                .map_err(|fault| Raise::refused(fault, ACCESS))?;
        }
        let old = self.load_number(address, size, ACCESS)? as u64;
        let matches = old == self.cpu.ar.ccv;
        match op {
            Semaphore::Xchg(_) => self.store_number(address, size, u128::from(operand))?,
            Semaphore::FetchAdd { .. } => {
                self.store_number(address, size, u128::from(old.wrapping_add(i.imm as u64)))?;
            }
            Semaphore::Cmpxchg { .. } if matches => {
                self.store_number(address, size, u128::from(operand))?;
            }
            Semaphore::Cmp8Xchg16 { .. } if matches => {
                let pair = address & !8;
                let high = self.cpu.ar.csd;
                self.store_number(pair, 8, u128::from(operand))?;
                self.store_number(pair | 8, 8, u128::from(high))?;
            }
            // The comparison failed.
            Semaphore::Cmpxchg { .. } | Semaphore::Cmp8Xchg16 { .. } => {}
        }
        self.addresses.push(address);
        self.write(i.r1, (old, false));
        Ok(Flow::Next)
    }
}
