//! Facts about the slots of a block that do not decide when it issues: what their retirement counts, and which of them change the register frame,
//! are checks, or flush the pipe.

use crate::model::dispersal::Disperser;
use crate::model::register_stack::frame::FrameOp;
use events::{Block, Raw, StaticEvent, When};
use isa::{BranchKind, Class, Instruction, Op};

/// The facts about one block.
#[derive(Default)]
pub(super) struct Facts {
    /// Slots with a qualifying predicate other than p0, a bit for each.
    pub predicated: u64,
    /// The instructions that change the register frame, by slot.
    pub frame_ops: Vec<(u8, FrameOp)>,
    /// The checks by slot, each with the quantity that its failure counts.
    pub checks: Vec<(u8, Raw)>,
    /// Slot of the first break or rfi, behind which the pipe is flushed.
    pub flushes: Option<u8>,
    /// What the retirement of each slot counts by itself.
    pub events: Vec<StaticEvent>,
}

impl Facts {
    /// Those of a block.
    pub(super) fn of(block: &Block, disperser: &Disperser) -> Self {
        let mut facts = Self {
            events: Vec::with_capacity(3 * usize::from(block.end_slot)),
            ..Self::default()
        };
        for (slot, instruction) in block.instructions() {
            facts.predicated |= u64::from(instruction.qp != 0) << slot;
            facts
                .frame_ops
                .extend(frame_op(instruction).map(|op| (slot, op)));
            facts
                .checks
                .extend(failed_check(instruction).map(|raw| (slot, raw)));
            if matches!(instruction.op, Op::Break | Op::Rfi) {
                facts.flushes.get_or_insert(slot);
            }
            static_events(slot, instruction, disperser, &mut facts.events);
        }
        facts
    }
}

/// Adds what the retirement of a slot counts by itself.
fn static_events(
    slot: u8,
    instruction: &Instruction,
    disperser: &Disperser,
    events: &mut Vec<StaticEvent>,
) {
    let mut push = |raw, amount, when| {
        events.push(StaticEvent {
            slot,
            amount,
            raw,
            when,
        });
    };
    push(Raw::InstructionsDispersed, 1, When::Always);
    push(Raw::InstructionsRetired, 1, When::Always);
    if instruction.is_nop() {
        push(Raw::NopsRetired, 1, When::Executed);
    }
    if instruction.qp != 0 && !instruction.is_branch() {
        push(Raw::SquashedRetired, 1, When::Squashed);
    }
    let class = disperser.class(instruction);
    match instruction.op {
        Op::SrlzI => push(Raw::SerializeInstruction, 1, When::Executed),
        Op::Alloc | Op::Cover | Op::Rfi | Op::Flushrs | Op::Loadrs => {
            push(Raw::RseOperations, 1, When::Executed);
        }
        Op::Branch {
            kind: BranchKind::Call | BranchKind::Ret,
            ..
        } => push(Raw::RseOperations, 1, When::Executed),
        Op::ItcD | Op::ItrD => push(Raw::DtlbSoftwareInserts, 1, When::Executed),
        Op::ItcI | Op::ItrI => push(Raw::ItlbSoftwareInserts, 1, When::Executed),
        Op::ChkA { .. } => push(Raw::AlatChecksInteger, 1, When::Executed),
        Op::ChkAF { .. } => push(Raw::AlatChecksFloat, 1, When::Executed),
        Op::Lfetch { .. } | Op::LfetchCount { .. } => push(Raw::Prefetches, 1, When::Executed),
        Op::Store { .. } | Op::Store16 { .. } => push(Raw::StoresInteger, 1, When::Executed),
        Op::FStore { .. } => push(Raw::StoresFloat, 1, When::Executed),
        Op::Load { .. } | Op::Load16 { .. } => {
            push(Raw::LoadsInteger, 1, When::Executed);
            if class == Class::Cld {
                push(Raw::AlatChecksInteger, 1, When::Executed);
            }
        }
        Op::FLoad { .. } | Op::FLoadPair { .. } => {
            push(Raw::LoadsFloat, 1, When::Executed);
            if class == Class::Fcld {
                push(Raw::AlatChecksFloat, 1, When::Executed);
            }
        }
        _ if instruction.is_semaphore() => push(Raw::Semaphores, 1, When::Executed),
        _ => {}
    }
    let operations = fp_operations(instruction);
    if operations > 0 {
        push(Raw::FpOps, operations, When::Executed);
    }
}

/// What an instruction does to the register frame; `None`: nothing.
fn frame_op(instruction: &Instruction) -> Option<FrameOp> {
    Some(match instruction.op {
        Op::Alloc => {
            let frame = instruction.frame();
            FrameOp::Alloc(frame.sof, frame.sol, frame.sor)
        }
        Op::Cover => FrameOp::Cover,
        Op::Rfi => FrameOp::Resume,
        Op::Clrrrb => FrameOp::ClearBases {
            predicates_only: false,
        },
        Op::ClrrrbPr => FrameOp::ClearBases {
            predicates_only: true,
        },
        Op::Branch { kind, .. }
            if !matches!(kind, BranchKind::Cond | BranchKind::Cloop | BranchKind::Ia) =>
        {
            FrameOp::Branch(kind)
        }
        _ => return None,
    })
}

/// The quantity that a check counts when it fails; `None`: the instruction is no check.
fn failed_check(instruction: &Instruction) -> Option<Raw> {
    Some(match instruction.op {
        Op::ChkS => Raw::SpeculationFailuresInteger,
        Op::ChkSF => Raw::SpeculationFailuresFloat,
        Op::ChkA { .. } => Raw::AlatFailuresInteger,
        Op::ChkAF { .. } => Raw::AlatFailuresFloat,
        Op::Fchkf => Raw::FpCheckFlagsFailed,
        _ => return None,
    })
}

/// Floating-point operations that an instruction counts as. That a multiply-add counts 2 and its parallel form 4 is from the list of Itanium's events
/// (`spec/itanium_events.csv`, FP_OPS_RETIRED_HI); the other weights are ours.
pub(super) fn fp_operations(instruction: &Instruction) -> u8 {
    match instruction.op {
        Op::Fma(_) | Op::Fms(_) | Op::Fnma(_) => multiply_add(instruction),
        Op::Fpma | Op::Fpms | Op::Fpnma => 2 * multiply_add(instruction),
        Op::Frcpa | Op::Frsqrta => 1,
        Op::Fprcpa | Op::Fprsqrta => 2,
        _ => 0,
    }
}

/// Operations of a multiply-add: 2, or 1 with the multiplier f1 (1.0) in the third operand or the addend f0 (0.0) in the fourth, by which the
/// pseudo-operations `fadd`, `fsub`, `fmpy`, `fnmpy`, `fnorm` and `fcvt.xuf` are defined. A constant in another operand counts as any register.
fn multiply_add(instruction: &Instruction) -> u8 {
    if instruction.r4 == 1 || instruction.r2 == 0 {
        1
    } else {
        2
    }
}
