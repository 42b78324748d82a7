//! One step of a block: the dispatch, and what the steps do.
//!
//! Everything here becomes part of the loop in [`super::execute`]: one jump for each step, and the state of the loop
//! in registers.

use events::Block;
use softfp::{Fr, XmaKind};

use super::assist::{compare_floating, compare_parallel, compute, evaluate, multiply_add};
use super::uop::{Code, Uop};
use crate::block::BlockId;
use crate::fault::Raise;
use crate::interpret::Sinks;
use crate::memory::AddressSpace;
use crate::record::Recorder;
use crate::semantics::integer;
use crate::semantics::operations::operations;
use crate::state::Cpu;

/// What becomes of a step.
pub(super) enum StepEnd {
    /// It is done; the next one follows.
    Done,
    /// So many steps behind it are left out.
    Skip(u8),
    /// Nothing has happened: the instruction goes the general way.
    General,
    /// It leaves the block for an address.
    Taken(u64),
    /// It faults.
    Raised(Raise),
}

impl StepEnd {
    /// Done, or nothing has happened.
    #[inline(always)]
    fn done(done: bool) -> Self {
        if done {
            StepEnd::Done
        } else {
            StepEnd::General
        }
    }

    /// Leaves the block, or goes on.
    #[inline(always)]
    fn taken(taken: bool, target: u64) -> Self {
        if taken {
            StepEnd::Taken(target)
        } else {
            StepEnd::Done
        }
    }
}

/// The registers and memory that steps work on, and what is written down about them.
pub(super) struct Registers<'a, 'b, R, const ROTATED: bool> {
    pub cpu: &'a mut Cpu,
    pub space: &'a mut AddressSpace,
    pub sinks: &'a mut Sinks<'b, R>,
}

impl<R: Recorder, const ROTATED: bool> Registers<'_, '_, R, ROTATED> {
    /// Executes a step of block `id`, which begins at `ip`.
    #[inline(always)]
    pub(super) fn step(&mut self, u: &Uop, blocks: &[Block], id: BlockId, ip: u64) -> StepEnd {
        macro_rules! operand {
            (r2) => {
                self.general(u.b)
            };
            (r3) => {
                self.general(u.c)
            };
            (imm) => {
                u.imm
            };
            (shift) => {
                u32::from(u.d & 63)
            };
            (trim) => {
                u32::from(u.b & 63)
            };
        }
        macro_rules! dispatch {
            (
                simple: { $($name:ident($($operand:ident),*) = $value:expr;)* }
                comparisons: { $(
                    $relation:ident($word:literal): $register:ident $taken:ident $not_taken:ident,
                        $immediate:ident $taken_immediate:ident $not_taken_immediate:ident:
                        |$x:ident, $y:ident| $holds:expr;
                )* }
            ) => {
                match u.code {
                    $(Code::$name => {
                        $(let $operand = operand!($operand);)*
                        self.set_general(u.a, $value)
                    })*
                    $(
                        Code::$register => {
                            let ($x, $y) = (self.general(u.c), self.general(u.d));
                            self.compare(u, $holds)
                        }
                        Code::$taken => {
                            let ($x, $y) = (self.general(u.c), self.general(u.d));
                            self.compare_branch(u, $holds)
                        }
                        Code::$not_taken => {
                            let ($x, $y) = (self.general(u.c), self.general(u.d));
                            self.compare_branch(u, !$holds)
                        }
                        Code::$immediate => {
                            let ($x, $y) = (immediate(u), self.general(u.d));
                            self.compare(u, $holds)
                        }
                        Code::$taken_immediate => {
                            let ($x, $y) = (immediate(u), self.general(u.d));
                            self.compare_branch(u, $holds)
                        }
                        Code::$not_taken_immediate => {
                            let ($x, $y) = (immediate(u), self.general(u.d));
                            self.compare_branch(u, !$holds)
                        }
                    )*
                    Code::Tbit => self.compare(u, self.bit(u)),
                    Code::BrTbitNz => self.compare_branch(u, self.bit(u)),
                    Code::BrTbitZ => self.compare_branch(u, !self.bit(u)),
                    Code::CmpParallel => {
                        compare_parallel::<ROTATED>(blocks, id, self.cpu, u);
                        StepEnd::Done
                    }

                    Code::Guard => self.guard(u),
                    Code::ClearPair => {
                        self.cpu.pr = self.cpu.pr & !(1 << (u.a & 63) | 1 << (u.b & 63)) | 1;
                        StepEnd::Done
                    }
                    Code::General | Code::GeneralQualified => StepEnd::General,
                    Code::Evaluate => StepEnd::done(evaluate::<ROTATED>(blocks, id, self.cpu, u)),

                    Code::Ld1 => StepEnd::done(self.load::<u8>(u)),
                    Code::Ld2 => StepEnd::done(self.load::<u16>(u)),
                    Code::Ld4 => StepEnd::done(self.load::<u32>(u)),
                    Code::Ld8 => StepEnd::done(self.load::<u64>(u)),
                    Code::Ld1Imm => StepEnd::done(self.load_update::<u8>(u, u.imm)),
                    Code::Ld2Imm => StepEnd::done(self.load_update::<u16>(u, u.imm)),
                    Code::Ld4Imm => StepEnd::done(self.load_update::<u32>(u, u.imm)),
                    Code::Ld8Imm => StepEnd::done(self.load_update::<u64>(u, u.imm)),
                    Code::Ld1Reg => StepEnd::done(self.load_update::<u8>(u, self.general(u.b))),
                    Code::Ld2Reg => StepEnd::done(self.load_update::<u16>(u, self.general(u.b))),
                    Code::Ld4Reg => StepEnd::done(self.load_update::<u32>(u, self.general(u.b))),
                    Code::Ld8Reg => StepEnd::done(self.load_update::<u64>(u, self.general(u.b))),
                    Code::LdAdvanced => StepEnd::done(self.load_advanced(u)),
                    Code::LdCheckClear => StepEnd::done(self.load_check_clear(u)),
                    Code::ChkAClear => StepEnd::done(self.check_clear(u)),
                    Code::Ld8Fill => StepEnd::done(self.fill(u)),
                    Code::St1 => StepEnd::done(self.store::<u8>(u)),
                    Code::St2 => StepEnd::done(self.store::<u16>(u)),
                    Code::St4 => StepEnd::done(self.store::<u32>(u)),
                    Code::St8 => StepEnd::done(self.store::<u64>(u)),
                    Code::St1Imm => StepEnd::done(self.store_update::<u8>(u)),
                    Code::St2Imm => StepEnd::done(self.store_update::<u16>(u)),
                    Code::St4Imm => StepEnd::done(self.store_update::<u32>(u)),
                    Code::St8Imm => StepEnd::done(self.store_update::<u64>(u)),
                    Code::St8Spill => StepEnd::done(self.spill(u)),
                    Code::Ldfs => StepEnd::done(self.float_load(u, Fr::from_single)),
                    Code::Ldfd => StepEnd::done(self.float_load(u, Fr::from_double)),
                    Code::Ldf8 => StepEnd::done(self.float_load(u, Fr::from_integer)),
                    Code::Ldfe => StepEnd::done(self.float_load_long(u, Fr::from_extended)),
                    Code::LdfFill => {
                        StepEnd::done(self.float_load_long(u, |l, h: u64| Fr::from_spill([l, h])))
                    }
                    Code::Ldfps => StepEnd::done(self.float_load_singles(u)),
                    Code::Ldfpd => StepEnd::done(self.float_load_pair(u, Fr::from_double)),
                    Code::Ldfp8 => StepEnd::done(self.float_load_pair(u, Fr::from_integer)),
                    Code::Stfs => StepEnd::done(self.float_store(u, Fr::to_single)),
                    Code::Stfd => StepEnd::done(self.float_store(u, Fr::to_double)),
                    Code::Stf8 => StepEnd::done(self.float_store(u, |value| value.sig)),
                    Code::Stfe => StepEnd::done(self.float_store_extended(u)),
                    Code::StfSpill => StepEnd::done(self.float_spill(u)),
                    Code::Lfetch => {
                        self.referenced(self.general(u.c));
                        self.set_general(u.c, self.general(u.c).wrapping_add(u.imm))
                    }

                    Code::SetfSig => self.set_float(u, Fr::from_integer(self.general(u.b))),
                    Code::SetfD => self.set_float(u, Fr::from_double(self.general(u.b))),
                    Code::SetfS => self.set_float(u, Fr::from_single(self.general(u.b) as u32)),
                    Code::SetfExp => self.set_float(u, Fr::from_exponent(self.general(u.b))),
                    Code::GetfSig => self.get_float(u, |value| value.sig),
                    Code::GetfD => self.get_float(u, Fr::to_double),
                    Code::GetfS => self.get_float(u, |value| u64::from(value.to_single())),
                    Code::GetfExp => self.get_float(u, Fr::to_exponent),
                    Code::FmaS => StepEnd::done(multiply_add::fma_s::<ROTATED>(self.cpu, u)),
                    Code::FmaD => StepEnd::done(multiply_add::fma_d::<ROTATED>(self.cpu, u)),
                    Code::FmaX => StepEnd::done(multiply_add::fma_x::<ROTATED>(self.cpu, u)),
                    Code::FmsS => StepEnd::done(multiply_add::fms_s::<ROTATED>(self.cpu, u)),
                    Code::FmsD => StepEnd::done(multiply_add::fms_d::<ROTATED>(self.cpu, u)),
                    Code::FmsX => StepEnd::done(multiply_add::fms_x::<ROTATED>(self.cpu, u)),
                    Code::FnmaS => StepEnd::done(multiply_add::fnma_s::<ROTATED>(self.cpu, u)),
                    Code::FnmaD => StepEnd::done(multiply_add::fnma_d::<ROTATED>(self.cpu, u)),
                    Code::FnmaX => StepEnd::done(multiply_add::fnma_x::<ROTATED>(self.cpu, u)),
                    Code::FmpyS => StepEnd::done(multiply_add::fmpy_s::<ROTATED>(self.cpu, u)),
                    Code::FmpyD => StepEnd::done(multiply_add::fmpy_d::<ROTATED>(self.cpu, u)),
                    Code::FmpyX => StepEnd::done(multiply_add::fmpy_x::<ROTATED>(self.cpu, u)),
                    Code::FaddS => StepEnd::done(multiply_add::fadd_s::<ROTATED>(self.cpu, u)),
                    Code::FaddD => StepEnd::done(multiply_add::fadd_d::<ROTATED>(self.cpu, u)),
                    Code::FaddX => StepEnd::done(multiply_add::fadd_x::<ROTATED>(self.cpu, u)),
                    Code::FsubS => StepEnd::done(multiply_add::fsub_s::<ROTATED>(self.cpu, u)),
                    Code::FsubD => StepEnd::done(multiply_add::fsub_d::<ROTATED>(self.cpu, u)),
                    Code::FsubX => StepEnd::done(multiply_add::fsub_x::<ROTATED>(self.cpu, u)),
                    Code::XmaL => self.multiply_integer(u, XmaKind::Low),
                    Code::XmaH => self.multiply_integer(u, XmaKind::High),
                    Code::XmaHu => self.multiply_integer(u, XmaKind::HighUnsigned),
                    Code::FmergeS => self.merge(u, softfp::Merge::Sign),
                    Code::FmergeNs => self.merge(u, softfp::Merge::NegSign),
                    Code::FmergeSe => self.merge(u, softfp::Merge::SignExp),
                    Code::FcvtXf => self.set_float(u, softfp::fcvt_xf(self.float(u.b))),
                    Code::Fcmp => StepEnd::done(compare_floating::<ROTATED>(self.cpu, u)),
                    Code::Float => StepEnd::done(compute::<ROTATED>(blocks, id, self.cpu, u)),
                    Code::ChkSF => StepEnd::done(!self.float(u.b).is_nat()),

                    Code::MovFromBr => self.set_general(u.a, self.cpu.br[usize::from(u.b & 7)]),
                    Code::MovFromPr => self.set_general(u.a, self.cpu.pr_unrotated()),
                    Code::MovFromPfs => self.set_general(u.a, self.cpu.ar.pfs),
                    Code::MovFromLc => self.set_general(u.a, self.cpu.ar.lc),
                    Code::MovFromUnat => self.set_general(u.a, self.cpu.ar.unat),
                    Code::MovToBr => {
                        self.cpu.br[usize::from(u.a & 7)] = self.general(u.b);
                        StepEnd::Done
                    }
                    Code::MovToPr => self.set_predicates(u),
                    Code::MovToPfs => StepEnd::done(self.set_previous_state(u)),
                    Code::MovToLc => self.set_loop_count(self.general(u.b)),
                    Code::SetLc => self.set_loop_count(u.imm),
                    Code::MovToUnat => {
                        self.cpu.ar.unat = self.general(u.b);
                        StepEnd::Done
                    }
                    Code::Alloc => self.allocate(u),

                    Code::Br => StepEnd::Taken(u.imm),
                    Code::BrIf => self.branch_if(u),
                    Code::BrCloop => self.counted_branch(u),
                    Code::BrCtop => {
                        StepEnd::taken(self.cpu.next_iteration(self.cpu.ar.lc != 0, true), u.imm)
                    }
                    Code::BrCexit => {
                        StepEnd::taken(!self.cpu.next_iteration(self.cpu.ar.lc != 0, true), u.imm)
                    }
                    Code::BrWtop => StepEnd::taken(self.while_branch(u), u.imm),
                    Code::BrWexit => StepEnd::taken(!self.while_branch(u), u.imm),
                    Code::BrCall => self.call(u, u.imm, ip.wrapping_add(16 * u64::from(u.c))),
                    Code::BrCallIndirect => self.call(u, self.branch_target(u), u.imm),
                    Code::BrIndirect => StepEnd::Taken(self.branch_target(u)),
                    Code::BrRet => self.return_from_call(u),
                }
            };
        }
        operations!(dispatch)
    }

    /// Where a general register lies.
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

    /// Where a floating-point register lies.
    #[inline(always)]
    fn float_at(&self, f: u8) -> usize {
        usize::from(if ROTATED {
            self.cpu.fmap[usize::from(f)]
        } else {
            f
        })
    }

    #[inline(always)]
    pub(super) fn float(&self, f: u8) -> Fr {
        self.cpu.fr[self.float_at(f)]
    }

    #[inline(always)]
    pub(super) fn write_float(&mut self, f: u8, value: Fr) {
        let at = self.float_at(f);
        self.cpu.fr[at] = value;
    }

    /// A floating-point result; `imm` has the bit of `psr` that it sets.
    #[inline(always)]
    fn set_float(&mut self, u: &Uop, value: Fr) -> StepEnd {
        self.cpu.psr |= u.imm;
        self.write_float(u.a, value);
        StepEnd::Done
    }

    /// Notes the address of a reference.
    #[inline(always)]
    pub(super) fn referenced(&mut self, address: u64) {
        if R::RECORD {
            self.sinks.execution.addresses.push(address);
        }
    }

    /// Notes that the qualifying predicate of a step was true.
    #[inline(always)]
    fn qualified(&mut self, u: &Uop) {
        if R::RECORD {
            self.sinks.execution.predicates |= 1 << u.slot;
        }
    }

    #[inline(always)]
    fn guard(&mut self, u: &Uop) -> StepEnd {
        if self.cpu.pr >> (u.a & 63) & 1 == 0 {
            return StepEnd::Skip(u.b);
        }
        if R::RECORD {
            self.sinks.execution.predicates |= u.imm;
        }
        StepEnd::Done
    }

    #[inline(always)]
    fn get_float(&mut self, u: &Uop, convert: impl FnOnce(Fr) -> u64) -> StepEnd {
        let value = self.float(u.b);
        if value.is_nat() {
            return StepEnd::General;
        }
        self.set_general(u.a, convert(value))
    }

    #[inline(always)]
    fn multiply_integer(&mut self, u: &Uop, kind: XmaKind) -> StepEnd {
        let value = softfp::xma(kind, self.float(u.c), self.float(u.d), self.float(u.b));
        self.set_float(u, value)
    }

    #[inline(always)]
    fn merge(&mut self, u: &Uop, kind: softfp::Merge) -> StepEnd {
        let value = softfp::fmerge(kind, self.float(u.b), self.float(u.c));
        self.set_float(u, value)
    }

    // Compares and branches.

    /// The bit of `tbit`.
    #[inline(always)]
    fn bit(&self, u: &Uop) -> bool {
        self.general(u.d) >> (u.c & 63) & 1 != 0
    }

    #[inline(always)]
    fn compare(&mut self, u: &Uop, holds: bool) -> StepEnd {
        let set = if holds { u.a } else { u.b };
        self.cpu.pr = self.cpu.pr & u.imm | 1 << (set & 63);
        StepEnd::Done
    }

    #[inline(always)]
    fn compare_branch(&mut self, u: &Uop, holds: bool) -> StepEnd {
        let pr = self.cpu.pr;
        if holds {
            self.cpu.pr = (pr | 1 << (u.a & 63)) & !(1 << (u.b & 63)) | 1;
            self.qualified(u);
            return StepEnd::Taken(u.imm);
        }
        self.cpu.pr = (pr | 1 << (u.b & 63)) & !(1 << (u.a & 63)) | 1;
        StepEnd::Done
    }

    #[inline(always)]
    fn branch_if(&mut self, u: &Uop) -> StepEnd {
        if self.cpu.pr >> (u.a & 63) & 1 == 0 {
            return StepEnd::Done;
        }
        self.qualified(u);
        StepEnd::Taken(u.imm)
    }

    #[inline(always)]
    fn counted_branch(&mut self, u: &Uop) -> StepEnd {
        if self.cpu.ar.lc == 0 {
            return StepEnd::Done;
        }
        self.cpu.ar.lc -= 1;
        StepEnd::Taken(u.imm)
    }

    /// `br.wtop`, `br.wexit`: whether the software pipeline goes on.
    #[inline(always)]
    fn while_branch(&mut self, u: &Uop) -> bool {
        let running = self.cpu.pr >> (u.a & 63) & 1 != 0;
        if running {
            self.qualified(u);
        }
        self.cpu.next_iteration(running, false)
    }

    /// The address in a branch register.
    #[inline(always)]
    fn branch_target(&self, u: &Uop) -> u64 {
        self.cpu.br[usize::from(u.b & 7)] & !15
    }

    #[inline(always)]
    fn call(&mut self, u: &Uop, target: u64, back: u64) -> StepEnd {
        self.cpu.br[usize::from(u.a & 7)] = back;
        self.cpu.call_frame();
        StepEnd::Taken(target)
    }

    #[inline(always)]
    fn return_from_call(&mut self, u: &Uop) -> StepEnd {
        let target = self.branch_target(u);
        self.sinks.notes.slot = u.slot;
        match self.cpu.return_at_level(self.space, self.sinks.notes) {
            Ok(()) => {
                if R::RECORD {
                    self.sinks.execution.restored = self.cpu.stack_sizes();
                }
                StepEnd::Taken(target)
            }
            Err(raise) => StepEnd::Raised(raise),
        }
    }

    // Moves to registers of other files, and `alloc`.

    #[inline(always)]
    fn set_predicates(&mut self, u: &Uop) -> StepEnd {
        let old = self.cpu.pr_unrotated();
        let value = old & !u.imm | self.general(u.b) & u.imm;
        self.cpu.set_pr_unrotated(value);
        StepEnd::Done
    }

    /// `ar.pfs`, if no reserved bit is set.
    #[inline(always)]
    fn set_previous_state(&mut self, u: &Uop) -> bool {
        let value = self.general(u.b);
        let valid = value & !isa::pfs::FIELDS == 0;
        if valid {
            self.cpu.ar.pfs = value;
        }
        valid
    }

    #[inline(always)]
    fn set_loop_count(&mut self, value: u64) -> StepEnd {
        self.cpu.ar.lc = value;
        StepEnd::Done
    }

    #[inline(always)]
    fn allocate(&mut self, u: &Uop) -> StepEnd {
        if !self.cpu.try_resize_frame(u.b, u.c, u.d) {
            return StepEnd::General;
        }
        self.set_general(u.a, self.cpu.ar.pfs)
    }
}

/// The immediate of a compare.
#[inline(always)]
fn immediate(u: &Uop) -> u64 {
    (u.extra as i16 >> 8) as u64
}
