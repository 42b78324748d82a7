//! The loop of the short way over blocks, or over paths of blocks: executes the steps of one, hands its record over and
//! goes on with the next, as long as links say which one that is.

use events::Block;
use std::ops::ControlFlow;

use super::assist::{At, general_step, retire};
use super::functions::Functions;
use super::log::Log;
use super::lower::{INDIRECT, Lowered};
use super::passage::Left;
use super::recent::Recent;
use super::scene::{INTERRUPTED, Interruption, Scene};
use super::uop::Uop;
use crate::block::BlockId;
use crate::fault::Raise;
use crate::interpret::{Flow, Sinks};
use crate::memory::AddressSpace;
use crate::options::Options;
use crate::record::{AfterPassage, Recorder};
use crate::state::{Cpu, mode};
use crate::trail::Last;

/// Why the loop ended. The context is at the place where execution goes on. Everything executed has been handed to the
/// recorder unless the variant says otherwise.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The block at the context's place follows; it has to be looked up.
    Next {
        /// The block that was left and the index of the [`PathExit`](super::lower::PathExit) by which it was left: the
        /// caller enters the block that it finds there. `None`: the target is in a register, or no link is wanted.
        link: Option<(BlockId, usize)>,
    },
    /// The block at the context's place cannot be executed the short way; nothing of it has been executed.
    Unfit(BlockId),
    /// The block cannot be executed the short way from this slot on; what was executed of it has not been handed over.
    Rest(BlockId, u8),
    /// A `break` with this immediate; the block has not been handed over.
    Break(BlockId, u64),
    /// A slot faulted or trapped; the block has not been handed over.
    Fault(BlockId, u8, Raise),
    /// The recorder asked to stop.
    Stopped,
}

/// What [`run`] reads and does not change.
#[derive(Copy, Clone)]
pub(crate) struct Program<'a> {
    /// All blocks of the machine.
    pub blocks: &'a [Block],
    /// The lowered forms of the blocks, or the paths that begin with them, at the same indices.
    pub code: &'a [Lowered],
    pub recent: &'a Recent,
    pub options: &'a Options,
}

/// What bounds one call of [`run`].
#[derive(Copy, Clone)]
pub(crate) struct Limits {
    /// Instructions that all contexts had retired before.
    pub retired: u64,
    /// Instructions that all contexts may have retired afterwards.
    pub end: u64,
    /// Return after one block. That block uses no register with a NaT, the next one may.
    pub single: bool,
}

/// The value of `Cpu::mode` under which the next block can be entered without the run loop, by `ROTATED`.
const EXPECTED: [u8; 2] = [0, mode::ROTATED];

/// Executes blocks from `id` on. Returns why it ended and how many instructions retired.
///
/// `ROTATED`: general and floating-point registers are found through the maps of the context. Without, none is renamed, and a path that goes on behind
/// a rotation ([`Lowered::turns`]) is not entered.
pub(crate) fn run<R: Recorder, const ROTATED: bool>(
    program: Program<'_>,
    mut id: BlockId,
    cpu: &mut Cpu,
    space: &mut AddressSpace,
    sinks: Sinks<'_, R>,
    log: &mut Log,
    limits: Limits,
) -> (Exit, u64) {
    let functions = if ROTATED {
        &Functions::<R>::ROTATED
    } else {
        &Functions::<R>::PLAIN
    };
    let Some(lowered) = program.code.get(id.0 as usize) else {
        return (Exit::Unfit(id), 0);
    };
    let mut scene = Scene {
        space,
        sinks,
        log,
        program,
        lowered,
        retired: limits.retired,
        allowed: EXPECTED[usize::from(ROTATED)] | if limits.single { mode::NAT } else { 0 },
        target: 0,
        interruption: Interruption::Changed,
        steps_left: 0,
    };
    if R::RECORD || R::TAKES_PASSAGES {
        scene.sinks.notes.list.clear();
    }
    loop {
        let lowered = scene.lowered;
        let frame = match ROTATED {
            true => lowered.frame,
            false => lowered.plain_frame,
        };
        if scene.retired + u64::from(lowered.count) > limits.end || cpu.cfm.sof < frame {
            return (
                scene.unfit(cpu, id, ROTATED),
                scene.retired - limits.retired,
            );
        }
        if R::RECORD {
            let execution = &mut *scene.sinks.execution;
            execution.predicates = lowered.always;
            execution.addresses.clear();
        }
        if R::TAKES_PASSAGES {
            scene.log.clear();
        }
        let number = functions.steps(lowered.first as u8, cpu, &mut scene, lowered.uops.iter());
        // The block has been left: count what retired, hand the record over, find the next block.
        let mut place = None;
        let mut next = INDIRECT;
        let mut target = 0;
        let mut then = AfterPassage::Paths;
        if let Some(exit) = lowered.exits.get(number) {
            scene.retired += u64::from(exit.count);
            cpu.trail.push(lowered.id, exit.last);
            next = exit.next;
            if R::TAKES_PASSAGES {
                target = exit.leads_to(scene.target);
                then = scene.pass(&Left {
                    exit: number,
                    segment: exit.last.segment().into(),
                    end: exit.last.slot().wrapping_add(1),
                    taken: exit.last.is_branch(),
                    target,
                    instructions: exit.count.into(),
                });
            }
            if R::RECORD {
                target = exit.leads_to(scene.target);
                let execution = &mut *scene.sinks.execution;
                execution.end = exit.last.slot().wrapping_add(1);
                execution.taken = (number != 0).then_some(exit.last.slot());
            }
        } else {
            if R::RECORD {
                scene.sinks.execution.taken = None;
            }
            match scene.interrupted(cpu) {
                Some(exit) => return (exit, scene.retired - limits.retired),
                None => place = Some(cpu.ip | u64::from(cpu.slot)),
            }
            target = place.unwrap_or(target);
            then = AfterPassage::Ask;
        }
        if R::TAKES_PASSAGES && then == AfterPassage::Stop {
            go_to(cpu, target);
            return (Exit::Stopped, scene.retired - limits.retired);
        }
        if R::RECORD {
            let Sinks {
                execution,
                notes,
                recorder,
            } = &mut scene.sinks;
            execution.target = target & !3;
            notes.move_to(execution);
            let block = &program.blocks[lowered.id.0 as usize];
            if let ControlFlow::Break(()) = recorder.executed(block, execution) {
                go_to(cpu, target);
                return (Exit::Stopped, scene.retired - limits.retired);
            }
        }
        let leaves = R::EACH && scene.sinks.recorder.wants_each()
            || R::PATHS && scene.sinks.recorder.wants_paths()
            || R::TAKES_PASSAGES && then == AfterPassage::Ask;
        if cpu.mode == EXPECTED[usize::from(ROTATED)] && !leaves {
            if let Some(lowered) = program.code.get(next as usize) {
                id = BlockId(next);
                scene.lowered = lowered;
                continue;
            }
            if next == INDIRECT
                && place.is_none()
                && let Some(next) = program.recent.find(scene.target)
                && let Some(lowered) = program.code.get(next.0 as usize)
            {
                id = next;
                scene.lowered = lowered;
                continue;
            }
        }
        go_to(cpu, place.unwrap_or_else(|| scene.place(number)));
        let link = (next != INDIRECT).then_some((lowered.id, number));
        return (Exit::Next { link }, scene.retired - limits.retired);
    }
}

fn go_to(cpu: &mut Cpu, place: u64) {
    cpu.ip = place & !3;
    cpu.slot = place as u8 & 3;
}

impl<R: Recorder> Scene<'_, R> {
    /// The place to which the block's exit with this index leads.
    #[inline]
    fn place(&self, number: usize) -> u64 {
        let exit = self.lowered.exits.get(number);
        exit.map_or(self.target, |exit| exit.leads_to(self.target))
    }

    /// Leaves the loop in front of a block that cannot be executed the short way or has no path, or in front of a path that needs the loop with the
    /// other value of `rotated`.
    #[cold]
    #[inline(never)]
    fn unfit(&self, cpu: &mut Cpu, id: BlockId, rotated: bool) -> Exit {
        let block = &self.program.blocks[id.0 as usize];
        cpu.ip = block.ip;
        cpu.slot = block.first_slot;
        if self.lowered.is_absent() || self.lowered.turns && !rotated {
            Exit::Next { link: None }
        } else {
            Exit::Unfit(id)
        }
    }

    /// Leaves a block behind a step that interrupted it ([`Scene::interruption`]), and counts what has retired in
    /// [`Scene::retired`]. Returns the exit if the loop ends, `None` if the block at the context's place follows.
    #[cold]
    #[inline(never)]
    fn interrupted(&mut self, cpu: &mut Cpu) -> Option<Exit> {
        let blocks = self.program.blocks;
        let step = self.lowered.uops.len().saturating_sub(self.steps_left);
        let Some(u) = self.lowered.uops.get(step) else {
            return Some(Exit::Next { link: None });
        };
        let slot = u.slot;
        let (segment, id, before) = self.lowered.segment(step);
        self.retired += before;
        let changed = matches!(self.interruption, Interruption::Changed);
        if changed && slot + 1 < blocks[id.0 as usize].end_slot && !self.space.has_stale() {
            // The rest of the block belongs to the same execution: the record is handed over when the rest has been
            // executed.
            if let Some(last) = segment.checked_sub(1) {
                let last = self.lowered.last_of(last);
                cpu.trail.push(self.lowered.id, last);
            }
            self.retired += retire(blocks, id, slot + 1, cpu, self.sinks.execution);
            if R::TAKES_PASSAGES {
                self.pass_before(segment, id, slot + 1);
            }
            return Some(Exit::Rest(id, slot + 1));
        }
        cpu.trail
            .push(self.lowered.id, Last::of_path(segment as u8, slot));
        let (end, exit) = match self.interruption {
            Interruption::Changed => (slot + 1, None),
            Interruption::Stopped(Flow::Trap(raise)) => {
                (slot + 1, Some(Exit::Fault(id, slot, raise)))
            }
            Interruption::Stopped(Flow::Break(imm)) => (slot + 1, Some(Exit::Break(id, imm))),
            Interruption::Stopped(_) => (slot + 1, Some(Exit::Next { link: None })),
            Interruption::Raised(raise) => (slot, Some(Exit::Fault(id, slot, raise))),
        };
        let here = retire(blocks, id, end, cpu, self.sinks.execution);
        self.retired += here;
        if R::TAKES_PASSAGES {
            match exit {
                None | Some(Exit::Next { .. }) => {
                    let target = cpu.ip;
                    self.pass(&Left {
                        exit: INTERRUPTED,
                        segment,
                        end,
                        taken: false,
                        target,
                        instructions: before + here,
                    });
                }
                Some(_) => self.pass_before(segment, id, end),
            }
        }
        exit
    }
}

/// How a block goes on after an instruction that was executed the general way.
pub(super) enum After {
    /// With the next step.
    Next,
    /// A taken branch leaves it for [`Scene::target`].
    Taken,
    /// It does not go on the short way: see [`Scene::interruption`].
    Interrupted,
}

/// Executes the instruction of a step the general way.
#[inline(never)]
pub(super) fn general<R: Recorder>(
    cpu: &mut Cpu,
    scene: &mut Scene<'_, R>,
    u: &Uop,
    qualified: bool,
) -> After {
    let slot = u.slot;
    let step = scene.lowered.uops.len().saturating_sub(scene.steps_left);
    let (_, id, before) = scene.lowered.segment(step);
    let blocks = scene.program.blocks;
    let at = At {
        blocks,
        id,
        slot,
        qualified,
        before: scene.retired + before,
    };
    let notes = scene.begin_general();
    let sinks = Sinks {
        execution: &mut *scene.sinks.execution,
        notes: &mut *scene.sinks.notes,
        recorder: &mut *scene.sinks.recorder,
    };
    let flow = general_step(at, cpu, scene.space, sinks, scene.program.options);
    scene.end_general(u, notes);
    scene.interruption = match flow {
        Ok(Flow::Next) => {
            let touched = || cpu.nat != 0 && scene.lowered.touches(cpu.nat, &blocks[id.0 as usize]);
            if cpu.mode & !scene.allowed == 0 && !scene.space.has_stale() && !touched() {
                return After::Next;
            }
            Interruption::Changed
        }
        Ok(Flow::Branch(target) | Flow::Recover(target)) => {
            // `rfi` may restore another frame.
            if R::RECORD {
                scene.sinks.execution.restored = cpu.stack_sizes();
            }
            scene.target = target;
            return After::Taken;
        }
        Ok(stop) => Interruption::Stopped(stop),
        Err(raise) => Interruption::Raised(raise),
    };
    After::Interrupted
}
