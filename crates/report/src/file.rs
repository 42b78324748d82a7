//! Reports as files: one canonical form, written whole or not at all.

use std::io;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::SCHEMA_VERSION;

/// A report or summary file that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Reading failed.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason of the operating system.
        source: io::Error,
    },
    /// Writing failed.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason of the operating system.
        source: io::Error,
    },
    /// The text is not JSON, or not in the form of the schema.
    #[error("{}: not what `epicycle run --report`, `batch` or `merge` writes: {reason}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// What is wrong and where.
        reason: String,
    },
    /// Another version of the form.
    #[error(
        "{}: version {found} of the form, and this epicycle reads version {SCHEMA_VERSION}; write it again with this one",
        path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its `schema_version`.
        found: u32,
    },
}

/// The canonical text of a report or summary: keys in the order of the schema (maps sorted), two blanks of indent, one
/// final newline. Equal reports are equal bytes.
#[must_use]
pub fn to_json<T: Serialize>(document: &T) -> String {
    // The types of this crate have string keys and finite numbers only, which cannot fail to serialise.
    let mut text = serde_json::to_string_pretty(document).unwrap_or_default();
    text.push('\n');
    text
}

/// Writes the canonical text to `path` so that a reader sees the old file or the whole new one.
///
/// # Errors
/// [`FileError::Write`] when the folder does not take the file.
pub fn write<T: Serialize>(path: &Path, document: &T) -> Result<(), FileError> {
    files::write(path, to_json(document).as_bytes()).map_err(|source| FileError::Write {
        path: path.into(),
        source,
    })
}

/// Reads a report (or summary); `-` is standard input.
///
/// # Errors
/// [`FileError::Read`], [`FileError::Form`] or [`FileError::Version`].
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<T, FileError> {
    parse(path, &read_text(path)?)
}

/// Reads the text of a report, or of another document with its version; `-` is standard input, which can be read once.
pub(crate) fn read_text(path: &Path) -> Result<String, FileError> {
    files::read_text(path, files::REPORT).map_err(|source| FileError::Read {
        path: path.into(),
        source,
    })
}

/// The document of a text; `path` is for messages.
pub(crate) fn parse<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, FileError> {
    let form = |error| FileError::Form {
        path: path.into(),
        reason: json_fault(&error),
    };
    // Before the form, which may be another one in another version.
    let version: Versioned = serde_json::from_str(text).map_err(form)?;
    if version.schema_version != SCHEMA_VERSION {
        return Err(FileError::Version {
            path: path.into(),
            found: version.schema_version,
        });
    }
    serde_json::from_str(text).map_err(form)
}

/// What is wrong with a document, and where, in the words of JSON: serde names the types of Rust that it should have been.
#[must_use]
pub fn json_fault(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let Some((found, rest)) = text.split_once(", expected ") else {
        return text;
    };
    let (expected, place) = rest.split_at(rest.rfind(" at line ").unwrap_or(rest.len()));
    let expected = match expected.split(' ').next().unwrap_or_default() {
        "struct" | "map" => "an object",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number that is not negative",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        _ => expected,
    };
    format!("{found}, expected {expected}{place}")
}

/// The same of a document that is this line of a file, from 1: the place is that in the file.
pub(crate) fn json_fault_in_line(error: &serde_json::Error, line: usize) -> String {
    let fault = json_fault(error);
    let place = |line| format!(" at line {line} column {}", error.column());
    match fault.strip_suffix(&place(error.line())) {
        Some(what) => format!("{what}{}", place(line)),
        None => fault,
    }
}

/// What every version has.
#[derive(Deserialize)]
struct Versioned {
    schema_version: u32,
}

/// The JSON Schema of `T`, as the repository holds it under `schema/`.
#[must_use]
pub fn schema<T: JsonSchema>() -> String {
    to_json(&schemars::schema_for!(T))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_document_is_said_in_the_words_of_json() {
        let fault = |text: &str| {
            let read = serde_json::from_str::<Versioned>(text);
            json_fault(&read.err().expect("it is wrong"))
        };
        for (text, said) in [
            (
                "[]",
                "invalid length 0, expected an object at line 1 column 2",
            ),
            (
                "5",
                "invalid type: integer `5`, expected an object at line 1 column 1",
            ),
            (
                "{\"schema_version\": \"x\"}",
                "invalid type: string \"x\", expected a whole number that is not negative at line 1 column 22",
            ),
            ("{}", "missing field `schema_version` at line 1 column 2"),
            ("{", "EOF while parsing an object at line 1 column 1"),
        ] {
            assert_eq!(fault(text), said);
        }
    }
}
