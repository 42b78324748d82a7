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
use crate::interpret::{PFS_FIELDS, Sinks};
use crate::memory::AddressSpace;
use crate::record::Recorder;
use crate::semantics::integer;
use crate::semantics::operations::operations;
use crate::state::Cpu;

/// What becomes of a step.
pub(super) enum Outcome {
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

impl Outcome {
    /// Done, or nothing has happened.
    #[inline(always)]
    fn done(done: bool) -> Self {
        if done {
            Outcome::Done
        } else {
            Outcome::General
        }
    }

    /// Leaves the block, or goes on.
    #[inline(always)]
    fn taken(taken: bool, target: u64) -> Self {
        if taken {
            Outcome::Taken(target)
        } else {
            Outcome::Done
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
    pub(super) fn step(&mut self, u: &Uop, blocks: &[Block], id: BlockId, ip: u64) -> Outcome {
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
                        Outcome::Done
                    }

                    Code::Guard => self.guard(u),
                    Code::ClearPair => {
                        self.cpu.pr = self.cpu.pr & !(1 << (u.a & 63) | 1 << (u.b & 63)) | 1;
                        Outcome::Done
                    }
                    Code::General | Code::GeneralQualified => Outcome::General,
                    Code::Evaluate => Outcome::done(evaluate::<ROTATED>(blocks, id, self.cpu, u)),

                    Code::Ld1 => Outcome::done(self.load::<u8>(u)),
                    Code::Ld2 => Outcome::done(self.load::<u16>(u)),
                    Code::Ld4 => Outcome::done(self.load::<u32>(u)),
                    Code::Ld8 => Outcome::done(self.load::<u64>(u)),
                    Code::Ld1Imm => Outcome::done(self.load_update::<u8>(u, u.imm)),
                    Code::Ld2Imm => Outcome::done(self.load_update::<u16>(u, u.imm)),
                    Code::Ld4Imm => Outcome::done(self.load_update::<u32>(u, u.imm)),
                    Code::Ld8Imm => Outcome::done(self.load_update::<u64>(u, u.imm)),
                    Code::Ld1Reg => Outcome::done(self.load_update::<u8>(u, self.general(u.b))),
                    Code::Ld2Reg => Outcome::done(self.load_update::<u16>(u, self.general(u.b))),
                    Code::Ld4Reg => Outcome::done(self.load_update::<u32>(u, self.general(u.b))),
                    Code::Ld8Reg => Outcome::done(self.load_update::<u64>(u, self.general(u.b))),
                    Code::LdAdvanced => Outcome::done(self.load_advanced(u)),
                    Code::LdCheckClear => Outcome::done(self.load_check_clear(u)),
                    Code::ChkAClear => Outcome::done(self.check_clear(u)),
                    Code::Ld8Fill => Outcome::done(self.fill(u)),
                    Code::St1 => Outcome::done(self.store::<u8>(u)),
                    Code::St2 => Outcome::done(self.store::<u16>(u)),
                    Code::St4 => Outcome::done(self.store::<u32>(u)),
                    Code::St8 => Outcome::done(self.store::<u64>(u)),
                    Code::St1Imm => Outcome::done(self.store_update::<u8>(u)),
                    Code::St2Imm => Outcome::done(self.store_update::<u16>(u)),
                    Code::St4Imm => Outcome::done(self.store_update::<u32>(u)),
                    Code::St8Imm => Outcome::done(self.store_update::<u64>(u)),
                    Code::St8Spill => Outcome::done(self.spill(u)),
                    Code::Ldfs => Outcome::done(self.float_load(u, Fr::from_single)),
                    Code::Ldfd => Outcome::done(self.float_load(u, Fr::from_double)),
                    Code::Ldf8 => Outcome::done(self.float_load(u, Fr::from_integer)),
                    Code::Ldfe => Outcome::done(self.float_load_long(u, Fr::from_extended)),
                    Code::LdfFill => {
                        Outcome::done(self.float_load_long(u, |l, h: u64| Fr::from_spill([l, h])))
                    }
                    Code::Ldfps => Outcome::done(self.float_load_singles(u)),
                    Code::Ldfpd => Outcome::done(self.float_load_pair(u, Fr::from_double)),
                    Code::Ldfp8 => Outcome::done(self.float_load_pair(u, Fr::from_integer)),
                    Code::Stfs => Outcome::done(self.float_store(u, Fr::to_single)),
                    Code::Stfd => Outcome::done(self.float_store(u, Fr::to_double)),
                    Code::Stf8 => Outcome::done(self.float_store(u, |value| value.sig)),
                    Code::Stfe => Outcome::done(self.float_store_extended(u)),
                    Code::StfSpill => Outcome::done(self.float_spill(u)),
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
                    Code::FmaS => Outcome::done(multiply_add::fma_s::<ROTATED>(self.cpu, u)),
                    Code::FmaD => Outcome::done(multiply_add::fma_d::<ROTATED>(self.cpu, u)),
                    Code::FmaX => Outcome::done(multiply_add::fma_x::<ROTATED>(self.cpu, u)),
                    Code::FmsS => Outcome::done(multiply_add::fms_s::<ROTATED>(self.cpu, u)),
                    Code::FmsD => Outcome::done(multiply_add::fms_d::<ROTATED>(self.cpu, u)),
                    Code::FmsX => Outcome::done(multiply_add::fms_x::<ROTATED>(self.cpu, u)),
                    Code::FnmaS => Outcome::done(multiply_add::fnma_s::<ROTATED>(self.cpu, u)),
                    Code::FnmaD => Outcome::done(multiply_add::fnma_d::<ROTATED>(self.cpu, u)),
                    Code::FnmaX => Outcome::done(multiply_add::fnma_x::<ROTATED>(self.cpu, u)),
                    Code::FmpyS => Outcome::done(multiply_add::fmpy_s::<ROTATED>(self.cpu, u)),
                    Code::FmpyD => Outcome::done(multiply_add::fmpy_d::<ROTATED>(self.cpu, u)),
                    Code::FmpyX => Outcome::done(multiply_add::fmpy_x::<ROTATED>(self.cpu, u)),
                    Code::FaddS => Outcome::done(multiply_add::fadd_s::<ROTATED>(self.cpu, u)),
                    Code::FaddD => Outcome::done(multiply_add::fadd_d::<ROTATED>(self.cpu, u)),
                    Code::FaddX => Outcome::done(multiply_add::fadd_x::<ROTATED>(self.cpu, u)),
                    Code::FsubS => Outcome::done(multiply_add::fsub_s::<ROTATED>(self.cpu, u)),
                    Code::FsubD => Outcome::done(multiply_add::fsub_d::<ROTATED>(self.cpu, u)),
                    Code::FsubX => Outcome::done(multiply_add::fsub_x::<ROTATED>(self.cpu, u)),
                    Code::XmaL => self.multiply_integer(u, XmaKind::Low),
                    Code::XmaH => self.multiply_integer(u, XmaKind::High),
                    Code::XmaHu => self.multiply_integer(u, XmaKind::HighUnsigned),
                    Code::FmergeS => self.merge(u, softfp::Merge::Sign),
                    Code::FmergeNs => self.merge(u, softfp::Merge::NegSign),
                    Code::FmergeSe => self.merge(u, softfp::Merge::SignExp),
                    Code::FcvtXf => self.set_float(u, softfp::fcvt_xf(self.float(u.b))),
                    Code::Fcmp => Outcome::done(compare_floating::<ROTATED>(self.cpu, u)),
                    Code::Float => Outcome::done(compute::<ROTATED>(blocks, id, self.cpu, u)),
                    Code::ChkSF => Outcome::done(!self.float(u.b).is_nat()),

                    Code::MovFromBr => self.set_general(u.a, self.cpu.br[usize::from(u.b & 7)]),
                    Code::MovFromPr => self.set_general(u.a, self.cpu.pr_unrotated()),
                    Code::MovFromPfs => self.set_general(u.a, self.cpu.ar.pfs),
                    Code::MovFromLc => self.set_general(u.a, self.cpu.ar.lc),
                    Code::MovFromUnat => self.set_general(u.a, self.cpu.ar.unat),
                    Code::MovToBr
                    | Code::MovToPr
                    | Code::MovToPfs
                    | Code::MovToLc
                    | Code::SetLc
                    | Code::MovToUnat
                    | Code::Alloc => self.set_special(u),

                    Code::Br => Outcome::Taken(u.imm),
                    Code::BrIf => self.branch_if(u),
                    Code::BrCloop => self.counted_branch(u),
                    Code::BrCtop => {
                        Outcome::taken(self.cpu.next_iteration(self.cpu.ar.lc != 0, true), u.imm)
                    }
                    Code::BrCexit => {
                        Outcome::taken(!self.cpu.next_iteration(self.cpu.ar.lc != 0, true), u.imm)
                    }
                    Code::BrWtop => Outcome::taken(self.while_branch(u), u.imm),
                    Code::BrWexit => Outcome::taken(!self.while_branch(u), u.imm),
                    Code::BrCall => self.call(u, u.imm, ip.wrapping_add(16 * u64::from(u.c))),
                    Code::BrCallIndirect => self.call(u, self.branch_target(u), u.imm),
                    Code::BrIndirect => Outcome::Taken(self.branch_target(u)),
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
    pub(super) fn set_general(&mut self, r: u8, value: u64) -> Outcome {
        let at = self.at(r);
        self.cpu.gr[at] = value;
        Outcome::Done
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
    fn set_float(&mut self, u: &Uop, value: Fr) -> Outcome {
        self.cpu.psr |= u.imm;
        self.write_float(u.a, value);
        Outcome::Done
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
    fn guard(&mut self, u: &Uop) -> Outcome {
        if self.cpu.pr >> (u.a & 63) & 1 == 0 {
            return Outcome::Skip(u.b);
        }
        if R::RECORD {
            self.sinks.execution.predicates |= u.imm;
        }
        Outcome::Done
    }

    #[inline(always)]
    fn get_float(&mut self, u: &Uop, convert: impl FnOnce(Fr) -> u64) -> Outcome {
        let value = self.float(u.b);
        if value.is_nat() {
            return Outcome::General;
        }
        self.set_general(u.a, convert(value))
    }

    #[inline(always)]
    fn multiply_integer(&mut self, u: &Uop, kind: XmaKind) -> Outcome {
        let value = softfp::xma(kind, self.float(u.c), self.float(u.d), self.float(u.b));
        self.set_float(u, value)
    }

    #[inline(always)]
    fn merge(&mut self, u: &Uop, kind: softfp::Merge) -> Outcome {
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
    fn compare(&mut self, u: &Uop, holds: bool) -> Outcome {
        let set = if holds { u.a } else { u.b };
        self.cpu.pr = self.cpu.pr & u.imm | 1 << (set & 63);
        Outcome::Done
    }

    #[inline(always)]
    fn compare_branch(&mut self, u: &Uop, holds: bool) -> Outcome {
        let pr = self.cpu.pr;
        if holds {
            self.cpu.pr = (pr | 1 << (u.a & 63)) & !(1 << (u.b & 63)) | 1;
            self.qualified(u);
            return Outcome::Taken(u.imm);
        }
        self.cpu.pr = (pr | 1 << (u.b & 63)) & !(1 << (u.a & 63)) | 1;
        Outcome::Done
    }

    #[inline(always)]
    fn branch_if(&mut self, u: &Uop) -> Outcome {
        if self.cpu.pr >> (u.a & 63) & 1 == 0 {
            return Outcome::Done;
        }
        self.qualified(u);
        Outcome::Taken(u.imm)
    }

    #[inline(always)]
    fn counted_branch(&mut self, u: &Uop) -> Outcome {
        if self.cpu.ar.lc == 0 {
            return Outcome::Done;
        }
        self.cpu.ar.lc -= 1;
        Outcome::Taken(u.imm)
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
    fn call(&mut self, u: &Uop, target: u64, back: u64) -> Outcome {
        self.cpu.br[usize::from(u.a & 7)] = back;
        self.cpu.call_frame();
        Outcome::Taken(target)
    }

    #[inline(always)]
    fn return_from_call(&mut self, u: &Uop) -> Outcome {
        let target = self.branch_target(u);
        self.sinks.notes.slot = u.slot;
        match self.cpu.return_frame(self.space, self.sinks.notes) {
            Ok(()) => Outcome::Taken(target),
            Err(raise) => Outcome::Raised(raise),
        }
    }

    /// Moves to branch, predicate and application registers, and `alloc`.
    #[inline(always)]
    fn set_special(&mut self, u: &Uop) -> Outcome {
        match u.code {
            Code::MovToBr => self.cpu.br[usize::from(u.a & 7)] = self.general(u.b),
            Code::MovToPr => {
                let old = self.cpu.pr_unrotated();
                let value = old & !u.imm | self.general(u.b) & u.imm;
                self.cpu.set_pr_unrotated(value);
            }
            Code::MovToPfs => {
                let value = self.general(u.b);
                if value & !PFS_FIELDS != 0 {
                    return Outcome::General;
                }
                self.cpu.ar.pfs = value;
            }
            Code::MovToLc => self.cpu.ar.lc = self.general(u.b),
            Code::SetLc => self.cpu.ar.lc = u.imm,
            Code::MovToUnat => self.cpu.ar.unat = self.general(u.b),
            _ => {
                if !self.cpu.try_resize_frame(u.b, u.c, u.d) {
                    return Outcome::General;
                }
                return self.set_general(u.a, self.cpu.ar.pfs);
            }
        }
        Outcome::Done
    }
}

/// The immediate of a compare.
#[inline(always)]
fn immediate(u: &Uop) -> u64 {
    (u.extra as i16 >> 8) as u64
}
