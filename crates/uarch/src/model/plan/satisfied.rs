//! Removes from a plan the register reads that can never make their group wait, so that issue need not look at them.

use crate::model::latency::{Bypass, Producer};
use crate::model::plan::build::Lists;
use crate::model::plan::{ALWAYS, Action, NO_REGISTER};
use crate::model::register_stack::rename;
use events::Block;

/// What the earlier groups of a plan guarantee about when a register's value is ready. Groups are numbered from 0 in the plan.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// Written for certain by a group, with a fixed latency.
    Written {
        group: u8,
        latency: u16,
        producer: u8,
    },
    /// Read for certain by a group, which waited until the value was ready for this consumer.
    Read { group: u8, consumer: u8 },
    /// Nothing.
    Nothing,
}

/// What the earlier groups of a plan guarantee about all registers.
#[derive(Clone, Debug)]
pub(super) struct Guarantees {
    /// By logical register: what is guaranteed, and the round in which it was entered. Entries of an earlier round than the present one do not hold.
    known: Box<[(u64, Known); rename::LOGICAL]>,
    /// The present round: a new plan begins one, and so does a `mov pr =`, behind which nothing is guaranteed, so that nothing has to be erased.
    round: u64,
    /// Groups of the plan so far.
    groups: u8,
}

impl Guarantees {
    /// No guarantees, before the first plan.
    pub(super) fn new() -> Self {
        Self {
            known: Box::new([(0, Known::Nothing); rename::LOGICAL]),
            round: 0,
            groups: 0,
        }
    }

    /// A plan begins.
    pub(super) fn begin(&mut self) {
        self.round += 1;
        self.groups = 0;
    }

    /// What is guaranteed of a register.
    fn of(&self, register: u16) -> Known {
        match self.known[usize::from(register) % rename::LOGICAL] {
            (round, known) if round == self.round => known,
            _ => Known::Nothing,
        }
    }

    /// Replaces what is guaranteed of a register.
    fn note(&mut self, register: u16, known: Known) {
        self.known[usize::from(register) % rename::LOGICAL] = (self.round, known);
    }

    /// Drops the reads of the next group that can never wait. Each group issues at least a cycle after the one before it, so a value is ready
    /// if a group early enough in the same plan wrote it, or has waited for it already. Then notes what this group guarantees. Shortens Issue 1 and
    /// Latencies 1; `tests/ticked`, which keeps all reads, holds both equal.
    pub(super) fn drop_satisfied_reads(
        &mut self,
        block: &Block,
        bypass: &Bypass,
        group: &mut Lists,
    ) {
        let now = self.groups;
        self.groups += 1;
        let certain = |slot: u8| {
            slot & ALWAYS != 0
                || block.bundles[usize::from(slot / 3)].slots[usize::from(slot % 3)].qp == 0
        };
        group.reads.retain(|read| {
            let satisfied = match self.of(read.register) {
                Known::Written {
                    group,
                    latency,
                    producer,
                } => {
                    let latency = u64::from(latency) + bypass.extra(producer, read.consumer);
                    bypass.hazard(producer) == 0 && latency <= u64::from(now - group)
                }
                Known::Read { group, consumer } => {
                    bypass.covers(consumer, read.consumer, u64::from(now - group))
                }
                Known::Nothing => false,
            };
            if !satisfied && certain(read.slot) {
                let consumer = read.consumer;
                self.note(
                    read.register,
                    Known::Read {
                        group: now,
                        consumer,
                    },
                );
            }
            !satisfied
        });
        for write in &group.writes {
            // Behind a write of a part the rest may be under way.
            let whole = write.producer != Producer::Part as u8;
            let known = match certain(write.slot) && whole {
                true => Known::Written {
                    group: now,
                    latency: write.latency,
                    producer: write.producer,
                },
                false => Known::Nothing,
            };
            self.note(write.register, known);
        }
        for target in group.memory.iter().flat_map(|reference| reference.targets) {
            if target != NO_REGISTER {
                self.note(target, Known::Nothing);
            }
        }
        let all = (group.actions.iter()).any(|(_, a)| matches!(a, Action::WritePredicates(_)));
        if all {
            self.round += 1;
        }
    }
}
