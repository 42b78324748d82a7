//! Lowering of loads, stores and prefetches.

use isa::{FpFormat, Instruction, LoadKind, Op, StoreKind, Update};

use super::{Builder, Code, Uop, modified};

impl Builder<'_> {
    pub(super) fn memory(&mut self, slot: u8, i: &Instruction) -> Option<Uop> {
        let uop = self.plain(Code::General, slot, i);
        let with = |code| Uop { code, ..uop };
        let updates = |update| update != Update::None;
        let (uop, update) = match i.op {
            Op::Load { size, kind, update } if kind.is_plain() => {
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
            Op::Load { size, kind, update }
                if update != Update::Register
                    && (kind.is_advanced() || kind.is_check() && !kind.leaves_entry()) =>
            {
                if updates(update) && i.r1 == i.r3 || !self.target(i.r1) {
                    return None;
                }
                let code = if kind.is_check() {
                    Code::LdCheckClear
                } else {
                    Code::LdAdvanced
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
            } if (kind.is_plain() || kind == LoadKind::Fill)
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
            Op::FLoad {
                format: format @ (FpFormat::Single | FpFormat::Double | FpFormat::Integer),
                kind,
                update,
            } if (kind == LoadKind::Advanced || kind == LoadKind::CheckClear)
                && update != Update::Register
                && i.r1 > 1 =>
            {
                let code = match kind {
                    LoadKind::Advanced => Code::LdfAdvanced,
                    _ => Code::LdfCheckClear,
                };
                let uop = Uop {
                    d: modified(i.r1) as u8,
                    extra: format as u16,
                    ..with(code)
                };
                (uop, update)
            }
            Op::FLoadPair {
                format,
                kind,
                update,
            } if kind.is_plain()
                && i.r1 > 1
                && i.r2 > 1
                // The targets must differ in parity after renaming, which changes the parity of rotating registers
                // only: both must rotate or neither.
                && (i.r1 < 32) == (i.r2 < 32)
                && (i.r1 ^ i.r2) & 1 != 0 =>
            {
                let code = match format {
                    FpFormat::Single => Code::Ldfps,
                    FpFormat::Integer => Code::Ldfp8,
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
}
