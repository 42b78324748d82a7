//! What a batch leaves behind besides its reports.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{CycleAccounting, Outcome, Report, Simulator};

/// `summary.json` of a batch: one line for each run, in the order of the plan (workloads, then configs).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Epicycle batch summary")]
pub struct Summary {
    /// Version of this form, as in the report.
    pub schema_version: u32,
    /// Which simulator ran the batch.
    pub simulator: Simulator,
    /// Runs that the plan asks for; more than `runs` holds when the batch was interrupted or is one shard.
    pub planned: u64,
    /// The runs that finished, well or not.
    pub runs: Vec<RunSummary>,
}

/// How a run of a batch went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// It ended as expected.
    Ok,
    /// It ended differently: the reason says how.
    Failed,
}

/// One run of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunSummary {
    /// Place of the run in the plan, from 0.
    pub index: u64,
    /// Name of the workload in the plan.
    pub workload: String,
    /// Name of the config.
    pub config: String,
    /// SHA-256 of the effective config.
    pub config_hash: String,
    /// Whether it went as the plan expects.
    pub state: RunState,
    /// Why it failed; absent when it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// How the guest ended.
    pub outcome: Outcome,
    /// Instructions retired.
    pub instructions: u64,
    /// Cycles; absent in a functional run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<u64>,
    /// The cycles by cause; absent in a functional run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle_accounting: Option<CycleAccounting>,
    /// File of the report, relative to the folder of the summary.
    pub report: String,
}

impl RunSummary {
    /// The line of one run: what `report` says, `failure` when the plan expected something else.
    #[must_use]
    pub fn of(
        index: u64,
        workload: &str,
        report: &Report,
        failure: Option<String>,
        file: String,
    ) -> Self {
        Self {
            index,
            workload: workload.into(),
            config: report.config.name.clone(),
            config_hash: report.config.hash.clone(),
            state: if failure.is_none() {
                RunState::Ok
            } else {
                RunState::Failed
            },
            reason: failure,
            outcome: report.outcome.clone(),
            instructions: report.instructions,
            cycles: report.cycles,
            cycle_accounting: report.cycle_accounting,
            report: file,
        }
    }
}
