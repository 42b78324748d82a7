//! What one instruction reads, writes and does, as far as time depends on it (`docs/timing.md`, "Latencies").

use config::Machine;
use events::Stall;
use isa::{Access, Ar, BranchKind, Class, Family, Instruction, MemoryKind, Op, Register, Role};
use uarch::latency::{self, Consumer, Producer};

/// What the scoreboard keeps an entry for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Name {
    /// General register.
    Gr(u8),
    /// Floating-point register.
    Fr(u8),
    /// Predicate.
    Pr(u8),
    /// Branch register.
    Br(u8),
    /// Application register.
    Ar(Ar),
    /// Control registers and the PSR, as srlz waits for them.
    Serial,
}

impl Name {
    /// What a wait for it is called when no load produces it.
    pub(crate) fn stall(self) -> Stall {
        match self {
            Name::Gr(_) => Stall::ScoreInteger,
            Name::Fr(_) => Stall::ScoreFloat,
            Name::Pr(_) => Stall::ScorePredicate,
            Name::Br(_) => Stall::ScoreBranch,
            Name::Ar(_) | Name::Serial => Stall::ScoreApplication,
        }
    }

    fn of(register: Register) -> Option<Self> {
        Some(match register {
            Register::Gr(0) | Register::Fr(0 | 1) | Register::Pr(0) => return None,
            Register::Gr(r) => Name::Gr(r),
            Register::Fr(f) => Name::Fr(f),
            Register::Pr(p) => Name::Pr(p),
            Register::Br(b) => Name::Br(b),
            // ar.bsp follows ar.bspstore.
            Register::Ar(Ar::BSP) => Name::Ar(Ar::BSPSTORE),
            Register::Ar(a) => Name::Ar(a),
            Register::FpControls(_) => Name::Ar(Ar::FPSR),
            _ => return None,
        })
    }
}

/// A source.
#[derive(Clone, Copy)]
pub(crate) struct Read {
    pub name: Name,
    pub consumer: Consumer,
    /// It is read whatever the qualifying predicate says.
    pub always: bool,
}

/// A result whose latency does not depend on memory.
#[derive(Clone, Copy)]
pub(crate) struct Write {
    pub name: Name,
    pub producer: Producer,
    pub latency: u64,
    /// It is written whatever the qualifying predicate says.
    pub always: bool,
}

/// A memory reference.
#[derive(Clone, Copy)]
pub(crate) struct Reference {
    pub kind: MemoryKind,
    pub bytes: u64,
    /// A line that it brings may enter L1D: it has no locality hint.
    pub allocates: bool,
    /// A check load.
    pub check: bool,
    pub targets: [Option<Name>; 2],
}

/// What an instruction does to the names of registers.
#[derive(Clone, Copy)]
pub(crate) enum Renaming {
    /// Sizes of frame, locals and rotating region.
    Alloc(u8, u8, u8),
    Cover,
    ClearBases {
        predicates_only: bool,
    },
    Branch(BranchKind),
}

/// What one instruction needs and does.
#[derive(Clone, Default)]
pub(crate) struct Needs {
    pub reads: Vec<Read>,
    pub writes: Vec<Write>,
    pub reference: Option<Reference>,
    /// mf: waits for loads and stores.
    pub fence: bool,
    /// srlz.i, sync.i.
    pub serializes: bool,
    /// mov = pr.
    pub reads_predicates: bool,
    /// mov pr =: those that it writes.
    pub writes_predicates: u64,
    /// brp: distance to the bundle of the branch, distance to its target, importance.
    pub hint: Option<(i64, i64, bool)>,
    pub renaming: Option<Renaming>,
}

impl Needs {
    /// Those of an instruction; `on_m_port`: dispersal sent it to an M port.
    pub(crate) fn of(i: &Instruction, family: Family, machine: &Machine, on_m_port: bool) -> Self {
        let mut needs = Needs::default();
        if i.op == Op::LongHalf {
            return needs;
        }
        let class = i.class(family);
        let (producer, consumer) = latency::roles(class, on_m_port);
        for operand in &i.operands() {
            // ar.rsc and the registers of the backing store: below.
            if matches!(
                operand.register,
                Register::Ar(Ar::RSC | Ar::BSP | Ar::BSPSTORE | Ar::RNAT)
            ) {
                continue;
            }
            match operand.access {
                Access::Read => {
                    if let Some(name) = Name::of(operand.register) {
                        needs.reads.push(Read {
                            name,
                            consumer: consumer_of(i, class, name, operand.role, consumer),
                            always: operand.role == Role::Qualifier,
                        });
                    }
                }
                Access::Write => {
                    if let Some((name, producer, cycles)) =
                        result(i, class, operand.register, operand.role, producer, machine)
                    {
                        needs.writes.push(Write {
                            name,
                            producer,
                            latency: cycles.into(),
                            always: matches!(name, Name::Pr(_)) && i.op.writes_when_off(),
                        });
                    }
                }
            }
        }
        let (reads, writes) = i.stack_registers();
        for name in reads.iter().filter_map(|ar| Name::of(Register::Ar(*ar))) {
            needs.reads.push(Read {
                name,
                consumer: latency::reading_ar(i),
                always: false,
            });
        }
        if matches!(i.op, Op::MovToAr | Op::MovToArImm) {
            let immediate = i.op == Op::MovToArImm;
            let (producer, cycles) = latency::to_ar(&machine.latency, i.ar(), immediate);
            for name in writes.iter().filter_map(|ar| Name::of(Register::Ar(*ar))) {
                needs.writes.push(Write {
                    name,
                    producer,
                    latency: cycles.into(),
                    always: false,
                });
            }
        }
        needs.reference = reference(i);
        match i.op {
            Op::Mf | Op::MfA => needs.fence = true,
            Op::SrlzI | Op::SyncI => needs.serializes = true,
            Op::MovFromPr => needs.reads_predicates = true,
            Op::MovToPr | Op::MovToPrRot => needs.writes_predicates = i.predicate_mask() & !1,
            Op::Brp { indirect: false } => {
                needs.hint = Some((i.tag(), i.imm, i.hint.important()));
            }
            _ => {}
        }
        if matches!(i.op, Op::SrlzI | Op::SyncI | Op::SrlzD) {
            needs.reads.push(Read {
                name: Name::Serial,
                consumer: Consumer::Other,
                always: false,
            });
        }
        needs.renaming = renaming(i);
        needs
    }
}

fn consumer_of(
    i: &Instruction,
    class: Class,
    name: Name,
    role: Role,
    by_class: Consumer,
) -> Consumer {
    match (role, name) {
        (Role::Qualifier, _) if i.is_branch() => Consumer::BranchPredicate,
        (Role::Qualifier, _) => Consumer::Predicate,
        (Role::Base, _) if i.is_memory() => Consumer::Address,
        (Role::Base, _) => Consumer::Other,
        (Role::Data, Name::Fr(_)) => Consumer::FpStore,
        (Role::Data, _) if i.is_semaphore() => Consumer::Address,
        (_, Name::Ar(_)) => latency::reading_ar(i),
        (_, Name::Pr(_)) => Consumer::Other,
        (_, Name::Br(_)) if class != Class::Frbr => Consumer::Other,
        _ => by_class,
    }
}

/// Entry, kind and base latency of a result; `None` for what a memory access delivers without a consumer that waits.
fn result(
    i: &Instruction,
    class: Class,
    register: Register,
    role: Role,
    by_class: Producer,
    machine: &Machine,
) -> Option<(Name, Producer, u32)> {
    let l = &machine.latency;
    let r = &l.result;
    if matches!(
        register,
        Register::Cr(_) | Register::Psr | Register::UserMask
    ) {
        let cycles = match (i.op, register) {
            (Op::MovToCr, Register::Cr(cr)) => latency::to_cr(l, cr),
            (
                Op::Ssm | Op::Rsm | Op::Sum | Op::Rum | Op::MovToPsrL | Op::MovToUm,
                Register::Psr | Register::UserMask,
            ) => l.special.psr_to_srlz,
            _ => return None,
        };
        return Some((Name::Serial, Producer::Part, cycles));
    }
    if matches!(register, Register::FpControls(_)) {
        return None;
    }
    let name = Name::of(register)?;
    if role == Role::Base {
        return Some((name, latency::updating_address(class), r.post_increment));
    }
    let (producer, cycles) = match name {
        Name::Gr(_) | Name::Fr(_) if i.is_load() => return None,
        Name::Ar(_) if i.is_load() => (Producer::Plain, machine.caches.l1d.latency),
        Name::Pr(_) => match class {
            Class::Icmp => (Producer::Predicate, r.icmp),
            Class::Tbit => (Producer::Predicate, r.tbit),
            Class::Fcmp => (Producer::FpPredicate, r.fcmp),
            Class::Fmisc | Class::Sfmisc => (Producer::FpPredicate, r.fmisc_predicate),
            _ => (Producer::Plain, r.br),
        },
        Name::Ar(ar) => match i.op {
            Op::MovToAr | Op::MovToArImm => latency::to_ar(l, ar, i.op == Op::MovToArImm),
            Op::Branch { .. } => (Producer::Plain, r.br),
            // The collection bits of a spill.
            _ => (Producer::Part, 1),
        },
        _ => match i.op {
            Op::MovFromAr => (by_class, latency::from_ar(l, i.ar())),
            Op::MovFromCr => (by_class, latency::from_cr(l, i.cr())),
            _ => (by_class, latency::base(l, class)),
        },
    };
    Some((name, producer, cycles))
}

fn reference(i: &Instruction) -> Option<Reference> {
    let access = i.memory_access()?;
    let gr = Name::of(Register::Gr(i.r1));
    let f1 = Name::of(Register::Fr(i.r1));
    let f2 = Name::of(Register::Fr(i.r2));
    let targets = match (access.kind, i.op) {
        (_, Op::FLoadPair { .. }) => [f1, f2],
        (MemoryKind::FpLoad, _) => [f1, None],
        (MemoryKind::Load | MemoryKind::Semaphore, _) => [gr, None],
        _ => [None; 2],
    };
    Some(Reference {
        kind: access.kind,
        bytes: access.bytes.into(),
        allocates: i.hint.locality() == 0,
        check: access.check(),
        targets,
    })
}

fn renaming(i: &Instruction) -> Option<Renaming> {
    Some(match i.op {
        Op::Alloc => {
            let frame = i.frame();
            Renaming::Alloc(frame.sof, frame.sol, frame.sor)
        }
        Op::Cover => Renaming::Cover,
        Op::Clrrrb => Renaming::ClearBases {
            predicates_only: false,
        },
        Op::ClrrrbPr => Renaming::ClearBases {
            predicates_only: true,
        },
        Op::Branch { kind, .. } => Renaming::Branch(kind),
        _ => return None,
    })
}
