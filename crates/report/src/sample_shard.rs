//! What one of several runs has measured that share the units of a sampled run (`epicycle run --sample --shard K/N`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The measurements of a shard, from which `epicycle merge` makes estimates when it has those of all shards. The report is that of
/// the whole program; the estimates are absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SampleShard {
    /// Which of them, from 1.
    pub index: u64,
    /// How many there are.
    pub count: u64,
    /// Half-width of the interval that was asked for, as part of the estimate: a decimal number as text, so that all of its digits
    /// come back.
    pub error: String,
    /// How often an interval shall hold the true value, as part of 1: likewise.
    pub confidence: String,
    /// What the columns of the rows in `stretches` count, by the simulator's own names of quantities; before them stand the cycles.
    pub quantities: Vec<String>,
    /// Stretches of the run that were timed, in its order.
    pub stretches: Vec<SampleStretch>,
}

/// What was measured from one checkpoint on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SampleStretch {
    /// Instructions of the run before it: those of its checkpoint.
    pub first_instruction: u64,
    /// Instructions of it that were timed.
    pub timed_instructions: u64,
    /// Lines that units missed and that found empty places in the last cache level.
    pub cold_lines: u64,
    /// Lines that the end of the run missed and that found empty places there.
    #[serde(default)]
    pub end_cold_lines: u64,
    /// A row for each piece of the start of the run, which only the first stretch has: cycles, then the quantities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start: Vec<Vec<u64>>,
    /// A row for each piece of its end, which only the last stretch has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub end: Vec<Vec<u64>>,
    /// A row for each unit.
    pub units: Vec<Vec<u64>>,
    /// A row for each unit: its issue groups, taken branches, mispredictions and lines that came into the last cache level.
    pub unit_variates: Vec<[u32; 4]>,
    /// What is known of all instructions that its units stand for, if the stretches follow the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub followed: Option<SampleFollowed>,
}

/// What is known of a part of a run of which a few units were timed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SampleFollowed {
    /// Instructions.
    pub instructions: u64,
    /// Issue groups, taken branches, mispredictions and lines that came into the last cache level, as warming sees them.
    pub variates: [u64; 4],
    /// Lines that came into empty places of the last cache level. Of the first stretch they are not cold: before it the program has not run.
    pub cold_lines: u64,
}
