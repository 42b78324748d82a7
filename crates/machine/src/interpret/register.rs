//! The register stack, and moves to and from branch, predicate and application registers.

use isa::theme::Registers;
use isa::{Ar, Instruction, pfs, psr, rsc};
use softfp::Fpsr;

use super::{Context, Flow, Step, Value};
use crate::fault::Raise;
use crate::state::Cfm;

fn check_unit(i: &Instruction) -> Result<(), Raise> {
    if i.ar().is_reached_by(i.unit()) {
        Ok(())
    } else {
        Err(Raise::ILLEGAL)
    }
}

impl Context<'_> {
    pub(super) fn register(&mut self, op: Registers, i: &Instruction) -> Step {
        match op {
            Registers::Alloc => self.alloc(i)?,
            Registers::Flushrs => self.cpu.flush_noted(self.space, self.notes)?,
            Registers::Loadrs => {
                // Legal only in enforced lazy mode and with an empty frame (volume 3, `loadrs`).
                if self.cpu.ar.rsc & rsc::MODE != 0
                    || self.cpu.cfm.sof != 0 && self.cpu.ar.rsc & rsc::LOADRS != 0
                {
                    return Err(Raise::ILLEGAL);
                }
                self.cpu.load_register_stack(self.space, self.notes)?;
            }
            Registers::Cover if self.is_system() => self.cpu.cover_in_system(),
            Registers::Cover => self.cpu.cover(),
            Registers::Clrrrb => {
                let cfm = Cfm {
                    rrb_gr: 0,
                    rrb_fr: 0,
                    rrb_pr: 0,
                    ..self.cpu.cfm
                };
                self.cpu.set_cfm(cfm);
            }
            Registers::ClrrrbPr => {
                let cfm = Cfm {
                    rrb_pr: 0,
                    ..self.cpu.cfm
                };
                self.cpu.set_cfm(cfm);
            }
            Registers::MovFromIp => self.set(i.r1, self.ip)?,
            Registers::MovFromPr => self.set(i.r1, self.cpu.pr_unrotated())?,
            Registers::MovToPr => {
                let value = self.consume(i.r2)?;
                let mask = i.predicate_mask();
                let old = self.cpu.pr_unrotated();
                self.cpu.set_pr_unrotated(old & !mask | value & mask);
            }
            Registers::MovToPrRot => {
                let mask = i.predicate_mask();
                let old = self.cpu.pr_unrotated();
                self.cpu.set_pr_unrotated(old & !mask | i.imm as u64 & mask);
            }
            Registers::MovFromBr => self.set(i.r1, self.cpu.br(i.b2()))?,
            Registers::MovToBr => {
                let value = self.consume(i.r2)?;
                self.cpu.set_br(i.b1(), value);
            }
            Registers::MovFromAr => {
                self.check_target(i.r1)?;
                check_unit(i)?;
                let value = self.application(i.ar())?;
                self.write(i.r1, (value, false));
            }
            Registers::MovToAr => {
                check_unit(i)?;
                self.check_application(i.ar())?;
                let value = self.consume(i.r2)?;
                self.set_application(i.ar(), value)?;
            }
            Registers::MovToArImm => {
                check_unit(i)?;
                self.check_application(i.ar())?;
                self.set_application(i.ar(), i.imm as u64)?;
            }
            Registers::MovFromUm => self.set(i.r1, self.cpu.psr & psr::USER_MASK)?,
            Registers::MovToUm => {
                let value = self.consume(i.r2)?;
                if value & 0xff & !psr::USER_MASK != 0 {
                    return Err(Raise::RESERVED);
                }
                self.set_user_mask(value & psr::USER_MASK);
            }
            Registers::Sum | Registers::Rum => {
                let mask = i.imm as u64;
                if mask & !psr::USER_MASK != 0 {
                    return Err(Raise::RESERVED);
                }
                let old = self.cpu.psr & psr::USER_MASK;
                self.set_user_mask(if op == Registers::Sum {
                    old | mask
                } else {
                    old & !mask
                });
            }
        }
        Ok(Flow::Next)
    }

    /// Writes an unchecked target with a value that is not NaT.
    pub(super) fn set(&mut self, r: u8, value: u64) -> Result<(), Raise> {
        self.check_target(r)?;
        self.write(r, (value, false));
        Ok(())
    }

    /// Reads a source that may not be NaT.
    pub(crate) fn consume(&self, r: u8) -> Result<u64, Raise> {
        match self.read(r) {
            (value, false) => Ok(value),
            (_, true) => Err(Raise::NAT),
        }
    }

    fn alloc(&mut self, i: &Instruction) -> Result<(), Raise> {
        let frame = i.frame();
        let old = self.cpu.cfm;
        if frame.sof > 96 || frame.sol > frame.sof || frame.sor > frame.sof {
            return Err(Raise::ILLEGAL);
        }
        // The target is checked against the new frame.
        if i.r1 == 0 || i.r1 >= 32 + frame.sof {
            return Err(Raise::ILLEGAL);
        }
        if frame.sor != old.sor && (old.rrb_gr | old.rrb_fr | old.rrb_pr) != 0 {
            return Err(Raise::RESERVED);
        }
        self.cpu
            .resize_frame(frame.sof, frame.sol, frame.sor, self.space, self.notes)?;
        let value: Value = (self.cpu.ar.pfs, false);
        self.write(i.r1, value);
        Ok(())
    }

    /// The user mask as a whole; with secure monitors `up` stays (volume 2, section 7.2.1).
    fn set_user_mask(&mut self, mask: u64) {
        let old = self.cpu.psr;
        let mut mask = mask;
        if old & psr::SP != 0 {
            mask = mask & !psr::UP | old & psr::UP;
        }
        self.cpu.set_psr(old & !psr::USER_MASK | mask);
        if (old ^ mask) & psr::UP != 0 {
            self.outside.user_monitor(mask & psr::UP != 0);
        }
    }

    fn application(&mut self, register: Ar) -> Result<u64, Raise> {
        if !self.cpu.engine_allows(register) || !self.provides_register(register) {
            return Err(Raise::ILLEGAL);
        }
        match register {
            Ar::ITC | Ar::RUC => {
                let clock = self.outside.clock();
                match self.cpu.system.as_deref() {
                    None => Ok(clock),
                    Some(_) if self.cpu.psr & psr::SI != 0 && self.cpu.cpl() != 0 => {
                        Err(Raise::PRIVILEGED_REGISTER)
                    }
                    Some(system) => Ok(system.itc(clock)),
                }
            }
            _ => self.cpu.ar(register).ok_or(Raise::ILLEGAL),
        }
    }

    /// Whether a program may write an application register at all.
    fn check_application(&self, register: Ar) -> Result<(), Raise> {
        if register == Ar::BSP
            || self.cpu.ar(register).is_none()
            || !self.provides_register(register)
            || !self.cpu.engine_allows(register)
        {
            return Err(Raise::ILLEGAL);
        }
        Ok(())
    }

    fn set_application(&mut self, register: Ar, value: u64) -> Result<(), Raise> {
        let value = match register {
            _ if self.cpu.cpl() != 0
                && (register.is_kernel() || matches!(register, Ar::ITC | Ar::RUC)) =>
            {
                return Err(Raise::PRIVILEGED_REGISTER);
            }
            Ar::RSC => {
                if value & !rsc::FIELDS != 0 {
                    return Err(Raise::RESERVED);
                }
                // A program cannot raise the privilege of its backing store.
                rsc::with_level(value, rsc::level(value).max(self.cpu.cpl()))
            }
            Ar::FPSR => Fpsr::write(value).map_err(|_| Raise::RESERVED)?.0,
            Ar::PFS => {
                if value & !pfs::FIELDS != 0 {
                    return Err(Raise::RESERVED);
                }
                value
            }
            _ => value,
        };
        if register == Ar::ITC
            && let Some(system) = self.cpu.system.as_deref_mut()
        {
            system.timer.set_itc(value, self.outside.clock());
            self.cpu.attend();
        }
        self.cpu.set_ar(register, value);
        Ok(())
    }
}
