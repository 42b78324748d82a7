//! Lowering of integer operations, compares and tests.

use isa::theme::{Parallel, Registers, Theme};
use isa::{CompareType, Instruction, Op, Relation};

use super::{Builder, Code, Uop};
use crate::fast::uop::UNLESS;
use crate::semantics::integer::{self, Prepared, Simple};

impl Builder<'_> {
    pub(super) fn integer(&mut self, slot: u8, i: &Instruction) -> Option<Uop> {
        let uop = self.plain(Code::Evaluate, slot, i);
        let simple = |simple: Prepared| Uop {
            code: simple.operation.into(),
            // `b` is shared: no operation has both a second register and a trim.
            b: if simple.operation == Simple::Extr {
                simple.trim
            } else {
                i.r2
            },
            d: simple.shift,
            imm: simple.imm,
            ..uop
        };
        let uop = match i.op.theme() {
            Theme::Scalar(op) => simple(integer::simple(op, i)),
            Theme::Registers(Registers::MovFromIp) => Uop {
                code: Code::Set,
                imm: self.block.ip_of(slot),
                ..uop
            },
            // Not every processor has these: the general way checks that.
            Theme::Parallel(Parallel::Clz | Parallel::Mpy4 | Parallel::Mpyshl4) => return None,
            Theme::Parallel(op) => match integer::simple_parallel(op, i) {
                Some(parallel) => simple(parallel),
                None => Uop {
                    imm: self.number(),
                    ..uop
                },
            },
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
            ..self.plain(Code::Tbit, slot, i)
        };
        let ordinary = |ctype| matches!(ctype, CompareType::Normal | CompareType::Unc);
        let (relation, ctype, word, immediate, uop) = match i.op {
            Op::Cmp { rel, ctype, word } => (rel, ctype, word, false, uop),
            Op::CmpZero { rel, ctype, word } => (rel, ctype, word, false, Uop { c: 0, ..uop }),
            Op::CmpImm { rel, ctype, word } => {
                let extra = u16::from(i8::try_from(i.imm).ok()? as u8) << 8;
                (rel, ctype, word, true, Uop { extra, ..uop })
            }
            Op::Tbit { nonzero, ctype } if ordinary(ctype) => {
                let (z, nz) = if nonzero { (p2, p1) } else { (p1, p2) };
                return Some(Uop {
                    a: nz,
                    b: z,
                    c: i.position() & 63,
                    ..uop
                });
            }
            _ => return None,
        };
        if ordinary(ctype) {
            let code = integer::ordinary(relation, word, immediate)?.into();
            return Some(Uop { code, ..uop });
        }
        let basic = integer::basic(relation);
        let code = match (basic.relation, immediate) {
            (Relation::Eq, false) => Code::CmpParallelEq,
            (Relation::Eq, true) => Code::CmpParallelEqImm,
            (Relation::Lt, false) => Code::CmpParallelLt,
            _ => return None,
        };
        let (c, d) = match basic.exchanged {
            true => (uop.d, uop.c),
            false => (uop.c, uop.d),
        };
        let (a, b, unless) = match ctype {
            CompareType::Or => (p1, p2, false),
            CompareType::OrAndcm => (p1, 0, false),
            _ => (0, 0, true),
        };
        let unless = if unless != basic.negated { UNLESS } else { 0 };
        let shift = if word { 32 } else { 0 };
        Some(Uop {
            code,
            a,
            b,
            c,
            d,
            extra: uop.extra | unless | shift,
            ..uop
        })
    }
}
