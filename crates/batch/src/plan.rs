//! The plan of a batch: workloads and configs, from a TOML file.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use report::{Pattern, SUMMARY_FILE, printable};
use serde::Deserialize;

use crate::sweep::{self, Sweep};
use crate::workload::Workload;

/// A plan: every workload under every config. Paths are relative to the plan's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Names of shipped configs, or paths of files; patterns such as `itanium2-*` stand for all that fit.
    pub configs: Vec<OsString>,
    /// Values by which each config is varied.
    pub sweep: Sweep,
    /// The programs; matrices are expanded.
    pub workloads: Vec<Workload>,
    /// Folder of the plan's file.
    pub directory: PathBuf,
    /// Folder to which paths in `configs` are relative: that of the plan's file, unless the caller names others.
    pub config_folder: PathBuf,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    configs: Vec<String>,
    #[serde(default)]
    sweep: Sweep,
    #[serde(default)]
    workload: Vec<Workload>,
}

/// Why a plan cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// Reading failed.
    #[error("cannot read plan {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason of the operating system.
        source: io::Error,
    },
    /// The text is not TOML of the expected form.
    #[error("plan {}: {source}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// What is wrong and where.
        source: Box<toml::de::Error>,
    },
    /// There is nothing to run, or two things have one name.
    #[error("plan {}: {message}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong, and the remedy.
        message: String,
    },
}

impl Plan {
    /// Reads a plan.
    ///
    /// # Errors
    /// [`PlanError`] when the file cannot be read, is malformed, is empty, or names two workloads alike.
    pub fn read(path: &Path) -> Result<Self, PlanError> {
        let text = files::read_text(path, files::DOCUMENT).map_err(|source| PlanError::Read {
            path: path.into(),
            source,
        })?;
        let file: File = toml::from_str(&text).map_err(|source| PlanError::Form {
            path: path.into(),
            source: Box::new(source),
        })?;
        let directory = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
            _ => PathBuf::from("."),
        };
        // It has names of the plan, which may be of any letters.
        let wrong = |message: String| PlanError::Content {
            path: path.into(),
            message: printable(&message).into_owned(),
        };
        let mut workloads = Vec::new();
        for workload in file.workload {
            let name = workload.name.clone();
            let expanded = sweep::expand(workload);
            workloads.extend(
                expanded.map_err(|message| wrong(format!("workload \"{name}\": {message}")))?,
            );
            if workloads.len() > sweep::MOST_WORKLOADS {
                return Err(wrong(format!(
                    "there are more than {} workloads; give fewer values to matrices",
                    sweep::MOST_WORKLOADS
                )));
            }
        }
        let plan = Self {
            configs: file.configs.into_iter().map(OsString::from).collect(),
            sweep: file.sweep,
            workloads,
            config_folder: directory.clone(),
            directory,
        };
        match plan.flaw() {
            None => Ok(plan),
            Some(message) => Err(wrong(message)),
        }
    }

    /// Keeps the workloads whose name fits one of `patterns`, such as `sort` or `s*`; `nops` also keeps `nops+size=100`.
    ///
    /// # Errors
    /// Says which pattern fits nothing, and what there is.
    pub fn keep_workloads(&mut self, patterns: &[String]) -> Result<(), String> {
        let mut kept = vec![patterns.is_empty(); self.workloads.len()];
        for text in patterns {
            let pattern = Pattern::from(text.clone());
            let mut fits = false;
            for (kept, workload) in kept.iter_mut().zip(&self.workloads) {
                if pattern.fits_with_settings(&workload.name) {
                    (*kept, fits) = (true, true);
                }
            }
            if !fits {
                let known: Vec<&str> = self.workloads.iter().map(|it| it.name.as_str()).collect();
                return Err(format!(
                    "there is no workload \"{}\"; there are {}",
                    printable(text),
                    known.join(", ")
                ));
            }
        }
        let mut kept = kept.into_iter();
        self.workloads.retain(|_| kept.next().unwrap_or(true));
        Ok(())
    }

    /// What is wrong with the plan as a whole, with the remedy; `None`: nothing.
    fn flaw(&self) -> Option<String> {
        if self.configs.is_empty() {
            return Some(
                "configs is empty; name at least one, such as configs = [\"itanium\"]".into(),
            );
        }
        if self.workloads.is_empty() {
            return Some("there is no [[workload]]; add one with name and path".into());
        }
        let mut seen = BTreeSet::new();
        for workload in &self.workloads {
            if !is_file_name(&workload.name) {
                let remedy = match workload.name.len() {
                    ..=LONGEST_NAME => "use letters and digits".to_owned(),
                    _ => format!("use at most {LONGEST_NAME} bytes, letters and digits"),
                };
                return Some(format!(
                    "workload name \"{}\" cannot be the name of a folder; {remedy}",
                    workload.name
                ));
            }
            if workload.name == SUMMARY_FILE {
                return Some(format!(
                    "a workload is named \"{SUMMARY_FILE}\", as the summary of the results is; rename it"
                ));
            }
            if !seen.insert(&workload.name) {
                return Some(format!(
                    "two workloads are named \"{}\"; rename one",
                    workload.name
                ));
            }
            if let Some(message) = workload.contradiction() {
                return Some(format!("workload \"{}\": {message}", workload.name));
            }
        }
        None
    }

    /// A config of the plan in the form of the loader: a path relative to its folder of configs becomes relative to the process. `-` stays the
    /// standard input.
    #[must_use]
    pub fn config_path(&self, config: &OsStr) -> OsString {
        if config::is_path(config) && config != "-" {
            self.config_folder.join(config).into()
        } else {
            config.into()
        }
    }
}

/// Whether the name of a config can be that of a report; overrides in it may have lists (`[`, `]`, `"`) and text with blanks.
pub(crate) fn is_config_name(name: &str) -> bool {
    match name.split_once('+') {
        None => is_file_name(name),
        Some((config, overrides)) => {
            let overrides = overrides.replace(['[', ']', '"', ' '], "_");
            is_file_name(&format!("{config}+{overrides}"))
        }
    }
}

/// Most bytes of a name in the folder of results, so that others can be made of it.
const LONGEST_NAME: usize = 200;

/// Whether a name can be that of a file or folder of results: one component, not hidden, without characters that are special in a shell.
pub(crate) fn is_file_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= LONGEST_NAME
        && !name.starts_with('.')
        && name
            .chars()
            .all(|letter| letter.is_alphanumeric() || "-_.+=,@".contains(letter))
}
