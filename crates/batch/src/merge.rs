//! Several folders of results made one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use report::{FileError, Report, RunSummary, SCHEMA_VERSION, Simulator, Summary};

use crate::output::Output;
use crate::plan::is_file_name;
use crate::{OutputError, SUMMARY_FILE};

/// Folders that do not fit together.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A summary or report cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder of results does not take files.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// Two folders hold the same run.
    #[error("both {} and {} hold the run {run}; merge shards of one batch", first.display(), second.display())]
    Twice {
        /// The run, `workload/config`.
        run: String,
        /// A folder that holds it.
        first: PathBuf,
        /// The other one.
        second: PathBuf,
    },
    /// The folders come from different versions or plans.
    #[error("{}: {message}; merge shards of one batch", path.display())]
    Mixed {
        /// The folder that does not fit to the first.
        path: PathBuf,
        /// What differs.
        message: String,
    },
    /// A summary that no batch wrote.
    #[error("{}: the run {run} is said to be in {file}, where no batch puts it; merge folders of results as they were written", path.display())]
    Place {
        /// The folder.
        path: PathBuf,
        /// The run, `workload/config`.
        run: String,
        /// The file of its report as the summary has it.
        file: String,
    },
    /// A file of a failed run cannot be copied.
    #[error("cannot copy {}: {source}", path.display())]
    Copy {
        /// The file.
        path: PathBuf,
        /// The reason of the operating system.
        source: io::Error,
    },
}

/// Copies the reports of `shards` to `out` and writes the summary that the whole batch would have written.
///
/// # Errors
/// [`MergeError`] when the folders cannot be read, hold the same run twice, or come from different plans or versions.
pub fn merge(out: &Path, shards: &[PathBuf]) -> Result<Summary, MergeError> {
    let mut summaries: Vec<(&PathBuf, Summary)> = Vec::new();
    for shard in shards {
        let summary: Summary = report::read(&shard.join(SUMMARY_FILE))?;
        if let Some((first, reference)) = summaries.first() {
            let mixed = |message: String| MergeError::Mixed {
                path: shard.clone(),
                message,
            };
            if summary.simulator != reference.simulator
                || summary.schema_version != reference.schema_version
            {
                return Err(mixed(format!(
                    "written by another version than {}",
                    first.display()
                )));
            }
            if summary.planned != reference.planned {
                return Err(mixed(format!(
                    "its plan has {} runs, that of {} has {}",
                    summary.planned,
                    first.display(),
                    reference.planned
                )));
            }
        }
        // What a summary says of files is where this writes to.
        if let Some(run) = summary.runs.iter().find(|run| {
            run.report != Output::report_name(&run.workload, &run.config)
                || !is_file_name(&run.workload)
                || !is_file_name(&run.config)
        }) {
            return Err(MergeError::Place {
                path: shard.clone(),
                run: format!("{}/{}", run.workload, run.config),
                file: run.report.clone(),
            });
        }
        summaries.push((shard, summary));
    }
    let mut all: Vec<(&PathBuf, &RunSummary)> = summaries
        .iter()
        .flat_map(|(shard, summary)| summary.runs.iter().map(move |run| (*shard, run)))
        .collect();
    all.sort_by_key(|(_, run)| run.index);
    if let Some(pair) = all
        .windows(2)
        .find(|pair| pair[0].1.index == pair[1].1.index)
    {
        let run = format!("{}/{}", pair[1].1.workload, pair[1].1.config);
        return Err(MergeError::Twice {
            run,
            first: pair[0].0.clone(),
            second: pair[1].0.clone(),
        });
    }
    let output = Output::prepare(out, all.iter().map(|(_, run)| run.workload.as_str()))?;
    for (shard, run) in &all {
        let report: Report = report::read(&shard.join(&run.report))?;
        output.write_report(&run.report, &report)?;
        for stream in ["stdout", "stderr"] {
            let path = shard.join(&run.report).with_extension(stream);
            let bytes = match fs::read(&path) {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
                Err(source) => return Err(MergeError::Copy { path, source }),
            };
            output.write_stream(&run.report, stream, &bytes)?;
        }
    }
    let summary = Summary {
        schema_version: SCHEMA_VERSION,
        simulator: summaries
            .first()
            .map_or_else(Simulator::this, |(_, summary)| summary.simulator.clone()),
        planned: summaries.first().map_or(0, |(_, summary)| summary.planned),
        runs: all.into_iter().map(|(_, run)| run.clone()).collect(),
    };
    output.write_summary(&summary)?;
    Ok(summary)
}
