//! The folder of results.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use report::{FileError, Report, Summary};

/// Name of the summary in the folder of results.
pub const SUMMARY_FILE: &str = "summary.json";

/// A folder that does not take results.
#[derive(Debug, thiserror::Error)]
#[error("cannot write results to {}: {source}; give another folder with --out", path.display())]
pub struct OutputError {
    /// The folder or file.
    pub path: PathBuf,
    /// The reason of the operating system.
    pub source: io::Error,
}

/// The folder, known to take files.
#[derive(Debug)]
pub(crate) struct Output {
    directory: PathBuf,
}

impl Output {
    /// Makes the folder and those of the workloads, and tries each out, before anything is simulated.
    pub fn prepare<'a>(
        directory: &Path,
        workloads: impl Iterator<Item = &'a str>,
    ) -> Result<Self, OutputError> {
        let fail = |path: &Path, source| OutputError {
            path: path.into(),
            source,
        };
        for folder in
            std::iter::once(directory.to_owned()).chain(workloads.map(|name| directory.join(name)))
        {
            fs::create_dir_all(&folder).map_err(|source| fail(&folder, source))?;
            let probe = folder.join(".probe.partial");
            fs::write(&probe, b"")
                .and_then(|()| fs::remove_file(&probe))
                .map_err(|source| fail(&folder, source))?;
        }
        let summary = directory.join(SUMMARY_FILE);
        if summary.is_dir() {
            return Err(fail(&summary, io::ErrorKind::IsADirectory.into()));
        }
        Ok(Self {
            directory: directory.into(),
        })
    }

    /// Name of a run's report, relative to the folder.
    pub fn report_name(workload: &str, config: &str) -> String {
        format!("{workload}/{config}.json")
    }

    pub fn write_report(&self, name: &str, report: &Report) -> Result<(), FileError> {
        report::write(&self.directory.join(name), report)
    }

    /// What the guest of a failed run wrote, beside its report; nothing is left from an earlier batch when it is empty.
    pub fn write_stream(
        &self,
        report_name: &str,
        stream: &str,
        bytes: &[u8],
    ) -> Result<(), FileError> {
        let path = self.directory.join(report_name).with_extension(stream);
        let result = if bytes.is_empty() {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            }
        } else {
            fs::write(&path, bytes)
        };
        result.map_err(|source| FileError::Write { path, source })
    }

    pub fn write_summary(&self, summary: &Summary) -> Result<(), FileError> {
        report::write(&self.directory.join(SUMMARY_FILE), summary)
    }
}
