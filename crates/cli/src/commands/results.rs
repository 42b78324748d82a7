//! Results that a command needs whole: a report that cannot be read is an error.

use std::path::Path;

use anyhow::Result;
use report::{Report, Results};

/// A report with the name of its run.
pub(super) struct Named {
    /// Name of the workload in the plan, or the base name of the program for a single file.
    pub workload: String,
    /// Name of the config.
    pub config: String,
    /// The report.
    pub report: Report,
}

impl Named {
    /// `workload/config`.
    pub(super) fn label(&self) -> String {
        format!("{}/{}", self.workload, self.config)
    }
}

/// The reports among results, in the order of the plan.
pub(super) fn whole(results: Results) -> Result<Vec<Named>> {
    results
        .runs
        .into_iter()
        .map(|run| {
            Ok(Named {
                workload: run.workload,
                config: run.config,
                report: run.report?,
            })
        })
        .collect()
}

/// The reports at `path`: one from a file, all from the folder of a batch.
pub(super) fn reports(path: &Path) -> Result<Vec<Named>> {
    whole(Results::read(path)?)
}
