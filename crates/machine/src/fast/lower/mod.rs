//! From decoded instructions to steps.

mod control;
mod float;
mod integer;
mod memory;

use events::Block;
use std::cell::OnceCell;

use isa::{BranchKind, BranchTarget, Instruction, Op, psr};

use super::uop::{Code, Uop};
use crate::block::BlockId;

/// A block lowered to steps, with what it takes to execute it the short way.
#[derive(Debug)]
pub(crate) struct Lowered {
    /// The steps.
    pub uops: Box<[Uop]>,
    /// Address of the first bundle.
    pub ip: u64,
    /// First slot that belongs to it, 0 to 2.
    pub first_slot: u8,
    /// One past the last slot that belongs to it.
    pub end_slot: u8,
    /// The same within its bundle.
    pub end_slot_in_bundle: u8,
    /// Address of the bundle of `end_slot`.
    pub end_ip: u64,
    /// Registers that the frame must have at entry, so that no target lies outside.
    pub frame: u8,
    /// Instructions in the block.
    pub count: u32,
    /// Slots whose qualifying predicate is p0.
    pub always: u64,
    /// See [`Lowered::touches`].
    // Boxed because the loop over blocks likes a small record and never looks at it.
    touched: OnceCell<Box<u128>>,
    /// Next blocks: fall through, then those of the branches. [`NO_LINK`] when not known yet.
    pub links: [u32; 4],
}

impl Lowered {
    /// Gives up the steps of a block that never executes again.
    pub(crate) fn empty(&mut self) {
        self.uops = Box::default();
        self.touched = OnceCell::new();
        self.links = [NO_LINK; 4];
    }

    /// Has the block executed the general way only: no frame is large enough for it.
    pub(crate) fn bar(&mut self) {
        self.frame = u8::MAX;
    }

    /// Whether the block was barred.
    pub(crate) fn is_barred(&self) -> bool {
        self.frame == u8::MAX
    }

    /// Whether the block reads or writes one of the general registers in `nats`, by name.
    /// Which ones it uses is worked out when a NaT is about for the first time.
    #[cold]
    #[inline(never)]
    pub(crate) fn touches(&self, nats: u128, blocks: &[Block], id: BlockId) -> bool {
        let block = &blocks[id.0 as usize];
        let touched = self.touched.get_or_init(|| {
            let mut mask = 0;
            for slot in block.first_slot..block.end_slot {
                for operand in block.instruction(slot).operands().iter() {
                    if let isa::Register::Gr(r) = operand.register {
                        mask |= 1u128 << (r & 127);
                    }
                }
            }
            Box::new(mask)
        });
        **touched & nats != 0
    }
}

/// No block.
pub(crate) const NO_LINK: u32 = u32::MAX;

struct Builder<'a> {
    block: &'a Block,
    uops: Vec<Uop>,
    frame: u8,
    /// Size of the frame since an `alloc` or `cover` of this block.
    known_frame: Option<u8>,
    links: u16,
    /// System mode: what depends on the status goes the general way.
    privileged: bool,
    /// A guard that may still cover the next instruction: its index and predicate.
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
        links: 0,
        privileged,
        open_guard: None,
    };
    let mut always = 0;
    for slot in block.first_slot..block.end_slot {
        if block.counted >> slot & 1 == 0 {
            continue;
        }
        let instruction = block.instruction(slot);
        if instruction.qp == 0 {
            always |= 1 << slot;
        }
        builder.instruction(slot, instruction);
    }
    Lowered {
        ip: block.ip,
        first_slot: block.first_slot,
        end_slot: block.end_slot,
        end_slot_in_bundle: block.end_slot % 3,
        end_ip: block.ip_of(block.end_slot),
        uops: builder.uops.into(),
        frame: builder.frame,
        count: block.counted.count_ones(),
        always,
        touched: OnceCell::new(),
        links: [NO_LINK; 4],
    }
}

/// The bit of `psr` that a write of a floating-point register sets.
fn modified(f: u8) -> u64 {
    if f < 32 { psr::MFL } else { psr::MFH }
}

impl Builder<'_> {
    /// Whether a target may be written without a check at run time, given the frame that
    /// [`Lowered::frame`] asks for.
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

    fn extra(&mut self, slot: u8, linked: bool) -> u16 {
        let count = self.block.count_before(slot + 1) as u16;
        if linked && self.links < 3 {
            self.links += 1;
            count | self.links << 6
        } else {
            count
        }
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
        let linked = !matches!(
            i.op,
            Op::Branch {
                target: BranchTarget::Indirect,
                ..
            }
        ) && matches!(
            i.op,
            Op::Branch { .. } | Op::ChkS | Op::ChkSF | Op::ChkA { .. } | Op::ChkAF { .. }
        );
        if matches!(i.op, Op::Cover) {
            self.known_frame = Some(0);
        }
        Uop {
            extra: self.extra(slot, linked),
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
                // Nothing to do, but the record wants to know the predicate.
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
                    | Code::CmpParallel
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

    /// Puts a step behind a guard, the one before it if that has the same predicate.
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

    /// Steps that look at their qualifying predicate themselves.
    fn qualified_by_itself(&mut self, slot: u8, i: &Instruction) -> Option<Uop> {
        match i.op {
            Op::Branch {
                kind: BranchKind::Cond,
                target: BranchTarget::Relative,
            } => {
                let code = if i.qp == 0 { Code::Br } else { Code::BrIf };
                Some(Uop {
                    a: i.qp,
                    extra: self.extra(slot, true),
                    imm: self.block.ip_of(slot).wrapping_add(i.imm as u64),
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
                    extra: self.extra(slot, true),
                    imm: self.block.ip_of(slot).wrapping_add(i.imm as u64),
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
            // These clear predicates when their own is false.
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

    /// Adds a branch, fused with the compare before it if that decides it.
    fn push_fused(&mut self, branch: Uop, i: &Instruction) {
        if branch.code == Code::BrIf
            && let Some(&last) = self.uops.last()
            && let Some(fused) = fuse(last, branch, i.qp)
            && !self.is_guarded(self.uops.len() - 1)
        {
            self.uops.pop();
            self.uops.push(fused);
            return;
        }
        self.uops.push(branch);
    }

    fn is_guarded(&self, index: usize) -> bool {
        self.uops[..index]
            .iter()
            .rposition(|uop| uop.code == Code::Guard)
            .is_some_and(|at| at + usize::from(self.uops[at].b) >= index)
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
            // No register that the block touches is NaT.
            Op::ChkS => return None,
            _ if self.privileged && depends_on_status(i) => None,
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

/// Whether what an instruction does besides its faults depends on the status of system mode: floating-point registers of the
/// upper partition can be disabled, speculative loads deferred.
fn depends_on_status(i: &Instruction) -> bool {
    i.memory_access().is_some_and(|access| access.speculative())
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
