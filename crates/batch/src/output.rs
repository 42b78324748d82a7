//! The folder of results: reports, files beside them and the summary. It is locked while a batch writes it. The summary names every run of the
//! batch, the missing ones too, and a journal those that have ended since it was written, so that a batch that was killed can be resumed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use files::Lock;
use report::{
    FileError, JOURNAL_FILE, MissingRun, Report, RunSummary, SCHEMA_VERSION, SUMMARY_FILE,
    Simulator, Summary,
};
use serde::Deserialize;

use crate::job::{BESIDE, Finished, PROFILE};

/// What to do with results that the folder holds already.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Existing {
    /// All runs are run again. Results of other runs, or of runs with the same name but another config or other inputs, are an error.
    #[default]
    Same,
    /// Only the runs without a result that can be kept are run, those with changed inputs too; results of other runs, or of runs of
    /// another mode (with or without the cycle model), are an error.
    Resume,
    /// All runs are run again; results of other runs are removed.
    Replace,
}

/// Why a folder cannot take results.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The host does not let it.
    #[error("cannot write results to {}: {source}; give another folder with --out", path.display())]
    Unwritable {
        /// The folder or file.
        path: PathBuf,
        /// The reason of the operating system.
        source: io::Error,
    },
    /// Another process writes there.
    #[error("another batch writes results to {}; wait for its end, or give another folder with --out", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// It holds results of other runs.
    #[error("{} holds results of other runs: {message}; give another folder with --out, or remove them with --replace", path.display())]
    Others {
        /// The folder.
        path: PathBuf,
        /// One of them and what is different.
        message: String,
    },
}

/// A run that will write to the folder.
#[derive(Debug, Clone)]
pub(crate) struct Planned {
    /// Its place in the plan.
    pub index: u64,
    pub workload: String,
    pub config: String,
    pub config_hash: String,
    /// Program, arguments, files and limits of the run; `None`: not known.
    pub inputs: Option<report::Inputs>,
    /// Which of the files [`BESIDE`] a timed run writes however it ends.
    pub beside: Vec<&'static str>,
}

impl Planned {
    fn label(&self) -> String {
        format!("{}/{}", self.workload, self.config)
    }

    pub(crate) fn report_name(&self) -> String {
        format!("{}/{}.json", self.workload, self.config)
    }

    fn missing(&self) -> MissingRun {
        MissingRun {
            index: self.index,
            workload: self.workload.clone(),
            config: self.config.clone(),
        }
    }

    /// How the run of the same name in a summary differs; `None`: it does not, or the inputs of one are not known.
    fn difference(&self, line: &RunSummary) -> Option<&'static str> {
        if line.config_hash != self.config_hash {
            return Some("another config under the same name");
        }
        let (before, now) = (line.inputs.as_ref()?, self.inputs.as_ref()?);
        before.difference(now)
    }

    /// How the run of the same name in a summary differs so that it is not replaced under `existing`.
    fn refusal(&self, line: &RunSummary, existing: Existing) -> Option<&'static str> {
        let functional = |inputs: &Option<report::Inputs>| Some(inputs.as_ref()?.functional);
        match existing {
            Existing::Same => self.difference(line),
            Existing::Resume => match (functional(&line.inputs), functional(&self.inputs)) {
                (Some(before), Some(now)) if before != now => Some(report::ANOTHER_MODE),
                _ => None,
            },
            Existing::Replace => None,
        }
    }
}

/// The folder of results of a batch, open for writing and locked.
#[derive(Debug)]
pub(crate) struct Output {
    directory: PathBuf,
    journal: File,
    /// Name and version of the simulator, for the summary.
    pub simulator: Simulator,
    /// Number of runs of the whole plan.
    pub planned: u64,
    /// Runs of the plan that other shards run.
    elsewhere: Vec<MissingRun>,
    runs: Vec<Planned>,
    /// The line of each of `runs` in the summary; `None`: it has not ended.
    pub lines: Vec<Option<RunSummary>>,
    _lock: Lock,
}

impl Output {
    /// Makes the folder and those of the workloads, and checks that each takes files, before anything is simulated. Complete results of
    /// the same runs are kept: [`Output::lines`] has their lines. `elsewhere`: the runs of other shards.
    pub(crate) fn open(
        directory: &Path,
        runs: Vec<Planned>,
        elsewhere: Vec<MissingRun>,
        existing: Existing,
    ) -> Result<Self, OutputError> {
        let fail = |path: &Path, source| OutputError::Unwritable {
            path: path.into(),
            source,
        };
        fs::create_dir_all(directory).map_err(|source| fail(directory, source))?;
        let lock = Lock::take(directory)
            .map_err(|source| fail(directory, source))?
            .ok_or_else(|| OutputError::Busy {
                path: directory.into(),
            })?;
        let found = FolderContents::read(directory, &runs, existing)?;
        let lines = found.sort_out(directory, &runs, existing)?;
        let workloads: BTreeSet<&str> = runs.iter().map(|run| run.workload.as_str()).collect();
        let folders = workloads.into_iter().map(|name| directory.join(name));
        for folder in std::iter::once(directory.to_owned()).chain(folders) {
            fs::create_dir_all(&folder)
                .and_then(|()| files::remove_partials(&folder))
                .and_then(|()| files::Output::create(&folder.join("probe")).map(drop))
                .map_err(|source| fail(&folder, source))?;
        }
        let summary = directory.join(SUMMARY_FILE);
        if summary.is_dir() {
            return Err(fail(&summary, io::ErrorKind::IsADirectory.into()));
        }
        let journal = directory.join(JOURNAL_FILE);
        let output = Self {
            simulator: Simulator::this(),
            planned: (runs.len() + elsewhere.len()) as u64,
            elsewhere,
            lines,
            runs,
            directory: directory.into(),
            // Its lines are in the summary that is written below; it is emptied only after that.
            journal: File::options()
                .append(true)
                .create(true)
                .open(&journal)
                .map_err(|source| fail(&journal, source))?,
            _lock: lock,
        };
        // From here on the summary names the missing runs, however this process ends.
        let written = output
            .write_summary()
            .and_then(|_| {
                output
                    .journal
                    .set_len(0)
                    .map_err(|source| FileError::Write {
                        path: journal.clone(),
                        source,
                    })
            })
            .map_err(|error| match error {
                FileError::Write { path, source } => fail(&path, source),
                other => fail(&summary, io::Error::other(other)),
            });
        if written.is_err() && output.journal.metadata().is_ok_and(|it| it.len() == 0) {
            // It lists nothing. The error is that of the summary.
            let _ = remove(&journal);
        }
        written.map(|()| output)
    }

    /// The inputs of the runs, in order.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = Option<&report::Inputs>> {
        self.runs.iter().map(|run| run.inputs.as_ref())
    }

    /// Writes the report of a run that has ended, with the files beside it.
    pub(crate) fn write_run(
        &mut self,
        place: usize,
        finished: Finished,
    ) -> Result<&RunSummary, FileError> {
        self.write_runs(vec![(place, finished)])?;
        // The line is there: it has just been written.
        self.lines[place].as_ref().ok_or_else(|| FileError::Write {
            path: self.directory.join(JOURNAL_FILE),
            source: io::ErrorKind::NotFound.into(),
        })
    }

    /// Writes the reports of several runs that have ended, with the files beside them, and their lines into the journal. One sync of the
    /// host serves for all.
    pub(crate) fn write_runs(&mut self, ended: Vec<(usize, Finished)>) -> Result<(), FileError> {
        let mut reports = Vec::new();
        for (place, finished) in &ended {
            let name = self.runs[*place].report_name();
            let text = report::to_json(&finished.report).into_bytes();
            reports.push((self.directory.join(&name), text));
        }
        files::write_all(&reports).map_err(|(path, source)| FileError::Write { path, source })?;
        let mut journal = String::new();
        for (place, finished) in ended {
            let run = &self.runs[place];
            let name = run.report_name();
            for (suffix, bytes) in BESIDE.into_iter().zip(&finished.beside) {
                self.write_beside(&name, suffix, bytes)?;
            }
            let (inputs, failure) = (run.inputs.clone(), finished.failure);
            let report = &finished.report;
            let line = RunSummary::of(run.index, &run.workload, inputs, report, failure, name);
            journal.push_str(&serde_json::to_string(&line).unwrap_or_default());
            journal.push('\n');
            self.lines[place] = Some(line);
        }
        self.journal
            .write_all(journal.as_bytes())
            .and_then(|()| self.journal.sync_data())
            .map_err(|source| FileError::Write {
                path: self.directory.join(JOURNAL_FILE),
                source,
            })
    }

    /// Writes one of the files beside a report. An empty one is not written, and one from an earlier batch is removed.
    fn write_beside(&self, report: &str, suffix: &str, bytes: &[u8]) -> Result<(), FileError> {
        let path = file_beside(&self.directory.join(report), suffix);
        let result = if bytes.is_empty() {
            remove(&path)
        } else {
            files::write(&path, bytes)
        };
        result.map_err(|source| FileError::Write { path, source })
    }

    /// Writes the summary with the runs that have ended so far.
    fn write_summary(&self) -> Result<Summary, FileError> {
        let pairs = || self.runs.iter().zip(&self.lines);
        let mut missing: Vec<MissingRun> = pairs()
            .filter(|(_, line)| line.is_none())
            .map(|(run, _)| run.missing())
            .chain(self.elsewhere.iter().cloned())
            .collect();
        missing.sort_by_key(|run| run.index);
        let summary = Summary {
            schema_version: SCHEMA_VERSION,
            simulator: self.simulator.clone(),
            planned: self.planned,
            runs: self.lines.iter().flatten().cloned().collect(),
            missing,
        };
        report::write(&self.directory.join(SUMMARY_FILE), &summary)?;
        Ok(summary)
    }

    /// Writes the last summary and removes the journal: the folder holds only reports, the files beside them and the summary.
    pub(crate) fn finish(self) -> Result<Summary, FileError> {
        let summary = self.write_summary()?;
        let journal = self.directory.join(JOURNAL_FILE);
        remove(&journal).map_err(|source| FileError::Write {
            path: journal,
            source,
        })?;
        Ok(summary)
    }
}

/// What the folder holds before a batch writes to it.
struct FolderContents {
    /// Of the summary, if there is one.
    simulator: Option<Simulator>,
    /// The runs that have ended, by `workload/config`.
    lines: BTreeMap<String, RunSummary>,
    /// Reports that no summary names, relative to the folder.
    strays: Vec<String>,
    /// Files that no summary names, in the places of reports of this batch.
    foreign: Vec<String>,
}

/// The part of a report by which it is recognized as one.
#[derive(Deserialize)]
struct Marked {
    simulator: Simulator,
}

impl FolderContents {
    fn read(directory: &Path, runs: &[Planned], existing: Existing) -> Result<Self, OutputError> {
        let file = directory.join(SUMMARY_FILE);
        let summary = match report::read::<Summary>(&file) {
            Ok(summary) => Some(summary),
            Err(FileError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => None,
            Err(FileError::Read { path, source }) if path.is_dir() => {
                return Err(OutputError::Unwritable { path, source });
            }
            Err(_) if existing == Existing::Replace => None,
            Err(error) => {
                return Err(OutputError::Others {
                    path: directory.into(),
                    message: error.to_string(),
                });
            }
        };
        let (simulator, ended, missing) = match summary {
            Some(summary) => (Some(summary.simulator), summary.runs, summary.missing),
            None => (None, Vec::new(), Vec::new()),
        };
        // Without it, its runs count as not ended.
        let journal = report::journal(directory).unwrap_or_default();
        // A summary that was not written by a batch could name any file.
        let lines: BTreeMap<String, RunSummary> = ended
            .into_iter()
            .chain(journal)
            .filter(is_in_place)
            .map(|line| (line.label(), line))
            .collect();
        let mut named: BTreeSet<String> = runs.iter().map(Planned::report_name).collect();
        named.extend(lines.values().map(|line| line.report.clone()));
        let mut workloads: BTreeSet<&str> = runs.iter().map(|run| run.workload.as_str()).collect();
        workloads.extend(missing.iter().map(|run| run.workload.as_str()));
        workloads.extend(lines.values().map(|line| line.workload.as_str()));
        let strays = workloads
            .into_iter()
            .filter(|workload| crate::plan::is_file_name(workload))
            .flat_map(|workload| reports_in(directory, workload))
            .filter(|name| !named.contains(name))
            .collect();
        let expected: BTreeSet<String> = missing.iter().map(MissingRun::report_name).collect();
        // A report of this place that no summary names: a batch that was killed has written at least a summary.
        let foreign = runs
            .iter()
            .filter(|run| !lines.contains_key(&run.label()))
            .map(Planned::report_name)
            .filter(|name| !expected.contains(name))
            .filter(|name| fs::symlink_metadata(directory.join(name)).is_ok())
            .collect();
        Ok(Self {
            simulator,
            lines,
            strays,
            foreign,
        })
    }

    /// Refuses or removes results of other runs; returns the lines of these runs whose results are complete and can be kept.
    fn sort_out(
        mut self,
        directory: &Path,
        runs: &[Planned],
        existing: Existing,
    ) -> Result<Vec<Option<RunSummary>>, OutputError> {
        let same_version = self
            .simulator
            .as_ref()
            .is_none_or(|simulator| *simulator == Simulator::this());
        let mut kept = Vec::new();
        let mut old = Vec::new();
        for run in runs {
            let Some(line) = self.lines.remove(&run.label()) else {
                kept.push(None);
                continue;
            };
            let difference = run.difference(&line);
            if let Some(other) = run.refusal(&line, existing) {
                return Err(OutputError::Others {
                    path: directory.into(),
                    message: format!("{} is of {other}", run.label()),
                });
            }
            let known = line.inputs.is_some() && line.inputs == run.inputs;
            if same_version
                && difference.is_none()
                && known
                && is_whole(directory, &line, &run.beside)
            {
                kept.push(Some(RunSummary {
                    index: run.index,
                    ..line
                }));
            } else {
                old.push(line.report);
                kept.push(None);
            }
        }
        let others = self.lines.into_values().map(|line| line.report);
        let others: Vec<String> = others.chain(self.strays).collect();
        if let (Some(first), true) = (others.first(), existing != Existing::Replace) {
            return Err(OutputError::Others {
                path: directory.into(),
                message: format!("{first} is of none of the runs of this batch"),
            });
        }
        if let (Some(first), true) = (self.foreign.first(), existing != Existing::Replace) {
            return Err(OutputError::Others {
                path: directory.into(),
                message: format!("{first} is in no summary"),
            });
        }
        for name in old.iter().chain(&others) {
            let report = directory.join(name);
            let beside = BESIDE.map(|suffix| file_beside(&report, suffix));
            remove(&report)
                .and_then(|()| beside.iter().try_for_each(|file| remove(file)))
                .map_err(|source| OutputError::Unwritable {
                    path: report.clone(),
                    source,
                })?;
            if let Some(folder) = report.parent() {
                // Fails, and the folder stays, if it holds anything else.
                let _ = fs::remove_dir(folder);
            }
        }
        Ok(kept)
    }
}

/// Whether the line of a run names the file that a batch writes for it.
pub(crate) fn is_in_place(line: &RunSummary) -> bool {
    line.report == format!("{}/{}.json", line.workload, line.config)
        && crate::plan::is_file_name(&line.workload)
        && crate::plan::is_config_name(&line.config)
}

/// Whether the result of a run is complete and can be kept: the report and the files beside it are there, agree with its line, and a
/// repetition would give the same.
fn is_whole(directory: &Path, line: &RunSummary, beside: &[&str]) -> bool {
    let path = directory.join(&line.report);
    let Ok(report) = report::read::<Report>(&path) else {
        return false;
    };
    let is_of_the_report = |suffix: &&str| {
        let file = file_beside(&path, suffix);
        match *suffix {
            PROFILE => profile::read(&file).is_ok_and(|profile| profile.is_of(&report)),
            report::INTERVALS => {
                report::read_intervals(&file).is_ok_and(|parts| report::sum_to(&parts, &report))
            }
            _ => file.is_file(),
        }
    };
    repeats(&line.outcome)
        && line.agrees_with(&report)
        && report.identities().is_ok()
        && (report.cycles.is_none() || beside.iter().all(is_of_the_report))
}

/// Whether a repetition of a run with this outcome would have the same one.
pub(crate) fn repeats(outcome: &report::Outcome) -> bool {
    match outcome.kind {
        report::OutcomeKind::Exit | report::OutcomeKind::Signal => true,
        report::OutcomeKind::Limit => outcome.limit != Some(report::Limit::Timeout),
        // An error may be due to the state of the host.
        report::OutcomeKind::Error | report::OutcomeKind::Interrupted => false,
    }
}

/// The reports in the folder of a workload, relative to the folder of results; other files are ignored.
fn reports_in(directory: &Path, workload: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(directory.join(workload)) else {
        return Vec::new();
    };
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".json") && !name.starts_with('.'))
        .map(|name| format!("{workload}/{name}"))
        .filter(|name| {
            let bytes = files::read(&directory.join(name), files::REPORT).unwrap_or_default();
            serde_json::from_slice::<Marked>(&bytes)
                .is_ok_and(|marked| marked.simulator.name == Simulator::this().name)
        })
        .collect();
    names.sort();
    names
}

/// The path of a file beside a report: its extension is replaced. The name of a config may contain dots.
pub(crate) fn file_beside(report: &Path, suffix: &str) -> PathBuf {
    report.with_extension(suffix)
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}
