//! Pipes.

use crate::abi::errno::Errno;
use machine::{Charge, Frames};
use std::collections::VecDeque;

/// Bytes that a pipe holds, as on Linux with its default of 64 KB.
pub(crate) const CAPACITY: usize = 65536;

/// Bytes up to which a write is not split (POSIX `PIPE_BUF`).
pub(crate) const ATOMIC: usize = 4096;

/// A pipe: a bounded queue of bytes with counts of its ends.
pub(crate) struct Pipe {
    buffer: VecDeque<u8>,
    charge: Charge,
    /// Open files that read from it.
    pub readers: u32,
    /// Open files that write to it.
    pub writers: u32,
    pub inode: u64,
    /// Permissions, which `fchmod` sets.
    pub mode: u32,
}

impl Pipe {
    /// A pipe with one end of each kind.
    pub(crate) fn new(inode: u64, frames: &Frames) -> Pipe {
        Pipe {
            buffer: VecDeque::new(),
            charge: Charge::none(frames),
            readers: 1,
            writers: 1,
            inode,
            mode: 0o600,
        }
    }

    /// A pipe without ends that holds these bytes, with a buffer of so many.
    ///
    /// # Errors
    /// `ENOMEM`: no memory is left for the buffer. `EINVAL`: no pipe has such a buffer.
    pub(crate) fn holding(bytes: &[u8], room: u64, frames: &Frames) -> Result<Pipe, Errno> {
        if bytes.len() as u64 > room || room > CAPACITY as u64 {
            return Err(Errno::EINVAL);
        }
        let mut pipe = Pipe::new(0, frames);
        (pipe.readers, pipe.writers) = (0, 0);
        pipe.charge.resize(room)?;
        pipe.buffer.reserve_exact(room as usize);
        pipe.buffer.extend(bytes);
        Ok(pipe)
    }

    /// What it holds, and the bytes of its buffer.
    pub(crate) fn contents(&self) -> (Vec<u8>, u64) {
        (self.buffer.iter().copied().collect(), self.charge.bytes())
    }

    pub(crate) fn len(&self) -> usize {
        self.buffer.len()
    }

    pub(crate) fn room(&self) -> usize {
        CAPACITY - self.buffer.len()
    }

    /// Takes up to `limit` bytes.
    pub(crate) fn take(&mut self, limit: usize) -> Vec<u8> {
        let count = limit.min(self.buffer.len());
        self.buffer.drain(..count).collect()
    }

    /// Adds what fits, but nothing when a write that must not be split does not fit; gives the count.
    ///
    /// # Errors
    /// `ENOMEM`: no memory is left for the buffer.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        let count = bytes.len().min(self.room());
        if count < bytes.len() && bytes.len() <= ATOMIC {
            return Ok(0);
        }
        let wanted = self.buffer.len() + count;
        if wanted > self.buffer.capacity() {
            let room = wanted.next_power_of_two().clamp(ATOMIC, CAPACITY);
            self.charge.resize(room as u64)?;
            self.buffer.reserve_exact(room - self.buffer.len());
        }
        self.buffer.extend(&bytes[..count]);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_write_is_never_split_and_a_large_one_fills_the_pipe() {
        let mut pipe = Pipe::new(1, &Frames::new(1 << 20));
        assert_eq!(pipe.put(&[0; CAPACITY - 10]), Ok(CAPACITY - 10));
        assert_eq!(pipe.put(&[1; 11]), Ok(0));
        assert_eq!(pipe.put(&[1; ATOMIC + 1]), Ok(10));
        assert_eq!(pipe.take(usize::MAX).len(), CAPACITY);
    }

    #[test]
    fn a_pipe_that_holds_bytes_takes_the_same_memory_and_none_holds_more_than_its_buffer() {
        let frames = Frames::new(1 << 20);
        let mut pipe = Pipe::new(1, &frames);
        pipe.put(&[7; 5000]).unwrap();
        pipe.take(1000);
        let (bytes, room) = pipe.contents();
        let used = frames.used();
        let mut again = Pipe::holding(&bytes, room, &frames).unwrap();
        assert_eq!(frames.used(), 2 * used);
        assert_eq!(again.take(usize::MAX), [7; 4000]);
        assert!(Pipe::holding(&[0; 10], 9, &frames).is_err());
        assert!(Pipe::holding(&[], CAPACITY as u64 + 1, &frames).is_err());
    }
}
