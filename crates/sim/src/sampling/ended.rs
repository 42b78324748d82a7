//! How a sampled run ended, in the words of the remarks that explain why less was measured than was asked for.

use std::fmt;

use report::{Outcome, OutcomeKind};

/// What ended the run that was sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The program itself.
    Program,
    /// A limit that the caller set.
    Limit,
    /// The user.
    Interrupted,
}

impl Ended {
    pub(crate) fn of(outcome: &Outcome) -> Self {
        match outcome.kind {
            OutcomeKind::Limit => Self::Limit,
            OutcomeKind::Interrupted => Self::Interrupted,
            OutcomeKind::Exit | OutcomeKind::Signal | OutcomeKind::Error => Self::Program,
        }
    }
}

/// The beginning of a remark.
impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Program => "the program ended",
            Self::Limit => "the program ended early (at a limit)",
            Self::Interrupted => "the program ended early (interrupted)",
        })
    }
}
