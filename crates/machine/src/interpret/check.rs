//! Speculation checks and the ALAT instructions.

use events::Fact;
use isa::{Instruction, Op};

use super::{Context, Flow, Step};
use crate::alat::Tag;
use crate::fault::Raise;

impl Context<'_> {
    pub(super) fn general_tag(&self, r: u8) -> Tag {
        Tag::general(self.cpu.gmap[usize::from(r)], self.cpu.stack.bottom())
    }

    pub(super) fn floating_tag(&self, f: u8) -> Tag {
        Tag::Floating(self.cpu.fmap[usize::from(f)])
    }

    /// `chk.s`, `chk.a`, `fchkf`, `invala`.
    pub(super) fn check(&mut self, i: &Instruction) -> Step {
        let failed = match i.op {
            Op::ChkS => self.read(i.r2).1,
            Op::ChkSF => {
                self.check_fp_enabled(&[i.r2])?;
                self.cpu.fr(i.r2).is_nat()
            }
            Op::ChkA { clear } => {
                // r0 never has an entry.
                let tag = self.general_tag(i.r1);
                self.check_advanced(tag, i.r1 != 0, clear)
            }
            Op::ChkAF { clear } => {
                self.check_fp_enabled(&[i.r1])?;
                let tag = self.floating_tag(i.r1);
                self.check_advanced(tag, i.r1 > 1, clear)
            }
            Op::Fchkf => self.cpu.ar.fpsr.fchkf(i.sf()),
            Op::Invala => {
                self.cpu.alat.invalidate_all();
                false
            }
            Op::InvalaE => {
                let tag = self.general_tag(i.r1);
                self.cpu.alat.remove(tag);
                false
            }
            Op::InvalaEF => {
                let tag = self.floating_tag(i.r1);
                self.cpu.alat.remove(tag);
                false
            }
            _ => return Err(Raise::ILLEGAL),
        };
        if failed {
            self.notes.push(|| Fact::CheckFailed);
            Ok(Flow::Recover(self.ip.wrapping_add(i.imm as u64)))
        } else {
            Ok(Flow::Next)
        }
    }

    fn check_advanced(&mut self, tag: Tag, possible: bool, clear: bool) -> bool {
        let hit = possible && self.cpu.alat.holds(tag);
        if hit && clear {
            self.cpu.alat.remove(tag);
        }
        !hit
    }
}
