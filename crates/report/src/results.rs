//! Results given by the path of a report, or of the folder of a batch.

use std::path::{Path, PathBuf};

use crate::{FileError, Report, RunSummary, Summary};

/// The results at one path.
#[derive(Debug)]
pub struct Results {
    /// The summary, when the path is the folder of a batch.
    pub summary: Option<Summary>,
    /// The runs: one from a file, all from a folder, in the order of the plan.
    pub runs: Vec<Run>,
}

/// A run whose report was looked for.
#[derive(Debug)]
pub struct Run {
    /// Name of the workload in the plan, or the base name of the program for a single file.
    pub workload: String,
    /// Name of the config.
    pub config: String,
    /// The file of the report; `-` is the standard input.
    pub file: PathBuf,
    /// What the summary says of it; `None` for a single file.
    pub line: Option<RunSummary>,
    /// The report.
    pub report: Result<Report, FileError>,
}

impl Run {
    /// `workload/config`; the path of a single file that cannot be read.
    #[must_use]
    pub fn label(&self) -> String {
        if self.config.is_empty() {
            self.workload.clone()
        } else {
            format!("{}/{}", self.workload, self.config)
        }
    }
}

impl Results {
    /// The results of one file.
    pub(crate) fn of_report(path: &Path, report: Result<Report, FileError>) -> Self {
        let (workload, config) = match &report {
            Ok(report) => (report.workload.name.clone(), report.config.name.clone()),
            Err(_) => (path.display().to_string(), String::new()),
        };
        let run = Run {
            workload,
            config,
            file: path.to_owned(),
            line: None,
            report,
        };
        Self {
            summary: None,
            runs: vec![run],
        }
    }

    /// Reads what is at `path`. A report that cannot be read is part of the results.
    ///
    /// # Errors
    /// The path is a folder whose summary cannot be read.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        if !path.is_dir() {
            return Ok(Self::of_report(path, crate::read(path)));
        }
        let summary = Summary::of_folder(path)?;
        let runs = summary
            .runs
            .iter()
            .map(|line| Run {
                workload: line.workload.clone(),
                config: line.config.clone(),
                file: path.join(&line.report),
                line: Some(line.clone()),
                report: crate::read(&path.join(&line.report)),
            })
            .collect();
        Ok(Self {
            summary: Some(summary),
            runs,
        })
    }
}
