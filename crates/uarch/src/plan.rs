//! The static side of timing: what is known of a block before it runs.
//!
//! A [`Plan`] belongs to one block and one state of the dispersal window at its entry. It lists the
//! issue groups with everything that their timing reads: scoreboard operands, results, memory
//! references, special actions, and the branch bundle at the end.

use crate::dispersal::{Dispersed, Disperser, End, Ports, Window};
use crate::frame::FrameOp;
use crate::input::Code;
use crate::latency::{self, Bypass, Consumer, Producer};
use crate::rename::{self, special};
use config::model::Latency;
use events::{Raw, StaticEvent, When};
use isa::{
    Access, BranchKind, BranchTarget, Class, CompareType, FpFormat, Instruction, LoadKind, Op,
    Register, Role, WhetherHint,
};

/// A register read that issue may wait for.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    /// Logical register, see [`rename`].
    pub register: u16,
    /// Column of the bypass table.
    pub consumer: u8,
    /// Slot in the block, plus 64 when the read happens whatever the qualifying predicate.
    pub slot: u8,
}

/// A result of fixed latency.
#[derive(Clone, Copy, Debug)]
pub struct Write {
    /// Logical register.
    pub register: u16,
    /// Base latency in cycles.
    pub latency: u8,
    /// Row of the bypass table.
    pub producer: u8,
    /// Slot in the block, plus 64 when it happens whatever the qualifying predicate.
    pub slot: u8,
}

/// Kind of a memory reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryKind {
    /// Integer load.
    Load,
    /// Floating-point load.
    FpLoad,
    /// Store from a general register.
    Store,
    /// Store from a floating-point register.
    FpStore,
    /// Line prefetch.
    Prefetch,
    /// Semaphore.
    Semaphore,
    /// fc: names an address, moves no data.
    Flush,
}

/// A memory reference.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// Slot in the block.
    pub slot: u8,
    /// Kind.
    pub kind: MemoryKind,
    /// Bytes accessed.
    pub bytes: u8,
    /// Locality hint: not 0 keeps the line out of L1D.
    pub locality: u8,
    /// A check load: makes no access unless its entry is gone.
    pub check: bool,
    /// A control-speculative load.
    pub speculative: bool,
    /// Logical target registers; [`NO_REGISTER`] where there is none.
    pub targets: [u16; 2],
}

/// No register.
pub const NO_REGISTER: u16 = u16::MAX;

/// What an instruction does to the pipe besides reading and writing registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Reads all predicates.
    ReadPredicates,
    /// Writes the predicates of a mask.
    WritePredicates(u64),
    /// srlz.i, sync.i: refetch.
    Serialize,
    /// mf: waits for earlier memory references.
    Fence,
    /// flushrs or loadrs: its traffic is charged to `RseLoadrs`.
    StackTraffic,
    /// brp to a known target: address of the branch, target, importance and stream hint.
    Predict {
        /// Bundle of the branch.
        branch: u64,
        /// Its target.
        target: u64,
        /// `.imp`.
        important: bool,
    },
}

/// One issue group.
#[derive(Clone, Debug)]
pub struct Group {
    /// First slot.
    pub from: u8,
    /// One past the last slot.
    pub to: u8,
    /// Bundles that the group touches end before this address.
    pub fetch_end: u64,
    /// Bundles whose last slot is in the group.
    pub completes: u8,
    /// Only the rest of an instruction group: no instruction group begins in it.
    pub rest: bool,
    /// Goes on in the next block.
    pub open: bool,
    /// Register reads that issue may wait for.
    pub reads: Box<[Read]>,
    /// Results of fixed latency.
    pub writes: Box<[Write]>,
    /// Memory references in slot order.
    pub memory: Box<[Memory]>,
    /// Special actions, with their slots.
    pub actions: Box<[(u8, Action)]>,
    /// A store or semaphore is among the memory references.
    pub stores: bool,
    /// Quantities of dispersal that every issue of the group counts.
    pub dispersal: [(Raw, u8); 3],
}

/// A branch of the bundle that ends a block.
#[derive(Clone, Copy, Debug)]
pub struct BranchSlot {
    /// What it tests.
    pub kind: BranchKind,
    /// Target when relative.
    pub target: Option<u64>,
    /// Static hint.
    pub whether: WhetherHint,
    /// Always taken: no qualifying predicate and no loop count.
    pub unconditional: bool,
    /// `.many`.
    pub many: bool,
    /// `.clr`.
    pub clear: bool,
}

/// The branch bundle that ends a block.
#[derive(Clone, Copy, Debug)]
pub struct BranchBundle {
    /// Address.
    pub ip: u64,
    /// First slot number in the block.
    pub first: u8,
    /// The branches by slot.
    pub slots: [Option<BranchSlot>; 3],
    /// Branches in the bundle.
    pub count: u8,
    /// Slot of the only branch, when there is one.
    pub only: u8,
    /// One of them has a dynamic hint.
    pub dynamic: bool,
}

/// Whether a branch asks for dynamic prediction.
pub fn is_dynamic(branch: &BranchSlot) -> bool {
    matches!(
        branch.whether,
        WhetherHint::DynamicTaken | WhetherHint::DynamicNotTaken
    )
}

/// Everything static about a block under one entry window.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Address of the first bundle.
    pub ip: u64,
    /// One past the last bundle.
    pub ip_end: u64,
    /// Block number.
    pub id: u32,
    /// The groups in order.
    pub groups: Box<[Group]>,
    /// The branch bundle.
    pub branch: Option<BranchBundle>,
    /// Slots that have a qualifying predicate.
    pub predicated: u64,
    /// Window that stays open after the last group, as [`Entry::window`].
    pub window: u32,
    /// The last group ends without a stop: the next one is a rest unless a branch is taken.
    pub unfinished: bool,
    /// Static events of the slots.
    pub events: Box<[StaticEvent]>,
    /// One past the last slot.
    pub slots: u8,
    /// What changes the register frame, by slot.
    pub frame_ops: Box<[(u8, FrameOp)]>,
    /// Checks by slot: what a failure counts.
    pub checks: Box<[(u8, Raw)]>,
    /// Slot of an instruction after which the pipe is flushed: break, rfi.
    pub flushes: Option<u8>,
    /// Address of the bundle that follows when nothing branches.
    pub next_ip: u64,
}

/// No window is open.
pub const NO_WINDOW: u32 = 0;

/// State in which a block is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Entry {
    /// Number of the open window; [`NO_WINDOW`]: none is open.
    pub window: u32,
    /// The first group continues an instruction group.
    pub rest: bool,
}

/// Builds plans.
#[derive(Clone, Debug)]
pub struct Planner {
    disperser: Disperser,
    latency: Latency,
    bypass: Bypass,
    l1d_latency: u32,
    /// Open windows met so far; their numbers are their places plus one.
    windows: Vec<Window>,
}

impl Planner {
    /// A planner for a configuration.
    pub fn new(machine: &config::Machine) -> Self {
        Self {
            disperser: Disperser::new(machine.processor.family, &machine.dispersal),
            latency: machine.latency.clone(),
            bypass: Bypass::new(&machine.latency),
            l1d_latency: machine.caches.l1d.latency,
            windows: Vec::new(),
        }
    }

    /// The plan of a block entered in a state.
    pub fn plan(&mut self, code: &Code<'_>, entry: &Entry) -> Plan {
        let mut dispersed = Vec::new();
        let mut ports = [Ports::NONE; 64];
        let window = self.disperser.disperse(
            code.bundles,
            code.first_slot..code.end_slot,
            self.window(entry.window),
            &mut dispersed,
            |slot, port| ports[usize::from(slot & 63)] = port,
        );
        let mut b = Builder {
            planner: self,
            code,
            plan: Lists::default(),
            ports: &ports,
        };
        let mut groups = Vec::with_capacity(dispersed.len());
        let mut rest = entry.rest;
        for d in &dispersed {
            for slot in d.from..d.to {
                b.instruction(slot);
            }
            groups.push(b.group(d, rest));
            rest = d.end != End::Stop;
        }
        drop_satisfied_reads(code, &self.bypass, &mut groups);
        let mut predicated = 0;
        for (i, instruction) in instructions(code) {
            if instruction.qp != 0 {
                predicated |= 1 << i;
            }
        }
        let window = window.map_or(NO_WINDOW, |window| self.number(window));
        Plan {
            ip: code.ip,
            ip_end: code.ip + 16 * code.bundles.len() as u64,
            id: code.id,
            groups: groups.into(),
            branch: self.branch_bundle(code),
            predicated,
            window,
            unfinished: rest,
            events: static_events(code, &self.disperser).into(),
            frame_ops: instructions(code)
                .filter_map(|(slot, i)| frame_op(i).map(|op| (slot, op)))
                .collect(),
            checks: instructions(code)
                .filter_map(|(slot, i)| failed_check(i).map(|raw| (slot, raw)))
                .collect(),
            flushes: instructions(code)
                .find(|(_, i)| matches!(i.op, Op::Break | Op::Rfi))
                .map(|(slot, _)| slot),
            next_ip: code.ip + 16 * u64::from(code.end_slot / 3),
            slots: code.end_slot,
        }
    }

    fn window(&self, number: u32) -> Option<Window> {
        let index = number.checked_sub(1)?;
        self.windows.get(index as usize).copied()
    }

    fn number(&mut self, window: Window) -> u32 {
        let index = match self.windows.iter().position(|known| *known == window) {
            Some(index) => index,
            None => {
                self.windows.push(window);
                self.windows.len() - 1
            }
        };
        index as u32 + 1
    }

    /// The last bundle, if it holds a branch.
    fn branch_bundle(&self, code: &Code<'_>) -> Option<BranchBundle> {
        let index = code.bundles.len().checked_sub(1)?;
        if usize::from(code.end_slot) != 3 * code.bundles.len() {
            return None;
        }
        let bundle = &code.bundles[index];
        let ip = code.ip + 16 * index as u64;
        let mut slots = [None; 3];
        let mut count = 0;
        for (slot, instruction) in slots.iter_mut().zip(&bundle.slots) {
            if let Op::Branch { kind, target } = instruction.op {
                count += 1;
                *slot = Some(BranchSlot {
                    kind,
                    target: match target {
                        BranchTarget::Relative | BranchTarget::Long => {
                            Some(ip.wrapping_add(instruction.imm as u64))
                        }
                        BranchTarget::Indirect => None,
                    },
                    whether: instruction.hint.whether(),
                    unconditional: instruction.qp == 0
                        && matches!(
                            kind,
                            BranchKind::Cond | BranchKind::Call | BranchKind::Ret | BranchKind::Ia
                        ),
                    many: instruction.hint.many(),
                    clear: instruction.hint.clear(),
                });
            }
        }
        (count > 0).then_some(BranchBundle {
            ip,
            first: index as u8 * 3,
            slots,
            count,
            only: slots.iter().position(Option::is_some).unwrap_or(0) as u8,
            dynamic: slots.iter().flatten().any(is_dynamic),
        })
    }
}

/// The instructions of a block by slot number, from its first slot on.
fn instructions<'a>(code: &Code<'a>) -> impl Iterator<Item = (u8, &'a Instruction)> + use<'a> {
    let slots = code.first_slot..code.end_slot;
    code.bundles
        .iter()
        .flat_map(|bundle| bundle.slots.iter())
        .enumerate()
        .map(|(i, instruction)| (i as u8, instruction))
        .filter(move |(i, instruction)| slots.contains(i) && instruction.op != Op::LongHalf)
}

#[derive(Default)]
struct Lists {
    reads: Vec<Read>,
    writes: Vec<Write>,
    memory: Vec<Memory>,
    actions: Vec<(u8, Action)>,
}

struct Builder<'a> {
    planner: &'a Planner,
    code: &'a Code<'a>,
    plan: Lists,
    ports: &'a [Ports; 64],
}

/// Marks an operand that does not depend on the qualifying predicate.
pub const ALWAYS: u8 = 64;

impl Builder<'_> {
    fn instruction(&mut self, slot: u8) {
        let instruction = &self.code.bundles[usize::from(slot / 3)].slots[usize::from(slot % 3)];
        if instruction.op == Op::LongHalf {
            return;
        }
        let class = self.planner.disperser.class(instruction);
        let on_m = !self.ports[usize::from(slot & 63)].and(Ports::M).is_empty();
        let (producer, consumer) = latency::roles(class, on_m);
        self.memory(slot, instruction, class);
        for operand in &instruction.operands() {
            match operand.access {
                Access::Read => {
                    self.read(
                        slot,
                        instruction,
                        class,
                        operand.register,
                        operand.role,
                        consumer,
                    );
                }
                Access::Write => {
                    self.write(
                        slot,
                        instruction,
                        class,
                        operand.register,
                        operand.role,
                        producer,
                    );
                }
            }
        }
        self.actions(slot, instruction);
    }

    fn read(
        &mut self,
        slot: u8,
        instruction: &Instruction,
        class: Class,
        register: Register,
        role: Role,
        by_class: Consumer,
    ) {
        let is_branch = matches!(class, Class::Br | Class::BrB2);
        let consumer = match (role, register) {
            (Role::Qualifier, _) if is_branch => Consumer::BranchPredicate,
            (Role::Qualifier, _) => Consumer::Predicate,
            (Role::Base, _) if class == Class::Lfetch => Consumer::Other,
            (Role::Base, _) if instruction.is_memory() => Consumer::Address,
            (Role::Data, Register::Fr(_)) => Consumer::FpStore,
            (Role::Data, _) if instruction.is_semaphore() || class == Class::Tofr => {
                Consumer::Address
            }
            (_, Register::Gr(_) | Register::Fr(_)) => by_class,
            (_, Register::Br(_)) => by_class,
            (_, Register::Ar(64)) if instruction.op == Op::MovFromAr => Consumer::FromPfs,
            _ => Consumer::Other,
        };
        let Some(register) = rename::logical(register) else {
            return;
        };
        let always = if role == Role::Qualifier { ALWAYS } else { 0 };
        self.plan.reads.push(Read {
            register,
            consumer: consumer as u8,
            slot: slot | always,
        });
    }

    fn write(
        &mut self,
        slot: u8,
        instruction: &Instruction,
        class: Class,
        register: Register,
        role: Role,
        by_class: Producer,
    ) {
        let l = &self.planner.latency;
        let is_access = matches!(
            class,
            Class::Ld
                | Class::Fld
                | Class::Flda
                | Class::Fldp
                | Class::Cld
                | Class::Fcld
                | Class::Sem
        );
        let (producer, cycles) = match (role, register) {
            (Role::Base, _) => (Producer::AluM, l.result.post_increment),
            // The target of a load is set by the access.
            (_, Register::Gr(_) | Register::Fr(_)) if is_access => return,
            (_, Register::Ar(_)) if is_access => (Producer::Plain, self.planner.l1d_latency),
            (_, Register::Pr(_)) => match class {
                Class::Fcmp => (Producer::FpPredicate, l.result.fcmp),
                Class::Fmisc | Class::Sfmisc => (Producer::FpPredicate, l.result.fmisc_predicate),
                Class::Tbit => (Producer::Predicate, l.result.tbit),
                Class::Icmp => (Producer::Predicate, l.result.icmp),
                _ => (Producer::Plain, l.result.br),
            },
            (_, Register::Ar(ar)) => match instruction.op {
                Op::MovToAr | Op::MovToArImm => (
                    if ar == 64 {
                        Producer::ToPfs
                    } else {
                        Producer::Plain
                    },
                    latency::to_ar(l, ar, instruction.op == Op::MovToArImm),
                ),
                _ => (Producer::Plain, 1),
            },
            (_, Register::Cr(cr)) if instruction.op == Op::MovToCr => {
                (Producer::Plain, latency::to_cr(l, cr))
            }
            (_, Register::Psr | Register::UserMask) => match instruction.op {
                Op::Ssm | Op::Rsm | Op::Sum | Op::Rum | Op::MovToPsrL | Op::MovToUm => {
                    (Producer::Plain, l.special.psr_to_srlz)
                }
                _ => return,
            },
            _ => match instruction.op {
                Op::MovFromAr => (by_class, latency::from_ar(l, instruction.ar())),
                Op::MovFromCr => (by_class, latency::from_cr(l, instruction.cr())),
                _ => (by_class, latency::base(l, class)),
            },
        };
        let register = match register {
            Register::Cr(_) | Register::Psr | Register::UserMask => {
                Some(rename::SPECIAL + special::SERIAL)
            }
            Register::FpControls(_) | Register::FpFlags(_) => None,
            other => rename::logical(other),
        };
        let Some(register) = register else { return };
        let always = if writes_unconditionally(instruction) {
            ALWAYS
        } else {
            0
        };
        self.plan.writes.push(Write {
            register,
            latency: u8::try_from(cycles).unwrap_or(u8::MAX),
            producer: producer as u8,
            slot: slot | always,
        });
    }

    fn memory(&mut self, slot: u8, instruction: &Instruction, class: Class) {
        let gr = |r: u8| rename::logical(Register::Gr(r)).unwrap_or(NO_REGISTER);
        let fr = |r: u8| rename::logical(Register::Fr(r)).unwrap_or(NO_REGISTER);
        let none = NO_REGISTER;
        let fp_bytes = |format: FpFormat| match format {
            FpFormat::Single => 4,
            FpFormat::Double | FpFormat::Integer => 8,
            FpFormat::Extended => 10,
            FpFormat::Register => 16,
        };
        let i = instruction;
        let (kind, bytes, targets, load) = match i.op {
            Op::Load { size, kind, .. } => (MemoryKind::Load, size, [gr(i.r1), none], Some(kind)),
            Op::Load16 { .. } => (MemoryKind::Load, 16, [gr(i.r1), none], None),
            Op::FLoad { format, kind, .. } => (
                MemoryKind::FpLoad,
                fp_bytes(format),
                [fr(i.r1), none],
                Some(kind),
            ),
            Op::FLoadPair { format, kind, .. } => (
                MemoryKind::FpLoad,
                2 * fp_bytes(format),
                [fr(i.r1), fr(i.r2)],
                Some(kind),
            ),
            Op::Store { size, .. } => (MemoryKind::Store, size, [none; 2], None),
            Op::Store16 { .. } => (MemoryKind::Store, 16, [none; 2], None),
            Op::FStore { format, .. } => (MemoryKind::FpStore, fp_bytes(format), [none; 2], None),
            Op::Lfetch { .. } | Op::LfetchCount { .. } => {
                (MemoryKind::Prefetch, 1, [none; 2], None)
            }
            Op::Cmpxchg { size, .. } | Op::FetchAdd { size, .. } | Op::Xchg(size) => {
                (MemoryKind::Semaphore, size, [gr(i.r1), none], None)
            }
            Op::Fc | Op::FcI => (MemoryKind::Flush, 1, [none; 2], None),
            Op::Cmp8Xchg16 { .. } => (MemoryKind::Semaphore, 8, [gr(i.r1), none], None),
            _ => return,
        };
        self.plan.memory.push(Memory {
            slot,
            kind,
            bytes,
            locality: i.hint.locality(),
            check: matches!(class, Class::Cld | Class::Fcld)
                || matches!(
                    load,
                    Some(
                        LoadKind::CheckClear | LoadKind::CheckNoClear | LoadKind::CheckClearAcquire
                    )
                ),
            speculative: matches!(
                load,
                Some(LoadKind::Speculative | LoadKind::SpeculativeAdvanced)
            ),
            targets,
        });
    }

    fn actions(&mut self, slot: u8, instruction: &Instruction) {
        let bundle_ip = self.code.ip + 16 * u64::from(slot / 3);
        let action = match instruction.op {
            Op::MovFromPr => Action::ReadPredicates,
            Op::MovToPr | Op::MovToPrRot => Action::WritePredicates(instruction.predicate_mask()),
            Op::SrlzI | Op::SyncI => Action::Serialize,
            Op::Mf | Op::MfA => Action::Fence,
            Op::Flushrs | Op::Loadrs => Action::StackTraffic,
            Op::Brp { indirect: false } => {
                // tag13: two bits at 34:33 above seven at 12:6, in bundles, signed.
                let field = (instruction.bits >> 33 & 3) << 7 | instruction.bits >> 6 & 0x7f;
                let bundles = ((field << 55) as i64) >> 55;
                Action::Predict {
                    branch: bundle_ip.wrapping_add((bundles << 4) as u64),
                    target: bundle_ip.wrapping_add(instruction.imm as u64),
                    important: instruction.hint.important(),
                }
            }
            _ => {
                if matches!(instruction.op, Op::SrlzD) {
                    self.serial_read(slot);
                }
                return;
            }
        };
        if action == Action::Serialize {
            self.serial_read(slot);
        }
        self.plan.actions.push((slot, action));
    }

    /// srlz waits for writes of control registers and the PSR.
    fn serial_read(&mut self, slot: u8) {
        self.plan.reads.push(Read {
            register: rename::SPECIAL + special::SERIAL,
            consumer: Consumer::Other as u8,
            slot,
        });
    }

    fn group(&mut self, d: &Dispersed, rest: bool) -> Group {
        let last = (d.to - 1) / 3;
        let long = (d.from..d.to)
            .filter(|&s| {
                self.code.bundles[usize::from(s / 3)].slots[usize::from(s % 3)].op == Op::LongHalf
            })
            .count() as u8;
        // Slots of a full window that starts where this group does, less those dispersed.
        let lost = (6 - d.from % 3).saturating_sub(d.to - d.from);
        let (stop, lost_raw) = match d.end {
            End::Stop => (Raw::ExplicitStops, Raw::LostExplicit),
            End::Split | End::Window | End::Open => (Raw::ImplicitStops, Raw::LostImplicit),
        };
        let stops = u8::from(d.end != End::Open);
        let lists = std::mem::take(&mut self.plan);
        Group {
            from: d.from,
            to: d.to,
            fetch_end: self.code.ip + 16 * (u64::from(last) + 1),
            completes: d.to / 3 - d.from / 3,
            rest,
            open: d.end == End::Open,
            stores: lists.memory.iter().any(|m| {
                matches!(
                    m.kind,
                    MemoryKind::Store | MemoryKind::FpStore | MemoryKind::Semaphore
                )
            }),
            reads: lists.reads.into(),
            writes: lists.writes.into(),
            memory: lists.memory.into(),
            actions: lists.actions.into(),
            dispersal: [
                (stop, stops),
                (lost_raw, if d.end == End::Open { 0 } else { lost }),
                (Raw::LostLong, long),
            ],
        }
    }
}

/// What the earlier groups of a plan guarantee about a register.
#[derive(Clone, Copy)]
enum Known {
    /// Written for certain by a group, with a fixed latency.
    Written {
        group: usize,
        latency: u64,
        producer: u8,
    },
    /// Read for certain by a group, which waited for it.
    Read { group: usize, consumer: u8 },
}

/// Drops reads that can never wait: each group issues at least a cycle after the one before it, so that
/// a value written early enough in the same plan, or waited for already, is ready.
fn drop_satisfied_reads(code: &Code<'_>, bypass: &Bypass, groups: &mut [Group]) {
    let certain = |slot: u8| {
        slot & ALWAYS != 0
            || code.bundles[usize::from(slot / 3)].slots[usize::from(slot % 3)].qp == 0
    };
    let mut known: [Option<Known>; rename::LOGICAL] = [None; rename::LOGICAL];
    for (g, group) in groups.iter_mut().enumerate() {
        let mut kept = Vec::with_capacity(group.reads.len());
        for read in &group.reads {
            let satisfied = match known[usize::from(read.register)] {
                Some(Known::Written {
                    group,
                    latency,
                    producer,
                }) => {
                    (bypass.hazard == 0 || producer != Producer::Multimedia as u8)
                        && latency + bypass.extra(producer, read.consumer) <= (g - group) as u64
                }
                Some(Known::Read { group, consumer }) => {
                    bypass.covers(consumer, read.consumer, (g - group) as u64)
                }
                None => false,
            };
            if satisfied {
                continue;
            }
            kept.push(*read);
            if certain(read.slot) {
                known[usize::from(read.register)] = Some(Known::Read {
                    group: g,
                    consumer: read.consumer,
                });
            }
        }
        group.reads = kept.into();
        for write in &group.writes {
            known[usize::from(write.register)] = certain(write.slot).then_some(Known::Written {
                group: g,
                latency: u64::from(write.latency),
                producer: write.producer,
            });
        }
        for target in group.memory.iter().flat_map(|reference| reference.targets) {
            if target != NO_REGISTER {
                known[usize::from(target)] = None;
            }
        }
        for (_, action) in &group.actions {
            if let Action::WritePredicates(_) = action {
                known.fill(None);
            }
        }
    }
}

/// Compares of type unc clear their targets even when the qualifying predicate is false.
fn writes_unconditionally(instruction: &Instruction) -> bool {
    match instruction.op {
        Op::Cmp { ctype, .. }
        | Op::CmpImm { ctype, .. }
        | Op::CmpZero { ctype, .. }
        | Op::Tbit { ctype, .. }
        | Op::Tnat { ctype, .. }
        | Op::Tf { ctype, .. } => ctype == CompareType::Unc,
        Op::Fcmp { unc, .. } | Op::Fclass { unc } => unc,
        Op::Frcpa | Op::Frsqrta | Op::Fprcpa | Op::Fprsqrta => true,
        _ => false,
    }
}

/// What retirement of each slot alone counts.
fn static_events(code: &Code<'_>, disperser: &Disperser) -> Vec<StaticEvent> {
    let mut events = Vec::new();
    for (slot, instruction) in instructions(code) {
        let mut push = |raw, amount, when| {
            events.push(StaticEvent {
                slot,
                amount,
                raw,
                when,
            });
        };
        push(Raw::InstructionsDispersed, 1, When::Always);
        push(Raw::InstructionsRetired, 1, When::Always);
        if instruction.is_nop() {
            push(Raw::NopsRetired, 1, When::Executed);
        }
        if instruction.qp != 0 && !instruction.is_branch() {
            push(Raw::SquashedRetired, 1, When::Squashed);
        }
        let class = disperser.class(instruction);
        match instruction.op {
            Op::SrlzI => push(Raw::SerializeInstruction, 1, When::Executed),
            Op::ChkA { .. } => push(Raw::AlatChecksInteger, 1, When::Executed),
            Op::ChkAF { .. } => push(Raw::AlatChecksFloat, 1, When::Executed),
            Op::Lfetch { .. } | Op::LfetchCount { .. } => push(Raw::Prefetches, 1, When::Executed),
            Op::Store { .. } | Op::Store16 { .. } => push(Raw::StoresInteger, 1, When::Executed),
            Op::FStore { .. } => push(Raw::StoresFloat, 1, When::Executed),
            Op::Load { .. } | Op::Load16 { .. } => {
                push(Raw::LoadsInteger, 1, When::Executed);
                if class == Class::Cld {
                    push(Raw::AlatChecksInteger, 1, When::Executed);
                }
            }
            Op::FLoad { .. } | Op::FLoadPair { .. } => {
                push(Raw::LoadsFloat, 1, When::Executed);
                if class == Class::Fcld {
                    push(Raw::AlatChecksFloat, 1, When::Executed);
                }
            }
            _ if instruction.is_semaphore() => push(Raw::Semaphores, 1, When::Executed),
            _ => {}
        }
        let operations = match instruction.op {
            Op::Fma(_) | Op::Fms(_) | Op::Fnma(_) => fp_operations(instruction),
            Op::Fpma | Op::Fpms | Op::Fpnma => 2 * fp_operations(instruction),
            Op::Frcpa | Op::Frsqrta => 1,
            Op::Fprcpa | Op::Fprsqrta => 2,
            _ => 0,
        };
        if operations > 0 {
            push(Raw::FpOps, operations, When::Executed);
        }
    }
    events
}

/// What an instruction does to the register frame.
fn frame_op(instruction: &Instruction) -> Option<FrameOp> {
    Some(match instruction.op {
        Op::Alloc => {
            let frame = instruction.frame();
            FrameOp::Alloc(frame.sof, frame.sol, frame.sor)
        }
        Op::Cover => FrameOp::Cover,
        Op::Clrrrb => FrameOp::ClearBases {
            predicates_only: false,
        },
        Op::ClrrrbPr => FrameOp::ClearBases {
            predicates_only: true,
        },
        Op::Branch { kind, .. }
            if !matches!(kind, BranchKind::Cond | BranchKind::Cloop | BranchKind::Ia) =>
        {
            FrameOp::Branch(kind)
        }
        _ => return None,
    })
}

/// What a check that fails counts.
fn failed_check(instruction: &Instruction) -> Option<Raw> {
    Some(match instruction.op {
        Op::ChkS => Raw::SpeculationFailuresInteger,
        Op::ChkSF => Raw::SpeculationFailuresFloat,
        Op::ChkA { .. } => Raw::AlatFailuresInteger,
        Op::ChkAF { .. } => Raw::AlatFailuresFloat,
        Op::Fchkf => Raw::FpCheckFlagsFailed,
        _ => return None,
    })
}

/// Operations of a multiply-add: 2, or 1 when a constant register makes it an add, multiply or move.
fn fp_operations(instruction: &Instruction) -> u8 {
    if instruction.r4 == 1 || instruction.r2 == 0 {
        1
    } else {
        2
    }
}
