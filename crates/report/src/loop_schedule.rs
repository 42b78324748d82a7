//! A line of `epicycle schedule --json`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Decimal;

/// A loop as it is without running the program, when every load hits and every branch is predicted.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct LoopSchedule {
    /// Address of its first bundle, hexadecimal with `0x`.
    #[schemars(regex(pattern = "^0x[0-9a-f]+$"))]
    pub head: String,
    /// Address of the bundle with the branch that closes it, hexadecimal with `0x`.
    #[schemars(regex(pattern = "^0x[0-9a-f]+$"))]
    pub latch: String,
    /// Slot of this branch.
    #[schemars(range(max = 2))]
    pub slot: u8,
    /// The function that it is in; null: no symbol covers it.
    pub function: Option<String>,
    /// Why nothing is said of it; null: see `schedule`.
    pub obstacle: Option<String>,
    /// Cycles of an iteration when all has settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles_per_iteration: Option<Decimal>,
    /// Cycles of an iteration below which no order comes: the bundles that it disperses, or the ports that it needs most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_bound: Option<Decimal>,
    /// Cycles of an iteration below which no order comes: the recurrence that takes longest; 0: there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recurrence_bound: Option<Decimal>,
    /// Issue groups of an iteration when nothing waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<u32>,
    /// What is said of it.
    pub schedule: Option<IterationSchedule>,
}

/// One iteration when all has settled.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct IterationSchedule {
    /// Cycles of `iterations` iterations.
    pub cycles: u64,
    /// Iterations after which the cycles repeat.
    pub iterations: u64,
    /// Bundles of the path.
    pub bundles: u32,
    /// Bundles that can be dispersed in a cycle.
    pub bundles_a_cycle: u32,
    /// Issue groups when nothing waits.
    pub groups: u32,
    /// Of these, how many are there because dispersal splits an instruction group.
    pub splits: u32,
    /// The ports that take longest.
    pub port_bound: Option<PortBound>,
    /// The recurrence that takes longest; null: no iteration waits for another.
    pub recurrence: Option<LoopRecurrence>,
    /// The instructions in the order of the path; others name them by their numbers from 0.
    pub instructions: Vec<ScheduledInstruction>,
    /// The issue groups of one iteration.
    pub issues: Vec<ScheduledGroup>,
    /// All results with their readers.
    pub dependences: Vec<LoopDependence>,
    /// Other cycles, when compares that no branch depends on come out otherwise: it is taken that they set their first targets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<ScheduledChoice>,
    /// Compares of that kind that were not varied.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unvaried: u32,
    /// Loads of what a store of the loop wrote just before; other references are taken not to meet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meetings: Vec<ScheduledMeeting>,
    /// Advanced loads of the path. Checks are taken to succeed; with more of them than `alat_entries` some fail in a run.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub advanced_loads: u32,
    /// Entries of the ALAT.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub alat_entries: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// What an iteration takes when compares set their second targets.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct ScheduledChoice {
    /// The compares, by their numbers in `instructions`.
    pub second: Vec<u32>,
    /// Cycles of `iterations` iterations.
    pub cycles: u64,
    /// Iterations after which the cycles repeat.
    pub iterations: u64,
}

/// A load of what a store wrote.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct ScheduledMeeting {
    /// The store, by its number in `instructions`.
    pub store: u32,
    /// The load.
    pub load: u32,
}

/// Instructions that need one of some ports.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct PortBound {
    /// The ports: `M0` to `M3`, `I0`, `I1`, `F0`, `F1`, `B0` to `B2`.
    pub ports: Vec<String>,
    /// Instructions of an iteration that can go nowhere else.
    pub instructions: u32,
}

/// A circle of dependences.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct LoopRecurrence {
    /// Cycles once around.
    pub cycles: u64,
    /// Iterations once around.
    pub iterations: u64,
    /// Its dependences, each from where the one before it leads.
    pub dependences: Vec<LoopDependence>,
}

/// A result and one of its readers.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct LoopDependence {
    /// Number of the instruction with the result.
    pub from: u32,
    /// Number of the reader.
    pub to: u32,
    /// The register as the reader names it.
    pub register: String,
    /// Cycles from the issue of the one to the first in which the other may issue.
    pub latency: u64,
    /// Iterations between the two.
    pub distance: u32,
}

/// An instruction of the path.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct ScheduledInstruction {
    /// Address of its bundle, hexadecimal with `0x`.
    #[schemars(regex(pattern = "^0x[0-9a-f]+$"))]
    pub address: String,
    /// Slot in the bundle; an instruction of two slots stands at the second of them.
    #[schemars(range(max = 2))]
    pub slot: u8,
    /// The instruction as objdump writes it.
    pub text: String,
    /// The port that it takes, or those that it may where the processor matches freely.
    pub ports: Vec<String>,
    /// Its qualifying predicate is assumed to be true.
    pub executes: bool,
}

/// Instructions that issue in one cycle.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct ScheduledGroup {
    /// The cycle, from the first group of the iteration on.
    pub cycle: u64,
    /// Number of its first instruction.
    pub first: u32,
    /// Instructions in it.
    pub count: u32,
    /// Why it ends; null: what follows was not fetched yet.
    pub end: Option<String>,
    /// What it waited for; of the first group, since the last one of the iteration before.
    pub waits: Vec<ScheduledWait>,
}

/// Cycles between two issue groups.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct ScheduledWait {
    /// What they are spent on, in the names of `stalls` in a report.
    pub cause: String,
    /// Cycles.
    pub cycles: u64,
    /// The result that the group issues upon, if it is one of the loop.
    pub result: Option<LoopDependence>,
}
