//! Lowering: from the decoded instructions of a block to steps. An instruction without a step of its own becomes a step
//! that executes it the general way.

mod control;
mod float;
mod integer;
mod memory;

use events::{Block, CodeId, Segment};
use std::cell::OnceCell;

use isa::{BranchKind, BranchTarget, Instruction, Op, psr};

use super::pairs::pair_up;
use super::path::Votes;
use super::uop::{Code, Uop, chain, is_guarded};
use crate::block::BlockId;
use crate::trail::Last;

/// One of the ways out of a block or path.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct PathExit {
    /// The place to which it leads (the address of a bundle with the slot in its low bits); unused if `next` is
    /// [`INDIRECT`].
    pub place: u64,
    /// The number of the block that follows; [`NO_LINK`] while it is not known, [`INDIRECT`] when the target is in a
    /// register.
    pub next: u32,
    /// Instructions of the block or path that have retired when it is left by this exit.
    pub count: u16,
    /// The last slot that retires, with the block of the path that it belongs to.
    pub last: Last,
}

impl PathExit {
    /// The place to which it leads; `target`: the one that was computed, for [`INDIRECT`].
    #[inline(always)]
    pub(super) fn leads_to(&self, target: u64) -> u64 {
        match self.next {
            INDIRECT => target,
            _ => self.place,
        }
    }
}

/// A block, or a path of blocks, lowered to steps, with what the loop over blocks needs to execute it.
#[derive(Clone, Debug)]
pub(crate) struct Lowered {
    /// The steps, at least one, in their chained form.
    pub uops: Box<[Uop]>,
    /// The exits: index 0 is the end, the others belong to steps that can leave ([`Uop::extra`]).
    pub exits: Box<[PathExit]>,
    /// Slots whose qualifying predicate is p0.
    pub always: u64,
    /// What the loop over blocks does not read: kept apart so that this struct fits into a cache line of the host.
    cold: Option<Box<ColdPart>>,
    /// The number of the block, of a path that of its first block.
    pub id: BlockId,
    /// Instructions in the block or path.
    pub count: u32,
    /// Size that the frame must have at entry, in registers, so that no target lies outside of it; `u8::MAX` if it is
    /// barred or absent.
    pub frame: u8,
    /// The code of the first step.
    pub first: Code,
    /// [`frame`](Self::frame) for a loop over blocks that does not find registers through the maps; `u8::MAX` if it [turns](Self::turns).
    pub plain_frame: u8,
    /// An instruction of it rotates registers.
    pub rotates: bool,
    /// More follows behind an instruction that rotates registers: they have to be found through the maps, even if none is renamed at first.
    pub turns: bool,
}

const _: () = assert!(size_of::<Lowered>() <= 64);

/// The rarely read part of a [`Lowered`].
#[derive(Clone, Debug)]
pub(super) struct ColdPart {
    /// Size of the frame at the end, if an `alloc` or `cover` of the block determines it.
    pub known_frame: Option<u8>,
    /// Whether an instruction changes the context (`Instruction::changes_context`), so that nothing can be appended.
    pub changes: bool,
    /// The blocks of a path, as far as trails may refer to them; empty for a path that never had more than one block.
    pub segments: Vec<Segment>,
    /// How many of `segments` the steps cover; fewer than all after the path was emptied and made again. 0 for a block
    /// alone.
    pub segments_now: usize,
    /// By which of the exits without a known successor it is mostly left.
    pub votes: Votes,
    /// The general registers that the block uses, as bits, once [`Lowered::touches`] has been asked.
    touched: OnceCell<u128>,
}

impl Lowered {
    /// The entry of a number at which there is no block or path to execute.
    pub(crate) fn absent() -> Self {
        Self {
            uops: Box::default(),
            exits: Box::default(),
            always: 0,
            cold: None,
            id: BlockId(u32::MAX),
            count: 0,
            frame: u8::MAX,
            first: Code::End,
            plain_frame: u8::MAX,
            rotates: false,
            turns: false,
        }
    }

    /// Whether the entry is [`Lowered::absent`].
    pub(crate) fn is_absent(&self) -> bool {
        self.uops.is_empty()
    }

    /// Gives up the steps, for a block that is never executed again. The segments stay, so that trails of contexts stay
    /// true.
    pub(crate) fn empty(&mut self) {
        let cold = self.cold.take();
        *self = Self {
            cold,
            ..Self::absent()
        };
    }

    /// Forgets which blocks follow.
    pub(crate) fn unlink(&mut self) {
        for exit in &mut self.exits {
            if exit.next != INDIRECT {
                exit.next = NO_LINK;
            }
        }
    }

    /// Whether the block that follows is known for an exit.
    pub(crate) fn is_linked(&self) -> bool {
        let known = |exit: &PathExit| !matches!(exit.next, INDIRECT | NO_LINK);
        self.exits.iter().any(known)
    }

    /// Restricts the block to the general way: no frame is large enough for it.
    pub(crate) fn bar(&mut self) {
        (self.frame, self.plain_frame) = (u8::MAX, u8::MAX);
    }

    /// Whether the block was barred.
    pub(crate) fn is_barred(&self) -> bool {
        self.frame == u8::MAX
    }

    pub(super) fn cold(&self) -> Option<&ColdPart> {
        self.cold.as_deref()
    }

    pub(super) fn cold_mut(&mut self) -> Option<&mut ColdPart> {
        self.cold.as_deref_mut()
    }

    /// Whether the block reads or writes one of the general registers in `nats`, by the names that its instructions
    /// use. The registers are determined when a NaT exists for the first time.
    #[cold]
    #[inline(never)]
    pub(crate) fn touches(&self, nats: u128, block: &Block) -> bool {
        let touched = || {
            let mut mask = 0;
            for slot in block.first_slot..block.end_slot {
                for operand in block.instruction(slot).operands().iter() {
                    if let isa::Register::Gr(r) = operand.register {
                        mask |= 1u128 << (r & 127);
                    }
                }
            }
            mask
        };
        match self.cold() {
            Some(cold) => cold.touched.get_or_init(touched) & nats != 0,
            None => true,
        }
    }
}

/// In [`PathExit::next`]: the block that follows is not known.
pub(crate) const NO_LINK: u32 = u32::MAX;
/// In [`PathExit::next`]: the target is in a register.
pub(crate) const INDIRECT: u32 = u32::MAX - 1;

struct Builder<'a> {
    block: &'a Block,
    uops: Vec<Uop>,
    frame: u8,
    /// Size of the frame, once an `alloc` or `cover` of this block has set it.
    known_frame: Option<u8>,
    exits: Vec<PathExit>,
    /// System mode: instructions that depend on the processor status execute the general way.
    privileged: bool,
    /// Index and predicate of a guard that may also cover the next instruction.
    open_guard: Option<(usize, u8)>,
}

/// Lowers a block to steps.
pub(crate) fn lower(block: &Block) -> Lowered {
    lower_as(block, false)
}

/// Lowers a block that executes in system mode.
pub(crate) fn lower_privileged(block: &Block) -> Lowered {
    lower_as(block, true)
}

fn lower_as(block: &Block, privileged: bool) -> Lowered {
    let mut builder = Builder {
        block,
        uops: Vec::with_capacity(16),
        frame: 0,
        known_frame: None,
        exits: Vec::with_capacity(4),
        privileged,
        open_guard: None,
    };
    let (mut always, mut changes, mut rotates) = (0, false, false);
    let count = block.counted.count_ones();
    builder.exits.push(PathExit {
        place: block.ip_of(block.end_slot) | u64::from(block.end_slot % 3),
        next: NO_LINK,
        count: count as u16,
        last: Last::new(block.end_slot.wrapping_sub(1)),
    });
    for slot in block.first_slot..block.end_slot {
        if block.counted >> slot & 1 == 0 {
            continue;
        }
        let instruction = block.instruction(slot);
        if instruction.qp == 0 {
            always |= 1 << slot;
        }
        changes |= instruction.changes_context();
        rotates |= rotates_registers(instruction);
        builder.instruction(slot, instruction);
    }
    if builder.uops.is_empty() {
        builder.uops.push(Uop {
            code: Code::Nothing,
            slot: block.first_slot,
            a: 0,
            b: 0,
            c: 0,
            d: 0,
            extra: 0,
            imm: 0,
        });
    }
    pair_up(&mut builder.uops);
    let first = chain(&mut builder.uops);
    Lowered {
        uops: builder.uops.into(),
        exits: builder.exits.into(),
        always,
        cold: Some(Box::new(ColdPart {
            known_frame: builder.known_frame,
            changes,
            segments: Vec::new(),
            segments_now: 0,
            votes: Votes::default(),
            touched: OnceCell::new(),
        })),
        id: BlockId(block.id.0.wrapping_sub(CodeId::FIRST_BLOCK)),
        count,
        frame: builder.frame,
        first,
        plain_frame: builder.frame,
        rotates,
        turns: false,
    }
}

/// Whether an instruction rotates registers.
fn rotates_registers(i: &Instruction) -> bool {
    matches!(
        i.op,
        Op::Branch {
            kind: BranchKind::Ctop | BranchKind::Cexit | BranchKind::Wtop | BranchKind::Wexit,
            ..
        }
    )
}

/// The bit of `psr` (`mfl` or `mfh`) that a write of a floating-point register sets.
fn modified(f: u8) -> u64 {
    if f < 32 { psr::MFL } else { psr::MFH }
}

impl Builder<'_> {
    /// Whether the general register may be written without a check at run time. Raises the requirement of
    /// [`Lowered::frame`] where that suffices.
    fn target(&mut self, r: u8) -> bool {
        if r < 32 {
            return r != 0;
        }
        match self.known_frame {
            Some(sof) => r < 32 + sof,
            None => {
                self.frame = self.frame.max(r - 31);
                true
            }
        }
    }

    /// Adds an exit behind a slot and returns its index. `target`: `None` if it is in a register.
    fn add_exit(&mut self, slot: u8, target: Option<u64>) -> u16 {
        self.exits.push(PathExit {
            place: target.unwrap_or(0),
            next: target.map_or(INDIRECT, |_| NO_LINK),
            count: self.block.count_before(slot + 1) as u16,
            last: Last::of_branch(slot),
        });
        self.exits.len() as u16 - 1
    }

    /// The target of a relative branch.
    fn target_of(&self, slot: u8, i: &Instruction) -> u64 {
        self.block.ip_of(slot).wrapping_add(i.imm as u64)
    }

    /// The number of the block, for steps that read the decoded instruction.
    fn number(&self) -> u64 {
        u64::from(self.block.id.0.wrapping_sub(CodeId::FIRST_BLOCK))
    }

    fn plain(&self, code: Code, slot: u8, i: &Instruction) -> Uop {
        Uop {
            code,
            slot,
            a: i.r1,
            b: i.r2,
            c: i.r3,
            d: i.r4,
            extra: 0,
            imm: i.imm as u64,
        }
    }

    fn general(&mut self, slot: u8, i: &Instruction) -> Uop {
        if matches!(i.op, Op::Cover) {
            self.known_frame = Some(0);
        }
        Uop {
            extra: self.add_exit(slot, None),
            a: i.qp,
            ..self.plain(Code::General, slot, i)
        }
    }

    fn instruction(&mut self, slot: u8, i: &Instruction) {
        let mut guard = self.open_guard.take();
        let before = self.uops.len();
        if let Some(uop) = self.qualified_by_itself(slot, i) {
            self.push_fused(uop, i);
            return;
        }
        if self.uops.len() != before {
            guard = None;
        }
        let Some(uop) = self.step(slot, i) else {
            if i.qp == 0 {
                self.open_guard = guard;
            } else {
                // There is no step, but the record holds the predicate of every slot.
                self.guard(guard, slot, i.qp, None);
            }
            return;
        };
        if i.qp == 0 {
            self.uops.push(uop);
        } else {
            self.guard(guard, slot, i.qp, Some(uop));
            let writes_predicates = matches!(
                uop.code,
                Code::General
                    | Code::CmpParallelEq
                    | Code::CmpParallelEqImm
                    | Code::CmpParallelLt
                    | Code::Tbit
                    | Code::MovToPr
                    | Code::Fcmp
                    | Code::Float
            ) || uop.code.fused().is_some();
            if writes_predicates {
                self.open_guard = None;
            }
        }
    }

    /// Puts a step behind a guard: behind the open one if that has the same predicate, else behind a new one. Without a
    /// step, only the slot is added to the guard.
    fn guard(&mut self, open: Option<(usize, u8)>, slot: u8, qp: u8, uop: Option<Uop>) {
        let at = match open {
            Some((at, predicate)) if predicate == qp => at,
            _ => {
                self.uops.push(Uop {
                    code: Code::Guard,
                    slot,
                    a: qp,
                    b: 0,
                    c: 0,
                    d: 0,
                    extra: 0,
                    imm: 0,
                });
                self.uops.len() - 1
            }
        };
        self.uops[at].imm |= 1 << slot;
        if let Some(uop) = uop {
            self.uops[at].b += 1;
            self.uops.push(uop);
        }
        self.open_guard = Some((at, qp));
    }

    /// The step of an instruction that tests its qualifying predicate itself, if it is one. For a compare or test of
    /// type unc it adds a step that clears the predicates, and returns `None`.
    fn qualified_by_itself(&mut self, slot: u8, i: &Instruction) -> Option<Uop> {
        match i.op {
            Op::Branch {
                kind: BranchKind::Cond,
                target: BranchTarget::Relative,
            } => {
                let code = if i.qp == 0 { Code::Br } else { Code::BrIf };
                Some(Uop {
                    a: i.qp,
                    extra: self.add_exit(slot, Some(self.target_of(slot, i))),
                    ..self.plain(code, slot, i)
                })
            }
            Op::Branch {
                kind:
                    kind @ (BranchKind::Cloop
                    | BranchKind::Ctop
                    | BranchKind::Cexit
                    | BranchKind::Wtop
                    | BranchKind::Wexit),
                target: BranchTarget::Relative,
            } if slot % 3 == 2 => {
                let code = match kind {
                    BranchKind::Cloop => Code::BrCloop,
                    BranchKind::Ctop => Code::BrCtop,
                    BranchKind::Cexit => Code::BrCexit,
                    BranchKind::Wtop => Code::BrWtop,
                    _ => Code::BrWexit,
                };
                Some(Uop {
                    a: i.qp,
                    extra: self.add_exit(slot, Some(self.target_of(slot, i))),
                    ..self.plain(code, slot, i)
                })
            }
            Op::Branch {
                kind:
                    BranchKind::Cloop
                    | BranchKind::Ctop
                    | BranchKind::Cexit
                    | BranchKind::Wtop
                    | BranchKind::Wexit,
                ..
            } => Some(self.general_qualified(slot, i)),
            // These clear their predicates when the qualifying predicate is false: clear them first, then compare under
            // a guard.
            Op::Cmp { .. } | Op::CmpImm { .. } | Op::Tbit { .. }
                if i.op.writes_when_off()
                    && i.qp != 0
                    && i.p1() != i.p2()
                    && i.p1() != i.qp
                    && i.p2() != i.qp =>
            {
                self.uops.push(Uop {
                    a: i.p1(),
                    b: i.p2(),
                    ..self.plain(Code::ClearPair, slot, i)
                });
                None
            }
            op if op.writes_when_off() && i.qp != 0 => Some(self.general_qualified(slot, i)),
            _ => None,
        }
    }

    fn general_qualified(&mut self, slot: u8, i: &Instruction) -> Uop {
        Uop {
            code: Code::GeneralQualified,
            ..self.general(slot, i)
        }
    }

    /// Adds a branch, fused with the compare before it if that decides it. Simple operations between the two are moved
    /// in front of the fused step, unless they write a register that the compare reads: they neither fault nor test
    /// predicates.
    fn push_fused(&mut self, branch: Uop, i: &Instruction) {
        let between = self
            .uops
            .iter()
            .rev()
            .take_while(|uop| uop.code.is_simple());
        let compare = self.uops.len().checked_sub(between.count() + 1);
        if branch.code == Code::BrIf
            && let Some(at) = compare
            && let Some(fused) = fuse(self.uops[at], branch, i.qp)
            && !is_guarded(&self.uops, at)
        {
            let Uop { c, d, .. } = self.uops[at];
            if self.uops[at + 1..]
                .iter()
                .all(|uop| uop.a != c && uop.a != d)
            {
                self.uops.remove(at);
                self.uops.push(fused);
                return;
            }
        }
        self.uops.push(branch);
    }

    /// The step of an instruction whose predicate is true; `None` for one that does nothing.
    fn step(&mut self, slot: u8, i: &Instruction) -> Option<Uop> {
        let uop = match i.op {
            Op::Nop
            | Op::Hint
            | Op::Ignored
            | Op::LongHalf
            | Op::Brp { .. }
            | Op::Mf
            | Op::SrlzD
            | Op::SrlzI
            | Op::SyncI
            | Op::Fwb => return None,
            // No register that the block touches holds a NaT.
            Op::ChkS => return None,
            _ if self.privileged && depends_on_system(i) => None,
            _ => self
                .integer(slot, i)
                .or_else(|| self.compare(slot, i))
                .or_else(|| self.memory(slot, i))
                .or_else(|| self.float(slot, i))
                .or_else(|| self.register(slot, i))
                .or_else(|| self.branch(slot, i)),
        };
        Some(uop.unwrap_or_else(|| self.general(slot, i)))
    }
}

/// Whether the effect of an instruction, its faults aside, depends on the processor status or on translation in system mode:
/// floating-point registers of the upper partition can be disabled, speculative loads can be deferred, advanced loads enter
/// their physical address into the ALAT.
fn depends_on_system(i: &Instruction) -> bool {
    i.memory_access()
        .is_some_and(|access| access.speculative() || access.load.is_advanced())
        || i.operands()
            .iter()
            .any(|operand| matches!(operand.register, isa::Register::Fr(f) if f >= 32))
}

/// A compare and the branch that it decides as one step.
fn fuse(compare: Uop, branch: Uop, qp: u8) -> Option<Uop> {
    let on_first = if qp == compare.a {
        true
    } else if qp == compare.b {
        false
    } else {
        return None;
    };
    let (yes, no) = compare.code.fused()?;
    let (code, a, b) = if on_first {
        (yes, compare.a, compare.b)
    } else {
        (no, compare.b, compare.a)
    };
    Some(Uop {
        code,
        a,
        b,
        c: compare.c,
        d: compare.d,
        extra: branch.extra | compare.extra & 0xff00,
        ..branch
    })
}
