//! What single steps do; [`super::functions`] assigns these to the codes.

use softfp::{Fr, Held, Merge, XmaKind};

use super::assist::float_at;
use super::scene::Scene;
use super::uop::{UNLESS, Uop};
use crate::fault::Raise;
use crate::record::Recorder;
use crate::state::Cpu;

/// How a step ended.
pub(super) enum StepEnd {
    /// It is done; the next step follows.
    Done,
    /// A guard is false: this number of steps is left out; the step behind them has this code.
    Skip(u8, u8),
    /// Nothing has been done: this function does the step, or declines, and then it executes the general way.
    Elsewhere(fn(&mut Cpu, &Uop) -> bool),
    /// Nothing has been done: the instruction executes the general way, with a true qualifying predicate.
    General,
    /// The same for an instruction with the qualifying predicate `a`, which may be false.
    Qualified,
    /// There is no further step: the block is left at its end.
    End,
    /// It leaves the block for the place that its exit holds.
    Linked,
    /// It leaves the block for this address.
    Taken(u64),
    /// It faults.
    Raised(Raise),
}

impl StepEnd {
    /// Done, or nothing has been done and the instruction executes the general way.
    #[inline(always)]
    pub(super) fn done(done: bool) -> Self {
        if done {
            StepEnd::Done
        } else {
            StepEnd::General
        }
    }

    /// Done, or nothing has been done and another function does the step.
    #[inline(always)]
    pub(super) fn done_or(done: bool, elsewhere: fn(&mut Cpu, &Uop) -> bool) -> Self {
        if done {
            StepEnd::Done
        } else {
            StepEnd::Elsewhere(elsewhere)
        }
    }

    /// Leaves the block if the branch is taken, else goes on.
    #[inline(always)]
    pub(super) fn linked(taken: bool) -> Self {
        if taken {
            StepEnd::Linked
        } else {
            StepEnd::Done
        }
    }
}

/// What a step works on: the context, and memory and records in the scene.
pub(super) struct Registers<'a, 'b, R, const ROTATED: bool> {
    pub cpu: &'a mut Cpu,
    pub scene: &'a mut Scene<'b, R>,
}

impl<R: Recorder, const ROTATED: bool> Registers<'_, '_, R, ROTATED> {
    /// Index in `Cpu::gr` of a general register, renamed if `ROTATED`.
    #[inline(always)]
    pub(super) fn at(&self, r: u8) -> usize {
        usize::from(if ROTATED {
            self.cpu.gmap[usize::from(r)]
        } else {
            r
        })
    }

    #[inline(always)]
    pub(super) fn general(&self, r: u8) -> u64 {
        self.cpu.gr[self.at(r)]
    }

    #[inline(always)]
    pub(super) fn set_general(&mut self, r: u8, value: u64) -> StepEnd {
        let at = self.at(r);
        self.cpu.gr[at] = value;
        StepEnd::Done
    }

    #[inline(always)]
    pub(super) fn held(&self, f: u8) -> Held {
        self.cpu.fr[float_at::<ROTATED>(self.cpu, f)]
    }

    #[inline(always)]
    pub(super) fn float(&self, f: u8) -> Fr {
        self.held(f).value()
    }

    #[inline(always)]
    pub(super) fn write_float(&mut self, f: u8, value: Held) {
        let at = float_at::<ROTATED>(self.cpu, f);
        self.cpu.fr[at] = value;
    }

    /// A floating-point result from memory or a general register; `imm` has the bit of `psr` that it sets.
    #[inline(always)]
    pub(super) fn set_converted(&mut self, u: &Uop, value: Option<Held>) -> StepEnd {
        match value {
            Some(value) => self.set_float(u, value),
            None => StepEnd::General,
        }
    }

    /// A floating-point result; `imm` has the bit of `psr` that it sets.
    #[inline(always)]
    pub(super) fn set_float(&mut self, u: &Uop, value: impl Into<Held>) -> StepEnd {
        self.cpu.psr |= u.imm;
        self.write_float(u.a, value.into());
        StepEnd::Done
    }

    /// Notes the address of a reference.
    #[inline(always)]
    pub(super) fn referenced(&mut self, u: &Uop, address: u64) {
        self.may_have_referenced(u, address, true);
    }

    /// The same for a reference that may have made no access, such as a check load that hit the ALAT.
    #[inline(always)]
    pub(super) fn may_have_referenced(&mut self, u: &Uop, address: u64, access: bool) {
        if R::RECORD {
            self.scene.sinks.execution.addresses.push(address);
        }
        if R::TAKES_PASSAGES {
            self.scene.log.push(address, u, access);
        }
    }

    /// Records that the qualifying predicate of a step was true.
    #[inline(always)]
    pub(super) fn qualified(&mut self, u: &Uop) {
        if R::RECORD {
            self.scene.sinks.execution.predicates |= 1 << u.slot;
        }
    }

    #[inline(always)]
    /// Skips the steps that the guard covers if its predicate is false; else records that the predicates of their slots
    /// were true.
    pub(super) fn guard(&mut self, u: &Uop) -> StepEnd {
        if self.cpu.pr >> (u.a & 63) & 1 == 0 {
            return StepEnd::Skip(u.b, u.c);
        }
        if R::RECORD {
            self.scene.sinks.execution.predicates |= u.imm;
        }
        StepEnd::Done
    }

    #[inline(always)]
    pub(super) fn get_float(&mut self, u: &Uop, convert: impl FnOnce(Held) -> u64) -> StepEnd {
        let value = self.held(u.b);
        if value.is_nat() {
            return StepEnd::General;
        }
        self.set_general(u.a, convert(value))
    }

    #[inline(always)]
    pub(super) fn get_integer(&mut self, u: &Uop) -> StepEnd {
        match self.held(u.b).integer() {
            Some(value) => self.set_general(u.a, value),
            None => StepEnd::General,
        }
    }

    #[inline(always)]
    pub(super) fn multiply_integer(&mut self, u: &Uop, kind: XmaKind) -> StepEnd {
        let [a, b, c] = [u.c, u.d, u.b].map(|f| self.held(f).integer());
        let (Some(a), Some(b), Some(c)) = (a, b, c) else {
            return StepEnd::General;
        };
        let [a, b, c] = [a, b, c].map(Fr::from_sig);
        self.set_float(u, softfp::xma(kind, a, b, c))
    }

    #[inline(always)]
    pub(super) fn merge(&mut self, u: &Uop, kind: Merge) -> StepEnd {
        let (sign, value) = (self.held(u.b), self.held(u.c));
        self.set_float(u, Held::merge(kind, sign, value))
    }

    // Compares and branches.

    /// The bit that `tbit` tests.
    #[inline(always)]
    pub(super) fn bit(&self, u: &Uop) -> bool {
        self.general(u.d) >> (u.c & 63) & 1 != 0
    }

    #[inline(always)]
    /// Writes the two predicates of a compare: `imm` clears both, one of them is set.
    pub(super) fn compare(&mut self, u: &Uop, holds: bool) -> StepEnd {
        let set = if holds { u.a } else { u.b };
        self.cpu.pr = self.cpu.pr & u.imm | 1 << (set & 63);
        StepEnd::Done
    }

    /// A parallel compare (`and`, `or` forms) of `x` with register `d`.
    #[inline(always)]
    pub(super) fn compare_parallel(
        &mut self,
        u: &Uop,
        x: u64,
        relation: impl FnOnce(&u64, &u64) -> bool,
    ) -> StepEnd {
        // Words are shifted into the upper half of doublewords whose lower half is 0, and compare as these.
        let shift = u.extra & 63;
        let y = self.general(u.d);
        let holds = relation(&(x << shift), &(y << shift));
        if holds != (u.extra & UNLESS != 0) {
            self.cpu.pr = self.cpu.pr & u.imm | 1 << (u.a & 63) | 1 << (u.b & 63);
        }
        StepEnd::Done
    }

    #[inline(always)]
    /// A compare fused with its branch: writes both predicates, and is taken if `a` becomes true.
    pub(super) fn compare_branch(&mut self, u: &Uop, holds: bool) -> StepEnd {
        let pr = self.cpu.pr;
        if holds {
            self.cpu.pr = (pr | 1 << (u.a & 63)) & !(1 << (u.b & 63)) | 1;
            self.qualified(u);
            return StepEnd::Linked;
        }
        self.cpu.pr = (pr | 1 << (u.b & 63)) & !(1 << (u.a & 63)) | 1;
        StepEnd::Done
    }

    #[inline(always)]
    pub(super) fn branch_if(&mut self, u: &Uop) -> StepEnd {
        if self.cpu.pr >> (u.a & 63) & 1 == 0 {
            return StepEnd::Done;
        }
        self.qualified(u);
        StepEnd::Linked
    }

    #[inline(always)]
    /// `br.cloop`: taken while `ar.lc` is not 0, which it decrements.
    pub(super) fn counted_branch(&mut self) -> StepEnd {
        if self.cpu.ar.lc == 0 {
            return StepEnd::Done;
        }
        self.cpu.ar.lc -= 1;
        StepEnd::Linked
    }

    /// `br.wtop`, `br.wexit`: whether the software pipeline goes on.
    #[inline(always)]
    pub(super) fn while_branch(&mut self, u: &Uop) -> bool {
        let running = self.cpu.pr >> (u.a & 63) & 1 != 0;
        if running {
            self.qualified(u);
        }
        self.cpu.next_iteration(running, false)
    }

    /// The address in a branch register.
    #[inline(always)]
    pub(super) fn branch_target(&self, u: &Uop) -> u64 {
        self.cpu.br[usize::from(u.b & 7)] & !15
    }

    #[inline(always)]
    pub(super) fn call(&mut self, u: &Uop) {
        self.cpu.br[usize::from(u.a & 7)] = u.imm;
        self.cpu.call_frame();
    }

    #[inline(always)]
    pub(super) fn call_indirect(&mut self, u: &Uop) -> StepEnd {
        let target = self.branch_target(u);
        self.call(u);
        StepEnd::Taken(target)
    }

    #[inline(always)]
    pub(super) fn return_from_call(&mut self, u: &Uop) -> StepEnd {
        let target = self.branch_target(u);
        self.scene.sinks.notes.slot = u.slot;
        match self
            .cpu
            .return_at_level(self.scene.space, self.scene.sinks.notes)
        {
            Ok(()) => {
                if R::RECORD {
                    self.scene.sinks.execution.restored = self.cpu.stack_sizes();
                }
                StepEnd::Taken(target)
            }
            Err(raise) => StepEnd::Raised(raise),
        }
    }

    // Moves to registers of other files, and `alloc`.

    #[inline(always)]
    pub(super) fn set_predicates(&mut self, u: &Uop) -> StepEnd {
        let old = self.cpu.pr_unrotated();
        let value = old & !u.imm | self.general(u.b) & u.imm;
        self.cpu.set_pr_unrotated(value);
        StepEnd::Done
    }

    /// Writes `ar.pfs`; false, and nothing is written, if a reserved bit is set.
    #[inline(always)]
    pub(super) fn set_previous_state(&mut self, u: &Uop) -> bool {
        let value = self.general(u.b);
        let valid = value & !isa::pfs::FIELDS == 0;
        if valid {
            self.cpu.ar.pfs = value;
        }
        valid
    }

    #[inline(always)]
    pub(super) fn set_loop_count(&mut self, value: u64) -> StepEnd {
        self.cpu.ar.lc = value;
        StepEnd::Done
    }

    #[inline(always)]
    pub(super) fn allocate(&mut self, u: &Uop) -> StepEnd {
        if !self.cpu.try_resize_frame(u.b, u.c, u.d) {
            return StepEnd::General;
        }
        self.set_general(u.a, self.cpu.ar.pfs)
    }
}

/// The signed 8-bit immediate of a compare.
#[inline(always)]
pub(super) fn immediate(u: &Uop) -> u64 {
    (u.extra as i16 >> 8) as u64
}
