//! Speculation checks and the ALAT instructions.

use events::Fact;
use isa::Instruction;
use isa::theme::Check;

use super::{Context, Flow, Step};
use crate::alat::Tag;

impl Context<'_> {
    pub(super) fn general_tag(&self, r: u8) -> Tag {
        Tag::general(self.cpu.gmap[usize::from(r)], self.cpu.stack.bottom())
    }

    pub(super) fn floating_tag(&self, f: u8) -> Tag {
        Tag::floating(self.cpu.fmap[usize::from(f)])
    }

    /// `chk.s`, `chk.a`, `fchkf`, `invala`.
    pub(super) fn check(&mut self, op: Check, i: &Instruction) -> Step {
        let failed = match op {
            Check::ChkS => self.read(i.r2).1,
            Check::ChkSF => {
                self.check_fp_enabled([i.r2], 0)?;
                self.cpu.fr(i.r2).is_nat()
            }
            Check::ChkA { clear } => {
                // r0 never has an entry.
                let tag = self.general_tag(i.r1);
                self.check_advanced(tag, i.r1 != 0, clear)
            }
            Check::ChkAF { clear } => {
                self.check_fp_enabled([i.r1], 0)?;
                let tag = self.floating_tag(i.r1);
                self.check_advanced(tag, i.r1 > 1, clear)
            }
            Check::Fchkf => self.cpu.ar.fpsr.fchkf(i.sf()),
            Check::Invala => {
                self.cpu.alat.invalidate_all();
                false
            }
            Check::InvalaE => {
                let tag = self.general_tag(i.r1);
                self.cpu.alat.remove(tag);
                false
            }
            Check::InvalaEF => {
                let tag = self.floating_tag(i.r1);
                self.cpu.alat.remove(tag);
                false
            }
        };
        if failed {
            self.notes.push(|| Fact::CheckFailed);
            Ok(Flow::Recover(self.ip.wrapping_add(i.imm as u64)))
        } else {
            Ok(Flow::Next)
        }
    }

    fn check_advanced(&mut self, tag: Tag, possible: bool, clear: bool) -> bool {
        let alat = &mut self.cpu.alat;
        !(possible
            && if clear {
                alat.remove(tag)
            } else {
                alat.holds(tag)
            })
    }
}
