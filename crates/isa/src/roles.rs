//! Operands of a decoded instruction: those of the assembly text, and those that it does not show.
//!
//! Left out, because every instruction has them: the instruction pointer running on, the current frame marker that
//! renames registers, and the `mfl`/`mfh` bits that a write to a floating-point register sets.

use crate::operand::{Access, OperandSet, Register, Role};
use crate::syntax::{Item, Syntax, uses_status_field};
use crate::{Ar, BranchKind, Cr, IndirectFile, Instruction, LoadKind, Op, StoreKind, Update};

use Access::{Read, Write};
use Role::{Base, Data, Explicit, Implicit, Qualifier};

impl Instruction {
    /// What it reads and writes.
    pub fn operands(&self) -> OperandSet {
        let mut set = OperandSet::new();
        if self.qp != 0 {
            set.push(Register::Pr(self.qp), Read, Qualifier);
        }
        // `invala.e` names an entry of the ALAT by its register, and does not read the register (volume 3, resource dependencies).
        if !matches!(self.op, Op::InvalaE | Op::InvalaEF) {
            let syntax = Syntax::of(self.row);
            for (n, &item) in syntax.items.iter().enumerate() {
                explicit(self, item, n < syntax.targets, &mut set);
            }
        }
        implicit(self, &mut set);
        if uses_status_field(self.table_row()) {
            set.push(Register::FpControls(self.sf()), Read, Implicit);
            set.push(Register::FpFlags(self.sf()), Write, Implicit);
        }
        set
    }
}

/// Adds an operand of the assembly text; a target is written.
fn explicit(insn: &Instruction, item: Item, target: bool, set: &mut OperandSet) {
    let access = if target { Write } else { Read };
    // What a store or semaphore writes to memory.
    let source_role = if insn.is_store() && !target {
        Data
    } else {
        Explicit
    };
    match item {
        Item::Gr1 => set.push(Register::Gr(insn.r1), access, Explicit),
        Item::Gr2 => {
            // A post-increment by register is not data, but no store has one.
            set.push(Register::Gr(insn.r2), access, source_role);
        }
        Item::Gr3 | Item::Gr3Low => set.push(Register::Gr(insn.r3), access, Explicit),
        Item::Fr1 => set.push(Register::Fr(insn.r1), access, Explicit),
        Item::Fr2 => set.push(Register::Fr(insn.r2), access, source_role),
        Item::Fr3 => set.push(Register::Fr(insn.r3), access, Explicit),
        Item::Fr4 => set.push(Register::Fr(insn.r4), access, Explicit),
        Item::Pr1 => set.push(Register::Pr(insn.p1()), access, Explicit),
        Item::Pr2 => set.push(Register::Pr(insn.p2()), access, Explicit),
        Item::Br1 => set.push(Register::Br(insn.b1()), access, Explicit),
        Item::Br2 => set.push(Register::Br(insn.b2()), access, Explicit),
        Item::Ar3 => set.push(Register::Ar(insn.ar()), access, Explicit),
        Item::Cr3 => set.push(Register::Cr(insn.cr()), access, Explicit),
        Item::Dahr3 => set.push(Register::Dahr(insn.dahr()), access, Explicit),
        Item::Base => {
            set.push(Register::Gr(insn.r3), Read, Base);
            if update(insn.op) != Update::None {
                set.push(Register::Gr(insn.r3), Write, Base);
            }
        }
        Item::Indirect(file) => {
            set.push(Register::Gr(insn.r3), Read, Explicit);
            set.push(Register::Indirect(file), access, Implicit);
        }
        Item::TranslationRegister { .. } => set.push(Register::Gr(insn.r3), Read, Explicit),
        Item::Literal(text) => {
            if let Some(register) = literal(text) {
                set.push(register, access, Explicit);
            }
        }
        Item::Imm(_)
        | Item::Position(_)
        | Item::Len6
        | Item::Len4
        | Item::Tag13
        | Item::Tag13b
        | Item::Sof
        | Item::Sol
        | Item::Sor
        | Item::Amask7
        | Item::Omask7
        | Item::Count6a
        | Item::Stride5 => {}
    }
}

fn literal(text: &str) -> Option<Register> {
    Some(match text {
        "r0" => Register::Gr(0),
        "ip" => Register::Ip,
        "pr" | "pr.rot" => Register::PrFile,
        "psr" | "psr.l" => Register::Psr,
        "psr.um" => Register::UserMask,
        "ar.pfs" => Register::Ar(Ar::PFS),
        "ar.csd" => Register::Ar(Ar::CSD),
        "ar.ccv" => Register::Ar(Ar::CCV),
        _ => return None,
    })
}

/// The post-increment of a memory reference.
fn update(op: Op) -> Update {
    match op {
        Op::Load { update, .. }
        | Op::Store { update, .. }
        | Op::FLoad { update, .. }
        | Op::FLoadPair { update, .. }
        | Op::FStore { update, .. }
        | Op::Lfetch { update, .. } => update,
        _ => Update::None,
    }
}

/// Adds what the assembly text does not show.
fn implicit(insn: &Instruction, set: &mut OperandSet) {
    let mut read = |register| set.push(register, Read, Implicit);
    match insn.op {
        Op::Load { kind, .. } | Op::FLoad { kind, .. } | Op::FLoadPair { kind, .. } => {
            read(Register::Memory);
            if kind == LoadKind::Fill && matches!(insn.op, Op::Load { .. }) {
                read(Register::Ar(Ar::UNAT));
            }
            if kind.is_check() {
                set.push(Register::Alat, Read, Implicit);
            }
            if kind.is_check() || kind.is_advanced() {
                set.push(Register::Alat, Write, Implicit);
            }
        }
        Op::Load16 { .. } => read(Register::Memory),
        Op::Store { .. } | Op::Store16 { .. } | Op::FStore { .. } => {
            set.push(Register::Memory, Write, Implicit);
            set.push(Register::Alat, Write, Implicit);
            if matches!(
                insn.op,
                Op::Store {
                    kind: StoreKind::Spill,
                    ..
                }
            ) {
                set.push(Register::Ar(Ar::UNAT), Write, Implicit);
            }
        }
        Op::Cmpxchg { .. } | Op::Cmp8Xchg16 { .. } | Op::Xchg(_) | Op::FetchAdd { .. } => {
            read(Register::Memory);
            set.push(Register::Memory, Write, Implicit);
            set.push(Register::Alat, Write, Implicit);
        }
        Op::ChkA { clear } | Op::ChkAF { clear } => {
            read(Register::Alat);
            if clear {
                set.push(Register::Alat, Write, Implicit);
            }
        }
        Op::Invala | Op::InvalaE | Op::InvalaEF => set.push(Register::Alat, Write, Implicit),
        Op::Fsetc => {
            read(Register::FpControls(0));
            set.push(Register::FpControls(insn.sf()), Write, Implicit);
        }
        Op::Fclrf => set.push(Register::FpFlags(insn.sf()), Write, Implicit),
        Op::Fchkf => {
            read(Register::FpControls(0));
            read(Register::FpFlags(0));
            if insn.sf() != 0 {
                read(Register::FpFlags(insn.sf()));
            }
        }
        Op::Tf { .. } => read(Register::Indirect(IndirectFile::Cpuid)),
        Op::Branch { kind, .. } => branch(kind, set),
        Op::Rfi => {
            for cr in [Cr::IPSR, Cr::IIP, Cr::IFS] {
                read(Register::Cr(cr));
            }
            for register in [Register::Psr, Register::Cfm, Register::Rse, Register::Ip] {
                set.push(register, Write, Implicit);
            }
        }
        Op::Alloc => {
            for register in [Register::Cfm, Register::Ar(Ar::RSC), Register::Rse] {
                read(register);
            }
            set.push(Register::Cfm, Write, Implicit);
            set.push(Register::Rse, Write, Implicit);
        }
        Op::Flushrs | Op::Loadrs => {
            for register in [Register::Cfm, Register::Ar(Ar::RSC), Register::Rse] {
                read(register);
            }
            if insn.op == Op::Loadrs {
                read(Register::Memory);
            } else {
                set.push(Register::Memory, Write, Implicit);
            }
            set.push(Register::Rse, Write, Implicit);
        }
        Op::Cover => {
            read(Register::Cfm);
            read(Register::Rse);
            set.push(Register::Cfm, Write, Implicit);
            set.push(Register::Rse, Write, Implicit);
            set.push(Register::Cr(Cr::IFS), Write, Implicit);
        }
        Op::Clrrrb | Op::ClrrrbPr => set.push(Register::RotatingBases, Write, Implicit),
        Op::MovToAr | Op::MovToArImm if insn.ar() == Ar::BSPSTORE => {
            read(Register::Rse);
            set.push(Register::Rse, Write, Implicit);
        }
        Op::MovToAr | Op::MovToArImm if insn.ar() == Ar::RNAT => read(Register::Rse),
        Op::MovFromAr if matches!(insn.ar(), Ar::BSP | Ar::BSPSTORE | Ar::RNAT) => {
            read(Register::Rse)
        }
        Op::Sum | Op::Rum => {
            read(Register::UserMask);
            set.push(Register::UserMask, Write, Implicit);
        }
        Op::Ssm | Op::Rsm => {
            read(Register::Psr);
            set.push(Register::Psr, Write, Implicit);
        }
        Op::Bsw(_) | Op::Vmsw(_) => set.push(Register::Psr, Write, Implicit),
        Op::Epc => {
            read(Register::Psr);
            read(Register::Ar(Ar::PFS));
            set.push(Register::Psr, Write, Implicit);
        }
        Op::Probe(_) | Op::ProbeImm(_) | Op::ProbeFault(_) | Op::Tpa | Op::Tak => {
            read(Register::Psr);
            read(Register::DataTranslation);
        }
        Op::Thash | Op::Ttag => {
            read(Register::Cr(Cr::PTA));
            read(Register::Indirect(IndirectFile::Rr));
        }
        Op::ItcD | Op::ItrD | Op::ItcI | Op::ItrI => {
            read(Register::Cr(Cr::IFA));
            read(Register::Cr(Cr::ITIR));
            let data = matches!(insn.op, Op::ItcD | Op::ItrD);
            set.push(translation(data), Write, Implicit);
        }
        Op::PtrD => set.push(translation(true), Write, Implicit),
        Op::PtrI => set.push(translation(false), Write, Implicit),
        Op::PtcL | Op::PtcG | Op::PtcGa | Op::PtcE => {
            set.push(translation(true), Write, Implicit);
            set.push(translation(false), Write, Implicit);
        }
        _ => {}
    }
}

fn translation(data: bool) -> Register {
    if data {
        Register::DataTranslation
    } else {
        Register::InstructionTranslation
    }
}

fn branch(kind: BranchKind, set: &mut OperandSet) {
    let mut read = |register| set.push(register, Read, Implicit);
    match kind {
        BranchKind::Cond => {}
        BranchKind::Call => {
            for register in [Register::Cfm, Register::Ar(Ar::EC), Register::Rse] {
                read(register);
            }
            for register in [Register::Cfm, Register::Ar(Ar::PFS), Register::Rse] {
                set.push(register, Write, Implicit);
            }
        }
        BranchKind::Ret => {
            for register in [Register::Ar(Ar::PFS), Register::Cfm, Register::Rse] {
                read(register);
            }
            for register in [
                Register::Cfm,
                Register::Ar(Ar::EC),
                Register::Psr,
                Register::Rse,
            ] {
                set.push(register, Write, Implicit);
            }
        }
        BranchKind::Ia => set.push(Register::Psr, Write, Implicit),
        BranchKind::Cloop => {
            read(Register::Ar(Ar::LC));
            set.push(Register::Ar(Ar::LC), Write, Implicit);
        }
        BranchKind::Ctop | BranchKind::Cexit | BranchKind::Wtop | BranchKind::Wexit => {
            let counted = matches!(kind, BranchKind::Ctop | BranchKind::Cexit);
            if counted {
                read(Register::Ar(Ar::LC));
            }
            read(Register::Ar(Ar::EC));
            read(Register::RotatingBases);
            if counted {
                set.push(Register::Ar(Ar::LC), Write, Implicit);
            }
            set.push(Register::Ar(Ar::EC), Write, Implicit);
            set.push(Register::RotatingBases, Write, Implicit);
            set.push(Register::Pr(63), Write, Implicit);
        }
    }
    set.push(Register::Ip, Write, Implicit);
}
