//! Reports given by the path of a file, or of the folder of a batch.

use std::path::{Path, PathBuf};

use anyhow::Result;
use report::{Report, Summary};

/// A report with the name of its run.
pub struct Named {
    /// `workload/config`, or the base name of the program for a single file.
    pub workload: String,
    /// Name of the config.
    pub config: String,
    /// The report.
    pub report: Report,
}

impl Named {
    /// `workload/config`.
    pub fn label(&self) -> String {
        format!("{}/{}", self.workload, self.config)
    }
}

/// The summary of a batch, if `path` is its folder.
pub fn summary(path: &Path) -> Result<Option<Summary>> {
    if !path.is_dir() {
        return Ok(None);
    }
    Ok(Some(report::read(&summary_file(path))?))
}

fn summary_file(path: &Path) -> PathBuf {
    path.join(batch::SUMMARY_FILE)
}

/// The reports at `path`: one from a file, all from the folder of a batch, in the order of the plan.
pub fn reports(path: &Path) -> Result<Vec<Named>> {
    match summary(path)? {
        None => {
            let report: Report = report::read(path)?;
            let (workload, config) = (report.workload.name.clone(), report.config.name.clone());
            Ok(vec![Named {
                workload,
                config,
                report,
            }])
        }
        Some(summary) => summary
            .runs
            .into_iter()
            .map(|run| {
                let report = report::read(&path.join(&run.report))?;
                Ok(Named {
                    workload: run.workload,
                    config: run.config,
                    report,
                })
            })
            .collect(),
    }
}
