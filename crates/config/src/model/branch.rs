//! Branch prediction.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which predictor decides the direction of conditional branches.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum BranchPredictor {
    /// Itanium's own staging: TAR, then BPT, MBPT, TAC and RSB, then the branch address calculators.
    Itanium,
    /// No predictor: fetch always goes on sequentially, and every taken branch is a misprediction.
    None,
    /// The whether hint of the instruction alone.
    Static,
    /// Two-bit counters indexed by address.
    Bimodal,
    /// Two-bit counters indexed by address xor global history.
    Gshare,
    /// Local histories selecting two-bit counters.
    TwoLevelLocal,
    /// Tagged geometric history lengths.
    Tage,
    /// Never wrong, direction and target.
    Perfect,
}

/// Branch prediction and its costs.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The predictor.
    pub predictor: BranchPredictor,
    /// Front-end bubbles of a correctly predicted taken branch, by the stage that predicted it.
    pub bubbles: Bubbles,
    /// Cycles between the issue of a mispredicted branch and the issue of its successor in which nothing issues.
    pub mispredict_cycles: u32,
    /// Entries of the return stack buffer; every predictor but `none`, `static` uses it.
    pub return_stack_entries: u32,
    /// Exits of counted loops (cloop, ctop, cexit) are predicted exactly from ar.lc and ar.ec.
    pub loop_exit_predictor: bool,
    /// Geometry of Itanium's own tables; the target address cache serves the other predictors too.
    pub itanium: ItaniumTables,
    /// Geometry of bimodal, gshare and two-level local.
    pub patterns: PatternTables,
    /// Geometry of TAGE.
    pub tage: Tage,
}

/// Front-end bubbles in cycles.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Bubbles {
    /// First stage: target address register hit.
    pub tar: u32,
    /// Second stage: direction from BPT or MBPT with a target from the TAC, or the return stack.
    pub table: u32,
    /// Third stage: the first branch address calculator (branch in the last slot).
    pub bac1: u32,
    /// Third stage: the second branch address calculator (branch in another slot).
    pub bac2: u32,
}

/// Itanium's prediction structures.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct ItaniumTables {
    /// Target address registers, fully associative, loaded by `brp.imp`.
    pub tar_entries: u32,
    /// Target address cache entries.
    pub tac_entries: u32,
    /// Ways of the target address cache.
    pub tac_ways: u32,
    /// Entries of the branch prediction table.
    pub bpt_entries: u32,
    /// Ways of the branch prediction table; one pattern table serves each set.
    pub bpt_ways: u32,
    /// Bits of local history in each entry.
    pub history_bits: u32,
    /// Entries of the multiway branch prediction table.
    pub mbpt_entries: u32,
    /// Ways of the multiway branch prediction table.
    pub mbpt_ways: u32,
}

/// Tables of two-bit counters.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct PatternTables {
    /// Log2 of the number of two-bit counters.
    pub counter_bits: u32,
    /// Bits of global history (gshare) or of each local history (two-level local).
    pub history_bits: u32,
    /// Log2 of the number of local histories.
    pub local_bits: u32,
}

/// TAGE.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Tage {
    /// Tagged tables.
    pub tables: u32,
    /// Log2 of the entries of each tagged table.
    pub index_bits: u32,
    /// Tag width in bits.
    pub tag_bits: u32,
    /// History length of the first tagged table.
    pub shortest_history: u32,
    /// History length of the last tagged table; the others lie between in geometric steps.
    pub longest_history: u32,
    /// Log2 of the entries of the bimodal base table.
    pub base_bits: u32,
}
