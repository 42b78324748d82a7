//! Integer results, compares and tests.

use isa::{CompareType, Instruction, Op, Relation, Side};

use super::{Builder, Code, Uop};
use crate::semantics::integer;

impl Builder<'_> {
    pub(super) fn integer(&mut self, slot: u8, i: &Instruction) -> Option<Uop> {
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
            Op::Mix {
                size: 4,
                side: Side::Right,
            } => with(Code::Mix4R),
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
            | Op::Mux1
            | Op::Mux2
            | Op::Pshl { .. }
            | Op::Pshr { .. } => uop,
            _ => return None,
        };
        self.target(i.r1).then_some(uop)
    }

    pub(super) fn compare(&mut self, slot: u8, i: &Instruction) -> Option<Uop> {
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
}
