//! The lines of `epicycle profileme --samples`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A line of a file of samples: the first one says how they were taken, each further one is a sample, or the second of a
/// pair behind the first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(untagged)]
pub enum SampleLine {
    /// The first line.
    Header(SampleHeader),
    /// Any other line.
    Sample(Box<InstructionSample>),
}

/// How samples were taken.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct SampleHeader {
    /// Version of this form.
    pub schema_version: u32,
    /// Base name of the program.
    pub workload: String,
    /// Name of the config.
    pub config: String,
    /// Valid fetched syllables from one selection to the next, on average.
    #[schemars(range(min = 1, max = 1_048_576))]
    pub period: u64,
    /// Whether periods are spread about that.
    pub jitter: bool,
    /// What the counters count: `pm0` retired instructions and cycles; `pm` cycles and retire delay; `pm2` retired instructions
    /// and requests that missed L2; `pm3` cycles and replays.
    #[schemars(regex(pattern = "^pm[023]?$"))]
    pub mode: String,
    /// What the random numbers began with.
    pub seed: u64,
    /// Most distance of the second of a pair; 0: no pairs.
    pub pairs: u64,
    /// The counter of syllables runs on while windows are open.
    pub continuous: bool,
}

/// One profiled syllable. Cycles count from the start of the run.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct InstructionSample {
    /// Address of the bundle, hexadecimal with `0x`.
    #[schemars(regex(pattern = "^0x[0-9a-f]+$"))]
    pub ip: String,
    /// Slot in the bundle; an L+X instruction is two syllables, slots 1 and 2.
    #[schemars(range(max = 2))]
    pub slot: u8,
    /// Number of the syllable among all valid fetched ones, from 1.
    pub ordinal: u64,
    /// Syllables counted to reach it; 0 for the second of a pair.
    pub period: u64,
    /// Syllables that went by uncounted before those.
    pub skipped: u64,
    /// Of the second of a pair: the distance from the first in syllables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pair: Option<u64>,
    /// Number of the process that ran; null: none was named.
    pub process: Option<u32>,
    /// Number of the thread that ran.
    pub thread: Option<u32>,
    /// Privilege level that it ran at (PSR.cpl).
    #[schemars(range(max = 3))]
    pub cpl: u8,
    /// Instruction set that it belongs to (PSR.is): `ia64` or `ia32`.
    pub instruction_set: String,
    /// Cycle in which the counter overflowed, that of the fetch.
    pub selected: u64,
    /// Cycle in which its fetch began.
    pub fetch: u64,
    /// First cycle in which it could have issued; absent: killed before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enter: Option<u64>,
    /// Cycle of issue; absent: killed before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issue: Option<u64>,
    /// Cycle of retirement; absent: it did not retire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retire: Option<u64>,
    /// The cycle of each stage that it reached, by the name of the stage.
    pub stages: BTreeMap<String, u64>,
    /// What became of it: `retired`, `predicated_off`, `killed_before_dispersal` (on a wrong path), `killed_by_flush`, `faulted`.
    pub fate: String,
    /// The flush that aborted it; null: it retired.
    pub aborted_by: Option<SampleFlush>,
    /// The flush that it caused; null: none.
    pub trap: Option<SampleFlush>,
    /// Cycles from `enter` up to, not into, `issue`, by what they were spent on, in the names of `stalls` in a report; empty
    /// without `issue`.
    pub waits: BTreeMap<String, u64>,
    /// Cycles since the group before retired, at the first syllable of an issue group; 0 for others.
    pub retire_delay: u64,
    /// Of a branch that retired; null otherwise.
    pub branch: Option<SampleBranch>,
    /// Of a reference to memory that retired with its predicate true; null otherwise.
    pub memory: Option<SampleMemory>,
    /// What a check load or a check found in the ALAT: `hit` or `miss`; null: it did not look.
    pub alat: Option<String>,
    /// Its fetch asked for a line that was not in the instruction cache.
    pub fetch_miss: bool,
    /// Where its fetch found the line: `l1`, `streaming_buffer`, `l2`, `l3`, `memory`.
    pub fetch_source: String,
    /// Cycles that its fetch waited for the line.
    pub fetch_delay: u64,
    /// Who resolved the miss of its fetch in the first-level instruction TLB: `second`, `walker`, `software`; null: no miss.
    pub fetch_tlb_miss: Option<String>,
    /// Cycles that its fetch waited for the translation.
    pub fetch_tlb_delay: u64,
    /// Physical address of the bundle, hexadecimal with `0x`.
    #[schemars(regex(pattern = "^0x[0-9a-f]+$"))]
    pub physical: String,
    /// Length of the window in cycles.
    #[schemars(range(min = 2))]
    pub window: u64,
    /// Syllables that were fetched behind it in its cycle and the next one, at most 7; counter 0 holds them too where it counts
    /// instructions.
    #[schemars(range(max = 7))]
    pub overcount: u8,
    /// Contents of the two counters, 20 bits each.
    pub counters: [u64; 2],
    /// PCTR_CTL as the handler finds it, hexadecimal with `0x`.
    #[schemars(regex(pattern = "^0x[0-9a-f]+$"))]
    pub pctr_ctl: String,
    /// I_STAT as the handler finds it, hexadecimal with `0x`.
    #[schemars(regex(pattern = "^0x[0-9a-f]+$"))]
    pub i_stat: String,
}

/// A flush.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct SampleFlush {
    /// `mispredict`, `failed_check`, `fault`, `service`, `interruption`, `assist`.
    pub kind: String,
    /// Bundle of the instruction that is to blame, hexadecimal with `0x`; null: none is.
    pub culprit: Option<String>,
    /// Its slot.
    pub slot: Option<u8>,
    /// Of a fault or an assist: offset of its vector in the interruption vector table.
    pub vector: Option<u16>,
    /// First cycle in which the path that follows may issue.
    pub resteer: u64,
}

/// How a branch went.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct SampleBranch {
    /// It was taken.
    pub taken: bool,
    /// Where execution went from its bundle, hexadecimal with `0x`; null: another branch of the bundle decided that.
    pub target: Option<String>,
    /// Whether the prediction of its bundle was wrong, if it decided where execution went: `path` or `target`; null: right.
    pub mispredicted: Option<String>,
    /// Stage of the predictor that predicted its bundle, 1 to 3; null: another branch decided.
    pub stage: Option<u8>,
}

/// How a reference to memory went.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct SampleMemory {
    /// Its address, hexadecimal with `0x`.
    pub address: String,
    /// Its physical address; null: it made no access, because it was deferred or its entry in the ALAT was there.
    pub physical: Option<String>,
    /// Size of its page.
    pub page_bytes: Option<u64>,
    /// `load`, `fp_load`, `store`, `fp_store`, `semaphore`, `prefetch`, `flush`; null: no access.
    pub kind: Option<String>,
    /// Bytes accessed; 1 for prefetches and flushes, which name a line.
    pub bytes: Option<u8>,
    /// Where the data came from: `l1`, `l2`, `l3`, `memory`; null: no access, or one that reads nothing.
    pub level: Option<String>,
    /// Cycles from issue to completion.
    pub latency: Option<u64>,
    /// A load that went behind L1D whatever it held: an older store to its bytes was under way, or its check failed.
    pub forced_miss: bool,
    /// Who resolved its miss of the first-level data TLB: `second`, `walker`, `software`; null: no miss.
    pub tlb_miss: Option<String>,
}
