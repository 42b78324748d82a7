//! The application registers that the register stack engine works with, and who accesses them: `ar.rsc`, `ar.bsp`, `ar.bspstore`, `ar.rnat`
//! (architecture manual, volume 3, tables of dependencies, rows AR[BSP], AR[BSPSTORE], AR[RNAT], AR[RSC]).

use crate::{Ar, BranchKind, Instruction, Op};

impl Instruction {
    /// Which of `ar.rsc`, `ar.bsp`, `ar.bspstore` and `ar.rnat` it reads and which it writes, those included that its text does not name.
    pub fn stack_registers(&self) -> (&'static [Ar], &'static [Ar]) {
        const RSC: Ar = Ar::RSC;
        const BSP: Ar = Ar::BSP;
        const BSPSTORE: Ar = Ar::BSPSTORE;
        const RNAT: Ar = Ar::RNAT;
        match self.op {
            Op::Alloc => (&[RSC, BSPSTORE, RNAT], &[BSPSTORE, RNAT]),
            Op::Flushrs => (&[RSC, BSP, BSPSTORE, RNAT], &[BSPSTORE, RNAT]),
            Op::Loadrs => (&[RSC, BSP, RNAT], &[BSPSTORE, RNAT]),
            Op::MovToAr | Op::MovToArImm => match self.ar() {
                BSPSTORE => (&[RSC], &[BSP, BSPSTORE, RNAT]),
                RNAT => (&[RSC], &[RNAT]),
                RSC => (&[], &[RSC]),
                BSP => (&[], &[BSP]),
                _ => (&[], &[]),
            },
            Op::MovFromAr => match self.ar() {
                BSPSTORE => (&[RSC, BSPSTORE], &[]),
                RNAT => (&[RSC, RNAT], &[]),
                RSC => (&[RSC], &[]),
                BSP => (&[BSP], &[]),
                _ => (&[], &[]),
            },
            Op::Branch {
                kind: BranchKind::Call | BranchKind::Ret,
                ..
            }
            | Op::Cover
            | Op::Rfi => (&[BSP], &[BSP]),
            Op::Branch {
                kind: BranchKind::Ia,
                ..
            } => (&[RSC, BSP, BSPSTORE, RNAT], &[]),
            _ => (&[], &[]),
        }
    }
}
