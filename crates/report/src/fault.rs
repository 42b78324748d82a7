//! What is known of a guest that a signal or a limit ended.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a signal that ended a process left behind: the fault that raised it, or the call that sent it, and the state of the
/// thread; also what a limit left behind in a run with a watchdog. Addresses and values are hexadecimal text, because JSON readers round large integers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The interruption (SDM volume 2, chapter 5) or the sender of the signal, in words.
    pub reason: String,
    /// Address of the bundle that faulted, or that made the call that sent the signal; otherwise of the one that would
    /// have been next.
    #[schemars(regex(pattern = r"^0x[0-9a-f]+$"))]
    pub ip: String,
    /// Slot inside the bundle, 0 to 2.
    pub slot: u8,
    /// Symbol and offset of that bundle, if the program has symbols.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// The instruction there, disassembled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instruction: Option<String>,
    /// The address that the signal carries (`si_addr`), when it carries one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^0x[0-9a-f]+$"))]
    pub address: Option<String>,
    /// Interruption status register, as the handler would see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^0x[0-9a-f]+$"))]
    pub isr: Option<String>,
    /// `si_code` of the signal (Linux, IA-64).
    #[serde(default)]
    pub code: i32,
    /// Number of the process.
    #[serde(default)]
    pub process: u32,
    /// Number of the thread.
    #[serde(default)]
    pub thread: u32,
    /// Registers in the order of the assembler's manual: general registers of the frame, branch registers, `pr`, `cfm`,
    /// application registers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub registers: Vec<Register>,
    /// The bundles that the thread executed last, oldest first, at most 16; the last one is where it stopped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bundles: Vec<ExecutedBundle>,
    /// The place and its callers, innermost first, as far as the program's unwind information leads.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub backtrace: Vec<Caller>,
    /// What the pipeline was doing, in a run with a watchdog; absent: it was not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pipeline: Option<Box<PipelineState>>,
}

/// What the pipeline did when a watchdog or a limit ended a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PipelineState {
    /// Cycle of which `stages` are.
    pub cycle: u64,
    /// What the newest group waited for; absent: it did not wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<PipelineWait>,
    /// What the stages held, in program order, as far as it is known: the instructions of the block that waits, and of those
    /// before it that had not left the pipe.
    pub stages: Vec<StageEntry>,
}

/// What a group waited for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PipelineWait {
    /// Its first instruction.
    pub instruction: PipelineInstruction,
    /// The first cycle in which nothing issued.
    pub since: u64,
    /// Cycles to its issue: what the wait would have taken in all.
    pub cycles: u64,
    /// The same by cause, the largest first.
    pub causes: Vec<WaitCause>,
}

/// Cycles of a wait that one cause has.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaitCause {
    /// `stall: detail`, as profiles name it.
    pub cause: String,
    /// Cycles.
    pub cycles: u64,
    /// The instruction that is waited for: the one that makes the operand, holds the unit or was mispredicted. Absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub producer: Option<PipelineInstruction>,
    /// The level that serves what is waited for: `l1`, `l2`, `l3`, `memory`. Absent: the wait is for no data or code of a cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

/// An instruction in the pipeline.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PipelineInstruction {
    /// Address of its bundle.
    #[schemars(regex(pattern = r"^0x[0-9a-f]+$"))]
    pub ip: String,
    /// Its slot, 0 to 2.
    pub slot: u8,
    /// Symbol and offset, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// The instruction, disassembled.
    pub text: String,
}

/// What a stage held.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StageEntry {
    /// The stage, by the manual's name (`IPG`, `EXP`, `WRB`); `BUF`: the decoupling buffer.
    pub stage: String,
    /// The first cycle there; absent: it was there before anything was known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// Address of the bundle.
    #[schemars(regex(pattern = r"^0x[0-9a-f]+$"))]
    pub ip: String,
    /// The slot; absent: a bundle that does not issue, because a flush kills it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<u8>,
    /// The instruction, disassembled; empty for such a bundle.
    pub text: String,
}

/// A register of a thread that a signal ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// Its name in assembly: `r14`, `b0`, `pr`, `cfm`, `ar.pfs`.
    pub name: String,
    /// Its value.
    #[schemars(regex(pattern = r"^0x[0-9a-f]+$"))]
    pub value: String,
    /// Whether its NaT bit is set; the value is then meaningless. Absent: it is not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nat: bool,
}

/// A bundle that was executed, wholly or in part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExecutedBundle {
    /// Its address.
    #[schemars(regex(pattern = r"^0x[0-9a-f]+$"))]
    pub ip: String,
    /// Its instructions, disassembled, with stops.
    pub text: String,
}

/// A place in code that a function returns to, or where the thread stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Caller {
    /// Address of the bundle.
    #[schemars(regex(pattern = r"^0x[0-9a-f]+$"))]
    pub ip: String,
    /// Symbol and offset, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
}
