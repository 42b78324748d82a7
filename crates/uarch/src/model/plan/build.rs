//! Builds the groups of a plan: turns each instruction of a group into the reads, writes, memory references and actions that timing follows.

use crate::model::dispersal::{Dispersed, End};
use crate::model::family::Ports;
use crate::model::latency::{self, Consumer, Producer};
use crate::model::plan::facts::fp_operations;
use crate::model::plan::{ALWAYS, Action, Group, Memory, NO_REGISTER, Read, Rules, Write};
use crate::model::register_stack::rename;
use events::{Block, Raw};
use isa::{Access, Ar, Class, Instruction, MemoryKind, Op, Register, Role, SlotUnit};

/// Whether [`Builder::stack_registers`] adds the accesses to a register.
fn is_of_stack(register: Register) -> bool {
    matches!(
        register,
        Register::Ar(Ar::RSC | Ar::BSP | Ar::BSPSTORE | Ar::RNAT)
    )
}

/// What the instructions of one group read, write and do, in slot order.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    pub reads: Vec<Read>,
    pub writes: Vec<Write>,
    pub memory: Vec<Memory>,
    pub actions: Vec<(u8, Action)>,
}

impl Lists {
    /// Empties all of them.
    fn clear(&mut self) {
        self.reads.clear();
        self.writes.clear();
        self.memory.clear();
        self.actions.clear();
    }
}

/// Builds the groups of one block, one after the other.
pub(super) struct Builder<'a> {
    pub rules: &'a Rules,
    pub block: &'a Block,
    /// The lists of the group that is being built.
    pub lists: &'a mut Lists,
    /// Ports by slot, as [`Disperser::disperse`](crate::model::dispersal::Disperser::disperse) tells them.
    pub ports: &'a [Ports; 64],
}

impl Builder<'_> {
    /// Adds the instruction in a slot to the group.
    pub(super) fn instruction(&mut self, slot: u8) {
        // Dispersal 9: a nop takes its port like any instruction. It reads its qualifying predicate alone.
        let instruction = &self.block.bundles[usize::from(slot / 3)].slots[usize::from(slot % 3)];
        if instruction.op == Op::LongHalf {
            return;
        }
        let class = self.rules.disperser.class(instruction);
        let on_m = !self.ports[usize::from(slot & 63)].and(Ports::M).is_empty();
        let (producer, consumer) = latency::roles(class, on_m);
        self.memory(slot, instruction);
        for operand in &instruction.operands() {
            if is_of_stack(operand.register) {
                continue;
            }
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
        self.stack_registers(slot, instruction, class);
        self.actions(slot, instruction);
    }

    /// Adds the reads and writes of the application registers that the register stack engine works with. What the engine does to them by itself is done
    /// when its traffic is over, for which the pipe is held (Holds 4).
    fn stack_registers(&mut self, slot: u8, instruction: &Instruction, class: Class) {
        // Latencies 2
        let (reads, writes) = instruction.stack_registers();
        for ar in reads {
            let register = Register::Ar(*ar);
            let by_class = Consumer::Other;
            self.read(slot, instruction, class, register, Role::Implicit, by_class);
        }
        if matches!(instruction.op, Op::MovToAr | Op::MovToArImm) {
            for ar in writes {
                let register = Register::Ar(*ar);
                let by_class = Producer::Plain;
                self.write(slot, instruction, class, register, Role::Implicit, by_class);
            }
        }
    }

    /// Adds a register read. `by_class`: how the instruction's class reads its general and floating-point sources.
    fn read(
        &mut self,
        slot: u8,
        instruction: &Instruction,
        class: Class,
        register: Register,
        role: Role,
        by_class: Consumer,
    ) {
        // Latencies 1: the column of the bypass table.
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
            (_, Register::Ar(_)) => latency::reading_ar(instruction),
            _ => Consumer::Other,
        };
        let Some(register) = rename::logical(register) else {
            return;
        };
        let always = if role == Role::Qualifier { ALWAYS } else { 0 };
        self.lists.reads.push(Read {
            register,
            consumer: consumer as u8,
            slot: slot | always,
        });
    }

    /// Adds a result of fixed latency. `by_class`: how the instruction's class makes its main result.
    fn write(
        &mut self,
        slot: u8,
        instruction: &Instruction,
        class: Class,
        register: Register,
        role: Role,
        by_class: Producer,
    ) {
        // Latencies 1: the row of the bypass table.
        // Latencies 4: post-increments, links and loop counts. Latencies 5: what is written although the predicate is false.
        let l = &self.rules.latency;
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
            (Role::Base, _) => (latency::updating_address(class), l.result.post_increment),
            // The target of a load is ready when its access says so.
            (_, Register::Gr(_) | Register::Fr(_)) if is_access => return,
            (_, Register::Ar(_)) if is_access => (Producer::Plain, self.rules.l1d_latency),
            (_, Register::Pr(_)) => match class {
                Class::Fcmp => (Producer::FpPredicate, l.result.fcmp),
                Class::Fmisc | Class::Sfmisc => (Producer::FpPredicate, l.result.fmisc_predicate),
                Class::Tbit => (Producer::Predicate, l.result.tbit),
                Class::Icmp => (Producer::Predicate, l.result.icmp),
                _ => (Producer::Plain, l.result.br),
            },
            (_, Register::Ar(_)) => match instruction.op {
                Op::MovToAr | Op::MovToArImm => {
                    latency::to_ar(l, instruction.ar(), instruction.op == Op::MovToArImm)
                }
                Op::Branch { .. } => (Producer::Plain, l.result.br),
                // ar.unat, in which a spill collects NaT bits.
                _ => (Producer::Part, 1),
            },
            (_, Register::Cr(cr)) => match instruction.op {
                Op::MovToCr => (Producer::Part, latency::to_cr(l, cr)),
                // cover writes cr.ifs, and no source says that srlz waits for that.
                _ => return,
            },
            (_, Register::Psr | Register::UserMask) => match instruction.op {
                Op::Ssm | Op::Rsm | Op::Sum | Op::Rum | Op::MovToPsrL | Op::MovToUm => {
                    (Producer::Part, l.special.psr_to_srlz)
                }
                _ => return,
            },
            _ => match instruction.op {
                Op::MovFromAr => (by_class, latency::from_ar(l, instruction.ar())),
                Op::MovFromCr => (by_class, latency::from_cr(l, instruction.cr())),
                _ => (by_class, latency::base(l, class)),
            },
        };
        // With a false qualifying predicate only predicates are written: the other result of an approximation is not.
        let unconditional = matches!(register, Register::Pr(_)) && instruction.op.writes_when_off();
        let register = match register {
            Register::Cr(_) | Register::Psr | Register::UserMask => Some(rename::SERIAL),
            Register::FpControls(_) | Register::FpFlags(_) => None,
            other => rename::logical(other),
        };
        let Some(register) = register else { return };
        let always = if unconditional { ALWAYS } else { 0 };
        self.lists.writes.push(Write {
            register,
            // The limits of the configuration are below.
            latency: u16::try_from(cycles).unwrap_or(u16::MAX),
            producer: producer as u8,
            slot: slot | always,
        });
    }

    /// Adds the instruction's memory reference, if it makes one.
    fn memory(&mut self, slot: u8, i: &Instruction) {
        let Some(access) = i.memory_access() else {
            return;
        };
        let gr = |r: u8| rename::logical(Register::Gr(r)).unwrap_or(NO_REGISTER);
        let fr = |r: u8| rename::logical(Register::Fr(r)).unwrap_or(NO_REGISTER);
        let targets = match (access.kind, i.op) {
            (_, Op::FLoadPair { .. }) => [fr(i.r1), fr(i.r2)],
            (MemoryKind::FpLoad, _) => [fr(i.r1), NO_REGISTER],
            (kind, _) if kind.reads() => [gr(i.r1), NO_REGISTER],
            _ => [NO_REGISTER; 2],
        };
        self.lists.memory.push(Memory {
            slot,
            kind: access.kind,
            bytes: access.bytes,
            alignment: access.alignment - 1,
            locality: i.hint.locality(),
            check: access.check(),
            targets,
        });
    }

    /// Adds the instruction's special action, if it has one.
    fn actions(&mut self, slot: u8, instruction: &Instruction) {
        // Latencies 8, Holds 1 and 3.
        let bundle_ip = self.block.ip + 16 * u64::from(slot / 3);
        let action = match instruction.op {
            Op::MovFromPr => Action::ReadPredicates,
            Op::MovToPr | Op::MovToPrRot => Action::WritePredicates(instruction.predicate_mask()),
            Op::SrlzI | Op::SyncI => Action::Serialize,
            Op::Mf | Op::MfA => Action::Fence,
            Op::ItcI | Op::ItrI => Action::Insert { instructions: true },
            Op::ItcD | Op::ItrD => Action::Insert {
                instructions: false,
            },
            Op::PtcL | Op::PtcG | Op::PtcGa | Op::PtcE | Op::PtrD | Op::PtrI => Action::Purge,
            Op::Flushrs | Op::Loadrs => Action::StackTraffic,
            Op::Brp { indirect: false } if !self.is_dropped(slot, instruction) => Action::Predict {
                branch: bundle_ip.wrapping_add(instruction.tag() as u64),
                target: bundle_ip.wrapping_add(instruction.imm as u64),
                important: instruction.hint.important(),
            },
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
        self.lists.actions.push((slot, action));
    }

    /// Whether dispersal drops a brp: it stands on a port that does not execute it (B1 of Itanium).
    fn is_dropped(&self, slot: u8, brp: &Instruction) -> bool {
        // Ports 4
        let disperser = &self.rules.disperser;
        let ports = self.ports[usize::from(slot & 63)];
        disperser.serving(brp, SlotUnit::B).and(ports).is_empty()
    }

    /// srlz waits for writes of control registers and the PSR: all of them write the pseudo-register [`rename::SERIAL`], which it reads.
    fn serial_read(&mut self, slot: u8) {
        // Holds 1
        self.lists.reads.push(Read {
            register: rename::SERIAL,
            consumer: Consumer::Other as u8,
            slot,
        });
    }

    /// Floating-point operations of a group by slot; empty if neither the group nor, where it is cut by the block's beginning or end, the whole of
    /// it can make four in a cycle.
    fn fp_operations(&self, d: &Dispersed) -> Box<[(u8, u8)]> {
        let bundles = &self.block.bundles;
        let slots = d.from..d.to;
        let all = slots.map(|slot| {
            let bundle = &bundles[usize::from(slot / 3)];
            (slot, fp_operations(&bundle.slots[usize::from(slot % 3)]))
        });
        let some = all.filter(|(_, operations)| *operations > 0);
        let sum: u8 = some.clone().map(|(_, operations)| operations).sum();
        let joins = d.end == End::Open || d.from == self.block.first_slot;
        if sum >= 4 || sum > 0 && joins {
            some.collect()
        } else {
            Box::default()
        }
    }

    /// Makes the group of the instructions added since the last call, and empties the lists; `rest` as [`Group::rest`].
    pub(super) fn group(&mut self, d: &Dispersed, rest: bool) -> Group {
        let long = (d.from..d.to)
            .filter(|&s| {
                self.block.bundles[usize::from(s / 3)].slots[usize::from(s % 3)].op == Op::LongHalf
            })
            .count() as u8;
        let (stop, lost_raw) = match d.end {
            End::Stop => (Raw::ExplicitStops, Raw::LostExplicit),
            End::Split(_) | End::Window | End::Open => (Raw::ImplicitStops, Raw::LostImplicit),
        };
        // Dispersal 11: a group that is open has met no stop.
        let stops = u8::from(d.end != End::Open);
        let lists = &*self.lists;
        let group = Group {
            from: d.from,
            to: d.to,
            first_end: self.block.ip + 16 * u64::from(d.from / 3 + 1),
            fetch_end: self.block.ip + 16 * u64::from(d.to.div_ceil(3)),
            completes: d.to / 3 - d.from / 3,
            rest,
            open: d.end == End::Open,
            stores: lists
                .memory
                .iter()
                .filter(|m| m.kind.writes())
                .fold(0, |slots, m| slots | 1 << m.slot),
            plain: lists.memory.is_empty() && lists.actions.is_empty(),
            reads: lists.reads.as_slice().into(),
            writes: lists.writes.as_slice().into(),
            memory: lists.memory.as_slice().into(),
            actions: lists.actions.as_slice().into(),
            dispersal: [
                (stop, stops),
                (lost_raw, if d.end == End::Open { 0 } else { d.lost }),
                (Raw::LostLong, long),
                (Raw::ImplicitStops, 0),
                (Raw::LostImplicit, 0),
            ],
            fp_operations: self.fp_operations(d),
        };
        self.lists.clear();
        group
    }
}
