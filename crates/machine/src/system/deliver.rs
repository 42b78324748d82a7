//! What an interruption saves and changes (volume 2, section 5.5).

use events::{CutShort, CutShortBy};
use isa::psr;

use super::System;
use super::control::dcr;
use super::translate::rr;
use crate::fault::{Raise, Vector, isr, nat, non_access, trap};
use crate::memory::AddressSpace;
use crate::state::Cpu;

/// The bits of `psr` that an interruption does not change.
const UNCHANGED: u64 =
    psr::UP | psr::MFL | psr::MFH | psr::PK | psr::DT | psr::RT | psr::MC | psr::IT;

/// One interruption that was delivered.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Interruption {
    /// Which vector took it.
    pub vector: Vector,
    /// `ISR`.
    pub isr: u64,
    /// Address of the bundle at which the interrupted code goes on.
    pub ip: u64,
    /// Slot there.
    pub slot: u8,
    /// `psr` before.
    pub status: u64,
    /// The faulting address, of faults that have one.
    pub address: u64,
    /// Instructions that the context had retired.
    pub retired: u64,
}

impl Interruption {
    /// The access that it cut short, if that asked for a translation. Instructions that only ask about one (`probe`, `tpa`, `tak`) access nothing.
    #[must_use]
    pub fn cut_short(&self) -> Option<CutShort> {
        let untranslated = match self.vector {
            Vector::VhptTranslation
            | Vector::InstructionTlb
            | Vector::DataTlb
            | Vector::AlternateInstructionTlb
            | Vector::AlternateDataTlb
            | Vector::DataNestedTlb => true,
            Vector::InstructionKeyMiss
            | Vector::DataKeyMiss
            | Vector::DirtyBit
            | Vector::InstructionAccessBit
            | Vector::DataAccessBit
            | Vector::PageNotPresent
            | Vector::KeyPermission
            | Vector::InstructionAccessRights
            | Vector::DataAccessRights
            | Vector::UnalignedDataReference
            | Vector::UnsupportedDataReference => false,
            Vector::NatConsumption if self.isr & nat::PAGE != 0 => false,
            Vector::Debug if self.isr & isr::X == 0 => false,
            _ => return None,
        };
        let asks = matches!(
            self.isr & 15,
            non_access::TPA | non_access::PROBE | non_access::TAK | non_access::PROBE_FAULT
        );
        let by = match self.isr {
            isr if isr & isr::X != 0 => CutShortBy::Fetch,
            isr if isr & isr::RS != 0 => CutShortBy::RegisterStack {
                fill: isr & isr::R != 0,
            },
            isr if isr & isr::NA != 0 && asks => return None,
            _ => CutShortBy::Reference,
        };
        Some(CutShort {
            address: self.address,
            by,
            untranslated,
        })
    }
}

/// Where an interruption was raised.
#[derive(Copy, Clone, Debug)]
pub(super) struct Origin {
    /// Slot of the instruction that raised it, or of the next one.
    pub slot: u8,
    /// Slot at which execution goes on.
    pub next: u8,
    /// Bundle of the last instruction that completed.
    pub last: u64,
}

/// Whether an interruption defines `IFA`.
const fn has_address(raise: &Raise) -> bool {
    match raise.vector {
        Vector::Break
        | Vector::ExternalInterrupt
        | Vector::DisabledFpRegister
        | Vector::Speculation
        | Vector::FpFault
        | Vector::FpTrap
        | Vector::TakenBranch
        | Vector::SingleStep
        | Vector::Virtualization => false,
        // Only unimplemented data addresses, of which 0 is none.
        Vector::GeneralException => raise.address != 0,
        Vector::NatConsumption => raise.isr & nat::PAGE != 0,
        Vector::LowerPrivilegeTransfer => raise.isr & trap::UNIMPLEMENTED_ADDRESS != 0,
        _ => true,
    }
}

/// Whether the vector defines `ITIR`, that is, whether the fault is one of translation.
const fn has_page(vector: Vector) -> bool {
    matches!(
        vector,
        Vector::VhptTranslation
            | Vector::InstructionTlb
            | Vector::DataTlb
            | Vector::AlternateInstructionTlb
            | Vector::AlternateDataTlb
            | Vector::InstructionKeyMiss
            | Vector::DataKeyMiss
            | Vector::DirtyBit
            | Vector::InstructionAccessBit
            | Vector::DataAccessBit
            | Vector::PageNotPresent
            | Vector::KeyPermission
            | Vector::InstructionAccessRights
            | Vector::DataAccessRights
    )
}

impl System {
    /// Delivers an interruption: saves the state in control registers (all but `ISR` only if `psr.ic` is 1), changes
    /// the status, and continues at the vector.
    pub(super) fn deliver(
        &mut self,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        raise: &Raise,
        origin: Origin,
    ) -> Interruption {
        let status = cpu.psr & !psr::RI | u64::from(origin.next) << psr::RI.trailing_zeros();
        let vector = raise.vector;
        let mut cause = raise.isr | u64::from(origin.slot) << isr::EI;
        let data = raise.isr & (isr::R | isr::W | isr::NA) != 0 && raise.isr & isr::RS == 0;
        // A disabled register is found before the reference.
        let referred = data && vector != Vector::DisabledFpRegister;
        let page_of_nats = vector == Vector::NatConsumption && raise.isr & nat::PAGE != 0;
        if referred && !page_of_nats && self.code_defers(cpu.psr, cpu.ip) {
            cause |= isr::ED;
        }
        if status & psr::IC == 0 {
            cause |= isr::NI;
        }
        if self.incomplete {
            cause |= isr::IR;
        }
        if vector != Vector::DataNestedTlb {
            self.control.isr = cause;
        }
        if status & psr::IC != 0 {
            self.collect(status, cpu.ip, raise, origin.last);
        }
        let mut new = status & UNCHANGED;
        if self.control.dcr & dcr::BE != 0 {
            new |= psr::BE;
        }
        if self.control.dcr & dcr::PP != 0 {
            new |= psr::PP;
        }
        let interruption = Interruption {
            vector,
            isr: cause,
            ip: cpu.ip,
            slot: origin.next,
            status,
            address: raise.address,
            retired: cpu.retired,
        };
        self.set_status(cpu, space, new);
        cpu.ip = self.control.iva | u64::from(vector.offset());
        cpu.slot = 0;
        self.interruptions_without_progress = if self.last.1 == cpu.retired {
            self.interruptions_without_progress + 1
        } else {
            0
        };
        self.last = (origin.last, cpu.retired);
        self.delivered += 1;
        interruption
    }

    /// Writes the control registers that describe an interruption.
    fn collect(&mut self, status: u64, ip: u64, raise: &Raise, last: u64) {
        let vector = raise.vector;
        let address = raise.address;
        self.control.ipsr = status;
        self.control.iip = ip & !15;
        self.control.iipa = last;
        self.control.ifs = 0;
        if has_address(raise) {
            self.control.ifa = address;
        }
        if has_page(vector) {
            self.control.itir = self.translation.region(address) & rr::ITIR;
        }
        match vector {
            Vector::VhptTranslation => {
                let entry = self.hash(address);
                self.control.iha = entry;
                self.control.itir = self.translation.region(entry) & rr::ITIR;
            }
            Vector::InstructionTlb | Vector::DataTlb => self.control.iha = self.hash(address),
            Vector::Break | Vector::Speculation => self.control.iim = raise.immediate,
            _ => {}
        }
    }

    /// Sets the processor status and what follows from it: the register bank, the translation regime, caches of
    /// translations, the log.
    pub(crate) fn set_status(&mut self, cpu: &mut Cpu, space: &mut AddressSpace, status: u64) {
        let old = cpu.psr;
        let changed = old ^ status;
        if changed & psr::BN != 0 {
            self.swap_bank(&mut cpu.gr, &mut cpu.nat);
            cpu.note_nats();
        }
        if changed & psr::PK != 0 {
            space.forget_translations();
            self.refetch = true;
        }
        self.log_status(status);
        cpu.set_psr_of_system(status & !psr::RI);
        space.set_regime(super::regime(status));
        cpu.attend();
    }
}
