//! The form of a profile's file. The comments of its types are the descriptions in its JSON Schema.

use std::borrow::Cow;
use std::collections::BTreeMap;

use report::{CycleAccounting, Outcome, Region, Report, Simulator, Workload};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Version of the form that this program writes and reads.
pub const PROFILE_VERSION: u32 = 1;

/// A name that many instructions share, such as that of a cause, a level or a template: borrowed where it is known at compile time.
pub type Name = Cow<'static, str>;

/// Cycles by cause. The name of a cause is the key of `stalls` in a report, followed by a colon and the detail ([`events::Reason`]).
pub type Causes = BTreeMap<Name, u64>;

/// Where the cycles of a run went: recorded once by `epicycle run --profile`, read by `annotate`, `report` and `compare`.
///
/// The cycles of all functions, or of all their instructions, or of all paths, and `behind` are the cycles of the run, or of its
/// region of interest; cause by cause.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Epicycle profile")]
pub struct ProfileFile {
    /// Version of this form, `1`.
    pub profile_version: u32,
    /// Which simulator recorded it.
    pub simulator: Simulator,
    /// Under which machine description the program ran.
    pub config: ConfigName,
    /// Which program ran.
    pub workload: Workload,
    /// How the run ended.
    pub outcome: Outcome,
    /// The part of the run that the profile is about; absent: all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// Instructions retired.
    pub instructions: u64,
    /// Cycles.
    pub cycles: u64,
    /// Cycles of the machine in a second, by which views of other tools make time of them.
    pub frequency_hz: u64,
    /// The cycles by class.
    pub cycle_accounting: CycleAccounting,
    /// Cycles behind the issue of the last instruction: none with a model that charges cycles when a group issues, as this one does.
    pub behind: Causes,
    /// Source files that lines are about.
    pub files: Vec<String>,
    /// Functions by address.
    pub functions: Vec<Function>,
    /// Call paths; a path comes behind that of its caller.
    pub paths: Vec<Path>,
    /// Calls that have no path of their own, and count on that of a caller: more than 8 activations of a function on a path, more than
    /// 256 functions, or more than 65,536 paths.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub folded_calls: u64,
}

impl ProfileFile {
    /// Whether it is of the run of a report: the same machine, and the same cycles by class.
    #[must_use]
    pub fn is_of(&self, report: &Report) -> bool {
        self.config.hash == report.config.hash
            && self.workload == report.workload
            && self.instructions == report.instructions
            && Some(self.cycle_accounting) == report.cycle_accounting
    }
}

/// The machine of a profile.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct ConfigName {
    /// Its name, with the overrides.
    pub name: String,
    /// Hash of the machine that it describes.
    pub hash: String,
}

/// A function that executed.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Function {
    /// Its name, that of C++ and Rust in readable form.
    pub name: String,
    /// Its symbol; null: no symbol covers the code.
    pub symbol: Option<String>,
    /// Address of its first bundle, hexadecimal.
    pub address: String,
    /// Cycles of its instructions.
    pub cycles: u64,
    /// Instructions retired.
    pub retired: u64,
    /// The cycles by cause.
    pub cycles_by_cause: Causes,
    /// What it executed, by address.
    pub instructions: Vec<Instruction>,
}

/// An executed instruction.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Instruction {
    /// Address of its bundle, hexadecimal.
    pub address: String,
    /// Slot in the bundle; an instruction of two slots stands at the second of them.
    pub slot: u8,
    /// Template of the bundle.
    pub template: Name,
    /// The instruction as objdump writes it.
    pub text: String,
    /// A stop ends its group.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stop: bool,
    /// Times that it retired.
    pub retired: u64,
    /// Times that it retired with its qualifying predicate true.
    pub executed: u64,
    /// Cycles from the issue before its issue group to that of its group; those of a group stand at its first instruction.
    pub cycles: u64,
    /// The same by cause.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub cycles_by_cause: Causes,
    /// Those of them that another instruction is known to be the cause of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waits: Vec<Waited>,
    /// Cycles that other instructions, and itself, waited for it, by cause.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub blamed: Causes,
    /// Loads by the level behind L1 that they had their data from: `l2`, `l3`, `memory`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub data_from: BTreeMap<Name, u64>,
    /// References that missed the first level of the data TLB that they ask (of itanium2, floating-point references ask the second).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub dtlb_misses: u64,
    /// Branch bundles that left here and were taken.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub taken: u64,
    /// Branch bundles whose prediction was wrong in direction or target.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub mispredicted: u64,
    /// Checks that failed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub failed_checks: u64,
    /// Demand fetches of the bundle's line that missed L1I; at the first instruction of the bundle.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub l1i_misses: u64,
    /// Demand fetches of the bundle that missed the first-level instruction TLB; there too.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub itlb_misses: u64,
    /// Where its code comes from, the innermost inlined function first, the function itself last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub source: Vec<Place>,
}

/// A place in the source.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Its file: a place in `files`.
    pub file: u32,
    /// Its line, from 1.
    pub line: u32,
    /// The function that was inlined; absent: the function itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inlined: Option<String>,
}

/// Cycles that an instruction waited for another.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Waited {
    /// Why.
    pub cause: Name,
    /// Bundle of the instruction that was waited for, hexadecimal.
    pub address: String,
    /// Its slot.
    pub slot: u8,
    /// Cycles.
    pub cycles: u64,
}

/// A call path: a function with those that called it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Path {
    /// Path of the caller, a place in `paths`; null: a thread began here.
    pub caller: Option<u32>,
    /// Bundle of the call, hexadecimal.
    pub site: String,
    /// The function, a place in `functions`.
    pub function: u32,
    /// Cycles of its own, without those of what it called.
    pub cycles: u64,
    /// The same by cause.
    pub cycles_by_cause: Causes,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Adds cycles to those of a cause.
pub(crate) fn spend(causes: &mut Causes, cause: &Name, cycles: u64) {
    match causes.get_mut(cause) {
        Some(sum) => *sum += cycles,
        None if cycles > 0 => {
            causes.insert(cause.clone(), cycles);
        }
        None => {}
    }
}
