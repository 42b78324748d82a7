//! The loop over steps and blocks.

use events::Block;
use std::ops::ControlFlow;

use super::assist::{At, general_step, retire};
use super::lower::{Lowered, NO_LINK};
use super::recent::Recent;
use super::step::{Registers, StepEnd};
use super::uop::{Code, Uop};
use crate::block::BlockId;
use crate::fault::Raise;
use crate::interpret::{Flow, Sinks};
use crate::memory::AddressSpace;
use crate::options::Options;
use crate::record::Recorder;
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
    /// Blocks and their lowered forms, by the same numbers.
    pub blocks: &'a [Block],
    pub code: &'a [Lowered],
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
    let Sinks {
        execution,
        notes,
        recorder,
    } = sinks;
    let mut retired = limits.retired;
    let end = limits.end;
    let allowed =
        if ROTATED { mode::ROTATED } else { 0 } | if limits.single { mode::NAT } else { 0 };
    loop {
        let Some(lowered) = program.code.get(id.0 as usize) else {
            return (Exit::Unfit(id), retired - limits.retired);
        };
        if u64::from(lowered.count) > end - retired || cpu.cfm.sof < lowered.frame {
            cpu.ip = lowered.ip;
            cpu.slot = lowered.first_slot;
            return (Exit::Unfit(id), retired - limits.retired);
        }
        if R::RECORD {
            execution.predicates = lowered.always;
            execution.taken = None;
            execution.addresses.clear();
            notes.list.clear();
        }
        let mut sinks = Sinks {
            execution: &mut *execution,
            notes: &mut *notes,
            recorder: &mut *recorder,
        };
        let how = steps::<R, ROTATED>(program, id, cpu, space, &mut sinks, allowed, retired);

        // Every way out: count, hand over, find the next block.
        let blocks = program.blocks;
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
                retired += u64::from(lowered.count);
                cpu.trail.push(id, lowered.end_slot.wrapping_sub(1));
                if R::RECORD {
                    execution.end = lowered.end_slot;
                }
                (lowered.end_ip, lowered.end_slot_in_bundle, RUN_ON)
            }
            Left::After(slot) if slot + 1 < lowered.end_slot && !space.has_stale() => {
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
        let leaves = R::EACH && recorder.wants_each();
        if cpu.mode == EXPECTED[usize::from(ROTATED)] && link != LOOK_UP && !leaves {
            let next = match link {
                0 => program.recent.find(ip).map_or(NO_LINK, |next| next.0),
                1..=3 => lowered.links[link],
                _ => lowered.links[0],
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

/// Executes the steps of a block.
#[inline(always)]
fn steps<'a, R: Recorder, const ROTATED: bool>(
    program: Program<'a>,
    id: BlockId,
    cpu: &mut Cpu,
    space: &mut AddressSpace,
    sinks: &mut Sinks<'_, R>,
    allowed: u8,
    retired: u64,
) -> Left<'a> {
    let blocks = program.blocks;
    let Some(lowered) = program.code.get(id.0 as usize) else {
        return Left::End;
    };
    let mut steps = lowered.uops.iter();
    while let Some(u) = steps.next() {
        let mut registers = Registers::<R, ROTATED> {
            cpu: &mut *cpu,
            space: &mut *space,
            sinks: &mut *sinks,
        };
        match registers.step(u, blocks, id, lowered.ip) {
            StepEnd::Done => continue,
            StepEnd::Skip(count) => {
                if count != 0 {
                    steps.nth(usize::from(count) - 1);
                }
                continue;
            }
            StepEnd::Taken(target) => return Left::Taken(u, target),
            StepEnd::Raised(raise) => return Left::Raised(u.slot, raise),
            StepEnd::General => {}
        }
        let slot = u.slot;
        let predicate = predicate(u, cpu.pr);
        let qualified = predicate != Some(false);
        if R::RECORD && predicate == Some(true) {
            sinks.execution.predicates |= 1 << slot;
        }
        let at = At {
            blocks,
            id,
            slot,
            qualified,
            before: retired,
        };
        let sinks = Sinks {
            execution: &mut *sinks.execution,
            notes: &mut *sinks.notes,
            recorder: &mut *sinks.recorder,
        };
        match general_step(at, cpu, space, sinks, program.options) {
            Ok(Flow::Next) => {
                if cpu.mode & !allowed != 0
                    || space.has_stale()
                    || cpu.nat != 0 && lowered.touches(cpu.nat, blocks, id)
                {
                    return Left::After(slot);
                }
            }
            Ok(Flow::Branch(target) | Flow::Recover(target)) => return Left::Taken(u, target),
            Ok(flow) => return Left::Stop(slot, flow),
            Err(raise) => return Left::Raised(slot, raise),
        }
    }
    Left::End
}

/// The predicate of a step that goes the general way; none where it is known to be true. Not a part of the loop, which would keep
/// the code of each step for it.
#[inline(never)]
fn predicate(u: &Uop, pr: u64) -> Option<bool> {
    (u.code == Code::GeneralQualified).then_some(pr >> (u.a & 63) & 1 != 0)
}
