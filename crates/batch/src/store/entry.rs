//! One entry of a store: a file that says of itself whether it is whole.
//!
//! The first line has the form of the file and the SHA-256 of all behind it: a line of JSON, then the files beside the report.

use std::path::Path;

use report::Report;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sim::Dependencies;

use crate::job::{BESIDE, Beside, Finished};

/// How the first line of an entry begins.
const MARK: &str = "epicycle-store-entry 1 ";
/// Most bytes of an entry: a report and the files beside it.
const MOST: u64 = files::REPORT + BESIDE.len() as u64 * files::DATA;

/// The result of a run with what it depends on besides its key.
#[derive(Serialize, Deserialize)]
pub(crate) struct Entry {
    /// What the run was given ([`super::key`]).
    pub key: String,
    /// Names of its workload and config in the plan that it was run for.
    pub workload: String,
    pub config: String,
    pub dependencies: Dependencies,
    report: Report,
    failure: Option<String>,
    /// Bytes of each of the files beside the report behind the line; files that are not there are empty.
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
        // Keys are strings and numbers finite, so this cannot fail.
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
            std::io::ErrorKind::NotFound => Unusable::Gone,
            _ => Unusable::Damaged(error.to_string()),
        })?;
        match Self::from_bytes(&bytes) {
            Ok(entry) => Ok((entry, bytes)),
            Err(reason) => Err(Unusable::Damaged(reason.into())),
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

    /// Name of the file: by what the run depends on, so that runs of one key with different files stand beside each other.
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

/// An entry that cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unusable {
    /// Another process has removed it.
    Gone,
    /// It is not what was written, and why that is known.
    Damaged(String),
}

/// SHA-256 in hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    files::hexadecimal(&Sha256::digest(bytes))
}
