//! Joins the folders of results of several shards.

use std::collections::BTreeMap;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use report::{FileError, JOURNAL_FILE, MissingRun, Report, RunSummary, Summary};

use crate::OutputError;
use crate::job::{BESIDE, Beside, Finished, most_beside};
use crate::output::{Existing, Output, Planned, file_beside, is_in_place};

/// Why folders of results cannot be joined.
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
    /// A summary that was not written by a batch: it names a file in which no batch puts a report.
    #[error("{}: the run {run} is said to be in {file}, where no batch puts it; merge folders of results as they were written", path.display())]
    Place {
        /// The folder.
        path: PathBuf,
        /// The run, `workload/config`.
        run: String,
        /// The file of its report as the summary has it.
        file: String,
    },
    /// The merged results would replace those of a shard.
    #[error("{}: the merged results cannot go there: it is one of the shards; name another folder with --out", path.display())]
    IntoShard {
        /// The folder.
        path: PathBuf,
    },
    /// The report of a run is that of another one.
    #[error("{}: the report is not the one that the summary tells of; run the shard again", path.display())]
    Other {
        /// The report.
        path: PathBuf,
    },
    /// A file beside a report cannot be copied.
    #[error("cannot copy {}: {source}", path.display())]
    Copy {
        /// The file.
        path: PathBuf,
        /// The reason of the operating system.
        source: io::Error,
    },
    /// A file of the merged results cannot be written, and the summary neither.
    #[error("{source}; {} stays, it lists what has been copied: make room and merge the same shards again", path.display())]
    Unfinished {
        /// The journal.
        path: PathBuf,
        /// Why the first file could not be written.
        source: FileError,
    },
    /// The caller asked for the end. What is in the folder then are whole results, with a summary that names the runs that are missing.
    #[error("interrupted: {written} of {runs} runs have been copied to {}; merge the same shards again", path.display())]
    Interrupted {
        /// The folder of the merged results.
        path: PathBuf,
        /// Runs whose results have been copied.
        written: usize,
        /// Runs of all shards.
        runs: usize,
    },
}

/// Copies the reports of `shards` to `out` and writes the summary that the whole batch would have written. Runs that none of the
/// shards has are named in it as missing. `is_interrupted` is asked before each run.
///
/// # Errors
/// [`MergeError`] when the folders cannot be read, hold the same run twice, or come from different plans or versions, when
/// `out` is one of them or holds results of other runs, or after an interrupt.
pub fn merge(
    out: &Path,
    shards: &[PathBuf],
    existing: Existing,
    is_interrupted: &dyn Fn() -> bool,
) -> Result<Summary, MergeError> {
    if shards.iter().any(|shard| is_same_folder(out, shard)) {
        return Err(MergeError::IntoShard { path: out.into() });
    }
    let mut summaries: Vec<(&PathBuf, Summary)> = Vec::new();
    for shard in shards {
        let summary = Summary::of_folder(shard)?;
        if let Some((first, reference)) = summaries.first() {
            fits(shard, &summary, first, reference)?;
        }
        // The names of files in a summary are those to which this function writes.
        if let Some(run) = summary.runs.iter().find(|run| !is_in_place(run)) {
            return Err(MergeError::Place {
                path: shard.clone(),
                run: run.label(),
                file: run.report.clone(),
            });
        }
        summaries.push((shard, summary));
    }
    alike(&summaries)?;
    let mut all: Vec<(&PathBuf, &RunSummary)> = summaries
        .iter()
        .flat_map(|(shard, summary)| summary.runs.iter().map(move |run| (*shard, run)))
        .collect();
    all.sort_by_key(|(_, run)| run.index);
    if let Some(pair) = all
        .windows(2)
        .find(|pair| pair[0].1.index == pair[1].1.index)
    {
        return Err(MergeError::Twice {
            run: pair[1].1.label(),
            first: pair[0].0.clone(),
            second: pair[1].0.clone(),
        });
    }
    let interrupted = |written| MergeError::Interrupted {
        path: out.into(),
        written,
        runs: all.len(),
    };
    // Everything is read before the folder is touched.
    let mut reports = Vec::new();
    for (shard, run) in &all {
        if is_interrupted() {
            return Err(interrupted(0));
        }
        let path = shard.join(&run.report);
        let report: Report = report::read(&path)?;
        if !run.agrees_with(&report) {
            return Err(MergeError::Other { path });
        }
        let mut beside = Beside::default();
        for (suffix, bytes) in BESIDE.into_iter().zip(&mut beside) {
            let path = file_beside(&path, suffix);
            *bytes = match files::read(&path, most_beside(suffix)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
                read => read.map_err(|source| MergeError::Copy { path, source })?,
            };
        }
        reports.push((report, beside));
    }
    let mut missing: BTreeMap<u64, &MissingRun> = summaries
        .iter()
        .flat_map(|(_, summary)| &summary.missing)
        .map(|run| (run.index, run))
        .collect();
    for (_, run) in &all {
        missing.remove(&run.index);
    }
    let planned = summaries.first().map_or(0, |(_, summary)| summary.planned);
    let runs = all
        .iter()
        .map(|(_, run)| Planned {
            index: run.index,
            workload: run.workload.clone(),
            config: run.config.clone(),
            config_hash: run.config_hash.clone(),
            inputs: run.inputs.clone(),
            // Not known here; the files that the shards have are copied.
            beside: Vec::new(),
        })
        .collect();
    let missing = missing.into_values().cloned().collect();
    let mut output = Output::open(out, runs, missing, existing)?;
    output.planned = planned;
    if let Some((_, first)) = summaries.first() {
        output.simulator = first.simulator.clone();
    }
    for (place, ((_, run), (report, beside))) in all.iter().zip(reports).enumerate() {
        if is_interrupted() {
            output.finish()?;
            return Err(interrupted(place));
        }
        let failure = run.reason.clone();
        let finished = Finished {
            report,
            failure,
            beside,
        };
        if let Err(error) = output.write_run(place, finished) {
            // What has been copied is in the summary, and nothing else is left; if that cannot be written either, it is in the journal.
            return Err(match output.finish() {
                Ok(_) => error.into(),
                Err(_) => MergeError::Unfinished {
                    path: out.join(JOURNAL_FILE),
                    source: error,
                },
            });
        }
    }
    Ok(output.finish()?)
}

/// Whether two paths lead to one folder, whatever links and mounts they go through.
fn is_same_folder(one: &Path, other: &Path) -> bool {
    let identity = |path: &Path| path.metadata().map(|it| (it.dev(), it.ino())).ok();
    identity(one).is_some_and(|one| identity(other) == Some(one))
}

/// Refuses shards between which a machine or the inputs of a workload have changed: a batch has one of each for a name.
fn alike(summaries: &[(&PathBuf, Summary)]) -> Result<(), MergeError> {
    let mut configs = BTreeMap::new();
    let mut workloads = BTreeMap::new();
    for (shard, summary) in summaries {
        let mixed = |message: String| {
            Err(MergeError::Mixed {
                path: shard.to_path_buf(),
                message,
            })
        };
        for run in &summary.runs {
            let (first, hash) = configs
                .entry(&run.config)
                .or_insert((shard, &run.config_hash));
            if *hash != &run.config_hash {
                let (config, first) = (&run.config, first.display());
                return mixed(format!("its config {config} is not that of {first}"));
            }
            let Some(inputs) = &run.inputs else { continue };
            let (first, before) = workloads.entry(&run.workload).or_insert((shard, inputs));
            if let Some(difference) = before.difference(inputs) {
                let (workload, first) = (&run.workload, first.display());
                return mixed(format!(
                    "its workload {workload} has {difference} than in {first}"
                ));
            }
        }
    }
    Ok(())
}

/// Refuses a shard of another batch than the first one.
fn fits(
    shard: &Path,
    summary: &Summary,
    first: &Path,
    reference: &Summary,
) -> Result<(), MergeError> {
    let mixed = |message: String| {
        Err(MergeError::Mixed {
            path: shard.into(),
            message,
        })
    };
    if summary.simulator != reference.simulator
        || summary.schema_version != reference.schema_version
    {
        return mixed(format!(
            "written by another version than {}",
            first.display()
        ));
    }
    if summary.planned != reference.planned {
        return mixed(format!(
            "its plan has {} runs, that of {} has {}",
            summary.planned,
            first.display(),
            reference.planned
        ));
    }
    let name = |summary: &Summary, index: u64| {
        let ended = summary.runs.iter().find(|run| run.index == index);
        let missing = summary.missing.iter().find(|run| run.index == index);
        ended
            .map(RunSummary::label)
            .or_else(|| missing.map(MissingRun::label))
    };
    let other = summary.runs.iter().find_map(|run| {
        let there = name(reference, run.index)?;
        (there != run.label()).then(|| (run.label(), there))
    });
    if let Some((here, there)) = other {
        let first = first.display();
        return mixed(format!(
            "its plan has {here} where that of {first} has {there}"
        ));
    }
    Ok(())
}
