//! Standard input of a run that is written down or goes on: what was read of it, by length and hash.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest as _, Sha256};

/// What was read so far.
#[derive(Clone, Default)]
pub(crate) struct Taken(Arc<Mutex<(u64, Sha256)>>);

impl Taken {
    fn add(&self, bytes: &[u8]) {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.0 += bytes.len() as u64;
        taken.1.update(bytes);
    }

    /// Bytes, and their SHA-256.
    pub(crate) fn so_far(&self) -> (u64, String) {
        let taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let hash = taken.1.clone().finalize();
        (taken.0, checkpoint::hexadecimal(&hash))
    }
}

/// Most bytes of standard input that are kept for runs of parts.
const MOST_KEPT: usize = 1 << 28;

/// What a run reads, kept for runs that read the same again.
#[derive(Clone, Default)]
pub(crate) struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    /// A stream that is kept as far as it is read.
    pub(crate) fn keep(&self, stream: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        Box::new(Keeping {
            stream,
            kept: self.clone(),
        })
    }

    /// What was read.
    pub(crate) fn take(self) -> Arc<[u8]> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *kept).into()
    }
}

struct Keeping {
    stream: Box<dyn Read + Send>,
    kept: Kept,
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

/// A stream of which is noted what is read.
pub(crate) struct Noted {
    stream: Box<dyn Read + Send>,
    taken: Taken,
}

impl Noted {
    pub(crate) fn new(stream: Box<dyn Read + Send>, taken: Taken) -> Self {
        Self { stream, taken }
    }

    /// Passes over what an earlier run has read.
    ///
    /// # Errors
    /// What is different, in words.
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
        match self.taken.so_far().1 == *hash {
            true => Ok(()),
            false => Err(format!("its first {length} bytes are others")),
        }
    }
}

impl Read for Noted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(into)?;
        self.taken.add(&into[..count]);
        Ok(count)
    }
}
