//! Reading what was saved.

use std::fmt;

/// Why saved bytes are not a valid state, and in which field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Part and fields, the outer first.
    place: Vec<&'static str>,
    reason: String,
}

impl Damage {
    /// Damage for a reason; [`Damage::within`] adds the fields.
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            place: Vec::new(),
            reason: reason.into(),
        }
    }

    /// The same damage with one more outer field in its place.
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

/// Bytes of the host's memory that the entries of a part's lists may take, however short the part is. The bound guards against a number
/// of entries that a damaged file makes up; the longest table of open files, whose free entries have one byte each in the part, takes less.
const MEMORY: usize = 256 << 20;

/// So many bytes more for each byte of the part: entries that are in use take at most a few times the memory of their bytes.
const MEMORY_OF_A_BYTE: usize = 8;

/// The bytes of one part that have not been read.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    bytes: &'a [u8],
    length: usize,
    /// Bytes of memory that the entries of lists may still take.
    memory: usize,
}

impl<'a> Source<'a> {
    /// All of some bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        let of_bytes = bytes.len().saturating_mul(MEMORY_OF_A_BYTE);
        Self::within_memory(bytes, MEMORY.saturating_add(of_bytes))
    }

    /// All of some bytes, with lists whose entries take so many bytes of memory at most, together.
    pub(crate) fn within_memory(bytes: &'a [u8], memory: usize) -> Self {
        Self {
            bytes,
            length: bytes.len(),
            memory,
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

    /// A number of entries, each of which takes at least one of the bytes that follow.
    ///
    /// # Errors
    /// Fewer bytes are left.
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

    /// The number of entries of a list, each of which takes at least one of the bytes that follow, and the size of a `T` in memory.
    ///
    /// # Errors
    /// Fewer bytes are left, or the lists of the part together take more memory than those of any run.
    pub fn entries<T>(&mut self) -> Result<usize, Damage> {
        let count = self.count()?;
        let memory = count.saturating_mul(size_of::<T>());
        let Some(left) = self.memory.checked_sub(memory) else {
            return Err(Damage::new(format!(
                "{count} entries, which take {memory} bytes of memory, where lists may take {} more",
                self.memory
            )));
        };
        self.memory = left;
        Ok(count)
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
