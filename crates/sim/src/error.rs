//! Errors: why a run has no report.

use std::io;

/// A run could not start, or the simulator could not go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program does not load.
    #[error(transparent)]
    Load(#[from] linux::LoadError),
    /// A machine that boots a kernel cannot be put together.
    #[error(transparent)]
    Boot(#[from] platform::Error),
    /// The caller asked to stop.
    #[error("cancelled")]
    Cancelled,
    /// The execution trace, the retire log or the list of group violations could not be written; the stream's own error
    /// says which.
    #[error("cannot write {0}")]
    Trace(#[source] io::Error),
    /// A checkpoint cannot be made, or a run not go on from it.
    #[error("checkpoint: {0}")]
    Checkpoint(String),
    /// A bound of the region of interest is no place of the program, or its end lies before its beginning.
    #[error("region of interest: {0}")]
    Region(String),
    /// Something was asked for that needs cycles, in a run without the cycle model.
    #[error("{0} needs the cycle model; leave it out, or --functional")]
    Untimed(String),
    /// Something was asked for that a sampled run does not support.
    #[error(
        "a sampled run times parts of the program only, and has no place for {0}; leave it out, or sample without it"
    )]
    Unsampled(String),
    /// Parts of a run cannot be timed apart from each other: which option has to be another one, and why.
    #[error("{0}")]
    Apart(String),
    /// The config asks for something that the boot of a kernel does not do.
    #[error("the boot of a kernel has no place for {0}; leave it out")]
    Unbooted(String),
    /// A register of the monitor that does not exist.
    #[error("the monitor has no register {0}{1} that can be programmed")]
    MonitorRegister(&'static str, usize),
    /// Something was asked for that a run under a debugger, which can also go back, does not support.
    #[error("a debugger does not go with {0}: leave one of the two out")]
    Undebuggable(String),
    /// The run cannot be repeated, which going back needs.
    #[error("the run cannot be repeated to go back: {0}")]
    Unrepeatable(String),
    /// The debugger is gone, or cannot be talked to.
    #[error("{0}")]
    Debugger(String),
    /// Numbers that must agree by construction do not: a bug of the simulator.
    #[error("internal error, please report it with the command line: {0}")]
    Identity(String),
}

impl Error {
    /// The status with which `epicycle run` ends.
    #[must_use]
    pub fn status(&self) -> u8 {
        match self {
            Error::Load(error) => error.status(),
            Error::Cancelled => 130,
            Error::Trace(_)
            | Error::Boot(_)
            | Error::Checkpoint(_)
            | Error::Region(_)
            | Error::Untimed(_)
            | Error::Unsampled(_)
            | Error::Apart(_)
            | Error::Unbooted(_)
            | Error::MonitorRegister(..)
            | Error::Undebuggable(_)
            | Error::Unrepeatable(_)
            | Error::Debugger(_)
            | Error::Identity(_) => 125,
        }
    }
}
