//! The loop over steps and blocks.

use std::ops::ControlFlow;

use events::{Block, Fact};
use softfp::{Fr, XmaKind};

use super::assist::{
    At, compare_floating, compare_parallel, compute, evaluate, general_step, load_sized,
    multiply_add, retire,
};
use super::recent::Recent;
use super::translate::{NO_LINK, Translation};
use super::uop::{Code, Uop};
use crate::alat::Tag;
use crate::block::BlockId;
use crate::fault::Raise;
use crate::interpret::{self, Flow, Sinks};
use crate::memory::AddressSpace;
use crate::options::Options;
use crate::record::Recorder;
use crate::semantics::integer;
use crate::state::{Cpu, mode};

/// Why the loop ended. The context is at the place where execution goes on, and everything
/// executed has been handed to the recorder unless said otherwise.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The next block is at the context's place; when it is known, the link of this block wants it.
    Next {
        /// The block that was left, and which of its links; link 0 may lead nowhere.
        link: Option<(BlockId, usize)>,
    },
    /// The block at the context's place cannot be executed this way; nothing of it has been.
    Unfit(BlockId),
    /// The block from this slot on cannot be executed this way; what has been of it is not handed over yet.
    Rest(BlockId, u8),
    /// `break`; not handed over yet.
    Break(BlockId, u64),
    /// A slot faulted or trapped; not handed over yet.
    Fault(BlockId, u8, Raise),
    /// The recorder wants to stop.
    Stopped,
}

/// What [`run`] only reads.
#[derive(Copy, Clone)]
pub(crate) struct Program<'a> {
    /// Blocks and their translations, by the same numbers.
    pub blocks: &'a [Block],
    pub code: &'a [Translation],
    pub recent: &'a Recent,
    pub options: &'a Options,
}

/// What bounds one call of [`run`].
#[derive(Copy, Clone)]
pub(crate) struct Limits {
    /// Instructions retired before.
    pub retired: u64,
    /// Instructions to have retired at most.
    pub end: u64,
    /// Only one block: its registers are free of NaTs, others may not be.
    pub single: bool,
}

/// How a block was left.
enum Left<'a> {
    /// At its end.
    End,
    /// By a step, to an address.
    Taken(&'a Uop, u64),
    /// After a step, because what follows has to go another way.
    After(u8),
    /// By a step that raised or broke.
    Stop(u8, Flow),
    Raised(u8, Raise),
}

const LINK_SHIFT: u32 = 6;
const COUNT: u16 = 63;

// Links besides those of taken branches, 1 to 3, and 0 for indirect ones.
/// To what follows the block.
const RUN_ON: usize = 4;
/// To a block that has to be looked up with care.
const LOOK_UP: usize = 5;

/// The mode in which blocks may follow each other, by `ROTATED`.
const EXPECTED: [u8; 2] = [0, mode::ROTATED];

/// Executes blocks from `id` on. Returns why it ended and how many instructions retired.
///
/// `ROTATED`: the registers are renamed through the maps.
pub(crate) fn run<R: Recorder, const ROTATED: bool>(
    program: Program<'_>,
    mut id: BlockId,
    cpu: &mut Cpu,
    space: &mut AddressSpace,
    sinks: Sinks<'_, R>,
    limits: Limits,
) -> (Exit, u64) {
    let Program {
        blocks,
        code,
        recent,
        options,
    } = program;
    let Sinks {
        execution,
        notes,
        recorder,
    } = sinks;
    let mut retired = limits.retired;
    let end = limits.end;
    let allowed =
        if ROTATED { mode::ROTATED } else { 0 } | if limits.single { mode::NAT } else { 0 };

    macro_rules! at {
        ($r:expr) => {
            if ROTATED {
                usize::from(cpu.gmap[usize::from($r)])
            } else {
                usize::from($r)
            }
        };
    }
    macro_rules! g {
        ($r:expr) => {
            cpu.gr[at!($r)]
        };
    }
    macro_rules! fat {
        ($r:expr) => {
            if ROTATED {
                usize::from(cpu.fmap[usize::from($r)])
            } else {
                usize::from($r)
            }
        };
    }
    macro_rules! f {
        ($r:expr) => {
            cpu.fr[fat!($r)]
        };
    }

    loop {
        let Some(translation) = code.get(id.0 as usize) else {
            return (Exit::Unfit(id), retired - limits.retired);
        };
        if u64::from(translation.count) > end - retired || cpu.cfm.sof < translation.frame {
            cpu.ip = translation.ip;
            cpu.slot = translation.first_slot;
            return (Exit::Unfit(id), retired - limits.retired);
        }
        if R::RECORD {
            execution.predicates = translation.always;
            execution.taken = None;
            execution.addresses.clear();
            notes.list.clear();
        }
        let mut steps = translation.uops.iter();
        let how = 'block: {
            'steps: while let Some(u) = steps.next() {
                // Leaving this block of statements takes the general way.
                'step: {
                    macro_rules! compare {
                        ($condition:expr) => {{
                            let set = if $condition { u.a } else { u.b };
                            cpu.pr = cpu.pr & u.imm | 1 << (set & 63);
                        }};
                    }
                    macro_rules! compare_branch {
                        ($condition:expr) => {{
                            if $condition {
                                cpu.pr = (cpu.pr | 1 << (u.a & 63)) & !(1 << (u.b & 63)) | 1;
                                if R::RECORD {
                                    execution.predicates |= 1 << u.slot;
                                }
                                break 'block Left::Taken(u, u.imm);
                            }
                            cpu.pr = (cpu.pr | 1 << (u.b & 63)) & !(1 << (u.a & 63)) | 1;
                        }};
                    }
                    macro_rules! immediate {
                        () => {
                            (u.extra as i16 >> 8) as i64
                        };
                    }
                    macro_rules! load {
                        ($t:ty, $update:expr) => {{
                            let address = g!(u.c);
                            let Some(value) = space.load::<$t>(address) else {
                                break 'step;
                            };
                            if R::RECORD {
                                execution.addresses.push(address);
                            }
                            let increment: u64 = $update;
                            g!(u.a) = u64::from(value);
                            increment
                        }};
                    }
                    macro_rules! load_update {
                        ($t:ty, $update:expr) => {{
                            let increment = load!($t, $update);
                            g!(u.c) = g!(u.c).wrapping_add(increment);
                        }};
                    }
                    macro_rules! store {
                        ($t:ty) => {{
                            let address = g!(u.c);
                            if cpu.alat.is_near(address)
                                || !space.store::<$t>(address, g!(u.b) as $t)
                            {
                                break 'step;
                            }
                            if R::RECORD {
                                execution.addresses.push(address);
                            }
                        }};
                    }
                    macro_rules! store_update {
                        ($t:ty) => {{
                            store!($t);
                            g!(u.c) = g!(u.c).wrapping_add(u.imm);
                        }};
                    }
                    macro_rules! float_load {
                        ($t:ty, $convert:expr) => {{
                            let address = g!(u.c);
                            let Some(value) = space.load::<$t>(address) else {
                                break 'step;
                            };
                            if R::RECORD {
                                execution.addresses.push(address);
                            }
                            f!(u.a) = $convert(value);
                            cpu.psr |= u64::from(u.d);
                            g!(u.c) = address.wrapping_add(u.imm);
                        }};
                    }
                    macro_rules! float_store {
                        ($t:ty, $convert:expr) => {{
                            let address = g!(u.c);
                            let value = f!(u.b);
                            if value.is_nat()
                                || cpu.alat.is_near(address)
                                || !space.store::<$t>(address, $convert(value))
                            {
                                break 'step;
                            }
                            if R::RECORD {
                                execution.addresses.push(address);
                            }
                            g!(u.c) = address.wrapping_add(u.imm);
                        }};
                    }
                    // A second doubleword behind the first: present because the pair is aligned.
                    macro_rules! both {
                        ($t:ty) => {{
                            let address = g!(u.c);
                            let pair = if address & 15 == 0 {
                                space
                                    .load::<u64>(address)
                                    .zip(space.load::<$t>(address.wrapping_add(8)))
                            } else {
                                None
                            };
                            let Some(pair) = pair else { break 'step };
                            if R::RECORD {
                                execution.addresses.push(address);
                            }
                            cpu.psr |= u64::from(u.d);
                            g!(u.c) = address.wrapping_add(u.imm);
                            pair
                        }};
                    }
                    macro_rules! arithmetic {
                        ($function:ident) => {{
                            if !multiply_add::$function::<ROTATED>(cpu, u) {
                                break 'step;
                            }
                        }};
                    }
                    macro_rules! set_float {
                        ($value:expr) => {{
                            let value: Fr = $value;
                            cpu.psr |= u.imm;
                            f!(u.a) = value;
                        }};
                    }
                    match u.code {
                        Code::Guard => {
                            if cpu.pr >> (u.a & 63) & 1 == 0 {
                                if u.b != 0 {
                                    steps.nth(usize::from(u.b) - 1);
                                }
                            } else if R::RECORD {
                                execution.predicates |= u.imm;
                            }
                        }
                        Code::ClearPair => {
                            cpu.pr = cpu.pr & !(1 << (u.a & 63) | 1 << (u.b & 63)) | 1;
                        }
                        Code::General => break 'step,
                        Code::GeneralQualified => break 'step,
                        Code::Evaluate => {
                            if !evaluate::<ROTATED>(blocks, id, cpu, u) {
                                break 'step;
                            }
                        }

                        Code::Add => g!(u.a) = g!(u.b).wrapping_add(g!(u.c)),
                        Code::AddOne => g!(u.a) = g!(u.b).wrapping_add(g!(u.c)).wrapping_add(1),
                        Code::Sub => g!(u.a) = g!(u.b).wrapping_sub(g!(u.c)),
                        Code::SubOne => g!(u.a) = g!(u.b).wrapping_sub(g!(u.c)).wrapping_sub(1),
                        Code::SubImm => g!(u.a) = u.imm.wrapping_sub(g!(u.c)),
                        Code::AddImm => g!(u.a) = g!(u.c).wrapping_add(u.imm),
                        Code::Set => g!(u.a) = u.imm,
                        Code::Copy => g!(u.a) = g!(u.c),
                        Code::And => g!(u.a) = g!(u.b) & g!(u.c),
                        Code::AndCm => g!(u.a) = g!(u.b) & !g!(u.c),
                        Code::Or => g!(u.a) = g!(u.b) | g!(u.c),
                        Code::Xor => g!(u.a) = g!(u.b) ^ g!(u.c),
                        Code::AndImm => g!(u.a) = g!(u.c) & u.imm,
                        Code::OrImm => g!(u.a) = g!(u.c) | u.imm,
                        Code::XorImm => g!(u.a) = g!(u.c) ^ u.imm,
                        Code::Shladd => g!(u.a) = (g!(u.b) << (u.d & 63)).wrapping_add(g!(u.c)),
                        Code::Shl => g!(u.a) = integer::shift_left(g!(u.b), g!(u.c)),
                        Code::Shr => g!(u.a) = integer::shift_right_signed(g!(u.c), g!(u.b)),
                        Code::ShrU => g!(u.a) = integer::shift_right(g!(u.c), g!(u.b)),
                        Code::Shrp => {
                            g!(u.a) = integer::shift_pair(g!(u.b), g!(u.c), u64::from(u.d));
                        }
                        Code::Extr => {
                            g!(u.a) = ((g!(u.c) << (u.d & 63)) as i64 >> (u.b & 63)) as u64;
                        }
                        Code::ExtrU => g!(u.a) = g!(u.c) >> (u.d & 63) & u.imm,
                        Code::DepZ => g!(u.a) = g!(u.b) << (u.d & 63) & u.imm,
                        Code::Dep => {
                            g!(u.a) = g!(u.b) << (u.d & 63) & u.imm | g!(u.c) & !u.imm;
                        }

                        Code::Mix4R => g!(u.a) = g!(u.b) << 32 | g!(u.c) & 0xffff_ffff,

                        Code::CmpEq => compare!(g!(u.c) == g!(u.d)),
                        Code::CmpLt => compare!((g!(u.c) as i64) < g!(u.d) as i64),
                        Code::CmpLtu => compare!(g!(u.c) < g!(u.d)),
                        Code::Cmp4Eq => compare!(g!(u.c) as u32 == g!(u.d) as u32),
                        Code::Cmp4Lt => compare!((g!(u.c) as i32) < g!(u.d) as i32),
                        Code::Cmp4Ltu => compare!((g!(u.c) as u32) < g!(u.d) as u32),
                        Code::CmpEqImm => compare!(immediate!() == g!(u.d) as i64),
                        Code::CmpLtImm => compare!(immediate!() < g!(u.d) as i64),
                        Code::CmpLtuImm => compare!((immediate!() as u64) < g!(u.d)),
                        Code::Cmp4EqImm => compare!(immediate!() as i32 == g!(u.d) as i32),
                        Code::Cmp4LtImm => compare!((immediate!() as i32) < g!(u.d) as i32),
                        Code::Cmp4LtuImm => compare!((immediate!() as u32) < g!(u.d) as u32),
                        Code::Tbit => compare!(g!(u.d) >> (u.c & 63) & 1 != 0),
                        Code::CmpParallel => compare_parallel::<ROTATED>(blocks, id, cpu, u),

                        Code::BrEq => compare_branch!(g!(u.c) == g!(u.d)),
                        Code::BrNe => compare_branch!(g!(u.c) != g!(u.d)),
                        Code::BrLt => compare_branch!((g!(u.c) as i64) < g!(u.d) as i64),
                        Code::BrGe => compare_branch!(g!(u.c) as i64 >= g!(u.d) as i64),
                        Code::BrLtu => compare_branch!(g!(u.c) < g!(u.d)),
                        Code::BrGeu => compare_branch!(g!(u.c) >= g!(u.d)),
                        Code::Br4Eq => compare_branch!(g!(u.c) as u32 == g!(u.d) as u32),
                        Code::Br4Ne => compare_branch!(g!(u.c) as u32 != g!(u.d) as u32),
                        Code::Br4Lt => compare_branch!((g!(u.c) as i32) < g!(u.d) as i32),
                        Code::Br4Ge => compare_branch!(g!(u.c) as i32 >= g!(u.d) as i32),
                        Code::Br4Ltu => compare_branch!((g!(u.c) as u32) < g!(u.d) as u32),
                        Code::Br4Geu => compare_branch!(g!(u.c) as u32 >= g!(u.d) as u32),
                        Code::BrEqImm => compare_branch!(immediate!() == g!(u.d) as i64),
                        Code::BrNeImm => compare_branch!(immediate!() != g!(u.d) as i64),
                        Code::BrLtImm => compare_branch!(immediate!() < g!(u.d) as i64),
                        Code::BrGeImm => compare_branch!(immediate!() >= g!(u.d) as i64),
                        Code::BrLtuImm => compare_branch!((immediate!() as u64) < g!(u.d)),
                        Code::BrGeuImm => compare_branch!(immediate!() as u64 >= g!(u.d)),
                        Code::Br4EqImm => compare_branch!(immediate!() as i32 == g!(u.d) as i32),
                        Code::Br4NeImm => compare_branch!(immediate!() as i32 != g!(u.d) as i32),
                        Code::Br4LtImm => compare_branch!((immediate!() as i32) < g!(u.d) as i32),
                        Code::Br4GeImm => compare_branch!(immediate!() as i32 >= g!(u.d) as i32),
                        Code::Br4LtuImm => compare_branch!((immediate!() as u32) < g!(u.d) as u32),
                        Code::Br4GeuImm => compare_branch!(immediate!() as u32 >= g!(u.d) as u32),
                        Code::BrTbitZ => compare_branch!(g!(u.d) >> (u.c & 63) & 1 == 0),
                        Code::BrTbitNz => compare_branch!(g!(u.d) >> (u.c & 63) & 1 != 0),

                        Code::Ld1 => {
                            load!(u8, 0);
                        }
                        Code::Ld2 => {
                            load!(u16, 0);
                        }
                        Code::Ld4 => {
                            load!(u32, 0);
                        }
                        Code::Ld8 => {
                            load!(u64, 0);
                        }
                        Code::Ld1Imm => load_update!(u8, u.imm),
                        Code::Ld2Imm => load_update!(u16, u.imm),
                        Code::Ld4Imm => load_update!(u32, u.imm),
                        Code::Ld8Imm => load_update!(u64, u.imm),
                        Code::Ld1Reg => load_update!(u8, g!(u.b)),
                        Code::Ld2Reg => load_update!(u16, g!(u.b)),
                        Code::Ld4Reg => load_update!(u32, g!(u.b)),
                        Code::Ld8Reg => load_update!(u64, g!(u.b)),
                        Code::LdAdvanced => {
                            let address = g!(u.c);
                            let Some(value) = load_sized(space, u.extra, address) else {
                                break 'step;
                            };
                            let tag = Tag::general(at!(u.a) as u8, cpu.stack.bottom());
                            if cpu.alat.insert(tag, address, u.extra as u8) && R::RECORD {
                                notes.slot = u.slot;
                                notes.push(|| Fact::AlatReplaced { floating: false });
                            }
                            if R::RECORD {
                                execution.addresses.push(address);
                            }
                            g!(u.a) = value;
                            g!(u.c) = g!(u.c).wrapping_add(u.imm);
                        }
                        Code::LdCheckClear => {
                            let address = g!(u.c);
                            let tag = Tag::general(at!(u.a) as u8, cpu.stack.bottom());
                            let hit = cpu.alat.holds(tag);
                            if hit {
                                cpu.alat.remove(tag);
                            } else {
                                let Some(value) = load_sized(space, u.extra, address) else {
                                    break 'step;
                                };
                                g!(u.a) = value;
                            }
                            if R::RECORD {
                                execution.addresses.push(address);
                                notes.slot = u.slot;
                                notes.push(|| match hit {
                                    true => Fact::CheckLoadHit,
                                    false => Fact::CheckLoadMiss,
                                });
                            }
                            g!(u.c) = g!(u.c).wrapping_add(u.imm);
                        }
                        Code::ChkAClear => {
                            let tag = Tag::general(at!(u.a) as u8, cpu.stack.bottom());
                            if !cpu.alat.holds(tag) {
                                break 'step;
                            }
                            cpu.alat.remove(tag);
                        }
                        Code::Ld8Fill => {
                            if cpu.ar.unat >> (g!(u.c) >> 3 & 63) & 1 != 0 {
                                break 'step;
                            }
                            load_update!(u64, u.imm);
                        }
                        Code::St1 => store!(u8),
                        Code::St2 => store!(u16),
                        Code::St4 => store!(u32),
                        Code::St8 => store!(u64),
                        Code::St1Imm => store_update!(u8),
                        Code::St2Imm => store_update!(u16),
                        Code::St4Imm => store_update!(u32),
                        Code::St8Imm => store_update!(u64),
                        Code::St8Spill => {
                            let bit = 1 << (g!(u.c) >> 3 & 63);
                            store_update!(u64);
                            cpu.ar.unat &= !bit;
                        }
                        Code::Ldfs => float_load!(u32, Fr::from_single),
                        Code::Ldfd => float_load!(u64, Fr::from_double),
                        Code::Ldf8 => float_load!(u64, Fr::from_integer),
                        Code::Ldfe => {
                            let (sig, sign_exponent) = both!(u16);
                            f!(u.a) = Fr::from_extended(sig, sign_exponent);
                        }
                        Code::LdfFill => {
                            let (low, high) = both!(u64);
                            f!(u.a) = Fr::from_spill([low, high]);
                        }
                        Code::Ldfps => {
                            let address = g!(u.c);
                            let Some(pair) = space.load::<u64>(address) else {
                                break 'step;
                            };
                            if R::RECORD {
                                execution.addresses.push(address);
                            }
                            f!(u.a) = Fr::from_single(pair as u32);
                            f!(u.b) = Fr::from_single((pair >> 32) as u32);
                            cpu.psr |= u64::from(u.d);
                            g!(u.c) = address.wrapping_add(u.imm);
                        }
                        Code::Ldfpd => {
                            let (first, second) = both!(u64);
                            f!(u.a) = Fr::from_double(first);
                            f!(u.b) = Fr::from_double(second);
                        }
                        Code::Ldfp8 => {
                            let (first, second) = both!(u64);
                            f!(u.a) = Fr::from_integer(first);
                            f!(u.b) = Fr::from_integer(second);
                        }
                        Code::Stfs => float_store!(u32, Fr::to_single),
                        Code::Stfd => float_store!(u64, Fr::to_double),
                        Code::Stf8 => float_store!(u64, |value: Fr| value.sig),
                        Code::Stfe | Code::StfSpill => {
                            let address = g!(u.c);
                            let value = f!(u.b);
                            let (low, high, spill) = if u.code == Code::StfSpill {
                                let [low, high] = value.to_spill();
                                (low, high, true)
                            } else {
                                let (low, high) = value.to_extended();
                                (low, u64::from(high), false)
                            };
                            let upper = address.wrapping_add(8);
                            if value.is_nat() && !spill
                                || cpu.alat.is_near(address)
                                || address & 15 != 0
                                || !space.store::<u64>(address, low)
                                || !(if spill {
                                    space.store::<u64>(upper, high)
                                } else {
                                    space.store::<u16>(upper, high as u16)
                                })
                            {
                                break 'step;
                            }
                            if R::RECORD {
                                execution.addresses.push(address);
                            }
                            g!(u.c) = address.wrapping_add(u.imm);
                        }
                        Code::Lfetch => {
                            let address = g!(u.c);
                            if R::RECORD {
                                execution.addresses.push(address);
                            }
                            g!(u.c) = address.wrapping_add(u.imm);
                        }

                        Code::SetfSig => set_float!(Fr::from_integer(g!(u.b))),
                        Code::SetfD => set_float!(Fr::from_double(g!(u.b))),
                        Code::SetfS => set_float!(Fr::from_single(g!(u.b) as u32)),
                        Code::SetfExp => set_float!(Fr::from_exponent(g!(u.b))),
                        Code::GetfSig | Code::GetfD | Code::GetfS | Code::GetfExp => {
                            let value = f!(u.b);
                            if value.is_nat() {
                                break 'step;
                            }
                            g!(u.a) = match u.code {
                                Code::GetfSig => value.sig,
                                Code::GetfD => value.to_double(),
                                Code::GetfS => u64::from(value.to_single()),
                                _ => value.to_exponent(),
                            };
                        }
                        Code::FmaS => arithmetic!(fma_s),
                        Code::FmaD => arithmetic!(fma_d),
                        Code::FmaX => arithmetic!(fma_x),
                        Code::FmsS => arithmetic!(fms_s),
                        Code::FmsD => arithmetic!(fms_d),
                        Code::FmsX => arithmetic!(fms_x),
                        Code::FnmaS => arithmetic!(fnma_s),
                        Code::FnmaD => arithmetic!(fnma_d),
                        Code::FnmaX => {
                            arithmetic!(fnma_x)
                        }
                        Code::FmpyS => arithmetic!(fmpy_s),
                        Code::FmpyD => arithmetic!(fmpy_d),
                        Code::FmpyX => arithmetic!(fmpy_x),
                        Code::FaddS => arithmetic!(fadd_s),
                        Code::FaddD => arithmetic!(fadd_d),
                        Code::FaddX => arithmetic!(fadd_x),
                        Code::FsubS => arithmetic!(fsub_s),
                        Code::FsubD => arithmetic!(fsub_d),
                        Code::FsubX => arithmetic!(fsub_x),
                        Code::XmaL => {
                            set_float!(softfp::xma(XmaKind::Low, f!(u.c), f!(u.d), f!(u.b)));
                        }
                        Code::XmaH => {
                            set_float!(softfp::xma(XmaKind::High, f!(u.c), f!(u.d), f!(u.b)));
                        }
                        Code::XmaHu => {
                            set_float!(softfp::xma(
                                XmaKind::HighUnsigned,
                                f!(u.c),
                                f!(u.d),
                                f!(u.b)
                            ));
                        }
                        Code::FmergeS => {
                            set_float!(softfp::fmerge(softfp::Merge::Sign, f!(u.b), f!(u.c)));
                        }
                        Code::FmergeNs => {
                            set_float!(softfp::fmerge(softfp::Merge::NegSign, f!(u.b), f!(u.c)));
                        }
                        Code::FmergeSe => {
                            set_float!(softfp::fmerge(softfp::Merge::SignExp, f!(u.b), f!(u.c)));
                        }
                        Code::FcvtXf => set_float!(softfp::fcvt_xf(f!(u.b))),
                        Code::Fcmp => {
                            if !compare_floating::<ROTATED>(cpu, u) {
                                break 'step;
                            }
                        }
                        Code::Float => {
                            if !compute::<ROTATED>(blocks, id, cpu, u) {
                                break 'step;
                            }
                        }
                        Code::ChkSF => {
                            if f!(u.b).is_nat() {
                                break 'step;
                            }
                        }

                        Code::MovFromBr => g!(u.a) = cpu.br[usize::from(u.b & 7)],
                        Code::MovToBr => cpu.br[usize::from(u.a & 7)] = g!(u.b),
                        Code::MovFromPr => g!(u.a) = cpu.pr_unrotated(),
                        Code::MovToPr => {
                            let old = cpu.pr_unrotated();
                            cpu.set_pr_unrotated(old & !u.imm | g!(u.b) & u.imm);
                        }
                        Code::MovFromPfs => g!(u.a) = cpu.ar.pfs,
                        Code::MovToPfs => {
                            let value = g!(u.b);
                            if value & !interpret::PFS_FIELDS != 0 {
                                break 'step;
                            }
                            cpu.ar.pfs = value;
                        }
                        Code::MovFromLc => g!(u.a) = cpu.ar.lc,
                        Code::MovToLc => cpu.ar.lc = g!(u.b),
                        Code::SetLc => cpu.ar.lc = u.imm,
                        Code::MovFromUnat => g!(u.a) = cpu.ar.unat,
                        Code::MovToUnat => cpu.ar.unat = g!(u.b),
                        Code::Alloc => {
                            if !cpu.try_resize_frame(u.b, u.c, u.d) {
                                break 'step;
                            }
                            let pfs = cpu.ar.pfs;
                            g!(u.a) = pfs;
                        }

                        Code::Br => break 'block Left::Taken(u, u.imm),
                        Code::BrIf => {
                            if cpu.pr >> (u.a & 63) & 1 != 0 {
                                if R::RECORD {
                                    execution.predicates |= 1 << u.slot;
                                }
                                break 'block Left::Taken(u, u.imm);
                            }
                        }
                        Code::BrCloop => {
                            if cpu.ar.lc != 0 {
                                cpu.ar.lc -= 1;
                                break 'block Left::Taken(u, u.imm);
                            }
                        }
                        Code::BrCtop => {
                            if cpu.next_iteration(cpu.ar.lc != 0, true) {
                                break 'block Left::Taken(u, u.imm);
                            }
                        }
                        Code::BrCexit => {
                            if !cpu.next_iteration(cpu.ar.lc != 0, true) {
                                break 'block Left::Taken(u, u.imm);
                            }
                        }
                        Code::BrWtop | Code::BrWexit => {
                            let running = cpu.pr >> (u.a & 63) & 1 != 0;
                            if R::RECORD && running {
                                execution.predicates |= 1 << u.slot;
                            }
                            if cpu.next_iteration(running, false) == (u.code == Code::BrWtop) {
                                break 'block Left::Taken(u, u.imm);
                            }
                        }
                        Code::BrCall => {
                            cpu.br[usize::from(u.a & 7)] =
                                translation.ip.wrapping_add(16 * u64::from(u.c));
                            cpu.call_frame();
                            break 'block Left::Taken(u, u.imm);
                        }
                        Code::BrCallIndirect => {
                            let target = cpu.br[usize::from(u.b & 7)] & !15;
                            cpu.br[usize::from(u.a & 7)] = u.imm;
                            cpu.call_frame();
                            break 'block Left::Taken(u, target);
                        }
                        Code::BrIndirect => {
                            let target = cpu.br[usize::from(u.b & 7)] & !15;
                            break 'block Left::Taken(u, target);
                        }
                        Code::BrRet => {
                            let target = cpu.br[usize::from(u.b & 7)] & !15;
                            notes.slot = u.slot;
                            if let Err(raise) = cpu.return_frame(space, notes) {
                                break 'block Left::Raised(u.slot, raise);
                            }
                            break 'block Left::Taken(u, target);
                        }
                    }
                    continue 'steps;
                }
                let slot = u.slot;
                let qualified = u.code != Code::GeneralQualified || cpu.pr >> (u.a & 63) & 1 != 0;
                if R::RECORD && u.code == Code::GeneralQualified && qualified {
                    execution.predicates |= 1 << slot;
                }
                let at = At {
                    blocks,
                    id,
                    slot,
                    qualified,
                    before: retired,
                };
                let sinks = Sinks {
                    execution,
                    notes,
                    recorder,
                };
                let flow = general_step(at, cpu, space, sinks, options);
                match flow {
                    Ok(Flow::Next) => {
                        if cpu.mode & !allowed != 0
                            || space.has_stale()
                            || cpu.nat != 0 && translation.touches(cpu.nat, blocks, id)
                        {
                            break 'block Left::After(slot);
                        }
                    }
                    Ok(Flow::Branch(target) | Flow::Recover(target)) => {
                        break 'block Left::Taken(u, target);
                    }
                    Ok(flow) => break 'block Left::Stop(slot, flow),
                    Err(raise) => break 'block Left::Raised(slot, raise),
                }
            }
            Left::End
        };

        // Every way out: count, hand over, find the next block.
        let (ip, slot, link) = match how {
            Left::Taken(u, target) => {
                retired += u64::from(u.extra & COUNT);
                cpu.trail.push(id, u.slot);
                if R::RECORD {
                    execution.taken = Some(u.slot);
                    execution.end = u.slot + 1;
                }
                (target, 0, usize::from(u.extra >> LINK_SHIFT & 3))
            }
            Left::End => {
                retired += u64::from(translation.count);
                cpu.trail.push(id, translation.end_slot.wrapping_sub(1));
                if R::RECORD {
                    execution.end = translation.end_slot;
                }
                (translation.end_ip, translation.end_slot_in_bundle, RUN_ON)
            }
            Left::After(slot) if slot + 1 < translation.end_slot && !space.has_stale() => {
                // One execution of the block, one record of it.
                retired += retire(blocks, id, slot + 1, cpu, execution);
                return (Exit::Rest(id, slot + 1), retired - limits.retired);
            }
            Left::After(slot) => {
                cpu.trail.push(id, slot);
                retired += retire(blocks, id, slot + 1, cpu, execution);
                (cpu.ip, cpu.slot, LOOK_UP)
            }
            Left::Stop(slot, flow) => {
                cpu.trail.push(id, slot);
                retired += retire(blocks, id, slot + 1, cpu, execution);
                let exit = match flow {
                    Flow::Trap(raise) => Exit::Fault(id, slot, raise),
                    Flow::Break(imm) => Exit::Break(id, imm),
                    Flow::Next | Flow::Branch(_) | Flow::Recover(_) => Exit::Next { link: None },
                };
                return (exit, retired - limits.retired);
            }
            Left::Raised(slot, raise) => {
                cpu.trail.push(id, slot);
                retired += retire(blocks, id, slot, cpu, execution);
                return (Exit::Fault(id, slot, raise), retired - limits.retired);
            }
        };
        if R::RECORD {
            execution.target = ip;
            notes.move_to(execution);
            if let ControlFlow::Break(()) = recorder.executed(&blocks[id.0 as usize], execution) {
                cpu.ip = ip;
                cpu.slot = slot;
                return (Exit::Stopped, retired - limits.retired);
            }
        }
        if cpu.mode == EXPECTED[usize::from(ROTATED)] && link != LOOK_UP {
            let next = match link {
                0 => recent.find(ip).map_or(NO_LINK, |next| next.0),
                1..=3 => translation.links[link],
                _ => translation.links[0],
            };
            if next != NO_LINK {
                id = BlockId(next);
                continue;
            }
        }
        cpu.ip = ip;
        cpu.slot = slot;
        let link = match link {
            1..=3 => Some((id, link)),
            RUN_ON => Some((id, 0)),
            _ => None,
        };
        return (Exit::Next { link }, retired - limits.retired);
    }
}
