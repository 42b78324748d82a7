//! What to run: workloads and configs, from a TOML file.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use glob::Pattern;
use report::SUMMARY_FILE;
use serde::{Deserialize, Serialize, Serializer};

use crate::sweep::{self, Matrix, Sweep};

/// A plan: every workload under every config. Paths are relative to the plan's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Names of shipped configs, or paths of files; patterns such as `itanium2-*` stand for all that fit.
    pub configs: Vec<String>,
    /// Values that each config goes through.
    pub sweep: Sweep,
    /// The programs, those with a matrix once for each combination.
    pub workloads: Vec<Workload>,
    /// Folder of the plan's file.
    pub directory: PathBuf,
}

/// One program of a plan with what it is given and what is expected of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Workload {
    /// Name of the workload, also of the folder of its reports.
    pub name: String,
    /// The program; the guest sees it as written here.
    pub path: String,
    /// Its arguments.
    #[serde(default)]
    pub args: Vec<String>,
    /// File that it reads as standard input; empty input when absent.
    pub stdin: Option<String>,
    /// Environment in addition to the fixed one: `["NAME=value"]` or `{ NAME = "value" }`.
    #[serde(default, deserialize_with = "environment", serialize_with = "entries")]
    pub env: Vec<(String, String)>,
    /// File with the exact standard output that is expected; any output is right when absent.
    pub expect: Option<String>,
    /// Where the region of interest begins: a symbol, `"0x…"` for the address of a bundle, or `"1000"` for a number of
    /// instructions; at the start of the program when absent.
    pub roi_start: Option<String>,
    /// Where it stops; at the end of the run when absent.
    pub roi_stop: Option<String>,
    /// Exit status that is expected.
    #[serde(default)]
    pub status: u8,
    /// How it is expected to end.
    #[serde(default)]
    pub outcome: Expected,
    /// Stop it after this many instructions: an integer, or text such as `"1M"`.
    #[serde(
        default,
        deserialize_with = "count",
        skip_serializing_if = "Option::is_none"
    )]
    pub max_instructions: Option<u64>,
    /// Stop it when this many cycles have passed.
    #[serde(
        default,
        deserialize_with = "count",
        skip_serializing_if = "Option::is_none"
    )]
    pub max_cycles: Option<u64>,
    /// Stop it when it has taken so many seconds of the host; how far it comes depends on the host.
    #[serde(
        default,
        deserialize_with = "seconds",
        serialize_with = "in_seconds",
        skip_serializing_if = "Option::is_none"
    )]
    pub timeout: Option<Duration>,
    /// What the program sees as its own name; its path when absent.
    pub argv0: Option<String>,
    /// Files and folders that it may read besides the plan's folder.
    #[serde(default)]
    pub files: Vec<PathBuf>,
    /// Folder that is its `/`; `path` is looked for below it.
    pub root: Option<PathBuf>,
    /// Folder with the dynamic linker and the libraries of dynamic programs.
    pub sysroot: Option<PathBuf>,
    /// Folder in which it starts, as it sees it, a relative one counted from the plan's folder, which is also where it starts
    /// when absent.
    pub cwd: Option<String>,
    /// Whether it can create and change files, in its own scratch folder.
    #[serde(default = "yes")]
    pub writable: bool,
    /// Values of `{names}`; empty once the plan is read.
    #[serde(default, skip_serializing)]
    pub(crate) matrix: Matrix,
}

fn yes() -> bool {
    true
}

impl Workload {
    fn contradiction(&self) -> Option<&'static str> {
        if self.outcome != Expected::Exit && self.status != 0 {
            return Some("status is of a run that exits; take status or outcome out");
        }
        if self.max_instructions == Some(0) || self.max_cycles == Some(0) {
            return Some("a limit of 0 lets it do nothing; give a larger one");
        }
        None
    }

    /// Folder of the host that is the guest's `/`, of a plan in `directory`.
    pub(crate) fn host_root(&self, directory: &Path) -> Option<PathBuf> {
        self.root.as_ref().map(|root| directory.join(root))
    }

    /// Host path of the program, of a plan in `directory`.
    pub(crate) fn host_program(&self, directory: &Path) -> PathBuf {
        match self.host_root(directory) {
            Some(root) => root.join(self.path.trim_start_matches('/')),
            None => directory.join(&self.path),
        }
    }
}

/// How a plan expects a run to end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Expected {
    /// By itself, with the status of the plan.
    #[default]
    Exit,
    /// Killed by a signal.
    Signal,
    /// At a limit.
    Limit,
    /// Anyhow, as long as it could run.
    Any,
}

impl FromStr for Expected {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "exit" => Self::Exit,
            "signal" => Self::Signal,
            "limit" => Self::Limit,
            "any" => Self::Any,
            _ => return Err("write exit, signal, limit or any".into()),
        })
    }
}

/// A time of the host in seconds, such as `10` or `0.5`.
///
/// # Errors
/// It is no positive number of seconds.
pub fn timeout(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|timeout| !timeout.is_zero())
        .ok_or_else(|| format!("\"{text}\" is not a time; write seconds, such as 10 or 0.5"))
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

/// A plan that cannot be followed.
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
        let wrong = |message| PlanError::Content {
            path: path.into(),
            message,
        };
        let mut workloads = Vec::new();
        for workload in file.workload {
            let name = workload.name.clone();
            let expanded = sweep::expand(workload);
            workloads.extend(
                expanded.map_err(|message| wrong(format!("workload \"{name}\": {message}")))?,
            );
        }
        let plan = Self {
            configs: file.configs,
            sweep: file.sweep,
            workloads,
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
            let pattern = Pattern::new(text)
                .map_err(|error| format!("\"{text}\" is no pattern of names: {error}"))?;
            let mut fits = false;
            for (kept, workload) in kept.iter_mut().zip(&self.workloads) {
                let plain = workload.name.split('+').next().unwrap_or_default();
                if pattern.matches(&workload.name) || pattern.matches(plain) {
                    (*kept, fits) = (true, true);
                }
            }
            if !fits {
                let known: Vec<&str> = self.workloads.iter().map(|it| it.name.as_str()).collect();
                return Err(format!(
                    "there is no workload \"{text}\"; there are {}",
                    known.join(", ")
                ));
            }
        }
        let mut kept = kept.into_iter();
        self.workloads.retain(|_| kept.next().unwrap_or(true));
        Ok(())
    }

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
                return Some(format!(
                    "workload name \"{}\" cannot be the name of a folder; use letters and digits",
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

    /// The path of a config of the plan as the loader wants it: files relative to the plan become relative to the process.
    #[must_use]
    pub fn config_path(&self, config: &str) -> String {
        if config::is_path(config) {
            self.directory.join(config).display().to_string()
        } else {
            config.to_owned()
        }
    }
}

/// Whether a report can be filed under the name of a config; its overrides may hold lists.
pub(crate) fn is_config_name(name: &str) -> bool {
    is_file_name(&name.replace(['[', ']', '"'], "_"))
}

/// Whether results can be filed under the name: one component, not hidden, nothing that a shell would mind.
pub(crate) fn is_file_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 200
        && !name.starts_with('.')
        && name
            .chars()
            .all(|letter| letter.is_alphanumeric() || "-_.+=,@".contains(letter))
}

fn environment<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<(String, String)>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Form {
        List(Vec<String>),
        Table(BTreeMap<String, String>),
    }
    match Form::deserialize(deserializer)? {
        Form::Table(table) => match table
            .keys()
            .find(|name| name.is_empty() || name.contains('='))
        {
            None => Ok(table.into_iter().collect()),
            Some(name) => Err(serde::de::Error::custom(format!(
                "\"{name}\" cannot be the name of a variable; take the = out, or give it a name"
            ))),
        },
        Form::List(list) => list
            .into_iter()
            .map(|entry| match entry.split_once('=') {
                Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
                _ => Err(serde::de::Error::custom(format!(
                    "env entry \"{entry}\" is not NAME=value"
                ))),
            })
            .collect(),
    }
}

/// Variables as [`environment`] reads them.
fn entries<S: Serializer>(
    variables: &[(String, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let entries = variables
        .iter()
        .map(|(name, value)| format!("{name}={value}"));
    serializer.collect_seq(entries)
}

/// A time as [`seconds`] reads it.
fn in_seconds<S: Serializer>(timeout: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    timeout
        .map(|timeout| timeout.as_secs_f64())
        .serialize(serializer)
}

fn count<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected a number, such as 1_000_000 or \"1M\"")]
    enum Form {
        Number(u64),
        Text(String),
    }
    match Form::deserialize(deserializer)? {
        Form::Number(number) => Ok(Some(number)),
        Form::Text(text) => config::number::count(&text)
            .map(Some)
            .map_err(serde::de::Error::custom),
    }
}

fn seconds<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Duration>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected seconds, such as 10 or 0.5")]
    enum Form {
        Number(u64),
        Float(f64),
        Text(String),
    }
    let text = match Form::deserialize(deserializer)? {
        Form::Number(number) => number.to_string(),
        Form::Float(number) => number.to_string(),
        Form::Text(text) => text,
    };
    timeout(&text).map(Some).map_err(serde::de::Error::custom)
}
