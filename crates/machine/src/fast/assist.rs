//! Work of steps that is done in functions of their own, out of line: inlined into the functions of the steps it would
//! take host registers away from these.

use events::{Block, Execution};
use isa::FpFormat;
use isa::theme::Theme;
use softfp::{Fr, Held};

use super::uop::Uop;
use crate::block::BlockId;
use crate::fault::Raise;
use crate::interpret::{self, Context, Flow, Sinks};
use crate::memory::AddressSpace;
use crate::options::Options;
use crate::record::Recorder;
use crate::semantics::{fp, parallel};
use crate::state::Cpu;

/// Index in `Cpu::fr` of a floating-point register, renamed if `ROTATED`.
#[inline(always)]
pub(super) fn float_at<const ROTATED: bool>(cpu: &Cpu, f: u8) -> usize {
    usize::from(if ROTATED { cpu.fmap[usize::from(f)] } else { f })
}

/// A floating-point register in the form in which the context keeps it.
#[inline(always)]
fn held<const ROTATED: bool>(cpu: &Cpu, f: u8) -> Held {
    cpu.fr[float_at::<ROTATED>(cpu, f)]
}

/// Its value in the 82-bit format.
#[inline(always)]
fn floating<const ROTATED: bool>(cpu: &Cpu, f: u8) -> Fr {
    held::<ROTATED>(cpu, f).value()
}

/// Converts registers to the host's double format where their values permit it, so that the host can compute the next
/// operation on them.
#[inline(always)]
fn narrow<const ROTATED: bool, const N: usize>(cpu: &mut Cpu, registers: [u8; N]) {
    for f in registers {
        cpu.fr[float_at::<ROTATED>(cpu, f)].narrow();
    }
}

/// The multiply-adds. False: a fault, a trap or software assistance has to be delivered; then nothing has been changed.
pub(super) mod multiply_add {
    use softfp::plain::{self, Plain};
    use softfp::{Flagged, Held, MulAdd, Precision, host};

    use super::{Cpu, Uop, float_at, floating, held, narrow};

    #[inline(always)]
    fn write<const ROTATED: bool>(cpu: &mut Cpu, u: &Uop, value: Held) {
        let at = float_at::<ROTATED>(cpu, u.a);
        cpu.fr[at] = value;
        cpu.psr |= u64::from(u.extra >> 8);
    }

    /// Whether the status field of the instruction has ordinary controls ([`softfp::Fpsr::plain_mask`]).
    #[inline(always)]
    fn is_plain(cpu: &Cpu, u: &Uop) -> bool {
        cpu.ar.plain_fp >> (u.extra & 7) & 1 != 0
    }

    /// Computes the common case of ordinary numbers under ordinary controls; false in any other case.
    #[inline(always)]
    fn quick<const ROTATED: bool>(
        cpu: &mut Cpu,
        u: &Uop,
        compute: impl FnOnce(&Cpu) -> Option<Plain>,
    ) -> bool {
        if !is_plain(cpu, u) {
            return false;
        }
        let Some(Plain { value, inexact }) = compute(cpu) else {
            return false;
        };
        if inexact {
            cpu.ar.fpsr.0 |= u.imm;
        }
        write::<ROTATED>(cpu, u, value.into());
        true
    }

    #[inline(never)]
    fn finish<const ROTATED: bool>(cpu: &mut Cpu, u: &Uop, outcome: Flagged) -> bool {
        if outcome.raised.is_special() {
            return false;
        }
        cpu.ar.fpsr = cpu
            .ar
            .fpsr
            .with_flags(u.extra as u8 & 3, outcome.raised.flags());
        write::<ROTATED>(cpu, u, outcome.value.into());
        true
    }

    /// Defines a function for each multiply-add: one by integer arithmetic for all, and in `by_host` one by the host's
    /// floating-point unit for those of the host's formats.
    macro_rules! define {
        (hosted: { $($hosted:tt)+ } others: { $($others:tt)+ }) => {
            define!(@general $($hosted)+ $($others)+);

            /// Multiply-adds by the host's floating-point unit; false when it would not give the architected result.
            pub(in crate::fast) mod by_host {
                use super::{Cpu, MulAdd, Precision, Uop, held, host, write};

                define!(@host $($hosted)+);
            }
        };
        (@general $($name:ident: $function:ident $kind:ident $precision:ident $($source:ident)+;)+) => {$(
            #[inline(never)]
            pub(in crate::fast) fn $name<const ROTATED: bool>(cpu: &mut Cpu, u: &Uop) -> bool {
                let (kind, precision) = (MulAdd::$kind, Precision::$precision);
                if precision != Precision::Dynamic && is_plain(cpu, u) {
                    cpu.ar.host_fp |= cpu.ar.fpsr.0 & u.imm;
                    narrow::<ROTATED, _>(cpu, [$(u.$source),+]);
                }
                let quick = quick::<ROTATED>(cpu, u, |cpu| {
                    plain::$function(kind, precision, $(floating::<ROTATED>(cpu, u.$source)),+)
                });
                quick || {
                    let outcome = softfp::$function(
                        kind,
                        precision,
                        $(floating::<ROTATED>(cpu, u.$source),)+
                        cpu.ar.fpsr,
                        u.extra as u8 & 3,
                    );
                    finish::<ROTATED>(cpu, u, outcome)
                }
            }
        )+};
        (@host $($name:ident: $function:ident $kind:ident $precision:ident $($source:ident)+;)+) => {$(
            #[inline(always)]
            pub(in crate::fast) fn $name<const ROTATED: bool>(cpu: &mut Cpu, u: &Uop) -> bool {
                if cpu.ar.host_fp & u.imm == 0 {
                    return false;
                }
                let value = host::$function(
                    MulAdd::$kind,
                    Precision::$precision,
                    $(held::<ROTATED>(cpu, u.$source)),+
                );
                let Some(value) = value else {
                    return false;
                };
                write::<ROTATED>(cpu, u, value);
                true
            }
        )+};
    }

    define! {
        hosted: {
            fma_s: fma Fma Single c d b;
            fma_d: fma Fma Double c d b;
            fms_s: fma Fms Single c d b;
            fms_d: fma Fms Double c d b;
            fnma_s: fma Fnma Single c d b;
            fnma_d: fma Fnma Double c d b;
            fmpy_s: fmpy Fma Single c d;
            fmpy_d: fmpy Fma Double c d;
            fadd_s: fadd Fma Single c b;
            fadd_d: fadd Fma Double c b;
            fsub_s: fadd Fms Single c b;
            fsub_d: fadd Fms Double c b;
        }
        others: {
            fma_x: fma Fma Dynamic c d b;
            fms_x: fma Fms Dynamic c d b;
            fnma_x: fma Fnma Dynamic c d b;
            fmpy_x: fmpy Fma Dynamic c d;
            fadd_x: fadd Fma Dynamic c b;
            fsub_x: fadd Fms Dynamic c b;
        }
    }
}

/// A naturally aligned load of 1, 2, 4 or 8 bytes that hits the translation buffer.
#[inline(always)]
pub(super) fn load_sized(space: &AddressSpace, size: u16, address: u64) -> Option<u64> {
    match size {
        1 => space.load::<u8>(address).map(u64::from),
        2 => space.load::<u16>(address).map(u64::from),
        4 => space.load::<u32>(address).map(u64::from),
        _ => space.load::<u64>(address),
    }
}

/// The same for a single, double or integer format (`ldfs`, `ldfd`, `ldf8`): the value and the bytes loaded.
#[inline(never)]
pub(super) fn load_float(space: &AddressSpace, format: u16, address: u64) -> Option<(Held, u8)> {
    const SINGLE: u16 = FpFormat::Single as u16;
    const DOUBLE: u16 = FpFormat::Double as u16;
    Some(match format {
        SINGLE => (Held::from_single(space.load::<u32>(address)?)?, 4),
        DOUBLE => (Held::from_double(space.load::<u64>(address)?)?, 8),
        _ => (Fr::from_integer(space.load::<u64>(address)?).into(), 8),
    })
}

/// Any instruction that computes on floating-point registers; false when a fault, a trap or a note has to be delivered.
#[inline(never)]
pub(super) fn compute<const ROTATED: bool>(blocks: &[Block], cpu: &mut Cpu, u: &Uop) -> bool {
    let i = blocks[u.imm as usize].instruction(u.slot);
    let sources = fp::Sources {
        f2: floating::<ROTATED>(cpu, i.r2),
        f3: floating::<ROTATED>(cpu, i.r3),
        f4: floating::<ROTATED>(cpu, i.r4),
    };
    let done = match i.op.theme() {
        Theme::FloatArithmetic(op) => fp::compute(op, i, cpu.ar.fpsr, sources),
        Theme::FloatMove(op) => fp::move_bits(op, i, cpu.ar.fpsr, sources),
        _ => return false,
    };
    let Ok(done) = done else {
        return false;
    };
    if done.trap.is_some() || done.assisted || done.flushed > 0 {
        return false;
    }
    cpu.ar.fpsr = done.fpsr;
    let mut set = |p: u8, value: bool| {
        let bit = 1 << (p & 63);
        cpu.pr = if value { cpu.pr | bit } else { cpu.pr & !bit } | 1;
    };
    match done.effect {
        fp::Effect::Register(value) => cpu.set_fr(i.r1, value),
        fp::Effect::Predicates(first, second) => {
            set(i.p1(), first);
            set(i.p2(), second);
        }
        fp::Effect::RegisterAndPredicate(value, predicate) => {
            set(i.p2(), predicate);
            cpu.set_fr(i.r1, value);
        }
        fp::Effect::Status => cpu.ar.set_fpsr(done.fpsr),
    }
    true
}

/// `fcmp` by the host; false when the operands do not permit it.
#[inline(always)]
pub(super) fn compare_doubles<const ROTATED: bool>(cpu: &mut Cpu, u: &Uop) -> bool {
    let (a, b) = (held::<ROTATED>(cpu, u.c), held::<ROTATED>(cpu, u.d));
    let Some((x, y)) = softfp::host::doubles(a, b) else {
        return false;
    };
    // Bit n tells whether relation n of [`softfp::Relation`] holds: 0 equal, 1 less, 2 less or equal.
    let relations = (x == y) as u8 | ((x < y) as u8) << 1 | ((x <= y) as u8) << 2;
    set_compared(cpu, u, Some(relations >> (u.imm & 3) & 1 != 0));
    true
}

/// Writes the two predicates of `fcmp`; `None` clears both.
#[inline(always)]
fn set_compared(cpu: &mut Cpu, u: &Uop, holds: Option<bool>) {
    let clear = !(1 << (u.a & 63) | 1 << (u.b & 63)) | 1;
    let set = match holds {
        Some(true) => 1 << (u.a & 63),
        Some(false) => 1 << (u.b & 63),
        None => 0,
    };
    cpu.pr = cpu.pr & clear | set;
}

/// `fcmp` by integer arithmetic; false when a fault or trap has to be delivered.
#[inline(never)]
pub(super) fn compare_any<const ROTATED: bool>(cpu: &mut Cpu, u: &Uop) -> bool {
    let relation = match u.imm {
        0 => softfp::Relation::Eq,
        1 => softfp::Relation::Lt,
        2 => softfp::Relation::Le,
        _ => softfp::Relation::Unord,
    };
    narrow::<ROTATED, _>(cpu, [u.c, u.d]);
    let fpsr = cpu.ar.fpsr;
    let outcome = softfp::fcmp(
        relation,
        floating::<ROTATED>(cpu, u.c),
        floating::<ROTATED>(cpu, u.d),
        fpsr,
        u.extra as u8,
    );
    if outcome.raised.is_special() {
        return false;
    }
    cpu.ar.fpsr = fpsr.with_flags(u.extra as u8, outcome.raised.flags());
    set_compared(cpu, u, outcome.value);
    true
}

/// Leaves a block in front of slot `end`: sets the context's place and the end of the record. Returns the instructions
/// of the block that have retired.
#[cold]
#[inline(never)]
pub(super) fn retire(
    blocks: &[Block],
    id: BlockId,
    end: u8,
    cpu: &mut Cpu,
    execution: &mut Execution,
) -> u64 {
    let block = &blocks[id.0 as usize];
    execution.end = end;
    cpu.ip = block.ip_of(end);
    cpu.slot = end % 3;
    u64::from(block.count_before(end))
}

/// Which instruction of a block [`general_step`] executes, and under which conditions.
pub(super) struct At<'a> {
    pub blocks: &'a [Block],
    pub id: BlockId,
    pub slot: u8,
    /// The value of its qualifying predicate.
    pub qualified: bool,
    /// Instructions that all contexts had retired before the block.
    pub before: u64,
}

/// Executes one instruction the general way.
#[inline(never)]
pub(super) fn general_step<R: Recorder>(
    at: At<'_>,
    cpu: &mut Cpu,
    space: &mut AddressSpace,
    sinks: Sinks<'_, R>,
    options: &Options,
) -> Result<Flow, Raise> {
    let At {
        blocks,
        id,
        slot,
        qualified,
        before,
    } = at;
    let block = &blocks[id.0 as usize];
    let Sinks {
        execution,
        notes,
        recorder,
    } = sinks;
    notes.slot = slot;
    let mut clock = interpret::Clock {
        recorder,
        retired: before + u64::from(block.count_before(slot)),
    };
    let mut context = Context {
        cpu,
        space,
        addresses: &mut execution.addresses,
        notes,
        outside: &mut clock,
        options,
        ip: block.ip_of(slot),
    };
    let instruction = block.instruction(slot);
    if qualified {
        context.step(instruction)
    } else {
        context.step_unqualified(instruction)
    }
}

/// A general register, renamed if need be.
#[inline(always)]
fn general<const ROTATED: bool>(cpu: &mut Cpu, r: u8) -> &mut u64 {
    let at = if ROTATED { cpu.gmap[usize::from(r)] } else { r };
    &mut cpu.gr[usize::from(at)]
}

/// A parallel operation of the [`crate::semantics::parallel`] file; false for a reserved encoding.
#[inline(never)]
pub(super) fn evaluate<const ROTATED: bool>(blocks: &[Block], cpu: &mut Cpu, u: &Uop) -> bool {
    let i = blocks[u.imm as usize].instruction(u.slot);
    let Theme::Parallel(op) = i.op.theme() else {
        return false;
    };
    let (r2, r3) = (*general::<ROTATED>(cpu, u.b), *general::<ROTATED>(cpu, u.c));
    let Some(value) = parallel::evaluate(op, r2, r3, i.imm) else {
        return false;
    };
    *general::<ROTATED>(cpu, u.a) = value;
    true
}
