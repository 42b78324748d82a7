//! Reading what was saved.

use std::fmt;

/// Where and why saved bytes are not what they should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Part and fields, the outer first.
    place: Vec<&'static str>,
    reason: String,
}

impl Damage {
    /// For a reason, in no field yet.
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            place: Vec::new(),
            reason: reason.into(),
        }
    }

    /// The same, seen from the owner of a field.
    #[must_use]
    pub fn within(mut self, field: &'static str) -> Self {
        self.place.insert(0, field);
        self
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place.join("."))?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Damage {}

/// The bytes of one part that have not been read.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    bytes: &'a [u8],
    length: usize,
}

impl<'a> Source<'a> {
    /// All of some bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            length: bytes.len(),
        }
    }

    /// The next bytes.
    ///
    /// # Errors
    /// There are not so many.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Damage> {
        let Some((taken, rest)) = self.bytes.split_at_checked(count) else {
            let (at, left) = (self.length - self.bytes.len(), self.bytes.len());
            return Err(Damage::new(format!(
                "{count} bytes at offset {at}, where {left} are left"
            )));
        };
        self.bytes = rest;
        Ok(taken)
    }

    /// The next number.
    ///
    /// # Errors
    /// The part ends first.
    pub fn number(&mut self) -> Result<u64, Damage> {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(self.take(8)?);
        Ok(u64::from_le_bytes(bytes))
    }

    /// A number of things of which each takes at least one byte of what follows.
    ///
    /// # Errors
    /// So many are not left.
    pub fn count(&mut self) -> Result<usize, Damage> {
        let count = self.number()?;
        match usize::try_from(count) {
            Ok(count) if count <= self.bytes.len() => Ok(count),
            _ => Err(Damage::new(format!(
                "{count} entries, where {} bytes are left",
                self.bytes.len()
            ))),
        }
    }

    /// Everything has been read.
    ///
    /// # Errors
    /// Bytes are left.
    pub fn end(&self) -> Result<(), Damage> {
        match self.bytes.len() {
            0 => Ok(()),
            left => Err(Damage::new(format!("{left} bytes too many"))),
        }
    }
}
