//! Pipes.

use crate::abi::consts::PAGE;
use crate::abi::errno::Errno;
use machine::{Charge, Frames};
use std::collections::VecDeque;

/// Bytes that a new pipe holds at most: 16 pages, as on Linux (`PIPE_DEF_BUFFERS`).
pub(crate) const CAPACITY: u64 = 16 * PAGE;

/// Bytes that each direction of a new pair of sockets holds at most.
pub(crate) const SOCKET_CAPACITY: u64 = 1 << 16;

/// Bytes that a pipe can be made to hold (`/proc/sys/fs/pipe-max-size`).
const LARGEST: u64 = 1 << 20;

/// Bytes up to which a write is not split (POSIX `PIPE_BUF`).
pub(crate) const ATOMIC: usize = 4096;

/// A pipe: a bounded queue of bytes with counts of its ends.
pub(crate) struct Pipe {
    buffer: VecDeque<u8>,
    charge: Charge,
    /// Bytes that it holds at most.
    pub capacity: usize,
    /// Open files that read from it.
    pub readers: u32,
    /// Open files that write to it.
    pub writers: u32,
    pub inode: u64,
    /// Permissions, which `fchmod` sets.
    pub mode: u32,
}

impl Pipe {
    /// A pipe with one end of each kind, which holds `capacity` bytes at most.
    pub(crate) fn new(inode: u64, capacity: u64, frames: &Frames) -> Pipe {
        Pipe {
            buffer: VecDeque::new(),
            charge: Charge::none(frames),
            capacity: capacity as usize,
            readers: 1,
            writers: 1,
            inode,
            mode: 0o600,
        }
    }

    /// A pipe without ends that holds these bytes, with a buffer of so many, and `capacity` at most.
    ///
    /// # Errors
    /// `ENOMEM`: no memory is left for the buffer. `EINVAL`: no pipe has such a buffer, or so many bytes.
    pub(crate) fn holding(
        bytes: &[u8],
        room: u64,
        capacity: u64,
        frames: &Frames,
    ) -> Result<Pipe, Errno> {
        let possible = (PAGE..=LARGEST).contains(&capacity) && capacity.is_power_of_two();
        if bytes.len() as u64 > room.min(capacity) || room > LARGEST || !possible {
            return Err(Errno::EINVAL);
        }
        let mut pipe = Pipe::new(0, capacity, frames);
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
        self.capacity - self.buffer.len()
    }

    /// Has it hold at most so many bytes, rounded up as Linux does. Returns how many that are.
    ///
    /// # Errors
    /// `EINVAL`: no pipe is so large. `EPERM`: that needs more rights. `EBUSY`: it holds more.
    pub(crate) fn resize(&mut self, bytes: u64) -> Result<u64, Errno> {
        if bytes > 1 << 31 {
            return Err(Errno::EINVAL);
        }
        let wanted = bytes.next_power_of_two().max(PAGE);
        if wanted > LARGEST {
            return Err(Errno::EPERM);
        }
        if self.buffer.len() as u64 > wanted {
            return Err(Errno::EBUSY);
        }
        self.capacity = wanted as usize;
        Ok(wanted)
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
            let room = wanted
                .next_power_of_two()
                .clamp(ATOMIC, self.capacity.max(self.buffer.capacity()));
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
        const BYTES: usize = CAPACITY as usize;
        let mut pipe = Pipe::new(1, CAPACITY, &Frames::new(1 << 20));
        assert_eq!(pipe.put(&[0; BYTES - 10]), Ok(BYTES - 10));
        assert_eq!(pipe.put(&[1; 11]), Ok(0));
        assert_eq!(pipe.put(&[1; ATOMIC + 1]), Ok(10));
        assert_eq!(pipe.take(usize::MAX).len(), BYTES);
    }

    #[test]
    fn a_pipe_that_holds_bytes_takes_the_same_memory_and_none_holds_more_than_its_buffer() {
        let frames = Frames::new(1 << 20);
        let mut pipe = Pipe::new(1, CAPACITY, &frames);
        pipe.put(&[7; 5000]).unwrap();
        pipe.take(1000);
        let (bytes, room) = pipe.contents();
        let used = frames.used();
        let mut again = Pipe::holding(&bytes, room, 1 << 16, &frames).unwrap();
        assert_eq!(frames.used(), 2 * used);
        assert_eq!(again.take(usize::MAX), [7; 4000]);
        assert!(Pipe::holding(&[0; 10], 9, 1 << 16, &frames).is_err());
        assert!(Pipe::holding(&[], LARGEST + 1, 1 << 16, &frames).is_err());
        assert!(Pipe::holding(&[], 0, LARGEST + 1, &frames).is_err());
        let long = vec![0; PAGE as usize + 1];
        assert!(Pipe::holding(&long[1..], 1 << 17, PAGE, &frames).is_ok());
        assert!(Pipe::holding(&long, 1 << 17, PAGE, &frames).is_err());
    }

    #[test]
    fn a_pipe_is_made_larger_and_smaller_as_far_as_its_bytes_and_the_user_s_rights_permit() {
        let mut pipe = Pipe::new(1, CAPACITY, &Frames::new(1 << 22));
        assert_eq!(pipe.resize(100_000), Ok(1 << 17));
        assert_eq!(pipe.put(&[1; 1 << 18]), Ok(1 << 17));
        assert_eq!(pipe.resize(1 << 16), Err(Errno::EBUSY));
        pipe.take(1 << 17);
        assert_eq!(pipe.resize(1), Ok(PAGE));
        assert_eq!(pipe.put(&[1; 1 << 18]), Ok(PAGE as usize));
        assert_eq!(pipe.resize((1 << 20) + 1), Err(Errno::EPERM));
        for bytes in [(1 << 31) + 1, 1 << 33] {
            assert_eq!(pipe.resize(bytes), Err(Errno::EINVAL));
        }
    }
}
