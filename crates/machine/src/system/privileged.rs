//! The instructions whose meaning in system mode differs from that in a program (volume 3).

use isa::theme::System as Op;
use isa::{IndirectFile, Instruction, ProbeAccess, pfs, psr};

use super::control;
use super::rights::{Wanted, allows};
use super::tlb::{Entry, Side, is_reserved};
use super::translate::{Reference, of_instruction, pkr, rr};
use super::{System, breakpoints};
use crate::fault::{self, General, Raise, Vector, isr, non_access};
use crate::interpret::{Context, Flow, Step};
use crate::memory::AddressSpace;
use crate::record::MonitorRegister;
use crate::state::{Cfm, Cpu};

/// Whether an instruction acts on translations of instructions or of data.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Half {
    Instructions,
    Data,
}

/// The processor with its privileged side taken out of it, so that both can be changed.
fn with<T>(cpu: &mut Cpu, change: impl FnOnce(&mut System, &mut Cpu) -> T) -> Result<T, Raise> {
    let mut system = cpu.system.take().ok_or(Raise::PRIVILEGED)?;
    let result = change(&mut system, cpu);
    cpu.system = Some(system);
    Ok(result)
}

impl Context<'_> {
    fn privileged(&self) -> Result<(), Raise> {
        if self.cpu.cpl() == 0 {
            Ok(())
        } else {
            Err(Raise::PRIVILEGED)
        }
    }

    fn system_state(&mut self) -> Result<&mut System, Raise> {
        self.cpu.system.as_deref_mut().ok_or(Raise::PRIVILEGED)
    }

    /// Sets the processor status with everything that follows from it.
    fn set_status(&mut self, status: u64) -> Result<(), Raise> {
        let space = &mut *self.space;
        with(self.cpu, |system, cpu| {
            system.set_status(cpu, space, status)
        })
    }

    /// An instruction of the system theme.
    pub(crate) fn system_mode(&mut self, op: Op, i: &Instruction) -> Step {
        match op {
            Op::Fc | Op::FcI => {
                const ACCESS: u64 = isr::R | isr::NA | non_access::FC;
                let (address, nat) = self.read(i.r3);
                if nat {
                    return Err(Raise::nat(ACCESS));
                }
                self.translate(address, 1, ACCESS)?;
                self.addresses.push(address);
            }
            Op::Epc => {
                let (status, ip) = (self.cpu.psr, self.ip);
                if pfs::level(self.cpu.ar.pfs) < self.cpu.cpl() {
                    return Err(Raise::ILLEGAL);
                }
                let level = self.system_state()?.promoted_level(status, ip);
                self.set_status(psr::with_cpl(status, level))?;
            }
            Op::Rfi => return self.return_from_interruption(),
            Op::Bsw(bank) => {
                self.privileged()?;
                let status = self.cpu.psr & !psr::BN;
                self.set_status(if bank == 0 { status } else { status | psr::BN })?;
            }
            Op::Vmsw(_) => return Err(Raise::ILLEGAL),
            Op::MovFromCr => {
                control::check(i.cr(), self.cpu.psr, false)?;
                self.check_target(i.r1)?;
                self.privileged()?;
                let value = self.system_state()?.read_control(i.cr());
                self.write(i.r1, (value, false));
            }
            Op::MovToCr => {
                control::check(i.cr(), self.cpu.psr, true)?;
                self.privileged()?;
                let value = self.consume(i.r2)?;
                let clock = self.outside.clock();
                self.system_state()?.write_control(i.cr(), value, clock)?;
                if i.cr() == isa::Cr::PMV {
                    self.outside.write_monitor(MonitorRegister::Vector, value);
                }
                self.cpu.attend();
            }
            Op::MovFromPsr => {
                const SHOWN: u64 = 0xffff_ffff | psr::MC | psr::IT;
                self.check_target(i.r1)?;
                self.privileged()?;
                self.write(i.r1, (self.cpu.psr & SHOWN, false));
            }
            Op::MovToPsrL => {
                const LOW: u64 = 0xffff_ffff;
                self.privileged()?;
                let value = self.consume(i.r2)? & LOW;
                if value & !psr::SYSTEM_MASK != 0 {
                    return Err(Raise::RESERVED);
                }
                self.set_status(self.cpu.psr & !LOW | value)?;
            }
            Op::Ssm | Op::Rsm => {
                self.privileged()?;
                let mask = i.imm as u64;
                if mask & !psr::SYSTEM_MASK != 0 {
                    return Err(Raise::RESERVED);
                }
                let old = self.cpu.psr;
                self.set_status(if op == Op::Ssm {
                    old | mask
                } else {
                    old & !mask
                })?;
            }
            Op::MovFromIndirect(file @ (IndirectFile::Cpuid | IndirectFile::Dahr)) => {
                return self.unprivileged(Op::MovFromIndirect(file), i);
            }
            Op::MovFromIndirect(file) => {
                self.check_target(i.r1)?;
                if file != IndirectFile::Pmd {
                    self.privileged()?;
                }
                let index = self.consume(i.r3)?;
                let value = self.indirect(file, index)?;
                self.write(i.r1, (value, false));
            }
            Op::MovToIndirect(file) => {
                self.privileged()?;
                let index = self.consume(i.r3)?;
                let value = self.consume(i.r2)?;
                self.set_indirect(file, index, value)?;
            }
            Op::ItcD => self.insert(i, Half::Data, false)?,
            Op::ItcI => self.insert(i, Half::Instructions, false)?,
            Op::ItrD => self.insert(i, Half::Data, true)?,
            Op::ItrI => self.insert(i, Half::Instructions, true)?,
            Op::PtcL | Op::PtcG | Op::PtcGa => {
                let (address, shift, rid) = self.purged(i)?;
                let translation = &mut self.system_state()?.translation;
                let data = translation.data.purge_cache(rid, address, shift);
                let code = translation.instructions.purge_cache(rid, address, shift);
                if op == Op::PtcGa {
                    self.cpu.alat.invalidate_all();
                }
                self.forget(rid, address, data.max(code))?;
            }
            Op::PtcE => {
                self.privileged()?;
                self.consume(i.r3)?;
                let translation = &mut self.system_state()?.translation;
                translation.data.clear_cache();
                translation.instructions.clear_cache();
                self.forget_all()?;
            }
            Op::PtrD | Op::PtrI => {
                let (address, shift, rid) = self.purged(i)?;
                let translation = &mut self.system_state()?.translation;
                let side = if op == Op::PtrD {
                    &mut translation.data
                } else {
                    &mut translation.instructions
                };
                let fixed = side.purge_registers(rid, address, shift);
                let cached = side.purge_cache(rid, address, shift);
                self.forget(rid, address, fixed.max(cached))?;
            }
            Op::Probe(access) => {
                self.check_target(i.r1)?;
                let (level, nat) = self.read(i.r2);
                let result = self.probe_system(i, access, level, nat)?;
                self.write(i.r1, (result, false));
            }
            Op::ProbeImm(access) => {
                self.check_target(i.r1)?;
                let result = self.probe_system(i, access, i.imm as u64, false)?;
                self.write(i.r1, (result, false));
            }
            Op::ProbeFault(access) => {
                let access = isr::NA | non_access::PROBE_FAULT | isr::of_probe(access);
                let (address, nat) = self.read(i.r3);
                if nat {
                    return Err(Raise::nat(access));
                }
                let level = self.cpu.cpl().max(i.imm as u8 & 3);
                let reference = of_instruction(self.cpu.psr, address, 1, access);
                self.translate_as(&Reference { level, ..reference })?;
            }
            Op::Thash | Op::Ttag => {
                self.check_target(i.r1)?;
                let (address, nat) = self.read(i.r3);
                let system = self.system_state()?;
                let nat = nat || !system.model.implements_virtual(address);
                let value = match op {
                    _ if nat => 0,
                    Op::Thash => system.hash(address),
                    _ => system.tag(address),
                };
                self.write(i.r1, (value, nat));
            }
            Op::Tpa => {
                let entry = self.named_page(i, isr::NA | non_access::TPA)?;
                let (address, _) = self.read(i.r3);
                self.write(i.r1, (entry.physical(address), false));
            }
            Op::Tak => {
                let key = match self.named_page(i, isr::NA | non_access::TAK) {
                    Ok(entry) => u64::from(entry.key) << 8,
                    Err(raise) if raise.vector == Vector::GeneralException => return Err(raise),
                    Err(raise)
                        if raise.isr & fault::nat::REGISTER != 0
                            && raise.vector == Vector::NatConsumption =>
                    {
                        return Err(raise);
                    }
                    Err(_) => 1,
                };
                self.write(i.r1, (key, false));
            }
            Op::Mf | Op::MfA | Op::SrlzD | Op::SrlzI | Op::SyncI | Op::Fwb | Op::MovToDahr => {
                return self.unprivileged(op, i);
            }
        }
        Ok(Flow::Next)
    }

    /// `rfi`: the status, the place and, if it was covered, the frame of the interrupted code.
    fn return_from_interruption(&mut self) -> Step {
        self.privileged()?;
        let system = self.system_state()?;
        let (status, ip, frame) = (system.control.ipsr, system.control.iip, system.control.ifs);
        if status & psr::IS != 0 {
            return Err(Raise::general(General::DisabledIsaTransition));
        }
        let slot = (status & psr::RI) >> psr::RI.trailing_zeros();
        system.resume = Some(slot as u8);
        let incomplete = system.incomplete;
        self.set_status(status)?;
        if frame & control::IFS_VALID != 0 {
            let frame = Cfm::from_bits(frame & pfs::PFM).unwrap_or_default();
            self.cpu.resume_frame(frame, self.space, self.notes);
        } else if incomplete {
            self.cpu.resume_frame(self.cpu.cfm, self.space, self.notes);
        }
        Ok(Flow::Branch(ip))
    }

    /// Completes `br.ret`: lowers the privilege if `ar.pfs` asks for it (it cannot be raised), and arranges that a
    /// refused load of the frame is raised at the target.
    pub(crate) fn finish_return(
        &mut self,
        returned: Result<(), Raise>,
        level: u8,
    ) -> Result<(), Raise> {
        if let Err(raise) = returned {
            self.cpu.leave_incomplete();
            self.system_state()?.pending_frame_fault = Some(raise);
            self.cpu.attend();
        }
        if level > self.cpu.cpl() {
            self.set_status(psr::with_cpl(self.cpu.psr, level))?;
        }
        Ok(())
    }

    /// A register of an indirectly addressed file.
    fn indirect(&mut self, file: IndirectFile, index: u64) -> Result<u64, Raise> {
        let status = self.cpu.psr;
        let number = (index & 0xff) as usize;
        let seen = match file {
            IndirectFile::Pmc => Some(MonitorRegister::Control(index as u8)),
            IndirectFile::Pmd => Some(MonitorRegister::Data(index as u8)),
            _ => None,
        };
        // Secure monitors read as 0 below the highest level.
        let secure = status & psr::SP != 0 && psr::cpl(status) != 0;
        if let Some(register) = seen
            && !secure
            && let Some(value) = self.outside.read_monitor(register)
        {
            return Ok(value);
        }
        let system = self.system_state()?;
        let value = match file {
            IndirectFile::Rr => Some(system.translation.region(index)),
            IndirectFile::Pkr => system.translation.pkr.get(number).copied(),
            IndirectFile::Dbr => system.breakpoints.data.get(number).copied(),
            IndirectFile::Ibr => system.breakpoints.instruction.get(number).copied(),
            IndirectFile::Pmc => Some(system.monitor.control(index & 0xff)),
            IndirectFile::Pmd if secure => Some(0),
            IndirectFile::Pmd => Some(system.monitor.data(index & 0xff)),
            IndirectFile::Msr | IndirectFile::Cpuid | IndirectFile::Dahr => None,
        };
        value.ok_or(Raise::RESERVED)
    }

    fn set_indirect(&mut self, file: IndirectFile, index: u64, value: u64) -> Result<(), Raise> {
        let status = self.cpu.psr;
        let number = (index & 0xff) as usize;
        let system = self.system_state()?;
        let model = system.model;
        match file {
            IndirectFile::Rr => {
                let rid = value >> 8 & 0xff_ffff;
                if value & rr::RESERVED != 0
                    || rid >> model.rid_bits != 0
                    || !model.inserts(rr::shift(value))
                {
                    return Err(Raise::RESERVED);
                }
                system.translation.rr[(index >> 61) as usize & 7] = value;
                system.refetch = true;
                let full = system.log_regions(status);
                self.space.forget_range(index, 61);
                if full {
                    self.space.forget_translations();
                }
                self.cpu.attend();
            }
            IndirectFile::Pkr => {
                let key = (value & pkr::KEY) >> 8;
                if value & pkr::RESERVED != 0 || key >> model.key_bits != 0 {
                    return Err(Raise::RESERVED);
                }
                let keys = &mut system.translation.pkr;
                if number >= keys.len() {
                    return Err(Raise::RESERVED);
                }
                if value & pkr::VALID != 0 {
                    let same = keys
                        .iter_mut()
                        .filter(|key| **key & pkr::KEY == value & pkr::KEY);
                    same.for_each(|key| *key &= !pkr::VALID);
                }
                keys[number] = value;
                system.refetch = true;
                self.space.forget_translations();
                self.cpu.attend();
            }
            IndirectFile::Dbr | IndirectFile::Ibr => {
                if number >= breakpoints::REGISTERS {
                    return Err(Raise::RESERVED);
                }
                let breakpoints = &mut system.breakpoints;
                let (file, register) = match file {
                    IndirectFile::Dbr => (
                        &mut breakpoints.data,
                        MonitorRegister::DataBreakpoint(index as u8),
                    ),
                    _ => (
                        &mut breakpoints.instruction,
                        MonitorRegister::InstructionBreakpoint(index as u8),
                    ),
                };
                file[number] = value;
                self.outside.write_monitor(register, value);
            }
            IndirectFile::Pmc => {
                system.monitor.set_control(index & 0xff, value);
                let register = MonitorRegister::Control(index as u8);
                self.outside.write_monitor(register, value);
            }
            IndirectFile::Pmd => {
                system.monitor.set_data(index & 0xff, value);
                let register = MonitorRegister::Data(index as u8);
                self.outside.write_monitor(register, value);
            }
            IndirectFile::Msr | IndirectFile::Cpuid | IndirectFile::Dahr => {
                return Err(Raise::RESERVED);
            }
        }
        Ok(())
    }

    /// `itc` and `itr`: the translation that `r2`, `cr.ifa` and `cr.itir` describe (volume 3, `itr`).
    fn insert(&mut self, i: &Instruction, half: Half, fixed: bool) -> Result<(), Raise> {
        if self.cpu.psr & psr::IC != 0 {
            return Err(Raise::ILLEGAL);
        }
        self.privileged()?;
        let word = self.consume(i.r2)?;
        let register = if fixed { self.consume(i.r3)? & 0xff } else { 0 };
        let system = self.system_state()?;
        let model = system.model;
        let (address, itir) = (system.control.ifa, system.control.itir);
        let side = match half {
            Half::Instructions => &mut system.translation.instructions,
            Half::Data => &mut system.translation.data,
        };
        let (shift, key) = (rr::shift(itir), rr::rid(itir));
        let unknown_key = word & 1 != 0 && key >> model.key_bits != 0;
        if fixed && register >= side.registers() as u64
            || is_reserved(word, &model)
            || unknown_key
            || !model.inserts(shift)
        {
            return Err(Raise::RESERVED);
        }
        if !model.implements_virtual(address) {
            let code = General::ReservedRegisterField as u64;
            return Err(Raise::memory(Vector::GeneralException, code, address));
        }
        let rid = rr::rid(system.translation.rr[(address >> 61) as usize & 7]);
        let entry = Entry::new(word, address, rid, shift, key);
        let side = match half {
            Half::Instructions => &mut system.translation.instructions,
            Half::Data => &mut system.translation.data,
        };
        let shift = if fixed {
            side.fix(register as usize, entry)
        } else {
            side.insert(entry)
        };
        match half {
            Half::Instructions => {
                system.log_purge(rid, address, shift);
                system.refetch = true;
                self.cpu.attend();
                Ok(())
            }
            Half::Data => self.forget(rid, address, shift),
        }
    }

    /// Operands of a purge: address, base-2 logarithm of the size, region identifier.
    fn purged(&mut self, i: &Instruction) -> Result<(u64, u8, u32), Raise> {
        self.privileged()?;
        let address = self.consume(i.r3)?;
        let size = self.consume(i.r2)?;
        let system = self.system_state()?;
        if !system.model.implements_virtual(address) {
            let code = General::ReservedRegisterField as u64;
            return Err(Raise::memory(Vector::GeneralException, code, address));
        }
        let shift = (size >> 2 & 0x3f) as u8;
        // A size that the processor does not support is extended to that of the smallest page at least.
        let shift = shift.clamp(12, 61);
        Ok((address, shift, rr::rid(system.translation.region(address))))
    }

    /// Removes what is cached of the translations of a range, in every region that has the identifier.
    fn forget(&mut self, rid: u32, address: u64, shift: u8) -> Result<(), Raise> {
        let system = self.system_state()?;
        system.refetch = true;
        system.log_purge(rid, address, shift);
        let regions = system.translation.rr.iter();
        let shared = regions.filter(|&&region| rr::rid(region) == rid).count() > 1;
        let sides = &mut system.translation;
        let sides = [&mut sides.instructions, &mut sides.data];
        let overflowed = sides.map(Side::take_overflow).contains(&true);
        if overflowed || shared {
            self.space.forget_translations();
        } else {
            self.space.forget_range(address, shift);
        }
        self.cpu.attend();
        Ok(())
    }

    /// Removes all cached translations.
    fn forget_all(&mut self) -> Result<(), Raise> {
        let status = self.cpu.psr;
        let system = self.system_state()?;
        system.refetch = true;
        system.log_emptied(status);
        self.space.forget_translations();
        self.cpu.attend();
        Ok(())
    }

    /// The page that `tpa` and `tak` name.
    fn named_page(&mut self, i: &Instruction, access: u64) -> Result<Entry, Raise> {
        self.check_target(i.r1)?;
        if self.cpu.cpl() != 0 {
            return Err(Raise {
                isr: access | Raise::PRIVILEGED.isr,
                ..Raise::PRIVILEGED
            });
        }
        let (address, nat) = self.read(i.r3);
        if nat {
            return Err(Raise::nat(access));
        }
        let status = self.cpu.psr;
        let reference = Reference {
            translated: true,
            ..of_instruction(status, address, 1, access)
        };
        let memory: &AddressSpace = self.space;
        let system = self.cpu.system.as_deref_mut().ok_or(Raise::PRIVILEGED)?;
        if !system.model.implements_virtual(address) {
            let code = General::ReservedRegisterField as u64 | access;
            // `tak` does not report an unimplemented address: it has no translation, and so no key.
            let vector = if access & 15 == non_access::TAK {
                Vector::DataTlb
            } else {
                Vector::GeneralException
            };
            return Err(Raise::memory(vector, code, address));
        }
        let entry = system.entry(status, &reference, memory)?;
        if !entry.present() {
            return Err(Raise::memory(Vector::PageNotPresent, access, address));
        }
        if access & 15 == non_access::TPA && entry.attribute() == super::tlb::attribute::NAT_PAGE {
            return Err(Raise::nat_page(access, address));
        }
        Ok(entry)
    }

    /// `probe`: 1 when the access would be allowed at the less privileged of two levels.
    fn probe_system(
        &mut self,
        i: &Instruction,
        access: ProbeAccess,
        level: u64,
        level_nat: bool,
    ) -> Result<u64, Raise> {
        let (address, code) = self.probed(i, access, level_nat)?;
        let status = self.cpu.psr;
        let level = self.cpu.cpl().max(level as u8 & 3);
        let reference = Reference {
            translated: true,
            ..of_instruction(status, address, 1, code)
        };
        let memory: &AddressSpace = self.space;
        let system = self.cpu.system.as_deref_mut().ok_or(Raise::PRIVILEGED)?;
        if !system.model.implements_virtual(address) {
            return Ok(0);
        }
        let entry = system.entry(status, &reference, memory)?;
        if !entry.present() {
            return Err(Raise::memory(Vector::PageNotPresent, code, address));
        }
        if entry.attribute() == super::tlb::attribute::NAT_PAGE {
            return Err(Raise::nat_page(code, address));
        }
        let wanted = Wanted {
            read: code & isr::R != 0,
            write: code & isr::W != 0,
            execute: false,
        };
        match system.check_key(status, entry, wanted.read, wanted.write, false) {
            Err(true) => return Err(Raise::memory(Vector::DataKeyMiss, code, address)),
            Err(false) => return Ok(0),
            Ok(()) => {}
        }
        Ok(u64::from(allows(
            entry.rights(),
            entry.level(),
            level,
            wanted,
        )))
    }
}
