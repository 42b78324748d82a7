//! What an instruction reads and writes, in the terms of the dependency rules (`rules`). It starts from the operand set, splits
//! registers into the parts that have rules of their own (fields of PSR and FPSR, bits of ar.unat), says in which manner each is
//! accessed ([`By`]), and leaves out what has no rules (memory, the ALAT, the instruction pointer).

use super::resource::Resource;
use crate::operand::{Access, Register, Role};
use crate::syntax::uses_status_field;
use crate::{
    Ar, BranchKind, CompareType, Cr, IndirectFile, Instruction, LoadKind, Op, StoreKind, psr,
};

/// How an instruction accesses a resource, as far as the rules care.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// In no way that a rule mentions.
    Other,
    /// A move to or from the resource.
    Move,
    /// A branch: its qualifying predicate or its target register.
    Branch,
    /// A return: `ar.pfs`.
    Return,
    /// `br.ctop`, `br.cexit`, `br.wtop`, `br.wexit`.
    ModuloBranch,
    /// The loaded register of a check load.
    CheckLoad,
    /// A compare or test, other than the parallel ones.
    Compare,
    /// A parallel compare that can only clear the predicate.
    AndCompare,
    /// A parallel compare that can only set the predicate.
    OrCompare,
    /// Floating-point arithmetic: flags.
    FpArithmetic,
    /// A write to a floating-point register: `mfl`, `mfh`.
    FpWrite,
    /// `alloc`.
    Alloc,
    /// `sum`, `rum`, `mov psr.um`.
    UserMask,
    /// `ssm`, `rsm`, `mov psr.l`.
    SystemMask,
    /// `bsw`.
    BankSwitch,
    /// `ptc`, `ptr`.
    Purge,
    /// An access that sees a change only after serialisation.
    Serialised,
    /// `mov r1 = pmd[r3]` with respect to the configuration registers.
    Monitor,
    /// `epc`, `vmsw` with respect to instruction translations.
    Epc,
}

/// One access.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Effect {
    pub resource: Resource,
    pub access: Access,
    pub by: By,
    /// Happens even when the qualifying predicate is false.
    pub always: bool,
    /// For resources with an element chosen at run time: the register that chooses it.
    pub index: Option<u8>,
}

/// Collects the accesses of an instruction.
pub(super) struct Effects<'a> {
    list: &'a mut Vec<Effect>,
}

impl Effects<'_> {
    /// Puts the accesses of an instruction into `list`, reads first.
    pub(super) fn collect(insn: &Instruction, list: &mut Vec<Effect>) {
        list.clear();
        let mut effects = Effects { list };
        effects.operands(insn);
        effects.registers_of_the_stack(insn);
        effects.floating_point_status(insn);
        effects.status(insn);
        effects.system(insn);
        list.sort_by_key(|e| e.access == Access::Write);
    }

    fn push(&mut self, resource: Resource, access: Access, by: By) {
        self.list.push(Effect {
            resource,
            access,
            by,
            always: false,
            index: None,
        });
    }

    fn read(&mut self, resource: Resource, by: By) {
        self.push(resource, Access::Read, by);
    }

    fn write(&mut self, resource: Resource, by: By) {
        self.push(resource, Access::Write, by);
    }

    /// The registers that the operand set names.
    fn operands(&mut self, insn: &Instruction) {
        let branch = matches!(insn.op, Op::Branch { .. });
        for operand in &insn.operands() {
            let resource = match operand.register {
                Register::Gr(n) if n != 0 => Resource::Gr(n),
                Register::Fr(n) if n > 1 => Resource::Fr(n),
                Register::Pr(n) if n != 0 => Resource::Pr(n),
                Register::Br(n) => Resource::Br(n),
                // Registers with parts, or with implicit readers: `registers_of_the_stack` and `floating_point_status` add them.
                Register::Ar(Ar::RSC | Ar::BSP | Ar::BSPSTORE | Ar::RNAT | Ar::UNAT | Ar::FPSR) => {
                    continue;
                }
                Register::Ar(n) => Resource::Ar(n),
                Register::Cr(n) => Resource::Cr(n),
                Register::Dahr(n) => Resource::Dahr(n),
                Register::PrFile => {
                    self.predicate_file(insn, operand.access);
                    continue;
                }
                _ => continue,
            };
            // These name the register of an ALAT entry and do not access the register itself.
            if matches!(
                insn.op,
                Op::ChkA { .. } | Op::ChkAF { .. } | Op::InvalaE | Op::InvalaEF
            ) && operand.role == Role::Explicit
            {
                continue;
            }
            let by = match operand.role {
                Role::Qualifier if branch => By::Branch,
                Role::Qualifier => By::Other,
                _ => self.manner(insn, resource, operand.access, operand.role),
            };
            let always = operand.role == Role::Qualifier
                || matches!(resource, Resource::Pr(_))
                    && operand.access == Access::Write
                    && insn.op.writes_when_off();
            let access = operand.access;
            self.list.push(Effect {
                resource,
                access,
                by,
                always,
                index: None,
            });
        }
    }

    /// How an instruction accesses one of its operands.
    fn manner(&self, insn: &Instruction, resource: Resource, access: Access, role: Role) -> By {
        match (resource, insn.op) {
            (
                Resource::Gr(_) | Resource::Fr(_),
                Op::Load { kind, .. } | Op::FLoad { kind, .. } | Op::FLoadPair { kind, .. },
            ) if access == Access::Write && role != Role::Base && kind.is_check() => By::CheckLoad,
            (
                Resource::Pr(n),
                Op::Cmp { ctype, .. }
                | Op::CmpImm { ctype, .. }
                | Op::CmpZero { ctype, .. }
                | Op::Tbit { ctype, .. }
                | Op::Tnat { ctype, .. }
                | Op::Tf { ctype, .. },
            ) => match ctype {
                CompareType::Normal | CompareType::Unc => By::Compare,
                CompareType::And => By::AndCompare,
                CompareType::Or => By::OrCompare,
                CompareType::OrAndcm if n == insn.p1() => By::OrCompare,
                CompareType::OrAndcm => By::AndCompare,
            },
            (Resource::Pr(63), Op::Branch { .. }) if role == Role::Implicit => By::ModuloBranch,
            (Resource::Br(_), Op::Branch { .. }) => By::Branch,
            (Resource::Br(_), Op::MovToBr) => By::Move,
            (
                Resource::Ar(Ar::PFS),
                Op::Branch {
                    kind: BranchKind::Ret,
                    ..
                },
            ) => By::Return,
            (Resource::Ar(_), Op::MovToAr | Op::MovToArImm) => By::Move,
            (Resource::Cr(_), Op::MovToCr | Op::MovFromCr) => By::Move,
            (Resource::Cr(_), Op::Thash | Op::Ttag) => By::Serialised,
            _ => By::Other,
        }
    }

    /// The predicates that a move to or from all of them touches, one by one.
    fn predicate_file(&mut self, insn: &Instruction, access: Access) {
        let mask = match insn.op {
            Op::MovFromPr | Op::MovToPr | Op::MovToPrRot => insn.predicate_mask(),
            _ => 0,
        };
        for n in (1..64).filter(|n| mask >> n & 1 != 0) {
            self.push(Resource::Pr(n), access, By::Move);
        }
    }

    /// The registers behind the register stack, and the frame marker.
    fn registers_of_the_stack(&mut self, insn: &Instruction) {
        let (reads, writes) = insn.stack_registers();
        for register in reads {
            self.read(Resource::Ar(*register), By::Other);
        }
        for register in writes {
            let moved = matches!(insn.op, Op::MovToAr | Op::MovToArImm)
                && matches!(insn.ar(), Ar::RSC | Ar::BSP);
            let by = if moved { By::Move } else { By::Other };
            self.write(Resource::Ar(*register), by);
        }
        match insn.op {
            Op::Alloc => {
                self.read(Resource::Cfm, By::Other);
                self.write(Resource::Cfm, By::Alloc);
            }
            Op::Loadrs => self.read(Resource::Cfm, By::Other),
            Op::Branch { kind, .. } => match kind {
                BranchKind::Call | BranchKind::Ret => {
                    self.read(Resource::Cfm, By::Other);
                    self.write(Resource::Cfm, By::Other);
                }
                BranchKind::Ctop | BranchKind::Cexit | BranchKind::Wtop | BranchKind::Wexit => {
                    self.read(Resource::Cfm, By::ModuloBranch);
                    self.write(Resource::Cfm, By::ModuloBranch);
                }
                BranchKind::Cond | BranchKind::Cloop | BranchKind::Ia => {}
            },
            Op::Cover => {
                self.read(Resource::Cfm, By::Other);
                self.write(Resource::Cfm, By::Other);
            }
            // No rule of dependencies concerns the frame marker in these.
            Op::Flushrs | Op::MovToAr | Op::MovToArImm | Op::MovFromAr => {}
            Op::Clrrrb | Op::ClrrrbPr => self.write(Resource::Cfm, By::Other),
            // Rotating registers are renamed through the frame marker.  Of general registers it is not known which rotate: that
            // depends on the frame, and they are left out.
            _ => {
                let rotates = insn
                    .operands()
                    .iter()
                    .any(|operand| match operand.register {
                        Register::Fr(n) => n >= 32,
                        Register::Pr(n) => n >= 16,
                        _ => false,
                    });
                if rotates {
                    self.read(Resource::Cfm, By::Other);
                }
            }
        }
        match insn.op {
            Op::MovToAr | Op::MovToArImm if insn.ar() == Ar::UNAT => {
                self.write(Resource::UnatBit, By::Move);
            }
            Op::MovFromAr if insn.ar() == Ar::UNAT => self.read(Resource::UnatBit, By::Move),
            Op::Store {
                kind: StoreKind::Spill,
                ..
            } => {
                self.indexed(Resource::UnatBit, Access::Write, insn.r3, By::Other);
            }
            Op::Load {
                kind: LoadKind::Fill,
                ..
            } => {
                self.indexed(Resource::UnatBit, Access::Read, insn.r3, By::Other);
            }
            _ => {}
        }
    }

    /// An access to the element that general register `index` selects.
    fn indexed(&mut self, resource: Resource, access: Access, index: u8, by: By) {
        self.list.push(Effect {
            resource,
            access,
            by,
            always: false,
            index: Some(index),
        });
    }

    fn floating_point_status(&mut self, insn: &Instruction) {
        let sf = insn.sf();
        match insn.op {
            Op::MovToAr | Op::MovToArImm if insn.ar() == Ar::FPSR => {
                for n in 0..4 {
                    self.write(Resource::FpControls(n), By::Move);
                    self.write(Resource::FpFlags(n), By::Move);
                }
                self.write(Resource::FpTraps, By::Move);
            }
            Op::MovFromAr if insn.ar() == Ar::FPSR => {
                for n in 0..4 {
                    self.read(Resource::FpControls(n), By::Move);
                    self.read(Resource::FpFlags(n), By::Move);
                }
                self.read(Resource::FpTraps, By::Move);
            }
            Op::Fsetc => {
                self.read(Resource::FpControls(0), By::Other);
                self.write(Resource::FpControls(sf), By::Other);
            }
            Op::Fclrf => self.write(Resource::FpFlags(sf), By::Other),
            Op::Fchkf => {
                self.read(Resource::FpFlags(0), By::Other);
                if sf != 0 {
                    self.read(Resource::FpFlags(sf), By::Other);
                }
                self.read(Resource::FpTraps, By::Other);
            }
            _ if uses_status_field(insn.table_row()) => {
                self.read(Resource::FpControls(sf), By::Other);
                self.read(Resource::FpTraps, By::Other);
                self.write(Resource::FpFlags(sf), By::FpArithmetic);
            }
            _ => {}
        }
    }

    fn status_bits(&mut self, mask: u64, access: Access, by: By) {
        for field in psr::fields(mask) {
            self.push(Resource::Psr(field.mask), access, by);
        }
    }

    /// The processor status register, field by field: those that the instruction changes or reads by itself, then those that it
    /// obeys (`readers`).
    fn status(&mut self, insn: &Instruction) {
        let imm = insn.imm as u64;
        match insn.op {
            Op::Sum | Op::Rum => {
                self.status_bits(imm & psr::USER_MASK, Access::Write, By::UserMask);
                self.read(Resource::Psr(psr::SP), By::Serialised);
            }
            Op::MovToUm => {
                self.status_bits(psr::USER_MASK, Access::Write, By::UserMask);
                self.read(Resource::Psr(psr::SP), By::Serialised);
            }
            Op::Ssm | Op::Rsm => {
                self.status_bits(imm & psr::SYSTEM_MASK, Access::Write, By::SystemMask)
            }
            Op::MovToPsrL => self.status_bits(psr::SYSTEM_MASK, Access::Write, By::SystemMask),
            Op::MovFromUm => self.status_bits(psr::USER_MASK, Access::Read, By::Move),
            Op::MovFromPsr => self.status_bits(psr::SYSTEM_MASK | psr::IT, Access::Read, By::Move),
            Op::Epc => {
                self.read(Resource::Psr(psr::CPL), By::Other);
                self.write(Resource::Psr(psr::CPL), By::Other);
            }
            Op::Vmsw(_) => self.write(Resource::Psr(psr::VM), By::Other),
            Op::Bsw(_) => self.write(Resource::Psr(psr::BN), By::BankSwitch),
            _ => {}
        }
        let mut readers = 0;
        let memory = insn.is_memory();
        let prefetch = matches!(insn.op, Op::Lfetch { .. } | Op::LfetchCount { .. });
        let probe = matches!(insn.op, Op::Probe(_) | Op::ProbeImm(_) | Op::ProbeFault(_));
        let non_access =
            prefetch || probe || matches!(insn.op, Op::Fc | Op::FcI | Op::Tpa | Op::Tak);
        if memory {
            readers |= psr::BE | psr::AC | psr::VM;
        }
        if memory || prefetch || matches!(insn.op, Op::ProbeFault(_)) {
            readers |= psr::DB;
        }
        if memory || prefetch || probe {
            readers |= psr::PK | psr::CPL;
        }
        if memory || non_access {
            readers |= psr::DT;
        }
        if insn.flags().contains(crate::Flags::PRIVILEGED) {
            readers |= psr::CPL;
            if !matches!(insn.op, Op::Vmsw(_)) {
                readers |= psr::VM;
            }
        }
        let itself = matches!(insn.op, Op::MovToAr | Op::MovToArImm | Op::MovFromAr);
        if itself && matches!(insn.ar(), Ar::ITC | Ar::RUC) {
            readers |= psr::CPL | psr::VM;
            if insn.op == Op::MovFromAr {
                readers |= psr::SI;
            }
        }
        if matches!(insn.op, Op::MovToAr | Op::MovToArImm)
            && (insn.ar().is_kernel() || insn.ar() == Ar::RSC)
        {
            readers |= psr::CPL;
        }
        match insn.op {
            Op::Branch { kind, .. } => {
                readers |= psr::TB;
                match kind {
                    BranchKind::Call => readers |= psr::CPL,
                    BranchKind::Ret => readers |= psr::LP,
                    BranchKind::Ia => readers |= psr::DI,
                    _ => {}
                }
            }
            Op::ChkS | Op::ChkSF | Op::ChkA { .. } | Op::ChkAF { .. } | Op::Fchkf => {
                readers |= psr::TB;
            }
            Op::MovFromIndirect(IndirectFile::Pmd) => readers |= psr::SP | psr::CPL,
            Op::MovFromIndirect(IndirectFile::Cpuid) | Op::Thash | Op::Ttag => readers |= psr::VM,
            Op::Alloc | Op::Flushrs | Op::Loadrs => readers |= psr::RT,
            Op::Cover => readers |= psr::IC | psr::VM,
            Op::ItcD | Op::ItcI | Op::ItrD | Op::ItrI => readers |= psr::IC,
            Op::MovToCr | Op::MovFromCr if insn.cr().describes_interruption() => readers |= psr::IC,
            _ => {}
        }
        let mut writes = 0;
        for operand in &insn.operands() {
            match operand.register {
                Register::Fr(n) if n > 1 => {
                    let high = n >= 32;
                    readers |= if high { psr::DFH } else { psr::DFL };
                    if operand.access == Access::Write {
                        writes |= if high { psr::MFH } else { psr::MFL };
                    }
                }
                Register::Gr(16..=31) => readers |= psr::BN,
                _ => {}
            }
        }
        self.status_bits(readers, Access::Read, By::Serialised);
        self.status_bits(writes, Access::Write, By::FpWrite);
    }

    /// Translations, indirect files, and control registers that act behind the scenes.
    fn system(&mut self, insn: &Instruction) {
        use Resource::{DataCache, DataRegister, InstructionCache, InstructionRegister};
        let memory = insn.is_memory()
            || matches!(
                insn.op,
                Op::Lfetch { .. }
                    | Op::LfetchCount { .. }
                    | Op::Fc
                    | Op::FcI
                    | Op::Tpa
                    | Op::Tak
                    | Op::Probe(_)
                    | Op::ProbeImm(_)
                    | Op::ProbeFault(_)
            );
        if memory {
            self.read(DataCache, By::Serialised);
            self.read(DataRegister, By::Serialised);
            self.read(Resource::Cr(Cr::PTA), By::Serialised);
            for file in [IndirectFile::Rr, IndirectFile::Pkr, IndirectFile::Dbr] {
                self.read(Resource::Indirect(file), By::Serialised);
            }
        }
        match insn.op {
            Op::Epc | Op::Vmsw(_) => {
                self.read(InstructionCache, By::Epc);
                self.read(InstructionRegister, By::Epc);
            }
            Op::ItcD | Op::ItcI | Op::ItrD | Op::ItrI => {
                // An insert into either half may displace entries of both caches.
                for resource in [DataCache, InstructionCache] {
                    self.read(resource, By::Other);
                    self.write(resource, By::Other);
                }
                match insn.op {
                    Op::ItcD | Op::ItrD => self.read(DataRegister, By::Other),
                    _ => self.read(InstructionRegister, By::Other),
                }
                match insn.op {
                    Op::ItrD => self.write(DataRegister, By::Other),
                    Op::ItrI => self.write(InstructionRegister, By::Other),
                    _ => {}
                }
                self.read(Resource::Indirect(IndirectFile::Rr), By::Serialised);
            }
            Op::PtcL | Op::PtcG | Op::PtcGa | Op::PtcE | Op::PtrD | Op::PtrI => {
                for resource in [DataCache, InstructionCache] {
                    self.read(resource, By::Purge);
                    self.write(resource, By::Purge);
                }
                match insn.op {
                    Op::PtrD => {
                        self.read(DataRegister, By::Purge);
                        self.write(DataRegister, By::Purge);
                    }
                    Op::PtrI => {
                        self.read(InstructionRegister, By::Purge);
                        self.write(InstructionRegister, By::Purge);
                    }
                    Op::PtcE => {}
                    _ => {
                        self.read(DataRegister, By::Purge);
                        self.read(InstructionRegister, By::Purge);
                    }
                }
                if insn.op != Op::PtcE {
                    self.read(Resource::Indirect(IndirectFile::Rr), By::Serialised);
                }
            }
            Op::Thash | Op::Ttag => {
                self.read(Resource::Indirect(IndirectFile::Rr), By::Serialised);
            }
            Op::MovToIndirect(file) => {
                self.indexed(Resource::Indirect(file), Access::Write, insn.r3, By::Move);
            }
            Op::MovFromIndirect(file) => {
                self.indexed(Resource::Indirect(file), Access::Read, insn.r3, By::Move);
                if file == IndirectFile::Pmd {
                    self.indexed(
                        Resource::Indirect(IndirectFile::Pmc),
                        Access::Read,
                        insn.r3,
                        By::Monitor,
                    );
                }
            }
            Op::MovFromCr if insn.cr() == Cr::IVR => {
                self.read(Resource::InService, By::Other);
                self.write(Resource::InService, By::Other);
                self.read(Resource::Cr(Cr::TPR), By::Serialised);
                for register in Cr::IRR {
                    self.write(Resource::Cr(register), By::Move);
                }
            }
            Op::MovToCr if insn.cr() == Cr::EOI => {
                self.read(Resource::InService, By::Other);
                self.write(Resource::InService, By::Move);
            }
            Op::Load { kind, .. } | Op::FLoad { kind, .. } | Op::FLoadPair { kind, .. }
                if kind.is_speculative() =>
            {
                self.read(Resource::Cr(Cr::DCR), By::Serialised);
            }
            _ => {}
        }
    }
}
