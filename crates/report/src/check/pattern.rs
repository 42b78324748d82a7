//! Names with `*`, `?` and `[…]` in rules.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A name, or a pattern that stands for all names that fit it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Pattern {
    text: String,
    /// `None` where the text is no pattern, so that it fits itself only.
    compiled: Option<glob::Pattern>,
}

/// Whether a text has what makes it a pattern.
pub(super) fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

impl Pattern {
    /// Whether the name is the text itself, as names of configs with lists are, or fits it.
    #[must_use]
    pub fn fits(&self, name: &str) -> bool {
        self.text == name
            || self
                .compiled
                .as_ref()
                .is_some_and(|pattern| pattern.matches(name))
    }

    /// The same for the name of a workload or config, of which the part in front of the first `+` may fit as well: `nops` also
    /// means `nops+size=100`.
    #[must_use]
    pub fn fits_with_settings(&self, name: &str) -> bool {
        self.fits(name) || self.fits(name.split('+').next().unwrap_or(name))
    }
}

impl From<String> for Pattern {
    fn from(text: String) -> Self {
        let compiled = is_pattern(&text)
            .then(|| glob::Pattern::new(&text).ok())
            .flatten();
        Self { text, compiled }
    }
}

impl std::str::FromStr for Pattern {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self::from(text.to_owned()))
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> Self {
        pattern.text
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}
