//! Reads a store as the results of one batch, for reports and comparisons.

use std::collections::BTreeMap;

use report::{Results, Run, RunSummary, SCHEMA_VERSION, Simulator, Summary};

use super::entry::Unusable;
use super::manage::checked;
use super::{Store, StoreError, aged};

impl Store {
    /// Whether a folder is a store of this version.
    #[must_use]
    pub fn is_at(directory: &std::path::Path) -> bool {
        directory.join(super::FORMAT).is_dir()
    }

    /// The results of a store in the form of one batch, by workload and config, and a line of text for everything that is left out: if results
    /// of one workload and config differ (another simulator, other inputs) the most recently used one is taken.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn results(&self) -> Result<(Results, Vec<String>), StoreError> {
        let mut words = Vec::new();
        let mut newest = BTreeMap::new();
        let mut older: BTreeMap<_, usize> = BTreeMap::new();
        for (_, path) in aged(self.entries()?) {
            match checked(&path) {
                Err(Unusable::Gone) => {}
                Err(Unusable::Defective(defect)) => {
                    words.push(format!("{} is {defect}", path.display()));
                }
                Ok((entry, _)) => {
                    let name = (entry.workload.clone(), entry.config.clone());
                    let finished = entry.finished();
                    let known = newest.insert(name.clone(), (path, finished));
                    let now = &newest[&name].1;
                    // Entries for different files of the host may have the same result.
                    if known.is_some_and(|(_, known)| known.report != now.report) {
                        *older.entry(name).or_default() += 1;
                    }
                }
            }
        }
        for ((workload, config), count) in older {
            words.push(format!(
                "{workload}/{config}: the result of last use is taken, {count} others are left out"
            ));
        }
        let mut results = Results {
            summary: None,
            runs: Vec::new(),
        };
        let mut lines = Vec::new();
        for ((workload, config), (path, finished)) in newest {
            let file = path.strip_prefix(self.directory()).unwrap_or(&path);
            let file = file.display().to_string();
            let index = lines.len() as u64;
            let failure = finished.failure;
            let mut line = RunSummary::of(index, &workload, None, &finished.report, failure, file);
            line.config.clone_from(&config);
            lines.push(line.clone());
            results.runs.push(Run {
                workload,
                config,
                file: path,
                line: Some(line),
                report: Ok(finished.report),
            });
        }
        results.summary = Some(Summary {
            schema_version: SCHEMA_VERSION,
            simulator: Simulator::this(),
            planned: lines.len() as u64,
            runs: lines,
            missing: Vec::new(),
        });
        Ok((results, words))
    }
}
