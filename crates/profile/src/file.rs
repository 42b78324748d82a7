//! Reads and checks profile files.

use std::io::{self, BufRead as _};
use std::path::{Path, PathBuf};

use crate::form::{PROFILE_VERSION, ProfileFile};
use crate::sums;

/// Why a profile cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// Reading failed.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason of the operating system.
        source: io::Error,
    },
    /// The text is not JSON, or not in the form of the schema.
    #[error("{}: not what `epicycle run --profile` writes: {reason}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// What is wrong and where.
        reason: String,
    },
    /// It has another version of the form.
    #[error(
        "{}: version {found} of the profile, and this epicycle reads version {PROFILE_VERSION}; record it again with this one",
        path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u64,
    },
    /// An index in it is out of range.
    #[error("{}: {what} is not in the profile; record it again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is missing.
        what: String,
    },
    /// A total in it is not the sum of its parts.
    #[error("{}: damaged, {what}; record it again", path.display())]
    Unequal {
        /// The file.
        path: PathBuf,
        /// Which sum is not that of which number.
        what: String,
    },
}

/// Whether a file looks like a profile: JSON that begins with `profile_version`; `-` is standard input. False if it cannot be read.
#[must_use]
pub fn is_profile(path: &Path) -> bool {
    if files::is_standard_input(path) {
        // What was read stays in the buffer, for `read`.
        return io::stdin().lock().fill_buf().is_ok_and(begins);
    }
    files::read_start(path, 64).is_ok_and(|start| begins(&start))
}

/// Whether a text begins with [`BEGINNING`], white space apart.
fn begins(text: &[u8]) -> bool {
    let text = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    text.take(BEGINNING.len()).eq(BEGINNING)
}

const BEGINNING: &[u8] = b"{\"profile_version\":";

/// Reads a profile.
///
/// # Errors
/// [`ProfileError`]: it cannot be read, is not a profile of this version, or is damaged.
pub fn read(path: &Path) -> Result<ProfileFile, ProfileError> {
    let failed = |source| ProfileError::Read {
        path: path.into(),
        source,
    };
    let text = files::read_text(path, files::PROFILE).map_err(failed)?;
    let form = |error| ProfileError::Form {
        path: path.into(),
        reason: report::json_fault(&error),
    };
    let version: Version = serde_json::from_str(&text).map_err(form)?;
    if version.profile_version != u64::from(PROFILE_VERSION) {
        return Err(ProfileError::Version {
            path: path.into(),
            found: version.profile_version,
        });
    }
    let profile: ProfileFile = serde_json::from_str(&text).map_err(form)?;
    if let Some(what) = missing(&profile) {
        return Err(ProfileError::Damaged {
            path: path.into(),
            what,
        });
    }
    match sums::check(&profile) {
        Err(what) => Err(ProfileError::Unequal {
            path: path.into(),
            what,
        }),
        Ok(()) => Ok(profile),
    }
}

#[derive(serde::Deserialize)]
struct Version {
    profile_version: u64,
}

/// What an index in a profile names that is not there; `None`: all indices are in range.
fn missing(profile: &ProfileFile) -> Option<String> {
    for (number, path) in (0..).zip(&profile.paths) {
        if path.function as usize >= profile.functions.len() {
            return Some(format!("function {} of path {number}", path.function));
        }
        if path.caller.is_some_and(|caller| caller >= number) {
            return Some(format!("the caller of path {number}"));
        }
    }
    let functions = profile.functions.iter();
    let mut places = functions.flat_map(|one| one.instructions.iter().flat_map(|one| &one.source));
    places
        .find(|place| place.file as usize >= profile.files.len())
        .map(|place| format!("file {}", place.file))
}

/// The JSON Schema of profiles.
#[must_use]
pub fn schema() -> String {
    report::schema::<ProfileFile>()
}
