//! How pfmon fails: one line on stderr, status 1.

use std::fmt;

/// A fatal error; the text is the whole line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fatal(String);

impl Fatal {
    /// An error with this text.
    pub fn new(text: impl Into<String>) -> Fatal {
        Fatal(text.into())
    }
}

impl fmt::Display for Fatal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fatal {}

impl From<std::io::Error> for Fatal {
    fn from(error: std::io::Error) -> Fatal {
        Fatal(format!("cannot write results: {error}"))
    }
}

/// Shorthand for a failed result.
pub(crate) fn fatal<T>(text: impl Into<String>) -> Result<T, Fatal> {
    Err(Fatal::new(text))
}
