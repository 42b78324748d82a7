//! One program of a plan, as the TOML file describes it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use indexmap::IndexMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

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
    /// Where the region of interest ends; at the end of the run when absent.
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
    /// Stop it when no instruction has issued for this many cycles, and report at every limit what the processor was doing.
    #[serde(
        default,
        deserialize_with = "count",
        skip_serializing_if = "Option::is_none"
    )]
    pub watchdog: Option<u64>,
    /// Stop it when it has taken so many seconds of the host; how far it comes depends on the host.
    #[serde(
        default,
        deserialize_with = "seconds",
        serialize_with = "in_seconds",
        skip_serializing_if = "Option::is_none"
    )]
    pub timeout: Option<Duration>,
    /// Whether a profile is written beside its report.
    #[serde(default)]
    pub profile: bool,
    /// Length in instructions of the intervals by which everything is counted, in a file beside its report; not counted by intervals when
    /// absent.
    #[serde(
        default,
        deserialize_with = "count",
        skip_serializing_if = "Option::is_none"
    )]
    pub interval: Option<u64>,
    /// What the program sees as its own name; its path when absent.
    pub argv0: Option<String>,
    /// Files and folders that it may read besides the plan's folder.
    #[serde(default)]
    pub files: Vec<PathBuf>,
    /// Host folder that is its `/`; `path` is looked for below it.
    pub root: Option<PathBuf>,
    /// Folder with the dynamic linker and the libraries of dynamic programs.
    pub sysroot: Option<PathBuf>,
    /// Its working directory at the start, as the guest sees it; a relative one is relative to the plan's folder. The plan's folder when
    /// absent.
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
    /// A contradiction between its keys, with the remedy; `None`: there is none.
    pub(crate) fn contradiction(&self) -> Option<Cow<'static, str>> {
        if self.outcome != Expected::Exit && self.status != 0 {
            return Some("status is of a run that exits; take status or outcome out".into());
        }
        if [self.max_instructions, self.max_cycles, self.watchdog].contains(&Some(0)) {
            return Some("a limit of 0 lets it do nothing; give a larger one".into());
        }
        if self.interval == Some(0) {
            return Some("an interval has a length above zero".into());
        }
        let words = self.args.iter().chain(&self.argv0);
        let variables = self.env.iter().flat_map(|(name, value)| [name, value]);
        if words.chain(variables).any(|text| text.contains('\0')) {
            return Some(
                "args, argv0 and env cannot hold the character \\0, which ends them; take it out"
                    .into(),
            );
        }
        let flaw = self.region().and_then(|region| region.flaw())?;
        Some(format!("roi_start, roi_stop: {flaw}; change one of them").into())
    }

    /// A key for which a run without the cycle model would be another run: where it begins or ends.
    pub(crate) fn needs_time(&self) -> Option<&'static str> {
        let keys = [
            ("roi_start", self.roi_start.is_some()),
            ("roi_stop", self.roi_stop.is_some()),
            ("max_cycles", self.max_cycles.is_some()),
            ("watchdog", self.watchdog.is_some()),
        ];
        let mut given = keys.into_iter().filter(|(_, is_given)| *is_given);
        given.next().map(|(key, _)| key)
    }

    /// The keys that ask for files beside the report which a run without the cycle model does not write.
    pub fn timed_files(&self) -> impl Iterator<Item = &'static str> {
        let profile = self.profile.then_some("profile");
        profile.into_iter().chain(self.interval.map(|_| "interval"))
    }

    /// The bounds of its region of interest, if it has one.
    pub(crate) fn region(&self) -> Option<sim::Bounds> {
        (self.roi_start.is_some() || self.roi_stop.is_some()).then(|| sim::Bounds {
            start: self.roi_start.clone(),
            stop: self.roi_stop.clone(),
        })
    }

    /// Host folder that is the guest's `/`, for a plan in `directory`.
    pub(crate) fn host_root(&self, directory: &Path) -> Option<PathBuf> {
        self.root.as_ref().map(|root| directory.join(root))
    }

    /// Host path of the program, for a plan in `directory`.
    pub(crate) fn host_program(&self, directory: &Path) -> PathBuf {
        match self.host_root(directory) {
            Some(root) => root.join(self.path.trim_start_matches('/')),
            None => directory.join(&self.path),
        }
    }

    /// The host's files and folders that it reads by its keys, for a plan in `directory`, each with what it is.
    pub fn inputs(&self, directory: &Path) -> impl Iterator<Item = (&'static str, PathBuf)> {
        let texts = [("stdin", &self.stdin), ("expect", &self.expect)];
        let texts = texts.map(|(what, file)| (what, file.as_ref().map(PathBuf::from)));
        let folders = [("root", &self.root), ("sysroot", &self.sysroot)];
        let folders = folders.map(|(what, folder)| (what, folder.clone()));
        let named = texts.into_iter().chain(folders);
        let named = named.filter_map(|(what, path)| Some((what, path?)));
        let files = self.files.iter().map(|file| ("files", file.clone()));
        let below = named.chain(files);
        let below = below.map(|(what, path)| (what, directory.join(path)));
        std::iter::once(("path", self.host_program(directory))).chain(below)
    }
}

/// Values of the `{names}` in a workload's `args`, `env`, `stdin` and `expect`; the workload is run with each combination.
pub(crate) type Matrix = IndexMap<String, Vec<Scalar>>;

/// A value of a matrix, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scalar(pub String);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a text or a number")]
        enum Form {
            Text(String),
            Integer(i64),
            Float(f64),
            Truth(bool),
        }
        Ok(Self(match Form::deserialize(deserializer)? {
            Form::Text(text) => text,
            Form::Integer(number) => number.to_string(),
            Form::Float(number) => format!("{number:?}"),
            Form::Truth(truth) => truth.to_string(),
        }))
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
    /// In any of these ways, as long as the run has a report.
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

fn environment<'de, D: Deserializer<'de>>(
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

/// Serializes variables in a form that [`environment`] reads.
fn entries<S: Serializer>(
    variables: &[(String, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let entries = variables
        .iter()
        .map(|(name, value)| format!("{name}={value}"));
    serializer.collect_seq(entries)
}

/// Serializes a time in a form that [`seconds`] reads.
fn in_seconds<S: Serializer>(timeout: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    timeout
        .map(|timeout| timeout.as_secs_f64())
        .serialize(serializer)
}

fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
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

fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
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
