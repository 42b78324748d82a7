//! From decoded instructions to steps.

use isa::{
    BranchKind, BranchTarget, CompareType, FpFormat, FpPart, Instruction, LoadKind, Merge, Op,
    Precision, Relation, StoreKind, Update, XmaPart,
};

use super::uop::{Code, Uop};
use crate::block::Block;
use crate::semantics::integer;
use crate::state::{ar, psr};

/// The translation of a block with what it takes to execute it the short way.
#[derive(Debug)]
pub(crate) struct Translation {
    /// Address of the first bundle.
    pub ip: u64,
    pub uops: Box<[Uop]>,
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
    /// General registers that it reads or writes, by name: none of them may be NaT.
    pub touched: u128,
    /// Next blocks: fall through, then those of the branches. [`NO_LINK`] when not known yet.
    pub links: [u32; 4],
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
    /// A guard that may still cover the next instruction: its index and predicate.
    open_guard: Option<(usize, u8)>,
}

/// Translates a block.
pub(crate) fn translate(block: &Block) -> Translation {
    let mut builder = Builder {
        block,
        uops: Vec::with_capacity(16),
        frame: 0,
        known_frame: None,
        links: 0,
        open_guard: None,
    };
    let mut always = 0;
    let mut touched = 0;
    for slot in block.first_slot..block.end_slot {
        if block.counted >> slot & 1 == 0 {
            continue;
        }
        let instruction = block.instruction(slot);
        if instruction.qp == 0 {
            always |= 1 << slot;
        }
        for operand in instruction.operands().iter() {
            if let isa::Register::Gr(r) = operand.register {
                touched |= 1u128 << (r & 127);
            }
        }
        builder.instruction(slot, instruction);
    }
    Translation {
        ip: block.ip,
        first_slot: block.first_slot,
        end_slot: block.end_slot,
        end_slot_in_bundle: block.end_slot % 3,
        end_ip: block.ip_of(block.end_slot),
        uops: builder.uops.into(),
        frame: builder.frame,
        count: block.len(),
        always,
        touched,
        links: [NO_LINK; 4],
    }
}

/// The bit of `psr` that a write of a floating-point register sets.
fn modified(f: u8) -> u64 {
    if f < 32 { psr::MFL } else { psr::MFH }
}

impl Builder<'_> {
    /// Whether a target may be written without a check at run time, given the frame that
    /// [`Translation::frame`] asks for.
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
            ) || (Code::CmpEq as u8..=Code::Cmp4LtuImm as u8)
                .contains(&(uop.code as u8));
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
                kind: BranchKind::Cloop,
                target: BranchTarget::Relative,
            } if slot % 3 == 2 => Some(Uop {
                extra: self.extra(slot, true),
                imm: self.block.ip_of(slot).wrapping_add(i.imm as u64),
                ..self.plain(Code::BrCloop, slot, i)
            }),
            Op::Branch {
                kind:
                    BranchKind::Cloop
                    | BranchKind::Ctop
                    | BranchKind::Cexit
                    | BranchKind::Wtop
                    | BranchKind::Wexit,
                ..
            } => Some(self.general_qualified(slot, i)),
            // Act on a false predicate, too.
            Op::Cmp { ctype, .. } | Op::CmpImm { ctype, .. } | Op::Tbit { ctype, .. }
                if ctype == CompareType::Unc && i.qp != 0 =>
            {
                if i.p1() == i.p2() || i.p1() == i.qp || i.p2() == i.qp {
                    return Some(self.general_qualified(slot, i));
                }
                self.uops.push(Uop {
                    a: i.p1(),
                    b: i.p2(),
                    ..self.plain(Code::ClearPair, slot, i)
                });
                None
            }
            Op::Tnat {
                ctype: CompareType::Unc,
                ..
            }
            | Op::Tf {
                ctype: CompareType::Unc,
                ..
            }
            | Op::Fcmp { unc: true, .. }
            | Op::Fclass { unc: true }
            | Op::Frcpa
            | Op::Frsqrta
            | Op::Fprcpa
            | Op::Fprsqrta
                if i.qp != 0 =>
            {
                Some(self.general_qualified(slot, i))
            }
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

    fn integer(&mut self, slot: u8, i: &Instruction) -> Option<Uop> {
        let uop = self.plain(Code::Evaluate, slot, i);
        let with = |code| Uop { code, ..uop };
        let imm = i.imm as u64;
        let uop = match i.op {
            Op::Add => with(Code::Add),
            Op::AddOne => with(Code::AddOne),
            Op::Sub => with(Code::Sub),
            Op::SubOne => with(Code::SubOne),
            Op::SubImm => with(Code::SubImm),
            Op::AddImm if i.r3 == 0 => with(Code::Set),
            Op::AddImm if i.imm == 0 => with(Code::Copy),
            Op::AddImm => with(Code::AddImm),
            Op::Movl => with(Code::Set),
            Op::MovFromIp => Uop {
                imm: self.block.ip_of(slot),
                ..with(Code::Set)
            },
            Op::And => with(Code::And),
            Op::AndImm => with(Code::AndImm),
            Op::AndCm => with(Code::AndCm),
            Op::Or => with(Code::Or),
            Op::OrImm => with(Code::OrImm),
            Op::Xor => with(Code::Xor),
            Op::XorImm => with(Code::XorImm),
            Op::Shladd => Uop {
                d: imm as u8 & 63,
                ..with(Code::Shladd)
            },
            Op::Shl => with(Code::Shl),
            Op::Shr { signed: true } => with(Code::Shr),
            Op::Shr { signed: false } => with(Code::ShrU),
            Op::Shrp => Uop {
                d: imm as u8 & 63,
                ..with(Code::Shrp)
            },
            Op::Extr { signed } => {
                let (position, length) = integer::field(i);
                if signed {
                    Uop {
                        d: (64 - position - length) as u8,
                        b: (64 - length) as u8,
                        ..with(Code::Extr)
                    }
                } else {
                    Uop {
                        d: position as u8,
                        imm: integer::mask(length),
                        ..with(Code::ExtrU)
                    }
                }
            }
            Op::Sxt(size) => {
                let shift = 64u8.saturating_sub(8 * size) & 63;
                Uop {
                    d: shift,
                    b: shift,
                    ..with(Code::Extr)
                }
            }
            Op::Zxt(size) => Uop {
                imm: integer::mask(8 * u32::from(size)),
                ..with(Code::AndImm)
            },
            Op::DepZ => {
                let (position, length) = integer::field(i);
                Uop {
                    d: position as u8,
                    imm: integer::mask(length) << position,
                    ..with(Code::DepZ)
                }
            }
            Op::DepZImm => {
                let (position, length) = integer::field(i);
                Uop {
                    imm: (imm & integer::mask(length)) << position,
                    ..with(Code::Set)
                }
            }
            Op::Dep => {
                let (position, length) = integer::field(i);
                Uop {
                    d: position as u8,
                    imm: integer::mask(length) << position,
                    ..with(Code::Dep)
                }
            }
            Op::DepImm => {
                let (position, length) = integer::field(i);
                let mask = integer::mask(length) << position;
                // The immediate is 0 or -1.
                if i.imm == 0 {
                    Uop {
                        imm: !mask,
                        ..with(Code::AndImm)
                    }
                } else {
                    Uop {
                        imm: mask,
                        ..with(Code::OrImm)
                    }
                }
            }
            Op::AndCmImm
            | Op::AddP4
            | Op::AddP4Imm
            | Op::ShladdP4
            | Op::Popcnt
            | Op::Czx { .. }
            | Op::Padd { .. }
            | Op::Psub { .. }
            | Op::Pavg { .. }
            | Op::Pavgsub(_)
            | Op::Pcmp { .. }
            | Op::Pshladd2
            | Op::Pshradd2
            | Op::Pmpyshr2 { .. }
            | Op::Pmpy2(_)
            | Op::Mix { .. }
            | Op::Pack { .. }
            | Op::Unpack { .. }
            | Op::Pmin1U
            | Op::Pmin2
            | Op::Pmax1U
            | Op::Pmax2
            | Op::Psad1
            | Op::Mux2
            | Op::Pshl { .. }
            | Op::Pshr { .. } => uop,
            _ => return None,
        };
        self.target(i.r1).then_some(uop)
    }

    fn compare(&mut self, slot: u8, i: &Instruction) -> Option<Uop> {
        let (p1, p2) = (i.p1(), i.p2());
        if p1 == p2 {
            return None;
        }
        let uop = Uop {
            a: p1,
            b: p2,
            c: i.r2,
            d: i.r3,
            imm: !(1 << p1 | 1 << p2) | 1,
            ..self.plain(Code::CmpParallel, slot, i)
        };
        let ordinary = |ctype| matches!(ctype, CompareType::Normal | CompareType::Unc);
        let code = match i.op {
            Op::Cmp { rel, ctype, word } if ordinary(ctype) => match (rel, word) {
                (Relation::Eq, false) => Code::CmpEq,
                (Relation::Lt, false) => Code::CmpLt,
                (Relation::Ltu, false) => Code::CmpLtu,
                (Relation::Eq, true) => Code::Cmp4Eq,
                (Relation::Lt, true) => Code::Cmp4Lt,
                (Relation::Ltu, true) => Code::Cmp4Ltu,
                _ => return None,
            },
            Op::CmpImm { rel, ctype, word } if ordinary(ctype) && i8::try_from(i.imm).is_ok() => {
                let code = match (rel, word) {
                    (Relation::Eq, false) => Code::CmpEqImm,
                    (Relation::Lt, false) => Code::CmpLtImm,
                    (Relation::Ltu, false) => Code::CmpLtuImm,
                    (Relation::Eq, true) => Code::Cmp4EqImm,
                    (Relation::Lt, true) => Code::Cmp4LtImm,
                    (Relation::Ltu, true) => Code::Cmp4LtuImm,
                    _ => return None,
                };
                return Some(Uop {
                    code,
                    extra: (i.imm as i8 as u8 as u16) << 8,
                    ..uop
                });
            }
            Op::Cmp { .. } | Op::CmpImm { .. } | Op::CmpZero { .. } => Code::CmpParallel,
            Op::Tbit { nonzero, ctype } if ordinary(ctype) => {
                let (z, nz) = if nonzero { (p2, p1) } else { (p1, p2) };
                return Some(Uop {
                    code: Code::Tbit,
                    a: nz,
                    b: z,
                    c: i.position() & 63,
                    ..uop
                });
            }
            _ => return None,
        };
        Some(Uop { code, ..uop })
    }

    fn memory(&mut self, slot: u8, i: &Instruction) -> Option<Uop> {
        let uop = self.plain(Code::General, slot, i);
        let with = |code| Uop { code, ..uop };
        let ordinary = |kind| {
            matches!(
                kind,
                LoadKind::Normal | LoadKind::Bias | LoadKind::Acquire | LoadKind::Speculative
            )
        };
        let updates = |update| update != Update::None;
        let (uop, update) = match i.op {
            Op::Load { size, kind, update } if ordinary(kind) => {
                if updates(update) && i.r1 == i.r3 || !self.target(i.r1) {
                    return None;
                }
                let code = match (size, update) {
                    (1, Update::None) => Code::Ld1,
                    (2, Update::None) => Code::Ld2,
                    (4, Update::None) => Code::Ld4,
                    (_, Update::None) => Code::Ld8,
                    (1, Update::Immediate) => Code::Ld1Imm,
                    (2, Update::Immediate) => Code::Ld2Imm,
                    (4, Update::Immediate) => Code::Ld4Imm,
                    (_, Update::Immediate) => Code::Ld8Imm,
                    (1, Update::Register) => Code::Ld1Reg,
                    (2, Update::Register) => Code::Ld2Reg,
                    (4, Update::Register) => Code::Ld4Reg,
                    (_, Update::Register) => Code::Ld8Reg,
                };
                (with(code), update)
            }
            Op::Load {
                size,
                kind: kind @ (LoadKind::Advanced | LoadKind::CheckClear),
                update,
            } if update != Update::Register => {
                if updates(update) && i.r1 == i.r3 || !self.target(i.r1) {
                    return None;
                }
                let code = match kind {
                    LoadKind::Advanced => Code::LdAdvanced,
                    _ => Code::LdCheckClear,
                };
                let uop = Uop {
                    extra: u16::from(size),
                    ..with(code)
                };
                (uop, update)
            }
            Op::Load {
                kind: LoadKind::Fill,
                update,
                ..
            } if update != Update::Register => {
                if updates(update) && i.r1 == i.r3 || !self.target(i.r1) {
                    return None;
                }
                (with(Code::Ld8Fill), update)
            }
            Op::Store { size, kind, update } => {
                let code = match (kind, size, update) {
                    (StoreKind::Spill, ..) => Code::St8Spill,
                    (_, 1, Update::None) => Code::St1,
                    (_, 2, Update::None) => Code::St2,
                    (_, 4, Update::None) => Code::St4,
                    (_, _, Update::None) => Code::St8,
                    (_, 1, _) => Code::St1Imm,
                    (_, 2, _) => Code::St2Imm,
                    (_, 4, _) => Code::St4Imm,
                    (..) => Code::St8Imm,
                };
                (with(code), update)
            }
            Op::FLoad {
                format,
                kind,
                update,
            } if (ordinary(kind) || kind == LoadKind::Fill)
                && update != Update::Register
                && i.r1 > 1 =>
            {
                let code = match format {
                    FpFormat::Single => Code::Ldfs,
                    FpFormat::Double => Code::Ldfd,
                    FpFormat::Integer => Code::Ldf8,
                    FpFormat::Extended => Code::Ldfe,
                    FpFormat::Register => Code::LdfFill,
                };
                let uop = Uop {
                    d: modified(i.r1) as u8,
                    ..with(code)
                };
                (uop, update)
            }
            Op::FLoadPair {
                format: format @ (FpFormat::Single | FpFormat::Double),
                kind,
                update,
            } if ordinary(kind)
                && i.r1 > 1
                && i.r2 > 1
                // Rotation changes the parity of rotating registers only: both must rotate or none.
                && (i.r1 < 32) == (i.r2 < 32)
                && (i.r1 ^ i.r2) & 1 != 0 =>
            {
                let code = match format {
                    FpFormat::Single => Code::Ldfps,
                    _ => Code::Ldfpd,
                };
                let uop = Uop {
                    d: modified(i.r1) as u8,
                    ..with(code)
                };
                (uop, update)
            }
            Op::FStore { format, update } => {
                let code = match format {
                    FpFormat::Single => Code::Stfs,
                    FpFormat::Double => Code::Stfd,
                    FpFormat::Integer => Code::Stf8,
                    FpFormat::Extended => Code::Stfe,
                    FpFormat::Register => Code::StfSpill,
                };
                (with(code), update)
            }
            Op::Lfetch {
                fault: false,
                update,
                ..
            } if update != Update::Register => (with(Code::Lfetch), update),
            _ => return None,
        };
        if updates(update) && !self.target(i.r3) {
            return None;
        }
        let adds = if update == Update::Immediate {
            i.imm as u64
        } else {
            0
        };
        Some(Uop { imm: adds, ..uop })
    }

    fn float(&mut self, slot: u8, i: &Instruction) -> Option<Uop> {
        let uop = Uop {
            extra: u16::from(i.sf()),
            imm: modified(i.r1),
            ..self.plain(Code::Float, slot, i)
        };
        let with = |code| Uop { code, ..uop };
        let uop = match i.op {
            Op::Getf(part) => {
                let code = match part {
                    FpPart::Single => Code::GetfS,
                    FpPart::Double => Code::GetfD,
                    FpPart::Exponent => Code::GetfExp,
                    FpPart::Significand => Code::GetfSig,
                };
                return self.target(i.r1).then_some(with(code));
            }
            Op::Fcmp { rel, .. } => {
                if i.p1() == i.p2() {
                    return None;
                }
                return Some(Uop {
                    a: i.p1(),
                    b: i.p2(),
                    c: i.r2,
                    d: i.r3,
                    imm: rel as u64,
                    ..with(Code::Fcmp)
                });
            }
            Op::ChkSF => {
                return Some(Uop {
                    extra: self.extra(slot, true),
                    ..with(Code::ChkSF)
                });
            }
            Op::Setf(part) => match part {
                FpPart::Single => with(Code::SetfS),
                FpPart::Double => with(Code::SetfD),
                FpPart::Exponent => with(Code::SetfExp),
                FpPart::Significand => with(Code::SetfSig),
            },
            Op::Fma(pc) | Op::Fms(pc) | Op::Fnma(pc) => with(multiply_add(i, pc)),
            Op::Xma(XmaPart::Low) => with(Code::XmaL),
            Op::Xma(XmaPart::High) => with(Code::XmaH),
            Op::Xma(XmaPart::HighUnsigned) => with(Code::XmaHu),
            Op::Fmerge(Merge::Sign) => with(Code::FmergeS),
            Op::Fmerge(Merge::NegatedSign) => with(Code::FmergeNs),
            Op::Fmerge(Merge::SignExponent) => with(Code::FmergeSe),
            Op::FcvtXf => with(Code::FcvtXf),
            Op::Fpma
            | Op::Fpms
            | Op::Fpnma
            | Op::Fselect
            | Op::Fclass { .. }
            | Op::Frcpa
            | Op::Frsqrta
            | Op::Fprcpa
            | Op::Fprsqrta
            | Op::Fmin
            | Op::Fmax
            | Op::Famin
            | Op::Famax
            | Op::Fpmin
            | Op::Fpmax
            | Op::Fpamin
            | Op::Fpamax
            | Op::Fpcmp(_)
            | Op::Fpmerge(_)
            | Op::Fmix(_)
            | Op::Fsxt(_)
            | Op::Fpack
            | Op::Fswap(_)
            | Op::Fand
            | Op::Fandcm
            | Op::For
            | Op::Fxor
            | Op::FcvtFx { .. }
            | Op::FpcvtFx { .. } => {
                return Some(Uop {
                    extra: self.extra(slot, false),
                    ..uop
                });
            }
            _ => return None,
        };
        (i.r1 > 1).then_some(uop)
    }

    fn register(&mut self, slot: u8, i: &Instruction) -> Option<Uop> {
        let uop = self.plain(Code::General, slot, i);
        let with = |code| Uop { code, ..uop };
        let from = |code| {
            Some(Uop {
                b: i.b2() & 7,
                ..with(code)
            })
        };
        let uop = match i.op {
            Op::MovFromBr => from(Code::MovFromBr),
            Op::MovFromPr => Some(with(Code::MovFromPr)),
            Op::MovFromAr => match i.ar() {
                ar::PFS => Some(with(Code::MovFromPfs)),
                ar::LC => Some(with(Code::MovFromLc)),
                ar::UNAT => Some(with(Code::MovFromUnat)),
                _ => None,
            },
            Op::Alloc => {
                let frame = i.frame();
                let fits = frame.sof <= 96 && frame.sol <= frame.sof && frame.sor <= frame.sof;
                if !fits || i.r1 == 0 || i.r1 >= 32 + frame.sof {
                    return None;
                }
                self.known_frame = Some(frame.sof);
                return Some(Uop {
                    b: frame.sof,
                    c: frame.sol,
                    d: frame.sor,
                    ..with(Code::Alloc)
                });
            }
            Op::MovToArImm if i.ar() == ar::LC => return Some(with(Code::SetLc)),
            Op::ChkA { clear: true } if i.r1 != 0 => {
                return Some(Uop {
                    extra: self.extra(slot, true),
                    ..with(Code::ChkAClear)
                });
            }
            Op::MovToBr => {
                return Some(Uop {
                    a: i.b1() & 7,
                    ..with(Code::MovToBr)
                });
            }
            Op::MovToPr => {
                return Some(Uop {
                    imm: i.predicate_mask(),
                    ..with(Code::MovToPr)
                });
            }
            Op::MovToAr => {
                return match i.ar() {
                    ar::PFS => Some(with(Code::MovToPfs)),
                    ar::LC => Some(with(Code::MovToLc)),
                    ar::UNAT => Some(with(Code::MovToUnat)),
                    _ => None,
                };
            }
            _ => None,
        };
        uop.filter(|_| self.target(i.r1))
    }

    fn branch(&mut self, slot: u8, i: &Instruction) -> Option<Uop> {
        let Op::Branch { kind, target } = i.op else {
            return None;
        };
        let next = self.block.ip_of(slot).wrapping_add(16);
        let uop = Uop {
            a: i.b1() & 7,
            b: i.b2() & 7,
            extra: self.extra(slot, target == BranchTarget::Relative),
            ..self.plain(Code::General, slot, i)
        };
        let uop = match (kind, target) {
            (BranchKind::Call, BranchTarget::Relative) => Uop {
                code: Code::BrCall,
                c: slot / 3 + 1,
                imm: self.block.ip_of(slot).wrapping_add(i.imm as u64),
                ..uop
            },
            (BranchKind::Call, BranchTarget::Indirect) => Uop {
                code: Code::BrCallIndirect,
                imm: next,
                ..uop
            },
            (BranchKind::Cond, BranchTarget::Indirect) => Uop {
                code: Code::BrIndirect,
                ..uop
            },
            (BranchKind::Ret, _) => Uop {
                code: Code::BrRet,
                ..uop
            },
            _ => return None,
        };
        Some(uop)
    }
}

/// The code of a multiply-add; registers f0 and f1 among its sources make simpler ones.
fn multiply_add(i: &Instruction, pc: Precision) -> Code {
    use Code::{
        FaddD, FaddS, FaddX, FmaD, FmaS, FmaX, FmpyD, FmpyS, FmpyX, FmsD, FmsS, FmsX, FnmaD, FnmaS,
        FnmaX, FsubD, FsubS, FsubX,
    };
    let codes = match i.op {
        Op::Fma(_) if i.r2 == 0 => [FmpyS, FmpyD, FmpyX],
        Op::Fma(_) if i.r4 == 1 => [FaddS, FaddD, FaddX],
        Op::Fms(_) if i.r4 == 1 && i.r2 != 0 => [FsubS, FsubD, FsubX],
        Op::Fma(_) => [FmaS, FmaD, FmaX],
        // With f2 = f0 these two are not simple additions of zero.
        Op::Fms(_) if i.r2 != 0 => [FmsS, FmsD, FmsX],
        Op::Fnma(_) if i.r2 != 0 => [FnmaS, FnmaD, FnmaX],
        _ => return Code::Float,
    };
    match pc {
        Precision::Single => codes[0],
        Precision::Double => codes[1],
        Precision::Dynamic => codes[2],
    }
}

/// A compare and the branch that it decides as one step.
fn fuse(compare: Uop, branch: Uop, qp: u8) -> Option<Uop> {
    use Code as C;
    let on_first = if qp == compare.a {
        true
    } else if qp == compare.b {
        false
    } else {
        return None;
    };
    // The pair is (code when the branch tests p1, code when it tests p2).
    let (yes, no) = match compare.code {
        C::CmpEq => (C::BrEq, C::BrNe),
        C::CmpLt => (C::BrLt, C::BrGe),
        C::CmpLtu => (C::BrLtu, C::BrGeu),
        C::Cmp4Eq => (C::Br4Eq, C::Br4Ne),
        C::Cmp4Lt => (C::Br4Lt, C::Br4Ge),
        C::Cmp4Ltu => (C::Br4Ltu, C::Br4Geu),
        C::CmpEqImm => (C::BrEqImm, C::BrNeImm),
        C::CmpLtImm => (C::BrLtImm, C::BrGeImm),
        C::CmpLtuImm => (C::BrLtuImm, C::BrGeuImm),
        C::Cmp4EqImm => (C::Br4EqImm, C::Br4NeImm),
        C::Cmp4LtImm => (C::Br4LtImm, C::Br4GeImm),
        C::Cmp4LtuImm => (C::Br4LtuImm, C::Br4GeuImm),
        C::Tbit => (C::BrTbitNz, C::BrTbitZ),
        _ => return None,
    };
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
