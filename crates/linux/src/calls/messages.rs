//! What passes between the sockets of a pair, by whatever call.

use super::data::{Attempt, total};
use super::epoll::Change;
use super::{Flow, SysResult, value};
use crate::abi::consts::socket::message;
use crate::abi::errno::Errno;
use crate::fs::file::Object;
use crate::fs::pipe::{Carries, LONGEST_MESSAGE, Pipe, Received};
use crate::kernel::Kernel;
use crate::pool::Id;
use crate::process::Tid;
use crate::sched::Channel;
use crate::signal::{Info, SIGPIPE, code};

/// What a call has received.
pub(super) struct Arrived {
    /// Bytes that have been stored.
    pub count: u64,
    /// Bytes of the message, stored or not; of a stream, those that have been stored.
    pub length: u64,
    /// Whether a message was longer than its place.
    pub truncated: bool,
    /// Open files that were passed, of which the caller is an owner.
    pub files: Vec<Id>,
}

/// The parts behind the first so many bytes.
fn behind(parts: &[(u64, u64)], mut done: u64) -> Vec<(u64, u64)> {
    let mut rest = Vec::new();
    for &(address, length) in parts {
        let skipped = done.min(length);
        done -= skipped;
        if length > skipped {
            rest.push((address + skipped, length - skipped));
        }
    }
    rest
}

impl Kernel {
    /// The pipes from which a socket of a pair receives and to which it sends.
    pub(super) fn pair(&self, id: Id) -> Result<(Id, Id), Errno> {
        match self.open_files.get(id).map(|file| &file.object) {
            Some(&Object::Pair { input, output }) => Ok((input, output)),
            _ => Err(Errno::ENOTSOCK),
        }
    }

    pub(super) fn pipe(&mut self, id: Id) -> Result<&mut Pipe, Errno> {
        self.pipes.get_mut(id).ok_or(Errno::EBADF)
    }

    /// Flags of a transfer with what the open file adds to them.
    pub(super) fn message_flags(&self, id: Id, flags: u32) -> u32 {
        let nonblocking = self.open_files.get(id).is_some_and(|f| f.nonblocking());
        flags | if nonblocking { message::DONT_WAIT } else { 0 }
    }

    /// Takes the error that a socket has to report, if it has one (`sock_error`).
    pub(super) fn take_socket_error(&mut self, input: Id) -> Option<Errno> {
        self.pipes.get_mut(input)?.ending.error.take()
    }

    /// Refuses to send a message of so many bytes, before any of them is looked at (`unix_stream_sendmsg`, `unix_dgram_sendmsg`).
    fn check_sending(&mut self, input: Id, output: Id, length: u64) -> Result<(), Errno> {
        let (carries, ending) = {
            let pipe = self.pipe(output)?;
            (pipe.carries, pipe.ending)
        };
        let too_long = carries != Carries::Bytes && length > LONGEST_MESSAGE as u64;
        if carries == Carries::Packets
            && let Some(errno) = self.take_socket_error(input)
        {
            return Err(errno);
        }
        if ending.severed {
            return Err(Errno::ENOTCONN);
        }
        if too_long {
            return Err(Errno::EMSGSIZE);
        }
        if carries == Carries::Bytes && ending.writing {
            return Err(Errno::EPIPE);
        }
        if let Some(errno) = self.take_socket_error(input) {
            return Err(errno);
        }
        if ending.writing {
            Err(Errno::EPIPE)
        } else {
            Ok(())
        }
    }

    /// Sends bytes or a message to the other socket of a pair, with open files, whose owner the pipe becomes if it takes
    /// something. Gives the number of bytes.
    pub(super) fn send_to_pair(
        &mut self,
        id: Id,
        bytes: &[u8],
        files: &mut Vec<Id>,
        wait: bool,
    ) -> Result<Attempt<usize>, Errno> {
        let (input, output) = self.pair(id)?;
        self.check_sending(input, output, bytes.len() as u64)?;
        let pipe = self.pipe(output)?;
        if pipe.carries == Carries::Datagrams && pipe.readers == 0 {
            pipe.ending.severed = true;
            // What the closed socket has sent before is lost with the connection.
            let mut lost = self.empty_pipe(input);
            self.close_files(&mut lost);
            self.note_change(Channel::Pipe(input), Change::Ended);
            return Err(Errno::ECONNREFUSED);
        }
        if pipe.ending.reading {
            return Err(Errno::EPIPE);
        }
        if bytes.is_empty() && pipe.carries == Carries::Bytes {
            return Ok(Attempt::Done(0));
        }
        let passed = files.len();
        match pipe.pass(bytes, files)? {
            Some(count) => {
                self.passed += passed - files.len();
                self.note_change(Channel::Pipe(output), Change::Filled);
                Ok(Attempt::Done(count))
            }
            None if wait => Ok(Attempt::Wait),
            None => Err(Errno::EAGAIN),
        }
    }

    /// Sends a thread the signal of a write to a stream that nothing reads.
    pub(super) fn signal_broken_pipe(&mut self, tid: Tid) {
        let pid = self.pid(tid);
        self.send_thread(tid, Info::sent(SIGPIPE, code::USER, pid));
    }

    /// Sends the bytes of parts of memory, as one message if the pair carries messages. `files`: open files to pass, which the
    /// caller owns as far as they remain here.
    pub(super) fn send_parts(
        &mut self,
        tid: Tid,
        id: Id,
        parts: &[(u64, u64)],
        files: &mut Vec<Id>,
        flags: u32,
    ) -> SysResult {
        let (input, output) = self.pair(id)?;
        let wait = self.message_flags(id, flags) & message::DONT_WAIT == 0;
        let stream = self.pipe(output)?.is_stream();
        let total = total(parts);
        let done = self.thread(tid)?.waiting().map_or(0, |w| w.done);
        let ready = self.check_sending(input, output, total);
        let result = ready.and_then(|()| match self.gather(tid, parts)? {
            (bytes, true) => {
                let rest = bytes.get(done as usize..).unwrap_or_default();
                self.send_to_pair(id, rest, files, wait)
            }
            (_, false) => Err(Errno::EFAULT),
        });
        match result {
            Ok(Attempt::Done(count)) => {
                let done = done + count as u64;
                if done < total && wait && stream {
                    self.remember_progress(tid, done)?;
                    return Ok(Flow::Block(None));
                }
                value(done)
            }
            Ok(Attempt::Wait) => Ok(Flow::Block(None)),
            Err(_) if done > 0 => value(done),
            Err(errno) => {
                if errno == Errno::EPIPE && stream && flags & message::NO_SIGNAL == 0 {
                    self.signal_broken_pipe(tid);
                }
                Err(errno)
            }
        }
    }

    /// Receives up to `limit` bytes, of the next message if the pair carries messages (`unix_stream_read_generic`,
    /// `__unix_dgram_recvmsg`). The caller becomes the owner of the files that are passed, unless all stays (`MSG_PEEK`).
    pub(super) fn receive_from_pair(
        &mut self,
        id: Id,
        limit: usize,
        flags: u32,
    ) -> Result<Attempt<Received>, Errno> {
        let (input, _) = self.pair(id)?;
        let wait = self.message_flags(id, flags) & message::DONT_WAIT == 0;
        let pipe = self.pipe(input)?;
        let (carries, ended, empty) = (pipe.carries, pipe.ending.reading, pipe.is_empty());
        if (carries != Carries::Bytes || empty)
            && let Some(errno) = pipe.ending.error.take()
        {
            return Err(errno);
        }
        if empty {
            // A socket for datagrams learns of its own end when it would wait.
            return match (ended, wait) {
                (true, true) => Ok(Attempt::Done(Received::default())),
                (true, false) if carries != Carries::Datagrams => {
                    Ok(Attempt::Done(Received::default()))
                }
                (false, true) => Ok(Attempt::Wait),
                _ => Err(Errno::EAGAIN),
            };
        }
        let keep = flags & message::PEEK != 0;
        let received = pipe.receive(limit, keep);
        if !keep {
            self.passed -= received.files.len();
            self.note_change(Channel::Pipe(input), Change::Drained);
        }
        Ok(Attempt::Done(received))
    }

    /// Receives into parts of memory. Of a stream nothing is taken that has no place; a message that has none is lost.
    fn receive_once(
        &mut self,
        tid: Tid,
        id: Id,
        parts: &[(u64, u64)],
        flags: u32,
    ) -> Result<Attempt<Received>, Errno> {
        let (input, _) = self.pair(id)?;
        let limit = total(parts);
        let place = self.storable(tid, parts, limit)?;
        let pipe = self.pipe(input)?;
        if pipe.is_stream() && place < limit.min(pipe.segment() as u64) {
            return Err(Errno::EFAULT);
        }
        let Attempt::Done(mut received) = self.receive_from_pair(id, limit as usize, flags)? else {
            return Ok(Attempt::Wait);
        };
        if flags & message::PEEK != 0 {
            for &file in &received.files {
                self.open_files.share(file);
            }
        }
        if let Err(errno) = self.scatter(tid, parts, &received.bytes) {
            self.close_files(&mut received.files);
            return Err(errno);
        }
        Ok(Attempt::Done(received))
    }

    /// Receives into parts of memory, all of what they hold if that is asked of a stream (`MSG_WAITALL`). What a wait has
    /// received is noted for the next try.
    pub(super) fn receive_parts(
        &mut self,
        tid: Tid,
        id: Id,
        parts: &[(u64, u64)],
        flags: u32,
    ) -> Result<Attempt<Arrived>, Errno> {
        if flags & message::OUT_OF_BAND != 0 {
            return Err(Errno::EOPNOTSUPP);
        }
        let (input, _) = self.pair(id)?;
        let stream = self.pipe(input)?.is_stream();
        let fills = stream && flags & message::WAIT_ALL != 0 && flags & message::PEEK == 0;
        let before = self.thread(tid)?.waiting().map_or(0, |w| w.done);
        let (limit, mut count) = (total(parts), before);
        let files = loop {
            match self.receive_once(tid, id, &behind(parts, count), flags) {
                Ok(Attempt::Done(received)) => {
                    count += received.bytes.len() as u64;
                    if !stream {
                        let length = received.length as u64;
                        return Ok(Attempt::Done(Arrived {
                            count,
                            length,
                            truncated: count < length,
                            files: received.files,
                        }));
                    }
                    let last = received.bytes.is_empty() || !received.files.is_empty();
                    if !fills || last || count >= limit {
                        break received.files;
                    }
                }
                Ok(Attempt::Wait) => {
                    if count > before {
                        self.remember_progress(tid, count)?;
                    }
                    return Ok(Attempt::Wait);
                }
                Err(_) if count > 0 => break Vec::new(),
                Err(errno) => return Err(errno),
            }
        };
        Ok(Attempt::Done(Arrived {
            count,
            length: count,
            truncated: false,
            files,
        }))
    }

    /// Receives as `read` does: nothing is taken for no bytes, and files that are passed are closed.
    pub(super) fn read_parts(&mut self, tid: Tid, id: Id, parts: &[(u64, u64)]) -> SysResult {
        if total(parts) == 0 {
            return value(0);
        }
        match self.receive_parts(tid, id, parts, 0)? {
            Attempt::Done(mut arrived) => {
                self.close_files(&mut arrived.files);
                value(arrived.count)
            }
            Attempt::Wait => Ok(Flow::Block(None)),
        }
    }

    /// Gives up files of which the caller is an owner.
    pub(super) fn close_files(&mut self, files: &mut Vec<Id>) {
        for file in files.drain(..) {
            self.close_file(file);
        }
    }
}
