//! Why a batch could not be run.

use std::io;
use std::path::PathBuf;

use report::FileError;

use crate::OutputError;

/// A batch that could not be run.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// A config of the plan is wrong.
    #[error(transparent)]
    Config(Box<config::Error>),
    /// A key or value of the plan's sweep is wrong.
    #[error("{error} (config {config})")]
    InSweep {
        /// The config that it varies.
        config: String,
        /// What is wrong.
        error: Box<config::Error>,
    },
    /// Two configs would write the same report.
    #[error(
        "the plan names two configs \"{name}\", whose reports would be one file; take one out, or rename its file"
    )]
    ConfigTwice {
        /// The name.
        name: String,
    },
    /// The name of a config cannot be that of a file.
    #[error(
        "config name \"{name}\" cannot be the name of a report; use letters and digits, and fewer overrides at once"
    )]
    ConfigName {
        /// The name.
        name: String,
    },
    /// A pattern of configs fits none.
    #[error("no config fits \"{pattern}\"; there are {known}")]
    NoConfig {
        /// The pattern.
        pattern: String,
        /// Names of the shipped configs; for a pattern of paths, where it was looked for.
        known: String,
    },
    /// An option and the sweep of the plan set the same key.
    #[error("--set {set}: the plan's sweep gives this key its values; take one out")]
    Swept {
        /// The option.
        set: String,
    },
    /// There are more runs than allowed.
    #[error(
        "the plan has {runs} runs, and at most {limit} are allowed; take values or workloads out, or give --max-runs"
    )]
    TooMany {
        /// How many, as text: there may be more than a number holds.
        runs: String,
        /// The limit.
        limit: usize,
    },
    /// A config lets one run take more memory than all runs may take together.
    #[error(
        "config \"{name}\" lets a run take {needed} MiB (os.memory_bytes), more than the {most} MiB of --max-memory; lower one or raise the other"
    )]
    Memory {
        /// The config.
        name: String,
        /// What it allows, in MiB.
        needed: u64,
        /// What all runs may take, in MiB.
        most: u64,
    },
    /// A workload asks for an end or a region that only the cycle model knows, and the batch has none.
    #[error(
        "workload \"{workload}\": {key} needs the cycle model; take it out of the plan, or leave --functional out"
    )]
    NeedsTime {
        /// The workload.
        workload: String,
        /// Its key.
        key: &'static str,
    },
    /// The folder of results does not take files.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A folder for the files of a guest cannot be used.
    #[error(
        "cannot keep what a guest writes in {}: {source}; give another folder than {} with --keep-scratch, or remove what an earlier batch has left there",
        path.display(),
        kept.display()
    )]
    Scratch {
        /// The folder.
        path: PathBuf,
        /// The folder around those of all runs.
        kept: PathBuf,
        /// The reason of the operating system.
        source: io::Error,
    },
    /// Temporary folders for the files of the guests cannot be made.
    #[error("cannot make a scratch folder in {}: {source}; let TMPDIR name a folder that is there and takes files", place.display())]
    Temporary {
        /// The folder for temporary files.
        place: PathBuf,
        /// The reason of the operating system.
        source: io::Error,
    },
    /// A report could not be written after its run.
    #[error(transparent)]
    Write(#[from] FileError),
    /// The pool could not be made.
    #[error("cannot start {jobs} worker threads: {message}; give fewer with --jobs")]
    Threads {
        /// Threads asked for.
        jobs: usize,
        /// The reason.
        message: String,
    },
}
