//! Standard input of runs with checkpoints: how much was read of it, by length and hash ([`InputRead`]), and the bytes themselves where parts of the
//! run will read them again ([`InputForParts`]).

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest as _, Sha256};

use crate::kept_input::{KeptInput, Place};
use crate::{Control, Error};

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

/// Bytes of standard input that are kept for runs of parts.
const MOST_KEPT: usize = 1 << 28;

/// All that a run reads of standard input, for runs of its parts, which read the same in the same pieces. Ends before the last one, as a
/// terminal may have them, are left out.
#[derive(Clone)]
pub(crate) struct InputForParts {
    kept: Arc<Mutex<KeptInput>>,
    /// Bytes that are kept at most.
    most: usize,
    /// Stops the run where it reads more than is kept.
    control: Arc<Control>,
}

impl InputForParts {
    /// Nothing has been read so far.
    pub(crate) fn new(control: Arc<Control>) -> Self {
        Self {
            kept: Arc::default(),
            most: MOST_KEPT,
            control,
        }
    }

    /// Wraps a stream so that what is read of it is kept.
    pub(crate) fn keep(&self, stream: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        Box::new(Keeping {
            stream,
            input: self.clone(),
        })
    }

    /// What was read.
    ///
    /// # Errors
    /// [`Error::Apart`]: it was more than is kept.
    pub(crate) fn take(self) -> Result<Arc<KeptInput>, Error> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.exceeds(self.most) {
            return Err(Error::Apart(format!(
                "the program reads more than {} MB of standard input, which is not kept for runs of its parts; leave --threads, --shard out, or give it a file to open",
                self.most >> 20
            )));
        }
        Ok(Arc::new(std::mem::take(&mut *kept)))
    }
}

struct Keeping {
    stream: Box<dyn Read + Send>,
    input: InputForParts,
}

impl Read for Keeping {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(into)?;
        let mut kept = (self.input.kept.lock()).unwrap_or_else(PoisonError::into_inner);
        // The piece that is too much is kept as well: it says that there was too much.
        if !kept.exceeds(self.input.most) && count > 0 {
            kept.keep(&into[..count]);
            if kept.exceeds(self.input.most) {
                self.input.control.interrupt();
            }
        }
        Ok(count)
    }
}

/// The kept input of a run, from the beginning.
pub(crate) struct ReadAgain {
    kept: Arc<KeptInput>,
    place: Place,
}

impl ReadAgain {
    pub(crate) fn new(kept: Arc<KeptInput>) -> Self {
        let place = Place::default();
        Self { kept, place }
    }
}

impl Read for ReadAgain {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        Ok(self.kept.read(&mut self.place, into).unwrap_or(0))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_reads_more_than_is_kept_is_stopped_and_refused() {
        for (room, refused) in [(32, true), (33, false)] {
            let control = Arc::new(Control::default());
            let mut input = InputForParts::new(Arc::clone(&control));
            input.most = room;
            let mut stream = input.keep(Box::new(&b"a line of input, and another line"[..]));
            let mut text = String::new();
            stream.read_to_string(&mut text).unwrap();
            assert_eq!(text, "a line of input, and another line");
            assert_eq!(control.is_stopped(), refused);
            let kept = input.take();
            assert_eq!(kept.is_err(), refused);
            if let Ok(kept) = kept {
                let mut again = String::new();
                ReadAgain::new(kept).read_to_string(&mut again).unwrap();
                assert_eq!(again, text);
            }
        }
    }
}
