//! Instructions that reach beyond the program: ordering, caches, probes, and those that only an
//! operating system may execute.

use isa::theme::System;
use isa::{IndirectFile, Instruction, Op, ProbeAccess};

use super::{Context, Flow, Step};
use crate::fault::{Raise, Vector, isr, non_access};
use crate::options::IsaLevel;

impl Context<'_> {
    /// Whether the configured processor has an instruction.
    pub(super) fn provides(&self, op: Op) -> bool {
        match self.options.isa {
            IsaLevel::Full => true,
            IsaLevel::AsBuilt(family) => op.exists_on(family),
        }
    }

    pub(super) fn system(&mut self, op: System, i: &Instruction) -> Step {
        if self.is_system() {
            self.system_mode(op, i)
        } else {
            self.unprivileged(op, i)
        }
    }

    /// An instruction as a program executes it.
    pub(crate) fn unprivileged(&mut self, op: System, i: &Instruction) -> Step {
        match op {
            // Memory is accessed in program order, and code is decoded again when a store changes it: nothing to do.
            System::Mf
            | System::MfA
            | System::SrlzD
            | System::SrlzI
            | System::SyncI
            | System::Fwb => {}
            System::Fc | System::FcI => {
                const ACCESS: u64 = isr::R | isr::NA | non_access::FC;
                let (address, nat) = self.read(i.r3);
                if nat {
                    return Err(Raise::nat(ACCESS));
                }
                if !self.space.permits(address, false, false) {
                    return Err(Raise::memory(Vector::PageNotPresent, ACCESS, address));
                }
                self.space.flush_code(address);
                self.addresses.push(address);
            }
            // `epc` raises the privilege to that of the page; no page of a program is more privileged, so the level
            // stays. With ar.pfs.ppl below it the instruction is illegal (volume 3, `epc`).
            System::Epc => {
                if isa::pfs::level(self.cpu.ar.pfs) < self.cpu.cpl() {
                    return Err(Raise::ILLEGAL);
                }
            }
            System::MovFromIndirect(IndirectFile::Cpuid) => {
                self.check_target(i.r1)?;
                let index = self.consume(i.r3)?;
                let value = usize::try_from(index & 0xff)
                    .ok()
                    .and_then(|index| self.options.cpuid.get(index));
                let value = *value.ok_or(Raise::RESERVED)?;
                self.write(i.r1, (value, false));
            }
            System::MovFromIndirect(IndirectFile::Pmd) => {
                self.check_target(i.r1)?;
                let index = self.consume(i.r3)?;
                let value = self.outside.read_pmd(index & 0xff).ok_or(Raise::RESERVED)?;
                self.write(i.r1, (value, false));
            }
            System::MovFromIndirect(IndirectFile::Dahr) => {
                self.check_target(i.r1)?;
                if !self.provides(i.op) {
                    return Err(Raise::ILLEGAL);
                }
                let index = self.consume(i.r3)?;
                if index & 0xff > 7 {
                    return Err(Raise::RESERVED);
                }
                // These registers hold hints: writes are ignored, reads give 0.
                self.write(i.r1, (0, false));
            }
            System::MovToDahr => {
                if !self.provides(i.op) {
                    return Err(Raise::ILLEGAL);
                }
            }
            System::Probe(access) => {
                self.check_target(i.r1)?;
                let (_, nat) = self.read(i.r2);
                let result = self.probe(i, access, nat)?;
                self.write(i.r1, (result, false));
            }
            System::ProbeImm(access) => {
                self.check_target(i.r1)?;
                let result = self.probe(i, access, false)?;
                self.write(i.r1, (result, false));
            }
            System::ProbeFault(access) => self.probe_fault(i, access)?,
            System::Thash | System::Ttag => {
                self.check_target(i.r1)?;
                let (address, nat) = self.read(i.r3);
                let value = if op == System::Thash {
                    linear_hash(address)
                } else {
                    address << 8 >> 8 >> 14
                };
                self.write(i.r1, (if nat { 0 } else { value }, nat));
            }
            // These need privilege level 0, which a program never has.
            System::Rfi
            | System::Bsw(_)
            | System::Vmsw(_)
            | System::MovFromCr
            | System::MovToCr
            | System::MovFromPsr
            | System::MovToPsrL
            | System::MovFromIndirect(
                IndirectFile::Rr
                | IndirectFile::Dbr
                | IndirectFile::Ibr
                | IndirectFile::Pkr
                | IndirectFile::Pmc
                | IndirectFile::Msr,
            )
            | System::MovToIndirect(_)
            | System::Ssm
            | System::Rsm
            | System::ItcD
            | System::ItcI
            | System::ItrD
            | System::ItrI
            | System::PtcL
            | System::PtcG
            | System::PtcGa
            | System::PtcE
            | System::PtrD
            | System::PtrI
            | System::Tpa
            | System::Tak => return Err(Raise::PRIVILEGED),
        }
        Ok(Flow::Next)
    }

    /// The address that a `probe` asks about, and `ISR` of its faults. `level_nat`: the privilege level in `r2` is a NaT.
    pub(crate) fn probed(
        &self,
        i: &Instruction,
        access: ProbeAccess,
        level_nat: bool,
    ) -> Result<(u64, u64), Raise> {
        let code = isr::NA | non_access::PROBE | isr::of_probe(access);
        let (address, nat) = self.read(i.r3);
        if nat || level_nat {
            Err(Raise::nat(code))
        } else {
            Ok((address, code))
        }
    }

    /// `probe`: 1 when the access would be allowed. A program has the lowest privilege already, so that the level that the instruction
    /// names changes nothing.
    fn probe(&self, i: &Instruction, access: ProbeAccess, level_nat: bool) -> Result<u64, Raise> {
        let (address, code) = self.probed(i, access, level_nat)?;
        if !self.space.permits(address, false, false) {
            return Err(Raise::memory(Vector::PageNotPresent, code, address));
        }
        let (read, write) = rights(access);
        Ok(u64::from(self.space.permits(address, read, write)))
    }

    fn probe_fault(&mut self, i: &Instruction, access: ProbeAccess) -> Result<(), Raise> {
        let code = isr::NA | non_access::PROBE_FAULT | isr::of_probe(access);
        let (address, nat) = self.read(i.r3);
        if nat {
            return Err(Raise::nat(code));
        }
        if !self.space.permits(address, false, false) {
            return Err(Raise::memory(Vector::PageNotPresent, code, address));
        }
        let (read, write) = rights(access);
        if !self.space.permits(address, read, write) {
            return Err(Raise::memory(Vector::DataAccessRights, code, address));
        }
        Ok(())
    }
}

const fn rights(access: ProbeAccess) -> (bool, bool) {
    match access {
        ProbeAccess::Read => (true, false),
        ProbeAccess::Write => (false, true),
        ProbeAccess::ReadWrite => (true, true),
    }
}

/// Size of Linux's page table for user regions as the hardware walker sees it: `pta.size` 15 bits.
const VHPT_BITS: u32 = 15;
const PAGE_BITS: u32 = 14;

/// The region-based (short format) hash of an address, with the table at the place where Linux
/// maps it: near the top of each region (volume 2, section 4.1.5.3).
fn linear_hash(address: u64) -> u64 {
    let region = address & 7 << 61;
    let base = (1 << 60) - (1u64 << VHPT_BITS);
    let offset = (address << 3 >> 3 >> PAGE_BITS) << 3 & ((1 << VHPT_BITS) - 1);
    region | base | offset
}
