//! Integer results, compares and tests.

use isa::{CompareType, Instruction, Op};

use super::{Context, Flow, Step};
use crate::fault::Raise;
use crate::semantics::integer;

impl Context<'_> {
    /// Every instruction that only computes `r1` from `r2`, `r3` and an immediate.
    pub(super) fn integer(&mut self, i: &Instruction) -> Step {
        self.check_target(i.r1)?;
        if !self.provides(i.op) {
            return Err(Raise::ILLEGAL);
        }
        let (uses_r2, uses_r3) = integer::sources(i.op);
        let (r2, nat2) = self.read(i.r2);
        let (r3, nat3) = self.read(i.r3);
        let value = integer::evaluate(i, r2, r3).ok_or(Raise::ILLEGAL)?;
        self.write(i.r1, (value, uses_r2 && nat2 || uses_r3 && nat3));
        Ok(Flow::Next)
    }

    pub(super) fn compare(&mut self, i: &Instruction) -> Step {
        if i.p1() == i.p2() {
            return Err(Raise::ILLEGAL);
        }
        let (b, nat) = self.read(i.r3);
        let (rel, ctype, word, (a, other_nat)) = match i.op {
            Op::Cmp { rel, ctype, word } => (rel, ctype, word, self.read(i.r2)),
            Op::CmpImm { rel, ctype, word } => (rel, ctype, word, (i.imm as u64, false)),
            Op::CmpZero { rel, ctype, word } => (rel, ctype, word, (0, false)),
            _ => return Err(Raise::ILLEGAL),
        };
        let result = integer::compare(rel, word, a, b);
        self.set_compared(i, ctype, result, nat || other_nat);
        Ok(Flow::Next)
    }

    pub(super) fn test(&mut self, i: &Instruction) -> Step {
        if i.p1() == i.p2() || !self.provides(i.op) {
            return Err(Raise::ILLEGAL);
        }
        let (bit, nonzero, ctype, nat) = match i.op {
            Op::Tbit { nonzero, ctype } => {
                let (value, nat) = self.read(i.r3);
                (value >> (i.position() & 63) & 1 != 0, nonzero, ctype, nat)
            }
            Op::Tnat { nonzero, ctype } => (self.read(i.r3).1, nonzero, ctype, false),
            Op::Tf { nonzero, ctype } => {
                let features = self.options.cpuid[4];
                (
                    features >> (i.position() & 63) & 1 != 0,
                    nonzero,
                    ctype,
                    false,
                )
            }
            _ => return Err(Raise::ILLEGAL),
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
