//! What a batch leaves behind besides its reports.

use std::fs;
use std::io;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{CycleAccounting, FileError, Outcome, OutcomeKind, Report, Simulator};

/// Name of the summary in the folder of results.
pub const SUMMARY_FILE: &str = "summary.json";

/// Name of the journal in the folder of results, while a batch writes there or after it was killed: runs that have ended and are not in the
/// summary yet, one JSON object a line.
pub const JOURNAL_FILE: &str = ".ended.jsonl";

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
    /// The runs of the plan that are not in `runs`; absent when there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<MissingRun>,
}

impl Summary {
    /// Reads the summary of a folder of results. Runs that the journal of a batch that was killed, or still goes on, says have ended are in it.
    ///
    /// # Errors
    /// As [`crate::read`]; the journal may be absent.
    pub fn of_folder(folder: &Path) -> Result<Self, FileError> {
        // First, as a batch that ends writes the summary before it removes the journal.
        let journal = journal(folder);
        let read = crate::read(&folder.join(SUMMARY_FILE));
        let mut summary: Self = read.map_err(|error| of_no_batch(folder, error))?;
        if summary.missing.is_empty() {
            return Ok(summary);
        }
        for line in journal? {
            let mut missing = summary.missing.iter();
            if let Some(place) = missing.position(|run| run.is_of(&line)) {
                summary.missing.remove(place);
                summary.runs.push(line);
            }
        }
        summary.runs.sort_by_key(|run| run.index);
        Ok(summary)
    }

    /// How many planned runs are not there.
    #[must_use]
    pub fn lacks(&self) -> u64 {
        self.planned.saturating_sub(self.runs.len() as u64)
    }

    /// How many runs failed.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.runs.iter().filter(|run| run.has_failed()).count()
    }

    /// Says how many runs are not there, and which, for people; `None` when all are.
    #[must_use]
    pub fn incompleteness(&self) -> Option<String> {
        /// So many names are spelled out.
        const SHOWN: usize = 20;
        let lacking = self.lacks();
        if lacking == 0 && self.missing.is_empty() {
            return None;
        }
        let mut text = format!(
            "{lacking} of the {} runs of the plan are missing",
            self.planned
        );
        let names: Vec<String> = self.missing.iter().map(MissingRun::label).collect();
        if !names.is_empty() {
            let shown = &names[..names.len().min(SHOWN)];
            text.push_str(&format!(": {}", shown.join(", ")));
        }
        if names.len() > SHOWN {
            text.push_str(&format!(" and {} more", names.len() - SHOWN));
        }
        Some(text)
    }
}

/// The error for a summary that cannot be read; where it is not there, what the folder holds instead, and the remedy.
fn of_no_batch(folder: &Path, error: FileError) -> FileError {
    match error {
        FileError::Read { path, source }
            if source.kind() == io::ErrorKind::NotFound && folder.is_dir() =>
        {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let has_reports = entries
                .map(|entry| entry.path())
                .any(|path| path.extension().is_some_and(|it| it == "json"));
            let remedy = match has_reports {
                true => {
                    "if it holds reports, name them (`epicycle report FILE...`, `compare FILE FILE`)"
                }
                false => "name one that `epicycle batch --out` has written",
            };
            let text = format!("there is none, the folder holds no results of a batch; {remedy}");
            let source = io::Error::new(io::ErrorKind::NotFound, text);
            FileError::Read { path, source }
        }
        other => other,
    }
}

/// The lines of the journal in a folder of results; none where there is no journal. A line that is incomplete, because the process ended
/// while it was written, is left out: its run counts as not ended.
///
/// # Errors
/// It is there and cannot be read.
pub fn journal(folder: &Path) -> Result<Vec<RunSummary>, FileError> {
    let path = folder.join(JOURNAL_FILE);
    let bytes = match files::read(&path, files::REPORT) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(source) => return Err(FileError::Read { path, source }),
    };
    let lines = bytes.split(|&byte| byte == b'\n');
    Ok(lines
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect())
}

/// A run of the plan that has not ended, or that another shard runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MissingRun {
    /// Place of the run in the plan, from 0.
    pub index: u64,
    /// Name of the workload in the plan.
    pub workload: String,
    /// Name of the config.
    pub config: String,
}

impl MissingRun {
    /// Whether the line of a run in the journal is about it.
    fn is_of(&self, line: &RunSummary) -> bool {
        self.index == line.index
            && self.workload == line.workload
            && self.config == line.config
            && line.report == self.report_name()
    }

    /// The file of its report when it has ended, relative to the folder of the summary.
    #[must_use]
    pub fn report_name(&self) -> String {
        format!("{}/{}.json", self.workload, self.config)
    }

    /// `workload/config`.
    #[must_use]
    pub fn label(&self) -> String {
        format!("{}/{}", self.workload, self.config)
    }
}

/// How a run of a batch went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// It ended as expected.
    Ok,
    /// It was stopped at a limit; when the plan does not want that, the reason says so and the run counts as failed.
    Limit,
    /// It ended differently: the reason says how.
    Failed,
}

/// How a run with and one without the cycle model differ, in words.
pub const ANOTHER_MODE: &str = "another mode, timed or functional";

/// What a run was given besides its machine, as far as the simulator knows it: equal inputs, equal results.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Inputs {
    /// SHA-256 of the program's file; absent when it could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Arguments after the program's name.
    pub args: Vec<String>,
    /// Whether it ran without the cycle model; absent: it did not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub functional: bool,
    /// Limit of instructions; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_instructions: Option<u64>,
    /// Limit of cycles; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_cycles: Option<u64>,
    /// Limit of the host's time in milliseconds; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_milliseconds: Option<u64>,
    /// SHA-256 of what else the plan says of the run: `path`, `argv0`, `env`, `cwd`, `writable`, `root`, `sysroot`, region, `watchdog`, `profile`,
    /// `interval`, the expected outcome and status, the contents of standard input, of the expected output and of `files`.
    pub rest: String,
}

impl Inputs {
    /// What differs between two runs, in words; `None` when nothing does.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        let limits = |inputs: &Self| {
            (
                inputs.max_instructions,
                inputs.max_cycles,
                inputs.timeout_milliseconds,
            )
        };
        if self.program != other.program {
            Some("another program")
        } else if self.args != other.args {
            Some("other arguments")
        } else if limits(self) != limits(other) {
            Some("other limits")
        } else if self.functional != other.functional {
            Some(ANOTHER_MODE)
        } else if self.rest != other.rest {
            Some("other keys of the plan, such as environment, input or expectation")
        } else {
            None
        }
    }
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
    /// What the run was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Inputs>,
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
        inputs: Option<Inputs>,
        report: &Report,
        failure: Option<String>,
        file: String,
    ) -> Self {
        Self {
            index,
            workload: workload.into(),
            config: report.config.name.clone(),
            config_hash: report.config.hash.clone(),
            inputs,
            state: match (&failure, report.outcome.kind) {
                (_, OutcomeKind::Limit) => RunState::Limit,
                (None, _) => RunState::Ok,
                (Some(_), _) => RunState::Failed,
            },
            reason: failure,
            outcome: report.outcome.clone(),
            instructions: report.instructions,
            cycles: report.cycles,
            cycle_accounting: report.cycle_accounting,
            report: file,
        }
    }

    /// `workload/config`.
    #[must_use]
    pub fn label(&self) -> String {
        format!("{}/{}", self.workload, self.config)
    }

    /// Whether it did not go as the plan expects.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.reason.is_some() || self.state == RunState::Failed
    }

    /// Whether the line says of its report what that says of itself.
    #[must_use]
    pub fn agrees_with(&self, report: &Report) -> bool {
        self.config == report.config.name
            && self.config_hash == report.config.hash
            && self.outcome == report.outcome
            && self.instructions == report.instructions
            && self.cycles == report.cycles
            && self.cycle_accounting == report.cycle_accounting
    }
}
