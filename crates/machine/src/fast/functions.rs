//! The steps as functions, one for each [`Code`], in a table by code. What they do is in [`super::step`] and
//! [`super::references`].
//!
//! A function that has done its step ends with a call of the function of the next step, and does nothing after it
//! (threaded code by tail calls). Optimised code makes a jump of such a call, which takes no room on the host's stack;
//! where it does not, the depth is bounded by the length of a path. A step that leaves the block, and rare cases,
//! return to the loop over blocks ([`super::execute`]).

use std::slice::Iter;

use softfp::{Fr, Held, XmaKind};

use super::assist::multiply_add::by_host;
use super::assist::{compare_any, compare_doubles, compute, evaluate, multiply_add};
use super::execute::{After, general};
use super::pairs;
use super::scene::{INTERRUPTED, Interruption, Scene};
use super::step::{Registers, StepEnd, immediate};
use super::uop::{Code, Uop};
use crate::record::Recorder;
use crate::semantics::integer;
use crate::semantics::operations::operations;
use crate::state::Cpu;

/// Executes the first step of the iterator and those behind it. Returns the index of the exit by which the block is
/// left, or [`INTERRUPTED`]. All functions, those for rare steps too, have these parameters and return one word, so
/// that compilers make a jump of the call of the next step. The code of the step is passed on only to occupy the fourth
/// parameter, whose host register (`rcx` on x86-64) shifts need.
pub(super) type Function<R> =
    fn(&mut Cpu, &mut Scene<'_, R>, &Functions<R>, usize, Iter<'_, Uop>) -> usize;

/// The functions by code.
pub(super) struct Functions<R>([Function<R>; 256]);

impl<R: Recorder> Functions<R> {
    /// Executes steps, of which the first has this code.
    #[inline(always)]
    pub(super) fn steps(
        &self,
        code: u8,
        cpu: &mut Cpu,
        scene: &mut Scene<'_, R>,
        steps: Iter<'_, Uop>,
    ) -> usize {
        self.0[usize::from(code)](cpu, scene, self, usize::from(code), steps)
    }
}

/// Goes on from a step `u`, the first of `steps`, as its end says.
#[inline(always)]
fn behind<'a, R: Recorder>(
    end: StepEnd,
    cpu: &mut Cpu,
    scene: &mut Scene<'_, R>,
    u: &'a Uop,
    mut steps: Iter<'a, Uop>,
    functions: &Functions<R>,
) -> usize {
    match end {
        StepEnd::Done => {
            let code = u.code as u8;
            steps.next();
            functions.steps(code, cpu, scene, steps)
        }
        StepEnd::Skip(count, code) => {
            let rest = steps.as_slice().get(1 + usize::from(count)..);
            functions.steps(code, cpu, scene, rest.unwrap_or_default().iter())
        }
        StepEnd::Elsewhere(function) => go_elsewhere(cpu, scene, functions, function, steps),
        StepEnd::General => go_general(cpu, scene, functions, 0, steps),
        StepEnd::Qualified => go_qualified(cpu, scene, functions, 0, steps),
        StepEnd::End => 0,
        StepEnd::Linked => usize::from(u.extra & 0xff),
        StepEnd::Taken(target) => {
            scene.target = target;
            usize::from(u.extra & 0xff)
        }
        StepEnd::Raised(raise) => {
            scene.interruption = Interruption::Raised(raise);
            scene.steps_left = steps.len();
            INTERRUPTED
        }
    }
}

/// Has `function` do the step; if it declines, the instruction executes the general way. Goes on.
#[inline(never)]
fn go_elsewhere<R: Recorder>(
    cpu: &mut Cpu,
    scene: &mut Scene<'_, R>,
    functions: &Functions<R>,
    function: fn(&mut Cpu, &Uop) -> bool,
    mut steps: Iter<'_, Uop>,
) -> usize {
    let Some(u) = steps.as_slice().first() else {
        return 0;
    };
    if !function(cpu, u) {
        return go_general(cpu, scene, functions, 0, steps);
    }
    steps.next();
    functions.steps(u.code as u8, cpu, scene, steps)
}

/// Executes an instruction the general way, and goes on.
#[cold]
#[inline(never)]
fn go_general<R: Recorder>(
    cpu: &mut Cpu,
    scene: &mut Scene<'_, R>,
    functions: &Functions<R>,
    _: usize,
    steps: Iter<'_, Uop>,
) -> usize {
    go(true, cpu, scene, steps, functions)
}

/// The same for an instruction whose qualifying predicate, register `a` of the step, may be false.
#[inline(never)]
fn go_qualified<R: Recorder>(
    cpu: &mut Cpu,
    scene: &mut Scene<'_, R>,
    functions: &Functions<R>,
    _: usize,
    steps: Iter<'_, Uop>,
) -> usize {
    let Some(u) = steps.as_slice().first() else {
        return 0;
    };
    let qualified = cpu.pr >> (u.a & 63) & 1 != 0;
    if R::RECORD && qualified {
        scene.sinks.execution.predicates |= 1 << u.slot;
    }
    go(qualified, cpu, scene, steps, functions)
}

#[inline(always)]
fn go<R: Recorder>(
    qualified: bool,
    cpu: &mut Cpu,
    scene: &mut Scene<'_, R>,
    mut steps: Iter<'_, Uop>,
    functions: &Functions<R>,
) -> usize {
    scene.steps_left = steps.len();
    let Some(u) = steps.next() else {
        return 0;
    };
    match general(cpu, scene, u, qualified) {
        After::Next => functions.steps(u.code as u8, cpu, scene, steps),
        After::Taken => usize::from(u.extra & 0xff),
        After::Interrupted => INTERRUPTED,
    }
}

macro_rules! functions {
    ($r:ident $u:ident $($name:ident => $end:expr,)*) => {
        /// One function for each code, of the same name.
        #[expect(non_snake_case, reason = "named by the macro")]
        mod function {
            use super::*;

            $(
                pub(super) fn $name<R: Recorder, const ROTATED: bool>(
                    cpu: &mut Cpu,
                    scene: &mut Scene<'_, R>,
                    functions: &Functions<R>,
                    _: usize,
                    steps: Iter<'_, Uop>,
                ) -> usize {
                    let Some($u) = steps.as_slice().first() else {
                        return 0;
                    };
                    #[allow(unused_mut, unused_variables, reason = "some steps only read, or do nothing")]
                    let mut $r = Registers::<R, ROTATED> { cpu: &mut *cpu, scene: &mut *scene };
                    let end: StepEnd = $end;
                    behind(end, cpu, scene, $u, steps, functions)
                }
            )*
        }

        impl<R: Recorder> Functions<R> {
            const fn all<const ROTATED: bool>() -> Self {
                let mut all: [Function<R>; 256] = [function::General::<R, ROTATED>; 256];
                $(all[Code::$name as usize] = function::$name::<R, ROTATED>;)*
                Self(all)
            }

            /// The functions for code under a frame marker that renames no registers.
            pub(super) const PLAIN: Self = Self::all::<false>();
            /// The functions that find registers through the maps of the context.
            pub(super) const ROTATED: Self = Self::all::<true>();
        }
    };
}

/// The operands that a simple operation of [`crate::semantics::operations`] may name.
#[derive(Copy, Clone)]
struct Operands {
    r2: u64,
    r3: u64,
    imm: u64,
    shift: u32,
    trim: u32,
}

impl Operands {
    #[inline(always)]
    fn new<R: Recorder, const ROTATED: bool>(
        r: &Registers<'_, '_, R, ROTATED>,
        [_, b, c, d]: [u8; 4],
        imm: u64,
    ) -> Self {
        Self {
            r2: r.general(b),
            r3: r.general(c),
            imm,
            shift: u32::from(d & 63),
            trim: u32::from(b & 63),
        }
    }
}

macro_rules! define {
    (
        simple: { $($name:ident($($operand:ident),*) = $value:expr;)* }
        comparisons: { $(
            $relation:ident($word:literal): $register:ident $taken:ident $not_taken:ident,
                $immediate:ident $taken_immediate:ident $not_taken_immediate:ident:
                |$x:ident, $y:ident| $holds:expr;
        )* }
        pairs: { $($first:ident: $($pair:ident $second:ident),*;)* }
    ) => {
        /// The values that the simple operations compute.
        #[expect(non_snake_case, reason = "named by the macro")]
        #[allow(unused_variables, reason = "each uses some of the operands")]
        mod value {
            use super::*;

            $(
                #[inline(always)]
                pub(super) fn $name(at: Operands) -> u64 {
                    $(let $operand = at.$operand;)*
                    $value
                }
            )*
        }
        functions! {
            r u
                $($name => {
                    let value = value::$name(Operands::new(&r, [u.a, u.b, u.c, u.d], u.imm));
                    r.set_general(u.a, value)
                },)*
                $($($pair => {
                    let operands = [u.a, u.b, u.c, u.d];
                    let value = value::$first(Operands::new(&r, operands, pairs::first_constant(u)));
                    r.set_general(u.a, value);
                    let (operands, constant) = pairs::second(u);
                    let value = value::$second(Operands::new(&r, operands, constant));
                    r.set_general(operands[0], value)
                },)*)*
                $(
                    $register => {
                        let ($x, $y) = (r.general(u.c), r.general(u.d));
                        r.compare(u, $holds)
                    },
                    $taken => {
                        let ($x, $y) = (r.general(u.c), r.general(u.d));
                        r.compare_branch(u, $holds)
                    },
                    $not_taken => {
                        let ($x, $y) = (r.general(u.c), r.general(u.d));
                        r.compare_branch(u, !$holds)
                    },
                    $immediate => {
                        let ($x, $y) = (immediate(u), r.general(u.d));
                        r.compare(u, $holds)
                    },
                    $taken_immediate => {
                        let ($x, $y) = (immediate(u), r.general(u.d));
                        r.compare_branch(u, $holds)
                    },
                    $not_taken_immediate => {
                        let ($x, $y) = (immediate(u), r.general(u.d));
                        r.compare_branch(u, !$holds)
                    },
                )*
                Tbit => r.compare(u, r.bit(u)),
                BrTbitNz => r.compare_branch(u, r.bit(u)),
                BrTbitZ => r.compare_branch(u, !r.bit(u)),
                CmpParallelEq => r.compare_parallel(u, r.general(u.c), u64::eq),
                CmpParallelEqImm => r.compare_parallel(u, immediate(u), u64::eq),
                CmpParallelLt => r.compare_parallel(u, r.general(u.c), |x, y| (*x as i64) < *y as i64),

                Guard => r.guard(u),
                ClearPair => {
                    r.cpu.pr = r.cpu.pr & !(1 << (u.a & 63) | 1 << (u.b & 63)) | 1;
                    StepEnd::Done
                },
                General => StepEnd::General,
                GeneralQualified => StepEnd::Qualified,
                Nothing => StepEnd::Done,
                End => StepEnd::End,
                Evaluate => StepEnd::done(evaluate::<ROTATED>(r.scene.program.blocks, r.cpu, u)),

                Ld1 => StepEnd::done(r.load::<u8>(u)),
                Ld2 => StepEnd::done(r.load::<u16>(u)),
                Ld4 => StepEnd::done(r.load::<u32>(u)),
                Ld8 => StepEnd::done(r.load::<u64>(u)),
                Ld1Imm => StepEnd::done(r.load_update::<u8>(u, u.imm)),
                Ld2Imm => StepEnd::done(r.load_update::<u16>(u, u.imm)),
                Ld4Imm => StepEnd::done(r.load_update::<u32>(u, u.imm)),
                Ld8Imm => StepEnd::done(r.load_update::<u64>(u, u.imm)),
                Ld1Reg => StepEnd::done(r.load_update::<u8>(u, r.general(u.b))),
                Ld2Reg => StepEnd::done(r.load_update::<u16>(u, r.general(u.b))),
                Ld4Reg => StepEnd::done(r.load_update::<u32>(u, r.general(u.b))),
                Ld8Reg => StepEnd::done(r.load_update::<u64>(u, r.general(u.b))),
                LdAdvanced => StepEnd::done(r.load_advanced(u)),
                LdCheckClear => StepEnd::done(r.load_check_clear(u)),
                ChkAClear => StepEnd::done(r.check_clear(u)),
                Ld8Fill => StepEnd::done(r.fill(u)),
                St1 => StepEnd::done(r.store::<u8>(u)),
                St2 => StepEnd::done(r.store::<u16>(u)),
                St4 => StepEnd::done(r.store::<u32>(u)),
                St8 => StepEnd::done(r.store::<u64>(u)),
                St1Imm => StepEnd::done(r.store_update::<u8>(u)),
                St2Imm => StepEnd::done(r.store_update::<u16>(u)),
                St4Imm => StepEnd::done(r.store_update::<u32>(u)),
                St8Imm => StepEnd::done(r.store_update::<u64>(u)),
                St8Spill => StepEnd::done(r.spill(u)),
                Ldfs => StepEnd::done(r.float_load(u, Held::from_single)),
                Ldfd => StepEnd::done(r.float_load(u, Held::from_double)),
                Ldf8 => StepEnd::done(r.float_load(u, |bits| Some(Fr::from_integer(bits).into()))),
                Ldfe => StepEnd::done(r.float_load_long(u, Fr::from_extended)),
                LdfFill => StepEnd::done(r.float_load_long(u, |l, h: u64| Fr::from_spill([l, h]))),
                Ldfps => StepEnd::done(r.float_load_singles(u)),
                Ldfpd => StepEnd::done(r.float_load_pair(u, Held::from_double)),
                Ldfp8 => StepEnd::done(r.float_load_pair(u, |bits| Some(Fr::from_integer(bits).into()))),
                LdfAdvanced => StepEnd::done(r.float_load_advanced(u)),
                LdfCheckClear => StepEnd::done(r.float_load_check_clear(u)),
                Stfs => StepEnd::done(r.float_store(u, Held::to_single)),
                Stfd => StepEnd::done(r.float_store(u, Held::to_double)),
                Stf8 => StepEnd::done(r.float_store(u, Held::to_integer)),
                Stfe => StepEnd::done(r.float_store_extended(u)),
                StfSpill => StepEnd::done(r.float_spill(u)),
                Lfetch => {
                    r.referenced(u, r.general(u.c));
                    r.set_general(u.c, r.general(u.c).wrapping_add(u.imm))
                },

                SetfSig => r.set_float(u, Fr::from_integer(r.general(u.b))),
                SetfD => r.set_converted(u, Held::from_double(r.general(u.b))),
                SetfS => r.set_converted(u, Held::from_single(r.general(u.b) as u32)),
                SetfExp => r.set_float(u, Fr::from_exponent(r.general(u.b))),
                GetfSig => r.get_integer(u),
                GetfD => r.get_float(u, Held::to_double),
                GetfS => r.get_float(u, |held| u64::from(held.to_single())),
                GetfExp => r.get_float(u, |held| held.value().to_exponent()),
                FmaS => StepEnd::done_or(by_host::fma_s::<ROTATED>(r.cpu, u), multiply_add::fma_s::<ROTATED>),
                FmaD => StepEnd::done_or(by_host::fma_d::<ROTATED>(r.cpu, u), multiply_add::fma_d::<ROTATED>),
                FmaX => StepEnd::done(multiply_add::fma_x::<ROTATED>(r.cpu, u)),
                FmsS => StepEnd::done_or(by_host::fms_s::<ROTATED>(r.cpu, u), multiply_add::fms_s::<ROTATED>),
                FmsD => StepEnd::done_or(by_host::fms_d::<ROTATED>(r.cpu, u), multiply_add::fms_d::<ROTATED>),
                FmsX => StepEnd::done(multiply_add::fms_x::<ROTATED>(r.cpu, u)),
                FnmaS => StepEnd::done_or(by_host::fnma_s::<ROTATED>(r.cpu, u), multiply_add::fnma_s::<ROTATED>),
                FnmaD => StepEnd::done_or(by_host::fnma_d::<ROTATED>(r.cpu, u), multiply_add::fnma_d::<ROTATED>),
                FnmaX => StepEnd::done(multiply_add::fnma_x::<ROTATED>(r.cpu, u)),
                FmpyS => StepEnd::done_or(by_host::fmpy_s::<ROTATED>(r.cpu, u), multiply_add::fmpy_s::<ROTATED>),
                FmpyD => StepEnd::done_or(by_host::fmpy_d::<ROTATED>(r.cpu, u), multiply_add::fmpy_d::<ROTATED>),
                FmpyX => StepEnd::done(multiply_add::fmpy_x::<ROTATED>(r.cpu, u)),
                FaddS => StepEnd::done_or(by_host::fadd_s::<ROTATED>(r.cpu, u), multiply_add::fadd_s::<ROTATED>),
                FaddD => StepEnd::done_or(by_host::fadd_d::<ROTATED>(r.cpu, u), multiply_add::fadd_d::<ROTATED>),
                FaddX => StepEnd::done(multiply_add::fadd_x::<ROTATED>(r.cpu, u)),
                FsubS => StepEnd::done_or(by_host::fsub_s::<ROTATED>(r.cpu, u), multiply_add::fsub_s::<ROTATED>),
                FsubD => StepEnd::done_or(by_host::fsub_d::<ROTATED>(r.cpu, u), multiply_add::fsub_d::<ROTATED>),
                FsubX => StepEnd::done(multiply_add::fsub_x::<ROTATED>(r.cpu, u)),
                XmaL => r.multiply_integer(u, XmaKind::Low),
                XmaH => r.multiply_integer(u, XmaKind::High),
                XmaHu => r.multiply_integer(u, XmaKind::HighUnsigned),
                Fmov => r.set_float(u, r.held(u.c)),
                FmergeS => r.merge(u, softfp::Merge::Sign),
                FmergeNs => r.merge(u, softfp::Merge::NegSign),
                FmergeSe => r.merge(u, softfp::Merge::SignExp),
                FcvtXf => r.set_float(u, softfp::fcvt_xf(r.float(u.b))),
                Fcmp => StepEnd::done_or(compare_doubles::<ROTATED>(r.cpu, u), compare_any::<ROTATED>),
                Float => StepEnd::done(compute::<ROTATED>(r.scene.program.blocks, r.cpu, u)),
                ChkSF => StepEnd::done(!r.held(u.b).is_nat()),

                MovFromBr => r.set_general(u.a, r.cpu.br[usize::from(u.b & 7)]),
                MovFromPr => r.set_general(u.a, r.cpu.pr_unrotated()),
                MovFromPfs => r.set_general(u.a, r.cpu.ar.pfs),
                MovFromLc => r.set_general(u.a, r.cpu.ar.lc),
                MovFromUnat => r.set_general(u.a, r.cpu.ar.unat),
                MovToBr => {
                    r.cpu.br[usize::from(u.a & 7)] = r.general(u.b);
                    StepEnd::Done
                },
                MovToPr => r.set_predicates(u),
                MovToPfs => StepEnd::done(r.set_previous_state(u)),
                MovToLc => r.set_loop_count(r.general(u.b)),
                SetLc => r.set_loop_count(u.imm),
                MovToUnat => {
                    r.cpu.ar.unat = r.general(u.b);
                    StepEnd::Done
                },
                Alloc => r.allocate(u),

                Br => StepEnd::Linked,
                BrIf => r.branch_if(u),
                BrUnless => StepEnd::linked(r.cpu.pr >> (u.a & 63) & 1 == 0),
                BrCloop => r.counted_branch(),
                BrCloopEnd => match r.counted_branch() {
                    StepEnd::Linked => StepEnd::Done,
                    _ => StepEnd::Linked,
                },
                BrCtop => StepEnd::linked(r.cpu.next_iteration(r.cpu.ar.lc != 0, true)),
                BrCexit => StepEnd::linked(!r.cpu.next_iteration(r.cpu.ar.lc != 0, true)),
                BrWtop => StepEnd::linked(r.while_branch(u)),
                BrWexit => StepEnd::linked(!r.while_branch(u)),
                BrCall => {
                    r.call(u);
                    StepEnd::Linked
                },
                Call => {
                    r.call(u);
                    StepEnd::Done
                },
                BrCallIndirect => r.call_indirect(u),
                BrIndirect => StepEnd::Taken(r.branch_target(u)),
                BrRet => r.return_from_call(u),
        }
    };
}
operations!(define);
