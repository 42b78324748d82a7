//! Standard input of runs with checkpoints: how much was read of it, by length and hash ([`InputRead`]), and the bytes themselves where parts of the
//! run will read them again ([`KeptInput`]).

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest as _, Sha256};

/// The number of bytes that were read so far, and their SHA-256.
#[derive(Clone, Default)]
pub(crate) struct InputRead(Arc<Mutex<(u64, Sha256)>>);

impl InputRead {
    fn add(&self, bytes: &[u8]) {
        let mut read = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        read.0 += bytes.len() as u64;
        read.1.update(bytes);
    }

    /// The number of bytes, and their SHA-256 in hexadecimal.
    pub(crate) fn so_far(&self) -> (u64, String) {
        let read = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let hash = read.1.clone().finalize();
        (read.0, checkpoint::hexadecimal(&hash))
    }
}

/// Most bytes of standard input that are kept for runs of parts.
const MOST_KEPT: usize = 1 << 28;

/// All bytes that a run reads, for runs of its parts, which read the same.
#[derive(Clone, Default)]
pub(crate) struct KeptInput(Arc<Mutex<Vec<u8>>>);

impl KeptInput {
    /// Wraps a stream so that the bytes that are read of it are kept.
    pub(crate) fn keep(&self, stream: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        Box::new(Keeping {
            stream,
            kept: self.clone(),
        })
    }

    /// The bytes that were read.
    pub(crate) fn take(self) -> Arc<[u8]> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *kept).into()
    }
}

struct Keeping {
    stream: Box<dyn Read + Send>,
    kept: KeptInput,
}

impl Read for Keeping {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(into)?;
        let mut kept = self.kept.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() + count > MOST_KEPT {
            return Err(io::Error::other(
                "more input than is kept for runs of parts",
            ));
        }
        kept.extend_from_slice(&into[..count]);
        Ok(count)
    }
}

/// A stream that adds the bytes read of it to an [`InputRead`].
pub(crate) struct CountedInput {
    stream: Box<dyn Read + Send>,
    read: InputRead,
}

impl CountedInput {
    pub(crate) fn new(stream: Box<dyn Read + Send>, read: InputRead) -> Self {
        Self { stream, read }
    }

    /// Skips the bytes that an earlier run had read, given by length and hash.
    ///
    /// # Errors
    /// The difference, in words.
    pub(crate) fn pass(&mut self, (length, hash): &(u64, String)) -> Result<(), String> {
        let mut left = *length;
        let mut buffer = vec![0; 1 << 16];
        while left > 0 {
            let part = left.min(buffer.len() as u64) as usize;
            match self.read(&mut buffer[..part]) {
                Ok(0) => {
                    let held = length - left;
                    return Err(format!(
                        "it ends after {held} bytes, and the run has read {length} of it"
                    ));
                }
                Ok(count) => left -= count as u64,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.to_string()),
            }
        }
        match self.read.so_far().1 == *hash {
            true => Ok(()),
            false => Err(format!("its first {length} bytes are others")),
        }
    }
}

impl Read for CountedInput {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(into)?;
        self.read.add(&into[..count]);
        Ok(count)
    }
}
