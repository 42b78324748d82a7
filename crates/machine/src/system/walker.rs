//! The hardware walker of the virtual hash page table (volume 2, section 4.1.5 and following).

use isa::psr;

use super::System;
use super::control::{ITIR_RESERVED, dcr, pta};
use super::tlb::{Entry, OFFSET, PRESENT, attribute, is_reserved};
use super::translate::rr;
use crate::fault::Vector;
use crate::memory::AddressSpace;

/// Why the walker finds no translation.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Missed {
    /// The walker is disabled.
    Off,
    /// There is no translation of the table's own page.
    Table,
    /// The table has no entry for the address, or one that the walker may not use.
    Entry,
}

impl Missed {
    pub(super) const fn of_data(self) -> Vector {
        match self {
            Self::Off => Vector::AlternateDataTlb,
            Self::Table => Vector::VhptTranslation,
            Self::Entry => Vector::DataTlb,
        }
    }

    pub(super) const fn of_fetch(self) -> Vector {
        match self {
            Self::Off => Vector::AlternateInstructionTlb,
            Self::Table => Vector::VhptTranslation,
            Self::Entry => Vector::InstructionTlb,
        }
    }
}

/// Bytes of an entry of the long format.
const LONG: usize = 32;
/// Bit of the tag word that keeps an entry from matching.
const INVALID_TAG: u64 = 1 << 63;

/// Reserved bits of the second word that are ignored if the page is not present, as those of `cr.itir` are in an insertion (volume 3, `itr`).
const ITIR_IGNORED_IF_ABSENT: u64 = !0 << 32;

/// Address in the region of an address, at an offset in the table that `cr.pta` describes.
const fn place(pta: u64, region: u64, offset: u64) -> u64 {
    let size = pta::size(pta);
    let mask = (1u64 << if size < 63 { size } else { 63 }) - 1;
    let table = pta & !0x7fff;
    region & !OFFSET | (table & !mask | offset & mask) & OFFSET
}

/// Address of the entry of the short format for an address, whose page has a number inside its region (volume 2, section
/// 4.1.5.3).
pub(crate) const fn short_hash(pta: u64, address: u64, page: u64) -> u64 {
    place(pta, address, page << 3)
}

impl System {
    /// The bits of an address that number its page inside the region.
    fn page_number(&self, address: u64) -> u64 {
        self.model.offset(address) >> rr::shift(self.translation.region(address))
    }

    /// Address of the entry for an address in the table (`thash`). The long format's hash and tag are those of the Itanium.
    pub(super) fn hash(&self, address: u64) -> u64 {
        let base = self.control.pta;
        let page = self.page_number(address);
        let rid = u64::from(rr::rid(self.translation.region(address)));
        if base & pta::VF != 0 {
            place(base, base, (page ^ rid) << 5)
        } else {
            short_hash(base, address, page)
        }
    }

    /// The tag of an address in a table of the long format (`ttag`).
    pub(super) fn tag(&self, address: u64) -> u64 {
        let rid = u64::from(rr::rid(self.translation.region(address)));
        (self.page_number(address) ^ rid << 39) & !INVALID_TAG
    }

    /// Looks an address up in the table. `enabled`: whether the status permits walks for this reference.
    pub(super) fn walk(
        &self,
        status: u64,
        address: u64,
        enabled: bool,
        memory: &AddressSpace,
    ) -> Result<Entry, Missed> {
        let region = self.translation.region(address);
        if !enabled || self.control.pta & pta::VE == 0 || region & rr::VE == 0 {
            return Err(Missed::Off);
        }
        let at = self.hash(address);
        let page = self.translation.find_data(at).ok_or(Missed::Table)?;
        let usable = page.present()
            && page.attribute() == attribute::WRITE_BACK
            && page.accessed()
            && self.check_key(status, page, true, false, false).is_ok();
        let long = self.control.pta & pta::VF != 0;
        let size = if long { LONG } else { 8 };
        let stopped =
            status & psr::DB != 0 && self.breakpoints.hits_data(at, size as u8, 0, true, false);
        if !usable || stopped {
            return Err(Missed::Entry);
        }
        let mut bytes = [0; LONG];
        memory.peek(page.physical(at), &mut bytes[..size]);
        let word = |n: usize| {
            let word = bytes.as_chunks::<8>().0[n];
            if self.control.dcr & dcr::BE != 0 {
                u64::from_be_bytes(word)
            } else {
                u64::from_le_bytes(word)
            }
        };
        let (shift, key) = if long {
            let ignored = match word(0) & PRESENT {
                0 => ITIR_IGNORED_IF_ABSENT,
                _ => 0,
            };
            if word(2) != self.tag(address) || word(1) & ITIR_RESERVED & !ignored != 0 {
                return Err(Missed::Entry);
            }
            (rr::shift(word(1)), rr::rid(word(1)))
        } else {
            (rr::shift(region), rr::rid(region))
        };
        if is_reserved(word(0), &self.model) || !self.model.inserts(shift) {
            return Err(Missed::Entry);
        }
        Ok(Entry::new(word(0), address, rr::rid(region), shift, key))
    }
}
