//! The parameters of a simulated machine, as plain structs that the model crates read by reference.
//!
//! Each field names its unit. A shipped configuration states its value and the source of that
//! ("KNB" is Intel's published machine description of Itanium; docs/timing.md lists the others), and other configurations are
//! layered over it. `core_trace`, `privileged` and the size of the disk have defaults here, because effective configurations leave them out while they
//! have the shipped values.

mod branch;
mod causes;
mod core;
mod latency;
mod memory;
mod range;
mod system;

pub use branch::{Branch, BranchPredictor, Bubbles, ItaniumTables, PatternTables, Tage};
pub use core::{Accounting, Alat, Dispersal, FrontEnd, InstructionSet, Processor, RegisterStack};
pub use latency::{
    ApplicationRegisterRead, ApplicationRegisterWrite, ControlRegisterRead, ControlRegisterWrite,
    Extra, Latency, ResultLatency, Special,
};
pub(crate) use memory::LARGEST_CACHE;
pub use memory::{
    Cache, Caches, FirstLevelMiss, Geometry, InstructionCache, InstructionTlb, Memory, Replacement,
    Tlb, TlbLevel, Tlbs, Walker,
};
pub use system::{Clock, CoreTrace, FreezeAt, MonitorChoices, OperatingSystem, Privileged};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A machine: one processor, its memory, and the operating system personality around it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// What this machine is, in one line for people.
    pub description: String,
    /// Clock frequency in hertz; turns retired instructions into the personality's seconds.
    #[schemars(transform = range::within(1_000_000, 100_000_000_000, "the personality's clock needs a real frequency"))]
    pub frequency_hz: u64,
    /// The instruction set and identity of the processor.
    pub processor: Processor,
    /// How bundles become issue groups.
    pub dispersal: Dispersal,
    /// Cycles from a result to its consumers.
    pub latency: Latency,
    /// Instruction fetch and the decoupling buffer.
    pub frontend: FrontEnd,
    /// Branch prediction.
    pub branch: Branch,
    /// The cache hierarchy.
    pub caches: Caches,
    /// The bus and main memory.
    pub memory: Memory,
    /// Translation caches and the page walker.
    pub tlbs: Tlbs,
    /// The register stack engine.
    pub rse: RegisterStack,
    /// The advanced load address table.
    pub alat: Alat,
    /// Which cause a cycle is charged to when several hold the machine.
    pub accounting: Accounting,
    /// Costs and behaviour of the operating system personality.
    pub os: OperatingSystem,
    /// Choices of the performance monitor that the hardware leaves open.
    pub pmu: MonitorChoices,
    /// What recording a core trace does to time. Not in the effective config, and so in no hash, while it has the shipped
    /// values, which do nothing.
    #[serde(default, skip_serializing_if = "CoreTrace::is_shipped")]
    pub core_trace: CoreTrace,
    /// What privileged instructions cost in system mode. Not in the effective config, and so in no hash, while it has the
    /// shipped values: no program executes one.
    #[serde(default, skip_serializing_if = "Privileged::is_shipped")]
    pub privileged: Privileged,
}

/// The values that effective configs leave out, as they are shipped.
pub(crate) fn left_out() -> serde_json::Value {
    serde_json::json!({
        "os": { "disk_bytes": system::disk_bytes() },
        "core_trace": CoreTrace::default(),
        "privileged": Privileged::default(),
    })
}

impl Machine {
    /// Bytes that one fetch delivers: the front end's block, of a line of L1I at most.
    #[must_use]
    pub fn fetch_block_bytes(&self) -> u32 {
        // Front end 1
        self.frontend
            .fetch_bytes
            .min(self.caches.l1i.line_bytes)
            .max(16)
    }
}
