//! Branches (volume 3, `br`, `brl`).

use events::Fact;
use isa::{BranchKind, BranchTarget, Flags, Instruction};

use super::{Context, Flow, Step};
use crate::fault::{General, Raise};

impl Context<'_> {
    /// A branch with the value of its qualifying predicate: the loop branches act on false, too.
    pub(super) fn branch(
        &mut self,
        i: &Instruction,
        kind: BranchKind,
        target: BranchTarget,
        qualified: bool,
    ) -> Step {
        if target == BranchTarget::Long && qualified && !self.provides(i.op) {
            if self.is_system() {
                return Err(Raise::ILLEGAL);
            }
            // Linux completes long branches on processors without them.
            self.notes.push(|| Fact::Assisted);
        }
        // The loop branches exist only in the last slot.
        if i.flags().contains(Flags::SLOT_2) && self.notes.slot % 3 != 2 {
            return Err(Raise::ILLEGAL);
        }
        let to = match target {
            BranchTarget::Relative | BranchTarget::Long => self.ip.wrapping_add(i.imm as u64),
            BranchTarget::Indirect => self.cpu.br[usize::from(i.b2() & 7)] & !15,
        };
        let taken = match kind {
            BranchKind::Cond => qualified,
            BranchKind::Call => {
                if qualified {
                    self.cpu.br[usize::from(i.b1() & 7)] = self.ip.wrapping_add(16);
                    self.cpu.call_frame();
                }
                qualified
            }
            BranchKind::Ret => {
                if qualified {
                    let level = isa::pfs::level(self.cpu.ar.pfs);
                    let returned = self.cpu.return_frame(self.space, self.notes);
                    if self.is_system() {
                        self.finish_return(returned, level)?;
                    } else {
                        returned?;
                    }
                }
                qualified
            }
            BranchKind::Ia => {
                if qualified {
                    return Err(Raise::general(General::DisabledIsaTransition));
                }
                false
            }
            BranchKind::Cloop => {
                let more = self.cpu.ar.lc != 0;
                if more {
                    self.cpu.ar.lc -= 1;
                }
                more
            }
            BranchKind::Ctop | BranchKind::Cexit => {
                let running = self.cpu.ar.lc != 0;
                self.cpu.next_iteration(running, true) == (kind == BranchKind::Ctop)
            }
            BranchKind::Wtop | BranchKind::Wexit => {
                self.cpu.next_iteration(qualified, false) == (kind == BranchKind::Wtop)
            }
        };
        Ok(if taken { Flow::Branch(to) } else { Flow::Next })
    }
}
