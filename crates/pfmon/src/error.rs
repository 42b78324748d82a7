//! How pfmon fails: one line on stderr, status 1.

use std::fmt;

/// A fatal error; the text is the whole line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fatal {
    text: String,
    closed_pipe: bool,
}

impl Fatal {
    /// An error with this text.
    pub(crate) fn new(text: impl Into<String>) -> Fatal {
        Fatal {
            text: text.into(),
            closed_pipe: false,
        }
    }

    /// The reader of the output has closed it, which is no error.
    #[must_use]
    pub(crate) fn is_closed_pipe(&self) -> bool {
        self.closed_pipe
    }
}

impl fmt::Display for Fatal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Fatal {}

impl From<std::io::Error> for Fatal {
    fn from(error: std::io::Error) -> Fatal {
        Fatal {
            text: format!("cannot write {error}"),
            closed_pipe: error.kind() == std::io::ErrorKind::BrokenPipe,
        }
    }
}

/// ", did you mean X?" with the nearest of `names`, if one is near to `wrong`, whatever the case.
pub(crate) fn nearest<N: AsRef<str>>(wrong: &str, names: impl Iterator<Item = N>) -> String {
    let wrong = wrong.to_uppercase();
    let distance = |name: &N| strsim::damerau_levenshtein(&wrong, &name.as_ref().to_uppercase());
    let nearest = names
        .map(|name| (distance(&name), name))
        .min_by_key(|(distance, _)| *distance);
    match nearest {
        Some((distance, name)) if distance <= 1 + wrong.chars().count() / 4 => {
            format!(", did you mean {}?", name.as_ref())
        }
        _ => String::new(),
    }
}

/// Shorthand for a failed result.
pub(crate) fn fatal<T>(text: impl Into<String>) -> Result<T, Fatal> {
    Err(Fatal::new(text))
}

/// `option` has a list of `given` elements for `count` events, which are fewer.
pub(crate) fn superfluous(what: &str, option: &str, given: usize, count: usize) -> Fatal {
    let events = match count {
        1 => "is 1 event".to_owned(),
        _ => format!("are {count} events"),
    };
    Fatal::new(format!(
        "too many {what} specified: --{option} has {given}, and there {events}"
    ))
}
