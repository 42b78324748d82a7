//! Instructions that reach beyond the program: ordering, caches, probes, and those that only an
//! operating system may execute.

use isa::theme::System;
use isa::{Ar, IndirectFile, Instruction, Op, ProbeAccess};

use super::{Context, Flow, Step};
use crate::fault::{Raise, Vector, isr, non_access};
use crate::memory::Protection;
use crate::options::IsaLevel;
use crate::system::{SystemModel, check_control, short_hash};

impl Context<'_> {
    /// Whether the configured processor has an instruction.
    pub(super) fn provides(&self, op: Op) -> bool {
        match self.options.isa {
            IsaLevel::Full => true,
            IsaLevel::AsBuilt(family) => op.exists_on(family),
        }
    }

    /// Whether the configured processor has an application register.
    pub(super) fn provides_register(&self, register: Ar) -> bool {
        match self.options.isa {
            IsaLevel::Full => true,
            IsaLevel::AsBuilt(family) => register.exists_on(family),
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
                self.check_present(address, ACCESS)?;
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
                let model = self.model();
                let nat = nat || !model.implements_virtual(address);
                let value = match op {
                    _ if nat => 0,
                    System::Thash => linear_hash(&model, address),
                    // The identifier of a program's regions, which the tag has in its upper bits, is not known.
                    _ => model.offset(address) >> page_shift(address),
                };
                self.write(i.r1, (value, nat));
            }
            System::MovFromCr => {
                check_control(i.cr(), self.cpu.psr, false)?;
                self.check_target(i.r1)?;
                return Err(Raise::PRIVILEGED);
            }
            System::MovToCr => {
                check_control(i.cr(), self.cpu.psr, true)?;
                return Err(Raise::PRIVILEGED);
            }
            System::MovFromPsr
            | System::MovFromIndirect(
                IndirectFile::Rr
                | IndirectFile::Dbr
                | IndirectFile::Ibr
                | IndirectFile::Pkr
                | IndirectFile::Pmc
                | IndirectFile::Msr,
            )
            | System::Tpa
            | System::Tak => {
                self.check_target(i.r1)?;
                return Err(Raise::PRIVILEGED);
            }
            // Illegal while interruptions are collected, which they always are in a program.
            System::ItcD | System::ItcI | System::ItrD | System::ItrI => {
                return Err(Raise::ILLEGAL);
            }
            // These need privilege level 0, which a program never has.
            System::Rfi
            | System::Bsw(_)
            | System::Vmsw(_)
            | System::MovToPsrL
            | System::MovToIndirect(_)
            | System::Ssm
            | System::Rsm
            | System::PtcL
            | System::PtcG
            | System::PtcGa
            | System::PtcE
            | System::PtrD
            | System::PtrI => return Err(Raise::PRIVILEGED),
        }
        Ok(Flow::Next)
    }

    /// What the configured processor implements.
    fn model(&self) -> SystemModel {
        SystemModel::of_level(self.options.isa)
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

    /// Refuses to look at an address that is not mapped, that lies in a page of NaTs, or whose page has no rights at all. The last is
    /// told as missing rights: a host takes a page of a mapping that is not present for one that its memory has no room for.
    fn check_present(&self, address: u64, code: u64) -> Result<(), Raise> {
        let region = self.space.region(address);
        let vector = match region.map(|region| region.protection) {
            None => Vector::PageNotPresent,
            Some(it) if it.of_nats => return Err(Raise::nat_page(code, address)),
            Some(Protection::NONE) => Vector::DataAccessRights,
            Some(_) => return Ok(()),
        };
        Err(Raise::memory(vector, code, address))
    }

    /// `probe`: 1 when the access would be allowed. A program has the lowest privilege already, so that the level that the instruction
    /// names changes nothing.
    fn probe(&self, i: &Instruction, access: ProbeAccess, level_nat: bool) -> Result<u64, Raise> {
        let (address, code) = self.probed(i, access, level_nat)?;
        if !self.model().implements_virtual(address) {
            return Ok(0);
        }
        self.check_present(address, code)?;
        let (read, write) = rights(access);
        Ok(u64::from(self.space.permits(address, read, write)))
    }

    fn probe_fault(&mut self, i: &Instruction, access: ProbeAccess) -> Result<(), Raise> {
        let code = isr::NA | non_access::PROBE_FAULT | isr::of_probe(access);
        let (address, nat) = self.read(i.r3);
        if nat {
            return Err(Raise::nat(code));
        }
        self.check_present(address, code)?;
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

/// The page size of Linux, as base-2 logarithm; regions 6 and 7 have a granule of 16 MB.
const fn page_shift(address: u64) -> u32 {
    if address >> 61 < 6 { 14 } else { 24 }
}

/// What `thash` gives with `cr.pta` as Linux sets it: each region has its table of the short format at its end, which is as large as
/// the pages of a region need.
fn linear_hash(model: &SystemModel, address: u64) -> u64 {
    let bits = u32::from(model.virtual_msb) + 1 - 14 + 3;
    let table = (1 << 61) - (1 << bits);
    let pta = table | u64::from(bits) << 2;
    short_hash(pta, address, model.offset(address) >> page_shift(address))
}
