//! Branch prediction.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::range::{MOST_ENTRIES, each_within, within};

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
    #[schemars(transform = within(0, 1_000, "no bubble or flush is that long"))]
    pub mispredict_cycles: u32,
    /// Entries of the return stack buffer; every predictor but `none`, `static` and `perfect` uses it.
    #[schemars(transform = within(0, 1_024, "the stack is a small table"))]
    pub return_stack_entries: u32,
    /// Exits of counted loops (cloop, ctop, cexit) are predicted exactly from ar.lc and ar.ec.
    pub loop_exit_predictor: bool,
    /// The front end predicts the target of an indirect branch that is no return by reading its branch register.
    pub indirect_reads_register: bool,
    /// Cycles between the result of a write to a branch register and the entry of the first block with a branch that reads it.
    #[schemars(transform = within(0, 1_000, "no pipe is that long"))]
    pub register_read_cycles: u32,
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
#[schemars(transform = each_within(1_000, "no bubble or flush is that long"))]
pub struct Bubbles {
    /// First stage: target address register hit.
    pub tar: u32,
    /// Second stage: direction from BPT or MBPT with a target from the TAC, or the return stack.
    pub table: u32,
    /// Third stage: the first branch address calculator (branch in the last slot).
    pub bac1: u32,
    /// Third stage: the second branch address calculator (branch in another slot).
    pub bac2: u32,
    /// A return that the second stage predicts, with its target from the return stack.
    pub ret: u32,
    /// An indirect branch whose target is read from its branch register.
    pub indirect: u32,
    /// The exit of a counted loop that an earlier stage would have continued.
    pub loop_exit: u32,
}

/// Itanium's prediction structures.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct ItaniumTables {
    /// Target address registers, fully associative, loaded by `brp.imp`.
    #[schemars(transform = within(0, 64, "the registers are searched all at once"))]
    pub tar_entries: u32,
    /// Target address cache entries.
    #[schemars(transform = within(1, MOST_ENTRIES, "a table needs entries"))]
    pub tac_entries: u32,
    /// `.clr` keeps a taken branch out of the target address cache.
    pub clear_removes: bool,
    /// Taken branches with a static hint (sptk, spnt) enter the target address cache; the direction tables never learn of them.
    pub static_targets: bool,
    /// Ways of the target address cache.
    #[schemars(transform = within(1, MOST_ENTRIES, "a set has at least one way and at most all entries"))]
    pub tac_ways: u32,
    /// Entries of the branch prediction table.
    #[schemars(transform = within(1, MOST_ENTRIES, "a table needs entries"))]
    pub bpt_entries: u32,
    /// Ways of the branch prediction table; one pattern table serves each set.
    #[schemars(transform = within(1, MOST_ENTRIES, "a set has at least one way and at most all entries"))]
    pub bpt_ways: u32,
    /// Bits of local history in each entry.
    #[schemars(transform = within(1, 8, "a history of a table entry has 8 bits at most"))]
    pub history_bits: u32,
    /// Entries of the multiway branch prediction table.
    #[schemars(transform = within(1, MOST_ENTRIES, "a table needs entries"))]
    pub mbpt_entries: u32,
    /// Ways of the multiway branch prediction table.
    #[schemars(transform = within(1, MOST_ENTRIES, "a set has at least one way and at most all entries"))]
    pub mbpt_ways: u32,
}

/// Tables of two-bit counters.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct PatternTables {
    /// Log2 of the number of two-bit counters.
    #[schemars(transform = within(1, 24, "the table has 2^n entries"))]
    pub counter_bits: u32,
    /// Bits of global history (gshare) or of each local history (two-level local).
    #[schemars(transform = within(0, 24, "the counter table's index has no more bits"))]
    pub history_bits: u32,
    /// Log2 of the number of local histories.
    #[schemars(transform = within(1, 24, "the table has 2^n entries"))]
    pub local_bits: u32,
}

/// TAGE.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Tage {
    /// Tagged tables.
    #[schemars(transform = within(1, 16, "one to sixteen tagged tables are built"))]
    pub tables: u32,
    /// Log2 of the entries of each tagged table.
    #[schemars(transform = within(1, 20, "the table has 2^n entries"))]
    pub index_bits: u32,
    /// Tag width in bits.
    #[schemars(transform = within(4, 15, "a tag has 4 to 15 bits"))]
    pub tag_bits: u32,
    /// History length of the first tagged table.
    #[schemars(transform = within(1, 127, "history lengths start at one branch"))]
    pub shortest_history: u32,
    /// History length of the last tagged table; the others lie between in geometric steps.
    #[schemars(transform = within(1, 127, "a history has at most 127 branches"))]
    pub longest_history: u32,
    /// Log2 of the entries of the bimodal base table.
    #[schemars(transform = within(1, 24, "the table has 2^n entries"))]
    pub base_bits: u32,
}
