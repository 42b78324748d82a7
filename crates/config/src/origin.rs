//! Where values come from.

use std::fmt;
use std::sync::Arc;

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The file as named by the user, `itanium.toml (shipped)`, or the override.
    pub source: Arc<str>,
    /// Line in the file, from 1; none for overrides.
    pub line: Option<u32>,
}

/// How the source of a value in a shipped config ends.
const SHIPPED: &str = ".toml (shipped)";

impl Origin {
    /// The source of a shipped config.
    pub(crate) fn shipped_source(name: &str) -> String {
        format!("{name}{SHIPPED}")
    }

    /// Whether it is in a shipped config.
    pub(crate) fn is_shipped(&self) -> bool {
        self.source.ends_with(SHIPPED)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(formatter, "{}:{line}", self.source),
            None => write!(formatter, "{}", self.source),
        }
    }
}
