//! Integer results, compares and tests.

use isa::theme::{Compare, Parallel, Scalar, Test};
use isa::{CompareType, Instruction, Register};

use super::{Context, Flow, Step};
use crate::fault::Raise;
use crate::semantics::{integer, parallel};

impl Context<'_> {
    pub(super) fn scalar(&mut self, op: Scalar, i: &Instruction) -> Step {
        self.check_target(i.r1)?;
        let value = integer::simple(op, i).value(self.read(i.r2).0, self.read(i.r3).0);
        self.write(i.r1, (value, self.any_source_nat(i)));
        Ok(Flow::Next)
    }

    pub(super) fn parallel(&mut self, op: Parallel, i: &Instruction) -> Step {
        self.check_target(i.r1)?;
        if !self.provides(i.op) {
            return Err(Raise::ILLEGAL);
        }
        let (r2, r3) = (self.read(i.r2).0, self.read(i.r3).0);
        let value = parallel::evaluate(op, r2, r3, i.imm).ok_or(Raise::ILLEGAL)?;
        self.write(i.r1, (value, self.any_source_nat(i)));
        Ok(Flow::Next)
    }

    /// Whether a general register that the instruction reads holds a NaT.
    fn any_source_nat(&self, i: &Instruction) -> bool {
        self.cpu.nat != 0
            && i.operands()
                .reads()
                .any(|register| matches!(register, Register::Gr(r) if self.read(r).1))
    }

    pub(super) fn compare(&mut self, op: Compare, i: &Instruction) -> Step {
        if i.p1() == i.p2() {
            return Err(Raise::ILLEGAL);
        }
        let (b, nat) = self.read(i.r3);
        let (rel, ctype, word, (a, other_nat)) = match op {
            Compare::Cmp { rel, ctype, word } => (rel, ctype, word, self.read(i.r2)),
            Compare::CmpImm { rel, ctype, word } => (rel, ctype, word, (i.imm as u64, false)),
            Compare::CmpZero { rel, ctype, word } => (rel, ctype, word, (0, false)),
        };
        let result = integer::compare(rel, word, a, b);
        self.set_compared(i, ctype, result, nat || other_nat);
        Ok(Flow::Next)
    }

    pub(super) fn test(&mut self, op: Test, i: &Instruction) -> Step {
        if i.p1() == i.p2() || !self.provides(i.op) {
            return Err(Raise::ILLEGAL);
        }
        let (bit, nonzero, ctype, nat) = match op {
            Test::Tbit { nonzero, ctype } => {
                let (value, nat) = self.read(i.r3);
                (value >> (i.position() & 63) & 1 != 0, nonzero, ctype, nat)
            }
            Test::Tnat { nonzero, ctype } => (self.read(i.r3).1, nonzero, ctype, false),
            Test::Tf { nonzero, ctype } => {
                let features = self.options.cpuid[4];
                (
                    features >> (i.position() & 63) & 1 != 0,
                    nonzero,
                    ctype,
                    false,
                )
            }
        };
        self.set_compared(i, ctype, bit == nonzero, nat);
        Ok(Flow::Next)
    }

    /// The update of two predicates (volume 3, tables 2-15 and 2-16); with a NaT source the
    /// result is false in a way that depends on the type.
    fn set_compared(&mut self, i: &Instruction, ctype: CompareType, result: bool, nat: bool) {
        let (p1, p2) = (i.p1(), i.p2());
        match ctype {
            CompareType::Normal | CompareType::Unc => {
                self.set_predicate(p1, result && !nat);
                self.set_predicate(p2, !result && !nat);
            }
            CompareType::And => {
                if !result || nat {
                    self.set_predicate(p1, false);
                    self.set_predicate(p2, false);
                }
            }
            CompareType::Or => {
                if result && !nat {
                    self.set_predicate(p1, true);
                    self.set_predicate(p2, true);
                }
            }
            CompareType::OrAndcm => {
                if result && !nat {
                    self.set_predicate(p1, true);
                    self.set_predicate(p2, false);
                }
            }
        }
    }
}
