//! The operating system personality and the monitor's free choices.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::range::{LONGEST, powers_of_two, within};

/// What the personality's clock counts.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    /// Cycles at the config's frequency; in a functional run, which has none, instructions.
    Cycles,
    /// Retired instructions at that frequency.
    Instructions,
}

/// Costs and behaviour of the personality; times are core cycles.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct OperatingSystem {
    /// What system-call time, timers and alarms count.
    pub clock: Clock,
    /// Cost of a system call.
    #[schemars(transform = within(0, 100_000_000, "no service of the system takes that long"))]
    pub syscall_cycles: u32,
    /// Cost of a software TLB fill: the first touch of a page or of a VHPT page.
    #[schemars(transform = within(0, 100_000_000, "no service of the system takes that long"))]
    pub tlb_fault_cycles: u32,
    /// Cost of completing an unaligned access in software.
    #[schemars(transform = within(0, 100_000_000, "no service of the system takes that long"))]
    pub unaligned_cycles: u32,
    /// Cost of a floating-point instruction that software completes.
    #[schemars(transform = within(0, 100_000_000, "no service of the system takes that long"))]
    pub assist_cycles: u32,
    /// Largest aligned block, in bytes, inside which the processor does an unaligned access itself.
    #[schemars(transform = powers_of_two(1, 4_096, "the block is aligned to its size and lies within one page"))]
    pub unaligned_block_bytes: u32,
    /// Cost of a switch between threads.
    #[schemars(transform = within(0, 100_000_000, "no service of the system takes that long"))]
    pub switch_cycles: u32,
    /// Instructions that a thread runs before another one may take over.
    #[schemars(transform = within(1_000, u64::MAX, "threads would only be switched"))]
    pub quantum_instructions: u64,
    /// Physical memory in bytes: what all processes have together. One that needs more is killed, as Linux does.
    #[schemars(transform = within(1 << 24, 1 << 44, "a program needs memory"))]
    pub memory_bytes: u64,
    /// What all processes may take of the host's disks, in bytes: lengths of files beyond those before the run, holes
    /// included, and 4 KB a name. A write beyond it fails with `ENOSPC`. Not in the effective config, and so in no hash,
    /// while it has the shipped value: it bounds the host's cost, no result of a run that stays below it.
    #[serde(default = "disk_bytes", skip_serializing_if = "is_shipped_disk")]
    #[schemars(transform = within(0, 1 << 50, "no host has such a disk"))]
    pub disk_bytes: u64,
    /// User monitors may be started and stopped by user code: PSR.sp = 0, PSR.up = 1 at start.
    pub user_monitor: bool,
}

/// The shipped [`OperatingSystem::disk_bytes`], also of effective configs in reports, which leave it out.
pub(super) fn disk_bytes() -> u64 {
    8 << 30
}

fn is_shipped_disk(bytes: &u64) -> bool {
    *bytes == disk_bytes()
}

/// When a monitor that is to interrupt stops counting.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum FreezeAt {
    /// In the cycle of the overflow: registers show what overflowed, and what happens until the interrupt is lost.
    Overflow,
    /// When the interrupt is taken: nothing is lost, but registers of addresses show what happened last before it.
    Delivery,
}

/// Choices of the monitor.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct MonitorChoices {
    /// Cycles from an overflow to the first issue group that can take the interrupt.
    #[schemars(transform = within(0, LONGEST, "no interrupt waits that long"))]
    pub skid: u32,
    /// When counting stops for an interrupt.
    pub freeze_at: FreezeAt,
    /// A branch whose target bundle holds another qualified branch leaves two trace buffer entries instead of one.
    pub branch_trace_pairs: bool,
    /// Both prediction masks of the branch trace buffer at "wrong" let through what was mispredicted in either way, not only in both.
    pub any_misprediction: bool,
}

/// What recording a core trace does to time (`docs/core-trace.md`): with these values any run has the time of a recorded one.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct CoreTrace {
    /// All entries of both first-level TLBs are invalidated when the region of interest begins, so that each translation that
    /// is used in it is reloaded in it. A run without a region begins with empty TLBs anyway.
    pub invalidate: bool,
    /// Instructions of the region after which the entries are invalidated again; 0: never. Needs `invalidate`.
    pub lap_instructions: u64,
    /// Each issue group holds one instruction.
    pub single_issue: bool,
}

impl CoreTrace {
    pub(super) fn is_shipped(&self) -> bool {
        *self == Self::default()
    }
}

/// What privileged instructions cost in system mode; times are core cycles (`docs/timing.md`, System).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Privileged {
    /// Cycles that an insertion of a translation (`itc`, `itr`) holds the issue of the next group.
    #[schemars(transform = within(0, LONGEST, "no insertion takes that long"))]
    pub insert_cycles: u32,
    /// Cycles that a purge of translations (`ptc`, `ptr`) holds the issue of the next group.
    #[schemars(transform = within(0, LONGEST, "no purge takes that long"))]
    pub purge_cycles: u32,
}

/// The shipped values, also of effective configs in reports, which leave them out.
impl Default for Privileged {
    fn default() -> Self {
        Self {
            insert_cycles: 6,
            purge_cycles: 12,
        }
    }
}

impl Privileged {
    pub(super) fn is_shipped(&self) -> bool {
        *self == Self::default()
    }
}
