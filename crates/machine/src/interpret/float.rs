//! Floating point: registers in, [`crate::semantics::fp`] in between, registers, predicates and
//! flags out.

use events::Fact;
use isa::{Instruction, Op, Register, psr};

use super::{Context, Flow, Step};
use crate::fault::Raise;
use crate::semantics::fp::{self, Effect, Sources};

impl Context<'_> {
    /// f0 and f1 cannot be written.
    pub(super) fn check_fp_target(&self, f: u8) -> Result<(), Raise> {
        if f < 2 { Err(Raise::ILLEGAL) } else { Ok(()) }
    }

    /// Registers of a disabled partition fault (volume 2, "Disabled FP-Register vector").
    pub(super) fn check_fp_enabled(&self, registers: &[u8]) -> Result<(), Raise> {
        let disabled = self.cpu.psr & (psr::DFL | psr::DFH);
        if disabled == 0 {
            return Ok(());
        }
        let code = registers.iter().fold(0, |code, &f| match f {
            2..=31 if disabled & psr::DFL != 0 => code | 1,
            32.. if disabled & psr::DFH != 0 => code | 2,
            _ => code,
        });
        if code == 0 {
            Ok(())
        } else {
            Err(Raise::disabled_fp(code))
        }
    }

    pub(super) fn float(&mut self, i: &Instruction) -> Step {
        match i.op {
            Op::Setf(part) => {
                self.check_fp_target(i.r1)?;
                self.check_fp_enabled(&[i.r1])?;
                let (value, nat) = self.read(i.r2);
                self.cpu
                    .set_fr(i.r1, fp::set_from_general(part, value, nat));
            }
            Op::Getf(part) => {
                self.check_target(i.r1)?;
                self.check_fp_enabled(&[i.r2])?;
                let value = fp::get_to_general(part, self.cpu.fr(i.r2));
                self.write(i.r1, value);
            }
            _ => return self.compute(i),
        }
        Ok(Flow::Next)
    }

    fn compute(&mut self, i: &Instruction) -> Step {
        if self.cpu.psr & (psr::DFL | psr::DFH) != 0 {
            let operands = i.operands();
            for operand in operands.iter() {
                if let Register::Fr(f) = operand.register {
                    self.check_fp_enabled(&[f])?;
                }
            }
        }
        let sources = Sources {
            f2: self.cpu.fr(i.r2),
            f3: self.cpu.fr(i.r3),
            f4: self.cpu.fr(i.r4),
        };
        let done = fp::compute(i, self.cpu.ar.fpsr, sources)?;
        match done.effect {
            Effect::Register(value) => self.cpu.set_fr(i.r1, value),
            Effect::Predicates(first, second) => {
                self.set_predicate(i.p1(), first);
                self.set_predicate(i.p2(), second);
            }
            Effect::RegisterAndPredicate(value, predicate) => {
                self.cpu.set_fr(i.r1, value);
                self.set_predicate(i.p2(), predicate);
            }
            Effect::Status => self.cpu.ar.set_fpsr(done.fpsr),
        }
        self.cpu.ar.fpsr = done.fpsr;
        if done.assisted {
            self.notes.push(|| Fact::Assisted);
        }
        Ok(done.trap.map_or(Flow::Next, Flow::Trap))
    }
}
