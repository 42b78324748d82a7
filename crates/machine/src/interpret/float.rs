//! Floating point: registers in, [`crate::semantics::fp`] in between, registers, predicates and
//! flags out.

use events::Fact;
use isa::theme::{FloatArithmetic, FloatMove, Transfer};
use isa::{Instruction, Register, psr};

use super::{Context, Flow, Step};
use crate::fault::Raise;
use crate::semantics::fp::{self, Computed, Effect, Sources};

impl Context<'_> {
    /// f0 and f1 cannot be written.
    pub(super) fn check_fp_target(&self, f: u8) -> Result<(), Raise> {
        if f < 2 { Err(Raise::ILLEGAL) } else { Ok(()) }
    }

    /// Registers of a disabled partition fault (volume 2, "Disabled FP-Register vector"). `access`: the bits R and W of `ISR`,
    /// of loads and stores.
    pub(super) fn check_fp_enabled(
        &self,
        registers: impl IntoIterator<Item = u8>,
        access: u64,
    ) -> Result<(), Raise> {
        let disabled = self.cpu.psr & (psr::DFL | psr::DFH);
        if disabled == 0 {
            return Ok(());
        }
        let code = registers.into_iter().fold(0, |code, f| match f {
            2..=31 if disabled & psr::DFL != 0 => code | 1,
            32.. if disabled & psr::DFH != 0 => code | 2,
            _ => code,
        });
        if code == 0 {
            Ok(())
        } else {
            Err(Raise::disabled_fp(code | access))
        }
    }

    pub(super) fn transfer(&mut self, op: Transfer, i: &Instruction) -> Step {
        match op {
            Transfer::Setf(part) => {
                self.check_fp_target(i.r1)?;
                self.check_fp_enabled([i.r1], 0)?;
                let (value, nat) = self.read(i.r2);
                self.cpu
                    .set_fr(i.r1, fp::set_from_general(part, value, nat));
            }
            Transfer::Getf(part) => {
                self.check_target(i.r1)?;
                self.check_fp_enabled([i.r2], 0)?;
                let value = fp::get_to_general(part, self.cpu.fr(i.r2));
                self.write(i.r1, value);
            }
        }
        Ok(Flow::Next)
    }

    pub(super) fn float_arithmetic(&mut self, op: FloatArithmetic, i: &Instruction) -> Step {
        fp::check_targets(op, i)?;
        let sources = self.float_sources(i)?;
        let done = fp::compute(op, i, self.cpu.ar.fpsr, sources)?;
        self.complete(i, done)
    }

    pub(super) fn float_move(&mut self, op: FloatMove, i: &Instruction) -> Step {
        fp::check_moved(i)?;
        let sources = self.float_sources(i)?;
        let done = fp::move_bits(op, i, self.cpu.ar.fpsr, sources)?;
        self.complete(i, done)
    }

    /// The values of the registers f2, f3 and f4, after a check that those of the instruction are enabled.
    fn float_sources(&self, i: &Instruction) -> Result<Sources, Raise> {
        if self.cpu.psr & (psr::DFL | psr::DFH) != 0 {
            let operands = i.operands();
            let registers = operands
                .iter()
                .filter_map(|operand| match operand.register {
                    Register::Fr(f) => Some(f),
                    _ => None,
                });
            self.check_fp_enabled(registers, 0)?;
        }
        Ok(Sources {
            f2: self.cpu.fr(i.r2),
            f3: self.cpu.fr(i.r3),
            f4: self.cpu.fr(i.r4),
        })
    }

    /// Writes what an instruction has computed.
    fn complete(&mut self, i: &Instruction, done: Computed) -> Step {
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
        if done.flushed > 0 {
            self.notes.push(|| Fact::FlushedToZero {
                results: done.flushed,
            });
        }
        Ok(done.trap.map_or(Flow::Next, Flow::Trap))
    }
}
