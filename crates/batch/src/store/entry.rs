//! One entry of a store: a file with its own checksum, so that damage is noticed.
//!
//! The first line has the version of the form and the SHA-256 of everything behind it. The second line is JSON ([`Entry`]); the contents of
//! the files beside the report follow it.

use std::fmt;
use std::io::ErrorKind;
use std::path::Path;

use report::Report;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sim::Dependencies;

use crate::job::{BESIDE, Beside, Finished, MOST};

/// The beginning of the first line of an entry; the checksum follows.
const MARK: &str = "epicycle-store-entry 1 ";

/// The result of a run, with its key and the files of the host that it depends on besides.
#[derive(Serialize, Deserialize)]
pub(crate) struct Entry {
    /// The key of the run ([`Store::key`](super::Store::key)).
    pub key: String,
    /// Names of its workload and config in the plan that it was run for.
    pub workload: String,
    pub config: String,
    pub dependencies: Dependencies,
    report: Report,
    failure: Option<String>,
    /// Length in bytes of each of the files beside the report, which follow the line; 0 for a file that there is not.
    streams: Vec<usize>,
    #[serde(skip)]
    beside: Beside,
}

impl Entry {
    pub(super) fn new(
        key: String,
        [workload, config]: [&str; 2],
        finished: &Finished,
        dependencies: &Dependencies,
    ) -> Self {
        Self {
            key,
            workload: workload.into(),
            config: config.into(),
            dependencies: dependencies.clone(),
            report: finished.report.clone(),
            failure: finished.failure.clone(),
            streams: finished.beside.iter().map(Vec::len).collect(),
            beside: finished.beside.clone(),
        }
    }

    /// The bytes of the file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        // All keys of maps are strings and all numbers finite, so this cannot fail.
        let mut body = serde_json::to_vec(self).unwrap_or_default();
        body.push(b'\n');
        for file in &self.beside {
            body.extend_from_slice(file);
        }
        let mut bytes = format!("{MARK}{}\n", hex(&body)).into_bytes();
        bytes.append(&mut body);
        bytes
    }

    /// Reads an entry.
    ///
    /// # Errors
    /// [`Unusable`].
    pub(super) fn read(path: &Path) -> Result<(Self, Vec<u8>), Unusable> {
        let bytes = files::read(path, MOST).map_err(|error| match error.kind() {
            ErrorKind::NotFound => Unusable::Gone,
            // No entry is as long.
            ErrorKind::FileTooLarge => Defect::Damaged(error.to_string()).into(),
            _ => Defect::Unreadable(error.to_string()).into(),
        })?;
        match Self::from_bytes(&bytes) {
            Ok(entry) => Ok((entry, bytes)),
            Err(reason) => Err(Defect::Damaged(reason.into()).into()),
        }
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, &'static str> {
        let line = |bytes: &[u8]| bytes.iter().position(|&byte| byte == b'\n');
        let head = line(bytes).ok_or("its first line is missing")?;
        let sum = bytes[..head]
            .strip_prefix(MARK.as_bytes())
            .ok_or("its first line is not that of an entry")?;
        let body = &bytes[head + 1..];
        if hex(body).as_bytes() != sum {
            return Err("its checksum is wrong");
        }
        let end = line(body).ok_or("its record is missing")?;
        let mut entry: Self = serde_json::from_slice(&body[..end])
            .map_err(|_| "its record is not of this version's form")?;
        let mut rest = &body[end + 1..];
        if entry.streams.len() > BESIDE.len() {
            return Err("its record is not of this version's form");
        }
        for (&length, file) in entry.streams.iter().zip(&mut entry.beside) {
            let (bytes, behind) = rest
                .split_at_checked(length)
                .ok_or("its files are not as long as its record says")?;
            *file = bytes.to_vec();
            rest = behind;
        }
        if !rest.is_empty() {
            return Err("its files are not as long as its record says");
        }
        if entry.report.identities().is_err() {
            return Err("its report contradicts itself");
        }
        Ok(entry)
    }

    /// The name of its file: a hash of the dependencies, so that results of one key with different files of the host are kept side by side.
    pub(super) fn file_name(&self) -> String {
        let text = serde_json::to_vec(&self.dependencies).unwrap_or_default();
        format!("{}.entry", &hex(&text)[..16])
    }

    pub(super) fn report(&self) -> &Report {
        &self.report
    }

    pub(super) fn finished(self) -> Finished {
        Finished {
            report: self.report,
            failure: self.failure,
            beside: self.beside,
        }
    }
}

/// Why an entry cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unusable {
    /// Another process has removed it.
    Gone,
    /// The file is there.
    Defective(Defect),
}

/// What is wrong with the file of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Defect {
    /// Its bytes are not those that were written; the text says how.
    Damaged(String),
    /// The host does not let this process read it, for the reason in the text. The entry may be whole.
    Unreadable(String),
}

impl From<Defect> for Unusable {
    fn from(defect: Defect) -> Self {
        Self::Defective(defect)
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged(reason) => write!(formatter, "damaged: {reason}"),
            Self::Unreadable(reason) => write!(formatter, "unreadable: {reason}"),
        }
    }
}

/// SHA-256 in hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    files::hexadecimal(&Sha256::digest(bytes))
}
