//! The static view of code for crates beside `uarch` (`schedule`): issue groups, ports, and the latency of each result to each reader, by the same
//! rules as timing, without running anything.

use crate::model::dispersal::{End, Split, Window};
use crate::model::family::Ports;
use crate::model::latency::{Consumer, Producer};
use crate::model::plan::build::{Builder, Lists};
use crate::model::plan::{ALWAYS, Action, Rules};
use crate::model::register_stack::rename;
use config::Machine;
use events::Block;
use isa::{MemoryKind, Register, SlotUnit};
use std::ops::Range;

/// Why an issue group ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupEnd {
    /// A stop bit.
    Stop,
    /// Dispersal splits an instruction group, for this reason.
    Split(Split),
    /// The bundles of the window are used up.
    Window,
    /// The code ends.
    Open,
}

/// Instructions that issue together, when nothing waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssueGroup {
    /// Its slots, numbered from the first bundle of the block.
    pub slots: Range<u8>,
    /// Why it ends.
    pub end: GroupEnd,
}

/// A register read that issue waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Slot in the block.
    pub slot: u8,
    /// The register as the instruction names it, but `ar.bspstore` for `ar.bsp`, which is known with it.
    pub register: Register,
    /// It is read whatever the qualifying predicate.
    pub always: bool,
    /// Column of the bypass table.
    consumer: u8,
}

/// A result that later instructions wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Slot in the block.
    pub slot: u8,
    /// The register as the instruction names it.
    pub register: Register,
    /// It is written whatever the qualifying predicate.
    pub always: bool,
    /// Base latency in cycles.
    latency: u32,
    /// Row of the bypass table.
    producer: u8,
}

impl Definition {
    /// Whether a reader also waits for the definitions before it: it writes a part of the register or, as a check load, leaves the register as it is.
    #[must_use]
    pub fn keeps_earlier(&self) -> bool {
        self.producer == Producer::Part as u8
    }
}

/// A group that is open at the end of a block, with the window that it stands in.
#[derive(Clone, Copy, Debug)]
pub struct OpenGroup(Window);

/// What is known of a block before it runs.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Its issue groups in order; the first one is empty when the group that was open takes nothing of the block.
    pub groups: Vec<IssueGroup>,
    /// The group that goes on in the next block, unless a branch is taken.
    pub open: Option<OpenGroup>,
    /// The port of each slot, or the ports that it may take where the processor matches freely.
    pub ports: Vec<Ports>,
    /// Reads in slot order.
    pub uses: Vec<Use>,
    /// Results in slot order.
    pub definitions: Vec<Definition>,
}

/// Outlines blocks for one machine: by the same dispersal, operands and latencies as [`Timing`](crate::Timing), with every
/// reference hitting where it is looked up first.
#[derive(Debug)]
pub struct Outliner {
    rules: Rules,
    /// Latency of a semaphore, in cycles.
    semaphore: u32,
    /// Latency of a check load that finds its ALAT entry.
    checked: u32,
    /// Latency of a floating-point load that hits the level in which it is looked up first.
    fp_load: u32,
}

impl Outliner {
    /// For a machine.
    #[must_use]
    pub fn new(machine: &Machine) -> Self {
        let caches = &machine.caches;
        Self {
            rules: Rules::new(machine),
            semaphore: machine.latency.result.sem,
            checked: machine.latency.result.cld,
            // Caches 3
            fp_load: if caches.fp_bypasses_l1d {
                caches.l2.fp_latency
            } else {
                caches.l1d.fp_latency
            },
        }
    }

    /// The outline of a block that is entered with a group open or none.
    #[must_use]
    pub fn outline(&self, block: &Block, open: Option<OpenGroup>) -> Outline {
        let mut dispersed = Vec::new();
        let mut ports = [Ports::NONE; 64];
        let window = self.rules.disperser.disperse(
            &block.bundles,
            block.first_slot..block.end_slot,
            open.map(|open| open.0),
            &mut dispersed,
            |slot, port| ports[usize::from(slot & 63)] = port,
        );
        let mut lists = Lists::default();
        let mut builder = Builder {
            rules: &self.rules,
            block,
            lists: &mut lists,
            ports: &ports,
        };
        (block.first_slot..block.end_slot).for_each(|slot| builder.instruction(slot));
        let uses = lists.reads.iter().filter_map(|read| {
            Some(Use {
                slot: read.slot & !ALWAYS,
                register: rename::register(read.register)?,
                always: read.slot & ALWAYS != 0,
                consumer: read.consumer,
            })
        });
        let fixed = lists.writes.iter().filter_map(|write| {
            Some(Definition {
                slot: write.slot & !ALWAYS,
                register: rename::register(write.register)?,
                always: write.slot & ALWAYS != 0,
                latency: write.latency.into(),
                producer: write.producer,
            })
        });
        let loaded = lists.memory.iter().flat_map(|memory| {
            let (producer, latency) = match memory.kind {
                // Latencies 6: a check load finds its entry, and what its target waits for stays.
                _ if memory.check => (Producer::Part, self.checked),
                MemoryKind::FpLoad => (Producer::FpLoad, self.fp_load),
                MemoryKind::Semaphore => (Producer::Semaphore, self.semaphore),
                _ => (Producer::Load, self.rules.l1d_latency),
            };
            let targets = memory.targets.into_iter().filter_map(rename::register);
            targets.map(move |register| Definition {
                slot: memory.slot,
                register,
                always: false,
                latency,
                producer: producer as u8,
            })
        });
        let to_predicates = self.rules.latency.result.topr;
        let predicates = lists.actions.iter().flat_map(|(slot, action)| {
            let mask = match action {
                Action::WritePredicates(mask) => *mask & !1,
                _ => 0,
            };
            let written = (0..64).filter(move |p| mask >> p & 1 != 0);
            written.map(|p| Definition {
                slot: *slot,
                register: Register::Pr(p),
                always: false,
                latency: to_predicates,
                producer: Producer::Plain as u8,
            })
        });
        let mut definitions: Vec<_> = fixed.chain(loaded).chain(predicates).collect();
        definitions.sort_by_key(|definition| definition.slot);
        Outline {
            groups: dispersed
                .iter()
                .map(|group| IssueGroup {
                    slots: group.from..group.to,
                    end: match group.end {
                        End::Stop => GroupEnd::Stop,
                        End::Split(why) => GroupEnd::Split(why),
                        End::Window => GroupEnd::Window,
                        End::Open => GroupEnd::Open,
                    },
                })
                .collect(),
            open: window.map(OpenGroup),
            ports: ports[..usize::from(block.end_slot)].to_vec(),
            uses: uses.collect(),
            definitions,
        }
    }

    /// Cycles from the issue of a result's instruction to the first in which a reader of it may issue.
    #[must_use]
    pub fn latency(&self, definition: &Definition, reader: &Use) -> u64 {
        let bypass = &self.rules.bypass;
        let (producer, consumer) = (definition.producer, reader.consumer);
        // Latencies 9: an early use of a multimedia result is not a wait but a flush.
        let latency = u64::from(definition.latency) + bypass.extra(producer, consumer);
        match consumer == Consumer::Multimedia as u8 {
            true => latency,
            false => latency.max(bypass.hazard(producer)),
        }
    }

    /// The ports that can execute an instruction of a block in its place.
    #[must_use]
    pub fn serving(&self, block: &Block, slot: u8) -> Ports {
        let template = block.bundles[usize::from(slot / 3)].template.kind();
        let unit = template.map_or(SlotUnit::I, |kind| kind.units()[usize::from(slot % 3)]);
        self.rules.disperser.serving(block.instruction(slot), unit)
    }
}
