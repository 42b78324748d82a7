//! Pipes, and the two directions of pairs of sockets.

use crate::abi::consts::PAGE;
use crate::abi::errno::Errno;
use crate::pool::Id;
use machine::{Charge, Frames};
use std::collections::VecDeque;

/// Bytes that a new pipe holds at most: 16 pages, as on Linux (`PIPE_DEF_BUFFERS`).
pub(crate) const CAPACITY: u64 = 16 * PAGE;

/// Bytes that each direction of a new pair of sockets holds at most.
pub(crate) const SOCKET_CAPACITY: u64 = 1 << 16;

/// Bytes that each direction of a pair of sockets holds at most when it carries messages, with what is kept of each message.
pub(crate) const MESSAGE_CAPACITY: u64 = 1 << 18;

/// Bytes for which a socket has a buffer, as Linux says (`net.core.wmem_default`).
pub(crate) const SOCKET_BUFFER: u32 = 212_992;

/// Bytes of a message at most: those of a socket's buffer but for what Linux keeps there itself.
pub(crate) const LONGEST_MESSAGE: usize = SOCKET_BUFFER as usize - 32;

/// Bytes in front of each message: its length.
const HEADER: usize = size_of::<u32>();

/// Bytes that a pipe can be made to hold (`/proc/sys/fs/pipe-max-size`).
const LARGEST: u64 = 1 << 20;

/// Bytes up to which a write is not split (POSIX `PIPE_BUF`).
pub(crate) const ATOMIC: usize = 4096;

/// What a pipe carries.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Carries {
    Bytes,
    /// Messages of a connection, which ends (`SOCK_SEQPACKET`).
    Packets,
    /// Messages without a connection (`SOCK_DGRAM`).
    Datagrams,
}

/// How far a direction of a pair of sockets has ended. A pipe has none of this.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Ending {
    /// The reader gets nothing more than what lies here (`RCV_SHUTDOWN`).
    pub reading: bool,
    /// The writer sends nothing more (`SEND_SHUTDOWN`).
    pub writing: bool,
    /// The writer has learned that the other socket is closed, and is connected to none.
    pub severed: bool,
    /// The error that the next call of the reader reports (`SO_ERROR`).
    pub error: Option<Errno>,
}

/// Open files that are passed with bytes or a message. Their places count the bytes of the buffer from the pipe's beginning.
pub(crate) struct Passed {
    pub start: u64,
    /// A read does not go beyond this place before it has got the files.
    pub end: u64,
    /// The pipe is an owner of each.
    pub files: Vec<Id>,
}

/// What is received of a pair of sockets.
#[derive(Default)]
pub(crate) struct Received {
    pub bytes: Vec<u8>,
    /// Bytes of the whole message; of a stream, those that were received.
    pub length: usize,
    /// Open files that were passed.
    pub files: Vec<Id>,
}

/// A pipe: a bounded queue of bytes or messages with counts of its ends.
pub(crate) struct Pipe {
    /// What it holds; each message with its length in front of it.
    buffer: VecDeque<u8>,
    pub carries: Carries,
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
    /// Of a pair of sockets: the number of the process that has made it.
    pub maker: u32,
    /// Of a pair of sockets: how far it has ended.
    pub ending: Ending,
    /// Open files that are under way, by their places.
    passed: VecDeque<Passed>,
    /// Of bytes: the places of those that are packets. A read ends with a packet and loses the rest of it.
    packets: VecDeque<(u64, u64)>,
    /// Bytes that have been taken from the buffer so far.
    taken: u64,
}

impl Pipe {
    /// A pipe for bytes with one end of each kind, which holds `capacity` bytes at most.
    pub(crate) fn new(inode: u64, capacity: u64, frames: &Frames) -> Pipe {
        Pipe {
            buffer: VecDeque::new(),
            carries: Carries::Bytes,
            charge: Charge::none(frames),
            capacity: capacity as usize,
            readers: 1,
            writers: 1,
            inode,
            mode: 0o600,
            maker: 0,
            ending: Ending::default(),
            passed: VecDeque::new(),
            packets: VecDeque::new(),
            taken: 0,
        }
    }

    /// One direction of a pair of sockets, which a process makes.
    pub(crate) fn of_sockets(carries: Carries, maker: u32, inode: u64, frames: &Frames) -> Pipe {
        let capacity = match carries {
            Carries::Bytes => SOCKET_CAPACITY,
            Carries::Packets | Carries::Datagrams => MESSAGE_CAPACITY,
        };
        Pipe {
            carries,
            maker,
            ..Pipe::new(inode, capacity, frames)
        }
    }

    /// A pipe without ends that holds these bytes, with a buffer of so many, and `capacity` at most.
    ///
    /// # Errors
    /// `ENOMEM`: no memory is left for the buffer. `EINVAL`: no pipe has such a buffer, so many bytes, or such messages.
    pub(crate) fn holding(
        carries: Carries,
        bytes: &[u8],
        room: u64,
        capacity: u64,
        frames: &Frames,
    ) -> Result<Pipe, Errno> {
        let possible = (PAGE..=LARGEST).contains(&capacity) && capacity.is_power_of_two();
        if bytes.len() as u64 > room.min(capacity) || room > LARGEST || !possible {
            return Err(Errno::EINVAL);
        }
        let mut pipe = Pipe {
            carries,
            ..Pipe::new(0, capacity, frames)
        };
        (pipe.readers, pipe.writers) = (0, 0);
        pipe.charge.resize(room)?;
        pipe.buffer.reserve_exact(room as usize);
        pipe.buffer.extend(bytes);
        if pipe.has_torn_messages() {
            return Err(Errno::EINVAL);
        }
        Ok(pipe)
    }

    /// Whether what it holds is not whole messages.
    fn has_torn_messages(&self) -> bool {
        let mut at = 0;
        while self.carries != Carries::Bytes && at < self.buffer.len() {
            match self.message_at(at) {
                Some(length) if length <= LONGEST_MESSAGE => at += HEADER + length,
                _ => return true,
            }
        }
        self.carries != Carries::Bytes && at != self.buffer.len()
    }

    /// What it holds, and the bytes of its buffer.
    pub(crate) fn contents(&self) -> (Vec<u8>, u64) {
        (self.buffer.iter().copied().collect(), self.charge.bytes())
    }

    /// Open files that are under way.
    pub(crate) fn files_under_way(&self) -> impl Iterator<Item = Id> {
        self.passed.iter().flat_map(|passed| &passed.files).copied()
    }

    /// The open files that are under way, each with the range of bytes of the buffer with which it is passed.
    pub(crate) fn passed(&self) -> impl Iterator<Item = (u64, u64, Id)> {
        let places = |it: &Passed| (it.start - self.taken, it.end - self.taken);
        self.passed.iter().flat_map(move |it| {
            let (start, end) = places(it);
            it.files.iter().map(move |&file| (start, end, file))
        })
    }

    /// Passes a further open file with a range of bytes of the buffer, behind those that it passes already or with the last of
    /// them. False: there is no such range.
    pub(crate) fn pass_again(&mut self, start: u64, end: u64, file: Id) -> bool {
        match self.passed.back_mut() {
            Some(last) if (last.start, last.end) == (start, end) => last.files.push(file),
            Some(last) if start < last.end => return false,
            _ if start >= end || end > self.buffer.len() as u64 => return false,
            _ => self.passed.push_back(Passed {
                start,
                end,
                files: vec![file],
            }),
        }
        true
    }

    /// The packets among the bytes that it holds, as ranges of the buffer.
    pub(crate) fn packets(&self) -> impl Iterator<Item = (u64, u64)> {
        let packets = self.packets.iter();
        packets.map(|&(start, end)| (start - self.taken, end - self.taken))
    }

    /// Has a range of the buffer, behind the packets that there are, be a packet. False: that cannot be.
    pub(crate) fn mark_packet(&mut self, start: u64, end: u64) -> bool {
        let behind = self.packets.back().map_or(0, |last| last.1 - self.taken);
        let possible = self.is_stream()
            && self.passed.is_empty()
            && (behind..end).contains(&start)
            && end <= self.buffer.len() as u64
            && end - start <= PAGE;
        if possible {
            self.packets
                .push_back((self.taken + start, self.taken + end));
        }
        possible
    }

    /// Loses what it holds. Gives the open files, whose owner the caller becomes.
    pub(crate) fn empty(&mut self) -> Vec<Id> {
        self.taken += self.buffer.len() as u64;
        self.buffer.clear();
        self.packets.clear();
        self.passed.drain(..).flat_map(|it| it.files).collect()
    }

    /// Whether it carries bytes without boundaries.
    pub(crate) fn is_stream(&self) -> bool {
        self.carries == Carries::Bytes
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// Bytes that a read can take: of the next message, if it carries messages.
    pub(crate) fn len(&self) -> usize {
        match self.carries {
            Carries::Bytes => self.buffer.len(),
            Carries::Packets | Carries::Datagrams => self.message_at(0).unwrap_or(0),
        }
    }

    /// Bytes that wait to be read, as `FIONREAD` tells them: of datagrams, those of the next one.
    pub(crate) fn waiting(&self) -> usize {
        if self.carries != Carries::Packets {
            return self.len();
        }
        let mut at = 0;
        let mut sum = 0;
        while let Some(length) = self.message_at(at) {
            at += HEADER + length;
            sum += length;
        }
        sum
    }

    /// The length of the message whose header lies at a place of the buffer.
    fn message_at(&self, at: usize) -> Option<usize> {
        let mut header = [0; HEADER];
        for (offset, byte) in header.iter_mut().enumerate() {
            *byte = *self.buffer.get(at + offset)?;
        }
        Some(u32::from_le_bytes(header) as usize)
    }

    /// Whether it holds more than it has room for, which no writes lead to.
    pub(crate) fn overflows(&self) -> bool {
        self.used() > self.capacity
    }

    /// Bytes of its capacity that are used. A packet takes a page.
    fn used(&self) -> usize {
        let spared = self.packets().map(|(start, end)| PAGE - (end - start));
        self.buffer.len() + spared.sum::<u64>() as usize
    }

    /// Bytes that a write of packets, or else of bytes, can add: a packet needs a page.
    pub(crate) fn room_for(&self, packets: bool) -> usize {
        match packets {
            true => self.room() / PAGE as usize * PAGE as usize,
            false => self.room(),
        }
    }

    /// Bytes that a write can add.
    pub(crate) fn room(&self) -> usize {
        let free = self.capacity.saturating_sub(self.used());
        match self.carries {
            Carries::Bytes => free,
            Carries::Packets | Carries::Datagrams => {
                free.saturating_sub(HEADER).min(LONGEST_MESSAGE)
            }
        }
    }

    /// Whether nothing will be added any more. A socket for datagrams does not learn that the other one is closed.
    pub(crate) fn has_ended(&self) -> bool {
        self.ending.reading || self.writers == 0 && self.carries != Carries::Datagrams
    }

    /// Whether every write fails.
    pub(crate) fn takes_nothing(&self) -> bool {
        let Ending {
            reading,
            writing,
            severed,
            ..
        } = self.ending;
        self.readers == 0 || reading || writing || severed
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
        if self.used() as u64 > wanted {
            return Err(Errno::EBUSY);
        }
        self.capacity = wanted as usize;
        Ok(wanted)
    }

    /// Takes up to `limit` bytes; of the next message, whose rest is lost.
    pub(crate) fn take(&mut self, limit: usize) -> Vec<u8> {
        self.receive(limit, false).bytes
    }

    /// Receives up to `limit` bytes, of the next message if it carries messages, with the open files that are passed with them.
    /// `keep`: all of it stays, and the files are those that the pipe owns.
    pub(crate) fn receive(&mut self, limit: usize, keep: bool) -> Received {
        if self.buffer.is_empty() {
            return Received::default();
        }
        let packet = self.packets().next();
        let (header, length, whole) = match self.carries {
            Carries::Bytes => {
                let length = self.segment().min(limit);
                let cut = packet.filter(|packet| length as u64 > packet.0);
                (0, length, cut.map_or(length, |(_, end)| end as usize))
            }
            Carries::Packets | Carries::Datagrams => (HEADER, self.len(), HEADER + self.len()),
        };
        let behind = self.taken + whole.max(1) as u64;
        let files = match self.passed.front() {
            Some(next) if next.start >= behind => Vec::new(),
            Some(next) if keep => next.files.clone(),
            _ => self.passed.pop_front().map_or(Vec::new(), |it| it.files),
        };
        let bytes = self.buffer.iter().skip(header).take(length.min(limit));
        let bytes = bytes.copied().collect();
        if !keep {
            self.buffer.drain(..whole);
            self.taken += whole as u64;
            if packet.is_some_and(|(_, end)| end <= whole as u64) {
                self.packets.pop_front();
            }
        }
        Received {
            bytes,
            length,
            files,
        }
    }

    /// Bytes that one read can take: those up to the end of the next packet or of the next ones with which open files are passed, or of the next
    /// message.
    pub(crate) fn segment(&self) -> usize {
        let end = self
            .passed
            .front()
            .map_or(u64::MAX, |it| it.end - self.taken);
        let end = self
            .packets()
            .next()
            .map_or(end, |packet| packet.1.min(end));
        match self.carries {
            Carries::Bytes => self.len().min(usize::try_from(end).unwrap_or(usize::MAX)),
            Carries::Packets | Carries::Datagrams => self.len(),
        }
    }

    /// Adds what fits, but nothing when a message or a write that must not be split does not fit; gives the count, or `None` if
    /// nothing fits.
    ///
    /// # Errors
    /// `ENOMEM`: no memory is left for the buffer. `EMSGSIZE`: no message is so long.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<Option<usize>, Errno> {
        self.pass(bytes, &mut Vec::new())
    }

    /// Adds packets, of a page each and what is left; those that fit, each as a whole. Gives the count of their bytes, or `None` if
    /// nothing fits.
    ///
    /// # Errors
    /// `ENOMEM`: no memory is left for the buffer.
    pub(crate) fn put_packets(&mut self, bytes: &[u8]) -> Result<Option<usize>, Errno> {
        let mut done = None;
        for packet in bytes.chunks(PAGE as usize) {
            let start = self.buffer.len() as u64;
            if self.room_for(true) == 0 {
                break;
            }
            match self.put(packet) {
                Err(errno) if done.is_none() => return Err(errno),
                Err(_) => break,
                Ok(_) => {}
            }
            self.mark_packet(start, start + packet.len() as u64);
            done = Some(done.unwrap_or(0) + packet.len());
        }
        Ok(done)
    }

    /// As [`Pipe::put`], with open files, whose owner the pipe becomes if it takes something.
    ///
    /// # Errors
    /// As [`Pipe::put`].
    pub(crate) fn pass(
        &mut self,
        bytes: &[u8],
        files: &mut Vec<Id>,
    ) -> Result<Option<usize>, Errno> {
        let header = match u32::try_from(bytes.len()) {
            _ if self.carries == Carries::Bytes => Vec::new(),
            Ok(length) if bytes.len() <= LONGEST_MESSAGE => length.to_le_bytes().to_vec(),
            _ => return Err(Errno::EMSGSIZE),
        };
        let whole = !header.is_empty() || bytes.len() <= ATOMIC;
        let room = self.capacity.saturating_sub(self.used());
        let count = bytes.len().min(room.saturating_sub(header.len()));
        if room < header.len() || count < bytes.len() && (whole || count == 0) {
            return Ok(None);
        }
        let wanted = self.buffer.len() + header.len() + count;
        if wanted > self.buffer.capacity() {
            let room = wanted
                .next_power_of_two()
                .clamp(ATOMIC, self.capacity.max(self.buffer.capacity()));
            self.charge.resize(room as u64)?;
            self.buffer.reserve_exact(room - self.buffer.len());
        }
        let start = self.taken + self.buffer.len() as u64;
        self.buffer.extend(header);
        self.buffer.extend(&bytes[..count]);
        let end = self.taken + self.buffer.len() as u64;
        if !files.is_empty() && end > start {
            self.passed.push_back(Passed {
                start,
                end,
                files: std::mem::take(files),
            });
        }
        Ok(Some(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_ends_with_a_packet_and_loses_its_rest() {
        let mut pipe = Pipe::new(1, CAPACITY, &Frames::new(1 << 20));
        assert_eq!(pipe.put(b"ab"), Ok(Some(2)));
        for packet in [b"cde", b"fgh"] {
            assert_eq!(pipe.put_packets(packet), Ok(Some(3)));
        }
        assert_eq!(pipe.put(b"ij"), Ok(Some(2)));
        assert_eq!(pipe.take(1), *b"a");
        assert_eq!(pipe.take(3), *b"bcd");
        assert_eq!(pipe.take(9), *b"fgh");
        assert_eq!(pipe.take(9), *b"ij");
        let long = vec![0; CAPACITY as usize + 1];
        assert_eq!(pipe.put_packets(b"x"), Ok(Some(1)));
        let fits = (CAPACITY - PAGE) as usize;
        assert_eq!(pipe.put_packets(&long), Ok(Some(fits)));
        assert_eq!((pipe.room(), pipe.put_packets(b"y")), (0, Ok(None)));
        assert_eq!(pipe.resize(CAPACITY / 2), Err(Errno::EBUSY));
    }

    #[test]
    fn a_small_write_is_never_split_and_a_large_one_fills_the_pipe() {
        const BYTES: usize = CAPACITY as usize;
        let mut pipe = Pipe::new(1, CAPACITY, &Frames::new(1 << 20));
        assert_eq!(pipe.put(&[0; BYTES - 10]), Ok(Some(BYTES - 10)));
        assert_eq!(pipe.put(&[1; 11]), Ok(None));
        assert_eq!(pipe.put(&[1; ATOMIC + 1]), Ok(Some(10)));
        assert_eq!(pipe.put(&[1; ATOMIC + 1]), Ok(None));
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
        let mut again = Pipe::holding(Carries::Bytes, &bytes, room, 1 << 16, &frames).unwrap();
        assert_eq!(frames.used(), 2 * used);
        assert_eq!(again.take(usize::MAX), [7; 4000]);
        assert!(Pipe::holding(Carries::Bytes, &[0; 10], 9, 1 << 16, &frames).is_err());
        assert!(Pipe::holding(Carries::Bytes, &[], LARGEST + 1, 1 << 16, &frames).is_err());
        assert!(Pipe::holding(Carries::Bytes, &[], 0, LARGEST + 1, &frames).is_err());
        let long = vec![0; PAGE as usize + 1];
        assert!(Pipe::holding(Carries::Bytes, &long[1..], 1 << 17, PAGE, &frames).is_ok());
        assert!(Pipe::holding(Carries::Bytes, &long, 1 << 17, PAGE, &frames).is_err());
    }

    #[test]
    fn a_pipe_is_made_larger_and_smaller_as_far_as_its_bytes_and_the_user_s_rights_permit() {
        let mut pipe = Pipe::new(1, CAPACITY, &Frames::new(1 << 22));
        assert_eq!(pipe.resize(100_000), Ok(1 << 17));
        assert_eq!(pipe.put(&[1; 1 << 18]), Ok(Some(1 << 17)));
        assert_eq!(pipe.resize(1 << 16), Err(Errno::EBUSY));
        pipe.take(1 << 17);
        assert_eq!(pipe.resize(1), Ok(PAGE));
        assert_eq!(pipe.put(&[1; 1 << 18]), Ok(Some(PAGE as usize)));
        assert_eq!(pipe.resize((1 << 20) + 1), Err(Errno::EPERM));
        for bytes in [(1 << 31) + 1, 1 << 33] {
            assert_eq!(pipe.resize(bytes), Err(Errno::EINVAL));
        }
    }

    #[test]
    fn messages_stay_apart_and_are_whole_or_not_there() {
        let frames = Frames::new(1 << 22);
        let mut pipe = Pipe::of_sockets(Carries::Packets, 1, 1, &frames);
        for message in [&b"first"[..], b"", b"third"] {
            assert_eq!(pipe.put(message), Ok(Some(message.len())));
        }
        assert_eq!((pipe.len(), pipe.receive(0, true).bytes), (5, Vec::new()));
        assert_eq!(pipe.take(3), b"fir");
        assert_eq!((pipe.is_empty(), pipe.take(9)), (false, Vec::new()));
        let (bytes, room) = pipe.contents();
        assert_eq!(pipe.receive(3, true).length, 5);
        let again = |bytes| Pipe::holding(Carries::Packets, bytes, room, MESSAGE_CAPACITY, &frames);
        assert_eq!(again(&bytes).unwrap().take(9), b"third");
        assert!(again(&bytes[..bytes.len() - 1]).is_err() && again(&bytes[1..]).is_err());
        assert_eq!(pipe.take(9), b"third");
        assert_eq!((pipe.is_empty(), pipe.take(9)), (true, Vec::new()));
        let long = vec![7; LONGEST_MESSAGE + 1];
        assert_eq!(pipe.put(&long), Err(Errno::EMSGSIZE));
        assert_eq!(pipe.put(&long[1..]), Ok(Some(LONGEST_MESSAGE)));
        assert_eq!(pipe.put(&long[1..]), Ok(None));
        let room = pipe.room();
        assert_eq!(pipe.put(&long[..room + 1]), Ok(None));
        assert_eq!(pipe.put(&long[..room]), Ok(Some(room)));
        assert_eq!(pipe.put(b""), Ok(None));
    }
}
