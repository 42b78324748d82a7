//! What can be wrong with a config, always with the place and the remedy.

use std::io;
use std::path::PathBuf;

use crate::Origin;

/// A config that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No shipped config has the name.
    #[error("unknown config \"{name}\"{}; shipped are {known}; a file is given by a path that ends in .toml", nearest.as_ref().map_or_else(String::new, |nearest| format!(" (did you mean \"{nearest}\"?)")))]
    UnknownName {
        /// The name as given.
        name: String,
        /// The shipped name most like it.
        nearest: Option<String>,
        /// All shipped names.
        known: String,
    },
    /// The file cannot be read.
    #[error("cannot read config {}{}: {source}", path.display(), wanted_by(wanted_by_file.as_deref()))]
    Read {
        /// The file.
        path: PathBuf,
        /// The config whose `base` names it.
        wanted_by_file: Option<String>,
        /// The reason of the operating system.
        source: io::Error,
    },
    /// The text is not TOML.
    #[error("{origin}: malformed TOML: {message}")]
    Syntax {
        /// File and line.
        origin: Origin,
        /// What the parser found.
        message: String,
    },
    /// `base` names the config in which it stands.
    #[error(
        "{origin}: base \"{base}\" is this config itself; name another one, or take the line out"
    )]
    OwnBase {
        /// Where the `base` stands.
        origin: Origin,
        /// Its value.
        base: String,
    },
    /// `base` leads back to a config that is already being loaded.
    #[error(
        "{origin}: base \"{base}\" leads back to a config that is built on this one; break the circle"
    )]
    Circle {
        /// Where the `base` stands.
        origin: Origin,
        /// Its value.
        base: String,
    },
    /// `base` is not text.
    #[error(
        "{origin}: base must be text: the name of a shipped config or a path relative to this file"
    )]
    Base {
        /// Where the `base` stands.
        origin: Origin,
    },
    /// A key that no machine has.
    #[error("{origin}: unknown key \"{key}\"{}", did_you_mean(nearest.as_deref()))]
    UnknownKey {
        /// File and line.
        origin: Origin,
        /// Dotted path of the key.
        key: String,
        /// The known path most like it, if one is near.
        nearest: Option<String>,
    },
    /// The path of a key has nothing before, between or behind its dots.
    #[error("key \"{path}\": the path has an empty part; write it like caches.l2.ways")]
    EmptyPart {
        /// The path as given.
        path: String,
    },
    /// A value that its key cannot hold.
    #[error("{origin}: {key}: {message}")]
    Value {
        /// File and line.
        origin: Origin,
        /// Dotted path of the key.
        key: String,
        /// What is wrong with the value.
        message: String,
    },
    /// A key that no layer sets.
    #[error(
        "{config}: {key} is not set; set it, or build on a shipped config with base = \"itanium\""
    )]
    Missing {
        /// Name of the config.
        config: String,
        /// Dotted path of the key, or of the table that lacks it.
        key: String,
    },
    /// A value, or values together, that no machine can have.
    #[error("{origin}: {key} = {value}: {why}; {remedy}")]
    Range {
        /// File and line of the value.
        origin: Origin,
        /// Dotted path of the key.
        key: String,
        /// The value.
        value: String,
        /// Why it cannot be.
        why: String,
        /// What can be.
        remedy: String,
    },
    /// An override that is not `path=value`.
    #[error("--set {text}: {message}; write --set caches.l2.ways=4")]
    Override {
        /// The override as given.
        text: String,
        /// What is wrong with it.
        message: String,
    },
}

impl Error {
    /// The override, `path=value`, that it is about, if it is about one.
    #[must_use]
    pub fn override_text(&self) -> Option<&str> {
        match self {
            Self::Override { text, .. } => Some(text),
            Self::UnknownKey { origin, .. }
            | Self::Value { origin, .. }
            | Self::Range { origin, .. } => origin.source.strip_prefix(OPTION),
            _ => None,
        }
    }

    /// The same about an override that does not come from an option `--set` but from `place`.
    #[must_use]
    pub fn of_override_in(mut self, place: &str) -> Self {
        let Some(text) = self.override_text().map(str::to_owned) else {
            return self;
        };
        let there = Origin {
            source: format!("{place} {text}").into(),
            line: None,
        };
        match &mut self {
            Self::Override { message, .. } => Self::Value {
                origin: Origin {
                    source: place.into(),
                    line: None,
                },
                key: text,
                message: std::mem::take(message),
            },
            Self::UnknownKey { origin, .. }
            | Self::Value { origin, .. }
            | Self::Range { origin, .. } => {
                *origin = there;
                self
            }
            _ => self,
        }
    }
}

/// What stands before an override in its [`Origin`].
pub(crate) const OPTION: &str = "--set ";

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(
        || "; `epicycle config explain` lists the keys".to_owned(),
        |nearest| format!("; did you mean \"{nearest}\"?"),
    )
}

fn wanted_by(file: Option<&str>) -> String {
    file.map_or_else(String::new, |file| format!(" (the base of {file})"))
}
