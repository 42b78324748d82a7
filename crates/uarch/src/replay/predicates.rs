//! Predicates that do not matter to the time of an execution.
//!
//! An instruction of short latency takes the same time whether its predicate is true or false, unless it waits for what it reads or
//! another instruction waits for what it writes. Executions that differ only in such predicates are covered by one body
//! (Issue 2 and 4, Latencies 1); `tests/replay/random.rs` and `twins.rs` hold replays equal to full timing.

use crate::model::issue::registers::Registers;
use crate::model::issue::scoreboard::{Scoreboard, Value};
use crate::model::latency::is_multimedia;
use crate::model::pipeline::course::Observer;
use crate::model::plan::{ALWAYS, Group, Plan};
use crate::model::register_stack::rename::is_branch;

/// The search for such predicates in an execution while it is timed in full.
#[derive(Clone, Debug, Default)]
pub(super) struct IrrelevantPredicates {
    /// The execution at hand is looked at.
    pub wanted: bool,
    /// Slots whose predicates have not been found to matter.
    candidates: u64,
    /// What candidates write, and what they write over.
    writes: Vec<Rewrite>,
    /// Groups looked at so far.
    groups: usize,
}

/// A register that a candidate writes if its predicate is true.
#[derive(Clone, Copy, Debug)]
struct Rewrite {
    slot: u8,
    register: u16,
    latency: u16,
    producer: u8,
    /// Number of the group in the execution.
    group: usize,
    /// The value that is there when the predicate is false.
    old: Value,
}

impl IrrelevantPredicates {
    /// An execution of some slots begins.
    pub(super) fn begin(&mut self, slots: u64) {
        self.wanted = true;
        self.candidates = slots;
        self.writes.clear();
        self.groups = 0;
    }

    /// Looks at a group before it writes anything. No candidate is an instruction that has other effects than on registers, that reads
    /// a value that is not ready in the group's earliest cycle, or that writes a branch register or a multimedia result.
    #[inline(never)]
    fn look_at(&mut self, group: &Group, earliest: u64, registers: &Registers) {
        let number = self.groups;
        self.groups += 1;
        if registers.hazard_until > earliest || !group.actions.is_empty() {
            self.candidates = 0;
        }
        for (slot, _) in &group.fp_operations {
            self.candidates &= !(1 << (slot & 63));
        }
        for memory in &group.memory {
            self.candidates &= !(1 << (memory.slot & 63));
        }
        for read in group.reads.iter().filter(|read| read.slot & ALWAYS == 0) {
            if registers.ready(read) > earliest {
                self.candidates &= !(1 << read.slot);
            }
        }
        for write in group.writes.iter().filter(|w| w.slot & ALWAYS == 0) {
            // The front end reads branch registers by itself (Branch prediction 6).
            let read = is_branch(registers.renamer.entry(write.register));
            if read || is_multimedia(write.producer) {
                self.candidates &= !(1 << write.slot);
            }
            if self.candidates >> write.slot & 1 != 0 {
                self.writes.push(Rewrite {
                    slot: write.slot,
                    register: write.register,
                    latency: write.latency,
                    producer: write.producer,
                    group: number,
                    old: registers.value(write.register),
                });
            }
        }
        // Latencies 6: what a check load that hits leaves in its target depends on the value before it.
        let checks = group.memory.iter().filter(|memory| memory.check);
        for target in checks.flat_map(|memory| memory.targets) {
            for write in self.writes.iter().filter(|w| w.register == target) {
                self.candidates &= !(1 << write.slot);
            }
        }
    }

    /// The slots whose predicates did not matter, given the cycles in which the groups issued, and the
    /// one in which the next execution's first group could issue.
    pub(super) fn neutral(
        &self,
        plan: &Plan,
        issues: &[u64],
        end: u64,
        scoreboard: &Scoreboard,
    ) -> u64 {
        let mut neutral = self.candidates & !plan.flushes.map_or(0, |slot| 1 << (slot & 63));
        for write in &self.writes {
            let issue = issues.get(write.group).copied().unwrap_or(0);
            let written = |latency: u16, producer| Value {
                ready: issue + u64::from(latency),
                producer,
            };
            let new = written(write.latency, write.producer);
            // Instructions before it in its group may write the register as well: that value is there when its predicate is false.
            let group = plan.groups.get(write.group);
            let before = group.map_or(&[][..], |group| &group.writes);
            let mut others = before
                .iter()
                .filter(|other| other.register == write.register && other.slot & 63 < write.slot)
                .map(|other| written(other.latency, other.producer));
            // Nothing waits for the value, neither in this execution nor behind it.
            let harmless = |value: Value| {
                let behind = plan.groups.iter().zip(issues).skip(write.group);
                scoreboard.settled(value) <= end
                    && behind
                        .skip(1)
                        .zip(&issues[write.group..])
                        .all(|((group, _), before)| {
                            let reads = group.reads.iter();
                            reads.filter(|r| r.register == write.register).all(|read| {
                                scoreboard.ready_for(value, read.consumer) <= before + 1
                            })
                        })
            };
            if !harmless(new) || !harmless(write.old) || !others.all(harmless) {
                neutral &= !(1 << (write.slot & 63));
            }
        }
        neutral
    }
}

impl Observer for IrrelevantPredicates {
    #[inline(always)]
    fn group(&mut self, group: &Group, earliest: u64, registers: &Registers) {
        if self.wanted {
            self.look_at(group, earliest, registers);
        }
    }
}
