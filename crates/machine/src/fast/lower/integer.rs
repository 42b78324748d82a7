//! Integer results, compares and tests.

use isa::theme::{Parallel, Registers, Theme};
use isa::{CompareType, Instruction, Op};

use super::{Builder, Code, Uop};
use crate::semantics::integer::{self, Prepared, Simple};

impl Builder<'_> {
    pub(super) fn integer(&mut self, slot: u8, i: &Instruction) -> Option<Uop> {
        let uop = self.plain(Code::Evaluate, slot, i);
        let simple = |simple: Prepared| Uop {
            code: simple.operation.into(),
            // No operation has both a second register and a trim.
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
            // Not every processor has these.
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
            ..self.plain(Code::CmpParallel, slot, i)
        };
        let ordinary = |ctype| matches!(ctype, CompareType::Normal | CompareType::Unc);
        let code = match i.op {
            Op::Cmp { rel, ctype, word } if ordinary(ctype) => {
                integer::ordinary(rel, word, false)?.into()
            }
            Op::CmpImm { rel, ctype, word } if ordinary(ctype) && i8::try_from(i.imm).is_ok() => {
                return Some(Uop {
                    code: integer::ordinary(rel, word, true)?.into(),
                    extra: (i.imm as i8 as u8 as u16) << 8,
                    ..uop
                });
            }
            Op::Cmp { .. } | Op::CmpImm { .. } | Op::CmpZero { .. } => {
                return Some(Uop {
                    imm: self.number(),
                    ..uop
                });
            }
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
