//! A line of `epicycle annotate --json`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Cycles and events of one executed instruction. Over all lines the cycles sum to those of the run up to the issue of its
/// last instruction.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Annotation {
    /// Address of the bundle, hexadecimal with `0x`.
    #[schemars(regex(pattern = "^0x[0-9a-f]+$"))]
    pub address: String,
    /// Slot in the bundle; an instruction of two slots stands at the second of them.
    #[schemars(range(max = 2))]
    pub slot: u8,
    /// The instruction as objdump writes it.
    pub text: String,
    /// The symbol that covers the bundle; null: none.
    pub symbol: Option<String>,
    /// The function in readable form: its symbol, that of C++ and Rust as it was written.
    pub function: String,
    /// Times that it retired.
    pub retired: u64,
    /// Times that it retired with its qualifying predicate true.
    pub executed: u64,
    /// Cycles from the issue before its issue group to that of its group; those of a group stand at its first instruction.
    pub cycles: u64,
    /// The same by what they were spent on: the name of `stalls` in a report, and after a colon what it was in detail; causes
    /// without cycles are absent.
    pub cycles_by_cause: BTreeMap<String, u64>,
    /// Cycles that other instructions, and itself, waited for it, by cause.
    pub blamed: BTreeMap<String, u64>,
    /// Loads by the level behind L1 that they had their data from: `l2`, `l3`, `memory`.
    pub data_from: BTreeMap<String, u64>,
    /// References that missed the first level of the data TLB that they ask (of itanium2, floating-point references ask the second).
    pub dtlb_misses: u64,
    /// Branch bundles that left here and were taken.
    pub taken: u64,
    /// Branch bundles whose prediction was wrong in direction or target.
    pub mispredicted: u64,
    /// Checks of the ALAT or of a NaT that failed.
    pub failed_checks: u64,
    /// Demand fetches of the bundle's line that missed L1I; at the first executed instruction of the bundle.
    pub l1i_misses: u64,
    /// Demand fetches of the bundle that missed the first-level instruction TLB; there too.
    pub itlb_misses: u64,
    /// File and line of the source; null: not known.
    pub source: Option<String>,
}
