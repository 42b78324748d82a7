//! Lowering of branches, and of moves to and from branch, predicate and application registers.

use isa::{Ar, BranchKind, BranchTarget, Instruction, Op};

use super::{Builder, Code, Uop};

impl Builder<'_> {
    pub(super) fn register(&mut self, slot: u8, i: &Instruction) -> Option<Uop> {
        if matches!(i.op, Op::MovFromAr | Op::MovToAr | Op::MovToArImm)
            && !i.ar().is_reached_by(i.unit())
        {
            return None;
        }
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
                Ar::PFS => Some(with(Code::MovFromPfs)),
                Ar::LC => Some(with(Code::MovFromLc)),
                Ar::UNAT => Some(with(Code::MovFromUnat)),
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
            Op::MovToArImm if i.ar() == Ar::LC => return Some(with(Code::SetLc)),
            Op::ChkA { clear: true } if i.r1 != 0 => {
                return Some(Uop {
                    extra: self.add_exit(slot, None),
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
                    Ar::PFS => Some(with(Code::MovToPfs)),
                    Ar::LC => Some(with(Code::MovToLc)),
                    Ar::UNAT => Some(with(Code::MovToUnat)),
                    _ => None,
                };
            }
            _ => None,
        };
        uop.filter(|_| self.target(i.r1))
    }

    pub(super) fn branch(&mut self, slot: u8, i: &Instruction) -> Option<Uop> {
        let Op::Branch { kind, target } = i.op else {
            return None;
        };
        let next = self.block.ip_of(slot).wrapping_add(16);
        let uop = Uop {
            a: i.b1() & 7,
            b: i.b2() & 7,
            extra: 0,
            ..self.plain(Code::General, slot, i)
        };
        let uop = match (kind, target) {
            (BranchKind::Call, BranchTarget::Relative) => {
                return Some(Uop {
                    code: Code::BrCall,
                    extra: self.add_exit(slot, Some(self.target_of(slot, i))),
                    imm: next,
                    ..uop
                });
            }
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
        Some(Uop {
            extra: self.add_exit(slot, None),
            ..uop
        })
    }
}
