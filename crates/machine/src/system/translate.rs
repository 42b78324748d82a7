//! Translation of virtual addresses, with all its faults in the order of their priority (volume 2, sections 4.1 and 5.5).

use isa::{psr, rsc};

use super::System;
use super::control::dcr;
use super::model::SystemModel;
use super::rights::{PROMOTES, Wanted, allows};
use super::tlb::{Entry, OFFSET, Side, attribute};
use crate::fault::{General, Raise, Vector, isr, non_access, trap};
use crate::memory::AddressSpace;

/// Region registers, protection keys and the translations themselves.
#[derive(Clone, Debug)]
pub(crate) struct Translation {
    pub rr: [u64; 8],
    pub pkr: Vec<u64>,
    pub instructions: Side,
    pub data: Side,
}

/// Fields of a region register.
pub(crate) mod rr {
    /// The walker serves the region.
    pub(crate) const VE: u64 = 1;
    /// Reserved bits.
    pub(crate) const RESERVED: u64 = 1 << 1 | !0 << 32;
    /// Page size and region identifier, as `cr.itir` has page size and key.
    pub(crate) const ITIR: u64 = 0xffff_fffc;

    /// Base-2 logarithm of the preferred page size.
    pub(crate) const fn shift(rr: u64) -> u8 {
        (rr >> 2 & 0x3f) as u8
    }

    /// The region identifier.
    pub(crate) const fn rid(rr: u64) -> u32 {
        (rr >> 8 & 0xff_ffff) as u32
    }
}

/// Fields of a protection key register.
pub(crate) mod pkr {
    /// Valid.
    pub(crate) const VALID: u64 = 1;
    /// Writes are forbidden.
    pub(crate) const WRITE: u64 = 1 << 1;
    /// Reads are forbidden.
    pub(crate) const READ: u64 = 1 << 2;
    /// Execution is forbidden.
    pub(crate) const EXECUTE: u64 = 1 << 3;
    /// The key.
    pub(crate) const KEY: u64 = 0xff_ffff << 8;
    /// Reserved bits.
    pub(crate) const RESERVED: u64 = 0xf0 | !0 << 32;
}

impl Translation {
    pub(super) fn new(model: &SystemModel) -> Self {
        Self {
            rr: [0; 8],
            pkr: vec![0; model.keys.into()],
            instructions: Side::new(model.instruction_registers, model.instruction_entries),
            data: Side::new(model.data_registers, model.data_entries),
        }
    }

    /// The region register of an address.
    pub(super) fn region(&self, address: u64) -> u64 {
        self.rr[(address >> 61) as usize & 7]
    }

    pub(super) fn find_data(&self, address: u64) -> Option<Entry> {
        self.data
            .find(rr::rid(self.region(address)), address & OFFSET)
    }

    pub(super) fn find_instruction(&self, address: u64) -> Option<Entry> {
        self.instructions
            .find(rr::rid(self.region(address)), address & OFFSET)
    }
}

/// A data reference that is to be translated.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Reference {
    pub address: u64,
    /// Bytes, 1 to 16.
    pub size: u8,
    /// Bits R, W, NA, SP and RS of `ISR`, with the code of a non-access instruction.
    pub access: u64,
    /// Privilege level.
    pub level: u8,
    /// `psr.dt`, or `psr.rt` for the register stack engine.
    pub translated: bool,
}

/// The result of translating a reference.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Target {
    /// Physical address.
    pub address: u64,
    /// Memory attribute.
    pub attribute: u8,
    /// Base-2 logarithm of the size of the page.
    pub shift: u8,
    /// Whether any read of the page at this level would succeed, so that the page may enter the buffer of loads.
    pub readable: bool,
    /// Whether any write of the page at this level would succeed, so that the page may enter the buffer of stores.
    pub writable: bool,
}

/// Which conditions are checked for a reference. Non-access instructions are exempt from some of them.
#[derive(Copy, Clone)]
struct Checks {
    key: bool,
    bits: bool,
    debug: bool,
    alignment: bool,
}

impl Checks {
    const fn of(access: u64) -> Self {
        let plain = access & isr::NA == 0;
        let like_a_load = matches!(access & 15, non_access::LFETCH | non_access::PROBE_FAULT);
        let all = plain || like_a_load;
        Self {
            key: all,
            bits: all,
            debug: all,
            alignment: plain,
        }
    }
}

/// [`Target::shift`] of a physical address, which is not a part of any translated page.
const PHYSICAL_SHIFT: u8 = 63;

impl System {
    fn unimplemented(r: &Reference) -> Raise {
        let code = General::ReservedRegisterField as u64 | r.access;
        Raise::memory(Vector::GeneralException, code, r.address)
    }

    /// The physical address of a data reference, or the fault of the highest priority.
    pub(super) fn translate(
        &mut self,
        status: u64,
        r: &Reference,
        memory: &AddressSpace,
    ) -> Result<Target, Raise> {
        if !r.translated {
            if !self.model.implements_physical(r.address) {
                return Err(Self::unimplemented(r));
            }
            let target = self.physical(r.address);
            self.check_rest(status, r)?;
            return Ok(target);
        }
        if !self.model.implements_virtual(r.address) {
            return Err(Self::unimplemented(r));
        }
        let entry = self.entry(status, r, memory)?;
        // Also of a page that forbids the reference: what an interruption cuts short is looked up as well.
        if entry.present() {
            self.log_use(r.address, entry.physical(r.address), None);
        }
        self.check_page(status, entry, r)?;
        self.check_rest(status, r)?;
        let write = Wanted {
            write: true,
            ..Wanted::default()
        };
        let read = Wanted {
            read: true,
            ..Wanted::default()
        };
        let quick = status & psr::PK == 0 && entry.accessed();
        let can = |wanted| quick && allows(entry.rights(), entry.level(), r.level, wanted);
        Ok(Target {
            address: entry.physical(r.address),
            attribute: entry.attribute(),
            shift: entry.shift,
            readable: can(read),
            writable: entry.dirty() && can(write),
        })
    }

    /// The target of an untranslated reference. Bit 63 of the address selects the memory attribute.
    fn physical(&self, address: u64) -> Target {
        let uncached = address >> 63 != 0;
        Target {
            address: address & self.model.physical_mask(),
            attribute: if uncached {
                attribute::UNCACHEABLE
            } else {
                attribute::WRITE_BACK
            },
            shift: PHYSICAL_SHIFT,
            readable: true,
            writable: true,
        }
    }

    /// The entry that translates a data reference; if there is none, the walker looks for one and inserts it.
    pub(super) fn entry(
        &mut self,
        status: u64,
        r: &Reference,
        memory: &AddressSpace,
    ) -> Result<Entry, Raise> {
        if let Some(entry) = self.translation.find_data(r.address) {
            return Ok(entry);
        }
        let register_stack = r.access & isr::RS != 0;
        let walks = status & psr::DT != 0 && (!register_stack || status & psr::RT != 0);
        let vector = match self.walk(status, r.address, walks, memory) {
            Ok(entry) => {
                let walked = self.table_entry(r.address);
                self.log_use(r.address, entry.physical(r.address), walked);
                self.translation.data.insert_walked(entry);
                return Ok(entry);
            }
            // With `psr.ic` 0 every data miss raises this vector, and only a handler that is prepared for it can
            // continue.
            Err(_) if status & psr::IC == 0 => Vector::DataNestedTlb,
            Err(missed) => missed.of_data(),
        };
        Err(Raise::memory(vector, r.access, r.address))
    }

    /// Checks the conditions of a page in the order of their priority.
    fn check_page(&self, status: u64, entry: Entry, r: &Reference) -> Result<(), Raise> {
        if !entry.present() {
            return Err(Raise::memory(Vector::PageNotPresent, r.access, r.address));
        }
        if entry.attribute() == attribute::NAT_PAGE {
            return Err(Raise::nat_page(r.access, r.address));
        }
        raise_first(self.page_faults(status, entry, r), r)
    }

    /// All conditions of a page that is present and no page of NaTs, in the order of their priority.
    fn page_faults(&self, status: u64, entry: Entry, r: &Reference) -> [Option<Vector>; 4] {
        let checks = Checks::of(r.access);
        let (reads, writes) = (r.access & isr::R != 0, r.access & isr::W != 0);
        let key = if checks.key {
            self.check_key(status, entry, reads, writes, false)
        } else {
            Ok(())
        };
        let wanted = Wanted {
            read: reads,
            write: writes,
            execute: false,
        };
        let allowed = allows(entry.rights(), entry.level(), r.level, wanted);
        let bits = checks.bits && status & psr::DA == 0;
        [
            match key {
                Ok(()) => None,
                Err(true) => Some(Vector::DataKeyMiss),
                Err(false) => Some(Vector::KeyPermission),
            },
            (!allowed).then_some(Vector::DataAccessRights),
            (bits && writes && !entry.dirty()).then_some(Vector::DirtyBit),
            (bits && !entry.accessed()).then_some(Vector::DataAccessBit),
        ]
    }

    /// Checks whether the protection keys allow an access.
    ///
    /// # Errors
    /// Whether the key is missing; else it forbids the access.
    pub(super) fn check_key(
        &self,
        status: u64,
        entry: Entry,
        read: bool,
        write: bool,
        execute: bool,
    ) -> Result<(), bool> {
        if status & psr::PK == 0 {
            return Ok(());
        }
        let is_key =
            |&&pkr: &&u64| pkr & pkr::VALID != 0 && (pkr & pkr::KEY) >> 8 == u64::from(entry.key);
        let key = *self.translation.pkr.iter().find(is_key).ok_or(true)?;
        let forbidden = read && key & pkr::READ != 0
            || write && key & pkr::WRITE != 0
            || execute && key & pkr::EXECUTE != 0;
        if forbidden { Err(false) } else { Ok(()) }
    }

    /// Checks the conditions that do not depend on a translation.
    fn check_rest(&self, status: u64, r: &Reference) -> Result<(), Raise> {
        raise_first(self.other_faults(status, r), r)
    }

    /// All conditions that do not depend on a translation, in the order of their priority: breakpoints and alignment.
    fn other_faults(&self, status: u64, r: &Reference) -> [Option<Vector>; 2] {
        let checks = Checks::of(r.access);
        let (reads, writes) = (r.access & isr::R != 0, r.access & isr::W != 0);
        let stopped = checks.debug
            && status & psr::DB != 0
            && status & psr::DD == 0
            && self
                .breakpoints
                .hits_data(r.address, r.size, r.level, reads, writes);
        let alignment = u64::from(r.size.next_power_of_two());
        // The processor completes an unaligned reference inside a doubleword, unless software asks for the fault by
        // `psr.ac`.
        let inside = (r.address & 7) + u64::from(r.size) <= 8;
        let semaphore = reads && writes;
        let unaligned = checks.alignment
            && r.address & (alignment - 1) != 0
            && (semaphore || status & psr::AC != 0 || !inside);
        [
            stopped.then_some(Vector::Debug),
            unaligned.then_some(Vector::UnalignedDataReference),
        ]
    }

    /// The physical address from which a bundle is fetched, or the fault of the highest priority.
    pub(super) fn translate_fetch(
        &mut self,
        status: u64,
        ip: u64,
        memory: &AddressSpace,
    ) -> Result<Target, Raise> {
        let raise = |vector| Err(Raise::memory(vector, isr::X, ip));
        // Branches do not check their targets: the fetch raises the fault form of the trap instead (volume 2, section
        // 5.6).
        if status & psr::IT == 0 {
            if !self.model.implements_physical(ip) {
                let vector = Vector::LowerPrivilegeTransfer;
                return Err(Raise::memory(vector, trap::UNIMPLEMENTED_ADDRESS, ip));
            }
            return Ok(self.physical(ip));
        }
        if !self.model.implements_virtual(ip) {
            let vector = Vector::LowerPrivilegeTransfer;
            return Err(Raise::memory(vector, trap::UNIMPLEMENTED_ADDRESS, ip));
        }
        let level = psr::cpl(status);
        let entry = match self.translation.find_instruction(ip) {
            Some(entry) => entry,
            None => {
                let walks = status & psr::DT != 0 && status & psr::IC != 0;
                match self.walk(status, ip, walks, memory) {
                    Ok(entry) => {
                        let walked = self.table_entry(ip);
                        self.log_use(ip, entry.physical(ip), walked);
                        // The cached places of a replaced page are dropped: `epc` asks for the rights of its page,
                        // which then needs its entry.
                        self.refetch |= self.translation.instructions.insert_walked(entry);
                        entry
                    }
                    Err(missed) => return raise(missed.of_fetch()),
                }
            }
        };
        if !entry.present() {
            return raise(Vector::PageNotPresent);
        }
        self.log_use(ip, entry.physical(ip), None);
        if entry.attribute() == attribute::NAT_PAGE {
            return Err(Raise::nat_page(isr::X, ip));
        }
        if let Err(missing) = self.check_key(status, entry, false, false, true) {
            return raise(if missing {
                Vector::InstructionKeyMiss
            } else {
                Vector::KeyPermission
            });
        }
        let wanted = Wanted {
            execute: true,
            ..Wanted::default()
        };
        if !allows(entry.rights(), entry.level(), level, wanted) {
            return raise(Vector::InstructionAccessRights);
        }
        if !entry.accessed() && status & psr::IA == 0 {
            return raise(Vector::InstructionAccessBit);
        }
        Ok(Target {
            address: entry.physical(ip),
            attribute: entry.attribute(),
            shift: entry.shift,
            readable: false,
            writable: false,
        })
    }

    /// Whether a breakpoint stops the execution of a bundle.
    pub(super) fn stops_at(&self, status: u64, ip: u64) -> bool {
        status & psr::DB != 0
            && status & psr::ID == 0
            && self.breakpoints.hits_instruction(ip, psr::cpl(status))
    }

    /// Whether code at an address has exceptions deferred (`ITLB.ed`).
    pub(super) fn code_defers(&self, status: u64, ip: u64) -> bool {
        status & psr::IT != 0
            && self
                .translation
                .find_instruction(ip)
                .is_some_and(Entry::defers)
    }

    /// The level to which `epc` promotes from a page (volume 3, `epc`).
    pub(super) fn promoted_level(&self, status: u64, ip: u64) -> u8 {
        let level = psr::cpl(status);
        if status & psr::IT == 0 {
            return 0;
        }
        match self.translation.find_instruction(ip) {
            Some(entry) if entry.rights() == PROMOTES => level.min(entry.level()),
            _ => level,
        }
    }

    /// Whether a speculative load of code at `ip` is deferred, instead of raising the condition of the highest priority (volume 2,
    /// section 5.5.5): one of its conditions is to be deferred.
    pub(super) fn defers(&self, status: u64, ip: u64, raise: &Raise, r: &Reference) -> bool {
        let always = matches!(
            raise.vector,
            Vector::GeneralException | Vector::NatConsumption | Vector::UnsupportedDataReference
        );
        if always || status & psr::IC == 0 {
            return true;
        }
        if !self.code_defers(status, ip) {
            return false;
        }
        // A page that is missing or not present has no further conditions.
        let page = match self.translation.find_data(r.address) {
            Some(entry) if entry.present() => self.page_faults(status, entry, r),
            _ => [Some(raise.vector), None, None, None],
        };
        let others = self.other_faults(status, r);
        let mut conditions = page.into_iter().chain(others).flatten();
        conditions.any(|vector| {
            let bit = deferral(vector);
            self.control.dcr & bit == bit
        })
    }
}

/// The bit of `cr.dcr` that has a condition of speculative loads deferred; 0: none is needed.
const fn deferral(vector: Vector) -> u64 {
    match vector {
        Vector::AlternateDataTlb
        | Vector::VhptTranslation
        | Vector::DataTlb
        | Vector::DataNestedTlb => dcr::DM,
        Vector::PageNotPresent => dcr::DP,
        Vector::DataKeyMiss => dcr::DK,
        Vector::KeyPermission => dcr::DX,
        Vector::DataAccessRights => dcr::DR,
        Vector::DataAccessBit => dcr::DA,
        Vector::Debug => dcr::DD,
        _ => 0,
    }
}

/// Raises the first of the conditions of a reference.
fn raise_first<const N: usize>(
    conditions: [Option<Vector>; N],
    r: &Reference,
) -> Result<(), Raise> {
    match conditions.into_iter().flatten().next() {
        Some(vector) => Err(Raise::memory(vector, r.access, r.address)),
        None => Ok(()),
    }
}

/// A reference of an instruction to data, at the privilege level of the status.
pub(super) const fn of_instruction(status: u64, address: u64, size: u8, access: u64) -> Reference {
    Reference {
        address,
        size,
        access,
        level: psr::cpl(status),
        translated: status & psr::DT != 0,
    }
}

/// A reference of the register stack engine.
pub(super) const fn of_stack(
    status: u64,
    configuration: u64,
    address: u64,
    access: u64,
) -> Reference {
    Reference {
        address,
        size: 8,
        access: access | isr::RS,
        level: rsc::level(configuration),
        translated: status & psr::RT != 0,
    }
}
